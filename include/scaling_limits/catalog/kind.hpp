// SPDX-License-Identifier: Apache-2.0
// What everything that can be chosen says of itself: a name, one line of text, a row per number, what else it takes (words,
// lists), and the causes that it can name. Strategies, factors, criteria, failure laws, growth laws, tiers, chips are kinds
// alike.
#pragma once
#include "../version.hpp"

#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "../core/fields.hpp"
#include "../core/quantity.hpp"
#include "../core/suggest.hpp"
#include "../core/words.hpp"
#include "value.hpp"

namespace scaling_limits::catalog {

/// A row of a field table without its aggregate.
struct Row {
  std::string_view name{}, unit{}, doc{};
  Range range{};
  double standard = NaN;  // the default; NaN: must be given, or not given where the range says optional
  Usual usual{};
  Effect effect = Effect::unsaid;
  unsigned enters = 0;

  bool required() const { return standard != standard && !range.optional; }
};

/// What has a field table.
template <class P>
concept Tabled = requires(const P* p) { fields(p); };

template <class P>
std::vector<Row> rows_of() {
  std::vector<Row> rows;
  const P defaults{};
  for (const auto& f : fields_of<P>)
    rows.push_back({f.name, f.unit, f.doc, f.range, static_cast<double>(defaults.*f.member), f.usual, f.effect, f.enters});
  return rows;
}
/// The numbers of an aggregate, from the order of its table. Whole numbers are what their range says, or nothing at all.
template <class P>
void assign(P& to, const double* values) {
  for (const auto& field : fields_of<P>) {
    using T = std::remove_cvref_t<decltype(to.*field.member)>;
    if constexpr (std::integral<T>) to.*field.member = field.range.holds(*values) ? static_cast<T>(*values) : T(0);
    else to.*field.member = *values;
    ++values;
  }
}
template <class P>
std::vector<double> numbers_of(const P& from) {
  std::vector<double> numbers;
  for (const auto& field : fields_of<P>) numbers.push_back(static_cast<double>(from.*field.member));
  return numbers;
}

/// What is not a number: a word of a few, a text, a list of something.
struct Argument {
  std::string_view name{}, doc{};
  std::vector<std::string_view> words{};  // that it may be; empty: anything of the form that doc says
  Value standard{};                       // null: must be given, unless optional
  bool optional = true;
  Value (*in_full)(const Value& given) = nullptr;  // of one that holds quantities or names: with numbers in SI
};
template <class E>
Argument word(std::string_view name, std::string_view doc) {
  Argument argument{name, doc, {}, Value(words_of<E>[0].text)};
  for (const auto& w : words_of<E>) argument.words.push_back(w.text);
  return argument;
}
/// The value of an argument that is a word.
template <class E>
E chosen(std::string_view owner, std::string_view name, const Map& given) {
  const Value* value = given.find(name);
  if (!value || value->is_null()) return words_of<E>[0].value;
  if (const std::string* text = value->text()) return from_word<E>(owner, name, *text);
  throw InvalidArgument(std::string(owner) + ": " + std::string(name) + " must be " + listed_words<E>(), name);
}

/// One chosen thing, whatever it is: its numbers can be set, in the order of its rows.
struct Model {
  virtual ~Model() = default;
  virtual void assign(const double* numbers) = 0;
  virtual std::vector<double> numbers() const = 0;
  virtual void validate() const = 0;
};

/// Throws where an aggregate holds what its table or its own check excludes.
template <class P>
void check_aggregate(const P& value, std::string_view owner) {
  if constexpr (requires { value.validate(); }) value.validate();
  else if constexpr (requires { validate(value); }) validate(value);
  else scaling_limits::validate(value, owner);
}

/// A value behind the interface of its group: what all kinds have in common.
template <class Interface, class P>
struct Holds : Interface {
  P value;
  explicit Holds(P of) : value(std::move(of)) {}
  void assign(const double* numbers) override {
    if constexpr (Tabled<P>) catalog::assign(value, numbers);
  }
  std::vector<double> numbers() const override {
    if constexpr (Tabled<P>) return numbers_of(value);
    else return {};
  }
  void validate() const override {
    if constexpr (requires { value.validate(); }) value.validate();
  }
};

/// A plain aggregate as a model.
template <class P>
struct ModelOf final : Holds<Model, P> {
  std::string_view owner;
  ModelOf(P of, std::string_view called) : Holds<Model, P>(std::move(of)), owner(called) {}
  void validate() const override { check_aggregate(this->value, owner); }
};

/// The name of the class of a kind: StrongScaling of strong_scaling.
inline std::string class_name(std::string_view kind) {
  std::string name;
  bool upper = true;
  for (const char c : kind) {
    if (c != '_') name += upper ? static_cast<char>(c - 'a' + 'A') : c;
    upper = c == '_';
  }
  return name;
}

struct Kind {
  std::string_view group{};  // "strategy", "factor", ...
  std::string name{}, text{};
  std::vector<Row> rows{};
  std::vector<Argument> arguments{};
  std::function<std::shared_ptr<Model>(const Map& arguments)> make{};
  std::vector<std::string_view> causes{};
  std::string owner{};  // as error texts call it; empty: its name

  std::string_view called() const { return owner.empty() ? std::string_view(name) : std::string_view(owner); }
  const Row* row(std::string_view field) const {
    for (const Row& r : rows)
      if (r.name == field) return &r;
    return nullptr;
  }
  /// The place of a row by its name or, of the first, by that of the kind; the number of rows where there is none.
  std::size_t place_of(std::string_view field) const {
    if (field == name) return 0;
    std::size_t place = 0;
    while (place < rows.size() && rows[place].name != field) ++place;
    return place;
  }
  const Argument* argument(std::string_view of) const {
    for (const Argument& a : arguments)
      if (a.name == of) return &a;
    return nullptr;
  }
  /// The names of all that may be given.
  std::vector<std::string_view> names() const {
    std::vector<std::string_view> all;
    for (const Row& r : rows) all.push_back(r.name);
    for (const Argument& a : arguments) all.push_back(a.name);
    return all;
  }
};

/// The kinds of a group, in the order in which they are listed. What a user adds is a kind like the others.
class Group {
 public:
  Group(std::string_view name, std::initializer_list<Kind> kinds) : name_(name), kinds_(kinds), named_(true) {}
  /// Of one kind alone: its parts are fields, with no name, or a preset.
  explicit Group(Kind only) : name_(only.group), kinds_{std::move(only)}, named_(false) {}
  std::string_view name() const { return name_; }
  bool named() const { return named_; }
  auto begin() const { return kinds_.begin(); }
  auto end() const { return kinds_.end(); }
  std::size_t size() const { return kinds_.size(); }

  const Kind* find(std::string_view kind) const {
    for (const Kind& k : kinds_)
      if (k.name == kind) return &k;
    return nullptr;
  }
  /// By name, or by the name of its class (StrongScaling is strong_scaling); throws InvalidArgument with the nearest name.
  const Kind& at(std::string_view kind) const {
    if (const Kind* found = find(kind)) return *found;
    if (const Kind* found = find(snake_case(kind))) return *found;
    std::vector<std::string_view> names;
    for (const Kind& k : kinds_) names.push_back(k.name);
    throw InvalidArgument("no " + std::string(name_) + " named '" + std::string(kind) + "'" + suggestion(kind, names), "name",
                          kind);
  }
  /// One more kind, for the rest of the process; not while others are asking. A name that is taken is refused.
  const Kind& add(Kind kind) {
    if (find(kind.name)) throw InvalidArgument(std::string(name_) + " '" + kind.name + "' is there already");
    kind.group = name_;
    return kinds_.emplace_back(std::move(kind));
  }

 private:
  static std::string snake_case(std::string_view name) {
    std::string text;
    for (const char c : name) {
      const bool upper = c >= 'A' && c <= 'Z';
      if (upper && !text.empty()) text += '_';
      text += upper ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return text;
  }
  std::string_view name_;
  std::deque<Kind> kinds_;  // they stay where they are
  bool named_;              // parts say which kind they are
};

/// What a field, a word or a list was refused for: its path in the request, the value as it was given.
struct Refused : InvalidArgument {
  Refused(const std::string& text, std::string field, Value given_value)
      : InvalidArgument(text, field), value(std::move(given_value)) {}
  Value value;
};

/// Every field of a kind from what was given by name; what is not a number is collected in `arguments`.
struct Chosen {
  const Kind* kind = nullptr;
  std::vector<double> numbers{};
  Map arguments{};
};

/// The number that a value stands for in a row: a number in SI, a truth, or a text with its unit.
inline double number_of(std::string_view owner, const Row& row, const Value& value, const std::string& path) {
  const auto refuse = [&](const std::string& why) -> double {
    const std::string unit = row.unit == "1" ? "" : " [" + std::string(row.unit) + "]";
    throw Refused(std::string(owner) + ": " + std::string(row.name) + " " + why + row.range.text() + unit, path, value);
  };
  double x = NaN;
  if (value.is_null() && row.range.optional) return NaN;
  if (const double* number = value.number()) {
    x = *number;
  } else if (const bool* truth = value.truth()) {
    if (!row.range.boolean) return refuse(std::string("= ") + (*truth ? "true" : "false") + " must be ");
    x = *truth;
  } else if (const std::string* text = value.text()) {
    if (row.range.boolean) return refuse("= '" + *text + "' must be ");
    try {
      x = quantity(*text, row.unit);
    } catch (const InvalidArgument& error) {
      throw Refused(std::string(owner) + ": " + std::string(row.name) + ": " + error.what(), path, value);
    }
  } else {
    return refuse("must be one number, ");
  }
  // NaN stands for "not given" inside: as a value it is refused
  return x == x && row.range.holds(x) ? x : refuse("= " + to_text(x) + " must be ");
}

/// A list of numbers, or of quantities in a unit; empty where it is not given.
inline std::vector<double> numbers_in(std::string_view owner, const Row& row, const Map& given) {
  std::vector<double> numbers;
  const Value* value = given.find(row.name);
  if (!value || value->is_null()) return numbers;
  if (!value->list())
    throw Refused(std::string(owner) + ": " + std::string(row.name) + " must be a list of numbers", std::string(row.name),
                  *value);
  for (const Value& one : *value->list()) {
    const std::string place = std::to_string(numbers.size()), name = std::string(row.name) + "[" + place + "]";
    Row there = row;
    there.name = name;
    numbers.push_back(number_of(owner, there, one, std::string(row.name) + "." + place));
  }
  return numbers;
}

inline std::string joined(std::string_view path, std::string_view name) {
  return std::string(path) + (path.empty() || name.empty() ? "" : ".") + std::string(name);
}

/// Every field of a kind from what was given by name.
inline Chosen choose(const Kind& kind, const Map& fields, std::string_view path) {
  Chosen chosen{&kind, {}, {}};
  const std::string owner(kind.called());
  for (const auto& [name, value] : fields) {
    if (kind.row(name)) continue;
    if (!kind.argument(name))
      throw Refused(owner + " has no field '" + name + "'" + suggestion(name, kind.names()), joined(path, name), value);
    chosen.arguments[name] = value;
  }
  for (const Row& row : kind.rows) {
    const Value* given = fields.find(row.name);
    if (!given && row.required())
      throw Refused(owner + " needs '" + std::string(row.name) + "': " + std::string(row.doc), joined(path, row.name), Value());
    chosen.numbers.push_back(given ? number_of(owner, row, *given, joined(path, row.name)) : row.standard);
  }
  for (const Argument& argument : kind.arguments)
    if (!argument.optional && !chosen.arguments.find(argument.name))
      throw Refused(owner + " needs '" + std::string(argument.name) + "': " + std::string(argument.doc),
                    joined(path, argument.name), Value());
  return chosen;
}

/// The model of what was chosen, checked. What its kind refuses is refused by path.
inline std::shared_ptr<Model> made(const Chosen& chosen, std::string_view path) {
  try {
    auto model = chosen.kind->make(chosen.arguments);
    model->assign(chosen.numbers.data());
    model->validate();
    return model;
  } catch (const Refused& error) {
    throw Refused(error.what(), joined(path, error.parameter), error.value);
  } catch (const DomainError& error) {
    throw Refused(error.what(), joined(path, error.parameter), Value(error.value));
  } catch (const InvalidArgument& error) {
    const Value* given = error.parameter.empty() ? nullptr : chosen.arguments.find(error.parameter);
    throw Refused(error.what(), joined(path, error.parameter), given ? *given : Value());
  }
}
inline std::shared_ptr<Model> made(const Kind& kind, const Map& fields) { return made(choose(kind, fields, ""), ""); }

}  // namespace scaling_limits::catalog
