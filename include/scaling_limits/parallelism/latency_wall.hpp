// SPDX-License-Identifier: Apache-2.0
// The latency wall: a step passes L layers one after the other, each for t_L [s] at least, and a run is 20 N/B steps of B
// tokens. With L = L0 (N/N_L)^aL and B = B0 (N/N_B)^aB, N parameters, latency alone fills the duration T [s] where
//
//     t_L L0 (N/N_L)^aL 20 N/B = T:    (N/N_L)^(1 + aL - aB) = T B0 (N_L/N_B)^aB / (20 N_L t_L L0),    C_w = 6 20 N^2     (1)
//
// A run of C needs C/(T flops) / (1 - (C/C_w)^kappa) GPUs, kappa = (1 + aL - aB)/2: none is enough from C_w on. With tensor
// parallelism across nodes t_L rises with its rank TP = max(1, n B_min/B), n = C/(T F U); Epoch publishes two forms [us]:
//
//     body       8 [4.5 + 6.8 + 2 (2.75 0.6 + 5 max(0, log2(sqrt(TP)/2.75)))]
//     appendix   4 [6.8 + 2 (3 0.6 + 5 max(0, log2(sqrt(TP)/8)))]
//
// Source: Epoch AI, "Can AI scaling continue through 2030?", 2024, "Latency wall"; (1) and kappa derived from its equations.
// NaN outside the ranges of the table; a duration of 0 allows nothing, no latency and no end allow all.
#pragma once
#include "../version.hpp"

#include "../core/dual.hpp"
#include "../core/fields.hpp"
#include "../core/words.hpp"
#include "../workload/training_compute.hpp"

namespace scaling_limits::parallelism {

/// Which of the two published forms of the latency per layer across nodes.
enum class LatencyForm { body, appendix };
constexpr auto words(const LatencyForm*) {
  return std::to_array<Word<LatencyForm>>({{"body", LatencyForm::body}, {"appendix", LatencyForm::appendix}});
}

namespace detail {

/// A form as least + slope ln(TP / flat_to) from a rank of flat_to on, `least` before.
struct LayerLatency {
  double least{}, per_octave{}, flat_to{};
};
constexpr LayerLatency layer_latency(LatencyForm form) {
  return form == LatencyForm::body ? LayerLatency{8e-6 * (4.5 + 6.8 + 2 * 2.75 * 0.6), 8e-6 * 5, 2.75 * 2.75}
                                   : LayerLatency{4e-6 * (6.8 + 2 * 3 * 0.6), 4e-6 * 5, 64};
}

}  // namespace detail

/// Least time that a layer takes, forward and backward, with tensor parallelism across nodes [s].
///
/// body 8 [4.5 + 6.8 + 2 (2.75 0.6 + 5 max(0, log2(sqrt(TP)/2.75)))] us; appendix 4 [6.8 + 2 (3 0.6 +
/// 5 max(0, log2(sqrt(TP)/8)))] us; TP = tensor_ranks. The two do not agree.
///
/// Source: Epoch AI, "Can AI scaling continue through 2030?", 2024, section "Latency wall" and its appendix.
///
/// @param tensor_ranks TP >= 1
template <class N, Scalar T = promote_t<N>>
T latency_per_layer(const N& tensor_ranks, LatencyForm form = LatencyForm::body) {
  using std::log;
  const detail::LayerLatency layer = detail::layer_latency(form);
  if (!(value_of(tensor_ranks) >= 1)) return T(NaN);
  if (!(value_of(tensor_ranks) > layer.flat_to)) return T(layer.least);
  return T(layer.least) + T(layer.per_octave) * log(T(T(tensor_ranks) / T(layer.flat_to))) / log(T(2));
}

/// The anchors of layers and batch, and a latency per layer where it does not follow from tensor parallelism.
template <class S = double>
struct LatencyWall {
  S layers = S(95);
  S layers_at = S(175e9);
  S layers_exponent = S(.27);
  S batch_tokens = S(16e6);
  S batch_at = S(405e9);
  S batch_exponent = S(.36);
  S latency_per_layer = S(NaN);
  S least_batch = S(330);
  S tokens_per_parameter = S(20);

  bool has_own_latency() const { return value_of(latency_per_layer) == value_of(latency_per_layer); }

  /// Layers of a model of so many parameters.
  template <class N, Scalar T = promote_t<N, S>>
  T layers_of(const N& parameters) const {
    if (!(value_of(parameters) > 0 && in_range(*this))) return T(NaN);
    return T(layers) * raised(T(T(parameters) / T(layers_at)), T(layers_exponent));
  }
  /// Tokens of a batch that still speeds up the training of such a model.
  template <class N, Scalar T = promote_t<N, S>>
  T batch_of(const N& parameters) const {
    if (!(value_of(parameters) > 0 && in_range(*this))) return T(NaN);
    return T(batch_tokens) * raised(T(T(parameters) / T(batch_at)), T(batch_exponent));
  }
  /// kappa: latency takes (C/C_w)^kappa of the duration.
  template <Scalar T = S>
  T exponent() const {
    return (T(1) + T(layers_exponent) - T(batch_exponent)) / T(2);
  }

  /// The largest model whose training passes its layers in the duration [s]: (1).
  template <class D, Scalar T = promote_t<D, S>>
  T parameters(const D& duration) const {
    if (!has_own_latency() || !in_range(*this)) return T(NaN);
    return parameters_within(T(duration), T(latency_per_layer));
  }
  /// The wall C_w: what training that model takes [FLOP].
  template <class D, Scalar T = promote_t<D, S>>
  T compute(const D& duration) const {
    return compute_of(parameters(T(duration)));
  }
  /// The share of the duration that latency takes when so much is computed in it, above 1 beyond the wall.
  template <class C, class D, Scalar T = promote_t<C, D, S>>
  T share(const C& compute, const D& duration) const {
    const T wall = this->compute(T(duration));
    if (!(value_of(compute) >= 0) || value_of(wall) != value_of(wall)) return T(NaN);
    if (value_of(compute) == 0 || value_of(wall) == inf) return value_of(compute) < inf ? T(0) : T(NaN);
    if (value_of(compute) == inf || value_of(wall) == 0) return T(inf);
    return raised(T(T(compute) / wall), exponent<T>());
  }
  /// GPUs that do so much in the duration, latency included; inf from the wall on. @param flops achieved by a GPU [FLOP/s], > 0
  template <class C, class D, class F, Scalar T = promote_t<C, D, F, S>>
  T gpus(const C& compute, const D& duration, const F& flops) const {
    using std::log;
    if (!(value_of(flops) > 0)) return T(NaN);
    const T wall = this->compute(T(duration)), bare = T(compute) / (T(duration) * T(flops));
    if (!(value_of(compute) >= 0) || value_of(wall) != value_of(wall)) return T(NaN);
    if (value_of(compute) == 0 || value_of(wall) == inf) return value_of(compute) == 0 ? T(0) : bare;
    if (!(value_of(compute) < value_of(wall))) return T(inf);
    return bare / -exp_minus_one(T(exponent<T>() * log(T(T(compute) / wall))));
  }

  /// The rank of tensor parallelism that so many GPUs need: TP.
  template <class N, class P, Scalar T = promote_t<N, P, S>>
  T tensor_ranks(const N& gpus, const P& parameters) const {
    const T ranks = T(gpus) * T(least_batch) / batch_of(T(parameters));
    return value_of(ranks) < 1 ? T(1) : ranks;
  }
  /// The largest model where the latency per layer follows from tensor parallelism across nodes.
  ///
  /// @param duration [s]; @param peak_flops of a GPU [FLOP/s]; @param utilization achieved share of it
  template <class D, class F, class U, Scalar T = promote_t<D, F, U, S>>
  T parameters_across_nodes(const D& duration, const F& peak_flops, const U& utilization,
                            LatencyForm form = LatencyForm::body) const {
    using std::exp;
    using std::log;
    if (!(value_of(peak_flops) > 0 && value_of(utilization) > 0 && in_range(*this))) return T(NaN);
    // N0, where no more than the least latency is met, is too large; from there N = N0 exp(-u) with
    //   ln(1 + slope (ln(TP0/flat_to) - ranks u)) = power u,  TP = TP0 exp(-ranks u), power = 1 + aL - aB, ranks = 2 - aB
    const detail::LayerLatency layer = detail::layer_latency(form);
    if (!(value_of(duration) > 0 && value_of(duration) < inf)) return parameters_within(T(duration), T(layer.least));
    const T at(layers_at), batch(batch_tokens), apart = log_ratio(at, T(batch_at));
    const T most = log_parameters_within(T(duration), T(layer.least), apart);  // ln(N0/N_L)
    const T flop = T(duration) * T(peak_flops) * T(utilization), gpus_at = compute_of(T(1)) * (at / flop) * at;
    const T beyond =
        log(T(gpus_at * (T(least_batch) / T(batch * T(layer.flat_to))))) + T(2) * most - T(batch_exponent) * (most + apart);
    if (!(value_of(beyond) > 0)) return at * exp(most);
    const T slope = T(layer.per_octave) / (T(layer.least) * log(T(2)));
    const T ranks = T(2) - T(batch_exponent), power = T(2) * exponent<T>();
    // with w = 1 + slope (beyond - ranks u) that is ln w = q (A - w), A = w at u = 0, q = power / (slope ranks), of which
    // q w + ln(q w) is known. Its root by the step of Fritsch, Shafer and Crowley (1973), of fourth order, from w = A
    const double k = value_of(slope), r = value_of(ranks), p = value_of(power);
    const double q = p / (k * r), at_first = 1 + k * value_of(beyond);
    double w = at_first;
    for (int i = 0; i < 50; ++i) {
      const double x = q * w, residual = q * (at_first - w) - std::log(w), more = 1 + x;
      if (!(std::abs(residual) < more / 2)) {  // far off: Newton, below the root after one step and rising from there
        const double next = w + residual * w / more;
        w = next > 1 ? next : 1;
        continue;
      }
      const double both = 2 * more * (more + residual * (2. / 3));
      w += w * (residual / more) * ((both - residual) / (both - 2 * residual));
      if (std::abs(residual) < 1e-3 * more) break;
    }
    const double u = (at_first - w) / (k * r);
    T exact(u);
    if constexpr (!std::floating_point<T>) {
      const auto step = [&](const T& from) {
        const T rise = T(1) + slope * (beyond - ranks * from);
        return T((log(rise) - power * from) / (slope * ranks / rise + power));
      };
      for (int digits = 40; digits < 2 * digits_of<T>; digits *= 2)  // each doubles the digits and the orders of derivatives
        exact = exact + step(exact);
    }
    return at * exp(T(most - exact));
  }
  /// The wall across nodes [FLOP].
  template <class D, class F, class U, Scalar T = promote_t<D, F, U, S>>
  T compute_across_nodes(const D& duration, const F& peak_flops, const U& utilization,
                         LatencyForm form = LatencyForm::body) const {
    return compute_of(parameters_across_nodes(T(duration), T(peak_flops), T(utilization), form));
  }
  /// The wall of a machine [FLOP]: of the own latency per layer, or across nodes where there is none.
  template <class D, class F, class U, Scalar T = promote_t<D, F, U, S>>
  T compute_of_machine(const D& duration, const F& peak_flops, const U& utilization,
                       LatencyForm form = LatencyForm::body) const {
    return has_own_latency() ? compute(T(duration)) : compute_across_nodes(T(duration), T(peak_flops), T(utilization), form);
  }

 private:
  template <class T>
  T compute_of(const T& parameters) const {
    return workload::compute_of_parameters(parameters, T(tokens_per_parameter));
  }
  /// ln(N/N_L) of the largest model that passes its layers in a duration > 0 and finite. @param apart ln(N_L/N_B)
  template <class T>
  T log_parameters_within(const T& duration, const T& latency, const T& apart) const {
    using std::log;
    const T steps = duration * T(batch_tokens) / (T(tokens_per_parameter) * T(layers_at) * latency * T(layers));
    return (log(steps) + T(batch_exponent) * apart) / (T(2) * exponent<T>());
  }
  template <class T>
  T parameters_within(const T& duration, const T& latency) const {
    using std::exp;
    if (!(value_of(duration) >= 0)) return T(NaN);
    if (value_of(duration) == 0 || value_of(duration) == inf) return duration;
    const T apart = log_ratio(T(layers_at), T(batch_at));
    return T(layers_at) * exp(log_parameters_within(duration, latency, apart));
  }
};

template <class S>
constexpr auto fields(const LatencyWall<S>*) {
  using W = LatencyWall<S>;
  return std::to_array<Field<W, S>>({
      {"layers", &W::layers, "1", positive, "layers of a model of layers_at parameters", usually(20, 200), Effect::cost},
      {"layers_at", &W::layers_at, "1", positive, "parameters of the model that has `layers`", usually(1e9, 1e12), {}},
      {"layers_exponent", &W::layers_exponent, "1", not_negative, "growth of the layers with the parameters",
       usually(.21, .33, "Epoch 2024, 10 to 90 %"), Effect::cost},
      {"batch_tokens", &W::batch_tokens, "1", positive, "largest useful batch of a model of batch_at parameters, in tokens",
       usually(4e6, 6e7), Effect::help},
      {"batch_at", &W::batch_at, "1", positive, "parameters of the model trained with batch_tokens", usually(1e9, 1e12), {}},
      {"batch_exponent", &W::batch_exponent, "1", exponent_below_one,
       "growth of that batch with the parameters; 0: one batch for all", usually(.31, .41, "Epoch 2024, 10 to 90 %"),
       Effect::help},
      {"latency_per_layer", &W::latency_per_layer, "s", if_given(positive),
       "least time in a layer, forward and backward; not given: of tensor parallelism across nodes",
       usually(1e-4, 5e-4, "Epoch 2024: 110 us in a node, 400 us across nodes"), Effect::cost},
      {"least_batch", &W::least_batch, "1", positive,
       "tokens that keep one GPU busy: FLOP/s x bytes of an element / (2 x memory bandwidth)",
       usually(100, 1000, "H100 in 8 or 16 bits: 300 to 590"), Effect::cost},
      {"tokens_per_parameter",
       &W::tokens_per_parameter,
       "1",
       positive,
       "tokens a parameter is trained on",
       usually(10, 200, "compute-optimal: 20; beyond it: cheaper to use"),
       {}},
  });
}
static_assert(table_is_complete<LatencyWall<>>, "LatencyWall: a member without its row, or a row without its member");

}  // namespace scaling_limits::parallelism
