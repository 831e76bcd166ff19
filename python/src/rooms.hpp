// SPDX-License-Identifier: Apache-2.0
// What module.cpp calls: one function per room, each in its own bind_<room>.cpp; the catalogue's in catalog.cpp.
#pragma once
#include <pybind11/pybind11.h>

#include <string_view>

namespace scaling_limits::python {

inline pybind11::str text(std::string_view s) { return pybind11::str(s.data(), s.size()); }

void bind_catalog(pybind11::module_& core);
void bind_texts(pybind11::module_& core);
void bind_units(pybind11::module_& core);
void bind_numeric(pybind11::module_& core);
void bind_checkpoint(pybind11::module_& core);
void bind_failures(pybind11::module_& core);
void bind_workload(pybind11::module_& core);
void bind_storage(pybind11::module_& core);
void bind_growth(pybind11::module_& core);
void bind_limits(pybind11::module_& core);
void bind_simulation(pybind11::module_& core);
void bind_published(pybind11::module_& core);
void bind_network(pybind11::module_& core);
void bind_parallelism(pybind11::module_& core);
void bind_cluster(pybind11::module_& core);
void bind_federated(pybind11::module_& core);
void bind_search(pybind11::module_& core);
void bind_analysis(pybind11::module_& core);
void bind_economics(pybind11::module_& core);
void bind_uncertainty(pybind11::module_& core);

}  // namespace scaling_limits::python
