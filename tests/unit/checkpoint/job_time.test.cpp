// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/checkpoint/job_time.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>
#include <vector>

#include "scaling_limits/checkpoint/segment.hpp"
#include "support/digits.hpp"

using namespace scaling_limits;
using testing::wide;
using namespace scaling_limits::checkpoint;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

struct Job {
  double work, interval, write_time, mtbf, restart_time, downtime;
};

/// Times of simulated jobs, sorted: failures arrive at a constant rate while the job works, saves or restarts.
std::vector<double> simulated(const Job& job, int runs, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::exponential_distribution<> life(1 / job.mtbf);
  const double segment = job.interval + job.write_time;
  std::vector<double> times(runs);
  for (double& t : times) {
    t = 0;
    double until_failure = life(random);
    const auto survives = [&](double stretch) {
      const bool alive = until_failure >= stretch;
      t += alive ? stretch : until_failure;
      until_failure = alive ? until_failure - stretch : life(random);
      return alive;
    };
    for (long left = std::lround(job.work / job.interval); left > 0;) {
      if (survives(segment)) --left;
      else do
          t += job.downtime;
        while (!survives(job.restart_time));
    }
  }
  std::sort(times.begin(), times.end());
  return times;
}

/// Mean and variance of a segment as the sheet writes them, recovery added by hand, in 50 digits.
std::pair<wide, wide> naive_segment(const Job& job) {
  const auto truncated = [&](const wide& x) {  // mean and variance of a failure time below x
    const wide m = job.mtbf, p = exp(wide(-x / m)), first = m - x * p / (1 - p),
               second = 2 * m * m - (x * x + 2 * x * m) * p / (1 - p);
    return std::pair<wide, wide>(first, second - first * first);
  };
  const auto failures = [&](const wide& x) {  // mean and variance of the failures before x passes without one
    const wide p = exp(wide(-x / wide(job.mtbf)));
    return std::pair<wide, wide>((1 - p) / p, (1 - p) / (p * p));
  };
  wide recovery = job.downtime, recovery_variance = 0;
  if (job.restart_time > 0) {
    const auto [k, k2] = failures(job.restart_time);
    const auto [x, x2] = truncated(job.restart_time);
    recovery = wide(job.downtime) + job.restart_time + k * (x + job.downtime);
    recovery_variance = k * x2 + k2 * (x + job.downtime) * (x + job.downtime);
  }
  const wide stretch = wide(job.interval) + job.write_time;
  const auto [k, k2] = failures(stretch);
  const auto [x, x2] = truncated(stretch);
  return {stretch + k * (x + recovery), k * (x2 + recovery_variance) + k2 * (x + recovery) * (x + recovery)};
}

const std::vector<Job> jobs{
    {3600, 1200, 120, 1800, 300, 60},   {120000, 1200, 120, 1800, 300, 60}, {1200, 1200, 120, 18000, 300, 60},
    {36000, 3600, 10, 36000, 600, 600}, {3600, 1200, 120, 1800, 0, 0},      {3600, 600, 120, 600, 600, 0},
    {23400, 234, 2.5, 10985, 300, 60},  {23400, 234, 2.5, 2000, 0, 500},    {500, 50, 5, 1000, 4000, 10}};

}  // namespace

TEST_CASE("mean and standard deviation of a job are those of simulated jobs", "[checkpoint][simulation]") {
  const int runs = 20'000;
  std::uint64_t seed = 1;
  for (const Job& j : jobs) {
    CAPTURE(j.work, j.mtbf, j.restart_time, j.downtime);
    const auto times = simulated(j, runs, seed++);
    double mean = 0, second = 0, fourth = 0;
    for (const double t : times) mean += t / runs;
    for (const double t : times) second += (t - mean) * (t - mean) / runs, fourth += std::pow(t - mean, 4) / runs;
    const auto job = job_time(j.work, j.interval, j.write_time, j.mtbf, j.restart_time, j.downtime);
    CHECK(std::abs(mean - job.mean) < 5 * std::sqrt(second / runs));  // five standard errors, of the mean and of the variance
    CHECK(std::abs(second - job.standard_deviation * job.standard_deviation) <
          5 * std::sqrt((fourth - second * second) / runs));
    CHECK(std::abs(
              double(times.end() - std::upper_bound(times.begin(), times.end(), job.failure_free_time * (1 + 1e-12))) / runs -
              job.failure_probability) < 5 * std::sqrt(job.failure_probability * (1 - job.failure_probability) / runs) + 1e-12);
  }
}

TEST_CASE("quantiles of a job are those of simulated jobs", "[checkpoint][simulation]") {
  const int runs = 20'000;
  std::uint64_t seed = 11;
  for (const Job& j : jobs) {
    const auto times = simulated(j, runs, seed++);
    const auto job = job_time(j.work, j.interval, j.write_time, j.mtbf, j.restart_time, j.downtime);
    for (const double q : {0.05, 0.25, 0.5, 0.75, 0.9, 0.99}) {
      CAPTURE(j.work, j.mtbf, j.restart_time, j.downtime, q);
      const double t = job.quantile(q) * (1 + 1e-12);
      if (q < 1 - job.failure_probability) {
        CHECK(job.quantile(q) == job.failure_free_time);
        continue;
      }
      const double below = double(std::upper_bound(times.begin(), times.end(), t) - times.begin()) / runs;
      CHECK(std::abs(below - q) < 5 * std::sqrt(q * (1 - q) / runs));  // five standard errors
    }
  }
}

TEST_CASE("mean and standard deviation keep their digits at every load", "[checkpoint]") {
  const double load = GENERATE(1e-10, 1e-6, 1e-3, 0.1, 0.9, 2.1, 10.0), restart = GENERATE(0.0, 1e-9, 0.03, 1.7),
               down = GENERATE(0.0, 0.01, 2.0);
  const double m = 3600;
  const Job j{1e6 * m, 0.9 * load * m, 0.1 * load * m, m, restart * m, down * m};
  const auto [mean, variance] = naive_segment(j);
  const auto job = job_time(j.work, j.interval, j.write_time, j.mtbf, j.restart_time, j.downtime);
  const wide segments = wide(j.work) / j.interval;
  CHECK_THAT(job.mean, WithinRel(double(mean * segments), 4e-15));  // 16 ulp: a product of three exponentials
  CHECK_THAT(job.standard_deviation, WithinRel(double(sqrt(wide(variance * segments))), 4e-15));
  CHECK_THAT(job.mean_excess, WithinRel(double((mean - j.interval - j.write_time) * segments), 4e-15));
  CHECK_THAT(
      job.mean,
      WithinRel(j.work / j.interval * expected_segment_time(j.interval, j.write_time, m, j.restart_time, j.downtime), 4e-15));
}

TEST_CASE("moments of a failure time below x, in 50 digits and as derivatives", "[checkpoint]") {
  const double x = GENERATE(1e-5, 0.3, 1.0, 1.99, 2.01, 7.0, 60.0, 690.0);
  const wide e = exp(wide(x)) - 1, mean = 1 - x / e, variance = 1 - wide(x) * x * (e + 1) / (e * e);
  // at 1e-5 fifty digits lose 15 in the variance: enough are left
  CHECK_THAT(checkpoint::detail::mean_below(x), WithinRel(double(mean), 1e-15));
  CHECK_THAT(checkpoint::detail::variance_below(x), WithinRel(double(variance), 2e-15));
  CHECK(abs(checkpoint::detail::variance_below(wide(x)) / variance - 1) < 1e-24);
  const wide h("1e-18"), more = checkpoint::detail::variance_below(wide(x * (1 + h)));
  CHECK_THAT(checkpoint::detail::variance_below(dual<double>(x, x)).slope,
             WithinRel(double((more - checkpoint::detail::variance_below(wide(x))) / h), 1e-11) ||
                 WithinAbs(0.0, 3e-14));  // beside a value of 1
}

TEST_CASE("a job of one segment without recovery time, against its distribution written out", "[checkpoint]") {
  // an attempt fails inside a = stretch/M with 1 - p; two failures at most, the rest is beyond p (1 + (1 - p) + (1 - p)^2)
  const double m = 1000, stretch = GENERATE(20.0, 100.0, 600.0);
  const auto job = job_time(0.9 * stretch, 0.9 * stretch, 0.1 * stretch, m);
  const double p = std::exp(-stretch / m), one = 1 - p;
  for (const double share : {0.01, 0.3, 0.5, 0.9, 0.99}) {
    // a delay below one stretch: sums of k exponentials below t <= stretch are Erlang
    const double t = share * stretch, x = t / m;
    double below = 0, erlang = 1, term = 1;  // P(sum of k exponentials <= t) = 1 - exp(-x) sum_{j<k} x^j / j!
    for (int k = 1; k < 40; ++k) {
      const double at_most = erlang * std::exp(-x);
      below += 1 - at_most;
      term *= x / k;
      erlang += term;
    }
    CHECK_THAT(job.tail(t), WithinAbs(one - p * below, share > 0.9 ? 3e-4 : 1e-5));  // kinks at every stretch: 1 / terms^2
  }
  CHECK_THAT(job.tail(0.5 * stretch) - job.tail(0.25 * stretch),
             WithinAbs(-p * stretch / m * 0.25, 1e-5));  // Poisson: p x failures by x
}

TEST_CASE("rare failures, frequent failures, and many: tails far out", "[checkpoint]") {
  // one failure in 1e8 jobs costs D + R and up to a segment, evenly: the tail is a straight line
  const auto rare = job_time(1e4, 234.0, 2.5, 1e12, 300.0, 60.0);
  CHECK_THAT(rare.quantile(1 - 1e-9) - rare.failure_free_time,
             WithinRel(360 + 236.5 * (1 - 1e-9 / rare.failure_probability), 1e-3));
  // a segment of 200 MTBFs never gets done at once: exponential
  const auto never = job_time(1e4, 1e4, 2.5, 50.0);
  for (const double q : {0.01, 0.3, 0.9, 0.999999})
    CHECK_THAT(never.quantile(q), WithinRel(-never.mean * std::log1p(-q), 1e-6));
  // on both sides of the switch to the normal form
  const auto below = job_time(3.2e8, 234.0, 2.5, 10985.0, 300.0, 60.0),
             above = job_time(3.3e8, 234.0, 2.5, 10985.0, 300.0, 60.0);
  for (const double q : {0.01, 0.5, 0.99, 0.9999})
    CHECK(std::abs((below.quantile(q) - below.mean) / below.standard_deviation -
                   (above.quantile(q) - above.mean) / above.standard_deviation) < 0.02);
}

TEST_CASE("quantiles rise from the failure-free time without bound, and tend to normal", "[checkpoint]") {
  const auto job = job_time(1e6, 234, 2.5, 10985, 300, 60);
  CHECK(job.quantile(0) == job.failure_free_time);
  CHECK(job.quantile(1) == inf);
  double before = 0;
  for (double q = 0; q < 1; q += 1.0 / 64) {
    CHECK(job.quantile(q) >= before);
    before = job.quantile(q);
  }
  // 18,000 failures: normal within the skewness, 0.013
  const auto longer = job_time(2e8, 234, 2.5, 10985, 300, 60);
  CHECK(std::abs((longer.quantile(0.97724986805182079) - longer.mean) / longer.standard_deviation - 2) < 0.02);
  CHECK(std::abs((longer.quantile(0.5) - longer.mean) / longer.standard_deviation) < 0.01);
  CHECK(std::isnan(job.quantile(NaN)));
  CHECK(std::isnan(job.quantile(1.1)));
}

TEST_CASE("limits of a job's time", "[checkpoint]") {
  const auto quiet = job_time(3600, 600, 60, inf, 300, 60);
  CHECK(quiet.mean == 3960);
  CHECK(quiet.standard_deviation == 0);
  CHECK(quiet.quantile(0.999) == 3960);
  CHECK(job_time(3600, inf, 60, inf).mean == 3600);     // the best interval without failures
  CHECK(job_time(3600, 0, 60, 1e4).mean == inf);        // nothing but checkpoints
  CHECK(job_time(0, 600, 60, 1e4, 300, 60).mean == 0);  // nothing to do
  CHECK(job_time(3600, 1e9, 60, 1e4).mean == inf);      // exp(1e5) overflows
  CHECK(job_time(3600, 1e9, 60, 1e4).quantile(0.99) == inf);
  // free checkpoints after every instant: only recoveries are lost
  const auto free = job_time(3600.0, 0.0, 0.0, 1800.0, 300.0, 60.0);
  CHECK_THAT(free.mean, WithinRel(3600 * std::exp(300 / 1800.0) * (1 + 60 / 1800.0), 1e-15));
  CHECK(free.standard_deviation > 0);
  const auto nearly = job_time(3600.0, 1e-6, 0.0, 1800.0, 300.0, 60.0);
  CHECK_THAT(free.standard_deviation, WithinRel(nearly.standard_deviation, 1e-8));  // they differ by the interval / mtbf
  for (const double bad : {-1.0, NaN}) {
    CHECK(std::isnan(job_time(bad, 600.0, 60.0, 1e4).mean));
    CHECK(std::isnan(job_time(3600.0, bad, 60.0, 1e4).standard_deviation));
    CHECK(std::isnan(job_time(3600.0, 600.0, bad, 1e4).quantile(0.5)));
    CHECK(std::isnan(job_time(3600.0, 600.0, 60.0, bad).mean));
    CHECK(std::isnan(job_time(3600.0, 600.0, 60.0, 1e4, bad).mean));
    CHECK(std::isnan(job_time(3600.0, 600.0, 60.0, 1e4, 0.0, bad).mean));
  }
}

TEST_CASE("the moments of a failure in an interval of no length have both derivatives", "[checkpoint]") {
  // in units of the interval x: mean 1/2 + x/12, so x/2 + ...; variance x^2/12: by expansion
  using D2 = dual<dual<double>>;
  const D2 none(dual<double>(0, 1), dual<double>(1));
  const auto variance = checkpoint::detail::variance_below(none);
  CHECK((variance.value.value == 0 && variance.slope.value == 0));
  CHECK_THAT(variance.slope.slope, WithinRel(1. / 6, 1e-14));
  const D2 hardly(dual<double>(1e-4, 1), dual<double>(1));
  CHECK_THAT(checkpoint::detail::variance_below(hardly).slope.slope, WithinRel(1. / 6, 1e-7));
}
