// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/supply/chips.hpp>
#include <scaling_limits/supply/data.hpp>
#include <scaling_limits/supply/hardware.hpp>
#include <scaling_limits/supply/power.hpp>

#include "support/domain.hpp"
#include "support/tables.hpp"

using namespace scaling_limits;
using namespace scaling_limits::supply;
using namespace scaling_limits::testing;

TEST_CASE("supplies answer up to the ends of their domains and not beyond", "[supply]") {
  constexpr Argument amount{from_zero}, rate{positive}, years{from_zero}, share{closed_fraction, 0.5};
  constexpr Argument used{Range{.lower = 0, .upper = 1, .open_below = true}, 0.5};
  check_domain("Hardware.gpus",
               [](double f, double w, double u, double t, double r, double e, double c, double x) {
                 return Hardware<>{f, w, u, t, r, e}.gpus(c, x);
               },
               {rate, rate, used, rate, rate, rate, amount, years});
  check_domain("Hardware.compute", [](double n, double x) { return Hardware<>{1, 1, 1, 1, 2, 1}.compute(n, x); },
               {amount, years});
  check_domain("Hardware.compute_of_power",
               [](double n, double x) { return Hardware<>{1, 1, 1, 1, 2, 1}.compute_of_power(n, x); }, {amount, years});
  check_domain("Hardware.compute_of_equivalents",
               [](double n) { return Hardware<>{1, 1, 1, 1, 2, 1}.compute_of_equivalents(n); }, {amount});
  check_domain("Power.available",
               [](double p, double a, double r, double n, double c, double x) { return Power<>{p, a, r, n, c}.available(x); },
               {{Range{.lower = 1, .open_above = true}, 2}, {Range{.upper = 2}, 1}, rate, rate, {not_negative}, years});
  check_domain("Chips.available",
               [](double s, double q, double g, double w, double c, double v, double d, double x, double better) {
                 return Chips<>{s, q, g, w, c, v, d}.available(x, better);
               },
               {{not_negative}, {not_negative}, rate, amount, rate, share, rate, years, rate});
  check_domain("Chips.made_per_year", [](double x) { return Chips<>{1, 2, 2, 3}.made_per_year(x); }, {years});
  check_domain("Data.available",
               [](double a, double b, double c, double d, double e, double f, double g, double q, double h, double x) {
                 return Data<>{a, b, c, d, e, f, g, q, h}.available(x);
               },
               {{not_negative},
                {not_negative},
                {not_negative},
                {not_negative},
                {not_negative},
                {not_negative},
                rate,
                share,
                rate,
                years});
}

TEST_CASE("the fields of supplies are within the bounds that are written here", "[supply]") {
  CHECK(table_of<Hardware<>>() ==
        "peak_flops = nan [FLOP/s]: > 0 and finite, usually 1e+15 to 4e+15, a help\n"
        "power_per_gpu = nan [W]: > 0 and finite, usually 1527.9 to 1846, a cost\n"
        "utilization = nan [1]: in (0, 1], usually 0.2 to 0.6, a help\n"
        "duration = nan [s]: > 0 and finite, usually 5.18e+06 to 2.33e+07, a help\n"
        "peak_growth = nan [1]: > 0 and finite, usually 1.31 to 1.59, a help\n"
        "efficiency_growth = nan [1]: > 0 and finite, usually 1.16 to 1.42, a help\n");
  CHECK(table_of<Power<>>() ==
        "data_center_power = nan [W]: > 0 and finite, usually 3.3e+10 to 5e+10, a help\n"
        "ai_power = nan [W]: >= 0 and finite, usually 1e+09 to 1e+10, a help\n"
        "growth = nan [1]: > 0 and finite, usually 1.1 to 1.32, a help\n"
        "other_growth = nan [1]: > 0 and finite, usually 1.07 to 1.1, a cost\n"
        "campus = 0 [W]: >= 0 and finite, usually 9.6e+08 to 5e+09, a help\n");
  CHECK(table_of<Chips<>>() ==
        "stock = nan [1]: >= 0 and finite, usually 1.4e+06 to 3.5e+06, a help\n"
        "production = nan [1]: >= 0 and finite, usually 1e+06 to 4.63e+06, a help\n"
        "count_growth = nan [1]: > 0 and finite, usually 1.3 to 2, a help\n"
        "wafers = inf [1]: >= 0, usually 1.2e+06 to 4e+06, a help\n"
        "capital_growth = 1 [1]: > 0 and finite, usually 1.16 to 1.33, a help\n"
        "volume_ratio = 1 [1]: in [0, 1], usually 0.25 to 0.75, a help\n"
        "dies_per_wafer = 28 [1]: > 0 and finite, usually 20 to 40, a help\n");
  CHECK(table_of<Data<>>() ==
        "text = nan [1]: >= 0 and finite, usually 1.3e+14 to 2.1e+15, a help\n"
        "images = 0 [1]: >= 0 and finite, usually 5e+12 to 2e+13, a help\n"
        "video = 0 [1]: >= 0 and finite, usually 4.31e+12 to 1.73e+13, a help\n"
        "audio = 0 [s]: >= 0 and finite, usually 4e+11 to 1.6e+12, a help\n"
        "tokens_per_image = 22 [1]: >= 0 and finite, usually 2 to 290, a help\n"
        "tokens_per_audio_second = 23 [1/s]: >= 0 and finite, usually 2 to 280, a help\n"
        "growth = 1 [1]: > 0 and finite, usually 1.03 to 1.1, a help\n"
        "quality = 1 [1]: in [0, 1], usually 0.1 to 0.4, a help\n"
        "epochs = 1 [1]: > 0 and finite, usually 3 to 15, a help\n");
}
