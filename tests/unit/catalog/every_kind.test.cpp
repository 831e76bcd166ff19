// SPDX-License-Identifier: Apache-2.0
// Whatever can be chosen by name answers what its template type does: through the catalogue, and through text in and out.
#include "every_kind.hpp"

#include <catch2/catch_test_macros.hpp>
#include <functional>

#include "scaling_limits/catalog/law_of.hpp"
#include "scaling_limits/scaling_limits.hpp"
#include "scaling_limits/uncertainty/any_distribution.hpp"
#include "scaling_limits/uncertainty/beta.hpp"
#include "scaling_limits/uncertainty/empirical.hpp"
#include "scaling_limits/uncertainty/lognormal.hpp"
#include "scaling_limits/uncertainty/metalog.hpp"
#include "scaling_limits/uncertainty/normal.hpp"
#include "scaling_limits/workload/scaling_law.hpp"
#include "support/laws.hpp"

namespace scaling_limits::testing {

using namespace every_kind;

namespace {

constexpr std::tuple law_rows = rows_of(static_cast<decltype(every_law())*>(nullptr));
struct Uncertain {
  std::string_view kind;
  uncertainty::AnyDistribution made;
  Map fields;
};
const std::vector<Uncertain> distribution_rows{
    {"lognormal", uncertainty::Lognormal<>{1, 10, 0.8}, {{"low", 1}, {"high", 10}, {"credibility", 0.8}}},
    {"normal", uncertainty::Normal<>{.low = -1, .high = 3}, {{"low", -1}, {"high", 3}}},
    {"beta", uncertainty::Beta<>{.low = 0.2, .high = 0.6}, {{"low", 0.2}, {"high", 0.6}}},
    {"metalog",
     uncertainty::Metalog<>{.low = 1, .median = 2, .high = 4, .lower = 0},
     {{"low", 1}, {"median", 2}, {"high", 4}, {"lower", 0}}},
    {"empirical", uncertainty::Empirical({3, 1, 2}), {{"values", List{3, 1, 2}}}}};

template <class Rows>
void has_rows(std::string_view group, const Rows& rows) {
  std::vector<std::string> listed;
  for_each(rows, [&](auto, const auto& row) { listed.emplace_back(row.kind); });
  CAPTURE(std::string(group));
  CHECK(listed == kinds_of(group));
}

}  // namespace

TEST_CASE("every kind has its row, in the order of the catalogue", "[catalog]") {
  has_rows("strategy", strategy_rows);
  has_rows("criterion", criterion_rows);
  has_rows("factor", factor_rows);
  has_rows("failure_law", law_rows);
  std::vector<std::string> listed;
  for (const Growth& row : growth_rows) listed.emplace_back(row.kind);
  CHECK(listed == kinds_of("growth"));
  listed.clear();
  for (const Uncertain& row : distribution_rows) listed.emplace_back(row.kind);
  CHECK(listed == kinds_of("distribution"));
}

TEST_CASE("what a failure law answers is the same by template, catalogue and text", "[catalog]") {
  struct Numbers {  // a source of draws that repeats itself
    std::mt19937_64 engine{7};
    double uniform() { return std::uniform_real_distribution<>(1e-9, 1)(engine); }
    double exponential() { return std::exponential_distribution<>()(engine); }
  };
  Draw draw(5);
  for_each(law_rows, [&](auto, const auto& row) {
    for (int k = 0; k < 200; ++k) {
      const Part law = part(draw, "failure_law", row);
      const auto made = row.make(law.fields);
      const double p = draw.chance(0.1) ? std::round(draw.uniform(0, 1)) : draw.uniform(0, 1);
      const double time = draw.chance(0.1) ? 0 : static_cast<double>(made.quantile(draw.uniform(0, 1)));
      if (!(time < 1e300)) continue;
      catalog::Case at;
      at.others["failure_law"] = catalog::made(catalog::group("failure_law").at(law.kind->name), law.fields);
      struct Asked {
        std::string question;
        Map with;
        double wanted;
      };
      for (const Asked& one : {Asked{"mean", {}, static_cast<double>(made.mean())},
                               {"survival", {{"time", time}}, static_cast<double>(made.survival(time))},
                               {"hazard", {{"time", time}}, static_cast<double>(made.hazard(time))},
                               {"cumulative_hazard", {{"time", time}}, static_cast<double>(made.cumulative_hazard(time))},
                               {"mean_beyond", {{"time", time}}, static_cast<double>(made.mean_beyond(time))},
                               {"quantile", {{"probability", p}}, static_cast<double>(made.quantile(p))}}) {
        const Wanted wanted{{{one.question, one.wanted}}};
        Map request{{"question", one.question}, {"failure_law", law.form(draw)}};
        if (!one.with.empty()) request["with"] = one.with;
        const std::string json = catalog::to_json(request);
        INFO(json);
        at.with = one.with;
        const auto answer = catalog::answer(one.question, at);
        CHECK(differences(answer, wanted) == "");
        CHECK(differences(catalog::ask(json), wanted) == "");
      }
      const auto chosen = catalog::law_of(at);
      Numbers ours, theirs;
      CHECK(chosen.residual_quantile(0.3) == made.residual_quantile(0.3));
      CHECK(chosen.sample(ours) == made.sample(theirs));
    }
  });
}

TEST_CASE("what a scaling law answers is the same by template, catalogue and text", "[catalog]") {
  Draw draw(8);
  const catalog::Kind& kind = *catalog::group("scaling_law").begin();
  for (int k = 0; k < 200; ++k) {
    const Map fields = draw.fields(kind.rows);
    workload::ScalingLaw<> law;
    set(law, fields);
    const double n = draw.log_uniform(1e6, 1e13), d = draw.log_uniform(1e8, 1e14), c = draw.log_uniform(1e18, 1e30),
                 loss = std::max(0., law.irreducible_loss + draw.uniform(-0.2, 1.5)),
                 served = draw.chance(0.1) ? 0 : draw.log_uniform(1e8, 1e16);
    struct Asked {
      std::string question;
      Map with;
      double wanted;
    };
    for (const Asked& one : {Asked{"loss", {{"parameters", n}, {"tokens", d}}, law.loss(n, d)},
                             {"optimal_parameters", {{"compute", c}}, law.optimal_parameters(c)},
                             {"optimal_tokens", {{"compute", c}}, law.optimal_tokens(c)},
                             {"optimal_loss", {{"compute", c}}, law.optimal_loss(c)},
                             {"compute_for_parameters", {{"parameters", n}}, law.compute_for_parameters(n)},
                             {"compute_for_loss", {{"loss", loss}}, law.compute_for_loss(loss)},
                             {"inference_optimal_parameters",
                              {{"loss", loss}, {"inference_tokens", served}},
                              law.inference_optimal_parameters(loss, served)},
                             {"inference_optimal_tokens",
                              {{"loss", loss}, {"inference_tokens", served}},
                              law.inference_optimal_tokens(loss, served)}}) {
      Wanted wanted{{{one.question, one.wanted}}};
      // a loss at the floor or below is no number, and says why
      if (std::isnan(one.wanted))
        wanted.texts = {{"status", "infeasible"},
                        {"note", "no compute reaches a loss of " + to_text(loss) + ": the law's irreducible loss is " +
                                     to_text(law.irreducible_loss)}};
      const std::string json = catalog::to_json(Map{{"question", one.question}, {"scaling_law", fields}, {"with", one.with}});
      INFO(json);
      catalog::Case at{.with = one.with};
      at.others["scaling_law"] = catalog::made(catalog::group("scaling_law").at("scaling_law"), fields);
      CHECK(differences(catalog::answer(one.question, at), wanted) == "");
      CHECK(differences(catalog::ask(json), wanted) == "");
    }
  }
}

TEST_CASE("what a distribution answers is the same by template, catalogue and text", "[catalog]") {
  for (const Uncertain& row : distribution_rows) {
    const std::map<std::string, std::shared_ptr<const catalog::Model>, std::less<>> others{
        {"distribution", catalog::made(catalog::group("distribution").at(row.kind), row.fields)}};
    const auto check = [&](const std::string& question, const Map& with, double wanted) {
      const Wanted one{{{question, wanted}}};
      Map form, request{{"question", question}};
      form[row.kind] = row.fields;
      request["distribution"] = form;
      if (!with.empty()) request["with"] = with;
      const std::string json = catalog::to_json(request);
      INFO(json);
      CHECK(differences(catalog::answer(question, {.with = with, .others = others}), one) == "");
      CHECK(differences(catalog::ask(json), one) == "");
    };
    check("distribution_mean", {}, row.made.mean());
    for (const double p : {0.01, 0.5, 0.9}) check("distribution_quantile", {{"probability", p}}, row.made.quantile(p));
  }
}

TEST_CASE("what the data-movement limit answers is the same by template, catalogue and text", "[catalog]") {
  Draw draw(9);
  for (int k = 0; k < 100; ++k) {
    const Map fields = draw.fields(catalog::group("data_movement").begin()->rows);
    parallelism::DataMovement<> limit;
    set(limit, fields);
    const double duration = draw.log_uniform(1e3, 1e9);
    const Map with{{"duration", duration}};
    for (const auto& [question, number] : {std::pair{"data_movement_parameters", limit.parameters(duration)},
                                           {"data_movement_compute", limit.compute(duration)},
                                           {"data_movement_gpus", limit.gpus(duration)}}) {
      const Wanted wanted{{{question, number}}};
      const std::string json = catalog::to_json(Map{{"question", question}, {"data_movement", fields}, {"with", with}});
      INFO(json);
      catalog::Case at{.with = with};
      at.others["data_movement"] = catalog::made(catalog::group("data_movement").at("data_movement"), fields);
      CHECK(differences(catalog::answer(question, at), wanted) == "");
      CHECK(differences(catalog::ask(json), wanted) == "");
    }
  }
}

TEST_CASE("what rounds and brackets answer is the same by template, catalogue and text", "[catalog]") {
  Draw draw(10);
  for (int k = 0; k < 100; ++k) {
    Map fields = draw.fields(catalog::group("round").begin()->rows);
    federated::Round round;
    set(round, fields);
    if (round.reports > round.asked) std::swap(round.reports, round.asked);
    fields["reports"] = round.reports, fields["asked"] = round.asked;
    const failures::Weibull<> law{draw.uniform(0.5, 3), draw.log_uniform(1, 1e4)};
    const Map of_law{{"shape", law.shape}, {"scale", law.scale}};
    catalog::Case at;
    at.others["round"] = catalog::made(catalog::group("round").at("round"), fields);
    at.others["failure_law"] = catalog::made(catalog::group("failure_law").at("weibull"), of_law);
    const double time = draw.log_uniform(1, 1e4);
    Map request{{"round", fields}, {"failure_law", Map{{"weibull", of_law}}}, {"question", "round"}};
    const Wanted wanted{{{"completion", round.completion(law)}, {"mean_time", round.mean_time(law)}}};
    INFO(catalog::to_json(request));
    CHECK(differences(catalog::answer("round", at), wanted) == "");
    CHECK(differences(catalog::ask(catalog::to_json(request)), wanted) == "");
    const Wanted by{{{"round_completed_by", round.completed_by(time, law)}}};
    at.with = Map{{"time", time}};
    request["with"] = at.with.arguments, request["question"] = "round_completed_by";
    CHECK(differences(catalog::answer("round_completed_by", at), by) == "");
    CHECK(differences(catalog::ask(catalog::to_json(request)), by) == "");
  }
  CHECK(catalog::ask(
            R"({"question": "round", "round": {"asked": 3, "reports": 4}, "failure_law": {"exponential": {"mean": 60}}})")
            .find("reports = 4 must be at most asked = 3") != std::string::npos);
  for (const char* form : {"journal", "first"}) {
    const auto rows = search::brackets(81, 3, from_word<search::BracketForm>("", "", form));
    const auto found = catalog::answer("hyperband_brackets", {.with = {{"budget", 81}, {"reduction", 3}, {"form", form}}});
    for (std::size_t k = 0; k < rows.size(); ++k) {
      CHECK(found["bracket"].lists[0][k] == rows[k].bracket);
      CHECK(found["rung"].lists[0][k] == rows[k].rung);
      CHECK(found["trials"].lists[0][k] == rows[k].trials);
      CHECK(found["budget"].lists[0][k] == rows[k].budget);
    }
    CHECK(found["trials"].lists[0].size() == rows.size());
  }
  CHECK(catalog::ask(R"({"question": "hyperband_brackets", "with": {"budget": 81, "reduction": 3, "form": "last"}})")
            .find("form = 'last' must be 'journal' or 'first'") != std::string::npos);
}

TEST_CASE("a grown run is the same by template, catalogue and text", "[catalog]") {
  Draw draw(6);
  for (int k = 0; k < 500; ++k) {
    const Situation at = situation(draw);
    const double gpus = draw.chance(0.1) ? at.run.gpus : draw.log_uniform(1, 1e8);
    const TrainingRun<> grown = gpus == at.run.gpus ? at.run : at.growth.at(at.run, gpus);
    Wanted wanted;
    for (const auto& field : fields_of<TrainingRun<>>) wanted.numbers.emplace_back(field.name, grown.*field.member);
    const std::string json = catalog::to_json(
        Map{{"question", "grown"}, {"run", at.run_fields}, {"growth", at.growth_form}, {"with", Map{{"gpus", gpus}}}});
    INFO(json);
    CHECK(differences(catalog::answer("grown", {.run = at.run, .growth = at.growth, .with = {{"gpus", gpus}}}), wanted) == "");
    CHECK(differences(catalog::ask(json), wanted) == "");
  }
}

}  // namespace scaling_limits::testing
