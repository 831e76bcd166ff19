// SPDX-License-Identifier: Apache-2.0
// Every smooth law of lives, over any scalar.
#pragma once
#include <scaling_limits/failures/exponential_law.hpp>
#include <scaling_limits/failures/gamma_law.hpp>
#include <scaling_limits/failures/lognormal.hpp>
#include <scaling_limits/failures/lomax.hpp>
#include <scaling_limits/failures/two_piece.hpp>
#include <scaling_limits/failures/weibull.hpp>

namespace scaling_limits::testing {

using namespace failures;

/// Of every smooth law over a scalar that is found later: f(make), make(x) the law with x for one of its parameters, and x.
template <class F>
void for_every_parameter(const F& f) {
  f([]<class S>(const S& x) { return Exponential<S>{x}; }, 300.0);
  for (const double shape : {0.4, 0.7, 1.0, 3.0, 10.0}) {
    f([]<class S>(const S& x) { return Weibull<S>{x, S(120)}; }, shape);
    f([=]<class S>(const S& x) { return Weibull<S>{S(shape), x}; }, 120.0);
  }
  for (const double sigma : {0.3, 1.0, 2.0}) {
    f([]<class S>(const S& x) { return Lognormal<S>{S(4), x}; }, sigma);
    f([=]<class S>(const S& x) { return Lognormal<S>{x, S(sigma)}; }, 4.0);
  }
  for (const double shape : {1.5, 4.0}) {
    f([]<class S>(const S& x) { return Lomax<S>{x, S(500)}; }, shape);
    f([=]<class S>(const S& x) { return Lomax<S>{S(shape), x}; }, 500.0);
  }
  for (const double shape : {0.05, 0.7, 1.0, 3.0, 20.0}) {
    f([]<class S>(const S& x) { return Gamma<S>{x, S(120)}; }, shape);
    f([=]<class S>(const S& x) { return Gamma<S>{S(shape), x}; }, 120.0);
  }
  f([]<class S>(const S& x) { return TwoPiece<S>{x, S(1e-2), S(70)}; }, 1e-3);
  f([]<class S>(const S& x) { return TwoPiece<S>{x, S(1e-3), S(70)}; }, 1e-1);
  f([]<class S>(const S& x) { return TwoPiece<S>{S(1e-2), x, S(70)}; }, 1e-3);
  f([]<class S>(const S& x) { return TwoPiece<S>{S(1e-2), S(1e-3), x}; }, 70.0);
  f([]<class S>(const S& x) { return TwoPiece<S>{S(0), S(1e-2), x}; }, 70.0);
}

}  // namespace scaling_limits::testing
