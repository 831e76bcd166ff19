// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/limits/tabulated.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <scaling_limits/limits/cheapest_gpus.hpp>
#include <scaling_limits/limits/hard_cap.hpp>
#include <scaling_limits/limits/strong_scaling.hpp>

#include "../../support/agrees.hpp"
#include "../../support/derivatives.hpp"
#include "../../support/reference.hpp"

namespace scaling_limits::testing {

using namespace limits;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using strategies::blocking;

namespace {

TrainingRun<> llama() {
  return {.gpus = 16'384, .gpu_mttf = 1.8e8, .checkpoint_bytes = 5e12, .write_bandwidth = 2e12, .initialization_time = 300};
}

/// Sizes and efficiencies without a pattern; in every third table efficiency only falls.
Tabulated random_table(Sampler& random, bool falling) {
  Tabulated table{.points = {}, .name = "io"};
  double gpus = random.log_uniform(1, 1e4), efficiency = 1;
  for (std::size_t i = 0, n = 2 + random.index(8); i < n; ++i) {
    efficiency = falling ? efficiency * random.uniform(0.5, 1) : random.uniform(0.05, 1);
    table.points.push_back({gpus, efficiency});
    gpus *= random.uniform(1.01, 10);
  }
  return table;
}

/// Strong scaling as somebody measured it at many sizes.
Tabulated sampled(const StrongScaling<>& factor, double from, double to, int n) {
  Tabulated table{.points = {}, .name = "io"};
  for (const double gpus : log_grid(from, to, n)) table.points.push_back({gpus, factor.efficiency(gpus)});
  return table;
}

}  // namespace

TEST_CASE("a table goes through its points and is monotone where they are", "[limits]") {
  Sampler random(11);
  for (int i = 0; i < 300; ++i) {
    const auto table = random_table(random, i % 3 == 0);
    REQUIRE_NOTHROW(table.validate());
    for (const auto& [gpus, efficiency] : table.points)
      REQUIRE_THAT(table.efficiency(gpus), agrees(efficiency, relative(1e-14)));  // exp of rounded logarithms
    for (std::size_t k = 0; k + 1 < table.points.size(); ++k) {
      const auto &left = table.points[k], &right = table.points[k + 1];
      const double low = std::min(left.efficiency, right.efficiency), high = std::max(left.efficiency, right.efficiency);
      double before = left.efficiency;
      for (int s = 1; s <= 100; ++s) {
        const double here = table.efficiency(left.gpus * std::pow(right.gpus / left.gpus, s / 100.0));
        REQUIRE((here >= low * (1 - 1e-14) && here <= high * (1 + 1e-14)));
        REQUIRE((left.efficiency < right.efficiency ? here >= before * (1 - 1e-14) : here <= before * (1 + 1e-14)));
        before = here;
      }
    }
  }
}

TEST_CASE("the slope of a table is the derivative, and does not jump at its points", "[limits]") {
  Sampler random(12);
  for (int i = 0; i < 100; ++i) {
    const auto table = random_table(random, i % 3 == 0);
    const auto slope_at = [&](double gpus) { return table.losses(dual<double>(gpus, gpus)).sum().slope; };
    for (std::size_t k = 0; k + 1 < table.points.size(); ++k) {
      const double inside =
          table.points[k].gpus * std::pow(table.points[k + 1].gpus / table.points[k].gpus, random.uniform(0.1, 0.9));
      const wide n(inside), h("1e-15");
      const wide difference = (table.losses(wide(n * (1 + h))).sum() - table.losses(wide(n * (1 - h))).sum()) / (2 * h);
      CHECK_THAT(slope_at(inside), WithinRel(static_cast<double>(difference), 1e-11) ||
                                       WithinAbs(static_cast<double>(difference), 1e-12));  // terms of a cubic cancel
      if (k > 0) {
        const double at = table.points[k].gpus;
        CHECK_THAT(slope_at(at * (1 - 1e-9)), WithinAbs(slope_at(at * (1 + 1e-9)), 1e-5));  // 1e-9 times a bend of up to 1e4
      }
    }
  }
  // both orders in the caller's scalar, away from the points
  const auto table = sampled({.half_size = 1e5}, 100, 1e7, 12);
  expect_derivative([&](const auto& gpus) { return table.losses(gpus).sum(); }, 3e4);
}

TEST_CASE("limits with a table are those of the factor that it samples densely", "[limits]") {
  const StrongScaling<> factor{.half_size = 101'035, .name = "io"};
  const auto table = sampled(factor, 10, 1e8, 2000);
  const auto check = [&](const auto& criterion, double close) {
    for (const auto& law : {growth::fixed(), growth::chinchilla()}) {
      const auto exact = max_gpus(llama(), criterion, law, blocking(), factor),
                 read = max_gpus(llama(), criterion, law, blocking(), table);
      CAPTURE(criterion.name(), read.note);
      REQUIRE(read.status == Status::ok);
      CHECK_THAT(read.value, WithinRel(exact.value, close));
      CHECK_THAT(read.shares.of("io"), WithinAbs(exact.shares.of("io"), 10 * close));
    }
  };
  check(efficiency_at_least{0.7}, 1e-8);       // points are 0.8 % apart: the third power of that
  check(peak_throughput(), 1e-4);              // the second, of slopes
  check(elasticity_at_least{0.4}, 1e-4);       // the same
  check(added_gpu_worth_at_least{0.3}, 1e-4);  // the same
  check(goodput_at_least{0.9}, tolerance::two_routes);
}

TEST_CASE("the search looks no further than a table, and says so where it would have to", "[limits]") {
  const auto table = sampled({.half_size = 101'035}, 1024, 65'536, 9);
  const auto at = [&](const TrainingRun<>& run, const auto& criterion, const auto&... more) {
    const auto limit = max_gpus(run, criterion, growth::fixed(), blocking(), table, more...);
    if (limit.status == Status::infeasible) CHECK((std::isnan(limit.value) && limit.shares.empty()));
    return limit;
  };
  CHECK(at(llama(), efficiency_at_least{0.8}).status == Status::ok);
  // beyond its end, whatever the route: scanned, in closed form, by a criterion that does not look at it
  for (const auto& limit : {at(llama(), efficiency_at_least{0.1}), at(llama(), peak_throughput()),
                            at(llama(), write_time_equals_mtbf()), at(llama(), goodput_at_least{0.5})}) {
    CHECK(limit.status == Status::infeasible);
    CHECK(limit.note == "infeasible: the criterion still holds at 65536 GPUs, where the table of 'io' ends");
  }
  CHECK(at(llama(), efficiency_at_least{0.999}).note == "infeasible: no size meets the criterion");
  // a cap ends the sizes before the table does, at its end or after it
  CHECK(at(llama(), efficiency_at_least{0.1}, HardCap<>{.gpus = 30'000, .name = "power"}).value == 30'000);
  CHECK(at(llama(), efficiency_at_least{0.1}, HardCap<>{.gpus = table.points.back().gpus, .name = "power"}).binding == "power");
  CHECK(at(llama(), efficiency_at_least{0.1}, HardCap<>{.gpus = 1e6}).status == Status::infeasible);
  CHECK(at(llama(), efficiency_at_least{0.1}, HardCap<>{.gpus = 100, .name = "power"}).note ==
        "infeasible: the cap 'power' lies below 1024 GPUs, where the table of 'io' begins");
  auto other = llama();
  other.gpus = 1000;
  CHECK(at(other, efficiency_at_least{0.8}).note ==
        "infeasible: 1000 GPUs lie outside the table of 'io', which begins at 1024");
  other.gpus = 1e5;
  CHECK(at(other, efficiency_at_least{0.8}).note ==
        "infeasible: 100000 GPUs lie outside the table of 'io', which ends at 65536");
  auto late = sampled({.half_size = 1e5}, 1e5, 1e6, 3);
  late.name = "late";
  CHECK(at(llama(), peak_throughput(), late).note ==
        "infeasible: the table of 'late' and the table of 'io' have no size in common");
}

TEST_CASE("the cheapest size with a table", "[limits]") {
  const StrongScaling<> factor{.half_size = 101'035};
  const auto table = sampled(factor, 1024, 65'536, 500);
  const auto cheapest = [&](Cheapest wanted, const auto& with) {
    wanted.work = 1e11;
    return cheapest_gpus(llama(), wanted, growth::fixed(), blocking(), with);
  };
  for (const Cheapest& wanted : {Cheapest{.fixed_gpus = 1000}, Cheapest{.deadline = 1e7}, Cheapest{.least_gpus = 2000}}) {
    const auto read = cheapest(wanted, table);
    CAPTURE(read.note);
    CHECK_THAT(read.value, WithinRel(cheapest(wanted, factor).value, 1e-4));  // as above
    CHECK(read.binding == cheapest(wanted, factor).binding);
  }
  CHECK(cheapest({.fixed_gpus = 1e6}, table).note ==
        "infeasible: the criterion still holds at 65536 GPUs, where the table of 'io' ends");
  CHECK(cheapest({}, table).note == "infeasible: cost still falls towards 1024 GPUs, where the table of 'io' begins");
  CHECK(cheapest({.deadline = 1e6}, table).note == "infeasible: no size up to the end of the table of 'io' meets the deadline");
}

TEST_CASE("a table refuses points that are none, and knows nothing beyond them", "[limits]") {
  const auto refusal = [](std::vector<Tabulated::Point> points) -> std::string {
    try {
      Tabulated{.points = std::move(points)}.validate();
    } catch (const std::logic_error& error) {
      return error.what();
    }
    return {};
  };
  CHECK(refusal({{8, 1}, {16, 0.9}}).empty());
  CHECK(refusal({{8, 1}}) == "Tabulated: points holds 1, at least 2 are needed");
  CHECK(refusal({{8, 1}, {8, 0.9}}) == "Tabulated: points.1.gpus = 8 must be > 8 and finite");
  CHECK(refusal({{0, 1}, {8, 0.9}}) == "Tabulated: points.0.gpus = 0 must be > 0 and finite");
  CHECK(refusal({{8, 1}, {16, 0.9}, {32, 1.2}}) == "Tabulated: points.2.efficiency = 1.2 must be in (0, 1]");
  CHECK(refusal({{8, 1}, {16, 0}}) == "Tabulated: points.1.efficiency = 0 must be in (0, 1]");
  CHECK(refusal({{8, NaN}, {16, 0.5}}) == "Tabulated: points.0.efficiency = nan must be in (0, 1]");
  const Tabulated table{.points = {{8, 1}, {16, 0.9}}};
  for (const double gpus : {7.99, 16.01, 0.0, -1.0, NaN, inf}) CHECK(std::isnan(table.efficiency(gpus)));
  CHECK(std::isnan(Tabulated{}.efficiency(8)));
  CHECK_THAT(table.efficiency(std::sqrt(8.0 * 16)), agrees(std::sqrt(0.9), relative(1e-14)));  // two points: a straight line
  CHECK_THROWS_AS(max_gpus(llama(), peak_throughput(), growth::fixed(), blocking(), Tabulated{}), InvalidArgument);
}

}  // namespace scaling_limits::testing
