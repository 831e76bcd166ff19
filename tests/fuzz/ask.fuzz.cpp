// SPDX-License-Identifier: Apache-2.0
// libFuzzer's door to catalog::ask: the first byte says whether the rest is a text, or the choices from which a request is made.
#include <cstdio>
#include <cstdlib>

#include "requests.hpp"
#include "scaling_limits/published/presets.hpp"
#include "violations.hpp"

namespace {

using namespace scaling_limits;

void stop_at(const std::string& what, const std::string& request, const std::string& reply) {
  if (what.empty()) return;
  std::fprintf(stderr, "%s\n  %s\n  %s\n", what.c_str(), request.c_str(), reply.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  published::register_presets();
  catalog::register_calibrate();
  catalog::register_written();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  if (*data == '{' || *data == '[') {
    const std::string text(reinterpret_cast<const char*>(data), size), reply = catalog::ask(text);
    catalog::Value request;
    try {
      request = catalog::from_json(text);
    } catch (const InvalidArgument&) {  // no JSON: all that is asked of the reply is that it says so
    }
    stop_at(testing::violation(request, catalog::from_json(reply)), text, reply);
    return 0;
  }
  testing::Draw draw(std::span(data, size));
  testing::Requests requests(draw);
  const catalog::Value request = requests.next();
  const std::string text = catalog::to_json(request), reply = catalog::ask(text);
  const catalog::Value said = catalog::from_json(reply);
  stop_at(testing::violation(request, said), text, reply);
  stop_at(testing::violation_of_forms(request, said), text, reply);
  stop_at(testing::violation_of_effects(request, said, draw), text, reply);
  return 0;
}
