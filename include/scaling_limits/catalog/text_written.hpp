// SPDX-License-Identifier: Apache-2.0
// A request as a text: only what differs from another one (what a link carries), that laid over it again, and the program or
// the file that asks the same; and the question that answers them. register_written() adds it to the others.
#pragma once
#include "../version.hpp"

#include <string>

#include "../core/words.hpp"
#include "value.hpp"

namespace scaling_limits::catalog {

/// What a request is written as.
enum class Writing { full, difference, merged, python, cpp, toml };
constexpr auto words(const Writing*) {
  return std::to_array<Word<Writing>>({{"full", Writing::full},
                                       {"difference", Writing::difference},
                                       {"merged", Writing::merged},
                                       {"python", Writing::python},
                                       {"cpp", Writing::cpp},
                                       {"toml", Writing::toml}});
}

/// What has to be said of a request where another is known: what differs, and null for what it has not. Parts of another kind
/// are said whole.
Value difference(const Value& request, const Value& base);
/// The request again: merged(difference(request, base), base) asks what it did.
Value merged(const Value& difference, const Value& base);
/// A program in Python that asks it and prints the answer.
std::string python_text(const Value& request);
/// A program in C++ that asks it and prints the answer as JSON.
std::string cpp_text(const Value& request);
/// A file for `scaling-limits ask`.
std::string toml_text(const Value& request);
/// Adds the question to the others; once is enough.
void register_written();

}  // namespace scaling_limits::catalog
