// SPDX-License-Identifier: Apache-2.0
// Which members of replicated groups are dead: one bit per member, counted as they fall.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../strategies/protocol.hpp"
#include "random.hpp"

namespace scaling_limits::simulation {

class Members {
 public:
  explicit Members(const strategies::Replication& replication)
      : all_dead_((std::uint64_t{1} << replication.degree) - 1),
        degree_(static_cast<std::uint64_t>(replication.degree)),
        dead_(static_cast<std::size_t>(replication.groups)) {}

  bool anybody_dead() const { return anybody_dead_; }
  /// Hits neighbours; whether a group has lost its last member. Dead ones may be hit again.
  bool kill(int members, Random& random) {
    const std::uint64_t all = degree_ * dead_.size();
    std::uint64_t member = random.below(all);
    bool lost = false;
    for (int i = 0; i < members; ++i, member = (member + 1) % all) {
      // members of a group sit `groups` apart, so that neighbours are in different groups
      std::uint64_t& mask = dead_[member % dead_.size()];
      mask |= std::uint64_t{1} << (member / dead_.size());
      lost = lost || mask == all_dead_;
    }
    anybody_dead_ = true;
    return lost;
  }
  void revive() {
    if (anybody_dead_) std::fill(dead_.begin(), dead_.end(), 0);
    anybody_dead_ = false;
  }

 private:
  std::uint64_t all_dead_, degree_;
  std::vector<std::uint64_t> dead_;
  bool anybody_dead_ = false;
};

}  // namespace scaling_limits::simulation
