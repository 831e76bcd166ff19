// SPDX-License-Identifier: Apache-2.0
// What stopped real machines and runs, as lists of causes: how often each cause was counted, on how many GPUs, in which time.
// Of the outages little is printed: a row that says none has the downtime and the restart of the run that it is put on. What is
// not in the source stands in the list's assumptions, row by row.
//
// Left out: MegaScale (Jiang et al., NSDI 2024), which prints repairs "over weeks" and no time that a rate could be taken over.
#pragma once
#include "../version.hpp"

#include <span>

#include "../failures/causes.hpp"
#include "failure_rates.hpp"
#include "llama3.hpp"

namespace scaling_limits::published {

/// A list of causes with what it was counted on.
struct ReportedCauses {
  std::vector<failures::Cause<>> (*rows)(){};
  double gpus = NaN, days = NaN;               // counted on, and for so long, wall clock; NaN: not said
  std::span<const FieldSource> assumptions{};  // by row
};

namespace detail {

constexpr double llama3_days = llama3_window / units::day, llama3_gpus = llama3_405b().gpus;

/// So many events of a job of so many GPUs, in wall-clock days.
inline failures::Cause<> counted(std::string_view name, double events, double days, double gpus) {
  failures::Cause<> cause;
  cause.name = name, cause.per = failures::Per::job;
  cause.events = events, cause.days = days, cause.on_gpus = gpus;
  return cause;
}
inline failures::Cause<> share_of_failures(std::string_view name, double share) {
  failures::Cause<> cause;
  cause.name = name, cause.share = share;
  return cause;
}
inline failures::Cause<> per_node(double per_1000_node_days) {
  failures::Cause<> cause;
  cause.name = "any", cause.per = failures::Per::node, cause.per_1000_unit_days = per_1000_node_days;
  return cause;
}

inline std::vector<failures::Cause<>> llama3_causes() {
  std::vector<failures::Cause<>> list;
  for (const auto& [name, events] : llama3_interruptions) {
    failures::Cause<>& cause = list.emplace_back(counted(name, events, llama3_days, llama3_gpus));
    if (name == "silent data corruption") cause.lag = units::hour;
    if (name == "NCCL watchdog timeouts") cause.detection = 10 * units::minute;
  }
  list.push_back(counted("planned", 47, llama3_days, llama3_gpus));
  list.back().planned = 1;
  return list;
}
inline constexpr FieldSource llama3_assumptions[] = {
    {"silent data corruption", Mark::assumed, "found an hour after it strikes"},
    {"NCCL watchdog timeouts", Mark::assumed,
     "down for the time-out alone, ten minutes, PyTorch's own; the downtime of the run is not added"},
    {"host maintenance", Mark::published, "unplanned, as table 5 prints it"},
    {"planned", Mark::second_source,
     "47 of 466, not in table 5; per time of work, of which the window is taken to consist; it does not grow with the size"},
};

/// Of all incidents 17.3 % are changes of code and data: no failures, which gpu_mttf alone counts.
inline constexpr double byterobust_failures = 1 - 0.173;
inline std::vector<failures::Cause<>> byterobust_causes() {
  std::vector<failures::Cause<>> list{share_of_failures("CUDA error", 0.361 / byterobust_failures),
                                      share_of_failures("hang", 0.099 / byterobust_failures),
                                      share_of_failures("NaN", 0.003 / byterobust_failures)};
  list[1].detection = 10 * units::minute;
  list[2].lag = units::hour;
  return list;
}
inline constexpr FieldSource byterobust_assumptions[] = {
    {"CUDA error", Mark::derived, "0.361/(1 - 0.173): the shares are of all incidents, changes of code and data among them"},
    {"hang", Mark::assumed, "0.099/(1 - 0.173); down for a time-out of ten minutes, PyTorch's own, and no more"},
    {"NaN", Mark::assumed, "0.003/(1 - 0.173); an error that shows an hour after it strikes"},
};

inline std::vector<failures::Cause<>> opt_175b_causes() { return {counted("any", 90, 56, 1024)}; }
inline constexpr FieldSource opt_175b_assumptions[] = {
    {"any", Mark::assumed, "every restart is a failure, also those after a change of hyperparameters"},
};

/// Errors of all GPUs of a machine, of which one kind is known per GPU.
inline std::vector<failures::Cause<>> delta_causes(double gpus, double time_between, double memory_mttf) {
  failures::Cause<> memory, others;
  memory.name = "uncorrectable ECC", others.name = "other errors of GPUs";
  memory.per = others.per = failures::Per::gpu;
  memory.mttf = memory_mttf, others.mttf = 1 / (1 / (gpus * time_between) - 1 / memory_mttf);
  return {memory, others};
}
inline std::vector<failures::Cause<>> delta_h100_causes() {
  auto list = delta_causes(608, 1.9 * units::hour, 88'768 * units::hour);
  for (failures::Cause<>& cause : list) cause.replacement = 2.2 * units::hour;
  return list;
}
inline std::vector<failures::Cause<>> delta_a100_causes() {
  return delta_causes(448, 1.4 * units::hour, 283'271 * units::hour);
}
inline constexpr FieldSource delta_h100_assumptions[] = {
    {"uncorrectable ECC", Mark::assumed, "every error stops the job, which waits for the repair: no spares"},
    {"other errors of GPUs", Mark::derived, "608 x 1.9 h a GPU, less those of memory; assumed of them: as above"},
};
inline constexpr FieldSource delta_a100_assumptions[] = {
    {"uncorrectable ECC", Mark::assumed, "every error stops the job"},
    {"other errors of GPUs", Mark::derived, "448 x 1.4 h a GPU, less those of memory; assumed of them: as above"},
};

inline std::vector<failures::Cause<>> rsc1_causes() { return {per_node(failure_rate("rsc1").per_1000_node_days)}; }
inline std::vector<failures::Cause<>> rsc2_causes() { return {per_node(failure_rate("rsc2").per_1000_node_days)}; }
inline constexpr FieldSource rsc_assumptions[] = {
    {"any", Mark::assumed, "one at a time: failures that come together are counted each"},
};

inline std::vector<failures::Cause<>> lablup_causes() {
  auto cause = counted("GPU failure", 10, 55, 504);
  cause.retry_chance = 1 - 0.333;
  return {cause};
}
inline constexpr FieldSource lablup_assumptions[] = {
    {"GPU failure", Mark::assumed,
     "a restart fails as often as a chain of automatic retries does, 8 of 12; by hand it would be 0.875, and of the 73 "
     "attempts "
     "in those chains 69; no time between retries is added, which were 11 min apart with their start-up"},
};

inline constexpr std::string_view delta_paper =
    "Cui et al., Characterizing GPU Resilience and Impact on AI/HPC Systems, arXiv 2503.11901, 2025";
inline constexpr std::string_view rsc_paper = "Kokolis et al., Revisiting Reliability, HPCA 2025, arXiv 2410.21680";

}  // namespace detail

inline constexpr Preset<ReportedCauses> cause_lists[] = {
    {"llama3_405b",
     {detail::llama3_causes, detail::llama3_gpus, detail::llama3_days, detail::llama3_assumptions},
     Mark::published,
     "The Llama 3 Herd of Models, arXiv 2407.21783, 2024, table 5",
     "419 interruptions of 16,384 H100 in 54 days by 18 causes, and 47 that were planned"},
    {"byterobust",
     {detail::byterobust_causes, NaN, NaN, detail::byterobust_assumptions},
     Mark::second_source,
     "Wan et al., Robust LLM Training Infrastructure at ByteDance, arXiv 2509.16293, 2025",
     "shares of a gpu_mttf that is given: incidents of 778,135 jobs in three months, no exposure; changes of code and data, "
     "planned and of people, are left out, for gpu_mttf does not count them, and the shares are of the rest; who wants them "
     "adds a row, planned, with a rate of its own: 0.21 times that of the failures"},
    {"opt_175b",
     {detail::opt_175b_causes, 1024, 56, detail::opt_175b_assumptions},
     Mark::published,
     "Meta AI, metaseq, chronicles of OPT-175B, 2021-2022",
     "about 90 restarts of 1,024 A100 in 56 days, about two machines lost a day: 12.6 per 1,000 node-days; the failure rate of "
     "that name is 15.6, by another count on 124 nodes"},
    {"delta_h100",
     {detail::delta_h100_causes, 608, NaN, detail::delta_h100_assumptions},
     Mark::second_source,
     detail::delta_paper,
     "errors of 608 H100, one in 1.9 h, memory 88,768 h a GPU, repaired in 2.2 h; of a machine that many jobs share, where "
     "some "
     "errors stop none: an upper bound for one job"},
    {"delta_a100",
     {detail::delta_a100_causes, 448, NaN, detail::delta_a100_assumptions},
     Mark::second_source,
     detail::delta_paper,
     "errors of 448 A100, one in 1.4 h, memory 283,271 h a GPU; of a machine that many jobs share, where some errors stop "
     "none: "
     "an upper bound for one job"},
    {"rsc1",
     {detail::rsc1_causes, NaN, NaN, detail::rsc_assumptions},
     Mark::published,
     detail::rsc_paper,
     "RSC-1, 6.50 failures per 1,000 node-days of nodes of 8; 3 % come together with another one"},
    {"rsc2",
     {detail::rsc2_causes, NaN, NaN, detail::rsc_assumptions},
     Mark::published,
     detail::rsc_paper,
     "RSC-2, 2.34 failures per 1,000 node-days of nodes of 8; 5 % come together with another one"},
    {"lablup",
     {detail::lablup_causes, 504, 55, detail::lablup_assumptions},
     Mark::published,
     "Lablup, From Detection to Recovery: Operational Analysis on LLM Pre-training with 504 GPUs, arXiv 2605.09370, 2026",
     "10 failures of 504 B200 in 55 days; 4 of 12 chains of automatic retries ended well, of those by hand 12.5 %"},
};

/// The causes of a list by its name, for example causes("llama3_405b"): in place of gpu_mttf, or shares of it.
inline std::vector<failures::Cause<>> causes(std::string_view name) {
  return find(cause_lists, "list of causes", name).value.rows();
}

}  // namespace scaling_limits::published
