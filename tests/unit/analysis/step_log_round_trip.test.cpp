// SPDX-License-Identifier: Apache-2.0
// A run is played, its steps are logged, the log is read: the rate of failures that was put in comes out, and lies in the
// interval as often as that says. Failures fall in start-ups, steps and saves; the log knows nothing of what they cut, or that
// it began, or when it was cut.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>

#include "scaling_limits/analysis/bookkeeping.hpp"
#include "scaling_limits/failures/mtbf_estimate.hpp"
#include "support/counts.hpp"

using namespace scaling_limits;
using analysis::Bookkeeping;
using analysis::Record;

namespace {

enum class Cut { untold, open, ended };  // of a step or a save that a failure cut: no record, one without an end, one with

struct Played {
  std::vector<double> step{}, start{}, end{}, attempt{};
  std::vector<unsigned char> kind{};

  /// @param length of the run, in mean times between failures
  Played(double mtbf, double startup, double downtime, double length, Cut cut, bool attempts, std::mt19937_64& random) {
    const double one = 20, save = 30, stop = length * (mtbf + downtime);
    const int every = 15;
    std::exponential_distribution<double> life(1 / mtbf), outage(1 / downtime);
    double now = 0, saved = 0;
    for (double id = 0; now < stop; ++id) {
      const double fails = now + life(random);
      const auto put = [&](Record what, double number, double time) {
        const bool whole = now + time <= fails;
        if (whole || what == Record::startup || cut != Cut::untold) {
          step.push_back(number), start.push_back(now), attempt.push_back(attempts ? id : NaN);
          end.push_back(whole ? now + time : what == Record::startup || cut == Cut::ended ? fails : NaN);
          kind.push_back(static_cast<unsigned char>(what));
        }
        now = std::min(now + time, fails);
        return whole;
      };
      double number = saved;
      for (bool runs = put(Record::startup, NaN, startup); runs && now < stop;) {
        runs = put(Record::step, ++number, one);
        if (!runs || std::fmod(number, every) > 0) continue;
        runs = put(Record::checkpoint, NaN, save);
        if (runs) saved = number;
      }
      now += outage(random);
    }
  }
};

}  // namespace

TEST_CASE("the rate of a run that was played comes back from its log", "[bookkeeping]") {
  std::mt19937_64 random(44);
  const auto logs = static_cast<double>(testing::draws("played step logs"));
  const double mtbf = 1800;
  for (const double startup : {600.0, 1200.0, 1800.0})
    for (const double downtime : {60.0, 600.0, 1800.0})
      for (const Cut cut : {Cut::untold, Cut::open, Cut::ended})
        for (const bool attempts : {true, false}) {
          INFO("start-up " << startup << ", downtime " << downtime << ", cut " << static_cast<int>(cut) << ", " << attempts);
          double within = 0, seen = 0, expected = 0;
          for (double log = 0; log < logs; ++log) {
            const Played played(mtbf, startup, downtime, 80, cut, attempts, random);
            const Bookkeeping found =
                analysis::bookkeeping({played.step, played.start, played.end, played.kind, played.attempt});
            const double running = found.elapsed - found.seconds[Bookkeeping::downtime];
            const auto interval = failures::mtbf_from_events(found.failures, running, 0.9);
            within += interval.lower <= mtbf && mtbf <= interval.upper;
            seen += found.failures, expected += running / mtbf;
          }
          const double least = std::max(0.04, 5 * std::sqrt(0.1 * 0.9 / logs));  // of few logs
          CHECK(within / logs >= 0.9 - least);
          CHECK(within / logs <= 0.9 + least);
          // a log that ends before the run is back does not know of its last failure
          CHECK(std::abs(seen - expected) < std::max(4 * std::sqrt(expected), 0.01 * expected));
        }
}

TEST_CASE("what a cut record ran", "[bookkeeping]") {
  using analysis::ran_when_cut;
  using Catch::Matchers::WithinRel;
  CHECK_THAT(ran_when_cut(20, inf), WithinRel(10.0, 1e-15));
  CHECK_THAT(ran_when_cut(1800, 1800), WithinRel(752.4419276352123, 1e-14));             // 1800 (1 - 1/(e - 1))
  CHECK_THAT(ran_when_cut(1, 100.000001), WithinRel(ran_when_cut(1, 99.999999), 1e-9));  // where the series ends
  CHECK_THAT(ran_when_cut(1e6, 1), WithinRel(1.0, 1e-15));
  // 30 cut steps of 20 s beside 600 s: M = t/ln(1 + n t/running)
  const std::vector<analysis::CutRecord> free(30, {.length = 20});
  CHECK_THAT(analysis::mtbf_with_cuts(600, 30, free), WithinRel(20 / std::log(2), 1e-14));
  CHECK(analysis::mtbf_with_cuts(600, 30, std::vector<analysis::CutRecord>(30, {20, 0})) == 20);
  CHECK(analysis::mtbf_with_cuts(600, 30, std::vector<analysis::CutRecord>(30)) == 20);
  // of a pool two cannot have run: the others did as much more, up to a whole one
  const std::vector<analysis::CutRecord> pool{{100, 0, true}, {100, 0, true}, {100, inf, true}, {100, inf, true}, {100, 10}};
  const double mtbf = analysis::mtbf_with_cuts(5000, 5, pool), ran = ran_when_cut(100, mtbf);
  CHECK_THAT(mtbf, WithinRel((5000 + 4 * ran + 10) / 5, 1e-14));
  const auto each = analysis::ran_of_cuts(pool, mtbf);
  CHECK(each[0] == 0);
  CHECK_THAT(each[2], WithinRel(2 * ran, 1e-12));
  CHECK(each[4] == 10);
}
