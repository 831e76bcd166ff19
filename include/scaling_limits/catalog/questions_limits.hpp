// SPDX-License-Identifier: Apache-2.0
// Questions of size: the largest under a criterion, what a goodput requires, time to train, the fastest and the cheapest size.
#pragma once
#include "../limits/required.hpp"
#include "question.hpp"

namespace scaling_limits::catalog {

namespace detail {

inline void put_limit(const Case& at, const limits::Limit<>& limit, Out& out) {
  const auto causes = limit_causes(at);
  out << limit.value << to_word(limit.status) << std::string_view(limit.binding) << std::string_view(limit.note) << limit.goodput
      << limit.efficiency;
  if (limit.status == limits::Status::ok) {
    out << limit.useful_gpus();
    out.each(limit.shares, causes);
  } else {
    out.skip(1 + causes.size());
  }
  out << std::vector<double>(limit.roots.begin(), limit.roots.end());
}

inline const std::vector<ColumnOf>& limit_columns() {
  static const std::vector<ColumnOf> columns{
      {"value", "GPU", "the largest size, never floored; unlimited or null: see status"},
      {"status", "", "ok, no limit or infeasible", Cell::text},
      {"binding", "", "the cause with the largest share", Cell::text},
      note_column,
      {"goodput", "1", "at the limit"},
      {"efficiency", "1", "product of all factors but goodput, at the limit"},
      {"useful_gpus", "GPU", "useful work at the limit, in ideal GPUs"},
      {"shares", "1", "what the cause has of the target; they sum to one", Cell::number, limit_causes, "cause"},
      {"roots", "GPU", "every size where terms and target meet, in rising order", Cell::numbers}};
  return columns;
}

}  // namespace detail

template <class = void>
void add_limit_questions(std::vector<Question>& to) {
  const std::vector<std::string_view> plan{"strategy", "growth", "factor"};
  to.push_back({{"question", "limit", "the largest size at which a criterion holds, and what binds there", {}, {}, {}},
                {"run", "criterion"}, plan, detail::limit_columns(),
                [](const Case& at, const With&, Out& out) { detail::put_limit(at, at.criterion->max_gpus(at), out); }});
  to.push_back({{"question", "fastest_gpus", "the size at which a run is done first: most useful throughput, whatever the work", {}, {}, {}},
                {"run"}, plan, detail::limit_columns(),
                [peak = criterion("peak_throughput")](const Case& asked, const With&, Out& out) {
                  Case at = asked;
                  at.criterion = peak;
                  detail::put_limit(at, peak->max_gpus(at), out);
                }});
  const Kind& cheapest = criteria().at("cheapest_gpus");
  to.push_back({{"question", "cheapest_gpus", cheapest.text, cheapest.rows, {}, {}},
                {"run"}, plan, detail::limit_columns(),
                [&cheapest](const Case& asked, const With& with, Out& out) {
                  Case at = asked;
                  at.criterion = std::static_pointer_cast<const CriterionModel>(made(Chosen{&cheapest, with.numbers, {}}, "with"));
                  detail::put_limit(at, at.criterion->max_gpus(at), out);
                }});
  to.push_back({{"question", "explain", "the equation of a limit with the run's numbers, term by term", {}, {}, {}},
                {"run", "criterion"}, plan,
                {{"text", "", "to be checked by hand", Cell::text}},
                [](const Case& at, const With&, Out& out) {
                  out << std::string_view(at.criterion->explain(at.criterion->max_gpus(at), at));
                }});
  to.push_back({{"question", "required", "the value of a field at which the run reaches a goodput, all else unchanged",
                 {{"goodput", "1", "to be reached; not given: that of the criterion goodput_at_least", optional(inner_fraction)}},
                 {{"field", "a field of the run, or restart_time as a whole", {}, {}, false}}, {}},
                {"run"}, {"strategy", "criterion"},
                {{"value", "", "the smallest or the largest value that reaches the goodput"},
                 {"at_least", "1", "1: the smallest, more being better; 0: the largest"},
                 {"field", "", "what was asked for", Cell::text},
                 {"unit", "", "of the value", Cell::text},
                 {"status", "", "ok, already met or infeasible", Cell::text}, note_column},
                [](const Case& at, const With& with, Out& out) {
                  const Value* field = with.given("field");
                  if (!field || !field->text()) throw invalid_argument("required: field must be the name of a field of the run", "field");
                  double goodput = with["goodput"];
                  if (goodput != goodput) {
                    if (!at.criterion || at.criterion->name() != "goodput_at_least")
                      throw invalid_argument("required needs 'goodput', or the criterion goodput_at_least", "goodput");
                    goodput = at.criterion->numbers()[0];
                  }
                  const auto found = limits::required(at.run, *field->text(), goodput, at.strategy);
                  out << found.value << (found.at_least ? 1.0 : 0.0) << found.field << found.unit << to_word(found.status)
                      << std::string_view(found.note);
                }});
  to.push_back({{"question", "time_to_train", "wall-clock time for an amount of work on the run's GPUs",
                 {{"work", "s", "ideal GPU-seconds, for instance tokens x FLOPs per token / achieved FLOP/s", not_negative}}, {}, {}},
                {"run"}, {"strategy", "factor"},
                {{"time_to_train", "s", "work / (gpus x efficiency x goodput)"}, status_column, note_column},
                [](const Case& at, const With& with, Out& out) {
                  const double time = limits::time_to_train(at.run, with["work"], at.strategy, at.factors);
                  out << time << std::string_view(time == time ? "ok" : "infeasible")
                      << std::string_view(time == time ? "" : at.strategy.note(at.run));
                }});
  to.push_back({{"question", "efficiency", "the useful share of so many GPUs as far as the factors go",
                 {{"gpus", "1", "the size", positive}}, {}, {}},
                {"factor"}, {},
                {{"efficiency", "1", "product of the factors"},
                 {"losses", "1", "-ln efficiency", Cell::number, [](const Case& at) {
                    std::vector<std::string_view> causes;
                    at.factors.add_causes(causes);
                    return causes;
                  }, "cause"}},
                [](const Case& at, const With& with, Out& out) {
                  const Terms<double> losses = at.factors.losses(with["gpus"]);
                  out << std::exp(-losses.sum());
                  std::vector<std::string_view> causes;
                  at.factors.add_causes(causes);
                  out.each(losses, causes);
                }});
}

}  // namespace scaling_limits::catalog
