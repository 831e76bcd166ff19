// SPDX-License-Identifier: Apache-2.0
// What module.cpp calls: each function in its own bind_<name>.cpp; the catalogue's in catalog.cpp.
#pragma once
#include <pybind11/pybind11.h>

#include <optional>
#include <string_view>

namespace scaling_limits::python {

inline pybind11::str text(std::string_view s) { return pybind11::str(s.data(), s.size()); }
/// One of Python's own numbers as a double; nothing for whatever else, and for whole numbers of more than 64 bits.
inline std::optional<double> plain_number(pybind11::handle value) {
  if (PyFloat_CheckExact(value.ptr())) return PyFloat_AS_DOUBLE(value.ptr());
  if (!PyLong_CheckExact(value.ptr())) return {};
  int beyond = 0;
  const long long whole = PyLong_AsLongLongAndOverflow(value.ptr(), &beyond);
  return beyond ? std::nullopt : std::optional(static_cast<double>(whole));
}

void bind_catalog(pybind11::module_& core);
void bind_texts(pybind11::module_& core);
void bind_units(pybind11::module_& core);
void bind_functions(pybind11::module_& core);
void bind_published(pybind11::module_& core);
void bind_analysis(pybind11::module_& core);

}  // namespace scaling_limits::python
