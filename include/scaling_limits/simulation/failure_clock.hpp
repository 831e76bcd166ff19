// SPDX-License-Identifier: Apache-2.0
// When the next failure strikes, in running time: single parts (a Poisson stream, or the lives of every GPU superposed) and
// domains (racks, switches) that hit many GPUs in one incident.
#pragma once
#include "../version.hpp"

#include <algorithm>
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

/// Each GPU's next failure in running time. A GPU that fails is replaced by a new one; at the start all are met in mid-life.
class Lives {
 public:
  Lives(const failures::AnyLaw& law, std::size_t gpus, Random& random) : law_(&law), next_(gpus) {
    for (double& t : next_) t = law.residual(random);
    std::make_heap(next_.begin(), next_.end(), std::greater<>());
  }
  double next() const { return next_.front(); }
  /// The earliest GPU fails and is renewed.
  void renew(Random& random) {
    double life = next_.front() + law_->sample(random);
    std::size_t i = 0;
    for (std::size_t child; (child = 2 * i + 1) < next_.size(); i = child) {
      if (child + 1 < next_.size() && next_[child + 1] < next_[child]) ++child;
      if (!(next_[child] < life)) break;
      next_[i] = next_[child];
    }
    next_[i] = life;
  }
  void shift(double by) {
    for (double& t : next_) t -= by;
  }

 private:
  const failures::AnyLaw* law_;
  std::vector<double> next_;  // a heap, earliest first
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
    if (law && !law->memoryless()) lives_.emplace(*law, saturated<std::size_t>(gpus), random);
    rate_ = lives_ ? 0 : law ? gpus / law->mean() : rate;
    for (const Domain& d : domains) domain_rate_ += d.count / d.mttf;
    next_part_ = lives_ ? lives_->next() : wait(rate_, random);
    next_domain_ = wait(domain_rate_, random);
  }

  /// Running time of the next failure; inf: never.
  double next() const { return std::min(next_part_, next_domain_); }

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
