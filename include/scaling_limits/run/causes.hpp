// SPDX-License-Identifier: Apache-2.0
// What stops a run and how it comes back, beside the run itself: a list of causes (failures/causes.hpp) in place of one
// gpu_mttf, the parts of a restart (restart_parts.hpp) in place of one initialization_time, and who brings it back
// (operation.hpp). Without them it is the run's own: one cause, with the run's downtime and restart.
#pragma once
#include "../version.hpp"

#include <optional>
#include <utility>

#include "../failures/cause_checks.hpp"
#include "growth.hpp"
#include "operation.hpp"
#include "restart_parts.hpp"

namespace scaling_limits {

/// How the parts of a restart but the load stand to the initialization_time of a run: in its place, on top of it, or as what it
/// is at least.
enum class PartsAre { in_place, on_top, at_least };

/// A run with the parts of its restarts.
template <class S, class P>
TrainingRun<S> restarting_by(const RestartParts<P>& parts, PartsAre they, const TrainingRun<S>& run) {
  TrainingRun<S> at = parts.applied_to(run);
  if (they == PartsAre::on_top) at.initialization_time = run.initialization_time + at.initialization_time;
  if (they == PartsAre::at_least) at.initialization_time = larger(run.initialization_time, S(at.initialization_time));
  return at;
}

/// The rows of a list at one size of the run, as whoever protects the run needs them.
template <class S>
struct StopsAt {
  failures::CauseRows<S> rows{};  // restart_time NaN where it is the run's own
  std::optional<RestartParts<S>> restart{};
  PartsAre parts_are = PartsAre::in_place;
  const failures::AttendedHours* hours = nullptr;  // of rows that are attended

  /// The run with its restarts in force.
  TrainingRun<S> restarting(const TrainingRun<S>& run) const { return restart ? restarting_by(*restart, parts_are, run) : run; }
  /// The rows with their restarts: the run's own, by so much longer or what the row says; and with the waits of those that are
  /// attended. @param own restart of the run [s]; @param times how often who waits fails, per failure of the rows
  failures::CauseRows<S> restarted(const S& own, const S& times = S(1)) const {
    failures::CauseRows<S> all = rows;
    for (auto& row : all)
      if (!row.says_restart) row.restart_time = own + row.extra_restart;
    if (hours) detail::put_waits(all, *hours, times);
    return all;
  }
  /// When in the week it runs, of rows of which some are attended. @param own restart of the run [s]
  std::vector<failures::PartOfWeek<S>> week(const S& own) const {
    if (!hours || !detail::any_attended(rows)) return {};
    StopsAt unattended = *this;
    unattended.hours = nullptr;
    const auto all = unattended.restarted(own);
    return failures::running_week<S>(detail::OutagesOfRows<S>(all, S(1)).kinds, *hours);
  }
  /// The same of one of so many parts of the run: rates of units are shared, those of the job as they grow with it.
  template <class Keep>
  StopsAt of_part(const S& parts, const Keep& keep) const {
    StopsAt part;
    part.restart = restart, part.parts_are = parts_are, part.hours = hours;
    for (const auto& row : rows)
      if (keep(row)) {
        auto& own = part.rows.push_back(row);
        own.rate = row.rate / failures::grown_by(parts, row.exponent);
      }
    return part;
  }
};

/// Causes and parts of a restart, of a run of so many GPUs.
template <class P = double>
struct Stops {
  std::vector<failures::Cause<P>> causes{};
  std::optional<RestartParts<P>> restart{};
  double gpus = NaN;              // the run's own, of which the rates of the job are; NaN: those of whatever run is asked about
  std::vector<P> rate_factors{};  // of as many rows, "other" last: so many times its rate; none: 1
  PartsAre parts_are = PartsAre::in_place;
  bool like_others = false;  // whether a strategy's own shares say what its failures need, as of those that no cause is of
  growth::PartsLaw restart_growth{};        // of the parts, by the size of the run
  std::optional<Operation<P>> operation{};  // put by operate()
  double all_downtime = NaN;                // of every failure, all that its outage takes; NaN: as its row says

  bool empty() const { return causes.empty() && !restart && !operation && !says_downtime(); }
  /// Whether nothing stops the run but what its gpu_mttf counts, as often as that says.
  bool has_no_causes() const {
    return causes.empty() && rate_factors.empty() && !like_others && !operation && !says_downtime();
  }
  bool says_downtime() const { return all_downtime == all_downtime; }
  /// Whether a row is a failure: planned stops leave open what else there is.
  bool lists_failures() const {
    return std::any_of(causes.begin(), causes.end(), [](const auto& cause) { return !cause.is_planned(); });
  }
  /// The same with nobody who operates it; returns who did.
  std::optional<Operation<P>> leave_alone() {
    if (operation) causes.resize(causes.size() - operation->own_causes().size());
    return std::exchange(operation, std::nullopt);
  }
  /// The same run by other people: their own stops are rows behind the others.
  void operate(const Operation<P>& by) {
    leave_alone();
    operation = by;
    for (auto& cause : by.own_causes()) causes.push_back(std::move(cause));
  }
  /// The parts of the restart of a run of that size, where they are given.
  template <class S>
  RestartParts<S> restart_at(const S& size) const {
    return restart_growth.at(scaling_limits::over<S>(*restart), size);
  }
  /// The run with its restarts in force.
  template <class S>
  TrainingRun<S> restarting(const TrainingRun<S>& run) const {
    return restart ? restarting_by(restart_at(run.gpus), parts_are, run) : run;
  }
  /// The same with parts of the restart that grow so; nothing: they do. Throws InvalidArgument where there are none to grow.
  std::optional<Stops> growing(const growth::PartsLaw& law) const {
    if (law.grows() && !restart) law.refuse();
    const bool same_size = law.gpus == restart_growth.gpus || !law.grows();
    if (law.exponents == restart_growth.exponents && same_size) return {};
    Stops to = *this;
    to.restart_growth = law;
    return to;
  }
  template <class T>
  Stops<T> over() const {
    Stops<T> to;
    for (const auto& cause : causes) to.causes.push_back(scaling_limits::over<T>(cause));
    if (restart) to.restart = scaling_limits::over<T>(*restart);
    if (operation) to.operation = scaling_limits::over<T>(*operation);
    to.gpus = gpus, to.all_downtime = all_downtime, to.parts_are = parts_are, to.like_others = like_others,
    to.restart_growth = restart_growth;
    for (const P& factor : rate_factors) to.rate_factors.push_back(T(factor));
    return to;
  }
  /// The same with one row that strikes so many times as often, all others as they are, what gpu_mttf counts beside it too.
  Stops scaled(std::size_t row, const P& factor) const {
    Stops to = *this;
    if (to.rate_factors.size() <= row) to.rate_factors.resize(row + 1, P(1));
    to.rate_factors[row] = to.rate_factors[row] * factor;
    return to;
  }
  /// As a run of that size meets them. It looks at the hours of these stops, which must outlive it.
  template <class S>
  StopsAt<S> at(const TrainingRun<S>& run) const {
    const failures::CausesOf<S> of{run.gpus, run.failure_rate(), run.downtime, gpus == gpus ? gpus : value_of(run.gpus)};
    StopsAt<S> at{failures::rows_of(causes, of), {}, parts_are};
    for (auto& row : at.rows) {
      if (row.of < rate_factors.size()) row.rate = row.rate * S(rate_factors[row.of]);
      row.unsaid = row.unsaid || (like_others && row.strikes());
    }
    failures::with_failures(at.rows, causes);
    if (restart) at.restart = restart_at(run.gpus);
    if (operation && !operation->hours.empty()) at.hours = &operation->hours;
    for (auto& row : at.rows) bring_back(row);
    return at;
  }
  /// Who brings a run back after a row, and how soon he acts.
  failures::RestartedBy brought_back_by(const failures::Cause<P>* cause, bool planned) const {
    if (cause && cause->operation != failures::RestartedBy::unsaid) return cause->operation;
    return operation && !planned ? operation->kind : failures::RestartedBy::automatic;
  }
  P reaction_to(const failures::Cause<P>* cause, failures::RestartedBy by) const {
    if (cause && failures::is_given(cause->reaction)) return cause->reaction;
    const bool as_run = operation && by == operation->kind && !(cause && cause->is_planned());
    return as_run ? operation->reaction : P(NaN);
  }

 private:
  template <class S>
  void bring_back(failures::CauseRow<S>& row) const {
    const auto* cause = row.of < causes.size() ? &causes[row.of] : nullptr;
    if (operation && is_zero(row.retry_chance))
      row.retry_chance = S(operation->retry_chance), row.retry_time = S(operation->retry_time);
    if (says_downtime() && row.strikes()) {
      row.downtime = S(all_downtime), row.retry_time = S(0);
      return;
    }
    const auto by = brought_back_by(cause, row.planned);
    const P said = reaction_to(cause, by);
    const S reaction = failures::is_given(said) ? S(said) : S(0);
    row.attended = by == failures::RestartedBy::attended;
    if (row.attended) row.reaction = reaction;
    else row.downtime = row.downtime + reaction;
  }
};

/// Throws InvalidArgument naming row and key where a row needs people of whom nobody says when they come.
template <class P>
void check_people(const Stops<P>& stops) {
  using failures::RestartedBy;
  if (stops.operation) validate(*stops.operation);
  for (const auto& cause : stops.causes) {
    const auto refuse = [&](bool wrong, std::string_view key, std::string_view why) {
      if (wrong)
        throw InvalidArgument("cause " + in_quotes(cause.name) + ": " + std::string(key) + " " + std::string(why), key);
    };
    const auto by = stops.brought_back_by(&cause, cause.is_planned());
    refuse(by == RestartedBy::on_call && !failures::is_given(stops.reaction_to(&cause, by)), "reaction",
           "must be given where somebody is called");
    refuse(by == RestartedBy::attended && !(stops.operation && !stops.operation->hours.empty()), "operation",
           "is attended: the hours of [operation] must say when");
  }
}

/// Throws InvalidArgument or DomainError naming row and key: of the list, and where it counts what gpu_mttf counts too.
template <class P, class S>
void validate(const Stops<P>& stops, const TrainingRun<S>& run) {
  failures::validate(stops.causes, P(value_of(run.downtime)));
  if (stops.restart) validate(*stops.restart);
  check_people(stops);
  if (value_of(run.gpu_mttf) == inf) return;
  for (const auto& cause : stops.causes)
    if (!cause.is_share() && !cause.is_planned())
      throw InvalidArgument("cause " + in_quotes(cause.name) +
                                ": has a rate of its own, and gpu_mttf counts every failure: give " +
                                "its share of that, or leave gpu_mttf out (unlimited)",
                            "gpu_mttf");
}

/// What a list comes to at the size of a run, where no more is needed (failures::CauseMix).
template <class S, class P>
failures::CauseMix<S> cause_mix(const TrainingRun<S>& run, const Stops<P>& stops) {
  validate(run);
  validate(stops, run);
  const auto at = stops.at(run);
  return failures::mix_of(at.restarted(at.restarting(run).restart_time()).span());
}

namespace detail {

/// The run that costs what the mix does: one cause of its rate, with its downtime and restart.
template <class S>
TrainingRun<S> as_mixed(TrainingRun<S> run, const failures::CauseMix<S>& mix) {
  // where nothing fails a derivative of gpus/0 would be none
  run.gpu_mttf = value_of(mix.failure_rate) == 0 ? S(inf) : S(run.gpus / mix.failure_rate);
  run.downtime = mix.downtime;
  return run.restarted_in(mix.restart_time);
}

}  // namespace detail

/// The run of one cause that costs blocking checkpoints what the list does: gpu_mttf = gpus/L, downtime and initialization_time
/// are those of its mix. Throws InvalidArgument where a restart is shorter than the load alone: there is no such run.
template <class S, class P>
TrainingRun<S> effective_run(const TrainingRun<S>& run, const Stops<P>& stops) {
  const auto mix = cause_mix(run, stops);
  const auto effective = detail::as_mixed(stops.at(run).restarting(run), mix);
  if (value_of(effective.initialization_time) < 0)
    throw InvalidArgument("effective_run: the restarts take " + to_text(value_of(mix.restart_time)) +
                              " s in force, less than the read_time of the run: no initialization_time makes them so short",
                          "restart_time");
  return effective;
}

}  // namespace scaling_limits
