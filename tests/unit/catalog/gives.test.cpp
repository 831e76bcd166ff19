// SPDX-License-Identifier: Apache-2.0
// A question of one's own: its columns, their order, units and texts, and its cells are those of the table of its result, for
// all that a result may hold.
#include "scaling_limits/catalog/gives.hpp"

#include <catch2/catch_test_macros.hpp>

#include "library.hpp"
#include "scaling_limits/catalog/questions.hpp"

namespace scaling_limits::testing {

using catalog::Answer;
using catalog::By;
using catalog::Case;
using catalog::Cell;

namespace {

enum class Mood { calm, busy };
constexpr auto words(const Mood*) { return std::to_array<Word<Mood>>({{"calm", Mood::calm}, {"busy", Mood::busy}}); }

struct Part {
  std::string name{};
  double weight = NaN;
  Terms<double> terms{};
  std::vector<double> ends{};
};
constexpr auto fields(const Part*) {
  using P = Part;
  constexpr auto known = [](const P& part) { return part.terms.empty() ? nullptr : &part.terms; };
  return std::tuple(ResultField("name", &P::name, "", "its name"), ResultField("weight", &P::weight, "kg", "its weight"),
                    ResultField("terms", known, "s", "of each term", "term"),
                    ResultField("ends", &P::ends, "m", "one after the other"));
}

struct Side {
  std::string name{};
  double weight = NaN;
};
constexpr auto fields(const Side*) {
  return std::tuple(ResultField("name", &Side::name, "", "its name"), ResultField("weight", &Side::weight, "kg", "its weight"));
}

struct Whole {
  double size = 3;
  int count = 2;
  bool open = true;
  Mood mood = Mood::busy;
  Terms<double> losses{{"left", 1.0}, {"right", 2.0}};
  std::vector<double> by_side{4, 5}, list{6, 7, 8};
  std::vector<std::string> labels{"a", "b"};
  std::optional<Part> best{}, worst{};
  std::vector<Part> parts{};
  std::vector<Side> sides{};
  std::string note{};

  double twice() const { return 2 * size; }
};
constexpr auto fields(const Whole*) {
  using W = Whole;
  return std::tuple(ResultField("size", &W::size, "m", "how large"), ResultField("twice", &W::twice, "m", "and twice that"),
                    ResultField("count", &W::count, "1", "how many"), ResultField("open", &W::open, "1", "whether it is"),
                    ResultField("mood", &W::mood, "", "in a word"), ResultField("losses", &W::losses, "1", "by term", "term"),
                    ResultField("by_side", &W::by_side, "m", "by side", "side"), ResultField("list", &W::list, "m", "a list"),
                    ResultField("labels", &W::labels, "", "texts"), ResultField("best", &W::best, "", ""),
                    ResultField("worst", &W::worst, "", ""), ResultField("parts", &W::parts, "", ""),
                    ResultField("side", &W::sides, "", "", "side"), ResultField("note", &W::note, "", "why not"));
}

std::vector<std::string_view> terms_of(const Case&) { return {"left", "right", "neither"}; }
std::vector<std::string_view> sides_of(const Case&) { return {"north", "south"}; }

Part part(std::string name, double weight, Terms<double> terms = {}) { return {std::move(name), weight, terms, {weight, 0}}; }

Whole whole(const Case& at) {
  Whole made;
  made.size = at.with["size"];
  made.best = part("b", 9, {{"right", 1.5}});
  made.parts = {part("p", 1, {{"left", 0.5}}), part("q", 2)};
  made.sides = {{"n", 10}, {"s", 20}};
  if (made.size < 0) made.note = "no size below 0", made.size = NaN;
  return made;
}

const catalog::Question& asked() {
  static const catalog::Question question =
      catalog::listed({.name = "own_whole",
                       .text = "a thing and its parts",
                       .rows = {{"size", "m", "how large", Range{.lower = -inf, .upper = inf}}},
                       .gives = catalog::gives(whole, {{"term", terms_of}, {"side", sides_of}})});
  return question;
}

using Doubles = std::vector<double>;
Doubles list_of(const Answer& answer, std::string_view name) {
  const auto list = answer[name].lists[0];
  return {list.begin(), list.end()};
}

}  // namespace

TEST_CASE("the columns of a question are the table of its result", "[catalog]") {
  constexpr std::array<std::string_view, 4> cells{"x", "t", "xs", "ts"};
  std::string columns;
  for (const auto& c : catalog::columns_of(asked(), {})) {
    columns.append(c.name).append(" [").append(c.unit).append("] ");
    columns.append(cells[static_cast<std::size_t>(c.cell)]).append("\n");
  }
  CHECK(columns ==
        "size [m] x\ntwice [m] x\ncount [1] x\nopen [1] x\nmood [] t\n"
        "losses.left [1] x\nlosses.right [1] x\nlosses.neither [1] x\nby_side.north [m] x\nby_side.south [m] x\n"
        "list [m] xs\nlabels [] ts\n"
        "best.name [] t\nbest.weight [kg] x\nbest.terms.left [s] x\nbest.terms.right [s] x\nbest.terms.neither [s] x\n"
        "best.ends [m] xs\n"
        "worst.name [] t\nworst.weight [kg] x\nworst.terms.left [s] x\nworst.terms.right [s] x\nworst.terms.neither [s] x\n"
        "worst.ends [m] xs\n"
        "parts.name [] ts\nparts.weight [kg] xs\nparts.terms.left [s] xs\nparts.terms.right [s] xs\n"
        "parts.terms.neither [s] xs\nparts.ends [m] xs\n"
        "side.name.north [] t\nside.name.south [] t\nside.weight.north [kg] x\nside.weight.south [kg] x\n"
        "status [] t\nnote [] t\n");
  CHECK(asked().gives.columns[1].text == "and twice that");
}

TEST_CASE("the cells of an answer are the members of the result", "[catalog]") {
  const Answer answer = catalog::answer(asked(), {.with = {{"size", 3}}});
  const auto number = [&](std::string_view name) { return answer.number(name); };
  CHECK(number("size") == 3);
  CHECK(number("twice") == 6);
  CHECK(number("count") == 2);
  CHECK(number("open") == 1);
  CHECK(answer.text("mood") == "busy");
  CHECK(number("losses.left") == 1);
  CHECK(number("losses.neither") == 0);  // not listed
  CHECK(number("by_side.south") == 5);
  CHECK(list_of(answer, "list") == Doubles{6, 7, 8});
  CHECK(answer["labels"].words[0] == std::vector<std::string>{"a", "b"});
  CHECK(answer.text("best.name") == "b");
  CHECK(number("best.terms.right") == 1.5);
  CHECK(list_of(answer, "best.ends") == Doubles{9, 0});
  CHECK(answer["parts.name"].words[0] == std::vector<std::string>{"p", "q"});
  CHECK(list_of(answer, "parts.weight") == Doubles{1, 2});
  const auto left = list_of(answer, "parts.terms.left");
  CHECK(left[0] == 0.5);
  CHECK(std::isnan(left[1]));  // a part without terms
  CHECK(list_of(answer, "parts.ends") == Doubles{1, 0, 2, 0});
  CHECK(answer.text("side.name.south") == "s");
  CHECK(number("side.weight.north") == 10);
  // what is not there has no number, and says why
  CHECK(answer.text("worst.name") == "");
  CHECK(std::isnan(number("worst.weight")));
  CHECK(std::isnan(number("worst.terms.left")));
  CHECK(list_of(answer, "worst.ends").empty());
  CHECK(answer.text("status") == "infeasible");
  const Answer none = catalog::answer(asked(), {.with = {{"size", -1}}});
  CHECK(std::isnan(none.number("size")));
  CHECK(none.text("note") == "no size below 0");
}

TEST_CASE("what a question prepares is looked up once for all elements", "[catalog]") {
  static int looked_up = 0;
  const auto question = catalog::listed({.name = "own_prepared",
                                         .text = "a sum",
                                         .rows = {{"x", "1", "a number"}},
                                         .gives = catalog::gives("1", "x + 1", [](const Case& at) {
                                           ++looked_up;
                                           return [&at] { return at.with["x"] + 1; };
                                         })});
  const Doubles x{1, 2, 3};
  const catalog::Request all{.question = &question,
                             .with = catalog::Part(question.kind, {NaN}),
                             .swept = {{"with", 0, 0, x.data()}},
                             .scalar = false,
                             .size = x.size()};
  const Answer answer = catalog::evaluate(all);
  CHECK(answer["own_prepared"].numbers == Doubles{2, 3, 4});
  CHECK(looked_up == 1);
  CHECK(answer.text("status", 2) == "ok");
}

}  // namespace scaling_limits::testing
