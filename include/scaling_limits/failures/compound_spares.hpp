// SPDX-License-Identifier: Apache-2.0
// Spares where failures come in bursts: the number out is compound Poisson, and the spares are a quantile of it.
//
//   a = l r       bursts out in the mean: l failure_rate of bursts, r repair_time; each burst is repaired, and back, as one
//   q_j           share of the bursts of j units (burst_sizes.hpp)      takes  GPUs of a unit, which are out together
//   P_0 = e^-a,   P_n = (a/n) sum over j of j q_j P_{n-j}               probability that n units are out (Panjer 1981)
//
// Repairs go on at once, of any law (Palm's theorem, burst by burst). Sizes that are all m: m times the Poisson quantile of a.
// The recursion is summed in units that grow with it, and over its own total, so that e^-a may underflow. Beyond 10^5 bursts or
// 10^7 units out it would be long: there the expansion of Cornish and Fisher stands, less than 10^-4 of the answer off up to a
// quality of 1 - 10^-6, less than 1 % up to 1 - 10^-12.
#pragma once
#include "../version.hpp"

#include "../numeric/normal.hpp"
#include "burst_sizes.hpp"
#include "poisson_counts.hpp"

namespace scaling_limits::failures {

inline constexpr double most_bursts_summed = 1e5;  ///< out in the mean where their sizes vary, and
inline constexpr double most_units_summed = 1e7;   ///< as many units; beyond, the expansion

namespace detail {

/// The probabilities of Panjer's recursion one by one, in units that grow: a number of rescalings beside each.
class CompoundTerms {
 public:
  CompoundTerms(double load, const BurstSizes<>& sizes) : load_(load), sums_(sizes, inf) {}
  static constexpr double large = 1e100;

  double next() {
    double term = count_ == 0 ? 1 : load_ / count_ * sums_.of_sizes();
    ++count_;
    if (term > large) sums_.scale(1 / large), term /= large, ++rescaled;
    sums_.add(term);
    return term;
  }
  double count() const { return count_; }
  int rescaled = 0;

 private:
  double load_, count_ = 0;
  BurstSums<double> sums_;
};

/// E J, E J^2, E J^3, E J^4; NaN unless the shares are those of all.
template <class = void>
std::array<double, 4> moments_of(const BurstSizes<>& sizes) {
  const double m = 1 / (1 - sizes.stays);
  std::array<double, 4> all{m, m * (2 * m - 1), m * (6 * m * (m - 1) + 1), m * (m * (m * (24 * m - 36) + 14) - 1)};
  double share = sizes.rest;
  for (double& moment : all) moment *= sizes.rest;
  for (const auto& [size, part] : sizes.points) {
    share += part;
    double power = part;
    for (double& moment : all) moment += power *= size;
  }
  if (!(std::abs(share - 1) < 1e-9)) all.fill(NaN);
  return all;
}

/// The quantile of a sum of so many, by its first four cumulants (Cornish, Fisher 1937), between two whole numbers.
template <class = void>
double expanded_quantile(double load, const std::array<double, 4>& moments, double quality) {
  const double mean = load * moments[0], deviation = std::sqrt(load * moments[1]);
  const double skew = moments[2] / (moments[1] * deviation), excess = moments[3] / (moments[1] * moments[1] * load);
  const double z = numeric::normal_quantile(quality);
  const double standard = z + skew * (z * z - 1) / 6 + excess * z * (z * z - 3) / 24 - skew * skew * z * (2 * z * z - 5) / 36;
  return (std::max)(0.0, std::ceil(mean + deviation * standard - 0.5));
}

/// The same by the recursion, twice: for its total, then up to the share of that.
template <class = void>
double summed_quantile(double load, const BurstSizes<>& sizes, double mean, double quality) {
  const double left_out = 1e-19 * (1 - sizes.stays);
  double longest = 1, total = 0;
  for (const auto& point : sizes.points) longest = (std::max)(longest, point.size);
  CompoundTerms terms(load, sizes);
  for (double tiny = 0; tiny < longest || terms.count() < load * mean + 1;) {
    const int before = terms.rescaled;
    const double term = terms.next();
    if (terms.rescaled > before) total /= CompoundTerms::large;
    total += term;
    tiny = term < left_out * total ? tiny + 1 : 0;
  }
  CompoundTerms again(load, sizes);
  double sum = 0;
  for (;;) {
    const int before = again.rescaled;
    const double term = again.next();
    if (again.rescaled > before) sum /= CompoundTerms::large;
    sum += term;
    const int behind = terms.rescaled - again.rescaled;
    const double share = behind == 0 ? sum / total : sum * std::pow(CompoundTerms::large, -behind) / total;
    if (share >= quality || again.count() == terms.count()) return again.count() - 1;
  }
}

/// Bursts that fail together and come back each by itself, after exponential times: k of them are out for 1/k of a mean repair,
/// which makes sizes of the number that is out. @return how many repair times they last until all are back
template <class = void>
double back_one_by_one(BurstSizes<>& sizes, double parts) {
  const double each = sizes.points[0].size;
  double all = 0;
  for (double k = 1; k <= parts; ++k) all += 1 / k;
  sizes.points.clear();
  for (double k = 1; k <= parts; ++k) sizes.points.push_back({k * each, 1 / (k * all)});
  return all;
}

}  // namespace detail

/// The least number n of units with P(out <= n) >= quality, where bursts of such sizes are out, `load` of them in the mean.
///
/// @param load >= 0; @param quality in [0, 1]; 1 gives inf; @return NaN out of domain
template <class = void>
double compound_quantile(double load, const BurstSizes<>& sizes, double quality) {
  const auto moments = detail::moments_of(sizes);
  if (!(load >= 0 && quality >= 0 && quality <= 1 && moments[0] >= 1)) return NaN;
  if (sizes.points.size() == 1 && sizes.rest == 0) return sizes.points[0].size * poisson_quantile(load, quality);
  if (load == 0 || quality == 0) return 0;
  if (quality == 1 || load == inf) return inf;
  const double units = load * moments[0];
  return load > most_bursts_summed || units > most_units_summed ? detail::expanded_quantile(load, moments, quality)
                                                                : detail::summed_quantile(load, sizes, moments[0], quality);
}

/// Spares that cover the GPUs out for repair with a probability, failures taken as a Poisson stream of bursts.
///
/// takes x the quantile of the compound Poisson number of units out, P_n = (a/n) sum j q_j P_(n-j), a = taken_share x
/// failure_rate x repair_time/(1 + failure_rate x downtime); a burst comes back as one. bursts "fixed": each of `burst` units;
/// "geometric": of that mean, whose index of dispersion is 2 burst - 1. In GPUs, a multiple of takes; inf at quality 1.
///
/// Source: Palm's theorem: the number out is Poisson whatever the law of a repair; H. Panjer, Recursive evaluation of a family
/// of compound distributions, ASTIN Bulletin 12, 1981.
///
/// @param failure_rate of the job's bursts [1/s]; @param repair_time mean [s]
/// @param burst units of a burst, >= 1, a whole number where all are alike, their mean up to 10^4 where they vary
/// @param takes GPUs of a unit, a whole number >= 1; @param downtime after each failure [s]; @param taken_share in [0, 1]
/// @param parts bursts of a failure, each back by itself, after an exponential time: a whole number up to 10^4, 1 where bursts
/// vary; NaN outside their ranges
template <class = void>
double spares_needed(double failure_rate, double repair_time, double quality, double burst = 1,
                     BurstLaw bursts = BurstLaw::fixed, double takes = 1, double downtime = 0, double taken_share = 1,
                     double parts = 1) {
  const auto counted = [](double x) { return x >= 1 && x < 0x1p53 && x == std::floor(x); };
  auto sizes = burst_sizes(burst, bursts);
  if (!(failure_rate >= 0 && repair_time >= 0 && downtime >= 0 && taken_share >= 0 && taken_share <= 1 && counted(takes) &&
        counted(parts) && (parts == 1 || (sizes.rest == 0 && parts <= most_mean_burst))))
    return NaN;
  double load = taken_share * (downtime == 0 ? failure_rate * repair_time : repair_time / (1 / failure_rate + downtime));
  if (parts > 1 && !sizes.points.empty()) load *= detail::back_one_by_one(sizes, parts);
  return takes * compound_quantile(load, sizes, quality);
}

/// Spares that cover the GPUs out for repair with a probability, where bursts were counted by their size.
///
/// As spares_needed, whose q_j are counts[j - 1] over their sum: bursts of 1 unit, of 2, and so on.
///
/// @param counts >= 0, not all 0; NaN outside their ranges
template <class = void>
double spares_for_counted_bursts(double failure_rate, double repair_time, double quality, std::span<const double> counts,
                                 double takes = 1) {
  if (!(failure_rate >= 0 && repair_time >= 0 && takes >= 1 && takes < 0x1p53 && takes == std::floor(takes))) return NaN;
  return takes * compound_quantile(failure_rate * repair_time, counted_sizes(counts), quality);
}

/// Mean size of the geometric bursts whose counts have that variance over mean; NaN below 1, where there are none.
///
/// (1 + index)/2
///
/// Source: derived: E J^2/E J = 2 m - 1 of a geometric size of mean m, the index of dispersion of a compound Poisson count.
template <class I, Scalar S = promote_t<I>>
S burst_from_dispersion(const I& index_of_dispersion) {
  const S index(index_of_dispersion);
  return value_of(index) >= 1 ? S((S(1) + index) / S(2)) : S(NaN);
}

}  // namespace scaling_limits::failures
