// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>
#include <scaling_limits/limits/critical_batch.hpp>
#include <scaling_limits/limits/hard_cap.hpp>
#include <scaling_limits/limits/power_law_factor.hpp>
#include <scaling_limits/limits/scaling_laws.hpp>
#include <scaling_limits/limits/strong_scaling.hpp>

#include "support/digits.hpp"
#include "support/tolerance.hpp"

using namespace scaling_limits;
using testing::wide;
using namespace scaling_limits::limits;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

double spread(std::mt19937& rng, double low, double high) {
  return std::exp(std::uniform_real_distribution<>(std::log(low), std::log(high))(rng));
}

/// -d ln e / d ln N of a factor by a difference in 50 digits.
template <class F>
double slope_of(const F& factor, double gpus) {
  const wide n(gpus), h("1e-15");
  const wide up = factor.losses(wide(n * (1 + h))).sum(), down = factor.losses(wide(n * (1 - h))).sum();
  return static_cast<double>((up - down) / (2 * h));
}

template <class F>
void check_slope(const F& factor, double gpus) {
  const dual<double> loss = factor.losses(dual<double>(gpus, gpus)).sum();
  CHECK_THAT(loss.slope, WithinRel(slope_of(factor, gpus), tolerance::derivative));
  CHECK_THAT(factor.efficiency(gpus),
             WithinRel(static_cast<double>(exp(wide(-factor.losses(wide(gpus)).sum()))), 1e-14));  // exp of a rounded loss
}

}  // namespace

TEST_CASE("factors and their slopes over sizes and parameters against 50 digits", "[limits]") {
  std::mt19937 rng(1);
  for (int i = 0; i < 300; ++i) {
    const double gpus = spread(rng, 1, 1e9), size = spread(rng, 1, 1e9), u = gpus / size;
    CAPTURE(gpus, size);
    const StrongScaling<> step{.half_size = size};
    CHECK_THAT(step.efficiency(gpus), WithinRel(1 / (1 + u), 1e-14));  // losses up to 20, exponentiated
    CHECK_THAT(step.losses(dual<double>(gpus, gpus)).sum().slope, WithinRel(gpus / (gpus + size), 1e-14));
    check_slope(step, gpus);
    const CriticalBatch<> batch{.critical_size = size};
    CHECK_THAT(batch.efficiency(gpus), WithinRel(1 / square(1 + std::sqrt(u)), 1e-14));
    CHECK_THAT(batch.losses(dual<double>(gpus, gpus)).sum().slope, WithinRel(std::sqrt(u) / (1 + std::sqrt(u)), 1e-14));
    check_slope(batch, gpus);
    const double peak = batch.size_with_restarts(gpus, 1.0);
    CHECK_THAT(peak * (1 + std::sqrt(peak / size)), WithinRel(gpus, 1e-13));
    const double kappa = std::uniform_real_distribution<>(-3, 3)(rng), ratio = spread(rng, 1e-3, 10);
    const PowerLaw<> law{.ratio = ratio, .gpus = size, .exponent = kappa};
    const double x = ratio * std::pow(u, kappa);
    CHECK_THAT(law.efficiency(gpus), WithinRel(1 / (1 + x), 1e-13));  // exp of up to 60, of rounded logarithms
    check_slope(law, gpus);
    CHECK(law.rises_with_size() == (kappa >= 0));
  }
  CHECK(PowerLaw<>{.ratio = 0, .gpus = 10, .exponent = 2}.efficiency(1e300) == 1);
  CHECK(PowerLaw<>{.ratio = 1, .gpus = 1, .exponent = 300}.losses(1e300).sum() < inf);
  CHECK(StrongScaling<>{.half_size = inf}.efficiency(1e6) == 1);
}

TEST_CASE("the peak of a critical batch and restarts ends where either does, and is that of the peak alone", "[limits]") {
  const CriticalBatch<> batch{.critical_size = 4e5};
  CHECK(batch.size_with_restarts(0.0, 1.0) == 0);
  CHECK_THAT(batch.size_with_restarts(8e5, 1.0), WithinRel(4e5, 1e-14));  // N_c (1 + 1)
  const double v = std::sqrt(batch.size_with_restarts(4e5, 1.0) / 4e5);   // v^3 + v^2 = 1
  CHECK_THAT(v * v * (v + 1), WithinRel(1., 1e-14));
  for (const double none : {-1., inf, NaN}) CHECK(std::isnan(batch.size_with_restarts(none, 1.0)));
  CHECK(std::isnan(batch.size_with_restarts(8e5, 0.5)));
}

TEST_CASE("half sizes: check values", "[limits]") {
  const parallelism::Layout llama{.tensor = 8, .pipeline = 16, .data = 128, .chunks = 8};
  const double bubble = bubble_half_size(llama, 8192, 16'777'216);
  const double three = data_half_size(llama, 465e12, 50e9, 16'777'216),
               two = data_half_size(llama, 465e12, 50e9, 16'777'216, 2);
  CHECK_THAT(bubble, WithinAbs(139'810.13, 0.005));
  CHECK_THAT(three, WithinAbs(230'912, 0.5));
  CHECK_THAT(two, WithinAbs(346'368, 0.5));
  CHECK_THAT(combine_half_sizes({bubble, three}), WithinAbs(87'084, 0.5));
  CHECK_THAT(combine_half_sizes({bubble, two}), WithinAbs(99'605, 0.5));
  CHECK_THAT(half_size_from_efficiency(400. / 430, 8192, 16384), WithinAbs(101'035, 0.5));
  CHECK_THAT(half_size_from_efficiency(0.94585, 256, 384), WithinRel(1979.6, 2e-4));  // five digits of the efficiency
  CHECK(micro_batch_cap(llama, 8192, 16'777'216, true) == 16384);
  CHECK(micro_batch_cap(llama, 8192, 16'777'216) == 16384 * 16);
  CHECK(std::isnan(half_size_from_efficiency(0.4, 8192, 16384)));  // slower than on half of the GPUs
  CHECK(std::isnan(half_size_from_efficiency(1.1, 8192, 16384)));  // faster than linear
  CHECK(std::isinf(bubble_half_size(parallelism::Layout{}, 8192, 16'777'216)));
  CHECK(std::isinf(combine_half_sizes({inf, inf})));
}

TEST_CASE("half sizes of the parts are those of the step they describe", "[limits]") {
  std::mt19937 rng(2);
  const auto pick = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(rng); };
  for (int i = 0; i < 300; ++i) {
    const parallelism::Layout layout{.tensor = 1 << pick(0, 4),
                                     .pipeline = pick(2, 32),
                                     .data = 1,
                                     .context = 1 << pick(0, 3),
                                     .chunks = pick(1, 8),
                                     .micro_batch = pick(1, 8)};
    const double sequence = pick(128, 99999), batch = sequence * pick(64, 9999), flops = spread(rng, 1e13, 1e16);
    const double bandwidth = spread(rng, 1e9, 1e12), bytes = pick(1, 4), parameters = spread(rng, 1e6, 1e13);
    // a step of this batch on N GPUs: m micro-batches per replica, each t_f + t_b on a stage, and the bubble
    const double replica = static_cast<double>(layout.replica()), gpus = replica * pick(1, 999), data = gpus / replica;
    const double micro_batches = batch / (data * static_cast<double>(layout.micro_batch) * sequence);
    const double work = 6 * parameters * batch / flops, compute = work / gpus, slot = compute / micro_batches;
    const double bubble = static_cast<double>(layout.pipeline - 1) * slot / static_cast<double>(layout.chunks);
    CHECK_THAT(1 / (1 + gpus / bubble_half_size(layout, sequence, batch)), WithinRel(compute / (compute + bubble), 1e-13));
    // gradients of a GPU's share of the model, both halves of a long ring
    const double exchange = 2 * bytes * parameters / static_cast<double>(layout.tensor * layout.pipeline) / bandwidth;
    CHECK_THAT(1 / (1 + gpus / data_half_size(layout, flops, bandwidth, batch, bytes)),
               WithinRel(compute / (compute + exchange), 1e-13));
    // serial times add up
    const double both =
        combine_half_sizes({bubble_half_size(layout, sequence, batch), data_half_size(layout, flops, bandwidth, batch, bytes),
                            half_size_of_serial_time(work, 0.3)});
    CHECK_THAT(both, WithinRel(work / (bubble + exchange + 0.3), 1e-12));
    // Amdahl's share
    CHECK_THAT(amdahl_speedup(1 / (1 + both), gpus), WithinRel(gpus / (1 + gpus / both) * (1 + 1 / both), 1e-12));
  }
}

TEST_CASE("the best batch is the best of all batches", "[limits]") {
  CHECK_THAT(optimal_batch(1e5, 5.2e-3, 0.7, 16e6), WithinAbs(14'675'987.7, 0.05));
  CHECK_THAT(critical_size(5.2e-3, 0.7, 16e6), WithinAbs(118'857.14, 0.005));
  CHECK_THAT(CriticalBatch<>{.critical_size = critical_size(5.2e-3, 0.7, 16e6)}.efficiency(1e5), WithinAbs(0.272046, 5e-7));
  std::mt19937 rng(3);
  for (int i = 0; i < 300; ++i) {
    const double a = spread(rng, 1e-5, 1), k = spread(rng, 1e-3, 10), critical = spread(rng, 1e4, 1e9),
                 gpus = spread(rng, 1, 1e7);
    const double steps = 1e4, best = optimal_batch(gpus, a, k, critical),
                 least = batch_training_time(steps, gpus, a, k, critical, best);
    for (double factor = 1e-4; factor < 1e4; factor *= 1.01)
      REQUIRE(batch_training_time(steps, gpus, a, k, critical, best * factor) >= least * (1 - 1e-14));
    // the useful share: ideal time a E_min / N
    CHECK_THAT(a * steps * critical / gpus / least,
               WithinRel(CriticalBatch<>{.critical_size = critical_size(a, k, critical)}.efficiency(gpus), 1e-13));
    CHECK_THAT(least, WithinRel(steps * square(std::sqrt(a * critical / gpus) + std::sqrt(k)), 1e-13));
    // the pipeline's cap with that batch, N <= (t c/(b s))^2 K B_c/a
    const parallelism::Layout layout{.tensor = 8, .pipeline = 4, .context = 2};
    const double cap = square(16. / 4096) * k * critical / a;
    CHECK_THAT(micro_batch_cap(layout, 4096, optimal_batch(cap, a, k, critical), true), WithinRel(cap, 1e-13));
  }
  // fixed batch, fixed tokens per GPU
  CHECK(FixedBatch<>{.batch = 4e6, .critical_batch = 16e6}.efficiency(1e9) == 0.8);
  CHECK_THAT(fixed_tokens_per_gpu(1024, 16e6).efficiency(15625), WithinRel(0.5, 1e-15));
}

TEST_CASE("the critical batch from norms of gradients with known noise", "[limits]") {
  // E |G_B|^2 = |G|^2 + tr/B
  const double signal = 2.5, noise = 4e6, few = 1024, many = 262144;
  CHECK_THAT(critical_batch_from_norms(few, many, std::sqrt(signal + noise / few), std::sqrt(signal + noise / many)),
             WithinRel(noise / signal, 1e-11));  // a difference of like squares
  CHECK(std::isnan(critical_batch_from_norms(1024, 512, 1, 1)));
  CHECK(std::isnan(critical_batch_from_norms(512, 1024, 2, 0.5)));
  // simulated: gradients of two components with normal noise, means over many draws
  std::mt19937 rng(4);
  std::normal_distribution<> normal;
  const auto mean_square = [&](int batch) {
    double sum = 0;
    const int draws = 40000;
    for (int i = 0; i < draws; ++i) {
      const double sd = 3 / std::sqrt(batch);
      sum += square(0.6 + sd * normal(rng)) + square(0.8 + sd * normal(rng));
    }
    return sum / draws;
  };
  // |G|^2 = 1, trace = 18; five standard errors of the means come to 6 %
  CHECK_THAT(critical_batch_from_norms(4, 64, std::sqrt(mean_square(4)), std::sqrt(mean_square(64))), WithinRel(18., 0.06));
}

TEST_CASE("classics", "[limits]") {
  CHECK_THAT(usl_peak(0.02, 1e-6), WithinAbs(989.95, 0.005));
  std::mt19937 rng(5);
  for (int i = 0; i < 300; ++i) {
    const double f = std::uniform_real_distribution<>(0.001, 0.999)(rng), n = std::uniform_int_distribution<>(2, 100000)(rng);
    // time by time: serial and parallel parts on one and on n
    CHECK_THAT(amdahl_speedup(f, n), WithinRel(1 / (f + (1 - f) / n), 1e-15));
    CHECK_THAT(gustafson_speedup(f, n), WithinRel((f + (1 - f) * n) / 1, 1e-12));  // n - f (n - 1), rounded otherwise
    CHECK_THAT(karp_flatt(amdahl_speedup(f, n), n), WithinRel(f, 1e-9));           // 1/S - 1/n cancels for small f
    const double kappa = spread(rng, 1e-8, 1e-3), peak = usl_peak(f, kappa);
    if (peak > 2) {
      CHECK(usl_speedup(peak, f, kappa) >= usl_speedup(peak * 1.001, f, kappa));
      CHECK(usl_speedup(peak, f, kappa) >= usl_speedup(peak * 0.999, f, kappa));
    }
    CHECK_THAT(usl_speedup(n, f, 0), WithinRel(amdahl_speedup(f, n), 1e-12));
    CHECK_THAT(std::pow(n, weak_scaling_exponent(f, 1, n)), WithinRel(f, 1e-12));
  }
  CHECK(std::isnan(amdahl_speedup(1.5, 8)));
  CHECK(std::isnan(karp_flatt(4, 1)));
  CHECK(std::isinf(usl_peak(0.1, 0)));
}

TEST_CASE("caps: power, supply, scaling book", "[limits]") {
  CHECK_THAT(power_cap(150e6, 1.25, 1200), WithinRel(100'000., 1e-15));
  CHECK_THAT(supply_cap(40e9, 8e6), WithinRel(5000., 1e-15));
  // TPU v5p: 4.59e14 FLOP/s, 1.8e11 B/s both directions of an axis: 2550 tokens per chip, 850 over three axes
  const double batch = 1e7;
  CHECK_THAT(batch / data_parallel_cap(batch, 4.59e14, 1.8e11), WithinRel(2550., 1e-14));
  CHECK_THAT(batch / data_parallel_cap(batch, 4.59e14, 1.8e11, 3), WithinRel(850., 1e-14));
  CHECK_THAT(batch / fsdp_tensor_cap(batch, 32768, 4.59e14, 1.8e11, 2, 1), WithinAbs(396.9, 0.05));
  // witness: both traffics against compute at the best split, by brute force over the split
  // compute 4 (B/X)(F D/Y)/C, FSDP 4 D F/(Y W Mx), tensor 4 B D/(X W My), each per two matrices, D cancels
  const double F = 32768, C = 4.59e14, W = 1.8e11, mx = 2, my = 1, chips = 25000;
  double least = inf, best_x = 0;
  for (double x = 1; x < chips; x *= 1.0001) {
    const double y = chips / x, fsdp = 4 * F / (y * W * mx), tensor = 4 * batch / (x * W * my);
    if (fsdp + tensor < least) least = fsdp + tensor, best_x = x;
  }
  CHECK_THAT(fsdp_ranks(batch, F, chips, mx, my), WithinRel(best_x, 2e-4));  // the step of the scan
  const double compute = 4 * batch * F / (chips * C);
  CHECK_THAT(chips * square(compute / least),
             WithinRel(fsdp_tensor_cap(batch, F, C, W, mx, my), 1e-7));  // flat minimum of a scan
  const HardCap<> cap{.gpus = 5000, .name = "power"};
  CHECK(cap.efficiency(5000) == 1);
  CHECK(cap.efficiency(5001) == 0);
  CHECK(cap.losses(6000.0).of("power") == inf);
}

TEST_CASE("factors refuse what is out of range, and say of what kind they are", "[limits]") {
  CHECK_THROWS_WITH((StrongScaling<>{}.validate()), ContainsSubstring("half_size = nan must be > 0"));
  CHECK_THROWS_AS((CriticalBatch<>{.critical_size = 0}.validate()), DomainError);
  CHECK_THROWS_AS((PowerLaw<>{.ratio = -1, .gpus = 1, .exponent = 1}.validate()), DomainError);
  CHECK_THROWS_AS((HardCap<>{.gpus = -5}.validate()), DomainError);
  const auto check_kind = []<class F>(const F&, std::string_view kind) {
    CHECK((F::kind == kind && !F::text.empty()));
    for (const auto& field : fields_of<F>) {
      CAPTURE(kind, field.name);
      CHECK((field.usual.known() && field.range.holds(field.usual.low) && field.range.holds(field.usual.high)));
    }
  };
  check_kind(StrongScaling<>{}, "strong_scaling");
  check_kind(CriticalBatch<>{}, "critical_batch");
  check_kind(FixedBatch<>{}, "fixed_batch");
  check_kind(PowerLaw<>{}, "power_law");
  check_kind(HardCap<>{}, "hard_cap");
}
