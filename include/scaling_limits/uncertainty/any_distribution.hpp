// SPDX-License-Identifier: Apache-2.0
// Any distribution, where one is chosen at run time: a value that shares what it holds, in doubles.
#pragma once
#include "../version.hpp"

#include "../core/hooks.hpp"
#include "distribution.hpp"

namespace scaling_limits::uncertainty {

/// What is asked of a distribution.
template <class D>
struct DistributionHooks {
  Hook<D, std::string_view()> name = [](const D& law) { return law.name(); };
  Hook<D, void()> validate = [](const D& law) { law.validate(); };
  Hook<D, double(double)> quantile = [](const D& law, double p) { return law.quantile(p); };
  Hook<D, double()> mean = [](const D& law) { return law.mean(); };
};

class AnyDistribution {
  using Hooks = DistributionHooks<void>;

 public:
  template <class D>
    requires(!std::same_as<std::remove_cvref_t<D>, AnyDistribution> && Distribution<D>)
  AnyDistribution(D law) : held_(std::move(law)) {}  // any distribution is one

  std::string_view name() const { return held_.ask(&Hooks::name); }
  void validate() const { held_.ask(&Hooks::validate); }
  double quantile(double p) const { return held_.ask(&Hooks::quantile, p); }
  double mean() const { return held_.ask(&Hooks::mean); }

 private:
  Held<DistributionHooks> held_;
};
static_assert(Distribution<AnyDistribution>);

}  // namespace scaling_limits::uncertainty
