// SPDX-License-Identifier: Apache-2.0
// How many clients to ask. Each is lost with probability d, the others have all the time they want: the reports of n clients
// are binomial, P(at least k) = I_(1-d)(k, n - k + 1), the regularised incomplete beta function.
// Asking more than needed as in Bonawitz et al., "Towards Federated Learning at Scale", MLSys 2019 (130 % asked, 6 to 10 %
// lost); the probabilities are elementary.
#pragma once
#include "../version.hpp"

#include <boost/math/special_functions/beta.hpp>

#include "../core/fields.hpp"
#include "../numeric/lifted.hpp"
#include "../numeric/quiet_policy.hpp"

namespace scaling_limits::federated {

/// The fewest clients to ask that enough of them report with a probability, however late.
///
/// The least n with I_(1-d)(k, n - k + 1) >= p, I the regularised incomplete beta function; k = reports, d = dropout,
/// p = probability. inf where no number is enough.
///
/// Source: elementary: the reports are binomial.
///
/// @param reports k >= 1, a whole number; @param dropout in [0, 1); @param probability in [0, 1]
template <class = void>
double least_asked(double reports, double dropout, double probability) {
  constexpr double most = 0x1p53;  // beyond, doubles do not count
  if (!(whole(positive).holds(reports) && fraction.holds(dropout) && closed_fraction.holds(probability))) return NaN;
  const auto enough = [&](double n) {
    return boost::math::ibeta(reports, n - reports + 1, 1 - dropout, numeric::quiet_policy()) >= probability;
  };
  if (dropout == 0 || probability == 0) return reports;
  if (probability == 1) return inf;
  double low = reports - 1, high = reports;  // too few, enough
  for (double step = 1; !enough(high); step *= 2) {
    if (!(high + step <= most)) return inf;
    low = high, high += step;
  }
  while (high - low > 1)
    if (const double middle = low + std::floor((high - low) / 2); enough(middle)) high = middle;
    else low = middle;
  return high;
}

/// The largest share of clients that may be lost while enough of them report with a probability.
///
/// d with I_(1-d)(k, n - k + 1) = p, I the regularised incomplete beta function; n = asked, k = reports, p = probability.
///
/// Source: elementary: the reports are binomial.
///
/// @param asked n >= reports >= 1; @param probability in [0, 1]
template <class = void>
double largest_dropout(double asked, double reports, double probability) {
  if (!(reports >= 1 && asked >= reports && asked < inf && closed_fraction.holds(probability))) return NaN;
  if (probability == 0 || probability == 1) return 1 - probability;
  return boost::math::ibetac_inv(asked - reports + 1, reports, probability, numeric::quiet_policy());
}

}  // namespace scaling_limits::federated
