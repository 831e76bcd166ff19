// SPDX-License-Identifier: Apache-2.0
// How many units a burst of failures takes: always as many, a geometric number, or what was counted; and sums over its shares.
//
//   q_j     share of the bursts that take j units         m  mean size, E J
//   fixed   q_m = 1                                       geometric  q_j = (1/m) (1 - 1/m)^(j - 1), so that E J^2/E J = 2 m - 1
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "../core/scalar.hpp"
#include "../core/words.hpp"

namespace scaling_limits::failures {

/// How the sizes of bursts vary: all alike, or geometric.
enum class BurstLaw { fixed, geometric };

constexpr auto words(const BurstLaw*) {
  return std::to_array<Word<BurstLaw>>({{"fixed", BurstLaw::fixed}, {"geometric", BurstLaw::geometric}});
}

/// Shares of bursts by their size: of given sizes, and of a geometric size, rest (1 - stays) stays^(j - 1).
template <class S = double>
struct BurstSizes {
  struct Point {
    double size;  // a whole number >= 1
    S share;
  };
  std::vector<Point> points{};
  S rest{0};
  double stays = 0;

  /// Share of the bursts of more than so many units.
  S above(double most) const {
    S share = rest * S(std::pow(stays, most));
    for (const Point& point : points)
      if (point.size > most) share = share + point.share;
    return share;
  }
  /// Share of the bursts of j >= 1 units.
  S of(double j) const {
    S share = rest * S((1 - stays) * std::pow(stays, j - 1));
    for (const Point& point : points)
      if (point.size == j) share = share + point.share;
    return share;
  }
};

inline constexpr double most_mean_burst = 1e4;  ///< of geometric sizes; no answer beyond

/// Bursts of a law; none, and so no shares, where the mean is below 1, too large or, of a fixed size, no whole number.
template <class S = double>
BurstSizes<S> burst_sizes(double mean, BurstLaw law) {
  BurstSizes<S> sizes;
  if (!(mean >= 1 && mean < 0x1p53)) return sizes;
  if (law == BurstLaw::geometric && mean > most_mean_burst) return sizes;
  if (law == BurstLaw::geometric) sizes.rest = S(1), sizes.stays = 1 - 1 / mean;
  else if (mean == std::floor(mean)) sizes.points.push_back({mean, S(1)});
  return sizes;
}
/// Bursts as they were counted: of 1 unit, of 2, and so on; none where a count is negative or all are 0.
template <class = void>
BurstSizes<> counted_sizes(std::span<const double> counts) {
  double all = 0;
  for (const double count : counts) all = count >= 0 ? all + count : NaN;
  BurstSizes<> sizes;
  if (!(all > 0 && all < inf)) return sizes;
  for (std::size_t j = 0; j < counts.size(); ++j)
    if (counts[j] > 0) sizes.points.push_back({static_cast<double>(j + 1), counts[j] / all});
  return sizes;
}

/// Sums over the sizes, of a series f_0, f_1, ... that grows term by term: of q_j f_{n-j} and of j q_j f_{n-j}, where n terms
/// are there. The geometric part takes two products a term, whatever its mean.
template <class S>
class BurstSums {
 public:
  /// @param longest larger sizes are left out
  BurstSums(const BurstSizes<S>& sizes, double longest) : sizes_(&sizes) {
    std::size_t most = 0;
    for (const auto& point : sizes.points)
      if (point.size <= longest) most = (std::max)(most, static_cast<std::size_t>(point.size));
    last_.assign(most, S(0));
  }
  void add(const S& term) {
    geometric_ = term + S(sizes_->stays) * geometric_;
    weighted_ = geometric_ + S(sizes_->stays) * weighted_;
    if (last_.empty()) return;
    last_[at_] = term;
    at_ = at_ + 1 == last_.size() ? 0 : at_ + 1;
  }
  S of_shares() const {
    return sum(geometric_, [](double) { return 1.0; });
  }
  S of_sizes() const {
    return sum(weighted_, [](double size) { return size; });
  }
  void scale(double by) {
    geometric_ = geometric_ * S(by), weighted_ = weighted_ * S(by);
    for (S& term : last_) term = term * S(by);
  }

 private:
  template <class Weight>
  S sum(const S& geometric, const Weight& weight) const {
    S all = sizes_->rest * S(1 - sizes_->stays) * geometric;
    for (const auto& point : sizes_->points)
      if (const auto back = static_cast<std::size_t>(point.size); back <= last_.size())
        all = all + S(weight(point.size)) * point.share * last_[at_ >= back ? at_ - back : at_ + last_.size() - back];
    return all;
  }

  const BurstSizes<S>* sizes_;
  S geometric_{0}, weighted_{0};  // sums of stays^(j-1) f_{n-j}, and of j times that
  std::vector<S> last_;           // the last terms, around `at_`, where the next one goes
  std::size_t at_ = 0;
};

}  // namespace scaling_limits::failures
