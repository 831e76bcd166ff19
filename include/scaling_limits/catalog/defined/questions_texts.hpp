// SPDX-License-Identifier: Apache-2.0
// Questions whose answers are read: the limit as a sentence, quantities as people write them.
#pragma once
#include "../../version.hpp"

#include "../../analysis/headline.hpp"
#include "../detail/limit_answers.hpp"
#include "../detail/rooms.hpp"
#include "../detail/solver.hpp"
#include "../json_schema.hpp"

namespace scaling_limits::catalog {

namespace detail {

/// The text of an argument.
inline const std::string& text_of(std::string_view owner, std::string_view name, const With& with) {
  const Value* value = with.given(name);
  if (value && value->text()) return *value->text();
  throw Refused(std::string(owner) + ": " + std::string(name) + " must be a text", std::string(name), value ? *value : Value());
}

}  // namespace detail

void add_text_questions(Questions& to) {
  to.push_back({{"question", "headline", "the limit as a sentence, and how the run fares at its own size", {}, {}, {}},
                {"run"},
                {"criterion", "strategy", "growth", "factor"},
                {{"text", "", "rounded, to be read", Cell::text},
                 {"value", "GPU", "the largest size"},
                 {"status", "", "of the limit", Cell::text},
                 {"binding", "", "what binds there", Cell::text},
                 {"note", "", "why there is no limit or no answer; remarks", Cell::text}},
                [](const Case& at, const With&, Out& out) {
                  const limits::Limit<> limit = limit_of(at);
                  out << std::string_view(analysis::limit_sentence(limit, at.criterion) + " " +
                                          analysis::size_sentence(at.run, at.strategy))
                      << limit.value << to_word(limit.status) << limit.binding << std::string_view(limit.note);
                }});
  const Argument unit =
      looking(json_schema::text, {"unit", "SI unit of the number, such as \"s\", \"B/s\" or \"1\"", {}, Value("1")});
  to.push_back({{"question",
                 "quantity",
                 "the number of a text such as \"50,000 h\" or \"2 TB/s\", in a unit",
                 {},
                 {looking(json_schema::text, {"text", "what somebody wrote", {}, {}, false}), unit},
                 {}},
                {},
                {},
                {{"quantity", "", "in the unit"}},
                [](const Case&, const With& with, Out& out) {
                  const std::string& text = detail::text_of("quantity", "text", with);
                  try {
                    out << scaling_limits::quantity(text, detail::text_of("quantity", "unit", with));
                  } catch (const InvalidArgument& error) {
                    throw Refused(error.what(), "text", Value(text));
                  }
                }});
  to.push_back({{"question",
                 "quantity_text",
                 "a number with its unit as people write it",
                 {{"number", "1", "in the unit", Range{.lower = -inf, .upper = inf}},
                  {"digits", "1", "significant digits; 0: all that it takes to read the same number back", counted(0), 0}},
                 {unit},
                 {}},
                {},
                {},
                {{"text", "", "the quantity", Cell::text}},
                [](const Case&, const With& with, Out& out) {
                  const std::string& of = detail::text_of("quantity_text", "unit", with);
                  const int digits = static_cast<int>((std::min)(with["digits"], 17.));
                  out << std::string_view(digits > 0 ? quantity_text(with["number"], of, digits)
                                                     : quantity_text(with["number"], of));
                }});
}

}  // namespace scaling_limits::catalog
