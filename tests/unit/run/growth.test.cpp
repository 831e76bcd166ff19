// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/run/growth.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "../../support/agrees.hpp"
#include "../../support/derivatives.hpp"

namespace scaling_limits::testing {

using Catch::Matchers::ContainsSubstring;

namespace {

const TrainingRun<> run{.gpus = 1000,
                        .gpu_mttf = 1e8,
                        .checkpoint_bytes = 1e12,
                        .write_bandwidth = 1e11,
                        .read_bandwidth = 2e11,
                        .storage_latency = 2,
                        .initialization_time = 300,
                        .downtime = 60};

}  // namespace

TEST_CASE("what follows from a run by division", "[run]") {
  CHECK(run.mtbf() == 1e5);
  CHECK(run.failure_rate() == 1e-5);
  CHECK(run.write_time() == 12);
  CHECK(run.read_time() == 7);
  CHECK(run.restart_time() == 307);
  auto other = run;
  other.gpu_mttf = inf;
  other.read_bandwidth = inf;
  CHECK(other.failure_rate() == 0);
  CHECK(other.mtbf() == inf);
  CHECK(other.read_time() == 2);  // the latency remains
}

TEST_CASE("a storage tier fills bandwidths and latency, the job's or each GPU's", "[run]") {
  const auto shared = run.saved_to(storage::Tier<>{.write_bandwidth = 5e11, .latency = 1});
  CHECK((shared.write_bandwidth == 5e11 && shared.read_bandwidth == inf && shared.storage_latency == 1));
  const auto local = run.saved_to(storage::Tier<>{.write_bandwidth = 2e9, .read_bandwidth = 3e9, .per_gpu = 1});
  CHECK((local.write_bandwidth == 2e12 && local.read_bandwidth == 3e12 && local.storage_latency == 0));
  CHECK(local.initialization_time == run.initialization_time);
  CHECK_THROWS_AS(run.saved_to(storage::Tier<>{}), DomainError);
  CHECK_THROWS_AS(run.saved_to(storage::Tier<>{.write_bandwidth = 0}), DomainError);
  // and the growth of a run on it
  const auto law = growth::chinchilla().saved_to(storage::Tier<>{.write_bandwidth = 2e9, .per_gpu = 1});
  CHECK((law.of("write_bandwidth") == 1 && law.of("read_bandwidth") == 1 && law.of("checkpoint_bytes") == 0.5));
  // four times the GPUs bring four times their bandwidth, whichever comes first
  const storage::Tier<> tier{.write_bandwidth = 2e9, .read_bandwidth = 3e9, .per_gpu = 1};
  const auto grown = growth::fixed().saved_to(tier).at(run.saved_to(tier), 4000.0);
  auto larger = run;
  larger.gpus = 4000;
  CHECK_THAT(grown.write_bandwidth, agrees(larger.saved_to(tier).write_bandwidth, ulp(tolerance::closed_form)));
}

TEST_CASE("every field grows by its own power of the size, relative to the run's", "[run]") {
  for (std::size_t i = 1; i < fields_of<TrainingRun<>>.size(); ++i) {
    const auto& field = fields_of<TrainingRun<>>[i];
    for (const double exponent : {-2.0, 0.25, 0.5, 1.0, 3.0}) {
      const auto at = growth::fixed().with(field.name, exponent).at(run, 8000.0);
      CHECK_THAT(at.gpus, agrees(8000.0, ulp(tolerance::closed_form)));
      for (std::size_t j = 1; j < fields_of<TrainingRun<>>.size(); ++j) {
        const auto& other = fields_of<TrainingRun<>>[j];
        const double factor = i == j ? std::pow(8.0, exponent) : 1;
        CHECK_THAT(at.*other.member,
                   agrees(run.*other.member * factor, ulp(2 * tolerance::closed_form)));  // exp of a rounded logarithm
      }
    }
  }
}

TEST_CASE("what a row is multiplied by, in words; none where it does not grow", "[run]") {
  const auto law = growth::fixed().with("checkpoint_bytes", 0.5);
  CHECK(law.factor_text(law.named("checkpoint_bytes"), 16384, 40000) == "(40000 / 16384)^0.5");
  CHECK(law.factor_text(law.named("gpu_mttf"), 16384, 40000).empty());
  CHECK(law.factor_text(law.named("schedule_time"), 16384, 40000).empty());
}

TEST_CASE("a row says which rate and times its field enters, and on which side: seen by moving it", "[run]") {
  // the product or the time behind each bit, but for what other bits bring
  const auto moved = [](const TrainingRun<>& from, const TrainingRun<>& to, unsigned bit) {
    using namespace enters;
    if (bit == failure_rate) return to.failure_rate() / from.failure_rate();
    if (bit == downtime) return to.downtime / from.downtime;
    if (bit == write_transfer) return (to.write_time() - to.storage_latency) / (from.write_time() - from.storage_latency);
    if (bit == read_transfer) return (to.read_time() - to.storage_latency) / (from.read_time() - from.storage_latency);
    const auto own = [&](const TrainingRun<>& r) {
      return bit == write_time  ? r.write_time() - r.checkpoint_bytes / r.write_bandwidth
             : bit == read_time ? r.read_time() - r.checkpoint_bytes / r.read_bandwidth
                                : r.restart_time() - r.read_time();
    };
    return own(to) / own(from);
  };
  for (const auto& field : fields_of<TrainingRun<>>) {
    auto other = run;
    other.*field.member *= 1.5;
    for (unsigned bit = 1; bit <= enters::downtime; bit *= 2) {
      CAPTURE(field.name, bit);
      const double factor = moved(run, other, bit);
      if (!(field.enters & bit)) CHECK_THAT(factor, agrees(1.0, relative(1e-14)));  // a difference of two times
      else CHECK((factor > 1) == (field.effect != Effect::help));
      if ((field.enters & bit) && bit <= enters::read_transfer)
        CHECK_THAT(factor, agrees(field.effect == Effect::help ? 1 / 1.5 : 1.5, relative(1e-14)));
    }
  }
  // and in size: the exponent of each product, whichever field grows
  for (std::size_t i = 0; i < fields_of<TrainingRun<>>.size(); ++i) {
    const auto law = i == 0 ? growth::fixed() : growth::fixed().with(fields_of<TrainingRun<>>[i].name, 0.7);
    for (const unsigned bit : {enters::failure_rate, enters::write_transfer, enters::read_transfer})
      CHECK_THAT(std::log(moved(run, law.at(run, 8000.0), bit)) / std::log(8.0) + 1,
                 agrees(law.exponent_in(bit) + 1, relative(1e-13)));  // logarithms of differences
  }
  CHECK(growth::fixed().least_time_exponent() == 0);
  CHECK(growth::proportional().least_time_exponent() == 0);  // the latency stays
  CHECK(growth::fixed().with("read_bandwidth", 1).least_time_exponent() == -1);
  CHECK(growth::fixed().with("downtime", -0.3).least_time_exponent() == -0.3);
}

TEST_CASE("presets: nothing grows, bytes with the root of the size, bytes with the size", "[run]") {
  for (const auto& exponent : growth::fixed().exponents) CHECK(exponent == 0);
  CHECK_THAT(growth::chinchilla().at(run, 4000.0).checkpoint_bytes, agrees(2e12, ulp(tolerance::closed_form)));
  CHECK_THAT(growth::proportional().at(run, 4000.0).checkpoint_bytes, agrees(4e12, ulp(tolerance::closed_form)));
  CHECK(growth::proportional().at(run, 4000.0).write_bandwidth == run.write_bandwidth);
}

TEST_CASE("zero and infinity stay what they are at every size", "[run]") {
  auto ends = run;
  ends.gpu_mttf = ends.read_bandwidth = inf;
  ends.storage_latency = ends.downtime = 0;
  const auto law = growth::power_law(
      {{"gpu_mttf", -5}, {"read_bandwidth", -5}, {"storage_latency", 5}, {"downtime", 5}, {"initialization_time", 400}});
  for (const double gpus : {1e-200, 1e200}) {
    const auto at = law.at(ends, gpus);
    CHECK((at.gpu_mttf == inf && at.read_bandwidth == inf && at.storage_latency == 0 && at.downtime == 0));
    CHECK(at.initialization_time == (gpus < 1 ? 0 : inf));  // past the range of double
  }
}

TEST_CASE("gpus, unknown fields and exponents that are no numbers are refused by name", "[run]") {
  CHECK_THROWS_WITH(growth::power_law({{"gpus", 1}}), ContainsSubstring("gpus"));
  CHECK_THROWS_WITH(growth::power_law({{"bandwidth", 1}}), ContainsSubstring("bandwidth"));
  CHECK_THROWS_WITH(growth::fixed().with("downtime", inf), ContainsSubstring("downtime"));
  CHECK_THROWS_WITH(growth::fixed().with("downtime", NaN), ContainsSubstring("downtime"));
  CHECK_THROWS_AS(growth::fixed().of("gpus"), InvalidArgument);
}

TEST_CASE("slopes of a grown field: its exponent in ln N, its own derivative kept, at zero too", "[run]") {
  const auto law = growth::chinchilla();
  const auto at = law.grown(run, dual<double>(std::log(4.0), 1.0));
  CHECK_THAT(at.checkpoint_bytes.slope, agrees(0.5 * at.checkpoint_bytes.value, ulp(tolerance::closed_form)));
  CHECK(at.gpus.slope == at.gpus.value);
  CHECK(at.downtime.slope == 0);
  auto unit = run;
  unit.checkpoint_bytes = 1;
  CHECK(law.grown(unit, dual<double>(0.0, 1.0)).checkpoint_bytes.slope == 0.5);
  auto varied = converted<TrainingRun, dual<double>>(run);
  varied.downtime = dual<double>(0.0, 1.0);
  varied.initialization_time = dual<double>(0.0, 1.0);
  const auto there = law.with("initialization_time", 2).grown(varied, dual<double>(std::log(4.0)));
  CHECK(there.downtime.slope == 1);
  CHECK_THAT(there.initialization_time.slope, agrees(16.0, ulp(tolerance::closed_form)));
}

TEST_CASE("an invalid run is refused with field, value, bounds and unit", "[run]") {
  CHECK_NOTHROW(validate(run));
  for (const auto& field : fields_of<TrainingRun<>>) {
    for (const double bad : {-1.0, NaN, -inf}) {
      auto other = run;
      other.*field.member = bad;
      CHECK_THROWS_WITH(validate(other),
                        ContainsSubstring("TrainingRun: " + std::string(field.name) + " = ") && ContainsSubstring("must be"));
    }
    auto endless = run;
    endless.*field.member = inf;
    const bool may = field.name == "gpu_mttf" || field.name.ends_with("bandwidth");
    if (may) CHECK_NOTHROW(validate(endless));
    else CHECK_THROWS_AS(validate(endless), DomainError);
    auto zero = run;
    zero.*field.member = 0;
    if (may || field.name == "gpus") CHECK_THROWS_AS(validate(zero), DomainError);
    else CHECK_NOTHROW(validate(zero));
  }
}

}  // namespace scaling_limits::testing
