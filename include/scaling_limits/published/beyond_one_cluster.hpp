// SPDX-License-Identifier: Apache-2.0
// Sites, learners, clients, trials and adapters: what their sources print, and what the models here say of a run of 405e9
// parameters (docs/derivations.md, "Exchanges every H steps" and "Learners that fail apart").
//
// Douillard et al. print goodputs of a simulation. 1/g = 1/a + s n/MTBI of one learner has two unknowns, the share a that is
// left at no failure and the stall s; they are fitted to two of the numbers, the others follow.
#pragma once
#include "../version.hpp"

#include <utility>
#include <vector>

#include "../analysis/compare_sites.hpp"
#include "../cluster/gang_limit.hpp"
#include "../core/units.hpp"
#include "../failures/lognormal.hpp"
#include "../federated/cohort.hpp"
#include "../federated/over_selection.hpp"
#include "../federated/round.hpp"
#include "../federated/secure_aggregation.hpp"
#include "../limits/best_learner.hpp"
#include "../limits/max_workers.hpp"
#include "../limits/replica_cost.hpp"
#include "../limits/trials.hpp"
#include "../parallelism/local_updates.hpp"
#include "../search/hyperband.hpp"
#include "../search/successive_halving.hpp"
#include "../strategies/elastic.hpp"
#include "../workload/adapters.hpp"
#include "estimate.hpp"
#include "replica_losses.hpp"

namespace scaling_limits::published {

namespace detail {

/// The million-chip table of Douillard et al. 2026: chips that fail once a year.
template <class S = double>
struct MillionChips {
  static constexpr double mtbi = units::year, chips = 1.2e6, learners = 8, in_step = 0.58, apart = 0.88;
  double stall = (1 / in_step - 1 / apart) / (chips / mtbi * (1 - 1 / learners));
  double available = 1 / (1 / in_step - stall * chips / mtbi);

  double goodput(double gpus, double number) const {
    const TrainingRun<S> run{.gpus = gpus, .gpu_mttf = mtbi, .checkpoint_bytes = 0, .write_bandwidth = inf};
    const strategies::Elastic<S> elastic{.replicas = 1000, .stall_time = stall, .outage = stall};
    return 1 / (strategies::overhead(run, strategies::independent(number, elastic)) + 1 / available);
  }
};

/// So many square matrices of that width.
inline double low_rank(double matrices, double width, double rank) {
  const std::pair<double, double> one[] = {{width, width}};
  return matrices * workload::adapter_parameters(one, rank);
}

/// Trials that each bracket begins with, the largest first.
template <class = void>
std::vector<double> first_trials(double budget, double reduction) {
  std::vector<double> trials;
  for (const auto& rung : search::brackets(budget, reduction))
    if (rung.rung == 0) trials.push_back(rung.trials);
  return trials;
}

}  // namespace detail

// of any scalar, so that nothing is compiled before it is asked for
template <class S = double>
Estimates beyond_one_cluster() {
  const Source douillard{"A. Douillard et al., Decoupled DiLoCo for Resilient Distributed Pre-training, arXiv 2604.21428",
                         2026};
  const Source power{"Epoch AI, Could decentralized training solve AI's power problem?", 2025};
  const Source bonawitz{"K. Bonawitz et al., Practical Secure Aggregation for Federated Learning, arXiv 1611.04482", 2016};
  const Source at_scale{"K. Bonawitz et al., Towards Federated Learning at Scale: System Design, arXiv 1902.01046", 2019};
  const Source asha{"L. Li et al., A System for Massively Parallel Hyperparameter Tuning, arXiv 1810.05934", 2020};
  const Source li{"L. Li et al., Hyperband: A Novel Bandit-Based Approach to Hyperparameter Optimization, JMLR 18(185)", 2018};
  const Source hu{"E. Hu et al., LoRA: Low-Rank Adaptation of Large Language Models, repository microsoft/LoRA", 2021};
  const Source jaghouar{"S. Jaghouar et al., INTELLECT-1 Technical Report, arXiv 2412.01152", 2024};
  const Source ours{"docs/derivations.md", 2026};

  const detail::MillionChips<S> table;
  const auto predicted = [](double value, std::string_view text) {
    return Printed{value, text, 0.045, "two parameters fitted to two rounded numbers"};
  };
  const std::string_view apart = "strategies.independent", chip = "1.2e6 chips that fail once a year",
                         twice = "2.4e6 chips that fail once a year";

  const TrainingRun<S> run{.gpus = 1e5,
                           .gpu_mttf = 50677 * units::hour,
                           .checkpoint_bytes = 2.5e12,
                           .write_bandwidth = 1e12,
                           .initialization_time = 300};
  const double work = 6 * 405e9 * 16777216 / 400e12;
  const limits::StrongScaling<S> step{101035};
  const auto on_sites = [&](double exchange_steps, bool together, double exponent = 0) {
    const analysis::Sites<S> sites{.sites = 2,
                                   .bandwidth = 125e9,
                                   .bytes = 810e9,
                                   .latency = 0.005,
                                   .exchange_steps = exchange_steps,
                                   .replica_exponent = exponent,
                                   .apart = together ? 0.0 : 1.0};
    return analysis::compare_sites(run, work, sites, std::vector{1.0, 2.0, 4.0, 8.0}, limits::peak_throughput{},
                                   strategies::blocking(), step);
  };
  const auto every = on_sites(1, true), rarely = on_sites(100, false);
  const std::string_view sites = "analysis.compare_sites", of_405b = "405e9 parameters, 1 Tb/s, 5 ms, restarts of 300 s";
  const double exponent = replica_law("charles_2025_joint").compute_exponent();
  const double at_10b = replica_law("charles_2025_10b").compute_exponent();
  const auto joint = on_sites(100, false, exponent), by_10b = on_sites(100, false, at_10b);
  const double learner = limits::best_learner(run, exponent).value;
  const limits::Trials<S> trials{256, 4, 4};
  const std::vector<double> sizes{1, 2, 4, 8, 16, 32, 64}, shares{0.70, 0.10, 0.06, 0.08, 0.03, 0.02, 0.01};
  const std::string_view mix = "sizes 1 to 64 by twos, shares 0.70 0.10 0.06 0.08 0.03 0.02 0.01";
  const auto brackets = detail::first_trials(81, 3);
  const federated::Round round{.asked = 390, .reports = 300, .dropout = 0.1, .timeout = 300};
  const failures::Lognormal<S> reporting{std::log(60.0), 0.6};
  const std::string_view of_round = "300 of 390 clients, 10 % lost, log-normal: median 60 s, sigma 0.6";
  const std::string_view of_brackets = "search.brackets", of_81 = "budget 81, reduction 3";
  const std::string_view of_asked = "federated.least_asked";
  const auto asked = [](double reports, double dropout) { return federated::least_asked(reports, dropout, 0.99) / reports; };
  const std::string_view of_matrices = "workload.adapter_parameters";
  constexpr double mega = 1048576;
  const std::string_view utilization = "parallelism.local_update_utilization";
  const auto between_exchanges = [](double exchange) {  // 100 steps
    return parallelism::local_update_utilization(100, 38 * 60 / 100., exchange);
  };

  Estimates rows{
      {douillard, "decoupled.in_step", "goodput of one learner in step", Mark::second_source, chip, digits(0.58, "58 %", 2),
       "1", apart, table.goodput(1.2e6, 1)},
      {douillard, "decoupled.8_learners", "goodput of 8 learners", Mark::second_source, chip, digits(0.88, "88 %", 2), "1",
       apart, table.goodput(1.2e6, 8)},
      {douillard, "decoupled.2_learners", "goodput of 2 learners", Mark::second_source, chip, predicted(0.70, "70 %"), "1",
       apart, table.goodput(1.2e6, 2)},
      {douillard, "decoupled.16_learners", "goodput of 16 learners", Mark::second_source, chip, predicted(0.93, "93 %"), "1",
       apart, table.goodput(1.2e6, 16)},
      {douillard, "decoupled.in_step_twice", "goodput of one learner in step", Mark::second_source, twice,
       predicted(0.40, "40 %"), "1", apart, table.goodput(2.4e6, 1)},
      {douillard, "decoupled.8_learners_twice", "goodput of 8 learners", Mark::second_source, twice, predicted(0.80, "80 %"),
       "1", apart, table.goodput(2.4e6, 8)},
      {douillard, "decoupled.16_learners_twice", "goodput of 16 learners", Mark::second_source, twice, predicted(0.86, "86 %"),
       "1", apart, table.goodput(2.4e6, 16)},
      {douillard, "decoupled.available", "share that is left where nothing fails, fitted", Mark::derived, "58 % and 88 %",
       digits(0.95021277, "0.95021277", 8), "1", apart, table.available},
      {douillard, "decoupled.stall", "stall of a failure, fitted", Mark::derived, "58 % and 88 %",
       digits(17.665472, "17.665472 s", 8), "s", apart, table.stall},

      {power, "epoch.loop", "one exchange around a loop of 4,800 km", Mark::second_source,
       "72e12 parameters of 2 bytes, 6 Pb/s", digits(0.22, "about 220 ms", 2), "s", "network.loop_exchange_time",
       network::loop_exchange_time(144e12, 6e15 / 8, 4.8e6)},

      {jaghouar, "intellect.usa", "share of the time not spent in exchanges, in one country", Mark::second_source,
       "38 min between exchanges, 103 s for one", digits(0.957, "95.7 %", 3), "1", utilization, between_exchanges(103)},
      {jaghouar, "intellect.two_continents", "likewise, on two continents", Mark::second_source,
       "38 min between exchanges, 382 s for one", digits(0.856, "85.6 %", 3), "1", utilization, between_exchanges(382)},
      {jaghouar, "intellect.three_continents", "likewise, on three continents", Mark::second_source,
       "38 min between exchanges, 469 s for one", known_to_deviate(digits(0.83, "83.0 %", 3), -0.07, "times are medians"), "1",
       utilization, between_exchanges(469)},

      {bonawitz, "secure_aggregation.1024", "bytes sent over bytes of values", Mark::second_source,
       "2^10 clients, 2^20 values of 16 bits", digits(1.73, "1.73", 3), "1", "federated.secure_aggregation_expansion",
       federated::secure_aggregation_expansion(1024, 1048576, 16)},
      {bonawitz, "secure_aggregation.16384", "bytes sent over bytes of values", Mark::second_source,
       "2^14 clients, 2^24 values of 16 bits", digits(1.98, "1.98", 3), "1", "federated.secure_aggregation_expansion",
       federated::secure_aggregation_expansion(16384, 16777216, 16)},

      {at_scale, "over_selection.100_6", "clients to ask for each report wanted", Mark::published,
       "100 reports, 6 % of clients lost, 99 % of rounds complete", enough(1.3, "130 %", 1), "1", of_asked, asked(100, 0.06)},
      {at_scale, "over_selection.100_10", "clients to ask for each report wanted", Mark::published,
       "100 reports, 10 % of clients lost, 99 % of rounds complete", enough(1.3, "130 %", 1), "1", of_asked, asked(100, 0.10)},
      {at_scale, "over_selection.300_10", "clients to ask for each report wanted", Mark::published,
       "300 reports, 10 % of clients lost, 99 % of rounds complete", enough(1.3, "130 %", 1), "1", of_asked, asked(300, 0.10)},
      {at_scale, "over_selection.1000_10", "clients to ask for each report wanted", Mark::published,
       "1,000 reports, 10 % of clients lost, 99 % of rounds complete", enough(1.3, "130 %", 1), "1", of_asked,
       asked(1000, 0.10)},

      {asha, "asha.first_result", "time to the first trial of the whole budget, in times of such a trial", Mark::second_source,
       "reduction 3, budgets of 1 to 9, 9 workers", exactly(13 / 9., "13/9"), "1", "search.first_result",
       search::first_result(3, 2)},
      {li, "hyperband.bracket_4", "trials of the bracket of most", Mark::second_source, of_81, exactly(81, "81"), "1",
       of_brackets, brackets.at(0)},
      {li, "hyperband.bracket_3", "trials of the next", Mark::second_source, of_81, exactly(34, "34"), "1", of_brackets,
       brackets.at(1)},
      {li, "hyperband.bracket_2", "trials of the next", Mark::second_source, of_81, exactly(15, "15"), "1", of_brackets,
       brackets.at(2)},
      {li, "hyperband.bracket_1", "trials of the next", Mark::second_source, of_81, exactly(8, "8"), "1", of_brackets,
       brackets.at(3)},
      {li, "hyperband.bracket_0", "trials of the last, each with the whole budget", Mark::second_source, of_81, exactly(5, "5"),
       "1", of_brackets, brackets.at(4)},

      {hu, "lora.deberta_xxl", "adapter parameters of DeBERTa XXL", Mark::published, "48 layers, 2 matrices of 1536, rank 16",
       digits(4.7e6, "4.7M", 2), "1", of_matrices, detail::low_rank(96, 1536, 16)},
      {hu, "lora.gpt2_medium", "adapter parameters of GPT-2 medium", Mark::published, "24 layers, 2 matrices of 1024, rank 4",
       digits(0.393e6, "0.393M", 3), "1", of_matrices, detail::low_rank(48, 1024, 4)},
      {hu, "lora.gpt2_medium_bytes", "its adapters in fp32", Mark::published, "24 layers, 2 matrices of 1024, rank 4",
       digits(1.5, "1.5 MB", 2, mega), "B", of_matrices, 4 * detail::low_rank(48, 1024, 4)},
      {hu, "lora.gpt2_medium_readme", "adapter parameters of GPT-2 medium", Mark::published,
       "24 layers, 2 matrices of 1024, rank 4",
       known_to_deviate(digits(0.35e6, "0.35M", 2), 12.35, "the same repository's own file says 0.393M"), "1", of_matrices,
       detail::low_rank(48, 1024, 4)},
      {hu, "lora.roberta_base", "adapter parameters of RoBERTa base", Mark::published, "12 layers, 2 matrices of 768, rank 8",
       known_to_deviate(digits(0.8e6, "0.8M", 1), -63.14, "what is printed counts the head of the task"), "1", of_matrices,
       detail::low_rank(24, 768, 8)},

      {charles_2025, "charles.exponent", "b: replicas do the work of M^-b, by the joint law", Mark::derived,
       "2 x 0.0116 / 0.0985", digits(0.235532995, "0.235532995", 9), "1", "workload.ReplicaLaw.compute_exponent", exponent},
      {ours, "sites.one_worth", "worth of one site at its largest size", Mark::derived, of_405b, digits(44861.3, "44,861.3", 6),
       "GPU", sites, rarely[0].worth},
      {ours, "sites.every_step_worth", "worth of two sites that exchange every step and fail together", Mark::derived, of_405b,
       digits(9718.14, "9,718.14", 6), "GPU", sites, every[1].worth},
      {ours, "sites.apart_worth", "worth of two sites that exchange every 100 steps and fail apart", Mark::derived, of_405b,
       digits(52902.64, "52,902.64", 7), "GPU", sites, rarely[1].worth},
      {ours, "sites.break_even", "what replicas must leave for the second site to pay", Mark::derived, of_405b,
       digits(0.847998, "0.847998", 6), "1", sites, rarely[1].break_even},
      {ours, "sites.joint_worth", "the same by the joint law of what replicas cost", Mark::derived, of_405b,
       digits(44933.98, "44,933.98", 7), "GPU", sites, joint[1].worth},
      {charles_2025, "charles.exponent_10b", "b by the losses printed for 1e10 parameters", Mark::derived,
       "ln(2.096/2.086)/ln 4 over 0.0985, twice", digits(0.07005, "0.07005", 4), "1", "workload.ReplicaLaw.compute_exponent",
       at_10b},
      {ours, "sites.10b_worth", "the same by the losses printed for 1e10 parameters", Mark::derived, of_405b,
       digits(50395.0, "50,395", 5), "GPU", sites, by_10b[1].worth},
      {ours, "sites.four_worth", "worth of four sites, likewise, without what replicas cost", Mark::derived, of_405b,
       digits(60261.68, "60,261.68", 7), "GPU", sites, rarely[2].worth},
      {ours, "sites.eight_worth", "worth of eight", Mark::derived, of_405b, digits(66611.23, "66,611.23", 7), "GPU", sites,
       rarely[3].worth},
      {ours, "sites.link", "link of a site for 90 % of its steps' time, exchanging every 100 steps of 6 s", Mark::derived,
       "405e9 parameters of 2 bytes, 2 sites, 30 ms", digits(12.160945e9, "12.160945 GB/s", 8), "B/s",
       "parallelism.bandwidth_for_utilization", parallelism::bandwidth_for_utilization(0.9, 100, 6, 810e9, 2, 0.03)},
      {ours, "sites.fixed_size", "size at its peak where replicas of a fixed size are added", Mark::derived,
       "half size 101,035, b 0.2355", digits(327928.25, "327,928.25", 8), "GPU", "limits.ReplicaGrowth",
       limits::max_workers(limits::peak_throughput{}, "GPUs", step, limits::ReplicaGrowth<S>{exponent, 1}).value},
      {ours, "learners.best", "GPUs of the learner that is worth no splitting", Mark::derived,
       "2.5 TB at 1 TB/s, restarts of 300 s", digits(125078.18, "125,078.18", 8), "GPU", "limits.best_learner", learner},
      {ours, "learners.of_a_million", "such learners of a million GPUs", Mark::derived, "2.5 TB at 1 TB/s, restarts of 300 s",
       digits(7.9950, "7.9950", 5), "1", "limits.best_learner", 1e6 / learner},
      {ours, "cohort.best", "clients of the largest useful cohort", Mark::derived,
       "5.6 MB at 1.25 GB/s, rounds of 120 s, critical cohort 500", digits(2587.7458, "2,587.7458", 8), "1",
       "federated.best_cohort", federated::best_cohort(500, 120, 2 * 5.6e6 / 1.25e9)},
      {ours, "round.mean_time", "mean time of a round", Mark::derived, of_round, digits(113.0785351, "113.0785351 s", 10), "s",
       "federated.Round.mean_time", round.mean_time(reporting)},
      {ours, "round.dropout", "share of 130 clients asked that may be lost, if 99 % of rounds are to have 100 reports",
       Mark::derived, "no time limit", digits(0.15690, "0.15690", 5), "1", "federated.largest_dropout",
       federated::largest_dropout(130, 100, 0.99)},
      {ours, "search.half_lost", "workers at which half of a search in step is lost", Mark::derived,
       "256 trials, reduction 4, 5 rungs", exactly(5.6, "5.6"), "1", "limits.max_workers",
       limits::max_workers(limits::efficiency_at_least{0.5}, "workers", trials).value},
      {ours, "search.most", "workers that the same search is ever worth", Mark::derived, "256 trials, reduction 4, 5 rungs",
       digits(3.7536657, "3.7536657", 8), "1", "limits.Trials", 1e9 * trials.efficiency(1e9)},
      {ours, "gangs.64", "largest utilisation of 64 GPUs by gangs in order", Mark::derived, mix,
       digits(0.63872309, "0.63872309", 8), "1", "cluster.gang_limit", cluster::gang_limit(64, sizes, shares).utilization},
      {ours, "gangs.128", "largest utilisation of 128 GPUs by gangs in order", Mark::derived, mix,
       digits(0.89878779, "0.89878779", 8), "1", "cluster.gang_limit", cluster::gang_limit(128, sizes, shares).utilization},
      {ours, "adapters.memory", "memory of an 8B model at 2 bytes with adapters of rank 16 on all linears", Mark::derived,
       "8,030,261,248 and 41,943,040 parameters, 16 bytes of state", digits(16.731611e9, "16.731611 GB", 8), "B",
       "workload.adapter_memory", workload::adapter_memory(2 * 8030261248.0, 41943040.0)},
      {ours, "refreshes.saving", "retraining on everything 12 times over continuing with 5 % of replay", Mark::derived,
       "12 refreshes, 5 % replayed", exactly(6.175, "6.175"), "1", "workload.refresh_saving",
       workload::refresh_saving(12, 0.05)},
  };
  return rows;
}

}  // namespace scaling_limits::published
