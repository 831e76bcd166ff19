// SPDX-License-Identifier: Apache-2.0
// What replicas that exchange rarely cost in tokens, as compute: M of them do the work of M^-b, b = 2 beta/alpha of a law of
// the loss (workload/replica_law.hpp). Replicas of a fixed size grow in number with the run: the loss then has the elasticity
// b.
#pragma once
#include "../version.hpp"

#include "factor.hpp"

namespace scaling_limits::limits {

/// So many replicas at every size: the constant factor replicas^-exponent.
template <class P = double>
struct ReplicaCost {
  P exponent = P(NaN);
  P replicas = P(NaN);
  Name name = "replicas";
  static constexpr bool rises_with_size = true;
  static constexpr std::string_view kind = "replica_cost";
  static constexpr std::string_view text = "tokens lost to replicas, so many at every size: replicas^-exponent";

  void validate() const { scaling_limits::validate(*this, "ReplicaCost"); }
  template <class S>
  Terms<S> losses(const S&) const {
    using std::log;
    return {{name, S(S(exponent) * log(S(replicas)))}};
  }
  template <class N, Scalar S = promote_t<N, P>>
  S efficiency(const N& gpus) const {
    return limits::efficiency(*this, S(gpus));
  }
};

template <class P>
constexpr auto fields(const ReplicaCost<P>*) {
  using F = ReplicaCost<P>;
  return std::to_array<Field<F, P>>({
      {"exponent", &F::exponent, "1", exponent_below_one, "b: compute grows as replicas^b at equal loss",
       usually(0, 0.3, "0.2355: Charles et al. 2025, table 10"), Effect::cost},
      {"replicas", &F::replicas, "1", at_least_one, "that train apart", usually(1, 64), Effect::cost},
  });
}
static_assert(factor_table_is_complete<ReplicaCost<>>, "ReplicaCost: a member without its row, or a row without its member");

/// Replicas of a fixed size: max(1, N/gpus_per_replica)^-exponent.
template <class P = double>
struct ReplicaGrowth {
  P exponent = P(NaN);
  P gpus_per_replica = P(NaN);
  Name name = "replicas";
  static constexpr bool rises_with_size = true;
  static constexpr std::string_view kind = "replica_growth";
  static constexpr std::string_view text = "tokens lost to replicas of a fixed size: max(1, gpus / gpus_per_replica)^-exponent";

  void validate() const { scaling_limits::validate(*this, "ReplicaGrowth"); }
  template <class S>
  Terms<S> losses(const S& gpus) const {
    const S more = log_ratio(gpus, S(gpus_per_replica));
    return {{name, value_of(more) > 0 ? S(S(exponent) * more) : value_of(more) <= 0 ? S(0) : S(NaN)}};
  }
  template <class N, Scalar S = promote_t<N, P>>
  S efficiency(const N& gpus) const {
    return limits::efficiency(*this, S(gpus));
  }
};

template <class P>
constexpr auto fields(const ReplicaGrowth<P>*) {
  using F = ReplicaGrowth<P>;
  return std::to_array<Field<F, P>>({
      {"exponent", &F::exponent, "1", exponent_below_one, "b: compute grows as replicas^b at equal loss",
       usually(0, 0.3, "0.2355: Charles et al. 2025, table 10"), Effect::cost},
      {"gpus_per_replica", &F::gpus_per_replica, "1", positive, "size of one replica", usually(1e3, 1e6), Effect::help},
  });
}
static_assert(factor_table_is_complete<ReplicaGrowth<>>,
              "ReplicaGrowth: a member without its row, or a row without its member");

}  // namespace scaling_limits::limits
