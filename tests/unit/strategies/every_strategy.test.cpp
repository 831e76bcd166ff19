// SPDX-License-Identifier: Apache-2.0
// What every strategy must satisfy, whichever it is: consistent answers, right derivatives.
#include <boost/math/special_functions/beta.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>

#include "scaling_limits/analysis/assess.hpp"
#include "scaling_limits/limits/max_gpus.hpp"
#include "support/agrees.hpp"
#include "support/digits.hpp"
#include "support/strategies.hpp"
#include "support/tables.hpp"

using namespace scaling_limits;
using namespace scaling_limits::strategies;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

template <class S>
TrainingRun<S> at_size(double gpus, const S& log_size) {
  return growth::chinchilla().grown(converted<TrainingRun, double>(growth::chinchilla().at(llama, gpus)), log_size);
}

}  // namespace

TEST_CASE("losses and breakdowns name what the strategy says they can, in that order", "[strategies]") {
  const auto named = [](const auto& terms, const auto& allowed) {
    std::size_t at = 0;
    for (const auto& term : terms) {
      while (at < allowed.size() && allowed[at] != term.name) ++at;
      CAPTURE(std::string(term.name));
      REQUIRE(at < allowed.size());
      ++at;
    }
  };
  std::mt19937_64 random(17);
  const auto log_between = [&](double low, double high) {
    return std::exp(std::uniform_real_distribution<>(std::log(low), std::log(high))(random));
  };
  for_each_strategy([&](const auto& s) {
    using St = std::remove_cvref_t<decltype(s)>;
    CHECK_FALSE(St::text.empty());
    CHECK(shares_of(s).front() == "useful");
    for (int i = 0; i < 200; ++i) {
      TrainingRun<> run = llama;
      run.gpus = std::floor(log_between(1, 1e6));
      run.gpu_mttf = i % 10 == 0 ? inf : log_between(1e4, 1e10);
      run.checkpoint_bytes = i % 7 == 0 ? 0 : log_between(1e9, 1e14);
      run.downtime = i % 3 == 0 ? 0 : log_between(1, 1e4);
      CAPTURE(std::string(s.name()), run.gpus, run.gpu_mttf, run.checkpoint_bytes, run.downtime);
      const auto losses = s.losses(run), breakdown = s.breakdown(run);
      named(losses, terms_of(s));
      named(breakdown, shares_of(s));
      CHECK(breakdown[0].name == "useful");
    }
  });
}

TEST_CASE("the fields of every strategy are within the bounds that are written beside the list", "[strategies]") {
  for_one_of_each_kind([]<class St>(const St& strategy) {
    CAPTURE(strategy.name());
    CHECK(table_of<St>() == strategy_bounds(strategy.name()));
  });
}

TEST_CASE("a parameter that is said to help lowers the losses, one that costs raises them", "[strategies]") {
  for_each_strategy([](const auto& s) {
    using St = std::remove_cvref_t<decltype(s)>;
    for (const auto& field : fields_of<St>) {
      if (field.usual.known()) CHECK((field.range.holds(field.usual.low) && field.range.holds(field.usual.high)));
      if (field.effect == Effect::unsaid) continue;
      CAPTURE(std::string(s.name()), std::string(field.name));
      St less = s, more = s;
      const double low = field.usual.low, high = field.usual.high;
      const auto at = [&](double part) {
        const double x = low + part * (high - low);
        return field.range.whole ? std::round(x) : x;
      };
      less.*field.member = at(0.2), more.*field.member = at(0.8);
      const double change = more.losses(llama).sum() - less.losses(llama).sum();
      // a parameter that acts only beside others (recall of one chunk, repairers of a few parts) leaves rounding
      CHECK((field.effect == Effect::help ? change <= 1e-12 : change >= -1e-12));
    }
  });
}

TEST_CASE("breakdowns sum to one and agree with the losses", "[strategies]") {
  for_each_strategy([](const auto& s) {
    s.validate();
    for (const double gpus : {64.0, 1024.0, 16384.0, 131072.0, 1e6}) {
      const auto run = growth::chinchilla().at(llama, gpus);
      CAPTURE(std::string(s.name()), gpus);
      const auto parts = s.breakdown(run);
      CHECK_THAT(parts.sum(), WithinAbs(1, 1e-13));                              // sums of a dozen terms
      CHECK_THAT(parts.of("useful"), agrees(goodput(run, s), relative(1e-11)));  // differences of expected times
      for (const auto& part : parts) CHECK(part.amount >= -1e-12);               // rework is a remainder
      for (const auto& loss : s.losses(run)) CHECK(loss.amount >= -1e-12);       // restart is a difference
      CHECK(s.note(run).empty());
      CHECK_NOTHROW(validate(protocol(s, run)));
      const auto needs = requirements(s, run);
      CHECK((needs.memory >= 0 && needs.bandwidth >= 0 && needs.spares >= 0));
    }
  });
}

TEST_CASE("a term's loss is its share of time where little is lost, and restarts of nothing that fails are none",
          "[strategies]") {
  for_each_strategy([](const auto& s) {
    auto calm = llama;
    calm.gpu_mttf *= 1e4, calm.gpus = 4096;
    for (const double downtime : {0.0, 60.0}) {
      calm.downtime = downtime;
      const auto losses = s.losses(calm), shares = s.breakdown(calm);
      for (const Name term : {Name("restart"), Name("downtime")}) {
        CAPTURE(std::string(s.name()), std::string(term), downtime);
        // a share is of the time that redundant members leave; losses of second order are left out
        const double gpus_in_use = std::exp(losses.of("redundancy"));
        const auto terms = terms_of(s);
        if (std::find(terms.begin(), terms.end(), term) == terms.end()) continue;
        CHECK((losses.of(term) > 0) == (shares.of(term) > 0));
        CHECK_THAT(losses.of(term), WithinRel(shares.of(term) * gpus_in_use, 0.01));
      }
    }
    calm.gpu_mttf = inf;
    const auto losses = s.losses(calm), shares = s.breakdown(calm);
    for (const Name term : {Name("restart"), Name("downtime")}) CHECK((losses.of(term) == 0 && shares.of(term) == 0));
    CHECK_THAT(std::exp(-losses.sum()), agrees(shares.of("useful"), relative(tolerance::two_routes)));
  });
}

TEST_CASE("losses that are said to rise with size do, however rates and times grow", "[strategies]") {
  using L = growth::PowerLaw;
  const auto of = [](const char* name) { return index_of<TrainingRun<>>(name); };
  int rising = 0;
  for_each_strategy([&](const auto& s) {
    for (const double rate : {-0.5, 0., 0.4, 1.})
      for (const double time : {-2., -0.7, -0.3, 0., 0.6}) {
        L law = growth::fixed();
        law.exponents[of("gpu_mttf")] = 1 - rate;
        for (const char* name : {"checkpoint_bytes", "storage_latency", "initialization_time", "downtime"})
          law.exponents[of(name)] = time;
        if (!strategies::rises_with(s, law.exponent_in(enters::failure_rate), law.least_time_exponent())) continue;
        CAPTURE(std::string(s.name()), rate, time);
        ++rising;
        double before = -inf;
        for (double n = 1024; n < 2e6; n *= 2) {
          const double losses = s.losses(law.at(llama, n)).sum();
          if (!(losses < inf)) break;
          CHECK(losses >= before - 1e-9 * std::abs(before));
          before = losses;
        }
      }
  });
  CHECK(rising > 50);
}

TEST_CASE("first and second derivatives in size are those of the re-optimised losses", "[strategies]") {
  using D2 = dual<dual<double>>;
  for_each_strategy([](const auto& s) {
    for (const double gpus : {5000.0, 60000.0}) {
      const auto sum = [&](double u) { return s.losses(at_size(gpus, u)).sum(); };
      const auto exact = s.losses(at_size(gpus, D2(dual<double>(0, 1), dual<double>(1)))).sum();
      // where the best pattern does not change between the points
      const double h = 1e-3, slope = (sum(h) - sum(-h)) / (2 * h), curve = (sum(h) + sum(-h) - 2 * sum(0)) / (h * h);
      CAPTURE(std::string(s.name()), gpus);
      CHECK_THAT(exact.value.value, agrees(sum(0), relative(tolerance::two_routes)));
      CHECK_THAT(exact.slope.value, WithinRel(slope, 1e-5));  // truncation of the difference
      CHECK_THAT(exact.slope.slope,
                 WithinAbs(curve, 2e-3 * std::abs(curve) + 1e-4 * std::abs(slope)));  // truncation, rounding, patterns
    }
  });
}

namespace {

/// All that has a time in its unit, in units of so many seconds less.
template <class T>
T in_other_units(T of, double unit) {
  for (const auto& field : fields_of<T>) {
    if (field.unit == "s") of.*field.member *= unit;
    else if (field.unit == "B/s" || field.unit == "1/s") of.*field.member /= unit;
  }
  if constexpr (requires { of.inner; }) of.inner = in_other_units(of.inner, unit);
  if constexpr (requires { of.tiers; })
    for (auto& level : of.tiers) level.tier = in_other_units(level.tier, unit);
  return of;
}

}  // namespace

TEST_CASE("a run in other units of time loses the same", "[strategies]") {
  const auto all_of = [](const auto& s) {
    for (const double gpus : {64.0, 16384.0, 1e6})
      for (const double unit : {0x1p-24, 0x1p10}) {
        const auto run = growth::chinchilla().at(llama, gpus), other = in_other_units(run, unit);
        const auto in_them = in_other_units(s, unit);
        CAPTURE(std::string(s.name()), gpus, unit);
        const auto losses = s.losses(run), same = in_them.losses(other);
        for (const auto& loss : losses)
          CHECK_THAT(same.of(loss.name), WithinRel(loss.amount, 1e-8) || WithinAbs(loss.amount, 1e-12));
        CHECK_THAT(same.sum(), agrees(losses.sum(), relative(1e-11)));
        CHECK_THAT(in_them.interval(other), WithinRel(s.interval(run) * unit, 1e-7));  // of a flat minimum
      }
  };
  for_each_strategy(all_of);
  all_of(buddy(0.7));  // copies that count a little late
}

TEST_CASE("a time of zero has the derivatives of a time that is next to nothing", "[strategies]") {
  using D2 = dual<dual<double>>;
  for_each_strategy([](const auto& s) {
    // copies that are whole again at once are never lost: storage's share begins as a root does, with the square of the time
    if constexpr (requires { s.copies; })
      if (s.exchange_time == 0) return;
    for (const auto field : {&TrainingRun<D2>::initialization_time, &TrainingRun<D2>::downtime}) {
      const auto at = [&](double time) {
        auto instant = llama;
        instant.read_bandwidth = inf, instant.storage_latency = instant.initialization_time = instant.downtime = 0;
        auto run = converted<TrainingRun, D2>(instant);
        run.*field = D2(dual<double>(time, 1), dual<double>(1));
        return s.losses(run).sum();
      };
      const auto none = at(0), hardly = at(1e-5);
      CAPTURE(std::string(s.name()), field == &TrainingRun<D2>::downtime);
      CHECK_THAT(none.slope.value, WithinRel(hardly.slope.value, 1e-6));
      CHECK_THAT(none.slope.slope, WithinRel(hardly.slope.slope, 1e-3) || WithinAbs(hardly.slope.slope, 1e-16));
    }
  });
}

TEST_CASE("no other interval of the same protocol is better", "[strategies]") {
  // by the simulator's own rules an interval is an input: what the closed form says is best must be best in it
  for_each_strategy([](const auto& s) {
    if constexpr (requires { s.levels_of(llama); }) {
      if constexpr (requires { s.background; })
        if (s.background != 0) return;  // background_level.test.cpp
      const auto levels = s.levels_of(llama);
      const double best = goodput(llama, s), w = s.interval(llama);
      const auto cycle = pattern(s, llama);
      for (const double f : {0.9, 0.99, 1.01, 1.1})
        if (f * w >= levels.latency)
          CHECK(std::exp(-checkpoint::pattern_loss(std::span<const int>(cycle), f * w, levels.span(), llama.downtime,
                                                   levels.latency)) <= best * (1 + 1e-12));
    }
  });
}

TEST_CASE("asynchronous checkpoints: usable after the write, one write in flight", "[strategies]") {
  const auto s = asynchronous(1e12);
  const auto saving = s.saving_of(llama);
  CHECK(saving.write_time == 5);
  CHECK(saving.persist_latency == llama.write_time());
  auto large = llama;
  large.gpus = 1e6;
  CHECK(s.interval(large) == llama.write_time());  // the shortest that leaves one write in flight
  auto own = s;
  own.own_interval = 50;
  CHECK(std::isnan(own.interval(llama)));
  CHECK(!own.note(llama).empty());
}

TEST_CASE("nothing is written where there is nothing to write, however often", "[strategies]") {
  TrainingRun<> free = llama;
  free.checkpoint_bytes = 0, free.storage_latency = 0;
  for_each_strategy([&](const auto& strategy) {
    INFO(strategy.name());
    const auto [loss, interval, needs] = summary(strategy, free);
    CHECK(loss >= 0);
    for (const auto& part : strategy.breakdown(free)) CHECK(part.amount >= 0);
    CHECK(needs.bandwidth == 0);
    CHECK(requirements(strategy, free).bandwidth == 0);
    CHECK(needs.memory >= 0);
    CHECK(analysis::assess(free, strategy).bytes_written_per_day == 0);
  });
}

TEST_CASE("pairs whose restart takes longer than they live lose nothing to cancellation", "[strategies]") {
  // sums and incomplete beta functions in 50 digits: int_t S = 4^b mu B(exp(-t/mu)/2; b, b + 1)
  std::mt19937_64 random(29);
  const auto log_between = [&](double low, double high) {
    return std::exp(std::uniform_real_distribution<>(std::log(low), std::log(high))(random));
  };
  for (int i = 0; i < 60; ++i) {
    const double b = std::floor(log_between(1, 3000)), typical = 1 / std::sqrt(b);
    const double restart = i % 5 == 0 ? 0 : typical * log_between(0.02, 20), w = typical * log_between(0.01, 2);
    const checkpoint::ReplicatedPairs<double> pairs{b, 1.0, 0.1 * w, restart, 0.0, false};
    const auto survival = [&](const wide& t) -> wide { return pow(wide(exp(-t) * (2 - exp(-t))), b); };
    if (survival(restart) < 1e-280) continue;  // below double's range
    const auto from = [&](double t) -> wide {
      return pow(wide(4), b) * boost::math::beta(wide(b), wide(b + 1), wide(exp(wide(-t)) / 2));
    };
    wide count = 0;
    for (wide t = wide(restart) + wide(w + 0.1 * w), s = survival(t); s > 1e-20 * count;
         t += wide(w + 0.1 * w), s = survival(t))
      count += s;
    const auto cycle = checkpoint::replicated_cycle(w, pairs);
    CAPTURE(b, restart / typical, w / typical);
    // rounding of t/mu grows by the hazard: 1e-16 b restart, at most 1e-12 here
    CHECK_THAT(cycle.kept(), WithinRel(static_cast<double>(count), 2e-12));
    CHECK_THAT(cycle.trained(), WithinRel(static_cast<double>(from(restart)), 2e-12));
    if (restart > 0) CHECK_THAT(cycle.restarting, WithinRel(static_cast<double>(wide(from(0) - from(restart))), 2e-12));
  }
  // a restart of three times the mean time to interruption
  TrainingRun<> run = llama;
  run.initialization_time = 3 * failures::pair_mtti(run.gpus / 16, run.gpu_mttf / 8);
  for (const auto& s : {replicated(false), replicated(true)}) {
    const auto parts = s.breakdown(run);
    for (const auto& part : parts) CHECK(part.amount >= 0);
    CHECK_THAT(parts.of("useful"), agrees(goodput(run, s), relative(1e-11)));  // sums of a dozen terms
    CHECK_THAT(parts.sum(), WithinAbs(1, 1e-13));
  }
}

TEST_CASE("infeasible combinations are answers with a reason", "[strategies]") {
  auto small = llama;
  small.gpus = 8;
  CHECK(std::isnan(goodput(small, in_memory(2))));
  CHECK(in_memory(2).note(small).find("copies = 2") != std::string::npos);
  CHECK(std::isnan(goodput(small, replicated())));
  CHECK(!replicated().note(small).empty());
  CHECK(std::isnan(goodput(small, elastic(32))));
  CHECK(!elastic(32).note(small).empty());
  CHECK(!elastic(4, 100, 50).note(small).empty());
  CHECK(std::isnan(goodput(small, spared(8, 3600))));
  CHECK(!spared(8, 3600).note(small).empty());
  small.gpu_mttf = inf;  // nor does a run that never fails make a pair of less than two machines
  CHECK(std::isnan(goodput(small, replicated())));
  CHECK(std::isnan(replicated().breakdown(small).sum()));
}

TEST_CASE("structure that makes no sense is refused by name", "[strategies]") {
  CHECK_THROWS_AS(multilevel({}).validate(), InvalidArgument);
  CHECK_THROWS_AS(multilevel({{host, 0.5}, {files, 0.2}}).validate(), InvalidArgument);
  CHECK_THROWS_AS(multilevel({{host, 0.8}, {files, 0.2}}, {1, 1}).validate(), InvalidArgument);
  CHECK_THROWS_AS(multilevel({{host, 1.8}, {files, -0.8}}).validate(), DomainError);
  CHECK_THROWS_AS(multilevel({{host, 0.8}, {{}, 0.2}}).validate(), DomainError);
  CHECK_THROWS_AS(in_memory(2, "square"), InvalidArgument);
  CHECK_THROWS_AS(in_memory(2.5).validate(), DomainError);
  CHECK_THROWS_AS(asynchronous(-1).validate(), DomainError);
  CHECK_THROWS_AS(elastic(0).validate(), DomainError);
}

TEST_CASE("per-replica recovery: check value", "[strategies]") {
  CHECK_THAT(checkpoint::elastic_goodput(1 / 15.0, 24, 3.0, 14.0), WithinAbs(0.8126, 5e-5));  // digits of the check value
}

TEST_CASE("just in time with every failure saved is one with no checkpoints", "[strategies]") {
  const auto run = llama;
  const double rate = run.failure_rate(), r = run.write_time() + run.restart_time();
  CHECK_THAT(goodput(run, just_in_time()),
             agrees(std::exp(-rate * r) / (1 + rate * run.downtime), relative(tolerance::two_routes)));
  // nobody is saved: periodic checkpoints alone
  CHECK_THAT(goodput(run, just_in_time(0)),
             agrees(goodput(run, blocking()), relative(1e-10)));  // the interval is found numerically
}

TEST_CASE("just in time with a step time checkpoints after the best whole number of steps", "[strategies]") {
  for (const double step : {1.0, 10.0, 120.0, 4000.0}) {
    const auto s = just_in_time(0.9, step);
    const double interval = s.interval(llama), steps = interval / step;
    CHECK_THAT(steps, WithinAbs(std::round(steps), 1e-9));
    const auto loss = [&](double n) {
      const checkpoint::JustInTimeSaving<double> j{
          llama.failure_rate(), 0.9, llama.write_time(), llama.write_time() + llama.restart_time(), llama.restart_time(),
          llama.downtime,       step};
      return checkpoint::just_in_time_loss(n * step, j);
    };
    double best = 1;
    for (double n = 1; n * step < 20 * interval; ++n)
      if (loss(n) < loss(best)) best = n;
    CHECK(loss(std::round(steps)) <= loss(best) * (1 + tolerance::two_routes));
    CHECK_THAT(s.breakdown(llama).sum(), WithinAbs(1, 1e-13));                                // sums of a dozen terms
    CHECK_THAT(s.breakdown(llama).of("useful"), agrees(goodput(llama, s), relative(1e-11)));  // differences of expected times
  }
}

TEST_CASE("one level is blocking, whatever the strategy that has it", "[strategies]") {
  auto run = llama.saved_to(files);
  CHECK_THAT(goodput(run, multilevel({{files, 1}})), agrees(goodput(run, blocking()), relative(1e-12)));
  CHECK_THAT(goodput(run, multilevel({own_level(1)})), agrees(goodput(run, blocking()), relative(1e-12)));
  CHECK_THAT(goodput(run, spared(0, 0)), agrees(goodput(run, blocking()), relative(tolerance::two_routes)));
}

TEST_CASE("a level on the run's own storage is one on a tier like it, and follows the run", "[strategies]") {
  const auto run = llama.saved_to(files);
  for (const bool background : {false, true}) {
    CHECK(goodput(run, multilevel({{host, 0.8}, own_level(0.2)}, {}, background)) ==
          goodput(run, multilevel({{host, 0.8}, {files, 0.2}}, {}, background)));
    CHECK(goodput(run, multilevel({own_level(0.8), {files, 0.2}}, {}, background)) ==
          goodput(run, multilevel({{files, 0.8}, {files, 0.2}}, {}, background)));
  }
  auto faster = run;
  faster.write_bandwidth *= 10;
  CHECK(goodput(faster, multilevel({{host, 0.8}, own_level(0.2)})) > goodput(run, multilevel({{host, 0.8}, own_level(0.2)})));
  CHECK(goodput(faster, multilevel({{host, 0.8}, {files, 0.2}})) == goodput(run, multilevel({{host, 0.8}, {files, 0.2}})));
}
