// SPDX-License-Identifier: Apache-2.0
// A failure law fitted to lives by maximum likelihood, some of them not ended (right-censored), some watched from an age on
// (left-truncated):
//
//   l(parameters) = sum over those that failed of ln h(t), minus the sum over all of H(t) - H(entry)
//
// by Newton steps in the logarithms of the parameters, with the gradient and curvature of log_likelihood.hpp; any law of the
// field tables that has a `from_mean` of shape 1 can be fitted. Intervals are those of the profile likelihood: 2 (l - l(best
// with the parameter held)) is chi-squared with one degree of freedom (Lawless, "Statistical Models and Methods for Lifetime
// Data", 2003, sections 3.2 and 5.1); of the exponential law they are chi-squared of the count, exact. AIC = 2p - 2l;
// BIC = p ln(units) - 2l.
#pragma once
#include "../version.hpp"

#include <optional>

#include "../numeric/bracketed_root.hpp"
#include "../numeric/normal.hpp"
#include "exponential_law.hpp"
#include "log_likelihood.hpp"
#include "mtbf_estimate.hpp"

namespace scaling_limits::failures {

/// What is said of any fit.
struct FitQuality {
  double log_likelihood = NaN;  // times in seconds
  double units = 0, events = 0;
  double parameters = 0;  // fitted

  double aic() const { return 2 * parameters - 2 * log_likelihood; }
  double bic() const { return parameters * std::log(units) - 2 * log_likelihood; }
};

template <class L>
struct Fitted {
  L law{};
  FitQuality quality{};
};

/// Ends of an interval; an end that the lives do not bound is 0, or inf.
struct FitInterval {
  double low = NaN, high = NaN;
};

namespace detail {

/// How far the likelihood may fall inside an interval of a confidence: half the quantile of chi-squared of one degree.
inline double likelihood_drop(double confidence) {
  const double z = numeric::normal_quantile((1 - confidence) / 2);  // chi-squared = z^2
  return z * z / 2;
}

/// Newton steps on the curvature of a log-likelihood, made steep enough to rise where it is not a summit's (Levenberg), and
/// halved until they rise.
template <class Likelihood>
class Ascent {
 public:
  using Point = typename Likelihood::Point;
  using Summit = std::optional<std::pair<Point, typename Likelihood::Value>>;

  Ascent(const Likelihood& likelihood, const Point& start, std::optional<std::size_t> held)
      : likelihood_(likelihood), start_(start), at_(start), best_(likelihood(start)), held_(held) {}

  Summit summit() {
    if (!(std::abs(best_.value) < inf)) return {};
    for (int i = 0; i < 200; ++i) {
      aim();
      if (!(longest_ < inf)) return {};
      // what is left to rise is below the rounding of the sums
      const double rounding = 1e-15 * (1 + std::abs(best_.value));
      if (rise_ <= rounding && held_ && longest_ >= 1e-6) return here();  // as high as its other end, out of reach
      if (rise_ <= rounding && longest_ < 1e-6) return arrived();
      if (!climb(rounding)) return rise_ <= 1e6 * rounding ? here() : Summit();
      for (std::size_t k = 0; k < n; ++k)
        if (std::abs(at_[k] - start_[k]) > (Likelihood::is_log(k) ? 200 : 1e5)) return {};
    }
    return {};
  }

 private:
  static constexpr std::size_t n = Likelihood::count;

  bool is_free(std::size_t k) const { return !(held_ && *held_ == k); }
  Summit here() const { return std::pair{at_, best_}; }

  /// The step of a summit's curvature, of one or two free coordinates by hand, and what it rises; not too long.
  void aim() {
    step_ = {};
    const double a = is_free(0) ? -best_.curvature[0][0] : 1, g = best_.slope[0];  // a step that is not free is not taken
    if constexpr (n == 1) {
      step_[0] = g / (a > 0 ? a : std::abs(a) + 1);
    } else {
      const double c = is_free(1) ? -best_.curvature[1][1] : 1, h = best_.slope[1];
      const double b = held_ ? 0 : -best_.curvature[0][1];
      // the lower eigenvalue, and what lifts it above zero
      const double low = 0.5 * (a + c) - std::hypot(0.5 * (a - c), b), scale = std::abs(a) + std::abs(c);
      const double lift = low > 1e-12 * scale ? 0 : 1e-3 * scale - low;
      const double determinant = (a + lift) * (c + lift) - b * b;
      step_[0] = ((c + lift) * g - b * h) / determinant;
      step_[1] = ((a + lift) * h - b * g) / determinant;
    }
    longest_ = rise_ = 0;
    for (std::size_t k = 0; k < n; ++k) {
      if (!is_free(k)) step_[k] = 0;
      rise_ += step_[k] * best_.slope[k], longest_ = larger(longest_, std::abs(step_[k]));
    }
    if (!(longest_ > 3 && longest_ < inf)) return;
    for (double& x : step_) x *= 3 / longest_;
    rise_ *= 3 / longest_;
  }

  /// Whether some share of the step rises as it should: not where that is too short to be a step, or its rise lost in what the
  /// terms of the sum round off.
  bool climb(double rounding) {
    for (double share = 1; !(share * longest_ < 1e-12 || (share < 1 && longest_ < 1e-7)); share *= 0.25) {
      Point next = at_;
      for (std::size_t k = 0; k < n; ++k) next[k] += share * step_[k];
      const auto found = likelihood_(next);
      if (!(found.value >= best_.value + 1e-4 * share * rise_ - rounding)) continue;
      at_ = next, best_ = found;
      return true;
    }
    return false;
  }

  /// The last step costs nothing, the value is flat here; none where a coordinate that makes no difference any more has gone to
  /// its end.
  Summit arrived() {
    for (std::size_t k = 0; k < n; ++k)
      if (is_free(k) && !held_ && Likelihood::is_log(k) && !(best_.curvature[k][k] < -1e-5)) return {};
    for (std::size_t k = 0; k < n; ++k) at_[k] += step_[k];
    return here();
  }

  const Likelihood& likelihood_;
  Point start_, at_, step_{};
  typename Likelihood::Value best_;
  std::optional<std::size_t> held_;
  double rise_ = 0, longest_ = 0;  // of the step
};

/// The highest point of a log-likelihood from a start, with a coordinate held, if any; nothing where it has none.
template <class Likelihood>
typename Ascent<Likelihood>::Summit summit(const Likelihood& likelihood, const typename Likelihood::Point& at,
                                           std::optional<std::size_t> held = {}) {
  return Ascent<Likelihood>(likelihood, at, held).summit();
}

/// Why there is no best law.
template <class L>
[[noreturn]] void no_summit() {
  const std::string name(L::name());
  throw InvalidArgument("fit: no " + name +
                            " law is the likeliest: the more extreme its parameters, the likelier are these lives;" +
                            " too few ended, or all at one age",
                        "law", name);
}

/// A law of lives near the largest number that there is may be likeliest with a parameter beyond it.
template <class L>
void check_fitted(const L& law) {
  for (const auto& field : fields_of<L>)
    if (!std::isfinite(law.*field.member))
      throw InvalidArgument("fit: the likeliest " + std::string(L::name()) + " law has a " + std::string(field.name) +
                                " that no number holds: lives of so many seconds cannot be fitted",
                            "law", L::name());
}

}  // namespace detail

/// A law fitted to lives, and the interval of each of its parameters.
///
///   LifeFit<Weibull> fit(lives);  fit.law().shape;  fit.interval("shape", 0.95)
///
/// @throws DomainError, InvalidArgument for lives that cannot be, of which none ended, or of which no law is the likeliest
template <template <class> class Law>
class LifeFit {
 public:
  explicit LifeFit(const Lives& lives) : totals_(totals(validated(lives, "fit"))), likelihood_(life_points(lives)) { fit(); }

  const Law<double>& law() const { return law_; }
  const FitQuality& quality() const { return quality_; }

  /// Logarithms of the positive parameters, the others as they are; minus the curvature of the likelihood over them; the law at
  /// others.
  static constexpr std::size_t coordinate_count = fields_of<Law<double>>.size();
  std::array<double, coordinate_count> coordinates() const { return at_; }
  auto information() const {
    auto found = best_.curvature;
    for (auto& row : found)
      for (double& x : row) x = -x;
    return found;
  }
  template <class T>
  Law<T> law_at(const std::array<T, coordinate_count>& at) const {
    return Likelihood::law(at);
  }

  /// What holds a parameter with a confidence in (0, 1). @throws InvalidArgument for a name that is none
  FitInterval interval(std::string_view parameter, double confidence = 0.95) const {
    check("fit", "confidence", confidence, inner_fraction);
    const std::size_t k = index_of<Law<double>>(parameter);
    if (k == fields_of<Law<double>>.size())
      throw InvalidArgument("fit: a law '" + std::string(law_.name()) + "' has no parameter " + in_quotes(parameter),
                            "parameter", parameter);
    if constexpr (std::same_as<Law<double>, Exponential<double>>) {
      const auto mean = mtbf_from_events(totals_.events, totals_.exposure, confidence);
      return {mean.lower, mean.upper};
    } else {
      return profile(k, detail::likelihood_drop(confidence));
    }
  }

 private:
  using Likelihood = detail::LogLikelihood<Law>;

  void fit() {
    const LifeTotals& of = totals_;
    if (of.events == 0)
      throw InvalidArgument(
          "fit: no life ended: there is nothing to fit; mtbf_interval says what so much time without a failure is worth",
          "observed");
    // all at one age, and none older: the narrower a law around it, the likelier
    if (Likelihood::count > 1 && of.first_end == of.oldest) detail::no_summit<Law<double>>();
    // as lives of no ageing, with parts that differ as they do there
    Law<double> start;
    if constexpr (requires { Law<double>::from_mean(1., 1.); }) start = Law<double>::from_mean(of.exposure / of.events, 1.);
    else start = Law<double>::from_mean(of.exposure / of.events);
    const auto found = detail::summit(likelihood_, Likelihood::coordinates(start));
    if (!found) detail::no_summit<Law<double>>();
    at_ = found->first, best_ = found->second;
    law_ = Likelihood::law(at_);
    detail::check_fitted(law_);
    quality_ = {best_.value, of.units, of.events, static_cast<double>(Likelihood::count)};
  }

  /// Where the best likelihood with coordinate k held has fallen by `drop`.
  FitInterval profile(std::size_t k, double drop) const {
    // what the curvature says is a first guess
    const auto& c = best_.curvature;
    double curvature = -c[k][k];
    if constexpr (Likelihood::count == 2) curvature -= -c[0][1] * c[0][1] / c[1 - k][1 - k];
    const double guess = std::sqrt(2 * drop / curvature);
    const auto end = [&](double way) {
      if (const auto found = stepped(k, drop, way * guess)) return *found;
      auto from = at_;
      const auto fallen = [&](double x) {  // NaN: no other parameter is the best
        if (Likelihood::count == 1) return best_.value - likelihood_(typename Likelihood::Point{x}).value - drop;
        const auto best_from = [&](auto start) {
          start[k] = x;
          return detail::summit(likelihood_, start, k);
        };
        auto found = best_from(from);
        if (!found) found = best_from(at_);
        if (!found) return NaN;
        const double by = best_.value - found->second.value - drop;
        if (by < 0) from = found->first;  // far outside there may be another ridge
        return by;
      };
      double inside = at_[k], step = way * (guess < 20 ? guess : 1), outside = inside + step;
      for (;;) {
        const double by = fallen(outside);
        if (by >= 0) break;
        if (by == by) inside = outside, step *= 2;
        else step *= 0.25;  // too far from where the other parameter was best
        outside = inside + step;
        // nothing in the lives bounds it
        if (std::abs(step) < 1e-3 || std::abs(outside - at_[k]) > (Likelihood::is_log(k) ? 600 : 1e4)) return way * inf;
      }
      return numeric::bracketed_root(fallen, smaller(inside, outside), larger(inside, outside)).value;
    };
    const double low = end(-1), high = end(1);
    return Likelihood::is_log(k) ? FitInterval{std::exp(low), std::exp(high)} : FitInterval{low, high};
  }

  /// An end by Newton steps on both its conditions, that the likelihood has fallen by `drop` and that the other coordinate is
  /// at its best (Venzon and Moolgavkar, Appl. Stat. 37(1), 1988); nothing where they lead elsewhere.
  std::optional<double> stepped(std::size_t k, double drop, double guess) const {
    if constexpr (Likelihood::count == 2) {
      const std::size_t other = 1 - k;
      auto at = at_;
      at[k] += guess, at[other] -= guess * best_.curvature[k][other] / best_.curvature[other][other];
      for (int i = 0; i < 15; ++i) {
        const auto found = likelihood_(at);
        const double above = found.value - (best_.value - drop), slope = found.slope[k], sideways = found.slope[other];
        const double bend = found.curvature[other][other], twist = found.curvature[k][other];
        const double determinant = slope * bend - sideways * twist;
        const double step = (sideways * sideways - above * bend) / determinant;
        at[k] += step, at[other] += (above * twist - slope * sideways) / determinant;
        const double share = (at[k] - at_[k]) / guess;
        if (!(share > 0.1 && share < 10 && bend < 0)) return {};
        if (std::abs(step) < 1e-7 * std::abs(guess) && std::abs(above) < 1e-3 * drop)
          return at[k];  // what is left is the square of that
      }
    }
    return {};
  }

  LifeTotals totals_;
  Likelihood likelihood_;
  typename Likelihood::Point at_{};
  typename Likelihood::Value best_{};
  Law<double> law_{};
  FitQuality quality_{};
};

}  // namespace scaling_limits::failures
