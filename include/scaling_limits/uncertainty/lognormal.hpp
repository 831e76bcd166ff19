// SPDX-License-Identifier: Apache-2.0
// An input > 0 from an interval: its logarithm is normal, mu = ln(low high)/2, sigma = ln(high/low)/(2 z), z = half_width of
// the credibility; mean exp(mu + sigma^2/2). 1 to 10 has mean 4.040013 and deviation 3.212180.
// Power laws of log-normals are log-normal: their exponents weigh mu, and sigma in quadrature.
#pragma once
#include "../version.hpp"

#include "distribution.hpp"

namespace scaling_limits::uncertainty {

/// Mean and deviation of the logarithm of an input > 0 that is known by an interval.
///
/// mu = ln(low high)/2, sigma = ln(high/low)/(2 z), z the normal's quantile at (1 + credibility)/2.
///
/// Source: the convention of Squiggle and squigglepy, 'a to b'.
template <class A, class B, class C, Scalar S = promote_t<A, B, C>>
std::array<S, 2> lognormal_parameters(const A& low, const B& high, const C& credibility) {
  using std::log;
  const S a(low), b(high), z = half_width(S(credibility));
  if (!(value_of(a) > 0 && value_of(a) < value_of(b) && value_of(b) < inf && value_of(z) > 0)) return {S(NaN), S(NaN)};
  return {S((log(a) + log(b)) / S(2)), S(log_ratio(b, a) / (S(2) * z))};
}

/// The value at a standard normal z: exp(mu + sigma z).
///
/// Source: a definition.
template <class A, class B, class C, Scalar S = promote_t<A, B, C>>
S lognormal_at(const A& z, const B& mu, const C& sigma) {
  using std::exp;
  const auto v = value_of(S(z));
  if (!detail::is_scale(value_of(S(mu)), value_of(S(sigma)))) return S(NaN);
  if (v == inf || v == -inf) return S(v > 0 ? inf : 0);
  return exp(S(S(mu) + S(sigma) * S(z)));
}

/// What a log-normal input stays below with a probability: exp(mu + sigma z), z the normal's quantile.
///
/// Source: a definition.
///
/// @param probability in [0, 1]; 0 and 1 give the ends, 0 and inf; NaN outside
template <class A, class B, class C, Scalar S = promote_t<A, B, C>>
S lognormal_quantile(const A& probability, const B& mu, const C& sigma) {
  return lognormal_at(standard_quantile(S(probability)), S(mu), S(sigma));
}

template <class S = double>
struct Lognormal {
  S low = S(NaN);
  S high = S(NaN);
  S credibility = S(0.9);

  static constexpr std::string_view name() { return "lognormal"; }
  static constexpr std::string_view text = "the logarithm is normal, from an interval above 0";
  void validate() const {
    scaling_limits::validate(*this, name());
    detail::check_order(name(), "low", value_of(low), "high", value_of(high));
  }
  std::array<S, 2> parameters() const { return lognormal_parameters(low, high, credibility); }
  S mean() const {
    using std::exp;
    const auto [mu, sigma] = parameters();
    return exp(S(mu + sigma * sigma / S(2)));
  }
  template <class A, Scalar T = promote_t<A, S>>
  T quantile(const A& p) const {
    const auto [mu, sigma] = parameters();
    return lognormal_quantile(T(p), T(mu), T(sigma));
  }
};

template <class S>
constexpr auto fields(const Lognormal<S>*) {
  using L = Lognormal<S>;
  return std::to_array<Field<L, S>>({
      {"low", &L::low, "1", as_share(positive), "lower end of the interval, in the unit of the input"},
      {"high", &L::high, "1", as_share(positive), "upper end, above low"},
      {"credibility", &L::credibility, "1", inner_fraction, "probability that the input lies between"},
  });
}
static_assert(table_is_complete<Lognormal<>>);
static_assert(Distribution<Lognormal<>>);

}  // namespace scaling_limits::uncertainty
