// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/failures/restart_in_force.hpp>

#include <catch2/catch_test_macros.hpp>

#include <scaling_limits/numeric/renewal.hpp>

#include "../../support/derivatives.hpp"

namespace scaling_limits::testing {

namespace {

using failures::CauseMix;
using failures::CauseRow;
using failures::RestartInForce;

template <class S = double>
using Listed = std::vector<CauseRow<S>>;

/// Mean time between two, downtime, restart, and what its retries are.
CauseRow<> struck(double mtbf, double downtime, double restart, double retry_chance = 0, double retry_time = 0) {
  return {
      .rate = 1 / mtbf, .downtime = downtime, .restart_time = restart, .retry_chance = retry_chance, .retry_time = retry_time};
}
/// A computer fails often, a switch for longer, storage for longest and not always at the first try.
const Listed<> mix_a{struck(20'000, 60, 300), struck(60'000, 2700, 300), struck(90'000, 14'400, 900, 0.2, 600)};

template <class S>
RestartInForce<S> in_force(const Listed<S>& rows) {
  return RestartInForce<S>(std::span<const CauseRow<S>>(rows));
}
template <class S>
CauseMix<S> mixed(const Listed<S>& rows) {
  return in_force(rows).mix();
}
template <class T>
Listed<T> in_scalar(const Listed<>& rows) {
  Listed<T> all;
  for (const auto& row : rows)
    all.push_back({.rate = T(row.rate),
                   .downtime = T(row.downtime),
                   .restart_time = T(row.restart_time),
                   .retry_chance = T(row.retry_chance),
                   .retry_time = T(row.retry_time),
                   .rank = row.rank});
  return all;
}
/// -ln goodput of blocking checkpoints at their best interval.
template <class S>
S blocking_loss(const Listed<S>& rows, double write_time) {
  const auto rule = in_force(rows);
  return numeric::best_period(S(rule.mix().failure_rate * S(write_time))) + rule.log_stopped();
}

/// A list as it may be: `load` bounds L R.
Listed<> some_rows(Sampler& random, std::size_t most, double least_load, double most_load, double most_retried = 0.95) {
  Listed<> rows(1 + random.index(most));
  double rate = 0;
  for (auto& row : rows) rate += row.rate = 1 / random.log_uniform(100, 1e7);
  for (auto& row : rows) {
    row.restart_time = random.chance(0.05) ? 0 : random.log_uniform(least_load, most_load) / rate;
    if (random.chance(0.7)) row.downtime = random.log_uniform(1, 1e5);
    if (random.chance(0.5)) row.retry_chance = random.uniform(0, most_retried);
    if (row.retry_chance > 0 && random.chance(0.5)) row.retry_time = random.log_uniform(1, 1e5);
  }
  return rows;
}

/// The rule a second time, in 50 digits.
class ByHand {
 public:
  std::vector<wide> p, phi, fails, n, up;  // shares; a restart passes, or not; its retries; Y
  std::vector<wide> ends;                  // whose restart ends
  wide rate = 0, own_downtime = 0, chance = 0, loss = 0, downtime = 0, outage = 0;

  explicit ByHand(const Listed<>& rows) : rows_(rows) {
    for (const auto& row : rows) rate += row.rate;
    for (const auto& row : rows) {
      const wide r = row.restart_time, f = row.retry_chance, e = exp(wide(-rate * r));
      p.push_back(wide(row.rate) / rate), phi.push_back((1 - f) * e / (1 - f * e));
      fails.push_back(wide(-expm1(wide(-rate * r))) / (1 - f * e)), n.push_back(f * e / (1 - f * e));
      own_downtime += p.back() * row.downtime;
    }
  }

  /// By the equation itself: which of two is the longer is tried until nothing changes, each time a set of linear equations.
  /// Of loads below a hundred: 1 - (1 - phi) loses as many digits as phi is small.
  ByHand& solved() {
    const std::size_t count = rows_.size();
    std::vector<wide> x(count);
    for (std::size_t i = 0; i < count; ++i) x[i] = fails[i] * (1 / rate + own_downtime) + n[i] * rows_[i].retry_time;
    up = x;
    for (int tries = 0; tries < 100; ++tries) {
      const auto before = up;
      up = solution_of(before, x);
      bool settled = true;
      for (std::size_t i = 0; i < count; ++i) settled = settled && abs(wide(up[i] - before[i])) <= wide("1e-24") * up[i];
      if (settled) break;
    }
    std::vector<wide> one(count, wide(1)), retried(count);
    for (std::size_t i = 0; i < count; ++i) retried[i] = n[i] * rows_[i].retry_time;
    const auto failures = solution_of(up, fails), waits = solution_of(up, retried);  // H - 1, V
    wide more = 0, in_waits = 0;
    for (std::size_t i = 0; i < count; ++i) more += p[i] * failures[i], in_waits += p[i] * waits[i], outage += p[i] * up[i];
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<wide> own(count, wide(0));
      own[i] = phi[i];
      const auto ending = solution_of(up, own);
      wide sum = 0;
      for (std::size_t j = 0; j < count; ++j) sum += p[j] * ending[j];
      ends.push_back(sum);
    }
    outage += own_downtime, chance = 1 / (1 + more), loss = log1p(more), downtime = own_downtime + chance * in_waits;
    return *this;
  }

  /// By the recursion, from the greatest down: nothing cancels however long restarts are.
  ByHand& walked() {
    const std::size_t count = rows_.size();
    std::vector<bool> taken(count, false);
    std::vector<wide> failures(count), waits(count);
    up.assign(count, wide(0));
    wide above = 0, up_above = 0, failures_above = 0, waits_above = 0;  // sums over those that are taken, by share
    for (std::size_t k = 0; k < count; ++k) {
      std::size_t best = count;
      for (std::size_t i = 0; i < count; ++i) {
        if (taken[i]) continue;
        const wide below = 1 - above > wide("1e-45") ? wide(1 - above) : wide(0);
        const auto at = [&](const wide& x, const wide& sum) { return (x + fails[i] * sum) / (above + phi[i] * below); };
        up[i] = at(wide(fails[i] * (1 / rate + own_downtime) + n[i] * rows_[i].retry_time), up_above);
        failures[i] = at(fails[i], failures_above), waits[i] = at(wide(n[i] * rows_[i].retry_time), waits_above);
        if (best == count || rows_[i].rank > rows_[best].rank || (rows_[i].rank == rows_[best].rank && up[i] > up[best]))
          best = i;
      }
      taken[best] = true, above += p[best];
      up_above += p[best] * up[best], failures_above += p[best] * failures[best], waits_above += p[best] * waits[best];
    }
    loss = log1p(failures_above), chance = 1 / (1 + failures_above);
    downtime = own_downtime + chance * waits_above, outage = own_downtime + up_above;
    return *this;
  }

 private:
  const Listed<>& rows_;

  /// X = x + (1 - phi) sum p X of the longer, which is the one with the greater `order`.
  std::vector<wide> solution_of(const std::vector<wide>& order, std::vector<wide> x) const {
    const std::size_t count = rows_.size();
    std::vector<std::vector<wide>> m(count, std::vector<wide>(count, wide(0)));
    for (std::size_t i = 0; i < count; ++i) {
      m[i][i] += 1;
      for (std::size_t j = 0; j < count; ++j) m[i][order[j] > order[i] ? j : i] -= fails[i] * p[j];
    }
    for (std::size_t k = 0; k < count; ++k)
      for (std::size_t i = 0; i < count; ++i) {
        if (i == k || m[i][k] == 0) continue;
        const wide part = m[i][k] / m[k][k];
        for (std::size_t j = k; j < count; ++j) m[i][j] -= part * m[k][j];
        x[i] -= part * x[k];
      }
    for (std::size_t k = 0; k < count; ++k) x[k] /= m[k][k];
    return x;
  }
};

}  // namespace

TEST_CASE("a mix of three causes comes to five numbers, worked out by hand", "[failures]") {
  const auto rule = in_force(mix_a);
  const auto& mix = rule.mix();
  CHECK_THAT(mix.failure_rate, agrees(7.77777778e-5, relative(1e-9)));  // digits written
  CHECK_THAT(mix.restart_chance, agrees(0.967701833, relative(1e-9)));  // digits written
  CHECK_THAT(mix.restart_time, agrees(422.116242, relative(2e-9)));     // digits written
  CHECK_THAT(mix.downtime, agrees(2695.44038, relative(2e-9)));         // digits written
  CHECK_THAT(mix.mean_outage, agrees((1 / mix.failure_rate + mix.downtime) / mix.restart_chance - 1 / mix.failure_rate,
                                     relative(tolerance::two_routes)));
  CHECK_THAT(std::exp(-blocking_loss(mix_a, 40)), agrees(0.738532352, relative(1e-9)));  // digits written
  // the newest restart in force, whatever went on before, would be shorter
  double newest = 0;
  for (std::size_t i = 0; i < mix_a.size(); ++i) {
    const double e = std::exp(-mix.failure_rate * mix_a[i].restart_time), f = mix_a[i].retry_chance;
    newest += rule.share(i) * (1 - f) * e / (1 - f * e);
  }
  CHECK_THAT(newest, agrees(0.968359650, relative(1e-9)));  // digits written
}

TEST_CASE("what each cause takes of the time, and what there is without it", "[failures]") {
  const auto rule = in_force(mix_a);
  const double down = rule.mix().failure_rate * rule.mix().downtime;
  const double restarts[]{0.012039406, 0.004094069, 0.010567051}, downtimes[]{0.002480066, 0.037200986, 0.133630374};
  rule.each_restart([&](std::size_t i, double restarting, double retrying) {
    CHECK_THAT(restarting / (1 + down), agrees(restarts[i], relative(2e-7)));  // digits written
    CHECK_THAT((mix_a[i].rate * mix_a[i].downtime + retrying) / (1 + down), agrees(downtimes[i], relative(5e-7)));  // as well
  });
  const double slopes[]{0.04377995, 0.05096761, 0.15221193}, without[]{0.776523783, 0.778096337, 0.868651670};
  for (std::size_t i = 0; i < mix_a.size(); ++i) {
    auto rows = in_scalar<dual<double>>(mix_a);
    rows[i].rate.slope = rows[i].rate.value;
    CHECK_THAT(blocking_loss(rows, 40).slope, agrees(slopes[i], relative(2e-7)));  // digits written
    auto others = mix_a;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    CHECK_THAT(std::exp(-blocking_loss(others, 40)), agrees(without[i], relative(1e-9)));  // digits written
  }
}

TEST_CASE("where every simpler order of restarts has goodput rise with a cause more, it falls", "[failures]") {
  const auto goodput = [](const Listed<>& rows) { return std::exp(-blocking_loss(rows, 10)); };
  const auto with = [](Listed<> rows, const CauseRow<>& one) {
    rows.push_back(one);
    return rows;
  };
  // the newest in force: .0498 rises to .5012
  const Listed<> often{struck(1.0 / 3, 0, 1)};
  CHECK_THAT(mixed(often).restart_chance, agrees(std::exp(-3.0), relative(1e-15)));  // rounding of 3 x 1/3
  CHECK_THAT(mixed(with(often, struck(1.0 / 3, 0, 1e-12))).restart_chance, agrees(0.004945, relative(1e-4)));  // digits
  // the one of the longer restart: .1158 to .2861
  const Listed<> retried{struck(5000, 0, 300, 0.9, 3600)};
  CHECK_THAT(goodput(retried), agrees(0.1158, relative(5e-4)));                               // digits
  CHECK_THAT(goodput(with(retried, struck(1000, 0, 301))), agrees(0.07772, relative(1e-4)));  // digits
  // by severity: .51483 to .6935
  const Listed<> longer{struck(5000, 0, 3000)};
  CHECK_THAT(goodput(longer), agrees(0.51483, relative(1e-5)));                             // digits
  CHECK_THAT(goodput(with(longer, struck(1000, 0, 30))), agrees(0.11941, relative(5e-5)));  // digits
  // by the time that each takes alone: .018414268 to .018567760
  const Listed<> two{struck(500, 0, 300, 0.5), struck(2000, 0, 200, 0.5, 36'000)};
  const auto three = with(two, struck(2000, 0, 100, 0.2, 3600));
  CHECK(goodput(three) < goodput(two));
  CHECK_THAT(goodput(three), agrees(0.016406586, relative(5e-8)));  // digits
}

TEST_CASE("the restart in force agrees with its equation and with the recursion in 50 digits", "[failures]") {
  Sampler random(101);
  Worst worst;
  for (int i = 0; i < 500; ++i) {
    const auto rows = some_rows(random, 10, 1e-12, i % 2 ? 50 : 1);
    const auto rule = in_force(rows);
    const auto& mix = rule.mix();
    const auto equation = ByHand(rows).solved(), recursion = ByHand(rows).walked();
    const auto see = [&](double actual, const wide& expected, const char* what) {
      worst.see(relative_distance(actual, expected), i, what);
    };
    for (const ByHand& hand : {equation, recursion}) {
      see(mix.failure_rate, hand.rate, "rate");
      see(mix.restart_chance, hand.chance, "chance");
      see(mix.restart_loss, hand.loss, "loss");
      see(mix.restart_time, wide(hand.loss / hand.rate), "restart");
      see(mix.downtime, hand.downtime, "downtime");
      see(mix.mean_outage, hand.outage, "outage");
      see(rule.log_stopped(), wide(log1p(wide(hand.rate * hand.outage))), "log 1 + L A");
      for (std::size_t k = 0; k < rows.size(); ++k) {
        see(rule.share(k), hand.p[k], "share");
        see(rule.until_up(k), hand.up[k], "until up");
        const double before = rows[k].downtime;
        see(rule.outage_ratio(k, before), wide((before + hand.up[k]) / (1 + hand.rate * hand.outage)), "outage over 1 + L A");
      }
    }
    for (std::size_t k = 0; k < rows.size(); ++k) see(rule.ends_with(k), equation.ends[k], "ends");
  }
  INFO(worst.where);
  CHECK(worst.distance < 1e-13);  // loads of 50: as many roundings of an exponent, of up to ten rows
}

TEST_CASE("restarts longer than any run are an answer in logarithms, without a jump", "[failures]") {
  Sampler random(103);
  for (int i = 0; i < 200; ++i) {
    auto rows = some_rows(random, 6, 1e-3, 1);
    const auto once = rows;
    double before = 0;
    for (double scale = 1; scale < 1.1e5; scale *= 1.5) {
      const auto at = [&](double by) {
        for (std::size_t k = 0; k < rows.size(); ++k) rows[k].restart_time = once[k].restart_time * by;
        return in_force(rows);
      };
      const auto next = at(scale * (1 + 1e-8));
      const auto rule = at(scale);
      const double loss = rule.mix().restart_loss, stopped = rule.log_stopped();
      CAPTURE(i, scale);
      CHECK(loss < inf);
      CHECK(loss > before);
      CHECK_THAT(loss, agrees(ByHand(rows).walked().loss, relative(1e-12)));  // exponents of 1e5: an ulp is 1e-11
      CHECK(stopped >= loss);
      CHECK(stopped < inf);
      // d ln(1 + L A)/d ln X <= 1 of each row, d ln X/d ln R <= 1 + L R
      const double step = next.log_stopped() - stopped;
      double bound = 0;
      for (const auto& row : rows) bound += 1 + rule.mix().failure_rate * row.restart_time;
      CHECK(step >= -1e-12 * stopped);  // rounding
      CHECK(step <= 1e-8 * bound + 1e-12 * stopped);
      double ends = 0;
      for (std::size_t k = 0; k < rows.size(); ++k) {
        ends += rule.ends_with(k);
        CHECK(rule.outage_ratio(k, rows[k].downtime) >= 0);
        CHECK(rule.outage_ratio(k, rows[k].downtime) < inf);
      }
      CHECK(std::abs(ends - 1) < 1e-14 * (10 + stopped));  // rounding of exponents
      before = loss;
    }
  }
}

TEST_CASE("without failures a restart is chanced by nothing", "[failures]") {
  const auto none = mixed(Listed<>{});
  CHECK(none.failure_rate == 0);
  CHECK(none.restart_chance == 1);
  CHECK(none.restart_loss == 0);
  CHECK(none.restart_time == 0);
  CHECK(none.downtime == 0);
  CHECK(none.mean_outage == 0);
  const auto never_restarted = mixed(Listed<>{struck(inf, 60, 300, 0.9, 40), struck(inf, 60, 0, 0.9, 40)});
  CHECK_THAT(never_restarted.restart_time, agrees(300 / 0.1 / 2, relative(1e-14)));  // 1 - f
  CHECK_THAT(never_restarted.downtime, agrees(60 + 40 * 0.9 / 0.1, relative(1e-14)));
  // what the times come to as failures become rare: R/(1 - f) and D + D' f/(1 - f), evenly where no rate says more
  const Listed<> never{struck(inf, 60, 300), struck(inf, 2700, 600, 0.25, 40)};
  const auto rare = mixed(never);
  CHECK(rare.restart_chance == 1);
  CHECK(rare.restart_loss == 0);
  CHECK_THAT(rare.restart_time, agrees((300 + 600 / 0.75) / 2, ulp(4)));  // a sum
  CHECK_THAT(rare.downtime, agrees((60 + 2700 + 40 / 3.0) / 2, ulp(4)));  // a sum
  const auto hardly = mixed(Listed<>{struck(1e30, 60, 300), struck(1e30, 2700, 600, 0.25, 40)});
  CHECK_THAT(hardly.restart_time, agrees(rare.restart_time, relative(1e-14)));  // sums
  CHECK_THAT(hardly.downtime, agrees(rare.downtime, relative(1e-14)));
  CHECK_THAT(hardly.mean_outage, agrees(rare.mean_outage, relative(1e-14)));
}

TEST_CASE("rows that do not strike have restarts of their own and no share of the failures", "[failures]") {
  auto rows = mix_a;
  auto planned = struck(5000, 3600, 700, 0.1, 50);
  planned.planned = true;
  auto silent = struck(5000, 600, 100);
  silent.lag = 3600;
  rows.insert(rows.begin() + 1, planned), rows.push_back(silent);
  const auto rule = in_force(rows), plain = in_force(mix_a);
  CHECK(rule.mix().failure_rate == plain.mix().failure_rate);
  CHECK_THAT(rule.log_stopped(), agrees(plain.log_stopped(), ulp(tolerance::closed_form)));
  CHECK(rule.share(1) == 0);
  CHECK(rule.share(4) == 0);
  // the same equation with p = 0
  auto hardly = rows;
  for (const std::size_t i : {1, 4}) hardly[i].planned = false, hardly[i].lag = NaN, hardly[i].rate = 1e-30;
  const auto hand = ByHand(hardly).solved();
  for (std::size_t i = 0; i < rows.size(); ++i) CHECK_THAT(rule.until_up(i), agrees(hand.up[i], relative(1e-14)));  // sums
}

TEST_CASE("derivatives of a mix in all that a row says agree with 50-digit differences", "[failures]") {
  Sampler random(107);
  constexpr auto count = 5;
  for (int i = 0; i < 40; ++i) {
    const auto rows = some_rows(random, 4, 1e-3, 20);
    const std::size_t k = random.index(rows.size());
    for (int m = 0; m < count; ++m) {
      const auto set = [&]<class T>(const T& x) {
        auto all = in_scalar<T>(rows);
        (m == 0   ? all[k].rate
         : m == 1 ? all[k].downtime
         : m == 2 ? all[k].restart_time
         : m == 3 ? all[k].retry_chance
                  : all[k].retry_time) = x;
        return all;
      };
      const auto& row = rows[k];
      const double at[]{row.rate, row.downtime, row.restart_time, row.retry_chance, row.retry_time};
      if (at[m] == 0) continue;  // an end of the range
      CAPTURE(i, k, m);
      constexpr double part =
          1e-11;  // of long restarts the losses are a straight line: what is left of curvatures is a difference
      expect_derivative([&](const auto& x) { return in_force(set(x)).log_stopped(); }, at[m], part);
      expect_derivative([&](const auto& x) { return mixed(set(x)).restart_loss; }, at[m], part);
    }
  }
}

TEST_CASE("no further cause raises goodput", "[failures]") {
  Sampler random(109);
  Worst worst;
  for (int i = 0; i < 10'000; ++i) {
    const auto rows = some_rows(random, 5, 1e-4, i % 3 ? 3 : 300);
    auto more = rows;
    more.insert(
        more.begin() + static_cast<std::ptrdiff_t>(random.index(rows.size() + 1)),
        struck(random.log_uniform(100, 1e7), random.chance(0.5) ? 0 : random.log_uniform(1, 1e5), random.log_uniform(0.1, 1e5),
               random.chance(0.5) ? 0 : random.uniform(0, 0.95), random.chance(0.5) ? 0 : random.log_uniform(1, 1e5)));
    const double write_time = random.chance(0.3) ? 0 : random.log_uniform(0.1, 1000);
    const double before = blocking_loss(rows, write_time), after = blocking_loss(more, write_time);
    worst.see((before - after) / before, i);
  }
  INFO(worst.where);
  CHECK(worst.distance < 1e-13);  // rounding
}

TEST_CASE("goodput does not jump where rows change places", "[failures]") {
  Sampler random(113);
  int changes = 0;
  for (int i = 0; i < 300; ++i) {
    auto rows = some_rows(random, 5, 1e-3, 5);
    if (rows.size() < 2) continue;
    const std::size_t moved = random.index(rows.size()), through = (moved + 1) % rows.size();
    const double own = rows[through].restart_time;
    const auto at = [&](double restart) {
      rows[moved].restart_time = restart;
      return in_force(rows);
    };
    const auto order_of = [](const RestartInForce<double>& rule) {
      std::vector<std::size_t> order;
      rule.each_in_order([&](std::size_t k) { order.push_back(k); });
      return order;
    };
    double low = own / 20;
    for (double high = low; low < 20 * own; low = high) {
      high = low * 1.05;
      double from = low, to = high;
      if (order_of(at(from)) == order_of(at(to))) continue;
      ++changes;
      const auto first = order_of(at(from));
      while (to - from > 4e-16 * to) {
        const double middle = from + (to - from) / 2;
        if (middle == from || middle == to) break;
        (order_of(at(middle)) == first ? from : to) = middle;
      }
      const double before = at(from).log_stopped(), after = at(to).log_stopped();
      CAPTURE(i, from);
      // d ln(1 + L A)/d ln R <= 1 + L R
      const double load = at(to).mix().failure_rate * to;
      CHECK(std::abs(after - before) <= (1 + load) * (to / from - 1) + 1e-14 * (1 + before + load));  // and rounding
      for (std::size_t k = 0; k < rows.size(); ++k)
        CHECK_THAT(at(to).until_up(k), agrees(at(from).until_up(k), relative(1e-13 * (1 + load))));  // rounding
    }
  }
  CHECK(changes > 300);
}

TEST_CASE("what is told by row adds up to the totals", "[failures]") {
  Sampler random(127);
  for (int i = 0; i < 500; ++i) {
    const auto rows = some_rows(random, 10, 1e-6, i % 2 ? 30 : 1);
    const auto rule = in_force(rows);
    const auto& mix = rule.mix();
    double shares = 0, ends = 0, restarts = 0, retries = 0, own = 0;
    std::vector<std::size_t> seen;
    rule.each_restart([&](std::size_t k, double restarting, double retrying) {
      CHECK(restarting >= 0);
      CHECK(retrying >= 0);
      seen.push_back(k);
      restarts += restarting, retries += retrying, shares += rule.share(k), ends += rule.ends_with(k);
      own += rule.share(k) * rows[k].downtime;
    });
    CAPTURE(i);
    CHECK_THAT(shares, agrees(1.0, relative(1e-14)));  // sums of ten
    CHECK_THAT(ends, agrees(1.0, relative(1e-14 * (1 + mix.restart_loss))));
    CHECK_THAT(restarts, agrees(-std::expm1(-mix.restart_loss), relative(1e-14)));
    CHECK_THAT(own + retries / mix.failure_rate, agrees(mix.downtime, relative(1e-14)));
    std::sort(seen.begin(), seen.end());
    for (std::size_t k = 0; k < rows.size(); ++k) CHECK(seen[k] == k);
  }
}

TEST_CASE("ranks decide before times, and times within a rank", "[failures]") {
  auto rows = mix_a;
  rows[0].rank = 1;  // a short restart that nothing but its own kind ends
  const auto rule = in_force(rows);
  std::vector<std::size_t> order;
  rule.each_in_order([&](std::size_t k) { order.push_back(k); });
  CHECK(order == std::vector<std::size_t>{1, 2, 0});
  Sampler random(131);
  for (int i = 0; i < 300; ++i) {
    auto some = some_rows(random, 8, 1e-4, 30);
    for (auto& row : some) row.rank = static_cast<int>(random.index(3));
    const auto ranked = in_force(some);
    const auto hand = ByHand(some).walked();
    CAPTURE(i);
    CHECK_THAT(ranked.log_stopped(), agrees(wide(log1p(wide(hand.rate * hand.outage))), relative(1e-13)));  // as above
    CHECK_THAT(ranked.mix().restart_loss, agrees(hand.loss, relative(1e-13)));
    int before = -1;
    double until = 0;
    ranked.each_in_order([&](std::size_t k) {
      CHECK(some[k].rank >= before);
      if (some[k].rank == before) CHECK(ranked.until_up(k) >= until * (1 - 1e-14));  // rounding
      before = some[k].rank, until = ranked.until_up(k);
      CHECK_THAT(ranked.until_up(k), agrees(hand.up[k], relative(1e-13)));
    });
  }
}

TEST_CASE("equal restarts are one, however their failures are told apart", "[failures]") {
  Sampler random(137);
  for (int i = 0; i < 300; ++i) {
    const auto rows = some_rows(random, 5, 1e-4, 20);
    auto parted = rows;
    const std::size_t k = random.index(rows.size());
    const double share = random.uniform(0.01, 0.99);
    parted[k].rate *= share;
    auto rest = rows[k];
    rest.rate = rows[k].rate - parted[k].rate;
    parted.push_back(rest);
    const auto whole = in_force(rows), parts = in_force(parted);
    CAPTURE(i);
    CHECK_THAT(parts.log_stopped(), agrees(whole.log_stopped(), relative(1e-13)));  // rounding of ten rows at loads of 20
    CHECK_THAT(parts.mix().downtime, agrees(whole.mix().downtime, relative(1e-13)));
    CHECK_THAT(parts.mix().restart_loss, agrees(whole.mix().restart_loss, relative(1e-13)));
    CHECK_THAT(parts.until_up(k), agrees(whole.until_up(k), relative(1e-13)));
  }
}

}  // namespace scaling_limits::testing
