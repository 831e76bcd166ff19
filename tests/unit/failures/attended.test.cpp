// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/failures/attended.hpp"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "scaling_limits/failures/hours_text.hpp"
#include "support/derivatives.hpp"
#include "support/draw.hpp"
#include "support/scalars.hpp"
#include "support/tolerance.hpp"

using namespace scaling_limits;
using namespace scaling_limits::failures;
using namespace scaling_limits::testing;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using units::day, units::hour, units::minute;

namespace {

const AttendedHours office = attended_hours("Mon-Fri 9:00-17:00");
using Others = std::vector<UnattendedFailures<>>;

/// Until somebody has been there for so long, from a time of the week on: window by window.
double comes_after(const AttendedHours& hours, double began, double attended) {
  for (double monday = 0;; monday += week_length)
    for (const Window& w : hours) {
      const double start = std::max(began, monday + w.from);
      if (start >= monday + w.to) continue;
      if (start + attended < monday + w.to) return start + attended - began;
      attended -= monday + w.to - start;
    }
}

struct Kind {
  double mtbf, downtime, reaction;
  bool attended;
};
/// A run played failure by failure: the share of the time that it runs, in blocks for the error.
struct Played {
  double share, error;
};
Played played(const std::vector<Kind>& kinds, const AttendedHours& hours, std::uint64_t seed, int failures) {
  Sampler random(seed);
  double rate = 0, now = 0;
  for (const Kind& kind : kinds) rate += 1 / kind.mtbf;
  const int blocks = 200;
  double ups = 0, downs = 0, squares = 0, cross = 0, up_squares = 0;
  for (int block = 0; block < blocks; ++block) {
    double up = 0, down = 0;
    for (int i = 0; i < failures / blocks; ++i) {
      const double ran = random.exponential(1 / rate);
      now = std::fmod(now + ran, week_length), up += ran;
      double at = random.uniform(0, 1) * rate;
      const Kind* struck = &kinds.back();
      for (const Kind& kind : kinds)
        if ((at -= 1 / kind.mtbf) < 0) {
          struck = &kind;
          break;
        }
      double out = struck->downtime;
      if (struck->attended) out += comes_after(hours, now, struck->reaction > 0 ? random.exponential(struck->reaction) : 0);
      now = std::fmod(now + out, week_length), down += out;
    }
    ups += up, downs += down, squares += down * down, cross += up * down, up_squares += up * up;
  }
  const double share = ups / (ups + downs), ratio = downs / ups;  // the error of a ratio of sums
  const double variance = squares - 2 * ratio * cross + ratio * ratio * up_squares;
  return {share, share * share * std::sqrt(std::max(0.0, variance)) / ups};
}
/// The same as the library answers it.
double answered(const std::vector<Kind>& kinds, const AttendedHours& hours) {
  std::vector<OutageKind<>> all;
  for (const Kind& k : kinds) all.push_back({1 / k.mtbf, k.downtime, k.reaction, k.attended});
  const auto waits = waits_of<double>(all, hours);
  double down = 0;
  for (std::size_t i = 0; i < all.size(); ++i) down += all[i].rate * (all[i].downtime + waits[i]);
  return 1 / (1 + down);
}
/// One to four windows of random length.
AttendedHours drawn_hours(Sampler& random) {
  std::vector<double> ends;
  for (int i = 2 * (1 + static_cast<int>(4 * random.uniform(0, 1))); i > 0; --i)
    ends.push_back(week_length * random.uniform(0, 1));
  std::sort(ends.begin(), ends.end());
  AttendedHours hours;
  for (std::size_t i = 0; i < ends.size(); i += 2) hours.push_back({ends[i], ends[i + 1]});
  return hours;
}

}  // namespace

TEST_CASE("attended: where the wait is all of the outage", "[failures][attended]") {
  const auto share = [](double hours, double reaction = 0) { return attended_share(hours * hour, office, reaction * hour); };
  const auto down = [](double hours) { return attended_downtime(hours * hour, office) / hour; };
  CHECK_THAT(share(3), WithinAbs(0.327036099, 5e-10));
  CHECK_THAT(down(3), WithinAbs(6.1733, 5e-5));
  CHECK_THAT(down(10), WithinAbs(10.5109, 5e-5));
  CHECK_THAT(down(30), WithinAbs(13.4299, 5e-5));
  CHECK_THAT(down(100), WithinAbs(14.7437, 5e-5));
  CHECK_THAT(share(3, 0.5), WithinAbs(0.269425938, 5e-10));
  CHECK_THAT(share(30, 1), WithinAbs(0.654301483, 5e-10));
}

TEST_CASE("attended: few failures wait half of a gap, by its length", "[failures][attended]") {
  const auto few = [](const char* text) { return attended_downtime(inf, attended_hours(text)) / hour; };
  CHECK_THAT(few("Mon-Fri 9-17"), WithinRel((4 * 16 * 16 + 64 * 64) / (2 * 168.0), 1e-14));
  CHECK_THAT(few("Mon-Fri 9-17"), WithinAbs(15.2381, 5e-5));
  CHECK_THAT(few("Mon-Fri 8-20"), WithinAbs(12.4286, 5e-5));
  CHECK_THAT(few("daily 9-17"), WithinAbs(5.3333, 5e-5));
  CHECK_THAT(few("daily 8-22"), WithinAbs(2.0833, 5e-5));
  CHECK(few("daily 0-24") == 0);
  // digits: the share that does not run is not what is left of one
  CHECK_THAT(attended_downtime(1e15, office), WithinRel(attended_downtime(inf, office), 1e-9));
}

TEST_CASE("attended: a repair after the wait, and failures that need nobody", "[failures][attended]") {
  const auto share = [](double mtbf, double repair, Others others = {}) {
    return attended_share(mtbf * hour, office, 0.0, repair * hour, others);
  };
  CHECK_THAT(share(3, 2), WithinAbs(0.20331342, 5e-9));
  CHECK_THAT(share(10, 3), WithinAbs(0.38148769, 5e-9));
  CHECK_THAT(share(10, 0, {{3 * hour, 2 * hour}}), WithinAbs(0.35067367, 5e-9));
  // a repair of no length, and others that cost nothing, are none
  CHECK_THAT(share(3, 1e-9), WithinRel(share(3, 0), 1e-8));
  CHECK_THAT(share(3, 0, {{5 * hour, 0}}), WithinRel(share(3, 0), 1e-7));
  CHECK_THAT(share(3, 0, {{1e12 * hour, 10 * hour}}), WithinRel(share(3, 0), 1e-7));
  // a reaction of many weeks is of attended time alone, whatever else
  CHECK_THAT(attended_downtime(1e7 * hour, office, 1e6 * day, 60.0), WithinRel(1e6 * day * 168 / 40, 1e-3));
  // who is there at all hours acts as one on call
  const AttendedHours always = attended_hours("daily 0-24");
  CHECK_THAT(attended_share(3 * hour, always, 600.0, 1200.0), WithinRel(1 / (1 + 1800 / (3.0 * hour)), 1e-15));
}

TEST_CASE("attended: at random hours as played", "[failures][attended]") {
  Sampler random(20261130);
  double squares = 0;
  constexpr int settings = 24;
  for (int i = 0; i < settings; ++i) {
    const AttendedHours hours = i % 3 == 0 ? attended_hours("Mon-Fri 8:30-18") : drawn_hours(random);
    std::vector<Kind> kinds;
    for (int k = 1 + i % 4; k > 0; --k)
      kinds.push_back({random.log_uniform(hour, 300 * hour), i % 4 == 0 ? 0 : random.log_uniform(10, 30 * hour),
                       random.uniform(0, 1) < 0.5 ? 0 : random.log_uniform(60, 4 * hour), k != 2});
    for (Kind& kind : kinds)
      if (i % 4 == 0) kind.reaction = kinds.front().reaction;
    const Played seen = played(kinds, hours, 100 + static_cast<std::uint64_t>(i), 60000);
    const double found = answered(kinds, hours);
    CAPTURE(i, hours_text(hours), kinds.size(), kinds[0].mtbf / hour, kinds[0].downtime, kinds[0].reaction, found, seen.share,
            seen.error);
    CHECK(std::abs(found - seen.share) <= tolerance::standard_errors * seen.error);
    squares += std::pow((found - seen.share) / seen.error, 2);
  }
  CHECK(std::sqrt(squares / settings) < 1.5);
}

TEST_CASE("attended: steps of the week leave what is said", "[failures][attended]") {
  Sampler random(7);
  for (int i = 0; i < 12; ++i) {
    const AttendedHours hours = i % 2 ? office : drawn_hours(random);
    const std::vector<OutageKind<>> kinds{
        {1 / random.log_uniform(1.5 * hour, 300 * hour), random.log_uniform(20, 4 * hour),
         i % 3 == 0 ? 0 : random.log_uniform(60, 3 * hour), true},
        {1 / random.log_uniform(3 * hour, 300 * hour), random.log_uniform(20, hour), 0, i % 4 == 0}};
    const auto waits = waits_of<double>(kinds, hours), finer = waits_of<double>(kinds, hours, 2);
    const failures::detail::WeekOfOutages<double> coarse(kinds, hours, 16), fine(kinds, hours, 32);
    for (std::size_t k = 0; k < kinds.size(); ++k)
      if (kinds[k].attended) {
        const double truth = fine.wait(k) + (fine.wait(k) - coarse.wait(k)) / 3;
        CAPTURE(i, k, hours_text(hours), 1 / kinds[k].rate, kinds[k].downtime, kinds[k].reaction);
        CHECK_THAT(waits[k], WithinRel(truth, 5e-5));
        CHECK_THAT(finer[k], WithinRel(truth, 1e-5));
      }
  }
}

TEST_CASE("attended: a run that fails many times a second has waits too", "[failures][attended]") {
  using Kinds = std::vector<OutageKind<>>;
  const auto wait = [](const Kinds& kinds) { return waits_of<double>(kinds, office)[0]; };
  for (const double reaction : {0.0, 377.0, 4 * hour}) {
    const auto beside = [&](double rate) { return wait({{0.9 * rate, 500, reaction, true}, {0.1 * rate, 2000, 0, false}}); };
    double last = beside(0.2);
    for (const double rate : {0.3, 0.999999, 1.000001, 20.0, 1e6, 1e200}) {
      CAPTURE(reaction, rate);
      // a downtime that is next to none, against the exact wait of none at all
      if (reaction > 0)
        CHECK_THAT(wait({{0.9 * rate, 1e-5, reaction, true}, {0.1 * rate, 0, reaction, true}}),
                   WithinRel(wait({{rate, 0, reaction, true}}), 1e-5));
      CHECK(beside(rate) > 0);
      CHECK(beside(rate) <= last);
      last = beside(rate);
    }
    CHECK_THAT(beside(1.000001), WithinRel(beside(0.999999), 2e-6));
  }
}

TEST_CASE("attended: outages of many weeks, and reactions of no time or of years", "[failures][attended]") {
  const auto wait = [](double rate, double downtime, double reaction) {
    const std::vector<OutageKind<>> kinds{{rate, downtime, reaction, true}, {rate / 3, downtime / 2, 0, false}};
    return waits_of<double>(kinds, office)[0];
  };
  for (const double rate : {1e-200, 1e-6, 1e-3}) {
    CAPTURE(rate);
    CHECK_THAT(wait(rate, 5 * hour + 8 * week_length, hour), WithinRel(wait(rate, 5 * hour, hour), 1e-9));
    CHECK(wait(rate, 1e300, hour) > 0);
    CHECK_THAT(wait(rate, hour, 1e-200), WithinRel(wait(rate, hour, 0), 1e-9));
    for (const double reaction : {1e9, 1e20, 1e200})
      CHECK_THAT(wait(rate, hour, reaction) * share_of_week(office), WithinRel(reaction, 1e-4));
  }
}

TEST_CASE("attended: slopes are those of differences", "[failures][attended]") {
  using D = dual<double>;
  for (const bool alone : {true, false}) {
    const auto down = [&](const auto& rate, const auto& reaction) {
      using S = std::remove_cvref_t<decltype(rate)>;
      std::vector<OutageKind<S>> kinds{{rate, S(alone ? 0 : 900), reaction, true}};
      if (!alone) kinds.push_back({S(2e-5), S(3000), S(0), false});
      return waits_of<S>(kinds, office, 2)[0];
    };
    const double rate = 1 / (7 * hour), reaction = 2000;
    const double h = 1e-4;
    const auto by_rate = (down(rate * (1 + h), reaction) - down(rate * (1 - h), reaction)) / (2 * h * rate);
    const auto by_reaction = (down(rate, reaction * (1 + h)) - down(rate, reaction * (1 - h))) / (2 * h * reaction);
    CHECK_THAT(down(D(rate, 1.0), D(reaction)).slope, WithinRel(by_rate, 1e-5));
    CHECK_THAT(down(D(rate), D(reaction, 1.0)).slope, WithinRel(by_reaction, 1e-5));
    CHECK_THAT(down(D(rate, 1.0), D(reaction)).value, WithinRel(down(rate, reaction), 1e-12));
  }
}

TEST_CASE("attended: a longer week, a quicker reaction, rarer failures help", "[failures][attended]") {
  Sampler random(3);
  for (int i = 0; i < 20; ++i) {
    const AttendedHours hours = drawn_hours(random);
    const double mtbf = hour * std::pow(300, random.uniform(0, 1)), reaction = 3600 * random.uniform(0, 1);
    const double share = attended_share(mtbf, hours, reaction, 600.0);
    CAPTURE(hours_text(hours), mtbf, reaction);
    CHECK(attended_share(mtbf, widened(hours, 1800), reaction, 600.0) >= share * (1 - 1e-6));
    CHECK(attended_share(mtbf, hours, reaction / 2, 600.0) >= share * (1 - 1e-6));
    CHECK(attended_share(2 * mtbf, hours, reaction, 600.0) >= share * (1 - 1e-6));
  }
}

TEST_CASE("attended: out of domain is NaN, and NaN stays NaN", "[failures][attended]") {
  const double t = 3 * hour;
  for (const double bad : {NaN, -1.0}) {
    CHECK(std::isnan(attended_share(bad, office)));
    CHECK(std::isnan(attended_downtime(t, office, bad)));
    CHECK(std::isnan(attended_downtime(t, office, 0.0, bad)));
    CHECK(std::isnan(attended_downtime(t, office, 0.0, 60.0, Others{{bad, 60}})));
    CHECK(std::isnan(attended_downtime(t, office, 0.0, 60.0, Others{{t, bad}})));
  }
  CHECK(std::isnan(attended_downtime(t, {})));
  CHECK(std::isnan(attended_downtime(t, {{5, 3}})));
  CHECK(std::isnan(attended_downtime(t, {{0, week_length + 1}})));
}

TEST_CASE("attended: hours as people write them", "[failures][attended]") {
  using Hours = AttendedHours;
  const auto h = [](double from, double to) { return Window{from * hour, to * hour}; };
  CHECK(attended_hours("Mon 9-17") == Hours{h(9, 17)});
  CHECK(attended_hours("mon 9:30 - 17:15") == Hours{h(9.5, 17.25)});
  CHECK(attended_hours("Tue\u2013Wed 9\u201317") == Hours{h(33, 41), h(57, 65)});
  CHECK(attended_hours("Monday-Tuesday 22-6") == Hours{h(22, 30), h(46, 54)});
  CHECK(attended_hours("Sat-Sun 20-6") == Hours{h(0, 6), h(140, 150), h(164, 168)});
  CHECK(attended_hours("Sun-Mon 9-17") == Hours{h(9, 17), h(153, 161)});
  CHECK(attended_hours("daily 0-24") == Hours{h(0, 168)});
  CHECK(attended_hours("Mon-Thu 9-18, Fri 9-14:30; Fri 14-16") ==
        Hours{h(9, 18), h(33, 42), h(57, 66), h(81, 90), h(105, 112)});
  CHECK(attended_hours("Mon,Wed-Thu 9-17") == Hours{h(9, 17), h(57, 65), h(81, 89)});
  CHECK(attended_hours("Mon-Tue 9-12, 13-17, Wed 8-10") == Hours{h(9, 12), h(13, 17), h(33, 36), h(37, 41), h(56, 58)});
  CHECK(attended_hours("weekdays 9-17, weekends 10-12") == attended_hours("Mon-Fri 9-17; Sat-Sun 10-12"));
  CHECK(attended_hours("24/7") == attended_hours("daily 0-24"));
  CHECK(hours_text(attended_hours("Sat-Sun 20-6")) == "Mon 0:00-6:00, Sat 20:00-Sun 6:00, Sun 20:00-24:00");
  CHECK(hours_text(office) == "Mon-Fri 9:00-17:00");
  CHECK(hours_text(attended_hours("Mon-Tue 9-17, Wed 9-18, Fri 9-18")) == "Mon-Tue 9:00-17:00, Wed 9:00-18:00, Fri 9:00-18:00");
  CHECK(hours_text(attended_hours("Mon 0-24")) == "Mon 0:00-24:00");
  CHECK(widened({h(0.5, 2), h(3, 167.5)}, hour) == Hours{h(0, 168)});
  CHECK(widened({h(10, 12)}, hour) == Hours{h(9, 13)});
  const auto refused = [](const char* text, const char* why) {
    CHECK_THROWS_WITH(attended_hours(text), ContainsSubstring(why) && ContainsSubstring("Mon-Fri 9:00-17:00"));
  };
  refused("", "needs a day");
  refused("9-17", "needs a day");
  refused("Mob 9-17", "no day 'mob'");
  refused("Mon 9", "needs an end");
  refused("Mon 9-25", "beyond 24:00");
  refused("Mon 9:60-17", "minutes beyond 59");
  refused("Mon 9-17 or so", "goes on");
  refused("Mon 9-17,", "needs a day");
  CHECK_THROWS_WITH(validate(Hours{}), ContainsSubstring("never come back"));
  CHECK_THROWS_WITH(validate(Hours{h(9, 17), h(16, 20)}), ContainsSubstring("sorted and apart"));
}
