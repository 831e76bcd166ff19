// SPDX-License-Identifier: Apache-2.0
// Weights and gradients of data-parallel ranks: which are gathered and reduced, how often, and what of it the step sees.
//
//   G gather of the weights, D reduce of the gradients, of what a GPU holds of a stage, over R ranks
//   stage 0      D twice behind the last backward: an all-reduce, and every rank updates all
//   stage 1      D behind the last backward, G behind the next forward
//   stage 2      D behind each backward, G once
//   stage 3      G beside each forward, G + D beside each backward: m (2G + D) a step
//   in groups    the same inside a group, and an all-reduce of the group's share between groups, once a step
// Rajbhandari et al., "ZeRO", SC20, section 7, for one micro-batch; Zhao et al., "PyTorch FSDP", VLDB 2023, for groups.
//
// An exchange of y seconds beside a pass of x adds y - overlap min(x, y): hidden is not free, they share the GPU.
#pragma once
#include "../version.hpp"

#include "../network/collectives.hpp"
#include "../network/fabric.hpp"
#include "layout.hpp"
#include "stages.hpp"
#include "step_options.hpp"

namespace scaling_limits::parallelism {

/// What an exchange of y seconds beside a pass of x seconds adds to it. @param overlap share of the shorter that is hidden
template <class X, class Y, class W, Scalar S = promote_t<X, Y, W>>
S exposed_exchange_time(const X& pass, const Y& exchange, const W& overlap) {
  const S x(pass), y(exchange), share(overlap);
  if (!(value_of(x) >= 0 && value_of(y) >= 0 && value_of(share) >= 0 && value_of(share) <= 1)) return S(NaN);
  return y - share * smaller(x, y);
}

/// What a stage adds for its weights and gradients [s]: to each forward and backward of a micro-batch, and once a step.
template <class S = double>
struct ExchangeTimes {
  S forward = S(0), backward = S(0), once = S(0);
};

/// The groups of data-parallel ranks of a layout, and their links.
template <class S>
class Exchange {
 public:
  Exchange(const Layout& layout, const network::Fabric<S>& fabric, const StepOptions& options) : options_(options) {
    const double t = static_cast<double>(layout.tensor), e = static_cast<double>(layout.expert);
    const double ranks = static_cast<double>(layout.data) * static_cast<double>(layout.context), span = t * ranks;
    others_ = groups(fabric, options.shard_ranks > 0 ? options.shard_ranks : ranks, ranks, t, t, span);
    const double shared = options.shard_ranks > 0 ? larger(1., options.shard_ranks / e) : ranks / e;
    experts_ = layout.expert == 1 ? others_ : groups(fabric, shared, ranks / e, t * e, t, span);
  }

  /// Ranks that share a part of the state.
  double shards() const { return others_.inside.ranks; }
  double expert_shards() const { return experts_.inside.ranks; }

  /// Of a stage with so many parameters and layers, whose passes of a micro-batch take so many seconds.
  ExchangeTimes<S> times(const Parameters<S>& w, double layers, const S& forward, const S& backward) const {
    const double stage = options_.zero_stage;
    const double rounds = larger(1., layers);
    const S gather = stage < 1 ? S(0) : both(w, options_.element_bytes, stage >= 3 ? rounds : 1);
    const S once_reduced = both(w, options_.gradient_bytes, stage >= 2 ? rounds : 1);
    const S reduce = stage < 1 ? S(S(2) * once_reduced) : once_reduced;
    const S between = S(2) * (between_groups(others_, w.others) + between_groups(experts_, w.experts));
    const S share(options_.overlap);
    const auto added = [&](const S& pass, const S& exchange) {
      return options_.overlap == 0 ? exchange : exposed_exchange_time(pass, exchange, share);
    };
    ExchangeTimes<S> times;
    if (stage < 2) {
      times.once = added(backward, S(reduce + between)) + added(forward, gather);
      return times;
    }
    const auto each_pass = [&](const S& pass, const S& exchange) {
      const S exposed = added(pass, exchange);
      // a layer's own exchange waits at the ends of a step, whatever hides the others
      times.once = times.once + larger(S(0), S(exchange / S(rounds) - exposed));
      return exposed;
    };
    if (stage >= 3) times.forward = each_pass(forward, gather);
    times.backward = each_pass(backward, stage >= 3 ? S(gather + reduce) : reduce);
    times.once = times.once + added(backward, between);
    if (stage < 3) times.once = times.once + added(forward, gather);
    return times;
  }

 private:
  struct Group {
    double ranks = 1;
    network::Link<S> link{};
    network::Cost<S> gather{};
  };
  struct Groups {
    Group inside{}, between{};
  };

  /// `ranks` of them `apart` GPUs from each other, in groups of `shared`.
  static Groups groups(const network::Fabric<S>& fabric, double shared, double ranks, double apart, double t, double span) {
    Groups all;
    const auto ring = [&](double size, double over, double each) {
      return Group{size, fabric.ring(over, each), network::ring_all_gather_cost(S(size))};
    };
    if (shared > 1) all.inside = ring(shared, ranks > shared ? smaller(span, larger(t, apart) * shared) : span, apart);
    if (ranks > shared) all.between = ring(ranks / shared, span, apart * shared);
    return all;
  }

  static S ring(const Group& group, const S& bytes, double rounds) {
    if (group.ranks <= 1) return S(0);
    return group.gather.time(bytes, S(S(rounds) * group.link.latency), group.link.bandwidth, S(0));
  }
  S both(const Parameters<S>& w, double bytes, double rounds) const {
    const S others = ring(others_.inside, S(S(bytes) * w.others), rounds);
    return value_of(w.experts) > 0 ? S(others + ring(experts_.inside, S(S(bytes) * w.experts), rounds)) : others;
  }
  S between_groups(const Groups& groups, const S& w) const {
    if (!(value_of(w) > 0)) return S(0);
    return ring(groups.between, S(S(options_.gradient_bytes / groups.inside.ranks) * w), 1);
  }

  const StepOptions& options_;
  Groups others_{}, experts_{};
};

}  // namespace scaling_limits::parallelism
