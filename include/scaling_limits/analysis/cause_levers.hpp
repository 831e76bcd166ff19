// SPDX-License-Identifier: Apache-2.0
// Which number of a cause the limit hangs on, and what it buys to improve it: a shorter time-out (detection), a check (lag), a
// faster replacement, a restart that fails less often, a cause that strikes half as often; of a part of every restart, and of
// parts that get slow, which a detector finds sooner. As levers.hpp has it for the fields of the run, in size and in what the
// run as it stands does of use.
#pragma once
#include "../version.hpp"

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "../economics/prices.hpp"
#include "../limits/cheapest_gpus.hpp"
#include "../strategies/protocol.hpp"
#include "../strategies/under_causes.hpp"
#include "goodput_gain.hpp"

namespace scaling_limits::analysis {

/// A number of a row of a list: one of its times and chances, or "rate", by whatever key that is given. Or one of a restart's
/// parts, or of slow parts (limits/slow_parts.hpp).
struct CauseLever {
  std::string cause{};
  std::string_view field{}, unit{};
  double value{}, improved{};              // as it is, and twice what helps or half of what costs
  double elasticity{};                     // NaN where the limit is not a number
  double limit{}, limit_factor{}, gain{};  // with it improved
  double worth = NaN;                      // where there are prices
};
constexpr auto fields(const CauseLever*) {
  using L = CauseLever;
  return std::tuple(
      ResultField("cause", &L::cause, "", "its name; other: what gpu_mttf counts beyond the shares; restart; slow parts"),
      ResultField("field", &L::field, "", "of the cause; rate: by whatever key that is given"),
      ResultField("unit", &L::unit, "", "of the field"), ResultField("value", &L::value, "", "of the field, in its unit"),
      ResultField("improved", &L::improved, "", "twice what helps, half of what costs"),
      ResultField("elasticity", &L::elasticity, "1", "d ln(limit) / d ln(field), exact"),
      ResultField("limit", &L::limit, "GPU", "with the field improved"),
      ResultField("limit_factor", &L::limit_factor, "1", "the limit with the field improved, over the limit"),
      ResultField("gain", &L::gain, "1",
                  "what that changes in the goodput of the run at its own size, times the speed beside slow parts"),
      ResultField("worth", &L::worth, "USD/s", "where prices are given: what the same work would then cost less at that size"));
}

namespace detail {

/// d ln(limit) by what has a slope in the stops of a strategy or in a factor.
template <limits::Criterion C, class St, class... F>
double limit_slope(const limits::Limit<>& limit, const TrainingRun<>& run, const C& criterion, const growth::PowerLaw& law,
                   const strategies::UnderCauses<St, dual<double>>& moved, const F&... factors) {
  using D = dual<double>;
  if (!(limit.value > 0 && limit.value < inf)) return NaN;
  const auto at_run = converted<TrainingRun, D>(run);
  const limits::Problem problem(at_run, criterion, law, moved, factors...);
  if (value_of(problem.cap().gpus) == limit.value) return 0;
  const double log_size = log_ratio(limit.value, run.gpus);
  const auto excess = [&](const D& u) {
    if constexpr (requires { criterion.excess_of(limit.binding, u, u); })
      if (criterion.binds_alone(limit.binding)) return limits::excess_alone(criterion, limit.binding, problem, u);
    return D(problem.excess(u));
  };
  const D by_field = excess(D(log_size)), by_both = excess(D(log_size, 1.0));
  const bool jump = !(std::abs(by_field.value) < limits::excess_of_a_jump);
  return by_field.slope == 0 || jump ? 0 : -by_field.slope / (by_both.slope - by_field.slope);
}

/// The keys of a cause that say its rate: of those "rate" is the lever.
constexpr bool says_rate(std::string_view field) {
  for (const auto& key : failures::rate_keys<double>)
    if (field == key.name) return true;
  return false;
}

/// A number with what it is better at; nothing where it has no better one, or is no lever.
template <class Row>
std::optional<CauseLever> lever_of(std::string_view cause, const Row& field, double value) {
  if (field.effect == Effect::unsaid || says_rate(field.name) || !is_moved(value)) return {};
  const double better = value * improving_factor(field.effect);
  if (!field.range.holds(better)) return {};
  return CauseLever{std::string(cause), field.name, field.unit, value, better};
}
/// Of each lever of an aggregate visit(lever, the same with the better number, the same over duals with the slope of its
/// logarithm).
template <class P, class Visit>
void each_lever(std::string_view cause, const P& part, const Visit& visit) {
  for (std::size_t i = 0; i < fields_of<P>.size(); ++i) {
    const auto lever = lever_of(cause, fields_of<P>[i], part.*fields_of<P>[i].member);
    if (!lever) continue;
    P better = part;
    better.*fields_of<P>[i].member = lever->improved;
    auto moved = over<dual<double>>(part);
    (moved.*fields_of<decltype(moved)>[i].member).slope = lever->value;
    visit(*lever, better, moved);
  }
}

/// Of each lever of what stops a run visit(lever, the stops with it, the stops over duals with the slope in it).
template <class Visit>
void each_stop_lever(const Stops<>& stops, const TrainingRun<>& run, const Visit& visit) {
  using D = dual<double>;
  const auto in_duals = stops.over<D>();
  // of one part of the stops, found in stops of any scalar
  const auto each_of = [&](std::string_view name, const auto& found_in) {
    each_lever(name, found_in(stops), [&](const CauseLever& lever, const auto& better, const auto& moved) {
      Stops<> changed = stops;
      Stops<D> with_slope = in_duals;
      found_in(changed) = better, found_in(with_slope) = moved;
      visit(lever, std::move(changed), std::move(with_slope));
    });
  };
  const auto rows = stops.at(run).rows;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const bool named = k < stops.causes.size();
    const std::string name = named ? stops.causes[k].name : "other";
    const double rate = rows[k].rate;
    if (is_moved(rate))
      visit(CauseLever{name, "rate", "1/s", rate, rate / lever_factor}, stops.scaled(k, 1 / lever_factor),
            in_duals.scaled(k, D(1, 1.0)));
    if (named) each_of(name, [k](auto& in) -> auto& { return in.causes[k]; });
  }
  if (stops.restart) each_of("restart", [](auto& in) -> auto& { return *in.restart; });
}

/// Whether a factor is of parts that get slow, or may have such among it.
template <class F>
concept SlowFactor = requires(const F& factor, const strategies::Protocol& protocol) { factor.played_in(protocol, 1.0); };
template <class F>
concept HoldsSlow = requires(const F& factor) { factor.speed_beside_slow(1.0); };

/// Factors of which one is another.
template <std::size_t I, class Other, class... F>
auto with_other(const std::tuple<F...>& factors, const Other& other) {
  const auto at = [&]<std::size_t K>(std::integral_constant<std::size_t, K>) {
    if constexpr (K == I) return other;
    else return std::get<K>(factors);
  };
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return std::make_tuple(at(std::integral_constant<std::size_t, K>{})...);
  }(std::index_sequence_for<F...>{});
}
/// Of each lever of slow parts among factors visit(lever, the factors with it, the factors over duals with a slope in it, the
/// slope of its logarithm in that of the number).
template <std::size_t I = 0, class Visit, class... F>
void each_slow_lever(const std::tuple<F...>& factors, const Visit& visit) {
  if constexpr (I < sizeof...(F)) {
    const auto& factor = std::get<I>(factors);
    using Factor = std::remove_cvref_t<decltype(factor)>;
    if constexpr (HoldsSlow<Factor>) {
      factor.each_slow_number([&](std::string_view name, const auto& row, double value, const auto& with, const auto& moved) {
        if (const auto lever = lever_of(name, row, value))
          visit(*lever, with_other<I>(factors, with(lever->improved)), with_other<I>(factors, moved), value);
      });
    } else if constexpr (SlowFactor<Factor>) {
      each_lever(factor.name, factor, [&](const CauseLever& lever, const auto& better, const auto& moved) {
        visit(lever, with_other<I>(factors, better), with_other<I>(factors, moved), 1.0);
      });
    }
    each_slow_lever<I + 1>(factors, visit);
  }
}

/// The speed of a run beside the slow parts among factors: 1 where there are none.
template <class F>
double speed_beside(const F& factor, double gpus) {
  if constexpr (HoldsSlow<F>) return factor.speed_beside_slow(gpus);
  else if constexpr (SlowFactor<F>) return limits::efficiency(factor, gpus);
  else return 1;
}

}  // namespace detail

/// Goodput of a run at its own size times its speed beside the slow parts among factors: what gains of levers are of.
template <class St, class... F>
double useful_share(const TrainingRun<>& run, const St& strategy, const F&... factors) {
  return strategies::goodput(run, strategy) * (1.0 * ... * detail::speed_beside(factors, run.gpus));
}

/// One lever per number of each cause that can be improved, and per rate, "other" last; then of a restart, and of slow parts.
///
/// @param limit what max_gpus answered for the other arguments; @param strategy with the list, whose stops.gpus are the run's
/// own where rates are of the job
template <limits::Criterion C, class St, class... F>
std::vector<CauseLever> cause_levers(const limits::Limit<>& limit, const TrainingRun<>& run, const C& criterion,
                                     const growth::PowerLaw& law, const strategies::UnderCauses<St>& strategy,
                                     const F&... factors) {
  using D = dual<double>;
  limits::check_arguments(run, criterion, strategy, factors...);
  std::vector<CauseLever> levers;
  const double useful = useful_share(run, strategy, factors...);
  const Stops<>& stops = *strategy.stops;
  const Stops<D> in_duals = stops.template over<D>();
  const std::tuple<F...> as_given(factors...);
  const auto add = [&](CauseLever lever, Stops<> better, Stops<D> moved, const auto& with, const auto& with_slope,
                       double scale) {
    const auto improved = strategies::with_stops(strategy.inner, std::move(better));
    const auto beside = strategies::with_stops(strategy.inner, std::move(moved));
    std::apply(
        [&](const auto&... f) {
          lever.limit = limits::max_gpus(run, criterion, law, improved, f...).value;
          lever.gain = useful_share(run, improved, f...) - useful;
        },
        with);
    const auto slope = [&](const auto&... f) { return detail::limit_slope(limit, run, criterion, law, beside, f...); };
    lever.elasticity = scale * std::apply(slope, with_slope);
    lever.limit_factor = lever.limit / limit.value;
    levers.push_back(std::move(lever));
  };
  detail::each_stop_lever(stops, run, [&](const CauseLever& lever, Stops<> better, Stops<D> moved) {
    add(lever, std::move(better), std::move(moved), as_given, as_given, 1);
  });
  detail::each_slow_lever(as_given, [&](const CauseLever& lever, const auto& better, const auto& moved, double scale) {
    add(lever, stops, in_duals, better, moved, scale);
  });
  return levers;
}
/// The same of a limit that is not known yet; arguments as of limits::max_gpus.
template <limits::Criterion C, class St, class... F>
std::vector<CauseLever> cause_levers(const TrainingRun<>& run, const C& criterion, const growth::PowerLaw& law,
                                     const strategies::UnderCauses<St>& strategy, const F&... factors) {
  return cause_levers(limits::max_gpus(run, criterion, law, strategy, factors...), run, criterion, law, strategy, factors...);
}

/// What levers are worth where a second has a price: of wall-clock time, what the same work would cost less.
///
/// @param useful useful_share of the run as it is
/// @throws DomainError for a price out of range
inline void put_worth(std::vector<CauseLever>& levers, const TrainingRun<>& run, double useful,
                      const economics::Prices<>& prices) {
  economics::validate(prices);
  for (CauseLever& lever : levers) lever.worth = lever.gain == 0 ? 0 : prices.rate(run) * lever.gain / (useful + lever.gain);
}

}  // namespace scaling_limits::analysis
