// SPDX-License-Identifier: Apache-2.0
// The fastest layout of a number of GPUs, by trying every one, and why each of the others does not fit.
#pragma once
#include "../version.hpp"

#include <optional>
#include <vector>

#include "step.hpp"

namespace scaling_limits::parallelism {

struct Rejected {
  Layout layout{};
  std::string reason{};
};

template <class S = double>
struct BestLayout {
  std::optional<Layout> layout{};  // none where none fits
  Step<S> step{};                  // of that layout
  std::vector<Rejected> rejected{};
  std::int64_t tried = 0;  // layouts whose step was evaluated or refused
  std::string note{};
};

namespace detail {

inline std::vector<std::int64_t> divisors(std::int64_t n) {
  std::vector<std::int64_t> low, high;
  for (std::int64_t d = 1; d * d <= n; ++d)
    if (n % d == 0) {
      low.push_back(d);
      if (d * d != n) high.push_back(n / d);
    }
  low.insert(low.end(), high.rbegin(), high.rend());
  return low;
}

}  // namespace detail

/// Tries every split of gpus into tensor x pipeline x data x context, with every expert degree, every number of chunks and
/// every micro-batch that divide evenly; of equal times the first, smallest degrees first.
///
/// A split that fits neither heads, layers nor batch is rejected once, with chunks and micro_batch 1.
template <class S>
BestLayout<S> best_layout(const workload::TransformerShape<S>& shape, std::int64_t gpus, const workload::Chip<S>& chip,
                          const network::Fabric<S>& fabric, const std::type_identity_t<S>& batch_tokens,
                          const StepOptions& options = {}) {
  check("best_layout", "gpus", static_cast<double>(gpus), count);
  const detail::StepInputs<S> inputs(shape, chip, fabric, batch_tokens, options);
  const LayoutDemand demand = inputs.demand();
  BestLayout<S> best{{}, {S(NaN), {}, S(NaN), S(NaN), false, {}}, {}, 0, {}};

  const auto consider = [&](const Layout& layout) {
    ++best.tried;
    const S memory = inputs.memory(layout);
    if (memory > chip.memory_bytes) {
      best.rejected.push_back({layout, inputs.evaluate(layout).note});
      return;
    }
    bool bound = false;
    const S time = inputs.times(layout, bound).sum();
    if (!best.layout || time < best.step.time) best.layout = layout, best.step.time = time;
  };
  const std::vector<std::int64_t> none{1}, experts = demand.experts ? detail::divisors(demand.experts) : none;
  for (const auto tensor : detail::divisors(gpus))
    for (const auto pipeline : detail::divisors(gpus / tensor))
      for (const auto context : detail::divisors(gpus / tensor / pipeline)) {
        Layout layout{.tensor = tensor, .pipeline = pipeline, .data = gpus / tensor / pipeline / context, .context = context};
        if (auto reason = misfit(layout, demand); !reason.empty()) {
          ++best.tried;
          best.rejected.push_back({layout, std::move(reason)});
          continue;
        }
        const std::int64_t whole = demand.layers % pipeline == 0 ? demand.layers / pipeline : (demand.layers + 2) / pipeline;
        const auto chunks = pipeline > 1 ? detail::divisors(whole) : none;
        for (layout.expert = 1; const auto expert : experts) {
          if (layout.data % expert) continue;
          layout.expert = expert;
          for (const auto micro_batch : detail::divisors(demand.batch_sequences / layout.data)) {
            layout.micro_batch = micro_batch;
            const std::int64_t passes = demand.batch_sequences / (layout.data * micro_batch);
            for (const auto pieces : chunks) {
              if (pieces > 1 && passes % pipeline) continue;
              layout.chunks = pieces;
              consider(layout);
            }
          }
        }
      }
  if (best.layout) best.step = inputs.evaluate(*best.layout);
  else
    best.note = "no layout of gpus = " + std::to_string(gpus) + " fits: " + std::to_string(best.rejected.size()) + " rejected";
  return best;
}

}  // namespace scaling_limits::parallelism
