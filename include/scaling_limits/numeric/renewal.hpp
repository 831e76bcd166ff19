// SPDX-License-Identifier: Apache-2.0
// The one equation behind every optimal interval: y - 1 + exp(-y) = eps, with eps = (cost of a checkpoint) / MTBF.
//
//   y(eps)  best_period    the best period in units of the MTBF
//   q(eps)  worked_share   1 - exp(-y) = y - eps, the useful work in it: the best interval in units of the MTBF
//
// Both are Lambert W at its branch point, q = 1 + W0(-exp(-1 - eps)), where W loses half the digits: eps is 1e-2 or less
// in every real run. Here q is a power series in d = sqrt(2 eps) (analytic for d < 2 sqrt(pi); Corless et al., Adv. Comput.
// Math. 5, 1996, section 4, gives the series of W in the same variable), and no exponential is taken below eps = 1/2.
#pragma once
#include "../version.hpp"

#include <array>

#include "../core/dual.hpp"
#include "polynomial.hpp"

namespace scaling_limits::numeric {

/// Up to this eps (d <= 1) the worked share is the series that share_from_root adds up.
inline constexpr double share_series_limit = 0.5;

namespace detail {

// q = d P(d) on d in [0, 1], minimax, relative error 5e-20 (tests/reference/renewal_coefficients.py)
inline constexpr std::array<double, 16> share_series{1.0,
                                                     -0.33333333333333331765,
                                                     0.0277777777777762026491,
                                                     0.0037037037037593041642,
                                                     0.000231481480485636460809,
                                                     -0.0000587889370541847861783,
                                                     -0.0000255365229017221129297,
                                                     -4.89872737605638719547e-6,
                                                     -2.44017272493937814001e-7,
                                                     1.88317608367222259861e-7,
                                                     7.02344625118506884576e-8,
                                                     2.14314677252886044977e-8,
                                                     -5.65551888527283915369e-9,
                                                     3.13797189562172043008e-9,
                                                     -1.80329521350652473303e-9,
                                                     2.28884218826118705956e-10};

// v / z = A(u) / B(u) on z = exp(-1 - eps) in [0, exp(-3/2)], where v = 1 - q = z exp(v); minimax, 6.5e-19 (same script).
// Zeros and poles lie beyond the branch point z = 1/e: in u = 1/e - z all coefficients are positive and nothing cancels.
inline constexpr double branch_point = 0.36787944117144232160;
inline constexpr std::array<double, 8> tail_above{2.53073478197995454858, 335.147516309571078469, 9548.22342719279225968,
                                                  87132.9609736680259999, 283449.521074850505262, 313968.211029719429007,
                                                  91372.3731932223561337, 1871.57844005240370795};
inline constexpr std::array<double, 8> tail_below{1.0,
                                                  155.924656664659247413,
                                                  5416.5680633544852684,
                                                  63336.3862831864454884,
                                                  284777.200463315266167,
                                                  496518.026964565234087,
                                                  300569.622264053338625,
                                                  44099.81020371599342};

/// P of q = d P(d) to the scalar's own precision, for scalars that have no fitted table: c_k = (-1)^k a_{k+1} with a_1 = 1,
/// (k + 1) a_k = a_{k-1} - sum_{j=2}^{k-1} j a_j a_{k+1-j}, from the differential equation of q in d.
template <class S>
constexpr auto share_series_of() {
  constexpr int terms = (digits_of<S> * 100 / 182 + 5) / 2 * 2;  // |a_k| < (2 sqrt(pi))^-k: 1.825 bits a term at d = 1
  std::array<S, terms> a{S(1)}, c{S(1)};                         // a[k - 1] holds a_k
  for (int k = 2; k <= terms; ++k) {
    S rest = a[k - 2];
    for (int j = 2; j < k; ++j) rest = rest - S(j) * a[j - 1] * a[k - j];
    a[k - 1] = rest / S(k + 1);
    c[k - 1] = k % 2 ? a[k - 1] : S(-a[k - 1]);
  }
  return c;
}

}  // namespace detail

/// q on 0 <= d <= 1 from d = sqrt(2 eps).
template <class S>
constexpr S share_from_root(const S& d) {
  if constexpr (digits_of<S> <= 53) {
    return d * detail::polynomial(detail::share_series, d);
  } else if constexpr (std::floating_point<S>) {
    constexpr auto series = detail::share_series_of<S>();
    return d * detail::polynomial(series, d);
  } else {
    return d * detail::polynomial(detail::share_series_of<S>(), d);
  }
}

namespace detail {

/// v = 1 - q for eps > 1/2: v = z exp(v) with z = exp(-1 - eps).
template <class S>
S unworked_share(const S& eps) {
  using std::exp;
  const S z = exp(S(S(-1) - eps));
  const S u = S(branch_point) - z;
  S v = z * polynomial(tail_above, u) / polynomial(tail_below, u);
  if constexpr (digits_of<S> > 53)
    for (int digits = 50; digits < 2 * digits_of<S>;
         digits *= 2) {  // Newton doubles the digits, and the order of the derivatives
      const S e = z * exp(v);
      v = v - (v - e) / (S(1) - e);
    }
  return v;
}
template <class S>
dual<S> unworked_share(const dual<S>& eps) {
  const S v = unworked_share(eps.value);
  return {v, is_zero(eps.slope) ? S(0) : S(-v / (S(1) - v) * eps.slope)};
}

}  // namespace detail

/// The best interval in units of the MTBF.
///
/// q = 1 - exp(-y) with y - 1 + exp(-y) = load. Exact to 4 ulp from 0 to inf. It rises from 0, as sqrt(2 load), to 1.
///
/// Source: docs/derivations.md, section "The best interval"; the series in sqrt(2 load):
/// Corless et al., Adv. Comput. Math. 5, 1996, section 4.
///
/// @param eps the load: cost of a checkpoint / MTBF, >= 0 (inf gives 1); NaN outside
template <Scalar S>
S worked_share(const S& eps) {
  using std::sqrt;
  const auto e = value_of(eps);
  if (!(e >= 0)) return S(NaN);
  if (e > share_series_limit) return S(1) - detail::unworked_share(eps);
  // a constant zero stays constant, also for scalars whose sqrt has no finite slope there
  if (eps == S(0)) return is_zero(eps) ? S(0) : S(sqrt(S(2) * eps));
  return share_from_root(S(sqrt(S(S(2) * eps))));
}

/// The same for a dual, from dq/d(eps) = (1 - q)/q: exact in every order of nesting, and no series of duals.
template <class S>
dual<S> worked_share(const dual<S>& eps) {
  if (value_of(eps) > share_series_limit) return dual<S>(S(1)) - detail::unworked_share(eps);
  const S q = worked_share(eps.value);
  return {q, is_zero(eps.slope) ? S(0) : S((S(1) - q) / q * eps.slope)};
}

/// The best period in units of the MTBF, and -ln of the best goodput: y with y - 1 + exp(-y) = load.
///
/// Source: docs/derivations.md, section "The best interval".
template <Scalar S>
S best_period(const S& eps) {
  return eps + worked_share(eps);
}

/// y - 1 + exp(-y) of a period y, the inverse of best_period, without cancellation near 0.
///
/// Source: docs/derivations.md, section "The best interval".
template <Scalar S>
S period_load(const S& y) {
  return value_of(y) >= 0 ? exp_remainder(S(-y)) : S(NaN);
}

/// -ln(1 - q) - q of a share q, the inverse of worked_share.
///
/// Source: docs/derivations.md, section "The best interval".
template <Scalar S>
S share_load(const S& q) {
  const auto v = value_of(q);
  if (!(v >= 0 && v <= 1)) return S(NaN);
  if (v == 1) return S(inf);
  return period_load(S(-log_one_plus(S(-q))));
}

}  // namespace scaling_limits::numeric
