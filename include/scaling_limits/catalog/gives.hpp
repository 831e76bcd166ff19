// SPDX-License-Identifier: Apache-2.0
// What a question answers, from the function that does: its columns are the table of what the function returns
// (core/result_fields.hpp), and its cells are written from the same table, so that neither can be without the other.
#pragma once
#include "../version.hpp"

#include "question.hpp"

namespace scaling_limits::catalog {

/// The names of what comes by name: of "term", "field", ..., or of one column alone, by its own name.
struct By {
  std::string_view what{};
  std::vector<std::string_view> (*names)(const Case& at) = nullptr;
};

namespace detail {

template <class T>
concept Text = std::convertible_to<const T&, std::string_view>;
template <class T>
concept Termed = requires(const T& terms) { terms.of(std::string_view()), terms.sum(); };
/// What may be absent: an optional, or a pointer.
template <class T>
concept Optional = !Text<T> && requires(const T& x) { bool(x), *x; };
template <Optional T>
using held_by = std::remove_cvref_t<decltype(*std::declval<const T&>())>;
template <class T>
concept Worded = Text<T> || std::is_enum_v<T>;
template <class T>
concept Numeric = std::is_arithmetic_v<T>;
/// A list of what is put as one cell each, or of results, each of whose members is then a list.
template <class T>
using element_of = std::remove_cvref_t<decltype(*std::declval<const T&>().begin())>;

/// What the member of a row is.
template <class R, class Row>
using member_of = std::remove_cvref_t<decltype(std::declval<Row>().of(std::declval<const R&>()))>;

inline std::string_view word_of(const auto& x) {
  if constexpr (std::is_enum_v<std::remove_cvref_t<decltype(x)>>) return to_word(x);
  else return x;
}

/// The columns of a result, in the order of its table.
class ColumnList {
 public:
  explicit ColumnList(std::initializer_list<By> by) : by_(by) {}
  /// @param listed whether it is one of many, so that each of its numbers is a list
  template <class T>
  void add(const ResultText& row, bool listed) {
    if constexpr (Optional<T>) {
      add<held_by<T>>(row, listed);
    } else if constexpr (Reported<T>) {
      const std::size_t before = enter(row.name);
      each_result_field<T>([&](const auto& one) { add<member_of<T, decltype(one)>>(one, listed); });
      before_.resize(before);
    } else if constexpr (Worded<T> || Numeric<T> || Termed<T> || Tabled<T>) {
      put(row, row.by, listed, Tabled<T> && row.by.empty(), Worded<T>);
    } else if constexpr (Reported<element_of<T>>) {
      if (row.by.empty()) return add<element_of<T>>(row, true);
      const std::size_t before = enter(row.name);
      each_result_field<element_of<T>>(
          [&](const auto& one) { put(one, row.by, listed, false, Worded<member_of<element_of<T>, decltype(one)>>); });
      before_.resize(before);
    } else {
      put(row, row.by, listed, row.by.empty(), Worded<element_of<T>>);
    }
  }
  std::vector<ColumnOf> columns{};

 private:
  /// What stands before the names of its members; what did before it is that long.
  std::size_t enter(std::string_view name);
  /// @param list whether it is a list by itself
  void put(const ResultText& row, std::string_view by, bool listed, bool list, bool words);
  std::initializer_list<By> by_;
  std::string before_{};
};

/// The names of all that comes by name, in the order of the columns.
using NamesOfColumns = std::vector<std::vector<std::string_view>>;

/// Writes the cells of results, in the order of their tables.
class Writer {
 public:
  /// @param by what the parts of a column that is alone are named by
  Writer(Out& out, const NamesOfColumns& names, std::string_view by) : out_(out), names_(names.data()), by_(by) {}

  template <class T>
  void put(const T& result) {
    put(result, by_);
  }

 private:
  template <class T>
  void put(const T& x, std::string_view by) {
    if constexpr (Optional<T>) x ? put(*x, by) : skip<held_by<T>>(by);
    else if constexpr (Numeric<T>) number(static_cast<double>(x));
    else if constexpr (Worded<T>) word(word_of(x));
    else if constexpr (Termed<T>) terms(x);
    else if constexpr (Tabled<T>) numbers(numbers_of(x), by);
    else if constexpr (Reported<T>) members(x);
    else list(x, by);
  }
  void number(double x);
  void word(std::string_view x);
  void terms(const Terms<double>& terms);
  void numbers(std::span<const double> list, std::string_view by);
  void words(std::vector<std::string> list);
  void before(std::string_view row);
  void skip_one(std::string_view by);
  const std::vector<std::string_view>& next_names() { return *names_++; }

  template <class T>
  void members(const T& x) {
    each_result_field<T>([&](const auto& row) {
      before(row.name);
      put(row.of(x), row.by);
    });
  }
  template <class T>
  void list(const T& all, std::string_view by) {
    using E = element_of<T>;
    if constexpr (Reported<E>) by.empty() ? rows<E>(all, [](const E& row) -> const E& { return row; }) : parts<E>(all);
    else if constexpr (Worded<E>) words({all.begin(), all.end()});
    else if constexpr (std::convertible_to<const T&, std::span<const double>>) numbers(all, by);
    else numbers(std::vector<double>(all.begin(), all.end()), by);
  }
  /// Results by name: of each member one cell per name.
  template <class E, class List>
  void parts(const List& all) {
    each_result_field<E>([&](const auto& row) {
      if (all.size() == 0) return skip_one("name");
      next_names();
      for (const auto& one : all) put(row.of(one), {});
    });
  }
  /// A list per member of one of many results; `of` is where it stands in them.
  template <class E, class List, class Of>
  void rows(const List& all, const Of& of) {
    each_result_field<E>([&](const auto& row) {
      const auto member = [&](const auto& one) -> decltype(auto) { return row.of(of(one)); };
      using T = member_of<E, decltype(row)>;
      if constexpr (Reported<T>) rows<T>(all, member);
      else column<T>(all, member, row.by);
    });
  }
  template <class T, class List, class Of>
  void column(const List& all, const Of& member, std::string_view by) {
    if constexpr (Worded<T>) {
      std::vector<std::string> texts;
      for (const auto& one : all) texts.emplace_back(word_of(member(one)));
      words(std::move(texts));
    } else if constexpr (Optional<T>) {  // terms that some have
      for (const std::string_view name : next_names())
        each_number(all, [&](const auto& one) {
          const auto& terms = member(one);
          return terms ? terms->of(name) : NaN;
        });
    } else if constexpr (Numeric<T>) {
      each_number(all, member);
    } else if (by.empty()) {  // one after the other
      std::vector<double> joined;
      for (const auto& one : all) {
        const auto& more = numbers_in(member(one));
        joined.insert(joined.end(), more.begin(), more.end());
      }
      numbers(joined, {});
    } else {
      const std::size_t count = next_names().size();
      for (std::size_t k = 0; k < count; ++k) {
        std::vector<double> of_part;
        for (const auto& one : all)
          if (const auto& of_one = numbers_in(member(one)); k < of_one.size()) of_part.push_back(of_one[k]);
        numbers(of_part, {});
      }
    }
  }
  template <class List, class Of>
  void each_number(const List& all, const Of& number_of) {
    std::vector<double> found;
    found.reserve(all.size());
    for (const auto& one : all) found.push_back(static_cast<double>(number_of(one)));
    numbers(found, {});
  }
  template <class T>
  static decltype(auto) numbers_in(const T& x) {
    if constexpr (Tabled<T>) return numbers_of(x);
    else return x;
  }
  /// What is not there.
  template <class T>
  void skip(std::string_view by) {
    if constexpr (Reported<T>) each_result_field<T>([&](const auto& row) { skip<member_of<T, decltype(row)>>(row.by); });
    else skip_one(by);
  }

  Out& out_;
  const std::vector<std::string_view>* names_;
  std::string_view by_;
};

template <class F>
auto result_of(const F& function, const Case& at) {
  if constexpr (requires { function(at)(); }) return function(at)();
  else return function(at);
}
template <class F>
Gives given_by(const ResultText& row, F function, std::initializer_list<By> by) {
  ColumnList list(by);
  list.add<std::remove_cvref_t<decltype(result_of(function, std::declval<const Case&>()))>>(row, false);
  Gives gives{std::move(list.columns), {}, {}};
  if constexpr (requires(const Case& at) { function(at)(); })
    gives.prepare = [function](const Case& at) -> std::function<void(Writer&)> {
      return [answer = function(at)](Writer& to) { to.put(answer()); };
    };
  else gives.write = [function](const Case& at, Writer& to) { to.put(function(at)); };
  return gives;
}

}  // namespace detail

/// What `function` returns for a case, which has a table of results. A function that looks something up once for all elements
/// returns one that takes nothing and returns the result.
template <class F>
Gives gives(F function, std::initializer_list<By> by = {}) {
  return detail::given_by({}, std::move(function), by);
}
/// One column alone, or a column per name.
template <class F>
Gives gives(std::string_view name, std::string_view unit, std::string_view text, F function,
            std::initializer_list<By> by = {}) {
  return detail::given_by({name, unit, text, by.size() == 0 ? std::string_view() : by.begin()->what}, std::move(function), by);
}
/// The same by the name of the question, or by these names alone.
template <class F>
Gives gives(std::string_view unit, std::string_view text, F function, std::initializer_list<By> by = {}) {
  return gives("", unit, text, std::move(function), by);
}

}  // namespace scaling_limits::catalog
