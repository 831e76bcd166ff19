// SPDX-License-Identifier: Apache-2.0
// The form of requests, answers and errors: all ways to say the same thing, and what is refused, where and why.
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <functional>

#include "library.hpp"
#include "scaling_limits/catalog/choose.hpp"
#include "scaling_limits/catalog/text.hpp"
#include "scaling_limits/core/stop.hpp"
#include "support/draw.hpp"

namespace scaling_limits::testing {

using catalog::from_json;
using catalog::from_toml;
using catalog::List;
using catalog::Map;
using catalog::to_json;
using catalog::to_toml;
using catalog::Value;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

const std::string run =
    R"({"gpus": 16384, "gpu_mttf": "50677 h", "checkpoint_bytes": "5 TB", "write_bandwidth": "2 TB/s", "initialization_time": 300})";

/// A request about that run; `rest` is what follows.
std::string about(const std::string& question, const std::string& rest = "") {
  return R"({"question": ")" + question + R"(", "run": )" + run + rest + "}";
}
std::string limit(const std::string& rest) { return about("limit", R"(, "criterion": "peak_throughput", )" + rest); }

/// The columns of an answer; what was refused fails the test.
Map columns(const std::string& json) {
  const Value reply = from_json(catalog::ask(json));
  INFO(json << "\n" << to_json(reply));
  REQUIRE(reply.map()->find("columns"));
  return *reply.map()->find("columns")->map();
}
struct Error {
  std::string field;
  Value value;
  std::string message;
};
Error error(const std::string& json) {
  const std::string text = catalog::ask(json);
  const Value reply = from_json(text);
  INFO(json << "\n" << text);
  REQUIRE(reply.map()->find("error"));
  const Map& found = *reply.map()->find("error")->map();
  REQUIRE((reply.map()->size() == 1 && found.size() == 3));
  return {*found.find("field")->text(), *found.find("value"), *found.find("message")->text()};
}

}  // namespace

TEST_CASE("the same thing may be said in many ways", "[catalog]") {
  const std::vector<std::vector<std::string>> same{
      {about("goodput"), about("goodput", R"(, "strategy": "blocking")"),
       about("goodput", R"(, "strategy": {"name": "blocking"})"), about("goodput", R"(, "strategy": {"kind": "blocking"})"),
       about("goodput", R"(, "strategy": {"preset": "blocking"})"), about("goodput", R"(, "strategy": {"blocking": {}})"),
       about("goodput", R"(, "strategy": "Blocking")"),
       about("goodput", R"(, "strategy": null, "with": {}, "over": null, "criterion": "peak_throughput")"),
       about("goodput", R"(, "strategy": {"name": "blocking", "slowdown": 0})")},
      {about("goodput", R"(, "strategy": {"name": "asynchronous", "copy_bandwidth": 1e13})"),
       about("goodput", R"(, "strategy": {"asynchronous": {"copy_bandwidth": "10 TB/s"}})"),
       about("goodput", R"(, "strategy": {"kind": "asynchronous", "copy_bandwidth": "10,000 GB/s"})"),
       about("goodput", R"(, "strategy": {"asynchronous": 1e13})")},
      {about("goodput", R"(, "strategy": "in_memory")"), about("goodput", R"(, "strategy": "InMemory")"),
       about("goodput", R"(, "strategy": {"InMemory": {"copies": 2}})"),
       about("goodput", R"(, "strategy": {"kind": "InMemory", "placement": "group"})")},
      {about("limit", R"(, "criterion": {"goodput_at_least": 0.9})"),
       about("limit", R"(, "criterion": {"goodput_at_least": "90 %"})"),
       about("limit", R"(, "criterion": {"name": "goodput_at_least", "goodput": 0.9})"),
       about("limit", R"(, "criterion": {"kind": "goodput_at_least", "goodput": 0.9})"),
       about("limit", R"(, "criterion": {"goodput_at_least": {"goodput": 0.9}})")},
      {limit(R"("growth": "chinchilla")"), limit(R"("growth": {"preset": "chinchilla"})"),
       limit(R"("growth": {"name": "chinchilla"})"), limit(R"("growth": {"checkpoint_bytes": 0.5})"),
       limit(R"("growth": {"power_law": {"checkpoint_bytes": 0.5}})"),
       limit(R"("growth": {"name": "fixed", "checkpoint_bytes": 0.5})")},
      {limit(R"("factor": [{"strong_scaling": {"half_size": 1e5}}])"),
       limit(R"("factor": {"strong_scaling": {"half_size": 1e5}})"), limit(R"("factor": [{"strong_scaling": 1e5}])"),
       limit(R"("factor": [{"name": "strong_scaling", "half_size": 1e5}])"),
       limit(R"("factor": [{"kind": "StrongScaling", "half_size": 1e5}])"),
       limit(R"("factor": {"kind": "strong_scaling", "half_size": 100000, "name": "step"})"),
       limit(R"("factor": [{"StrongScaling": {"half_size": "100,000"}}])")},
      {about("saved_to", R"(, "tier": "host_memory")"), about("saved_to", R"(, "tier": {"preset": "host_memory"})")},
      {R"({"question": "mean", "failure_law": {"weibull": {"shape": 0.7, "scale": "100 h"}}})",
       R"({"question": "mean", "failure_law": {"name": "weibull", "shape": 0.7, "scale": 360000}})",
       R"({"question": "mean", "failure_law": {"kind": "Weibull", "shape": 0.7, "scale": "6000 min"}})"},
  };
  for (const auto& forms : same) {
    const std::string first = catalog::ask(forms[0]);
    for (const std::string& form : forms) {
      CAPTURE(form);
      columns(form);
      CHECK(catalog::ask(form) == first);
    }
  }
  // a preset and what differs from it
  const auto ours = columns(R"({"question": "mtbf", "run": {"preset": "llama3_405b", "gpus": 8}})");
  const auto theirs = columns(R"({"question": "mtbf", "run": "llama3_405b"})");
  CHECK(*ours.find("mtbf")->number() > *theirs.find("mtbf")->number());
  // the term of a factor may be called anything, the name of a kind too
  CHECK(columns(limit(R"("factor": [{"kind": "strong_scaling", "half_size": 1e5, "name": "hard_cap"}])"))
            .find("shares.hard_cap"));
}

TEST_CASE("the shape of an answer", "[catalog]") {
  const Value answer = from_json(catalog::ask(limit(R"("factor": {"strong_scaling": {"half_size": 101035}})")));
  std::vector<std::string> keys, names;
  for (const auto& [key, value] : *answer.map()) keys.push_back(key);
  CHECK(keys == std::vector<std::string>{"question", "columns", "units", "terms"});
  for (const auto& [name, value] : *answer.map()->find("columns")->map()) names.push_back(name);
  CHECK(names == std::vector<std::string>{"value", "status", "binding", "note", "goodput", "efficiency", "useful_gpus",
                                          "shares.checkpoint", "shares.restart", "shares.downtime", "shares.step", "roots"});
  CHECK(*answer.map()->find("units")->map()->find("value") == Value("GPU"));
  CHECK(*answer.map()->find("units")->map()->find("shares.step") == Value("1"));
  CHECK_FALSE(answer.map()->find("units")->map()->find("status"));
  CHECK(*answer.map()->find("terms") == Value(List{"checkpoint", "restart", "downtime", "step"}));
  CHECK(answer.map()->find("columns")->map()->find("roots")->list());
  CHECK(*answer.map()->find("question") == Value("limit"));

  // unlimited, and no answer
  const auto none = columns(R"({"question": "limit", "criterion": "peak_throughput", "run": {"gpus": 8, "gpu_mttf": "unlimited",
      "checkpoint_bytes": 1, "write_bandwidth": 1}})");
  CHECK(*none.find("status") == Value("no limit"));
  CHECK(*none.find("value") == Value("unlimited"));
  CHECK(none.find("shares.checkpoint")->is_null());
  CHECK_FALSE(none.find("note")->text()->empty());
  const auto infeasible = columns(about("goodput", R"(, "strategy": {"elastic": {"replicas": 1e6}})"));
  CHECK(infeasible.find("goodput")->is_null());
  CHECK(*infeasible.find("status") == Value("infeasible"));
  CHECK_THAT(*infeasible.find("note")->text(), ContainsSubstring("replicas"));
  for (const std::string form : {R"("unlimited")", R"("inf")", R"("Infinity")"}) {
    const auto never = columns(R"({"question": "mtbf", "run": {"gpus": 8, "gpu_mttf": )" + form +
                               R"(, "checkpoint_bytes": 1, "write_bandwidth": 1}})");
    CHECK(*never.find("mtbf") == Value("unlimited"));
    CHECK(*never.find("status") == Value("ok"));
  }
  CHECK(*columns(about("interval", R"(, "strategy": {"blocking": {"interval": null}})")).find("interval") ==
        *columns(about("interval")).find("interval"));  // not given

  // shortest round-trip numbers
  CHECK(catalog::ask(
            R"({"question": "mtbf", "run": {"gpus": 3, "gpu_mttf": 1e8, "checkpoint_bytes": 1e12, "write_bandwidth": 1e9}})") ==
        R"({"question":"mtbf","columns":{"mtbf":33333333.333333332,"status":"ok","note":""},"units":{"mtbf":"s"},"terms":[]})");
  CHECK_THAT(
      catalog::ask(
          R"({"question": "write_time", "run": {"gpus": 3, "gpu_mttf": 1, "checkpoint_bytes": 1e300, "write_bandwidth": 1}})"),
      ContainsSubstring(R"("write_time":1e300,)"));
}

TEST_CASE("over: elements are what single requests answer", "[catalog]") {
  const auto elements = columns(about("limit", R"(, "criterion": {"goodput_at_least": 0.5}, "growth": {"checkpoint_bytes": 0.1},
          "strategy": {"name": "blocking", "slowdown": 0.5}, "factor": [{"strong_scaling": {"half_size": 1}}, {"hard_cap": {"gpus": 1}}],
          "over": {"run.gpus": [1000, "2000 GPUs", 3000], "run.gpu_mttf": ["40000 h", 1.8e8, "unlimited"],
                   "criterion.goodput_at_least": [0.9, "80 %", 0.7], "growth.checkpoint_bytes": [0, 0.5, 1],
                   "strategy.slowdown": [0, 0.1, 0.2], "factor.0.half_size": [1e5, "2e5", "unlimited"], "factor.1.gpus": [1e4, "unlimited", 1e5]})"));
  const std::string singles[3] = {R"({"gpus": 1000, "gpu_mttf": "40000 h"|0.9|0|0|1e5|1e4)",
                                  R"({"gpus": 2000, "gpu_mttf": 1.8e8|0.8|0.5|0.1|2e5|"unlimited")",
                                  R"({"gpus": 3000, "gpu_mttf": "unlimited"|0.7|1|0.2|"unlimited"|1e5)"};
  for (std::size_t i = 0; i < 3; ++i) {
    std::vector<std::string> part(1);
    for (const char c : singles[i])
      if (c == '|') part.emplace_back();
      else part.back() += c;
    const auto one = columns(
        R"({"question": "limit", "run": )" + part[0] +
        R"(, "checkpoint_bytes": "5 TB", "write_bandwidth": "2 TB/s", "initialization_time": 300}, "criterion": {"goodput_at_least": )" +
        part[1] + R"(}, "growth": {"checkpoint_bytes": )" + part[2] + R"(}, "strategy": {"blocking": {"slowdown": )" + part[3] +
        R"(}}, "factor": [{"strong_scaling": )" + part[4] + R"(}, {"hard_cap": )" + part[5] + "}]}");
    for (const auto& [name, value] : one) {
      CAPTURE(i, name);
      CHECK((*elements.find(name)->list())[i] == value);
    }
  }
}

TEST_CASE("over: what is swept need not be given, and parts may be in any form", "[catalog]") {
  const auto list = [](const std::string& json, const std::string& column) { return *columns(json).find(column)->list(); };
  const Value blocking = *columns(about("goodput", R"(, "strategy": {"blocking": {"slowdown": 0.1}})")).find("goodput");
  CHECK(list(about("goodput", R"(, "over": {"strategy.slowdown": [0.1]})"), "goodput") == List{blocking});
  CHECK(list(about("goodput", R"(, "strategy": {"slowdown": 0}, "over": {"strategy.slowdown": [0.1]})"), "goodput") ==
        List{blocking});
  CHECK(list(about("goodput", R"(, "strategy": "blocking", "over": {"strategy.slowdown": [0.1]})"), "goodput") ==
        List{blocking});
  CHECK(list(about("goodput", R"(, "strategy": {"blocking": {}}, "over": {"strategy.slowdown": [0.1, 0.1]})"), "goodput") ==
        List{blocking, blocking});
  const Value copies = *columns(about("goodput", R"(, "strategy": {"asynchronous": 1e13})")).find("goodput");
  for (const std::string form :
       {R"("asynchronous")", R"({"name": "asynchronous"})", R"({"asynchronous": {}})", R"({"asynchronous": 5})"})
    CHECK(list(about("goodput", R"(, "strategy": )" + form + R"(, "over": {"strategy.copy_bandwidth": ["10 TB/s"]})"),
               "goodput") == List{copies});
  const Value goodput = *columns(about("limit", R"(, "criterion": {"goodput_at_least": 0.9})")).find("value");
  for (const std::string form : {R"("criterion": "goodput_at_least", )", R"("criterion": {"goodput_at_least": 0.5}, )",
                                 R"("criterion": {"name": "goodput_at_least", "goodput": 0.5}, )", R"()"})
    CHECK(list(about("limit", ", " + form + R"("over": {"criterion.goodput_at_least": [0.9]})"), "value") == List{goodput});
  CHECK(list(about("limit", R"(, "criterion": "goodput_at_least", "over": {"criterion.goodput": ["90 %"]})"), "value") ==
        List{goodput});
  const Value scaled = *columns(limit(R"("factor": {"strong_scaling": 1e5})")).find("value");
  for (const std::string form :
       {R"("strong_scaling")", R"(["strong_scaling"])", R"({"strong_scaling": {}})", R"([{"kind": "StrongScaling"}])"})
    CHECK(list(limit(R"("factor": )" + form + R"(, "over": {"factor.0.half_size": [1e5]})"), "value") == List{scaled});
  CHECK(list(limit(R"("growth": "chinchilla", "over": {"growth.downtime": [0]})"), "value") ==
        List{*columns(limit(R"("growth": "chinchilla")")).find("value")});
  CHECK(list(limit(R"("over": {"growth.checkpoint_bytes": [0.5]})"), "value") ==
        List{*columns(limit(R"("growth": "chinchilla")")).find("value")});
  CHECK(list(R"({"question": "mtbf", "run": "llama3_405b", "over": {"run.gpus": [16384]}})", "mtbf") ==
        List{*columns(R"({"question": "mtbf", "run": {"preset": "llama3_405b", "gpus": 16384}})").find("mtbf")});
  // every group, and the question's own arguments
  const auto sums = [&](const std::string& json, const std::string& column) {
    CAPTURE(json);
    const auto all = list(json, column);
    REQUIRE(all.size() == 2);
    CHECK((all[0].number() && all[1].number()));
    CHECK(all[0] != all[1]);
  };
  sums(
      R"({"question": "survival", "failure_law": {"weibull": {"shape": 0.7}}, "with": {"time": 1}, "over": {"failure_law.scale": [1, "2 s"]}})",
      "survival");
  sums(R"({"question": "survival", "failure_law": {"exponential": 1}, "over": {"with.time": [1, "2 s"]}})", "survival");
  sums(about("saved_to", R"(, "tier": "host_memory", "over": {"tier.latency": [1, "2 s"]})"), "storage_latency");
  sums(R"({"question": "parameters", "shape": "llama3_8b", "over": {"shape.layers": [8, 16]}})", "parameters");
  sums(R"({"question": "bytes_per_parameter", "state_recipe": "optimizer", "over": {"state_recipe.gradients": [0, 4]}})",
       "bytes_per_parameter");
  sums(
      R"({"question": "multilevel_optimum", "severity_level": [{"write_time": 1, "failure_rate": 1e-4}, {"write_time": 30, "failure_rate": 1e-5}],
           "over": {"severity_level.1.write_time": [20, "1 min"]}})",
      "goodput");
  const std::string step = R"({"question": "step", "shape": "llama3_8b", "layout": {"tensor": 8, "data": 8}, "chip": "h100",
      "fabric": {"gpus_per_node": 8, "inner_bandwidth": 4.5e11, "outer_bandwidth": 5e10}, "with": {"batch_tokens": 4194304}, "over": )";
  sums(step + R"({"chip.achieved_flops": [4e14, "500 TFLOP/s"]}})", "time");
  sums(step + R"({"fabric.outer_bandwidth": [5e10, "1 GB/s"]}})", "time");
  sums(step + R"({"layout.data": [8, 16]}})", "time");
  sums(step + R"({"with.overlap": [0, 0.5]}})", "time");

  // none at all is an answer too
  CHECK(list(about("goodput", R"(, "over": {"run.gpus": []})"), "goodput").empty());
  // an element without an answer says so where it stands
  const auto some = columns(about("goodput", R"(, "strategy": {"elastic": {"replicas": 32}}, "over": {"run.gpus": [16, 64]})"));
  CHECK((*some.find("status")->list()) == List{"infeasible", "ok"});
  CHECK((*some.find("goodput")->list())[0].is_null());
}

TEST_CASE("with: the question's own arguments", "[catalog]") {
  CHECK(*columns(about("grown", R"(, "growth": "chinchilla", "with": {"gpus": "65,536 GPUs"})")).find("checkpoint_bytes") ==
        Value(1e13));
  CHECK(*columns(about("required", R"(, "with": {"field": "gpu_mttf", "goodput": "95 %"})")).find("unit") == Value("s"));
  CHECK(*columns(about("required", R"(, "criterion": {"goodput_at_least": 0.95}, "with": {"field": "gpu_mttf"})"))
             .find("value") ==
        *columns(about("required", R"(, "with": {"field": "gpu_mttf", "goodput": 0.95})")).find("value"));
  const auto compared =
      columns(about("compare", R"(, "with": {"strategies": ["blocking", {"asynchronous": {"copy_bandwidth": 1e13}}],
                                                         "others": false, "sizes": [1000, "2000 GPUs"]})"));
  CHECK(*compared.find("sizes") == Value(List{1000, 2000}));
  CHECK(*compared.find("strategy") == Value(List{"blocking", "asynchronous"}));
  CHECK(compared.find("goodput")->list()->size() == 4);
  CHECK(
      columns(about("tiers", R"(, "with": {"tiers": ["host_memory"], "growths": ["fixed"], "criteria": ["peak_throughput"]})"))
          .find("value")
          ->list()
          ->size() == 1);
  const auto changed = columns(about("attribution", R"(, "with": {"after": {"preset": "llama3_405b", "gpus": 8}})"));
  CHECK(changed.find("by_field.gpus")->number());
}

TEST_CASE("what changed in a plan: causes, their restart and what protects the run beside its fields", "[catalog][causes]") {
  const auto changed = columns(about(
      "attribution", R"(, "cause": [{"name": "hang", "share": 0.1, "detection": "45 min"}, {"name": "site", "share": 0.01}],
                          "with": {"after": )" +
                         run + R"(,
                                   "after_cause": [{"name": "hang", "share": 0.1, "detection": "10 min"}],
                                   "after_restart": {"preset": "nccl", "schedule_time": 300}, "after_strategy": "blocking"})"));
  CHECK(*changed.find("cause") == Value(List{"hang", "site"}));
  const auto& amounts = *changed.find("amount")->list();
  CHECK(*amounts[0].number() > 0);
  const double by_field = *changed.find("by_field.restart")->number();
  CHECK(by_field < 0);
  CHECK(*changed.find("by_field.strategy") == Value(0.0));
  CHECK_THAT(*amounts[0].number() + *amounts[1].number() + by_field,
             WithinAbs(*changed.find("after")->number() - *changed.find("before")->number(), 1e-14));
  const auto same =
      columns(about("attribution", R"(, "cause": {"name": "hang", "share": 0.1}, "with": {"after": )" + run + "}"));
  CHECK(same.find("cause")->list()->empty());  // not given: as it was
}

TEST_CASE("what is wrong with a cause stands under its row; a share of no failures is remarked", "[catalog][causes]") {
  const auto refused = [](const std::string& rows) { return error(about("goodput", R"(, "cause": )" + rows)).field; };
  CHECK(refused(R"([{"name": "a", "share": 0.1}, {"name": "a", "share": 0.2}])") == "cause.0.name");
  CHECK(refused(R"([{"name": "a", "share": 0.1}, {"name": "b", "afr": 0.2, "mttf": "1 yr"}])") == "cause.1.afr");
  CHECK(refused(R"([{"name": "a", "share": 0.1}, {"name": "b", "mttf": "1 yr"}])") == "gpu_mttf");  // beside gpu_mttf
  const std::string run_without =
      R"({"gpus": 1024, "gpu_mttf": "unlimited", "checkpoint_bytes": "5 TB", "write_bandwidth": 2e12})";
  const auto remarks = [&](const std::string& row) {
    const Value reply =
        from_json(catalog::ask(R"({"question": "goodput", "run": )" + run_without + R"(, "cause": [)" + row + "]}"));
    const Value* found = reply.map()->find("remarks");
    return found ? to_json(*found) : std::string();
  };
  CHECK_THAT(remarks(R"({"name": "b", "mttf": "9 yr"}, {"name": "hang", "share": 0.1})"),
             ContainsSubstring("cause.1: 'hang' counts nothing"));
  CHECK(remarks(R"({"name": "b", "mttf": "9 yr"})").find("counts nothing") == std::string::npos);
}

TEST_CASE("what is known stands with the run, or with the question that asks for it", "[catalog][causes]") {
  const auto band = [](const std::string& beside, const std::string& of_run = "") {
    const std::string run = R"("run": {"preset": "llama3_405b")" + of_run + "}";
    return columns(R"({"question": "band", "criterion": {"goodput_at_least": 0.9}, )" + run + beside + "}");
  };
  const auto in_run = band("", R"(, "known": ["bytes", "start"])"),
             in_question = band(R"(, "with": {"known": ["bytes", "start"]})");
  CHECK(in_run == in_question);
  CHECK(in_run == band(R"(, "with": {"known": ["start"]})", R"(, "known": ["bytes"])"));
  CHECK(in_run.find("assumption.name")->list()->size() + 2 == band("").find("assumption.name")->list()->size());
  CHECK(band("", R"(, "known": null)") == band(""));
  const auto of_run = [](const std::string& known) {
    return R"({"question": "goodput", "run": {"preset": "llama3_405b", "known": )" + known + "}}";
  };
  CHECK(columns(of_run(R"(["bytes"])")) == columns(R"({"question": "goodput", "run": "llama3_405b"})"));
  CHECK(error(of_run(R"(["bites"])")).field == "run.known.0");
  CHECK_THAT(error(of_run(R"(["bites"])")).message, ContainsSubstring("did you mean 'bytes'"));
  CHECK(error(of_run(R"("bytes")")).field == "run.known");
  // and what a log leaves open of the rate
  const auto of_log = band("", R"(, "gpu_mttf_ends": [0.8, 1.25])");
  CHECK(of_log == band(R"(, "with": {"gpu_mttf_ends": [0.8, 1.25]})"));
  CHECK(of_log == band(R"(, "with": {"gpu_mttf_ends": [0.8, 1.25]})", R"(, "gpu_mttf_ends": [0.5, 2])"));
  CHECK(*of_log.find("assumption.source")->list()->front().text() == "this log");
  CHECK(band("", R"(, "gpu_mttf_ends": null)") == band(""));
  CHECK(columns(R"({"question": "goodput", "run": {"preset": "llama3_405b", "gpu_mttf_ends": [0.8, 1.25]}})") ==
        columns(R"({"question": "goodput", "run": "llama3_405b"})"));
  for (const char* wrong : {"[1.1, 2]", "[0.5, 0.9]", "[0.5]", "0.5", R"(["a", 2])"}) {
    CHECK(error(R"({"question": "goodput", "run": {"preset": "llama3_405b", "gpu_mttf_ends": )" + std::string(wrong) + "}}")
              .field == "run.gpu_mttf_ends");
    CHECK(error(R"({"question": "band", "run": "llama3_405b", "with": {"gpu_mttf_ends": )" + std::string(wrong) + "}}").field ==
          "with.gpu_mttf_ends");
  }
}

TEST_CASE("who waits for an answer is asked at every size of a comparison", "[catalog]") {
  const Value request =
      from_json(about("compare", R"(, "with": {"strategies": ["blocking", "replicated"], "sizes": [1000, 2000, 3000, 4000]})"));
  int asked = 0;
  catalog::Tools tools;
  tools.breathe = [&asked] { ++asked; };
  CHECK(catalog::reply(request, &tools).map()->find("columns"));
  CHECK(asked >= 8);
  tools.breathe = [&asked] {
    if (++asked > 20) throw std::runtime_error("stopped");
  };
  asked = 17;
  CHECK_THROWS_WITH(catalog::reply(request, &tools), "stopped");
}

TEST_CASE("a question that is long in itself can be stopped between its own elements", "[catalog]") {
  struct Long {
    std::string request;
    int elements;
  };
  const std::string criteria = R"(["peak_throughput", {"goodput_at_least": 0.9}, {"goodput_at_least": 0.8}])",
                    several = R"([1, 2, 3, 4, 5, 6, 7, 8])",
                    shares = "[0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125]";
  const Long all[] = {
      {about("limits", R"(, "with": {"criteria": )" + criteria + "}"), 3},
      {about("tiers",
             R"(, "with": {"tiers": ["host_memory"], "growths": ["fixed", "chinchilla"], "criteria": )" + criteria + "}"),
       6},
      {about("compare", R"(, "with": {"strategies": ["blocking"], "sizes": )" + several + "}"), 8},
      {R"({"question": "gang_limit", "with": {"gpus": 1e5, "sizes": )" + several + R"(, "shares": )" + shares + "}}", 80},
      {about("explain", R"(, "over": {"run.gpus": )" + several + "}"), 1},
  };
  for (const auto& [request, elements] : all) {
    INFO(request);
    int asked = 0;
    catalog::Tools tools;
    tools.breathe = [&asked] { ++asked; };
    const Value whole = catalog::reply(from_json(request), &tools);
    CHECK(asked >= elements);
    CHECK(whole == catalog::reply(from_json(request)));
    Stop stop;
    stop.set();
    tools.breathe = std::ref(stop);
    CHECK_THROWS_AS(catalog::reply(from_json(request), &tools), Stopped);
  }
}

TEST_CASE("a request of too many points is refused before anything is computed", "[catalog]") {
  catalog::Tools tools;
  tools.most_points = 12;
  int asked = 0;
  tools.breathe = [&asked] { ++asked; };
  const auto refused = [&](const std::string& request) {
    asked = 0;
    try {
      catalog::reply(from_json(request), &tools);
    } catch (const catalog::Refused& error) {
      CHECK(asked == 0);
      return error.parameter + ": " + error.what();
    }
    return std::string();
  };
  const auto sizes = [](const std::string& more) {
    return about("compare", R"(, "with": {"others": 0, "strategies": ["blocking", "replicated"], "sizes": [1000, 2000, 3000)" +
                                more + "]}");
  };
  CHECK(refused(sizes(", 4000, 5000, 6000")).empty());
  CHECK(refused(sizes(", 4000, 5000, 6000, 7000")) ==
        "with.sizes: a request of 14 points, 7 of them in 'with.sizes', is larger than the 12 that are answered at once here");
  const auto swept = [](int count) {
    std::string list = "1";
    for (int i = 2; i <= count; ++i) list += ", " + std::to_string(i);
    return about("goodput", R"(, "over": {"run.gpus": [)" + list + R"(], "run.downtime": [)" + list + "]}");
  };
  CHECK(refused(swept(12)).empty());
  CHECK(refused(swept(13)) ==
        "over: a request of 13 points, 13 of them in 'over', is larger than the 12 that are answered at once here");
  CHECK(refused(about("limits", R"(, "over": {"run.downtime": [1, 2, 3, 4]})")).empty());  // with three criteria, as usual
  CHECK(refused(about("limits", R"(, "over": {"run.downtime": [1, 2, 3, 4, 5]})")).starts_with("over: a request of 15 points"));
  // what is one thing of many numbers is one
  std::string pattern = "1";
  for (int i = 0; i < 50; ++i) pattern += ", 1";
  CHECK(refused(about("pattern", R"(, "strategy": {"multilevel": {"levels": [{"tier": "host_memory", "share": 0.9}, {"tier": )"
                                 R"("file_system", "share": 0.1}], "pattern": [)" +
                                     pattern + ", 2]}}"))
            .empty());
  CHECK(catalog::reply(from_json(swept(13))).map()->find("columns"));
}

TEST_CASE("an answer of too many bytes is refused once it holds them", "[catalog]") {
  catalog::Tools tools;
  int asked = 0;
  tools.breathe = [&asked] { ++asked; };
  const auto bytes_of = [](const std::string& request) {
    return static_cast<double>(catalog::answer(catalog::request_of(from_json(request))).bytes());
  };
  for (const std::string& request :
       {about("goodput", R"(, "over": {"run.gpus": [1, 2, 3, 4]})"), about("compare"), about("explain")}) {
    INFO(request);
    tools.most_bytes = bytes_of(request);
    CHECK(tools.most_bytes > 0);
    CHECK_NOTHROW(catalog::reply(from_json(request), &tools));
    tools.most_bytes -= 1;
    CHECK_THROWS_WITH(catalog::reply(from_json(request), &tools), ContainsSubstring("is not given at once here: ask for less"));
  }
  // as soon as it does: not once all is computed
  std::string sizes = "1";
  for (int i = 2; i <= 5000; ++i) sizes += ", " + std::to_string(i);
  tools.most_bytes = 1000, asked = 0;
  CHECK_THROWS(catalog::reply(from_json(about("explain", R"(, "over": {"run.gpus": [)" + sizes + "]}")), &tools));
  CHECK(asked < 100);
}

TEST_CASE("nobody has more than a thousand factors", "[catalog]") {
  const auto with = [](int count) {
    std::string list = R"({"strong_scaling": {"half_size": 1e6}})";
    for (int i = 1; i < count; ++i) list += R"(, {"strong_scaling": {"half_size": 1e6}})";
    return about("efficiency", R"(, "with": {"gpus": 100}, "factor": [)" + list + "]");
  };
  CHECK(columns(with(1000)).find("efficiency")->number());
  const Error refused = error(with(1001));
  CHECK(refused.field == "factor");
  CHECK(refused.message == "factor: 1001 of them are more than the 1000 that a request may have");
}

TEST_CASE("a limit without a criterion is the peak of useful throughput", "[catalog]") {
  for (const char* question : {"limit", "levers", "explain"})
    CHECK(catalog::ask(about(question)) == catalog::ask(about(question, R"(, "criterion": "peak_throughput")")));
  catalog::Case at;
  at.run = {.gpus = 16384, .gpu_mttf = 50677 * 3600.0, .checkpoint_bytes = 5e12, .write_bandwidth = 2e12};
  const double usual = catalog::answer("limit", at).number("value");
  at.criterion = catalog::criterion("peak_throughput");
  CHECK(usual == catalog::answer("limit", at).number("value"));
  const auto swept = columns(about("limit", R"(, "over": {"run.downtime": [0, 60]})"));
  CHECK((*swept.find("value")->list())[0] == *columns(about("limit")).find("value"));
}

TEST_CASE("a comparison says what nobody gave, and who is left out for want of it", "[catalog]") {
  const auto texts = [](const Map& of, std::string_view column) {
    std::vector<std::string> all;
    for (const Value& one : *of.find(column)->list()) all.push_back(*one.text());
    return all;
  };
  const auto assumes = [&](const Map& of, const std::string& label) {
    const auto labels = texts(of, "label"), assumed = texts(of, "assumes");
    const auto at = std::find(labels.begin(), labels.end(), label) - labels.begin();
    return static_cast<std::size_t>(at) < assumed.size() ? assumed[static_cast<std::size_t>(at)] : "not compared";
  };
  const auto usual = columns(about("compare"));
  CHECK(assumes(usual, "elastic") == "replicas = 32, stall_time = the run's downtime, outage = downtime and restart");
  CHECK(assumes(usual, "asynchronous") == "copy_bandwidth = 163.84 TB/s, slowdown = 0, interval = the best");
  CHECK(assumes(usual, "in_memory") ==
        "copies = 2, exchange_time = 0 s, write_time = 0 s, gpus_per_machine = 8, placement = group, pattern = the best");
  CHECK(assumes(usual, "spared") == "not compared");
  CHECK(texts(usual, "run_assumes")[0] == "read_bandwidth = unlimited, storage_latency = 0 s, downtime = 0 s");
  std::size_t at = 0;  // a test may add kinds of its own, behind these
  const auto left_out = [&](std::string_view kind, std::string_view field, std::string_view unit) {
    CHECK(texts(usual, "left_out.strategy").at(at) == kind);
    CHECK(texts(usual, "left_out.field").at(at) == field);
    CHECK(texts(usual, "left_out.unit").at(at) == unit);
    ++at;
  };
  for (const std::string& name : kinds_of("strategy")) {
    if (assumes(usual, name) != "not compared") continue;
    const catalog::Kind& kind = catalog::group("strategy").at(name);
    for (const catalog::Row& row : kind.rows)
      if (row.required()) left_out(name, row.name, row.unit);
    for (const catalog::Argument& argument : kind.arguments)
      if (!argument.optional) left_out(name, argument.name, "");
  }
  CHECK(at >= 6);  // of multilevel, verified, spared, independent
  CHECK(*usual.find("break_even_range") == Value(List{163.84, 1638400}));
  // one's own, as the part of the request or as the argument; given at its default is given
  const std::string own =
      R"(["blocking", {"blocking": {"interval": 600, "slowdown": 0}}, {"name": "elastic", "replicas": 64, "outage": null}])";
  const auto listed = columns(about("compare", R"(, "strategy": )" + own));
  CHECK(Value(listed) == Value(columns(about("compare", R"(, "with": {"strategies": )" + own + "}"))));
  CHECK(assumes(listed, "blocking 1") == "interval = the best, persist_latency = 0 s, slowdown = 0");
  CHECK(assumes(listed, "blocking 2") == "persist_latency = 0 s");
  CHECK(assumes(listed, "elastic") == "stall_time = the run's downtime, outage = downtime and restart");
  CHECK(assumes(listed, "buddy") == assumes(usual, "buddy"));
  CHECK(texts(listed, "strategy").size() == texts(usual, "strategy").size() + 1);
  CHECK(assumes(columns(about("compare", R"(, "strategy": {"elastic": {"replicas": 64}})")), "elastic") ==
        "stall_time = the run's downtime, outage = downtime and restart");
  // every parameter of a strategy that may be left away says what stands instead
  for (const auto& kind : catalog::group("strategy")) {
    for (const auto& row : kind.rows) {
      CAPTURE(kind.name, row.name);
      CHECK((!row.range.optional || catalog::otherwise(row.doc) != "not given"));
    }
    for (const auto& argument : kind.arguments) {
      CAPTURE(kind.name, argument.name);
      CHECK((!argument.optional || argument.standard.text() || catalog::otherwise(argument.doc) != "not given"));
    }
  }
}

TEST_CASE("an element that cannot be asked says so, also where status and note are lists", "[catalog]") {
  const auto swept = columns(about("compare", R"(, "with": {"sizes": [-1]}, "over": {"run.gpus": [1000, 2000]})"));
  CHECK(*swept.find("status") == Value(List{List{"infeasible"}, List{"infeasible"}}));
  CHECK((*(*swept.find("note")->list())[1].list())[0].text()->find("sizes[0] = -1") != std::string::npos);
}

TEST_CASE("a size that a table does not hold is a reason, not a bare infeasible", "[catalog]") {
  const auto none = columns(about("time_to_train", R"(, "with": {"work": 1e12},
    "factor": {"tabulated": {"name": "measured", "points": [[1, 0.9], [8, 0.8]]}})"));
  CHECK(*none.find("status") == Value("infeasible"));
  CHECK(none.find("note")->text()->find("outside the table of 'measured', which ends at 8") != std::string::npos);
}

TEST_CASE("what is refused: field, value, bounds and unit", "[catalog]") {
  struct Row {
    std::string request, field, piece;
  };
  const auto of_run = [](const std::string& field, const std::string& value) {
    std::string all = run;
    all.pop_back();
    const auto at = all.find("\"" + field + "\"");
    if (at != all.npos) all.replace(at, field.size() + 2, "\"downtime\"");
    return R"({"question": "goodput", "run": )" + all + ", \"" + field + "\": " + value + "}}";
  };
  const std::string levels = R"([{"tier": "host_memory", "share": 0.5}, {"tier": "file_system", "share": 0.5}])";
  const std::vector<Row> rows{
      // no request at all
      {"", "", "JSON: line 1, column 1"},
      {"{", "", "JSON: line 1"},
      {"[1]", "", "a request must be an object"},
      {R"({"question": "goodput", "question": 1})", "", "the key 'question' stands twice"},
      {"{}", "question", "a request needs 'question'; limit, goodput and assess are some, describe lists all"},
      {R"({"questoin": "limit"})", "question",
       "a request needs 'question', not 'questoin'; limit, goodput and assess are some"},
      {R"({"question": "limit\u0000x"})", "question", R"(no question named 'limit\0x'; did you mean 'limit'?)"},
      {R"({"question": 1})", "question", "question must be a text"},
      {R"({"question": "limt"})", "question", "no question named 'limt'; did you mean 'limit'?"},
      {about("goodput", R"(, "": 1)"), "''", "a request has no ''"},
      {about("goodput", R"(, "runn": 1)"), "runn", "a request has no 'runn'; did you mean 'run'?"},
      {R"({"question": "goodput"})", "run", "question 'goodput' needs 'run'"},
      {R"({"question": "survival", "with": {"time": 1}})", "failure_law", "needs 'failure_law'"},
      {R"({"question": "multilevel_optimum", "severity_level": []})", "severity_level", "needs one severity_level at least"},
      {R"({"question": "multilevel_goodput", "severity_level": {"write_time": 1, "failure_rate": 1e-4},
           "with": {"interval": 9, "pattern": null}, "over": {"with.interval": [8, 9]}})",
       "with.pattern", "multilevel_goodput needs 'pattern'"},
      // the run
      {R"({"question": "goodput", "run": 1})", "run", "run must be fields by name, or the name of a preset"},
      {R"({"question": "goodput", "run": "llama"})", "run", "did you mean 'llama3_405b'?"},
      {R"({"question": "goodput", "run": {"preset": "llama3_406b"}})", "run.preset", "did you mean 'llama3_405b'?"},
      {R"({"question": "goodput", "run": {"preset": 3}})", "run.preset", "preset must be a name"},
      {R"({"question": "goodput", "run": {}})", "run.gpus", "TrainingRun needs 'gpus'"},
      {of_run("gpu", "1"), "run.gpu", "TrainingRun has no field 'gpu'; did you mean 'gpus'?"},
      {of_run("gpus", "-1"), "run.gpus", "TrainingRun: gpus = -1 must be > 0 and finite"},
      {of_run("gpus", R"("unlimited")"), "run.gpus", "gpus = inf must be > 0 and finite"},
      {of_run("gpus", "true"), "run.gpus", "gpus = true must be > 0 and finite"},
      {of_run("gpus", "null"), "run.gpus", "gpus must be one number, > 0 and finite"},
      {of_run("gpus", "[1]"), "run.gpus", "gpus must be one number"},
      {of_run("gpu_mttf", R"("5")"), "run.gpu_mttf", "'5' has no unit: write '5 s'"},
      {of_run("gpu_mttf", R"("5 TB")"), "run.gpu_mttf",
       "'5 TB' is a quantity in B; it must be a quantity in s such as '5 min'"},
      {of_run("checkpoint_bytes", R"("-5 TB")"), "run.checkpoint_bytes",
       "checkpoint_bytes = -5e+12 must be >= 0 and finite [B]"},
      {of_run("downtime", R"("1 parsec")"), "run.downtime", "'1 parsec' is in no known unit"},
      {of_run("write_bandwidth", "0"), "run.write_bandwidth", "write_bandwidth = 0 must be > 0 [B/s]"},
      // strategies
      {about("goodput", R"(, "strategy": 5)"), "strategy", "strategy must be a name, or a name with fields"},
      {about("goodput", R"(, "strategy": "blockin")"), "strategy", "no strategy named 'blockin'; did you mean 'blocking'?"},
      {about("goodput", R"(, "strategy": {"name": 3})"), "strategy.name", "name must be a text"},
      {about("goodput", R"(, "strategy": "asynchronous")"), "strategy.copy_bandwidth", "asynchronous needs 'copy_bandwidth'"},
      {about("goodput", R"(, "strategy": {"blocking": {"slowdown": 1}})"), "strategy.slowdown",
       "slowdown = 1 must be in [0, 1)"},
      {about("goodput", R"(, "strategy": {"blocking": {"x": 1}})"), "strategy.x", "blocking has no field 'x'; it has interval"},
      {about("goodput", R"(, "strategy": {"in_memory": {"copies": 2.5}})"), "strategy.copies",
       "copies = 2.5 must be a whole number in [1, 64]"},
      {about("goodput", R"(, "strategy": {"name": "in_memory", "placement": "rings"})"), "strategy.placement",
       "placement = 'rings' must be 'group', 'ring' or 'mixed'"},
      {about("goodput", R"(, "strategy": {"spared": {"spares": 1.5, "repair_time": 1}})"), "strategy.spares",
       "spares = 1.5 must be a whole number in [0, 2147483647]"},
      {about("goodput", R"(, "strategy": {"spared": {"spares": 3e9, "repair_time": 1}})"), "strategy.spares",
       "spares = 3e+09 must be a whole number in [0, 2147483647]"},
      {about("goodput", R"(, "strategy": {"replicated": {"revive": 0.5}})"), "strategy.revive",
       "revive = 0.5 must be true or false"},
      {about("goodput", R"(, "strategy": {"replicated": {"revive": "yes"}})"), "strategy.revive",
       "revive = 'yes' must be true or false"},
      {about("goodput", R"(, "strategy": "multilevel")"), "strategy.levels", "multilevel needs 'levels'"},
      {about("goodput", R"(, "strategy": {"multilevel": {"levels": [1]}})"), "strategy.levels.0",
       "must be a list of {tier, share}"},
      {about("goodput", R"(, "strategy": {"multilevel": {"levels": [{"tier": "host_memory"}]}})"), "strategy.levels.0.share",
       "one has no 'share'"},
      {about("goodput", R"(, "strategy": {"multilevel": {"levels": [{"tier": "host_memry", "share": 1}]}})"),
       "strategy.levels.0.tier", "did you mean 'host_memory'?"},
      {about("goodput", R"(, "strategy": {"multilevel": {"levels": [{"tier": "host_memory", "share": 0.5}]}})"),
       "strategy.levels", "the shares sum to 0.5, they must sum to 1"},
      {about("goodput", R"(, "strategy": {"multilevel": {"levels": )" + levels + R"(, "pattern": [1, 1]}})"),
       "strategy.pattern", "pattern must end with the top level 2, not 1"},
      // criteria, growth, factors
      {about("limit", R"(, "criterion": {"goodput_at_least": 1})"), "criterion.goodput_at_least",
       "goodput = 1 must be in (0, 1)"},
      {about("limit", R"(, "criterion": {"name": "goodput_at_least", "godput": 1})"), "criterion.godput",
       "did you mean 'goodput'?"},
      {about("limit", R"(, "criterion": "goodput_at_least")"), "criterion.goodput", "goodput_at_least needs 'goodput'"},
      {about("limit", R"(, "criterion": {"peak_throughput": 1})"), "criterion.peak_throughput",
       "peak_throughput takes no value"},
      {about("limit", R"(, "criterion": {"goodput": 0.9})"), "criterion.goodput", "did you mean 'goodput_at_least'?"},
      {about("limit", R"(, "criterion": {"x": 0.9})"), "criterion.name", "criterion needs a 'name'"},
      {about("limit", R"(, "criterion": {"godput_at_least": 0.9})"), "criterion.godput_at_least",
       "no criterion named 'godput_at_least'; did you mean 'goodput_at_least'?"},
      {about("limit", R"(, "criterion": {"goodput_at_least": 0.9, "x": 1})"), "criterion.goodput_at_least",
       "criterion: 'goodput_at_least' stands alone, with its fields within it"},
      {about("limit", R"(, "strategy": {"asynchronus": 1})"), "strategy.asynchronus", "did you mean 'asynchronous'?"},
      {about("limit", R"(, "strategy": {"slowdwn": 0.1})"), "strategy.slowdwn", "did you mean 'slowdown'?"},
      {limit(R"("factor": [{"strong_scalin": 1e5}])"), "factor.0.strong_scalin", "did you mean 'strong_scaling'?"},
      {limit(R"("growth": {"chinchila": 1})"), "growth.chinchila", "did you mean 'chinchilla'?"},
      {limit(R"("growth": "chinchila")"), "growth", "did you mean 'chinchilla'?"},
      {limit(R"("growth": {"gpus": 1})"), "growth.gpus", "growth has no field 'gpus'"},
      {limit(R"("growth": {"checkpoint_bytes": "unlimited"})"), "growth.checkpoint_bytes",
       "checkpoint_bytes = inf must be finite"},
      {limit(R"("factor": 3)"), "factor.0", "factor must be a name, or a name with fields"},
      {limit(R"("factor": [{"strong_scaling": 1e5}, {"half_size": 1e5}])"), "factor.1.name", "factor needs a 'name'"},
      {limit(R"("factor": [{"strong_scaling": {"half_size": 0}}])"), "factor.0.half_size", "half_size = 0 must be > 0"},
      {limit(R"("factor": [{"kind": "strong_scaling", "half_size": 1, "name": ""}])"), "factor.0.name", "name must be a text"},
      {limit(R"("factor": {"tabulated": {"points": [[1, 1], [2]]}})"), "factor.0.points.1",
       "a list of pairs [size, efficiency]"},
      {limit(R"("factor": {"tabulated": {"points": [[1, 1]]}})"), "factor.0.points", "at least 2 are needed"},
      // the question's own
      {about("goodput", R"(, "with": 3)"), "with", "with must be an object"},
      {about("goodput", R"(, "with": {"x": 1})"), "with.x", "goodput has no field 'x'"},
      {about("grown"), "with.gpus", "grown needs 'gpus'"},
      {about("required", R"(, "with": {"field": "gpu", "goodput": 0.9})"), "with.field", "TrainingRun has no field 'gpu'"},
      {about("required", R"(, "with": {"field": "downtime"})"), "with.goodput", "required needs 'goodput'"},
      {about("compare", R"(, "with": {"strategies": "blocking"})"), "with.strategies", "a list of strategies"},
      {about("compare", R"(, "with": {"strategies": ["blocking", {"blocking": {"slowdown": 2}}]})"),
       "with.strategies.1.slowdown", "in [0, 1)"},
      {about("compare", R"(, "strategy": ["blocking", {"blocking": {"slowdown": 2}}])"), "strategy.1.slowdown", "in [0, 1)"},
      {about("compare", R"(, "strategy": "blocking", "with": {"strategies": ["buddy"]})"), "with.strategies", "both given"},
      {about("goodput", R"(, "strategy": ["blocking"])"), "strategy", "question 'goodput' takes no list of them"},
      {about("limits", R"(, "with": {"criteria": 1})"), "with.criteria", "criteria must be a list"},
      {about("compare", R"(, "with": {"strategies": [{"buddy": {"pattern": [3]}}]}, "over": {"run.gpus": []})"),
       "with.strategies.0.pattern", "pattern names level 3, levels are 1 to 2"},
      {about("compare", R"(, "with": {"sizes": [8, -1]})"), "with.sizes.1", "sizes[1] = -1 must be > 0 and finite"},
      {about("tiers", R"(, "with": {"tiers": ["host_memory", 3]})"), "with.tiers.1", "the name of a preset"},
      {about("tiers", R"(, "with": {"tiers": {"mine": {"write_bandwidth": -1}}})"), "with.tiers.mine.write_bandwidth",
       "must be > 0 [B/s]"},
      {about("attribution", R"(, "with": {"after": {"preset": "llama3_405b", "gpus": -1}})"), "with.after.gpus", "gpus = -1"},
      {R"({"question": "simulate", "run": {"gpus": 0.5, "gpu_mttf": 1e9, "checkpoint_bytes": 1, "write_bandwidth": 1},
           "failure_law": {"weibull": {"shape": 0.7, "scale": 1e9}}})",
       "gpus", "gpus = 0.5 must be >= 1 where a law gives each its life"},
      {about("simulate", R"(, "with": {"domains": [{"count": 1}]})"), "with.domains.0.mttf", "domain needs 'mttf'"},
      {R"({"question": "flops_per_token", "shape": "llama3_8b", "with": {"attention": "half"}})", "with.attention",
       "'causal' or 'full'"},
      {R"({"question": "mean", "failure_law": {"weibull": {"shape": 1, "scale": -1}}})", "failure_law.scale",
       "scale = -1 must be > 0 and finite [s]"},
      {R"({"question": "mean", "failure_law": {"empirical": {"lives": []}}})", "failure_law.lives", "lives is empty"},
      {R"({"question": "mean", "failure_law": {"empirical": {"lives": [1, "-2 s"]}}})", "failure_law.lives.1",
       "lives[1] = -2 must be > 0"},
      // what is swept
      {about("goodput", R"(, "over": 3)"), "over", "over must be an object"},
      {about("goodput", R"(, "over": {"gpus": [1]})"), "over.gpus", "'gpus' is no path such as run.gpus"},
      {about("goodput", R"(, "over": {"run.gpus": 1})"), "run.gpus", "'run.gpus' must be a list"},
      {about("goodput", R"(, "over": {"run.gpus": [1, 2], "run.downtime": [1]})"), "run.downtime",
       "has 1 values, the others have 2; they run together"},
      {about("goodput", R"(, "over": {"run.gpu": [1]})"), "run.gpu", "did you mean 'gpus'?"},
      {about("goodput", R"(, "over": {"run.gpus": [1, -1]})"), "run.gpus", "gpus = -1 must be > 0 and finite"},
      {about("goodput", R"(, "over": {"run.downtime": [1, "5 B"]})"), "run.downtime", "'5 B' is a quantity in B"},
      {about("goodput", R"(, "over": {"runs.gpus": [1]})"), "runs.gpus", "is of no part; did you mean 'run'?"},
      {limit(R"("over": {"factor.0.half_size": [1]})"), "factor.0.half_size", "there is no factor 0"},
      {limit(R"("over": {"factor.x.half_size": [1]})"), "over.factor.x.half_size", "no path such as factor.0.half_size"},
      {limit(R"("over": {"criterion.goodput_at_least": [0.9]})"), "criterion.goodput_at_least",
       "peak_throughput has no field 'goodput_at_least'"},
      {about("limit", R"(, "over": {"criterion.goodput_at_least": [2]})"), "criterion.goodput_at_least",
       "goodput = 2 must be in (0, 1)"},
      {about("limit", R"(, "over": {"criterion.goodput_at_least": [0.2, 2]})"), "criterion.goodput_at_least",
       "goodput = 2 must be in (0, 1)"},
      {about("goodput", R"(, "strategy": "in_memory", "over": {"strategy.placement": ["ring"]})"), "strategy.placement",
       "in_memory has no number 'placement'; it has copies"},
      {about("goodput", R"(, "over": {"with.x": [1]})"), "with.x", "goodput has no field 'x'"},
      {about("compare", R"(, "with": {"strategies": ["buddy"]}, "over": {"strategy.slowdown": [0.1]})"), "strategy.slowdown",
       "is of one strategy, and several are given"},
  };
  CHECK(rows.size() >= 40);
  for (const Row& row : rows) {
    CAPTURE(row.request);
    const Error found = error(row.request);
    CHECK(found.field == row.field);
    CHECK_THAT(found.message, ContainsSubstring(row.piece));
    CHECK(found.message.find('\n') == std::string::npos);
  }
  // the value is what was given
  CHECK(error(of_run("gpus", "-1")).value == Value(-1));
  CHECK(error(of_run("gpu_mttf", R"("5 TB")")).value == Value("5 TB"));
  CHECK(error(of_run("gpus", "[1]")).value == Value(List{1}));
  CHECK(error(about("goodput", R"(, "over": {"run.gpus": [1, -2]})")).value == Value(-2));
  CHECK(error(R"({"question": "goodput"})").value.is_null());
  // as deep as a request may be
  std::string deep = "1";
  for (int i = 0; i < 63; ++i) deep = "[" + deep + "]";
  CHECK(error(R"({"question": )" + deep + "}").field == "question");
  CHECK(error(R"({"question": [)" + deep + "]}").field.empty());
}

TEST_CASE("a request is the same in JSON and in TOML, to the last bit of the answer", "[catalog]") {
  const std::string toml = R"(question = "limit"
criterion = { goodput_at_least = 0.9 }
growth = "chinchilla"

[run]
gpus = 16_384
gpu_mttf = "50677 h"
checkpoint_bytes = "5 TB"
write_bandwidth = 2e12
read_bandwidth = inf

[strategy]
name = "asynchronous"
copy_bandwidth = "10 TB/s"

[[factor]]
kind = "StrongScaling"
half_size = 101035

[[factor]]
[factor.hard_cap]
gpus = "unlimited"

[over]
"run.initialization_time" = [0, "5 min"]
)";
  const std::string json =
      R"({"question": "limit", "criterion": {"goodput_at_least": 0.9}, "growth": "chinchilla", "run": {"gpus": 16384,
      "gpu_mttf": "50677 h", "checkpoint_bytes": "5 TB", "write_bandwidth": 2e12, "read_bandwidth": "unlimited"},
      "strategy": {"name": "asynchronous", "copy_bandwidth": "10 TB/s"}, "factor": [{"kind": "StrongScaling", "half_size": 101035},
      {"hard_cap": {"gpus": "unlimited"}}], "over": {"run.initialization_time": [0, "5 min"]}})";
  const std::string answer = catalog::ask(json);
  CHECK_THAT(answer, ContainsSubstring(R"("status":["ok","ok"])"));
  CHECK(to_json(catalog::reply(from_toml(toml))) == answer);
  CHECK(to_json(catalog::reply(from_toml(to_toml(from_json(json))))) == answer);
  CHECK(catalog::ask(to_json(from_toml(toml), 2)) == answer);

  // text -> value -> text -> value
  for (const std::string& text : {json, answer, to_json(catalog::describe())}) {
    const Value value = from_json(text);
    CHECK(from_json(to_json(value)) == value);
    CHECK(to_json(from_json(to_json(value))) == to_json(value));
  }
  // TOML has no null and writes a table's numbers before its tables: what it can hold comes back as it was
  const Value held = from_toml(to_toml(from_json(answer)));
  CHECK(from_toml(to_toml(held)) == held);
}

namespace {

/// What must hold of any reply: JSON with either columns or an error, and a finite number where a limit's status is ok.
std::string wrong_with(const std::string& reply) {
  Value value;
  try {
    value = from_json(reply);
  } catch (const InvalidArgument& e) {
    return e.what();
  }
  const Map* map = value.map();
  if (!map) return "no object";
  const Value *error = map->find("error"), *columns = map->find("columns");
  if (!error == !columns) return "neither columns nor an error, or both";
  if (error) {
    const Map* found = error->map();
    if (!found || !found->find("field") || !found->find("field")->text() || !found->find("value"))
      return "an error without field or value";
    const Value* message = found->find("message");
    if (!message || !message->text() || message->text()->empty()) return "an error without a message";
    if (*message->text() == "out of memory") return "an error without its own words";
    return {};
  }
  const Value* status = columns->map()->find("status");
  const Value* number = columns->map()->find("value");
  if (!number) number = columns->map()->find(*map->find("question")->text());
  if (!status || !number) return {};
  const auto look = [&](const Value& s, const Value& x) -> std::string {
    if (!s.text() || s.text()->empty()) return "no status";
    const bool limit = columns->map()->find("roots");
    if (*s.text() == "ok" && !(x.number() || (!limit && x.text()))) return "ok without a number";
    if (*s.text() == "infeasible" && !x.is_null()) return "a number that is said not to be";
    if (limit && *s.text() == "no limit" && x != Value("unlimited")) return "no limit that is one";
    return {};
  };
  if (!status->list()) return look(*status, *number);
  for (std::size_t i = 0; i < status->list()->size(); ++i)
    if (const auto text = look((*status->list())[i], (*number->list())[i]); !text.empty()) return text;
  return {};
}

const std::vector<std::string>& valid_requests() {
  static const std::vector<std::string> all{
      about("goodput"),
      about(
          "goodput",
          R"(, "strategy": {"asynchronous": {"copy_bandwidth": "10 TB/s", "slowdown": 0.1}}, "over": {"run.gpus": [8, 64, 512]})"),
      about("limit", R"(, "criterion": {"goodput_at_least": 0.9}, "growth": "chinchilla")"),
      limit(R"("factor": [{"strong_scaling": {"half_size": 1e5}}, {"kind": "hard_cap", "gpus": 1e5, "name": "power"}])"),
      limit(R"("factor": {"tabulated": {"points": [[1, 0.99], [100, 0.9], [10000, 0.5]]}}, "growth": {"downtime": 0.1})"),
      about("limit", R"(, "criterion": {"cheapest_gpus": {"work": "1e4 yr", "deadline": "90 d", "fixed_gpus": 100}})"),
      about("limit",
            R"(, "strategy": {"name": "spared", "spares": 10, "repair_time": "1 d"}, "criterion": "write_time_equals_mtbf")"),
      about("losses", R"(, "strategy": {"name": "verified", "verification_time": 10, "silent_share": 0.01})"),
      about("breakdown", R"(, "strategy": {"elastic": {"replicas": 32}})"),
      about("requirements", R"(, "strategy": {"replicated": {"revive": true}})"),
      about("grown", R"(, "growth": {"preset": "chinchilla"}, "with": {"gpus": 1e5})"),
      about("required", R"(, "with": {"field": "gpu_mttf", "goodput": 0.95})"),
      about("assess", R"(, "with": {"step_time": 5})"),
      about("explain", R"(, "criterion": "peak_throughput")"),
      about("attribution", R"(, "with": {"after": {"preset": "llama3_405b"}})"),
      R"({"question": "efficiency", "factor": [{"power_law": {"ratio": 0.1, "gpus": 1000, "exponent": 0.5}}], "with": {"gpus": 1e4}})",
      R"({"question": "survival", "failure_law": {"weibull": {"shape": 0.7, "scale": "1000 h"}}, "over": {"with.time": [0, "1 d", "unlimited"]}})",
      R"({"question": "parameters", "shape": {"preset": "llama3_8b", "layers": 16}})",
      about("saved_to", R"(, "tier": {"preset": "host_memory", "latency": "1 s"})")};
  return all;
}

/// Some node of a value, itself among them.
Value& any_node(Value& value, Draw& draw) {
  if (draw.chance(0.25)) return value;
  if (List* list = value.list(); list && !list->empty()) return any_node((*list)[draw.below(list->size())], draw);
  if (Map* map = value.map(); map && !map->empty()) {
    const std::string key = (map->begin() + static_cast<std::ptrdiff_t>(draw.below(map->size())))->first;
    return any_node((*map)[key], draw);
  }
  return value;
}

}  // namespace

TEST_CASE("ask never throws and always answers", "[catalog]") {
  Draw draw(11);
  std::size_t answered = 0, refused = 0;
  const auto try_one = [&](const std::string& request) {
    const std::string reply = catalog::ask(request);
    const std::string wrong = wrong_with(reply);
    if (!wrong.empty()) {
      INFO(request << "\n" << reply);
      FAIL_CHECK(wrong);
    }
    ++(reply.starts_with(R"({"error")") ? refused : answered);
  };
  std::vector<Value> parsed;
  for (const std::string& text : valid_requests()) {
    columns(text);
    parsed.push_back(from_json(text));
  }
  // random bytes
  for (int k = 0; k < 20'000; ++k) {
    std::string text;
    for (std::size_t n = draw.below(60); n > 0; --n)
      text += static_cast<char>(draw.chance(0.5) ? draw.bits() : "{}[]\",:0.eE\\ tfn"[draw.below(16)]);
    try_one(text);
  }
  // texts with a few bytes changed, left out or doubled
  for (int k = 0; k < 40'000; ++k) {
    std::string text = draw.one_of(valid_requests());
    for (std::size_t n = 1 + draw.below(3); n > 0; --n) {
      const std::size_t at = draw.below(text.size());
      switch (draw.below(4)) {
        case 0:
          text[at] = static_cast<char>(draw.bits());
          break;
        case 1:
          text.erase(at, 1 + draw.below(5));
          break;
        case 2:
          text.insert(at, text.substr(draw.below(text.size()), draw.below(12)));
          break;
        default:
          text.insert(at, 1, "0123456789-eE.\"{}[],:"[draw.below(21)]);
      }
      if (text.empty()) break;
    }
    try_one(text);
  }
  // values with a part replaced, left out or moved
  const std::vector<Value> odd{Value(),
                               true,
                               false,
                               0,
                               -1,
                               1,
                               0.5,
                               1e308,
                               -1e308,
                               5e-324,
                               1e-300,
                               2.5,
                               1e15,
                               "",
                               "unlimited",
                               "-unlimited",
                               "nan",
                               "5 h",
                               "5 TB",
                               "x",
                               "blocking",
                               "peak_throughput",
                               "strong_scaling",
                               "\u00e9\u2028",
                               std::string(300, 'a'),
                               List{},
                               Map{},
                               List{1, 2},
                               List{Value()},
                               Map{{"name", "blocking"}},
                               Map{{"preset", "h100"}},
                               Map{{"", 1}}};
  for (int k = 0; k < 40'000; ++k) {
    Value request = draw.one_of(parsed);
    for (std::size_t n = 1 + draw.below(2); n > 0; --n) {
      Value& node = any_node(request, draw);
      if (Map* map = node.map(); map && !map->empty() && draw.chance(0.5)) {
        Map other;
        const std::size_t change = draw.below(map->size());
        std::size_t i = 0;
        for (const auto& [name, value] : *map)
          if (i++ != change) other[name] = value;
          else if (draw.chance(0.5))
            other[draw.chance(0.5) ? name + "s" : draw.one_of<std::string>({"name", "kind", "preset", "over", "gpus", ""})] =
                value;
        node = other;
      } else {
        node = draw.chance(0.8) ? draw.one_of(odd) : Value(any_node(request, draw));
      }
    }
    std::string text;
    try {
      text = to_json(request);
    } catch (const InvalidArgument&) {
      continue;  // too deep to write
    }
    try_one(text);
  }
  CHECK(answered > 3000);
  CHECK(refused > 50'000);
}

TEST_CASE("the failure rate may be given as people know it", "[catalog]") {
  const auto with = [](const std::string& rate, const std::string& rest = "") {
    return R"({"question": "failure_rate", "run": {"checkpoint_bytes": 1, "write_bandwidth": 1, "gpus": 4096)" + rate + "}" +
           rest + "}";
  };
  const auto rate = [&](const std::string& given) { return *columns(with(given)).find("failure_rate")->number(); };
  const double hourly = 1 / 3600.0;
  CHECK_THAT(rate(R"(, "mtbf": "1 h")"), WithinRel(hourly, 1e-15));
  CHECK_THAT(rate(R"(, "interruptions": 48, "days": 2)"), WithinRel(hourly, 1e-15));
  CHECK_THAT(rate(R"(, "interruptions": 48, "days": "48 h")"), WithinRel(hourly, 1e-15));
  // what stands still after each is no running time: 48 x (50 min + 10 min)
  CHECK_THAT(rate(R"(, "interruptions": 48, "days": 2, "downtime": "10 min")"), WithinRel(1 / 3000.0, 1e-15));
  CHECK(rate(R"(, "mtbf": "unlimited")") == 0);

  const auto refused = [&](const std::string& given, const std::string& field, const std::string& text) {
    const Error found = error(with(given));
    INFO(found.message);
    CHECK(found.field == field);
    CHECK_THAT(found.message, ContainsSubstring(text));
  };
  refused("", "run.gpu_mttf", "'gpu_mttf' (");
  refused("", "run.gpu_mttf", "or 'mtbf' (");
  refused("", "run.gpu_mttf", "or 'interruptions' (");
  refused(R"(, "mtbf": 1, "gpu_mttf": 1)", "run.mtbf", "only one of gpu_mttf, mtbf, interruptions with days, failure_rate may");
  refused(R"(, "days": 1)", "run.interruptions", "needs 'interruptions' beside 'days'");
  refused(R"(, "interruptions": 1)", "run.days", "needs 'days' beside 'interruptions'");
  refused(R"(, "interruptions": 144, "days": 1, "downtime": "10 min")", "run.interruptions", "takes all of the days");
  refused(R"(, "mtbf": "1 GB")", "run.mtbf", "quantity in s");
  refused(R"(, "mtbf": -1)", "run.mtbf", "must be > 0 [s]");
  refused(R"(, "mtbf": null)", "run.mtbf", "must be one number");

  // at the size of the run, or of each element where that alone is known
  const auto swept = [&](const std::string& given, const std::string& over) {
    const Map found = columns(R"({"question": "mtbf", "run": {"checkpoint_bytes": 1, "write_bandwidth": 1)" + given +
                              R"(}, "over": )" + over + "}");
    std::vector<double> values;
    for (const Value& x : *found.find("mtbf")->list()) values.push_back(*x.number());
    return values;
  };
  using Values = std::vector<double>;
  CHECK(swept(R"(, "gpus": 1024, "mtbf": 600)", R"({"run.gpus": [1024, 2048]})") == Values{600, 300});
  CHECK(swept("", R"({"run.gpus": [1024, 2048], "run.mtbf": [600, "20 min"]})") == Values{600, 1200});
  CHECK(swept(R"(, "gpus": 8, "days": 1)", R"({"run.interruptions": [1, 2]})") == Values{86400, 43200});
  CHECK(swept(R"(, "gpus": 8)", R"({"run.interruptions": [1, 2], "run.days": [1, 1]})") == Values{86400, 43200});
  CHECK(swept(R"(, "gpus": 8, "mtbf": 600)", R"({"run.downtime": [1, 2]})") == Values{600, 600});
  CHECK(error(R"({"question": "mtbf", "run": {"mtbf": 1}, "over": {"run.gpus": [1, 2]}})").field == "run.gpus");
}

TEST_CASE("a rate may be said in every usual form wherever the failure rate is", "[catalog]") {
  const auto with = [](const std::string& rate, int gpus, const std::string& rest = "") {
    return R"({"question": "mtbf", "run": {"checkpoint_bytes": 1, "write_bandwidth": 1, "gpus": )" + std::to_string(gpus) +
           rate + "}" + rest + "}";
  };
  const auto hours = [&](const std::string& given, int gpus) {
    return *columns(with(given, gpus)).find("mtbf")->number() / 3600;
  };
  CHECK_THAT(hours(R"(, "gpu_mttf": "5000 FIT")", 8192), WithinRel(24.4140625, 1e-12));
  CHECK_THAT(hours(R"(, "mtbf": "5000 FIT per GPU")", 8192), WithinRel(24.4140625, 1e-12));
  CHECK_THAT(hours(R"(, "failure_rate": "5000 FIT per GPU")", 8192), WithinRel(24.4140625, 1e-12));
  CHECK_THAT(hours(R"(, "failure_rate": "AFR 9 % per GPU")", 16384), WithinRel(5.94482422, 1e-8));
  CHECK_THAT(hours(R"(, "failure_rate": "failing share 9 % per GPU")", 16384), WithinRel(5.67310280, 1e-8));
  CHECK_THAT(hours(R"(, "gpu_mttf": "6.5 per 1000 node-days of 8 GPUs")", 16384), WithinRel(1.80288, 1e-5));
  CHECK_THAT(hours(R"(, "mtbf": "3 per day")", 64), WithinRel(8, 1e-12));
  CHECK_THAT(hours(R"(, "failure_rate": 1e-5)", 64), WithinRel(1e5 / 3600, 1e-12));
  CHECK_THAT(hours(R"(, "failure_rate": "1000 FIT per GPU + 1 per 1000 h per job")", 1000), WithinRel(500, 1e-12));
  CHECK_THAT(hours(R"(, "failure_rate": "64 x AFR 50 %")", 64), WithinRel(365.25 * 24 / 32, 1e-12));
  // counted in wall-clock time: what stands still is no running time, as of `interruptions` within `days`
  CHECK_THAT(hours(R"(, "gpu_mttf": "48 in 2 d", "downtime": "10 min")", 64), WithinRel(5.0 / 6, 1e-12));
  CHECK(*columns(with(R"(, "failure_rate": "0 FIT per GPU")", 64)).find("mtbf") == Value("unlimited"));
  // a preset's own rate gives way
  CHECK(*columns(R"({"question": "mtbf", "run": {"preset": "llama3_405b", "mtbf": "3 h"}})").find("mtbf")->number() == 10800);

  const auto refused = [&](const std::string& given, const std::string& field, const std::string& text) {
    const Error found = error(with(given, 64));
    INFO(found.message);
    CHECK(found.field == field);
    CHECK_THAT(found.message, ContainsSubstring(text));
  };
  refused(R"(, "mtbf": "150 FIT")", "run.mtbf", "does not say of what it is");
  refused(R"(, "failure_rate": "AFR 3 %")", "run.failure_rate", "does not say of what it is");
  refused(R"(, "gpu_mttf": "3 per day")", "run.gpu_mttf", "does not say of what it is");
  refused(R"(, "gpu_mttf": "6.5 per 1000 node-days")", "run.gpu_mttf", "how many GPUs a node has");
  refused(R"(, "gpu_mttf": "5 per")", "run.gpu_mttf", "is no rate");
  refused(R"(, "gpu_mttf": "150 FIT", "mtbf": 1)", "run.mtbf", "only one of");
  // swept in words
  const Map swept = columns(with("", 1000, R"(, "over": {"run.gpu_mttf": ["1000 FIT", "2000 FIT", "1e6 h"]})"));
  CHECK_THAT(*(*swept.find("mtbf")->list())[1].number(), WithinRel(500 * 3600.0, 1e-12));
  CHECK_THAT(*(*swept.find("mtbf")->list())[2].number(), WithinRel(1000 * 3600.0, 1e-12));
  const Map counts = columns(with("", 1000, R"(, "over": {"run.mtbf": ["10 in 1 d", "48 in 2 d"]})"));
  CHECK_THAT(*(*counts.find("mtbf")->list())[1].number(), WithinRel(3600, 1e-12));
  CHECK_THAT(error(with("", 1000, R"(, "over": {"run.mtbf": ["10 in 1 d", "150 FIT per GPU"]})")).message,
             ContainsSubstring("mixes rates"));
}

TEST_CASE("a save may be told by how long it takes, and so may a restart", "[catalog]") {
  const auto with = [](const std::string& question, const std::string& given, const std::string& rest = "") {
    return R"({"question": ")" + question + R"(", "run": {"gpus": 16384, "mtbf": "3 h")" + given + "}" + rest + "}";
  };
  const std::string known = R"(, "checkpoint_bytes": "6 TB", "write_bandwidth": "50 GB/s")", said = R"(, "write_time": 120)";
  const auto number = [&](const std::string& question, const std::string& given, const std::string& rest = "") {
    return *columns(with(question, given, rest)).find(question == "limit" ? "value" : question)->number();
  };
  for (const char* question : {"goodput", "interval"})
    for (const char* beside : {"", R"(, "checkpoint_bytes": "1 TB")", R"(, "write_bandwidth": "1 TB/s")"}) {
      CAPTURE(question, beside);
      CHECK_THAT(number(question, said + beside), WithinRel(number(question, known), 1e-12));
    }
  CHECK_THAT(number("write_time", said + R"(, "storage_latency": 20)"), WithinRel(120, 1e-14));
  CHECK_THAT(number("restart_time", said + R"(, "restart_time": 300, "storage_latency": 20)"), WithinRel(300, 1e-14));
  CHECK_THAT(number("restart_time", known + R"(, "restart_time": 300, "read_bandwidth": "100 GB/s")"), WithinRel(300, 1e-14));
  CHECK_THAT(number("restart_time", known + R"(, "restart_time": 300, "initialization_time": 200)"), WithinRel(300, 1e-14));
  // it grows with the exponents of both, whatever is known of them
  for (const char* law :
       {R"({"checkpoint_bytes": 0.5})", R"({"checkpoint_bytes": 0.5, "write_bandwidth": 0.25})", R"("fixed")"}) {
    const std::string rest = std::string(R"(, "criterion": {"overhead_at_most": 0.2}, "growth": )") + law;
    CHECK_THAT(number("limit", said, rest), WithinRel(number("limit", known, rest), 1e-9));
  }
  // swept
  const Map swept = columns(with("write_time", "", R"(, "over": {"run.write_time": [60, "2 min"]})"));
  CHECK(*swept.find("write_time") == Value(List{60, 120}));
  const Map beside = columns(with("write_time", R"(, "checkpoint_bytes": 1e12)", R"(, "over": {"run.write_time": [64, 128]})"));
  CHECK(*beside.find("write_time") == Value(List{64, 128}));
  CHECK(number("write_time", R"(, "preset": "llama3_405b", "write_time": 64)") == 64);

  const auto refused = [&](const std::string& json, const std::string& field, const std::string& text) {
    const Error found = error(json);
    INFO(found.message);
    CHECK(found.field == field);
    CHECK_THAT(found.message, ContainsSubstring(text));
  };
  refused(with("goodput", said + known), "run.write_time", "is one too many: write_bandwidth and checkpoint_bytes say it");
  refused(with("goodput", said + R"(, "storage_latency": 200)"), "run.write_time", "storage_latency alone takes longer");
  refused(with("goodput", known + R"(, "restart_time": 30, "initialization_time": 40)"), "run.restart_time", "takes longer");
  refused(with("goodput", known + R"(, "restart_time": 30, "initialization_time": 4, "read_bandwidth": 1e12)"),
          "run.restart_time", "one too many");
  refused(with("goodput", said + R"(, "restart_time": 300, "read_bandwidth": "1 TB/s")"), "run.checkpoint_bytes",
          "restart_time needs 'checkpoint_bytes'");
  refused(with("goodput", R"(, "write_bandwidth": "1 TB/s")"), "run.checkpoint_bytes", "or 'write_time' (");
  refused(with("goodput", said, R"(, "over": {"run.checkpoint_bytes": [1e12, 2e12]})"), "run.checkpoint_bytes",
          "write_time needs 'checkpoint_bytes' beside it where that is swept");
  // what asks for bytes has no answer
  const Map plan = columns(with("assess", said));
  CHECK(plan.find("capacity")->is_null());
  CHECK_THAT(*plan.find("goodput")->number(), WithinRel(number("goodput", known), 1e-12));
  const std::string copied = R"(, "strategy": {"name": "asynchronous", "copy_bandwidth": "10 TB/s"})";
  refused(with("goodput", said, copied), "run.checkpoint_bytes",
          "needs 'checkpoint_bytes' or 'write_bandwidth' beside 'write_time'");
  CHECK_THAT(number("goodput", said + R"(, "checkpoint_bytes": "6 TB")", copied),
             WithinRel(number("goodput", known, copied), 1e-12));
  refused(with("restart_time", said + R"(, "read_bandwidth": "1 TB/s")"), "run.checkpoint_bytes", "beside 'write_time'");
  // and is said
  const Value reply = from_json(catalog::ask(with("goodput", said)));
  CHECK_THAT(*reply.map()->find("remarks")->list()->front().text(),
             ContainsSubstring("run.write_time stands for checkpoint_bytes and write_bandwidth") &&
                 ContainsSubstring("grows with their exponents"));
}

TEST_CASE("parts in series are asked for by name", "[catalog]") {
  const Map found = columns(R"({"question": "series_system", "with": {"gpus": 16384, "parts": [
    {"name": "GPU", "count": 16384, "mttf": "5000 FIT"}, {"name": "host", "count": 2048, "mttf": "AFR 9 %"},
    {"name": "cable", "count": 100, "mttf": "7 in 54 d"}, {"name": "case", "count": 3, "mttf": "unlimited"}]}})");
  const double rate = 16384 * 5000 / 3.6e12 + 2048 * 0.09 / (365.25 * 86400) + 7 / (54 * 86400.0);
  CHECK_THAT(*found.find("mtbf")->number(), WithinRel(1 / rate, 1e-12));
  CHECK_THAT(*found.find("gpu_mttf")->number(), WithinRel(16384 / rate, 1e-12));
  CHECK_THAT(*(*found.find("share")->list())[2].number(), WithinRel(7 / (54 * 86400.0) / rate, 1e-12));
  CHECK(*found.find("part") == Value(List{"GPU", "host", "cable", "case"}));
  CHECK(*columns(R"({"question": "series_system", "with": {"parts": []}})").find("mtbf") == Value("unlimited"));
  const auto refused = [&](const std::string& part, const std::string& field, const std::string& text) {
    const Error what = error(R"({"question": "series_system", "with": {"parts": [)" + part + "]}}");
    INFO(what.message);
    CHECK(what.field == field);
    CHECK_THAT(what.message, ContainsSubstring(text));
  };
  refused(R"({"count": 1})", "with.parts.0.mttf", "needs 'mttf'");
  refused(R"({"count": -1, "mttf": 1})", "with.parts.0.count", "must be >= 0");
  refused(R"({"count": 8, "mttf": "6.5 per 1000 node-days of 8 GPUs"})", "with.parts.0.mttf", "rate of one part");
  refused("3", "with.parts.0", "{name, count, mttf}");
}

TEST_CASE("what is far outside the usual draws a remark, and nothing else", "[catalog]") {
  const auto remarks = [](const std::string& json) {
    const Value reply = from_json(catalog::ask(json));
    const Value* lines = reply.map()->find("remarks");
    return lines ? lines->list()->size() : 0;
  };
  const auto at = [](const std::string& mttf, const std::string& rest = "") {
    return R"({"question": "goodput", "run": {"gpus": 1024, "checkpoint_bytes": "1 TB", "write_bandwidth": "1 TB/s", )"
           R"("gpu_mttf": )" +
           mttf + "}" + rest + "}";
  };
  CHECK(remarks(at(R"("50000 h")")) == 0);
  CHECK(remarks(at(R"("501 h")")) == 0);
  CHECK(remarks(at(R"("499 h")")) == 1);
  CHECK(remarks(at(R"("4999999 h")")) == 0);
  CHECK(remarks(at(R"("5000001 h")")) == 1);
  CHECK(remarks(at(R"("unlimited")")) == 0);
  CHECK(remarks(at(R"("50000 h", "downtime": "40 h")")) == 0);  // ten times the four hours from 0 on
  CHECK(remarks(at(R"("50000 h", "downtime": "41 h")")) == 1);
  CHECK(remarks(at(R"("50000 h", "initialization_time": 0)")) == 0);
  CHECK(remarks(at(R"("50000 h", "initialization_time": 300)")) == 0);
  CHECK(remarks(at(R"("50000 h")", R"(, "restart": "nccl")")) == 0);
  CHECK(remarks(at(R"("50000 h", "initialization_time": 300)", R"(, "restart": "nccl")")) == 1);  // parts in its place
  CHECK(remarks(at(R"("3 h")", R"(, "over": {"run.gpu_mttf": ["3 h"]})")) == 0);                  // whoever sweeps means it
  CHECK(remarks(at(R"("3 h")", R"(, "over": {"run.gpus": [8]})")) == 1);
}

}  // namespace scaling_limits::testing
