// SPDX-License-Identifier: Apache-2.0
// Any factors behind one type that is itself a factor. What makes one of a type is in factor_of.hpp.
#pragma once
#include "../version.hpp"

#include <optional>

#include "../limits/factor.hpp"
#include "kind.hpp"

namespace scaling_limits::catalog {

// the scalars in which the solver looks at a run
using First = dual<double>;
using Second = dual<First>;

template <class F>
struct FactorOf;  // complete with factor_of.hpp

struct FactorModel : Model {
  virtual bool rises_with_size() const = 0;
  virtual limits::Cap<double> cap() const = 0;
  virtual bool may_cap() const = 0;  // whatever its numbers are
  virtual limits::SizeRange domain() const = 0;
  // but for the cap
  virtual Terms<double> smooth_losses(const double& gpus) const = 0;
  virtual Terms<First> smooth_losses(const First& gpus) const = 0;
  virtual Terms<Second> smooth_losses(const Second& gpus) const = 0;
  /// The same, and the cap, with the derivative in one of the factor's own numbers, by its row.
  virtual Terms<First> smooth_losses_in(const First& gpus, std::size_t row) const = 0;
  virtual Terms<Second> smooth_losses_in(const Second& gpus, std::size_t row) const = 0;
  virtual First cap_in(std::size_t row) const = 0;
  virtual double size_with_restarts(double restart_size, double target) const = 0;
  virtual std::string_view cause() const = 0;
  virtual double serial_half_size() const = 0;  // NaN where it is no serial time (limits/serial_times.hpp)
};

/// Any factors as one: nothing is lost to none of them. Copies share what they hold, which nobody changes.
class Factors {
 public:
  Factors() = default;
  template <limits::Factor... F>
  explicit Factors(const F&... factor) : list_{std::make_shared<FactorOf<F>>(factor)...} {}
  explicit Factors(std::vector<std::shared_ptr<const FactorModel>> list) : list_(std::move(list)) {}

  bool empty() const { return list_.empty(); }
  std::size_t size() const { return list_.size(); }
  const FactorModel& operator[](std::size_t i) const { return *list_[i]; }
  Factors& operator+=(const Factors& more) {
    list_.insert(list_.end(), more.list_.begin(), more.list_.end());
    return *this;
  }

  template <class Look>
  void each(const Look& look) const {
    for (const auto& factor : list_) look(*factor);
  }
  void validate() const {
    for (const auto& factor : list_) factor->validate();
  }
  bool rises_with_size() const {
    for (const auto& factor : list_)
      if (!factor->rises_with_size()) return false;
    return true;
  }
  limits::Cap<double> cap() const {
    limits::Cap<double> least;
    for (const auto& factor : list_)
      if (const auto cap = factor->cap(); cap.gpus < least.gpus) least = cap;
    return least;
  }
  limits::SizeRange domain() const {
    limits::SizeRange all;
    for (const auto& factor : list_) all = all.common_with(factor->domain());
    return all;
  }
  template <class S>
  Terms<S> smooth_losses(const S& gpus) const {
    Terms<S> all;
    for (std::size_t i = 0; i < list_.size(); ++i)
      for (const auto& term : smooth_losses_of(i, gpus)) all.add(term.cause, term.amount);
    return all;
  }
  /// The same, its losses with the derivative in a number of one of them, by its row.
  Factors moving(std::size_t place, std::size_t row) const {
    Factors moved(*this);
    moved.moved_ = {place, row};
    return moved;
  }
  template <class S>
  Terms<S> losses(const S& gpus) const {
    Terms<S> all = smooth_losses(gpus);
    for (const auto& factor : list_)
      if (const auto cap = factor->cap(); cap.gpus < inf) all.add(cap.name, S(value_of(gpus) > cap.gpus ? inf : 0));
    return all;
  }
  /// A closed form is of one factor alone.
  double size_with_restarts(double restart_size, double target) const {
    return list_.size() == 1 ? list_[0]->size_with_restarts(restart_size, target) : NaN;
  }
  /// The causes that are not listed yet; caps alone where the losses do not count: a cap binds whatever is asked.
  void add_causes(std::vector<std::string_view>& to, bool caps_alone = false) const {
    for (const auto& factor : list_)
      if ((!caps_alone || factor->may_cap()) && std::find(to.begin(), to.end(), factor->cause()) == to.end())
        to.push_back(factor->cause());
  }

 private:
  template <class S>
  Terms<S> smooth_losses_of(std::size_t i, const S& gpus) const {
    if constexpr (!std::same_as<S, double>)
      if (moved_ && moved_->first == i) return list_[i]->smooth_losses_in(gpus, moved_->second);
    return list_[i]->smooth_losses(gpus);
  }
  std::vector<std::shared_ptr<const FactorModel>> list_;
  std::optional<std::pair<std::size_t, std::size_t>> moved_{};
};
static_assert(limits::Factor<Factors>);

}  // namespace scaling_limits::catalog
