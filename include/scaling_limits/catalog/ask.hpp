// SPDX-License-Identifier: Apache-2.0
// Text in, text out: what the command line, pages and other languages call.
#pragma once
#include "../version.hpp"

#include "describe.hpp"
#include "text_written.hpp"

namespace scaling_limits::catalog {

/// The text that `made` gives; {"error": {"field", "value", "message"}} where it throws. Never throws.
template <class F>
std::string text_or_error(const F& made) noexcept {
  const auto refused = [](std::string_view message, std::string_view field, const Value& value) {
    return to_json(error_value(message, field, value));
  };
  try {
    try {
      return made();
    } catch (const Refused& error) {
      try {
        return refused(error.what(), error.parameter, error.value);
      } catch (const InvalidArgument&) {  // an answer holds the value two levels deeper, where there may be no room for it
        return refused(error.what(), error.parameter, Value());
      }
    } catch (const std::exception& error) {
      return refused(error.what(), "", Value());
    }
  } catch (...) {  // not even the words for it could be made
    return R"({"error":{"field":"","value":null,"message":"out of memory"}})";
  }
}

/// The answer to a request in JSON, as JSON; {"error": {"field", "value", "message"}} for what cannot be asked. Never throws.
inline std::string ask(std::string_view json, const Tools* tools = nullptr) noexcept {
  return text_or_error([&] {
    register_written();
    return to_json(reply(from_json(json), tools));
  });
}

}  // namespace scaling_limits::catalog
