// SPDX-License-Identifier: Apache-2.0
// Sites that train one model together and exchange their gradients around a ring after every batch of B tokens. The 20 N/B
// exchanges of a model of N parameters, trained on 20 N tokens, fill the duration T [s]:
//
//     20 N/B (2 p N/W + 2 t_L) = T:    N = 2 T B / (b + sqrt(b^2 + 4 a T B)),  a = 2 p 20/W,  b = 2 t_L 20
//
// p bytes per parameter, W [B/s] of a link, W r_W^t after t years; t_L = length / 2e8 m/s once around in fibre. The root holds
// for W = inf and for a ring of no length; with both there is no limit. C = 6 20 N^2. Before the start: NaN.
// Source: Epoch AI, "Can AI scaling continue through 2030?", 2024, "Geographically distributed training".
#pragma once
#include "../version.hpp"

#include "../core/dual.hpp"
#include "../core/fields.hpp"
#include "wide_area.hpp"

namespace scaling_limits::network {

template <class S = double>
struct Ring {
  S bandwidth = S(NaN);
  S length = S(NaN);
  S batch_tokens = S(NaN);
  S bandwidth_growth = S(1);
  S bytes_per_parameter = S(1);
  S tokens_per_parameter = S(20);

  /// The largest model that is trained in the duration [s], if the exchanges alone took time.
  template <class D, class Y, Scalar T = promote_t<D, Y, S>>
  T parameters(const D& duration, const Y& years) const {
    using std::sqrt;
    if (!(value_of(duration) >= 0 && value_of(years) >= 0 && in_range(*this))) return T(NaN);
    const T tokens = T(duration) * T(batch_tokens), k(tokens_per_parameter);
    const T a = k * loop_exchange_time(T(bytes_per_parameter), bandwidth_at(T(years)), T(0), passes);
    const T b = k * loop_exchange_time(T(0), T(inf), T(length), passes);
    if (value_of(tokens) == inf || (value_of(a) == 0 && value_of(b) == 0)) return T(inf);
    if (value_of(tokens) == 0) return T(0);
    return T(2) * tokens / (b + sqrt(T(b * b + T(4) * a * tokens)));
  }
  /// What training it takes [FLOP].
  template <class D, class Y, Scalar T = promote_t<D, Y, S>>
  T compute(const D& duration, const Y& years) const {
    return T(6) * T(tokens_per_parameter) * square(parameters(T(duration), T(years)));
  }
  /// One exchange of so many parameters [s].
  template <class N, class Y, Scalar T = promote_t<N, Y, S>>
  T exchange_time(const N& parameters, const Y& years) const {
    if (!(value_of(parameters) >= 0 && value_of(years) >= 0 && in_range(*this))) return T(NaN);
    return loop_exchange_time(T(T(parameters) * T(bytes_per_parameter)), bandwidth_at(T(years)), T(length), passes);
  }

 private:
  static constexpr double passes = 2;  // gradients are added up on the way around, then the sums go around
  template <class T>
  T bandwidth_at(const T& years) const {
    return value_of(bandwidth) == inf ? T(inf) : T(T(bandwidth) * raised(T(bandwidth_growth), years));
  }
};

template <class S>
constexpr auto fields(const Ring<S>*) {
  using R = Ring<S>;
  return std::to_array<Field<R, S>>({
      {"bandwidth", &R::bandwidth, "B/s", positive_or_inf, "of the link between two sites in the start year, one way",
       usually(5.1e13, 2.05e14, "Epoch 2024, 10 to 90 %"), Effect::help},
      {"length", &R::length, "meter", not_negative, "of the fibre once around all sites",
       usually(3.5e5, 1.062e7, "Epoch 2024, 10 to 90 %"), Effect::cost},
      {"batch_tokens", &R::batch_tokens, "1", positive, "tokens of a batch", usually(1.6e7, 3.6e8, "Epoch 2024, 10 to 90 %"),
       Effect::help},
      {"bandwidth_growth", &R::bandwidth_growth, "1", positive, "factor per year of the bandwidth",
       usually(1.4, 1.6, "Epoch 2024, 10 to 90 %"), Effect::help},
      {"bytes_per_parameter", &R::bytes_per_parameter, "B", positive, "sent for a parameter", usually(1, 4, "8 to 32 bits"),
       Effect::cost},
      {"tokens_per_parameter",
       &R::tokens_per_parameter,
       "1",
       positive,
       "tokens a parameter is trained on",
       usually(10, 200, "compute-optimal: 20; beyond it: cheaper to use"),
       {}},
  });
}
static_assert(table_is_complete<Ring<>>, "Ring: a member without its row, or a row without its member");

}  // namespace scaling_limits::network
