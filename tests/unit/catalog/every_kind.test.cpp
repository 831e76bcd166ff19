// SPDX-License-Identifier: Apache-2.0
// Whatever can be chosen by name answers what its template type does: through the catalogue, and through text in and out. Each
// kind has its row in one of the tables below, which says how that type is made, without the catalogue; one that has none fails.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <functional>
#include <set>
#include <tuple>

#include "library.hpp"
#include "scaling_limits/catalog/criterion_of.hpp"
#include "scaling_limits/catalog/factor_of.hpp"
#include "scaling_limits/catalog/law_of.hpp"
#include "scaling_limits/catalog/strategy_of.hpp"
#include "scaling_limits/catalog/text.hpp"
#include "scaling_limits/scaling_limits.hpp"
#include "scaling_limits/uncertainty/any_distribution.hpp"
#include "scaling_limits/uncertainty/beta.hpp"
#include "scaling_limits/uncertainty/empirical.hpp"
#include "scaling_limits/uncertainty/lognormal.hpp"
#include "scaling_limits/uncertainty/metalog.hpp"
#include "scaling_limits/uncertainty/normal.hpp"
#include "scaling_limits/workload/scaling_law.hpp"
#include "support/agrees.hpp"
#include "support/counts.hpp"
#include "support/draw.hpp"

namespace scaling_limits::testing {

namespace {

using catalog::List;
using catalog::Map;
using catalog::Row;
using catalog::Value;

constexpr double same = 1e-14;  // the same formulas, in translation units of their own

// ---- the rows

template <class P>
void set(P& to, const Map& fields) {
  for (const auto& field : fields_of<P>)
    if (const Value* value = fields.find(field.name)) to.*field.member = value->truth() ? *value->truth() : *value->number();
}
/// A factor has a name of its own beside its numbers.
template <class P>
P plain(const Map& fields, P made = {}) {
  if constexpr (catalog::Tabled<P>) set(made, fields);
  if constexpr (requires { made.name = Name("x"); })
    if (const Value* name = fields.find("name")) made.name = Name(std::string_view(*name->text()));
  return made;
}
Map nothing(Draw&) { return {}; }

/// How the type of a kind is made from the fields of a request, and what those fields are beside its numbers.
template <class T>
struct Made {
  using type = T;
  std::string_view kind;
  T (*make)(const Map& fields) = [](const Map& fields) { return plain<T>(fields); };
  Map (*beside)(Draw& draw) = nothing;
  void (*mend)(Map& fields) = [](Map&) {};
};

template <class T>
T plain_of(const Map& fields) {
  return plain<T>(fields);
}

Map levels(Draw& draw) {
  const std::size_t n = 2 + draw.below(2);
  double latency = 0.1, bandwidth = 1e14;
  const auto slower = [&](std::size_t i) -> Value {
    if (i + 1 == n && draw.chance(0.2)) return "own";
    latency *= draw.uniform(1, 5), bandwidth *= draw.uniform(0.05, 0.5);
    Map tier{{"write_bandwidth", bandwidth}, {"read_bandwidth", bandwidth * draw.uniform(0.5, 2)}};
    if (draw.chance(0.5)) tier["latency"] = latency;
    if (i == 0 && draw.chance(0.3)) tier["per_gpu"] = true, tier["write_bandwidth"] = draw.log_uniform(1e9, 1e11);
    return tier;
  };
  Map fields{{"levels", draw.levels(n, slower)}};
  if (draw.chance(0.3)) fields["pattern"] = n == 2 ? List{1, 1, 2} : List{1, 2, 1, 3};
  return fields;
}
void only_upper_of_two(Map& fields) {
  if (fields.find("background") && fields.find("levels")->list()->size() != 2) fields["background"] = false;
}
void set_pattern(auto& strategy, const Map& fields) {
  if (const Value* pattern = fields.find("pattern"))
    for (const Value& level : *pattern->list()) strategy.own_pattern.push_back(static_cast<int>(*level.number()));
}
strategies::Multilevel multilevel(const Map& fields) {
  strategies::Multilevel made;
  for (const Value& one : *fields.find("levels")->list()) {
    const Value &given = *one.map()->find("tier"), &share = *one.map()->find("share");
    if (given.text()) {
      made.tiers.push_back(strategies::own_level(*share.number()));
      continue;
    }
    storage::Tier<> tier;
    set(tier, *given.map());
    made.tiers.push_back({tier, *share.number()});
  }
  set_pattern(made, fields);
  set(made, fields);
  return made;
}
Map copies(Draw& draw) {
  Map fields;
  if (draw.chance(0.7)) fields["placement"] = draw.one_of<std::string>({"group", "ring", "mixed"});
  if (draw.chance(0.3)) fields["pattern"] = List{1, 2, 1, 1, 2};
  return fields;
}
Map pairs(Draw& draw) { return draw.chance(0.3) ? Map{{"pattern", List{1, 1, 2}}} : Map{}; }
strategies::InMemory<> in_memory(const Map& fields, const strategies::InMemory<>& start) {
  auto made = plain(fields, start);
  const Value* word = fields.find("placement");
  if (word) made.placement = from_word<storage::Placement>("in_memory", "placement", *word->text());
  set_pattern(made, fields);
  return made;
}
void whole_copies(Map& fields) {
  if (fields.find("copies")) fields["copies"] = std::floor(*fields.find("copies")->number());
}
Map points(Draw& draw) { return {{"points", draw.points(2 + draw.below(5))}}; }
limits::Tabulated tabulated(const Map& fields) {
  auto made = plain<limits::Tabulated>(fields);
  for (const Value& one : *fields.find("points")->list())
    made.points.push_back({*(*one.list())[0].number(), *(*one.list())[1].number()});
  return made;
}
Map lives(Draw& draw) {
  List list;
  for (std::size_t n = 1 + draw.below(20); n > 0; --n) list.push_back(draw.log_uniform(1e3, 1e8));
  return {{"lives", list}};
}
failures::Empirical empirical(const Map& fields) {
  std::vector<double> observed;
  for (const Value& life : *fields.find("lives")->list()) observed.push_back(*life.number());
  return failures::Empirical(observed);
}

const std::tuple strategy_rows{
    Made<strategies::Blocking<>>{"blocking"},
    Made<strategies::Asynchronous<>>{"asynchronous"},
    Made<strategies::Multilevel>{"multilevel", multilevel, levels, only_upper_of_two},
    Made<strategies::InMemory<>>{"in_memory", [](const Map& fields) { return in_memory(fields, {}); }, copies, whole_copies},
    Made<strategies::InMemory<>>{"buddy", [](const Map& fields) { return in_memory(fields, strategies::buddy()); }, pairs,
                                 whole_copies},
    Made<strategies::JustInTime<>>{"just_in_time"},
    Made<strategies::Verified<>>{"verified"},
    Made<strategies::Replicated<>>{"replicated"},
    Made<strategies::Elastic<>>{"elastic"},
    Made<strategies::Spared<>>{"spared"},
    Made<strategies::Independent<>>{"independent", plain_of<strategies::Independent<>>, nothing, quorum_of_learners},
};
const std::tuple criterion_rows{
    Made<limits::write_time_equals_mtbf>{"write_time_equals_mtbf"},
    Made<limits::goodput_at_least>{"goodput_at_least"},
    Made<limits::efficiency_at_least>{"efficiency_at_least"},
    Made<limits::elasticity_at_least>{"elasticity_at_least"},
    Made<limits::peak_throughput>{"peak_throughput"},
    Made<limits::added_gpu_worth_at_least>{"added_gpu_worth_at_least"},
    Made<limits::Cheapest>{"cheapest_gpus"},
};
const std::tuple factor_rows{
    Made<limits::StrongScaling<>>{"strong_scaling"},
    Made<limits::CriticalBatch<>>{"critical_batch"},
    Made<limits::FixedBatch<>>{"fixed_batch"},
    Made<limits::PowerLaw<>>{"power_law"},
    Made<limits::HardCap<>>{"hard_cap"},
    Made<limits::OverlappedScaling<>>{"overlapped_scaling"},
    Made<limits::ReplicaCost<>>{"replica_cost"},
    Made<limits::ReplicaGrowth<>>{"replica_growth"},
    Made<limits::Trials<>>{"trials", plain_of<limits::Trials<>>, nothing, enough_trials},
    Made<limits::Tabulated>{"tabulated", tabulated, points},
};
const std::tuple law_rows{
    Made<failures::Exponential<>>{"exponential"},
    Made<failures::Weibull<>>{"weibull"},
    Made<failures::Lognormal<>>{"lognormal"},
    Made<failures::Lomax<>>{"lomax"},
    Made<failures::Gamma<>>{"gamma"},
    Made<failures::TwoPiece<>>{"two_piece"},
    Made<failures::Empirical>{"empirical", empirical, lives},
};
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
struct Growth {
  std::string_view kind;
  growth::PowerLaw (*start)();
};
const std::vector<Growth> growth_rows{{"fixed", growth::fixed},
                                      {"chinchilla", growth::chinchilla},
                                      {"proportional", growth::proportional},
                                      {"power_law", growth::fixed}};

template <class Rows, class F>
void for_each(const Rows& rows, const F& f) {
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (..., f(std::integral_constant<std::size_t, i>(), std::get<i>(rows)));
  }(std::make_index_sequence<std::tuple_size_v<Rows>>());
}

// ---- one random case, as a request and as the types themselves

struct Part {
  const catalog::Kind* kind;
  Map fields;
  /// One of the forms that a request may take.
  Value form(Draw& draw) const {
    if (fields.empty() && draw.chance(0.5)) return Value(kind->name);
    if (draw.chance(0.3)) return Map{{kind->name, fields}};
    Map form{{fields.find("name") || draw.chance(0.3) ? "kind" : "name", kind->name}};
    for (const auto& [name, value] : fields) form[name] = value;
    return form;
  }
};
template <class T>
Part part(Draw& draw, std::string_view group, const Made<T>& row) {
  const catalog::Kind& kind = catalog::group(group).at(row.kind);
  Map fields = draw.fields(kind.rows);
  for (const auto& [name, value] : row.beside(draw)) fields[name] = value;
  if (group == "factor" && draw.chance(0.3))
    fields["name"] = draw.one_of<std::string>({"network", "bubble", "power of the site"});
  row.mend(fields);
  return {&kind, fields};
}

struct Situation {
  Map run_fields;
  TrainingRun<> run;
  Value growth_form = "fixed";
  growth::PowerLaw growth;
};
Situation situation(Draw& draw) {
  Situation s;
  s.run_fields = draw.fields(catalog::group("run").begin()->rows);
  set(s.run, s.run_fields);
  const Growth& row = draw.one_of(growth_rows);
  s.growth = row.start();
  Map form{{"name", row.kind}};
  for (std::size_t i = 1; i < s.growth.exponents.size(); ++i)
    if (row.kind == "power_law" && draw.chance(0.3)) {
      const double exponent = std::round(draw.uniform(-1, 1) * 4) / 4;
      s.growth.exponents[i] = exponent, form[fields_of<TrainingRun<>>[i].name] = exponent;
    }
  s.growth_form = draw.chance(0.3) && row.kind != "power_law" ? Value(row.kind) : Value(form);
  return s;
}

/// A number, a text or a list of an answer that was read back.
double number_of(const Value& value) {
  if (value.is_null()) return NaN;
  if (const std::string* text = value.text()) return *text == "unlimited" ? inf : *text == "-unlimited" ? -inf : throw *text;
  return *value.number();
}

/// All that can be wrong with an answer, as one text; empty where nothing is. Fast, where Catch would spell out every number.
class Differences {
 public:
  void numbers(std::string_view what, double actual, double wanted) {
    if (!(relative_distance(actual, wanted) <= same)) note(what, to_text(actual), to_text(wanted));
  }
  void texts(std::string_view what, std::string_view actual, std::string_view wanted) {
    if (actual != wanted) note(what, std::string(actual), std::string(wanted));
  }
  std::string text;

 private:
  void note(std::string_view what, const std::string& actual, const std::string& wanted) {
    text.append(what).append(": ").append(actual).append(" for ").append(wanted).append("\n");
  }
};

/// What a question should answer, column by column.
struct Wanted {
  std::vector<std::pair<std::string, double>> numbers{};
  std::vector<std::pair<std::string, std::string>> texts{};
  std::vector<std::pair<std::string, std::vector<double>>> lists{};
  bool infeasible = false;  // columns by cause are null then
};
void add_terms(Wanted& to, const std::string& prefix, const Terms<double>& terms, const std::vector<std::string>& causes) {
  for (const std::string& cause : causes) to.numbers.emplace_back(prefix + cause, to.infeasible ? NaN : terms.of(cause));
}

std::string differences(const catalog::Answer& answer, const Wanted& wanted) {
  Differences found;
  for (const auto& [name, x] : wanted.numbers) found.numbers(name, answer.number(name), x);
  for (const auto& [name, text] : wanted.texts) found.texts(name, answer.text(name), text);
  for (const auto& [name, list] : wanted.lists) {
    const auto& actual = answer[name].lists[0];
    found.numbers(name + " size", static_cast<double>(actual.size()), static_cast<double>(list.size()));
    for (std::size_t i = 0; i < std::min(actual.size(), list.size()); ++i) found.numbers(name, actual[i], list[i]);
  }
  return found.text;
}
std::string differences(const std::string& json, const Wanted& wanted) {
  const Value reply = catalog::from_json(json);
  const Value* columns = reply.map()->find("columns");
  if (!columns) return json;
  Differences found;
  const auto cell = [&](const std::string& name) -> const Value& {
    static const Value none("no such column");
    const Value* value = columns->map()->find(name);
    return value ? *value : none;
  };
  for (const auto& [name, x] : wanted.numbers) found.numbers(name, number_of(cell(name)), x);
  for (const auto& [name, text] : wanted.texts) found.texts(name, cell(name).text() ? *cell(name).text() : "", text);
  for (const auto& [name, list] : wanted.lists) {
    const List& actual = *cell(name).list();
    found.numbers(name + " size", static_cast<double>(actual.size()), static_cast<double>(list.size()));
    for (std::size_t i = 0; i < std::min(actual.size(), list.size()); ++i) found.numbers(name, number_of(actual[i]), list[i]);
  }
  return found.text;
}

Wanted wanted_of(const limits::Limit<>& limit, const std::vector<std::string>& causes) {
  Wanted wanted{{{"value", limit.value}, {"goodput", limit.goodput}, {"efficiency", limit.efficiency}},
                {{"status", std::string(to_word(limit.status))}, {"binding", std::string(limit.binding)}, {"note", limit.note}},
                {{"roots", {limit.roots.begin(), limit.roots.end()}}},
                limit.status != limits::Status::ok};
  wanted.numbers.emplace_back("useful_gpus", wanted.infeasible ? NaN : limit.useful_gpus());
  add_terms(wanted, "shares.", limit.shares, causes);
  return wanted;
}

template <class C, class St, class... F>
limits::Limit<> by_template(const TrainingRun<>& run, const C& criterion, const growth::PowerLaw& law, const St& strategy,
                            const F&... factor) {
  if constexpr (std::same_as<C, limits::Cheapest>) return limits::cheapest_gpus(run, criterion, law, strategy, factor...);
  else return limits::max_gpus(run, criterion, law, strategy, factor...);
}

/// A limit of row i of the strategies, row c of the criteria and row j - 1 of the factors, 0 for none of them. All pairs of types
/// are as they are. The other triples go by way of AnyStrategy and Factors, made from the types: 490 would take minutes to compile.
using Ask = limits::Limit<> (*)(const Situation& at, const catalog::AnyStrategy& any, const Map& strategy, const Map& criterion,
                                const Map& factor);
constexpr std::size_t strategy_count = std::tuple_size_v<decltype(strategy_rows)>,
                      criterion_count = std::tuple_size_v<decltype(criterion_rows)>,
                      factor_count = std::tuple_size_v<decltype(factor_rows)>;
template <std::size_t i, std::size_t c, std::size_t j>
limits::Limit<> ask_as_it_is(const Situation& at, const catalog::AnyStrategy&, const Map& strategy, const Map& criterion,
                             const Map& factor) {
  const auto under = std::get<c>(criterion_rows).make(criterion);
  const auto made = std::get<i>(strategy_rows).make(strategy);
  if constexpr (j == 0) return by_template(at.run, under, at.growth, made);
  else return by_template(at.run, under, at.growth, made, std::get<j - 1>(factor_rows).make(factor));
}
template <std::size_t c, std::size_t j>
limits::Limit<> ask_of_any(const Situation& at, const catalog::AnyStrategy& any, const Map&, const Map& criterion,
                           const Map& factor) {
  const auto under = std::get<c>(criterion_rows).make(criterion);
  if constexpr (j == 0) return by_template(at.run, under, at.growth, any);
  else return by_template(at.run, under, at.growth, any, catalog::Factors(std::get<j - 1>(factor_rows).make(factor)));
}
template <std::size_t... k>
std::vector<Ask> all_asks(std::index_sequence<k...>) {
  constexpr auto one = []<std::size_t at>(std::integral_constant<std::size_t, at>) -> Ask {
    constexpr std::size_t j = at % (factor_count + 1), c = at / (factor_count + 1) % criterion_count,
                          i = at / (factor_count + 1) / criterion_count;
    if constexpr (j == 0 || (i + j) % criterion_count == c) return ask_as_it_is<i, c, j>;
    else return ask_of_any<c, j>;
  };
  return {one(std::integral_constant<std::size_t, k>())...};
}

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

TEST_CASE("a limit is the same by template, catalogue and text: every strategy x criterion x factor", "[catalog][draws]") {
  Draw draw(1);
  const auto asks = all_asks(std::make_index_sequence<strategy_count * criterion_count*(factor_count + 1)>());
  std::vector<catalog::AnyStrategy (*)(const Map&)> any;
  std::vector<std::function<Part()>> strategies, criteria, factors;
  for_each(strategy_rows, [&](auto i, const auto& row) {
    any.push_back(
        [](const Map& fields) { return catalog::AnyStrategy(std::get<decltype(i)::value>(strategy_rows).make(fields)); });
    strategies.emplace_back([&] { return part(draw, "strategy", row); });
  });
  for_each(criterion_rows, [&](auto, const auto& row) { criteria.emplace_back([&] { return part(draw, "criterion", row); }); });
  for_each(factor_rows, [&](auto, const auto& row) { factors.emplace_back([&] { return part(draw, "factor", row); }); });

  // strategies of several levels take their time
  const std::size_t several = draws("draws of a combination");
  const auto cases = [&](std::size_t i) -> std::size_t { return i >= 2 && i <= 4 ? 1 : several; };
  std::size_t ok = 0, all = 0;
  std::map<std::string, std::set<std::string>> declared, named;  // by criterion
  for (std::size_t at = 0, k = 0; at < asks.size();
       k + 1 < cases(at / (factor_count + 1) / criterion_count) ? ++k : (k = 0, ++at)) {
    const std::size_t j = at % (factor_count + 1), c = at / (factor_count + 1) % criterion_count,
                      i = at / (factor_count + 1) / criterion_count;
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
    if (j > 0) {
      const Part factor = factors[j - 1]();
      factor_fields = factor.fields;
      request["factor"] = draw.chance(0.5) ? factor.form(draw) : Value(List{factor.form(draw)});
      asked.factors = catalog::factor(factor.kind->name, factor.fields);
    }
    const std::string json = catalog::to_json(request);
    INFO(json);
    const auto limit = asks[at](there, any[i](strategy.fields), strategy.fields, criterion.fields, factor_fields);
    const auto answer = catalog::answer("limit", asked);
    const Wanted wanted = wanted_of(limit, answer.causes);
    CHECK(differences(answer, wanted) == "");
    CHECK(differences(catalog::ask(json), wanted) == "");
    // what it names was declared before anything was asked
    std::vector<std::string> causes;
    catalog::columns_of(catalog::question("limit"), asked, &causes);
    CHECK(causes == answer.causes);
    declared[criterion.kind->name].insert(causes.begin(), causes.end());
    for (const auto& term : limit.shares) {
      if (std::find(causes.begin(), causes.end(), term.cause) == causes.end()) FAIL_CHECK("not declared: " << term.cause);
      named[criterion.kind->name].emplace(term.cause);
    }
    ++all, ok += limit.status == limits::Status::ok;
  }
  CHECK(all > 350 * several);
  CHECK(ok > all / 4);                               // most draws have a limit to compare
  if (share_drawn() >= 1) CHECK(declared == named);  // fewer draws do not meet every cause
}

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
    const Wanted wanted = wanted_of(limit, answer.causes);
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
    std::set<std::string> causes, shares;
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
          for (const auto& term : terms) named.emplace(term.cause);
      };
      const auto losses = made.losses(at.run), breakdown = made.breakdown(at.run);
      of_terms("losses", losses, causes);
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
        if (question == "losses") add_terms(should, "", losses, answer.causes);
        if (question == "breakdown") add_terms(should, "", breakdown, answer.causes);
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
    for (const auto& [question, named] : {std::pair("losses", causes), std::pair("breakdown", shares)}) {
      std::vector<std::string> declared;
      const auto columns = catalog::columns_of(catalog::question(question), asked, &declared);
      CHECK(std::set<std::string>(declared.begin(), declared.end()) == named);
      CHECK(columns.size() == declared.size() + 2);
    }
    const auto& kind = catalog::group("strategy").at(row.kind);
    CHECK(std::set<std::string>(kind.causes.begin(), kind.causes.end()) == causes);
  });
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
      std::vector<std::string> causes;
      for (const auto& term : losses) causes.emplace_back(term.cause);
      add_terms(wanted, "losses.", losses, causes);
      const std::string json =
          catalog::to_json(Map{{"question", "efficiency"}, {"factor", factor.form(draw)}, {"with", Map{{"gpus", gpus}}}});
      INFO(json);
      const auto answer = catalog::answer(
          "efficiency", {.factors = catalog::factor(factor.kind->name, factor.fields), .with = {{"gpus", gpus}}});
      CHECK(answer.causes == causes);
      CHECK(differences(answer, wanted) == "");
      CHECK(differences(catalog::ask(json), wanted) == "");
    }
  });
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
    request["with"] = at.with, request["question"] = "round_completed_by";
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
