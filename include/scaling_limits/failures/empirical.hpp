// SPDX-License-Identifier: Apache-2.0
// The lives that were observed, each as likely as the others: survival is a staircase, whose slopes are those of a constant;
// the hazard is an estimate, of the lives around.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "law.hpp"

namespace scaling_limits::failures {

class Empirical {
 public:
  static constexpr std::string_view name() { return "empirical"; }
  static constexpr std::string_view text = "the lives that were observed, each as likely as the others";

  explicit Empirical(std::vector<double> lives) : lives_(std::move(lives)) {
    if (lives_.empty()) throw InvalidArgument("Empirical: lives is empty", "lives");
    for (const double life : lives_) check("Empirical", "lives", life, positive, "s");
    std::sort(lives_.begin(), lives_.end());
    sums_.resize(lives_.size());
    std::partial_sum(lives_.begin(), lives_.end(), sums_.begin());
  }

  const std::vector<double>& lives() const { return lives_; }
  void validate() const {}  // done when made
  double mean() const { return sums_.back() / count(); }
  template <class A, Scalar T = promote_t<A>>
  T survival(const A& time) const {
    const double t = static_cast<double>(time);
    return t != t ? T(NaN) : T(static_cast<double>(later(t)) / count());
  }
  template <class A, Scalar T = promote_t<A>>
  T cumulative_hazard(const A& time) const {
    const double t = static_cast<double>(time);
    const double ended = count() - static_cast<double>(later(t));
    return t != t ? T(NaN) : T(std::abs(std::log1p(-ended / count())));
  }
  template <class A, Scalar T = promote_t<A>>
  T mean_beyond(const A& time) const {
    const T t(time);
    if (value_of(t) != value_of(t)) return T(NaN);
    const std::ptrdiff_t left = later(value_of(t)), n = std::ssize(lives_);
    if (left == 0) return T(0);
    const double sum = sums_.back() - (left < n ? sums_[static_cast<std::size_t>(n - left - 1)] : 0);
    return (T(sum) - T(static_cast<double>(left)) * t) / T(count());
  }
  /// Deaths per time at risk, over the window that holds the sqrt(n) lives nearest to t in rank; 0 past the longest life.
  template <class A, Scalar T = promote_t<A>>
  T hazard(const A& time) const {
    const double t = static_cast<double>(time);
    if (t != t) return T(NaN);
    if (t < 0) return T(0);
    const std::ptrdiff_t n = std::ssize(lives_), half = std::max<std::ptrdiff_t>(1, std::ptrdiff_t(std::sqrt(count()) / 2));
    const auto at = std::lower_bound(lives_.begin(), lives_.end(), t) - lives_.begin();
    if (at == n) return T(0);
    const auto last = (std::min)(n - 1, at + half), first = std::max<std::ptrdiff_t>(-1, at - half - 1);
    const double from = first < 0 ? 0 : life(first);
    double at_risk = 0;
    for (auto i = first + 1; i <= last; ++i) at_risk += life(i) - from;
    at_risk += static_cast<double>(n - 1 - last) * (life(last) - from);
    return at_risk > 0 ? T(static_cast<double>(last - first) / at_risk) : T(inf);
  }
  template <class A, Scalar T = promote_t<A>>
  T quantile(const A& probability) const {
    const double p = static_cast<double>(probability);
    if (!(p >= 0 && p <= 1)) return T(NaN);
    return T(life(static_cast<std::ptrdiff_t>(std::clamp(std::ceil(p * count()) - 1, 0.0, count() - 1))));
  }
  template <class R>
  double sample(R& random) const {
    return quantile(random.uniform());
  }
  // a life is met in proportion to its length: shorter than t are as many as is lived up to t of all that is lived
  double residual_quantile(double p) const {
    if (!(p >= 0 && p <= 1)) return NaN;
    const std::ptrdiff_t n = std::ssize(lives_);
    const double lived = p * sums_.back();
    const auto lived_by = [&](std::ptrdiff_t i) { return sum(i) + static_cast<double>(n - 1 - i) * life(i); };
    const auto less = [&](const double& sum_there) { return lived_by(&sum_there - sums_.data()) < lived; };
    const std::ptrdiff_t at = std::partition_point(sums_.begin(), sums_.end() - 1, less) - sums_.begin();
    return (std::min)(life(at), (lived - (at > 0 ? sum(at - 1) : 0)) / static_cast<double>(n - at));
  }

 private:
  double count() const { return static_cast<double>(lives_.size()); }
  double life(std::ptrdiff_t i) const { return lives_[static_cast<std::size_t>(i)]; }
  double sum(std::ptrdiff_t i) const { return sums_[static_cast<std::size_t>(i)]; }
  std::ptrdiff_t later(double t) const { return lives_.end() - std::upper_bound(lives_.begin(), lives_.end(), t); }

  std::vector<double> lives_, sums_;
};
static_assert(FailureLaw<Empirical>);

}  // namespace scaling_limits::failures
