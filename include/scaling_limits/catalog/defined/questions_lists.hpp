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

inline void put_gang_limit(const Case& at, const With& with, Out& out) {
  const NumberList sizes("gang_limit", {"sizes", "1", "", counted(1)}, with);
  const NumberList shares("gang_limit", {"shares", "1", "", closed_fraction}, with);
  const cluster::GangLimit found = cluster::gang_limit(with["gpus"], sizes, shares, [&] { breathe(at); });
  out << found.utilization << found.throughput;
}

inline void put_balanced_shares(const Case&, const With& with, Out& out) {
  const NumberList speeds("balanced_shares", {"speeds", "1", "", positive}, with);
  parallelism::BalancedShares found = parallelism::balanced_shares(speeds, with["micro_batches"]);
  out << std::move(found.shares) << found.efficiency;
}

inline void put_adapter_parameters(const Case&, const With& with, Out& out) {
  const NumberList inputs("adapter_parameters", {"inputs", "1", "", counted(1)}, with);
  const NumberList outputs("adapter_parameters", {"outputs", "1", "", counted(1)}, with);
  const std::span<const double> in = inputs, of = outputs;
  if (in.size() != of.size())
    throw InvalidArgument(
        "adapter_parameters: " + std::to_string(in.size()) + " inputs need as many outputs, not " + std::to_string(of.size()),
        "outputs");
  std::vector<std::pair<double, double>> matrices;
  for (std::size_t i = 0; i < in.size(); ++i) matrices.emplace_back(in[i], of[i]);
  out << workload::adapter_parameters(matrices, with["rank"]);
}

}  // namespace detail

void add_list_questions(Questions& to) {
  using detail::needed_list, detail::whole_numbers_look, detail::shares_look, detail::speeds_look;
  to.push_back({{"question",
                 "gang_limit",
                 "the most that gangs served first come, first served can use of a cluster: exact, all gangs served alike",
                 {{"gpus", "1", "of the cluster", whole({.lower = 1, .upper = cluster::most_gang_gpus}), NaN, {8, 1e5}}},
                 {needed_list(whole_numbers_look, "sizes", "GPUs of a gang of each kind, none above gpus", List{1, 8}),
                  needed_list(shares_look, "shares", "of the jobs, of each kind; they sum to one", List{0.5, 0.5})},
                 {}},
                {},
                {},
                {{"utilization", "1", "share of the GPUs that are held, at most"},
                 {"throughput", "1", "jobs per mean service time, at most"}},
                detail::put_gang_limit});
  to.push_back({{"question",
                 "equal_shares_efficiency",
                 "what members of unequal speed that have equal shares and step together use of the sum of their speeds",
                 {},
                 {needed_list(speeds_look, "speeds", "of each member, in any one unit", List{1, 0.4})},
                 {}},
                {},
                {},
                {{"equal_shares_efficiency", "1", "n min(s)/sum(s)"}},
                [](const Case&, const With& with, Out& out) {
                  const detail::NumberList speeds("equal_shares_efficiency", {"speeds", "1", "", positive}, with);
                  out << parallelism::equal_shares_efficiency(speeds);
                }});
  to.push_back({{"question",
                 "balanced_shares",
                 "whole micro-batches for members of unequal speed that step together, so that the step takes the least time",
                 {{"micro_batches", "1", "of a step, all members together", counted(1), NaN, {8, 4096}}},
                 {needed_list(speeds_look, "speeds", "of each member, in any one unit", List{1, 0.4})},
                 {}},
                {},
                {},
                {{"shares", "1", "micro-batches of each member, in the order of speeds", Cell::numbers},
                 {"efficiency", "1", "of the sum of speeds"}},
                detail::put_balanced_shares});
  to.push_back({{"question",
                 "adapter_parameters",
                 "parameters of low-rank adapters beside matrices: rank times their inputs and outputs",
                 {{"rank", "1", "of the adapters", counted(1), NaN, {1, 256}}},
                 {needed_list(whole_numbers_look, "inputs", "of each matrix", List{4096, 4096}),
                  needed_list(whole_numbers_look, "outputs", "of each matrix", List{4096, 1024})},
                 {}},
                {},
                {},
                {{"adapter_parameters", "1", "of all adapters together"}},
                detail::put_adapter_parameters});
}

}  // namespace scaling_limits::catalog
