// SPDX-License-Identifier: Apache-2.0
// What is far outside what is usual, said beside the answer: "3" for "3 h" is a number like any other.
#pragma once
#include "../../version.hpp"

#include <algorithm>

#include "../../failures/causes.hpp"
#include "../../run/growth.hpp"
#include "../../run/operation.hpp"
#include "../parts.hpp"
#include "../remarks.hpp"
#include "../request.hpp"

namespace scaling_limits::catalog {

namespace detail {

/// How far outside its usual range a value may lie without a remark: so many times its end, or its width where it starts at 0
/// or below.
inline constexpr double far_off = 10;

inline bool is_far_below(double x, const Usual& usual) {
  return usual.low > 0 ? x < usual.low / far_off : x < usual.low - far_off * (usual.high - usual.low);
}
inline bool is_far_above(double x, const Usual& usual) {
  return usual.low > 0 ? x > usual.high * far_off : x > usual.low + far_off * (usual.high - usual.low);
}

/// What stands for two numbers of which neither is known, if anything does; said once, with what then grows.
inline const Instead* unknown_pair(const Part& part, const std::string& path, List& all) {
  for (const Instead& instead : part.kind->instead) {
    if (instead.unknown != instead.unknown || part[instead.row] != instead.unknown) continue;
    const std::string first(instead.row), second(instead.or_row);
    all.push_back(Value(joined(path, instead.rows.front().name) + " stands for " + second + " and " + first +
                        ", which are not known: it grows with their exponents, and answers in bytes are left out"));
    return &instead;
  }
  return nullptr;
}

template <class F>
void put_remarks(const Part& part, const std::string& path, const F& is_swept, List& all) {
  const Instead* unknown = unknown_pair(part, path, all);
  for (std::size_t k = 0; k < part.numbers.size(); ++k) {
    const Row& row = part.kind->rows[k];
    const double x = part.numbers[k];
    if (unknown && (row.unit == "B" || row.unit == "B/s")) continue;
    if (!row.usual.known() || x == row.standard || x == 0 || !(x > -inf && x < inf) || is_swept(k)) continue;
    const bool below = is_far_below(x, row.usual);
    if (!below && !is_far_above(x, row.usual)) continue;
    const auto text = [&](double value) { return quantity_text(value, row.unit); };
    std::string line = joined(path, row.name) + " = " + text(x) + " is far " + (below ? "below" : "above") +
                       " what is usual: " + text(row.usual.low) + " to " + text(row.usual.high);
    if (!row.usual.source.empty()) line.append("; ").append(row.usual.source);
    all.push_back(Value(std::move(line)));
  }
}

/// The first part of a group; none: it is not there.
inline const Part* first_of(const Request& request, const std::string& group) {
  const auto found = request.parts.find(group);
  return found == request.parts.end() || found->second.empty() ? nullptr : &found->second.front();
}

/// A start-up that is given twice, or grows twice: the parts of a restart are what counts.
template <class F>
void put_start_up_unread(const Request& request, const F& is_swept, List& all) {
  constexpr std::string_view start_up = "initialization_time";
  if (!first_of(request, "restart")) return;
  for (const std::string group : {"run", "growth"}) {
    const Part* given = first_of(request, group);
    if (!given) continue;
    const std::size_t k = given->kind->place_of(start_up);
    if (given->numbers[k] != given->kind->rows[k].standard || is_swept(group, 0, k))
      all.push_back(Value(joined(group, start_up) + " is not looked at: the parts of [restart] are in its place"));
  }
}

/// What grows with ranks is of one GPU where nobody says of how many: a time of another size is then far too long.
template <class F>
void put_long_communicators(const Request& request, const F& is_swept, List& all) {
  const Part *run = first_of(request, "run"), *restart = first_of(request, "restart");
  if (!run || !restart || is_swept("run", 0, 0)) return;
  if (std::any_of(request.swept.begin(), request.swept.end(), [](const Swept& s) { return s.group == "restart"; })) return;
  const auto& parts = aggregate_of<RestartParts<>>(*restart);
  const double gpus = aggregate_of<TrainingRun<>>(*run).gpus, time = parts.communicators_at(gpus);
  const Usual& usual = fields_of<RestartParts<>>[index_of<RestartParts<>>("communicator_growth")].usual;
  if (parts.communicator_growth == 0 || !is_far_above(time, usual)) return;
  all.push_back(Value("restart: communicators take " + duration_text(time, 4) + " at " + quantity_text(gpus, "1", 6) +
                      " GPUs, with communicator_growth at communicator_gpus = " +
                      quantity_text(parts.communicator_gpus, "1", 6) + "; usual are up to " + duration_text(usual.high, 3)));
}

/// A part of the restart that a law names and that is not there, or has no bound: it does not grow.
template <class F>
void put_growth_of_nothing(const Request& request, const F& is_swept, List& all) {
  const Part *law = first_of(request, "growth"), *parts = first_of(request, "restart");
  if (!law || !parts) return;
  for (std::size_t k = 0; k < growth::named_fields.size(); ++k) {  // in the order of the law's rows
    const growth::Named& part = growth::named_fields[k];
    if (!part.of_restart || is_swept("restart", 0, part.row) || (law->numbers[k] == 0 && !is_swept("growth", 0, k))) continue;
    const double number = parts->numbers[part.row];
    if (number != 0 && number - number == 0) continue;
    all.push_back(Value("growth." + std::string(part.name) + " makes nothing grow: [restart] has " +
                        (number == inf ? "no bound of it" : "none of it")));
  }
}

/// A share of a rate that there is not counts nothing.
inline void put_shares_of_nothing(const Request& request, List& all) {
  const Part* run = first_of(request, "run");
  const auto causes = request.parts.find("cause");
  if (!run || causes == request.parts.end() || aggregate_of<TrainingRun<>>(*run).gpu_mttf != inf) return;
  for (std::size_t i = 0; i < causes->second.size(); ++i) {
    const auto& cause = aggregate_of<failures::Cause<>>(causes->second[i]);
    if (cause.is_share() && cause.share != 0)
      all.push_back(Value("cause." + std::to_string(i) + ": " + in_quotes(cause.name) +
                          " counts nothing: it is a share of gpu_mttf's failures, and gpu_mttf is unlimited"));
  }
}

/// A pool meets the waits for people as if they were exponential; a night is longer than most of those, and a weekend.
inline void put_pool_by_hours(const Request& request, List& all) {
  const Part *strategy = first_of(request, "strategy"), *operation = first_of(request, "operation");
  if (!strategy || !operation || strategy->kind->name != "spared") return;
  if (aggregate_of<Operation<>>(*operation).kind != failures::RestartedBy::attended) return;
  all.push_back(
      Value("spared: waits for people in attended hours are taken as exponential beside the repairs; a pool that is "
            "often empty does worse than that: simulate it"));
}

}  // namespace detail

List remarks(const Part& part) {
  List all;
  detail::put_remarks(part, std::string(part.kind->group), [](std::size_t) { return false; }, all);
  return all;
}

List remarks(const Request& request) {
  List all;
  const auto is_swept = [&](std::string_view group, std::size_t place, std::size_t field) {
    return std::any_of(request.swept.begin(), request.swept.end(),
                       [&](const Swept& s) { return s.group == group && s.place == place && s.field == field; });
  };
  const auto look = [&](const Part& part, std::string_view group, std::size_t place, const std::string& path) {
    detail::put_remarks(part, path, [&](std::size_t field) { return is_swept(group, place, field); }, all);
  };
  for (const bool listed : {false, true})
    for (const auto& [group, parts] : request.parts)
      for (std::size_t i = 0; i < parts.size() && detail::is_listed(group) == listed; ++i)
        look(parts[i], group, i, listed ? group + "." + std::to_string(i) : group);
  look(request.with, "with", 0, "with");
  detail::put_start_up_unread(request, is_swept, all);
  detail::put_long_communicators(request, is_swept, all);
  detail::put_growth_of_nothing(request, is_swept, all);
  detail::put_pool_by_hours(request, all);
  if (!is_swept("run", 0, runs().begin()->place_of("gpu_mttf"))) detail::put_shares_of_nothing(request, all);
  return all;
}

}  // namespace scaling_limits::catalog
