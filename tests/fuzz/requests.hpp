// SPDX-License-Identifier: Apache-2.0
// Random requests, made from the tables of the catalogue: a kind, a question or a field is fuzzed the day it appears. What has
// no table (the lists and texts of `free_form`) says here what it looks like; one that does not say so fails the soak.
#pragma once
#include <functional>
#include <map>

#include "scaling_limits/catalog/calibrate.hpp"
#include "scaling_limits/catalog/presets.hpp"
#include "scaling_limits/catalog/request.hpp"
#include "scaling_limits/catalog/text_written.hpp"
#include "support/draw.hpp"

namespace scaling_limits::testing {

class Requests {
 public:
  /// @param wrong the chance that a value is replaced by one that makes no sense
  explicit Requests(Draw& draw, double wrong = 0.02) : draw_(draw), wrong_(wrong) {}

  catalog::Value next() {
    using namespace catalog;
    const Question& q = questions()[draw_.below(questions().size())];
    Map request{{"question", maybe_wrong(Value(q.kind.name))}};
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
    const bool may_restart = std::find(q.takes.begin(), q.takes.end(), "restart") != q.takes.end();
    if (request.find("growth") && may_restart && draw_.chance(0.8))  // a law may name its parts, alone it is refused then
      request["restart"] = part(group("restart"));
    Map with = fields(q.kind);
    if (draw_.chance(0.7)) let_it_run(request, with, q);
    if (!with.empty()) request["with"] = maybe_wrong(Value(std::move(with)));
    if (q.name == "simulate") bound_simulation(request);
    if (request.find("run") && request["run"].map() && draw_.chance(0.05))
      for (const char* name : {"known", "gpu_mttf_ends"})
        if (draw_.chance(0.6)) (*request["run"].map())[name] = free_form().find(name)->second(*this);
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
           const auto tier = [&](std::size_t) { return r.draw_.chance(0.2) ? Value("own") : Value(r.part(catalog::tiers())); };
           List levels = r.draw_.levels(1 + r.draw_.below(3), tier);
           for (Value& one : levels) (*one.map())["share"] = r.maybe_wrong(*one.map()->find("share"));
           return Value(std::move(levels));
         }},
        {"counts", [](Requests& r) { return r.list(5, [&] { return r.maybe_wrong(Value(1 + r.draw_.below(12))); }); }},
        {"inner", [](Requests& r) { return r.part(catalog::strategies()); }},
        {"stage_layers", [](Requests& r) { return r.list(8, [&] { return r.maybe_wrong(Value(r.draw_.below(9))); }); }},
        {"pattern", [](Requests& r) { return r.list(6, [&] { return Value(1 + r.draw_.below(3)); }); }},
        {"name",
         [](Requests& r) { return Value(r.draw_.one_of<std::string>({"network", "[/red]", "step", "a\nb", "\u00b5"})); }},
        {"points", [](Requests& r) { return r.draw_.points(r.draw_.below(7)); }},
        {"values", [](Requests& r) { return r.list(20, [&] { return Value(r.draw_.log_uniform(1e-3, 1e9)); }); }},
        {"lives", [](Requests& r) { return r.list(20, [&] { return Value(r.draw_.log_uniform(1e2, 1e9)); }); }},
        {"restart_times", [](Requests& r) { return r.of_each_life([&] { return r.draw_.log_uniform(1, 1e4); }); }},
        {"durations", [](Requests& r) { return r.of_each_life([&] { return r.draw_.log_uniform(1e2, 1e9); }); }},
        {"observed", [](Requests& r) { return r.of_each_life([&] { return r.draw_.chance(0.8) ? 1. : 0.; }); }},
        {"entry", [](Requests& r) { return r.of_each_life([&] { return r.draw_.log_uniform(1e-3, 1e2); }); }},
        {"times", [](Requests& r) { return r.of_each_life([&] { return r.draw_.log_uniform(1, 1e6); }); }},
        {"parts",
         [](Requests& r) {  // of each event, or in series
           if (r.draw_.chance(0.5)) return r.of_each_life([&] { return static_cast<double>(r.draw_.below(30)); });
           return r.list(3, [&] {
             return Value(Map{{"name", "part"},
                              {"count", r.draw_.below(1000)},
                              {"mttf", r.draw_.one_of<Value>({1e9, "150 FIT", "AFR 3 %", "7 in 54 d", "5 per"})}});
           });
         }},
        {"events", [](Requests& r) { return r.of_each_life([&] { return static_cast<double>(r.draw_.below(9)); }); }},
        {"exposures", [](Requests& r) { return r.of_each_life([&] { return r.draw_.log_uniform(1e5, 1e7); }); }},
        {"start", [](Requests& r) { return r.of_each_life([&] { return r.draw_.log_uniform(1, 1e4); }); }},
        {"end", [](Requests& r) { return r.of_each_life([&] { return r.draw_.log_uniform(1e4, 1e7); }); }},
        {"gpus", [](Requests& r) { return r.of_each_life([&] { return static_cast<double>(r.draw_.below(64)); }); }},
        {"running_time", [](Requests& r) { return r.of_each_life([&] { return r.draw_.log_uniform(1, 1e6); }); }},
        {"job", [](Requests& r) { return r.of_each_life([&] { return static_cast<double>(r.draw_.below(5)); }); }},
        {"state",
         [](Requests& r) {
           if (r.draw_.chance(0.3)) return r.of_each_life([&] { return static_cast<double>(r.draw_.below(2)); });
           return r.list(20, [&] { return Value(r.draw_.one_of<std::string>({"NODE_FAIL", "COMPLETED", "Killed", "7"})); });
         }},
        {"states",
         [](Requests& r) { return r.list(3, [&] { return Value(r.draw_.one_of<std::string>({"FAILED", "Pass"})); }); }},
        {"counted",
         [](Requests& r) { return r.list(3, [&] { return Value(r.draw_.one_of<std::string>({"failed", "done"})); }); }},
        {"gpu_mttf", [](Requests& r) { return r.of_each_life([&] { return r.draw_.log_uniform(1e5, 1e11); }); }},
        {"edges", [](Requests& r) { return r.rising(); }},
        {"criteria",
         [](Requests& r) {
           if (r.draw_.chance(0.5)) return r.list(3, [&] { return r.part(criteria()); });
           Map named;
           for (std::size_t n = r.draw_.below(3); n > 0; --n)
             named[r.draw_.one_of<std::string>({"goodput 0.9", "power", "", "[red]", "hard limit"})] = r.part(criteria());
           return Value(std::move(named));
         }},
        {"strategies", [](Requests& r) { return r.list(3, [&] { return r.part(catalog::strategies()); }); }},
        {"growths", [](Requests& r) { return r.list(2, [&] { return r.part(growths()); }); }},
        {"tiers", [](Requests& r) { return r.list(2, [&] { return r.part(tiers()); }); }},
        {"sizes", [](Requests& r) { return r.list(4, [&] { return Value(std::floor(r.draw_.log_uniform(1, 1e8))); }); }},
        {"shares", [](Requests& r) { return Value(r.draw_.one_of<List>({{1}, {0.5, 0.5}, {0.25, 0.5, 0.25}, {0.1}})); }},
        {"speeds", [](Requests& r) { return r.list(6, [&] { return Value(r.draw_.log_uniform(0.1, 10)); }); }},
        {"inputs", [](Requests& r) { return r.list(3, [&] { return Value(1 + r.draw_.below(9000)); }); }},
        {"outputs", [](Requests& r) { return r.list(3, [&] { return Value(1 + r.draw_.below(9000)); }); }},
        {"field",
         [](Requests& r) {
           const auto& rows = runs().begin()->rows;
           return Value(rows[r.draw_.below(rows.size())].name);
         }},
        {"after", [](Requests& r) { return r.part(runs()); }},
        {"after_strategy", [](Requests& r) { return r.part(catalog::strategies()); }},
        {"after_cause",
         [](Requests& r) {
           const Value one = r.part(catalog::group("cause"));
           return r.draw_.chance(0.2) ? one : Value(List{one});
         }},
        {"after_restart", [](Requests& r) { return r.part(catalog::group("restart")); }},
        {"after_operation", [](Requests& r) { return r.part(catalog::group("operation")); }},
        {"hours",
         [](Requests& r) {
           if (r.draw_.chance(0.2)) return Value(List{List{r.draw_.uniform(0, 2e5), r.draw_.uniform(2e5, 6e5)}});
           return Value(r.draw_.one_of<std::string>({"Mon-Fri 9:00-17:00", "24/7", "weekends 22-6", "Mon, Wed 8-12, 13-17",
                                                     "Mon 9-9:01", "9-17", "never", "Mo 9-17"}));
         }},
        {"others",
         [](Requests& r) {
           return r.list(3, [&] {
             return Value(Map{{"mtbf", r.draw_.log_uniform(1e3, 1e7)}, {"downtime", r.draw_.log_uniform(1, 1e5)}});
           });
         }},
        {"known",
         [](Requests& r) {
           const auto name = [&] {
             return Value(r.draw_.one_of<std::string>({"start", "bytes", "gpu_mttf", "mtbf", "cause"}));
           };
           return r.list(3, name);
         }},
        {"gpu_mttf_ends",
         [](Requests& r) { return Value(List{Value(r.draw_.log_uniform(0.1, 1.1)), Value(r.draw_.log_uniform(0.9, 10))}); }},
        {"text",
         [](Requests& r) {
           return Value(r.draw_.one_of<std::string>(
               {"50,000 h", "2 TB/s", "1 h 30 min", "unlimited", "90 %", "5 parsec", "", "[/red]"}));
         }},
        {"unit",
         [](Requests& r) { return Value(r.draw_.one_of<std::string>({"s", "B/s", "1", "USD/h", "GPU", "parsec", ""})); }},
        {"request", [](Requests& r) { return r.some_request(); }},
        {"base", [](Requests& r) { return r.some_request(); }},
        {"rows", [](Requests& r) { return r.measured_steps("rows"); }},
        {"candidates", [](Requests& r) { return r.measured_steps("candidates"); }},
        {"domains", [](Requests& r) {  // of parts that fail together, or of each part of a log
           if (r.draw_.chance(0.5)) return r.of_each_life([&] { return static_cast<double>(r.draw_.below(4)); });
           return r.list(2, [&] {
             return Value(Map{{"count", r.draw_.below(100)},
                              {"mttf", r.draw_.log_uniform(1e5, 1e9)},
                              {"gpus", r.draw_.below(64)},
                              {"severity", r.draw_.below(3)}});
           });
         }}};
    return all;
  }

  /// A small one, for questions about requests.
  catalog::Value some_request() {
    using namespace catalog;
    Map request{{"question", "goodput"}, {"run", part(runs())}};
    if (draw_.chance(0.5)) request["strategy"] = part(catalog::strategies());
    if (draw_.chance(0.3)) request["factor"] = List{part(catalog::factors())};
    if (draw_.chance(0.3)) request["growth"] = Value();
    return maybe_wrong(Value(std::move(request)));
  }

  /// Arguments that no table says anything of: here neither.
  static std::string unsaid() {
    std::string all;
    const auto look = [&](const catalog::Kind& kind) {
      for (const catalog::Argument& a : kind.arguments)
        if (a.words.empty() && !free_form().contains(a.name)) all += " " + kind.name + "." + std::string(a.name);
    };
    for (const catalog::Question& q : catalog::questions()) look(q.kind);
    for (const catalog::Group* of : catalog::groups()) std::for_each(of->begin(), of->end(), look);
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

  /// A step that can be: a layout, a model that it divides, whole micro-batches. Drawn field by field they hardly ever are.
  struct Step {
    catalog::Map layout{}, shape{};
    double gpus = 1, batch_tokens = 1;
  };
  Step step_that_can_be() {
    const auto two_to = [&](std::size_t most) { return static_cast<double>(1u << draw_.below(most + 1)); };
    const auto up_to = [&](std::size_t most) { return static_cast<double>(1 + draw_.below(most)); };
    const double tensor = two_to(3), pipeline = two_to(3), context = two_to(2), data = two_to(5),
                 chunks = pipeline > 1 ? two_to(1) : 1, micro_batch = two_to(1), heads = tensor * context * up_to(8),
                 layers = pipeline * chunks * up_to(6), sequence = 8 * context * two_to(10);
    Step step;
    step.gpus = tensor * pipeline * context * data;
    step.batch_tokens = data * micro_batch * up_to(20) * sequence;
    step.layout = {{"tensor", tensor}, {"pipeline", pipeline}, {"context", context},
                   {"data", data},     {"chunks", chunks},     {"micro_batch", micro_batch}};
    step.shape = {{"layers", layers},
                  {"hidden", 64 * up_to(200)},
                  {"feed_forward", 64 * up_to(800)},
                  {"query_heads", heads},
                  {"key_value_heads", draw_.chance(0.5) ? heads : tensor},
                  {"head_size", 32 * up_to(4)},
                  {"vocabulary", 64 * up_to(4000)},
                  {"sequence_length", sequence}};
    if (draw_.chance(0.3)) {
      const double expert = std::min(data, two_to(3)), experts = expert * up_to(16);
      step.layout["expert"] = expert;
      for (const auto& [name, x] : {std::pair{"experts", experts},
                                    {"active_experts", std::min(experts, up_to(8))},
                                    {"expert_feed_forward", 64 * up_to(64)},
                                    {"shared_experts", up_to(3) - 1},
                                    {"dense_layers", std::min(layers, up_to(4)) - 1}})
        step.shape[name] = x;
    }
    if (draw_.chance(0.15))
      for (const auto& [name, x] : {std::pair{"query_rank", 64 * (up_to(20) - 1)},
                                    {"key_value_rank", 64 * up_to(8)},
                                    {"rope_head_size", 64.0},
                                    {"value_head_size", 128.0}})
        step.shape[name] = x;
    for (const std::string_view flag : {"gated", "tied"})
      if (draw_.chance(0.3)) step.shape[flag] = draw_.chance(0.5);
    return step;
  }
  /// What a question about a step is asked of, where the request has room for it; a machine with all its constants.
  void let_it_run(catalog::Map& request, catalog::Map& with, const catalog::Question& q) {
    using namespace catalog;
    const bool fits_rows = q.kind.argument("rows");
    if (fits_rows) request["chip"] = draw_.fields(chips().begin()->rows, 1);
    if (!q.kind.row("batch_tokens")) return;
    const Step step = step_that_can_be();
    for (const auto& [name, fields] : {std::pair{"shape", &step.shape}, {"layout", &step.layout}})
      if (request.find(name)) request[name] = *fields;
    with["batch_tokens"] = step.batch_tokens;
    if (q.kind.row("gpus")) with["gpus"] = step.gpus;
    with = without(with, {"stage_layers", "shard_ranks"});
  }
  /// Steps as `calibrate` takes them: mostly such as can be, in times of machines that there are.
  catalog::Value measured_steps(std::string_view list) {
    using namespace catalog;
    const Argument& of = *question("calibrate").kind.argument(list);
    List all;
    std::size_t n = draw_.chance(0.05) ? 40 : 1 + draw_.below(6);
    if (draw_.chance(0.02)) n = 0;
    const double slowest = draw_.log_uniform(1e13, 3e14), fastest = slowest * draw_.log_uniform(1, 10);
    for (; n > 0; --n) {
      Map row;
      if (draw_.chance(wrong_)) {
        for (const auto& [name, value] : draw_.fields(of.rows)) row[name] = maybe_wrong(value);
        row["shape"] = maybe_wrong(part(shapes())), row["layout"] = maybe_wrong(part(layouts()));
        all.push_back(std::move(row));
        continue;
      }
      Step step = step_that_can_be();
      const auto size = [&](const char* name) { return *step.shape.find(name)->number(); };
      const double parameters = size("layers") * size("hidden") * (4 * size("hidden") + 3 * size("feed_forward"));
      row["time"] = 6 * parameters * step.batch_tokens / (step.gpus * draw_.log_uniform(slowest, fastest));
      row["batch_tokens"] = step.batch_tokens;
      row["shape"] = maybe_wrong(std::move(step.shape)), row["layout"] = maybe_wrong(std::move(step.layout));
      if (draw_.chance(0.1)) row["id"] = maybe_wrong(Value(draw_.one_of<std::string>({"a", "step", "a\nb"})));
      if (draw_.chance(0.1)) row["memory"] = maybe_wrong(Value(draw_.log_uniform(1e9, 2e11)));
      for (const std::string_view own : {"recompute", "kernels", "precision", "context_exchange"})
        if (const Argument* word = question("step").kind.argument(own); draw_.chance(0.1))
          row[own] = maybe_wrong(Value(draw_.one_of(word->words)));
      for (const std::string_view own : {"zero_stage", "overlap", "logit_bytes", "sequence_parallel"})
        if (draw_.chance(0.1)) row[own] = maybe_wrong(Value(draw_.number(*question("step").kind.row(own))));
      if (draw_.chance(wrong_))
        row["time"] = draw_.one_of<Value>({Value(), 0.0, -1.0, 5e-324, 1e-300, 1e300, 1.7e308, inf, "5 h", "2 TB"});
      if (draw_.chance(wrong_)) row = without(row, {draw_.one_of<std::string>({"time", "batch_tokens", "shape", "layout"})});
      if (list == "candidates" && draw_.chance(0.5)) row = without(row, {"time"});
      all.push_back(std::move(row));
    }
    return all;
  }

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
  static catalog::Map without(const catalog::Map& fields, const std::vector<std::string>& names) {
    catalog::Map kept;
    for (const auto& [name, value] : fields)
      if (std::find(names.begin(), names.end(), name) == names.end()) kept[name] = value;
    return kept;
  }
  /// A number now and then with its unit beside it.
  catalog::Value as_text(const catalog::Kind& kind, std::string_view name, const catalog::Value& value) {
    const catalog::Row* row = kind.row(name);
    if (!row || row->unit.empty() || row->unit == "1" || !value.number() || !draw_.chance(0.1)) return value;
    return catalog::Value(to_text(*value.number()) + " " + std::string(row->unit));
  }
  /// Edges of bins.
  catalog::Value rising() {
    catalog::List all;
    double edge = draw_.chance(0.5) ? 0 : draw_.log_uniform(1, 1e4);
    for (std::size_t n = 2 + draw_.below(6); n > 0; --n) all.push_back(maybe_wrong(edge)), edge += draw_.log_uniform(1, 1e7);
    return all;
  }
  /// As many numbers as there are lives.
  template <class Make>
  catalog::Value of_each_life(const Make& make) {
    catalog::List all;
    for (int n = draw_.chance(wrong_) ? 3 : 30; n > 0; --n) all.push_back(maybe_wrong(catalog::Value(make())));
    return all;
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
      if (q.name != "simulate") paths.emplace_back("with." + std::string(row.name), &row);
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
