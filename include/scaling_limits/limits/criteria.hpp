// SPDX-License-Identifier: Apache-2.0
// A criterion sees the run at a size and lists terms that are to add up to a target: the limit is the size where they do,
// and terms / target are the shares that name what binds.
//
// `order` says what it looks at: 0, the losses -ln e; 1, their slopes eps = -d ln e / d ln N too.
#pragma once
#include "../run/training_run.hpp"
#include "factor.hpp"

namespace scaling_limits::limits {

/// All a criterion may look at. T is the scalar (order 0) or a dual in ln N over it (order 1).
template <class T>
struct AtSize {
  TrainingRun<T> run;                       // grown to the size
  Terms<T> strategy_losses, factor_losses;  // -ln goodput; -ln of all other factors, but for their caps
};

/// Losses into a list of terms, and their slopes in ln N.
template <class S>
void add_values(const Terms<S>& losses, Terms<S>& out) {
  out.add_all(losses, [](const S& loss) { return loss; });
}
template <class S>
void add_values(const Terms<dual<S>>& losses, Terms<S>& out) {
  out.add_all(losses, [](const dual<S>& loss) { return loss.value; });
}
template <class S>
void add_slopes(const Terms<dual<S>>& losses, Terms<S>& out) {
  out.add_all(losses, [](const dual<S>& loss) { return loss.slope; });
}

/// Goodput alone is at least g: its losses, target -ln g. 0 < g < 1.
struct goodput_at_least {
  double goodput;
  static constexpr int order = 0;
  static constexpr bool global_maximum = false;

  static constexpr std::string_view name() { return "goodput_at_least"; }
  void validate() const { check(name(), "goodput", goodput, inner_fraction); }
  double target() const { return -std::log(goodput); }
  template <class S>
  void terms(const AtSize<S>& at, Terms<S>& out) const {
    add_values(at.strategy_losses, out);
  }
};

/// The product of all factors, goodput among them, is at least E: all losses, target -ln E. 0 < E < 1.
struct efficiency_at_least {
  double efficiency;
  static constexpr int order = 0;
  static constexpr bool global_maximum = false;

  static constexpr std::string_view name() { return "efficiency_at_least"; }
  void validate() const { check(name(), "efficiency", efficiency, inner_fraction); }
  double target() const { return -std::log(efficiency); }
  template <class S>
  void terms(const AtSize<S>& at, Terms<S>& out) const {
    add_values(at.strategy_losses, out);
    add_values(at.factor_losses, out);
  }
};

/// d ln(useful throughput) / d ln N is at least r: 1 % more GPUs bring at least r % more. All eps, target 1 - r. r < 1.
struct elasticity_at_least {
  double elasticity;
  static constexpr int order = 1;
  static constexpr bool global_maximum = false;

  static constexpr std::string_view name() { return "elasticity_at_least"; }
  void validate() const {
    check(name(), "elasticity", elasticity, Range{.lower = -inf, .upper = 1, .open_below = true, .open_above = true});
  }
  double target() const { return 1 - elasticity; }
  template <class S>
  void terms(const AtSize<dual<S>>& at, Terms<S>& out) const {
    add_slopes(at.strategy_losses, out);
    add_slopes(at.factor_losses, out);
  }
};

/// The size of most useful throughput: sum of eps = 1, and of several such sizes the one where throughput is largest.
struct peak_throughput : elasticity_at_least {
  static constexpr bool global_maximum = true;
  constexpr peak_throughput() : elasticity_at_least{0} {}
  static constexpr std::string_view name() { return "peak_throughput"; }
};

/// dTheta/dN is at least v: one more GPU brings at least v of an ideal one. Theta' = e (1 - sum of eps), so the terms are the
/// losses and `elasticity` = -ln(1 - sum of eps), target -ln v. 0 < v < 1.
struct added_gpu_worth_at_least {
  double worth;
  static constexpr int order = 1;
  static constexpr bool global_maximum = false;

  static constexpr std::string_view name() { return "added_gpu_worth_at_least"; }
  void validate() const { check(name(), "worth", worth, inner_fraction); }
  double target() const { return -std::log(worth); }
  template <class S>
  void terms(const AtSize<dual<S>>& at, Terms<S>& out) const {
    add_values(at.strategy_losses, out);
    add_values(at.factor_losses, out);
    Terms<S> slopes;
    add_slopes(at.strategy_losses, slopes);
    add_slopes(at.factor_losses, slopes);
    const S eps = slopes.sum();
    out.add("elasticity", value_of(eps) < 1 ? S(-log_one_plus(S(-eps))) : S(inf));
  }
};

/// The hard limit as published: a save takes as long as the machine runs between failures, failure_rate x write_time = 1.
struct write_time_equals_mtbf {
  static constexpr int order = 0;
  static constexpr bool global_maximum = false;

  static constexpr std::string_view name() { return "write_time_equals_mtbf"; }
  void validate() const {}
  double target() const { return 1; }
  template <class S>
  void terms(const AtSize<S>& at, Terms<S>& out) const {
    out.add("checkpoint", S(at.run.failure_rate() * at.run.write_time()));
  }
};

template <class C, class S = double>
concept Criterion =
    requires(const C& criterion, const AtSize<std::conditional_t<C::order == 0, S, dual<S>>>& at, Terms<S>& out) {
      { criterion.target() } -> std::same_as<double>;
      criterion.terms(at, out);
      criterion.validate();
      { criterion.name() } -> std::convertible_to<std::string_view>;
    };
static_assert(Criterion<goodput_at_least> && Criterion<efficiency_at_least> && Criterion<elasticity_at_least> &&
              Criterion<peak_throughput> && Criterion<added_gpu_worth_at_least> && Criterion<write_time_equals_mtbf>);

}  // namespace scaling_limits::limits
