// SPDX-License-Identifier: Apache-2.0
// Korthikanti et al., "Reducing Activation Recomputation in Large Transformer Models", 2022: activation memory of one layer.
//
// The source prints the formulas (table 2), not these sizes: the rows are derived, MiB by hand from the formulas.
//
// Known error of the source: it counts the recomputed attention core as s/(3h) in the FLOP bracket, three times the extra work
// (one more forward of it is s/(6h) -> (4/3) s/(6h)); workload/gpt_block.hpp offers both.
#pragma once
#include "../version.hpp"

#include "../core/units.hpp"
#include "../parallelism/memory.hpp"
#include "estimate.hpp"

namespace scaling_limits::published {

template <class = void>
Estimates korthikanti() {
  using enum parallelism::Recompute;
  const Source source{"V. Korthikanti et al., Reducing Activation Recomputation in Large Transformer Models", 2022};
  const auto row = [&](std::string_view id, std::string_view quantity, double mib, std::string_view text, bool large,
                       double tensor, bool sequence, parallelism::Recompute recompute) {
    return Estimate{source,
                    id,
                    quantity,
                    Mark::derived,
                    large ? "175B: hidden 12288, 96 heads, sequence 2048, micro-batch 1, tensor 8"
                          : "22B: hidden 6144, 64 heads, sequence 2048, micro-batch 4, tensor 8",
                    exactly(mib * units::MiB, text),
                    "B",
                    "parallelism.activation_bytes_per_layer",
                    large ? parallelism::activation_bytes_per_layer(2048, 1, 12288, 96, tensor, sequence, recompute)
                          : parallelism::activation_bytes_per_layer(2048, 4, 6144, 64, tensor, sequence, recompute)};
  };
  return {
      row("korthikanti.175b_none", "activations of a layer, not shared", 2736, "2736 MiB", true, 1, false, none),
      row("korthikanti.175b_tensor", "activations of a layer, tensor parallel", 552, "552 MiB", true, 8, false, none),
      row("korthikanti.175b_sequence", "activations of a layer, tensor + sequence parallel", 342, "342 MiB", true, 8, true,
          none),
      row("korthikanti.175b_selective", "activations of a layer, tensor parallel, selective recompute", 312, "312 MiB", true, 8,
          false, selective),
      row("korthikanti.175b_all", "activations of a layer, tensor + sequence + selective", 102, "102 MiB", true, 8, true,
          selective),
      row("korthikanti.175b_full", "activations of a layer, full recompute", 48, "48 MiB", true, 8, false, full),
      row("korthikanti.22b_none", "activations of a layer, not shared", 6752, "6752 MiB", false, 1, false, none),
      row("korthikanti.22b_tensor", "activations of a layer, tensor parallel", 1264, "1264 MiB", false, 8, false, none),
      row("korthikanti.22b_sequence", "activations of a layer, tensor + sequence parallel", 844, "844 MiB", false, 8, true,
          none),
      row("korthikanti.22b_selective", "activations of a layer, tensor parallel, selective recompute", 624, "624 MiB", false, 8,
          false, selective),
      row("korthikanti.22b_all", "activations of a layer, tensor + sequence + selective", 204, "204 MiB", false, 8, true,
          selective),
      row("korthikanti.22b_full", "activations of a layer, full recompute", 96, "96 MiB", false, 8, false, full),
  };
}

}  // namespace scaling_limits::published
