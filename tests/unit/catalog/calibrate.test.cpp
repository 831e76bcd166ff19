// SPDX-License-Identifier: Apache-2.0
// Calibration as data: the same numbers as in C++, options of a row before those of the call, refusals by id and by path.
#include "scaling_limits/analysis/calibrate.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "library.hpp"
#include "scaling_limits/catalog/text.hpp"

using namespace scaling_limits;
using catalog::from_json;
using catalog::List;
using catalog::Map;
using catalog::Value;
using Catch::Matchers::ContainsSubstring;

namespace {

Value request() {
  return from_json(R"({
    "question": "calibrate",
    "chip": {"peak_flops": 1e15, "achieved_flops": 5.5e14, "attention_flops": 4.5e14, "memory_bandwidth": 2e12,
             "operation_time": "20 us", "memory_bytes": "80 GB"},
    "fabric": {"gpus_per_node": 8, "inner_bandwidth": 4.5e11, "outer_bandwidth": 5e10},
    "with": {
      "overlap": 0.4, "recompute": "full", "noise": 0.02, "prior": 0.5, "level": 0.8,
      "rows": [
        {"id": "a", "shape": "llama3_8b", "layout": {"data": 8}, "batch_tokens": 131072, "time": "2500 ms", "memory": "70 GB"},
        {"id": "b", "set": "mine", "machine": "x", "shape": "llama3_8b", "layout": {"tensor": 8, "data": 2},
         "batch_tokens": 131072, "time": 1.9, "recompute": "none", "overlap": 0, "zero_stage": 3, "logit_bytes": 6}],
      "candidates": [
        {"shape": "llama3_8b", "layout": {"data": 8}, "batch_tokens": 131072},
        {"shape": "llama3_8b", "layout": {"tensor": 8}, "batch_tokens": 65536, "kernels": "fused"}]}})");
}
Map& inner(Map& map, std::string_view key) { return *map[key].map(); }
Map& row(Value& of, std::size_t place) { return *(*inner(*of.map(), "with")["rows"].list())[place].map(); }

std::string refusal(const Value& of, std::string* field = nullptr) {
  try {
    catalog::reply(of);
  } catch (const catalog::Refused& error) {
    if (field) *field = error.parameter;
    return error.what();
  }
  return "";
}
const std::vector<Value>& list(const Map& columns, std::string_view name) { return *columns.find(name)->list(); }

}  // namespace

TEST_CASE("calibrate as a request is calibrate in C++, a row's own options first", "[catalog]") {
  const Value reply = catalog::reply(request());
  const Map& columns = *reply.map()->find("columns")->map();
  const auto number = [&](std::string_view name) { return *columns.find(name)->number(); };

  const Value tables = catalog::describe();
  const Map& preset = *tables.map()->find("presets")->map()->find("shape")->map()->find("llama3_8b")->map();
  const auto model = catalog::made(catalog::group("shape").at("transformer_shape"), *preset.find("fields")->map());
  const auto& shape = static_cast<const catalog::ModelOf<workload::TransformerShape<>>&>(*model).value;
  const parallelism::StepOptions call{.recompute = parallelism::Recompute::full, .overlap = 0.4};
  const std::vector<analysis::MeasuredStep> rows{
      {.shape = shape, .layout = {.data = 8}, .batch_tokens = 131072, .time = 2.5, .options = call},
      {.shape = shape,
       .layout = {.tensor = 8, .data = 2},
       .batch_tokens = 131072,
       .time = 1.9,
       .options = {.recompute = parallelism::Recompute::none, .zero_stage = 3, .logit_bytes = 6}}};
  const workload::Chip<> guess{1e15, 5.5e14, 4.5e14, 2e12, 20e-6, 80e9};
  const auto found = analysis::calibrate(rows, guess, {8, 4.5e11, 5e10}, {.noise = 0.02, .prior = 0.5});
  CHECK(number("value.achieved_flops") == found.chip.achieved_flops);
  CHECK(number("value.operation_time") == found.chip.operation_time);
  for (const std::string_view name : analysis::machine_constants) {
    const auto [low, high] = found.interval(name, 0.8);
    CHECK(number("low." + std::string(name)) == low);
    CHECK(number("high." + std::string(name)) == high);
  }
  CHECK(*list(columns, "covariance")[7].number() == found.covariance(1, 3));
  CHECK(list(columns, "covariance").size() == 16);
  CHECK(*list(columns, "modelled")[1].number() == found.modelled[1]);
  CHECK(*list(columns, "errors")[0].number() == found.errors[0]);
  CHECK(number("mean_error") == found.mean_error);
  CHECK(number("worst_error") == found.worst_error);
  CHECK(number("noise") == found.noise);
  CHECK(list(columns, "next").size() == 2);
  CHECK(*columns.find("status") == Value("ok"));
  // in full: what is asked again has the same answer
  Map again{{"question", "calibrate"}};
  const Value full = from_json(catalog::ask(catalog::to_json(request())));
  CHECK(full == from_json(catalog::to_json(reply)));
}

TEST_CASE("calibrate says which row is refused, and why", "[catalog]") {
  std::string field;
  const auto changed = [&](auto change) {
    Value all = request();
    change(all);
    return refusal(all, &field);
  };
  CHECK_THAT(changed([](Value& all) { row(all, 1)["time"] = Value(0.); }),
             ContainsSubstring("calibrate: row 'b': time = 0 must be > 0 and finite [s]"));
  CHECK(field == "with.rows.1.time");
  CHECK_THAT(changed([](Value& all) { row(all, 1)["time"] = Value(); }),
             ContainsSubstring("row 'b' needs 'time'") || ContainsSubstring("row 'b': time must be"));
  CHECK_THAT(changed([](Value& all) { row(all, 0)["overlp"] = Value(1.); }),
             ContainsSubstring("row 'a' has no field 'overlp'; did you mean 'overlap'"));
  CHECK_THAT(changed([](Value& all) { row(all, 0)["precision"] = Value("fp4"); }), ContainsSubstring("row 'a'"));
  CHECK(field == "with.rows.0.precision");
  CHECK_THAT(changed([](Value& all) { inner(row(all, 0), "layout")["tensor"] = Value(7.); }),
             ContainsSubstring("row 'a': tensor = 7 must divide query_heads = 32"));
  CHECK_THAT(changed([](Value& all) { inner(row(all, 0), "layout")["tensor"] = Value(0.5); }), ContainsSubstring("row 'a': "));
  CHECK(field == "with.rows.0.layout.tensor");
  CHECK_THAT(changed([](Value& all) { row(all, 0)["kernels"] = Value("unfused"); }),
             ContainsSubstring("row 'a': step: kernels"));
  CHECK_THAT(changed([](Value& all) { row(all, 0)["id"] = Value(1.); }), ContainsSubstring("rows.0: id must be a text"));
  CHECK_THAT(changed([](Value& all) { inner(*all.map(), "with")["rows"] = Value(List{}); }),
             ContainsSubstring("rows must hold one measured step at least"));
  CHECK_THAT(changed([](Value& all) { inner(*all.map(), "with")["rows"] = Value("rows.csv"); }),
             ContainsSubstring("rows must be a list of steps"));
  CHECK_THAT(changed([](Value& all) { inner(*all.map(), "with")["rows"] = Value(); }),
             ContainsSubstring("calibrate needs 'rows'"));
  CHECK_THAT(changed([](Value& all) { inner(*all.map(), "chip")["operation_time"] = Value(0.); }),
             ContainsSubstring("guess: operation_time = 0 must be > 0 and finite [s]"));
  CHECK_THAT(changed([](Value& all) { inner(*all.map(), "with")["noise"] = Value(0.); }),
             ContainsSubstring("noise = 0 must be in [1e-06, 10]"));
  CHECK_THAT(changed([](Value& all) { inner(*all.map(), "with")["level"] = Value(1.); }),
             ContainsSubstring("level = 1 must be in (0, 1)"));
}

TEST_CASE("calibrate over nothing refuses what an answer would", "[catalog]") {
  std::string field;
  const auto of_nothing = [&](std::string_view list, auto change) {
    Value all = request();
    (*all.map())["over"] = Value(Map{{"chip.achieved_flops", Value(List{})}});
    change(inner(*all.map(), "with")[list]);
    return refusal(all, &field);
  };
  CHECK(of_nothing("rows", [](Value&) {}) == "");
  for (const std::string_view list : {"rows", "candidates"}) {
    const auto path = [&](std::string_view rest) { return "with." + std::string(list) + std::string(rest); };
    const auto first = [](Value& steps) -> Map& { return *steps.list()->front().map(); };
    CHECK_THAT(of_nothing(list, [](Value& steps) { steps = Value("rows.csv"); }), ContainsSubstring("must be a list of steps"));
    CHECK(field == path(""));
    CHECK_THAT(of_nothing(list, [](Value& steps) { steps.list()->front() = Value(1.); }),
               ContainsSubstring("must be a list of steps"));
    CHECK(field == path(".0"));
    CHECK_THAT(of_nothing(list, [&](Value& steps) { first(steps)["shape"] = Value("llama9"); }),
               ContainsSubstring("no shape named 'llama9'"));
    CHECK(field == path(".0.shape"));
    CHECK_THAT(of_nothing(list, [&](Value& steps) { first(steps)["time"] = Value(-1.); }), ContainsSubstring("time = -1"));
    CHECK(field == path(".0.time"));
    CHECK_THAT(of_nothing(list, [&](Value& steps) { first(steps)["layout"] = Value(); }), ContainsSubstring("layout"));
  }
}
