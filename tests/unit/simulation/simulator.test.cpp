// SPDX-License-Identifier: Apache-2.0
// Cases whose answer is known without the library's closed forms: sums, reproducibility, exact small models. The agreement of
// every strategy with its protocol is tests/agreement/.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <scaling_limits/failures/empirical.hpp>
#include <scaling_limits/failures/exponential_law.hpp>
#include <scaling_limits/failures/gamma_law.hpp>
#include <scaling_limits/failures/lognormal.hpp>
#include <scaling_limits/failures/two_piece.hpp>
#include <scaling_limits/failures/weibull.hpp>
#include <scaling_limits/simulation/confidence_interval.hpp>
#include <scaling_limits/simulation/simulator.hpp>
#include <scaling_limits/simulation/thread_pool.hpp>
#include <scaling_limits/strategies/just_in_time.hpp>
#include <scaling_limits/strategies/multilevel.hpp>

using namespace scaling_limits;
using namespace scaling_limits::simulation;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using strategies::Protocol;
using strategies::Recovery;

namespace {

Options options(double accuracy, std::uint64_t seed = 1) {
  Options o;
  o.relative_accuracy = accuracy;
  o.seed = seed;
  return o;
}

/// Known goodput within 5 standard errors, and a breakdown that sums to one.
void agrees(const Result& r, double goodput) {
  INFO("simulated " << r.goodput << " +- " << r.standard_error << ", known " << goodput << ", status " << r.status << " "
                    << r.note);
  CHECK(r.status == "ok");
  CHECK(std::abs(r.goodput - goodput) <= 5 * r.standard_error + 1e-12);
  CHECK_THAT(r.breakdown.sum(), WithinAbs(1, 1e-9));  // sums of 1e7 amounts
  CHECK_THAT(r.breakdown.of("useful"), WithinRel(r.goodput, 1e-12));
}

Protocol two_levels() {
  Protocol p;
  p.failure_rate = 1 / 3600. + 1 / 36000.;
  p.downtime = 30;
  p.interval = 2764.50 / 11;
  p.levels = {{10}, {130}};  // writes of 10 and 120, nested
  p.pattern = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2};
  p.severities = {{.share = 10. / 11, .restart_time = 20, .level = 1}, {.share = 1. / 11, .restart_time = 240, .level = 2}};
  return p;
}

}  // namespace

TEST_CASE("every segment of the pattern is played as often as it stands there", "[simulation]") {
  // what is written tells the levels apart: one in eleven checkpoints, of those that stand, is of level 2
  for (const double latency : {0.0, 20.0, 300.0}) {
    auto p = two_levels();
    p.levels[0].bytes = 1, p.levels[0].persist_latency = latency;
    p.levels[1].bytes = 1001;
    auto accurate = options(2e-3);
    const auto r = simulate(p, accurate);
    CAPTURE(latency, r.checkpoints, r.bytes_written);
    const double streams = 64, cycles = r.checkpoints / 11;  // each of them begins and ends somewhere in a cycle
    CHECK_THAT((r.bytes_written - r.checkpoints) / 1000, WithinAbs(cycles, streams));
    // a checkpoint stands with the work before it
    CHECK_THAT(r.checkpoints * p.interval, WithinRel(r.goodput * r.elapsed, 1e-2));  // segments that are not over
  }
}

TEST_CASE("what is written stands or falls with the work before it", "[simulation]") {
  auto p = Protocol::single(1 / 3600., 600, 60, 120, 60);
  p.levels[0].bytes = 5;
  for (const bool slowly : {false, true}) {
    auto o = options(1e-3);
    o.event_by_event = slowly;
    const auto r = simulate(p, o);
    CHECK_THAT(r.checkpoints * 600, WithinRel(r.goodput * r.elapsed, 1e-3));
    CHECK(r.bytes_written == 5 * r.checkpoints);
    CHECK(r.saves_just_in_time == 0);
    CHECK(r.detections == 0);
    CHECK_THAT(r.rates.interruptions, WithinRel(r.interruptions / r.elapsed, 1e-15));
    // failures strike in running time alone: 1/(M + D), five standard errors
    CHECK_THAT(r.rates.interruptions, WithinAbs(1 / 3660., 5 * r.rate_errors.interruptions));
    CHECK(r.rate_errors.interruptions < 0.01 / 3660);
  }
}

TEST_CASE("without failures goodput is the share of work in a cycle, exactly", "[simulation]") {
  agrees(simulate(Protocol::single(0, 1200, 120, 300, 60)), 1200. / 1320);
  agrees(simulate(Protocol::single(0, 1200, 10, 0, 0, 100, 0.2)), 1200. / 1230);
  agrees(simulate(Protocol::single(0, inf, 10)), 1);
  auto p = two_levels();
  p.failure_rate = 0;
  agrees(simulate(p), 2764.50 / (2764.50 + 10 * 10 + 130));
  // a write longer than the work holds the next one up: a period of blocking + latency
  agrees(simulate(Protocol::single(0, 50, 10, 0, 0, 100)), 50. / 110);
  p = Protocol::single(0, 900, 120);
  p.verification = {.chunks = 3, .time = 20, .recall = 0.5, .final_time = 30};
  p.redundancy = 0.5;
  const auto r = simulate(p);
  CHECK_THAT(r.goodput, WithinRel(0.5 * 900 / (900 + 40 + 30 + 120), 1e-12));
  CHECK_THAT(r.breakdown.of("redundancy"), WithinRel(0.5, 1e-12));
  CHECK(r.standard_error == 0);
}

TEST_CASE("the same seed gives the same bits on any number of threads, another seed another sample", "[simulation][threads]") {
  for (const auto& p : {Protocol::single(1e-3, 200, 20, 30, 10), two_levels()}) {
    Options one = options(1e-2), three = options(1e-2);
    three.pool = threads(3);
    const Result a = simulate(p, one), b = simulate(p, three), c = simulate(p, options(1e-2, 2));
    CHECK(a.goodput == b.goodput);
    CHECK(a.standard_error == b.standard_error);
    CHECK(a.elapsed == b.elapsed);
    CHECK(a.goodput != c.goodput);
  }
}

TEST_CASE("the fast path for one level and the event by event one play the same game", "[simulation]") {
  for (const bool exposed : {true, false})
    for (const double latency : {200., 650.}) {
      auto p = Protocol::single(1 / 1800., 600, 60, 300, 60, latency, 0.1);
      p.restart_exposed = exposed;
      Options slow = options(1e-3, 5);
      slow.event_by_event = true;
      const Result a = simulate(p, options(2e-4)), b = simulate(p, slow);
      CHECK(std::abs(a.goodput - b.goodput) < 5 * std::hypot(a.standard_error, b.standard_error));
      for (const auto& term : a.breakdown) CHECK_THAT(b.breakdown.of(term.name), WithinAbs(term.amount, 5e-3));  // 5 x accuracy
    }
  // where a write lasts longer than the work there is one way only: the next one waits for it, but not after a restart
  const auto held_up = Protocol::single(1 / 1800., 600, 60, 300, 60, 900, 0.1);
  Options by_event = options(1e-2);
  by_event.event_by_event = true;
  CHECK(simulate(held_up, options(1e-2)).goodput == simulate(held_up, by_event).goodput);
}

TEST_CASE("published values of the sheet: two levels, verified chunks, Weibull, elastic, spares", "[simulation]") {
  agrees(simulate(two_levels(), options(5e-4)), 0.8320794);

  Protocol verified;  // 4 chunks of 900 s
  verified.failure_rate = 1 / 15000.;
  verified.downtime = 60;
  verified.interval = 3600;
  verified.levels = {{120}};
  verified.restart_exposed = false;
  verified.severities = {{.restart_time = 200}};
  verified.verification = {.silent_rate = 1 / 20000., .chunks = 4, .time = 20, .final_time = 20, .restart_time = 200};
  agrees(simulate(verified, options(5e-4)), 3600 / 4975.353);

  auto weibull = Protocol::single(0, 1080, 120, 300);
  weibull.restart_exposed = false;
  Options with_law = options(5e-4);
  with_law.law = failures::Weibull<>::from_mean(10000, 0.7);
  agrees(simulate(weibull, with_law), 0.82533);

  Protocol elastic;
  elastic.failure_rate = 1 / 15.;
  elastic.severities = {{.recovery = Recovery::replica}};
  elastic.replicas = {.count = 24, .stall_time = 3, .rejoin_time = 11};
  agrees(simulate(elastic, options(5e-4)), 0.8126410);

  auto spares = Protocol::single(1, inf, 0);  // nothing but the pool: checkpoint when it fails costs nothing
  spares.severities = {{.recovery = Recovery::step}};
  spares.step_time = 1e-6;
  spares.pool = {.spares = 8, .repair_time = 7.760};
  agrees(simulate(spares, options(1e-3)), 0.8392410);  // Erlang B(7.760, 9)
  spares.pool = {.spares = 0, .repair_time = 0.5};     // B(a, 1) = a/(1 + a)
  agrees(simulate(spares, options(1e-3)), 1 / 1.5);
  // one repairer: a queue of at most nine, whose lengths are geometric where repairs are exponential
  spares.pool = {.spares = 8, .repair_time = 0.9, .repairers = 1};
  agrees(simulate(spares, options(1e-3)), 1 - std::pow(0.9, 9) * 0.1 / (1 - std::pow(0.9, 10)));
}

TEST_CASE("pairs are interrupted after 1 + 4^b / C(2b, b) failures", "[simulation]") {
  double binomial = 1;
  for (int b = 1; b <= 12; ++b) {
    binomial *= 2. * (2 * b - 1) / b;
    auto p = Protocol::single(1, 1e-3, 0);
    p.replication = {.groups = b};
    const auto r = simulate(p, options(1e-3));
    const double expected = 1 + std::pow(4., b) / binomial;
    CHECK_THAT(r.failures / r.interruptions,
               WithinRel(expected, 5 / std::sqrt(r.interruptions)));  // its relative deviation is below 1
  }
}

TEST_CASE("a standard error is that of the stretches about their ratio, and none of a single one", "[simulation]") {
  simulation::detail::RatioEstimate estimate;
  const auto add = [&](double useful, double elapsed) {
    simulation::Tally stretch;
    stretch.time[simulation::useful] = useful, stretch.elapsed = elapsed;
    estimate.add(stretch);
  };
  add(3, 4);
  CHECK(estimate.standard_error() == 0);
  CHECK(estimate.accuracy() == inf);
  add(5, 12);  // 8 of 16: one unit more, and one less, than half
  CHECK_THAT(estimate.standard_error(), WithinRel(std::sqrt(2. * 2) / 16, 1e-14));
  CHECK_THAT(estimate.accuracy(), WithinRel(0.25, 1e-14));
  // nothing ever strikes: known to the last digit, of replicas as well
  for (const double groups : {0, 4})
    for (const double interval : {10., inf}) {
      auto calm = Protocol::single(0, interval, 1);
      calm.replication.groups = static_cast<int>(groups);
      const auto found = simulate(calm, options(1e-3));
      CHECK(found.status == "ok");
      CHECK(found.note.empty());
      CHECK_THAT(found.goodput, WithinRel(interval < inf ? 10. / 11 : 1, 1e-12));
      CHECK(found.standard_error < 1e-7);
      CHECK(found.rate_errors.checkpoints < 1e-7);
    }
}

TEST_CASE("an exponential law is the failure rate gpus / mean, and many parts of any law tend to it", "[simulation]") {
  auto p = Protocol::single(0, 300, 30, 60, 10);
  p.gpus = 500;
  Options law = options(5e-4);
  const double mean = 500 * 3600;
  law.law = failures::Exponential<>{.mean_life = mean};
  auto exponential = p;
  exponential.failure_rate = 1 / 3600.;
  const Result reference = simulate(exponential, options(2e-4));
  const auto apart = [&](const Result& r) {
    return std::abs(r.goodput - reference.goodput) / std::hypot(r.standard_error, reference.standard_error);
  };
  CHECK(apart(simulate(p, law)) < 5);
  for (const failures::AnyLaw& l :
       {failures::AnyLaw(failures::Weibull<>::from_mean(mean, 0.7)), failures::AnyLaw(failures::Weibull<>::from_mean(mean, 2)),
        failures::AnyLaw(failures::Lognormal<>::from_mean(mean, 1)), failures::AnyLaw(failures::Gamma<>::from_mean(mean, 3)),
        failures::AnyLaw(failures::TwoPiece<>{0, 2 / mean, mean / 2}),
        failures::AnyLaw(failures::Empirical({mean / 2, mean, 1.5 * mean}))}) {
    law.law = l;
    const Result r = simulate(p, law);
    // superposition: the difference falls as 1 / gpus, here below 1e-3
    CHECK_THAT(r.goodput, WithinAbs(reference.goodput, 1e-3 + 5 * r.standard_error));
    CHECK_THAT(r.elapsed / r.failures, WithinRel(reference.elapsed / reference.failures, 0.02));
  }
}

TEST_CASE("a domain's incident interrupts once, takes its GPUs and has its severity", "[simulation]") {
  auto p = Protocol::single(1 / 3600., 300, 30, 60, 10);
  Options with = options(5e-4);
  with.domains = {{.count = 4, .mttf = 4 * 3600., .gpus = 8}};
  agrees(simulate(p, with), simulate(Protocol::single(2 / 3600., 300, 30, 60, 10), options(1e-4)).goodput);
  // severity 2 from the domain alone
  auto levels = two_levels();
  auto split = levels;
  split.failure_rate = 1 / 3600.;
  split.severities[0].share = 1;
  split.severities[1].share = 0;
  with.domains = {{.mttf = 36000, .severity = 2}};
  agrees(simulate(split, with), 0.8320794);
}

TEST_CASE("what can be saved just in time is: a failure costs no lost work but what a save of its own is hit", "[simulation]") {
  const TrainingRun<> run{.gpus = 1024,
                          .gpu_mttf = 1024 * 3600.0,
                          .checkpoint_bytes = 1e12,
                          .write_bandwidth = 1e10,
                          .initialization_time = 60,
                          .downtime = 30};
  for (const double share : {1.0, 0.6}) {
    const auto s = strategies::just_in_time(share, 10);
    const auto played = simulate(run, s, options(5e-4));
    agrees(played, strategies::goodput(run, s));
    const auto closed = strategies::rates(s, run);
    CHECK_THAT(played.rates.saves_just_in_time,
               WithinAbs(closed.saves_just_in_time, 5 * played.rate_errors.saves_just_in_time));
    CHECK_THAT(played.rates.bytes_written, WithinAbs(closed.bytes_written, 5 * played.rate_errors.bytes_written));
    CHECK(played.saves_just_in_time > 0);
  }
}

TEST_CASE("standbys, wrong diagnoses and failed repairs cost what they should", "[simulation]") {
  auto p = Protocol::single(1e-3, 100, 1, 20, 50);
  p.restart_exposed = false;
  const double base = 1 / simulate(p, options(2e-4)).goodput;
  const auto r0 = simulate(p, options(2e-4));
  // half of the restarts are followed by the same failure: twice the downtime and restart
  auto wrong = p;
  wrong.pool.wrong_diagnosis_share = 0.5;
  const auto r = simulate(wrong, options(2e-4));
  CHECK_THAT(r.breakdown.of("downtime") / r.goodput, WithinRel(2 * r0.breakdown.of("downtime") / r0.goodput, 5e-3));
  CHECK_THAT(1 / r.goodput - base, WithinRel((r0.breakdown.of("downtime") + r0.breakdown.of("restart")) / r0.goodput, 2e-2));
  // standbys that are always there: their downtime
  auto warm = p;
  warm.pool = {.spares = 1000, .repair_time = 1e-6, .standbys = 1000, .standby_downtime = 5};
  auto quick = p;
  quick.downtime = 5;
  agrees(simulate(warm, options(5e-4)), simulate(quick, options(1e-4)).goodput);
  // every second repair fails: the pool behaves as with twice the repair time
  auto once = Protocol::single(1, 1e-3, 0), twice = once;
  once.pool = {.spares = 4, .repair_time = 6};
  twice.pool = {.spares = 4, .repair_time = 3, .failed_repair_share = 0.5};
  const auto a = simulate(once, options(1e-3)), b = simulate(twice, options(1e-3));
  CHECK(std::abs(a.goodput - b.goodput) < 5 * std::hypot(a.standard_error, b.standard_error));
  // a person for every fifth repair
  twice.pool = {.spares = 4, .repair_time = 5, .manual_share = 0.2, .manual_repair_time = 10};
  const auto c = simulate(twice, options(1e-3));
  CHECK(std::abs(a.goodput - c.goodput) <
        5 * std::hypot(a.standard_error, c.standard_error));  // ample repairers: the mean alone counts
}

TEST_CASE("copies in memory: the severity found by looking has the probability of the sheet", "[simulation]") {
  const auto survival = [](const char* placement, std::vector<double> losses, int machines = 16) {
    Protocol p = Protocol::single(1, 1e-4, 0);
    p.levels = {{}, {}};
    p.pattern = {2};
    p.severities = {{.level = 1}, {.share = 0, .restart_time = 1, .level = 2}};
    p.restart_exposed = false;
    p.memory_copies = {.machines = machines,
                       .placement = from_word<storage::Placement>("test", "placement", placement),
                       .losses = std::move(losses)};
    const auto r = simulate(p, options(2e-3));
    return 1 - r.breakdown.of("restart") * r.elapsed / r.failures;
  };
  CHECK_THAT(survival("group", {0, 1}), WithinAbs(0.933333, 5e-3));  // binomial over some 1e5 failures
  CHECK_THAT(survival("ring", {0, 1}), WithinAbs(0.866667, 5e-3));
  CHECK_THAT(survival("group", {0, 0, 1}), WithinAbs(0.8, 5e-3));
  CHECK_THAT(survival("ring", {0, 0, 1}), WithinAbs(0.628571, 5e-3));
  CHECK_THAT(survival("mixed", {0, 0, 1}), WithinAbs(0.8, 5e-3));
  // 5 machines: a pair and a ring of three: 1 + 3 bad pairs of 10
  CHECK_THAT(survival("mixed", {0, 1}, 5), WithinAbs(0.6, 5e-3));
  CHECK_THROWS_WITH(survival("group", {1}, 5), ContainsSubstring("copies"));
}

TEST_CASE("just-in-time recovery loses the step in progress", "[simulation]") {
  // no checkpoints: per failure half a step (long MTBF) and restart and downtime
  Protocol p;
  p.failure_rate = 1e-4;
  p.downtime = 30;
  p.step_time = 10;
  p.restart_exposed = false;
  p.severities = {{.restart_time = 100, .recovery = Recovery::step}};
  agrees(simulate(p, options(1e-4)), [] {
    const double x = 10e-4, steps = std::exp(-x) / (1 - std::exp(-x));  // whole steps before a failure
    return steps * 10 / (1e4 + 130);
  }());
}

TEST_CASE("a job in other units of time is the same job, to the last bit", "[simulation]") {
  // writes that outlast intervals, a pattern of two levels, repetitions skipped; units a power of two apart
  const auto played = [](double unit, bool event_by_event) {
    Protocol p = two_levels();
    p.failure_rate /= 100 * unit;
    for (double* time : {&p.interval, &p.downtime, &p.step_time}) *time *= unit;
    for (auto& level : p.levels)
      level.blocking_time *= unit, level.persist_latency = level.persist_latency * unit + 3 * p.interval;
    for (auto& severity : p.severities) severity.restart_time *= unit;
    Options o = options(1e-3);
    o.event_by_event = event_by_event;
    return simulate(p, o);
  };
  for (const bool event_by_event : {false, true}) {
    const auto seconds = played(1, event_by_event);
    REQUIRE(seconds.status == "ok");
    for (const double unit : {0x1p-40, 0x1p20}) {
      const auto other = played(unit, event_by_event);
      CHECK((other.goodput == seconds.goodput && other.failures == seconds.failures));
      CHECK((other.checkpoints == seconds.checkpoints && other.elapsed == seconds.elapsed * unit));
    }
  }
}

TEST_CASE("two kinds of failure at one level restart as long as they do on average", "[simulation]") {
  Protocol p = Protocol::single(1e-4, 1500, 60);
  p.restart_exposed = false;
  p.severities = {{.share = 0.25}, {.share = 0.75, .restart_time = 4000}};
  agrees(simulate(p, options(1e-3)), [] {
    const double running = std::expm1(1560e-4) / 1e-4;  // per segment, and so many failures each 3000 s of restart
    return 1500 / (running * (1 + 3000e-4));
  }());
}

TEST_CASE("silent errors come at their rate, and a verification finds one or more", "[simulation]") {
  // all time is work, verified by something that takes none: errors as often as time goes by
  const double rate = 1 / 2000.;
  Protocol p = Protocol::single(0, 1000, 0);
  p.verification = {.silent_rate = rate, .chunks = 4};
  const auto r = simulate(p, options(1e-3));
  REQUIRE(r.silent_errors > 1e4);
  CHECK(std::abs(r.silent_errors / r.elapsed / rate - 1) < 5 / std::sqrt(r.silent_errors));
  // of a chunk that is struck, the first error is detected and those behind it go with it
  const double struck = -std::expm1(-rate * 250) / (rate * 250);
  CHECK(std::abs(r.detections / r.silent_errors / struck - 1) < 5 / std::sqrt(r.silent_errors));
}

TEST_CASE("a save just in time during a write keeps the whole step that ended before it", "[simulation]") {
  // three steps of 0.1, which 0.3 is a rounding below, then a write that most failures hit: all three are kept
  const double rate = 0.2, write = 5, step = 0.1;
  Protocol p = Protocol::single(rate, 0.3, write);
  p.step_time = step;
  p.severities = {{.recovery = Recovery::step}};
  agrees(simulate(p, options(1e-3)), 0.3 / ((3 * std::expm1(rate * step) + std::expm1(rate * write)) / rate));
}

TEST_CASE("the event log tells the story in order", "[simulation]") {
  Options o = options(1e-2);
  o.events = 50;
  const auto r = simulate(Protocol::single(1e-3, 500, 50, 100, 20), o);
  REQUIRE(r.events.size() == 50);
  double before = 0;
  bool down = false;
  for (const auto& e : r.events) {
    CHECK(e.time >= before);
    before = e.time;
    if (e.what == "failure") down = true;
    if (e.what == "running") CHECK(std::exchange(down, false));
    if (e.what == "checkpoint") CHECK(!down);
  }
}

TEST_CASE("a strategy on a run; no answer where it has none; nonsense is refused", "[simulation]") {
  const TrainingRun<> run{.gpus = 16384,
                          .gpu_mttf = 1.8e8,
                          .checkpoint_bytes = 5e12,
                          .write_bandwidth = 1e11,
                          .initialization_time = 300,
                          .downtime = 60};
  const auto r = simulate(run, options(5e-4));
  agrees(r, strategies::goodput(run, strategies::blocking()));
  const auto interval = confidence_interval(r, 0.999999);
  CHECK((interval[0] < strategies::goodput(run, strategies::blocking()) &&
         strategies::goodput(run, strategies::blocking()) < interval[1]));

  strategies::Blocking<> tight;
  tight.own_interval = 1, tight.persist_latency = 100;
  CHECK(simulate(run, tight).status == "infeasible");
  CHECK_THAT(simulate(run, tight).note, ContainsSubstring("interval"));

  TrainingRun<> free = run;  // a save takes no time: there is no segment to play
  free.checkpoint_bytes = 0;
  CHECK(simulate(free).status == "infeasible");
  CHECK_THAT(simulate(free).note, ContainsSubstring("interval = 0 s cannot be played"));

  const auto hopeless = simulate(Protocol::single(1, 1000, 1), [] {
    auto o = options(1e-2);
    o.most_failures = 1e5;
    return o;
  }());
  CHECK(hopeless.status == "infeasible");
  CHECK(hopeless.goodput == 0);
  auto o = options(1e-6);
  o.most_failures = 1e5;
  const auto few = simulate(two_levels(), o);
  CHECK(few.status == "not converged");
  CHECK_THAT(few.note, ContainsSubstring("relative accuracy " + to_text(few.standard_error / few.goodput) + " after " +
                                         to_text(few.failures) + " failures, most_failures = 100000"));
  o.most_failures = 1e13;
  o.progress = [](double, double) { return false; };
  const auto stopped = simulate(two_levels(), o);
  CHECK(stopped.status == "stopped");
  CHECK_THAT(stopped.note, ContainsSubstring("stopped by progress after " + to_text(stopped.failures) + " of at most 1e+13"));

  auto p = two_levels();
  p.pattern.back() = 1;
  CHECK_THROWS_WITH(simulate(p), ContainsSubstring("pattern"));
  CHECK_THROWS_WITH(simulate(two_levels(), options(-1)), ContainsSubstring("relative_accuracy"));
}

TEST_CASE("a goodput is never negative, however little was played", "[simulation]") {
  // what the warm-up committed is undone while it counts: 100 failures of a run that commits next to nothing
  const TrainingRun<> lost{
      .gpus = 1024, .gpu_mttf = 2.6e8, .checkpoint_bytes = 2.2e13, .write_bandwidth = 1.96e11, .storage_latency = 30};
  const auto slow = strategies::multilevel({{{.write_bandwidth = 2e13, .read_bandwidth = 1.5e10, .latency = 54}, 0.86},
                                            {{.write_bandwidth = 1.8e12, .latency = 14}, 0.14}});
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    TrainingRun<> run = lost;
    run.gpus *= static_cast<double>(1 + seed);
    Options options;
    options.seed = seed, options.most_failures = 100;
    const auto r = simulate(run, slow, options);
    CHECK(r.goodput >= 0);
    CHECK(r.breakdown.of("useful") >= 0);
    CHECK_THAT(r.breakdown.sum(), WithinAbs(1, 1e-12));
  }
}
