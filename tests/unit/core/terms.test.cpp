// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/core/terms.hpp>

#include <boost/multiprecision/cpp_dec_float.hpp>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

namespace scaling_limits::testing {

TEST_CASE("amounts of one name add up, others line up in the order given", "[core]") {
  Terms<double> terms{{"checkpoint", 1.0}, {"restart", 2.0}};
  terms.add("checkpoint", 3.0);
  terms.add("downtime", 0.5);
  CHECK(terms.size() == 3);
  CHECK(terms.of("checkpoint") == 4);
  CHECK(terms.of("nothing of the kind") == 0);
  CHECK(terms.sum() == 6.5);
  CHECK(terms.largest() == "checkpoint");
  CHECK(terms[2].name == "downtime");
}

TEST_CASE("an empty list sums to zero and has no largest term", "[core]") {
  const Terms<double> none;
  CHECK(none.empty());
  CHECK(none.sum() == 0);
  CHECK(none.largest().empty());
}

TEST_CASE("what no longer fits is kept as 'other': nothing is lost, and the list remembers", "[core]") {
  constexpr std::size_t room = Terms<double>::capacity;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < room + 4; ++i) names.push_back("term " + std::to_string(i));
  Terms<double> terms;
  for (std::size_t i = 0; i < room; ++i) terms.add(names[i], 1.0);
  CHECK_FALSE(terms.truncated());
  terms.add(names[0], 1.0);  // is there already
  CHECK_FALSE(terms.truncated());
  for (std::size_t i = room; i < names.size(); ++i) terms.add(names[i], 1.0);
  CHECK(terms.truncated());
  CHECK(terms.size() == room);
  CHECK(terms.sum() == double(room) + 5);
  CHECK(terms.of("other") == 5);
  // so do lists that are made from it
  CHECK(Terms<double>(terms).truncated());
  Terms<double> doubled;
  doubled.add_all(terms, [](double x) { return 2 * x; });
  CHECK(doubled.truncated());
  CHECK(doubled.sum() == 2 * terms.sum());
  terms = Terms<double>{};
  CHECK_FALSE(terms.truncated());
}

TEST_CASE("a list that is filled holds what it is filled with, whatever it held", "[core]") {
  using decimal = boost::multiprecision::cpp_dec_float_50;
  constexpr std::array<std::string_view, 2> names{"compute", "memory"};
  Terms<decimal> terms;
  for (std::size_t i = 0; i < Terms<decimal>::capacity + 1; ++i) terms.append("too many", decimal(1));
  REQUIRE(terms.truncated());
  terms.fill(names, {decimal(3), decimal(4)});
  CHECK_FALSE(terms.truncated());
  REQUIRE(terms.size() == 2);
  CHECK(terms[0].name == "compute");
  CHECK(terms.of("compute") == 3);
  CHECK(terms.of("memory") == 4);
  terms.fill<0>({}, {});
  CHECK(terms.empty());
}

TEST_CASE("copies are their own, also of scalars that are more than bytes", "[core]") {
  using decimal = boost::multiprecision::cpp_dec_float_50;
  Terms<decimal> first{{"a", decimal(1)}, {"b", decimal(2)}};
  Terms<decimal> second = first;
  second.add("a", decimal(1));
  second.add("c", decimal(5));
  first = second;
  first = *&first;
  second = Terms<decimal>{};
  CHECK(second.empty());
  CHECK(first.size() == 3);
  CHECK(first.sum() == 9);
}

TEST_CASE("a NaN amount never is the largest of a list that has a number first", "[core]") {
  const Terms<double> terms{{"a", 1.0}, {"b", NaN}, {"c", 2.0}};
  CHECK(terms.largest() == "c");
}

}  // namespace scaling_limits::testing
