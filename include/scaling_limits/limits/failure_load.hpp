// SPDX-License-Identifier: Apache-2.0
// How much failure a goodput, an elasticity or a worth allows: the largest load write_time / mtbf, and the MTBF that a goodput
// requires. Of a load x that grows as N^k, with the best period y, x = y - 1 + exp(-y):
//
//   eps = k x/(1 - exp(-y))    d losses / d ln N
#pragma once
#include "../version.hpp"

#include "../checkpoint/goodput.hpp"
#include "../numeric/roots.hpp"

namespace scaling_limits::limits {

/// The largest write_time / mtbf at which a goodput g can be reached, g - 1 - ln g.
///
/// goodput g in [0, 1], with nothing else to lose than checkpoints and rework; NaN outside. Accurate near g = 1,
/// where it is (1 - g)^2 / 2. 1 gives 0, 0 gives inf.
///
/// Source: docs/derivations.md, section "The largest size".
template <class G, Scalar S = promote_t<G>>
S max_failure_load(const G& goodput) {
  using std::log;
  const S g(goodput);
  if (!(value_of(g) >= 0 && value_of(g) <= 1)) return S(NaN);
  return value_of(g) == 0 ? S(inf) : numeric::period_load(S(-log(g)));
}

namespace detail {

/// k x/(1 - exp(-y)): eps of the load at best period y.
template <class S>
dual<S> load_elasticity(const S& k, const dual<S>& y) {
  return dual<S>(k) * numeric::period_load(y) / -exp_minus_one(-y);
}
/// The load at whose best period a rising function of any dual reaches zero: searched for in double, then Newton in S.
template <class S, class F>
S load_where(const F& f) {
  using std::exp;
  const auto root = numeric::rising_root([&](const dual<double>& log_y) { return f(exp(log_y)); }, 0.0, -700.0, 700.0);
  if (root.status == numeric::RootStatus::not_converged) return S(NaN);
  S y = exp(S(root.value));
  if constexpr (!(std::floating_point<S> && digits_of<S> <= 53))
    for (int digits = 40; digits < 2 * digits_of<S>; digits *= 2) {
      const dual<S> at = f(dual<S>(y, S(1)));
      y = y - at.value / at.slope;
    }
  return numeric::period_load(y);
}

}  // namespace detail

/// The load that grows as N^k at which eps reaches a slope > 0. @param k > 0
template <class S>
S failure_load_of_slope(const S& slope, const S& k) {
  return detail::load_where<S>([&]<class T>(const dual<T>& y) {
    return log(detail::load_elasticity(static_cast<T>(k), y) / dual<T>(static_cast<T>(slope)));
  });
}
/// The load that grows as N^k at which one more GPU is worth v of an ideal one: y - ln(1 - eps) = -ln v. @param k > 0
template <class S>
S failure_load_of_worth(const S& worth, const S& k) {
  using std::log;
  const S target = -log(worth);
  return detail::load_where<S>([&]<class T>(const dual<T>& y) {
    const dual<T> eps = detail::load_elasticity(static_cast<T>(k), y);
    return value_of(eps) < 1 ? log((y - log_one_plus(-eps)) / dual<T>(static_cast<T>(target))) : dual<T>(T(inf));
  });
}

/// The MTBF [s] that a goodput requires, the interval being the best allowed one.
///
/// goodput in [0, 1]: 1 gives inf, or 0 where there is nothing to lose; write_time, restart_time, downtime,
/// persist_latency >= 0 [s]; slowdown in [0, 1). NaN outside.
///
/// Source: docs/derivations.md, section "The largest size".
template <class G, class C, class R = int, class D = int, class L = int, class B = int, Scalar S = promote_t<G, C, R, D, L, B>>
S required_mtbf(const G& goodput, const C& write_time, const R& restart_time = 0, const D& downtime = 0,
                const L& persist_latency = 0, const B& slowdown = 0) {
  using std::log;
  const S g(goodput);
  checkpoint::Saving<S> saving{S(write_time), S(0), S(restart_time), S(downtime), S(persist_latency), S(slowdown)};
  // the search is in double
  const auto total = static_cast<double>(saving.write_time + saving.restart_time + saving.downtime + saving.persist_latency);
  const auto g_value = static_cast<double>(g);
  if (!saving.in_domain() || !(g_value >= 0 && value_of(g) <= 1)) return S(NaN);
  if (total == 0 || g_value == 0) return S(0);
  if (total == inf || g_value == 1) return S(inf);
  // losses and their slope in ln(rate), at a rate of any scalar
  const auto losses_at = [&]<class T>(const T& rate) {
    return checkpoint::losses(checkpoint::Saving<dual<T>>{T(saving.write_time), dual<T>(rate, rate), T(saving.restart_time),
                                                          T(saving.downtime), T(saving.persist_latency), T(saving.slowdown)})
        .sum();
  };
  // in v = ln(rate x total) the logarithm of the losses is nearly a straight line
  const double log_target = std::log(-std::log(g_value));
  const auto excess = [&](const dual<double>& v) {
    const dual<double> sum = losses_at(std::exp(v.value) / total);
    return dual<double>(std::log(sum.value) - log_target, sum.slope / sum.value);
  };
  const double start = std::log(max_failure_load(g_value));
  const auto root = numeric::rising_root(excess, start, -700, 700);
  if (root.status == numeric::RootStatus::not_converged) return S(NaN);
  S rate = S(std::exp(root.value)) / S(total);
  // Newton in the caller's scalar: each step doubles the digits, and the order of the derivatives that are right
  const S target = -log(g);
  for (int digits = 40; digits < 2 * digits_of<S>; digits *= 2) {
    const dual<S> sum = losses_at(rate);
    rate = rate * (S(1) - (sum.value - target) / sum.slope);
  }
  if constexpr (!std::floating_point<S>) {
    const dual<S> sum = losses_at(rate);
    rate = rate * (S(1) - (sum.value - target) / sum.slope);
  }
  return S(1) / rate;
}

}  // namespace scaling_limits::limits
