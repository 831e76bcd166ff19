// SPDX-License-Identifier: Apache-2.0
// Chips that there are, in H100-equivalents: a stock S0, and what is made from then on, Q0 r_c^x chips a year at x years, or as
// many as there are wafers for, wafers dies r_w^x with r_w = 1 + (capital growth - 1) volume ratio; each is worth r_F^x:
//
//     S(t) = S0 + int_0^t min(Q0 r_c^x, wafers dies r_w^x) r_F^x dx
//
// in closed form piece by piece: two exponentials cross once at most. Stocks never retire. Before the start: NaN.
// Source: Epoch AI, "Can AI scaling continue through 2030?", 2024, "Chip manufacturing"; the growth of wafers is our reading.
#pragma once
#include "../version.hpp"

#include <utility>

#include "../core/dual.hpp"
#include "../core/fields.hpp"

namespace scaling_limits::supply {

template <class S = double>
struct Chips {
  S stock = S(NaN);
  S production = S(NaN);
  S count_growth = S(NaN);
  S wafers = S(inf);
  S capital_growth = S(1);
  S volume_ratio = S(1);
  S dies_per_wafer = S(28);

  /// All chips there are [H100-equivalents]. @param performance_growth factor per year of what a chip is worth, > 0
  template <class Y, class F = double, Scalar T = promote_t<Y, F, S>>
  T available(const Y& years, const F& performance_growth = F(1)) const {
    using std::exp;
    using std::log;
    if (!(value_of(years) >= 0 && value_of(performance_growth) > 0 && value_of(performance_growth) < inf && in_range(*this)))
      return T(NaN);
    const T t(years), better = log(T(performance_growth));
    if (!wafers_matter()) return T(stock) + made(T(production), T(log(T(count_growth)) + better), t);
    const T wafer_rate = log(wafer_growth<T>()) + better, all = T(wafers) * T(dies_per_wafer);
    const auto [excess, apart] = asked_over_can<T>();
    const T demand_rate = wafer_rate + apart;
    const bool wafers_at_first = wafers_bind(excess, apart, 0), wafers_at_last = wafers_bind(excess, apart, value_of(years));
    const T &amount = wafers_at_first ? all : T(production), &rate = wafers_at_first ? wafer_rate : demand_rate;
    if (wafers_at_first == wafers_at_last) return T(stock) + made(amount, rate, t);
    const T turn = -excess / apart;
    const T &later = wafers_at_first ? T(production) : all, &then = wafers_at_first ? demand_rate : wafer_rate;
    return T(stock) + made(amount, rate, turn) + made(T(later * exp(T(then * turn))), then, T(t - turn));
  }
  /// Chips made per year at that time: those there are wafers for where they are fewer.
  template <class Y, Scalar T = promote_t<Y, S>>
  T made_per_year(const Y& years) const {
    if (!(value_of(years) >= 0 && in_range(*this))) return T(NaN);
    const auto [excess, apart] = asked_over_can<double>();
    if (!wafers_bind(excess, apart, value_of(years))) return T(production) * raised(T(count_growth), T(years));
    return T(wafers) * T(dies_per_wafer) * raised(wafer_growth<T>(), T(years));
  }
  /// Years after the start from which wafers limit production: 0 from the start, inf never. Where they only limit it at first,
  /// 0 too: `made_per_year` shows the rest.
  template <Scalar T = S>
  T wafers_bind_from() const {
    if (!in_range(*this)) return T(NaN);
    const auto [excess, apart] = asked_over_can<T>();
    if (wafers_bind(excess, apart, 0)) return T(0);
    return wafers_bind(excess, apart, inf) ? T(-excess / apart) : T(inf);
  }

 private:
  template <class T>
  T wafer_growth() const {
    return T(1) + (T(capital_growth) - T(1)) * T(volume_ratio);
  }
  /// What is made in t years of so many a year at first: amount (q^t - 1) / ln q of the rate ln q, amount t where it is 0.
  template <class T>
  static T made(const T& amount, const T& rate, const T& t) {
    if (value_of(t) < inf) return amount * t * mean_exp(T(rate * t));
    return value_of(amount) == 0 ? T(0) : value_of(rate) < 0 ? T(-amount / rate) : T(inf);
  }
  /// Whether wafers can ever be fewer than what is asked for.
  bool wafers_matter() const { return value_of(wafers) < inf && value_of(production) > 0; }
  /// ln(chips asked for / chips that there are wafers for) at the start, and how much it rises a year; -inf, 0: wafers never
  /// matter.
  template <class T>
  std::pair<T, T> asked_over_can() const {
    using std::log;
    if (!wafers_matter()) return {T(-inf), T(0)};
    return {log(T(T(production) / (T(wafers) * T(dies_per_wafer)))), log(T(T(count_growth) / wafer_growth<T>()))};
  }
  /// Whether fewer can be made at t than are asked for; where both are equal, whether that is so just after.
  template <class T>
  static bool wafers_bind(const T& excess, const T& apart, double t) {
    const double now = value_of(excess), rise = value_of(apart);
    if (t == inf && rise != 0) return rise > 0 || now == inf;
    return now + (rise == 0 ? 0 : rise * t) > 0 || (t == 0 && now == 0 && rise > 0);
  }
};

template <class S>
constexpr auto fields(const Chips<S>*) {
  using C = Chips<S>;
  return std::to_array<Field<C, S>>({
      {"stock", &C::stock, "1", not_negative, "H100-equivalents that there are in the start year",
       usually(1.4e6, 3.5e6, "Epoch 2024, 10 to 90 %"), Effect::help},
      {"production", &C::production, "1", not_negative, "H100-equivalents made per year in the start year",
       usually(1e6, 4.63e6, "Epoch 2024, 10 to 90 %"), Effect::help},
      {"count_growth", &C::count_growth, "1", positive, "factor per year of the chips made per year",
       usually(1.3, 2, "Epoch 2024, 10 to 90 %"), Effect::help},
      {"wafers", &C::wafers, "1", not_negative_or_inf, "wafers per year in the start year; unlimited: they never bind",
       usually(1.2e6, 4e6, "Epoch 2024, 1e5 to 3.33e5 a month"), Effect::help},
      {"capital_growth", &C::capital_growth, "1", positive, "factor per year of what is spent on wafer plants",
       usually(1.16, 1.33, "Epoch 2024, 10 to 90 %"), Effect::help},
      {"volume_ratio", &C::volume_ratio, "1", closed_fraction, "growth of wafers over growth of that spending",
       usually(.25, .75, "Epoch 2024, 10 to 90 %"), Effect::help},
      {"dies_per_wafer", &C::dies_per_wafer, "1", positive, "chips made of a wafer", usually(20, 40, "Epoch 2024, 10 to 90 %"),
       Effect::help},
  });
}
static_assert(table_is_complete<Chips<>>, "Chips: a member without its row, or a row without its member");

}  // namespace scaling_limits::supply
