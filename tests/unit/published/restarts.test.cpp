// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/published/restarts.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <set>
#include <string>

using namespace scaling_limits;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

TEST_CASE("restarts that are reported are parts in range, with names, sources and what they hold for", "[published]") {
  std::set<std::string_view> names;
  for (const auto& [name, value, mark, source, note] : published::restarts) {
    INFO(name);
    CHECK(names.insert(name).second);
    CHECK_NOTHROW(validate(value.parts));
    CHECK_THAT(std::string(source), ContainsSubstring("20"));  // the year
    CHECK(!note.empty());
    // the notes of what was not measured at several sizes say what is assumed; of what was, its spread
    CHECK(ContainsSubstring("assumed").match(std::string(note)) == !(value.spread > 1));
    CHECK((mark == published::Mark::derived) == (value.spread > 1));
    if (value.spread > 1) {
      const std::string said = "x or / " + to_text(value.spread) + ",";
      CHECK_THAT(std::string(note), ContainsSubstring(said) && ContainsSubstring("all parts but the load"));
    }
    CHECK((!(value.from_gpus == value.from_gpus) || value.from_gpus <= value.to_gpus));
    CHECK(published::restart(name).communicator_growth == value.parts.communicator_growth);
    // none says how much is read: the load is the run's own
    CHECK((!value.parts.knows_readers() && value.parts.reader_bandwidth == inf));
  }
  CHECK(names == std::set<std::string_view>{"nccl", "ncclx", "trainmover", "megascale_before", "megascale_after", "mlperf",
                                            "mlperf_8b", "mlperf_all", "mlperf_tpu"});
  CHECK_THROWS_WITH(published::restart("mlprf"), ContainsSubstring("no restart named 'mlprf'") && ContainsSubstring("mlperf"));
}

TEST_CASE("restarts take what their sources print, at the sizes that they print", "[published]") {
  const auto at = [](std::string_view name, double gpus) {
    TrainingRun<> run{.gpus = gpus, .checkpoint_bytes = 5e12, .read_bandwidth = inf};
    return published::restart(name).restart_time(run);
  };
  CHECK_THAT(at("nccl", 96'000), WithinRel(265, 1e-15));                       // printed
  CHECK_THAT(at("nccl", 96'000) / at("ncclx", 96'000), WithinRel(11, 1e-15));  // printed
  CHECK(at("trainmover", 1024) == 20);
  CHECK(at("megascale_before", 2048) == 1047);
  CHECK(at("megascale_after", 2048) <= 5);    // < 5 s
  CHECK(at("megascale_after", 10'000) < 30);  // < 30 s beyond 10,000
  CHECK(at("megascale_after", 12'288) == 30);
  CHECK_THAT(at("mlperf", 512), WithinAbs(342, 0.5));     // as the law's own rounding leaves them
  CHECK_THAT(at("mlperf", 16'384), WithinAbs(581, 0.5));  // the same
  // an interruption of 300 s as planners take it: 1.6 times low at 5,000 GPUs, 1.9 at 16,384
  CHECK_THAT(at("mlperf", 5000) / 300, WithinAbs(1.6, 0.05));
  CHECK_THAT(at("mlperf", 16'384) / 300, WithinAbs(1.9, 0.05));
  CHECK_THAT(at("mlperf_8b", 8), WithinRel(30.4 * std::pow(8, 0.308), 1e-14));
  CHECK_THAT(at("mlperf_tpu", 512), WithinRel(47.5 * std::pow(512, 0.30), 1e-14));
  CHECK_THAT(at("mlperf_all", 512), WithinRel(246 * std::pow(512, 0.084), 1e-14));
}
