// SPDX-License-Identifier: Apache-2.0
// Fleets of which most parts are alike and a few are bad. Their rates follow a law of two points, low and high, and a share
// of the parts has the high one, so that counts n in exposures e have
//
//   P(n) = (1 - share) Poisson(n; e low) + share Poisson(n; e high)
//
// by maximum likelihood, from several starts. What is known of one part is the chance
// that it is a bad one, and with it its rate. A gamma law (rate_spread.hpp) of such a fleet takes the bad parts for its tail
// and promises too little; so both laws are fitted, and this one is taken where its log likelihood is more than 1 above the
// gamma's: it has one parameter more (Akaike).
//
// How sure the share of the worst parts in all failures is:
//   two rates   Gibbs draws: who is bad, given the rates; the rates, gamma laws of what was counted on either; the share, beta
//   gamma       of equal exposures the worst k have a beta law of parameters (k/a + their counts), (rest/a + the rest's), of
//               which the moments are taken over a, uniform in sqrt(a), by its likelihood
// Below 0.3 failures a part no end is given: there they hold the truth too rarely.
#pragma once
#include "../version.hpp"

#include <boost/math/special_functions/beta.hpp>
#include <cstdint>

#include "rate_spread.hpp"
#include "two_rate_likelihood.hpp"

namespace scaling_limits::failures {

/// Two rates of parts, and how many have the higher one.
struct TwoRates {
  double share = 0;                 // of parts of the high rate; 0: one rate says it all
  double low = NaN, high = NaN;     // per unit of exposure; alike where share is 0
  double mean_rate = NaN;           // of a part
  double log_likelihood = NaN;      // of the counts
  double one_log_likelihood = NaN;  // of one rate of all

  /// That a part which had so many events in an exposure is of the high rate.
  double chance(double events, double exposure) const {
    if (share == 0) return 0;
    const double odds = std::log(share / (1 - share)) + (events > 0 ? events * std::log(high / low) : 0);
    return 1 / (1 + std::exp(exposure * (high - low) - odds));
  }
  /// Its rate, on average.
  double rate(double events, double exposure) const { return low + (high - low) * chance(events, exposure); }
};

/// Two rates of parts by maximum likelihood.
///
/// @param events of each part, whole numbers, 1e9 at most, those of none included
/// @param exposures of each part > 0, of one unit, the longest at most 1e12 times the shortest
/// @throws DomainError by place; InvalidArgument for lists of different lengths, or none
template <class = void>
TwoRates two_rates(std::span<const double> events, std::span<const double> exposures) {
  detail::check_parts("two_rates", events, exposures);
  const auto alike = detail::parts_alike(events, exposures);
  const detail::TwoRateLikelihood likelihood(alike);
  const double mean = likelihood.mean();
  TwoRates found{.low = mean, .high = mean, .mean_rate = mean};
  found.log_likelihood = found.one_log_likelihood = detail::one_rate_log_likelihood(alike, mean);
  if (mean == 0) return found;
  detail::TwoRateLikelihood::Point best{}, at{};
  double most = -inf, value = 0;
  for (const auto& start : likelihood.starts()) {
    at = likelihood.climbed(start, 30, value);
    if (value > most) most = value, best = at;
  }
  at = likelihood.climbed(best, 1000, most);
  best = likelihood.climbed(likelihood.without_low(at), 300, value);  // where EM takes without end
  if (value >= most) at = best, most = value;
  if (!(most > found.one_log_likelihood + 1e-10 * (1 + std::abs(most)))) return found;
  found.share = 1 / (1 + std::exp(-at[0])), found.low = std::exp(at[1]), found.high = std::exp(at[2]);
  if (found.low > found.high) std::swap(found.low, found.high), found.share = 1 / (1 + std::exp(at[0]));
  if (found.low < 1e-9 * mean) found.low = 0;
  found.mean_rate = found.low + (found.high - found.low) * found.share;
  found.log_likelihood = most;
  return found;
}

namespace detail {

inline constexpr double failures_for_ends = 0.3;  // a part, below which a gain has no interval
inline constexpr std::size_t parts_with_ends = 1000;
inline constexpr double tail_of_ends = 0.05;  // at each end

/// Uniform numbers in (0, 1), the same everywhere: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
class Uniform {
 public:
  double operator()() {
    std::uint64_t x = at_ += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return (static_cast<double>((x ^ (x >> 31)) >> 12) + 0.5) * 0x1p-52;
  }

 private:
  std::uint64_t at_ = 44;
};

/// The ends of the share of the worst parts in all failures, by draws of two rates.
template <class = void>
void draw_ends(TwoRates at, std::span<const double> events, std::span<const double> exposures, WorstParts& worst) {
  constexpr std::size_t before = 50, kept = 250;
  const std::size_t told = (std::min)(events.size(), parts_with_ends);
  const double parts = static_cast<double>(events.size());
  Uniform uniform;
  const auto rate = [&](double n, double exposure, double last) {  // none drawn: the last stays
    return exposure > 0 ? boost::math::gamma_p_inv(n + 0.5, uniform(), numeric::quiet_policy()) / exposure : last;
  };
  std::vector<bool> high(told * kept);  // of part k in draw d at k * kept + d
  std::vector<TwoRates> drawn(kept);
  std::vector<double> total(kept), sum(kept, 0.), shares(kept);
  for (std::size_t sweep = 0; sweep < before + kept; ++sweep) {
    double bad = 0, bad_events = 0, bad_exposure = 0, all_events = 0, all_exposure = 0, x = -1, t = -1, p = 0;
    for (std::size_t k = 0; k < events.size(); ++k) {
      const auto i = static_cast<std::size_t>(worst.part[k]);
      if (events[i] != x || exposures[i] != t) x = events[i], t = exposures[i], p = at.chance(x, t);
      const bool is = uniform() < p;
      all_events += x, all_exposure += t;
      if (is) ++bad, bad_events += x, bad_exposure += t;
      if (is && k < told && sweep >= before) high[k * kept + sweep - before] = true;
    }
    at.high = rate(bad_events, bad_exposure, at.high);
    at.low = rate(all_events - bad_events, bad < parts ? all_exposure - bad_exposure : 0, at.low);
    at.share = boost::math::ibeta_inv(1 + bad, 1 + parts - bad, uniform(), numeric::quiet_policy());
    if (sweep >= before) drawn[sweep - before] = at, total[sweep - before] = at.low * (parts - bad) + at.high * bad;
  }
  for (std::size_t k = 0; k < told; ++k) {
    for (std::size_t d = 0; d < kept; ++d) {
      sum[d] += high[k * kept + d] ? drawn[d].high : drawn[d].low;
      shares[d] = sum[d] / total[d];
    }
    std::sort(shares.begin(), shares.end());
    const auto end = static_cast<std::size_t>(tail_of_ends * kept);
    worst.gain_low[k] = 0.5 * (shares[end] + shares[end - 1]);
    worst.gain_high[k] = 0.5 * (shares[kept - end] + shares[kept - 1 - end]);
  }
}

/// Dispersions that the counts leave open, and the weight of each.
struct OpenDispersions {
  static constexpr std::size_t points = 40;
  std::array<double, points> a{}, mean_rate{}, weight{};

  OpenDispersions(const RateSpread& spread, std::span<const double> events, std::span<const double> exposures) {
    const auto alike = parts_alike(events, exposures);
    const CountLikelihood likelihood(events, exposures);
    double m = spread.mean_rate, all = 0;
    const auto value = [&](double root) {
      m = likelihood.mean_rate(root * root, m);
      return gamma_log_likelihood(alike, m, root * root);
    };
    const double found = std::sqrt(spread.dispersion), top = value(found);
    double outer = (std::max)(2 * found, 0.01);
    while (outer < 30 && value(outer) > top - 8) outer *= 2;
    const auto end = [&](double out) {  // of what is within 8 of the top
      double in = found;
      for (int halving = 0; halving < 8; ++halving) {
        const double middle = 0.5 * (in + out);
        (value(middle) > top - 8 ? in : out) = middle;
      }
      return out;
    };
    const double least = end(0), most = end(outer);
    for (std::size_t j = 0; j < points; ++j) {
      const double root = least + (most - least) * (static_cast<double>(j) + 0.5) / points;
      a[j] = root * root, weight[j] = std::exp(value(root) - top), mean_rate[j] = m;
      all += weight[j];
    }
    for (double& one : weight) one /= all;
  }
};

/// The ends of a beta law with this mean and variance; the mean itself where digits of its shape parameters run out.
template <class = void>
std::pair<double, double> beta_ends(double mean, double variance) {
  const double size = mean * (1 - mean) / variance - 1, in = mean * size, out = (1 - mean) * size;
  if (!(size < 1e12) || !(in > 0) || !(out > 0)) return {mean, mean};
  return {boost::math::ibeta_inv(in, out, tail_of_ends, numeric::quiet_policy()),
          boost::math::ibetac_inv(in, out, tail_of_ends, numeric::quiet_policy())};
}

/// The same of a gamma law, by moments.
template <class = void>
void gamma_ends(const RateSpread& spread, std::span<const double> events, std::span<const double> exposures,
                WorstParts& worst) {
  constexpr std::size_t points = OpenDispersions::points;
  const OpenDispersions open(spread, events, exposures);
  // of the sums of the rates of the worst k, and of all
  std::array<double, points> mean{}, variance{}, all{}, spread_of_all{};
  const auto add = [&](std::size_t k, auto& means, auto& variances) {
    const auto i = static_cast<std::size_t>(worst.part[k]);
    for (std::size_t j = 0; j < points; ++j) {
      const double shape = 1 / open.a[j] + events[i], per = 1 / (1 / (open.a[j] * open.mean_rate[j]) + exposures[i]);
      means[j] += shape * per, variances[j] += shape * per * per;
    }
  };
  for (std::size_t k = 0; k < events.size(); ++k) add(k, all, spread_of_all);
  for (std::size_t k = 0; k < (std::min)(events.size() - 1, parts_with_ends); ++k) {
    add(k, mean, variance);
    double share = 0, square_error = 0;
    for (std::size_t j = 0; j < points; ++j) share += open.weight[j] * mean[j] / all[j];
    for (std::size_t j = 0; j < points; ++j) {
      const double s = mean[j] / all[j];
      const double own = (square(1 - s) * variance[j] + s * s * (spread_of_all[j] - variance[j])) / square(all[j]);
      square_error += open.weight[j] * (square(s - share) + own);
    }
    const auto [low, high] = beta_ends(share, square_error);
    worst.gain_low[k] = low, worst.gain_high[k] = high;
  }
  if (events.size() <= parts_with_ends) worst.gain_low.back() = worst.gain_high.back() = 1;
}

}  // namespace detail

/// Parts by their shrunken rates, of two rates or of a gamma law as the counts say, and what it gains to take the worst away,
/// with the ends of a 90 % interval for the worst 1,000.
///
/// @param events of each part, whole numbers, 1e9 at most, those of none included
/// @param exposures of each part > 0, of one unit
/// @param renewed_rate of a part in the place of one taken away, >= 0; NaN: the mean
/// @throws as two_rates; no list at all where no part failed
template <class = void>
WorstParts worst_parts(std::span<const double> events, std::span<const double> exposures, double renewed_rate = NaN) {
  const RateSpread spread = rate_spread(events, exposures);
  if (!(spread.mean_rate > 0)) return {};
  const TwoRates two = two_rates(events, exposures);
  const auto alike = detail::parts_alike(events, exposures);
  const double gamma = detail::gamma_log_likelihood(alike, spread.mean_rate, spread.dispersion);
  const bool of_two = two.share > 0 && two.log_likelihood > gamma + 1;
  WorstParts found =
      of_two ? worst_parts(two, events, exposures, renewed_rate) : worst_parts(spread, events, exposures, renewed_rate);
  found.law = of_two ? "two_rates" : "gamma";
  for (const double removed : found.removed) found.gain.push_back(removed / found.total_rate);
  found.gain_low.assign(events.size(), NaN), found.gain_high.assign(events.size(), NaN);
  if (std::accumulate(events.begin(), events.end(), 0.) < detail::failures_for_ends * static_cast<double>(events.size()))
    return found;
  of_two ? detail::draw_ends(two, events, exposures, found) : detail::gamma_ends(spread, events, exposures, found);
  return found;
}

}  // namespace scaling_limits::failures
