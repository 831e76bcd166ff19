// SPDX-License-Identifier: Apache-2.0
// What every reply must be, whatever was asked. An empty text is a reply without fault.
#pragma once
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "scaling_limits/analysis/calibrate.hpp"
#include "scaling_limits/catalog/ask.hpp"
#include "scaling_limits/catalog/calibrate.hpp"
#include "scaling_limits/core/stop.hpp"
#include "support/draw.hpp"

namespace scaling_limits::testing {

enum class Outcome { refused, answered, infeasible };

/// Whether nothing but "infeasible" stands in a cell, or in a list of some, or of lists.
inline bool is_infeasible(const catalog::Value& status) {
  if (const auto* list = status.list()) return !list->empty() && std::all_of(list->begin(), list->end(), is_infeasible);
  return status.text() && *status.text() == "infeasible";
}
inline Outcome outcome_of(const catalog::Value& reply) {
  if (reply.map()->find("error")) return Outcome::refused;
  const catalog::Value* status = reply.map()->find("columns")->map()->find("status");
  return status && is_infeasible(*status) ? Outcome::infeasible : Outcome::answered;
}

namespace replies {

/// One element of an answer: its cells by column.
class Element {
 public:
  Element(const catalog::Map& columns, std::ptrdiff_t place) : columns_(&columns), place_(place) {}
  const catalog::Value* find(std::string_view column) const {
    const catalog::Value* found = columns_->find(column);
    return found ? at(*found) : nullptr;
  }
  /// NaN where there is none; inf where it is unlimited.
  double number(std::string_view column) const {
    const catalog::Value* found = find(column);
    return found ? number_in(*found) : NaN;
  }
  std::string text(std::string_view column) const {
    const catalog::Value* found = find(column);
    return found && found->text() ? *found->text() : "";
  }
  /// The sum of all columns that begin so, and how many numbers they are; -1: one of them is no number.
  std::pair<double, int> sum(std::string_view prefix) const {
    std::pair<double, int> all{0, 0};
    for (const auto& [name, value] : *columns_)
      if (name.starts_with(prefix)) {
        const double x = number_in(*at(value));
        if (x != x) return {NaN, -1};
        all.first += x, ++all.second;
      }
    return all;
  }

  static double number_in(const catalog::Value& cell) {
    if (const double* x = cell.number()) return *x;
    if (const std::string* text = cell.text()) return *text == "unlimited" ? inf : *text == "-unlimited" ? -inf : NaN;
    return NaN;
  }

 private:
  const catalog::Map* columns_;
  std::ptrdiff_t place_;  // -1: the answer has one element
  const catalog::Value* at(const catalog::Value& cells) const {
    return place_ < 0 ? &cells : &(*cells.list())[static_cast<std::size_t>(place_)];
  }
};

/// Constants are numbers inside their intervals, each row has its step, each candidate its place.
inline std::string violation_of_fit(const Element& one) {
  for (const std::string_view constant : analysis::machine_constants) {
    const auto end = [&](const char* prefix) { return one.number(prefix + std::string(constant)); };
    const double low = end("low."), value = end("value."), high = end("high.");
    if (!(std::isfinite(value) && low <= value && value <= high))
      return "ok, and " + std::string(constant) + " = " + to_text(value) + " in [" + to_text(low) + ", " + to_text(high) + "]";
  }
  for (const std::string_view column : {"mean_error", "worst_error"})  // beside the least of times an error is beyond numbers
    if (!(one.number(column) >= 0)) return "ok, and " + std::string(column) + " is none";
  if (!std::isfinite(one.number("noise"))) return "ok, and noise is none";
  for (const std::string_view column : {"covariance", "modelled", "modelled_memory", "errors", "next"})
    for (const catalog::Value& x : *one.find(column)->list())
      if (!x.number() && !(column == "errors" && x.text())) return "ok, and a number of " + std::string(column) + " is none";
  std::vector<double> places;
  for (const catalog::Value& place : *one.find("next")->list()) places.push_back(*place.number());
  std::sort(places.begin(), places.end());
  for (std::size_t i = 0; i < places.size(); ++i)
    if (places[i] != static_cast<double>(i)) return "ok, and the candidates are not in an order";
  return {};
}

/// Parameters of a law are numbers inside their intervals.
inline std::string violation_of_law(const Element& one) {
  const auto cells = [&](std::string_view column) -> const catalog::List& { return *one.find(column)->list(); };
  for (std::size_t k = 0; k < cells("value").size(); ++k) {
    const double value = one.number_in(cells("value")[k]);
    const double low = one.number_in(cells("low")[k]), high = one.number_in(cells("high")[k]);
    if (!(std::isfinite(value) && low <= value * (1 + 1e-9) && value <= high * (1 + 1e-9)) && !(value < 0))
      return "ok, and a parameter is " + to_text(value) + " in [" + to_text(low) + ", " + to_text(high) + "]";
  }
  for (const std::string_view column : {"log_likelihood", "aic", "bic"})
    if (!std::isfinite(one.number(column))) return "ok, and " + std::string(column) + " is none";
  return {};
}

inline std::string violation(const std::string& question, const Element& one) {
  constexpr double slack = 1e-9;
  const std::string status = one.text("status");
  constexpr auto statuses =
      std::to_array<std::string_view>({"", "ok", "no limit", "infeasible", "already met", "not converged", "stopped"});
  if (std::find(statuses.begin(), statuses.end(), status) == statuses.end()) return "no such status: " + status;
  if (status == "infeasible" && one.find("note") && one.text("note").empty()) return "infeasible without a reason";
  if (status == "not converged" && one.text("note").empty()) return "not converged without a reason";
  for (const std::string_view share : {"goodput", "survival", "model_flops_utilization"}) {
    const double most = share == "model_flops_utilization" ? inf : 1 + slack;  // a chip may be said to beat its peak
    if (const double x = one.number(share); x < 0 || x > most) return std::string(share) + " = " + to_text(x);
  }
  if (status != "ok") return {};
  const bool is_limit = one.find("binding") && one.find("useful_gpus");
  if (is_limit) {
    for (const std::string_view column : {"value", "goodput", "efficiency", "useful_gpus"})
      if (!std::isfinite(one.number(column))) return "ok, and " + std::string(column) + " is none";
    if (!(one.number("value") > 0)) return "ok at " + to_text(one.number("value")) + " GPUs";
    const auto [sum, count] = one.sum("shares.");
    if (count <= 0 || !(std::abs(sum - 1) <= 1e-6)) return "ok, and the shares sum to " + to_text(sum);
    if (one.text("binding").empty()) return "ok, and nothing binds";
  }
  if (question == "calibrate")
    if (std::string wrong = violation_of_fit(one); !wrong.empty()) return wrong;
  if (question == "fit")
    if (std::string wrong = violation_of_law(one); !wrong.empty()) return wrong;
  for (const std::string_view column : {"time", "memory_per_gpu"})
    if (question.ends_with("step") && !(one.number(column) >= 0)) return "ok, and " + std::string(column) + " is none";
  if (const auto [sum, count] = one.sum("breakdown."); count != 0) {  // of a step into its time, of a run into all of it
    const double whole = one.find("time") ? one.number("time") : 1;
    if (!(std::abs(sum - whole) <= slack * whole))
      return "ok, and the breakdown sums to " + to_text(sum) + " of " + to_text(whole);
  }
  if (question == "required" && !std::isfinite(one.number("value"))) return "ok, and the value is none";
  // a band's status is that of a size, and its note says what is so of the run's own
  const bool says_why = question == "band" && one.text("note").find("no goodput at the run's own size") != std::string::npos;
  for (const std::string_view column : {"goodput", "interval"})
    if (const auto* cell = one.find(column); cell && cell->is_null() && !says_why)
      return "ok, and " + std::string(column) + " is none";
  return {};
}

}  // namespace replies

/// Whether a text has the word "nan": where no number is there is a reason.
inline bool says_nan(const std::string& text) {
  constexpr std::string_view word = "nan";
  const auto is_letter = [&](std::size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_');
  };
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1))
    if (!is_letter(at - 1) && !is_letter(at + word.size())) return true;
  return false;
}

inline constexpr std::size_t longest_refusal = 4000;  // letters: one that lists all columns of an answer

/// What is wrong with the reply to a request.
inline std::string violation(const catalog::Value& request, const catalog::Value& reply) {
  using namespace catalog;
  if (!reply.map()) return "the reply is no object";
  std::string asked = to_json(request);
  for (char& letter : asked) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  if (asked.find("nan") == asked.npos && says_nan(to_json(reply))) return "nan where a reason is due";
  if (const Value* error = reply.map()->find("error")) {
    const Value *field = error->map()->find("field"), *message = error->map()->find("message");
    if (message->text()->empty()) return "a refusal without a message";
    if (message->text()->size() > longest_refusal)
      return "a refusal of " + std::to_string(message->text()->size()) + " letters";
    // what was asked may be quoted in a message: a part of this one is no defect
    if (message->text()->starts_with("question '") &&
        message->text()->find("' writes other columns than it declares, at column") != std::string::npos)
      return "a defect of ours: " + *message->text();
    return field->text()->empty() && request.map() ? "a refusal that names no field: " + *message->text() : "";
  }
  const std::string& question = *reply.map()->find("question")->text();
  const Map& columns = *reply.map()->find("columns")->map();
  const Value* over = request.map()->find("over");
  if (!over || !over->map() || over->map()->empty()) return replies::violation(question, replies::Element(columns, -1));
  const std::size_t size = over->map()->begin()->second.list()->size();
  for (const auto& [name, cells] : columns)
    if (!cells.list() || cells.list()->size() != size) return "column " + name + " is not as long as what is swept";
  for (std::size_t i = 0; i < size; ++i)
    if (std::string wrong = replies::violation(question, replies::Element(columns, static_cast<std::ptrdiff_t>(i)));
        !wrong.empty())
      return "element " + std::to_string(i) + ": " + wrong;
  return {};
}

/// What is wrong between two requests that must agree: one that was written out in full, or written down and read again.
inline std::string violation_of_forms(const catalog::Value& request, const catalog::Value& reply) {
  using namespace catalog;
  if (reply.map()->find("error")) return {};
  if (from_json(to_json(request)) != from_json(to_json(from_json(to_json(request))))) return "JSON does not survive JSON";
  Value full;
  try {
    full = completed(request_of(from_json(to_json(request))));
  } catch (const Refused& error) {  // a sweep has no full form where it has no answer anywhere, and says so of each element
    return outcome_of(reply) == Outcome::infeasible ? "" : "answered, but not to be had in full: " + std::string(error.what());
  }
  try {
    if (to_json(completed(request_of(from_json(to_json(full))))) != to_json(full)) return "a request in full is not in full";
  } catch (const Refused& error) {
    return "refused in full: " + std::string(error.what()) + " " + to_json(full);
  }
  const auto columns = [](const Value& of) {  // but for those that say what nobody gave
    Map kept;
    for (const auto& [name, cells] : *of.map()->find("columns")->map())
      if (!name.ends_with("assumes")) kept[name] = cells;
    return to_json(kept);
  };
  const std::string answer = ask(to_json(full));
  const Value again = from_json(answer);
  if (again.map()->find("error")) return "refused in full: " + answer;
  if (columns(again) != columns(reply)) return "another answer in full: " + columns(again) + " for " + columns(reply);
  return {};
}

namespace replies {

/// A value whose part number `place`, counted down from it, is a text or has a key of many letters.
inline catalog::Value bloated(const catalog::Value& value, std::size_t& place) {
  using namespace catalog;
  static const std::string many(100000, 'x');
  const bool here = place-- == 0;
  if (const Map* map = value.map()) {
    Map all;
    for (const auto& [key, one] : *map) all[key] = bloated(one, place);
    if (here) all[many] = 1;
    return all;
  }
  if (here) return Value(many);
  if (!value.list()) return value;
  List all;
  for (const Value& one : *value.list()) all.push_back(bloated(one, place));
  return all;
}
inline std::size_t parts_of(const catalog::Value& value) {
  std::size_t sum = 1;
  if (value.map())
    for (const auto& [key, one] : *value.map()) sum += parts_of(one);
  if (value.list())
    for (const catalog::Value& one : *value.list()) sum += parts_of(one);
  return sum;
}

}  // namespace replies

/// What is wrong where something in a request is long: a refusal quotes its beginning.
inline std::string violation_of_length(const catalog::Value& request, Draw& draw) {
  using namespace catalog;
  std::size_t place = draw.below(replies::parts_of(request));
  const Value reply = from_json(ask(to_json(replies::bloated(request, place))));
  const Value* error = reply.map()->find("error");
  const std::size_t size = error ? error->map()->find("message")->text()->size() : 0;
  return size > longest_refusal ? "a refusal of " + std::to_string(size) + " letters for a long text" : "";
}

/// What is wrong where nobody waits any more: it is stopped, or it was through before.
inline std::string violation_of_stopping(const catalog::Value& request, const catalog::Value& reply, Draw& draw) {
  using namespace catalog;
  int left = static_cast<int>(draw.below(6));
  bool stopped = false;
  Tools tools;
  tools.breathe = [&] {
    if (left-- > 0) return;
    stopped = true;
    throw Stopped("stopped");
  };
  const Value again = from_json(ask(to_json(request), &tools));
  if (!stopped) return again == reply ? "" : "another answer where somebody waits: " + to_json(again);
  const Value* error = again.map()->find("error");
  return error && *error->map()->find("message") == Value("stopped") ? "" : "stopped, and it said " + to_json(again);
}

namespace replies {

/// What gets better in an answer where losses get less, whatever else is asked; NaN where nothing need.
inline double merit(const catalog::Value& request, const catalog::Value& reply) {
  using namespace catalog;
  if (reply.map()->find("error")) return NaN;
  const std::string& question = *reply.map()->find("question")->text();
  const Element one(*reply.map()->find("columns")->map(), -1);
  if (question == "goodput" || question == "efficiency" || question == "useful_throughput") return one.number(question);
  if (question == "assess") return one.number("goodput");
  if (question == "time_to_train") return -one.number("time_to_train");
  if (question != "limit" || one.text("status") == "not converged") return NaN;
  // criteria that hold for losses up to a bound; a peak may move either way
  const std::string& criterion = *request.map()->find("criterion")->map()->find("name")->text();
  if (criterion != "goodput_at_least" && criterion != "overhead_at_most" && criterion != "efficiency_at_least" &&
      criterion != "write_time_equals_mtbf")
    return NaN;
  return one.text("status") == "infeasible" ? NaN : one.number("value");
}

}  // namespace replies

/// Which of a group with names a part in full is.
inline const catalog::Value* kind_of(const catalog::Map& fields) {
  const catalog::Value* kind = fields.find("kind");
  return kind ? kind : fields.find("name");
}

/// What is wrong where one field of the request in full is made better, as its row says which way that is: no answer gets
/// worse.
inline std::string violation_of_effects(const catalog::Value& request, const catalog::Value& reply, Draw& draw) {
  using namespace catalog;
  if (reply.map()->find("error")) return {};
  if (const Value* over = request.map()->find("over"); over && over->map() && !over->map()->empty()) return {};
  Value full = completed(request_of(from_json(to_json(request))));
  // stops of people save first, which the intervals of other strategies do not know, and attended waits are stepped: asked
  // with what may then be otherwise in test_continuity.py
  if (const Value* operation = full.map()->find("operation")) {
    const Value *strategy = full.map()->find("strategy"), *by = operation->map()->find("kind");
    if ((strategy && *kind_of(*strategy->map())->text() != "blocking") || (by && *by->text() == "attended")) return {};
  }
  const double before = replies::merit(full, reply);
  if (!(before == before)) return {};
  struct Lever {
    Map* fields;
    const Row* row;
  };
  std::vector<Lever> levers;
  const auto add = [&](std::string_view name, Map& fields) {
    const Group& of = group(name);
    const Value* chosen = of.named() ? kind_of(fields) : nullptr;
    for (const Kind& kind : of) {
      if (chosen && *chosen->text() != kind.name) continue;
      for (const Row& row : kind.rows)
        if ((row.effect == Effect::help || row.effect == Effect::cost) && fields.find(row.name) &&
            fields.find(row.name)->number())
          levers.push_back({&fields, &row});
    }
  };
  for (const std::string_view name : {"run", "strategy", "factor"}) {
    if (!full.map()->find(name)) continue;
    Value& part = (*full.map())[name];
    if (part.map()) add(name, *part.map());
    else
      for (Value& one : *part.list()) add(name, *one.map());
  }
  if (levers.empty()) return {};
  const auto& [fields, row] = draw.one_of(levers);
  const double was = *fields->find(row->name)->number(), factor = draw.uniform(0, 1);
  double better = row->effect == Effect::cost ? was * factor : was / factor;
  if (row->range.whole) better = std::floor(better);
  if (!row->range.holds(better)) return {};
  (*fields)[row->name] = better;
  const Value again = from_json(ask(to_json(full)));
  const double after = replies::merit(full, again);
  // an interval is a whole number of steps: a shorter step may fit less well
  const double rounded = row->name == "step_time" ? 1e-3 : 1e-9;
  // a strategy may not know the size that is asked for, or the largest one, any more
  if (!(after == after) || after >= before || after >= before - rounded * std::abs(before)) return {};
  return std::string(row->name) + " from " + to_text(was) + " to " + to_text(better) + " takes " + to_text(before) + " to " +
         to_text(after) + " with " + to_json(full);
}

}  // namespace scaling_limits::testing
