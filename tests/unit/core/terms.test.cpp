// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/core/terms.hpp>

#include <boost/multiprecision/cpp_dec_float.hpp>
#include <catch2/catch_test_macros.hpp>
#include <string>

namespace scaling_limits::testing {

TEST_CASE("amounts of one cause add up, others line up in the order given", "[core]") {
  Terms<double> terms{{"checkpoint", 1.0}, {"restart", 2.0}};
  terms.add("checkpoint", 3.0);
  terms.add("downtime", 0.5);
  CHECK(terms.size() == 3);
  CHECK(terms.of("checkpoint") == 4);
  CHECK(terms.of("nothing of the kind") == 0);
  CHECK(terms.sum() == 6.5);
  CHECK(terms.largest() == "checkpoint");
  CHECK(terms[2].cause == "downtime");
}

TEST_CASE("an empty list sums to zero and has no largest cause", "[core]") {
  const Terms<double> none;
  CHECK(none.empty());
  CHECK(none.sum() == 0);
  CHECK(none.largest().empty());
}

TEST_CASE("what no longer fits is kept as 'other': nothing is lost", "[core]") {
  static const std::string causes[20] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j",
                                         "k", "l", "m", "n", "o", "p", "q", "r", "s", "t"};
  Terms<double> terms;
  for (const auto& cause : causes) terms.add(cause, 1.0);
  CHECK(terms.size() == Terms<double>::capacity);
  CHECK(terms.sum() == 20);
  CHECK(terms.of("other") == 5);
  const Terms<double> listed{{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}, {"e", 1}, {"f", 1}, {"g", 1}, {"h", 1}, {"i", 1},
                             {"j", 1}, {"k", 1}, {"l", 1}, {"m", 1}, {"n", 1}, {"o", 1}, {"p", 1}, {"q", 1}, {"r", 1}};
  CHECK(listed.sum() == 18);
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
  const Terms<double> terms{{"a", 1.0}, {"b", nan}, {"c", 2.0}};
  CHECK(terms.largest() == "c");
}

}  // namespace scaling_limits::testing
