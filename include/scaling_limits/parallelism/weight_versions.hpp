// SPDX-License-Identifier: Apache-2.0
// Versions of its weights that stage i of p holds, 0 first, where a micro-batch meets the same ones forward and backward.
//
//   stashed        p - i: every micro-batch is an update, and each of those in flight keeps the weights that it met
//   two_buffered   2: an update every m >= p micro-batches, so those in flight are of two at most
//   flushed        1: the pipeline runs empty before an update
// Gradients of stage 0 are p - 1 updates old when stashed, one when two-buffered, none when flushed.
// Sources: Narayanan et al., "PipeDream", SOSP 2019, section 3.3; Narayanan et al., "PipeDream-2BW", ICML 2021, section 3.1.
#pragma once
#include "../version.hpp"

#include "pipeline.hpp"

namespace scaling_limits::parallelism {

enum class WeightSchedule { stashed, two_buffered, flushed };

constexpr auto words(const WeightSchedule*) {
  using enum WeightSchedule;
  return std::to_array<Word<WeightSchedule>>({{"stashed", stashed}, {"two_buffered", two_buffered}, {"flushed", flushed}});
}

/// Copies of its weights that a stage of a pipeline holds at its fullest.
///
/// stashed p - i, each micro-batch an update; two_buffered 2, an update every p micro-batches or more; flushed 1.
/// p = pipeline, i = stage.
///
/// Source: Narayanan et al., PipeDream, SOSP 2019, section 3.3; PipeDream-2BW, ICML 2021, section 3.1.
///
/// @param pipeline stages, whole, >= 1; @param stage whole, from 0 to pipeline - 1
inline double weight_versions(WeightSchedule schedule, double pipeline, double stage = 0) {
  if (!detail::whole(pipeline, 1) || !detail::whole(stage, 0) || stage >= pipeline) return NaN;
  switch (schedule) {
    case WeightSchedule::stashed:
      return pipeline - stage;
    case WeightSchedule::two_buffered:
      return 2;
    case WeightSchedule::flushed:
      return 1;
  }
  return NaN;
}

}  // namespace scaling_limits::parallelism
