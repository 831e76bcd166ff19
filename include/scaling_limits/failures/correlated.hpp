// SPDX-License-Identifier: Apache-2.0
// Failures that are not independent of each other: good and bad times, bursts, domains.
//
//   two or more regimes with shares of time x_i and MTBFs M_i (Bautista-Gomez et al., IPDPS 2016): first-order overhead
//   sum x_i sqrt(2 C/M_i) if the interval follows the regime, sqrt(2 C sum x_i/M_i) if it does not
// Only incidents interrupt: component failures within one incident are one interruption.
#pragma once
#include "../version.hpp"

#include <span>

#include "../core/math.hpp"

namespace scaling_limits::failures {

template <class S = double>
struct Regime {
  S time_share = S(NaN);  // of running time; the shares sum to one
  S mtbf = S(NaN);        // [s]
};

/// Interruptions per second over all regimes: sum x_i / M_i.
template <class S>
S mean_failure_rate(std::span<const Regime<S>> regimes) {
  S rate(0);
  for (const auto& r : regimes) {
    if (!(value_of(r.time_share) >= 0 && value_of(r.mtbf) > 0)) return S(NaN);
    rate = rate + r.time_share / r.mtbf;
  }
  return rate;
}

/// First-order overhead with the interval of each regime's own MTBF.
template <class C, class S>
S adaptive_overhead(const C& write_time, std::span<const Regime<S>> regimes) {
  using std::sqrt;
  const S c(write_time);
  S sum(0);
  if (!(value_of(c) >= 0)) return S(NaN);
  for (const auto& r : regimes) {
    if (!(value_of(r.time_share) >= 0 && value_of(r.mtbf) > 0)) return S(NaN);
    if (value_of(c) > 0) sum = sum + r.time_share * sqrt(S(S(2) * c / r.mtbf));
  }
  return sum;
}

/// First-order overhead with one interval throughout, that of the mean rate.
template <class C, class S>
S uniform_overhead(const C& write_time, std::span<const Regime<S>> regimes) {
  using std::sqrt;
  const S c(write_time), x = S(2) * c * mean_failure_rate(regimes);
  if (!(value_of(x) >= 0)) return S(NaN);
  return value_of(x) == 0 ? S(0) : S(sqrt(x));
}

/// Incidents per second when component failures come in bursts of that mean size: what interrupts the job.
template <class F, class B, Scalar S = promote_t<F, B>>
S incident_rate(const F& component_failure_rate, const B& mean_burst_size) {
  const S rate(component_failure_rate), size(mean_burst_size);
  return value_of(rate) >= 0 && value_of(size) >= 1 ? S(rate / size) : S(NaN);
}

/// Interruptions per second of a job on parts and on domains (racks, switches, power feeds) that each take their parts down at
/// once: parts x part rate + domains x domain rate.
template <class N, class F, class D, class G, Scalar S = promote_t<N, F, D, G>>
S rate_with_domains(const N& parts, const F& part_failure_rate, const D& domains, const G& domain_failure_rate) {
  const S n(parts), part_rate(part_failure_rate), m(domains), domain_rate(domain_failure_rate);
  if (!(value_of(n) >= 0 && value_of(part_rate) >= 0 && value_of(m) >= 0 && value_of(domain_rate) >= 0)) return S(NaN);
  return n * part_rate + m * domain_rate;
}

/// Probability that a unit of so many parts is hit: 1 - (1 - f)^d, f = part_probability, d = unit_size.
///
/// Source: elementary: the complement of no part hit.
template <class F, class D, Scalar S = promote_t<F, D>>
S hit_probability(const F& part_probability, const D& unit_size) {
  const S f(part_probability), d(unit_size);
  if (!(value_of(f) >= 0 && value_of(f) <= 1 && value_of(d) >= 0)) return S(NaN);
  if (value_of(f) == 1) return S(value_of(d) > 0 ? 1 : 0);
  return -exp_minus_one(S(d * log_one_plus(S(-f))));
}

}  // namespace scaling_limits::failures
