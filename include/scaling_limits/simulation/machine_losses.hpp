// SPDX-License-Identifier: Apache-2.0
// Which machines lost their memory, and whether every machine's state still has a copy somewhere: looked up machine by
// machine, as the independent route to the placement probabilities.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <unordered_map>
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

  /// Machines are hit; whether all state survives. Where it does not, all of it is loaded anew, and copied anew.
  /// `together`: a block of neighbours, as a rack is; else one by one at random.
  bool survives(int hit, bool together, double now, Random& random) {
    drop_what_is_back(now);
    draw((std::min)(hit, held_->machines), together, random);
    const double until = now + held_->restore_time;
    for (const int machine : hit_) {
      const Neighbours around = neighbours(machine);
      for (int i = around.first; i <= around.last; ++i)  // what was sent to or from it is sent again
        if (const auto at = find_missing(around.machine(i), now); at != missing_until_.end()) at->second = until;
      missing_until_[machine] = until;
    }
    const bool alive = std::none_of(hit_.begin(), hit_.end(), [&](int machine) { return took_the_last_copy(machine, now); });
    if (!alive) forget();
    return alive;
  }
  void forget() { missing_until_.clear(); }
  void shift(double by) {
    for (auto& [machine, until] : missing_until_) until -= by;
  }

 private:
  using Missing = std::unordered_map<int, double>;
  /// Those that may share a shard with a machine: first ... last, itself 0, counted on a ring of `size` from `begin` on.
  struct Neighbours {
    int first, last, begin, size, at;
    int machine(int i) const { return begin + ((at - begin + i) % size + size) % size; }
  };

  void draw(int hit, bool together, Random& random) {
    const int n = held_->machines;
    const auto any = [&] { return static_cast<int>(random.below(static_cast<std::uint64_t>(n))); };
    hit_.clear();
    const int first = together ? any() : 0;
    for (int i = 0; i < hit; ++i) {
      int machine = together ? (first + i) % n : any();
      while (!together && std::find(hit_.begin(), hit_.end(), machine) != hit_.end()) machine = any();
      hit_.push_back(machine);
    }
  }

  /// From where on machines are on a ring: in "mixed" the last m + n mod m of them.
  int ring_from() const {
    const int n = held_->machines, m = held_->copies;
    return held_->placement == storage::Placement::ring ? 0 : n % m == 0 ? n : n - n % m - m;
  }
  Neighbours neighbours(int machine) const {
    const int n = held_->machines, m = held_->copies, ring = ring_from();
    if (machine >= ring) return {1 - m, m - 1, ring, n - ring, machine};
    const int begin = machine / m * m;
    return {begin - machine, begin + m - 1 - machine, begin, m, machine};
  }

  Missing::iterator find_missing(int machine, double now) {
    const auto at = missing_until_.find(machine);
    return at != missing_until_.end() && at->second >= now ? at : missing_until_.end();
  }
  bool is_missing(int machine, double now) { return find_missing(machine, now) != missing_until_.end(); }

  /// As many neighbours in a row as there are copies are missing, this machine among them; all shards had a copy before it was
  /// hit. In a group that is all of it, on a ring what the first of the row holds is lost.
  bool took_the_last_copy(int machine, double now) {
    const Neighbours around = neighbours(machine);
    int before = 0, after = 0;
    while (before > around.first && is_missing(around.machine(before - 1), now)) --before;
    while (after < around.last && is_missing(around.machine(after + 1), now)) ++after;
    return after - before + 1 >= held_->copies;
  }

  void drop_what_is_back(double now) {
    if (missing_until_.size() < look_at_) return;
    std::erase_if(missing_until_, [now](const auto& missing) { return missing.second < now; });
    look_at_ = 2 * missing_until_.size() + 64;
  }

  const strategies::MemoryCopies* held_;
  Missing missing_until_;     // machine: when its copies are back; also some that are
  std::size_t look_at_ = 64;  // so many of them: time to drop what is back
  std::vector<int> hit_;
};

}  // namespace scaling_limits::simulation
