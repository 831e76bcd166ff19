// SPDX-License-Identifier: Apache-2.0
// What follows from a run by division.
#include "evaluate.hpp"
#include "rooms.hpp"

namespace scaling_limits::python {

void bind_run(py::module_&) {
  register_question("failure_rate", [](const Case& at, Answers& out) { out.put("failure_rate", at.run.failure_rate()); },
                    {"gpus", "gpu_mttf"});
  register_question("mtbf", [](const Case& at, Answers& out) { out.put("mtbf", at.run.mtbf()); }, {"gpus", "gpu_mttf"});
  register_question("write_time", [](const Case& at, Answers& out) { out.put("write_time", at.run.write_time()); },
                    {"checkpoint_bytes", "write_bandwidth", "storage_latency"});
  register_question("read_time", [](const Case& at, Answers& out) { out.put("read_time", at.run.read_time()); },
                    {"checkpoint_bytes", "read_bandwidth", "storage_latency"});
  register_question("restart_time", [](const Case& at, Answers& out) { out.put("restart_time", at.run.restart_time()); },
                    {"checkpoint_bytes", "read_bandwidth", "storage_latency", "initialization_time"});
}

}  // namespace scaling_limits::python
