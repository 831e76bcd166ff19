// SPDX-License-Identifier: Apache-2.0
// A serial time of which a part hides behind the compute: a step takes (T_c^g + T_n^g)^(1/g), T_c = work/N and T_n the serial
// time. g = 1: none is hidden, strong scaling; g -> inf: all that fits. With u = N/half_size, half_size = work / serial time:
//
//     e = (1 + u^g)^(-1/g),   eps = u^g / (1 + u^g)
//
// Beside other serial times, where these add (serial_times.hpp), it hides behind them too. The time is
// parallelism::overlapped_time. Qiao et al., "Pollux: Co-adaptive Cluster Scheduling for Goodput-Optimized Deep
// Learning", OSDI 2021, section 3.2.
#pragma once
#include "../version.hpp"

#include "factor.hpp"

namespace scaling_limits::limits {

template <class P = double>
struct OverlappedScaling {
  P half_size = P(NaN);
  P overlap_exponent = P(1);
  Name name = "link";
  static constexpr bool rises_with_size = true, hides_behind_step = true;
  static constexpr std::string_view kind = "overlapped_scaling";
  static constexpr std::string_view text = "a serial time partly hidden behind compute: (1 + (gpus / half_size)^g)^(-1/g)";

  void validate() const { scaling_limits::validate(*this, "OverlappedScaling"); }
  template <class S>
  Terms<S> losses(const S& gpus) const {
    const S ratio = gpus / S(half_size), g(overlap_exponent);
    // the smaller of u and 1/u, to the power of g
    const double u = static_cast<double>(value_of(ratio)), all = static_cast<double>(value_of(g));
    const S beyond = u > 1 ? log_ratio(gpus, S(half_size)) : S(0) * ratio;
    if (u == 0 || u == inf || all == inf) return {{name, u == u ? beyond : S(NaN)}};
    return {{name, S(beyond + log_one_plus(raised(u > 1 ? S(S(1) / ratio) : ratio, g)) / g)}};
  }
  template <class N, Scalar S = promote_t<N, P>>
  S efficiency(const N& gpus) const {
    return limits::efficiency(*this, S(gpus));
  }
};

template <class P>
constexpr auto fields(const OverlappedScaling<P>*) {
  using F = OverlappedScaling<P>;
  return std::to_array<Field<F, P>>({
      {"half_size", &F::half_size, "1", positive_or_inf, "size at which the serial time is that of compute", usually(1e3, 1e7),
       Effect::help},
      {"overlap_exponent", &F::overlap_exponent, "1", Range{.lower = 1, .upper = inf},
       "1: nothing is hidden; unlimited: all that fits", usually(1, 10, "fitted to 1 to 10 by Pollux 2021"), Effect::help},
  });
}
static_assert(factor_table_is_complete<OverlappedScaling<>>,
              "OverlappedScaling: a member without its row, or a row without its member");

}  // namespace scaling_limits::limits
