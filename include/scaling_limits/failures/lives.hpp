// SPDX-License-Identifier: Apache-2.0
// Lives of parts as a log has them: how long each was watched, whether it then failed, at what age the watching began.
//
// A log-likelihood is a sum over lives, of ln hazard of those that failed and of minus the cumulative hazard: both are smooth
// in the logarithm of time. Of many lives the sums go over a few points whose weights have the same moments up to the seventh
// in each of some hundred cells, so that a likelihood costs the same for 1e3 lives and for 1e7.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <array>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include "../core/fields.hpp"

namespace scaling_limits::failures {

/// What was watched of each part; it sees arrays, and keeps none.
struct Lives {
  std::span<const double> durations{};  // [s] age when last seen, > 0
  std::span<const double> observed{};   // 1: it failed then; 0: it was still alive. None: all failed
  std::span<const double> entry{};      // [s] age when first seen, below the duration. None: new

  std::size_t size() const { return durations.size(); }
  bool failed(std::size_t i) const { return observed.empty() || observed[i] != 0; }
  double from(std::size_t i) const { return entry.empty() ? 0 : entry[i]; }
};

/// Throws InvalidArgument for lists of different lengths or none, DomainError with its place for a life that cannot be.
inline const Lives& validated(const Lives& lives, std::string_view owner) {
  const std::size_t n = lives.size();
  const auto refuse = [&](const std::string& why, std::string_view field) {
    throw InvalidArgument(std::string(owner) + ": " + why, field);
  };
  if (n == 0) refuse("durations must hold one life at least", "durations");
  const auto as_many = [&](std::span<const double> list, std::string_view name) {
    if (!list.empty() && list.size() != n)
      refuse(std::string(name) + " has " + std::to_string(list.size()) + " lives, durations has " + std::to_string(n), name);
  };
  as_many(lives.observed, "observed");
  as_many(lives.entry, "entry");
  const auto at = [](std::string_view name, std::size_t i) { return std::string(name) + "[" + std::to_string(i) + "]"; };
  double all = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double t = lives.durations[i], from = lives.from(i);
    if (!positive.holds(t)) check(owner, at("durations", i), t, positive, "s");
    if (!lives.observed.empty() && !flag.holds(lives.observed[i])) check(owner, at("observed", i), lives.observed[i], flag);
    if (!(from >= 0 && from < t)) check(owner, at("entry", i), from, Range{.lower = 0, .upper = t, .open_above = true}, "s");
    all += t;
  }
  if (!(all < inf)) refuse("durations add up to more than any number", "durations");
  return lives;
}

/// How many lives there are, how many of them ended, for how long they were watched in all [s]; the youngest age
/// at which one ended, and the oldest of all.
struct LifeTotals {
  double units = 0, events = 0, exposure = 0;
  double first_end = inf, oldest = 0;
};
inline LifeTotals totals(const Lives& lives) {
  LifeTotals all{static_cast<double>(lives.size())};
  for (std::size_t i = 0; i < lives.size(); ++i) {
    const double t = lives.durations[i];
    all.exposure += t - lives.from(i), all.oldest = larger(all.oldest, t);
    if (!lives.failed(i)) continue;
    ++all.events, all.first_end = smaller(all.first_end, t);
  }
  return all;
}

/// A point that stands for lives: those that failed there, and those that left there less those that came.
struct LifePoint {
  double time = 0, events = 0, exits = 0;
};

namespace detail {

/// Sums of smooth functions over lives as sums over points: in a cell of log t, Chebyshev's points are given the weights that
/// integrate polynomials up to the seventh degree as the lives do.
class LifeCell {
 public:
  static constexpr std::size_t order = 8;

  LifeCell(double low, double high) : low_(low), high_(high) {}

  void add(double log_time, double events, double exits) {
    ++count_;
    const double s = (2 * log_time - low_ - high_) / (high_ - low_);
    double before = 1, chebyshev = s;
    events_[0] += events, exits_[0] += exits;
    for (std::size_t m = 1; m < order; ++m) {
      events_[m] += events * chebyshev, exits_[m] += exits * chebyshev;
      const double next = 2 * s * chebyshev - before;
      before = chebyshev, chebyshev = next;
    }
  }
  void put(std::vector<LifePoint>& points) const {
    if (count_ == 0) return;
    for (std::size_t j = 0; j < order; ++j) {
      const double angle = std::numbers::pi * (static_cast<double>(j) + 0.5) / order;
      LifePoint point{std::exp(0.5 * (low_ + high_ + std::cos(angle) * (high_ - low_)))};
      for (std::size_t m = 0; m < order; ++m) {
        const double share = (m ? 2. : 1.) / order * std::cos(static_cast<double>(m) * angle);
        point.events += share * events_[m], point.exits += share * exits_[m];
      }
      points.push_back(point);
    }
  }

 private:
  double low_, high_, count_ = 0;
  std::array<double, order> events_{}, exits_{};
};

/// A cell between each two edges, of which every life finds its own.
class LifeCells {
 public:
  explicit LifeCells(std::vector<double> edges) : edges_(std::move(edges)) {
    for (std::size_t i = 0; i + 1 < edges_.size(); ++i) cells_.emplace_back(edges_[i], edges_[i + 1]);
  }

  void add(double time, double events, double exits) {
    const double u = std::log(time);
    const auto after = std::upper_bound(edges_.begin() + 1, edges_.end() - 1, u);
    cells_[static_cast<std::size_t>(after - edges_.begin()) - 1].add(u, events, exits);
  }
  std::vector<LifePoint> points() const {
    std::vector<LifePoint> all;
    for (const LifeCell& cell : cells_) cell.put(all);
    return all;
  }

 private:
  std::vector<double> edges_;
  std::vector<LifeCell> cells_{};
};

/// Edges of cells in log t: narrow where there are many lives, nowhere wide.
inline std::vector<double> cell_edges(const Lives& lives) {
  constexpr std::size_t sample = 4096, pieces = 256;
  double low = inf, high = -inf;
  const auto span = [&](double t) { low = smaller(low, t), high = larger(high, t); };
  for (std::size_t i = 0; i < lives.size(); ++i) {
    span(lives.durations[i]);
    if (lives.from(i) > 0) span(lives.from(i));
  }
  std::vector<double> some, edges;
  for (std::size_t k = 0; k < sample; ++k) some.push_back(std::log(lives.durations[k * lives.size() / sample]));
  std::sort(some.begin(), some.end());
  low = std::log(low), high = std::log(high);
  const double least = 1e-9 + 1e-12 * (std::abs(low) + std::abs(high)), width = high - low;
  for (std::size_t k = 1; k < pieces; ++k) {
    edges.push_back(some[k * sample / pieces]);
    edges.push_back(low + width * static_cast<double>(k) / pieces);
  }
  edges.push_back(high + least);
  std::sort(edges.begin(), edges.end());
  std::vector<double> apart{low - least};
  for (const double edge : edges)
    if (edge - apart.back() >= least) apart.push_back(edge);
  if (apart.back() < high) apart.back() = high + least;
  return apart;
}

}  // namespace detail

inline constexpr std::size_t exact_lives = 8192;  // up to so many each is a point of its own

/// Points whose sums are those of the lives.
inline std::vector<LifePoint> life_points(const Lives& lives) {
  const std::size_t n = lives.size();
  std::vector<LifePoint> points;
  const auto all = [&](const auto& add) {
    for (std::size_t i = 0; i < n; ++i) {
      add(lives.durations[i], lives.failed(i) ? 1. : 0., 1.);
      if (lives.from(i) > 0) add(lives.from(i), 0., -1.);
    }
  };
  if (n <= exact_lives) {
    points.reserve(lives.entry.empty() ? n : 2 * n);
    all([&](double time, double events, double exits) { points.push_back({time, events, exits}); });
    return points;
  }
  detail::LifeCells cells(detail::cell_edges(lives));
  all([&](double time, double events, double exits) { cells.add(time, events, exits); });
  return cells.points();
}

}  // namespace scaling_limits::failures
