// SPDX-License-Identifier: Apache-2.0
// The same run on one site, two, four, ...: how large it can be on each number, what that is worth, what binds, and whether the
// next site pays. Worth is useful work at the largest size, in ideal GPUs.
#pragma once
#include "../version.hpp"

#include <span>
#include <vector>

#include "../core/result_fields.hpp"
#include "../limits/max_gpus.hpp"
#include "../limits/serial_times.hpp"
#include "sites.hpp"

namespace scaling_limits::analysis {

/// What a run is worth on some sites: useful work in ideal GPUs, goodput, the product of all other factors.
struct SitesWorth {
  double worth = NaN, goodput = NaN, efficiency = NaN;
};
constexpr auto fields(const SitesWorth*) {
  using S = SitesWorth;
  return std::tuple(
      ResultField("worth", &S::worth, "GPU", "useful work, in ideal GPUs"),
      ResultField("goodput", &S::goodput, "1", "of what protects the sites"),
      ResultField("efficiency", &S::efficiency, "1", "product of the factors, the link and what replicas cost among them"));
}

namespace detail {

/// What a size on those sites loses, as `of` takes it: a strategy, and the factors with that of the link and of replicas.
template <class Inner, class Of, class... F>
auto on_sites(const Sites<>& sites, double work, const Inner& inner, const Of& of, const F&... factors) {
  const auto link = sites.link(work);
  const auto replicas = sites.replica_cost();
  return of(sites.strategy(inner), limits::InSeries(factors..., link, replicas));
}

}  // namespace detail

/// The same run at its own size: the curve that compare_sites finds the largest size of.
template <class Inner = strategies::Blocking<>, class... F>
SitesWorth worth_on_sites(const TrainingRun<>& run, double work, const Sites<>& sites, const Inner& inner = {},
                          const F&... factors) {
  check("worth_on_sites", "work", work, positive, "s");
  validate(sites);
  return detail::on_sites(
      sites, work, inner,
      [&](const auto& strategy, const auto& all) {
        const double goodput = strategies::goodput(run, strategy), efficiency = limits::efficiency(all, run.gpus);
        return SitesWorth{run.gpus * goodput * efficiency, goodput, efficiency};
      },
      factors...);
}

struct SitesRow {
  double sites = NaN;
  limits::Limit<> limit{};
  double worth = NaN;  // NaN where there is no limit
  double pays = NaN;   // NaN in the first, or where either has no worth
  double break_even = NaN;
};
constexpr auto fields(const SitesRow*) {
  using R = SitesRow;
  return std::tuple(
      ResultField("sites", &R::sites, "1", "how many"),
      ResultField("size", within(&R::limit, &limits::Limit<>::value), "GPU", "the largest size, all sites together"),
      ResultField("worth", &R::worth, "GPU", "useful work there, in ideal GPUs"),
      ResultField("binding", within(&R::limit, &limits::Limit<>::binding), "", "the term with the largest share"),
      ResultField("pays", &R::pays, "1", "1 where it is worth more than the row before, 0 where not; none in the first"),
      ResultField("break_even", &R::break_even, "1",
                  "statistical factor at which it would be worth as much as the row before; none in the first"),
      ResultField("goodput", within(&R::limit, &limits::Limit<>::goodput), "1", "at the largest size"),
      ResultField("efficiency", within(&R::limit, &limits::Limit<>::efficiency), "1",
                  "product of all factors but goodput there"),
      ResultField("status", within(&R::limit, &limits::Limit<>::status), "", "ok, no limit, infeasible or not converged"),
      ResultField("note", within(&R::limit, &limits::Limit<>::note), "", "why there is no number; remarks"),
      ResultField(
          "shares", [](const R& row) { return row.limit.is_ok() ? &row.limit.shares : nullptr; }, "1",
          "what the term has of the target; they sum to one", "term"));
}

/// The largest size of the run on each number of sites under the criterion.
///
/// @param run at its own size; each site holds the whole state and saves it to storage of its own, as one learner
/// @param work ideal GPU-seconds of one step, at every size; @param sites what a site exchanges; its number is not looked at
/// @param counts numbers of sites, each >= 1; @param inner what protects a site
/// @param factors all else that is lost, by the size of the whole run; their serial times and that of the exchange add
template <limits::Criterion C, class Inner = strategies::Blocking<>, class... F>
std::vector<SitesRow> compare_sites(const TrainingRun<>& run, double work, const Sites<>& sites, std::span<const double> counts,
                                    const C& criterion, const Inner& inner = {}, const F&... factors) {
  check("compare_sites", "work", work, positive, "s");
  for (const double count : counts) check("compare_sites", "counts", count, at_least_one);
  std::vector<SitesRow> rows;
  for (const double count : counts) {
    const Sites<> here = sites.on(count);
    validate(here);
    SitesRow row{.sites = count,
                 .limit = detail::on_sites(
                     here, work, inner,
                     [&](const auto& strategy, const auto& all) {
                       return limits::max_gpus(run, criterion, growth::fixed(), strategy, all);
                     },
                     factors...)};
    if (row.limit.status == limits::Status::ok) row.worth = row.limit.useful_gpus();
    if (!rows.empty() && row.worth == row.worth && rows.back().worth == rows.back().worth) {
      row.pays = row.worth > rows.back().worth;
      row.break_even = rows.back().worth / (row.worth / here.replica_cost().efficiency(row.limit.value));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace scaling_limits::analysis
