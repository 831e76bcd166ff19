// SPDX-License-Identifier: Apache-2.0
// Whether lives look like the law that was fitted to them: failures counted in pieces of time against those expected there,
//
//   E_j = sum over lives of H(time watched in the piece)        Z_j = O_j - E_j
//   X^2 = Z' V^- Z,  V = diag(E) - C I^-1 C',  C_jk = dE_j/d(parameter k),  I the curvature of the likelihood
//
// chi-squared with as many degrees as V has: what the parameters were fitted to is taken out, not guessed at (Hjort, Ann. Stat.
// 18(3), 1990, section 4; Akritas, J. Am. Stat. Assoc. 83, 1988). Pieces are such that as many failures are expected in each.
#pragma once
#include "../version.hpp"

#include <boost/math/special_functions/gamma.hpp>

#include "fit.hpp"

namespace scaling_limits::failures {

/// Failures in pieces of time, against those that a law expects there.
struct GoodnessOfFit {
  double statistic = NaN, degrees = NaN;
  double p_value = NaN;                                 // of so bad a fit, were the law right; NaN: too few failures
  std::vector<double> edges{}, observed{}, expected{};  // [s] ends of the pieces, the last is the longest life
};

namespace detail {

/// Of the information on a parameter, what the pieces may miss and still take a degree away.
inline constexpr double captured = 0.03;

/// Sums over lives of H clipped to a time: sorted once, each sum is a look-up.
template <class T, class H>
class ExpectedBy {
 public:
  ExpectedBy(std::vector<double> times, const H& hazard) : times_(std::move(times)), hazard_(hazard) {
    std::sort(times_.begin(), times_.end());
    sums_.reserve(times_.size() + 1);
    sums_.push_back(T(0.));
    for (const double t : times_) sums_.push_back(sums_.back() + hazard(t));
  }
  T operator()(double time) const {
    const auto before = static_cast<std::size_t>(std::upper_bound(times_.begin(), times_.end(), time) - times_.begin());
    return sums_[before] + T(static_cast<double>(times_.size() - before)) * hazard_(time);
  }

 private:
  std::vector<double> times_;
  std::vector<T> sums_;
  H hazard_;
};

}  // namespace detail

inline constexpr double most_pieces = 1000;

/// How well a fitted law goes with the lives it was fitted to.
///
/// @param pieces of time, 3 to 1,000; 0: one for every ten failures, 5 to 20 of them
template <template <class> class Law>
GoodnessOfFit goodness_of_fit(const LifeFit<Law>& fit, const Lives& lives, std::size_t pieces = 0) {
  constexpr std::size_t n = LifeFit<Law>::coordinate_count;
  const double events = fit.quality().events;
  if (pieces == 0) pieces = static_cast<std::size_t>(smaller(20., larger(5., std::floor(events / 10))));
  check("goodness_of_fit", "pieces", static_cast<double>(pieces), whole(Range{.lower = 3, .upper = most_pieces}));
  GoodnessOfFit found;
  const Law<double>& law = fit.law();
  const auto hazard = [&](double t) { return static_cast<double>(law.cumulative_hazard(t)); };
  std::vector<double> durations(lives.durations.begin(), lives.durations.end()), entries;
  for (const double from : lives.entry)
    if (from > 0) entries.push_back(from);
  const detail::ExpectedBy<double, decltype(hazard)> leaving(durations, hazard), coming(entries, hazard);
  const auto by = [&](double t) { return leaving(t) - coming(t); };
  const double longest = *std::max_element(durations.begin(), durations.end()), all = by(longest);
  double edge = 0;
  for (std::size_t j = 1; j <= pieces; ++j) {
    if (j < pieces)
      edge = numeric::bracketed_root(
                 [&](double t) { return by(t) - all * static_cast<double>(j) / static_cast<double>(pieces); }, edge, longest)
                 .value;
    else edge = longest;
    found.edges.push_back(edge);
    found.expected.push_back(all / static_cast<double>(pieces));
  }
  found.observed.assign(pieces, 0);
  for (std::size_t i = 0; i < lives.size(); ++i)
    if (lives.failed(i))
      ++found.observed[static_cast<std::size_t>(
          std::lower_bound(found.edges.begin(), found.edges.end() - 1, lives.durations[i]) - found.edges.begin())];
  if (found.expected.front() < 5) return found;  // chi-squared of fewer is a guess
  // C, in the coordinates of the fit
  std::vector<std::array<double, n>> slopes(pieces);
  const auto at = fit.coordinates();
  for (std::size_t k = 0; k < n; ++k) {
    using T = dual<double>;
    std::array<T, n> there;
    for (std::size_t m = 0; m < n; ++m) there[m] = T(at[m], m == k ? 1. : 0.);
    const Law<T> moved = fit.law_at(there);
    const auto moving = [&](double t) { return T(moved.cumulative_hazard(t)); };
    const detail::ExpectedBy<T, decltype(moving)> out(durations, moving), in(entries, moving);
    T before(0.);
    for (std::size_t j = 0; j < pieces; ++j) {
      const T now = out(found.edges[j]) - in(found.edges[j]);
      slopes[j][k] = (now - before).slope;
      before = now;
    }
  }
  // Woodbury: Z' E^-1 Z + w' (I - C' E^-1 C)^- w, w = C' E^-1 Z; where that is singular the parameter took a degree away
  double statistic = 0;
  std::array<double, n> w{};
  std::array<std::array<double, n>, n> left = fit.information(), whole = left;
  for (std::size_t j = 0; j < pieces; ++j) {
    const double z = found.observed[j] - found.expected[j], e = found.expected[j];
    statistic += z * z / e;
    for (std::size_t k = 0; k < n; ++k) {
      w[k] += slopes[j][k] * z / e;
      for (std::size_t m = 0; m < n; ++m) left[k][m] -= slopes[j][k] * slopes[j][m] / e;
    }
  }
  found.degrees = static_cast<double>(pieces);
  if constexpr (n == 1) {
    if (left[0][0] > detail::captured * whole[0][0]) statistic += w[0] * w[0] / left[0][0];
    else --found.degrees;
  } else {
    // by the eigenvectors of what is left, each against its share of the whole
    const double a = left[0][0] / whole[0][0], c = left[1][1] / whole[1][1];
    const double scale = std::sqrt(whole[0][0] * whole[1][1]), b = left[0][1] / scale;
    const double middle = 0.5 * (a + c), half = std::hypot(0.5 * (a - c), b);
    const double u = w[0] / std::sqrt(whole[0][0]), v = w[1] / std::sqrt(whole[1][1]);
    const double angle = 0.5 * std::atan2(2 * b, a - c);
    for (const auto& [value, along] : {std::pair{middle + half, u * std::cos(angle) + v * std::sin(angle)},
                                       std::pair{middle - half, v * std::cos(angle) - u * std::sin(angle)}}) {
      if (value > detail::captured) statistic += along * along / value;
      else --found.degrees;
    }
  }
  found.statistic = statistic;
  found.p_value = boost::math::gamma_q(0.5 * found.degrees, 0.5 * statistic, quiet_policy());
  return found;
}

}  // namespace scaling_limits::failures
