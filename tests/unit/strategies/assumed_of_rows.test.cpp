// SPDX-License-Identifier: Apache-2.0
// What a strategy takes of rows that do not say it: said where there is any, and true.
#include "scaling_limits/strategies/assumed_of_rows.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "support/agrees.hpp"
#include "support/struck.hpp"

using namespace scaling_limits;
using namespace scaling_limits::strategies;
using namespace scaling_limits::testing;
using Catch::Matchers::ContainsSubstring;
using failures::Cause;

namespace {

/// How many levels a strategy, or what protects its learners, tells apart; 1: it reads no severity.
template <class St>
int levels_told_apart(const St& strategy) {
  if constexpr (requires { strategy.inner; }) return levels_told_apart(strategy.inner);
  else if constexpr (requires { strategy.tiers; }) return static_cast<int>(strategy.tiers.size());
  else if constexpr (requires { strategy.copies; }) return 2;
  else return 1;
}

bool is_failure(const Cause<>& cause) { return cause.planned == 0 && !(cause.lag == cause.lag); }

/// How many of a list are named or counted in a sentence.
std::size_t told_of(const std::string& text, const std::vector<Cause<>>& causes) {
  std::size_t told = 0;
  for (const auto& cause : causes) told += text.find(in_quotes(cause.name)) != text.npos;
  if (const auto at = text.find(" others say"); at != text.npos) told += std::stoul(text.substr(text.rfind(' ', at - 1) + 1));
  return told;
}

}  // namespace

TEST_CASE("rows without a severity are told of where levels are told apart, and need the highest", "[strategies]") {
  for_each_strategy([](const auto& s) {
    Sampler random(907);
    const int levels = levels_told_apart(s);
    Worst worst;
    bool any = false, none = false;
    for (int i = 0; i < 200; ++i) {
      Struck at(random, {.shares = i % 3 == 0, .most_rows = 7});
      if (random.chance(0.2))  // one that never strikes is not looked at
        at.stops.causes.push_back({.name = "never", .mttf = i % 3 == 0 ? NaN : inf, .share = i % 3 == 0 ? 0 : NaN});
      const std::string text = assumed_of_rows(at.run, at.under(s));
      CAPTURE(std::string(s.name()), i, text);
      if (s.name() == "just_in_time") continue;  // it reads another field
      auto said = at;
      std::size_t unsaid = 0;
      for (auto& cause : said.stops.causes) {
        if (!is_failure(cause) || cause.severity != 0 || cause.name == "never") continue;
        ++unsaid, cause.severity = levels;
      }
      REQUIRE(text.empty() == (unsaid == 0 || levels == 1));
      (text.empty() ? none : any) = true;
      if (text.empty()) continue;
      CHECK(told_of(text, at.stops.causes) == unsaid);
      CHECK_THAT(text, ContainsSubstring("no severity") && ContainsSubstring("the highest level") &&
                           ContainsSubstring(unsaid == 1 ? "severity = 1 in its row" : "severity = 1 in a row"));
      CHECK(assumed_of_rows(said.run, said.under(s)).empty());
      worst.see(relative_distance(said.under(s).losses(at.run).sum(), at.under(s).losses(at.run).sum()), s.name(), i);
    }
    INFO(worst.where);
    CHECK(worst.distance < 1e-14);  // the same rows in the same order
    CHECK((levels == 1 || (any && none)));
  });
}

TEST_CASE("where no row leaves a replica every failure goes back to storage, and just in time says so", "[strategies]") {
  Sampler random(911);
  Worst worst;
  bool none = false;
  for (int i = 0; i < 200; ++i) {
    Struck at(random, {.extra = false});
    for (auto& cause : at.stops.causes)
      if (i % 2 == 0) cause.leaves_state = 0;
    const auto saved = at.under(just_in_time(0.7));
    const std::string text = assumed_of_rows(at.run, saved);
    CAPTURE(i, text);
    const bool leaves =
        std::any_of(at.stops.causes.begin(), at.stops.causes.end(), [](const auto& cause) { return cause.leaves_state != 0; });
    REQUIRE(text.empty() == leaves);
    none = none || leaves;
    if (leaves) continue;
    CHECK(told_of(text, at.stops.causes) == at.stops.causes.size());
    const double of_storage = at.under(blocking()).losses(at.run).sum();
    if (of_storage < 300) worst.see(relative_distance(saved.losses(at.run).sum(), of_storage), i);
  }
  INFO(worst.where);
  CHECK(none);
  CHECK(worst.distance < tolerance::two_routes);
}

TEST_CASE("what is taken of rows is one sentence, whatever stands around the strategy", "[strategies]") {
  const auto of = [](std::vector<Cause<>> causes, const auto& strategy) {
    return assumed_of_rows(llama, under_causes(std::move(causes), strategy));
  };
  const Cause<> gpu{.name = "GPU", .share = 0.2}, nic{.name = "NIC", .share = 0.1}, host{.name = "host", .share = 0.1},
      rack{.name = "rack", .share = 0.1}, told{.name = "process", .share = 0.1, .severity = 1};
  CHECK(of({gpu, told}, in_memory()) ==
        "cause 'GPU' says no severity and is taken to need the highest level of checkpoint: severity = 1 in its row says that "
        "the state survives in peers' memory");
  CHECK_THAT(of({gpu, nic, told}, buddy()), ContainsSubstring("causes 'GPU' and 'NIC' say no severity and are taken"));
  CHECK_THAT(of({gpu, nic, host}, buddy()), ContainsSubstring("causes 'GPU', 'NIC' and 'host' say no"));
  CHECK_THAT(of({gpu, nic, host, rack}, independent(4, in_memory())),
             ContainsSubstring("causes 'GPU', 'NIC' and 2 others say no severity") && ContainsSubstring("1 in a row"));
  const auto levels = multilevel({{testing::host, 0.8}, own_level(0.2)});
  CHECK_THAT(of({gpu}, levels), ContainsSubstring("says that the first level serves it"));
  CHECK(of({gpu}, multilevel({own_level(1)})).empty());
  CHECK(of({told}, levels).empty());
  CHECK(of({gpu}, just_in_time()) ==
        "cause 'GPU' says no leaves_state = 1 and is taken to leave no whole replica: leaves_state = 1 in its row says that a "
        "replica survives to save the state");
  CHECK(assumed_of_rows(llama, in_memory()).empty());
  CHECK(of({gpu}, blocking()).empty());
}
