// SPDX-License-Identifier: Apache-2.0
// True NumPy ufuncs from a generic kernel: loops for float, double and long double, several outputs, named arguments.
#pragma once
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <array>
#include <cfenv>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>
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

template <class R>
R none() {
  if constexpr (outputs_of<R> == 1) {
    return std::numeric_limits<R>::quiet_NaN();
  } else {
    R all;
    all.fill(none<typename R::value_type>());
    return all;
  }
}

template <class Kernel, std::size_t in, class T>
void loop(char** args, const npy_intp* n, const npy_intp* steps, void*) {
  constexpr std::size_t out = outputs_of<result_t<Kernel, T, in>>;
  for (npy_intp i = 0; i < n[0]; ++i) {
    const auto result = [&]<std::size_t... k>(std::index_sequence<k...>) -> result_t<Kernel, T, in> {
      try {
        return Kernel{}(*reinterpret_cast<const T*>(args[k] + i * steps[k])...);
      } catch (...) {  // nothing may leave the loop: structural nonsense has no answer
        return none<result_t<Kernel, T, in>>();
      }
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
  return py::reinterpret_steal<py::object>(
      PyUFunc_FromFuncAndData(loops, data, const_cast<char*>(types.data()), 3, in, out, PyUFunc_None, name, doc, 0));
}

/// An argument that is one of a few names: the kernel sees the number of the name. The first is the default, unless required.
struct Choice {
  const char* name;
  std::vector<const char*> values;
  bool required = false;
};

/// A room of the package: kernel("name", function, doc, "argument"_a, "other"_a = 0, Choice{"variant", {"one", "two"}}, ...)
/// makes the ufunc _core.<room>.<name> and the row of _core.kernels from which scaling_limits.<room>.<name> is built. The text
/// of doc says meaning, unit and range of the arguments, formula and source. A name "kernel:general" is what the kernel calls
/// when arguments that its plain form lacks are given.
class Room {
 public:
  Room(py::module_& core, const char* name) : core_(core), name_(name), room_(core.def_submodule(name)) {}

  template <class Kernel, class... Argument>
  void kernel(const char* name, Kernel function, const char* doc, const Argument&... argument) {
    // the name must outlive the ufunc, as the literal it is made from does
    static const std::string plain = [&] {
      std::string text(name);
      for (char& c : text) c = c == ':' || c == '=' || c == '?' ? '_' : c;
      return text;
    }();
    const py::object ufunc = make_ufunc<sizeof...(Argument)>(function, plain.c_str(), doc);
    room_.attr(plain.c_str()) = ufunc;
    py::list arguments;
    (arguments.append(row(argument)), ...);
    core_.attr("kernels")[py::str(name_ + "." + name)] = py::make_tuple(ufunc, py::tuple(arguments), doc);
  }

  /// The several outputs of a kernel as a named tuple.
  void returns(const char* kernel, const char* type, const std::vector<const char*>& names) {
    core_.attr("returns")[py::str(name_ + "." + kernel)] = py::make_tuple(type, py::tuple(py::cast(names)));
  }

  const std::string& name() const { return name_; }
  py::module_& core() { return core_; }

  py::module_& module() { return room_; }

  /// An argument as Python sees it: its name, its default, its choices.
  static py::tuple row(const py::arg& argument) { return py::make_tuple(argument.name); }
  static py::tuple row(const py::arg_v& argument) { return py::make_tuple(argument.name, argument.value); }
  static py::tuple row(const Choice& choice) {
    if (choice.required) return py::make_tuple(choice.name, py::none(), py::tuple(py::cast(choice.values)));
    return py::make_tuple(choice.name, choice.values.front(), py::tuple(py::cast(choice.values)));
  }

 private:
  py::module_& core_;
  std::string name_;
  py::module_ room_;
};

}  // namespace scaling_limits::python
