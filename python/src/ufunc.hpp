// SPDX-License-Identifier: Apache-2.0
// True NumPy ufuncs of the kernels of the rooms.
#pragma once
#include <pybind11/pybind11.h>

namespace scaling_limits::python {

/// NumPy's tables, before anything else is asked of it.
void import_numpy();

/// A submodule of each room with its ufuncs, and _core.kernels and _core.returns, from which the package makes its functions.
void bind_kernels(pybind11::module_& core);

}  // namespace scaling_limits::python
