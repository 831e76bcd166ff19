// SPDX-License-Identifier: Apache-2.0
// The hardware of a year, power and data: the sheet's formulas as they stand in 50 digits, derivatives by 50-digit differences.
#include <scaling_limits/supply/data.hpp>
#include <scaling_limits/supply/hardware.hpp>
#include <scaling_limits/supply/power.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "support/agrees.hpp"
#include "support/derivatives.hpp"
#include "support/reference.hpp"

using namespace scaling_limits;
using namespace scaling_limits::supply;
using namespace scaling_limits::testing;

namespace {

template <class S = double>
Hardware<S> medians() {
  return {S(2e15), S(1704), S(.375), S(1.56e7), S(1.44), S(1.28)};
}
/// Random, and far outside of what is usual.
Hardware<> any_hardware(Sampler& draw) {
  return {.peak_flops = draw.log_uniform(1e12, 1e18),
          .power_per_gpu = draw.log_uniform(10, 1e5),
          .utilization = draw.uniform(0.01, 1),
          .duration = draw.log_uniform(1e3, 1e9),
          .peak_growth = draw.uniform(0.5, 4),
          .efficiency_growth = draw.uniform(0.5, 4)};
}
Power<> any_power(Sampler& draw) {
  const double all = draw.log_uniform(1e6, 1e13);
  return {.data_center_power = all,
          .ai_power = all * (draw.chance(0.1)   ? 0
                             : draw.chance(0.1) ? 1
                                                : draw.log_uniform(1e-9, 1)),
          .growth = draw.uniform(0.5, 3),
          .other_growth = draw.uniform(0.5, 3)};
}

}  // namespace

TEST_CASE("GPUs of a year and what they do are the sheet's quotients", "[supply]") {
  Sampler draw(1);
  Worst worst;
  for (int i = 0; i < 2000; ++i) {
    const Hardware<> h = any_hardware(draw);
    const double t = draw.chance(0.1) ? 0 : draw.uniform(0, 30), compute = draw.log_uniform(1e20, 1e35);
    const wide f = wide(h.peak_flops) * pow(wide(h.peak_growth), wide(t)), busy = wide(h.utilization) * wide(h.duration);
    worst.see(ulp_distance(h.gpus(compute, t), wide(compute / (f * busy))), "gpus", t);
    worst.see(ulp_distance(h.compute(1e6, t), wide(1e6 * f * busy)), "compute", t);
    worst.see(ulp_distance(h.peak_flops_at(t), f), "peak", t);
    const wide draws = wide(h.power_per_gpu) * pow(wide(h.peak_growth) / wide(h.efficiency_growth), wide(t));
    const double of_quotient = t + tolerance::closed_form;  // the quotient of the growths is rounded before it is raised
    worst.see(ulp_distance(h.power_per_gpu_at(t), draws) * tolerance::closed_form / of_quotient, "power", t);
    const wide efficient = wide(h.peak_flops) / wide(h.power_per_gpu) * pow(wide(h.efficiency_growth), wide(t));
    worst.see(ulp_distance(h.compute_of_power(1e9, t), wide(1e9 * efficient * busy)), "of power", t);
    worst.see(ulp_distance(h.compute_of_equivalents(1e5), wide(1e5 * wide(h.peak_flops) * busy)), "of equivalents");
  }
  INFO(worst.where);
  CHECK(worst.distance <= tolerance::closed_form);
}

TEST_CASE("the ways to the GPUs of a year agree with each other", "[supply]") {
  Sampler draw(2);
  for (int i = 0; i < 200; ++i) {
    const Hardware<> h = any_hardware(draw);
    const double t = draw.uniform(0, 20), watts = draw.log_uniform(1e6, 1e12), gpus = watts / h.power_per_gpu_at(t);
    CHECK_THAT(h.gpus(h.compute_of_power(watts, t), t), agrees(gpus, relative(tolerance::two_routes)));
    CHECK_THAT(h.gpus(h.compute(gpus, t), t), agrees(gpus, relative(tolerance::two_routes)));
    // H100-equivalents are worth a GPU of the start, however much later they are counted
    CHECK_THAT(h.compute_of_equivalents(gpus), agrees(h.compute(gpus, 0.), relative(tolerance::two_routes)));
  }
}

TEST_CASE("hardware and power of the medians are those of the sheet", "[supply]") {
  const Hardware<> h = medians();
  const Power<> p{.data_center_power = 40e9, .ai_power = 3.04e9, .growth = 1.15, .other_growth = 1.08, .campus = 2.5e9};
  CHECK_THAT(p.available(6.), agrees(33.87156e9, relative(5e-6 / 33)));                                // digits printed
  CHECK_THAT(h.compute_of_power(0.26 * p.available(6.), 6.), agrees(2.65941e29, relative(5e-6 / 2)));  // digits printed
  CHECK_THAT(h.compute_of_power(p.campus, 6.), agrees(7.54946e28, relative(5e-6 / 7)));                // digits printed
  CHECK_THAT(h.gpus(3.8e25, 0.), agrees(3247.9, relative(0.05 / 3247)));                               // digits printed
  CHECK_THAT(h.gpus(0.26 * 0 + h.compute_of_power(0.26 * p.available(2.), 2.), 2.),
             agrees(1.1803e6, relative(5e-5)));  // digits printed
  // a hundredth on a growth rate is sixteen on the supply
  const Power<dual<double>> grows{
      .data_center_power = 40e9, .ai_power = 3.04e9, .growth = dual<double>(1.15, 1.15), .other_growth = 1.08};
  const dual<double> there = grows.available(6.);
  CHECK_THAT(there.slope / there.value, agrees(16.389403, relative(5e-7 / 16)));  // digits printed
}

TEST_CASE("power is the difference of the sheet, without its cancellation", "[supply]") {
  Sampler draw(3);
  Worst worst;
  for (int i = 0; i < 5000; ++i) {
    const Power<> p = any_power(draw);
    const double t = draw.chance(0.1) ? 0 : draw.uniform(0, 30);
    const wide r(p.growth), other = wide(p.data_center_power) - wide(p.ai_power);
    const wide slower = p.other_growth < p.growth ? wide(p.other_growth) : r;
    const wide exact = wide(p.data_center_power) * pow(r, wide(t)) - other * pow(slower, wide(t));
    const double found = p.available(t);
    CHECK(found >= 0);
    // the exponent of exp(t ln(r/m)) is rounded once, to so many units of the result
    const double units = tolerance::closed_form + 2 * t * std::abs(std::log(p.growth / value_of(slower)));
    worst.see(ulp_distance(found, exact) / units, p.data_center_power, p.ai_power, p.growth, p.other_growth, t);
  }
  INFO(worst.where);
  CHECK(worst.distance <= 1);
}

TEST_CASE("power has what is left of all, whichever grows faster", "[supply]") {
  const auto of = [](double all, double ai, double r, double other, double t) {
    return Power<>{.data_center_power = all, .ai_power = ai, .growth = r, .other_growth = other}.available(t);
  };
  CHECK(of(4e10, 3e9, 1.15, 1.08, 0) == 3e9);
  CHECK(of(4e10, 3e9, 1.1, 1.3, 5) == 3e9 * std::pow(1.1, 5));  // others cannot grow faster than all: AI keeps its share
  CHECK(of(4e10, 3e9, 1.1, 1.1, 5) == 3e9 * std::pow(1.1, 5));
  CHECK(of(4e10, 0, 1.1, 1.1, 5) == 0);
  CHECK_THAT(of(4e10, 4e10, 1.1, 1.05, 5), agrees(4e10 * std::pow(1.1, 5), ulp(tolerance::closed_form)));
  CHECK(of(4e10, 3e9, 1, 1, 100) == 3e9);  // zero growth
  CHECK(of(4e10, 3e9, 1.1, 1, inf) == inf);
  CHECK(of(4e10, 3e9, 1.1, 0.5, inf) == inf);
  CHECK(of(4e10, 3e9, 1, 0.5, inf) == 4e10);  // what others leave
  CHECK(of(4e10, 3e9, 0.9, 0.5, inf) == 0);
  CHECK(of(4e10, 3e9, 1, 1.5, inf) == 3e9);
  CHECK(of(4e10, 0, 1.5, 1.5, inf) == 0);
  CHECK_THAT(of(4e10, 3e9, 1.1, 0.5, 3000), agrees(4e10 * std::pow(1.1, 3000), ulp(tolerance::kernel)));
  CHECK(std::isnan(of(4e10, 5e10, 1.1, 1, 1)));
  CHECK_THROWS_WITH((Power<>{.data_center_power = 1e9, .ai_power = 2e9, .growth = 1, .other_growth = 1}.validate()),
                    "Power: ai_power = 2e+09 must be at most data_center_power = 1e+09 [W]");
  CHECK_NOTHROW((Power<>{.data_center_power = 2e9, .ai_power = 2e9, .growth = 1, .other_growth = 1}.validate()));
}

TEST_CASE("tokens are a sum that grows", "[supply]") {
  const Data<> d{.text = 5.1e14, .images = 1e13, .video = 8.63e12, .audio = 8e11, .growth = 1.07, .quality = .2, .epochs = 5};
  CHECK_THAT(d.available(6.), agrees(1.408075e15, relative(5e-7)));  // digits printed
  Sampler draw(4);
  for (int i = 0; i < 500; ++i) {
    const Data<> any{.text = draw.log_uniform(1, 1e18),
                     .images = draw.log_uniform(1e-3, 1e15),
                     .video = draw.log_uniform(1e-3, 1e15),
                     .audio = draw.log_uniform(1e-3, 1e15),
                     .tokens_per_image = draw.uniform(0, 300),
                     .tokens_per_audio_second = draw.uniform(0, 300),
                     .growth = draw.uniform(0.5, 2),
                     .quality = draw.uniform(0, 1),
                     .epochs = draw.log_uniform(0.1, 100)};
    const double t = draw.uniform(0, 30);
    wide tokens = any.text;
    for (const auto& [pieces, each] : {std::pair(any.images, any.tokens_per_image),
                                       {any.video, any.tokens_per_image},
                                       {any.audio, any.tokens_per_audio_second}})
      tokens += wide(pieces) * wide(each);
    CHECK_THAT(any.available(t), agrees(wide(tokens * pow(wide(any.growth), wide(t)) * wide(any.quality) * wide(any.epochs)),
                                        ulp(tolerance::closed_form)));
  }
  CHECK(Data<>{.text = 3}.available(7.) == 3);  // nothing else, and it does not grow
  CHECK(Data<>{.text = 3, .quality = 0}.available(7.) == 0);
}

TEST_CASE("what a year has is exact in every derivative", "[supply]") {
  for (const double t : {0.5, 6.0}) {
    const auto of_hardware = [&](auto make, double x) {
      expect_derivative([&](const auto& a) { return make(a).gpus(1e28, t); }, x);
      expect_derivative([&](const auto& a) { return make(a).compute(1e6, t); }, x);
      expect_derivative([&](const auto& a) { return make(a).compute_of_power(1e9, t); }, x);
      expect_derivative([&](const auto& a) { return make(a).power_per_gpu_at(t); }, x);
      expect_derivative([&](const auto& a) { return make(a).compute_of_equivalents(1e6); }, x);
    };
    of_hardware([]<class S>(const S& x) { return Hardware<S>{x, S(1704), S(.375), S(1.56e7), S(1.44), S(1.28)}; }, 2e15);
    of_hardware([]<class S>(const S& x) { return Hardware<S>{S(2e15), x, S(.375), S(1.56e7), S(1.44), S(1.28)}; }, 1704.);
    of_hardware([]<class S>(const S& x) { return Hardware<S>{S(2e15), S(1704), x, S(1.56e7), S(1.44), S(1.28)}; }, .375);
    of_hardware([]<class S>(const S& x) { return Hardware<S>{S(2e15), S(1704), S(.375), x, S(1.44), S(1.28)}; }, 1.56e7);
    of_hardware([]<class S>(const S& x) { return Hardware<S>{S(2e15), S(1704), S(.375), S(1.56e7), x, S(1.28)}; }, 1.44);
    of_hardware([]<class S>(const S& x) { return Hardware<S>{S(2e15), S(1704), S(.375), S(1.56e7), S(1.44), x}; }, 1.28);
    for (const double other : {1.08, 1.2}) {
      expect_derivative([&]<class S>(const S& x) { return Power<S>{x, S(3e9), S(1.15), S(other)}.available(t); }, 4e10);
      expect_derivative([&]<class S>(const S& x) { return Power<S>{S(4e10), x, S(1.15), S(other)}.available(t); }, 3e9);
      expect_derivative([&]<class S>(const S& x) { return Power<S>{S(4e10), S(3e9), x, S(other)}.available(t); }, 1.15);
      expect_derivative([&]<class S>(const S& x) { return Power<S>{S(4e10), S(3e9), S(1.15), x}.available(t); }, other);
    }
    expect_derivative([&]<class S>(const S& x) { return Data<S>{.text = S(1e14), .images = x}.available(t); }, 1e13);
    expect_derivative([&]<class S>(const S& x) { return Data<S>{.text = S(1e14), .growth = x}.available(t); }, 1.07);
    expect_derivative([&]<class S>(const S& x) { return Data<S>{.text = S(1e14), .quality = x}.available(t); }, 0.2);
  }
  for (const double t : {1e-3, 0.5, 6.0}) {
    expect_derivative([](const auto& years) { return medians().gpus(1e28, years); }, t);
    expect_derivative([](const auto& years) { return medians().compute_of_power(1e9, years); }, t);
    expect_derivative([](const auto& years) { return Power<>{4e10, 3e9, 1.15, 1.08}.available(years); }, t);
    expect_derivative([](const auto& years) { return Data<>{.text = 1e14, .growth = 1.07}.available(years); }, t);
  }
}
