// SPDX-License-Identifier: Apache-2.0
// SI inside, always: seconds, bytes, bytes per second, FLOP. These constants are how other units come in and go out.
#pragma once
#include "../version.hpp"

namespace scaling_limits::units {

// time [s]
inline constexpr double microsecond = 1e-6, millisecond = 1e-3, second = 1, minute = 60, hour = 3600, day = 86400,
                        week = 7 * day, year = 365.25 * day;

// data [bytes]: decimal
inline constexpr double kB = 1e3, MB = 1e6, GB = 1e9, TB = 1e12, PB = 1e15;
// data [bytes]: binary
inline constexpr double KiB = 1024, MiB = 1024 * KiB, GiB = 1024 * MiB, TiB = 1024 * GiB, PiB = 1024 * TiB;
// line rates are in bits [bytes per second for one bit per second]
inline constexpr double bit = 0.125, Gbit = 1e9 * bit, Tbit = 1e12 * bit;

// work [FLOP]
inline constexpr double GFLOP = 1e9, TFLOP = 1e12, PFLOP = 1e15, EFLOP = 1e18;

// power and energy [W], [J]
inline constexpr double kW = 1e3, MW = 1e6, GW = 1e9, kWh = 3.6e6, MWh = 3.6e9;

}  // namespace scaling_limits::units
