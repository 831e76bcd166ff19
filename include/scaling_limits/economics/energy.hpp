// SPDX-License-Identifier: Apache-2.0
// Energy and carbon of a training run: gpus x duration x power x PUE, and that times the carbon intensity of its electricity.
// Sources: Patterson et al., Carbon Emissions and Large Neural Network Training, arXiv 2104.10350, 2021, section 2.5; the mean
// power of a GPU with its host is the caller's to know, and neither idle machines nor the making of them are in it.
#pragma once
#include "../version.hpp"

#include "../core/scalar.hpp"

namespace scaling_limits::economics {

namespace detail {

/// a x b where nothing of something without end is nothing.
template <class S>
S amount(const S& a, const S& b) {
  return value_of(a) == 0 && value_of(b) == inf ? a : value_of(b) == 0 && value_of(a) == inf ? b : S(a * b);
}

}  // namespace detail

/// Energy of a run [J]: gpus x duration x power x pue.
///
/// Source: Patterson et al., arXiv 2104.10350, 2021, section 2.5.
///
/// @param gpus >= 0; @param duration [s] >= 0; @param power [W] >= 0 of one GPU with its
/// share of the host; @param pue >= 1, of the site over its computers
template <class N, class T, class W, class P = int, Scalar S = promote_t<N, T, W, P>>
S training_energy(const N& gpus, const T& duration, const W& power, const P& pue = 1) {
  const S n(gpus), t(duration), w(power), over(pue);
  if (!(value_of(n) >= 0 && value_of(t) >= 0 && value_of(w) >= 0 && value_of(over) >= 1)) return S(NaN);
  return detail::amount(detail::amount(n, t), detail::amount(w, over));
}

/// CO2 of an energy [kg]: energy x intensity.
///
/// Source: Patterson et al., arXiv 2104.10350, 2021, section 2.5.
///
/// @param energy [J] >= 0; @param intensity [kg/J] >= 0
template <class E, class I, Scalar S = promote_t<E, I>>
S carbon(const E& energy, const I& intensity) {
  const S e(energy), i(intensity);
  return value_of(e) >= 0 && value_of(i) >= 0 ? detail::amount(e, i) : S(NaN);
}

}  // namespace scaling_limits::economics
