// SPDX-License-Identifier: Apache-2.0
// Questions whose answers are read: the limit as a sentence, quantities as people write them.
#pragma once
#include "../../version.hpp"

#include "../../analysis/headline.hpp"
#include "../detail/limit_answers.hpp"
#include "../detail/rooms.hpp"
#include "../detail/solver.hpp"
#include "../gives.hpp"
#include "../json_schema.hpp"

namespace scaling_limits::catalog {

namespace detail {

/// The limit as a sentence.
struct Headline {
  std::string text{};
  limits::Limit<> limit{};
};
constexpr auto fields(const Headline*) {
  using H = Headline;
  return std::tuple(
      ResultField("text", &H::text, "", "rounded, to be read"),
      ResultField("value", within(&H::limit, &limits::Limit<>::value), "GPU", "the largest size"),
      ResultField("status", within(&H::limit, &limits::Limit<>::status), "", "of the limit"),
      ResultField("binding", within(&H::limit, &limits::Limit<>::binding), "", "what binds there"),
      ResultField("note", within(&H::limit, &limits::Limit<>::note), "", "why there is no limit or no answer; remarks"));
}
inline Headline headline(const Case& at) {
  Headline found{{}, limit_of(at)};
  found.text = analysis::limit_sentence(found.limit, at.criterion) + " " + analysis::size_sentence(at.run, at.strategy);
  return found;
}

inline double quantity_of(const Case& at) {
  const std::string& text = text_of("quantity", "text", at.with);
  try {
    return scaling_limits::quantity(text, text_of("quantity", "unit", at.with));
  } catch (const InvalidArgument& error) {
    throw Refused(error.what(), "text", Value(text));
  }
}

}  // namespace detail

void add_text_questions(Questions& to) {
  to.push_back({.name = "headline",
                .text = "the limit as a sentence, and how the run fares at its own size",
                .needs = {"run"},
                .uses = {"criterion", "strategy", "growth", "factor"},
                .gives = gives(detail::headline)});
  const Argument unit =
      looking(json_schema::text, {"unit", "SI unit of the number, such as \"s\", \"B/s\" or \"1\"", {}, Value("1")});
  to.push_back({.name = "quantity",
                .text = "the number of a text such as \"50,000 h\" or \"2 TB/s\", in a unit",
                .arguments = {looking(json_schema::text, {"text", "what somebody wrote", {}, {}, false}), unit},
                .gives = in_units(gives("", "in the unit", detail::quantity_of), "", [](const Case& at, std::string_view) {
                  const std::string& in = text_of("quantity", "unit", at.with);
                  const auto* row = scaling_limits::detail::find_written(in);
                  return row ? row->unit : std::string_view(in == "1" ? "1" : "");
                })});
  to.push_back(
      {.name = "quantity_text",
       .text = "a number with its unit as people write it",
       .rows = {{"number", "1", "in the unit", Range{.lower = -inf, .upper = inf}},
                {"digits", "1", "significant digits; 0: all that it takes to read the same number back", counted(0), 0}},
       .arguments = {unit},
       .gives = gives("text", "", "the quantity", [](const Case& at) {
         const std::string& of = text_of("quantity_text", "unit", at.with);
         const int digits = static_cast<int>((std::min)(at.with["digits"], 17.));
         return digits > 0 ? quantity_text(at.with["number"], of, digits) : quantity_text(at.with["number"], of);
       })});
}

}  // namespace scaling_limits::catalog
