// SPDX-License-Identifier: Apache-2.0
// How the fields of a run change with its size, relative to the run's own: field(N) = field x (N / gpus)^exponent. So do the
// parts of its restart that a law names, where those are given.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <initializer_list>

#include "../core/math.hpp"
#include "restart_parts.hpp"
#include "training_run.hpp"

namespace scaling_limits::growth {

struct Exponent {
  std::string_view field{};
  double exponent{};
};

namespace detail {

/// field x exp(exponent x log_size). T may carry derivatives in log_size.
template <class T>
T grown_field(const T& field, double exponent, const T& log_size) {
  using std::exp;
  const auto value = value_of(field);
  if (value == inf) return T(inf);  // without slopes: infinite is infinite at every size
  if (exponent == 0 || !(value == value)) return field;
  const T grown = field * exp(T(T(exponent) * log_size));
  // past the range of the scalar a field is a constant again, 0 or infinity; and 0 x infinity is none of either
  const auto size = value_of(grown);
  if (value == 0 ? size != 0 : size == 0 || size == inf) return value == 0 ? T(0) : T(size);
  return grown;
}

/// Less where more of a field is better.
constexpr double sign(Effect effect) { return effect == Effect::help ? -1 : 1; }

}  // namespace detail

/// How the parts of a restart change with the size of a run, relative to their size at so many GPUs; by default not at all. An
/// aggregate of constants.
struct PartsLaw {
  std::array<double, fields_of<RestartParts<>>.size()> exponents{};  // 0 of those that why_not_grown
  double gpus = NaN;

  /// The row of the first part that grows; the table's size where none does.
  constexpr std::size_t first() const {
    std::size_t i = 0;
    while (i < exponents.size() && exponents[i] == 0) ++i;
    return i;
  }
  constexpr bool grows() const { return first() < exponents.size(); }
  /// The least exponent of the times that the parts take; -inf where one rises less steeply from some size on.
  template <class P>
  double least_time_exponent(const RestartParts<P>& parts) const {
    double least = inf;
    for (std::size_t i = first(); i < exponents.size(); ++i) {
      const auto& row = fields_of<RestartParts<P>>[i];
      const double exponent = exponents[i], value = static_cast<double>(parts.*row.member);
      if (exponent == 0 || !(value > 0 && value < inf)) continue;
      if (row.name != "reader_gpus") least = (std::min)(least, detail::sign(row.effect) * exponent);
      // copies rise with N^(1 - exponent), but where their readers are at the end of their range
      else if (parts.broadcasts() || exponent < 0 || exponent > 1 || !(value >= std::pow(gpus, exponent))) return -inf;
    }
    return least;
  }

  /// The parts of a run of that size. What falls below its range is at its end: a copy is on one GPU at least.
  template <class T>
  RestartParts<T> at(const RestartParts<T>& parts, const T& size) const {
    if (!grows()) return parts;
    RestartParts<T> at = parts;
    const T log_size = log_ratio(size, T(gpus));
    for (std::size_t i = first(); i < exponents.size(); ++i) {
      if (exponents[i] == 0) continue;
      const auto& row = fields_of<RestartParts<T>>[i];
      T& part = at.*row.member;
      part = detail::grown_field(part, exponents[i], log_size);
      if (value_of(part) < row.range.lower) part = T(row.range.lower);
    }
    return at;
  }

  /// Throws InvalidArgument that names the first part that grows, of a restart that is not given.
  [[noreturn]] void refuse() const {
    refuse(
        "is a part of a restart, of which none is given: give its parts ('restart') beside the law, or let "
        "'initialization_time' grow");
  }
  /// The same, where fields of a run alone are asked for.
  [[noreturn]] void refuse_fields() const {
    refuse("is a part of a restart, and no field of the run: a limit, or shares of time, of a run with that restart have it");
  }
  /// The same, of a run of which the size moves.
  [[noreturn]] void refuse_moving() const {
    refuse(
        "grows from the size of the run, which a scenario, or a derivative in gpus, moves: 'communicator_growth' of the "
        "restart grows from its own communicator_gpus");
  }

 private:
  [[noreturn]] void refuse(std::string_view why) const {
    const std::string name(fields_of<RestartParts<>>[first()].name);
    throw InvalidArgument("growth: " + in_quotes(name) + " " + std::string(why), "growth." + name);
  }
};

/// A field that a law may name: of the run, or a part of its restart.
struct Named {
  std::string_view name{};
  bool of_restart{};
  std::size_t row{};
};
/// All of them: fields of the run but its size, then parts of a restart.
inline constexpr auto named_fields = [] {
  constexpr auto parts = [] {
    std::size_t count = 0;
    for (const auto& field : fields_of<RestartParts<>>) count += why_not_grown(field.name).empty();
    return count;
  }();
  std::array<Named, fields_of<TrainingRun<>>.size() - 1 + parts> all{};
  std::size_t k = 0;
  for (std::size_t i = 1; i < fields_of<TrainingRun<>>.size(); ++i) all[k++] = {fields_of<TrainingRun<>>[i].name, false, i};
  for (std::size_t i = 0; i < fields_of<RestartParts<>>.size(); ++i)
    if (const auto name = fields_of<RestartParts<>>[i].name; why_not_grown(name).empty()) all[k++] = {name, true, i};
  return all;
}();

/// One exponent per field of TrainingRun, and one per part of a restart, in table order. An aggregate of constants: copy and
/// change it freely.
struct PowerLaw {
  std::array<double, fields_of<TrainingRun<>>.size()> exponents{};
  std::array<double, fields_of<RestartParts<>>.size()> restart_exponents{};

  double of(std::string_view field) const { return of(named(field)); }
  constexpr double of(const Named& field) const {
    return field.of_restart ? restart_exponents[field.row] : exponents[field.row];
  }
  constexpr double& of(const Named& field) { return field.of_restart ? restart_exponents[field.row] : exponents[field.row]; }

  /// How the parts of a restart grow by it, of a run of so many GPUs.
  constexpr PartsLaw of_restart(double gpus) const { return {restart_exponents, gpus}; }

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
    for (const Named& field : named_fields) check("growth", field.name, of(field), any_exponent);
  }

  /// The same law with one exponent more or changed; refuses `gpus`, unknown fields, parts that do not grow by a law and
  /// exponents that are not finite.
  PowerLaw with(std::string_view field, double exponent) const {
    check("growth", field, exponent, any_exponent);
    PowerLaw law = *this;
    law.of(named(field)) = exponent;
    return law;
  }

  /// The same law for a run saved to that tier: bandwidths that belong to each GPU grow with the job.
  template <class S>
  PowerLaw saved_to(const storage::Tier<S>& tier) const {
    return with("write_bandwidth", tier.growth_exponent()).with("read_bandwidth", tier.growth_exponent());
  }

  /// The run grown to gpus x exp(log_size); parts of its restart, which are none of its fields, by of_restart. T may carry
  /// derivatives in log_size.
  template <class S, class T>
  TrainingRun<T> grown(const TrainingRun<S>& run, const T& log_size) const {
    using std::exp;
    TrainingRun<T> at;
    const auto& from = fields_of<TrainingRun<S>>;
    const auto& to = fields_of<TrainingRun<T>>;
    at.gpus = T(run.gpus) * exp(log_size);
    for (std::size_t i = 1; i < exponents.size(); ++i)
      at.*to[i].member = detail::grown_field(T(run.*from[i].member), exponents[i], log_size);
    return at;
  }

  /// What a field is multiplied by, for people: "(40000 / 16384)^0.5"; empty for one that does not grow.
  std::string factor_text(const Named& field, double from_gpus, double to_gpus) const {
    if (of(field) == 0) return {};
    return "(" + to_text(to_gpus, 6) + " / " + to_text(from_gpus, 6) + ")^" + to_text(of(field), 6);
  }

  /// The run grown to a number of GPUs.
  template <class S>
  TrainingRun<S> at(const TrainingRun<S>& run, const S& gpus) const {
    return grown(run, log_ratio(gpus, run.gpus));
  }

  /// The field of that name.
  static const Named& named(std::string_view field) {
    for (const Named& one : named_fields)
      if (one.name == field) return one;
    if (field == "gpus") throw InvalidArgument("growth: 'gpus' is the size itself, it cannot grow with the size");
    if (const auto why = why_not_grown(field); !why.empty())
      throw InvalidArgument("growth: " + in_quotes(field) + " of a restart " + std::string(why));
    throw InvalidArgument("growth: neither TrainingRun nor RestartParts has a field " + in_quotes(field));
  }

 private:
  static constexpr double sign(std::size_t i) { return detail::sign(fields_of<TrainingRun<>>[i].effect); }
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
