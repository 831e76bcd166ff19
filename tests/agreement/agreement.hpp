// SPDX-License-Identifier: Apache-2.0
// Closed form against simulator for random parameters: one row per strategy with its worst deviation in standard errors.
#pragma once
#include <cstdio>
#include <scaling_limits/simulation/simulator.hpp>
#include <scaling_limits/simulation/thread_pool.hpp>
#include <string>

namespace scaling_limits::testing {

/// Draws parameters.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}
  double between(double low, double high) { return low + (high - low) * random_.uniform(); }
  double log_between(double low, double high) { return std::exp(between(std::log(low), std::log(high))); }
  int whole(int low, int high) { return low + static_cast<int>(random_.below(static_cast<std::uint64_t>(high - low + 1))); }
  bool coin(double chance = 0.5) { return random_.chance(chance); }

  /// A run whose MTBF is between 10 and 1e5 writes and whose restart and downtime are up to a third of it each.
  TrainingRun<> run() {
    const double write = log_between(1, 600), mtbf = write * log_between(10, 1e5);
    TrainingRun<> run{.gpus = std::floor(log_between(64, 1e6)),
                      .gpu_mttf = 1,
                      .checkpoint_bytes = write * 1e12,
                      .write_bandwidth = 1e12,
                      .read_bandwidth = 1e12 * log_between(0.5, 100)};
    run.gpu_mttf = mtbf * run.gpus;
    run.initialization_time = coin(0.2) ? 0 : mtbf * log_between(1e-4, 0.3);
    run.downtime = coin(0.2) ? 0 : mtbf * log_between(1e-4, 0.3);
    return run;
  }

 private:
  simulation::Random random_;
};

/// What is compared: a goodput from a closed form, and the protocol that has to reach it.
struct Case {
  double goodput;
  strategies::Protocol protocol;
  std::optional<failures::AnyLaw> law = {};
  Terms<double> breakdown = {};  // compared too where given
};

template <class St>
Case case_of(const TrainingRun<>& run, const St& strategy) {
  return {strategies::goodput(run, strategy), strategy.protocol(run), {}, strategy.breakdown(run)};
}

class Table {
 public:
  /// @param sets random parameter sets per strategy; @param loss_accuracy standard error / (1 - goodput) to simulate to
  Table(int sets, double loss_accuracy) : sets_(sets), loss_accuracy_(loss_accuracy) {
    std::printf("%-58s %5s %9s %7s %9s %9s %10s %9s\n", "strategy", "sets", "worst z", "mean z", "beyond 3", "expected",
                "breakdown", "strikes");
  }

  /// Compares `sets` cases of make(draw). A closed form that is not exact may err by `model_error` of the loss: a deviation
  /// counts beyond that.
  template <class F>
  void row(const char* name, const F& make, double model_error = 0) {
    const std::uint64_t seed = std::hash<std::string>{}(name);
    Draw draw(seed);
    double worst = 0, sum = 0, apart = 0, strikes = 0;
    int beyond = 0, wrong = 0, compared = sets_;
    for (int i = 0; i < sets_; ++i) {
      const Case c = make(draw);
      simulation::Options options;
      options.pool = simulation::threads();
      options.seed = seed + static_cast<std::uint64_t>(i);
      options.relative_accuracy = std::clamp(loss_accuracy_ * (1 - c.goodput) / c.goodput, 1e-7, 0.05);
      options.most_failures = 2e7;
      options.law = c.law;
      options.event_by_event = i % 4 == 0;
      const auto r = simulation::simulate(c.protocol, options);
      // pairs that hardly ever both die: too few interruptions for a standard error
      if (c.protocol.replication.groups > 0 && r.interruptions < 100) {
        --compared;
        continue;
      }
      const double apart_by = r.goodput - c.goodput, allowance = model_error * (1 - c.goodput);
      const double z = std::copysign(std::max(0.0, std::abs(apart_by) - allowance), apart_by) / r.standard_error;
      // a breakdown term's error is of the size of the goodput's own, which is measured
      double here = 0;
      for (const auto& term : c.breakdown)
        here = std::max(here, std::abs(term.amount - r.breakdown.of(term.cause)) / (loss_accuracy_ * (1 - c.goodput)));
      apart = std::max(apart, here);
      worst = std::max(worst, std::abs(z));
      sum += z;
      strikes += r.failures + r.silent_errors;
      beyond += std::abs(z) > 3;
      if (!(std::abs(z) <= 5) || !(here < 8)) {
        ++wrong;
        if (wrong <= 3)
          std::printf(
              "  set %d: closed form %.9g, simulated %.9g +- %.2g, z %.2f, breakdown %.1f; rate %.6g, interval %.6g, %s\n", i,
              c.goodput, r.goodput, r.standard_error, z, here, c.protocol.failure_rate, c.protocol.interval, r.status.c_str());
      }
    }
    // P(|z| > 3) = 0.27 %; allowed: what chance exceeds once in 1000 tables
    const double expected = 0.0027 * compared, allowed = expected + 3 * std::sqrt(expected) + 1;
    const bool ok =
        wrong == 0 && beyond <= allowed && compared > 0 && std::abs(sum / compared) * std::sqrt(double(compared)) < 4;
    const std::string label =
        name + std::string(model_error > 0 ? " (to " + to_text(100 * model_error) + " % of the loss)" : "");
    failed_ = failed_ || !ok;
    std::printf("%-58s %5d %9.2f %7.2f %9d %9.2f %10.2f %9.2g%s\n", label.c_str(), compared, worst, sum / compared, beyond,
                expected, apart, strikes, ok ? "" : "  WRONG");
    std::fflush(stdout);
  }
  bool failed() const { return failed_; }

 private:
  int sets_;
  double loss_accuracy_;
  bool failed_ = false;
};

}  // namespace scaling_limits::testing
