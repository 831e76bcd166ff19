// SPDX-License-Identifier: Apache-2.0
// Failure rates as people say them, and of what they are:
//
//   "150 FIT"                                  failures of one in 10^9 hours
//   "AFR 3 %"                                  failures of one in a year of 365.25 days, as a share; may exceed 1
//   "failing share 3 %"                        of them that fail within a year: -ln(1 - 0.03) a year
//   "6.5 per 1000 node-days of 8 GPUs", "2 per GPU-year", "3 per day", "one every 3 h"
//   "MTBF 3 h", "50000 h per GPU"              the time between two
//   "419 in 54 d"                              a count of the whole job in a window of wall-clock time
//   "2048 x AFR 3 %"                           so many of them, all in one job
//
// each with "per GPU", "per node of 8 GPUs" or "per job" behind it where it does not say so itself, and sums of them with "+":
// parts that must all work. Where nobody says of what a rate is it is refused, but where the name of what is given says it.
#pragma once
#include "../version.hpp"

#include <vector>

#include "../core/quantity.hpp"

namespace scaling_limits::failures {

/// A rate by what it is of [1/s]. A node's of so many GPUs is theirs.
struct SaidRate {
  double gpu = 0, job = 0;
  double node = 0;                    // of a node of which nobody says how many GPUs it has
  double one = 0;                     // of one of whatever it is: FIT, AFR
  double counted = 0;                 // of whatever was watched: "3 per day"
  double events = NaN, window = NaN;  // counted in wall-clock time [s], and nothing else
  bool sized = false;                 // whether it says how many GPUs a node has
};

namespace detail {

/// Reads one text; every refusal says what is wrong with it and gives examples.
class RateText {
  using Words = std::vector<std::string>;

 public:
  explicit RateText(std::string_view text) : all_(scaling_limits::detail::trimmed(text)) {}

  /// nothing: it is no rate, but maybe a time
  std::optional<SaidRate> read() {
    if (all_.size() > 400) refuse("is too long");
    std::vector<Words> terms(1);
    for (std::string& word : words())
      if (word == "+") terms.emplace_back();
      else terms.back().push_back(std::move(word));
    if (std::none_of(terms.begin(), terms.end(), is_rate) || is_amount()) return {};
    for (Words& term : terms) add(std::move(term));
    if (windows_ > 0 && terms.size() > 1) refuse("adds a count in wall-clock time to something else");
    return sum_;
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw InvalidArgument(in_quotes(all_) + " " + why +
                              "; a rate is said as '6.5 per 1000 node-days of 8 GPUs', '150 FIT per GPU', 'AFR 3 % per GPU', "
                              "'3 per day per job' or '419 in 54 d'",
                          {}, all_);
  }

  /// "6.5/1000 node-days" is 6.5 per 1000 node days.
  Words words() const {
    using scaling_limits::detail::is_letter;
    Words all(1);
    const auto end_word = [&] {
      if (!all.back().empty()) all.emplace_back();
    };
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const char c = all_[i];
      const bool inside = i > 0 && i + 1 < all_.size() && is_letter(all_[i - 1]) && is_letter(all_[i + 1]);
      if (c == '/' || (c == '+' && (i == 0 || all_[i - 1] == ' '))) {
        end_word();
        all.back() = c == '/' ? "per" : "+";
        end_word();
      } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || (inside && (c == '-' || c == '*'))) {
        end_word();
      } else {
        all.back() += c;
      }
    }
    if (all.back().empty()) all.pop_back();
    return all;
  }

  static bool is(const std::string& word, std::initializer_list<std::string_view> any) {
    for (const auto one : any)
      if (scaling_limits::detail::same_letters(word, one)) return true;
    return false;
  }
  static bool is_gpu(const std::string& word) { return is(word, {"GPU", "GPUs", "accelerator", "accelerators"}); }
  static bool is_node(const std::string& word) { return is(word, {"node", "nodes", "host", "hosts", "server", "servers"}); }
  static bool is_job(const std::string& word) { return is(word, {"job", "run"}); }
  static bool is_event(const std::string& word) {
    return is(word, {"failure", "failures", "interruption", "interruptions", "event", "events", "error", "errors", "stop",
                     "stops", "unexpected"});
  }
  /// Whether anything in it is of a rate and not of a time alone; "h per GPU" is of a time, too.
  static bool is_rate(const Words& of) {
    for (const std::string& word : of)
      if (is(word, {"FIT", "AFR", "MTBF", "MTTF", "failing", "per", "in", "every", "x"}) || is_event(word)) return true;
    return false;
  }
  /// "5 TB/s": of bytes, whose own refusal says so.
  bool is_amount() const {
    using namespace scaling_limits::detail;
    const auto at = all_.find_first_not_of("0123456789.,_+-");
    const auto unit = at < all_.size() ? unit_of(all_.substr(at), true).unit : std::nullopt;
    return unit && std::any_of(unit->powers.begin() + 1, unit->powers.end(), [](auto power) { return power != 0; });
  }
  static std::string joined(const Words& of, std::size_t from, std::size_t to) {
    std::string text;
    for (std::size_t i = from; i < to; ++i) text.append(text.empty() ? "" : " ").append(of[i]);
    return text;
  }

  double number(const Words& of, std::size_t from, std::size_t to, std::string_view unit = "1", bool share = false) const {
    const std::string text = joined(of, from, to);
    if (from >= to) refuse("lacks a number");
    double x = NaN;
    try {
      x = quantity(text, unit, share);
    } catch (const InvalidArgument&) {
      refuse("is no rate: " + in_quotes(text) + (unit == "s" ? " is no time" : " is no number"));
    }
    if (!(x >= 0)) refuse("is no rate: " + in_quotes(text) + " is below 0");
    if (unit == "s" && x == 0) refuse("is no rate: " + in_quotes(text) + " must be above 0");
    return x;
  }
  double count(const Words& of, std::size_t to) const {
    while (to > 0 && is_event(of[to - 1])) --to;
    return to == 1 && is(of[0], {"one", "once", "a"}) ? 1 : number(of, 0, to);
  }

  /// Where the sum has a rate that nobody says more of.
  enum class Of { one, counted, gpu, node, job };
  void put(double rate, Of of, double size) {
    if (size == size && of != Of::node) refuse("says of how many GPUs, but of no node");
    if (!(rate < inf)) refuse("is too large");
    sum_.sized = sum_.sized || size == size;
    if (of == Of::node && size == size) sum_.gpu += rate / size;
    else
      (of == Of::gpu    ? sum_.gpu
       : of == Of::job  ? sum_.job
       : of == Of::node ? sum_.node
       : of == Of::one  ? sum_.one
                        : sum_.counted) += rate;
  }
  Of unit(const std::string& word) const {
    if (is_gpu(word)) return Of::gpu;
    if (is_node(word)) return Of::node;
    return Of::job;
  }
  static bool is_unit(const std::string& word) { return is_gpu(word) || is_node(word) || is_job(word); }

  /// Takes "of 8 GPUs" off the end.
  double size_of_node(Words& of) const {
    const std::size_t gpus = !of.empty() && is_gpu(of.back());
    if (of.size() < 3 + gpus || !is(of[of.size() - 2 - gpus], {"of"})) return NaN;
    const double size = number(of, of.size() - 1 - gpus, of.size() - gpus);
    if (!(size > 0 && size < inf)) refuse("has a node of no GPUs");
    of.resize(of.size() - 2 - gpus);
    return size;
  }

  void add(Words of) {
    if (of.empty()) refuse("has nothing beside a plus");
    if (of.size() > 2 && is(of[1], {"x", "\xc3\x97"})) return add_several(std::move(of));
    const double size = size_of_node(of);
    std::optional<Of> said;
    if (of.size() > 2 && is_unit(of.back()) && is(of[of.size() - 2], {"per"})) {
      said = unit(of.back());
      of.resize(of.size() - 2);
    }
    const auto rate = [&](double x, Of otherwise) { put(x, said.value_or(otherwise), size); };
    const auto place = [&](std::initializer_list<std::string_view> word) {
      for (std::size_t i = 0; i < of.size(); ++i)
        if (is(of[i], word)) return i;
      return of.size();
    };
    const std::size_t n = of.size();
    if (is(of.back(), {"FIT"})) return rate(number(of, 0, n - 1) / (1e9 * units::hour), Of::one);
    if (is(of.front(), {"AFR"})) return rate(number(of, 1, n, "1", true) / units::year, Of::one);
    if (is(of.back(), {"AFR"})) return rate(number(of, 0, n - 1, "1", true) / units::year, Of::one);
    if (n > 2 && is(of[0], {"failing"}) && is(of[1], {"share"})) return rate(failing(number(of, 2, n, "1", true)), Of::one);
    if (is(of.front(), {"MTBF", "MTTF"}))
      return rate(1 / number(of, 1, n, "s"), is(of.front(), {"MTBF"}) ? Of::counted : Of::one);
    if (const auto at = place({"every"}); at < n) return rate(count(of, at) / number(of, at + 1, n, "s"), Of::counted);
    if (const auto at = place({"in"}); at < n) return window(count(of, at), number(of, at + 1, n, "s"), said, size);
    const auto at = place({"per"});
    if (at == n) return rate(1 / number(of, 0, n, "s"), Of::counted);  // "50000 h per GPU"
    const double events = count(of, at);
    const std::size_t many = at + 1 < n && scaling_limits::detail::is_digit(of[at + 1][0]);
    const std::size_t unit_at = at + 1 + many;
    const bool has_unit = unit_at < n && is_unit(of[unit_at]);
    if (has_unit && said) refuse("says twice of what it is");
    if (has_unit) said = unit(of[unit_at]);
    const double times = many ? number(of, at + 1, at + 2) : 1;
    if (unit_at + has_unit + 1 != n) refuse("is no rate");
    rate(events / (times * number({"1", of[n - 1]}, 0, 2, "s")), Of::counted);
  }
  double failing(double share) const {
    if (!(share < 1)) refuse("has a share of 1 or more that fails");
    return -std::log1p(-share) / units::year;
  }
  void window(double events, double time, std::optional<Of> said, double size) {
    if ((said && *said != Of::job) || size == size) refuse("counts in wall-clock time what is not of the job");
    if (!(time < inf)) refuse("has no end");
    sum_.events = events, sum_.window = time, ++windows_;
  }
  /// "2048 x AFR 3 %": all of them in the job.
  void add_several(Words of) {
    const double many = number(of, 0, 1);
    of.erase(of.begin(), of.begin() + 2);
    RateText one("");
    one.all_ = all_;
    one.add(std::move(of));
    const SaidRate& rate = one.sum_;
    if (one.windows_ || rate.job > 0 || rate.counted > 0) refuse("multiplies what is of the job already");
    if (rate.sized) refuse("counts nodes, and GPUs of a node");
    sum_.job += many * (rate.gpu + rate.node + rate.one);
  }

  std::string_view all_;
  SaidRate sum_{};
  int windows_ = 0;
};

}  // namespace detail

/// A rate from its text; nothing where the text says no rate, but maybe a time. Throws InvalidArgument for half a rate.
inline std::optional<SaidRate> said_rate(std::string_view text) { return detail::RateText(text).read(); }

}  // namespace scaling_limits::failures
