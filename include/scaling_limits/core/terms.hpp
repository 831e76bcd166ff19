// SPDX-License-Identifier: Apache-2.0
// A short list of named amounts, without allocation: losses, shares, breakdowns. Causes are names, not an enum, so that a
// new strategy or factor brings its own.
#pragma once
#include <array>
#include <cstddef>
#include <initializer_list>
#include <string_view>

#include "scalar.hpp"

namespace scaling_limits {

template <class S>
struct Term {
  std::string_view cause;
  S amount;
};

template <class S>
class Terms {
 public:
  static constexpr std::size_t capacity = 16;

  Terms() = default;
  Terms(std::initializer_list<Term<S>> list) {
    for (const auto& term : list) items_[count_++] = term;
  }

  const Term<S>* begin() const { return items_.data(); }
  const Term<S>* end() const { return items_.data() + count_; }
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  const Term<S>& operator[](std::size_t i) const { return items_[i]; }

  /// One more cause; an amount of a cause that is there already is added to it.
  void add(std::string_view cause, const S& amount) {
    for (std::size_t i = 0; i < count_; ++i)
      if (items_[i].cause == cause) {
        items_[i].amount = items_[i].amount + amount;
        return;
      }
    if (count_ < capacity) items_[count_++] = {cause, amount};
    else items_[capacity - 1] = {"other", items_[capacity - 1].amount + amount};
  }

  /// A cause that is not listed yet: `add` without looking.
  void append(std::string_view cause, const S& amount) {
    if (count_ < capacity) items_[count_++] = {cause, amount};
    else add(cause, amount);
  }

  S sum() const {
    S total(0);
    for (const auto& term : *this) total = total + term.amount;
    return total;
  }

  /// The amount of a cause; 0 where it is not listed.
  S of(std::string_view cause) const {
    for (const auto& term : *this)
      if (term.cause == cause) return term.amount;
    return S(0);
  }

  /// The cause of the largest amount; empty for an empty list.
  std::string_view largest() const {
    const Term<S>* best = begin();
    for (const auto& term : *this)
      if (best->amount < term.amount) best = &term;
    return empty() ? std::string_view() : best->cause;
  }

 private:
  std::array<Term<S>, capacity> items_;
  std::size_t count_ = 0;
};

}  // namespace scaling_limits
