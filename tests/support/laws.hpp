// SPDX-License-Identifier: Apache-2.0
// The list of laws of lives for tests (kinds.hpp).
#pragma once
#include "scaling_limits/failures/empirical.hpp"
#include "scaling_limits/failures/exponential_law.hpp"
#include "scaling_limits/failures/gamma_law.hpp"
#include "scaling_limits/failures/lognormal.hpp"
#include "scaling_limits/failures/lomax.hpp"
#include "scaling_limits/failures/two_piece.hpp"
#include "scaling_limits/failures/weibull.hpp"
#include "support/kinds.hpp"

namespace scaling_limits::testing {

inline auto every_law() {
  using namespace failures;
  return Kinds{
      kind<"exponential">(Exponential<>{300}),
      kind<"weibull">(Weibull<>{0.4, 120}, Weibull<>{0.7, 120}, Weibull<>{1, 120}, Weibull<>{3, 120}, Weibull<>{10, 120}),
      kind<"lognormal">(Lognormal<>{4, 0.3}, Lognormal<>{4, 1}, Lognormal<>{4, 2}),
      kind<"lomax">(Lomax<>{1.5, 500}, Lomax<>{4, 500}),
      kind<"gamma">(Gamma<>{0.05, 120}, Gamma<>{0.7, 120}, Gamma<>{1, 120}, Gamma<>{3, 120}, Gamma<>{20, 120}),
      kind<"two_piece">(TwoPiece<>{1e-3, 1e-2, 70}, TwoPiece<>{1e-1, 1e-3, 70}, TwoPiece<>{1e-2, 1e-3, 70},
                        TwoPiece<>{0, 1e-2, 70}),
      kind<"empirical">(Empirical({30, 10, 20, 20}))};
}

inline constexpr std::array without_parameters{LeftOut{"empirical", "has steps, and no parameters"}};

/// Of every law over a scalar that is found later: f(make, make(x) the law with x for one of its parameters, and x).
template <class F>
void for_every_parameter(const F& f) {
  take<without_parameters>(every_law(), [&](const auto& values) {
    values.each([&]<class L>(const L& law) {
      for (std::size_t i = 0; i < fields_of<L>.size(); ++i) {
        const double own = law.*fields_of<L>[i].member;
        const auto make = [&]<class S>(const S& x) {
          auto made = over<S>(law);
          made.*fields_of<decltype(made)>[i].member = x;
          return made;
        };
        if (own != 0) f(make, own);
      }
    });
  });
}

}  // namespace scaling_limits::testing
