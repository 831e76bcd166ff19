// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/analysis/by_cause.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>
#include <string>

#include <scaling_limits/strategies/asynchronous.hpp>
#include <scaling_limits/strategies/blocking.hpp>
#include <scaling_limits/strategies/elastic.hpp>
#include <scaling_limits/strategies/in_memory.hpp>
#include <scaling_limits/strategies/independent.hpp>
#include <scaling_limits/strategies/just_in_time.hpp>
#include <scaling_limits/strategies/multilevel.hpp>
#include <scaling_limits/strategies/replicated.hpp>
#include <scaling_limits/strategies/spared.hpp>
#include <scaling_limits/strategies/verified.hpp>

using namespace scaling_limits;
using analysis::ByCause;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

failures::Cause<> row(std::string name, double mtbf, double downtime, double restart_time) {
  failures::Cause<> cause;
  cause.name = std::move(name), cause.mtbf = mtbf, cause.downtime = downtime, cause.restart_time = restart_time;
  return cause;
}
/// Three rows of the formula sheet, a save of 40 s.
std::vector<failures::Cause<>> sheet() {
  std::vector<failures::Cause<>> list{row("processes", 20000, 60, 300), row("machines", 60000, 2700, 300),
                                      row("site", 90000, 14400, 900)};
  list[2].retry_chance = 0.2, list[2].retry_time = 600;
  return list;
}
TrainingRun<> sheet_run() {
  return {.gpus = 1024, .gpu_mttf = inf, .checkpoint_bytes = 40e12, .write_bandwidth = 1e12, .initialization_time = 300};
}

/// A run of thousands of GPUs, and what may stop one: rows of every kind, among them planned and silent ones where asked for.
struct Drawn {
  TrainingRun<> run{};
  Stops<> stops{};
};
Drawn drawn(std::mt19937_64& engine, bool with_shares, bool with_extra) {
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(engine); };
  const auto log_uniform = [&](double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); };
  Drawn all;
  all.run = {.gpus = log_uniform(64, 20000),
             .gpu_mttf = inf,
             .checkpoint_bytes = log_uniform(1e11, 1e13),
             .write_bandwidth = 1e12,
             .read_bandwidth = 2e12,
             .initialization_time = uniform(0, 400),
             .downtime = uniform(0, 600)};
  if (with_shares) all.run.gpu_mttf = all.run.gpus * log_uniform(5000, 100000);
  const int count = std::uniform_int_distribution<>(1, 6)(engine);
  for (int i = 0; i < count; ++i) {
    failures::Cause<> cause;
    cause.name = "row " + std::to_string(i);
    const int kind = std::uniform_int_distribution<>(0, 9)(engine);
    if (with_shares) cause.share = uniform(0, 1.0 / count);
    else cause.mtbf = log_uniform(8000, 500000);
    if (uniform(0, 1) < 0.7) cause.downtime = log_uniform(1, 8000);
    if (uniform(0, 1) < 0.5) cause.restart_time = log_uniform(1, 1500);
    if (uniform(0, 1) < 0.3) cause.retry_chance = uniform(0, 0.6), cause.retry_time = uniform(0, 600);
    cause.severity = std::uniform_int_distribution<>(0, 2)(engine);
    cause.leaves_state = kind % 2, cause.common = kind % 3 == 0;
    if (with_extra && kind == 4 && !with_shares) cause.planned = 1;
    if (with_extra && kind == 5) cause.lag = log_uniform(10, 20000);
    all.stops.causes.push_back(cause);
  }
  return all;
}

template <class St>
void adds_up(const Drawn& at, const St& strategy) {
  CAPTURE(strategy.name());
  const auto under = strategies::under_causes(at.stops.causes, strategy);
  if (!(strategies::goodput(at.run, under) > 0)) return;  // too few spares, say
  const auto rows = analysis::by_cause(at.run, under);
  REQUIRE(rows.size() >= at.stops.causes.size());
  const auto parts = under.breakdown(at.run);
  double sum = parts.of("useful"), failures = 0, slopes = 0;
  for (const ByCause& by : rows) {
    CAPTURE(by.cause);
    sum += by.time(), failures += by.share, slopes += by.elasticity;
    for (const double share : {by.rate, by.share, by.checkpoint, by.rework, by.restart, by.downtime, by.other})
      CHECK(share >= 0);
    CHECK(by.elasticity == by.elasticity);
    CHECK(by.without == by.without);
  }
  CHECK_THAT(sum, WithinAbs(1, 1e-12));
  CHECK((failures == 0 || std::abs(failures - 1) < 1e-12));
  CHECK(slopes >= -1e-9);
}

/// The loss with the rate of a row times so much.
template <class St>
double loss_with(const Drawn& at, const St& strategy, std::size_t which, double factor) {
  auto stops = at.stops.at(at.run);
  stops.rows[which].rate *= factor;
  return strategies::losses_under(strategies::StoppedRun<double>(at.run, stops), strategy).sum();
}

/// Two levels played out event by event, a cycle of n saves of which the last is of level 2: what each row took.
struct Played {
  std::vector<double> rework, restart, downtime;
  double time = 0;
};
struct PlayedRow {
  double mtbf, downtime, restart_time;
  int level;
};
class TwoLevels {
 public:
  TwoLevels(std::vector<PlayedRow> rows, double write, double write_both, double interval, int saves)
      : rows_(std::move(rows)), write_(write), write_both_(write_both), interval_(interval), saves_(saves) {
    for (const auto& each : rows_) rates_.push_back(1 / each.mtbf), rate_ += 1 / each.mtbf;
    which_ = std::discrete_distribution<std::size_t>(rates_.begin(), rates_.end());
    taken_.rework = taken_.restart = taken_.downtime = std::vector<double>(rows_.size());
  }
  Played play(double until) {
    double left = to_failure();
    while (taken_.time < until) {
      const double segment = interval_ + (done_ == saves_ - 1 ? write_both_ : write_);
      if (left > segment) {
        left -= segment, taken_.time += segment, done_ = (done_ + 1) % saves_;
        continue;
      }
      taken_.time += left;
      outage(left);
      left = to_failure();
    }
    return taken_;
  }

 private:
  double to_failure() { return std::exponential_distribution<>(rate_)(engine_); }
  std::size_t strike(double lost) {
    const std::size_t by = which_(engine_);
    taken_.time += rows_[by].downtime, taken_.downtime[by] += rows_[by].downtime;
    if (rows_[by].level == 2) lost += done_ * (interval_ + write_), done_ = 0;
    taken_.rework[by] += lost;
    return by;
  }
  void outage(double lost) {
    std::size_t in_force = strike(lost);
    while (true) {
      const double ends = rows_[in_force].restart_time, struck = to_failure(), spent = (std::min)(ends, struck);
      taken_.time += spent, taken_.restart[in_force] += spent;
      if (struck >= ends) return;
      const std::size_t by = strike(0);
      if (std::pair(rows_[by].level, rows_[by].restart_time) > std::pair(rows_[in_force].level, rows_[in_force].restart_time))
        in_force = by;
    }
  }

  std::vector<PlayedRow> rows_;
  double write_, write_both_, interval_;
  int saves_, done_ = 0;
  std::vector<double> rates_{};
  double rate_ = 0;
  std::discrete_distribution<std::size_t> which_{};
  std::mt19937_64 engine_{11};
  Played taken_{};
};

}  // namespace

TEST_CASE("three rows by what they take: shares of time, elasticities, goodput without them", "[analysis]") {
  const auto rows = analysis::by_cause(sheet_run(), strategies::under_causes(sheet(), strategies::blocking()));
  REQUIRE(rows.size() == 3);
  // against the formula sheet, of which the last digit is rounded
  const double restart[] = {.012039406, .004094069, .010567051}, downtime[] = {.002480066, .037200986, .133630374},
               elasticity[] = {.04377995, .05096761, .15221193}, without[] = {.776523783, .778096337, .868651670};
  const double share[] = {9.0 / 14, 3.0 / 14, 2.0 / 14};
  for (std::size_t i = 0; i < 3; ++i) {
    CAPTURE(rows[i].cause);
    CHECK_THAT(rows[i].restart, WithinAbs(restart[i], 6e-10));
    CHECK_THAT(rows[i].downtime, WithinAbs(downtime[i], 6e-10));
    CHECK_THAT(rows[i].elasticity, WithinAbs(elasticity[i], 6e-9));
    CHECK_THAT(rows[i].without, WithinAbs(without[i], 6e-10));
    CHECK_THAT(rows[i].share, WithinRel(share[i], 1e-14));
    CHECK(rows[i].other == 0);
  }
  CHECK(rows[2].cause == "site");
  double checkpoint = 0, rework = 0, sum = 0;
  for (const ByCause& by : rows) checkpoint += by.checkpoint, rework += by.rework, sum += by.time();
  CHECK_THAT(checkpoint, WithinAbs(.029909311, 6e-10));
  CHECK_THAT(rework, WithinAbs(.031546385, 6e-10));
  CHECK_THAT(sum, WithinAbs(1 - .738532352, 6e-10));
  for (const ByCause& by : rows) CHECK_THAT(by.rework / rework, WithinRel(by.share, 1e-12));
}

TEST_CASE("what the causes take and what is useful add up to all of the time, under every strategy", "[analysis]") {
  std::mt19937_64 engine(20260701);
  storage::Tier<> local{.write_bandwidth = 40e12, .read_bandwidth = 40e12};
  storage::Tier<> remote{.write_bandwidth = 1e12, .read_bandwidth = 2e12};
  for (int trial = 0; trial < 60; ++trial) {
    CAPTURE(trial);
    const bool with_shares = trial % 3 == 0;
    const Drawn plain = drawn(engine, with_shares, false), any = drawn(engine, with_shares, true);
    adds_up(any, strategies::blocking());
    adds_up(any, strategies::blocking(1200));
    adds_up(any, strategies::asynchronous(2e12, 0.1));
    adds_up(any, strategies::multilevel({{local, 0.8}, {remote, 0.2}}));
    adds_up(any, strategies::in_memory(2, storage::Placement::group, 10));
    adds_up(any, strategies::just_in_time(0.9, 10));
    adds_up(any, strategies::just_in_time(0.9));
    adds_up(any, strategies::independent(4));
    adds_up(plain, strategies::independent(8, strategies::asynchronous(2e12, 0.1), 6));
    adds_up(plain, strategies::elastic(16, 30, 900));
    adds_up(any, strategies::verified(10, 0.1));
    adds_up(plain, strategies::replicated());
    adds_up(any, strategies::spared(16, 7200));
  }
}

TEST_CASE("elasticities are slopes in the rate of one row", "[analysis]") {
  std::mt19937_64 engine(7);
  constexpr double step = 1e-4;
  for (int trial = 0; trial < 20; ++trial) {
    CAPTURE(trial);
    const Drawn at = drawn(engine, trial % 2, true);
    const auto slopes = [&](const auto& strategy) {
      CAPTURE(strategy.name());
      const auto rows = analysis::by_cause(at.run, at.stops, strategy);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const double slope =
            (loss_with(at, strategy, i, std::exp(step)) - loss_with(at, strategy, i, std::exp(-step))) / (2 * step);
        CHECK_THAT(rows[i].elasticity, WithinAbs(slope, 1e-6 + 1e-6 * std::abs(slope)));  // step^2, and rounding over the step
      }
    };
    slopes(strategies::blocking());
    slopes(strategies::asynchronous(2e12, 0.1));
    slopes(strategies::independent(4));
    slopes(strategies::verified(10, 0.1));
  }
}

TEST_CASE("a row that is gone lowers the rate of what is left, also where it was a share of gpu_mttf's", "[analysis]") {
  TrainingRun<> run = sheet_run();
  run.gpu_mttf = 50'000 * units::hour, run.gpus = 16'384, run.downtime = 60;
  failures::Cause<> hang;
  hang.name = "hang", hang.share = 0.1, hang.detection = 2700;
  const auto rows = analysis::by_cause(run, strategies::under_causes({hang}, strategies::blocking()));
  REQUIRE(rows.size() == 2);
  CHECK(rows[1].cause == "other");
  TrainingRun<> left = run;
  left.gpu_mttf = run.gpu_mttf / 0.9;
  CHECK_THAT(rows[0].without, WithinRel(strategies::goodput(left, strategies::blocking()), 1e-12));
  // and what is left of the rate if only hangs struck
  TrainingRun<> hangs = run;
  hangs.gpu_mttf = run.gpu_mttf / 0.1, hangs.downtime = 2700;
  CHECK_THAT(rows[1].without, WithinRel(strategies::goodput(hangs, strategies::blocking()), 1e-12));
  // a run without a list is a list of one
  const auto alone = analysis::by_cause(run, Stops<>{}, strategies::blocking());
  REQUIRE(alone.size() == 1);
  CHECK(alone[0].without == 1);
  CHECK_THAT(alone[0].time(), WithinRel(1 - strategies::goodput(run, strategies::blocking()), 1e-12));
}

TEST_CASE("what comes per failure goes with the failures", "[analysis]") {
  const failures::Cause<> chips{.name = "chips", .mtbf = 20'000, .downtime = 300},
      hang{.name = "hang", .mtbf = 90'000, .downtime = 2000};
  const failures::Cause<> people{.name = "people", .per_failure = 0.7, .downtime = 3600, .planned = 1};
  const TrainingRun<> run = sheet_run();
  const auto goodput_of = [&](std::vector<failures::Cause<>> list) {
    return strategies::goodput(run, strategies::under_causes(std::move(list), strategies::blocking()));
  };
  const auto found = analysis::by_cause(run, strategies::under_causes({chips, hang, people}, strategies::blocking()));
  CHECK_THAT(found[0].without, WithinRel(goodput_of({hang, people}), 1e-12));
  CHECK_THAT(found[1].without, WithinRel(goodput_of({chips, people}), 1e-12));
  CHECK_THAT(found[2].without, WithinRel(goodput_of({chips, hang}), 1e-12));
  // beside people who come in some hours of the week
  Operation<> office;
  office.kind = failures::RestartedBy::attended, office.hours = {{32'400, 61'200}, {118'800, 147'600}};
  const auto attended = [&](std::vector<failures::Cause<>> list) {
    return strategies::under_causes(std::move(list), strategies::blocking(), {}, NaN, office);
  };
  CHECK_THAT(analysis::by_cause(run, attended({chips, hang, people}))[1].without,
             WithinRel(strategies::goodput(run, attended({chips, people})), 1e-12));
  const auto with_rate = [&](double times) {
    failures::Cause<> more = chips;
    more.mtbf /= times;
    return -std::log(goodput_of({more, hang, people}));
  };
  CHECK_THAT(found[0].elasticity, WithinRel((with_rate(1.001) - with_rate(0.999)) / 0.002, 1e-4));
}

TEST_CASE("planned and silent rows have their own term alone", "[analysis]") {
  auto list = sheet();
  list.push_back(row("new code", 100000, 3600, 300));
  list.back().planned = 1;
  list.push_back(row("flipped bit", 500000, 600, 300));
  list.back().lag = 6 * units::hour;
  const auto under = strategies::under_causes(list, strategies::blocking());
  const auto rows = analysis::by_cause(sheet_run(), under);
  const auto parts = under.breakdown(sheet_run());
  REQUIRE(rows.size() == 5);
  CHECK_THAT(rows[3].other, WithinRel(parts.of("planned"), 1e-12));
  CHECK_THAT(rows[4].other, WithinRel(parts.of("silent"), 1e-12));
  for (const std::size_t i : {3u, 4u}) {
    CHECK(rows[i].time() == rows[i].other);
    CHECK(rows[i].share == 0);
    CHECK(rows[i].elasticity > 0);
  }
  CHECK(rows[0].other == 0);
  // without it the goodput is that of the list without it
  list.pop_back();
  const auto shorter = strategies::under_causes(list, strategies::blocking());
  CHECK_THAT(rows[4].without, WithinRel(strategies::goodput(sheet_run(), shorter), 1e-12));
}

TEST_CASE("two levels played out take of each row what it is said to take", "[analysis]") {
  const std::vector<PlayedRow> played{{20000, 60, 205, 1}, {60000, 2700, 225, 1}, {90000, 3600, 560, 2}};
  std::vector<failures::Cause<>> list;
  for (const auto& each : played) {
    list.push_back(row("level " + std::to_string(list.size()), each.mtbf, each.downtime, each.restart_time));
    list.back().severity = each.level;
  }
  TrainingRun<> run = sheet_run();
  const storage::Tier<> local{.write_bandwidth = 8e12, .read_bandwidth = 8e12}, remote{.write_bandwidth = 40e12 / 60};
  const auto under = strategies::under_causes(list, strategies::multilevel({{local, 0.8}, {remote, 0.2}}, {1, 1, 1, 2}));
  const auto rows = analysis::by_cause(run, under);
  const Played taken = TwoLevels(played, 5, 65, under.interval(run), 4).play(1e9);
  double rework = 0, of_rows = 0;
  for (std::size_t i = 0; i < 3; ++i) rework += taken.rework[i], of_rows += rows[i].rework;
  for (std::size_t i = 0; i < 3; ++i) {
    CAPTURE(i);
    // 10,000 failures and more of each: within 5 standard errors of 1 %
    CHECK_THAT(rows[i].restart, WithinRel(taken.restart[i] / taken.time, 0.05));
    CHECK_THAT(rows[i].downtime, WithinRel(taken.downtime[i] / taken.time, 0.05));
    CHECK_THAT(rows[i].rework / of_rows, WithinAbs(taken.rework[i] / rework, 0.02));  // in proportion to the work between saves
  }
  CHECK(rows[2].rework / of_rows > 2 * rows[2].share);
}

TEST_CASE("just in time, what is saved loses no work and needs no checkpoints", "[analysis]") {
  auto list = sheet();
  list[0].leaves_state = list[1].leaves_state = 1;
  const auto under = strategies::under_causes(list, strategies::just_in_time(1, 0));
  const auto rows = analysis::by_cause(sheet_run(), under);
  const auto parts = under.breakdown(sheet_run());
  for (const std::size_t i : {0u, 1u}) {
    CHECK(rows[i].rework == 0);
    CHECK(rows[i].checkpoint == 0);
  }
  CHECK_THAT(rows[2].rework, WithinRel(parts.of("rework"), 1e-12));
  CHECK_THAT(rows[2].checkpoint, WithinRel(parts.of("checkpoint"), 1e-12));
  // with steps a saved failure loses half of one, of the time that runs
  const auto stepped = strategies::under_causes(list, strategies::just_in_time(1, 10));
  const auto with_steps = analysis::by_cause(sheet_run(), stepped);
  const auto of_time = stepped.breakdown(sheet_run());
  const double running = of_time.of("useful") + of_time.of("checkpoint") + of_time.of("rework");
  CHECK_THAT(with_steps[0].rework / (running * 5 / 20000), WithinAbs(1, 0.02));  // few of its restarts are struck by others
}

TEST_CASE("replicas that go on are absent by what takes them; common rows have the checkpoints", "[analysis]") {
  auto list = sheet();
  list[2].common = 1;
  const auto under = strategies::under_causes(list, strategies::elastic(16, 30));
  const auto rows = analysis::by_cause(sheet_run(), under);
  const auto parts = under.breakdown(sheet_run());
  CHECK_THAT(rows[2].checkpoint, WithinRel(parts.of("checkpoint"), 1e-12));
  CHECK_THAT(rows[2].rework, WithinRel(parts.of("rework"), 1e-12));
  CHECK_THAT(rows[2].downtime, WithinRel(parts.of("downtime"), 1e-12));
  CHECK(rows[2].other == 0);
  // 360 s of 20000, 3000 s of 60000; stalls as often as they strike
  CHECK_THAT(rows[0].other / rows[1].other, WithinRel((360.0 / 20000) / (3000.0 / 60000), 1e-12));
  CHECK_THAT(rows[0].restart / rows[1].restart, WithinRel(3, 1e-12));
  // the restart of the common row is that of a run which nothing else stops
  const auto alone = analysis::by_cause(sheet_run(), strategies::under_causes({list[2]}, strategies::blocking()));
  CHECK_THAT(rows[2].restart, WithinRel(alone[0].restart, 1e-12));
}

TEST_CASE("learners that fail apart have what one of them has", "[analysis]") {
  auto list = sheet();
  for (auto& cause : list) cause.exponent = 1;
  const auto rows = analysis::by_cause(sheet_run(), strategies::under_causes(list, strategies::independent(4)));
  for (auto& cause : list) cause.mtbf *= 4;
  TrainingRun<> learner = sheet_run();
  learner.gpus /= 4;
  const auto of_one = analysis::by_cause(learner, strategies::under_causes(list, strategies::blocking()));
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK_THAT(rows[i].time(), WithinRel(of_one[i].time(), 1e-12));
    CHECK_THAT(rows[i].restart, WithinRel(of_one[i].restart, 1e-12));
    CHECK_THAT(rows[i].elasticity, WithinRel(of_one[i].elasticity, 1e-9));
    CHECK_THAT(rows[i].without, WithinRel(of_one[i].without, 1e-12));
    CHECK_THAT(rows[i].rate, WithinRel(4 * of_one[i].rate, 1e-12));  // of all four
  }
}

TEST_CASE("every column has its text", "[analysis]") {
  std::size_t columns = 0;
  each_result_field<ByCause>([&](const auto& field) {
    CHECK(!field.doc.empty());
    ++columns;
  });
  CHECK(columns == 11);
}
