// SPDX-License-Identifier: Apache-2.0
// The program that the page offers to take along, as a source, and beside it what it must print: written SOURCE ANSWER.
#include <fstream>

#include "scaling_limits/catalog/ask.hpp"
#include "scaling_limits/catalog/text_written.hpp"
#include "scaling_limits/published/presets.hpp"

using namespace scaling_limits::catalog;

namespace {

// a part of every kind, a sweep, and a name that would end a raw text
constexpr std::string_view request = R"json({
  "question": "limit",
  "run": {"preset": "llama3_405b", "downtime": "5 min"},
  "strategy": {"multilevel": {"levels": [{"tier": "host_memory", "share": 0.8}, {"tier": "own", "share": 0.2}]}},
  "criterion": {"elasticity_at_least": {"elasticity": 0.5}},
  "growth": "chinchilla",
  "factor": [{"strong_scaling": {"half_size": 2e5, "name": "of (another)request"}}],
  "over": {"run.gpu_mttf": ["20,000 h", "50,000 h", 1e9]}
})json";

}  // namespace

int main(int, char** to) {
  scaling_limits::published::register_presets();
  std::ofstream(to[1]) << cpp_text(from_json(request));
  std::ofstream(to[2]) << ask(request) << '\n';
}
