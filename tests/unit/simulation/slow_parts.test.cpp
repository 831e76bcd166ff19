// SPDX-License-Identifier: Apache-2.0
// Slow parts played out against their closed form, exact and as a product.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "scaling_limits/checkpoint/goodput.hpp"
#include "scaling_limits/simulation/simulator.hpp"

using namespace scaling_limits;
using namespace scaling_limits::simulation;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using failures::DurationLaw;
using strategies::Protocol;

namespace {

Result play(const Protocol& protocol, double accuracy, std::uint64_t seed = 1) {
  Options o;
  o.relative_accuracy = accuracy;
  o.seed = seed;
  o.most_failures = 1e8;
  const Result r = simulate(protocol, o);
  CHECK(r.status == "ok");
  CHECK_THAT(r.breakdown.sum(), WithinAbs(1, 1e-9));  // sums of 1e7 amounts
  return r;
}

Protocol slowed(double failure_rate, double interval, const strategies::SlowParts& slow) {
  Protocol p = Protocol::single(failure_rate, interval, 30, 120, 600);
  p.slow_parts = slow;
  return p;
}

double speed(const Protocol& p) {
  const auto& s = p.slow_parts;
  return std::exp(-failures::slow_parts_loss(s.arrival_rate, s.duration, s.slowdown, p.failure_rate, s.cleared, s.law));
}
double goodput(const Protocol& p) {
  return checkpoint::goodput(p.interval, p.levels[0].blocking_time, 1 / p.failure_rate, p.severities[0].restart_time,
                             p.downtime);
}

}  // namespace

TEST_CASE("slow parts beside saves by the clock: goodput is a product, exactly", "[simulation]") {
  struct Setting {
    double arrival_rate, duration, slowdown, failure_rate, interval;
    DurationLaw law;
  };
  for (const auto& [sigma, h, s, l, interval, law] : {Setting{1 / 20000., 3600, 1.3, 1 / 7200., 1200, DurationLaw::fixed},
                                                      {1 / 20000., 3600, 1.3, 1 / 7200., 1200, DurationLaw::exponential},
                                                      {1 / 5000., 5000, 4, 1 / 3600., 1800, DurationLaw::fixed},
                                                      {1 / 5000., 500, 4, 1 / 3600., 300, DurationLaw::exponential},
                                                      {1 / 1000., 4000, 2, 1 / 9000., 3000, DurationLaw::fixed}}) {
    const Protocol p = slowed(l, interval, {.arrival_rate = sigma, .slowdown = s, .duration = h, .law = law, .by_clock = true});
    const Result r = play(p, 1e-3);
    const double exact = speed(p) * goodput(p);
    INFO("sigma " << sigma << ", h " << h << ", s " << s << ", " << to_word(law) << ": simulated " << r.goodput << " +- "
                  << r.standard_error << ", product " << exact);
    CHECK(std::abs(r.goodput - exact) <= 3 * r.standard_error);  // five settings with fixed seeds
    // of what is done and stands, the part that it took longer
    const double slow = r.breakdown.of("slow parts");
    CHECK_THAT(slow / (slow + r.goodput), WithinAbs(1 - speed(p), 4 * 1e-3));  // the accuracy asked for
  }
}

TEST_CASE("without failures, too", "[simulation]") {
  for (const auto law : {DurationLaw::fixed, DurationLaw::exponential}) {
    const Protocol p = slowed(0, 1200, {.arrival_rate = 1e-4, .slowdown = 3, .duration = 5000, .law = law, .by_clock = true});
    const Result r = play(p, 1e-3);
    const double exact = speed(p) * 1200 / 1230;
    INFO(to_word(law) << ": simulated " << r.goodput << " +- " << r.standard_error << ", exact " << exact);
    CHECK(std::abs(r.goodput - exact) <= 3 * r.standard_error);
    CHECK(r.failures == 0);
  }
}

// intervals from the best on: of shorter ones the product is too low, where saves are after so much work
TEST_CASE("slow parts beside saves after so much work, or cleared by failures: the product is nearly right", "[simulation]") {
  struct Setting {
    double load, slowdown;  // failures in an interval
    bool cleared, by_clock;
    double too_high;  // at most, relative
  };
  for (const auto& [load, s, cleared, by_clock, too_high] : {Setting{0.1, 1.3, false, false, 0.01},
                                                             {0.4, 2, false, false, 0.1},
                                                             {0.4, 1.3, true, true, 0.01},
                                                             {0.1, 1.3, true, false, 0.01},
                                                             {1, 2, true, true, 0.05},
                                                             {2, 4, true, true, 0.2}})
    for (const auto law : {DurationLaw::fixed, DurationLaw::exponential}) {
      const double mtbf = 5000;
      Protocol p = Protocol::single(1 / mtbf, load * mtbf, 20, 60, 300);
      p.slow_parts = {1 / 5000., s, 3600, law, cleared, by_clock};
      const Result r = play(p, 1.5e-3);
      const double product = speed(p) * goodput(p), apart = product / r.goodput - 1, error = r.standard_error / r.goodput;
      INFO("failures in an interval " << load << ", slowdown " << s << (cleared ? ", cleared" : "")
                                      << (by_clock ? ", saves by the clock, " : ", saves by work, ") << to_word(law)
                                      << ": simulated " << r.goodput << ", product higher by " << 100 * apart << " % +- "
                                      << 100 * error);
      CHECK(apart > -3 * error);
      CHECK(apart < too_high);
      if (by_clock || cleared) continue;
      // each speed by itself, as if it lasted
      Protocol longer = p;
      longer.interval *= s;
      const double unslowed = failures::unslowed_share(p.slow_parts.arrival_rate, p.slow_parts.duration);
      const double two = unslowed * goodput(p) + (1 - unslowed) * goodput(longer) / s;
      INFO("of each speed by itself higher by " << 100 * (two / r.goodput - 1) << " %");
      CHECK(std::abs(two / r.goodput - 1) < 0.003 + 3 * error);
    }
}

TEST_CASE("slow parts that slow nothing down, or never come, change no number", "[simulation]") {
  Protocol none = Protocol::single(1 / 3600., 600, 30, 120, 60, 50, 0.1);
  none.levels = {{10, 20, 0.1}, {60, 100}};
  none.pattern = {1, 1, 2};
  none.severities = {{.share = 0.8, .restart_time = 20, .level = 1}, {.share = 0.2, .restart_time = 240, .level = 2}};
  none.verification.silent_rate = 1e-5, none.verification.chunks = 2, none.verification.time = 2;
  Protocol never = none, harmless = none;
  never.slow_parts = {.arrival_rate = 0, .slowdown = 3, .duration = 5000, .cleared = true, .by_clock = true};
  harmless.slow_parts = {.arrival_rate = 1e-3, .slowdown = 1, .duration = 500};
  const Result a = play(none, 2e-3), b = play(never, 2e-3), c = play(harmless, 2e-3);
  CHECK(a.goodput == b.goodput);
  CHECK(a.standard_error == b.standard_error);
  for (const char* term : {"useful", "checkpoint", "rework", "restart", "downtime", "verification"})
    CHECK(a.breakdown.of(term) == b.breakdown.of(term));
  CHECK(a.breakdown.of("slow parts") == 0);
  CHECK(c.breakdown.of("slow parts") == 0);
  CHECK(std::abs(a.goodput - c.goodput) <= 3 * std::hypot(a.standard_error, c.standard_error));  // two seeds
}

TEST_CASE("every slow part comes and is found, and a silent error strikes work alone", "[simulation]") {
  Protocol p = slowed(1 / 7200., 900, {.arrival_rate = 1 / 3000., .slowdown = 2, .duration = 1500});
  p.verification = {.silent_rate = 1e-4, .chunks = 3, .time = 1, .recall = 0.7, .final_time = 2, .restart_time = 30};
  Options o;
  o.relative_accuracy = 5e-3, o.events = 3000;
  const Result r = simulate(p, o);
  int there = 0;
  double work = 0;
  for (const Event& e : r.events) {
    there += e.what == "slow part" ? 1 : e.what == "slow part found" ? -1 : 0;
    REQUIRE(there >= 0);
    if (e.what == "failure") work = e.work;
  }
  CHECK((there < 10 && work > 0));
  // what it works is done and stands, or is rework: errors per second of it, half as many while it is slow
  const double worked = r.breakdown.of("useful") + r.breakdown.of("rework");
  CHECK(r.silent_errors / r.elapsed < 1e-4 * worked);
  CHECK(r.silent_errors / r.elapsed > 0.9e-4 * r.breakdown.of("useful"));
}

TEST_CASE("a failure clears what is slow, an absorbed one does not", "[simulation]") {
  // nothing is found by itself: without failures that interrupt, a run is slow for good
  Protocol p =
      slowed(1 / 1000., 300, {.arrival_rate = 1 / 3000., .slowdown = 4, .duration = 1e6, .cleared = true, .by_clock = true});
  p.severities = {{.recovery = strategies::Recovery::replica}};
  p.replicas = {.count = 4, .stall_time = 1, .rejoin_time = 10};
  Options o;
  o.relative_accuracy = 1e-2;
  const double absorbed = simulate(p, o).goodput;
  CHECK(absorbed < 0.26);
  p.severities = {{.share = 0.5, .recovery = strategies::Recovery::replica}, {.share = 0.5, .restart_time = 1}};
  CHECK(simulate(p, o).goodput > 1.5 * absorbed);
}

TEST_CASE("slow parts of learners that fail apart", "[simulation]") {
  Protocol p = slowed(1 / 5000., 600, {.arrival_rate = 1 / 20000., .slowdown = 2, .duration = 3600, .by_clock = true});
  p.learners = 3, p.quorum = 2;
  const Result slow = play(p, 2e-3);
  p.slow_parts = {};
  const Result none = play(p, 2e-3);
  Protocol alone = slowed(1 / 5000., 600, {.arrival_rate = 1 / 20000., .slowdown = 2, .duration = 3600});
  CHECK_THAT(slow.goodput / none.goodput, WithinRel(speed(alone), 5 * std::hypot(2e-3, 2e-3)));  // the accuracy asked for
}

TEST_CASE("slow parts out of range are named", "[simulation]") {
  const auto refused = [](const strategies::SlowParts& slow) {
    Protocol p = slowed(1 / 5000., 600, slow);
    try {
      simulate(p);
    } catch (const InvalidArgument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  for (const auto& slow : {strategies::SlowParts{.arrival_rate = -1},
                           {.arrival_rate = inf},
                           {.slowdown = 0.9},
                           {.slowdown = inf},
                           {.duration = -1},
                           {.duration = NaN},
                           {.clearing_share = 1.1}})
    CHECK_THAT(refused(slow), ContainsSubstring("slow_parts: "));
  Protocol steps = slowed(1 / 5000., 600, {.arrival_rate = 1e-4, .slowdown = 2, .duration = 60, .by_clock = true});
  steps.step_time = 10;
  steps.severities = {{.recovery = strategies::Recovery::step}};
  CHECK_THROWS_AS(simulate(steps), InvalidArgument);
}

TEST_CASE("of the failures a share clears what is slow: as if there were as many as clear", "[simulation]") {
  for (const double share : {1., 0.25}) {
    Protocol p = slowed(1 / 4000., 400, {.arrival_rate = 1 / 20000., .slowdown = 1.3, .duration = 40000, .cleared = true});
    p.slow_parts.by_clock = true, p.slow_parts.clearing_share = share;
    const Result r = play(p, 1.5e-3);
    const double unslowed = failures::unslowed_share(1 / 20000., 40000., share / 4000, true);
    const double slow = r.breakdown.of("slow parts");
    INFO("share " << share << ": " << slow / (slow + r.goodput) << " for " << (1 - unslowed) * (1 - 1 / 1.3));
    CHECK_THAT(slow / (slow + r.goodput), WithinAbs((1 - unslowed) * (1 - 1 / 1.3), 4 * 1.5e-3));  // the accuracy asked for
    // a quarter of the failures is not none, and not all
    CHECK(std::abs(unslowed - failures::unslowed_share(1 / 20000., 40000., (1.25 - share) / 4000, true)) > 0.1);
  }
}

TEST_CASE("failures that interrupt a run are counted from its protocol", "[simulation]") {
  Protocol p = slowed(1 / 1000., 300, {});
  CHECK(strategies::interruption_rate(p) == 1 / 1000.);
  p.severities = {{.share = 0.75, .recovery = strategies::Recovery::replica}, {.share = 0.25}};
  p.replicas.count = 4;
  p.common = {{.rate = 1e-5}};
  CHECK_THAT(strategies::interruption_rate(p), WithinRel(0.25e-3 + 1e-5, 1e-15));
  p.replication.groups = 100;
  CHECK(std::isnan(strategies::interruption_rate(p)));
}
