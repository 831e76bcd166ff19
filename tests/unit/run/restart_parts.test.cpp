// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/run/restart_parts.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>

#include <scaling_limits/limits/max_gpus.hpp>
#include <scaling_limits/run/growth.hpp>

#include "../../support/derivatives.hpp"
#include "../../support/planned_run.hpp"
#include "../../support/tables.hpp"

namespace scaling_limits::testing {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::Equals;

namespace {

/// Blocking checkpoints of a run whose restarts have parts.
struct InParts {
  RestartParts<> parts{};
  strategies::Blocking<> inner{};

  static constexpr std::string_view name() { return "in_parts"; }
  void validate() const {
    scaling_limits::validate(parts);
    inner.validate();
  }
  std::string note(const TrainingRun<>& run) const { return inner.note(restarting(run)); }
  template <class S>
  TrainingRun<S> restarting(const TrainingRun<S>& run) const {
    return run.restarted_in(parts.restart_time(run));
  }
  template <class S>
  S interval(const TrainingRun<S>& run) const {
    return inner.interval(restarting(run));
  }
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    return inner.losses(restarting(run));
  }
  template <class S>
  Terms<S> losses_in_range(const TrainingRun<S>& run) const {
    return inner.losses_in_range(restarting(run));
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    return inner.breakdown(restarting(run));
  }
};
static_assert(strategies::Strategy<InParts>);

/// Parts and a run as they may be, and whether the load is limited by each of its ways.
struct Drawn {
  RestartParts<> parts;
  TrainingRun<> run;
};
Drawn drawn(std::mt19937_64& engine) {
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(engine); };
  const auto over = [&](double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); };
  const auto coin = [&] { return engine() % 2 == 0; };
  Drawn d;
  d.parts = {.schedule_time = uniform(0, 600),
             .process_time = coin() ? 0 : uniform(0, 60),
             .communicator_time = uniform(0, 30),
             .communicator_growth = over(0.1, 1000),
             .communicator_gpus = over(1, 1e5),
             .communicator_exponent = coin() ? 1 : uniform(0, 2),
             .warm_up_time = uniform(0, 100),
             .weight_share = uniform(0, 1)};
  if (coin()) d.parts.reader_gpus = over(1, 1e4);
  if (coin()) d.parts.reader_bandwidth = over(1e7, 1e11);
  if (d.parts.knows_readers() && coin()) {
    d.parts.broadcast = 1;
    if (coin()) d.parts.broadcast_bandwidth = over(1e8, 1e11);
  }
  d.run = {.gpus = std::round(over(8, 1e6)),
           .gpu_mttf = over(1e7, 1e9),
           .checkpoint_bytes = over(1e9, 1e14),
           .write_bandwidth = over(1e9, 1e13),
           .read_bandwidth = coin() ? inf : over(1e9, 1e13),
           .storage_latency = uniform(0, 10)};
  return d;
}

/// The sheet's formula, case by case.
wide by_hand(const RestartParts<>& parts, const TrainingRun<>& run, const wide& gpus, const wide& bytes) {
  const wide ratio = gpus / parts.communicator_gpus;
  const wide without = wide(parts.schedule_time) + parts.process_time + parts.communicator_time +
                       wide(parts.communicator_growth) * exp(wide(parts.communicator_exponent * log(ratio))) +
                       parts.warm_up_time;
  const wide weights = parts.weight_share * bytes;
  wide copies = 1;
  if (parts.knows_readers() && !parts.broadcasts() && gpus > parts.reader_gpus) copies = gpus / parts.reader_gpus;
  const wide read = bytes - weights + copies * weights;
  wide load = 0;
  if (run.read_bandwidth < inf) load = read / run.read_bandwidth;
  if (parts.reader_bandwidth < inf && read / (gpus * parts.reader_bandwidth) > load)
    load = read / (gpus * parts.reader_bandwidth);
  if (parts.broadcasts() && parts.broadcast_bandwidth < inf) load += weights / (parts.reader_gpus * parts.broadcast_bandwidth);
  return without + run.storage_latency + load;
}

}  // namespace

TEST_CASE("the fields of a restart are within the bounds that are written here", "[run]") {
  CHECK(table_of<RestartParts<>>() ==
        "schedule_time = 0 [s]: >= 0 and finite, usually 0 to 1800, a cost\n"
        "process_time = 0 [s]: >= 0 and finite, usually 0 to 600, a cost\n"
        "communicator_time = 0 [s]: >= 0 and finite, usually 0 to 300, a cost\n"
        "communicator_growth = 0 [s]: >= 0 and finite, usually 0 to 1200, a cost\n"
        "communicator_gpus = 1 [1]: > 0 and finite, usually 1 to 1e+06\n"
        "communicator_exponent = 1 [1]: >= 0 and finite, usually 0 to 2\n"
        "warm_up_time = 0 [s]: >= 0 and finite, usually 0 to 1800, a cost\n"
        "reader_gpus = nan [1]: >= 1 and finite, or not given, usually 8 to 16384, a help\n"
        "broadcast = 0 [1]: true or false\n"
        "weight_share = 0.14285714285714285 [1]: in [0, 1], usually 0.1 to 0.25\n"
        "reader_bandwidth = inf [B/s]: > 0, usually 1e+08 to 5e+10, a help\n"
        "broadcast_bandwidth = inf [B/s]: > 0, usually 1e+09 to 4.5e+11, a help\n");
}

TEST_CASE("restarts that grow bring the limits of the planned run down", "[run][limits]") {
  struct Row {
    const char* name;
    RestartParts<> parts;
    double size, peak, worth;  // at 90 % goodput; of useful throughput
  };
  const Row rows[] = {
      {"as planned", {.schedule_time = 300}, 33'683.7, 393'384, 137'999},
      {"265 s at 96,000",
       {.schedule_time = 300, .communicator_growth = 265, .communicator_gpus = 96'000},
       29'144.8,
       142'612,
       69'918},
      {"to the power 1.3",
       {.schedule_time = 300, .communicator_growth = 265, .communicator_gpus = 96'000, .communicator_exponent = 1.3},
       30'227.6,
       130'198,
       67'770},
      {"24 s at 96,000",
       {.schedule_time = 300, .communicator_growth = 24, .communicator_gpus = 96'000},
       33'149.6,
       295'384,
       117'885},
      {"all of it to the power 0.3",
       {.communicator_growth = 300, .communicator_gpus = 16'384, .communicator_exponent = 0.3},
       30'160.9,
       184'424,
       79'725},
      {"a copy for 128 GPUs", {.schedule_time = 300, .reader_gpus = 128}, 28'120.3, 90'963, 51'693},
      {"mlperf", {.communicator_growth = 131.6, .communicator_exponent = 0.153}, 21'270, 160'437, 64'295},
  };
  for (const auto& [name, parts, size, peak, worth] : rows) {
    CAPTURE(name);
    const InParts strategy{parts, {}};
    const auto held = limits::max_gpus(planned, limits::goodput_at_least(0.9), growth::chinchilla(), strategy);
    const auto highest = limits::max_gpus(planned, limits::peak_throughput(), growth::chinchilla(), strategy);
    REQUIRE(held.status == limits::Status::ok);
    REQUIRE(highest.status == limits::Status::ok);
    CHECK(std::abs(held.value - size) < (size == std::round(size) ? 0.5 : 0.05));  // as many digits as are written
    CHECK(std::abs(highest.value - peak) < 0.5);
    CHECK(std::abs(highest.value * highest.goodput - worth) < 0.5);
  }
}

TEST_CASE("a restart of one part is the run's own, and a run takes parts for its fields", "[run]") {
  const auto law = growth::chinchilla();
  const RestartParts<> plain{.schedule_time = 300};
  const auto own = limits::max_gpus(planned, limits::goodput_at_least(0.9), law);
  const auto same = limits::max_gpus(planned, limits::goodput_at_least(0.9), law, InParts{plain, {}});
  CHECK_THAT(same.value, agrees(own.value, relative(tolerance::two_routes)));

  std::mt19937_64 engine(11);
  for (int i = 0; i < 200; ++i) {
    const auto [parts, run] = drawn(engine);
    const auto restarting = parts.applied_to(run);
    CHECK(restarting.initialization_time == parts.time_without_load(run));
    CHECK_THAT(restarting.read_time(), agrees(parts.load_time(run), relative(tolerance::two_routes)));
    CHECK_THAT(restarting.restart_time(), agrees(parts.restart_time(run), relative(tolerance::two_routes)));
    CHECK_THAT(run.restarted_in(parts.restart_time(run)).restart_time(),
               agrees(parts.restart_time(run), relative(tolerance::two_routes)));
    CHECK(restarting.write_time() == run.write_time());
    CHECK_NOTHROW(validate(restarting));
  }
}

TEST_CASE("where restarts alone cost, a linear one has its peak at the root of a square", "[run][limits]") {
  TrainingRun<> run = planned;
  run.write_bandwidth = run.read_bandwidth = inf, run.storage_latency = run.downtime = 0;
  const InParts strategy{{.schedule_time = 300, .communicator_growth = 265, .communicator_gpus = 96'000}, {}};
  const auto peak = limits::max_gpus(run, limits::peak_throughput(), growth::chinchilla(), strategy);
  // N (a + 2 b N) = gpu_mttf
  const double a = 300, b = 265 / 96'000.0, root = (std::sqrt(a * a + 8 * b * run.gpu_mttf) - a) / (4 * b);
  CHECK_THAT(peak.value, agrees(root, relative(tolerance::two_routes)));
  CHECK(std::abs(root - 155'428) < 0.5);
  // at any size the exponent of a restart is that of its parts, by their shares
  const auto at = strategy.parts.restart_time(growth::fixed().grown(run, dual<double>(1.5, 1)));
  const double grows = b * run.gpus * std::exp(1.5);
  CHECK_THAT(at.slope / at.value, agrees(grows / (a + grows), relative(tolerance::two_routes)));
}

TEST_CASE("a restart agrees with 50 digits, its slopes over ln N with differences", "[run]") {
  std::mt19937_64 engine(7);
  Worst worst;
  for (int i = 0; i < 200; ++i) {
    const auto [parts, run] = drawn(engine);
    const wide expected = by_hand(parts, run, run.gpus, run.checkpoint_bytes);
    const double actual = parts.restart_time(run);
    worst.see(ulp_distance(actual, expected), i);
    // of a run that grows, at e^u times its size
    const auto law = growth::chinchilla();
    const auto of_size = [&, p = parts, r = run]<class T>(const T& u) { return p.restart_time(law.grown(r, u)); };
    INFO("draw " << i);
    expect_derivative(of_size, std::uniform_real_distribution<>(-2, 2)(engine));
  }
  INFO(worst.where);
  CHECK(worst.distance <= tolerance::closed_form);
}

TEST_CASE("the load, case by case", "[run]") {
  TrainingRun<> run{.gpus = 1024,
                    .gpu_mttf = 1e8,
                    .checkpoint_bytes = 14e12,
                    .write_bandwidth = 1e12,
                    .read_bandwidth = 1e12,
                    .storage_latency = 2};
  const auto load = [&](RestartParts<> parts) { return parts.load_time(run); };
  CHECK(load({}) == 2 + 14);  // once through the file system
  CHECK(load({}) == run.read_time());
  CHECK(load({.reader_gpus = 128}) == 2 + 12 + 8 * 2);         // weights, 2 of 14 bytes, for each of 8 groups
  CHECK(load({.reader_gpus = 1024}) == 16);                    // one group
  CHECK(load({.reader_gpus = 4096}) == 16);                    // part of one: a whole copy all the same
  CHECK(load({.reader_gpus = 128, .weight_share = 0}) == 16);  // nothing that all need
  CHECK(load({.reader_gpus = 128, .weight_share = 1}) == 2 + 8 * 14);
  CHECK(load({.reader_bandwidth = 1e9}) == 16);  // 1.024 TB/s of all GPUs: the file system is slower
  CHECK(load({.reader_bandwidth = 0.5e9}) == 2 + 14e12 / (1024 * 0.5e9));
  CHECK(load({.reader_gpus = 128, .reader_bandwidth = 0.5e9}) == 2 + 28e12 / (1024 * 0.5e9));
  CHECK(load({.reader_gpus = 128, .broadcast = 1}) == 16);  // sent on at once
  CHECK(load({.reader_gpus = 128, .broadcast = 1, .broadcast_bandwidth = 1e9}) == 16 + 2e12 / (128 * 1e9));
  CHECK(load({.reader_gpus = 128, .broadcast = 1, .reader_bandwidth = 0.5e9, .broadcast_bandwidth = 1e9}) ==
        2 + 14e12 / (1024 * 0.5e9) + 2e12 / (128 * 1e9));
  run.read_bandwidth = inf;
  CHECK(load({}) == 2);
  CHECK(load({.reader_gpus = 128}) == 2);
  CHECK(load({.reader_gpus = 128, .reader_bandwidth = 1e9}) == 2 + 28e12 / 1024e9);
  CHECK(RestartParts<>{}.copies_read(1000.0) == 1);
  CHECK(RestartParts<>{.reader_gpus = 300}.copies_read(1000.0) == 1000.0 / 300);
  CHECK(RestartParts<>{.reader_gpus = 300, .broadcast = 1}.copies_read(1000.0) == 1);
}

TEST_CASE("communicators are exact where the power is 0 or 1, in every scalar", "[run]") {
  const RestartParts<> linear{.communicator_time = 3, .communicator_growth = 265, .communicator_gpus = 96'000};
  CHECK(linear.communicators_at(96'000.0) == 268);
  CHECK(linear.communicators_at(10'007.0) == 3 + 265 * (10'007.0 / 96'000));
  RestartParts<> same = linear;
  same.communicator_exponent = 0;
  CHECK(same.communicators_at(10'007.0) == 268);
  // d/dN: 265/96,000, 0; second derivatives 0
  using twice = dual<dual<double>>;
  const twice gpus(dual<double>(10'007, 1), dual<double>(1));
  CHECK(linear.communicators_at(gpus).slope.value == 265 * (1 / 96'000.0));
  CHECK(linear.communicators_at(gpus).slope.slope == 0);
  CHECK(same.communicators_at(gpus).slope.value == 0);
  CHECK(same.communicators_at(gpus).slope.slope == 0);
  // parts may carry derivatives: in the exponent, b x^k ln x, also where the exponent is 1
  RestartParts<dual<double>> slanted;
  slanted.communicator_growth = 265, slanted.communicator_gpus = 96'000, slanted.communicator_exponent = {1, 1};
  const double x = 10'007.0 / 96'000;
  CHECK_THAT(slanted.communicators_at(dual<double>(10'007)).slope, agrees(265 * x * std::log(x), relative(1e-15)));  // by hand
  // beyond the range of double
  RestartParts<> steep = linear;
  steep.communicator_exponent = 90;
  CHECK(steep.communicators_at(1e200) == inf);
  CHECK(steep.communicators_at(dual<double>(1e200, 1e200)).slope == 0);
  steep.communicator_growth = 0;
  CHECK(steep.communicators_at(1e200) == 3);
}

TEST_CASE("a restart takes the longer the larger the run and each of its costs", "[run]") {
  std::mt19937_64 engine(3);
  for (int i = 0; i < 200; ++i) {
    const auto [parts, run] = drawn(engine);
    const double base = parts.restart_time(run);
    auto wider = run;
    wider.gpus *= std::uniform_real_distribution<>(1, 10)(engine);
    CHECK(parts.communicators_at(wider.gpus) >= parts.communicators_at(run.gpus));
    CHECK(parts.time_without_load(wider) >= parts.time_without_load(run));
    CHECK(parts.copies_read(wider.gpus) >= parts.copies_read(run.gpus));
    // each GPU's own bandwidth is the one thing that a larger run has more of
    if (parts.reader_bandwidth == inf) CHECK(parts.load_time(wider) >= parts.load_time(run));
    for (const auto& field : fields_of<RestartParts<>>) {
      if (field.effect == Effect::unsaid) continue;
      auto more = parts;
      more.*field.member *= field.name == "weight_share" ? 1 : 2;
      if (field.name == "weight_share") more.weight_share = 0.5 * (1 + parts.weight_share);
      if (!(more.*field.member == more.*field.member)) continue;
      CAPTURE(i, field.name);
      const double changed = more.restart_time(run);
      CHECK((field.effect == Effect::cost ? changed >= base : changed <= base));
    }
  }
}

TEST_CASE("a run that knows no bytes has loads by their ratio alone", "[run]") {
  // a save of 40 s, a load of 30 s
  const TrainingRun<> timed = TrainingRun<>{.gpus = 1024, .gpu_mttf = 1e8, .storage_latency = 2}.saved_in(40.0);
  TrainingRun<> run = timed;
  run.read_bandwidth = timed.read_bandwidth_for(30.0);
  REQUIRE(!run.knows_bytes());
  CHECK_THAT(RestartParts<>{}.load_time(run), agrees(30.0, relative(tolerance::two_routes)));
  CHECK_THAT((RestartParts<>{.reader_gpus = 128}.load_time(run)), agrees(58.0, relative(tolerance::two_routes)));  // 2 + 28 x 2
  CHECK_THAT((RestartParts<>{.reader_gpus = 128, .broadcast = 1}.load_time(run)),
             agrees(30.0, relative(tolerance::two_routes)));
  CHECK(std::isnan(RestartParts<>{.reader_bandwidth = 1e9}.load_time(run)));
  CHECK(std::isnan(RestartParts<>{.reader_gpus = 128, .broadcast = 1, .broadcast_bandwidth = 1e9}.load_time(run)));
  // a broadcast that is not done needs no bytes
  CHECK(RestartParts<>{.broadcast_bandwidth = 1e9}.load_time(run) == RestartParts<>{}.load_time(run));
  CHECK(std::isnan(RestartParts<>{.reader_bandwidth = 1e9}.restart_time(run)));
  CHECK(RestartParts<>{.schedule_time = 7}.time_without_load(run) == 7);
}

TEST_CASE("no number in, no number out", "[run]") {
  for (const auto& field : fields_of<RestartParts<>>) {
    if (field.range.optional) continue;
    RestartParts<> parts{.reader_gpus = 128};
    parts.*field.member = NaN;
    CAPTURE(field.name);
    CHECK(std::isnan(parts.restart_time(planned)));
    CHECK(std::isnan(parts.communicators_at(1000.0)));
    CHECK(std::isnan(parts.copies_read(1000.0)));
    parts.*field.member = -1;
    CHECK(std::isnan(parts.restart_time(planned)));
  }
  for (const auto& field : fields_of<TrainingRun<>>) {
    if (!(field.name == "gpus" || field.name == "checkpoint_bytes" || field.name == "read_bandwidth" ||
          field.name == "storage_latency"))
      continue;
    TrainingRun<> run = planned;
    run.*field.member = NaN;
    CAPTURE(field.name);
    CHECK(std::isnan(RestartParts<>{.reader_gpus = 128, .reader_bandwidth = 1e9}.restart_time(run)));
  }
  CHECK(std::isnan(RestartParts<>{.broadcast = 1}.restart_time(planned)));  // copies of how many GPUs
}

TEST_CASE("parts out of range are refused by name, value, bounds and unit", "[run]") {
  CHECK_NOTHROW(validate(RestartParts<>{}));
  CHECK_NOTHROW(validate(RestartParts<>{.reader_gpus = 128, .broadcast = 1}));
  CHECK_THROWS_WITH(validate(RestartParts<>{.warm_up_time = -1}),
                    Equals("RestartParts: warm_up_time = -1 must be >= 0 and finite [s]"));
  CHECK_THROWS_WITH(validate(RestartParts<>{.communicator_exponent = inf}),
                    Equals("RestartParts: communicator_exponent = inf must be >= 0 and finite"));
  CHECK_THROWS_WITH(validate(RestartParts<>{.reader_gpus = 0.5}),
                    Equals("RestartParts: reader_gpus = 0.5 must be >= 1 and finite"));
  CHECK_THROWS_WITH(validate(RestartParts<>{.broadcast = 0.5}), Equals("RestartParts: broadcast = 0.5 must be true or false"));
  CHECK_THROWS_WITH(validate(RestartParts<>{.weight_share = 1.5}),
                    Equals("RestartParts: weight_share = 1.5 must be in [0, 1]"));
  CHECK_THROWS_WITH(validate(RestartParts<>{.reader_bandwidth = 0}),
                    Equals("RestartParts: reader_bandwidth = 0 must be > 0 [B/s]"));
  for (const auto& field : fields_of<RestartParts<>>) {
    RestartParts<> parts;
    parts.*field.member = -1;
    CHECK_THROWS_AS(validate(parts), DomainError);
  }
  try {
    validate(RestartParts<>{.broadcast = 1});
    FAIL("not refused");
  } catch (const InvalidArgument& error) {
    CHECK(error.parameter == "reader_gpus");
    CHECK_THAT(error.what(), ContainsSubstring("broadcast needs reader_gpus"));
  }
  CHECK_THROWS_AS(
      limits::max_gpus(planned, limits::goodput_at_least(0.9), growth::chinchilla(), InParts{{.schedule_time = -1}, {}}),
      DomainError);
}

}  // namespace scaling_limits::testing
