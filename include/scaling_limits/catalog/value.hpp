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
  Map() = default;
  Map(std::initializer_list<Given> entries);

  const Value* find(std::string_view key) const;
  Value& operator[](std::string_view key);
  std::vector<Entry>::const_iterator begin() const;  // bodies below, where an Entry is complete
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
  Value() = default;
  Value(bool x) : data_(x) {}
  template <class T>
    requires(std::is_arithmetic_v<T> && !std::same_as<T, bool>)
  Value(T x) : data_(static_cast<double>(x)) {}
  Value(const char* x) : data_(std::string(x)) {}
  Value(std::string_view x) : data_(std::string(x)) {}
  Value(std::string x) : data_(std::move(x)) {}
  Value(List x) : data_(std::move(x)) {}
  Value(Map x) : data_(std::move(x)) {}
  Value(Numbers x) : data_(std::move(x)) {}

  bool is_null() const { return std::holds_alternative<std::monostate>(data_); }
  const bool* truth() const { return std::get_if<bool>(&data_); }
  const double* number() const { return std::get_if<double>(&data_); }
  const std::string* text() const { return std::get_if<std::string>(&data_); }
  const List* list() const { return std::get_if<List>(&data_); }
  const Map* map() const { return std::get_if<Map>(&data_); }
  const std::vector<double>* numbers() const {
    const Numbers* held = std::get_if<Numbers>(&data_);
    return held ? &**held : nullptr;
  }
  List* list() { return std::get_if<List>(&data_); }
  Map* map() { return std::get_if<Map>(&data_); }
  bool operator==(const Value&) const = default;

 private:
  std::variant<std::monostate, bool, double, std::string, List, Map, Numbers> data_;
};

/// An entry between braces; the map takes it, where an initializer_list of entries would have it copied, at each depth again.
struct Given {
  mutable std::string key{};
  mutable Value value{};
};

inline Map::Map(std::initializer_list<Given> entries) {
  entries_.reserve(entries.size());
  for (const Given& entry : entries) entries_.emplace_back(std::move(entry.key), std::move(entry.value));
}
inline std::vector<Entry>::const_iterator Map::begin() const { return entries_.begin(); }
inline std::vector<Entry>::const_iterator Map::end() const { return entries_.end(); }
inline std::size_t Map::size() const { return entries_.size(); }
inline bool Map::empty() const { return entries_.empty(); }
inline const Value* Map::find(std::string_view key) const {
  for (const auto& [name, value] : entries_)
    if (name == key) return &value;
  return nullptr;
}
inline Value& Map::operator[](std::string_view key) {
  for (auto& [name, value] : entries_)
    if (name == key) return value;
  return entries_.emplace_back(std::string(key), Value()).second;
}
inline bool Map::operator==(const Map& other) const { return entries_ == other.entries_; }

/// A number as requests and answers have it: infinity is "unlimited", not a number null.
inline Value cell(double x) {
  if (x != x) return Value();
  if (x - x != 0) return Value(x > 0 ? "unlimited" : "-unlimited");
  return Value(x);
}
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
