// SPDX-License-Identifier: Apache-2.0
// No ageing: survival = exp(-t / mean). A constant rate, of which exponential.hpp knows the units in which people state it.
#pragma once
#include "../version.hpp"

#include "law.hpp"

namespace scaling_limits::failures {

template <class S = double>
struct Exponential {
  S mean_life = S(NaN);  // "mean" in the table: mean() is the method that all laws have

  static constexpr std::string_view name() { return "exponential"; }
  static constexpr std::string_view text = "no ageing: survival = exp(-t / mean)";
  static constexpr bool memoryless = true;
  static Exponential from_mean(const S& mean) {
    check("Exponential", "mean", value_of(mean), positive, "s");
    return {mean};
  }
  void validate() const { scaling_limits::validate(*this, "Exponential"); }

  S mean() const { return value_of(mean_life) > 0 ? mean_life : S(NaN); }
  template <class A, Scalar T = promote_t<A, S>>
  T survival(const A& time) const {
    using std::exp;
    return exp(T(-cumulative_hazard(time)));
  }
  template <class A, Scalar T = promote_t<A, S>>
  T cumulative_hazard(const A& time) const {
    const T t(time);
    if (!(value_of(mean_life) > 0)) return T(NaN);
    return value_of(t) < 0 ? T(0) : value_of(t) == inf ? T(inf) : T(t / T(mean_life));
  }
  template <class A, Scalar T = promote_t<A, S>>
  T hazard(const A& time) const {
    const double t = static_cast<double>(time);
    if (!(value_of(mean_life) > 0) || t != t) return T(NaN);
    return t < 0 ? T(0) : T(T(1) / T(mean_life));
  }
  template <class A, Scalar T = promote_t<A, S>>
  T mean_beyond(const A& time) const {
    const T t(time);
    return value_of(t) < 0 ? T(T(mean()) - t) : T(T(mean()) * survival(t));
  }
  template <class A, Scalar T = promote_t<A, S>>
  T quantile(const A& probability) const {
    const T p(probability);
    if (!(value_of(p) >= 0 && value_of(p) <= 1 && value_of(mean_life) > 0)) return T(NaN);
    return value_of(p) == 1 ? T(inf) : T(-T(mean_life) * log_one_plus(T(-p)));
  }
  template <class R>
  double sample(R& random) const {
    return value_of(mean_life) * random.exponential();
  }
  double residual_quantile(double p) const { return value_of(quantile(p)); }
};

template <class S>
constexpr auto fields(const Exponential<S>*) {
  using L = Exponential<S>;
  return std::to_array<Field<L, S>>({{"mean", &L::mean_life, "s", positive, "mean life", {}, Effect::help}});
}
static_assert(table_is_complete<Exponential<>>);
static_assert(FailureLaw<Exponential<>>);

}  // namespace scaling_limits::failures
