// SPDX-License-Identifier: Apache-2.0
// Parameter aggregates with answers of their own: a field table, and functions of the fields as ufuncs over them.
//
//   Aggregate<workload::TransformerShape<>>(room, "TransformerShape")
//       .property("parameters", [](const auto& shape) { return shape.parameters(); }, "All parameters.")
//       .method("flops_per_token", [](const auto& shape, double attention, double table) { ... }, "...", Choice{...}, "x"_a = 1);
#pragma once
#include <scaling_limits/core/fields.hpp>

#include "evaluate.hpp"
#include "ufunc.hpp"

namespace scaling_limits::python {

namespace detail {

/// A function of an aggregate as a kernel of its fields, then of further arguments.
template <class P, class Function, std::size_t more>
struct OfFields {
  template <class... X>
  double operator()(const X&... x) const {
    constexpr std::size_t fields = fields_of<P>.size();
    static_assert(sizeof...(X) == fields + more);
    const std::array<double, sizeof...(X)> all{static_cast<double>(x)...};
    P of;
    assign(of, all.data());
    if constexpr (requires { validate(of); }) validate(of);  // what throws has no answer
    return [&]<std::size_t... k>(std::index_sequence<k...>) {
      return static_cast<double>(Function{}(of, all[fields + k]...));
    }(std::make_index_sequence<more>{});
  }
};

/// A loop over doubles alone: nobody needs a float's worth of a parameter count.
template <std::size_t in, class Kernel>
py::object make_double_ufunc(Kernel, const char* name, const char* doc) {
  static PyUFuncGenericFunction loops[] = {&loop<Kernel, in, double>};
  static void* data[] = {nullptr};
  static const auto types = [] {
    std::array<char, in + 1> t{};
    t.fill(NPY_DOUBLE);
    return t;
  }();
  return py::reinterpret_steal<py::object>(
      PyUFunc_FromFuncAndData(loops, data, const_cast<char*>(types.data()), 1, in, 1, PyUFunc_None, name, doc, 0));
}

}  // namespace detail

template <class P>
class Aggregate {
 public:
  Aggregate(Room& room, const char* name) : room_(room) {
    name_ = kept(name);
    const auto check = [owner = name_](const std::vector<double>& values) {
      P of;
      if (values.size() != fields_of<P>.size()) throw invalid_argument("one value per field");
      assign(of, values.data());
      if constexpr (requires { validate(of); }) validate(of);
      else scaling_limits::validate(of, owner);
    };
    row_ = py::dict("fields"_a = to_python(rows_of<P>()), "check"_a = py::cpp_function(check), "properties"_a = py::dict(),
                    "methods"_a = py::dict());
    room.core().attr("aggregates")[py::str(room.name() + "." + name)] = row_;
  }

  template <class Function>
  Aggregate& property(const char* name, Function, const char* doc) {
    return add("properties", name, detail::OfFields<P, Function, 0>{}, doc, py::tuple());
  }
  template <class Function, class... Argument>
  Aggregate& method(const char* name, Function, const char* doc, const Argument&... argument) {
    return add("methods", name, detail::OfFields<P, Function, sizeof...(Argument)>{}, doc,
               py::make_tuple(Room::row(argument)...));
  }

 private:
  template <class Function, std::size_t more>
  Aggregate& add(const char* where, const char* name, detail::OfFields<P, Function, more> kernel, const char* doc,
                 const py::tuple& arguments) {
    const char* full = kept(std::string(name_) + "_" + name);
    const py::object ufunc = detail::make_double_ufunc<fields_of<P>.size() + more>(kernel, full, kept(doc));
    py::module_ room = room_.module();
    room.attr(full) = ufunc;
    row_[where][name] = py::make_tuple(ufunc, arguments, doc);
    return *this;
  }

  Room& room_;
  const char* name_;
  py::dict row_;
};

}  // namespace scaling_limits::python
