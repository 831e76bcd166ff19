// SPDX-License-Identifier: Apache-2.0
// Polynomials with coefficients from the constant up.
#pragma once
#include "../version.hpp"

#include <array>
#include <cstddef>

namespace scaling_limits::numeric::detail {

/// Even and odd powers apart: two chains of half the length, which a processor works on side by side.
template <class C, class S, std::size_t n>
constexpr S polynomial(const std::array<C, n>& c, const S& x) {
  static_assert(n % 2 == 0);
  const S square = x * x;
  S even = static_cast<S>(c[n - 2]), odd = static_cast<S>(c[n - 1]);
  for (std::size_t k = n - 2; k > 0; k -= 2) {
    even = static_cast<S>(c[k - 2]) + square * even;
    odd = static_cast<S>(c[k - 1]) + square * odd;
  }
  return even + x * odd;
}

}  // namespace scaling_limits::numeric::detail
