// SPDX-License-Identifier: Apache-2.0
// Gradient compression as published: Vogels et al., "PowerSGD", NeurIPS 2019; Tang et al., "1-bit Adam", ICML 2021;
// Agarwal et al., "On the Utility of Gradient Compression in Distributed Training Systems", MLSys 2022.
#pragma once
#include "../version.hpp"

#include "../core/units.hpp"
#include "../parallelism/compression.hpp"
#include "estimate.hpp"

namespace scaling_limits::published {

namespace detail {

/// The layers of ResNet-18 for 32 x 32 images: matrices as PowerSGD sees them (out x in k^2), all else as vectors.
inline double resnet18_power_sgd(double rank) {
  std::vector<std::pair<double, double>> matrices;
  double vectors = 0;
  const auto convolution = [&](double out, double in, double kernel) {
    matrices.emplace_back(out, in * kernel * kernel);
    vectors += 2 * out;
  };
  convolution(64, 3, 3);
  double in = 64;
  for (const double out : {64., 128., 256., 512.}) {
    convolution(out, in, 3);
    if (out != in) convolution(out, in, 1);
    for (int i = 0; i < 3; ++i) convolution(out, out, 3);
    in = out;
  }
  matrices.emplace_back(10, 512);
  return parallelism::power_sgd_ratio(matrices, rank, vectors + 10);
}

}  // namespace detail

template <class = void>
Estimates compression() {
  const Source power{"T. Vogels et al., PowerSGD: Practical Low-Rank Gradient Compression", 2019},
      adam{"H. Tang et al., 1-bit Adam: Communication Efficient Large-Scale Training", 2021},
      utility{"S. Agarwal et al., On the Utility of Gradient Compression in Distributed Training Systems", 2022};
  return {
      {power, "compression.power_sgd_rank1", "ResNet-18, rank 1: bytes saved", Mark::published, "11,173,962 parameters",
       digits(243, "243 x", 3), "1", "parallelism.power_sgd_ratio", detail::resnet18_power_sgd(1)},
      {power, "compression.power_sgd_rank2", "ResNet-18, rank 2: bytes saved", Mark::published, "11,173,962 parameters",
       digits(136, "136 x", 3), "1", "parallelism.power_sgd_ratio", detail::resnet18_power_sgd(2)},
      {adam, "compression.one_bit_adam", "volume saved with 15 % of the steps as warm-up", Mark::published,
       "warm-up share 0.15", at_most(5, "up to 5 x", 1), "1", "parallelism.one_bit_adam_ratio",
       parallelism::one_bit_adam_ratio(0.15)},
      {utility, "compression.break_even", "bandwidth below which a compressor of ratio 53 pays", Mark::derived,
       "97.5 MB, 64 ranks, ratio 53, backward 0.122 s, encode 0.045 s", digits(1.12773e9, "1.12773e9 B/s", 6), "B/s",
       "parallelism.compression_break_even_bandwidth",
       parallelism::compression_break_even_bandwidth(97.5e6, 64, 53, 0.122, 0.045)},
      {utility, "compression.break_even_line_rate", "the same as a line rate, as printed", Mark::second_source,
       "97.5 MB, 64 ranks, ratio 53, backward 0.122 s, encode 0.045 s",
       known_to_deviate(digits(8, "about 8 Gb/s", 1, units::Gbit), 12.77,
                        "printed as 'about'; the model has no latency and one bandwidth"),
       "B/s", "parallelism.compression_break_even_bandwidth",
       parallelism::compression_break_even_bandwidth(97.5e6, 64, 53, 0.122, 0.045)},
  };
}

}  // namespace scaling_limits::published
