// SPDX-License-Identifier: Apache-2.0
// What is left of the simulator beside the question `simulate`: the interval that a goodput lies in.
#include <pybind11/stl.h>

#include <scaling_limits/simulation/confidence_interval.hpp>

#include "rooms.hpp"

namespace scaling_limits::python {

namespace py = pybind11;
using namespace py::literals;

void bind_simulation(py::module_& core) {
  core.def(
      "confidence_interval",
      [](double goodput, double standard_error, std::size_t stretches, double level) {
        simulation::Result r;
        r.goodput = goodput, r.standard_error = standard_error, r.stretches = stretches;
        return simulation::confidence_interval(r, level);
      },
      "goodput"_a, "standard_error"_a, "stretches"_a, "level"_a, "An interval that holds the true goodput with a probability.");
}

}  // namespace scaling_limits::python
