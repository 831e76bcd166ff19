// SPDX-License-Identifier: Apache-2.0
// A factor that is known at some sizes only, measured or simulated: between them -ln e is a cubic in ln N that rises and falls
// where the points do, with a continuous slope.
//
// Slopes at the points are harmonic means of the neighbouring secants, 0 at a turn: Fritsch and Butland, SIAM J. Sci. Stat.
// Comput. 5(2), 1984, which meets the condition of monotonicity of Fritsch and Carlson, SIAM J. Numer. Anal. 17(2), 1980. At
// the ends the parabola's, as far as that condition lets it.
#pragma once
#include "../version.hpp"

#include <vector>

#include "factor.hpp"

namespace scaling_limits::limits {

struct Tabulated {
  struct Point {
    double gpus, efficiency;
  };
  std::vector<Point> points;  // of rising size
  Name name = "tabulated";
  static constexpr std::string_view kind = "tabulated";
  static constexpr std::string_view text = "known at some sizes: a monotone curve through points, nothing beyond them";

  void validate() const {
    if (points.size() < 2)
      throw InvalidArgument("Tabulated: points holds " + std::to_string(points.size()) + ", at least 2 are needed", "points");
    double before = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const std::string at = "points." + std::to_string(i) + ".";
      check("Tabulated", at + "gpus", points[i].gpus,
            Range{.lower = before, .upper = inf, .open_below = true, .open_above = true});
      check("Tabulated", at + "efficiency", points[i].efficiency, positive_fraction);
      before = points[i].gpus;
    }
  }

  SizeRange domain() const { return {points.front().gpus, points.back().gpus, name, name}; }

  template <class S>
  Terms<S> losses(const S& gpus) const {
    return {{name, loss(gpus)}};
  }
  template <class N, Scalar S = promote_t<N>>
  S efficiency(const N& gpus) const {
    return limits::efficiency(*this, S(gpus));
  }

 private:
  /// A size that comes back from its logarithm is what it was but for this.
  static constexpr double rounded_size = 1e-12;

  template <class S>
  S loss(const S& gpus) const {
    using std::log;
    const double n = value_of(gpus);
    const bool known =
        points.size() >= 2 && n >= points.front().gpus * (1 - rounded_size) && n <= points.back().gpus * (1 + rounded_size);
    if (!known) return S(NaN);
    const auto after =
        std::upper_bound(points.begin() + 1, points.end() - 1, n, [](double x, const Point& p) { return x < p.gpus; });
    const auto i = static_cast<std::size_t>(after - points.begin()) - 1;  // the interval from point i
    const S width = distance<S>(i), secant = this->secant<S>(i), from = slope<S>(i), to = slope<S>(i + 1);
    const S x = log(S(gpus / S(points[i].gpus)));
    const S bend = (S(3) * secant - S(2) * from - to) / width, twist = (from + to - S(2) * secant) / (width * width);
    return -log(S(points[i].efficiency)) + x * (from + x * (bend + x * twist));
  }

  template <class S>
  S distance(std::size_t i) const {
    using std::log;
    return log(S(S(points[i + 1].gpus) / S(points[i].gpus)));
  }
  template <class S>
  S secant(std::size_t i) const {
    using std::log;
    return log(S(S(points[i].efficiency) / S(points[i + 1].efficiency))) / distance<S>(i);
  }

  /// d(-ln e)/d ln N at a point.
  template <class S>
  S slope(std::size_t i) const {
    const std::size_t last = points.size() - 1;
    if (last == 1) return secant<S>(0);
    if (i == 0) return end_slope(secant<S>(0), secant<S>(1), distance<S>(0), distance<S>(1));
    if (i == last) return end_slope(secant<S>(i - 1), secant<S>(i - 2), distance<S>(i - 1), distance<S>(i - 2));
    const S left = secant<S>(i - 1), right = secant<S>(i);
    if (!(value_of(left) * value_of(right) > 0)) return S(0);
    const S a = distance<S>(i - 1), b = distance<S>(i);
    return S(3) * (a + b) / ((S(2) * b + a) / left + (b + S(2) * a) / right);
  }
  template <class S>
  static S end_slope(const S& first, const S& next, const S& first_width, const S& next_width) {
    const S parabola = ((S(2) * first_width + next_width) * first - first_width * next) / (first_width + next_width);
    if (!(value_of(parabola) * value_of(first) > 0)) return S(0);
    // three times the secant at most, where the next one turns
    const bool turns = !(value_of(first) * value_of(next) > 0),
               steep = std::abs(value_of(parabola)) > 3 * std::abs(value_of(first));
    return turns && steep ? S(S(3) * first) : parabola;
  }
};

}  // namespace scaling_limits::limits
