// SPDX-License-Identifier: Apache-2.0
// What everything that can be chosen says of itself: a name, one line of text, a row per number, what else it takes (words,
// lists), and the terms that it can name. Strategies, factors, criteria, failure laws, growth laws, tiers, chips are kinds
// alike.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "../core/fields.hpp"
#include "../core/hooks.hpp"
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

/// A name more, unless it is listed.
template <class Names>
void add_once(Names& names, std::string_view one) {
  if (std::find(names.begin(), names.end(), one) == names.end()) names.emplace_back(one);
}

/// What stands where an optional parameter is not given, as its text says: "the best"; "not given" where it does not.
constexpr std::string_view otherwise(std::string_view doc) {
  constexpr std::string_view mark = "not given: ";
  const auto at = doc.find(mark);
  return at == doc.npos ? mark.substr(0, mark.size() - 2) : doc.substr(at + mark.size());
}

/// What has a table of parameters.
template <class P>
concept Tabled = requires(const P* p) { fields(p).size(); };

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
/// The same over duals, with the derivative in the number of one row.
template <class T, class P>
auto moved_over(const P& from, std::size_t row) {
  auto moved = over<T>(from);
  (moved.*fields_of<decltype(moved)>[row].member).slope = 1;
  return moved;
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
  std::vector<std::string_view> parts{};           // of a list of tables: the parts that each holds, by group
  std::vector<Row> rows{};                         // and its numbers
  Value (*looks)() = nullptr;  // of one that is no word: what it may be, as json_schema.hpp says such things
  Value example{};             // of one that must be given: what to begin with
  bool each = false;           // of a list: whether the question answers for each entry
};
/// An argument that is no word, what it looks like, and what to begin with.
inline Argument looking(Value (*looks)(), Argument argument, Value example = {}) {
  argument.looks = looks;
  argument.example = std::move(example);
  return argument;
}
inline Argument each_of(Argument list) {
  list.each = true;
  return list;
}
template <class E>
std::vector<std::string_view> words_in() {
  std::vector<std::string_view> all;
  for (const auto& w : words_of<E>) all.push_back(w.text);
  return all;
}
template <class E>
Argument word(std::string_view name, std::string_view doc) {
  return {name, doc, words_in<E>(), Value(words_of<E>[0].text)};
}
/// The value of an argument that is a word; the first of its words where there is none.
template <class E>
E chosen(std::string_view owner, std::string_view name, const Value* value) {
  if (!value || value->is_null()) return words_of<E>[0].value;
  if (const std::string* text = value->text()) return from_word<E>(owner, name, *text);
  throw InvalidArgument(std::string(owner) + ": " + std::string(name) + " must be " + listed_words<E>(), name);
}

template <class E>
E chosen(std::string_view owner, std::string_view name, const Map& given) {
  return chosen<E>(owner, name, given.find(name));
}

/// One chosen thing, whatever it is: its numbers can be set, in the order of its rows.
struct Model {
  std::optional<std::vector<std::string>> given{};  // which of its fields were given; nothing: that is not known
  virtual ~Model() = default;
  virtual void assign(const double* numbers) = 0;
  /// Where the number of a row stands, if it can be set there by itself; nullptr: only all together are assigned.
  virtual double* place(std::size_t /*row*/) { return nullptr; }
  virtual std::vector<double> numbers() const = 0;
  virtual std::vector<Row> rows() const { return {}; }  // of those numbers, where a table has them
  virtual void validate() const = 0;
};

/// Throws where an aggregate holds what its table or its own check excludes.
template <class P>
void check_aggregate(const P& value, std::string_view owner) {
  if constexpr (requires { value.validate(); }) value.validate();
  else if constexpr (requires { validate(value); }) validate(value);
  else scaling_limits::validate(value, owner);
}

/// One of a group whose kinds answer more than that: a table of hooks (core/hooks.hpp).
template <template <class> class Table>
struct Hooked : Model {
  Hooked() = default;
  Hooked(const Hooked&) = delete;
  template <class P>
  void answers_by(const P& value) {
    value_ = &value, hooks_ = &hooks_of<Table, P>();
  }
  template <class H, class... A>
  decltype(auto) ask(H Table<void>::* hook, A&&... a) const {
    return (hooks_->*hook)(value_, std::forward<A>(a)...);
  }

 private:
  const void* value_ = nullptr;
  const Table<void>* hooks_ = nullptr;
};

/// A value behind the interface of its group: what all kinds have in common.
template <class Interface, class P>
struct Holds : Interface {
  P value;
  explicit Holds(P of) : value(std::move(of)) {
    if constexpr (requires { this->answers_by(value); }) this->answers_by(value);
  }
  void assign(const double* numbers) override {
    if constexpr (Tabled<P>) catalog::assign(value, numbers);
  }
  double* place(std::size_t row) override {
    if constexpr (Tabled<P>)
      if constexpr (std::same_as<scalar_of<P>, double>) return &(value.*fields_of<P>[row].member);
    return nullptr;
  }
  std::vector<double> numbers() const override {
    if constexpr (Tabled<P>) return numbers_of(value);
    else return {};
  }
  std::vector<Row> rows() const override {
    if constexpr (Tabled<P>) return rows_of<P>();
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

/// One of a group whose kinds are behind one type of another room, Any (a law, a distribution).
template <class Any>
struct Behind : Model {
  virtual Any any() const = 0;
};
template <class Any, class P>
struct BehindOf final : Holds<Behind<Any>, P> {
  using Holds<Behind<Any>, P>::Holds;
  Any any() const override { return this->value; }
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

/// What people know in place of a row's number: rows of its own, all of them given, and the number that they make. One that
/// stands for two rows together stands for the one that is not given: for the second where the first is.
struct Instead {
  std::string_view row{};  // whose place it takes
  std::vector<Row> rows{};
  std::vector<std::string_view> beside{};           // rows of the kind that it is converted with
  double (*number)(const double* given) = nullptr;  // of rows, then beside; NaN: there is none
  std::string_view why_not{};                       // where there is none
  // of one for two: the second, first of `beside`; its number, of rows, of `row` in its place and of the others; and the number
  // at which `row` stands for one that nobody knows where neither is given, NaN: then at none
  std::string_view or_row{};
  double (*or_number)(const double* given) = nullptr;
  double unknown = NaN;
};

struct Kind {
  std::string_view group{};  // "strategy", "factor", ...
  std::string name{}, text{};
  std::vector<Row> rows{};
  std::vector<Argument> arguments{};
  std::function<std::shared_ptr<Model>(const Map& arguments)> make{};
  std::vector<std::string_view> terms{};
  std::string owner{};  // as error texts call it; empty: its name
  std::vector<Instead> instead{};
  // fields that are said in another way, as those that they say; nullptr: none are
  Map (*respelled)(Map fields, std::string_view path) = nullptr;

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
    for (const Instead& i : instead)
      for (const Row& r : i.rows) all.push_back(r.name);
    return all;
  }
  /// What a name is given for, where it stands in place of a row.
  const Instead* stands_in(std::string_view field) const {
    for (const Instead& i : instead)
      for (const Row& r : i.rows)
        if (r.name == field) return &i;
    return nullptr;
  }
  /// The row that a name is of: one of its own, or what stands in place of one.
  const Row* row_said_by(std::string_view field) const {
    for (const Instead& i : instead)
      for (const Row& r : i.rows)
        if (r.name == field) return &r;
    const std::size_t place = place_of(field);
    return place < rows.size() ? &rows[place] : nullptr;
  }
};

/// The kinds of a group, in the order in which they are listed. What a user adds is a kind like the others.
class Group {
 public:
  /// @param standard the kind that stands where none is given; empty: one must be
  Group(std::string_view name, std::initializer_list<Kind> kinds, std::string_view standard = {})
      : name_(name), standard_(standard), kinds_(kinds), named_(true) {}
  /// Of one kind alone: its parts are fields, with no name, or a preset.
  explicit Group(Kind only) : name_(only.group), kinds_{std::move(only)}, named_(false) {}
  std::string_view name() const { return name_; }
  std::string_view standard() const { return standard_; }
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
    throw InvalidArgument("no " + std::string(name_) + " named " + in_quotes(kind) + suggestion(kind, names), "name", kind);
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
  std::string_view name_, standard_{};
  std::deque<Kind> kinds_;  // they stay where they are
  bool named_;              // parts say which kind they are
};

}  // namespace scaling_limits::catalog
