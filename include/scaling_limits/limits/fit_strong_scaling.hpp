// SPDX-License-Identifier: Apache-2.0
// The half size from step times at several sizes: t(N) = work/N + serial_time, fitted by least squares of relative errors,
// a linear problem in x_i = (1/(N_i t_i), 1/t_i) against 1. Relative errors taken as normal and alike:
//   work, serial_time    Student t intervals with n - 2 degrees of freedom
//   half_size            Fieller's interval of their ratio: all h with (work - h K)^2 <= t^2 Var(work - h K); it may
//                        reach to inf (Fieller, J. R. Statist. Soc. B 16(2), 1954)
#pragma once
#include "../version.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <span>
#include <string>

#include "../numeric/lifted.hpp"
#include "../numeric/quiet_policy.hpp"
#include "strong_scaling.hpp"

namespace scaling_limits::limits {

struct Interval {
  double lower{}, upper{};
};

struct StrongScalingFit {
  double half_size{};    // [GPUs]
  double work{};         // [GPU-seconds] of a step
  double serial_time{};  // [s] of a step
  double scatter{};      // standard deviation of relative errors; NaN for two points, which any line meets
  int points{};
  // inverse of the normal matrix, for intervals
  double work_variance{}, covariance{}, serial_variance{};

  /// Step time [s] at a size.
  template <class N, Scalar S = promote_t<N>>
  S step_time(const N& gpus) const {
    return S(work) / S(gpus) + S(serial_time);
  }
  /// The factor for max_gpus.
  StrongScaling<> factor() const { return {.half_size = half_size}; }

  /// A confidence interval of "half_size", "work" or "serial_time". Two points tell nothing of their own error: (0, inf).
  template <class = void>
  Interval interval(std::string_view quantity, double confidence = 0.95) const {
    check("fit_strong_scaling", "confidence", confidence, inner_fraction);
    const bool ratio = quantity == "half_size";
    if (!ratio && quantity != "work" && quantity != "serial_time")
      throw InvalidArgument("fit_strong_scaling: interval of " + in_quotes(quantity) +
                            " must be of 'half_size', 'work' or 'serial_time'");
    if (points < 3) return {0, inf};
    const boost::math::students_t_distribution<double, numeric::quiet_policy> student(points - 2);
    const double t2 = square(boost::math::quantile(student, 0.5 + confidence / 2) * scatter);
    if (!ratio) {
      const double value = quantity == "work" ? work : serial_time;
      const double reach = std::sqrt(t2 * (quantity == "work" ? work_variance : serial_variance));
      return {value - reach, value + reach};
    }
    // a h^2 - 2 b h + c <= 0
    const double a = square(serial_time) - t2 * serial_variance, b = work * serial_time - t2 * covariance;
    const double c = square(work) - t2 * work_variance, root = std::sqrt(std::fmax(0, b * b - a * c));
    if (a <= 0) return {c > 0 ? c / (b + root) : 0, inf};  // no serial time at all is inside
    return {std::fmax(0, c / (b + root)), (b + root) / a};
  }
};

/// @param gpus sizes > 0, two different ones at least; @param step_times [s] > 0
/// @throws InvalidArgument where there is no half size > 0: the times do not fall with size, or faster than 1/N
template <class = void>
StrongScalingFit fit_strong_scaling(std::span<const double> gpus, std::span<const double> step_times) {
  const std::string owner = "fit_strong_scaling: ";
  if (gpus.size() != step_times.size())
    throw InvalidArgument(owner + scaling_limits::to_text(double(gpus.size())) + " gpus and " +
                          scaling_limits::to_text(double(step_times.size())) + " step_times");
  // in 1/N relative to the first size: sums of like magnitude
  double xx = 0, xy = 0, yy = 0, x1 = 0, y1 = 0;
  bool different = false;
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    check("fit_strong_scaling", "gpus", gpus[i], positive);
    check("fit_strong_scaling", "step_times", step_times[i], positive, "s");
    different = different || gpus[i] != gpus[0];
    const double x = gpus[0] / gpus[i] * (step_times[0] / step_times[i]), y = step_times[0] / step_times[i];
    xx += x * x, xy += x * y, yy += y * y, x1 += x, y1 += y;
  }
  if (!different) throw InvalidArgument(owner + "gpus must hold two different sizes at least");
  const double determinant = xx * yy - xy * xy, to_work = gpus[0] * step_times[0], to_serial = step_times[0];
  const double work = (x1 * yy - y1 * xy) / determinant, serial = (y1 * xx - x1 * xy) / determinant;
  if (!(work > 0 && serial > 0))
    throw InvalidArgument(owner + "no half size > 0: the fit has work = " + scaling_limits::to_text(work * to_work) +
                          " [GPU-s] and serial_time = " + scaling_limits::to_text(serial * to_serial) + " [s]");
  double squares = 0;
  for (std::size_t i = 0; i < gpus.size(); ++i)
    squares += square((work * to_work / gpus[i] + serial * to_serial) / step_times[i] - 1);
  const int points = static_cast<int>(gpus.size());
  return {.half_size = work * to_work / (serial * to_serial),
          .work = work * to_work,
          .serial_time = serial * to_serial,
          .scatter = points > 2 ? std::sqrt(squares / (points - 2)) : NaN,
          .points = points,
          .work_variance = yy / determinant * square(to_work),
          .covariance = -xy / determinant * to_work * to_serial,
          .serial_variance = xx / determinant * square(to_serial)};
}

}  // namespace scaling_limits::limits
