// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/core/scalar.hpp>

#include <boost/math/differentiation/autodiff.hpp>
#include <catch2/catch_test_macros.hpp>
#include <complex>
#include <scaling_limits/core/dual.hpp>

#include "../../support/scalars.hpp"
#include "support/digits.hpp"

namespace scaling_limits::testing {

namespace {

using fvar = decltype(boost::math::differentiation::make_fvar<double, 2>(1.0));
template <class Expected, class... X>
constexpr bool promotes = std::same_as<promote_t<X...>, Expected>;

// integers adapt, floats widen
static_assert(promotes<double, int> && promotes<double, int, long> && promotes<float, float> && promotes<float, float, int>);
static_assert(promotes<float, int, float, long long> && promotes<double, float, double> &&
              promotes<long double, double, long double>);
static_assert(promotes<float, unsigned, float> && promotes<double, bool, double>);
// every other scalar wins over a built-in one, wherever it stands
static_assert(promotes<fvar, double, fvar> && promotes<fvar, fvar, int> && promotes<fvar, int, float, fvar, long double>);
static_assert(promotes<wide, wide, double> && promotes<wide, int, wide>);
static_assert(promotes<dual<double>, dual<double>, double, int> && promotes<dual<double>, float, dual<double>>);
static_assert(promotes<dual<dual<double>>, dual<double>, dual<dual<double>>>);
static_assert(promotes<Archetype, double, Archetype, int>);

static_assert(Scalar<float> && Scalar<double> && Scalar<long double> && Scalar<wide> && Scalar<fvar> && Scalar<dual<wide>>);
static_assert(!Scalar<int> && !Scalar<bool> && !Scalar<std::complex<double>> && !Scalar<const char*>);
static_assert(digits_of<float> == 24 && digits_of<double> == 53 && digits_of<wide> >= 166 && digits_of<Archetype> == 53);

}  // namespace

TEST_CASE("a number becomes an integer of any type without leaving its range", "[core]") {
  CHECK(saturated<int>(2.9) == 2);
  CHECK(saturated<int>(-2.9) == -2);
  CHECK(saturated<int>(1e300) == std::numeric_limits<int>::max());
  CHECK(saturated<int>(-1e300) == std::numeric_limits<int>::min());
  CHECK(saturated<int>(NaN) == 0);
  CHECK(saturated<std::int64_t>(0x1p63) == std::numeric_limits<std::int64_t>::max());
  CHECK(saturated<std::int64_t>(std::nextafter(0x1p63, 0)) == 0x7ffffffffffffc00);
  CHECK(saturated<std::size_t>(-1.0) == 0);
  CHECK(saturated<std::size_t>(0x1p64) == std::numeric_limits<std::size_t>::max());
  CHECK(saturated<int>(static_cast<long double>(inf)) == std::numeric_limits<int>::max());
  for (const double x : {0.0, 0.5, 7.9, 0x1p53 - 1, 0x1p53, 1e300, inf}) CHECK(whole_part(x) == std::floor(x));
}

TEST_CASE("smaller and larger keep a NaN in the first argument", "[core]") {
  CHECK(smaller(2.0, 1.0) == 1);
  CHECK(larger(2.0, 1.0) == 2);
  CHECK(smaller(NaN, 1.0) != smaller(NaN, 1.0));
  CHECK(larger(NaN, 1.0) != larger(NaN, 1.0));
}

TEST_CASE("values are looked at in double, and in long double where the range is wider", "[core]") {
  CHECK(value_of(1.5f) == 1.5);
  CHECK(value_of(wide("0.25")) == 0.25);
  CHECK(value_of(fvar(3.0)) == 3);
  CHECK(value_of(1e4000L) < std::numeric_limits<long double>::infinity());
}

}  // namespace scaling_limits::testing
