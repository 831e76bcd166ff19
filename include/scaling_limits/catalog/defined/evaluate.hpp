// SPDX-License-Identifier: Apache-2.0
// Answers: of one case, and of many elements, with numbers that take another value from element to element.
#pragma once
#include "../../version.hpp"

#include <chrono>

#include "../../run/causes.hpp"
#include "../../strategies/growing.hpp"
#include "../detail/needed_arguments.hpp"
#include "../detail/unknown_bytes.hpp"
#include "../questions.hpp"

namespace scaling_limits::catalog {

namespace detail {

/// Where a refusal of a list of causes stands in a request: under the row that it names, and the key of that.
inline std::string place_in_causes(const Stops<>& stops, std::string_view text, const std::string& parameter) {
  for (std::size_t i = 0; i < stops.causes.size(); ++i)
    if (text.starts_with("cause " + in_quotes(stops.causes[i].name) + ":")) {
      const bool own = parameter == "name" || parameter == "operation" ||
                       index_of<failures::Cause<>>(parameter) < fields_of<failures::Cause<>>.size();
      return own ? "cause." + std::to_string(i) + "." + parameter : parameter;  // else of the run
    }
  return parameter;
}
inline void validate_stops(const Stops<>& stops, const TrainingRun<>& run) {
  try {
    validate(stops, run);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(error.what(), place_in_causes(stops, error.what(), error.parameter), error.given);
  } catch (const DomainError& error) {
    throw DomainError(error.what(), place_in_causes(stops, error.what(), error.parameter), error.value);
  }
}

/// A growth law names parts of a restart, or will at some element, and none is given.
inline void refuse_growth_without_parts(const Request& request) {
  const auto growing = request.parts.find("growth");
  if (growing == request.parts.end() || request.parts.find("restart") != request.parts.end()) return;
  const auto& takes = request.question->takes;
  if (std::find(takes.begin(), takes.end(), "restart") == takes.end()) return;  // of no run
  growth::PowerLaw named = growth_of(growing->second.front());
  for (const Swept& s : request.swept)
    if (s.group == "growth") named.of(growth::named_fields[s.field]) = 1;
  if (const auto parts = named.of_restart(NaN); parts.grows()) parts.refuse();
}

/// What stops the run as its parts stand.
inline void set_stops(Case& at) {
  Stops<>& stops = *at.stops;
  stops.leave_alone();  // set again at each value of a sweep
  stops.causes.resize(at.causes.size());
  for (std::size_t i = 0; i < at.causes.size(); ++i)
    stops.causes[i] = static_cast<const ModelOf<failures::Cause<>>&>(*at.causes[i]).value;
  if (const auto* restart = at.find<RestartParts<>>("restart")) stops.restart = *restart;
  if (const auto* operation = at.find<Operation<>>("operation")) stops.operate(*operation);
  stops.gpus = at.run.gpus;
  stops.restart_growth = at.growth.of_restart(at.run.gpus);
  if (stops.restart_growth.grows() && !stops.restart) stops.restart_growth.refuse();
  if (at.run.gpus == at.run.gpus) validate_stops(stops, at.run);
}
/// From now on the strategy of the case is asked of a run that is stopped so, where anything says how.
inline void put_stops(Case& at) {
  const auto is_given = [&](std::string_view group) { return at.others.find(group) != at.others.end(); };
  if (at.causes.empty() && !is_given("restart") && !is_given("operation")) {
    const bool knows_run = at.run.gpus == at.run.gpus;
    if (auto grown = knows_run ? strategies::growing(at.strategy, at.growth, at.run.gpus) : std::nullopt)
      at.strategy = *std::move(grown);
    return;
  }
  at.stops = std::make_shared<Stops<>>();
  set_stops(at);
  at.strategy = at.strategy.stopped_by(at.stops);
}

}  // namespace detail

Case case_of(const Request& request) {
  detail::refuse_growth_without_parts(request);
  Case at;
  std::vector<std::shared_ptr<const FactorModel>> factors;
  for (const auto& [group, parts] : request.parts) {
    const Part& part = parts.front();
    if (group == "run") at.run = aggregate_of<TrainingRun<>>(part), at.run_given = part.given;
    else if (group == "growth") at.growth = growth_of(part);
    else if (group == "strategy") at.strategy = strategy_of(part);
    else if (group == "criterion") at.criterion = criterion_of(part);
    else if (group == "factor")
      for (const Part& one : parts) factors.push_back(factor_of(one));
    else if (group == "severity_level")
      for (const Part& one : parts) at.levels.push_back(one.model);
    else if (group == "cause")
      for (const Part& one : parts) at.causes.push_back(one.model);
    else at.others[group] = part.model;
  }
  at.factors = Factors(std::move(factors));
  at.with = request.with;
  at.tools = request.tools;
  if (!at.criterion && request.question->looks_at("criterion")) at.criterion = usual_criterion();
  detail::put_stops(at);
  return at;
}

namespace detail {

/// Sets the swept numbers of what is asked, element by element, where they stand.
class Sweep {
 public:
  /// What is swept gets models of its own: others may be asking the same parts.
  explicit Sweep(Request& request) : n_(request.size) {
    for (const Swept& s : request.swept) {
      if (s.group == "with") {
        with_ = &request.with.numbers;
        moves_.push_back({&request.with.numbers.at(s.field), s.values, s.step});
        continue;
      }
      Part& part = request.parts.find(s.group)->second.at(s.place);
      if (s.group == "run") run_ = &part;
      if (s.group == "growth") growth_ = &part;
      own(part);
      double* place = part.model->place(s.field);
      if (!place && !contains(assigned_, &part)) assigned_.push_back(&part);
      moves_.push_back({place ? place : &part.numbers.at(s.field), s.values, s.step});
    }
    near_.resize(block * moves_.size());
  }

  /// To element i; they are gone through in their order.
  void set(std::size_t i) {
    if (i % block == 0) read(i);
    const double* from = near_.data() + i % block * moves_.size();
    for (const Move& move : moves_) *move.to = *from++;
  }
  /// Brings the case to what was set; throws DomainError where that is out of its range.
  void settle(Case& at) const {
    for (Part* part : assigned_) part->model->assign(part->numbers.data());
    for (const Part* part : owned_) part->model->validate();
    if (run_) at.run = aggregate_of<TrainingRun<>>(*run_);
    if (growth_) at.growth = growth_of(*growth_);
    if (with_) at.with.numbers = *with_;
    if (at.stops) set_stops(at);
  }

 private:
  struct Move {
    double* to;
    const double* from;
    std::size_t step;
  };
  // columns are read a block at a time: many side by side, a power of two apart, would drive each other out of the cache
  static constexpr std::size_t block = 64;

  /// The next block, element by element.
  void read(std::size_t i) {
    const std::size_t count = (std::min)(block, n_ - i), width = moves_.size();
    for (std::size_t k = 0; k < width; ++k) {
      const Move& move = moves_[k];
      double* to = near_.data() + k;
      for (std::size_t j = 0; j < count; ++j, to += width) *to = move.from[(i + j) * move.step];
    }
  }

  static bool contains(const std::vector<Part*>& parts, const Part* one) {
    return std::find(parts.begin(), parts.end(), one) != parts.end();
  }
  void own(Part& part) {
    if (contains(owned_, &part)) return;
    part.model = part.kind->make(part.arguments);
    part.model->given = part.given;
    part.model->assign(part.numbers.data());
    owned_.push_back(&part);
  }

  std::size_t n_;
  std::vector<Part*> owned_{}, assigned_{};  // assigned: the numbers of some models are set all together
  const Part *run_ = nullptr, *growth_ = nullptr;
  const std::vector<double>* with_ = nullptr;
  std::vector<Move> moves_{};
  std::vector<double> near_{};
};

/// Calls what a caller wants to do in between. Quick elements share a breath, which may look at a clock.
class Breath {
 public:
  explicit Breath(const Tools* tools) : tools_(tools && tools->breathe ? tools : nullptr) {}
  void take(std::size_t i) {
    if (!tools_ || (quick_ && i % together != 0)) return;
    tools_->breathe();
    const auto now = std::chrono::steady_clock::now();
    quick_ = i > 0 && now - begin_ < std::chrono::milliseconds(1);
    begin_ = now;
  }

 private:
  static constexpr std::size_t together = 16;
  const Tools* tools_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  bool quick_ = false;
};

/// The columns of an answer without their cells.
inline Answer blank(const Question& question, const Case& at, const std::vector<std::string>& asked, std::size_t n,
                    bool scalar) {
  std::vector<std::string> terms;
  std::vector<Column> columns = columns_of(question, at, &terms, asked);
  Answer found(question.kind.name, std::move(columns), n, scalar);
  found.terms = std::move(terms);
  return found;
}
inline void refuse_too_large(const Answer& answer, const Tools* tools) {
  if (tools && static_cast<double>(answer.bytes()) > tools->most_bytes)
    throw InvalidArgument("an answer of more than " + to_text(tools->most_bytes) +
                          " bytes is not given at once here: ask for less");
}
inline Answer answer_one(const Question& question, const Case& at, const std::vector<std::string>& columns) {
  Answer found = blank(question, at, columns, 1, true);
  Out out(found);
  out.start(0);
  question.gives.bind(at)(out);
  out.finish([&] { return why_none(question, at); });
  refuse_too_large(found, at.tools);
  found.keep_wanted();
  return found;
}

/// Of a run whose saves are known by their time alone: nobody knows what it has in bytes.
inline bool is_in_bytes(const Column& column) {
  const auto bytes = [](std::string_view unit) { return unit == "B" || unit == "B/s"; };
  if (!column.unit.empty()) return bytes(column.unit);
  const std::string name = "." + column.name + ".";  // of a field of the run
  return std::any_of(fields_of<TrainingRun<>>.begin(), fields_of<TrainingRun<>>.end(), [&](const auto& row) {
    return bytes(row.unit) && name.find("." + std::string(row.name) + ".") != name.npos;
  });
}
inline void leave_out_bytes(Answer& answer) {
  for (Column& c : answer.columns()) {
    if (!is_in_bytes(c)) continue;
    std::fill(c.numbers.begin(), c.numbers.end(), NaN);
    Lists none;
    none.resize(answer.size());
    for (std::size_t i = 0; c.cell == Cell::numbers && i < answer.size(); ++i)
      none.put(i, std::vector<double>(c.lists[i].size(), NaN));
    c.lists = std::move(none);
  }
}
/// Refuses a question whose other answers change with the bytes that nobody knows, at equal times.
inline void refuse_unknown_bytes(const Question& question, const Answer& found, const Case& at,
                                 const std::vector<std::string>& columns) {
  Case other = at;
  other.run = of_ordinary_bytes(at.run);
  const Answer of_other = answer_one(question, other, columns);
  bool differs = false, any = false, in_bytes = false;
  for (std::size_t k = 0; k < found.columns().size() && k < of_other.columns().size(); ++k) {
    const Column &a = found.columns()[k], &b = of_other.columns()[k];
    if (a.cell != Cell::number && a.cell != Cell::numbers) continue;
    (is_in_bytes(a) ? in_bytes : any) = true;
    if (is_in_bytes(a)) continue;
    differs = differs || (a.cell == Cell::number && !same_number(a.numbers.front(), b.numbers.front()));
    if (a.cell == Cell::numbers) {
      const auto x = a.lists[0], y = b.lists[0];
      differs = differs || !std::equal(x.begin(), x.end(), y.begin(), y.end(), same_number);
    }
  }
  if (differs || (in_bytes && !any)) refuse_unknown_bytes(question);
}
/// The one answer to a case.
inline Answer answer_known(const Question& question, const Case& at, const std::vector<std::string>& columns) {
  Answer found = answer_one(question, at, columns);
  if (at.run.knows_bytes()) return found;
  refuse_unknown_bytes(question, found, at, columns);
  leave_out_bytes(found);
  return found;
}
/// Whether the first of many is of a run whose bytes are known.
inline bool first_knows_bytes(const Question& question, Sweep& sweep, Case at, const Request& request) {
  if (request.size == 0) return true;
  sweep.set(0);
  try {
    sweep.settle(at);
  } catch (const std::logic_error&) {
    return true;  // it has no answer
  }
  if (at.run.knows_bytes()) return true;
  answer_known(question, at, request.columns);
  return false;
}

}  // namespace detail

Answer evaluate(Request request) {
  const Question& question = *request.question;
  detail::refuse_missing(question.kind, request.with.arguments, "with");
  if (request.scalar) return detail::answer_known(question, case_of(request), request.columns);
  detail::Sweep sweep(request);
  Case at = case_of(request);
  const bool knows_bytes = detail::first_knows_bytes(question, sweep, at, request);
  Answer answer = detail::blank(question, at, request.columns, request.size, false);
  Out out(answer);
  const Bound write = question.gives.bind(at);
  detail::Breath breath(request.tools);
  for (std::size_t i = 0; i < request.size; ++i) {
    breath.take(i);
    out.start(i);
    sweep.set(i);
    try {
      sweep.settle(at);
      write(out);
      out.finish([&] { return why_none(question, at); });
    } catch (const std::logic_error& error) {
      out.fail(error.what());
    }
    detail::refuse_too_large(answer, request.tools);
  }
  answer.keep_wanted();
  if (!knows_bytes) detail::leave_out_bytes(answer);
  return answer;
}

namespace detail {

inline void refuse_missing(const Question& question, const Case& at) {
  for (const std::string_view part : question.needs) {
    const bool there = part == "run"              ? at.run.gpus == at.run.gpus
                       : part == "criterion"      ? bool(at.criterion)
                       : part == "factor"         ? !at.factors.empty()
                       : part == "severity_level" ? !at.levels.empty()
                       : part == "cause"          ? !at.causes.empty()
                                                  : at.others.find(part) != at.others.end();
    if (!there) throw InvalidArgument("question '" + question.kind.name + "' needs '" + std::string(part) + "'", part);
  }
}

}  // namespace detail

Answer answer(const Question& question, Case at, const std::vector<std::string>& columns) {
  if (!at.criterion && question.looks_at("criterion")) at.criterion = usual_criterion();
  detail::refuse_missing(question, at);
  if (at.run.gpus == at.run.gpus) validate(at.run);
  at.growth.validate();
  if (!at.stops) detail::put_stops(at);
  at.strategy.validate();
  at.factors.validate();
  if (at.criterion) at.criterion.validate();
  at.with = choose(question.kind, at.with.arguments, "with");
  return detail::answer_one(question, at, columns);
}
Answer answer(std::string_view name, Case at, const std::vector<std::string>& columns) {
  return answer(question(name), std::move(at), columns);
}

}  // namespace scaling_limits::catalog
