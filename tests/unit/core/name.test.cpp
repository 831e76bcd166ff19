// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/core/name.hpp>

#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <thread>
#include <vector>

namespace scaling_limits::testing {

namespace {

struct Named {
  double value = 0;
  Name name = "standard";
};

}  // namespace

TEST_CASE("a literal is a name when compiling, at no cost", "[core]") {
  static constexpr Name name = "checkpoint";
  static_assert(name == "checkpoint" && name < "restart" && !name.empty() && Name().empty());
  static_assert(std::string_view(name).size() == 10);
  CHECK(Named{}.name == "standard");
  CHECK(Named{.name = "own"}.name == std::string_view("own"));
  CHECK(std::string("own") == Named{.name = "own"}.name);
}

TEST_CASE("a name outlives the text that it was made from", "[core]") {
  auto text = std::make_unique<std::string>("a name of more than a few letters, on the heap");
  const std::string copy = *text;
  const Name name(*text);
  const char* const own = std::string_view(*text).data();
  CHECK(name.text().data() != own);
  text->assign(text->size(), 'x');
  text.reset();
  CHECK(name == copy);
  // kept once
  CHECK(Name(copy).text().data() == name.text().data());
  CHECK(Name(copy) == name);
  const Named named{.name = Name(copy)};
  CHECK(named.name == name);
}

TEST_CASE("names made by many threads at once are the same names", "[core]") {
  std::vector<std::vector<Name>> made(4);
  std::vector<std::thread> threads;
  for (auto& own : made)
    threads.emplace_back([&own] {
      for (int i = 0; i < 2000; ++i) own.emplace_back(std::string_view("thread name " + std::to_string(i % 500)));
    });
  for (auto& thread : threads) thread.join();
  for (const auto& own : made)
    for (std::size_t i = 0; i < own.size(); ++i) REQUIRE(own[i].text().data() == made[0][i % 500].text().data());
  CHECK(made[3][77] == "thread name 77");
}

}  // namespace scaling_limits::testing
