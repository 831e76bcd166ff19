// SPDX-License-Identifier: Apache-2.0
// Any failure law, where one is chosen at run time: a value that shares what it holds. Its parameters are doubles; in time it
// keeps first and second derivatives, all of which follow from the hazard: S' = -h S, S'' = (h^2 - h') S.
#pragma once
#include "../version.hpp"

#include "../core/dual.hpp"
#include "../core/hooks.hpp"
#include "law.hpp"

namespace scaling_limits::failures {

/// What is asked of a law.
template <class L>
struct LawHooks {
  Hook<L, std::string_view()> name = [](const L& law) { return law.name(); };
  Hook<L, void()> validate = [](const L& law) { law.validate(); };
  Hook<L, bool()> memoryless = [](const L& law) { return is_memoryless(law); };
  Hook<L, std::span<const double>()> lives = [](const L& law) { return observed_lives(law); };
  Hook<L, double()> hazard_jump = [](const L& law) { return failures::hazard_jump(law); };
  Hook<L, double(double)> survival = [](const L& law, double t) { return law.survival(t); };
  Hook<L, double(double)> cumulative_hazard = [](const L& law, double t) { return law.cumulative_hazard(t); };
  Hook<L, double(double)> hazard = [](const L& law, double t) { return law.hazard(t); };
  using Second = dual<dual<double>>;
  Hook<L, Second(const Second&)> hazard_and_slopes = [](const L& law, const Second& t) { return law.hazard(t); };
  Hook<L, double(double)> quantile = [](const L& law, double p) { return law.quantile(p); };
  Hook<L, double()> mean = [](const L& law) { return law.mean(); };
  Hook<L, double(double)> mean_beyond = [](const L& law, double t) { return law.mean_beyond(t); };
  Hook<L, double(RandomSource&)> sample = [](const L& law, RandomSource& random) { return law.sample(random); };
  Hook<L, double(double)> residual_quantile = [](const L& law, double p) { return law.residual_quantile(p); };
};

class AnyLaw {
  using Hooks = LawHooks<void>;
  using Second = Hooks::Second;

 public:
  template <class L>
    requires(!std::same_as<std::remove_cvref_t<L>, AnyLaw> && FailureLaw<L>)
  AnyLaw(L law) : held_(std::move(law)) {}  // any law is one

  std::string_view name() const { return held_.ask(&Hooks::name); }
  void validate() const { held_.ask(&Hooks::validate); }
  bool memoryless() const { return held_.ask(&Hooks::memoryless); }
  std::span<const double> lives() const { return held_.ask(&Hooks::lives); }
  double hazard_jump() const { return held_.ask(&Hooks::hazard_jump); }

  double mean() const { return held_.ask(&Hooks::mean); }
  template <class A, Scalar T = promote_t<A>>
  T survival(const A& time) const {
    return at(T(time), &Hooks::survival, [](double s, double h, double slope) { return Slopes{-h * s, (h * h - slope) * s}; });
  }
  template <class A, Scalar T = promote_t<A>>
  T cumulative_hazard(const A& time) const {
    return at(T(time), &Hooks::cumulative_hazard, [](double, double h, double slope) { return Slopes{h, slope}; });
  }
  template <class A, Scalar T = promote_t<A>>
  T hazard(const A& time) const {
    if constexpr (std::floating_point<T>) {
      return static_cast<T>(held_.ask(&Hooks::hazard, static_cast<double>(time)));
    } else {
      const auto h = hazard_at(value_of(T(time)));
      return lifted(T(time), h.value.value, h.value.slope, h.slope.slope);
    }
  }
  template <class A, Scalar T = promote_t<A>>
  T mean_beyond(const A& time) const {
    const double alive = held_.ask(&Hooks::survival, static_cast<double>(time));
    return at(T(time), &Hooks::mean_beyond, [&](double, double h, double) { return Slopes{-alive, h * alive}; });
  }
  template <class A, Scalar T = promote_t<A>>
  T quantile(const A& probability) const {
    const T p(probability);
    const double t = held_.ask(&Hooks::quantile, value_of(p));
    if constexpr (std::floating_point<T>) {
      return static_cast<T>(t);
    } else {
      const auto h = hazard_at(t);
      const double density = h.value.value * held_.ask(&Hooks::survival, t);
      return lives().empty()
                 ? lifted(p, t, 1 / density, (square(h.value.value) - h.value.slope) / (density * density * h.value.value))
                 : T(t);
    }
  }
  template <class R>
  double sample(R& random) const {
    Draws<R> draws(random);
    return held_.ask(&Hooks::sample, draws);
  }
  double residual_quantile(double probability) const { return held_.ask(&Hooks::residual_quantile, probability); }

 private:
  template <class R>
  struct Draws final : RandomSource {
    explicit Draws(R& r) : random(&r) {}
    double uniform() override { return random->uniform(); }
    double exponential() override { return random->exponential(); }
    R* random;
  };

  struct Slopes {
    double first, second;
  };

  Second hazard_at(double t) const {
    return held_.ask(&Hooks::hazard_and_slopes, Second(dual<double>(t, 1.0), dual<double>(1.0)));
  }

  /// A function of time by its value, its slopes from those of the hazard; a staircase has none.
  template <class T, class F>
  T at(const T& t, Hook<void, double(double)> Hooks::* function, const F& slopes) const {
    const double value = held_.ask(function, static_cast<double>(t));
    if constexpr (std::floating_point<T>) {
      return static_cast<T>(value);
    } else {
      const Second h = lives().empty() ? hazard_at(value_of(t)) : Second(0.0);
      const Slopes found = slopes(value, h.value.value, h.value.slope);
      return lifted(t, value, found.first, found.second);
    }
  }

  Held<LawHooks> held_;
};
static_assert(FailureLaw<AnyLaw>);

}  // namespace scaling_limits::failures
