// SPDX-License-Identifier: Apache-2.0
// The hardware that runs of a year are made on: peak rate F [FLOP/s] and power W [W] of a GPU in the start year, which become
// F r_F^t and W (r_F/e)^t after t >= 0 years, e the growth of FLOP per joule; utilisation U and duration T [s] of a run stay.
// C [FLOP] of a run: n T F r_F^t U of n GPUs of the year; watts / W F e^t U T; H T F U of H H100-equivalents, each worth F.
//
// Source: Epoch AI, "Can AI scaling continue through 2030?", 2024. Before the start: NaN.
#pragma once
#include "../version.hpp"

#include "../core/dual.hpp"
#include "../core/fields.hpp"

namespace scaling_limits::supply {

/// Of the start year; the power of a GPU includes its share of host, network and cooling.
template <class S = double>
struct Hardware {
  S peak_flops = S(NaN);
  S power_per_gpu = S(NaN);
  S utilization = S(NaN);
  S duration = S(NaN);
  S peak_growth = S(NaN);
  S efficiency_growth = S(NaN);

  /// Peak rate of a GPU of the year [FLOP/s].
  template <class Y, Scalar T = promote_t<Y, S>>
  T peak_flops_at(const Y& years) const {
    if (!holds(years)) return T(NaN);
    return T(peak_flops) * raised(T(peak_growth), T(years));
  }
  /// What a GPU of the year draws [W].
  template <class Y, Scalar T = promote_t<Y, S>>
  T power_per_gpu_at(const Y& years) const {
    if (!holds(years)) return T(NaN);
    return T(power_per_gpu) * raised(T(T(peak_growth) / T(efficiency_growth)), T(years));
  }
  /// GPUs of the year that do so much in the duration of a run. @param compute [FLOP], >= 0
  template <class C, class Y, Scalar T = promote_t<C, Y, S>>
  T gpus(const C& compute, const Y& years) const {
    if (!(value_of(compute) >= 0)) return T(NaN);
    return T(compute) / (peak_flops_at(T(years)) * T(utilization) * T(duration));
  }
  /// What so many GPUs of the year do in the duration of a run [FLOP].
  template <class N, class Y, Scalar T = promote_t<N, Y, S>>
  T compute(const N& gpus, const Y& years) const {
    if (!(value_of(gpus) >= 0)) return T(NaN);
    return T(gpus) * peak_flops_at(T(years)) * T(utilization) * T(duration);
  }
  /// What so much power does with the hardware of the year [FLOP]. @param watts >= 0
  template <class W, class Y, Scalar T = promote_t<W, Y, S>>
  T compute_of_power(const W& watts, const Y& years) const {
    if (!(value_of(watts) >= 0 && holds(years))) return T(NaN);
    return T(watts) / T(power_per_gpu) * T(peak_flops) * raised(T(efficiency_growth), T(years)) * T(utilization) * T(duration);
  }
  /// What chips worth so many H100-equivalents do in the duration of a run [FLOP]: each is worth the peak of the start year.
  template <class H, Scalar T = promote_t<H, S>>
  T compute_of_equivalents(const H& h100_equivalents) const {
    if (!(value_of(h100_equivalents) >= 0 && in_range(*this))) return T(NaN);
    return T(h100_equivalents) * T(peak_flops) * T(utilization) * T(duration);
  }

 private:
  template <class Y>
  bool holds(const Y& years) const {
    return value_of(years) >= 0 && in_range(*this);
  }
};

template <class S>
constexpr auto fields(const Hardware<S>*) {
  using H = Hardware<S>;
  return std::to_array<Field<H, S>>({
      {"peak_flops", &H::peak_flops, "FLOP/s", positive,
       "peak rate of a GPU of the start year, in the format of the equivalents", usually(1e15, 4e15, "Epoch 2024, 10 to 90 %"),
       Effect::help},
      {"power_per_gpu", &H::power_per_gpu, "W", positive,
       "what a GPU of the start year draws, host, network and cooling included",
       usually(1527.9, 1846, "Epoch 2024, 10 to 90 %"), Effect::cost},
      {"utilization", &H::utilization, "1", positive_fraction, "achieved share of the peak rate",
       usually(.2, .6, "Epoch 2024, 10 to 90 %"), Effect::help},
      {"duration", &H::duration, "s", positive, "wall-clock time of a run", usually(5.18e6, 2.33e7, "Epoch 2024, 10 to 90 %"),
       Effect::help},
      {"peak_growth", &H::peak_growth, "1", positive, "factor per year of the peak rate of a GPU",
       usually(1.31, 1.59, "Epoch 2024, 10 to 90 %"), Effect::help},
      {"efficiency_growth", &H::efficiency_growth, "1", positive, "factor per year of FLOP per joule",
       usually(1.16, 1.42, "Epoch 2024, 10 to 90 %"), Effect::help},
  });
}
static_assert(table_is_complete<Hardware<>>, "Hardware: a member without its row, or a row without its member");

}  // namespace scaling_limits::supply
