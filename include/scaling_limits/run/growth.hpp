// SPDX-License-Identifier: Apache-2.0
// How the fields of a run change with its size, relative to the run's own: field(N) = field x (N / gpus)^exponent.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <initializer_list>

#include "../core/math.hpp"
#include "training_run.hpp"

namespace scaling_limits::growth {

struct Exponent {
  std::string_view field{};
  double exponent{};
};

/// One exponent per field of TrainingRun, in table order. An aggregate of constants: copy and change it freely.
struct PowerLaw {
  std::array<double, fields_of<TrainingRun<>>.size()> exponents{};

  double of(std::string_view field) const { return exponents[row(field)]; }

  /// The exponent of what multiplies in a rate or a time of the run (one of the bits of `enters`): each field's own, less where
  /// the field divides, and 1 of the size itself. Of failure_rate, write_transfer or read_transfer.
  template <class S = double>
  constexpr S exponent_in(unsigned product) const {
    S sum(0);
    for (std::size_t i = 0; i < exponents.size(); ++i)
      if (fields_of<TrainingRun<>>[i].enters & product) sum = sum + S(sign(i) * (i == 0 ? 1 : exponents[i]));
    return sum;
  }
  /// The least exponent of all the times of a run: the transfers, and each field that is a time of its own.
  constexpr double least_time_exponent() const {
    double least = (std::min)(exponent_in(enters::write_transfer), exponent_in(enters::read_transfer));
    for (std::size_t i = 1; i < exponents.size(); ++i)
      if (fields_of<TrainingRun<>>[i].enters & enters::times) least = (std::min)(least, sign(i) * exponents[i]);
    return least;
  }

  void validate() const {
    for (std::size_t i = 1; i < exponents.size(); ++i)
      check("growth", fields_of<TrainingRun<>>[i].name, exponents[i], any_exponent);
  }

  /// The same law with one exponent more or changed; refuses `gpus`, unknown fields and exponents that are not finite.
  PowerLaw with(std::string_view field, double exponent) const {
    check("growth", field, exponent, any_exponent);
    PowerLaw law = *this;
    law.exponents[row(field)] = exponent;
    return law;
  }

  /// The same law for a run saved to that tier: bandwidths that belong to each GPU grow with the job.
  template <class S>
  PowerLaw saved_to(const storage::Tier<S>& tier) const {
    return with("write_bandwidth", tier.growth_exponent()).with("read_bandwidth", tier.growth_exponent());
  }

  /// The run grown to gpus x exp(log_size). T may carry derivatives in log_size.
  template <class S, class T>
  TrainingRun<T> grown(const TrainingRun<S>& run, const T& log_size) const {
    using std::exp;
    TrainingRun<T> at;
    const auto& from = fields_of<TrainingRun<S>>;
    const auto& to = fields_of<TrainingRun<T>>;
    at.gpus = T(run.gpus) * exp(log_size);
    for (std::size_t i = 1; i < exponents.size(); ++i) {
      T& field = at.*to[i].member;
      field = T(run.*from[i].member);
      const auto value = value_of(field);
      if (value == inf) field = T(inf);  // without slopes: infinite is infinite at every size
      if (exponents[i] == 0 || value == inf) continue;
      field = field * exp(T(T(exponents[i]) * log_size));
      // past the range of the scalar a field is a constant again, 0 or infinity; and 0 x infinity is none of either
      const auto size = value_of(field);
      if (value == 0 ? size != 0 : size == 0 || size == inf) field = value == 0 ? T(0) : T(size);
    }
    return at;
  }

  /// What a row of the run is multiplied by, for people: "(40000 / 16384)^0.5"; empty for one that does not grow.
  std::string factor_text(std::size_t field, double from_gpus, double to_gpus) const {
    if (field == 0 || exponents[field] == 0) return {};
    return "(" + to_text(to_gpus, 6) + " / " + to_text(from_gpus, 6) + ")^" + to_text(exponents[field], 6);
  }

  /// The run grown to a number of GPUs.
  template <class S>
  TrainingRun<S> at(const TrainingRun<S>& run, const S& gpus) const {
    return grown(run, log_ratio(gpus, run.gpus));
  }

 private:
  static constexpr double sign(std::size_t i) { return fields_of<TrainingRun<>>[i].effect == Effect::help ? -1 : 1; }
  static std::size_t row(std::string_view field) {
    const std::size_t i = index_of<TrainingRun<>>(field);
    if (i == fields_of<TrainingRun<>>.size()) throw InvalidArgument("growth: TrainingRun has no field " + in_quotes(field));
    if (i == 0) throw InvalidArgument("growth: 'gpus' is the size itself, it cannot grow with the size");
    return i;
  }
  static_assert(fields_of<TrainingRun<>>[0].name == "gpus");
};

inline PowerLaw power_law(std::initializer_list<Exponent> exponents) {
  PowerLaw law;
  for (const auto& e : exponents) law = law.with(e.field, e.exponent);
  return law;
}
/// The same model and storage at every size.
inline PowerLaw fixed() { return {}; }
/// Compute-optimal training for a fixed time: parameters, hence checkpoint bytes, grow with the square root of the compute
/// (Hoffmann et al., "Training Compute-Optimal Large Language Models", 2022, section 3).
inline PowerLaw chinchilla() { return power_law({{"checkpoint_bytes", 0.5}}); }
/// Checkpoint bytes in proportion to the GPUs: every GPU's memory full at every size.
inline PowerLaw proportional() { return power_law({{"checkpoint_bytes", 1}}); }

}  // namespace scaling_limits::growth
