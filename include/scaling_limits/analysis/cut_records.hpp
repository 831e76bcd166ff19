// SPDX-License-Identifier: Apache-2.0
// What a failure cut: a step, a save, a start-up of which a log does not say how long it ran.
//
// Of a record of length t in which a failure of rate 1/M falls, M - t/(e^{t/M} - 1) has run on average: t/2 for rare failures.
// It is running time, so that M depends on it: M n = running + sum of what ran, solved by Newton's steps from above, which a
// concave function never passes. Where a record can have run but little others of a pool ran more: their sum is as expected, as
// far as they can have run.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "../core/scalar.hpp"
#include "step_log.hpp"

namespace scaling_limits::analysis {

/// Time that a record of that length has run on average when a failure cuts it [s].
inline double ran_when_cut(double length, double mtbf) {
  const double x = length / mtbf;
  if (x < 0.01) return length * (0.5 - x / 12 * (1 - x * x / 60));
  return mtbf - length / std::expm1(x);
}

/// A record that a failure cut.
struct CutRecord {
  double length = NaN;  ///< of a usual one [s]; NaN: not known
  double most = inf;    ///< that it can have run [s]
  bool pooled = false;  ///< what some cannot have run others did: their mean is as expected
};

namespace detail {

/// What pooled records ran in all, beside what each can have run at most.
struct PooledCuts {
  double ran = 0, most = 0, slope = 0;
};

/// Calls with each record that ran for a time, and what is expected of it were it not for `most`.
template <class Visit>
void each_cut(std::span<const CutRecord> cuts, double mtbf, const Visit& visit) {
  for (std::size_t i = 0; i < cuts.size(); ++i)
    if (cuts[i].length > 0 && mtbf > 0) visit(i, ran_when_cut(cuts[i].length, mtbf));
}

}  // namespace detail

/// What each ran, as expected [s]; 0 where no usual length is known.
inline std::vector<double> ran_of_cuts(std::span<const CutRecord> cuts, double mtbf) {
  std::vector<double> found(cuts.size(), 0.0);
  double want = 0, low = 1, high = 1;
  detail::each_cut(cuts, mtbf, [&](std::size_t i, double ran) {
    found[i] = cuts[i].pooled ? ran : (std::min)(ran, cuts[i].most);
    if (cuts[i].pooled && ran > 0) want += ran, high = (std::max)(high, cuts[i].length / ran);
  });
  const auto pooled = [&](std::size_t i, double factor) {
    return (std::min)({factor * found[i], cuts[i].most, cuts[i].length});
  };
  for (int k = 0; k < 60 && want > 0; ++k) {
    const double factor = (low + high) / 2;
    double sum = 0;
    for (std::size_t i = 0; i < cuts.size(); ++i)
      if (cuts[i].pooled && found[i] > 0) sum += pooled(i, factor);
    (sum < want ? low : high) = factor;
  }
  for (std::size_t i = 0; i < cuts.size(); ++i)
    if (cuts[i].pooled && found[i] > 0) found[i] = pooled(i, high);
  return found;
}

/// Mean time between failures, in running time, of which some is that of the records that failures cut [s].
///
/// @param running all other [s]
inline double mtbf_with_cuts(double running, double failures, std::span<const CutRecord> cuts) {
  double found = running;
  for (const CutRecord& cut : cuts)
    if (cut.length > 0) found += cut.pooled ? cut.length / 2 : (std::min)(cut.length / 2, cut.most);
  found /= failures;
  for (int k = 0; k < 100 && found > 0; ++k) {
    double beyond = running - failures * found, slope = -failures;
    detail::PooledCuts pool;
    detail::each_cut(cuts, found, [&](std::size_t i, double ran) {
      const CutRecord& cut = cuts[i];
      const double half = cut.length / found / 2;
      const double rising = half < 0.01 ? half * half / 3 : 1 - std::pow(half / std::sinh(half), 2);
      if (cut.pooled) pool.ran += ran, pool.most += (std::min)(cut.most, cut.length), pool.slope += rising;
      else if (ran < cut.most) beyond += ran, slope += rising;
      else beyond += cut.most;
    });
    beyond += (std::min)(pool.ran, pool.most);
    if (pool.ran < pool.most) slope += pool.slope;
    const double step = beyond / slope;
    if (!(step > 1e-14 * found)) break;
    found -= step;
  }
  return found;
}

namespace detail {

/// The records with which attempts end, and how long others of their kind are.
class Lasts {
 public:
  Lasts() { shortest_.fill(inf), lately_.fill(NaN); }

  /// A record of the attempt; open: without an end.
  void took(Record what, bool open) { last_ = {what, open}; }
  /// The length of one; the one of its kind before it was not the last of its attempt.
  void lasted(Record what, double time) {
    const auto k = static_cast<std::size_t>(what);
    if (lately_[k] > 0) shortest_[k] = (std::min)(shortest_[k], lately_[k]);
    if (time == time) times_[k] += time, ++counts_[k];
    lately_[k] = time;
  }
  void end_attempt() {
    if (last_.what != Record::kinds && !last_.open)
      last_.time = std::exchange(lately_[static_cast<std::size_t>(last_.what)], NaN);
    for (std::size_t k = 0; k < kinds; ++k) lasted(static_cast<Record>(k), NaN);
    lasts_.push_back(std::exchange(last_, {}));
  }

  /// What the failure that ended an attempt cut; kinds: nothing of which a record does not tell.
  Record cut_after(std::size_t attempt, bool stepped) const {
    const auto& [what, open, time] = lasts_[attempt];
    if (open) return what;
    const double shortest = shortest_[static_cast<std::size_t>(what)];
    return stepped && !(shortest < inf && time < 0.9 * shortest) ? Record::step : Record::kinds;
  }
  /// Mean length; NaN: of none.
  double usual(Record what) const {
    const auto k = static_cast<std::size_t>(what);
    return k < kinds && counts_[k] > 0 ? times_[k] / counts_[k] : NaN;
  }

 private:
  static constexpr auto kinds = static_cast<std::size_t>(Record::kinds);
  struct Last {
    Record what = Record::kinds;
    bool open = false;
    double time = NaN;
  };
  std::array<double, kinds> shortest_{}, lately_{}, times_{}, counts_{};
  std::vector<Last> lasts_{};
  Last last_{};
};

}  // namespace detail
}  // namespace scaling_limits::analysis
