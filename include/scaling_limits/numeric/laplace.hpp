// SPDX-License-Identifier: Apache-2.0
// A probability from its Laplace transform: the Fourier series of Abate and Whitt (ORSA J. Computing 7(1), 1995, "Euler"), its
// alternating tail summed by Euler's binomial averages.
#pragma once
#include "../version.hpp"

#include <cmath>
#include <complex>

namespace scaling_limits::numeric {

/// exp(z) - 1, accurate near 0.
inline std::complex<double> exp_minus_one(const std::complex<double>& z) {
  const double half = std::sin(0.5 * z.imag()), grown = std::expm1(z.real());
  return {grown * std::cos(z.imag()) - 2 * half * half, (grown + 1) * std::sin(z.imag())};
}

/// log(1 - z), accurate near 0.
inline std::complex<double> log_one_minus(const std::complex<double>& z) {
  if (std::norm(z) > 1e-4) return std::log(1.0 - z);
  std::complex<double> sum = 1.0 / 8;  // -z (1 + z/2 + z^2/3 ...), |z| < 0.01
  for (int k = 7; k > 0; --k) sum = 1.0 / k + z * sum;
  return -z * sum;
}

/// f(t), 0 <= f <= 1, from its transform F(s), t > 0. Error about 1e-8 where f is smooth; near a kink 1/terms^2.
///
/// @param F complex -> complex, analytic for Re s > 0
/// @param terms how many are summed before the averages: several times t / (the finest feature of f)
template <class Transform>
double inverse_laplace(const Transform& F, double t, int terms) {
  constexpr double damping = 18.4;  // the series repeats f(3t), f(5t) ... times exp(-damping), exp(-2 damping) ...
  constexpr int averages = 12;
  const double pi = 3.14159265358979323846;
  const auto term = [&](int k) { return (k % 2 ? -1 : 1) * F(std::complex<double>(damping, 2 * pi * k) / (2 * t)).real(); };
  double sum = 0.5 * term(0);
  for (int k = 1; k <= terms; ++k) sum += term(k);
  double average = 0, weight = std::ldexp(1.0, -averages);  // binomial(averages, j) / 2^averages
  for (int j = 0; j <= averages; ++j) {
    average += weight * sum;
    sum += term(terms + j + 1);
    weight *= double(averages - j) / (j + 1);
  }
  return std::exp(0.5 * damping) / t * average;
}

}  // namespace scaling_limits::numeric
