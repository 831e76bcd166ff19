// SPDX-License-Identifier: Apache-2.0
// Questions of size: the largest under a criterion, what a goodput requires, time to train, the fastest and the cheapest size.
#pragma once
#include "../../version.hpp"

#include "../../analysis/explain.hpp"
#include "../../analysis/levers.hpp"
#include "../../limits/required.hpp"
#include "../../limits/time_shares.hpp"
#include "../detail/limit_answers.hpp"
#include "../detail/rooms.hpp"
#include "../detail/solver.hpp"
#include "../json_schema.hpp"

namespace scaling_limits::catalog {

namespace detail {

void put_limit(const Case& at, const limits::Limit<>& limit, Out& out) {
  const auto causes = limit_causes(at);
  out << limit.value << to_word(limit.status) << std::string_view(limit.binding) << std::string_view(limit.note)
      << limit.goodput << limit.efficiency;
  if (limit.status == limits::Status::ok) {
    out << limit.useful_gpus();
    out.each(limit.shares, causes);
  } else {
    out.skip(1 + causes.size());
  }
  out << std::span<const double>(limit.roots.begin(), limit.roots.end());
}

std::vector<std::string_view> causes_of(const Case& at, std::string_view criterion) {
  return criterion_causes(criterion_of(criteria().at(criterion).make({})), at);
}

std::vector<std::string_view> factor_causes(const Case& at) {
  std::vector<std::string_view> causes;
  at.factors.add_causes(causes);
  return causes;
}

std::vector<std::string_view> shares_of_time(const Case& at) {
  std::vector<std::string_view> causes = strategy_shares(at);
  at.factors.add_causes(causes);
  return causes;
}

std::vector<ColumnOf> limit_columns(std::vector<std::string_view> (*causes)(const Case&)) {
  return {{"value", "GPU", "the largest size, never floored; unlimited or null: see status"},
          {"status", "", "ok, no limit, infeasible or not converged", Cell::text},
          {"binding", "", "the cause with the largest share", Cell::text},
          note_column,
          {"goodput", "1", "at the limit"},
          {"efficiency", "1", "product of all factors but goodput, at the limit"},
          {"useful_gpus", "GPU", "useful work at the limit, in ideal GPUs"},
          {"shares", "1", "what the cause has of the target; they sum to one", Cell::number, causes, "cause"},
          {"roots", "GPU", "every size where terms and target meet, in rising order", Cell::numbers}};
}

std::vector<std::string_view> causes_of_any(const Case& at) {
  std::vector<std::string_view> all;
  for (const Kind& kind : criteria())
    for (const std::string_view cause : causes_of(at, kind.name))
      if (std::find(all.begin(), all.end(), cause) == all.end()) all.push_back(cause);
  return all;
}

Argument criteria_argument() {
  return each_of(looking([] { return json_schema::list(json_schema::part("criterion")); },
                         {"criteria", "a list of criteria", {}, usual_criteria()}));
}
std::vector<NamedCriterion> criteria_of(std::string_view owner, const With& with) {
  const Value& given = *with.given("criteria");  // which has a default
  if (!given.list()) throw Refused(std::string(owner) + ": criteria must be a list", "criteria", given);
  std::vector<NamedCriterion> all;
  for (const Value& one : *given.list()) {
    const Part part = part_from(criteria(), one, "criteria." + std::to_string(all.size()));
    std::string name = part.chosen.kind->name;
    if (part.chosen.numbers.size() == 1) name += "(" + to_text(part.chosen.numbers[0]) + ")";
    all.push_back({std::move(name), criterion_of(part)});
  }
  return all;
}

inline void put_limits(const Case& asked, const With& with, Out& out) {
  const auto causes = causes_of_any(asked);
  const auto fields = growing_fields(asked);
  std::vector<std::string> names, statuses, notes, bindings;
  std::vector<double> values, goodputs, efficiencies, useful;
  std::vector<std::vector<double>> shares(causes.size()), elasticity(fields.size()), doubled(fields.size()),
      halved(fields.size());
  Case at = asked;
  for (auto& [name, criterion] : criteria_of("limits", with)) {
    at.criterion = criterion;
    const auto limit = limit_of(at);
    const bool ok = limit.status == limits::Status::ok;
    names.push_back(std::move(name));
    statuses.emplace_back(to_word(limit.status)), notes.push_back(limit.note), bindings.emplace_back(limit.binding);
    values.push_back(limit.value), goodputs.push_back(limit.goodput), efficiencies.push_back(limit.efficiency);
    useful.push_back(ok ? limit.useful_gpus() : NaN);
    const auto own = criterion_causes(criterion, at);
    for (std::size_t k = 0; k < causes.size(); ++k)
      shares[k].push_back(ok && std::find(own.begin(), own.end(), causes[k]) != own.end() ? limit.shares.of(causes[k]) : NaN);
    if (with["levers"] == 0) continue;
    const auto levers = analysis::levers(limit, at.run, criterion, at.growth, at.strategy, at.factors);
    for (std::size_t k = 0; k < fields.size(); ++k)
      elasticity[k].push_back(levers[k].elasticity), doubled[k].push_back(levers[k].doubled),
          halved[k].push_back(levers[k].halved);
  }
  out << std::move(names) << std::move(values) << std::move(statuses) << std::move(notes) << std::move(bindings)
      << std::move(goodputs) << std::move(efficiencies) << std::move(useful);
  for (auto* group : {&shares, &elasticity, &doubled, &halved})
    for (auto& column : *group) out << std::move(column);
}

}  // namespace detail

void add_limit_questions(Questions& to) {
  const std::vector<std::string_view> plan{"strategy", "growth", "factor"}, sized{"criterion", "strategy", "growth", "factor"};
  to.push_back({{"question", "limit", "the largest size at which a criterion holds, and what binds there", {}, {}, {}},
                {"run"},
                sized,
                detail::limit_columns(),
                [](const Case& at, const With&, Out& out) { detail::put_limit(at, limit_of(at), out); }});
  to.push_back({{"question",
                 "fastest_gpus",
                 "the size at which a run is done first: most useful throughput, whatever the work",
                 {},
                 {},
                 {}},
                {"run"},
                plan,
                detail::limit_columns([](const Case& at) { return detail::causes_of(at, "peak_throughput"); }),
                [peak = criterion("peak_throughput")](const Case& asked, const With&, Out& out) {
                  Case at = asked;
                  at.criterion = peak;
                  detail::put_limit(at, limit_of(at), out);
                }});
  to.push_back({{"question",
                 "limits",
                 "the largest size under each of several criteria, and what moves it",
                 {{"levers", "1", "whether the levers of each are asked for too", flag, 0}},
                 {detail::criteria_argument()},
                 {}},
                {"run"},
                plan,
                {{"criterion", "", "as it was given", Cell::texts},
                 {"value", "GPU", "the largest size", Cell::numbers},
                 {"status", "", "ok, no limit, infeasible or not converged", Cell::texts},
                 {"note", "", "why there is no number; remarks", Cell::texts},
                 {"binding", "", "the cause with the largest share", Cell::texts},
                 {"goodput", "1", "at the limit", Cell::numbers},
                 {"efficiency", "1", "at the limit", Cell::numbers},
                 {"useful_gpus", "GPU", "useful work at the limit, in ideal GPUs", Cell::numbers},
                 {"shares", "1", "of each cause; null where the criterion does not look at it", Cell::numbers,
                  detail::causes_of_any, "cause"},
                 {"elasticity", "1", "with levers: d ln(limit) / d ln(field)", Cell::numbers, growing_fields, "field"},
                 {"doubled", "GPU", "with levers: the limit with twice the field", Cell::numbers, growing_fields, "field"},
                 {"halved", "GPU", "with levers: the limit with half of it", Cell::numbers, growing_fields, "field"}},
                detail::put_limits});
  const Kind& cheapest = criteria().at("cheapest_gpus");
  to.push_back({{"question", "cheapest_gpus", cheapest.text, cheapest.rows, {}, {}},
                {"run"},
                plan,
                detail::limit_columns([](const Case& at) { return detail::causes_of(at, "cheapest_gpus"); }),
                [&cheapest](const Case& asked, const With& with, Out& out) {
                  Case at = asked;
                  at.criterion = criterion_of(made(Chosen{&cheapest, with.numbers, {}}, "with"));
                  detail::put_limit(at, limit_of(at), out);
                }});
  to.push_back({{"question",
                 "profile",
                 "the run at another size: its useful work, and where every GPU-hour goes",
                 {{"gpus", "GPU", "the size", positive}},
                 {},
                 {}},
                {"run"},
                {"strategy", "growth", "factor"},
                {{"useful_gpus", "GPU", "useful work, in ideal GPUs"},
                 {"goodput", "1", "of the strategy"},
                 {"efficiency", "1", "product of all factors but goodput"},
                 {"hours", "1", "shares of the GPU-hours; they sum to one", Cell::number, detail::shares_of_time, "cause"},
                 status_column,
                 note_column},
                [](const Case& at, const With& with, Out& out) {
                  const double gpus = with["gpus"];
                  const TrainingRun<> there = at.growth.grown(at.run, log_ratio(gpus, at.run.gpus));
                  const auto names = detail::shares_of_time(at);
                  const double goodput = std::exp(-strategies::losses_in_range(there, at.strategy).sum());
                  const double efficiency = std::exp(-at.factors.losses(gpus).sum());
                  out << gpus * goodput * efficiency << goodput << efficiency;
                  const Terms<double> shares = limits::time_shares(there, at.strategy, at.factors);
                  if (const double all = shares.sum(); all == all) out.each(shares, names);
                  else out.skip(names.size());
                  out.close([&] {
                    const std::string why = at.strategy.note(there);
                    return why.empty() ? limits::why_outside(at.factors.domain(), gpus) : why;
                  });
                }});
  to.push_back({{"question", "explain", "the equation of a limit with the run's numbers, term by term", {}, {}, {}},
                {"run"},
                sized,
                {{"text", "", "to be checked by hand", Cell::text}},
                [](const Case& at, const With&, Out& out) {
                  out << std::string_view(
                      analysis::explain(limit_of(at), at.run, at.criterion, at.growth, at.strategy, at.factors));
                }});
  to.push_back(
      {{"question",
        "required",
        "the value of a field at which the run reaches a goodput, all else unchanged",
        {{"goodput", "1", "to be reached; not given: that of the criterion goodput_at_least", if_given(inner_fraction)}},
        {looking(
            [] {
              Map all = *run_field_looks().map();
              all["enum"].list()->push_back("restart_time");
              return Value(std::move(all));
            },
            {"field", "a field of the run, or restart_time as a whole", {}, {}, false})},
        {}},
       {"run"},
       {"strategy"},
       {{"value", "", "the smallest or the largest value that reaches the goodput"},
        {"at_least", "1", "1: the smallest, more being better; 0: the largest"},
        {"field", "", "what was asked for", Cell::text},
        {"unit", "", "of the value", Cell::text},
        {"status", "", "ok, already met or infeasible", Cell::text},
        note_column},
       [](const Case& at, const With& with, Out& out) {
         const Value* field = with.given("field");
         if (!field || !field->text()) throw InvalidArgument("required: field must be the name of a field of the run", "field");
         double goodput = with["goodput"];
         if (goodput != goodput) {
           if (!at.criterion || at.criterion.name() != "goodput_at_least")
             throw InvalidArgument("required needs 'goodput', or the criterion goodput_at_least", "goodput");
           goodput = at.criterion.model().numbers()[0];
         }
         const auto found = limits::required(at.run, *field->text(), goodput, at.strategy);
         out << found.value << (found.at_least ? 1.0 : 0.0) << found.field << found.unit << to_word(found.status)
             << std::string_view(found.note);
       }});
  to.back().takes = {"criterion"};
  to.push_back({{"question",
                 "time_to_train",
                 "wall-clock time for an amount of work on the run's GPUs",
                 {{"work", "s", "ideal GPU-seconds, for instance tokens x FLOPs per token / achieved FLOP/s", not_negative}},
                 {},
                 {}},
                {"run"},
                {"strategy", "factor"},
                {{"time_to_train", "s", "work / (gpus x efficiency x goodput)"}},
                [](const Case& at, const With& with, Out& out) {
                  out << limits::time_to_train(at.run, with["work"], at.strategy, at.factors);
                  out.close([&] {
                    const std::string why = at.strategy.note(at.run);
                    return why.empty() ? limits::why_outside(at.factors.domain(), at.run.gpus) : why;
                  });
                }});
  to.push_back({{"question",
                 "efficiency",
                 "the useful share of so many GPUs as far as the factors go",
                 {{"gpus", "1", "the size", positive}},
                 {},
                 {}},
                {"factor"},
                {},
                {{"efficiency", "1", "product of the factors"},
                 {"losses", "1", "-ln efficiency", Cell::number, detail::factor_causes, "cause"}},
                [](const Case& at, const With& with, Out& out) {
                  const Terms<double> losses = at.factors.losses(with["gpus"]);
                  out << std::exp(-losses.sum());
                  out.each(losses, detail::factor_causes(at));
                }});
}

}  // namespace scaling_limits::catalog
