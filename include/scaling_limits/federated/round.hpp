// SPDX-License-Identifier: Apache-2.0
// A round of federated training. n clients are asked, each is lost with probability d, the others report after times of any
// failure law (failures/law.hpp), F [s]; the round ends with the k-th report, or fails at T. With G(t) = (1 - d) F(t)
//
//   P(completed by t) = I_G(t)(k, n - k + 1)        mean time = int_0^T [1 - I_G(t)(k, n - k + 1)] dt, of min(k-th report, T)
//
// I is the regularised incomplete beta function. With losses and no timeout fewer than k may ever report: the mean is infinite.
// The integral is taken by parts, I T and a mean over the density of the k-th report, in ln t, on pieces that follow the beta
// law's quantiles: each smooth for every law, and the density's constant drops out.
// Source: ours, elementary; asking more clients than needed as in Bonawitz et al., "Towards Federated Learning at Scale", MLSys
// 2019.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <vector>

#include "../failures/law.hpp"
#include "../numeric/quiet_policy.hpp"

namespace scaling_limits::federated {

namespace detail {

/// Sums over one piece: of the density, and of the time under it.
struct Moments {
  double weight = 0, time = 0;
  double error = 0;  // of the time, as the two rules differ

  void add(const Moments& other) { weight += other.weight, time += other.time, error += other.error; }
};

/// Gauss-Kronrod, 21 points, of weight(x) and exp(x) weight(x).
template <class F>
Moments piece(const F& weight, double low, double high) {
  using Kronrod = boost::math::quadrature::gauss_kronrod<double, 21>;
  const auto& place = Kronrod::abscissa();
  const double middle = (low + high) / 2, half = (high - low) / 2;
  Moments sum;
  double coarse = 0;
  for (std::size_t i = 0; i < place.size(); ++i) {
    double both = 0, timed = 0;
    for (const double side : {-1., 1.}) {
      const double x = middle + side * half * place[i], w = weight(x);
      both += w, timed += w * std::exp(x);
      if (i == 0) break;
    }
    sum.weight += Kronrod::weights()[i] * both, sum.time += Kronrod::weights()[i] * timed;
    if (i % 2) coarse += boost::math::quadrature::gauss<double, 10>::weights()[i / 2] * timed;
  }
  return {half * sum.weight, half * sum.time, half * std::abs(sum.time - coarse)};
}
/// The same in halves, as long as the rules differ by more than `error` and there are `pieces` left: what is noise stays.
template <class F>
Moments halved(const F& weight, double low, double high, double error, int& pieces) {
  const Moments whole = piece(weight, low, high);
  if (!(whole.error > error) || --pieces < 0) return whole;
  Moments parts = halved(weight, low, (low + high) / 2, error / 2, pieces);
  parts.add(halved(weight, (low + high) / 2, high, error / 2, pieces));
  return parts;
}

/// A range of ln t in pieces, and the sums over each.
struct Pieces {
  static constexpr double last = 690;  // ends of ln t

  double limit;
  std::vector<double> ends{};
  std::vector<Moments> parts{};
  Moments sum{};

  void end_at(double x) {
    x = (std::max)(-last, (std::min)(x, limit));
    if (ends.empty() || x > ends.back()) ends.push_back(x);
  }
  template <class F>
  void add(const F& weight, std::size_t i) {
    sum.add(parts.emplace_back(piece(weight, ends[i - 1], ends[i])));
  }
  /// Beyond the last end, in pieces that grow, until nothing is left.
  template <class F>
  void go_on(const F& weight) {
    constexpr double narrow = 1e-9;  // a step that is seen beside 690
    double width = ends.size() > 1 ? (std::max)(narrow, ends.back() - ends[ends.size() - 2]) : 1;
    for (; ends.back() < limit; width *= 1.5) {
      end_at(ends.back() + width);
      add(weight, ends.size() - 1);
      if (parts.back().time <= 1e-11 * sum.time && sum.time > 0) break;
    }
  }
  /// Again in halves where the rules differ.
  template <class F>
  void refine(const F& weight) {
    constexpr double accuracy = 1e-10;
    constexpr double suspect = 4e-9;  // a difference between the rules: what is smooth has squared it by the finer one
    if (!(sum.error > suspect * sum.time)) return;
    const double each = accuracy * sum.time / static_cast<double>(parts.size());
    int left = 300;
    sum = {};
    for (std::size_t i = 0; i < parts.size(); ++i)
      sum.add(parts[i].error > each ? halved(weight, ends[i], ends[i + 1], each, left) : parts[i]);
  }
};

/// ln[g^k (1 - g)^b] of the logistic g of y.
inline double log_beta_kernel(double k, double b, double y) {
  const double other = std::log1p(std::exp(-std::abs(y)));
  return y > 0 ? -k * other - b * (y + other) : k * (y - other) - b * other;
}
/// Where it has fallen by so much, on the side of that sign. It is concave: Newton's steps from outside never pass the point.
inline double fallen_to(double k, double b, double sign, double drop) {
  const double peak = std::log(k / b), top = log_beta_kernel(k, b, peak), tail = sign < 0 ? k : b;
  // from beyond: the parabola at the peak, and the straight tail
  double y = peak + sign * (std::sqrt(2 * drop * (1 / k + 1 / b)) + (drop + 1) / tail);
  for (int i = 0; i < 6; ++i) {
    const double g = 1 / (1 + std::exp(-y));
    y -= (log_beta_kernel(k, b, y) - top + drop) / (k * (1 - g) - b * g);
  }
  return y;
}

}  // namespace detail

struct Round {
  double asked = NaN;
  double reports = NaN;
  double dropout = 0;
  double timeout = inf;

  void validate() const;
  /// P(the round is complete by then): 0 at 0, from the timeout on what it is there.
  template <failures::FailureLaw L>
  double completed_by(double time, const L& law) const {
    if (!(has_answer() && time == time)) return NaN;
    return time <= 0 ? 0 : finished(here(law, (std::min)(time, timeout)), false);
  }
  /// P(the round is complete in the end).
  template <failures::FailureLaw L>
  double completion(const L& law) const {
    return completed_by(timeout, law);
  }
  /// Mean time of a round, failed ones included [s]: of min(k-th report, timeout).
  template <failures::FailureLaw L>
  double mean_time(const L& law) const {
    const double mean = static_cast<double>(law.mean());
    if (!(has_answer() && mean == mean)) return NaN;
    if (!note(law).empty()) return inf;
    return failures::observed_lives(law).empty() ? by_parts(law) : by_steps(failures::observed_lives(law));
  }
  /// Why the mean time is infinite; empty where it is not.
  template <failures::FailureLaw L>
  std::string_view note(const L& law) const {
    if (!has_answer() || timeout < inf) return {};
    if (dropout > 0) return "without a timeout a round that loses too many clients never ends";
    // S^(n - k + 1) of the k-th report has an integral if it falls faster than 1/t
    constexpr double late = 1e300;
    if (static_cast<double>(law.mean()) == inf && !(spare() * late * static_cast<double>(law.hazard(late)) > 1))
      return "the k-th report has no mean: the law of times falls too slowly";
    return {};
  }

 private:
  struct Point {
    double g, rest;  // P(a client has reported), and the rest, each without cancellation
    double alive;    // survival of the law
  };

  bool has_answer() const;
  double spare() const { return asked - reports + 1; }
  template <class L>
  Point here(const L& law, double time) const {
    const double alive = static_cast<double>(law.survival(time));
    if (alive < 0.5) return {(1 - dropout) * (1 - alive), dropout + (1 - dropout) * alive, alive};
    const double hazard = static_cast<double>(law.cumulative_hazard(time));
    return {(1 - dropout) * -std::expm1(-hazard), dropout + (1 - dropout) * alive, alive};
  }
  /// P(k clients or more have reported), or the complement.
  template <class = void>
  double finished(const Point& at, bool complement) const {
    if (at.g == 0 || at.rest == 0) return (at.g > 0) != complement ? 1 : 0;
    if (at.g != at.g) return NaN;
    using boost::math::ibeta, boost::math::ibetac;
    const numeric::quiet_policy quiet;
    if (at.g < 0.5) return complement ? ibetac(reports, spare(), at.g, quiet) : ibeta(reports, spare(), at.g, quiet);
    return complement ? ibeta(spare(), reports, at.rest, quiet) : ibetac(spare(), reports, at.rest, quiet);
  }

  /// Of observed lives, shortest first: P(not complete) is a staircase.
  template <class = void>
  double by_steps(std::span<const double> lives) const {
    const double n = static_cast<double>(lives.size());
    double sum = 0, open = 1;
    for (std::size_t i = 0; i < lives.size() && open > 0; ++i) {
      const double from = i == 0 ? 0 : lives[i - 1];
      if (from >= timeout) return sum;
      if (lives[i] == from) continue;
      const double lived = static_cast<double>(i) / n;  // by those that are shorter
      if (i > 0) open = finished({(1 - dropout) * lived, dropout + (1 - dropout) * (1 - lived), 1 - lived}, true);
      sum += open * ((std::min)(lives[i], timeout) - from);
    }
    open = dropout > 0 ? finished({1 - dropout, dropout, 0}, true) : 0;
    return open > 0 && timeout > lives.back() ? sum + open * (timeout - lives.back()) : sum;
  }

  /// The ends of the pieces from low to high, in the logit of what has reported: quantiles, as long as the law has them.
  template <class L>
  void cut(detail::Pieces& pieces, const L& law, double low, double high) const {
    constexpr double step = 3.2;          // of a piece, in standard deviations of the logit
    constexpr double last_share = 1e-10;  // of clients that have yet to report: from there on pieces that grow
    const double count = std::ceil((high - low) / (step * std::sqrt(1 / reports + 1 / spare())));
    for (double i = 0; i <= count; ++i) {
      const double part = 1 / ((1 + std::exp(-(low + (high - low) * i / count))) * (1 - dropout));
      pieces.end_at(std::log(static_cast<double>(law.quantile((std::min)(part, 1 - last_share)))));
      if (part > 1 - last_share) break;
    }
    auto& ends = pieces.ends;
    if (const double jump = std::log(failures::hazard_jump(law)); jump > ends.front() && jump < ends.back())
      ends.insert(std::upper_bound(ends.begin(), ends.end(), jump), jump);
  }

  template <class L>
  double by_parts(const L& law) const {
    constexpr double drop = 28;  // in powers of e: less is not seen in the mean
    constexpr double end = detail::Pieces::last;
    const double k = reports, b = spare();
    const Point at_limit = here(law, timeout);
    const double latest = std::log(at_limit.g / at_limit.rest), low = detail::fallen_to(k, b, -1, drop);
    if (!(latest > low)) return latest == latest ? timeout : NaN;
    const double peak = k / (k + b), beside = b / (k + b);
    const auto weight = [&](double x) {
      const double t = std::exp(x);
      const Point at = here(law, t);
      if (!(at.g > 0 && at.alive > 0)) return 0.0;
      // the logarithm of what is near 1 from the other: of two billion clients its last place counts
      const bool few = at.g < 0.5;
      double beta = (k - 1) * (few ? std::log(at.g / peak) : std::log1p((beside - at.rest) / peak));
      if (b > 1) beta += (b - 1) * (few ? std::log1p((peak - at.g) / beside) : std::log(at.rest / beside));
      return std::exp(beta) * at.alive * t * static_cast<double>(law.hazard(t));
    };
    detail::Pieces pieces{timeout < inf ? std::log(timeout) : end};
    cut(pieces, law, low, (std::min)(latest, detail::fallen_to(k, b, 1, drop / 2)));
    for (std::size_t i = 1; i < pieces.ends.size(); ++i) pieces.add(weight, i);
    pieces.go_on(weight);
    pieces.refine(weight);
    auto& sum = pieces.sum;
    if (pieces.ends.back() == end && timeout == inf) {  // what falls as a power of t, to its end
      const double t = std::exp(end), fall = b * t * static_cast<double>(law.hazard(t));
      sum.weight += weight(end) / fall, sum.time += weight(end) * t / (fall - 1);
    }
    if (!(sum.weight > 0))  // all at once
      return (std::min)(timeout, static_cast<double>(law.quantile((std::min)(1.0, peak / (1 - dropout)))));
    const double before = pieces.ends.front() == -end ? finished(here(law, std::exp(-end)), false) : 0;  // at 0, as good as
    const double failed = finished(at_limit, true);
    return (finished(at_limit, false) - before) * (sum.time / sum.weight) + (failed > 0 ? failed * timeout : 0);
  }
};

constexpr auto fields(const Round*) {
  using R = Round;
  return std::to_array<Field<R, double>>({
      {"asked", &R::asked, "1", counted(1), "clients that are asked", usually(10, 1e4), Effect::help},
      {"reports", &R::reports, "1", counted(1), "reports that end the round, at most asked", usually(10, 1e4), Effect::cost},
      {"dropout", &R::dropout, "1", fraction, "share of the clients that are lost", usually(0.06, 0.1, "Bonawitz et al. 2019"),
       Effect::cost},
      {"timeout", &R::timeout, "s", positive_or_inf, "after which a round has failed; unlimited: never", usually(60, 1e4), {}},
  });
}
static_assert(table_is_complete<Round>, "Round: a member without its row, or a row without its member");

inline void Round::validate() const {
  scaling_limits::validate(*this, "Round");
  if (reports > asked)
    throw DomainError("Round: reports = " + to_text(reports) + " must be at most asked = " + to_text(asked), "reports",
                      reports);
}
inline bool Round::has_answer() const { return in_range(*this) && reports <= asked; }

}  // namespace scaling_limits::federated
