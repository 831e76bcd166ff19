// SPDX-License-Identifier: Apache-2.0
// When to checkpoint as the parts age: the times t_1 < t_2 < ... since the renewal (ends of the writes) that maximise
//
//   goodput = sum_j (t_j - t_{j-1} - C) S(t_j) / (mu + D + R),   t_0 = 0;  restart R and downtime D are not exposed
//
// Dynamic programming finds the best choice among given ages: the gain of each is a straight line in the time of the write
// before. Observed lives: the best schedule writes just before lives end, so that the choice is among them. Laws with a
// formula: Newton steps on the whole schedule (its Hessian is tridiagonal) from the best choice on a grid of ages, or from the
// density rule, sqrt(h / (2 C)) writes per second at hazard h, which is close where writes are many: the better of the two.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "../core/result_fields.hpp"
#include "renewal.hpp"

namespace scaling_limits::checkpoint {

struct AgingSchedule {
  std::vector<double> times{};  // until the rest would add less than 1e-6 to goodput
  double goodput = NaN;
  std::string note{};
};
constexpr auto fields(const AgingSchedule*) {
  using A = AgingSchedule;
  return std::tuple(
      ResultField("times", &A::times, "s", "ends of the writes since the renewal, until the remaining gain is below 1e-6"),
      ResultField("goodput", &A::goodput, "1", "of these times"), note_field(&A::note));
}

namespace detail {

/// sum_j (t_j - t_{j-1} - C) S(t_j).
template <class Law>
double committed_work(const std::vector<double>& times, double write_time, const Law& law) {
  double sum = 0, before = 0;
  for (const double t : times) sum += (t - before - write_time) * law.survival(t), before = t;
  return sum;
}

template <class Law>
double density(const Law& law, double t) {
  return law.hazard(t) * law.survival(t);
}

inline constexpr std::size_t most_writes = 100000;  // of one life: half a second

/// Writes at sqrt(h / (2 C)) per second, until survival is negligible; none where that takes more than most_writes.
template <class Law>
std::vector<double> density_rule(const Law& law, double write_time) {
  std::vector<double> times;
  for (double t = 0; law.survival(t) > 1e-10;) {
    if (times.size() == most_writes) return {};
    // w^2 h(middle) = 2 C rises with w
    double low = 0, high = 64 * (law.mean() + t + write_time);
    const auto excess = [&](double w) { return w * w * law.hazard(t + write_time + w / 2) - 2 * write_time; };
    double w = times.size() < 2 ? high / 2 : times.back() - times[times.size() - 2] - write_time;
    for (int i = 0; i < 100 && high - low > 1e-3 * high; ++i) {
      (excess(w) < 0 ? low : high) = w;
      // neighbours are much alike: near the one before until the root is between two
      w = low == 0 ? 0.5 * w : high > 4 * low ? 2 * low : 0.5 * (low + high);
    }
    times.push_back(t += w + write_time);
  }
  return times;
}

/// One Newton step on all times at once but one at a jump of the hazard, as long as it gains; false where it does not any more.
template <class Law>
bool improve(std::vector<double>& times, double write_time, const Law& law) {
  const std::size_t n = times.size();
  const double jump = failures::hazard_jump(law);
  std::vector<double> alive(n + 1), dense(n + 1), slope(n), diagonal(n), right(n), trial(n);
  for (std::size_t j = 0; j < n; ++j) {
    alive[j] = law.survival(times[j]), dense[j] = density(law, times[j]);
    const double h = 1e-4 * times[j];
    diagonal[j] = (density(law, times[j] + h) - density(law, times[j] - h)) / (2 * h);
  }
  double before = 0;
  for (std::size_t j = 0; j < n; ++j) {
    const double work = times[j] - before - write_time;
    slope[j] = alive[j] - work * dense[j] - alive[j + 1];
    // minus the Hessian, kept dominant so that the step goes uphill
    diagonal[j] = (std::max)(2 * dense[j] + work * diagonal[j], (dense[j] + dense[j + 1]) * (1 + 1e-6));
    before = times[j];
  }
  // tridiagonal elimination; the entry beside the diagonal is -dense[j + 1]
  std::vector<double> upper(n);
  for (std::size_t j = 0; j < n; ++j) {
    if (times[j] == jump) continue;  // stays: right and upper are 0
    const double off = j > 0 ? dense[j] : 0, pivot = diagonal[j] - (j > 0 ? off * upper[j - 1] : 0);
    upper[j] = dense[j + 1] / pivot;
    right[j] = (slope[j] + (j > 0 ? off * right[j - 1] : 0)) / pivot;
  }
  for (std::size_t j = n; j-- > 1;) right[j - 1] += upper[j - 1] * right[j];
  const double now = committed_work(times, write_time, law);
  for (double part = 1; part > 1e-4; part /= 2) {
    bool in_order = true;
    for (std::size_t j = 0; j < n && in_order; ++j) {
      trial[j] = times[j] + part * right[j];
      in_order = trial[j] - (j > 0 ? trial[j - 1] : 0) > write_time;
    }
    if (in_order && committed_work(trial, write_time, law) > now) {
      const bool more = committed_work(trial, write_time, law) > now * (1 + 1e-15);
      times = trial;
      return more;
    }
  }
  return false;
}

/// Ages to choose among, rising, and the shares of parts that reach them.
struct Ages {
  std::vector<double> times{}, alive{};
};

/// Which of the ages to write at: V(i) = max over k > i of (x_k - x_i - C) S_k + V(k), of lines in x_i with slopes -S_k, kept
/// as an upper hull.
template <class = void>
std::vector<double> best_among(const Ages& ages, double write_time) {
  struct Line {
    double slope, offset;
    std::size_t age;
    double at(double t) const { return offset + slope * t; }
  };
  const std::size_t n = ages.times.size();
  std::vector<Line> hull{{0, 0, n}};  // no more writes
  std::vector<std::size_t> next(n + 1, n);
  const auto best_at = [&](double t) {  // the hull's lines rank from the flattest, best late, to the steepest, best early
    std::size_t low = 0, high = hull.size() - 1;
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (hull[middle + 1].at(t) > hull[middle].at(t)) low = middle + 1;
      else high = middle;
    }
    return hull[low];
  };
  for (std::size_t k = n; k-- > 0;) {
    const double age = ages.times[k], share = ages.alive[k];
    const Line from_here = best_at(age);
    next[k] = from_here.age;
    const Line line{-share, share * (age - write_time) + from_here.at(age), k};
    if (line.slope == hull.back().slope) {  // as many reach both: the later one, if it gains more
      if (hull.size() == 1 || line.offset <= hull.back().offset) continue;
      hull.pop_back();
    }
    while (hull.size() > 1) {
      const Line &last = hull.back(), &other = hull[hull.size() - 2];
      // the last line is never best if the new one overtakes the one before it no earlier
      if ((line.offset - other.offset) * (other.slope - last.slope) < (last.offset - other.offset) * (other.slope - line.slope))
        break;
      hull.pop_back();
    }
    hull.push_back(line);
  }
  std::vector<double> times;
  for (std::size_t k = best_at(0).age; k < n; k = next[k]) times.push_back(ages.times[k]);
  return times;
}

/// Just before each of the lives ends.
template <class = void>
Ages ages_of(std::span<const double> lives) {
  Ages ages;
  for (std::size_t k = 0; k < lives.size(); ++k) {
    if (k > 0 && lives[k] == lives[k - 1]) continue;  // equal lives: the first counts
    ages.times.push_back(std::nextafter(lives[k], 0));
    ages.alive.push_back(static_cast<double>(lives.size() - k) / static_cast<double>(lives.size()));
  }
  return ages;
}
/// A grid: evenly in time, evenly in the logit of the share that is dead, which finds lives that are much alike, and the jump.
template <class Law>
Ages ages_of(const Law& law) {
  constexpr int points = 4096;
  Ages ages;
  const double last = law.quantile(0.9999);
  for (int i = 1; i <= points; ++i) {
    ages.times.push_back(last * (double(i) / points));
    ages.times.push_back(law.quantile(1 / (1 + std::exp(23 - 46.0 * i / points))));  // from 1e-10 to 1 - 1e-10
  }
  if (const double jump = failures::hazard_jump(law); jump > 0) ages.times.push_back(jump);
  std::erase_if(ages.times, [](double t) { return !(t > 0 && t < inf); });
  std::sort(ages.times.begin(), ages.times.end());
  for (const double t : ages.times) ages.alive.push_back(law.survival(t));
  return ages;
}

template <class Law>
std::vector<double> best_times(const Law& law, double write_time) {
  if (const auto lives = failures::observed_lives(law); !lives.empty()) return best_among(ages_of(lives), write_time);
  auto times = density_rule(law, write_time);
  if (times.empty()) return times;
  if (auto chosen = best_among(ages_of(law), write_time);
      committed_work(chosen, write_time, law) > committed_work(times, write_time, law))
    times = std::move(chosen);
  const int most_steps = times.size() < most_writes / 10 ? 100 : 10;  // many writes: the rule is close to the optimum
  for (int i = 0; i < most_steps && improve(times, write_time, law); ++i) {
  }
  return times;
}

}  // namespace detail

/// The schedule of checkpoints that maximises goodput as the parts age, the clock renewed after each failure.
///
/// @param law of finite mean life; @param write_time C [s] > 0; @param restart_time R, @param downtime D [s] >= 0, not exposed
template <failures::FailureLaw Law>
AgingSchedule optimal_schedule(const Law& law, double write_time, double restart_time = 0, double downtime = 0) {
  law.validate();
  check("optimal_schedule", "mean life of the law", law.mean(), positive, "s");
  check("optimal_schedule", "write_time", write_time, not_negative, "s");
  check("optimal_schedule", "restart_time", restart_time, not_negative, "s");
  check("optimal_schedule", "downtime", downtime, not_negative, "s");
  const double cycle = law.mean() + restart_time + downtime;
  AgingSchedule schedule;
  if (write_time == 0) {
    schedule.goodput = law.mean() / cycle;
    schedule.note = "write_time = 0: writing all the time costs nothing and loses nothing";
    return schedule;
  }
  schedule.times = detail::best_times(law, write_time);
  auto& times = schedule.times;
  if (times.empty() && failures::observed_lives(law).empty()) {
    schedule.note = "the best schedule has more than " + std::to_string(detail::most_writes) +
                    " writes: write_time is too short beside the lives";
    return schedule;
  }
  // drop the end that adds less than 1e-6
  double rest = 0;
  while (times.size() > 1) {
    const double last = times.back();
    rest += (last - times[times.size() - 2] - write_time) * law.survival(last) / cycle;
    if (rest >= 1e-6) break;
    times.pop_back();
  }
  schedule.goodput = detail::committed_work(times, write_time, law) / cycle;
  if (times.empty() || !(schedule.goodput > 0)) {
    times.clear(), schedule.goodput = 0;
    schedule.note = "no write can end before the parts fail: write_time is too long";
  }
  return schedule;
}

}  // namespace scaling_limits::checkpoint
