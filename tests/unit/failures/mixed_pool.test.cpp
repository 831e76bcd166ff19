// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/failures/mixed_pool.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <limits>

#include "scaling_limits/failures/running_share.hpp"
#include "support/agrees.hpp"
#include "support/derivatives.hpp"
#include "support/reference.hpp"

using namespace scaling_limits;
using namespace scaling_limits::failures;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

struct Mixed {
  double job, good, other, good_rate, other_rate, repair, downtime = 0, job_rate = 0, share = 1, repairers = inf;
  MixedPool<double> answer() const {
    return mixed_pool(job, good, other, good_rate, other_rate, repair, downtime, job_rate, share, repairers);
  }
};

}  // namespace

TEST_CASE("pools of two qualities: check values", "[failures]") {
  // digits of the check values
  const auto small = mixed_pool(8, 7, 3, 1 / 40000., 1 / 8000., 7200, 300);
  CHECK_THAT(small.running_share, WithinAbs(0.655543, 5e-7));
  CHECK_THAT(1 / small.mean_rate, WithinAbs(2626.01, 5e-3));
  CHECK_THAT(small.goodput(600, 30, 60), WithinAbs(0.540070, 5e-7));
  const auto large = mixed_pool(120, 100, 32, 1 / 3.6e6, 1 / 7.2e5, 86400, 900, 1 / 5e5, 0.44);
  CHECK_THAT(large.running_share, WithinAbs(0.943419, 5e-7));
  CHECK_THAT(large.goodput(1800, 60, 300), WithinAbs(0.840600, 5e-7));
}

TEST_CASE("a pool is of whole parts, as many as can be counted", "[failures]") {
  const auto share = [](double job, double good, double other) {
    return mixed_pool(job, good, other, 1e-18, 1e-18, 60, 60).running_share;
  };
  CHECK(share(1e9, 1e9, 0) > 0.99);  // without a spare, 1e-9 failures a second and two minutes each
  CHECK(std::isnan(share(1e9 + 1, 1e9 + 1, 0)));
  CHECK(std::isnan(share(1, 1.5, 0)));
  CHECK(std::isnan(share(0, 1, 0)));
  CHECK(std::isnan(share(3, 1, 1)));  // more than there are
}

TEST_CASE("a pool of two equal qualities is a pool of one", "[failures]") {
  Sampler random(1);
  for (int i = 0; i < 60; ++i) {
    const double good = std::floor(random.uniform(1, 12)), other = std::floor(random.uniform(0, 12)),
                 spares = std::floor(random.uniform(0, std::min(12., good + other - 1))), job = good + other - spares;
    const double rate = random.log_uniform(1e-6, 1e-4), repair = random.log_uniform(0.1, 10) * (spares + 1) / (rate * job),
                 downtime = random.chance(0.3) ? 0 : random.log_uniform(1e-3, 3) * repair,
                 share = random.chance(0.3) ? 1 : random.uniform(0, 1),
                 repairers = random.chance(0.3) ? inf : std::floor(random.uniform(1, 5));
    CAPTURE(good, other, spares, rate, repair, downtime, share, repairers);
    const auto pool = mixed_pool(job, good, other, rate, rate, repair, downtime, 0, share, repairers);
    const double runs = running_share(spares, rate * job, repair, downtime, share, 1, repairers);
    CHECK_THAT(pool.running_share, WithinRel(runs, 1e-11));  // two routes of many sums
    CHECK_THAT(pool.mean_rate, WithinRel(rate * job, 1e-12));
    const double y = rate * job * (600 + 30);
    CHECK_THAT(pool.goodput(600, 30, 60),
               WithinRel(runs * 600 * rate * job * std::exp(-rate * job * 60) / std::expm1(y), 1e-11));  // the same
    // failures that take nothing are as good as a share that does not
    const auto split =
        mixed_pool(job, good, other, rate * share, rate * share, repair, downtime, rate * job * (1 - share), 1, repairers);
    CHECK_THAT(split.running_share, WithinRel(runs, 1e-11));  // the same
  }
}

TEST_CASE("a pool of two qualities played out is as it is said", "[failures]") {
  const Mixed pools[]{{8, 7, 3, 1 / 40000., 1 / 8000., 7200, 300},
                      {8, 7, 3, 1 / 40000., 1 / 8000., 2000, 900, 1e-4, 0.6, 1},
                      {3, 1, 5, 1e-4, 1e-3, 3000, 0, 0, 1, 2},
                      {20, 4, 24, 1e-5, 1e-4, 9000, 2000, 0, 0.8, 3}};
  const double work = 300, write = 20, restart = 40;
  std::uint64_t seed = 3;
  for (const Mixed& p : pools) {
    Sampler random(seed++);
    const double spares = p.good + p.other - p.job;
    double out[2]{}, now = 0, ran = 0, failures = 0, useful = 0;
    const auto repair_rate = [&] { return std::min(out[0] + out[1], p.repairers) / p.repair; };
    const auto repaired = [&] { --out[random.uniform(0, out[0] + out[1]) < out[0] ? 0 : 1]; };
    const auto pass = [&](double until) {
      while (out[0] + out[1] > 0) {
        const double next = now + random.exponential(1 / repair_rate());
        if (next > until) break;
        now = next, repaired();
      }
      now = until;
    };
    struct Means {
      double sum = 0, squares = 0;
      void add(double x) { sum += x / 200, squares += x * x / 200; }
      bool holds(double x) const {
        const double error = std::sqrt((squares - sum * sum) / 199);
        CAPTURE(sum, error, x);
        CHECK(error < 0.02 * sum);
        return std::abs(x - sum) < tolerance::standard_errors * error;
      }
    } share, rate_of, goodput;
    for (int batch = 0; batch < 200; ++batch) {
      const double began = now, had = ran, failed = failures, did = useful;
      for (int i = 0; i < 2000; ++i) {
        const double in[]{p.good - out[0], p.other - out[1]}, each = p.job / (in[0] + in[1]);
        const double rates[]{each * in[0] * p.good_rate, each * in[1] * p.other_rate}, rate = rates[0] + rates[1] + p.job_rate;
        const double life = random.exponential(1 / rate);
        useful += work * std::floor(std::max(0., life - restart) / (work + write));
        pass(now + life), ran += life, ++failures;
        const double which = random.uniform(0, rate);
        if (which < rates[0] + rates[1] && random.chance(p.share)) ++out[which < rates[0] ? 0 : 1];
        while (out[0] + out[1] > spares) now += random.exponential(1 / repair_rate()), repaired();
        pass(now + p.downtime);
      }
      share.add((ran - had) / (now - began)), rate_of.add((failures - failed) / (ran - had));
      goodput.add((useful - did) / (now - began));
    }
    const auto pool = p.answer();
    CAPTURE(p.job, p.good, p.other);
    CHECK(share.holds(pool.running_share));
    CHECK(rate_of.holds(pool.mean_rate));
    CHECK(goodput.holds(pool.goodput(work, write, restart)));
  }
}

TEST_CASE("which kind is called good does not matter", "[failures]") {
  for (const double downtime : {0., 500.})
    for (const double other_rate : {0., 1e-4}) {
      const auto a = mixed_pool(6, 3, 7, 1e-3, other_rate, 3000, downtime, 1e-5, 0.9, 2),
                 b = mixed_pool(6, 7, 3, other_rate, 1e-3, 3000, downtime, 1e-5, 0.9, 2);
      CHECK_THAT(a.running_share, WithinRel(b.running_share, 1e-13));
      CHECK_THAT(a.mean_rate, WithinRel(b.mean_rate, 1e-13));
      CHECK_THAT(a.goodput(100, 1, 2), WithinRel(b.goodput(100, 1, 2), 1e-13));
    }
}

TEST_CASE("pools of two qualities at the ends of their ranges", "[failures]") {
  const auto runs = [](const auto&... x) { return mixed_pool(x...).running_share; };
  // once all that fails is out for repair nothing fails any more
  CHECK(runs(4, 2, 5, 1e-3, 0., 1e4, 100) == 1);
  CHECK(runs(4, 5, 2, 0., 1e-3, 1e4, 100) == 1);
  CHECK(mixed_pool(4, 2, 5, 1e-3, 0., 1e4, 100).mean_rate == 0);
  CHECK_THAT(mixed_pool(4, 2, 5, 1e-3, 0., 1e4, 100).goodput(90, 10), WithinRel(0.9, 1e-15));
  CHECK(mixed_pool(4, 2, 5, 1e-3, 0., 1e4, 100).goodput(inf, 10) == 1);
  CHECK(runs(4, 2, 5, 1e-3, 0., 1e4, 100, 1e-9) < 1);
  CHECK((runs(4, 3, 3, 1e-3, 0., 1e4, 100) < 1 && runs(4, 3, 3, 1e-3, 0., 1e4, 0) < 1));
  CHECK(runs(4, 3, 3, 0., 0., 1e4, 100) == 1);
  CHECK_THAT(runs(4, 3, 3, 0., 0., 1e4, 100, 1e-2), WithinRel(0.5, 1e-15));
  CHECK_THAT(runs(4, 2, 6, 1e-3, 0., 1e4, 1000, 0, 0), WithinRel(0.5, 1e-15));  // nothing is taken, 4 x 2/8 of them fail
  CHECK_THAT(runs(4, 2, 2, 1e-3, 1e-3, 0., 250), WithinRel(0.5, 1e-15));
  CHECK_THAT(runs(4, 2, 2, 1e-3, 1e-3, 250., 0), WithinRel(0.5, 1e-14));
  // a kind that all but never fails is left alone; what fails at once does nothing else
  CHECK_THAT(runs(18, 20, 5, 1e-320, 1e-3, 1e4, 1), WithinRel(1, 1e-15));
  CHECK(mixed_pool(18, 20, 5, 1e-320, 1e-3, 1e4, 1).mean_rate < 1e-300);
  CHECK_THAT(mixed_pool(18, 20, 5, 1e-320, 1e-3, 1e4, 1).goodput(90, 10), WithinRel(0.9, 1e-15));
  CHECK((runs(4, 3, 3, 1.7e308, 1e-3, 1., 1) == 0 && runs(4, 3, 3, 1e-3, 1.7e308, 1., 1) == 0));
  CHECK(mixed_pool(4, 3, 3, 1.7e308, 1e-3, 1., 1).goodput(90, 10) == 0);
  CHECK(runs(100, 103, 0, 7e-5, 4e-4, 1475., 4, 1.7e308, 0.9) < 1e-300);
  CHECK((runs(4, 3, 3, 1e-3, 1e-3, 1e300, 1) >= 0 && runs(4, 3, 3, 1e-3, 1e-3, 1.7e308, 1) < 1e-290));
  CHECK_THAT(runs(4, 3, 3, 1e-3, 2e-3, 5e-324, 100, 0, 0.5), WithinRel(runs(4, 3, 3, 1e-3, 2e-3, 0., 100, 0, 0.5), 1e-15));
  CHECK_THAT(runs(4, 3, 3, 1e-3, 2e-3, 5e-324, 100, 0, 0), WithinRel(runs(4, 3, 3, 1e-3, 2e-3, 0., 100, 0, 0), 1e-15));
  // a goodput of nothing, and of one at once
  const auto pool = mixed_pool(8, 7, 3, 1 / 40000., 1 / 8000., 7200, 300);
  CHECK((pool.goodput(0, 30) == 0 && pool.goodput(100, inf) == 0 && pool.goodput(inf, 1) == 0 && pool.goodput(1, 1, inf) == 0));
  CHECK_THAT(pool.goodput(1e-6, 0), WithinRel(pool.running_share, 1e-8));
  CHECK((std::isnan(pool.goodput(-1, 1)) && std::isnan(pool.goodput(1, -1)) && std::isnan(pool.goodput(1, 1, -1))));
  CHECK((std::isnan(pool.goodput(NaN, 1)) && std::isnan(pool.goodput(1, NaN)) && std::isnan(pool.goodput(1, 1, NaN))));
  // what is no pool
  for (const double wrong : {-1., 2.5, NaN, inf}) {
    CHECK(std::isnan(runs(wrong, 7, 3, 1e-3, 1e-3, 1., 1)));
    CHECK(std::isnan(runs(8, wrong, 3, 1e-3, 1e-3, 1., 1)));
    CHECK(std::isnan(runs(8, 7, wrong, 1e-3, 1e-3, 1., 1)));
  }
  CHECK((std::isnan(runs(11, 7, 3, 1e-3, 1e-3, 1., 1)) && std::isnan(runs(0, 7, 3, 1e-3, 1e-3, 1., 1))));
  CHECK((std::isnan(runs(10, 41, 10, 1e-3, 1e-3, 1., 1)) && !std::isnan(runs(10, 40, 10, 1e-3, 1e-3, 1., 1))));
  for (const double wrong : {-1., NaN, inf}) {
    CHECK(std::isnan(runs(8, 7, 3, wrong, 1e-3, 1., 1, 1, 0.5)));
    CHECK(std::isnan(runs(8, 7, 3, 1e-3, wrong, 1., 1, 1, 0.5)));
    CHECK(std::isnan(runs(8, 7, 3, 1e-3, 1e-3, wrong, 1, 1, 0.5)));
    CHECK(std::isnan(runs(8, 7, 3, 1e-3, 1e-3, 1., wrong, 1, 0.5)));
    CHECK(std::isnan(runs(8, 7, 3, 1e-3, 1e-3, 1., 1, wrong, 0.5)));
    CHECK(std::isnan(runs(8, 7, 3, 1e-3, 1e-3, 1., 1, 1, wrong)));
  }
  CHECK(std::isnan(runs(8, 7, 3, 1e-3, 1e-3, 1., 1, 1, 1.1)));
  CHECK((std::isnan(runs(8, 7, 3, 1e-3, 1e-3, 1., 1, 1, 1, 0.5)) && std::isnan(runs(8, 7, 3, 1e-3, 1e-3, 1., 1, 1, 1, NaN))));
  CHECK(std::isnan(mixed_pool(11, 7, 3, 1e-3, 1e-3, 1., 1).goodput(1, 1)));
  CHECK((std::isnan(mixed_pool(11, 7, 3, 1e-3, 1e-3, 1.).mean_rate)));
}

TEST_CASE("pools of two qualities have slopes of first and second order", "[failures]") {
  for (const double repairers : {2., inf})
    for (const double job_rate : {0., 2e-5}) {
      const auto all = [&](const auto& a, const auto& b, const auto& repair, const auto& downtime, const auto& share) {
        const auto pool = mixed_pool(4, 4, 2, a, b, repair, downtime, job_rate, share, repairers);
        return pool.goodput(600, 30, 60) + pool.running_share;
      };
      const double part = 1e-11;  // many sums
      expect_derivative([&](const auto& x) { return all(x, 1 / 8000., 7200, 300, 0.9); }, 1 / 40000., part);
      expect_derivative([&](const auto& x) { return all(1 / 40000., x, 7200, 300, 0.9); }, 1 / 8000., part);
      expect_derivative([&](const auto& x) { return all(1 / 40000., 1 / 8000., x, 300, 0.9); }, 7200, part);
      expect_derivative([&](const auto& x) { return all(1 / 40000., 1 / 8000., 7200, x, 0.9); }, 300, part);
      expect_derivative([&](const auto& x) { return all(1 / 40000., 1 / 8000., 7200, 300, x); }, 0.9, part);
      // no downtime, everything taken: somebody is out at each restart
      const auto slope = all(1 / 40000., 1 / 8000., 7200, dual<double>(0, 1), 1.).slope;
      const wide h("1e-20"),
          difference = (all(1 / 40000., 1 / 8000., 7200, h, 1.) - all(1 / 40000., 1 / 8000., 7200, wide(0), 1.)) / h;
      CHECK_THAT(slope, WithinRel(static_cast<double>(difference), 1e-11));  // many sums
    }
  // at the ends, against differences on the side that there is: nobody out at once where repairs take no time, one spare and no
  // downtime, nothing taken
  const auto end = [](const auto& runs, const char* step) {
    const wide h(step);
    CHECK_THAT(runs(dual<double>(0, 1)).slope, WithinRel(static_cast<double>(wide((runs(h) - runs(wide(0))) / h)), 1e-9));
  };
  end([](const auto& repair) { return mixed_pool(4, 3, 1, 1e-3, 2e-3, repair, 100).running_share; }, "1e-15");
  end([](const auto& downtime) { return mixed_pool(4, 3, 2, 1e-3, 2e-3, 1e3, downtime).running_share; }, "1e-20");
  end([](const auto& downtime) { return mixed_pool(4, 4, 4, 1e-3, 2e-3, 1e3, downtime).running_share; }, "1e-20");
  end([](const auto& rate) { return mixed_pool(4, 3, 3, 1e-3, rate, 1e3, 0).running_share; }, "1e-20");
  end([](const auto& rate) { return mixed_pool(4, 3, 3, rate, 1e-3, 1e3, 0).running_share; }, "1e-20");
  end([](const auto& share) { return mixed_pool(4, 3, 1, 1e-3, 2e-3, 1e3, 100, 0, share).running_share; }, "1e-20");
}
