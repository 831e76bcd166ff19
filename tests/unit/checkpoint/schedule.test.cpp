// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/checkpoint/schedule.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>
#include <scaling_limits/checkpoint/goodput.hpp>
#include <scaling_limits/failures/any_law.hpp>
#include <scaling_limits/failures/empirical.hpp>
#include <scaling_limits/failures/exponential_law.hpp>
#include <scaling_limits/failures/gamma_law.hpp>
#include <scaling_limits/failures/lognormal.hpp>
#include <scaling_limits/failures/lomax.hpp>
#include <scaling_limits/failures/two_piece.hpp>
#include <scaling_limits/failures/weibull.hpp>

using namespace scaling_limits;
using namespace scaling_limits::checkpoint;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using failures::AnyLaw, failures::Empirical, failures::Exponential, failures::Lognormal, failures::Weibull;

namespace {

double goodput_of(const std::vector<double>& times, double c, const AnyLaw& law, double lost) {
  double sum = 0, before = 0;
  for (const double t : times) sum += (t - before - c) * law.survival(t), before = t;
  return sum / (law.mean() + lost);
}

double best_periodic(double c, const AnyLaw& law, double lost) {
  double best = 0;
  for (double w = c; w < 10 * law.mean(); w *= 1.005) best = std::max(best, renewal_goodput(w, c, law, 0, lost));
  return best;
}

}  // namespace

TEST_CASE("schedule: the sheet's case gains half a point over the best period", "[checkpoint]") {
  const AnyLaw law = Weibull<>::from_mean(36000, 0.5);
  CHECK_THAT(best_periodic(120, law, 600), WithinAbs(0.91151, 5e-6));                // printed digits
  CHECK_THAT(optimal_schedule(law, 120, 600).goodput, WithinAbs(0.91593, 5e-6));     // printed digits
  CHECK_THAT(optimal_schedule(law, 120, 0, 600).goodput, WithinAbs(0.91593, 5e-6));  // printed digits
}

TEST_CASE("schedule: without ageing it is the best period", "[checkpoint]") {
  for (const double c : {0.1, 120.0, 20000.0, 100000.0}) {
    const auto schedule = optimal_schedule(AnyLaw(Exponential<>{.mean_life = 36000}), c, 300, 300);
    CHECK_THAT(schedule.goodput,
               WithinAbs(36000. / 36600 * optimal_goodput(c, 36000), 1.01e-6));  // what the dropped end may add
    const double period = optimal_interval(c, 36000) + c;
    CHECK_THAT(schedule.times[0], WithinRel(period, 1e-3));  // the optimum is flat
    CHECK_THAT(schedule.times[1], WithinRel(2 * period, 1e-3));
  }
}

TEST_CASE("schedule: goodput is that of its times, beats every period, and no time can be moved for the better",
          "[checkpoint]") {
  std::mt19937 random(3);
  for (const AnyLaw& law : {AnyLaw(Weibull<>::from_mean(36000, 0.5)), AnyLaw(Weibull<>::from_mean(36000, 3)),
                            AnyLaw(Weibull<>::from_mean(36000, 10)), AnyLaw(Lognormal<>::from_mean(36000, 1)),
                            AnyLaw(Lognormal<>::from_mean(36000, 0.2))})
    for (const double c : {10.0, 120.0, 3000.0}) {
      const auto schedule = optimal_schedule(law, c, 600);
      const auto& times = schedule.times;
      CHECK(schedule.note.empty());
      CHECK_THAT(schedule.goodput, WithinRel(goodput_of(times, c, law, 600), 1e-13));
      CHECK(schedule.goodput > best_periodic(c, law, 600) - 1e-6);
      for (std::size_t j = 1; j < times.size(); ++j) REQUIRE(times[j] > times[j - 1] + c);
      for (int i = 0; i < 200; ++i) {
        auto moved = times;
        for (double& t : moved) t *= 1 + 0.02 * (std::uniform_real_distribution<>(-1, 1)(random)) * (i % 2);
        if (i % 2 == 0) moved[random() % moved.size()] *= 1 + 0.1 * std::uniform_real_distribution<>(-1, 1)(random);
        bool in_order = moved[0] > c;
        for (std::size_t j = 1; j < moved.size(); ++j) in_order = in_order && moved[j] > moved[j - 1] + c;
        // the last times feel the dropped end
        if (in_order) CHECK(goodput_of(moved, c, law, 600) <= schedule.goodput + 1e-6);
      }
    }
}

TEST_CASE("schedule: as good as the best choice among the ages of a grid, for hazards that jump and lives that are alike",
          "[checkpoint]") {
  // the best gain from each age on, every next age tried
  const auto best_on_grid = [](const auto& law, double c, double end) {
    constexpr std::size_t n = 1000;
    std::vector<double> gain(n + 1), alive(n + 1);
    const auto age = [&](std::size_t i) { return end * static_cast<double>(i) / n; };
    for (std::size_t i = 0; i <= n; ++i) alive[i] = law.survival(age(i));
    for (std::size_t i = n; i-- > 0;)
      for (std::size_t k = i + 1; k <= n; ++k) gain[i] = std::max(gain[i], (age(k) - age(i) - c) * alive[k] + gain[k]);
    return gain[0] / law.mean();
  };
  const auto as_good = [&](const auto& law, double c) {
    const auto schedule = optimal_schedule(law, c);
    CAPTURE(c, schedule.times.size(), schedule.note);
    CHECK(schedule.goodput >= best_on_grid(law, c, law.quantile(1 - 1e-6)) - 3e-6);  // and the dropped end
    CHECK((schedule.goodput > 0 || !schedule.note.empty()));
    for (std::size_t j = 1; j < schedule.times.size(); ++j) REQUIRE(schedule.times[j] > schedule.times[j - 1] + c);
  };
  for (const double early : {0.0, 1e-5, 1e-3, 1e-2, 1.0})
    for (const double late : {1e-5, 1e-3, 0.1, 10.0})
      for (const double change : {10.0, 100.0, 1000.0, 5000.0})
        for (const double c : {20.0, 300.0}) {
          CAPTURE(early, late, change);
          as_good(failures::TwoPiece<>{early, late, change}, c);
        }
  for (const double shape : {0.5, 3.0, 100.0, 1e4})
    for (const double c : {100.0, 3000.0}) {
      CAPTURE(shape);
      as_good(failures::Gamma<>::from_mean(1e4, shape), c);
      as_good(AnyLaw(failures::Gamma<>::from_mean(1e4, shape)), c);
    }
  as_good(Weibull<>::from_mean(1e4, 100), 100);
  as_good(Lognormal<>::from_mean(1e4, 0.01), 100);
  // nothing fails before 1000 s and little lives on: the write ends there
  const auto once = optimal_schedule(failures::TwoPiece<>{0, 1, 1000}, 20);
  CHECK(once.times == std::vector<double>{1000});
}

TEST_CASE("schedule: observed lives, against every choice of lives to write before", "[checkpoint]") {
  std::mt19937 random(4);
  for (int round = 0; round < 40; ++round) {
    std::vector<double> lives(1 + random() % 10);
    for (double& life : lives)
      life = round % 4 == 0 ? 100.0 * double(1 + random() % 4)  // several alike
                            : std::round(std::weibull_distribution<>(0.7, 1000)(random)) + 1;
    const AnyLaw law = Empirical(lives);
    const double c = std::exponential_distribution<>(1. / 100)(random);
    std::sort(lives.begin(), lives.end());
    double best = 0;
    for (unsigned subset = 0; subset < 1u << lives.size(); ++subset) {
      double sum = 0, before = 0;
      for (std::size_t k = 0; k < lives.size(); ++k)
        if (subset >> k & 1) {
          const auto reach = lives.end() - std::lower_bound(lives.begin(), lives.end(), lives[k]);
          sum += (lives[k] - before - c) * double(reach) / double(lives.size());
          before = lives[k];
        }
      best = std::max(best, sum);
    }
    const auto schedule = optimal_schedule(law, c, 50);
    CHECK_THAT(schedule.goodput, WithinAbs(best / (law.mean() + 50), 1.01e-6));  // the dropped end
    CHECK_THAT(schedule.goodput, WithinRel(goodput_of(schedule.times, c, law, 50), 1e-12) || WithinAbs(0, 1e-300));
  }
}

TEST_CASE("schedule: many observed lives come near the law they were drawn from, from above", "[checkpoint]") {
  const auto law = Weibull<>::from_mean(36000, 0.5);
  std::vector<double> lives;
  for (int i = 0; i < 100000; ++i) lives.push_back(law.quantile((i + 0.5) / 100000));
  CHECK_THAT(optimal_schedule(AnyLaw(Empirical(lives)), 120, 600).goodput,
             WithinAbs(optimal_schedule(law, 120, 600).goodput, 5e-4));  // knows the lives
}

TEST_CASE("schedule: the edges", "[checkpoint]") {
  for (const double write : {1e9, 1e300, 1.7e308}) {  // beyond every life
    const auto none = optimal_schedule(failures::Weibull<>{.shape = 2, .scale = 1e4}, write, 10, 10);
    CHECK(none.times.empty());
    CHECK(none.goodput == 0);
    CHECK(none.note.find("write_time is too long") != std::string::npos);
  }
  const auto law = Weibull<>::from_mean(1000, 0.7);
  const auto free = optimal_schedule(law, 0, 200, 50);
  CHECK(free.times.empty());
  CHECK_THAT(free.goodput, WithinRel(0.8, 1e-12));
  CHECK_THAT(free.note, ContainsSubstring("write_time"));
  const auto hopeless = optimal_schedule(AnyLaw(Empirical({10, 20})), 100);
  CHECK(hopeless.goodput == 0);
  CHECK_THAT(hopeless.note, ContainsSubstring("write_time"));
  CHECK_THROWS_WITH(optimal_schedule(law, -1), ContainsSubstring("write_time"));
  CHECK_THROWS_WITH(optimal_schedule(law, 1, NaN), ContainsSubstring("restart_time"));
  CHECK_THROWS_WITH(optimal_schedule(Weibull<>{}, 1), ContainsSubstring("Weibull: shape"));
  CHECK_THROWS_WITH((optimal_schedule(failures::Lomax<>{.shape = 1, .scale = 100}, 1)), ContainsSubstring("mean life"));
}

TEST_CASE("schedule: many writes are all there, too many are a reason, and neither takes long", "[checkpoint]") {
  // 1 s writes in lives of 10^6 s: an exponential's best period, all the way
  const auto many = optimal_schedule(AnyLaw(Exponential<>{.mean_life = 1e6}), 1);
  CHECK(many.times.back() > 13 * 1e6);                                   // of lives: until e^-13.8 are left
  CHECK_THAT(many.goodput, WithinAbs(optimal_goodput(1, 1e6), 1.1e-6));  // what the dropped end may add
  for (const AnyLaw& law : {AnyLaw(Exponential<>{.mean_life = 1e15}), AnyLaw(Weibull<>{.shape = 0.027, .scale = 448887})}) {
    const auto none = optimal_schedule(law, 1e-3);
    CHECK(none.times.empty());
    CHECK(std::isnan(none.goodput));
    CHECK_THAT(none.note, ContainsSubstring("more than 100000 writes"));
  }
}
