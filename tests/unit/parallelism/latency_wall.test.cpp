// SPDX-License-Identifier: Apache-2.0
// The latency wall against a bracketed search for the model whose steps, counted one by one, fill the duration; both published
// forms of the latency across nodes against searches of their own; the factor against counted steps.
#include <scaling_limits/parallelism/latency_wall.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "support/agrees.hpp"
#include "support/derivatives.hpp"
#include "support/domain.hpp"
#include "support/reference.hpp"
#include "support/tables.hpp"

using namespace scaling_limits;
using namespace scaling_limits::parallelism;
using namespace scaling_limits::testing;

namespace {

LatencyWall<> any_wall(Sampler& draw) {
  return {.layers = draw.log_uniform(1, 1000),
          .layers_at = draw.log_uniform(1e6, 1e14),
          .layers_exponent = draw.chance(0.1) ? 0 : draw.uniform(0, 1),
          .batch_tokens = draw.log_uniform(1e4, 1e10),
          .batch_at = draw.log_uniform(1e6, 1e14),
          .batch_exponent = draw.chance(0.2) ? 0 : draw.uniform(0, 0.9),
          .latency_per_layer = draw.log_uniform(1e-8, 1),
          .least_batch = draw.log_uniform(1, 1e5),
          .tokens_per_parameter = draw.log_uniform(1, 1000)};
}
wide layers_of(const LatencyWall<>& w, const wide& n) {
  return wide(w.layers) * pow(wide(n / wide(w.layers_at)), wide(w.layers_exponent));
}
wide batch_of(const LatencyWall<>& w, const wide& n) {
  return wide(w.batch_tokens) * pow(wide(n / wide(w.batch_at)), wide(w.batch_exponent));
}
wide steps_of(const LatencyWall<>& w, const wide& n) { return wide(w.tokens_per_parameter) * n / batch_of(w, n); }

/// The source's two forms as they are printed, in microseconds.
wide body(const wide& ranks) {
  const wide octaves = log(wide(sqrt(ranks) / wide(2.75))) / log(wide(2));
  return 8 * (wide(4.5) + wide(6.8) + 2 * (wide(2.75) * wide(0.6) + 5 * (octaves > 0 ? octaves : wide(0))));
}
wide appendix(const wide& ranks) {
  const wide octaves = log(wide(sqrt(ranks) / 8)) / log(wide(2));
  return 4 * (wide(6.8) + 2 * (3 * wide(0.6) + 5 * (octaves > 0 ? octaves : wide(0))));
}

/// ln N at which a rising condition turns positive.
template <class F>
wide bisected(const F& f, int steps = 130) {
  wide low = -100, high = 300;
  for (int i = 0; i < steps; ++i) {
    const wide middle = (low + high) / 2;
    (f(wide(exp(middle))) < 0 ? low : high) = middle;
  }
  return exp(low);
}
wide across(const LatencyWall<>& w, double duration, double flops, LatencyForm form, int steps = 130) {
  return bisected(
      [&](const wide& n) -> wide {
        const wide gpus = 6 * wide(w.tokens_per_parameter) * n * n / (wide(duration) * wide(flops));
        const wide least = gpus * wide(w.least_batch) / batch_of(w, n), ranks = least > 1 ? least : wide(1);
        const wide latency = (form == LatencyForm::body ? body(ranks) : appendix(ranks)) * wide("1e-6");
        return latency * layers_of(w, n) * steps_of(w, n) - duration;
      },
      steps);
}

constexpr double day = 86400;

}  // namespace

TEST_CASE("at the wall the layers of all steps fill the duration", "[parallelism]") {
  Sampler draw(1);
  Worst worst;
  for (int i = 0; i < 150; ++i) {
    const LatencyWall<> w = any_wall(draw);
    const double duration = draw.log_uniform(1e3, 1e9);
    const wide exact = bisected(
        [&](const wide& n) -> wide { return wide(w.latency_per_layer) * layers_of(w, n) * steps_of(w, n) - duration; });
    // the power of a quotient that is rounded, as its exponent is
    const double power = 1 + w.layers_exponent - w.batch_exponent,
                 rounded = 30 + (10 + std::abs(std::log(static_cast<double>(exact) / w.layers_at))) / power;
    const double n = w.parameters(duration);
    worst.see(ulp_distance(n, exact) / rounded, w.layers_exponent, w.batch_exponent, duration);
    CHECK_THAT(w.compute(duration),
               agrees(wide(6 * wide(w.tokens_per_parameter) * exact * exact), relative(tolerance::two_routes)));
    CHECK_THAT(w.layers_of(n), agrees(layers_of(w, wide(n)), relative(tolerance::two_routes)));
    CHECK_THAT(w.batch_of(n), agrees(batch_of(w, wide(n)), relative(tolerance::two_routes)));
    // what more time, or less latency, is worth
    const auto elasticity = [&](const dual<double>& wall) { return wall.slope / wall.value; };
    CHECK_THAT(elasticity(w.compute(dual<double>(duration, duration))), agrees(2 / power, relative(tolerance::derivative)));
    LatencyWall<dual<double>> slow = converted<LatencyWall, dual<double>>(w);
    slow.latency_per_layer.slope = w.latency_per_layer;
    CHECK_THAT(elasticity(slow.compute(duration)), agrees(-2 / power, relative(tolerance::derivative)));
  }
  INFO(worst.where);
  CHECK(worst.distance <= 1);
}

TEST_CASE("GPUs with latency are those that are left the time that no layer waits in", "[parallelism]") {
  Sampler draw(2);
  for (int i = 0; i < 300; ++i) {
    const LatencyWall<> w = any_wall(draw);
    const double duration = draw.log_uniform(1e3, 1e9), flops = draw.log_uniform(1e12, 1e16);
    const double compute = w.compute(duration) * draw.log_uniform(1e-8, 0.99);
    // step by step: a model of that compute, its layers' latency, and in the rest of the duration its FLOPs
    const wide n = sqrt(wide(wide(compute) / (6 * wide(w.tokens_per_parameter))));
    const wide waiting = steps_of(w, n) * layers_of(w, n) * wide(w.latency_per_layer);
    const wide gpus = wide(compute) / (wide(flops) * (wide(duration) - waiting));
    const double apart = static_cast<double>(waiting / (wide(duration) - waiting)) + 1;  // near the wall little is left
    CHECK_THAT(w.share(compute, duration), agrees(wide(waiting / duration), relative(tolerance::two_routes)));
    CHECK_THAT(w.gpus(compute, duration, flops), agrees(gpus, relative(apart * tolerance::two_routes)));
  }
}

TEST_CASE("the wall is the sheet's", "[parallelism]") {
  // 0.088 N^0.27 layers, a batch of 4e6 at 70e9
  const LatencyWall<> w{.layers = 0.088, .layers_at = 1, .batch_tokens = 4e6, .batch_at = 70e9, .latency_per_layer = 110e-6};
  const double n = w.parameters(91 * day), flops = 989.4e12 * 0.4;
  CHECK_THAT(n, agrees(4.19275e14, relative(5e-6 / 4)));                     // digits printed
  CHECK_THAT(w.layers_of(n), agrees(780.83, relative(5e-3 / 780)));          // digits printed
  CHECK_THAT(w.compute(91 * day), agrees(2.109503e31, relative(5e-7 / 2)));  // digits printed
  const auto more = [&](double compute) { return w.gpus(compute, 91 * day, flops) / (compute / (91 * day * flops)); };
  CHECK_THAT(w.gpus(1e28, 91 * day, flops), agrees(3315631., relative(0.5 / 3315631)));  // digits printed
  CHECK_THAT(more(1e28), agrees(1.0317, relative(5e-5)));                                // digits printed
  CHECK_THAT(more(1e30), agrees(1.332881, relative(5e-7)));                              // digits printed
  CHECK_THAT(more(1e31), agrees(3.472579, relative(5e-7 / 3)));                          // digits printed
  CHECK(w.gpus(w.compute(91 * day), 91 * day, flops) == inf);
  CHECK(w.gpus(3e31, 91 * day, flops) == inf);
  CHECK(w.share(3e31, 91 * day) > 1);
  // both anchors of the layers are of one curve
  LatencyWall<> other;
  CHECK_THAT(other.layers_of(1e12), agrees(0.088 * std::pow(1e12, 0.27), relative(7e-3)));  // to 0.6 %, as the sheet says
}

TEST_CASE("the forms of latency across nodes are those that are printed", "[parallelism]") {
  for (const double ranks : {1., 2., 7.5, 7.5625, 7.6, 63., 64., 65., 1000., 2128.1, 1e6, 1e12}) {
    CHECK_THAT(latency_per_layer(ranks), agrees(wide(body(ranks) * wide("1e-6")), ulp(tolerance::closed_form)));
    CHECK_THAT(latency_per_layer(ranks, LatencyForm::appendix),
               agrees(wide(appendix(ranks) * wide("1e-6")), ulp(tolerance::closed_form)));
  }
  expect_derivative([](const auto& x) { return latency_per_layer(x); }, 2000.);
  expect_derivative([](const auto& x) { return latency_per_layer(x, LatencyForm::appendix); }, 2000.);
  for (const auto& [word, form] : words_of<LatencyForm>)
    check_domain("latency_per_layer", [=](double n) { return latency_per_layer(n, form); }, {{from_one, 100}});
}

TEST_CASE("the wall across nodes is where its own rank of tensor parallelism fills the duration", "[parallelism]") {
  Sampler draw(3);
  int flat = 0, steep = 0;
  for (int i = 0; i < 60; ++i) {
    LatencyWall<> w = any_wall(draw);
    const double duration = draw.log_uniform(1e4, 1e9), peak = draw.log_uniform(1e12, 1e17), used = draw.uniform(0.05, 1);
    for (const auto& [word, form] : words_of<LatencyForm>) {
      CAPTURE(word, w.layers, w.layers_exponent, w.batch_exponent, duration, peak);
      const wide exact = across(w, duration, peak * used, form);
      const double n = w.parameters_across_nodes(duration, peak, used, form);
      CHECK_THAT(n, agrees(exact, relative(tolerance::two_routes)));
      CHECK_THAT(w.compute_across_nodes(duration, peak, used, form),
                 agrees(wide(6 * wide(w.tokens_per_parameter) * exact * exact), relative(tolerance::two_routes)));
      const double ranks = w.tensor_ranks(w.compute_across_nodes(duration, peak, used, form) / (duration * peak * used), n);
      ++(ranks > (form == LatencyForm::body ? 7.5625 : 64) ? steep : flat);
    }
  }
  CAPTURE(flat, steep);
  CHECK((flat > 5 && steep > 5));
}

TEST_CASE("the wall across nodes of the sheet", "[parallelism]") {
  // the batch stays, 0.088 N^0.27 layers
  const LatencyWall<> w{.layers = 0.088, .layers_at = 1, .batch_tokens = 6e7, .batch_exponent = 0};
  const double duration = 0.75 * 365.25 * day, compute = w.compute_across_nodes(duration, 2e15, .375);
  const double gpus = compute / (duration * 2e15 * .375), n = w.parameters_across_nodes(duration, 2e15, .375);
  CHECK_THAT(compute, agrees(6.86847e30, relative(5e-6 / 6)));                                       // digits printed
  CHECK_THAT(gpus, agrees(3.86931e8, relative(5e-6 / 3)));                                           // digits printed
  CHECK_THAT(w.tensor_ranks(gpus, n), agrees(2128.1, relative(0.05 / 2128)));                        // digits printed
  CHECK_THAT(latency_per_layer(w.tensor_ranks(gpus, n)), agrees(442.260e-6, relative(5e-4 / 442)));  // digits printed
  // of a machine: its own latency where there is one
  LatencyWall<> own = w;
  CHECK(own.compute_of_machine(duration, 2e15, .375) == compute);
  own.latency_per_layer = 1e-4;
  CHECK(own.compute_of_machine(duration, 2e15, .375) == own.compute(duration));
}

TEST_CASE("walls at the ends", "[parallelism]") {
  const LatencyWall<> w{.latency_per_layer = 1e-4}, none{};
  CHECK(w.compute(0.) == 0);
  CHECK(w.compute(inf) == inf);
  CHECK(w.compute_across_nodes(0., 1e15, 1) == 0);
  CHECK(w.compute_across_nodes(inf, 1e15, 1) == inf);
  CHECK(std::isnan(none.compute(1e7)));
  CHECK(std::isnan(none.share(1e28, 1e7)));
  CHECK(std::isnan(none.gpus(1e28, 1e7, 1e15)));
  CHECK(none.compute_across_nodes(1e7, 1e15, .4) > 0);
  CHECK(w.share(0., 1e7) == 0);
  CHECK(w.share(1e30, inf) == 0);
  CHECK(w.share(1e30, 0.) == inf);
  CHECK(w.gpus(0., 1e7, 1e15) == 0);
  CHECK(w.gpus(1e30, 0., 1e15) == inf);
  CHECK(w.gpus(1e30, inf, 1e15) == 0);
  // wherever GPUs are so fast that their number needs no tensor parallelism, the least latency is all there is
  CHECK_THAT(none.compute_across_nodes(1e7, 1e30, 1),
             agrees((LatencyWall<>{.latency_per_layer = latency_per_layer(1.)}.compute(1e7)), relative(tolerance::two_routes)));
}

TEST_CASE("walls are exact in every derivative", "[parallelism]") {
  const auto check = [&](auto set, double x, bool steep = true) {
    for (const auto& [word, form] : words_of<LatencyForm>)
      expect_derivative(
          [&, form = form]<class S>(const S& a) {
            LatencyWall<S> w{.latency_per_layer = S(1e-4)};
            S duration(2e7), peak(steep ? 2e15 : 1e24), used(.375);
            set(w, duration, peak, used, a);
            return w.compute_across_nodes(duration, peak, used, form);
          },
          x, 1e-11);  // twenty roundings and a square
    expect_derivative(
        [&]<class S>(const S& a) {
          LatencyWall<S> w{.latency_per_layer = S(1e-4)};
          S duration(2e7), peak(2e15), used(.375);
          set(w, duration, peak, used, a);
          return w.gpus(1e30, duration, peak);
        },
        x, 1e-11);  // twenty roundings
  };
  for (const bool steep : {true, false}) {
    check([](auto& w, auto&, auto&, auto&, const auto& a) { w.layers = a; }, 95, steep);
    check([](auto& w, auto&, auto&, auto&, const auto& a) { w.layers_at = a; }, 175e9, steep);
    check([](auto& w, auto&, auto&, auto&, const auto& a) { w.layers_exponent = a; }, .27, steep);
    check([](auto& w, auto&, auto&, auto&, const auto& a) { w.batch_tokens = a; }, 16e6, steep);
    check([](auto& w, auto&, auto&, auto&, const auto& a) { w.batch_at = a; }, 405e9, steep);
    check([](auto& w, auto&, auto&, auto&, const auto& a) { w.batch_exponent = a; }, .36, steep);
    check([](auto& w, auto&, auto&, auto&, const auto& a) { w.tokens_per_parameter = a; }, 20, steep);
    check([](auto&, auto& duration, auto&, auto&, const auto& a) { duration = a; }, 2e7, steep);
  }
  check([](auto& w, auto&, auto&, auto&, const auto& a) { w.least_batch = a; }, 330);
  check([](auto&, auto&, auto& peak, auto&, const auto& a) { peak = a; }, 2e15);
  check([](auto&, auto&, auto&, auto& used, const auto& a) { used = a; }, .375);
  expect_derivative([]<class S>(const S& a) { return LatencyWall<S>{.latency_per_layer = a}.share(1e30, 2e7); }, 1e-4,
                    1e-11);  // a power
  // and in 50 digits the search is as exact
  const LatencyWall<wide> precise;
  const wide found = precise.parameters_across_nodes(wide(2e7), wide(2e15), wide(.375));
  CHECK(abs(wide(found / across(LatencyWall<>{}, 2e7, 2e15 * .375, LatencyForm::body, 190) - 1)) < wide("1e-14"));
}

TEST_CASE("walls answer up to the ends of their domains and not beyond", "[parallelism]") {
  constexpr Argument amount{from_zero}, rate{positive}, size{above_zero}, growth{not_negative, 0.3}, share{fraction, 0.3};
  const auto wall = [](double a, double b, double c, double d, double e, double f, double g, double h) {
    return LatencyWall<>{a, b, c, d, e, f, 1e-4, g, h};
  };
  check_domain("LatencyWall.compute",
               [=](double a, double b, double c, double d, double e, double f, double g, double h, double t) {
                 return wall(a, b, c, d, e, f, g, h).compute(t);
               },
               {rate, rate, growth, rate, rate, share, rate, rate, amount});
  check_domain("LatencyWall.compute_across_nodes",
               [=](double a, double b, double c, double d, double e, double f, double g, double h, double t, double p,
                   double u) { return wall(a, b, c, d, e, f, g, h).compute_across_nodes(t, p, u); },
               {rate, rate, growth, rate, rate, share, rate, rate, amount, size, size});
  const LatencyWall<> w{.latency_per_layer = 1e-4};
  check_domain("LatencyWall.gpus", [=](double c, double t, double f) { return w.gpus(c, t, f); }, {amount, amount, size});
  check_domain("LatencyWall.share", [=](double c, double t) { return w.share(c, t); }, {amount, amount});
}

TEST_CASE("the fields of the wall are within the bounds that are written here", "[parallelism]") {
  CHECK(table_of<LatencyWall<>>() ==
        "layers = 95 [1]: > 0 and finite, usually 20 to 200, a cost\n"
        "layers_at = 1.75e+11 [1]: > 0 and finite, usually 1e+09 to 1e+12\n"
        "layers_exponent = 0.27 [1]: >= 0 and finite, usually 0.21 to 0.33, a cost\n"
        "batch_tokens = 1.6e+07 [1]: > 0 and finite, usually 4e+06 to 6e+07, a help\n"
        "batch_at = 4.05e+11 [1]: > 0 and finite, usually 1e+09 to 1e+12\n"
        "batch_exponent = 0.36 [1]: in [0, 1), usually 0.31 to 0.41, a help\n"
        "latency_per_layer = nan [s]: > 0 and finite, or not given, usually 0.0001 to 0.0005, a cost\n"
        "least_batch = 330 [1]: > 0 and finite, usually 100 to 1000, a cost\n"
        "tokens_per_parameter = 20 [1]: > 0 and finite, usually 10 to 200\n");
}
