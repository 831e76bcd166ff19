// SPDX-License-Identifier: Apache-2.0
// The band around an answer: each row against a run that is made otherwise by hand, and what must hold of any band.
#include "scaling_limits/limits/band.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <map>
#include <random>

#include "scaling_limits/limits/power_law_factor.hpp"
#include "scaling_limits/limits/tabulated.hpp"
#include "scaling_limits/published/restarts.hpp"
#include "scaling_limits/strategies/asynchronous.hpp"
#include "scaling_limits/strategies/elastic.hpp"
#include "scaling_limits/strategies/independent.hpp"
#include "scaling_limits/strategies/just_in_time.hpp"
#include "scaling_limits/strategies/multilevel.hpp"
#include "support/tolerance.hpp"

using namespace scaling_limits;
using namespace scaling_limits::limits;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using strategies::under_causes;

namespace {

constexpr TrainingRun<> readme{.gpus = 16384,
                               .gpu_mttf = 50000 * 3600.0,
                               .checkpoint_bytes = 5e12,
                               .write_bandwidth = 2e12,
                               .read_bandwidth = 2e12,
                               .storage_latency = 0.1,
                               .initialization_time = 300,
                               .downtime = 60};
const auto law = growth::chinchilla();
constexpr strategies::Blocking<> blocking{};
constexpr double rounded = 0.5;  // whole GPUs, as they are printed

using Causes = std::vector<failures::Cause<>>;
const failures::Cause<> hang{.name = "h", .share = 0.1, .downtime = 2760};
const failures::Cause<> silent{.name = "s", .share = 6.0 / 419, .lag = 3600};

std::vector<std::string> names(const std::vector<BandRow>& rows) {
  std::vector<std::string> all;
  for (const BandRow& row : rows) all.emplace_back(row.name);
  return all;
}
const std::vector<std::string> every_name{"gpu_mttf", "gpu_mttf", "restart", "start",      "hangs",
                                          "silent",   "retry",    "bytes",   "reader_gpus"};

/// A row of a band; of gpu_mttf the first.
const BandRow& row_of(const Band& band, std::string_view name) {
  return *std::find_if(band.own.rows.begin(), band.own.rows.end(), [&](const BandRow& row) { return row.name == name; });
}

/// Whether it is a band: as given within its ends, and the names at the ends those of rows that are there.
void check_ends(const Ends& ends, const std::vector<BandRow>& rows, double BandRow::* member) {
  std::vector<double> all;
  std::map<std::string_view, std::vector<double>> by_name{{as_given, {ends.given}}};
  if (ends.given == ends.given) all.push_back(ends.given);
  for (const BandRow& row : rows) {
    by_name[row.name].push_back(row.*member);
    if (row.*member == row.*member) all.push_back(row.*member);
  }
  if (all.empty()) {
    CHECK(ends.low != ends.low);
    return;
  }
  CHECK(ends.low == *std::min_element(all.begin(), all.end()));
  CHECK(ends.high == *std::max_element(all.begin(), all.end()));
  const auto has = [&](std::string_view name, double value) {
    const auto& of = by_name[name];
    return std::find(of.begin(), of.end(), value) != of.end();
  };
  CHECK(has(ends.low_because, ends.low));
  CHECK(has(ends.high_because, ends.high));
}
void check_band(const Band& band) {
  check_ends(band.value, band.own.rows, &BandRow::value);
  check_ends(band.useful_gpus, band.own.rows, &BandRow::useful_gpus);
  check_ends(band.own.goodput, band.own.rows, &BandRow::goodput);
  check_ends(band.own.interval, band.own.rows, &BandRow::interval);
}

}  // namespace

TEST_CASE("the band of README's run at 90 %, row by row", "[limits]") {
  const Band found = band(readme, goodput_at_least{0.9}, law, blocking);
  check_band(found);
  CHECK_THAT(found.value.given, WithinAbs(33'684, rounded));
  CHECK_THAT(found.value.low, WithinAbs(16'749, rounded));
  CHECK(found.value.low_because == "bytes");
  CHECK_THAT(found.value.high, WithinAbs(52'481, rounded));
  CHECK(found.value.high_because == "gpu_mttf");
  CHECK_THAT(found.together, WithinAbs(11'599, rounded));
  CHECK(names(found.own.rows) == every_name);
  const double values[] = {20'877, 52'481, 29'145, 21'270, 22'365, 30'855, 30'600, 16'749, 28'120};
  for (std::size_t i = 0; i < std::size(values); ++i) CHECK_THAT(found.own.rows[i].value, WithinAbs(values[i], rounded));
  CHECK((found.status == Status::ok && found.low_status == Status::ok && found.high_status == Status::ok));
  CHECK(found.note.empty());
  CHECK(found.text() == "between 16749 and 52481 GPUs if one of the things that you may not know is otherwise");
  for (const BandRow& row : found.own.rows) CHECK((!row.text.empty() && !row.source.empty()));
}

TEST_CASE("the band of README's peak, in size and in what it is worth", "[limits]") {
  const Band found = band(readme, peak_throughput{}, law, blocking);
  check_band(found);
  CHECK_THAT(found.value.given, WithinAbs(393'384, rounded));
  CHECK_THAT(found.value.low, WithinAbs(90'963, rounded));
  CHECK_THAT(found.value.high, WithinAbs(620'774, rounded));
  CHECK_THAT(found.useful_gpus.given, WithinAbs(137'999, rounded));
  CHECK_THAT(found.useful_gpus.low, WithinAbs(51'693, rounded));
  CHECK_THAT(found.useful_gpus.high, WithinAbs(217'487, rounded));
  CHECK(found.value.low_because == "reader_gpus");
  CHECK(found.value.high_because == "gpu_mttf");
  CHECK_THAT(found.together, WithinAbs(86'995, rounded));
  CHECK_THAT(found.together_useful_gpus, WithinAbs(36'622, rounded));
  // as docs/derivations.md prints them, "The band around an answer"
  const std::pair<double, double> printed[] = {{240'559, 84'528},  {620'774, 217'487}, {142'612, 69'918},
                                               {160'437, 64'295},  {288'910, 94'845},  {394'256, 132'555},
                                               {370'669, 127'132}, {215'535, 75'970},  {90'963, 51'693}};
  const double goodput[] = {91.91, 96.35, 94.28, 92.28, 92.41, 94.24, 94.21, 90.18, 94.28};
  const double interval[] = {182, 304, 237, 237, 237, 238, 237, 726, 237};
  REQUIRE(found.own.rows.size() == std::size(printed));
  for (std::size_t i = 0; i < std::size(printed); ++i) {
    CAPTURE(found.own.rows[i].name);
    CHECK_THAT(found.own.rows[i].value, WithinAbs(printed[i].first, rounded));
    CHECK_THAT(found.own.rows[i].useful_gpus, WithinAbs(printed[i].second, rounded));
    CHECK_THAT(100 * found.own.rows[i].goodput, WithinAbs(goodput[i], 0.005));  // as printed
    CHECK_THAT(found.own.rows[i].interval, WithinAbs(interval[i], rounded));
  }
}

TEST_CASE("what is known is not assumed otherwise", "[limits]") {
  const auto known = [&](std::vector<std::string> what) { return band(readme, goodput_at_least{0.9}, law, blocking, what); };
  const Band found = known({"gpu_mttf", "checkpoint_bytes"});
  CHECK_THAT(found.value.low, WithinAbs(21'270, rounded));
  CHECK(found.value.low_because == "start");
  CHECK(found.value.high == found.value.given);
  CHECK(found.value.high_because == as_given);
  using Names = std::vector<std::string>;
  CHECK(names(found.own.rows) == Names{"restart", "start", "hangs", "silent", "retry", "reader_gpus"});
  CHECK(names(known({"bytes", "mtbf", "restart_time"}).own.rows) == Names{"hangs", "silent", "retry"});
  CHECK(names(known({"cause"}).own.rows) == Names{"gpu_mttf", "gpu_mttf", "restart", "start", "bytes", "reader_gpus"});
  CHECK(names(known({"initialization_time", "gpus"}).own.rows) ==
        Names{"gpu_mttf", "gpu_mttf", "hangs", "silent", "retry", "bytes", "reader_gpus"});
  const Band all = known({"gpu_mttf", "bytes", "restart", "start", "reader_gpus", "hangs", "silent", "retry"});
  CHECK((all.own.rows.empty() && all.value.low == all.value.high && all.together == all.value.given));
  CHECK_THAT(all.text(), ContainsSubstring("33684 GPUs, also if"));
  CHECK_THROWS_WITH(known({"gpu_mtf"}), ContainsSubstring("'gpu_mtf'") && ContainsSubstring("gpu_mttf, restart, start"));
  CHECK_THROWS_AS(band_at_size(readme, blocking, {"Bytes"}), InvalidArgument);
  for (const auto name : what_may_be_known()) CHECK_NOTHROW(check_known({std::string(name)}));
}

namespace {

/// The largest size under each row, made by hand.
template <class C, class St>
std::vector<double> by_hand(const TrainingRun<>& run, const C& criterion, const St& strategy) {
  const auto size = [&](const TrainingRun<>& of, const auto& by) { return max_gpus(of, criterion, law, by).value; };
  const auto with = [&](double TrainingRun<>::* field, double factor) {
    TrainingRun<> other = run;
    other.*field *= factor;
    return size(other, strategy);
  };
  const auto under = [&](Causes causes, std::optional<RestartParts<>> parts = {}) {
    return size(run, under_causes(std::move(causes), strategy, parts));
  };
  RestartParts<> nccl = published::restart("nccl"), readers{.schedule_time = run.initialization_time, .reader_gpus = 128};
  nccl.schedule_time = run.initialization_time;
  failures::Cause<> hangs = hang;
  hangs.downtime = 2700 + run.downtime;
  return {with(&TrainingRun<>::gpu_mttf, 0.59),
          with(&TrainingRun<>::gpu_mttf, 1.64),
          under({}, nccl),
          under({}, published::restart("mlperf")),
          under({hangs}),
          under({silent}),
          under({{.name = "r", .share = 1, .retry_chance = 0.15}}),
          with(&TrainingRun<>::checkpoint_bytes, 10),
          under({}, readers)};
}

}  // namespace

TEST_CASE("each row is a limit of its own", "[limits]") {
  TrainingRun<> other = readme;
  other.gpus = 2048, other.read_bandwidth = 5e10, other.initialization_time = 120, other.downtime = 900;
  const auto check = [&](const auto& criterion, const auto& strategy) {
    for (const auto& run : {readme, other}) {
      const Band found = band(run, criterion, law, strategy);
      check_band(found);
      const auto hand = by_hand(run, criterion, strategy);
      REQUIRE(found.own.rows.size() == hand.size());
      for (std::size_t i = 0; i < hand.size(); ++i) {
        CAPTURE(found.own.rows[i].name, criterion.name(), strategy.name(), run.gpus);
        CHECK_THAT(found.own.rows[i].value, WithinRel(hand[i], 1e-9));  // of two searches
      }
    }
  };
  check(goodput_at_least{0.9}, blocking);
  check(peak_throughput{}, blocking);
  check(goodput_at_least{0.8}, strategies::asynchronous(1e13, 0.02));
  check(added_gpu_worth_at_least{0.5}, strategies::asynchronous(1e13, 0.02));
}

TEST_CASE("a start-up that is longer than a cold one at first is the longer of both at each size", "[limits]") {
  TrainingRun<> run = readme;
  run.initialization_time = 600;  // 131.6 s N^0.153 is that at 20,179 GPUs
  const double same = std::pow(600 / 131.6, 1 / 0.153);
  const auto start = [&](double goodput) {
    const Band found = band(run, goodput_at_least{goodput}, law, blocking);
    return std::pair(found.value.given, row_of(found, "start").value);
  };
  for (const double g : {0.93, 0.9, 0.86, 0.8, 0.6}) {
    const auto [given, found] = start(g);
    CAPTURE(g, given, found, same);
    if (given < same) CHECK_THAT(found, WithinRel(given, 1e-9));  // of two searches
    else CHECK(found < given);
    CHECK_THAT(strategies::goodput(
                   [&] {
                     TrainingRun<> there = law.at(run, found);
                     there.initialization_time = std::max(600.0, 131.6 * std::pow(found, 0.153));
                     return there;
                   }(),
                   blocking),
               WithinRel(g, 1e-9));  // of a search
  }
  // one that grows itself keeps what it grows by
  growth::PowerLaw growing = growth::chinchilla();
  growing.exponents[index_of<TrainingRun<>>("initialization_time")] = 0.3;
  const Band found = band(readme, goodput_at_least{0.9}, growing, blocking);
  const double size = row_of(found, "restart").value;
  TrainingRun<> there = growing.at(readme, size);
  there.initialization_time += 265 * size / 96'000;
  CHECK_THAT(strategies::goodput(there, blocking), WithinRel(0.9, 1e-9));  // of a search
}

TEST_CASE("a list of causes and the parts of a restart take out what they say", "[limits]") {
  using Names = std::vector<std::string>;
  const Causes own{{.name = "a", .mttf = 4e8, .downtime = 60},
                   {.name = "b", .mtbf = 1e6, .downtime = 3600},
                   {.name = "c", .events = 20, .days = 54, .downtime = 7200},
                   {.name = "p", .mtbf = 2e6, .downtime = 600, .planned = 1}};
  TrainingRun<> run = readme;
  run.gpu_mttf = inf;
  const auto strategy = under_causes(own, blocking, {}, run.gpus);
  const Band found = band(run, goodput_at_least{0.9}, law, strategy);
  check_band(found);
  CHECK(names(found.own.rows) == Names{"gpu_mttf", "gpu_mttf", "restart", "start", "bytes", "reader_gpus"});
  CHECK(found.value.given == max_gpus(run, goodput_at_least{0.9}, law, strategy).value);
  // rates of their own by the factor, planned ones as they are; the window of c is as long as it was
  Causes rarer = own;
  const double running_days = 54 - 20 * 7200. / 86400;
  rarer[0].mttf *= 1.64, rarer[1].mtbf *= 1.64, rarer[2].days = NaN, rarer[2].running_days = 1.64 * running_days;
  CHECK_THAT(found.own.rows[1].value,
             WithinRel(max_gpus(run, goodput_at_least{0.9}, law, under_causes(rarer, blocking, {}, run.gpus)).value,
                       1e-9));  // two searches
  // shares follow gpu_mttf
  const auto shared = under_causes({hang}, blocking);
  TrainingRun<> rare = readme;
  rare.gpu_mttf *= 1.64;
  CHECK_THAT(band(readme, goodput_at_least{0.9}, law, shared).own.rows[1].value,
             WithinRel(max_gpus(rare, goodput_at_least{0.9}, law, shared).value, 1e-12));

  const auto parts = under_causes({}, blocking, RestartParts<>{.schedule_time = 300});
  const Band of_parts = band(readme, goodput_at_least{0.9}, law, parts);
  CHECK(names(of_parts.own.rows) == Names{"gpu_mttf", "gpu_mttf", "hangs", "silent", "retry", "bytes"});
  CHECK_THAT(row_of(of_parts, "hangs").value, WithinAbs(22'365, rounded));
  const auto both = under_causes({hang}, blocking, RestartParts<>{.schedule_time = 300});
  CHECK(names(band_at_size(readme, both).rows) == Names{"gpu_mttf", "gpu_mttf", "bytes"});
}

TEST_CASE("of whoever has a log gpu_mttf has the ends that the log leaves open", "[limits]") {
  std::mt19937_64 engine(59);
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(engine); };
  const Causes rates{{.name = "a", .mttf = 4e8, .downtime = 60},
                     {.name = "b", .mtbf = 1e6, .downtime = 3600},
                     {.name = "p", .mtbf = 2e6, .downtime = 600, .planned = 1}};
  TrainingRun<> unlimited = readme;
  unlimited.gpu_mttf = inf;
  for (int i = 0; i < 12; ++i) {
    const double least = uniform(0.05, 1), greatest = uniform(1, 8);
    const Known log({}, least, greatest);
    CAPTURE(least, greatest);
    // every failure of a run, those that are shares too; and of a list with rates of its own all rows together
    const auto check = [&](const TrainingRun<>& run, const auto& strategy, const auto& at_end) {
      const Band found = band(run, goodput_at_least{0.9}, law, strategy, log);
      check_band(found);
      const Band usual = band(run, goodput_at_least{0.9}, law, strategy);
      REQUIRE(names(found.own.rows) == names(usual.own.rows));
      for (std::size_t k = 0; k < found.own.rows.size(); ++k) {
        const BandRow& row = found.own.rows[k];
        if (k > 1) {
          CHECK((row.value == usual.own.rows[k].value && row.text == usual.own.rows[k].text));
          continue;
        }
        const auto& [there, stopped] = at_end(k == 0 ? least : greatest);
        CHECK((row.name == "gpu_mttf" && row.source == "this log"));
        CHECK_THAT(row.text, ContainsSubstring(k == 0 ? "as often: the least" : "as rarely: the greatest"));
        CHECK_THAT(row.text, ContainsSubstring(" " + to_text(k == 0 ? 1 / least : greatest, 3) + " times"));
        const auto limit = max_gpus(there, goodput_at_least{0.9}, law, stopped);
        CHECK_THAT(row.value, WithinRel(limit.value, 1e-12));  // of the same search
        CHECK_THAT(row.useful_gpus, WithinRel(limit.useful_gpus(), 1e-12));
        CHECK_THAT(row.goodput, WithinRel(strategies::goodput(there, stopped), 1e-12));  // rounding of the factor
      }
      CHECK(names(band(run, goodput_at_least{0.9}, law, strategy, Known({"gpu_mttf"}, least, greatest)).own.rows) ==
            names(band(run, goodput_at_least{0.9}, law, strategy, {"gpu_mttf"}).own.rows));
    };
    for (const bool shared : {false, true})
      check(readme, under_causes(shared ? Causes{hang} : Causes{}, blocking), [&](double factor) {
        TrainingRun<> there = readme;
        there.gpu_mttf *= factor;
        return std::pair(there, under_causes(shared ? Causes{hang} : Causes{}, blocking));
      });
    check(unlimited, under_causes(rates, blocking, {}, readme.gpus), [&](double factor) {
      Causes all = rates;
      all[0].mttf *= factor, all[1].mtbf *= factor;
      return std::pair(unlimited, under_causes(all, blocking, {}, readme.gpus));
    });
  }
  const auto with = [&](double least, double greatest) { return band_at_size(readme, blocking, Known({}, least, greatest)); };
  CHECK_THROWS_WITH(with(1.1, 2), ContainsSubstring("least_life = 1.1 must be in (0, 1]"));
  CHECK_THROWS_WITH(with(0.5, 0.9), ContainsSubstring("greatest_life = 0.9 must be >= 1"));
  CHECK_THROWS_AS(with(NaN, 2), DomainError);
  CHECK_THROWS_AS(with(0, 2), DomainError);
  CHECK_THROWS_AS(with(0.5, inf), DomainError);
}

TEST_CASE("at its own size a run has a band of goodput and of intervals", "[limits]") {
  const BandAtSize found = band_at_size(readme, blocking);
  check_ends(found.goodput, found.rows, &BandRow::goodput);
  check_ends(found.interval, found.rows, &BandRow::interval);
  CHECK(found.goodput.given == strategies::goodput(readme, blocking));
  CHECK(found.interval.given == blocking.interval(readme));
  TrainingRun<> larger = readme;
  larger.checkpoint_bytes *= 10;
  CHECK(found.goodput.low == strategies::goodput(larger, blocking));
  CHECK(found.interval.high == blocking.interval(larger));
  CHECK((found.goodput.low_because == "bytes" && found.goodput.high_because == "gpu_mttf"));
  CHECK((found.interval.low_because == "gpu_mttf" && found.interval.high_because == "bytes"));
  const auto own = band_at_size(readme, strategies::blocking(900));
  CHECK((own.interval.low == 900 && own.interval.high == 900 && own.interval.low_because == as_given));
}

TEST_CASE("a band whose ends are no size, or no limit, or not known says so", "[limits]") {
  // no limit as given and everywhere but where restarts come to grow
  TrainingRun<> idle = readme;
  idle.gpu_mttf = inf;
  const Band endless = band(idle, goodput_at_least{0.9}, law, blocking);
  CHECK((endless.value.given == inf && endless.value.low == inf && endless.status == Status::no_limit));
  CHECK(endless.text() == "no limit, also if one of the things that you may not know is otherwise");
  check_band(endless);

  // a load that no size changes: goodput holds at each, until it holds at none
  TrainingRun<> level{.gpus = 1000, .gpu_mttf = 1.8e8, .checkpoint_bytes = 1e12, .write_bandwidth = 1e12};
  growth::PowerLaw flat = growth::fixed();
  flat.exponents[index_of<TrainingRun<>>("write_bandwidth")] = 1;
  const double edge = blocking.losses(level).sum();
  const Band mixed = band(level, goodput_at_least{std::exp(-1.1 * edge)}, flat, blocking, {"initialization_time", "retry"});
  check_band(mixed);
  CHECK((mixed.value.given == inf && mixed.status == Status::no_limit && mixed.high_status == Status::no_limit));
  CHECK((mixed.value.low == 0 && mixed.low_status == Status::infeasible && mixed.value.low_because == "gpu_mttf"));
  CHECK(mixed.own.rows[0].status == Status::infeasible);
  CHECK(mixed.text() == "between no size at all and no limit if one of the things that you may not know is otherwise");
  const Band none = band(level, goodput_at_least{std::exp(-0.9 * edge)}, flat, blocking, {"initialization_time", "retry"});
  CHECK((none.value.given == 0 && none.status == Status::infeasible && none.value.high == inf));
  CHECK(none.value.high_because == "gpu_mttf");

  // a table that ends before the larger of both does: nobody knows
  const Tabulated table({{1000, 1}, {40'000, 0.99}});
  const Band ended = band(readme, efficiency_at_least{0.9}, law, blocking, {}, table);
  check_band(ended);
  CHECK(ended.own.rows[1].value != ended.own.rows[1].value);
  CHECK(ended.value.high < 40'000);
  CHECK_THAT(ended.note, ContainsSubstring("without gpu_mttf"));
}

TEST_CASE("as given lies within any band, and both ends have the name of what makes them", "[limits]") {
  std::mt19937_64 engine(48);
  const auto log_uniform = [&](double low, double high) {
    return std::exp(std::uniform_real_distribution<>(std::log(low), std::log(high))(engine));
  };
  const storage::Tier<> host{.write_bandwidth = 1e8, .read_bandwidth = 1e8, .latency = 0.5, .per_gpu = 1},
      files{.write_bandwidth = 5e10, .read_bandwidth = 5e10, .latency = 2};
  const auto check = [&](const TrainingRun<>& run, const auto& strategy, double level) {
    CAPTURE(strategy.name(), run.gpus, run.gpu_mttf, run.checkpoint_bytes, run.write_bandwidth, run.read_bandwidth, level);
    const Band found = band(run, goodput_at_least{level}, law, strategy);
    check_band(found);
    CHECK(names(found.own.rows) == every_name);
    if (found.value.given == found.value.given) {
      CHECK(found.value.low <= found.value.given);
      CHECK(found.value.given <= found.value.high);
    }
    // rates and bytes move every strategy one way
    CHECK(found.own.rows[0].goodput <= found.own.goodput.given * (1 + 1e-12));  // rounding
    CHECK(found.own.rows[1].goodput >= found.own.goodput.given * (1 - 1e-12));  // the same
    for (const char* name : {"restart", "start", "hangs", "retry", "bytes", "reader_gpus"}) {
      CAPTURE(name);
      CHECK(row_of(found, name).goodput <= found.own.goodput.given * (1 + 1e-9));  // of searches
    }
  };
  for (int i = 0; i < 6; ++i) {
    const TrainingRun<> run{.gpus = std::floor(log_uniform(256, 1e5)),
                            .gpu_mttf = log_uniform(1e7, 1e9),
                            .checkpoint_bytes = log_uniform(1e11, 5e13),
                            .write_bandwidth = log_uniform(1e11, 1e13),
                            .read_bandwidth = log_uniform(1e11, 1e13),
                            .storage_latency = log_uniform(0.01, 10),
                            .initialization_time = log_uniform(10, 1000),
                            .downtime = log_uniform(1, 3000)};
    const double level = std::uniform_real_distribution<>(0.5, 0.95)(engine);
    check(run, blocking, level);
    check(run, strategies::asynchronous(log_uniform(1e13, 1e15), 0.02), level);
    check(run, strategies::multilevel({{host, 0.8}, {files, 0.2}}), level);
    check(run, strategies::just_in_time(0.9), level);
    check(run, strategies::independent(8), level);
    check(run, strategies::elastic(64, 30, 1200), level);
  }
}

TEST_CASE("a row leaves to a strategy what its failures need", "[limits]") {
  // a list of causes says that; a failure that is assumed to be noticed late, or a restart that fails, is like any other
  const storage::Tier<> host{.write_bandwidth = 1e9, .read_bandwidth = 1e9, .latency = 0.5, .per_gpu = 1};
  const auto levels = strategies::multilevel({{host, 0.9}, strategies::own_level(0.1)});
  TrainingRun<> slow = readme;
  slow.write_bandwidth = slow.read_bandwidth = 2e10;
  const BandAtSize found = band_at_size(slow, levels);
  const auto goodput_of = [&](std::string_view name) {
    return std::find_if(found.rows.begin(), found.rows.end(), [&](const auto& row) { return row.name == name; })->goodput;
  };
  // by severity, as the strategy has it
  const Causes hangs{{.name = "1", .share = 0.09, .downtime = 2760, .severity = 1},
                     {.name = "2", .share = 0.01, .downtime = 2760}};
  CHECK_THAT(goodput_of("hangs"), WithinRel(strategies::goodput(slow, under_causes(hangs, levels)), 1e-9));  // of searches
  const Causes retried{{.name = "1", .share = 0.9, .retry_chance = 0.15, .severity = 1},
                       {.name = "2", .share = 0.1, .retry_chance = 0.15}};
  CHECK_THAT(goodput_of("retry"), WithinRel(strategies::goodput(slow, under_causes(retried, levels)), 1e-9));  // the same
}

TEST_CASE("a peak under silent errors is a peak", "[limits]") {
  // the best interval is found by duals of its own, within those of the size
  const auto strategy = under_causes({silent, {.name = "p", .mtbf = 1e6, .downtime = 600, .planned = 1}}, blocking);
  const auto peak = max_gpus(readme, peak_throughput{}, law, strategy);
  REQUIRE(peak.is_ok());
  const auto worth = [&](double gpus) { return gpus * strategies::goodput(law.at(readme, gpus), strategy); };
  for (double factor = 0.3; factor < 3; factor *= 1.05) CHECK(worth(peak.value * factor) <= worth(peak.value) * (1 + 1e-9));
}
