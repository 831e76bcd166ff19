// SPDX-License-Identifier: Apache-2.0
// True NumPy ufuncs from a generic kernel: loops for float, double and long double, several outputs, named arguments. What
// is the same for all kernels is in ufunc.cpp.
#pragma once
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <array>
#include <cfenv>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>
#ifndef SCALING_LIMITS_IMPORTS_NUMPY  // ufunc.cpp alone imports the tables that all translation units share
#define NO_IMPORT_ARRAY
#define NO_IMPORT_UFUNC
#endif
#define PY_ARRAY_UNIQUE_SYMBOL scaling_limits_array_api
#define PY_UFUNC_UNIQUE_SYMBOL scaling_limits_ufunc_api
#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#include <numpy/arrayobject.h>
#include <numpy/ufuncobject.h>

#include <scaling_limits/core/words.hpp>

#include "arguments.hpp"

namespace scaling_limits::python {

namespace py = pybind11;
using namespace py::literals;

/// NumPy's tables, before anything else is asked of it.
void import_numpy();

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
[[gnu::always_inline]] inline void each(char** args, const npy_intp* n, const npy_intp* steps) {
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
template <class Kernel, std::size_t in>
void loop(char** args, const npy_intp* n, const npy_intp* steps, void*) {
  each<Kernel, in, double>(args, n, steps);
}
/// Digits, not speed: compiled for size.
template <class Kernel, std::size_t in>
[[gnu::cold]] void long_loop(char** args, const npy_intp* n, const npy_intp* steps, void*) {
  each<Kernel, in, long double>(args, n, steps);
}

/// The loop over doubles, which floats go through: no kernel is compiled for them.
struct OfDoubles {
  PyUFuncGenericFunction loop;
  std::size_t in, out;
};
void float_loop(char** args, const npy_intp* n, const npy_intp* steps, void* of_doubles);

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
    std::apply([&](auto... pointer) { Kernel::bulk(pointer..., to, static_cast<std::ptrdiff_t>(m)); }, from);
    if (!direct)
      for (npy_intp j = 0; j < m; ++j) *reinterpret_cast<double*>(args[in] + (i + j) * steps[in]) = to[j];
  }
  std::feclearexcept(FE_ALL_EXCEPT);
}

template <class Kernel, std::size_t in>
constexpr PyUFuncGenericFunction loop_of_doubles() {
  if constexpr (requires { &Kernel::bulk; }) return &block_loop<Kernel, in>;
  else return &loop<Kernel, in>;
}

py::object ufunc_of(PyUFuncGenericFunction* loops, void** data, std::size_t in, std::size_t out, const char* name,
                    const char* doc);

}  // namespace detail

/// Kernel: stateless, callable with `in` scalars of one type; returns a scalar or a std::array of them. Name and doc must live
/// as long as the process; one function may be made under several names.
template <std::size_t in, class Kernel>
py::object make_ufunc(Kernel, const char* name, const char* doc) {
  // NumPy keeps the pointers: they live as long as the process
  static detail::OfDoubles doubles{detail::loop_of_doubles<Kernel, in>(), in,
                                   detail::outputs_of<detail::result_t<Kernel, double, in>>};
  static PyUFuncGenericFunction loops[] = {&detail::float_loop, doubles.loop, &detail::long_loop<Kernel, in>};
  static void* data[] = {&doubles, nullptr, nullptr};
  return detail::ufunc_of(loops, data, in, doubles.out, name, doc);
}

/// A text that lives as long as the process: NumPy keeps pointers to names and texts of ufuncs.
const char* kept(std::string text);

/// An argument that is one of a few words: the kernel sees the number of the word, which chosen() reads.
struct Choice {
  const char* name;
  const char* meaning;
  std::vector<std::string_view> words;
  std::string_view standard;  // the default; empty: must be given
};
/// Among the words of an enumeration; the first is the default, unless said.
template <class E>
Choice choice(const char* name, const char* meaning, E standard = words_of<E>[0].value) {
  return {name, meaning, {texts_of<E>.begin(), texts_of<E>.end()}, to_word(standard)};
}
template <class E>
Choice required_choice(const char* name, const char* meaning) {
  return {name, meaning, {texts_of<E>.begin(), texts_of<E>.end()}, {}};
}

/// The value of the word of that number. Whatever is no such number throws, which a loop answers with NaN.
template <class E, class S>
E chosen(const S& number) {
  const auto at = static_cast<double>(number);
  if (!(at >= 0 && at < static_cast<double>(words_of<E>.size()) && at == std::floor(at)))
    throw std::out_of_range("no word of that number");
  return words_of<E>[static_cast<std::size_t>(at)].value;
}

/// A kernel and a faster form of it, without the arguments after the first `few`: for calls that leave them at their defaults.
template <std::size_t few, class Fast, class General>
struct FastForm {
  Fast fast;
  General general;
};
template <std::size_t few, class Fast, class General>
FastForm<few, Fast, General> with_fast_form(Fast fast, General general) {
  return {fast, general};
}

/// A room of the package: kernel("name", function, doc, "argument"_a, "other"_a = 0, Choice{"variant", {"one", "two"}}, ...)
/// makes the ufunc _core.<room>.<name> and the row of _core.kernels from which scaling_limits.<room>.<name> is built, its text
/// included: doc says what is computed, by which formula, and ends with "Source: ..." where there is one; unit, range and
/// meaning of an argument are in arguments.hpp, or at the argument itself: argument("k"_a, "1", at_least(2), "nodes", 8).
class Room {
 public:
  Room(py::module_& core, const char* name) : core_(core), name_(name), room_(core.def_submodule(name)) {}

  template <class Kernel, class... Argument>
  void kernel(const char* name, Kernel function, const char* doc, const Argument&... argument) {
    add(name, doc, made<sizeof...(Argument)>(function, name, doc), py::none(), {row(argument)...});
  }
  template <std::size_t few, class Fast, class General, class... Argument>
  void kernel(const char* name, FastForm<few, Fast, General> forms, const char* doc, const Argument&... argument) {
    const py::object general = made<sizeof...(Argument)>(forms.general, std::string(name) + "_general", doc);
    add(name, doc, general, made<few>(forms.fast, name, doc), {row(argument)...});
  }

  /// The several outputs of a kernel as a named tuple.
  void returns(const char* kernel, const char* type, const std::vector<const char*>& names);

  const std::string& name() const { return name_; }
  py::module_& core() { return core_; }

  py::module_& module() { return room_; }

  /// An argument as Python sees it: its name, its default, its words, what else is known of it.
  static py::tuple row(const py::arg& argument);
  static py::tuple row(const py::arg_v& argument);
  static py::tuple row(const Described<py::arg>& argument);
  static py::tuple row(const Described<py::arg_v>& argument);
  static py::tuple row(const Choice& choice);

 private:
  /// The ufunc of a function under a name, which its room has too: so it pickles.
  template <std::size_t in, class Function>
  py::object made(Function function, const std::string& name, const char* doc) {
    return named(name, make_ufunc<in>(function, kept(name), kept(doc)));
  }
  py::object named(const std::string& name, py::object ufunc);
  void add(const char* name, const char* doc, const py::object& ufunc, const py::object& fast,
           std::initializer_list<py::tuple> arguments);

  py::module_& core_;
  std::string name_;
  py::module_ room_;
};

}  // namespace scaling_limits::python
