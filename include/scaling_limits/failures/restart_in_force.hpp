// SPDX-License-Identifier: Apache-2.0
// Several causes stop a run, each with a downtime and a restart of its own, and a restart may be struck by any of them. The
// restart in force: a failure never shortens a restart. Of the one that was going on and the one that the failure asks for, the
// one is done that takes longer from its begin until the run is up,
//
//   Y_i = x_i + (1 - phi_i) sum_j p_j max(Y_i, Y_j)      x_i = (1 - phi_i)(1/L + D0) + n_i D'_i
//
//   L    failure rate of all rows together, p_j = l_j/L       D0     mean downtime, sum p_j D_j
//   f_i  chance that a restart fails by itself, at its end    D'_i   what that costs, unexposed
//   phi_i = (1 - f_i) e_i/(1 - f_i e_i)    none strikes it until it is done, e_i = exp(-L R_i)
//   n_i = f_i e_i/(1 - f_i e_i)            its retries
//
// The greatest Y first, the others left counted as lower. Then no further row raises goodput, and goodput is continuous where
// rows change places. With X_i = (exp(L R_i) - 1)/(L (1 - f_i)), the running time until such a restart ends unstruck, and l_>i
// the rate of the rows above i, all follows from one walk down, of positive terms alone:
//
//   Z = 1 + L D0 above the greatest;      Z <- m_i Z + a_i,    m_i = 1 + l_i X_i/(1 + l_>i X_i)
//                                                              a_i = l_i D'_i f_i/(1 - f_i)/(1 + l_>i X_i)
//   Y_i = [X_i Z_>i + D'_i f_i/(1 - f_i)]/(1 + l_>i X_i)       Z below the least: 1 + L A, A from a failure until up
//   -ln phi = sum ln m_i       D = D0 + sum (a_i/L)/prod_{j >= i} m_j       1 + L A = (1 + L D)/phi
//
// Blocking checkpoints under them cost what they do under one cause of rate L, downtime D and restart -ln phi/L. Rows that are
// planned or silent have no share of L; their restarts rank like the others. Derivation: docs/derivations.md, "Causes".
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <span>

#include "../core/dual.hpp"

namespace scaling_limits::failures {

/// The most causes that a list may have, and rows with what is left of gpu_mttf, which a strategy may split among its levels:
/// they are worked on without allocation.
inline constexpr std::size_t most_causes = 64, most_rows = most_causes + 8;

/// One cause of a run at one size: rates per second, times in seconds.
template <class S = double>
struct CauseRow {
  S rate = S(0);          // of running time; planned: of work; silent: of work and saves
  S exponent = S(1);      // of the rate in the size of the run
  S downtime = S(0);      // unexposed
  S restart_time = S(0);  // exposed; NaN: the run's own and, beyond it,
  S extra_restart = S(0);
  S retry_chance = S(0);  // that a restart which no failure hits fails all the same
  S retry_time = S(0);    // unexposed, each time
  S lag = S(NaN);         // silent: from the error until it is found; NaN: it is noticed as it strikes
  S takes = S(NaN);       // GPUs that go to repair; NaN: what the strategy says
  S detection = S(NaN);   // of the downtime, until it is noticed; NaN: nobody says
  S reaction = S(0);      // attended: mean, in attended time; else it is in the downtime
  S wait = S(0);          // attended: of the downtime, mean, until somebody has come
  int severity = 0;       // the level that it needs; 0: the highest there is
  bool leaves_state = false, common = false, planned = false;
  bool says_restart = false;  // whether restart_time is its own
  bool attended = false;      // whether somebody must come, in hours of the week
  bool unsaid = false;        // what gpu_mttf counts beyond the rows: whatever the strategy's shares say of a failure
  int rank = 0;        // above all rows of a lower one, whatever their times: what a strategy sets where severities decide
  std::size_t of = 0;  // which row of the list it is, or is a part of

  bool silent() const { return value_of(lag) == value_of(lag); }
  /// Whether it is a failure that strikes at any time.
  bool strikes() const { return !planned && !silent(); }
};

/// What a list comes to, where a strategy needs no more than that: one cause that costs the same.
template <class S = double>
struct CauseMix {
  S failure_rate{};    // L [1/s]
  S restart_chance{};  // phi
  S restart_time{};    // -ln(phi)/L [s]
  S downtime{};        // [s]
  S mean_outage{};     // A: from a failure until the run is up [s]
  S restart_loss{};    // -ln(phi)
};

template <class S>
class RestartInForce {
 public:
  /// Of at most most_rows rows; they are not kept.
  explicit RestartInForce(std::span<const CauseRow<S>> rows) : count_(rows.size()) {
    S rate(0);
    double striking = 0;
    for (const auto& row : rows)
      if (row.strikes()) rate = rate + row.rate, ++striking;
    for (std::size_t i = 0; i < count_; ++i) {
      const auto& row = rows[i];
      Step& step = steps_[i];
      step.rate = row.strikes() ? row.rate : S(0);
      step.share = value_of(rate) > 0 ? S(step.rate / rate) : S(row.strikes() ? 1 / striking : 0);
      own_downtime_ = own_downtime_ + step.share * row.downtime;
      step.begin(row, rate);
      order_[i] = i;
    }
    mix_.failure_rate = rate;
    walk_down(rows);
  }

  const CauseMix<S>& mix() const { return mix_; }
  /// The share of the failures that is of a row.
  const S& share(std::size_t row) const { return steps_[row].share; }
  /// From the begin of the restart of a row until the run is up [s].
  S until_up(std::size_t row) const {
    using std::exp;
    return steps_[row].up * exp(steps_[row].log_up);
  }
  /// The same and a time before it, over 1 + L A: both may be beyond all numbers where their quotient is not.
  S outage_ratio(std::size_t row, const S& before) const {
    using std::exp;
    const S stopped = log_stopped();
    return before * exp(S(-stopped)) + steps_[row].up * exp(S(steps_[row].log_up - stopped));
  }
  /// ln(1 + L A) = -ln phi + ln(1 + L D).
  S log_stopped() const { return mix_.restart_loss + log_one_plus(S(mix_.failure_rate * mix_.downtime)); }
  /// The chance that the restart which ends is that of a row: it is the one in force then.
  S ends_with(std::size_t row) const {
    using std::exp;
    const Step& step = steps_[row];
    return step.share * exp(S(mix_.restart_loss - step.log_above - step.log_step - step.log_shielded));
  }
  /// ln m of a row, and ln(1 + l_> X).
  const S& log_step(std::size_t row) const { return steps_[row].log_step; }
  const S& log_shielded(std::size_t row) const { return steps_[row].log_shielded; }
  /// By row, from the least to the greatest: phi v_i (1 - phi_i), what of the time that is not down goes by in the restarts of
  /// the row; and L phi v_i n_i D'_i, the same of its retries. Of equal restarts the later of the list counts as the longer.
  template <class Look>
  void each_restart(const Look& look) const {
    using std::exp;
    each_in_order([&](std::size_t i) {
      const Step& step = steps_[i];
      look(i, S(-exp(S(-step.log_above)) * exp_minus_one(S(-step.log_step))), step.added);
    });
  }
  /// Rows from the least to the greatest.
  template <class Look>
  void each_in_order(const Look& look) const {
    for (std::size_t k = count_; k-- > 0;) look(order_[k]);
  }

 private:
  struct Step {
    S rate, share;
    S load;                        // L R - ln(1 - f)
    bool is_long;                  // L R > 1
    S until_end, per_end, log_of;  // of a short one X; of a long one 1/X and ln(L X)
    S retried;                     // D' f/(1 - f)
    S log_above, log_step;         // ln of the m above, and of its own
    S log_shielded;                // ln(1 + l_> X)
    S up, log_up;                  // Y, over the exponential of that
    S added;                       // a over the m above and its own

    void begin(const CauseRow<S>& row, const S& of_all) {
      using std::exp, std::log;
      const S left = S(1) - row.retry_chance, exposure = of_all * row.restart_time;
      load = is_zero(row.retry_chance) ? exposure : S(exposure - log(left)), is_long = value_of(exposure) > 1;
      retried = row.retry_time * row.retry_chance / left;
      if (is_short()) {
        until_end = row.restart_time * mean_exp(exposure) / left;
      } else {
        log_of = log_mean_exp(exposure) + log(exposure) - log(left), per_end = of_all * exp(S(-log_of));
      }
    }
    bool is_short() const { return !is_long; }
    /// X/(1 + l X), 1/(1 + l X) and ln(1 + l X) for a rate l, the last where 1/X may be 0.
    S within(const S& l) const { return is_short() ? S(until_end / (S(1) + l * until_end)) : S(S(1) / (per_end + l)); }
    S spared(const S& l) const { return is_short() ? S(S(1) / (S(1) + l * until_end)) : S(per_end / (per_end + l)); }
    S log_struck(const S& l, const S& of_all) const {
      using std::exp, std::log;
      if (is_short() || value_of(l) == 0) return log_one_plus(S(l * (is_short() ? until_end : S(0))));
      const S x = log(S(l / of_all)) + log_of;  // ln(l X)
      return value_of(x) > 0 ? S(x + log_one_plus(S(exp(S(-x))))) : log_one_plus(S(exp(x)));
    }
  };

  /// From the greatest row down: of the rows left the one whose Y, the others left counted as lower, is greatest.
  void walk_down(std::span<const CauseRow<S>> rows) {
    using std::exp;
    S above(0), log_above(0), z = S(1) + mix_.failure_rate * own_downtime_;  // z: over the m above
    mix_.downtime = own_downtime_;
    for (std::size_t k = 0; k < count_; ++k) {
      if (k + 1 < count_) choose(k, rows, value_of(above), value_of(log_above), value_of(z));
      Step& step = steps_[order_[k]];
      const S within = step.within(above), over = exp(S(-log_above));
      const bool endless = !step.is_short() && value_of(above) == 0;  // 1/X may be nothing
      step.log_above = log_above, step.log_shielded = step.log_struck(above, mix_.failure_rate);
      step.log_step = endless ? step.log_struck(step.rate, mix_.failure_rate) : S(log_one_plus(S(step.rate * within)));
      const S spared = endless ? S(1) : step.spared(above);
      const S waits = is_zero(step.retried) ? S(0) : S(step.retried * spared * over);
      step.up = endless ? S(z / mix_.failure_rate + waits * exp(S(-step.log_of))) : S(within * z + waits);
      step.log_up = endless ? S(log_above + step.log_of) : log_above;
      const S passed = exp(S(-step.log_step));
      step.added = step.rate * waits * passed;
      mix_.downtime = mix_.downtime + step.share * waits * passed;
      z = z + step.added, above = above + step.rate, log_above = log_above + step.log_step;
    }
    mix_.restart_loss = log_above, mix_.restart_chance = exp(S(-log_above));
    const bool strikes = value_of(mix_.failure_rate) > 0;
    mix_.mean_outage = own_downtime_;
    for (std::size_t i = 0; i < count_; ++i)
      if (!strikes) mix_.mean_outage = mix_.mean_outage + steps_[i].share * until_up(i);
    if (strikes) mix_.mean_outage = exp_minus_one(log_stopped()) / mix_.failure_rate;
    mix_.restart_time = strikes ? S(mix_.restart_loss / mix_.failure_rate) : S(mix_.mean_outage - mix_.downtime);
  }
  void choose(std::size_t k, std::span<const CauseRow<S>> rows, double above, double log_above, double z) {
    const double over = std::exp(-log_above);
    std::size_t best = k;
    double greatest = NaN;
    for (std::size_t m = k; m < count_; ++m) {
      const Step& step = steps_[order_[m]];
      const double waits = value_of(step.retried) * over;
      const double x = step.is_short() ? value_of(step.until_end) : 1, per = step.is_short() ? 1 : value_of(step.per_end);
      const double y = (x * z + per * waits) / (per + above * x);
      const int rank = rows[order_[m]].rank, of_best = rows[order_[best]].rank;
      // beyond all numbers the longer one takes longer
      const bool longer = y == greatest && value_of(step.load) > value_of(steps_[order_[best]].load);
      if (m == k || rank > of_best || (rank == of_best && (y > greatest || longer))) best = m, greatest = y;
    }
    std::swap(order_[k], order_[best]);
  }

  std::size_t count_;
  S own_downtime_ = S(0);
  CauseMix<S> mix_{};
  std::size_t order_[most_rows];
  Step steps_[most_rows];
};

/// The three numbers of a list, and what else it comes to.
template <class S>
CauseMix<S> mix_of(std::span<const CauseRow<S>> rows) {
  return RestartInForce<S>(rows).mix();
}

}  // namespace scaling_limits::failures
