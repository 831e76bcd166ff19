// SPDX-License-Identifier: Apache-2.0
// How full a cluster of N GPUs can be with gangs served first come, first served: the head of the queue waits until all of its
// c GPUs are free, and nobody overtakes it. Gangs of c GPUs come with probability p_c; service is exponential with one mean,
// whatever the size. K jobs are in service while the queue never empties: the largest k whose sizes still fit together,
//
//     P(K = k) = P(S_k <= N < S_(k+1)), S_k the sum of k sizes;  throughput = 1/E[1/K] jobs per mean service time
//     largest utilisation = throughput E[c]/N
//
// (stability criterion of Rumyantsev & Morozov, "Stability criterion of a multiserver model with simultaneous service", Annals
// of Operations Research 252, 2017). E[1/K] is the integral over t > 0 of E[z^K], z = e^-t, and for one z
//
//     E[z^K] = sum_(n <= N) a_n(z) P(c > N - n),   a_0 = 1,  a_n = z sum_c p_c a_(n-c):  every term positive
//
// by the trapezoidal rule in ln t, whose error for e^(-K t) is 2 |Gamma(1 + 2 pi i/h)| of it whatever K: 4e-17 at h = 0.24. So
// some hundred values of z do for any N. Utilisation counts GPUs held. Where larger gangs also serve longer, or times vary less
// than exponential ones, the limit is another one.
#pragma once
#include "../version.hpp"

#include <array>
#include <bit>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "../core/fields.hpp"
#include "../core/result_fields.hpp"

namespace scaling_limits::cluster {

inline constexpr double most_gang_gpus = 1e6;  // tenths of a second

struct GangLimit {
  double utilization = NaN, throughput = NaN;
};
constexpr auto fields(const GangLimit*) {
  using G = GangLimit;
  return std::tuple(ResultField("utilization", &G::utilization, "1", "share of the GPUs that are held, at most"),
                    ResultField("throughput", &G::throughput, "1", "jobs per mean service time, at most"));
}

namespace detail {

/// Gangs by size, the smallest first, of a cluster of so many GPUs, all in units of the largest common divisor of the sizes.
struct Gangs {
  std::vector<std::size_t> sizes{};
  std::vector<double> shares{};
  std::vector<double> larger{};  // P(c > r), r from 0 below the largest
  std::size_t gpus = 0;
  double missing = 0;  // one less the sum of the shares, which is a rounding

  double least_in_service() const { return std::floor(static_cast<double>(gpus) / static_cast<double>(sizes.back())); }
  double most_in_service() const { return std::floor(static_cast<double>(gpus) / static_cast<double>(sizes.front())); }
};

/// The sizes that there are, each once; shares that sum to one but for a rounding.
template <class = void>
Gangs gangs_of(double gpus, std::span<const double> sizes, std::span<const double> shares, double sum) {
  std::map<std::size_t, double> by_size;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (shares[i] > 0) by_size[static_cast<std::size_t>(sizes[i])] += shares[i] / sum;
  std::size_t unit = 0;
  for (const auto& [size, share] : by_size) unit = std::gcd(unit, size);
  Gangs gangs;
  double total = 0, lost = 0;  // two numbers that hold the sum to twice the digits
  for (const auto& [size, share] : by_size) {
    gangs.sizes.push_back(size / unit);
    gangs.shares.push_back(share);
    const double next = total + share, rounded = next - total;
    lost += (total - (next - rounded)) + (share - rounded);
    total = next;
  }
  gangs.missing = (1 - total) - lost;
  gangs.gpus = static_cast<std::size_t>(gpus) / unit;
  gangs.larger.assign(gangs.sizes.back(), 0);
  for (std::size_t i = 0; i < gangs.sizes.size(); ++i)
    for (std::size_t r = 0; r < gangs.sizes[i]; ++r) gangs.larger[r] += gangs.shares[i];
  return gangs;
}

/// E[z^K] at several z at once: the steps of the recursion are the same for all.
template <class = void>
class GangSums {
 public:
  static constexpr std::size_t lanes = 8;
  using Lanes = std::array<double, lanes>;

  explicit GangSums(const Gangs& gangs) : gangs_(gangs), mask_(std::bit_ceil(gangs.sizes.back() + 1) - 1), rows_(mask_ + 1) {}

  /// E[e^(-t K)] for each t; `visits` is sum_n a_n of the first, where t is 0 the mean of K + 1.
  template <class Between>
  Lanes operator()(const Lanes& t, double& visits, const Between& between) {
    const std::size_t gpus = gangs_.gpus, largest = gangs_.sizes.back();
    Lanes of{}, fall{};
    // z - 1, so that a sum close to one loses nothing by it
    for (std::size_t k = 0; k < lanes; ++k) fall[k] = std::expm1(-t[k]) + std::exp(-t[k]) * gangs_.missing;
    if (gpus < largest) of.fill(gangs_.larger[gpus]);
    rows_[0].fill(1);
    visits = 1;
    const std::size_t stride = 1 + 10000 / gangs_.sizes.size();
    for (std::size_t n = 1; n <= gpus; ++n) {
      if (n % stride == 0) between();
      Lanes row{};
      for (std::size_t i = 0; i < gangs_.sizes.size() && gangs_.sizes[i] <= n; ++i) {
        const Lanes& before = rows_[(n - gangs_.sizes[i]) & mask_];
        for (std::size_t k = 0; k < lanes; ++k) row[k] += gangs_.shares[i] * before[k];
      }
      // what is nothing is none: numbers below the usual range are slow
      for (std::size_t k = 0; k < lanes; ++k) row[k] = row[k] > 1e-280 ? row[k] + row[k] * fall[k] : 0;
      visits += row[0];
      if (const std::size_t left = gpus - n; left < largest)
        for (std::size_t k = 0; k < lanes; ++k) of[k] += row[k] * gangs_.larger[left];
      rows_[n & mask_] = row;
    }
    return of;
  }

 private:
  const Gangs& gangs_;
  std::size_t mask_;
  std::vector<Lanes> rows_;  // a_n, as many of the last as the largest size reaches back
};

/// E[1/K] of a queue that never empties.
template <class Between>
double mean_inverse_in_service(const Gangs& gangs, const Between& between) {
  constexpr double h = 0.24, done = 40;  // e^-40 is nothing
  constexpr double early = 5e-6;         // K t up to which e^(-K t) is 1 - K t: what is left out is its cube
  const double first = early / gangs.most_in_service(), last = done / gangs.least_in_service();
  using Sums = GangSums<>;
  Sums sums(gangs);
  Sums::Lanes t{};  // the first one is 0, once, for the mean of K
  double sum = 0, in_service = NaN, next = first;
  while (next < last) {
    for (std::size_t k = in_service != in_service; k < Sums::lanes; ++k, next *= std::exp(h)) t[k] = next;
    double visits = 0;
    const Sums::Lanes of = sums(t, visits, between);
    if (in_service != in_service) in_service = visits - 1;
    for (std::size_t k = 0; k < Sums::lanes; ++k) sum += t[k] * of[k];
  }
  // the nodes before the first: two geometric series
  const double q = std::exp(-h), before = first * q / (1 - q) - in_service * first * first * q * q / (1 - q * q);
  return h * (before + sum);
}

}  // namespace detail

/// The largest utilisation and throughput that gangs of these sizes, with these shares of the jobs, reach on so many GPUs.
/// Throws DomainError where a size is none or does not fit, or where the shares do not sum to one.
///
/// @param gpus a whole number from 1 to 1e6; @param sizes whole numbers of GPUs, each from 1 to gpus
/// @param shares of the jobs, as many as sizes
/// @param between called some thousand times a second: a million GPUs in ten thousand sizes take minutes; it may throw
template <class Between = void (*)()>
GangLimit gang_limit(
    double gpus, std::span<const double> sizes, std::span<const double> shares, const Between& between = [] {}) {
  constexpr const char* here = "gang_limit";
  check(here, "gpus", gpus, whole({.lower = 1, .upper = most_gang_gpus}));
  if (sizes.empty()) throw InvalidArgument("gang_limit: sizes must be one at least", "sizes");
  if (sizes.size() != shares.size())
    throw InvalidArgument(
        "gang_limit: " + std::to_string(sizes.size()) + " sizes need as many shares, not " + std::to_string(shares.size()),
        "shares");
  double sum = 0, mean = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::string place = "[" + std::to_string(i) + "]";
    check(here, "sizes" + place, sizes[i], counted(1), "GPU");
    if (sizes[i] > gpus)
      throw DomainError(
          "gang_limit: sizes" + place + " = " + to_text(sizes[i]) + " must be at most gpus = " + to_text(gpus) + " [GPU]",
          "sizes" + place, sizes[i]);
    check(here, "shares" + place, shares[i], closed_fraction);
    sum += shares[i], mean += shares[i] * sizes[i];
  }
  if (!(std::abs(sum - 1) <= 1e-9))
    throw DomainError("gang_limit: shares must sum to 1, not to " + to_text(sum), "shares", sum);
  const double throughput = 1 / detail::mean_inverse_in_service(detail::gangs_of(gpus, sizes, shares, sum), between);
  return {mean / sum / gpus * throughput, throughput};
}

}  // namespace scaling_limits::cluster
