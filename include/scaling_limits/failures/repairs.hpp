// SPDX-License-Identifier: Apache-2.0
// Parts that come back from repair while nothing fails, and the stationary state of a pool: what the exact pools of
// running_share.hpp and mixed_pool.hpp are made of. Times in units of the mean repair, so that k parts out return at the rate
// min(k, repairers).
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <vector>

#include "../core/math.hpp"

namespace scaling_limits::failures::detail {

/// A square of numbers, row by row.
template <class S>
class Square {
 public:
  explicit Square(std::size_t n) : size_(n), all_(n * n, S(0)) {}
  std::size_t size() const { return size_; }
  S* operator[](std::size_t row) { return all_.data() + row * size_; }
  const S* operator[](std::size_t row) const { return all_.data() + row * size_; }

 private:
  std::size_t size_;
  std::vector<S> all_;
};

/// rate x time; 0 where either is, even of an infinite other.
template <class S>
S product(const S& rate, const S& time) {
  return value_of(rate) * value_of(time) == value_of(rate) * value_of(time) ? S(rate * time) : S(0);
}

inline constexpr double all_repaired = 2e4;  // finished repairs, of a few hundred parts, after which nobody is out

/// Row k: the parts out after that time, of k before; all terms are positive.
///
/// @param time in mean repairs; @param repairers at once, inf: all
template <class S>
Square<S> out_after(const S& time, std::size_t states, double repairers) {
  using std::exp;
  using std::log;
  Square<S> after(states);
  const auto whole = static_cast<std::size_t>((std::min)(std::floor(repairers), static_cast<double>(states)));
  if (value_of(time) == inf || value_of(time) * (std::min)(repairers, 1.0 * static_cast<double>(states)) > all_repaired) {
    for (std::size_t k = 0; k < states; ++k) after[k][0] = S(1);
    return after;
  }
  // each under repair by itself: a binomial count
  const S stays = exp(S(-time)), leaves = -exp_minus_one(S(-time));
  after[0][0] = S(1);
  for (std::size_t k = 1; k < states && k <= whole; ++k) {
    after[k][0] = leaves * after[k - 1][0];
    for (std::size_t l = 1; l < k; ++l) after[k][l] = leaves * after[k - 1][l] + stays * after[k - 1][l - 1];
    after[k][k] = stays * after[k - 1][k - 1];
  }
  if (whole + 1 >= states) return after;

  // a queue of h: a Poisson stream of repairs takes it away, its rest thins those under repair. From the longest queue down,
  // G_h = P(h repairs) e_whole + G_{h+1} U, U one event of that stream.
  const S mean = S(repairers) * time;
  const double most = value_of(mean);
  const auto longest = states - 1 - whole;
  const auto enough = static_cast<std::size_t>((std::max)(static_cast<double>(longest) + 60, most + 10 * std::sqrt(most) + 60));
  std::vector<S> events(enough + 1), rest(whole + 1, S(0));
  const bool plain = most < 600;  // exp(-mean) is a number
  if (plain) {
    events[0] = exp(S(-mean));
    for (std::size_t h = 1; h <= enough; ++h) events[h] = events[h - 1] * mean / S(static_cast<double>(h));
  } else {
    S logarithm = -mean;
    for (std::size_t h = 0; h <= enough; ++h) {
      if (h > 0) logarithm = logarithm + S(log(S(mean / S(static_cast<double>(h)))));
      events[h] = value_of(logarithm) > -700 ? S(exp(logarithm)) : S(0);
    }
  }
  for (std::size_t h = enough; h > 0; --h) {
    for (std::size_t l = 0; l <= whole; ++l) {
      rest[l] = rest[l] * S(1 - static_cast<double>(l) / repairers);
      if (l < whole) rest[l] = rest[l] + rest[l + 1] * S(static_cast<double>(l + 1) / repairers);
    }
    rest[whole] = rest[whole] + events[h];
    if (h > longest) continue;
    S* row = after[whole + h];
    for (std::size_t l = 0; l <= whole; ++l) row[l] = rest[l];
    for (std::size_t l = 1; l <= h; ++l) row[whole + l] = events[h - l];
  }
  return after;
}

/// Stationary weights, not normalised, of a chain that goes down from everywhere: state reduction, which subtracts nothing
/// (Grassmann, Taksar, Heyman 1985). The chain is used up.
///
/// @param from of a state the lowest one from which a step leads there
template <class S, class From>
std::vector<S> stationary(Square<S>& chain, const From& from) {
  const std::size_t n = chain.size();
  std::size_t lowest = 0;
  for (std::size_t k = n; k-- > 1;) {
    S down(0);
    for (std::size_t l = 0; l < k; ++l) down = down + chain[k][l];
    double up = 0;
    for (std::size_t i = from(k); i < k; ++i) up = (std::max)(up, static_cast<double>(value_of(chain[i][k])));
    if (value_of(down) == 0 || up / value_of(down) > 1e280) {  // by underflow: whoever is there does not return
      lowest = k;
      break;
    }
    for (std::size_t i = from(k); i < k; ++i) {
      const S share = chain[i][k] / down;
      chain[i][k] = share;
      for (std::size_t l = 0; l < k; ++l) chain[i][l] = chain[i][l] + share * chain[k][l];
    }
  }
  std::vector<S> weights(n, S(0));
  weights[lowest] = S(1);
  for (std::size_t k = lowest + 1; k < n; ++k)
    for (;;) {
      for (std::size_t i = (std::max)(lowest, from(k)); i < k; ++i) weights[k] = weights[k] + weights[i] * chain[i][k];
      if (!(value_of(weights[k]) > 1e200)) break;
      weights[k] = S(0);  // again, after all below; whatever vanishes beside it does
      for (std::size_t i = 0; i < k; ++i) weights[i] = weights[i] * S(1e-200);
    }
  return weights;
}

}  // namespace scaling_limits::failures::detail
