// SPDX-License-Identifier: Apache-2.0
// Questions to a history of jobs: what its words for states mean, which interruptions came in how much GPU-time.
#pragma once
#include "../../version.hpp"

#include "../../failures/job_history.hpp"
#include "../detail/number_list.hpp"
#include "../detail/rooms.hpp"
#include "../gives.hpp"

namespace scaling_limits::catalog {

namespace detail {

inline double outcome_number(std::string_view argument, const Value& word) {
  const std::string* text = word.text();
  const auto outcome = text ? failures::outcome_of(*text) : std::nullopt;
  if (outcome) return static_cast<double>(*outcome);
  throw Refused("job_history: " + std::string(argument) + " = " + (text ? in_quotes(*text) : "no text") +
                    " is no state that is known: say which of " + listed_words<failures::Outcome>() + " it is",
                std::string(argument), word);
}
inline const List& list_of(std::string_view argument, const Value& value) {
  if (const List* list = value.list()) return *list;
  throw Refused("job_history: " + std::string(argument) + " must be a list", std::string(argument), value);
}

/// How each attempt ended: words, or places in a list of words.
inline std::vector<double> outcomes_of(const Part& with) {
  std::vector<double> found;
  const Value *state = with.argument("state"), *states = with.argument("states");
  if (!states || states->is_null()) {
    if (state)
      for (const Value& word : list_of("state", *state)) found.push_back(outcome_number("state", word));
    return found;
  }
  std::vector<double> known;
  for (const Value& word : list_of("states", *states)) known.push_back(outcome_number("states", word));
  const NumberList list("job_history", {"state", "1", "", any_number}, with);
  const std::span<const double> places = list;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto last = static_cast<double>(known.size()) - 1;
    check("job_history", "state[" + std::to_string(i) + "]", places[i], whole(Range{.lower = 0, .upper = last}));
    found.push_back(known[static_cast<std::size_t>(places[i])]);
  }
  return found;
}

using CountedOutcomes = std::array<bool, words_of<failures::Outcome>.size()>;
inline CountedOutcomes counted_outcomes(const Part& with) {
  CountedOutcomes counts{};
  const Value* given = with.argument("counted");
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = failures::is_interruption(static_cast<failures::Outcome>(i));
  if (!given || given->is_null()) return counts;
  counts = {};
  for (const Value& word : list_of("counted", *given)) counts[static_cast<std::size_t>(outcome_number("counted", word))] = true;
  return counts;
}

inline constexpr Range known_or_not = if_given(any_number);

inline failures::HistoryCounts job_history(const Case& at) {
  constexpr std::string_view owner = "job_history";
  const Part& with = at.with;
  const NumberList start(owner, {"start", "s", "", known_or_not}, with), end(owner, {"end", "s", "", known_or_not}, with),
      time(owner, {"running_time", "s", "", known_or_not}, with), gpus(owner, {"gpus", "1", "", known_or_not}, with),
      job(owner, {"job", "1", "", any_number}, with);
  const std::vector<double> outcome = outcomes_of(with);
  const CountedOutcomes counts = counted_outcomes(with);
  return failures::history_counts({start, end, time, gpus, outcome, job}, counts, with["least_gpus"], with["confidence"]);
}

/// What a word for the end of a job means.
struct JobState {
  std::string state{}, outcome{};
  bool interruption = false;
  std::string note{};

  std::string_view status() const { return outcome.empty() ? "infeasible" : "ok"; }
};
constexpr auto fields(const JobState*) {
  using J = JobState;
  return std::tuple(
      ResultField("state", &J::state, "", "the word, of a number its name"),
      ResultField("outcome", &J::outcome, "", "what it means"),
      ResultField("interruption", &J::interruption, "1", "1: a failure stopped the job, unless somebody says otherwise"),
      status_field(&J::status), note_field(&J::note));
}
inline JobState job_state(const Case& at) {
  JobState found;
  const Value* text = at.with.argument("text");
  if (text && !text->is_null()) found.state = text_of("job_state", "text", at.with);
  if (const double code = at.with["code"]; code == code) found.state = failures::slurm_state(code);
  const Value* meant = at.with.argument("outcome");
  const bool said = meant && !meant->is_null();
  if (const auto outcome =
          said ? chosen<failures::Outcome>("job_state", "outcome", meant) : failures::outcome_of(found.state)) {
    found.outcome = to_word(*outcome), found.interruption = failures::is_interruption(*outcome);
    return found;
  }
  found.note = (found.state.empty() ? "no state is said" : in_quotes(found.state) + " is no state that is known") +
               std::string(": say which of ") + listed_words<failures::Outcome>() + " it is";
  return found;
}

inline Value known_times_look() { return json_schema::numbers("s", known_or_not); }
inline Value words_look() { return json_schema::list(json_schema::text()); }
inline Value states_look() { return Map{{"anyOf", List{words_look(), json_schema::numbers("1", whole(not_negative))}}}; }

}  // namespace detail

void add_history_questions(Questions& to) {
  using detail::known_times_look, detail::words_look;
  to.push_back(
      {.name = "job_history",
       .text = "interruptions of jobs and the GPU-time in which they came, from attempts that ended one way or another",
       .rows = {{"least_gpus", "1", "of attempts that are counted", not_negative, 0},
                {"confidence", "1", "that the interval holds the rate", inner_fraction, 0.95}},
       .arguments = {looking(known_times_look, {"start", "of each attempt [s]; null: not known", {}, {}, false}),
                     looking(known_times_look, {"end", "of each [s]; null: not known", {}, {}, false}),
                     looking([] { return json_schema::numbers("1", detail::known_or_not); },
                             {"gpus", "of each; null: not known", {}, {}, false}),
                     looking(detail::states_look,
                             {"state", "how each ended, a word such as NODE_FAIL, or its place in states", {}, {}, false}),
                     looking(words_look, {"states", "words of which state holds places; not given: state holds words"}),
                     looking(known_times_look, {"running_time", "of each [s]; not given: between start and end"}),
                     looking(detail::counts_look,
                             {"job", "a number for each, the same for attempts of one job; not given: all differ"}),
                     looking(words_look, {"counted", "ends that are interruptions; not given: failed and machine_failed"})},
       .gives = gives(detail::job_history, {{"end", detail::number_and_ends}})});
  to.push_back({.name = "job_state",
                .text = "what a word for the end of a job means: of Slurm, Kubernetes, public traces",
                .rows = {{"code", "1", "of Slurm's accounting database, in place of text", if_given(whole(not_negative))}},
                .arguments = {looking(json_schema::text, {"text", "the word; not given: none"}),
                              {"outcome", "what it means, whatever the table says; not given: as the table has it",
                               words_in<failures::Outcome>()}},
                .gives = gives(detail::job_state)});
}

}  // namespace scaling_limits::catalog
