// SPDX-License-Identifier: Apache-2.0
// Questions of money, energy and carbon: what a run and its failures cost, what a field is worth, what to buy.
#pragma once
#include "../../version.hpp"

#include "../../economics/amortised.hpp"
#include "../../economics/failure_cost.hpp"
#include "../../economics/optimal_bandwidth.hpp"
#include "../../economics/optimal_gpus.hpp"
#include "../../economics/optimal_spares.hpp"
#include "../../economics/prices.hpp"
#include "../../economics/run_cost.hpp"
#include "../detail/limit_answers.hpp"
#include "../detail/rooms.hpp"
#include "../detail/solver.hpp"

namespace scaling_limits::catalog {

namespace detail {

inline const economics::Prices<>& prices_of(const Case& at) { return at.other<economics::Prices<>>("prices"); }

inline std::vector<std::string_view> cost_kinds(const Case&) { return {"gpus", "storage", "electricity", "time"}; }

}  // namespace detail

void add_economics_questions(Questions& to) {
  const Row work{"work", "s", "ideal GPU-seconds, for instance tokens x FLOPs per token / achieved FLOP/s", not_negative};
  to.push_back(
      {{"question", "run_cost", "what an amount of work costs, by cause and by kind, its energy and carbon", {work}, {}, {}},
       {"run", "prices"},
       {"strategy", "factor"},
       {{"total", "USD", "money"},
        {"time", "s", "wall-clock time"},
        {"energy", "J", "of the GPUs with their hosts and site"},
        {"carbon", "kg", "CO2 of that"},
        {"by_kind", "USD", "what the money buys; sums to the total", Cell::number, detail::cost_kinds, "kind"},
        {"by_cause", "USD", "where the time that it pays goes; sums to the total", Cell::number, detail::shares_of_time,
         "cause"}},
       [](const Case& at, const With& with, Out& out) {
         const auto cost = economics::run_cost(at.run, with["work"], detail::prices_of(at), at.strategy, at.factors);
         out << cost.total << cost.time << cost.energy << cost.carbon;
         out.each(cost.by_kind, detail::cost_kinds(at));
         if (const double all = cost.by_cause.sum(); all == all) out.each(cost.by_cause, detail::shares_of_time(at));
         else out.skip(detail::shares_of_time(at).size());
         const bool ok = cost.total == cost.total;
         const std::string why = ok || !cost.note.empty() ? cost.note : limits::why_outside(at.factors.domain(), at.run.gpus);
         out << std::string_view(ok ? "ok" : "infeasible") << std::string_view(why);
       }});
  to.back().columns.push_back(status_column), to.back().columns.push_back(note_column);
  to.push_back({{"question",
                 "optimal_bandwidth",
                 "the cheapest storage bandwidth: its share of the money is the elasticity of goodput in it",
                 {{"loads", "1", "whether loads use the same storage: read_bandwidth is then the same", flag, 0}},
                 {},
                 {}},
                {"run", "prices"},
                {"strategy"},
                {{"value", "B/s", "of saves, of the whole job; the run's own is not looked at"},
                 {"overhead", "1", "1 / goodput - 1 there"},
                 {"share", "1", "of storage in all that is paid"},
                 {"status", "", "ok, no limit, already met, infeasible or not converged", Cell::text},
                 note_column},
                [](const Case& at, const With& with, Out& out) {
                  const auto found =
                      economics::optimal_bandwidth(at.run, detail::prices_of(at), at.strategy, with["loads"] != 0);
                  out << found.value << found.overhead << found.share << to_word(found.status) << std::string_view(found.note);
                }});
  auto limit = detail::limit_columns([](const Case& at) { return detail::causes_of(at, "cheapest_gpus"); });
  limit.push_back({"fixed_gpus", "GPU", "what costs the same at every size, in GPUs; unlimited where those cost nothing"});
  Row least_work = work;
  least_work.range = positive;
  to.push_back(
      {{"question",
        "optimal_gpus",
        "the cheapest size where a second has a price: cheapest_gpus with what costs the same at every size, in GPUs",
        {least_work},
        {},
        {}},
       {"run", "prices"},
       {"strategy", "growth", "factor"},
       limit,
       [cheapest = criterion("cheapest_gpus", {{"work", 1}})](const Case& asked, const With& with, Out& out) {
         Case at = asked;
         at.criterion = cheapest;  // for the causes of the columns
         detail::put_limit(
             at, economics::optimal_gpus(at.run, with["work"], detail::prices_of(at), at.growth, at.strategy, at.factors), out);
         out << economics::fixed_gpus(at.run, detail::prices_of(at), at.growth).value;
       }});
  to.push_back({{"question",
                 "optimal_spares",
                 "the cheapest number of spares of a job that waits for a repair where there are none, repairs all at once",
                 {{"gpus", "1", "parts that the job needs, each at the price of a GPU", positive},
                  {"failure_rate", "1/s", "of the running job, all parts together", not_negative},
                  {"repair_time", "s", "mean, of any law", not_negative}},
                 {},
                 {}},
                {"prices"},
                {},
                {{"value", "1", "spares, a whole number"},
                 {"runnable_share", "1", "of the time, with them"},
                 {"status", "", "ok, no limit or infeasible", Cell::text},
                 note_column},
                [](const Case& at, const With& with, Out& out) {
                  const auto found =
                      economics::optimal_spares(with["gpus"], with["failure_rate"], with["repair_time"], detail::prices_of(at));
                  out << found.value << found.runnable_share << to_word(found.status) << std::string_view(found.note);
                }});
  to.push_back({{"question", "failure_cost", "what failures and all that is done against them cost a run", {}, {}, {}},
                {"run", "prices"},
                {"strategy"},
                {{"per_second", "USD/s", "of wall-clock time: what the run costs x (1 - goodput)"},
                 {"per_failure", "USD", "that x (mtbf + downtime)"},
                 status_column,
                 note_column},
                [](const Case& at, const With&, Out& out) {
                  const auto cost = economics::failure_cost(at.run, detail::prices_of(at), at.strategy);
                  const bool ok = cost.per_second == cost.per_second;
                  out << cost.per_second << cost.per_failure << std::string_view(ok ? "ok" : "infeasible")
                      << std::string_view(cost.note);
                }});
  to.push_back(
      {{"question", "lever_values", "what one per cent of each field of the run is worth, to the side that helps", {}, {}, {}},
       {"run", "prices"},
       {"strategy"},
       {{"", "USD/s", "0.01 x what the run costs x |d ln goodput / d ln field|", Cell::number, growing_fields, "field"}},
       [](const Case& at, const With&, Out& out) {
         for (const double value : economics::lever_values(at.run, detail::prices_of(at), at.strategy)) out << value;
         out.close([&] {
           const std::string why = at.strategy.note(at.run);
           return why.empty() ? "infeasible: goodput is 0" : why;
         });
       }});
  to.push_back(
      {{"question", "amortised_cost", "what a run on owned machines cost, amortised (Cottier et al. 2024)", {}, {}, {}},
       {"amortised_run"},
       {},
       {{"hourly_price", "USD/h", "a chip alone, what it loses in an hour"},
        {"hardware", "USD", "the chips"},
        {"network", "USD", "between them"},
        {"energy_cost", "USD", "electricity"},
        {"total", "USD", "of the run"},
        {"upfront", "USD", "to buy the cluster"}},
       [](const Case& at, const With&, Out& out) {
         const auto& run = at.other<economics::AmortisedRun<>>("amortised_run");
         out << run.hourly_price() << run.hardware() << run.network() << run.energy_cost() << run.total() << run.upfront();
       }});
}

}  // namespace scaling_limits::catalog
