// SPDX-License-Identifier: Apache-2.0
// Everything that can be chosen, by name: a group for each thing that is chosen, and what a name and its fields make.
#pragma once
#include "../version.hpp"

#include <vector>

#include "any_strategy.hpp"
#include "choose.hpp"

namespace scaling_limits::catalog {

// the groups; a user's own kinds are added to them: strategies().add(strategy_kind<Own>()), see strategy_of.hpp
Group& strategies();
Group& factors();
Group& criteria();
Group& failure_laws();
Group& distributions();
Group& growths();
Group& yearly_growths();
// of one kind each, an aggregate
Group& runs();
Group& tiers();
Group& severity_levels();
Group& causes();
Group& restarts();
Group& operations();
Group& chips();
Group& shapes();
Group& state_recipes();
Group& layouts();
Group& fabrics();
Group& scaling_laws();
Group& replica_laws();
Group& data_movements();
Group& site_plans();
Group& scenarios();
Group& hardwares();
Group& power_supplies();
Group& chip_supplies();
Group& data_supplies();
Group& rings();
Group& walls();
Group& rounds();
Group& searches();
Group& prices();
Group& amortised_runs();

/// All groups, in the order in which they are listed.
std::vector<Group*> groups();
/// A group by its name; throws InvalidArgument with the nearest name.
Group& group(std::string_view name);

/// A strategy by name: strategy("asynchronous", {{"copy_bandwidth", 1e13}}). Throws with the field, its value and its range.
AnyStrategy strategy(std::string_view name, const Map& fields = {});
/// A factor by name: factor("strong_scaling", {{"half_size", 1e5}, {"name", "network"}}).
Factors factor(std::string_view name, const Map& fields = {});
/// A criterion by name: criterion("goodput_at_least", {{"goodput", 0.9}}).
AnyCriterion criterion(std::string_view name, const Map& fields = {});
/// What a kind of criterion has made.
AnyCriterion criterion_of(const std::shared_ptr<const Model>& made);
/// The one that stands where none is given: beyond its size more GPUs do less work.
const AnyCriterion& usual_criterion();
/// Those that are asked for side by side where none is named; with factors, those that look at the factors too.
List usual_criteria(bool with_factors = false);

}  // namespace scaling_limits::catalog
