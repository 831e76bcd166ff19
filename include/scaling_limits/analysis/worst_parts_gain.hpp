// SPDX-License-Identifier: Apache-2.0
// What it buys in goodput to take the worst parts (nodes, say) of a run away, or to have them renewed.
//
// Parts hold as many of the run's N GPUs each, g = N / parts, and `share` of its failures, rate L, are theirs; of those the
// worst k have, chance taken out (failures/lemons.hpp), the part x_k = removed_k / total. The rest of the failures goes
// with the GPUs that run. Without them, and with others in their place,
//
//   GPUs  N - k g,    rate  L [share (1 - x_k) + (1 - share) (1 - k g / N)]
//   GPUs  N,          rate  L [1 - share renewed_k / total]
//
// Where x_k has an interval goodput has one: at its ends.
//
// Taking away pays while useful throughput, GPUs x goodput, rises: what fails more than its share of GPUs is worth must go.
#pragma once
#include "../version.hpp"

#include "../failures/lemons.hpp"
#include "../strategies/under_causes.hpp"

namespace scaling_limits::analysis {

struct WorstPartsGain {
  double goodput = NaN, useful_throughput = NaN;    // of the run as it is; in GPUs
  std::vector<double> removed{}, removed_useful{};  // [k]: goodput and GPUs' worth of useful work without the k + 1 worst
  std::vector<double> renewed{};                    // [k]: goodput with others in their place
  std::vector<double> removed_low{}, removed_high{}, renewed_low{}, renewed_high{};  // ends of 90 %; NaN: none is known
  double worth_removing = 0;  // how many to take away for most useful throughput, none in their place
};

/// What it buys to take away, or to renew, the worst parts, one after the other.
///
/// @param run at the size and with the failures that it has with all of them; @param worst of failures::worst_parts
/// @param share of the run's failures that are of parts, in [0, 1]
/// @throws DomainError for a share or a run out of range; InvalidArgument where there is no part, or more than GPUs
template <class St>
WorstPartsGain worst_parts_gain(const TrainingRun<>& run, const failures::WorstParts& worst, const St& strategy,
                                double share = 1) {
  constexpr std::string_view owner = "worst_parts_gain";
  strategies::validated(run, strategy);
  check(owner, "share", share, closed_fraction);
  const double parts = static_cast<double>(worst.part.size()), rate = run.failure_rate();
  for (const auto& cause : strategies::stops_of(strategy).causes)
    if (!cause.is_share() && !cause.is_planned())
      throw InvalidArgument("worst_parts_gain: cause " + in_quotes(cause.name) +
                                " has a rate of its own: give its share of gpu_mttf, which says what the parts fail of",
                            "cause");
  if (worst.part.empty()) throw InvalidArgument("worst_parts_gain: there must be one part at least", "events");
  if (parts > run.gpus)
    throw InvalidArgument(
        "worst_parts_gain: " + to_text(parts) + " parts have more than the run's " + to_text(run.gpus) + " GPUs", "events");
  const auto there = [&](double gpus, double times) {  // NaN where none is left, or no rate is known
    if (!(times >= 0)) return NaN;
    TrainingRun<> changed = run;
    changed.gpus = gpus, changed.gpu_mttf = gpus / (rate * times);
    return gpus > 0 ? strategies::goodput(changed, strategy) : NaN;
  };
  const auto above_zero = [](double x) { return x < 0 ? 0. : x; };  // and NaN as it is
  WorstPartsGain found;
  found.goodput = strategies::goodput(run, strategy);
  found.useful_throughput = run.gpus * found.goodput;
  double most = found.useful_throughput;
  const auto end = [&](const std::vector<double>& ends, std::size_t k) { return k < ends.size() ? ends[k] : NaN; };
  for (std::size_t k = 0; k < worst.part.size(); ++k) {
    const double gone = static_cast<double>(k + 1) / parts, gpus = k + 1 < worst.part.size() ? run.gpus * (1 - gone) : 0;
    const double in_place = (worst.removed[k] - worst.renewed[k]) / worst.total_rate;
    const auto without = [&](double gain) { return there(gpus, share * above_zero(1 - gain) + (1 - share) * (1 - gone)); };
    const auto with_others = [&](double gain) { return there(run.gpus, above_zero(1 - share * (gain - in_place))); };
    const double gain = worst.removed[k] / worst.total_rate, low = end(worst.gain_low, k), high = end(worst.gain_high, k);
    found.removed.push_back(without(gain));
    found.removed_low.push_back(without(low)), found.removed_high.push_back(without(high));
    found.removed_useful.push_back(gpus * found.removed.back());
    found.renewed.push_back(with_others(gain));
    found.renewed_low.push_back(with_others(low)), found.renewed_high.push_back(with_others(high));
    if (found.removed_useful.back() > most)
      most = found.removed_useful.back(), found.worth_removing = static_cast<double>(k + 1);
  }
  return found;
}

}  // namespace scaling_limits::analysis
