// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/analysis/explain.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <sstream>

using namespace scaling_limits;
using namespace scaling_limits::limits;
using analysis::explain;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

const TrainingRun<> explained{.gpus = 16384,
                              .gpu_mttf = 1.8e8,
                              .checkpoint_bytes = 5e12,
                              .write_bandwidth = 2e12,
                              .read_bandwidth = 1e12,
                              .initialization_time = 300,
                              .downtime = 60};

/// The number after a label at the start of a line, below "terms".
double number_after(const std::string& text, const std::string& label) {
  std::istringstream lines(text.substr(text.find("terms\n")));
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("  " + label + " ", 0) == 0) return std::stod(line.substr(2 + label.size()));
  return NaN;
}

}  // namespace

TEST_CASE("an explanation's terms, read back, add up to its target", "[analysis]") {
  const auto law = growth::chinchilla();
  const auto check = [&](const auto& criterion) {
    const auto limit = max_gpus(explained, criterion, law);
    const std::string text = explain(limit, explained, criterion, law);
    CAPTURE(text);
    double sum = 0;
    for (const auto& [term, share] : limit.shares) {
      const double amount = number_after(text, std::string(term));
      CHECK_THAT(amount, WithinRel(value_of(share) * criterion.target(), 1e-5));  // six printed digits
      CHECK_THAT(text, ContainsSubstring(to_text(100 * value_of(share), 6) + " %"));
      sum += amount;
    }
    CHECK_THAT(sum, WithinRel(criterion.target(), 1e-5));
    CHECK_THAT(number_after(text, "sum"), WithinRel(criterion.target(), 1e-5));
    if (text.find("downtime") != text.npos) CHECK_THAT(text, ContainsSubstring("\n  downtime            = 60 s\n"));
    CHECK_THAT(text,
               ContainsSubstring(std::string(criterion.name())) && ContainsSubstring("binding: " + std::string(limit.binding)));
  };
  check(goodput_at_least{0.9});
  check(efficiency_at_least{0.5});
  check(elasticity_at_least{0.5});
  check(peak_throughput());
  check(added_gpu_worth_at_least{0.5});
  check(write_time_equals_mtbf());
}

TEST_CASE("the text of one explanation", "[analysis]") {
  const write_time_equals_mtbf criterion;
  const auto law = growth::chinchilla();
  CHECK(explain(max_gpus(explained, criterion, law), explained, criterion, law) ==
        "write_time_equals_mtbf: 4.3957e+06 GPUs\n"
        "  failure_rate x write_time = 1\n"
        "at 4.3957e+06 GPUs\n"
        "  checkpoint_bytes    = 5e+12 B x (4.3957e+06 / 16384)^0.5 = 8.18982e+13 B\n"
        "  mtbf                = gpu_mttf / gpus = 1.8e+08 s / 4.3957e+06 = 40.9491 s\n"
        "  write_time          = storage_latency + checkpoint_bytes / write_bandwidth = 0 s + 8.18982e+13 B / 2e+12 B/s = "
        "40.9491 s\n"
        "terms\n"
        "  checkpoint          1             100 %\n"
        "  sum                 1             target 1\n"
        "goodput there 5.72961e-06, useful work of 25.1856 GPUs; binding: checkpoint\n");
}

TEST_CASE("the times of a run are spelt out from its rows", "[analysis]") {
  const peak_throughput criterion;
  CHECK_THAT(explain(max_gpus(explained, criterion), explained, criterion),
             ContainsSubstring("sum of d losses / d ln N = 1\n") &&
                 ContainsSubstring(
                     "  restart_time        = storage_latency + initialization_time + checkpoint_bytes / read_bandwidth = "
                     "0 s + 300 s + 5e+12 B / 1e+12 B/s = 305 s\n") &&
                 ContainsSubstring("  downtime            = 60 s\n"));
}

TEST_CASE("no limit and infeasible are explained with the reason and the numbers of the run", "[analysis]") {
  const auto law = growth::power_law({{"gpu_mttf", 1}});
  const goodput_at_least criterion{0.9}, hard{0.99};
  CHECK_THAT(explain(max_gpus(explained, criterion, law), explained, criterion, law),
             ContainsSubstring("no limit") && ContainsSubstring("at 16384 GPUs, the size of the run"));
  CHECK_THAT(explain(max_gpus(explained, hard, law), explained, hard, law),
             ContainsSubstring("infeasible: no size meets the criterion"));
}

TEST_CASE("an explanation under a list has its rows and what they come to", "[analysis][causes]") {
  const goodput_at_least criterion{0.9};
  const TrainingRun<> nothing_of_its_own = [] {
    TrainingRun<> run = explained;
    run.gpu_mttf = inf;
    return run;
  }();
  const auto strategy = strategies::under_causes(
      {{.name = "board", .mttf = 3.6e8, .replacement = 3600}, {.name = "upgrade", .mtbf = 2.4e6, .planned = 1}},
      strategies::Blocking<>{}, RestartParts<>{.schedule_time = 300, .communicator_growth = 20, .communicator_gpus = 16384});
  const auto limit = max_gpus(nothing_of_its_own, criterion, growth::fixed(), strategy);
  REQUIRE(limit.is_ok());
  const std::string text = explain(limit, nothing_of_its_own, criterion, growth::fixed(), strategy);
  CAPTURE(text);
  // by hand: one failure of a board in 3.6e8 s of a GPU, a restart of 300 s, 20 s at 16,384 GPUs, and a load of 5 s
  const double n = limit.value, rate = n / 3.6e8, restart = 300 + 20 * n / 16384 + 5;
  CHECK_THAT(text, ContainsSubstring("\n  board               = one in " + to_text(1 / rate, 6) +
                                     " s, downtime 3600 s, restart " + to_text(restart, 6) + " s\n"));
  CHECK_THAT(text, ContainsSubstring("\n  upgrade             = one in 2.4e+06 s of work, downtime 60 s, restart " +
                                     to_text(restart, 6) + " s\n"));
  CHECK_THAT(text, ContainsSubstring("= " + to_text(1 / rate, 6) + " s\n"));
  CHECK_THAT(text, ContainsSubstring("-ln(" + to_text(std::exp(-rate * restart), 6) + ") x " + to_text(1 / rate, 6) +
                                     " s = " + to_text(restart, 6) + " s\n"));
  CHECK_THAT(text, ContainsSubstring("\n  downtime            = 3600 s\n"));
  CHECK(text.find("inf") == text.npos);
}
