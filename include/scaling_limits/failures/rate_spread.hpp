// SPDX-License-Identifier: Apache-2.0
// How unlike the parts of a fleet are: rates between parts follow a gamma law of mean m and squared coefficient of variation a,
// so that counts x in exposures T are negative binomial,
//
//   l(m, a) = sum of [ sum_{j<x} ln(1 + a j) + x ln(m T) - (x + 1/a) ln(1 + a m T) ]      a = 0: all alike, Poisson
//
// fitted by maximum likelihood: m for each a where sum of (x - m T)/(1 + a m T) = 0, then a where the slope along it is 0; a =
// 0 where that slope is not positive there. What is known of one part is then a gamma law too, of mean
//
//   (1/a + x) / (1/(a m) + T) = m (1 + a x) / (1 + a m T),
//
// its shrunken rate (empirical Bayes; Gaver and O'Muircheartaigh, Technometrics 29, 1987): the rate x/T of the part that did
// worst is that of a bad part in a bad time, and its next period is better. To choose parts by their counts does not bias it.
#pragma once
#include "../version.hpp"

#include <boost/math/special_functions/gamma.hpp>
#include <numeric>

#include "../numeric/bracketed_root.hpp"
#include "../numeric/quiet_policy.hpp"
#include "counts_of_parts.hpp"
#include "law.hpp"

namespace scaling_limits::failures {

/// The spread of rates between parts.
struct RateSpread {
  double mean_rate = NaN;   // m, per unit of exposure; NaN: no event at all
  double dispersion = NaN;  // a, (standard deviation / mean)^2 of the rates; 0: counts vary no more than chance allows

  /// The rate of a part that had so many events in an exposure.
  double rate(double events, double exposure) const {
    return mean_rate * (1 + dispersion * events) / (1 + dispersion * mean_rate * exposure);
  }
  /// The p-quantile of what is known of it: 0.025 and 0.975 are an interval, m and a taken as known.
  template <class = void>
  double rate_quantile(double p, double events, double exposure) const {
    if (dispersion == 0) return mean_rate;
    const double shape = 1 / dispersion + events;
    return boost::math::gamma_p_inv(shape, p, numeric::quiet_policy()) / shape * rate(events, exposure);
  }
};

namespace detail {

/// The likelihood's slopes; counts enter by how many parts have more than j events.
class CountLikelihood {
 public:
  CountLikelihood(std::span<const double> events, std::span<const double> exposures) : events_(events), exposures_(exposures) {
    const auto singly = [](double x) { return static_cast<std::size_t>((std::min)(x, counted_singly)); };
    more_than_.assign(singly(*std::max_element(events.begin(), events.end())), 0);
    for (const double x : events) {
      if (x > 0) ++more_than_[singly(x) - 1];
      if (x > counted_singly) beyond_.push_back(x);
    }
    for (std::size_t j = more_than_.size(); j > 1; --j) more_than_[j - 2] += more_than_[j - 1];
  }
  /// The best m for an a, from a guess: the function falls and is convex, so that Newton's steps rise to it from the first on.
  double mean_rate(double a, double m) const {
    for (int step = 0; step < 100; ++step) {
      double value = 0, slope = 0;
      for (std::size_t i = 0; i < events_.size(); ++i) {
        const double x = events_[i], t = exposures_[i], whole = 1 / (1 + a * m * t);
        value += (x - m * t) * whole, slope += t * (1 + a * x) * whole * whole;
      }
      const double next = m + value / slope, before = m;
      m = next > 0 ? next : 0.1 * m;
      if (std::abs(m - before) <= 1e-14 * m) break;
    }
    return m;
  }
  /// dl/da
  double slope(double a, double m) const {
    double sum = 0;
    for (std::size_t j = 1; j < more_than_.size(); ++j) {
      const double count = static_cast<double>(j);
      sum += more_than_[j] * count / (1 + a * count);
    }
    for (const double x : beyond_) sum += shares_beyond(x, a);
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const double mean = m * exposures_[i], y = a * mean;
      sum += mean * mean * log_remainder(y) - events_[i] * mean / (1 + y);
    }
    return sum;
  }

 private:
  std::span<const double> events_, exposures_;
  std::vector<double> more_than_, beyond_;  // beyond_: the counts that go on behind these
};

}  // namespace detail

/// The spread of rates between parts by maximum likelihood.
///
/// @param events of each part, whole numbers, 1e9 at most
/// @param exposures of each part > 0, of one unit, the longest at most 1e12 times the shortest
/// @throws DomainError by place; InvalidArgument for lists of different lengths, or none
template <class = void>
RateSpread rate_spread(std::span<const double> events, std::span<const double> exposures) {
  detail::check_parts("rate_spread", events, exposures);
  const double all = std::accumulate(events.begin(), events.end(), 0.);
  if (all == 0) return {};
  const detail::CountLikelihood likelihood(events, exposures);
  double m = all / std::accumulate(exposures.begin(), exposures.end(), 0.);
  RateSpread found{.mean_rate = m, .dispersion = 0};
  if (!(likelihood.slope(0, m) > 0)) return found;
  // up to where the slope has fallen below 0, in ln a
  const auto slope = [&](double log_a) {
    const double a = std::exp(log_a);
    m = likelihood.mean_rate(a, m);
    return -a * likelihood.slope(a, m);
  };
  double high = 0, low = 0;
  while (high < 40 && slope(high) < 0) high += 2;
  low = high > 0 ? high - 2 : -2;
  while (low > -40 && slope(low) > 0) low -= 2;
  const numeric::Root root = numeric::bracketed_root(slope, low, high);
  found.dispersion = std::exp(root.status == numeric::RootStatus::ok ? root.value : low);
  found.mean_rate = likelihood.mean_rate(found.dispersion, m);
  return found;
}

/// What the worst parts add to the rate of a job that runs on all.
struct WorstParts {
  double total_rate = 0;          // of all parts, by their shrunken rates
  std::vector<double> part{};     // places, the worst first
  std::vector<double> rate{};     // the shrunken rate of each of them
  std::vector<double> removed{};  // [k]: what the total loses without the first k + 1 of them, and with nothing in their place
  std::vector<double> renewed{};  // [k]: and with parts in their place that fail at the rate `renewed_rate`
  // of worst_parts(events, exposures): which law the rates are of, removed / total_rate, and the ends of that share
  std::string_view law{};
  std::vector<double> gain{}, gain_low{}, gain_high{};
};

/// Parts by their shrunken rates, and what it gains to take the worst away.
///
/// @param law of the rates of these parts: RateSpread, TwoRates; @param events, exposures as it was fitted to
/// @param renewed_rate of a part after its repair, or of another in its place, >= 0; NaN: the mean rate of the law
/// @throws DomainError by place; InvalidArgument for lists of different lengths
template <class Law = RateSpread>
WorstParts worst_parts(const Law& law, std::span<const double> events, std::span<const double> exposures,
                       double renewed_rate = NaN) {
  constexpr std::string_view owner = "worst_parts";
  detail::check_as_many(owner, "exposures", exposures, "events", events);
  detail::check_each(owner, "events", events, detail::whole_count);
  detail::check_each(owner, "exposures", exposures, positive);
  check(owner, "mean_rate", law.mean_rate, positive);
  if constexpr (requires { law.dispersion; }) check(owner, "dispersion", law.dispersion, not_negative);
  check(owner, "renewed_rate", renewed_rate, if_given(not_negative));
  const double in_place = renewed_rate == renewed_rate ? renewed_rate : law.mean_rate;
  std::vector<double> rates(events.size());
  for (std::size_t i = 0; i < events.size(); ++i) rates[i] = law.rate(events[i], exposures[i]);
  std::vector<std::size_t> order(events.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (rates[a] != rates[b]) return rates[a] > rates[b];
    const double x = events[a] * exposures[b], y = events[b] * exposures[a];  // all alike: by what was counted
    return x != y ? x > y : a < b;
  });
  WorstParts found;
  double replaced = 0;
  for (const std::size_t i : order) {
    found.part.push_back(static_cast<double>(i)), found.rate.push_back(rates[i]);
    found.total_rate += rates[i], replaced += in_place;
    found.removed.push_back(found.total_rate), found.renewed.push_back(found.total_rate - replaced);
  }
  return found;
}

}  // namespace scaling_limits::failures
