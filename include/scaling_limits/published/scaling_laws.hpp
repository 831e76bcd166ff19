// SPDX-License-Identifier: Apache-2.0
// Published coefficients of scaling laws. They disagree: at the compute of Chinchilla, 6 x 70e9 x 1.4e12 FLOP, the best model
// has 18.4 tokens per parameter by besiroglu_2024, 19.6 by muennighoff_2023, 59.2 by hoffmann_2022_tex, 92.8 by hoffmann_2022.
#pragma once
#include "../version.hpp"

#include "../workload/scaling_law.hpp"
#include "preset.hpp"

namespace scaling_limits::published {

inline const Preset<workload::ScalingLaw<>> scaling_laws[] = {
    {"besiroglu_2024",
     {.irreducible_loss = 1.8172,
      .parameter_scale = 482.01,
      .token_scale = 2085.43,
      .parameter_exponent = 0.3478,
      .token_exponent = 0.3658},
     Mark::second_source,
     "T. Besiroglu et al., Chinchilla Scaling: A replication attempt, arXiv 2404.10102, 2024",
     "standard errors 0.03, 124.58, 1293.23, 0.02, 0.02; fitted to Hoffmann's own runs, read off a figure"},
    {"hoffmann_2022",
     {.irreducible_loss = 1.69,
      .parameter_scale = 406.4,
      .token_scale = 410.7,
      .parameter_exponent = 0.34,
      .token_exponent = 0.28},
     Mark::published,
     "J. Hoffmann et al., Training Compute-Optimal Large Language Models, arXiv 2203.15556, 2022, equation 10",
     "approach 3, as printed: rounded so far that it does not give the paper's own exponent"},
    {"hoffmann_2022_tex",
     {.irreducible_loss = 1.6934,
      .parameter_scale = 406.4,
      .token_scale = 410.7,
      .parameter_exponent = 0.3392,
      .token_exponent = 0.2849},
     Mark::second_source,
     "J. Hoffmann et al., arXiv 2203.15556, 2022, equation 10 in the TeX source of the paper",
     "approach 3 with more digits; closer to the paper's tables, but not theirs"},
    {"muennighoff_2023",
     {.irreducible_loss = std::exp(0.6254804),
      .parameter_scale = std::exp(6.255414),
      .token_scale = std::exp(7.3049974),
      .parameter_exponent = 0.3526596,
      .token_exponent = 0.3526596},
     Mark::second_source,
     "N. Muennighoff et al., Scaling Data-Constrained Language Models, arXiv 2305.16264, 2023, appendix A and code",
     "data of C4; the same exponent for both; workload::effective_tokens belongs to it"},
};

inline const workload::ScalingLaw<>& scaling_law(std::string_view name) {
  return find(scaling_laws, "scaling law", name).value;
}

}  // namespace scaling_limits::published
