// SPDX-License-Identifier: Apache-2.0
// The data-movement limit, a RECONSTRUCTION: Erdil and Schneider-Joseph, "Data movement limits to frontier model training",
// arXiv 2411.01137, 2024, give a result (a cliff near 1e28 FLOP in three months; 2e28 on Epoch's page), no formula we know.
//
// A run in T [s] keeps its GPUs busy up to n of them: those that a batch of B tokens keeps busy with the memory's bandwidth
// alone, times how far tensor parallelism spreads a layer of width d, within a node (x) and over the network (y):
//
//     n = B/B_min x y    B_min = F p/(2 W_memory)    x = max(1, min(g, d W_node/(p F)))    y = max(1, d W_network/(p F))
//     d = sqrt(N/(12 L))    C = 6 k N^2 = n T F    with L layers and B of N parameters as in latency_wall.hpp, k tokens each
//
// F peak [FLOP/s], p bytes of an element, W [B/s] of a GPU, g GPUs of a node. In ln N both sides are straight in pieces: the
// root is in closed form. Inputs move it threefold. 0 in no time, NaN outside the ranges of the table.
#pragma once
#include "../version.hpp"

#include "latency_wall.hpp"

namespace scaling_limits::parallelism {

template <class S = double>
struct DataMovement {
  S peak_flops = S(NaN);
  S element_bytes = S(2);
  S memory_bandwidth = S(NaN);
  S node_bandwidth = S(NaN);
  S gpus_per_node = S(8);
  S network_bandwidth = S(NaN);
  S layers = S(95);
  S layers_at = S(175e9);
  S layers_exponent = S(.27);
  S batch_tokens = S(16e6);
  S batch_at = S(405e9);
  S batch_exponent = S(.36);
  S tokens_per_parameter = S(20);

  /// Tokens that keep one GPU busy: B_min.
  S least_batch() const { return peak_flops * element_bytes / (S(2) * memory_bandwidth); }
  /// Layers and batch of a model by its size.
  LatencyWall<S> wall() const {
    LatencyWall<S> of;
    of.layers = layers, of.layers_at = layers_at, of.layers_exponent = layers_exponent;
    of.batch_tokens = batch_tokens, of.batch_at = batch_at, of.batch_exponent = batch_exponent;
    of.least_batch = least_batch(), of.tokens_per_parameter = tokens_per_parameter;
    return of;
  }

  /// GPUs that training of so many parameters keeps busy: n. @param parameters > 0
  template <class N, Scalar T = promote_t<N, S>>
  T gpus_busy(const N& parameters) const {
    using std::sqrt;
    if (!(value_of(parameters) > 0 && in_range(*this))) return T(NaN);
    const auto model = wall();
    const T width = sqrt(T(T(parameters) / (T(12) * model.layers_of(T(parameters)))));
    const T sent = width / (T(element_bytes) * T(peak_flops));
    const T x = larger(T(1), smaller(T(gpus_per_node), T(sent * T(node_bandwidth))));
    return model.batch_of(T(parameters)) / T(least_batch()) * x * larger(T(1), T(sent * T(network_bandwidth)));
  }
  /// The largest model that is trained in the duration [s] with all GPUs busy.
  template <class D, Scalar T = promote_t<D, S>>
  T parameters(const D& duration) const {
    using std::exp;
    using std::log;
    if (!(value_of(duration) >= 0 && in_range(*this))) return T(NaN);
    if (value_of(duration) == 0 || value_of(duration) == inf) return T(duration);
    // in u = ln(N/layers_at): power u = start + ln x + ln y, where ln x and ln y are 0, straight with that slope, or ln g
    const T model(layers_at), slope = (T(1) - T(layers_exponent)) / T(2), power = T(2) - T(batch_exponent);
    const T sent = log(T(model / (T(12) * T(layers)))) / T(2) - log(T(T(element_bytes) * T(peak_flops)));
    const T start = log(T(wall().batch_of(model) / T(least_batch()))) -
                    log(T(T(6) * T(tokens_per_parameter) * square(model) / (T(duration) * T(peak_flops))));
    const std::array<Piece<T>, 3> in_node{{{T(0), T(0)},
                                           {T(sent + log(T(node_bandwidth))), slope},
                                           {value_of(gpus_per_node) == inf ? T(inf) : T(log(T(gpus_per_node))), T(0)}}};
    const std::array<Piece<T>, 2> in_network{{{T(0), T(0)}, {T(sent + log(T(network_bandwidth))), slope}}};
    double best = inf;
    T root(NaN);
    for (const Piece<T>& x : in_node)
      for (const Piece<T>& y : in_network) {
        const T u = (start + x.value + y.value) / (power - x.slope - y.slope);
        const double at = static_cast<double>(u);
        const double ln_x = (std::max)(0., (std::min)(value(in_node[2], at), value(in_node[1], at)));
        const double ln_y = (std::max)(0., value(in_network[1], at));
        const double off = std::abs(static_cast<double>(power) * at - static_cast<double>(start) - ln_x - ln_y);
        if (off < best) best = off, root = u;
      }
    return model * exp(root);
  }
  /// What training that model takes [FLOP].
  template <class D, Scalar T = promote_t<D, S>>
  T compute(const D& duration) const {
    return T(6) * T(tokens_per_parameter) * square(parameters(T(duration)));
  }
  /// The GPUs that do it: compute by duration and peak.
  template <class D, Scalar T = promote_t<D, S>>
  T gpus(const D& duration) const {
    const T work = compute(T(duration));
    return value_of(duration) == 0 || value_of(duration) == inf ? work : T(work / (T(duration) * T(peak_flops)));
  }

 private:
  template <class T>
  struct Piece {
    T value, slope;
  };
  template <class T>
  static double value(const Piece<T>& piece, double u) {
    return static_cast<double>(piece.value) + static_cast<double>(piece.slope) * u;
  }
};

template <class S>
constexpr auto fields(const DataMovement<S>*) {
  using M = DataMovement<S>;
  constexpr Range one_or_more{.lower = 1};
  return std::to_array<Field<M, S>>({
      {"peak_flops",
       &M::peak_flops,
       "FLOP/s",
       positive,
       "peak rate of a GPU in the format of the products",
       usually(1e14, 1e16),
       {}},
      {"element_bytes", &M::element_bytes, "B", positive, "of an element, in memory and on links", usually(0.5, 4),
       Effect::cost},
      {"memory_bandwidth", &M::memory_bandwidth, "B/s", positive, "of a GPU's own memory", usually(1e12, 2e13), Effect::help},
      {"node_bandwidth", &M::node_bandwidth, "B/s", positive, "of a GPU's links inside a node, one way", usually(1e11, 4e12),
       Effect::help},
      {"gpus_per_node", &M::gpus_per_node, "1", one_or_more, "GPUs of a node; unlimited: all on such links", usually(4, 576),
       Effect::help},
      {"network_bandwidth", &M::network_bandwidth, "B/s", positive, "of a GPU out of the node, one way", usually(1e10, 4e11),
       Effect::help},
      {"layers", &M::layers, "1", positive, "layers of a model of layers_at parameters", usually(20, 200), Effect::cost},
      {"layers_at", &M::layers_at, "1", positive, "parameters of the model that has `layers`", usually(1e9, 1e12), {}},
      {"layers_exponent", &M::layers_exponent, "1", not_negative, "growth of the layers with the parameters",
       usually(.21, .33, "Epoch 2024, 10 to 90 %"), Effect::cost},
      {"batch_tokens", &M::batch_tokens, "1", positive, "largest useful batch of a model of batch_at parameters, in tokens",
       usually(4e6, 6e7), Effect::help},
      {"batch_at", &M::batch_at, "1", positive, "parameters of the model trained with batch_tokens", usually(1e9, 1e12), {}},
      {"batch_exponent", &M::batch_exponent, "1", exponent_below_one,
       "growth of that batch with the parameters; 0: one batch for all", usually(.31, .41, "Epoch 2024, 10 to 90 %"),
       Effect::help},
      {"tokens_per_parameter",
       &M::tokens_per_parameter,
       "1",
       positive,
       "tokens a parameter is trained on",
       usually(10, 200),
       {}},
  });
}
static_assert(table_is_complete<DataMovement<>>, "DataMovement: a member without its row, or a row without its member");

}  // namespace scaling_limits::parallelism
