// SPDX-License-Identifier: Apache-2.0
// Questions to a run and its strategy: what follows from a run by division, the interval, goodput, losses, breakdown.
#pragma once
#include "../../version.hpp"

#include "../../checkpoint/multilevel_optimum.hpp"
#include "../detail/patterns.hpp"
#include "../detail/rooms.hpp"

namespace scaling_limits::catalog {

void add_run_questions(Questions& to) {
  using namespace enters;
  const auto of_run = [&](std::string_view name, std::string_view unit, std::string_view text, double (*number)(const Case&),
                          unsigned looks_at) {
    to.push_back(scalar_question(name, unit, text, number, {"run"}, {}, looks_at));
  };
  of_run(
      "failure_rate", "1/s", "job interruptions per second of running time",
      [](const Case& at) { return at.run.failure_rate(); }, enters::failure_rate);
  of_run(
      "mtbf", "s", "mean running time between job interruptions", [](const Case& at) { return at.run.mtbf(); },
      enters::failure_rate);
  of_run(
      "write_time", "s", "one save", [](const Case& at) { return at.run.write_time(); }, write_transfer | enters::write_time);
  of_run("read_time", "s", "one load", [](const Case& at) { return at.run.read_time(); }, read_transfer | enters::read_time);
  of_run(
      "restart_time", "s", "load and re-initialise, itself exposed to failures",
      [](const Case& at) { return at.run.restart_time(); }, read_transfer | enters::read_time | enters::restart_time);

  const auto of_plan = [&](std::string_view name, std::string_view unit, std::string_view text, double (*number)(const Case&)) {
    to.push_back(scalar_question(name, unit, text, number, {"run"}, {"strategy"}));
  };
  of_plan("interval", "s", "useful work between two checkpoints", [](const Case& at) { return at.strategy.interval(at.run); });
  of_plan("goodput", "1", "new useful training time per wall-clock time",
          [](const Case& at) { return strategies::goodput(at.run, at.strategy); });
  of_plan("overhead", "1", "1 / goodput - 1", [](const Case& at) { return strategies::overhead(at.run, at.strategy); });
  of_plan("useful_throughput", "GPU", "gpus x goodput: the run in GPUs' worth of useful work",
          [](const Case& at) { return strategies::useful_throughput(at.run, at.strategy); });

  const auto put = [](const Case& at, const Terms<double>& amounts, std::span<const std::string_view> causes, Out& out) {
    if (const double all = amounts.sum(); all == all) out.each(amounts, causes);
    else out.skip(causes.size());
    out.close([&] { return at.strategy.note(at.run); });
  };
  to.push_back(
      {{"question", "losses", "-ln goodput by cause", {}, {}, {}},
       {"run"},
       {"strategy"},
       {{"", "1", "what the cause takes of -ln goodput", Cell::number, strategy_causes, "cause"}},
       [=](const Case& at, const With&, Out& out) { put(at, at.strategy.losses(at.run), at.strategy.all_causes(), out); }});
  to.push_back(
      {{"question", "breakdown", "fractions of elapsed time by what it goes to; they sum to one", {}, {}, {}},
       {"run"},
       {"strategy"},
       {{"", "1", "share of elapsed time", Cell::number, strategy_shares, "cause"}},
       [=](const Case& at, const With&, Out& out) { put(at, at.strategy.breakdown(at.run), at.strategy.all_shares(), out); }});
  to.push_back({{"question", "requirements", "what the strategy asks of the machine", {}, {}, {}},
                {"run"},
                {"strategy"},
                {{"memory", "B", "bytes held by copies of the state, over all GPUs' hosts"},
                 {"bandwidth", "B/s", "bytes written per second of progress of the GPUs that work, on all levels"},
                 {"spares", "GPU", "GPUs that do no work of their own"}},
                [=](const Case& at, const With&, Out& out) {
                  const auto [loss, interval, needs] = at.strategy.summary(at.run);
                  if (loss == loss) out << needs.memory << needs.bandwidth << needs.spares;
                  else out.skip(3);
                  out.close([&] { return at.strategy.note(at.run); });
                }});
  to.push_back({{"question", "pattern", "levels of the checkpoints of one cycle, 1 the mildest; empty: one level", {}, {}, {}},
                {"run"},
                {"strategy"},
                {{"pattern", "1", "level of the checkpoint that ends each segment", Cell::numbers}, note_column},
                [](const Case& at, const With&, Out& out) {
                  const std::vector<int> pattern = at.strategy.pattern(at.run);
                  out << std::vector<double>(pattern.begin(), pattern.end()) << std::string_view(at.strategy.note(at.run));
                }});
  const auto put_run = [](const TrainingRun<>& run, Out& out) {
    for (const auto& field : fields_of<TrainingRun<>>) out << run.*field.member;
    out << std::string_view("ok") << std::string_view();  // null is a field that is not given
  };
  to.push_back(
      {{"question", "saved_to", "the run with its checkpoints in a tier, which fills bandwidths and latency", {}, {}, {}},
       {"run", "tier"},
       {},
       {{"", "", "field of the run", Cell::number, names_of<TrainingRun<>>, "field"}},
       [=](const Case& at, const With&, Out& out) { put_run(at.run.saved_to(at.other<storage::Tier<>>("tier")), out); }});
  to.push_back({{"question",
                 "growth_saved_to",
                 "the growth law of a run saved to a tier: bandwidths that belong to each GPU grow with it",
                 {},
                 {},
                 {}},
                {"tier"},
                {"growth"},
                {{"", "1", "exponent of the field", Cell::number, growing_fields, "field"}},
                [](const Case& at, const With&, Out& out) {
                  const growth::PowerLaw law = at.growth.saved_to(at.other<storage::Tier<>>("tier"));
                  for (std::size_t i = 1; i < law.exponents.size(); ++i) out << law.exponents[i];
                }});
  to.push_back({{"question",
                 "grown",
                 "the run at another size, its fields grown by the law",
                 {{"gpus", "1", "the size", positive}},
                 {},
                 {}},
                {"run"},
                {"growth"},
                {{"", "", "field of the run at that size", Cell::number, names_of<TrainingRun<>>, "field"}},
                [=](const Case& at, const With& with, Out& out) {
                  put_run(with["gpus"] == at.run.gpus ? at.run : at.growth.at(at.run, with["gpus"]), out);
                }});
}

namespace detail {

inline std::vector<checkpoint::SeverityLevel<>> levels_of(const Case& at) {
  std::vector<checkpoint::SeverityLevel<>> levels;
  for (const auto& level : at.levels) levels.push_back(static_cast<const ModelOf<checkpoint::SeverityLevel<>>&>(*level).value);
  return levels;
}

}  // namespace detail

void add_level_questions(Questions& to) {
  to.push_back({{"question",
                 "multilevel_goodput",
                 "goodput of checkpoints of several levels, exact, for any nested pattern",
                 {{"interval", "s", "useful work of one segment", not_negative_or_inf},
                  {"downtime", "s", "not exposed to failures", not_negative, 0}},
                 {looking(detail::pattern_looks,
                          {"pattern", "level of the checkpoint that ends each segment, such as [1, 1, 2]", {}, {}, false})},
                 {}},
                {"severity_level"},
                {},
                {{"multilevel_goodput", "1", "goodput"}},
                [](const Case& at, const With& with, Out& out) {
                  const auto pattern = detail::pattern_of("multilevel_goodput", with.arguments);
                  out << checkpoint::multilevel_goodput(std::span<const int>(pattern), with["interval"],
                                                        std::span<const checkpoint::SeverityLevel<>>(detail::levels_of(at)),
                                                        with["downtime"]);
                }});
  to.push_back({{"question",
                 "multilevel_optimum",
                 "the best regular pattern of levels and its interval",
                 {{"downtime", "s", "not exposed to failures", not_negative, 0}},
                 {},
                 {}},
                {"severity_level"},
                {},
                {{"pattern", "1", "level of the checkpoint that ends each segment", Cell::numbers},
                 {"interval", "s", "useful work of one segment"},
                 {"goodput", "1", "at the best"},
                 {"first_order_overhead", "1", "sum of sqrt(2 failure_rate write_time)"}},
                [](const Case& at, const With& with, Out& out) {
                  const auto best = checkpoint::multilevel_optimum(detail::levels_of(at), with["downtime"]);
                  out << std::vector<double>(best.pattern.begin(), best.pattern.end()) << best.interval << best.goodput
                      << best.first_order_overhead;
                }});
}

}  // namespace scaling_limits::catalog
