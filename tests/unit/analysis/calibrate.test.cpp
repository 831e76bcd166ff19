// SPDX-License-Identifier: Apache-2.0
// Constants of a machine: found again from steps made of them, with intervals that hold them as often as they say.
#include "scaling_limits/analysis/calibrate.hpp"

#include <Eigen/LU>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>

#include "support/digits.hpp"
#include "support/tables.hpp"
#include "support/tolerance.hpp"

using namespace scaling_limits;
using analysis::calibrate;
using analysis::Calibration;
using analysis::machine_constants;
using analysis::MeasuredStep;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using testing::wide;

namespace {

const network::Fabric<> fabric{
    .gpus_per_node = 8, .inner_bandwidth = 450e9, .outer_bandwidth = 50e9, .inner_latency = 5e-6, .outer_latency = 12e-6};
const workload::Chip<> truth{.peak_flops = 1e15,
                             .achieved_flops = 6.2e14,
                             .attention_flops = 3.1e14,
                             .memory_bandwidth = 2.2e12,
                             .operation_time = 24e-6,
                             .memory_bytes = 80e9};
const workload::Chip<> guess = workload::guess_chip(1e15, 3.3e12, 80e9);

workload::TransformerShape<> dense(double hidden, double layers, double sequence) {
  return {.layers = layers,
          .hidden = hidden,
          .feed_forward = 3.5 * hidden,
          .query_heads = hidden / 128,
          .key_value_heads = 8,
          .head_size = 128,
          .vocabulary = 128256,
          .sequence_length = sequence};
}

/// Large products, small ones, long contexts, experts, stages, sharded weights: each constant is asked for.
std::vector<MeasuredStep> cases() {
  workload::TransformerShape<> mixture = dense(2048, 4, 4096);
  mixture.experts = 64, mixture.active_experts = 6, mixture.expert_feed_forward = 1024, mixture.dense_layers = 1;
  return {
      {.shape = dense(8192, 8, 4096), .layout = {.tensor = 2, .data = 4}, .batch_tokens = 16 * 4096., .id = "dense"},
      {.shape = dense(8192, 8, 4096), .layout = {.tensor = 8}, .batch_tokens = 8 * 4096., .id = "cut in eight"},
      {.shape = dense(4096, 4, 65536), .layout = {.context = 8}, .batch_tokens = 65536, .id = "long"},
      {.shape = mixture, .layout = {.data = 8, .expert = 8}, .batch_tokens = 32 * 4096., .id = "experts"},
      {.shape = dense(1024, 8, 1024), .layout = {.data = 8}, .batch_tokens = 8 * 1024., .id = "small"},
      {.shape = dense(8192, 8, 4096),
       .layout = {.pipeline = 4, .data = 2},
       .batch_tokens = 16 * 4096.,
       .id = "stages",
       .options = {.recompute = parallelism::Recompute::full}},
      {.shape = dense(4096, 16, 2048),
       .layout = {.data = 64},
       .batch_tokens = 128 * 2048.,
       .id = "sharded",
       .options = {.zero_stage = 3, .overlap = 0.4}},
      {.shape = dense(2048, 12, 8192), .layout = {.data = 8}, .batch_tokens = 16 * 8192., .id = "middle"},
  };
}

double step_time(const MeasuredStep& row, workload::Chip<> chip) {
  chip.memory_bytes = inf;
  return parallelism::step(row.shape, row.layout, chip, fabric, row.batch_tokens, row.options).time;
}

/// As a machine of these constants takes them, each time off by a factor.
template <class Factor>
std::vector<MeasuredStep> made(const workload::Chip<>& chip, const Factor& factor, int times = 1) {
  std::vector<MeasuredStep> rows;
  for (int k = 0; k < times; ++k)
    for (const MeasuredStep& one : cases()) rows.push_back(one);
  for (MeasuredStep& row : rows) row.time = step_time(row, chip) * factor();
  return rows;
}
std::vector<MeasuredStep> exact_rows() {
  return made(truth, [] { return 1.; });
}

double& constant(workload::Chip<>& chip, std::string_view name) {
  return chip.*fields_of<workload::Chip<>>[index_of<workload::Chip<>>(name)].member;
}
double constant(const workload::Chip<>& of, std::string_view name) {
  workload::Chip<> chip = of;
  return constant(chip, name);
}

/// Rows of d ln time/d ln constant by central differences of the step in 50 digits.
Eigen::Matrix<double, Eigen::Dynamic, 4> slopes_by_differences(const std::vector<MeasuredStep>& rows,
                                                               const workload::Chip<>& at) {
  Eigen::Matrix<double, Eigen::Dynamic, 4> slopes(static_cast<Eigen::Index>(rows.size()), 4);
  const wide h("1e-15");
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t k = 0; k < 4; ++k) {
      const auto log_time = [&](const wide& factor) {
        auto chip = converted<workload::Chip, wide>(at);
        chip.memory_bytes = inf;
        auto& moved = chip.*fields_of<workload::Chip<wide>>[index_of<workload::Chip<wide>>(machine_constants[k])].member;
        moved = moved * factor;
        const auto step =
            parallelism::step(converted<workload::TransformerShape, wide>(rows[i].shape), rows[i].layout, chip,
                              converted<network::Fabric, wide>(fabric), wide(rows[i].batch_tokens), rows[i].options);
        return wide(log(step.time));
      };
      slopes(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) =
          static_cast<double>(wide((log_time(exp(h)) - log_time(exp(wide(-h)))) / (2 * h)));
    }
  return slopes;
}

}  // namespace

TEST_CASE("table: CalibrateOptions", "[analysis]") {
  CHECK(testing::table_of<analysis::CalibrateOptions>() ==
        "noise = 0.03 [1]: in [1e-06, 10], usually 0.01 to 0.1\n"
        "prior = 0.3 [1]: in [1e-06, 10], usually 0.1 to 1\n");
}

TEST_CASE("calibrate: what lies between two gradients is the least of a walk from one to the other", "[analysis]") {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  const auto drawn = [&] { return Eigen::Vector4d(normal(random), normal(random), normal(random), normal(random)); };
  int inside = 0;
  for (int i = 0; i < 200; ++i) {
    Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity() * 0.1;
    for (int k = 0; k < 4; ++k) {
      const Eigen::Vector4d x = drawn();
      matrix += x * x.transpose();
    }
    const Eigen::Vector4d a = drawn(), b = drawn();
    const auto size = [&](double t) {
      const Eigen::Vector4d x = b + t * (a - b);
      return x.dot(matrix.inverse() * x);
    };
    double least = 0;
    for (int k = 0; k <= 4000; ++k)
      if (size(k / 4000.) < size(least)) least = k / 4000.;
    const bool between = least > 0 && least < 1;
    inside += between;
    const Eigen::LDLT<Eigen::Matrix4d> solver(matrix);
    const Eigen::Vector4d found = analysis::detail::between(a, b, solver);
    if (between) CHECK((found - b - least * (a - b)).norm() <= (a - b).norm() / 2000);
    else CHECK(found == a);
  }
  CHECK((inside > 20 && inside < 180));
}

TEST_CASE("calibrate: rows that scatter more than is said tell less of what to measure next", "[analysis]") {
  int k = 0;
  const auto rows = made(truth, [&] { return ++k % 2 ? 1.2 : 0.85; }, 2);
  const Calibration found = calibrate(rows, guess, fabric);
  CHECK(found.settled);
  REQUIRE(found.noise > 0.1);
  const auto slopes = slopes_by_differences(rows, found.chip);
  const Eigen::Matrix4d said =
      slopes.transpose() * slopes / (found.noise * found.noise) + Eigen::Matrix4d::Identity() / (0.3 * 0.3);
  CHECK((found.information - said).norm() <= 1e-9 * said.norm());
  // of two alike the first comes first
  const auto all = cases();
  CHECK(found.next(std::vector{all[2], all[2]}) == std::vector<std::size_t>{0, 1});
}

TEST_CASE("calibrate: rows that nothing explains come to rest too", "[analysis]") {
  for (const double apart : {3., 30., 1e3, 1e5}) {
    CAPTURE(apart);
    int k = 0;
    const Calibration found = calibrate(made(truth, [&] { return ++k % 2 ? apart : 1 / apart; }), guess, fabric);
    CHECK(found.settled);
  }
}

TEST_CASE("calibrate: an absurd time has its step beside it", "[analysis]") {
  auto rows = exact_rows();
  rows.resize(1);
  rows[0].time = 5e-324;
  const Calibration found = calibrate(rows, guess, fabric);
  CHECK(found.modelled[0] == step_time(rows[0], found.chip));
  CHECK(found.errors[0] == inf);
}

TEST_CASE("calibrate: the sharpest noise beside the loosest prior still has intervals", "[analysis]") {
  auto rows = exact_rows();
  rows.resize(2);  // two rows, four constants: what they leave open is as wide as the prior
  for (const auto& [noise, prior] :
       {std::pair{1e-6, 10.}, {1e-6, 3.}, {1e-6, 1e-6}, {3., 1e-6}, {3., 3.}, {10., 1e-6}, {10., 10.}}) {
    CAPTURE(noise, prior);
    const Calibration found = calibrate(rows, guess, fabric, {.noise = noise, .prior = prior});
    const auto slopes = slopes_by_differences(rows, found.chip).cast<wide>().eval();
    const wide n(noise), p(prior);
    const Eigen::Matrix<wide, 4, 4> inverse =
        (slopes.transpose() * slopes / (n * n) + Eigen::Matrix<wide, 4, 4>::Identity() / (p * p)).inverse();
    for (Eigen::Index k = 0; k < 4; ++k)
      CHECK_THAT(found.covariance(k, k), WithinRel(static_cast<double>(inverse(k, k)), 0.01));
  }
}

TEST_CASE("Constants are found again from the steps that they make", "[analysis]") {
  const Calibration found = calibrate(exact_rows(), guess, fabric, {.noise = 1e-6});
  CHECK(found.settled);
  CHECK(found.note.empty());
  for (const auto name : machine_constants)
    CHECK_THAT(constant(found.chip, name), WithinRel(constant(truth, name), 1e-8));  // what the prior still pulls
  CHECK(found.chip.peak_flops == guess.peak_flops);
  CHECK(found.chip.memory_bytes == 80e9);
  CHECK(found.worst_error < 1e-9);
  CHECK(found.noise == 1e-6);
  CHECK(found.degrees == inf);
}

TEST_CASE("Where the fit rests, nothing pulls any more: against 50-digit slopes", "[analysis]") {
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  for (const double noise : {0.01, 0.05, 0.3}) {
    CAPTURE(noise);
    const auto rows = made(truth, [&] { return std::exp(noise * normal(random)); });
    const Calibration found = calibrate(rows, guess, fabric);
    REQUIRE(found.settled);
    const auto slopes = slopes_by_differences(rows, found.chip);
    Eigen::Vector4d pull = Eigen::Vector4d::Zero(), size = Eigen::Vector4d::Zero();
    double squares = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double residual = std::log(step_time(rows[i], found.chip) / rows[i].time) / 0.03;
      const Eigen::Vector4d along = slopes.row(static_cast<Eigen::Index>(i)).transpose() / 0.03;
      pull += residual * along, size += std::fabs(residual) * along.cwiseAbs();
      squares += residual * residual;
      CHECK_THAT(found.errors[i], WithinAbs(step_time(rows[i], found.chip) / rows[i].time - 1, 1e-12));
      CHECK_THAT(found.modelled[i], WithinRel(step_time(rows[i], found.chip), 1e-12));
    }
    for (int k = 0; k < 4; ++k) {
      const double x = std::log(constant(found.chip, machine_constants[static_cast<std::size_t>(k)]) /
                                constant(guess, machine_constants[static_cast<std::size_t>(k)]));
      CHECK_THAT(pull[k] + x / 0.09, WithinAbs(0, 1e-6 * (size[k] + std::fabs(x) / 0.09)));  // a search ends before rounding
    }
    // covariance and intervals from the same slopes
    const double u = std::fmax(1, squares / 4);
    const Eigen::Matrix4d expected =
        (slopes.transpose() * slopes / square(0.03) + Eigen::Matrix4d::Identity() / 0.09).inverse() * u;
    CHECK((found.covariance - expected).norm() < 1e-9 * expected.norm());  // of a matrix inverted by another route
    CHECK_THAT(found.noise, WithinRel(0.03 * std::sqrt(u), 1e-9));
    CHECK(found.degrees == (u > 1 ? 4 : inf));
    // quantiles of Student's t with 4 degrees and of the normal, from tables
    const double q = u > 1 ? 2.131846786326649 : 1.6448536269514722;
    for (int k = 0; k < 4; ++k) {
      const auto name = machine_constants[static_cast<std::size_t>(k)];
      const auto [low, high] = found.interval(name);
      CHECK_THAT(low, WithinRel(constant(found.chip, name) * std::exp(-q * std::sqrt(expected(k, k))), 1e-8));
      CHECK_THAT(high, WithinRel(constant(found.chip, name) * std::exp(q * std::sqrt(expected(k, k))), 1e-8));
      const auto wider = found.interval(name, 0.99);
      CHECK((wider[0] < low && wider[1] > high));
    }
  }
}

TEST_CASE("Nothing near the answer is better, on a bend of the model too", "[analysis]") {
  // in the fourteenth set an exchange of the sharded row is as long as the pass beside it
  std::mt19937_64 random(5), directions(1);
  std::normal_distribution<double> normal;
  for (int set = 0; set < 16; ++set) {
    CAPTURE(set);
    workload::Chip<> chip = guess;
    for (const auto name : machine_constants) constant(chip, name) *= std::exp(0.3 * normal(random));
    const auto rows = made(chip, [&] { return std::exp(0.03 * normal(random)); });
    const Calibration found = calibrate(rows, guess, fabric);
    REQUIRE(found.settled);
    const auto sum_at = [&](const std::array<double, 4>& moved) {
      workload::Chip<> at = found.chip;
      double sum = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        constant(at, machine_constants[k]) *= std::exp(moved[k]);
        sum += square(std::log(constant(at, machine_constants[k]) / constant(guess, machine_constants[k])) / 0.3);
      }
      for (const MeasuredStep& row : rows) sum += square(std::log(step_time(row, at) / row.time) / 0.03);
      return sum;
    };
    const double least = sum_at({});
    for (const double size : {1e-2, 1e-3, 1e-4, 1e-5})
      for (int k = 0; k < 50; ++k) {
        std::array<double, 4> moved;
        for (double& x : moved) x = size * normal(directions);
        CHECK(sum_at(moved) >= least - 2e-6 * (1 + least));  // what the fit takes for nothing, twice
      }
  }
}

TEST_CASE("Intervals of 90 % hold the constants in nine of ten sets of rows", "[analysis]") {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  constexpr int sets = 400;
  // as noisy as said, and twice: then the rows say so, and intervals are Student's
  for (const double noise : {0.03, 0.06}) {
    std::map<std::string_view, int> held;
    for (int set = 0; set < sets; ++set) {
      workload::Chip<> chip = guess;
      for (const auto name : machine_constants) constant(chip, name) *= std::exp(0.3 * normal(random));
      // each measured twice: with few rows what is known of the noise is little, and intervals hold more than they say
      const auto rows = made(chip, [&] { return std::exp(noise * normal(random)); }, 2);
      const Calibration found = calibrate(rows, guess, fabric);
      REQUIRE(found.settled);
      for (const auto name : machine_constants) {
        const auto [low, high] = found.interval(name);
        held[name] += low <= constant(chip, name) && constant(chip, name) <= high;
      }
    }
    int all = 0;
    for (const auto name : machine_constants) {
      CAPTURE(noise, name, held[name]);
      CHECK(held[name] >= 0.86 * sets);
      CHECK(held[name] <= 0.97 * sets);
      all += held[name];
    }
    CAPTURE(noise, all);
    CHECK(all >= 0.86 * 4 * sets);
    CHECK(all <= 0.97 * 4 * sets);
  }
}

TEST_CASE("What to measure next is what a brute force over determinants picks", "[analysis]") {
  std::vector<MeasuredStep> rows = exact_rows(), candidates = cases();
  rows.resize(1);
  const Calibration found = calibrate(rows, guess, fabric);
  const std::vector<std::size_t> order = found.next(candidates);
  const auto slopes = slopes_by_differences(candidates, found.chip), own = slopes_by_differences(rows, found.chip);
  const double weight = 1 / square(found.noise);
  Eigen::Matrix4d known = own.transpose() * own * weight + Eigen::Matrix4d::Identity() / square(0.3);
  std::vector<bool> taken(candidates.size());
  REQUIRE(order.size() == candidates.size());
  for (const std::size_t picked : order) {
    std::size_t best = 0;
    double largest = -inf;
    Eigen::Matrix4d then;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (taken[i]) continue;
      const Eigen::Matrix4d with =
          known + slopes.row(static_cast<Eigen::Index>(i)).transpose() * slopes.row(static_cast<Eigen::Index>(i)) * weight;
      if (const double told = std::log(with.determinant()); told > largest) largest = told, best = i, then = with;
    }
    CHECK(picked == best);
    taken[best] = true, known = then;
  }
  CHECK(found.next({}).empty());
}

TEST_CASE("One row moves what it informs, the rest stays at the guess", "[analysis]") {
  std::vector<MeasuredStep> rows = exact_rows();
  rows.resize(1);
  rows[0].options.kernels = parallelism::Kernels::unfused;  // no fused attention: its rate is not asked for
  rows[0].shape.gated = 0, rows[0].shape.key_value_heads = rows[0].shape.query_heads;
  rows[0].time = step_time(rows[0], truth);
  const Calibration found = calibrate(rows, guess, fabric);
  CHECK_THAT(found.chip.attention_flops, WithinRel(guess.attention_flops, 1e-12));
  CHECK_THAT(found.covariance(1, 1), WithinRel(square(0.3), 1e-12));
  CHECK(found.chip.achieved_flops > guess.achieved_flops);
  CHECK(found.covariance(0, 0) < 0.5 * square(0.3));
}

TEST_CASE("A row that ran fits, whatever the model says of its memory", "[analysis]") {
  workload::Chip<> small = guess;
  small.memory_bytes = 1e9;
  const Calibration found = calibrate(exact_rows(), small, fabric);
  CHECK(found.chip.memory_bytes == 1e9);
  CHECK(found.chip.achieved_flops == calibrate(exact_rows(), guess, fabric).chip.achieved_flops);
  for (std::size_t i = 0; i < found.modelled_memory.size(); ++i) {
    const MeasuredStep row = cases()[i];
    CHECK(found.modelled_memory[i] ==
          parallelism::step(row.shape, row.layout, truth, fabric, row.batch_tokens, row.options).memory_per_gpu);
  }
}

TEST_CASE("Times that no machine takes give an answer that says so", "[analysis]") {
  std::vector<MeasuredStep> rows = exact_rows();
  for (const double factor : {1e-30, 1e-3, 1e3, 1e30}) {
    CAPTURE(factor);
    auto off = rows;
    for (MeasuredStep& row : off) row.time *= factor;
    const Calibration found = calibrate(off, guess, fabric);
    CHECK(std::isfinite(found.noise));
    CHECK((found.settled || !found.note.empty()));
    if (factor < 1) CHECK_THAT(found.note, ContainsSubstring("peak_flops"));
  }
}

TEST_CASE("What cannot be fitted is refused by name", "[analysis]") {
  const auto rows = exact_rows();
  const auto says = [](const std::string& text) { return MessageMatches(ContainsSubstring(text)); };
  CHECK_THROWS_MATCHES(calibrate({}, guess, fabric), InvalidArgument, says("rows must hold one measured step at least"));
  for (const double time : {0., -1., inf, NaN}) {
    auto off = rows;
    off[2].time = time;
    CHECK_THROWS_MATCHES(calibrate(off, guess, fabric), DomainError,
                         says("row 'long': time = " + to_text(time) + " must be > 0 and finite [s]"));
  }
  auto off = rows;
  off[1].layout.tensor = 7, off[1].id.clear();
  CHECK_THROWS_MATCHES(calibrate(off, guess, fabric), InvalidArgument,
                       says("rows[1]: tensor = 7 must divide query_heads = 64"));
  off = rows;
  off[3].options.kernels = parallelism::Kernels::unfused;
  CHECK_THROWS_MATCHES(calibrate(off, guess, fabric), InvalidArgument, says("row 'experts': step: kernels = 'unfused'"));
  off = rows;
  off[4].options.overlap = 2;
  CHECK_THROWS_MATCHES(calibrate(off, guess, fabric), DomainError, says("row 'small': step: overlap = 2 must be in [0, 1]"));
  for (const auto name : machine_constants)
    for (const double value : {0., -1., inf, NaN}) {
      workload::Chip<> chip = guess;
      constant(chip, name) = value;
      CHECK_THROWS_MATCHES(calibrate(rows, chip, fabric), DomainError, says("guess: " + std::string(name) + " = "));
    }
  for (const double value : {0., -1., 1.7e308, inf, NaN}) {
    CHECK_THROWS_MATCHES(calibrate(rows, guess, fabric, {.noise = value}), DomainError, says("calibrate: noise = "));
    CHECK_THROWS_MATCHES(calibrate(rows, guess, fabric, {.prior = value}), DomainError, says("calibrate: prior = "));
  }
  const Calibration found = calibrate(rows, guess, fabric);
  CHECK_THROWS_MATCHES(found.interval("peak_flops"), InvalidArgument,
                       says("'peak_flops' must be one of achieved_flops, attention_flops, memory_bandwidth, operation_time"));
  for (const double level : {0., 1., NaN})
    CHECK_THROWS_MATCHES(found.interval("achieved_flops", level), DomainError, says("level = "));
  off = cases();
  off[0].layout.data = 3;
  CHECK_THROWS_MATCHES(found.next(off), InvalidArgument, says("row 'dense': data = 3"));
}
