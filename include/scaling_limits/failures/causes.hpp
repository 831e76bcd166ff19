// SPDX-License-Identifier: Apache-2.0
// What stops a run, a row each: how often, what it takes away, how long it goes unnoticed, what has to be replaced, which
// restart follows. gpu_mttf alone is a list of one. Preemption, hangs, silent errors, planned stops, a power feed that takes a
// hall down are rows like any other; what a list comes to is worked out in restart_in_force.hpp.
//
// Rates are said in one of the usual ways, of one unit (a GPU, a node, a domain, which all grow with the run) or of the job:
//
//   mttf 1/mttf, afr x/year, failing_share p: -ln(1 - p)/year, fit x/(10^9 h), per_1000_unit_days x/(1000 d)     x units
//   mtbf 1/mtbf, events/T (T running time)     of the job
//   share     of the rate of the run's gpu_mttf
//   per_failure x (rate of all rows that are failures)     of planned stops
#pragma once
#include "../version.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "../core/fields.hpp"
#include "../core/fixed_list.hpp"
#include "../core/result_fields.hpp"
#include "../core/units.hpp"
#include "../core/words.hpp"
#include "restart_in_force.hpp"

namespace scaling_limits::failures {

/// What a rate is of.
enum class Per { unsaid, gpu, node, domain, job };
constexpr auto words(const Per*) {
  return std::to_array<Word<Per>>({{"gpu", Per::gpu}, {"node", Per::node}, {"domain", Per::domain}, {"job", Per::job}});
}

/// Who brings a run back: nobody has to; somebody, called at any hour; somebody who is there in some hours of the week.
enum class RestartedBy { unsaid, automatic, on_call, attended };
constexpr auto words(const RestartedBy*) {
  return std::to_array<Word<RestartedBy>>(
      {{"automatic", RestartedBy::automatic}, {"on_call", RestartedBy::on_call}, {"attended", RestartedBy::attended}});
}

template <class S = double>
struct Cause {
  std::string name{};
  Per per = Per::unsaid;
  RestartedBy operation = RestartedBy::unsaid;
  S gpus_per_unit = S(NaN), exponent = S(NaN);
  S mttf = S(NaN), afr = S(NaN), failing_share = S(NaN), fit = S(NaN), per_1000_unit_days = S(NaN);
  S mtbf = S(NaN), share = S(NaN), events = S(NaN), days = S(NaN), running_days = S(NaN), on_gpus = S(NaN);
  S per_failure = S(NaN), reaction = S(NaN);
  S detection = S(NaN), waiting = S(NaN), replacement = S(NaN), downtime = S(NaN);
  S extra_restart = S(0), restart_time = S(NaN), retry_chance = S(0), retry_time = S(0);
  S severity = S(0), leaves_state = S(0), common = S(0), takes = S(NaN), planned = S(0), lag = S(NaN);

  template <class T>
  Cause<T> over() const {
    Cause<T> to = converted<failures::Cause, T>(*this);
    to.name = name, to.per = per, to.operation = operation;
    return to;
  }
  bool is_planned() const { return value_of(planned) != 0; }
  bool is_silent() const { return value_of(lag) == value_of(lag); }
  /// Whether its rate is counted: events in a window.
  bool is_counted() const { return value_of(events) == value_of(events); }
  /// Whether its rate is of the job, not of one unit.
  bool is_of_job() const { return per == Per::job || is_counted() || value_of(mtbf) == value_of(mtbf); }
  /// Whether its rate is a share of gpu_mttf's.
  bool is_share() const { return value_of(share) == value_of(share); }
  /// Whether it comes with the failures.
  bool is_per_failure() const { return value_of(per_failure) == value_of(per_failure); }
};

template <class S>
constexpr auto fields(const Cause<S>*) {
  using C = Cause<S>;
  using enum Effect;
  using units::day, units::hour;
  return std::to_array<Field<C, S>>({
      {"gpus_per_unit", &C::gpus_per_unit, "1", if_given(positive),
       "GPUs of one unit; not given: 1 of a GPU, 8 of a node, and a domain must say", usually(1, 10000)},
      {"exponent", &C::exponent, "1", if_given(any_exponent),
       "of the job's rate in its size; not given: 0, of events 1 unless planned or of people", usually(0, 1)},
      {"mttf", &C::mttf, "s", if_given(positive_or_inf), "mean running time to a failure of one unit",
       usually(1000 * hour, 1e7 * hour), help},
      {"afr", &C::afr, "1", if_given(as_share(not_negative)), "failures of one unit in a year of 365.25 days; may exceed 1",
       usually(0.001, 0.2), cost},
      {"failing_share", &C::failing_share, "1", if_given(fraction), "share of the units that fail within a year",
       usually(0.001, 0.2), cost},
      {"fit", &C::fit, "1", if_given(not_negative), "failures of one unit in 10^9 hours", usually(1, 50000), cost},
      {"per_1000_unit_days", &C::per_1000_unit_days, "1", if_given(not_negative), "failures of 1,000 units in a day",
       usually(0.1, 20, "2.3 to 20 per 1000 node-days (Kokolis et al. 2025, section 4)"), cost},
      {"mtbf", &C::mtbf, "s", if_given(positive_or_inf), "running time between two, of the job at its own size",
       usually(hour, 100 * day), help},
      {"share", &C::share, "1", if_given(closed_fraction), "of the failures that gpu_mttf counts", usually(0.01, 0.5)},
      {"events", &C::events, "1", if_given(not_negative), "counted in so many days, of the job", usually(1, 500), cost},
      {"days", &C::days, "d", if_given(positive), "wall-clock time in which they were counted", usually(7, 100)},
      {"running_days", &C::running_days, "d", if_given(positive), "running time in which they were counted", usually(7, 100)},
      {"on_gpus", &C::on_gpus, "1", if_given(positive), "GPUs of the job whose events they were; not given: the run's own",
       usually(8, 100000)},
      {"per_failure", &C::per_failure, "1", if_given(not_negative), "planned stops for each failure of all other rows",
       usually(0.1, 2, "0.1 to 1.4 (docs/derivations.md, \"People\")"), cost},
      {"detection", &C::detection, "s", if_given(not_negative), "until it is noticed: a time-out, say", usually(0, hour), cost},
      {"waiting", &C::waiting, "s", if_given(not_negative), "until somebody or something acts: a queue, a person",
       usually(0, 12 * hour), cost},
      {"reaction", &C::reaction, "s", if_given(not_negative),
       "mean, until who or what brings it back acts; not given: that of an operation of the same kind, else 0",
       usually(0, 4 * hour), cost},
      {"replacement", &C::replacement, "s", if_given(not_negative), "until what it took is replaced", usually(0, 4 * hour),
       cost},
      {"downtime", &C::downtime, "s", if_given(not_negative),
       "all three together; not given: their sum, or the run's where none is said", usually(0, 4 * hour), cost},
      {"extra_restart", &C::extra_restart, "s", not_negative, "what its restart takes beyond the run's own", usually(0, hour),
       cost},
      {"restart_time", &C::restart_time, "s", if_given(not_negative), "its restart, exposed; not given: the run's own",
       usually(0, hour), cost},
      {"retry_chance", &C::retry_chance, "1", fraction, "that a restart which nothing strikes fails all the same, at its end",
       usually(0, 0.5), cost},
      {"retry_time", &C::retry_time, "s", not_negative, "lost before the next try, unexposed", usually(0, hour), cost},
      {"severity", &C::severity, "1", counted(0), "level of checkpoint that it needs; 0: the highest there is", usually(0, 3)},
      {"leaves_state", &C::leaves_state, "1", flag, "whether a whole replica, or the memory of the hosts, survives it"},
      {"common", &C::common, "1", flag, "whether it stops every learner and every replica at once"},
      {"takes", &C::takes, "1", if_given(counted(0)), "GPUs that go to repair; not given: what the strategy says",
       usually(0, 72), cost},
      {"planned", &C::planned, "1", flag, "whether it is announced: the state is saved first; its rate is per time of work"},
      {"lag", &C::lag, "s", if_given(not_negative), "of a silent error: until it is found, by the clock; not given: none is",
       usually(hour, 7 * day), cost},
  });
}

/// A field of a cause by its name.
template <class P>
struct CauseKey {
  std::string_view name{};
  P Cause<P>::* member = nullptr;
};
/// The fields that say a rate, of which a cause has one.
template <class P>
inline constexpr CauseKey<P> rate_keys[] = {{"mttf", &Cause<P>::mttf},
                                            {"afr", &Cause<P>::afr},
                                            {"failing_share", &Cause<P>::failing_share},
                                            {"fit", &Cause<P>::fit},
                                            {"per_1000_unit_days", &Cause<P>::per_1000_unit_days},
                                            {"mtbf", &Cause<P>::mtbf},
                                            {"share", &Cause<P>::share},
                                            {"events", &Cause<P>::events},
                                            {"per_failure", &Cause<P>::per_failure}};
/// The keys that go with one rate or another, and those that say a downtime.
inline constexpr auto beside_rate_keys =
    std::to_array<std::string_view>({"per", "gpus_per_unit", "exponent", "days", "running_days", "on_gpus"});
inline constexpr auto downtime_keys = std::to_array<std::string_view>({"downtime", "detection", "waiting", "replacement"});

template <class S>
constexpr auto fields(const CauseMix<S>*) {
  using M = CauseMix<S>;
  return std::tuple(
      ResultField("failure_rate", &M::failure_rate, "1/s", "of all rows that strike, per second of running time"),
      ResultField("restart_chance", &M::restart_chance, "1", "that after a failure nothing strikes until the run is up"),
      ResultField("restart_time", &M::restart_time, "s",
                  "-ln(restart_chance)/failure_rate: the one restart that does the same"),
      ResultField("downtime", &M::downtime, "s", "in the mean, what retries wait included"),
      ResultField("mean_outage", &M::mean_outage, "s", "from a failure until the run is up"));
}

/// What a row's rate and times are of.
template <class S>
struct CausesOf {
  S gpus{}, run_rate{}, downtime{};  // of the run at its size; run_rate: of its gpu_mttf
  double own_gpus{};                 // the size at which rates of the job are given
};

/// x^e of a size over another, exact where nothing grows.
template <class S>
S grown_by(const S& ratio, const S& exponent) {
  using std::exp;
  using std::log;
  if (is_zero(exponent)) return S(1);
  return is_zero(S(exponent - S(1))) ? ratio : S(exp(S(exponent * log(ratio))));
}

/// Whether a number is: NaN stands for one that is not.
template <class S>
bool is_given(const S& x) {
  return value_of(x) == value_of(x);
}

namespace detail {

template <class S, class P>
S downtime_of(const Cause<P>& cause, const S& of_run) {
  if (is_given(cause.downtime)) return S(cause.downtime);
  bool said = false;
  S sum(0);
  for (const auto member : {&Cause<P>::detection, &Cause<P>::waiting, &Cause<P>::replacement})
    if (is_given(cause.*member)) said = true, sum = sum + S(cause.*member);
  return said ? sum : of_run;
}

/// Running time in which a row's events were counted [s]: of wall-clock days, less what the rows counted in them were down for,
/// those of a job of the same size.
template <class S, class P>
S exposure_of(const Cause<P>& cause, const std::vector<Cause<P>>& list, const S& downtime) {
  if (is_given(cause.running_days)) return S(cause.running_days) * S(units::day);
  S left = S(cause.days) * S(units::day);
  const auto same_job = [&](const Cause<P>& other) {
    return is_given(cause.on_gpus) ? value_of(other.on_gpus) == value_of(cause.on_gpus) : !is_given(other.on_gpus);
  };
  for (const Cause<P>& other : list)
    if (other.is_counted() && is_given(other.days) && value_of(other.days) == value_of(cause.days) && same_job(other))
      left = left - S(other.events) * downtime_of(other, downtime);
  return left;
}

/// Failures of one unit per second.
template <class S, class P>
S unit_rate(const Cause<P>& cause) {
  constexpr double year = 365.25 * units::day;
  if (is_given(cause.mttf)) return S(1) / S(cause.mttf);
  if (is_given(cause.afr)) return S(cause.afr) / S(year);
  if (is_given(cause.failing_share)) return -log_one_plus(S(-S(cause.failing_share))) / S(year);
  if (is_given(cause.fit)) return S(cause.fit) / S(1e9 * units::hour);
  return S(cause.per_1000_unit_days) / S(1000 * units::day);
}

template <class P>
double gpus_of_unit(const Cause<P>& cause) {
  if (is_given(cause.gpus_per_unit)) return value_of(cause.gpus_per_unit);
  return cause.per == Per::domain ? NaN : cause.per == Per::node ? 8 : 1;
}

}  // namespace detail

/// The exponent of a row's rate in the size of the run.
template <class S, class P>
S size_exponent(const Cause<P>& cause) {
  if (!cause.is_of_job() || cause.is_share() || cause.is_per_failure()) return S(1);
  if (is_given(cause.exponent)) return S(cause.exponent);
  return S(cause.is_counted() && !cause.is_planned() && cause.name != "people" ? 1 : 0);
}

/// Its rate per second, one of a list, at the size of a run.
template <class S, class P>
S rate_of(const Cause<P>& cause, const std::vector<Cause<P>>& list, const CausesOf<S>& of) {
  if (cause.is_share()) return S(cause.share) * of.run_rate;
  if (cause.is_per_failure()) return S(cause.per_failure);  // times the failures: with_failures
  const S own = is_given(cause.on_gpus) ? S(cause.on_gpus) : S(of.own_gpus);
  if (cause.is_of_job()) {
    S rate = is_given(cause.mtbf) ? S(S(1) / S(cause.mtbf)) : detail::unit_rate<S>(cause);
    if (cause.is_counted()) rate = S(cause.events) / detail::exposure_of(cause, list, of.downtime);
    const S exponent = size_exponent<S>(cause);
    return is_zero(exponent) ? rate : S(rate * grown_by(S(of.gpus / own), exponent));
  }
  const double unit = detail::gpus_of_unit(cause);
  return detail::unit_rate<S>(cause) * of.gpus / S(unit);
}

template <class S>
using CauseRows = FixedList<CauseRow<S>, most_rows>;

/// The rows of a list at the size of a run, "other" behind them: what gpu_mttf counts beyond the shares. The restart of a row
/// is NaN where it is the run's own, and what it takes beyond that is `extra_restart`.
template <class S, class P>
CauseRows<S> rows_of(const std::vector<Cause<P>>& list, const CausesOf<S>& of) {
  CauseRows<S> rows;
  S others(1);
  for (const Cause<P>& cause : list) {
    CauseRow<S>& row = rows.push_back({});
    row.rate = rate_of(cause, list, of), row.exponent = size_exponent<S>(cause);
    row.downtime = detail::downtime_of(cause, of.downtime);
    row.restart_time = S(cause.restart_time), row.says_restart = is_given(cause.restart_time);
    row.extra_restart = S(cause.extra_restart);
    row.retry_chance = S(cause.retry_chance), row.retry_time = S(cause.retry_time);
    row.lag = S(cause.lag), row.takes = S(cause.takes), row.detection = S(cause.detection);
    row.severity = saturated<int>(value_of(cause.severity));
    row.leaves_state = value_of(cause.leaves_state) != 0, row.common = value_of(cause.common) != 0;
    row.planned = cause.is_planned(), row.of = rows.size() - 1;
    if (cause.is_share()) others = others - S(cause.share);
  }
  constexpr double rounded = 1e-12;  // shares as people write them
  if (value_of(of.run_rate) > 0 && value_of(others) > rounded) {
    CauseRow<S>& row = rows.push_back({});
    row.rate = others * of.run_rate, row.downtime = of.downtime, row.restart_time = S(NaN), row.exponent = S(1);
    row.unsaid = true, row.of = rows.size() - 1;
  }
  return rows;
}

/// Rows that come with the failures of the others: so many for each become so many per second.
template <class S, class P>
void with_failures(CauseRows<S>& rows, const std::vector<Cause<P>>& list) {
  S failures(0);
  for (const auto& row : rows)
    if (!row.planned) failures = failures + row.rate;
  for (auto& row : rows)
    if (row.of < list.size() && list[row.of].is_per_failure()) row.rate = row.rate * failures;
}

}  // namespace scaling_limits::failures
