// SPDX-License-Identifier: Apache-2.0
// The cycle of a replicated run in 50 digits: with whole b the survival [y (2 - y)]^b is a sum of exponentials y^(b + j),
// y = exp(-t/mu), whose integrals and sums over periods are written down.
#include <scaling_limits/checkpoint/replicated.hpp>

#include <catch2/catch_test_macros.hpp>

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
  Worst checkpoints, restarting, training;
  for (const int b : {1, 3, 30}) {
    const double rate = std::sqrt(b + 1.0);
    for (const double restart : {0.0, 0.1, 1.0, 4.0})
      for (const double period : {1e-3, 0.0624, 0.0626, 0.2, 4.0})  // the sum's switch is at 1/16
        for (const bool revive : {false, true}) {
          const double mu = 3, hazard = 2 * b * -std::expm1(-restart) / (1 - std::expm1(-restart));
          const double p = period / std::max(rate, hazard), write = 0.25 * p;
          const ReplicatedPairs<double> pairs{double(b), mu, mu * write, mu * restart, 0, revive};
          const auto found = replicated_cycle(mu * (p - write), pairs);
          const wide r = restart, kept = revive ? wide(survival(b, r + p) / (1 - survival(b, p))) : sum_of_periods(b, r, p);
          const wide after = revive ? wide(integral(b, r, p) + kept * integral(b, 0, p)) : integral_from(b, r);
          checkpoints.see(relative_distance(found.checkpoints, kept), b, restart, period, revive);
          training.see(relative_distance(found.training, wide(mu * after)), b, restart, period, revive);
          if (restart > 0)
            restarting.see(relative_distance(found.restarting, wide(mu * integral(b, 0, r))), b, restart, period, revive);
        }
  }
  INFO(checkpoints.distance << " at " << checkpoints.where << "; " << training.distance << " at " << training.where << "; "
                            << restarting.distance << " at " << restarting.where);
  CHECK(checkpoints.distance <= tolerance::two_routes);
  CHECK(training.distance <= tolerance::two_routes);
  CHECK(restarting.distance <= tolerance::two_routes);
}

}  // namespace scaling_limits::testing
