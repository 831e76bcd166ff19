// SPDX-License-Identifier: Apache-2.0
// A hazard that changes once: early_rate until the age `change`, late_rate from there on. With lived(rate, t) =
// (1 - exp(-rate t))/rate, the time that is lived within t:
//   -ln survival = early_rate min(t, change) + late_rate (t - change)+
//   mean = lived(early_rate, change) + exp(-early_rate change)/late_rate
// An early rate of 0 is a life that nothing ends before `change`.
#pragma once
#include "../version.hpp"

#include "law.hpp"

namespace scaling_limits::failures {

template <class S = double>
struct TwoPiece {
  S early_rate = S(NaN);
  S late_rate = S(NaN);
  S change = S(NaN);

  static constexpr std::string_view name() { return "two_piece"; }
  static constexpr std::string_view text =
      "a hazard that changes once: early_rate until the age change, late_rate from there on";
  void validate() const { scaling_limits::validate(*this, "TwoPiece"); }
  /// The age at which the hazard jumps [s].
  double hazard_jump() const { return value_of(change); }

  S mean() const { return in_domain() ? S(lived(early_rate, change) + late_part<S>()) : S(NaN); }
  template <class A, Scalar T = promote_t<A, S>>
  T survival(const A& time) const {
    using std::exp;
    return exp(T(-cumulative_hazard(time)));
  }
  template <class A, Scalar T = promote_t<A, S>>
  T cumulative_hazard(const A& time) const {
    const T t(time);
    if (!in_domain() || value_of(t) != value_of(t)) return T(NaN);
    if (value_of(t) <= 0) return T(0);
    if (value_of(t) == inf) return T(inf);
    if (is_early(t)) return T(early_rate) * t;
    return T(early_rate) * T(change) + T(late_rate) * (t - T(change));
  }
  template <class A, Scalar T = promote_t<A, S>>
  T hazard(const A& time) const {
    const T t(time);
    if (!in_domain() || value_of(t) != value_of(t)) return T(NaN);
    return value_of(t) < 0 ? T(0) : is_early(t) ? T(early_rate) : T(late_rate);
  }
  template <class A, Scalar T = promote_t<A, S>>
  T mean_beyond(const A& time) const {
    const T t(time);
    if (!in_domain() || value_of(t) != value_of(t)) return T(NaN);
    if (value_of(t) <= 0) return T(mean()) - t;
    if (!is_early(t)) return survival(t) / T(late_rate);
    return survival(t) * lived(T(early_rate), T(T(change) - t)) + late_part<T>();
  }
  template <class A, Scalar T = promote_t<A, S>>
  T quantile(const A& probability) const {
    const T p(probability);
    if (!(value_of(p) >= 0 && value_of(p) <= 1 && in_domain())) return T(NaN);
    if (value_of(p) == 0 || value_of(p) == 1) return value_of(p) == 0 ? T(0) : T(inf);
    return age(T(-log_one_plus(T(-p))));
  }
  template <class R>
  double sample(R& random) const {
    return static_cast<double>(age(S(random.exponential())));
  }
  // p of the mean is lived by then
  double residual_quantile(double p) const {
    if (!(p >= 0 && p <= 1 && in_domain())) return NaN;
    if (p == 1) return inf;
    const double early = value_of(early_rate), late = value_of(late_rate), whole = value_of(mean()), part = p * whole;
    if (part < value_of(lived(early_rate, change))) return early * part > 0 ? -std::log1p(-early * part) / early : part;
    return value_of(change) + larger(0.0, -std::log((1 - p) * whole * late) - early * value_of(change)) / late;
  }

 private:
  bool in_domain() const {
    return value_of(early_rate) >= 0 && value_of(late_rate) > 0 && value_of(change) > 0 && value_of(change) < inf;
  }
  template <class T>
  bool is_early(const T& t) const {
    return value_of(t) < value_of(change);
  }
  /// (1 - exp(-rate time))/rate.
  template <class T>
  static T lived(const T& rate, const T& time) {
    const T hazard = rate * time;
    return value_of(hazard) > 1 ? T(-exp_minus_one(T(-hazard)) / rate) : T(time * (T(1) + exp_remainder_ratio(T(-hazard))));
  }
  /// What is lived after the change.
  template <class T>
  T late_part() const {
    using std::exp;
    return exp(T(-T(early_rate) * T(change))) / T(late_rate);
  }
  /// At which so much hazard has come together.
  template <class T>
  T age(const T& cumulative) const {
    const T early = T(early_rate) * T(change);
    if (value_of(cumulative) < value_of(early)) return cumulative / T(early_rate);
    return T(change) + (cumulative - early) / T(late_rate);
  }
};

template <class S>
constexpr auto fields(const TwoPiece<S>*) {
  using L = TwoPiece<S>;
  return std::to_array<Field<L, S>>({
      {"early_rate", &L::early_rate, "1/s", not_negative, "hazard before the change", {}, Effect::cost},
      {"late_rate", &L::late_rate, "1/s", positive, "hazard from the change on", {}, Effect::cost},
      {"change", &L::change, "s", positive, "age at which the hazard changes"},
  });
}
static_assert(table_is_complete<TwoPiece<>>);
static_assert(FailureLaw<TwoPiece<>>);

}  // namespace scaling_limits::failures
