// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/core/units.hpp>

#include "rooms.hpp"

namespace scaling_limits::python {

void bind_units(pybind11::module_& core) {
  auto room = core.def_submodule("units");
  using namespace units;
  for (const auto& [name, value] : {std::pair<const char*, double>{"microsecond", microsecond},
                                    {"millisecond", millisecond},
                                    {"second", second},
                                    {"minute", minute},
                                    {"hour", hour},
                                    {"day", day},
                                    {"week", week},
                                    {"year", year},
                                    {"kB", kB},
                                    {"MB", MB},
                                    {"GB", GB},
                                    {"TB", TB},
                                    {"PB", PB},
                                    {"KiB", KiB},
                                    {"MiB", MiB},
                                    {"GiB", GiB},
                                    {"TiB", TiB},
                                    {"PiB", PiB},
                                    {"bit", bit},
                                    {"Gbit", Gbit},
                                    {"Tbit", Tbit},
                                    {"GFLOP", GFLOP},
                                    {"TFLOP", TFLOP},
                                    {"PFLOP", PFLOP},
                                    {"EFLOP", EFLOP},
                                    {"kW", kW},
                                    {"MW", MW},
                                    {"GW", GW},
                                    {"kWh", kWh},
                                    {"MWh", MWh}})
    room.attr(name) = value;
}

}  // namespace scaling_limits::python
