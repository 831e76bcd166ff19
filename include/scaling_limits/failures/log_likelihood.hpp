// SPDX-License-Identifier: Apache-2.0
// The log-likelihood of a failure law, of lives:
//
//   l(parameters) = sum over those that failed of ln h(t), minus the sum over all of H(t) - H(entry)
//
// with slopes and curvature over the coordinates of a fit: logarithms of the positive parameters, the others as they are. Of
// any law by duals; of those below, which are fitted thousands of times, written out: what lives say of them lies in
//
//   Weibull, w = shape ln(t / scale)          ln(h t) = ln shape + w                        H = e^w
//   lognormal, z = (ln t - mu) / sigma        ln(f t) = -z^2/2 - ln(sigma) - ln(2 pi)/2     H = -ln Q(z)
//   gamma, x = t / scale                      ln(f t) = shape ln x - x - ln Gamma(shape)    H = -ln Q(shape, x)
//
// f = h exp(-H) the density: lives that failed and were watched from new need no H.
#pragma once
#include "../version.hpp"

#include "../core/dual.hpp"
#include "gamma_law.hpp"
#include "lives.hpp"
#include "lognormal.hpp"
#include "weibull.hpp"

namespace scaling_limits::failures::detail {

/// A function of two coordinates, with its slopes and curvatures.
struct SecondOrder {
  double value = 0;
  double a = 0, b = 0;
  double aa = 0, ab = 0, bb = 0;

  void add(double share, const SecondOrder& of) {
    value += share * of.value, a += share * of.a, b += share * of.b;
    aa += share * of.aa, ab += share * of.ab, bb += share * of.bb;
  }
  /// f(z) of this z, f known with two derivatives.
  SecondOrder through(double f, double slope, double curvature) const {
    return {f,
            slope * a,
            slope * b,
            curvature * a * a + slope * aa,
            curvature * a * b + slope * ab,
            curvature * b * b + slope * bb};
  }
};

/// What one life adds, at the logarithm of its time: `ended` for its failure, less `survived` for each time that is left, or of
/// a law that `has_density` for each that is left without a failure.
template <template <class> class Law>
struct LifeTerms;

template <>
struct LifeTerms<Weibull> {
  static constexpr bool has_density = false;
  double shape, log_shape, log_scale;
  explicit LifeTerms(const std::array<double, 2>& at) : shape(std::exp(at[0])), log_shape(at[0]), log_scale(at[1]) {}

  SecondOrder w(double log_time) const {
    const double w = shape * (log_time - log_scale);
    return {w, w, -shape, w, -shape, 0};
  }
  SecondOrder ended(double log_time) const {
    SecondOrder sum = w(log_time);
    sum.value += log_shape - log_time, sum.a += 1;
    return sum;
  }
  SecondOrder survived(double log_time) const {
    const SecondOrder at = w(log_time);
    const double hazard = std::exp(at.value);
    return at.through(hazard, hazard, hazard);
  }
};

template <>
struct LifeTerms<Lognormal> {
  static constexpr bool has_density = true;
  double mu, log_sigma, per_sigma;
  explicit LifeTerms(const std::array<double, 2>& at) : mu(at[0]), log_sigma(at[1]), per_sigma(std::exp(-at[1])) {}

  SecondOrder z(double log_time) const {
    const double z = (log_time - mu) * per_sigma;
    return {z, -per_sigma, -z, 0, per_sigma, z};
  }
  SecondOrder ended(double log_time) const {
    const SecondOrder at = z(log_time);
    SecondOrder sum = at.through(-0.5 * at.value * at.value, -at.value, -1);
    sum.value -= log_sigma + 0.5 * log_two_pi + log_time, sum.b -= 1;
    return sum;
  }
  SecondOrder survived(double log_time) const {
    const SecondOrder at = z(log_time);
    const double excess = normal_hazard_excess(at.value), hazard = at.value + excess;
    return at.through(normal_cumulative_hazard(at.value), hazard, hazard * excess);
  }
};

/// A template, so that its functions are compiled by those who ask.
template <class = void>
struct GammaTerms {
  static constexpr bool has_density = true;
  GammaSurvival<> survival;
  double log_scale;
  explicit GammaTerms(const std::array<double, 2>& at) : survival(std::exp(at[0])), log_scale(at[1]) {}

  /// From slopes in the shape and in ln x.
  SecondOrder moved(double value, double in_shape, double in_log, double twice_shape, double mixed, double twice_log) const {
    const double shape = survival.shape;
    return {value, shape * in_shape, -in_log, shape * (shape * twice_shape + in_shape), -shape * mixed, twice_log};
  }
  SecondOrder ended(double log_time) const {
    const double shape = survival.shape, u = log_time - log_scale, x = std::exp(u);
    return moved(shape * u - x - survival.log_gamma - log_time, u - survival.digamma, shape - x, -survival.trigamma, 1, -x);
  }
  SecondOrder survived(double log_time) const {
    const double u = log_time - log_scale, x = std::exp(u);
    const auto h = survival(x, u);
    return moved(h.value, h.slope, h.hazard, h.curvature, h.hazard * (u - survival.digamma + h.slope),
                 h.hazard * (survival.shape - x + h.hazard));
  }
};
template <>
struct LifeTerms<Gamma> : GammaTerms<> {
  using GammaTerms<>::GammaTerms;
};

template <class T, class L>
T log_hazard(const L& law, double time) {
  using std::log;
  if constexpr (requires { law.log_hazard(time); }) return law.log_hazard(time);
  else return log(T(law.hazard(time)));
}

/// The log-likelihood of lives over the coordinates of a law's parameters: logarithms of those that are positive.
template <template <class> class Law>
class LogLikelihood {
 public:
  static constexpr std::size_t count = fields_of<Law<double>>.size();
  using Point = std::array<double, count>;
  struct Value {
    double value = NaN;
    Point slope{};
    std::array<Point, count> curvature{};
  };

  explicit LogLikelihood(std::vector<LifePoint> points) : points_(std::move(points)) {
    for (const LifePoint& point : points_) logs_.push_back(std::log(point.time));
  }

  Value operator()(const Point& at) const {
    if constexpr (requires { LifeTerms<Law>(at); }) return written_out(LifeTerms<Law>(at));
    else return by_duals(at);
  }
  Value by_duals(const Point& at) const {
    Value all;
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = i; j < count; ++j) {
        const auto found = along(at, i, j);
        all.value = found.value.value;
        all.slope[i] = found.value.slope, all.slope[j] = found.slope.value;
        all.curvature[i][j] = all.curvature[j][i] = found.slope.slope;
      }
    return all;
  }
  /// The law at coordinates of any scalar.
  template <class T>
  static Law<T> law(const std::array<T, count>& at) {
    using std::exp;
    Law<T> law;
    for (std::size_t k = 0; k < count; ++k) law.*fields_of<Law<T>>[k].member = is_log(k) ? T(exp(at[k])) : at[k];
    return law;
  }
  static Point coordinates(const Law<double>& law) {
    Point at;
    for (std::size_t k = 0; k < count; ++k) {
      const double x = law.*fields_of<Law<double>>[k].member;
      at[k] = is_log(k) ? std::log(x) : x;
    }
    return at;
  }
  static constexpr bool is_log(std::size_t k) { return fields_of<Law<double>>[k].range.lower == 0; }

 private:
  using T = dual<dual<double>>;

  template <class Terms>
  Value written_out(const Terms& terms) const {
    SecondOrder sum;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const LifePoint& point = points_[i];
      const double left = Terms::has_density ? point.exits - point.events : point.exits;
      if (point.events != 0) sum.add(point.events, terms.ended(logs_[i]));
      if (left != 0) sum.add(-left, terms.survived(logs_[i]));
    }
    return {sum.value, {sum.a, sum.b}, {{{sum.aa, sum.ab}, {sum.ab, sum.bb}}}};
  }
  /// Slopes in coordinate i, in j, and the curvature of both.
  T along(const Point& at, std::size_t i, std::size_t j) const {
    std::array<T, count> moved;
    for (std::size_t k = 0; k < count; ++k) moved[k] = T(dual<double>(at[k], k == i ? 1. : 0.), dual<double>(k == j ? 1. : 0.));
    const Law<T> law = this->law(moved);
    T sum(0.);
    for (const LifePoint& point : points_) {
      if (point.events != 0) sum += T(point.events) * log_hazard<T>(law, point.time);
      if (point.exits != 0) sum -= T(point.exits) * T(law.cumulative_hazard(point.time));
    }
    return sum;
  }

  std::vector<LifePoint> points_;
  std::vector<double> logs_{};  // of their times
};

}  // namespace scaling_limits::failures::detail
