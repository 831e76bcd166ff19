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
void with_fit(const With& with, const failures::Lives& lives, const F& take) {
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

inline void put_fit(const Case&, const With& with, Out& out) {
  const LivesGiven given("fit", with);
  const failures::Lives lives = given.lives();
  with_fit(with, lives, [&](const auto& fit) {
    using L = std::remove_cvref_t<decltype(fit.law())>;
    std::vector<std::string> names;
    std::vector<double> values, low, high;
    for (const auto& field : fields_of<L>) {
      const auto interval = fit.interval(field.name, with["confidence"]);
      names.emplace_back(field.name), values.push_back(fit.law().*field.member);
      low.push_back(interval.low), high.push_back(interval.high);
    }
    const auto& quality = fit.quality();
    const auto totals = failures::totals(lives);
    out << std::move(names) << std::move(values) << std::move(low) << std::move(high);
    out << quality.log_likelihood << quality.aic() << quality.bic() << fit.law().mean();
    out << totals.units << totals.events << totals.exposure;
  });
}

inline void put_goodness_of_fit(const Case&, const With& with, Out& out) {
  const LivesGiven given("goodness_of_fit", with);
  const failures::Lives lives = given.lives();
  with_fit(with, lives, [&](const auto& fit) {
    auto found = failures::goodness_of_fit(fit, lives, static_cast<std::size_t>(with["pieces"]));
    out << found.statistic << found.degrees << found.p_value;
    out << std::move(found.edges) << std::move(found.observed) << std::move(found.expected);
    out.close([&] { return "fewer than five failures are expected in a piece of time: too few for chi-squared"; });
  });
}

/// Even quantiles of what a count of failures leaves open of the time to the next. Bursts tell less: as a stream that is
/// `dispersion` times shorter would.
inline void put_mtbf_samples(const Case&, const With& with, Out& out) {
  const double bursts = with["dispersion"], n = with["samples"];
  std::vector<double> samples;
  for (double k = 0; k < n; ++k)
    samples.push_back(with["gpus"] *
                      failures::mtbf_quantile(with["events"] / bursts, with["exposure"] / bursts, (k + 0.5) / n));
  out << std::move(samples);
}

inline void put_kaplan_meier(const Case&, const With& with, Out& out) {
  const LivesGiven given("kaplan_meier", with);
  auto curve = failures::kaplan_meier(given.lives(), with["confidence"]);
  out << std::move(curve.times) << std::move(curve.survival) << std::move(curve.lower) << std::move(curve.upper)
      << std::move(curve.cumulative_hazard) << std::move(curve.at_risk) << std::move(curve.events);
}

}  // namespace detail

void add_fit_questions(Questions& to) {
  const Row confidence{"confidence", "1", "that the intervals hold what they are of", inner_fraction, 0.95};
  std::vector<Argument> fitted{word<detail::FittedLaw>("law", "that is fitted")};
  for (const Argument& argument : detail::lives_arguments()) fitted.push_back(argument);
  to.push_back(
      {{"question", "fit", "a failure law fitted to lives by maximum likelihood, with intervals", {confidence}, fitted, {}},
       {},
       {},
       {{"parameters", "", "names of the law's parameters", Cell::texts},
        {"value", "", "of each", Cell::numbers},
        {"low", "", "end of its interval, below", Cell::numbers},
        {"high", "", "end of its interval, above", Cell::numbers},
        {"log_likelihood", "1", "of the lives, times in seconds"},
        {"aic", "1", "Akaike's criterion: the lower, the better"},
        {"bic", "1", "Schwarz's criterion: the lower, the better"},
        {"mean", "s", "mean life of the law"},
        {"units", "1", "lives"},
        {"events", "1", "of them that ended"},
        {"exposure", "s", "time that they were watched in all"}},
       detail::put_fit});
  to.push_back({{"question",
                 "goodness_of_fit",
                 "failures in pieces of time against those that a fitted law expects there",
                 {{"pieces", "1", "of time, at least 3; 0: one for ten failures, 5 to 20",
                   whole(Range{.lower = 0, .upper = failures::most_pieces}), 0}},
                 fitted,
                 {}},
                {},
                {},
                {{"statistic", "1", "chi-squared"},
                 {"degrees", "1", "its degrees of freedom"},
                 {"p_value", "1", "probability of so bad a fit, were the law right"},
                 {"edges", "s", "ends of the pieces", Cell::numbers},
                 {"observed", "1", "failures in each", Cell::numbers},
                 {"expected", "1", "that the law expects in each", Cell::numbers}},
                detail::put_goodness_of_fit});
  to.push_back({{"question",
                 "mtbf_samples",
                 "what a count of failures leaves open of the time between them, as even quantiles to go on with",
                 {{"events", "1", "failures counted", not_negative},
                  {"exposure", "s", "running time in which they were", positive},
                  {"gpus", "1", "GPUs of the job that failed; 1: the MTBF of the job itself", positive, 1},
                  {"dispersion", "1", "variance of the counts over that of a Poisson stream", at_least_one, 1},
                  {"samples", "1", "how many", whole(Range{.lower = 1, .upper = 1e5}), 4096}},
                 {},
                 {}},
                {},
                {},
                {{"gpu_mttf", "s", "GPU-time between failures, the lowest first, each as likely", Cell::numbers}},
                detail::put_mtbf_samples});
  to.push_back({{"question",
                 "kaplan_meier",
                 "survival of lives without any law, with a band",
                 {confidence},
                 detail::lives_arguments(),
                 {}},
                {},
                {},
                {{"times", "s", "at which some failed", Cell::numbers},
                 {"survival", "1", "from each time on", Cell::numbers},
                 {"lower", "1", "end of the band, below", Cell::numbers},
                 {"upper", "1", "end of the band, above", Cell::numbers},
                 {"cumulative_hazard", "1", "of Nelson and Aalen", Cell::numbers},
                 {"at_risk", "1", "that were watched just before", Cell::numbers},
                 {"events", "1", "that failed then", Cell::numbers}},
                detail::put_kaplan_meier});
}

}  // namespace scaling_limits::catalog
