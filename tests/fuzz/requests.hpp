// SPDX-License-Identifier: Apache-2.0
// Random requests, made from the tables of the catalogue: a kind, a question or a field is fuzzed the day it appears. What has
// no table (the lists and texts of `free_form`) says here what it looks like; one that does not say so fails a test.
#pragma once
#include <functional>
#include <map>

#include "scaling_limits/catalog/request.hpp"
#include "support/draw.hpp"

namespace scaling_limits::testing {

class Requests {
 public:
  /// @param wrong the chance that a value is replaced by one that makes no sense
  explicit Requests(Draw& draw, double wrong = 0.02) : draw_(draw), wrong_(wrong) {}

  catalog::Value next() {
    using namespace catalog;
    const Question& q = questions()[draw_.below(questions().size())];
    Map request{{"question", maybe_wrong(Value(q.name()))}};
    for (const auto* parts : {&q.needs, &q.uses, &q.takes})
      for (const std::string_view name : *parts) {
        if (parts != &q.needs && draw_.chance(0.4)) continue;
        const Group& of = group(name);
        if (catalog::detail::is_listed(name)) {
          List list;
          for (std::size_t n = 1 + draw_.below(3); n > 0; --n) list.push_back(part(of));
          request[name] = std::move(list);
        } else {
          request[name] = part(of);
        }
      }
    if (Map with = fields(q.kind); !with.empty()) request["with"] = maybe_wrong(Value(std::move(with)));
    if (q.name() == "simulate") bound_simulation(request);
    if (draw_.chance(0.15)) sweep(request, q);
    if (draw_.chance(wrong_)) request[draw_.one_of<std::string>({"strategy", "factor", "runs", "over"})] = nonsense();
    return request;
  }

  /// A part in one of the forms that people write.
  catalog::Value part(const catalog::Group& of) {
    using namespace catalog;
    if (draw_.chance(0.05)) {
      std::vector<std::string> names;
      for (const NamedPreset& p : presets())
        if (p.group == of.name()) names.push_back(p.name);
      if (!names.empty()) return draw_.chance(0.5) ? Value(draw_.one_of(names)) : Value(Map{{"preset", draw_.one_of(names)}});
    }
    auto kind = of.begin();
    std::advance(kind, static_cast<std::ptrdiff_t>(draw_.below(of.size())));
    Map given = fields(*kind);
    if (!of.named()) return maybe_wrong(Value(std::move(given)));
    if (given.empty() && draw_.chance(0.5)) return Value(kind->name);
    if (draw_.chance(0.3)) return Map{{kind->name, std::move(given)}};
    Map form{{"kind", maybe_wrong(Value(kind->name))}};
    for (const auto& [name, value] : given) form[name] = value;
    return form;
  }

  /// Arguments that are neither numbers nor words, by name.
  static const std::map<std::string, std::function<catalog::Value(Requests&)>, std::less<>>& free_form() {
    using namespace catalog;
    static const std::map<std::string, std::function<Value(Requests&)>, std::less<>> all{
        {"levels",
         [](Requests& r) {
           List levels = r.draw_.levels(1 + r.draw_.below(3), [&](std::size_t) { return r.part(catalog::tiers()); });
           for (Value& one : levels) (*one.map())["share"] = r.maybe_wrong(*one.map()->find("share"));
           return Value(std::move(levels));
         }},
        {"stage_layers", [](Requests& r) { return r.list(8, [&] { return r.maybe_wrong(Value(r.draw_.below(9))); }); }},
        {"pattern", [](Requests& r) { return r.list(6, [&] { return Value(1 + r.draw_.below(3)); }); }},
        {"name",
         [](Requests& r) { return Value(r.draw_.one_of<std::string>({"network", "[/red]", "step", "a\nb", "\u00b5"})); }},
        {"points", [](Requests& r) { return r.draw_.points(r.draw_.below(7)); }},
        {"lives", [](Requests& r) { return r.list(20, [&] { return Value(r.draw_.log_uniform(1e2, 1e9)); }); }},
        {"criteria", [](Requests& r) { return r.list(3, [&] { return r.part(criteria()); }); }},
        {"strategies", [](Requests& r) { return r.list(3, [&] { return r.part(catalog::strategies()); }); }},
        {"growths", [](Requests& r) { return r.list(2, [&] { return r.part(growths()); }); }},
        {"tiers", [](Requests& r) { return r.list(2, [&] { return r.part(tiers()); }); }},
        {"sizes", [](Requests& r) { return r.list(4, [&] { return Value(r.draw_.log_uniform(1, 1e8)); }); }},
        {"field",
         [](Requests& r) {
           const auto& rows = runs().begin()->rows;
           return Value(rows[r.draw_.below(rows.size())].name);
         }},
        {"after", [](Requests& r) { return r.part(runs()); }},
        {"domains", [](Requests& r) {
           return r.list(2, [&] {
             return Value(Map{{"count", r.draw_.below(100)},
                              {"mttf", r.draw_.log_uniform(1e5, 1e9)},
                              {"gpus", r.draw_.below(64)},
                              {"severity", r.draw_.below(3)}});
           });
         }}};
    return all;
  }

  /// What nobody would write, or somebody did.
  catalog::Value nonsense() {
    using namespace catalog;
    switch (draw_.below(5)) {
      case 0:
        return draw_.one_of<double>({0.0, -0.0, -1.0, 0.5, 1e-320, 5e-324, 1e300, 1.7e308, -1e308, inf, NaN, 0x1p31, 0x1p53,
                                     0x1p63, 0x1p64, 1e15, 3.0000000000000004});
      case 1:
        return draw_.one_of<std::string>({"",
                                          "h",
                                          "5 h",
                                          "5 h 3",
                                          "5 TB",
                                          "5 mB",
                                          "50 %",
                                          "2 TB/s",
                                          "5 TB/GB",
                                          "1e400",
                                          "nan",
                                          "unlimited",
                                          "-unlimited",
                                          "9**9**9",
                                          "10**400",
                                          "7 min 30 s",
                                          "null",
                                          "µ s",
                                          std::string(3000, '9'),
                                          "blocking",
                                          "h100"});
      case 2:
        return draw_.one_of<Value>({Value(), true, false, List{}, Map{}, List{Value()}, Map{{"", Value()}}});
      case 3: {
        Value deep;
        for (std::size_t n = draw_.below(58); n > 0; --n)
          deep = draw_.chance(0.5) ? Value(List{deep}) : Value(Map{{"a", deep}});
        return deep;
      }
      default:
        return Map{{"name", draw_.one_of<std::string>({"blocking", "weibull", "limit"})}, {"gpus", draw_.uniform(-1, 1)}};
    }
  }

 private:
  Draw& draw_;
  double wrong_;

  catalog::Value maybe_wrong(catalog::Value value) { return draw_.chance(wrong_) ? nonsense() : value; }

  catalog::Map fields(const catalog::Kind& kind) {
    using namespace catalog;
    Map all;
    for (const auto& [name, value] : draw_.fields(kind.rows)) all[name] = maybe_wrong(as_text(kind, name, value));
    for (const Argument& argument : kind.arguments) {
      if (argument.optional && draw_.chance(0.6)) continue;
      const auto form = free_form().find(argument.name);
      if (!argument.words.empty()) all[argument.name] = maybe_wrong(Value(draw_.one_of(argument.words)));
      else all[argument.name] = maybe_wrong(form == free_form().end() ? nonsense() : form->second(*this));
    }
    for (const Instead& instead : kind.instead)
      if (draw_.chance(0.05))
        for (const auto& [name, value] : draw_.fields(instead.rows)) all[name] = maybe_wrong(value);
    return all;
  }
  /// A number now and then with its unit beside it.
  catalog::Value as_text(const catalog::Kind& kind, std::string_view name, const catalog::Value& value) {
    const catalog::Row* row = kind.row(name);
    if (!row || row->unit.empty() || row->unit == "1" || !value.number() || !draw_.chance(0.1)) return value;
    return catalog::Value(to_text(*value.number()) + " " + std::string(row->unit));
  }
  template <class Make>
  catalog::Value list(std::size_t longest, const Make& make) {
    catalog::List all;
    for (std::size_t n = draw_.below(longest + 1); n > 0; --n) all.push_back(make());
    return all;
  }
  /// A simulation does as much as it is asked to: here little.
  void bound_simulation(catalog::Map& request) {
    catalog::Map with = request.find("with") && request.find("with")->map() ? *request.find("with")->map() : catalog::Map{};
    with["most_failures"] = 1 + draw_.below(100);
    with["events"] = draw_.below(20);
    request["with"] = std::move(with);
  }
  void sweep(catalog::Map& request, const catalog::Question& q) {
    using namespace catalog;
    std::vector<std::pair<std::string, const Row*>> paths;
    for (const auto* parts : {&q.needs, &q.uses})
      for (const std::string_view name : *parts)
        for (const Kind& kind : group(name))
          for (const Row& row : kind.rows)
            paths.emplace_back(std::string(name) + (catalog::detail::is_listed(name) ? ".0." : ".") + std::string(row.name),
                               &row);
    for (const Row& row : q.kind.rows)
      if (q.name() != "simulate") paths.emplace_back("with." + std::string(row.name), &row);
    if (paths.empty()) return;
    Map over;
    const std::size_t size = draw_.below(5);
    for (std::size_t n = 1 + draw_.below(2); n > 0; --n) {
      const auto& [path, row] = draw_.one_of(paths);
      List values;
      for (std::size_t i = 0; i < size; ++i) values.push_back(maybe_wrong(Value(draw_.number(*row))));
      over[path] = maybe_wrong(Value(std::move(values)));
    }
    request["over"] = std::move(over);
  }
};

}  // namespace scaling_limits::testing
