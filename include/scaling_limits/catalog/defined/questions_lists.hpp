// SPDX-License-Identifier: Apache-2.0
// Questions to lists of numbers that belong to no part of a case: gangs that share a cluster, members of unequal speed,
// matrices with adapters, parts in series, failures that wait for people.
#pragma once
#include "../../version.hpp"

#include "../../cluster/gang_limit.hpp"
#include "../../failures/attended.hpp"
#include "../../failures/rate_text.hpp"
#include "../../failures/series_system.hpp"
#include "../../parallelism/unequal_members.hpp"
#include "../../workload/adapters.hpp"
#include "../detail/hours.hpp"
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

inline const Kind& part_kind() {
  static const Kind kind{
      "part",
      "part",
      "parts of one kind, each of which stops the job where it fails",
      {{"count", "1", "that the machine has", not_negative},
       {"mttf", "s",
        "mean running time to a failure of one; as a text any rate: '150 FIT', 'AFR 3 %', '7 in 54 d' of all "
        "of them in running time",
        positive_or_inf}},
      {looking(json_schema::text, {"name", "what they are"})},
      {}};
  return kind;
}
/// The mean life of one of so many parts from a text of its rate; nothing where it says a time.
inline std::optional<double> mttf_said(const std::string& text, double count) {
  const auto rate = failures::said_rate(text);
  if (!rate) return {};
  if (rate->sized) throw InvalidArgument(in_quotes(text) + " says how many GPUs a node has: say the rate of one part");
  if (rate->events == rate->events) return rate->events > 0 ? count * rate->window / rate->events : inf;
  const double one = rate->gpu + rate->node + rate->one + rate->counted + (rate->job > 0 ? rate->job / count : 0);
  return one > 0 ? 1 / one : inf;
}

/// A machine of parts that all must work: what each part has of its interruptions.
struct PartsInSeries {
  std::vector<std::string> part{};
  std::vector<double> part_rate{}, share{};
  double failure_rate = NaN, mtbf = NaN;
  std::optional<double> gpu_mttf{};

  std::string_view status() const { return "ok"; }
  std::string_view note() const { return {}; }
};
constexpr auto fields(const PartsInSeries*) {
  using P = PartsInSeries;
  return std::tuple(
      ResultField("failure_rate", &P::failure_rate, "1/s", "of the machine, per running time"),
      ResultField("mtbf", &P::mtbf, "s", "mean running time between interruptions; unlimited where nothing fails"),
      ResultField("gpu_mttf", &P::gpu_mttf, "s", "of a run on so many GPUs, mtbf x gpus; where they are given"),
      ResultField("part", &P::part, "", "what the parts are called"),
      ResultField("part_rate", &P::part_rate, "1/s", "of all parts of the kind together"),
      ResultField("share", &P::share, "1", "of the interruptions"), status_field(&P::status), note_field(&P::note));
}
inline PartsInSeries series_system(const Case& at) {
  const Value& given = *at.with.argument("parts");
  if (!given.list()) throw Refused("series_system: parts must be a list of {name, count, mttf}", "parts", given);
  failures::SeriesSystem<> system;
  for (const Value& one : *given.list()) {
    const std::string place = std::to_string(system.parts.size()), path = "parts." + place;
    if (!one.map()) throw Refused("series_system: a part must be {name, count, mttf}", path, one);
    Map fields = *one.map();
    const Value *count = fields.find("count"), *life = fields.find("mttf");
    const Row& row = part_kind().rows.front();
    try {
      if (life && life->text() && count)
        if (const auto mttf = mttf_said(*life->text(), number_of("part", row, *count, joined(path, "count"))))
          fields["mttf"] = Value(*mttf);
    } catch (const Refused&) {
      throw;
    } catch (const InvalidArgument& error) {
      throw Refused("part: mttf: " + std::string(error.what()), joined(path, "mttf"), *life);
    }
    const Part part = choose(part_kind(), fields, path);
    const Value* name = part.arguments.find("name");
    if (name && !name->text()) throw Refused("part: name must be a text", joined(path, "name"), *name);
    system.parts.push_back({name ? *name->text() : place, part.numbers[0], part.numbers[1]});
  }
  PartsInSeries found{{}, {}, system.shares(), system.failure_rate(), system.mtbf()};
  for (const auto& part : system.parts) found.part.push_back(part.name), found.part_rate.push_back(part.failure_rate());
  if (const double gpus = at.with["gpus"]; gpus == gpus) found.gpu_mttf = system.gpu_mttf(gpus);
  return found;
}

inline const Kind& unattended_kind() {
  static const Kind kind{
      "unattended",
      "unattended",
      "failures that nobody is waited for",
      {{"mtbf", "s", "running time between two", positive_or_inf}, {"downtime", "s", "of one", not_negative}},
      {},
      {}};
  return kind;
}
/// What waiting for people comes to.
struct Attended {
  double share = NaN, downtime = NaN;
};
constexpr auto fields(const Attended*) {
  using A = Attended;
  return std::tuple(ResultField("share", &A::share, "1", "of the time, that runs"),
                    ResultField("downtime", &A::downtime, "s", "mean outage, over all failures"));
}
inline Attended attended(const Case& at) {
  const double mtbf = at.with["mtbf"], reaction = at.with["reaction"], repair = at.with["repair"];
  const failures::AttendedHours hours = hours_of(*at.with.argument("hours"));
  std::vector<failures::UnattendedFailures<>> others;
  if (const Value* given = at.with.argument("others")) {
    if (!given->list()) throw Refused("attended: others must be a list of {mtbf, downtime}", "others", *given);
    for (const Value& one : *given->list()) {
      const std::string path = "others." + std::to_string(others.size());
      if (!one.map()) throw Refused("attended: one of others must be {mtbf, downtime}", path, one);
      const Part part = choose(unattended_kind(), *one.map(), path);
      others.push_back({part.numbers[0], part.numbers[1]});
    }
  }
  return {failures::attended_share(mtbf, hours, reaction, repair, others),
          failures::attended_downtime(mtbf, hours, reaction, repair, others)};
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
  Argument parts = looking([] { return json_schema::list(json_schema::table(detail::part_kind())); },
                           {"parts", "a list of {name, count, mttf}", {}, {}, false},
                           List{Map{{"name", "GPU"}, {"count", 16384}, {"mttf", "5000 FIT"}}});
  parts.rows = detail::part_kind().rows;
  to.push_back({.name = "series_system",
                .text = "how often a machine stops whose parts must all work, and which of them do it",
                .rows = {{"gpus", "1", "of the run on it; not given: there is no gpu_mttf", if_given(positive)}},
                .arguments = {std::move(parts)},
                .gives = gives(detail::series_system)});
  to.push_back({.name = "adapter_parameters",
                .text = "parameters of low-rank adapters beside matrices: rank times their inputs and outputs",
                .rows = {{"rank", "1", "of the adapters", counted(1), NaN, {1, 256}}},
                .arguments = {needed_list(whole_numbers_look, "inputs", "of each matrix", List{4096, 4096}),
                              needed_list(whole_numbers_look, "outputs", "of each matrix", List{4096, 1024})},
                .gives = gives("1", "of all adapters together", detail::adapter_parameters)});
  Argument hours = detail::hours_argument();
  hours.optional = false, hours.example = Value("Mon-Fri 9:00-17:00");
  Argument others = looking([] { return json_schema::list(json_schema::table(detail::unattended_kind())); },
                            {"others", "failures beside them that need nobody: a list of {mtbf, downtime}"});
  others.rows = detail::unattended_kind().rows;
  to.push_back({.name = "attended",
                .text = "how long a run is down, and which share of the time it runs, where failures wait for people",
                .rows = {{"mtbf", "s", "running time between failures that need somebody", positive_or_inf, NaN, {3600, 1e6}},
                         {"reaction", "s", "mean, exponential, in attended time alone", not_negative, 0, {0, 14400}},
                         {"repair", "s", "once somebody is there, at any hour", not_negative, 0, {0, 14400}}},
                .arguments = {std::move(hours), std::move(others)},
                .gives = gives(detail::attended)});
}

}  // namespace scaling_limits::catalog
