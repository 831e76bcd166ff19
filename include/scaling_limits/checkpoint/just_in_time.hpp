// SPDX-License-Identifier: Apache-2.0
// Saving after the failure: the survivors of a failure still hold the state of the last training step in their replicas and
// save it before the restart (Gupta et al., "Just-in-time checkpointing", EuroSys 2024). The share of failures that leave no
// complete replica returns to the last checkpoint, periodic or left behind by such a restart.
//
//   W    interval, C write_time, P = W + C
//   h    training step
//   R_1  restart with the save in it, exposed                   R_2  restart from storage, exposed
//   D    downtime, not exposed                                  share x rate failures are saved just in time
// From one usable checkpoint to the next, with c(t) = (1 - exp(-rate t))/rate and q = rate c(P):
//   sigma = s/(1 - (1 - s) share)    s = exp(-rate R_1)
//   b = rate h/(exp(rate h) - 1)     of whole steps only
//   K = W exp(-rate P) (1 - share sigma) + share sigma b c(W)             work kept
//   (1 + rate D) [c(P) + q share c(R_1)/(1 - (1 - s) share) + q (1 - share sigma) (exp(rate R_2) - 1)/rate]    time
// Derivation: docs/derivations.md, "Saving just in time".
#pragma once
#include "../version.hpp"

#include "../core/logarithm.hpp"
#include "../numeric/optimum.hpp"

namespace scaling_limits::checkpoint {

template <class S>
struct JustInTimeSaving {
  S rate{}, share{}, write_time{}, saving_restart_time{}, restart_time{}, downtime{}, step_time{};

  S lost_share() const { return S(1) - share; }
  bool in_domain() const {
    return value_of(rate) >= 0 && value_of(share) >= 0 && value_of(share) <= 1 && value_of(write_time) >= 0 &&
           value_of(saving_restart_time) >= 0 && value_of(restart_time) >= 0 && value_of(downtime) >= 0 &&
           value_of(step_time) >= 0;
  }
  template <class T>
  JustInTimeSaving<T> as() const {
    return {carried<T>(rate),         carried<T>(share),    carried<T>(write_time), carried<T>(saving_restart_time),
            carried<T>(restart_time), carried<T>(downtime), carried<T>(step_time)};
  }
};

/// Where the time goes between two usable checkpoints, and how many periodic checkpoints and saves there are for each, as
/// numbers that neither overflow nor vanish however long restarts and steps are: times are their members times exp(log_time),
/// useful work is its times exp(log_useful), checkpoints and saves are theirs times exp(log_count).
template <class S>
struct JustInTimeCycle {
  S useful{}, written{}, running{}, restarting{};  // running: training and writing, lost or kept; restarting: all restarts
  S checkpoints{}, saves{};
  S log_time{}, log_useful{}, log_count{};
};

template <class S>
JustInTimeCycle<S> just_in_time_cycle(const S& interval, const JustInTimeSaving<S>& j) {
  using std::exp;
  const auto cut = [&](const S& t) { return cut_short(j.rate, t); };
  const S x1 = j.rate * j.saving_restart_time, x2 = j.rate * j.restart_time;
  // sigma share = saved exp(log_saved); where every failure is saved just in time that is one, however long the save takes
  const S rest = S(1) - j.share, again = rest + j.share * exp(S(-x1));
  const bool all = is_zero(rest);
  const S saved = all ? S(1) : S(j.share / again), log_saved = all ? S(0) : S(-x1), lost = all ? S(0) : S(rest / again);
  const S period = interval + j.write_time;
  const bool endless = value_of(interval) == inf;
  const S load = endless ? S(0) : S(j.rate * period);
  const S passes = endless ? S(0) : S(exp(S(-load))), stops = endless ? S(1) : S(-exp_minus_one(S(-load)));
  const S log_whole = -log_mean_exp(S(j.rate * j.step_time));  // ln b
  // work is kept by a restart with the save in it, or at the end of a period: the likelier one is the scale
  const auto scale = [&](const S& log_kept) {
    return value_of(saved) > 0 && (endless || value_of(log_kept) > -value_of(load)) ? log_kept : S(-load);
  };
  const S log_whole_saved = log_saved + log_whole, log_count = scale(log_saved), log_useful = scale(log_whole_saved);
  const auto ends = [&](const S& log_scale) { return endless ? S(0) : S(exp(S(-load - log_scale))); };
  const auto saves = [&](const S& log_kept, const S& log_scale) {
    return value_of(saved) > 0 ? S(saved * exp(S(log_kept - log_scale))) : S(0);
  };
  // that of times is the longer restart: (exp(x2) - 1)/rate = exp(x2) cut(R_2)
  const S log_time = all ? x1 : x2, in_time = exp(S(-log_time)), over = all ? S(1) : S(in_time * saved);
  const S kept = endless ? S(0) : S(interval * lost * ends(log_useful));
  return {kept + saves(log_whole_saved, log_useful) * cut(interval),
          in_time * j.write_time * passes,
          in_time * cut(period),
          stops * (over * cut(j.saving_restart_time) + lost * cut(j.restart_time)),
          ends(log_count),
          S(stops * saves(log_saved, log_count)),
          log_time,
          log_useful,
          log_count};
}

/// -ln goodput.
template <class S>
S just_in_time_loss(const S& interval, const JustInTimeSaving<S>& j) {
  using std::log;
  const auto cycle = just_in_time_cycle(interval, j);
  return (cycle.log_time - cycle.log_useful) +
         log(S((S(1) + j.rate * j.downtime) * (cycle.running + cycle.restarting) / cycle.useful));
}

/// The same under several causes, some of which leave a whole replica, each with a restart of its own
/// (failures/restart_in_force.hpp): of all failures together `saved` end with a save, the others without, 1 + L A is how much
/// longer time is than running time. K = W exp(-L P) lost + saved b c(W), losses ln[c(P) (1 + L A)/K].
template <class S>
struct JustInTimeMix {
  S rate{}, saved{}, lost{}, write_time{}, step_time{}, log_stopped{};

  S lost_share() const { return lost; }
  bool in_domain() const {
    return value_of(rate) >= 0 && value_of(saved) >= 0 && value_of(lost) >= 0 && value_of(write_time) >= 0 &&
           value_of(step_time) >= 0 && value_of(log_stopped) >= 0;
  }
  template <class T>
  JustInTimeMix<T> as() const {
    return {carried<T>(rate),       carried<T>(saved),     carried<T>(lost),
            carried<T>(write_time), carried<T>(step_time), carried<T>(log_stopped)};
  }
};

/// Work kept of one pass [s], and its running time.
template <class S>
Logarithm<S> just_in_time_kept(const S& interval, const JustInTimeMix<S>& j) {
  using L = Logarithm<S>;
  const L by_save = L(j.saved) * L::with(-log_mean_exp(S(j.rate * j.step_time))) * L(cut_short(j.rate, interval));
  if (is_zero(j.lost) || value_of(interval) == inf) return by_save;
  return L(interval) * L(j.lost) * L::with(-j.rate * (interval + j.write_time)) + by_save;
}
template <class S>
S just_in_time_running(const S& interval, const JustInTimeMix<S>& j) {
  return cut_short(j.rate, S(interval + j.write_time));
}
template <class S>
S just_in_time_loss(const S& interval, const JustInTimeMix<S>& j) {
  using std::log;
  return log(just_in_time_running(interval, j)) + j.log_stopped - just_in_time_kept(interval, j).log;
}

/// The best interval between periodic checkpoints [s]; inf where none are needed. With a step_time a whole number of steps, for
/// which the work kept is exact.
template <template <class> class Saving, class S>
S just_in_time_interval(const Saving<S>& j) {
  if (!j.in_domain()) return S(NaN);
  if (value_of(j.rate) == 0 || value_of(j.lost_share()) == 0) return S(inf);
  const auto values = j.template as<double>().template as<dual<dual<double>>>();
  const double rate = value_of(j.rate), rare = rate * value_of(j.lost_share()), cost = value_of(j.write_time);
  const double start = cost > 0 ? (std::min)(std::sqrt(2 * cost) / std::sqrt(rare), 1 / rare) : 1e-6 / rate;
  if (!(start > 0)) return S(NaN);  // below the least double
  const double at = numeric::minimum_point([&](const dual<dual<double>>& w) { return just_in_time_loss(w, values); }, start);
  // past many mean times between failures the next periodic checkpoint is hardly ever reached: what it saves is rounding
  if (!(rare * at * std::exp(-rate * at) > numeric::logarithm_noise)) return S(inf);
  if (const double step = value_of(j.step_time); step > 0) {
    const auto plain = j.template as<double>();
    const double below = (std::max)(1.0, std::floor(at / step)), above = below + 1;
    return S(just_in_time_loss(below * step, plain) <= just_in_time_loss(above * step, plain) ? below : above) * j.step_time;
  }
  return numeric::refined_point(S(at), [&]<class T>(const T& w) { return just_in_time_loss(w, j.template as<T>()); });
}

}  // namespace scaling_limits::checkpoint
