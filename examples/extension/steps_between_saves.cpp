// SPDX-License-Identifier: Apache-2.0
// A kernel of the library inside an extension of one's own: how many steps a trainer makes between two saves.
#include <pybind11/pybind11.h>

#include "scaling_limits/checkpoint/interval.hpp"

namespace py = pybind11;

PYBIND11_MODULE(steps_between_saves, module) {
  module.def(
      "steps_between_saves",
      [](double write_time, double mtbf, double step_time) {
        return scaling_limits::checkpoint::optimal_interval(write_time, mtbf) / step_time;
      },
      py::arg("write_time"), py::arg("mtbf"), py::arg("step_time"),
      "Optimal interval between saves in steps; times in seconds.");
}
