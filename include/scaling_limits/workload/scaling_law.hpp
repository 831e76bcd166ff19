// SPDX-License-Identifier: Apache-2.0
// A scaling law: the loss [nats per token] of N parameters trained on D tokens, L = E + A N^-alpha + B D^-beta, which takes
// C = 6 N D [FLOP]. Where that is best spent, G = (alpha A / (beta B))^(1/(alpha + beta)), a = beta / (alpha + beta):
//
//     N* = G (C/6)^a    D* = (C/6)^(1 - a) / G    L* = E + K (C/6)^-gamma    gamma = alpha beta/(alpha + beta)
//     C(N*) = 6 (N*/G)^(1/a)    C(L*) = 6 (K/(L - E))^(1/gamma)              K = A G^-alpha + B G^beta
//
// Hoffmann et al., "Training Compute-Optimal Large Language Models", arXiv 2203.15556, 2022, equations 2 to 4 and 10. A model
// that serves I tokens costs 6 N D + 2 N I; at a loss that is given that is least where (Sardana and Frankle, "Beyond
// Chinchilla-Optimal", arXiv 2401.00448, 2023; the condition is derived)
//
//     alpha A N^-alpha = (1 + I/(3 D)) beta B D^-beta                                                                    (1)
//
// NaN outside the ranges of the table, and for a loss at the floor E or below, which no compute reaches.
#pragma once
#include "../version.hpp"

#include "../core/dual.hpp"
#include "../core/fields.hpp"

namespace scaling_limits::workload {

/// A model and what it is trained on.
template <class S>
struct Allocation {
  S parameters{}, tokens{};
};

template <class S = double>
struct ScalingLaw {
  S irreducible_loss = S(NaN);
  S parameter_scale = S(NaN);
  S token_scale = S(NaN);
  S parameter_exponent = S(NaN);
  S token_exponent = S(NaN);

  /// Loss of a model. @param parameters, tokens >= 0
  template <class N, class D, Scalar T = promote_t<N, D, S>>
  T loss(const N& parameters, const D& tokens) const {
    if (!(value_of(parameters) >= 0 && value_of(tokens) >= 0 && in_range(*this))) return T(NaN);
    return T(irreducible_loss) + T(parameter_scale) * power(T(parameters), T(-T(parameter_exponent))) +
           T(token_scale) * power(T(tokens), T(-T(token_exponent)));
  }
  /// Parameters of the best model of a compute. @param compute [FLOP], >= 0
  template <class C, Scalar T = promote_t<C, S>>
  T optimal_parameters(const C& compute) const {
    if (!(value_of(compute) >= 0 && in_range(*this))) return T(NaN);
    return balance<T>() * power(T(T(compute) / T(6)), T(T(token_exponent) / exponents<T>()));
  }
  /// Tokens that it is trained on.
  template <class C, Scalar T = promote_t<C, S>>
  T optimal_tokens(const C& compute) const {
    if (!(value_of(compute) >= 0 && in_range(*this))) return T(NaN);
    return power(T(T(compute) / T(6)), T(T(parameter_exponent) / exponents<T>())) / balance<T>();
  }
  /// Its loss, the least that the compute buys.
  template <class C, Scalar T = promote_t<C, S>>
  T optimal_loss(const C& compute) const {
    if (!(value_of(compute) >= 0 && in_range(*this))) return T(NaN);
    return T(irreducible_loss) + amount<T>() * power(T(T(compute) / T(6)), T(-decline<T>()));
  }
  /// The compute [FLOP] whose best model has so many parameters. @param parameters >= 0
  template <class N, Scalar T = promote_t<N, S>>
  T compute_for_parameters(const N& parameters) const {
    if (!(value_of(parameters) >= 0 && in_range(*this))) return T(NaN);
    return T(6) * power(T(T(parameters) / balance<T>()), T(T(1) + T(parameter_exponent) / T(token_exponent)));
  }
  /// The least compute [FLOP] that reaches a loss. @param loss > irreducible_loss
  template <class L, Scalar T = promote_t<L, S>>
  T compute_for_loss(const L& loss) const {
    const T excess = T(loss) - T(irreducible_loss);
    if (!(value_of(excess) > 0 && in_range(*this))) return T(NaN);
    return T(6) * power(T(amount<T>() / excess), T(T(1) / decline<T>()));
  }

  /// The cheapest model of a loss over training and the tokens that it serves: (1).
  ///
  /// @param loss > irreducible_loss; @param inference_tokens >= 0; inf: the smallest model that there is, on endless data
  template <class L, class I, Scalar T = promote_t<L, I, S>>
  Allocation<T> inference_optimum(const L& loss, const I& inference_tokens) const {
    const T excess = T(loss) - T(irreducible_loss), served(inference_tokens);
    if (!(value_of(excess) > 0 && value_of(served) >= 0 && in_range(*this))) return {T(NaN), T(NaN)};
    if (value_of(excess) == inf) return {T(0), T(0)};
    const T a(parameter_exponent), b(token_exponent);
    if (value_of(served) == inf) return {power(T(T(parameter_scale) / excess), T(T(1) / a)), T(inf)};
    // The data's share y of the excess says both: D = (B/(y excess))^(1/b), N likewise of 1 - y, and (1) is
    //   (a + b) y + b y q - a = 0,  q = I/(3 D)
    const auto tokens = [&](const T& y) { return power(T(T(token_scale) / (y * excess)), T(T(1) / b)); };
    T share = static_cast<T>(token_share(static_cast<double>(excess), static_cast<double>(served)));
    const int steps = std::floating_point<T> ? 1 : 2 + (digits_of<T> > 64) + (digits_of<T> > 128) + (digits_of<T> > 256);
    for (int i = 0; i < steps; ++i) {  // each doubles the digits and the orders of derivatives
      const T q = served / (T(3) * tokens(share));
      if (!(value_of(q) < inf)) break;
      share = share - ((a + b) * share + b * share * q - a) / ((a + b) + (T(1) + b) * q);
    }
    const T data = tokens(share), q = served / (T(3) * data);
    // what the parameters leave of the excess: 1 - share, which by (1) needs no difference where that is small
    const T rest = value_of(share) > 0.5 ? T(b / a * share * (T(1) + q)) : T(T(1) - share);
    return {power(T(T(parameter_scale) / (rest * excess)), T(T(1) / a)), data};
  }
  template <class L, class I, Scalar T = promote_t<L, I, S>>
  T inference_optimal_parameters(const L& loss, const I& inference_tokens) const {
    return inference_optimum(loss, inference_tokens).parameters;
  }
  template <class L, class I, Scalar T = promote_t<L, I, S>>
  T inference_optimal_tokens(const L& loss, const I& inference_tokens) const {
    return inference_optimum(loss, inference_tokens).tokens;
  }

 private:
  template <class T>
  T exponents() const {
    return T(parameter_exponent) + T(token_exponent);
  }
  /// G.
  template <class T>
  T balance() const {
    const T ratio = T(parameter_exponent) * T(parameter_scale) / (T(token_exponent) * T(token_scale));
    return power(ratio, T(T(1) / exponents<T>()));
  }
  /// K: of the two terms of it the second is alpha/beta of the first.
  template <class T>
  T amount() const {
    return T(parameter_scale) * power(balance<T>(), T(-T(parameter_exponent))) * exponents<T>() / T(token_exponent);
  }
  /// gamma.
  template <class T>
  T decline() const {
    return T(parameter_exponent) * T(token_exponent) / exponents<T>();
  }
  /// base^exponent; at 0 and inf without slopes.
  template <class T>
  static T power(const T& base, const T& exponent) {
    const auto x = value_of(base);
    if (x > 0 && x < inf) return raised(base, exponent);
    if (x != x || value_of(exponent) == 0) return x != x ? T(NaN) : T(1);
    return (x == 0) == (value_of(exponent) > 0) ? T(0) : T(inf);
  }
  /// The share y of (1) in double: in u = ln y the logarithm of the sum of both terms is convex and rises, and is not below
  /// zero where either term alone is a. Newton from the lower of these two points comes down to the root.
  double token_share(double excess, double served) const {
    const double a = value_of(parameter_exponent), b = value_of(token_exponent);
    const double log_ratio = std::log(served / 3) - std::log(value_of(token_scale) / excess) / b;
    const double least = std::log((a + b) / a), most = std::log(b / a) + log_ratio, power = 1 + 1 / b;
    double u = (std::min)(-least, -most / power);
    for (int i = 0; i < 30; ++i) {
      const double first = std::exp(u + least), second = std::exp(power * u + most);
      const double step = std::log(first + second) / (1 + second / (first + second) / b);
      u -= step;
      if (!(std::abs(step) > 1e-9)) break;
    }
    return std::exp(u);
  }
};

template <class S>
constexpr auto fields(const ScalingLaw<S>*) {
  using L = ScalingLaw<S>;
  return std::to_array<Field<L, S>>({
      {"irreducible_loss", &L::irreducible_loss, "1", not_negative, "E, what no model and no data take away [nats per token]",
       usually(1.5, 2, "Hoffmann 2022, Besiroglu 2024, Muennighoff 2023"), Effect::cost},
      {"parameter_scale", &L::parameter_scale, "1", positive, "A, the loss that a model of one parameter would add",
       usually(300, 700, "Hoffmann 2022, Besiroglu 2024, Muennighoff 2023"), Effect::cost},
      {"token_scale", &L::token_scale, "1", positive, "B, the loss that data of one token would add",
       usually(300, 4000, "Hoffmann 2022, Besiroglu 2024, Muennighoff 2023"), Effect::cost},
      {"parameter_exponent", &L::parameter_exponent, "1", positive, "alpha, how fast larger models are better",
       usually(0.3, 0.4, "Hoffmann 2022, Besiroglu 2024, Muennighoff 2023"), Effect::help},
      {"token_exponent", &L::token_exponent, "1", positive, "beta, how fast more data is better",
       usually(0.25, 0.4, "Hoffmann 2022, Besiroglu 2024, Muennighoff 2023"), Effect::help},
  });
}
static_assert(table_is_complete<ScalingLaw<>>, "ScalingLaw: a member without its row, or a row without its member");

}  // namespace scaling_limits::workload
