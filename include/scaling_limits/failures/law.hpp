// SPDX-License-Identifier: Apache-2.0
// A law of the time to failure of one part is a value that answers, times in seconds,
//
//   survival(t) = P(life > t)   hazard(t) [1/s]   cumulative_hazard(t) = -ln survival   quantile(p)   mean()
//   mean_beyond(t), the integral of survival from t on   sample(random)   residual_quantile(p)
//
// The residual is the rest of a life met at a random moment (density survival / mean): what a part of a machine that has run
// for long has left. Its quantile is there to be drawn from, a double. Values and derivatives of the others, in time and in the
// law's own parameters, are those of the scalar: NaN in, NaN out, and NaN where a parameter is out of range. Nobody fails
// before 0. `random` has uniform() in (0, 1) and exponential() of mean 1.
// A law may offer `memoryless` (a part that is as good as new, always), lives(), where it stands for lives that were observed,
// hazard_jump(), the age at which its hazard jumps, and log_hazard(t), where the hazard leaves the range of numbers before its
// logarithm is absurd.
#pragma once
#include "../version.hpp"

#include <span>

#include "../core/fields.hpp"
#include "../core/math.hpp"
#include "../numeric/lifted.hpp"

namespace scaling_limits::failures {

/// Where the draws of a law that is chosen at run time come from.
class RandomSource {
 public:
  virtual double uniform() = 0;      ///< in (0, 1)
  virtual double exponential() = 0;  ///< of mean 1

 protected:
  ~RandomSource() = default;
};

template <class L>
concept FailureLaw = std::copyable<L> && requires(const L& law, double x, RandomSource& random) {
  { law.name() } -> std::convertible_to<std::string_view>;
  law.validate();
  static_cast<double>(law.survival(x));
  static_cast<double>(law.hazard(x));
  static_cast<double>(law.cumulative_hazard(x));
  static_cast<double>(law.quantile(x));
  static_cast<double>(law.mean());
  static_cast<double>(law.mean_beyond(x));
  { law.sample(random) } -> std::same_as<double>;
  { law.residual_quantile(x) } -> std::same_as<double>;
};

/// Whether the age of a part says nothing about the rest of its life.
template <class L>
constexpr bool is_memoryless(const L& law) {
  if constexpr (requires { bool(law.memoryless()); }) return law.memoryless();
  else if constexpr (requires { L::memoryless; }) return L::memoryless;
  else return false;
}

/// The lives that a law stands for, shortest first; none for a law with a formula.
template <class L>
constexpr std::span<const double> observed_lives(const L& law) {
  if constexpr (requires { law.lives(); }) return law.lives();
  else return {};
}

/// The age at which the hazard jumps [s]; NaN for a law whose hazard does not.
template <class L>
constexpr double hazard_jump(const L& law) {
  if constexpr (requires { law.hazard_jump(); }) return law.hazard_jump();
  else return NaN;
}

using numeric::corrected, numeric::is_plain, numeric::lifted;

}  // namespace scaling_limits::failures
