// SPDX-License-Identifier: Apache-2.0
// Text in, text out: what the command line, pages and other languages call.
#pragma once
#include "../version.hpp"

#include <string>
#include <string_view>

#include "describe.hpp"
#include "presets.hpp"
#include "request.hpp"
#include "text.hpp"
#include "text_written.hpp"

namespace scaling_limits::catalog {

/// The answer to a request in JSON, as JSON; {"error": {"field", "value", "message"}} for what cannot be asked. Never throws.
std::string ask(std::string_view json, const Tools* tools = nullptr) noexcept;

namespace detail {

std::string text_or_error(std::string (*made)(const void*), const void* by) noexcept;

}  // namespace detail

/// The text that `made` gives; {"error": {"field", "value", "message"}} where it throws. Never throws.
template <class F>
std::string text_or_error(const F& made) noexcept {
  return detail::text_or_error([](const void* by) -> std::string { return (*static_cast<const F*>(by))(); }, &made);
}

}  // namespace scaling_limits::catalog
