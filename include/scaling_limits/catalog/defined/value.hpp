// SPDX-License-Identifier: Apache-2.0
// What value.hpp declares: a value is made, copied and looked into here, in one unit for all.
#pragma once
#include "../../version.hpp"

#include "../value.hpp"

namespace scaling_limits::catalog {

Map::Map() = default;
Map::Map(std::initializer_list<Given> entries) {
  entries_.reserve(entries.size());
  for (const Given& entry : entries) entries_.emplace_back(std::move(entry.key), std::move(entry.value));
}
Map::Map(const Map&) = default;
Map::Map(Map&&) noexcept = default;
Map& Map::operator=(const Map&) = default;
Map& Map::operator=(Map&&) noexcept = default;
Map::~Map() = default;
std::vector<Entry>::const_iterator Map::begin() const { return entries_.begin(); }
std::vector<Entry>::const_iterator Map::end() const { return entries_.end(); }
std::size_t Map::size() const { return entries_.size(); }
bool Map::empty() const { return entries_.empty(); }
const Value* Map::find(std::string_view key) const {
  for (const auto& [name, value] : entries_)
    if (name == key) return &value;
  return nullptr;
}
Value& Map::operator[](std::string_view key) {
  for (auto& [name, value] : entries_)
    if (name == key) return value;
  return entries_.emplace_back(std::string(key), Value()).second;
}
bool Map::operator==(const Map& other) const { return entries_ == other.entries_; }

Value::Value() = default;
Value::Value(bool x) : data_(x) {}
Value::Value(double x) : data_(x) {}
Value::Value(const char* x) : data_(std::string(x)) {}
Value::Value(std::string_view x) : data_(std::string(x)) {}
Value::Value(std::string x) : data_(std::move(x)) {}
Value::Value(List x) : data_(std::move(x)) {}
Value::Value(Map x) : data_(std::move(x)) {}
Value::Value(Numbers x) : data_(std::move(x)) {}
Value::Value(const Value&) = default;
Value::Value(Value&&) noexcept = default;
Value& Value::operator=(const Value&) = default;
Value& Value::operator=(Value&&) noexcept = default;
Value::~Value() = default;
bool Value::is_null() const { return std::holds_alternative<std::monostate>(data_); }
const bool* Value::truth() const { return std::get_if<bool>(&data_); }
const double* Value::number() const { return std::get_if<double>(&data_); }
const std::string* Value::text() const { return std::get_if<std::string>(&data_); }
const List* Value::list() const { return std::get_if<List>(&data_); }
const Map* Value::map() const { return std::get_if<Map>(&data_); }
const std::vector<double>* Value::numbers() const {
  const Numbers* held = std::get_if<Numbers>(&data_);
  return held ? &**held : nullptr;
}
List* Value::list() { return std::get_if<List>(&data_); }
Map* Value::map() { return std::get_if<Map>(&data_); }
bool Value::operator==(const Value&) const = default;

Value cell(double x) {
  if (x != x) return Value();
  if (x - x != 0) return Value(x > 0 ? "unlimited" : "-unlimited");
  return Value(x);
}

}  // namespace scaling_limits::catalog
