// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "library.hpp"
#include "scaling_limits/catalog/text.hpp"
#include "scaling_limits/catalog/uncertain.hpp"

using namespace scaling_limits;
using namespace scaling_limits::catalog;
using Catch::Matchers::ContainsSubstring;

namespace {

Map said(const char* json) { return *from_json(json).map(); }

const char* const uncertain_request = R"({"question": "limit", "run": {"gpus": 16384}, "criterion": {"goodput_at_least": 0.9},
  "strategy": {"asynchronous": {"copy_bandwidth": 1e14}}, "factor": [{"strong_scaling": {"half_size": 1e5}}]})";

std::string found(const char* path, const char* value) {
  return to_json(uncertain_input(said(uncertain_request), path, from_json(value)));
}

std::string found_in(const char* parts, const char* path, const char* value = R"("1 to 2")") {
  const std::string request = R"({"question": "goodput", "run": {"gpus": 16384})" + std::string(parts) + "}";
  return to_json(uncertain_input(said(request.c_str()), path, from_json(value)));
}

}  // namespace

TEST_CASE("what is uncertain is read in the unit of its field, whatever the form", "[catalog]") {
  const std::string mttf = R"({"distribution":{"name":"lognormal","low":7200,"high":14400,"credibility":0.9},"unit":"s"})";
  CHECK(found("run.gpu_mttf", R"("2 h to 4 h")") == mttf);
  CHECK(found("run.gpu_mttf", R"({"lognormal": {"low": "2 h", "high": 14400}})") == mttf);
  CHECK(found("run.gpu_mttf", R"({"name": "lognormal", "low": 7200, "high": "240 min"})") == mttf);
  CHECK(found("run.mtbf", R"("2 h to 4 h")") == mttf);  // in place of a field
  CHECK(found("run.gpu_mttf", R"(["2 h", 60, "1 h"])") ==
        R"({"distribution":{"name":"empirical","values":[7200,60,3600]},"unit":"s"})");
  CHECK_THAT(found("run.write_bandwidth", R"("1 / 2 / 4 TB/s")"), ContainsSubstring(R"("median":2000000000000)"));
  CHECK_THAT(found("strategy.copy_bandwidth", R"("1 to 4 TB/s")"), ContainsSubstring(R"("unit":"B/s")"));
  CHECK_THAT(found("factor.0.half_size", R"("1e5 to 2e5")"), ContainsSubstring(R"("low":100000)"));
  CHECK_THAT(found("criterion.goodput_at_least", R"({"beta": {"low": "80 %", "high": 0.95}})"),
             ContainsSubstring(R"("low":0.8)"));
  CHECK_THAT(found("growth.checkpoint_bytes", R"({"normal": {"low": 0, "high": 1}})"), ContainsSubstring("normal"));
}

TEST_CASE("what leads nowhere, or is no distribution, is refused by its path", "[catalog]") {
  const std::tuple<const char*, const char*, const char*> bad[]{
      {"run.gpu_mtff", R"("2 h to 4 h")", "did you mean 'gpu_mttf'"},
      {"ran.gpus", R"("2 to 4")", "is of no part that 'limit' looks at"},
      {"tier.latency", R"("2 s to 4 s")", "is of no part"},
      {"gpus", R"("2 to 4")", "is no path such as run.gpus"},
      {"factor.1.half_size", R"("2 to 4")", "there is no factor 1"},
      {"run.gpus", "3", "must be a text such as '2 to 4'"},
      {"run.gpus", R"("2 h to 4 h")", "run.gpus: '2 h'"},
      {"run.gpus", R"({"lognormal": {"low": 2}})", "needs 'high'"},
      {"run.gpus", R"({"lognormal": {"low": 4, "high": 2}})", "low = 4 must be below high = 2"},
      {"run.gpus", R"({"norml": {"low": 4, "high": 2}})", "no distribution named 'norml'"},
      {"run.gpus", R"({"metalog": {"low": 1, "median": 1.01, "high": 4}})", "too skewed"},
      {"run.gpus", "[]", "values is empty"}};
  for (const auto& [path, value, why] : bad) {
    CAPTURE(path, value);
    CHECK_THROWS_WITH(found(path, value), ContainsSubstring(why));
    CHECK_THROWS_AS(found(path, value), Refused);
  }
}

TEST_CASE("what stops a run and how it restarts may be uncertain", "[catalog]") {
  const char* const own = R"(, "cause": [{"name": "gpu", "mttf": 1e9}, {"name": "hang", "share": 0.1}])";
  CHECK_THAT(found_in(own, "cause.0.mttf", R"("1e5 h to 2e5 h")"), ContainsSubstring(R"("low":360000000)"));
  CHECK_THAT(found_in(own, "cause.1.share", R"("5 % to 20 %")"), ContainsSubstring(R"("low":0.05)"));
  CHECK_THAT(found_in(R"(, "cause": {"name": "gpu"})", "cause.0.detection", R"("1 min to 1 h")"), ContainsSubstring("60"));
  CHECK_THAT(found_in("", "restart.communicator_time", R"("1 min to 5 min")"), ContainsSubstring(R"("unit":"s")"));
  // the name of a ready-made list stands for its rows, wherever it stands
  CHECK_THAT(found_in(R"(, "cause": "llama3_405b")", "cause.17.events"), ContainsSubstring(R"("unit":"1")"));
  CHECK_THAT(found_in(R"(, "cause": [{"name": "own", "mttf": 1e9}, {"preset": "llama3_405b"}])", "cause.18.events"),
             ContainsSubstring(R"("unit":"1")"));
  const std::tuple<const char*, const char*, const char*> bad[]{
      {own, "cause.2.share", "there is no cause 2; the last is cause.1"},
      {"", "cause.0.share", "there is no cause 0"},
      {own, "cause.0.mtff", "did you mean 'mttf'"},
      {own, "cause.mttf", "is no path such as run.gpus or factor.0.half_size"},
      {own, "causes.0.mttf", "did you mean 'cause'"},
      {R"(, "cause": "llama3_405")", "cause.0.events", "did you mean 'llama3_405b'"},
      {"", "restart.comunicator_time", "did you mean 'communicator_time'"}};
  for (const auto& [parts, path, why] : bad) {
    CAPTURE(parts, path);
    CHECK_THROWS_WITH(found_in(parts, path), ContainsSubstring(why));
    CHECK_THROWS_AS(found_in(parts, path), Refused);
  }
}
