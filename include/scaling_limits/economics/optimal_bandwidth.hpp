// SPDX-License-Identifier: Apache-2.0
// The cheapest storage bandwidth under any strategy: least (n p + v + k W)/(n g(W)), the cost of what is done.
//
// There its share of the money is the elasticity of goodput in it, which a dual gives whatever the strategy:
//
//   k W/(n p + v + k W) = d ln g / d ln W          for blocking checkpoints lambda w/(1 - exp(-y)), w the write time
//
// A strategy that changes its pattern or is at the edge of what it allows has several such points, or none: all are looked at,
// and the least cost is taken. First order: first_order.hpp. Derivation: docs/derivations.md, "What is bought".
#pragma once
#include "../version.hpp"

#include <string>

#include "../limits/limit.hpp"
#include "../numeric/roots.hpp"
#include "../strategies/blocking.hpp"
#include "prices.hpp"

namespace scaling_limits::economics {

template <class S = double>
struct OptimalBandwidth {
  S value{};  // 0, inf and NaN: see status
  S overhead{}, share{};
  limits::Status status{};  // no limit: it costs nothing; already met: any will do
  std::string note{};
};
template <class S>
constexpr auto fields(const OptimalBandwidth<S>*) {
  using B = OptimalBandwidth<S>;
  return std::tuple(ResultField("value", &B::value, "B/s",
                                "of saves, of the whole job; unlimited where it costs nothing, 0 where any will do"),
                    ResultField("overhead", &B::overhead, "1", "1 / goodput - 1 there"),
                    ResultField("share", &B::share, "1", "of storage in all that is paid"),
                    ResultField("status", &B::status, "", "ok, no limit, already met, infeasible or not converged"),
                    note_field(&B::note));
}

namespace detail {

/// The run with a bandwidth of saves, and of loads where they use the same storage.
template <class T, class S>
TrainingRun<T> with_bandwidth(const TrainingRun<S>& run, const T& bandwidth, bool loads) {
  TrainingRun<T> changed = converted<TrainingRun, T>(run);
  changed.write_bandwidth = bandwidth;
  if (loads) changed.read_bandwidth = bandwidth;
  return changed;
}

/// All that there is to ask at ln W.
template <class St>
struct BandwidthCost {
  const TrainingRun<>& run;
  const St& strategy;
  bool loads;
  double fixed, per_bandwidth;  // [$/s], [$/s per B/s]

  /// ln of the cost of what is done, and its slope; inf and NaN where the strategy has no answer.
  dual<double> at(double u) const {
    const dual<double> w = exp(dual<double>(u, 1.0));
    const auto losses = strategies::losses_in_range(with_bandwidth(run, w, loads), strategy).sum();
    const double rate = fixed + per_bandwidth * w.value;
    if (!(losses.value < inf)) return {inf, NaN};
    return {std::log(rate) + losses.value, per_bandwidth * w.value / rate + losses.slope};
  }
  /// The slope alone in the scalar of the root search, and of Newton steps.
  template <class T>
  static dual<T> slope(const TrainingRun<T>& run, const St& strategy, bool loads, const T& fixed, const T& per_bandwidth,
                       const dual<T>& u) {
    using Outer = dual<dual<T>>;
    const Outer w = exp(Outer(u, dual<T>(T(1))));
    const auto losses = strategies::losses_in_range(with_bandwidth(run, w, loads), strategy).sum();
    const dual<T> money = dual<T>(per_bandwidth) * w.value;
    return money / (dual<T>(fixed) + money) + losses.slope;
  }
  double losses(double u) const {
    const double sum = strategies::losses_in_range(with_bandwidth(run, std::exp(u), loads), strategy).sum();
    return sum == sum ? sum : inf;
  }
};

inline constexpr double reach = 690;  // in ln W, both ways

/// The least cost over ln W, looked for from one grid point to the next.
template <class St>
class BandwidthSearch {
 public:
  double u = NaN, merit = inf;  // the best, and the logarithm of its cost
  bool edge = false;            // whether the slope jumps there
  bool converged = true;

  BandwidthSearch(const BandwidthCost<St>& of_cost, double least_losses) : cost_(of_cost), least_losses_(least_losses) {}

  /// From where losses begin to be bearable, or begin to fall.
  void find(double most_losses) {
    const bool falls = most_losses < inf && most_losses - least_losses_ <= much;
    const double bearable = falls ? most_losses - 1e-12 * (most_losses - least_losses_) : least_losses_ + much;
    double low = -reach, high = reach;
    for (int i = 0; i < 60; ++i) {
      const double mid = 0.5 * (low + high);
      (cost_.losses(mid) > bearable ? low : high) = mid;
    }
    scan(low, reach, step);
    if (!found()) return;
    const double around = u;  // patterns may change close by
    scan((std::max)(low, around - step), around + step, step / 16);
  }
  bool found() const { return u == u && converged; }

 private:
  static constexpr double much = 20, step = 0.25;  // losses beyond which it is no use to look; of the grid

  void scan(double low, double high, double cell) {
    double before = low;
    dual<double> y_before = cost_.at(low);
    if (y_before.slope >= 0) take(low, true);
    while (before < high) {
      const double next = (std::min)(high, before + cell);
      const dual<double> y = cost_.at(next);
      if (!(y_before.value < inf) && y.value < inf && !(y.slope < 0)) {  // the strategy begins to answer between
        double a = before, b = next;
        for (int i = 0; i < 60 && b - a > 1e-15 * (1 + std::abs(b)); ++i) {
          const double mid = 0.5 * (a + b);
          (cost_.at(mid).value < inf ? b : a) = mid;
        }
        take(b, true);
        if (cost_.at(b).slope < 0) cross(b, next);
      } else if (y_before.slope < 0 && !(y.slope < 0)) {
        cross(before, next);
      }
      before = next, y_before = y;
      // beyond, bandwidth alone costs more than all does at the best so far
      seen_ = (std::min)({seen_, merit, y.value});
      if (std::log(cost_.fixed + cost_.per_bandwidth * std::exp(next)) + least_losses_ > seen_) break;
    }
  }
  void take(double at, bool is_edge) {
    if (const double found = cost_.at(at).value; found < merit) u = at, merit = found, edge = is_edge;
  }
  void cross(double low, double high) {
    const auto slope = [&](const dual<double>& at) {
      return BandwidthCost<St>::slope(cost_.run, cost_.strategy, cost_.loads, cost_.fixed, cost_.per_bandwidth, at);
    };
    const auto root = numeric::rising_root(slope, 0.5 * (low + high), low, high);
    if (root.status == numeric::RootStatus::not_converged) converged = false;
    else take(root.value, std::abs(cost_.at(root.value).slope) > 1e-6);
  }

  const BandwidthCost<St>& cost_;
  double least_losses_, seen_ = inf;
};

/// A root of the slope, found in double, in S: each Newton step doubles digits and derivatives.
template <class S, class St>
S in_scalar(double root, const TrainingRun<S>& run, const St& strategy, bool loads, const S& fixed, const S& per_bandwidth) {
  S u(root);
  if constexpr (!(std::floating_point<S> && digits_of<S> <= 53))
    for (int digits = 40; digits < 2 * digits_of<S> + 106; digits *= 2) {
      const dual<S> f = BandwidthCost<St>::slope(run, strategy, loads, fixed, per_bandwidth, dual<S>(u, S(1)));
      u = u - f.value / f.slope;
    }
  return u;
}

}  // namespace detail

/// The cheapest bandwidth of saves. The run's own is not looked at, and need not be given.
///
/// @param loads whether loads use the same storage: read_bandwidth is then the same, else it stays the run's own
/// @throws DomainError for a parameter out of range
template <class S, class St = strategies::Blocking<>>
OptimalBandwidth<S> optimal_bandwidth(const TrainingRun<S>& run_of, const Prices<S>& prices, const St& strategy = {},
                                      bool loads = false) {
  using limits::Status;
  validate(prices);
  const TrainingRun<double> run =
      detail::with_bandwidth(converted<TrainingRun, double>(run_of), 1e6, loads);  // a value that it may have
  strategies::validated(run, strategy);
  const S fixed = run_of.gpus * prices.per_gpu() + prices.time;
  const detail::BandwidthCost<St> cost{run, strategy, loads, value_of(fixed), value_of(prices.bandwidth)};

  OptimalBandwidth<S> found{S(NaN), S(NaN), S(NaN), Status::infeasible, {}};
  const auto no_answer = [&](Status status, std::string note) {
    found.status = status, found.note = std::move(note);
    return found;
  };
  const auto at_end = [&](double value, Status status, double losses, std::string note) {
    found = {S(value), S(std::expm1(losses)), S(0), status, std::move(note)};
    return found;
  };
  const double least = cost.losses(detail::reach), most = cost.losses(-detail::reach);
  if (!(std::exp(-least) > 0)) {
    std::string note(strategy.note(run));
    return no_answer(Status::infeasible, note.empty() ? "infeasible: goodput is 0 at any bandwidth" : std::move(note));
  }
  if (cost.fixed == 0 && cost.per_bandwidth == 0) return no_answer(Status::infeasible, "infeasible: nothing has a price");
  if (most == least) return at_end(0, Status::already_met, least, "already met: goodput is the same at any bandwidth");
  if (cost.per_bandwidth == 0) return at_end(inf, Status::no_limit, cost.losses(inf), "no limit: bandwidth costs nothing");

  detail::BandwidthSearch<St> search(cost, least);
  search.find(most);
  if (!search.found())
    return no_answer(Status::not_converged, "not converged: the search for the bandwidth gave up before it was found");
  if (most < inf && cost.fixed > 0 && std::log(cost.fixed) + most <= search.merit)
    return at_end(0, Status::already_met, most, "already met: more bandwidth is not worth its price");

  using std::exp;
  found.value =
      exp(search.edge ? S(search.u) : detail::in_scalar<S>(search.u, run_of, strategy, loads, fixed, prices.bandwidth));
  const S money = prices.bandwidth * found.value;
  found.share = money / (fixed + money);
  found.overhead =
      exp_minus_one(strategies::losses_in_range(detail::with_bandwidth(run_of, found.value, loads), strategy).sum());
  found.status = Status::ok;
  if (search.edge) found.note = "where the strategy changes: less costs more time at once, more is not worth its price";
  return found;
}

}  // namespace scaling_limits::economics
