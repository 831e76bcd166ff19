// SPDX-License-Identifier: Apache-2.0
// The share of time that a job with a pool of spares runs, exact for repairs of exponential length.
//
//   l  failure_rate    of the running job            D  downtime    after each failure, nothing fails meanwhile
//   s  taken_share     of the failures that take parts away for repair        j  parts   that such a failure takes
//   S  spares          the job waits while more are out         r  repair_time   mean; min(out, repairers) are repaired at once
//
//   share = 1 / (1 + l D + l E[wait])
//
// A failure that finds all spares in use waits; nothing else happens then, so that with parts taken one by one and all of them
// repaired at once what the failures see is Erlang's loss system with S servers and the times between failures as arrivals:
// E[wait] = s B r/(S + 1), 1/B = sum over n of C(S, n) prod_{i <= n} [e^{i D/r} (1 + i/(l r)) - 1]/s (Palm 1943, Takacs 1956);
// its limit D -> 0 is Erlang's formula (spares.hpp). Else the chain of the numbers out before each failure, S + 1 states, is
// solved: S <= 256 and S^2 min(j, S) <= 2^17. Beyond, failures come as a Poisson stream of rate l/(1 + l D), exact for D -> 0.
// Derivation: docs/derivations.md, "Spares".
#pragma once
#include "../version.hpp"

#include "burst_waits.hpp"
#include "repairs.hpp"
#include "spares.hpp"

namespace scaling_limits::failures {

inline constexpr double most_chained_spares = 256;         ///< solved as a chain,
inline constexpr double most_chained = 131072;             ///< and as far as spares^2 x parts at a time goes
inline constexpr double most_spares_of_many = 1048576;     ///< where failures take several parts each; no answer beyond
inline constexpr double most_spares_one_by_one = 1048576;  ///< solved with the downtime; beyond, as a Poisson stream

namespace detail {

/// 1/(from + 1) + ... + 1/to repaired by so many at once: mean repairs until no more than `from` are out.
template <class = void>
double time_to_come_back(double from, double to, double repairers) {
  double sum = 0, n = from;
  for (const double first = (std::min)(to, from + 64); n < first;) sum += 1 / (std::min)(++n, repairers);
  if (n < to && n < repairers) {  // harmonic numbers from 64 on
    const auto harmonic = [](double x) {
      const double y = 1 / (x * x);
      return 1 / (2 * x) - y / 12 * (1 - y / 10 * (1 - y / 2.1));
    };
    const double all = (std::min)(to, std::floor(repairers));
    if (all > n) sum += std::log(all / n) + harmonic(all) - harmonic(n), n = all;
  }
  return n < to ? sum + (to - n) / repairers : sum;
}

/// l E[wait], parts taken one by one and all repaired at once. Loads l r and s l r, time D/r.
template <class S>
S waiting_one_by_one(double spares, const S& share, const S& load, const S& taken, const S& time) {
  const double n = spares;
  const auto tries = [&](double i) {  // load/i [e^{i time} (1 + i/load) - 1]
    const S grown = exp_minus_one(S(S(i) * time));
    return S(S(1) + grown + load * grown / S(i));
  };
  const S most = taken / S(n + 1);
  if (value_of(taken) == 0) {  // the same sum from its last term, without a division by the load
    // as many derivatives vanish; all, where whoever is out is back by the next failure
    if (n > 3 || (n > 0 && value_of(time) > 300)) return S(0);
    S term(1), sum(1);
    for (double i = n; i > 0; --i) term = term * taken / (S(n - i + 1) * tries(i)), sum = sum + term;
    return most * term / sum;
  }
  constexpr double too_rare = 1e280;
  const double last = n > 0 ? value_of(S(tries(n) / taken)) : 0, least = std::ldexp(1.0, -digits_of<S> - 4);
  S term(1), sum(1);
  for (double i = 1; i <= n; ++i) {
    term =
        term * S(n - i + 1) * (value_of(load) == inf ? S(exp_minus_one(S(S(i) * time)) / (S(i) * share)) : S(tries(i) / taken));
    sum = sum + term;
    if (!(value_of(sum) < too_rare)) return S(0);
    const double left = (n - i) * last;  // what is left is at most a geometric series
    if (left < 0.99 && value_of(term) * left < least * value_of(sum) * (1 - left)) break;
  }
  return most / sum;
}

/// The same with few repairers: of the chain of the numbers out before each failure, y, what crosses from l - 1 to l and back,
///   s y_{l-1} = sum over k >= l of y'_k P(fewer than l of k out after the downtime) + min(l, repairers) y_l/(l r),
/// y' after the failure, from the top down; all terms are positive.
template <class S>
S waiting_by_cuts(double spares, double repairers, const S& share, const S& load, const S& time) {
  const auto top = static_cast<std::size_t>(spares);
  auto after = out_after(time, top + 1, repairers);
  const S not_taken = S(1) - share;
  std::vector<S> down(top + 1, S(0));  // what crosses in the downtime, from the states above whose y' is known
  S here(1), first(1), all(1);         // y_l; that of the top
  for (std::size_t l = top; l > 0; --l) {
    S* row = after[l];
    const S stays = row[l];
    S fewer(0);
    for (std::size_t k = 0; k < l; ++k) {  // fewer than k
      const S one = row[k];
      row[k] = fewer;
      fewer = fewer + one;
    }
    const S kept = l == top ? here : S(not_taken * here);
    const S below = (kept * fewer + down[l] + here * S((std::min)(static_cast<double>(l), repairers)) / load) / (share * stays);
    const S arrived = kept + share * below;
    for (std::size_t k = 1; k < l; ++k) down[k] = down[k] + arrived * row[k];
    here = below;
    all = all + here;
    if (value_of(here) > 1e100) {
      const S less(1e-100);
      here = here * less, first = first * less, all = all * less;
      for (std::size_t k = 1; k < l; ++k) down[k] = down[k] * less;
    }
  }
  return load * share * first / (all * S((std::min)(spares + 1, repairers)));
}

/// After the downtime and the running time, from after the downtime: a failure comes before the next repair or after it.
template <class S>
void run_until_failure(Square<S>& chain, const S& load, double repairers) {
  for (std::size_t k = 1; k < chain.size(); ++k) {
    const double repaired = (std::min)(static_cast<double>(k), repairers);
    const S fails = load / (load + S(repaired)), mends = S(repaired) / (load + S(repaired));
    for (std::size_t l = 0; l <= k; ++l) chain[k][l] = fails * chain[k][l] + mends * chain[k - 1][l];
  }
}

/// The same with several parts at a time, by that chain, in which none out is always within reach.
template <class S>
S waiting_by_chain(double spares, double parts, double repairers, const S& share, const S& load, const S& time) {
  const auto states = static_cast<std::size_t>(spares) + 1, top = states - 1,
             step = static_cast<std::size_t>((std::min)(parts, spares + 1));
  auto chain = out_after(time, states, repairers);
  run_until_failure(chain, load, repairers);
  const S not_taken = S(1) - share;
  for (std::size_t k = 0; k < states; ++k) {  // the rows from k on are still those of above
    const std::size_t raised = (std::min)(k + step, top);
    for (std::size_t l = 0; l <= raised; ++l) chain[k][l] = not_taken * chain[k][l] + share * chain[raised][l];
  }
  const auto weights = stationary(chain, [&](std::size_t k) { return k > step ? k - step : 0; });
  S waited(0), all(0);
  double returns = time_to_come_back(spares, parts, repairers);
  for (std::size_t k = 0; k < states; ++k) {
    const double out = static_cast<double>(k) + parts;
    if (k > 0 && out > spares) returns += 1 / (std::min)(out, repairers);
    waited = waited + weights[k] * S(returns), all = all + weights[k];
  }
  return load * share * (waited / all);
}

/// Time waited per time not waited, of failures that come as a Poisson stream outside the waits, with several parts each: the
/// cuts of the chain of the numbers out.
template <class S>
S waiting_of_stream(double spares, double parts, double repairers, const S& load) {
  if (spares > most_spares_of_many) return S(NaN);
  if (value_of(load) > 1e100) return S(inf);  // a share below 1e-90
  const auto last = static_cast<std::size_t>(spares), step = static_cast<std::size_t>((std::min)(parts, spares + 1));
  std::vector<S> below(last + 2, S(0));  // sums of the states below each
  below[1] = S(1);
  std::size_t now = 0, before = 0;  // from now on they count in today's unit, from before on in the last one, then in none
  double wait = time_to_come_back(spares, parts, repairers);
  S waited(wait);
  for (std::size_t k = 1; k <= last; ++k) {
    const std::size_t from = k > step ? k - step : 0;
    S flow = below[k] - (from >= now ? below[from] : from >= before ? S(below[from] * S(1e-200)) : S(0));
    if (value_of(flow) < 0) flow = S(0);  // by rounding
    const double out = static_cast<double>(k);
    const S here = load * flow / S((std::min)(out, repairers));
    if (out + parts > spares) wait += 1 / (std::min)(out + parts, repairers);
    waited = waited + here * S(wait);
    below[k + 1] = below[k] + here;
    if (value_of(below[k + 1]) > 1e200) {
      below[k + 1] = below[k + 1] * S(1e-200), waited = waited * S(1e-200);
      before = now, now = k + 1;
    }
  }
  return load * waited / below[last + 1];
}

}  // namespace detail

/// Time waited for a spare per wall-clock time that is not: E[wait]/(1/l + D). Arguments as of running_share.
template <class F, class T, class D, class B, Scalar S = promote_t<F, T, D, B>>
S waiting_ratio(double spares, const F& failure_rate, const T& repair_time, const D& downtime, const B& taken_share,
                double parts, double repairers) {
  using namespace detail;
  const S rate(failure_rate), repair(repair_time), down(downtime), share(taken_share);
  const auto counted = [](double x, double least) { return x >= least && x < 0x1p53 && std::floor(x) == x; };
  if (!(counted(spares, 0) && counted(parts, 1) && value_of(rate) >= 0 && value_of(repair) >= 0 && value_of(down) >= 0 &&
        value_of(share) >= 0 && value_of(share) <= 1 && repairers >= 1))
    return S(NaN);
  const S load = product(rate, repair), taken = product(share, load);
  if (value_of(taken) == inf) return S(inf);  // whoever leaves does not return before the next failure
  if (value_of(down) == inf || value_of(load) == inf) return S(0);
  const S running = S(1) + product(rate, down);
  const S time = value_of(repair) == 0 || value_of(repair) == inf ? S(0) : S(down / repair);
  if (value_of(down) > 0 && (value_of(repair) == 0 || value_of(time) == inf))  // all are back before the next failure
    return taken * S(time_to_come_back(spares, parts, repairers)) / running;
  if (parts == 1 && repairers >= spares + 1 && spares <= most_spares_one_by_one)
    return waiting_one_by_one(spares, share, load, taken, time) / running;
  // from one state to the next the cuts may grow by 1/taken x exp(repairs in the downtime)
  const bool in_range = value_of(taken) > 1e-60 && (std::min)(spares, repairers) * value_of(time) < 300;
  if (parts == 1 && spares <= most_chained_spares && in_range)
    return waiting_by_cuts(spares, repairers, share, load, time) / running;
  if (spares <= most_chained_spares && spares * spares * (std::min)(parts, spares) <= most_chained)
    return waiting_by_chain(spares, parts, repairers, share, load, time) / running;
  if (parts > 1) return waiting_of_stream(spares, parts, repairers, S(taken / running));
  const S odds = runnable_odds(spares, S(taken / running), S(1), repairers);
  return value_of(odds) == inf ? S(0) : S(S(1) / odds);
}

/// A pool of spares as every question to it takes it: how failures come, what each takes away, and how that comes back.
template <class S = double>
struct RepairPool {
  S failure_rate = S(NaN);  ///< of the running job [1/s]; bursts, each of which is one failure
  S repair_time = S(NaN);   ///< mean [s], of a burst as a whole
  S downtime = S(0);        ///< after each failure [s]
  S taken_share = S(1);     ///< of the failures that take units away
  double parts = 1;         ///< bursts that such a failure takes, each repaired by itself
  double repairers = inf;   ///< repairs that go on at once
  double takes = 1;         ///< GPUs of a unit, which fail, are repaired and come back together
  double burst = 1;         ///< units of a burst, repaired and back as one: their number, or its mean
  BurstLaw bursts = BurstLaw::fixed;

  /// GPUs by which the number of spares changes what runs: of a unit, or of bursts that are all alike; NaN of no whole number.
  double step() const { return takes * (bursts != BurstLaw::fixed ? 1 : burst == std::floor(burst) ? burst : NaN); }
  /// Whether bursts vary in size.
  bool varied() const { return bursts == BurstLaw::geometric && burst != 1; }
};

/// Time waited for a spare per wall-clock time that is not. Spares in GPUs, a whole number: what is no whole unit does not
/// help.
template <class S>
S waiting_ratio(double spares, const RepairPool<S>& pool) {
  const auto counted = [](double x) { return x >= 1 && x < 0x1p53 && std::floor(x) == x; };
  const bool varied = pool.varied();
  if (!(counted(pool.step()) && counted(pool.takes))) return S(NaN);
  if (varied && !(pool.burst >= 1 && pool.burst <= most_mean_burst && pool.parts == 1 && pool.repairers == inf)) return S(NaN);
  const double units =
      spares >= 0 && std::floor(spares) == spares ? (spares - std::fmod(spares, pool.step())) / pool.step() : NaN;
  const auto alike = [&](double held) {
    return waiting_ratio(held, pool.failure_rate, pool.repair_time, pool.downtime, pool.taken_share, pool.parts,
                         pool.repairers);
  };
  if (!varied) return alike(units);
  const S plain = alike(0), load = detail::product(pool.failure_rate, pool.repair_time);  // where sizes make no difference
  if (!(value_of(plain) < inf) || value_of(load) == inf || value_of(pool.downtime) == inf) return plain;
  const bool at_once = value_of(pool.repair_time) == 0;
  const S time = !at_once ? S(pool.downtime / pool.repair_time) : S(value_of(pool.downtime) > 0 ? inf : 0);
  const S running = S(1) + detail::product(pool.failure_rate, pool.downtime);
  return waiting_of_bursts(units, load, S(pool.taken_share * load), time, burst_sizes<S>(pool.burst, pool.bursts)) / running;
}

/// The share of wall-clock time that a job runs on such a pool.
template <class S>
S running_share(double spares, const RepairPool<S>& pool) {
  return S(1) / ((S(1) + detail::product(pool.failure_rate, pool.downtime)) * (S(1) + waiting_ratio(spares, pool)));
}

/// Spares that cover what is out of such a pool with a probability (compound_spares.hpp); NaN where repairs have to queue.
template <class = void>
double spares_needed(const RepairPool<>& pool, double quality) {
  if (!(pool.repairers == inf)) return NaN;
  return spares_needed(pool.failure_rate, pool.repair_time, quality, pool.burst, pool.bursts, pool.takes, pool.downtime,
                       pool.taken_share, pool.parts);
}

/// Share of wall-clock time that a job with so many spares runs: what is left are downtimes and waits for a repair.
///
/// 1 / (1 + l D + l E[wait]), l = failure_rate, D = downtime; repairs go on throughout, exponential. Parts one by one and
/// all repaired at once: E[wait] = s B r/(S + 1), 1/B = sum over n of C(S, n) prod over i <= n of
/// (exp(i D/r) (1 + i/(l r)) - 1)/s, S = spares, s = taken_share, r = repair_time; else the chain of the numbers out is
/// solved, up to 256 spares and spares^2 x parts = 2^17; beyond, failures are a Poisson stream of rate l/(1 + l D). NaN
/// above 2^20 spares with several parts. Units of `takes` GPUs and bursts of one size come back as one: S counts them. Bursts
/// of geometric size: within 0.3 % of what a pool played out runs where that is above 0.9, 1.5 % above 0.6, 5 % above 0.4, and
/// less than it by up to a fifth below; up to 2048 units, all repaired at once, parts = 1.
///
/// Source: Palm 1943, Takacs 1956 for the closed sum; docs/derivations.md, section "Spares".
///
/// @param spares in GPUs, a whole number in [0, 2^53); @param failure_rate [1/s] >= 0 of the running job
/// @param repair_time mean [s] >= 0; @param downtime after each failure [s] >= 0
/// @param taken_share of the failures that take parts, in [0, 1]; @param parts that each of those takes, a whole number >= 1
/// @param repairers repaired at once, >= 1; inf: all; @param takes GPUs of a unit, a whole number >= 1
/// @param burst units of a part, that come back as one, >= 1; @param bursts whether they are always as many
template <class F, class T, class D = int, class B = int, Scalar S = promote_t<F, T, D, B>>
S running_share(double spares, const F& failure_rate, const T& repair_time, const D& downtime = 0, const B& taken_share = 1,
                double parts = 1, double repairers = inf, double takes = 1, double burst = 1,
                BurstLaw bursts = BurstLaw::fixed) {
  return running_share(spares, RepairPool<S>{.failure_rate = S(failure_rate),
                                             .repair_time = S(repair_time),
                                             .downtime = S(downtime),
                                             .taken_share = S(taken_share),
                                             .parts = parts,
                                             .repairers = repairers,
                                             .takes = takes,
                                             .burst = burst,
                                             .bursts = bursts});
}

}  // namespace scaling_limits::failures
