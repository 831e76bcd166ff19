// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/analysis/headline.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "scaling_limits/limits/cheapest_gpus.hpp"
#include "scaling_limits/limits/power_law_factor.hpp"

using namespace scaling_limits;
using namespace scaling_limits::limits;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr TrainingRun<> told{
    .gpus = 16384, .gpu_mttf = 1.8e8, .checkpoint_bytes = 5e12, .write_bandwidth = 2e12, .downtime = 300};
const strategies::Blocking<> saving{};

template <class C>
std::string of(const C& criterion, const TrainingRun<>& at = told) {
  return analysis::limit_sentence(max_gpus(at, criterion, growth::chinchilla(), saving), criterion);
}

}  // namespace

TEST_CASE("a limit as a sentence says until when, how many, and what binds", "[analysis]") {
  const auto limit = max_gpus(told, goodput_at_least{0.9}, growth::chinchilla(), saving);
  char gpus[32];
  std::snprintf(gpus, sizeof gpus, "%.0f", std::round(limit.value));
  std::string digits;
  const std::string text = of(goodput_at_least{0.9});
  for (const char c : text.substr(text.find(": "), text.find(" GPUs") - text.find(": ")))
    if (c >= '0' && c <= '9') digits += c;
  CHECK(digits == gpus);
  CHECK_THAT(text, ContainsSubstring("Until goodput falls below 90 %: "));
  CHECK_THAT(text, ContainsSubstring("There downtime binds with ") || ContainsSubstring("There checkpoint binds with "));
  CHECK_THAT(of(peak_throughput{}), ContainsSubstring("Until more GPUs bring no more useful throughput: "));
  CHECK_THAT(of(write_time_equals_mtbf{}), ContainsSubstring("There checkpoint binds."));
  CHECK_THAT(of(efficiency_at_least{0.8}), ContainsSubstring("fall below 80 %"));
  CHECK_THAT(of(elasticity_at_least{0.5}), ContainsSubstring("1 % more GPUs bring less than 0.5 % more"));
  CHECK_THAT(of(added_gpu_worth_at_least{0.3}), ContainsSubstring("less than 30 % of an ideal one"));
}

TEST_CASE("no limit and no size are said with their reason, once", "[analysis]") {
  TrainingRun<> never = told;
  never.gpu_mttf = inf;
  const std::string text = of(peak_throughput{}, never);
  CHECK(text.find("no limit") == text.rfind("no limit"));
  CHECK_THAT(text, ContainsSubstring("Until more GPUs bring no more useful throughput: no limit: "));
  TrainingRun<> hopeless = told;
  hopeless.write_bandwidth = 1;
  CHECK_THAT(of(goodput_at_least{0.999}, hopeless), ContainsSubstring(": less than 1 GPU. There checkpoint binds"));
  const PowerLaw<> half{.ratio = 1, .gpus = 1, .exponent = 0, .name = "network"};
  const auto none = max_gpus(told, efficiency_at_least{0.9}, growth::chinchilla(), saving, half);
  REQUIRE(none.status == Status::infeasible);
  CHECK(analysis::limit_sentence(none, efficiency_at_least{0.9}) ==
        "Until all factors together fall below 90 %: " + none.note + ".");
}

TEST_CASE("a run at its own size", "[analysis]") {
  const std::string text = analysis::size_sentence(told, saving);
  CHECK_THAT(text, ContainsSubstring("At its own 16,384 GPUs: a failure every 3.05 h, a checkpoint after every "));
  CHECK_THAT(text, ContainsSubstring(percent_text(std::exp(-saving.losses(told).sum())) + "."));
  TrainingRun<> never = told;
  never.gpu_mttf = inf;
  CHECK(analysis::size_sentence(never, saving) == "At its own 16,384 GPUs: no failures, no checkpoints, goodput 100 %.");
  TrainingRun<> one = told;
  one.gpus = 1;
  CHECK_THAT(analysis::size_sentence(one, saving), ContainsSubstring("At its own 1 GPU: a failure every 50,000 h"));
}
