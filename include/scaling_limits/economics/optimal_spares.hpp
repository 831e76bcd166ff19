// SPDX-License-Identifier: Apache-2.0
// The cheapest number of spares: least (n + S + v/p) (1 + w(S)), S of them at the price of what the job runs on, where w is
// the time waited for a spare per time that is not (failures/running_share.hpp): the job runs for 1/((1 + l D) (1 + w)) of the
// time. Spares come in units, or where bursts are alike in bursts, of u GPUs each:
//
//   the least whole S/u with (n + S + v/p) (w(S) - w(S + u)) <= u (1 + w(S + u))
//
// One more is worth it while that does not hold; w falls ever less with each, so that the first such S is the best. Parts one
// by one, all repaired at once, no downtime: 1/(1 + w) = 1 - B(l r, S + 1), Erlang's formula.
#pragma once
#include "../version.hpp"

#include <string>

#include "../failures/running_share.hpp"
#include "../limits/limit.hpp"
#include "prices.hpp"

namespace scaling_limits::economics {

struct OptimalSpares {
  double value = NaN;  // inf: spares cost nothing
  double runnable_share = NaN;
  limits::Status status = limits::Status::infeasible;
  std::string note{};
};
constexpr auto fields(const OptimalSpares*) {
  using O = OptimalSpares;
  return std::tuple(ResultField("value", &O::value, "1", "spares in GPUs, whole units"),
                    ResultField("runnable_share", &O::runnable_share, "1", "of the time that the job runs, with them"),
                    ResultField("status", &O::status, "", "ok, no limit or infeasible"), note_field(&O::note));
}

namespace detail {

inline void validate(const failures::RepairPool<>& pool) {
  constexpr std::string_view owner = "optimal_spares";
  const bool varied = pool.varied();
  constexpr Range at_least_one{.lower = 1, .upper = inf};
  check(owner, "failure_rate", pool.failure_rate, not_negative, "1/s");
  check(owner, "repair_time", pool.repair_time, not_negative, "s");
  check(owner, "downtime", pool.downtime, not_negative, "s");
  check(owner, "taken_share", pool.taken_share, closed_fraction);
  check(owner, "takes", pool.takes, counted(1));
  check(owner, "burst", pool.burst, varied ? Range{.lower = 1, .upper = failures::most_mean_burst} : counted(1));
  check(owner, "parts", pool.parts, varied ? Range{.lower = 1, .upper = 1} : counted(1));
  check(owner, "repairers", pool.repairers, varied ? Range{.lower = inf, .upper = inf} : whole(at_least_one));
}

/// The first step from which one more is not worth what it costs; NaN where the wait is not known so far.
inline double enough_steps(double parts, const failures::RepairPool<>& pool) {
  const double unit = pool.step();
  double known = 0;
  const auto enough = [&](double steps) {
    const double now = failures::waiting_ratio(steps * unit, pool), then = failures::waiting_ratio((steps + 1) * unit, pool);
    if (!(now >= 0 && then >= 0)) known = NaN;
    return (parts + steps * unit) * (now - then) <= unit * (1 + then);
  };
  constexpr double most = 0x1p52;
  double low = -1, high = 0;  // not enough, enough
  for (double by = 1; high * unit < most && known == 0 && !enough(high); by *= 2) low = high, high += by;
  while (known == 0 && high - low > 1) {
    const double mid = std::floor(low + (high - low) / 2);
    (enough(mid) ? high : low) = mid;
  }
  return high * unit < most ? high + known : NaN;
}

}  // namespace detail

/// The cheapest number of spares.
///
/// @param gpus n > 0 that the job needs, each of which costs prices.per_gpu(); or nodes, at the price of a node
/// @throws DomainError for a parameter out of range
inline OptimalSpares optimal_spares(double gpus, const failures::RepairPool<>& pool, const Prices<double>& prices) {
  using limits::Status;
  validate(prices);
  check("optimal_spares", "gpus", gpus, positive);
  detail::validate(pool);
  const double load = pool.failure_rate * pool.repair_time;
  OptimalSpares found;
  const auto answer = [&](double spares, Status status, std::string_view note) {
    found.value = spares, found.status = status, found.note = note;
    found.runnable_share = spares == inf ? 1 / (1 + pool.failure_rate * pool.downtime) : failures::running_share(spares, pool);
    return found;
  };
  if (load * pool.taken_share == 0) return answer(0, Status::ok, "nothing is ever out");
  if (prices.per_gpu() == 0 && prices.time == 0) {
    found.note = "infeasible: nothing has a price";
    return found;
  }
  const double parts = gpus + prices.time / prices.per_gpu();
  if (!(parts < inf)) return answer(inf, Status::no_limit, "no limit: spares cost nothing");
  const double steps = load < 0x1p52 ? detail::enough_steps(parts, pool) : NaN;
  if (steps >= 0) return answer(steps * pool.step(), Status::ok, {});
  found.note = pool.varied() ? "infeasible: bursts that vary in size are worked out up to " +
                                   to_text(failures::most_spares_of_bursts) + " units of spares"
                             : "infeasible: more are out at once than can be counted";
  return found;
}
/// The same of parts one by one, all repaired at once, without downtime.
///
/// @param failure_rate [1/s] >= 0 of the running job, all parts together; @param repair_time [s] >= 0, mean
inline OptimalSpares optimal_spares(double gpus, double failure_rate, double repair_time, const Prices<double>& prices) {
  return optimal_spares(gpus, {.failure_rate = failure_rate, .repair_time = repair_time}, prices);
}

}  // namespace scaling_limits::economics
