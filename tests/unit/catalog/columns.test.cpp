// SPDX-License-Identifier: Apache-2.0
// Columns that are asked for: their cells are those of the whole answer to the bit, and no others are kept.
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "library.hpp"
#include "scaling_limits/catalog/text.hpp"

namespace scaling_limits::testing {

using catalog::Answer;
using catalog::Column;
using catalog::from_json;
using catalog::List;
using catalog::Map;
using catalog::to_json;
using catalog::Value;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::string run =
    R"("run": {"gpus": 16384, "gpu_mttf": "50677 h", "checkpoint_bytes": "5 TB", "write_bandwidth": "2 TB/s", "downtime": 600})";

Map columns(const std::string& rest) {
  const Value reply = from_json(catalog::ask("{" + run + rest + "}"));
  INFO(to_json(reply));
  REQUIRE(reply.map()->find("columns"));
  return *reply.map()->find("columns")->map();
}

void check_same(const Column& a, const Column& b) {
  CAPTURE(a.name);
  REQUIRE(a.numbers.size() == b.numbers.size());
  for (std::size_t i = 0; i < a.numbers.size(); ++i)
    CHECK(std::bit_cast<std::uint64_t>(a.numbers[i]) == std::bit_cast<std::uint64_t>(b.numbers[i]));
  REQUIRE(a.codes.size() == b.codes.size());
  for (std::size_t i = 0; i < a.codes.size(); ++i) CHECK(a.labels[a.codes[i]] == b.labels[b.codes[i]]);
  REQUIRE(a.lists.size() == b.lists.size());
  for (std::size_t i = 0; i < a.lists.size(); ++i)
    CHECK(std::equal(a.lists[i].begin(), a.lists[i].end(), b.lists[i].begin(), b.lists[i].end()));
  CHECK(a.words == b.words);
}

}  // namespace

TEST_CASE("each column alone is that of the whole answer", "[catalog]") {
  catalog::Case at;
  at.run = {.gpus = 16384, .gpu_mttf = 1.8e8, .checkpoint_bytes = 5e12, .write_bandwidth = 2e12};
  at.factors = catalog::factor("strong_scaling", {{"half_size", 1e5}});
  for (const char* criterion : {"peak_throughput", "write_time_equals_mtbf"})
    for (const std::string_view question :
         {"limit", "fastest_gpus", "assess", "profile", "worth_of_size", "explain", "headline"}) {
      CAPTURE(criterion, question);
      at.criterion = catalog::criterion(criterion);
      at.with = question == "profile" || question == "worth_of_size" ? Map{{"gpus", 1e5}} : Map{};
      const Answer all = catalog::answer(question, at);
      for (const Column& column : all.columns()) {
        const Answer one = catalog::answer(question, at, {column.name});
        REQUIRE(one.columns().size() == 1);
        check_same(one.columns()[0], column);
      }
    }
}

TEST_CASE("what is swept has the columns that are wanted, elements without an answer among them", "[catalog]") {
  const std::string asked =
      R"(, "question": "limit", "criterion": {"goodput_at_least": 0.9}, "factor": [{"strong_scaling": {"half_size": 1e6}}],
         "over": {"run.gpu_mttf": [1e3, 1.8e8, 1e12, 1e-9], "run.downtime": [0, 600, 0, 0]})";
  const Map all = columns(asked);
  for (const auto& [name, cells] : all) CHECK(columns(asked + R"(, "columns": ")" + name + "\"") == Map{{name, cells}});
  Map shares;
  for (const auto& [name, cells] : all)
    if (name.starts_with("shares.")) shares[name] = cells;
  REQUIRE(shares.size() > 1);
  CHECK(columns(asked + R"(, "columns": ["shares", "shares.checkpoint"])") == shares);
  CHECK(columns(asked + R"(, "columns": null)") == all);
}

TEST_CASE("a name of no column is refused with those that there are", "[catalog]") {
  const auto error = [](const std::string& columns) {
    const Value reply = from_json(catalog::ask("{" + run + R"(, "question": "limit", "columns": )" + columns + "}"));
    REQUIRE(reply.map()->find("error"));
    const Map& found = *reply.map()->find("error")->map();
    CHECK(*found.find("field") == Value("columns"));
    return *found.find("message")->text() + " " + to_json(*found.find("value"));
  };
  CHECK_THAT(error(R"(["value", "vlue"])"),
             ContainsSubstring("columns: question 'limit' has no column 'vlue'; it has value, status, binding, note") &&
                 ContainsSubstring("useful_gpus, shares, roots \"vlue\""));
  CHECK_THAT(error(R"("sha")"), ContainsSubstring("no column 'sha'"));
  CHECK_THAT(error(R"("")"), ContainsSubstring("no column ''"));
  CHECK_THAT(error("[]"), ContainsSubstring("leave it out for all of them"));
  CHECK_THAT(error("[null]"), ContainsSubstring("must be names, texts"));
  CHECK_THAT(error("true"), ContainsSubstring("must be a name or a list of names"));
  catalog::Case at;
  at.run = {.gpus = 16384, .gpu_mttf = 1.8e8, .checkpoint_bytes = 5e12, .write_bandwidth = 2e12};
  CHECK_THROWS_AS(catalog::answer("limit", at, {"vlue"}), InvalidArgument);
}

}  // namespace scaling_limits::testing
