// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/failures/compound_spares.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "scaling_limits/core/dual.hpp"
#include "scaling_limits/core/units.hpp"
#include "support/agrees.hpp"
#include "support/digits.hpp"
#include "support/reference.hpp"

using namespace scaling_limits;
using namespace scaling_limits::failures;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

const std::vector<double> measured{60, 10, 0, 5, 0, 0, 0, 25};

struct NamedSizes {
  const char* name;
  BurstSizes<> sizes;
};
std::vector<NamedSizes> some_sizes() {
  return {{"fixed", burst_sizes(4, BurstLaw::fixed)},
          {"geometric", burst_sizes(3.5, BurstLaw::geometric)},
          {"nearly single", burst_sizes(1.01, BurstLaw::geometric)},
          {"measured", counted_sizes(measured)},
          {"both", {{{1, 0.25}, {8, 0.25}}, 0.5, 0.75}}};
}

/// P(n units are out), n < count: the bursts out are a Poisson number, their sizes added by convolution.
std::vector<wide> by_convolution(double load, const BurstSizes<>& sizes, std::size_t count) {
  std::vector<wide> one(count), sum(count), all(count);
  for (std::size_t j = 1; j < count; ++j) one[j] = sizes.of(static_cast<double>(j));
  sum[0] = 1;
  wide poisson = exp(-wide(load));
  for (std::size_t bursts = 0; bursts < count; ++bursts) {
    for (std::size_t n = 0; n < count; ++n) all[n] += poisson * sum[n];
    std::vector<wide> next(count);
    for (std::size_t n = 0; n < count; ++n)
      for (std::size_t j = 1; j <= n; ++j) next[n] += sum[n - j] * one[j];
    sum = next;
    poisson *= wide(load) / (bursts + 1);
  }
  return all;
}

double drawn_size(Sampler& random, const BurstSizes<>& sizes) {
  double at = random.uniform(0, 1);
  for (const auto& [size, share] : sizes.points) {
    if (at < share) return size;
    at -= share;
  }
  double size = 1;
  while (random.chance(sizes.stays)) ++size;
  return size;
}

}  // namespace

TEST_CASE("spares of bursts: check values", "[failures]") {
  const double rate = 1 / (1.9 * units::hour), slow = 2.2 * units::hour, quick = 5 * units::minute;
  const auto both = [&](double burst, BurstLaw law, double takes = 1) {
    return std::pair(spares_needed(rate, slow, 0.999, burst, law, takes), spares_needed(rate, quick, 0.999, burst, law, takes));
  };
  CHECK(both(1, BurstLaw::fixed) == std::pair(6., 1.));
  CHECK(both(4, BurstLaw::fixed) == std::pair(24., 4.));
  CHECK(both(1, BurstLaw::fixed, 4) == std::pair(24., 4.));
  CHECK(both(1, BurstLaw::geometric) == std::pair(6., 1.));
  CHECK(both(3.4, BurstLaw::geometric) == std::pair(30., 12.));
  CHECK(both(3.5, BurstLaw::geometric) == std::pair(31., 12.));
  CHECK(both(3.6, BurstLaw::geometric) == std::pair(32., 12.));
}

TEST_CASE("the recursion is the convolution of as many sizes as there are bursts", "[failures]") {
  constexpr std::size_t count = 120;
  for (const auto& [name, sizes] : some_sizes())
    for (const double load : {0.02, 0.7, 4.0, 12.0}) {
      CAPTURE(name, load);
      const auto exact = by_convolution(load, sizes, count);
      failures::detail::CompoundTerms terms(load, sizes);
      wide below = 0;
      for (std::size_t n = 0; n < count; ++n) {
        const wide term = wide(terms.next()) * exp(-wide(load));
        if (exact[n] > 1e-40) CHECK(abs(term / exact[n] - 1) < 1e-13);  // sums of as many terms
        else CHECK(term < 1e-38);
        const wide middle = below + exact[n] / 2;
        below += exact[n];
        if (exact[n] > 1e-12) CHECK(compound_quantile(load, sizes, static_cast<double>(middle)) == static_cast<double>(n));
      }
    }
}

TEST_CASE("bursts of units out for repair, played out, whatever the law of a repair", "[failures]") {
  constexpr int samples = 20'000;
  Sampler random(11);
  for (const auto& [name, sizes] : some_sizes())
    for (const bool fixed_repair : {false, true}) {
      constexpr double load = 1.7, repair = 10, window = 40 * repair, rate = load / repair;
      std::vector<double> out;
      for (int i = 0; i < samples; ++i) {
        double units = 0;
        for (double at = random.exponential(1 / rate); at < window; at += random.exponential(1 / rate)) {
          const double size = drawn_size(random, sizes);
          if (at + (fixed_repair ? repair : random.exponential(repair)) > window) units += size;
        }
        out.push_back(units);
      }
      for (const double quality : {0.3, 0.9, 0.99}) {
        const double n = compound_quantile(load, sizes, quality);
        const auto covered = [&](double spares) {
          return static_cast<double>(std::count_if(out.begin(), out.end(), [&](double o) { return o <= spares; })) / samples;
        };
        const double error = std::sqrt(quality * (1 - quality) / samples);
        CAPTURE(name, fixed_repair, quality, n);
        CHECK(covered(n) > quality - 3 * error);
        CHECK(covered(n - 1) < quality + 3 * error);
      }
    }
}

TEST_CASE("the index of dispersion of what is out gives the mean of geometric bursts", "[failures]") {
  for (const double m : {1.0, 1.3, 3.5, 20.0}) {
    const auto moments = failures::detail::moments_of(burst_sizes(m, BurstLaw::geometric));
    const double index = moments[1] / moments[0];
    CHECK_THAT(burst_from_dispersion(index), WithinRel(m, 1e-14));
    wide sums[5]{};  // of the sizes to each power, term by term
    for (double j = 1; j < 4000; ++j) {
      wide power = burst_sizes(m, BurstLaw::geometric).of(j);
      for (wide& sum : sums) sum += power, power *= j;
    }
    CHECK_THAT(static_cast<double>(sums[0]), WithinRel(1, 1e-12));
    for (std::size_t k = 0; k < 4; ++k) CHECK_THAT(moments[k], WithinRel(static_cast<double>(sums[k + 1]), 1e-12));
  }
  CHECK(std::isnan(burst_from_dispersion(0.99)));
  CHECK(burst_from_dispersion(dual<double>(6, 1)).slope == 0.5);
}

TEST_CASE("more bursts, larger ones and more certainty never need fewer spares", "[failures]") {
  for (const BurstLaw law : {BurstLaw::fixed, BurstLaw::geometric}) {
    double by_load = 0, by_burst = 0, by_quality = 0;
    for (double x = 1; x < 40; x += law == BurstLaw::fixed ? 1 : 0.37) {
      const double loaded = spares_needed(x, 1, 0.99, 3, law), larger = spares_needed(1.5, 1, 0.99, x, law),
                   surer = spares_needed(3, 1, 1 - std::exp(-x / 2), 5, law);
      CHECK((loaded >= by_load && larger >= by_burst && surer >= by_quality));
      by_load = loaded, by_burst = larger, by_quality = surer;
    }
  }
  // sizes that vary need more than all of their mean
  CHECK(spares_needed(2, 1, 0.999, 4, BurstLaw::geometric) > spares_needed(2, 1, 0.999, 4));
}

TEST_CASE("loads where e^-a is no number, and beyond what is summed", "[failures]") {
  const auto summed = [](double load, const BurstSizes<>& sizes, double quality) {
    return failures::detail::summed_quantile(load, sizes, failures::detail::moments_of(sizes)[0], quality);
  };
  const auto expanded = [](double load, const BurstSizes<>& sizes, double quality) {
    return failures::detail::expanded_quantile(load, failures::detail::moments_of(sizes), quality);
  };
  const BurstSizes<> single = burst_sizes(1, BurstLaw::fixed);
  for (const double load : {744.0, 746.0, 3000.0, 3e4})
    for (const double quality : {1e-6, 0.999, 1 - 1e-9}) {
      CAPTURE(load, quality);
      CHECK(summed(load, single, quality) == poisson_quantile(load, quality));
      for (const auto& [name, sizes] : some_sizes()) {
        CAPTURE(name);
        const double exact = sizes.points.size() == 1 ? 4 * poisson_quantile(load, quality) : summed(load, sizes, quality);
        if (load > 3000) CHECK(std::abs(expanded(load, sizes, quality) - exact) <= (sizes.points.size() == 1 ? 4 : 1));
        else CHECK_THAT(compound_quantile(load, sizes, quality), WithinAbs(exact, 0));
      }
    }
  // beside the bound, of large bursts and small: what the header promises of the expansion
  for (const double m : {1.5, 100.0, most_mean_burst})
    for (const double quality : {1e-9, 1 - 1e-6, 1 - 1e-12}) {
      const auto sizes = burst_sizes(m, BurstLaw::geometric);
      const double load = (std::min)(most_bursts_summed, most_units_summed / m);
      CAPTURE(m, quality);
      CHECK_THAT(expanded(load, sizes, quality), WithinRel(summed(load, sizes, quality), quality < 0.9999999 ? 1e-4 : 1e-2));
    }
  for (const double load : {1e6, 1e12, 1e100}) {
    const double n = spares_needed(load, 1, 0.99, 3.5, BurstLaw::geometric);  // 2.3263 standard deviations above
    CHECK_THAT(n, WithinRel(3.5 * load + 2.3263478740408 * std::sqrt(load * 3.5 * 6), 1e-5));
  }
}

TEST_CASE("spares of bursts at the ends of their ranges", "[failures]") {
  for (const BurstLaw law : {BurstLaw::fixed, BurstLaw::geometric}) {
    CHECK(spares_needed(1, 1, 1, 3, law) == inf);
    CHECK(spares_needed(1, 1, 0, 3, law) == 0);
    CHECK(spares_needed(0, 1, 0.9, 3, law) == 0);
    CHECK(spares_needed(inf, 1, 0.9, 3, law) == inf);
    CHECK(spares_needed(1e-300, 1, 0.999, 3, law) == 0);
    for (const double wrong : {-1.0, 0.5, NaN, inf}) {
      CHECK(std::isnan(spares_needed(1, 1, 0.9, wrong, law)));
      CHECK(std::isnan(spares_needed(1, 1, 0.9, 2, law, wrong)));
    }
    for (const double wrong : {-1.0, NaN}) {
      CHECK(std::isnan(spares_needed(wrong, 1, 0.9, 2, law)));
      CHECK(std::isnan(spares_needed(1, wrong, 0.9, 2, law)));
      CHECK(std::isnan(spares_needed(1, 1, wrong, 2, law)));
    }
    CHECK(std::isnan(spares_needed(1, 1, 1.01, 2, law)));
  }
  CHECK(std::isnan(spares_needed(1, 1, 0.9, 2.5)));
  CHECK(!std::isnan(spares_needed(1, 1, 0.9, most_mean_burst, BurstLaw::geometric)));
  CHECK(std::isnan(spares_needed(1, 1, 0.9, 1.01 * most_mean_burst, BurstLaw::geometric)));
  CHECK(std::isnan(spares_needed(1, 1, 0.9, 1, BurstLaw::fixed, 1.5)));

  CHECK(spares_for_counted_bursts(2, 1, 0.99, std::vector{7.}) == spares_needed(2, 1, 0.99));
  CHECK(spares_for_counted_bursts(2, 1, 0.99, std::vector{0., 0., 5.}, 8) == spares_needed(2, 1, 0.99, 3, BurstLaw::fixed, 8));
  CHECK(spares_for_counted_bursts(2, 1, 0.99, measured) == compound_quantile(2, counted_sizes(measured), 0.99));
  for (const auto& wrong : {std::vector<double>{}, {0, 0}, {1, -1}, {1, NaN}, {1, inf}})
    CHECK(std::isnan(spares_for_counted_bursts(2, 1, 0.99, wrong)));
  CHECK(std::isnan(spares_for_counted_bursts(-1, 1, 0.99, measured)));
  CHECK(std::isnan(spares_for_counted_bursts(1, 1, 0.99, measured, 0)));
}

TEST_CASE("downtime, failures that take nothing, and parts that come back one by one", "[failures]") {
  CHECK(spares_needed(1e-3, 5000, 0.99, 1, BurstLaw::fixed, 1, 1000, 0.6) ==
        spares_needed(0.5e-3, 5000, 0.99, 1, BurstLaw::fixed, 1, 0, 0.6));
  CHECK(spares_needed(1e-3, 5000, 0.99, 2.5, BurstLaw::geometric, 8, 0, 0.5) ==
        spares_needed(0.5e-3, 5000, 0.99, 2.5, BurstLaw::geometric, 8));
  CHECK(spares_needed(inf, 5000, 0.99, 1, BurstLaw::fixed, 1, 1000) == poisson_quantile(5, 0.99));
  CHECK(spares_needed(1e-3, 5000, 0.99, 1, BurstLaw::fixed, 1, inf) == 0);
  for (const double wrong : {-1.0, NaN}) {
    CHECK(std::isnan(spares_needed(1e-3, 5000, 0.99, 1, BurstLaw::fixed, 1, wrong)));
    CHECK(std::isnan(spares_needed(1e-3, 5000, 0.99, 1, BurstLaw::fixed, 1, 0, wrong)));
    CHECK(std::isnan(spares_needed(1e-3, 5000, 0.99, 1, BurstLaw::fixed, 1, 0, 1, wrong)));
  }
  CHECK(std::isnan(spares_needed(1e-3, 5000, 0.99, 2, BurstLaw::geometric, 1, 0, 1, 2)));
  CHECK(std::isnan(spares_needed(1e-3, 5000, 0.99, 1, BurstLaw::fixed, 1, 0, 1, 2.5)));

  // as the arrivals of such failures, played out: what is left of each
  Sampler random(31);
  constexpr int samples = 40'000;
  constexpr double rate = 1e-3, repair = 3000;
  std::vector<double> out;
  for (int i = 0; i < samples; ++i) {
    double units = 0;
    for (double ago = random.exponential(1 / rate); ago < 40 * repair; ago += random.exponential(1 / rate))
      for (int part = 0; part < 5; ++part) units += random.exponential(repair) > ago;
    out.push_back(units);
  }
  for (const double quality : {0.5, 0.9, 0.99}) {
    const double n = spares_needed(rate, repair, quality, 1, BurstLaw::fixed, 1, 0, 1, 5);
    const auto covered = [&](double spares) {
      return static_cast<double>(std::count_if(out.begin(), out.end(), [&](double o) { return o <= spares; })) / samples;
    };
    const double error = std::sqrt(quality * (1 - quality) / samples);
    CAPTURE(quality, n);
    CHECK((covered(n) > quality - 3 * error && covered(n - 1) < quality + 3 * error));
    CHECK(spares_needed(rate, repair, quality, 2, BurstLaw::fixed, 4, 0, 1, 5) == 8 * n);
  }
}
