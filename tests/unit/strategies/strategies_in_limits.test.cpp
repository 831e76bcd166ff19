// SPDX-License-Identifier: Apache-2.0
// The place of every strategy in limits/, under every criterion and growth law.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>

#include "scaling_limits/limits/max_gpus.hpp"
#include "support/agrees.hpp"
#include "support/strategies.hpp"

using namespace scaling_limits;
using namespace scaling_limits::strategies;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

TEST_CASE("no own pattern is better than the best, nor allows a larger run", "[strategies]") {
  std::mt19937_64 random(23);
  const auto log_between = [&](double low, double high) {
    return std::exp(std::uniform_real_distribution<>(std::log(low), std::log(high))(random));
  };
  const auto patterns = [](int count) {
    std::vector<std::vector<int>> all;
    for (int n = 1, words = 1; n <= 6; ++n, words *= count)
      for (int word = 0; word < words; ++word) {
        std::vector<int> pattern(static_cast<std::size_t>(n), count);
        for (int i = 0, rest = word; i + 1 < n; ++i, rest /= count) pattern[static_cast<std::size_t>(i)] = 1 + rest % count;
        all.push_back(pattern);
      }
    return all;
  };
  const auto two = patterns(2), three = patterns(3);
  const auto check = [](auto s, const TrainingRun<>& run, const auto& all) {
    const double best = goodput(run, s);
    CAPTURE(std::string(s.name()), run.gpus, best, s.interval(run));
    for (const auto& pattern : all) {
      s.own_pattern = pattern;
      CHECK(goodput(run, s) <= best * (1 + 1e-11));
    }
  };
  for (int i = 0; i < 30; ++i) {
    TrainingRun<> run = llama;
    run.gpus = 8 * std::floor(log_between(10, 1e5));
    run.checkpoint_bytes = log_between(1e11, 1e14);
    check(buddy(log_between(1, 3000), log_between(0.01, 30)), run, two);
    check(in_memory(2, "ring", i % 2 == 0 ? 0 : log_between(1, 3000)), run, two);
    const double share = log_between(0.3, 0.99);
    check(multilevel({{host, share}, {files, 1 - share}}), run, two);
    if (i % 5 == 0) check(multilevel({{host, share / 2}, {disk, share / 2}, {files, 1 - share}}), run, three);
  }
  for_each_strategy([&](const auto& s) {
    if constexpr (requires { s.background; })
      if (s.background != 0) return;  // takes some of the patterns
    if constexpr (requires { s.levels_of(llama); })
      if (s.own_pattern.empty()) check(s, llama, patterns(s.levels_of(llama).count));
  });
  // a long exchange: copies in memory alone are worth less than what they wait for
  const TrainingRun<> fast{.gpus = 65536,
                           .gpu_mttf = 50000 * 3600.0,
                           .checkpoint_bytes = 2e12,
                           .write_bandwidth = 2e12,
                           .read_bandwidth = 2e12,
                           .initialization_time = 60,
                           .downtime = 30};
  const auto slow = buddy(600, 2);
  CHECK(pattern(slow, fast) == std::vector<int>{2});
  CHECK_THAT(goodput(fast, slow), WithinAbs(0.692, 5e-4));  // of {2} by its own formula; digits of the value
  const auto size = [&](std::vector<int> pattern) {
    return limits::max_gpus(fast, limits::goodput_at_least{0.6}, growth::fixed(), buddy(600, 2, 2, std::move(pattern))).value;
  };
  for (const auto& pattern : two) CHECK(size({}) >= size(pattern) * (1 - 1e-9));
  CHECK_THROWS_AS(buddy(1, 1, 2, {1, 1}).validate(), InvalidArgument);
  CHECK(pattern(in_memory(2, "group", 3, {1, 1, 2}), llama) == std::vector<int>{1, 1, 2});
}

TEST_CASE("every strategy plugs into the limits, in agreement with a dense scan", "[strategies]") {
  const auto check_limit = [](const auto& s, const auto& criterion, const growth::PowerLaw& law) {
    const auto limit = limits::max_gpus(llama, criterion, law, s);
    CAPTURE(std::string(s.name()), std::string(criterion.name()), limit.value, limit.note);
    const auto excess = [&](double log_size) { return limits::Problem(llama, criterion, law, s).excess(log_size); };
    if (limit.status == limits::Status::ok) {
      // holds just below and fails just above; the best pattern's steps leave teeth of 1 % in the slopes
      const double u = std::log(limit.value / llama.gpus);
      CHECK(excess(u - 0.02) <= 0);
      CHECK(!(excess(u + 0.02) <= 0));
      double last = -inf;
      for (double v = std::log(100 / llama.gpus); v < 12; v += 0.01)
        if (excess(v) <= 0) last = v;
      if (u > std::log(100 / llama.gpus) && u < 12) CHECK_THAT(last, WithinAbs(u, 0.021));  // the scan's step and the teeth
      CHECK_THAT(limit.shares.sum(), WithinAbs(1, 1e-9));                                   // by construction
    } else if (limit.status == limits::Status::no_limit) {
      CHECK(excess(30.0) <= 0);
    } else {
      for (double v = -4; v < 12; v += 0.25) CHECK(!(excess(v) <= 0));
    }
  };
  for_each_strategy([&](const auto& s) {
    check_limit(s, limits::goodput_at_least{0.45}, growth::chinchilla());
    check_limit(s, limits::efficiency_at_least{0.4}, growth::fixed());
    check_limit(s, limits::peak_throughput{}, growth::chinchilla());
    check_limit(s, limits::elasticity_at_least{0.5}, growth::fixed());
    check_limit(s, limits::added_gpu_worth_at_least{0.3}, growth::chinchilla());
  });
}

TEST_CASE("the largest size is the same from whatever size its run grows, losses first falling or not", "[strategies]") {
  const auto of = [](const char* name) { return index_of<TrainingRun<>>(name); };
  growth::PowerLaw faster = growth::fixed(), lasting = growth::fixed();
  faster.exponents[of("checkpoint_bytes")] = -0.7, lasting.exponents[of("gpu_mttf")] = 0.6;
  for (const char* name : {"storage_latency", "initialization_time", "downtime"}) faster.exponents[of(name)] = -0.7;
  const auto check = [&](const auto& strategy, double goodput) {
    for (const growth::PowerLaw& law : {faster, lasting}) {
      const auto from = [&](double gpus) {
        return limits::max_gpus(law.at(llama, gpus), limits::goodput_at_least{goodput}, law, strategy).value;
      };
      const double largest = from(16384);
      CAPTURE(std::string(strategy.name()), largest);
      CHECK(largest > 10'000);
      if (largest < inf) CHECK_THAT(strategies::goodput(law.at(llama, largest), strategy), WithinRel(goodput, 1e-6));
      for (const double gpus : {96., 1024., 1e6})
        if (const double other = from(gpus); other != largest) CHECK_THAT(other, WithinRel(largest, 1e-6));
    }
  };
  check(multilevel({{host, 0.8}, {files, 0.2}}), 0.9);
  check(replicated(), 0.475);
}
