// SPDX-License-Identifier: Apache-2.0
// What is trained, on what: field tables of the parameter classes, kernels.
#include <scaling_limits/workload/chip.hpp>
#include <scaling_limits/workload/transformer_shape.hpp>

#include "evaluate.hpp"
#include "rooms.hpp"
#include "ufunc.hpp"

namespace scaling_limits::python {

void bind_workload(py::module_& core) {
  Room room(core, "workload");
  room.module().def(
      "shape_fields", [] { return to_python(rows_of<workload::TransformerShape<>>()); },
      "The field table of workload.TransformerShape.");
  room.module().def("chip_fields", [] { return to_python(rows_of<workload::Chip<>>()); }, "The field table of workload.Chip.");
}

}  // namespace scaling_limits::python
