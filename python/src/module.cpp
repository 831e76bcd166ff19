// SPDX-License-Identifier: Apache-2.0
// The extension module: one file per room binds its kernels, here is only the order.
#include <scaling_limits/version.hpp>

#include "rooms.hpp"
#include "ufunc.hpp"

namespace py = pybind11;

PYBIND11_MODULE(_core, core, py::mod_gil_not_used()) {
  namespace python = scaling_limits::python;
  python::import_numpy();
  core.doc() = "Compiled kernels of scaling_limits; use the package's own modules.";
  core.attr("__version__") = SCALING_LIMITS_VERSION;
  core.attr("kernels") = py::dict();
  core.attr("returns") = py::dict();
  python::bind_catalog(core);
  python::bind_texts(core);
  python::bind_units(core);
  python::bind_numeric(core);
  python::bind_checkpoint(core);
  python::bind_failures(core);
  python::bind_workload(core);
  python::bind_storage(core);
  python::bind_growth(core);
  python::bind_limits(core);
  python::bind_simulation(core);
  python::bind_published(core);
  python::bind_network(core);
  python::bind_parallelism(core);
  python::bind_cluster(core);
  python::bind_federated(core);
  python::bind_search(core);
  python::bind_analysis(core);
  python::bind_economics(core);
  python::bind_uncertainty(core);
}
