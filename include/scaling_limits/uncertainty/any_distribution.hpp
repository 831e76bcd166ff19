// SPDX-License-Identifier: Apache-2.0
// Any distribution, where one is chosen at run time: a value that shares what it holds, in doubles.
#pragma once
#include "../version.hpp"

#include <memory>

#include "distribution.hpp"

namespace scaling_limits::uncertainty {

class AnyDistribution {
 public:
  template <class D>
    requires(!std::same_as<std::remove_cvref_t<D>, AnyDistribution> && Distribution<D>)
  AnyDistribution(D law) : held_(std::make_shared<const Model<D>>(std::move(law))) {}  // any distribution is one

  std::string_view name() const { return held_->name(); }
  void validate() const { held_->validate(); }
  double quantile(double p) const { return held_->quantile(p); }
  double mean() const { return held_->mean(); }

 private:
  struct Held {
    virtual ~Held() = default;
    virtual std::string_view name() const = 0;
    virtual void validate() const = 0;
    virtual double quantile(double p) const = 0;
    virtual double mean() const = 0;
  };
  template <class D>
  struct Model final : Held {
    explicit Model(D l) : law(std::move(l)) {}
    std::string_view name() const override { return law.name(); }
    void validate() const override { law.validate(); }
    double quantile(double p) const override { return static_cast<double>(law.quantile(p)); }
    double mean() const override { return static_cast<double>(law.mean()); }
    D law;
  };
  std::shared_ptr<const Held> held_;
};
static_assert(Distribution<AnyDistribution>);

}  // namespace scaling_limits::uncertainty
