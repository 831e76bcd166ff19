// SPDX-License-Identifier: Apache-2.0
// Factors whose kinds are known at run time only, as one factor: what Python and input files hand over.
#pragma once
#include <variant>
#include <vector>

#include "critical_batch.hpp"
#include "hard_cap.hpp"
#include "power_law_factor.hpp"
#include "strong_scaling.hpp"

namespace scaling_limits::limits {

template <class P = double>
using AnyFactor = std::variant<StrongScaling<P>, CriticalBatch<P>, FixedBatch<P>, PowerLaw<P>, HardCap<P>>;

template <class P = double>
struct FactorList {
  std::vector<AnyFactor<P>> factors;

  void validate() const {
    for (const auto& factor : factors) std::visit([](const auto& f) { f.validate(); }, factor);
  }
  bool rises_with_size() const {
    for (const auto& factor : factors)
      if (!std::visit([](const auto& f) { return limits::rises_with_size(f); }, factor)) return false;
    return true;
  }
  template <class S>
  Terms<S> losses(const S& gpus) const {
    return sum_of<S>([&](const auto& f) { return f.losses(gpus); });
  }
  template <class S>
  Terms<S> smooth_losses(const S& gpus) const {
    return sum_of<S>([&](const auto& f) -> Terms<S> {
      if constexpr (requires { f.smooth_losses(gpus); }) return f.smooth_losses(gpus);
      else return f.losses(gpus);
    });
  }
  /// The smallest cap of all.
  Cap<P> cap() const {
    Cap<P> least;
    for (const auto& factor : factors)
      if (const auto* cap = std::get_if<HardCap<P>>(&factor); cap && cap->gpus < least.gpus) least = cap->cap();
    return least;
  }
  template <class N, Scalar S = promote_t<N, P>>
  S efficiency(const N& gpus) const {
    return limits::efficiency(*this, S(gpus));
  }

 private:
  template <class S, class F>
  Terms<S> sum_of(const F& losses_of) const {
    Terms<S> sum;
    for (const auto& factor : factors)
      for (const auto& term : std::visit(losses_of, factor)) sum.add(term.cause, term.amount);
    return sum;
  }
};

}  // namespace scaling_limits::limits
