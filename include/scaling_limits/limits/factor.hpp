// SPDX-License-Identifier: Apache-2.0
// The useful throughput of N GPUs is Theta = N e1(N) e2(N) ... A factor answers its losses -ln e, split by cause, at a size
// of any scalar type; with a dual in ln N the slope of a loss is eps = -d ln e / d ln N, and one formula serves all criteria.
#pragma once
#include "../core/dual.hpp"
#include "../core/fields.hpp"
#include "../core/name.hpp"
#include "../core/terms.hpp"

namespace scaling_limits::limits {

/// A factor other than goodput. Optional members:
///   rises_with_size     constant or function: no loss, and no slope of a loss, ever falls with size; without it the solver
///                       scans for further roots
///   cap(), smooth_losses(gpus)      a size that cannot be passed, and the losses without it (hard_cap.hpp)
///   size_with_restarts(size, target)   a closed form (closed_form.hpp)
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

/// The losses of a factor but for its cap.
template <class F, class S>
Terms<S> smooth_losses(const F& factor, const S& gpus) {
  if constexpr (requires { factor.smooth_losses(gpus); }) return factor.smooth_losses(gpus);
  else return factor.losses(gpus);
}

/// The table of a factor covers all of its members but the name.
template <class F>
inline constexpr bool factor_table_is_complete = fields_of<F>.size() * sizeof(scalar_of<F>) + sizeof(Name) == sizeof(F);

/// A size that cannot be passed, and what it is called where it binds.
template <class S>
struct Cap {
  S gpus = S(inf);
  Name name{};
};

/// e1 e2 ... of a factor at a size.
template <class F, class S>
S efficiency(const F& factor, const S& gpus) {
  using std::exp;
  return exp(S(-factor.losses(gpus).sum()));
}

}  // namespace scaling_limits::limits
