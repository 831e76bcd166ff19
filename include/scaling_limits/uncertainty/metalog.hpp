// SPDX-License-Identifier: Apache-2.0
// An input from three quantiles, at alpha, 1/2 and 1 - alpha (Keelin, Decision Analysis 13, 2016): on the axis z = x,
// ln(x - l), -ln(u - x) or ln((x - l)/(u - x)), by which of the bounds l and u there are,
//
//   z(p) = a1 + a2 logit p + a3 (p - 1/2) logit p
//   a1 = z_half   a2 = D/(2 L)   a3 = (1 - 2 r) D/((1 - 2 alpha) L)
//   D = z_high - z_low, r = (z_half - z_low)/D, L = logit(1 - alpha)
//
// It rises everywhere where |a3/a2| < 1/g, g = max of (p - 1/2) + p (1 - p) logit p, at t tanh(t/2) = 2, t = logit p: that is
// r_min < r < 1 - r_min, r_min = (1 - (1/2 - alpha)/g)/2, 0.166577 for quantiles at 10, 50 and 90 %.
// Mean of z: a1 + a3/2; of x by the trapezoidal rule in logit p, where the integrand is smooth and falls off at both ends.
#pragma once
#include "../version.hpp"

#include "distribution.hpp"

namespace scaling_limits::uncertainty {

inline constexpr double metalog_reach = 1.6671131192019294;  // 1/g

/// Which values of r = (z_half - z_low)/(z_high - z_low) are feasible: those above, and below 1 minus it. May be negative: any.
template <class S>
S metalog_least_ratio(const S& probability) {
  const auto v = value_of(probability);
  return v > 0 && v < 0.5 ? S((S(1) - S(metalog_reach) * (S(0.5) - probability)) / S(2)) : S(NaN);
}

/// x on the axis z; NaN outside the bounds.
template <class X, class L, class U, Scalar S = promote_t<X, L, U>>
S metalog_axis(const X& at, const L& lower, const U& upper) {
  using std::log;
  const S x(at), l(lower), u(upper);
  if (!(value_of(l) < value_of(x) && value_of(x) < value_of(u))) return S(NaN);
  const bool has_lower = value_of(l) > -inf, has_upper = value_of(u) < inf;
  if (has_lower && has_upper) return log_ratio(S(x - l), S(u - x));
  return has_lower ? S(log(S(x - l))) : has_upper ? S(-log(S(u - x))) : x;
}
/// And back.
template <class Z, class L, class U, Scalar S = promote_t<Z, L, U>>
S metalog_value(const Z& at, const L& lower, const U& upper) {
  using std::exp;
  const S z(at), l(lower), u(upper);
  if (value_of(z) != value_of(z) || !(value_of(l) < value_of(u))) return S(NaN);
  if (value_of(z) == inf || value_of(z) == -inf) return value_of(z) > 0 ? u : l;
  const bool has_lower = value_of(l) > -inf, has_upper = value_of(u) < inf;
  if (has_lower && has_upper) {
    const S e = exp(value_of(z) < 0 ? z : S(-z)), part = (u - l) * e / (S(1) + e);
    return value_of(z) < 0 ? S(l + part) : S(u - part);
  }
  return has_lower ? S(l + exp(z)) : has_upper ? S(u - exp(S(-z))) : z;
}

/// The metalog through three quantiles of an input; NaN where there is none.
///
/// On the axis z = x, ln(x - lower), -ln(upper - x) or ln((x - lower)/(upper - x)), D = z_high - z_low,
/// r = (z_median - z_low)/D, L = logit(1 - probability): a1 = z_median, a2 = D/(2 L),
/// a3 = (1 - 2 r) D/((1 - 2 probability) L), feasible for r_min < r < 1 - r_min,
/// r_min = (1 - 1.667113119 (1/2 - probability))/2.
///
/// Source: Keelin, "The metalog distributions", Decision Analysis 13, 2016.
template <class A, class B, class C, class P, class L, class U, Scalar S = promote_t<A, B, C, P, L, U>>
std::array<S, 3> metalog_coefficients(const A& low, const B& median, const C& high, const P& probability, const L& lower,
                                      const U& upper) {
  using std::log;
  const S alpha(probability), l(lower), u(upper);
  const S z_low = metalog_axis(S(low), l, u), z_half = metalog_axis(S(median), l, u), z_high = metalog_axis(S(high), l, u);
  const S spread = z_high - z_low, r = (z_half - z_low) / spread, least = metalog_least_ratio(alpha);
  if (!(value_of(r) > value_of(least) && value_of(r) < 1 - value_of(least) && value_of(r) > 0 && value_of(r) < 1 &&
        value_of(spread) > 0))
    return {S(NaN), S(NaN), S(NaN)};
  const S logit = log(S((S(1) - alpha) / alpha));
  return {z_half, S(spread / (S(2) * logit)), S((S(1) - S(2) * r) * spread / ((S(1) - S(2) * alpha) * logit))};
}

namespace detail {

/// Whether coefficients and bounds are those of a law that rises everywhere.
template <class S>
bool metalog_domain(const S& a1, const S& a2, const S& a3, const S& lower, const S& upper) {
  const auto first = value_of(a1), second = value_of(a2), third = value_of(a3);
  return first > -inf && first < inf && second > 0 && second < inf && third < metalog_reach * second &&
         -third < metalog_reach * second && value_of(lower) < value_of(upper);
}

/// z(p) from p - 1/2 and logit p.
template <class S>
S metalog_z(const S& centred, const S& logit, const S& a1, const S& a2, const S& a3) {
  return a1 + (a2 + a3 * centred) * logit;
}

}  // namespace detail

/// What a metalog input stays below with a probability p: a1 + (a2 + a3 (p - 1/2)) logit p on the axis of its bounds.
///
/// Source: Keelin, "The metalog distributions", Decision Analysis 13, 2016.
///
/// @param probability in [0, 1]; 0 and 1 give the bounds; NaN outside
template <class P, class A, class B, class C, class L, class U, Scalar S = promote_t<P, A, B, C, L, U>>
S metalog_quantile(const P& probability, const A& a1, const B& a2, const C& a3, const L& lower, const U& upper) {
  using std::log;
  const S p(probability);
  const auto v = value_of(p);
  if (!detail::metalog_domain(S(a1), S(a2), S(a3), S(lower), S(upper))) return S(NaN);
  if (v == 0 || v == 1) return metalog_value(S(v == 0 ? -inf : inf), S(lower), S(upper));
  // outside [0, 1] there is no logit
  return metalog_value(detail::metalog_z(S(p - S(0.5)), S(log(S(p / (S(1) - p)))), S(a1), S(a2), S(a3)), S(lower), S(upper));
}

/// The value at a standard normal z: the quantile at P(normal < z), from both tails, of which neither loses digits.
///
/// Source: Keelin, Decision Analysis 13, 2016.
template <class Z, class A, class B, class C, class L, class U, Scalar S = promote_t<Z, A, B, C, L, U>>
S metalog_at(const Z& z, const A& a1, const B& a2, const C& a3, const L& lower, const U& upper) {
  using std::log;
  const S below = numeric::normal_tail(S(-S(z))), above = numeric::normal_tail(S(z));
  if (!detail::metalog_domain(S(a1), S(a2), S(a3), S(lower), S(upper)) || value_of(below) != value_of(below)) return S(NaN);
  if (value_of(below) == 0 || value_of(above) == 0)
    return metalog_value(S(value_of(below) == 0 ? -inf : inf), S(lower), S(upper));
  return metalog_value(detail::metalog_z(S((below - above) / S(2)), S(log(S(below / above))), S(a1), S(a2), S(a3)), S(lower),
                       S(upper));
}

/// The mean of x; inf where its upper tail, -inf where its lower tail has none.
template <class A, class B, class C, class L, class U, Scalar S = promote_t<A, B, C, L, U>>
S metalog_mean(const A& first, const B& second, const C& third, const L& lower, const U& upper) {
  using std::exp, std::ceil;
  const S a1(first), a2(second), a3(third), l(lower), u(upper);
  if (!detail::metalog_domain(a1, a2, a3, l, u)) return S(NaN);
  const bool has_lower = value_of(l) > -inf, has_upper = value_of(u) < inf;
  if (!has_lower && !has_upper) return a1 + a3 / S(2);
  // in t = logit p the weight is p (1 - p), and of one bound x grows as exp(tail t)
  const double up = value_of(a2) + value_of(a3) / 2, down = value_of(a2) - value_of(a3) / 2;
  if (has_lower && !has_upper && up >= 1) return S(inf);
  if (has_upper && !has_lower && down >= 1) return S(-inf);
  const double slowest = has_lower && has_upper ? 1 : 1 - (has_lower ? up : down);
  const double step = 0.2 * 53 / (digits_of<S> * (1 + value_of(a2) + std::abs(value_of(a3))));
  const double reach = 0.75 * digits_of<S> / slowest;
  const double count = ceil(reach / step);
  if (!(count < 1e7)) return S(has_lower ? inf : -inf);  // so close to none that no double tells
  S sum(0);
  for (double k = -count; k <= count; ++k) {
    const S t = S(k) * S(step), e = exp(S(k < 0 ? t : S(-t))), larger = S(1) / (S(1) + e), smaller = e * larger;
    const S centred = (k < 0 ? S(smaller - larger) : S(larger - smaller)) / S(2);
    const S z = detail::metalog_z(centred, t, a1, a2, a3), weight = larger * smaller;
    // of one bound: exp(z) alone, taken with its weight, so that neither leaves the range of numbers before the other
    if (has_lower && has_upper) sum = sum + weight * metalog_value(z, S(0), S(1));
    else sum = sum + larger * larger * exp(S((has_lower ? z : S(-z)) - (k < 0 ? S(-t) : t)));
  }
  sum = sum * S(step);
  return has_lower && has_upper ? S(l + (u - l) * sum) : has_lower ? S(l + sum) : S(u - sum);
}

template <class S = double>
struct Metalog {
  S low = S(NaN);
  S median = S(NaN);
  S high = S(NaN);
  S probability = S(0.1);
  S lower = S(-inf);
  S upper = S(inf);

  static constexpr std::string_view name() { return "metalog"; }
  static constexpr std::string_view text = "from three quantiles, with or without bounds";
  void validate() const {
    scaling_limits::validate(*this, name());
    detail::check_order(name(), "low", value_of(low), "median", value_of(median));
    detail::check_order(name(), "median", value_of(median), "high", value_of(high));
    detail::check_order(name(), "lower", value_of(lower), "low", value_of(low));
    detail::check_order(name(), "high", value_of(high), "upper", value_of(upper));
    if (const auto a2 = value_of(coefficients()[1]); a2 > 0) return;
    const double z_low = axis(low), ratio = (axis(median) - z_low) / (axis(high) - z_low);
    const double least = metalog_least_ratio(value_of(probability));
    throw DomainError("metalog: low = " + to_text(value_of(low)) + ", median = " + to_text(value_of(median)) +
                          ", high = " + to_text(value_of(high)) + " at " + to_text(value_of(probability)) +
                          " are too skewed for one: (median - low)/(high - low) = " + to_text(ratio, 4) +
                          " on its axis must be in (" + to_text(least, 4) + ", " + to_text(1 - least, 4) + ")",
                      "median", value_of(median));
  }
  std::array<S, 3> coefficients() const { return metalog_coefficients(low, median, high, probability, lower, upper); }
  S mean() const {
    const auto [a1, a2, a3] = coefficients();
    return metalog_mean(a1, a2, a3, lower, upper);
  }
  template <class A, Scalar T = promote_t<A, S>>
  T quantile(const A& p) const {
    const auto [a1, a2, a3] = coefficients();
    return metalog_quantile(T(p), T(a1), T(a2), T(a3), T(lower), T(upper));
  }

 private:
  double axis(const S& x) const { return metalog_axis(value_of(x), value_of(lower), value_of(upper)); }
};

template <class S>
constexpr auto fields(const Metalog<S>*) {
  using L = Metalog<S>;
  return std::to_array<Field<L, S>>({
      {"low", &L::low, "1", finite_number, "the input stays below it with the probability, in the unit of the input"},
      {"median", &L::median, "1", finite_number, "it lies above and below alike"},
      {"high", &L::high, "1", finite_number, "it exceeds it with the probability"},
      {"probability", &L::probability, "1",
       Range{.lower = 0, .upper = 0.5, .open_below = true, .open_above = true, .share = true},
       "of a value below low, and of one above high"},
      {"lower", &L::lower, "1", any_end, "what it cannot go below; -inf: unbounded"},
      {"upper", &L::upper, "1", any_end, "what it cannot exceed; inf: unbounded"},
  });
}
static_assert(table_is_complete<Metalog<>>);
static_assert(Distribution<Metalog<>>);

}  // namespace scaling_limits::uncertainty
