// SPDX-License-Identifier: Apache-2.0
// What a failure cut: a step, a save, a start-up of which a log does not say how long it ran.
//
// Of a record of length t in which a failure of rate 1/M falls, M - t/(e^{t/M} - 1) has run on average: t/2 for rare failures.
// It is running time, so that M depends on it: M n = running + sum of what ran, solved by Newton's steps from above, which a
// concave function never passes.
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
  double length = NaN;  ///< of a usual one [s]
  double most = inf;    ///< that it can have run [s]
};

/// What it ran, as expected [s]; 0 where no usual length is known.
inline double expected(const CutRecord& cut, double mtbf) {
  return cut.length > 0 && mtbf > 0 ? (std::min)(ran_when_cut(cut.length, mtbf), cut.most) : 0;
}

/// Mean time between failures, in running time, of which some is that of the records that failures cut [s].
///
/// @param running all other [s]
inline double mtbf_with_cuts(double running, double failures, std::span<const CutRecord> cuts) {
  double found = running;
  for (const CutRecord& cut : cuts) found += cut.length > 0 ? (std::min)(cut.length / 2, cut.most) : 0;
  found /= failures;
  for (int k = 0; k < 100 && found > 0; ++k) {
    double beyond = running - failures * found, slope = -failures;
    for (const CutRecord& cut : cuts) {
      const double ran = expected(cut, found), half = cut.length / found / 2;
      beyond += ran;
      if (ran > 0 && ran < cut.most) slope += half < 0.01 ? half * half / 3 : 1 - std::pow(half / std::sinh(half), 2);
    }
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
