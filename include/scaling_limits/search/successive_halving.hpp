// SPDX-License-Identifier: Apache-2.0
// Successive halving of n trials on W workers: in rung k = 0, 1 ... s the best floor(n/eta^k) of them get the budget r eta^k.
//
//   in step       time = sum_k ceil(n_k/W) r_k;  efficiency = sum_k n_k r_k / (W time)
//   smooth        sum_k q_k / sum_k q_k max(1, W eta^k/n), the efficiency where eta^s divides n and W divides every n_k;
//                 q_k = n_k r_k/(n r), 1 for all k
//   asynchronous  the first trial is finished after sum_k eta^(k-s), then W/(s + 1) of them per time, in units of the largest
//                 budget; more once a trial was promoted early: a lower bound of what a run reaches
//
// A trial that is resumed, not started again, takes r_k - r_(k-1) in rung k: q_k = 1 - 1/eta from k = 1 on. In step W never
// passes n sum_k q_k / sum_k q_k eta^k workers' worth: the last rung holds n/eta^s trials, however many workers wait.
// Sources: Jamieson and Talwalkar, 2016; Li et al., JMLR 18(185), 2018, section 3; Li et al., 2020 (ASHA). Times on W workers:
// ours, equal to an enumeration and to an event simulation (tests/unit/search).
#pragma once
#include "../version.hpp"

#include <algorithm>

#include "../core/fields.hpp"
#include "../core/math.hpp"

namespace scaling_limits::search {

/// Of eta: fewer than half of the trials go on.
inline constexpr Range reductions{.lower = 2, .upper = inf, .open_above = true};

namespace detail {

template <class S>
struct Halving {
  S time{NaN}, work{NaN};  // that W workers take; that all trials together do
};

template <class S>
Halving<S> halving(const S& trials, const S& reduction, double rungs, const S& workers, const S& least_budget, bool resume) {
  const double n = value_of(trials), eta = value_of(reduction), w = value_of(workers);
  if (!(n < inf && reductions.holds(eta) && whole(not_negative).holds(rungs) && w >= 1 &&
        not_negative.holds(value_of(least_budget))))
    return {};
  Halving<S> found{S(0), S(0)};
  S budget = least_budget, added = least_budget;
  double share = 1;  // of the trials, eta^-k: n/eta^k is a quotient of two numbers that are exact where they are whole
  for (double k = 0; k <= rungs; ++k, share *= eta) {
    const double left = std::floor(n / share);
    if (!(left >= 1)) return {};
    found.time = found.time + S((std::max)(1.0, std::ceil(left / w))) * added;
    found.work = found.work + S(left) * added;
    const S next = budget * reduction;
    added = resume ? S(next - budget) : next;
    budget = next;
  }
  return found;
}

}  // namespace detail

/// Time of successive halving in step, each rung waiting for the one before.
///
/// sum_k ceil(floor(n/eta^k)/W) b_k, k = 0 ... s, b_k = r eta^k, resumed r (eta^k - eta^(k-1)) from k = 1 on; n = trials,
/// eta = reduction, s = rungs, W = workers, r = least_budget. In the unit of least_budget.
///
/// Source: Li et al., JMLR 18(185), 2018, section 3, for the rungs; the time is elementary.
///
/// @param trials n >= reduction^rungs; @param reduction eta >= 2; @param rungs s, the number of the last rung, 0 first
/// @param workers W >= 1, one trial each; @param least_budget r of a trial in rung 0
template <class N, class E, class W, class R = int, Scalar S = promote_t<N, E, W, R>>
S halving_time(const N& trials, const E& reduction, double rungs, const W& workers, const R& least_budget = 1,
               bool resume = false) {
  return detail::halving(S(trials), S(reduction), rungs, S(workers), S(least_budget), resume).time;
}

/// Share of the workers' time that successive halving in step uses.
///
/// sum_k floor(n/eta^k) b_k / (W halving_time), with b_k as in halving_time; n = trials, eta = reduction, W = workers.
///
/// Source: elementary: the work of all trials over the time of all workers.
template <class N, class E, class W, class R = int, Scalar S = promote_t<N, E, W, R>>
S halving_efficiency(const N& trials, const E& reduction, double rungs, const W& workers, const R& least_budget = 1,
                     bool resume = false) {
  // of a budget of 1: none is 0, none overflows
  const auto found = detail::halving(S(trials), S(reduction), rungs, S(workers), S(1), resume);
  return not_negative.holds(value_of(S(least_budget))) ? S(found.work / (S(workers) * found.time)) : S(NaN);
}

namespace detail {

/// The smooth form: the work of a rung over that of rung 0, summed, and that work times what a rung's time grows by.
template <class S, class Waves>
S over_rungs(const S& trials, const S& reduction, double rungs, bool resume, const Waves& waves) {
  if (!(value_of(trials) < inf && reductions.holds(value_of(reduction)) && whole(not_negative).holds(rungs))) return S(NaN);
  S work(0), time(0), grown(1);
  for (double k = 0; k <= rungs; ++k, grown = grown * reduction) {
    if (!(value_of(grown) <= value_of(trials))) return S(NaN);
    const S part = resume && k > 0 ? S(S(1) - S(1) / reduction) : S(1);
    work = work + part;
    time = time + part * waves(grown);
  }
  return work / time;
}

}  // namespace detail

/// halving_efficiency without rounding, for any number of workers.
///
/// sum_k q_k / sum_k q_k max(1, W eta^k/n), k = 0 ... s; W = workers, n = trials, eta = reduction, s = rungs; q_k = 1,
/// resumed 1 - 1/eta from k = 1 on. Exact where eta^s divides n and W divides every n/eta^k. Useful workers, W times it,
/// never pass most_useful_workers.
///
/// Source: ours, equal to an enumeration: tests/unit/search/successive_halving.test.cpp.
template <class W, class N, class E, class R, Scalar S = promote_t<W, N, E, R>>
S smooth_halving_efficiency(const W& workers, const N& trials, const E& reduction, const R& rungs, bool resume = false) {
  const S w(workers), n(trials);
  if (!(value_of(w) >= 0)) return S(NaN);
  return detail::over_rungs(n, S(reduction), value_of(S(rungs)), resume, [&](const S& grown) {
    const S waves = w * grown / n;
    return value_of(waves) > 1 ? waves : S(1);
  });
}

/// What workers of successive halving in step are never worth more than, however many they are.
///
/// n sum_k q_k / sum_k q_k eta^k, k = 0 ... s, from scratch n (s + 1)/sum_k eta^k; n = trials, eta = reduction,
/// s = rungs; q_k = 1, resumed 1 - 1/eta from k = 1 on. In workers that are never idle.
///
/// Source: ours, equal to an enumeration: tests/unit/search/successive_halving.test.cpp.
template <class N, class E, class R, Scalar S = promote_t<N, E, R>>
S most_useful_workers(const N& trials, const E& reduction, const R& rungs, bool resume = false) {
  const S n(trials);
  return detail::over_rungs(n, S(reduction), value_of(S(rungs)), resume, [&](const S& grown) { return S(grown / n); });
}

/// When asynchronous halving has its first trial of the largest budget, in units of that budget.
///
/// sum_k eta^(k-s), k = 0 ... s, on eta^s workers or more, always below 2; resumed 1. eta = reduction, s = rungs.
///
/// Source: Li et al., A System for Massively Parallel Hyperparameter Tuning, 2020 (ASHA).
template <class E, Scalar S = promote_t<E>>
S first_result(const E& reduction, double rungs, bool resume = false) {
  const S eta(reduction);
  if (!(reductions.holds(value_of(eta)) && whole(not_negative).holds(rungs))) return S(NaN);
  return resume ? S(1) : S((S(1) - raised(S(S(1) / eta), S(rungs + 1))) / (S(1) - S(1) / eta));
}

/// Trials that asynchronous halving finishes in the time of one largest budget, once it has its first.
///
/// W/(s + 1), resumed W/(1 + s (1 - 1/eta)); W = workers, eta = reduction, s = rungs. A lower bound: trials that were
/// promoted early come on top.
///
/// Source: ours, below an event simulation: tests/unit/search/successive_halving.test.cpp.
template <class W, class E, Scalar S = promote_t<W, E>>
S results_per_time(const W& workers, const E& reduction, double rungs, bool resume = false) {
  const S w(workers), eta(reduction);
  if (!(value_of(w) >= 0 && reductions.holds(value_of(eta)) && whole(not_negative).holds(rungs))) return S(NaN);
  return w / (resume ? S(S(1) + S(rungs) * (S(1) - S(1) / eta)) : S(rungs + 1));
}

}  // namespace scaling_limits::search
