// SPDX-License-Identifier: Apache-2.0
// One run under one strategy, as its owner asks: which interval, within which band, how much is useful, where the GPU-hours go,
// how much storage it writes and holds, what the own interval costs against the best, what each lever would buy today.
#pragma once
#include "../version.hpp"

#include <cmath>
#include <optional>

#include "../checkpoint/whole_steps.hpp"
#include "../core/units.hpp"
#include "../strategies/blocking.hpp"
#include "../strategies/rates.hpp"
#include "goodput_gain.hpp"

namespace scaling_limits::analysis {

struct AssessOptions {
  double tolerance = 0.01;  // of the band, relative to the best goodput
  double retained = 1;      // checkpoints kept, complete
  double step_time = NaN;   // [s] of a training step, for the interval in whole steps
};

/// Where a strategy has no single saving (several levels, say) what needs one is NaN: band, steps, interval_cost.
struct Assessment {
  double mtbf{}, write_time{}, restart_time{}, interval{};
  checkpoint::IntervalBand<double> band{};
  double interval_cost{}, steps{};
  double goodput{}, overhead{}, useful_throughput{};
  Terms<double> breakdown{}, gpu_hours_lost_per_day{};
  double interruptions_per_day{}, checkpoints_per_day{}, saves_just_in_time_per_day{};  // of wall clock: strategies::Rates
  double detections_per_day{}, bytes_written_per_day{};
  double capacity{}, capacity_while_writing{};
  double blocked_per_checkpoint = NaN;              // [s]; NaN where there is none, or one at every moment
  std::vector<double> improved{}, goodput_gains{};  // of each field but the size, in table order
  std::string note{};                               // why there is no answer, or an interval of 0 or inf

  bool shares_are_known() const { return std::abs(breakdown.sum() - 1) < 1e-6; }
  bool is_ok() const { return goodput == goodput && shares_are_known(); }
  std::string_view status() const { return is_ok() ? "ok" : "infeasible"; }
};
constexpr auto fields(const Assessment*) {
  using A = Assessment;
  constexpr auto breakdown = [](const A& a) { return a.is_ok() ? &a.breakdown : nullptr; };
  constexpr auto lost = [](const A& a) { return a.is_ok() ? &a.gpu_hours_lost_per_day : nullptr; };
  return std::tuple(
      ResultField("mtbf", &A::mtbf, "s", "of the job, in running time"),
      ResultField("write_time", &A::write_time, "s", "one save"),
      ResultField("restart_time", &A::restart_time, "s", "load and re-initialise"),
      ResultField("interval", &A::interval, "s", "useful work between two checkpoints, the strategy's"),
      ResultField("band", &A::band, "s", "of intervals"),
      ResultField("interval_cost", &A::interval_cost, "1", "1 - goodput / goodput at the best interval"),
      ResultField("steps", &A::steps, "1", "the best interval in whole steps; none without a step_time"),
      ResultField("goodput", &A::goodput, "1", "new useful training time per wall-clock time"),
      ResultField("overhead", &A::overhead, "1", "1 / goodput - 1"),
      ResultField("useful_throughput", &A::useful_throughput, "GPU", "gpus x goodput"),
      ResultField("breakdown", breakdown, "1", "share of elapsed time; they sum to one", "term"),
      ResultField("gpu_hours_lost_per_day", lost, "GPU h", "by term", "term"),
      ResultField("interruptions_per_day", &A::interruptions_per_day, "1",
                  "stops of the run by a failure, those that cut a restart short included, in wall-clock time"),
      ResultField("checkpoints_per_day", &A::checkpoints_per_day, "1",
                  "periodic ones that stand: what a failure undoes does not"),
      ResultField("blocked_per_checkpoint", &A::blocked_per_checkpoint, "s", "time that one of them takes from training"),
      ResultField("saves_just_in_time_per_day", &A::saves_just_in_time_per_day, "1",
                  "after a failure, by the replicas that survived it"),
      ResultField("detections_per_day", &A::detections_per_day, "1",
                  "of silent errors: the run goes back to its last checkpoint"),
      ResultField("bytes_written_per_day", &A::bytes_written_per_day, "B",
                  "by checkpoints and saves that stand, on all levels"),
      ResultField("capacity", &A::capacity, "B", "bytes of the retained checkpoints"),
      ResultField("capacity_while_writing", &A::capacity_while_writing, "B", "and of one more being written"),
      ResultField("improved", &A::improved, "",
                  "the field as its lever leaves it: twice what helps, half of what costs; none for 0, unlimited", "field"),
      ResultField("goodput_gain", &A::goodput_gains, "1",
                  "of the goodput today by improving the field: twice what helps, half of what costs", "field"),
      status_field(&A::status), note_field(&A::note));
}

/// The assessment; throws DomainError for a parameter out of range.
template <class St = strategies::Blocking<>>
Assessment assess(const TrainingRun<>& run, const St& strategy = {}, const AssessOptions& options = {}) {
  strategies::validated(run, strategy);
  check("assess", "tolerance", options.tolerance, closed_fraction);
  check("assess", "retained", options.retained, not_negative);
  check("assess", "step_time", options.step_time, if_given(positive), "s");

  Assessment a{};
  const TrainingRun<> stopped = strategies::as_stopped(run, strategy);
  a.mtbf = stopped.mtbf(), a.write_time = run.write_time(), a.restart_time = stopped.restart_time();
  a.interval = strategy.interval(run);
  a.note = strategy.note(run);
  if (a.note.empty()) a.note = strategies::interval_note(strategy, run, a.interval);
  a.band = {NaN, NaN};
  a.steps = a.interval_cost = NaN;
  std::optional<checkpoint::Saving<double>> saving;
  if constexpr (requires { saving = strategy.saving_of(run); }) saving = strategy.saving_of(run);
  if (saving) {
    a.band = checkpoint::interval_band_of(*saving, options.tolerance);
    a.steps = checkpoint::whole_steps_of(*saving, options.step_time);
    a.interval_cost = checkpoint::interval_cost_of(*saving, a.interval);
  }
  a.goodput = strategies::goodput(run, strategy);
  a.overhead = strategies::overhead(run, strategy);
  a.useful_throughput = strategies::useful_throughput(run, strategy);
  a.breakdown = strategy.breakdown(run);
  if (a.note.empty() && !a.shares_are_known())
    a.note = "shares of the time are not known where a write or a restart takes next to unlimited time";
  for (const auto& [term, share] : a.breakdown)
    if (term != "useful") a.gpu_hours_lost_per_day.add(term, share * run.gpus * (units::day / units::hour));
  const auto rates = strategies::rates(strategy, run);
  a.interruptions_per_day = rates.interruptions * units::day;
  a.checkpoints_per_day = rates.checkpoints * units::day;
  if (rates.checkpoints > 0 && rates.checkpoints < inf)
    a.blocked_per_checkpoint = a.breakdown.of("checkpoint") / rates.checkpoints;
  a.saves_just_in_time_per_day = rates.saves_just_in_time * units::day;
  a.detections_per_day = rates.detections * units::day;
  a.bytes_written_per_day = rates.bytes_written * units::day;
  a.capacity = options.retained * run.checkpoint_bytes;
  a.capacity_while_writing = a.capacity + run.checkpoint_bytes;
  a.improved = improved_fields(run);
  a.goodput_gains = goodput_gains(run, strategy, a.goodput);
  return a;
}

}  // namespace scaling_limits::analysis
