// SPDX-License-Identifier: Apache-2.0
// log(life in s) is normal of mean mu and standard deviation sigma. Mean exp(mu + sigma^2 / 2); with z = (log t - mu)/sigma,
// Q the upper tail of the normal and m = density / Q its hazard:
//   survival = Q(z)   hazard = m(z)/(sigma t)
//   integral of survival from t on = mean Q(z - sigma) - t Q(z), known from option prices
// Where z is large, m(z) - z is the continued fraction 1/(z + 2/(z + 3/(z + ...))) (Laplace), and nothing cancels.
#pragma once
#include "../version.hpp"

#include <boost/math/special_functions/erf.hpp>

#include "../numeric/roots.hpp"
#include "law.hpp"

namespace scaling_limits::failures {

namespace detail {

inline constexpr double far_out = 4;  // from here on the continued fraction
inline constexpr double log_two_pi = 1.83787706640934548356;

template <class S>
S normal_density(const S& z) {
  using std::exp, std::sqrt;
  if constexpr (is_plain<S> && !std::floating_point<S>)
    return exp(S(-z * z / S(2))) / sqrt(boost::math::constants::two_pi<S>());
  else return S(0.39894228040143267794) * exp(S(-z * z / S(2)));
}
/// P(normal > z).
template <class S>
S normal_tail(const S& z) {
  if constexpr (std::floating_point<S>) {
    return std::erfc(z * S(0.70710678118654752440L)) / 2;
  } else if constexpr (is_plain<S>) {
    return boost::math::erfc(S(z * boost::math::constants::one_div_root_two<S>()), quiet_policy()) / S(2);
  } else {
    const double v = static_cast<double>(z), density = normal_density(v);
    return lifted(z, normal_tail(v), -density, v * density);
  }
}
/// m(z) - z.
template <class S>
S normal_hazard_excess(const S& z) {
  const double v = static_cast<double>(z);
  if (v == inf) return S(0);
  if (!(v > far_out)) return normal_density(z) / normal_tail(z) - z;
  S below(0);
  for (int n = 20 + (digits_of<S> > 64 ? 30 * digits_of<S> : 20 * digits_of<S>) / static_cast<int>(std::min(v * v, 1e6)); n > 0;
       --n)
    below = S(n) / (z + below);
  return below;
}
template <class S>
S normal_hazard(const S& z) {
  return value_of(z) > far_out ? S(z + normal_hazard_excess(z)) : S(normal_density(z) / normal_tail(z));
}
/// -ln Q(z).
template <class S>
S normal_cumulative_hazard(const S& z) {
  using std::log;
  const double v = static_cast<double>(z);
  if (v < 0) return -log_one_plus(S(-normal_tail(S(-z))));
  if (!(v > far_out)) return -log(normal_tail(z));
  if (v == inf) return S(inf);
  if constexpr (is_plain<S> && !std::floating_point<S>)
    return z * z / S(2) + log(S(normal_hazard(z) * sqrt(boost::math::constants::two_pi<S>())));
  else return z * z / S(2) + log(S(normal_hazard(z) * S(2.50662827463100050242)));
}
/// z with P(normal < z) = p.
template <class S>
S normal_quantile(const S& p) {
  if constexpr (std::floating_point<S>) {
    return -boost::math::constants::root_two<S>() * boost::math::erfc_inv(2 * p, quiet_policy());
  } else if constexpr (is_plain<S>) {  // Newton on the log of the tail doubles the digits
    using std::log;
    S tail(-normal_quantile(static_cast<double>(p)));
    for (int digits = 50; digits < 2 * digits_of<S>; digits *= 2)
      tail = tail - S(normal_cumulative_hazard(tail) + log(p)) / normal_hazard(tail);
    return -tail;
  } else {
    const double z = normal_quantile(static_cast<double>(p)), slope = 1 / normal_density(z);
    return lifted(p, z, slope, z * slope * slope);
  }
}

}  // namespace detail

template <class S = double>
struct Lognormal {
  S mu = S(NaN);
  S sigma = S(NaN);

  static constexpr std::string_view name() { return "lognormal"; }
  static constexpr std::string_view text = "log(life in s) is normal of mean mu and standard deviation sigma";
  static Lognormal from_mean(const S& mean, const S& sigma) {
    using std::log;
    check("Lognormal", "mean", value_of(mean), positive, "s");
    check("Lognormal", "sigma", value_of(sigma), positive);
    return {S(log(mean) - sigma * sigma / S(2)), sigma};
  }
  void validate() const { scaling_limits::validate(*this, "Lognormal"); }

  S mean() const {
    using std::exp;
    return in_domain() ? S(exp(S(mu + sigma * sigma / S(2)))) : S(NaN);
  }
  template <class A, Scalar T = promote_t<A, S>>
  T survival(const A& time) const {
    const T t(time);
    if (!in_domain()) return T(NaN);
    return value_of(t) <= 0 ? T(1) : value_of(t) == inf ? T(0) : T(detail::normal_tail(z(t)));
  }
  template <class A, Scalar T = promote_t<A, S>>
  T cumulative_hazard(const A& time) const {
    const T t(time);
    if (!in_domain()) return T(NaN);
    return value_of(t) <= 0 ? T(0) : value_of(t) == inf ? T(inf) : T(detail::normal_cumulative_hazard(z(t)));
  }
  /// 0 at 0 and at inf, a peak between.
  template <class A, Scalar T = promote_t<A, S>>
  T hazard(const A& time) const {
    const T t(time);
    if (!in_domain()) return T(NaN);
    return value_of(t) <= 0 || value_of(t) == inf ? T(0) : T(detail::normal_hazard(z(t)) / (T(sigma) * t));
  }
  template <class A, Scalar T = promote_t<A, S>>
  T log_hazard(const A& time) const {
    using std::log;
    const T t(time);
    if (!(in_domain() && value_of(t) > 0 && value_of(t) < inf)) return T(log(hazard(t)));
    const T far = z(t);
    if (value_of(far) > detail::far_out) return log(T(detail::normal_hazard(far) / (T(sigma) * t)));
    return detail::normal_cumulative_hazard(far) - far * far / T(2) - log(T(T(sigma) * t)) - T(0.5 * detail::log_two_pi);
  }
  template <class A, Scalar T = promote_t<A, S>>
  T mean_beyond(const A& time) const {
    const T t(time);
    if (!in_domain()) return T(NaN);
    if (value_of(t) <= 0) return T(mean()) - t;
    if (value_of(t) == inf) return T(0);
    const T far = z(t), near = far - T(sigma);
    // mean density(z - sigma) = t density(z): in the tail a difference of two small numbers
    if (value_of(near) > detail::far_out)
      return t * detail::normal_density(far) * (T(1) / detail::normal_hazard(near) - T(1) / detail::normal_hazard(far));
    return T(mean()) * detail::normal_tail(near) - t * detail::normal_tail(far);
  }
  template <class A, Scalar T = promote_t<A, S>>
  T quantile(const A& probability) const {
    using std::exp;
    const T p(probability);
    if (!(value_of(p) >= 0 && value_of(p) <= 1 && in_domain())) return T(NaN);
    if (value_of(p) == 0 || value_of(p) == 1) return value_of(p) == 0 ? T(0) : T(inf);
    return exp(T(T(mu) + T(sigma) * detail::normal_quantile(p)));
  }
  template <class R>
  double sample(R& random) const {
    return static_cast<double>(quantile(random.uniform()));
  }
  // shorter than t are Q(sigma - z) + t Q(z) / mean of them: at most t / mean, at least the first term, which is of lives met
  double residual_quantile(double p) const {
    if (!(p >= 0 && p <= 1 && in_domain())) return NaN;
    if (p == 0 || p == 1) return p == 0 ? 0 : inf;
    const double m = value_of(mu), s = value_of(sigma), log_mean = m + s * s / 2;
    const auto too_many = [&](double log_t) {
      const double far = (log_t - m) / s;
      return detail::normal_tail(s - far) + std::exp(log_t - log_mean) * detail::normal_tail(far) - p;
    };
    constexpr double rounding = 1e-9;
    const double low = log_mean + std::log(p) - rounding, high = m + s * (s + detail::normal_quantile(p)) + rounding;
    return std::exp(numeric::bracketed_root(too_many, low, high).value);
  }

 private:
  bool in_domain() const { return value_of(sigma) > 0 && value_of(mu) == value_of(mu); }
  template <class T>
  T z(const T& t) const {
    using std::log;
    return (log(t) - T(mu)) / T(sigma);
  }
};

template <class S>
constexpr auto fields(const Lognormal<S>*) {
  using L = Lognormal<S>;
  return std::to_array<Field<L, S>>({
      {"mu", &L::mu, "1", Range{.lower = -inf, .upper = inf, .open_below = true, .open_above = true}, "mean of log(life in s)"},
      {"sigma", &L::sigma, "1", positive, "standard deviation of log(life)", usually(0.3, 2)},
  });
}
static_assert(table_is_complete<Lognormal<>>);
static_assert(FailureLaw<Lognormal<>>);

}  // namespace scaling_limits::failures
