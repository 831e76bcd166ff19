// SPDX-License-Identifier: Apache-2.0
// "The Llama 3 Herd of Models" (arXiv 2407.21783, 2024), table 5: what interrupted the 405B run, and what follows from it.
#pragma once
#include "../version.hpp"

#include <array>

#include "../core/units.hpp"
#include "../strategies/blocking.hpp"
#include "estimate.hpp"
#include "failure_rates.hpp"
#include "runs.hpp"

namespace scaling_limits::published {

struct CauseCount {
  std::string_view cause{};
  int events{};
};

/// Unexpected interruptions of 16,384 GPUs in 54 days, by cause. Another 47 were planned.
inline constexpr std::array<CauseCount, 18> llama3_interruptions{{
    {"faulty GPU", 148},
    {"GPU HBM3 memory", 72},
    {"software bug", 54},
    {"network switch or cable", 35},
    {"host maintenance", 32},
    {"GPU SRAM memory", 19},
    {"GPU system processor", 17},
    {"NIC", 7},
    {"NCCL watchdog timeouts", 7},
    {"silent data corruption", 6},
    {"GPU thermal interface and sensor", 6},
    {"SSD", 3},
    {"power supply", 3},
    {"server chassis", 2},
    {"IO expansion board", 2},
    {"dependency", 2},
    {"CPU", 2},
    {"system memory", 2},
}};
inline constexpr double llama3_window = 54 * units::day;

/// Unexpected interruptions in all.
constexpr int llama3_events() {
  int sum = 0;
  for (const auto& row : llama3_interruptions) sum += row.events;
  return sum;
}

namespace detail {

/// llama3_405b with the failure rate of its own log.
inline TrainingRun<> llama3_measured() {
  TrainingRun<> run = llama3_405b();
  run.gpu_mttf = failures::gpu_mttf_from_events(llama3_events(), run.gpus, llama3_window);
  return run;
}

}  // namespace detail

template <class = void>
Estimates llama3() {
  const Source source{"The Llama 3 Herd of Models, arXiv 2407.21783", 2024};
  const TrainingRun<> run = detail::llama3_measured();
  const std::string_view log = "419 interruptions, 16,384 GPUs, 54 days";
  return {
      {source, "llama3.interruptions", "unexpected interruptions, sum of the causes", Mark::published, "table 5",
       exactly(419, "419"), "1", "published.llama3_interruptions", double(llama3_events())},
      {source, "llama3.gpu_mttf", "GPU-hours per interruption", Mark::derived, log, digits(50'677, "50,677 h", 5, units::hour),
       "s", "failures.gpu_mttf_from_events", run.gpu_mttf},
      {source, "llama3.mtbf", "MTBF of the job", Mark::derived, log, digits(3.093, "3.093 h", 4, units::hour), "s",
       "TrainingRun.mtbf", run.mtbf()},
      {source, "llama3.node_rate", "interruptions per 1000 node-days", Mark::derived, log, digits(3.789, "3.789", 4), "1",
       "failures.node_rate_from_gpu_mttf", failures::node_rate_from_gpu_mttf(run.gpu_mttf)},
      {source, "llama3.faulty_gpu_share", "share of faulty GPUs, by count (printed as 30.1 %)", Mark::derived, "148 of 419",
       digits(0.353, "35.3 %", 3), "1", "published.llama3_interruptions",
       double(llama3_interruptions[0].events) / llama3_events()},
      {source, "llama3.effective_time", "effective training time", Mark::published, "log as above, 5 TB, 2 TB/s, restart free",
       at_least(0.9, "> 90 %", 1), "1", "strategies.blocking.goodput", strategies::goodput(run, strategies::blocking())},
  };
}

}  // namespace scaling_limits::published
