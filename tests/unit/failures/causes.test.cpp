// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/failures/causes.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <scaling_limits/failures/cause_checks.hpp>

#include "../../support/agrees.hpp"
#include "../../support/reference.hpp"
#include "../../support/tables.hpp"

namespace scaling_limits::testing {

using Catch::Matchers::Equals;

namespace {

using failures::Cause;
using failures::CausesOf;
using failures::Per;
using units::day;
using units::hour;
using Causes = std::vector<Cause<>>;

/// Of a run at its own size that no gpu_mttf is given for.
CausesOf<double> of_run(double gpus, double run_rate = 0, double downtime = 60) { return {gpus, run_rate, downtime, gpus}; }

/// Mean time between two of the first row of a list [s].
double time_between(const Causes& list, const CausesOf<double>& of) { return 1 / failures::rate_of(list[0], list, of); }

}  // namespace

TEST_CASE("the keys of a rate are those of which a row needs one, and what goes with one of them is a key too", "[failures]") {
  const auto says_rate = [](std::string_view key) {
    for (const auto& one : failures::rate_keys<double>)
      if (one.name == key) return true;
    return false;
  };
  for (const auto& field : fields_of<Cause<>>) {
    CAPTURE(field.name);
    Cause<> row{.name = "x", .running_days = 30};
    if (field.name != "events") row.running_days = NaN;
    row.*field.member = field.range.holds(0.5) ? 0.5 : 1;
    std::string refused;
    try {
      failures::validate(Causes{row}, 0.0);
    } catch (const InvalidArgument& error) {
      refused = error.what();
    }
    CHECK(says_rate(field.name) == (refused.find("needs a rate") == std::string::npos));
  }
  for (const std::string_view key : failures::beside_rate_keys) {
    CAPTURE(key);
    const auto& fields = fields_of<Cause<>>;
    const bool number = std::any_of(fields.begin(), fields.end(), [&](const auto& field) { return field.name == key; });
    CHECK((number || key == "per"));
  }
}

TEST_CASE("the keys of a downtime are those that change it", "[failures]") {
  for (const auto& field : fields_of<Cause<>>) {
    CAPTURE(field.name);
    Cause<> row{.name = "x"};
    row.*field.member = 77;
    const bool changes = failures::detail::downtime_of(row, 60.0) != 60;
    const auto& keys = failures::downtime_keys;
    CHECK((std::find(keys.begin(), keys.end(), field.name) != keys.end()) == changes);
  }
}

TEST_CASE("the fields of a cause are within the bounds that are written here", "[failures]") {
  CHECK(table_of<Cause<>>() ==
        "gpus_per_unit = nan [1]: > 0 and finite, or not given, usually 1 to 10000\n"
        "exponent = nan [1]: finite, or not given, usually 0 to 1\n"
        "mttf = nan [s]: > 0, or not given, usually 3.6e+06 to 3.6e+10, a help\n"
        "afr = nan [1]: >= 0 and finite, or not given, usually 0.001 to 0.2, a cost\n"
        "failing_share = nan [1]: in [0, 1), or not given, usually 0.001 to 0.2, a cost\n"
        "fit = nan [1]: >= 0 and finite, or not given, usually 1 to 50000, a cost\n"
        "per_1000_unit_days = nan [1]: >= 0 and finite, or not given, usually 0.1 to 20, a cost\n"
        "mtbf = nan [s]: > 0, or not given, usually 3600 to 8.64e+06, a help\n"
        "share = nan [1]: in [0, 1], or not given, usually 0.01 to 0.5\n"
        "events = nan [1]: >= 0 and finite, or not given, usually 1 to 500, a cost\n"
        "days = nan [d]: > 0 and finite, or not given, usually 7 to 100\n"
        "running_days = nan [d]: > 0 and finite, or not given, usually 7 to 100\n"
        "on_gpus = nan [1]: > 0 and finite, or not given, usually 8 to 100000\n"
        "per_failure = nan [1]: >= 0 and finite, or not given, usually 0.1 to 2, a cost\n"
        "detection = nan [s]: >= 0 and finite, or not given, usually 0 to 3600, a cost\n"
        "waiting = nan [s]: >= 0 and finite, or not given, usually 0 to 43200, a cost\n"
        "reaction = nan [s]: >= 0 and finite, or not given, usually 0 to 14400, a cost\n"
        "replacement = nan [s]: >= 0 and finite, or not given, usually 0 to 14400, a cost\n"
        "downtime = nan [s]: >= 0 and finite, or not given, usually 0 to 14400, a cost\n"
        "extra_restart = 0 [s]: >= 0 and finite, usually 0 to 3600, a cost\n"
        "restart_time = nan [s]: >= 0 and finite, or not given, usually 0 to 3600, a cost\n"
        "retry_chance = 0 [1]: in [0, 1), usually 0 to 0.5, a cost\n"
        "retry_time = 0 [s]: >= 0 and finite, usually 0 to 3600, a cost\n"
        "severity = 0 [1]: a whole number in [0, 2147483647], usually 0 to 3\n"
        "leaves_state = 0 [1]: true or false\n"
        "common = 0 [1]: true or false\n"
        "takes = nan [1]: a whole number in [0, 2147483647], or not given, usually 0 to 72, a cost\n"
        "planned = 0 [1]: true or false\n"
        "lag = nan [s]: >= 0 and finite, or not given, usually 3600 to 604800, a cost\n");
}

TEST_CASE("a rate is said in any of the usual ways", "[failures]") {
  // of a unit, times the units of the run
  CHECK_THAT(time_between({{.name = "gpu", .fit = 5000}}, of_run(8192)) / hour, agrees(24.4140625, ulp(4)));
  CHECK_THAT(time_between({{.name = "gpu", .afr = 0.09}}, of_run(16'384)) / hour,
             agrees(5.94482422, relative(1e-9)));  // digits
  CHECK_THAT(time_between({{.name = "gpu", .failing_share = 0.09}}, of_run(16'384)) / hour,
             agrees(5.67310280, relative(1e-9)));  // digits
  CHECK_THAT(time_between({{.name = "node", .per = Per::node, .per_1000_unit_days = 6.5}}, of_run(2048 * 8)) / hour,
             agrees(1.80288, relative(5e-6)));  // digits
  CHECK_THAT(time_between({{.name = "gpu", .mttf = 50'000 * hour}}, of_run(16'384)) / hour, agrees(50'000 / 16'384.0, ulp(4)));
  CHECK_THAT(time_between({{.name = "node", .per = Per::node, .mttf = 50'000 * hour}}, of_run(16'384)) / hour,
             agrees(50'000 / 2048.0, ulp(4)));
  CHECK_THAT(time_between({{.name = "rack", .per = Per::domain, .gpus_per_unit = 72, .mttf = 1e8}}, of_run(7200)),
             agrees(1e6, ulp(4)));
  CHECK_THAT(time_between({{.name = "tray", .per = Per::node, .gpus_per_unit = 4, .mttf = 1e8}}, of_run(4000)),
             agrees(1e5, ulp(4)));
  CHECK_THAT(time_between({{.name = "gpu", .per = Per::gpu, .afr = 2}}, of_run(1)), agrees(365.25 * day / 2, ulp(4)));
  // of the job, once
  CHECK_THAT(time_between({{.name = "job", .per = Per::job, .afr = 12}}, of_run(4096)), agrees(365.25 * day / 12, ulp(4)));
  CHECK_THAT(time_between({{.name = "job", .per = Per::job, .fit = 1e6}}, of_run(4096)), agrees(1000 * hour, ulp(4)));
  CHECK_THAT(time_between({{.name = "job", .per = Per::job, .mttf = 9000}}, of_run(4096)), agrees(9000.0, ulp(4)));
  CHECK_THAT(time_between({{.name = "job", .mtbf = 9000}}, of_run(4096)), agrees(9000.0, ulp(4)));
  // of what gpu_mttf counts
  CHECK_THAT(time_between({{.name = "some", .share = 0.25}}, of_run(4096, 1e-4)), agrees(4e4, ulp(4)));
  // a share of units that fail within a year is what a rate makes of it, whatever it is
  for (const double share : {1e-15, 1e-3, 0.5, 0.999}) {
    const double rate = 1 / time_between({{.name = "gpu", .failing_share = share}}, of_run(1)) * 365.25 * day;
    CHECK_THAT(rate, agrees(wide(-log1p(wide(-share))), ulp(tolerance::kernel)));
  }
  CHECK(failures::rate_of(Cause<>{.name = "none", .mttf = inf}, {}, of_run(4096)) == 0);
}

TEST_CASE("events are counted in running time: the days, less what was down in them", "[failures]") {
  const auto rate = [](const Causes& list, std::size_t i, double gpus = 16'384) {
    return failures::rate_of(list[i], list, CausesOf<double>{gpus, 0, 60, 16'384});
  };
  const Causes alone{{.name = "gpu", .events = 148, .days = 54, .downtime = 600}};
  CHECK_THAT(rate(alone, 0), agrees(148 / (54 * day - 148 * 600), ulp(4)));
  // all that was counted in the same days was down in them, planned stops too; a row that says nothing has the run's downtime
  const Causes list{{.name = "gpu", .events = 148, .days = 54, .downtime = 600},
                    {.name = "switch", .events = 35, .days = 54, .detection = 600, .waiting = 1200, .replacement = 7200},
                    {.name = "planned", .events = 47, .days = 54, .planned = 1},
                    {.name = "another month", .events = 9, .days = 30, .downtime = 1e5},
                    {.name = "running", .events = 9, .running_days = 54, .downtime = 1e6},
                    {.name = "by rate", .mtbf = 1e6, .downtime = 1e6}};
  const double left = 54 * day - 148 * 600 - 35 * 9000 - 47 * 60;
  CHECK_THAT(rate(list, 0), agrees(148 / left, ulp(4)));
  CHECK_THAT(rate(list, 1), agrees(35 / left, ulp(4)));
  CHECK_THAT(rate(list, 2), agrees(47 / left, ulp(4)));
  CHECK_THAT(rate(list, 3), agrees(9 / (30 * day - 9e5), ulp(4)));
  CHECK_THAT(rate(list, 4), agrees(9 / (54 * day), ulp(4)));
  // those of another job, in as many days
  auto jobs = list;
  jobs.push_back({.name = "smaller", .events = 20, .days = 54, .on_gpus = 2048, .downtime = 7200});
  CHECK(rate(jobs, 0) == rate(list, 0));
  CHECK_THAT(rate(jobs, 6), agrees(8 * 20 / (54 * day - 20 * 7200), ulp(4)));
  // failures and downtimes of a run with them fill its days
  CHECK_THAT(rate(list, 0) * left, agrees(148.0, ulp(4)));
  CHECK(rate({{.name = "none", .events = 0, .days = 54}}, 0) == 0);
}

TEST_CASE("a rate grows with the size of the run as what it is of does", "[failures]") {
  const auto ratio = [](const Cause<>& cause, double on = 1000) {
    const Causes list{cause};
    const CausesOf<double> large{8000, 8000 / 1e7, 60, on}, own{1000, 1e-4, 60, on};
    return failures::rate_of(cause, list, large) / failures::rate_of(cause, list, own);
  };
  const auto exponent = [](const Cause<>& cause) { return failures::size_exponent<double>(cause); };
  struct Row {
    Cause<> cause;
    double exponent;
  };
  const Row rows[]{{{.name = "gpu", .mttf = 1e8}, 1},
                   {{.name = "node", .per = Per::node, .afr = 1}, 1},
                   {{.name = "hall", .per = Per::domain, .gpus_per_unit = 4096, .afr = 1}, 1},
                   {{.name = "share", .share = 0.3}, 1},
                   {{.name = "job", .per = Per::job, .afr = 1}, 0},
                   {{.name = "job", .mtbf = 1e4}, 0},
                   {{.name = "job", .exponent = 0.5, .mtbf = 1e4}, 0.5},
                   {{.name = "job", .per = Per::job, .exponent = -0.25, .fit = 1e6}, -0.25},
                   {{.name = "counted", .events = 9, .days = 30}, 1},
                   {{.name = "counted", .per = Per::gpu, .events = 9, .days = 30}, 1},
                   {{.name = "counted", .exponent = 0, .events = 9, .days = 30}, 0},
                   {{.name = "counted", .exponent = 2, .events = 9, .running_days = 30}, 2},
                   {{.name = "planned", .events = 9, .days = 30, .planned = 1}, 0},
                   {{.name = "people", .events = 9, .days = 30}, 0},
                   {{.name = "people", .exponent = 0.3, .events = 9, .days = 30}, 0.3}};
  for (const auto& [cause, grows] : rows) {
    CAPTURE(cause.name, grows);
    CHECK(exponent(cause) == grows);
    CHECK_THAT(ratio(cause), agrees(std::pow(8.0, grows), relative(1e-14)));  // an exponential of a logarithm
  }
  // the job whose events they were, of another size than the run
  const Causes counted{{.name = "gpu", .events = 90, .running_days = 30, .on_gpus = 2000}};
  CHECK_THAT(failures::rate_of(counted[0], counted, of_run(16'000)), agrees(8 * 90 / (30 * day), ulp(4)));
  const Causes people{{.name = "people", .events = 90, .running_days = 30, .on_gpus = 2000}};
  CHECK(failures::rate_of(people[0], people, of_run(16'000)) == 90 / (30 * day));
}

TEST_CASE("what gpu_mttf counts beyond the shares is a row of its own, with the run's downtime", "[failures]") {
  const auto rows = [](const Causes& list, double run_rate = 1e-4) {
    return failures::rows_of<double>(list, of_run(4096, run_rate));
  };
  const Causes list{{.name = "hang", .share = 0.1, .detection = 2700},
                    {.name = "silent", .share = 0.05, .lag = 3600},
                    {.name = "upgrade", .mtbf = 5e5, .planned = 1}};
  const auto all = rows(list);
  REQUIRE(all.size() == 4);
  CHECK_THAT(all[3].rate, agrees(0.85e-4, ulp(4)));
  CHECK(all[3].unsaid);
  CHECK(all[3].downtime == 60);
  CHECK(all[3].strikes());
  CHECK_FALSE(all[3].says_restart);
  CHECK(all[0].downtime == 2700);
  CHECK(all[0].detection == 2700);
  CHECK(all[1].silent());
  CHECK(all[2].planned);
  CHECK_FALSE((all[0].unsaid || all[1].unsaid || all[2].unsaid));
  CHECK(rows({{.name = "all", .share = 1}}).size() == 1);
  CHECK(rows({{.name = "a", .share = 0.1}, {.name = "b", .share = 0.2}, {.name = "c", .share = 0.7}}).size() == 3);
  CHECK(rows({}).size() == 1);
  CHECK(rows({}, 0).empty());
  CHECK(rows({{.name = "own", .mtbf = 1e5}}, 0).size() == 1);
}

TEST_CASE("a row holds what its cause says", "[failures]") {
  const Causes list{{.name = "a",
                     .mtbf = 1e5,
                     .waiting = 40,
                     .restart_time = 500,
                     .retry_chance = 0.25,
                     .retry_time = 30,
                     .severity = 2,
                     .leaves_state = 1,
                     .common = 1,
                     .takes = 8},
                    {.name = "b", .mtbf = 1e5, .detection = 5, .replacement = 7, .extra_restart = 90}};
  const auto rows = failures::rows_of<double>(list, of_run(4096));
  REQUIRE(rows.size() == 2);
  const auto &a = rows[0], &b = rows[1];
  CHECK(a.downtime == 40);
  CHECK((a.says_restart && a.restart_time == 500));
  CHECK((a.retry_chance == 0.25 && a.retry_time == 30));
  CHECK((a.severity == 2 && a.leaves_state && a.common && a.takes == 8 && a.strikes()));
  CHECK(a.detection != a.detection);
  CHECK(b.downtime == 12);
  CHECK((!b.says_restart && b.restart_time != b.restart_time && b.extra_restart == 90));
  CHECK((b.severity == 0 && !b.leaves_state && !b.common && b.takes != b.takes));
  // over another scalar it says the same
  const std::vector<Cause<dual<double>>> over{list[0].over<dual<double>>(), list[1].over<dual<double>>()};
  const auto in_dual = failures::rows_of(over, CausesOf<dual<double>>{4096, 0, 60, 4096});
  CHECK((in_dual[0].restart_time.value == 500 && in_dual[1].downtime.value == 12 && in_dual[0].takes.value == 8));
  CHECK(list[0].over<float>().name == "a");
  CHECK(list[0].over<float>().per == list[0].per);
}

TEST_CASE("what a list may not be is refused by row and key, with the way out", "[failures]") {
  struct Refused {
    Causes list;
    const char *key, *text;
  };
  const Cause<> good{.name = "good", .mtbf = 1e5};
  const Refused table[]{
      {{{.mtbf = 1e5}}, "name", "cause '': name needs a name"},
      {{{.name = "other", .mtbf = 1e5}},
       "name",
       "cause 'other': name is what gpu_mttf counts beyond the shares: another name is needed"},
      {{good, good}, "name", "cause 'good': name is there twice: names tell rows apart"},
      {{{.name = "a"}},
       "mttf",
       "cause 'a': needs a rate: mttf, afr, failing_share, fit or per_1000_unit_days of one unit, mtbf or events of the job, "
       "or "
       "share of gpu_mttf's"},
      {{{.name = "a", .mttf = 1e8, .afr = 0.1}}, "afr", "cause 'a': afr is a second rate beside mttf: give one"},
      {{{.name = "a", .mtbf = 1e5, .share = 0.1}}, "share", "cause 'a': share is a second rate beside mtbf: give one"},
      {{{.name = "a", .fit = 10, .events = 3, .days = 30}},
       "events",
       "cause 'a': events is a second rate beside fit: give one"},
      {{{.name = "a", .per = Per::node, .mtbf = 1e5}}, "mtbf", "cause 'a': mtbf is of the job; of one unit say mttf"},
      {{{.name = "a", .per = Per::gpu, .mtbf = 1e5}}, "mtbf", "cause 'a': mtbf is of the job; of one unit say mttf"},
      {{{.name = "a", .per = Per::job, .share = 0.1}},
       "share",
       "cause 'a': share is of gpu_mttf's rate, which is per GPU, not per job"},
      {{{.name = "a", .per = Per::domain, .mttf = 1e8}},
       "gpus_per_unit",
       "cause 'a': gpus_per_unit must be given where a rate is per domain"},
      {{{.name = "a", .gpus_per_unit = 8, .mtbf = 1e5}}, "gpus_per_unit", "cause 'a': gpus_per_unit is for rates of one unit"},
      {{{.name = "a", .exponent = 1, .mttf = 1e8}},
       "exponent",
       "cause 'a': exponent is for rates of the job; those of a unit grow with the number of units"},
      {{{.name = "a", .exponent = 1, .share = 0.1}},
       "exponent",
       "cause 'a': exponent is for rates of the job; those of a unit grow with the number of units"},
      {{{.name = "a", .events = 3}}, "days", "cause 'a': days or running_days must be given where events are counted"},
      {{{.name = "a", .events = 3, .days = 30, .running_days = 30}},
       "days",
       "cause 'a': days and running_days are both given: events are counted in one of them"},
      {{{.name = "a", .mtbf = 1e5, .days = 30}}, "days", "cause 'a': days is of events that are counted, and there are none"},
      {{{.name = "a", .mtbf = 1e5, .running_days = 30}},
       "running_days",
       "cause 'a': running_days is of events that are counted, and there are none"},
      {{{.name = "a", .mtbf = 1e5, .on_gpus = 8}},
       "on_gpus",
       "cause 'a': on_gpus is of events that are counted, and there are none"},
      {{{.name = "a", .events = 100, .days = 30, .downtime = 10 * day}},
       "days",
       "cause 'a': the downtimes of what was counted in these days are longer than the days"},
      {{{.name = "a", .mtbf = 1e5, .detection = 5, .downtime = 60}},
       "downtime",
       "cause 'a': downtime stands beside detection, which is a part of it"},
      {{{.name = "a", .mtbf = 1e5, .waiting = 0, .downtime = 60}},
       "downtime",
       "cause 'a': downtime stands beside waiting, which is a part of it"},
      {{{.name = "a", .mtbf = 1e5, .replacement = 5, .downtime = 60}},
       "downtime",
       "cause 'a': downtime stands beside replacement, which is a part of it"},
      {{{.name = "a", .mtbf = 1e5, .extra_restart = 5, .restart_time = 60}},
       "restart_time",
       "cause 'a': restart_time stands beside extra_restart: give the whole or what is beyond the run's own"},
      {{{.name = "a", .mtbf = 1e5, .planned = 1, .lag = 60}},
       "lag",
       "cause 'a': lag is of silent errors: a planned stop is none"},
      {{{.name = "a", .share = 0.1, .planned = 1}},
       "share",
       "cause 'a': share is of gpu_mttf's rate, which counts no planned stops"},
      {{{.name = "a", .share = 0.7}, {.name = "b", .share = 0.5}},
       "share",
       "causes: the shares sum to 1.2, they are of gpu_mttf's rate: at most 1"}};
  for (const auto& [list, key, text] : table) {
    CAPTURE(text);
    try {
      failures::validate(list, 60.0);
      FAIL("not refused");
    } catch (const InvalidArgument& error) {
      CHECK_THAT(error.what(), Equals(text));
      CHECK(error.parameter == key);
    }
  }
  // a bad row behind good ones is found
  CHECK_THROWS_WITH(failures::validate(Causes{good, {.name = "a"}}, 60.0),
                    Catch::Matchers::StartsWith("cause 'a': needs a rate"));
}

TEST_CASE("numbers out of their range are refused by row and key", "[failures]") {
  const auto refused = [](Cause<> cause, const char* text) {
    cause.name = "a";
    CHECK_THROWS_AS(failures::validate(Causes{cause}, 60.0), DomainError);
    CHECK_THROWS_WITH(failures::validate(Causes{cause}, 60.0), Equals(text));
  };
  refused({.mtbf = 1e5, .retry_chance = 1}, "cause 'a': retry_chance = 1 must be in [0, 1)");
  refused({.failing_share = 1}, "cause 'a': failing_share = 1 must be in [0, 1)");
  refused({.mttf = 0}, "cause 'a': mttf = 0 must be > 0 [s]");
  refused({.share = 1.1}, "cause 'a': share = 1.1 must be in [0, 1]");
  refused({.mtbf = 1e5, .severity = 1.5}, "cause 'a': severity = 1.5 must be a whole number in [0, 2147483647]");
  refused({.mtbf = 1e5, .takes = -1}, "cause 'a': takes = -1 must be a whole number in [0, 2147483647]");
  refused({.mtbf = 1e5, .common = 2}, "cause 'a': common = 2 must be true or false");
  refused({.events = 3, .days = -1}, "cause 'a': days = -1 must be > 0 and finite [d]");
  for (const auto& field : fields_of<Cause<>>) {
    Cause<> cause{.name = "a"};
    cause.*field.member = -inf;
    CAPTURE(std::string(field.name));
    CHECK_THROWS_AS(failures::validate(Causes{cause}, 60.0), DomainError);
  }
}

TEST_CASE("what a list may be is taken: 64 rows, shares as people round them", "[failures]") {
  CHECK_NOTHROW(failures::validate(Causes{}, 60.0));
  Causes list;
  for (int i = 0; i < 64; ++i) list.push_back({.name = "row " + std::to_string(i), .mtbf = 1e5 + i});
  CHECK_NOTHROW(failures::validate(list, 60.0));
  CHECK(failures::rows_of<double>(list, of_run(4096, 1e-4)).size() == 65);  // and what gpu_mttf counts beyond them
  list.push_back({.name = "row 64", .mtbf = 1e5});
  try {
    failures::validate(list, 60.0);
    FAIL("not refused");
  } catch (const InvalidArgument& error) {
    CHECK_THAT(error.what(), Equals("causes: 65 rows, at most 64 are worked on"));
    CHECK(error.parameter == "causes");
  }
  Causes thirds;
  for (const char* name : {"a", "b", "c"}) thirds.push_back({.name = name, .share = 1.0 / 3 + 1e-11});
  CHECK_NOTHROW(failures::validate(thirds, 60.0));
  CHECK(failures::rows_of<double>(thirds, of_run(4096, 1e-4)).size() == 3);
  CHECK_NOTHROW(failures::validate(Causes{{.name = "a", .per = Per::domain, .share = 0.1},
                                          {.name = "b", .per = Per::domain, .events = 3, .days = 30},
                                          {.name = "c", .per = Per::job, .mtbf = 3e5, .restart_time = 0},
                                          {.name = "d", .mttf = inf, .lag = 0},
                                          {.name = "e", .exponent = 1, .mtbf = 1e5, .detection = 1, .extra_restart = 3}},
                                   60.0));
}

}  // namespace scaling_limits::testing
