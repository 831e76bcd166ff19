// SPDX-License-Identifier: Apache-2.0
// Whatever can be chosen by name, as its template type and as a request. Each kind has its row in one of the tables here, in
// every_kind.test.cpp or in support/, which says how that type is made, without the catalogue; one that has none fails there.
#pragma once
#include <algorithm>
#include <set>
#include <tuple>

#include "library.hpp"
#include "scaling_limits/catalog/answer.hpp"
#include "scaling_limits/limits/cheapest_gpus.hpp"
#include "scaling_limits/limits/critical_batch.hpp"
#include "scaling_limits/limits/hard_cap.hpp"
#include "scaling_limits/limits/max_gpus.hpp"
#include "scaling_limits/limits/overlapped_scaling.hpp"
#include "scaling_limits/limits/power_law_factor.hpp"
#include "scaling_limits/limits/replica_cost.hpp"
#include "scaling_limits/limits/slow_parts.hpp"
#include "scaling_limits/limits/strong_scaling.hpp"
#include "scaling_limits/limits/tabulated.hpp"
#include "scaling_limits/limits/trials.hpp"
#include "scaling_limits/run/growth.hpp"
#include "support/agrees.hpp"
#include "support/counts.hpp"
#include "support/draw.hpp"
#include "support/strategies.hpp"

namespace scaling_limits::testing::every_kind {

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
inline std::vector<strategies::Level> levels_of(const List& given) {
  std::vector<strategies::Level> levels;
  for (const Value& one : given) {
    const Value &tier = *one.map()->find("tier"), &share = *one.map()->find("share");
    levels.push_back(strategies::own_level(*share.number()));
    if (tier.text()) continue;
    levels.back().own = false;
    set(levels.back().tier, *tier.map());
  }
  return levels;
}
/// From the fields of a request: numbers, and whatever else a type has.
template <class P>
P plain(const Map& fields, P made = {}) {
  if constexpr (catalog::Tabled<P>) set(made, fields);
  if constexpr (requires { made.name = Name("x"); })
    if (const Value* name = fields.find("name")) made.name = Name(std::string_view(*name->text()));
  if constexpr (requires { made.placement; })
    if (const Value* word = fields.find("placement"))
      made.placement = from_word<storage::Placement>("plain", "placement", *word->text());
  if constexpr (requires { made.law; })
    if (const Value* word = fields.find("law"))
      made.law = from_word<std::remove_cvref_t<decltype(made.law)>>("plain", "law", *word->text());
  if constexpr (requires { made.bursts; })
    if (const Value* word = fields.find("bursts"))
      made.bursts = from_word<failures::BurstLaw>("plain", "bursts", *word->text());
  if constexpr (requires { made.tiers; }) made.tiers = levels_of(*fields.find("levels")->list());
  if constexpr (requires { made.own_pattern; })
    if (const Value* pattern = fields.find("pattern"))
      for (const Value& level : *pattern->list()) made.own_pattern.push_back(static_cast<int>(*level.number()));
  if constexpr (requires { made.points; })
    for (const Value& one : *fields.find("points")->list())
      made.points.push_back({*(*one.list())[0].number(), *(*one.list())[1].number()});
  return made;
}

/// How the type of a kind is made from the fields of a request.
template <class T>
struct Made {
  using type = T;
  std::string_view kind;
  T (*make)(const Map& fields) = [](const Map& fields) {
    if constexpr (std::constructible_from<T, std::vector<double>>) {  // observed lives
      std::vector<double> lives;
      for (const Value& life : *fields.find("lives")->list()) lives.push_back(*life.number());
      return T(lives);
    } else {
      return plain<T>(fields);
    }
  };
};

/// Of a list of kinds, the types that are asked for by name.
template <class Kind>
constexpr auto row_of() {
  Made<typename Kind::type> row{Kind::name};
  if constexpr (Kind::name == "buddy") row.make = [](const Map& fields) { return plain(fields, strategies::buddy()); };
  return row;
}
template <class... Kind>
constexpr auto rows_of(Kinds<Kind...>*) {
  return std::tuple(row_of<Kind>()...);
}
inline constexpr std::tuple strategy_rows = rows_of(static_cast<decltype(every_strategy())*>(nullptr));
inline const std::tuple criterion_rows{
    Made<limits::write_time_equals_mtbf>{"write_time_equals_mtbf"},
    Made<limits::goodput_at_least>{"goodput_at_least"},
    Made<limits::overhead_at_most>{"overhead_at_most"},
    Made<limits::efficiency_at_least>{"efficiency_at_least"},
    Made<limits::elasticity_at_least>{"elasticity_at_least"},
    Made<limits::peak_throughput>{"peak_throughput"},
    Made<limits::added_gpu_worth_at_least>{"added_gpu_worth_at_least"},
    Made<limits::Cheapest>{"cheapest_gpus"},
};
inline const std::tuple factor_rows{
    Made<limits::StrongScaling<>>{"strong_scaling"},
    Made<limits::CriticalBatch<>>{"critical_batch"},
    Made<limits::FixedBatch<>>{"fixed_batch"},
    Made<limits::PowerLaw<>>{"power_law"},
    Made<limits::HardCap<>>{"hard_cap"},
    Made<limits::OverlappedScaling<>>{"overlapped_scaling"},
    Made<limits::ReplicaCost<>>{"replica_cost"},
    Made<limits::ReplicaGrowth<>>{"replica_growth"},
    Made<limits::Trials<>>{"trials"},
    Made<limits::SlowParts<>>{"slow_parts"},
    Made<limits::Tabulated>{"tabulated"},
};
struct Growth {
  std::string_view kind;
  growth::PowerLaw (*start)();
};
inline const std::vector<Growth> growth_rows{{"fixed", growth::fixed},
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
  return {&kind, draw.given(kind)};
}

struct Situation {
  Map run_fields;
  TrainingRun<> run;
  Value growth_form = "fixed";
  growth::PowerLaw growth;
};
inline Situation situation(Draw& draw) {
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
inline double number_of(const Value& value) {
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
  bool infeasible = false;  // columns by term are null then
};
inline void add_terms(Wanted& to, const std::string& prefix, const Terms<double>& terms,
                      const std::vector<std::string>& names) {
  for (const std::string& name : names) to.numbers.emplace_back(prefix + name, to.infeasible ? NaN : terms.of(name));
}

inline std::string differences(const catalog::Answer& answer, const Wanted& wanted) {
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
inline std::string differences(const std::string& json, const Wanted& wanted) {
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

inline Wanted wanted_of(const limits::Limit<>& limit, const std::vector<std::string>& names) {
  Wanted wanted{{{"value", limit.value}, {"goodput", limit.goodput}, {"efficiency", limit.efficiency}},
                {{"status", std::string(to_word(limit.status))}, {"binding", std::string(limit.binding)}, {"note", limit.note}},
                {{"roots", {limit.roots.begin(), limit.roots.end()}}},
                limit.status != limits::Status::ok};
  wanted.numbers.emplace_back("useful_gpus", wanted.infeasible ? NaN : limit.useful_gpus());
  add_terms(wanted, "shares.", limit.shares, names);
  return wanted;
}

}  // namespace scaling_limits::testing::every_kind
