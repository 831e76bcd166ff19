// SPDX-License-Identifier: Apache-2.0
// Strategies that need the rows of a list themselves, against chains solved and formulas written a second time here.
#include <catch2/catch_test_macros.hpp>

#include "scaling_limits/strategies/under_causes.hpp"
#include "support/agrees.hpp"
#include "support/causes.hpp"
#include "support/strategies.hpp"

using namespace scaling_limits;
using namespace scaling_limits::strategies;
using namespace scaling_limits::testing;
using failures::Cause;
using failures::CauseRow;

namespace {

using Causes = std::vector<Cause<>>;
using Line = std::vector<long double>;

Line solution_of(std::vector<Line> m, Line x) {
  const std::size_t n = x.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k; i < n; ++i)
      if (std::abs(m[i][k]) > std::abs(m[best][k])) best = i;
    std::swap(m[k], m[best]), std::swap(x[k], x[best]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k || m[i][k] == 0) continue;
      const long double part = m[i][k] / m[k][k];
      for (std::size_t j = k; j < n; ++j) m[i][j] -= part * m[k][j];
      x[i] -= part * x[k];
    }
  }
  for (std::size_t k = 0; k < n; ++k) x[k] /= m[k][k];
  return x;
}

/// Rows with their restarts, of which the later is the longer: by rank, then by the time until the run is up.
struct InOrder {
  std::vector<CauseRow<>> rows;
  long double rate = 0, own_downtime = 0;
  Line p, phi, fails, n;

  explicit InOrder(const std::vector<CauseRow<>>& all) {
    const failures::RestartInForce<double> rule{std::span<const CauseRow<>>(all)};
    rule.each_in_order([&](std::size_t i) { rows.push_back(all[i]); });
    for (const auto& row : rows) rate += row.rate;
    for (const auto& row : rows) {
      const long double f = row.retry_chance, e = std::exp(-rate * row.restart_time);
      p.push_back(row.rate / rate), phi.push_back((1 - f) * e / (1 - f * e)), fails.push_back(1 - phi.back());
      n.push_back(f * e / (1 - f * e));
      own_downtime += p.back() * row.downtime;
    }
  }
  std::size_t size() const { return rows.size(); }
  /// X = x + (1 - phi) sum p X of the longer.
  Line over_restarts(const Line& x) const {
    std::vector<Line> m(size(), Line(size(), 0));
    for (std::size_t i = 0; i < size(); ++i) {
      m[i][i] += 1;
      for (std::size_t j = 0; j < size(); ++j) m[i][(std::max)(i, j)] -= fails[i] * p[j];
    }
    return solution_of(m, x);
  }
  long double mean(const Line& x) const {
    long double sum = 0;
    for (std::size_t i = 0; i < size(); ++i) sum += p[i] * x[i];
    return sum;
  }
  /// From a failure until up.
  long double outage() const {
    Line x(size());
    for (std::size_t i = 0; i < size(); ++i) x[i] = fails[i] * (1 / rate + own_downtime) + n[i] * rows[i].retry_time;
    return own_downtime + mean(over_restarts(x));
  }
};

/// Goodput of a cycle of checkpoints of several levels: states are a checkpoint to start from, and with it a restart in force.
/// `rank` of a row is its level.
long double leveled_goodput(const InOrder& in, const std::vector<int>& pattern, double work,
                            const std::vector<double>& writes) {
  const std::size_t count = pattern.size(), rows = in.size(), all = count * (1 + rows);
  // the latest checkpoint at or before a position that serves a level; the cycle begins with one that serves all
  const auto back = [&](std::size_t position, int level) {
    while (position > 0 && pattern[position - 1] < level) --position;
    return position;
  };
  const auto restarting = [&](std::size_t position, std::size_t row) { return count * (1 + row) + position; };
  std::vector<Line> m(all, Line(all, 0));
  Line x(all, 0);
  const auto struck = [&](std::size_t state, std::size_t position, std::size_t row, long double chance) {
    for (std::size_t j = 0; j < rows; ++j) {
      const std::size_t longer = (std::max)(row, j);
      x[state] += chance * in.p[j] * in.rows[j].downtime;
      m[state][restarting(back(position, in.rows[longer].rank), longer)] -= chance * in.p[j];
    }
  };
  for (std::size_t at = 0; at < count; ++at) {
    long double stretch = work;
    for (int l = 0; l < pattern[at]; ++l) stretch += writes[static_cast<std::size_t>(l)];
    const long double passes = std::exp(-in.rate * stretch), stops = -std::expm1(-in.rate * stretch);
    m[at][at] += 1, x[at] += stops / in.rate;
    if (at + 1 < count) m[at][at + 1] -= passes;
    struck(at, at, 0, stops);  // no restart is shorter than that of the least row
    for (std::size_t i = 0; i < rows; ++i) {
      const std::size_t state = restarting(at, i);
      m[state][state] += 1, m[state][at] -= in.phi[i];
      x[state] += in.fails[i] / in.rate + in.n[i] * in.rows[i].retry_time;
      struck(state, at, i, in.fails[i]);
    }
  }
  return static_cast<long double>(count) * work / solution_of(m, x)[0];
}

/// Of a strategy under a list on a run: its rows with their restarts.
template <class St>
std::vector<CauseRow<>> rows_of(const UnderCauses<St>& under, const TrainingRun<>& run) {
  const auto at = under.stops->at(run);
  const StoppedRun<double> stopped(run, at);
  return {stopped.rows.begin(), stopped.rows.end()};
}

}  // namespace

TEST_CASE("levels under a list are the chain of positions and restarts in force", "[strategies]") {
  Sampler random(401);
  Worst worst;
  int differing = 0;
  for (int i = 0; i < 400; ++i) {
    const std::size_t count = 1 + random.index(3);
    TrainingRun<> run{.gpus = 1000,
                      .gpu_mttf = inf,
                      .checkpoint_bytes = 1e12,
                      .write_bandwidth = 1e12,
                      .initialization_time = random.log_uniform(1, 500),
                      .downtime = random.log_uniform(1, 500)};
    std::vector<Level> levels;
    std::vector<double> writes, loads;
    for (std::size_t l = 0; l < count; ++l) {
      writes.push_back(random.log_uniform(1, 100)), loads.push_back(random.log_uniform(1, 300));
      levels.push_back(
          {{.write_bandwidth = 1e12 / writes.back(), .read_bandwidth = 1e12 / loads.back()}, 1 / static_cast<double>(count)});
    }
    std::vector<int> pattern;
    for (std::size_t n = random.index(5); n > 0; --n) pattern.push_back(1 + static_cast<int>(random.index(count)));
    pattern.push_back(static_cast<int>(count));
    Causes list;
    for (std::size_t n = 1 + random.index(6), k = 0; k < n; ++k) {
      Cause<> cause{.name = "row " + std::to_string(k), .mtbf = random.log_uniform(2000, 1e5)};
      cause.severity = static_cast<double>(random.index(count + 1));
      if (random.chance(0.5)) cause.downtime = random.log_uniform(1, 5000);
      if (random.chance(0.4)) cause.extra_restart = random.log_uniform(1, 2000);
      else if (random.chance(0.3)) cause.restart_time = random.log_uniform(1, 2000);
      if (random.chance(0.4)) cause.retry_chance = random.uniform(0, 0.8), cause.retry_time = random.log_uniform(1, 1000);
      list.push_back(cause);
    }
    const auto strategy = multilevel(levels, pattern);
    const auto under = under_causes(list, strategy);
    const double w = random.log_uniform(50, 3000);
    // what each row's restart is, from its words
    std::vector<CauseRow<>> rows;
    for (const auto& cause : list) {
      CauseRow<> row{.rate = 1 / cause.mtbf,
                     .downtime = cause.downtime == cause.downtime ? cause.downtime : run.downtime,
                     .restart_time = cause.restart_time,
                     .retry_chance = cause.retry_chance,
                     .retry_time = cause.retry_time};
      row.rank = cause.severity == 0 ? static_cast<int>(count) : static_cast<int>(cause.severity);
      if (!(row.restart_time == row.restart_time))
        row.restart_time = loads[static_cast<std::size_t>(row.rank) - 1] + run.initialization_time + cause.extra_restart;
      rows.push_back(row);
    }
    for (const auto& a : rows)
      for (const auto& b : rows) differing += a.rank == b.rank && a.restart_time < b.restart_time;
    const long double expected = leveled_goodput(InOrder(rows), pattern, w, writes);
    const auto at = under.stops->at(run);
    const auto of_levels = strategy.levels_under(StoppedRun<double>(run, at));
    const double actual =
        std::exp(-checkpoint::pattern_loss(std::span<const int>(pattern), w, of_levels.span(), of_levels.downtime));
    worst.see(relative_distance(actual, expected), i, count, rows.size(), actual);
    // the strategy is at its best interval, which none of these is better than
    const double best = goodput(run, under);
    CAPTURE(i);
    CHECK(best >= actual * (1 - 1e-12));
    CHECK(best >= leveled_goodput(InOrder(rows), pattern, under.interval(run) * 1.02, writes));
    CHECK(best >= leveled_goodput(InOrder(rows), pattern, under.interval(run) * 0.98, writes));
  }
  INFO(worst.where);
  CHECK(differing > 200);
  CHECK(worst.distance < 1e-11);  // elimination of some tens of equations, in long double
  // 900 s of work a save, every fourth of level 2, saves of 5 and 60 s
  const std::vector<CauseRow<>> three{{.rate = 1 / 20'000.0, .downtime = 60, .restart_time = 205, .rank = 1},
                                      {.rate = 1 / 60'000.0, .downtime = 2700, .restart_time = 205, .rank = 1},
                                      {.rate = 1 / 90'000.0, .downtime = 3600, .restart_time = 560, .rank = 2}};
  CHECK_THAT(static_cast<double>(leveled_goodput(InOrder(three), {1, 1, 1, 2}, 900, {5, 60})),
             agrees(0.836585658, relative(1e-9)));  // digits written
}

namespace {

/// -ln goodput of saving just in time: K and the time of a period, with periodic checkpoints every `w` of work.
double saved_loss(const InOrder& in, double w, double write_time, double step) {
  Line ends(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) ends[i] = in.rows[i].leaves_state ? in.phi[i] : 0;
  const long double saved = in.mean(in.over_restarts(ends)), l = in.rate, h = l * step;
  const long double whole = step > 0 ? h / std::expm1(h) : 1, period = w + write_time;
  const long double kept = w * std::exp(-l * period) * (1 - saved) + saved * whole * -std::expm1(-l * w) / l;
  const long double time = -std::expm1(-l * period) / l * (1 + l * in.outage());
  return static_cast<double>(std::log(time / kept));
}

}  // namespace

TEST_CASE("saving just in time under a list keeps what its rows leave", "[strategies]") {
  Sampler random(409);
  Worst worst;
  int whole_steps = 0;
  for (int i = 0; i < 400; ++i) {
    TrainingRun<> run{
        .gpus = 1000, .gpu_mttf = inf, .checkpoint_bytes = random.log_uniform(1e11, 1e14), .write_bandwidth = 1e12};
    run.initialization_time = random.log_uniform(10, 1000), run.downtime = 60;
    Causes list = SomeCauses{.extra = false}(random, run.gpus, random.log_uniform(3000, 50'000)).causes;
    if (random.chance(0.8)) list[0].leaves_state = 0;
    const double step = random.chance(0.5) ? 0 : random.log_uniform(1, 60);
    const auto under = under_causes(list, just_in_time(1, step));
    auto rows = rows_of(under, run);
    for (auto& row : rows) {
      row.rank = row.leaves_state ? 0 : 1;
      if (row.leaves_state) row.restart_time += run.write_time();
    }
    const InOrder in(rows);
    const double w = under.interval(run);
    if (w == inf) continue;
    whole_steps += step > 0;
    const double loss = under.losses(run).sum();
    worst.see(std::abs(loss - saved_loss(in, w, run.write_time(), step)) / (1 + loss), i, w);
    CAPTURE(i, w, step);
    if (step > 0) {
      CHECK(std::abs(w / step - std::round(w / step)) < 1e-9);
      CHECK(loss <= saved_loss(in, w + step, run.write_time(), step) + 1e-13 * (1 + loss));
      if (w > 1.5 * step) CHECK(loss <= saved_loss(in, w - step, run.write_time(), step) + 1e-13 * (1 + loss));
    } else {
      for (const double by : {0.9, 0.99, 1.01, 1.1})
        CHECK(loss <= saved_loss(in, by * w, run.write_time(), 0) + 1e-13 * (1 + loss));
    }
  }
  INFO(worst.where);
  CHECK(whole_steps > 50);
  CHECK(worst.distance < 1e-11);  // 1 - saved, where hardly anything is lost
  // a computer and a switch that leave a replica, storage that does not; saves of 40 s, steps of 10 s, every two hours
  std::vector<CauseRow<>> three{{.rate = 1 / 20'000.0, .downtime = 60, .restart_time = 340},
                                {.rate = 1 / 60'000.0, .downtime = 2700, .restart_time = 540},
                                {.rate = 1 / 90'000.0, .downtime = 3600, .restart_time = 900, .rank = 1}};
  three[0].leaves_state = three[1].leaves_state = true;
  CHECK_THAT(std::exp(-saved_loss(InOrder(three), 7200, 40, 10)), agrees(0.849216815, relative(1e-9)));  // digits written
}

TEST_CASE("replicas that come and go under a list need its means alone", "[strategies]") {
  Sampler random(419);
  for (int i = 0; i < 200; ++i) {
    TrainingRun<> run{.gpus = 1000, .gpu_mttf = inf, .checkpoint_bytes = 1e13, .write_bandwidth = 1e12};
    run.initialization_time = random.log_uniform(10, 1000), run.downtime = random.log_uniform(1, 300);
    const Causes list = SomeCauses{.extra = false}(random, run.gpus, random.log_uniform(3000, 50'000)).causes;
    const double replicas = 2 + static_cast<double>(random.index(60));
    const double stall = random.chance(0.5) ? NaN : random.log_uniform(1, 60);
    const auto under = under_causes(list, elastic(replicas, stall));
    double stalls = 0, outages = 0;
    std::vector<CauseRow<>> common;
    for (const auto& row : rows_of(under, run)) {
      if (row.common) {
        common.push_back(row);
        continue;
      }
      const double s = row.detection == row.detection ? row.detection : stall == stall ? stall : run.downtime;
      stalls += row.rate * s, outages += row.rate * (std::max)(s, row.downtime + row.restart_time);
    }
    const double present = 1 / (1 + (outages - stalls) / replicas);
    double expected = 1 / (1 / present + stalls);
    double interval = inf;
    if (!common.empty()) {
      const InOrder in(common);
      const double l = static_cast<double>(in.rate), y = reference_period<double>(l * run.write_time());
      expected *= std::exp(-y) / (1 + l * static_cast<double>(in.outage()));
      interval = y / l - run.write_time();
    }
    CAPTURE(i);
    CHECK_THAT(goodput(run, under), agrees(expected, relative(tolerance::two_routes)));
    if (interval < inf) CHECK_THAT(under.interval(run), agrees(interval, relative(1e-11)));  // y less eps
    else CHECK(under.interval(run) == inf);
  }
}

TEST_CASE("verified work under a list needs means of unexposed restarts alone", "[strategies]") {
  Sampler random(421);
  for (int i = 0; i < 200; ++i) {
    TrainingRun<> run{
        .gpus = 1000, .gpu_mttf = inf, .checkpoint_bytes = random.log_uniform(1e12, 1e14), .write_bandwidth = 1e12};
    run.initialization_time = random.log_uniform(10, 1000), run.downtime = random.log_uniform(1, 300);
    Causes list = SomeCauses{.extra = false}(random, run.gpus, random.log_uniform(3000, 50'000)).causes;
    for (auto& cause : list)
      if (random.chance(0.4)) cause.lag = random.log_uniform(1, 1e4);
    const double check = random.log_uniform(1, 60), recall = random.chance(0.5) ? 1 : random.uniform(0.3, 1);
    const auto under = under_causes(list, verified(check, 0.3, recall));
    double silent = 0, stops = 0, after_silent = 0, restart = 0, down = 0;
    for (const auto& row : rows_of(under, run)) {
      const double tries = 1 / (1 - row.retry_chance);
      const double r = row.restart_time * tries, d = row.downtime + row.retry_time * (tries - 1);
      if (row.silent()) silent += row.rate, after_silent += row.rate * (r + d);
      else stops += row.rate, restart += row.rate * r, down += row.rate * d;
    }
    checkpoint::VerifiedSegment<double> v{};
    v.verification_time = v.final_time = check, v.write_time = run.write_time(), v.recall = recall;
    v.silent_rate = silent, v.fail_stop_rate = stops;
    v.detection_restart = silent > 0 ? after_silent / silent : 0;
    v.restart_time = stops > 0 ? restart / stops : 0, v.downtime = stops > 0 ? down / stops : 0;
    const auto best = checkpoint::best_verified(v);
    CAPTURE(i);
    CHECK_THAT(under.losses(run).sum(), agrees(checkpoint::verified_loss(best.chunks, best.work, v), relative(1e-11)));
    CHECK_THAT(under.interval(run), agrees(best.chunks * best.work, relative(1e-6)));  // of a flat minimum
  }
}

TEST_CASE("pairs that hardly ever die under common causes cost twice what blocking does", "[strategies]") {
  TrainingRun<> run{
      .gpus = 1600, .gpu_mttf = inf, .checkpoint_bytes = 4e13, .write_bandwidth = 1e12, .initialization_time = 300};
  for (const double mtbf : {1e3, 1e4, 1e6})
    for (const bool revive : {true, false}) {
      const Cause<> hall{.name = "hall", .mtbf = mtbf, .downtime = 3000, .common = 1};
      const double alone = goodput(run, under_causes({hall}, blocking()));
      CAPTURE(mtbf, revive);
      CHECK_THAT(goodput(run, under_causes({hall}, replicated(revive))), agrees(alone / 2, relative(tolerance::two_routes)));
      const Causes rare{hall, {.name = "machine", .mttf = 1e30}};
      CHECK_THAT(goodput(run, under_causes(rare, replicated(revive))), agrees(alone / 2, relative(1e-11)));
      const Causes often{hall, {.name = "machine", .mttf = 1e8}};
      CHECK(goodput(run, under_causes(often, replicated(revive))) < alone / 2);
    }
}

namespace {

/// A pool that failures of several kinds draw on, played out: time waited over time that is not, and its standard error.
struct Played {
  double ratio, error;
};
struct Kind {
  double rate, takes, downtime;
};
Played played(Sampler& random, const std::vector<Kind>& kinds, double spares, double repair, double repairers) {
  double rate = 0, out = 0;
  for (const auto& kind : kinds) rate += kind.rate;
  std::vector<double> ratios;
  constexpr int batches = 40, failures_of_one = 4000;
  const auto mended_after = [&] { return random.exponential(repair / (std::min)(out, repairers)); };
  const auto pass = [&](double time) {
    for (double left = time; out > 0;) {
      const double next = mended_after();
      if (next > left) break;
      left -= next, --out;
    }
  };
  for (int batch = 0; batch < batches; ++batch) {
    double waited = 0, other = 0;
    for (int i = 0; i < failures_of_one; ++i) {
      const double run = random.exponential(1 / rate);
      pass(run), other += run;
      double at = random.uniform(0, rate);
      std::size_t k = 0;
      while (k + 1 < kinds.size() && at > kinds[k].rate) at -= kinds[k].rate, ++k;
      out += kinds[k].takes;
      while (out > spares) waited += mended_after(), --out;
      pass(kinds[k].downtime), other += kinds[k].downtime;
    }
    ratios.push_back(waited / other);
  }
  double mean = 0, square = 0;
  for (const double r : ratios) mean += r / batches;
  for (const double r : ratios) square += (r - mean) * (r - mean);
  return {mean, std::sqrt(square / (batches * (batches - 1)))};
}

}  // namespace

TEST_CASE("spares that failures take by ones and by nodes run out as in a pool played out", "[strategies]") {
  Sampler random(431);
  for (int i = 0; i < 8; ++i) {
    TrainingRun<> run{.gpus = 1000, .gpu_mttf = inf, .checkpoint_bytes = 1e13, .write_bandwidth = 1e12, .downtime = 300};
    const double spares = 1 + static_cast<double>(random.index(6)), repair = random.log_uniform(7200, 40'000);
    const double repairers = i % 3 == 0 ? 2 : inf;
    const Causes list{{.name = "gpu", .mtbf = random.log_uniform(6000, 40'000), .takes = 1},
                      {.name = "node", .mtbf = random.log_uniform(20'000, 80'000), .downtime = 4000, .takes = 4},
                      {.name = "software", .mtbf = random.log_uniform(6000, 40'000), .downtime = 60, .takes = 0},
                      {.name = "unsaid", .mtbf = random.log_uniform(20'000, 80'000)}};
    const double taken = i % 2 ? 1 : 0.5;
    const auto under = under_causes(list, spared(spares, repair, repairers, taken, 2));
    std::vector<Kind> kinds;
    for (const auto& cause : list) {
      const double down = cause.downtime == cause.downtime ? cause.downtime : run.downtime;
      if (cause.takes == cause.takes) kinds.push_back({1 / cause.mtbf, cause.takes, down});
      else kinds.push_back({taken / cause.mtbf, 2, down}), kinds.push_back({(1 - taken) / cause.mtbf, 0, down});
    }
    const auto [ratio, error] = played(random, kinds, spares, repair, repairers);
    const double actual = std::expm1(under.losses(run).of("spare wait"));
    CAPTURE(i, spares, repair, repairers, ratio, error, actual);
    CHECK(std::abs(actual - ratio) <= tolerance::standard_errors * error);
    CHECK(error < 0.1 * (ratio + 1e-3));
  }
}
