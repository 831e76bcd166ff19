// SPDX-License-Identifier: Apache-2.0
// survival = Q(shape, t / scale), Q the upper incomplete gamma function: early failures for a shape below 1, above it wear that
// levels off: the hazard tends to 1/scale. A whole shape is the time to that many shocks. Mean shape scale; with W of
// incomplete_gamma.hpp and x = t / scale:
//   hazard = shape W / (t Q)   integral of survival from t on = scale ((shape - x) Q + shape W)
#pragma once
#include "../version.hpp"

#include "../numeric/bracketed_root.hpp"
#include "../numeric/quiet_policy.hpp"
#include "incomplete_gamma.hpp"

namespace scaling_limits::failures {

template <class S = double>
struct Gamma {
  S shape = S(NaN);
  S scale = S(NaN);

  static constexpr std::string_view name() { return "gamma"; }
  static constexpr std::string_view text =
      "survival = Q(shape, t / scale): early failures for a shape below 1, above it wear that levels off at 1/scale";
  static Gamma from_mean(const S& mean, const S& shape) {
    check("Gamma", "mean", value_of(mean), positive, "s");
    check("Gamma", "shape", value_of(shape), positive);
    return {shape, S(mean / shape)};
  }
  void validate() const { scaling_limits::validate(*this, "Gamma"); }

  S mean() const { return in_domain() ? S(shape * scale) : S(NaN); }
  template <class A, Scalar T = promote_t<A, S>>
  T survival(const A& time) const {
    const T x = units<T>(time);
    if (value_of(x) > 0 && value_of(x) < inf) return detail::gamma_upper(T(shape), x);
    return value_of(x) <= 0 ? T(1) : value_of(x) == inf ? T(0) : T(NaN);
  }
  template <class A, Scalar T = promote_t<A, S>>
  T cumulative_hazard(const A& time) const {
    const T x = units<T>(time);
    if (value_of(x) > 0 && value_of(x) < inf) return detail::gamma_cumulative_hazard(T(shape), x);
    return value_of(x) <= 0 ? T(0) : value_of(x) == inf ? T(inf) : T(NaN);
  }
  /// At 0: inf, 1/scale or 0 for a shape below, of, above 1; at inf 1/scale.
  template <class A, Scalar T = promote_t<A, S>>
  T hazard(const A& time) const {
    const T x = units<T>(time), a(shape);
    if (value_of(x) != value_of(x)) return T(NaN);
    if (value_of(x) < 0) return T(0);
    if (value_of(x) == 0) return value_of(a) == 1 ? T(T(1) / T(scale)) : T(value_of(a) < 1 ? inf : 0);
    if (value_of(x) == inf) return T(1) / T(scale);
    if (const bool series = detail::in_series(a, x); series || std::floating_point<T>)
      if (const T upper = detail::gamma_upper(a, x); series || value_of(upper) > 1e-30)
        return a * detail::gamma_weight(a, x) / (x * T(scale) * upper);
    return (x + T(1) - a + detail::gamma_fraction(a, x)) / (x * T(scale));
  }
  template <class A, Scalar T = promote_t<A, S>>
  T log_hazard(const A& time) const {
    using std::log;
    const T x = units<T>(time), a(shape);
    if (!(value_of(x) > 0) || !detail::in_series(a, x)) return log(hazard(time));
    return (a - T(1)) * log(x) - x - detail::log_gamma(a) - log(T(scale)) + detail::gamma_cumulative_hazard(a, x);
  }
  template <class A, Scalar T = promote_t<A, S>>
  T mean_beyond(const A& time) const {
    const T x = units<T>(time), a(shape);
    if (value_of(x) != value_of(x)) return T(NaN);
    if (value_of(x) <= 0) return T(mean()) - T(time);
    if (value_of(x) == inf) return T(0);
    if (value_of(x) < 1 && value_of(x) < value_of(a))  // of the first seconds: what they leave of the mean
      return T(mean()) - T(scale) * (x * detail::gamma_upper(a, x) + a * detail::gamma_lower(T(a + T(1)), x));
    const T weight = a * detail::gamma_weight(a, x);
    if (detail::in_series(a, x)) return T(scale) * ((a - x) * detail::gamma_upper(a, x) + weight);
    const T rest = detail::gamma_fraction(a, x);  // of which no digits cancel
    return T(scale) * weight * (T(1) + rest) / (x + T(1) - a + rest);
  }
  template <class A, Scalar T = promote_t<A, S>>
  T quantile(const A& probability) const {
    using std::exp, std::log;
    const T p(probability), a(shape);
    if (!(value_of(p) >= 0 && value_of(p) <= 1 && in_domain())) return T(NaN);
    if (value_of(p) == 0 || value_of(p) == 1) return value_of(p) == 0 ? T(0) : T(inf);
    if constexpr (std::floating_point<T>) {
      return T(scale) * boost::math::gamma_p_inv(a, p, numeric::quiet_policy());
    } else {
      // Newton steps in ln x on the log of the shorter tail: each doubles the digits and the order of the derivatives
      const double found = boost::math::gamma_p_inv(value_of(a), value_of(p), numeric::quiet_policy());
      if (!is_plain<T> && !(found > 0)) return T(0);
      T u = found > 1e-300 ? T(log(T(found))) : T((log(p) + detail::log_gamma(T(a + T(1)))) / a);
      for (int digits = 20; digits < 2 * digits_of<T>; digits *= 2) {
        const T x = exp(u), weight = a * detail::gamma_weight(a, x);
        if (value_of(p) < 0.5 && detail::in_series(a, x)) {
          const T lower = detail::gamma_lower(a, x);
          u = u - log(T(lower / p)) * lower / weight;
        } else {
          const T upper = detail::gamma_upper(a, x);
          u = u + log(T(upper / (T(1) - p))) * upper / weight;
        }
      }
      if constexpr (is_plain<T>) return T(scale) * exp(u);
      else return T(scale) * corrected(T(exp(u)), found);
    }
  }
  template <class R>
  double sample(R& random) const {
    return static_cast<double>(quantile(random.uniform()));
  }
  // shorter than scale x are P(shape + 1, x) + x Q(shape, x) / shape of them: at most x / shape, at least the first term
  double residual_quantile(double p) const {
    if (!(p >= 0 && p <= 1 && in_domain())) return NaN;
    if (p == 0 || p == 1) return p == 0 ? 0 : inf;
    const double a = value_of(shape), s = value_of(scale);
    const auto too_many = [&](double log_x) {
      const double x = std::exp(log_x);
      if (x > a) return 1 - p - static_cast<double>(Gamma<double>{a, 1}.mean_beyond(x)) / a;
      return boost::math::gamma_p(a + 1, x, numeric::quiet_policy()) +
             std::exp(log_x - std::log(a)) * detail::gamma_upper(a, x) - p;
    };
    constexpr double rounding = 1e-9;
    const double low = std::log(p) + std::log(a) - rounding;
    const double high = std::log(boost::math::gamma_p_inv(a + 1, p, numeric::quiet_policy())) + rounding;
    return s * std::exp(numeric::bracketed_root(too_many, low, high).value);
  }

 private:
  bool in_domain() const { return value_of(shape) > 0 && value_of(shape) < inf && value_of(scale) > 0; }
  /// t / scale, NaN where a parameter is out of range.
  template <class T, class A>
  T units(const A& time) const {
    return in_domain() ? T(T(time) / T(scale)) : T(NaN);
  }
};

template <class S>
constexpr auto fields(const Gamma<S>*) {
  using L = Gamma<S>;
  return std::to_array<Field<L, S>>({
      {"shape", &L::shape, "1", positive, "below 1: early failures, 1: exponential, above 1: wear",
       usually(0.28, 4.2,
               "maximum likelihood: times between failures of 23 systems of LA-UR-05-7318 0.28 to 0.95, median 0.61; lives of "
               "Titan's old GPUs 4.2")},
      {"scale", &L::scale, "s", positive, "mean / shape; 1 / the hazard of the oldest", {}, Effect::help},
  });
}
static_assert(table_is_complete<Gamma<>>);
static_assert(FailureLaw<Gamma<>>);

}  // namespace scaling_limits::failures
