// SPDX-License-Identifier: Apache-2.0
// Distributions as people write them: "25000 h to 100000 h" is log-normal with 90 % between, "1 / 2 / 4 TB/s" a metalog above 0
// through the quantiles at 10, 50 and 90 %. The unit may stand once, at the end. What is not above 0 is refused rather than
// taken for something else: such a distribution is made by name.
#pragma once
#include "../version.hpp"

#include <variant>
#include <vector>

#include "../core/quantity.hpp"
#include "lognormal.hpp"
#include "metalog.hpp"

namespace scaling_limits::uncertainty {

using Stated = std::variant<Lognormal<>, Metalog<>>;

namespace detail {

/// The parts of "a to b" or "a / b / c"; the text alone where it is neither. The slash of a unit has no number behind it.
inline std::vector<std::string_view> stated_parts(std::string_view text) {
  using scaling_limits::detail::trimmed;
  std::vector<std::string_view> parts;
  if (const auto to = text.find(" to "); to != text.npos) return {trimmed(text.substr(0, to)), trimmed(text.substr(to + 4))};
  std::size_t from = 0;
  for (std::size_t i = text.find('/'); i != text.npos; i = text.find('/', i + 1)) {
    const auto next = text.find_first_not_of(" \t", i + 1);
    if (next == text.npos || std::string_view("0123456789.+-").find(text[next]) == text.npos) continue;
    parts.push_back(trimmed(text.substr(from, i - from)));
    from = i + 1;
  }
  parts.push_back(trimmed(text.substr(from)));
  return parts;
}

/// What stands behind the number that a text begins with.
inline std::string_view behind_number(std::string_view text) {
  using scaling_limits::detail::is_digit;
  auto end = (std::min)(text.size(), text.find_first_not_of("+-0123456789.,_"));
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    const auto exponent = end + 1 + (end + 1 < text.size() && (text[end + 1] == '+' || text[end + 1] == '-'));
    if (exponent < text.size() && is_digit(text[exponent])) end = text.find_first_not_of("0123456789", exponent);
  }
  return end < text.size() ? scaling_limits::detail::trimmed(text.substr(end)) : std::string_view();
}

}  // namespace detail

/// The distribution of a text, in a unit, of shares or not; throws InvalidArgument, or DomainError for numbers that make none.
inline Stated distribution_of(std::string_view text, std::string_view unit, bool share = true) {
  const auto given = in_quotes(text);
  const auto parts = detail::stated_parts(text);
  if (parts.size() == 2 && text.find(" to ") == text.npos)
    throw InvalidArgument(given + " has two numbers: write " +
                              in_quotes(std::string(parts[0]) + " to " + std::string(parts[1])) + ", or three quantiles",
                          {}, text);
  if (parts.size() != 2 && parts.size() != 3)
    throw InvalidArgument(
        given +
            " is no distribution; write an interval such as '2 to 4', or quantiles at 10, 50 and 90 % such as "
            "'1 / 2 / 4', with their unit",
        {}, text);
  const std::string once(detail::behind_number(parts.back()));  // of all
  std::vector<double> numbers;
  for (const auto& part : parts) {
    const bool bare = detail::behind_number(part).empty();
    numbers.push_back(quantity(bare && !once.empty() ? std::string(part) + " " + once : std::string(part), unit, share));
  }
  if (!(numbers[0] > 0))
    throw DomainError(given +
                          " does not lie above 0, as what is written so must; name a distribution that may: normal, or a "
                          "metalog with its bounds",
                      {}, numbers[0]);
  Stated found;
  if (parts.size() == 2) found = Lognormal<>{.low = numbers[0], .high = numbers[1]};
  else found = Metalog<>{.low = numbers[0], .median = numbers[1], .high = numbers[2], .lower = 0};
  std::visit([](const auto& law) { law.validate(); }, found);
  return found;
}

}  // namespace scaling_limits::uncertainty
