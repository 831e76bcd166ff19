// SPDX-License-Identifier: Apache-2.0
// The kinds that are plain aggregates or nearly so: the run, growth laws, tiers, chips, shapes, layouts, fabrics, supplies of a
// year and the latency wall; and the list of all groups.
#pragma once
#include "../../version.hpp"

#include "../../analysis/scenario.hpp"
#include "../../analysis/sites.hpp"
#include "../../checkpoint/multilevel.hpp"
#include "../../core/units.hpp"
#include "../../economics/amortised.hpp"
#include "../../economics/prices.hpp"
#include "../../failures/exponential.hpp"
#include "../../failures/rate_text.hpp"
#include "../../federated/round.hpp"
#include "../../network/fabric.hpp"
#include "../../network/ring.hpp"
#include "../../parallelism/data_movement.hpp"
#include "../../parallelism/latency_wall.hpp"
#include "../../parallelism/layout.hpp"
#include "../../search/halving.hpp"
#include "../../supply/chips.hpp"
#include "../../supply/data.hpp"
#include "../../supply/hardware.hpp"
#include "../../supply/power.hpp"
#include "../../workload/checkpoint_state.hpp"
#include "../../workload/chip.hpp"
#include "../../workload/replica_law.hpp"
#include "../../workload/scaling_law.hpp"
#include "../../workload/transformer_shape.hpp"
#include "../detail/aggregate_kind.hpp"
#include "../detail/growth_models.hpp"
#include "../parts.hpp"
#include "../presets.hpp"

namespace scaling_limits::catalog {

/// A part that grows by no law is refused with what says how it does.
inline Map respelled_growth(Map fields, std::string_view path) {
  for (const auto& [name, value] : fields)
    if (const auto why = why_not_grown(name); !why.empty())
      throw Refused("growth: " + in_quotes(name) + " of a restart " + std::string(why), joined(path, name), value);
  return fields;
}
/// A growth law as a kind: an exponent per field that it may name, those of the law as defaults.
inline Kind growth_kind(std::string_view name, std::string_view text, const growth::PowerLaw& law) {
  std::vector<Row> rows;
  for (const growth::Named& field : growth::named_fields)
    rows.push_back({field.name,
                    "1",
                    field.of_restart ? "exponent in size of this part of the restart, where that is given by its parts"
                                     : "exponent in size of this field of the run",
                    any_exponent,
                    law.of(field),
                    {-1, 1}});
  Kind kind{"growth",
            std::string(name),
            std::string(text),
            std::move(rows),
            {},
            [law](const Map&) -> std::shared_ptr<Model> { return std::make_shared<GrowthModel>(law); },
            {},
            "growth"};
  kind.respelled = respelled_growth;
  return kind;
}

/// Growth by year as a kind: a factor per year for each field of the run.
inline Kind yearly_kind() {
  std::vector<Row> rows;
  for (const auto& field : fields_of<TrainingRun<>>)
    rows.push_back({field.name, "1", "factor per year of this field of the run", positive, 1, {0.5, 5}});
  return {"yearly",
          "per_year",
          "a factor per year for each field of the run that is named, the others fixed",
          std::move(rows),
          {},
          [](const Map&) -> std::shared_ptr<Model> { return std::make_shared<YearlyModel>(); },
          {},
          "per_year"};
}

namespace detail {

/// What a rate says of a run; a text that says none stays.
inline void put_rate(const failures::SaidRate& rate, std::string_view name, const Value& said, Map& to, std::string_view path) {
  const auto refuse = [&](const std::string& why) {
    throw Refused("TrainingRun: " + std::string(name) + ": " + in_quotes(*said.text()) + " " + why, joined(path, name), said);
  };
  if (rate.events == rate.events) {
    to["interruptions"] = Value(rate.events), to["days"] = Value(rate.window / units::day);
    return;
  }
  const bool of_gpu = name == "gpu_mttf";
  if (rate.node > 0) refuse("does not say how many GPUs a node has: '... node-days of 8 GPUs', '... per node of 8 GPUs'");
  if (rate.one > 0 && !of_gpu) refuse("does not say of what it is: add 'per GPU', 'per node of 8 GPUs' or 'per job'");
  if (rate.counted > 0 && of_gpu) refuse("does not say of what it is: add 'per GPU' or 'per job'");
  const double gpu = rate.gpu + rate.one, job = rate.job + rate.counted;
  if (!(job > 0)) {
    to["gpu_mttf"] = Value(gpu > 0 ? 1 / gpu : inf);
    return;
  }
  double gpus = 0;
  if (gpu > 0) {
    const Value* given = to.find("gpus");
    if (!given) refuse("adds rates of a GPU and of the job, which needs 'gpus' beside it");
    gpus = number_of("TrainingRun", *runs().begin()->row("gpus"), *given, joined(path, "gpus"));
  }
  to["failure_rate"] = Value(job + gpu * gpus);
}
inline Map respelled_run(Map fields, std::string_view path) {
  for (const std::string_view name : {"gpu_mttf", "mtbf", "failure_rate"}) {
    const Value* given = fields.find(name);
    if (!given || !given->text()) continue;
    const Value said = *given;
    try {
      if (const auto rate = failures::said_rate(*said.text())) {
        fields = without(fields, name);
        put_rate(*rate, name, said, fields, path);
      }
    } catch (const Refused&) {
      throw;
    } catch (const InvalidArgument& error) {
      throw Refused("TrainingRun: " + std::string(name) + ": " + error.what(), joined(path, name), said);
    }
  }
  return fields;
}

}  // namespace detail

Group& runs() {
  static Group all([] {
    Kind run = aggregate_kind<TrainingRun<>>("run", "training_run", "a training run as its owner describes it", "TrainingRun");
    run.instead = {
        {"gpu_mttf",
         {{"mtbf", "s", "running time of the whole job between interruptions", positive_or_inf}},
         {"gpus"},
         [](const double* x) { return failures::gpu_mttf_from_mtbf(x[0], x[1]); },
         "gives no gpu_mttf that is a number"},
        {"gpu_mttf",
         {{"interruptions", "1", "how often failures stopped the job", positive},
          {"days", "d", "wall-clock time in which they were counted", positive}},
         {"gpus", "downtime"},
         [](const double* x) {
           const double mtbf = failures::mtbf_from_interruptions(x[0], x[1] * units::day, x[3]);
           return failures::gpu_mttf_from_mtbf(mtbf, x[2]);
         },
         "the downtime after each interruption alone takes all of the days"},
        {"gpu_mttf",
         {{"failure_rate", "1/s",
           "interruptions of the job per second of running time; as a text any rate: '150 FIT per GPU', "
           "'6.5 per 1000 node-days of 8 GPUs', '419 in 54 d', or a sum of them",
           not_negative}},
         {"gpus"},
         [](const double* x) { return x[0] > 0 ? x[1] / x[0] : inf; },
         "gives no gpu_mttf that is a number"},
        {"write_bandwidth",
         {{"write_time", "s",
           "one save, the latency included; beside checkpoint_bytes or write_bandwidth the other follows; grows with "
           "their exponents",
           not_negative}},
         {"checkpoint_bytes", "storage_latency"},
         [](const double* x) { return x[0] < x[2] ? NaN : scaling_limits::detail::bandwidth_of(x[1], x[0] - x[2]); },
         "no save takes so long: storage_latency alone takes longer, or there is nothing to write",
         "checkpoint_bytes",
         [](const double* x) { return x[0] == x[2] ? 0 : (x[0] - x[2]) * x[1]; },
         unknown_bandwidth},
        {"initialization_time",
         {{"restart_time", "s",
           "load and re-initialise, the latency included; beside initialization_time the read_bandwidth follows; "
           "grows with their exponents",
           not_negative}},
         {"read_bandwidth", "checkpoint_bytes", "storage_latency"},
         [](const double* x) { return x[0] - x[3] - x[2] / x[1]; },
         "no restart takes so long: what is given beside it alone takes longer, or leaves nothing that would",
         "read_bandwidth",
         [](const double* x) {
           const double left = x[0] - x[3] - x[1];
           return left < 0 ? NaN : scaling_limits::detail::bandwidth_of(x[2], left);
         }}};
    run.respelled = detail::respelled_run;
    return run;
  }());
  return all;
}
Group& growths() {
  static Group all("growth",
                   {growth_kind("fixed", "the same model and storage at every size", growth::fixed()),
                    growth_kind("chinchilla",
                                "compute-optimal training for a fixed time: checkpoint bytes grow with the square root of the "
                                "size (Hoffmann et al. 2022)",
                                growth::chinchilla()),
                    growth_kind("proportional", "checkpoint bytes in proportion to the GPUs", growth::proportional()),
                    growth_kind("power_law", "an exponent per field that is named, the others fixed", growth::fixed())},
                   "fixed");
  return all;
}
Group& yearly_growths() {
  static Group all(yearly_kind());
  return all;
}
Group& scenarios() {
  static Group all(aggregate_kind<analysis::Demand<>>(
      "scenario", "scenario", "what the largest run wants as years pass, and its share of what there is", "Scenario"));
  return all;
}
Group& tiers() {
  static Group all(aggregate_kind<storage::Tier<>>("tier", "tier", "a place for checkpoints: bandwidths and latency", "Tier"));
  return all;
}
Group& chips() {
  static Group all(aggregate_kind<workload::Chip<>>("chip", "chip", "an accelerator: peak, rates reached, memory", "Chip"));
  return all;
}
Group& shapes() {
  static Group all(aggregate_kind<workload::TransformerShape<>>("shape", "transformer_shape",
                                                                "a decoder, dense or mixture of experts", "TransformerShape"));
  return all;
}
Group& state_recipes() {
  static Group all(aggregate_kind<workload::StateRecipe<>>(
      "state_recipe", "state_recipe", "bytes per parameter that a checkpoint saves, by tensor", "StateRecipe"));
  return all;
}
Group& scaling_laws() {
  static Group all(aggregate_kind<workload::ScalingLaw<>>(
      "scaling_law", "scaling_law", "loss of a model by its parameters and tokens, L = E + A N^-alpha + B D^-beta",
      "ScalingLaw"));
  return all;
}
Group& replica_laws() {
  static Group all(aggregate_kind<workload::ReplicaLaw<>>(
      "replica_law", "replica_law", "loss of a model by its parameters and the replicas that train it, L = A N^-alpha M^beta",
      "ReplicaLaw"));
  return all;
}
Group& site_plans() {
  static Group all([] {
    Kind kind = aggregate_kind<analysis::Sites<>>(
        "sites", "sites",
        "sites on thin links that train one model: what they exchange, how often, and whether they fail apart", "Sites");
    kind.arguments = {word<network::SiteExchange>("exchange", "how they exchange")};
    kind.make = [](const Map& given) -> std::shared_ptr<Model> {
      analysis::Sites<> made;
      made.exchange = chosen<network::SiteExchange>("Sites", "exchange", given);
      return std::make_shared<ModelOf<analysis::Sites<>>>(std::move(made), "Sites");
    };
    return kind;
  }());
  return all;
}
Group& severity_levels() {
  static Group all(aggregate_kind<checkpoint::SeverityLevel<>>(
      "severity_level", "severity_level", "one level of checkpoints: what it costs, and the failures that need it",
      "SeverityLevel"));
  return all;
}
Group& layouts() {
  static Group all(aggregate_kind<parallelism::Layout>(
      "layout", "layout", "how a model is spread over GPUs: tensor x pipeline x data x context", "Layout"));
  return all;
}
Group& fabrics() {
  static Group all(aggregate_kind<network::Fabric<>>("fabric", "fabric", "two levels of network as a GPU sees them", "Fabric"));
  return all;
}
Group& hardwares() {
  static Group all(aggregate_kind<supply::Hardware<>>(
      "hardware", "hardware", "what runs of a year are made on: peak, power, utilisation, duration, and their growth",
      "Hardware"));
  return all;
}
Group& power_supplies() {
  static Group all(aggregate_kind<supply::Power<>>(
      "power", "power", "power that AI may draw: of all data centres, less what others draw there", "Power"));
  return all;
}
Group& chip_supplies() {
  static Group all(aggregate_kind<supply::Chips<>>(
      "chips", "chips", "chips that there are: a stock, and what is made of the wafers there are", "Chips"));
  return all;
}
Group& data_supplies() {
  static Group all(aggregate_kind<supply::Data<>>("data", "data", "tokens that there are to train on", "Data"));
  return all;
}
Group& rings() {
  static Group all(aggregate_kind<network::Ring<>>(
      "ring", "ring", "sites that train one model together and exchange gradients around a ring", "Ring"));
  return all;
}
Group& walls() {
  static Group all(aggregate_kind<parallelism::LatencyWall<>>(
      "wall", "latency_wall", "layers and batch of a model, and the least time in a layer", "LatencyWall"));
  return all;
}
Group& data_movements() {
  static Group all(aggregate_kind<parallelism::DataMovement<>>(
      "data_movement", "data_movement", "what memory and links let a run's GPUs be busy with: a reconstruction",
      "DataMovement"));
  return all;
}
Group& rounds() {
  static Group all(aggregate_kind<federated::Round>(
      "round", "round", "a round of federated training: clients that are asked, reports that end it, losses, a timeout",
      "Round"));
  return all;
}
Group& searches() {
  static Group all(aggregate_kind<search::Halving>(
      "search", "search", "trials that are halved rung by rung: how many start, how many go on, how often", "Halving"));
  return all;
}
Group& prices() {
  static Group all(aggregate_kind<economics::Prices<>>(
      "prices", "prices", "what a second of a GPU, of storage bandwidth, of electricity and of delay costs", "Prices"));
  return all;
}
Group& amortised_runs() {
  static Group all(aggregate_kind<economics::AmortisedRun<>>(
      "amortised_run", "amortised_run", "a run on owned machines: what they cost, when, and how long it used them",
      "AmortisedRun"));
  return all;
}

/// All that can be chosen, by what it is.
std::vector<Group*> groups() {
  return {&runs(),          &strategies(),      &criteria(),       &factors(),       &failure_laws(),   &growths(),
          &causes(),        &restarts(),        &operations(),     &tiers(),         &chips(),          &shapes(),
          &state_recipes(), &severity_levels(), &layouts(),        &fabrics(),       &hardwares(),      &power_supplies(),
          &chip_supplies(), &data_supplies(),   &rings(),          &walls(),         &scenarios(),      &yearly_growths(),
          &scaling_laws(),  &prices(),          &amortised_runs(), &distributions(), &data_movements(), &replica_laws(),
          &site_plans(),    &rounds(),          &searches()};
}
Group& group(std::string_view name) {
  std::vector<std::string_view> names;
  for (Group* g : groups()) {
    if (g->name() == name) return *g;
    names.push_back(g->name());
  }
  throw InvalidArgument("no group of kinds named " + in_quotes(name) + suggestion(name, names));
}

}  // namespace scaling_limits::catalog
