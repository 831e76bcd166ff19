// SPDX-License-Identifier: Apache-2.0
// Any strategy on a run that a list of causes stops, and that comes back in parts: itself a strategy, so that limits,
// comparisons, levers and the simulator take it like any other. It is asked about the run with what gpu_mttf counts; the list
// is put in its place at whatever size it is asked about.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <memory>

#include "protocol_under.hpp"
#include "rates.hpp"
#include "single_level_under.hpp"
#include "stopped_run.hpp"

namespace scaling_limits::strategies {

template <class St, class P = double>
struct UnderCauses {
  std::shared_ptr<const Stops<P>> stops{};
  St inner{};

  auto name() const { return inner.name(); }
  void validate() const {
    inner.validate(), failures::validate(stops->causes, P(0));
    if (stops->restart) scaling_limits::validate(*stops->restart);
    check_people(*stops);
  }
  /// The same on a run, whose gpu_mttf counts the failures that are shares of it.
  template <class S>
  void validate(const TrainingRun<S>& run) const {
    inner.validate(), scaling_limits::validate(*stops, run);
  }
  std::vector<std::string_view> all_terms() const { return with_extra(terms_under(inner)); }
  std::vector<std::string_view> all_shares() const { return with_extra(shares_under(inner)); }
  std::string note(const TrainingRun<>& run) const { return std::string(inner.note(mixed(run))); }
  double least_gpus() const { return least_gpus_of(inner); }

  template <class S>
  S interval(const TrainingRun<S>& run) const {
    return at(validated(run, *this), [&](const auto& stopped) { return strategies::interval_under(stopped, inner); });
  }
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    return losses_in_range(validated(run, *this));
  }
  template <class S>
  Terms<S> losses_in_range(const TrainingRun<S>& run) const {
    if (saves_singly(inner) && stops->has_no_causes()) return strategies::losses_in_range(stops->restarting(run), inner);
    Terms<S> losses = at(run, [&](const auto& stopped) { return extra_last(strategies::losses_under(stopped, inner)); });
    if (evaluates()) losses.append(evaluation_term, log_one_plus(S(stops->operation->evaluating())));
    return losses;
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    const Terms<S> parts =
        at(validated(run, *this), [&](const auto& stopped) { return extra_last(strategies::breakdown_under(stopped, inner)); });
    if (!evaluates()) return parts;
    const S more = S(stops->operation->evaluating()), useful = S(1) / (S(1) + more);
    Terms<S> all;
    for (const auto& part : parts) all.append(part.name, part.name == "useful" ? S(part.amount * useful) : part.amount);
    all.append(evaluation_term, S(parts.of("useful") * more * useful));
    return all;
  }
  Summary summary(const TrainingRun<>& run) const { return {losses(run).sum(), interval(run), requirements(run)}; }
  Requirements requirements(const TrainingRun<>& run) const {
    return at(validated(run, *this), [&](const auto& stopped) { return strategies::requirements_under(stopped, inner); });
  }
  std::vector<int> pattern(const TrainingRun<>& run) const {
    return at(validated(run, *this), [&](const auto& stopped) { return strategies::pattern_under(stopped, inner); });
  }
  Rates rates(const TrainingRun<>& run) const { return strategies::rates(inner, mixed(validated(run, *this))); }

  /// Of learners that fail apart, the run of one, as it grows and saves.
  template <class S>
  TrainingRun<S> learner(const TrainingRun<S>& run) const
    requires requires(const St& s) { s.learner(run); }
  {
    return inner.learner(run);
  }
  /// A strategy around what protects the run, stopped as that is: the list is of the whole run.
  template <class Around>
  auto within(const Around& around) const {
    return UnderCauses<decltype(around(inner)), P>{stops, around(inner)};
  }

  static constexpr bool is_stopped() { return true; }
  /// What the strategy takes of rows that do not say it, as a sentence; empty: nothing.
  std::string assumed_of_rows(const TrainingRun<>& run) const {
    return at(run, [&](const auto& stopped) { return strategies::assumed_under(stopped, inner).text(stops->causes); });
  }
  /// Throws InvalidArgument where a rate grows from a size that nobody says: what is asked at other sizes than the run's own.
  void check_sizes() const {
    if (stops->gpus == stops->gpus) return;
    for (const auto& cause : stops->causes)
      if (!cause.is_share() && !(value_of(cause.on_gpus) == value_of(cause.on_gpus)) && cause.is_of_job() &&
          value_of(failures::size_exponent<P>(cause)) != 0)
        throw InvalidArgument("cause " + in_quotes(cause.name) +
                                  ": its rate is of the job and grows with it: on_gpus, or the "
                                  "gpus of the list, must say from which size",
                              "on_gpus");
  }
  /// The same under other causes.
  UnderCauses stopped_by(std::shared_ptr<const Stops<P>> others) const { return {std::move(others), inner}; }
  std::shared_ptr<const Stops<P>> stopping() const { return stops; }
  /// The same with parts of the restart that grow so; nothing: they do (growing.hpp).
  std::optional<UnderCauses> growing(const growth::PartsLaw& law) const {
    auto grown = stops->growing(law);
    if (!grown) return {};
    return stopped_by(std::make_shared<const Stops<P>>(*std::move(grown)));
  }

  // within another list: its own counts
  template <class S>
  S interval_under(const StoppedRun<S>& stopped) const {
    return interval(stopped.grown);
  }
  template <class S>
  Terms<S> losses_under(const StoppedRun<S>& stopped) const {
    return losses_in_range(stopped.grown);
  }
  template <class S>
  Terms<S> breakdown_under(const StoppedRun<S>& stopped) const {
    return breakdown(stopped.grown);
  }

  /// What the simulator plays out.
  Protocol protocol(const TrainingRun<>& run) const {
    Protocol p = at(validated(run, *this), [&](const auto& stopped) { return strategies::protocol_under(stopped, inner); });
    if (!stops->operation) return p;
    p.hours = stops->operation->hours;
    const double more = value_of(stops->operation->evaluating());
    p.evaluation = more / (1 + more);
    return p;
  }

  /// The run of one cause that costs blocking checkpoints the same: what a criterion that looks at the run sees.
  template <class S>
  TrainingRun<S> mixed(const TrainingRun<S>& run) const {
    return at(run, [](const auto& stopped) { return mixed_in_range(stopped); });
  }
  /// What one save costs, of one kind of save beside which nothing but failures stops the run.
  template <class S>
  std::optional<checkpoint::Saving<S>> saving_of(const TrainingRun<S>& run) const
    requires requires(const St& s) { s.saving_of(run); }
  {
    const bool failures_alone = std::none_of(stops->causes.begin(), stops->causes.end(),
                                             [](const auto& cause) { return cause.is_planned() || cause.is_silent(); });
    if (!failures_alone) return {};
    return inner.saving_of(mixed(run));
  }
  /// As far as the inner strategy's do, with rates and restarts that do not fall with size.
  bool rises_with(double rate, double least_time) const {
    double least = inf;
    for (const auto& cause : stops->causes)
      least = (std::min)(least, cause.is_share() ? rate : failures::size_exponent<double>(cause));
    const bool own =
        std::all_of(stops->causes.begin(), stops->causes.end(), [](const auto& c) { return c.is_share() || c.is_planned(); });
    if (own) least = (std::min)(least, rate);
    if (!stops->restart) return strategies::rises_with(inner, least, least_time);
    const double least_part = stops->restart_growth.least_time_exponent(*stops->restart);
    const bool falling = value_of(stops->restart->reader_bandwidth) < inf || least_time < 0 || least_part == -inf;
    return !falling && strategies::rises_with(inner, least, (std::min)(least_time, least_part));
  }
  /// Restarts that differ change places, stops that are no failures move the interval.
  bool slopes_may_fall() const { return strategies::slopes_may_fall(inner) || stops->causes.size() > 1; }
  UnderCauses at_best_interval() const { return {stops, strategies::at_best_interval(inner)}; }
  /// The same with a derivative in a number of the inner strategy, by its row.
  auto moving(std::size_t row) const
    requires requires(const St& s) { s.moving(row); }
  {
    return UnderCauses{stops, inner.moving(row)};
  }
  std::string_view without_checkpoints() const {
    if constexpr (requires { inner.without_checkpoints(); }) return inner.without_checkpoints();
    else return {};
  }

 private:
  template <class S, class Ask>
  auto at(const TrainingRun<S>& run, const Ask& ask) const {
    const StopsAt<S> there = stops->at(run);
    return ask(StoppedRun<S>(run, there));
  }
  /// What a strategy around another, or a pool, has named behind the stops that are no failures comes before them.
  template <class S>
  static Terms<S> extra_last(const Terms<S>& terms) {
    const auto is_extra = [](const Term<S>& term) { return term.name == planned_term || term.name == silent_term; };
    if (terms.empty() || std::none_of(terms.begin(), terms.end(), is_extra)) return terms;
    Terms<S> all;
    for (const bool extra : {false, true})
      for (const auto& term : terms)
        if (is_extra(term) == extra) all.append(term.name, term.amount);
    return all;
  }
  std::vector<std::string_view> with_extra(std::vector<std::string_view> terms) const {
    const auto any = [&](auto is) { return std::any_of(stops->causes.begin(), stops->causes.end(), is); };
    if (any([](const auto& cause) { return cause.is_planned(); })) terms.push_back(planned_term);
    if (any([](const auto& cause) { return cause.is_silent(); })) terms.push_back(silent_term);
    if (evaluates()) terms.push_back(evaluation_term);
    return terms;
  }
  /// Whether evaluations take their time of the work. Between two checkpoints they count as work.
  bool evaluates() const { return stops->operation && !is_zero(stops->operation->evaluating()); }
};

/// @param causes in place of gpu_mttf, or shares of it; @param inner what protects the run; @param restart its parts
/// @param gpus of the run at which rates of the job are, where limits are asked for; @param operation who brings it back
template <class St>
UnderCauses<St> under_causes(std::vector<failures::Cause<>> causes, St inner, std::optional<RestartParts<>> restart = {},
                             double gpus = NaN, const std::optional<Operation<>>& operation = {}) {
  Stops<> stops{std::move(causes), std::move(restart), gpus};
  if (operation) stops.operate(*operation);
  return {std::make_shared<const Stops<>>(std::move(stops)), std::move(inner)};
}

/// What stops the runs of a strategy and how they come back, beside what the run itself says; of one that is asked about a run
/// as it is: nothing.
template <class St>
Stops<> stops_of(const St& strategy) {
  if constexpr (requires { strategy.stopping(); })
    if (const std::shared_ptr<const Stops<>> stops = strategy.stopping()) return *stops;
  return {};
}
/// A strategy on runs that are stopped so, in place of what stopped them.
template <class St, class P>
auto with_stops(const St& strategy, Stops<P> stops) {
  auto shared = std::make_shared<const Stops<P>>(std::move(stops));
  if constexpr (requires { strategy.stopped_by(shared); }) return strategy.stopped_by(std::move(shared));
  else return UnderCauses<St, P>{std::move(shared), strategy};
}

}  // namespace scaling_limits::strategies
