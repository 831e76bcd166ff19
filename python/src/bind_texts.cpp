// SPDX-License-Identifier: Apache-2.0
// Values of Python as values of the catalogue and back; what is said in texts: tables, schema, JSON, TOML, quantities.
#include <pybind11/stl.h>

#include <scaling_limits/catalog/ask.hpp>
#include <scaling_limits/catalog/schema.hpp>
#include <scaling_limits/catalog/uncertain.hpp>
#include <scaling_limits/core/quantity.hpp>
#include <scaling_limits/core/suggest.hpp>

#include "catalog.hpp"
#include "rooms.hpp"

namespace scaling_limits::python {

using catalog::Kind, catalog::List, catalog::Map, catalog::Row, catalog::Value;

namespace {

constexpr std::size_t deepest = 64;  // as of texts

/// `where` is what a refusal calls the value by: "domains.0.count".
Value value_at(const py::handle& object, const std::string& where, std::size_t level) {
  const auto named = [&](const std::string& why) { return where.empty() ? why : where + ": " + why; };
  const auto in_utf8 = [&](const py::handle& given) {
    Py_ssize_t size = 0;
    const char* bytes = PyUnicode_AsUTF8AndSize(given.ptr(), &size);
    if (bytes) return std::string(bytes, static_cast<std::size_t>(size));
    PyErr_Clear();
    const auto shown = py::cast<std::string>(py::reinterpret_steal<py::object>(PyObject_ASCII(given.ptr())));
    throw catalog::Refused(named(shown + " is no text of Unicode"), where, Value(shown));
  };
  if (object.is_none()) return {};
  if (py::isinstance<py::bool_>(object)) return Value(py::cast<bool>(object));
  if (py::isinstance<py::str>(object)) return Value(in_utf8(object));
  if (py::isinstance<py::float_>(object) || PyLong_Check(object.ptr())) {
    const double x = PyFloat_AsDouble(object.ptr());
    if (PyErr_Occurred()) {
      PyErr_Clear();
      throw catalog::Refused(named("an integer is beyond the range of double"), where, Value(inf));
    }
    return Value(x);
  }
  if (level > deepest)
    throw catalog::Refused(named("more than " + std::to_string(deepest) + " levels of nesting"), where, Value());
  const auto within = [&](const std::string& key) { return where.empty() ? key : where + "." + key; };
  if (py::isinstance<py::dict>(object)) {
    Map map;
    for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(object)) {
      if (!py::isinstance<py::str>(key))
        throw py::type_error(named("keys must be texts, not " + py::cast<std::string>(py::repr(key))));
      const std::string name = in_utf8(key);
      map[name] = value_at(value, within(name), level + 1);
    }
    return map;
  }
  if (py::isinstance<py::list>(object) || py::isinstance<py::tuple>(object)) {
    List list;
    for (const auto& one : object)
      list.push_back(PyFloat_CheckExact(one.ptr()) ? Value(PyFloat_AS_DOUBLE(one.ptr()))  // most are, and need no name
                                                   : value_at(one, within(std::to_string(list.size())), level + 1));
    return list;
  }
  if (py::isinstance<catalog::Numbers>(object)) return Value(py::cast<const catalog::Numbers&>(object));
  if (py::hasattr(object, "tolist") && !py::isinstance<py::type>(object))  // NumPy's own numbers and arrays
    return value_at(object.attr("tolist")(), where, level + 1);
  throw py::type_error(named("must be made of numbers, texts, lists and dictionaries, not " +
                             py::cast<std::string>(py::repr(py::type::of(object)))));
}

}  // namespace

Value value_of_python(const py::handle& object) { return value_at(object, "", 1); }

py::object to_python(const Value& value) {
  if (const bool* truth = value.truth()) return py::bool_(*truth);
  if (const double* x = value.number()) return py::float_(*x);
  if (const std::string* s = value.text()) return text(*s);
  if (const List* list = value.list()) {
    py::list out;
    for (const Value& one : *list) out.append(to_python(one));
    return out;
  }
  if (const std::vector<double>* numbers = value.numbers()) return py::cast(*numbers);
  if (const Map* map = value.map()) {
    py::dict out;
    for (const auto& [key, one] : *map) out[text(key)] = to_python(one);
    return out;
  }
  return py::none();
}

py::tuple to_python(const std::vector<Row>& rows) {
  constexpr const char* effects[] = {"unsaid", "size", "cost", "help"};
  py::list out;
  for (const Row& row : rows) {
    out.append(py::dict(
        "name"_a = text(row.name), "unit"_a = text(row.unit), "doc"_a = text(row.doc), "required"_a = row.required(),
        "default"_a = row.standard, "lower"_a = row.range.lower, "upper"_a = row.range.upper,
        "open_below"_a = row.range.open_below, "open_above"_a = row.range.open_above, "optional"_a = row.range.optional,
        "boolean"_a = row.range.boolean, "whole"_a = row.range.whole, "share"_a = row.range.share, "range"_a = row.range.text(),
        "effect"_a = effects[static_cast<int>(row.effect)], "enters"_a = row.enters,
        "usual"_a = row.usual.known() ? py::object(py::make_tuple(row.usual.low, row.usual.high)) : py::none(),
        "usual_source"_a = text(row.usual.source)));
  }
  return py::tuple(out);
}

void bind_texts(py::module_& core) {
  core.def("describe", [] { return to_python(catalog::describe()); }, "All tables as data.");
  core.def(
      "describe_text", [](int indent) { return catalog::to_json(catalog::describe(), indent); }, "indent"_a,
      "The same in JSON.");
  core.def(
      "schema",
      [](const std::string& question) { return to_python(question.empty() ? catalog::schema() : catalog::schema(question)); },
      "question"_a = "", "The JSON Schema of a request, for any question or for one.");
  core.def(
      "schema_text",
      [](const std::string& question, int indent) {
        return catalog::to_json(question.empty() ? catalog::schema() : catalog::schema(question), indent);
      },
      "question"_a, "indent"_a, "The same in JSON.");
  core.def("from_json", [](const std::string& s) { return to_python(catalog::from_json(s)); }, "text"_a, "A value from JSON.");
  core.def("from_toml", [](const std::string& s) { return to_python(catalog::from_toml(s)); }, "text"_a, "A value from TOML.");
  core.def(
      "to_json", [](const py::handle& v, int indent) { return catalog::to_json(value_of_python(v), indent); }, "value"_a,
      "indent"_a = -1, "A value as JSON.");
  core.def("to_toml", [](const py::handle& v) { return catalog::to_toml(value_of_python(v)); }, "value"_a, "A value as TOML.");
  core.def(
      "needs",
      [](const std::string& group, const std::string& kind, const std::string& row) {
        const Kind& of = catalog::group(group).at(kind);
        return catalog::needs_text(of, *of.row(row));
      },
      "group"_a, "kind"_a, "row"_a, "What to say where a field is not given.");
  core.def(
      "quantity", [](const std::string& s, const std::string& unit, bool share) { return quantity(s, unit, share); }, "text"_a,
      "unit"_a, "share"_a = true, "A quantity in the unit of a field; `share`: whether it may be in per cent.");
  core.def(
      "quantity_text",
      [](double value, const std::string& unit, std::optional<int> digits) {
        return digits ? quantity_text(value, unit, *digits) : quantity_text(value, unit);
      },
      "value"_a, "unit"_a, "digits"_a = py::none(), "A value with its unit: to so many digits to be read, else exactly.");
  core.def(
      "said_unit", [](double value, const std::string& unit) { return std::string(said_unit(value, unit, Times::calendar)); },
      "value"_a, "unit"_a, "The unit in which people say a value, of times days and years too.");
  core.def(
      "said_text",
      [](double value, const std::string& unit, int digits, double like) {
        return quantity_text(value, unit, digits, said_unit(like, unit, Times::calendar));
      },
      "value"_a, "unit"_a, "digits"_a, "like"_a, "A value to so many digits in the unit in which people say `like`.");
  core.def(
      "uncertain_input",
      [](const py::handle& request, const std::string& path, const py::handle& value) {
        try {
          const Value form = value_of_python(request), given = value_of_python(value);
          return to_python(Value(catalog::uncertain_input(*form.map(), path, given)));
        } catch (const catalog::Refused& error) {
          return to_python(catalog::error_value(error.what(), error.parameter, error.value));
        }
      },
      "request"_a, "path"_a, "value"_a,
      "What a request says of one of its numbers that is uncertain: a distribution by name, or an error, as a dictionary.");
  core.def(
      "look_at",
      [](const std::string& group, const py::handle& part) -> py::object {
        try {
          catalog::look_at(catalog::form_of(catalog::group(group), value_of_python(part), group));
        } catch (const catalog::Refused& error) {
          return to_python(catalog::error_value(error.what(), error.parameter, error.value));
        }
        return py::dict();
      },
      "group"_a, "part"_a, "An error, as a dictionary, where a number of a part is wrong by itself; else an empty one.");
  core.def(
      "suggestion", [](const std::string& name, const std::vector<std::string>& names) { return suggestion(name, names); },
      "name"_a, "names"_a, "What to say about a name that is none of the names.");
}

}  // namespace scaling_limits::python
