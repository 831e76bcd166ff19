// SPDX-License-Identifier: Apache-2.0
// Laws of the time to failure of one part. A law is a value with
//
//   mean_life()  survival(t) = P(life > t)  hazard(t) [1/s]  mean_beyond(t)  quantile(p)  sample(random)  sample_residual(random)
//
// mean_beyond is the integral of survival from t on, mean_life at 0. The residual is the rest of a life met at a random moment (density survival / mean): what a part of a machine that has run
// for long has left. Weibull: scale Gamma(1 + 1/shape); lognormal: exp(mu + sigma^2 / 2); empirical: each observed life as likely.
// `random` is any generator with uniform() in (0, 1) and exponential() of mean 1. Times in seconds.
#pragma once
#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <numeric>
#include <variant>
#include <vector>

#include "../core/fields.hpp"
#include "../core/math.hpp"

namespace scaling_limits::failures {

namespace detail {
using law_policy = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
/// A function known with its derivatives at the value of t, at a t of any autodiff scalar: right up to the second derivative.
template <class T>
T lifted(const T& t, double value, double slope, double curvature) {
  if constexpr (std::floating_point<T>) {
    return static_cast<T>(value);
  } else {
    const T change = t - T(value_of(t));
    return T(value) + change * (T(slope) + change * T(curvature / 2));
  }
}
// Boost's bodies are compiled by those who call them, not by all who include us: hence templates without a parameter in use
template <class = void>
double normal_quantile(double p) {
  return boost::math::quantile(boost::math::normal_distribution<double, law_policy>(), p);
}
}  // namespace detail

template <class S = double>
struct Exponential {
  S mean = S(nan);

  S mean_life() const { return mean; }
  void validate() const { scaling_limits::validate(*this, "Exponential"); }
  template <class A, Scalar T = promote_t<A>>
  T survival(const A& time) const {
    const T t(time);
    using std::exp;
    return value_of(t) <= 0 ? T(1) : T(exp(T(-t / mean)));
  }
  template <class A, Scalar T = promote_t<A>>
  T hazard(const A&) const {
    return T(1) / T(mean);
  }
  template <class A, Scalar T = promote_t<A>>
  T mean_beyond(const A& time) const {
    const T t(time);
    return value_of(t) <= 0 ? T(mean) - t : T(T(mean) * survival(t));
  }
  S quantile(const S& p) const { return S(-mean * log_one_plus(S(-p))); }
  template <class R>
  double sample(R& random) const {
    return value_of(mean) * random.exponential();
  }
  template <class R>
  double sample_residual(R& random) const {
    return sample(random);
  }
};

template <class S>
constexpr auto fields(const Exponential<S>*) {
  using L = Exponential<S>;
  return std::to_array<Field<L, S>>({{"mean", &L::mean, "s", positive, "mean life"}});
}
static_assert(table_is_complete<Exponential<>>);

/// Shape below 1: early failures; above 1: wear. survival = exp(-(t / scale)^shape).
template <class S = double>
struct Weibull {
  S shape = S(nan);
  S scale = S(nan);

  static Weibull from_mean(double mean, double shape) {
    check("Weibull", "mean", mean, positive, "s");
    check("Weibull", "shape", shape, positive);
    return {shape, mean / std::tgamma(1 + 1 / shape)};
  }

  void validate() const { scaling_limits::validate(*this, "Weibull"); }
  S mean_life() const { return scale * S(std::tgamma(1 + 1 / value_of(shape))); }
  template <class A, Scalar T = promote_t<A>>
  T survival(const A& time) const {
    const T t(time);
    using std::exp, std::log;
    return value_of(t) <= 0 ? T(1) : T(exp(T(-exp(T(T(shape) * log(T(t / scale)))))));
  }
  template <class A, Scalar T = promote_t<A>>
  T hazard(const A& time) const {
    const T t(time);
    using std::exp, std::log;
    return T(shape) / T(scale) * exp(T(T(shape - S(1)) * log(T(t / scale))));
  }
  template <class A, Scalar T = promote_t<A>>
  T mean_beyond(const A& time) const {
    const T t(time);
    const double at = value_of(t), k = value_of(shape);
    if (at <= 0) return T(mean_life()) - t;
    const double area =
        value_of(mean_life()) * boost::math::gamma_q(1 / k, std::pow(at / value_of(scale), k), detail::law_policy());
    const double alive = value_of(survival(at));
    return detail::lifted(t, area, -alive, alive * value_of(hazard(at)));
  }
  S quantile(const S& p) const {
    using std::exp, std::log;
    return scale * exp(S(log(S(-log_one_plus(S(-p)))) / shape));
  }
  template <class R>
  double sample(R& random) const {
    return value_of(scale) * std::pow(random.exponential(), 1 / value_of(shape));
  }
  // a life met at random is longer: (life / scale)^shape is gamma of 1 + 1/shape
  template <class R>
  double sample_residual(R& random) const {
    const double g = boost::math::gamma_p_inv(1 + 1 / value_of(shape), random.uniform(), detail::law_policy());
    return random.uniform() * value_of(scale) * std::pow(g, 1 / value_of(shape));
  }
};

template <class S>
constexpr auto fields(const Weibull<S>*) {
  using L = Weibull<S>;
  return std::to_array<Field<L, S>>({
      {"shape", &L::shape, "1", positive, "below 1: early failures, 1: exponential, above 1: wear"},
      {"scale", &L::scale, "s", positive, "63 % of the lives are shorter"},
  });
}
static_assert(table_is_complete<Weibull<>>);

/// log(life) is normal of mean mu and standard deviation sigma; life in seconds.
template <class S = double>
struct Lognormal {
  S mu = S(nan);
  S sigma = S(nan);

  static Lognormal from_mean(double mean, double sigma) {
    check("Lognormal", "mean", mean, positive, "s");
    check("Lognormal", "sigma", sigma, positive);
    return {std::log(mean) - sigma * sigma / 2, sigma};
  }

  void validate() const { scaling_limits::validate(*this, "Lognormal"); }
  S mean_life() const {
    using std::exp;
    return exp(S(mu + sigma * sigma / S(2)));
  }
  template <class A, Scalar T = promote_t<A>>
  T survival(const A& time) const {
    const T t(time);
    const double at = value_of(t);
    if (at <= 0) return T(1);
    const double x = z(at), density = std::exp(-x * x / 2) * 0.39894228040143267794 / (value_of(sigma) * at);
    return detail::lifted(t, alive(x), -density, density * (1 + x / value_of(sigma)) / at);
  }
  // E max(life - t, 0), the form known from option prices
  template <class A, Scalar T = promote_t<A>>
  T mean_beyond(const A& time) const {
    const T t(time);
    const double at = value_of(t);
    if (at <= 0) return T(mean_life()) - t;
    const double left = alive(z(at));
    const double area = value_of(mean_life()) * alive(z(at) - value_of(sigma)) - at * left;
    return detail::lifted(t, std::max(0.0, area), -left, left * hazard(at));
  }
  double hazard(double t) const {
    if (t <= 0) return 0;
    const double x = z(t);
    // far out the ratio density / survival of the normal tends to x + 1/x
    const double ratio = x < 25 ? std::exp(-x * x / 2) * 0.39894228040143267794 / survival(t) : x + 1 / x;
    return ratio / (value_of(sigma) * t);
  }
  double quantile(double p) const { return std::exp(value_of(mu) + value_of(sigma) * detail::normal_quantile(p)); }
  template <class R>
  double sample(R& random) const {
    return quantile(random.uniform());
  }
  // lives met at random: mu + sigma^2 for mu
  template <class R>
  double sample_residual(R& random) const {
    return random.uniform() * quantile(random.uniform()) * std::exp(value_of(sigma * sigma));
  }

 private:
  static double alive(double z) { return 0.5 * std::erfc(z * 0.70710678118654752440); }
  double z(double t) const { return (std::log(t) - value_of(mu)) / value_of(sigma); }
};

template <class S>
constexpr auto fields(const Lognormal<S>*) {
  using L = Lognormal<S>;
  return std::to_array<Field<L, S>>({
      {"mu", &L::mu, "1", Range{.lower = -inf, .upper = inf, .open_below = true, .open_above = true}, "mean of log(life in s)"},
      {"sigma", &L::sigma, "1", positive, "standard deviation of log(life)"},
  });
}
static_assert(table_is_complete<Lognormal<>>);

/// The lives that were observed, each as likely as the others.
class Empirical {
 public:
  explicit Empirical(std::vector<double> lives) : lives_(std::move(lives)) {
    if (lives_.empty()) throw invalid_argument("Empirical: lives is empty");
    for (const double life : lives_) check("Empirical", "lives", life, positive, "s");
    std::sort(lives_.begin(), lives_.end());
    sums_.resize(lives_.size());
    std::partial_sum(lives_.begin(), lives_.end(), sums_.begin());
  }

  const std::vector<double>& lives() const { return lives_; }
  void validate() const {}  // done when made
  double mean_life() const { return sums_.back() / static_cast<double>(lives_.size()); }
  template <class A, Scalar T = promote_t<A>>
  T survival(const A& time) const {
    const T t(time);
    return T(static_cast<double>(later(value_of(t))) / static_cast<double>(lives_.size()));
  }
  template <class A, Scalar T = promote_t<A>>
  T mean_beyond(const A& time) const {
    const T t(time);
    const std::ptrdiff_t left = later(value_of(t)), n = static_cast<std::ptrdiff_t>(lives_.size());
    const double sum = left == 0 ? 0 : sums_.back() - (left < n ? sums_[static_cast<std::size_t>(n - left - 1)] : 0);
    return (T(sum) - T(static_cast<double>(left)) * t) / T(static_cast<double>(n));
  }
  /// Deaths per time at risk, over the window that holds the sqrt(n) lives nearest to t in rank; 0 past the longest life.
  double hazard(double t) const {
    const auto n = static_cast<std::ptrdiff_t>(lives_.size());
    const auto half = std::max<std::ptrdiff_t>(1, static_cast<std::ptrdiff_t>(std::sqrt(static_cast<double>(n)) / 2));
    const auto at = std::lower_bound(lives_.begin(), lives_.end(), t) - lives_.begin();
    if (at == n) return 0;
    const auto last = std::min(n - 1, at + half), first = std::max<std::ptrdiff_t>(-1, at - half - 1);
    const double from = first < 0 ? 0 : lives_[first];
    double at_risk = 0;
    for (auto i = first + 1; i <= last; ++i) at_risk += lives_[i] - from;
    at_risk += static_cast<double>(n - 1 - last) * (lives_[last] - from);
    return at_risk > 0 ? static_cast<double>(last - first) / at_risk : inf;
  }
  double quantile(double p) const {
    const double n = static_cast<double>(lives_.size());
    return lives_[static_cast<std::size_t>(std::clamp(std::ceil(p * n) - 1, 0.0, n - 1))];
  }
  template <class R>
  double sample(R& random) const {
    return quantile(random.uniform());
  }
  // a life is met in proportion to its length
  template <class R>
  double sample_residual(R& random) const {
    const auto at = std::lower_bound(sums_.begin(), sums_.end(), random.uniform() * sums_.back()) - sums_.begin();
    return random.uniform() *
           lives_[static_cast<std::size_t>(std::min<std::ptrdiff_t>(at, static_cast<std::ptrdiff_t>(lives_.size()) - 1))];
  }

 private:
  std::ptrdiff_t later(double t) const { return lives_.end() - std::upper_bound(lives_.begin(), lives_.end(), t); }

  std::vector<double> lives_, sums_;
};

/// Any of them, where one is chosen at run time.
using Law = std::variant<Exponential<>, Weibull<>, Lognormal<>, Empirical>;

/// Mean life [s].
inline double mean_life(const Law& law) {
  return std::visit([](const auto& l) { return static_cast<double>(l.mean_life()); }, law);
}
/// Throws domain_error where a parameter is out of range.
inline void validate(const Law& law) {
  std::visit([](const auto& l) { l.validate(); }, law);
}

}  // namespace scaling_limits::failures
