// SPDX-License-Identifier: Apache-2.0
// The extension module: what is in it, and the order.
#include <scaling_limits/version.hpp>

#include "rooms.hpp"
#include "ufunc.hpp"

namespace py = pybind11;

PYBIND11_MODULE(_core, core, py::mod_gil_not_used()) {
  namespace python = scaling_limits::python;
  python::import_numpy();
  core.doc() = "Compiled kernels of scaling_limits; use the package's own modules.";
  core.attr("__version__") = SCALING_LIMITS_VERSION;
  python::bind_catalog(core);
  python::bind_texts(core);
  python::bind_units(core);
  python::bind_kernels(core);
  python::bind_functions(core);
  python::bind_published(core);
  python::bind_analysis(core);
}
