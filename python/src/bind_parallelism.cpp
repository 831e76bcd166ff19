// SPDX-License-Identifier: Apache-2.0
// How a model is spread over GPUs: kernels, the step of whole arrays of settings, the search over layouts.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <scaling_limits/parallelism/best_layout.hpp>
#include <scaling_limits/parallelism/compression.hpp>
#include <scaling_limits/parallelism/stragglers.hpp>
#include <scaling_limits/parallelism/traffic.hpp>

#include "evaluate.hpp"
#include "rooms.hpp"
#include "ufunc.hpp"

namespace scaling_limits::python {

namespace {

using namespace parallelism;

double number(const auto& x) { return static_cast<double>(x); }

/// One ufunc per schedule: bubble_time("1f1b", ...) chooses among them.
template <Schedule schedule>
void bind_schedule(Room& room, const std::string& name) {
  const auto kernel = [&](const char* function, auto call, const char* doc, const auto&... argument) {
    room.kernel((std::string(function) + ":schedule=" + name).c_str(), call, doc, argument...);
  };
  kernel(
      "bubble_time",
      [](const auto& p, const auto& f, const auto& b, const auto& v, const auto& w, const auto& o) {
        return bubble_time(schedule, number(p), f, b, number(v), w, o);
      },
      "Idle time of a pipeline stage in one step [s].\n\n"
      "schedule: gpipe and 1f1b (p - 1)(t_f + t_b); interleaved (p - 1)(t_f + t_b)/v; zb_h1, zb_h2\n"
      "(p - 1)(t_f + T_B - k T_W), k = 1, 2; dualpipe (p/2 - 1)(T_FB + t_b - 3 T_W). pipeline p stages, whole, >= 1 (even for\n"
      "dualpipe); forward t_f, backward t_b = T_B + T_W [s] of a micro-batch on a stage; chunks v, 1 unless interleaved;\n"
      "weight_gradient T_W, default half the backward; overlapped T_FB, default forward + backward. NaN outside.\n"
      "Narayanan 2021, section 2.2; Qi 2023, Table 2; DeepSeek-V3 2024, Table 2.",
      "pipeline"_a, "forward"_a, "backward"_a, "chunks"_a = 1, "weight_gradient"_a = nan, "overlapped"_a = nan);
  kernel(
      "bubble_of_ideal",
      [](const auto& p, const auto& m, const auto& v, const auto& f, const auto& b, const auto& w) {
        return bubble_of_ideal(schedule, number(p), number(m), number(v), f, b, w);
      },
      "Idle time of a pipeline against the work of a step, bubble / (m (t_f + t_b)).\n\n"
      "As bubble_time; micro_batches m of a replica, whole, >= 1; interleaved needs a multiple of pipeline. NaN outside.",
      "pipeline"_a, "micro_batches"_a, "chunks"_a = 1, "forward"_a = 1, "backward"_a = 2, "weight_gradient"_a = nan);
  kernel(
      "bubble_of_total",
      [](const auto& p, const auto& m, const auto& v, const auto& f, const auto& b, const auto& w) {
        return bubble_of_total(schedule, number(p), number(m), number(v), f, b, w);
      },
      "Idle time of a pipeline against the whole step, x/(1 + x) of bubble_of_ideal.", "pipeline"_a, "micro_batches"_a,
      "chunks"_a = 1, "forward"_a = 1, "backward"_a = 2, "weight_gradient"_a = nan);
  kernel(
      "transfer_exposed_time",
      [](const auto& p, const auto& m, const auto& x, const auto& v) {
        return transfer_exposed_time(schedule, number(p), number(m), x, number(v));
      },
      "What a delay between neighbouring stages adds to a step [s], overlapped as well as the order of the work allows.\n\n"
      "gpipe 2(p - 1)x; interleaved 2(v p - 1)x, exact while x <= min(t_f, t_b)/v and a lower bound beyond; 1f1b\n"
      "[2(p - 1)m/p + 2(p - 2)]x where p divides m. NaN where no closed form is known (other schedules, other m).",
      "pipeline"_a, "micro_batches"_a, "transfer"_a, "chunks"_a = 1);
  kernel(
      "in_flight_micro_batches",
      [](const auto& p, const auto& m, const auto& i, const auto& v) {
        return in_flight_micro_batches(schedule, number(p), number(m), number(i), number(v));
      },
      "Micro-batches whose activations a stage holds at its fullest, in units of all the stage's layers.\n\n"
      "gpipe m; 1f1b min(p - i, m); interleaved (2(p - i - 1) + (v - 1)p + 1)/v, at most m; zb_h1 p (a bound); zb_h2 2p - 1;\n"
      "dualpipe p + 1, and the parameters twice. stage i from 0. NaN outside.",
      "pipeline"_a, "micro_batches"_a, "stage"_a = 0, "chunks"_a = 1);
}

template <Recompute recompute>
void bind_recompute(Room& room, const char* name) {
  room.kernel(
      (std::string("activation_bytes_per_layer:recompute?=") + name).c_str(),
      [](const auto& s, const auto& b, const auto& h, const auto& a, const auto& t, const auto& sequence) {
        return activation_bytes_per_layer(s, b, h, a, t, value_of(sequence) != 0, recompute);
      },
      "Activations that a layer keeps for the backward pass of one micro-batch, on one GPU [bytes].\n\n"
      "recompute none: s b h (10 + 24/t + 5 a s/(h t)), with sequence_parallel (s b h/t)(34 + 5 a s/h); selective: without\n"
      "the term in a s/h; full: 2 s b h. An upper bound for kernels that fuse, for gated and grouped-query models.\n"
      "Korthikanti et al. 2022, Table 2.",
      "sequence_length"_a, "micro_batch"_a, "hidden"_a, "heads"_a, "tensor"_a, "sequence_parallel"_a = 0);
}

constexpr const char* causes[] = {"compute", "bubble", "tensor", "context", "expert", "transfer", "data"};

using Shape = workload::TransformerShape<>;
using Chip = workload::Chip<>;
using Fabric = network::Fabric<>;

Layout layout_of(const double*& at) {
  Layout layout;
  for (const auto& field : fields_of<Layout>) layout.*field.member = static_cast<std::int64_t>(*at++);
  return layout;
}
template <class P>
P parameters_of(const double*& at) {
  P parameters;
  assign(parameters, at);
  at += fields_of<P>.size();
  return parameters;
}

/// Steps of n settings, given as rows of all fields (shape, layout, chip, fabric, batch_tokens): numbers of every cause, time,
/// memory and utilisation by column, and a note by row.
py::tuple steps(const py::array_t<double, py::array::c_style | py::array::forcecast>& settings, const StepOptions& options) {
  const auto n = settings.shape(0), width = settings.shape(1);
  constexpr py::ssize_t columns = 4 + 7;
  py::array_t<double> numbers({n, columns});
  std::vector<std::string> notes(static_cast<std::size_t>(n));
  const double* from = settings.data();
  double* to = numbers.mutable_data();
  {
    py::gil_scoped_release free;
    for (py::ssize_t i = 0; i < n; ++i, to += columns) {
      const double* at = from + i * width;
      const Shape shape = parameters_of<Shape>(at);
      const Layout layout = layout_of(at);
      const Chip chip = parameters_of<Chip>(at);
      const Fabric fabric = parameters_of<Fabric>(at);
      auto step = parallelism::step(shape, layout, chip, fabric, *at, options);
      to[0] = step.time, to[1] = step.memory_per_gpu, to[2] = step.model_flops_utilization, to[3] = step.fits;
      for (int k = 0; k < 7; ++k) to[4 + k] = step.fits ? step.breakdown.of(causes[k]) : nan;
      notes[static_cast<std::size_t>(i)] = std::move(step.note);
    }
  }
  return py::make_tuple(numbers, notes);
}

py::dict to_python(const Layout& layout) {
  py::dict out;
  for (const auto& field : fields_of<Layout>) out[py::str(std::string(field.name))] = layout.*field.member;
  return out;
}

py::tuple search(const std::vector<double>& shape, std::int64_t gpus, const std::vector<double>& chip,
                 const std::vector<double>& fabric, double batch_tokens, const StepOptions& options) {
  const double *s = shape.data(), *c = chip.data(), *f = fabric.data();
  BestLayout<> best;
  {
    py::gil_scoped_release free;
    best = parallelism::best_layout(parameters_of<Shape>(s), gpus, parameters_of<Chip>(c), parameters_of<Fabric>(f),
                                    batch_tokens, options);
  }
  py::list rejected;
  for (const auto& row : best.rejected) rejected.append(py::make_tuple(to_python(row.layout), row.reason));
  return py::make_tuple(best.layout ? py::object(to_python(*best.layout)) : py::none(), rejected, best.tried, best.note);
}

}  // namespace

void bind_parallelism(py::module_& core) {
  Room room(core, "parallelism");
  bind_schedule<Schedule::gpipe>(room, "gpipe");
  bind_schedule<Schedule::one_f_one_b>(room, "1f1b");
  bind_schedule<Schedule::interleaved>(room, "interleaved");
  bind_schedule<Schedule::zb_h1>(room, "zb_h1");
  bind_schedule<Schedule::zb_h2>(room, "zb_h2");
  bind_schedule<Schedule::dualpipe>(room, "dualpipe");
  bind_recompute<Recompute::none>(room, "none");
  bind_recompute<Recompute::selective>(room, "selective");
  bind_recompute<Recompute::full>(room, "full");

  room.kernel(
      "model_state_bytes_per_gpu",
      [](const auto& p, const auto& d, const auto& stage, const auto& g) {
        const double s = value_of(stage);
        return model_state_bytes_per_gpu(p, d, s == std::floor(s) && s >= 0 && s <= 3 ? static_cast<int>(s) : -1, g);
      },
      "Weights, gradients and optimizer state of one GPU [bytes].\n\n"
      "parameters that the data-parallel group holds, >= 0; data ranks >= 1; ZeRO stage 0 ... 3: 1 shares the 12 bytes of\n"
      "the optimizer (Adam, fp32 master copy), 2 the gradients too, 3 the 2 bytes of weights too. NaN outside.\n"
      "Rajbhandari et al., SC20, section 3.",
      "parameters"_a, "data"_a, "stage"_a, "gradient_bytes"_a = 2);
  room.kernel(
      "tensor_traffic_ratio", [](const auto&... x) { return tensor_traffic_ratio(x...); },
      "Tensor-parallel traffic over compute if nothing is hidden, e (t - 1) X/(9 h W).\n\n"
      "tensor t >= 1; hidden h; flops X [FLOP/s] achieved per GPU; bandwidth W [B/s] one way; element_bytes e.",
      "tensor"_a, "hidden"_a, "flops"_a, "bandwidth"_a, "element_bytes"_a = 2);
  room.kernel(
      "data_traffic_ratio", [](const auto&... x) { return data_traffic_ratio(x...); },
      "Gradient exchange over compute if nothing is hidden, e X/(3 W)/(tokens per replica) (d - 1)/d.\n\n"
      "element_bytes e: the mean of reduce-scatter and all-gather (3 for fp32 and bf16); data d ranks, default many.",
      "tokens_per_replica"_a, "flops"_a, "bandwidth"_a, "element_bytes"_a = 2, "data"_a = inf);
  room.kernel(
      "expert_traffic_ratio", [](const auto&... x) { return expert_traffic_ratio(x...); },
      "Expert-parallel traffic of gated experts over compute if nothing is hidden, (2/9) e X/(F_e W).\n\n"
      "Whatever the number of active experts and the hidden size.",
      "expert_feed_forward"_a, "flops"_a, "bandwidth"_a, "element_bytes"_a = 2);
  room.kernel(
      "context_tokens_to_hide",
      [](const auto& a, const auto& k, const auto& x, const auto& w, const auto& e, const auto& causal) {
        return context_tokens_to_hide(a, k, x, w, e, value_of(causal) != 0);
      },
      "Tokens per GPU from which a context ring's keys and values arrive in time, e (k/a) X/(2 W); twice when causal.\n\n"
      "query_heads a, key_value_heads k, flops X [FLOP/s], bandwidth W [B/s] one way, element_bytes e.",
      "query_heads"_a, "key_value_heads"_a, "flops"_a, "bandwidth"_a, "element_bytes"_a = 2, "causal"_a = 0);
  room.kernel(
      "overlapped_efficiency", [](const auto&... x) { return overlapped_efficiency(x...); },
      "Efficiency where a share of the compute hides the gradient exchange: 1 up to gpus = window half_size, then\n"
      "1/(1 - window + gpus/half_size).",
      "gpus"_a, "half_size"_a, "window"_a);
  room.kernel(
      "expected_max_normal", [](const auto& n) { return expected_max_normal(number(n)); },
      "Mean of the largest of n >= 1 independent standard normals.", "n"_a);
  room.kernel(
      "expected_normal_order_statistic",
      [](const auto& n, const auto& k) { return expected_normal_order_statistic(number(n), number(k)); },
      "Mean of the k-th smallest of n independent standard normals, 1 <= k <= n (k = n: the largest).", "n"_a, "k"_a);
  room.kernel(
      "straggler_slowdown", [](const auto& n, const auto& cv) { return straggler_slowdown(number(n), number(cv)); },
      "Step time over its mean with ranks whose times are normal with coefficient of variation cv: 1 + cv E max.", "ranks"_a,
      "cv"_a);
  room.kernel(
      "two_speed_slowdown", [](const auto&... x) { return two_speed_slowdown(x...); },
      "Step time where each of n ranks is slower by `slowdown` with probability `share`: 1 + slowdown (1 - (1 - share)^n).",
      "ranks"_a, "share"_a, "slowdown"_a);
  room.kernel(
      "compression_break_even_bandwidth", [](const auto&... x) { return compression_break_even_bandwidth(x...); },
      "Bandwidth [B/s] below which gradient compression pays, V (1 - 1/r)/(T_b + T_e), V = 2 ((n - 1)/n) bytes.\n\n"
      "ratio r >= 1; backward T_b [s] hides the uncompressed exchange; encode T_e [s]. Agarwal et al., MLSys 2022.",
      "bytes"_a, "ranks"_a, "ratio"_a, "backward"_a, "encode"_a);
  room.kernel(
      "compression_break_even_tokens", [](const auto&... x) { return compression_break_even_tokens(x...); },
      "Tokens per replica below which compression pays for a transformer, e X/(2 W)(1 - 1/r)/(1 + encode_share).", "flops"_a,
      "bandwidth"_a, "ratio"_a, "element_bytes"_a = 2, "encode_share"_a = 0);
  room.kernel(
      "top_k_ratio", [](const auto&... x) { return top_k_ratio(x...); },
      "Compression of keeping a share of the entries with their indices, value_bits/(share (value_bits + index_bits)).",
      "share"_a, "value_bits"_a, "index_bits"_a);
  room.kernel(
      "top_k_most_ranks", [](const auto& r) { return top_k_most_ranks(r); },
      "Ranks below which top-k by all-gather beats a ring all-reduce: 2 ratio.", "ratio"_a);
  room.kernel(
      "one_bit_adam_ratio", [](const auto& w) { return one_bit_adam_ratio(w); },
      "Volume saved by 1-bit Adam, 1/(w + (1 - w)/16), w the share of warm-up steps.", "warmup"_a);
  room.kernel(
      "quantization_ratio", [](const auto&... x) { return quantization_ratio(x...); },
      "Compression of rounding to fewer bits with one scale per group, from_bits/(bits + scale_bits/group).", "bits"_a,
      "from_bits"_a, "group"_a, "scale_bits"_a);

  py::module_& module = room.module();
  module.def("power_sgd_ratio", &power_sgd_ratio, "matrices"_a, "rank"_a, "vectors"_a = 0.0);
  py::class_<StepOptions>(module, "StepOptions")
      .def(py::init(
               [](const std::string& recompute, double element_bytes, double gradient_bytes, int zero_stage, double overlap) {
                 return StepOptions{from_word<Recompute>("StepOptions", "recompute", recompute), element_bytes, gradient_bytes,
                                    zero_stage, overlap};
               }),
           "recompute"_a, "element_bytes"_a, "gradient_bytes"_a, "zero_stage"_a, "overlap"_a);
  module.def("steps", &steps, "settings"_a, "options"_a);
  module.def("search", &search, "shape"_a, "gpus"_a, "chip"_a, "fabric"_a, "batch_tokens"_a, "options"_a);
  module.def("layout_fields", [] {
    std::vector<FieldRow> rows;
    for (const auto& f : fields_of<Layout>)
      rows.push_back({std::string(f.name), std::string(f.unit), std::string(f.doc), f.range, number(Layout{}.*f.member)});
    return python::to_python(rows);
  });
  module.attr("causes") = py::cast(std::vector<std::string>(std::begin(causes), std::end(causes)));
}

}  // namespace scaling_limits::python
