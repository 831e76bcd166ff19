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
      "Mean and deviation of the logarithm of an input > 0 that is known by an interval.\n\n"
      "mu = ln(low high)/2, sigma = ln(high/low)/(2 z), z the normal's quantile at (1 + credibility)/2.\n\n"
      "Source: the convention of Squiggle and squigglepy, 'a to b'.",
      argument("low"_a, "1", above(0), "lower end of the interval", 1), argument("high"_a, "1", above(0), "upper end", 10),
      credibility);
  room.returns("lognormal_parameters", "LognormalParameters", {"mu", "sigma"});
  room.kernel(
      "lognormal_quantile", [](const auto&... x) { return uncertainty::lognormal_quantile(x...); },
      "What a log-normal input stays below with a probability: exp(mu + sigma z), z the normal's quantile.\n\n"
      "Source: a definition.",
      probability, mu, sigma);
  room.kernel(
      "_lognormal_at", [](const auto&... x) { return uncertainty::lognormal_at(x...); },
      "A log-normal input at a standard normal.\n\nSource: a definition.", normal, mu, sigma);
  room.kernel(
      "normal_parameters",
      []<class S>(const S& low, const S& high, const S& between) { return uncertainty::normal_parameters(low, high, between); },
      "Mean and standard deviation of a normal input that is known by an interval.\n\n"
      "(low + high)/2 and (high - low)/(2 z), z the normal's quantile at (1 + credibility)/2.\n\nSource: a definition.",
      argument("low"_a, "1", any_number, "lower end of the interval", 1), argument("high"_a, "1", any_number, "upper end", 10),
      credibility);
  room.returns("normal_parameters", "NormalParameters", {"mean", "deviation"});
  room.kernel(
      "normal_quantile", [](const auto&... x) { return uncertainty::normal_quantile(x...); },
      "What a normal input stays below with a probability: mean + deviation z.\n\nSource: a definition.", probability, mean,
      deviation);
  room.kernel(
      "_normal_at", [](const auto&... x) { return uncertainty::normal_at(x...); },
      "A normal input at a standard normal.\n\nSource: a definition.", normal, mean, deviation);
  room.kernel(
      "beta_parameters",
      []<class S>(const S& low, const S& high, const S& between) {
        const auto found =
            uncertainty::beta_parameters(static_cast<double>(low), static_cast<double>(high), static_cast<double>(between));
        return std::array<S, 2>{static_cast<S>(found[0]), static_cast<S>(found[1])};
      },
      "a and b of an input in (0, 1) that is known by an interval, by root finding.\n\n"
      "density x^(a-1) (1-x)^(b-1)/B(a, b), as much left out below low as above high.\n\nSource: elementary.",
      argument("low"_a, "1", inner_fraction, "lower end of the interval", 0.2),
      argument("high"_a, "1", inner_fraction, "upper end", 0.6), credibility);
  room.returns("beta_parameters", "BetaParameters", {"a", "b"});
  room.kernel(
      "beta_quantile",
      []<class S>(const S& p, const S& a, const S& b) {
        return static_cast<S>(
            uncertainty::beta_quantile(static_cast<double>(p), static_cast<double>(a), static_cast<double>(b)));
      },
      "What a beta input stays below with a probability, computed in double.\n\n"
      "The inverse of the regularised incomplete beta function.\n\nSource: a definition; Boost.Math's ibeta_inv.",
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
      "The metalog through three quantiles of an input; NaN where there is none.\n\n"
      "On the axis z = x, ln(x - lower), -ln(upper - x) or ln((x - lower)/(upper - x)), D = z_high - z_low,\n"
      "r = (z_median - z_low)/D, L = logit(1 - probability): a1 = z_median, a2 = D/(2 L),\n"
      "a3 = (1 - 2 r) D/((1 - 2 probability) L), feasible for r_min < r < 1 - r_min,\n"
      "r_min = (1 - 1.667113119 (1/2 - probability))/2.\n\n"
      "Source: Keelin, \"The metalog distributions\", Decision Analysis 13, 2016.",
      argument("low"_a, "1", any_number, "quantile at the probability", 1),
      argument("median"_a, "1", any_number, "quantile at one half", 2),
      argument("high"_a, "1", any_number, "quantile at 1 - probability", 4),
      argument("probability"_a = 0.1, "1", Range{.lower = 0, .upper = 0.5, .open_below = true, .open_above = true},
               "of a value below low, and of one above high", 0.05),
      lower, upper);
  room.returns("metalog_coefficients", "MetalogCoefficients", {"a1", "a2", "a3"});
  room.kernel(
      "metalog_quantile", [](const auto&... x) { return uncertainty::metalog_quantile(x...); },
      "What a metalog input stays below with a probability p: a1 + (a2 + a3 (p - 1/2)) logit p on the axis of its bounds.\n\n"
      "Source: Keelin, \"The metalog distributions\", Decision Analysis 13, 2016.",
      probability, a1, a2, a3, lower, upper);
  room.kernel(
      "_metalog_at", [](const auto&... x) { return uncertainty::metalog_at(x...); },
      "A metalog input at a standard normal.\n\nSource: Keelin, Decision Analysis 13, 2016.", normal, a1, a2, a3, lower, upper);
  room.kernel(
      "normal_correlation", [](const auto& rank) { return uncertainty::normal_correlation(rank); },
      "Correlation of two normals whose ranks have a correlation: 2 sin(pi rank/6).\n\n"
      "Source: Pearson, \"On further methods of determining correlation\", 1907.",
      argument("rank"_a, "1", Range{.lower = -1, .upper = 1}, "Spearman's correlation", 0.5));
}

}  // namespace scaling_limits::python
