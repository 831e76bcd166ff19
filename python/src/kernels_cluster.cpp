// SPDX-License-Identifier: Apache-2.0
// Jobs that share a cluster: kernels.
#include <scaling_limits/cluster/statistical_gain.hpp>

#include "kernels.hpp"

namespace scaling_limits::python {

void add_cluster(Rooms& rooms) {
  Room& room = rooms.emplace_back("cluster");
  room.kernel(
      "statistical_gain", [](const auto&... x) { return cluster::statistical_gain(x...); },
      argument("noise_scale"_a, "1", at_least(0), "noise scale of the gradient, in examples; inf: all examples count alike",
               1000),
      argument("reference_batch"_a, "1", positive, "batch that the owner chose, in examples", 128),
      argument("batch"_a, "1", positive, "batch, in examples", 1024));
}

}  // namespace scaling_limits::python
