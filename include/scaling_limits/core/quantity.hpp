// SPDX-License-Identifier: Apache-2.0
// Quantities as people write them: "50000 h", "2 TB/s", "1 h 30 min", "400 Gbit/s", "1-02:03:04", "50 %", "2 USD/h",
// "0.08 USD/kWh", "1e6 USD/year per TB/s", "400 gCO2/kWh", "3000 km". Numbers with units and sums of those, nothing else: no
// expressions. Case matters, and a number without its unit is refused; bare numbers of files are SI and do not come here.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#ifdef __wasi__
#include <cstdlib>
#elif !defined(__cpp_lib_to_chars)
#include <locale>
#include <sstream>
#endif

#include "errors.hpp"
#include "scalar.hpp"
#include "unit_names.hpp"

namespace scaling_limits {

namespace detail {

/// How values of an SI unit are written: an example; the units among which the reader's is chosen, the SI unit first; those in
/// which people say a rounded one, the largest first; and those beyond them in which they say how long something lasts.
struct Written {
  std::string_view unit, example;
  std::array<std::string_view, 12> as;
  std::array<std::string_view, 7> said{};
  std::array<std::string_view, 2> calendar{};
};
inline constexpr auto written = std::to_array<Written>({
    {"s", "5 min", {"s", "min", "h", "d", "yr", "ms", "us", "ns"}, {"h", "min", "s", "ms", "us", "ns"}, {"yr", "d"}},
    {"B",
     "5 TB",
     {"B", "kB", "MB", "GB", "TB", "PB", "EB", "KiB", "MiB", "GiB", "TiB", "PiB"},
     {"EB", "PB", "TB", "GB", "MB", "kB", "B"}},
    {"B/s",
     "2 TB/s",
     {"B/s", "kB/s", "MB/s", "GB/s", "TB/s", "PB/s", "KiB/s", "MiB/s", "GiB/s", "TiB/s"},
     {"PB/s", "TB/s", "GB/s", "MB/s", "kB/s", "B/s"}},
    {"1/s", "3 per day", {"per s", "per h", "per day", "per yr"}, {"per s", "per h", "per day", "per yr"}},
    {"FLOP", "4e25 FLOP", {"FLOP", "GFLOP", "TFLOP", "PFLOP", "EFLOP"}, {"EFLOP", "PFLOP", "TFLOP", "GFLOP", "FLOP"}},
    {"FLOP/s",
     "989 TFLOP/s",
     {"FLOP/s", "GFLOP/s", "TFLOP/s", "PFLOP/s", "EFLOP/s"},
     {"EFLOP/s", "PFLOP/s", "TFLOP/s", "GFLOP/s", "FLOP/s"}},
    {"W", "700 W", {"W", "kW", "MW", "GW", "TW"}, {"GW", "MW", "kW", "W"}},
    {"J", "2 MWh", {"J", "kJ", "MJ", "GJ", "Wh", "kWh", "MWh", "GWh", "TWh"}, {"TWh", "GWh", "MWh", "kWh", "J"}},
    {"meter", "3000 km", {"meter", "km"}, {"km", "meter"}},
    {"USD", "1e6 USD", {"USD"}},
    {"USD/s", "2 USD/h", {"USD/s", "USD/h", "USD/d", "USD/yr"}, {"USD/h"}},
    {"USD/h", "2 USD/h", {"USD/h"}},
    {"USD/J", "0.08 USD/kWh", {"USD/J", "USD/kWh"}, {"USD/kWh"}},
    {"USD/s per B/s", "1e6 USD/yr per TB/s", {"USD/s per B/s", "USD/yr per TB/s", "USD/h per TB/s"}, {"USD/yr per TB/s"}},
    {"USD/FLOP", "2e-18 USD/FLOP", {"USD/FLOP"}},
    {"kg", "553 t", {"kg", "t"}, {"t", "kg"}},
    {"kg/J", "0.4 kg/kWh", {"kg/J", "kg/kWh", "g/kWh"}, {"kg/kWh"}},
});

constexpr const Written* find_written(std::string_view unit) {
  for (const auto& row : written)
    if (row.unit == unit) return &row;
  return nullptr;
}

/// The units of a row's texts, read once.
inline const std::array<Unit, 12>& units_of(const Written& row) {
  static const auto all = [] {
    std::array<std::array<Unit, 12>, written.size()> units;
    for (std::size_t i = 0; i < written.size(); ++i)
      for (std::size_t j = 0; j < written[i].as.size(); ++j)
        units[i][j] = unit_of(written[i].as[j], true).unit.value_or(Unit());
    return units;
  }();
  return all[static_cast<std::size_t>(&row - written.data())];
}

/// The double nearest to 12.5e-3; nothing where doubles do not reach.
inline std::optional<double> nearest_double(const std::string& digits) {
  double x = 0;
#ifdef __cpp_lib_to_chars
  if (std::from_chars(digits.data(), digits.data() + digits.size(), x).ec != std::errc()) return {};
#elif defined(__wasi__)  // where there are no locales
  x = std::strtod(digits.c_str(), nullptr);
  if (std::abs(x) > (std::numeric_limits<double>::max)()) return {};
  if (x == 0 && digits.find_first_of("123456789") < digits.find_first_of("eE")) return {};
#else
  std::istringstream stream(digits);
  stream.imbue(std::locale::classic());
  stream >> x;  // may fail on subnormal numbers, which are numbers all the same
  if (stream.fail() && std::abs(x) >= (std::numeric_limits<double>::max)()) return {};
  if (x == 0 && digits.find_first_of("123456789") < digits.find_first_of("eE")) return {};
#endif
  return x;
}

/// Reads one text; every refusal says what is wrong with it and gives an example.
class QuantityText {
 public:
  QuantityText(std::string_view text, std::string_view unit, bool share)
      : all_(trimmed(text)), rest_(all_), unit_(unit), share_(share) {
    if (unit != "1") {
      const auto found = unit.size() > longest ? std::nullopt : unit_of(unit.substr(unit.starts_with("1/")), true).unit;
      if (!found) throw InvalidArgument(in_quotes(unit) + " is no unit that a text can be in", {}, unit);
      into_ = *found, wanted_ = found->powers;
    }
    plain_ = wanted_ == Unit::Powers{};
  }

  double value() { return read() * into_.down / into_.up; }

 private:
  static constexpr std::size_t longest = 200;  // text, and unit

  double read() {
    if (all_.empty()) refuse("is empty");
    if (all_.size() > longest) refuse("is too long");
    if (const auto word = all_.substr(all_[0] == '+' || all_[0] == '-');
        same_letters(word, "inf") || same_letters(word, "infinity") || same_letters(word, "unlimited"))
      return all_[0] == '-' ? -inf : inf;
    if (all_.find(':') != all_.npos) return clock();
    const bool sign = all_[0] == '+' || all_[0] == '-';
    double sum = 0, smallest = inf;
    for (int terms = 0; !rest_.empty(); ++terms) {
      const auto x = number();
      auto end = std::find_if(rest_.begin(), rest_.end(), is_digit) - rest_.begin();
      if (rest_.substr(0, static_cast<std::size_t>(end)).ends_with("CO") &&
          rest_.substr(static_cast<std::size_t>(end)).starts_with('2'))
        end = std::find_if(rest_.begin() + end + 1, rest_.end(), is_digit) - rest_.begin();  // the digit of a name, gCO2
      const auto name = trimmed(rest_.substr(0, static_cast<std::size_t>(end)));
      rest_.remove_prefix(static_cast<std::size_t>(end));
      const auto unit = unit_in(name, terms == 0);
      if (terms > 0 && (plain_ || sign)) refuse(plain_ ? "is more than one number" : "is a sum with a sign");
      if (const double scale = unit.of(1); scale < smallest) smallest = scale;
      else refuse("does not go from large units to small ones");
      sum = terms == 0 ? unit.of(x) : sum + unit.of(x);  // -0 stays -0
    }
    if (!(sum > -inf && sum < inf)) refuse("is too large");
    return sum;
  }

  [[noreturn]] void refuse(std::string_view why, bool enough = false) const {
    std::string message = in_quotes(all_) + " " + std::string(why);
    const auto* row = find_written(unit_);
    if (!enough && plain_)
      message.append("; it must be a plain number such as ").append(share_ ? "'0.5' or '50 %'" : "'16384'");
    else if (!enough)
      message.append("; it must be a quantity in ")
          .append(unit_)
          .append(" such as '")
          .append(row ? std::string(row->example) : "1 " + std::string(unit_))
          .append("'");
    throw InvalidArgument(message, {}, all_);
  }

  Unit unit_in(std::string_view name, bool first) const {
    if (name.empty()) {
      if (plain_) return {};
      if (!first || !rest_.empty()) refuse("has a number without a unit");
      const auto* row = find_written(unit_);
      refuse("has no unit: write " + in_quotes(std::string(all_) + " " + std::string(row ? row->as[0] : unit_)) +
                 ", or a bare number in a file",
             true);
    }
    auto [unit, hint] = unit_of(name, true);
    if (!unit && !hint.empty()) refuse("is in no known unit: " + hint + "?", true);
    if (!unit) refuse(std::any_of(name.begin(), name.end(), is_letter) ? "is in no known unit" : "is not a number with a unit");
    if (unit->powers != wanted_)  // an amount of FLOPS, of those who write it so
      if (const auto amount = unit_of(name, false).unit; amount && amount->powers == wanted_) unit = amount;
    if (unit->powers != wanted_) refuse(in_si(unit->powers));
    if (plain_ && name.find_first_of("/* \t") != name.npos) refuse("is an expression");
    if (plain_ && !share_ && name == "%") refuse("is in per cent, and is no share");
    if (!plain_ && name.find('%') != name.npos) refuse("has a percent sign");
    return *unit;
  }

  /// Takes a number off the front: 50000, 50,000, 50_000, 1e13, .5, -2.
  double number() {
    std::string digits;
    std::size_t i = 0;
    if (i < rest_.size() && (rest_[i] == '+' || rest_[i] == '-'))
      if (rest_[i++] == '-') digits += '-';
    const auto start = i;
    std::size_t group = 0;  // digits since the last separator
    char separator = 0;
    for (; i < rest_.size() && (is_digit(rest_[i]) || rest_[i] == ',' || rest_[i] == '_'); ++i) {
      if (is_digit(rest_[i])) {
        digits += rest_[i];
        ++group;
      } else {
        if (group == 0 || group > 3 || (separator && (separator != rest_[i] || group != 3))) refuse_thousands();
        separator = rest_[i];
        group = 0;
      }
    }
    if (separator && group != 3) refuse_thousands();
    bool any = i > start;
    if (i < rest_.size() && rest_[i] == '.') {
      digits += any ? "." : "0.";  // istream and from_chars agree on 0.5
      for (++i; i < rest_.size() && is_digit(rest_[i]); ++i) digits += rest_[i], any = true;
    }
    if (!any) refuse(same_letters(all_, "nan") ? "is not a number" : "has no number where one is needed");
    if (i < rest_.size() && lower(rest_[i]) == 'e') {
      auto end = i + 1;
      if (end < rest_.size() && (rest_[end] == '+' || rest_[end] == '-')) ++end;
      if (end < rest_.size() && is_digit(rest_[end])) {  // else it is a unit: 5 EB
        while (end < rest_.size() && is_digit(rest_[end])) ++end;
        digits.append(rest_.substr(i, end - i));
        i = end;
      }
    }
    rest_.remove_prefix(i);
    const auto x = nearest_double(digits);
    if (!x) refuse("is beyond what a number holds");
    return *x;
  }
  [[noreturn]] void refuse_thousands() const { refuse("has a separator that does not part thousands"); }

  /// hh:mm:ss or d-hh:mm:ss, as job schedulers write times.
  double clock() {
    if (wanted_ != time) refuse("is a time");
    std::array<double, 4> parts{};  // days, hours, minutes, seconds
    auto rest = all_;
    const auto take = [&](std::size_t part, char until, double below) {
      std::size_t n = 0;
      while (n < rest.size() && is_digit(rest[n])) parts[part] = parts[part] * 10 + (rest[n++] - '0');
      if (n == 0 || n > 9 || (part > 1 && n != 2) || parts[part] >= below) return false;
      rest.remove_prefix(n);
      if (!until) return rest.empty();
      if (rest.empty() || rest[0] != until) return false;
      rest.remove_prefix(1);
      return true;
    };
    const bool days = all_.find('-') != all_.npos;
    if ((days && !take(0, '-', inf)) || !take(1, ':', days ? 24 : inf) || !take(2, ':', 60) || !take(3, 0, 60))
      refuse("is not a time of the form hh:mm:ss or d-hh:mm:ss");
    return ((parts[0] * 24 + parts[1]) * 60 + parts[2]) * 60 + parts[3];
  }

  std::string_view all_, rest_, unit_;
  Unit into_{};  // what a value of one is
  Unit::Powers wanted_{};
  bool plain_ = true, share_;
};

}  // namespace detail

/// The number of a text in a unit: quantity("5 min", "s") is 300, quantity("36 h", "d") is 1.5. Unit "1" takes a plain number,
/// "16384 GPUs" or, where it may be a share, "50 %". "unlimited", "inf" and "infinity" are inf: whether that may be is for the
/// caller. Throws InvalidArgument.
inline double quantity(std::string_view text, std::string_view unit, bool share = true) {
  return detail::QuantityText(text, unit, share).value();
}

/// A value with the unit in which its text is shortest; quantity() returns the same double: "50000 h", "2 TB/s", "unlimited".
inline std::string quantity_text(double value, std::string_view unit) {
  if (value != value) return "nan";
  if (value == inf || value == -inf) return value > 0 ? "unlimited" : "-unlimited";
  const auto readable = [](double x) {
    auto text = shortest(x);
    if (text.size() < 8) return text;
    char science[detail::most_characters];  // 405000000000 is 4.05e11
    std::string other(science, detail::write_science(science, x));
    if (const auto plus = other.find("e+"); plus != other.npos) other.erase(plus + 1, other[plus + 2] == '0' ? 2 : 1);
    return other.size() < text.size() ? other : text;
  };
  auto best = readable(value);
  if (unit == "1") return best;
  const auto* row = detail::find_written(unit);
  auto in = row ? row->as[0] : unit.substr(unit.starts_with("1/"));
  if (!row) return best.append(" ").append(in);
  // fewest characters, an exponent or more than nine digits before the point counting for four; then 1 ... 999 in a unit in
  // which people say it; then the first
  const auto cost = [&](const std::string& text, double x, std::string_view name) {
    const double size = std::abs(x);
    return 2 * text.size() + (text.find('e') != text.npos || size >= 1e9 ? 8 : 0) + !(size >= 1 && size < 1000) +
           (std::find(row->said.begin(), row->said.end(), name) == row->said.end());
  };
  auto least = cost(best, value, in);
  for (std::size_t i = 0; i < row->as.size() && !row->as[i].empty(); ++i) {
    const auto& scale = detail::units_of(*row)[i];
    double x = value * scale.down / scale.up;
    const auto tidy = detail::nearest_double(to_text(x, 15));  // 123 us are 122.99999999999999 by multiplication
    if (tidy && scale.of(*tidy) == value) x = *tidy;
    else if (scale.of(x) != value) continue;
    auto text = readable(x);
    const auto its = cost(text, x, row->as[i]);
    if (text.find('e') != text.npos || its >= least) continue;  // an exponent goes with SI
    least = its;
    best = std::move(text);
    in = row->as[i];
  }
  return best.append(" ").append(in);
}

namespace detail {

/// 12345.6 is 12,345.6; what has an exponent stays as it is.
inline std::string with_commas(std::string text) {
  const std::size_t first = text[0] == '-', end = (std::min)(text.find('.'), text.size());
  if (text.find('e') != text.npos || end - first < 5) return text;
  for (std::size_t at = end; at > first + 3; at -= 3) text.insert(at - 3, 1, ',');
  return text;
}
/// To so many significant digits; whole numbers keep all of theirs.
inline std::string rounded_text(double x, int digits) {
  const double size = std::abs(x);
  if (size >= std::pow(10., digits) && size < 1e15) return with_commas(shortest(std::round(x)));
  return with_commas(to_text(x, digits));
}

}  // namespace detail

/// Whether times are said in hours at most, as those between failures are, or in days and years too, as what takes so long.
enum class Times { clock, calendar };

/// The unit in which people say a value: the largest of which it is at least one.
inline std::string_view said_unit(double value, std::string_view unit, Times times = Times::clock) {
  const auto* row = detail::find_written(unit);
  if (!row) return unit.substr(unit.starts_with("1/"));
  std::string_view in = row->as[0];
  if (value == 0 || !(std::abs(value) < inf)) return in;
  const auto found_in = [&](const auto& names) {
    for (const std::string_view name : names) {
      if (name.empty()) break;
      in = name;
      if (std::abs(value / quantity("1 " + std::string(name), unit)) >= 1) return true;
    }
    return false;
  };
  if (!(times == Times::calendar && found_in(row->calendar))) found_in(row->said);
  return in;
}

/// A value to so many significant digits, to be read, not to be read back, in the unit in which people say it, or in another;
/// unit "%": of a share. 12345.6 s is "3.43 h" with three digits, 50000 h "50,000 h".
inline std::string quantity_text(double value, std::string_view unit, int digits, std::string_view in) {
  if (!(std::abs(value) < inf)) return quantity_text(value, unit);
  if (unit == "1") return detail::rounded_text(value, digits);
  if (unit == "%") return detail::rounded_text(100 * value, digits) + " %";  // of a share
  const double size = detail::find_written(unit) ? quantity("1 " + std::string(in), unit) : 1;
  return detail::rounded_text(value / size, digits).append(" ").append(in);
}
inline std::string quantity_text(double value, std::string_view unit, int digits) {
  return quantity_text(value, unit, digits, said_unit(value, unit));
}
/// How long something takes or lasts: "54 d".
inline std::string duration_text(double seconds, int digits) {
  return quantity_text(seconds, "s", digits, said_unit(seconds, "s", Times::calendar));
}

}  // namespace scaling_limits
