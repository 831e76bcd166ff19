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

#include "../core/result_fields.hpp"
#include "../numeric/quiet_policy.hpp"
#include "fit.hpp"

namespace scaling_limits::failures {

/// Failures in pieces of time, against those that a law expects there.
struct GoodnessOfFit {
  double statistic = NaN, degrees = NaN;
  double p_value = NaN;                                 // of so bad a fit, were the law right; NaN: too few failures
  std::vector<double> edges{}, observed{}, expected{};  // [s] ends of the pieces, the last is the longest life
};
constexpr auto fields(const GoodnessOfFit*) {
  using G = GoodnessOfFit;
  return std::tuple(ResultField("statistic", &G::statistic, "1", "chi-squared"),
                    ResultField("degrees", &G::degrees, "1", "its degrees of freedom"),
                    ResultField("p_value", &G::p_value, "1", "probability of so bad a fit, were the law right"),
                    ResultField("edges", &G::edges, "s", "ends of the pieces"),
                    ResultField("observed", &G::observed, "1", "failures in each"),
                    ResultField("expected", &G::expected, "1", "that the law expects in each"));
}

namespace detail {

/// Of the information on a parameter, what the pieces may miss and still take a degree away.
inline constexpr double captured = 0.03;

/// H at a time, and its slopes in the coordinates of a fit.
template <template <class> class Law>
auto hazard_with_slopes(const LifeFit<Law>& fit) {
  constexpr std::size_t n = LifeFit<Law>::coordinate_count;
  const auto at = fit.coordinates();
  if constexpr (requires { LifeTerms<Law>(at); }) {
    return [terms = LifeTerms<Law>(at)](double time) {
      const SecondOrder found = terms.survived(std::log(time));
      return std::array{found.value, found.a, found.b};
    };
  } else {
    using T = dual<double>;
    std::array<Law<T>, n> moved;
    for (std::size_t k = 0; k < n; ++k) {
      std::array<T, n> there;
      for (std::size_t m = 0; m < n; ++m) there[m] = T(at[m], m == k ? 1. : 0.);
      moved[k] = fit.law_at(there);
    }
    return [moved](double time) {
      std::array<double, n + 1> all{};
      for (std::size_t k = 0; k < n; ++k) {
        const T found = moved[k].cumulative_hazard(time);
        all[0] = found.value, all[k + 1] = found.slope;
      }
      return all;
    };
  }
}

/// Sums over times of H clipped to a time, with slopes. Times are sorted once; blocks of them that lie close together are
/// summed at the points of a cell, so that H is asked far less often than there are times.
template <class H>
class ExpectedBy {
 public:
  using Value = decltype(std::declval<const H&>()(1.));

  /// @param jump where the hazard jumps: no cell goes across
  ExpectedBy(std::vector<double> times, const H& hazard, double jump)
      : times_(std::move(times)), hazard_(hazard), block_(times_.size() > exact_lives ? 256 : 1) {
    std::sort(times_.begin(), times_.end());
    std::vector<LifePoint> points;
    Value sum{};
    for (std::size_t from = 0; from < times_.size(); from += block_) {
      const std::size_t until = smaller(from + block_, times_.size());
      const double first = times_[from], last = times_[until - 1], low = std::log(first), high = std::log(last);
      sums_.push_back(sum);
      if (const bool smooth = !(first <= jump && jump <= last);
          smooth && until - from == block_ && first < last && high - low < narrow) {
        LifeCell cell(low, high);
        for (std::size_t i = from; i < until; ++i) cell.add(std::log(times_[i]), 0, 1);
        points.clear();
        cell.put(points);
        for (const LifePoint& point : points) add(sum, point.exits, point.time);
      } else {
        for (std::size_t i = from; i < until; ++i) add(sum, 1, times_[i]);
      }
    }
    sums_.push_back(sum);
  }
  Value operator()(double time) const {
    const auto before = static_cast<std::size_t>(std::upper_bound(times_.begin(), times_.end(), time) - times_.begin());
    Value sum = sums_[before == times_.size() ? sums_.size() - 1 : before / block_];
    if (before == times_.size()) return sum;
    for (std::size_t i = before / block_ * block_; i < before; ++i) add(sum, 1, times_[i]);
    add(sum, static_cast<double>(times_.size() - before), time);
    return sum;
  }

 private:
  static constexpr double narrow = 0.05;  // of ln t: polynomials of the seventh degree are H to rounding, even of steep laws

  void add(Value& sum, double share, double time) const {
    const Value found = hazard_(time);
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += share * found[k];
  }

  std::vector<double> times_;
  std::vector<Value> sums_{};  // before each block, and of all
  H hazard_;
  std::size_t block_;  // times
};

/// Pieces of time of as many expected failures, and the failures seen in each.
///
/// @param by expected failures by a time
template <class By>
GoodnessOfFit in_pieces(const By& by, const Lives& lives, std::size_t pieces) {
  GoodnessOfFit found;
  const double longest = *std::max_element(lives.durations.begin(), lives.durations.end()), all = by(longest);
  double edge = 0;
  for (std::size_t j = 1; j <= pieces; ++j) {
    const auto beyond = [&](double t) { return by(t) - all * static_cast<double>(j) / static_cast<double>(pieces); };
    edge = j < pieces ? numeric::bracketed_root(beyond, edge, longest).value : longest;
    found.edges.push_back(edge);
    found.expected.push_back(all / static_cast<double>(pieces));
  }
  found.observed.assign(pieces, 0);
  for (std::size_t i = 0; i < lives.size(); ++i)
    if (lives.failed(i))
      ++found.observed[static_cast<std::size_t>(
          std::lower_bound(found.edges.begin(), found.edges.end() - 1, lives.durations[i]) - found.edges.begin())];
  return found;
}

/// Z' E^-1 Z + w' (I - C' E^-1 C)^- w with w = C' E^-1 Z (Woodbury): first all pieces, then the parameters, which take a degree
/// away where they are singular.
template <std::size_t n>
class FittedChiSquared {
 public:
  double statistic = 0, degrees = 0;

  explicit FittedChiSquared(const std::array<std::array<double, n>, n>& information)
      : left_(information), whole_(information) {}

  /// @param slope of what is expected, in the coordinates of the fit
  void add_piece(double observed, double expected, const std::array<double, n>& slope) {
    const double z = observed - expected;
    statistic += z * z / expected, ++degrees;
    for (std::size_t k = 0; k < n; ++k) {
      w_[k] += slope[k] * z / expected;
      for (std::size_t m = 0; m < n; ++m) left_[k][m] -= slope[k] * slope[m] / expected;
    }
  }
  void add_parameters() {
    if constexpr (n == 1) {
      if (left_[0][0] > captured * whole_[0][0]) statistic += w_[0] * w_[0] / left_[0][0];
      else --degrees;
    } else {
      // by the eigenvectors of what is left, each against its share of the whole
      const double a = left_[0][0] / whole_[0][0], c = left_[1][1] / whole_[1][1];
      const double scale = std::sqrt(whole_[0][0] * whole_[1][1]), b = left_[0][1] / scale;
      const double middle = 0.5 * (a + c), half = std::hypot(0.5 * (a - c), b);
      const double u = w_[0] / std::sqrt(whole_[0][0]), v = w_[1] / std::sqrt(whole_[1][1]);
      const double angle = 0.5 * std::atan2(2 * b, a - c);
      for (const auto& [value, along] : {std::pair{middle + half, u * std::cos(angle) + v * std::sin(angle)},
                                         std::pair{middle - half, v * std::cos(angle) - u * std::sin(angle)}}) {
        if (value > captured) statistic += along * along / value;
        else --degrees;
      }
    }
  }

 private:
  std::array<double, n> w_{};
  std::array<std::array<double, n>, n> left_, whole_;
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
  std::vector<double> durations(lives.durations.begin(), lives.durations.end()), entries;
  for (const double from : lives.entry)
    if (from > 0) entries.push_back(from);
  const auto hazard = detail::hazard_with_slopes(fit);
  using Expected = detail::ExpectedBy<std::remove_const_t<decltype(hazard)>>;
  const Expected leaving(std::move(durations), hazard, hazard_jump(fit.law())),
      coming(std::move(entries), hazard, hazard_jump(fit.law()));
  const auto by = [&](double t, std::size_t k = 0) { return leaving(t)[k] - coming(t)[k]; };
  GoodnessOfFit found = detail::in_pieces(by, lives, pieces);
  if (found.expected.front() < 5) return found;  // chi-squared of fewer is a guess
  detail::FittedChiSquared<n> sum(fit.information());
  std::array<double, n> before{}, slope{};
  for (std::size_t j = 0; j < pieces; ++j) {
    for (std::size_t k = 0; k < n; ++k) {
      const double now = by(found.edges[j], k + 1);
      slope[k] = now - before[k], before[k] = now;
    }
    sum.add_piece(found.observed[j], found.expected[j], slope);
  }
  sum.add_parameters();
  found.degrees = sum.degrees, found.statistic = sum.statistic;
  found.p_value = boost::math::gamma_q(0.5 * sum.degrees, 0.5 * sum.statistic, numeric::quiet_policy());
  return found;
}

}  // namespace scaling_limits::failures
