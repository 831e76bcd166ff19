// SPDX-License-Identifier: Apache-2.0
// Questions about what stops a run: what a list of causes comes to, and what each of its rows takes.
#pragma once
#include "../../version.hpp"

#include "../../analysis/by_cause.hpp"
#include "../../analysis/cause_costs.hpp"
#include "../../analysis/cause_levers.hpp"
#include "../../analysis/operation_levers.hpp"
#include "../../checkpoint/planned.hpp"
#include "../../checkpoint/silent_late.hpp"
#include "../../run/fit_communicator.hpp"
#include "../detail/number_list.hpp"
#include "../detail/rooms.hpp"
#include "../gives.hpp"

namespace scaling_limits::catalog {

namespace detail {

/// What stops the run of a case; as the run says where there is no list.
inline const Stops<>& stops_of(const Case& at) {
  static const Stops<> none{};
  return at.stops ? *at.stops : none;
}
inline CommunicatorFit fit_communicator(const Case& at) {
  const NumberList gpus("fit_communicator", {"gpus", "1", "", positive}, at.with);
  const NumberList times("fit_communicator", {"restart_times", "s", "", positive}, at.with);
  return scaling_limits::fit_communicator(gpus, times, at.with["exponent"], at.with["communicator_gpus"]);
}
/// The strategy of a case as it was chosen.
inline AnyStrategy chosen_of(const Case& at) { return at.strategy.stopped_by(nullptr); }

/// The rows of a list that belongs to no run: rates of the job, and of a restart or a downtime what the row itself says.
inline failures::CauseRows<double> rows_of_job(std::string_view owner, const std::vector<failures::Cause<>>& causes) {
  failures::validate(causes, 0.0);
  for (std::size_t i = 0; i < causes.size(); ++i)
    if (!causes[i].is_of_job() || causes[i].is_share())
      throw InvalidArgument(std::string(owner) + ": cause " + in_quotes(causes[i].name) +
                                ": of no run its rate must be of the job: mtbf, or another per = \"job\"",
                            "cause." + std::to_string(i));
  const Stops<> stops{causes};
  return stops.at(TrainingRun<>{.gpus = 1, .gpu_mttf = inf}).restarted(0.0);
}
using GoodputOfRows = double(const double&, const double&, std::span<const failures::CauseRow<double>>);
/// Blocking checkpoints at an interval under a list, of which one kind of rows has this formula.
inline void add_goodput_of_rows(Questions& to, std::string_view name, std::string_view text, GoodputOfRows* goodput,
                                bool (failures::Cause<>::*other)() const, const char* refusal) {
  to.push_back({.name = Name(name),
                .text = Name(text),
                .needs = {"cause"},
                .rows = {{"interval", "s", "useful work between two checkpoints", positive},
                         {"write_time", "s", "what one checkpoint blocks", not_negative}},
                .gives = gives("1", "goodput", [=](const Case& at) {
                  const auto& causes = stops_of(at).causes;
                  for (const auto& cause : causes)
                    if ((cause.*other)())
                      throw InvalidArgument(std::string(name) + ": cause " + in_quotes(cause.name) + " is " + refusal, "cause");
                  return goodput(at.with["interval"], at.with["write_time"], rows_of_job(name, causes).span());
                })});
}

}  // namespace detail

void add_cause_questions(Questions& to) {
  to.push_back({.name = "cause_mix",
                .text = "what a list of causes comes to: the one cause that costs blocking checkpoints the same",
                .needs = {"run"},
                .gives = gives([](const Case& at) { return cause_mix(at.run, detail::stops_of(at)); })});
  to.push_back({.name = "effective_run",
                .text = "the run of one cause that costs blocking checkpoints what the list does",
                .needs = {"run"},
                .gives = in_units(gives("", "of that run, in the field's own unit",
                                        [](const Case& at) { return effective_run(at.run, detail::stops_of(at)); },
                                        {{"field", names_of<TrainingRun<>>}}),
                                  "", unit_of_run)});
  to.push_back({.name = "by_cause",
                .text = "what each cause takes of the time, and what the run would be without it",
                .needs = {"run"},
                .uses = {"strategy", "growth"},
                .rows = {size_if_given},
                .gives = gives([](const Case& at) {
                  return analysis::by_cause(at.run_at(at.with["gpus"]), detail::stops_of(at), detail::chosen_of(at));
                })});
  to.push_back({.name = "cause_costs",
                .text = "what each cause costs, and what the same work would cost less without it",
                .needs = {"run", "prices"},
                .uses = {"strategy"},
                .gives = gives([](const Case& at) {
                  return analysis::cause_costs(at.run, detail::stops_of(at), at.other<economics::Prices<>>("prices"),
                                               detail::chosen_of(at));
                })});
  detail::add_goodput_of_rows(
      to, "planned_goodput", "goodput of blocking checkpoints under causes of the job, planned stops among them: exact",
      checkpoint::planned_goodput<double>, &failures::Cause<>::is_silent, "silent: silent_late_goodput has its formula");
  detail::add_goodput_of_rows(
      to, "silent_late_goodput", "goodput of blocking checkpoints under causes of the job, of which one is silent: exact",
      checkpoint::silent_late_goodput<double>, &failures::Cause<>::is_planned, "planned: planned_goodput has its formula");
  to.push_back(
      {.name = "cause_levers",
       .text = "what a better number of each cause, part of a restart and slow part buys: in the largest size and in goodput",
       .needs = {"run"},
       .uses = {"criterion", "strategy", "growth", "factor", "prices"},
       .gives = gives([](const Case& at) {
         const strategies::UnderCauses<AnyStrategy> strategy{at.stops ? at.stops : std::make_shared<const Stops<>>(),
                                                             detail::chosen_of(at)};
         auto levers = analysis::cause_levers(at.run, at.criterion, at.growth, strategy, at.factors);
         if (const auto* prices = at.find<economics::Prices<>>("prices"))
           analysis::put_worth(levers, at.run, analysis::useful_share(at.run, strategy, at.factors), *prices);
         return levers;
       })});
  to.push_back({.name = "operation_levers",
                .text = "what it is worth to bring a run back sooner: in goodput, GPUs, size, storage and money",
                .needs = {"run", "operation"},
                .uses = {"criterion", "strategy", "growth", "factor", "prices"},
                .gives = gives([](const Case& at) {
                  auto levers = analysis::operation_levers(at.run, at.criterion, at.growth, at.strategy, at.factors);
                  if (const auto* prices = at.find<economics::Prices<>>("prices")) analysis::put_worth(levers, at.run, *prices);
                  return levers;
                })});
  const Argument sizes = looking([] { return json_schema::numbers("1", positive); },
                                 {"gpus", "the size at each restart", {}, {}, false}, List{512, 4096, 16384});
  const Argument times = looking([] { return json_schema::numbers("s", positive); },
                                 {"restart_times", "how long each took, all of it [s]", {}, {}, false}, List{320, 350, 450});
  to.push_back({.name = "fit_communicator",
                .text = "what of a restart grows with its size, from restart times at several: a + b (N/N_b)^k",
                .rows = {{"exponent", "1", "k; null: found, which takes three sizes",
                          if_given(scaling_limits::detail::fitted_exponents), 1},
                         {"communicator_gpus", "1", "the size at which growth is given; not given: the largest",
                          if_given(scaling_limits::detail::fitted_sizes)}},
                .arguments = {sizes, times},
                .gives = gives(detail::fit_communicator)});
}

}  // namespace scaling_limits::catalog
