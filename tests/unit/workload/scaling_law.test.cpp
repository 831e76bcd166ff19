// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/workload/scaling_law.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>
#include <scaling_limits/published/scaling_laws.hpp>
#include <scaling_limits/workload/training_compute.hpp>

#include "support/agrees.hpp"
#include "support/derivatives.hpp"
#include "support/reference.hpp"

using namespace scaling_limits;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinRel;
using workload::ScalingLaw;

namespace {

/// Laws as they are published, and others far from them.
std::vector<ScalingLaw<>> laws() {
  std::vector<ScalingLaw<>> all;
  for (const auto& preset : published::scaling_laws) all.push_back(preset.value);
  std::mt19937 rng(3);
  const auto between = [&](double low, double high) {
    return low * std::pow(high / low, std::uniform_real_distribution<>()(rng));
  };
  for (int i = 0; i < 12; ++i)
    all.push_back({between(0.1, 3), between(0.1, 1e5), between(0.1, 1e5), between(0.05, 2), between(0.05, 2)});
  all.push_back({0, 1, 1, 1, 1});
  all.push_back({1, 1e3, 1e3, 0.02, 1.5});
  all.push_back({1, 1e3, 1e3, 1.5, 0.02});
  return all;
}
ScalingLaw<wide> exactly(const ScalingLaw<>& law) { return converted<ScalingLaw, wide>(law); }

/// L(N, D) straight from its definition.
wide loss_of(const ScalingLaw<wide>& law, const wide& parameters, const wide& tokens) {
  return law.irreducible_loss + law.parameter_scale / pow(parameters, law.parameter_exponent) +
         law.token_scale / pow(tokens, law.token_exponent);
}

/// Where a function of one variable with one valley is lowest, by the golden section; its place is known to half of the digits.
template <class F>
wide lowest(const F& f, wide low, wide high) {
  const wide ratio = (sqrt(wide(5)) - 1) / 2;
  wide a = high - ratio * (high - low), b = low + ratio * (high - low), at_a = f(a), at_b = f(b);
  for (int i = 0; i < 150; ++i) {
    if (at_a < at_b) high = b, b = a, at_b = at_a, a = high - ratio * (high - low), at_a = f(a);
    else low = a, a = b, at_a = at_b, b = low + ratio * (high - low), at_b = f(b);
  }
  return (low + high) / 2;
}
/// Where a rising function crosses zero.
template <class F>
wide crossing(const F& f, wide low, wide high) {
  for (int i = 0; i < 200; ++i) {
    const wide middle = (low + high) / 2;
    (f(middle) < 0 ? low : high) = middle;
  }
  return low;
}

constexpr double searched = 1e-20;  // the place of a minimum of 50 digits is known to half of them

/// Powers by exponents that are themselves rounded: as many ulp as the logarithm of what comes out, on either side of it.
double powers(const wide& value, double exponent = 1) {
  return 1e-15 * (4 + 2 * std::abs(std::log(static_cast<double>(value)))) * (1 + 1 / exponent);
}

}  // namespace

TEST_CASE("the optimum of published laws is what the formula sheet says", "[workload]") {
  const auto& law = published::scaling_law("besiroglu_2024");
  CHECK_THAT(law.optimal_parameters(3.8e25), WithinRel(6.18666e11, 1e-6));
  CHECK_THAT(law.optimal_tokens(3.8e25), WithinRel(1.023707e13, 5e-7));
  CHECK_THAT(law.optimal_loss(3.8e25), WithinRel(1.891707, 5e-7));
  const double chinchilla = workload::training_compute(70e9, 1.4e12);
  CHECK_THAT(law.optimal_tokens(chinchilla) / law.optimal_parameters(chinchilla), WithinRel(18.382, 5e-5));
  const auto& printed = published::scaling_law("hoffmann_2022");
  CHECK_THAT(printed.optimal_tokens(chinchilla) / printed.optimal_parameters(chinchilla), WithinRel(92.832, 5e-5));

  const auto& tex = published::scaling_law("hoffmann_2022_tex");
  const double loss = tex.optimal_loss(tex.compute_for_parameters(13e9));
  CHECK_THAT(tex.inference_optimal_parameters(loss, 2e12), WithinRel(7.1253e9, 1e-5));
  CHECK_THAT(tex.inference_optimal_tokens(loss, 2e12), WithinRel(1.29714e12, 5e-6));
  CHECK_THROWS_AS(published::scaling_law("kaplan_2020"), InvalidArgument);
}

TEST_CASE("the best model of a compute is the lowest point of its isoFLOP line, found by search", "[workload]") {
  for (const auto& law : laws())
    for (const double compute : {1e3, 1e18, 3.8e25, 1e31}) {
      const auto exact = exactly(law);
      const auto on_line = [&](const wide& log_parameters) {
        const wide parameters = exp(log_parameters);
        return loss_of(exact, parameters, wide(compute) / 6 / parameters);
      };
      const wide found = exp(lowest(on_line, -200, 300)), best = exact.optimal_parameters(wide(compute));
      CAPTURE(law.parameter_scale, law.token_scale, law.parameter_exponent, law.token_exponent, compute);
      CHECK(relative_distance(best, found) < searched);
      CHECK(relative_distance(wide(exact.optimal_tokens(wide(compute)) * best * 6), wide(compute)) < 1e-45);
      const wide least = loss_of(exact, best, exact.optimal_tokens(wide(compute)));
      CHECK(relative_distance(exact.optimal_loss(wide(compute)), least) < 1e-45);
      CHECK_THAT(law.optimal_parameters(compute),
                 agrees(best, relative(powers(best, law.parameter_exponent + law.token_exponent))));
      const wide tokens = exact.optimal_tokens(wide(compute));
      CHECK_THAT(law.optimal_tokens(compute),
                 agrees(tokens, relative(powers(tokens, law.parameter_exponent + law.token_exponent))));
      CHECK_THAT(law.optimal_loss(compute), agrees(least, relative(powers(wide(compute)))));
      CHECK_THAT(law.loss(double(best), double(tokens)),
                 agrees(loss_of(exact, wide(double(best)), wide(double(tokens))), ulp(tolerance::closed_form)));
    }
}

TEST_CASE("the compute of a model or of a loss is the inverse, by round trip and by bracketing", "[workload]") {
  for (const auto& law : laws())
    for (const double compute : {1e5, 1e18, 3.8e25}) {
      const auto exact = exactly(law);
      CAPTURE(law.parameter_scale, law.token_scale, law.parameter_exponent, law.token_exponent, compute);
      const wide parameters = exact.optimal_parameters(wide(compute)), loss = exact.optimal_loss(wide(compute));
      CHECK(relative_distance(exact.compute_for_parameters(parameters), wide(compute)) < 1e-44);
      // an excess that is small beside E keeps fewer digits
      CHECK(relative_distance(exact.compute_for_loss(loss), wide(compute)) < 1e-30);
      const double size = static_cast<double>(parameters), reached = static_cast<double>(loss);
      const auto of_size = [&](const wide& u) { return wide(exact.optimal_parameters(exp(u)) - size); };
      const auto of_loss = [&](const wide& u) { return wide(reached - exact.optimal_loss(exp(u))); };
      const wide by_size = exp(crossing(of_size, -200, 300));
      CHECK(relative_distance(exact.compute_for_parameters(wide(size)), by_size) < 1e-40);
      CHECK_THAT(law.compute_for_parameters(size), agrees(by_size, relative(powers(by_size, law.token_exponent))));
      if (!(reached - law.irreducible_loss > 1e-3 * reached)) continue;  // else the double of a loss says little of its excess
      const wide by_loss = exp(crossing(of_loss, -200, 300));
      CHECK(relative_distance(exact.compute_for_loss(wide(reached)), by_loss) < 1e-35);
      const double decline = law.parameter_exponent * law.token_exponent / (law.parameter_exponent + law.token_exponent);
      const double digits_lost = reached / (reached - law.irreducible_loss);
      CHECK_THAT(law.compute_for_loss(reached),
                 agrees(by_loss, relative(powers(by_loss, decline) + 1e-15 * digits_lost / decline)));
    }
}

TEST_CASE("the cheapest model with inference is that of a search over models of the same loss", "[workload]") {
  for (const auto& law : laws())
    for (const double compute : {1e18, 1e24})
      for (const double served : {0.0, 1e6, 1e12, 1e15, 1e20}) {
        const auto exact = exactly(law);
        const wide loss = exact.optimal_loss(wide(compute)), excess = loss - exact.irreducible_loss;
        if (excess < 1e-12 * loss) continue;  // nothing left of it in double
        CAPTURE(law.parameter_scale, law.token_scale, law.parameter_exponent, law.token_exponent, compute, served);
        // in x = ln(A N^-alpha / what is left of the excess): any number
        const auto model = [&](const wide& x) {
          const wide of_parameters = excess / (1 + exp(-x));
          return std::pair(wide(pow(wide(exact.parameter_scale / of_parameters), wide(1 / exact.parameter_exponent))),
                           wide(pow(wide(exact.token_scale / (excess - of_parameters)), wide(1 / exact.token_exponent))));
        };
        const auto cost = [&](const wide& x) {
          const auto [parameters, tokens] = model(x);
          return wide(log(wide(6 * parameters * tokens + 2 * parameters * served)));
        };
        const auto [parameters, tokens] = model(lowest(cost, -60, 60));
        const auto best = exact.inference_optimum(loss, wide(served));
        CHECK(relative_distance(best.parameters, parameters) < 1e-18);
        CHECK(relative_distance(best.tokens, tokens) < 1e-18);
        CHECK(relative_distance(loss_of(exact, best.parameters, best.tokens), loss) < 1e-44);
        const double given = static_cast<double>(loss);
        const auto here = law.inference_optimum(given, served);
        const auto there = exact.inference_optimum(wide(given), wide(served));
        const double lost = 2e-15 * (1 + given / (given - law.irreducible_loss));  // of the excess
        CHECK_THAT(here.parameters, agrees(there.parameters, relative(powers(there.parameters, law.parameter_exponent) +
                                                                      lost / law.parameter_exponent)));
        CHECK_THAT(here.tokens,
                   agrees(there.tokens, relative(powers(there.tokens, law.token_exponent) + lost / law.token_exponent)));
      }
}

TEST_CASE("without inference the cheapest model is the best of a compute; with endless inference the smallest", "[workload]") {
  for (const auto& law : laws()) {
    const double compute = 1e21, loss = law.optimal_loss(compute);
    if (loss - law.irreducible_loss < 1e-6) continue;
    // 1e-6 of excess keeps ten digits
    const double size = 1e-8 / std::min(law.parameter_exponent, law.token_exponent);
    CHECK_THAT(law.inference_optimal_parameters(loss, 0), WithinRel(law.optimal_parameters(compute), size));
    CHECK_THAT(law.inference_optimal_tokens(loss, 0), WithinRel(law.optimal_tokens(compute), size));
    const auto endless = law.inference_optimum(loss, inf);
    CHECK(endless.tokens == inf);
    CHECK_THAT(law.loss(endless.parameters, inf), WithinRel(loss, 1e-14));  // ten roundings
    double before = law.inference_optimal_parameters(loss, 0);
    for (double served = 1e6; served < 1e40; served *= 100) {
      const double now = law.inference_optimal_parameters(loss, served);
      CHECK(now <= before * (1 + 1e-13));  // rounding
      CHECK(now >= endless.parameters * (1 - 1e-13));
      before = now;
    }
  }
}

TEST_CASE("a scaling law keeps first and second derivatives in its arguments and its own parameters", "[workload]") {
  const auto each_parameter = [](const ScalingLaw<>& law, const auto& asked) {
    for (const auto& row : fields_of<ScalingLaw<>>) {
      INFO("parameter " << row.name);
      const std::size_t place = index_of<ScalingLaw<>>(row.name);
      expect_derivative(
          [&]<class S>(const S& x) {
            auto at = converted<ScalingLaw, S>(law);
            at.*fields_of<ScalingLaw<S>>[place].member = x;
            return S(asked(at));
          },
          law.*row.member, 1e-10);  // Boost's powers are exp(c ln x), second derivatives of 1e24
    }
  };
  for (const auto& law : laws()) {
    const double loss = law.optimal_loss(1e20);
    if (loss - law.irreducible_loss < 1e-3) continue;  // a double of the loss keeps too little of the excess
    CAPTURE(law.parameter_scale, law.token_scale, law.parameter_exponent, law.token_exponent);
    const double parameters = law.optimal_parameters(1e20) / 3, tokens = law.optimal_tokens(1e20) * 2;
    const auto in = [](const auto& f, double x) {
      expect_derivative([&](const auto& a) { return decltype(a + a)(f(a)); }, x, 1e-11);
    };
    in([&](const auto& n) { return law.loss(n, tokens); }, parameters);
    in([&](const auto& d) { return law.loss(parameters, d); }, tokens);
    in([&](const auto& c) { return law.optimal_parameters(c); }, 1e20);
    in([&](const auto& c) { return law.optimal_tokens(c); }, 1e20);
    in([&](const auto& c) { return law.optimal_loss(c); }, 1e20);
    in([&](const auto& n) { return law.compute_for_parameters(n); }, parameters);
    in([&](const auto& l) { return law.compute_for_loss(l); }, loss);
    for (const double served : {1e3, 1e12, 1e18}) {
      CAPTURE(served);
      in([&](const auto& l) { return law.inference_optimal_parameters(l, served); }, loss);
      in([&](const auto& l) { return law.inference_optimal_tokens(l, served); }, loss);
      in([&](const auto& i) { return law.inference_optimal_parameters(loss, i); }, served);
      in([&](const auto& i) { return law.inference_optimal_tokens(loss, i); }, served);
    }
    each_parameter(law, [&](const auto& at) { return at.loss(parameters, tokens); });
    each_parameter(law, [&](const auto& at) { return at.optimal_parameters(1e20); });
    each_parameter(law, [&](const auto& at) { return at.optimal_tokens(1e20); });
    each_parameter(law, [&](const auto& at) { return at.optimal_loss(1e20); });
    each_parameter(law, [&](const auto& at) { return at.compute_for_parameters(parameters); });
    if (law.irreducible_loss == 0) continue;  // beyond it at 0 there is no law
    each_parameter(law, [&](const auto& at) { return at.compute_for_loss(loss); });
    each_parameter(law, [&](const auto& at) { return at.inference_optimal_parameters(loss, 1e12); });
    each_parameter(law, [&](const auto& at) { return at.inference_optimal_tokens(loss, 1e12); });
  }
  // the first token that is served
  const auto& law = published::scaling_law("besiroglu_2024");
  const auto first = law.inference_optimum(2.1, dual<double>(0, 1));
  const double step = 1e6, after = law.inference_optimal_parameters(2.1, step);
  CHECK_THAT(first.parameters.slope, WithinRel((after - first.parameters.value) / step, 1e-4));  // a difference
}

TEST_CASE("a scaling law at the ends of its domain", "[workload]") {
  for (const auto& law : laws()) {
    const double floor = law.irreducible_loss;
    CHECK(law.loss(inf, inf) == floor);
    CHECK(law.loss(0, 1e12) == inf);
    CHECK(law.loss(1e12, 0) == inf);
    CHECK(law.optimal_parameters(0) == 0);
    CHECK(law.optimal_parameters(inf) == inf);
    CHECK(law.optimal_tokens(0) == 0);
    CHECK(law.optimal_tokens(inf) == inf);
    CHECK(law.optimal_loss(0) == inf);
    CHECK(law.optimal_loss(inf) == floor);
    CHECK(law.compute_for_parameters(0) == 0);
    CHECK(law.compute_for_parameters(inf) == inf);
    CHECK(law.compute_for_loss(inf) == 0);
    // a loss that no compute reaches is infeasible, not large
    CHECK(std::isnan(law.compute_for_loss(floor)));
    CHECK(std::isnan(law.compute_for_loss(floor - 0.1)));
    CHECK(std::isnan(law.inference_optimal_parameters(floor, 1e12)));
    CHECK(law.inference_optimal_parameters(inf, 1e12) == 0);
    CHECK(law.inference_optimal_tokens(inf, 1e12) == 0);
    CHECK(std::isnan(law.inference_optimal_tokens(floor + 1, -1)));
    for (const double wrong : {-1.0, double(NaN)}) {
      CHECK(std::isnan(law.loss(wrong, 1e12)));
      CHECK(std::isnan(law.loss(1e12, wrong)));
      CHECK(std::isnan(law.optimal_parameters(wrong)));
      CHECK(std::isnan(law.optimal_tokens(wrong)));
      CHECK(std::isnan(law.optimal_loss(wrong)));
      CHECK(std::isnan(law.compute_for_parameters(wrong)));
      CHECK(std::isnan(law.compute_for_loss(NaN)));
    }
  }
  CHECK(std::isnan(ScalingLaw<>{}.optimal_parameters(1e20)));
  CHECK(std::isnan(ScalingLaw<>{1, 1, 1, -0.3, 0.3}.loss(1e9, 1e9)));
  const auto narrow = converted<ScalingLaw, float>(published::scaling_law("besiroglu_2024"));
  STATIC_CHECK(std::same_as<decltype(narrow.optimal_parameters(1e20f)), float>);
  CHECK_THAT(narrow.optimal_parameters(1e20f),
             WithinRel(published::scaling_law("besiroglu_2024").optimal_parameters(1e20), 1e-4));  // float
  CHECK_THAT(narrow.inference_optimal_tokens(2.1f, 1e12f),
             WithinRel(published::scaling_law("besiroglu_2024").inference_optimal_tokens(double(2.1f), 1e12), 1e-4));  // float
}
