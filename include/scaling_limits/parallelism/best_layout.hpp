// SPDX-License-Identifier: Apache-2.0
// The fastest layouts of a number of GPUs, by trying every one; where one's own stands among them; why others do not fit.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "../core/result_fields.hpp"
#include "step.hpp"

namespace scaling_limits::parallelism {

template <class S = double>
struct Rejected {
  Layout layout{};
  S time{}, memory{};  // NaN where it fits neither heads, layers nor batch
  std::string reason{};
};
template <class S>
constexpr auto fields(const Rejected<S>*) {
  using R = Rejected<S>;
  return std::tuple(
      ResultField(
          "layout", &R::layout, "1",
          "degrees of each that is listed: first what more memory alone would make the fastest, the least memory first"),
      ResultField("memory_per_gpu", &R::memory, "B", "that it would take"),
      ResultField("time", &R::time, "s", "of its step, had it the memory"),
      ResultField("reason", &R::reason, "", "why it does not fit"));
}

/// A layout that fits and the time [s] of its step.
template <class S = double>
struct Ranked {
  Layout layout{};
  S time{};
};
template <class S>
constexpr auto fields(const Ranked<S>*) {
  using R = Ranked<S>;
  return std::tuple(ResultField("layout", &R::layout, "1", "degrees of each of the fastest, one after the other"),
                    ResultField("time", &R::time, "s", "of its step"));
}

/// Where a layout stands among all.
template <class S = double>
struct Placed {
  Layout layout{};
  Step<S> step{};
  std::int64_t rank = 0;  // 0: it does not fit
  Terms<S> behind{};      // sums to the difference of the times
};
template <class S>
constexpr auto fields(const Placed<S>*) {
  using P = Placed<S>;
  constexpr auto rank = [](const P& one) { return one.rank > 0 ? static_cast<double>(one.rank) : NaN; };
  constexpr auto time = [](const P& one) { return one.rank > 0 ? one.step.time : S(NaN); };
  constexpr auto behind = [](const P& one) { return one.rank > 0 ? &one.behind : nullptr; };
  constexpr auto note = [](const P& one) -> std::string_view { return one.step.note; };
  return std::tuple(ResultField("rank", rank, "1", "of 'layout' among all that fit: 1 where none is faster"),
                    ResultField("time", time, "s", "of its step; none where it does not fit"),
                    ResultField("behind", behind, "s", "what it takes more than the fastest, by term", "term"),
                    ResultField("note", note, "", "why it does not fit, or which part is a bound"));
}

template <class S = double>
struct BestLayout {
  std::optional<Layout> layout{};       // none where none fits
  Step<S> step{};                       // of that layout
  std::vector<Ranked<S>> fastest{};     // the first of all that fit, that layout included
  std::vector<Rejected<S>> rejected{};  // first those that more memory alone would make the fastest, the least memory first
  std::int64_t tried = 0;               // layouts whose step was evaluated or refused
  std::int64_t fitting = 0;             // of these; the others are rejected, listed or not
  std::optional<Placed<S>> mine{};      // where it was asked for
  std::string note{};
};
template <class S>
constexpr auto fields(const BestLayout<S>*) {
  using B = BestLayout<S>;
  return std::tuple(ResultField("layout", &B::layout, "1", "of the fastest", "field"), ResultField("", &B::step),
                    ResultField("fastest", &B::fastest), ResultField("mine", &B::mine),
                    ResultField("tried", &B::tried, "1", "layouts looked at"),
                    ResultField(
                        "rejected", [](const B& best) { return best.tried - best.fitting; }, "1", "how many do not fit"),
                    ResultField("rejected", &B::rejected));
}

/// What a search is to tell beside the fastest layout.
struct LayoutSearch {
  std::size_t fastest = 10;      // how many of the fastest
  std::size_t rejected = 5;      // how many that do not fit
  std::optional<Layout> mine{};  // of as many GPUs
};

namespace detail {

inline std::vector<std::int64_t> divisors(std::int64_t n) {
  std::vector<std::int64_t> all{1};
  const auto add = [&](std::int64_t prime) {
    const std::size_t before = all.size();
    for (std::int64_t power = prime; n % prime == 0; power *= prime, n /= prime)
      for (std::size_t i = 0; i < before; ++i) all.push_back(all[i] * power);
  };
  for (std::int64_t d = 2; d <= n / d; ++d)
    if (n % d == 0) add(d);
  if (n > 1) add(n);
  std::sort(all.begin(), all.end());
  return all;
}
/// Of a divisor of the number that `all` are the divisors of.
inline std::vector<std::int64_t> divisors_among(const std::vector<std::int64_t>& all, std::int64_t n) {
  std::vector<std::int64_t> of_n;
  for (std::size_t i = 0; i < all.size() && all[i] <= n; ++i)
    if (n % all[i] == 0) of_n.push_back(all[i]);
  return of_n;
}

inline constexpr std::int64_t most_tried = 400'000;  // layouts of a search: a second or so

/// Into how many pieces a stage may be cut: layers, or those with embedding and head as a layer each, in even pieces; where the
/// stages are given, pieces of the fullest.
template <class S>
std::vector<std::int64_t> chunks_of(const StepInputs<S>& inputs, std::int64_t pipeline) {
  const auto& given = inputs.options.stage_layers;
  if (!given.empty()) return divisors(std::max<std::int64_t>(1, *std::max_element(given.begin(), given.end())));
  std::vector<std::int64_t> all;
  for (const std::int64_t n : {inputs.layers, inputs.layers + 2})
    if (n % pipeline == 0)
      for (const std::int64_t pieces : divisors(n / pipeline))
        if (std::find(all.begin(), all.end(), pieces) == all.end()) all.push_back(pieces);
  std::sort(all.begin(), all.end());
  return all;
}

/// Whether a layout is tried before another: smallest degrees first.
inline bool comes_first(const Layout& a, const Layout& b) {
  const auto key = [](const Layout& l) { return std::tie(l.tensor, l.pipeline, l.context, l.expert, l.micro_batch, l.chunks); };
  return key(a) < key(b);
}

/// A layout that does not fit, without words for it; NaN: it fits neither heads, layers nor batch.
template <class S>
struct Refused {
  Layout layout{};
  S time{NaN}, memory{NaN};
};

/// Those of interest first: what is faster than the best but for its memory, of each split of GPUs the one of least memory;
/// then what lacks memory; then what fits neither heads, layers nor batch.
template <class S>
void order_by_interest(std::vector<Refused<S>>& refused, const S& best) {
  const auto has_time = [](const Refused<S>& r) { return r.time == r.time; };
  const auto could_be_best = [&](const Refused<S>& r) { return !(best == best && r.time >= best); };
  const auto less_memory = [](const Refused<S>& a, const Refused<S>& b) {
    return a.memory != b.memory ? a.memory < b.memory : comes_first(a.layout, b.layout);
  };
  const auto never = std::partition(refused.begin(), refused.end(), has_time);
  const auto slower = std::partition(refused.begin(), never, could_be_best);
  std::sort(refused.begin(), slower, less_memory);
  std::sort(slower, never, less_memory);
  std::sort(never, refused.end(), [](const auto& a, const auto& b) { return comes_first(a.layout, b.layout); });
  std::set<std::array<std::int64_t, 4>> seen;
  std::vector<Refused<S>> first, more;
  for (auto r = refused.begin(); r != slower; ++r) {
    const Layout& l = r->layout;
    (seen.insert({l.tensor, l.pipeline, l.data, l.context}).second ? first : more).push_back(*r);
  }
  std::copy(more.begin(), more.end(), std::copy(first.begin(), first.end(), refused.begin()));
}

/// Every layout of a number of GPUs, tried: those that fit, and those that do not.
template <class S>
class EveryLayout {
 public:
  std::vector<Ranked<S>> fitting{};
  std::vector<Refused<S>> refused{};
  std::int64_t tried = 0;

  EveryLayout(std::int64_t gpus, const StepInputs<S>& inputs, const LayoutDemand& demand)
      : gpus_(gpus), inputs_(inputs), demand_(demand), worker_(inputs.shape, inputs.chip, inputs.options) {}

  void try_each() {
    const std::vector<std::int64_t> of_batch = divisors(demand_.batch_sequences);
    const std::vector<std::int64_t> experts = demand_.experts ? divisors(demand_.experts) : std::vector<std::int64_t>{1};
    for (const auto tensor : of_gpus_)
      for (const auto context : divisors_among(of_gpus_, gpus_ / tensor)) {
        split_gpus(tensor, context);
        share_experts(experts);
        for (const auto micro_batch : of_batch) try_micro_batch(micro_batch);
      }
  }

 private:
  using Runs = typename StepInputs<S>::Runs;
  struct Split {  // of the GPUs, that can be
    Layout layout{};
    std::vector<std::int64_t> chunks{};
  };
  struct Shared {  // its state among experts; its stages for each number of chunks
    Layout layout{};
    const std::vector<std::int64_t>& chunks;
    StateCosts<S> state;
    std::vector<Runs> runs{};
  };

  void count_one() {
    if (++tried > most_tried)
      throw DomainError("best_layout: gpus = " + std::to_string(gpus_) + " has more than " + std::to_string(most_tried) +
                            " layouts: too many to try each",
                        "gpus", static_cast<double>(gpus_));
  }

  /// Into stages and replicas.
  void split_gpus(std::int64_t tensor, std::int64_t context) {
    splits_.clear();
    for (const auto pipeline : divisors_among(of_gpus_, gpus_ / tensor / context)) {
      const Layout layout{
          .tensor = tensor, .pipeline = pipeline, .data = gpus_ / tensor / pipeline / context, .context = context};
      if (misfit(layout, demand_).empty()) {
        splits_.push_back({layout, pipeline == 1 ? std::vector<std::int64_t>{1} : chunks_of(inputs_, pipeline)});
      } else {
        count_one();
        refused.push_back({layout});
      }
    }
  }

  /// Of each split the replicas, among experts.
  void share_experts(const std::vector<std::int64_t>& experts) {
    shared_.clear();
    for (const auto expert : experts)
      for (const auto& [split, chunks] : splits_)
        if (split.data % expert == 0 && groups_hold(demand_.shard_ranks, expert)) {
          Layout layout = split;
          layout.expert = expert;
          auto& one = shared_.emplace_back(
              Shared{layout, chunks, StateCosts<S>(inputs_.shape, layout, inputs_.fabric, inputs_.options)});
          for (const auto pieces : chunks) layout.chunks = pieces, one.runs.push_back(inputs_.runs(layout, one.state));
        }
  }

  /// Each of these with micro-batches of so many sequences.
  void try_micro_batch(std::int64_t micro_batch) {
    std::optional<AttentionWork<S>> attention;  // the same for all of these
    std::optional<MicroBatch<S>> on;            // and this for all splits
    std::optional<LayerCosts<S>> costs;         // with it
    std::int64_t expert = 0;
    for (auto& [of_one, chunks, state, runs] : shared_) {
      if (demand_.batch_sequences / of_one.data % micro_batch) continue;
      Layout layout = of_one;
      layout.micro_batch = micro_batch;
      if (layout.expert != expert) {
        expert = layout.expert;
        on.emplace(inputs_.shape, layout, inputs_.fabric, inputs_.options);
        if (!attention) attention = worker_.attention(*on);
        costs.emplace(inputs_.shape, inputs_.chip, inputs_.options, worker_, *on, *attention);
      }
      for (std::size_t i = 0; i < chunks.size(); ++i) {
        layout.chunks = chunks[i];
        count_one();
        const auto [memory, time] = inputs_.memory_and_time(layout, *costs, state, runs[i]);
        if (memory > inputs_.chip.memory_bytes) refused.push_back({layout, time, memory});
        else fitting.push_back({layout, time});
      }
    }
  }

  std::int64_t gpus_;
  const StepInputs<S>& inputs_;
  const LayoutDemand& demand_;
  Worker<S> worker_;
  std::vector<std::int64_t> of_gpus_ = divisors(gpus_);
  std::vector<Split> splits_{};
  std::vector<Shared> shared_{};
};

/// The order of layouts by time; of equal times the first that is tried.
struct Faster {
  template <class S>
  bool operator()(const Ranked<S>& a, const Ranked<S>& b) const {
    if (a.time < b.time || b.time < a.time) return a.time < b.time;
    const bool none_a = a.time != a.time, none_b = b.time != b.time;  // absurd numbers may add up to NaN: last
    return none_a != none_b ? none_b : comes_first(a.layout, b.layout);
  }
};

/// A layout of one's own.
template <class S>
Placed<S> own(const Layout& mine, std::int64_t gpus, const StepInputs<S>& inputs) {
  validate(mine, "Layout");
  if (mine.gpus() != gpus)
    throw InvalidArgument(
        "best_layout: layout is of " + std::to_string(mine.gpus()) + " GPUs; it must be of gpus = " + std::to_string(gpus),
        "layout");
  return {mine, inputs.evaluate(mine)};
}

/// Its place among those that fit, and what it takes more than the best.
template <class S>
void place(Placed<S>& mine, const std::vector<Ranked<S>>& fitting, const Step<S>& best) {
  if (!mine.step.fits) return;
  mine.rank = std::count_if(fitting.begin(), fitting.end(), [&](const auto& one) { return one.time < mine.step.time; }) + 1;
  for (const auto& term : mine.step.breakdown) mine.behind.append(term.name, S(term.amount - best.breakdown.of(term.name)));
}

}  // namespace detail

/// Tries every split of gpus into tensor x pipeline x data x context, with every expert degree, every number of chunks and
/// every micro-batch that divide evenly; of equal times the first, smallest degrees first.
///
/// A split that fits neither heads, layers nor batch is rejected once, with chunks and micro_batch 1.
/// @throws DomainError for a field out of range, and for gpus of more than 400,000 layouts; InvalidArgument for a layout of
/// one's own of other than `gpus` GPUs
template <class S>
BestLayout<S> best_layout(const workload::TransformerShape<S>& shape, std::int64_t gpus, const workload::Chip<S>& chip,
                          const network::Fabric<S>& fabric, const std::type_identity_t<S>& batch_tokens,
                          const StepOptions& options = simplest_step, const LayoutSearch& search = {}) {
  check("best_layout", "gpus", static_cast<double>(gpus), count);
  const detail::StepInputs<S> inputs(shape, chip, fabric, batch_tokens, options);
  const LayoutDemand demand = inputs.demand();
  BestLayout<S> best{{}, detail::no_step<S>({}), {}, {}, 0, 0, {}, {}};
  if (search.mine) best.mine = detail::own(*search.mine, gpus, inputs);

  detail::EveryLayout<S> every(gpus, inputs, demand);
  every.try_each();
  best.tried = every.tried;
  auto& refused = every.refused;
  auto& fastest = best.fastest = std::move(every.fitting);
  best.fitting = static_cast<std::int64_t>(fastest.size());
  if (!fastest.empty()) {
    best.layout = std::min_element(fastest.begin(), fastest.end(), detail::Faster())->layout;
    best.step = inputs.evaluate(*best.layout);
  } else {
    best.note = "no layout of gpus = " + std::to_string(gpus) + " fits: " + std::to_string(refused.size()) + " rejected";
  }
  if (best.mine) detail::place(*best.mine, fastest, best.step);

  const auto listed = fastest.begin() + static_cast<std::ptrdiff_t>((std::min)(fastest.size(), search.fastest));
  std::partial_sort(fastest.begin(), listed, fastest.end(), detail::Faster());
  fastest.erase(listed, fastest.end());
  detail::order_by_interest(refused, best.step.time);
  refused.resize((std::min)(refused.size(), search.rejected));
  for (const auto& [layout, time, memory] : refused)
    best.rejected.push_back({layout, time, memory, memory == memory ? inputs.lacks(memory) : misfit(layout, demand)});
  return best;
}

}  // namespace scaling_limits::parallelism
