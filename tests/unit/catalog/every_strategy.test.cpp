// SPDX-License-Identifier: Apache-2.0
// What strategies and factors answer, by template, catalogue and text.
#include <catch2/catch_test_macros.hpp>

#include "every_kind.hpp"
#include "scaling_limits/catalog/text.hpp"
#include "scaling_limits/strategies/requirements.hpp"

namespace scaling_limits::testing {

using namespace every_kind;

TEST_CASE("several factors are the same by template, catalogue and text", "[catalog]") {
  Draw draw(2);
  for (int k = 0; k < 300; ++k) {
    const Situation at = situation(draw);
    const auto& step_row = std::get<0>(factor_rows);
    const auto& cap_row = std::get<4>(factor_rows);
    const auto& batch_row = std::get<1>(factor_rows);
    const Part step = part(draw, "factor", step_row);
    const Part batch = part(draw, "factor", batch_row);
    const Part cap = part(draw, "factor", cap_row);
    const double goodput = draw.uniform(0.1, 0.99);
    const auto limit = limits::max_gpus(at.run, limits::efficiency_at_least{goodput}, at.growth, strategies::Blocking<>{},
                                        step_row.make(step.fields), batch_row.make(batch.fields), cap_row.make(cap.fields));
    catalog::Case asked{
        .run = at.run, .growth = at.growth, .criterion = catalog::criterion("efficiency_at_least", {{"efficiency", goodput}})};
    for (const Part* p : {&step, &batch, &cap}) asked.factors += catalog::factor(p->kind->name, p->fields);
    const auto answer = catalog::answer("limit", asked);
    const Wanted wanted = wanted_of(limit, answer.terms);
    const Map request{{"question", "limit"},
                      {"run", at.run_fields},
                      {"criterion", Map{{"efficiency_at_least", goodput}}},
                      {"growth", at.growth_form},
                      {"factor", List{step.form(draw), batch.form(draw), cap.form(draw)}}};
    const std::string json = catalog::to_json(request);
    INFO(json);
    CHECK(differences(answer, wanted) == "");
    CHECK(differences(catalog::ask(json), wanted) == "");
  }
}

TEST_CASE("what a strategy answers is the same by template, catalogue and text", "[catalog]") {
  Draw draw(3);
  for_each(strategy_rows, [&](auto, const auto& row) {
    CAPTURE(std::string(row.kind));
    std::set<std::string> lost, shares;
    for (int k = 0; k < 100; ++k) {
      const Situation at = situation(draw);
      const Part strategy = part(draw, "strategy", row);
      const auto made = row.make(strategy.fields);
      const std::string note(made.note(at.run));
      std::map<std::string, Wanted> wanted;
      const auto scalar = [&](const std::string& question, double x) {
        const bool none = x != x;
        wanted[question] = {{{question, x}}, {{"status", none ? "infeasible" : "ok"}, {"note", none ? note : ""}}, {}, none};
      };
      scalar("interval", made.interval(at.run));
      scalar("goodput", strategies::goodput(at.run, made));
      scalar("overhead", strategies::overhead(at.run, made));
      scalar("useful_throughput", strategies::useful_throughput(at.run, made));
      const bool none = wanted["goodput"].infeasible;
      CHECK(wanted["interval"].infeasible == none);
      const auto of_terms = [&](const std::string& question, const Terms<double>& terms, std::set<std::string>& named) {
        wanted[question] = {{}, {{"status", none ? "infeasible" : "ok"}, {"note", none ? note : ""}}, {}, none};
        if (!none)
          for (const auto& term : terms) named.emplace(term.name);
      };
      const auto losses = made.losses(at.run), breakdown = made.breakdown(at.run);
      of_terms("losses", losses, lost);
      of_terms("breakdown", breakdown, shares);
      const auto needs = strategies::requirements(made, at.run);
      wanted["requirements"] = {{{"memory", none ? NaN : needs.memory},
                                 {"bandwidth", none ? NaN : needs.bandwidth},
                                 {"spares", none ? NaN : needs.spares}},
                                {{"status", none ? "infeasible" : "ok"}, {"note", none ? note : ""}},
                                {},
                                none};
      const catalog::Case asked{.run = at.run, .strategy = catalog::strategy(strategy.kind->name, strategy.fields)};
      for (auto& [question, should] : wanted) {
        const auto answer = catalog::answer(question, asked);
        if (question == "losses") add_terms(should, "", losses, answer.terms);
        if (question == "breakdown") add_terms(should, "", breakdown, answer.terms);
        const std::string json =
            catalog::to_json(Map{{"question", question}, {"run", at.run_fields}, {"strategy", strategy.form(draw)}});
        INFO(json);
        CHECK(differences(answer, should) == "");
        CHECK(differences(catalog::ask(json), should) == "");
      }
    }
    // the columns without asking are what answers name, all of them
    const catalog::Case asked{.run = {.gpus = 1, .gpu_mttf = 1, .checkpoint_bytes = 1, .write_bandwidth = 1},
                              .strategy = catalog::strategy(row.kind, part(draw, "strategy", row).fields)};
    for (const auto& [question, named] : {std::pair("losses", lost), std::pair("breakdown", shares)}) {
      std::vector<std::string> declared;
      const auto columns = catalog::columns_of(catalog::question(question), asked, &declared);
      CHECK(std::set<std::string>(declared.begin(), declared.end()) == named);
      CHECK(columns.size() == declared.size() + 2);
    }
    const auto& kind = catalog::group("strategy").at(row.kind);
    CHECK(std::set<std::string>(kind.terms.begin(), kind.terms.end()) == lost);
  });
}

TEST_CASE("one learner asks of the machine what the strategy asks that protects it", "[catalog]") {
  Draw draw(5);
  for (const std::string& name : kinds_of("strategy"))
    for (int k = 0; k < 20; ++k) {
      TrainingRun<> run = situation(draw).run;
      run.gpus = std::max(run.gpus, 1.0);
      const Map fields = draw.given(catalog::group("strategy").at(name));
      const catalog::Case alone{.run = run, .strategy = catalog::strategy(name, fields)},
          learner{.run = run, .strategy = catalog::strategy("independent", {{"learners", 1}, {"inner", Map{{name, fields}}}})};
      const auto asked = catalog::answer("requirements", alone), of_learner = catalog::answer("requirements", learner);
      INFO(catalog::to_json(Map{{name, fields}}));
      for (const std::string need : {"memory", "bandwidth", "spares"})
        CHECK(relative_distance(of_learner.number(need), asked.number(need)) <= same);
    }
}

TEST_CASE("the efficiency of a factor is the same by template, catalogue and text", "[catalog]") {
  Draw draw(4);
  for_each(factor_rows, [&](auto, const auto& row) {
    for (int k = 0; k < 200; ++k) {
      const Part factor = part(draw, "factor", row);
      const auto made = row.make(factor.fields);
      const double gpus = draw.log_uniform(1, 1e8);
      const auto losses = made.losses(gpus);
      Wanted wanted{{{"efficiency", std::exp(-losses.sum())}}};
      CHECK(relative_distance(limits::efficiency(made, gpus), wanted.numbers[0].second) <= same);
      std::vector<std::string> names;
      for (const auto& term : losses) names.emplace_back(term.name);
      add_terms(wanted, "losses.", losses, names);
      const std::string json =
          catalog::to_json(Map{{"question", "efficiency"}, {"factor", factor.form(draw)}, {"with", Map{{"gpus", gpus}}}});
      INFO(json);
      const auto answer = catalog::answer(
          "efficiency", {.factors = catalog::factor(factor.kind->name, factor.fields), .with = {{"gpus", gpus}}});
      CHECK(answer.terms == names);
      CHECK(differences(answer, wanted) == "");
      CHECK(differences(catalog::ask(json), wanted) == "");
    }
  });
}

}  // namespace scaling_limits::testing
