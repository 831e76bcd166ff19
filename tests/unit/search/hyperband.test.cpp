// SPDX-License-Identifier: Apache-2.0
// Brackets against the published tables and against whole numbers; random search and shared costs against counting.
#include <scaling_limits/search/hyperband.hpp>
#include <scaling_limits/search/random_search.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cstdint>

#include "support/derivatives.hpp"
#include "support/domain.hpp"
#include "support/reference.hpp"
#include "support/tolerance.hpp"

using Catch::Matchers::Message;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using namespace scaling_limits;
using namespace scaling_limits::search;
using namespace scaling_limits::testing;

TEST_CASE("brackets of 81 are the published ones, in both forms", "[search]") {
  const auto started = [](BracketForm form) {
    std::vector<double> trials;
    for (const auto& row : brackets(81, 3, form))
      if (row.rung == 0) trials.push_back(row.trials);
    return trials;
  };
  const auto units = [](BracketForm form) {
    double sum = 0;
    for (const auto& row : brackets(81, 3, form)) sum += row.trials * row.budget;
    return sum;
  };
  CHECK(started(BracketForm::journal) == std::vector<double>{81, 34, 15, 8, 5});
  CHECK(started(BracketForm::first) == std::vector<double>{81, 27, 9, 6, 5});
  CHECK(units(BracketForm::journal) == 1902);
  CHECK(units(BracketForm::first) == 1701);
  const auto rows = brackets(81, 3);
  CHECK(rows.size() == 15);
  CHECK((rows[6].bracket == 3 && rows[6].rung == 1 && rows[6].trials == 11 && rows[6].budget == 9));
  CHECK((rows[14].bracket == 0 && rows[14].rung == 0 && rows[14].trials == 5 && rows[14].budget == 81));
}

TEST_CASE("brackets are those of whole numbers, whatever the budget", "[search]") {
  for (std::int64_t eta = 2; eta <= 6; ++eta)
    for (std::int64_t budget = 1; budget <= 3000; budget += budget < 300 ? 1 : 97) {
      std::int64_t all = 0;
      for (std::int64_t power = 1; power <= budget; power *= eta) ++all;
      for (const auto form : {BracketForm::journal, BracketForm::first}) {
        const auto rows = brackets(static_cast<double>(budget), static_cast<double>(eta), form);
        std::size_t at = 0;
        bool same = true;
        for (std::int64_t s = all - 1; s >= 0; --s) {
          std::int64_t power = 1;
          for (std::int64_t i = 0; i < s; ++i) power *= eta;
          // rounded up: one more than what is left of the quotient below
          const std::int64_t start = form == BracketForm::journal ? (all * power - 1) / (s + 1) + 1 : all / (s + 1) * power;
          for (std::int64_t i = 0, left = start; i <= s; ++i, left /= eta, power /= eta, ++at)
            same = same && at < rows.size() && rows[at].bracket == static_cast<double>(s) &&
                   rows[at].rung == static_cast<double>(i) && rows[at].trials == static_cast<double>(left) &&
                   rows[at].budget == static_cast<double>(budget) / static_cast<double>(power) && left >= 1;
        }
        CAPTURE(eta, budget, to_word(form));
        CHECK((same && at == rows.size()));
      }
    }
  CHECK(brackets(243, 3).front().bracket == 5);    // ln 243/ln 3 < 5 in doubles
  CHECK(brackets(6.25, 2.5).front().trials == 7);  // 6.25, rounded up
}

TEST_CASE("brackets refuse what is none", "[search]") {
  CHECK_THROWS_MATCHES(brackets(0.5, 3), DomainError, Message("brackets: budget = 0.5 must be >= 1 and finite"));
  CHECK_THROWS_MATCHES(brackets(81, 1.5), DomainError, Message("brackets: reduction = 1.5 must be >= 2 and finite"));
  CHECK_THROWS_MATCHES(brackets(inf, 3), DomainError, Message("brackets: budget = inf must be >= 1 and finite"));
  CHECK_THROWS_AS(brackets(NaN, 3), DomainError);
  CHECK_THROWS_AS(brackets(81, inf), DomainError);
  CHECK_THROWS_MATCHES(from_word<BracketForm>("brackets", "form", "last"), InvalidArgument,
                       Message("brackets: form = 'last' must be 'journal' or 'first'"));
}

TEST_CASE("so many random trials are within the best share with that probability", "[search]") {
  CHECK_THAT(random_trials(0.05, 0.95), WithinAbs(58.404, 5e-4));  // printed digits
  for (const double q : log_grid(1e-15, 0.9, 40))
    for (const double p : {1e-12, 0.1, 0.5, 0.95, 1 - 1e-9}) {
      const wide exact = log(1 - wide(p)) / log(1 - wide(q));
      CHECK_THAT(random_trials(q, p), WithinRel(static_cast<double>(exact), 1e-15));
    }
  // one trial after the other until one is good
  Sampler random(2);
  const double q = 0.2;
  const auto trials = static_cast<int>(std::ceil(random_trials(q, 0.9)));
  int good = 0;
  constexpr int searches = 100'000;
  for (int i = 0; i < searches; ++i) {
    bool found = false;
    for (int k = 0; k < trials; ++k) found = random.chance(q) || found;
    good += found;
  }
  const double share = 1 - std::pow(1 - q, trials);
  CHECK(std::abs(good / double(searches) - share) < tolerance::standard_errors * std::sqrt(share * (1 - share) / searches));
  CHECK(share >= 0.9);
  CHECK(random_trials(0.1, 1) == inf);
  CHECK(random_trials(0.1, 0) == 0);
  CHECK_DOMAIN(random_trials, {inner_fraction, 0.5}, {closed_fraction, 0.5});
  expect_derivative([](const auto& x) { return random_trials(x, 0.95); }, 0.05);
  expect_derivative([](const auto& x) { return random_trials(0.05, x); }, 0.95);
}

TEST_CASE("what is shared pays from where the sums cross", "[search]") {
  // GPU-hours: 40 + 1200 once, 0 or 75 per target, against 200 + 300 per target
  CHECK_THAT(break_even_targets(1240, 0, 500), WithinRel(2.48, 1e-15));
  CHECK_THAT(break_even_targets(1240, 75, 500), WithinAbs(2.918, 5e-4));  // printed digits
  Sampler random(7);
  for (int i = 0; i < 300; ++i) {
    const double once = random.log_uniform(1, 1e4), with = random.log_uniform(1, 100), without = random.log_uniform(1, 100);
    const double found = break_even_targets(once, with, without);
    for (int targets = 1; targets < 2000; ++targets) {
      const bool pays = once + with * targets < without * targets;
      if (std::abs(targets - found) > 1e-9 * found) CHECK(pays == (targets > found));
    }
  }
  CHECK(break_even_targets(10, 5, 5) == inf);
  CHECK(break_even_targets(10, 5, 4) == inf);
  CHECK(break_even_targets(0, 1, 4) == 0);
  CHECK_DOMAIN(break_even_targets, {from_zero}, {from_zero}, {from_zero});
  expect_derivative([](const auto& x) { return break_even_targets(x, 3, 7); }, 100);
  expect_derivative([](const auto& x) { return break_even_targets(100, x, 7); }, 3);
  expect_derivative([](const auto& x) { return break_even_targets(100, 3, x); }, 7);
}
