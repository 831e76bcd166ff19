// SPDX-License-Identifier: Apache-2.0
// A strategy whose runs restart in parts, and a law by which those grow: who grows a run asks the strategy as it grows too.
#pragma once
#include "../version.hpp"

#include <optional>

#include "../core/dual.hpp"
#include "../run/growth.hpp"
#include "strategy.hpp"

namespace scaling_limits::strategies {

/// A strategy that says what stops its runs, and so how they restart, has a member growing(PartsLaw): the same with parts that
/// grow so, nothing where they do already.
template <class St>
concept Restarting = requires(const St& strategy, const growth::PartsLaw& law) {
  { strategy.growing(law) } -> std::same_as<std::optional<St>>;
};

/// A strategy of runs that grow by a law from so many GPUs; nothing: as it is.
///
/// @throws InvalidArgument where the law names parts of a restart and the strategy has none, or the size carries derivatives
template <class St, class S>
std::optional<St> growing(const St& strategy, const growth::PowerLaw& law, const S& gpus) {
  const growth::PartsLaw parts = law.of_restart(static_cast<double>(value_of(gpus)));
  if constexpr (!std::floating_point<S>)
    if (parts.grows() && !is_zero(S(gpus - S(value_of(gpus))))) parts.refuse_moving();
  if constexpr (Restarting<St>) {
    return strategy.growing(parts);
  } else {
    if (parts.grows()) parts.refuse();
    return {};
  }
}

/// Such a strategy, held where it is not the one that was given.
template <class St>
class Growing {
 public:
  template <class S>
  Growing(const St& strategy, const growth::PowerLaw& law, const S& gpus)
      : own_(growing(strategy, law, gpus)), strategy_(own_ ? *own_ : strategy) {}
  Growing(const Growing&) = delete;
  Growing& operator=(const Growing&) = delete;
  const St& operator*() const { return strategy_; }

 private:
  std::optional<St> own_;
  const St& strategy_;
};

}  // namespace scaling_limits::strategies
