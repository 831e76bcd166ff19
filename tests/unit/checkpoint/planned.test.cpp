// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/checkpoint/goodput.hpp>
#include <scaling_limits/checkpoint/planned.hpp>
#include <scaling_limits/numeric/optimum.hpp>

#include <catch2/catch_test_macros.hpp>

#include "../../support/agrees.hpp"
#include "../../support/derivatives.hpp"
#include "../../support/reference.hpp"
#include "../../support/scalars.hpp"
#include "../../support/three_causes.hpp"

namespace scaling_limits::testing {

using checkpoint::planned_loss;

namespace {

struct PlannedCase {
  double w, c, failures, stops, outage;

  double loss() const { return planned_loss(w, c, failures, stops, outage); }
};

/// -ln of both goodputs, as they stand.
textbook reference_planned_loss(const PlannedCase& x) {
  const textbook w(x.w), c(x.c), l(x.failures), q(x.stops), b(x.outage), s = l + q;
  const auto cut = [](const textbook& rate, const textbook& t) { return textbook((1 - exp(textbook(-rate * t))) / rate); };
  const textbook cs = cut(s, w), cl = cut(l, c), ends = exp(textbook(-s * w)), passes = exp(textbook(-l * c));
  const textbook useful = passes * (q * (1 - ends * (1 + s * w)) / (s * s) + w * ends);
  const textbook exposed = cs + (q * cs + ends) * cl, planned = q * cs * passes;
  return log(textbook((exposed + planned * b) / useful)) - log(textbook((exp(textbook(l * (w + c))) - 1) / (l * w)));
}

/// A row of a list of causes under the rule of the restart in force: of two restarts the longer one, from its begin until work
/// goes on, is carried through.
struct FailingRow {
  double rate, downtime, restart, retry_chance = 0, retry_time = 0;
  double until_up = 0;
};

/// Y_i = x_i + (1 - phi_i) sum of p_j max(Y_i, Y_j), by iteration; a planned row has p = 0.
void settle_restarts(std::vector<FailingRow>& failures, std::vector<FailingRow>& planned) {
  double total = 0, downtime = 0;
  for (const auto& row : failures) total += row.rate;
  for (const auto& row : failures) downtime += row.rate / total * row.downtime;
  const auto once = [&](FailingRow& row) {
    const double e = std::exp(-total * row.restart), fails = row.retry_chance * e;
    const double through = (1 - row.retry_chance) * e / (1 - fails);
    double longest = 0;
    for (const auto& other : failures) longest += other.rate / total * std::max(row.until_up, other.until_up);
    row.until_up = (1 - through) * (1 / total + downtime) + fails / (1 - fails) * row.retry_time + (1 - through) * longest;
  };
  for (int i = 0; i < 400; ++i)
    for (auto* rows : {&failures, &planned})
      for (auto& row : *rows) once(row);
}

/// One failing row and one kind of planned stop; times.
struct StoppedRun {
  double w, c, mtbf, downtime, restart, planned_mtbf, planned_downtime, planned_restart;

  double until_up(double length) const { return std::expm1(length / mtbf) * (mtbf + downtime); }
  double goodput() const {
    const double failing = until_up(restart), outage = downtime + failing;
    const double planned = planned_restart > restart ? until_up(planned_restart)
                                                     : -std::expm1(-planned_restart / mtbf) * (mtbf + downtime + failing);
    const double running = mtbf / (mtbf + outage);
    return checkpoint::goodput(w, c, mtbf, restart, downtime) *
           std::exp(-planned_loss(w, c, 1 / mtbf, 1 / planned_mtbf, (planned_downtime + planned) * running));
  }
};

/// The same lived through, from one saved state to the next: goodput and its standard error.
std::pair<double, double> lived_with_stops(const StoppedRun& x, std::uint64_t seed, int attempts) {
  Sampler random(seed);
  double worked = 0, elapsed = 0, worked_square = 0, elapsed_square = 0, cross = 0;
  for (int i = 0; i < attempts; ++i) {
    double time = 0, work = 0;
    // a restart is hit: down, then the longer of both restarts, from its begin
    const auto restart = [&](double length) {
      for (double t = random.exponential(x.mtbf); t < length; t = random.exponential(x.mtbf)) {
        time += t + x.downtime;
        length = std::max(length, x.restart);
      }
      time += length;
    };
    const double failure = random.exponential(x.mtbf), announced = random.exponential(x.planned_mtbf);
    const double stop = std::min(announced, x.w), saved = stop + x.c;
    if (failure < saved) {
      time = failure + x.downtime;
      restart(x.restart);
    } else {
      time = saved, work = stop;
      if (announced < x.w) {
        time += x.planned_downtime;
        restart(x.planned_restart);
      }
    }
    worked += work, elapsed += time, worked_square += work * work, elapsed_square += time * time, cross += work * time;
  }
  const double g = worked / elapsed;
  return {g, std::sqrt(worked_square - 2 * g * cross + g * g * elapsed_square) / elapsed};
}

}  // namespace

TEST_CASE("planned stops beside three causes of failure have their check values", "[checkpoint]") {
  std::vector<FailingRow> failures{{1 / 20000., 60, 300}, {1 / 60000., 2700, 300}, {1 / 90000., 14400, 900, .2, 600}};
  std::vector<FailingRow> planned{{1 / 100000., 3600, 300}};
  settle_restarts(failures, planned);
  double rate = 0, outage = 0;
  for (const auto& row : failures) rate += row.rate, outage += row.rate * (row.downtime + row.until_up);
  outage /= rate;
  CHECK_THAT(rate, agrees(7.77777778e-5, relative(1e-8)));  // all printed to 9 digits
  CHECK_THAT(1 + rate * outage, agrees((1 + rate * 2695.44038) / 0.967701833, relative(2e-9)));

  const auto loss = [&]<class S>(const S& w) {
    const checkpoint::Saving<S> saving{S(40), S(rate)};
    const double ratio = (planned[0].downtime + planned[0].until_up) / (1 + rate * outage);
    return S(checkpoint::losses(saving, w).sum() + std::log1p(rate * outage) +
             planned_loss(w, S(40), S(rate), S(planned[0].rate), S(ratio)));
  };
  CHECK_THAT(std::exp(-loss(1200.)), agrees(0.715420829, relative(2e-9)));
  const double best = numeric::minimum_point([&](const dual<dual<double>>& w) { return loss(w); }, 1000.0);
  CHECK_THAT(best, agrees(974.313786, relative(1e-9)));
  CHECK_THAT(std::exp(-loss(best)), agrees(0.716602230, relative(2e-9)));
  CHECK_THAT(std::exp(-loss(987.695583)), agrees(0.716597201, relative(2e-9)));
}

TEST_CASE("goodput with planned stops is that of runs lived through stop by stop", "[checkpoint]") {
  Sampler random(5);
  double least = 1, squares = 0;
  constexpr int settings = 12;
  for (int i = 0; i < settings; ++i) {
    const StoppedRun x{random.log_uniform(0.05, 3),  random.log_uniform(1e-3, 1), 1,
                       random.log_uniform(0.01, 10), random.log_uniform(0.01, 2), random.log_uniform(0.1, 10),
                       random.log_uniform(0.01, 10), random.log_uniform(0.01, 2)};
    const auto [witness, error] = lived_with_stops(x, 100 + i, 300'000);
    const double g = x.goodput(), z = (g - witness) / error;
    INFO("goodput " << g << ", lived " << witness << " +- " << error << " at w C D R M_p D_p R_p = " << x.w << ' ' << x.c << ' '
                    << x.downtime << ' ' << x.restart << ' ' << x.planned_mtbf << ' ' << x.planned_downtime << ' '
                    << x.planned_restart);
    CHECK(std::abs(z) <= 3);  // a dozen settings, each with its seed
    least = std::min(least, g), squares += z * z;
  }
  INFO("rms of z " << std::sqrt(squares / settings));
  CHECK(squares / settings < 1.5);
  CHECK(least < 0.02);  // the hopeless are among them
}

TEST_CASE("the loss of planned stops agrees with its formula in 500 digits over the whole domain", "[checkpoint]") {
  Sampler random(3);
  Worst worst, at_best;
  for (int i = 0; i < 400; ++i) {
    PlannedCase x;
    x.failures = random.log_uniform(1e-9, 1);
    const bool usual = i % 2;  // no longer than the best interval
    x.w = random.log_uniform(1e-8, 1e5) / x.failures;
    x.c = std::min(x.w * random.log_uniform(1e-8, 10), 1e5 / x.failures);
    if (usual) x.w = checkpoint::optimal_interval(x.c, 1 / x.failures) * random.log_uniform(1e-3, 1);
    x.stops = random.log_uniform(1e-8, 1e5) / x.w;
    x.outage = random.chance(.2) ? 0 : random.log_uniform(1e-6, 1e4) / x.failures;
    const textbook exact = reference_planned_loss(x);
    // beyond the best interval the loss goes through zero, and of (4) alone rounding leaves this much
    const double load = x.failures * (x.w + x.c), size = usual ? 0 : 1 + load + std::abs(static_cast<double>(exact));
    const double unit = 0x1p-53 * size;
    auto& seen = usual ? at_best : worst;
    seen.see(usual ? ulp_distance(x.loss(), exact) / (1 + load) : static_cast<double>(abs(textbook(x.loss() - exact))) / unit,
             x.w, x.c, x.failures, x.stops, x.outage);
  }
  INFO(worst.distance << " at " << worst.where << "; up to the best interval " << at_best.distance << " ulp at "
                      << at_best.where);
  CHECK(worst.distance <= tolerance::closed_form);
  CHECK(at_best.distance <= tolerance::closed_form);
}

TEST_CASE("up to the best interval planned stops cost, and more cost more", "[checkpoint]") {
  Sampler random(7);
  bool falls = false;
  Worst negative;
  for (int i = 0; i < 2000; ++i) {
    const double failures = random.log_uniform(1e-9, 1), c = random.log_uniform(1e-6, 100) / failures,
                 w = checkpoint::optimal_interval(c, 1 / failures) * random.log_uniform(1e-3, 1),
                 stops = random.log_uniform(1e-6, 1e4) / w, outage = random.chance(.5) ? 0 : random.log_uniform(1e-6, 1e4) * w;
    const double loss = planned_loss(w, c, failures, stops, outage), more = random.uniform(1.01, 3);
    if (!(loss >= 0)) negative.see(-loss, w, c, failures, stops, outage);
    if (!(planned_loss(w, c, failures, stops, outage * more) >= loss)) falls = true;
    if (!(planned_loss(w, c, failures, stops * more, outage) >= loss))
      negative.see(loss, "falls", w, c, failures, stops, outage);
  }
  CHECK_FALSE(falls);
  INFO(negative.distance << " at " << negative.where);
  CHECK(negative.distance == 0);
}

TEST_CASE("beyond the best interval stops that cost little are saves that were missing", "[checkpoint]") {
  CHECK(planned_loss(1e4, 1.0, 1e-3, 1e-3, 0.0) < -5);
  CHECK(planned_loss(1e4, 1.0, 1e-3, 1e-3, 1e8) > 0);
  CHECK(planned_loss(1e6, 1.0, 0.1, 1e-3, 10.0) < -9e4);
  CHECK(planned_loss(1e6, 1.0, 0.1, 1e-3, 10.0) > -1e5);
}

TEST_CASE("the loss of planned stops has its limits", "[checkpoint]") {
  for (const double outage : {0.0, 60.0, inf})
    for (const double c : {0.0, 10.0, inf})
      for (const double w : {0.0, 1000.0, inf})
        for (const double failures : {0.0, 1e-5, 10.0}) CHECK(planned_loss(w, c, failures, 0.0, outage) == 0);
  CHECK(planned_loss(0.0, 10.0, 1e-4, 1e-5, 60.0) == inf);
  CHECK(planned_loss(1000.0, inf, 1e-4, 1e-5, 60.0) == inf);
  CHECK(planned_loss(1000.0, 10.0, 1e-4, 1e-5, inf) == inf);
  CHECK(planned_loss(inf, 10.0, 1e-4, 1e-5, 60.0) == -inf);
  CHECK_THAT(planned_loss(0.0, 0.0, 1e-4, 1e-3, 60.0), agrees(std::log1p(0.06), ulp(tolerance::kernel)));
  CHECK_THAT(planned_loss(inf, 10.0, 0.0, 1e-3, 60.0), agrees(std::log1p(0.07), ulp(tolerance::kernel)));
  CHECK_THAT(planned_loss(1e9, 10.0, 0.0, 1e-3, 60.0), agrees(std::log1p(0.07), relative(1e-6)));  // as long as that, nearly
  // without failures and saves only the stops themselves
  CHECK_THAT(planned_loss(1000.0, 0.0, 0.0, 1e-3, 60.0), agrees(std::log1p(0.06), ulp(tolerance::kernel)));
  CHECK_THAT(planned_loss(1000.0, 10.0, 1e-300, 1e-3, 60.0),
             agrees(planned_loss(1000.0, 10.0, 0.0, 1e-3, 60.0), ulp(tolerance::kernel)));
}

TEST_CASE("outside its domain the loss of planned stops is NaN", "[checkpoint]") {
  for (const double bad : {-1.0, -inf, NaN}) {
    CHECK(std::isnan(planned_loss(bad, 10.0, 1e-4, 1e-5, 60.0)));
    CHECK(std::isnan(planned_loss(1000.0, bad, 1e-4, 1e-5, 60.0)));
    CHECK(std::isnan(planned_loss(1000.0, 10.0, bad, 1e-5, 60.0)));
    CHECK(std::isnan(planned_loss(1000.0, 10.0, 1e-4, bad, 60.0)));
    CHECK(std::isnan(planned_loss(1000.0, 10.0, 1e-4, 1e-5, bad)));
    CHECK(std::isnan(planned_loss(1000.0, 10.0, 1e-4, 0.0, bad)));
  }
  CHECK(std::isnan(planned_loss(1000.0, 10.0, inf, 1e-5, 60.0)));
  CHECK(std::isnan(planned_loss(1000.0, 10.0, 1e-4, inf, 60.0)));
}

TEST_CASE("derivatives of the loss of planned stops agree with 50-digit differences", "[checkpoint]") {
  struct At {
    double w, c, failures, stops, outage;
  };
  for (const At& x : {At{1200, 40, 7.8e-5, 1e-5, 2900}, At{1200, 40, 7.8e-5, 4e-4, 0}, At{20, 1, 1e-3, 1e-8, 30},
                      At{9000, 3, 1e-3, 2e-3, 50}, At{2e6, 3, 1e-3, 2e-3, 50}, At{5000, 700, 1e-6, 0.1, 1}}) {
    INFO("at " << x.w << ' ' << x.c << ' ' << x.failures << ' ' << x.stops << ' ' << x.outage);
    const auto of = [](auto w, auto c, auto failures, auto stops, auto outage) {
      using S = promote_t<decltype(w), decltype(c), decltype(failures), decltype(stops), decltype(outage)>;
      return planned_loss(S(w), S(c), S(failures), S(stops), S(outage));
    };
    expect_derivative([&](const auto& w) { return of(w, x.c, x.failures, x.stops, x.outage); }, x.w);
    expect_derivative([&](const auto& c) { return of(x.w, c, x.failures, x.stops, x.outage); }, x.c);
    expect_derivative([&](const auto& failures) { return of(x.w, x.c, failures, x.stops, x.outage); }, x.failures);
    expect_derivative([&](const auto& stops) { return of(x.w, x.c, x.failures, stops, x.outage); }, x.stops);
    if (x.outage > 0)
      expect_derivative([&](const auto& outage) { return of(x.w, x.c, x.failures, x.stops, outage); }, x.outage);
  }
  const auto of_rates = [](const auto& failures, const auto& stops) {
    using S = std::remove_cvref_t<decltype(failures)>;
    return planned_loss(S(1000), S(20), failures, stops, S(300));
  };
  for (const double rate : {0.0, 1e-4, 1e-2}) {
    expect_derivative_at_zero([&]<class S>(const S& stops) { return of_rates(S(rate), stops); }, 1e-3);
    expect_derivative_at_zero([&]<class S>(const S& failures) { return of_rates(failures, S(rate)); }, 1e-3);
  }
  expect_derivative_at_zero([&]<class S>(const S& both) { return of_rates(both, S(S(3) * both)); }, 1e-3);
}

TEST_CASE("a minimal scalar goes through the loss of planned stops, and float stays float", "[checkpoint]") {
  const auto of = []<class S>(S w) { return planned_loss(w, S(40.0), S(1e-4), S(2e-5), S(2900.0)); };
  for (const double w : {1.0, 1200.0, 1e5, 1e8})
    CHECK_THAT(double(of(Archetype(w))), agrees(of(w), relative(1e-14)));  // its expm1 is made of sinh
  static_assert(std::is_same_v<decltype(of(1.0f)), float>);
  for (const float w : {1.0f, 1200.0f, 1e5f, 1e8f}) CHECK_THAT(double(of(w)), agrees(of(double(w)), relative(1e-5)));
  CHECK_THAT(of(1200.0L), agrees(of(wide(1200)), relative(1e-15)));  // inputs rounded to double
}

TEST_CASE("goodput with planned stops, of a list", "[checkpoint]") {
  const auto of = []<class S>(const S& interval, const S& rate) {
    auto rows = three_causes_and<S>(rate, 3600, 300);
    rows[3].planned = true;
    return checkpoint::planned_goodput(interval, S(40), std::span<const failures::CauseRow<S>>(rows));
  };
  CHECK_THAT(of(1200., 1e-5), agrees(0.715420829, relative(1e-9)));  // all printed to 9 digits
  CHECK_THAT(of(974.313786, 1e-5), agrees(0.716602230, relative(1e-9)));
  CHECK_THAT(of(987.695583, 1e-5), agrees(0.716597201, relative(1e-9)));
  CHECK_THAT(of(1200., 0.), agrees(0.737449203, relative(1e-9)));
  expect_derivative([&]<class S>(const S& w) { return of(w, S(1e-5)); }, 1200);
  expect_derivative([&]<class S>(const S& rate) { return of(S(1200), rate); }, 1e-5);
  CHECK(of(0., 1e-5) == 0);
  for (const double w : {-1., inf, NaN}) CHECK(std::isnan(of(w, 1e-5)));
  CHECK(std::isnan(of(1200., NaN)));
  const std::vector<failures::CauseRow<double>> none;
  CHECK(checkpoint::planned_goodput(300., 100., std::span(none)) == 0.75);  // nothing stops it
}

}  // namespace scaling_limits::testing
