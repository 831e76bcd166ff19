// SPDX-License-Identifier: Apache-2.0
// Questions to lives out of a log: the law that fits them, how well it does, and their survival without any law.
#pragma once
#include "../../version.hpp"

#include "../../failures/fit_two_piece.hpp"
#include "../../failures/gamma_law.hpp"
#include "../../failures/goodness_of_fit.hpp"
#include "../../failures/kaplan_meier.hpp"
#include "../../failures/lognormal.hpp"
#include "../../failures/mtbf_estimate.hpp"
#include "../../failures/weibull.hpp"
#include "../detail/number_list.hpp"
#include "../detail/rooms.hpp"
#include "../gives.hpp"

namespace scaling_limits::catalog {

namespace detail {

/// The laws that can be fitted.
enum class FittedLaw { exponential, weibull, lognormal, gamma, two_piece };
constexpr auto words(const FittedLaw*) {
  using enum FittedLaw;
  return std::to_array<Word<FittedLaw>>({{"exponential", exponential},
                                         {"weibull", weibull},
                                         {"lognormal", lognormal},
                                         {"gamma", gamma},
                                         {"two_piece", two_piece}});
}

/// Calls with the fit of the law that is asked for.
template <class F>
void with_fit(const Part& with, const failures::Lives& lives, const F& take) {
  using namespace failures;
  switch (chosen<FittedLaw>("fit", "law", with.arguments)) {
    case FittedLaw::exponential:
      return take(LifeFit<Exponential>(lives));
    case FittedLaw::weibull:
      return take(LifeFit<Weibull>(lives));
    case FittedLaw::lognormal:
      return take(LifeFit<Lognormal>(lives));
    case FittedLaw::gamma:
      return take(LifeFit<Gamma>(lives));
    case FittedLaw::two_piece:
      return take(LifeFit<TwoPiece>(lives));
  }
}

/// A parameter of a law that was fitted.
struct FittedParameter {
  std::string_view name{};
  double value = NaN, low = NaN, high = NaN;
};
constexpr auto fields(const FittedParameter*) {
  using F = FittedParameter;
  return std::tuple(ResultField("parameters", &F::name, "", "names of the law's parameters"),
                    ResultField("value", &F::value, "", "of each, in the unit of that field of the law"),
                    ResultField("low", &F::low, "", "end of its interval, below"),
                    ResultField("high", &F::high, "", "end of its interval, above"));
}
struct FittedLives {
  std::vector<FittedParameter> parameters{};
  failures::FitQuality quality{};
  double mean = NaN;
  failures::LifeTotals totals{};
};
constexpr auto fields(const FittedLives*) {
  using F = FittedLives;
  return std::tuple(
      ResultField("", &F::parameters),
      ResultField("log_likelihood", within(&F::quality, &failures::FitQuality::log_likelihood), "1",
                  "of the lives, times in seconds"),
      ResultField("aic", within(&F::quality, &failures::FitQuality::aic), "1", "Akaike's criterion: the lower, the better"),
      ResultField("bic", within(&F::quality, &failures::FitQuality::bic), "1", "Schwarz's criterion: the lower, the better"),
      ResultField("mean", &F::mean, "s", "mean life of the law"),
      ResultField("units", within(&F::totals, &failures::LifeTotals::units), "1", "lives"),
      ResultField("events", within(&F::totals, &failures::LifeTotals::events), "1", "of them that ended"),
      ResultField("exposure", within(&F::totals, &failures::LifeTotals::exposure), "s", "time that they were watched in all"));
}
inline FittedLives fitted_lives(const Case& at) {
  const LivesGiven given("fit", at.with);
  const failures::Lives lives = given.lives();
  FittedLives found;
  with_fit(at.with, lives, [&](const auto& fit) {
    using L = std::remove_cvref_t<decltype(fit.law())>;
    for (const auto& field : fields_of<L>) {
      const auto interval = fit.interval(field.name, at.with["confidence"]);
      found.parameters.push_back({field.name, fit.law().*field.member, interval.low, interval.high});
    }
    found.quality = fit.quality(), found.mean = fit.law().mean();
  });
  found.totals = failures::totals(lives);
  return found;
}

inline failures::GoodnessOfFit goodness_of_fit(const Case& at) {
  const LivesGiven given("goodness_of_fit", at.with);
  const failures::Lives lives = given.lives();
  failures::GoodnessOfFit found;
  with_fit(at.with, lives, [&](const auto& fit) {
    found = failures::goodness_of_fit(fit, lives, static_cast<std::size_t>(at.with["pieces"]));
  });
  return found;
}

/// Even quantiles of what a count of failures leaves open of the time to the next.
inline std::vector<double> mtbf_samples(const Case& at) {
  const Part& with = at.with;
  const double n = with["samples"];
  const auto told = failures::effective_count(with["events"], with["exposure"], with["downtime"], with["downtime_spread"],
                                              with["dispersion"]);
  std::vector<double> samples;
  for (double k = 0; k < n; ++k)
    samples.push_back(with["gpus"] * failures::mtbf_quantile(told.events, told.exposure, (k + 0.5) / n));
  return samples;
}
/// Why a count says nothing, or nothing of how sure it is.
inline std::string why_no_rate(const Case& at) {
  const Part& with = at.with;
  const double exposure = with["exposure"], downtime = with["downtime"], events = with["events"];
  if (!(exposure > 0)) return "nothing was watched";
  if (!(failures::running_exposure(exposure, events, downtime) > 0))
    return "the downtimes of " + to_text(events) + " failures, " + duration_text(downtime, 3) + " each, are longer than the " +
           duration_text(exposure, 3) + " in which they were counted";
  return "outages of " + duration_text(downtime, 3) +
         " are longer than twice the time between failures: only single ones, each with its end, would say how sure the rate "
         "is";
}

}  // namespace detail

void add_fit_questions(Questions& to) {
  const Row confidence{"confidence", "1", "that the intervals hold what they are of", inner_fraction, 0.95};
  constexpr std::string_view exposure_text = "time in which they were: running time, wall clock where a downtime is given";
  const Row downtime{"downtime", "s", "of a failure in the mean, which is taken out of the time", not_negative, 0};
  const Row spread{"downtime_spread", "1", "of downtimes, standard deviation over mean; 0: all alike", as_share(not_negative),
                   1};
  std::vector<Argument> fitted{word<detail::FittedLaw>("law", "that is fitted")};
  for (const Argument& argument : detail::lives_arguments()) fitted.push_back(argument);
  to.push_back({.name = "fit",
                .text = "a failure law fitted to lives by maximum likelihood, with intervals",
                .rows = {confidence},
                .arguments = fitted,
                .gives = gives(detail::fitted_lives)});
  to.push_back({.name = "goodness_of_fit",
                .text = "failures in pieces of time against those that a fitted law expects there",
                .rows = {{"pieces", "1", "of time, at least 3; 0: one for ten failures, 5 to 20",
                          whole(Range{.lower = 0, .upper = failures::most_pieces}), 0}},
                .arguments = fitted,
                .gives = gives(detail::goodness_of_fit),
                .none = [](const Case&) -> std::string {
                  return "fewer than five failures are expected in a piece of time: too few for chi-squared";
                }});
  to.push_back({.name = "mtbf_estimate",
                .text = "how often something fails, from a count: time between failures, failures a day, GPU-time for each",
                .rows = {{"events", "1", "failures counted", not_negative},
                         {"exposure", "s", exposure_text, not_negative},
                         {"gpus", "1", "GPUs of the job that failed", positive, 1},
                         confidence,
                         downtime,
                         spread},
                .gives = gives(
                    [](const Case& at) {
                      const auto& x = at.with.numbers;
                      return failures::failures_counted(x[0], x[1], x[2], x[3], x[4], x[5]);
                    },
                    {{"end", detail::number_and_ends}}),
                .none = detail::why_no_rate});
  to.push_back(
      {.name = "mtbf_samples",
       .text = "what a count of failures leaves open of the time between them, as even quantiles to go on with",
       .rows = {{"events", "1", "failures counted", not_negative},
                {"exposure", "s", exposure_text, positive},
                {"gpus", "1", "GPUs of the job that failed; 1: the MTBF of the job itself", positive, 1},
                {"dispersion", "1", "variance of the counts over that of a Poisson stream", at_least_one, 1},
                {"samples", "1", "how many", whole(Range{.lower = 1, .upper = 1e5}), 4096},
                downtime,
                spread},
       .gives = gives("gpu_mttf", "s", "GPU-time between failures, the lowest first, each as likely", detail::mtbf_samples),
       .none = detail::why_no_rate});
  to.push_back({.name = "kaplan_meier",
                .text = "survival of lives without any law, with a band",
                .rows = {confidence},
                .arguments = detail::lives_arguments(),
                .gives = gives([](const Case& at) {
                  const detail::LivesGiven given("kaplan_meier", at.with);
                  return failures::kaplan_meier(given.lives(), at.with["confidence"]);
                })});
}

}  // namespace scaling_limits::catalog
