// SPDX-License-Identifier: Apache-2.0
// Runs whose outcome was told, beside what was known before: size, length, model, the failure rate of the time. Where a story
// says no better, a checkpoint has 14 B a parameter, storage moves 200 GB/s, a restart takes 300 s; saves are at the best
// interval. What follows from that without any downtime is the prediction; with the outages of other projects that restarted
// in the same way, the prediction that knows who restarts; with those of limits/reported.hpp, the band. None of it is fitted to
// the story it is held against, but the class of a story, by hand or automatic, was given to it knowing how it ended.
//
// Runs of MLPerf Training stop for nothing: their stories are of the start of a run and of its evaluations. What was known of
// them is the time of all steps and of what else is in the run, evaluations, and the law of a start: "mlperf" of restarts.
#pragma once
#include "../version.hpp"

#include <map>
#include <string>
#include <vector>

#include "../core/result_fields.hpp"
#include "../limits/reported.hpp"
#include "../strategies/blocking.hpp"
#include "failure_rates.hpp"
#include "restarts.hpp"

namespace scaling_limits::published {

/// Who restarted a run of a story.
enum class StoryOf { by_hand, automatic, start };
constexpr auto words(const StoryOf*) {
  return std::to_array<Word<StoryOf>>(
      {{"by hand", StoryOf::by_hand}, {"automatic", StoryOf::automatic}, {"start and evaluation", StoryOf::start}});
}

struct Story {
  std::string_view project{};
  StoryOf operation{};
  double gpus{}, days = NaN, parameters = NaN;
  std::string_view rate{};                                          // published::failure_rates
  double checkpoint_bytes = NaN, write_bandwidth = 200e9;           // 14 B a parameter where it says none
  double goodput = NaN, interruptions = NaN;                        // as reported; NaN: not told
  double step_time = NaN, evaluation_time = NaN, start_time = NaN;  // [s] of all steps, of all else in the run, of the start

  bool has_failures() const { return operation != StoryOf::start; }
  /// As it was known before, with some downtime.
  TrainingRun<> run(double downtime) const {
    constexpr double state = 14, any_parameters = 1e11, restart = 300;
    const double size = parameters == parameters ? parameters : any_parameters;
    return {.gpus = gpus,
            .gpu_mttf = failure_rate(rate).gpu_mttf(),
            .checkpoint_bytes = checkpoint_bytes == checkpoint_bytes ? checkpoint_bytes : state * size,
            .write_bandwidth = write_bandwidth,
            .read_bandwidth = inf,
            .initialization_time = restart,
            .downtime = downtime};
  }
};

inline constexpr Preset<Story> stories[] = {
    {"opt_175b",
     {"OPT", StoryOf::by_hand, 1024, 56, 175e9, "rsc1", 1.6e12, 200e9, 0.5893, 90},
     Mark::derived,
     "metaseq, projects/OPT/chronicles",
     "33 ideal days from 11 November to 6 January, about 90 restarts; replacing 'can take hours'; holidays inside; "
     "another text counts 35 restarts by hand and more than 70 by machines"},
    {"llama3_405b",
     {"Llama 3", StoryOf::automatic, 16384, 54, 405e9, "rsc1", 5.67e12, 2e12, 0.9, 419},
     Mark::published,
     "The Llama 3 Herd of Models, arXiv 2407.21783, 2024",
     "more than 90 %; 47 planned interruptions besides"},
    {"llama3_405b_own_rate",
     {"Llama 3", StoryOf::automatic, 16384, 54, 405e9, "llama3_405b", 5.67e12, 2e12, 0.9, 466},
     Mark::published,
     "The Llama 3 Herd of Models, arXiv 2407.21783, 2024",
     "the same with its own rate, which nobody knew before, and all 466 interruptions"},
    {"llama3_70b",
     {"Llama 3 70B", StoryOf::automatic, 16000, NaN, 70e9, "rsc1", NaN, 200e9, 0.95},
     Mark::published,
     "Meta, Introducing Meta Llama 3, 2024",
     "more than 95 % of the time; two clusters of 24,000, most of it on 16,000"},
    {"megascale",
     {"MegaScale", StoryOf::automatic, 12288, NaN, 530e9, "rsc1", 7.42e12, 200e9, 0.9},
     Mark::published,
     "Jiang et al., MegaScale, NSDI 2024",
     "more than 90 % over weeks and more than 100 repairs; diagnosis in 10 min, catching up in 15 min"},
    {"byterobust_moe",
     {"ByteRobust", StoryOf::automatic, 9600, 30, 200e9, "llama3_405b", 2.8e12, 70e12, 0.91, 125},
     Mark::second_source,
     "Wan et al., ByteRobust, arXiv 2509.16293, 2025, section 8.1, table 4 and figure 10",
     "mixture of experts, hot updates and manual changes; 125 incidents; the share of time is read off a figure by others"},
    {"byterobust_dense",
     {"ByteRobust", StoryOf::automatic, 9600, 90, 70e9, "llama3_405b", NaN, 200e9, 0.97, 175},
     Mark::published,
     "Wan et al., ByteRobust, arXiv 2509.16293, 2025, section 8.1 and table 4",
     "up to 97 % over three months; 20 of 175 incidents are changes that people asked for"},
    {"dlrover_week_before",
     {"DLRover", StoryOf::by_hand, 1000, 7, 65e9, "rsc1", 0.91e12, 200e9, 0.329},
     Mark::published,
     "dlrover, docs/blogs/stabilize_llm_training_cn.md",
     "a week on a thousand cards: running 60.8 % of the time, of use 32.9 %"},
    {"dlrover_glm65b_before",
     {"DLRover", StoryOf::by_hand, 1000, NaN, 65e9, "rsc1", 0.91e12, 200e9, 0.69},
     Mark::published,
     "dlrover, README",
     "GLM-65B on 'thousands of GPUs', before; 1,000 assumed"},
    {"dlrover_after",
     {"DLRover", StoryOf::automatic, 1000, NaN, 65e9, "rsc1", 0.91e12, 200e9, 0.95},
     Mark::published,
     "dlrover, docs/blogs, flash checkpoint",
     "the same, after"},
    {"gemini1_ultra",
     {"Gemini", StoryOf::automatic, 8192, NaN, 500e9, "llama3_405b", 7e12, 14e12, 0.97},
     Mark::published,
     "Gemini: A Family of Highly Capable Multimodal Models, 2023",
     "copies in memory; chips assumed (several pods of 4,096)"},
    {"gemini2_5",
     {"Gemini", StoryOf::automatic, 17920, NaN, 1e12, "llama3_405b", 14e12, 28e12, 0.934},
     Mark::published,
     "Gemini 2.5, 2025",
     "two pods of 8,960 assumed; slices come and go"},
    {"palm_540b",
     {"PaLM", StoryOf::automatic, 6144, 64, 540e9, "rsc1", NaN, 200e9, 0.85},
     Mark::derived,
     "Gemini report, 2023, goodput of the largest job of PaLM and PaLM-2; PaLM, arXiv 2204.02311, 2022",
     "6,144 chips of PaLM assumed for it; about 20 returns by people for spikes of the loss besides"},
    {"hlat_by_hand",
     {"HLAT", StoryOf::by_hand, 4096, NaN, 70e9, "rsc1", 0.98e12, 200e9, 0.7783},
     Mark::second_source,
     "HLAT on 4,096 Trainium, 2024; through a collection of job reliabilities",
     "manual restarts"},
    {"hlat_automatic",
     {"HLAT", StoryOf::automatic, 4096, NaN, 70e9, "rsc1", 0.98e12, 200e9, 0.9881},
     Mark::second_source,
     "HLAT on 4,096 Trainium, 2024; through a collection of job reliabilities",
     "the same with automatic ones"},
    {"c4_after",
     {"C4", StoryOf::automatic, 2400, 30, 175e9, "rsc1", 2.45e12, 200e9, 0.9884},
     Mark::published,
     "Dong et al., Boosting Large-scale Parallel Training Efficiency with C4, 2024",
     "after"},
    {"bloom_176b",
     {"BLOOM", StoryOf::by_hand, 384, 108, 176e9, "rsc1", 2.3e12, 57.5e9, 0.9255, 23},
     Mark::derived,
     "bigscience-workshop/bigscience, train/tr11-176B-ml/chronicles.md; blog bloom-megatron-deepspeed, 2022",
     "82,072 steps of 105.22 s in 108 days; saves every 3 h; 1 to 2 failures of a GPU a week; crashes restarted by the "
     "scheduler, "
     "hangs of 6 to 18 h found by people, who are most of what was lost; evaluations (0.7 %) in it"},
    {"glm_130b",
     {"GLM-130B", StoryOf::by_hand, 768, 52.7, 130e9, "rsc1", 1.82e12, 200e9, 0.8572, 12},
     Mark::derived,
     "THUDM/GLM-130B, logs/main-log-en.md, 2022",
     "44,100 steps of 88.5 s (the speed test) in 52.7 days; data copied again, explosions of the loss and changes in it"},
    {"idefics_80b",
     {"IDEFICS", StoryOf::by_hand, 512, 27, 80e9, "rsc1", NaN, 200e9, 0.7229, 11},
     Mark::derived,
     "huggingface/m4-logs, tr-190-80b/chronicles.md, 2023",
     "39,036 steps of about 43.2 s in 27 days; most of it 11 returns after divergence, not failures"},
    {"bloomberggpt",
     {"BloombergGPT", StoryOf::by_hand, 512, 42, 50.6e9, "rsc1", NaN, 200e9, 0.99, 1},
     Mark::derived,
     "Wu et al., BloombergGPT, arXiv 2303.17564, 2023, section 4 and appendix C",
     "115,500 steps at their printed times take the 42 days that are told; one stop, for the platform's limit; two attempts "
     "before "
     "it are not in it"},
    {"cpm_ant",
     {"CPM-Live", StoryOf::by_hand, 32, 54, 10e9, "rsc1", NaN, 200e9, 0.974, 3},
     Mark::derived,
     "OpenBMB/CPM-Live, logs/2022-06-12.md to 2022-08-05.md",
     "data trained on by day against the best days; three stops of 4 to 15 h, at least"},
    {"tinyllama",
     {"TinyLlama", StoryOf::by_hand, 16, 118, 1.1e9, "rsc1", NaN, 200e9, 0.7663},
     Mark::derived,
     "jzhang38/TinyLlama, README, 2023",
     "3e12 tokens at the printed speed are 90.4 of 118 days; a bug and changed data more than hardware"},
    {"mpt_7b",
     {"MPT", StoryOf::automatic, 440, 9.5, 6.7e9, "rsc1", NaN, 200e9, NaN, 4},
     Mark::published,
     "MosaicML, Introducing MPT-7B, 2023",
     "four hardware failures found and resumed without people; the share of time is not told"},
    {"kolibri",
     {"Kolibri", StoryOf::automatic, 768, 21, 78.1e9, "llama3_405b", NaN, 200e9, NaN, 38},
     Mark::published,
     "Kolibri model report, 2026",
     "38 unplanned interruptions, one per 10,000 GPU-hours; the share of time is not told"},
    {"nebius_customer",
     {"Nebius", StoryOf::automatic, 3000, 30, NaN, "llama3_405b", NaN, 200e9, NaN, 12.7},
     Mark::derived,
     "Nebius, How we build reliable clusters, 2025",
     "56.6 h between interruptions of 3,000 GPUs, in 30 days; perhaps a best value"},
    {"lablup_480",
     {"Lablup", StoryOf::automatic, 480, 55, NaN, "llama3_405b", NaN, 40e9, NaN, 10},
     Mark::published,
     "Lablup, arXiv 2605.09370, 2026",
     "10 failures of GPUs with an Xid, hardware alone"},
    {"hsdp_32k",
     {"FT-HSDP", StoryOf::automatic, 32000, NaN, NaN, "llama3_405b", NaN, 200e9, 0.96},
     Mark::second_source,
     "FT-HSDP, arXiv 2602.00277, 2026; through a survey of failures",
     "95 to 97 % of the time, the middle taken; 2.3 interruptions per 1,000 servers a day"},
    {"marin_535b",
     {"Marin", StoryOf::automatic, 704, 19.9, 535e9, "llama3_405b", NaN, 200e9, 0.8662},
     Mark::second_source,
     "marin-community/marin, issue 8506, 2026; through daily read-outs of its public log",
     "80,056 steps at the mean speed are 17.2 of 19.9 days; saves and evaluations in it"},
    {"mlperf_carina_2496",
     {"MLPerf", StoryOf::start, 2496, 0.0245, 405e9, "", NaN, NaN, 0.7325, 0, 266 * 5.82, 1616 - 266 * 5.82, 499},
     Mark::published,
     "MLCommons, training_results_v5.0, IBM+CoreWeave+NVIDIA, carina_ngpu2496_ngc25.04_nemo, llama31_405b",
     "266 steps of 5.82 s, run 1,616 s"},
    {"mlperf_eos_512",
     {"MLPerf", StoryOf::start, 512, 0.167, 405e9, "", NaN, NaN, 0.9396, 0, 246 * 55.10, 13837 - 246 * 55.10, 589},
     Mark::published,
     "MLCommons, training_results_v5.0, NVIDIA, eos-dfw_n64_ngc25.01_nemo, llama31_405b",
     "246 steps of 55.10 s, run 13,837 s"},
    {"mlperf_hsg_5120",
     {"MLPerf", StoryOf::start, 5120, 0.0131, 405e9, "", NaN, NaN, 0.5368, 0, 273 * 2.23, 640 - 273 * 2.23, 493},
     Mark::published,
     "MLCommons, training_results_v5.1, NVIDIA, hsg_ngpu5120_ngc25.09_nemo, llama31_405b",
     "273 steps of 2.23 s, run 640 s"},
    {"mlperf_hipergator_448",
     {"MLPerf", StoryOf::start, 448, 0.1052, 405e9, "", NaN, NaN, 0.9399, 0, 306 * 27.92, 8623 - 306 * 27.92, 467},
     Mark::published,
     "MLCommons, training_results_v5.1, University-of-Florida, hpg.dgxb200x8.n56, llama31_405b",
     "306 steps of 27.92 s, run 8,623 s"},
};

/// A story beside what was to be expected of it.
struct StoryAnswer {
  std::string_view name{}, project{}, source{}, note{};
  std::string_view operation{}, mark{};
  double gpus{}, days{};
  double predicted = NaN;        // knowing nothing of outages: none
  double knowing = NaN;          // knowing who restarts: the outages of other projects
  double low = NaN, high = NaN;  // at the outages of limits/reported.hpp, or the spread of starts
  double goodput = NaN, interruptions = NaN, expected_interruptions = NaN;
  double downtime = NaN;       // at which the model gives what was reported; of a start: its time
  std::string_view verdict{};  // inside, outside; empty: no goodput was told
};
constexpr auto fields(const StoryAnswer*) {
  using A = StoryAnswer;
  return std::tuple(
      ResultField("name", &A::name, "", "of the story"), ResultField("project", &A::project, "", "whose run it is"),
      ResultField("operation", &A::operation, "", "who restarted: by hand, automatic; start and evaluation: nothing failed"),
      ResultField("gpus", &A::gpus, "1", "of the run"), ResultField("days", &A::days, "d", "that it took"),
      ResultField("predicted", &A::predicted, "1", "goodput knowing nothing of outages: none"),
      ResultField("knowing", &A::knowing, "1", "goodput knowing who restarts: at the median outage of other projects"),
      ResultField("low", &A::low, "1", "goodput at the longest outages of its kind"),
      ResultField("high", &A::high, "1", "at the shortest"), ResultField("goodput", &A::goodput, "1", "that was reported"),
      ResultField("verdict", &A::verdict, "", "whether that is inside, to a point"),
      ResultField("downtime", &A::downtime, "s", "at which the model gives what was reported; of a start how long it took"),
      ResultField("expected_interruptions", &A::expected_interruptions, "1", "at the rate of the time"),
      ResultField("interruptions", &A::interruptions, "1", "that were reported"),
      ResultField("mark", &A::mark, "", "P, P2, D or A"), ResultField("source", &A::source, "", "where it is told"),
      ResultField("note", &A::note, "", "what is printed, and what was assumed"));
}

/// How far predictions are off, by who restarted.
struct StoryErrors {
  std::string_view operation{};
  double stories{}, projects{}, inside{};
  double mean_error = NaN, median_error = NaN;                  // |predicted - goodput|
  double knowing_mean_error = NaN, knowing_median_error = NaN;  // of those that know who restarts
  double bias = NaN, knowing_bias = NaN;                        // mean of predicted - goodput
};
constexpr auto fields(const StoryErrors*) {
  using E = StoryErrors;
  return std::tuple(
      ResultField("operation", &E::operation, "", "who restarted; all: everything that fails"),
      ResultField("stories", &E::stories, "1", "with a goodput"),
      ResultField("projects", &E::projects, "1", "that they are of"),
      ResultField("inside", &E::inside, "1", "stories in their band"),
      ResultField("mean_error", &E::mean_error, "1", "of the goodput predicted without outages"),
      ResultField("median_error", &E::median_error, "1", "of the same"),
      ResultField("bias", &E::bias, "1", "mean of what is predicted too much"),
      ResultField("knowing_mean_error", &E::knowing_mean_error, "1", "knowing who restarts, one project left out"),
      ResultField("knowing_median_error", &E::knowing_median_error, "1", "of the same"),
      ResultField("knowing_bias", &E::knowing_bias, "1", "of the same"));
}

namespace detail {

inline double median_of(std::vector<double> x) {
  if (x.empty()) return NaN;
  std::sort(x.begin(), x.end());
  return (x[(x.size() - 1) / 2] + x[x.size() / 2]) / 2;
}
/// At which the model gives the goodput that was reported; 0 where it gives less without any.
inline double downtime_told(const Story& story) {
  const double best = strategies::goodput(story.run(0), strategies::blocking());
  return (std::max)(0.0, (best / story.goodput - 1) * story.run(0).gpu_mttf / story.gpus);
}
/// The median outage of stories of other projects that were restarted in the same way.
inline double downtime_of_others(const Story& story) {
  std::vector<double> downtimes;
  for (const auto& [name, other, mark, source, note] : stories)
    if (other.operation == story.operation && other.project != story.project && other.goodput == other.goodput)
      downtimes.push_back(downtime_told(other));
  return median_of(std::move(downtimes));
}
inline const limits::ReportedOperation& reported_like(const Story& story) {
  return limits::reported_operations[story.operation == StoryOf::by_hand ? 0 : 1];
}
inline double goodput_at(const Story& story, double downtime) {
  return strategies::goodput(story.run(downtime), strategies::blocking());
}
/// A run that nothing stops: its steps, evaluations and a start of some length.
inline double goodput_started(const Story& story, double start) {
  return story.step_time / (story.step_time + story.evaluation_time + start);
}
inline void predict(const Story& story, StoryAnswer& answer) {
  if (!story.has_failures()) {
    const auto& law = find(restarts, "restart", "mlperf").value;
    const double start = law.parts.communicators_at(story.gpus);
    answer.predicted = 1, answer.knowing = goodput_started(story, start), answer.downtime = story.start_time;
    answer.low = goodput_started(story, start * law.spread), answer.high = goodput_started(story, start / law.spread);
    return;
  }
  const auto& reported = reported_like(story);
  answer.predicted = goodput_at(story, 0), answer.knowing = goodput_at(story, downtime_of_others(story));
  answer.low = goodput_at(story, reported.greatest()), answer.high = goodput_at(story, reported.least());
  answer.expected_interruptions = story.gpus * story.days * units::day / story.run(0).gpu_mttf;
  if (story.goodput == story.goodput) answer.downtime = downtime_told(story);
}

}  // namespace detail

/// Every story beside what was to be expected of it.
template <class = void>
std::vector<StoryAnswer> story_answers() {
  constexpr double slack = 0.01;
  std::vector<StoryAnswer> all;
  for (const auto& [name, story, mark, source, note] : stories) {
    StoryAnswer& answer = all.emplace_back();
    answer.name = name, answer.project = story.project, answer.source = source, answer.note = note;
    answer.operation = to_word(story.operation), answer.mark = to_text(mark);
    answer.gpus = story.gpus, answer.days = story.days;
    answer.goodput = story.goodput, answer.interruptions = story.interruptions;
    detail::predict(story, answer);
    if (story.goodput == story.goodput)
      answer.verdict = story.goodput >= answer.low - slack && story.goodput <= answer.high + slack ? "inside" : "outside";
  }
  return all;
}

/// Errors by who restarted, those of all that fails last.
template <class = void>
std::vector<StoryErrors> story_errors(const std::vector<StoryAnswer>& answers) {
  std::vector<StoryErrors> all;
  const auto add = [&](std::string_view operation, const auto& take) {
    std::vector<double> before, after;
    std::map<std::string_view, int> projects;
    StoryErrors& of = all.emplace_back();
    of.operation = operation, of.bias = of.knowing_bias = of.mean_error = of.knowing_mean_error = 0;
    for (const StoryAnswer& one : answers) {
      if (!take(one) || one.verdict.empty()) continue;
      ++of.stories, ++projects[one.project], of.inside += one.verdict == "inside";
      const double b = one.predicted - one.goodput, a = one.knowing - one.goodput;
      before.push_back(std::abs(b)), after.push_back(std::abs(a));
      of.bias += b, of.knowing_bias += a, of.mean_error += std::abs(b), of.knowing_mean_error += std::abs(a);
    }
    of.projects = static_cast<double>(projects.size());
    for (double* mean : {&of.bias, &of.knowing_bias, &of.mean_error, &of.knowing_mean_error}) *mean /= of.stories;
    of.median_error = detail::median_of(before), of.knowing_median_error = detail::median_of(after);
  };
  for (const auto& [word, operation] : words_of<StoryOf>)
    add(word, [&](const StoryAnswer& one) { return one.operation == word; });
  add("all that fails", [](const StoryAnswer& one) { return one.operation != to_word(StoryOf::start); });
  return all;
}

}  // namespace scaling_limits::published
