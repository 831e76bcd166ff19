// SPDX-License-Identifier: Apache-2.0
// The words of an enumeration, in one table beside it: parsing, printing, Python's choices and every error text come from it.
//
//   enum class Placement { group, ring };
//   constexpr auto words(const Placement*) { return std::to_array<Word<Placement>>({{"group", Placement::group}, ...}); }
#pragma once
#include "../version.hpp"

#include <array>
#include <string>

#include "errors.hpp"

namespace scaling_limits {

template <class E>
struct Word {
  std::string_view text{};
  E value{};
};

/// The table of an enumeration, from the function words(const E*) beside it; the first word is the default.
template <class E>
inline constexpr auto words_of = words(static_cast<const E*>(nullptr));

/// The words alone, in the order of the table.
template <class E>
inline constexpr auto texts_of = [] {
  std::array<std::string_view, words_of<E>.size()> texts;
  for (std::size_t i = 0; i < texts.size(); ++i) texts[i] = words_of<E>[i].text;
  return texts;
}();

/// The word of a value.
template <class E>
constexpr std::string_view to_word(E value) {
  for (const auto& word : words_of<E>)
    if (word.value == value) return word.text;
  return {};
}

/// "'group', 'ring' or 'mixed'".
template <class Texts>
std::string listed_words(const Texts& texts) {
  std::string all;
  for (std::size_t i = 0; i < texts.size(); ++i)
    all.append(i == 0 ? "" : i + 1 < texts.size() ? ", " : " or ").append("'").append(texts[i]).append("'");
  return all;
}
template <class E>
std::string listed_words() {
  return listed_words(texts_of<E>);
}

/// The value of a word; throws InvalidArgument with owner, parameter, word and the words there are.
template <class E>
E from_word(std::string_view owner, std::string_view parameter, std::string_view text) {
  for (const auto& word : words_of<E>)
    if (word.text == text) return word.value;
  std::string message(owner);
  message.append(": ").append(parameter).append(" = ").append(in_quotes(text)).append(" must be ").append(listed_words<E>());
  throw InvalidArgument(message, parameter, text);
}

}  // namespace scaling_limits
