// SPDX-License-Identifier: Apache-2.0
// The one evaluator: parts, questions, answers. What can be chosen and what can be asked stands in the C++ room catalog/.
#include "catalog.hpp"

#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cfenv>
#include <chrono>
#include <complex>
#include <optional>

#include <scaling_limits/analysis/attribution.hpp>
#include <scaling_limits/catalog/ask.hpp>
#include <scaling_limits/catalog/calibrate.hpp>
#include <scaling_limits/catalog/detail/unknown_bytes.hpp>
#include <scaling_limits/catalog/factor_of.hpp>
#include <scaling_limits/catalog/remarks.hpp>
#include <scaling_limits/core/stop.hpp>
#include <scaling_limits/published/presets.hpp>
#include <scaling_limits/simulation/thread_pool.hpp>

#include "rooms.hpp"

namespace scaling_limits::python {

namespace {

using catalog::Answer;
using catalog::Cell;
using catalog::Kind;
using catalog::List;
using catalog::Map;
using catalog::Part;
using catalog::Question;
using catalog::Request;
using catalog::Row;
using catalog::Value;
using Column = py::array_t<double, py::array::c_style | py::array::forcecast>;

Map map_of(const py::dict& given) {
  const Value value = value_of_python(given);
  return *value.map();
}

/// Ctrl-C, and whatever else Python does on a signal: looked at some times a second, however often it is called. And a flag,
/// each time.
auto looks_at_signals(const Stop* stop = nullptr) {
  return [stop, seen = std::chrono::steady_clock::now()]() mutable {
    if (stop) (*stop)();
    const auto now = std::chrono::steady_clock::now();
    if (now - seen < std::chrono::milliseconds(50)) return;
    seen = now;
    const py::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  };
}

/// A part as Python keeps it: numbers as they were given; `checked` where they are its own and not place-holders for arrays.
Part part(const std::string& group, const std::string& kind, std::vector<double> numbers, const py::dict& arguments,
          bool checked) {
  const Kind& of = catalog::group(group).at(kind);
  if (numbers.size() != of.rows.size()) throw InvalidArgument(kind + ": one number per field");
  Part made(of, std::move(numbers), map_of(arguments));
  if (checked) {
    made.model = catalog::made(made, "");
  } else {
    made.model = of.make(made.arguments);
    made.model->assign(made.numbers.data());
  }
  return made;
}

/// The factor that is a Python function: one kind, which keeps none of them.
Part custom_factor(py::object efficiency, py::object derivative, const std::string& name, bool rises) {
  static const Kind kind{"factor", std::string(CustomFactor::kind), std::string(CustomFactor::text), {}, {}, {}};
  Part made(kind);
  made.model = std::make_shared<catalog::FactorOf<CustomFactor>>(
      CustomFactor(std::move(efficiency), std::move(derivative), name, rises));
  return made;
}

Request request_of(const Question& question, const std::vector<const Part*>& parts, std::vector<double> numbers,
                   const py::dict& arguments, std::vector<std::string> columns) {
  Request request;
  request.question = &question;
  for (const Part* p : parts) request.parts[std::string(p->kind->group)].push_back(*p);
  for (const std::string_view need : question.needs)
    if (!request.parts.contains(need))
      throw InvalidArgument("question '" + question.kind.name + "' needs '" + std::string(need) + "'", need);
  request.with = Part(question.kind, std::move(numbers), map_of(arguments));
  request.columns = std::move(columns);
  return request;
}

const char* cell_name(Cell cell) {
  constexpr const char* names[] = {"number", "text", "numbers", "texts"};
  return names[static_cast<int>(cell)];
}

py::object cell(const catalog::Column& c, std::size_t i) {
  switch (c.cell) {
    case Cell::number:
      return py::float_(c.numbers[i]);
    case Cell::text:
      return text(c.labels[c.codes[i]]);
    case Cell::numbers:
      return py::cast(std::vector<double>(c.lists[i].begin(), c.lists[i].end()));
    default:
      return py::cast(c.words[i]);
  }
}

/// A question's own numbers, of what was given by name; nothing where one is none of Python's own, to be looked at closer.
std::optional<std::vector<double>> plain_numbers(const Question& question, const py::dict& given) {
  std::vector<double> numbers;
  for (const Row& row : question.kind.rows) numbers.push_back(row.standard);
  for (const auto& [name, value] : given) {
    const Row* row = question.kind.row(py::cast<std::string_view>(name));
    if (!row) continue;
    const Range& range = row->range;
    const auto number = range.boolean && PyBool_Check(value.ptr()) ? std::optional<double>(value.is(py::bool_(true)))
                        : range.optional && value.is_none()        ? std::optional(NaN)
                                                                   : plain_number(value);
    if (!number) return {};
    numbers[static_cast<std::size_t>(row - question.kind.rows.data())] = *number;
  }
  return numbers;
}

/// {column: value} of one element; None where a part or a number is an array, or not plain. Refusals are thrown.
py::object answer(const Question& question, const std::vector<const Part*>& parts, const py::dict& own,
                  const py::dict& arguments, const py::object& tools, std::vector<std::string> columns) {
  auto numbers = plain_numbers(question, own);
  if (!numbers || std::find(parts.begin(), parts.end(), nullptr) != parts.end()) return py::none();
  Request request = request_of(question, parts, std::move(*numbers), arguments, std::move(columns));
  catalog::Tools given;
  given.breathe = looks_at_signals();
  py::object progress = py::none();
  if (!tools.is_none()) {
    const auto threads = py::cast<int>(tools["threads"]);
    given.pool = simulation::threads(threads);
    progress = tools["progress"];
    given.progress =
        // by address: copies of the function are made without the GIL
        [called = &progress](double failures, double accuracy) {
          const py::gil_scoped_acquire held;
          return called->is_none() || !(*called)(failures, accuracy).is(py::bool_(false));
        };
  }
  request.tools = &given;
  std::optional<Answer> found;
  {
    const py::gil_scoped_release released;
    found.emplace(catalog::evaluate(std::move(request)));
  }
  py::dict cells;
  for (const auto& c : found->columns()) cells[text(c.name)] = cell(c, 0);
  return cells;
}

/// Of {"breakdown.compute": ...} what stands under "breakdown".
py::dict group_of(const py::dict& columns, std::string_view name) {
  py::dict found;
  for (const auto& [key, value] : columns) {
    const auto column = py::cast<std::string_view>(key);
    if (column.size() > name.size() && column[name.size()] == '.' && column.starts_with(name))
      found[text(column.substr(name.size() + 1))] = value;
  }
  return found;
}

/// Lists of different lengths as the rows of one array, NaN where they end.
py::array_t<double> padded(const catalog::Lists& lists) {
  std::size_t longest = 0;
  for (std::size_t i = 0; i < lists.size(); ++i) longest = std::max(longest, lists[i].size());
  py::array_t<double> rows({lists.size(), longest});
  double* to = rows.mutable_data();
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const auto list = lists[i];
    std::fill(std::copy(list.begin(), list.end(), to), to + longest, NaN);
    to += longest;
  }
  return rows;
}

/// Numbers as an array that keeps them, without a copy.
template <class T>
py::array_t<T> kept(std::vector<T>&& numbers) {
  auto* all = new std::vector<T>(std::move(numbers));
  return py::array_t<T>(static_cast<py::ssize_t>(all->size()), all->data(),
                        py::capsule(all, [](void* p) { delete static_cast<std::vector<T>*>(p); }));
}

/// [(column, values)] of n elements: numbers as an array, lists of numbers as its rows, texts as (codes, labels) or, where all
/// say the same, (None, text), lists of texts as lists. `swept`: (place among the parts or -1 for the question's own numbers,
/// row, column of n numbers or of one).
py::list evaluate(const Question& question, const std::vector<const Part*>& parts, const std::vector<double>& numbers,
                  const py::dict& arguments, const std::vector<std::tuple<int, std::size_t, Column>>& swept, std::size_t n,
                  std::vector<std::string> columns) {
  Request request = request_of(question, parts, numbers, arguments, std::move(columns));
  catalog::Tools tools;
  tools.breathe = looks_at_signals();
  request.tools = &tools, request.scalar = false, request.size = n;
  for (const auto& [place, field, column] : swept) {
    const auto size = static_cast<std::size_t>(column.size());
    if (size != n && size != 1) throw InvalidArgument("evaluate: a column holds n numbers or one");
    catalog::Swept s{"with", 0, field, column.data(), size == 1 ? std::size_t(0) : 1};
    if (place >= 0) {
      s.group = parts.at(static_cast<std::size_t>(place))->kind->group;
      for (int k = 0; k < place; ++k) s.place += parts[static_cast<std::size_t>(k)]->kind->group == s.group;
    }
    request.swept.push_back(s);
  }
  std::optional<Answer> found;
  {
    const py::gil_scoped_release released;
    found.emplace(catalog::evaluate(std::move(request)));
    std::feclearexcept(FE_ALL_EXCEPT);
  }
  py::list out;
  for (auto& c : found->columns()) {
    py::object values;
    if (c.cell == Cell::number) {
      values = kept(std::move(c.numbers));
    } else if (c.cell == Cell::text) {
      // one text for all is said once
      const bool same = n > 0 && std::all_of(c.codes.begin(), c.codes.end(), [&](auto code) { return code == c.codes[0]; });
      if (same) values = py::make_tuple(py::none(), c.labels[c.codes[0]]);
      else values = py::make_tuple(kept(std::move(c.codes)), c.labels);
    } else if (c.cell == Cell::numbers) {
      values = padded(c.lists);
      c.lists = {};
    } else {
      values = py::cast(c.words);
    }
    out.append(py::make_tuple(text(c.name), values));
  }
  return out;
}

/// A question that is one number, of parts of single numbers: the short way.
double number(const Question& question, const Part& first, const Part* second) {
  if (!question.number) throw InvalidArgument("question '" + question.kind.name + "' is not one number");
  catalog::Case at;
  const auto put = [&](const Part& p) {
    const std::string_view group = p.kind->group;
    if (group == "run") at.run = catalog::aggregate_of<TrainingRun<>>(p);
    else if (group == "strategy") at.strategy = catalog::strategy_of(p);
    else at.others[std::string(group)] = p.model;
  };
  put(first);
  if (second) put(*second);
  const double x = question.number(at);
  if (!at.run.knows_bytes()) {
    catalog::Case other = at;
    other.run = catalog::detail::of_ordinary_bytes(at.run);
    if (!catalog::detail::same_number(x, question.number(other))) catalog::detail::refuse_unknown_bytes(question);
  }
  if (x == x) return x;
  const std::string note = second ? at.strategy.note(at.run) : std::string();
  throw InvalidArgument(note.empty() ? question.kind.name + ": no answer" : note);
}

py::dict kind_as_dict(const Kind& kind) {
  py::list arguments, terms;
  for (const auto& a : kind.arguments) {
    py::list words;
    for (const auto word : a.words) words.append(text(word));
    arguments.append(py::dict("name"_a = text(a.name), "doc"_a = text(a.doc), "words"_a = py::tuple(words),
                              "default"_a = to_python(a.standard), "required"_a = !a.optional));
  }
  for (const auto term : kind.terms) terms.append(text(term));
  py::list instead;
  for (const auto& i : kind.instead) {
    py::list beside;
    for (const auto field : i.beside) beside.append(text(field));
    instead.append(py::dict("row"_a = text(i.row), "rows"_a = to_python(i.rows), "beside"_a = py::tuple(beside),
                            "or_row"_a = text(i.or_row), "unknown"_a = i.unknown));
  }
  return py::dict("name"_a = text(kind.name), "text"_a = text(kind.text), "rows"_a = to_python(kind.rows),
                  "arguments"_a = py::tuple(arguments), "terms"_a = py::tuple(terms), "owner"_a = text(kind.called()),
                  "instead"_a = py::tuple(instead));
}

/// The columns of rows from columns of what stands in their place, by row; throws what is wrong with those.
py::dict settled(const std::string& group, const std::string& kind, const std::map<std::string, Column>& given, std::size_t n) {
  const Kind& of = catalog::group(group).at(kind);
  std::map<std::string, Column> found;
  for (std::size_t i = 0; i < n; ++i) {
    Map fields;
    for (const auto& [name, column] : given) fields[name] = Value(column.data()[column.size() == 1 ? 0 : i]);
    const Map all = catalog::settled(of, fields, "");
    if (std::any_of(all.begin(), all.end(), [&](const auto& one) { return of.stands_in(one.first); }))
      catalog::choose(of, all, "");
    for (const auto& [name, value] : all)
      if (!given.contains(name))
        found.try_emplace(name, static_cast<py::ssize_t>(n)).first->second.mutable_data()[i] = *value.number();
  }
  py::dict columns;
  for (const auto& [name, column] : found) columns[text(name)] = column;
  return columns;
}
/// The fields of a kind with those that are said in another way as what they say.
py::object respelled(const std::string& group, const std::string& kind, const py::handle& fields) {
  const Kind& of = catalog::group(group).at(kind);
  const Value given = value_of_python(fields);
  return of.respelled ? to_python(Value(of.respelled(*given.map(), ""))) : to_python(given);
}

/// What comes of a request, or its error.
template <class F>
py::object replied(const py::handle& form, const catalog::Tools& tools, const F& reply) {
  Value found;
  try {
    const Value given = value_of_python(form);
    const py::gil_scoped_release released;
    found = reply(catalog::request_of(given, &tools));
  } catch (const catalog::Refused& error) {
    found = catalog::error_value(error.what(), error.parameter, error.value);
  }
  return to_python(found);
}

}  // namespace

CustomFactor::Taken CustomFactor::taken(double gpus, bool with_slopes) const {
  const py::gil_scoped_acquire held;
  const Calls& calls = *calls_;
  const auto refuse = [&](const std::string& why) {
    return py::type_error("CustomFactor '" + std::string(std::string_view(name)) + "': " + why);
  };
  const auto real = [&](const py::object& function, double at) {
    const py::object x = function(at);
    if (PyComplex_Check(x.ptr())) throw refuse("the efficiency of a real size must be a real number");
    return py::cast<double>(x);
  };
  const double e = real(calls.efficiency, gpus);
  if (!(e >= 0 && e <= 1 + 1e-12)) return {NaN, NaN, NaN};
  if (e == 0) return {inf, NaN, NaN};
  if (!with_slopes) return {-std::log(e), NaN, NaN};
  const auto slope = [&](double at) {  // of the efficiency
    if (!calls.derivative.is_none()) return real(calls.derivative, at);
    const double step = at * 1e-30;
    try {
      return py::cast<std::complex<double>>(calls.efficiency(std::complex<double>(at, step))).imag() / step;
    } catch (py::error_already_set& error) {
      if (!error.matches(PyExc_TypeError)) throw;
      throw refuse("its function takes no complex size, from which slopes are taken: give derivative=");
    }
  };
  // the slope to the last digit; the curvature, which only speeds up the search, by differences of it
  const double h = gpus * 1e-5, first = slope(gpus), second = (slope(gpus + h) - slope(gpus - h)) / (2 * h);
  return {-std::log(e), -first / e, -(second - first * first / e) / e};
}

void bind_catalog(py::module_& core) {
  published::register_presets();
  catalog::register_calibrate();
  catalog::register_written();
  py::class_<Part>(core, "Part", "One chosen thing: its numbers, and what is not a number.")
      .def_property_readonly("group", [](const Part& p) { return text(p.kind->group); })
      .def_property_readonly("kind", [](const Part& p) { return p.kind->name; })
      .def_property_readonly("numbers", [](const Part& p) { return p.numbers; })
      .def_property_readonly("remarks", [](const Part& p) { return to_python(Value(catalog::remarks(p))); });
  core.def("part", &part, "group"_a, "kind"_a, "numbers"_a, "arguments"_a, "checked"_a = true, "One part of a case.");
  core.def("custom_factor", &custom_factor, "efficiency"_a, "derivative"_a, "name"_a, "rises"_a, "A factor from a function.");
  py::class_<catalog::Numbers>(core, "Numbers", "A list of numbers that requests share, of any length.")
      .def(py::init([](const Column& column) {
             return catalog::Numbers(std::vector<double>(column.data(), column.data() + column.size()));
           }),
           "column"_a);
  py::class_<Question>(core, "Question", "Something that can be asked.")
      .def_property_readonly("name", [](const Question& q) { return q.kind.name; })
      .def_property_readonly("needs",
                             [](const Question& q) {
                               py::list needs;
                               for (const auto need : q.needs) needs.append(text(need));
                               return py::tuple(needs);
                             })
      .def_property_readonly("enters", [](const Question& q) { return q.enters; })
      .def_property_readonly("rows", [](const Question& q) { return to_python(q.kind.rows); })
      .def_property_readonly("arguments", [](const Question& q) -> py::tuple { return kind_as_dict(q.kind)["arguments"]; })
      .def_property_readonly(
          "gives",
          [](const Question& q) {
            py::list out;
            for (const auto& c : q.gives.columns)
              out.append(py::make_tuple(text(c.name), text(c.each ? c.by : std::string_view()), text(c.unit), cell_name(c.cell),
                                        text(c.text), c.listed, c.joined));
            return out;
          },
          "(name, by, unit, kind, text, listed, joined) of each column, without asking anything: by what it goes where it has "
          "one per name; whether its list has a place for each of many results, and a list at each.")
      .def(
          "columns",
          [](const Question& q, const std::vector<const Part*>& parts, const std::vector<std::string>& columns) {
            const Request request = request_of(q, parts, {}, py::dict(), columns);
            py::list out;
            for (const auto& c : catalog::columns_of(q, catalog::case_of(request), nullptr, columns))
              if (c.wanted) out.append(py::make_tuple(c.name, text(c.unit), cell_name(c.cell), text(c.text)));
            return out;
          },
          "parts"_a, "columns"_a = std::vector<std::string>(), "(name, unit, kind, text) of each column of the answer.")
      .def("number", &number, "first"_a, "second"_a = nullptr, "The number that a question is, of parts of single numbers.")
      .def("answer", &answer, "parts"_a, "numbers"_a, "arguments"_a, "tools"_a = py::none(),
           "columns"_a = std::vector<std::string>(),
           "The columns for one element; none named: all. None where a number, or a part's, is none of Python's own.")
      .def("evaluate", &evaluate, "parts"_a, "numbers"_a, "arguments"_a, "swept"_a, "n"_a,
           "columns"_a = std::vector<std::string>(), "The columns for n elements; none named: all.");
  core.def("group", &group_of, "columns"_a, "name"_a, "The columns \"name.<term>\", by term.");
  py::register_exception<Stopped>(core, "Stopped", PyExc_RuntimeError);
  py::class_<Stop>(core, "Stop", "A flag that ends a computation for which nobody waits: when it is set, or its time is over.")
      .def(py::init<double>(), "seconds"_a = inf)
      .def("set", &Stop::set, "From any thread.")
      .def_property_readonly("is_set", &Stop::is_set, "Whether it was set, or its time is over.")
      .def_property_readonly("is_late", &Stop::is_late, "Whether its time is over.");
  core.def(
      "questions",
      [] {
        py::dict all;
        for (const Question& q : catalog::questions())
          all[text(q.kind.name)] = py::cast(&q, py::return_value_policy::reference);
        return all;
      },
      "All questions by name.");
  core.def(
      "kinds",
      [](const std::string& group) {
        py::list all;
        const catalog::Group& kinds = catalog::group(group);
        for (const Kind& kind : kinds) {
          py::dict row = kind_as_dict(kind);
          row["named"] = kinds.named();
          row["standard"] = kind.name == kinds.standard();
          all.append(row);
        }
        return all;
      },
      "group"_a,
      "The kinds of a group: name, text, rows, arguments, terms, whether parts say which kind they are, and which one is "
      "taken where none is given.");
  core.def(
      "add_kind",
      [](const std::string& group, const std::string& like, const std::string& name) {
        Kind kind = catalog::group(group).at(like);
        kind.name = name;
        catalog::group(group).add(std::move(kind));
      },
      "group"_a, "like"_a, "name"_a,
      "One more kind of a group, which is one that there is under another name: what a line more in its list would bring.");
  core.def(
      "usual_criteria", [](bool with_factors) { return to_python(catalog::usual_criteria(with_factors)); },
      "with_factors"_a = false, "The criteria that are asked for where none is named.");
  core.def(
      "presets",
      [](const std::string& group) {
        py::dict all;
        for (const auto& p : catalog::presets())
          if (p.group == group) all[text(p.name)] = to_python(Value(p.fields));
        return all;
      },
      "group"_a, "The fields of the presets of a group, by name.");
  core.def(
      "attribution",
      [](const Part& before, const Part& after, const std::function<double(const std::vector<double>&)>& quantity) {
        const auto found =
            analysis::attribution(catalog::aggregate_of<TrainingRun<>>(before), catalog::aggregate_of<TrainingRun<>>(after),
                                  [&](const TrainingRun<>& run) { return quantity(catalog::numbers_of(run)); });
        py::dict parts;
        for (const auto& field : fields_of<TrainingRun<>>) parts[text(field.name)] = found.by_field.of(field.name);
        return py::make_tuple(found.before, found.after, parts);
      },
      "before"_a, "after"_a, "quantity"_a, "What changed between two runs in any quantity of their numbers.");
  core.def(
      "ask",
      [](const py::handle& form, bool in_full, const Stop* stop, double most_points, double most_bytes) {
        const catalog::Tools tools{.breathe = looks_at_signals(stop), .most_points = most_points, .most_bytes = most_bytes};
        return replied(form, tools, [in_full](const catalog::Request& request) {
          Value found = catalog::reply(request);
          if (in_full) (*found.map())["request"] = catalog::completed(request);
          return found;
        });
      },
      "request"_a, "in_full"_a = false, "stop"_a = py::none(), "most_points"_a = inf, "most_bytes"_a = inf,
      "The answer to a request, or its error, as a dictionary; `in_full`: and what was asked. Stopped where `stop` is set.");
  core.def(
      "completed",
      [](const py::handle& form) {
        return replied(form, {.breathe = looks_at_signals()},
                       [](const catalog::Request& request) { return catalog::completed(request); });
      },
      "request"_a, "A request in full, or its error, as a dictionary.");
  core.def(
      "ask_text",
      [](const std::string& json) {
        catalog::Tools tools;
        bool stopped = false;  // whatever is thrown becomes the answer's text: Python's own error stays set meanwhile
        tools.breathe = [&stopped] {
          const py::gil_scoped_acquire held;
          if ((stopped = stopped || PyErr_CheckSignals() != 0)) throw std::runtime_error("stopped");
        };
        std::string found;
        {
          const py::gil_scoped_release released;
          found = catalog::ask(std::string_view(json), &tools);
        }
        if (stopped) throw py::error_already_set();
        return found;
      },
      "json"_a, "The same in JSON.");
  core.def("settled", &settled, "group"_a, "kind"_a, "given"_a, "n"_a,
           "The columns of fields from what may be given in their place.");
  core.def("respelled", &respelled, "group"_a, "kind"_a, "fields"_a,
           "Fields with those that are said in another way, as a rate, as what they say.");
}

}  // namespace scaling_limits::python
