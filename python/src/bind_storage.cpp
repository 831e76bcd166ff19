// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/storage/placement.hpp>

#include "rooms.hpp"
#include "ufunc.hpp"

namespace scaling_limits::python {

void bind_storage(py::module_& core) {
  Room room(core, "storage");
  // whether copies divide machines is checked in Python: a ufunc answers NaN
  room.kernel(
      "_placement_survival",
      []<class S>(const S& machines, const S& copies, const S& lost, const S& placement) {
        return S(storage::placement_survival(static_cast<double>(machines), static_cast<double>(copies),
                                             static_cast<double>(lost),
                                             static_cast<storage::Placement>(static_cast<int>(placement))));
      },
      "placement_survival with the placement as a number.", "machines"_a, "copies"_a, "lost"_a,
      Choice{"placement", {"group", "ring", "mixed"}});
  room.kernel(
      "placement_survival_bound",
      []<class S>(const S& machines, const S& copies, const S& lost) {
        return S(storage::placement_survival_bound(static_cast<double>(machines), static_cast<double>(copies),
                                                   static_cast<double>(lost)));
      },
      "GEMINI's lower bound (SOSP 2023): max(0, 1 - N C(N-m, k-m) / (m C(N, k))) for N machines, m copies, k lost.",
      "machines"_a, "copies"_a, "lost"_a);
  room.kernel(
      "shard_loss_rate",
      []<class S>(const S& machines, const S& copies, const S& mttf, const S& restore) {
        return storage::shard_loss_rate(machines, static_cast<double>(copies), mttf, restore);
      },
      "Rate [1/s] at which all copies of some shard are out at once: (N/r)(r/MTTF) prod (r - i) w/MTTF, w << MTTF.\n\n"
      "machines N; copies r; machine_mttf [s]; restore_time w [s].",
      "machines"_a, "copies"_a, "machine_mttf"_a, "restore_time"_a);
}

}  // namespace scaling_limits::python
