// SPDX-License-Identifier: Apache-2.0
// The cycle of a replicated run in 50 digits: with whole b the survival [y (2 - y)]^b is a sum of exponentials y^(b + j),
// y = exp(-t/mu), whose integrals and sums over periods are written down.
#include <scaling_limits/checkpoint/replicated.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "../../support/agrees.hpp"
#include "../../support/reference.hpp"

namespace scaling_limits::testing {

using namespace checkpoint;

namespace {

/// The sum over j of (-1)^j C(b, j) 2^(b - j) f(b + j), in units of mu.
template <class F>
wide over_exponentials(int pairs, const F& f) {
  wide sum = 0, factor = pow(wide(2), pairs);
  for (int j = 0; j <= pairs; factor *= -wide(pairs - j) / (2 * (j + 1)), ++j) sum += factor * f(wide(pairs + j));
  return sum;
}
wide survival(int pairs, const wide& t) {
  return over_exponentials(pairs, [&](const wide& k) { return wide(exp(-k * t)); });
}
wide integral(int pairs, const wide& t, const wide& x) {
  return over_exponentials(pairs, [&](const wide& k) { return wide(exp(-k * t) * -expm1(-k * x) / k); });
}
wide integral_from(int pairs, const wide& t) {
  return over_exponentials(pairs, [&](const wide& k) { return wide(exp(-k * t) / k); });
}
wide sum_of_periods(int pairs, const wide& t, const wide& period) {
  return over_exponentials(pairs, [&](const wide& k) { return wide(exp(-k * t) / expm1(k * period)); });
}

}  // namespace

TEST_CASE("the cycle of pairs is its sum of exponentials in 50 digits, on both sides of every switch", "[checkpoint]") {
  Worst checkpoints, restarting, training, passed;
  for (const int b : {1, 3, 30}) {
    const double rate = std::sqrt(b + 1.0);
    for (const double restart : {0.0, 0.1, 1.0, 4.0, 40.0, 3'000.0})                  // up to ln S(R) = -90,000
      for (const double period : {1e-3, 0.2499, 0.2501, 1.39, 1.41, 4.0, 60.0, 5e3})  // the sum's switch is at 1/4
        for (const bool revive : {false, true}) {
          const double mu = 3, hazard = 2 * b * -std::expm1(-restart) / (1 - std::expm1(-restart));
          const double p = period / std::max(rate, hazard), write = 0.25 * p;
          const ReplicatedPairs<double> pairs{double(b), mu, mu * write, mu * restart, 0, revive};
          const auto found = replicated_cycle(mu * (p - write), pairs);
          const wide r = restart, kept = revive ? wide(survival(b, r + p) / (1 - survival(b, p))) : sum_of_periods(b, r, p);
          const wide after = revive ? wide(integral(b, r, p) + kept * integral(b, 0, p)) : integral_from(b, r);
          const wide ends = survival(b, r);
          // of logarithms: their error in units of the numbers, where these are not beyond a double
          const double log_kept = double(log(wide(kept / ends))), log_ends = double(log(ends));
          checkpoints.see(std::abs(found.log_checkpoints - log_kept) / std::max(1.0, std::abs(log_kept)), b, restart, period,
                          revive);
          passed.see(std::abs(found.log_passed - log_ends) / std::max(1.0, std::abs(log_ends)), b, restart, period, revive);
          training.see(relative_distance(found.training, wide(mu * after / ends)), b, restart, period, revive);
          if (restart > 0)
            restarting.see(relative_distance(found.restarting, wide(mu * integral(b, 0, r))), b, restart, period, revive);
        }
  }
  INFO(checkpoints.distance << " at " << checkpoints.where << "; " << training.distance << " at " << training.where << "; "
                            << restarting.distance << " at " << restarting.where << "; " << passed.distance << " at "
                            << passed.where);
  CHECK(checkpoints.distance <= tolerance::two_routes);
  CHECK(training.distance <= tolerance::two_routes);
  CHECK(restarting.distance <= tolerance::two_routes);
  CHECK(passed.distance <= tolerance::two_routes);
}

TEST_CASE("a restart of no time has the derivative of one of little", "[checkpoint]") {
  for (const bool revive : {false, true}) {
    const auto loss = [&](const auto& restart) {
      using S = std::remove_cvref_t<decltype(restart)>;
      const ReplicatedPairs<S> pairs{S(100), S(1e6), S(30), restart, S(60), revive};
      return replicated_loss(S(2'000), pairs);
    };
    const double slope = loss(dual<double>(0, 1)).slope;
    CAPTURE(revive, slope);
    CHECK(slope > 0);
    CHECK_THAT(slope, Catch::Matchers::WithinRel((loss(1e-2) - loss(0.0)) / 1e-2, 1e-5));
  }
}

TEST_CASE("pairs that make no sense have no best interval", "[checkpoint]") {
  const ReplicatedPairs<double> good{8, 1000, 1, 10, 5};
  CHECK(replicated_interval(good) > 0);
  for (double ReplicatedPairs<double>::* field : {&ReplicatedPairs<double>::pairs, &ReplicatedPairs<double>::member_mttf})
    for (const double wrong : {0.0, -1.0, NaN}) {
      auto pairs = good;
      pairs.*field = wrong;
      CHECK(std::isnan(replicated_interval(pairs)));
    }
}

TEST_CASE("the best interval of pairs is the lowest of all that are tried, whatever they outlast", "[checkpoint]") {
  for (const bool revive : {false, true})
    for (const double restart : {0.0, 2e3, 3e5, 2e6, 1e8})
      for (const double write : {1.0, 60.0, 1e5, 1e8}) {
        const ReplicatedPairs<double> pairs{1'000, 1e6, write, restart, 600, revive};
        const double best = replicated_interval(pairs), least = replicated_loss(best, pairs);
        CAPTURE(revive, restart, write, best);
        REQUIRE((best > 0 && best < inf && least > 0 && least < inf));
        for (double factor = 1e-4; factor < 1e4; factor *= 1.3)
          CHECK(least <= replicated_loss(best * factor, pairs) * (1 + 1e-14));
      }
}

}  // namespace scaling_limits::testing
