// SPDX-License-Identifier: Apache-2.0
// A hazard that changes once, fitted to lives by maximum likelihood. With d1 of d lives ended before the change c, and T1 of
// the time watched spent before it,
//
//   l(c) = d1 ln(d1/T1) + d2 ln(d2/T2) - d
//
// is convex between two ends of lives: the best c lies just before or just behind one, and all are tried. Of the last pieces of
// time the likelihood has no bound: five lives end on either side of the change, or none before it.
//
// A rate's interval is that of its profile likelihood. That of the change is not chi-squared: near the true change l is a
// random walk (Hinkley, Biometrika 57(1), 1970). With r the larger over the smaller rate it climbs steadily and falls in jumps
// of ln r one way, so that its maximum is over x with probability e^-x; the other way it climbs in jumps and falls by r - 1
// between two, as what an insurer of constant claims has lost: over x with the probability of his ruin (Asmussen and Albrecher,
// "Ruin Probabilities", 2010, chapters III and IV: constant claims, and Cramer's C e^-x far out).
#pragma once
#include "../version.hpp"

#include "../numeric/bracketed_root.hpp"
#include "fit.hpp"
#include "two_piece.hpp"

namespace scaling_limits::failures {

/// As LifeFit, of the law TwoPiece.
template <>
class LifeFit<TwoPiece> {
 public:
  static constexpr double least_events = 5;  // on either side of the change

  explicit LifeFit(const Lives& lives) {
    const LifeTotals of = totals(validated(lives, "fit"));
    quality_ = {NaN, of.units, of.events, 3};
    exposure_ = of.exposure;
    if (of.events < 2 * least_events)
      throw InvalidArgument(
          "fit: a two_piece law needs " + to_text(2 * least_events) + " lives that ended, there are " + to_text(of.events),
          "observed");
    find_candidates(lives);
    if (!(best_.value > -inf)) throw InvalidArgument("fit: no change leaves five lives that ended on either side", "durations");
    quality_.log_likelihood = best_.value;
    law_ = {best_.early / best_.before, (of.events - best_.early) / (exposure_ - best_.before), best_.change};
  }

  const TwoPiece<double>& law() const { return law_; }
  const FitQuality& quality() const { return quality_; }

  /// Of the rates, the change being as good as known: as LifeFit has them.
  static constexpr std::size_t coordinate_count = 2;
  std::array<double, 2> coordinates() const { return {std::log(law_.early_rate), std::log(law_.late_rate)}; }
  std::array<std::array<double, 2>, 2> information() const {
    return {{{larger(1., best_.early), 0}, {0, quality_.events - best_.early}}};
  }
  template <class T>
  TwoPiece<T> law_at(const std::array<T, 2>& at) const {
    using std::exp;
    return {T(exp(at[0])), T(exp(at[1])), T(law_.change)};
  }

  FitInterval interval(std::string_view parameter, double confidence = 0.95) const {
    check("fit", "confidence", confidence, inner_fraction);
    if (parameter == "change") return change(drop_of_change(confidence));
    if (parameter != "early_rate" && parameter != "late_rate")
      throw InvalidArgument("fit: a law 'two_piece' has no parameter " + in_quotes(parameter), "parameter", parameter);
    return rate(parameter == "early_rate", detail::likelihood_drop(confidence));
  }

 private:
  /// A change: so many lives ended, and so much time was watched, before it.
  struct Candidate {
    double change = NaN, early = 0, before = 0, value = -inf;
  };

  static double piece(double events, double time) { return events > 0 ? events * (std::log(events / time) - 1) : 0; }
  double value_of_change(double early, double before) const {
    const double late = quality_.events - early, behind = exposure_ - before;
    if (late < least_events || (early > 0 && early < least_events) || !(behind > 0)) return -inf;
    return piece(early, before) + piece(late, behind);
  }

  /// Just before and just behind every end, and where lives come and go: between two of them the time watched before a change
  /// is a straight line.
  void find_candidates(const Lives& lives) {
    std::vector<double> ended, left, came;  // times, sorted
    for (std::size_t i = 0; i < lives.size(); ++i) {
      (lives.failed(i) ? ended : left).push_back(lives.durations[i]);
      if (lives.from(i) > 0) came.push_back(lives.from(i));
    }
    double watched = static_cast<double>(lives.size() - came.size()), before = 0, early = 0, last = 0;  // watched: now
    for (auto* times : {&ended, &left, &came}) {
      std::sort(times->begin(), times->end());
      times->push_back(inf);
    }
    const double* to[]{ended.data(), left.data(), came.data()};
    for (;;) {
      const double time = smaller(*to[0], smaller(*to[1], *to[2]));
      if (time == inf) break;
      double at_once[3]{};
      for (std::size_t k = 0; k < 3; ++k)
        for (; *to[k] == time; ++to[k]) ++at_once[k];
      before += watched * (time - last), last = time;
      watched += at_once[2] - at_once[1] - at_once[0];
      const bool nobody_left = *to[0] == inf && *to[1] == inf;  // no time behind it, whatever rounding says
      try_out({time, early, before, nobody_left ? -inf : value_of_change(early, before)});
      if (at_once[0] == 0) continue;
      early += at_once[0];
      try_out({std::nextafter(time, inf), early, before, value_of_change(early, before)});
    }
    forget_unlikely();
  }
  void try_out(const Candidate& one) {
    if (one.value > best_.value) best_ = one;
    candidates_.push_back(one);
    if (candidates_.size() < enough_) return;
    forget_unlikely();
    enough_ = larger(enough_, 2 * candidates_.size());
  }
  /// Of the changes only those that some confidence holds are kept, and their neighbours.
  void forget_unlikely() {
    constexpr double never = 64;  // more than any drop of a confidence that is less than 1
    const std::size_t n = candidates_.size();
    const auto likely = [&](std::size_t i) { return i < n && candidates_[i].value >= best_.value - never; };
    std::size_t kept = 0;
    bool before = true, here = likely(0);  // the first and the last may have neighbours that are likely
    for (std::size_t i = 0; i < n; ++i) {
      const bool next = i + 1 == n || likely(i + 1);
      if (before || here || next) candidates_[kept++] = candidates_[i];
      before = here, here = next;
    }
    candidates_.resize(kept);
  }

  /// How far the likelihood falls from its best to that of the true change, with that confidence at most.
  double drop_of_change(double confidence) const {
    const double apart = std::abs(std::log(law_.late_rate / law_.early_rate));  // ln r
    const auto too_few = [&](double x) { return -std::expm1(-x) * below_ruin(x, apart) - confidence; };
    return numeric::bracketed_root(too_few, 0, 20 - std::log1p(-confidence)).value;
  }
  /// Probability that the walk which climbs by `jump` and falls by e^jump - 1 between two jumps never is over x.
  static double below_ruin(double x, double jump) {
    const double fall = std::expm1(jump), load = jump / fall;
    if (!(jump > 0)) return -std::expm1(-x);  // a walk in small steps
    if (!(fall < inf)) return 1;
    if (x > 4 * jump) return 1 - (fall - jump) / ((fall + 1) * jump - fall) * std::exp(-x);
    double sum = 0, factorial = 1;
    for (double k = 0; k * jump <= x; ++k) {
      const double short_of = (k * jump - x) / fall;
      sum += std::pow(short_of, k) / factorial * std::exp(-short_of), factorial *= k + 1;
    }
    return (1 - load) * sum;
  }

  /// Of the changes whose likelihood is less than `drop` below the best: the first and the last.
  FitInterval change(double drop) const {
    const double floor = best_.value - drop;
    std::size_t first = candidates_.size(), last = 0;
    for (std::size_t i = 0; i < candidates_.size(); ++i)
      if (candidates_[i].value >= floor) first = smaller(first, i), last = i;
    return {reached(first, first > 0 ? first - 1 : first, floor),
            reached(last, last + 1 < candidates_.size() ? last + 1 : last, floor)};
  }
  /// Between a change that is likely enough and its neighbour, which is not: where it is no more.
  double reached(std::size_t inside, std::size_t outside, double floor) const {
    const Candidate &in = candidates_[inside], &out = candidates_[outside];
    if (in.early != out.early || in.change == out.change) return in.change;
    const auto at = [&](double share) {
      return value_of_change(in.early, in.before + share * (out.before - in.before)) - floor;
    };
    if (at(1) >= 0) return out.change;
    const double share = numeric::bracketed_root(at, 0, 1).value;
    return in.change + (share == share ? share : 0) * (out.change - in.change);
  }

  /// Where the likelihood with a rate held, the other and the change at their best, has fallen by `drop`.
  FitInterval rate(bool is_early, double drop) const {
    std::vector<Candidate> likely;  // of the others none comes so high
    for (const Candidate& one : candidates_)
      if (one.value >= best_.value - drop) likely.push_back(one);
    const auto fallen = [&](double log_rate) {
      double best = -inf;
      for (const Candidate& one : likely) {
        const double late = quality_.events - one.early, behind = exposure_ - one.before;
        const double events = is_early ? one.early : late, time = is_early ? one.before : behind;
        const double other = is_early ? piece(late, behind) : piece(one.early, one.before);
        best = larger(best, events * log_rate - std::exp(log_rate) * time + other);
      }
      return best_.value - best - drop;
    };
    const double at = is_early ? law_.early_rate : law_.late_rate;
    if (at == 0) {  // nobody fails early: the rate has an upper end alone, e^-(rate x time) = e^-drop
      const double high = std::log(drop / best_.before);
      return {0, std::exp(fallen(high) < 0 ? end(fallen, high, 1) : high)};
    }
    return {std::exp(end(fallen, std::log(at), -1)), std::exp(end(fallen, std::log(at), 1))};
  }
  template <class F>
  static double end(const F& fallen, double inside, double way) {
    double step = 0.1 * way, outside = inside + step;
    while (fallen(outside) < 0) {
      inside = outside, outside += step, step *= 2;
      if (std::abs(step) > 700) return way * inf;
    }
    return numeric::bracketed_root(fallen, smaller(inside, outside), larger(inside, outside)).value;
  }

  std::vector<Candidate> candidates_{};
  std::size_t enough_ = 1 << 16;
  Candidate best_{};
  TwoPiece<double> law_{};
  FitQuality quality_{};
  double exposure_ = 0;
};

}  // namespace scaling_limits::failures
