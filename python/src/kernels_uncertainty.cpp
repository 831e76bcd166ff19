// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/uncertainty/beta.hpp>
#include <scaling_limits/uncertainty/copula.hpp>
#include <scaling_limits/uncertainty/lognormal.hpp>
#include <scaling_limits/uncertainty/metalog.hpp>
#include <scaling_limits/uncertainty/normal.hpp>

#include "kernels.hpp"

namespace scaling_limits::python {

void add_uncertainty(Rooms& rooms) {
  Room& room = rooms.emplace_back("uncertainty");
  const auto probability =
      argument("probability"_a, "1", closed_fraction, "that the input stays below; 0 and 1 give the ends", 0.95);
  const auto credibility = argument("credibility"_a = 0.9, "1", inner_fraction, "probability that the input lies between", 0.8);
  const auto normal = argument("z"_a, "1", any_number, "value of the standard normal that stands for the input", 1.5);
  const auto mu = argument("mu"_a, "1", uncertainty::finite_number, "mean of the logarithm", 1.1512925);
  const auto sigma = argument("sigma"_a, "1", positive, "standard deviation of the logarithm", 0.7);
  const auto mean = argument("mean"_a = 0, "1", uncertainty::finite_number, "of the input", 5);
  const auto deviation = argument("deviation"_a = 1, "1", positive, "standard deviation of the input", 2);
  room.kernel(
      "lognormal_parameters",
      []<class S>(const S& low, const S& high, const S& between) {
        return uncertainty::lognormal_parameters(low, high, between);
      },
      argument("low"_a, "1", above(0), "lower end of the interval", 1), argument("high"_a, "1", above(0), "upper end", 10),
      credibility);
  room.returns("lognormal_parameters", "LognormalParameters", {"mu", "sigma"});
  room.kernel(
      "lognormal_quantile", [](const auto&... x) { return uncertainty::lognormal_quantile(x...); }, probability, mu, sigma);
  room.kernel("_lognormal_at", [](const auto&... x) { return uncertainty::lognormal_at(x...); }, normal, mu, sigma);
  room.kernel(
      "normal_parameters",
      []<class S>(const S& low, const S& high, const S& between) { return uncertainty::normal_parameters(low, high, between); },
      argument("low"_a, "1", any_number, "lower end of the interval", 1), argument("high"_a, "1", any_number, "upper end", 10),
      credibility);
  room.returns("normal_parameters", "NormalParameters", {"mean", "deviation"});
  room.kernel(
      "normal_quantile", [](const auto&... x) { return uncertainty::normal_quantile(x...); }, probability, mean, deviation);
  room.kernel("_normal_at", [](const auto&... x) { return uncertainty::normal_at(x...); }, normal, mean, deviation);
  room.kernel(
      "beta_parameters",
      []<class S>(const S& low, const S& high, const S& between) {
        const auto found =
            uncertainty::beta_parameters(static_cast<double>(low), static_cast<double>(high), static_cast<double>(between));
        return std::array<S, 2>{static_cast<S>(found[0]), static_cast<S>(found[1])};
      },
      argument("low"_a, "1", inner_fraction, "lower end of the interval", 0.2),
      argument("high"_a, "1", inner_fraction, "upper end", 0.6), credibility);
  room.returns("beta_parameters", "BetaParameters", {"a", "b"});
  room.kernel(
      "beta_quantile",
      []<class S>(const S& p, const S& a, const S& b) {
        return static_cast<S>(
            uncertainty::beta_quantile(static_cast<double>(p), static_cast<double>(a), static_cast<double>(b)));
      },
      probability, argument("a"_a, "1", above(0), "first shape", 5.9), argument("b"_a, "1", above(0), "second shape", 9.2));
  const auto a1 = argument("a1"_a, "1", uncertainty::finite_number, "the median on the axis of the bounds", 0.7);
  const auto a2 = argument("a2"_a, "1", positive, "scale on it", 0.3);
  const auto a3 = argument("a3"_a, "1", uncertainty::finite_number, "skew", 0.1);
  const auto lower = argument("lower"_a = -inf, "1", any_number, "what the input cannot go below", 0);
  const auto upper = argument("upper"_a = inf, "1", any_number, "what it cannot exceed", 10);
  room.kernel(
      "metalog_coefficients",
      []<class S>(const S& low, const S& median, const S& high, const S& share, const S& l, const S& u) {
        return uncertainty::metalog_coefficients(low, median, high, share, l, u);
      },
      argument("low"_a, "1", any_number, "quantile at the probability", 1),
      argument("median"_a, "1", any_number, "quantile at one half", 2),
      argument("high"_a, "1", any_number, "quantile at 1 - probability", 4),
      argument("probability"_a = 0.1, "1", Range{.lower = 0, .upper = 0.5, .open_below = true, .open_above = true},
               "of a value below low, and of one above high", 0.05),
      lower, upper);
  room.returns("metalog_coefficients", "MetalogCoefficients", {"a1", "a2", "a3"});
  room.kernel(
      "metalog_quantile", [](const auto&... x) { return uncertainty::metalog_quantile(x...); }, probability, a1, a2, a3, lower,
      upper);
  room.kernel("_metalog_at", [](const auto&... x) { return uncertainty::metalog_at(x...); }, normal, a1, a2, a3, lower, upper);
  room.kernel(
      "normal_correlation", [](const auto& rank) { return uncertainty::normal_correlation(rank); },
      argument("rank"_a, "1", Range{.lower = -1, .upper = 1}, "Spearman's correlation", 0.5));
}

}  // namespace scaling_limits::python
