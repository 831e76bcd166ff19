// SPDX-License-Identifier: Apache-2.0
// A pool of parts of two qualities that one job draws from, exact for repairs of exponential length.
//
// After each restart the job of N parts runs on parts in proportion to what is in of each kind, A good ones and B others, until
// the next failure: its rate is N (l_g A + l_o B)/(A + B) + l_job, where l_job are failures that take nothing. Else as in
// running_share.hpp: a share of the failures of parts takes the part away, the job waits while more than good + other - N are
// out, then for the downtime; repairs go on throughout, and where repairers are few each kind has its share of them.
// The state is (out of each kind); useful time per state as of one level of checkpoints (checkpoint/goodput.hpp).
// Source: derived; docs/derivations.md, "Spares".
#pragma once
#include "../version.hpp"

#include "repairs.hpp"

namespace scaling_limits::failures {

inline constexpr double most_mixed_spares = 40;  // 861 states

template <class S>
class MixedPool {
 public:
  S running_share = S(NaN);  ///< of wall-clock time
  S mean_rate = S(NaN);      ///< failures per second of running time

  /// New useful time per wall-clock time, of blocking checkpoints.
  ///
  /// @param interval [s] >= 0; @param write_time [s] >= 0; @param restart_time [s] >= 0, exposed to failures
  template <class W, class C, class R = int>
  S goodput(const W& interval, const C& write_time, const R& restart_time = 0) const {
    using std::exp;
    const S work(interval), period = work + S(write_time), restart(restart_time);
    if (!(value_of(work) >= 0 && value_of(write_time) >= 0 && value_of(restart) >= 0 && value_of(running_share) >= 0))
      return S(NaN);
    if (value_of(work) == 0) return S(0);
    if (value_of(write_time) == inf) return S(0);
    S useful(0);
    for (const auto& [stays, rate] : states_) {
      const bool calm = value_of(rate) == 0;
      const S exposed = calm ? S(0) : S(rate * restart + log_mean_exp(S(rate * period)));
      useful = useful + stays * exp(S(-exposed));
    }
    return useful * (value_of(period) == inf ? S(1) : S(work / period));
  }

  /// As makers of pools fill it.
  struct State {
    S stays;  ///< share of wall-clock time that the job runs from this state
    S rate;   ///< of its failures
  };
  void add(const State& state) { states_.push_back(state); }

 private:
  std::vector<State> states_;
};

namespace detail {

/// The states of a mixed pool: n out, a of them good ones.
class MixedStates {
 public:
  MixedStates(int good, int other, int spares) : other_(other) {
    for (int n = 0; n <= spares; ++n) {
      first_.push_back(static_cast<int>(out_.size()));
      for (int a = (std::max)(0, n - other); a <= (std::min)(n, good); ++a) out_.push_back({n, a});
    }
    first_.push_back(static_cast<int>(out_.size()));
    for (int n = 0; n <= spares; ++n) {  // Pascal's triangle
      ways_.push_back(std::vector<double>(static_cast<std::size_t>(n) + 1, 1));
      for (int k = 1; k < n; ++k) ways_.back()[at(k)] = ways_[at(n - 1)][at(k - 1)] + ways_[at(n - 1)][at(k)];
    }
  }
  struct Out {
    int all, good;
    int other() const { return all - good; }
  };
  std::size_t size() const { return out_.size(); }
  const Out& operator[](std::size_t i) const { return out_[i]; }
  std::size_t index(int all, int good) const { return at(first_[at(all)] + good - (std::max)(0, all - other_)); }
  std::size_t first(int all) const { return at(first_[at(all)]); }
  int fewest_good(int all) const { return (std::max)(0, all - other_); }
  /// Probability that of these out, k of them left, g are good ones: each repair takes any.
  double left(const Out& out, int k, int g) const {
    if (g < 0 || g > out.good || k - g < 0 || k - g > out.other()) return 0;
    return ways_[at(out.good)][at(g)] * ways_[at(out.other())][at(k - g)] / ways_[at(out.all)][at(k)];
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  int other_;
  std::vector<Out> out_;
  std::vector<int> first_;
  std::vector<std::vector<double>> ways_;
};

}  // namespace detail

/// The stationary pool. NaN outside the ranges.
///
/// @param job N, parts that it runs on; @param good, other parts of either kind, N <= good + other <= N + 40; whole numbers
/// @param good_rate, other_rate failures of a running part [1/s] >= 0; @param repair_time mean [s] >= 0
/// @param downtime [s] >= 0; @param job_rate failures that take nothing [1/s] >= 0; all of these finite
/// @param taken_share of the failures of parts, in [0, 1]; @param repairers repaired at once, >= 1; inf: all
template <class G, class O, class T, class D = int, class J = int, class B = int, Scalar S = promote_t<G, O, T, D, J, B>>
MixedPool<S> mixed_pool(double job, double good, double other, const G& good_rate, const O& other_rate, const T& repair_time,
                        const D& downtime = 0, const J& job_rate = 0, const B& taken_share = 1, double repairers = inf) {
  MixedPool<S> pool;
  const auto counted = [](double x, double least) { return x >= least && x <= 1e9 && std::floor(x) == x; };
  const auto finite = [](const S& x) { return value_of(x) >= 0 && value_of(x) < inf; };
  const S rates[]{S(good_rate), S(other_rate), S(job_rate)}, repair(repair_time), down(downtime), share(taken_share);
  if (!(counted(job, 1) && counted(good, 0) && counted(other, 0) && finite(rates[0]) && finite(rates[1]) && finite(rates[2]) &&
        finite(repair) && finite(down) && value_of(share) >= 0 && value_of(share) <= 1 && repairers >= 1))
    return pool;
  const double most_out = good + other - job;
  if (!(most_out >= 0 && most_out <= most_mixed_spares)) return pool;
  const int spares = static_cast<int>(most_out);
  // where nobody is ever out of a kind that does not fail, the other one's states come first
  if (value_of(rates[1]) == 0 && other > 0 && value_of(rates[0]) > 0)
    return mixed_pool(job, other, good, rates[1], rates[0], repair, down, rates[2], share, repairers);
  if (job * (value_of(rates[0]) + value_of(rates[1])) + value_of(rates[2]) == inf) {  // no time between two failures
    pool.running_share = S(0), pool.mean_rate = S(inf);
    return pool;
  }
  const detail::MixedStates states(static_cast<int>(good), static_cast<int>(other), spares);
  const auto out_at_once = [&](int k) { return (std::min)(static_cast<double>(k), repairers); };

  struct Failing {
    S good, other, all;
  };
  const auto failing = [&](std::size_t i) {
    const double in_good = good - states[i].good, in_other = other - states[i].other(), each = job / (in_good + in_other);
    const S a = rates[0] * S(each * in_good), b = rates[1] * S(each * in_other);
    return Failing{a, b, S(a + b + rates[2])};
  };
  // once nothing runs that fails, nothing does ever after: the kind that fails is out as a whole
  const auto ends = [&](int kind, double count) {
    return value_of(rates[kind]) == 0 || count == 0 ||
           (count <= spares && value_of(rates[1 - kind]) == 0 && value_of(share) > 0);
  };
  if (value_of(rates[2]) == 0 && ends(0, good) && ends(1, other)) {
    pool.running_share = S(1), pool.mean_rate = S(0);
    pool.add({S(1), S(0)});
    return pool;
  }
  const bool none_taken = value_of(share) == 0 && value_of(rates[0]) * value_of(rates[1]) == 0;
  if (value_of(repair) == 0 || none_taken) {  // nothing is ever out
    const auto at = failing(0);
    const S waits = spares > 0 ? S(0) : S(share * (at.good + at.other) * repair), stays = S(1) / (S(1) + at.all * down + waits);
    pool.running_share = stays, pool.mean_rate = at.all;
    pool.add({stays, at.all});
    return pool;
  }

  const std::size_t size = states.size();
  const auto after = detail::out_after(S(down / repair), static_cast<std::size_t>(spares) + 1, repairers);
  detail::Square<S> chain(size);
  // without a downtime somebody is out at each restart: then the state where nobody is is the last one, not the first
  const bool turned = value_of(down) / value_of(repair) == 0 && value_of(share) == 1 && value_of(rates[2]) == 0 && spares > 0;
  const auto place = [&](std::size_t i) { return turned ? (i == 0 ? size : i) - 1 : i; };
  const auto lowest = [&](std::size_t p) {
    const auto& out = states[turned ? (p + 1) % size : p];
    return out.all < 2 ? 0 : place(states.first(out.all - 1));
  };
  std::vector<S> rate(size), wait(size, S(0)), at(size);
  for (std::size_t i = 0; i < size; ++i) {
    const auto from = states[i];
    const auto fails = failing(i);
    rate[i] = fails.all;
    const S load = fails.all * repair, taken[]{S(share * fails.good / fails.all), S(share * fails.other / fails.all)},
            not_taken = S(1) - taken[0] - taken[1];
    // at[]: the state that the downtime begins with
    std::fill(at.begin(), at.end(), S(0));
    S reached(1);  // so many out at some time before the failure
    for (int k = from.all; k >= 0; --k) {
      // to the ends of the range: where a load is nothing nobody who is out is left, where it has none nobody returns
      const bool at_once = k == 0 || value_of(load) == inf;
      const S here = at_once ? reached : S(reached * load / (load + S(out_at_once(k))));
      reached = at_once ? S(0) : S(reached * S(out_at_once(k)) / (load + S(out_at_once(k))));
      for (int g = 0; g <= k; ++g) {
        const double part = states.left(from, k, g);
        if (part == 0) continue;
        const S arrives = here * S(part);
        at[states.index(k, g)] = at[states.index(k, g)] + not_taken * arrives;
        for (const int kind : {0, 1}) {
          const int now = g + 1 - kind;  // good ones out, of k + 1
          const S comes = taken[kind] * arrives;
          if (k < spares) {
            if (value_of(fails.all) > 0 && states.fewest_good(k + 1) <= now && now <= good)
              at[states.index(k + 1, now)] = at[states.index(k + 1, now)] + comes;
            continue;
          }
          const double all = k + 1.0;  // one more than there are spares: any of them comes back
          wait[i] = wait[i] + comes * repair / S(out_at_once(k + 1));
          if (now > 0 && states.fewest_good(k) <= now - 1)
            at[states.index(k, now - 1)] = at[states.index(k, now - 1)] + comes * S(now / all);
          if (now <= k && now <= good) at[states.index(k, now)] = at[states.index(k, now)] + comes * S((all - now) / all);
        }
      }
    }
    S* row = chain[place(i)];
    for (std::size_t j = 0; j < size; ++j) {
      const auto begun = states[j];
      if (begun.all > from.all + 1) break;
      for (int k = 0; k <= begun.all; ++k) {
        const S comes = at[j] * after[static_cast<std::size_t>(begun.all)][k];
        for (int g = (std::max)(states.fewest_good(k), k - begun.other()); g <= (std::min)(k, begun.good); ++g) {
          S& to = row[place(states.index(k, g))];
          to = to + comes * S(states.left(begun, k, g));
        }
      }
    }
  }
  const auto weights = detail::stationary(chain, lowest);
  S unit(1);  // of rates; less where a time between failures is beyond what numbers hold
  for (const S& one : rate)
    if (value_of(one) < value_of(unit)) unit = one;
  S all(0), ran(0), failures(0);
  for (std::size_t i = 0; i < size; ++i) {
    const S &weight = weights[place(i)], runs = unit / rate[i];
    failures = failures + weight;
    ran = ran + weight * runs;
    all = all + weight * (runs + unit * (down + wait[i]));
  }
  pool.running_share = ran / all;
  pool.mean_rate = unit * failures / ran;
  for (std::size_t i = 0; i < size; ++i) pool.add({S(weights[place(i)] * (unit / rate[i]) / all), rate[i]});
  return pool;
}

}  // namespace scaling_limits::failures
