// SPDX-License-Identifier: Apache-2.0
// The one evaluator: a question about a run, its strategy and its limit, answered for every element of broadcast arrays.
// A new result is one registration line: register_question("name", [](const Case& at, Answers& out) { out.put("name", ...); });
#pragma once
#include "erased.hpp"

namespace scaling_limits::python {

/// The columns of an answer: numbers and texts by group and name. A column that first appears late holds NaN before.
class Answers {
 public:
  explicit Answers(std::size_t n) : size_(n) {}

  void start(std::size_t element) { element_ = element, next_ = 0; }
  void put(std::string_view name, double value, std::string_view group = {}) { column(group, name).numbers[element_] = value; }
  void put(const Terms<double>& terms, std::string_view group) {
    for (const auto& term : terms) put(term.cause, term.amount, group);
  }
  void text(std::string_view name, std::string_view value) {
    Column& to = column({}, name);
    to.is_text = true;
    std::size_t label = 0;
    while (label < to.labels.size() && to.labels[label] != value) ++label;
    if (label == to.labels.size()) to.labels.emplace_back(value);
    to.numbers[element_] = static_cast<double>(label);
  }

  struct Column {
    std::string group, name;
    std::vector<double> numbers;
    std::vector<std::string> labels;
    bool is_text = false;
  };
  const std::vector<Column>& columns() const { return columns_; }

 private:
  // elements answer in the same order: the column after the last one is nearly always the one
  Column& column(std::string_view group, std::string_view name) {
    for (std::size_t tried = 0; tried < columns_.size(); ++tried, ++next_) {
      if (next_ >= columns_.size()) next_ = 0;
      if (columns_[next_].name == name && columns_[next_].group == group) return columns_[next_++];
    }
    columns_.push_back({std::string(group), std::string(name), std::vector<double>(size_, nan), {}, false});
    next_ = columns_.size();
    return columns_.back();
  }

  std::size_t size_, element_ = 0, next_ = 0;
  std::vector<Column> columns_;
};

struct Question {
  std::function<void(const Case&, Answers&)> answer;
  std::vector<std::string> fields;  // of the run, that it depends on; empty: all, and the strategy
};

inline std::map<std::string, Question, std::less<>>& questions() {
  static std::map<std::string, Question, std::less<>> all;
  return all;
}
inline void register_question(const char* name, std::function<void(const Case&, Answers&)> answer,
                              std::vector<std::string> fields = {}) {
  questions()[name] = {std::move(answer), std::move(fields)};
}

/// evaluate, fields_of_run, kinds, questions: what scaling_limits/_evaluate.py and _parameters.py call.
void bind_evaluate(py::module_& core);
/// The rows of a table as Python sees them.
py::tuple to_python(const std::vector<FieldRow>& rows);

}  // namespace scaling_limits::python
