// SPDX-License-Identifier: Apache-2.0
// Rounds of federated clients: kernels.
#include <scaling_limits/federated/cohort.hpp>
#include <scaling_limits/federated/over_selection.hpp>
#include <scaling_limits/federated/secure_aggregation.hpp>

#include "kernels.hpp"

namespace scaling_limits::python {

namespace {

double number(const auto& x) { return static_cast<double>(x); }

}  // namespace

void add_federated(Rooms& rooms) {
  Room& room = rooms.emplace_back("federated");
  room.kernel(
      "least_asked",
      [](const auto& k, const auto& d, const auto& p) { return federated::least_asked(number(k), number(d), number(p)); },
      argument("reports"_a, "1", at_least(1), "reports that are needed, a whole number", 300),
      argument("dropout"_a, "1", fraction, "share of the clients that are lost", 0.1),
      argument("probability"_a, "1", closed_fraction, "with which there are enough", 0.99));
  room.kernel(
      "largest_dropout",
      [](const auto& n, const auto& k, const auto& p) { return federated::largest_dropout(number(n), number(k), number(p)); },
      argument("asked"_a, "1", at_least(1), "clients that are asked", 390),
      argument("reports"_a, "1", at_least(1), "reports that are needed, at most asked", 300),
      argument("probability"_a, "1", closed_fraction, "with which there are enough", 0.99));
  room.kernel(
      "secure_aggregation_expansion", [](const auto&... x) { return federated::secure_aggregation_expansion(x...); },
      argument("clients"_a, "1", at_least(1), "that take part, a whole number", 1024),
      argument("values"_a, "1", above(0), "that each of them sends", 1048576),
      argument("bits"_a, "1", at_least(1), "of a value, a whole number", 16));
  room.kernel(
      "server_time_per_client", [](const auto&... x) { return federated::server_time_per_client(x...); },
      argument("bytes"_a, "B", at_least(0), "of the model or its adapters", 5.6e6),
      argument("bandwidth"_a, "B/s", above(0), "of the server, each way by turns", 1.25e9),
      argument("clients_per_edge"_a = 1, "1", at_least(1), "clients behind each edge server; 1: there is none", 1),
      argument("expansion"_a = 1, "1", at_least(0), "of what comes up, as by secure aggregation", 1));
  room.kernel(
      "aggregation_half_size", [](const auto&... x) { return federated::aggregation_half_size(x...); },
      argument("round_time"_a, "s", at_least(0), "of a round without the server", 120),
      argument("time_per_client"_a, "s", at_least(0), "of the server", 8.96e-3));
  room.kernel(
      "best_cohort", [](const auto&... x) { return federated::best_cohort(x...); },
      argument("critical_cohort"_a, "1", at_least(0), "clients at which twice the fewest rounds are needed", 500),
      argument("round_time"_a, "s", at_least(0), "of a round without the server", 120),
      argument("time_per_client"_a, "s", at_least(0), "of the server", 8.96e-3));
}

}  // namespace scaling_limits::python
