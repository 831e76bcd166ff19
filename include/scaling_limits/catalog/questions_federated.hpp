// SPDX-License-Identifier: Apache-2.0
// Questions to a round of federated training, whose clients report after times of a failure law.
#pragma once
#include "../version.hpp"

#include "questions_laws.hpp"

namespace scaling_limits::catalog {

template <class = void>
void add_federated_questions(Questions& to) {
  to.push_back({{"question", "round", "how often a round is complete and how long it takes", {}, {}, {}},
                {"round", "failure_law"},
                {},
                {{"completion", "1", "P(the round is complete in the end)"},
                 {"mean_time", "s", "until the last report that it waits for, or the timeout; unlimited: the note says why"},
                 note_column},
                [](const Case& at, const With&, Out& out) {
                  const auto& round = at.other<federated::Round>("round");
                  const failures::AnyLaw law = law_of(at);
                  out << round.completion(law) << round.mean_time(law) << round.note(law);
                }});
  to.push_back({{"question",
                 "round_completed_by",
                 "how often a round is complete by a time",
                 {{"time", "s", "after its start", {.lower = -inf, .upper = inf}, NaN, {1, 1e4}}},
                 {},
                 {}},
                {"round", "failure_law"},
                {},
                {{"round_completed_by", "1", "P(the round is complete by then)"}},
                [](const Case& at, const With& with, Out& out) {
                  out << at.other<federated::Round>("round").completed_by(with.numbers[0], law_of(at));
                }});
}

}  // namespace scaling_limits::catalog
