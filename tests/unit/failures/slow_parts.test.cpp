// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/failures/slow_parts.hpp"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <functional>
#include <queue>

#include "support/derivatives.hpp"
#include "support/domain.hpp"
#include "support/reference.hpp"
#include "support/scalars.hpp"

using namespace scaling_limits;
using namespace scaling_limits::failures;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinAbs;

namespace {

struct Shares {
  wide unslowed, slowed;
};

/// Cleared, exponential: the mean of theta/(theta + n) over a Poisson number n, summed outwards from the most likely one.
Shares cleared_exponential_sum(const wide& theta, const wide& a) {
  const long mode = static_cast<long>(static_cast<double>(a));
  wide weights(0), unslowed(0), slowed(0);
  const auto add = [&](long n, const wide& weight) {
    weights += weight;
    unslowed += n == 0 ? weight : wide(weight * theta / (theta + n));
    slowed += n == 0 ? wide(0) : wide(weight * n / (theta + n));
  };
  wide weight(1);
  add(mode, weight);
  for (long n = mode + 1; weight > 1e-60 * weights || n < mode + 3; ++n) add(n, weight *= a / n);
  weight = 1;
  for (long n = mode; n > 0; --n) add(n - 1, weight *= wide(n) / a);
  return {wide(unslowed / weights), wide(slowed / weights)};
}

/// A run played part by part: the share of its running time with no slow part, in blocks between failures for the error.
struct Played {
  double share, error;
};
Played played(double arrival_rate, double duration, double failure_rate, bool cleared, DurationLaw law, std::uint64_t seed) {
  Sampler random(seed);
  std::priority_queue<double, std::vector<double>, std::greater<>> found;
  const auto wait = [&](double rate) { return rate > 0 ? random.exponential(1 / rate) : inf; };
  double now = 0, arrives = wait(arrival_rate), fails = wait(failure_rate);
  const int blocks = 400;
  const double block = 200 * (duration + 1 / (arrival_rate + failure_rate));
  double sum = 0, squares = 0;
  for (int i = -1; i < blocks; ++i) {  // the first is for the start to be forgotten
    double free = 0;
    for (const double end = now + block; now < end;) {
      const double leaves = found.empty() ? inf : found.top(), next = std::min({end, arrives, fails, leaves});
      if (found.empty()) free += next - now;
      now = next;
      if (now == leaves) found.pop();
      else if (now == arrives) {
        found.push(now + (law == DurationLaw::fixed ? duration : random.exponential(duration)));
        arrives = now + wait(arrival_rate);
      } else if (now == fails) {
        if (cleared) found = {};
        fails = now + wait(failure_rate);
      }
    }
    if (i >= 0) sum += free / block, squares += square(free / block);
  }
  const double mean = sum / blocks;
  return {mean, std::sqrt((squares / blocks - mean * mean) / (blocks - 1))};
}

}  // namespace

TEST_CASE("slow parts: check values", "[failures]") {
  const double sigma = 1 / 20000., h = 3600, clearing = 1 / 5000.;
  const auto speed = [&](double l, bool cleared, DurationLaw law) {
    const double p = unslowed_share(sigma, h, l, cleared, law);
    CHECK_THAT(std::exp(-slow_parts_loss(sigma, h, 1.3, l, cleared, law)), agrees(p + (1 - p) / 1.3, ulp(8)));
    return p + (1 - p) / 1.3;
  };
  // digits of the check values
  CHECK_THAT(speed(0, false, DurationLaw::fixed), WithinAbs(0.961985433, 5e-10));
  CHECK_THAT(speed(clearing, true, DurationLaw::fixed), WithinAbs(0.972610907, 5e-10));
  CHECK_THAT(speed(clearing, true, DurationLaw::exponential), WithinAbs(0.977373439, 5e-10));
}

TEST_CASE("shares of time with and without a slow part keep their digits", "[failures]") {
  Sampler random(1);
  Worst uncleared, fixed, exponential, wide_digits;
  const auto see = [](Worst& worst, double a, double theta, DurationLaw law, const Shares& exact) {
    worst.see(ulp_distance(unslowed_share(a, 1., theta, true, law), exact.unslowed), a, theta);
    worst.see(ulp_distance(slowed_share(a, 1., theta, true, law), exact.slowed), a, theta);
  };
  for (int i = 0; i < 2000; ++i) {
    const double theta = random.chance(0.05) ? 0 : random.log_uniform(1e-12, 1e6);
    const double a = i % 2 ? random.log_uniform(1, 500) : random.log_uniform(1e-12, 1e6);
    const wide t(theta), x(a), all = t + x;
    uncleared.see(ulp_distance(unslowed_share(a, 1.), wide(exp(-x))), a);
    uncleared.see(ulp_distance(slowed_share(a, 1.), wide(-expm1(-x))), a);
    const wide found = -expm1(-all) / all, missed = exp(-all);
    see(fixed, a, theta, DurationLaw::fixed, {wide(t * found + missed), wide(x * found)});
    if (a > 2000 && i % 60) continue;  // a sum of as many terms
    const Shares exact = cleared_exponential_sum(t, x);
    see(exponential, a, theta, DurationLaw::exponential, exact);
    wide_digits.see(relative_distance(unslowed_share(x, wide(1), t, true, DurationLaw::exponential), exact.unslowed), a, theta);
  }
  CAPTURE(uncleared.where, fixed.where, exponential.where, wide_digits.where);
  CHECK(uncleared.distance <= tolerance::kernel);
  CHECK(fixed.distance <= tolerance::kernel);
  CHECK(exponential.distance <= tolerance::closed_form);
  CHECK(wide_digits.distance <= 1e-46);  // of 50 digits, against a sum of some thousand terms
}

TEST_CASE("what slow parts cost keeps its digits", "[failures]") {
  Sampler random(2);
  Worst worst;
  for (int i = 0; i < 4000; ++i) {
    const double a = random.log_uniform(1e-12, 1e6),
                 slowdown = i % 3 ? 1 + random.log_uniform(1e-9, 10) : random.log_uniform(1, 1e6);
    const wide slowed = -expm1(-wide(a)), lost = slowed * (wide(slowdown) - 1) / slowdown;
    worst.see(ulp_distance(slow_parts_loss(a, 1., slowdown), wide(-log1p(-lost))), a, slowdown);
  }
  CAPTURE(worst.where);
  CHECK(worst.distance <= tolerance::closed_form);
}

TEST_CASE("shares of slow parts carry derivatives", "[failures]") {
  for (const auto law : {DurationLaw::fixed, DurationLaw::exponential})
    for (const bool cleared : {false, true})
      for (const double sigma : {1e-7, 1e-4, 3e-3, 0.02, 0.1})
        for (const double l : {0., 1e-9, 1e-4, 1e-2}) {
          const double h = 3600;
          INFO("arrival rate " << sigma << ", failure rate " << l << (cleared ? ", cleared" : "") << ", " << to_word(law));
          const auto loss = [&](const auto& s, const auto& d, const auto& f, const auto& k) {
            return slow_parts_loss(s, d, k, f, cleared, law);
          };
          expect_derivative([&](const auto& x) { return loss(x, h, l, 1.3); }, sigma);
          expect_derivative([&](const auto& x) { return loss(sigma, x, l, 1.3); }, h);
          expect_derivative([&](const auto& x) { return loss(sigma, h, l, x); }, 1.3);
          if (cleared && l > 0) expect_derivative([&](const auto& x) { return loss(sigma, h, x, 1.3); }, l);
        }
  // where nothing clears, how much it would bring: towards failures that are rare
  for (const auto law : {DurationLaw::fixed, DurationLaw::exponential})
    for (const double sigma : {1e-5, 1e-3, 0.02, 0.1}) {
      const auto at = [&](const auto& l) { return unslowed_share(sigma, 3600, l, true, law); };
      const double slope = at(dual<double>(0, 1)).slope;
      const wide step("1e-30"), reference = (at(step) - at(wide(0))) / step;
      CAPTURE(sigma, to_word(law));
      CHECK_THAT(slope, agrees(reference, relative(tolerance::derivative)));
    }
}

TEST_CASE("shares of slow parts as a run played part by part has them", "[failures]") {
  Sampler random(3);
  double squares = 0;
  for (int i = 0; i < 8; ++i) {
    const double sigma = 1e-4, h = random.log_uniform(0.1, 3) / sigma, l = random.log_uniform(0.1, 3) / h;
    const bool cleared = i > 1;
    const auto law = i % 2 ? DurationLaw::fixed : DurationLaw::exponential;
    const auto [share, error] = played(sigma, h, l, cleared, law, 1000 + i);
    const double exact = unslowed_share(sigma, h, l, cleared, law);
    INFO("h " << h << ", l " << l << (cleared ? ", cleared, " : ", ") << to_word(law) << ": played " << share << " +- " << error
              << ", formula " << exact);
    CHECK(std::abs(share - exact) <= 3 * error);  // eight settings with fixed seeds
    squares += square((share - exact) / error) / 8;
  }
  INFO("rms " << std::sqrt(squares) << " standard errors");
  CHECK(squares < 2.5);  // chi-squared of 8: one in a hundred
}

TEST_CASE("shares of slow parts at the ends of their ranges", "[failures]") {
  constexpr testing::Argument amount{from_zero};
  for (const auto law : {DurationLaw::fixed, DurationLaw::exponential}) {
    for (const bool cleared : {false, true}) {
      const auto unslowed = [=](double s, double h, double l) { return unslowed_share(s, h, l, cleared, law); };
      const auto slowed = [=](double s, double h, double l) { return slowed_share(s, h, l, cleared, law); };
      const auto loss = [=](double s, double h, double l, double k) { return slow_parts_loss(s, h, k, l, cleared, law); };
      CHECK_DOMAIN(unslowed, amount, amount, amount);
      CHECK_DOMAIN(slowed, amount, amount, amount);
      CHECK_DOMAIN(loss, {from_zero, 0.5}, amount, amount, {at_least_one, 1.5});
      for (const double l : {0., 1e-5, 1.}) {
        CHECK(unslowed_share(0., 3600., l, cleared, law) == 1);
        CHECK(unslowed_share(0., inf, l, cleared, law) == 1);
        CHECK(unslowed_share(1e-4, 0., l, cleared, law) == 1);
        CHECK(slow_parts_loss(1e-4, 3600., 1., l, cleared, law) == 0);
      }
      CHECK(unslowed_share(0.25, 8., 0., cleared, law) == std::exp(-2.));
    }
    CHECK(unslowed_share(1e-4, 3600., 1., false, law) == std::exp(-1e-4 * 3600));
    // nothing is ever found, but all is cleared now and then
    for (const double h : {1e13, 1e300, inf})
      CHECK_THAT(unslowed_share(3e-4, h, 1e-4, true, law), agrees(0.25, relative(1e-9)));  // the next term is 1/(sigma h)
    CHECK(unslowed_share(3e-4, inf, 0., true, law) == 0);
    CHECK(unslowed_share(3e-4, 3600., inf, true, law) == 1);
    CHECK_THAT(unslowed_share(1e-12f, 1.f, 2.f, true, law), agrees(1 - 1e-12, ulp(1)));
    CHECK_THAT(double(unslowed_share(Archetype(2e-4), 3600, Archetype(1e-4), true, law)),
               agrees(unslowed_share(2e-4, 3600, 1e-4, true, law), ulp(tolerance::closed_form)));
    CHECK_THAT(unslowed_share(2e-4L, 3600, 1e-4L, true, law),
               agrees(unslowed_share(2e-4, 3600, 1e-4, true, law), relative(1e-15)));
  }
}

TEST_CASE("the worst of several kinds of slow parts holds up the run", "[failures]") {
  const auto speed = [](double sigma, double h, const std::vector<Slowdown<>>& kinds) {
    return mean_speed(sigma, h, std::span<const Slowdown<>>(kinds));
  };
  const double sigma = 1e-4, h = 7000;
  const double one = std::exp(-slow_parts_loss(sigma, h, 1.5));
  CHECK_THAT(speed(sigma, h, {{1.5, 1}}), agrees(one, ulp(8)));
  CHECK_THAT(speed(sigma, h, {{1.5, 0.2}, {1.5, 0.7}, {1.5, 0.1}}), agrees(one, ulp(8)));
  CHECK_THAT(speed(sigma, h, {{1.5, 0.5}, {1, 0.5}}), agrees(std::exp(-slow_parts_loss(sigma / 2, h, 1.5)), ulp(8)));
  CHECK_THAT(speed(sigma, h, {{1.5, 0.5}}), agrees(std::exp(-slow_parts_loss(sigma / 2, h, 1.5)), ulp(8)));
  CHECK(speed(sigma, h, {}) == 1);
  CHECK(std::isnan(speed(sigma, h, {{1.5, 0.6}, {2, 0.6}})));
  CHECK(std::isnan(speed(sigma, h, {{0.9, 0.6}})));
  CHECK(std::isnan(speed(-sigma, h, {{2, 0.6}})));

  // each kind's number is drawn
  const std::vector<Slowdown<>> kinds{{3, 0.1}, {1.2, 0.6}, {2, 0.3}};
  Sampler random(4);
  double sum = 0, squares = 0;
  const int draws = 200000;
  for (int i = 0; i < draws; ++i) {
    double worst = 1;
    for (const auto& [slowdown, share] : kinds)
      if (random.exponential(1) < sigma * h * share) worst = std::max(worst, slowdown);
    sum += 1 / worst / draws, squares += 1 / square(worst) / draws;
  }
  CHECK(std::abs(speed(sigma, h, kinds) - sum) <= tolerance::standard_errors * std::sqrt((squares - sum * sum) / draws));
}
