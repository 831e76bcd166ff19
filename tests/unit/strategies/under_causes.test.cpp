// SPDX-License-Identifier: Apache-2.0
// Strategies under lists of causes: figures worked out by hand, and lists that say what gpu_mttf says.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "scaling_limits/run/growth.hpp"
#include "scaling_limits/strategies/under_causes.hpp"
#include "support/agrees.hpp"
#include "support/causes.hpp"
#include "support/strategies.hpp"

using namespace scaling_limits;
using namespace scaling_limits::strategies;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using failures::Cause;

namespace {

using Causes = std::vector<Cause<>>;

/// A computer fails often, a switch for longer, storage for longest and not always at the first try.
const Causes mix_a{
    {.name = "computer", .mtbf = 20'000, .downtime = 60, .restart_time = 300},
    {.name = "switch", .mtbf = 60'000, .downtime = 2700, .restart_time = 300},
    {.name = "storage", .mtbf = 90'000, .downtime = 14'400, .restart_time = 900, .retry_chance = 0.2, .retry_time = 600}};

/// Saves of so many seconds.
TrainingRun<> saved_within(double write_time, double gpus = 1000) {
  return {.gpus = gpus, .gpu_mttf = inf, .checkpoint_bytes = write_time * 1e12, .write_bandwidth = 1e12};
}
Causes with(Causes list, const Cause<>& one) {
  list.push_back(one);
  return list;
}
Blocking<> every(double interval) { return {.own_interval = interval}; }

constexpr relative digits{1e-9};  // as many as are written

}  // namespace

TEST_CASE("blocking checkpoints under three causes, worked out by hand", "[strategies]") {
  const auto run = saved_within(40);
  const auto best = under_causes(mix_a, blocking());
  CHECK_THAT(goodput(run, best), agrees(0.738532352, digits));
  CHECK_THAT(best.interval(run), agrees(987.695583, digits));
  CHECK_THAT(goodput(run, under_causes(mix_a, every(1200))), agrees(0.737449203, digits));
  const auto parts = best.breakdown(run);
  CHECK_THAT(parts.of("checkpoint"), agrees(0.029909311, relative(2e-8)));  // digits written
  CHECK_THAT(parts.of("rework"), agrees(0.031546385, relative(2e-8)));
  CHECK_THAT(parts.of("restart"), agrees(0.012039406 + 0.004094069 + 0.010567051, relative(5e-8)));
  CHECK_THAT(parts.of("downtime"), agrees(0.002480066 + 0.037200986 + 0.133630374, relative(1e-8)));
}

TEST_CASE("planned stops cost less than failures as often, worked out by hand", "[strategies]") {
  const auto run = saved_within(40);
  const Cause<> stop{.name = "upgrade", .mtbf = 100'000, .downtime = 3600, .restart_time = 300};
  auto planned = stop;
  planned.planned = 1;
  const auto best = under_causes(with(mix_a, planned), blocking());
  CHECK_THAT(goodput(run, best), agrees(0.716602230, digits));
  CHECK_THAT(best.interval(run), agrees(974.313786, digits));
  CHECK_THAT(goodput(run, under_causes(with(mix_a, planned), every(1200))), agrees(0.715420829, digits));
  CHECK_THAT(goodput(run, under_causes(with(mix_a, planned), every(under_causes(mix_a, blocking()).interval(run)))),
             agrees(0.716597201, digits));
  const auto unplanned = under_causes(with(mix_a, stop), blocking());
  CHECK_THAT(goodput(run, unplanned), agrees(0.711397563, digits));
  CHECK_THAT(unplanned.interval(run), agrees(928.19, relative(1e-5)));  // digits written
  CHECK_THAT(goodput(run, under_causes(with(mix_a, stop), every(1200))), agrees(0.709465172, digits));
  // no other interval is better
  for (const double by : {0.9, 0.99, 1.01, 1.1})
    CHECK(goodput(run, under_causes(with(mix_a, planned), every(by * best.interval(run)))) < goodput(run, best));
}

TEST_CASE("silent errors that are found late, worked out by hand", "[strategies]") {
  const auto run = saved_within(40);
  const auto found = [&](double lag) {
    return with(mix_a, {.name = "silent", .mtbf = 500'000, .downtime = 600, .restart_time = 300, .lag = lag});
  };
  CHECK_THAT(goodput(run, under_causes(found(6 * 3600), every(1200))), agrees(0.711838417, digits));
  CHECK_THAT(goodput(run, under_causes(found(300), every(1200))), agrees(0.734976182, digits));
  const auto best = under_causes(found(6 * 3600), blocking());
  for (const double by : {0.9, 0.99, 1.01, 1.1})
    CHECK(goodput(run, under_causes(found(6 * 3600), every(by * best.interval(run)))) < goodput(run, best));
  // as a failure with a longer downtime it is another number
  const Causes first{mix_a[0], mix_a[1]};
  const Cause<> silent{.name = "silent", .mtbf = 500'000, .downtime = 600, .restart_time = 300, .lag = 6 * 3600},
      plain{.name = "silent", .mtbf = 500'000, .downtime = 600 + 6 * 3600, .restart_time = 300};
  CHECK_THAT(goodput(run, under_causes(with(first, plain), every(1200))), agrees(0.831401598, digits));
  CHECK_THAT(goodput(run, under_causes(with(first, silent), every(1200))), agrees(0.833381385, digits));
}

TEST_CASE("a write that goes on where the hosts' memory survives, worked out by hand", "[strategies]") {
  auto list = mix_a;
  list[1].leaves_state = 1;
  const auto run = saved_within(2);
  CHECK_THAT(goodput(run, under_causes(list, blocking(1200, 120))), agrees(0.756344477, digits));
  // the chance that the last write is whole
  double rate = 0, whole = 0;
  for (const auto& cause : list) rate += 1 / cause.mtbf;
  for (const auto& cause : list)
    whole += 1 / cause.mtbf / rate * (cause.is_planned() || cause.leaves_state == 1 ? 1 : std::exp(-rate * 120));
  CHECK_THAT(whole, agrees(0.992700783, digits));
  CHECK_THAT(goodput(run, under_causes(list, blocking(1200, 120))),
             agrees(whole * goodput(run, under_causes(mix_a, every(1200))), relative(tolerance::two_routes)));
  // as a strategy that copies first: 2 s to copy, 120 s to write
  auto slow = run;
  slow.write_bandwidth = run.checkpoint_bytes / 120;
  CHECK_THAT(goodput(slow, under_causes(list, asynchronous(1e12, 0, 1200))), agrees(0.756344477, digits));
}

TEST_CASE("two levels under three causes, worked out by hand", "[strategies]") {
  // saves of 5 s, and of 60 s more to the upper one
  TrainingRun<> run{.gpus = 1000, .gpu_mttf = inf, .checkpoint_bytes = 5e12, .initialization_time = 200};
  run.write_bandwidth = 5e12 / 60, run.read_bandwidth = 5e12 / 60;
  const storage::Tier<> quick{.write_bandwidth = 1e12, .read_bandwidth = 1e12};
  const auto two = multilevel({{quick, 0.8}, own_level(0.2)}, {1, 1, 1, 2});
  const Causes list{{.name = "a", .mtbf = 20'000, .downtime = 60, .severity = 1},
                    {.name = "b", .mtbf = 60'000, .downtime = 2700, .severity = 1},
                    {.name = "c", .mtbf = 90'000, .downtime = 3600, .extra_restart = 300, .severity = 2}};
  const auto at = Stops<>{.causes = list}.at(run);
  const auto levels = two.levels_under(StoppedRun<double>(run, at));
  CHECK_THAT(levels.levels[0].restart_time, agrees(205.0, relative(1e-14)));
  CHECK_THAT(levels.levels[1].restart_time, agrees(560.0, relative(1e-14)));
  CHECK_THAT(std::exp(-checkpoint::pattern_loss(std::span<const int>(two.own_pattern), 900.0, levels.span(), levels.downtime)),
             agrees(0.836585658, digits));
}

TEST_CASE("learners that fail apart and together, worked out by hand", "[strategies]") {
  const auto run = saved_within(40, 8000);
  struct Row {
    double own[3], common[3], quorum, goodput;
  };
  for (const auto& [own, common, quorum, expected] :
       {Row{{50'000, 600, 300}, {500'000, 3600, 300}, 1, 0.930385285},
        Row{{50'000, 600, 300}, {500'000, 3600, 300}, 6, 0.930212131}, Row{{10'000, 5000, 100}, {5000, 0, 0}, 1, 0.52734},
        Row{{10'000, 5000, 100}, {5000, 2000, 50}, 1, 0.40624}, Row{{3000, 1000, 200}, {8000, 300, 400}, 1, 0.46516}}) {
    const Causes list{{.name = "own", .exponent = 1, .mtbf = own[0] / 8, .downtime = own[1], .restart_time = own[2]},
                      {.name = "common", .mtbf = common[0], .downtime = common[1], .restart_time = common[2], .common = 1}};
    CAPTURE(own[0], quorum);
    const bool in_full = expected > 0.6;
    CHECK_THAT(goodput(run, under_causes(list, independent(8, every(1200), quorum))),
               agrees(expected, relative(in_full ? 1e-9 : 1e-5)));  // digits written
  }
  // simply listed
  const Causes listed{{.name = "own", .mtbf = 50'000, .downtime = 600, .restart_time = 300},
                      {.name = "common", .mtbf = 500'000, .downtime = 3600, .restart_time = 300}};
  CHECK_THAT(goodput(run, under_causes(listed, every(1200))), agrees(0.930457539, digits));
}

TEST_CASE("a list of one is gpu_mttf, whatever protects the run and however the list says it", "[strategies]") {
  for_each_strategy([&](const auto& s) {
    Worst worst;
    for (const double gpus : {256.0, 16'384.0, 200'000.0}) {
      const auto run = growth::chinchilla().at(llama, gpus);
      const auto losses = s.losses(run), breakdown = s.breakdown(run);
      const double interval = s.interval(run);
      const auto same = [&](const auto& under, const TrainingRun<>& at, const char* how) {
        CAPTURE(std::string(s.name()), gpus, how);
        const auto all = under.losses(at), shares = under.breakdown(at);
        REQUIRE(all.size() >= losses.size());  // elastic has two terms more
        for (const auto& term : losses) {
          CAPTURE(std::string(term.name));
          worst.see(std::abs(all.of(term.name) - term.amount) / (1 + term.amount), s.name(), gpus, how, term.name);
        }
        worst.see(std::abs(all.sum() - losses.sum()) / (1 + losses.sum()), s.name(), gpus, how, "sum");
        for (const auto& part : breakdown)
          worst.see(std::abs(shares.of(part.name) - part.amount), s.name(), gpus, how, part.name);
        // of a flat minimum half the digits are right, unless both roads to it are the same
        CHECK_THAT(under.interval(at), WithinRel(interval, 1e-7));
        CHECK(pattern(under, at) == pattern(s, run));
        CHECK(under.note(at) == s.note(run));
      };
      same(under_causes({}, s), run, "nothing said");
      same(under_causes({}, s, RestartParts<>{.schedule_time = run.initialization_time}), run, "parts");
      const auto list = said_by(s);
      same(under_causes(list, s), run, "shares");
      auto free = run;
      free.gpu_mttf = inf;
      same(under_causes(in_rates(list, run.gpu_mttf), s), free, "rates");
      same(under_causes(in_rates(list, run.gpu_mttf), s, RestartParts<>{.schedule_time = run.initialization_time}), free,
           "rates and parts");
    }
    INFO(worst.where);
    CHECK(worst.distance < 1e-14);
  });
}
