// SPDX-License-Identifier: Apache-2.0
// The answer to "how large": one shape for every criterion, growth law and strategy.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>

#include "../core/name.hpp"
#include "../core/result_fields.hpp"
#include "../core/terms.hpp"
#include "../core/words.hpp"

namespace scaling_limits::limits {

enum class Status {
  ok,
  no_limit,      ///< the criterion holds at every larger size: value +inf
  infeasible,    ///< no size, no value of the field meets the criterion, or the strategy has no answer: value NaN
  already_met,   ///< at any value of the field that was asked for: its worst end, 0 or inf (required.hpp)
  not_converged  ///< there is an answer, and the search gave up before it was found: value NaN
};

constexpr auto words(const Status*) {
  return std::to_array<Word<Status>>({{"ok", Status::ok},
                                      {"no limit", Status::no_limit},
                                      {"infeasible", Status::infeasible},
                                      {"already met", Status::already_met},
                                      {"not converged", Status::not_converged}});
}

/// Sizes at which terms and target meet, in rising order: the first eight, and how many were found.
class Roots {
 public:
  void add(double gpus) {
    if (found_ < items_.size()) items_[found_] = gpus;
    ++found_;
  }
  const double* begin() const { return items_.data(); }
  const double* end() const { return items_.data() + size(); }
  std::size_t size() const { return (std::min)(found_, items_.size()); }
  std::size_t found() const { return found_; }
  double operator[](std::size_t i) const { return items_[i]; }

 private:
  std::array<double, 8> items_{};
  std::size_t found_ = 0;
};

template <class S = double>
struct Limit {
  S value{};
  Status status{};
  std::string note{};
  std::string_view binding{};
  Terms<S> shares{};
  S goodput{}, efficiency{};
  Roots roots{};
  Name unit = "GPUs";    // of the size
  bool nowhere = false;  // infeasible: whether no size at all meets the criterion, and not only none that is known

  /// Whether it says all that an answer must: a size, the goodput there, which is a share, and shares that sum to one.
  bool whole() const {
    constexpr double rounded = digits_of<S> < 53 ? 1e-5 : 1e-9;
    const auto at = value_of(value);
    return at > 0 && at < inf && value_of(goodput) >= 0 && value_of(goodput) <= 1 + rounded && value_of(efficiency) >= 0 &&
           std::abs(value_of(shares.sum()) - 1) < rounded;
  }

  void add_note(std::string_view text) { note.append(note.empty() ? "" : "; ").append(text); }

  /// Useful work at the limit, in ideal GPUs.
  S useful_gpus() const { return value * efficiency * goodput; }
  bool is_ok() const { return status == Status::ok; }
};

template <class S>
constexpr auto fields(const Limit<S>*) {
  using L = Limit<S>;
  constexpr auto useful = [](const L& limit) { return limit.is_ok() ? value_of(limit.useful_gpus()) : NaN; };
  constexpr auto shares = [](const L& limit) { return limit.is_ok() ? &limit.shares : nullptr; };
  return std::tuple(
      ResultField("value", &L::value, "GPU",
                  "the largest size, never floored; unlimited where there is no limit, none where it is infeasible"),
      ResultField("status", &L::status, "", "ok, no limit, infeasible or not converged"),
      ResultField("binding", &L::binding, "", "the term with the largest share"), note_field(&L::note),
      ResultField("goodput", &L::goodput, "1", "at the limit"),
      ResultField("efficiency", &L::efficiency, "1", "product of all factors but goodput, at the limit"),
      ResultField("useful_gpus", useful, "GPU", "useful work at the limit, in ideal GPUs"),
      ResultField("shares", shares, "1", "what the term has of the target; they sum to one", "term"),
      ResultField("roots", &L::roots, "GPU", "every size where terms and target meet, in rising order"));
}

}  // namespace scaling_limits::limits
