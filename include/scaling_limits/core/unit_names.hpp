// SPDX-License-Identifier: Apache-2.0
// Units as people write them: "GB", "GB/s", "Gbps", "kWh", "GPU*h", "per day", "USD/h", "kg/kWh". One table of names, one of
// prefixes; case matters. Money is in dollars, of whatever year its owner means: nothing is converted.
#pragma once
#include "../version.hpp"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "suggest.hpp"
#include "units.hpp"

namespace scaling_limits::detail {

/// value = number * up / down in SI: two exact factors round once where one, 0.001, would round twice.
struct Unit {
  using Powers = std::array<int, 7>;  // of seconds, bytes, FLOP, joules, meters, dollars, kilograms
  double up = 1, down = 1;
  Powers powers{};

  constexpr double of(double number) const { return number * up / down; }
  constexpr void times(const Unit& other, bool over) {
    up *= over ? other.down : other.up;
    down *= over ? other.up : other.down;
    for (std::size_t i = 0; i < powers.size(); ++i) powers[i] += over ? -other.powers[i] : other.powers[i];
  }
};

/// What may stand before a unit, and whether an s behind it.
enum Takes : unsigned { alone = 0, smaller = 1, larger = 2, binary = 4, words = 8, plural = 16 };

struct UnitName {
  std::string_view name;
  Unit unit;
  unsigned takes;
};

inline constexpr Unit::Powers time{1}, data{0, 1}, work{0, 0, 1}, energy{0, 0, 0, 1}, power{-1, 0, 0, 1}, length{0, 0, 0, 0, 1},
    money{0, 0, 0, 0, 0, 1}, mass{0, 0, 0, 0, 0, 0, 1};

// A unit is a row. Data and work have no small prefixes: whoever writes mB means MB. Seconds have no large ones: Ms is ms.
inline constexpr auto unit_names = std::to_array<UnitName>({
    {"s", {1, 1, time}, smaller},
    {"sec", {1, 1, time}, plural},
    {"second", {1, 1, time}, smaller | words | plural},
    {"min", {units::minute, 1, time}, plural},
    {"m", {units::minute, 1, time}, alone},
    {"minute", {units::minute, 1, time}, plural},
    {"h", {units::hour, 1, time}, alone},
    {"hr", {units::hour, 1, time}, plural},
    {"hour", {units::hour, 1, time}, plural},
    {"d", {units::day, 1, time}, alone},
    {"day", {units::day, 1, time}, plural},
    {"week", {units::week, 1, time}, plural},
    {"yr", {units::year, 1, time}, plural},
    {"year", {units::year, 1, time}, plural},
    {"B", {1, 1, data}, larger | binary},
    {"byte", {1, 1, data}, larger | binary | words | plural},
    {"bit", {1, 8, data}, larger | binary | words | plural},
    {"b", {1, 8, data}, larger | binary},
    {"FLOP", {1, 1, work}, larger | words},
    {"FLOPs", {1, 1, work}, larger | words},
    {"FLOPS", {1, 1, work}, larger | words},  // per second where that fits: see unit_of
    {"W", {1, 1, power}, smaller | larger},
    {"watt", {1, 1, power}, smaller | larger | words | plural},
    {"J", {1, 1, energy}, smaller | larger},
    {"joule", {1, 1, energy}, smaller | larger | words | plural},
    {"Wh", {units::hour, 1, energy}, smaller | larger},
    {"meter", {1, 1, length}, smaller | larger | words | plural},  // m is minutes
    {"metre", {1, 1, length}, smaller | larger | words | plural},
    {"km", {1e3, 1, length}, alone},
    {"USD", {1, 1, money}, larger},
    {"$", {1, 1, money}, alone},
    {"dollar", {1, 1, money}, plural},
    {"g", {1, 1000, mass}, alone},
    {"kg", {1, 1, mass}, alone},
    {"t", {1000, 1, mass}, alone},
    {"tonne", {1000, 1, mass}, plural},
    {"gCO2", {1, 1000, mass}, alone},
    {"kgCO2", {1, 1, mass}, alone},
    {"tCO2", {1000, 1, mass}, alone},
    {"GPU", {1, 1, {}}, plural},
    {"%", {1, 100, {}}, alone},
});

struct Prefix {
  std::string_view text;
  double up, down;
  unsigned kind;
};
inline constexpr auto prefixes = std::to_array<Prefix>({
    {"n", 1, 1e9, smaller},
    {"u", 1, 1e6, smaller},
    {"\xc2\xb5", 1, 1e6, smaller},  // the micro sign
    {"\xce\xbc", 1, 1e6, smaller},  // the Greek letter
    {"m", 1, 1e3, smaller},
    {"k", 1e3, 1, larger},
    {"M", 1e6, 1, larger},
    {"G", 1e9, 1, larger},
    {"T", 1e12, 1, larger},
    {"P", 1e15, 1, larger},
    {"E", 1e18, 1, larger},
    {"Ki", 0x1p10, 1, binary},
    {"Mi", 0x1p20, 1, binary},
    {"Gi", 0x1p30, 1, binary},
    {"Ti", 0x1p40, 1, binary},
    {"Pi", 0x1p50, 1, binary},
    {"nano", 1, 1e9, words | smaller},
    {"micro", 1, 1e6, words | smaller},
    {"milli", 1, 1e3, words | smaller},
    {"kilo", 1e3, 1, words | larger},
    {"mega", 1e6, 1, words | larger},
    {"giga", 1e9, 1, words | larger},
    {"tera", 1e12, 1, words | larger},
    {"peta", 1e15, 1, words | larger},
    {"exa", 1e18, 1, words | larger},
});

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }
constexpr bool same_letters(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (lower(a[i]) != lower(b[i])) return false;
  return true;
}
constexpr std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\n\r";
  const auto first = text.find_first_not_of(blank);
  return first == text.npos ? std::string_view{} : text.substr(first, text.find_last_not_of(blank) - first + 1);
}

/// Calls found(prefix or null, row) for every reading of a name whose letters are `same`.
template <class Same, class Found>
void read_unit(std::string_view name, Same same, Found found) {
  for (const auto& row : unit_names)
    for (const bool s : {false, true}) {
      const auto letters = row.name.size() + s;
      if ((s && !(row.takes & plural)) || name.size() < letters) continue;
      const auto stem = name.substr(name.size() - letters), before = name.substr(0, name.size() - letters);
      if (!same(stem.substr(0, row.name.size()), row.name) || (s && stem.back() != 's')) continue;
      if (before.empty()) found(nullptr, row);
      for (const auto& prefix : prefixes)
        if ((prefix.kind & row.takes) == prefix.kind && same(before, prefix.text)) found(&prefix, row);
    }
}

inline std::optional<Unit> unit_named(std::string_view name, bool flops_is_rate) {
  std::optional<Unit> unit;
  read_unit(name, std::equal_to<std::string_view>(), [&](const Prefix* prefix, const UnitName& row) {
    unit = row.unit;
    if (prefix) unit->up *= prefix->up, unit->down *= prefix->down;
    if (row.name == "FLOPS" && flops_is_rate) unit->powers[0] = -1;
  });
  return unit;
}

/// A name whose case is wrong, as it may have been meant: "gb" is GB or Gbit.
inline std::string meant(std::string_view before, std::string_view name, const std::string& after) {
  if (name.size() > 2 && same_letters(name.substr(name.size() - 2), "ps"))  // gbps
    if (auto all = meant(before, name.substr(0, name.size() - 2), "/s" + std::string(after)); !all.empty()) return all;
  std::string all, last;
  read_unit(name, same_letters, [&](const Prefix* prefix, const UnitName& row) {
    std::string one(before);
    one.append(prefix ? prefix->text : "").append(row.name == "b" ? "bit" : row.name).append(after);
    if (one == last || prefix == &prefixes[3]) return;
    all.append(all.empty() ? "" : " or ").append(one);
    last = one;
  });
  if (all.empty() && name.size() > 2) {
    std::array<std::string_view, unit_names.size()> names;
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = unit_names[i].name;
    if (const auto close = closest(name, names); !close.empty()) all.append(before).append(close).append(after);
  }
  return all;
}

struct UnitText {
  std::optional<Unit> unit;
  std::string hint;  // where there is none
};

/// "GB", "GB/s", "Gbps", "GPU*h", "/s", "per day", "B/s per GPU". What follows `per` is divided by as a whole.
inline UnitText unit_of(std::string_view text, bool flops_is_rate) {
  Unit all;
  bool per = false, over = false, first = true;
  for (auto rest = trimmed(text); !rest.empty() || first; first = false) {
    if (rest.starts_with("per ") || rest.starts_with("per\t")) per = true, over = false, rest.remove_prefix(3);
    else if (rest.starts_with('/')) over = true, rest.remove_prefix(1);
    else if (!first && rest.starts_with('*')) over = false, rest.remove_prefix(1);
    else if (!first) return {};
    rest = trimmed(rest);
    const auto name = rest.substr(0, rest.find_first_of(" \t\n\r/*"));
    rest.remove_prefix(name.size());
    auto unit = unit_named(name, flops_is_rate);
    if (!unit && name.ends_with("ps")) {  // Gbps
      unit = unit_named(name.substr(0, name.size() - 2), false);
      if (unit && unit->powers != data) unit.reset();
      if (unit) unit->times({1, 1, time}, true);
    }
    if (!unit) {
      const auto at = static_cast<std::size_t>(name.data() - text.data());
      return {{}, name.empty() ? "" : meant(text.substr(0, at), name, std::string(text.substr(at + name.size())))};
    }
    all.times(*unit, per != over);
    rest = trimmed(rest);
  }
  return {all, {}};
}

/// "B/s", as an error message says what a text is in.
inline std::string in_si(const Unit::Powers& powers) {
  if (powers == Unit::Powers{}) return "is a plain number";
  if (powers == power) return "is a quantity in W";
  constexpr std::array<std::string_view, 7> names{"s", "B", "FLOP", "J", "meter", "USD", "kg"};
  std::string up, down;
  for (std::size_t i = 0; i < powers.size(); ++i) {
    for (int n = 0; n < powers[i]; ++n) up.append(up.empty() ? "" : "*").append(names[i]);
    for (int n = 0; n < -powers[i]; ++n) down.append("/").append(names[i]);
  }
  return "is a quantity in " + (up.empty() ? "1" : up) + down;
}

}  // namespace scaling_limits::detail
