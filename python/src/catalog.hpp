// SPDX-License-Identifier: Apache-2.0
// What Python hands over and takes back: dictionaries as values, parts with their numbers, answers as columns.
#pragma once
#include <pybind11/pybind11.h>

#include <scaling_limits/catalog/questions.hpp>

namespace scaling_limits::python {

namespace py = pybind11;
using namespace py::literals;

/// None, truths, numbers, texts, lists and dictionaries of such; throws TypeError for anything else.
catalog::Value value_of_python(const py::handle& object);
py::object to_python(const catalog::Value& value);
/// The rows of a table as Python sees them.
py::tuple to_python(const std::vector<catalog::Row>& rows);

/// A factor of one's own: its efficiency is a Python function of size.
class CustomFactor {
 public:
  CustomFactor() = default;
  CustomFactor(py::object efficiency, py::object derivative, const std::string& term, bool rises)
      : name(std::string_view(term)),
        rises_with_size_(rises),
        calls_(new Calls{std::move(efficiency), std::move(derivative)}, [](Calls* calls) {
          const py::gil_scoped_acquire held;
          delete calls;
        }) {}

  Name name = "custom";
  static constexpr std::string_view kind = "custom";
  static constexpr std::string_view text = "an efficiency of one's own, as a function of size";

  void validate() const {}
  bool rises_with_size() const { return rises_with_size_; }
  template <class S>
  Terms<S> losses(const S& gpus) const {
    const auto [value, slope, curvature] = taken(value_of(gpus), !std::floating_point<S>);
    if constexpr (std::floating_point<S>) {
      return {{name, value}};
    } else {
      const S change = gpus - S(value_of(gpus));
      return {{name, S(S(value) + change * (S(slope) + change * S(curvature / 2)))}};
    }
  }

 private:
  struct Calls {
    py::object efficiency, derivative;
  };
  struct Taken {
    double value, slope, curvature;  // of -ln efficiency in size
  };
  Taken taken(double gpus, bool with_slopes) const;

  bool rises_with_size_ = false;
  std::shared_ptr<Calls> calls_;
};

}  // namespace scaling_limits::python
