// SPDX-License-Identifier: Apache-2.0
// A scalar kernel over whole Eigen arrays:
//
//   const auto kernel = [](auto w, auto c, auto m) { return checkpoint::goodput(w, c, m); };
//   Eigen::ArrayXd goodput = broadcast(kernel, interval, 2.5, mtbf);
//
// Arrays of one shape and scalars mix freely; expressions are evaluated once. The result has the shape of the first array (a
// column stays a column, fixed sizes stay fixed) and the scalar that the kernel returns. Without any array it is the kernel.
#pragma once
#include "../version.hpp"

#include <Eigen/Core>

#include "../core/errors.hpp"
#include "../core/scalar.hpp"

namespace scaling_limits {

namespace detail {

template <class X>
inline constexpr bool is_array = std::derived_from<X, Eigen::ArrayBase<X>>;

/// What broadcast takes: an Eigen array or array expression, or a scalar. Not a matrix: write x.array().
template <class X>
concept BroadcastArgument = is_array<X> || std::integral<X> || Scalar<X>;

/// An array evaluated, a scalar as it is.
template <class X>
decltype(auto) evaluated(const X& x) {
  if constexpr (is_array<X>) return x.eval();
  else return (x);
}

template <class X>
decltype(auto) element(const X& x, [[maybe_unused]] Eigen::Index row, [[maybe_unused]] Eigen::Index column) {
  if constexpr (is_array<X>) return x.coeff(row, column);
  else return (x);
}

template <class X, class... Rest>
const auto& first_array(const X& x, const Rest&... rest) {
  if constexpr (is_array<X>) return x;
  else return first_array(rest...);
}

template <class X, class Y>
void require_shape(const X& of, const Y& x) {
  if constexpr (is_array<Y>)
    if (of.rows() != x.rows() || of.cols() != x.cols())
      throw InvalidArgument("broadcast: arrays of " + std::to_string(of.rows()) + " x " + std::to_string(of.cols()) + " and " +
                            std::to_string(x.rows()) + " x " + std::to_string(x.cols()) + " do not match");
}

}  // namespace detail

/// kernel(a, b, ...) element by element.
///
/// @param kernel called with one scalar for each argument
/// @param arguments Eigen arrays of one shape, and scalars, in any order
/// @throws InvalidArgument for arrays of different shapes
template <class Kernel, detail::BroadcastArgument... X>
auto broadcast(const Kernel& kernel, const X&... arguments) {
  if constexpr (!(detail::is_array<X> || ...)) {
    return kernel(arguments...);
  } else {
    // eval() of a plain array is a reference to it, of an expression an array
    return [&](const auto&... x) {
      const auto& first = detail::first_array(x...);
      (..., detail::require_shape(first, x));
      using Shape = std::remove_cvref_t<decltype(first)>;
      using Value = std::remove_cvref_t<decltype(kernel(detail::element(x, 0, 0)...))>;
      Eigen::Array<Value, Shape::RowsAtCompileTime, Shape::ColsAtCompileTime, Shape::Options, Shape::MaxRowsAtCompileTime,
                   Shape::MaxColsAtCompileTime>
          result(first.rows(), first.cols());
      const Eigen::Index inner = result.innerSize();
      for (Eigen::Index k = 0; k < result.outerSize(); ++k)
        for (Eigen::Index l = 0; l < inner; ++l) {
          const Eigen::Index row = Shape::IsRowMajor ? k : l, column = Shape::IsRowMajor ? l : k;
          result.coeffRef(row, column) = kernel(detail::element(x, row, column)...);
        }
      return result;
    }(detail::evaluated(arguments)...);
  }
}

}  // namespace scaling_limits
