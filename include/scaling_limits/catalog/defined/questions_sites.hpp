// SPDX-License-Identifier: Apache-2.0
// Questions beyond one synchronous machine: sites that exchange rarely, learners that fail apart, what replicas cost, and sizes
// that count workers.
#pragma once
#include "../../version.hpp"

#include "../../analysis/compare_sites.hpp"
#include "../../analysis/headline.hpp"
#include "../../limits/best_learner.hpp"
#include "../../limits/max_workers.hpp"
#include "../../limits/worth.hpp"
#include "../../workload/replica_law.hpp"
#include "../detail/limit_answers.hpp"
#include "../detail/number_list.hpp"
#include "../detail/rooms.hpp"
#include "../detail/solver.hpp"
#include "../gives.hpp"
#include "../json_schema.hpp"
#include "../strategy_of.hpp"

namespace scaling_limits::catalog {

namespace detail {

inline const Row step_work_row{"work", "s", "ideal GPU-seconds of one step, at every size", positive, NaN, usually(1e2, 1e7)};

/// The sites of a question, so many of them where it says how many.
inline const Row count_row{"count", "1",           "how many sites; not given: those of the sites", if_given(at_least_one),
                           NaN,     usually(1, 64)};
inline analysis::Sites<> sites_of(const Case& at) {
  const auto& sites = at.other<analysis::Sites<>>("sites");
  const double count = at.with["count"];
  return count == count ? sites.on(count) : sites;
}

/// Whatever may cost a run on sites: its strategy, a quorum, its factors, the link, replicas.
inline std::vector<std::string_view> terms_of_sites(const Case& at) {
  std::vector<std::string_view> all = limit_terms(at);
  for (const std::string_view term : {"quorum", "link", "replicas"}) add_once(all, term);
  return all;
}

/// A run on one site, two, four, ..., and what follows.
struct ComparedSites {
  std::vector<analysis::SitesRow> rows{};
  std::string text() const { return analysis::sites_sentence(rows); }
};
constexpr auto fields(const ComparedSites*) {
  using C = ComparedSites;
  return std::tuple(ResultField("", &C::rows),
                    ResultField("text", &C::text, "", "what follows, as sentences, rounded to be read"));
}
inline ComparedSites compared_sites(const Case& at) {
  const NumberList counts("compare_sites", {"counts", "1", "", at_least_one}, at.with);
  return {analysis::compare_sites(at.run, at.with["work"], at.other<analysis::Sites<>>("sites"), counts, at.criterion,
                                  at.strategy, at.factors)};
}

/// What a run is worth on sites, and why that is no number.
struct WorthOnSites {
  analysis::SitesWorth worth{};
  std::string why{};
};
constexpr auto fields(const WorthOnSites*) {
  using W = WorthOnSites;
  return std::tuple(ResultField("", &W::worth), note_field(&W::why));
}
inline WorthOnSites worth_on_sites(const Case& at) {
  const auto sites = sites_of(at);
  WorthOnSites found{analysis::worth_on_sites(at.run, at.with["work"], sites, at.strategy, at.factors)};
  if (found.worth.worth == found.worth.worth) return found;
  found.why = or_outside(sites.strategy(at.strategy).note(at.run), at, at.run.gpus);
  return found;
}

/// One exchange among sites.
struct SiteExchange {
  double exchange_time = NaN, half_size = NaN, replica_efficiency = NaN;
};
constexpr auto fields(const SiteExchange*) {
  using S = SiteExchange;
  return std::tuple(ResultField("exchange_time", &S::exchange_time, "s", "of one exchange, all fragments together"),
                    ResultField("half_size", &S::half_size, "GPU",
                                "size at which the exchanges take as long as compute; unlimited for one site"),
                    ResultField("replica_efficiency", &S::replica_efficiency, "1",
                                "sites^-replica_exponent: what replicas leave of the work, in tokens"));
}

/// The case of so many workers, which never fail.
inline Case of_workers(const Case& asked, std::string_view unit) {
  Case at = asked;
  at.run = limits::few_workers(asked.factors.domain()), at.strategy = AnyStrategy(limits::Unfailing{Name(unit)}),
  at.growth = growth::fixed();
  return at;
}
/// A limit whose size counts something else than GPUs.
struct WorkerLimit {
  limits::Limit<> limit{};
};
constexpr auto fields(const WorkerLimit*) {
  return std::apply(
      [](const auto&... row) {
        return std::tuple(ResultField(
            row.name, [row](const WorkerLimit& of) -> decltype(auto) { return row.of(of.limit); },
            row.unit == "GPU" ? "1" : row.unit, row.doc, row.by)...);
      },
      fields(static_cast<const limits::Limit<>*>(nullptr)));
}
inline std::vector<std::string_view> worker_terms(const Case& asked) { return limit_terms(of_workers(asked, "workers")); }

inline limits::Worth worth_of_workers(const Case& at) {
  const double workers = at.with["workers"];
  return limits::worth_of(workers, at.factors.losses(First(workers, workers)), at.factors.cap());
}

/// What a law says of so many replicas.
struct ReplicaLoss {
  double loss = NaN, batch = NaN, compute_exponent = NaN;
  std::string outside{};
  std::string_view status() const { return loss == loss ? "ok" : "infeasible"; }
  std::string_view note() const { return {}; }
};
constexpr auto fields(const ReplicaLoss*) {
  using R = ReplicaLoss;
  return std::tuple(
      ResultField("loss", &R::loss, "1", "nats per token"),
      ResultField("batch", &R::batch, "1", "tokens of the best batch of all replicas; null where the law has none"),
      ResultField("compute_exponent", &R::compute_exponent, "1", "b: replicas do the work of replicas^-b"),
      ResultField("outside", &R::outside, "", "where this lies outside what the law was fitted to"), status_field(&R::status),
      note_field(&R::note));
}

inline std::string unit_of_workers(const Part& with) {
  const Value& unit = *with.argument("unit");  // which has a default
  if (!unit.text() || unit.text()->empty())
    throw Refused("worker_limit: unit must be a text, such as \"clients\"", "unit", unit);
  return *unit.text();
}

}  // namespace detail

void add_site_questions(Questions& to) {
  const std::vector<Row> on_sites{detail::step_work_row, detail::count_row};
  to.push_back(
      {.name = "compare_sites",
       .text = "the largest size of a run on one site, two, four, ..., what it is worth, and whether the next site pays",
       .needs = {"run", "sites"},
       .uses = {"criterion", "strategy", "factor"},
       .rows = {detail::step_work_row},
       .arguments = {each_of(looking([] { return json_schema::numbers("1", at_least_one); },
                                     {"counts", "numbers of sites", {}, List{1, 2, 4, 8}}))},
       .gives = gives(detail::compared_sites, {{"term", detail::terms_of_sites}})});
  to.push_back({.name = "worth_on_sites",
                .text = "what a run is worth at its own size on some sites",
                .needs = {"run", "sites"},
                .uses = {"strategy", "factor"},
                .rows = on_sites,
                .gives = gives(detail::worth_on_sites)});
  to.push_back({.name = "site_exchange",
                .text = "one exchange among sites, and what it costs the run",
                .needs = {"sites"},
                .rows = on_sites,
                .gives = gives([](const Case& at) {
                  const auto sites = detail::sites_of(at);
                  return detail::SiteExchange{sites.exchange_time(), sites.half_size(at.with["work"]),
                                              sites.replica_cost().efficiency(1.0)};
                })});
  to.push_back({.name = "learner",
                .text = "of learners that fail apart, the run of one; of other strategies the run",
                .needs = {"run"},
                .uses = {"strategy"},
                .gives = in_units(
                    gives("", "of its run, in the field's own unit", [](const Case& at) { return at.strategy.learner(at.run); },
                          {{"field", names_of<TrainingRun<>>}}),
                    "", unit_of_run)});
  to.push_back({.name = "best_learner",
                .text = "the GPUs of the learner that is worth neither splitting nor joining to another",
                .needs = {"run"},
                .uses = {"strategy"},
                .rows = {rows_of<limits::BestLearner>().front()},
                .gives = gives([](const Case& at) { return limits::best_learner(at.run, at.with["exponent"], at.strategy); },
                               {{"term", strategy_terms}})});
  to.push_back({.name = "worker_limit",
                .text = "the largest number of workers, clients or whatever never fails at which a criterion holds",
                .uses = {"criterion", "factor"},
                .arguments = {looking([]() -> Value { return Map{{"type", "string"}, {"minLength", 1}}; },
                                      {"unit", "what they are, for people", {}, Value("workers")})},
                .gives = gives(
                    [](const Case& asked) {
                      limits::check_of_workers(asked.criterion);
                      return detail::WorkerLimit{limit_of(detail::of_workers(asked, detail::unit_of_workers(asked.with)))};
                    },
                    {{"term", detail::worker_terms}})});
  to.push_back({.name = "worth_of_workers",
                .text = "what so many workers, clients or whatever never fails are worth, and what the next of them adds",
                .uses = {"factor"},
                .rows = {{"workers", "1", "how many", positive, NaN, usually(1, 1e5)}},
                .gives = gives(detail::worth_of_workers, {{"term", detail::factor_terms}})});
  const Row parameters{"parameters", "1", "of the model", positive, NaN, usually(1e7, 1e12)},
      replicas{"replicas", "1", "that train apart", at_least_one, NaN, usually(1, 64)};
  to.push_back({.name = "replica_loss",
                .text = "loss of a model trained by replicas that exchange rarely, and their best batch",
                .needs = {"replica_law"},
                .rows = {parameters, replicas},
                .gives = gives([](const Case& at) {
                  const auto& law = at.other<workload::ReplicaLaw<>>("replica_law");
                  const double n = at.with["parameters"], m = at.with["replicas"];
                  return detail::ReplicaLoss{law.loss(n, m), law.batch(n, m), law.compute_exponent(), law.note(n, m)};
                })});
}

}  // namespace scaling_limits::catalog
