// SPDX-License-Identifier: Apache-2.0
#include "every_limit.hpp"

#include <catch2/catch_test_macros.hpp>
#include <functional>

#include "scaling_limits/catalog/detail/solver.hpp"
#include "scaling_limits/catalog/factor_of.hpp"

namespace scaling_limits::testing {

using namespace every_kind;

TEST_CASE("a limit is the same by template, catalogue and text: every strategy x criterion x factor", "[catalog][draws]") {
  Draw draw(1);
  std::vector<Ask> asks;
  constexpr std::size_t pair_count = criterion_count * (factor_count + 1);
  using ByCriterion = limits::Limit<> (*)(const Situation&, const Map&, const catalog::AnyStrategy&, const catalog::Factors&);
  std::vector<ByCriterion> of_any;
  std::vector<catalog::Factors (*)(const Map&)> any_factor;
  std::vector<std::function<Part()>> strategies, criteria, factors;
  const auto add = [&](const std::vector<Ask>& of_row) { asks.insert(asks.end(), of_row.begin(), of_row.end()); };
  std::vector<bool> leveled;
  for_each(strategy_rows, [&](auto i, const auto& row) {
    if constexpr (i < named_rows) add(asks_of<i>());
    leveled.push_back(scaling_limits::strategies::LeveledStrategy<typename std::remove_cvref_t<decltype(row)>::type>);
    strategies.emplace_back([&] { return part(draw, "strategy", row); });
  });
  for (const auto& of_row : asks_of_others()) add(of_row);
  for_each(criterion_rows, [&](auto c, const auto& row) {
    of_any.push_back(
        [](const Situation& at, const Map& fields, const catalog::AnyStrategy& strategy, const catalog::Factors& others) {
          return by_template(at.run, std::get<decltype(c)::value>(criterion_rows).make(fields), at.growth, strategy, others);
        });
    criteria.emplace_back([&] { return part(draw, "criterion", row); });
  });
  for_each(factor_rows, [&](auto j, const auto& row) {
    any_factor.push_back(
        [](const Map& fields) { return catalog::Factors(std::get<decltype(j)::value>(factor_rows).make(fields)); });
    factors.emplace_back([&] { return part(draw, "factor", row); });
  });

  // strategies of several levels take their time
  const std::size_t several = draws("draws of a combination");
  const auto cases = [&](std::size_t i) -> std::size_t { return leveled[i] ? 1 : several; };
  std::size_t ok = 0, all = 0;
  std::set<std::string> declared, named;  // "criterion: term"
  for (std::size_t at = 0, k = 0; at < asks.size(); k + 1 < cases(at / pair_count) ? ++k : (k = 0, ++at)) {
    const std::size_t j = at % (factor_count + 1), c = at / (factor_count + 1) % criterion_count, i = at / pair_count;
    const Situation there = situation(draw);
    const Part strategy = strategies[i](), criterion = criteria[c]();
    Map request{{"question", "limit"},
                {"run", there.run_fields},
                {"strategy", strategy.form(draw)},
                {"criterion", criterion.form(draw)},
                {"growth", there.growth_form}};
    catalog::Case asked{.run = there.run,
                        .growth = there.growth,
                        .strategy = catalog::strategy(strategy.kind->name, strategy.fields),
                        .criterion = catalog::criterion(criterion.kind->name, criterion.fields)};
    Map factor_fields;
    std::string_view kind, own_name;  // of the factor
    if (j > 0) {
      const Part factor = factors[j - 1]();
      factor_fields = factor.fields, kind = factor.kind->name;
      if (const Value* name = factor_fields.find("name")) own_name = *name->text();
      request["factor"] = draw.chance(0.5) ? factor.form(draw) : Value(List{factor.form(draw)});
      asked.factors = catalog::factor(factor.kind->name, factor.fields);
    }
    const std::string json = catalog::to_json(request);
    INFO(json);
    const auto limit = asks[at] ? asks[at](there, strategy.fields, criterion.fields, factor_fields)
                                : of_any[c](there, criterion.fields, asked.strategy,
                                            j > 0 ? any_factor[j - 1](factor_fields) : catalog::Factors());
    const auto answer = catalog::answer("limit", asked);
    const Wanted wanted = wanted_of(limit, answer.terms);
    CHECK(differences(answer, wanted) == "");
    CHECK(differences(catalog::ask(json), wanted) == "");
    // what it names was declared before anything was asked
    std::vector<std::string> terms;
    catalog::columns_of(catalog::question("limit"), asked, &terms);
    CHECK(terms == answer.terms);
    // a name that was drawn may never bind, the kind of its factor does
    const auto of_kind = [&](std::string_view term) {
      return std::string(criterion.kind->name) + ": " + std::string(term == own_name ? kind : term);
    };
    for (const auto& term : terms) declared.insert(of_kind(term));
    for (const auto& term : limit.shares) {
      if (std::find(terms.begin(), terms.end(), term.name) == terms.end()) FAIL_CHECK("not declared: " << term.name);
      named.insert(of_kind(term.name));
    }
    ++all, ok += limit.status == limits::Status::ok;
  }
  CHECK(all > 350 * several);
  CHECK(ok > all / 4);                               // most draws have a limit to compare
  if (share_drawn() >= 1) CHECK(declared == named);  // fewer draws do not meet every term
}

}  // namespace scaling_limits::testing
