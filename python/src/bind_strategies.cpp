// SPDX-License-Identifier: Apache-2.0
// Strategies, one line each, and what every strategy answers.
#include <scaling_limits/strategies/blocking.hpp>

#include "evaluate.hpp"
#include "rooms.hpp"

namespace scaling_limits::python {

namespace {

/// Why there is no answer, where there is none.
void explain(const Case& at, Answers& out) {
  if (const std::string note = at.strategy.note(at.run); !note.empty()) out.text("note", note);
}

}  // namespace

void bind_strategies(py::module_&) {
  register_strategy<strategies::Blocking<>>();

  const auto number = [](const char* name, auto function) {
    register_question(name, [=](const Case& at, Answers& out) {
      out.put(name, function(at));
      explain(at, out);
    });
  };
  number("interval", [](const Case& at) { return at.strategy.interval(at.run); });
  number("goodput", [](const Case& at) { return strategies::goodput(at.run, at.strategy); });
  number("overhead", [](const Case& at) { return strategies::overhead(at.run, at.strategy); });
  number("useful_throughput", [](const Case& at) { return strategies::useful_throughput(at.run, at.strategy); });
  register_question("losses", [](const Case& at, Answers& out) {
    out.put(at.strategy.losses(at.run), "losses");
    explain(at, out);
  });
  register_question("breakdown", [](const Case& at, Answers& out) {
    out.put(at.strategy.breakdown(at.run), "breakdown");
    explain(at, out);
  });
}

}  // namespace scaling_limits::python
