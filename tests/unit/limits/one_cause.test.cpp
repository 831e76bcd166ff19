// SPDX-License-Identifier: Apache-2.0
// One cause is one cause, as gpu_mttf and as a row, in whatever way that says how often it strikes: the same at every door to
// 1e-14, sizes as far as the search for them goes.
#include <catch2/catch_test_macros.hpp>

#include "scaling_limits/analysis/compare.hpp"
#include "scaling_limits/analysis/explain.hpp"
#include "scaling_limits/limits/max_gpus.hpp"
#include "scaling_limits/strategies/under_causes.hpp"
#include "support/agrees.hpp"
#include "support/causes.hpp"
#include "support/criteria.hpp"
#include "support/strategies.hpp"

using namespace scaling_limits;
using namespace scaling_limits::strategies;
using namespace scaling_limits::testing;
using failures::Cause;
using failures::Per;

namespace {

constexpr double same = 1e-14;
using Causes = std::vector<Cause<>>;

/// A list of shares of gpu_mttf, and the run under it.
struct Said {
  const char* how;
  Causes list;
  TrainingRun<> run;
};
/// The same list with the rates of its rows said in each way.
std::vector<Said> in_each_way(const Causes& shares, const TrainingRun<>& run) {
  constexpr double year = 365.25 * units::day;
  auto unlimited = run;
  unlimited.gpu_mttf = inf;
  std::vector<Said> all{{"share", shares, run}};
  const auto add = [&](const char* how, auto set) {
    all.push_back({how, shares, unlimited});
    for (auto& cause : all.back().list) {
      const double mttf = run.gpu_mttf / cause.share;
      cause.share = NaN, set(cause, mttf);
    }
  };
  add("mttf", [](auto& c, double mttf) { c.mttf = mttf; });
  add("mttf of a gpu", [](auto& c, double mttf) { c.mttf = mttf, c.per = Per::gpu; });
  add("mttf of a node", [](auto& c, double mttf) { c.mttf = mttf / 8, c.per = Per::node; });
  add("mttf of a rack", [](auto& c, double mttf) { c.mttf = mttf / 72, c.per = Per::domain, c.gpus_per_unit = 72; });
  add("afr", [](auto& c, double mttf) { c.afr = year / mttf; });
  add("failing_share", [](auto& c, double mttf) { c.failing_share = -std::expm1(-year / mttf); });
  add("fit", [](auto& c, double mttf) { c.fit = 1e9 * units::hour / mttf; });
  add("per_1000_unit_days", [](auto& c, double mttf) { c.per_1000_unit_days = 8000 * units::day / mttf, c.per = Per::node; });
  add("mtbf", [&](auto& c, double mttf) { c.mtbf = mttf / run.gpus, c.exponent = 1; });
  add("mttf of the job", [&](auto& c, double mttf) { c.mttf = mttf / run.gpus, c.exponent = 1, c.per = Per::job; });
  add("events", [&](auto& c, double mttf) {
    c.events = mttf < inf ? 40 : 0, c.running_days = mttf < inf ? 40 * mttf / run.gpus / units::day : 40;
  });
  return all;
}
const Causes alone{{.name = "all", .share = 1}};

template <class F>
void for_each_growth(const F& f) {
  f(growth::fixed(), "fixed");
  f(growth::chinchilla(), "chinchilla");
  f(growth::proportional(), "proportional");
}

}  // namespace

TEST_CASE("a list of one comes to the run itself, however its rate is said", "[limits]") {
  Worst worst;
  for (const double gpus : {8.0, 1000.0, 16'384.0, 1e6}) {
    auto run = llama;
    run.gpus = gpus;
    for (const auto& [how, list, under] : in_each_way(alone, run)) {
      const auto mix = cause_mix(under, Stops<>{.causes = list});
      const auto effective = effective_run(under, Stops<>{.causes = list});
      worst.see(relative_distance(mix.failure_rate, run.failure_rate()), how, gpus, "rate");
      worst.see(relative_distance(mix.restart_time, run.restart_time()), how, gpus, "restart");
      worst.see(relative_distance(mix.downtime, run.downtime), how, gpus, "downtime");
      for (const auto& field : fields_of<TrainingRun<>>)
        worst.see(relative_distance(effective.*field.member, run.*field.member), how, gpus, field.name);
    }
  }
  INFO(worst.where);
  CHECK(worst.distance < same);
}

TEST_CASE("one cause costs the same as gpu_mttf and as rows, under every strategy", "[limits]") {
  for_each_strategy([](const auto& s) {
    Worst worst, parted;
    for (const double gpus : {1000.0, 16'384.0, 60'000.0}) {
      auto run = llama;
      run.gpus = gpus;
      const auto losses = s.losses(run), parts = s.breakdown(run);
      const auto needs = requirements(s, run);
      for (const auto& [how, list, at] : in_each_way(said_by(s), run)) {
        const auto under = under_causes(list, s, {}, gpus);
        const auto see = [&](double actual, double expected, std::string_view what) {
          worst.see(relative_distance(actual, expected), s.name(), gpus, how, what, actual, expected);
        };
        see(1 + under.losses(at).sum(), 1 + losses.sum(), "loss");
        see(goodput(at, under), goodput(run, s), "goodput");
        parted.see(relative_distance(under.breakdown(at).of("useful"), parts.of("useful")), s.name(), gpus, how);
        CAPTURE(std::string(s.name()), gpus, how);
        CHECK(pattern(under, at) == pattern(s, run));
        const auto [memory, bandwidth, spares] = under.requirements(at);
        see(memory, needs.memory, "memory"), see(spares, needs.spares, "spares");
        // a flat minimum has half the digits
        CHECK_THAT(under.interval(at), agrees(s.interval(run), relative(1e-7)));
        CHECK_THAT(bandwidth, agrees(needs.bandwidth, relative(1e-7)));
      }
    }
    INFO(worst.where << "and " << parted.where);
    CHECK(worst.distance < same);
    CHECK(parted.distance < 1e-13);  // differences of expected times, of rates of which the last place is another
  });
}

TEST_CASE("one cause sets the same limits as gpu_mttf and as a row, under every criterion and growth", "[limits]") {
  Worst worst;
  for_each_criterion([&](const auto& criterion) {
    for_each_growth([&](const growth::PowerLaw& law, const char* growing) {
      const auto own = limits::max_gpus(llama, criterion, law);
      const auto solved = limits::solved_max_gpus(llama, criterion, law);
      for (const auto& [how, list, at] : in_each_way(alone, llama)) {
        const auto answer = limits::max_gpus(at, criterion, law, under_causes(list, blocking(), {}, llama.gpus));
        CAPTURE(std::string(criterion.name()), growing, how, own.value, answer.value);
        CHECK(answer.status == own.status);
        CHECK(answer.binding == own.binding);
        worst.see(relative_distance(answer.value, solved.value), criterion.name(), growing, how, answer.value, solved.value);
        CHECK_THAT(answer.value, agrees(own.value, relative(tolerance::two_routes)));
      }
    });
  });
  INFO(worst.where);
  CHECK(worst.distance < same);
}

TEST_CASE("one cause is ranked and explained the same as gpu_mttf and as a row", "[limits]") {
  using analysis::compare, analysis::explain;
  const auto own = compare(llama, growth::chinchilla(), {4096, 16'384, 65'536}, blocking(), asynchronous(2e12, 0.05));
  for (const auto& [how, list, at] : in_each_way(alone, llama)) {
    CAPTURE(how);
    const auto under = [&](const auto& s) { return under_causes(list, s, {}, llama.gpus); };
    const auto table =
        compare(at, growth::chinchilla(), {4096, 16'384, 65'536}, under(blocking()), under(asynchronous(2e12, 0.05)));
    REQUIRE(table.rows.size() == own.rows.size());
    for (std::size_t k = 0; k < own.rows.size(); ++k)
      for (std::size_t i = 0; i < own.sizes.size(); ++i)
        CHECK_THAT(table.rows[k].goodput[i], agrees(own.rows[k].goodput[i], relative(same)));
    REQUIRE(table.break_even_sizes.size() == own.break_even_sizes.size());
    const auto text = [&](const TrainingRun<>& run, const auto& s) {
      const auto criterion = limits::goodput_at_least(0.9);
      const auto all =
          explain(limits::max_gpus(run, criterion, growth::chinchilla(), s), run, criterion, growth::chinchilla(), s);
      return all.substr(all.find("  interval "));  // what stands before it says the times of each list in its own way
    };
    CHECK(text(at, under(blocking())) == text(llama, blocking()));
  }
}
