// SPDX-License-Identifier: Apache-2.0
// What it is worth to come sooner: a shorter reaction, longer hours, somebody on call, a restart that needs nobody, fewer
// retries, fewer stops of people's own. In goodput of the run at its own size, in GPUs, in the largest size, in money where
// there are prices, and in storage: so many times the bandwidths buy the same.
#pragma once
#include "../version.hpp"

#include <string>
#include <vector>

#include "../economics/prices.hpp"
#include "../failures/hours_text.hpp"
#include "../limits/max_gpus.hpp"
#include "../numeric/bracketed_root.hpp"
#include "../strategies/under_causes.hpp"
#include "goodput_gain.hpp"

namespace scaling_limits::analysis {

/// One thing that whoever operates a run may do otherwise.
struct OperationLever {
  std::string_view name{}, text{};
  double goodput{}, gain{}, gpus{};  // at the run's own size, with it; more than without; of the GPUs held
  double limit{}, limit_factor{};    // the largest size with it, and over the one without
  double storage = NaN;              // times the bandwidths that bring the same; inf: no storage does
  double worth = NaN;                // [$/s], where there are prices

  /// "half the reaction: +1.23 points, as 3.1 times the storage bandwidth".
  std::string sentence() const;
};
constexpr auto fields(const OperationLever*) {
  using L = OperationLever;
  return std::tuple(ResultField("name", &L::name, "", "of what is done otherwise"),
                    ResultField("text", &L::text, "", "what that is"),
                    ResultField("goodput", &L::goodput, "1", "with it, at the run's own size"),
                    ResultField("gain", &L::gain, "1", "what it adds to that"),
                    ResultField("gpus", &L::gpus, "GPU", "the same of the GPUs held: so many do useful work more"),
                    ResultField("limit", &L::limit, "GPU", "the largest size with it"),
                    ResultField("limit_factor", &L::limit_factor, "1",
                                "over the largest size without; null where that is none, or unlimited"),
                    ResultField("storage", &L::storage, "1",
                                "so many times the bandwidths of the storage bring the same goodput; inf: no bandwidth does"),
                    ResultField("worth", &L::worth, "USD/s", "where prices are given: what the same work would then cost less"),
                    ResultField("sentence", &L::sentence, "", "gain and storage in words"));
}

inline std::string OperationLever::sentence() const {
  if (gain != gain) return std::string(text) + ": no answer at this size";
  std::string said = std::string(text) + ": " + (gain < 0 ? "" : "+") + to_text(100 * gain, 3) + " points";
  if (storage == inf) said += ", more than any storage brings";
  else if (storage > 1) said += ", as " + to_text(storage, 3) + " times the storage bandwidth";
  return said;
}

namespace detail {

/// Whom failures wait for: what of a list and of what is beside it needs people.
struct PeopleOfStops {
  bool attended = false, by_hand = false, slow = false;  // slow: some reaction is longer than nothing

  PeopleOfStops(const Stops<>& stops, const TrainingRun<>& run) {
    for (const auto& row : stops.at(run).rows) {
      const auto* cause = row.of < stops.causes.size() ? &stops.causes[row.of] : nullptr;
      const auto by = stops.brought_back_by(cause, row.planned);
      if (by == failures::RestartedBy::automatic || row.rate == 0) continue;
      by_hand = true, attended = attended || by == failures::RestartedBy::attended;
      slow = slow || stops.reaction_to(cause, by) > 0;
    }
  }
};
/// The same stops by other people: change(kind, reaction) of the run and of each row that says its own.
template <class Change>
Stops<> operated_otherwise(const Stops<>& stops, const Change& change) {
  Stops<> changed = stops;
  Operation<> other = *stops.operation;
  change(other.kind, other.reaction);
  changed.operate(other);
  for (auto& cause : changed.causes)
    if (cause.operation != failures::RestartedBy::unsaid) change(cause.operation, cause.reaction);
  return changed;
}

/// Each thing that may be done otherwise, as visit(name, text, stops with it).
template <class Visit>
void each_operation_lever(const Stops<>& stops, const TrainingRun<>& run, const Visit& visit) {
  using failures::RestartedBy;
  const Operation<>& now = *stops.operation;
  const PeopleOfStops people(stops, run);
  const auto with = [&](std::string_view name, std::string_view text, auto member, const auto& value) {
    Operation<> other = now;
    other.*member = value;
    Stops<> changed = stops;
    changed.operate(other);
    visit(name, text, std::move(changed));
  };
  if (people.slow)
    visit("reaction", "half the reaction", operated_otherwise(stops, [](RestartedBy by, double& reaction) {
            if (by != RestartedBy::automatic) reaction /= lever_factor;
          }));
  if (people.attended)
    with("hours", "windows of attended time an hour longer at both ends", &Operation<>::hours,
         failures::widened(now.hours, units::hour));
  if (people.attended && people.slow)
    visit("on_call", "somebody on call at any hour, with the same reaction",
          operated_otherwise(stops, [&](RestartedBy& by, double& reaction) {
            if (by != RestartedBy::attended) return;
            by = RestartedBy::on_call;
            if (!failures::is_given(reaction)) reaction = failures::is_given(now.reaction) ? now.reaction : 0;
          }));
  if (people.by_hand)
    visit("automatic", "restarts that wait for nobody", operated_otherwise(stops, [](RestartedBy& by, double& reaction) {
            if (by != RestartedBy::automatic) by = RestartedBy::automatic, reaction = NaN;
          }));
  const auto half = [&](bool given, std::string_view name, std::string_view text, auto member) {
    if (given) with(name, text, member, now.*member / lever_factor);
  };
  half(now.retry_chance > 0, "retries", "half as many restarts that fail", &Operation<>::retry_chance);
  half(now.people > 0, "people", "half as many restarts of people's own", &Operation<>::people);
  half(now.maintenance_time > 0, "maintenance", "half the time of each maintenance", &Operation<>::maintenance_time);
  half(now.evaluation_time > 0, "evaluation", "half the time of each evaluation", &Operation<>::evaluation_time);
}

/// So many times the bandwidths of the storage give a goodput; inf where none does, NaN where nobody knows.
template <class St>
double storage_for(const TrainingRun<>& run, const St& strategy, double goodput) {
  const auto missing = [&](double log_factor) {
    TrainingRun<> faster = run;
    faster.write_bandwidth *= std::exp(log_factor), faster.read_bandwidth *= std::exp(log_factor);
    return strategies::goodput(faster, strategy) - goodput;
  };
  constexpr double most = 20;  // e^20 times: nothing is left of the transfer
  const double at_most = missing(most);
  if (at_most < 0) return inf;
  return std::exp(numeric::bracketed_root(missing, 0, most).value);
}

}  // namespace detail

/// What each would be worth, of a run whose strategy knows how it is operated; none where it does not.
///
/// @param factors as of limits::max_gpus
template <limits::Criterion C, class St, class... F>
std::vector<OperationLever> operation_levers(const TrainingRun<>& run, const C& criterion, const growth::PowerLaw& law,
                                             const St& strategy, const F&... factors) {
  limits::check_arguments(run, criterion, strategy, factors...);
  std::vector<OperationLever> levers;
  const Stops<> stops = strategies::stops_of(strategy);
  if (!stops.operation) return levers;
  const double goodput = strategies::goodput(run, strategy);
  const double limit = limits::max_gpus(run, criterion, law, strategy, factors...).value;
  detail::each_operation_lever(stops, run, [&](std::string_view name, std::string_view text, Stops<> changed) {
    const auto other = strategies::with_stops(strategy, std::move(changed));
    OperationLever& lever = levers.emplace_back(OperationLever{name, text});
    lever.goodput = strategies::goodput(run, other), lever.gain = lever.goodput - goodput;
    lever.gpus = lever.gain * run.gpus;
    lever.limit = limits::max_gpus(run, criterion, law, other, factors...).value;
    lever.limit_factor = limit > 0 && limit < inf ? lever.limit / limit : NaN;
    if (lever.gain >= 0) lever.storage = detail::storage_for(run, strategy, lever.goodput);
  });
  return levers;
}

/// What they are worth where a second has a price: what the same work would then cost less, per second of the run as it is.
///
/// @throws DomainError for a price out of range
inline void put_worth(std::vector<OperationLever>& levers, const TrainingRun<>& run, const economics::Prices<>& prices) {
  economics::validate(prices);
  for (OperationLever& lever : levers) lever.worth = lever.gain == 0 ? 0 : prices.rate(run) * lever.gain / lever.goodput;
}

}  // namespace scaling_limits::analysis
