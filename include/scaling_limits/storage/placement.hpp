// SPDX-License-Identifier: Apache-2.0
// Copies of the state in the memory of machines: does every shard keep one when k of N machines are lost at once?
//
//   group   groups of m machines hold each other's shards: lost with a whole group
//   ring    a shard is on m consecutive machines of one ring: lost with m in a row
//   mixed   m does not divide N: groups of m, and one ring of the last m + (N mod m) machines
//
// The k lost machines are any k with equal probability. Counting the harmless choices is a coefficient of a power: group
// [x^k] ((1+x)^m - x^m)^(N/m), ring N/(N-k) [x^k] (1 + x + ... + x^(m-1))^(N-k). Inclusion and exclusion would cancel; here the
// coefficient is the probability that N/m (or N - k) independent small counts add up to k, tilted so that k is their mean, and
// is read off their characteristic function. All terms are of one sign up to rounding: relative accuracy 1e-10 or better at any
// N up to 1e6.
// Lower bound and grouping: GEMINI (Wang et al., SOSP 2023), section 5.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <complex>
#include <vector>

#include "copies.hpp"

namespace scaling_limits::storage {

namespace detail {

/// P(X_1 + ... + X_parts = total) for independent counts with the weights w_i t^i, i < size, t such that the mean is total;
/// and ln t.
struct Coefficient {
  double probability, log_tilt;
};
inline Coefficient coefficient_probability(const std::vector<double>& log_weights, double parts, double total) {
  const std::size_t size = log_weights.size();
  std::vector<double> p(size);
  double mean = 0, variance = 0;
  const auto tilt = [&](double log_t) {
    double top = -inf, sum = 0;
    for (std::size_t i = 0; i < size; ++i) top = std::max(top, log_weights[i] + log_t * static_cast<double>(i));
    for (std::size_t i = 0; i < size; ++i) sum += p[i] = std::exp(log_weights[i] + log_t * static_cast<double>(i) - top);
    mean = variance = 0;
    for (std::size_t i = 0; i < size; ++i) p[i] /= sum, mean += static_cast<double>(i) * p[i];
    for (std::size_t i = 0; i < size; ++i) variance += p[i] * square(static_cast<double>(i) - mean);
  };
  const double most = parts * static_cast<double>(size - 1);
  const double target = std::clamp(total, 0.5, most - 0.5) / parts;
  double low = -60, high = 60;
  for (int i = 0; i < 60; ++i) {
    const double mid = 0.5 * (low + high);
    tilt(mid);
    (mean < target ? low : high) = mid;
  }
  // a sum over n equally spaced angles is P(total) plus the probabilities n, 2n, ... away
  const double n = std::min(most + 1, std::ceil(24 * std::sqrt(parts * variance) + 400));
  double sum = 0;
  const int half = static_cast<int>(n / 2);
  for (int j = 0; j <= half; ++j) {
    const double angle = 2 * 3.14159265358979323846 * j / n;
    const std::complex<double> z = std::polar(1.0, angle);
    std::complex<double> f = 0;
    for (std::size_t i = size; i-- > 0;) f = f * z + p[i];
    if (std::abs(f) == 0) continue;
    const std::complex<double> turned = std::log(f) * parts;
    const double real = std::exp(turned.real()) * std::cos(turned.imag() - angle * total);
    sum += j == 0 || 2 * j == static_cast<int>(n) ? real : 2 * real;
  }
  return {sum / n, 0.5 * (low + high)};
}

/// ln of (1 - p^m) with p = t/(1 + t), accurate for large t too.
inline double log_not_all(double log_p, double copies) { return std::log(-std::expm1(copies * log_p)); }

/// ln P(k of `trials` machines are lost), each with probability t/(1 + t).
template <class = void>
double log_binomial_pdf(double trials, double log_t, double k) {
  using Policy = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
  const double odds_against = std::exp(-log_t),
               probability =
                   boost::math::ibeta_derivative(k + 1, trials - k + 1, 1 / (1 + odds_against), Policy()) / (trials + 1);
  if (probability > 1e-290) return std::log(probability);
  // so far from its mean that survival is far below any that matters: by log gamma
  return std::lgamma(trials + 1) - std::lgamma(k + 1) - std::lgamma(trials - k + 1) - trials * std::log1p(odds_against) -
         (trials - k) * log_t;
}

/// Of any k of N machines in groups of m, none is lost whole.
template <class = void>
double group_survival(double machines, double copies, double lost) {
  const double groups = machines / copies;
  if (lost < copies) return 1;
  if (lost > (copies - 1) * groups) return 0;
  std::vector<double> log_weights(static_cast<std::size_t>(copies));
  for (std::size_t i = 0; i < log_weights.size(); ++i)
    log_weights[i] =
        std::lgamma(copies + 1) - std::lgamma(static_cast<double>(i) + 1) - std::lgamma(copies - static_cast<double>(i) + 1);
  const auto [probability, log_t] = coefficient_probability(log_weights, groups, lost);
  // machines lost independently with p = t/(1 + t): P(no group lost and k lost) / P(k lost)
  const double log_p = -std::log1p(std::exp(-log_t));
  return std::min(1.0, std::exp(groups * log_not_all(log_p, copies) - log_binomial_pdf(machines, log_t, lost)) * probability);
}

/// Of any k of N machines on a ring, no m are lost in a row.
template <class = void>
double ring_survival(double machines, double copies, double lost) {
  const double left = machines - lost;
  if (lost < copies) return 1;
  if (left == 0 || lost > (copies - 1) * left) return 0;
  const std::vector<double> log_weights(static_cast<std::size_t>(copies), 0.0);
  const auto [probability, log_t] = coefficient_probability(log_weights, left, lost);
  // gaps between the machines left are geometric: p = t, where t < 1; the total is negative binomial. For t >= 1 count directly
  const double log_choices = std::lgamma(machines + 1) - std::lgamma(lost + 1) - std::lgamma(left + 1);
  if (log_t < -1e-3) {
    const double p = std::exp(log_t);
    const double log_all = log_binomial_pdf(machines, std::log(p / (1 - p)), lost);
    return std::min(1.0, std::exp(left * log_not_all(log_t, copies) - log_all) * machines / left * probability);
  }
  double sum = 0;
  for (std::size_t i = 0; i < log_weights.size(); ++i) sum += std::exp(log_t * static_cast<double>(i));
  return std::min(1.0, std::exp(left * std::log(sum) - lost * log_t - log_choices) * machines / left * probability);
}

}  // namespace detail

/// Probability that every shard keeps a copy when `lost` machines are lost at once, any of them equally likely.
///
/// @param machines N, @param copies m of each shard, @param lost k: whole numbers, 1 <= m <= N, 0 <= k <= N; NaN outside
/// @param placement group (m divides N), ring or mixed; or its word
/// @throws InvalidArgument for an unknown placement, and in "group" for copies that do not divide machines
template <class = void>
double placement_survival(double machines, double copies, double lost, Placement placement = Placement::group) {
  const auto whole = [](double x) { return x >= 0 && x < inf && std::floor(x) == x; };
  if (!whole(machines) || !whole(copies) || !whole(lost) || copies < 1 || machines < 1 || lost > machines) return NaN;
  const double rest = std::fmod(machines, copies);
  if (placement == Placement::group && rest != 0)
    throw InvalidArgument("placement_survival: copies = " + to_text(copies) + " must divide machines = " + to_text(machines) +
                          " in placement 'group'; 'mixed' takes any number");
  if (copies > machines) return NaN;
  if (copies == 1) return lost == 0 ? 1 : 0;
  if (lost < copies) return 1;
  if (placement == Placement::ring) return detail::ring_survival(machines, copies, lost);
  if (rest == 0) return detail::group_survival(machines, copies, lost);
  const double ring = copies + rest, grouped = machines - ring;
  if (grouped == 0) return detail::ring_survival(ring, copies, lost);
  // j of the lost are in the ring: hypergeometric
  double sum = 0;
  const auto log_choose = [](double n, double k) { return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1); };
  for (double j = std::max(0.0, lost - grouped); j <= std::min(ring, lost); ++j) {
    // C(ring, j) C(grouped, lost - j) / C(machines, lost), as a product of small ratios
    double share = std::exp(log_choose(ring, j));
    for (double i = 0; i < ring; ++i) share *= (i < j ? lost - i : machines - lost - (i - j)) / (machines - i);
    if (share == 0) continue;
    sum += share * detail::ring_survival(ring, copies, j) * detail::group_survival(grouped, copies, lost - j);
  }
  return std::min(1.0, sum);
}
template <class = void>
double placement_survival(double machines, double copies, double lost, std::string_view placement) {
  return placement_survival(machines, copies, lost, from_word<Placement>("placement_survival", "placement", placement));
}

/// Lower bound of GEMINI (SOSP 2023): max(0, 1 - N C(N-m, k-m) / (m C(N, k))); exact for k = m in groups.
inline double placement_survival_bound(double machines, double copies, double lost) {
  if (!(copies >= 1 && copies <= machines && lost >= 0 && lost <= machines)) return NaN;
  double share = machines / copies;
  for (double i = 0; i < copies; ++i) share *= std::max(0.0, lost - i) / (machines - i);
  return std::max(0.0, 1 - share);
}

}  // namespace scaling_limits::storage
