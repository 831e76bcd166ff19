// SPDX-License-Identifier: Apache-2.0
// Causes, played out: what the closed forms of a list say against a simulation that knows rows by their rates, times and
// places alone.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>

#include "scaling_limits/simulation/simulator.hpp"
#include "scaling_limits/simulation/thread_pool.hpp"
#include "scaling_limits/strategies/asynchronous.hpp"
#include "scaling_limits/strategies/under_causes.hpp"
#include "support/tolerance.hpp"

using namespace scaling_limits;
using namespace scaling_limits::strategies;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using failures::Cause;
using simulation::Options;
using simulation::simulate;

namespace {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : bits_(seed) {}
  double between(double low, double high) { return low + (high - low) * (static_cast<double>(bits_() >> 11) + 0.5) * 0x1p-53; }
  double log_between(double low, double high) { return low * std::pow(high / low, between(0, 1)); }
  bool one_in(double n) { return between(0, n) < 1; }

 private:
  std::mt19937_64 bits_;
};

/// Of settings that are each played: every closed form within 5 standard errors, and all together no further off than chance
/// has it.
struct Scores {
  double squares = 0, n = 0;
  void add(double closed, const simulation::Result& played) {
    const double z = (closed - played.goodput) / played.standard_error;
    CAPTURE(n, closed, played.goodput, played.standard_error, z, played.status);
    CHECK(std::abs(z) <= tolerance::standard_errors);
    CHECK_THAT(played.breakdown.sum(), WithinAbs(1, 1e-9));
    squares += z * z, n += 1;
  }
  /// The sum of n squares is n +- sqrt(2 n); skew for few.
  void all() const {
    CAPTURE(squares, n);
    CHECK(squares <= n + tolerance::standard_errors * std::sqrt(2 * n) + 6);
  }
};

TrainingRun<> run_with_save(double seconds) {
  return {.gpus = 1000, .gpu_mttf = inf, .checkpoint_bytes = seconds * 1e12, .write_bandwidth = 1e12};
}

/// Rows that fail, and their rate.
struct Failing {
  std::vector<Cause<>> rows{};
  double rate = 0;
};
Failing failing(Draw& draw, int count, double most_retries) {
  Failing all;
  for (int k = 0; k < count; ++k) {
    Cause<> row;
    row.name = std::string(1, static_cast<char>('a' + k));
    row.mtbf = draw.log_between(2000, 1e5), all.rate += 1 / row.mtbf;
    row.downtime = draw.one_in(5) ? 0 : draw.log_between(10, 3000);
    row.restart_time = draw.log_between(30, 1000);
    row.retry_chance = draw.one_in(3) ? 0 : draw.between(0, most_retries), row.retry_time = draw.log_between(1, 1500);
    all.rows.push_back(row);
  }
  return all;
}
Cause<> planned_stop(Draw& draw, double mtbf) {
  return {.name = "planned",
          .mtbf = mtbf,
          .downtime = draw.log_between(10, 3000),
          .restart_time = draw.log_between(30, 1500),
          .retry_chance = draw.one_in(2) ? 0.3 : 0,
          .retry_time = 100,
          .planned = 1};
}
Cause<> silent_error(Draw& draw, std::string name, double mtbf, double lag) {
  return {.name = std::move(name),
          .mtbf = mtbf,
          .downtime = draw.log_between(10, 3000),
          .restart_time = draw.log_between(30, 1500),
          .retry_chance = draw.one_in(2) ? 0.3 : 0,
          .retry_time = 100,
          .lag = lag};
}

Options options(std::uint64_t seed, double accuracy) {
  Options o;
  o.seed = seed, o.relative_accuracy = accuracy;
  return o;
}

/// Severities in the order given: rate, restart, chance that it fails, what that costs.
struct Restart {
  double rate, time, retry_chance = 0, retry_time = 0;
};
Protocol in_order(const std::vector<Restart>& rows, double interval) {
  auto p = Protocol::single(0, interval, 10);
  p.severities.clear();
  for (const auto& row : rows) p.failure_rate += row.rate;
  for (const auto& row : rows) {
    auto& one = p.severities.emplace_back();
    one.share = row.rate / p.failure_rate, one.restart_time = row.time;
    one.retry_chance = row.retry_chance, one.retry_time = row.retry_time;
  }
  return p;
}
std::vector<Cause<>> as_causes(const std::vector<Restart>& rows) {
  std::vector<Cause<>> list;
  for (const auto& row : rows)
    list.push_back({.name = "row " + std::to_string(list.size()),
                    .mtbf = 1 / row.rate,
                    .downtime = 0,
                    .restart_time = row.time,
                    .retry_chance = row.retry_chance,
                    .retry_time = row.retry_time});
  return list;
}

void played_rows(int settings, double accuracy) {
  Draw draw(1);
  Scores blocks, writes_on;
  double least = 1, most = 0;  // goodput
  for (int i = 0; i < settings; ++i) {
    auto list = failing(draw, 2 + i % 4, 0.8);
    const double part = i / (settings - 1.0), load = 0.001 * std::pow(9000, part);  // failures in a restart
    for (auto& row : list.rows) row.restart_time = load / list.rate * draw.between(0.5, 1.5), row.downtime *= load;
    const double save = draw.log_between(0.5, 2) * 2e-5 * std::pow(1000, part) / list.rate,
                 best = std::sqrt(2 * save / list.rate);
    const double interval = draw.one_in(3) ? NaN : best * draw.log_between(0.3, 3);
    const auto run = run_with_save(save);
    const auto seed = static_cast<std::uint64_t>(i);
    CAPTURE(i, load, save, interval);
    const auto blocked = under_causes(list.rows, blocking(interval));
    if (goodput(run, blocked) < 5e-4) continue;                                    // takes too long to play
    const double within = goodput(run, blocked) < 0.05 ? 5 * accuracy : accuracy;  // of the sort that takes long to play
    least = (std::min)(least, goodput(run, blocked)), most = (std::max)(most, goodput(run, blocked));
    blocks.add(goodput(run, blocked), simulate(run, blocked, options(seed, within)));
    // a copy of a tenth of the time; what some failures survive is written on
    for (std::size_t k = 0; k < list.rows.size(); ++k) list.rows[k].leaves_state = k % 2 == static_cast<std::size_t>(i % 2);
    const auto copied = under_causes(
        list.rows, asynchronous(10 * run.checkpoint_bytes / save, draw.between(0, 0.1), (std::max)(interval, 1.01 * save)));
    writes_on.add(goodput(run, copied), simulate(run, copied, options(seed + 1000, within)));
  }
  blocks.all(), writes_on.all();
  CAPTURE(least, most);
  CHECK((least < 5e-3 && most > 0.98));
}

void played_planned(int settings, double accuracy) {
  Draw draw(2);
  Scores scores;
  for (int i = 0; i < settings; ++i) {
    auto list = failing(draw, 1 + i % 3, 0.5);
    list.rows.push_back(planned_stop(draw, draw.log_between(0.2, 5) / list.rate));
    const double save = draw.log_between(2, 100), interval = draw.log_between(0.3, 3) * std::sqrt(2 * save / list.rate);
    const auto run = run_with_save(save);
    const auto s = under_causes(list.rows, blocking(draw.one_in(3) ? NaN : interval));
    CAPTURE(i, save, interval);
    scores.add(goodput(run, s), simulate(run, s, options(static_cast<std::uint64_t>(i), accuracy)));
  }
  scores.all();
}

void played_silent(int settings, double accuracy) {
  Draw draw(3);
  Scores scores;
  for (int i = 0; i < settings; ++i) {
    auto list = failing(draw, 1 + i % 3, 0.5);
    const double save = draw.log_between(2, 100), interval = draw.log_between(0.3, 3) * std::sqrt(2 * save / list.rate);
    const double lag = (save + interval) * (i % 2 ? draw.log_between(0.02, 0.95) : draw.log_between(1.05, 20));
    list.rows.push_back(silent_error(draw, "silent", draw.log_between(0.3, 10) / list.rate, lag));
    const auto run = run_with_save(save);
    const auto s = under_causes(list.rows, blocking(interval));
    CAPTURE(i, save, interval, lag);
    scores.add(goodput(run, s), simulate(run, s, options(static_cast<std::uint64_t>(i), accuracy)));
  }
  scores.all();
}

}  // namespace

TEST_CASE("causes that fail are played as their three numbers say, blocking and asynchronous", "[simulation]") {
  played_rows(14, 4e-3);
}
TEST_CASE("planned stops are played as their closed form says", "[simulation]") { played_planned(8, 2e-3); }
TEST_CASE("silent errors that are found late are played as their closed form says", "[simulation]") { played_silent(8, 2e-3); }
TEST_CASE("many lists of causes of every kind, played", "[simulation][slow]") {
  played_rows(60, 3e-3);
  played_planned(60, 1e-3);
  played_silent(60, 1e-3);
}

TEST_CASE("check values of a list: failures, planned stops, silent errors", "[simulation]") {
  const std::vector<Cause<>> list{
      {.name = "a", .mtbf = 20000, .downtime = 60, .restart_time = 300},
      {.name = "b", .mtbf = 60000, .downtime = 2700, .restart_time = 300},
      {.name = "c", .mtbf = 90000, .downtime = 14400, .restart_time = 900, .retry_chance = 0.2, .retry_time = 600}};
  const auto run = run_with_save(40);
  const auto check = [&](std::vector<Cause<>> rows, Cause<> more, double known) {
    if (!more.name.empty()) rows.push_back(std::move(more));
    const auto played = simulate(run, under_causes(std::move(rows), blocking(1200)), options(1, 5e-4));
    CAPTURE(known, played.goodput, played.standard_error);
    CHECK(std::abs(played.goodput - known) <= tolerance::standard_errors * played.standard_error);
    return played;
  };
  const auto plain = check(list, {}, 0.737449203);
  CHECK(plain.silent_errors == 0);
  check(list, {.name = "p", .mtbf = 100000, .downtime = 3600, .restart_time = 300, .planned = 1}, 0.715420829);
  const auto late = check(list, {.name = "s", .mtbf = 500000, .downtime = 600, .restart_time = 300, .lag = 21600}, 0.711838417);
  CHECK(late.detections > 0);
  CHECK(late.detections < late.silent_errors);  // a failure removes those that no save holds yet
  check(list, {.name = "s", .mtbf = 500000, .downtime = 600, .restart_time = 300, .lag = 300}, 0.734976182);
  // found while the run is down it is acted upon at once: 0.1122 where it waits until the run is up
  const auto often = [&](double load_down, double known) {
    const double down = 1000 * load_down;
    const auto s = under_causes({{.name = "a", .mtbf = 1000, .downtime = down, .restart_time = 300},
                                 {.name = "s", .mtbf = 3000, .downtime = down, .restart_time = 300, .lag = 5000}},
                                blocking(200));
    const auto played = simulate(run_with_save(20), s, options(2, 2e-3));
    CHECK(std::abs(played.goodput - known) <= tolerance::standard_errors * played.standard_error);
  };
  often(0.01, 0.2629), often(2, 0.1193);
}

TEST_CASE("a failure never shortens a restart; in any other order of the rows it would", "[simulation]") {
  const auto agrees = [](const simulation::Result& played, double known, double rounded) {
    CAPTURE(played.goodput, played.standard_error, known);
    CHECK(std::abs(played.goodput - known) <= tolerance::standard_errors * played.standard_error + rounded);
  };
  const auto accurate = options(3, 5e-3);
  const auto best = [](const std::vector<Restart>& rows) {
    return under_causes(as_causes(rows), blocking()).interval(run_with_save(10));
  };
  // the rule, by the closed form of a list, and the order in which its severities are listed
  const auto by_rule = [&](const std::vector<Restart>& rows, double known) {
    const auto s = under_causes(as_causes(rows), blocking());
    agrees(simulate(run_with_save(10), s, accurate), known, 5e-6);
    CHECK_THAT(goodput(run_with_save(10), s), WithinRel(known, 5e-4));  // known to four digits
  };

  // by the time of the restart alone: one that fails nine times in ten, cut short by a longer one that does not
  const Restart fails{1 / 5000., 300, 0.9, 3600}, longer{1 / 1000., 301};
  by_rule({fails}, 0.1158), by_rule({fails, longer}, 0.07772);
  agrees(simulate(in_order({fails, longer}, best({fails, longer})), accurate), 0.2861, 1e-4);
  agrees(simulate(in_order({longer, fails}, best({fails, longer})), accurate), 0.07772, 1e-5);

  // by another severity: a short restart above a long one
  const Restart lasting{1 / 5000., 3000}, brief{1 / 1000., 30};
  by_rule({lasting}, 0.51483), by_rule({lasting, brief}, 0.11941);
  agrees(simulate(in_order({lasting, brief}, best({lasting, brief})), accurate), 0.6935, 1e-4);

  // by what a restart takes where nothing else cuts it short
  const Restart first{1 / 500., 300, 0.5}, second{1 / 2000., 200, 0.5, 36000}, third{1 / 2000., 100, 0.2, 3600};
  by_rule({first, second}, 0.018414268), by_rule({first, second, third}, 0.016406586);
  CHECK(goodput(run_with_save(10), under_causes(as_causes({first, second, third}), blocking())) <
        goodput(run_with_save(10), under_causes(as_causes({first, second}), blocking())));
}

TEST_CASE("planned and silent stops together, or beside other saves: their losses add up to second order", "[simulation]") {
  // off by less than what any two of the losses that are no longer exact beside each other come to as a product
  Draw draw(4);
  for (int i = 0; i < 16; ++i) {
    const auto failures = failing(draw, 2, 0);
    const double save = draw.log_between(2, 100), interval = draw.log_between(0.5, 2) * std::sqrt(2 * save / failures.rate);
    const auto run = run_with_save(save);
    const auto silent = [&](const char* name) {
      const double mtbf = draw.log_between(2, 20) / failures.rate, lag = (save + interval) * draw.log_between(0.1, 10);
      return silent_error(draw, name, mtbf, lag);
    };
    const auto one = i % 2 ? planned_stop(draw, draw.log_between(1, 10) / failures.rate) : silent("sooner");
    const auto other = silent("silent");
    const auto near_by = [&](const auto& strategy, bool exact_alone) {
      const auto with = [&](const std::vector<Cause<>>& more) {
        auto rows = failures.rows;
        rows.insert(rows.end(), more.begin(), more.end());
        return under_causes(rows, strategy);
      };
      const auto loss = [&](const auto& s) { return -std::log(goodput(run, s)); };
      const double first = loss(with({})), second = loss(with({one})) - first, third = loss(with({other})) - first;
      const double within = second * third + (exact_alone ? 0 : first * (second + third));
      const auto both = with({one, other});
      const auto played = simulate(run, both, options(static_cast<std::uint64_t>(i), 2e-3));
      CAPTURE(i, exact_alone, goodput(run, both), played.goodput);
      CHECK(std::abs(std::log(goodput(run, both) / played.goodput)) <= within + tolerance::standard_errors * 2e-3);
    };
    near_by(blocking(interval), true);
    near_by(asynchronous(10 * run.checkpoint_bytes / save, 0.02, (std::max)(interval, 1.05 * save)), false);
  }
}

namespace {

/// One kind of failure of a learner's own, and a common one, with downtimes and restarts; own downtimes up to common ones. By
/// the times from each state until the learner is up: the restart of greater place is in force.
struct Shared {
  double rate, downtime, restart, common_rate, common_downtime, common_restart;
  double goodput(double interval, double save) const {
    const double all = rate + common_rate;
    const int common_place = common_restart >= restart ? 1 : 0, own_place = 1 - common_place;
    const double hit = -std::expm1(-common_rate * downtime), meanwhile = hit / common_rate;
    double up[2] = {0, 0};  // from the begin of the restart at that place
    const auto after_own = [&](int place) {
      const int own = (std::max)(place, own_place), both = (std::max)(own, common_place);
      return meanwhile + hit * (common_downtime + up[both]) + (1 - hit) * up[own];
    };
    const auto after_common = [&](int place) { return common_downtime + up[(std::max)(place, common_place)]; };
    for (int round = 0; round < 5000; ++round)
      for (int place : {0, 1}) {
        const double struck = -std::expm1(-all * (place == common_place ? common_restart : restart));
        up[place] = struck * (1 / all + (rate * after_own(place) + common_rate * after_common(place)) / all);
      }
    const double outage = (rate * after_own(0) + common_rate * after_common(0)) / all;
    return interval / (std::expm1(all * (interval + save)) * (1 / all + outage));
  }
  Protocol protocol(double interval, double save) const {
    auto p = Protocol::single(rate, interval, save);
    p.severities = {{.share = 1, .restart_time = restart, .downtime = downtime},
                    {.share = 0, .restart_time = common_restart, .downtime = common_downtime}};
    if (common_restart < restart) std::swap(p.severities[0], p.severities[1]);
    p.common = {{common_rate, common_restart < restart ? 1 : 2}};
    return p;
  }
};

}  // namespace

TEST_CASE("common failures strike who is down too, and the longer of both outages lasts", "[simulation]") {
  const Shared sheet{1 / 50000., 600, 300, 1 / 500000., 3600, 300};
  CHECK_THAT(sheet.goodput(1200, 40), WithinAbs(0.930385285, 1e-9));
  for (const auto& [s, interval, save] : {std::tuple{sheet, 1200., 40.},
                                          {Shared{1 / 10000., 2000, 100, 1 / 5000., 2000, 50}, 600., 10.},
                                          {Shared{1 / 3000., 1000, 400, 1 / 8000., 1500, 200}, 400., 20.},
                                          {Shared{1 / 3000., 300, 200, 1 / 4000., 1000, 900}, 400., 20.},
                                          {Shared{1 / 20000., 0, 100, 1 / 2000., 50, 100}, 300., 5.}}) {
    const auto played = simulate(s.protocol(interval, save), options(5, 1e-3));
    CAPTURE(s.rate, s.goodput(interval, save), played.goodput, played.standard_error);
    CHECK(std::abs(played.goodput - s.goodput(interval, save)) <= tolerance::standard_errors * played.standard_error);
  }
  // an own outage that outlasts every common one hides it: goodput is that of a learner without any, less those that strike work
  Shared hidden{1 / 2000., 1e5, 0, 1 / 1e5, 1, 0};
  auto without = hidden.protocol(200, 2);
  without.common.clear(), without.failure_rate += hidden.common_rate;
  for (auto& one : without.severities) one.share = (one.downtime > 1 ? hidden.rate : hidden.common_rate) / without.failure_rate;
  const auto a = simulate(hidden.protocol(200, 2), options(6, 2e-3)), b = simulate(without, options(7, 2e-3));
  CHECK(std::abs(a.goodput - b.goodput) <= tolerance::standard_errors * std::hypot(a.standard_error, b.standard_error));
}

TEST_CASE("learners that need a quorum are down together in a common outage", "[simulation]") {
  auto p = Shared{1 / 50000., 600, 300, 1 / 500000., 3600, 300}.protocol(1200, 40);
  p.learners = 8;
  const auto each = simulate(p, options(8, 3e-4));
  p.quorum = 6;
  const auto bound = simulate(p, options(8, 5e-4));
  CAPTURE(each.goodput, bound.goodput, bound.standard_error);
  // the closed form is an approximation, of a learner's own failures
  CHECK_THAT(bound.goodput, WithinRel(0.930212131, 1e-3 + tolerance::standard_errors * 5e-4));
  CHECK(bound.goodput < each.goodput + tolerance::standard_errors * std::hypot(each.standard_error, bound.standard_error));
  // common failures alone never break a quorum: all are up or none is, but for restarts of their own
  p.failure_rate = 0;
  for (auto& one : p.severities) one.share = 0.5, one.restart_time = 0;
  CHECK(simulate(p, options(9, 1e-3)).breakdown.of("quorum") < 1e-9);  // sums of rounded times
  p.failure_rate = 1 / 50000.;
  p.severities[0].share = 1, p.severities[1].share = 0;
  Options three = options(10, 2e-3);
  three.pool = simulation::threads(3);
  CHECK(simulate(p, options(10, 2e-3)).goodput == simulate(p, three).goodput);
}

TEST_CASE("late errors return beyond every level, and severities say whom they stop and what they take", "[simulation]") {
  // two levels that cost the same and are both enough: one level
  const Cause<> fails{.name = "a", .mtbf = 9000, .downtime = 300, .restart_time = 200};
  const Cause<> late{.name = "s", .mtbf = 30000, .downtime = 100, .restart_time = 100, .lag = 4000};
  const auto one = under_causes({fails, late}, blocking(900));
  const auto run = run_with_save(30);
  auto p = one.protocol(run);
  CHECK(p.late.size() == 1);
  p.levels = {{30}, {30}}, p.pattern = {1, 1, 2};
  auto played = simulate(p, options(11, 1e-3));
  CHECK(std::abs(played.goodput - goodput(run, one)) <= tolerance::standard_errors * played.standard_error);
  // a return to the upper level loses more, failures that destroy the lower one more still
  p.severities[0].level = 2;
  const double upper = simulate(p, options(11, 1e-3)).goodput;
  p.severities[1].level = 2;
  const double both = simulate(p, options(11, 1e-3)).goodput;
  CHECK(upper < 0.99 * played.goodput);
  CHECK(both < 0.99 * upper);

  // failures that no member absorbs: pairs are of no use
  auto pairs = Protocol::single(1 / 5000., 400, 20, 100, 60);
  pairs.replication.groups = 50;
  pairs.severities[0].stops_all = true;
  const auto plain = simulate(Protocol::single(1 / 5000., 400, 20, 100, 60), options(12, 5e-4));
  played = simulate(pairs, options(13, 1e-3));
  CHECK(std::abs(played.goodput - plain.goodput) <=
        tolerance::standard_errors * std::hypot(played.standard_error, plain.standard_error));
  // nothing goes to repair: a pool without spares never makes anybody wait
  auto pool = Protocol::single(1 / 5000., 400, 20, 100, 60);
  pool.pool.spares = 0, pool.pool.repair_time = 1e4;
  CHECK(simulate(pool, options(14, 1e-3)).goodput < 0.9 * plain.goodput);
  pool.severities[0].takes = 0;
  played = simulate(pool, options(14, 1e-3));
  CHECK(std::abs(played.goodput - plain.goodput) <=
        tolerance::standard_errors * std::hypot(played.standard_error, plain.standard_error));
}

TEST_CASE("rows of a protocol that do not hang together are refused by name", "[simulation]") {
  const auto refused = [](auto change, const std::string& named) {
    auto p = Protocol::single(1 / 1000., 100, 10);
    change(p);
    try {
      validate(p);
      FAIL("taken");
    } catch (const InvalidArgument& e) {
      CHECK(std::string(e.what()).find(named) != std::string::npos);
    }
  };
  refused([](Protocol& p) { p.planned = {{-1, 1}}; }, "planned: rate");
  refused([](Protocol& p) { p.planned = {{1e-5, 2}}; }, "planned: severity");
  refused([](Protocol& p) { p.late = {{1e-5, inf, 1}}; }, "late: lag");
  refused([](Protocol& p) { p.late = {{NaN, 1, 1}}; }, "late: rate");
  refused([](Protocol& p) { p.common = {{1e-5, 0}}; }, "common: severity");
  refused([](Protocol& p) { p.severities[0].retry_chance = 1; }, "retry_chance");
  refused([](Protocol& p) { p.severities[0].downtime = -1; }, "downtime");
  refused([](Protocol& p) { p.severities[0].retry_time = NaN; }, "retry_time");
}
