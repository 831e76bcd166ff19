// SPDX-License-Identifier: Apache-2.0
// The one instance of the solver that solver.hpp declares.
#pragma once
#include "../../version.hpp"

#include "../detail/solver.hpp"

namespace scaling_limits::limits {

template Limit<double> max_gpus(const TrainingRun<double>&, const catalog::AnyCriterion&, const growth::PowerLaw&,
                                const catalog::AnyStrategy&, const catalog::Factors&);

}  // namespace scaling_limits::limits
