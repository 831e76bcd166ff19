// SPDX-License-Identifier: Apache-2.0
// survival = (1 + t / scale)^-shape: the longer a part has lived, the longer it will (Lomax, J. Am. Stat. Assoc. 49, 1954; also
// Pareto II): exponential lives whose rates differ from part to part as a gamma. The mean, scale/(shape - 1), is infinite for a
// shape of 1 or less, and then no machine that runs for long ever meets a failure: residuals are infinite.
#pragma once
#include "../version.hpp"

#include "law.hpp"

namespace scaling_limits::failures {

template <class S = double>
struct Lomax {
  S shape = S(NaN);
  S scale = S(NaN);

  static constexpr std::string_view name() { return "lomax"; }
  static constexpr std::string_view text =
      "survival = (1 + t / scale)^-shape: parts of rates that differ, the hazard falls with age";
  static Lomax from_mean(const S& mean, const S& shape) {
    check("Lomax", "mean", value_of(mean), positive, "s");
    check("Lomax", "shape", value_of(shape), Range{.lower = 1, .upper = inf, .open_below = true, .open_above = true});
    return {shape, S(mean * (shape - S(1)))};
  }
  void validate() const { scaling_limits::validate(*this, "Lomax"); }

  S mean() const { return !in_domain() ? S(NaN) : value_of(shape) > 1 ? S(scale / (shape - S(1))) : S(inf); }
  template <class A, Scalar T = promote_t<A, S>>
  T survival(const A& time) const {
    using std::exp;
    return exp(T(-cumulative_hazard(time)));
  }
  template <class A, Scalar T = promote_t<A, S>>
  T cumulative_hazard(const A& time) const {
    const T t(time);
    if (!in_domain()) return T(NaN);
    return value_of(t) < 0 ? T(0) : value_of(t) == inf ? T(inf) : T(T(shape) * log_one_plus(T(t / T(scale))));
  }
  template <class A, Scalar T = promote_t<A, S>>
  T hazard(const A& time) const {
    const T t(time);
    if (!in_domain()) return T(NaN);
    return value_of(t) < 0 || value_of(t) == inf ? T(0) : T(T(shape) / (T(scale) + t));
  }
  template <class A, Scalar T = promote_t<A, S>>
  T mean_beyond(const A& time) const {
    using std::exp;
    const T t(time);
    if (!in_domain() || value_of(t) != value_of(t)) return T(NaN);
    if (value_of(shape) <= 1) return T(inf);
    if (value_of(t) < 0) return T(mean()) - t;
    return value_of(t) == inf ? T(0) : T(T(mean()) * exp(T((T(1) - T(shape)) * log_one_plus(T(t / T(scale))))));
  }
  template <class A, Scalar T = promote_t<A, S>>
  T quantile(const A& probability) const {
    const T p(probability);
    if (!(value_of(p) >= 0 && value_of(p) <= 1 && in_domain())) return T(NaN);
    return value_of(p) == 1 ? T(inf) : T(T(scale) * exp_minus_one(T(-log_one_plus(T(-p)) / T(shape))));
  }
  template <class R>
  double sample(R& random) const {
    return value_of(scale) * std::expm1(random.exponential() / value_of(shape));
  }
  // survival over its integral: the same law, one less in shape
  double residual_quantile(double p) const {
    if (!(p >= 0 && p <= 1 && in_domain())) return NaN;
    return value_of(shape) > 1 ? value_of(scale) * std::expm1(-std::log1p(-p) / (value_of(shape) - 1)) : inf;
  }

 private:
  bool in_domain() const { return value_of(shape) > 0 && value_of(scale) > 0; }
};

template <class S>
constexpr auto fields(const Lomax<S>*) {
  using L = Lomax<S>;
  return std::to_array<Field<L, S>>({
      {"shape", &L::shape, "1", positive, "how alike the parts are: inf is exponential; the mean is finite above 1",
       usually(1.5, 10)},
      {"scale", &L::scale, "s", positive, "age at which the hazard has halved", {}, Effect::help},
  });
}
static_assert(table_is_complete<Lomax<>>);
static_assert(FailureLaw<Lomax<>>);

}  // namespace scaling_limits::failures
