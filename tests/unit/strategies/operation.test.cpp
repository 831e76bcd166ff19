// SPDX-License-Identifier: Apache-2.0
// Runs that people bring back: what strategies, limits and levers make of an operation.
#include "scaling_limits/run/operation.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "scaling_limits/analysis/by_cause.hpp"
#include "scaling_limits/analysis/operation_levers.hpp"
#include "scaling_limits/failures/hours_text.hpp"
#include "scaling_limits/limits/reported.hpp"
#include "scaling_limits/simulation/simulator.hpp"
#include "scaling_limits/strategies/asynchronous.hpp"
#include "scaling_limits/strategies/elastic.hpp"
#include "scaling_limits/strategies/independent.hpp"
#include "scaling_limits/strategies/replicated.hpp"
#include "scaling_limits/strategies/under_causes.hpp"
#include "scaling_limits/strategies/verified.hpp"
#include "support/reference.hpp"
#include "support/tolerance.hpp"

using namespace scaling_limits;
using namespace scaling_limits::strategies;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using failures::Cause, failures::RestartedBy, failures::attended_hours;
using units::day, units::hour, units::minute;

namespace {

/// The run of examples/run.toml.
const TrainingRun<> readme{.gpus = 16384,
                           .gpu_mttf = 50'000 * hour,
                           .checkpoint_bytes = 5e12,
                           .write_bandwidth = 2e12,
                           .read_bandwidth = 2e12,
                           .storage_latency = 0.1,
                           .initialization_time = 300,
                           .downtime = 60};

Operation<> attended(const char* hours, double reaction = NaN) {
  return {.kind = RestartedBy::attended, .hours = attended_hours(hours), .reaction = reaction};
}
Cause<> share(const char* name, double of, RestartedBy by = RestartedBy::unsaid, double downtime = NaN) {
  Cause<> cause;
  cause.name = name, cause.share = of, cause.operation = by, cause.downtime = downtime;
  return cause;
}
auto under(const Operation<>& operation, std::vector<Cause<>> causes = {}) {
  return under_causes(std::move(causes), blocking(), {}, NaN, operation);
}

}  // namespace

TEST_CASE("operation: the share of the week that runs, times what a run without downtime does", "[strategies][operation]") {
  constexpr double of_steps = 1e-5;  // a run's week is stepped in 20 min, that of attended_share in ten
  const Operation<> office = attended("Mon-Fri 9-17", 20 * minute);
  TrainingRun<> never = readme;
  never.downtime = 0;
  const double mtbf = readme.gpu_mttf / readme.gpus;
  const double runs = failures::attended_share(mtbf, office.hours, 20 * minute, readme.downtime);
  CHECK_THAT(goodput(readme, under(office)), WithinRel(runs * goodput(never, blocking()), of_steps));
  // with a row that needs nobody
  const double automatic = failures::attended_share(mtbf / 0.7, office.hours, 20 * minute, readme.downtime,
                                                    std::vector<failures::UnattendedFailures<>>{{mtbf / 0.3, 30}});
  CHECK_THAT(goodput(readme, under(office, {share("software", 0.3, RestartedBy::automatic, 30)})),
             WithinRel(automatic * goodput(never, blocking()), of_steps));
}

TEST_CASE("operation: on call is a longer downtime, automatic none", "[strategies][operation]") {
  TrainingRun<> longer = readme;
  longer.downtime += 45 * minute;
  const Operation<> called{.kind = RestartedBy::on_call, .reaction = 45 * minute};
  CHECK_THAT(goodput(readme, under(called)), WithinRel(goodput(longer, blocking()), tolerance::two_routes));
  CHECK(goodput(readme, under({})) == goodput(readme, blocking()));
  // the reaction of people is not that of a row which comes back by itself
  const auto mixed = under(called, {share("software", 1, RestartedBy::automatic)});
  CHECK_THAT(goodput(readme, mixed), WithinRel(goodput(readme, blocking()), tolerance::two_routes));
}

TEST_CASE("operation: as played, with rows of their own operation", "[strategies][operation][simulation]") {
  scaling_limits::testing::Sampler random(47);
  double squares = 0;
  constexpr int settings = 10;
  for (int i = 0; i < settings; ++i) {
    Operation<> operation = attended(i % 2 ? "Mon-Fri 9-17" : "Mon-Sat 8-20:30", i % 3 ? random.log_uniform(60, 2 * hour) : 0);
    operation.retry_chance = i % 4 == 1 ? 0.2 : 0, operation.retry_time = 600;
    if (i % 4 == 2) operation.evaluation_every = 4 * hour, operation.evaluation_time = 700;
    Cause<> called = share("called", 0.2, RestartedBy::on_call, 300);
    called.reaction = 1800;
    const std::vector<Cause<>> causes{share("software", 0.3, RestartedBy::automatic, random.log_uniform(20, 4000)), called};
    TrainingRun<> run = readme;
    run.gpus = random.log_uniform(500, 30'000), run.downtime = random.log_uniform(10, 2 * hour);
    const auto strategy = under(operation, causes);
    const auto seen = simulation::simulate(run, strategy, {.seed = 900u + static_cast<unsigned>(i), .relative_accuracy = 4e-3});
    const double found = goodput(run, strategy);
    CAPTURE(i, run.gpus, run.downtime, found, seen.goodput, seen.standard_error, seen.note);
    CHECK(std::abs(found - seen.goodput) <= tolerance::standard_errors * seen.standard_error);
    squares += std::pow((found - seen.goodput) / seen.standard_error, 2);
    CHECK_THAT(seen.breakdown.sum(), WithinAbs(1, 1e-9));
  }
  CHECK(std::sqrt(squares / settings) < 1.8);  // of ten: 1.8 once in a thousand
}

TEST_CASE("operation: learners wait for one morning together, and have their quorum together",
          "[strategies][operation][simulation]") {
  scaling_limits::testing::Sampler random(53);
  for (int i = 0; i < 6; ++i) {
    const Operation<> operation = attended(i % 2 ? "Mon-Fri 9-17" : "Mon-Sat 8-20:30", i % 3 ? 15 * minute : 0);
    TrainingRun<> run = readme;
    run.gpus = random.log_uniform(2000, 30'000), run.downtime = random.log_uniform(10, 2 * hour);
    const auto apart = under_causes(std::vector<Cause<>>{}, independent(8, blocking(), 2 + i), {}, NaN, operation);
    const auto seen = simulation::simulate(run, apart, {.seed = 40u + static_cast<unsigned>(i), .relative_accuracy = 5e-3});
    const double found = goodput(run, apart);
    CAPTURE(i, run.gpus, run.downtime, found, seen.goodput, seen.standard_error, seen.note);
    CHECK(std::abs(found - seen.goodput) <= tolerance::standard_errors * seen.standard_error);
    CHECK_THAT(apart.breakdown(run).sum(), WithinAbs(1, 1e-12));
  }
}

TEST_CASE("operation: a learner that is stopped for a while is missed by a quorum, of one stop of all nothing is",
          "[strategies][operation][simulation]") {
  using failures::Cause;
  const auto stops_each = [](double people, double maintenance_time) {
    Operation<> by;
    by.people = people;
    if (people > 0) by.people_time = hour;
    if (maintenance_time > 0) by.maintenance_every = 168 * hour, by.maintenance_time = maintenance_time;
    return by;
  };
  Cause<> power{.name = "power", .mtbf = 200 * hour, .downtime = 6 * hour}, late = power;
  power.common = 1;
  late.name = "late", late.mtbf = 100 * hour, late.lag = hour;
  struct Setting {
    std::vector<Cause<>> causes;
    Operation<> operation;
    double within;  // relative, beside the simulator's own error
  };
  TrainingRun<> listed = readme;
  listed.gpu_mttf = inf;
  const Cause<> chips{.name = "chips", .mtbf = 3 * hour, .downtime = 600};
  for (const auto& [causes, operation, within] :
       {Setting{{}, stops_each(0, 4 * hour), 2e-3}, Setting{{}, stops_each(1, 0), 5e-3}, Setting{{chips, power}, {}, 2e-3},
        Setting{{chips, power}, stops_each(0.3, 8 * hour), 5e-3}, Setting{{power}, {}, 2e-3},
        Setting{{chips, late}, {}, 5e-3}}) {
    const TrainingRun<>& run = causes.empty() ? readme : listed;
    const auto apart = under_causes(causes, independent(4, blocking(), 4), {}, NaN, operation);
    const auto seen = simulation::simulate(run, apart, {.seed = 9, .relative_accuracy = 1e-3});
    const double found = goodput(run, apart), apart_by = within * found + tolerance::standard_errors * seen.standard_error;
    CAPTURE(causes.size(), operation.people, operation.maintenance_time, found, seen.goodput, seen.standard_error, seen.note);
    CHECK(std::abs(found - seen.goodput) <= apart_by);
    CHECK_THAT(apart.breakdown(run).sum(), WithinAbs(1, 1e-12));
  }
  power.planned = 1;
  CHECK_THROWS_AS(simulation::simulate(listed, under_causes({chips, power}, independent(4, blocking(), 4))), InvalidArgument);
}

TEST_CASE("operation: stops of people are rows, evaluations take their time of the work", "[strategies][operation]") {
  Operation<> operation;
  operation.people = 0.5, operation.people_time = 900;
  operation.maintenance_every = 10 * day, operation.maintenance_time = 8 * hour;
  Cause<> people, maintenance;
  people.name = "people", people.planned = 1, people.mtbf = readme.gpu_mttf / readme.gpus / 0.5, people.downtime = 900;
  maintenance.name = "maintenance", maintenance.planned = 1, maintenance.mtbf = 10 * day, maintenance.downtime = 8 * hour;
  const auto by_rows = under_causes({people, maintenance}, blocking());
  CHECK_THAT(goodput(readme, under(operation)), WithinRel(goodput(readme, by_rows), tolerance::two_routes));
  const double before = goodput(readme, under(operation));
  operation.evaluation_every = 6 * hour, operation.evaluation_time = 1200;
  CHECK_THAT(goodput(readme, under(operation)), WithinRel(before / (1 + 1.0 / 18), tolerance::two_routes));
  const auto parts = under(operation).breakdown(readme);
  CHECK_THAT(parts.sum(), WithinAbs(1, 1e-12));
  CHECK_THAT(parts.of("useful"), WithinRel(goodput(readme, under(operation)), tolerance::two_routes));
  CHECK_THAT(parts.of("evaluation"), WithinRel(parts.of("useful") / 18, tolerance::two_routes));
  // by cause, with what is useful and what evaluates
  double all = parts.of("useful") + parts.of("evaluation");
  const auto rows = analysis::by_cause(readme, under(operation));
  CHECK(rows.size() == 3);
  for (const auto& row : rows) {
    all += row.time();
    CHECK(row.without > goodput(readme, under(operation)));
  }
  CHECK_THAT(all, WithinAbs(1, 1e-12));
  // people come with failures: twice of these, twice of those
  TrainingRun<> twice = readme;
  twice.gpus *= 2;
  CHECK_THAT(analysis::by_cause(twice, under(operation))[0].rate, WithinRel(2 * rows[0].rate, tolerance::two_routes));
}

TEST_CASE("operation: what verifications find waits for nobody", "[strategies][operation][simulation]") {
  for (int i = 0; i < 4; ++i) {
    const Operation<> operation = attended(i % 2 ? "Mon-Fri 9-17" : "daily 8-20", i < 2 ? 900 : 0);
    const auto strategy =
        under_causes({share("software", 0.4, RestartedBy::automatic, 300)}, verified(30, 0.4), {}, NaN, operation);
    const auto seen =
        simulation::simulate(readme, strategy, {.seed = 70u + static_cast<unsigned>(i), .relative_accuracy = 3e-3});
    CAPTURE(i, goodput(readme, strategy), seen.goodput, seen.standard_error);
    CHECK(std::abs(goodput(readme, strategy) - seen.goodput) <= tolerance::standard_errors * seen.standard_error);
  }
}

TEST_CASE("operation: a stop of people waits for a write in the background", "[strategies][operation][simulation]") {
  Operation<> operation;
  operation.people = 0.5, operation.people_time = 600;
  for (const double bandwidth : {2e12, 2e11, 4e10}) {
    TrainingRun<> run = readme;
    run.write_bandwidth = bandwidth;
    const auto strategy = under_causes({}, asynchronous(2e13, 0.02), {}, NaN, operation);
    const auto seen = simulation::simulate(run, strategy, {.seed = 61, .relative_accuracy = 2e-3});
    CAPTURE(bandwidth, goodput(run, strategy), seen.goodput, seen.standard_error);
    // of second order in what a write that is in flight already makes it wait
    const double in_flight = 0.5 * run.write_time() * run.write_time() / strategy.interval(run);
    const double second = operation.people * run.failure_rate() * in_flight;
    CHECK_THAT(goodput(run, strategy), WithinRel(seen.goodput, tolerance::standard_errors * 2e-3 + second));
  }
}

TEST_CASE("operation: retries are of causes that do not say", "[strategies][operation]") {
  Operation<> operation;
  operation.retry_chance = 0.3, operation.retry_time = 1200;
  Cause<> all = share("all", 1), own = share("own", 1);
  all.retry_chance = 0.3, all.retry_time = 1200, own.retry_chance = 0.01, own.retry_time = 5;
  CHECK(goodput(readme, under(operation)) == goodput(readme, under({}, {all})));
  CHECK(goodput(readme, under(operation, {own})) == goodput(readme, under({}, {own})));
}

TEST_CASE("operation: the largest size is one of attended runs", "[strategies][operation][limits]") {
  const auto strategy = under(attended("Mon-Fri 9-17"), {share("software", 0.6, RestartedBy::automatic, 120)});
  for (const double least : {0.5, 0.8}) {
    const auto limit = limits::max_gpus(readme, limits::goodput_at_least(least), growth::chinchilla(), strategy);
    REQUIRE(limit.value > 0);
    CHECK_THAT(goodput(growth::chinchilla().at(readme, limit.value), strategy), WithinRel(least, 1e-9));
  }
  const auto peak = limits::max_gpus(readme, limits::peak_throughput(), growth::chinchilla(), strategy);
  const auto worth = [&](double gpus) { return gpus * goodput(growth::chinchilla().at(readme, gpus), strategy); };
  CHECK(worth(peak.value) > worth(0.98 * peak.value));
  CHECK(worth(peak.value) > worth(1.02 * peak.value));
}

TEST_CASE("operation: what is not said is refused by its name", "[strategies][operation]") {
  const auto refused = [](const Operation<>& operation, std::vector<Cause<>> causes, const char* why) {
    CHECK_THROWS_WITH(goodput(readme, under(operation, std::move(causes))), ContainsSubstring(why));
  };
  refused({.kind = RestartedBy::on_call}, {}, "reaction must be given");
  refused({.kind = RestartedBy::attended}, {}, "never come back");
  refused({.kind = RestartedBy::on_call, .reaction = -1}, {}, "reaction = -1");
  refused({.people_time = 60}, {}, "people must be given");
  refused({.evaluation_every = 60}, {}, "evaluation_time must be given");
  refused({.maintenance_time = 60}, {}, "maintenance_every must be given");
  refused({.evaluation_time = 60}, {}, "evaluation_every must be given");
  refused({}, {share("disk", 0.1, RestartedBy::attended)}, "cause 'disk': operation is attended");
  refused({}, {share("disk", 0.1, RestartedBy::on_call)}, "cause 'disk': reaction must be given");
  Cause<> unplanned;
  unplanned.name = "upgrade", unplanned.per_failure = 1;
  refused({}, {unplanned}, "planned = true");
  refused({.people = 1}, {share("people", 0.1)}, "name is there twice");
}

TEST_CASE("reported: the run at the outages of those that reported", "[limits][operation]") {
  const auto law = growth::chinchilla();
  const auto found = limits::reported(readme, limits::goodput_at_least(0.5), law);
  CHECK(found.text == "restarted by hand 15 to 71 %, automatically 83 to 95 %, with outages as long as 10 projects had");
  const double mtbf = readme.gpu_mttf / readme.gpus;
  for (const auto& row : found.rows) {
    const double median = row.name == "by_hand" ? 4.1 * hour : 5.5 * minute, factor = row.name == "by_hand" ? 4 : 5;
    TrainingRun<> never = readme;
    never.downtime = 0;
    const double best = goodput(never, blocking());
    CHECK_THAT(row.goodput_low, WithinRel(best / (1 + median * factor / mtbf), tolerance::two_routes));
    CHECK_THAT(row.goodput_high, WithinRel(best / (1 + median / factor / mtbf), tolerance::two_routes));
    CHECK_FALSE(row.own);
    TrainingRun<> longest = readme;
    longest.downtime = median * factor;
    CHECK_THAT(row.low, WithinRel(limits::max_gpus(longest, limits::goodput_at_least(0.5), law).value, 1e-9));
    CHECK(row.low < row.high);
  }
  // whatever the run says of its outages, of a list too
  const auto said = under({.kind = RestartedBy::on_call, .reaction = hour}, {share("slow", 0.5, RestartedBy::unsaid, 9000)});
  const auto same = limits::reported(readme, limits::goodput_at_least(0.5), law, said);
  for (std::size_t i = 0; i < 2; ++i)
    CHECK_THAT(same.rows[i].goodput_low, WithinRel(found.rows[i].goodput_low, tolerance::two_routes));
  CHECK(same.rows[0].own);
  CHECK_FALSE(same.rows[1].own);
}

TEST_CASE("levers of an operation are what they say", "[analysis][operation]") {
  Operation<> operation = attended("Mon-Fri 9-17", 30 * minute);
  operation.retry_chance = 0.2, operation.retry_time = 600, operation.people = 0.4;
  const auto strategy = under(operation, {share("software", 0.3, RestartedBy::automatic, 30)});
  const auto levers = analysis::operation_levers(readme, limits::peak_throughput(), growth::fixed(), strategy);
  const double now = goodput(readme, strategy);
  std::vector<std::string> names;
  for (const auto& lever : levers) {
    CAPTURE(lever.name, lever.gain, lever.storage);
    names.emplace_back(lever.name);
    Operation<> other = operation;
    if (lever.name == "reaction") other.reaction /= 2;
    if (lever.name == "hours") other.hours = attended_hours("Mon-Fri 8-18");
    if (lever.name == "on_call") other.kind = RestartedBy::on_call;
    if (lever.name == "automatic") other.kind = RestartedBy::automatic, other.reaction = NaN;
    if (lever.name == "retries") other.retry_chance /= 2;
    if (lever.name == "people") other.people /= 2;
    const auto changed = under(other, {share("software", 0.3, RestartedBy::automatic, 30)});
    CHECK_THAT(lever.goodput, WithinRel(goodput(readme, changed), tolerance::two_routes));
    CHECK_THAT(lever.gpus, WithinRel(readme.gpus * (goodput(readme, changed) - now), 1e-9));
    const double limit = limits::max_gpus(readme, limits::peak_throughput(), growth::fixed(), changed).value;
    CHECK_THAT(lever.limit, WithinRel(limit, 1e-9));
    CHECK(lever.gain > 0);
    TrainingRun<> faster = readme;
    const double times = lever.storage < inf ? lever.storage : 1e9;
    faster.write_bandwidth *= times, faster.read_bandwidth *= times;
    if (lever.storage < inf) CHECK_THAT(goodput(faster, strategy), WithinRel(lever.goodput, 1e-9));
    else CHECK(goodput(faster, strategy) < lever.goodput);
    const bool more = lever.storage == inf;
    CHECK_THAT(lever.sentence(), ContainsSubstring(more ? "more than any storage brings" : "times the storage bandwidth"));
  }
  CHECK(names == std::vector<std::string>{"reaction", "hours", "on_call", "automatic", "retries", "people"});
  CHECK(analysis::operation_levers(readme, limits::peak_throughput(), growth::fixed(), blocking()).empty());
}

TEST_CASE("levers of rows that have an operation of their own", "[analysis][operation]") {
  // people come for hardware, software restarts by itself
  Cause<> hardware = share("hardware", 0.4, RestartedBy::attended, 600);
  hardware.reaction = 2 * hour;
  Operation<> operation;
  operation.hours = attended_hours("Mon-Fri 9-17");
  const auto levers_of = [&](const Operation<>& of, const std::vector<Cause<>>& causes) {
    return analysis::operation_levers(readme, limits::peak_throughput(), growth::fixed(), under(of, causes));
  };
  const auto levers = levers_of(operation, {hardware});
  REQUIRE(levers.size() == 4);
  for (const auto& lever : levers) {
    CAPTURE(lever.name);
    Operation<> other = operation;
    Cause<> changed = hardware;
    if (lever.name == "reaction") changed.reaction /= 2;
    if (lever.name == "hours") other.hours = attended_hours("Mon-Fri 8-18");
    if (lever.name == "on_call") changed.operation = RestartedBy::on_call;
    if (lever.name == "automatic") changed.operation = RestartedBy::automatic, changed.reaction = NaN;
    CHECK_THAT(lever.goodput, WithinRel(goodput(readme, under(other, {changed})), tolerance::two_routes));
    CHECK(lever.gain > 0);
  }
  // of whose failures some are met by people and some are not nobody says that they are operated so
  for (const auto& row :
       limits::reported(readme, limits::peak_throughput(), growth::fixed(), under(operation, {hardware})).rows)
    CHECK_FALSE(row.own);
  CHECK(levers_of({}, {share("software", 0.3, RestartedBy::automatic)}).empty());
}

TEST_CASE("retries under attended hours, and learners that wait each by itself, as played", "[operation][simulation]") {
  Operation<> office = attended("Mon-Fri 9-17");
  const auto close = [](const auto& strategy, double share) {
    const auto seen = simulation::simulate(readme, strategy, {.seed = 4, .relative_accuracy = 3e-3});
    const double found = goodput(readme, strategy);
    CAPTURE(found, seen.goodput, seen.standard_error);
    CHECK(std::abs(found - seen.goodput) <= tolerance::standard_errors * seen.standard_error + share * seen.goodput);
  };
  close(under_causes({}, independent(32), {}, NaN, office), 0);
  close(under_causes({}, replicated(), {}, NaN, office), 0);
  close(under_causes({}, elastic(32), {}, NaN, office), 0);
  // what retries wait follows their failure after a restart, not at once: by so much the closed form may differ
  for (const auto& [chance, time, off] : {std::tuple{0.3, 1800.0, 0.002}, {0.667, 1800.0, 0.01}, {0.6, 7200.0, 0.01}}) {
    office.retry_chance = chance, office.retry_time = time;
    close(under_causes({}, blocking(), {}, NaN, office), off);
  }
}
