// SPDX-License-Identifier: Apache-2.0
// Growth laws as what a case holds.
#pragma once
#include "../../version.hpp"

#include "../../run/growth.hpp"
#include "../../run/per_year.hpp"
#include "../kind.hpp"

namespace scaling_limits::catalog {

struct GrowthModel final : Model {
  growth::PowerLaw law;
  explicit GrowthModel(growth::PowerLaw l) : law(l) {}
  void assign(const double* numbers) override {
    for (const growth::Named& field : growth::named_fields) law.of(field) = *numbers++;
  }
  std::vector<double> numbers() const override {
    std::vector<double> all;
    for (const growth::Named& field : growth::named_fields) all.push_back(law.of(field));
    return all;
  }
  void validate() const override { law.validate(); }
};

struct YearlyModel final : Model {
  growth::PerYear<> law;
  void assign(const double* numbers) override { std::copy_n(numbers, law.factors.size(), law.factors.begin()); }
  std::vector<double> numbers() const override { return {law.factors.begin(), law.factors.end()}; }
  void validate() const override { law.validate(); }
};

}  // namespace scaling_limits::catalog
