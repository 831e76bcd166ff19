// SPDX-License-Identifier: Apache-2.0
// Logs of lives drawn from a law, and their log-likelihood life by life.
#pragma once
#include <random>
#include <scaling_limits/failures/lives.hpp>

namespace scaling_limits::testing {

/// A log that owns its lives.
struct Log {
  std::vector<double> durations{}, observed{}, entry{};
  failures::Lives lives() const { return {durations, observed, entry}; }
};

/// Lives of a law, watched for so long at most; some from an age on.
template <class L>
Log drawn(const L& law, std::size_t n, double watched, std::mt19937_64& random, double oldest = 0) {
  std::uniform_real_distribution<double> uniform(0, 1);
  Log log;
  while (log.durations.size() < n) {
    const double life = law.quantile(uniform(random)), from = oldest * uniform(random);
    if (!(life > from)) continue;
    const double until = from + watched * (0.3 + 0.7 * uniform(random));
    log.durations.push_back(std::min(life, until)), log.observed.push_back(life < until ? 1 : 0);
    if (oldest > 0) log.entry.push_back(from);
  }
  return log;
}

/// The log-likelihood of a law, life by life, by its survival and its density alone.
template <class L>
double likelihood(const L& law, const Log& log) {
  double sum = 0;
  for (std::size_t i = 0; i < log.durations.size(); ++i) {
    sum -= law.cumulative_hazard(log.durations[i]);
    if (log.observed[i] != 0) sum += std::log(law.hazard(log.durations[i]));
    if (!log.entry.empty()) sum += law.cumulative_hazard(log.entry[i]);
  }
  return sum;
}

}  // namespace scaling_limits::testing
