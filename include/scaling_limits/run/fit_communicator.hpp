// SPDX-License-Identifier: Apache-2.0
// What of a restart grows, from restart times t_i at several sizes: t(N) = constant + growth (N/N_b)^k, the mean at each size.
// Its shape is that of least squares of relative errors, a linear problem in x_i = (1/t_i, (N_i/N_b)^k/t_i) against 1 with both
// unknowns >= 0:
//
//   the solution without that bound where it keeps to it; else the better of constant alone and growth alone
//   k       given, or where the sum of squares is least: on a grid of exponents, then by Brent's method
//   errors  of the linear problem, as if none were held at 0: sigma^2 times the inverse of the normal matrix, sigma^2 the
//           sum of squares per degree of freedom; with k found its slope growth ln(N_i/N_b) (N_i/N_b)^k/t_i is the third column
//   scale   least squares lie below the mean of what scatters, log-normal times by exp(-2 ln^2 spread), at all sizes alike
//           where they scatter alike: so all is multiplied by the mean of t_i over it (Duan, JASA 78, 1983: smearing)
//
// Of whole restarts the constant holds the schedule, the processes and the load.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <array>
#include <boost/math/tools/minima.hpp>
#include <span>
#include <string>
#include <vector>

#include "../core/result_fields.hpp"
#include "restart_parts.hpp"

namespace scaling_limits {

struct CommunicatorFit {
  double constant = NaN;           // [s] at any size
  double growth = NaN;             // [s] at communicator_gpus; 0 where nothing is seen to grow
  double communicator_gpus = NaN;  // N_b
  double exponent = NaN;           // k; NaN where it was to be found and nothing grows
  double constant_error = NaN, growth_error = NaN, exponent_error = NaN;  // standard errors; 0 of an exponent given
  double spread = NaN;                                                    // geometric standard deviation of t/fit, >= 1
  int times = 0, sizes = 0;                                               // restarts, and different sizes among them
  std::string note{};                                                     // what the sizes do not tell

  std::string_view status() const { return "ok"; }
  /// Restart time at a size [s].
  double time(double gpus) const { return parts().communicators_at(gpus); }
  /// The parts of a restart that take so long: all of it in its communicators.
  RestartParts<> parts() const {
    return {.communicator_time = constant,
            .communicator_growth = growth,
            .communicator_gpus = communicator_gpus,
            .communicator_exponent = exponent == exponent ? exponent : 1};
  }
};
constexpr auto fields(const CommunicatorFit*) {
  using F = CommunicatorFit;
  return std::tuple(
      ResultField("constant", &F::constant, "s", "what a restart takes at any size"),
      ResultField("constant_error", &F::constant_error, "s", "its standard error"),
      ResultField("growth", &F::growth, "s", "what grows with ranks, at communicator_gpus; 0: nothing is seen to grow"),
      ResultField("growth_error", &F::growth_error, "s", "its standard error"),
      ResultField("communicator_gpus", &F::communicator_gpus, "1", "the size at which growth holds"),
      ResultField("exponent", &F::exponent, "1", "power of the size of what grows"),
      ResultField("exponent_error", &F::exponent_error, "1", "its standard error; 0 where it was given"),
      ResultField("spread", &F::spread, "1", "geometric standard deviation of restart times over those of the fit"),
      ResultField("times", &F::times, "1", "restart times that were used"),
      ResultField("sizes", &F::sizes, "1", "different sizes among them"), status_field(&F::status), note_field(&F::note));
}

namespace detail {

/// Exponents among which one is looked for.
inline constexpr double least_exponent = 0.02, most_exponent = 4;
// within which sums of squares and powers are within the range of double
inline constexpr Range fitted_sizes{.lower = 1, .upper = 1e12}, fitted_times{.lower = 1e-9, .upper = 1e12};
inline constexpr Range fitted_exponents{.lower = 0, .upper = 10, .open_below = true};

/// The inverse of a symmetric 3 x 3 matrix: what stands on its diagonal.
struct NormalMatrix {
  double aa = 0, ab = 0, ac = 0, bb = 0, bc = 0, cc = 0;

  std::array<double, 3> inverse_diagonal() const {
    const double of_a = bb * cc - bc * bc, of_b = aa * cc - ac * ac, of_c = aa * bb - ab * ab;
    const double determinant = aa * of_a - ab * (ab * cc - bc * ac) + ac * (ab * bc - bb * ac);
    if (!(determinant > 0)) return {inf, inf, inf};
    return {of_a / determinant, of_b / determinant, of_c / determinant};
  }
};

/// The linear problem at any exponent; sizes relative to the largest, times to the first.
class CommunicatorTimes {
 public:
  struct Solution {
    double constant{}, growth{}, squares{};
  };

  CommunicatorTimes(std::span<const double> gpus, std::span<const double> times) : unit_(times[0]) {
    for (const double size : gpus) largest_ = (std::max)(largest_, size);
    for (std::size_t i = 0; i < gpus.size(); ++i) {
      const double x = std::log(gpus[i] / largest_);
      sizes_ += std::find(logs_.begin(), logs_.end(), x) == logs_.end();
      logs_.push_back(x), inverses_.push_back(unit_ / times[i]);
    }
  }

  double largest() const { return largest_; }
  double unit() const { return unit_; }
  int sizes() const { return sizes_; }

  Solution solved(double exponent) const {
    double aa = 0, ab = 0, bb = 0, a1 = 0, b1 = 0;
    each(exponent, [&](double a, double b, double) { aa += a * a, ab += a * b, bb += b * b, a1 += a, b1 += b; });
    const Solution constant_alone = with_squares({a1 / aa, 0, 0}, exponent);
    if (sizes_ < 2) return constant_alone;
    const double determinant = aa * bb - ab * ab;
    const Solution both{(a1 * bb - b1 * ab) / determinant, (b1 * aa - a1 * ab) / determinant, 0};
    if (both.constant >= 0 && both.growth >= 0) return with_squares(both, exponent);
    const Solution growth_alone = with_squares({0, b1 / bb, 0}, exponent);
    return growth_alone.squares < constant_alone.squares ? growth_alone : constant_alone;
  }

  /// The exponent of least squares.
  template <class = void>
  double best_exponent() const {
    constexpr int pieces = 60;
    const double from = std::log(least_exponent), to = std::log(most_exponent);
    const auto at = [&](int k) { return from + (to - from) * (std::min)((std::max)(k, 0), pieces) / pieces; };
    const auto squares = [&](double x) { return solved(std::exp(x)).squares; };
    int best = 0;
    double least = inf;
    for (int k = 0; k <= pieces; ++k)
      if (const double here = squares(at(k)); here < least) least = here, best = k;
    constexpr int digits = 26;  // half of them: a lowest point is no better known
    return std::exp(boost::math::tools::brent_find_minima(squares, at(best - 1), at(best + 1), digits).first);
  }

  /// sigma^2 times the diagonal of the inverse normal matrix: of constant, growth and, where found, exponent.
  std::array<double, 3> variances(const Solution& at, double exponent, bool found) const {
    const double free = static_cast<double>(logs_.size()) - (found ? 3 : sizes_ < 2 ? 1 : 2);
    NormalMatrix m;
    each(exponent, [&](double a, double b, double x) {
      const double c = found ? at.growth * x * b : 0;
      m.aa += a * a, m.ab += a * b, m.bb += b * b, m.ac += a * c, m.bc += b * c, m.cc += c * c;
    });
    if (sizes_ < 2) m.ab = 0, m.bb = 1;
    if (!found) m.cc = 1;
    const double variance = free > 0 ? at.squares / free : NaN;
    auto all = m.inverse_diagonal();
    for (double& v : all) v *= variance;
    return all;
  }

  /// The mean of the times over those of a solution: by how much these are below the mean.
  double mean_ratio(const Solution& at, double exponent) const {
    double sum = 0;
    each(exponent, [&](double a, double b, double) { sum += 1 / (at.constant * a + at.growth * b); });
    return sum / static_cast<double>(logs_.size());
  }

  /// Geometric standard deviation of the times over those of a solution with so many free parameters.
  double spread(const Solution& at, double exponent, int parameters) const {
    double sum = 0, squares = 0;
    const auto log_of = [&](double a, double b) { return std::log(at.constant * a + at.growth * b); };
    each(exponent, [&](double a, double b, double) { sum += log_of(a, b); });
    const double count = static_cast<double>(logs_.size()), free = count - parameters;
    each(exponent, [&](double a, double b, double) { squares += square(log_of(a, b) - sum / count); });
    return free > 0 ? std::exp(std::sqrt(squares / free)) : NaN;
  }

 private:
  /// Calls `look` with 1/t, (N/largest)^exponent/t and ln(N/largest) of each time.
  template <class F>
  void each(double exponent, const F& look) const {
    for (std::size_t i = 0; i < logs_.size(); ++i) look(inverses_[i], std::exp(exponent * logs_[i]) * inverses_[i], logs_[i]);
  }
  Solution with_squares(Solution at, double exponent) const {
    each(exponent, [&](double a, double b, double) { at.squares += square(at.constant * a + at.growth * b - 1); });
    return at;
  }

  double largest_ = 0, unit_ = 1;
  int sizes_ = 0;
  std::vector<double> logs_{}, inverses_{};
};

inline void check_times(std::span<const double> gpus, std::span<const double> restart_times) {
  const std::string owner = "fit_communicator";
  if (gpus.size() != restart_times.size())
    throw InvalidArgument(owner + ": " + to_text(static_cast<double>(gpus.size())) + " gpus and " +
                              to_text(static_cast<double>(restart_times.size())) + " restart_times",
                          "restart_times");
  if (gpus.empty()) throw InvalidArgument(owner + ": gpus must hold one size at least", "gpus");
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    check(owner, "gpus[" + std::to_string(i) + "]", gpus[i], fitted_sizes);
    check(owner, "restart_times[" + std::to_string(i) + "]", restart_times[i], fitted_times, "s");
  }
}

}  // namespace detail

/// What of a restart grows with its size.
///
/// @param gpus sizes, from 1 to 1e12, in any order; @param restart_times one each, from 1e-9 to 1e12 s
/// @param exponent k, in (0, 10]; NaN: found, of 0.02 to 4, which takes three different sizes
/// @param communicator_gpus the size at which growth is given; NaN: the largest
/// @throws DomainError by place; InvalidArgument for lists of different lengths, or none
template <class = void>
CommunicatorFit fit_communicator(std::span<const double> gpus, std::span<const double> restart_times, double exponent = 1,
                                 double communicator_gpus = NaN) {
  detail::check_times(gpus, restart_times);
  check("fit_communicator", "exponent", exponent, if_given(detail::fitted_exponents));
  check("fit_communicator", "communicator_gpus", communicator_gpus, if_given(detail::fitted_sizes));
  const detail::CommunicatorTimes problem(gpus, restart_times);
  CommunicatorFit fit{.times = static_cast<int>(gpus.size()), .sizes = problem.sizes()};
  fit.communicator_gpus = communicator_gpus == communicator_gpus ? communicator_gpus : problem.largest();
  const bool to_find = exponent != exponent, found = to_find && fit.sizes >= 3;
  const double k = found ? problem.best_exponent() : to_find ? 1 : exponent;
  const auto at = problem.solved(k);
  const auto variances = problem.variances(at, k, found && at.growth > 0);
  const double at_gpus = std::exp(k * std::log(fit.communicator_gpus / problem.largest()));
  const double unit = problem.unit() * problem.mean_ratio(at, k);
  fit.constant = at.constant * unit, fit.growth = at.growth * unit * at_gpus, fit.exponent = k;
  fit.constant_error = std::sqrt(variances[0]) * unit;
  fit.growth_error = std::sqrt(variances[1]) * unit * at_gpus;
  fit.exponent_error = to_find ? inf : 0;
  fit.spread = problem.spread(at, k, found && at.growth > 0 ? 3 : fit.sizes < 2 ? 1 : 2);
  if (found && at.growth > 0) fit.exponent_error = std::sqrt(variances[2]);
  if (fit.sizes < 2) fit.growth_error = inf, fit.note = "one size alone does not tell what grows with it: growth 0";
  else if (at.growth == 0) fit.note = "restart times do not rise with size: growth held at 0";
  else if (to_find && !found) fit.note = "two sizes do not tell the exponent: 1 assumed";
  else if (found && (k < 1.01 * detail::least_exponent || k > 0.99 * detail::most_exponent))
    fit.note = "the exponent is at an end of those looked at, 0.02 to 4";
  if (to_find && at.growth == 0) fit.exponent = NaN;
  if (at.constant == 0) fit.note += (fit.note.empty() ? "" : "; ") + std::string("no constant is seen: held at 0");
  return fit;
}

}  // namespace scaling_limits
