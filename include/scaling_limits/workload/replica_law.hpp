// SPDX-License-Identifier: Apache-2.0
// What training M replicas that exchange rarely costs in loss: L = A N^-alpha M^beta for N parameters, each on its best
// number of tokens. As compute: at equal loss N grows as M^(beta/alpha) and compute as N^2, so replicas do the work of M^-b,
// b = 2 beta/alpha.
//
// Charles et al., "Communication-Efficient Language Model Training Scales Reliably and Robustly: Scaling Laws for DiLoCo",
// 2025, arXiv 2503.09799. It fits the same runs twice: one joint law (against one replica), and a law of N for each M
// (against data parallelism). The two disagree beyond the fitted sizes, so both are here.
#pragma once
#include "../version.hpp"

#include <array>
#include <string>

#include "../core/fields.hpp"
#include "../core/math.hpp"
#include "../core/words.hpp"

namespace scaling_limits::workload {

template <class S = double>
struct ReplicaLaw {
  S scale = S(NaN);
  S parameter_exponent = S(NaN);
  S replica_exponent = S(NaN);
  S batch_scale = S(NaN);
  S batch_parameter_exponent = S(NaN);
  S batch_replica_exponent = S(NaN);
  S fitted_from = S(0);
  S fitted_to = S(inf);
  S fitted_replicas = S(inf);

  /// Loss [nats] of a model of N parameters trained by M replicas. NaN out of range.
  template <class N, class M, Scalar T = promote_t<N, M, S>>
  T loss(const N& parameters, const M& replicas) const {
    const T n(parameters), m(replicas);
    if (!(value_of(n) > 0 && value_of(m) >= 1 && in_range(*this))) return T(NaN);
    return T(scale) * raised(n, T(-T(parameter_exponent))) * raised(m, T(replica_exponent));
  }
  /// b = 2 beta/alpha: replicas lose as much as if compute were divided by M^b.
  S compute_exponent() const { return S(2) * replica_exponent / parameter_exponent; }
  /// The best batch [tokens] of all replicas together; NaN where the law has none.
  template <class N, class M, Scalar T = promote_t<N, M, S>>
  T batch(const N& parameters, const M& replicas) const {
    const T n(parameters), m(replicas);
    if (!(value_of(n) > 0 && value_of(m) >= 1)) return T(NaN);
    return T(batch_scale) * raised(n, T(batch_parameter_exponent)) * raised(m, T(batch_replica_exponent));
  }
  /// Where a result lies outside what the law was fitted to; empty inside.
  std::string note(double parameters, double replicas) const {
    std::string text;
    const double from = value_of(fitted_from), to = value_of(fitted_to), most = value_of(fitted_replicas);
    if (parameters < from || parameters > to)
      text = to_text(parameters, 4) + " parameters lie outside the fitted " + to_text(from, 4) + " to " + to_text(to, 4);
    if (replicas > most)
      text += (text.empty() ? "" : "; ") + to_text(replicas, 4) + " replicas are more than the fitted " + to_text(most, 4);
    return text;
  }
};

template <class S>
constexpr auto fields(const ReplicaLaw<S>*) {
  using L = ReplicaLaw<S>;
  return std::to_array<Field<L, S>>({
      {"scale", &L::scale, "1", positive, "A of L = A N^-alpha M^beta", usually(1, 100)},
      {"parameter_exponent", &L::parameter_exponent, "1", positive, "alpha: what parameters gain in loss", usually(0.02, 0.5)},
      {"replica_exponent", &L::replica_exponent, "1", not_negative, "beta: what replicas cost in loss", usually(0, 0.05)},
      {"batch_scale", &L::batch_scale, "1", if_given(positive), "tokens of the best batch at one parameter and replica",
       usually(1e-2, 1e4)},
      {"batch_parameter_exponent", &L::batch_parameter_exponent, "1", if_given(any_exponent),
       "growth of that batch with parameters", usually(0, 1)},
      {"batch_replica_exponent", &L::batch_replica_exponent, "1", if_given(any_exponent), "and with replicas", usually(0, 1)},
      {"fitted_from", &L::fitted_from, "1", not_negative, "fewest parameters that it was fitted to", usually(1e6, 1e9)},
      {"fitted_to", &L::fitted_to, "1", positive_or_inf, "most of them", usually(1e9, 1e12)},
      {"fitted_replicas", &L::fitted_replicas, "1", Range{.lower = 1, .upper = inf}, "most replicas that it was fitted to",
       usually(1, 64)},
  });
}
static_assert(table_is_complete<ReplicaLaw<>>, "ReplicaLaw: a member without its row, or a row without its member");

/// How a published fit was made.
enum class ReplicaFit {
  separate,  ///< a law of N for each M in 1, 2, 4, 8, against data parallelism
  joint      ///< one law of N and M, against one replica
};
constexpr auto words(const ReplicaFit*) {
  return std::to_array<Word<ReplicaFit>>({{"separate", ReplicaFit::separate}, {"joint", ReplicaFit::joint}});
}

/// L = scale N^-exponent of one number of replicas; 0: data parallelism.
struct SeparateFit {
  double replicas{}, scale{}, exponent{};
};
/// Charles et al. 2025, the fits of each column of their table of losses.
inline constexpr auto separate_fits = std::to_array<SeparateFit>(
    {{0, 18.129, 0.0953}, {1, 18.363, 0.0961}, {2, 18.768, 0.0969}, {4, 19.762, 0.0992}, {8, 21.051, 0.1018}});
/// The joint fit's exponents, and what both were fitted to: parameters, replicas.
inline constexpr double joint_parameter_exponent = 0.0985, joint_replica_exponent = 0.0116;
inline constexpr double replicas_fitted_from = 35e6, replicas_fitted_to = 2.4e9, most_replicas_fitted = 8;

/// Compute that replicas need over what data parallelism needs for the same loss, (N'/N)^2 with L_M(N') = L_dp(N).
///
/// @param parameters N > 0 of the model of data parallelism; @param replicas 1, 2, 4 or 8; NaN elsewhere
template <class N, class M, Scalar S = promote_t<N, M>>
S separate_replica_compute(const N& parameters, const M& replicas) {
  using std::exp;
  using std::log;
  const S n(parameters);
  if (!(value_of(n) > 0)) return S(NaN);
  const SeparateFit& base = separate_fits.front();
  for (const SeparateFit& fit : separate_fits)
    if (fit.replicas > 0 && fit.replicas == static_cast<double>(value_of(S(replicas))))
      return exp(S(S(2) * (S(std::log(fit.scale / base.scale) / fit.exponent) + S(base.exponent / fit.exponent - 1) * log(n))));
  return S(NaN);
}

/// Compute that replicas need for the same loss, by either fit: separate against data parallelism, joint against one replica,
/// replicas^(2 beta/alpha). The two disagree beyond the fitted sizes.
///
/// Source: Charles et al., arXiv 2503.09799, 2025: the fits of each number of replicas, and the joint one.
///
/// @param parameters N > 0; @param replicas 1, 2, 4 or 8 of the separate fits, any number >= 1 of the joint one
template <class N, class M, Scalar S = promote_t<N, M>>
S replica_compute(const N& parameters, const M& replicas, ReplicaFit form = ReplicaFit::separate) {
  if (form == ReplicaFit::separate) return separate_replica_compute(S(parameters), S(replicas));
  const bool known = value_of(S(parameters)) > 0 && value_of(S(replicas)) >= 1;
  return known ? raised(S(replicas), S(2 * joint_replica_exponent / joint_parameter_exponent)) : S(NaN);
}

}  // namespace scaling_limits::workload
