// SPDX-License-Identifier: Apache-2.0
// The tables as data: their shape is fixed, and they say what answers hold.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <set>

#include "library.hpp"
#include "scaling_limits/catalog/text.hpp"
#include "scaling_limits/published/clusters.hpp"
#include "scaling_limits/version.hpp"

namespace scaling_limits::testing {

using catalog::from_json;
using catalog::List;
using catalog::Map;
using catalog::to_json;
using catalog::Value;

namespace {

const Map& description() {
  static const Value all = catalog::describe();
  return *all.map();
}
const Map& inner(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  INFO(std::string(key));
  REQUIRE((value && value->map()));
  return *value->map();
}
bool is_text(const Map& map, std::string_view key) { return map.find(key) && map.find(key)->text(); }
bool is_bound(const Value* value) {
  return value && (value->is_null() || value->number() || *value == Value("unlimited") || *value == Value("-unlimited"));
}

void check_fields(const Map& of) {
  REQUIRE((of.find("fields") && of.find("fields")->list()));
  for (const Value& one : *of.find("fields")->list()) {
    REQUIRE(one.map());
    const Map& field = *one.map();
    CAPTURE(to_json(one));
    std::vector<std::string> keys;
    for (const auto& [key, value] : field) keys.push_back(key);
    REQUIRE(keys.size() >= 7);
    keys.resize(7);  // more may follow
    CHECK(keys == std::vector<std::string>{"name", "unit", "low", "high", "usual", "default", "text"});
    CHECK(is_text(field, "name"));
    CHECK((is_text(field, "text") && !field.find("text")->text()->empty()));
    CHECK((is_bound(field.find("low")) && is_bound(field.find("high"))));
    const Value& usual = *field.find("usual");
    const bool pair = usual.list() && usual.list()->size() == 2 && (*usual.list())[0].number() && (*usual.list())[1].number();
    CHECK((usual.is_null() || pair));
    if (field.find("low")->number() && pair) CHECK(*(*usual.list())[0].number() >= *field.find("low")->number());
    if (field.find("high")->number() && pair) CHECK(*(*usual.list())[1].number() <= *field.find("high")->number());
    if (field.find("default")->truth()) CHECK((usual.is_null() && field.find("low")->is_null()));
    if (const Value* words = field.find("words"); words && !words->list()->empty()) {
      CHECK((usual.is_null() && field.find("unit")->is_null()));
      const Value& taken = *field.find("default");  // none: what is not given stands for no word
      CHECK((taken.is_null() || std::find(words->list()->begin(), words->list()->end(), taken) != words->list()->end()));
    }
    if (const Value* each = field.find("each")) check_fields(Map{{"fields", *each}});  // of a list of tables
  }
}

/// A request that every question it is put to can answer, with what that question must be told.
Value standard_request(const catalog::Question& question) {
  Map all = *from_json(R"({
    "run": {"gpus": 16384, "gpu_mttf": "50677 h", "checkpoint_bytes": "5 TB", "write_bandwidth": "2 TB/s", "initialization_time": 300},
    "strategy": {"spared": {"spares": 16, "repair_time": "1 d"}},
    "criterion": {"goodput_at_least": 0.9},
    "growth": "chinchilla",
    "factor": [{"strong_scaling": {"half_size": 101035}}, {"hard_cap": {"gpus": 1e6}}],
    "failure_law": {"weibull": {"shape": 0.7, "scale": "5000 h"}},
    "distribution": {"lognormal": {"low": 1, "high": 10}},
    "tier": "host_memory",
    "chip": {"preset": "h100", "attention_flops": 3e14, "memory_bandwidth": 2e12, "operation_time": 2e-5},
    "shape": "llama3_8b",
    "state_recipe": "optimizer",
    "scaling_law": "besiroglu_2024",
    "data_movement": {"peak_flops": 989.4e12, "memory_bandwidth": "3.35 TB/s", "node_bandwidth": "450 GB/s",
                      "network_bandwidth": "50 GB/s"},
    "round": {"asked": 390, "reports": 300, "dropout": 0.1, "timeout": "1e9 s"},
    "sites": {"sites": 2, "bandwidth": "1 Tbit/s", "bytes": "810 GB", "latency": "5 ms"},
    "search": {"trials": 256, "reduction": 4, "rungs": 4},
    "replica_law": "charles_2025_joint",
    "severity_level": [{"write_time": 1, "failure_rate": 1e-4}, {"write_time": 30, "failure_rate": 1e-5}],
    "cause": [{"name": "gpu", "mtbf": "2 d", "downtime": 60, "restart_time": 300}],
    "operation": {"kind": "attended", "hours": "Mon-Fri 9:00-17:00", "reaction": 900},
    "layout": {"tensor": 8, "data": 8},
    "fabric": {"gpus_per_node": 8, "inner_bandwidth": 4.5e11, "outer_bandwidth": 5e10},
    "scenario": {"compute": 3.8e25, "compute_growth": 4.1, "start": 2024, "share": 0.26},
    "yearly": {"write_bandwidth": 2},
    "hardware": {"peak_flops": 2e15, "power_per_gpu": 1704, "utilization": 0.375, "duration": 1.56e7, "peak_growth": 1.44,
                 "efficiency_growth": 1.28},
    "power": {"data_center_power": "40 GW", "ai_power": "3.04 GW", "growth": 1.15, "other_growth": 1.08},
    "chips": {"stock": 2.2e6, "production": 1.85e6, "count_growth": 1.7, "wafers": 2.16e6},
    "data": {"text": 5.1e14, "images": 1e13, "growth": 1.07},
    "ring": {"bandwidth": "819 Tbit/s", "length": "2945.1 km", "batch_tokens": 6e7},
    "wall": {"latency_per_layer": 110e-6},
    "prices": {"gpu": "2 USD/h", "bandwidth": "1e6 USD/year per TB/s", "electricity": "0.08 USD/kWh", "power_per_gpu": 1000,
               "carbon_intensity": "400 gCO2/kWh", "time": "1e6 USD/d"},
    "amortised_run": {"price": 24875, "age": "638 d", "gpus": 25000, "duration": "2280 h", "power": 400,
                      "server_factor": 2.03125, "pue": 1.25, "electricity_price": "0.0806 USD/kWh"}
  })")
                 .map();
  const Map told =
      *from_json(R"({"gpus": 64, "work": 1e12, "goodput": 0.5, "field": "gpu_mttf", "after": "llama3_405b", "time": 1e6,
    "year": 2030, "years": 3, "compute": 1e24, "duration": 1.56e7, "watts": 1e9, "h100e": 1e6, "parameters": 7e10,
    "peak_flops": 2e15, "utilization": 0.375, "flops": 4e14, "tokens": 1.4e12, "loss": 2.1, "inference_tokens": 2e12,
    "probability": 0.5, "budget": 81, "reduction": 3, "interval": 600, "write_time": 30, "mean": 1e6, "shape": 0.7, "sigma": 1, "batch_tokens": 4194304,
    "failure_rate": 1e-5, "repair_time": 86400, "mtbf": 1e5, "hours": "Mon-Fri 9:00-17:00", "pattern": [1, 1, 2], "most_failures": 1000, "gpu_mttf": [1.6e8, 1.8e8, 2e8],
    "durations": [1, 2, 3, 4, 5, 6], "edges": [0, 3, 6], "times": [1, 4, 5, 9], "parts": [0, 1, 0, 2],
    "start": [0, 0], "end": [8, 9], "window": 10, "bin": 2, "within": 1, "exposure": 1e6, "exposures": [5, 5, 5],
    "text": "50,000 h", "unit": "s", "number": 1.8e8, "request": {"question": "goodput", "run": "llama3_405b"},
    "events_before": 4, "exposure_before": 1e6, "events_after": 2, "exposure_after": 1e6,
    "rows": [{"shape": "llama3_8b", "layout": {"data": 8}, "batch_tokens": 131072, "time": 2.5}],
    "exponent": 0.2355, "replicas": 2, "counts": [1, 2], "count": 4, "workers": 16, "least_budget": 600, "critical_cohort": 500,
    "bytes": 5.6e6, "bandwidth": 1.25e9,
    "shares": [0.5, 0.5], "speeds": [1, 0.4], "micro_batches": 7, "rank": 2, "inputs": [3, 4], "outputs": [5, 6],
    "candidates": [{"shape": "llama3_8b", "layout": {"tensor": 8}, "batch_tokens": 131072, "recompute": "full"}]})")
           .map();
  Map request{{"question", question.kind.name}}, with;
  for (const auto* parts : {&question.needs, &question.uses})
    for (const std::string_view part : *parts) request[part] = *all.find(part);
  for (const std::string_view name : question.kind.names())
    if (const Value* value = told.find(name)) with[name] = *value;
  // of other questions these are something else
  const std::string_view name = question.kind.name;
  if (name.starts_with("worst_parts") || name == "two_rates" || name == "unseen_parts") with["events"] = List{1, 1, 2};
  if (question.kind.name == "job_history") with["gpus"] = List{8, 8}, with["state"] = List{"FAILED", "COMPLETED"};
  if (question.kind.name == "fit_communicator") with["gpus"] = List{512, 4096}, with["restart_times"] = List{320, 350};
  if (question.kind.name == "job_state") with["text"] = "NODE_FAIL";
  if (question.kind.name == "gang_limit") with["sizes"] = List{1, 8};
  if (question.kind.name == "series_system") with["parts"] = List{Map{{"name", "GPU"}, {"count", 8}, {"mttf", "150 FIT"}}};
  if (question.kind.name == "optimal_spares") with["parts"] = 1;
  if (question.kind.name.starts_with("mtbf_")) with["events"] = 3;
  if (question.kind.name == "required_growth") request["strategy"] = "blocking";  // whose losses only rise
  if (question.kind.name == "supplies") request["power"] = *all.find("power");
  if (question.kind.name == "timeline" || question.kind.name == "binding_dates")
    with["criteria"] = Map{{"goodput", Map{{"goodput_at_least", 0.9}}}};
  if (question.kind.name == "correlated_failures") with["domains"] = List{0, 0, 1};
  if (!with.empty()) request["with"] = with;
  return request;
}

}  // namespace

TEST_CASE("the description has the shape that pages and scripts hold on to", "[catalog]") {
  std::vector<std::string> keys, groups;
  for (const auto& [key, value] : description()) keys.push_back(key);
  CHECK(keys == std::vector<std::string>{"version", "kinds", "questions", "presets", "statuses", "start"});
  CHECK(*description().find("version") == Value(SCALING_LIMITS_VERSION));
  for (const auto& [group, kinds] : inner(description(), "kinds")) groups.push_back(group);
  for (const char* group : {"run", "strategy", "criterion", "factor", "failure_law", "growth", "tier", "chip"})
    CHECK(std::find(groups.begin(), groups.end(), group) != groups.end());
  for (const std::string& group : groups) {
    const Map& kinds = inner(inner(description(), "kinds"), group);
    for (const std::string& name : kinds_of(group)) CHECK(kinds.find(name));
    for (const auto& [name, kind] : kinds) {
      CAPTURE(group, name);
      CHECK((is_text(*kind.map(), "text") && !kind.map()->find("text")->text()->empty()));
      REQUIRE(kind.map()->find("terms")->list());
      if (group == "strategy" || group == "factor") CHECK_FALSE(kind.map()->find("terms")->list()->empty());
      check_fields(*kind.map());
      CHECK(std::none_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; }));
    }
  }
  for (const catalog::Question& question : catalog::questions()) {
    const Map& one = inner(inner(description(), "questions"), question.kind.name);
    CAPTURE(question.kind.name);
    CHECK(is_text(one, "text"));
    REQUIRE(one.find("needs")->list());
    for (const Value& part : *one.find("needs")->list())
      CHECK(std::find(groups.begin(), groups.end(), *part.text()) != groups.end());
    check_fields(one);
    REQUIRE(one.find("columns")->list());
    for (const Value& column : *one.find("columns")->list()) {
      std::vector<std::string> of;
      for (const auto& [key, value] : *column.map()) of.push_back(key);
      CHECK(of == std::vector<std::string>{"name", "unit", "text"});
    }
  }
  CHECK(inner(description(), "questions").size() == catalog::questions().size());
  CHECK(from_json(to_json(catalog::describe(), 2)) == catalog::describe());
}

TEST_CASE("an answer has the columns that the description says, with their units", "[catalog]") {
  for (const catalog::Question& question : catalog::questions()) {
    const std::string request = to_json(standard_request(question));
    const Value reply = from_json(catalog::ask(request));
    INFO(request << "\n" << to_json(reply).substr(0, 1000));
    REQUIRE(reply.map()->find("columns"));
    std::vector<std::string> terms;
    const auto* column_of = &question.gives.columns.front();
    for (const Value& term : *reply.map()->find("terms")->list()) terms.push_back(*term.text());
    for (const Value& declared : *inner(inner(description(), "questions"), question.kind.name).find("columns")->list()) {
      const std::string name = *declared.map()->find("name")->text();
      const Value& unit = *declared.map()->find("unit");
      const bool depends = (column_of++)->unit_of;  // on what is asked
      const auto bracket = name.find('<');
      std::size_t matched = 0;
      for (const auto& [column, value] : *reply.map()->find("columns")->map()) {
        const bool one_of = bracket != name.npos && column.starts_with(name.substr(0, bracket)) &&
                            (name != "<term>" || std::find(terms.begin(), terms.end(), column) != terms.end());
        if (column != name && !one_of) continue;
        ++matched;
        const Value* said = inner(*reply.map(), "units").find(column);
        if (depends) CHECK((unit.is_null() && (said || column == "status" || column == "note")));
        else if (column == name || bracket > 0) CHECK((said ? *said : Value()) == unit);
        if (name.ends_with("<term>")) CHECK(std::find(terms.begin(), terms.end(), column.substr(bracket)) != terms.end());
      }
      CAPTURE(name);
      CHECK((bracket == name.npos ? matched == 1 : matched >= 1));
    }
    // and no others
    std::size_t plain = 0, patterns = 0;
    for (const Value& declared : *inner(inner(description(), "questions"), question.kind.name).find("columns")->list())
      ++(declared.map()->find("name")->text()->find('<') == std::string::npos ? plain : patterns);
    if (patterns == 0) CHECK(reply.map()->find("columns")->map()->size() == plain);
  }
}

TEST_CASE("every number of every answer has a unit", "[catalog]") {
  for (const catalog::Question& question : catalog::questions())
    for (const catalog::ColumnOf& column : question.gives.columns) {
      if (column.cell == catalog::Cell::text || column.cell == catalog::Cell::texts) continue;
      CAPTURE(question.kind.name, column.name);
      // a list, of each in its own
      const bool of_parameters = (question.kind.name == "fit" || question.kind.name == "cause_levers") && !column.each;
      CHECK((column.unit_of || of_parameters || !column.unit.empty()));
    }
}

TEST_CASE("per cent is refused by name where a number is no share", "[catalog]") {
  std::size_t shares = 0;
  const auto check_rows = [&](const catalog::Kind& kind) {
    for (const catalog::Row& row : kind.rows) {
      if (row.range.boolean) continue;
      CAPTURE(kind.group, kind.name, row.name);
      shares += row.range.share;
      CHECK((!row.range.share || (row.unit == "1" && !row.range.whole)));
      std::string refused;
      try {
        catalog::number_of(kind.called(), row, Value("25 %"), "x");
      } catch (const catalog::Refused& error) {
        refused = error.what();
      }
      const std::string starts = std::string(kind.called()) + ": " + std::string(row.name) + ": '25 %' ";
      CHECK((row.range.share ? refused.empty() : refused.starts_with(starts)));
    }
  };
  for (const catalog::Group* group : catalog::groups())
    for (const catalog::Kind& kind : *group) check_rows(kind);
  for (const catalog::Question& question : catalog::questions()) check_rows(question.kind);
  CHECK(shares > 40);
}

TEST_CASE("every preset can be named in a request", "[catalog]") {
  std::size_t named = 0;
  for (const auto& [group, all] : inner(description(), "presets"))
    for (const auto& [name, preset] : *all.map()) {
      CAPTURE(group, name);
      CHECK((is_text(*preset.map(), "source") && !preset.map()->find("source")->text()->empty()));
      std::size_t asked = 0;
      for (const catalog::Question& question : catalog::questions()) {
        const auto looks = [&](const auto& parts) { return std::find(parts.begin(), parts.end(), group) != parts.end(); };
        if (!looks(question.needs) && !looks(question.takes)) continue;
        if (asked++ == 2) break;  // two questions stand for all
        Value request = standard_request(question);
        // rates of their own stand in place of gpu_mttf, shares are of it
        const bool own = group == "cause" && to_json(preset).find("\"share\"") == std::string::npos;
        if (Map* run = own ? (*request.map())["run"].map() : nullptr) (*run)["gpu_mttf"] = Value("unlimited");
        for (const Value& form : {Value(name), Value(Map{{"preset", name}})}) {
          (*request.map())[group] = form;
          INFO(catalog::ask(to_json(request)));
          CHECK(from_json(catalog::ask(to_json(request))).map()->find("columns"));
        }
      }
      CHECK(asked > 0);
      ++named;
    }
  CHECK(named >= 140);
}

TEST_CASE("every published machine is offered with its network, or its row says why not", "[catalog]") {
  std::set<std::string, std::less<>> offered;
  for (const auto& [name, fabric] : inner(inner(description(), "presets"), "fabric"))
    if (const Value* machines = fabric.map()->find("clusters"))
      for (const auto& [machine, what] : *machines->map()) CHECK(offered.insert(std::string(machine)).second);
  std::size_t left_out = 0;
  for (const auto& [name, fleet, mark, source, note] : published::clusters) {
    CAPTURE(name);
    CHECK(offered.contains(name) == fleet.not_offered.empty());
    left_out += !fleet.not_offered.empty();
  }
  CHECK(offered.size() + left_out == std::size(published::clusters));
  CHECK(left_out == 5);
}

TEST_CASE("presets show what else is known of them beside the fields that they fill in", "[catalog]") {
  const auto& presets = inner(description(), "presets");
  const Map& chip = inner(inner(presets, "chip"), "h200");
  CHECK(*chip.find("peaks")->map()->find("fp8")->number() == 1.979e15);
  CHECK(*chip.find("peaks")->map()->find("bf16")->number() == *chip.find("fields")->map()->find("peak_flops")->number());
  CHECK(chip.find("peaks")->map()->find("fp4") == nullptr);
  const Map& fabric = inner(inner(presets, "fabric"), "quad_gh200");
  CHECK(fabric.find("clusters")->map()->size() == 2);
  CHECK(*fabric.find("clusters")->map()->find("alps")->map()->find("gpus")->number() == 10'752);
  CHECK(inner(inner(presets, "fabric"), "aws_p4d").find("clusters") == nullptr);
  CHECK(inner(inner(presets, "shape"), "qwen2_72b").find("peaks") == nullptr);
}

}  // namespace scaling_limits::testing
