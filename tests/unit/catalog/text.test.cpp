// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/catalog/text.hpp>
#include <scaling_limits/core/errors.hpp>

#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <cstdint>
#include <random>

#include "scaling_limits/core/scalar.hpp"

namespace scaling_limits::testing {

using catalog::from_json;
using catalog::from_toml;
using catalog::List;
using catalog::Map;
using catalog::to_json;
using catalog::to_toml;
using catalog::Value;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

std::string repeated(std::string_view text, int n) {
  std::string all;
  for (int i = 0; i < n; ++i) all += text;
  return all;
}

/// So many entries, each with a key of its own.
std::string keys(int n, std::string_view after) {
  std::string all;
  for (int i = 0; i < n; ++i) all.append("\"k").append(std::to_string(i)).append(after);
  return all;
}

/// Random values: all kinds, awkward texts, numbers of every size.
class Maker {
 public:
  explicit Maker(std::uint64_t seed, bool with_null) : random_(seed), with_null_(with_null) {}
  Value value(int depth) {
    switch (below(depth > 0 ? 7 : 4)) {
      case 0:
        return with_null_ ? Value() : Value(true);
      case 1:
        return below(2) == 0;
      case 2:
        return number();
      case 3:
        return text();
      case 4: {
        List list;
        for (auto n = below(4); n > 0; --n) list.push_back(value(depth - 1));
        return list;
      }
      default:
        return map(depth);
    }
  }
  Map map(int depth) {
    Map all;
    for (auto n = below(5); n > 0; --n) all[text()] = value(depth - 1);
    return all;
  }

 private:
  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  double number() {
    const double x = std::bit_cast<double>(random_());
    switch (below(4)) {
      case 0:
        return std::isfinite(x) ? x : -0.0;
      case 1:
        return double(below(1000));
      case 2:
        return double(below(1ull << 54)) - 0x1p53;
      default:
        return double(below(100000)) / 1000;
    }
  }
  std::string text() {
    static const std::vector<std::string> pieces = {
        "a",   "Z9_-", " ",    ".",      "\"",     "\\",         "\n",     "\t",  "'",  "#",      "=",
        "[x]", "\x01", "\x7f", "\u00e9", "\u2028", "\U0001f600", "\"\"\"", "inf", "\r", "\u009b", "\U000e0041"};
    std::string all;
    for (auto n = below(4); n > 0; --n) all += pieces[below(pieces.size())];
    return all;
  }

  std::mt19937_64 random_;
  bool with_null_;
};

/// The same keys and values, in whatever order: TOML has its own.
bool alike(const Value& a, const Value& b) {
  if (const auto *p = a.list(), *q = b.list(); p && q) {
    if (p->size() != q->size()) return false;
    for (std::size_t i = 0; i < p->size(); ++i)
      if (!alike((*p)[i], (*q)[i])) return false;
    return true;
  }
  if (const auto *p = a.map(), *q = b.map(); p && q) {
    if (p->size() != q->size()) return false;
    for (const auto& [key, value] : *p)
      if (const auto* other = q->find(key); !other || !alike(value, *other)) return false;
    return true;
  }
  if (const auto *p = a.number(), *q = b.number(); p && q)
    return std::bit_cast<std::uint64_t>(*p) == std::bit_cast<std::uint64_t>(*q);
  return a == b;
}

}  // namespace

TEST_CASE("JSON in and out", "[catalog]") {
  const auto value = from_json(R"( {"b": [1, 2.5, true, null, "x"], "a": {"c": -0.0, "é": "\u00e9\n"}, "n": 100000} )");
  const Map wanted{{"b", List{1, 2.5, true, Value(), "x"}}, {"a", Map{{"c", -0.0}, {"\u00e9", "\u00e9\n"}}}, {"n", 100000}};
  CHECK(value == Value(wanted));
  CHECK(to_json(value) == R"({"b":[1,2.5,true,null,"x"],"a":{"c":-0.0,"é":"é\n"},"n":100000})");
  CHECK(to_json(value, 2) == R"({
  "b": [1, 2.5, true, null, "x"],
  "a": {
    "c": -0.0,
    "é": "é\n"
  },
  "n": 100000
})");
  CHECK(to_json(List{Map{}, List{}, Map{{"a", 1}}}, 1) == "[\n {},\n [],\n {\n  \"a\": 1\n }\n]");
  CHECK(from_json("\xef\xbb\xbf 3") == Value(3));
  CHECK(from_json("-12") == Value(-12));
  CHECK(to_json(List{1e300, 0x1p53, -0x1p53, 1e-7, 0.1}) == "[1e300,9007199254740992,-9007199254740992,1e-7,0.1]");
  CHECK(to_json(List{inf, -inf, NaN}) == R"(["unlimited","-unlimited",null])");
  CHECK(to_json(Value(std::string("\x01\"\\/\x7f"))) == "\"\\u0001\\\"\\\\/\\u007f\"");
  CHECK(to_json(Value("a\u009b\u202eé\u200d\U0001f600\U000e0041")) == "\"a\\u009b\\u202eé\u200d\U0001f600\\udb40\\udc41\"");
}

TEST_CASE("JSON that is refused, and where", "[catalog]") {
  struct Row {
    std::string text, why;
  };
  for (const Row& row : {
           Row{"", "JSON: line 1, column 1: syntax error while parsing value - unexpected end of input"},
           {"{\n \"a\": 1,\n \"a\": 2}", "JSON: line 3, column 4: the key 'a' stands twice"},
           {"{\"a\": 1\n  \"b\": 2}", "line 2, column 5: syntax error while parsing object"},
           {"[1,]", "line 1, column 4:"},
           {"[1] 2", "line 1, column 5: syntax error while parsing value - unexpected number literal; expected end of input"},
           {"[1e400]", "number overflow parsing '1e400'"},
           {"[-1e400]", "number overflow"},
           {"[NaN]", "invalid literal"},
           {"[01]", "column 4"},
           {"{a: 1}", "expected string literal"},
           {"// no\n1", "invalid literal"},
           {"'a'", "invalid literal"},
           {"\"\xff\"", "ill-formed UTF-8 byte"},
           {"\"\xc3\"", "ill-formed UTF-8 byte"},
           {"\"\\ud800\"", "surrogate"},
           {"\"a\nb\"", "line 2, column 1: syntax error while parsing value - invalid string: control character"},
           {"\u00e9", "line 1, column 1: syntax error while parsing value - invalid literal; last read: '?'"},
           {repeated("[", 100000), "JSON: line 1, column 65: more than 64 levels of nesting"},
           {repeated("{\"a\":", 100000), "more than 64 levels of nesting"},
           {repeated("[", 65) + repeated("]", 65), "more than 64 levels of nesting"},
           {"{" + keys(10001, "\": 1,") + "}", "more than 10000 keys in one table"},
       }) {
    CAPTURE(row.text.substr(0, 100));
    CHECK_THROWS_MATCHES(from_json(row.text), InvalidArgument, MessageMatches(ContainsSubstring(row.why)));
  }
  CHECK_NOTHROW(from_json(repeated("[", 64) + repeated("]", 64)));
  try {
    from_json(std::string(100000, 'x') + '"' + std::string(100000, 'x'));
    FAIL("no JSON");
  } catch (const InvalidArgument& error) {
    CHECK(std::string(error.what()).size() < 500);
  }

  CHECK_THROWS_MATCHES(to_json(Value("\xff")), InvalidArgument, MessageMatches(ContainsSubstring("not UTF-8")));
  CHECK_THROWS_MATCHES(to_json(Map{{"\xff", 1}}), InvalidArgument, MessageMatches(ContainsSubstring("not UTF-8")));
  Value deep;
  for (int i = 0; i < 65; ++i) deep = List{deep};
  CHECK_THROWS_MATCHES(to_json(deep), InvalidArgument, MessageMatches(ContainsSubstring("levels of nesting")));
  CHECK_NOTHROW(from_json(to_json(deep.list()->front())));
}

TEST_CASE("TOML in and out", "[catalog]") {
  const auto value = from_toml(R"(# a request
strategy = "blocking"
sizes = [1, 2.5, [inf, -inf]]
spares.cold = 0x10

[run]
gpus = 16_384
z = 1e3
"é a" = '''x
y'''
exact = true

[run.growth]

[[factor]]
kind = "step"
[factor.options]
a = 1
[[factor]]
)");
  const Map wanted{
      {"strategy", "blocking"},
      {"sizes", List{1, 2.5, List{inf, -inf}}},
      {"spares", Map{{"cold", 16}}},
      {"run", Map{{"gpus", 16384}, {"z", 1000}, {"\u00e9 a", "x\ny"}, {"exact", true}, {"growth", Map{}}}},
      {"factor", List{Map{{"kind", "step"}, {"options", Map{{"a", 1}}}}, Map{}}},
  };
  CHECK(value == Value(wanted));  // in the order of the file
  CHECK(to_toml(value) == R"(strategy = "blocking"
sizes = [1, 2.5, [inf, -inf]]

[spares]
cold = 16

[run]
gpus = 16384
z = 1000
"é a" = "x\ny"
exact = true

[run.growth]

[[factor]]
kind = "step"

[factor.options]
a = 1

[[factor]]
)");
  CHECK(to_toml(Map{{"a", Map{{"b", 1}}}, {"c", Value()}, {"d", 2}}) == "d = 2\n\n[a]\nb = 1\n");
  CHECK(to_toml(Map{{"a", List{Map{{"b c", List{}}, {"d", Value()}}, 1, Map{}}}}) == "a = [{ \"b c\" = [] }, 1, { }]\n");
  CHECK(to_toml(Map{{"a", "\x01\x7f\u00e9"}, {"b", -0.0}, {"c", 1e17}}) == "a = \"\\u0001\\u007fé\"\nb = -0.0\nc = 1e17\n");
  CHECK(to_toml(Map{{"\u202e", "\U000e0041"}}) == "\"\\u202e\" = \"\\U000e0041\"\n");
  CHECK(to_toml(Map{}) == "");
  CHECK(from_toml("") == Value(Map{}));
  CHECK(from_toml("\xef\xbb\xbf"
                  "a = 1\r\n\r\nb = 2") == Value(Map{{"a", 1}, {"b", 2}}));
  CHECK(std::isnan(*from_toml("a = nan").map()->find("a")->number()));
  // brackets, dots and letters beyond ASCII where they mean nothing
  CHECK(from_toml("a = \"\"\"]\u00e9\"\"\"\" # ]\u00e9\nb = ['''[''''', \"\u00e9\"]\nc = [\n [1], # [\n [\n]]\n'x.y' = 1") ==
        Value(Map{{"a", "]\u00e9\""}, {"b", List{"[''", "\u00e9"}}, {"c", List{List{1}, List{}}}, {"x.y", 1}}));
  CHECK(from_toml("v = [" + repeated("1.5, ", 100) + "] # " + repeated(".", 100)).map()->size() == 1);
}

TEST_CASE("TOML that is refused, and where", "[catalog]") {
  struct Row {
    std::string text, why;
  };
  for (const Row& row : {
           Row{"a = 1\na = 2",
               "TOML: line 2, column 5: Error while parsing key-value pair: cannot redefine existing integer 'a'"},
           {"a = ", "line 1, column 5:"},
           {"a = 1 b = 2", "line 1, column 7:"},
           {"a = 2030-01-01",
            "TOML: line 1, column 5: a is a date or a time; write a year as a number (2030.5), a time of day as a text"},
           {"a = [1,\n  07:30:00]", "line 2, column 3: a.1 is a date or a time"},
           {"a = 1979-05-27T07:32:00Z", "a is a date or a time"},
           {"[run]\ndowntime = 00:10:00", "line 2, column 12: run.downtime is a date or a time"},
           {"[[factor]]\n[[factor]]\nx = {at = [2030-01-01]}", "factor.1.x.at.0 is a date or a time"},
           {"a = 1e400", "'1e400'"},
           {"a = 99999999999999999999", "not representable in 64 bits"},
           {"a = \"\xff\"", "utf-8"},
           {"a = \"x\ny\"", "line"},
           {"a = '''x", "end-of-file"},
           {"a = [1, 2", "end-of-file"},
           {"[a]\n[a]", "redefine"},
           // what the parser takes for granted
           {"[[[a]]]", "TOML: line 1, column 2: a table has no name"},
           {"b = 1\n  [[=", "line 2, column 4: a table has no name"},
           {"[&", "a table has no name"},
           {"[\n", "a table has no name"},
           {"[ [a]]", "must be contiguous"},
           {"[]", "explicitly prohibited"},
           {"[", ""},
           {"a = [1, }", "line 1, column 9: a '}' that closes nothing"},
           {"a = ]", "a ']' that closes nothing"},
           {"a = {b = 1]", "a ']' that closes nothing"},
           {"\u00e9 = 1", "line 1, column 1: a character that must stand in quotes"},
           {"a = \u00e9", "line 1, column 5: a character that must stand in quotes"},
           {"a = \"\"\"x \\\n  \u00e9\"\"\"", "line 1, column 10: a backslash before a character beyond ASCII"},
           {"a" + repeated(".a", 100000) + " = 1", "more than 64 levels of nesting"},
           {"[a" + repeated(" . 'a'", 100000) + "]", "more than 64 levels of nesting"},
           {"a = " + repeated("[", 100000), "TOML: line 1, column 69: more than 64 levels of nesting"},
           {"a = " + repeated("{a = ", 100000), "more than 64 levels of nesting"},
           {repeated("[", 100000), "a table has no name"},
           {keys(10001, "\" = 1\n"), "more than 10000 keys in one table"},
           {"[a" + repeated(".a", 60) + "]\nb" + repeated(".b", 60) + " = 1", "more than 64 levels of nesting"},
       }) {
    CAPTURE(row.text.substr(0, 100));
    CHECK_THROWS_MATCHES(from_toml(row.text), InvalidArgument, MessageMatches(ContainsSubstring(row.why)));
  }
  CHECK_THROWS_AS(to_toml(Value(1)), InvalidArgument);
  CHECK_THROWS_AS(to_toml(List{}), InvalidArgument);
  CHECK_THROWS_MATCHES(to_toml(Map{{"a", List{1, Value()}}}), InvalidArgument, MessageMatches(ContainsSubstring("no null: a")));
  CHECK_THROWS_MATCHES(to_toml(Map{{"a", Map{{"b", List{Value()}}}}}), InvalidArgument,
                       MessageMatches(ContainsSubstring("a.b")));
  CHECK_THROWS_MATCHES(to_toml(Map{{"a", "\xff"}}), InvalidArgument, MessageMatches(ContainsSubstring("not UTF-8")));
  Value deep = 1;
  for (int i = 0; i < 65; ++i) deep = Map{{"a", deep}};
  CHECK_THROWS_MATCHES(to_toml(deep), InvalidArgument, MessageMatches(ContainsSubstring("levels of nesting")));
}

TEST_CASE("random values survive both formats", "[catalog]") {
  for (std::uint64_t seed = 0; seed < 10000; ++seed) {
    CAPTURE(seed);
    const Value value = Maker(seed, true).value(5);
    const auto json = to_json(value);
    const auto back = from_json(json);
    REQUIRE(alike(back, value));
    REQUIRE(to_json(back) == json);
    REQUIRE(alike(from_json(to_json(value, 2)), value));

    const Value map = Maker(seed, false).map(5);
    const auto toml = to_toml(map);
    CAPTURE(toml);
    const auto read = from_toml(toml);
    REQUIRE(alike(read, map));
    REQUIRE(to_toml(read) == toml);
  }
}

}  // namespace scaling_limits::testing
