// SPDX-License-Identifier: Apache-2.0
// Trends by year as Epoch AI prints them, a factor beside a doubling time; training compute by the tables of its authors;
// clusters in H100-equivalents.
#pragma once
#include "../version.hpp"

#include "../core/units.hpp"
#include "../run/growth_by_year.hpp"
#include "../workload/h100_equivalents.hpp"
#include "hoffmann.hpp"

namespace scaling_limits::published {

template <class = void>
Estimates compute_trends() {
  using growth::years_to_double;
  const Source hardware{"Epoch AI, Machine Learning Hardware, data insights of 16 January 2025", 2025};
  const Source hardware_2024{"Epoch AI, Machine Learning Hardware, data insights of 13 November 2024", 2024};
  const Source trends{"Epoch AI, AI Trends, 22 November 2023", 2023};
  const Source ml_hardware{"M. Hobbhahn et al., Trends in Machine Learning Hardware, Epoch AI", 2023};
  const Source compute{"Epoch AI, The training compute of notable AI models is doubling roughly every five months", 2025};
  const Source compute_2024{"R. Rahman, D. Owen, The training compute of notable AI models, Epoch AI, 19 June 2024", 2024};
  const Source language{"Epoch AI, AI Trends: training compute of frontier language models", 2025};
  const Source stock{"Epoch AI, The stock of computing power from NVIDIA chips is doubling every 10 months", 2025};
  const Source sales{"Epoch AI, AI chip sales data", 2025};
  const Source clusters_paper{"K. Pilz et al., Trends in AI Supercomputers, arXiv 2504.16026", 2025};
  const Source movement{"E. Erdil, D. Schneider-Joseph, Data movement limits to frontier model training, arXiv 2411.01137",
                        2024};
  const Source cluster_data{"Epoch AI, GPU clusters data", 2025};
  const Source gpt3{"T. Brown et al., Language Models are Few-Shot Learners, arXiv 2005.14165, table D.1", 2020};
  const Source llama{"The Llama 3 Herd of Models, arXiv 2407.21783", 2024};
  const double year = units::year, month = year / 12;
  const std::string_view doubling = "growth.years_to_double", equivalent = "workload.h100_equivalents";
  Estimates rows;
  const auto trend = [&](const Source& source, std::string_view id, std::string_view quantity, Mark mark,
                         std::string_view inputs, double factor, const Printed& printed) {
    rows.push_back({source, id, quantity, mark, inputs, printed, "s", doubling, years_to_double(factor) * year});
  };
  trend(hardware, "trends.hardware", "peak at 16 bits doubles in", Mark::published, "29 % a year", 1.29,
        digits(2.7, "2.7 years", 2, year));
  trend(hardware_2024, "trends.hardware_2024", "peak at 16 bits doubles in", Mark::published, "28 % a year", 1.28,
        digits(2.8, "2.8 years", 2, year));
  trend(trends, "trends.hardware_2023", "peak at 32 bits doubles in", Mark::published, "1.35 a year", 1.35,
        digits(2.3, "2.3 years", 2, year));
  trend(compute, "trends.compute", "training compute of notable models doubles in", Mark::published, "4.6 a year", 4.6,
        digits(5, "~5 months", 1, month));
  trend(compute_2024, "trends.compute_2024", "training compute of notable models doubles in", Mark::published, "4.5 a year",
        4.5, digits(6, "~6 months", 1, month));
  trend(language, "trends.language_models", "training compute of frontier language models doubles in", Mark::second_source,
        "5 a year", 5, digits(5.2, "5.2 months", 2, month));
  trend(stock, "trends.nvidia_stock", "installed NVIDIA compute doubles in", Mark::published, "2.3 a year", 2.3,
        digits(10, "10 months", 2, month));
  trend(sales, "trends.chip_stock", "compute of all AI chips doubles in", Mark::second_source, "3.4 a year", 3.4,
        digits(7, "7 months", 1, month));
  trend(clusters_paper, "trends.supercomputers", "performance of the leading AI supercomputers doubles in", Mark::published,
        "2.5 a year", 2.5, digits(9, "9 months", 1, month));
  rows.insert(
      rows.end(),
      {{ml_hardware, "trends.memory_capacity", "growth of memory capacity a year", Mark::derived, "doubles in 4 years",
        digits(1.189, "1.189", 4), "1", "growth.factor_of_doubling", growth::factor_of_doubling(4)},
       {ml_hardware, "trends.memory_bandwidth", "growth of memory bandwidth a year", Mark::derived, "doubles in 4.1 years",
        digits(1.184, "1.184", 4), "1", "growth.factor_of_doubling", growth::factor_of_doubling(4.1)},
       {compute_2024, "trends.months_of_4_5", "doubling time of 4.5 a year", Mark::derived, "4.5 a year",
        digits(5.530, "5.530 months", 4, month), "s", doubling, years_to_double(4.5) * year},
       {movement, "trends.two_orders", "two orders of magnitude above the largest run are reached in", Mark::published,
        "from 1e26 to 1e28 FLOP; 4.5 a year, the middle of 4 to 5", digits(3, "3 years", 1, year), "s", "growth.years_to_cross",
        growth::years_to_cross(1e26, 4.5, 1e28, 1.) * year},
       {movement, "trends.demand_meets_supply", "16,384 growing 2.4 a year meet 1e6 growing 1.3", Mark::derived,
        "round numbers of ours", digits(6.705953, "6.705953 years", 7, year), "s", "growth.years_to_cross",
        growth::years_to_cross(16384, 2.4, 1e6, 1.3) * year},
       {cluster_data, "equivalents.gpt4", "the cluster of GPT-4 in H100-equivalents, 8 bits", Mark::published,
        "25,000 A100 of 624e12 operations/s", digits(7883, "7,883", 4), "GPU", equivalent,
        workload::h100_equivalents(25'000, 624e12)},
       {cluster_data, "equivalents.a100_bf16", "the same at 16 bits", Mark::derived, "25,000 A100 of 312e12 FLOP/s",
        digits(7884, "7,884", 4), "GPU", equivalent, workload::h100_equivalents(25'000, 312e12, workload::PeakFormat::bf16)},
       {cluster_data, "equivalents.v100", "10,000 V100 in H100-equivalents, 8 bits", Mark::derived,
        "125e12 FLOP/s at 16 bits, the most they have", digits(631.6, "631.6", 4), "GPU", equivalent,
        workload::h100_equivalents(10'000, 125e12)},
       {cluster_data, "equivalents.v100_bf16", "the same at 16 bits: twice as many", Mark::derived, "125e12 FLOP/s",
        digits(1263, "1,263", 4), "GPU", equivalent, workload::h100_equivalents(10'000, 125e12, workload::PeakFormat::bf16)}});

  const std::string_view total = "total training compute";
  for (const detail::ComputeRow& row : std::initializer_list<detail::ComputeRow>{
           {"training.bert_base", total, "BERT-Base: 109e6 parameters, 250e9 tokens", 109e6, 250e9, 0, 1.64e20, "1.64e20"},
           {"training.bert_large", total, "BERT-Large: 355e6 parameters, 250e9 tokens", 355e6, 250e9, 0, 5.33e20, "5.33e20"},
           {"training.roberta_base", total, "RoBERTa-Base: 125e6 parameters, 2e12 tokens", 125e6, 2e12, 0, 1.50e21, "1.50e21"},
           {"training.roberta_large", total, "RoBERTa-Large: 355e6 parameters, 2e12 tokens", 355e6, 2e12, 0, 4.26e21,
            "4.26e21"},
           {"training.gpt3_small", total, "GPT-3 Small: 125e6 parameters, 300e9 tokens", 125e6, 300e9, 0, 2.25e20, "2.25e20"},
           {"training.gpt3_medium", total, "GPT-3 Medium: 356e6 parameters, 300e9 tokens", 356e6, 300e9, 0, 6.41e20, "6.41e20"},
           {"training.gpt3_large", total, "GPT-3 Large: 760e6 parameters, 300e9 tokens", 760e6, 300e9, 0, 1.37e21, "1.37e21"},
           {"training.gpt3_xl", total, "GPT-3 XL: 1,320e6 parameters, 300e9 tokens", 1320e6, 300e9, 0, 2.38e21, "2.38e21"},
           {"training.gpt3_2_7b", total, "GPT-3 2.7B: 2,650e6 parameters, 300e9 tokens", 2650e6, 300e9, 0, 4.77e21, "4.77e21"},
           {"training.gpt3_6_7b", total, "GPT-3 6.7B: 6,660e6 parameters, 300e9 tokens", 6660e6, 300e9, 0, 1.20e22, "1.20e22"},
           {"training.gpt3_13b", total, "GPT-3 13B: 12,850e6 parameters, 300e9 tokens", 12850e6, 300e9, 0, 2.31e22, "2.31e22"},
           {"training.gpt3_175b", total, "GPT-3 175B: 174,600e6 parameters, 300e9 tokens", 174600e6, 300e9, 0, 3.14e23,
            "3.14e23"}})
    rows.push_back(detail::of_training(gpt3, Mark::second_source, row));
  rows.push_back({llama, "training.llama3_405b", total, Mark::second_source, "405e9 parameters, 15.6e12 tokens",
                  digits(3.8e25, "3.8e25", 2), "FLOP", "workload.training_compute",
                  workload::training_compute(405e9, 15.6e12)});
  return rows;
}

}  // namespace scaling_limits::published
