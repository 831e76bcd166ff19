// SPDX-License-Identifier: Apache-2.0
// A step against its parts counted one by one, and the search against loops over every combination.
#include <scaling_limits/parallelism/best_layout.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>

namespace {

using namespace scaling_limits;
using namespace scaling_limits::parallelism;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

constexpr double exact = 1e-12;  // sums over layers and micro-batches

const workload::TransformerShape<> llama{.layers = 126,
                                         .hidden = 16384,
                                         .feed_forward = 53248,
                                         .query_heads = 128,
                                         .key_value_heads = 8,
                                         .head_size = 128,
                                         .vocabulary = 128256,
                                         .sequence_length = 8192};
const workload::TransformerShape<> mixture{.layers = 12,
                                           .hidden = 1024,
                                           .feed_forward = 4096,
                                           .query_heads = 16,
                                           .key_value_heads = 4,
                                           .head_size = 64,
                                           .vocabulary = 32000,
                                           .sequence_length = 2048,
                                           .experts = 16,
                                           .active_experts = 2,
                                           .expert_feed_forward = 1024,
                                           .dense_layers = 2};
const workload::Chip<> h100{.peak_flops = 989.4e12, .achieved_flops = 465e12, .memory_bytes = 1e12};
const network::Fabric<> fabric{
    .gpus_per_node = 8, .inner_bandwidth = 450e9, .outer_bandwidth = 50e9, .inner_latency = 3e-6, .outer_latency = 5e-6};
constexpr double batch = 16'777'216;

/// Every layout of so many GPUs and sequences a step of the mixture, those that cannot be too.
template <class Take>
void for_every_layout(std::int64_t gpus, std::int64_t sequences, const Take& take) {
  for (std::int64_t t = 1; t <= gpus; ++t)
    for (std::int64_t p = 1; t * p <= gpus; ++p)
      for (std::int64_t c = 1; t * p * c <= gpus; ++c)
        for (std::int64_t e = 1; e <= 16; ++e)
          for (std::int64_t v = 1; v <= 14; ++v)
            for (std::int64_t b = 1; b <= sequences; ++b)
              if (gpus % (t * p * c) == 0 && sequences % (gpus / (t * p * c) * b) == 0)  // whole micro-batches
                take(Layout{t, p, gpus / (t * p * c), c, e, v, b});
}

TEST_CASE("a chip of one rate is a model of one rate", "[parallelism]") {
  for (const std::int64_t chunks : {1, 8}) {
    const Layout layout{.tensor = 8, .pipeline = 16, .data = 128, .chunks = chunks};
    const auto step = parallelism::step(llama, layout, h100, fabric, batch);
    REQUIRE(step.fits);
    // FLOPs of the batch, the input table looked up; fused kernels repeat the scores in backward: half a forward more
    const double attention = 2. * 126 * 128 * 128 * 8192;  // causal, per token, forward
    const double products = 6 * (405853388800. - 128256. * 16384 - (126 * 2 + 1) * 16384.);
    CHECK_THAT(step.breakdown.of("compute"), WithinRel((products + 3.5 * attention) * batch / 16384 / 465e12, exact));
    CHECK(step.breakdown.of("memory") == 0);
    CHECK(step.breakdown.of("operations") == 0);
    CHECK(step.breakdown.of("optimizer") == 0);
    CHECK(step.breakdown.of("context") == 0);
    CHECK(step.breakdown.of("expert") == 0);
    double sum = 0;
    for (const auto& part : step.breakdown) sum += part.amount;
    CHECK_THAT(step.time, WithinRel(sum, exact));
    CHECK_THAT(
        step.model_flops_utilization,
        WithinRel((6 * (405853388800. - 128256. * 16384) + 3 * attention) * batch / (16384 * 989.4e12 * step.time), exact));
  }
}

TEST_CASE("a step's breakdown sums to its time and every part is at least zero", "[parallelism]") {
  std::mt19937 random(1);
  const auto power = [&](int most) { return std::int64_t{1} << random() % (most + 1); };
  int fitting = 0;
  for (int i = 0; i < 3000; ++i) {
    const Layout layout{.tensor = power(4),
                        .pipeline = power(2),
                        .data = power(5),
                        .context = power(3),
                        .expert = power(4),
                        .chunks = power(1),
                        .micro_batch = power(2)};
    const StepOptions options{.recompute = static_cast<Recompute>(random() % 3),
                              .zero_stage = static_cast<double>(random() % 4),
                              .overlap = static_cast<double>(random() % 3) / 2};
    const auto step = parallelism::step(mixture, layout, h100, fabric, 2048. * 256, options);
    if (!step.fits) {
      CHECK_FALSE(step.note.empty());
      CHECK(std::isnan(step.time));
      continue;
    }
    ++fitting;
    double sum = 0;
    for (const auto& part : step.breakdown) {
      CHECK(part.amount >= 0);
      sum += part.amount;
    }
    CHECK_THAT(sum, WithinRel(step.time, exact));
    sum = 0;
    for (const auto& part : step.memory) {
      CHECK(part.amount >= 0);
      sum += part.amount;
    }
    CHECK_THAT(sum, WithinRel(step.memory_per_gpu, exact));
    CHECK(step.model_flops_utilization <= 465e12 / 989.4e12 * (1 + exact));
    if (layout.expert > 1) CHECK(step.breakdown.of("expert") > 0);
    if (layout.gpus() == 1) CHECK_THAT(step.breakdown.of("compute"), WithinRel(step.time, exact));
  }
  CHECK(fitting > 300);
}

TEST_CASE("with infinite bandwidth and no latency only what stages compute remains", "[parallelism]") {
  const network::Fabric<> perfect{.gpus_per_node = 8, .inner_bandwidth = inf, .outer_bandwidth = inf};
  const auto step = parallelism::step(mixture, {.tensor = 4, .pipeline = 2, .data = 8, .context = 2, .expert = 4}, h100,
                                      perfect, 2048. * 256);
  REQUIRE(step.fits);
  const auto& parts = step.breakdown;
  CHECK_THAT(parts.of("compute") + parts.of("bubble") + parts.of("imbalance"), WithinRel(step.time, exact));
}

TEST_CASE("the search finds what loops over every combination find", "[parallelism]") {
  auto chip = h100;
  for (const double shard_ranks : {0, 2, 8})
    for (const double memory : {1e12, 8e9, 2e9, 1e6})
      for (const std::int64_t gpus : {1, 6, 32}) {
        const StepOptions options{.shard_ranks = shard_ranks};
        chip.memory_bytes = memory;
        const double tokens = 2048. * 192;
        double best = inf;
        for_every_layout(gpus, 192, [&](const Layout& layout) {
          const auto step = parallelism::step(mixture, layout, chip, fabric, tokens, options);
          if (step.fits && step.time < best) best = step.time;
        });
        const auto found = best_layout(mixture, gpus, chip, fabric, tokens, options);
        CHECK(found.layout.has_value() == (best < inf));
        if (found.layout) {
          CHECK_THAT(found.step.time, WithinRel(best, exact));
          CHECK(found.layout->gpus() == gpus);
        } else {
          CHECK_THAT(found.note, ContainsSubstring("no layout of gpus"));
          CHECK_FALSE(found.rejected.empty());
          CHECK_THAT(found.rejected.front().reason,
                     ContainsSubstring(shard_ranks > double(gpus) ? "shard_ranks" : "memory_per_gpu"));
        }
      }
}

TEST_CASE("the search goes through all groups that share the state", "[parallelism]") {
  // where few ranks share, more expert ranks than they, and fewer
  for (const double shard_ranks : {2., 4., 8.})
    for (const double memory : {1e12, 2.5e9}) {
      CAPTURE(shard_ranks, memory);
      auto chip = h100;
      chip.memory_bytes = memory;
      const StepOptions options{.zero_stage = 3, .shard_ranks = shard_ranks};
      const std::int64_t gpus = 16, sequences = 48;
      const double tokens = 2048. * static_cast<double>(sequences);
      std::vector<double> times;
      for_every_layout(gpus, sequences, [&](const Layout& layout) {
        const auto step = parallelism::step(mixture, layout, chip, fabric, tokens, options);
        if (step.fits) times.push_back(step.time);
      });
      std::sort(times.begin(), times.end());
      const auto found = best_layout(mixture, gpus, chip, fabric, tokens, options, {.fastest = times.size() + 1, .mine = {}});
      REQUIRE(found.fastest.size() == times.size());
      for (std::size_t i = 0; i < times.size(); ++i) CHECK_THAT(found.fastest[i].time, WithinRel(times[i], exact));
    }
}

TEST_CASE("memory of the stages of a run falls by what one micro-batch leaves", "[parallelism]") {
  // 1F1B: of p stages the i-th has p - i micro-batches in flight; interleaved (2(p - i - 1) + (v - 1)p + 1)/v, never more than m
  for (const std::int64_t chunks : {1, 2})
    for (const std::int64_t micro_batches : {3, 8, 64}) {
      CAPTURE(chunks, micro_batches);
      auto shape = llama;
      shape.layers = 64;
      const Layout layout{.tensor = 8, .pipeline = 8, .chunks = chunks};
      const auto step = parallelism::step(shape, layout, h100, fabric, 8192. * static_cast<double>(micro_batches));
      REQUIRE(step.fits);
      // one layer, fused, of a tensor rank [B]: norms, q, k, v, output and sums, feed-forward
      const double r = 8192. / 8,
                   layer = 8 * 16384. * r + 8192 * (4 * 128 * 128. + 4 * 8 * 128 + 4 * 128) / 8 + 6. * 8192 * 53248 / 8;
      const auto in_flight = [&](std::int64_t i) {
        const double all = chunks == 1 ? static_cast<double>(8 - i) : (2. * static_cast<double>(7 - i) + 8 + 1) / 2;
        return std::min(all, static_cast<double>(micro_batches));
      };
      for (std::int64_t i = 1; i < 6; ++i)
        CHECK_THAT(step.stages[i].memory - step.stages[i + 1].memory,
                   WithinAbs(8 * layer * (in_flight(i) - in_flight(i + 1)), 1e-9 * step.stages[i].memory));
    }
}

TEST_CASE("the fastest layouts, and where one's own stands among all", "[parallelism]") {
  auto chip = h100;
  chip.memory_bytes = 4e9;
  const std::int64_t gpus = 12;
  const double tokens = 2048. * 192;
  // every layout by hand, with the memory there is and with all of it
  std::vector<double> times;
  std::vector<Layout> fitting, lacking;
  auto roomy = chip;
  roomy.memory_bytes = inf;
  for_every_layout(gpus, 192, [&](const Layout& layout) {
    const auto step = parallelism::step(mixture, layout, chip, fabric, tokens);
    if (step.fits) times.push_back(step.time), fitting.push_back(layout);
    else if (parallelism::step(mixture, layout, roomy, fabric, tokens).fits) lacking.push_back(layout);
  });
  REQUIRE(fitting.size() > 20);
  REQUIRE(lacking.size() > 20);
  for (std::size_t i = 0; i < fitting.size(); i += 7) {
    const auto found = best_layout(mixture, gpus, chip, fabric, tokens, {}, {.fastest = 10, .mine = fitting[i]});
    REQUIRE(found.mine);
    CHECK(found.mine->step.time == times[i]);
    CHECK(found.mine->rank == 1 + std::count_if(times.begin(), times.end(), [&](double x) { return x < times[i]; }));
    double behind = 0;
    for (const auto& part : found.mine->behind) behind += part.amount;
    CHECK_THAT(behind, WithinAbs(times[i] - found.step.time, 1e-12 * times[i]));
  }
  const auto found =
      best_layout(mixture, gpus, chip, fabric, tokens, {}, {.fastest = 10, .rejected = 100'000, .mine = lacking.front()});
  CHECK(found.mine->rank == 0);
  CHECK_THAT(found.mine->step.note, ContainsSubstring("memory_per_gpu"));
  REQUIRE(found.fastest.size() == 10);
  std::sort(times.begin(), times.end());
  for (std::size_t i = 0; i < 10; ++i) CHECK(found.fastest[i].time == times[i]);
  CHECK(found.fastest.front().layout == *found.layout);

  // what lacks memory alone comes before what could never be, and the first of it would be faster
  const auto& rejected = found.rejected;
  CHECK(found.fitting == static_cast<std::int64_t>(fitting.size()));
  CHECK(found.tried - found.fitting == static_cast<std::int64_t>(rejected.size()));
  CHECK(static_cast<std::size_t>(
            std::count_if(rejected.begin(), rejected.end(), [](const auto& r) { return r.time == r.time; })) == lacking.size());
  CHECK(std::is_partitioned(rejected.begin(), rejected.end(), [](const auto& r) { return r.time == r.time; }));
  CHECK(std::is_partitioned(rejected.begin(), rejected.end(), [&](const auto& r) { return r.time < found.step.time; }));
  for (const auto& one : rejected)
    if (one.time == one.time) CHECK(one.time == parallelism::step(mixture, one.layout, roomy, fabric, tokens).time);
    else CHECK(one.reason == parallelism::step(mixture, one.layout, roomy, fabric, tokens).note);
  const auto few = best_layout(mixture, gpus, chip, fabric, tokens, {}, {.rejected = 3});
  REQUIRE(few.rejected.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) CHECK(few.rejected[i].layout == rejected[i].layout);

  CHECK_THROWS_AS(best_layout(mixture, gpus, chip, fabric, tokens, {}, {.mine = Layout{}}), InvalidArgument);
  CHECK(best_layout(mixture, gpus, chip, fabric, tokens, {}, {.fastest = 0}).layout == found.layout);
}

TEST_CASE("what does not fit, and what is no step at all, is said with field and value", "[parallelism]") {
  auto small = h100;
  small.memory_bytes = 80e9;
  const auto full = parallelism::step(llama, {.tensor = 8, .pipeline = 16, .data = 128}, small, fabric, batch);
  CHECK_FALSE(full.fits);
  CHECK_THAT(full.memory_per_gpu, WithinAbs(84.7e9, 0.1e9));
  CHECK_THAT(full.note, ContainsSubstring("memory_per_gpu = 8474") && ContainsSubstring("memory_bytes = 8e+10"));
  for (const auto& uneven : {Layout{.data = 3}, Layout{.micro_batch = 3}, Layout{.data = 64, .micro_batch = 64}})
    CHECK_THAT(parallelism::step(llama, uneven, h100, fabric, batch).note,
               ContainsSubstring("2048"));  // sequences of the batch
  CHECK_THROWS_AS(parallelism::step(llama, {.tensor = 0}, h100, fabric, batch), DomainError);
  CHECK_THROWS_AS(parallelism::step(llama, {}, h100, fabric, batch + 1), DomainError);
  CHECK_THROWS_AS(parallelism::step(llama, {}, h100, fabric, NaN), DomainError);
  CHECK_THROWS_AS(parallelism::step(llama, {}, h100, fabric, batch, {.overlap = 2}), DomainError);
  CHECK_THROWS_AS(best_layout(llama, 0, h100, fabric, batch), DomainError);
}

TEST_CASE("a transfer time is a lower bound where a round of delays takes longer than the forward passes", "[parallelism]") {
  auto shape = llama;
  shape.layers = 16;
  const Layout layout{.pipeline = 4, .chunks = 2};
  const auto noted = [&](double delay) {
    const network::Fabric<> late{.gpus_per_node = 8, .inner_bandwidth = inf, .outer_bandwidth = inf, .inner_latency = delay};
    const auto step = parallelism::step(shape, layout, h100, late, 8 * 8192.);
    REQUIRE(step.fits);
    double forwards = 0;
    for (std::int64_t i = 0; i < 4; ++i) forwards += step.stages[i].forward;
    return std::pair{forwards, step.note.find("transfer is a lower bound") != step.note.npos};
  };
  const double forwards = noted(0).first;
  CHECK_FALSE(noted(0.99 * forwards / 8).second);  // of 4 stages and 2 chunks
  CHECK(noted(1.01 * forwards / 8).second);
}

TEST_CASE("a step of one stage, and one of whole rounds, has no bounds to tell of", "[parallelism]") {
  auto shape = llama;
  shape.layers = 16;
  CHECK(parallelism::step(shape, {.tensor = 8}, h100, fabric, 8 * 8192.).note.empty());
  auto chip = h100;
  chip.memory_bytes = inf;
  const network::Fabric<> at_once{.gpus_per_node = 8, .inner_bandwidth = inf, .outer_bandwidth = inf};
  CHECK(parallelism::step(shape, {.tensor = 8, .pipeline = 4}, chip, at_once, 8 * 8192.).note.empty());
  // rounds that are not whole: only where a transfer takes time is it bounded
  const auto noted = [&](const network::Fabric<>& by) {
    const auto step = parallelism::step(shape, {.tensor = 8, .pipeline = 4}, chip, by, 6 * 8192.);
    REQUIRE(step.fits);
    return step.note.find("transfer") != step.note.npos;
  };
  CHECK_FALSE(noted(at_once));
  CHECK(noted(fabric));
}

TEST_CASE("a step whose memory alone is beyond what numbers hold is none", "[parallelism]") {
  const auto step =
      parallelism::step(mixture, {}, {.peak_flops = 1e15, .achieved_flops = 5e14}, fabric, 2048, {.gradient_bytes = 1e300});
  CHECK_FALSE(step.fits);
  CHECK_THAT(step.note, ContainsSubstring("beyond what numbers hold"));
}

TEST_CASE("layouts of more than there can be are refused, not wrapped", "[parallelism]") {
  constexpr std::int64_t huge = std::int64_t{1} << 62, most = 2147483647;
  // 2^62 x 4 and 2^32 x 2^32 wrap to 0, which nothing can be divided by
  CHECK_THROWS_WITH(parallelism::step(llama, {.data = huge, .micro_batch = 4}, h100, fabric, batch),
                    ContainsSubstring("data") && ContainsSubstring("in [1, 2147483647]"));
  CHECK_THROWS_AS(parallelism::step(llama, {.pipeline = huge, .chunks = huge}, h100, fabric, batch), DomainError);
  const Layout all{.tensor = most, .pipeline = most, .data = most, .context = most, .micro_batch = most};
  CHECK(all.gpus() == std::numeric_limits<std::int64_t>::max());
  CHECK_THAT(parallelism::step(llama, all, h100, fabric, batch).note,
             ContainsSubstring("must be at most 9007199254740992 GPUs"));
  CHECK_FALSE(
      misfit({.pipeline = most, .data = 4, .chunks = most, .micro_batch = most}, {.layers = 126, .batch_sequences = 2048})
          .empty());
  CHECK_THROWS_WITH(parallelism::step(llama, {}, h100, fabric, 1e300),
                    ContainsSubstring("batch_tokens = 1e+300 must be at most"));
  auto deep = llama;
  deep.layers = 1e12;
  CHECK_THROWS_WITH(parallelism::step(deep, {}, h100, fabric, batch),
                    ContainsSubstring("layers = 1e+12 must be a whole number"));
}

TEST_CASE("a search among too many layouts is refused before it lasts", "[parallelism]") {
  CHECK_THROWS_WITH(best_layout(llama, std::int64_t{1} << 61, h100, fabric, batch), ContainsSubstring("gpus = 2.30584"));
  // 2^6 3^3 5^2 7 11 13 17: 84 x 20 x 10 x 4^4 = 4,300,800 splits into four
  CHECK_THROWS_WITH(best_layout(llama, 735134400, h100, fabric, batch), ContainsSubstring("gpus = 735134400 has more than"));
  // 2^4 3^2 5 7 11 13: 35 x 10 x 4^4
  CHECK(best_layout(llama, 720720, h100, fabric, batch).tried == 89600);
}

}  // namespace
