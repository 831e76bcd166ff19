// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/limits/max_gpus.hpp>
#include <scaling_limits/strategies/asynchronous.hpp>
#include <scaling_limits/strategies/in_memory.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "../../support/agrees.hpp"
#include "../../support/derivatives.hpp"
#include "../../support/reference_run.hpp"

namespace scaling_limits::testing {

using namespace limits;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

constexpr double hour = 3600;
/// Llama 3 405B on the figures of the published estimate.
const TrainingRun<> epoch{.gpus = 16'384, .gpu_mttf = 50'000 * hour, .checkpoint_bytes = 5e12, .write_bandwidth = 2e12};
const TrainingRun<> with_restart{
    .gpus = 16'384, .gpu_mttf = 50'677 * hour, .checkpoint_bytes = 5e12, .write_bandwidth = 2e12, .initialization_time = 300};

constexpr const char* growing[] = {"gpu_mttf",        "checkpoint_bytes",    "write_bandwidth", "read_bandwidth",
                                   "storage_latency", "initialization_time", "downtime"};

/// terms - target of each criterion, from the second writing of the model: above zero where it fails.
template <class W>
W fails_by(const goodput_at_least& c, const ReferenceRun<W>& model, const W& u) {
  using std::log;
  return model.losses_at(u).sum() / -log(W(c.goodput)) - 1;
}
template <class W>
W fails_by(const elasticity_at_least& c, const ReferenceRun<W>& model, const W& u) {
  return model.slope_at(u) / W(c.target()) - 1;
}
template <class W>
W fails_by(const peak_throughput&, const ReferenceRun<W>& model, const W& u) {
  return model.slope_at(u) - 1;
}
template <class W>
W fails_by(const added_gpu_worth_at_least& c, const ReferenceRun<W>& model, const W& u) {
  using std::log;
  const W eps = model.slope_at(u);
  return eps < 1 ? W((model.losses_at(u).sum() - log(W(1 - eps))) / -log(W(c.worth)) - 1) : W(1e30);
}
template <class W>
W fails_by(const write_time_equals_mtbf&, const ReferenceRun<W>& model, const W& u) {
  const auto t = model.times_at(u);
  return t.rate * t.write - 1;
}

/// Everything a limit promises, judged by the second writing of the model.
template <class C>
void check_limit(const C& criterion, const ReferenceRun<long double>& model, bool& usable) {
  using std::log;
  const auto limit = max_gpus(model.run, criterion, model.law, model.strategy);
  const ReferenceRun<wide> precise{model.run, model.law, model.strategy};
  const auto u_of = [&](double gpus) {
    return std::log(static_cast<long double>(gpus) / static_cast<long double>(model.run.gpus));
  };
  const long double at = u_of(limit.value), from = u_of(1e-2), to = u_of(1e30);
  usable = limit.status == Status::ok && limit.value > 1e-30 && limit.value < 1e60;
  CAPTURE(criterion.name(), limit.value, limit.note);
  if (limit.status == Status::ok && !usable) return;
  for (const double root : limit.roots) {
    if (root < 1e-30 || root > 1e60) continue;
    const wide u = log(wide(wide(root) / wide(model.run.gpus)));
    CHECK(abs(static_cast<double>(fails_by(criterion, precise, u))) <= 1e-11);  // 1e-12 in ln N, times the slope of the terms
  }
  const auto holds = [&](long double u) { return fails_by(criterion, model, u) <= 0; };
  if (limit.status == Status::ok) {
    CHECK_THAT(limit.shares.sum(), agrees(1.0, ulp(2 * tolerance::sum_to_one)));  // terms of both signs add up to one
    CHECK(holds(at - 1e-6L));
    CHECK_FALSE(holds(at + 1e-6L));
  }
  for (int i = 0; i <= 150; ++i) {
    const long double u = from + (to - from) * i / 150;
    if constexpr (std::same_as<C, peak_throughput>) {
      if (limit.status == Status::ok) CHECK(model.log_throughput(u) <= model.log_throughput(at) + 1e-12L);  // rounding of ln N
    } else if (limit.status == Status::ok && u > at + 1e-6L) {
      CHECK_FALSE(holds(u));
    }
    if (limit.status == Status::infeasible) CHECK_FALSE(holds(u));
  }
  if (limit.status == Status::no_limit) CHECK(holds(to + 20));
}

ReferenceRun<long double> random_model(Sampler& random, bool falling) {
  ReferenceRun<long double> model;
  model.run = {.gpus = random.log_uniform(1, 1e6),
               .gpu_mttf = random.log_uniform(1e6, 1e10),
               .checkpoint_bytes = random.log_uniform(1e9, 1e15),
               .write_bandwidth = random.log_uniform(1e9, 1e14),
               .read_bandwidth = random.chance(0.4) ? inf : random.log_uniform(1e9, 1e14),
               .storage_latency = random.chance(0.5) ? 0 : random.log_uniform(1e-3, 100),
               .initialization_time = random.chance(0.4) ? 0 : random.log_uniform(0.1, 1e4),
               .downtime = random.chance(0.5) ? 0 : random.log_uniform(0.1, 1e4)};
  for (const char* field : growing)
    if (random.chance(0.4)) {
      const bool helps = field[0] == 'g' || std::string_view(field).ends_with("bandwidth");
      const double most = falling ? 1.5 : helps ? 0.4 : 1.0, least = falling ? -1.5 : helps ? -1.0 : 0.0;
      model.law = model.law.with(field, random.uniform(least, most));
    }
  if (random.chance(0.4)) model.strategy.persist_latency = random.log_uniform(1e-2, 1e3);
  if (random.chance(0.3)) model.strategy.slowdown = random.uniform(0, 0.9);
  if (random.chance(0.15))
    model.strategy.own_interval = (1 - model.strategy.slowdown) * model.strategy.persist_latency + random.log_uniform(1, 1e5);
  return model;
}

/// Terms that touch their target where ln N = 400, as its distance to the power 9.9: Newton steps shrink by a tenth and no more.
struct Flat {
  static constexpr int order = 0;
  static constexpr bool global_maximum = false, of_strategy = true, of_factors = true;
  static constexpr TermNames<0> own_terms{};
  static constexpr std::string_view text = "no search ends";
  static constexpr std::string_view name() { return "flat"; }
  void validate() const {}
  double target() const { return 0; }
  std::string equation() const { return "(ln N - 400)^9.9 = 0"; }
  template <class S>
  void terms(const AtSize<S>& at, Terms<S>& out) const {
    using std::exp;
    using std::log;
    const S apart = log(at.run.gpus) - S(400);
    const bool below = value_of(apart) < 0;
    const S power = exp(S(S(9.9) * log(below ? S(-apart) : apart)));
    out.append("flat", below ? S(-power) : power);
  }
};
constexpr std::array<Field<Flat, double>, 0> fields(const Flat*) { return {}; }

}  // namespace

TEST_CASE("a search that gives up is no limit: the status says so", "[limits]") {
  const auto limit = max_gpus(epoch, Flat{});
  CHECK(limit.status == Status::not_converged);
  CHECK(std::isnan(limit.value));
  CHECK_THAT(limit.note, ContainsSubstring("not converged: there is a size"));
  CHECK(to_word(limit.status) == "not converged");
}

TEST_CASE("where a strategy begins or ends to have an answer the search ends too, and says where", "[limits]") {
  // a write that is in flight for longer than the interval, from where 1.5e8 bytes of each GPU take 600 s at 50 GB/s
  const TrainingRun<> writing{.gpus = 1024, .gpu_mttf = inf, .checkpoint_bytes = 1.5e8 * 1024, .write_bandwidth = 5e10};
  const auto ends = max_gpus(writing, goodput_at_least{0.5}, growth::proportional(), strategies::asynchronous(1e15, 0, 600));
  CHECK(ends.status == Status::infeasible);
  CHECK_THAT(ends.note, StartsWith("infeasible: the criterion still holds at 200000 GPUs; beyond, asynchronous: interval"));
  // two copies need two machines, of 8 GPUs each
  const auto begins = max_gpus(with_restart, goodput_at_least{1 - 1e-12}, growth::fixed(), strategies::in_memory(2, "group"));
  CHECK(begins.status == Status::infeasible);
  CHECK(begins.note == "infeasible: no size meets the criterion, from 16 GPUs on, the least for the strategy in_memory");
}

TEST_CASE("published limits and the sizes put beside them", "[limits]") {
  CHECK_THAT(max_gpus(epoch, write_time_equals_mtbf{}).value, agrees(7.2e7, ulp(tolerance::closed_form)));
  const auto hard = max_gpus(epoch, write_time_equals_mtbf{}, growth::chinchilla());
  CHECK_THAT(hard.value, agrees(4.3957e6, relative(2e-5)));  // printed to 5 digits
  CHECK_THAT(hard.goodput, agrees(0.159, relative(5e-3)));   // printed to 3 digits
  CHECK_THAT(max_gpus(epoch, goodput_at_least{0.9}, growth::chinchilla()).value,
             agrees(134'637.495, relative(1e-8)));  // 9 digits
  const auto peak = max_gpus(epoch, peak_throughput());
  CHECK_THAT(peak.value / (50'000 * hour) * 2.5, agrees(0.7968121300, relative(1e-10)));  // 10 digits
  CHECK_THAT(peak.goodput, agrees(0.2031878700, relative(1e-9)));                         // 9 digits
  const auto growing_peak = max_gpus(epoch, peak_throughput(), growth::chinchilla());
  CHECK_THAT(growing_peak.goodput, agrees(0.3242432664, relative(2e-10)));  // 10 digits
  const double load = growing_peak.value / epoch.gpu_mttf * 2.5 * std::sqrt(growing_peak.value / 16'384);
  CHECK_THAT(load, agrees(0.4505044891, relative(2e-10)));  // 10 digits
  const auto restarting = max_gpus(with_restart, peak_throughput());
  CHECK_THAT(restarting.value, agrees(568'539.0, relative(1e-6)));  // printed to 6 digits
  CHECK(restarting.binding == "restart");
  CHECK_THAT(restarting.shares.sum(), agrees(1.0, ulp(tolerance::sum_to_one)));
}

TEST_CASE("a limit of a rising run is where its criterion stops to hold", "[limits]") {
  Sampler random(43);
  int useful = 0;
  for (int i = 0; i < 120; ++i) {
    const auto model = random_model(random, false);
    INFO("case " << i);
    bool usable = false;
    check_limit(goodput_at_least{random.uniform(0.01, 0.999)}, model, usable);
    useful += usable;
    check_limit(elasticity_at_least{random.uniform(-3, 0.99)}, model, usable);
    useful += usable;
    check_limit(peak_throughput{}, model, usable);
    useful += usable;
    check_limit(added_gpu_worth_at_least{random.uniform(0.01, 0.99)}, model, usable);
    useful += usable;
    check_limit(write_time_equals_mtbf{}, model, usable);
    useful += usable;
  }
  CHECK(useful > 400);
}

TEST_CASE("of several sizes the limit is the last at which the criterion holds, the peak the highest", "[limits]") {
  Sampler random(47);
  int useful = 0;
  for (int i = 0; i < 60; ++i) {
    const auto model = random_model(random, true);
    INFO("case " << i);
    bool usable = false;
    check_limit(goodput_at_least{random.uniform(0.01, 0.999)}, model, usable);
    useful += usable;
    check_limit(elasticity_at_least{random.uniform(-3, 0.99)}, model, usable);
    useful += usable;
    check_limit(peak_throughput{}, model, usable);
    useful += usable;
    check_limit(added_gpu_worth_at_least{random.uniform(0.01, 0.99)}, model, usable);
    useful += usable;
    check_limit(write_time_equals_mtbf{}, model, usable);
    useful += usable;
  }
  CHECK(useful > 100);
}

TEST_CASE("every root is listed where restarts get shorter with size", "[limits]") {
  const auto law = growth::power_law({{"initialization_time", -2}});
  const auto limit = max_gpus(with_restart, goodput_at_least{0.9}, law);
  REQUIRE(limit.roots.size() == 2);
  CHECK(limit.roots[0] < limit.roots[1]);
  CHECK(limit.value == limit.roots[1]);
  const ReferenceRun<wide> model{with_restart, law, {}};
  for (const double root : limit.roots)
    CHECK(abs(static_cast<double>(fails_by(goodput_at_least{0.9}, model, wide(log(wide(wide(root) / 16'384)))))) <=
          tolerance::two_routes);
}

TEST_CASE("no limit and infeasible are answers with a reason", "[limits]") {
  const auto bandwidth_grows = growth::power_law({{"write_bandwidth", 1}});
  const auto constant = max_gpus(epoch, goodput_at_least{0.9}, bandwidth_grows);
  CHECK((constant.status == Status::no_limit && constant.value == inf && !constant.note.empty()));
  CHECK(to_word(constant.status) == "no limit");
  const auto hopeless = max_gpus(epoch, goodput_at_least{0.9999}, bandwidth_grows);
  CHECK((hopeless.status == Status::infeasible && std::isnan(hopeless.value) && !hopeless.note.empty()));
  // the same through the solver: restart constant in units of the MTBF as well
  const auto mttf_grows = growth::power_law({{"gpu_mttf", 1}});
  CHECK(max_gpus(with_restart, goodput_at_least{0.9}, mttf_grows).status == Status::no_limit);
  CHECK(max_gpus(with_restart, goodput_at_least{0.99999}, mttf_grows).status == Status::infeasible);
  CHECK(max_gpus(with_restart, peak_throughput(), mttf_grows).status == Status::no_limit);
  CHECK(max_gpus(with_restart, added_gpu_worth_at_least{0.5}, mttf_grows).status == Status::no_limit);
  // exponents whose sum is zero but for rounding
  const auto rounded = growth::power_law({{"gpu_mttf", 0.7}, {"write_bandwidth", 0.1}, {"checkpoint_bytes", -0.2}});
  for (const double g : {0.9, 0.9999}) {
    const auto exact = max_gpus(epoch, goodput_at_least{g}, rounded),
               solved = solved_max_gpus(epoch, goodput_at_least{g}, rounded);
    CHECK(exact.status == (g < 0.95 ? Status::no_limit : Status::infeasible));
    CHECK(exact.status == solved.status);
  }
  // nothing fails, nothing is saved
  auto immortal = with_restart;
  immortal.gpu_mttf = inf;
  auto stateless = epoch;
  stateless.checkpoint_bytes = 0;
  const auto unlimited = [](const auto& limit) {
    return limit.status == Status::no_limit && limit.value == inf && !limit.note.empty();
  };
  for (const auto& run : {immortal, stateless}) {
    CHECK(unlimited(max_gpus(run, write_time_equals_mtbf{})));
    CHECK(unlimited(max_gpus(run, goodput_at_least{0.9})));
    CHECK(unlimited(max_gpus(run, efficiency_at_least{0.9})));
    CHECK(unlimited(max_gpus(run, peak_throughput{})));
    CHECK(unlimited(max_gpus(run, elasticity_at_least{0.9})));
    CHECK(unlimited(max_gpus(run, added_gpu_worth_at_least{0.9})));
    CHECK(unlimited(max_gpus(run, goodput_at_least{0.9}, growth::chinchilla())));
  }
}

TEST_CASE("an interval too short for one write in flight is infeasible, and the note says why", "[limits]") {
  const strategies::Blocking<> hasty{.own_interval = 10, .persist_latency = 60};
  const auto limit = max_gpus(with_restart, goodput_at_least{0.9}, growth::fixed(), hasty);
  CHECK(limit.status == Status::infeasible);
  CHECK_THAT(limit.note, ContainsSubstring("interval = 10"));
}

TEST_CASE("a limit is never floored and may be below one GPU", "[limits]") {
  auto slow = epoch;
  slow.write_bandwidth = 1e4;
  const auto limit = max_gpus(slow, goodput_at_least{0.999});
  CHECK(limit.status == Status::ok);
  CHECK((limit.value > 0 && limit.value < 1));
  CHECK_THAT(limit.note, ContainsSubstring("below one GPU"));
  CHECK(max_gpus(epoch, goodput_at_least{0.9}).note.empty());
}

TEST_CASE("shares are terms over target: losses by term, slopes by term, and elasticity beside the losses", "[limits]") {
  auto run = with_restart;
  run.downtime = 60;
  const strategies::Blocking<> plan{.persist_latency = 20, .slowdown = 0.1};
  const ReferenceRun<wide> model{run, growth::fixed(), plan};
  const auto u = [&](const auto& limit) { return wide(log(wide(wide(limit.value) / run.gpus))); };
  const auto goodput = max_gpus(run, goodput_at_least{0.8}, growth::fixed(), plan);
  const auto losses = model.losses_at(u(goodput));
  const wide target = -log(wide(0.8));
  CHECK_THAT(goodput.shares.of("checkpoint"), agrees(wide(losses.checkpoint / target), relative(tolerance::two_routes)));
  CHECK_THAT(goodput.shares.of("restart"), agrees(wide(losses.restart / target), relative(tolerance::two_routes)));
  CHECK_THAT(goodput.shares.of("downtime"), agrees(wide(losses.downtime / target), relative(tolerance::two_routes)));
  CHECK_THAT(goodput.goodput, agrees(0.8, relative(tolerance::two_routes)));
  const auto worth = max_gpus(run, added_gpu_worth_at_least{0.4}, growth::fixed(), plan);
  CHECK(worth.shares.size() == 4);
  CHECK_THAT(worth.shares.of("elasticity"),
             agrees(wide(-log(wide(1 - model.slope_at(u(worth)))) / -log(wide(0.4))), relative(1e-11)));  // differences
  const auto hard = max_gpus(run, write_time_equals_mtbf{}, growth::fixed(), plan);
  CHECK((hard.shares.size() == 1 && hard.shares[0].name == "checkpoint"));
  CHECK_THAT(hard.shares.sum(), agrees(1.0, ulp(tolerance::sum_to_one)));
}

TEST_CASE("criteria at the ends of their ranges have limits", "[limits]") {
  for (const auto& run : {epoch, with_restart}) {
    for (const double g : {1e-300, 1e-10, 1 - 1e-10, 1 - 2e-16}) {
      const auto limit = max_gpus(run, goodput_at_least{g});
      CHECK(limit.status == Status::ok);
      const ReferenceRun<wide> model{run, growth::fixed(), {}};
      CHECK(abs(static_cast<double>(fails_by(goodput_at_least{g}, model, wide(log(wide(wide(limit.value) / run.gpus)))))) <=
            tolerance::two_routes);
    }
    for (const double r : {-1e12, -1.0, 0.999999, 1 - 2e-16}) CHECK(max_gpus(run, elasticity_at_least{r}).status == Status::ok);
    for (const double v : {1e-300, 1 - 2e-16}) CHECK(max_gpus(run, added_gpu_worth_at_least{v}).status == Status::ok);
  }
  CHECK(max_gpus(with_restart, elasticity_at_least{0.9}).value < max_gpus(with_restart, elasticity_at_least{0.5}).value);
  CHECK(max_gpus(with_restart, elasticity_at_least{0}).value == max_gpus(with_restart, peak_throughput()).value);
}

TEST_CASE("limits lie anywhere from a part of a GPU to 1e30 GPUs", "[limits]") {
  auto cloud = epoch;
  cloud.checkpoint_bytes = 1e-12;
  cloud.initialization_time = 1e-20;
  const auto limit = max_gpus(cloud, goodput_at_least{0.9});
  CHECK(limit.status == Status::ok);
  CHECK(limit.value > 1e20);
  const ReferenceRun<wide> model{cloud, growth::fixed(), {}};
  CHECK(abs(static_cast<double>(fails_by(goodput_at_least{0.9}, model, wide(log(wide(wide(limit.value) / cloud.gpus)))))) <=
        tolerance::two_routes);
}

TEST_CASE("what is out of range is refused by name", "[limits]") {
  const auto refused = [](const auto& criterion) { CHECK_THROWS_AS(max_gpus(epoch, criterion), DomainError); };
  for (const double bad : {0.0, 1.0, -0.5, 2.0, NaN, inf, -inf}) {
    refused(goodput_at_least{bad});
    refused(efficiency_at_least{bad});
    refused(added_gpu_worth_at_least{bad});
  }
  for (const double bad : {1.0, 2.0, NaN, inf, -inf}) refused(elasticity_at_least{bad});
  for (const auto& field : fields_of<TrainingRun<>>)
    for (const double bad : {-1.0, NaN, -inf}) {
      auto run = with_restart;
      run.*field.member = bad;
      CHECK_THROWS_WITH(max_gpus(run, peak_throughput()), ContainsSubstring(std::string(field.name)));
    }
  for (const char* field : {"gpus", "gpu_mttf", "write_bandwidth", "read_bandwidth"}) {
    auto run = with_restart;
    run.*fields_of<TrainingRun<>>[index_of<TrainingRun<>>(field)].member = 0;
    CHECK_THROWS_WITH(solved_max_gpus(run, peak_throughput()), ContainsSubstring(field));
  }
  CHECK_THROWS_AS(max_gpus(epoch, peak_throughput(), growth::fixed(), strategies::Blocking<>{.slowdown = 1}), DomainError);
  CHECK_THROWS_AS(growth::power_law({{"gpus", 1}}), InvalidArgument);
  CHECK_THROWS_AS(growth::power_law({{"write_time", 1}}), InvalidArgument);
  CHECK_THROWS_AS(growth::power_law({{"downtime", NaN}}), DomainError);
}

namespace {

/// A factor of its own: losses a ln N + (N / n)^p.
template <class P = double>
struct Synchronising {
  P scale = P(1e5);
  static constexpr bool rises_with_size = true;
  void validate() const {}
  template <class S>
  Terms<S> losses(const S& gpus) const {
    using std::log;
    using std::sqrt;
    return {{"synchronisation", S(S(0.01) * log(gpus))}, {"stragglers", S(sqrt(S(gpus / S(scale))))}};
  }
};
/// The same, without the promise.
struct Unpromising {
  Synchronising<> inner;
  void validate() const {}
  template <class S>
  Terms<S> losses(const S& gpus) const {
    return inner.losses(gpus);
  }
};

}  // namespace

TEST_CASE("factors join the losses of the strategy: by substitution, with or without the promise that they rise", "[limits]") {
  const Synchronising<> factor;
  const auto efficiency = max_gpus(with_restart, efficiency_at_least{0.5}, growth::fixed(), strategies::blocking(), factor);
  const ReferenceRun<wide> model{with_restart, growth::fixed(), {}};
  const auto others = [](const wide& gpus) { return wide(wide(0.01) * log(gpus) + sqrt(wide(gpus / wide(1e5)))); };
  const wide n(efficiency.value);
  CHECK_THAT(static_cast<double>(model.losses_at(wide(log(wide(n / 16'384)))).sum() + others(n)),
             agrees(wide(log(wide(2))), relative(tolerance::two_routes)));
  CHECK_THAT(efficiency.goodput * efficiency.efficiency, agrees(0.5, relative(tolerance::two_routes)));
  CHECK(efficiency.shares.size() == 5);
  const auto peak = max_gpus(with_restart, peak_throughput(), growth::fixed(), strategies::blocking(), factor);
  const wide p(peak.value), slope = model.slope_at(wide(log(wide(p / 16'384)))) + wide(0.01) + sqrt(wide(p / wide(1e5))) / 2;
  CHECK_THAT(static_cast<double>(slope), agrees(1.0, relative(1e-11)));  // differences
  const Unpromising silent{factor};
  CHECK_THAT(max_gpus(with_restart, peak_throughput(), growth::fixed(), strategies::blocking(), silent).value,
             agrees(peak.value, relative(tolerance::two_routes)));
  CHECK_THAT(max_gpus(with_restart, efficiency_at_least{0.5}, growth::fixed(), strategies::blocking(), silent).value,
             agrees(efficiency.value, relative(tolerance::two_routes)));
  // goodput does not look at them
  CHECK_THAT(max_gpus(epoch, goodput_at_least{0.9}, growth::chinchilla(), strategies::blocking(), factor).value,
             agrees(max_gpus(epoch, goodput_at_least{0.9}, growth::chinchilla()).value, relative(tolerance::two_routes)));
}

namespace {

/// Lost or not by the power of two that a size lies in, all beyond 2^20.
struct Alternating {
  void validate() const {}
  template <class S>
  Terms<S> losses(const S& gpus) const {
    const double octave = std::floor(std::log2(value_of(gpus)));
    return {{"alternation", S(octave < 0 || octave >= 20 || std::fmod(octave, 2) == 1 ? 10 : 0)}};
  }
};
/// Forty losses, each with a name of its own.
struct Manifold {
  std::vector<std::string> terms;
  Manifold() {
    for (int i = 0; i < 40; ++i) terms.push_back("term " + std::to_string(i));
  }
  static constexpr bool rises_with_size = true;
  void validate() const {}
  template <class S>
  Terms<S> losses(const S& gpus) const {
    Terms<S> losses;
    for (const auto& term : terms) losses.append(term, S(gpus / S(1e8)));
    return losses;
  }
};

/// What a mistake in a strategy of one's own may look like: work out of nothing, up to twice the run's.
struct Gaining {
  std::string_view name() const { return "gaining"; }
  void validate() const {}
  std::string note(const TrainingRun<>&) const { return {}; }
  template <class S>
  S interval(const TrainingRun<S>&) const {
    return S(1);
  }
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    return {{"restart", S(run.gpus / S(1e6))}, {"gain", S(-2)}};
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>&) const {
    return {{"useful", S(1)}};
  }
};

}  // namespace

TEST_CASE("what says that more than all time is useful is no answer, and the strategy is named", "[limits]") {
  const auto limit = max_gpus(epoch, peak_throughput(), growth::fixed(), Gaining{});  // at 1e6 GPUs, with a goodput of e
  CHECK(limit.status == Status::infeasible);
  CHECK_THAT(limit.note, ContainsSubstring("at 1e+06 GPUs the strategy gaining loses less than nothing"));
  const auto held = max_gpus(epoch, goodput_at_least{0.5}, growth::fixed(), Gaining{});  // here 2 - ln 2 of them are lost
  CHECK(held.status == Status::ok);
  CHECK_THAT(held.value, agrees(1e6 * (2 + std::log(2.)), relative(1e-12)));
}

TEST_CASE("more sizes and more terms than an answer holds are counted, and the note says so", "[limits]") {
  auto immortal = epoch;
  immortal.gpu_mttf = inf;
  const auto often = max_gpus(immortal, efficiency_at_least{0.5}, growth::fixed(), strategies::blocking(), Alternating{});
  CHECK(often.status == Status::ok);
  CHECK_THAT(often.value, agrees(524288.0, relative(1e-9)));  // 2^19, where the last octave that holds ends
  CHECK(often.roots.size() == 8);
  CHECK(often.roots.found() == 20);
  CHECK_THAT(often.note, ContainsSubstring("changes sides at 20 sizes, of which roots holds 8"));
  const Manifold manifold;
  const auto many = max_gpus(epoch, efficiency_at_least{0.9}, growth::fixed(), strategies::blocking(), manifold);
  CHECK(many.shares.size() == Terms<double>::capacity);
  CHECK_THAT(many.shares.sum(), agrees(1.0, ulp(10 * tolerance::sum_to_one)));  // of 32 terms
  CHECK_THAT(many.note, ContainsSubstring("more terms than 32: the last of them together are 'other'"));
  CHECK(max_gpus(epoch, efficiency_at_least{0.9}).roots.found() == 1);
}

TEST_CASE("the limit's derivatives of both orders agree with 50-digit differences, solved and in closed form", "[limits]") {
  const auto in_bandwidth = [](const TrainingRun<>& from, const auto& criterion, const auto& law, const auto& strategy) {
    return [&](const auto& bandwidth) {
      using S = std::remove_cvref_t<decltype(bandwidth)>;
      auto run = converted<TrainingRun, S>(from);
      run.write_bandwidth = bandwidth;
      return max_gpus(run, criterion, law, strategy).value;
    };
  };
  const auto every = [&](const auto& criterion) {
    for (const auto& strategy : {strategies::Blocking<>{}, strategies::Blocking<>{.persist_latency = 60, .slowdown = 0.1}})
      for (const auto& law : {growth::fixed(), growth::chinchilla()})
        for (const auto& run : {epoch, with_restart}) expect_derivative(in_bandwidth(run, criterion, law, strategy), 2e12);
  };
  every(goodput_at_least{0.9});
  every(peak_throughput{});
  every(added_gpu_worth_at_least{0.5});
  every(write_time_equals_mtbf{});
  expect_derivative(
      [](const auto& time) {
        auto run = converted<TrainingRun, std::remove_cvref_t<decltype(time)>>(with_restart);
        run.initialization_time = time;
        return max_gpus(run, elasticity_at_least{0.5}, growth::power_law({{"initialization_time", -2}})).value;  // scanned
      },
      300);
}

TEST_CASE("derivatives that a strategy or factor brings along do not mix with slopes in size", "[limits]") {
  using D = dual<double>;
  const auto run = converted<TrainingRun, D>(with_restart);
  for (const auto& strategy : {strategies::Blocking<D>{.persist_latency = D(60.0, 1.0)}}) {
    const double h = 1e-3, here = max_gpus(run, goodput_at_least{0.9}, growth::fixed(), strategy).value.slope;
    const auto at = [](double latency) {
      return max_gpus(with_restart, goodput_at_least{0.9}, growth::fixed(), strategies::Blocking<>{.persist_latency = latency})
          .value;
    };
    CHECK_THAT(here, agrees((at(60 + h) - at(60 - h)) / (2 * h), relative(1e-7)));  // differences in double
  }
  const Synchronising<D> factor{.scale = D(1e5, 1.0)};
  const auto with = [](double scale) {
    return max_gpus(with_restart, peak_throughput(), growth::fixed(), strategies::blocking(), Synchronising<>{.scale = scale})
        .value;
  };
  const double slope = max_gpus(run, peak_throughput(), growth::fixed(), strategies::blocking(), factor).value.slope;
  CHECK_THAT(slope, agrees((with(1e5 + 1) - with(1e5 - 1)) / 2, relative(1e-7)));  // differences in double
}

TEST_CASE("a time of zero has a derivative too, in closed form as well", "[limits]") {
  for (const char* name : {"initialization_time", "downtime", "storage_latency"}) {
    const std::size_t i = index_of<TrainingRun<>>(name);
    auto run = converted<TrainingRun, dual<double>>(epoch);
    run.*fields_of<TrainingRun<dual<double>>>[i].member = dual<double>(0.0, 1.0);
    auto shifted = epoch;
    const double h = 1e-5;
    shifted.*fields_of<TrainingRun<>>[i].member = h;
    for (const auto& law : {growth::fixed(), growth::chinchilla()}) {
      const double here = max_gpus(epoch, goodput_at_least{0.9}, law).value;
      const double slope = (max_gpus(shifted, goodput_at_least{0.9}, law).value - here) / h;
      CHECK_THAT(max_gpus(run, goodput_at_least{0.9}, law).value.slope,
                 agrees(slope, relative(1e-3)));  // a one-sided difference
    }
  }
}

TEST_CASE("a limit in float and long double agrees with the one in double", "[limits]") {
  const auto precise = max_gpus(converted<TrainingRun, long double>(with_restart), goodput_at_least{0.9});
  const auto single = max_gpus(converted<TrainingRun, float>(with_restart), goodput_at_least{0.9});
  const double here = max_gpus(with_restart, goodput_at_least{0.9}).value;
  CHECK_THAT(here, agrees(precise.value, relative(1e-14)));  // a few ulp through ln N
  CHECK_THAT(static_cast<double>(single.value), agrees(here, relative(tolerance::single_precision)));
  const auto widest = max_gpus(converted<TrainingRun, wide>(with_restart), goodput_at_least{0.9});
  CHECK_THAT(static_cast<double>(precise.value), agrees(widest.value, relative(1e-15)));
  const ReferenceRun<wide> model{with_restart, growth::fixed(), {}};
  CHECK(abs(fails_by(goodput_at_least{0.9}, model, wide(log(wide(widest.value / 16'384))))) <
        wide("1e-15"));  // the target is a double
}

}  // namespace scaling_limits::testing
