// SPDX-License-Identifier: Apache-2.0
// How close is close enough: the one table. A test that needs another figure writes its reason on the same line.
#pragma once

namespace scaling_limits::tolerance {

// in units of the last place of the scalar under test, against 50 digits or more
inline constexpr double kernel = 4;       // one special function and a product: intervals, renewal, core/math
inline constexpr double closed_form = 8;  // a formula of several such kernels: goodput, segment time, breakdown
inline constexpr double sum_to_one = 4;   // a breakdown, shares: terms that add up to one

// relative
inline constexpr double derivative = 1e-12;       // a derivative from the scalar type against 50-digit differences
inline constexpr double two_routes = 1e-12;       // two routes to one number: closed form and solver, root and substitution
inline constexpr double requested = 10;           // a search or quadrature: this many times the accuracy it was asked for
inline constexpr double single_precision = 1e-5;  // a search carried out in double whose input was rounded to float

// random witnesses, always with a fixed seed
inline constexpr double standard_errors = 5;

}  // namespace scaling_limits::tolerance
