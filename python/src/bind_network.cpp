// SPDX-License-Identifier: Apache-2.0
// How ranks talk: field table of the fabric, kernels of collectives and topologies.
#include <scaling_limits/network/fabric.hpp>

#include "evaluate.hpp"
#include "rooms.hpp"
#include "ufunc.hpp"

namespace scaling_limits::python {

void bind_network(py::module_& core) {
  Room room(core, "network");
  room.module().def(
      "fabric_fields", [] { return to_python(rows_of<network::Fabric<>>()); }, "The field table of network.Fabric.");
}

}  // namespace scaling_limits::python
