// SPDX-License-Identifier: Apache-2.0
// Questions to a run and its strategy: what follows from a run by division, the interval, goodput, losses, breakdown.
#pragma once
#include "../../version.hpp"

#include "../../checkpoint/multilevel_optimum.hpp"
#include "../detail/growth_models.hpp"
#include "../detail/patterns.hpp"
#include "../detail/rooms.hpp"
#include "../gives.hpp"

namespace scaling_limits::catalog {

namespace detail {

/// A run of which null is a field that is not given, not one without an answer.
struct KnownRun {
  TrainingRun<> run{};
  std::string_view status = "ok", note{};
};
constexpr auto fields(const KnownRun*) {
  return std::tuple(ResultField("", &KnownRun::run, "", "field of the run", "field"), status_field(&KnownRun::status),
                    note_field(&KnownRun::note));
}
/// The fields that a growth law may name.
inline std::vector<std::string_view> fields_of_growth(const Case&) {
  std::vector<std::string_view> names;
  for (const auto& field : growth::named_fields) names.push_back(field.name);
  return names;
}
struct Pattern {
  std::vector<int> levels{};
  std::string note{};
};
constexpr auto fields(const Pattern*) {
  return std::tuple(ResultField("pattern", &Pattern::levels, "1", "level of the checkpoint that ends each segment"),
                    note_field(&Pattern::note));
}

}  // namespace detail

void add_run_questions(Questions& to) {
  using namespace enters;
  const auto of_run = [&](std::string_view name, std::string_view unit, std::string_view text, double (*number)(const Case&),
                          unsigned looks_at) {
    to.push_back(scalar_question(name, unit, text, number, {"run"}, {}, looks_at));
  };
  of_run(
      "failure_rate", "1/s", "job interruptions per second of running time",
      [](const Case& at) { return strategies::as_stopped(at.run, at.strategy).failure_rate(); }, enters::failure_rate);
  of_run(
      "mtbf", "s", "mean running time between job interruptions",
      [](const Case& at) { return strategies::as_stopped(at.run, at.strategy).mtbf(); }, enters::failure_rate);
  of_run(
      "write_time", "s", "one save", [](const Case& at) { return at.run.write_time(); }, write_transfer | enters::write_time);
  of_run("read_time", "s", "one load", [](const Case& at) { return at.run.read_time(); }, read_transfer | enters::read_time);
  of_run(
      "restart_time", "s", "load and re-initialise, itself exposed to failures",
      [](const Case& at) { return strategies::as_stopped(at.run, at.strategy).restart_time(); },
      read_transfer | enters::read_time | enters::restart_time);

  const auto of_plan = [&](std::string_view name, std::string_view unit, std::string_view text, double (*number)(const Case&)) {
    to.push_back(scalar_question(name, unit, text, number, {"run"}, {"strategy"}));
  };
  of_plan("interval", "s", "useful work between two checkpoints", [](const Case& at) { return at.strategy.interval(at.run); });
  of_plan("goodput", "1", "new useful training time per wall-clock time",
          [](const Case& at) { return strategies::goodput(at.run, at.strategy); });
  of_plan("overhead", "1", "1 / goodput - 1", [](const Case& at) { return strategies::overhead(at.run, at.strategy); });
  of_plan("useful_throughput", "GPU", "gpus x goodput: the run in GPUs' worth of useful work",
          [](const Case& at) { return strategies::useful_throughput(at.run, at.strategy); });

  to.push_back({.name = "losses",
                .text = "-ln goodput by term",
                .needs = {"run"},
                .uses = {"strategy"},
                .gives = gives("1", "what the term takes of -ln goodput",
                               [](const Case& at) { return at.strategy.losses(at.run); }, {{"term", strategy_terms}})});
  to.push_back({.name = "breakdown",
                .text = "fractions of elapsed time by what it goes to; they sum to one",
                .needs = {"run"},
                .uses = {"strategy", "growth"},
                .rows = {size_if_given},
                .gives = gives("1", "share of elapsed time",
                               [](const Case& at) { return at.strategy.breakdown(at.run_at(at.with["gpus"])); },
                               {{"term", strategy_shares}})});
  to.push_back({.name = "requirements",
                .text = "what the strategy asks of the machine",
                .needs = {"run"},
                .uses = {"strategy"},
                .gives = gives([](const Case& at) -> std::optional<strategies::Requirements> {
                  const auto [loss, interval, needs] = at.strategy.summary(at.run);
                  if (loss != loss) return {};
                  return needs;
                })});
  to.push_back(
      {.name = "pattern",
       .text = "levels of the checkpoints of one cycle, 1 the mildest; empty: one level",
       .needs = {"run"},
       .uses = {"strategy"},
       .gives = gives([](const Case& at) { return detail::Pattern{at.strategy.pattern(at.run), at.strategy.note(at.run)}; })});
  to.push_back({.name = "saved_to",
                .text = "the run with its checkpoints in a tier, which fills bandwidths and latency",
                .needs = {"run", "tier"},
                .gives = in_units(
                    gives([](const Case& at) { return detail::KnownRun{at.run.saved_to(at.other<storage::Tier<>>("tier"))}; },
                          {{"field", names_of<TrainingRun<>>}}),
                    "", unit_of_run)});
  to.push_back({.name = "growth_saved_to",
                .text = "the growth law of a run saved to a tier: bandwidths that belong to each GPU grow with it",
                .needs = {"tier"},
                .uses = {"growth"},
                .gives = gives(
                    "1", "exponent of the field",
                    [](const Case& at) { return GrowthModel(at.growth.saved_to(at.other<storage::Tier<>>("tier"))).numbers(); },
                    {{"field", detail::fields_of_growth}})});
  to.push_back({.name = "grown",
                .text = "the run at another size, its fields grown by the law",
                .needs = {"run"},
                .uses = {"growth"},
                .rows = {{"gpus", "1", "the size", positive}},
                .gives = in_units(gives(
                                      [](const Case& at) {
                                        const double gpus = at.with["gpus"];
                                        if (const auto parts = at.growth.of_restart(gpus); parts.grows()) parts.refuse_fields();
                                        return detail::KnownRun{gpus == at.run.gpus ? at.run : at.growth.at(at.run, gpus)};
                                      },
                                      {{"field", names_of<TrainingRun<>>}}),
                                  "", unit_of_run)});
}

namespace detail {

inline std::vector<checkpoint::SeverityLevel<>> levels_of(const Case& at) {
  std::vector<checkpoint::SeverityLevel<>> levels;
  for (const auto& level : at.levels) levels.push_back(static_cast<const ModelOf<checkpoint::SeverityLevel<>>&>(*level).value);
  return levels;
}

}  // namespace detail

void add_level_questions(Questions& to) {
  const Row downtime{"downtime", "s", "not exposed to failures", not_negative, 0};
  to.push_back(
      {.name = "multilevel_goodput",
       .text = "goodput of checkpoints of several levels, exact, for any nested pattern",
       .needs = {"severity_level"},
       .rows = {{"interval", "s", "useful work of one segment", not_negative_or_inf}, downtime},
       .arguments = {looking(detail::pattern_looks,
                             {"pattern", "level of the checkpoint that ends each segment, such as [1, 1, 2]", {}, {}, false})},
       .gives = gives("1", "goodput", [](const Case& at) {
         const auto pattern = detail::pattern_of("multilevel_goodput", at.with.arguments);
         return checkpoint::multilevel_goodput(std::span<const int>(pattern), at.with["interval"],
                                               std::span<const checkpoint::SeverityLevel<>>(detail::levels_of(at)),
                                               at.with["downtime"]);
       })});
  to.push_back({.name = "multilevel_optimum",
                .text = "the best regular pattern of levels and its interval",
                .needs = {"severity_level"},
                .rows = {downtime},
                .gives = gives([](const Case& at) {
                  return checkpoint::multilevel_optimum(detail::levels_of(at), at.with["downtime"]);
                })});
}

}  // namespace scaling_limits::catalog
