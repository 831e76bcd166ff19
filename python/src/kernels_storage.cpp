// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/storage/placement.hpp>

#include "kernels.hpp"

namespace scaling_limits::python {

void add_storage(Rooms& rooms) {
  Room& room = rooms.emplace_back("storage");
  const auto of_machines =
      argument("machines"_a, "1", Range{.lower = 1, .upper = storage::detail::most_machines}, "machines, a whole number", 16);
  // whether copies divide machines is checked in Python: a ufunc answers NaN
  room.kernel(
      "_placement_survival",
      []<class S>(const S& machines, const S& copies, const S& lost, const S& placement) {
        return S(storage::placement_survival(static_cast<double>(machines), static_cast<double>(copies),
                                             static_cast<double>(lost), chosen<storage::Placement>(placement)));
      },
      of_machines, "copies"_a, "lost"_a, choice<storage::Placement>("placement", "how shards lie on machines"));
  room.kernel(
      "placement_survival_bound",
      []<class S>(const S& machines, const S& copies, const S& lost) {
        return S(storage::placement_survival_bound(static_cast<double>(machines), static_cast<double>(copies),
                                                   static_cast<double>(lost)));
      },
      of_machines, "copies"_a, "lost"_a);
  room.kernel(
      "shard_loss_rate",
      []<class S>(const S& machines, const S& copies, const S& mttf, const S& restore) {
        return storage::shard_loss_rate(machines, static_cast<double>(copies), mttf, restore);
      },
      "machines"_a, "copies"_a, argument("machine_mttf"_a, "s", above(0), "mean time to failure of one machine", 2e7),
      argument("restore_time"_a, "s", at_least(0), "until a lost copy is made again", 600));
}

}  // namespace scaling_limits::python
