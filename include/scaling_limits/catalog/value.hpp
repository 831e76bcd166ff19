// SPDX-License-Identifier: Apache-2.0
// Requests and answers as data: nothing, a truth, a number, a text, a list, or values by key in the order given. What JSON,
// TOML and Python's dictionaries are turned into before anything looks at them, and answers before they are written. A list of
// millions of numbers may be given as what it is, Numbers.
#pragma once
#include "../version.hpp"

#include <concepts>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace scaling_limits::catalog {

class Value;
using List = std::vector<Value>;
using Entry = std::pair<std::string, Value>;
struct Given;

/// Values by key, in the order given. Requests are small: look-up is a walk.
class Map {
 public:
  Map();
  Map(std::initializer_list<Given> entries);
  Map(const Map&);
  Map(Map&&) noexcept;
  Map& operator=(const Map&);
  Map& operator=(Map&&) noexcept;
  ~Map();

  const Value* find(std::string_view key) const;
  Value& operator[](std::string_view key);
  std::vector<Entry>::const_iterator begin() const;
  std::vector<Entry>::const_iterator end() const;
  std::size_t size() const;
  bool empty() const;
  bool operator==(const Map&) const;

 private:
  std::vector<Entry> entries_;
};

/// A list of numbers that is shared, not copied.
class Numbers {
 public:
  explicit Numbers(std::vector<double> numbers) : held_(std::make_shared<const std::vector<double>>(std::move(numbers))) {}
  const std::vector<double>& operator*() const { return *held_; }
  bool operator==(const Numbers& other) const { return *held_ == *other.held_; }

 private:
  std::shared_ptr<const std::vector<double>> held_;
};

class Value {
 public:
  Value();
  Value(bool x);
  Value(double x);
  template <class T>
    requires(std::is_arithmetic_v<T> && !std::same_as<T, bool> && !std::same_as<T, double>)
  Value(T x) : Value(static_cast<double>(x)) {}
  Value(const char* x);
  Value(std::string_view x);
  Value(std::string x);
  Value(List x);
  Value(Map x);
  Value(Numbers x);
  Value(const Value&);
  Value(Value&&) noexcept;
  Value& operator=(const Value&);
  Value& operator=(Value&&) noexcept;
  ~Value();

  bool is_null() const;
  const bool* truth() const;
  const double* number() const;
  const std::string* text() const;
  const List* list() const;
  const Map* map() const;
  const std::vector<double>* numbers() const;
  List* list();
  Map* map();
  bool operator==(const Value&) const;

 private:
  std::variant<std::monostate, bool, double, std::string, List, Map, Numbers> data_;
};

/// An entry between braces; the map takes it, where an initializer_list of entries would have it copied, at each depth again.
struct Given {
  mutable std::string key{};
  mutable Value value{};
};

/// A number as requests and answers have it: infinity is "unlimited", not a number null.
Value cell(double x);
template <class Range>
Value cells(const Range& list) {
  List all;
  for (const auto& x : list) {
    if constexpr (std::same_as<decltype(x), const double&>) all.push_back(cell(x));
    else all.push_back(Value(x));
  }
  return all;
}

}  // namespace scaling_limits::catalog
