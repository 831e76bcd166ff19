// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/uncertainty/beta.hpp>
#include <scaling_limits/uncertainty/copula.hpp>
#include <scaling_limits/uncertainty/lognormal.hpp>
#include <scaling_limits/uncertainty/metalog.hpp>
#include <scaling_limits/uncertainty/normal.hpp>

#include "support/domain.hpp"

using namespace scaling_limits;
using namespace scaling_limits::uncertainty;
using namespace scaling_limits::testing;

TEST_CASE("kernels of uncertain inputs answer up to the ends of their domains and not beyond", "[uncertainty]") {
  constexpr Argument p{closed_fraction, 0.4}, number{finite_number, 1, 0.5}, positive_number{positive, 0.5},
      between{inner_fraction, 0.8};
  check_domain("standard_quantile", [](double x) { return standard_quantile(x); }, {p});
  check_domain("half_width", [](double x) { return half_width(x); }, {between});
  check_domain("lognormal_quantile", [](double x, double mu, double s) { return lognormal_quantile(x, mu, s); },
               {p, number, positive_number});
  check_domain("normal_quantile", [](double x, double mean, double s) { return normal_quantile(x, mean, s); },
               {p, number, positive_number});
  check_domain("beta_quantile", [](double x, double a, double b) { return beta_quantile(x, a, b); },
               {p, positive_number, positive_number});
  check_domain("lognormal_parameters", [](double low, double high, double c) { return lognormal_parameters(low, high, c)[1]; },
               {{Range{.lower = 0, .upper = 10, .open_below = true, .open_above = true}, 1},
                {Range{.lower = 1, .upper = inf, .open_below = true, .open_above = true}, 10},
                between});
  check_domain("normal_parameters", [](double low, double high, double c) { return normal_parameters(low, high, c)[1]; },
               {{Range{.lower = -inf, .upper = 10, .open_below = true, .open_above = true}, 1, 0.5},
                {Range{.lower = 1, .upper = inf, .open_below = true, .open_above = true}, 10},
                between});
  check_domain("normal_correlation", [](double rank) { return normal_correlation(rank); },
               {{Range{.lower = -1, .upper = 1}, 0.5}});
  CHECK(std::isnan(beta_parameters(0, 0.5, 0.9)[0]));
  CHECK(std::isnan(beta_parameters(0.5, 0.4, 0.9)[0]));
  CHECK(std::isnan(beta_parameters(0.5, 1, 0.9)[0]));
  CHECK(std::isnan(beta_parameters(0.5, NaN, 0.9)[0]));
  for (const double wrong : {-inf, -0.1, 1.1, 2.0, inf, NaN}) CHECK(std::isnan(metalog_quantile(wrong, 0.7, 0.3, 0.1, 0, inf)));
  CHECK(std::isnan(metalog_quantile(0.5, 0.7, 0.0, 0.1, 0, inf)));
  CHECK(std::isnan(metalog_quantile(0.5, NaN, 0.3, 0.1, 0, inf)));
  CHECK(std::isnan(metalog_quantile(0.5, 0.7, 0.3, 0.1, 2, 1)));
  CHECK(std::isnan(metalog_at(NaN, 0.7, 0.3, 0.1, 0, inf)));
  CHECK(metalog_at(-inf, 0.7, 0.3, 0.1, 0, inf) == 0);
  CHECK(metalog_at(inf, 0.7, 0.3, 0.1, 0, 5) == 5);
  CHECK(lognormal_quantile(0.0, 1, 1) == 0);
  CHECK(lognormal_quantile(1.0, 1, 1) == inf);
  CHECK(std::isnan(lognormal_quantile(1.0, NaN, 1)));
}
