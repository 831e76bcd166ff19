// SPDX-License-Identifier: Apache-2.0
// A growing run under blocking checkpoints, written a second time from the formula sheet: no kernel, no dual, slopes from
// central differences. In 50 digits it judges a limit by substitution, in long double it scans the sizes around it.
#pragma once
#include <scaling_limits/run/growth.hpp>
#include <scaling_limits/strategies/blocking.hpp>

#include "reference.hpp"

namespace scaling_limits::testing {

template <class W>
struct ReferenceRun {
  TrainingRun<> run;
  growth::PowerLaw law;
  strategies::Blocking<> strategy;

  struct Losses {
    W checkpoint, restart, downtime;
    W sum() const { return checkpoint + restart + downtime; }
  };

  /// Its own size grown by exp(u): rate, write and restart time, downtime.
  struct Times {
    W rate, write, restart, down;
  };
  Times times_at(const W& u) const {
    using std::exp;
    const auto grown = [&](double value, const char* field) {
      const double e = law.of(field);
      return value == inf || value == 0 || e == 0 ? W(value) : W(W(value) * exp(W(W(e) * u)));
    };
    const W bytes = grown(run.checkpoint_bytes, "checkpoint_bytes"), latency = grown(run.storage_latency, "storage_latency");
    const W write = latency + bytes / grown(run.write_bandwidth, "write_bandwidth");
    const W read = run.read_bandwidth == inf ? latency : W(latency + bytes / grown(run.read_bandwidth, "read_bandwidth"));
    const W rate = run.gpu_mttf == inf ? W(0) : W(W(run.gpus) * exp(u) / grown(run.gpu_mttf, "gpu_mttf"));
    return {rate, write, read + grown(run.initialization_time, "initialization_time"), grown(run.downtime, "downtime")};
  }

  /// -ln of formula (11) at the best interval that leaves one write in flight, or at the owner's.
  Losses losses_at(const W& u) const {
    using std::exp;
    using std::log;
    const Times t = times_at(u);
    const W latency(strategy.persist_latency), slowdown(strategy.slowdown), cost = t.write + slowdown * latency;
    const W shortest = (1 - slowdown) * latency;
    Losses losses{t.rate * latency, t.rate * t.restart, log(W(1 + t.rate * t.down))};
    if (t.rate == 0) return {0, 0, 0};
    W interval(strategy.own_interval);
    if (!strategy.has_own_interval()) {
      const W eps = t.rate * cost, y = reference_period(eps);
      if (const W best = W(y - eps) / t.rate; best >= shortest) {
        losses.checkpoint += y;
        return losses;
      }
      interval = shortest;
    }
    // ln(expm1(x) / x) by its own routes: a sum where it is small, the whole where it is not
    const W x = t.rate * (interval + cost);
    W mean;
    if (x < W(0.01)) {
      mean = 0;
      W term = x / 2;
      for (int k = 3; k < 40; ++k) mean += term, term *= x / k;
      W power = mean, log_sum = 0;
      for (int k = 1; k < 40; ++k) log_sum += (k % 2 ? power : W(-power)) / k, power *= mean;
      mean = log_sum;
    } else {
      mean = x < 1000 ? log(W((exp(x) - 1) / x)) : W(x - log(x));
    }
    losses.checkpoint += mean + log(W((interval + cost) / interval));
    return losses;
  }

  /// eps = -d ln e / d ln N by central differences of the fourth order.
  W slope_at(const W& u) const {
    const W h = std::numeric_limits<W>::digits > 100 ? W(1e-9) : W(2e-4);
    const auto f = [&](const W& x) { return losses_at(x).sum(); };
    return (8 * (f(W(u + h)) - f(W(u - h))) - (f(W(u + 2 * h)) - f(W(u - 2 * h)))) / (12 * h);
  }

  W log_throughput(const W& u) const { return u - losses_at(u).sum(); }
};

}  // namespace scaling_limits::testing
