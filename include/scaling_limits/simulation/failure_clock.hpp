// SPDX-License-Identifier: Apache-2.0
// When the next failure strikes, in running time: single parts (a Poisson stream, or the lives of every GPU superposed) and
// domains (racks, switches) that hit many GPUs in one incident.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <vector>

#include "../failures/any_law.hpp"
#include "random.hpp"

namespace scaling_limits::simulation {

/// Parts shared by many GPUs: one incident of one of them interrupts the job once.
struct Domain {
  double count = 1;   ///< domains of this kind
  double mttf = inf;  ///< of one of them [s of running time]
  int gpus = 1;       ///< that one of them takes away
  int severity = 0;   ///< 1-based; 0: as the protocol says for any failure
};

/// The failures of many GPUs in running time, each with a life of its own. A GPU that fails is replaced by a new one; at the
/// start all are met in mid-life. Those first failures are drawn in their order, when they are due: of n lives left the next
/// cumulative hazard comes an exponential / n later (Renyi, Acta Math. Hung. 4 (1953) 191, on order statistics). What is held
/// is one number for each GPU that has failed.
class Lives {
 public:
  Lives(const failures::AnyLaw& law, double gpus, Random& random) : law_(&law), left_(std::floor(gpus)) { meet(random); }

  double next() const { return (std::min)(first_, renewed_.empty() ? inf : renewed_.front()); }
  /// The earliest GPU fails and is renewed.
  void renew(Random& random) {
    const double life = next() + law_->sample(random);
    if (first_ == next()) {
      meet(random);
    } else {
      std::pop_heap(renewed_.begin(), renewed_.end(), std::greater<>());
      renewed_.pop_back();
    }
    renewed_.push_back(life);
    std::push_heap(renewed_.begin(), renewed_.end(), std::greater<>());
  }
  void shift(double by) {
    start_ -= by, first_ -= by;
    for (double& t : renewed_) t -= by;
  }

 private:
  void meet(Random& random) {
    hazard_ += random.exponential() / left_--;
    first_ = left_ < 0 ? inf : start_ + law_->residual_quantile(-std::expm1(-hazard_));
  }

  const failures::AnyLaw* law_;
  double left_, hazard_ = 0, start_ = 0, first_ = inf;
  std::vector<double> renewed_;  // a heap, earliest first
};

struct Incident {
  int gpus = 1;      ///< taken away
  int severity = 0;  ///< 1-based; 0: the protocol decides
  bool domain = false;
};

class FailureClock {
 public:
  FailureClock(double rate, double gpus, const failures::AnyLaw* law, const std::vector<Domain>& domains, Random& random)
      : domains_(&domains) {
    if (law && !law->memoryless()) lives_.emplace(*law, gpus, random);
    rate_ = lives_ ? 0 : law ? gpus / law->mean() : rate;
    for (const Domain& d : domains) domain_rate_ += d.count / d.mttf;
    next_part_ = lives_ ? lives_->next() : wait(rate_, random);
    next_domain_ = wait(domain_rate_, random);
  }

  /// Running time of the next failure; inf: never.
  double next() const { return (std::min)(next_part_, next_domain_); }

  /// The next failure happens.
  Incident take(Random& random) {
    if (next_part_ <= next_domain_) {
      if (lives_) lives_->renew(random);
      next_part_ = lives_ ? lives_->next() : next_part_ + wait(rate_, random);
      return {};
    }
    next_domain_ += wait(domain_rate_, random);
    double at = random.uniform() * domain_rate_;
    for (const Domain& d : *domains_)
      if ((at -= d.count / d.mttf) < 0) return {d.gpus, d.severity, true};
    return {domains_->back().gpus, domains_->back().severity, true};
  }

  /// The origin of running time moves forward, so that times stay small and exact.
  void shift(double by) {
    if (lives_) lives_->shift(by);
    next_part_ -= by;
    next_domain_ -= by;
  }

 private:
  static double wait(double rate, Random& random) { return rate > 0 ? random.exponential() / rate : inf; }

  const std::vector<Domain>* domains_;
  std::optional<Lives> lives_;
  double rate_ = 0, domain_rate_ = 0, next_part_ = inf, next_domain_ = inf;
};

}  // namespace scaling_limits::simulation
