// SPDX-License-Identifier: Apache-2.0
// Questions beyond one synchronous machine: sites that exchange rarely, learners that fail apart, what replicas cost, and sizes
// that count workers.
#pragma once
#include "../../version.hpp"

#include "../../analysis/compare_sites.hpp"
#include "../../analysis/headline.hpp"
#include "../../limits/best_learner.hpp"
#include "../../limits/max_workers.hpp"
#include "../../workload/replica_law.hpp"
#include "../criterion_of.hpp"
#include "../detail/limit_answers.hpp"
#include "../detail/number_list.hpp"
#include "../detail/rooms.hpp"
#include "../detail/solver.hpp"
#include "../json_schema.hpp"
#include "../strategy_of.hpp"

namespace scaling_limits::catalog {

namespace detail {

inline const Row step_work_row{"work", "s", "ideal GPU-seconds of one step, at every size", positive, NaN, usually(1e2, 1e7)};

/// The sites of a question, so many of them where it says how many.
inline const Row count_row{"count", "1",           "how many sites; not given: those of the sites", if_given(at_least_one),
                           NaN,     usually(1, 64)};
inline analysis::Sites<> sites_of(const Case& at, const With& with) {
  const auto& sites = at.other<analysis::Sites<>>("sites");
  const double count = with["count"];
  return count == count ? sites.on(count) : sites;
}

/// Whatever may cost a run on sites: its strategy, a quorum, its factors, the link, replicas.
inline std::vector<std::string_view> causes_of_sites(const Case& at) {
  std::vector<std::string_view> all = limit_causes(at);
  for (const std::string_view cause : {"quorum", "link", "replicas"})
    if (std::find(all.begin(), all.end(), cause) == all.end()) all.push_back(cause);
  return all;
}

inline void put_sites(const Case& at, const With& with, Out& out) {
  const NumberList counts("compare_sites", {"counts", "1", "", at_least_one}, with);
  const auto rows = analysis::compare_sites(at.run, with["work"], at.other<analysis::Sites<>>("sites"), counts, at.criterion,
                                            at.strategy, at.factors);
  const auto numbers = [&](const auto& of_row) {
    std::vector<double> column;
    for (const auto& row : rows) column.push_back(of_row(row));
    out << std::move(column);
  };
  const auto texts = [&](const auto& of_row) {
    std::vector<std::string> column;
    for (const auto& row : rows) column.emplace_back(of_row(row));
    out << std::move(column);
  };
  using Row = analysis::SitesRow;
  numbers([](const Row& row) { return row.sites; });
  numbers([](const Row& row) { return row.limit.value; });
  numbers([](const Row& row) { return row.worth; });
  texts([](const Row& row) { return row.limit.binding; });
  numbers([](const Row& row) { return row.pays; });
  numbers([](const Row& row) { return row.break_even; });
  numbers([](const Row& row) { return row.limit.goodput; });
  numbers([](const Row& row) { return row.limit.efficiency; });
  texts([](const Row& row) { return to_word(row.limit.status); });
  texts([](const Row& row) { return row.limit.note; });
  for (const std::string_view cause : causes_of_sites(at))
    numbers([&](const Row& row) { return row.limit.status == limits::Status::ok ? row.limit.shares.of(cause) : NaN; });
  out << std::string_view(analysis::sites_sentence(rows));
}

/// The case of so many workers, which never fail.
inline Case of_workers(const Case& asked, std::string_view unit) {
  Case at = asked;
  at.run = limits::few_workers(asked.factors.domain()), at.strategy = AnyStrategy(limits::Unfailing{Name(unit)}),
  at.growth = growth::fixed();
  return at;
}
/// What so many workers are worth, and what the next of them adds.
inline void put_worth(const Case& at, const With& with, Out& out) {
  const double workers = with["workers"];
  const Terms<First> losses = at.factors.losses(First(workers, workers));  // over ln workers
  Terms<double> slopes;
  limits::add_slopes(losses, slopes);
  const double efficiency = std::exp(-losses.sum().value), elasticity = 1 - slopes.sum();
  const auto cap = at.factors.cap();
  const std::string_view largest = slopes.largest();
  out << workers * efficiency << efficiency << elasticity
      << (cap.gpus < workers       ? std::string_view(cap.name)
          : slopes.of(largest) > 0 ? largest
                                   : std::string_view());
  out.each(slopes, factor_causes(at));
  out.close([&] { return limits::why_outside(at.factors.domain(), workers); });
}
/// The columns of a limit whose size counts something else than GPUs.
inline std::vector<ColumnOf> worker_columns() {
  std::vector<ColumnOf> columns = limit_columns([](const Case& asked) { return limit_causes(of_workers(asked, "workers")); });
  for (ColumnOf& column : columns)
    if (column.unit == "GPU") column.unit = "1";
  return columns;
}
inline std::string unit_of_workers(const With& with) {
  const Value& unit = *with.given("unit");  // which has a default
  if (!unit.text() || unit.text()->empty())
    throw Refused("worker_limit: unit must be a text, such as \"clients\"", "unit", unit);
  return *unit.text();
}

}  // namespace detail

void add_site_questions(Questions& to) {
  to.push_back(
      {{"question",
        "compare_sites",
        "the largest size of a run on one site, two, four, ..., what it is worth, and whether the next site pays",
        {detail::step_work_row},
        {each_of(looking([] { return json_schema::numbers("1", at_least_one); },
                         {"counts", "numbers of sites", {}, List{1, 2, 4, 8}}))},
        {}},
       {"run", "sites"},
       {"criterion", "strategy", "factor"},
       {{"sites", "1", "how many", Cell::numbers},
        {"size", "GPU", "the largest size, all sites together", Cell::numbers},
        {"worth", "GPU", "useful work there, in ideal GPUs", Cell::numbers},
        {"binding", "", "the cause with the largest share", Cell::texts},
        {"pays", "1", "1 where it is worth more than the row before, 0 where not", Cell::numbers},
        {"break_even", "1", "statistical factor at which it would be worth as much as the row before", Cell::numbers},
        {"goodput", "1", "at the largest size", Cell::numbers},
        {"efficiency", "1", "product of all factors but goodput there", Cell::numbers},
        {"status", "", "ok, no limit, infeasible or not converged", Cell::texts},
        {"note", "", "why there is no number; remarks", Cell::texts},
        {"shares", "1", "what the cause has of the target; they sum to one", Cell::numbers, detail::causes_of_sites, "cause"},
        {"text", "", "what follows, as sentences, rounded to be read", Cell::text}},
       detail::put_sites});
  to.push_back({{"question",
                 "worth_on_sites",
                 "what a run is worth at its own size on some sites",
                 {detail::step_work_row, detail::count_row},
                 {},
                 {}},
                {"run", "sites"},
                {"strategy", "factor"},
                {{"worth", "GPU", "useful work, in ideal GPUs"},
                 {"goodput", "1", "of what protects the sites"},
                 {"efficiency", "1", "product of the factors, the link and what replicas cost among them"}},
                [](const Case& at, const With& with, Out& out) {
                  const auto sites = detail::sites_of(at, with);
                  const auto found = analysis::worth_on_sites(at.run, with["work"], sites, at.strategy, at.factors);
                  out << found.worth << found.goodput << found.efficiency;
                  out.close([&] {
                    const std::string why = sites.strategy(at.strategy).note(at.run);
                    return why.empty() ? limits::why_outside(at.factors.domain(), at.run.gpus) : why;
                  });
                }});
  to.push_back({{"question",
                 "site_exchange",
                 "one exchange among sites, and what it costs the run",
                 {detail::step_work_row, detail::count_row},
                 {},
                 {}},
                {"sites"},
                {},
                {{"exchange_time", "s", "of one exchange, all fragments together"},
                 {"half_size", "GPU", "size at which the exchanges take as long as compute; unlimited for one site"},
                 {"replica_efficiency", "1", "sites^-replica_exponent: what replicas leave of the work, in tokens"}},
                [](const Case& at, const With& with, Out& out) {
                  const auto sites = detail::sites_of(at, with);
                  out << sites.exchange_time() << sites.half_size(with["work"]) << sites.replica_cost().efficiency(1.0);
                }});
  to.push_back({{"question", "learner", "of learners that fail apart, the run of one; of other strategies the run", {}, {}, {}},
                {"run"},
                {"strategy"},
                {{"", "", "of its run, in the field's own unit", Cell::number, names_of<TrainingRun<>>, "field"}},
                [](const Case& at, const With&, Out& out) {
                  const TrainingRun<> one = at.strategy.learner(at.run);
                  for (const auto& field : fields_of<TrainingRun<>>) out << one.*field.member;
                  out.close([&] { return at.strategy.note(at.run); });
                }});
  const Row exponent = rows_of<limits::BestLearner>().front();
  to.push_back({{"question",
                 "best_learner",
                 "the GPUs of the learner that is worth neither splitting nor joining to another",
                 {exponent},
                 {},
                 {}},
                {"run"},
                {"strategy"},
                detail::limit_columns(strategy_causes),
                [](const Case& asked, const With& with, Out& out) {
                  Case at = asked;
                  at.factors = {}, at.criterion = AnyCriterion(limits::BestLearner{with["exponent"]});
                  detail::put_limit(at, limits::best_learner(at.run, with["exponent"], at.strategy), out);
                }});
  to.push_back({{"question",
                 "worker_limit",
                 "the largest number of workers, clients or whatever never fails at which a criterion holds",
                 {},
                 {looking([]() -> Value { return Map{{"type", "string"}, {"minLength", 1}}; },
                          {"unit", "what they are, for people", {}, Value("workers")})},
                 {}},
                {},
                {"criterion", "factor"},
                detail::worker_columns(),
                [](const Case& asked, const With& with, Out& out) {
                  limits::check_of_workers(asked.criterion);
                  const Case at = detail::of_workers(asked, detail::unit_of_workers(with));
                  detail::put_limit(at, limit_of(at), out);
                }});
  to.push_back({{"question",
                 "worth_of_workers",
                 "what so many workers, clients or whatever never fails are worth, and what the next of them adds",
                 {{"workers", "1", "how many", positive, NaN, usually(1, 1e5)}},
                 {},
                 {}},
                {},
                {"factor"},
                {{"worth", "1", "workers that lose nothing and do as much"},
                 {"efficiency", "1", "product of the factors"},
                 {"elasticity", "1", "per cent of work that 1 % more workers add"},
                 {"binding", "", "the cause that takes most of it; empty where none does", Cell::text},
                 {"lost", "1", "what the cause takes of that per cent; with elasticity they sum to one", Cell::number,
                  detail::factor_causes, "cause"}},
                detail::put_worth});
  using Law = workload::ReplicaLaw<>;
  const Row parameters{"parameters", "1", "of the model", positive, NaN, usually(1e7, 1e12)},
      replicas{"replicas", "1", "that train apart", at_least_one, NaN, usually(1, 64)};
  to.push_back({{"question",
                 "replica_loss",
                 "loss of a model trained by replicas that exchange rarely, and their best batch",
                 {parameters, replicas},
                 {},
                 {}},
                {"replica_law"},
                {},
                {{"loss", "1", "nats per token"},
                 {"batch", "1", "tokens of the best batch of all replicas; null where the law has none"},
                 {"compute_exponent", "1", "b: replicas do the work of replicas^-b"},
                 {"outside", "", "where this lies outside what the law was fitted to", Cell::text},
                 status_column,
                 note_column},
                [](const Case& at, const With& with, Out& out) {
                  const Law& law = at.other<Law>("replica_law");
                  const double n = with["parameters"], m = with["replicas"], loss = law.loss(n, m);
                  out << loss << law.batch(n, m) << law.compute_exponent() << std::string_view(law.note(n, m))
                      << std::string_view(loss == loss ? "ok" : "infeasible") << std::string_view();
                }});
}

}  // namespace scaling_limits::catalog
