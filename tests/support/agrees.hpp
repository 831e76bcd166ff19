// SPDX-License-Identifier: Apache-2.0
// Matchers that compare a value of any scalar with a reference of any precision: `agrees(reference, ulp(4))`,
// `agrees(reference, relative(1e-12))`. 0, infinity and NaN agree with themselves alone. A failure prints both, with the
// distance.
#pragma once
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_templated.hpp>
#include <limits>
#include <sstream>

#include "tolerance.hpp"

namespace scaling_limits::testing {

struct ulp {
  double units;
};
struct relative {
  double part;
};

/// |actual - reference| in units of the last place that T has at the reference (of the smallest number near zero).
/// 0 for equal infinities and two NaNs, inf where only one is such.
template <class T, class R>
double ulp_distance(const T& actual, const R& reference) {
  using std::abs;
  using std::ldexp;
  using limits = std::numeric_limits<T>;
  const T near = static_cast<T>(reference);
  if (actual == near && !(abs(near) < limits::infinity())) return 0;
  if (actual != actual || near != near) return actual != actual && near != near ? 0 : limits::infinity();
  if (!(abs(actual) < limits::infinity()) || !(abs(near) < limits::infinity())) return limits::infinity();
  T unit = limits::denorm_min();
  if (abs(near) >= limits::min()) {
    int exponent = 0;
    std::frexp(near, &exponent);
    unit = ldexp(T(1), exponent - limits::digits);
  }
  // in the reference's own precision where it is the wider one
  if constexpr (std::is_floating_point_v<R>) {
    return static_cast<double>(abs(actual - near) / unit);
  } else {
    const R apart = abs(R(R(actual) - reference));
    return static_cast<double>(R(apart / R(unit)));
  }
}

/// |actual / reference - 1|; 0 for equal values of any kind, inf where only one is zero, infinite or NaN.
template <class T, class R>
double relative_distance(const T& actual, const R& reference) {
  using std::abs;
  if (actual != actual || reference != reference)
    return actual != actual && reference != reference ? 0 : std::numeric_limits<double>::infinity();
  if (R(actual) == reference) return 0;
  if (reference == 0) return std::numeric_limits<double>::infinity();
  const double d = static_cast<double>(R(abs(R(R(actual) - reference)) / abs(reference)));
  return d == d ? d : std::numeric_limits<double>::infinity();
}

template <class R, class Tolerance>
class Agrees : public Catch::Matchers::MatcherGenericBase {
 public:
  Agrees(const R& reference, Tolerance tolerance) : reference_(reference), tolerance_(tolerance) {}

  template <class T>
  bool match(const T& actual) const {
    std::ostringstream text;
    text.precision(std::numeric_limits<T>::max_digits10);
    const double distance = distance_to(actual);
    text << "agrees with " << reference_ << " within " << allowed() << unit() << "; the distance is " << distance;
    description_ = text.str();
    return distance <= allowed();
  }
  std::string describe() const override { return description_; }

 private:
  static constexpr bool in_ulp = std::is_same_v<Tolerance, ulp>;
  template <class T>
  double distance_to(const T& actual) const {
    if constexpr (in_ulp) return ulp_distance(actual, reference_);
    else return relative_distance(actual, reference_);
  }
  double allowed() const {
    if constexpr (in_ulp) return tolerance_.units;
    else return tolerance_.part;
  }
  static const char* unit() { return in_ulp ? " ulp" : " relative"; }

  R reference_;
  Tolerance tolerance_;
  mutable std::string description_;
};

template <class R, class Tolerance>
Agrees<R, Tolerance> agrees(const R& reference, Tolerance tolerance) {
  return {reference, tolerance};
}

/// Keeps the largest distance of many comparisons, and where it was: one assertion for a dense grid.
struct Worst {
  double distance = 0;
  std::string where;

  template <class... X>
  void see(double d, const X&... at) {
    if (d <= distance) return;
    distance = d;
    std::ostringstream text;
    text.precision(21);
    ((text << at << ' '), ...);
    where = text.str();
  }
};

}  // namespace scaling_limits::testing
