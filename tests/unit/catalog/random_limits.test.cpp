// SPDX-License-Identifier: Apache-2.0
// What must be so of any limit, of random runs, strategies, criteria, growth laws and factors, all of them from the catalogue's
// tables: one that is ok says all that there is to say, one that is not says why, and none is beaten by a plain scan over sizes.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <set>

#include "library.hpp"
#include "scaling_limits/catalog/case.hpp"
#include "support/draw.hpp"

namespace scaling_limits::testing {

using catalog::Case;
using catalog::First;
using catalog::List;
using catalog::Map;
using catalog::Second;
using catalog::Value;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

constexpr double hour = 3600, TB = 1e12;

TrainingRun<> run_of(const Map& fields) {
  TrainingRun<> run;
  for (const auto& field : scaling_limits::fields_of<TrainingRun<>>)
    if (const Value* value = fields.find(field.name)) run.*field.member = *value->number();
  return run;
}

bool has_levels(const std::string& strategy) { return catalog::group("strategy").at(strategy).argument("pattern"); }

/// A run of a strategy under a criterion, growing in one of many ways, with a factor or without.
Case random_case(Draw& draw, const catalog::Kind& strategy, const catalog::Kind& criterion) {
  Case at;
  at.run = run_of(draw.fields(catalog::group("run").begin()->rows));
  at.growth = draw.one_of<growth::PowerLaw>({growth::fixed(), growth::chinchilla(), growth::proportional()});
  if (draw.chance(0.25))
    for (std::size_t i = 1; i < at.growth.exponents.size(); ++i)
      if (draw.chance(0.3)) at.growth.exponents[i] = std::round(draw.uniform(-1, 1) * 4) / 4;
  at.strategy = catalog::strategy(strategy.name, draw.given(strategy));
  at.criterion = catalog::criterion(criterion.name, draw.fields(criterion.rows));
  if (draw.chance(0.5)) {
    const auto& name = draw.one_of(kinds_of("factor"));
    at.factors = catalog::factor(name, draw.given(catalog::group("factor").at(name)));
  }
  return at;
}
std::string text_of(const Case& at) {
  std::string text(at.strategy.name());
  const auto add = [&](std::string_view what, const std::vector<double>& numbers) {
    text.append("\n").append(what);
    for (const double x : numbers) text.append(" ").append(to_text(x));
  };
  add("strategy", at.strategy.model().numbers());
  add(catalog::group("criterion").at("peak_throughput").name, {});
  add("run", catalog::numbers_of(at.run));
  add("growth", {at.growth.exponents.begin(), at.growth.exponents.end()});
  for (std::size_t i = 0; i < at.factors.size(); ++i) add(at.factors[i].term(), at.factors[i].numbers());
  return text;
}

/// Columns of the answer to a question of limits.
struct Answered {
  double value, goodput, efficiency;
  std::string status, note, binding;
  double shares = 0;
};
Answered answered_limit(const Case& at) {
  const auto answer = catalog::answer("limit", at);
  Answered a{answer.number("value"), answer.number("goodput"), answer.number("efficiency"),
             answer.text("status"),  answer.text("note"),      answer.text("binding")};
  for (const auto& column : answer.columns())
    if (column.name.starts_with("shares.")) a.shares += column.numbers[0] == column.numbers[0] ? column.numbers[0] : 0;
  return a;
}

/// ln of useful throughput at a size, by doubles alone.
double log_throughput(const Case& at, double gpus) {
  const TrainingRun<> there = at.growth.at(at.run, gpus);
  return std::log(gpus) - at.strategy.losses_in_range(there).sum() - at.factors.losses(gpus).sum();
}

/// The most of f(ln N) on a grid; NaN is no candidate.
template <class F>
std::pair<double, double> top(const F& f, double low, double high, double step) {
  std::pair<double, double> best{-inf, NaN};
  for (double x = low; x <= high; x += step)
    if (const double y = f(std::exp(x)); y > best.first) best = {y, std::exp(x)};
  return best;
}

/// The run of most tests here.
TrainingRun<> usual_run() {
  return {.gpus = 16384,
          .gpu_mttf = 50'000 * hour,
          .checkpoint_bytes = 5 * TB,
          .write_bandwidth = 2 * TB,
          .read_bandwidth = 2 * TB,
          .initialization_time = 300,
          .downtime = 60};
}

Map tier(double write, double read, bool per_gpu = false) {
  return {{"write_bandwidth", write}, {"read_bandwidth", read}, {"per_gpu", per_gpu}};
}
Map two_levels(const Map& first, const Map& second) {
  return {{"levels", List{Map{{"tier", first}, {"share", 0.9}}, Map{{"tier", second}, {"share", 0.1}}}}};
}

}  // namespace

TEST_CASE("a limit that is ok says all, one that is not says why", "[catalog]") {
  Draw draw(11);
  std::size_t all = 0, ok = 0;
  for (const auto& strategy : kinds_of("strategy"))
    for (const auto& criterion : kinds_of("criterion"))
      for (int k = 0; k < (has_levels(strategy) ? 3 : 10); ++k) {
        const Case at = random_case(draw, catalog::group("strategy").at(strategy), catalog::group("criterion").at(criterion));
        const Answered limit = answered_limit(at);
        INFO(criterion << " of " << text_of(at));
        CAPTURE(limit.value, limit.goodput, limit.efficiency, limit.status, limit.note, limit.shares);
        ++all;
        if (limit.status != "ok") {
          CHECK(!limit.note.empty());
          CHECK((limit.status == "no limit" ? limit.value == inf : limit.value != limit.value));
          continue;
        }
        ++ok;
        CHECK((limit.value > 0 && limit.value < inf));
        CHECK((limit.goodput >= 0 && limit.goodput <= 1 + 1e-9));  // the losses of some strategies are found by search
        CHECK((limit.efficiency >= 0 && limit.efficiency <= 1));
        CHECK_THAT(limit.shares, WithinAbs(1, 1e-9));
        CHECK(!limit.binding.empty());
      }
  CHECK(ok > all / 2);
}

TEST_CASE("no size of a scan beats the peak or the cheapest size", "[catalog]") {
  Draw draw(12);
  std::size_t peaks = 0, cheapest = 0;
  for (const auto& strategy : kinds_of("strategy")) {
    const bool slow = has_levels(strategy) || strategy == "verified" || strategy == "spared";
    for (const std::string criterion : {"peak_throughput", "cheapest_gpus"})
      for (int k = 0; k < (slow ? 4 : 12); ++k) {
        Case at = random_case(draw, catalog::group("strategy").at(strategy), catalog::group("criterion").at(criterion));
        if (k % 3 == 1) at.run.gpu_mttf *= std::pow(10, draw.uniform(-4, 0));
        if (k % 4 == 2) at.run.checkpoint_bytes = at.run.storage_latency = 0;  // saves are free
        const Answered limit = answered_limit(at);
        // a scan knows nothing of sizes that nobody builds
        if (limit.status != "ok" || limit.value > 1e9 || limit.goodput < 1e-200) continue;
        INFO(criterion << " of " << text_of(at));
        const double low = 0, high = std::log(1e10), step = slow ? 0.2 : 0.06;
        const auto fastest = top([&](double gpus) { return log_throughput(at, gpus); }, low, high, step);
        if (criterion == "peak_throughput") {
          CAPTURE(limit.value, fastest.second);
          // patterns of levels change in steps, which leave small teeth in slopes
          CHECK(log_throughput(at, limit.value) >= fastest.first - (slow ? 1e-3 : 1e-9));
          ++peaks;
          continue;
        }
        const auto given = at.criterion.model().numbers();
        const double work = given[0], deadline = given[1], fixed = given[2], least = given[3];
        const auto merit = [&](double gpus) { return log_throughput(at, gpus) - std::log(gpus + fixed); };
        const auto in_time = [&](double gpus) { return std::log(work) - log_throughput(at, gpus) <= std::log(deadline); };
        const auto best =
            top([&](double gpus) { return gpus >= least && gpus <= fastest.second && in_time(gpus) ? merit(gpus) : -inf; }, low,
                high, step);
        CAPTURE(limit.value, best.second);
        CHECK(merit(limit.value) >= best.first - (slow ? 1e-3 : 1e-9));
        ++cheapest;
      }
  }
  CHECK(peaks > 30);
  CHECK(cheapest > 30);
}

TEST_CASE("of several peaks of a strategy whose best pattern changes the highest is told", "[catalog]") {
  const Value own = Map{{"tier", "own"}, {"share", 0.2}}, memory = Map{{"tier", "gpu_memory"}, {"share", 0.8}};
  const Map levels{{"levels", List{memory, own}}};
  std::vector<std::tuple<std::string, Map, TrainingRun<>>> rows;
  for (const double hours : {19., 20., 21., 30., 100.})
    rows.push_back({"multilevel",
                    levels,
                    {.gpus = 16384,
                     .gpu_mttf = hours * hour,
                     .checkpoint_bytes = 5 * TB,
                     .write_bandwidth = 2 * TB,
                     .storage_latency = hours == 100 ? 10. : 1.,
                     .downtime = hour}});
  // checkpoints every 8.4 s, the shortest that copies allow, of one level or of two
  rows.push_back({"in_memory",
                  {{"exchange_time", 8.36249}},
                  {.gpus = 58514,
                   .gpu_mttf = 336678,
                   .checkpoint_bytes = 3.82604e9,
                   .write_bandwidth = 1.4995e9,
                   .initialization_time = 2.52227,
                   .downtime = 13.7608}});
  rows.push_back({"just_in_time",
                  {{"share", 0.5}, {"step_time", 28.2019}},
                  {.gpus = 54015,
                   .gpu_mttf = 307688,
                   .checkpoint_bytes = 4.3161e9,
                   .write_bandwidth = 2.13133e9,
                   .read_bandwidth = 5.17263e12,
                   .storage_latency = 36.3297,
                   .initialization_time = 3669.26}});
  for (const auto& [name, fields, run] : rows) {
    Case at;
    at.run = run, at.strategy = catalog::strategy(name, fields), at.criterion = catalog::criterion("peak_throughput");
    const auto best = top([&](double gpus) { return log_throughput(at, gpus); }, 0, std::log(1e7), 0.02);
    const Answered limit = answered_limit(at);
    INFO(text_of(at));
    CAPTURE(limit.value, best.second);
    CHECK(limit.status == "ok");
    CHECK(log_throughput(at, limit.value) >= best.first - 1e-4);
    CHECK_THAT(limit.shares, WithinAbs(1, 1e-9));
  }
}

TEST_CASE("where nothing is lost but to saves that are free there is no peak", "[catalog]") {
  // pairs that are whole again at every save never lose one; those that are not have restarts, half of a power in size
  for (const double revive : {0., 1.})
    for (const double initialization : {0., 1., 300., 3600.})
      for (const double downtime : {0., 60.})
        for (const double gpus : {100., 16384., 1e6}) {
          Case at;
          at.run = {.gpus = gpus,
                    .gpu_mttf = 50'000 * hour,
                    .checkpoint_bytes = 0,
                    .write_bandwidth = 2 * TB,
                    .initialization_time = initialization,
                    .downtime = downtime};
          at.strategy = catalog::strategy("replicated", {{"revive", revive}});
          at.criterion = catalog::criterion("peak_throughput");
          const Answered limit = answered_limit(at);
          CAPTURE(revive, initialization, downtime, gpus, limit.value);
          const bool restarts = revive == 0 && initialization > 0;
          CHECK(limit.status == (restarts ? "ok" : "no limit"));
          if (restarts) {
            const auto best = top([&](double n) { return log_throughput(at, n); }, 0, std::log(1e20), 0.01);
            CHECK_THAT(limit.value, WithinRel(best.second, 0.02));
          }
          // what a save that takes next to no time leaves
          TrainingRun<> hardly = at.run;
          hardly.checkpoint_bytes = 1e-3;
          const double loss = at.strategy.losses_in_range(at.run).sum();
          CHECK(at.strategy.interval(at.run) == 0);
          CHECK_THAT(loss, WithinAbs(at.strategy.losses_in_range(hardly).sum(), 1e-6));
          const auto parts = at.strategy.breakdown(at.run);
          for (const auto& part : parts) CHECK(part.amount >= 0);
          CHECK_THAT(parts.of("useful"), WithinRel(std::exp(-loss), 1e-12));
          CHECK_THAT(parts.sum(), WithinAbs(1, 1e-12));
        }
}

TEST_CASE("a size that no number tells is not told", "[catalog]") {
  Case at;
  at.run = {.gpus = 8, .gpu_mttf = 5e-324, .checkpoint_bytes = 0, .write_bandwidth = 1e9};
  for (const auto& criterion : kinds_of("criterion")) {
    Draw draw(15);
    at.criterion = catalog::criterion(criterion, draw.fields(catalog::group("criterion").at(criterion).rows));
    const Answered limit = answered_limit(at);
    CAPTURE(criterion, limit.note);
    CHECK(limit.status != "ok");
    CHECK(limit.note.find("nan") == limit.note.npos);
  }
}

TEST_CASE("where a strategy begins to have an answer no criterion is met by that alone", "[catalog]") {
  Case at;
  at.run = usual_run();
  SECTION("the hard limit lies below what the spares leave") {
    // failure_rate x write_time = 1: N = mttf x bandwidth / bytes = 100
    at.run.gpu_mttf = 100, at.run.write_bandwidth = 5 * TB;
    at.strategy = catalog::strategy("spared", {{"spares", 163}, {"repair_time", 5.4}});
    at.criterion = catalog::criterion("write_time_equals_mtbf");
    const Answered limit = answered_limit(at);
    CHECK(limit.status == "infeasible");
    CHECK(limit.note.find("spares = 163") != limit.note.npos);
  }
  SECTION("a peak of copies in memory is one of throughput") {
    at.strategy = catalog::strategy("in_memory", {{"copies", 3}});
    at.criterion = catalog::criterion("peak_throughput");
    const auto best = top([&](double gpus) { return log_throughput(at, gpus); }, 0, std::log(1e9), 0.01);
    const Answered limit = answered_limit(at);
    CHECK(limit.status == "ok");
    CHECK_THAT(limit.value, WithinRel(best.second, 0.05));  // a flat top
  }
  SECTION("nor is it a peak where all but a trace of the GPUs are spares") {
    at.run.gpus = 30, at.run.gpu_mttf = 3e7, at.run.checkpoint_bytes = 9e13, at.run.write_bandwidth = 2e9,
    at.growth = growth::proportional();
    at.strategy = catalog::strategy("spared", {{"spares", 900}, {"repair_time", 2e5}});
    at.criterion = catalog::criterion("peak_throughput");
    const auto best = top([&](double gpus) { return log_throughput(at, gpus); }, 0, std::log(1e6), 1e-4);
    const Answered limit = answered_limit(at);
    CHECK(limit.status == "ok");
    CHECK_THAT(limit.value, WithinRel(best.second, 1e-3));
  }
  SECTION("the cheapest size is one of those that the strategy knows") {
    for (const auto& [name, fields, begins] : {std::tuple<std::string, Map, double>{"buddy", {}, 16},
                                               {"spared", {{"spares", 100}, {"repair_time", 3600}}, 100},
                                               {"replicated", {}, 16},
                                               {"elastic", {{"replicas", 64}}, 64}})
      for (const double fixed : {0.0, 1e4, 1e5}) {
        CAPTURE(name, fixed);
        at.strategy = catalog::strategy(name, fields);
        at.criterion = catalog::criterion("cheapest_gpus", {{"work", 1e9}, {"fixed_gpus", fixed}});
        const auto fastest = top([&](double gpus) { return log_throughput(at, gpus); }, 0, std::log(1e12), 0.01);
        const auto best = top([&](double gpus) { return log_throughput(at, gpus) - std::log(gpus + fixed); }, std::log(begins),
                              std::log(fastest.second), 0.01);
        const Answered limit = answered_limit(at);
        CAPTURE(limit.value, best.second, limit.note);
        CHECK(limit.status == "ok");
        CHECK(log_throughput(at, limit.value) - std::log(limit.value + fixed) >= best.first - 1e-9);
      }
  }
  SECTION("nor where it ceases to") {
    // a write in flight for longer than the interval, from where 1.5e8 bytes per GPU take 600 s at 50 GB/s: 200,000 GPUs
    at.run.write_bandwidth = 5e10, at.run.checkpoint_bytes = 1.5e8 * at.run.gpus, at.run.gpu_mttf = inf;
    at.growth = growth::proportional();
    at.strategy = catalog::strategy("asynchronous", {{"copy_bandwidth", 1e15}, {"interval", 600}});
    at.criterion = catalog::criterion("goodput_at_least", {{"goodput", 0.5}});
    const Answered limit = answered_limit(at);
    CHECK(limit.status == "infeasible");
    CHECK(limit.note.starts_with("infeasible: the criterion still holds at 200000 GPUs; beyond, asynchronous: interval"));
  }
}

TEST_CASE("a tier with an unlimited bandwidth has the peak of one with a very large bandwidth", "[catalog]") {
  Case at;
  at.run = usual_run();
  at.criterion = catalog::criterion("peak_throughput");
  for (const bool per_gpu : {true, false})
    for (const double write : {4e9, inf}) {
      CAPTURE(per_gpu, write);
      if (!per_gpu && write < inf) continue;  // 4 GB/s for all is no first level
      at.strategy = catalog::strategy("multilevel", two_levels(tier(write, inf, per_gpu), tier(2 * TB, 2 * TB)));
      const auto best = top([&](double gpus) { return log_throughput(at, gpus); }, std::log(1e4), std::log(1e7), 1e-3);
      const Answered limit = answered_limit(at);
      CHECK(limit.status == "ok");
      CHECK_THAT(limit.value, WithinRel(best.second, 0.02));  // a flat top, and patterns that change in steps
      CHECK(log_throughput(at, limit.value) >= best.first - 1e-6);
    }
}

TEST_CASE("a strategy with its feature switched off is one without it, of any run, at its size and at its limits",
          "[catalog]") {
  struct Off {
    std::string name;
    Map fields;
    TrainingRun<> run, without;  // that run under the strategy, this one under blocking
    double share = 1;            // of the GPUs that work
  };
  Draw draw(14);
  int finite = 0;
  for (int k = 0; k < 60; ++k) {
    const TrainingRun<> run = run_of(draw.fields(catalog::group("run").begin()->rows, 0.8));
    std::vector<Off> rows{{"multilevel",
                           {{"levels", List{Map{{"tier", Map{{"write_bandwidth", run.write_bandwidth},
                                                             {"read_bandwidth", run.read_bandwidth},
                                                             {"latency", run.storage_latency}}},
                                                {"share", 1}}}}},
                           run,
                           run},
                          {"spared", {{"spares", 0}, {"repair_time", 0}}, run, run},
                          {"just_in_time", {{"share", 0}}, run, run},
                          {"in_memory", {{"copies", 1}, {"gpus_per_machine", 1}}, run, run},
                          {"buddy", {{"copies", 1}, {"gpus_per_machine", 1}}, run, run},
                          {"independent", {{"learners", 1}}, run, run}};
    // whose restarts no failure cuts short: they take none here
    TrainingRun<> no_restart = run;
    no_restart.initialization_time = no_restart.storage_latency = 0, no_restart.read_bandwidth = inf;
    rows.push_back({"verified", {{"verification_time", 0}, {"silent_share", 0}}, no_restart, no_restart});
    // storage that takes no time: what a copy to memory takes is what a write takes
    TrainingRun<> copied = run;
    copied.storage_latency = 0, copied.write_bandwidth = inf;
    rows.push_back({"asynchronous", {{"copy_bandwidth", run.write_bandwidth}}, copied, copied});
    rows.back().without.write_bandwidth = run.write_bandwidth;
    TrainingRun<> unstruck = run;
    unstruck.gpu_mttf = inf;
    rows.push_back({"elastic", {{"replicas", 4}, {"stall_time", 0}, {"outage", 0}}, run, unstruck});
    rows.push_back({"replicated", {{"gpus_per_machine", 1}}, unstruck, unstruck, 0.5});
    TrainingRun<> pool = run;  // spares that nobody waits for
    pool.gpus += 100;
    rows.push_back({"spared", {{"spares", 100}, {"repair_time", 0}}, pool, run, run.gpus / pool.gpus});
    std::set<std::string> off{"blocking"};
    for (const Off& row : rows) off.insert(row.name);
    if (k == 0) CHECK(off == std::set(kinds_of("strategy").begin(), kinds_of("strategy").end()));
    for (const Off& row : rows) {
      Case at, plain;
      at.run = row.run, plain.run = row.without;
      at.strategy = catalog::strategy(row.name, row.fields), plain.strategy = catalog::strategy("blocking");
      INFO(text_of(at));
      if (row.run.gpus < 2) continue;
      const double loss = at.strategy.losses_in_range(row.run).sum(),
                   expected = plain.strategy.losses_in_range(row.without).sum() - std::log(row.share);
      CHECK_THAT(loss, WithinRel(expected, 1e-9) || WithinAbs(expected, 1e-10));
      finite += expected < 1e3;
      if (row.share != 1) continue;  // another run at every other size
      for (const auto& [criterion, fields] :
           {std::pair<std::string, Map>{"goodput_at_least", {{"goodput", 0.7}}}, {"peak_throughput", {}}}) {
        at.criterion = plain.criterion = catalog::criterion(criterion, fields);
        const Answered limit = answered_limit(at), other = answered_limit(plain);
        INFO(limit.note);
        CHECK(limit.status == other.status);
        if (other.status == "ok") CHECK_THAT(limit.value, WithinRel(other.value, 1e-6));
      }
    }
  }
  CHECK(finite > 300);
}

TEST_CASE("a field that may be unlimited has slopes there: those of a very large value", "[catalog]") {
  constexpr double large = 1e28;  // far beyond, and saves of 1e-16 s are still numbers to search with
  Draw draw(13);
  int seen = 0;
  const auto slopes = [](const auto& losses_of) {
    Terms<Second> losses = losses_of();
    Second sum(0);
    for (const auto& term : losses) sum = sum + term.amount;
    return std::array{sum.value.value, sum.value.slope, sum.slope.slope};
  };
  const auto same = [&](const auto& unlimited, const auto& very_large) {
    const auto a = slopes(unlimited), b = slopes(very_large);
    if (!(b[0] < 1e3)) return;  // all is lost
    ++seen;
    for (std::size_t i = 0; i < 3; ++i) CHECK_THAT(a[i], WithinRel(b[i], 1e-6) || WithinAbs(b[i], 1e-9));
  };
  const Second log_size(First(0.0, 1.0), First(1.0));
  const auto of_run = [&](const catalog::AnyStrategy& strategy, const TrainingRun<>& run, const growth::PowerLaw& law) {
    return [=] { return strategy.losses_in_range(law.grown(run, log_size)); };
  };
  // but for whole numbers, which end long before
  const auto may_be_unlimited = [](const Range& range) { return range.upper == inf && !range.open_above && !range.whole; };
  for (const auto& name : kinds_of("strategy"))
    for (const auto& law : {growth::fixed(), growth::chinchilla(), growth::power_law({{"write_bandwidth", 0.5}})}) {
      const catalog::Kind& kind = catalog::group("strategy").at(name);
      Map fields;
      for (const catalog::Row& row : kind.rows)
        if (row.required()) fields[row.name] = std::floor(std::sqrt(row.usual.high * std::max(row.usual.low, 1.0)));
      if (name == "verified") fields["silent_share"] = 0.1;
      const std::vector<std::string> of_tier{"write_bandwidth", "read_bandwidth"};
      const auto leveled = [&](std::string_view field, double x, bool per_gpu) {
        Map first = tier(4e9 * (per_gpu ? 1 : 1e4), 4e9 * (per_gpu ? 1 : 1e4), per_gpu);
        if (!field.empty()) first[field] = x;
        return catalog::strategy(name, two_levels(first, tier(1 * TB, 1 * TB)));
      };
      const bool multilevel = name == "multilevel";
      const auto strategy = multilevel ? leveled("", 0, true) : catalog::strategy(name, fields);
      INFO(name);
      for (const auto& field : scaling_limits::fields_of<TrainingRun<>>) {
        if (!may_be_unlimited(field.range)) continue;
        TrainingRun<> unlimited = usual_run(), most = usual_run();
        unlimited.*field.member = inf, most.*field.member = large;
        INFO("run " << field.name);
        same(of_run(strategy, unlimited, law), of_run(strategy, most, law));
      }
      for (const catalog::Row& row : kind.rows) {
        if (!may_be_unlimited(row.range)) continue;
        Map unlimited = fields, most = fields;
        unlimited[row.name] = inf, most[row.name] = large;
        INFO(row.name);
        same(of_run(catalog::strategy(name, unlimited), usual_run(), law),
             of_run(catalog::strategy(name, most), usual_run(), law));
      }
      for (const catalog::Row& row : catalog::group("tier").begin()->rows)
        for (const bool per_gpu : {true, false}) {
          if (!multilevel || !may_be_unlimited(row.range)) continue;
          INFO("tier " << row.name << per_gpu);
          same(of_run(leveled(row.name, inf, per_gpu), usual_run(), law),
               of_run(leveled(row.name, large, per_gpu), usual_run(), law));
        }
    }
  for (const auto& name : kinds_of("factor"))
    for (const catalog::Row& row : catalog::group("factor").at(name).rows) {
      if (!may_be_unlimited(row.range)) continue;
      INFO(name << " " << row.name);
      const auto of = [&](double x) {
        Map fields;
        for (const catalog::Row& other : catalog::group("factor").at(name).rows) fields[other.name] = other.usual.high;
        fields[row.name] = x;
        const auto factor = catalog::factor(name, fields);
        return [=] { return factor.smooth_losses(Second(First(1e4, 1e4), First(1e4, 1e4))); };
      };
      same(of(inf), of(large));
    }
  CHECK(seen > 60);
}

}  // namespace scaling_limits::testing
