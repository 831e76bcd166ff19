// SPDX-License-Identifier: Apache-2.0
// Restarts whose parts a growth law names: limits against sizes that are gone through one by one, with the parts set by hand.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "scaling_limits/analysis/cause_levers.hpp"
#include "scaling_limits/analysis/compare.hpp"
#include "scaling_limits/analysis/explain.hpp"
#include "scaling_limits/analysis/levers.hpp"
#include "scaling_limits/limits/worth.hpp"
#include "scaling_limits/strategies/under_causes.hpp"
#include "support/agrees.hpp"
#include "support/causes.hpp"
#include "support/planned_run.hpp"
#include "support/strategies.hpp"

using namespace scaling_limits;
using namespace scaling_limits::strategies;
using namespace scaling_limits::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A run, the parts of its restart and a law that names some of them.
struct Drawn {
  TrainingRun<> run = planned;
  RestartParts<> parts{};
  growth::PowerLaw law = growth::chinchilla();
  std::vector<failures::Cause<>> causes{};

  explicit Drawn(Sampler& random) {
    run.gpus = std::round(random.log_uniform(256, 100'000)), run.gpu_mttf = random.log_uniform(1e7, 1e9);
    parts = {.schedule_time = random.log_uniform(10, 600),
             .process_time = random.log_uniform(1, 60),
             .communicator_time = random.log_uniform(1, 60),
             .communicator_growth = random.log_uniform(0.1, 100),
             .communicator_gpus = random.log_uniform(1e3, 1e5),
             .warm_up_time = random.log_uniform(1, 100)};
    if (random.chance(0.5)) parts.reader_gpus = random.log_uniform(64, 4096);
    if (random.chance(0.5)) parts.reader_bandwidth = random.log_uniform(1e8, 1e10);
    if (random.chance(0.3) && parts.knows_readers())
      parts.broadcast = 1, parts.broadcast_bandwidth = random.log_uniform(1e8, 1e10);
    for (const auto& field : growth::named_fields)
      if (field.of_restart && random.chance(0.4)) law.of(field) = random.uniform(-0.3, 0.6);
    if (random.chance(0.3)) causes = {{.name = "hang", .share = 0.1, .detection = 2700, .extra_restart = 60}};
  }
  /// Its goodput at a size, all that grows set by hand.
  template <class St>
  double by_hand(double gpus, const St& s) const {
    const double by = gpus / run.gpus;
    TrainingRun<> there = run;
    there.gpus = gpus, there.checkpoint_bytes *= std::sqrt(by);
    RestartParts<> restart = parts;
    restart.schedule_time *= std::pow(by, law.of("schedule_time")),
        restart.process_time *= std::pow(by, law.of("process_time"));
    restart.communicator_time *= std::pow(by, law.of("communicator_time"));
    restart.warm_up_time *= std::pow(by, law.of("warm_up_time"));
    if (restart.knows_readers()) restart.reader_gpus = std::max(1.0, restart.reader_gpus * std::pow(by, law.of("reader_gpus")));
    if (restart.reader_bandwidth < inf) restart.reader_bandwidth *= std::pow(by, law.of("reader_bandwidth"));
    if (restart.broadcast_bandwidth < inf) restart.broadcast_bandwidth *= std::pow(by, law.of("broadcast_bandwidth"));
    return goodput(there, under_causes(causes, s, restart));
  }
};

}  // namespace

TEST_CASE("a law may name the parts of a restart that are times, bandwidths or readers", "[run][limits]") {
  std::string names;
  for (const auto& field : growth::named_fields)
    if (field.of_restart) names += std::string(field.name) + " ";
  CHECK(names == "schedule_time process_time communicator_time warm_up_time reader_gpus reader_bandwidth broadcast_bandwidth ");
  for (const auto& field : fields_of<RestartParts<>>)
    CHECK(index_of<TrainingRun<>>(field.name) == fields_of<TrainingRun<>>.size());
  CHECK_THROWS_WITH(growth::power_law({{"communicator_growth", 1}}), ContainsSubstring("communicator_exponent"));
  for (const char* other : {"communicator_gpus", "communicator_exponent", "broadcast", "weight_share"})
    CHECK_THROWS_WITH(growth::power_law({{other, 1}}), ContainsSubstring("'" + std::string(other) + "' of a restart is"));
}

TEST_CASE("limits of a restart that grows are where a walk over sizes finds them", "[limits]") {
  Sampler random(2107);
  const auto asked = [&](const Drawn& d, const auto& s) {
    const auto under = under_causes(d.causes, s, d.parts);
    const auto held = limits::max_gpus(d.run, limits::goodput_at_least(0.8), d.law, under);
    CAPTURE(std::string(s.name()), d.run.gpus, held.value, held.note);
    // from the far end down, then by halves
    const auto holds = [&](double u) { return d.by_hand(d.run.gpus * std::exp(u), s) >= 0.8; };
    double above = std::log(1e9 / d.run.gpus), below = above;
    while (below > -20 && !holds(below)) above = below, below -= 0.01;
    if (below <= -20 || above == below) {
      CHECK(held.status != limits::Status::ok);
      return;
    }
    for (int i = 0; i < 60; ++i) (holds(0.5 * (above + below)) ? below : above) = 0.5 * (above + below);
    REQUIRE(held.status == limits::Status::ok);
    CHECK_THAT(held.value, agrees(d.run.gpus * std::exp(below), relative(1e-9)));  // halves of a goodput in double
    CHECK_THAT(d.by_hand(held.value, s), agrees(0.8, relative(tolerance::two_routes)));
  };
  for (int i = 0; i < 12; ++i) {
    const Drawn d(random);
    asked(d, blocking());
    asked(d, asynchronous(2e12, 0.05));
    asked(d, multilevel({{host, 0.8}, {files, 0.2}}));
  }
}

TEST_CASE("the peak of a restart that grows is the highest of all sizes, and flat", "[limits]") {
  Sampler random(2111);
  for (int i = 0; i < 20; ++i) {
    const Drawn d(random);
    const auto under = under_causes(d.causes, blocking(), d.parts);
    const auto peak = limits::max_gpus(d.run, limits::peak_throughput(), d.law, under);
    if (peak.status != limits::Status::ok) continue;
    CAPTURE(i, peak.value, peak.note);
    CHECK_THAT(peak.goodput, agrees(d.by_hand(peak.value, blocking()), relative(tolerance::two_routes)));
    double best = 0;
    for (double gpus = 10; gpus < 1e9; gpus *= 1.01) best = std::max(best, gpus * d.by_hand(gpus, blocking()));
    CHECK(peak.value * peak.goodput >= best * (1 - 1e-12));  // of two that are one
    CHECK(peak.value * peak.goodput <= best * (1 + 1e-3));   // steps of 1 % miss so much
  }
}

TEST_CASE("slopes of a restart that grows are those of differences", "[limits]") {
  Sampler random(2113);
  for (int i = 0; i < 20; ++i) {
    const Drawn d(random);
    const auto under = under_causes(d.causes, blocking(), d.parts);
    const limits::Problem problem{d.run, limits::peak_throughput(), d.law, under};
    const double u = random.uniform(-1, 2), h = 1e-5;
    const auto ln = [&](double at) { return std::log(d.by_hand(d.run.gpus * std::exp(at), blocking())) + at; };
    const double slope = (ln(u + h) - ln(u - h)) / (2 * h);
    CAPTURE(i, u);
    CHECK(std::abs(problem.log_throughput(dual<double>(u, 1.0)).slope - slope) < 1e-8 * (1 + std::abs(slope)));
    const auto worth = limits::worth_at(d.run, d.run.gpus * std::exp(u), d.law, under);
    CHECK(std::abs(worth.elasticity - slope) < 1e-8 * (1 + std::abs(slope)));
    // and of the limit in a field of the run
    const auto size = [&](double life) {
      auto other = d.run;
      other.gpu_mttf *= life;
      return limits::max_gpus(other, limits::goodput_at_least(0.8), d.law, under);
    };
    const auto limit = size(1);
    if (limit.status != limits::Status::ok) continue;
    const double exact = analysis::elasticity(limit, 1, d.run, limits::goodput_at_least(0.8), d.law, under),
                 moved = std::log(size(1 + 1e-5).value / size(1 - 1e-5).value) / 2e-5;
    CHECK(std::abs(exact - moved) < 1e-5 * (1 + std::abs(moved)));
  }
}

TEST_CASE("a part that grows from the run's size is a communicator that grows from there", "[limits]") {
  for (const double exponent : {0.0, 0.3, 1.0, 1.7}) {
    const auto law = growth::chinchilla().with("schedule_time", exponent);
    const RestartParts<> said{.schedule_time = 300, .reader_gpus = 128},
        same{.communicator_growth = 300, .communicator_gpus = 16'384, .communicator_exponent = exponent, .reader_gpus = 128};
    const auto equal = [&](const auto& s, const auto& criterion) {
      const auto one = limits::max_gpus(planned, criterion, law, under_causes({}, s, said));
      const auto other = limits::max_gpus(planned, criterion, growth::chinchilla(), under_causes({}, s, same));
      CAPTURE(std::string(s.name()), exponent, one.value, other.value, one.note);
      CHECK(one.status == other.status);
      CHECK_THAT(one.value, agrees(other.value, relative(tolerance::two_routes)));
      CHECK_THAT(one.goodput, agrees(other.goodput, relative(tolerance::two_routes)));
    };
    equal(blocking(), limits::goodput_at_least(0.9));
    equal(blocking(), limits::peak_throughput());
    equal(multilevel({{host, 0.8}, {files, 0.2}}), limits::goodput_at_least(0.9));
    equal(replicated(), limits::goodput_at_least(0.45));
    equal(elastic(32), limits::goodput_at_least(0.9));
  }
  // digits that stand elsewhere: a start-up of 300 s that grows with the size to 0.3
  const auto under = under_causes({}, blocking(), RestartParts<>{.schedule_time = 300});
  const auto law = growth::chinchilla().with("schedule_time", 0.3);
  CHECK(std::abs(limits::max_gpus(planned, limits::goodput_at_least(0.9), law, under).value - 30'160.9) < 0.05);
  const auto peak = limits::max_gpus(planned, limits::peak_throughput(), law, under);
  CHECK(std::abs(peak.value - 184'424) < 0.5);
  CHECK(std::abs(peak.useful_gpus() - 79'725) < 0.5);
}

TEST_CASE("a part grows with the whole run, as its fields do, whoever restarts", "[limits]") {
  // learners that fail apart, of which each restarts as the run's own initialization_time grows
  auto run = planned;
  run.initialization_time = 300;
  const auto own = growth::chinchilla().with("initialization_time", 0.3),
             part = growth::chinchilla().with("schedule_time", 0.3);
  const RestartParts<> parts{.schedule_time = 300};
  for_one_of_each_kind([&](const auto& s) {
    const auto of_run = limits::max_gpus(run, limits::goodput_at_least(0.45), own, under_causes({}, s));
    const auto of_parts = limits::max_gpus(planned, limits::goodput_at_least(0.45), part, under_causes({}, s, parts));
    CAPTURE(std::string(s.name()), of_run.value, of_parts.value);
    CHECK(of_run.status == of_parts.status);
    CHECK_THAT(of_parts.value, agrees(of_run.value, relative(tolerance::two_routes)));
  });
}

TEST_CASE("whoever grows a run grows the parts of its restart", "[limits]") {
  const auto law = growth::chinchilla().with("schedule_time", 0.3).with("reader_gpus", 0.5);
  const std::vector<failures::Cause<>> causes{{.name = "hang", .share = 0.1, .detection = 2700}};
  const auto under = under_causes(causes, blocking(), RestartParts<>{.schedule_time = 300, .reader_gpus = 128});
  const auto criterion = limits::goodput_at_least(0.9);
  const auto limit = limits::max_gpus(planned, criterion, law, under);
  CHECK_THAT(limits::worth_at(planned, limit.value, law, under).efficiency, agrees(0.9, relative(tolerance::two_routes)));
  const auto compared = analysis::compare(planned, law, {limit.value}, under);
  CHECK_THAT(compared.rows[0].goodput[0], agrees(0.9, relative(tolerance::two_routes)));
  const auto text = analysis::explain(limit, planned, criterion, law, under);
  CHECK_THAT(text, ContainsSubstring("schedule_time       = 300 s x (" + to_text(limit.value, 6) + " / 16384)^0.3 = ") &&
                       ContainsSubstring("reader_gpus         = 128 x ("));
  const auto levers = analysis::cause_levers(limit, planned, criterion, law, under);
  for (const auto& lever : levers) {
    if (lever.field != "detection") continue;
    const auto moved = [&](double by) {
      auto other = causes;
      other[0].detection *= by;
      return limits::max_gpus(planned, criterion, law, with_stops(blocking(), Stops<>{other, under.stops->restart})).value;
    };
    CHECK(std::abs(lever.elasticity - std::log(moved(1 + 1e-5) / moved(1 - 1e-5)) / 2e-5) < 1e-6);
  }
  // one that grows by another law, or from another size, is not what is asked
  const auto other = growing(under, growth::fixed().with("schedule_time", 2), 100.0);
  REQUIRE(other);
  CHECK(limits::max_gpus(planned, criterion, law, *other).value == limit.value);
  const auto fixed = limits::max_gpus(planned, criterion, growth::chinchilla(), *other);
  CHECK(fixed.value == limits::max_gpus(planned, criterion, growth::chinchilla(), under).value);
  CHECK(!growing(under, growth::chinchilla(), 100.0));
}

TEST_CASE("one root is looked for where no part gets cheaper faster than failures come", "[limits]") {
  const auto rises = [](const char* part, double exponent, const RestartParts<>& parts, const auto& s) {
    const auto law = growth::fixed().with(part, exponent);
    const auto under = under_causes({}, s, parts);
    return limits::Problem{planned, limits::peak_throughput(), law, under}.rises();
  };
  const RestartParts<> times{.schedule_time = 300}, few{.reader_gpus = 64}, many{.reader_gpus = 256},
      sent{.reader_gpus = 256, .broadcast = 1, .broadcast_bandwidth = 1e9}, limited{.reader_bandwidth = 1e9};
  for (const double exponent : {0.3, 2.0, -0.3}) CHECK(rises("schedule_time", exponent, times, blocking()));
  CHECK(!rises("schedule_time", -1.5, times, blocking()));
  CHECK(!rises("schedule_time", -0.3, times, blocking(1200)));  // where the interval is given times may not fall
  CHECK(rises("schedule_time", 0.3, times, blocking(1200)));
  CHECK(rises("warm_up_time", -1.5, times, blocking()));  // it takes none
  CHECK(rises("reader_gpus", 0.5, many, blocking()));
  CHECK(
      !rises("reader_gpus", 0.5, few, blocking()));  // one GPU holds a copy up to four: from there on copies rise less steeply
  for (const double exponent : {-0.5, 1.5}) CHECK(!rises("reader_gpus", exponent, many, blocking()));
  CHECK(!rises("reader_gpus", 0.5, sent, blocking()));
  CHECK(rises("broadcast_bandwidth", 0.5, sent, blocking()));
  CHECK(!rises("broadcast_bandwidth", 1.5, sent, blocking()));
  CHECK(!rises("reader_bandwidth", -0.5, limited, blocking()));
}

TEST_CASE("a part of a restart that is not given is refused by name, with the way", "[limits]") {
  const auto law = growth::fixed().with("schedule_time", 0.3);
  const auto says = ContainsSubstring(
      "growth: 'schedule_time' is a part of a restart, of which none is given: give its parts ('restart') beside the law, or "
      "let "
      "'initialization_time' grow");
  const auto peak = limits::peak_throughput();
  CHECK_THROWS_WITH(limits::max_gpus(planned, peak, law), says);
  CHECK_THROWS_WITH(limits::max_gpus(planned, peak, law, under_causes({}, blocking())), says);
  CHECK_THROWS_WITH(limits::worth_at(planned, 1000, law, blocking()), says);
  CHECK_THROWS_WITH(analysis::compare(planned, law, {1000}, blocking()), says);
  CHECK_THROWS_WITH(analysis::compare(planned, law, {1000}, {analysis::Contender{.name = "mine"}}), says);
  // and a derivative that nobody takes
  auto moved = converted<TrainingRun, dual<double>>(planned);
  moved.gpus.slope = 1;
  const auto under = under_causes({}, blocking(), RestartParts<>{.schedule_time = 300});
  CHECK_THROWS_WITH(limits::max_gpus(moved, peak, law, under),
                    ContainsSubstring("growth: 'schedule_time' grows from the size of the run, which a scenario"));
  moved.gpus.slope = 0, moved.downtime.slope = 1;
  CHECK(limits::max_gpus(moved, peak, law, under).value.slope < 0);
}
