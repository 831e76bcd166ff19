// SPDX-License-Identifier: Apache-2.0
// Closed form against simulator for random parameters: goodput and rates of each strategy, in standard errors.
//
// Deviations are to be those of a normal distribution. The seeds were chosen once, so that a table is right for ever or wrong
// for ever; the chance that a right one was refused on its first day is kept below 1 % in all:
//   largest     all |z| of the table are below the Bonferroni quantile: one in 1000 tables has a larger one by chance
//   beyond 3    of each quantity 0.27 % of the comparisons are expected there; one in 1000 tables has more than are allowed
//   mean        sqrt(sets) x mean z of goodput, per row, below 4
// Quantities of one set go together (useful work is checkpoints x interval): counts are per quantity, over sets, which do not.
#pragma once
#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <cstdio>
#include <functional>
#include <scaling_limits/simulation/simulator.hpp>
#include <scaling_limits/simulation/thread_pool.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace scaling_limits::testing {

/// Draws parameters.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}
  double between(double low, double high) { return low + (high - low) * random_.uniform(); }
  double log_between(double low, double high) { return std::exp(between(std::log(low), std::log(high))); }
  int whole(int low, int high) { return low + static_cast<int>(random_.below(static_cast<std::uint64_t>(high - low + 1))); }
  bool coin(double chance = 0.5) { return random_.chance(chance); }

  /// A run whose MTBF is between 10 and 1e5 writes and whose restart and downtime are up to a third of it each. Far out: MTBFs
  /// from a thousandth of a write on, restarts of up to three of them and downtimes of up to a hundred.
  TrainingRun<> run() {
    const double write = log_between(1, 600), mtbf = write * (far ? log_between(1e-3, 10) : log_between(10, 1e5));
    TrainingRun<> run{.gpus = std::floor(log_between(64, 1e6)),
                      .gpu_mttf = 1,
                      .checkpoint_bytes = write * 1e12,
                      .write_bandwidth = 1e12,
                      .read_bandwidth = 1e12 * log_between(0.5, 100)};
    run.gpu_mttf = mtbf * run.gpus;
    run.initialization_time = coin(0.2) ? 0 : mtbf * log_between(1e-4, far ? 3 : 0.3);
    run.downtime = coin(0.2) ? 0 : mtbf * log_between(1e-4, far ? 100 : 0.3);
    return run;
  }

  bool far = false;  ///< well outside the usual

 private:
  simulation::Random random_;
};

/// What is compared: a goodput from a closed form, and the protocol that has to reach it.
struct Case {
  double goodput;
  strategies::Protocol protocol;
  std::optional<failures::AnyLaw> law = {};
  std::string_view kind = {};                   // of the strategy, where it is one
  Terms<double> breakdown = {};                 // compared too where given
  std::optional<strategies::Rates> rates = {};  // the same
};

template <class St>
Case case_of(const TrainingRun<>& run, const St& strategy) {
  return {strategies::goodput(run, strategy), strategies::protocol(strategy, run), {}, strategy.name(), strategy.breakdown(run),
          strategies::rates(strategy, run)};
}

class Table {
 public:
  /// @param sets random parameter sets per strategy, and half as many far out; @param loss_accuracy standard error / (1 -
  /// goodput) to simulate to, or a quarter of standard error / goodput where that is less to do
  Table(int sets, double loss_accuracy) : sets_(sets), loss_accuracy_(loss_accuracy) {
    std::printf("worst |z|\n%-58s %5s", "strategy", "sets");
    for (const char* name : quantities) std::printf(" %9s", name);
    std::printf(" %9s %9s %9s\n", "mean z", "breakdown", "strikes");
  }

  /// Compares `sets` cases of make(draw), and half as many that lose 70 to 99 %. A closed form that is not exact may err by
  /// `model_error` of the loss, of the goodput where that is less: a deviation counts beyond that.
  void row(std::string_view name, const std::function<Case(Draw&)>& make, double model_error = 0) {
    const std::uint64_t seed = std::hash<std::string_view>{}(name);
    Draw draw(seed);
    Row row{.label = std::string(name) +
                     (model_error > 0 ? " (to " + to_text(100 * model_error) + " % of the loss)" : std::string())};
    for (int i = 0; i < sets_; ++i) compare(row, i, make(draw), seed, model_error);
    draw.far = true;
    for (int i = 0, tries = 0; 2 * i < sets_ && tries < 1000 * sets_; ++tries)
      if (const Case c = make(draw); c.goodput >= 0.01 && c.goodput <= 0.3) compare(row, sets_ + i++, c, seed, model_error);
    const double mean = row.sum / row.compared[0];
    const bool ok = !row.wrong && row.compared[0] > 0 && std::abs(mean) * std::sqrt(double(row.compared[0])) < 4;
    failed_ = failed_ || !ok;
    std::printf("%-58s %5d", row.label.c_str(), row.compared[0]);
    for (std::size_t q = 0; q < quantities.size(); ++q) {
      if (row.compared[q] > 0) std::printf(" %9.2f", row.worst[q]);
      else std::printf(" %9s", "");
      compared_[q] += row.compared[q], beyond_[q] += row.beyond[q];
    }
    std::printf(" %9.2f %9.2f %9.2g%s\n", mean, row.apart, row.strikes, ok ? "" : "  WRONG");
    std::fflush(stdout);
  }

  bool has(std::string_view kind) const { return kinds_.contains(kind); }

  /// The table's last lines; whether it is wrong.
  bool failed() {
    double all = 0;
    for (const int n : compared_) all += n;
    const double largest = std::sqrt(2.0) * boost::math::erfc_inv(once / all);
    std::printf("%-64s", "beyond 3");
    for (const int n : beyond_) std::printf(" %9d", n);
    std::printf("\n%-64s", "expected there");
    for (const int n : compared_) std::printf(" %9.2f", share_beyond * n);
    std::printf("\n%-64s", "allowed there");
    for (std::size_t q = 0; q < quantities.size(); ++q) {
      const int most = allowed(compared_[q]);
      failed_ = failed_ || beyond_[q] > most;
      std::printf(" %9d", most);
    }
    std::printf("\n%.0f comparisons, the largest |z| may be %.2f\n", all, largest);
    for (const Beyond& one : trips_) {
      const bool wrong = !(std::abs(one.z) <= largest);
      failed_ = failed_ || wrong;
      std::printf("  %s, set %d: %s %.9g, simulated %.9g +- %.2g, z %.2f%s\n", one.row.c_str(), one.set, one.quantity,
                  one.closed, one.simulated, one.error, one.z, wrong ? "  WRONG" : "");
    }
    return failed_;
  }

 private:
  static constexpr std::array<const char*, 6> quantities{"goodput", "interrupt", "checkpt", "saves", "detected", "bytes"};
  static constexpr double once = 1e-3,       // in so many tables chance alone is more
      share_beyond = 0.0026997960632601866;  // P(|z| > 3)
  struct Row {
    std::string label{};
    std::array<double, 6> worst{};
    std::array<int, 6> compared{}, beyond{};
    double sum = 0, apart = 0, strikes = 0;
    bool wrong = false;
  };
  struct Beyond {
    std::string row;
    int set;
    const char* quantity;
    double closed, simulated, error, z;
  };

  /// The largest number of n that is beyond 3 more often than once in 1000 tables: binomial.
  static int allowed(int n) {
    double p = std::pow(1 - share_beyond, n), above = 1 - p;
    int k = 0;
    for (; above > once / 6; ++k) above -= p *= (n - k) * share_beyond / ((k + 1) * (1 - share_beyond));
    return k;
  }

  void compare(Row& row, int i, const Case& c, std::uint64_t seed, double model_error) {
    kinds_.insert(c.kind);
    const double g = c.goodput, loss_error = loss_accuracy_ * (1 - g), model = model_error * std::min(g, 1 - g);
    simulation::Options options;
    options.pool = simulation::threads();
    options.seed = seed + static_cast<std::uint64_t>(i);
    options.relative_accuracy = std::clamp(loss_error / g, 1e-7, 4 * loss_accuracy_);
    options.most_failures = i < sets_ ? 2e7 : 1e6;
    options.law = c.law;
    options.event_by_event = i % 4 == 0;
    const auto r = simulation::simulate(c.protocol, options);
    // pairs that hardly ever both die, segments that hardly ever end: too few for a standard error
    const bool ends = c.protocol.interval < inf;
    if ((c.protocol.replication.groups > 0 && r.interruptions < least) ||
        (ends && r.checkpoints + r.saves_just_in_time < least))
      return;
    // what is proportional to the useful work errs as the goodput does
    const auto deviation = [&](std::size_t q, double closed, double simulated, double error, double allowance) {
      const double apart = simulated - closed;
      const double z = std::abs(apart) <= allowance ? 0 : std::copysign((std::abs(apart) - allowance) / error, apart);
      ++row.compared[q];
      row.worst[q] = std::max(row.worst[q], std::abs(z));
      if (std::abs(z) > 3) ++row.beyond[q];
      if (!(std::abs(z) <= 3)) trips_.push_back({row.label, i, quantities[q], closed, simulated, error, z});
      return z;
    };
    row.sum += deviation(0, g, r.goodput, r.standard_error, model);
    const double counts[] = {r.interruptions, r.checkpoints, r.saves_just_in_time, r.detections,
                             r.checkpoints + r.saves_just_in_time};
    for (std::size_t q = 1; c.rates && q < quantities.size(); ++q) {
      const auto member = strategies::rate_members[q - 1];
      const double closed = (*c.rates).*member, simulated = r.rates.*member;
      const double events = q + 1 < quantities.size() ? closed * r.elapsed : counts[q - 1];
      if (closed == 0 && simulated == 0) continue;
      if (closed > 0 && events < least && counts[q - 1] < least) continue;  // as above
      const bool of_work = q == 2 || q == 5;
      deviation(q, closed, simulated, r.rate_errors.*member, of_work ? model / g * closed : 0);
    }
    // a breakdown term's error is of the size of the goodput's own, which is measured; where that stayed larger than was asked
    // for, next to nothing is useful, and the other terms scatter more than that
    const double error = std::max(loss_error, r.standard_error);
    double here = 0;
    for (const auto& term : c.breakdown)
      if (r.status == "ok") here = std::max(here, std::abs(term.amount - r.breakdown.of(term.name)) / error);
    row.apart = std::max(row.apart, here);
    row.strikes += r.failures + r.silent_errors;
    if (!(here < 8) || !(r.goodput > 0)) {
      row.wrong = true;
      std::printf("  set %d: closed form %.9g, simulated %.9g +- %.2g, breakdown %.1f; rate %.6g, interval %.6g, %s\n", i, g,
                  r.goodput, r.standard_error, here, c.protocol.failure_rate, c.protocol.interval, r.status.c_str());
    }
  }
  static constexpr double least = 100;  // events, for a standard error that means anything

  int sets_;
  double loss_accuracy_;
  bool failed_ = false;
  std::array<int, 6> compared_{}, beyond_{};
  std::vector<Beyond> trips_;
  std::set<std::string_view> kinds_;
};

}  // namespace scaling_limits::testing
