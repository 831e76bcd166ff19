// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/limits/closed_form.hpp>
#include <scaling_limits/limits/max_gpus.hpp>

#include <catch2/catch_test_macros.hpp>

#include "../../support/agrees.hpp"
#include "../../support/reference.hpp"

namespace scaling_limits::testing {

using namespace limits;

namespace {

struct PowerCase {
  TrainingRun<> run;
  growth::PowerLaw law;
  double k;  // the load's exponent
};

PowerCase random_case(Sampler& random, double least, double most) {
  PowerCase c;
  c.run = {.gpus = random.log_uniform(1, 1e7),
           .gpu_mttf = random.log_uniform(1e4, 1e11),
           .checkpoint_bytes = random.log_uniform(1e6, 1e16),
           .write_bandwidth = random.log_uniform(1e6, 1e15)};
  const double mttf = random.chance(0.5) ? 0 : random.uniform(-1, 1), bytes = random.chance(0.5) ? 0 : random.uniform(-1, 1.5);
  c.k = random.uniform(least, most);
  c.law = growth::power_law({{"gpu_mttf", mttf}, {"checkpoint_bytes", bytes}, {"write_bandwidth", 1 - mttf + bytes - c.k}});
  return c;
}

/// Compares the two routes on random cases; how many had a size.
template <class Make>
int compare(const Make& make, int cases, double least, double most, std::uint64_t seed) {
  Sampler random(seed);
  Worst value, share;
  int sizes = 0;
  for (int i = 0; i < cases; ++i) {
    const PowerCase c = random_case(random, least, most);
    const auto criterion = make(random);
    const auto closed = max_gpus(c.run, criterion, c.law), solved = solved_max_gpus(c.run, criterion, c.law);
    CAPTURE(criterion.name(), criterion.target(), c.k, closed.value, solved.value, closed.note, solved.note);
    REQUIRE(closed.status == solved.status);
    if (closed.status != Status::ok) continue;
    ++sizes;
    value.see(relative_distance(solved.value, closed.value) / (1 + std::abs(std::log(closed.value / c.run.gpus))), c.k,
              closed.value, criterion.target());
    for (const auto& term : closed.shares) share.see(std::abs(term.amount - solved.shares.of(term.name)), c.k, closed.value);
  }
  INFO("value " << value.distance << " per unit of ln N at " << value.where << "; shares " << share.distance << " at "
                << share.where);
  CHECK(value.distance <= tolerance::two_routes / 10);  // ln N is what either route finds
  CHECK(share.distance <= tolerance::two_routes * 10);  // a share moves with the slope of ln terms
  return sizes;
}

void compare_all(int cases, double least, double most) {
  int sizes = compare([](Sampler& random) { return goodput_at_least{random.uniform(1e-4, 0.9999)}; }, cases, least, most, 1);
  sizes += compare([](Sampler& random) { return efficiency_at_least{random.uniform(1e-4, 0.9999)}; }, cases, least, most, 2);
  sizes += compare([](Sampler& random) { return elasticity_at_least{random.uniform(-5, 0.999)}; }, cases, least, most, 3);
  sizes +=
      compare([](Sampler& random) { return added_gpu_worth_at_least{random.uniform(1e-3, 0.999)}; }, cases, least, most, 4);
  sizes += compare([](Sampler&) { return peak_throughput{}; }, cases, least, most, 5);
  sizes += compare([](Sampler&) { return write_time_equals_mtbf{}; }, cases, least, most, 6);
  if (cases >= 10'000) CHECK(sizes > 5.9 * cases);  // the others lie beyond the sizes looked at: the statuses agree
}

}  // namespace

TEST_CASE("closed form and solver agree on 10,000 random power laws for every criterion", "[limits]") {
  compare_all(10'000, 0.05, 3);
}

TEST_CASE("closed form and solver agree where the load falls with size or barely rises", "[limits]") {
  compare_all(150, -2, -0.02);
  compare_all(150, 0.02, 0.06);
}

TEST_CASE("no closed form where the problem is not a single power law", "[limits]") {
  const TrainingRun<> run{.gpus = 1e4, .gpu_mttf = 1e8, .checkpoint_bytes = 1e12, .write_bandwidth = 1e12};
  const auto law = growth::fixed();
  const auto has = [&](const TrainingRun<>& r, const auto& criterion, const strategies::Blocking<>& plan = {}) {
    return closed_form_log_size(r, criterion, law, plan).has_value();
  };
  CHECK(has(run, goodput_at_least{0.9}));
  CHECK(has(run, write_time_equals_mtbf{}, {.persist_latency = 60}));  // the hard limit looks at the write alone
  CHECK_FALSE(has(run, goodput_at_least{0.9}, {.persist_latency = 60}));
  CHECK_FALSE(has(run, goodput_at_least{0.9}, {.own_interval = 600}));
  for (const char* field : {"initialization_time", "downtime", "storage_latency"}) {
    auto other = run;
    other.*fields_of<TrainingRun<>>[index_of<TrainingRun<>>(field)].member = 10;
    CHECK_FALSE(has(other, goodput_at_least{0.9}));
  }
  auto reading = run;
  reading.read_bandwidth = 1e12;
  CHECK_FALSE(has(reading, peak_throughput{}));
  CHECK(has(reading, write_time_equals_mtbf{}));
}

TEST_CASE("a growing read time, latency, restart or downtime leaves nothing to guess: all roads of the solver meet",
          "[limits]") {
  // a field of zero times any growth, and a closed form beside a solved limit that differs by a negligible time
  TrainingRun<> run{.gpus = 1e4, .gpu_mttf = 1e8, .checkpoint_bytes = 1e12, .write_bandwidth = 1e12};
  auto almost = run;
  almost.initialization_time = 1e-12;
  for (const double g : {0.3, 0.9, 0.99})
    CHECK_THAT(max_gpus(run, goodput_at_least{g}).value,
               agrees(max_gpus(almost, goodput_at_least{g}).value, relative(1e-9)));  // 1e-12 s of 1 s
  const auto law = growth::power_law({{"initialization_time", 2}, {"downtime", 3}, {"storage_latency", 1}});
  CHECK_THAT(max_gpus(run, peak_throughput{}, law).value,
             agrees(max_gpus(run, peak_throughput{}).value, relative(tolerance::two_routes)));
}

TEST_CASE("limits have the digits of their scalar, in closed form and solved", "[limits]") {
  const TrainingRun<wide> run{
      .gpus = wide(1024), .gpu_mttf = wide(5e7), .checkpoint_bytes = wide(1e12), .write_bandwidth = wide(1e10)};
  const auto law = growth::power_law({{"checkpoint_bytes", 0.1}, {"write_bandwidth", 0.3}});
  const wide k = 1 + wide(0.1) - wide(0.3), load = run.gpus / run.gpu_mttf * run.checkpoint_bytes / run.write_bandwidth;
  const auto load_at = [&](const wide& gpus) -> wide { return load * pow(wide(gpus / run.gpus), k); };
  const auto both = [&](const auto& criterion) {
    const auto closed = max_gpus(run, criterion, law), solved = solved_max_gpus(run, criterion, law);
    CAPTURE(std::string(criterion.name()));
    CHECK(abs(wide(closed.value / solved.value - 1)) < 1e-45);
    return closed.value;
  };
  // by hand: x = g - 1 - ln g; the others by their own equations at the best period y, x = y - 1 + exp(-y)
  const wide g(0.9);
  CHECK(abs(wide(load_at(both(goodput_at_least{0.9})) / (g - 1 - log(g)) - 1)) < 1e-45);
  CHECK(abs(wide(load_at(both(write_time_equals_mtbf{})) - 1)) < 1e-45);
  const auto period = [](const wide& x) {
    wide y = sqrt(2 * x);
    for (int i = 0; i < 60; ++i) y -= (y - 1 + exp(-y) - x) / (1 - exp(-y));
    return y;
  };
  const auto eps = [&](const wide& x) -> wide { return k * x / (1 - exp(-period(x))); };
  CHECK(abs(wide(eps(load_at(both(elasticity_at_least{0.3}))) / (1 - wide(0.3)) - 1)) < 1e-45);
  CHECK(abs(wide(eps(load_at(both(peak_throughput{}))) - 1)) < 1e-45);
  const wide at = load_at(both(added_gpu_worth_at_least{0.3}));
  CHECK(abs(wide((period(at) - log(wide(1 - eps(at)))) / -log(wide(0.3)) - 1)) < 1e-45);
}

}  // namespace scaling_limits::testing
