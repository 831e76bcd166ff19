// SPDX-License-Identifier: Apache-2.0
// True NumPy ufuncs from a generic kernel: loops for float, double and long double, several outputs, named arguments.
#pragma once
#include <pybind11/pybind11.h>

#include <array>
#include <cfenv>
#include <string>
#include <utility>
#ifndef SCALING_LIMITS_IMPORTS_NUMPY  // module.cpp alone imports the tables that all translation units share
#define NO_IMPORT_ARRAY
#define NO_IMPORT_UFUNC
#endif
#define PY_ARRAY_UNIQUE_SYMBOL scaling_limits_array_api
#define PY_UFUNC_UNIQUE_SYMBOL scaling_limits_ufunc_api
#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#include <numpy/arrayobject.h>
#include <numpy/ufuncobject.h>

namespace scaling_limits::python {

namespace py = pybind11;
using namespace py::literals;

namespace detail {

template <class T>
inline constexpr std::size_t outputs_of = 1;
template <class T, std::size_t n>
inline constexpr std::size_t outputs_of<std::array<T, n>> = n;

template <class T, std::size_t>
using repeated = T;

/// What the kernel returns for n arguments of type T.
template <class Kernel, class T, std::size_t... k>
auto result_of(std::index_sequence<k...>) -> decltype(Kernel{}(std::declval<const repeated<T, k>&>()...));
template <class Kernel, class T, std::size_t n>
using result_t = decltype(result_of<Kernel, T>(std::make_index_sequence<n>{}));

template <class Kernel, std::size_t in, class T>
void loop(char** args, const npy_intp* n, const npy_intp* steps, void*) {
  constexpr std::size_t out = outputs_of<result_t<Kernel, T, in>>;
  for (npy_intp i = 0; i < n[0]; ++i) {
    const auto result = [&]<std::size_t... k>(std::index_sequence<k...>) {
      return Kernel{}(*reinterpret_cast<const T*>(args[k] + i * steps[k])...);
    }(std::make_index_sequence<in>{});
    if constexpr (out == 1) {
      *reinterpret_cast<T*>(args[in] + i * steps[in]) = static_cast<T>(result);
    } else {
      for (std::size_t k = 0; k < out; ++k) *reinterpret_cast<T*>(args[in + k] + i * steps[in + k]) = static_cast<T>(result[k]);
    }
  }
  // outside its domain a kernel answers NaN, as documented: that deserves no warning
  std::feclearexcept(FE_ALL_EXCEPT);
}

/// The loop over doubles of a kernel with a block form `static void bulk(const double* in..., double* out, long n)`:
/// operands that are not contiguous, or overlap, pass through small buffers.
template <class Kernel, std::size_t in>
void block_loop(char** args, const npy_intp* n, const npy_intp* steps, void*) {
  constexpr npy_intp block = 512;
  double buffer[in + 1][block];
  for (npy_intp i = 0; i < n[0]; i += block) {
    const npy_intp m = n[0] - i < block ? n[0] - i : block;
    std::array<const double*, in> from;
    for (std::size_t k = 0; k < in; ++k) {
      const char* start = args[k] + i * steps[k];
      from[k] = reinterpret_cast<const double*>(start);
      if (steps[k] == sizeof(double)) continue;
      for (npy_intp j = 0; j < m; ++j) buffer[k][j] = *reinterpret_cast<const double*>(start + j * steps[k]);
      from[k] = buffer[k];
    }
    const bool direct = steps[in] == sizeof(double);
    double* to = direct ? reinterpret_cast<double*>(args[in] + i * steps[in]) : buffer[in];
    std::apply([&](auto... pointer) { Kernel::bulk(pointer..., to, static_cast<long>(m)); }, from);
    if (!direct)
      for (npy_intp j = 0; j < m; ++j) *reinterpret_cast<double*>(args[in] + (i + j) * steps[in]) = to[j];
  }
  std::feclearexcept(FE_ALL_EXCEPT);
}

template <class Kernel, std::size_t in>
constexpr PyUFuncGenericFunction loop_of_doubles() {
  if constexpr (requires { &Kernel::bulk; }) return &block_loop<Kernel, in>;
  else return &loop<Kernel, in, double>;
}

}  // namespace detail

/// Kernel: stateless, callable with `in` scalars of one type; returns a scalar or a std::array of them.
template <std::size_t in, class Kernel>
py::object make_ufunc(Kernel, const char* name, const char* doc) {
  constexpr std::size_t out = detail::outputs_of<detail::result_t<Kernel, double, in>>, all = in + out;
  // NumPy keeps the pointers: they live as long as the process
  static PyUFuncGenericFunction loops[] = {&detail::loop<Kernel, in, float>, detail::loop_of_doubles<Kernel, in>(),
                                           &detail::loop<Kernel, in, long double>};
  static void* data[] = {nullptr, nullptr, nullptr};
  static const auto types = [] {
    std::array<char, 3 * all> t{};
    for (std::size_t k = 0; k < all; ++k) t[k] = NPY_FLOAT, t[all + k] = NPY_DOUBLE, t[2 * all + k] = NPY_LONGDOUBLE;
    return t;
  }();
  return py::reinterpret_steal<py::object>(PyUFunc_FromFuncAndData(loops, data, const_cast<char*>(types.data()), 3, in, out,
                                                                   PyUFunc_None, name, doc, 0));
}

/// A room of the package: kernel("name", function, doc, "argument"_a, "other"_a = 0, ...) makes the ufunc _core.<room>.<name>
/// and the row of _core.kernels from which scaling_limits.<room>.<name> is built. A name "kernel:variant" is what the kernel
/// calls for variant="variant". The text of doc says meaning, unit and range of the arguments, formula and source.
class Room {
 public:
  Room(py::module_& core, const char* name) : core_(core), room_(core.def_submodule(name)) {}

  template <class Kernel, class... Argument>
  void kernel(const char* name, Kernel function, const char* doc, const Argument&... argument) {
    std::string plain(name);
    for (char& c : plain) c = c == ':' || c == '=' || c == '?' ? '_' : c;
    // the name and the text must outlive the ufunc, as the literals they are given as do
    static const std::string kept = plain;
    const py::object ufunc = make_ufunc<sizeof...(Argument)>(function, kept.c_str(), doc);
    room_.attr(kept.c_str()) = ufunc;
    py::list arguments;
    (arguments.append(row(argument)), ...);
    const std::string path = py::str(room_.attr("__name__").attr("rpartition")("_core.")[py::int_(2)]);
    core_.attr("kernels")[py::str(path + "." + name)] = py::make_tuple(ufunc, py::tuple(arguments), doc);
  }
  py::module_& module() { return room_; }

 private:
  static py::tuple row(const py::arg& argument) { return py::make_tuple(argument.name); }
  static py::tuple row(const py::arg_v& argument) { return py::make_tuple(argument.name, argument.value); }

  py::module_& core_;
  py::module_ room_;
};

}  // namespace scaling_limits::python
