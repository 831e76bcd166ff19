// SPDX-License-Identifier: Apache-2.0
// log(life in s) is normal of mean mu and standard deviation sigma. Mean exp(mu + sigma^2 / 2); with z = (log t - mu)/sigma,
// Q the upper tail of the normal and m = density / Q its hazard:
//   survival = Q(z)   hazard = m(z)/(sigma t)
//   integral of survival from t on = mean Q(z - sigma) - t Q(z), known from option prices
#pragma once
#include "../version.hpp"

#include "../numeric/bracketed_root.hpp"
#include "../numeric/normal.hpp"
#include "law.hpp"

namespace scaling_limits::failures {

namespace detail {

using numeric::far_out, numeric::log_two_pi, numeric::normal_cumulative_hazard, numeric::normal_density, numeric::normal_hazard,
    numeric::normal_hazard_excess, numeric::normal_quantile, numeric::normal_tail;

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
    const T upper = z(t);
    if (value_of(upper) > detail::far_out) return log(T(detail::normal_hazard(upper) / (T(sigma) * t)));
    return detail::normal_cumulative_hazard(upper) - upper * upper / T(2) - log(T(T(sigma) * t)) - T(0.5 * detail::log_two_pi);
  }
  template <class A, Scalar T = promote_t<A, S>>
  T mean_beyond(const A& time) const {
    const T t(time);
    if (!in_domain()) return T(NaN);
    if (value_of(t) <= 0) return T(mean()) - t;
    if (value_of(t) == inf) return T(0);
    const T upper = z(t), lower = upper - T(sigma);
    // mean density(z - sigma) = t density(z): in the tail a difference of two small numbers
    if (value_of(lower) > detail::far_out)
      return t * detail::normal_density(upper) * (T(1) / detail::normal_hazard(lower) - T(1) / detail::normal_hazard(upper));
    return T(mean()) * detail::normal_tail(lower) - t * detail::normal_tail(upper);
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
      const double upper = (log_t - m) / s;
      return detail::normal_tail(s - upper) + std::exp(log_t - log_mean) * detail::normal_tail(upper) - p;
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
