// SPDX-License-Identifier: Apache-2.0
// Questions to a failure law: survival and its kin, goodput and the schedule of a job whose clock is renewed after each
// failure.
#pragma once
#include "../../version.hpp"

#include "../../checkpoint/renewal.hpp"
#include "../../checkpoint/schedule.hpp"
#include "../../failures/gamma_law.hpp"
#include "../../failures/lognormal.hpp"
#include "../../failures/weibull.hpp"
#include "../detail/rooms.hpp"
#include "../gives.hpp"
#include "../law_of.hpp"

namespace scaling_limits::catalog {

void add_law_questions(Questions& to) {
  constexpr Range any{.lower = -inf, .upper = inf};
  const auto of_law = [&](std::string_view name, std::string_view unit, std::string_view text, std::vector<Row> rows,
                          double (*function)(const failures::AnyLaw& law, const std::vector<double>& x)) {
    to.push_back({.name = Name(name),
                  .text = Name(text),
                  .needs = {"failure_law"},
                  .rows = std::move(rows),
                  .gives = gives(unit, text, [function](const Case& at) { return function(law_of(at), at.with.numbers); })});
  };
  const std::vector<Row> time{{"time", "s", "age", any}};
  of_law("mean", "s", "mean life", {}, [](const auto& law, const auto&) { return law.mean(); });
  of_law("survival", "1", "P(life > time)", time, [](const auto& law, const auto& x) { return law.survival(x[0]); });
  of_law("hazard", "1/s", "failures per second of those that are alive", time,
         [](const auto& law, const auto& x) { return law.hazard(x[0]); });
  of_law("cumulative_hazard", "1", "-ln survival", time,
         [](const auto& law, const auto& x) { return law.cumulative_hazard(x[0]); });
  of_law("mean_beyond", "s", "integral of survival from the time on", time,
         [](const auto& law, const auto& x) { return law.mean_beyond(x[0]); });
  of_law("quantile", "s", "the life that is exceeded with probability 1 - p", {{"probability", "1", "p", as_share(any)}},
         [](const auto& law, const auto& x) { return x[0] >= 0 && x[0] <= 1 ? law.quantile(x[0]) : NaN; });
  of_law("renewal_goodput", "1", "goodput at an interval, the failure clock renewed after each failure",
         {{"interval", "s", "useful work between checkpoints", any},
          {"write_time", "s", "what one checkpoint blocks", any},
          {"persist_latency", "s", "until a snapshot is usable, at most the interval", any, 0},
          {"restart_time", "s", "not exposed to failures", any, 0},
          {"downtime", "s", "not exposed to failures", any, 0}},
         [](const auto& law, const auto& x) { return checkpoint::renewal_goodput(x[0], x[1], law, x[2], x[3], x[4]); });
  // the parameter that gives a law its mean
  const auto from_mean = [&](std::string_view name, std::string_view parameter, std::string_view unit, Row given,
                             double (*function)(double, double)) {
    to.push_back({.name = Name(name),
                  .text = "the law of a mean life",
                  .rows = {{"mean", "s", "mean life", positive}, given},
                  .gives = gives(parameter, unit, "of the law",
                                 [function](const Case& at) { return function(at.with.numbers[0], at.with.numbers[1]); })});
  };
  from_mean("weibull_from_mean", "scale", "s", {"shape", "1", "of the law", positive},
            [](double mean, double shape) { return failures::Weibull<>::from_mean(mean, shape).scale; });
  from_mean("gamma_from_mean", "scale", "s", {"shape", "1", "of the law", positive},
            [](double mean, double shape) { return failures::Gamma<>::from_mean(mean, shape).scale; });
  from_mean("lognormal_from_mean", "mu", "1", {"sigma", "1", "of the law", positive},
            [](double mean, double sigma) { return failures::Lognormal<>::from_mean(mean, sigma).mu; });
  to.push_back({.name = "optimal_schedule",
                .text = "when to checkpoint as the parts age, the clock renewed after each failure",
                .needs = {"failure_law"},
                .rows = {{"write_time", "s", "what one checkpoint blocks", not_negative},
                         {"restart_time", "s", "not exposed to failures", not_negative, 0},
                         {"downtime", "s", "not exposed to failures", not_negative, 0}},
                .gives = gives([](const Case& at) {
                  const auto& x = at.with.numbers;
                  return checkpoint::optimal_schedule(law_of(at), x[0], x[1], x[2]);
                })});
}

}  // namespace scaling_limits::catalog
