// SPDX-License-Identifier: Apache-2.0
// A short list without allocation, of which only what is in use is ever made or copied.
#pragma once
#include "../version.hpp"

#include <cstddef>
#include <new>
#include <span>
#include <type_traits>

namespace scaling_limits {

template <class T, std::size_t most>
class FixedList {
 public:
  static constexpr std::size_t capacity = most;

  FixedList() {}
  FixedList(const FixedList& other) { copy(other); }
  FixedList& operator=(const FixedList& other) {
    if (this != &other) {
      clear();
      copy(other);
    }
    return *this;
  }
  ~FixedList() { clear(); }

  T* begin() { return items_; }
  T* end() { return items_ + count_; }
  const T* begin() const { return items_; }
  const T* end() const { return items_ + count_; }
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  bool full() const { return count_ == most; }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  std::span<const T> span() const { return {items_, count_}; }

  /// One more; there must be room.
  T& push_back(const T& one) { return *::new (static_cast<void*>(items_ + count_++)) T(one); }
  void clear() {
    if constexpr (!std::is_trivially_destructible_v<T>)
      for (std::size_t i = 0; i < count_; ++i) items_[i].~T();
    count_ = 0;
  }

 private:
  void copy(const FixedList& other) {
    for (; count_ < other.count_; ++count_) ::new (static_cast<void*>(items_ + count_)) T(other.items_[count_]);
  }

  union {  // no constructor runs for what is not in use
    T items_[most];
  };
  std::size_t count_ = 0;
};

}  // namespace scaling_limits
