// SPDX-License-Identifier: Apache-2.0
// An input in (0, 1) from an interval: density x^(a-1) (1-x)^(b-1) / B(a, b). a and b have no closed form: for each a there is
// one b that leaves (1 - credibility)/2 below low, and the larger a, the more lies below high. 0.2 to 0.6 at 90 % is 5.935205,
// 9.220912; where low and high agree to five digits, shapes are beyond 1e10 and keep fewer of theirs.
// Parameters are doubles; in p it keeps first and second derivatives: x' = 1/f, x'' = -f'/f^3, f the density.
#pragma once
#include "../version.hpp"

#include <boost/math/special_functions/beta.hpp>

#include "../numeric/bracketed_root.hpp"
#include "../numeric/quiet_policy.hpp"
#include "distribution.hpp"

namespace scaling_limits::uncertainty {

namespace detail {

/// b for which the beta law of a has a share of its mass below x, by ln b.
template <class = void>  // Boost is compiled by those who ask
double beta_b(double a, double x, double share) {
  const auto excess = [&](double log_b) { return boost::math::ibeta(a, std::exp(log_b), x, numeric::quiet_policy()) - share; };
  const double middle = std::log(a) + std::log1p(-x) - std::log(x);  // of mean x
  double reach = 1;
  for (; reach < 60; reach *= 2)
    if (excess(middle - reach) < 0 && excess(middle + reach) > 0) break;
  return std::exp(numeric::bracketed_root(excess, middle - reach, middle + reach).value);
}

}  // namespace detail

/// a and b of an input in (0, 1) that is known by an interval, by root finding.
///
/// density x^(a-1) (1-x)^(b-1)/B(a, b), as much left out below low as above high.
///
/// Source: elementary.
template <class = void>
std::array<double, 2> beta_parameters(double low, double high, double credibility) {
  if (!(low > 0 && low < high && high < 1 && credibility > 0 && credibility < 1)) return {NaN, NaN};
  const double below = (1 - credibility) / 2;
  const auto excess = [&](double log_a) {
    const double a = std::exp(log_a), b = detail::beta_b(a, low, below);
    return below - boost::math::ibetac(a, b, high, numeric::quiet_policy());
  };
  // start: the moments of the normal of that interval
  const double mean = (low + high) / 2, deviation = (high - low) / (2 * half_width(credibility));
  const double start = std::log((std::max)(mean * (mean * (1 - mean) / square(deviation) - 1), 1e-3));
  double reach = 0.5;
  for (; reach < 40; reach *= 2)
    if (excess(start - reach) < 0 && excess(start + reach) > 0) break;
  const auto found = numeric::bracketed_root(excess, start - reach, start + reach);
  if (found.status != numeric::RootStatus::ok) return {NaN, NaN};
  const double a = std::exp(found.value);
  return {a, detail::beta_b(a, low, below)};
}

/// What a beta input stays below with a probability, computed in double.
///
/// The inverse of the regularised incomplete beta function.
///
/// Source: a definition; Boost.Math's ibeta_inv.
///
/// @param probability in [0, 1], NaN outside; @param a, b > 0
template <class P, Scalar S = promote_t<P>>
S beta_quantile(const P& probability, double a, double b) {
  const S p(probability);
  const auto v = value_of(p);
  if (!(v >= 0 && v <= 1 && a > 0 && b > 0 && a < inf && b < inf)) return S(NaN);
  if (v == 0 || v == 1) return S(v);
  if constexpr (numeric::is_plain<S>) {
    return boost::math::ibeta_inv(S(a), S(b), p, numeric::quiet_policy());
  } else {
    const double x = boost::math::ibeta_inv(a, b, v, numeric::quiet_policy());
    const double f = boost::math::ibeta_derivative(a, b, x, numeric::quiet_policy());
    const double bend = (a - 1) / x - (b - 1) / (1 - x);  // f'/f
    return numeric::lifted(p, x, 1 / f, -bend / square(f));
  }
}

template <class S = double>
struct Beta {
  S low = S(NaN);
  S high = S(NaN);
  S credibility = S(0.9);

  static constexpr std::string_view name() { return "beta"; }
  static constexpr std::string_view text = "a share in (0, 1), from an interval";
  void validate() const {
    scaling_limits::validate(*this, name());
    detail::check_order(name(), "low", value_of(low), "high", value_of(high));
    if (const auto found = parameters(); !(found[0] > 0 && found[1] > 0))
      throw DomainError("beta: no beta law has " + to_text(value_of(low)) + " to " + to_text(value_of(high)) +
                        " as its interval of credibility " + to_text(value_of(credibility)));
  }
  std::array<double, 2> parameters() const { return beta_parameters(value_of(low), value_of(high), value_of(credibility)); }
  S mean() const {
    const auto [a, b] = parameters();
    return S(a / (a + b));
  }
  template <class A, Scalar T = promote_t<A, S>>
  T quantile(const A& p) const {
    const auto [a, b] = parameters();
    return beta_quantile(T(p), a, b);
  }
};

template <class S>
constexpr auto fields(const Beta<S>*) {
  using L = Beta<S>;
  return std::to_array<Field<L, S>>({
      {"low", &L::low, "1", inner_fraction, "lower end of the interval"},
      {"high", &L::high, "1", inner_fraction, "upper end, above low"},
      {"credibility", &L::credibility, "1", inner_fraction, "probability that the input lies between"},
  });
}
static_assert(table_is_complete<Beta<>>);
static_assert(Distribution<Beta<>>);

}  // namespace scaling_limits::uncertainty
