// SPDX-License-Identifier: Apache-2.0
// A question: its name, one line of text, the parts of a case that it needs and uses, arguments of its own, and what it gives.
// Whatever can be asked stands in questions(); the answers come from the rooms below. One more takes seven words:
//
//   Question       what can be asked; one more is one push_back (defined/questions_*.hpp)
//   Row, Argument  of its own: a number; a word or a list (kind.hpp)
//   Part           what was said of one kind, a number for each of its rows and its arguments (part.hpp)
//   Case           all that it may look at: run, strategy, ..., and `with`, the part of its own (case.hpp)
//   gives(f)       what f returns for a case: a result (gives.hpp)
//   ResultField    a row of the table of that result: a column of the answer (core/result_fields.hpp)
#pragma once
#include "../version.hpp"

#include "../core/result_fields.hpp"
#include "answer.hpp"
#include "case.hpp"

namespace scaling_limits::catalog {

/// A column, or one per name of what `each` gives: "shares.<term>", or the bare term where the column has no name.
struct ColumnOf {
  std::string_view name{}, unit{}, text{};
  Cell cell = Cell::number;
  std::vector<std::string_view> (*each)(const Case& at) = nullptr;
  std::string_view by{};  // what a name of `each` is, "term" or "field": for describe
  bool listed = false;    // of one of many results: its list has a place for each of them,
  bool joined = false;    // where each has a list of its own, one after the other
  std::string_view (*unit_of)(const Case& at, std::string_view name) = nullptr;  // where `unit` depends on what is asked
};

namespace detail {
class Writer;
}

/// An answer to a case whose parts stay where they are and take other values from element to element.
using Bound = std::function<void(Out&)>;

/// Columns, and how they are written at a case.
struct Gives {
  std::vector<ColumnOf> columns{};
  std::function<void(const Case& at, detail::Writer& to)> write{};
  // instead of write: what is looked up once for all elements
  std::function<std::function<void(detail::Writer& to)>(const Case& at)> prepare{};

  /// At a case, which outlives what is returned, and so does this.
  Bound bind(const Case& at) const;
};

/// A number of a part that the question finds by itself, whatever is given for it; one that it may have stands in.
struct Follows {
  std::string_view group{}, field{};
  double stand_in{};
};

struct Question {
  Name name{}, text{};
  std::vector<std::string_view> needs{};  // parts that must be given
  std::vector<std::string_view> uses{};   // parts that have a default
  std::vector<std::string_view> takes{};  // parts that may be given, and have no default
  std::vector<Row> rows{};                // its own arguments: numbers,
  std::vector<Argument> arguments{};      // words and lists
  Gives gives{};
  std::string (*none)(const Case& at) = nullptr;  // why there is no number, where neither strategy nor factors know
  std::vector<Follows> follows{};                 // what need not be given: the question finds it
  double (*number)(const Case& at) = nullptr;     // of a question that is one number and takes no arguments
  unsigned enters = 0;                            // the parts of a run that it looks at; 0: all fields

  Kind kind{};  // of its arguments; made of the above where it is listed

  /// All parts that it looks at.
  std::vector<std::string_view> parts() const {
    std::vector<std::string_view> all = needs;
    for (const auto* more : {&uses, &takes}) all.insert(all.end(), more->begin(), more->end());
    return all;
  }
  /// Whether a part that is not given has its default.
  bool looks_at(std::string_view part) const { return std::find(uses.begin(), uses.end(), part) != uses.end(); }
};

using Questions = std::deque<Question>;  // they stay where they are

inline constexpr ColumnOf status_column{"status", "", status_text, Cell::text};
inline constexpr ColumnOf note_column{"note", "", note_text, Cell::text};

/// A question as it is listed: with its kind, and a status and a reason beside a number that may be none, whatever was asked.
Question listed(Question question);
/// Why a number of an answer is none, as far as the strategy and the factors know.
std::string why_none(const Question& question, const Case& at);
/// What was said of it or, where nothing was, that a size lies outside what the factors know.
std::string or_outside(std::string why, const Case& at, double size, std::string_view unit = "GPUs");
/// The columns of an answer for a case, without asking anything of it. `asked`: those that are wanted, by name or by what
/// stands before a dot, "shares" for "shares.checkpoint"; none: all. Throws InvalidArgument where there is none of a name.
std::vector<Column> columns_of(const Question& question, const Case& at, std::vector<std::string>* terms = nullptr,
                               const std::vector<std::string>& asked = {});
/// A question that is one number: of a run and its strategy, or of whatever `needs` says.
Question scalar_question(std::string_view name, std::string_view unit, std::string_view text, double (*number)(const Case&),
                         std::vector<std::string_view> needs, std::vector<std::string_view> uses, unsigned enters = 0);

/// The size at which something is asked of a run that grows.
inline const Row size_if_given{"gpus", "1", "the size, such as a limit; not given: the run's own", if_given(positive)};

// what columns by term go through
std::vector<std::string_view> strategy_terms(const Case& at);
std::vector<std::string_view> strategy_shares(const Case& at);
std::vector<std::string_view> lost_shares(const Case& at);
/// The terms that the shares of a limit under a criterion can name; a cap may bind under each.
std::vector<std::string_view> criterion_terms(const AnyCriterion& criterion, const Case& at);
std::vector<std::string_view> limit_terms(const Case& at);
/// The fields of an aggregate.
template <class P>
std::vector<std::string_view> names_of(const Case&) {
  std::vector<std::string_view> names;
  for (const auto& field : fields_of<P>) names.push_back(field.name);
  return names;
}
/// The fields of the run but its size.
std::vector<std::string_view> growing_fields(const Case& at);
/// The unit of a field of the run, restart_time among them; empty where there is none.
std::string_view unit_of_run(const Case& at, std::string_view field);
/// The same with the unit of a column, by its name or of each of its parts, as it is at a case.
Gives in_units(Gives gives, std::string_view column, std::string_view (*unit_of)(const Case& at, std::string_view name));
/// What the name of a field of the run may be.
Value run_field_looks();

/// The largest size under the criterion of a case.
limits::Limit<> limit_of(const Case& at);

}  // namespace scaling_limits::catalog
