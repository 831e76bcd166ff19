// SPDX-License-Identifier: Apache-2.0
// Questions of size: the largest under a criterion, what a goodput requires, time to train, the fastest and the cheapest size.
#pragma once
#include "../../version.hpp"

#include "../../analysis/explain.hpp"
#include "../../analysis/levers.hpp"
#include "../../limits/required.hpp"
#include "../../limits/time_shares.hpp"
#include "../../limits/worth.hpp"
#include "../detail/limit_answers.hpp"
#include "../detail/rooms.hpp"
#include "../detail/solver.hpp"
#include "../gives.hpp"
#include "../json_schema.hpp"

namespace scaling_limits::catalog {

namespace detail {

std::vector<std::string_view> terms_of(const Case& at, std::string_view criterion) {
  return criterion_terms(criterion_of(criteria().at(criterion).make({})), at);
}

std::vector<std::string_view> factor_terms(const Case& at) {
  std::vector<std::string_view> terms;
  at.factors.add_terms(terms);
  return terms;
}

inline std::vector<std::string_view> terms_of_losses(const Case& at) {
  std::vector<std::string_view> terms = factor_terms(at);
  for (const std::string_view term : strategy_terms(at)) add_once(terms, term);
  return terms;
}

std::vector<std::string_view> shares_of_time(const Case& at) {
  std::vector<std::string_view> terms = strategy_shares(at);
  at.factors.add_terms(terms);
  return terms;
}

std::vector<std::string_view> terms_of_any(const Case& at) {
  std::vector<std::string_view> all;
  for (const Kind& kind : criteria())
    for (const std::string_view term : terms_of(at, kind.name)) add_once(all, term);
  return all;
}

Argument criteria_argument() {
  return each_of(looking([] { return json_schema::list(json_schema::part("criterion")); },
                         {"criteria", "a list of criteria", {}, usual_criteria()}));
}
std::vector<NamedCriterion> criteria_of(std::string_view owner, const Part& with) {
  const Value& given = *with.argument("criteria");  // which has a default
  if (!given.list()) throw Refused(std::string(owner) + ": criteria must be a list", "criteria", given);
  std::vector<NamedCriterion> all;
  for (const Value& one : *given.list()) {
    const Part part = part_from(criteria(), one, "criteria." + std::to_string(all.size()));
    std::string name = part.kind->name;
    if (part.numbers.size() == 1) name += "(" + to_text(part.numbers[0]) + ")";
    all.push_back({std::move(name), criterion_of(part)});
  }
  return all;
}

limits::Limit<> limit_under(const AnyCriterion& criterion, const Case& at) {
  breathe(at);
  return limits::max_gpus(at.run, criterion, at.growth, at.strategy, at.factors);
}

/// A limit under one of several criteria, and what moves it.
struct LimitUnder {
  std::string criterion{};
  limits::Limit<> limit{};
  std::vector<double> shares{};  // by term; NaN where the criterion does not look at it
  std::vector<double> elasticity{}, doubled{}, halved{}, improved_factor{};  // by field, with levers
};
constexpr auto fields(const LimitUnder*) {
  using L = LimitUnder;
  return std::tuple(
      ResultField("criterion", &L::criterion, "", "as it was given"),
      ResultField("value", within(&L::limit, &limits::Limit<>::value), "GPU", "the largest size"),
      ResultField("status", within(&L::limit, &limits::Limit<>::status), "", "ok, no limit, infeasible or not converged"),
      ResultField("note", within(&L::limit, &limits::Limit<>::note), "", "why there is no number; remarks"),
      ResultField("binding", within(&L::limit, &limits::Limit<>::binding), "", "the term with the largest share"),
      ResultField("goodput", within(&L::limit, &limits::Limit<>::goodput), "1", "at the limit"),
      ResultField("efficiency", within(&L::limit, &limits::Limit<>::efficiency), "1", "at the limit"),
      ResultField(
          "useful_gpus", [](const L& one) { return one.limit.is_ok() ? one.limit.useful_gpus() : NaN; }, "GPU",
          "useful work at the limit, in ideal GPUs"),
      ResultField("shares", &L::shares, "1", "of each term; null where the criterion does not look at it", "term"),
      ResultField("elasticity", &L::elasticity, "1", "with levers: d ln(limit) / d ln(field)", "field"),
      ResultField("doubled", &L::doubled, "GPU", "with levers: the limit with twice the field", "field"),
      ResultField("halved", &L::halved, "GPU", "with levers: the limit with half of it", "field"),
      ResultField("improved_factor", &L::improved_factor, "1",
                  "with levers: the limit with the field improved, twice what helps, half of what costs, over the limit",
                  "field"));
}

inline std::vector<LimitUnder> limits_under(const Case& at) {
  const auto terms = terms_of_any(at);
  std::vector<LimitUnder> all;
  for (auto& [name, criterion] : criteria_of("limits", at.with)) {
    LimitUnder& one = all.emplace_back(LimitUnder{std::move(name), limit_under(criterion, at)});
    const auto own = criterion_terms(criterion, at);
    for (const std::string_view term : terms) {
      const bool known = one.limit.is_ok() && std::find(own.begin(), own.end(), term) != own.end();
      one.shares.push_back(known ? one.limit.shares.of(term) : NaN);
    }
    if (at.with["levers"] == 0) continue;
    for (const auto& lever : analysis::levers(one.limit, at.run, criterion, at.growth, at.strategy, at.factors)) {
      one.elasticity.push_back(lever.elasticity), one.doubled.push_back(lever.doubled), one.halved.push_back(lever.halved);
      one.improved_factor.push_back(lever.improved_factor);
    }
  }
  return all;
}

/// The run at another size.
struct Profile {
  double useful_gpus = NaN, goodput = NaN, efficiency = NaN;
  Terms<double> hours{};
  std::string why{};  // there is no number
};
constexpr auto fields(const Profile*) {
  using P = Profile;
  return std::tuple(ResultField("useful_gpus", &P::useful_gpus, "GPU", "useful work, in ideal GPUs"),
                    ResultField("goodput", &P::goodput, "1", "of the strategy"),
                    ResultField("efficiency", &P::efficiency, "1", "product of all factors but goodput"),
                    ResultField("hours", &P::hours, "1", "shares of the GPU-hours; they sum to one", "term"),
                    note_field(&P::why));
}
inline Profile profile_at(const Case& at, double gpus) {
  const TrainingRun<> there = at.growth.grown(at.run, log_ratio(gpus, at.run.gpus));
  const double goodput = std::exp(-strategies::losses_in_range(there, at.strategy).sum());
  const double efficiency = std::exp(-at.factors.losses(gpus).sum());
  Profile found{gpus * goodput * efficiency, goodput, efficiency, limits::time_shares(there, at.strategy, at.factors)};
  const double all = found.useful_gpus + found.hours.sum();
  if (all != all) found.why = or_outside(at.strategy.note(there), at, gpus);
  return found;
}

inline limits::Requirement<> required_at(const Case& at) {
  const Value* field = at.with.argument("field");
  if (!field || !field->text()) throw InvalidArgument("required: field must be the name of a field of the run", "field");
  double goodput = at.with["goodput"];
  if (goodput != goodput) {
    if (!at.criterion || at.criterion.name() != "goodput_at_least")
      throw InvalidArgument("required needs 'goodput', or the criterion goodput_at_least", "goodput");
    goodput = at.criterion.model().numbers()[0];
  }
  return limits::required(at.run, *field->text(), goodput, at.strategy);
}
inline Value required_looks() {
  Map all = *run_field_looks().map();
  all["enum"].list()->push_back("restart_time");
  return Value(std::move(all));
}

/// The useful share of so many GPUs as far as factors go.
struct Efficiency {
  Terms<double> losses{};
  double efficiency() const { return std::exp(-losses.sum()); }
};
constexpr auto fields(const Efficiency*) {
  return std::tuple(ResultField("efficiency", &Efficiency::efficiency, "1", "product of the factors"),
                    ResultField("losses", &Efficiency::losses, "1", "-ln efficiency", "term"));
}

}  // namespace detail

void add_limit_questions(Questions& to) {
  const std::vector<std::string_view> plan{"strategy", "growth", "factor"}, sized{"criterion", "strategy", "growth", "factor"};
  to.push_back({.name = "limit",
                .text = "the largest size at which a criterion holds, and what binds there",
                .needs = {"run"},
                .uses = sized,
                .gives = gives(limit_of, {{"term", limit_terms}})});
  to.push_back({.name = "fastest_gpus",
                .text = "the size at which a run is done first: most useful throughput, whatever the work",
                .needs = {"run"},
                .uses = plan,
                .gives = gives([peak = criterion("peak_throughput")](const Case& at) { return detail::limit_under(peak, at); },
                               {{"term", [](const Case& at) { return detail::terms_of(at, "peak_throughput"); }}})});
  to.push_back({.name = "limits",
                .text = "the largest size under each of several criteria, and what moves it",
                .needs = {"run"},
                .uses = plan,
                .rows = {{"levers", "1", "whether the levers of each are asked for too", flag, 0}},
                .arguments = {detail::criteria_argument()},
                .gives = gives(detail::limits_under, {{"term", detail::terms_of_any}, {"field", growing_fields}})});
  const Kind& cheapest = criteria().at("cheapest_gpus");
  to.push_back({.name = "cheapest_gpus",
                .text = Name(cheapest.text),
                .needs = {"run"},
                .uses = plan,
                .rows = cheapest.rows,
                .gives = gives(
                    [&cheapest](const Case& at) {
                      return detail::limit_under(criterion_of(made(Part(cheapest, at.with.numbers), "with")), at);
                    },
                    {{"term", [](const Case& at) { return detail::terms_of(at, "cheapest_gpus"); }}})});
  to.push_back({.name = "profile",
                .text = "the run at another size: its useful work, and where every GPU-hour goes",
                .needs = {"run"},
                .uses = plan,
                .rows = {{"gpus", "GPU", "the size", positive}},
                .gives = gives([](const Case& at) { return detail::profile_at(at, at.with["gpus"]); },
                               {{"term", detail::shares_of_time}})});
  to.push_back(
      {.name = "worth_of_size",
       .text = "what the run at another size is worth, what each term takes of it, and what 1 % more GPUs add",
       .needs = {"run"},
       .uses = plan,
       .rows = {{"gpus", "GPU", "the size", positive}},
       .gives =
           gives([](const Case& at) { return limits::worth_at(at.run, at.with["gpus"], at.growth, at.strategy, at.factors); },
                 {{"term", detail::terms_of_losses}})});
  to.push_back({.name = "explain",
                .text = "the equation of a limit with the run's numbers, term by term",
                .needs = {"run"},
                .uses = sized,
                .gives = gives("text", "", "to be checked by hand", [](const Case& at) {
                  return analysis::explain(limit_of(at), at.run, at.criterion, at.growth, at.strategy, at.factors);
                })});
  to.push_back(
      {.name = "required",
       .text = "the value of a field at which the run reaches a goodput, all else unchanged",
       .needs = {"run"},
       .uses = {"strategy"},
       .takes = {"criterion"},
       .rows = {{"goodput", "1", "to be reached; not given: that of the criterion goodput_at_least", if_given(inner_fraction)}},
       .arguments = {looking(detail::required_looks,
                             {"field", "a field of the run, or restart_time as a whole", {}, {}, false})},
       .gives = in_units(gives(detail::required_at), "value", [](const Case& at, std::string_view) {
         const Value* field = at.with.argument("field");
         return field && field->text() ? unit_of_run(at, *field->text()) : "";
       })});
  to.push_back(
      {.name = "time_to_train",
       .text = "wall-clock time for an amount of work on the run's GPUs",
       .needs = {"run"},
       .uses = {"strategy", "factor"},
       .rows = {{"work", "s", "ideal GPU-seconds, for instance tokens x FLOPs per token / achieved FLOP/s", not_negative}},
       .gives = gives("s", "work / (gpus x efficiency x goodput)",
                      [](const Case& at) { return limits::time_to_train(at.run, at.with["work"], at.strategy, at.factors); })});
  to.push_back({.name = "efficiency",
                .text = "the useful share of so many GPUs as far as the factors go",
                .needs = {"factor"},
                .rows = {{"gpus", "1", "the size", positive}},
                .gives = gives([](const Case& at) { return detail::Efficiency{at.factors.losses(at.with["gpus"])}; },
                               {{"term", detail::factor_terms}})});
}

}  // namespace scaling_limits::catalog
