// SPDX-License-Identifier: Apache-2.0
// What ask.hpp declares.
#pragma once
#include "../../version.hpp"

#include "../ask.hpp"

namespace scaling_limits::catalog {

std::string detail::text_or_error(std::string (*made)(const void*), const void* by) noexcept {
  const auto refused = [](std::string_view message, std::string_view field, const Value& value) {
    return to_json(error_value(message, field, value));
  };
  try {
    try {
      return made(by);
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

std::string ask(std::string_view json, const Tools* tools) noexcept {
  return text_or_error([&] {
    register_written();
    return to_json(reply(from_json(json), tools));
  });
}

}  // namespace scaling_limits::catalog
