// SPDX-License-Identifier: Apache-2.0
// Serial times add, losses multiply. In units of the compute of a step, work/N, the time of several StrongScaling is
// t = 1 + sum of N/N_i. One that is partly hidden (overlapped_scaling.hpp) hides behind the whole of such a step, as its own
// kernel says with N/t for N, the size whose compute alone would take so long; it adds what it lengthens the step by. The loss
// is ln t, split over the terms in proportion to what each adds. All other factors stay what they are.
#pragma once
#include "../version.hpp"

#include <tuple>

#include "strong_scaling.hpp"

namespace scaling_limits::limits {

/// Several factors as one whose serial times add. A factor that is one serial time says so by serial_half_size(), NaN where it
/// is not; one that is partly hidden by hides_behind_step. A list of factors hands out each of them by each(look). It refers to
/// what it is made of.
template <class... F>
class InSeries {
 public:
  explicit InSeries(const F&... factors) : factors_(factors...) {}

  void validate() const {
    each([](const auto& factor) { factor.validate(); });
  }
  bool rises_with_size() const {
    bool all = true;
    each([&](const auto& factor) { all = all && limits::rises_with_size(factor); });
    return all;
  }
  SizeRange domain() const {
    SizeRange known;
    each([&](const auto& factor) { known = known.common_with(limits::domain(factor)); });
    return known;
  }
  auto cap() const {
    Cap<double> least;
    each([&](const auto& factor) { least.lower_to(factor); });
    return least;
  }
  template <class S>
  Terms<S> smooth_losses(const S& gpus) const {
    Terms<S> all, serial;  // of the latter what each adds to a step, per GPU: 1/N_i of a serial time
    each([&](const auto& factor) {
      if (hides_behind_step(factor)) return;
      if (const S half = serial_half_size<S>(factor); value_of(half) == value_of(half)) serial.add(term(factor), S(1) / half);
      else all.add_all(limits::smooth_losses(factor, gpus), [](const S& loss) { return loss; });
    });
    S inverse = serial.sum();
    each([&](const auto& factor) {
      if (!hides_behind_step(factor)) return;
      const S step = S(1) + gpus * inverse;
      const S longer = exp_minus_one(limits::smooth_losses(factor, S(gpus / step)).sum());
      const S added = longer * (S(1) / gpus + inverse);
      serial.add(term(factor), added);
      inverse = inverse + added;
    });
    const S loss = log_one_plus(S(gpus * inverse));
    for (const auto& part : serial) all.add(part.name, value_of(inverse) == 0 ? S(0) : S(loss * part.amount / inverse));
    return all;
  }
  template <class S>
  Terms<S> losses(const S& gpus) const {
    Terms<S> all = smooth_losses(gpus);
    if (const auto least = cap(); least.gpus < inf) all.add(least.name, S(value_of(gpus) > least.gpus ? inf : 0));
    return all;
  }

 private:
  template <class Look>
  void each(const Look& look) const {
    const auto one = [&](const auto& factor) {
      if constexpr (requires { factor.each(look); }) factor.each(look);
      else look(factor);
    };
    std::apply([&](const auto&... factor) { (..., one(factor)); }, factors_);
  }
  template <class S, class G>
  static S serial_half_size(const G& factor) {
    if constexpr (requires { factor.serial_half_size(); }) return S(factor.serial_half_size());
    else return S(NaN);
  }
  template <class G>
  static bool hides_behind_step(const G& factor) {
    if constexpr (requires { bool(factor.hides_behind_step()); }) return factor.hides_behind_step();
    else return requires { G::hides_behind_step; };
  }
  template <class G>
  static std::string_view term(const G& factor) {
    if constexpr (requires { factor.term(); }) return factor.term();
    else if constexpr (requires { factor.name; }) return factor.name;
    else return {};
  }
  std::tuple<const F&...> factors_;
};

}  // namespace scaling_limits::limits
