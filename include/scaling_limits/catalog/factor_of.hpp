// SPDX-License-Identifier: Apache-2.0
// What a factor of a type of its own is made of, to be one of many, and its line among the kinds that are chosen by name.
#pragma once
#include "../version.hpp"

#include "any_factors.hpp"
#include "kinds.hpp"

namespace scaling_limits::catalog {

template <class F>
struct FactorOf final : Holds<FactorModel, F> {
  using Holds<FactorModel, F>::Holds, Holds<FactorModel, F>::value;
  bool rises_with_size() const override { return limits::rises_with_size(value); }
  limits::Cap<double> cap() const override {
    if constexpr (requires { value.cap(); }) return value.cap();
    else return {};
  }
  bool may_cap() const override {
    return requires { value.cap(); };
  }
  limits::SizeRange domain() const override { return limits::domain(value); }
  Terms<double> smooth_losses(const double& gpus) const override { return limits::smooth_losses(value, gpus); }
  Terms<First> smooth_losses(const First& gpus) const override { return limits::smooth_losses(value, gpus); }
  Terms<Second> smooth_losses(const Second& gpus) const override { return limits::smooth_losses(value, gpus); }
  Terms<First> smooth_losses_in(const First& gpus, std::size_t row) const override { return losses_of(gpus, row); }
  Terms<Second> smooth_losses_in(const Second& gpus, std::size_t row) const override { return losses_of(gpus, row); }
  First cap_in(std::size_t row) const override {
    if constexpr (requires { over<First>(value).cap(); }) return First(moved_over<First>(value, row).cap().gpus);
    else return First(inf);
  }
  double size_with_restarts(double restart_size, double target) const override {
    if constexpr (requires { value.size_with_restarts(restart_size, target); })
      return value.size_with_restarts(restart_size, target);
    else return NaN;
  }
  std::string_view cause() const override { return value.name; }
  double serial_half_size() const override {
    if constexpr (requires { value.serial_half_size(); }) return value.serial_half_size();
    else return NaN;
  }

 private:
  template <class S>
  Terms<S> losses_of(const S& gpus, std::size_t row) const {
    if constexpr (requires { over<First>(value); }) return limits::smooth_losses(moved_over<First>(value, row), gpus);
    else return limits::smooth_losses(value, gpus);
  }
};

namespace detail {

/// The cause of a factor, which may be given as `name`.
Argument cause_argument(const Name& own);
Name cause_given(std::string_view kind, const Map& given, const Name& own);

}  // namespace detail

/// The line of a factor; its `name`, the cause in shares, may be given. `fill` sets what else is not a number.
template <class F, class Fill>
Kind factor_kind(std::vector<Argument> arguments, Fill fill) {
  arguments.push_back(detail::cause_argument(F{}.name));
  std::vector<Row> rows;
  if constexpr (Tabled<F>) rows = rows_of<F>();
  return {"factor",
          std::string(F::kind),
          std::string(F::text),
          std::move(rows),
          std::move(arguments),
          [fill](const Map& given) -> std::shared_ptr<Model> {
            F made;
            made.name = detail::cause_given(F::kind, given, made.name);
            fill(made, given);
            return std::make_shared<FactorOf<F>>(std::move(made));
          },
          {std::string_view(F{}.name)},
          class_name(F::kind)};
}
template <class F>
Kind factor_kind() {
  return factor_kind<F>({}, [](F&, const Map&) {});
}

}  // namespace scaling_limits::catalog
