// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/parallelism/data_movement.hpp>

#include <boost/math/tools/toms748_solve.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>
#include <scaling_limits/core/units.hpp>

#include "support/agrees.hpp"
#include "support/derivatives.hpp"
#include "support/reference.hpp"
#include "support/tables.hpp"

using namespace scaling_limits;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinRel;
using parallelism::DataMovement;

namespace {

/// H100 with 16-bit products, batch 4e6 at 70e9, layers 0.088 N^0.27: the formula sheet's inputs.
DataMovement<> h100() {
  return {.peak_flops = 989.4e12,
          .memory_bandwidth = 3.35e12,
          .node_bandwidth = 450e9,
          .network_bandwidth = 50e9,
          .layers = 0.088,
          .layers_at = 1,
          .batch_tokens = 4e6,
          .batch_at = 70e9};
}
/// GPUs that training of N parameters keeps busy, as the header's formula has it, in 50 digits.
wide busy(const DataMovement<>& of, const wide& parameters) {
  const wide layers = of.layers * pow(wide(parameters / of.layers_at), wide(of.layers_exponent));
  const wide batch = of.batch_tokens * pow(wide(parameters / of.batch_at), wide(of.batch_exponent));
  const wide width = sqrt(wide(parameters / (12 * layers))), sent = width / (wide(of.element_bytes) * of.peak_flops);
  const wide x = std::max(wide(1), std::min(wide(of.gpus_per_node), wide(sent * of.node_bandwidth)));
  const wide y = std::max(wide(1), wide(sent * of.network_bandwidth));
  return batch * 2 * of.memory_bandwidth / (wide(of.peak_flops) * of.element_bytes) * x * y;
}

/// Machines whose x and y are in every state: one, straight, and in the node at its end.
std::vector<DataMovement<>> machines() {
  std::vector<DataMovement<>> all{h100()};
  std::mt19937 rng(13);
  const auto between = [&](double low, double high) {
    return low * std::pow(high / low, std::uniform_real_distribution<>()(rng));
  };
  for (int i = 0; i < 300; ++i)
    all.push_back({between(1e13, 1e17), between(0.5, 4), between(1e11, 1e14), between(1e9, 1e14), between(1, 1e4),
                   between(1e8, 1e13), between(10, 300), between(1e8, 1e13), between(0.01, 1.5), between(1e5, 1e9),
                   between(1e8, 1e13), between(0.01, 0.95), between(1, 500)});
  all.back().gpus_per_node = inf;
  return all;
}

}  // namespace

TEST_CASE("the data-movement limit of H100 in three months is the formula sheet's", "[parallelism]") {
  CHECK_THAT(h100().compute(91 * units::day), WithinRel(5.0082e27, 1e-5));
  CHECK_THAT(h100().gpus(91 * units::day), WithinRel(643'807, 1e-6));
  // the published cliff is 1e28 in the paper and 2e28 on the page: the inputs move it as far
  auto larger_batch = h100();
  larger_batch.batch_tokens = 16e6;
  CHECK(larger_batch.compute(91 * units::day) > 3 * h100().compute(91 * units::day));
}

TEST_CASE("the data-movement limit is where a bracketed search finds supply of busy GPUs and demand alike", "[parallelism]") {
  int states[2][3] = {};
  for (const auto& of : machines())
    for (const double days : {1e-3, 91.0, 1e5}) {
      const double duration = days * units::day;
      const auto short_of = [&](const wide& log_parameters) {
        const wide parameters = exp(log_parameters);
        return wide(log(wide(6 * wide(of.tokens_per_parameter) * parameters * parameters / (wide(duration) * of.peak_flops))) -
                    log(busy(of, parameters)));
      };
      std::uintmax_t evaluations = 500;
      const auto bracket = boost::math::tools::toms748_solve(short_of, wide(-50), wide(150),
                                                             boost::math::tools::eps_tolerance<wide>(), evaluations);
      const wide parameters = exp(bracket.first);
      const auto exact = converted<DataMovement, wide>(of);
      CAPTURE(of.peak_flops, of.node_bandwidth, of.network_bandwidth, of.gpus_per_node, days, parameters);
      CHECK(relative_distance(exact.parameters(wide(duration)), parameters) < 1e-40);
      // a logarithm of 100 ulp, and slopes that are nearly alike
      const double steep = 1 + of.layers_exponent - of.batch_exponent;
      CHECK_THAT(of.parameters(duration), agrees(parameters, relative(1e-13 / std::min(1.0, steep))));
      CHECK_THAT(of.compute(duration), WithinRel(6 * of.tokens_per_parameter * square(of.parameters(duration)), 1e-15));
      CHECK_THAT(of.gpus_busy(of.parameters(duration)), WithinRel(of.gpus(duration), 1e-11 / std::min(1.0, steep)));
      const auto state = [&](double bandwidth, double most) {
        const double x = std::sqrt(double(parameters) / (12 * of.wall().layers_of(double(parameters)))) * bandwidth /
                         (of.element_bytes * of.peak_flops);
        return x < 1 ? 0 : x < most ? 1 : 2;
      };
      ++states[0][state(of.node_bandwidth, of.gpus_per_node)], ++states[1][state(of.network_bandwidth, inf)];
    }
  for (const int k : {0, 1, 2}) CHECK(states[0][k] > 20);
  for (const int k : {0, 1}) CHECK(states[1][k] > 20);
}

TEST_CASE("the data-movement limit keeps its derivatives in the duration and in every field", "[parallelism]") {
  int k = 0;
  for (const auto& of : machines()) {
    if (k++ % 10 || of.gpus_per_node == inf) continue;
    const double duration = 91 * units::day;
    expect_derivative([&](const auto& t) { return decltype(t + t)(of.compute(t)); }, duration, 1e-9);  // slopes nearly alike
    for (const auto& row : fields_of<DataMovement<>>) {
      INFO(row.name);
      const std::size_t place = index_of<DataMovement<>>(row.name);
      expect_derivative(
          [&]<class S>(const S& x) {
            auto at = converted<DataMovement, S>(of);
            at.*fields_of<DataMovement<S>>[place].member = x;
            return S(at.compute(duration));
          },
          of.*row.member, 1e-9);  // slopes nearly alike
    }
  }
}

TEST_CASE("the data-movement limit at the ends of its domain", "[parallelism]") {
  const auto of = h100();
  for (const auto& asked : {of.parameters(0), of.compute(0), of.gpus(0)}) CHECK(asked == 0);
  for (const auto& asked : {of.parameters(inf), of.compute(inf), of.gpus(inf)}) CHECK(asked == inf);
  for (const auto& asked : {of.parameters(-1), of.compute(NaN), of.gpus(-1), of.gpus_busy(0), of.gpus_busy(NaN)})
    CHECK(std::isnan(asked));
  CHECK(std::isnan(DataMovement<>{}.compute(1e7)));
  auto no_batch = of;
  no_batch.batch_exponent = 1;
  CHECK(std::isnan(no_batch.compute(1e7)));
  CHECK(table_of<DataMovement<>>().starts_with(
      "peak_flops = nan [FLOP/s]: > 0 and finite, usually 1e+14 to 1e+16\n"
      "element_bytes = 2 [B]: > 0 and finite, usually 0.5 to 4, a cost\n"
      "memory_bandwidth = nan [B/s]: > 0 and finite, usually 1e+12 to 2e+13, a help\n"
      "node_bandwidth = nan [B/s]: > 0 and finite, usually 1e+11 to 4e+12, a help\n"
      "gpus_per_node = 8 [1]: >= 1, usually 4 to 576, a help\n"
      "network_bandwidth = nan [B/s]: > 0 and finite, usually 1e+10 to 4e+11, a help\n"));
}
