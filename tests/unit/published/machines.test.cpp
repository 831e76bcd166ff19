// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <set>
#include <string>

#include <scaling_limits/published/chips.hpp>
#include <scaling_limits/published/clusters.hpp>
#include <scaling_limits/published/fabrics.hpp>
#include <scaling_limits/published/failure_rates.hpp>

using namespace scaling_limits;
using Catch::Matchers::WithinRel;

TEST_CASE("machines name their chip, their network and their failures among the presets", "[published]") {
  int with_network = 0, with_failures = 0;
  for (const auto& [name, fleet, mark, source, note] : published::clusters) {
    CAPTURE(name);
    CHECK((fleet.year >= 2015 && fleet.year <= 2030));
    CHECK((fleet.gpus >= 100 && fleet.gpus == std::floor(fleet.gpus)));
    if (fleet.chip != "h100e") CHECK_NOTHROW(published::chip(fleet.chip));
    if (!fleet.failure_rate.empty()) {
      CHECK(published::failure_rate(fleet.failure_rate).gpu_mttf() > 1000 * units::hour);
      ++with_failures;
    }
    if (fleet.gpus_per_node == fleet.gpus_per_node) CHECK(std::fmod(fleet.gpus, fleet.gpus_per_node) == 0);
    if (fleet.fabric.empty()) continue;
    ++with_network;
    CHECK(published::fabric(fleet.fabric).gpus_per_node == fleet.gpus_per_node);
  }
  CHECK(std::size(published::clusters) >= 8);
  CHECK(with_network >= 8);
  CHECK(with_failures >= 4);
}

TEST_CASE("networks are one way: half of what makers print for a link", "[published]") {
  const auto half_the_link = [](std::string_view fabric, std::string_view chip) {
    CAPTURE(fabric, chip);
    const auto network = published::fabric(fabric);
    const auto specification = published::chip_specification(chip);
    CHECK_THAT(network.inner_bandwidth, WithinRel(specification.link_bandwidth / 2, 1e-12));
    if (specification.network_bandwidth == specification.network_bandwidth)
      CHECK_THAT(network.outer_bandwidth, WithinRel(specification.network_bandwidth, 1e-12));
  };
  half_the_link("dgx_h100", "h100");
  half_the_link("dgx_h100", "h200");
  half_the_link("llama3_roce", "h100");
  half_the_link("dgx_a100", "a100");
  half_the_link("dgx_b200", "b200");
  half_the_link("dgx_b300", "b300");
  half_the_link("gb200_nvl72", "gb200");
  half_the_link("gb300_nvl72", "gb300");
  half_the_link("hgx_h800", "h800");
  half_the_link("quad_gh200", "gh200");
  half_the_link("mi300x_node", "mi300x");
  half_the_link("gaudi3_node", "gaudi3");
  half_the_link("tpu_v5e_pod", "tpu_v5e");
  half_the_link("tpu_v5p_pod", "tpu_v5p");
  half_the_link("tpu_v6e_pod", "tpu_v6e");
}

TEST_CASE("a network is slower between nodes than inside, and what is reached is less than there is", "[published]") {
  for (const auto& [name, network, mark, source, note] : published::fabrics) {
    CAPTURE(name);
    CHECK_NOTHROW(validate(network, name));
    CHECK(network.outer_bandwidth < network.inner_bandwidth);
    CHECK((network.inner_bandwidth >= 1e11 && network.inner_bandwidth <= 1e12));
    CHECK((network.outer_bandwidth >= 3e9 && network.outer_bandwidth <= 2e11));
    if (!name.ends_with("_reached")) continue;
    const auto whole = published::fabric(name.substr(0, name.size() - std::string_view("_reached").size()));
    CHECK((network.inner_bandwidth < whole.inner_bandwidth && network.outer_bandwidth < whole.outer_bandwidth));
    CHECK((network.inner_latency > 0 && network.outer_latency > 0));
  }
  CHECK(std::size(published::fabrics) >= 8);
}
