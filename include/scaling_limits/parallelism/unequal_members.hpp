// SPDX-License-Identifier: Apache-2.0
// Members of different speeds s_i that work in step: the slowest share decides.
//
//   equal shares     n min(s)/sum(s) of the sum of speeds
//   balanced shares  whole micro-batches k_i, sum m, of which the largest k_i/s_i is least; m/(max k_i/s_i)/sum(s)
// By the exchange argument the micro-batches go one by one to whoever would finish it first, which is exact; those that fit
// before m/sum(s), when at best all would be done, are given out at once.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "../core/fields.hpp"
#include "../core/result_fields.hpp"

namespace scaling_limits::parallelism {

struct BalancedShares {
  std::vector<double> shares{};
  double efficiency = NaN;
};
constexpr auto fields(const BalancedShares*) {
  using B = BalancedShares;
  return std::tuple(ResultField("shares", &B::shares, "1", "micro-batches of each member, in the order of speeds"),
                    ResultField("efficiency", &B::efficiency, "1", "of the sum of speeds"));
}

namespace detail {

/// Speeds of members that there are; their sum.
inline double sum_of_speeds(std::string_view owner, std::span<const double> speeds) {
  if (speeds.empty()) throw InvalidArgument(std::string(owner) + ": speeds must be one at least", "speeds");
  double sum = 0;
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    if (!positive.holds(speeds[i])) check(owner, "speeds[" + std::to_string(i) + "]", speeds[i], positive);
    sum += speeds[i];
  }
  check(owner, "the sum of speeds", sum, positive);
  return sum;
}

}  // namespace detail

/// What is used of the sum of speeds where every member has the same share. Throws DomainError unless all speeds are > 0.
template <class = void>
double equal_shares_efficiency(std::span<const double> speeds) {
  const double sum = detail::sum_of_speeds("equal_shares_efficiency", speeds);
  double least = inf;
  for (const double speed : speeds) least = smaller(speed, least);
  return static_cast<double>(speeds.size()) * (least / sum);
}

/// Whole shares that take the least time, and what they use of the sum of speeds. Throws DomainError unless all speeds are > 0
/// and micro_batches is a whole number from 1 to 2147483647.
template <class = void>
BalancedShares balanced_shares(std::span<const double> speeds, double micro_batches) {
  constexpr const char* here = "balanced_shares";
  const double sum = detail::sum_of_speeds(here, speeds);
  check(here, "micro_batches", micro_batches, counted(1));
  BalancedShares found;
  double left = micro_batches;
  using Next = std::pair<double, std::size_t>;  // when a member would finish one more, which
  std::vector<Next> next;
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    const double share = smaller(left, std::floor(micro_batches * (speeds[i] / sum)));
    found.shares.push_back(share);
    left -= share;
    next.emplace_back((share + 1) / speeds[i], i);
  }
  constexpr auto later = [](const Next& one, const Next& other) { return one > other; };
  std::make_heap(next.begin(), next.end(), later);  // the first to finish at its front; <queue> is dear to include
  for (; left > 0; left -= 1) {
    std::pop_heap(next.begin(), next.end(), later);
    const std::size_t i = next.back().second;
    next.back().first = ((found.shares[i] += 1) + 1) / speeds[i];
    std::push_heap(next.begin(), next.end(), later);
  }
  double time = 0;
  for (std::size_t i = 0; i < speeds.size(); ++i) time = larger(found.shares[i] / speeds[i], time);
  found.efficiency = micro_batches / (time * sum);
  return found;
}

}  // namespace scaling_limits::parallelism
