// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/checkpoint/verified.hpp"

#include <boost/math/tools/minima.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>

#include "scaling_limits/checkpoint/segment.hpp"
#include "support/agrees.hpp"
#include "support/digits.hpp"

using namespace scaling_limits;
using namespace scaling_limits::checkpoint;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// One committed segment played out: mean and standard error of its time.
std::pair<double, double> played(int n, double w, double v, double c, double ls, double lf, double r, double d, double recall,
                                 int runs) {
  std::mt19937_64 random(11);
  std::exponential_distribution<double> life(lf), error(ls);
  std::uniform_real_distribution<double> u;
  double sum = 0, squares = 0;
  for (int i = 0; i < runs; ++i) {
    double t = 0;
    for (bool done = false; !done;) {
      bool corrupt = false;
      int k = 0;
      for (; k < n; ++k) {
        if (const double x = life(random); x < w + v) {
          t += x + d + r;
          break;
        }
        t += w + v;
        corrupt = corrupt || error(random) < w;
        if (corrupt && (k + 1 == n || u(random) < recall)) {
          t += r;
          break;
        }
      }
      if (k < n) continue;
      if (const double x = life(random); x < c) {
        t += x + d + r;
      } else {
        t += c;
        done = true;
      }
    }
    sum += t, squares += t * t;
  }
  const double mean = sum / runs;
  return {mean, std::sqrt((squares / runs - mean * mean) / runs)};
}

}  // namespace

TEST_CASE("verified segments: check value", "[checkpoint]") {
  CHECK_THAT(verified_segment_time(4, 900.0, 20, 120, 1 / 20000.0, 1 / 15000.0, 200, 60),
             WithinAbs(4975.353, 5e-4));  // its digits
}

TEST_CASE("verified segments take as long as when played out", "[checkpoint]") {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> u;
  for (int i = 0; i < 12; ++i) {
    const int n = 1 + static_cast<int>(6 * u(random));
    const double w = 100 + 1000 * u(random), v = 60 * u(random), c = 200 * u(random), ls = std::exp(-10 + 3 * u(random)),
                 lf = std::exp(-10 + 3 * u(random)), r = 200 * u(random), d = 100 * u(random),
                 recall = i % 2 ? 1 : 0.2 + 0.8 * u(random);
    const auto [mean, error] = played(n, w, v, c, ls, lf, r, d, recall, 40000);
    CHECK(std::abs(verified_segment_time(n, w, v, c, ls, lf, r, d, recall) - mean) < tolerance::standard_errors * error);
  }
}

TEST_CASE("without silent errors a verified segment is a segment whose restart cannot fail", "[checkpoint]") {
  for (const double w : {10.0, 1000.0, 50000.0})
    CHECK_THAT(verified_segment_time(1, w, 20, 120, 0, 1 / 15000.0, 200, 60),
               agrees(expected_segment_time(w, 140, 15000, 200, 60, Variant::safe_restart), relative(tolerance::two_routes)));
  const auto best = verified_optimum(20, 120, 0.0, 1 / 15000.0, 200, 60);
  CHECK(best.chunks == 1);
  CHECK_THAT(best.interval, agrees(optimal_interval(140, 15000), relative(1e-9)));  // a flat minimum
}

TEST_CASE("chunks that miss errors take as long as when they are counted one by one, however many", "[checkpoint]") {
  using std::exp;
  for (const int n : {1, 2, 3, 7, 64, 1000, 4096})
    for (const double recall : {1e-6, 0.1, 0.9, 1 - 1e-9}) {
      const double w = 90, v = 2, c = 120, r = 200, d = 60;
      const wide ls = 1 / (40.0 * n * w), lf = 1 / (60.0 * n * w);
      const wide passes = exp(wide(-lf * (w + v))), clean_chunk = exp(wide(-ls * w)), survives = exp(wide(-lf * c));
      const auto cut = [&](double t) { return wide((1 - exp(wide(-lf * t))) / lf); };
      wide clean = 1, corrupt = 0, running = 0, stops = 0, detections = 0;
      for (int i = 1; i <= n; ++i) {
        const double found = i == n ? 1 : recall;
        const wide dirty = corrupt + clean * (1 - clean_chunk);
        running += (clean + corrupt) * cut(w + v), stops += (clean + corrupt) * (1 - passes);
        detections += passes * dirty * found;
        corrupt = passes * dirty * (1 - found), clean *= passes * clean_chunk;
      }
      running += clean * cut(c), stops += clean * (1 - survives);
      const wide wanted = (running + r * (stops + detections) + d * stops) / (clean * survives);
      CHECK_THAT(verified_segment_time(n, w, v, c, static_cast<double>(ls), static_cast<double>(lf), r, d, recall),
                 agrees(static_cast<double>(wanted), relative(1e-11)));  // n roundings of one chunk's probability
    }
}

TEST_CASE("recall tending to one is recall one", "[checkpoint]") {
  CHECK_THAT(verified_segment_time(5, 900.0, 20, 120, 1e-4, 1e-4, 200, 60, 1 - 1e-14),
             agrees(verified_segment_time(5, 900.0, 20, 120, 1e-4, 1e-4, 200, 60), relative(tolerance::two_routes)));
}

TEST_CASE("the verified optimum is the best of a brute-force search", "[checkpoint]") {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> u;
  for (int i = 0; i < 40; ++i) {
    const double v = std::exp(6 * u(random) - 2), c = 300 * u(random), ls = std::exp(-12 + 4 * u(random)),
                 lf = std::exp(-12 + 4 * u(random));
    const auto best = verified_optimum(v, c, ls, lf, 200, 60);
    double least = inf;
    for (int n = 1; n <= 60; ++n)
      for (double f = 0.2; f < 5; f *= 1.02) {
        const double work = best.interval * f / n;
        least = std::min(least, verified_segment_time(n, work, v, c, ls, lf, 200, 60) / (n * work) - 1);
      }
    CHECK(best.overhead <= least * (1 + 1e-12));
    CHECK_THAT(verified_segment_time(best.chunks, best.interval / best.chunks, v, c, ls, lf, 200, 60) / best.interval - 1,
               agrees(best.overhead, relative(1e-11)));  // E/W - 1 cancels
  }
}

TEST_CASE("no other number of verified chunks is better, a thousand random cases", "[checkpoint]") {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> u;
  for (int i = 0; i < 1000; ++i) {
    const double v = std::exp(-5 + 8 * u(random)), c = v * std::exp(-2 + 8 * u(random)),
                 silent = std::exp(-14 + 10 * u(random));
    const VerifiedSegment<double> segment{.verification_time = v,
                                          .write_time = c,
                                          .silent_rate = silent,
                                          .fail_stop_rate = i % 9 == 0 ? 0 : silent * std::exp(-6 + 9 * u(random)),
                                          .restart_time = 300 * u(random),
                                          .downtime = 60 * u(random),
                                          .recall = i % 5 == 0 ? 0.1 + 0.9 * u(random) : 1,
                                          .final_time = v};
    const auto best = best_verified(segment);
    const auto least = [&](double chunks) {  // over the work of a chunk, without slopes
      const double around = best.work * best.chunks / chunks;
      const auto loss = [&](double x) { return verified_loss(chunks, around * std::exp(x), segment); };
      return boost::math::tools::brent_find_minima(loss, -2.0, 2.0, 40).second;
    };
    CAPTURE(i, best.chunks, v, c, silent, segment.fail_stop_rate, segment.recall);
    double brute = inf;
    for (double n = 1; n <= 300; n = n < 12 || std::abs(n - best.chunks) < 9 ? n + 1 : std::floor(1.2 * n))
      brute = std::min(brute, least(n));
    for (double n = std::max(1.0, best.chunks - 8); n <= best.chunks + 8 && n <= 4096; ++n) brute = std::min(brute, least(n));
    CHECK(best.loss <= brute + 1e-11 * std::abs(brute));  // Brent's own accuracy
  }
}

TEST_CASE("the first-order verified overhead is the limit of rare errors", "[checkpoint]") {
  double before = 1;
  for (const double rate : {1e-6, 1e-8, 1e-10}) {
    const auto best = verified_optimum(20, 120, rate, rate * 1.5);
    const double apart = std::abs(best.overhead / best.first_order_overhead - 1);
    CHECK(apart < before / 5);
    before = apart;
  }
  // n* = sqrt(lambda_s C / ((lambda_s + lambda_f) V))
  CHECK(verified_optimum(1, 100, 1e-10, 1e-12).chunks == 10);
}

TEST_CASE("derivatives of the verified optimum are those of the re-optimised overhead", "[checkpoint]") {
  using D = dual<dual<double>>;
  const auto at = [](auto rate) { return verified_optimum(20, 120, rate, 1 / 15000.0, 200, 60); };
  const auto exact = at(D(dual<double>(5e-5, 1), dual<double>(1)));
  const double h = 1e-8, up = at(5e-5 + h).overhead, down = at(5e-5 - h).overhead;
  CHECK_THAT(exact.overhead.slope.value, WithinRel((up - down) / (2 * h), 1e-6));  // truncation of the difference
  CHECK_THAT(exact.overhead.slope.slope, WithinRel((up + down - 2 * at(5e-5).overhead) / (h * h), 1e-2));  // and its rounding
}

TEST_CASE("verified segments of any number of chunks take no longer to answer", "[checkpoint]") {
  const double r = 100, d = 10, recall = 0.7;
  // without silent errors it does not matter how many are found
  CHECK_THAT(verified_segment_time(1e12, 1e-9, 1e-12, 1.0, 0.0, 1e-6, r, d, recall),
             WithinRel(verified_segment_time(1e12, 1e-9, 1e-12, 1.0, 0.0, 1e-6, r, d), 1e-3));  // 1e12 rounded factors
}

TEST_CASE("verified segments out of range are NaN", "[checkpoint]") {
  CHECK(std::isnan(verified_segment_time(0, 1.0, 1, 1, 1e-4, 1e-4)));
  CHECK(std::isnan(verified_segment_time(1.5, 1.0, 1, 1, 1e-4, 1e-4)));
  CHECK(std::isnan(verified_segment_time(1, -1.0, 1, 1, 1e-4, 1e-4)));
  CHECK(std::isnan(verified_optimum(-1, 1, 1e-4, 1e-4).overhead));
  CHECK(verified_optimum(1, 1, 0.0, 0.0).interval == inf);
}
