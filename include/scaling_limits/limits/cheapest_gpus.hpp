// SPDX-License-Identifier: Apache-2.0
// The size that costs least. What N GPUs cost for the time T that the work takes goes as (N + fixed_gpus) T: fixed_gpus is what
// costs per second whatever the size (storage, buildings, people), in GPUs. With none of it and losses that rise with size,
// fewer GPUs are always cheaper, and the deadline decides.
#pragma once
#include "../version.hpp"

#include <optional>

#include "../core/units.hpp"
#include "time_to_train.hpp"

namespace scaling_limits::limits {

namespace detail {

/// Costs that are the same but for the rounding of their logarithms.
inline constexpr double rounded_merit = 1e-9;

}  // namespace detail

/// The least cost as a criterion: cost falls with size while sum of eps + N/(N + fixed_gpus) is below one. "deadline" or
/// "least_gpus" binds alone where the size is that of one of them.
struct Cheapest {
  double work = NaN;
  double deadline = inf;
  double fixed_gpus = 0;
  double least_gpus = 1;
  static constexpr int order = 1;
  static constexpr bool global_maximum = true, of_strategy = true, of_factors = true;
  static constexpr TermNames<3> own_terms{"cost", "deadline", "least_gpus"};
  static constexpr std::string_view text = "the size that costs least of those that meet the deadline";

  static constexpr std::string_view name() { return "cheapest_gpus"; }
  void validate() const;
  double target() const { return 1; }
  template <class S>
  void terms(const AtSize<dual<S>>& at, Terms<S>& out) const {
    add_slopes(at.strategy_losses, out);
    add_slopes(at.factor_losses, out);
    out.add("cost", S(at.run.gpus.value / (at.run.gpus.value + S(fixed_gpus))));
  }
  std::string until() const { return "the work costs more, or misses its deadline"; }
  std::string equation() const {
    return "sum of d losses / d ln N + N / (N + fixed_gpus) = 1, fixed_gpus = " + to_text(fixed_gpus, 6);
  }
  double log_merit(double log_throughput, double gpus) const { return log_throughput - std::log(gpus + fixed_gpus); }

  /// Whether no term makes the size what it is.
  bool binds_alone(std::string_view binding) const { return binding == "deadline" || binding == "least_gpus"; }
  /// What is zero at the size where such a one binds, from ln of that size and of its throughput, both in ideal GPUs.
  template <class S>
  S excess_of(std::string_view binding, const S& log_gpus, const S& log_useful) const {
    return binding == "deadline" ? S(S(std::log(work / deadline)) - log_useful) : S(log_gpus - S(std::log(least_gpus)));
  }
  /// The search below, where the criterion is chosen at run time.
  template <class St, class... F>
  std::optional<Limit<>> own_limit(const TrainingRun<>& run, const growth::PowerLaw& law, const St& strategy,
                                   const F&... factors) const {
    return cheapest_gpus(run, *this, law, strategy, factors...);
  }
};

constexpr auto fields(const Cheapest*) {
  using enum Effect;
  return std::to_array<Field<Cheapest, double>>({
      {"work",
       &Cheapest::work,
       "s",
       positive,
       "ideal GPU-seconds, at every size",
       {1e9, 1e12, "400 GPUs for a month to 30,000 GPU-years"},
       cost},
      {"deadline", &Cheapest::deadline, "s", positive_or_inf, "latest wall-clock time", {units::day, units::year}, help},
      {"fixed_gpus", &Cheapest::fixed_gpus, "1", not_negative, "what costs per second at any size, in GPUs", {0, 1e5}, cost},
      {"least_gpus", &Cheapest::least_gpus, "1", positive, "GPUs that the model needs to fit at all", {1, 1e5}, cost},
  });
}
static_assert(table_is_complete<Cheapest>, "Cheapest: a member without its row, or a row without its member");
static_assert(Criterion<Cheapest>);
inline void Cheapest::validate() const { scaling_limits::validate(*this, name()); }

/// What is zero where something binds that no term makes, at ln(N / gpus).
template <class C, class P, class S>
S excess_alone(const C& criterion, std::string_view binding, const P& problem, const S& log_size) {
  using std::log;
  const S log_gpus(log(problem.run.gpus));
  return criterion.excess_of(binding, S(log_gpus + log_size), S(log_gpus + problem.log_throughput(log_size)));
}

namespace detail {

/// The search for the cheapest size: from the least to the fastest, from the deadline on, then where cost turns.
template <class P>
class CheapestSearch {
 public:
  /// @param peak where the fastest size was looked for, if it is none
  CheapestSearch(const P& problem, const Cheapest& wanted, const Limit<double>& fastest, const Found& peak)
      : problem_(problem), wanted_(wanted), fastest_(fastest), peak_(peak) {}

  Limit<double> answer() {
    if (fastest_.status == Status::not_converged || (fastest_.status == Status::infeasible && !ends_ && !falls_))
      return fastest_;
    using Stage = std::optional<Limit<double>> (CheapestSearch::*)();
    for (const Stage stage : {&CheapestSearch::find_sizes, &CheapestSearch::meet_deadline, &CheapestSearch::find_cheapest})
      if (auto none = (this->*stage)()) return *std::move(none);
    return told();
  }

 private:
  static Limit<double> infeasible(std::string why) { return no_answer<double>(Status::infeasible, std::move(why)); }

  /// From the least to the fastest, as far as the strategy knows them.
  std::optional<Limit<double>> find_sizes() {
    high_ = fastest_.status == Status::ok ? std::log(fastest_.value) - log_gpus_
            : ends_ || falls_             ? peak_.log_size
                                          : countable_span(problem_.run, problem_.law, problem_.strategy).high;
    low_ = std::log(begins_ ? known_.low : wanted_.least_gpus) - log_gpus_;
    if (low_ > high_) return infeasible("infeasible: least_gpus is beyond the fastest size or the cap");
    const Span answered = known_to_strategy(problem_, {low_, high_});
    if (answered.low > answered.high) return infeasible(problem_.note(low_));
    strategy_begins_ = answered.low > low_;
    low_ = answered.low;
    return {};
  }

  /// Time falls up to the fastest size: the deadline is a least size. A run that has no goodput is late.
  std::optional<Limit<double>> meet_deadline() {
    const auto lateness = [&](const auto& u) { return excess_alone(wanted_, "deadline", problem_, u); };
    const auto late = [&](double u) { return !(lateness(u) <= 0); };
    if (!(wanted_.deadline < inf && late(low_))) return {};
    double a = low_, b = low_;
    while (b < high_ && late(b)) a = b, b = (std::min)(high_, b + 0.25);
    if (late(b))
      return infeasible(peak_.outcome == Outcome::beyond ? "infeasible: no size up to the end of the table of '" +
                                                               std::string(known_.ends) + "' meets the deadline"
                                                         : "infeasible: no size meets the deadline");
    const auto excess = [&](const dual<double>& minus_u) { return lateness(dual<double>(-minus_u)); };
    const auto root = numeric::rising_root(excess, -0.5 * (a + b), -b, -a);
    if (root.status == numeric::RootStatus::not_converged)
      return no_answer<double>(Status::not_converged, std::string(why_not_converged));
    low_ = -root.value;
    bound_ = "deadline";
    return {};
  }

  /// Of the ends, and every size between where cost turns from falling to rising.
  std::optional<Limit<double>> find_cheapest() {
    if (ends_ && problem_.excess(high_) < 0)
      return infeasible(peak_.outcome == Outcome::beyond ? why_unknown(problem_, true) : why_beyond_strategy(problem_, high_));
    best_ = low_;
    for (const auto& [log_size, upward, converged] : crossings(problem_, low_, high_)) {
      if (!converged) return no_answer<double>(Status::not_converged, std::string(why_not_converged), roots_);
      roots_.add(problem_.run.gpus * std::exp(log_size));
      if (upward && problem_.merit(log_size) > problem_.merit(best_)) best_ = log_size;
    }
    if (fastest_.status == Status::ok && problem_.merit(high_) > problem_.merit(best_)) best_ = high_;
    if (fastest_.status == Status::no_limit && problem_.merit(high_) > problem_.merit(best_) + rounded_merit)
      return no_answer<double>(Status::no_limit, "no limit: cost still falls at " + power_of_ten_below(high_ + log_gpus_),
                               roots_);
    return {};
  }

  /// The best size and what binds there.
  Limit<double> told() const {
    if (best_ == high_ && problem_.cap().gpus == fastest_.value) return at_cap<double>(problem_, problem_.cap(), roots_);
    if (best_ > low_) return describe(problem_, best_, roots_);
    if (begins_ && !strategy_begins_ && bound_ == "least_gpus")
      return no_answer<double>(Status::infeasible, "infeasible: cost still falls towards " + to_text(known_.low, 6) +
                                                       " GPUs, where the table of '" + std::string(known_.begins) + "' begins");
    Limit<double> limit = describe(problem_, best_, roots_, bound_);
    if (limit.status != Status::ok || bound_ != "least_gpus") return limit;
    if (strategy_begins_) limit.add_note("the least size for the strategy " + std::string(problem_.strategy.name()));
    else limit.value = wanted_.least_gpus;
    return limit;
  }

  const P& problem_;
  const Cheapest& wanted_;
  const Limit<double>& fastest_;
  const Found& peak_;
  // where throughput still rises at the end of the sizes that the factors or the strategy know, cost may have turned before
  bool ends_ = peak_.outcome == Outcome::beyond || peak_.outcome == Outcome::beyond_strategy;
  // where it falls from the least size on, that is the fastest
  bool falls_ = peak_.outcome == Outcome::infeasible && peak_.log_size == peak_.log_size;
  SizeRange known_ = problem_.domain();
  bool begins_ = known_.low > wanted_.least_gpus, strategy_begins_ = false;
  double log_gpus_ = std::log(problem_.run.gpus), low_ = NaN, high_ = NaN, best_ = NaN;  // sizes: ln(N / gpus)
  std::string_view bound_ = "least_gpus";
  Roots roots_{};
};

}  // namespace detail

/// The cheapest size: least (N + fixed_gpus) T(N) among the sizes from least_gpus to the fastest that meet the deadline. Shares
/// name what binds: "deadline" or "least_gpus" alone where one of them does, else the slopes of losses and cost.
///
/// @throws DomainError for a parameter out of range
template <class S, class St = strategies::Blocking<>, class... F>
Limit<double> cheapest_gpus(const TrainingRun<S>& run_of, const Cheapest& wanted, const growth::PowerLaw& law = growth::fixed(),
                            const St& strategy = {}, const F&... factors) {
  const TrainingRun<double> run = converted<TrainingRun, double>(run_of);
  wanted.validate();
  // of one type where the strategy may be any
  const peak_throughput highest;
  const auto& most = detail::beside(highest, strategy);
  const auto& least = detail::beside(wanted, strategy);
  const Limit<double> fastest = max_gpus(run, most, law, strategy, factors...);
  const Found peak = fastest.status == Status::infeasible ? search(Problem{run, most, law, strategy, factors...}) : Found{};
  return detail::CheapestSearch(Problem{run, least, law, strategy, factors...}, wanted, fastest, peak).answer();
}

/// The same: max_gpus answers every criterion.
template <class S, class St = strategies::Blocking<>, class... F>
Limit<double> max_gpus(const TrainingRun<S>& run, const Cheapest& wanted, const growth::PowerLaw& law = growth::fixed(),
                       const St& strategy = {}, const F&... factors) {
  return cheapest_gpus(run, wanted, law, strategy, factors...);
}

}  // namespace scaling_limits::limits
