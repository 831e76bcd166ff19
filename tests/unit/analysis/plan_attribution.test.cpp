// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/analysis/plan_attribution.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <functional>
#include <map>
#include <numeric>

#include <scaling_limits/failures/hours_text.hpp>
#include <scaling_limits/strategies/asynchronous.hpp>

using namespace scaling_limits;
using namespace scaling_limits::analysis;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

using Plan = ProtectedRun<>;

const TrainingRun<> usual{.gpus = 16384,
                          .gpu_mttf = 1.8e8,
                          .checkpoint_bytes = 5e12,
                          .write_bandwidth = 2e12,
                          .read_bandwidth = 1e12,
                          .initialization_time = 300,
                          .downtime = 60};
failures::Cause<> hang(double share, double detection) { return {.name = "hang", .share = share, .detection = detection}; }

double goodput(const Plan& plan) {
  return strategies::goodput(plan.run, strategies::under_causes(plan.stops.causes, plan.strategy, plan.stops.restart));
}
double sum(const PlanAttribution& found) {
  double all = found.by_field.sum();
  for (const auto& row : found.by_cause) all += row.amount;
  return all;
}

}  // namespace

TEST_CASE("what changed between two plans is the average over all orders of changing them", "[analysis][causes]") {
  Plan before{usual, {}, {{hang(0.1, 2700), {.name = "site", .share = 0.05, .downtime = 3600}}, {}}};
  Plan after = before;
  after.run.downtime = 300;
  after.stops.causes[0].detection = 600;
  after.stops.causes[1] = {.name = "upgrade", .mtbf = 1e6, .downtime = 1200, .planned = 1};  // in place of the site's
  after.stops.restart = RestartParts<>{.schedule_time = 300, .communicator_growth = 60, .communicator_gpus = 16384};
  // one order of changing after another, by hand
  const std::vector<std::pair<std::string, std::function<void(Plan&)>>> changes{
      {"downtime", [&](Plan& p) { p.run.downtime = 300; }},
      {"restart", [&](Plan& p) { p.stops.restart = after.stops.restart; }},
      {"hang",
       [](Plan& p) {
         std::find_if(p.stops.causes.begin(), p.stops.causes.end(), [](auto& c) { return c.name == "hang"; })->detection = 600;
       }},
      {"site", [](Plan& p) { std::erase_if(p.stops.causes, [](auto& c) { return c.name == "site"; }); }},
      {"upgrade", [&](Plan& p) { p.stops.causes.push_back(after.stops.causes[1]); }}};
  std::vector<std::size_t> order(changes.size());
  std::iota(order.begin(), order.end(), 0);
  std::map<std::string, double, std::less<>> average;
  double orders = 0;
  do {
    Plan plan = before;
    for (const auto i : order) {
      const double at = goodput(plan);
      changes[i].second(plan);
      average[changes[i].first] += goodput(plan) - at;
    }
    ++orders;
  } while (std::next_permutation(order.begin(), order.end()));
  const auto found = what_changed(before, after, false);
  REQUIRE(found.by_field.size() == 2);
  for (const auto& [field, amount] : found.by_field) CHECK_THAT(amount, WithinAbs(average[std::string(field)] / orders, 1e-14));
  REQUIRE(found.by_cause.size() == 3);
  for (const auto& row : found.by_cause) CHECK_THAT(row.amount, WithinAbs(average[row.cause] / orders, 1e-14));
  CHECK_THAT(sum(found), WithinAbs(goodput(after) - goodput(before), 1e-14));
  CHECK_THAT(found.before, WithinRel(goodput(before), 1e-14));
  CHECK_THAT(found.after, WithinRel(goodput(after), 1e-14));
}

TEST_CASE("shares and rates of their own are changed at once, gpu_mttf with them", "[analysis][causes]") {
  const Plan before{usual, {}, {{hang(0.1, 2700)}, {}}};
  Plan after = before;
  after.run.gpu_mttf = inf, after.run.downtime = 120;
  after.stops.causes = {{.name = "board", .mttf = 2e8}, {.name = "hang", .mtbf = 3e5, .detection = 2700}};
  const auto found = what_changed(before, after, false);
  CHECK(found.by_cause.empty());
  REQUIRE(found.by_field.size() == 2);
  CHECK(found.by_field[0].name == "downtime");
  CHECK(found.by_field[1].name == causes_changed);
  CHECK_THAT(sum(found), WithinAbs(goodput(after) - goodput(before), 1e-14));
}

TEST_CASE("a list that is the same at another size changes nothing but by that; of the job it stands for its own run",
          "[analysis][causes]") {
  Plan before{usual, {}, {{{.name = "boards", .events = 100, .running_days = 30}}, {}, 16384}};
  before.run.gpu_mttf = inf;
  Plan after = before;
  after.run.gpus *= 2;
  const auto by_size = what_changed(before, after, false);  // the counts are of 16,384
  CHECK(by_size.by_cause.empty());
  CHECK(by_size.after < by_size.before);
  after.stops.gpus = after.run.gpus;  // as many of twice the size: half as often of each
  const auto by_both = what_changed(before, after, false);
  REQUIRE(by_both.by_cause.size() == 1);
  CHECK(by_both.by_cause[0].amount > 0);
  CHECK_THAT(by_both.after - by_both.before, WithinAbs(by_both.by_cause[0].amount + by_both.by_field.sum(), 1e-15));
}

TEST_CASE("another strategy is one thing; the same plan none; nonsense is refused", "[analysis][causes]") {
  const ProtectedRun<strategies::Asynchronous<>> before{usual, {.copy_bandwidth = 1e13}, {}};
  auto after = before;
  after.strategy.copy_bandwidth = 1e14;
  const auto found = what_changed(before, after, true);
  REQUIRE(found.by_field.size() == 1);
  CHECK(found.by_field[0].name == strategy_changed);
  CHECK(found.by_field[0].amount > 0);
  CHECK(what_changed(before, before, false).by_field.empty());
  after.stops.causes = {hang(1.5, 0)};
  CHECK_THROWS_AS(what_changed(before, after, false), DomainError);
}

TEST_CASE("who brings a run back is one thing that may change", "[analysis][operation]") {
  const auto with = [](const std::optional<Operation<>>& operation) {
    Plan plan{usual, {}, {{hang(0.1, 2700)}, {}}};
    if (operation) plan.stops.operate(*operation);
    return plan;
  };
  const auto answered = [](const Plan& plan) {
    return strategies::goodput(plan.run, strategies::with_stops(plan.strategy, plan.stops));
  };
  Operation<> office{.kind = failures::RestartedBy::attended, .hours = failures::attended_hours("Mon-Fri 9-17"), .people = 0.3};
  Operation<> called{.kind = failures::RestartedBy::on_call, .reaction = 1800, .people = 0.1};
  called.evaluation_every = 36000, called.evaluation_time = 600;
  Plan before = with(office), after = with(called);
  after.run.downtime = 600;
  const auto found = what_changed(before, after, false);
  REQUIRE(found.by_field.size() == 2);
  CHECK(found.by_field[1].name == "operation");
  CHECK(found.by_cause.empty());
  CHECK_THAT(found.before, WithinRel(answered(before), 1e-14));
  CHECK_THAT(found.after, WithinRel(answered(after), 1e-14));
  CHECK_THAT(sum(found), WithinAbs(answered(after) - answered(before), 1e-14));
  CHECK(what_changed(before, before, false).by_field.empty());
  CHECK(what_changed(with({}), with(Operation<>{}), false).by_field.empty());
}
