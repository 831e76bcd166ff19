// SPDX-License-Identifier: Apache-2.0
// The same run on one site, two, four, ...: how large it can be on each number, what that is worth, what binds, and whether the
// next site pays. Worth is useful work at the largest size, in ideal GPUs.
#pragma once
#include "../version.hpp"

#include <span>
#include <vector>

#include "../limits/max_gpus.hpp"
#include "../limits/serial_times.hpp"
#include "sites.hpp"

namespace scaling_limits::analysis {

/// What a run is worth on some sites: useful work in ideal GPUs, goodput, the product of all other factors.
struct SitesWorth {
  double worth = NaN, goodput = NaN, efficiency = NaN;
};

namespace detail {

/// What a size on those sites loses, as `of` takes it: a strategy, and the factors with that of the link and of replicas.
template <class Inner, class Of, class... F>
auto on_sites(const Sites<>& sites, double work, const Inner& inner, const Of& of, const F&... factors) {
  const auto serial = sites.serial_link(work);
  const auto hidden = sites.hidden_link(work);
  const auto replicas = sites.replica_cost();
  return of(sites.strategy(inner), limits::InSeries(factors..., serial, hidden, replicas));
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
  double worth = NaN;       // of the limit; NaN where there is none
  double pays = NaN;        // whether it is worth more than the row before; NaN in the first, or where either has no worth
  double break_even = NaN;  // statistical factor at which it would be worth as much as the row before
};

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
