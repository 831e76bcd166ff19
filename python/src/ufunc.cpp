// SPDX-License-Identifier: Apache-2.0
#include "ufunc.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <deque>
#include <stdexcept>
#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#include <numpy/arrayobject.h>
#include <numpy/arrayscalars.h>
#include <numpy/ufuncobject.h>

#include "kernel_texts.hpp"
#include "kernels.hpp"
#include "rooms.hpp"

namespace scaling_limits::python {

namespace py = pybind11;

void import_numpy() {
  if (_import_array() < 0 || _import_umath() < 0) throw py::error_already_set();
}

namespace {

/// What the header says of a kernel's function: that of the room's namespace, else the only one of its name.
std::string_view text_of(std::string_view room, std::string_view kernel) {
  const auto bare = [](std::string_view name) { return name.substr(name.starts_with('_')); };
  const std::string name = "::" + std::string(bare(kernel)), function = std::string(bare(room)) + name;
  std::string_view found;
  for (const KernelText& one : kernel_texts()) {
    if (one.function == function) return one.text;
    if (one.function.ends_with(name)) found = one.text;
  }
  if (found.empty()) throw std::logic_error("no header says of " + function + " what it is, with its source");
  return found;
}

}  // namespace

void Room::add(const Called& called, const Loops& loops, const std::optional<Loops>& fast,
               std::initializer_list<Argument> arguments) {
  const std::string_view text = *called.text ? called.text : text_of(name, called.name);
  kernels.push_back({called.name, std::string(text), loops, fast, arguments});
}

namespace {

using py::literals::operator""_a;

constexpr std::size_t most_arguments = 64;  // that NumPy 2 gives a ufunc

/// The loop over doubles of a kernel on floats.
void float_loop(char** args, const npy_intp* n, const npy_intp* steps, void* loops) {
  const auto& [loop, long_loop, in, out] = *static_cast<const Loops*>(loops);
  constexpr std::size_t room = 4096;
  double buffer[room];
  std::array<char*, most_arguments> columns;
  std::array<npy_intp, most_arguments> widths;
  widths.fill(sizeof(double));
  const auto block = static_cast<npy_intp>(room / (in + out));
  for (std::size_t k = 0; k < in + out; ++k) columns[k] = reinterpret_cast<char*>(buffer + k * static_cast<std::size_t>(block));
  const auto column = [&](std::size_t k) { return reinterpret_cast<double*>(columns[k]); };
  for (npy_intp i = 0; i < n[0]; i += block) {
    const npy_intp m = std::min(n[0] - i, block);
    const auto at = [&](std::size_t k, npy_intp j) { return reinterpret_cast<float*>(args[k] + (i + j) * steps[k]); };
    for (std::size_t k = 0; k < in; ++k)
      for (npy_intp j = 0; j < m; ++j) column(k)[j] = static_cast<double>(*at(k, j));
    loop(columns.data(), &m, widths.data(), nullptr);
    for (std::size_t k = in; k < in + out; ++k)
      for (npy_intp j = 0; j < m; ++j) *at(k, j) = static_cast<float>(column(k)[j]);
  }
  std::feclearexcept(FE_ALL_EXCEPT);
}

/// What NumPy keeps pointers to lives as long as the process.
struct Kept {
  Loops loops;
  std::string name, doc, types;
  std::array<PyUFuncGenericFunction, 3> functions;
  std::array<void*, 3> data;
};

py::object ufunc_of(const Loops& loops, const std::string& name, const std::string& doc) {
  static_assert(std::is_same_v<npy_intp, std::ptrdiff_t>, "a Loop is what NumPy calls");
  static auto* all = new std::deque<Kept>;
  Kept& kept = all->emplace_back(Kept{loops, name, doc, {}, {&float_loop, loops.doubles, loops.long_doubles}, {}});
  kept.data[0] = &kept.loops;
  for (const NPY_TYPES type : {NPY_FLOAT, NPY_DOUBLE, NPY_LONGDOUBLE})
    kept.types.append(loops.in + loops.out, static_cast<char>(type));
  return py::reinterpret_steal<py::object>(PyUFunc_FromFuncAndData(kept.functions.data(), kept.data.data(), kept.types.data(),
                                                                   3, static_cast<int>(loops.in), static_cast<int>(loops.out),
                                                                   PyUFunc_None, kept.name.c_str(), kept.doc.c_str(), 0));
}

/// The number that an argument is to the loop over doubles: one of Python's own or a np.float64, or the place of a word.
std::optional<double> plain_argument(py::handle value, py::handle words) {
  if (words.is_none())
    return Py_IS_TYPE(value.ptr(), &PyDoubleArrType_Type) ? PyFloat_AS_DOUBLE(value.ptr()) : plain_number(value);
  if (!PyUnicode_CheckExact(value.ptr())) return {};
  const auto all = py::reinterpret_borrow<py::tuple>(words);
  for (std::size_t k = 0; k < all.size(); ++k)
    if (PyUnicode_Compare(value.ptr(), all[k].ptr()) == 0) return static_cast<double>(k);
  return {};
}

/// A kernel of plain numbers and words: the loops of its ufunc without NumPy's way there.
struct Direct {
  py::tuple rows;  // name, default, words of each argument
  Loops general;
  std::optional<Loops> fast;

  /// NotImplemented for whatever else was given, right or wrong.
  py::object operator()(const py::tuple& given, const py::dict& named) const;
};

py::object numpy_double(double x) {
  auto scalar = py::reinterpret_steal<py::object>(PyArrayScalar_New(Double));
  if (!scalar) throw py::error_already_set();
  PyArrayScalar_ASSIGN(scalar.ptr(), Double, x);
  return scalar;
}

/// What the ufunc of these loops answers.
py::object found_by(const Loops& loops, double* values) {
  std::array<double, most_arguments> found;
  std::array<char*, most_arguments> columns;
  std::array<npy_intp, most_arguments> widths;
  widths.fill(sizeof(double));
  for (std::size_t k = 0; k < loops.in; ++k) columns[k] = reinterpret_cast<char*>(values + k);
  for (std::size_t k = 0; k < loops.out; ++k) columns[loops.in + k] = reinterpret_cast<char*>(found.data() + k);
  constexpr npy_intp one = 1;
  loops.doubles(columns.data(), &one, widths.data(), nullptr);
  if (loops.out == 1) return numpy_double(found[0]);
  py::tuple all(loops.out);
  for (std::size_t k = 0; k < loops.out; ++k) all[k] = numpy_double(found[k]);
  return all;
}

py::object Direct::operator()(const py::tuple& given, const py::dict& named) const {
  const auto another_way = [] { return py::reinterpret_borrow<py::object>(Py_NotImplemented); };
  const std::size_t n = rows.size();
  if (given.size() > n) return another_way();
  std::array<py::handle, most_arguments> values;
  for (std::size_t k = 0; k < given.size(); ++k) values[k] = PyTuple_GET_ITEM(given.ptr(), k);
  const auto row = [&](std::size_t k, Py_ssize_t of) -> py::handle {
    return PyTuple_GET_ITEM(PyTuple_GET_ITEM(rows.ptr(), static_cast<Py_ssize_t>(k)), of);
  };
  for (const auto& [name, value] : named) {
    std::size_t k = 0;
    while (k < n && PyUnicode_Compare(name.ptr(), row(k, 0).ptr()) != 0) ++k;
    if (k == n || values[k]) return another_way();
    values[k] = value;
  }
  std::array<double, most_arguments> numbers;
  bool usual = fast.has_value();
  for (std::size_t k = 0; k < n; ++k) {
    const py::handle standard = row(k, 1);
    const bool open = PyFloat_CheckExact(standard.ptr()) && std::isnan(PyFloat_AS_DOUBLE(standard.ptr()));
    if (!values[k] || (open && values[k].is_none())) values[k] = standard;  // None where there is none: no number
    const auto number = plain_argument(values[k], row(k, 2));
    if (!number) return another_way();
    numbers[k] = *number;
    usual = usual && (k < fast->in || values[k].is(standard));
  }
  return found_by(usual ? *fast : general, numbers.data());
}

py::object to_python(const KnownArgument* known) {
  if (known == nullptr) return py::none();
  const Range& range = known->range;
  return py::dict("unit"_a = std::string(known->unit), "range"_a = range.text(), "meaning"_a = std::string(known->meaning),
                  "example"_a = known->example, "lower"_a = range.lower, "upper"_a = range.upper,
                  "open_below"_a = range.open_below, "open_above"_a = range.open_above);
}

/// An argument as Python sees it: its name, its default, its words, what else is known of it.
py::tuple row_of(const Argument& argument) {
  if (argument.choice) {
    const auto& [meaning, words, standard] = *argument.choice;
    py::list texts;
    for (const std::string_view word : words) texts.append(text(word));
    return py::make_tuple(argument.name, standard.empty() ? py::object(py::none()) : py::object(text(standard)),
                          py::tuple(texts), py::dict("unit"_a = "1", "range"_a = "", "meaning"_a = meaning));
  }
  py::object standard = py::none();
  if (const auto& value = argument.standard) {
    if (*value == std::floor(*value) && std::abs(*value) < 1e15) standard = py::int_(static_cast<long long>(*value));
    else standard = py::float_(*value);
  }
  return py::make_tuple(argument.name, standard, py::none(),
                        to_python(argument.known ? &*argument.known : known_argument(argument.name)));
}

void bind_room(py::module_& core, const Room& room) {
  py::module_ module = core.def_submodule(room.name);
  // in its room under its name, too: so it pickles
  const auto made = [&](const Loops& loops, const std::string& name, const std::string& doc) {
    py::object ufunc = ufunc_of(loops, name, doc);
    module.attr(name.c_str()) = ufunc;
    return ufunc;
  };
  for (const NamedKernel& kernel : room.kernels) {
    const py::object ufunc = made(kernel.loops, kernel.fast ? kernel.name + "_general" : kernel.name, kernel.doc);
    const py::object fast = kernel.fast ? made(*kernel.fast, kernel.name, kernel.doc) : py::object(py::none());
    py::tuple rows(kernel.arguments.size());
    for (std::size_t k = 0; k < rows.size(); ++k) rows[k] = row_of(kernel.arguments[k]);
    core.attr("kernels")[py::str(std::string(room.name) + "." + kernel.name)] =
        py::make_tuple(ufunc, rows, kernel.doc, fast, Direct{rows, kernel.loops, kernel.fast});
  }
  for (const NamedTuple& tuple : room.tuples)
    core.attr("returns")[py::str(std::string(room.name) + "." + tuple.kernel)] =
        py::make_tuple(tuple.type, py::tuple(py::cast(tuple.names)));
}

}  // namespace

void bind_kernels(py::module_& core) {
  core.attr("kernels") = py::dict();
  core.attr("returns") = py::dict();
  py::class_<Direct>(core, "Direct", "A kernel of plain numbers and words; NotImplemented for whatever else is given.")
      .def("__call__", &Direct::operator(), py::arg("given"), py::arg("named"));
  Rooms rooms;
  for (const auto add :
       {add_numeric, add_checkpoint, add_failures, add_workload, add_storage, add_growth, add_limits, add_factors, add_network,
        add_parallelism, add_cluster, add_federated, add_search, add_economics, add_uncertainty})
    add(rooms);
  for (const Room& room : rooms) bind_room(core, room);
}

}  // namespace scaling_limits::python
