// SPDX-License-Identifier: Apache-2.0
// One interval for an MTBF that is not known exactly: that of most goodput in the mean over what it may be, the intervals that
// cost little more, and what it is worth to know the MTBF.
//
// Of samples i of the MTBF, each as likely, with goodput G_i at the best interval of each and c_i(w) what an interval w costs
// against that (checkpoint/interval_band.hpp, exact),
//
//   mean goodput  m(w) = mean of G_i (1 - c_i(w)),    worth knowing: mean of G_i - max m
//
// as all else that a strategy with one kind of save loses does not depend on w. m is looked for among intervals that are the
// best of some sample, on a grid that no c_i is narrow against, then by Brent's method.
#pragma once
#include "../version.hpp"

#include <boost/math/tools/minima.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../checkpoint/interval_band.hpp"
#include "../core/result_fields.hpp"
#include "../numeric/bracketed_root.hpp"
#include "../strategies/strategy.hpp"

namespace scaling_limits::analysis {

struct HedgedInterval {
  double interval = NaN, shortest = NaN, longest = NaN;
  double goodput = NaN, worth_knowing = NaN;
  std::string note{};  // why there is none

  std::string_view status() const { return note.empty() ? "ok" : "infeasible"; }
};
constexpr auto fields(const HedgedInterval*) {
  using H = HedgedInterval;
  return std::tuple(
      ResultField("interval", &H::interval, "s", "of most goodput in the mean"),
      ResultField("band.shortest", &H::shortest, "s", "that costs at most the tolerance"),
      ResultField("band.longest", &H::longest, "s", "that costs at most the tolerance"),
      ResultField("goodput", &H::goodput, "1", "in the mean, at the interval"),
      ResultField("worth_knowing", &H::worth_knowing, "1", "goodput lost in the mean since the MTBF is not known exactly"),
      status_field(&H::status), note_field(&H::note));
}

namespace detail {

/// Mean goodput over samples of the MTBF, of any interval.
class MeanGoodput {
 public:
  void add(const checkpoint::Saving<double>& saving, double best_goodput) {
    costs_.emplace_back(saving), goodputs_.push_back(best_goodput);
  }
  double operator()(double interval) const {
    double sum = 0;
    for (std::size_t i = 0; i < costs_.size(); ++i) sum += goodputs_[i] * (1 - costs_[i](interval));
    return sum / static_cast<double>(costs_.size());
  }

 private:
  std::vector<checkpoint::IntervalCost<double>> costs_{};
  std::vector<double> goodputs_{};
};

/// Where most of `mean` lies in [low, high], 0 < low.
inline double highest(const MeanGoodput& mean, double low, double high) {
  const double from = std::log(low), to = std::log(high);
  if (!(to > from)) return low;
  const int pieces = 8 + static_cast<int>(4 * (to - from));  // a cost rises from 0 to most of 1 over a power of e and more
  const auto at = [&](int k) { return from + (to - from) * std::clamp(k, 0, pieces) / pieces; };
  const auto there = [&](double x) { return std::clamp(std::exp(x), low, high); };
  int top = 0;
  double most = -inf;
  for (int k = 0; k <= pieces; ++k)
    if (const double here = mean(there(at(k))); here > most) most = here, top = k;
  constexpr int digits = 26;  // half of them: a highest point is no better known
  const auto below = [&](double x) { return -mean(there(x)); };
  return there(boost::math::tools::brent_find_minima(below, at(top - 1), at(top + 1), digits).first);
}

/// How far from an interval, one way, the mean stays at a floor; `end` where it does to there.
inline double edge(const MeanGoodput& mean, double interval, double factor, double floor, double end) {
  double inside = interval, outside = interval;
  do {
    inside = outside;
    if (inside == end) return end;
    outside = factor < 1 ? (std::max)(end, inside * factor) : (std::min)(end, inside * factor);
  } while (mean(outside) >= floor);
  const auto [low, high] = std::minmax(inside, outside);
  // the shortest interval that is allowed, say, has no mean a digit below it
  const auto left = [&, least = low, most = high](double x) { return mean(std::clamp(std::exp(x), least, most)) - floor; };
  const numeric::Root root = numeric::bracketed_root(left, std::log(low), std::log(high));
  return root.value == root.value ? std::exp(root.value) : inside;  // none: the floor is at rounding of the highest point
}

}  // namespace detail

/// The interval to use where the MTBF may be any of these; the run's own gpu_mttf is not looked at.
///
/// NaN with a note for a strategy that has no one interval to choose, and where a sample has no goodput. An interval that the
/// strategy has of its own is not looked at either.
/// @param gpu_mttf samples of it, each as likely, > 0 and finite [s]; @param tolerance of the band, in goodput, in [0, 1]
/// @throws DomainError by place; InvalidArgument where there is no sample
template <class St>
HedgedInterval hedged_interval(const TrainingRun<>& run, std::span<const double> gpu_mttf, const St& strategy,
                               double tolerance = 0.002) {
  constexpr std::string_view owner = "hedged_interval";
  strategies::validated(run, strategy);
  check(owner, "tolerance", tolerance, closed_fraction);
  if (gpu_mttf.empty()) throw InvalidArgument("hedged_interval: gpu_mttf must hold one sample at least", "gpu_mttf");
  constexpr Range time{.lower = 0, .upper = inf, .open_below = true, .open_above = true};
  for (std::size_t i = 0; i < gpu_mttf.size(); ++i)
    if (!time.holds(gpu_mttf[i])) check(owner, "gpu_mttf[" + std::to_string(i) + "]", gpu_mttf[i], time, "s");

  const auto none = [](std::string why) {
    HedgedInterval found;
    found.note = std::move(why);
    return found;
  };
  const auto at_best = strategies::at_best_interval(strategy);
  detail::MeanGoodput mean;
  double low = inf, high = 0, best = 0, least = 0;
  for (const double life : gpu_mttf) {
    TrainingRun<> there = run;
    there.gpu_mttf = life;
    std::optional<checkpoint::Saving<double>> saving;
    if constexpr (requires { saving = at_best.saving_of(there); }) saving = at_best.saving_of(there);
    if (!saving) return none(std::string(strategy.name()) + " has no one interval to choose");
    const double goodput = strategies::goodput(there, at_best), interval = checkpoint::best_interval(*saving);
    if (!(goodput == goodput && interval < inf)) {
      std::string why = at_best.note(there);
      return none(!why.empty() ? why
                               : "no goodput at a gpu_mttf of " + to_text(life) + " [s] under " + std::string(strategy.name()));
    }
    mean.add(*saving, goodput);
    low = (std::min)(low, interval), high = (std::max)(high, interval);
    best += goodput / static_cast<double>(gpu_mttf.size());
    least = saving->shortest_interval();
  }
  HedgedInterval found;
  found.interval = low > 0 ? detail::highest(mean, low, high) : 0;
  found.goodput = mean(found.interval);
  if (!(found.goodput > 0)) return none("goodput is next to nothing whatever the interval is");
  found.worth_knowing = (std::max)(0., best - found.goodput);
  found.shortest = found.longest = found.interval;
  const double floor = found.goodput - tolerance;
  if (floor <= 0) {
    found.shortest = least, found.longest = inf;
  } else if (tolerance > 0) {
    if (low > 0) found.shortest = detail::edge(mean, found.interval, 0.5, floor, least);
    // from 0, and from less than any normal number, doubling leads nowhere
    const double start = low > 0 ? found.interval : 1e-9 * *std::min_element(gpu_mttf.begin(), gpu_mttf.end()) / run.gpus;
    found.longest = detail::edge(mean, (std::max)(start, 0x1p-1022), 2, floor, inf);
  }
  return found;
}

}  // namespace scaling_limits::analysis
