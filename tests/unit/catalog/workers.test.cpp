// SPDX-License-Identifier: Apache-2.0
// What workers and clients are worth, as the catalogue answers it: against the kernels, and against the closed forms of two
// serial times.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>

#include "library.hpp"
#include "scaling_limits/catalog/text.hpp"
#include "scaling_limits/failures/lognormal.hpp"
#include "scaling_limits/federated/cohort.hpp"
#include "scaling_limits/federated/over_selection.hpp"
#include "scaling_limits/federated/round.hpp"
#include "scaling_limits/federated/secure_aggregation.hpp"
#include "scaling_limits/search/halving.hpp"
#include "support/draw.hpp"

using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace scaling_limits::testing {

namespace {

using catalog::List;
using catalog::Map;
using catalog::Value;

constexpr double same_formulas = 1e-14;  // the same formulas, in translation units of their own

double cell(const Value& reply, std::string_view column) {
  const Value& found = *reply.map()->find("columns")->map()->find(column);
  if (const std::string* text = found.text()) return *text == "unlimited" ? inf : NaN;
  return found.number() ? *found.number() : NaN;
}
std::string text(const Value& reply, std::string_view column) {
  return *reply.map()->find("columns")->map()->find(column)->text();
}

}  // namespace

TEST_CASE("a search answers what its kernels do, at any number of workers", "[catalog]") {
  Draw draw(31);
  for (int i = 0; i < 100; ++i) {
    Map fields = draw.fields(catalog::group("search").begin()->rows);
    enough_trials(fields);
    const auto of = [&](std::string_view name) { return *fields.find(name)->number(); };
    const Value* given = fields.find("resume");
    const bool resume = given && (given->truth() ? *given->truth() : *given->number() != 0);
    const double workers = std::floor(draw.log_uniform(1, 1000)), budget = draw.log_uniform(1, 1e5);
    const double n = of("trials"), eta = of("reduction"), s = of("rungs"), largest = budget * std::pow(eta, s);
    const Map request{
        {"question", "search"}, {"search", fields}, {"with", Map{{"workers", workers}, {"least_budget", budget}}}};
    const Value reply = catalog::reply(request);
    INFO(catalog::to_json(request));
    CHECK(cell(reply, "time") == search::halving_time(n, eta, s, workers, budget, resume));
    CHECK(cell(reply, "efficiency") == search::halving_efficiency(n, eta, s, workers, 1, resume));
    CHECK_THAT(cell(reply, "worth"),
               WithinRel(workers * search::halving_efficiency(n, eta, s, workers, 1, resume), same_formulas));
    CHECK(cell(reply, "most_worth") == search::most_useful_workers(n, eta, s, resume));
    CHECK_THAT(cell(reply, "largest_budget"), WithinRel(largest, same_formulas));
    CHECK_THAT(cell(reply, "first_result"), WithinRel(search::first_result(eta, s, resume) * largest, same_formulas));
    CHECK_THAT(cell(reply, "first_workers"), WithinRel(std::pow(eta, s), same_formulas));
    CHECK_THAT(cell(reply, "results_per_time"),
               WithinRel(search::results_per_time(workers, eta, s, resume) / largest, same_formulas));
  }
  CHECK(catalog::ask(R"({"question": "search", "search": {"trials": 255, "reduction": 4, "rungs": 4},
                       "with": {"workers": 4, "least_budget": 60}})")
            .find("Halving: trials = 255 must be >= reduction^rungs = 256") != std::string::npos);
  CHECK(catalog::ask(R"({"question": "search", "search": {"trials": 256, "reduction": 4, "rungs": 4},
                       "with": {"workers": 0.5, "least_budget": 60}})")
            .find("workers = 0.5 must be >= 1") != std::string::npos);
}

TEST_CASE("a cohort answers what its kernels do, for any round", "[catalog]") {
  Draw draw(32);
  for (int i = 0; i < 100; ++i) {
    const double asked = std::floor(draw.log_uniform(10, 2000)), reports = std::floor(draw.uniform(0.5, 0.9) * asked) + 1;
    const federated::Round round{asked, reports, draw.chance(0.5) ? draw.uniform(0, 0.2) : 0, draw.log_uniform(60, 1e4)};
    const failures::Lognormal<> law{std::log(draw.log_uniform(10, 200)), draw.uniform(0.1, 1)};
    Map with{{"critical_cohort", draw.log_uniform(10, 1e4)},
             {"bytes", draw.log_uniform(1e5, 1e9)},
             {"bandwidth", draw.log_uniform(1e7, 1e11)}};
    const bool tiers = draw.chance(0.5), secure = draw.chance(0.5), measured = draw.chance(0.3), told = draw.chance(0.5);
    const double edges = tiers ? std::floor(draw.log_uniform(1, 100)) : 1, values = draw.log_uniform(1e4, 1e8),
                 time = measured ? draw.log_uniform(10, 1e4) : round.mean_time(law), p = told ? draw.uniform(0.5, 0.999) : 0.99,
                 clients = told ? draw.log_uniform(1, 1e5) : reports;
    if (tiers) with["clients_per_edge"] = edges;
    if (secure) with["values"] = values, with["bits"] = 16;
    if (measured) with["round_time"] = time;
    if (told) with["probability"] = p, with["clients"] = clients;
    const Map request{
        {"question", "cohort"},
        {"round", Map{{"asked", asked}, {"reports", reports}, {"dropout", round.dropout}, {"timeout", round.timeout}}},
        {"failure_law", Map{{"lognormal", Map{{"mu", law.mu}, {"sigma", law.sigma}}}}},
        {"with", with}};
    const Value reply = catalog::reply(request);
    INFO(catalog::to_json(request));
    const double critical = *with.find("critical_cohort")->number(), bytes = *with.find("bytes")->number(),
                 bandwidth = *with.find("bandwidth")->number();
    const double expansion = secure ? federated::secure_aggregation_expansion(asked, values, 16) : 1;
    const double each = bytes * (1 + expansion) / (edges * bandwidth);
    CHECK_THAT(cell(reply, "completion"), WithinRel(round.completion(law), same_formulas));
    CHECK_THAT(cell(reply, "round_time"), WithinRel(time, same_formulas));
    CHECK(cell(reply, "expansion") == expansion);
    CHECK_THAT(cell(reply, "time_per_client"), WithinRel(each, same_formulas));
    CHECK_THAT(cell(reply, "whole_round"), WithinRel(time + clients * each, same_formulas));
    CHECK_THAT(cell(reply, "half_size"), WithinRel(time / each, same_formulas));
    CHECK_THAT(cell(reply, "best_cohort"), WithinRel(std::sqrt(critical * time / each), same_formulas));
    CHECK(cell(reply, "least_asked") == federated::least_asked(reports, round.dropout, p));
    CHECK_THAT(cell(reply, "largest_dropout"), WithinRel(federated::largest_dropout(asked, reports, p), same_formulas));
    CHECK(text(reply, "status") == "ok");
  }
  const std::string round =
      R"("round": {"asked": 13, "reports": 10, "dropout": 0.1}, "failure_law": {"exponential": {"mean": 60}})";
  const std::string given = R"("critical_cohort": 500, "bytes": 1e6, "bandwidth": 1e9)";
  const Value endless =
      catalog::from_json(catalog::ask("{\"question\": \"cohort\", " + round + ", \"with\": {" + given + "}}"));
  CHECK(cell(endless, "round_time") == inf);
  CHECK(cell(endless, "best_cohort") == inf);
  CHECK(text(endless, "note") == "without a timeout a round that loses too many clients never ends");
  const auto refusal = [&](const std::string& more) {
    return catalog::ask("{\"question\": \"cohort\", " + round + ", \"with\": {" + given + ", " + more + "}}");
  };
  CHECK(refusal(R"("values": 1e6)").find("secure aggregation needs both values and bits; bits is not given") !=
        std::string::npos);
  CHECK(refusal(R"("bits": 16)").find("values is not given") != std::string::npos);
  CHECK(refusal(R"("probability": 1.1)").find("probability = 1.1 must be in [0, 1]") != std::string::npos);
  CHECK(refusal(R"("bits": 16.5, "values": 1)").find("bits = 16.5 must be a whole number") != std::string::npos);
}

TEST_CASE("what the next worker adds is the slope of what they are worth", "[catalog]") {
  const auto ask = [](double workers, const List& factors) {
    return catalog::reply(Map{{"question", "worth_of_workers"}, {"factor", factors}, {"with", Map{{"workers", workers}}}});
  };
  const auto serial = [](double half, const char* name) {
    return Value(Map{{"kind", "strong_scaling"}, {"half_size", half}, {"name", name}});
  };
  Draw draw(33);
  for (int i = 0; i < 100; ++i) {
    const double a = draw.log_uniform(10, 1e5), b = draw.log_uniform(10, 1e5), k = draw.log_uniform(1, 1e6);
    const Value found = ask(k, {serial(a, "aggregation"), serial(b, "cohort")});
    CHECK_THAT(cell(found, "worth"), WithinRel(k / ((1 + k / a) * (1 + k / b)), same_formulas));
    CHECK_THAT(cell(found, "efficiency"), WithinRel(1 / ((1 + k / a) * (1 + k / b)), same_formulas));
    CHECK_THAT(cell(found, "lost.aggregation"), WithinRel(k / (k + a), same_formulas));
    CHECK_THAT(cell(found, "lost.cohort"), WithinRel(k / (k + b), same_formulas));
    CHECK_THAT(cell(found, "elasticity"), WithinAbs(1 - k / (k + a) - k / (k + b), same_formulas));
    CHECK(text(found, "binding") == (a < b ? "aggregation" : "cohort"));
  }
  // at the largest cohort what is lost is all of it
  const double half = 120 / 8.96e-3, best = federated::best_cohort(500, 120, 8.96e-3);
  const Value peak = ask(best, {serial(half, "aggregation"), serial(500, "cohort")});
  CHECK_THAT(best, WithinAbs(2587.7458, 5e-5));                         // printed digits
  CHECK_THAT(cell(peak, "worth"), WithinAbs(351.1803, 5e-5));           // printed digits
  CHECK_THAT(cell(peak, "lost.cohort"), WithinAbs(0.8381, 5e-5));       // printed digits
  CHECK_THAT(cell(peak, "lost.aggregation"), WithinAbs(0.1619, 5e-5));  // printed digits
  CHECK_THAT(cell(peak, "elasticity"), WithinAbs(0, 1e-14));
  const Value pool = Map{{"kind", "trials"}, {"trials", 256}, {"reduction", 4}, {"rungs", 4}};
  CHECK_THAT(cell(ask(5.6, {pool}), "efficiency"), WithinRel(0.5, same_formulas));
  CHECK(cell(ask(0.5, {pool}), "elasticity") == 1);
  CHECK(text(ask(0.5, {pool}), "binding").empty());
  for (const double w : {1.5, 3., 7., 20., 300.}) {  // against a difference
    const auto worth = [&](double at) { return std::log(cell(ask(at, {pool}), "worth")); };
    CHECK_THAT(cell(ask(w, {pool}), "elasticity"),
               WithinAbs((worth(w * 1.0001) - worth(w / 1.0001)) / (2 * std::log(1.0001)), 1e-7));
  }
  const Value cap = Map{{"kind", "hard_cap"}, {"gpus", 10}, {"name", "staleness"}};
  CHECK(cell(ask(10, {cap}), "worth") == 10);
  CHECK(cell(ask(11, {cap}), "worth") == 0);
  CHECK(text(ask(11, {cap}), "binding") == "staleness");
  CHECK(cell(ask(7, {}), "worth") == 7);
  const Value table = Map{{"kind", "tabulated"}, {"points", List{List{2, 1}, List{8, 0.5}}}};
  CHECK(text(ask(9, {table}), "status") == "infeasible");
  CHECK(text(ask(9, {table}), "note").find("ends at 8") != std::string::npos);
}

}  // namespace scaling_limits::testing
