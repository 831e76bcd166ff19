// SPDX-License-Identifier: Apache-2.0
// Questions to a round of federated training, whose clients report after times of a failure law.
#pragma once
#include "../../version.hpp"

#include "../../federated/cohort.hpp"
#include "../../federated/over_selection.hpp"
#include "../../federated/round.hpp"
#include "../../federated/secure_aggregation.hpp"
#include "../detail/rooms.hpp"
#include "../gives.hpp"
#include "../law_of.hpp"

namespace scaling_limits::catalog {

namespace detail {

/// What clients send up over what their values take; 1 where secure aggregation is not used.
inline double expansion_of(const federated::Round& round, const Part& with) {
  const double values = with["values"], bits = with["bits"];
  const bool of_values = values == values, of_bits = bits == bits;
  if (of_values != of_bits)
    throw InvalidArgument("cohort: secure aggregation needs both values and bits; " +
                              std::string(of_values ? "bits" : "values") + " is not given",
                          of_values ? "bits" : "values");
  return of_values ? federated::secure_aggregation_expansion(round.asked, values, bits) : 1;
}

/// How many clients of a round are worth having.
struct Cohort {
  double completion = NaN, round_time = NaN, expansion = NaN, time_per_client = NaN, whole_round = NaN, half_size = NaN;
  double best_cohort = NaN, least_asked = NaN, largest_dropout = NaN;
  std::string_view note{};
};
constexpr auto fields(const Cohort*) {
  using C = Cohort;
  return std::tuple(
      ResultField("completion", &C::completion, "1", "P(the round is complete in the end)"),
      ResultField("round_time", &C::round_time, "s", "without the server; unlimited: the note says why"),
      ResultField("expansion", &C::expansion, "1",
                  "bytes a client sends up over those of its values, by secure aggregation among the clients asked"),
      ResultField("time_per_client", &C::time_per_client, "s", "of the root server, the model down and what was learned up"),
      ResultField("whole_round", &C::whole_round, "s", "of so many clients, the server's time included"),
      ResultField("half_size", &C::half_size, "1", "clients whose server time is as long as the rest of the round"),
      ResultField("best_cohort", &C::best_cohort, "1",
                  "clients with the least time to target; unlimited: the server takes none"),
      ResultField("least_asked", &C::least_asked, "1",
                  "the fewest clients to ask that the reports come with the probability, however late"),
      ResultField("largest_dropout", &C::largest_dropout, "1",
                  "the largest share of the clients asked that may be lost for that"),
      note_field(&C::note));
}
inline Cohort cohort(const Case& at) {
  const Part& with = at.with;
  const auto& round = at.other<federated::Round>("round");
  const failures::AnyLaw law = law_of(at);
  const bool measured = with["round_time"] == with["round_time"];
  const double time = measured ? with["round_time"] : round.mean_time(law);
  const double clients = with["clients"] == with["clients"] ? with["clients"] : round.reports;
  const double expansion = expansion_of(round, with);
  const double each = federated::server_time_per_client(with["bytes"], with["bandwidth"], with["clients_per_edge"], expansion);
  return {round.completion(law),
          time,
          expansion,
          each,
          time + clients * each,
          federated::aggregation_half_size(time, each),
          federated::best_cohort(with["critical_cohort"], time, each),
          federated::least_asked(round.reports, round.dropout, with["probability"]),
          federated::largest_dropout(round.asked, round.reports, with["probability"]),
          measured ? std::string_view() : round.note(law)};
}

/// How often a round is complete, and how long it takes.
struct RoundTime {
  double completion = NaN, mean_time = NaN;
  std::string_view note{};
};
constexpr auto fields(const RoundTime*) {
  using R = RoundTime;
  return std::tuple(ResultField("completion", &R::completion, "1", "P(the round is complete in the end)"),
                    ResultField("mean_time", &R::mean_time, "s",
                                "until the last report that it waits for, or the timeout; unlimited: the note says why"),
                    note_field(&R::note));
}

}  // namespace detail

void add_federated_questions(Questions& to) {
  to.push_back({.name = "round",
                .text = "how often a round is complete and how long it takes",
                .needs = {"round", "failure_law"},
                .gives = gives([](const Case& at) {
                  const auto& round = at.other<federated::Round>("round");
                  const failures::AnyLaw law = law_of(at);
                  return detail::RoundTime{round.completion(law), round.mean_time(law), round.note(law)};
                })});
  to.push_back({.name = "round_completed_by",
                .text = "how often a round is complete by a time",
                .needs = {"round", "failure_law"},
                .rows = {{"time", "s", "after its start", {.lower = -inf, .upper = inf}, NaN, {1, 1e4}}},
                .gives = gives("1", "P(the round is complete by then)", [](const Case& at) {
                  return at.other<federated::Round>("round").completed_by(at.with.numbers[0], law_of(at));
                })});
  to.push_back({.name = "cohort",
                .text = "how many clients of a round are worth having: the server's time, the best cohort, and how many to ask",
                .needs = {"round", "failure_law"},
                .rows = {{"critical_cohort", "1", "clients at which twice the fewest rounds are needed", positive, NaN,
                          usually(10, 1e4)},
                         {"bytes", "B", "of the model or its adapters, down and up", not_negative, NaN, usually(1e5, 1e10)},
                         {"bandwidth", "B/s", "of the server, each way by turns", positive, NaN, usually(1e7, 1e11)},
                         {"clients_per_edge", "1", "clients behind each edge server; 1: there is none", at_least_one, 1,
                          usually(1, 1000)},
                         {"values", "1", "that a client sends by secure aggregation; not given: it is not used",
                          if_given(positive), NaN, usually(1e5, 1e9)},
                         {"bits", "1", "of such a value; not given: secure aggregation is not used", if_given(counted(1)), NaN,
                          usually(8, 32)},
                         {"round_time", "s", "of a round without the server; not given: the mean time of the round",
                          if_given(positive), NaN, usually(10, 1e4)},
                         {"clients", "1", "that a round waits for; not given: the reports of the round", if_given(positive),
                          NaN, usually(10, 1e4)},
                         {"probability", "1", "with which a round that has the time gets its reports", closed_fraction, 0.99,
                          usually(0.9, 0.999)}},
                .gives = gives(detail::cohort)});
}

}  // namespace scaling_limits::catalog
