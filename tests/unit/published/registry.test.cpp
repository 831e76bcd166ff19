// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/published/registry.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <set>
#include <string>

using namespace scaling_limits;
using Catch::Matchers::WithinRel;

TEST_CASE("every published estimate is inside its tolerance", "[published]") {
  for (const auto& row : published::registry()) {
    INFO(row.id << ": published " << row.published.text << ", computed " << row.computed);
    CHECK(row.holds());
    CHECK(row.published.tolerance > 0);
    CHECK(row.published.tolerance < 0.2);  // one digit of 3 or more at the loosest: 0.5/3
  }
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
  published::Estimate row{};
  row.published = published::digits(100, "100", 3);
  row.computed = 100.4;
  CHECK(row.holds());
  row.computed = 100.6;
  CHECK(!row.holds());
  row.computed = NaN;
  CHECK(!row.holds());
}

TEST_CASE("derived values follow from the published ones", "[published]") {
  CHECK(published::llama3_events() == 148 + 72 + 54 + 35 + 32 + 19 + 17 + 7 + 7 + 6 + 6 + 3 + 3 + 2 + 2 + 2 + 2 + 2);
  CHECK_THAT(published::failure_rate("llama3_405b").gpu_mttf() / units::hour, WithinRel(16'384.0 * 54 * 24 / 419, 1e-14));
  CHECK_THAT(405e9 * 12, WithinRel(published::llama3_405b().checkpoint_bytes, 0.03));  // "about 5 TB" for 4.86 TB
  CHECK_THAT(published::failure_rate("rsc1_small_jobs").per_1000_node_days,
             WithinRel(21.0, 0.005));  // 1000 / 47.7, three digits
}
