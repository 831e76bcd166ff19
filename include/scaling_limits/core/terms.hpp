// SPDX-License-Identifier: Apache-2.0
// A short list of named amounts, without allocation: losses, shares, breakdowns. Names are texts, no enum, so that a
// new strategy or factor brings its own.
#pragma once
#include "../version.hpp"

#include <array>
#include <cstddef>
#include <initializer_list>
#include <new>
#include <string_view>

#include "scalar.hpp"

namespace scaling_limits {

template <class S>
struct Term {
  std::string_view name{};
  S amount{};
};

/// Room for 32 terms, of which only those in use are ever made or copied: a solver makes thousands of these lists.
template <class S>
class Terms {
 public:
  static constexpr std::size_t capacity = 32;

  Terms() {}
  Terms(std::initializer_list<Term<S>> list) {
    for (const auto& term : list) append(term.name, term.amount);
  }
  Terms(const Terms& other) { copy(other); }
  Terms& operator=(const Terms& other) {
    if (this != &other) {
      clear();
      copy(other);
    }
    return *this;
  }
  ~Terms() { clear(); }

  const Term<S>* begin() const { return items_; }
  const Term<S>* end() const { return items_ + count_; }
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  const Term<S>& operator[](std::size_t i) const { return items_[i]; }

  /// One more term; an amount of a name that is there already is added to it.
  void add(std::string_view name, const S& amount) {
    for (std::size_t i = 0; i < count_; ++i)
      if (items_[i].name == name) {
        items_[i].amount = items_[i].amount + amount;
        return;
      }
    append(name, amount);
  }

  /// A name that is not listed yet: `add` without looking. What no longer fits goes into the last term, as "other".
  void append(std::string_view name, const S& amount) {
    if (count_ < capacity) ::new (static_cast<void*>(items_ + count_++)) Term<S>{name, amount};
    else items_[capacity - 1] = {"other", items_[capacity - 1].amount + amount}, truncated_ = true;
  }

  /// These names and their amounts, in place of all that is listed.
  template <std::size_t n>
    requires(n <= capacity)
  void fill(const std::array<std::string_view, n>& names, const std::array<S, n>& amounts) {
    clear();
    for (; count_ < n; ++count_) ::new (static_cast<void*>(items_ + count_)) Term<S>{names[count_], amounts[count_]};
    truncated_ = false;
  }

  /// Another list, each amount as `of_amount` makes it from its.
  template <class T, class F>
  void add_all(const Terms<T>& others, const F& of_amount) {
    const bool first = empty();
    for (const auto& other : others) {
      const S amount = of_amount(other.amount);
      first ? append(other.name, amount) : add(other.name, amount);
    }
    truncated_ = truncated_ || others.truncated();
  }

  /// Whether there were more terms than there is room for, the last of them together as "other".
  bool truncated() const { return truncated_; }

  S sum() const {
    S total(0);
    for (const auto& term : *this) total = total + term.amount;
    return total;
  }

  /// The amount of a name; 0 where it is not listed.
  S of(std::string_view name) const {
    for (const auto& term : *this)
      if (term.name == name) return term.amount;
    return S(0);
  }

  /// The name of the largest amount; empty for an empty list.
  std::string_view largest() const {
    const Term<S>* best = begin();
    for (const auto& term : *this)
      if (best->amount < term.amount) best = &term;
    return empty() ? std::string_view() : best->name;
  }

 private:
  void clear() {
    if constexpr (!std::is_trivially_destructible_v<S>)
      for (std::size_t i = 0; i < count_; ++i) items_[i].~Term();
    count_ = 0;
  }
  void copy(const Terms& other) {
    for (; count_ < other.count_; ++count_) ::new (static_cast<void*>(items_ + count_)) Term<S>(other.items_[count_]);
    truncated_ = other.truncated_;
  }

  union {  // no constructor runs for terms not in use
    Term<S> items_[capacity];
  };
  std::size_t count_ = 0;
  bool truncated_ = false;
};

}  // namespace scaling_limits
