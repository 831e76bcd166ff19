// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/core/stop.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <functional>
#include <thread>

namespace scaling_limits::testing {

using Catch::Matchers::Message;

TEST_CASE("a flag that another thread sets ends what looks at it", "[core]") {
  Stop stop;
  const std::function<void()> between = std::ref(stop);
  CHECK_NOTHROW(between());
  CHECK(!stop.is_set());
  std::thread other([&] { stop.set(); });
  while (!stop.is_set()) std::this_thread::yield();
  CHECK_THROWS_MATCHES(between(), Stopped, Message("stopped"));
  CHECK(!stop.is_late());
  other.join();
}

TEST_CASE("a flag sets itself when its time is over, and stays so", "[core]") {
  const Stop late(1e-9), never(inf), hours(1e6);
  while (!late.is_late()) std::this_thread::yield();
  CHECK(late.is_set());
  CHECK_THROWS_MATCHES(late(), Stopped, Message("stopped after 1e-09 s"));
  CHECK_NOTHROW(never());
  CHECK_NOTHROW(hours());
}

TEST_CASE("a flag refuses a time that is none", "[core]") {
  for (const double seconds : {0.0, -1.0, NaN, -inf}) CHECK_THROWS_AS(Stop(seconds), DomainError);
}

}  // namespace scaling_limits::testing
