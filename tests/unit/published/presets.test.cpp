// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <set>
#include <string>

#include "scaling_limits/parallelism/step.hpp"
#include "scaling_limits/published/chips.hpp"
#include "scaling_limits/published/fabrics.hpp"
#include "scaling_limits/published/failure_rates.hpp"
#include "scaling_limits/published/runs.hpp"
#include "scaling_limits/published/scaling_laws.hpp"
#include "scaling_limits/published/shapes.hpp"
#include "scaling_limits/published/tiers.hpp"

using namespace scaling_limits;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinRel;

namespace {

/// Names as identifiers, each once, and a source with its year.
template <class Presets>
void check_texts(const Presets& presets) {
  std::set<std::string> names;
  for (const auto& preset : presets) {
    const std::string name(preset.name), source(preset.source);
    INFO(name);
    CHECK(names.insert(name).second);
    CHECK(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos);
    CHECK((name.front() >= 'a' && name.front() <= 'z' && name.back() != '_'));
    CHECK(source.size() > 10);
    // the year of a source, but where it is our assumption alone
    CHECK((preset.mark == published::Mark::assumed || source.find("20") != std::string::npos));
    CHECK(!published::to_text(preset.mark).empty());
  }
}

}  // namespace

TEST_CASE("presets have unique names and sources", "[published]") {
  check_texts(published::chips);
  check_texts(published::tiers);
  check_texts(published::failure_rates);
  check_texts(published::clusters);
  check_texts(published::run_fleets);
  check_texts(published::scaling_laws);
  check_texts(published::shapes);
  check_texts(published::fabrics);
  for (const auto& preset : published::scaling_laws) CHECK_NOTHROW(validate(preset.value, preset.name));
}

TEST_CASE("presets are valid parameters", "[published]") {
  for (const auto& preset : published::chips) CHECK_NOTHROW(validate(preset.value, preset.name));
  for (const auto& preset : published::tiers) CHECK_NOTHROW(validate(preset.value, preset.name));
  CHECK_NOTHROW(validate(published::llama3_405b()));
}

TEST_CASE("a chip of the presets is one that a step takes", "[published]") {
  for (const auto& preset : published::chips) {
    const workload::Chip<> chip = preset.value.chip();
    CHECK_NOTHROW(validate(chip, preset.name));
    // a rate for all where nobody has measured; else four constants, each below what the maker says
    if (chip.operation_time == 0) {
      CHECK_THAT(chip.achieved_flops, WithinRel(published::usual_share_of_peak * chip.peak_flops, 1e-15));
      CHECK(chip.memory_bandwidth == inf);
    } else {
      CHECK(chip.achieved_flops < chip.peak_flops);
      CHECK(chip.attention_flops < chip.achieved_flops);
      CHECK(chip.memory_bandwidth < preset.value.nominal_bandwidth);
      CHECK_THAT(std::string(preset.note), ContainsSubstring("90 %: products") && ContainsSubstring(" us"));
    }
  }
  const auto b200 = published::chip("b200");
  const auto shape = published::shape("llama3_405b");
  const parallelism::Layout layout{.tensor = 8, .pipeline = 14, .data = 128};
  const network::Fabric<> fabric{.gpus_per_node = 8, .inner_bandwidth = 450e9, .outer_bandwidth = 50e9};
  const workload::Chip<> same{.peak_flops = b200.peak_flops,
                              .achieved_flops = b200.achieved_flops,
                              .attention_flops = b200.attention_flops,
                              .memory_bandwidth = b200.memory_bandwidth,
                              .operation_time = b200.operation_time,
                              .memory_bytes = b200.memory_bytes};
  const double batch = 2048 * 8192.0;
  const auto step = parallelism::step(shape, layout, b200, fabric, batch);
  CHECK(step.fits);
  CHECK(step.time == parallelism::step(shape, layout, same, fabric, batch).time);
}

TEST_CASE("presets of runs name chips that there are", "[published]") {
  for (const auto& preset : published::run_fleets) CHECK_NOTHROW(published::chip(preset.value.chip));
}

TEST_CASE("every field of the Llama 3 run says what it rests on", "[published]") {
  std::set<std::string_view> fields;
  for (const auto& row : published::llama3_405b_sources) fields.insert(row.field);
  for (const auto& field : fields_of<TrainingRun<>>) CHECK(fields.count(field.name) == 1);
  CHECK(fields.size() == fields_of<TrainingRun<>>.size());
}

TEST_CASE("an unknown preset is refused with the names there are", "[published]") {
  CHECK_THROWS_WITH(published::chip("h10"), ContainsSubstring("no chip named 'h10'") && ContainsSubstring("h100"));
  CHECK_THROWS_AS(published::tier("tape"), InvalidArgument);
}

TEST_CASE("a failure rate per node is a mean time per GPU", "[published]") {
  CHECK(published::NodeRate{1000}.gpu_mttf() == 8 * units::day);
  CHECK(published::failure_rate("rsc1").gpu_mttf() < published::failure_rate("rsc2").gpu_mttf());
}
