// SPDX-License-Identifier: Apache-2.0
// What a protocol may be: each of its members at its ends and beyond.
#include <scaling_limits/strategies/in_memory.hpp>
#include <scaling_limits/strategies/protocol.hpp>

#include "support/domain.hpp"

using namespace scaling_limits;
using namespace scaling_limits::strategies;
using namespace scaling_limits::testing;

namespace {

/// Two levels and two severities that hang together, with a pool, replicas, pairs and verifications.
Protocol whole_protocol() {
  Protocol p;
  p.failure_rate = 1e-3, p.downtime = 1, p.interval = 10, p.step_time = 1;
  p.levels = {{.blocking_time = 1}, {.blocking_time = 2}};
  p.pattern = {1, 2};
  p.severities = {{.share = 0.5, .level = 1}, {.share = 0.5, .level = 2}};
  p.replicas = {.count = 2, .stall_time = 1, .rejoin_time = 1};
  p.pool = {.spares = 2, .repair_time = 1};
  p.memory_copies = {.machines = 4, .copies = 2, .losses = {0.5, 0.5}};
  return p;
}

bool hangs_together(const Protocol& p) {
  try {
    validate(p);
    return true;
  } catch (const InvalidArgument& error) {
    CHECK_FALSE(error.parameter.empty());
    CHECK(std::string(error.what()).starts_with("protocol: " + error.parameter));
    return false;
  }
}

/// A member alone at its ends and beyond; integers go to the next whole numbers.
template <class Member>
void check_member(const char* name, const Range& range, double inside, const Member& member) {
  const auto answers = [&](double x) {
    auto p = whole_protocol();
    auto& place = member(p);
    using T = std::remove_reference_t<decltype(place)>;
    if (std::is_integral_v<T> && !(x == std::floor(x) && std::abs(x) < 1e9)) return NaN;
    place = static_cast<T>(x);
    return hangs_together(p) ? 1 : NaN;
  };
  check_domain(name, answers, {{range, inside}});
}

#define CHECK_MEMBER(range, inside, member) check_member(#member, range, inside, [](Protocol& p) -> auto& { return p.member; })

}  // namespace

TEST_CASE("a protocol hangs together up to the ends of its members and not beyond", "[strategies]") {
  REQUIRE(hangs_together(whole_protocol()));
  constexpr Range from_one_on = whole({.lower = 1, .open_above = true}), from_zero_on = whole({.lower = 0, .open_above = true});
  CHECK_MEMBER(not_negative, 2, failure_rate);
  CHECK_MEMBER(positive, 2, gpus);
  CHECK_MEMBER(not_negative, 2, downtime);
  CHECK_MEMBER(above_zero, 2, interval);
  CHECK_MEMBER(fraction, 0.5, redundancy);
  CHECK_MEMBER(whole({.lower = 1, .upper = 2}), 1, pattern.front());
  CHECK_MEMBER(whole({.lower = 2, .upper = 2}), 2, pattern.back());

  CHECK_MEMBER(not_negative, 2, levels[0].blocking_time);
  CHECK_MEMBER(not_negative, 2, levels[0].persist_latency);
  CHECK_MEMBER(fraction, 0.5, levels[0].slowdown);
  CHECK_MEMBER(from_zero, 2, levels[0].bytes);

  CHECK_MEMBER(not_negative, 2, severities[0].restart_time);
  CHECK_MEMBER(whole({.lower = 1, .upper = 2}), 1, severities[0].level);
  CHECK_MEMBER(whole({.lower = 0, .upper = 2}), 1, severities[0].leaves);

  CHECK_MEMBER(from_zero, 2, verification.silent_rate);
  CHECK_MEMBER(from_one_on, 2, verification.chunks);
  CHECK_MEMBER(from_zero, 2, verification.time);
  CHECK_MEMBER(from_zero, 2, verification.final_time);
  CHECK_MEMBER((Range{.lower = 0, .upper = 1, .open_below = true}), 0.5, verification.recall);
  CHECK_MEMBER(from_zero, 2, verification.restart_time);

  CHECK_MEMBER(from_zero_on, 2, replication.groups);
  CHECK_MEMBER(from_one_on, 2, replication.degree);
  CHECK_MEMBER(from_zero, 2, replication.revive_time);

  CHECK_MEMBER(not_negative, 2, pool.repair_time);
  CHECK_MEMBER(from_zero_on, 2, pool.repairers);
  CHECK_MEMBER(closed_fraction, 0.5, pool.manual_share);
  CHECK_MEMBER(not_negative, 2, pool.manual_repair_time);
  CHECK_MEMBER(fraction, 0.5, pool.failed_repair_share);
  CHECK_MEMBER(fraction, 0.5, pool.wrong_diagnosis_share);

  CHECK_MEMBER(from_zero_on, 2, replicas.count);
  CHECK_MEMBER(from_zero, 2, replicas.stall_time);
  CHECK_MEMBER(from_zero, 2, replicas.rejoin_time);
  CHECK_MEMBER(whole({.lower = 2, .open_above = true}), 4, memory_copies.machines);
  CHECK_MEMBER(from_one_on, 2, memory_copies.copies);
}

TEST_CASE("a protocol's parts fit each other", "[strategies]") {
  const auto holds = [](const auto& change) {
    auto p = whole_protocol();
    change(p);
    return hangs_together(p);
  };
  // shares of failures sum to one, none negative
  for (const auto& [mild, severe, fit] : std::initializer_list<std::tuple<double, double, bool>>{{0, 1, true},
                                                                                                 {1, 0, true},
                                                                                                 {0.5, 0.4, false},
                                                                                                 {0.5, 0.6, false},
                                                                                                 {-0.5, 1.5, false},
                                                                                                 {1.5, -0.5, false},
                                                                                                 {NaN, 1, false}})
    CHECK(holds([&, a = mild, b = severe](Protocol& p) { p.severities[0].share = a, p.severities[1].share = b; }) == fit);
  CHECK_FALSE(holds([](Protocol& p) { p.levels.clear(), p.pattern.clear(); }));
  CHECK_FALSE(holds([](Protocol& p) { p.pattern.clear(); }));
  // what a severity returns to exists; levels matter only where it is a checkpoint
  CHECK_FALSE(holds([](Protocol& p) { p.severities[0].recovery = Recovery::step, p.step_time = 0; }));
  CHECK(holds([](Protocol& p) { p.severities[0].recovery = Recovery::step, p.severities[0].level = 9; }));
  CHECK_FALSE(holds([](Protocol& p) { p.severities[0].recovery = Recovery::replica, p.replicas.count = 0; }));
  CHECK(holds([](Protocol& p) { p.severities[0].recovery = Recovery::replica, p.replicas.count = 1; }));
  // copies in memory need two severities and losses; without machines they need nothing
  CHECK_FALSE(holds([](Protocol& p) { p.memory_copies.losses.clear(); }));
  CHECK_FALSE(holds([](Protocol& p) { p.severities = {{.level = 2}}; }));
  CHECK(
      holds([](Protocol& p) { p.severities = {{.level = 2}}, p.memory_copies = {.machines = 0, .copies = 0, .losses = {}}; }));
}

TEST_CASE("one level and one kind of failure returns to the checkpoint it takes", "[strategies]") {
  const auto p = Protocol::single(1e-3, 100, 2, 3, 4, 5, 0.5);
  CHECK(hangs_together(p));
  CHECK(p.levels.size() == 1);
  CHECK(p.pattern == std::vector<int>{1});
  CHECK(p.severities.size() == 1);
  CHECK(p.severities.front().level == 1);
}

TEST_CASE("copies in memory are missing until the run has restarted and sent them again", "[strategies]") {
  TrainingRun<> run{.gpus = 1001,
                    .gpu_mttf = 1e7,
                    .checkpoint_bytes = 1e12,
                    .write_bandwidth = 1e11,
                    .initialization_time = 70,
                    .downtime = 11};
  for (const double exchange : {0.0, 5.0, 300.0})
    for (const auto placement : {storage::Placement::group, storage::Placement::ring})
      for (const double copies : {2.0, 3.0}) {
        auto strategy = in_memory(copies, placement, exchange);
        strategy.gpus_per_machine = 4;
        const auto p = strategies::protocol(strategy, run);
        CHECK(hangs_together(p));
        CHECK(p.memory_copies.restore_time == p.downtime + p.severities[0].restart_time + p.levels[0].persist_latency);
        CHECK(p.severities[0].restart_time == run.initialization_time + exchange);
        CHECK(p.levels[0].persist_latency == exchange);
        CHECK(p.levels[1].persist_latency == 0);
        CHECK(p.levels[0].bytes == (copies - 1) * run.checkpoint_bytes);
        CHECK(p.memory_copies.copies == copies);
        // 250 machines, in groups as many as are whole
        CHECK(p.memory_copies.machines == (placement == storage::Placement::ring || copies == 2 ? 250 : 249));
        // of pairs: the partner fails too while the copies are missing and the run is not down; on a ring one of two neighbours
        const double window = run.initialization_time + 2 * exchange, partners = placement == storage::Placement::ring ? 2 : 1;
        if (copies == 2) CHECK(std::abs(strategy.fatal_share(run) / -std::expm1(-partners * window * 4 / 1e7) - 1) < 1e-14);
      }
}
