// SPDX-License-Identifier: Apache-2.0
// Every aggregate that users fill, with one member named: compiled with the warnings that users have, as errors.
#include "scaling_limits/catalog/ask.hpp"
#include "scaling_limits/scaling_limits.hpp"
#include "scaling_limits/simulation/simulator.hpp"

namespace sl = scaling_limits;
using namespace sl::strategies;

void use(const auto&...) {}

int main() {
  use(sl::TrainingRun<>{.gpus = 1024});
  use(sl::growth::PowerLaw{.exponents = {}});
  use(sl::growth::Exponent{.field = "checkpoint_bytes"});

  use(Blocking<>{.own_interval = 600});
  use(Blocking<float>{.own_interval = 600});
  use(Asynchronous<>{.copy_bandwidth = 1e13});
  use(Multilevel{.tiers = {}});
  use(Multilevel{.own_pattern = {1, 1, 2}});
  use(Level{.share = 0.5});
  use(InMemory<>{.copies = 3});
  use(InMemory<>{.own_pattern = {1, 2}});
  use(JustInTime<>{.share = 1});
  use(Verified<>{.verification_time = 60});
  use(Replicated<>{.revive = 1});
  use(Elastic<>{.replicas = 64});
  use(Spared<>{.spares = 16});
  use(Independent<>{.learners = 8});
  use(Requirements{.memory = 1});
  use(Summary{.loss = 0.1});
  use(Rates{.interruptions = 1e-4});
  use(Protocol{.failure_rate = 1e-4});
  use(CheckpointLevel{.blocking_time = 1});
  use(Severity{.share = 1});
  use(Verification{.silent_rate = 1e-6});
  use(Replication{.groups = 1});
  use(Replicas{.count = 1});
  use(MemoryCopies{.machines = 1});
  use(SparePool{.spares = 1});

  use(sl::storage::Tier<>{.write_bandwidth = 1e12});
  use(sl::network::Fabric<>{.inner_latency = 1e-6});
  use(sl::network::Cost<double>{.messages = 1});
  use(sl::workload::Chip<>{.peak_flops = 1e15});
  use(sl::workload::TransformerShape<>{.layers = 80});
  use(sl::workload::StateRecipe<>{.gradients = 2});
  use(sl::workload::ScalingLaw<>{.irreducible_loss = 1.8});
  use(sl::workload::Allocation<double>{.tokens = 1});
  use(sl::growth::Spread<>{.mu = 1});
  use(sl::growth::Crossing<>{.supply = {.mu = 1}});
  use(sl::workload::NamedRecipe{.name = "bf16"});
  use(sl::parallelism::DataMovement<>{.gpus_per_node = 72});
  use(sl::parallelism::Layout{.tensor = 8});
  use(sl::parallelism::StepOptions{.zero_stage = 3});

  use(sl::failures::Exponential<>{.mean_life = 1});
  use(sl::failures::Weibull<>{.scale = 1});
  use(sl::failures::Lognormal<>{.mu = 1});
  use(sl::failures::Lomax<>{.scale = 1});
  use(sl::failures::Gamma<>{.scale = 1});
  use(sl::failures::TwoPiece<>{.early_rate = 0, .change = 1});
  use(sl::failures::Part<>{.name = "switch"});
  use(sl::failures::SeriesSystem<>{.parts = {}});

  use(sl::checkpoint::SeverityLevel<>{.write_time = 1});
  use(sl::checkpoint::Saving<double>{.write_time = 1});
  use(sl::checkpoint::IntervalBand<double>{.shortest = 1});
  use(sl::checkpoint::ReplicatedPairs<double>{.pairs = 1});
  use(sl::checkpoint::JustInTimeSaving<double>{.rate = 1});
  use(sl::checkpoint::VerifiedSegment<double>{.verification_time = 1});
  use(sl::checkpoint::AgingSchedule{.note = ""});

  use(sl::limits::goodput_at_least{.goodput = 0.9});
  use(sl::limits::overhead_at_most{.overhead = 0.01});
  use(sl::limits::efficiency_at_least{.efficiency = 0.9});
  use(sl::limits::elasticity_at_least{.elasticity = 0.9});
  use(sl::limits::added_gpu_worth_at_least{.worth = 0.9});
  use(sl::limits::Cheapest{.work = 1});
  use(sl::limits::StrongScaling<>{.half_size = 1});
  use(sl::limits::PowerLaw<>{.ratio = 1});
  use(sl::limits::HardCap<>{.gpus = 1});
  use(sl::limits::CriticalBatch<>{.name = "batch"});
  use(sl::limits::FixedBatch<>{.name = "batch"});
  use(sl::limits::Tabulated{.points = {}});
  use(sl::limits::Limit<>{.value = 1});
  use(sl::limits::Requirement<>{.field = "gpu_mttf"});

  use(sl::analysis::AssessOptions{.tolerance = 0.1});
  use(sl::analysis::Assessment{.mtbf = 1});
  use(sl::analysis::Contender{.name = "mine"});
  use(sl::analysis::NamedTier{.name = "disk"});
  use(sl::analysis::NamedLaw{.name = "law"});
  use(sl::analysis::Lever{.field = "gpu_mttf"});
  use(sl::analysis::Attribution{.before = 1});

  use(sl::simulation::Options{.seed = 2});
  use(sl::simulation::Domain{.mttf = 1});
  use(sl::simulation::Result{.goodput = 1});

  use(sl::published::Preset<double>{.name = "one"});
  use(sl::published::Estimate{.id = "one"});
  use(sl::Range{.lower = 1});
  use(sl::Usual{.low = 1});
  use(sl::Field<sl::TrainingRun<>, double>{.name = "one"});
  use(sl::catalog::Case{.run = {.gpus = 1}});
  use(sl::catalog::Argument{.name = "one"});
  use(sl::catalog::ColumnOf{.name = "one"});
}
