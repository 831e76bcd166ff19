// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/checkpoint/background_copy.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "scaling_limits/checkpoint/goodput.hpp"
#include "support/agrees.hpp"
#include "support/derivatives.hpp"
#include "support/reference.hpp"

using namespace scaling_limits;
using namespace scaling_limits::checkpoint;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

struct Copies {
  double interval, every, write, copy, restart, upper_restart, rate, upper_rate, downtime = 0;
  double answer() const {
    return background_copy_goodput(interval, every, write, copy, restart, upper_restart, rate, upper_rate, downtime);
  }
  /// As the sheet writes it.
  textbook reference() const {
    const textbook l = textbook(rate) + upper_rate, p = rate / l;
    const auto passed = [&](const textbook& x, const textbook& g) {
      const textbook e = exp(textbook(-l * x));
      return textbook(e / (1 - p * (1 - e) * g));
    };
    const textbook f = passed(textbook(interval) + write, passed(restart, 1)), n = pow(f, textbook(every));
    return upper_rate * every * interval * passed(upper_restart, 1) * exp(textbook(-textbook(upper_rate) * copy)) * n /
           (1 - n) / (1 + l * downtime);
  }
};

Copies draw(Sampler& random) {
  Copies c;
  c.interval = random.log_uniform(1, 1e5), c.every = std::floor(random.log_uniform(1, 100));
  c.write = random.log_uniform(0.1, 1e4), c.copy = random.log_uniform(1e-6, 1) * c.every * (c.interval + c.write);
  c.restart = random.log_uniform(0.1, 1e4), c.upper_restart = random.log_uniform(0.1, 1e5);
  c.rate = random.log_uniform(1e-12, 1e-3), c.upper_rate = random.log_uniform(1e-15, 1e-4);
  c.downtime = random.log_uniform(0.1, 1e4);
  return c;
}

}  // namespace

TEST_CASE("an upper level in the background: check values", "[checkpoint]") {
  // digits of the check values
  CHECK_THAT(background_copy_goodput(500, 3, 20, 1500, 60, 600, 3e-4, 4e-5), WithinAbs(0.773947, 5e-7));
  CHECK_THAT(background_copy_goodput(500, 3, 20, 1500, 60, 600, 3e-4, 4e-5, 120), WithinAbs(0.743608, 5e-7));
}

TEST_CASE("an upper level in the background, played out", "[checkpoint]") {
  const Copies all[]{{500, 3, 20, 1500, 60, 600, 3e-4, 4e-5, 120},
                     {500, 3, 20, 1500, 60, 600, 3e-4, 4e-5},
                     {200, 1, 50, 240, 300, 100, 1e-3, 1e-3, 30},
                     {300, 8, 10, 100, 20, 2000, 2e-3, 1e-4, 50}};
  std::uint64_t seed = 1;
  for (const Copies& c : all) {
    Sampler random(seed++);
    const int every = static_cast<int>(c.every);
    double now = 0, process = random.exponential(1 / c.rate), node = random.exponential(1 / c.upper_rate);
    double ran = 0;           // exposed time, in which failures come
    long done = 0, safe = 0;  // intervals with their local checkpoint; of which a copy is safe
    long copying = 0;         // on the way up: as of so many,
    double safe_at = inf;     // and safe from then on, in running time
    enum Struck { no, by_process, by_node };
    const auto pass = [&](double time) {
      const double next = std::min(process, node), end = ran + time;
      const double until = std::min(next, end);
      if (safe_at <= until) safe = copying, safe_at = inf;
      now += until - ran, ran = until;
      if (next > end) return no;
      now += c.downtime;
      if (process < node) {
        process = ran + random.exponential(1 / c.rate);
        return by_process;
      }
      node = ran + random.exponential(1 / c.upper_rate);
      done = safe, safe_at = inf;
      return by_node;
    };
    double sum = 0, squares = 0;
    const int batches = 200;
    for (int batch = 0; batch < batches; ++batch) {
      const double began = now;
      const long had = done;
      while (now - began < 300 / c.upper_rate) {
        Struck struck = pass(c.interval + c.write);
        if (struck == no) {
          if (++done % every == 0) copying = done, safe_at = ran + c.copy;
          continue;
        }
        for (Struck worst = struck; struck != no; worst = std::max(worst, struck))
          struck = pass(worst == by_node ? c.upper_restart : c.restart);
      }
      const double goodput = static_cast<double>(done - had) * c.interval / (now - began);
      sum += goodput / batches, squares += square(goodput) / batches;
    }
    const double error = std::sqrt((squares - sum * sum) / (batches - 1));
    CAPTURE(c.interval, c.every, sum, error);
    CHECK(error < 0.02 * sum);
    CHECK(std::abs(c.answer() - sum) < tolerance::standard_errors * error);
  }
}

TEST_CASE("an upper level in the background keeps its digits", "[checkpoint]") {
  Sampler random(3);
  Worst worst;
  for (int i = 0; i < 1000; ++i) {
    const Copies c = draw(random);
    const textbook exact = c.reference();
    if (exact < 1e-290) continue;
    // the exponential of a loss has the loss's rounding as its own
    worst.see(ulp_distance(c.answer(), exact) / (1 - std::log(static_cast<double>(exact))), c.interval, c.every, c.write,
              c.copy, c.restart, c.upper_restart, c.rate, c.upper_rate, c.downtime);
  }
  CAPTURE(worst.where);
  CHECK(worst.distance <= 16);  // a closed form of a dozen kernels, one within the other
}

TEST_CASE("an upper level in the background at the ends of its ranges", "[checkpoint]") {
  const auto loses = [](double every, double copy, double rate, double upper_rate) {
    return background_copy_goodput(500, every, 20, copy, 60, 600, rate, upper_rate, 120);
  };
  // one kind of failure alone is one level of checkpoints
  CHECK_THAT(loses(3, 1000, 3e-4, 0), WithinRel(goodput(500, 20, 1 / 3e-4, 60, 120), 1e-14));
  CHECK_THAT(loses(1, 100, 0, 3e-4), WithinRel(goodput(500, 20, 1 / 3e-4, 600, 120, 100), 1e-14));
  CHECK_THAT(loses(4, 0, 0, 3e-4),  // with four writes in it
             WithinRel(goodput(2000, 80, 1 / 3e-4, 600, 120), 1e-14));
  CHECK_THAT(loses(3, 1000, 0, 0), WithinRel(500. / 520, 1e-15));
  CHECK(loses(3, 1560, 1e-4, 1e-4) > 0);
  CHECK(std::isnan(loses(3, 1560.1, 1e-4, 1e-4)));  // two copies at once
  CHECK(
      (std::isnan(loses(0, 0, 1e-4, 1e-4)) && std::isnan(loses(1.5, 0, 1e-4, 1e-4)) && std::isnan(loses(inf, 0, 1e-4, 1e-4))));
  CHECK((loses(3, 1000, inf, 1e-4) == 0 && loses(3, 1000, 1e-4, inf) == 0 && loses(3, 1000, 1e9, 1e-4) == 0));
  CHECK(background_copy_goodput(0, 3, 20, 0, 60, 600, 1e-4, 1e-4) == 0);
  CHECK(background_copy_goodput(inf, 3, 20, 1, 60, 600, 1e-4, 1e-4) == 0);
  CHECK(background_copy_goodput(inf, 3, 20, 1, 60, 600, 0, 0) == 1);
  CHECK(background_copy_goodput(1, 3, inf, 1, 60, 600, 0, 0) == 0);
  CHECK((background_copy_goodput(500, 3, 20, 1, inf, 600, 0, 1e-4) > 0 &&
         background_copy_goodput(500, 3, 20, 1, inf, 600, 1e-9, 0) == 0));
  CHECK((background_copy_goodput(500, 3, 20, 1, 60, inf, 1e-4, 0) > 0 &&
         background_copy_goodput(500, 3, 20, 1, 60, inf, 0, 1e-9) == 0));
  CHECK((background_copy_goodput(500, 3, 20, 1, 60, 60, 0, 0, inf) > 0 &&
         background_copy_goodput(500, 3, 20, 1, 60, 60, 0, 1e-9, inf) == 0));
}

TEST_CASE("an upper level in the background has slopes of first and second order, at zero too", "[checkpoint]") {
  const double at[]{500, 20, 1500, 60, 600, 3e-4, 4e-5, 120};
  const auto loss = [&]<class S>(std::size_t which, const S& x) {
    S v[8];
    for (std::size_t i = 0; i < 8; ++i) v[i] = i == which ? x : S(at[i]);
    return background_copy_loss(v[0], 3, v[1], v[2], v[3], v[4], v[5], v[6], v[7]);
  };
  using Second = dual<dual<double>>;
  for (std::size_t i = 0; i < 8; ++i) {
    CAPTURE(i);
    const auto f = [&](const auto& x) { return loss(i, std::remove_cvref_t<decltype(x)>(x)); };
    expect_derivative(f, at[i], 1e-11);  // differences of many terms
    if (i == 0 || i == 2) continue;      // w = 0 is no answer; the loss is linear in L
    const wide h = wide(at[i]) * wide("1e-15"), a = f(wide(0)), b = f(h), c = f(wide(2 * h));
    const Second found = f(Second(dual<double>(0, 1), dual<double>(1)));
    const double unit = at[i];
    CHECK_THAT(found.slope.value * unit, WithinRel(static_cast<double>(wide((4 * b - 3 * a - c) / (2 * h))) * unit, 1e-9));
    CHECK_THAT(found.slope.slope * unit * unit,
               WithinRel(static_cast<double>(wide((a - 2 * b + c) / (h * h))) * unit * unit, 1e-9) || WithinAbs(0, 1e-12));
  }
}
