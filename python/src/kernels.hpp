// SPDX-License-Identifier: Apache-2.0
// The kernels of a room as plain data: loops over double and long double, several outputs, named arguments. ufunc.cpp makes
// true NumPy ufuncs of them; here is nothing of Python, which every source of kernels would compile again.
#pragma once
#include <array>
#include <cfenv>
#include <cmath>
#include <cstddef>
#include <deque>
#include <initializer_list>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arguments.hpp"

namespace scaling_limits::python {

/// What NumPy calls: an address of each column, their length, their strides in bytes.
using Loop = void (*)(char** args, const std::ptrdiff_t* n, const std::ptrdiff_t* steps, void*);

/// The loops of a kernel. Floats go through that over doubles: no kernel is compiled for them.
struct Loops {
  Loop doubles, long_doubles;
  std::size_t in, out;
};

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
[[gnu::always_inline]] inline void each(char** args, const std::ptrdiff_t* n, const std::ptrdiff_t* steps) {
  constexpr std::size_t out = outputs_of<result_t<Kernel, T, in>>;
  for (std::ptrdiff_t i = 0; i < n[0]; ++i) {
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
void loop(char** args, const std::ptrdiff_t* n, const std::ptrdiff_t* steps, void*) {
  each<Kernel, in, double>(args, n, steps);
}
/// Digits, not speed: compiled for size.
template <class Kernel, std::size_t in>
[[gnu::cold]] void long_loop(char** args, const std::ptrdiff_t* n, const std::ptrdiff_t* steps, void*) {
  each<Kernel, in, long double>(args, n, steps);
}

/// The loop over doubles of a kernel with a block form `static void bulk(const double* in..., double* out, long n)`:
/// operands that are not contiguous, or overlap, pass through small buffers.
template <class Kernel, std::size_t in>
void block_loop(char** args, const std::ptrdiff_t* n, const std::ptrdiff_t* steps, void*) {
  constexpr std::ptrdiff_t block = 512;
  double buffer[in + 1][block];
  for (std::ptrdiff_t i = 0; i < n[0]; i += block) {
    const std::ptrdiff_t m = n[0] - i < block ? n[0] - i : block;
    std::array<const double*, in> from;
    for (std::size_t k = 0; k < in; ++k) {
      const char* start = args[k] + i * steps[k];
      from[k] = reinterpret_cast<const double*>(start);
      if (steps[k] == sizeof(double)) continue;
      for (std::ptrdiff_t j = 0; j < m; ++j) buffer[k][j] = *reinterpret_cast<const double*>(start + j * steps[k]);
      from[k] = buffer[k];
    }
    const bool direct = steps[in] == sizeof(double);
    double* to = direct ? reinterpret_cast<double*>(args[in] + i * steps[in]) : buffer[in];
    std::apply([&](auto... pointer) { Kernel::bulk(pointer..., to, m); }, from);
    if (!direct)
      for (std::ptrdiff_t j = 0; j < m; ++j) *reinterpret_cast<double*>(args[in] + (i + j) * steps[in]) = to[j];
  }
  std::feclearexcept(FE_ALL_EXCEPT);
}

template <class Kernel, std::size_t in>
constexpr Loop loop_of_doubles() {
  if constexpr (requires { &Kernel::bulk; }) return &block_loop<Kernel, in>;
  else return &loop<Kernel, in>;
}

/// Of a stateless kernel, callable with `in` scalars of one type, that returns a scalar or a std::array of them.
template <std::size_t in, class Kernel>
constexpr Loops loops_of(const Kernel&) {
  return {loop_of_doubles<Kernel, in>(), &long_loop<Kernel, in>, in, outputs_of<result_t<Kernel, double, in>>};
}

}  // namespace detail

/// The value of the word of that number. Whatever is no such number throws, which a loop answers with NaN.
template <class E, class S>
E chosen(const S& number) {
  const auto at = static_cast<double>(number);
  if (!(at >= 0 && at < static_cast<double>(words_of<E>.size()) && at == std::floor(at)))
    throw std::out_of_range("no word of that number");
  return words_of<E>[static_cast<std::size_t>(at)].value;
}

/// What a kernel answers with a flag that stands among its numbers; NaN where the flag is none.
template <class S, class Kernel>
S flagged(const S& flag, const Kernel& kernel) {
  return flag != flag ? std::numeric_limits<S>::quiet_NaN() : S(kernel(flag != 0));
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

/// What a kernel is called. Its text is that of the function of the same name in its header (kernel_texts.hpp); one that is no
/// function there, behind one of Python's own, says itself what it is.
struct Called {
  const char* name;
  const char* text = "";

  Called(const char* called, const char* said = "") : name(called), text(said) {}
};

struct NamedKernel {
  std::string name, doc;
  Loops loops;
  std::optional<Loops> fast;  // without the arguments that have a default
  std::vector<Argument> arguments;
};

/// The several outputs of a kernel as a named tuple.
struct NamedTuple {
  const char* kernel;
  const char* type;
  std::vector<const char*> names;
};

/// A room of the package: kernel("name", function, "argument"_a, "other"_a = 0, choice<E>("variant", "what it is"), ...) makes
/// the ufunc _core.<room>.<name> and the row of _core.kernels from which scaling_limits.<room>.<name> is built, its text
/// included; unit, range and meaning of an argument are in arguments.hpp, or at the argument itself: argument("k"_a, "1",
/// at_least(2), "nodes", 8).
struct Room {
  explicit Room(const char* called) : name(called) {}

  const char* name;
  std::vector<NamedKernel> kernels{};
  std::vector<NamedTuple> tuples{};

  template <class Kernel, class... Arguments>
  void kernel(const Called& called, Kernel function, const Arguments&... argument) {
    add(called, detail::loops_of<sizeof...(Arguments)>(function), {}, {argument...});
  }
  template <std::size_t few, class Fast, class General, class... Arguments>
  void kernel(const Called& called, FastForm<few, Fast, General> forms, const Arguments&... argument) {
    add(called, detail::loops_of<sizeof...(Arguments)>(forms.general), detail::loops_of<few>(forms.fast), {argument...});
  }
  void add(const Called& called, const Loops& loops, const std::optional<Loops>& fast,
           std::initializer_list<Argument> arguments);  // ufunc.cpp

  void returns(const char* kernel_name, const char* type, std::initializer_list<const char*> names) {
    tuples.push_back({kernel_name, type, names});
  }
};
using Rooms = std::deque<Room>;

void add_numeric(Rooms&);
void add_checkpoint(Rooms&);
void add_failures(Rooms&);
void add_workload(Rooms&);
void add_storage(Rooms&);
void add_growth(Rooms&);
void add_limits(Rooms&);
void add_factors(Rooms&);
void add_network(Rooms&);
void add_parallelism(Rooms&);
void add_cluster(Rooms&);
void add_federated(Rooms&);
void add_search(Rooms&);
void add_economics(Rooms&);
void add_uncertainty(Rooms&);

}  // namespace scaling_limits::python
