// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/failures/compound_spares.hpp>
#include <scaling_limits/failures/correlated.hpp>
#include <scaling_limits/failures/exponential.hpp>
#include <scaling_limits/failures/mixed_pool.hpp>
#include <scaling_limits/failures/mtbf_estimate.hpp>
#include <scaling_limits/failures/renewed_rate.hpp>
#include <scaling_limits/failures/replication.hpp>
#include <scaling_limits/failures/running_share.hpp>
#include <scaling_limits/failures/slow_parts.hpp>
#include <scaling_limits/failures/spares.hpp>

#include "kernels.hpp"

namespace scaling_limits::python {

namespace {

/// A pool of two qualities: counts are numbers of doubles, the rest scalars.
template <class S>
failures::MixedPool<S> mixed(const S& job, const S& good, const S& other, const S& good_rate, const S& other_rate,
                             const S& repair_time, const S& downtime, const S& job_rate, const S& taken_share,
                             const S& repairers) {
  return failures::mixed_pool(static_cast<double>(job), static_cast<double>(good), static_cast<double>(other), good_rate,
                              other_rate, repair_time, downtime, job_rate, taken_share, static_cast<double>(repairers));
}

}  // namespace

void add_failures(Rooms& rooms) {
  Room& room = rooms.emplace_back("failures");
  room.kernel(
      "gpu_mttf_from_events", [](const auto&... x) { return failures::gpu_mttf_from_events(x...); }, "events"_a, "gpus"_a,
      argument("window"_a, "s", above(0), "running time observed", 54 * units::day));
  room.kernel(
      "gpu_mttf_from_node_rate", [](const auto&... x) { return failures::gpu_mttf_from_node_rate(x...); },
      "per_1000_node_days"_a, "gpus_per_node"_a = 8);
  room.kernel(
      "node_rate_from_gpu_mttf", [](const auto&... x) { return failures::node_rate_from_gpu_mttf(x...); }, "gpu_mttf"_a,
      "gpus_per_node"_a = 8);
  room.kernel("mtbf_from_gpus", [](const auto&... x) { return failures::mtbf_from_gpus(x...); }, "gpu_mttf"_a, "gpus"_a);
  room.kernel("gpu_mttf_from_mtbf", [](const auto&... x) { return failures::gpu_mttf_from_mtbf(x...); }, "mtbf"_a, "gpus"_a);
  room.kernel(
      "mtbf_from_interruptions", [](const auto&... x) { return failures::mtbf_from_interruptions(x...); },
      argument("interruptions"_a, "1", above(0), "how often failures stopped the job", 419),
      argument("elapsed"_a, "s", above(0), "wall-clock time in which they were counted", 54 * units::day), "downtime"_a = 0);
  const auto counted = argument("window"_a, "s", above(0), "wall-clock time in which they were counted", 54 * units::day);
  room.kernel(
      {"_running_exposure", "Running time of a job that failures stopped within a wall-clock time."},
      [](const auto&... x) { return failures::running_exposure(x...); }, counted, "events"_a, "downtime"_a = 0,
      argument("gaps"_a = 0, "s", at_least(0), "time that was none of the job's: queued, holidays", units::day));
  room.kernel(
      "outage_dispersion", [](const auto&... x) { return failures::outage_dispersion(x...); }, "mtbf"_a,
      argument("downtime"_a, "s", at_least(0), "of a failure in the mean", 600),
      argument("spread"_a = 1, "1", at_least(0), "of downtimes, standard deviation over mean; 0: all alike", 1));
  room.kernel(
      "mtbf_from_events",
      []<class S>(const S& events, const S& exposure, const S& confidence) {
        const auto found = failures::mtbf_from_events(static_cast<double>(events), exposure, static_cast<double>(confidence));
        return std::array<S, 3>{found.mtbf, found.lower, found.upper};
      },
      "events"_a, argument("exposure"_a, "s", above(0), "running time in which they were counted", 54 * units::day),
      argument("confidence"_a = 0.95, "1", inner_fraction, "probability that the interval holds the MTBF", 0.9));
  room.returns("mtbf_from_events", "MtbfEstimate", {"mtbf", "lower", "upper"});
  room.kernel(
      "mtbf_quantile",
      []<class S>(const S& events, const S& exposure, const S& probability) {
        return failures::mtbf_quantile(static_cast<double>(events), exposure, static_cast<double>(probability));
      },
      "events"_a, argument("exposure"_a, "s", above(0), "running time in which they were counted", 54 * units::day),
      argument("probability"_a, "1", inner_fraction, "that the MTBF is lower", 0.5));

  const auto takes = "takes"_a = 1, burst = "burst"_a = 1;
  const auto bursts = choice<failures::BurstLaw>("bursts", "how many units a burst has: always as many, or varying");
  room.kernel(
      "spares_needed",
      []<class S>(const S& rate, const S& time, const S& quality, const S& units, const S& law, const S& gpus,
                  const S& downtime, const S& taken, const S& parts) {
        return S(failures::spares_needed(static_cast<double>(rate), static_cast<double>(time), static_cast<double>(quality),
                                         static_cast<double>(units), chosen<failures::BurstLaw>(law), static_cast<double>(gpus),
                                         static_cast<double>(downtime), static_cast<double>(taken),
                                         static_cast<double>(parts)));
      },
      "failure_rate"_a, "repair_time"_a,
      argument("quality"_a, "1", closed_fraction, "probability that the spares suffice; 1 gives inf", 0.99), burst, bursts,
      takes, "downtime"_a = 0, "taken_share"_a = 1, "parts"_a = 1);
  room.kernel(
      "burst_from_dispersion", [](const auto& index) { return failures::burst_from_dispersion(index); },
      argument("index_of_dispersion"_a, "1", at_least(1), "of the GPUs that fail, counted: variance over mean", 6));
  const auto all_repaired = "repairers"_a = inf;
  room.kernel(
      "runnable_share",
      []<class S>(const S& spares, const S& rate, const S& time, const S& repairers) {
        return failures::runnable_share(static_cast<double>(spares), rate, time, static_cast<double>(repairers));
      },
      argument("spares"_a, "1", Range{.lower = 0, .upper = 0x1p53, .open_above = true}, "spares, a whole number", 16),
      "failure_rate"_a, "repair_time"_a, all_repaired);
  const auto pool_of =
      argument("spares"_a, "1", Range{.lower = 0, .upper = 0x1p53, .open_above = true}, "spares, a whole number", 16);
  room.kernel(
      "running_share",
      []<class S>(const S& spares, const S& rate, const S& repair, const S& downtime, const S& taken, const S& parts,
                  const S& repairers, const S& gpus, const S& units, const S& law) {
        return failures::running_share(static_cast<double>(spares), rate, repair, downtime, taken, static_cast<double>(parts),
                                       static_cast<double>(repairers), static_cast<double>(gpus), static_cast<double>(units),
                                       chosen<failures::BurstLaw>(law));
      },
      pool_of, "failure_rate"_a, "repair_time"_a, "downtime"_a = 0, "taken_share"_a = 1, "parts"_a = 1, all_repaired, takes,
      burst, bursts);
  const auto job_of = argument("job"_a, "1", at_least(1), "parts that the job runs on, a whole number", 8),
             good_of = argument("good"_a, "1", at_least(0), "good parts in all, a whole number", 7),
             other_of = argument("other"_a, "1", at_least(0), "other parts in all, a whole number", 3),
             other_rate_of = argument("other_rate"_a, "1/s", at_least(0), "failures of one other part", 1e-6);
  const auto job_rate_of = argument("job_rate"_a = 0, "1/s", at_least(0), "failures of the job that take no part", 1e-5);
  room.kernel(
      "_mixed_pool",
      []<class S>(const S& job, const S& good, const S& other, const S& good_rate, const S& other_rate, const S& repair,
                  const S& downtime, const S& job_rate, const S& taken, const S& repairers) {
        const auto pool = mixed(job, good, other, good_rate, other_rate, repair, downtime, job_rate, taken, repairers);
        return std::array<S, 2>{pool.running_share, pool.mean_rate};
      },
      job_of, good_of, other_of, "good_rate"_a, other_rate_of, "repair_time"_a, "downtime"_a = 0, job_rate_of,
      "taken_share"_a = 1, all_repaired);
  room.kernel(
      {"_mixed_pool_goodput", "Goodput of a job on a pool of two qualities."},
      []<class S>(const S& interval, const S& write, const S& restart, const S& job, const S& good, const S& other,
                  const S& good_rate, const S& other_rate, const S& repair, const S& downtime, const S& job_rate,
                  const S& taken, const S& repairers) {
        return mixed(job, good, other, good_rate, other_rate, repair, downtime, job_rate, taken, repairers)
            .goodput(interval, write, restart);
      },
      "interval"_a, "write_time"_a, "restart_time"_a, job_of, good_of, other_of, "good_rate"_a, other_rate_of, "repair_time"_a,
      "downtime"_a = 0, job_rate_of, "taken_share"_a = 1, all_repaired);
  room.kernel(
      "renewed_rate", [](const auto&... x) { return failures::renewed_rate(x...); }, "good_rate"_a,
      argument("bad_rate"_a, "1/s", at_least(0), "failures of one bad part", 5e-7),
      argument("bad_share"_a, "1", closed_fraction, "of the parts at the start of the run", 0.15),
      argument("repair_success"_a, "1", closed_fraction, "probability that a repair makes a bad part good", 0.76),
      argument("duration"_a, "s", at_least(0), "running time of the run", 256 * units::day));
  room.kernel(
      "spares_for_share",
      []<class S>(const S& share, const S& rate, const S& time, const S& repairers) {
        return S(failures::spares_for_share(static_cast<double>(share), static_cast<double>(rate), static_cast<double>(time),
                                            static_cast<double>(repairers)));
      },
      argument("share"_a, "1", closed_fraction, "share of time that the job can run", 0.99), "failure_rate"_a, "repair_time"_a,
      all_repaired);
  room.kernel(
      "pool_survival",
      []<class S>(const S& spares, const S& rate, const S& duration) {
        return S(
            failures::pool_survival(static_cast<double>(spares), static_cast<double>(rate), static_cast<double>(duration)));
      },
      "spares"_a, "failure_rate"_a, argument("duration"_a, "s", at_least(0), "time without repair", units::day));
  room.kernel(
      "pair_failures_to_interruption", [](const auto& b) { return failures::pair_failures_to_interruption(b); }, "pairs"_a);
  room.kernel(
      "pair_mtti", [](const auto&... x) { return failures::pair_mtti(x...); },
      argument("pairs"_a, "1", above(0), "pairs of members that stand in for each other", 1000),
      argument("member_mttf"_a, "s", above(0), "mean time to failure of one member", 1e8));
  room.kernel(
      "hit_probability", [](const auto&... x) { return failures::hit_probability(x...); },
      argument("part_probability"_a, "1", closed_fraction, "probability that one part is hit", 0.001),
      argument("unit_size"_a, "1", at_least(0), "parts of the unit", 64));
  room.kernel(
      "unslowed_share",
      []<class S>(const S& arrivals, const S& duration, const S& rate, const S& cleared, const S& law) {
        return flagged(cleared, [&](bool clears) {
          return failures::unslowed_share(arrivals, duration, rate, clears, chosen<failures::DurationLaw>(law));
        });
      },
      argument("arrival_rate"_a, "1/s", at_least(0), "of slow parts of the whole run, per running time", 5e-5),
      argument("duration"_a, "s", at_least(0), "running time until a slow part is found, mean", 3600), "failure_rate"_a = 0,
      argument("cleared"_a = 0, "1", any_number, "whether every failure clears what is slow; 0 or False: no", 1),
      choice<failures::DurationLaw>("law", "of the times until slow parts are found"));
}

}  // namespace scaling_limits::python
