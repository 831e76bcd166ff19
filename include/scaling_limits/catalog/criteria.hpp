// SPDX-License-Identifier: Apache-2.0
// The criteria by name, and any of them behind one type: what it asks of a run, its growth, a strategy and factors is compiled
// once per criterion, not once per combination. A new one is a line in criteria() below.
#pragma once
#include "../version.hpp"

#include "../analysis/explain.hpp"
#include "../analysis/headline.hpp"
#include "../analysis/levers.hpp"
#include "../analysis/timeline.hpp"
#include "../limits/cheapest_gpus.hpp"
#include "../limits/max_gpus.hpp"
#include "../limits/time_to_train.hpp"
#include "case.hpp"

namespace scaling_limits::catalog {

struct CriterionModel : Model {
  virtual std::string_view name() const = 0;
  virtual limits::Limit<> max_gpus(const Case& at) const = 0;
  virtual std::vector<analysis::Lever> levers(const limits::Limit<>& limit, const Case& at) const = 0;
  virtual std::string explain(const limits::Limit<>& limit, const Case& at) const = 0;
  virtual std::string sentence(const limits::Limit<>& limit) const = 0;
  /// As a timeline asks it, with growth, strategy and factors of the case; by the name given.
  virtual analysis::Asked under(std::string_view name, const Case& at) const = 0;
  /// The causes that the shares of a limit can name.
  virtual std::vector<std::string_view> causes(const Case& at) const = 0;
};

template <class C>
struct CriterionOf final : Holds<CriterionModel, C> {
  using Holds<CriterionModel, C>::Holds, Holds<CriterionModel, C>::value;
  std::string_view name() const override { return value.name(); }
  limits::Limit<> max_gpus(const Case& at) const override {
    // without factors there may be a closed form
    if (at.factors.empty()) return limits::max_gpus(at.run, value, at.growth, at.strategy);
    return limits::max_gpus(at.run, value, at.growth, at.strategy, at.factors);
  }
  std::vector<analysis::Lever> levers(const limits::Limit<>& limit, const Case& at) const override {
    return analysis::levers(limit, at.run, value, at.growth, at.strategy, at.factors);
  }
  std::string explain(const limits::Limit<>& limit, const Case& at) const override {
    return analysis::explain(limit, at.run, value, at.growth, at.strategy, at.factors);
  }
  std::string sentence(const limits::Limit<>& limit) const override { return analysis::limit_sentence(limit, value); }
  analysis::Asked under(std::string_view name, const Case& at) const override {
    const auto most = [criterion = value, law = at.growth, strategy = at.strategy](const TrainingRun<>& run,
                                                                                   const Factors& factors) {
      if (factors.empty()) return limits::max_gpus(run, criterion, law, strategy);
      return limits::max_gpus(run, criterion, law, strategy, factors);
    };
    const TrainingRun<> any{};
    return {
        Name(name),
        at.growth,
        !C::global_maximum && limits::Problem(any, value, at.growth, at.strategy, at.factors).rises(),
        [most, factors = at.factors](const TrainingRun<>& run) { return most(run, factors); },
        [most, factors = at.factors](const TrainingRun<>& run, const limits::HardCap<>& cap, const limits::PowerLaw<>& wall) {
          Factors all = factors;
          if (wall.ratio > 0) all += Factors(wall);
          if (cap.gpus < inf) all += Factors(cap);
          return most(run, all);
        },
        [criterion = value, law = at.growth, strategy = at.strategy, factors = at.factors](const TrainingRun<First>& run,
                                                                                           const First& log_size) {
          return limits::Problem(run, criterion, law, strategy, factors).excess(log_size);
        },
        [criterion = value, law = at.growth, strategy = at.strategy, factors = at.factors] {
          std::vector<analysis::Beside> all;
          const auto add = [&](const std::string& part, const Model& model, const auto& excess_in, const auto& cap_in) {
            const std::vector<Row> rows = model.rows();
            const std::vector<double> numbers = model.numbers();
            for (std::size_t row = 0; row < rows.size(); ++row)
              if (analysis::is_continuous(rows[row].range))
                all.push_back({Name(part).text(), rows[row].name, numbers[row], excess_in(row), cap_in(row)});
          };
          const auto with = [&](const AnyStrategy& of, const Factors& others) {
            return [=](const TrainingRun<First>& run, const First& log_size) {
              return limits::Problem(run, criterion, law, of, others).excess(log_size);
            };
          };
          add(
              "strategy", strategy.model(), [&](std::size_t row) { return with(strategy.moving(row), factors); },
              [](std::size_t) { return First(inf); });
          for (std::size_t i = 0; i < factors.size(); ++i)
            add(
                "factor." + std::to_string(i), factors[i],
                [&](std::size_t row) { return with(strategy, factors.moving(i, row)); },
                [&](std::size_t row) { return factors[i].cap_in(row); });
          return all;
        }};
  }
  std::vector<std::string_view> causes(const Case& at) const override {
    std::vector<std::string_view> all;
    if constexpr (C::of_strategy) all.assign(at.strategy.model().causes().begin(), at.strategy.model().causes().end());
    at.factors.add_causes(all, !C::of_factors);
    for (const std::string_view cause : C::own_causes)
      if (std::find(all.begin(), all.end(), cause) == all.end()) all.push_back(cause);
    return all;
  }
};

template <class C>
Kind criterion_kind() {
  return {"criterion",
          std::string(C::name()),
          std::string(C::text),
          rows_of<C>(),
          {},
          [](const Map&) -> std::shared_ptr<Model> { return std::make_shared<CriterionOf<C>>(C{}); },
          {C::own_causes.begin(), C::own_causes.end()}};
}

/// Every criterion that can be chosen by name.
template <class = void>
Group& criteria() {
  using namespace scaling_limits::limits;
  static Group all("criterion",
                   {criterion_kind<write_time_equals_mtbf>(), criterion_kind<goodput_at_least>(),
                    criterion_kind<efficiency_at_least>(), criterion_kind<elasticity_at_least>(),
                    criterion_kind<peak_throughput>(), criterion_kind<added_gpu_worth_at_least>(), criterion_kind<Cheapest>()},
                   peak_throughput::name());
  return all;
}
#ifdef SCALING_LIMITS_CATALOG_COMPILED  // in another source, by compiled.hpp
extern template Group& criteria<void>();
#endif

/// A criterion by name: criterion("goodput_at_least", {{"goodput", 0.9}}).
template <class = void>
AnyCriterion criterion(std::string_view name, const Map& fields = {}) {
  return std::static_pointer_cast<const CriterionModel>(made(catalog::criteria().at(name), fields));
}
/// The one that stands where none is given: beyond its size more GPUs do less work.
template <class = void>
const AnyCriterion& usual_criterion() {
  static const AnyCriterion usual = criterion(catalog::criteria().standard());
  return usual;
}
/// Those that are asked for side by side where none is named; with factors, those that look at the factors too.
inline List usual_criteria(bool with_factors = false) {
  const Value goodput = Map{{"goodput_at_least", 0.9}};
  if (!with_factors) return {"write_time_equals_mtbf", goodput, "peak_throughput"};
  return {"peak_throughput", Map{{"elasticity_at_least", 0.5}}, Map{{"efficiency_at_least", 0.9}}, goodput};
}

}  // namespace scaling_limits::catalog
