// SPDX-License-Identifier: Apache-2.0
// Inputs that go together: a Gaussian copula, given as rank correlations (Spearman's rho). The normals that stand for two
// inputs have the correlation 2 sin(pi rho/6) (Pearson 1907), 0.5176380902 for 0.5.
// A matrix that is not positive definite describes nothing: it is refused, and the inputs that cannot go together are named.
#pragma once
#include "../version.hpp"

#include <span>
#include <string>
#include <vector>

#include "../core/suggest.hpp"
#include "distribution.hpp"

namespace scaling_limits::uncertainty {

/// Correlation of two normals whose ranks have a correlation: 2 sin(pi rank/6).
///
/// Source: Pearson, "On further methods of determining correlation", 1907.
template <class S>
S normal_correlation(const S& rank) {
  using std::atan, std::sin;
  const auto v = value_of(rank);
  if (!(v >= -1 && v <= 1)) return S(NaN);
  if (v == 1 || v == -1) return rank;
  constexpr double sixth = 0.52359877559829887308;  // pi/6
  if constexpr (std::floating_point<S>) {
    return 2 * sin(S(0.52359877559829887308L) * rank);
  } else if constexpr (numeric::is_plain<S>) {
    return S(2) * sin(S(S(2) / S(3) * atan(S(1)) * rank));
  } else {
    const double value = 2 * std::sin(sixth * v);
    return numeric::lifted(rank, value, 2 * sixth * std::cos(sixth * v), -sixth * sixth * value);
  }
}

struct Correlation {
  std::string first{}, second{};
  double rank = 0;  ///< Spearman's, in (-1, 1)
};

/// The lower factor of the correlations of some inputs among those named; the others are independent of all.
class Copula {
 public:
  Copula() = default;
  /// Throws InvalidArgument for an unknown input, an input with itself, a pair given twice or a matrix that is not positive
  /// definite, DomainError for a rank outside (-1, 1).
  Copula(std::span<const std::string> names, std::span<const Correlation> pairs) {
    const std::vector<std::string_view> known(names.begin(), names.end());
    const auto place = [&](const std::string& name) {
      for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == name) return i;
      throw InvalidArgument("correlation: no input " + in_quotes(name) + suggestion(name, known), "correlation", name);
    };
    std::vector<std::vector<double>> all(names.size(), std::vector<double>(names.size(), 0));
    for (const Correlation& pair : pairs) {
      const std::size_t i = place(pair.first), j = place(pair.second);
      const std::string both = in_quotes(pair.first) + " and " + in_quotes(pair.second);
      if (i == j) throw InvalidArgument("correlation: of " + in_quotes(pair.first) + " with itself", "correlation", pair.first);
      check("correlation", "of " + both, pair.rank, Range{.lower = -1, .upper = 1, .open_below = true, .open_above = true});
      if (all[i][j] != 0) throw InvalidArgument("correlation: of " + both + " is given twice", "correlation", pair.first);
      all[i][j] = all[j][i] = normal_correlation(pair.rank);
    }
    for (std::size_t i = 0; i < names.size(); ++i)
      for (std::size_t j = 0; j < names.size(); ++j)
        if (all[i][j] != 0) {
          inputs_.push_back(i);
          break;
        }
    factorise(names, all);
  }

  /// The inputs that have a correlation, by their places among the names.
  const std::vector<std::size_t>& inputs() const { return inputs_; }
  /// Element of the factor, of rows and columns as in inputs().
  double factor(std::size_t row, std::size_t column) const { return lower_[row * inputs_.size() + column]; }

  /// Correlates the uniforms of one point in place: to normals, through the factor, and back. Others stay as they are.
  void correlate(std::span<double> uniforms) const {
    const std::size_t n = inputs_.size();
    std::vector<double> z(n);
    for (std::size_t i = 0; i < n; ++i) z[i] = standard_quantile(uniforms[inputs_[i]]);
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j <= i; ++j) sum += factor(i, j) * z[j];
      uniforms[inputs_[i]] = numeric::normal_tail(-sum);
    }
  }

 private:
  void factorise(std::span<const std::string> names, const std::vector<std::vector<double>>& all) {
    constexpr double rounding = 1e-12;  // a pivot of a matrix of ones on the diagonal
    const std::size_t n = inputs_.size();
    lower_.assign(n * n, 0);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = i == j ? 1 : all[inputs_[i]][inputs_[j]];
        for (std::size_t k = 0; k < j; ++k) sum -= factor(i, k) * factor(j, k);
        if (i == j && !(sum > rounding)) refuse(names, i);
        lower_[i * n + j] = i == j ? std::sqrt(sum) : sum / factor(j, j);
      }
  }
  /// The first row without a pivot cannot go with those before it on which its row of the factor leans.
  [[noreturn]] void refuse(std::span<const std::string> names, std::size_t row) const {
    std::vector<bool> with(row + 1, false);
    with[row] = true;
    for (std::size_t i = row + 1; i-- > 0;)
      for (std::size_t j = 0; with[i] && j < i; ++j)
        if (factor(i, j) != 0) with[j] = true;
    std::string listed;
    for (std::size_t i = 0; i <= row; ++i)
      if (with[i]) listed += (listed.empty() ? "'" : ", '") + names[inputs_[i]] + "'";
    throw InvalidArgument("correlation: no inputs can have these correlations together: " + listed +
                              " have a matrix that is not positive definite",
                          "correlation");
  }

  std::vector<std::size_t> inputs_{};
  std::vector<double> lower_{};
};

}  // namespace scaling_limits::uncertainty
