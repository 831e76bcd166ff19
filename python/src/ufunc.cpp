// SPDX-License-Identifier: Apache-2.0
// What of a ufunc and of its room does not depend on the kernel.
#define SCALING_LIMITS_IMPORTS_NUMPY
#include "ufunc.hpp"

#include <algorithm>
#include <deque>

namespace scaling_limits::python {

void import_numpy() {
  if (_import_array() < 0 || _import_umath() < 0) throw py::error_already_set();
}

void detail::float_loop(char** args, const npy_intp* n, const npy_intp* steps, void* of_doubles) {
  const auto& [loop, in, out] = *static_cast<const OfDoubles*>(of_doubles);
  constexpr std::size_t room = 4096;
  double buffer[room];
  constexpr std::size_t most = 64;  // arguments that NumPy 2 gives a ufunc
  std::array<char*, most> columns;
  std::array<npy_intp, most> widths;
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

py::object detail::ufunc_of(PyUFuncGenericFunction* loops, void** data, std::size_t in, std::size_t out, const char* name,
                            const char* doc) {
  std::string types;
  for (const NPY_TYPES type : {NPY_FLOAT, NPY_DOUBLE, NPY_LONGDOUBLE}) types.append(in + out, static_cast<char>(type));
  return py::reinterpret_steal<py::object>(PyUFunc_FromFuncAndData(loops, data, kept(std::move(types)), 3, static_cast<int>(in),
                                                                   static_cast<int>(out), PyUFunc_None, name, doc, 0));
}

const char* kept(std::string text) {
  static auto* all = new std::deque<std::string>;
  return all->emplace_back(std::move(text)).c_str();
}

namespace {

py::object to_python(const KnownArgument* known) {
  if (known == nullptr) return py::none();
  const Range& range = known->range;
  return py::dict("unit"_a = std::string(known->unit), "range"_a = range.text(), "meaning"_a = std::string(known->meaning),
                  "example"_a = known->example, "lower"_a = range.lower, "upper"_a = range.upper,
                  "open_below"_a = range.open_below, "open_above"_a = range.open_above);
}
template <class Name>
py::tuple described_row(const Described<Name>& argument) {
  const py::tuple known = Room::row(argument.name);
  return py::make_tuple(known[0], known[1], known[2], to_python(&argument.known));
}

}  // namespace

void Room::returns(const char* kernel, const char* type, const std::vector<const char*>& names) {
  core_.attr("returns")[py::str(name_ + "." + kernel)] = py::make_tuple(type, py::tuple(py::cast(names)));
}
py::tuple Room::row(const py::arg& argument) {
  return py::make_tuple(argument.name, py::none(), py::none(), to_python(known_argument(argument.name)));
}
py::tuple Room::row(const py::arg_v& argument) {
  return py::make_tuple(argument.name, argument.value, py::none(), to_python(known_argument(argument.name)));
}
py::tuple Room::row(const Described<py::arg>& argument) { return described_row(argument); }
py::tuple Room::row(const Described<py::arg_v>& argument) { return described_row(argument); }
py::tuple Room::row(const Choice& choice) {
  const py::object standard = choice.standard.empty() ? py::object(py::none()) : py::cast(choice.standard);
  return py::make_tuple(choice.name, standard, py::tuple(py::cast(choice.words)),
                        py::dict("unit"_a = "1", "range"_a = "", "meaning"_a = choice.meaning));
}
py::object Room::named(const std::string& name, py::object ufunc) {
  room_.attr(name.c_str()) = ufunc;
  return ufunc;
}
void Room::add(const char* name, const char* doc, const py::object& ufunc, const py::object& fast,
               std::initializer_list<py::tuple> arguments) {
  py::list all;
  for (const py::tuple& argument : arguments) all.append(argument);
  core_.attr("kernels")[py::str(name_ + "." + name)] = py::make_tuple(ufunc, py::tuple(all), doc, fast);
}

}  // namespace scaling_limits::python
