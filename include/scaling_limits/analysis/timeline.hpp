// SPDX-License-Identifier: Apache-2.0
// All limits of a scenario on one axis, date by date: GPUs of the year that are wanted, that each supply and each criterion
// allows, and which of them is tightest.
//
// Every limit is that of limits/max_gpus.hpp; the limit of all together has the tightest supply as a HardCap and the latency
// wall as a PowerLaw.
#pragma once
#include "../version.hpp"

#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "../core/result_fields.hpp"
#include "../limits/hard_cap.hpp"
#include "../limits/max_gpus.hpp"
#include "../limits/power_law_factor.hpp"
#include "scenario.hpp"

namespace scaling_limits::analysis {

/// A number of what a run is asked under, the strategy or a factor, and what it does to a criterion.
struct Beside {
  using First = dual<double>;
  std::string_view part{}, field{};  // "strategy", "factor.0"
  double value{};
  // Asked::excess with the derivative in this number instead of the run's
  std::function<First(const TrainingRun<First>& run, const First& log_size)> excess{};
  First cap{inf};  // the size that a factor does not let pass, with its derivative
};

/// A criterion with all that it is asked under, as a timeline asks it: made by under().
struct Asked {
  using First = dual<double>;
  Name name{};
  growth::PowerLaw growth{};
  bool single = false;  // whether it holds up to its limit and nowhere beyond
  std::function<limits::Limit<>(const TrainingRun<>& run)> limit{};
  // with the tightest supply as a cap, and the latency wall
  std::function<limits::Limit<>(const TrainingRun<>& run, const limits::HardCap<>& cap, const limits::PowerLaw<>& wall)>
      within{};
  // above zero where it fails, at a size of the growing run given as ln(size / gpus)
  std::function<First(const TrainingRun<First>& run, const First& log_size)> excess{};
  // the numbers of the strategy and of the factors, but for those that are counted, or yes or no
  std::function<std::vector<Beside>()> beside{};
};

/// Whether a derivative in a number of that range means something.
constexpr bool is_continuous(const Range& range) { return !range.whole && !range.boolean; }

namespace detail {

template <class C, class St, class... F>
std::vector<Beside> numbers_beside(const C& criterion, const growth::PowerLaw& law, const St& strategy, const F&... factors) {
  using First = Beside::First;
  std::vector<Beside> all;
  // one entry per number of a part; asked_with(moved part) is the excess with that part in the place of the plain one
  const auto add = [&](const std::string& name, const auto& part, const auto& asked_with) {
    if constexpr (requires { over<First>(part); }) {
      auto moved = over<First>(part);
      using P = decltype(moved);
      for (const auto& field : fields_of<P>) {
        if (!is_continuous(field.range)) continue;
        auto& number = moved.*field.member;
        number.slope = 1;
        all.push_back({Name(name).text(), field.name, number.value, asked_with(moved)});
        if constexpr (requires { moved.cap(); }) all.back().cap = First(moved.cap().gpus);
        number.slope = 0;
      }
    }
  };
  const std::tuple<F...> plain(factors...);
  add("strategy", strategy, [&](const auto& moved) {
    return [=](const TrainingRun<First>& run, const First& u) {
      return std::apply([&](const F&... each) { return limits::Problem(run, criterion, law, moved, each...).excess(u); },
                        plain);
    };
  });
  const auto add_factor = [&]<std::size_t i>(std::integral_constant<std::size_t, i>) {
    add("factor." + std::to_string(i), std::get<i>(plain), [&](const auto& moved) {
      return [=](const TrainingRun<First>& run, const First& u) {
        const auto at = [&]<std::size_t j>(std::integral_constant<std::size_t, j>) -> const auto& {
          if constexpr (i == j) return moved;
          else return std::get<j>(plain);
        };
        return [&]<std::size_t... j>(std::index_sequence<j...>) {
          return limits::Problem(run, criterion, law, strategy, at(std::integral_constant<std::size_t, j>())...).excess(u);
        }(std::index_sequence_for<F...>());
      };
    });
  };
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (..., add_factor(std::integral_constant<std::size_t, i>()));
  }(std::index_sequence_for<F...>());
  return all;
}

}  // namespace detail

/// A criterion by a name of its own, under a growth law in size, a strategy and factors.
template <limits::Criterion C, class St = strategies::Blocking<>, class... F>
Asked under(std::string_view name, const C& criterion, const growth::PowerLaw& law = growth::fixed(), const St& strategy = {},
            const F&... factors) {
  using First = Asked::First;
  criterion.validate();
  const TrainingRun<> any{};
  return {Name(name),
          law,
          !criterion.global_maximum && limits::Problem(any, criterion, law, strategy, factors...).rises(),
          [=](const TrainingRun<>& run) { return limits::max_gpus(run, criterion, law, strategy, factors...); },
          [=](const TrainingRun<>& run, const limits::HardCap<>& cap, const limits::PowerLaw<>& wall) {
            return limits::max_gpus(run, criterion, law, strategy, factors..., cap, wall);
          },
          [=](const TrainingRun<First>& run, const First& log_size) {
            return limits::Problem(run, criterion, law, strategy, factors...).excess(log_size);
          },
          [=] { return detail::numbers_beside(criterion, law, strategy, factors...); }};
}

/// What one limit allows at a date.
struct Allowed {
  std::string_view name{};
  double gpus{};  // +inf, NaN: see status
  double compute{}, slack{};
  limits::Status status{};
  std::string note{};
};
constexpr auto fields(const Allowed*) {
  using A = Allowed;
  return std::tuple(ResultField("limits", &A::gpus, "GPU",
                                "GPUs of the year that the limit allows; unlimited: no limit, none: no size meets it"),
                    ResultField("compute", &A::compute, "FLOP", "of the largest run on so many GPUs"),
                    ResultField("slack", &A::slack, "1", "what the limit allows over what is wanted: below 1 it binds"),
                    ResultField("statuses", &A::status, "", "ok, no limit, infeasible or not converged"),
                    ResultField("notes", &A::note, "", "why the limit is no number"));
}

struct Date {
  double year{};
  double demand{}, demand_compute{};
  std::vector<Allowed> limits{};  // of the supplies that the scenario has, then of the criteria
  std::string_view binding{};     // empty where nothing limits
  limits::Limit<> combined{};     // without criteria the tightest supply
};
constexpr auto fields(const Date*) {
  using D = Date;
  return std::tuple(
      ResultField("demand", &D::demand, "GPU", "GPUs of the year that the largest run wants"),
      ResultField("demand_compute", &D::demand_compute, "FLOP", "of the largest run"),
      ResultField("", &D::limits, "", "", "limit"),
      ResultField("binding", &D::binding, "", "the tightest limit; it holds the run back where its slack is below 1"),
      ResultField("combined", within(&D::combined, &limits::Limit<>::value), "GPU",
                  "the largest size under the first criterion, within the supplies"),
      ResultField("combined_status", within(&D::combined, &limits::Limit<>::status), "",
                  "ok, no limit, infeasible or not converged"),
      ResultField("combined_binding", within(&D::combined, &limits::Limit<>::binding), "",
                  "the term with the largest share there"),
      ResultField("combined_note", within(&D::combined, &limits::Limit<>::note), "", "why it is no number; remarks"),
      ResultField("combined_goodput", within(&D::combined, &limits::Limit<>::goodput), "1", "there"),
      ResultField("combined_efficiency", within(&D::combined, &limits::Limit<>::efficiency), "1",
                  "product of all factors but goodput, there"),
      ResultField(
          "combined_useful_gpus", [](const D& at) { return at.combined.is_ok() ? at.combined.useful_gpus() : NaN; }, "GPU",
          "useful work there, in ideal GPUs"),
      ResultField(
          "combined_shares", [](const D& at) { return at.combined.is_ok() ? &at.combined.shares : nullptr; }, "1",
          "what the term has of the target", "term"),
      ResultField("combined_roots", within(&D::combined, &limits::Limit<>::roots), "GPU",
                  "every size where terms and target meet, in rising order"),
      status_field(within(&D::combined, &limits::Limit<>::status)),  // a date is answered where its size is
      note_field(within(&D::combined, &limits::Limit<>::note)));
}

/// Years from the start to a date; one before the start is refused.
inline double years_to(const Demand<>& demand, double year) {
  check("timeline", "year", year, Range{.lower = demand.start, .upper = inf, .open_above = true});
  return year - demand.start;
}

/// The largest run of a date.
///
/// @throws DomainError where growth has left the range of numbers by then, and for a date before the start
inline TrainingRun<> largest_run(std::string_view owner, const Scenario<>& scenario, double year) {
  const TrainingRun<> run = scenario.run_at(years_to(scenario.demand, year));
  if (run.gpus > 0 && run.gpus < inf) return run;
  throw DomainError(std::string(owner) + ": the largest run of " + to_text(year) + " wants " +
                        (run.gpus == run.gpus ? to_text(run.gpus) : "no number of") +
                        " GPUs: growth has left the range of numbers",
                    "scenario", run.gpus);
}

namespace detail {

inline limits::Status status_of(double gpus) {
  return gpus != gpus ? limits::Status::infeasible : gpus == inf ? limits::Status::no_limit : limits::Status::ok;
}

/// The latency wall at so many GPUs as a factor; one that loses nothing where there is none.
inline limits::PowerLaw<> wall_at(const Scenario<>& scenario, double gpus) {
  if (!(gpus < inf)) return {.ratio = 0, .gpus = 1, .exponent = 0, .name = "latency"};
  return {.ratio = 1, .gpus = gpus, .exponent = scenario.wall->exponent(), .name = "latency"};
}

/// The tightest supply as it is, where no criterion is asked, or where it leaves nothing to ask about.
inline limits::Limit<> limit_of(const limits::HardCap<>& cap) {
  limits::Limit<> limit{.value = cap.gpus, .status = status_of(cap.gpus), .goodput = NaN, .efficiency = NaN};
  if (cap.gpus <= 0) {
    limit.value = NaN, limit.status = limits::Status::infeasible;
    limit.note = "infeasible: " + std::string(cap.name) + " allows no GPU at that date";
  }
  if (limit.status == limits::Status::ok) limit.binding = cap.name, limit.shares.add(cap.name, 1), limit.roots.add(cap.gpus);
  if (limit.status == limits::Status::no_limit) limit.note = "no limit: no supply is scarce and no criterion was asked";
  return limit;
}

}  // namespace detail

/// One date of the timeline.
///
/// @throws DomainError where a part is out of its range, and for a date before the start
inline Date timeline_at(const Scenario<>& scenario, double year, const std::vector<Asked>& criteria = {}) {
  scenario.validate();
  const double years = years_to(scenario.demand, year), per_gpu = scenario.compute_per_gpu(years);
  const Supplies<double> supplies = supplies_allowed(scenario, years);
  const TrainingRun<> run = largest_run("timeline", scenario, year);
  Date date{year, run.gpus, scenario.compute(years), {}, {}, {}};
  limits::HardCap<> tightest{.gpus = inf};
  double least = inf;
  const auto add = [&](std::string_view name, double gpus, double compute, limits::Status status, std::string note) {
    date.limits.push_back({name, gpus, compute, gpus / run.gpus, status, std::move(note)});
    // where no size will do nothing is allowed
    if (const double allowed = status == limits::Status::infeasible ? 0 : gpus; allowed < least)
      least = allowed, date.binding = name;
  };
  for (std::size_t i = 0; i < supplies.count; ++i) {
    const auto& [name, supply] = words_of<Supply>[i];
    if (!has(scenario, supply)) continue;
    const double gpus = supplies.gpus[i];
    add(name, gpus, supplies.compute[i], detail::status_of(gpus),
        gpus == gpus ? "" : "infeasible: beyond the range of the model");
    if (gpus < tightest.gpus && (supply != Supply::latency || criteria.empty())) tightest = {.gpus = gpus, .name = Name(name)};
  }
  for (const Asked& criterion : criteria) {
    auto limit = criterion.limit(run);
    add(criterion.name, limit.value, limit.value * per_gpu, limit.status, std::move(limit.note));
  }
  date.combined = criteria.empty() || tightest.gpus <= 0
                      ? detail::limit_of(tightest)
                      : criteria.front().within(
                            run, tightest, detail::wall_at(scenario, supplies.gpus[static_cast<std::size_t>(Supply::latency)]));
  return date;
}

}  // namespace scaling_limits::analysis
