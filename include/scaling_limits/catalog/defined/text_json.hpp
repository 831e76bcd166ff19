// SPDX-License-Identifier: Apache-2.0
// Values from and to JSON: the only header that includes its parser.
#pragma once
#include "../../version.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../detail/text_scan.hpp"
#include "../text.hpp"

namespace scaling_limits::catalog {

namespace detail {

/// Reads as it goes, so that the parser knows where it is.
class Reader {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Reader(const char* at, const char** furthest) : at_(at), furthest_(furthest) {}
  reference operator*() const { return *at_; }
  Reader& operator++() {
    *furthest_ = ++at_;
    return *this;
  }
  Reader operator++(int) {
    const auto before = *this;
    ++*this;
    return before;
  }
  bool operator==(const Reader& other) const { return at_ == other.at_; }
  bool operator!=(const Reader& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** furthest_;
};

/// Builds a Value from the events of the JSON parser.
class Builder {
 public:
  explicit Builder(std::string_view text) : begin_(text.data()), end_(text.data() + text.size()), read_(text.data()) {}
  Value build() {
    nlohmann::json::sax_parse(Reader(begin_, &read_), Reader(end_, &read_), this);
    return std::move(done_);
  }

  bool null() { return put(Value()); }
  bool boolean(bool x) { return put(Value(x)); }
  bool number_integer(nlohmann::json::number_integer_t x) { return put(Value(x)); }
  bool number_unsigned(nlohmann::json::number_unsigned_t x) { return put(Value(x)); }
  bool number_float(double x, const std::string&) { return put(Value(x)); }
  bool string(std::string& x) { return put(Value(std::move(x))); }
  bool binary(nlohmann::json::binary_t&) { return false; }
  bool start_object(std::size_t) { return open(Map()); }
  bool start_array(std::size_t) { return open(List()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& x) {
    auto& top = open_.back();
    if (top.value.map()->size() == most_keys) fail(too_many_keys);
    if (top.value.map()->find(x)) fail("the key " + in_quotes(x) + " stands twice");
    top.key = std::move(x);
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) {
    // "[json.exception.parse_error.101] parse error at line 1, column 5: syntax error ...": what it is, without where
    std::string_view what = error.what();
    what.remove_prefix((std::min)(what.size(), what.find("] ") + 2));
    if (what.starts_with("parse error")) what.remove_prefix((std::min)(what.size(), what.find(": ") + 2));
    fail(shown(what));
  }

 private:
  struct Level {
    Value value;
    std::string key;
  };

  bool open(Value value) {
    if (open_.size() == deepest) fail(too_deep);
    open_.push_back({std::move(value), {}});
    return true;
  }
  bool close() {
    auto value = std::move(open_.back().value);
    open_.pop_back();
    return put(std::move(value));
  }
  bool put(Value value) {
    if (open_.empty()) done_ = std::move(value);
    else if (auto* list = open_.back().value.list()) list->push_back(std::move(value));
    else (*open_.back().value.map())[open_.back().key] = std::move(value);
    return true;
  }
  [[noreturn]] void fail(std::string_view why) const {
    const auto line = 1 + std::count(begin_, read_, '\n');
    const auto* start = read_;  // of the line
    while (start != begin_ && start[-1] != '\n') --start;
    refuse("JSON", static_cast<std::size_t>(line), static_cast<std::size_t>(std::max<std::ptrdiff_t>(read_ - start, 1)), why);
  }

  const char *begin_, *end_, *read_;  // read_: behind the last character that the parser has looked at
  std::vector<Level> open_;
  Value done_;
};

/// Signs that nobody sees and those that rule where they are shown, from one to another: what _visible.py writes out too, but
/// for joiners, which may belong where they stand. JSON itself writes out what is before the space.
inline constexpr std::array<std::array<char32_t, 2>, 11> hidden{{{0x7f, 0x9f},
                                                                 {0xad, 0xad},
                                                                 {0x61c, 0x61c},
                                                                 {0x180e, 0x180e},
                                                                 {0x200b, 0x200b},
                                                                 {0x200e, 0x200f},
                                                                 {0x2028, 0x202e},
                                                                 {0x2060, 0x206f},
                                                                 {0xfeff, 0xfeff},
                                                                 {0xfff9, 0xfffb},
                                                                 {0xe0000, 0xe007f}}};

/// A character of UTF-8: how many bytes it has, and its number.
struct Character {
  std::size_t bytes;
  char32_t number;
};
inline Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t size = byte(0) < 0x80 ? 1 : byte(0) < 0xe0 ? 2 : byte(0) < 0xf0 ? 3 : 4;
  char32_t code = byte(0) & (0xffu >> (size == 1 ? 0 : size + 1));
  for (std::size_t i = 1; i < size; ++i) code = code << 6 | (byte(i) & 0x3fu);
  return {size, code};
}

/// The number of a character as JSON, TOML and Python take it; beyond the first 65,536 JSON alone has it in two halves.
inline std::string by_number(char32_t character, bool in_halves) {
  std::array<char, 13> out{};
  const unsigned code = character;
  if (code < 0x10000) std::snprintf(out.data(), out.size(), "\\u%04x", code);
  else if (in_halves) std::snprintf(out.data(), out.size(), "\\u%04x\\u%04x", 0xd7c0 + (code >> 10), 0xdc00 + (code & 0x3ff));
  else std::snprintf(out.data(), out.size(), "\\U%08x", code);
  return out.data();
}

std::string quoted(std::string_view format, const std::string& text) {
  std::string all, out;
  try {
    all = nlohmann::json(text).dump();
  } catch (const nlohmann::json::exception&) {
    throw InvalidArgument(std::string(format) + ": a text is not UTF-8");
  }
  if (std::all_of(all.begin(), all.end(), [](char c) { return static_cast<unsigned char>(c) < 0x7f; })) return all;
  for (std::string_view left = all; !left.empty();) {
    const Character one = first_character(left);
    const auto holds = [&](const auto& range) { return range[0] <= one.number && one.number <= range[1]; };
    if (std::any_of(hidden.begin(), hidden.end(), holds)) out += by_number(one.number, format == "JSON");
    else out += left.substr(0, one.bytes);
    left.remove_prefix(one.bytes);
  }
  return out;
}

class JsonWriter {
 public:
  explicit JsonWriter(int indent) : indent_(indent) {}
  std::string write(const Value& value) {
    put(value, 1);
    return std::move(out_);
  }

 private:
  void put(const Value& value, std::size_t level) {
    if (level > deepest + 1) throw InvalidArgument(std::string("JSON: ").append(too_deep));
    if (value.is_null()) out_ += "null";
    else if (const auto* truth = value.truth()) out_ += *truth ? "true" : "false";
    else if (const auto* x = value.number(); x && *x - *x == 0) out_ += shortest(*x);
    else if (x) put(cell(*x), level);
    else if (const auto* text = value.text()) out_ += quoted("JSON", *text);
    else if (const auto* list = value.list()) {
      const bool flat = std::none_of(list->begin(), list->end(), [](const Value& v) { return v.list() || v.map(); });
      out_ += '[';
      for (const auto& each : *list) {
        if (&each != &list->front()) out_ += flat && indent_ >= 0 ? ", " : ",";
        if (!flat) line(level);
        put(each, level + 1);
      }
      if (!flat) line(level - 1);
      out_ += ']';
    } else if (const auto* numbers = value.numbers()) {
      put(cells(*numbers), level);
    } else {
      out_ += '{';
      for (bool first = true; const auto& [key, each] : *value.map()) {
        if (!std::exchange(first, false)) out_ += ',';
        line(level);
        out_.append(quoted("JSON", key)).append(indent_ < 0 ? ":" : ": ");
        put(each, level + 1);
      }
      if (!value.map()->empty()) line(level - 1);
      out_ += '}';
    }
  }
  void line(std::size_t level) {
    if (indent_ >= 0) out_.append("\n").append(level * static_cast<std::size_t>(indent_), ' ');
  }

  int indent_;
  std::string out_;
};

}  // namespace detail

Value from_json(std::string_view text) { return detail::Builder(detail::without_mark(text)).build(); }

std::string to_json(const Value& value, int indent) { return detail::JsonWriter(indent).write(value); }

}  // namespace scaling_limits::catalog
