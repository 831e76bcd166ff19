// SPDX-License-Identifier: Apache-2.0
// Any factors behind one type that is itself a factor.
#pragma once
#include "../version.hpp"

#include <cmath>
#include <memory>
#include <optional>

#include "../limits/factor.hpp"
#include "../strategies/protocol.hpp"
#include "kind.hpp"

namespace scaling_limits::catalog {

// the scalars in which the solver looks at a run
using First = dual<double>;
using Second = dual<First>;

inline constexpr auto no_row = static_cast<std::size_t>(-1);
/// The answer of a value; where a row is given, of the same over duals with the derivative in the number of that row.
template <class S, class P, class Answer>
auto answer_moved(const P& value, std::size_t row, const Answer& answer) {
  if constexpr (!std::same_as<S, double> && requires { over<First>(value); })
    if (row != no_row) return answer(moved_over<First>(value, row));
  return answer(value);
}

class FactorModel;
template <class F>
using FactorOf = Holds<FactorModel, F>;

/// What is asked of a factor.
template <class F>
struct FactorHooks {
  Hook<F, bool()> rises_with_size = [](const F& f) { return limits::rises_with_size(f); };
  Hook<F, limits::Cap<double>()> cap = [](auto& f) -> decltype(f.cap()) { return f.cap(); };
  Hook<F, bool()> may_cap = [](auto& f) { return requires { f.cap(); }; };  // whatever its numbers are
  Hook<F, limits::SizeRange()> domain = [](const F& f) { return limits::domain(f); };
  template <class S>
  using SmoothLosses = Hook<F, Terms<S>(const S&, std::size_t row)>;
  HookSet<SmoothLosses<double>, SmoothLosses<First>, SmoothLosses<Second>> smooth_losses =
      []<class S>(const F& f, const S& gpus, std::size_t row) -> Terms<S> {
    return answer_moved<S>(f, row, [&](const auto& moved) { return limits::smooth_losses(moved, gpus); });
  };
  Hook<F, First(std::size_t)> cap_in = [](auto& f, std::size_t row) {  // with the derivative in one of its numbers
    if constexpr (requires { over<First>(f).cap(); }) return First(moved_over<First>(f, row).cap().gpus);
    else return First(inf);
  };
  Hook<F, double(double, double)> size_with_restarts = [](auto& f, auto... a) -> decltype(f.size_with_restarts(a...)) {
    return f.size_with_restarts(a...);
  };
  Hook<F, std::string_view()> term = [](const F& f) -> std::string_view { return f.name; };
  // what a simulator plays of it, if it can
  using Slow = std::optional<strategies::SlowParts>;
  Hook<F, Slow(const strategies::Protocol&, double)> played_in = [](auto& f, auto&&... a) -> decltype(f.played_in(a...)) {
    return f.played_in(a...);
  };
  Hook<F, bool()> is_slow = [](auto& f) { return requires(const strategies::Protocol& p) { f.played_in(p, 1.0); }; };
  // the same with another number of one row
  Hook<F, std::shared_ptr<const FactorModel>(std::size_t, double)> with = [](const F& f, std::size_t row, double number) {
    F other = f;
    if constexpr (Tabled<F>) other.*fields_of<F>[row].member = number;
    return std::make_shared<const FactorOf<F>>(std::move(other));
  };
  // whether it is a serial time partly hidden, and NaN where it is none at all (limits/serial_times.hpp)
  Hook<F, bool()> hides_behind_step = [](auto& f) { return requires { f.hides_behind_step; }; };
  Hook<F, double()> serial_half_size = [](auto& f) -> decltype(f.serial_half_size()) { return f.serial_half_size(); };
};

/// A factor as one of a list.
class FactorModel : public Hooked<FactorHooks> {
  using Hooks = FactorHooks<void>;

 public:
  bool rises_with_size() const { return ask(&Hooks::rises_with_size); }
  limits::Cap<double> cap() const { return ask(&Hooks::cap); }
  bool may_cap() const { return ask(&Hooks::may_cap); }
  limits::SizeRange domain() const { return ask(&Hooks::domain); }
  template <class S>
  Terms<S> smooth_losses(const S& gpus, std::size_t row = no_row) const {
    return ask(&Hooks::smooth_losses, gpus, row);
  }
  First cap_in(std::size_t row) const { return ask(&Hooks::cap_in, row); }
  double size_with_restarts(double restart_size, double target) const {
    return ask(&Hooks::size_with_restarts, restart_size, target);
  }
  std::string_view term() const { return ask(&Hooks::term); }
  std::optional<strategies::SlowParts> played_in(const strategies::Protocol& protocol, double gpus) const {
    return ask(&Hooks::played_in, protocol, gpus);
  }
  bool is_slow() const { return ask(&Hooks::is_slow); }
  std::shared_ptr<const FactorModel> with(std::size_t row, double number) const { return ask(&Hooks::with, row, number); }
  bool hides_behind_step() const { return ask(&Hooks::hides_behind_step); }
  double serial_half_size() const { return ask(&Hooks::serial_half_size); }
};
template <class F>
using FactorOf = Holds<FactorModel, F>;

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
    for (const auto& factor : list_) least.lower_to(*factor);
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
      for (const auto& term : list_[i]->smooth_losses(gpus, i == moved_ ? row_ : no_row)) all.add(term.name, term.amount);
    return all;
  }
  /// The same, its losses with the derivative in a number of one of them, by its row.
  Factors moving(std::size_t place, std::size_t row) const {
    Factors moved(*this);
    moved.moved_ = place, moved.row_ = row;
    return moved;
  }
  /// What analysis/cause_levers.hpp asks of slow parts: visit(term, row, number, with(number), these moving in it) of each.
  template <class Visit>
  void each_slow_number(const Visit& visit) const {
    for (std::size_t place = 0; place < list_.size(); ++place) {
      if (!list_[place]->is_slow()) continue;
      const auto rows = list_[place]->rows();
      const auto numbers = list_[place]->numbers();
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto with = [&](double number) {
          Factors other(*this);
          other.list_[place] = list_[place]->with(i, number);
          return other;
        };
        visit(list_[place]->term(), rows[i], numbers[i], with, moving(place, i));
      }
    }
  }
  double speed_beside_slow(double gpus) const {
    double loss = 0;
    for (const auto& factor : list_)
      if (factor->is_slow()) loss += factor->smooth_losses(gpus).sum();
    return std::exp(-loss);
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
  /// The terms that are not listed yet; caps alone where the losses do not count: a cap binds whatever is asked.
  void add_terms(std::vector<std::string_view>& to, bool caps_alone = false) const {
    for (const auto& factor : list_)
      if (!caps_alone || factor->may_cap()) add_once(to, factor->term());
  }

 private:
  std::vector<std::shared_ptr<const FactorModel>> list_;
  std::size_t moved_ = no_row, row_ = no_row;  // the factor in whose number the derivative is, and that number
};
static_assert(limits::Factor<Factors>);

}  // namespace scaling_limits::catalog
