// SPDX-License-Identifier: Apache-2.0
// How the fields of a run change with time: field(t) = field x factor^t, t in years of 365.25 days, one factor per year of each
// field. What PowerLaw is in size, this is in time: both make a run from a run.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <initializer_list>

#include "growth_by_year.hpp"
#include "training_run.hpp"

namespace scaling_limits::growth {

struct YearlyFactor {
  std::string_view field{};
  double factor{};
};

/// One factor per year and field of TrainingRun, in table order; 1 is no growth. An aggregate: copy and change it freely.
template <class S = double>
struct PerYear {
  static constexpr std::size_t size = fields_of<TrainingRun<>>.size();
  std::array<S, size> factors = ones(std::make_index_sequence<size>());

  const S& of(std::string_view field) const { return factors[row(field)]; }

  /// Throws DomainError for a factor that is not > 0 and finite.
  void validate() const {
    for (std::size_t i = 0; i < size; ++i)
      check("per_year", fields_of<TrainingRun<>>[i].name, static_cast<double>(factors[i]), positive);
  }

  /// The same with one factor more or changed; refuses unknown fields and factors that are not > 0 and finite.
  PerYear with(std::string_view field, const S& factor) const {
    check("per_year", field, static_cast<double>(factor), positive);
    PerYear law = *this;
    law.factors[row(field)] = factor;
    return law;
  }

  /// The run after so many years; its own is that of 0 years.
  TrainingRun<S> at(const TrainingRun<S>& run, const S& years) const {
    TrainingRun<S> then = run;
    for (std::size_t i = 0; i < size; ++i)
      if (!(factors[i] == S(1) && is_zero(S(factors[i] - S(1)))))
        then.*fields_of<TrainingRun<S>>[i].member = value_at(S(run.*fields_of<TrainingRun<S>>[i].member), factors[i], years);
    return then;
  }

 private:
  template <std::size_t... i>
  static constexpr std::array<S, size> ones(std::index_sequence<i...>) {
    return {(static_cast<void>(i), S(1))...};
  }
  static std::size_t row(std::string_view field) {
    const std::size_t i = index_of<TrainingRun<>>(field);
    if (i == size) throw InvalidArgument("per_year: TrainingRun has no field " + in_quotes(field));
    return i;
  }
};

/// per_year({{"write_bandwidth", 2}, {"initialization_time", 0.7}})
inline PerYear<> per_year(std::initializer_list<YearlyFactor> factors) {
  PerYear<> law;
  for (const auto& f : factors) law = law.with(f.field, f.factor);
  return law;
}

}  // namespace scaling_limits::growth
