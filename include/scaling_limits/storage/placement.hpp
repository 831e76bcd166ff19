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
// N up to 1e6. Copies up to 64 are listed value by value, above closed forms stand for the list.
// Lower bound and grouping: GEMINI (Wang et al., SOSP 2023), section 5.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <complex>
#include <vector>

#include "../numeric/lifted.hpp"
#include "../numeric/quiet_policy.hpp"
#include "copies.hpp"

namespace scaling_limits::storage {

namespace detail {

using Complex = std::complex<double>;

/// exp(z) - 1, log(1 + z): accurate near 0.
inline Complex exp_minus_one(const Complex& z) {
  const double half = std::sin(z.imag() / 2), real = std::expm1(z.real());
  return {real * std::cos(z.imag()) - 2 * half * half, (real + 1) * std::sin(z.imag())};
}
inline Complex log_one_plus(const Complex& z) {
  return {0.5 * std::log1p(z.real() * (2 + z.real()) + z.imag() * z.imag()), std::atan2(z.imag(), 1 + z.real())};
}

/// A small count with given weights, tilted by t^i: what the coefficients are made of.
struct Moments {
  double mean, variance;
};

/// Few values, one by one.
struct Listed {
  std::vector<double> log_weights, p = log_weights;
  double largest() const { return static_cast<double>(p.size() - 1); }
  Moments tilt(double log_t) {
    double top = -inf, sum = 0, mean = 0, variance = 0;
    for (std::size_t i = 0; i < p.size(); ++i) top = (std::max)(top, log_weights[i] + log_t * static_cast<double>(i));
    for (std::size_t i = 0; i < p.size(); ++i) sum += p[i] = std::exp(log_weights[i] + log_t * static_cast<double>(i) - top);
    for (std::size_t i = 0; i < p.size(); ++i) p[i] /= sum, mean += static_cast<double>(i) * p[i];
    for (std::size_t i = 0; i < p.size(); ++i) variance += p[i] * square(static_cast<double>(i) - mean);
    return {mean, variance};
  }
  Complex mean_power(double angle) const {
    const Complex z = std::polar(1.0, angle);
    Complex f = 0;
    for (std::size_t i = p.size(); i-- > 0;) f = f * z + p[i];
    return f;
  }
  double log_at_most(double) const { return 0; }
};

/// 0, 1, ... m - 1 alike: the gaps on a ring. K(x) = ln((e^(m x) - 1)/(e^x - 1)) has the moments as derivatives.
struct Alike {
  double m, log_t = 0;
  double largest() const { return m - 1; }
  // 1/(1 - e^-x) - 1/x and its derivative
  static double excess(double x) {
    return std::abs(x) < 0.1 ? 0.5 + x / 12 * (1 - x * x / 60 * (1 - x * x / 42)) : -1 / std::expm1(-x) - 1 / x;
  }
  static double slope(double x) {
    return std::abs(x) < 0.1 ? 1.0 / 12 - x * x / 240 * (1 - x * x * 5 / 126) : 1 / (x * x) - 0.25 / square(std::sinh(x / 2));
  }
  Moments tilt(double x) {
    log_t = x;
    return {m * excess(m * x) - excess(x), m * m * slope(m * x) - slope(x)};
  }
  Complex mean_power(double angle) const {
    if (angle == 0) return 1;
    const double x = -std::abs(log_t), turn = log_t < 0 ? angle : -angle;  // counted from the likely end
    const Complex f = exp_minus_one(Complex(m * x, m * turn)) / exp_minus_one(Complex(x, turn)) * per_term(x);
    return log_t < 0 ? f : f * std::polar(1.0, (m - 1) * angle);
  }
  /// ln of what the mean power does not exceed from that angle on.
  double log_at_most(double angle) const {
    const double x = -std::abs(log_t);
    return std::log((1 + std::exp(m * x)) / std::abs(exp_minus_one(Complex(x, angle))) * per_term(x));
  }
  double per_term(double x) const { return x == 0 ? 1 / m : std::expm1(x) / std::expm1(m * x); }
};

/// Binomial of m, but not all of them: what a group may lose.
struct NotAll {
  double m, p = 0.5, q = 0.5, log_p = 0;
  double largest() const { return m - 1; }
  Moments tilt(double log_t) {
    log_p = -std::log1p(std::exp(-log_t)), p = std::exp(log_p), q = 1 / (1 + std::exp(log_t));
    const double not_all = -std::expm1(m * log_p), mean = m * p * -std::expm1((m - 1) * log_p) / not_all;
    const double squares = (m * p * q + square(m * p) * -std::expm1((m - 2) * log_p)) / not_all;
    return {mean, (std::max)(0.0, squares - mean * mean)};
  }
  Complex mean_power(double angle) const {
    if (angle == 0) return 1;
    const double not_all = -std::expm1(m * log_p);
    const Complex all = std::exp(Complex(m * log_p, m * angle));
    if (m * q < p) return all * exp_minus_one(m * log_one_plus(q / p * std::polar(1.0, -angle))) / not_all;
    return (std::exp(m * log_one_plus(p * exp_minus_one(Complex(0, angle)))) - all) / not_all;
  }
  double log_at_most(double angle) const {
    const double binomial = std::exp(m / 2 * std::log1p(-4 * p * q * square(std::sin(angle / 2))));
    return std::log((binomial + std::exp(m * log_p)) / -std::expm1(m * log_p));
  }
};

/// P(X_1 + ... + X_parts = total) for independent counts of that law, tilted such that their mean is total; and ln t.
struct Coefficient {
  double probability, log_tilt;
};
template <class Law>
Coefficient coefficient_probability(Law law, double parts, double total) {
  const double most = parts * law.largest(), target = std::clamp(total, 0.5, most - 0.5) / parts;
  double low = -60, high = 60, variance = 0;
  for (int i = 0; i < 60; ++i) {
    const double mid = 0.5 * (low + high);
    const Moments at = law.tilt(mid);
    variance = at.variance;
    (at.mean < target ? low : high) = mid;
  }
  // a sum over n equally spaced angles is P(total) plus the probabilities n, 2n, ... away
  const double n = (std::min)(most + 1, std::ceil(24 * std::sqrt(parts * variance) + 400)), half = std::floor(n / 2);
  double sum = 0;
  for (double j = 0; j <= half; ++j) {
    const double angle = 2 * 3.14159265358979323846 * j / n;
    if (parts * law.log_at_most(angle) < -60) break;
    const Complex f = law.mean_power(angle);
    if (std::abs(f) == 0) continue;
    const Complex turned = std::log(f) * parts;
    const double real = std::exp(turned.real()) * std::cos(turned.imag() - angle * total);
    sum += j == 0 || 2 * j == n ? real : 2 * real;
  }
  return {sum / n, 0.5 * (low + high)};
}

inline constexpr double few_copies = 64;      // up to which a law is listed
inline constexpr double most_machines = 1e7;  // that are counted within a second

/// ln of (1 - p^m) with p = t/(1 + t), accurate for large t too.
inline double log_not_all(double log_p, double copies) { return std::log(-std::expm1(copies * log_p)); }

/// ln P(k of `trials` machines are lost), each with probability t/(1 + t).
template <class = void>
double log_binomial_pdf(double trials, double log_t, double k) {
  const double odds_against = std::exp(-log_t),
               probability =
                   boost::math::ibeta_derivative(k + 1, trials - k + 1, 1 / (1 + odds_against), numeric::quiet_policy()) /
                   (trials + 1);
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
  const auto listed = [&] {
    std::vector<double> log_weights(saturated<std::size_t>(copies));
    for (std::size_t i = 0; i < log_weights.size(); ++i)
      log_weights[i] =
          std::lgamma(copies + 1) - std::lgamma(static_cast<double>(i) + 1) - std::lgamma(copies - static_cast<double>(i) + 1);
    return Listed{std::move(log_weights)};
  };
  const auto [probability, log_t] = copies <= few_copies ? coefficient_probability(listed(), groups, lost)
                                                         : coefficient_probability(NotAll{copies}, groups, lost);
  // machines lost independently with p = t/(1 + t): P(no group lost and k lost) / P(k lost)
  const double log_p = -std::log1p(std::exp(-log_t));
  return (std::min)(1.0, std::exp(groups * log_not_all(log_p, copies) - log_binomial_pdf(machines, log_t, lost)) * probability);
}

/// Of any k of N machines on a ring, no m are lost in a row.
template <class = void>
double ring_survival(double machines, double copies, double lost) {
  const double left = machines - lost;
  if (lost < copies) return 1;
  if (left == 0 || lost > (copies - 1) * left) return 0;
  if (machines < 2 * copies) {  // no room for two runs of m in a row: one begins after any of the machines left
    double share = machines * left / (machines - copies);
    for (double i = 0; i < left && share > 1e-20; ++i) share *= (machines - copies - i) / (machines - i);
    if (share < 0.5) return 1 - share;
  }
  const auto [probability, log_t] =
      copies <= few_copies
          ? coefficient_probability(Listed{std::vector<double>(saturated<std::size_t>(copies), 0.0)}, left, lost)
          : coefficient_probability(Alike{copies}, left, lost);
  // gaps between the machines left are geometric: p = t, where t < 1; the total is negative binomial. For t >= 1 count directly
  const double log_choices = std::lgamma(machines + 1) - std::lgamma(lost + 1) - std::lgamma(left + 1);
  if (log_t < -1e-3) {
    const double p = std::exp(log_t);
    const double log_all = log_binomial_pdf(machines, std::log(p / (1 - p)), lost);
    return (std::min)(1.0, std::exp(left * log_not_all(log_t, copies) - log_all) * machines / left * probability);
  }
  const double log_sum = log_t == 0  ? std::log(copies)
                         : log_t < 0 ? std::log(std::expm1(copies * log_t) / std::expm1(log_t))
                                     : (copies - 1) * log_t + std::log(std::expm1(-copies * log_t) / std::expm1(-log_t));
  return (std::min)(1.0, std::exp(left * log_sum - lost * log_t - log_choices) * machines / left * probability);
}

}  // namespace detail

/// Probability that every shard keeps a copy when `lost` machines are lost at once, any of them equally likely.
///
/// Source: derived in include/scaling_limits/storage/placement.hpp; the placements are those of
/// Wang et al., SOSP 2023, section 5.
///
/// @param machines N, @param copies m of each shard, @param lost k: whole numbers, 1 <= m <= N <= 10^7, 0 <= k <= N; NaN
/// outside
/// @param placement group (m divides N), ring or mixed; or its word
/// @throws InvalidArgument for an unknown placement, and in "group" for copies that do not divide machines
template <class = void>
double placement_survival(double machines, double copies, double lost, Placement placement = Placement::group) {
  const auto whole = [](double x) { return x >= 0 && x < inf && std::floor(x) == x; };
  if (!whole(machines) || !whole(copies) || !whole(lost) || copies < 1 || machines < 1 || lost > machines ||
      machines > detail::most_machines)
    return NaN;
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
  if (copies > detail::few_copies) {
    if (lost == machines) return 0;
    const double log_odds = std::log(lost / (machines - lost)), low = (std::max)(0.0, lost - grouped),
                 high = (std::min)(ring, lost), mode = std::clamp(std::floor(ring * lost / machines), low, high);
    const double at_mode =
        std::exp(detail::log_binomial_pdf(ring, log_odds, mode) + detail::log_binomial_pdf(grouped, log_odds, lost - mode) -
                 detail::log_binomial_pdf(machines, log_odds, lost));
    const auto add = [&](double j, double share) {
      sum += share * detail::ring_survival(ring, copies, j) * detail::group_survival(grouped, copies, lost - j);
      return share > 1e-18 * at_mode;
    };
    const auto ratio = [&](double j) { return (ring - j) * (lost - j) / ((j + 1) * (grouped - lost + j + 1)); };  // j + 1 by j
    double share = at_mode;
    for (double j = mode; add(j, share) && j < high; ++j) share *= ratio(j);
    share = at_mode;
    for (double j = mode; j > low;) {
      share /= ratio(--j);
      if (!add(j, share)) break;
    }
    return (std::min)(1.0, sum);
  }
  const auto log_choose = [](double n, double k) { return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1); };
  for (double j = (std::max)(0.0, lost - grouped); j <= (std::min)(ring, lost); ++j) {
    // C(ring, j) C(grouped, lost - j) / C(machines, lost), as a product of small ratios
    double share = std::exp(log_choose(ring, j));
    for (double i = 0; i < ring; ++i) share *= (i < j ? lost - i : machines - lost - (i - j)) / (machines - i);
    if (share == 0) continue;
    sum += share * detail::ring_survival(ring, copies, j) * detail::group_survival(grouped, copies, lost - j);
  }
  return (std::min)(1.0, sum);
}
template <class = void>
double placement_survival(double machines, double copies, double lost, std::string_view placement) {
  return placement_survival(machines, copies, lost, from_word<Placement>("placement_survival", "placement", placement));
}

/// GEMINI's lower bound of the probability that every shard keeps a copy.
///
/// max(0, 1 - N C(N-m, k-m) / (m C(N, k))), N = machines, m = copies, k = lost. Exact for k = m in groups. Up to 10^7 machines.
///
/// Source: Wang et al., SOSP 2023, section 5.
inline double placement_survival_bound(double machines, double copies, double lost) {
  const auto whole = [](double x) { return std::floor(x) == x; };
  if (!(copies >= 1 && copies <= machines && lost >= 0 && lost <= machines && machines <= detail::most_machines &&
        whole(machines) && whole(copies) && whole(lost)))
    return NaN;
  double share = lost < copies ? 0 : machines / copies;
  for (double i = 0; i < copies && share > 1e-20; ++i) share *= (lost - i) / (machines - i);
  return (std::max)(0.0, 1 - share);
}

}  // namespace scaling_limits::storage
