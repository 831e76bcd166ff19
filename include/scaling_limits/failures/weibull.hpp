// SPDX-License-Identifier: Apache-2.0
// survival = exp(-(t / scale)^shape): early failures for a shape below 1, wear above. Mean scale Gamma(1 + 1/shape);
// the integral of survival from t on is scale/shape Gamma(1/shape, (t / scale)^shape).
#pragma once
#include "../version.hpp"

#include "../numeric/quiet_policy.hpp"
#include "incomplete_gamma.hpp"

namespace scaling_limits::failures {

template <class S = double>
struct Weibull {
  S shape = S(NaN);
  S scale = S(NaN);

  static constexpr std::string_view name() { return "weibull"; }
  static constexpr std::string_view text = "survival = exp(-(t / scale)^shape): early failures for a shape below 1, wear above";
  static Weibull from_mean(const S& mean, const S& shape) {
    check("Weibull", "mean", value_of(mean), positive, "s");
    check("Weibull", "shape", value_of(shape), positive);
    return {shape, S(mean / detail::gamma_function(S(S(1) + S(1) / shape)))};
  }
  void validate() const { scaling_limits::validate(*this, "Weibull"); }

  S mean() const { return in_domain() ? S(scale * detail::gamma_function(S(S(1) + S(1) / shape))) : S(NaN); }
  template <class A, Scalar T = promote_t<A, S>>
  T survival(const A& time) const {
    using std::exp;
    return exp(T(-cumulative_hazard(time)));
  }
  template <class A, Scalar T = promote_t<A, S>>
  T cumulative_hazard(const A& time) const {
    const T t(time);
    if (!in_domain()) return T(NaN);
    return value_of(t) <= 0 ? T(0) : value_of(t) == inf ? T(inf) : power(t, T(shape));
  }
  /// At 0: inf, 1/scale or 0 for a shape below, of, above 1.
  template <class A, Scalar T = promote_t<A, S>>
  T hazard(const A& time) const {
    const T t(time), k(shape), end = k / T(scale);
    if (!in_domain() || value_of(t) != value_of(t)) return T(NaN);
    if (value_of(t) < 0) return T(0);
    if (value_of(k) == 1 && value_of(t) == 0) return end;
    if (value_of(t) == 0 || value_of(t) == inf)
      return value_of(k) == 1 ? end : (value_of(k) < 1) == (value_of(t) == 0) ? T(inf) : T(0);
    return end * power(t, T(k - T(1)));
  }
  template <class A, Scalar T = promote_t<A, S>>
  T log_hazard(const A& time) const {
    using std::log;
    const T t(time), k(shape);
    if (!(in_domain() && value_of(t) > 0)) return T(log(hazard(t)));
    return log(T(k / T(scale))) + (k - T(1)) * log(T(t / T(scale)));
  }
  template <class A, Scalar T = promote_t<A, S>>
  T mean_beyond(const A& time) const {
    const T t(time);
    if (!in_domain() || value_of(t) != value_of(t)) return T(NaN);
    if (value_of(t) <= 0) return T(mean()) - t;
    if (value_of(t) == inf) return T(0);
    const T k(shape), a = T(1) / k, z = power(t, k);
    if (value_of(z) == inf) return T(0);
    if (value_of(z) == 0) return T(mean()) - t;  // t is not
    if constexpr (is_plain<T>) {
      return T(scale) * a * boost::math::tgamma(a, z, numeric::quiet_policy());
    } else {
      const double x = value_of(a);
      return corrected(incomplete(t, a, z), value_of(scale) * x * boost::math::tgamma(x, value_of(z), numeric::quiet_policy()));
    }
  }
  template <class A, Scalar T = promote_t<A, S>>
  T quantile(const A& probability) const {
    using std::exp, std::log;
    const T p(probability);
    if (!(value_of(p) >= 0 && value_of(p) <= 1 && in_domain())) return T(NaN);
    if (value_of(p) == 0 || value_of(p) == 1) return value_of(p) == 0 ? T(0) : T(inf);
    return T(scale) * exp(T(log(T(-log_one_plus(T(-p)))) / T(shape)));
  }
  template <class R>
  double sample(R& random) const {
    return value_of(scale) * std::pow(random.exponential(), 1 / value_of(shape));
  }
  // (residual / scale)^shape is gamma of 1/shape; short ones spread evenly
  double residual_quantile(double p) const {
    if (!(p >= 0 && p <= 1 && in_domain())) return NaN;
    if (p == 1) return inf;
    const double a = 1 / value_of(shape), z = boost::math::gamma_p_inv(a, p, numeric::quiet_policy());
    return z > 1e-16 ? value_of(scale) * std::pow(z, a) : p * value_of(mean());
  }

 private:
  bool in_domain() const { return value_of(shape) > 0 && value_of(scale) > 0; }
  /// (t / scale)^exponent.
  template <class T>
  T power(const T& t, const T& exponent) const {
    using std::exp, std::log;
    return exp(T(exponent * log(T(t / T(scale)))));
  }
  /// The incomplete gamma function in all its arguments, as z^a of the scale is t.
  template <class T>
  T incomplete(const T& t, const T& a, const T& z) const {
    using std::exp;
    if (detail::in_series(a, z)) return T(mean()) - t * exp(T(-z)) * detail::gamma_series(a, z);
    return t * a * exp(T(-z)) / (z + T(1) - a + detail::gamma_fraction(a, z));
  }
};

template <class S>
constexpr auto fields(const Weibull<S>*) {
  using L = Weibull<S>;
  return std::to_array<Field<L, S>>({
      {"shape", &L::shape, "1", positive, "below 1: early failures, 1: exponential, above 1: wear",
       usually(0.4, 3, "computers 0.7 to 0.8: Schroeder and Gibson, DSN 2006, section 5")},
      {"scale", &L::scale, "s", positive, "63 % of the lives are shorter", {}, Effect::help},
  });
}
static_assert(table_is_complete<Weibull<>>);
static_assert(FailureLaw<Weibull<>>);

}  // namespace scaling_limits::failures
