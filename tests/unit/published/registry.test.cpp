// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/published/registry.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <random>
#include <set>
#include <string>
#include <utility>

using namespace scaling_limits;
using Catch::Matchers::WithinRel;

namespace {

published::Estimate row_of(const published::Printed& printed, double computed,
                           published::Mark mark = published::Mark::published) {
  published::Estimate row{};
  row.mark = mark;
  row.published = printed;
  row.computed = computed;
  return row;
}

}  // namespace

TEST_CASE("every row holds, and a model that is off by twice its tolerance is seen", "[published]") {
  using published::Claim, published::Group;
  for (const auto& row : published::registry()) {
    INFO(row.id << ": published " << row.published.text << ", computed " << row.computed);
    CHECK(row.holds());
    CHECK(row.published.tolerance > 0);
    CHECK(row.published.tolerance < 0.2501);  // one digit of 2 or more at the loosest: 0.5/2
    const auto off_by = [&](double deviation) {
      auto broken = row;
      broken.computed = row.computed + deviation * row.published.value;
      return broken;
    };
    // a row that deviates is held to a hundredth of a percent; 2.01: one row lies on the edge of its tolerance
    const double twice = 2.01 * (row.group() == Group::deviating ? 0.5e-4 : row.published.tolerance);
    for (const double sign : {-1., 1.}) {
      CHECK(!off_by(sign * twice).holds());
      CHECK(off_by(sign * twice).status() != row.status());
    }
    CHECK(!off_by(NaN).holds());
    // on the side that a claim closes nothing is allowed
    auto edge = row;
    edge.computed = row.published.value * (row.published.claim == Claim::at_least ? 1 - 1e-9 : 1 + 1e-9);
    if (row.published.claim != Claim::equal) CHECK(!edge.holds());
  }
}

TEST_CASE("tolerances are of the digits printed, whatever the deviation", "[published]") {
  for (const auto& row : published::registry()) {
    INFO(row.id << ": " << row.published.reason);
    // the digits after the point, or those of a whole number without its zeros, are those of the tolerance; inputs add theirs
    const auto& text = row.published.text;
    const auto first = text.find_first_of("0123456789"), last = text.find_first_not_of("0123456789.,", first);
    std::string number;
    for (const char c : text.substr(first, last - first))
      if (c != ',') number += c;
    const auto point = number.find('.');
    const double unit = std::pow(10.0, point == std::string::npos ? 0.0 : -double(number.size() - point - 1));
    const double zeros =
        point == std::string::npos ? std::pow(10.0, double(number.size() - 1 - number.find_last_not_of('0'))) : 1;
    const double half = 0.5 * unit / std::stod(number);
    if (row.published.claim == published::Claim::at_least || row.published.reason.starts_with("exact")) continue;
    if (row.published.reason.starts_with("printed as enough")) continue;
    CHECK(row.published.tolerance >= half * (1 - 1e-9));
    if (row.published.reason.starts_with("two parameters fitted")) {  // the others follow from rounded numbers
      CHECK(row.published.tolerance <= 0.045);
      continue;
    }
    if (row.published.reason.starts_with("a power law beside")) {
      CHECK(row.published.tolerance <= 0.018);
      continue;
    }
    if (row.published.reason.find("inputs") == std::string_view::npos)
      CHECK(row.published.tolerance <= half * zeros * (1 + 1e-9));
    else CHECK(row.published.tolerance < 0.037);  // inputs of two digits at the least: 0.5/14
  }
}

TEST_CASE("one-sided claims are one-sided", "[published]") {
  const auto more = published::at_least(0.9, "> 90 %", 1);
  CHECK(!row_of(more, 0.80).holds());
  CHECK(!row_of(more, 0.8999999).holds());
  CHECK(row_of(more, 0.9).holds());
  CHECK(row_of(more, 1).holds());
  CHECK(!row_of(more, 1.01).holds());
  const auto enough = published::enough(1.3, "130 %", 1);
  CHECK(!row_of(enough, 1.300001).holds());
  CHECK(row_of(enough, 1.3).holds());
  CHECK(row_of(enough, 1).holds());
  CHECK(!row_of(enough, 0.99).holds());
  const auto less = published::at_most(5, "up to 5 x", 1);
  CHECK(row_of(less, 4.6).holds());
  CHECK(row_of(less, 5).holds());
  CHECK(!row_of(less, 5.0001).holds());
  CHECK(!row_of(less, 4.4).holds());  // would be printed as 4
}

TEST_CASE("a row that is known to deviate is held to its deviation", "[published]") {
  const auto printed = published::known_to_deviate(published::digits(200, "200", 3), 6.53, "why");
  CHECK(row_of(printed, 213.06).status() == "deviates");
  CHECK(row_of(printed, 213.08).status() == "CHANGED");
  CHECK(row_of(printed, 213.04).status() == "CHANGED");
  CHECK(row_of(printed, 200).status() == "CHANGED");  // the model has come to agree: the row says something else now
  int deviating = 0;
  for (const auto& row : published::registry()) {
    if (row.group() != published::Group::deviating) continue;
    ++deviating;
    INFO(row.id);
    CHECK(std::abs(row.deviation()) > row.published.tolerance);
    CHECK(!row.published.known_reason.empty());
  }
  // and measured steps, the memory of those on B200, scaling laws, costs, supplies, adapters and exchanges, replicas of models
  // beyond a fit, one of the fits, what data movement allows
  CHECK(deviating == 5 + 137 + 13 + 19 + 7 + 2 + 3 + 6 + 1 + 1);
}

TEST_CASE("published, deviating and derived rows are counted apart", "[published]") {
  using published::Mark;
  const auto printed = published::digits(100, "100", 3);
  const auto known = published::known_to_deviate(printed, 5, "why");
  const published::Estimates rows{row_of(printed, 100),
                                  row_of(printed, 100, Mark::second_source),
                                  row_of(printed, 101),
                                  row_of(printed, 100, Mark::derived),
                                  row_of(printed, 102, Mark::assumed),
                                  row_of(known, 105)};
  CHECK(rows[2].status() == "OUT");
  CHECK(rows[3].status() == "unchanged");
  CHECK(rows[4].status() == "CHANGED");
  const auto found = published::summary(rows);
  CHECK((found.of(published::Group::published).count == 3 && found.of(published::Group::published).held == 2));
  CHECK((found.of(published::Group::deviating).count == 1 && found.of(published::Group::deviating).held == 1));
  CHECK((found.of(published::Group::derived).count == 2 && found.of(published::Group::derived).held == 1));
  CHECK(found.text() ==
        "2 of 3 published values reproduced; 1 known to deviate (median 5.0 %), by as much as before; 1 of 2 derived ones "
        "unchanged");
  CHECK(published::summary({rows[3]}).text() == "1 derived one unchanged");
  CHECK(published::summary({}).text().empty());

  // what evaluates the formula of its source, which prints no such number, is no published value
  int derived = 0;
  for (const auto& row : published::registry()) {
    if (row.id.starts_with("nccl.") || row.id.starts_with("korthikanti.")) CHECK(row.mark == Mark::derived);
    derived += row.group() == published::Group::derived;
  }
  CHECK(published::summary(published::registry()).of(published::Group::derived).count == derived);
}

TEST_CASE("how far rows deviate is the median of those that are known to, by what they are", "[published]") {
  const auto off = [](double percent, std::string_view model) {
    const auto printed = published::known_to_deviate(published::digits(100, "100", 3), percent, "why");
    auto row = row_of(printed, 100 + percent);
    row.model = model;
    return row;
  };
  const published::Estimates rows{off(-4, "parallelism.step"), off(1, "parallelism.step"), off(2, "parallelism.step"),
                                  off(30, "workload.fit"), row_of(published::digits(100, "100", 3), 100)};
  const auto found = published::summary(rows);
  CHECK_THAT(found.all.median, WithinRel(0.03, 1e-12));
  CHECK(
      found.text() ==
      "1 published value reproduced; 4 known to deviate (median 3.0 %; 3 measured steps 2.0 %, 1 other 30.0 %), by as much as "
      "before");
  CHECK(published::summary({rows[1]}).text() == "1 known to deviate (median 1.0 %), by as much as before");
  const auto whole = published::summary(published::registry());
  CHECK(whole.measured_steps.count + whole.others.count == whole.all.count);
  CHECK(whole.all.count == whole.of(published::Group::deviating).count);
}

TEST_CASE("what a fit may be off by follows from the digits of the losses that it was made of", "[published]") {
  namespace detail = published::detail;
  std::mt19937 rng(5);
  std::uniform_real_distribution<> within(-0.0005, 0.0005);
  for (const auto& [first, last] : {std::pair{1, 4}, {0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}}) {
    const auto there = detail::fitted_losses(published::charles_losses, first, last);
    const auto most = detail::moved_by_digits(first, last);
    double scale = 0, exponent = 0, replicas = 0;
    for (int i = 0; i < 2000; ++i) {
      auto table = published::charles_losses;
      for (auto& row : table)
        for (double& loss : row.losses) loss += within(rng);
      const auto found = detail::fitted_losses(table, first, last);
      scale = std::max(scale, std::abs(found.scale / there.scale - 1));
      exponent = std::max(exponent, std::abs(found.parameter_exponent / there.parameter_exponent - 1));
      if (first < last) replicas = std::max(replicas, std::abs(found.replica_exponent / there.replica_exponent - 1));
    }
    INFO(first << " to " << last << ": " << most.scale << ", drawn " << scale);
    const auto bounded = [](double drawn, double bound) { return drawn <= bound * 1.001 && bound <= 5 * drawn; };
    CHECK(bounded(scale, most.scale));
    CHECK(bounded(exponent, most.parameter_exponent));
    if (first < last) CHECK(bounded(replicas, most.replica_exponent));
  }
  for (const auto& row : published::registry())
    if (row.id.starts_with("replica_fit.scale")) CHECK(row.published.tolerance < 0.0022);
}

TEST_CASE("every row says what it is, where from and under which inputs", "[published]") {
  std::set<std::string> ids;
  for (const auto& row : published::registry()) {
    INFO(row.id);
    CHECK(ids.insert(std::string(row.id)).second);
    CHECK(row.id.find('.') != std::string_view::npos);
    CHECK(row.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_.") == std::string_view::npos);
    CHECK(!row.quantity.empty());
    CHECK(!row.source.title.empty());
    CHECK((row.source.year >= 1974 && row.source.year < 2100));
    CHECK(!row.inputs.empty());
    CHECK(!row.published.text.empty());
    CHECK(!row.published.reason.empty());
    CHECK(!row.model.empty());
    const auto mark = published::to_text(row.mark);
    CHECK((mark == "P" || mark == "P2" || mark == "D" || mark == "A"));
  }
}

TEST_CASE("a tolerance is half a unit of the last digit printed", "[published]") {
  CHECK_THAT(published::digits(2, "~2", 1).tolerance, WithinRel(0.25, 1e-9));  // 1e-9: digits() rounds outwards by 1e-12
  CHECK_THAT(published::digits(0.0213, "2.13 %", 3).tolerance, WithinRel(0.5 / 213, 1e-9));
  CHECK_THAT(published::digits(0.23, "0.23 h", 2, 3600).tolerance, WithinRel(0.5 / 23, 1e-9));
  CHECK(published::digits(0.23, "0.23 h", 2, 3600).value == 0.23 * 3600);
  const auto printed = published::digits(100, "100", 3);
  CHECK(row_of(printed, 100.4).holds());
  CHECK(!row_of(printed, 100.6).holds());
  CHECK(!row_of(printed, NaN).holds());
  CHECK_THAT(published::digits_of_both(printed, 0.01).tolerance, WithinRel(0.015, 1e-9));
}

TEST_CASE("derived values follow from the published ones", "[published]") {
  CHECK(published::llama3_events() == 148 + 72 + 54 + 35 + 32 + 19 + 17 + 7 + 7 + 6 + 6 + 3 + 3 + 2 + 2 + 2 + 2 + 2);
  CHECK_THAT(published::failure_rate("llama3_405b").gpu_mttf() / units::hour, WithinRel(16'384.0 * 54 * 24 / 419, 1e-14));
  CHECK_THAT(405e9 * 12, WithinRel(published::llama3_405b().checkpoint_bytes, 0.03));  // "about 5 TB" for 4.86 TB
  CHECK_THAT(published::failure_rate("rsc1_small_jobs").per_1000_node_days,
             WithinRel(21.0, 0.005));  // 1000 / 47.7, three digits
}
