// SPDX-License-Identifier: Apache-2.0
// One cause is one cause, as gpu_mttf and as a row: every question that takes a list answers the same to 1e-14, as JSON and TOML.
#include <catch2/catch_test_macros.hpp>
#include <map>
#include <set>

#include "library.hpp"
#include "scaling_limits/catalog/text.hpp"
#include "support/agrees.hpp"

namespace scaling_limits::testing {

namespace {

using catalog::List;
using catalog::Map;
using catalog::Value;

constexpr double same = 1e-14, gpu_mttf = 1.8e8, gpus = 16'384;

Map form_of(const std::string& question, const Map& strategy, const Map& cause) {
  Map run{{"gpus", gpus},           {"checkpoint_bytes", 5e12},   {"write_bandwidth", 2e12}, {"read_bandwidth", 2e12},
          {"storage_latency", 0.1}, {"initialization_time", 300}, {"downtime", 60}};
  if (cause.size() == 0 || cause.find("share")) run["gpu_mttf"] = gpu_mttf;
  Map form{{"question", question}, {"run", run}, {"strategy", strategy}};
  if (catalog::question(question).looks_at("growth")) form["growth"] = "chinchilla";
  if (cause.size() == 0) return form;
  Map row = cause;
  row["name"] = "all";
  form["cause"] = List{row};
  return form;
}
std::vector<Map> ways() {
  constexpr double hour = units::hour, day = units::day;
  return {{{"share", 1}},
          {{"mttf", gpu_mttf}},
          {{"mttf", gpu_mttf / 8}, {"per", "node"}},
          {{"mttf", gpu_mttf / 72}, {"per", "domain"}, {"gpus_per_unit", 72}},
          {{"afr", 365.25 * day / gpu_mttf}},
          {{"failing_share", -std::expm1(-365.25 * day / gpu_mttf)}},
          {{"fit", 1e9 * hour / gpu_mttf}},
          {{"per_1000_unit_days", 8000 * day / gpu_mttf}, {"per", "node"}},
          {{"mtbf", gpu_mttf / gpus}, {"exponent", 1}},
          {{"events", 40}, {"running_days", 40 * gpu_mttf / gpus / day}}};
}

/// The numbers of an answer by column and place; not those that are of gpu_mttf, which a list stands in place of.
using Numbers = std::map<std::string, double>;
Numbers numbers_of(const Value& answer) {
  Numbers all;
  const Value* columns = answer.map() ? answer.map()->find("columns") : nullptr;
  if (!columns) return all;
  for (const auto& [name, column] : *columns->map()) {
    if (name.find("gpu_mttf") != std::string::npos) continue;
    if (column.number()) all[name] = *column.number();
    if (!column.list()) continue;
    for (std::size_t i = 0; i < column.list()->size(); ++i)
      if (const double* x = (*column.list())[i].number()) all[name + "." + std::to_string(i)] = *x;
  }
  return all;
}

}  // namespace

TEST_CASE("every question that takes a list answers the same of one cause and of gpu_mttf", "[catalog]") {
  const std::vector<Map> protections{{{"name", "blocking"}},
                                     {{"name", "blocking"}, {"interval", 1200}},
                                     {{"name", "asynchronous"}, {"copy_bandwidth", 2e14}, {"slowdown", 0.05}},
                                     {{"name", "replicated"}},
                                     {{"name", "spared"}, {"spares", 64}, {"repair_time", 86'400}},
                                     {{"name", "independent"}, {"learners", 8}}};
  std::set<std::string> asked;
  for (const catalog::Question& question : catalog::questions()) {
    const auto& takes = question.takes;
    const std::string name(question.name);
    // all kinds are compared, some of which tell failures apart by what a row says of them (limits/one_cause.test.cpp);
    // what is assumed otherwise depends on what was said; what is played strikes at other times where the last place of a rate is another
    if (std::find(takes.begin(), takes.end(), "cause") == takes.end() || name == "compare" || name == "band" ||
        name == "simulate")
      continue;
    Worst worst;
    for (const Map& strategy : protections) {
      const Map own = form_of(name, strategy, {});
      const Numbers expected = numbers_of(catalog::from_json(catalog::ask(catalog::to_json(own))));
      if (expected.empty()) continue;  // it needs more than a run
      for (const Map& way : ways()) {
        const Map form = form_of(name, strategy, way);
        const std::string json = catalog::to_json(form);
        const std::string told = catalog::ask(json);
        const Numbers answer = numbers_of(catalog::from_json(told));
        INFO(json << "\n" << told);
        CHECK(catalog::to_json(catalog::reply(catalog::from_toml(catalog::to_toml(form)))) ==
              catalog::to_json(catalog::from_json(told)));
        for (const auto& [column, x] : expected) {
          const auto found = answer.find(column);
          if (found == answer.end()) continue;
          asked.insert(name);
          // a flat minimum has half the digits, and what is per interval with it
          worst.see(std::abs(found->second - x) / (1 + std::abs(x)), json, column, found->second, x);
        }
      }
    }
    INFO(worst.where);
    CHECK(worst.distance < (name == "limits" ? 1e-13 : same));  // a size and what it is worth there, of 16 limits
  }
  for (const auto& name : asked) UNSCOPED_INFO(name);
  CHECK(asked.size() > 10);
}

}  // namespace scaling_limits::testing
