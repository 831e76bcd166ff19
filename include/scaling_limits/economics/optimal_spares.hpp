// SPDX-License-Identifier: Apache-2.0
// The cheapest number of spares: least (n + S + v/p)/(share of the time that the job can run), each spare costing what a part
// of the job does. Exact, for a job of n parts of which any S may be out at once, all of them under repair:
//
//   the least whole S with B(a, S + 1) - B(a, S + 2) <= (1 - B(a, S + 1))/(n + S + v/p)
//
// B is Erlang's formula, a = failure_rate x repair_time (failures/spares.hpp). One more spare is worth it while that does not
// hold; B is convex in S, so that the first such S is the best.
#pragma once
#include "../version.hpp"

#include <string>

#include "../failures/spares.hpp"
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
  return std::tuple(ResultField("value", &O::value, "1", "spares, a whole number"),
                    ResultField("runnable_share", &O::runnable_share, "1", "of the time, with them"),
                    ResultField("status", &O::status, "", "ok, no limit or infeasible"), note_field(&O::note));
}

namespace detail {

/// Whether one more spare is not worth what it costs.
inline bool enough_spares(double spares, double parts, double rate, double time) {
  const double load = rate * time, out = failures::erlang_b(load, spares + 1);
  const double runs = failures::runnable_share(spares, rate, time);
  // each difference where it keeps its digits
  const double gain =
      out < 0.5 ? out - failures::erlang_b(load, spares + 2) : failures::runnable_share(spares + 1, rate, time) - runs;
  return gain * (parts + spares) <= runs;
}

}  // namespace detail

/// The cheapest number of spares.
///
/// @param gpus n > 0, parts that the job needs, each of which costs prices.per_gpu(): GPUs, or nodes at the price of a node
/// @param failure_rate [1/s] >= 0 of the running job, all parts together; @param repair_time [s] >= 0, mean
/// @throws DomainError for a parameter out of range
inline OptimalSpares optimal_spares(double gpus, double failure_rate, double repair_time, const Prices<double>& prices) {
  using limits::Status;
  validate(prices);
  check("optimal_spares", "gpus", gpus, positive);
  check("optimal_spares", "failure_rate", failure_rate, not_negative, "1/s");
  check("optimal_spares", "repair_time", repair_time, not_negative, "s");
  const double load = failure_rate * repair_time;
  OptimalSpares found;
  const auto answer = [&](double spares, Status status, std::string_view note) {
    found.value = spares, found.status = status, found.note = note;
    found.runnable_share = spares == inf ? 1 : failures::runnable_share(spares, failure_rate, repair_time);
    return found;
  };
  if (load == 0) return answer(0, Status::ok, "nothing is ever out");
  if (prices.per_gpu() == 0 && prices.time == 0) {
    found.note = "infeasible: nothing has a price";
    return found;
  }
  const double parts = gpus + prices.time / prices.per_gpu();
  if (!(parts < inf)) return answer(inf, Status::no_limit, "no limit: spares cost nothing");
  const auto enough = [&](double spares) { return detail::enough_spares(spares, parts, failure_rate, repair_time); };
  constexpr double most = 0x1p52;
  double low = -1, high = 0;  // not enough, enough
  for (double by = 1; high < most && !enough(high); by *= 2) low = high, high += by;
  if (!(high < most) || !(load < most)) {
    found.note = "infeasible: more are out at once than can be counted";
    return found;
  }
  while (high - low > 1) {
    const double mid = std::floor(low + (high - low) / 2);
    (enough(mid) ? high : low) = mid;
  }
  return answer(high, Status::ok, {});
}

}  // namespace scaling_limits::economics
