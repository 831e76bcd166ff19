// SPDX-License-Identifier: Apache-2.0
// Published transformers as TransformerShape values, with their sources: dense models, then mixtures of experts.
#pragma once
#include "../version.hpp"

#include "preset.hpp"
#include "shapes_dense.hpp"
#include "shapes_mixtures.hpp"

namespace scaling_limits::published {

inline constexpr auto shapes = joined(families::dense, families::mixtures);

/// The published shape of that name; throws InvalidArgument listing the names there are.
inline const workload::TransformerShape<>& shape(std::string_view name) { return find(shapes, "shape", name).value; }

}  // namespace scaling_limits::published
