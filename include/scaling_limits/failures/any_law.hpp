// SPDX-License-Identifier: Apache-2.0
// Any failure law, where one is chosen at run time: a value that shares what it holds. Its parameters are doubles; in time it
// keeps first and second derivatives, all of which follow from the hazard: S' = -h S, S'' = (h^2 - h') S.
#pragma once
#include "../version.hpp"

#include <memory>

#include "../core/dual.hpp"
#include "law.hpp"

namespace scaling_limits::failures {

class AnyLaw {
 public:
  template <class L>
    requires(!std::same_as<std::remove_cvref_t<L>, AnyLaw> && FailureLaw<L>)
  AnyLaw(L law) : held_(std::make_shared<const Model<L>>(std::move(law))) {}  // any law is one

  std::string_view name() const { return held_->name(); }
  void validate() const { held_->validate(); }
  bool memoryless() const { return held_->memoryless(); }
  std::span<const double> lives() const { return held_->lives(); }
  double hazard_jump() const { return held_->hazard_jump(); }

  double mean() const { return held_->mean(); }
  template <class A, Scalar T = promote_t<A>>
  T survival(const A& time) const {
    return at(T(time), &Held::survival, [](double s, double h, double slope) { return Slopes{-h * s, (h * h - slope) * s}; });
  }
  template <class A, Scalar T = promote_t<A>>
  T cumulative_hazard(const A& time) const {
    return at(T(time), &Held::cumulative_hazard, [](double, double h, double slope) { return Slopes{h, slope}; });
  }
  template <class A, Scalar T = promote_t<A>>
  T hazard(const A& time) const {
    if constexpr (std::floating_point<T>) {
      return static_cast<T>(held_->hazard(static_cast<double>(time)));
    } else {
      const auto h = hazard_at(value_of(T(time)));
      return lifted(T(time), h.value.value, h.value.slope, h.slope.slope);
    }
  }
  template <class A, Scalar T = promote_t<A>>
  T mean_beyond(const A& time) const {
    const double alive = held_->survival(static_cast<double>(time));
    return at(T(time), &Held::mean_beyond, [&](double, double h, double) { return Slopes{-alive, h * alive}; });
  }
  template <class A, Scalar T = promote_t<A>>
  T quantile(const A& probability) const {
    const T p(probability);
    const double t = held_->quantile(value_of(p));
    if constexpr (std::floating_point<T>) {
      return static_cast<T>(t);
    } else {
      const auto h = hazard_at(t);
      const double density = h.value.value * held_->survival(t);
      return lives().empty()
                 ? lifted(p, t, 1 / density, (square(h.value.value) - h.value.slope) / (density * density * h.value.value))
                 : T(t);
    }
  }
  template <class R>
  double sample(R& random) const {
    Draws<R> draws(random);
    return held_->sample(draws);
  }
  double residual_quantile(double probability) const { return held_->residual_quantile(probability); }

 private:
  using Second = dual<dual<double>>;

  struct Held {
    virtual ~Held() = default;
    virtual std::string_view name() const = 0;
    virtual void validate() const = 0;
    virtual bool memoryless() const = 0;
    virtual std::span<const double> lives() const = 0;
    virtual double hazard_jump() const = 0;
    virtual double survival(double t) const = 0;
    virtual double cumulative_hazard(double t) const = 0;
    virtual double hazard(double t) const = 0;
    virtual Second hazard_and_slopes(const Second& t) const = 0;
    virtual double quantile(double p) const = 0;
    virtual double mean() const = 0;
    virtual double mean_beyond(double t) const = 0;
    virtual double sample(RandomSource& random) const = 0;
    virtual double residual_quantile(double p) const = 0;
  };

  template <class L>
  struct Model final : Held {
    explicit Model(L l) : law(std::move(l)) {}
    std::string_view name() const override { return law.name(); }
    void validate() const override { law.validate(); }
    bool memoryless() const override { return is_memoryless(law); }
    std::span<const double> lives() const override { return observed_lives(law); }
    double hazard_jump() const override { return failures::hazard_jump(law); }
    double survival(double t) const override { return static_cast<double>(law.survival(t)); }
    double cumulative_hazard(double t) const override { return static_cast<double>(law.cumulative_hazard(t)); }
    double hazard(double t) const override { return static_cast<double>(law.hazard(t)); }
    Second hazard_and_slopes(const Second& t) const override { return Second(law.hazard(t)); }
    double quantile(double p) const override { return static_cast<double>(law.quantile(p)); }
    double mean() const override { return static_cast<double>(law.mean()); }
    double mean_beyond(double t) const override { return static_cast<double>(law.mean_beyond(t)); }
    double sample(RandomSource& random) const override { return law.sample(random); }
    double residual_quantile(double p) const override { return law.residual_quantile(p); }
    L law;
  };

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

  Second hazard_at(double t) const { return held_->hazard_and_slopes(Second(dual<double>(t, 1.0), dual<double>(1.0))); }

  /// A function of time by its value, its slopes from those of the hazard; a staircase has none.
  template <class T, class F>
  T at(const T& t, double (Held::*function)(double) const, const F& slopes) const {
    const double value = (*held_.*function)(static_cast<double>(t));
    if constexpr (std::floating_point<T>) {
      return static_cast<T>(value);
    } else {
      const Second h = lives().empty() ? hazard_at(value_of(t)) : Second(0.0);
      const Slopes found = slopes(value, h.value.value, h.value.slope);
      return lifted(t, value, found.first, found.second);
    }
  }

  std::shared_ptr<const Held> held_;
};
static_assert(FailureLaw<AnyLaw>);

}  // namespace scaling_limits::failures
