// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/checkpoint/goodput.hpp>
#include <scaling_limits/checkpoint/silent_late.hpp>

#include <array>
#include <catch2/catch_test_macros.hpp>

#include "../../support/agrees.hpp"
#include "../../support/derivatives.hpp"
#include "../../support/reference.hpp"
#include "../../support/scalars.hpp"
#include "../../support/three_causes.hpp"

namespace scaling_limits::testing {

using checkpoint::checkpoints_to_keep;
using checkpoint::Released;
using checkpoint::silent_late_loss;

namespace {

struct LateCase {
  double w, c, failures, errors, lag, outage, running;

  double loss() const { return silent_late_loss(w, c, failures, errors, lag, outage, running); }
};

/// -ln of both goodputs, as they stand.
textbook reference_late_loss(const LateCase& x) {
  const textbook l(x.failures), e(x.errors), s = l + e, period = textbook(x.w) + textbook(x.c), lag(x.lag), a(x.outage),
                                             r(x.running), g = lag < period ? lag : period, h = period - g;
  const auto cut = [](const textbook& rate, const textbook& t) { return textbook((1 - exp(textbook(-rate * t))) / rate); };
  const textbook in_lag = exp(textbook(-l * g)), exposed = cut(l, g) + in_lag * cut(s, h), found = e * in_lag * cut(s, h);
  const textbook saved = exp(textbook(-l * period - e * h)) * (1 - exp(textbook(-e * g)));
  const textbook waits = g == 0 ? textbook(0) : textbook(lag - g + 1 / e - g / (exp(textbook(e * g)) - 1));
  return log(textbook((exposed + found * a + saved * (r * waits + a)) * exp(textbook(s * period)))) -
         log(textbook((exp(textbook(l * period)) - 1) / l));
}

LateCase random_late_case(Sampler& random) {
  LateCase x;
  x.failures = random.log_uniform(1e-9, 1);
  const double period = random.log_uniform(1e-6, 1e5) / x.failures;
  x.c = period * random.log_uniform(1e-8, 0.9);
  x.w = period - x.c;
  x.errors = random.chance(.3) ? random.log_uniform(1, 1e5) / period : random.log_uniform(1e-10, 1) / period;
  x.lag = random.chance(.1)   ? 0
          : random.chance(.5) ? period * random.log_uniform(1e-8, 1)
                              : period * random.log_uniform(1, 1e6);
  x.outage = random.chance(.2) ? 0 : random.log_uniform(1e-6, 1e4) / x.failures;
  x.running = random.log_uniform(1e-12, 1);
  return x;
}

/// One failing row and one of silent errors; times.
struct SpoiledCase {
  double w, c, mtbf, downtime, restart, mtbe, lag, error_downtime, error_restart;

  double until_up(double length) const { return std::expm1(length / mtbf) * (mtbf + downtime); }
  double goodput() const {
    const double failing = until_up(restart), outage = downtime + failing, running = mtbf / (mtbf + outage);
    const double from_error =
        error_restart > restart ? until_up(error_restart) : -std::expm1(-error_restart / mtbf) * (mtbf + downtime + failing);
    return checkpoint::goodput(w, c, mtbf, restart, downtime) *
           std::exp(-silent_late_loss(w, c, 1 / mtbf, 1 / mtbe, lag, (error_downtime + from_error) * running, running));
  }
};

/// The wall clock from one clean save in force to the next time that one is: goodput and its standard error.
class SpoiledRun {
 public:
  SpoiledRun(const SpoiledCase& x, std::uint64_t seed) : x_(x), random_(seed) {}

  std::pair<double, double> goodput(int cycles) {
    double worked = 0, elapsed = 0, worked_square = 0, elapsed_square = 0, cross = 0;
    for (int i = 0; i < cycles; ++i) {
      const auto [work, time] = cycle();
      worked += work, elapsed += time, worked_square += work * work, elapsed_square += time * time, cross += work * time;
    }
    const double g = worked / elapsed;
    return {g, std::sqrt(worked_square - 2 * g * cross + g * g * elapsed_square) / elapsed};
  }

 private:
  /// Down, then a restart; hit by a failure, down again, then the longer of both from its begin.
  double outage(double down, double length) {
    double time = down;
    for (double t = random_.exponential(x_.mtbf); t < length; t = random_.exponential(x_.mtbf)) {
      time += t + x_.downtime;
      length = std::max(length, x_.restart);
    }
    return time + length;
  }
  std::pair<double, double> cycle() {
    double now = 0, found = inf;
    bool spoiled_save = false;
    for (;;) {
      const double failure = now + random_.exponential(x_.mtbf), error = now + random_.exponential(x_.mtbe),
                   saved = now + x_.w + x_.c;
      // the first error is the one that is found; the state is spoiled already when others strike
      if (found == inf && error < std::min(failure, saved)) found = error + x_.lag;
      if (found < std::min(failure, saved)) return {0, found + outage(x_.error_downtime, x_.error_restart)};
      if (saved < failure) {
        if (found == inf) return {x_.w, saved};
        spoiled_save = true;
        now = saved;
        continue;
      }
      now = failure + outage(x_.downtime, x_.restart);
      if (!spoiled_save) return {0, now};  // back to the clean save, the error gone unseen
      if (found < now) return {0, found + outage(x_.error_downtime, x_.error_restart)};  // acted upon at once
    }
  }

  SpoiledCase x_;
  Sampler random_;
};

/// The fewest places for checkpoints, the one in flight included, with which none of many errors finds no clean one left.
int fewest_places(double lag, double w, double c, double latency, Released released) {
  const double period = w + c;
  const auto begins = [&](int k) { return k * period - c; };
  const auto completes = [&](int k) { return k * period + latency; };
  for (int places = 1;; ++places) {
    bool always = true;
    for (int step = 0; step < 1000 && always; ++step) {
      const double error = 50 * period + (step + 0.5) / 1000 * period, found = error + lag;
      // the last one complete before the error is clean; its place goes to the one so many later
      int clean = 0;
      while (completes(clean + 1) <= error) ++clean;
      always = released == Released::begins ? begins(clean + places) > found : completes(clean + places - 1) > found;
    }
    if (always) return places;
  }
}

}  // namespace

TEST_CASE("silent errors that are found late beside three causes of failure have their check values", "[checkpoint]") {
  // of the three rows: rate, chance that a restart goes through, mean downtime
  const double rate = 1 / 20000. + 1 / 60000. + 1 / 90000., through = 0.967701833, downtime = 2695.44038;
  const double running = through / (1 + rate * downtime);
  // the rows' own times from the begin of a restart until work goes on; that of the error is the least of them
  const std::array share{(1 / 20000.) / rate, (1 / 60000.) / rate, (1 / 90000.) / rate}, retry{0., 0., .2},
      length{300., 300., 900.}, retry_time{0., 0., 600.};
  const double down = share[0] * 60 + share[1] * 2700 + share[2] * 14400;
  std::array<double, 3> until_up{}, passes{}, at_first{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double e = std::exp(-rate * length[i]), fails = retry[i] * e;
    passes[i] = (1 - retry[i]) * e / (1 - fails);
    at_first[i] = (1 - passes[i]) * (1 / rate + down) + fails / (1 - fails) * retry_time[i];
  }
  for (int n = 0; n < 400; ++n)
    for (std::size_t i = 0; i < 3; ++i) {
      double longest = 0;
      for (std::size_t j = 0; j < 3; ++j) longest += share[j] * std::max(until_up[i], until_up[j]);
      until_up[i] = at_first[i] + (1 - passes[i]) * longest;
    }
  const double outage = (600 + until_up[0]) * running;  // the restart of the first row: 300 s
  const auto goodput = [&](double lag) {
    return std::exp(-silent_late_loss(1200., 40., rate, 1 / 500000., lag, outage, running)) *
           checkpoint::goodput(1200, 40, 1 / rate) * running;
  };
  CHECK_THAT(checkpoint::goodput(1200, 40, 1 / rate) * running, agrees(0.737449203, relative(2e-9)));  // printed to 9 digits
  CHECK_THAT(goodput(6 * 3600), agrees(0.711838417, relative(2e-9)));
  CHECK_THAT(goodput(300), agrees(0.734976182, relative(2e-9)));
}

TEST_CASE("goodput with silent errors found late is that of runs lived through event by event", "[checkpoint]") {
  Sampler random(5);
  double least = 1, squares = 0;
  constexpr int settings = 12;
  for (int i = 0; i < settings; ++i) {
    const SpoiledCase x{random.log_uniform(0.05, 3),  random.log_uniform(1e-3, .5), 1,
                        random.log_uniform(0.01, 10), random.log_uniform(0.01, 1),  random.log_uniform(0.3, 10),
                        random.log_uniform(0.02, 40), random.log_uniform(0.01, 10), random.log_uniform(0.01, 1)};
    const auto [witness, error] = SpoiledRun(x, 300 + i).goodput(200'000);
    const double g = x.goodput(), z = (g - witness) / error;
    INFO("goodput " << g << ", lived " << witness << " +- " << error << " at w C D R M_s G D_s R_s = " << x.w << ' ' << x.c
                    << ' ' << x.downtime << ' ' << x.restart << ' ' << x.mtbe << ' ' << x.lag << ' ' << x.error_downtime << ' '
                    << x.error_restart);
    CHECK(std::abs(z) <= 3);  // a dozen settings, each with its seed
    least = std::min(least, g), squares += z * z;
  }
  INFO("rms of z " << std::sqrt(squares / settings));
  CHECK(squares / settings < 1.5);
  CHECK(least < 0.02);  // the hopeless are among them
}

TEST_CASE("the loss of silent errors found late agrees with its formula in 500 digits over the whole domain", "[checkpoint]") {
  Sampler random(3);
  Worst worst;
  for (int i = 0; i < 300; ++i) {
    const LateCase x = random_late_case(random);
    // L P rounded once moves exp(L P), and the loss with it where that is large
    const double load = x.failures * (x.w + x.c);
    worst.see(ulp_distance(x.loss(), reference_late_loss(x)) / (1 + load), x.w, x.c, x.failures, x.errors, x.lag, x.outage,
              x.running);
  }
  INFO(worst.distance << " ulp per unit of load at " << worst.where);
  CHECK(worst.distance <= tolerance::closed_form);
}

TEST_CASE("silent errors cost, and more of them, a longer outage, a longer lag cost more", "[checkpoint]") {
  Sampler random(7);
  bool negative = false, falls = false;
  for (int i = 0; i < 2000; ++i) {
    LateCase x = random_late_case(random);
    const double loss = x.loss(), more = random.uniform(1.01, 3), rounding = 1e-14 * loss;
    negative = negative || !(loss >= 0);
    for (double LateCase::* field : {&LateCase::errors, &LateCase::outage, &LateCase::lag}) {
      LateCase y = x;
      y.*field *= more;
      if (field != &LateCase::lag || x.outage * x.failures <= 1) falls = falls || !(y.loss() >= loss - rounding);
    }
  }
  CHECK_FALSE(negative);
  CHECK_FALSE(falls);
  // an outage of the error that is longer than work and outage of a failure: the failure that comes first spares it
  CHECK(silent_late_loss(1000.0, 10.0, 1e-3, 1e-4, 900.0, 1e6, 1.0) <
        silent_late_loss(1000.0, 10.0, 1e-3, 1e-4, 0.0, 1e6, 1.0));
}

TEST_CASE("an error found at once is a failure that strikes work and saves", "[checkpoint]") {
  for (const double w : {10.0, 1000.0, 1e5}) {
    const double c = 20, failures = 1e-4, errors = 3e-5, down = 700;  // both down as long, no restart
    const double running = 1 / (1 + failures * down);
    CHECK_THAT(checkpoint::goodput(w, c, 1 / failures, 0, down) *
                   std::exp(-silent_late_loss(w, c, failures, errors, 0.0, down * running, running)),
               agrees(checkpoint::goodput(w, c, 1 / (failures + errors), 0, down), relative(1e-14)));  // exp of losses
  }
}

TEST_CASE("the loss of silent errors has its limits", "[checkpoint]") {
  for (const double lag : {0.0, 1e4, inf})
    for (const double w : {0.0, 1000.0, inf})
      for (const double outage : {0.0, 60.0, inf})
        for (const double failures : {0.0, 1e-5, 10.0}) CHECK(silent_late_loss(w, 0.0, failures, 0.0, lag, outage, 0.9) == 0);
  CHECK(silent_late_loss(1000.0, 10.0, 1e-4, 1e-6, inf, 60.0, 0.9) == inf);
  CHECK(silent_late_loss(1000.0, 10.0, 1e-4, 1e-6, 900.0, inf, 0.9) == inf);
  CHECK(silent_late_loss(inf, 10.0, 1e-4, 1e-6, 900.0, 60.0, 0.9) == inf);
  CHECK(silent_late_loss(1000.0, inf, 1e-4, 1e-6, 900.0, 60.0, 0.9) == inf);
  CHECK(silent_late_loss(1e200, 10.0, 1e-4, 1e200, 900.0, 60.0, 0.9) == inf);
  CHECK_THAT(silent_late_loss(0.0, 0.0, 1e-4, 1e-3, 100.0, 60.0, 0.5), agrees(std::log1p(0.11), ulp(tolerance::kernel)));
  CHECK_THAT(silent_late_loss(1e-9, 0.0, 1e-4, 1e-3, 100.0, 60.0, 0.5),
             agrees(std::log1p(0.11), relative(1e-9)));  // nearly none
  CHECK_THAT(silent_late_loss(1000.0, 10.0, 0.0, 1e-4, 700.0, 60.0, 1.0),
             agrees(silent_late_loss(1000.0, 10.0, 1e-300, 1e-4, 700.0, 60.0, 1.0), ulp(tolerance::kernel)));
  CHECK_THAT(silent_late_loss(1e9, 10.0, 1e-4, 1e-4, 700.0, 60.0, 0.9), agrees(1e5, relative(1e-4)));  // all but exp(l P)
}

TEST_CASE("both ways to the loss of silent errors meet", "[checkpoint]") {
  for (const double lag : {0.0, 3.0, 990.0, 1000.0, 2e4})
    for (const double failures : {0.0, 1e-5, 1e-2, 10.0}) {
      const double below = silent_late_loss(990.0, 10.0, failures, std::nextafter(1e-3, 0), lag, 50.0, 0.7),
                   above = silent_late_loss(990.0, 10.0, failures, 1e-3, lag, 50.0, 0.7);
      CHECK_THAT(below, agrees(above, ulp(tolerance::closed_form)));
    }
}

TEST_CASE("outside its domain the loss of silent errors is NaN", "[checkpoint]") {
  for (const double bad : {-1.0, -inf, NaN})
    for (std::size_t i = 0; i < 7; ++i) {
      std::array<double, 7> x{1000, 10, 1e-4, 1e-6, 900, 60, 0.9};
      x[i] = bad;
      CHECK(std::isnan(silent_late_loss(x[0], x[1], x[2], x[3], x[4], x[5], x[6])));
    }
  CHECK(std::isnan(silent_late_loss(1000.0, 10.0, inf, 1e-6, 900.0, 60.0, 0.9)));
  CHECK(std::isnan(silent_late_loss(1000.0, 10.0, 1e-4, inf, 900.0, 60.0, 0.9)));
  CHECK(std::isnan(silent_late_loss(1000.0, 10.0, 1e-4, 1e-6, 900.0, 60.0, 1.1)));
}

TEST_CASE("derivatives of the loss of silent errors agree with 50-digit differences", "[checkpoint]") {
  const auto of = [](auto w, auto c, auto failures, auto errors, auto lag, auto outage, auto running) {
    using S = promote_t<decltype(w), decltype(c), decltype(failures), decltype(errors), decltype(lag), decltype(outage),
                        decltype(running)>;
    return silent_late_loss(S(w), S(c), S(failures), S(errors), S(lag), S(outage), S(running));
  };
  for (const LateCase& x : {LateCase{1200, 40, 7.8e-5, 2e-6, 21600, 900, 0.8}, LateCase{1200, 40, 7.8e-5, 2e-6, 300, 900, 0.8},
                            LateCase{1200, 40, 7.8e-5, 3e-3, 300, 900, 0.8}, LateCase{9000, 40, 2e-3, 1e-3, 2e4, 10, 0.5},
                            LateCase{10, 1, 1e-5, 1e-9, 5, 100, 0.9}, LateCase{2e6, 3, 1e-2, 1e-2, 1e3, 50, 0.5}}) {
    INFO("at " << x.w << ' ' << x.c << ' ' << x.failures << ' ' << x.errors << ' ' << x.lag);
    expect_derivative([&](const auto& w) { return of(w, x.c, x.failures, x.errors, x.lag, x.outage, x.running); }, x.w);
    expect_derivative([&](const auto& c) { return of(x.w, c, x.failures, x.errors, x.lag, x.outage, x.running); }, x.c);
    expect_derivative([&](const auto& l) { return of(x.w, x.c, l, x.errors, x.lag, x.outage, x.running); }, x.failures);
    expect_derivative([&](const auto& e) { return of(x.w, x.c, x.failures, e, x.lag, x.outage, x.running); }, x.errors);
    expect_derivative([&](const auto& lag) { return of(x.w, x.c, x.failures, x.errors, lag, x.outage, x.running); }, x.lag);
    expect_derivative([&](const auto& a) { return of(x.w, x.c, x.failures, x.errors, x.lag, a, x.running); }, x.outage);
    expect_derivative([&](const auto& r) { return of(x.w, x.c, x.failures, x.errors, x.lag, x.outage, r); }, x.running);
  }
  for (const double rate : {0.0, 1e-4, 1e-2})
    for (const double lag : {0.0, 500.0, 3000.0}) {
      expect_derivative_at_zero([&]<class S>(const S& errors) { return of(1000., 20., rate, errors, lag, 300., .9); }, 1e-3);
      expect_derivative_at_zero([&]<class S>(const S& failures) { return of(1000., 20., failures, rate, lag, 300., .9); },
                                1e-3);
    }
  for (const double rate : {1e-4, 1e-2})
    expect_derivative_at_zero([&]<class S>(const S& lag) { return of(1000., 20., 1e-4, rate, lag, 300., .9); }, 1e3);
  expect_derivative_at_zero([&]<class S>(const S& both) { return of(1000., 20., both, S(S(3) * both), 500., 300., .9); }, 1e-3);
}

TEST_CASE("as many checkpoints are kept as leave a clean one, found by trying", "[checkpoint]") {
  // found by hand: period 100, save 20, all places
  for (const auto& [lag, begins, completes] : {std::array{50, 2, 3}, {81, 3, 3}, {181, 4, 4}, {381, 6, 6}}) {
    CHECK(checkpoints_to_keep(lag, 80, 20) + 1 == begins);
    CHECK(checkpoints_to_keep(lag, 80, 20, 0, Released::completes) + 1 == completes);
  }
  Sampler random(11);
  for (int i = 0; i < 300; ++i) {
    const double w = random.uniform(10, 100), c = random.uniform(0, 50), latency = random.chance(.5) ? 0 : random.uniform(0, w),
                 lag = std::floor(random.uniform(0, 6)) * (w + c) + random.uniform(0.01, 0.99) * (w + c);
    // errors are tried at a thousandth of a period
    const double margin = (w + c) / 500;
    for (const auto released : {Released::begins, Released::completes}) {
      const double kept = checkpoints_to_keep(lag, w, c, latency, released);
      if (checkpoints_to_keep(lag + margin, w, c, latency, released) != kept ||
          checkpoints_to_keep(lag - margin, w, c, latency, released) != kept)
        continue;
      INFO("G w C L = " << lag << ' ' << w << ' ' << c << ' ' << latency << ' ' << to_word(released));
      CHECK(kept + 1 == fewest_places(lag, w, c, latency, released));
    }
  }
}

TEST_CASE("checkpoints to keep at the ends of the domain", "[checkpoint]") {
  CHECK(checkpoints_to_keep(0, 100, 0) == 1);
  CHECK(checkpoints_to_keep(0, 100, 0, 0, Released::completes) == 2);
  for (const auto released : {Released::begins, Released::completes}) {
    CHECK(checkpoints_to_keep(inf, 100, 20, 0, released) == inf);
    CHECK(checkpoints_to_keep(300, inf, 20, 0, released) == (released == Released::begins ? 1 : 2));
    CHECK(checkpoints_to_keep(300, 100, inf, 0, released) == 2);
    for (const double bad : {-1.0, -inf, NaN}) {
      CHECK(std::isnan(checkpoints_to_keep(bad, 100, 20, 10, released)));
      CHECK(std::isnan(checkpoints_to_keep(300, bad, 20, 10, released)));
      CHECK(std::isnan(checkpoints_to_keep(300, 100, bad, 10, released)));
      CHECK(std::isnan(checkpoints_to_keep(300, 100, 20, bad, released)));
    }
    CHECK(std::isnan(checkpoints_to_keep(300, 0, 20, 10, released)));
  }
  CHECK(from_word<Released>("", "released", "completes") == Released::completes);
  CHECK(to_word(Released::begins) == "begins");
}

TEST_CASE("a minimal scalar goes through what silent errors cost, and float stays float", "[checkpoint]") {
  const auto of = []<class S>(S w) { return silent_late_loss(w, S(40.0), S(1e-4), S(2e-5), S(2900.0), S(600.0), S(0.8)); };
  for (const double w : {1.0, 1200.0, 1e5, 1e8})
    CHECK_THAT(double(of(Archetype(w))), agrees(of(w), relative(1e-14)));  // its expm1 is made of sinh
  static_assert(std::is_same_v<decltype(of(1.0f)), float>);
  static_assert(std::is_same_v<decltype(checkpoints_to_keep(1.0f, 2, 3)), float>);
  for (const float w : {1.0f, 1200.0f, 1e5f, 1e8f}) CHECK_THAT(double(of(w)), agrees(of(double(w)), relative(1e-5)));
  CHECK_THAT(of(1200.0L), agrees(of(wide(1200)), relative(1e-15)));  // inputs rounded to double
  CHECK(double(checkpoints_to_keep(Archetype(381.0), Archetype(80.0), Archetype(20.0))) == 5);
}

TEST_CASE("goodput with silent errors found late, of a list", "[checkpoint]") {
  const auto of = []<class S>(const S& interval, const S& rate, const S& lag) {
    auto rows = three_causes_and<S>(rate, 600, 300);
    rows[3].lag = lag;
    return checkpoint::silent_late_goodput(interval, S(40), std::span<const failures::CauseRow<S>>(rows));
  };
  CHECK_THAT(of(1200., 2e-6, 6 * 3600.), agrees(0.711838417, relative(1e-9)));  // all printed to 9 digits
  CHECK_THAT(of(1200., 2e-6, 300.), agrees(0.734976182, relative(1e-9)));
  CHECK_THAT(of(1200., 0., 300.), agrees(0.737449203, relative(1e-9)));
  expect_derivative([&]<class S>(const S& w) { return of(w, S(2e-6), S(21600)); }, 1200);
  expect_derivative([&]<class S>(const S& lag) { return of(S(1200), S(2e-6), lag); }, 21600);
  CHECK(of(0., 2e-6, 300.) == 0);
  for (const double w : {-1., NaN}) CHECK(std::isnan(of(w, 2e-6, 300.)));
  CHECK(std::isnan(of(1200., NaN, 300.)));
  const std::vector<failures::CauseRow<double>> none;
  CHECK(checkpoint::silent_late_goodput(300., 100., std::span(none)) == 0.75);  // nothing stops it
}

}  // namespace scaling_limits::testing
