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

/// What a pool is made of: good parts and others, the job that runs on them, and how they come back.
template <class S>
struct Mixture {
  struct Failing {
    S part[2], all;  // of parts of each kind; with those of the job
  };
  double job, count[2];
  S part_rate[2], job_rate, repair, down, taken_share;
  double repairers;

  double spares() const { return count[0] + count[1] - job; }
  bool in_range() const {
    const auto counted = [](double x, double least) { return x >= least && x <= 1e9 && std::floor(x) == x; };
    const auto bounded = [](const S& x) { return value_of(x) >= 0 && value_of(x) < inf; };
    return counted(job, 1) && counted(count[0], 0) && counted(count[1], 0) && bounded(part_rate[0]) && bounded(part_rate[1]) &&
           bounded(job_rate) && bounded(repair) && bounded(down) && value_of(taken_share) >= 0 && value_of(taken_share) <= 1 &&
           repairers >= 1 && spares() >= 0 && spares() <= most_mixed_spares;
  }
  /// Where nobody is ever out of a kind that does not fail, the other one's states come first.
  void put_failing_kind_last() {
    if (!(value_of(part_rate[1]) == 0 && count[1] > 0 && value_of(part_rate[0]) > 0)) return;
    std::swap(count[0], count[1]), std::swap(part_rate[0], part_rate[1]);
  }
  bool fails_at_once() const { return job * (value_of(part_rate[0]) + value_of(part_rate[1])) + value_of(job_rate) == inf; }
  /// Once nothing runs that fails, nothing does ever after: the kind that fails is out as a whole.
  bool comes_to_rest() const {
    const auto ends = [&](int kind) {
      return value_of(part_rate[kind]) == 0 || count[kind] == 0 ||
             (count[kind] <= spares() && value_of(part_rate[1 - kind]) == 0 && value_of(taken_share) > 0);
    };
    return value_of(job_rate) == 0 && ends(0) && ends(1);
  }
  bool nothing_is_out() const {
    return value_of(repair) == 0 || (value_of(taken_share) == 0 && value_of(part_rate[0]) * value_of(part_rate[1]) == 0);
  }
  /// Without a downtime somebody is out at each restart.
  bool is_never_full() const {
    return value_of(down) / value_of(repair) == 0 && value_of(taken_share) == 1 && value_of(job_rate) == 0 && spares() > 0;
  }
  Failing failing(const MixedStates::Out& out) const {
    const double in_good = count[0] - out.good, in_other = count[1] - out.other(), each = job / (in_good + in_other);
    const S a = part_rate[0] * S(each * in_good), b = part_rate[1] * S(each * in_other);
    return {{a, b}, S(a + b + job_rate)};
  }
  double repaired_at_once(int out) const { return (std::min)(static_cast<double>(out), repairers); }
};

/// The pool from one restart to the next.
template <class S>
class MixedChain {
 public:
  explicit MixedChain(const Mixture<S>& of)
      : of_(of),
        spares_(static_cast<int>(of.spares())),
        states_(static_cast<int>(of.count[0]), static_cast<int>(of.count[1]), spares_),
        size_(states_.size()),
        turned_(of.is_never_full()),
        after_(out_after(S(of.down / of.repair), static_cast<std::size_t>(spares_) + 1, of.repairers)),
        chain_(size_),
        rate_(size_),
        wait_(size_, S(0)),
        at_(size_) {
    for (std::size_t i = 0; i < size_; ++i) {
      run_until_failure(i);
      repair_while_down(states_[i], chain_[place(i)]);
    }
  }

  /// The stationary one; the chain is used up.
  MixedPool<S> pool() {
    const auto weights = stationary(chain_, [&](std::size_t p) {
      const auto& out = states_[turned_ ? (p + 1) % size_ : p];
      return out.all < 2 ? 0 : place(states_.first(out.all - 1));
    });
    S unit(1);  // of rates; less where a time between failures is beyond what numbers hold
    for (const S& one : rate_)
      if (value_of(one) < value_of(unit)) unit = one;
    S all(0), ran(0), failures(0);
    for (std::size_t i = 0; i < size_; ++i) {
      const S &weight = weights[place(i)], runs = unit / rate_[i];
      failures = failures + weight;
      ran = ran + weight * runs;
      all = all + weight * (runs + unit * (of_.down + wait_[i]));
    }
    MixedPool<S> pool;
    pool.running_share = ran / all;
    pool.mean_rate = unit * failures / ran;
    for (std::size_t i = 0; i < size_; ++i) pool.add({S(weights[place(i)] * (unit / rate_[i]) / all), rate_[i]});
    return pool;
  }

 private:
  /// In the chain, of a state.
  std::size_t place(std::size_t i) const { return turned_ ? (i == 0 ? size_ : i) - 1 : i; }

  /// From a state that the job runs in to what its downtime begins with: parts return until something fails.
  void run_until_failure(std::size_t i) {
    const auto from = states_[i];
    const auto fails = of_.failing(from);
    rate_[i] = fails.all;
    const S load = fails.all * of_.repair;
    const S taken[]{S(of_.taken_share * fails.part[0] / fails.all), S(of_.taken_share * fails.part[1] / fails.all)};
    const S not_taken = S(1) - taken[0] - taken[1];
    std::fill(at_.begin(), at_.end(), S(0));
    S reached(1);  // so many out at some time before the failure
    for (int k = from.all; k >= 0; --k) {
      // to the ends of the range: where a load is nothing nobody who is out is left, where it has none nobody returns
      const bool at_once = k == 0 || value_of(load) == inf;
      const S repairs(of_.repaired_at_once(k)), here = at_once ? reached : S(reached * load / (load + repairs));
      reached = at_once ? S(0) : S(reached * repairs / (load + repairs));
      for (int good = 0; good <= k; ++good) {
        const double part = states_.left(from, k, good);
        if (part == 0) continue;
        const S arrives = here * S(part);
        add(k, good, S(not_taken * arrives));
        for (const int kind : {0, 1}) take_out(i, k, good + 1 - kind, S(taken[kind] * arrives));
      }
    }
  }

  /// One more part, of k + 1 that are out now; so many of these good ones.
  void take_out(std::size_t i, int k, int good, const S& comes) {
    if (k < spares_) {
      if (value_of(rate_[i]) > 0 && states_.fewest_good(k + 1) <= good && good <= of_.count[0]) add(k + 1, good, comes);
      return;
    }
    const double all = k + 1.0;  // one more than there are spares: the job waits, any of them comes back
    wait_[i] = wait_[i] + comes * of_.repair / S(of_.repaired_at_once(k + 1));
    if (good > 0 && states_.fewest_good(k) <= good - 1) add(k, good - 1, S(comes * S(good / all)));
    if (good <= k && good <= of_.count[0]) add(k, good, S(comes * S((all - good) / all)));
  }
  void add(int all, int good, const S& comes) {
    S& to = at_[states_.index(all, good)];
    to = to + comes;
  }

  /// What the next restart finds: a row of the chain.
  void repair_while_down(const MixedStates::Out& from, S* row) {
    for (std::size_t j = 0; j < size_; ++j) {
      const auto begun = states_[j];
      if (begun.all > from.all + 1) break;
      for (int k = 0; k <= begun.all; ++k) {
        const S comes = at_[j] * after_[static_cast<std::size_t>(begun.all)][k];
        for (int g = (std::max)(states_.fewest_good(k), k - begun.other()); g <= (std::min)(k, begun.good); ++g) {
          S& to = row[place(states_.index(k, g))];
          to = to + comes * S(states_.left(begun, k, g));
        }
      }
    }
  }

  const Mixture<S>& of_;
  int spares_;
  MixedStates states_;
  std::size_t size_;
  bool turned_;  // where it is never full: the state where nobody is out is the last one, not the first
  Square<S> after_, chain_;
  std::vector<S> rate_, wait_;  // of each state: of its failures; how long one waits for a repair, on average
  std::vector<S> at_;           // that the downtime begins with each state, from the one of the row being filled
};

}  // namespace detail

/// The stationary pool. NaN outside the ranges.
///
/// Source: docs/derivations.md, section "Spares".
///
/// @param job N, parts that it runs on; @param good, other parts of either kind, N <= good + other <= N + 40; whole numbers
/// @param good_rate, other_rate failures of a running part [1/s] >= 0; @param repair_time mean [s] >= 0
/// @param downtime [s] >= 0; @param job_rate failures that take nothing [1/s] >= 0; all of these finite
/// @param taken_share of the failures of parts, in [0, 1]; @param repairers repaired at once, >= 1; inf: all
template <class G, class O, class T, class D = int, class J = int, class B = int, Scalar S = promote_t<G, O, T, D, J, B>>
MixedPool<S> mixed_pool(double job, double good, double other, const G& good_rate, const O& other_rate, const T& repair_time,
                        const D& downtime = 0, const J& job_rate = 0, const B& taken_share = 1, double repairers = inf) {
  detail::Mixture<S> of{
      job, {good, other}, {S(good_rate), S(other_rate)}, S(job_rate), S(repair_time), S(downtime), S(taken_share), repairers};
  MixedPool<S> pool;
  if (!of.in_range()) return pool;
  of.put_failing_kind_last();
  if (of.fails_at_once()) {
    pool.running_share = S(0), pool.mean_rate = S(inf);
    return pool;
  }
  const auto one_state = [&](const S& stays, const S& rate) {
    pool.running_share = stays, pool.mean_rate = rate;
    pool.add({stays, rate});
    return pool;
  };
  if (of.comes_to_rest()) return one_state(S(1), S(0));
  if (of.nothing_is_out()) {
    const auto at = of.failing({0, 0});
    const S waits = of.spares() > 0 ? S(0) : S(of.taken_share * (at.part[0] + at.part[1]) * of.repair);
    return one_state(S(S(1) / (S(1) + at.all * of.down + waits)), at.all);
  }
  return detail::MixedChain<S>(of).pool();
}

}  // namespace scaling_limits::failures
