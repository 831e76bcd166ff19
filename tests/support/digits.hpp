// SPDX-License-Identifier: Apache-2.0
// Digits to spare for what a double is held against.
#pragma once
#include <boost/multiprecision/cpp_bin_float.hpp>

namespace scaling_limits::testing {

/// 50 digits: plenty where nothing cancels.
using wide = boost::multiprecision::cpp_bin_float_50;
/// 500 digits: formulas as the textbook writes them, cancellation and all, down to loads of 1e-300.
using textbook = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<500>, boost::multiprecision::et_off>;

}  // namespace scaling_limits::testing
