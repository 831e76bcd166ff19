// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/run/fit_communicator.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>

#include "../../support/agrees.hpp"

namespace scaling_limits::testing {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::Equals;

namespace {

using Numbers = std::vector<double>;

/// Each size so often.
Numbers repeated(const Numbers& sizes, int often) {
  Numbers all;
  for (int i = 0; i < often; ++i) all.insert(all.end(), sizes.begin(), sizes.end());
  return all;
}

/// constant + growth (N/gpus)^exponent of each size, each times a log-normal factor.
Numbers times_of(const Numbers& sizes, double constant, double growth, double gpus, double exponent, double noise,
                 std::mt19937_64& engine) {
  Numbers times;
  for (const double size : sizes)
    times.push_back((constant + growth * std::pow(size / gpus, exponent)) *
                    std::exp(noise * std::normal_distribution<>()(engine)));
  return times;
}

/// By what a fit is to be multiplied for the least squares of relative errors: it has their shape, and the mean of the times.
double to_least_squares(const Numbers& sizes, const Numbers& times, const CommunicatorFit& fit) {
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    sum += fit.time(sizes[i]) / times[i], squares += square(fit.time(sizes[i]) / times[i]);
  return sum / squares;
}

/// Sum of squares of relative errors, from its definition.
double squares_of(const Numbers& sizes, const Numbers& times, double constant, double growth, double gpus, double exponent) {
  double sum = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    sum += square((constant + growth * std::pow(sizes[i] / gpus, exponent)) / times[i] - 1);
  return sum;
}

}  // namespace

TEST_CASE("what takes part exactly is found exactly", "[run]") {
  std::mt19937_64 engine(1);
  const Numbers sizes{512, 2048, 8192, 96'000};
  const auto times = times_of(sizes, 30, 265, 96'000, 1, 0, engine);
  const auto fit = fit_communicator(sizes, times);
  CHECK_THAT(fit.constant, agrees(30.0, relative(tolerance::two_routes)));
  CHECK_THAT(fit.growth, agrees(265.0, relative(tolerance::two_routes)));
  CHECK((fit.communicator_gpus == 96'000 && fit.exponent == 1 && fit.exponent_error == 0));
  CHECK((fit.times == 4 && fit.sizes == 4 && fit.note.empty() && fit.status() == "ok"));
  CHECK(fit.spread < 1 + 1e-12);
  CHECK(fit.constant_error < 1e-9);
  CHECK_THAT(fit.time(2048), agrees(times[1], relative(tolerance::two_routes)));
  // given at another size it is the same law
  const auto other = fit_communicator(sizes, times, 1, 1000);
  CHECK_THAT(other.growth, agrees(265.0 / 96, relative(tolerance::two_routes)));
  CHECK_THAT(other.growth_error * 96, agrees(fit.growth_error, relative(1e-6)));  // of rounding alone
  CHECK_THAT(other.time(2048), agrees(times[1], relative(tolerance::two_routes)));
  CHECK_NOTHROW(validate(fit.parts()));
  // with the exponent found: half the digits of a lowest point
  for (const double exponent : {0.153, 0.3, 1.0, 1.3, 2.0}) {
    const auto of_power = times_of(sizes, 30, 265, 96'000, exponent, 0, engine);
    const auto found = fit_communicator(sizes, of_power, NaN);
    CAPTURE(exponent, found.exponent);
    CHECK_THAT(found.exponent, agrees(exponent, relative(1e-5)));
    CHECK_THAT(found.growth, agrees(265.0, relative(1e-4)));
    CHECK(std::abs(found.constant - 30) < 1e-2);
  }
  // a power alone
  const auto power = fit_communicator(sizes, times_of(sizes, 0, 131.6, 1, 0.153, 0, engine), NaN, 1);
  CHECK_THAT(power.exponent, agrees(0.153, relative(1e-5)));
  CHECK(power.constant < 1e-2);
}

TEST_CASE("errors are those of a straight line", "[run]") {
  std::mt19937_64 engine(5);
  const auto sizes = repeated({256, 1024, 4096, 16'384}, 3);
  const auto times = times_of(sizes, 100, 200, 16'384, 1, 0.1, engine);
  const auto fit = fit_communicator(sizes, times);
  // by differences of the sum of squares: sigma^2 times the inverse of half its second derivatives
  const double scale = to_least_squares(sizes, times, fit);
  const auto at = [&](double a, double b) {
    return squares_of(sizes, times, scale * fit.constant + a, scale * fit.growth + b, 16'384, 1);
  };
  const double least = at(0, 0), aa = (at(1, 0) + at(-1, 0) - 2 * least) / 2, bb = (at(0, 1) + at(0, -1) - 2 * least) / 2;
  const double ab = (at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) / 8, variance = least / 10;
  CHECK_THAT(square(scale * fit.constant_error),
             agrees(variance * bb / (aa * bb - ab * ab), relative(1e-9)));  // rounding of differences
  CHECK_THAT(square(scale * fit.growth_error), agrees(variance * aa / (aa * bb - ab * ab), relative(1e-9)));  // the same
}

TEST_CASE("noisy times give the truth within its standard errors", "[run]") {
  constexpr double noise = 0.03;
  const auto sizes = repeated({64, 512, 2048, 8192, 32'768, 96'000}, 5);
  std::mt19937_64 engine(2026);
  int beyond_three = 0, within_one = 0, beyond_found = 0;
  double spread = 0;
  for (int i = 0; i < 200; ++i) {
    const auto fit = fit_communicator(sizes, times_of(sizes, 60, 265, 96'000, 1, noise, engine));
    for (const double z : {(fit.constant - 60) / fit.constant_error, (fit.growth - 265) / fit.growth_error})
      beyond_three += std::abs(z) > 3, within_one += std::abs(z) < 1;
    spread += std::log(fit.spread) / 200;
    const auto found = fit_communicator(sizes, times_of(sizes, 60, 265, 96'000, 0.8, noise, engine), NaN);
    for (const double z : {(found.constant - 60) / found.constant_error, (found.growth - 265) / found.growth_error,
                           (found.exponent - 0.8) / found.exponent_error})
      beyond_found += std::abs(z) > 3;
  }
  CAPTURE(beyond_three, within_one, beyond_found);
  CHECK(beyond_three <= 8);                             // 0.6 % of 400 expected by Student's t of 28
  CHECK(std::abs(within_one - 0.674 * 400) < 5 * 9.4);  // standard errors of a binomial
  CHECK(beyond_found <= 12);                            // of 600
  CHECK(std::abs(spread / noise - 1) < 0.02);           // 200 draws of 28 degrees of freedom: 1 %
}

TEST_CASE("what is below 0 is held at 0, where a grid has its lowest point too", "[run]") {
  std::mt19937_64 engine(9);
  int without_growth = 0, without_constant = 0;
  for (int i = 0; i < 100; ++i) {
    Numbers sizes, times;
    const double slope = std::uniform_real_distribution<>(-0.3, 1.5)(engine);
    for (int k = 0; k < 5; ++k) {
      sizes.push_back(std::exp(std::uniform_real_distribution<>(3, 12)(engine)));
      times.push_back(std::exp(std::uniform_real_distribution<>(3, 7)(engine)) * std::pow(sizes.back() / 1e4, slope));
    }
    const auto fit = fit_communicator(sizes, times, std::uniform_real_distribution<>(0.2, 2)(engine));
    CAPTURE(i, fit.constant, fit.growth, fit.exponent);
    CHECK((fit.constant >= 0 && fit.growth >= 0));
    const auto at = [&](double a, double b) { return squares_of(sizes, times, a, b, fit.communicator_gpus, fit.exponent); };
    const double scale = to_least_squares(sizes, times, fit), constant = scale * fit.constant, growth = scale * fit.growth;
    const double least = at(constant, growth);
    double of_grid = inf;
    for (int a = 0; a <= 200; ++a)
      for (int b = 0; b <= 200; ++b) of_grid = std::min(of_grid, at(6 * a, 6 * b));
    CHECK(least <= of_grid * (1 + 1e-12));  // rounding
    // and nothing nearby is lower
    for (const double a : {-0.01, 0.0, 0.01})
      for (const double b : {-0.01, 0.0, 0.01})
        if (constant + a >= 0 && growth + b >= 0) CHECK(at(constant + a, growth + b) >= least * (1 - 1e-12));  // rounding
    without_growth += fit.growth == 0, without_constant += fit.constant == 0;
    CHECK(ContainsSubstring("growth held at 0").match(fit.note) == (fit.growth == 0));
    CHECK(ContainsSubstring("no constant is seen").match(fit.note) == (fit.constant == 0));
  }
  CAPTURE(without_growth, without_constant);
  CHECK((without_growth > 10 && without_constant > 5 && without_growth + without_constant < 95));  // all three are tried
}

TEST_CASE("a fit says what its sizes do not tell", "[run]") {
  const auto one = fit_communicator(Numbers{1024, 1024, 1024}, Numbers{100, 110, 90});
  CHECK((one.sizes == 1 && one.growth == 0 && one.growth_error == inf && one.exponent == 1));
  CHECK(one.constant > 90);
  CHECK(one.constant_error > 0);
  CHECK(one.constant_error < 20);
  CHECK_THAT(one.note, Equals("one size alone does not tell what grows with it: growth 0"));
  const auto single = fit_communicator(Numbers{1024}, Numbers{100});
  CHECK((single.constant == 100 && std::isnan(single.constant_error) && std::isnan(single.spread)));
  const auto two = fit_communicator(Numbers{1000, 2000}, Numbers{100, 150}, NaN);
  CHECK((two.sizes == 2 && two.exponent == 1 && two.exponent_error == inf));
  CHECK_THAT(two.constant, agrees(50.0, relative(tolerance::two_routes)));
  CHECK_THAT(two.growth, agrees(100.0, relative(tolerance::two_routes)));
  CHECK(std::isnan(two.growth_error));  // two points meet any line
  CHECK_THAT(two.note, Equals("two sizes do not tell the exponent: 1 assumed"));
  const auto falling = fit_communicator(Numbers{1000, 2000, 4000}, Numbers{150, 140, 130}, NaN);
  CHECK((falling.growth == 0 && std::isnan(falling.exponent) && falling.exponent_error == inf));
  CHECK_THAT(falling.note, ContainsSubstring("do not rise with size"));
  CHECK_NOTHROW(validate(falling.parts()));
  CHECK(falling.time(8000) == falling.constant);
  const auto steep = fit_communicator(Numbers{1000, 2000, 4000}, Numbers{100, 100 * 32, 100 * 1024}, NaN);  // the power 5
  CHECK_THAT(steep.note, ContainsSubstring("the exponent is at an end of those looked at"));
}

TEST_CASE("times that scatter are met in their mean, at every size", "[run]") {
  std::mt19937_64 engine(4);
  for (const double spread : {1.08, 1.42, 2.2}) {
    const double noise = std::log(spread), above = std::exp(square(noise) / 2), often = 100'000;  // the mean over the median
    const auto sizes = repeated({1024, 2048, 8192}, static_cast<int>(often));
    const auto fit = fit_communicator(sizes, times_of(sizes, 60, 265, 8192, 1, noise, engine));
    CAPTURE(spread);
    const double error = std::sqrt(std::expm1(4 * square(noise)) / often);  // of 1/t^2, the widest of what is averaged
    for (const double size : {1024, 2048, 8192})
      CHECK(std::abs(fit.time(size) / ((60 + 265 * size / 8192) * above) - 1) < tolerance::standard_errors * error);
    CHECK(std::abs(std::log(fit.spread) / noise - 1) < 5 / std::sqrt(6e5));  // standard errors
  }
}

TEST_CASE("what cannot be fitted is refused by name, value and bounds", "[run]") {
  const Numbers sizes{1000, 2000}, times{100, 150};
  const auto refused = [](const Numbers& gpus, const Numbers& restarts, const char* text, double exponent = 1,
                          double at = NaN) { CHECK_THROWS_WITH(fit_communicator(gpus, restarts, exponent, at), Equals(text)); };
  refused({1000}, times, "fit_communicator: 1 gpus and 2 restart_times");
  refused({}, {}, "fit_communicator: gpus must hold one size at least");
  refused({1000, 0}, times, "fit_communicator: gpus[1] = 0 must be in [1, 1e+12]");
  refused({1000, NaN}, times, "fit_communicator: gpus[1] = nan must be in [1, 1e+12]");
  refused(sizes, {100, -1}, "fit_communicator: restart_times[1] = -1 must be in [1e-09, 1e+12] [s]");
  refused(sizes, {inf, 1}, "fit_communicator: restart_times[0] = inf must be in [1e-09, 1e+12] [s]");
  refused(sizes, times, "fit_communicator: exponent = 0 must be in (0, 10]", 0);
  refused(sizes, times, "fit_communicator: exponent = 11 must be in (0, 10]", 11);
  refused(sizes, times, "fit_communicator: communicator_gpus = 0 must be in [1, 1e+12]", 1, 0);
}

TEST_CASE("the ends of what is taken have an answer", "[run]") {
  for (const double exponent : {0.001, 1.0, 10.0, NaN}) {
    const auto fit = fit_communicator(Numbers{1, 1e6, 1e12}, Numbers{1e-9, 1, 1e12}, exponent, 1);
    CAPTURE(exponent, fit.constant, fit.growth, fit.exponent);
    CHECK((fit.constant >= 0 && fit.constant < inf && fit.growth >= 0 && fit.growth < inf));
    CHECK_NOTHROW(validate(fit.parts()));
  }
}

TEST_CASE("rows of a fit are its members", "[run]") {
  CommunicatorFit fit{.constant = 1, .growth = 2};
  int rows = 0;
  each_result_field<CommunicatorFit>([&](const auto& row) {
    ++rows;
    CHECK(!row.doc.empty());
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(row.of(fit))>, double>)
      if (row.name == "growth") CHECK(row.of(fit) == 2);
  });
  CHECK(rows == 12);
}

}  // namespace scaling_limits::testing
