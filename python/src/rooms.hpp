// SPDX-License-Identifier: Apache-2.0
// What module.cpp calls: each function in its own bind_<name>.cpp; the catalogue's in catalog.cpp.
#pragma once
#include <pybind11/pybind11.h>

#include <string_view>

namespace scaling_limits::python {

inline pybind11::str text(std::string_view s) { return pybind11::str(s.data(), s.size()); }

void bind_catalog(pybind11::module_& core);
void bind_texts(pybind11::module_& core);
void bind_units(pybind11::module_& core);
void bind_functions(pybind11::module_& core);
void bind_published(pybind11::module_& core);
void bind_analysis(pybind11::module_& core);

}  // namespace scaling_limits::python
