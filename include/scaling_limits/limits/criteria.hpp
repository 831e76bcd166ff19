// SPDX-License-Identifier: Apache-2.0
// A criterion sees the run at a size and lists terms that are to add up to a target: the limit is the size where they do,
// and terms / target are the shares that name what binds. Its members, all but the last two required:
//
//   order                 0: it looks at the losses -ln e; 1: at their slopes eps = -d ln e / d ln N too
//   global_maximum        of several sizes the limit is that of most useful throughput (or log_merit), not the last
//   of_strategy, of_factors   whether the terms of the strategy, of the factors are among its own
//   own_terms             those that it brings itself. A cap may bind under every criterion, and is named by its own name
//   name(), text          of the kind, with one sentence; its numbers are in its field table
//   equation()            what its terms add up to, with its numbers, for people
//   until()               what happens beyond the limit, behind "until": a sentence's second half; not required
//   target(), terms(at, out), validate()
//   critical_load(k), holds_for_constant_load(load)   for a run whose only loss is a load that grows as N^k (closed_form.hpp)
//   of_slopes_alone       its terms are the slopes of all losses and nothing else
//   of_load               a member where it is not known by the type: whether critical_load may be asked
//   binds_alone(name), excess_of(name, log_gpus, log_useful)   of what binds in place of its terms (cheapest_gpus.hpp)
//
// One whose `order` is a member instead of a constant looks in both ways, by its value: any of them behind one type is such a
// one (catalog/any_criterion.hpp). It may answer by itself: own_limit(run, law, strategy, factors...), an optional Limit.
#pragma once
#include "../version.hpp"

#include "../run/training_run.hpp"
#include "factor.hpp"
#include "failure_load.hpp"

namespace scaling_limits::limits {

/// All a criterion may look at. T is the scalar (order 0) or a dual in ln N over it (order 1).
template <class T>
struct AtSize {
  TrainingRun<T> run{};                         // grown to the size
  Terms<T> strategy_losses{}, factor_losses{};  // -ln goodput; -ln of all other factors, but for their caps
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

/// A share as people write it: "90 %".
inline std::string percent_text(double share, int digits = 4) { return to_text(100 * share, digits) + " %"; }

/// The terms that a criterion brings itself.
template <std::size_t n>
using TermNames = std::array<std::string_view, n>;

/// Goodput alone is at least g: its losses, target -ln g. 0 < g < 1.
struct goodput_at_least {
  double goodput = NaN;
  static constexpr int order = 0;
  static constexpr bool global_maximum = false, of_strategy = true, of_factors = false;
  static constexpr TermNames<0> own_terms{};
  static constexpr std::string_view text = "goodput alone is at least so much";

  static constexpr std::string_view name() { return "goodput_at_least"; }
  void validate() const;
  template <class S = double>
  S target() const {
    using std::log;
    return -log(S(goodput));
  }
  template <class S>
  void terms(const AtSize<S>& at, Terms<S>& out) const {
    add_values(at.strategy_losses, out);
  }
  std::string until() const { return "goodput falls below " + percent_text(goodput); }
  std::string equation() const {
    return "losses of the strategy = -ln(goodput) = -ln(" + to_text(goodput, 6) + ") = " + to_text(target(), 6);
  }
  template <class S>
  S critical_load(const S&) const {
    return max_failure_load(S(goodput));
  }
  bool holds_for_constant_load(double load) const { return load <= max_failure_load(goodput); }
};

/// Overhead alone, 1/goodput - 1, is at most x: the strategy's losses, target ln(1 + x); goodput_at_least(1/(1 + x)) in the
/// words of who counts what is added. 0 < x < inf.
struct overhead_at_most {
  double overhead = NaN;
  static constexpr int order = 0;
  static constexpr bool global_maximum = false, of_strategy = true, of_factors = false;
  static constexpr TermNames<0> own_terms{};
  static constexpr std::string_view text = "overhead alone, 1/goodput - 1, is at most so much";

  static constexpr std::string_view name() { return "overhead_at_most"; }
  void validate() const;
  template <class S = double>
  S target() const {
    return log_one_plus(S(overhead));
  }
  template <class S>
  void terms(const AtSize<S>& at, Terms<S>& out) const {
    add_values(at.strategy_losses, out);
  }
  std::string until() const { return "overhead rises above " + percent_text(overhead); }
  std::string equation() const {
    return "losses of the strategy = ln(1 + overhead) = ln(1 + " + to_text(overhead, 6) + ") = " + to_text(target(), 6);
  }
  template <class S>
  S critical_load(const S&) const {
    return numeric::period_load(target<S>());
  }
  bool holds_for_constant_load(double load) const { return load <= numeric::period_load(target()); }
};

/// The product of all factors, goodput among them, is at least E: all losses, target -ln E. 0 < E < 1.
struct efficiency_at_least {
  double efficiency = NaN;
  static constexpr int order = 0;
  static constexpr bool global_maximum = false, of_strategy = true, of_factors = true;
  static constexpr TermNames<0> own_terms{};
  static constexpr std::string_view text = "the product of all factors, goodput among them, is at least so much";

  static constexpr std::string_view name() { return "efficiency_at_least"; }
  void validate() const;
  template <class S = double>
  S target() const {
    using std::log;
    return -log(S(efficiency));
  }
  template <class S>
  void terms(const AtSize<S>& at, Terms<S>& out) const {
    add_values(at.strategy_losses, out);
    add_values(at.factor_losses, out);
  }
  std::string until() const { return "all factors together fall below " + percent_text(efficiency); }
  std::string equation() const {
    return "losses of all factors = -ln(efficiency) = -ln(" + to_text(efficiency, 6) + ") = " + to_text(target(), 6);
  }
  template <class S>
  S critical_load(const S&) const {
    return max_failure_load(S(efficiency));
  }
  bool holds_for_constant_load(double load) const { return load <= max_failure_load(efficiency); }
};

/// d ln(useful throughput) / d ln N is at least r: 1 % more GPUs bring at least r % more. All eps, target 1 - r. r < 1.
struct elasticity_at_least {
  double elasticity = NaN;
  static constexpr int order = 1;
  static constexpr bool global_maximum = false, of_strategy = true, of_factors = true, of_slopes_alone = true;
  static constexpr TermNames<0> own_terms{};
  static constexpr std::string_view text = "1 % more GPUs bring at least so many % more useful throughput";

  static constexpr std::string_view name() { return "elasticity_at_least"; }
  void validate() const;
  template <class S = double>
  S target() const {
    return S(1) - S(elasticity);
  }
  template <class S>
  void terms(const AtSize<dual<S>>& at, Terms<S>& out) const {
    add_slopes(at.strategy_losses, out);
    add_slopes(at.factor_losses, out);
  }
  std::string until() const { return "1 % more GPUs bring less than " + to_text(elasticity, 4) + " % more useful throughput"; }
  std::string equation() const {
    return "sum of d losses / d ln N = 1 - elasticity = 1 - " + to_text(elasticity, 6) + " = " + to_text(target(), 6);
  }
  template <class S>
  S critical_load(const S& k) const {
    return failure_load_of_slope(target<S>(), k);
  }
  bool holds_for_constant_load(double) const { return true; }  // it has no slope
};

/// The size of most useful throughput: sum of eps = 1, and of several such sizes the one where throughput is largest.
struct peak_throughput {
  static constexpr int order = 1;
  static constexpr bool global_maximum = true, of_strategy = true, of_factors = true, of_slopes_alone = true;
  static constexpr TermNames<0> own_terms{};
  static constexpr std::string_view text = "more GPUs still bring more useful throughput";

  static constexpr std::string_view name() { return "peak_throughput"; }
  void validate() const {}
  double target() const { return 1; }
  template <class S>
  void terms(const AtSize<dual<S>>& at, Terms<S>& out) const {
    add_slopes(at.strategy_losses, out);
    add_slopes(at.factor_losses, out);
  }
  std::string until() const { return "more GPUs bring no more useful throughput"; }
  std::string equation() const { return "sum of d losses / d ln N = 1"; }
  template <class S>
  S critical_load(const S& k) const {
    return failure_load_of_slope(S(1), k);
  }
  bool holds_for_constant_load(double) const { return true; }
};

/// dTheta/dN is at least v: one more GPU brings at least v of an ideal one. Theta' = e (1 - sum of eps), so the terms are the
/// losses and `elasticity` = -ln(1 - sum of eps), target -ln v. 0 < v < 1.
struct added_gpu_worth_at_least {
  double worth = NaN;
  static constexpr int order = 1;
  static constexpr bool global_maximum = false, of_strategy = true, of_factors = true;
  static constexpr TermNames<1> own_terms{"elasticity"};
  static constexpr std::string_view text = "one more GPU brings at least so much of an ideal one";

  static constexpr std::string_view name() { return "added_gpu_worth_at_least"; }
  void validate() const;
  template <class S = double>
  S target() const {
    using std::log;
    return -log(S(worth));
  }
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
  std::string until() const { return "one more GPU brings less than " + percent_text(worth) + " of an ideal one"; }
  std::string equation() const {
    return "losses - ln(1 - sum of d losses / d ln N) = -ln(worth) = -ln(" + to_text(worth, 6) + ") = " + to_text(target(), 6);
  }
  template <class S>
  S critical_load(const S& k) const {
    return failure_load_of_worth(S(worth), k);
  }
  bool holds_for_constant_load(double load) const { return numeric::best_period(load) <= target(); }
};

/// The hard limit as published: a save takes as long as the machine runs between failures, failure_rate x write_time = 1.
struct write_time_equals_mtbf {
  static constexpr int order = 0;
  static constexpr bool global_maximum = false, of_strategy = false, of_factors = false;
  static constexpr TermNames<1> own_terms{"checkpoint"};
  static constexpr std::string_view text = "a save takes less time than the run between two failures";

  static constexpr std::string_view name() { return "write_time_equals_mtbf"; }
  void validate() const {}
  double target() const { return 1; }
  template <class S>
  void terms(const AtSize<S>& at, Terms<S>& out) const {
    out.add("checkpoint", S(at.run.failure_rate() * at.run.write_time()));
  }
  std::string until() const { return "a save takes as long as the run between two failures"; }
  std::string equation() const { return "failure_rate x write_time = 1"; }
  template <class S>
  S critical_load(const S&) const {
    return S(1);
  }
  bool holds_for_constant_load(double load) const { return load <= 1; }
};

constexpr auto fields(const goodput_at_least*) {
  return std::to_array<Field<goodput_at_least, double>>({
      {"goodput", &goodput_at_least::goodput, "1", inner_fraction, "least goodput", {0.5, 0.99}, Effect::cost},
  });
}
constexpr auto fields(const overhead_at_most*) {
  return std::to_array<Field<overhead_at_most, double>>({
      {"overhead",
       &overhead_at_most::overhead,
       "1",
       as_share(positive),
       "most overhead, 1/goodput - 1",
       {0.01, 1},
       Effect::help},
  });
}
constexpr auto fields(const efficiency_at_least*) {
  return std::to_array<Field<efficiency_at_least, double>>({
      {"efficiency",
       &efficiency_at_least::efficiency,
       "1",
       inner_fraction,
       "least product of all factors, goodput among them",
       {0.1, 0.95},
       Effect::cost},
  });
}
constexpr auto fields(const elasticity_at_least*) {
  return std::to_array<Field<elasticity_at_least, double>>({
      {"elasticity",
       &elasticity_at_least::elasticity,
       "1",
       (Range{.lower = -inf, .upper = 1, .open_below = true, .open_above = true, .share = true}),
       "least d ln(useful throughput) / d ln(gpus)",
       {0, 0.9},
       Effect::cost},
  });
}
constexpr auto fields(const added_gpu_worth_at_least*) {
  return std::to_array<Field<added_gpu_worth_at_least, double>>({
      {"worth",
       &added_gpu_worth_at_least::worth,
       "1",
       inner_fraction,
       "least useful work of one more GPU, in ideal GPUs",
       {0.1, 0.9},
       Effect::cost},
  });
}
constexpr std::array<Field<peak_throughput, double>, 0> fields(const peak_throughput*) { return {}; }
constexpr std::array<Field<write_time_equals_mtbf, double>, 0> fields(const write_time_equals_mtbf*) { return {}; }
static_assert(table_is_complete<goodput_at_least> && table_is_complete<overhead_at_most> &&
                  table_is_complete<efficiency_at_least> && table_is_complete<elasticity_at_least> &&
                  table_is_complete<added_gpu_worth_at_least>,
              "a criterion: a member without its row, or a row without its member");

inline void goodput_at_least::validate() const { scaling_limits::validate(*this, name()); }
inline void overhead_at_most::validate() const { scaling_limits::validate(*this, name()); }
inline void efficiency_at_least::validate() const { scaling_limits::validate(*this, name()); }
inline void elasticity_at_least::validate() const { scaling_limits::validate(*this, name()); }
inline void added_gpu_worth_at_least::validate() const { scaling_limits::validate(*this, name()); }

/// Whether the type says in what scalar it looks at a run.
template <class C>
inline constexpr bool order_is_constant = !std::is_member_pointer_v<decltype(&C::order)>;

namespace detail {

template <class C, class S, class T>
concept LooksIn = requires(const C& criterion, const AtSize<T>& at, Terms<S>& out) { criterion.terms(at, out); };
template <class C, class S>
constexpr bool looks() {
  if constexpr (!order_is_constant<C>) return LooksIn<C, S, S> && LooksIn<C, S, dual<S>>;
  else return LooksIn<C, S, std::conditional_t<C::order == 0, S, dual<S>>>;
}

}  // namespace detail

template <class C, class S = double>
concept Criterion = requires(const C& criterion) {
  { criterion.target() } -> std::same_as<double>;
  criterion.validate();
  { criterion.name() } -> std::convertible_to<std::string_view>;
  { criterion.equation() } -> std::convertible_to<std::string>;
  { criterion.text } -> std::convertible_to<std::string_view>;
  { criterion.order == 0 && criterion.global_maximum&& criterion.of_strategy&& criterion.of_factors } -> std::same_as<bool>;
  criterion.own_terms.size();
} && (!order_is_constant<C> || requires { fields_of<C>; }) && detail::looks<C, S>();
static_assert(Criterion<goodput_at_least> && Criterion<overhead_at_most> && Criterion<efficiency_at_least> &&
              Criterion<elasticity_at_least> && Criterion<peak_throughput> && Criterion<added_gpu_worth_at_least> &&
              Criterion<write_time_equals_mtbf>);

/// The target with the digits of the scalar, of a criterion that has them; else as a double.
template <class S, class C>
S target_in(const C& criterion) {
  if constexpr (requires { S(criterion.template target<S>()); }) return criterion.template target<S>();
  else return S(criterion.target());
}

/// Whether its terms are the slopes of all losses and nothing else.
template <class C>
constexpr bool of_slopes_alone(const C& criterion) {
  if constexpr (requires { criterion.of_slopes_alone; }) return criterion.of_slopes_alone;
  else return false;
}

}  // namespace scaling_limits::limits
