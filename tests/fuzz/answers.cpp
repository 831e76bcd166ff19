// SPDX-License-Identifier: Apache-2.0
// Random requests with what the native catalogue answers: answers [COUNT [SEED [WRONG]]] prints two lines for each, in JSON. The
// engine of the page is asked the same (web/tests/engine.test.mjs).
#include <cstdio>
#include <cstdlib>

#include "requests.hpp"
#include "scaling_limits/catalog/ask.hpp"
#include "scaling_limits/published/presets.hpp"

int main(int argc, char** argv) {
  using namespace scaling_limits;
  const auto number = [&](int at, double usual) { return argc > at ? std::atof(argv[at]) : usual; };
  const auto count = static_cast<std::uint64_t>(number(1, 100)), seed = static_cast<std::uint64_t>(number(2, 1));
  published::register_presets();
  catalog::register_calibrate();
  catalog::register_written();
  for (std::uint64_t i = 0; i < count; ++i) {
    testing::Draw draw(seed * 1000003 + i);
    std::string request;
    try {
      request = catalog::to_json(testing::Requests(draw, number(3, 0.02)).next());
    } catch (const InvalidArgument&) {  // drawn with what no text holds
      continue;
    }
    std::printf("%s\n%s\n", request.c_str(), catalog::ask(request).c_str());
  }
}
