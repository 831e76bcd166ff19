// SPDX-License-Identifier: Apache-2.0
// How likely counts of events are when parts have one rate, rates of a gamma law, or one of two rates; and the way up to the
// likeliest two: EM (Dempster, Laird and Rubin, J. R. Statist. Soc. B 39, 1977), its steps lengthened by squared extrapolation
// (Varadhan and Roland, Scand. J. Stat. 35, 2008). Parts of the same count and exposure count together.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "../core/math.hpp"
#include "counts_of_parts.hpp"

namespace scaling_limits::failures {

namespace detail {

/// Parts of the same count and exposure.
struct PartsAlike {
  double events = 0, exposure = 0, parts = 0;
};
inline std::vector<PartsAlike> parts_alike(std::span<const double> events, std::span<const double> exposures) {
  std::vector<PartsAlike> each, found;
  for (std::size_t i = 0; i < events.size(); ++i) each.push_back({events[i], exposures[i], 1});
  std::sort(each.begin(), each.end(), [](const PartsAlike& a, const PartsAlike& b) {
    return a.events < b.events || (a.events == b.events && a.exposure < b.exposure);
  });
  for (const PartsAlike& one : each)
    if (!found.empty() && found.back().events == one.events && found.back().exposure == one.exposure) ++found.back().parts;
    else found.push_back(one);
  return found;
}

/// ln P of all counts, of one rate.
inline double one_rate_log_likelihood(std::span<const PartsAlike> of, double rate) {
  double sum = 0;
  for (const auto& [x, t, parts] : of) sum += parts * ((x > 0 ? x * std::log(rate * t) : 0) - rate * t - std::lgamma(x + 1));
  return sum;
}
/// ln P of all counts, of a gamma law; their order is that of counts.
inline double gamma_log_likelihood(std::span<const PartsAlike> of, double mean_rate, double a) {
  if (a == 0) return one_rate_log_likelihood(of, mean_rate);
  double sum = 0, rising = 0, j = 0;  // rising: the sum of ln(1 + a j) below a count
  for (const auto& [x, t, parts] : of) {
    for (; j < (std::min)(x, counted_singly); ++j) rising += std::log1p(a * j);
    const double mean = mean_rate * t, beyond = x > counted_singly ? logs_beyond(x, a) : 0;
    sum +=
        parts * (rising + beyond + (x > 0 ? x * std::log(mean) : 0) - (x + 1 / a) * std::log1p(a * mean) - std::lgamma(x + 1));
  }
  return sum;
}

/// The likelihood of two rates, at points of the log odds of the share, ln low and ln high.
class TwoRateLikelihood {
 public:
  using Point = std::array<double, 3>;
  explicit TwoRateLikelihood(std::span<const PartsAlike> of) : of_(of) {
    double events = 0, exposure = 0;
    for (const auto& [x, t, parts] : of) {
      parts_ += parts, events += parts * x, exposure += parts * t;
      constant_ += parts * (x * std::log(t) - std::lgamma(x + 1));
    }
    mean_ = events / exposure, exposure_ = exposure;
  }
  double mean() const { return mean_; }
  /// Points to start from: so large a share of the parts, those that did worst, against the rest.
  std::vector<Point> starts() const {
    std::vector<PartsAlike> order(of_.begin(), of_.end());
    std::sort(order.begin(), order.end(),
              [](const PartsAlike& a, const PartsAlike& b) { return a.events * b.exposure > b.events * a.exposure; });
    std::vector<Point> found;
    double parts = 0, events = 0, exposure = 0;
    for (const auto& [x, t, many] : order) {
      if (found.empty() && events > 0) add_start(parts, events, exposure, found);
      for (const double share : {0.001, 0.01, 0.05, 0.2, 0.5, 0.8})
        if (parts < share * parts_ && parts + many >= share * parts_) {
          const double taken = share * parts_ - parts;
          add_start(share * parts_, events + taken * x, exposure + taken * t, found);
        }
      parts += many, events += many * x, exposure += many * t;
    }
    return found;
  }
  /// The next point of EM; `value`: ln P of all counts at this one.
  Point step(const Point& at, double& value) const {
    const double low = std::exp(at[1]), high = std::exp(at[2]), not_one = -std::log1p(std::exp(at[0]));
    double bad = 0, bad_events = 0, bad_exposure = 0, good = 0, good_events = 0, good_exposure = 0;
    value = constant_;
    for (const auto& [x, t, parts] : of_) {
      const double odds = at[0] + x * (at[2] - at[1]) - t * (high - low), less = std::exp(-std::abs(odds));
      const double p = odds > 0 ? 1 / (1 + less) : less / (1 + less), q = odds > 0 ? less / (1 + less) : 1 / (1 + less);
      value += parts * (not_one + x * at[1] - t * low + (odds > 0 ? odds : 0) + std::log1p(less));
      bad += parts * p, bad_events += parts * p * x, bad_exposure += parts * p * t;
      good += parts * q, good_events += parts * q * x, good_exposure += parts * q * t;
    }
    const double lowest = std::log(mean_) - out;
    return {std::clamp(std::log(bad / good), -out, out), (std::max)(lowest, std::log(good_events / good_exposure)),
            (std::max)(lowest, std::log(bad_events / bad_exposure))};
  }
  /// The same with a low rate of nothing.
  Point without_low(Point at) const {
    at[1] = std::log(mean_) - out;
    return at;
  }
  /// The highest point that is reached from one, in so many rounds at most.
  Point climbed(Point at, int rounds, double& value) const {
    double before = 0, next = 0, jumped = 0;
    for (int round = 0; round < rounds; ++round) {
      const Point once = step(at, before), twice = step(once, next);
      double length = 0, bend = 0;
      Point jump{};
      for (std::size_t i = 0; i < 3; ++i) length += square(once[i] - at[i]), bend += square(twice[i] - 2 * once[i] + at[i]);
      const double reach = bend > 0 ? (std::max)(1., std::sqrt(length / bend)) : 1;
      for (std::size_t i = 0; i < 3; ++i)
        jump[i] = at[i] + 2 * reach * (once[i] - at[i]) + reach * reach * (twice[i] - 2 * once[i] + at[i]);
      const Point landed = step(jump, jumped);
      const bool higher = jumped >= next;  // false of what is no number
      at = higher ? landed : twice;
      if (length < 1e-22) break;
    }
    step(at, value);
    return at;
  }

 private:
  void add_start(double parts, double events, double exposure, std::vector<Point>& to) const {
    const double rest = (mean_ * exposure_ - events + 0.5) / (exposure_ - exposure);  // half an event: 0 is never left
    to.push_back({std::log(parts / (parts_ - parts)), std::log(rest), std::log((events + 0.5) / exposure)});
  }
  static constexpr double out = 40;  // in a logarithm: none
  std::span<const PartsAlike> of_;
  double constant_ = 0, parts_ = 0, exposure_ = 0, mean_ = 0;
};

}  // namespace detail

}  // namespace scaling_limits::failures
