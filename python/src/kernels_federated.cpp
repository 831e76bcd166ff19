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
      "The fewest clients to ask that enough of them report with a probability, however late.\n\n"
      "The least n with I_(1-d)(k, n - k + 1) >= p, I the regularised incomplete beta function; k = reports, d = dropout,\n"
      "p = probability. inf where no number is enough.\n\n"
      "Source: elementary: the reports are binomial.",
      argument("reports"_a, "1", at_least(1), "reports that are needed, a whole number", 300),
      argument("dropout"_a, "1", fraction, "share of the clients that are lost", 0.1),
      argument("probability"_a, "1", closed_fraction, "with which there are enough", 0.99));
  room.kernel(
      "largest_dropout",
      [](const auto& n, const auto& k, const auto& p) { return federated::largest_dropout(number(n), number(k), number(p)); },
      "The largest share of clients that may be lost while enough of them report with a probability.\n\n"
      "d with I_(1-d)(k, n - k + 1) = p, I the regularised incomplete beta function; n = asked, k = reports, p = "
      "probability.\n\n"
      "Source: elementary: the reports are binomial.",
      argument("asked"_a, "1", at_least(1), "clients that are asked", 390),
      argument("reports"_a, "1", at_least(1), "reports that are needed, at most asked", 300),
      argument("probability"_a, "1", closed_fraction, "with which there are enough", 0.99));
  room.kernel(
      "secure_aggregation_expansion", [](const auto&... x) { return federated::secure_aggregation_expansion(x...); },
      "Bytes that a client of secure aggregation sends over the bytes of its values.\n\n"
      "[2 n 256 + (5 n - 4) 256 + m ceil(log2(n (2^b - 1) + 1))]/(m b), n = clients, m = values, b = bits.\n\n"
      "Source: Bonawitz et al., Practical Secure Aggregation, CCS 2017, section 7.",
      argument("clients"_a, "1", at_least(1), "that take part, a whole number", 1024),
      argument("values"_a, "1", above(0), "that each of them sends", 1048576),
      argument("bits"_a, "1", at_least(1), "of a value, a whole number", 16));
  room.kernel(
      "server_time_per_client", [](const auto&... x) { return federated::server_time_per_client(x...); },
      "What one client takes of the root server's link in a round [s].\n\n"
      "S (1 + x)/(q W), S = bytes, W = bandwidth, q = clients_per_edge, x = expansion.\n\n"
      "Source: elementary: the model down, what was learned up; of an edge server's clients once.",
      argument("bytes"_a, "B", at_least(0), "of the model or its adapters", 5.6e6),
      argument("bandwidth"_a, "B/s", above(0), "of the server, each way by turns", 1.25e9),
      argument("clients_per_edge"_a = 1, "1", at_least(1), "clients behind each edge server; 1: there is none", 1),
      argument("expansion"_a = 1, "1", at_least(0), "of what comes up, as by secure aggregation", 1));
  room.kernel(
      "aggregation_half_size", [](const auto&... x) { return federated::aggregation_half_size(x...); },
      "Clients whose server time is as long as the rest of a round; inf where the server takes none.\n\n"
      "t_0/s, t_0 = round_time, s = time_per_client: k clients do 1/(1 + k s/t_0) of what they would with a server that takes\n"
      "no time, the factor StrongScaling of that half size.\n\n"
      "Source: elementary: a round takes t_0 + k s.",
      argument("round_time"_a, "s", at_least(0), "of a round without the server", 120),
      argument("time_per_client"_a, "s", at_least(0), "of the server", 8.96e-3));
  room.kernel(
      "best_cohort", [](const auto&... x) { return federated::best_cohort(x...); },
      "The cohort that reaches the target in the least time; inf where the server takes none.\n\n"
      "sqrt(k_c t_0/s), k_c = critical_cohort, t_0 = round_time, s = time_per_client: R_min (1 + k_c/k) rounds of t_0 + k "
      "s.\n\n"
      "Source: ours, after McCandlish et al., An Empirical Model of Large-Batch Training, 2018, for the rounds.",
      argument("critical_cohort"_a, "1", at_least(0), "clients at which twice the fewest rounds are needed", 500),
      argument("round_time"_a, "s", at_least(0), "of a round without the server", 120),
      argument("time_per_client"_a, "s", at_least(0), "of the server", 8.96e-3));
}

}  // namespace scaling_limits::python
