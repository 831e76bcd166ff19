// SPDX-License-Identifier: Apache-2.0
// Which machines lost their memory, and whether every machine's state still has a copy somewhere: looked up machine by
// machine, as the independent route to the placement probabilities.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <vector>

#include "../strategies/protocol.hpp"
#include "random.hpp"

namespace scaling_limits::simulation {

class MachineLosses {
 public:
  explicit MachineLosses(const strategies::MemoryCopies& held) : held_(&held) {
    if (held.placement == storage::Placement::group && held.machines % held.copies != 0)
      throw InvalidArgument("memory_copies: copies must divide machines in 'group'");
  }

  /// Machines are hit; whether all state survives. `together`: a block of neighbours, as a rack is; else one by one at random.
  bool survives(int hit, bool together, double now, Random& random) {
    const int n = held_->machines;
    std::erase_if(missing_, [&](const Missing& m) { return !(m.until > now); });
    const auto lose = [&](int machine) {
      const double until = now + held_->restore_time;
      for (Missing& m : missing_)
        if (are_partners(m.machine, machine)) m.until = until;  // what was sent to or from it is sent again
      missing_.push_back({machine, until});
      lost_.push_back(machine);
    };
    lost_.clear();
    for (const Missing& m : missing_) lost_.push_back(m.machine);
    hit = std::min(hit, n);
    std::size_t fresh = lost_.size();
    const int first = together ? static_cast<int>(random.below(static_cast<std::uint64_t>(n))) : 0;
    for (int i = 0; i < hit; ++i) {
      int machine = (first + i) % n;
      if (!together) do
          machine = static_cast<int>(random.below(static_cast<std::uint64_t>(n)));
        while (std::find(lost_.begin() + static_cast<std::ptrdiff_t>(fresh), lost_.end(), machine) != lost_.end());
      lose(machine);
    }
    std::sort(lost_.begin(), lost_.end());
    lost_.erase(std::unique(lost_.begin(), lost_.end()), lost_.end());
    return all_shards_alive();
  }
  void forget() { missing_.clear(); }
  void shift(double by) {
    for (Missing& m : missing_) m.until -= by;
  }

 private:
  struct Missing {
    int machine;
    double until;
  };

  /// From where on machines are on a ring: in "mixed" the last m + n mod m of them.
  int ring_from() const {
    const int n = held_->machines, m = held_->copies;
    return held_->placement == storage::Placement::ring ? 0 : n % m == 0 ? n : n - n % m - m;
  }
  /// Whether some shard is on both.
  bool are_partners(int a, int b) const {
    const int m = held_->copies, ring = ring_from();
    if (a < ring || b < ring) return a / m == b / m;
    const int apart = std::abs(a - b);
    return std::min(apart, held_->machines - ring - apart) < m;
  }
  bool is_lost(int machine) const { return std::binary_search(lost_.begin(), lost_.end(), machine); }

  /// State of machine i of a ring over [first, last): on i and the copies - 1 that follow.
  bool ring_alive(int machine, int first, int last) const {
    for (int c = 0; c < held_->copies; ++c)
      if (!is_lost(first + (machine - first + c) % (last - first))) return true;
    return false;
  }
  bool group_alive(int machine) const {
    const int first = machine / held_->copies * held_->copies;
    for (int c = 0; c < held_->copies; ++c)
      if (!is_lost(first + c)) return true;
    return false;
  }
  bool all_shards_alive() const {
    const int ring = ring_from();
    for (const int machine : lost_)  // a shard can be lost only if its own machine is
      if (!(machine >= ring ? ring_alive(machine, ring, held_->machines) : group_alive(machine))) return false;
    return true;
  }

  const strategies::MemoryCopies* held_;
  std::vector<Missing> missing_;
  std::vector<int> lost_;
};

}  // namespace scaling_limits::simulation
