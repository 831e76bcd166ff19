// SPDX-License-Identifier: Apache-2.0
// A strategy and a factor that the library does not know: one aggregate each, then chosen by name like all others.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>

#include "library.hpp"
#include "scaling_limits/catalog/factor_of.hpp"
#include "scaling_limits/catalog/strategy_of.hpp"
#include "scaling_limits/catalog/text.hpp"
#include "scaling_limits/limits/max_gpus.hpp"
#include "scaling_limits/strategies/asynchronous.hpp"
#include "scaling_limits/strategies/multilevel.hpp"

namespace scaling_limits::testing {

using catalog::from_json;
using catalog::Map;
using catalog::Value;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

/// Never saves: a failure costs all that was done since a fixed time.
struct Unsaved {
  double lost_time = NaN;
  static constexpr std::string_view name() { return "own_unsaved"; }
  static constexpr std::string_view text = "each failure costs the same time";
  static constexpr auto terms = std::to_array<std::string_view>({"lost time"});
  static constexpr auto shares = std::to_array<std::string_view>({"useful", "lost time"});
  void validate() const;
  std::string note(const TrainingRun<>&) const { return {}; }
  template <class S>
  S interval(const TrainingRun<S>&) const {
    return S(inf);
  }
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    return {{"lost time", log_one_plus(S(run.failure_rate() * S(lost_time)))}};
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    const S useful = S(1) / (S(1) + run.failure_rate() * S(lost_time));
    return {{"useful", useful}, {"lost time", S(S(1) - useful)}};
  }
};
constexpr auto fields(const Unsaved*) {
  return std::to_array<Field<Unsaved, double>>({{"lost_time", &Unsaved::lost_time, "s", not_negative, "lost to each failure"}});
}
void Unsaved::validate() const { scaling_limits::validate(*this, name()); }

/// Every checkpoint but some stays on disks beside the GPUs, of which a share of the failures leaves the content.
struct OnDisk {
  double disk_bandwidth = NaN, disk_share = 0.5;
  std::vector<int> own_pattern{};
  static constexpr std::string_view name() { return "own_on_disk"; }
  void validate() const;
  std::string note(const TrainingRun<>&) const { return {}; }
  template <class S>
  S interval(const TrainingRun<S>& run) const {
    return strategies::Leveled(*this).interval(run);
  }
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    return strategies::Leveled(*this).losses(run);
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    return strategies::Leveled(*this).breakdown(run);
  }
  template <class S>
  strategies::LeveledRun<S> levels_of(const TrainingRun<S>& run) const {
    strategies::LeveledRun<S> out;
    const S time = run.checkpoint_bytes / S(disk_bandwidth), rate = run.failure_rate();
    out.count = 2, out.downtime = run.downtime;
    out.levels[0] = {time, S(time + run.initialization_time), S(S(disk_share) * rate)};
    out.levels[1] = {run.write_time(), run.restart_time(), S(S(1 - disk_share) * rate)};
    return out;
  }
  static double bytes_of(const TrainingRun<>& run, int) { return run.checkpoint_bytes; }
  static double memory_of(const TrainingRun<>&) { return 0; }
};
constexpr auto fields(const OnDisk*) {
  return std::to_array<Field<OnDisk, double>>(
      {{"disk_bandwidth", &OnDisk::disk_bandwidth, "B/s", positive, "of all disks together"},
       {"disk_share", &OnDisk::disk_share, "1", closed_fraction, "of the failures that leave the disks"}});
}
void OnDisk::validate() const { scaling_limits::validate(*this, name()); }

struct Meetings {
  double people = NaN;
  Name name = "meetings";
  static constexpr std::string_view kind = "own_meetings";
  static constexpr std::string_view text = "all must be asked";
  void validate() const;
  template <class S>
  Terms<S> losses(const S& gpus) const {
    return {{name, S(gpus / S(people))}};
  }
};
constexpr auto fields(const Meetings*) {
  return std::to_array<Field<Meetings, double>>({{"people", &Meetings::people, "1", positive, "who can be asked"}});
}
void Meetings::validate() const { scaling_limits::validate(*this, kind); }

static_assert(strategies::LeveledStrategy<OnDisk> && strategies::Strategy<OnDisk, dual<double>>);
static_assert(strategies::Strategy<Unsaved> && strategies::Strategy<Unsaved, dual<double>> && limits::Factor<Meetings>);

constexpr TrainingRun<> run{.gpus = 1000, .gpu_mttf = 1e8, .checkpoint_bytes = 1e12, .write_bandwidth = 1e10};
const std::string in_json = R"("run": {"gpus": 1000, "gpu_mttf": 1e8, "checkpoint_bytes": 1e12, "write_bandwidth": 1e10})";

void list_own() {
  if (catalog::group("strategy").find("own_unsaved")) return;
  catalog::group("strategy").add(catalog::strategy_kind<Unsaved>());
  catalog::group("factor").add(catalog::factor_kind<Meetings>());
}

}  // namespace

TEST_CASE("a strategy and a factor of one's own are asked for by name", "[catalog]") {
  list_own();
  CHECK_THROWS_MATCHES(catalog::group("strategy").add(catalog::strategy_kind<Unsaved>()), InvalidArgument,
                       MessageMatches(ContainsSubstring("strategy 'own_unsaved' is there already")));
  const auto reply = [](const std::string& json) { return from_json(catalog::ask("{" + in_json + ", " + json + "}")); };
  const auto goodput = reply(R"("question": "goodput", "strategy": {"own_unsaved": {"lost_time": "1 h"}})");
  CHECK(*goodput.map()->find("columns")->map()->find("goodput")->number() == strategies::goodput(run, Unsaved{3600}));
  const auto breakdown = reply(R"("question": "breakdown", "strategy": {"kind": "OwnUnsaved", "lost_time": 3600})");
  CHECK(*breakdown.map()->find("terms") == Value(catalog::List{"useful", "lost time"}));
  const auto direct = limits::max_gpus(run, limits::efficiency_at_least{0.8}, growth::fixed(), Unsaved{3600}, Meetings{1e5});
  const auto limit = reply(
      R"("question": "limit", "criterion": {"efficiency_at_least": 0.8}, "strategy": {"own_unsaved": {"lost_time": "1 h"}},
                              "factor": {"own_meetings": {"people": 1e5}})");
  const Map& columns = *limit.map()->find("columns")->map();
  CHECK(*columns.find("value")->number() == direct.value);
  CHECK(*columns.find("shares.meetings")->number() == direct.shares.of("meetings"));
  CHECK(*columns.find("shares.lost time")->number() == direct.shares.of("lost time"));
  const auto error = reply(R"("question": "goodput", "strategy": {"own_unsaved": {"lost_time": "-1 h"}})");
  CHECK(*error.map()->find("error")->map()->find("message") ==
        Value("own_unsaved: lost_time = -3600 must be >= 0 and finite [s]"));
  const auto misspelt = reply(R"("question": "goodput", "strategy": "own_unsafed")");
  CHECK_THAT(*misspelt.map()->find("error")->map()->find("message")->text(), ContainsSubstring("did you mean 'own_unsaved'?"));
  const auto description = catalog::describe();
  CHECK(description.map()->find("kinds")->map()->find("strategy")->map()->find("own_unsaved"));
  // what nobody said it does
  const auto simulated = reply(R"("question": "simulate", "strategy": {"own_unsaved": {"lost_time": 1}})");
  CHECK_THAT(*simulated.map()->find("error")->map()->find("message")->text(), ContainsSubstring("has no protocol to play"));
}

TEST_CASE("what is chosen by name is a strategy and a factor like any other", "[catalog]") {
  list_own();
  const catalog::AnyStrategy own = catalog::strategy("own_unsaved", {{"lost_time", 3600}});
  const catalog::Factors meetings = catalog::factor("own_meetings", {{"people", 1e5}});
  CHECK(strategies::goodput(run, own) == strategies::goodput(run, Unsaved{3600}));
  CHECK(limits::max_gpus(run, limits::peak_throughput(), growth::fixed(), own, meetings).value ==
        limits::max_gpus(run, limits::peak_throughput(), growth::fixed(), Unsaved{3600}, Meetings{1e5}).value);
  CHECK(limits::max_gpus(run, limits::goodput_at_least{0.9}, growth::fixed(),
                         catalog::strategy("asynchronous", {{"copy_bandwidth", 1e13}}))
            .value ==
        limits::max_gpus(run, limits::goodput_at_least{0.9}, growth::fixed(), strategies::asynchronous(1e13)).value);
  // derivatives go through
  const auto grown = growth::fixed().grown(run, dual<double>(0, 1));
  CHECK(own.losses(grown).sum().slope == Unsaved{3600}.losses(grown).sum().slope);
}

TEST_CASE("a strategy with levels of one's own needs no more than they cost", "[catalog]") {
  const OnDisk own{.disk_bandwidth = 1e11, .disk_share = 0.75};
  const auto same =
      strategies::multilevel({{{.write_bandwidth = 1e11, .read_bandwidth = 1e11}, 0.75}, strategies::own_level(0.25)});
  const catalog::AnyStrategy any(own);
  CHECK(any.losses(run).sum() == same.losses(run).sum());
  CHECK(any.pattern(run) == strategies::pattern(same, run));
  CHECK(any.protocol(run).interval == strategies::protocol(own, run).interval);
  CHECK(any.summary(run).needs.bandwidth == strategies::requirements(same, run).bandwidth);
  CHECK(any.rises_with(1, 0));
  CHECK(any.all_terms() == strategies::terms_of(same));
  CHECK(limits::max_gpus(run, limits::goodput_at_least{0.8}, growth::chinchilla(), any).value ==
        limits::max_gpus(run, limits::goodput_at_least{0.8}, growth::chinchilla(), own).value);
}

TEST_CASE("names made at run time do not dangle", "[catalog]") {
  list_own();
  limits::Limit<> limit;
  catalog::Answer answer("", {}, 1, true);
  {
    std::string made = "a term ";
    made += std::string(100, 'x');
    const catalog::Factors factor = catalog::factor("own_meetings", {{"people", 1e3}, {"name", made}});
    limit = limits::max_gpus(run, limits::peak_throughput(), growth::fixed(), strategies::blocking(), factor);
    answer = catalog::answer("limit", {.run = run, .criterion = catalog::criterion("peak_throughput"), .factors = factor});
    made.assign(made.size(), 'y');
  }
  const std::string name = "a term " + std::string(100, 'x');
  CHECK(limit.binding == name);
  CHECK(answer.text("binding") == name);
  CHECK(answer.number("shares." + name) == limit.shares.of(name));
  CHECK(answer.terms.back() == name);
}

}  // namespace scaling_limits::testing
