// SPDX-License-Identifier: Apache-2.0
// The solver of limits/ for any criterion, strategy and factors: one instance of it for all questions.
#pragma once
#include "../../version.hpp"

#include "../../limits/max_gpus.hpp"
#include "../any_strategy.hpp"

namespace scaling_limits::limits {

extern template Limit<double> max_gpus(const TrainingRun<double>&, const catalog::AnyCriterion&, const growth::PowerLaw&,
                                       const catalog::AnyStrategy&, const catalog::Factors&);

}  // namespace scaling_limits::limits
