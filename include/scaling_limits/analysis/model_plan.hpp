// SPDX-License-Identifier: Apache-2.0
// A model on a machine, whole: the step of its layout, the checkpoint that its shape makes, failures and saves on top, the
// time, energy and money until its tokens are seen, and the size from which more GPUs bring nothing.
//
//   checkpoint     parameters x bytes_per_parameter of the recipe
//   work           tokens / batch_tokens x N x step time [GPU-seconds] as the step runs, failures apart
//   other sizes    N x 2^k with the batch unchanged, each with its fastest layout, until two in a row bring less than one
//                  before or have none; their utilization is a factor known at these sizes (limits/tabulated.hpp), so that
//                  throughput goes as N x utilization x goodput
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "../core/result_fields.hpp"
#include "../economics/run_cost.hpp"
#include "../limits/tabulated.hpp"
#include "../parallelism/best_layout.hpp"
#include "../strategies/requirements.hpp"
#include "../workload/checkpoint_state.hpp"

namespace scaling_limits::analysis {

/// What is trained, on what.
struct ModelOnMachine {
  workload::TransformerShape<> shape{};
  workload::Chip<> chip{};
  network::Fabric<> fabric{};
  workload::StateRecipe<> recipe{};
  parallelism::StepOptions options{};
  double batch_tokens = NaN;  // of a step, all replicas together
  double tokens = NaN;        // to be seen
  int halvings = 4;           // sizes tried below one's own, each half the one above
};

/// One of the sizes that were tried, with its fastest layout.
struct SizeTried {
  double gpus{}, time{}, utilization{}, goodput{}, tokens_per_day{};
};
constexpr auto fields(const SizeTried*) {
  using T = SizeTried;
  return std::tuple(ResultField("gpus", &T::gpus, "GPU", "sizes tried that fit, each with its fastest layout"),
                    ResultField("time", &T::time, "s", "of a step of each"),
                    ResultField("utilization", &T::utilization, "1", "of each"),
                    ResultField("goodput", &T::goodput, "1", "of each"),
                    ResultField("tokens_per_day", &T::tokens_per_day, "1", "of each, failures and saves counted"));
}

struct ModelPlan {
  std::optional<parallelism::Layout> layout{};
  parallelism::Step<> step{};
  double tokens_per_second = NaN;  // while it runs; failures apart
  TrainingRun<> run{};             // with the checkpoint of the shape
  double mtbf = NaN, interval = NaN, goodput = NaN;
  std::string note{};              // why the strategy has no goodput or no interval for this run
  economics::RunCost<> cost{};     // until the tokens are seen; its time is wall-clock
  std::vector<SizeTried> sizes{};  // that fit, rising
  limits::Limit<> best{};          // most tokens a day, of those sizes and between them
};

namespace detail {

/// Larger ones are not tried.
inline constexpr double largest_tried = 0x1p24;

/// The layout with the shortest step on so many GPUs. A template, so that the search is compiled where it is asked alone.
template <class = void>
parallelism::BestLayout<> fastest_layout(const ModelOnMachine& model, double gpus) {
  return parallelism::best_layout(model.shape, static_cast<std::int64_t>(gpus), model.chip, model.fabric, model.batch_tokens,
                                  model.options, {1, 0, {}});
}

/// Sizes that no layout fits are left out. @param at_own the fastest layout of run.gpus, where it is known
template <class St>
std::vector<SizeTried> sizes_tried(const ModelOnMachine& model, const TrainingRun<>& run, const St& strategy,
                                   const std::optional<parallelism::BestLayout<>>& at_own) {
  std::vector<SizeTried> all;
  double most = 0;  // useful steps a second
  int in_vain = 0;  // sizes in a row that bring less, or have no layout
  for (double gpus = std::ldexp(run.gpus, -model.halvings); gpus <= largest_tried && in_vain < 2; gpus *= 2) {
    if (!(gpus >= 1 && gpus == std::floor(gpus))) continue;
    parallelism::BestLayout<> best;
    try {
      best = at_own && gpus == run.gpus ? *at_own : fastest_layout(model, gpus);
    } catch (const DomainError&) {  // of more layouts than can be tried
      if (gpus <= run.gpus) throw;
      break;
    }
    double useful = 0;
    if (best.layout) {
      TrainingRun<> there = run;
      there.gpus = gpus;
      const double goodput = std::exp(-strategies::summary(strategy, there).loss);
      all.push_back({gpus, best.step.time, best.step.model_flops_utilization, goodput,
                     units::day * model.batch_tokens / best.step.time * goodput});
      useful = goodput / best.step.time;
    }
    in_vain = useful > most || gpus <= run.gpus ? 0 : in_vain + 1;
    most = (std::max)(most, useful);
  }
  return all;
}

}  // namespace detail

/// What a model takes on run.gpus GPUs. The checkpoint of the run is that of the shape, whatever it holds.
///
/// @param own the layout; not given: the fastest one
/// @param prices what is paid; nullptr: no money, no energy
/// @throws DomainError for a parameter out of range, InvalidArgument for a layout of other than run.gpus GPUs
template <class St>
ModelPlan model_plan(const ModelOnMachine& model, TrainingRun<> run, const St& strategy,
                     const std::optional<parallelism::Layout>& own = {}, const economics::Prices<>* prices = nullptr) {
  check("model_plan", "tokens", model.tokens, positive);
  check("model_plan", "run.gpus", run.gpus, parallelism::count);
  run.checkpoint_bytes = workload::checkpoint_bytes(model.shape.parameters(), model.recipe.bytes_per_parameter());
  ModelPlan plan;
  std::optional<parallelism::BestLayout<>> found;
  plan.run = strategies::validated(run, strategy);
  if (own) {
    if (static_cast<double>(own->gpus()) != run.gpus)
      throw InvalidArgument(
          "model_plan: layout is of " + std::to_string(own->gpus()) + " GPUs; it must be of run.gpus = " + to_text(run.gpus),
          "layout");
    plan.layout = own;
    plan.step = parallelism::step(model.shape, *own, model.chip, model.fabric, model.batch_tokens, model.options);
  } else {
    found = detail::fastest_layout(model, run.gpus);
    plan.layout = found->layout, plan.step = found->step;
    if (!found->layout) plan.step.note = found->note;
  }
  const strategies::Summary at = strategies::summary(strategy, run);
  plan.mtbf = run.mtbf(), plan.interval = at.interval, plan.goodput = std::exp(-at.loss);
  if (std::isnan(at.loss) || std::isnan(at.interval)) {
    plan.note = strategy.note(run);
    if (plan.note.empty())
      plan.note = at.loss == inf ? "no useful work at this size" : "the strategy has no answer for this run";
  }
  if (plan.step.fits) {
    plan.tokens_per_second = model.batch_tokens / plan.step.time;
    const double work = model.tokens / model.batch_tokens * run.gpus * plan.step.time;
    plan.cost = economics::run_cost(run, work, prices ? *prices : economics::Prices<>{.gpu = 0}, strategy);
    if (!prices) plan.cost.total = plan.cost.energy = plan.cost.carbon = NaN;
  } else {
    plan.cost.total = plan.cost.time = plan.cost.energy = plan.cost.carbon = NaN;
  }
  plan.sizes = detail::sizes_tried(model, run, strategy, found);
  if (plan.sizes.size() < 2) {
    plan.best = limits::no_answer<double>(limits::Status::infeasible, "infeasible: fewer than two of the sizes tried fit");
    return plan;
  }
  const auto useful = [](const SizeTried& a) { return a.goodput / a.time; };
  const auto most = std::max_element(plan.sizes.begin(), plan.sizes.end(),
                                     [&](const SizeTried& a, const SizeTried& b) { return useful(a) < useful(b); });
  if (most + 1 == plan.sizes.end()) {  // what lies beyond is not known, or does not fit
    plan.best = limits::no_answer<double>(limits::Status::no_limit,
                                          "no limit up to " + to_text(most->gpus) + " GPUs, the largest size tried that fits");
    return plan;
  }
  limits::Tabulated step{{}, "step"};
  for (const SizeTried& one : plan.sizes) step.points.push_back({one.gpus, one.utilization});
  plan.best = limits::max_gpus(run, limits::peak_throughput(), growth::fixed(), strategy, step);
  return plan;
}

}  // namespace scaling_limits::analysis
