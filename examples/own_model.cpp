// SPDX-License-Identifier: Apache-2.0
// A strategy and a factor of one's own, one aggregate each: used in C++ as they are, and asked for by name once they are listed.
#include <cstdio>

#include "scaling_limits/catalog/ask.hpp"
#include "scaling_limits/catalog/factor_of.hpp"
#include "scaling_limits/catalog/strategy_of.hpp"
#include "scaling_limits/core/units.hpp"
#include "scaling_limits/limits/max_gpus.hpp"

using namespace scaling_limits;

/// Failures are predicted for a share of all: the run saves before those, and loses what lies behind the last checkpoint to the rest.
struct Predicted {
  double recall = NaN;
  static constexpr std::string_view name() { return "predicted"; }
  static constexpr std::string_view text = "a save just before each failure that is foreseen, the best interval for the rest";
  static constexpr auto terms = strategies::Blocking<>::terms;
  static constexpr auto shares = strategies::Blocking<>::shares;

  void validate() const;
  std::string note(const TrainingRun<>&) const { return {}; }

  template <class S>
  S interval(const TrainingRun<S>& run) const {
    return strategies::Blocking<>{}.interval(unforeseen(run));
  }
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    Terms<S> terms = strategies::Blocking<>{}.losses(unforeseen(run));
    terms.add("restart",
              log_one_plus(S(S(recall) * run.failure_rate() * (run.write_time() + run.restart_time() + run.downtime))));
    return terms;
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    const S foreseen = S(recall) * run.failure_rate() * (run.write_time() + run.restart_time() + run.downtime),
            part = S(1) / (S(1) + foreseen);
    Terms<S> terms;
    terms.add_all(strategies::Blocking<>{}.breakdown(unforeseen(run)), [&](const S& share) { return S(share * part); });
    terms.add("restart", S(foreseen * part));
    return terms;
  }

 private:
  template <class S>
  TrainingRun<S> unforeseen(const TrainingRun<S>& run) const {
    TrainingRun<S> rest = run;
    rest.gpu_mttf = run.gpu_mttf / S(1 - recall);
    return rest;
  }
};
constexpr auto fields(const Predicted*) {
  return std::to_array<Field<Predicted, double>>({
      {"recall", &Predicted::recall, "1", fraction, "share of the failures that are foreseen", usually(0.3, 0.9)},
  });
}
static_assert(table_is_complete<Predicted> && strategies::Strategy<Predicted>);
inline void Predicted::validate() const { scaling_limits::validate(*this, name()); }

/// Training data come from a service that answers so many GPUs at full speed.
struct DataService {
  double served_gpus = NaN;
  Name name = "data";
  static constexpr std::string_view kind = "data_service";
  static constexpr std::string_view text = "a service of training data that so many GPUs share";
  static constexpr bool rises_with_size = true;

  void validate() const;
  template <class S>
  Terms<S> losses(const S& gpus) const {
    return {{name, log_one_plus(S(square(S(gpus / S(served_gpus)))))}};
  }
};
constexpr auto fields(const DataService*) {
  return std::to_array<Field<DataService, double>>({
      {"served_gpus", &DataService::served_gpus, "1", positive, "GPUs at which half of the throughput is lost",
       usually(1e3, 1e6)},
  });
}
static_assert(limits::factor_table_is_complete<DataService> && limits::Factor<DataService>);
inline void DataService::validate() const { scaling_limits::validate(*this, kind); }

int main() {
  const TrainingRun<> run{.gpus = 16'384,
                          .gpu_mttf = 50'677 * units::hour,
                          .checkpoint_bytes = 5 * units::TB,
                          .write_bandwidth = 50 * units::GB,
                          .initialization_time = 5 * units::minute};

  // as it is: everything written over strategies and factors takes it
  const auto direct =
      limits::max_gpus(run, limits::goodput_at_least{0.9}, growth::chinchilla(), Predicted{0.6}, DataService{1e6});
  std::printf("as a type:  %.0f GPUs, goodput %.4f, binds: %s\n", direct.value, direct.goodput, direct.binding.data());

  // by name: one line each
  catalog::strategies().add(catalog::strategy_kind<Predicted>());
  catalog::factors().add(catalog::factor_kind<DataService>());
  const auto chosen = limits::max_gpus(run, limits::goodput_at_least{0.9}, growth::chinchilla(),
                                       catalog::strategy("predicted", {{"recall", 0.6}}),
                                       catalog::factor("data_service", {{"served_gpus", 1e6}}));
  std::printf("by name:    %.0f GPUs, goodput %.4f, binds: %s\n", chosen.value, chosen.goodput,
              std::string(chosen.binding).c_str());

  // and in text
  std::puts(catalog::ask(R"({"question": "limit", "criterion": {"goodput_at_least": 0.9}, "growth": "chinchilla",
    "run": {"gpus": 16384, "gpu_mttf": "50677 h", "checkpoint_bytes": "5 TB", "write_bandwidth": "50 GB/s", "initialization_time": "5 min"},
    "strategy": {"predicted": {"recall": 0.6}}, "factor": {"data_service": {"served_gpus": "1,000,000 GPUs"}}})")
                .c_str());
  std::puts(
      catalog::ask(
          R"({"question": "goodput", "run": {"gpus": 8, "gpu_mttf": 1e9, "checkpoint_bytes": 1e12, "write_bandwidth": 1e9},
    "strategy": {"predicted": {"recall": 1.5}}})")
          .c_str());
  return chosen.value == direct.value ? 0 : 1;
}
