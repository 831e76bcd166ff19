// SPDX-License-Identifier: Apache-2.0
// The losses that Charles et al. print for models trained by 1, 2, 4 and 8 replicas, beside what their joint law gives, inside
// the sizes that it was fitted to and beyond; and the constants of their fits, found again from those losses.
//
// A sum of squares of logarithms over every size and every number of replicas falls apart: the slope over either is that of the
// means over the other.
#pragma once
#include "../version.hpp"

#include <array>
#include <boost/math/statistics/linear_regression.hpp>
#include <cmath>
#include <cstddef>
#include <vector>

#include "estimate.hpp"
#include "replica_laws.hpp"

namespace scaling_limits::published {

inline constexpr Source charles_2025{"Z. Charles et al., Scaling Laws for DiLoCo, arXiv 2503.09799", 2025};

/// Losses of one model size: data parallel, then 1, 2, 4, 8 replicas.
struct LossesOfSize {
  double parameters{};
  std::string_view inputs{};
  std::array<double, 5> losses{};
  std::array<std::string_view, 5> texts{}, ids{};
};

/// Charles et al. 2025, table 4: after 20 tokens per parameter, 30 steps between exchanges.
inline constexpr auto charles_losses =
    std::to_array<LossesOfSize>({{35e6,
                                  "35M parameters",
                                  {3.485, 3.482, 3.508, 3.554, 3.621},
                                  {"3.485", "3.482", "3.508", "3.554", "3.621"},
                                  {"", "replicas.35m_1", "replicas.35m_2", "replicas.35m_4", "replicas.35m_8"}},
                                 {90e6,
                                  "90M parameters",
                                  {3.167, 3.162, 3.182, 3.213, 3.265},
                                  {"3.167", "3.162", "3.182", "3.213", "3.265"},
                                  {"", "replicas.90m_1", "replicas.90m_2", "replicas.90m_4", "replicas.90m_8"}},
                                 {180e6,
                                  "180M parameters",
                                  {2.950, 2.943, 2.957, 2.981, 3.019},
                                  {"2.950", "2.943", "2.957", "2.981", "3.019"},
                                  {"", "replicas.180m_1", "replicas.180m_2", "replicas.180m_4", "replicas.180m_8"}},
                                 {335e6,
                                  "335M parameters",
                                  {2.784, 2.777, 2.788, 2.808, 2.841},
                                  {"2.784", "2.777", "2.788", "2.808", "2.841"},
                                  {"", "replicas.335m_1", "replicas.335m_2", "replicas.335m_4", "replicas.335m_8"}},
                                 {550e6,
                                  "550M parameters",
                                  {2.653, 2.645, 2.657, 2.673, 2.698},
                                  {"2.653", "2.645", "2.657", "2.673", "2.698"},
                                  {"", "replicas.550m_1", "replicas.550m_2", "replicas.550m_4", "replicas.550m_8"}},
                                 {1.3e9,
                                  "1.3B parameters",
                                  {2.460, 2.451, 2.464, 2.472, 2.493},
                                  {"2.460", "2.451", "2.464", "2.472", "2.493"},
                                  {"", "replicas.1300m_1", "replicas.1300m_2", "replicas.1300m_4", "replicas.1300m_8"}},
                                 {2.4e9,
                                  "2.4B parameters",
                                  {2.326, 2.317, 2.323, 2.332, 2.351},
                                  {"2.326", "2.317", "2.323", "2.332", "2.351"},
                                  {"", "replicas.2400m_1", "replicas.2400m_2", "replicas.2400m_4", "replicas.2400m_8"}}});

namespace detail {

/// L = scale N^-parameter_exponent M^replica_exponent by least squares of ln L over some columns of the table.
struct FittedLosses {
  double scale{}, parameter_exponent{}, replica_exponent{};
};

/// @param first, last columns of the table: 0 of data parallelism, 1 to 4 of 1, 2, 4, 8 replicas
template <class Table>
FittedLosses fitted_losses(const Table& table, std::size_t first, std::size_t last) {
  using boost::math::statistics::simple_ordinary_least_squares;
  std::vector<double> sizes, by_size, numbers, by_number(last - first + 1);
  for (const LossesOfSize& row : table) {
    sizes.push_back(std::log(row.parameters)), by_size.push_back(0);
    for (std::size_t k = first; k <= last; ++k) {
      const double loss = std::log(row.losses[k]);
      by_size.back() += loss / static_cast<double>(by_number.size());
      by_number[k - first] += loss / static_cast<double>(table.size());
    }
  }
  const auto [at_one, slope] = simple_ordinary_least_squares(sizes, by_size);
  if (first == last) return {std::exp(at_one), -slope, 0};
  double middle = 0;  // of ln M
  for (std::size_t k = first; k <= last; ++k) {
    numbers.push_back(std::log(2.) * static_cast<double>(k - 1));
    middle += numbers.back() / static_cast<double>(by_number.size());
  }
  const double replicas = simple_ordinary_least_squares(numbers, by_number).second;
  return {std::exp(at_one - replicas * middle), -slope, replicas};
}

/// What half a unit of the last digit of every loss, 0.0005, moves these constants by at most, relative to them (first order).
template <class = void>
FittedLosses moved_by_digits(std::size_t first, std::size_t last) {
  const FittedLosses there = fitted_losses(charles_losses, first, last);
  FittedLosses moved;
  auto table = charles_losses;
  for (LossesOfSize& row : table)
    for (std::size_t k = first; k <= last; ++k) {
      const double printed = row.losses[k];
      row.losses[k] = printed + 0.0005;
      const FittedLosses found = fitted_losses(table, first, last);
      moved.scale += std::abs(found.scale / there.scale - 1);
      moved.parameter_exponent += std::abs(found.parameter_exponent / there.parameter_exponent - 1);
      if (first < last) moved.replica_exponent += std::abs(found.replica_exponent / there.replica_exponent - 1);
      row.losses[k] = printed;
    }
  return moved;
}

}  // namespace detail

// of any scalar, so that nothing is compiled before it is asked for
template <class S = double>
Estimates replica_losses() {
  const workload::ReplicaLaw<S>& law = replica_law("charles_2025_joint");
  constexpr std::string_view of_law = "workload.ReplicaLaw.loss";
  constexpr std::array<std::string_view, 5> quantities{"", "loss of one replica", "loss of 2 replicas", "loss of 4 replicas",
                                                       "loss of 8 replicas"};
  Estimates rows;
  for (const LossesOfSize& row : charles_losses)
    for (std::size_t k = 1; k < row.losses.size(); ++k)
      rows.push_back({charles_2025, row.ids[k], quantities[k], Mark::published, row.inputs,
                      Printed{row.losses[k], row.texts[k], 0.018, "a power law beside the losses that it was fitted to"}, "1",
                      of_law, law.loss(row.parameters, std::exp2(static_cast<double>(k) - 1))});

  struct Beyond {
    std::string_view id, inputs, text;
    double parameters, replicas, loss, deviation;
  };
  for (const Beyond& one :
       std::to_array<Beyond>({{"replicas.4b_1", "4B parameters, 1 replica", "2.219", 4e9, 1, 2.219, -1.84},
                              {"replicas.4b_2", "4B parameters, 2 replicas", "2.220", 4e9, 2, 2.220, -1.09},
                              {"replicas.4b_4", "4B parameters, 4 replicas", "2.230", 4e9, 4, 2.230, -0.74},
                              {"replicas.10b_1", "10B parameters, 1 replica", "2.086", 1e10, 1, 2.086, -4.59},
                              {"replicas.10b_2", "10B parameters, 2 replicas", "2.086", 1e10, 2, 2.086, -3.82},
                              {"replicas.10b_4", "10B parameters, 4 replicas", "2.096", 1e10, 4, 2.096, -3.51}}))
    rows.push_back({charles_2025, one.id, "loss beyond the sizes of the fit", Mark::published, one.inputs,
                    known_to_deviate(digits(one.loss, one.text, 4), one.deviation,
                                     "a power law falls below the losses beyond 2.4e9 parameters"),
                    "1", of_law, law.loss(one.parameters, one.replicas)});

  const auto fitted = [&](std::string_view id, std::string_view quantity, std::string_view inputs, Printed printed,
                          double moved, std::string_view model, double computed) {
    rows.push_back({charles_2025, id, quantity, Mark::published, inputs, digits_of_both(printed, moved), "1", model, computed});
  };
  const detail::FittedLosses joint = detail::fitted_losses(charles_losses, 1, 4), of_joint = detail::moved_by_digits(1, 4);
  constexpr std::string_view of_fit = "published.replica_laws", of_28 = "28 losses, least squares of their logarithms";
  fitted("replica_fit.scale", "A of L = A N^-alpha M^beta", of_28, digits(law.scale, "19.226", 5), of_joint.scale, of_fit,
         joint.scale);
  fitted("replica_fit.parameters", "alpha", of_28, digits(law.parameter_exponent, "0.0985", 3), of_joint.parameter_exponent,
         of_fit, joint.parameter_exponent);
  fitted("replica_fit.replicas", "beta", of_28, digits(law.replica_exponent, "0.0116", 3), of_joint.replica_exponent, of_fit,
         joint.replica_exponent);
  struct Alone {
    std::string_view inputs, scale_id, scale, exponent_id, exponent;
    double missed = NaN;  // what the scale is off by [%], where it is off by more than the digits of the losses explain
  };
  constexpr auto alone = std::to_array<Alone>(
      {{"7 losses of data parallelism", "replica_fit.scale_dp", "18.129", "replica_fit.exponent_dp", "0.0953", 0.23},
       {"7 losses of one replica", "replica_fit.scale_1", "18.363", "replica_fit.exponent_1", "0.0961"},
       {"7 losses of 2 replicas", "replica_fit.scale_2", "18.768", "replica_fit.exponent_2", "0.0969"},
       {"7 losses of 4 replicas", "replica_fit.scale_4", "19.762", "replica_fit.exponent_4", "0.0992"},
       {"7 losses of 8 replicas", "replica_fit.scale_8", "21.051", "replica_fit.exponent_8", "0.1018"}});
  for (std::size_t k = 0; k < alone.size(); ++k) {
    const detail::FittedLosses found = detail::fitted_losses(charles_losses, k, k), moved = detail::moved_by_digits(k, k);
    const workload::SeparateFit& fit = workload::separate_fits[k];
    constexpr std::string_view of_fits = "workload.replica_compute";
    Printed scale = digits(fit.scale, alone[k].scale, 5);
    if (alone[k].missed == alone[k].missed)
      scale = known_to_deviate(scale, alone[k].missed, "the sizes are printed rounded too, 1.3e9 and 2.4e9 to two digits");
    fitted(alone[k].scale_id, "A of L = A N^-alpha", alone[k].inputs, scale, moved.scale, of_fits, found.scale);
    fitted(alone[k].exponent_id, "alpha", alone[k].inputs, digits(fit.exponent, alone[k].exponent, k == 4 ? 4 : 3),
           moved.parameter_exponent, of_fits, found.parameter_exponent);
  }
  return rows;
}

}  // namespace scaling_limits::published
