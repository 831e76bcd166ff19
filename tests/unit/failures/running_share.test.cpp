// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/failures/running_share.hpp"

#include <Eigen/Dense>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <functional>
#include <queue>

#include "scaling_limits/core/units.hpp"
#include "support/agrees.hpp"
#include "support/derivatives.hpp"
#include "support/reference.hpp"

using namespace scaling_limits;
using namespace scaling_limits::failures;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

struct Pool {
  double spares, rate, repair, downtime = 0, share = 1, parts = 1, repairers = inf;
  double answer() const { return running_share(spares, rate, repair, downtime, share, parts, repairers); }
};

/// The chain of the numbers out after a restart by dense matrices: inverse, exponential and stationary vector.
double by_matrices(const Pool& p) {
  using Matrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  const int last = static_cast<int>(p.spares), n = last + 1, step = static_cast<int>(p.parts);
  const auto returns = [&](int out) { return std::min<long double>(out, p.repairers) / p.repair; };
  Matrix generator = Matrix::Zero(n, n);
  for (int k = 1; k < n; ++k) generator(k, k) = -returns(k), generator(k, k - 1) = returns(k);
  const Matrix failed = p.rate * (p.rate * Matrix::Identity(n, n) - generator).inverse();
  Matrix down = Matrix::Identity(n, n), term = down;  // the series of the exponential of a 2^-20th, squared 20 times
  for (int i = 1; i < 12; ++i) term = term * generator * (p.downtime / 0x1p20L) / i, down += term;
  for (int i = 0; i < 20; ++i) down = Matrix(down * down);
  Matrix taken = Matrix::Zero(n, n);
  Eigen::Vector<long double, Eigen::Dynamic> waits = Eigen::Vector<long double, Eigen::Dynamic>::Zero(n);
  for (int k = 0; k < n; ++k) {
    taken(k, k) += 1 - p.share;
    taken(k, std::min(k + step, last)) += p.share;
    for (int out = k + step; out > last; --out) waits(k) += p.share / returns(out);
  }
  Matrix balance = (failed * taken * down).transpose() - Matrix::Identity(n, n);
  balance.row(0).setOnes();
  Eigen::Vector<long double, Eigen::Dynamic> one = Eigen::Vector<long double, Eigen::Dynamic>::Zero(n);
  one(0) = 1;
  const auto states = balance.partialPivLu().solve(one).eval();
  const long double wait = states.dot(failed * waits);
  return static_cast<double>(1 / (1 + p.rate * (p.downtime + wait)));
}

Pool draw(Sampler& random, int most_spares) {
  Pool p;
  p.spares = std::floor(random.uniform(0, most_spares + 1.0));
  p.parts = random.chance(0.5) ? 1 : std::floor(random.log_uniform(1, 12));
  p.rate = random.log_uniform(1e-5, 1e-2);
  p.repair = random.log_uniform(0.05, 20) * (p.spares + 1) / (p.rate * p.parts);
  p.downtime = random.chance(0.2) ? 0 : random.log_uniform(1e-3, 3) * std::min(1 / p.rate, p.repair);
  p.share = random.chance(0.4) ? 1 : random.uniform(0, 1);
  p.repairers = random.chance(0.4) ? inf : std::floor(random.uniform(1, p.spares + 3));
  return p;
}

}  // namespace

TEST_CASE("pools with spares: check values", "[failures]") {
  const double rate = 4096 * 0.01 / units::day, repair = 2424 * units::minute;
  // digits of the check values
  CHECK_THAT(running_share(50, rate, repair, 1200), WithinAbs(0.62146, 5e-6));
  CHECK_THAT(running_share(3, 1 / 600., 7200, 300, 0.44), WithinAbs(0.49758, 5e-6));
  CHECK_THAT(running_share(3, 1 / 600., 7200, 300, 0.44, 1, 3), WithinAbs(0.45879, 5e-6));
  CHECK_THAT(running_share(44, rate / 4, repair, 1200, 1, 8), WithinAbs(0.32836, 5e-6));
  // the stream of failures alone
  CHECK_THAT(running_share(8, 2048 * 3.789e-3 / units::day, units::day), WithinAbs(0.839248, 5e-7));
}

TEST_CASE("pools with spares are their chain, solved by dense matrices", "[failures]") {
  Sampler random(1);
  Worst worst;
  for (int i = 0; i < 400; ++i) {
    const Pool p = draw(random, 14);
    worst.see(relative_distance(p.answer(), by_matrices(p)), p.spares, p.rate, p.repair, p.downtime, p.share, p.parts,
              p.repairers);
  }
  CAPTURE(worst.where);
  CHECK(worst.distance < 3e-12);  // rounding of the matrices
  const Pool large[]{{110, 1e-2, 86400, 600, 0.8, 8}, {100, 1e-3, 86400, 3600, 1, 1, 70}, {90, 1e-2, 4000, 9000, 1, 1, 40}};
  for (const Pool& p : large) CHECK_THAT(p.answer(), WithinRel(by_matrices(p), 1e-12));  // the same
}

TEST_CASE("parts one by one: the closed sum is the chain", "[failures]") {
  Sampler random(2);
  for (int i = 0; i < 200; ++i) {
    Pool p = draw(random, 60);
    p.parts = 1;
    const double time = p.downtime / p.repair, load = p.rate * p.repair;
    const double closed = failures::detail::waiting_one_by_one(p.spares, p.share, load, p.share * load, time),
                 chain = failures::detail::waiting_by_chain(p.spares, 1, inf, p.share, load, time);
    CAPTURE(p.spares, p.rate, p.repair, p.downtime, p.share);
    // few repairers: cuts of the chain against the chain itself
    p.repairers = std::floor(random.uniform(1, p.spares + 2));
    const double cuts = failures::detail::waiting_by_cuts(p.spares, p.repairers, p.share, load, time),
                 solved = failures::detail::waiting_by_chain(p.spares, 1, p.repairers, p.share, load, time);
    CAPTURE(p.repairers);
    CHECK_THAT(cuts, WithinRel(solved, 1e-11) || WithinAbs(solved, 1e-270));  // the same
    CHECK_THAT(closed, WithinRel(chain, 1e-11) || WithinAbs(chain, 1e-270));  // sums of as many terms as spares
  }
}

TEST_CASE("without downtime failures are a Poisson stream, whatever is asked for how many spares", "[failures]") {
  Sampler random(3);
  for (int i = 0; i < 100; ++i) {
    Pool p = draw(random, 40);
    p.downtime = 0;
    const double load = p.share * p.rate * p.repair;
    const double stream = failures::detail::waiting_of_stream(p.spares, p.parts, p.repairers, load);
    CAPTURE(p.spares, p.rate, p.repair, p.share, p.parts, p.repairers);
    CHECK_THAT(p.answer(), WithinRel(1 / (1 + stream), 1e-11));  // sums of as many terms as spares
    if (p.parts == 1)
      CHECK_THAT(p.answer(), WithinRel(runnable_share(p.spares, p.share * p.rate, p.repair, p.repairers), 1e-12));
  }
  // across the bounds of what is solved exactly, a downtime short beside the repair makes no step
  const auto step = [](double below, double above, double per_spare, double parts, double repairers) {
    const double rate = 1e-3, repair = below / (rate * parts);
    const auto share = [&](double spares) { return running_share(spares, rate, repair, 1e-4 * repair, 1, parts, repairers); };
    CAPTURE(below, above);
    CHECK_THAT(share(above), WithinRel(share(below), per_spare));
    CHECK(share(above) >= share(below));
  };
  step(256, 257, 3e-3, 1, 300);
  step(256, 257, 1e-2, 8, inf);
  step(1048576, 1048577, 1e-6, 1, inf);
  CHECK(std::isnan(running_share(1048577, 1.0, 1.0, 0, 1, 2)));
  CHECK(!std::isnan(running_share(1048577, 1.0, 1.0, 0, 1, 1)));
}

TEST_CASE("a stream of failures that outgrows its repairs, by the generator of the numbers out", "[failures]") {
  constexpr double load = 500,
                   repairers = 5;  // a state weighs a hundred times the one below: the units of sums change near the top
  for (const int parts : {2, 7, 130})
    for (int spares = 288; spares <= 312; spares += 2) {
      CAPTURE(parts, spares);
      const int n = spares + parts + 1;
      Eigen::MatrixXd flow = Eigen::MatrixXd::Zero(n, n);  // into the row from the column
      for (int k = 0; k < n; ++k) {
        if (k <= spares) flow(k + parts, k) += load, flow(k, k) -= load;
        const double returns = std::min<double>(k, repairers);
        if (k > 0) flow(k - 1, k) += returns, flow(k, k) -= returns;
      }
      flow.row(0).setOnes();
      const Eigen::VectorXd states = flow.partialPivLu().solve(Eigen::VectorXd::Unit(n, 0));
      CHECK_THAT(running_share(spares, load, 1, 0, 1, parts, repairers), WithinRel(states.head(spares + 1).sum(), 1e-9));
    }
}

TEST_CASE("a pool played out runs for the share that is said", "[failures]") {
  const Pool pools[]{{3, 1 / 600., 7200, 300, 0.44},    {6, 1e-3, 5000, 900, 0.7, 3}, {6, 1e-3, 2000, 900, 1, 1, 2},
                     {9, 1e-3, 1500, 2500, 0.9, 4, 3.}, {0, 1e-3, 500, 100},          {20, 1e-3, 1000, 5000, 1, 16}};
  std::uint64_t seed = 5;
  for (const Pool& p : pools) {
    Sampler random(seed++);
    std::priority_queue<double, std::vector<double>, std::greater<>> back;
    int queue = 0;
    double now = 0, ran = 0;
    const auto start = [&](double at) {
      for (; queue > 0 && static_cast<double>(back.size()) < p.repairers; --queue) back.push(at + random.exponential(p.repair));
    };
    const auto pass = [&](double until) {
      while (!back.empty() && back.top() <= until) {
        const double at = back.top();
        back.pop(), start(at);
      }
      now = until;
    };
    std::vector<double> shares;
    for (int batch = 0; batch < 100; ++batch) {
      const double began = now, had = ran;
      for (int i = 0; i < 2000; ++i) {
        const double life = random.exponential(1 / p.rate);
        pass(now + life), ran += life;
        if (random.chance(p.share)) queue += static_cast<int>(p.parts), start(now);
        while (queue + static_cast<double>(back.size()) > p.spares) pass(back.top());
        pass(now + p.downtime);
      }
      shares.push_back((ran - had) / (now - began));
    }
    double mean = 0, squares = 0;
    for (const double s : shares) mean += s / 100, squares += s * s / 100;
    const double error = std::sqrt((squares - mean * mean) / 99);
    CAPTURE(p.spares, p.parts, p.repairers, mean, error);
    CHECK(error < 0.01 * mean);
    CHECK(std::abs(p.answer() - mean) < tolerance::standard_errors * error);
  }
}

TEST_CASE("the downtime counts, a whole node at once counts more", "[failures]") {
  const double rate = 1e-3, repair = 20000;
  // repairs go on in the downtime: better than failures as a Poisson stream of their mean rate say
  for (const double downtime : {100., 1000., 10000.}) {
    const double taken_as_stream = runnable_share(20, rate / (1 + rate * downtime), repair) / (1 + rate * downtime);
    CHECK(running_share(20, rate, repair, downtime) > taken_as_stream);
  }
  double least = 1;
  for (const double parts : {1., 2., 5., 10.}) {  // as many parts an hour
    const double share = running_share(20, rate / parts, repair, 0, 1, parts);
    CHECK(share < least);
    least = share;
  }
  // failures that take nothing are downtimes alone
  CHECK_THAT(running_share(3, rate, repair, 500, 0), WithinRel(1 / (1 + rate * 500), 1e-15));
  // parts by the thousand: every such failure empties the pool, which is then waited for
  CHECK_THAT(running_share(0, rate, 10, 0, 1, 1e6),
             WithinRel(1 / (1 + rate * 10 * failures::detail::time_to_come_back(0, 1e6, inf)), 1e-14));
  CHECK_THAT(failures::detail::time_to_come_back(0, 1e6, inf), WithinRel(14.392726722865724, 1e-15));  // the harmonic number
  CHECK_THAT(failures::detail::time_to_come_back(0, 1e6, 1000), WithinRel(7.485470860550345 + 999, 1e-15));
  CHECK_THAT(failures::detail::time_to_come_back(5, 9, 7), WithinRel(1 / 6. + 3 / 7., 1e-15));
}

TEST_CASE("pools at the ends of their ranges", "[failures]") {
  for (const double parts : {1., 3.})
    for (const double repairers : {1., inf})
      for (const double spares : {0., 2., 300.}) {
        const auto share = [&](double rate, double repair, double downtime, double taken) {
          return running_share(spares, rate, repair, downtime, taken, parts, repairers);
        };
        CAPTURE(parts, repairers, spares);
        CHECK(share(0, 1e4, 100, 1) == 1);
        CHECK(share(0, inf, inf, 1) == 1);
        CHECK(share(1e-3, 0, 0, 1) == 1);
        CHECK(share(1e-3, inf, 0, 0) == 1);
        CHECK(share(1e-3, inf, 0, 0.5) == 0);  // what never comes back is missing one day
        CHECK(share(1e-3, 1e4, inf, 1) == 0);
        CHECK(share(inf, 1e4, 0, 1) == 0);
        CHECK(share(inf, 0, 1, 1) == 0);
        CHECK_THAT(share(1e-3, inf, 1000, 0), WithinRel(0.5, 1e-15));
        CHECK_THAT(share(1e-300, 1e4, 100, 1), WithinRel(1, 1e-15));
        CHECK((share(1e300, 1e4, 100, 1) >= 0 && share(1e300, 1e4, 100, 1) < 1e-290));
        CHECK((share(1e-3, 1e300, 100, 1) >= 0 && share(1e-3, 1e300, 100, 1) < 1e-280));
        CHECK_THAT(share(1e-3, 1e-300, 1000, 1), WithinRel(0.5, 1e-12));
        CHECK_THAT(share(1e-3, 1, 1e9, 1), WithinRel(1e-6 / (1 + 1e-6), 1e-6));
      }
  // a load that chains of ratios cannot hold: with nobody back in between, the share goes as one over it
  for (const double parts : {3., 6.})
    for (const double spares : {2., 4., 9., 40.}) {
      CAPTURE(parts, spares);
      const auto share = [&](double repair) { return running_share(spares, 1e-3, repair, 0, 0.3, parts, 5); };
      const double far = share(1e20) * 1e20;
      for (const double repair : {1e100, 1e150, 1e250, 1e300}) CHECK_THAT(share(repair) * repair, WithinRel(far, 1e-9));
    }
  // repairs that are over in no time beside the downtime, of a job that does not fail too
  CHECK_THAT(running_share(2, 1e-4, 5e-324, 1e4), WithinRel(0.5, 1e-15));
  CHECK(running_share(2, 0, 25, 35'000) == 1);
  const auto calm = running_share(1, dual<dual<double>>{{0, 1}, {1, 0}}, 25, 35'000);
  CHECK((calm.value.value == 1 && calm.value.slope == -35'000 && calm.slope.slope == 2 * 35'000. * 35'000));
  // repairs in no time are over before the next failure, however near to it a second order looks
  using Second = dual<dual<double>>;
  const auto quick = running_share(1, 1e-3, Second{{0, 1}, {1, 0}}, 100.);
  CHECK_THAT(quick.value.value, WithinRel(1 / 1.1, 1e-15));
  CHECK((quick.slope.value == 0 && quick.slope.slope == 0));
  // as many spares as never run out have slopes too: none
  const auto never = running_share(300, dual<double>(1e-9, 1), 1., 0.);
  CHECK((never.value == 1 && never.slope == 0));
  const auto at_rest = running_share(2, 0., inf, dual<double>(100, 1));
  CHECK((at_rest.value == 1 && at_rest.slope == 0));
  // a stream of failures that outgrows all repairs: as long as there are spares, no longer
  CHECK_THAT(running_share(656'945, 1, 7.5e6, 0, 0.87, 20, 7), WithinRel(7 / (0.87 * 20 * 7.5e6), 1e-6));
  CHECK_THAT(running_share(1e6, 1, 1e90, 0, 1, 1e6, inf), WithinRel(1e-90 / std::log(2), 1e-5));
  // no spare and no downtime: each failure is repaired
  CHECK_THAT(running_share(0, 1e-3, 500), WithinRel(1 / 1.5, 1e-15));
  CHECK_THAT(running_share(0, 1e-3, 500, 0, 0.25, 2), WithinRel(1 / (1 + 1e-3 * 0.25 * 500 * 1.5), 1e-15));
}

TEST_CASE("pools keep their digits at any load", "[failures]") {
  Sampler random(7);
  Worst worst;
  for (int i = 0; i < 300; ++i) {
    Pool p = draw(random, 100);
    if (random.chance(0.3)) p.repair *= random.log_uniform(1e-3, 1e6);
    if (random.chance(0.3)) p.downtime = random.log_uniform(1e-3, 1e3) * p.repair;
    if (p.repairers < inf || p.parts > 1) p.spares = std::min(p.spares, 40.);
    const wide exact =
        running_share(p.spares, wide(p.rate), wide(p.repair), wide(p.downtime), wide(p.share), p.parts, p.repairers);
    worst.see(relative_distance(p.answer(), exact), p.spares, p.rate, p.repair, p.downtime, p.share, p.parts, p.repairers);
  }
  CAPTURE(worst.where);
  CHECK(worst.distance < 1e-13);  // products of as many factors as spares
}

TEST_CASE("pools have slopes of first and second order, at zero too", "[failures]") {
  const Pool pools[]{{3, 1 / 600., 7200, 300, 0.44},       {40, 5e-3, 7200, 300, 0.9}, {3, 1 / 600., 7200, 300, 0.44, 2},
                     {5, 1 / 600., 2000, 300, 0.44, 1, 2}, {0, 1e-3, 500, 20, 0.5},    {6, 1e-3, 500, 20, 0.5, 9, 3}};
  for (const Pool& p : pools) {
    CAPTURE(p.spares, p.parts, p.repairers);
    const auto at = [&](const auto& rate, const auto& repair, const auto& downtime, const auto& share) {
      return running_share(p.spares, rate, repair, downtime, share, p.parts, p.repairers);
    };
    const double part = 1e-11;  // sums of as many terms as spares
    expect_derivative([&](const auto& x) { return at(x, p.repair, p.downtime, p.share); }, p.rate, part);
    expect_derivative([&](const auto& x) { return at(p.rate, x, p.downtime, p.share); }, p.repair, part);
    expect_derivative([&](const auto& x) { return at(p.rate, p.repair, x, p.share); }, p.downtime, part);
    expect_derivative([&](const auto& x) { return at(p.rate, p.repair, p.downtime, x); }, p.share, part);
  }

  // at the lower end of each argument, by a parabola through three points above it
  using Second = dual<dual<double>>;
  const auto from_zero = [](const auto& f, double unit) {
    const wide h = wide(unit) * wide("1e-15");
    const wide a = f(wide(0)), b = f(h), c = f(wide(2 * h));
    const Second found = f(Second(dual<double>(0, 1), dual<double>(1)));
    const double first = static_cast<double>(wide((4 * b - 3 * a - c) / (2 * h))),
                 second = static_cast<double>(wide((a - 2 * b + c) / (h * h)));
    CHECK_THAT(found.slope.value * unit, WithinRel(first * unit, 1e-9) || WithinAbs(0, 1e-12));  // of the parabola
    CHECK_THAT(found.slope.slope * unit * unit, WithinRel(second * unit * unit, 1e-9) || WithinAbs(0, 1e-12));  // the same
  };
  for (const double spares : {0., 1., 2., 5.})
    for (const double parts : {1., 2.})
      for (const double repairers : {1., inf}) {
        CAPTURE(spares, parts, repairers);
        const auto at = [&](const auto& rate, const auto& repair, const auto& downtime, const auto& share) {
          return running_share(spares, rate, repair, downtime, share, parts, repairers);
        };
        for (const double down : {0., 200.}) {
          from_zero([&](const auto& x) { return at(x, 3000, down, 0.7); }, 1e-3);
          from_zero([&](const auto& x) { return at(1e-3, 3000, down, x); }, 1);
        }
        from_zero([&](const auto& x) { return at(1e-3, 3000, x, 0.7); }, 200);
        from_zero([&](const auto& x) { return at(1e-3, 3000, x, 1); }, 200);
        from_zero([&](const auto& x) { return at(1e-3, x, 0, 0.7); }, 3000);
      }
}

TEST_CASE("units, and bursts that are all alike, are what spares are counted in", "[failures]") {
  Sampler random(12);
  for (int i = 0; i < 60; ++i) {
    const Pool p = draw(random, 20);
    const double takes = std::floor(random.uniform(1, 9)), burst = std::floor(random.uniform(1, 5));
    RepairPool<> pool{.failure_rate = p.rate,
                      .repair_time = p.repair,
                      .downtime = p.downtime,
                      .taken_share = p.share,
                      .parts = p.parts,
                      .repairers = p.repairers,
                      .takes = takes};
    for (const double over : {0.0, takes - 1}) {
      CHECK(running_share(p.spares * takes + over, pool) == p.answer());
      CHECK(waiting_ratio(p.spares * takes + over, pool) ==
            waiting_ratio(p.spares, p.rate, p.repair, p.downtime, p.share, p.parts, p.repairers));
    }
    pool.burst = burst;
    CHECK(running_share(p.spares * takes * burst, pool) == p.answer());
    CHECK(running_share((p.spares + 1) * takes * burst - 1, pool) == p.answer());
    CHECK(running_share((p.spares + 1) * takes * burst, pool) >= p.answer());
    pool.parts = 1, pool.repairers = inf, pool.burst = 1,
    pool.bursts = BurstLaw::geometric;  // none of which is more than one unit
    CHECK(running_share(p.spares * takes, pool) == running_share(p.spares, p.rate, p.repair, p.downtime, p.share));
    // the more alike, the nearer; how far off this is with a downtime is said in the header
    pool.burst = 1 + 1e-9, pool.downtime = 0;
    CHECK_THAT(running_share(p.spares * takes, pool), WithinRel(running_share(p.spares, p.rate, p.repair, 0, p.share), 1e-7));
  }
}

TEST_CASE("bursts of geometric size: the wait without spares, and what the spares are worth", "[failures]") {
  const auto share = [](double spares, double burst, double downtime = 0) {
    return running_share(spares, 1e-3, 2000, downtime, 0.7, 1, inf, 1, burst, BurstLaw::geometric);
  };
  for (const double burst : {1.5, 4.0, 80.0}) {  // each is waited for
    CHECK_THAT(share(0, burst), WithinRel(1 / (1 + 0.7 * 2), 1e-14));
    CHECK_THAT(share(0, burst, 300), WithinRel(1 / (1 + 0.3 + 0.7 * 2), 1e-14));
    double least = 0;
    for (double spares = 0; spares < 60; ++spares) {
      CHECK(share(spares, burst) >= least);
      least = share(spares, burst);
    }
  }
  for (const double spares : {4.0, 20.0}) {
    double most = 1;
    for (const double burst : {1.0, 1.3, 2.0, 3.5, 7.0, 20.0}) {
      CHECK(share(spares, burst) <= most);
      most = share(spares, burst);
    }
  }
  CHECK(share(most_spares_of_bursts, 3.5) == 1);
  CHECK(std::isnan(share(most_spares_of_bursts + 1, 3.5)));
}

TEST_CASE("pools of bursts out of their domain, and at its ends", "[failures]") {
  const auto share = [](const RepairPool<>& pool, double spares = 8) { return running_share(spares, pool); };
  const RepairPool<> good{
      .failure_rate = 1e-3, .repair_time = 3000, .downtime = 100, .burst = 2.5, .bursts = BurstLaw::geometric};
  CHECK(share(good) > 0);
  const auto but = [&](const auto& change) {
    RepairPool<> pool = good;
    change(pool);
    return pool;
  };
  for (const auto& wrong :
       {but([](auto& p) { p.takes = 1.5; }), but([](auto& p) { p.takes = 0; }), but([](auto& p) { p.burst = 0.5; }),
        but([](auto& p) { p.burst = 1.01 * most_mean_burst; }), but([](auto& p) { p.parts = 2; }),
        but([](auto& p) { p.repairers = 7; }), but([](auto& p) { p.bursts = BurstLaw::fixed; }),
        but([](auto& p) { p.taken_share = 1.1; }), but([](auto& p) { p.failure_rate = NaN; }),
        but([](auto& p) { p.repair_time = -1; }), but([](auto& p) { p.downtime = NaN; }), but([](auto& p) { p.burst = NaN; })})
    CHECK(std::isnan(share(wrong)));
  for (const double wrong : {-1.0, 0.5, NaN, inf}) CHECK(std::isnan(share(good, wrong)));
  CHECK(share(but([](auto& p) { p.failure_rate = 0; })) == 1);
  CHECK(share(but([](auto& p) { p.failure_rate = inf; })) == 0);
  CHECK(share(but([](auto& p) { p.downtime = inf; })) == 0);
  CHECK_THAT(share(but([](auto& p) { p.taken_share = 0; })), WithinRel(1 / 1.1, 1e-15));
  CHECK_THAT(share(but([](auto& p) { p.repair_time = 0; })), WithinRel(1 / 1.1, 1e-15));
  CHECK(share(but([](auto& p) { p.repair_time = inf; })) == 0);
  CHECK(share(but([](auto& p) { p.repair_time = 1e200; })) < 1e-150);
  const double rare = share(but([](auto& p) { p.repair_time = 1e-200, p.downtime = 0; }));
  CHECK(rare == 1);
}

TEST_CASE("bursts of geometric size in 50 digits, with their slopes", "[failures]") {
  for (const double spares : {0.0, 1.0, 6.0, 40.0})
    for (const double down : {0.0, 250.0}) {
      CAPTURE(spares, down);
      const auto at = [&](const auto& rate, const auto& repair, const auto& downtime, const auto& taken) {
        return running_share(spares, rate, repair, downtime, taken, 1, inf, 1, 3.5, BurstLaw::geometric);
      };
      CHECK(relative_distance(at(4e-3, 3000., down, 0.7), at(wide(4e-3), wide(3000), wide(down), wide(0.7))) < 1e-13);  // sums
      expect_derivative([&](const auto& x) { return at(x, 3000., down, 0.7); }, 4e-3, 1e-11);  // of as many terms as spares
      expect_derivative([&](const auto& x) { return at(4e-3, x, down, 0.7); }, 3000, 1e-11);   // the same
      expect_derivative([&](const auto& x) { return at(4e-3, 3000., down, x); }, 0.7, 1e-11);  // the same
      if (down > 0) expect_derivative([&](const auto& x) { return at(4e-3, 3000., x, 0.7); }, down, 1e-11);  // the same
      const auto none = at(dual<double>(0, 1), 3000., down, 0.7);  // of a burst that none waits beside
      CHECK_THAT(none.slope, WithinRel(-down - 0.7 * 3000 * std::pow(1 - 1 / 3.5, spares), 1e-13));
    }
}
