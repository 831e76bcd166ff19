// SPDX-License-Identifier: Apache-2.0
// Questions to lists of numbers that belong to no part of a case: gangs that share a cluster, members of unequal speed,
// matrices with adapters.
#pragma once
#include "../../version.hpp"

#include "../../cluster/gang_limit.hpp"
#include "../../parallelism/unequal_members.hpp"
#include "../../workload/adapters.hpp"
#include "../detail/number_list.hpp"
#include "../detail/rooms.hpp"
#include "../gives.hpp"
#include "../json_schema.hpp"

namespace scaling_limits::catalog {

namespace detail {

inline Value whole_numbers_look() { return json_schema::numbers("1", counted(1)); }
inline Value shares_look() { return json_schema::numbers("1", closed_fraction); }
inline Value speeds_look() { return json_schema::numbers("1", positive); }

/// A list that must be given, and what to begin with.
inline Argument needed_list(Value (*looks)(), std::string_view name, std::string_view doc, List example) {
  return looking(looks, {name, doc, {}, {}, false}, Value(std::move(example)));
}

inline cluster::GangLimit gang_limit(const Case& at) {
  const NumberList sizes("gang_limit", {"sizes", "1", "", counted(1)}, at.with);
  const NumberList shares("gang_limit", {"shares", "1", "", closed_fraction}, at.with);
  return cluster::gang_limit(at.with["gpus"], sizes, shares, [&] { breathe(at); });
}

inline double adapter_parameters(const Case& at) {
  const NumberList inputs("adapter_parameters", {"inputs", "1", "", counted(1)}, at.with);
  const NumberList outputs("adapter_parameters", {"outputs", "1", "", counted(1)}, at.with);
  const std::span<const double> in = inputs, of = outputs;
  if (in.size() != of.size())
    throw InvalidArgument(
        "adapter_parameters: " + std::to_string(in.size()) + " inputs need as many outputs, not " + std::to_string(of.size()),
        "outputs");
  std::vector<std::pair<double, double>> matrices;
  for (std::size_t i = 0; i < in.size(); ++i) matrices.emplace_back(in[i], of[i]);
  return workload::adapter_parameters(matrices, at.with["rank"]);
}

}  // namespace detail

void add_list_questions(Questions& to) {
  using detail::needed_list, detail::whole_numbers_look, detail::shares_look, detail::speeds_look;
  to.push_back(
      {.name = "gang_limit",
       .text = "the most that gangs served first come, first served can use of a cluster: exact, all gangs served alike",
       .rows = {{"gpus", "1", "of the cluster", whole({.lower = 1, .upper = cluster::most_gang_gpus}), NaN, {8, 1e5}}},
       .arguments = {needed_list(whole_numbers_look, "sizes", "GPUs of a gang of each kind, none above gpus", List{1, 8}),
                     needed_list(shares_look, "shares", "of the jobs, of each kind; they sum to one", List{0.5, 0.5})},
       .gives = gives(detail::gang_limit)});
  to.push_back({.name = "equal_shares_efficiency",
                .text = "what members of unequal speed that have equal shares and step together use of the sum of their speeds",
                .arguments = {needed_list(speeds_look, "speeds", "of each member, in any one unit", List{1, 0.4})},
                .gives = gives("1", "n min(s)/sum(s)", [](const Case& at) {
                  const detail::NumberList speeds("equal_shares_efficiency", {"speeds", "1", "", positive}, at.with);
                  return parallelism::equal_shares_efficiency(speeds);
                })});
  to.push_back(
      {.name = "balanced_shares",
       .text = "whole micro-batches for members of unequal speed that step together, so that the step takes the least time",
       .rows = {{"micro_batches", "1", "of a step, all members together", counted(1), NaN, {8, 4096}}},
       .arguments = {needed_list(speeds_look, "speeds", "of each member, in any one unit", List{1, 0.4})},
       .gives = gives([](const Case& at) {
         const detail::NumberList speeds("balanced_shares", {"speeds", "1", "", positive}, at.with);
         return parallelism::balanced_shares(speeds, at.with["micro_batches"]);
       })});
  to.push_back({.name = "adapter_parameters",
                .text = "parameters of low-rank adapters beside matrices: rank times their inputs and outputs",
                .rows = {{"rank", "1", "of the adapters", counted(1), NaN, {1, 256}}},
                .arguments = {needed_list(whole_numbers_look, "inputs", "of each matrix", List{4096, 4096}),
                              needed_list(whole_numbers_look, "outputs", "of each matrix", List{4096, 1024})},
                .gives = gives("1", "of all adapters together", detail::adapter_parameters)});
}

}  // namespace scaling_limits::catalog
