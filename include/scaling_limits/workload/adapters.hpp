// SPDX-License-Identifier: Apache-2.0
// Low-rank adapters beside frozen weights, and models that are kept up to date.
//
//   parameters      sum over the adapted matrices of rank (inputs + outputs): one factor reads inputs, one writes outputs
//   memory          the base at its own width, and what training keeps of each adapter parameter: weight, gradient, master
//                   copy and two moments, 16 bytes in mixed precision
//   refresh saving  J refreshes, each with as many new tokens: training on all tokens each time, over going on with the new
//                   and some replayed, a share rho of both: (J + 1)(1 - rho)/2. What of the quality replay keeps: no law
// Source: Hu et al., "LoRA", ICLR 2022, section 4; Rajbhandari et al., SC20, section 3 (bytes); the saving is elementary.
#pragma once
#include "../version.hpp"

#include <span>
#include <utility>

#include "../core/fields.hpp"

namespace scaling_limits::workload {

/// Parameters of adapters of a rank beside matrices of so many (inputs, outputs). Throws DomainError unless all are whole
/// numbers from 1 on.
template <class = void>
double adapter_parameters(std::span<const std::pair<double, double>> matrices, double rank) {
  constexpr const char* here = "adapter_parameters";
  check(here, "rank", rank, counted(1));
  double ends = 0;
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    const std::string place = "matrices[" + std::to_string(i) + "]";
    check(here, place + " inputs", matrices[i].first, counted(1));
    check(here, place + " outputs", matrices[i].second, counted(1));
    ends += matrices[i].first + matrices[i].second;
  }
  return rank * ends;
}

/// What low-rank adapters train in [B]: base_bytes + state_bytes x adapter_parameters.
///
/// The weights that stay as they are, and weight, gradient, master copy and two moments of each adapter parameter.
///
/// Source: elementary; 16 bytes as in Rajbhandari et al., SC20, section 3.
///
/// @param base_bytes >= 0; @param adapter_parameters >= 0; @param state_bytes per adapter parameter, >= 0
template <class B, class P, class S = int, Scalar R = promote_t<B, P, S>>
R adapter_memory(const B& base_bytes, const P& adapter_parameters, const S& state_bytes = 16) {
  if (!(value_of(base_bytes) >= 0 && value_of(adapter_parameters) >= 0 && value_of(state_bytes) >= 0)) return R(NaN);
  return R(base_bytes) + R(state_bytes) * R(adapter_parameters);
}

/// Compute of training on everything at each refresh, over that of going on with new tokens and some replayed ones.
///
/// (J + 1)(1 - rho)/2, J = refreshes, each with as many new tokens, rho = replay_share. What replay keeps of the quality is
/// not in it.
///
/// Source: derived in include/scaling_limits/workload/adapters.hpp.
///
/// @param refreshes J >= 1; @param replay_share rho in [0, 1), of the tokens gone on with
template <class J, class R, Scalar S = promote_t<J, R>>
S refresh_saving(const J& refreshes, const R& replay_share) {
  if (!(value_of(refreshes) >= 1 && value_of(replay_share) >= 0 && value_of(replay_share) < 1)) return S(NaN);
  return (S(refreshes) + S(1)) * (S(1) - S(replay_share)) / S(2);
}

}  // namespace scaling_limits::workload
