// SPDX-License-Identifier: Apache-2.0
// The table over the number of sites: the sheet's numbers, and each peak by a dense scan of N e1 e2 ... written out by hand.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>

#include "scaling_limits/analysis/compare_sites.hpp"
#include "scaling_limits/analysis/headline.hpp"
#include "scaling_limits/limits/hard_cap.hpp"
#include "scaling_limits/strategies/asynchronous.hpp"
#include "support/tables.hpp"

using namespace scaling_limits;
using namespace scaling_limits::analysis;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

// 405e9 parameters, 400e12 FLOP/s, 16,777,216 tokens; 2 bytes a parameter over 1 Tb/s, 5 ms
const TrainingRun<> one_site{
    .gpus = 1000, .gpu_mttf = 50677 * 3600.0, .checkpoint_bytes = 2.5e12, .write_bandwidth = 1e12, .initialization_time = 300};
constexpr double work = 6 * 405e9 * 16777216 / 400e12, b = 2 * 0.0116 / 0.0985;
const Sites<> linked{.sites = 2, .bandwidth = 125e9, .bytes = 810e9, .latency = 0.005};
const limits::StrongScaling<> step{101035};

std::vector<SitesRow> table(const Sites<>& sites, std::vector<double> counts = {1, 2, 4, 8}) {
  return compare_sites(one_site, work, sites, counts, limits::peak_throughput{}, strategies::blocking(), step);
}

}  // namespace

TEST_CASE("sites are the sheet's", "[sites]") {
  CHECK_THAT(work, WithinRel(101921.587, 1e-8));
  CHECK_THAT(linked.exchange_time(), WithinRel(6.49, 1e-12));
  CHECK_THAT(linked.half_size(work), WithinRel(1570440.5, 1e-7));
  auto every = linked;
  every.exchange_steps = 1;
  CHECK_THAT(every.half_size(work), WithinRel(15704.405, 1e-7));
  every.apart = 0;
  auto together = linked;
  together.apart = 0;
  const auto one = table(linked, {1})[0];
  CHECK_THAT(one.limit.value, WithinRel(189237.0, 1e-6));
  CHECK_THAT(one.worth, WithinRel(44861.3, 1e-6));
  CHECK_THAT(table(every)[1].limit.value, WithinRel(77025.86, 1e-7));
  CHECK_THAT(table(every)[1].worth, WithinRel(9718.14, 1e-6));
  CHECK_THAT(table(together)[1].limit.value, WithinRel(184472.1, 1e-6));
  CHECK_THAT(table(together)[1].worth, WithinRel(43063.15, 1e-6));
  const auto apart = table(linked);
  CHECK_THAT(apart[1].limit.value, WithinRel(274476.13, 1e-7));
  CHECK_THAT(apart[1].worth, WithinRel(52902.64, 1e-6));
  CHECK_THAT(apart[2].limit.value, WithinRel(395330.8, 1e-6));
  CHECK_THAT(apart[2].worth, WithinRel(60261.68, 1e-6));
  CHECK_THAT(apart[3].limit.value, WithinRel(564898.3, 1e-6));
  CHECK_THAT(apart[3].worth, WithinRel(66611.23, 1e-6));
  const auto& shares = apart[1].limit.shares;
  CHECK_THAT(shares.of("step"), WithinAbs(0.6981, 5e-5));
  CHECK_THAT(shares.of("link"), WithinAbs(0.0449, 5e-5));
  CHECK_THAT(shares.of("checkpoint") + shares.of("restart"), WithinAbs(0.2570, 5e-5));
  CHECK_THAT(apart[1].limit.goodput, WithinAbs(0.750034, 5e-7));
  CHECK(std::isnan(apart[0].break_even));
  CHECK(std::isnan(apart[0].pays));
  CHECK(apart[1].pays == 1);
  CHECK_THAT(apart[1].break_even, WithinRel(0.847998, 1e-6));
  auto costly = linked;
  costly.replica_exponent = b;
  const auto joint = table(costly);
  CHECK_THAT(joint[1].worth, WithinRel(44933.98, 1e-6));
  CHECK_THAT(joint[2].worth, WithinRel(43474.66, 1e-6));
  CHECK_THAT(joint[3].worth, WithinRel(40816.89, 1e-6));
  CHECK(joint[1].pays == 1);  // at its edge
  CHECK(joint[2].pays == 0);
  CHECK_THAT(joint[1].break_even, WithinRel(0.847998, 1e-6));
  // as a sentence; a number of sites that has no size is worth nothing
  auto with_none = joint;
  with_none.insert(with_none.begin(), SitesRow{.sites = 16});
  for (const auto& rows : {joint, with_none}) CHECK(sites_sentence(rows).starts_with("Most useful work on 2 sites: "));
  const auto efficient =
      compare_sites(one_site, work, linked, std::vector{2.0}, limits::efficiency_at_least{0.8}, strategies::blocking(), step);
  CHECK_THAT(efficient[0].limit.value, WithinRel(19890.51, 1e-6));
}

TEST_CASE("every row is the peak of the product written out, whatever the sites", "[sites]") {
  std::mt19937_64 random(31);
  const auto log_between = [&](double low, double high) {
    return std::exp(std::uniform_real_distribution<>(std::log(low), std::log(high))(random));
  };
  for (int i = 0; i < 40; ++i) {
    Sites<> sites{.sites = 2,
                  .bandwidth = log_between(1e9, 1e13),
                  .bytes = log_between(1e10, 1e13),
                  .latency = log_between(1e-4, 0.2),
                  .exchange_steps = std::floor(log_between(1, 1000)),
                  .overlap_exponent = i % 2 ? 1 : log_between(1, 6),
                  .replica_exponent = std::uniform_real_distribution<>(0, 0.4)(random),
                  .apart = i % 3 ? 1.0 : 0.0,
                  .quorum = i % 5 ? 1.0 : 2.0};
    sites.fragments = std::floor(log_between(1, sites.exchange_steps));
    const bool around = i % 4 == 0;
    if (around) sites.exchange = network::LoopExchange{};
    const double half = log_between(1e4, 1e6);
    const auto inner = strategies::asynchronous(1e14, 0.01);
    const auto rows = compare_sites(one_site, work, sites, std::vector{1.0, 3.0, 8.0}, limits::peak_throughput{}, inner,
                                    limits::StrongScaling<>{half});
    for (const SitesRow& row : rows) {
      const double m = row.sites, hops = around ? m : 2 * (m - 1), passes = around ? 1 : 2 * (m - 1) / m;
      const double exchange = m == 1 ? 0 : passes * sites.bytes / sites.bandwidth + hops * sites.latency * sites.fragments;
      const double link = exchange / (sites.exchange_steps * work), g = sites.overlap_exponent;  // serial time over work
      const auto worth = [&](double n) {
        TrainingRun<> at = one_site;
        at.gpus = sites.apart != 0 ? n / m : n;
        const auto parts = inner.breakdown(at);
        const double up = 1 - parts.of("restart") - parts.of("downtime");
        const double quorum = sites.apart != 0 && sites.quorum == 2 && m > 1 ? 1 - std::pow(1 - up, m - 1) : 1;
        const double time = std::pow(std::pow(1 + n / half, g) + std::pow(n * link, g), 1 / g);
        return n / time * parts.of("useful") * quorum * std::pow(m, -sites.replica_exponent);
      };
      CAPTURE(i, m, half, sites.bandwidth, sites.exchange_steps, g, row.limit.note);
      REQUIRE(row.limit.status == limits::Status::ok);
      double best = 1;
      for (double n = 100; n < 1e8; n *= 1.002)
        if (worth(n) > worth(best)) best = n;
      CHECK_THAT(row.worth, WithinRel(worth(row.limit.value), 1e-9));
      CHECK(row.worth >= worth(best) * (1 - 1e-12));
      TrainingRun<> elsewhere = one_site;
      elsewhere.gpus = 3e4;
      CHECK_THAT(worth_on_sites(elsewhere, work, sites.on(m), inner, limits::StrongScaling<>{half}).worth,
                 WithinRel(worth(3e4), 1e-9));
      CHECK_THAT(row.limit.value, WithinRel(best, 2e-3));
    }
  }
}

TEST_CASE("an exchange that begins to hide changes nothing at once", "[sites]") {
  for (const double steps : {1.0, 10.0, 100.0})
    for (const bool apart : {false, true}) {
      Sites<> sites = linked;
      sites.exchange_steps = steps, sites.apart = apart;
      const auto exposed = table(sites);
      for (const double more : {1e-9, 1e-6, 1e-3}) {
        sites.overlap_exponent = 1 + more;
        const auto hidden = table(sites);
        for (std::size_t i = 0; i < hidden.size(); ++i) {
          CAPTURE(steps, apart, more, hidden[i].sites);
          CHECK_THAT(hidden[i].limit.value, WithinRel(exposed[i].limit.value, 10 * more + 1e-9));
          CHECK_THAT(hidden[i].worth, WithinRel(exposed[i].worth, 10 * more + 1e-9));
          for (const auto& share : hidden[i].limit.shares)
            CHECK_THAT(share.amount, WithinAbs(exposed[i].limit.shares.of(share.name), 10 * more + 1e-9));
        }
      }
      sites.overlap_exponent = inf;  // hidden is all that is no longer than a step
      TrainingRun<> run = one_site;
      for (run.gpus = 1e3; run.gpus < 1e7; run.gpus *= 2) {
        const double time = (std::max)(1 + run.gpus / 101035, run.gpus / sites.half_size(work));
        CHECK_THAT(worth_on_sites(run, work, sites, strategies::blocking(), step).efficiency, WithinRel(1 / time, 1e-12));
      }
    }
}

TEST_CASE("sites out of range are refused by name, and what has no size has no worth", "[sites]") {
  const auto refused = [&](auto change) {
    Sites<> sites = linked;
    change(sites);
    CHECK_THROWS_AS(validate(sites), DomainError);
  };
  CHECK(testing::table_of<Sites<>>() ==
        "sites = nan [1]: >= 1 and finite, usually 1 to 64\n"
        "bandwidth = nan [B/s]: > 0, usually 1e+09 to 1e+14, a help\n"
        "bytes = nan [B]: >= 0 and finite, usually 1e+09 to 1e+13, a cost\n"
        "latency = 0 [s]: >= 0 and finite, usually 0.0001 to 0.2, a cost\n"
        "exchange_steps = 100 [1]: >= 1 and finite, usually 1 to 1000, a help\n"
        "fragments = 1 [1]: >= 1 and finite, usually 1 to 100, a cost\n"
        "overlap_exponent = 1 [1]: >= 1, usually 1 to 10, a help\n"
        "replica_exponent = 0 [1]: in [0, 1), usually 0 to 0.3, a cost\n"
        "apart = 1 [1]: true or false\n"
        "quorum = 1 [1]: a whole number in [1, 2147483647], usually 1 to 64, a cost\n");
  Sites<> whole = linked;
  whole.fragments = whole.exchange_steps, whole.quorum = whole.sites;
  CHECK_NOTHROW(validate(whole));
  refused([](Sites<>& s) { s.sites = 0.5; });
  refused([](Sites<>& s) { s.exchange_steps = 0; });
  refused([](Sites<>& s) { s.fragments = 101; });
  refused([](Sites<>& s) { s.replica_exponent = 1; });
  refused([](Sites<>& s) { s.overlap_exponent = 0.9; });
  refused([](Sites<>& s) { s.quorum = 3; });
  refused([](Sites<>& s) { s.bandwidth = 0; });
  CHECK_THROWS_AS(compare_sites(one_site, 0, linked, std::vector{1.0}, limits::peak_throughput{}), DomainError);
  CHECK_THROWS_AS(compare_sites(one_site, work, linked, std::vector{0.0}, limits::peak_throughput{}), DomainError);
  // no serial time and nothing fails: no limit, no worth, nothing to compare
  auto never = one_site;
  never.gpu_mttf = inf;
  for (const auto& row : compare_sites(never, work, Sites<>{.sites = 2, .bandwidth = inf, .bytes = 0}, std::vector{1.0, 2.0},
                                       limits::peak_throughput{})) {
    CHECK(row.limit.status == limits::Status::no_limit);
    CHECK(std::isnan(row.worth));
    CHECK(std::isnan(row.pays));
  }
  // a cap binds on any number of sites
  const auto capped = compare_sites(one_site, work, linked, std::vector{1.0, 2.0}, limits::peak_throughput{},
                                    strategies::blocking(), step, limits::HardCap<>{1e4, "power"});
  for (const auto& row : capped) CHECK((row.limit.value == 1e4 && row.limit.binding == "power"));
  // of fewer sites than the quorum all must be up
  Sites<> quorum = linked;
  quorum.sites = 8, quorum.quorum = 6;
  CHECK(table(quorum)[0].worth == table(linked)[0].worth);
  CHECK(table(quorum)[3].limit.shares.of("quorum") > 0);
}
