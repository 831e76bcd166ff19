// SPDX-License-Identifier: Apache-2.0
// How large a run may get under what it may not know of itself: each row changes one thing. And a list of one sets the limits
// that gpu_mttf sets.
#include <catch2/catch_test_macros.hpp>

#include "scaling_limits/limits/max_gpus.hpp"
#include "scaling_limits/strategies/under_causes.hpp"
#include "support/agrees.hpp"
#include "support/causes.hpp"
#include "support/criteria.hpp"
#include "support/planned_run.hpp"
#include "support/strategies.hpp"

using namespace scaling_limits;
using namespace scaling_limits::strategies;
using namespace scaling_limits::testing;
using failures::Cause;

namespace {

struct Sizes {
  double held, peak, worth;  // at 90 % goodput; of useful throughput
};
template <class St>
Sizes sizes(const TrainingRun<>& run, const St& strategy) {
  const auto held = limits::max_gpus(run, limits::goodput_at_least(0.9), growth::chinchilla(), strategy);
  const auto peak = limits::max_gpus(run, limits::peak_throughput(), growth::chinchilla(), strategy);
  REQUIRE(held.status == limits::Status::ok);
  REQUIRE(peak.status == limits::Status::ok);
  return {held.value, peak.value, peak.value * peak.goodput};
}
TrainingRun<> with(double TrainingRun<>::* field, double times) {
  auto run = planned;
  run.*field *= times;
  return run;
}

using Causes = std::vector<Cause<>>;
const Causes hangs{{.name = "hang", .share = 0.1, .detection = 2700, .replacement = 60}};
const Causes silent{{.name = "silent", .share = 6 / 419.0, .lag = 3600}};
const Causes retried{{.name = "all", .share = 1, .retry_chance = 0.15}};
const RestartParts<> nccl{.schedule_time = 300, .communicator_growth = 265, .communicator_gpus = 96'000};
const RestartParts<> mlperf{.communicator_growth = 131.6, .communicator_exponent = 0.153};
const RestartParts<> readers{.schedule_time = 300, .reader_gpus = 128};

}  // namespace

TEST_CASE("the planned run under each thing that may be otherwise", "[limits]") {
  const auto blocked = blocking();
  struct Row {
    const char* name;
    Sizes actual, written;  // NaN: not written
  };
  const Row rows[]{
      {"as planned", sizes(planned, under_causes({}, blocked)), {33'684, 393'384, 137'999}},
      {"rate, low end", sizes(with(&TrainingRun<>::gpu_mttf, 0.59), under_causes({}, blocked)), {20'877, NaN, NaN}},
      {"rate, high end", sizes(with(&TrainingRun<>::gpu_mttf, 1.64), under_causes({}, blocked)), {52'481, 620'774, 217'487}},
      {"communicators", sizes(planned, under_causes({}, blocked, nccl)), {29'145, 142'612, 69'918}},
      {"start", sizes(planned, under_causes({}, blocked, mlperf)), {21'270, 160'437, 64'295}},
      {"hangs", sizes(planned, under_causes(hangs, blocked)), {22'365, 288'910, 94'845}},
      {"silent", sizes(planned, under_causes(silent, blocked)), {30'855, NaN, NaN}},
      {"retries", sizes(planned, under_causes(retried, blocked)), {30'600, NaN, NaN}},
      {"bytes", sizes(with(&TrainingRun<>::checkpoint_bytes, 10), under_causes({}, blocked)), {16'749, NaN, NaN}},
      {"readers", sizes(planned, under_causes({}, blocked, readers)), {28'120, 90'963, 51'693}},
  };
  for (const auto& [name, actual, written] : rows) {
    CAPTURE(name, actual.held, actual.peak, actual.worth);
    CHECK(std::abs(actual.held - written.held) <= 0.5);
    if (written.peak == written.peak) CHECK(std::abs(actual.peak - written.peak) <= 0.5);
    if (written.worth == written.worth) CHECK(std::abs(actual.worth - written.worth) <= 0.5);
  }
  // no row at once is the range that is printed: bytes and the rate at its ends, readers at the peak
  for (const auto& row : rows) {
    CHECK((row.actual.held >= rows[8].actual.held && row.actual.held <= rows[2].actual.held));
    CHECK((row.actual.peak >= rows[9].actual.peak && row.actual.peak <= rows[2].actual.peak));
  }
}

TEST_CASE("the bad ends of five things together are no limit that any of them is alone", "[limits]") {
  Causes all{hangs[0], silent[0]};
  for (auto& cause : all) cause.retry_chance = 0.15;
  all.push_back({.name = "rest", .share = 1 - 0.1 - 6 / 419.0, .retry_chance = 0.15});
  const auto [held, peak, worth] = sizes(with(&TrainingRun<>::gpu_mttf, 0.59), under_causes(all, blocking(), nccl));
  CHECK(std::abs(held - 11'599) <= 0.5);
  CHECK(std::abs(peak - 86'995) <= 0.5);
  CHECK(std::abs(worth - 36'622) <= 0.5);
}

TEST_CASE("hangs cost what they cost at any size", "[limits]") {
  const auto run = growth::chinchilla().at(planned, 100'000.0);
  CHECK(std::abs(goodput(run, under_causes(hangs, blocking())) - 0.65496) < 5e-6);  // digits written
  CHECK(std::abs(goodput(run, blocking()) - 0.75004) < 5e-6);
}

TEST_CASE("a list of one sets the limits of gpu_mttf, whatever protects the run", "[limits]") {
  const auto same = [](const auto& s, const auto& criterion) {
    auto free = llama;
    free.gpu_mttf = inf;
    const auto own = limits::max_gpus(llama, criterion, growth::chinchilla(), s);
    const auto list = said_by(s);
    const auto limit = [&](const TrainingRun<>& run, const Causes& causes, const char* how) {
      const auto answer = limits::max_gpus(run, criterion, growth::chinchilla(), under_causes(causes, s));
      CAPTURE(std::string(s.name()), std::string(criterion.name()), how, own.note, answer.note, own.value, answer.value);
      CHECK(answer.status == own.status);
      CHECK_THAT(answer.value, agrees(own.value, relative(tolerance::two_routes)));
    };
    limit(llama, {}, "nothing said");
    limit(llama, list, "shares");
    limit(free, in_rates(list, llama.gpu_mttf), "rates");
  };
  for_one_of_each_kind([&](const auto& s) {
    same(s, limits::goodput_at_least(0.9));
    same(s, limits::peak_throughput());
  });
  for_each_criterion([&](const auto& criterion) { same(blocking(), criterion); });
}

TEST_CASE("learners that nothing stops together have no peak, and those of one power feed have one", "[limits]") {
  auto run = planned;
  run.gpu_mttf = inf;
  const Cause<> machine{.name = "gpu", .mttf = planned.gpu_mttf};
  const Cause<> feed{
      .name = "feed", .per = failures::Per::domain, .gpus_per_unit = 8192, .mttf = 1e7, .downtime = 3600, .common = 1};
  // of a size that each learner keeps: as many as the run has
  const auto peak = [&](const Causes& list, double learners) {
    return limits::max_gpus(run, limits::peak_throughput(), growth::fixed(), under_causes(list, independent(learners)));
  };
  const auto alone = peak({machine}, 64), together = peak({machine, feed}, 64);
  CHECK(together.value < alone.value);
  // with nothing of their own they are one: common rows are those of the whole run
  const auto only = limits::max_gpus(run, limits::peak_throughput(), growth::fixed(), under_causes({feed}, blocking()));
  CHECK_THAT(peak({feed}, 64).value, agrees(only.value, relative(tolerance::two_routes)));
  CHECK(together.value < only.value);
}

TEST_CASE("what a run is told twice is no limit but an error", "[limits]") {
  CHECK_THROWS_AS(limits::max_gpus(planned, limits::goodput_at_least(0.9), growth::chinchilla(),
                                   under_causes({{.name = "gpu", .mttf = 1e8}}, blocking())),
                  InvalidArgument);
  CHECK_THROWS_AS(limits::max_gpus(planned, limits::goodput_at_least(0.9), growth::chinchilla(),
                                   under_causes({{.name = "gpu", .share = 0.5, .retry_chance = 1}}, blocking())),
                  DomainError);
}

TEST_CASE("a peak under a list is looked for where its failures can be counted", "[limits]") {
  // the run itself does not fail: its list does, and beyond all numbers long before its sizes are
  TrainingRun<> run{.gpus = 16384, .gpu_mttf = inf, .checkpoint_bytes = 5e12, .write_bandwidth = 2e12, .read_bandwidth = 2e12};
  run.initialization_time = 300, run.downtime = 60;
  const Causes list{{.name = "board", .per = failures::Per::gpu, .mttf = 1.8e8},
                    {.name = "upgrade", .mtbf = 3e5, .planned = 1}};
  auto memory = in_memory(2, storage::Placement::group, 5);
  memory.write_time = 1;
  const auto under = under_causes(list, memory, readers, run.gpus);
  const auto peak = limits::max_gpus(run, limits::peak_throughput(), growth::chinchilla(), under);
  REQUIRE(peak.is_ok());
  for (const double factor : {0.5, 0.9, 1.1, 2.0}) {
    const double gpus = peak.value * factor;
    CHECK(gpus * goodput(growth::chinchilla().at(run, gpus), under) < peak.useful_gpus());
  }
}
