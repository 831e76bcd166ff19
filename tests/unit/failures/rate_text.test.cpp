// SPDX-License-Identifier: Apache-2.0
// Rates as people say them. The numbers are those of the definitions, by hand.
#include "scaling_limits/failures/rate_text.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

namespace scaling_limits::testing {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinRel;
using failures::said_rate;
using units::hour;

TEST_CASE("rates in their usual forms say what their definitions say", "[failures]") {
  // MTBF of a job [h]: FIT 5000 on 8192 GPUs, AFR and failing share 9 % on 16384, 6.5 per 1000 days of 2048 nodes of 8
  CHECK_THAT(1 / (said_rate("5000 FIT per GPU")->gpu * 8192) / hour, WithinRel(24.4140625, 1e-14));
  CHECK_THAT(1 / (said_rate("AFR 9 % per GPU")->gpu * 16384) / hour, WithinRel(5.94482422, 1e-8));
  CHECK_THAT(1 / (said_rate("failing share 9 % per GPU")->gpu * 16384) / hour, WithinRel(5.67310280, 1e-8));
  CHECK_THAT(1 / (said_rate("6.5 per 1000 node-days of 8 GPUs")->gpu * 16384) / hour, WithinRel(1.80288, 1e-5));
  for (const char* same :
       {"6.5 per 1,000 node-days of 8 GPUs", "6.5/1000 node-days of 8", "6.5 failures per 1000 node days of 8 GPUs",
        "0.0065 per node-day of 8 GPUs", "0.0065 per day per node of 8 GPUs"}) {
    CAPTURE(same);
    CHECK_THAT(said_rate(same)->gpu, WithinRel(said_rate("6.5 per 1000 node-days of 8 GPUs")->gpu, 1e-14));
  }
  CHECK_THAT(said_rate("AFR 250 % per GPU")->gpu, WithinRel(2.5 / units::year, 1e-15));  // a rate, no share
  CHECK_THAT(said_rate("9 % AFR")->one, WithinRel(said_rate("AFR 0.09")->one, 1e-15));
  CHECK_THAT(said_rate("3 per day")->counted, WithinRel(3 / units::day, 1e-15));
  CHECK_THAT(said_rate("6.5e-3 per node-day of 8 GPUs")->gpu, WithinRel(0.0065 / 8 / units::day, 1e-14));
  CHECK_THAT(said_rate("MTBF 3 h")->counted, WithinRel(1 / (3 * hour), 1e-15));
  CHECK_THAT(said_rate("one every 3 h per job")->job, WithinRel(1 / (3 * hour), 1e-15));
  CHECK_THAT(said_rate("50000 h per GPU")->gpu, WithinRel(1 / (50000 * hour), 1e-15));
  CHECK_THAT(said_rate("6.5 per 1000 node-days")->node, WithinRel(6.5 / (1000 * units::day), 1e-15));
  const auto window = said_rate("419 unexpected interruptions in 54 days");
  CHECK((window->events == 419 && window->window == 54 * units::day && window->job == 0));
}

TEST_CASE("rates of parts in series add up", "[failures]") {
  const auto sum = said_rate("150 FIT per GPU + 3 per day per job + 2048 x AFR 3 %");
  CHECK_THAT(sum->gpu, WithinRel(150 / (1e9 * hour), 1e-15));
  CHECK_THAT(sum->job, WithinRel(3 / units::day + 2048 * 0.03 / units::year, 1e-15));
}

TEST_CASE("a time is no rate, and half a rate is refused with what is wrong and how to say one", "[failures]") {
  for (const char* time :
       {"50000 h", "1-02:03:04", "unlimited", "1 h 30 min", "3 h + 4 h", "", "1.8e8 GPU*s", "5 TB/s", "400 Gbit/s per GPU"}) {
    CAPTURE(time);
    CHECK(!said_rate(time));
  }
  const auto refused = [](const char* text, const char* why) {
    CAPTURE(text);
    CHECK_THROWS_WITH(said_rate(text), ContainsSubstring(why) && ContainsSubstring("'150 FIT per GPU'"));
  };
  refused("5 per", "is no rate");
  refused("FIT", "lacks a number");
  refused("-3 FIT", "'-3' is below 0");
  refused("3 in 0 d", "'0 d' must be above 0");
  refused("7 per fortnight", "'1 fortnight' is no time");
  refused("3 per GPU-day per node", "says twice of what it is");
  refused("3 FIT of 8 GPUs", "but of no node");
  refused("3 per node-day of 0 GPUs", "a node of no GPUs");
  refused("3 in 54 d of 8 GPUs", "in wall-clock time what is not of the job");
  refused("3 in 54 d per node", "in wall-clock time what is not of the job");
  refused("1e308 per 1e-9 s", "is too large");
  refused("failing share 100 %", "1 or more");
  refused("9 x 3 per day", "of the job already");
  refused("150 FIT + 419 in 54 d", "count in wall-clock time");
  refused("150 FIT + ", "beside a plus");
}

}  // namespace scaling_limits::testing
