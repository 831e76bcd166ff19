// SPDX-License-Identifier: Apache-2.0
// The failure laws by name. A new one is its header, an include and a line in failure_laws() below.
#pragma once
#include "../../version.hpp"

#include "../../failures/empirical.hpp"
#include "../../failures/exponential_law.hpp"
#include "../../failures/gamma_law.hpp"
#include "../../failures/lognormal.hpp"
#include "../../failures/lomax.hpp"
#include "../../failures/two_piece.hpp"
#include "../../failures/weibull.hpp"
#include "../json_schema.hpp"
#include "../law_of.hpp"

namespace scaling_limits::catalog {

/// Every failure law that can be chosen by name.
Group& failure_laws() {
  using namespace failures;
  static Group all("failure_law", {law_kind<Exponential<>>(),
                                   law_kind<Weibull<>>(),
                                   law_kind<Lognormal<>>(),
                                   law_kind<Lomax<>>(),
                                   law_kind<Gamma<>>(),
                                   law_kind<TwoPiece<>>(),
                                   {"failure_law",
                                    std::string(Empirical::name()),
                                    std::string(Empirical::text),
                                    {},
                                    {looking([] { return json_schema::numbers("s", positive); },
                                             {"lives", "observed lives [s], each as likely as the others", {}, {}, false})},
                                    [](const Map& given) -> std::shared_ptr<Model> {
                                      return std::make_shared<LawOf<Empirical>>(Empirical(
                                          numbers_in("Empirical", {"lives", "s", "observed lives", positive}, given)));
                                    },
                                    {},
                                    class_name(Empirical::name())}});
  return all;
}

}  // namespace scaling_limits::catalog
