// SPDX-License-Identifier: Apache-2.0
// What the readers of texts need beside their parsers: how a text is refused, and what must be looked at before toml++ may.
#pragma once
#include "../../version.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "../../core/errors.hpp"

namespace scaling_limits::catalog::detail {

inline constexpr std::size_t deepest = 64;
inline constexpr std::string_view too_deep = "more than 64 levels of nesting";
inline constexpr std::size_t most_keys = 10'000;  // of one object: looking a key up is a walk
inline constexpr std::string_view too_many_keys = "more than 10000 keys in one table";

[[noreturn]] inline void refuse(std::string_view format, std::size_t line, std::size_t column, std::string_view why) {
  std::string text(format);
  text.append(": line ")
      .append(std::to_string(line))
      .append(", column ")
      .append(std::to_string(column))
      .append(": ")
      .append(why);
  throw InvalidArgument(text);
}

/// What a parser says, safe to show: of bounded length, and no halves of characters.
inline std::string shown(std::string_view text) {
  std::string all(text.substr(0, 300));
  std::replace_if(all.begin(), all.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }, '?');
  return all;
}

/// A text in quotes, as JSON, TOML and Python write it (defined/text_json.hpp).
std::string quoted(std::string_view format, const std::string& text);

inline std::string_view without_mark(std::string_view text) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

/// What a key may be made of without quotes.
inline bool bare(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/// Goes over a text before the parser does, for what it takes for granted (toml++ up to 3.4 asserts it, and goes astray where
/// assertions are off): that a table has a name and that brackets match; and for what costs it a stack: keys of many parts.
class TomlScan {
 public:
  explicit TomlScan(std::string_view text) : text_(text) {}
  void run() {
    bool fresh = true, in_value = false;  // at the start of a statement; behind its "="
    std::string open;                     // brackets of the value
    std::size_t dots = 0;                 // parts of the key
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == ' ' || c == '\t') continue;
      if (c == '\n') {
        new_line();
        dots = 0;
        if (open.empty()) fresh = true, in_value = false;
        continue;
      }
      if (c == '#') {
        at_ = (std::min)(text_.find('\n', at_), text_.size()) - 1;
        continue;
      }
      if (static_cast<unsigned char>(c) >= 0x80) fail("a character that must stand in quotes");
      if (std::exchange(fresh, false) && c == '[') header();
      else if (c == '"' || c == '\'') skip_text();
      else if (c == '.' && ++dots > deepest) fail(too_deep);
      else if (std::string_view("=[]{},").find(c) != std::string_view::npos) {
        dots = 0;
        if (c == '=') in_value = true;
        if (in_value && (c == '[' || c == '{')) open += c == '[' ? ']' : '}';
        if (in_value && (c == ']' || c == '}')) {
          if (open.empty() || open.back() != c) fail(std::string("a '") + c + "' that closes nothing");
          open.pop_back();
        }
        if (open.size() > deepest) fail(too_deep);
      }
    }
  }

 private:
  char next() const { return at_ + 1 < text_.size() ? text_[at_ + 1] : ']'; }  // the parser knows an early end
  void new_line() { ++line_, start_ = at_ + 1; }
  void header() {
    const bool list = next() == '[';
    at_ += list;
    while (next() == ' ' || next() == '\t') ++at_;
    const char c = next();
    if (!bare(c) && c != '"' && c != '\'' && c != ']' && (c != '[' || list)) fail("a table has no name");
  }
  void skip_text() {
    const std::string quotes(text_.substr(at_, 3) == std::string(3, text_[at_]) ? 3 : 1, text_[at_]);
    for (at_ += quotes.size(); at_ < text_.size() && text_.substr(at_, quotes.size()) != quotes; ++at_) {
      if (quotes[0] == '"' && text_[at_] == '\\') escape(quotes.size() == 3);
      if (at_ < text_.size() && text_[at_] == '\n') {
        if (quotes.size() == 1) return --at_, void();  // not closed: the parser says so
        new_line();
      }
    }
    at_ += quotes.size() - 1;
    if (quotes.size() == 3)  // the text may end in one or two of its own
      for (int i = 0; i < 2 && next() == quotes[0]; ++i) ++at_;
  }
  /// Behind a backslash, and behind the line that it ends, the parser asks whether what follows is a blank; of a letter beyond
  /// ASCII it gets no answer.
  void escape(bool long_text) {
    const auto next = text_.find_first_not_of(" \t\r\n", at_ + 1);
    if (long_text && next < text_.size() && static_cast<unsigned char>(text_[next]) >= 0x80)
      fail("a backslash before a character beyond ASCII; write it as \\u....");
    ++at_;
  }
  [[noreturn]] void fail(std::string_view why) const { refuse("TOML", line_, at_ - start_ + 1, why); }

  std::string_view text_;
  std::size_t at_ = 0, line_ = 1, start_ = 0;
};

}  // namespace scaling_limits::catalog::detail
