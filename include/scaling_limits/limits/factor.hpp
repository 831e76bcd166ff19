// SPDX-License-Identifier: Apache-2.0
// The useful throughput of N GPUs is Theta = N e1(N) e2(N) ... A factor answers its losses -ln e, split by term, at a size
// of any scalar type; with a dual in ln N the slope of a loss is eps = -d ln e / d ln N, and one formula serves all criteria.
#pragma once
#include "../version.hpp"

#include <algorithm>

#include "../core/dual.hpp"
#include "../core/fields.hpp"
#include "../core/name.hpp"
#include "../core/terms.hpp"

namespace scaling_limits::limits {

/// A factor other than goodput: its losses at a size of any scalar, and validate(). What it may say beside that, and must where
/// it is so:
///
///   rises_with_size       constant or function: no loss, and no slope of a loss, ever falls with size. Not said: the solver
///   scans
///                         for further roots
///   cap()                 a Cap: a size that cannot be passed. The search ends there, and the cap's name binds where it does
///   smooth_losses(gpus)   the losses as if there were no cap: what the search looks at (hard_cap.hpp)
///   domain()              a SizeRange: the sizes that it knows; NaN beyond. The search looks no further (tabulated.hpp)
///   size_with_restarts(restart_size, target)   where its slope and N / restart_size add up to a target (closed_form.hpp)
///
/// A kind that is chosen by name has `kind`, its snake_case name, and `text`, one sentence, beside its field table.
template <class F, class S = dual<double>>
concept Factor = requires(const F& factor, const S& gpus) {
  { factor.losses(gpus) } -> std::same_as<Terms<S>>;
  factor.validate();
};

/// Whether a factor says that its losses and their slopes never fall with size, by its type or, type-erased, by its value.
template <class F>
constexpr bool rises_with_size(const F& factor) {
  if constexpr (requires { bool(factor.rises_with_size()); }) return factor.rises_with_size();
  else if constexpr (requires { bool(factor.rises_with_size); }) return factor.rises_with_size;
  else return false;
}

/// A size that cannot be passed, and what it is called where it binds.
template <class S>
struct Cap {
  S gpus = S(inf);
  Name name{};

  /// That of a factor, where it has one that is smaller.
  template <class F>
  void lower_to(const F& factor) {
    if constexpr (requires { factor.cap(); })
      if (const auto cap = factor.cap(); value_of(cap.gpus) < value_of(gpus)) {
        if constexpr (std::constructible_from<S, decltype(cap.gpus)>) gpus = S(cap.gpus);
        else gpus = S(value_of(cap.gpus));
        name = cap.name;
      }
  }
};

/// The sizes that are known, and whose knowledge begins and ends there.
struct SizeRange {
  double low = 0, high = inf;
  Name begins{}, ends{};

  bool bounded() const { return low > 0 || high < inf; }
  bool holds(double gpus) const { return low <= gpus && gpus <= high; }
  /// The sizes that both know; low > high where there are none.
  SizeRange common_with(const SizeRange& other) const {
    return {(std::max)(low, other.low), (std::min)(high, other.high), other.low > low ? other.begins : begins,
            other.high < high ? other.ends : ends};
  }
};

/// What a factor says of the sizes that it knows: all, where it says nothing.
template <class F>
SizeRange domain(const F& factor) {
  if constexpr (requires { factor.domain(); }) return factor.domain();
  else return {};
}

/// The losses of a factor but for its cap.
template <class F, class S>
Terms<S> smooth_losses(const F& factor, const S& gpus) {
  if constexpr (requires { factor.smooth_losses(gpus); }) return factor.smooth_losses(gpus);
  else return factor.losses(gpus);
}

/// The table of a factor covers all of its members but the name.
template <class F>
inline constexpr bool factor_table_is_complete = fields_of<F>.size() * sizeof(scalar_of<F>) + sizeof(Name) == sizeof(F);

/// e1 e2 ... of a factor at a size.
template <class F, class S>
S efficiency(const F& factor, const S& gpus) {
  using std::exp;
  return exp(S(-factor.losses(gpus).sum()));
}

}  // namespace scaling_limits::limits
