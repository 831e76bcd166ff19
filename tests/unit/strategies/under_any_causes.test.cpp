// SPDX-License-Identifier: Apache-2.0
// What every strategy must satisfy under any list of causes.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "scaling_limits/run/growth.hpp"
#include "scaling_limits/strategies/under_causes.hpp"
#include "support/agrees.hpp"
#include "support/struck.hpp"

using namespace scaling_limits;
using namespace scaling_limits::strategies;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using failures::Cause;

TEST_CASE("under any list breakdowns sum to one and agree with the losses, by the names that are promised", "[strategies]") {
  const auto named = [](const auto& terms, const auto& allowed) {
    std::size_t at = 0;
    for (const auto& term : terms) {
      while (at < allowed.size() && allowed[at] != term.name) ++at;
      CAPTURE(std::string(term.name));
      REQUIRE(at < allowed.size());
      ++at;
    }
  };
  for_each_strategy([&](const auto& s) {
    Sampler random(307);
    Worst sum, useful;
    for (int i = 0; i < 200; ++i) {
      const Struck at(random, {.shares = i % 3 == 0});
      const auto under = at.under(s);
      CAPTURE(std::string(s.name()), i);
      REQUIRE_NOTHROW(under.validate());
      const auto losses = under.losses(at.run), parts = under.breakdown(at.run);
      named(losses, terms_of(under));
      named(parts, shares_of(under));
      const double g = goodput(at.run, under);
      if (!(losses.sum() < 600)) continue;  // out of double's reach
      // far beyond the best interval a stop that is announced gains by the save before it
      bool longer_than_best = false;
      if constexpr (requires { s.own_interval; }) longer_than_best = s.own_interval == s.own_interval;
      REQUIRE(g > 0);
      sum.see(std::abs(parts.sum() - 1), s.name(), i);
      useful.see(relative_distance(parts.of("useful"), g), s.name(), i, g);
      for (const auto& part : parts) {
        CAPTURE(std::string(part.name), g);
        if (longer_than_best && part.name == "planned") continue;
        CHECK(part.amount >= -1e-12);  // rework is a remainder
      }
      for (const auto& loss : losses) {
        CAPTURE(std::string(loss.name), g);
        if (longer_than_best && loss.name == "planned") continue;
        CHECK(loss.amount >= -1e-12);  // restart is a difference
      }
      CHECK(under.interval(at.run) > 0);
      const auto [total, interval, needs] = under.summary(at.run);
      CHECK(total == losses.sum());
      if (under.interval(at.run) < inf && s.name() != "just_in_time" && s.name() != "independent" &&
          !LeveledStrategy<std::remove_cvref_t<decltype(s)>>)
        CHECK_THAT(needs.bandwidth, agrees(at.run.checkpoint_bytes / interval, relative(tolerance::two_routes)));
    }
    INFO(sum.where << "and " << useful.where);
    CHECK(sum.distance < 1e-13);     // sums of a dozen terms
    CHECK(useful.distance < 1e-11);  // differences of expected times
  });
}

TEST_CASE("slopes in size under any list are those of differences", "[strategies]") {
  for_each_strategy([](const auto& s) {
    Sampler random(311);
    for (int i = 0; i < 30; ++i) {
      // patterns and whole steps change nowhere near
      const Struck at(random, {.shares = i % 3 == 0, .most_rows = 3}, 3);
      const auto under = at.under(s);
      const auto law = growth::chinchilla();
      const auto sum = [&](double u) { return under.losses(law.grown(at.run, u)).sum(); };
      const double here = sum(0), h = 1e-4;
      if (!(here < 5)) continue;
      // stops that are no failures add what they cost at an interval that is best without them, unless it is found with them
      const bool adds = std::any_of(at.stops.causes.begin(), at.stops.causes.end(),
                                    [](const auto& cause) { return cause.is_planned() || cause.is_silent(); });
      constexpr bool has_own_interval = requires { s.own_interval; };
      if constexpr (LeveledStrategy<std::remove_cvref_t<decltype(s)>>)
        if (adds) continue;  // that jumps where the best pattern changes
      const double slope = (8 * (sum(h) - sum(-h)) - (sum(2 * h) - sum(-2 * h))) / (12 * h);
      using twice = dual<dual<double>>;
      const auto exact = under.losses(law.grown(at.run, twice(dual<double>(0, 1), dual<double>(1)))).sum();
      CAPTURE(std::string(s.name()), i, here);
      if (!adds || has_own_interval) {
        CHECK_THAT(exact.value.value, agrees(here, relative(tolerance::two_routes)));
        CHECK_THAT(exact.slope.value, WithinAbs(slope, 1e-6 * std::abs(slope) + 1e-9));  // rounding over h
        if (pattern(under, law.grown(at.run, -1e-3)) != pattern(under, law.grown(at.run, 1e-3))) continue;
        const double curve = (sum(1e-3) + sum(-1e-3) - 2 * here) / 1e-6;
        CHECK_THAT(exact.slope.slope, WithinAbs(curve, 1e-2 * std::abs(curve) + 1e-4 * std::abs(slope) + 1e-8));  // truncation
      } else {
        CHECK_THAT(exact.value.value, agrees(here, relative(1e-9)));                     // a flat minimum has half the digits
        CHECK_THAT(exact.slope.value, WithinAbs(slope, 1e-4 * std::abs(slope) + 1e-7));  // the same over h
      }
    }
  });
}

TEST_CASE("no strategy gains by a cause that comes oftener, lasts longer, or is one more", "[strategies]") {
  for_each_strategy([](const auto& s) {
    Sampler random(313);
    Worst worst;
    const auto see = [&](const Struck& from, const Stops<>& to, int i, std::string_view what) {
      const double before = from.under(s).losses(from.run).sum(), after = strategies::with_stops(s, to).losses(from.run).sum();
      if (before < 300) worst.see((before - after) / (1 + before), s.name(), i, what, std::exp(-before));
    };
    // where levels, or what is saved, decide which restart is in force, a short one may cut a long one off; so may a common one
    // that of a learner, of which the newest is in force
    const bool ranks = LeveledStrategy<std::remove_cvref_t<decltype(s)>> || s.name() == "just_in_time",
               apart = s.name() == "independent";
    const SomeCauses some{.extra = false, .common = !apart, .retries = !(ranks || apart), .restarts = !(ranks || apart)};
    for (int i = 0; i < 120; ++i) {
      const Struck at(random, some);
      const auto k = random.index(at.stops.causes.size());
      const auto changed = [&](auto change) {
        Stops<> to = at.stops;
        change(to.causes[k]);
        return to;
      };
      // of replicas an interruption has the mean downtime of all rows: one that comes oftener and is shorter lowers it
      const bool has_means = s.name() == "replicated";
      if (!has_means) see(at, changed([](auto& c) { c.mttf /= 1.3, c.mtbf /= 1.3; }), i, "rate");
      see(at, changed([](auto& c) {
            if (c.detection == c.detection) c.detection *= 1.5;
            else c.downtime = (c.downtime == c.downtime ? c.downtime : 300.0) * 1.5;
          }),
          i, "downtime");
      see(at, changed([](auto& c) {
            if (c.restart_time == c.restart_time) c.restart_time *= 1.5;
            else c.extra_restart += 100;
          }),
          i, "restart");
      see(at, changed([](auto& c) { c.retry_chance = c.retry_chance + (1 - c.retry_chance) / 4; }), i, "retries");
      auto more = at.stops;
      auto one = some(random, at.run.gpus, 3600 * random.log_uniform(1, 30)).causes[0];
      one.name = "more";
      more.causes.push_back(one);
      if (!has_means) see(at, more, i, "one more");
    }
    INFO(worst.where);
    CHECK(worst.distance < 1e-12);  // rounding of a search
  });
}

TEST_CASE("stops that are no failures cost the more the oftener they come, the longer they last and the later they are found",
          "[strategies]") {
  Sampler random(317);
  int tried = 0;
  for (int i = 0; i < 1500; ++i) {
    const Struck at(random, {.shares = i % 3 == 0, .most_rows = 4});
    const auto under = at.under(blocking());
    const double before = under.losses(at.run).sum();
    if (!(before < 300)) continue;
    const auto stops = at.stops.at(at.run);
    const StoppedRun<double> stopped(at.run, stops);
    const failures::RestartInForce<double> rule(stopped.rows.span());
    const double rate = rule.mix().failure_rate, until_failure = rate > 0 ? 1 / rate + rule.mix().mean_outage : inf;
    for (std::size_t k = 0; k < at.stops.causes.size(); ++k) {
      const auto& cause = at.stops.causes[k];
      if (!cause.is_planned() && !cause.is_silent()) continue;
      ++tried;
      const auto never_gains = [&](auto change, const char* what) {
        auto more = at.stops;
        change(more.causes[k]);
        CAPTURE(i, k, what);
        CHECK(strategies::with_stops(Blocking<>{}, more).losses(at.run).sum() >= before - 1e-13 * (1 + before));  // rounding
      };
      never_gains([](auto& c) { c.mttf /= 1.3, c.mtbf /= 1.3; }, "rate");
      never_gains([](auto& c) { (c.restart_time == c.restart_time ? c.restart_time : c.extra_restart) += 500; }, "restart");
      never_gains([](auto& c) { (c.detection == c.detection ? c.detection : c.downtime) += 500; }, "downtime");
      // a silent error that is found gives back a run; where that takes longer than to wait for a failure, found late is better
      if (cause.is_silent() && stopped.rows[k].downtime + rule.until_up(k) <= until_failure)
        never_gains([](auto& c) { c.lag *= 1.5; }, "lag");
    }
  }
  CHECK(tried > 300);
}
