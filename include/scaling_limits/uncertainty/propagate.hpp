// SPDX-License-Identifier: Apache-2.0
// A function of uncertain inputs: its values at points of the unit cube, their quantiles and probabilities with the error that
// the points leave. Points come from any generator with uniform() in (0, 1), coordinate by coordinate: random ones, or a
// sequence that fills the cube evenly, each replicate of it shifted or scrambled anew.
// Error: from independent replicates, the deviation of their answers over the square root of their number.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <concepts>

#include "any_distribution.hpp"
#include "copula.hpp"

namespace scaling_limits::uncertainty {

struct Points {
  std::size_t each = 1024;  ///< of one replicate
  std::size_t replicates = 16;
};

struct Found {
  double value = NaN, error = NaN;
};

/// The values of all points, replicate after replicate. NaN, where there is no answer, lies below all numbers.
class Outcome {
 public:
  Outcome(std::vector<double> values, Points points) : values_(std::move(values)), points_(points) {
    sorted_ = values_;
    std::sort(sorted_.begin(), sorted_.end(), less);
    for (std::size_t i = 0; i < values_.size(); ++i) nans_ += values_[i] != values_[i];
  }

  const std::vector<double>& values() const { return values_; }
  std::size_t nans() const { return nans_; }

  /// What the answer stays below with a probability in [0, 1]; between two values on the line through them.
  Found quantile(double q) const {
    return {of(sorted_, q), spread([&](std::span<const double> part) {
              std::vector<double> own(part.begin(), part.end());
              std::sort(own.begin(), own.end(), less);
              return of(own, q);
            })};
  }
  /// That the answer is at least, at most x; no answer is neither.
  Found at_least(double x) const {
    return share([x](double value) { return value >= x; });
  }
  Found at_most(double x) const {
    return share([x](double value) { return value <= x; });
  }
  Found mean() const {
    const auto of_part = [](std::span<const double> part) {
      double sum = 0;
      for (const double value : part) sum += value;
      return sum / static_cast<double>(part.size());
    };
    return {of_part(values_), spread(of_part)};
  }

 private:
  static bool less(double a, double b) { return a < b || (a != a && b == b); }
  static double of(const std::vector<double>& sorted, double q) {
    if (!(q >= 0 && q <= 1) || sorted.empty()) return NaN;
    const double at = q * static_cast<double>(sorted.size() - 1), whole = std::floor(at);
    const double low = sorted[static_cast<std::size_t>(whole)];
    const double high = sorted[(std::min)(sorted.size() - 1, static_cast<std::size_t>(whole) + 1)];
    return at == whole || low == high ? low : low + (at - whole) * (high - low);
  }
  template <class F>
  Found share(const F& counts) const {
    const auto of_part = [&](std::span<const double> part) {
      return static_cast<double>(std::count_if(part.begin(), part.end(), counts)) / static_cast<double>(part.size());
    };
    return {of_part(values_), spread(of_part)};
  }
  template <class F>
  double spread(const F& answer) const {
    const auto n = static_cast<double>(points_.replicates);
    double sum = 0, squares = 0;
    std::vector<double> answers;
    for (std::size_t r = 0; r < points_.replicates; ++r)
      answers.push_back(answer(std::span(values_).subspan(r * points_.each, points_.each)));
    for (const double x : answers) sum += x;
    for (const double x : answers) squares += square(x - sum / n);
    return n > 1 ? std::sqrt(squares / (n - 1) / n) : NaN;
  }

  std::vector<double> values_, sorted_{};
  Points points_;
  std::size_t nans_ = 0;
};

/// The function's values where its inputs are drawn: function(std::span<const double>) -> double, the inputs in their order.
///
/// @param generator with uniform(); or generator(replicate), which makes one: the way of sequences that fill the cube evenly
template <class F, class G>
Outcome propagate(const std::vector<AnyDistribution>& inputs, const F& function, G&& generator, Points points = {},
                  const Copula& copula = {}) {
  for (const AnyDistribution& input : inputs) input.validate();
  if (points.each == 0 || points.replicates == 0) throw InvalidArgument("propagate: needs points", "points");
  std::vector<double> values, at(inputs.size());
  values.reserve(points.each * points.replicates);
  const auto run = [&](auto& random) {
    for (std::size_t i = 0; i < points.each; ++i) {
      for (double& u : at) u = random.uniform();
      copula.correlate(at);
      for (std::size_t k = 0; k < at.size(); ++k) at[k] = inputs[k].quantile(at[k]);
      values.push_back(static_cast<double>(function(std::span<const double>(at))));
    }
  };
  for (std::size_t r = 0; r < points.replicates; ++r) {
    if constexpr (requires { generator.uniform(); }) {
      run(generator);
    } else {
      auto random = generator(r);
      run(random);
    }
  }
  return Outcome(std::move(values), points);
}

}  // namespace scaling_limits::uncertainty
