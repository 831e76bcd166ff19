// SPDX-License-Identifier: Apache-2.0
// The best number of learners that fail apart. M of them do N M^-b g(N/M) of useful work, b the exponent of what replicas cost
// (replica_cost.hpp) and g the goodput of one: with n = N/M, (N^(1-b)) n^b g(n), most where the losses of one learner have the
// elasticity b. So the best size of a learner does not depend on N, M = N / n, and from n on useful throughput grows as N^(1-b)
// without a peak. Derivation: docs/derivations.md, "Learners that fail apart".
#pragma once
#include "../version.hpp"

#include "max_gpus.hpp"

namespace scaling_limits::limits {

/// n^b g(n) is most: sum of eps = b, and of several such sizes the best one.
struct BestLearner {
  double exponent = NaN;
  static constexpr int order = 1;
  static constexpr bool global_maximum = true, of_strategy = true, of_factors = false, of_slopes_alone = true;
  static constexpr TermNames<0> own_terms{};
  static constexpr std::string_view text = "a learner that is not worth splitting";

  static constexpr std::string_view name() { return "best_learner"; }
  void validate() const;
  template <class S = double>
  S target() const {
    return S(exponent);
  }
  template <class S>
  void terms(const AtSize<dual<S>>& at, Terms<S>& out) const {
    add_slopes(at.strategy_losses, out);
  }
  double log_merit(double log_throughput, double gpus) const { return log_throughput - (1 - exponent) * std::log(gpus); }
  std::string until() const { return "two learners of half the size do more"; }
  std::string equation() const { return "sum of d losses / d ln N of one learner = " + to_text(exponent, 6); }
  template <class S>
  S critical_load(const S& k) const {
    return failure_load_of_slope(target<S>(), k);
  }
  bool holds_for_constant_load(double) const { return true; }
};

constexpr auto fields(const BestLearner*) {
  return std::to_array<Field<BestLearner, double>>({
      {"exponent", &BestLearner::exponent, "1", exponent_below_one, "b: compute grows as learners^b at equal loss",
       usually(0, 0.3, "0.2355: Charles et al. 2025, table 10"), Effect::help},
  });
}
static_assert(table_is_complete<BestLearner>, "BestLearner: a member without its row, or a row without its member");
inline void BestLearner::validate() const { scaling_limits::validate(*this, name()); }
static_assert(Criterion<BestLearner>);

/// The GPUs of the learner that is worth neither splitting nor joining to another; goodput and shares are its own. inf: no run
/// is worth splitting. The best number of learners for N GPUs is N over it, of whole numbers that above or below, never less
/// than one.
///
/// @param run one learner's, at any size: its own state, storage and restart; @param exponent b of what replicas cost, in [0,
/// 1)
/// @param inner what protects a learner
template <class S, class St = strategies::Blocking<>>
Limit<S> best_learner(const TrainingRun<S>& run, double exponent, const St& inner = {}) {
  const BestLearner criterion{exponent};
  criterion.validate();
  if (exponent == 0)
    return no_answer<S>(Status::infeasible, "infeasible: replicas cost nothing, so the smaller a learner the better");
  return max_gpus(run, criterion, growth::fixed(), inner);
}

}  // namespace scaling_limits::limits
