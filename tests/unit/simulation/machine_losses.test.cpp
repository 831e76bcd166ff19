// SPDX-License-Identifier: Apache-2.0
// How often the last copy of a shard goes: machines that fail one by one, looked up, against counting and against the rate.
#include <catch2/catch_test_macros.hpp>

#include <scaling_limits/simulation/machine_losses.hpp>
#include <scaling_limits/storage/copies.hpp>

using namespace scaling_limits;
using storage::Placement;

namespace {

struct Played {
  double share, error;  // of the failures that are fatal; one standard error
};

/// Machines fail at random times, each after a mean life of 1; what is lost for good begins anew with all copies.
Played fatal_share(const strategies::MemoryCopies& held, double failures) {
  simulation::MachineLosses losses(held);
  simulation::Random random(7);
  double now = 0, fatal = 0;
  for (double i = 0; i < failures; ++i) {
    now -= std::log1p(-random.uniform()) / held.machines;
    if (losses.survives(1, false, now, random)) continue;
    ++fatal;
    losses.forget();
  }
  return {fatal / failures, std::sqrt(std::max(fatal, 1.0)) / failures};
}

/// Of a group of r whose copies are missing for w after the last of their failures: with j missing, a failure within w is of one
/// that still has its copy (j + 1 are missing) or of one that has not (w begins anew).
double fatal_share_of_a_group(int r, double w) {
  double fatal = 1, failures = 0;  // from j missing on, until all are back or none is left
  for (int j = r - 1; j >= 1; --j) {
    const double next = -std::expm1(-r * w), another = next * (r - j) / r, again = next * j / r;
    fatal = another * fatal / (1 - again);
    failures = (next + another * failures) / (1 - again);
  }
  return fatal / (1 + failures);
}

}  // namespace

TEST_CASE("the last of two, three or four copies goes as often as counted, and first-order rates are its limit",
          "[simulation]") {
  for (const int r : {2, 3, 4}) {
    // the rate is of first order in the time to restore
    const double tiny = 1e-7, rate = storage::shard_loss_rate(24.0, r, 1.0, tiny);
    CHECK(std::abs(rate / 24 / fatal_share_of_a_group(r, tiny) - 1) < 20 * tiny);
    for (const double w : {0.02, 0.2}) {
      const double counted = fatal_share_of_a_group(r, w);
      if (counted < 1e-4) continue;
      const auto played = fatal_share({.machines = r, .copies = r, .restore_time = w}, 3e5);
      INFO(r << " copies, " << w << " to restore: played " << played.share << " +- " << played.error << ", counted "
             << counted);
      CHECK(std::abs(played.share - counted) < 4 * played.error);
    }
  }
}

TEST_CASE("a block of neighbours takes its machines at once, wherever it begins", "[simulation]") {
  // of 24 machines a block of h, from each with the same chance: pairs lose both where h = 2 begins at an even one
  const auto share = [](int copies, Placement placement, int hit) {
    const strategies::MemoryCopies held{.machines = 24, .copies = copies, .placement = placement, .restore_time = 1};
    simulation::Random random(3);
    double lost = 0;
    for (int i = 0; i < 20000; ++i) {
      simulation::MachineLosses losses(held);
      lost += !losses.survives(hit, true, 0, random);
    }
    return lost / 20000;
  };
  CHECK(share(2, Placement::group, 1) == 0);
  CHECK(std::abs(share(2, Placement::group, 2) - 1. / 2) < 0.02);
  CHECK(share(2, Placement::group, 3) == 1);
  CHECK(std::abs(share(3, Placement::group, 4) - 2. / 3) < 0.02);
  CHECK(share(3, Placement::ring, 2) == 0);
  CHECK(share(3, Placement::ring, 3) == 1);
}

TEST_CASE("on a ring every machine is in as many sets as there are copies", "[simulation]") {
  for (const int r : {2, 3}) {
    const double w = r == 2 ? 1e-3 : 0.01;
    const auto ring = fatal_share({.machines = 24, .copies = r, .placement = Placement::ring, .restore_time = w}, 1e6);
    const double expected = r * storage::shard_loss_rate(24.0, r, 1.0, w) / 24;
    INFO(r << " copies: played " << ring.share << " +- " << ring.error << ", expected " << expected);
    CHECK(std::abs(ring.share - expected) < 4 * ring.error + 3 * r * w * expected);
    // of 25 in threes, 21 are in groups and four on a ring
    if (r == 3) {
      const auto mixed = fatal_share({.machines = 25, .copies = r, .placement = Placement::mixed, .restore_time = w}, 1e6);
      const double of_both = storage::shard_loss_rate(21.0, r, 1.0, w) / 25 + r * storage::shard_loss_rate(4.0, r, 1.0, w) / 25;
      INFO("mixed: played " << mixed.share << " +- " << mixed.error << ", expected " << of_both);
      CHECK(std::abs(mixed.share - of_both) < 4 * mixed.error + 3 * r * w * of_both);
    }
  }
}

TEST_CASE("all state survives exactly where every shard has a copy left, however long copies are missing", "[simulation]") {
  // every machine's date kept, every shard looked at, after each failure of blocks that a twin of the generator draws
  struct Size {
    int groups, copies;
  };
  for (const auto placement : {Placement::group, Placement::ring, Placement::mixed})
    for (const auto [groups, copies] : {Size{4, 1}, Size{4, 2}, Size{4, 3}, Size{4, 5}, Size{100, 3}})
      for (const double restore : {0.0, 0.01, 0.3, inf}) {
        const int n = placement == Placement::mixed ? groups * copies + copies / 2 : groups * copies;
        const strategies::MemoryCopies held{.machines = n, .copies = copies, .placement = placement, .restore_time = restore};
        const auto holders = [&](int shard) {  // whose state it is, and who has the others
          const int ring = placement == Placement::ring ? 0 : n % copies == 0 ? n : n - n % copies - copies;
          std::vector<int> on;
          for (int c = 0; c < copies; ++c)
            on.push_back(shard < ring ? shard / copies * copies + c : ring + (shard - ring + c) % (n - ring));
          return on;
        };
        simulation::MachineLosses losses(held);
        simulation::Random random(11), twin(11);
        std::vector<double> back(static_cast<std::size_t>(n), -1);
        double now = 0;
        int fatal = 0;
        for (int i = 0; i < 400; ++i) {
          now += 0.2 / n * (1 + i % 7);
          const int hit = 1 + i % 3, first = static_cast<int>(twin.below(static_cast<std::uint64_t>(n)));
          for (int h = 0; h < std::min(hit, n); ++h) {
            const int machine = (first + h) % n;
            for (int shard = 0; shard < n; ++shard) {
              const auto on = holders(shard);
              if (std::find(on.begin(), on.end(), machine) == on.end()) continue;
              for (const int other : on)
                if (double& date = back[static_cast<std::size_t>(other)]; date >= now) date = now + restore;
            }
            back[static_cast<std::size_t>(machine)] = now + restore;
          }
          bool alive = true;
          for (int shard = 0; shard < n; ++shard) {
            const auto on = holders(shard);
            alive = alive && std::any_of(on.begin(), on.end(), [&](int m) { return back[static_cast<std::size_t>(m)] < now; });
          }
          INFO(n << " machines, " << copies << " copies, " << restore << " to restore, failure " << i);
          REQUIRE(losses.survives(hit, true, now, random) == alive);
          if (!alive) ++fatal, std::fill(back.begin(), back.end(), -1.0);  // loaded anew, copied anew
          if (i % 50 == 49) {                                              // time begins anew
            losses.shift(now);
            for (double& date : back) date -= now;
            now = 0;
          }
        }
        CHECK((fatal > 0 || copies > 3));
        CHECK((fatal < 400 || copies == 1));
      }
}
