// SPDX-License-Identifier: Apache-2.0
// Linked sites: the largest model by bisection of the condition that exchanges fill the duration, step by step.
#include <scaling_limits/network/ring.hpp>

#include <catch2/catch_test_macros.hpp>

#include "support/agrees.hpp"
#include "support/derivatives.hpp"
#include "support/reference.hpp"

using namespace scaling_limits;
using namespace scaling_limits::network;
using namespace scaling_limits::testing;

namespace {

/// Time that all exchanges of a model of n parameters take.
wide exchanges(const Ring<>& r, const wide& n, double years) {
  const wide steps = wide(r.tokens_per_parameter) * n / wide(r.batch_tokens);
  const wide bandwidth = wide(r.bandwidth) * pow(wide(r.bandwidth_growth), wide(years));
  return steps * (2 * wide(r.bytes_per_parameter) * n / bandwidth + 2 * wide(r.length) / wide(2e8));
}
wide bisected(const Ring<>& r, double duration, double years) {
  wide low = -300, high = 300;
  for (int i = 0; i < 130; ++i) {
    const wide middle = (low + high) / 2;
    (exchanges(r, wide(exp(middle)), years) < duration ? low : high) = middle;
  }
  return exp(low);
}

}  // namespace

TEST_CASE("exchanges of the largest model of linked sites fill the duration", "[network]") {
  Sampler draw(1);
  Worst worst;
  for (int i = 0; i < 150; ++i) {
    const Ring<> r{.bandwidth = draw.log_uniform(1e3, 1e20),
                   .length = draw.chance(0.1) ? 0 : draw.log_uniform(1, 1e9),
                   .batch_tokens = draw.log_uniform(1e3, 1e10),
                   .bandwidth_growth = draw.uniform(0.5, 3),
                   .bytes_per_parameter = draw.uniform(0.1, 8),
                   .tokens_per_parameter = draw.log_uniform(1, 1e4)};
    const double duration = draw.log_uniform(1, 1e9), years = draw.uniform(0, 10);
    const wide exact = bisected(r, duration, years);
    worst.see(ulp_distance(r.parameters(duration, years), exact), r.bandwidth, r.length, duration, years);
    CHECK_THAT(r.compute(duration, years), agrees(wide(6 * wide(r.tokens_per_parameter) * exact * exact), ulp(24)));  // squared
    const double n = draw.log_uniform(1, 1e16);
    const wide steps = wide(r.tokens_per_parameter) * wide(n) / wide(r.batch_tokens);
    CHECK_THAT(r.exchange_time(n, years), agrees(wide(exchanges(r, wide(n), years) / steps), ulp(tolerance::closed_form)));
  }
  INFO(worst.where);
  CHECK(worst.distance <= tolerance::closed_form);
}

TEST_CASE("a ring of one link is the sheet's", "[network]") {
  const Ring<> r{.bandwidth = 51.2e12 / 8, .length = 0, .batch_tokens = 6e7};
  const double n = r.parameters(300 * 86400., 0.);
  CHECK_THAT(n, agrees(1.577441e13, relative(5e-7)));                               // digits printed
  CHECK_THAT(r.exchange_time(n, 0.), agrees(4.9295, relative(5e-5 / 4)));           // digits printed
  CHECK_THAT(r.compute(300 * 86400., 0.), agrees(2.98598e28, relative(5e-6 / 2)));  // digits printed
}

TEST_CASE("linked sites without one of their limits, or both", "[network]") {
  const auto of = [](double bandwidth, double length, double duration, double years = 2) {
    return Ring<>{.bandwidth = bandwidth, .length = length, .batch_tokens = 1e6, .bandwidth_growth = 1.5}.parameters(duration,
                                                                                                                     years);
  };
  CHECK(of(inf, 0, 1e6) == inf);
  CHECK_THAT(of(inf, 2e6, 1e6), agrees(1e6 * 1e6 / (2 * 0.01 * 20), ulp(tolerance::kernel)));
  CHECK_THAT(of(1e12, 0, 1e6, 0), agrees(std::sqrt(1e6 * 1e6 * 1e12 / 40), ulp(tolerance::kernel)));
  CHECK_THAT(of(1e200, 2e6, 1e6), agrees(of(inf, 2e6, 1e6), ulp(tolerance::kernel)));
  CHECK(of(1e12, 2e6, 0) == 0);
  CHECK(of(1e12, 0, 0) == 0);
  CHECK(of(1e12, 2e6, inf) == inf);
  CHECK(of(1e12, 2e6, 1e6, inf) == of(inf, 2e6, 1e6));
  const Ring<dual<double>> no_limit{.bandwidth = dual<double>(inf), .length = dual<double>(2e6, 1.), .batch_tokens = 1e6};
  const dual<double> n = no_limit.parameters(1e6, 3.);
  CHECK_THAT(n.slope / n.value, agrees(-1 / 2e6, ulp(tolerance::closed_form)));
  CHECK(no_limit.exchange_time(1e12, 3.).slope == 1e-8);
}

TEST_CASE("linked sites are exact in every derivative", "[network]") {
  for (const double length : {0., 3e6, 3e9}) {
    const auto check = [&](auto set, double x) {
      expect_derivative(
          [&]<class S>(const S& a) {
            Ring<S> r{.bandwidth = S(1e14), .length = S(length), .batch_tokens = S(6e7), .bandwidth_growth = S(1.5)};
            S duration(1.56e7), years(6);
            set(r, duration, years, a);
            return r.compute(duration, years);
          },
          x, 2 * tolerance::derivative);  // proportional to some: their curvature is rounding alone
    };
    check([](auto& r, auto&, auto&, const auto& a) { r.bandwidth = a; }, 1e14);
    if (length > 0) check([](auto& r, auto&, auto&, const auto& a) { r.length = a; }, length);
    check([](auto& r, auto&, auto&, const auto& a) { r.batch_tokens = a; }, 6e7);
    check([](auto& r, auto&, auto&, const auto& a) { r.bandwidth_growth = a; }, 1.5);
    check([](auto& r, auto&, auto&, const auto& a) { r.bytes_per_parameter = a; }, 1);
    check([](auto& r, auto&, auto&, const auto& a) { r.tokens_per_parameter = a; }, 20);
    check([](auto&, auto& duration, auto&, const auto& a) { duration = a; }, 1.56e7);
    check([](auto&, auto&, auto& years, const auto& a) { years = a; }, 6);
  }
}
