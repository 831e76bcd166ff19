// SPDX-License-Identifier: Apache-2.0
// All that can be asked, and the answer for one case or for many elements of it.
#pragma once
#include "../version.hpp"

#include <map>
#include <string>
#include <vector>

#include "parts.hpp"
#include "question.hpp"

namespace scaling_limits::catalog {

/// All questions, in the order in which they are listed. One more is one more element.
Questions& questions();
/// What to say where a question is none: the nearest, or where all of them are listed.
std::string question_suggestion(std::string_view name);
/// A question by name; throws InvalidArgument with the nearest name.
const Question& question(std::string_view name);

/// One number that takes a value at each element.
struct Swept {
  std::string group{};    // "run", "factor", "with", ...
  std::size_t place = 0;  // among those of which there may be many
  std::size_t field = 0;  // its row
  const double* values = nullptr;
  std::size_t step = 1;  // 0: one value for all
};

/// A question with all that it is asked of, and what is swept of that.
struct Request {
  const Question* question = nullptr;
  std::map<std::string, std::vector<Part>, std::less<>> parts{};  // by group; of most there is one
  Part with{};
  const Tools* tools = nullptr;
  std::vector<std::string> columns{};  // that are wanted; none: all

  std::vector<Swept> swept{};
  bool scalar = true;    // whether nothing is, and the answer is one cell a column
  std::size_t size = 1;  // elements
  // of one that was read: by its path, the values that `swept` points to
  std::vector<std::string> paths{};
  std::vector<Numbers> values{};
};

/// The case of a request, as its parts stand.
Case case_of(const Request& request);

/// The answer for one case; of `columns` alone, where some are named. Throws where a parameter is out of range or missing.
Answer answer(const Question& question, Case at, const std::vector<std::string>& columns = {});
Answer answer(std::string_view name, Case at, const std::vector<std::string>& columns = {});
/// The answer to a request. Where something is swept, an element that is out of range, or has no answer, says so in its note.
Answer evaluate(Request request);

}  // namespace scaling_limits::catalog
