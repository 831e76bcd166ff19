// SPDX-License-Identifier: Apache-2.0
// An input that was observed: each value as likely as the others. The quantile is a staircase, the inverse of the share of
// values up to x; its slopes are those of a constant.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "distribution.hpp"

namespace scaling_limits::uncertainty {

class Empirical {
 public:
  static constexpr std::string_view name() { return "empirical"; }
  static constexpr std::string_view text = "the values that were observed, each as likely as the others";

  explicit Empirical(std::vector<double> values) : values_(std::move(values)) {
    if (values_.empty()) throw InvalidArgument("empirical: values is empty", "values");
    for (const double value : values_) check(name(), "values", value, finite_number);
    std::sort(values_.begin(), values_.end());
    for (const double value : values_) mean_ += value / static_cast<double>(values_.size());
  }
  const std::vector<double>& values() const { return values_; }
  void validate() const {}  // done when made
  double mean() const { return mean_; }
  template <class A, Scalar T = promote_t<A>>
  T quantile(const A& probability) const {
    const double p = static_cast<double>(probability), n = static_cast<double>(values_.size());
    if (!(p >= 0 && p <= 1)) return T(NaN);
    return T(values_[static_cast<std::size_t>(std::clamp(std::ceil(p * n) - 1, 0.0, n - 1))]);
  }

 private:
  std::vector<double> values_;
  double mean_ = 0;
};
static_assert(Distribution<Empirical>);

}  // namespace scaling_limits::uncertainty
