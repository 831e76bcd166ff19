// SPDX-License-Identifier: Apache-2.0
// Questions to what the world offers one run in a year, to the hardware of the year, and to the latency wall.
#pragma once
#include "../../version.hpp"

#include "../../limits/latency_factor.hpp"
#include "../../network/ring.hpp"
#include "../../parallelism/latency_wall.hpp"
#include "../../supply/chips.hpp"
#include "../../supply/data.hpp"
#include "../../supply/hardware.hpp"
#include "../../supply/power.hpp"
#include "../detail/rooms.hpp"
#include "../gives.hpp"
#include "../parts.hpp"

namespace scaling_limits::catalog {

namespace detail {

inline const Row years_row{"years", "1", "after the start", not_negative, NaN, {0, 10}};
inline const Row duration_row{"duration", "s", "of the run", positive, NaN, usually(5.18e6, 2.33e7, "Epoch 2024, 10 to 90 %")};
inline const Row compute_row{"compute", "FLOP", "of the run", not_negative_or_inf, NaN, {1e25, 1e31}};

/// A wall whose latency per layer is given.
inline const parallelism::LatencyWall<>& fixed_wall_of(const Case& at) {
  const auto& wall = at.other<parallelism::LatencyWall<>>("wall");
  if (!wall.has_own_latency())
    throw DomainError("LatencyWall: latency_per_layer must be given: without it the wall is that across nodes",
                      "latency_per_layer", NaN);
  return wall;
}

struct HardwareOfYear {
  double peak_flops = NaN, power_per_gpu = NaN;
};
constexpr auto fields(const HardwareOfYear*) {
  using H = HardwareOfYear;
  return std::tuple(ResultField("peak_flops", &H::peak_flops, "FLOP/s", "peak rate of a GPU"),
                    ResultField("power_per_gpu", &H::power_per_gpu, "W", "what a GPU draws"));
}

struct WallAcrossNodes {
  double compute = NaN, parameters = NaN, gpus = NaN, tensor_ranks = NaN, latency_per_layer = NaN;
};
constexpr auto fields(const WallAcrossNodes*) {
  using W = WallAcrossNodes;
  return std::tuple(ResultField("compute", &W::compute, "FLOP", "the wall"),
                    ResultField("parameters", &W::parameters, "1", "of the model trained there"),
                    ResultField("gpus", &W::gpus, "1", "that do it at that utilisation"),
                    ResultField("tensor_ranks", &W::tensor_ranks, "1", "rank of tensor parallelism"),
                    ResultField("latency_per_layer", &W::latency_per_layer, "s", "at that rank"));
}
inline WallAcrossNodes wall_across_nodes(const Case& at) {
  const auto& wall = at.other<parallelism::LatencyWall<>>("wall");
  const double duration = at.with["duration"], peak = at.with["peak_flops"], utilization = at.with["utilization"];
  const auto form = chosen<parallelism::LatencyForm>("wall_across_nodes", "form", at.with.argument("form"));
  const double n = wall.parameters_across_nodes(duration, peak, utilization, form);
  const double compute = workload::compute_of_parameters(n, wall.tokens_per_parameter);
  const double gpus = compute / (duration * peak * utilization), ranks = wall.tensor_ranks(gpus, n);
  return {compute, n, gpus, ranks, parallelism::latency_per_layer(ranks, form)};
}

/// The wall as a factor.
struct LatencyFactor {
  limits::PowerLaw<> law{};
};
constexpr auto fields(const LatencyFactor*) {
  using L = LatencyFactor;
  return std::tuple(
      ResultField("ratio", within(&L::law, &limits::PowerLaw<>::ratio), "1", "of latency to compute at the size `gpus`"),
      ResultField("gpus", within(&L::law, &limits::PowerLaw<>::gpus), "1",
                  "the size at which latency takes as long as compute"),
      ResultField("exponent", within(&L::law, &limits::PowerLaw<>::exponent), "1", "growth of the ratio with size"));
}

}  // namespace detail

void add_supply_questions(Questions& to) {
  using detail::years_row, detail::duration_row, detail::compute_row;
  // one number of an aggregate, at numbers of the question's own
  const auto of = [&](std::string_view group, auto aggregate, std::string_view name, std::string_view unit,
                      std::string_view text, std::vector<Row> rows, auto number) {
    using P = typename decltype(aggregate)::type;
    to.push_back({.name = Name(name),
                  .text = Name(text),
                  .needs = {group},
                  .rows = std::move(rows),
                  .gives = gives(unit, text, [group, number](const Case& at) {
                    return double(number(at.other<P>(group), at.with.numbers));
                  })});
  };
  constexpr std::type_identity<supply::Hardware<>> hardware;
  of("hardware", hardware, "gpus_of_compute", "1", "GPUs of the year that do so much in the duration of a run",
     {compute_row, years_row}, [](const auto& h, const auto& x) { return h.gpus(x[0], x[1]); });
  of("hardware", hardware, "compute_of_gpus", "FLOP", "what so many GPUs of the year do in the duration of a run",
     {{"gpus", "1", "of the year", not_negative_or_inf, NaN, {1, 1e9}}, years_row},
     [](const auto& h, const auto& x) { return h.compute(x[0], x[1]); });
  of("hardware", hardware, "compute_of_power", "FLOP", "what so much power does with the hardware of the year",
     {{"watts", "W", "of the run", not_negative_or_inf, NaN, {1e6, 1e11}}, years_row},
     [](const auto& h, const auto& x) { return h.compute_of_power(x[0], x[1]); });
  of("hardware", hardware, "compute_of_equivalents", "FLOP", "what chips worth so many H100-equivalents do in that duration",
     {{"h100e", "1", "H100-equivalents of the run", not_negative_or_inf, NaN, {1, 1e9}}},
     [](const auto& h, const auto& x) { return h.compute_of_equivalents(x[0]); });
  to.push_back({.name = "hardware_of_year",
                .text = "a GPU of the year: its peak rate, what it draws",
                .needs = {"hardware"},
                .rows = {years_row},
                .gives = gives([](const Case& at) {
                  const auto& h = at.other<supply::Hardware<>>("hardware");
                  const double years = at.with.numbers[0];
                  return detail::HardwareOfYear{h.peak_flops_at(years), h.power_per_gpu_at(years)};
                })});

  of("power", std::type_identity<supply::Power<>>{}, "power_available", "W", "power of AI over all sites", {years_row},
     [](const auto& p, const auto& x) { return p.available(x[0]); });

  constexpr std::type_identity<supply::Chips<>> chips;
  of("chips", chips, "chips_available", "1", "all chips that there are, in H100-equivalents",
     {years_row, {"performance_growth", "1", "factor per year of what a chip is worth", positive, 1, {1, 2}}},
     [](const auto& c, const auto& x) { return c.available(x[0], x[1]); });
  of("chips", chips, "chips_made_per_year", "1", "chips made per year: those there are wafers for where they are fewer",
     {years_row}, [](const auto& c, const auto& x) { return c.made_per_year(x[0]); });
  of("chips", chips, "wafers_bind_from", "1",
     "years after the start from which wafers limit production; 0 from the start, unlimited: never", {},
     [](const auto& c, const auto&) { return c.wafers_bind_from(); });

  of("data", std::type_identity<supply::Data<>>{}, "data_available", "1", "effective tokens", {years_row},
     [](const auto& d, const auto& x) { return d.available(x[0]); });

  constexpr std::type_identity<network::Ring<>> ring;
  of("ring", ring, "ring_parameters", "1", "parameters of the largest model that linked sites train in the duration",
     {duration_row, years_row}, [](const auto& r, const auto& x) { return r.parameters(x[0], x[1]); });
  of("ring", ring, "ring_compute", "FLOP", "what training the largest model that linked sites train takes",
     {duration_row, years_row}, [](const auto& r, const auto& x) { return r.compute(x[0], x[1]); });
  of("ring", ring, "ring_exchange_time", "s", "one exchange of so many parameters around the ring",
     {{"parameters", "1", "of the model", not_negative_or_inf, NaN, {1e9, 1e15}}, years_row},
     [](const auto& r, const auto& x) { return r.exchange_time(x[0], x[1]); });

  const auto of_wall = [&](std::string_view name, std::string_view unit, std::string_view text, std::vector<Row> rows,
                           auto number) {
    to.push_back({.name = Name(name),
                  .text = Name(text),
                  .needs = {"wall"},
                  .rows = std::move(rows),
                  .gives = gives(unit, text, [number](const Case& at) {
                    return double(number(detail::fixed_wall_of(at), at.with.numbers));
                  })});
  };
  const Row flops_row{"flops", "FLOP/s", "achieved by a GPU outside of latency", positive, NaN, {1e14, 1e16}};
  of_wall("wall_parameters", "1", "parameters of the largest model that passes its layers in the duration", {duration_row},
          [](const auto& w, const auto& x) { return w.parameters(x[0]); });
  of_wall("wall_compute", "FLOP", "what training the largest model that passes its layers in the duration takes",
          {duration_row}, [](const auto& w, const auto& x) { return w.compute(x[0]); });
  of_wall("latency_share", "1", "share of the duration that latency takes when so much is computed in it",
          {compute_row, duration_row}, [](const auto& w, const auto& x) { return w.share(x[0], x[1]); });
  of_wall("gpus_with_latency", "1", "GPUs that do so much in the duration, latency included; unlimited from the wall on",
          {compute_row, duration_row, flops_row}, [](const auto& w, const auto& x) { return w.gpus(x[0], x[1], x[2]); });
  to.push_back({.name = "wall_across_nodes",
                .text = "the latency wall where tensor parallelism spans nodes",
                .needs = {"wall"},
                .rows = {duration_row,
                         {"peak_flops", "FLOP/s", "of a GPU", positive, NaN, {1e14, 1e17}},
                         {"utilization", "1", "achieved share of the peak rate", positive_fraction, NaN, {.2, .6}}},
                .arguments = {word<parallelism::LatencyForm>("form", "which published form of the latency per layer")},
                .gives = gives(detail::wall_across_nodes)});
  to.push_back({.name = "latency_factor",
                .text = "the latency wall as a power law in size",
                .needs = {"wall"},
                .rows = {duration_row, flops_row},
                .gives = gives([](const Case& at) {
                  const auto& x = at.with.numbers;
                  return detail::LatencyFactor{limits::latency_factor(detail::fixed_wall_of(at), x[0], x[1])};
                })});
}

}  // namespace scaling_limits::catalog
