// SPDX-License-Identifier: Apache-2.0
// Learners that fail apart: M parts of the run train copies of one model, none waits for another, each protected by the same
// inner strategy. A failure stops one of them, so that all together lose what one learner of N/M GPUs loses (Douillard et al.
// 2026, "Decoupled DiLoCo", on goodput). Each holds the whole state and reloads it by itself; storage that they share gives
// each a share of its write bandwidth, as if all wrote at once: the worst case.
//
// With a quorum of k, what a learner does counts while at least k - 1 of the others are up. Each is up a share
// a = 1 - restart - downtime of the time, clocks apart, hence
//
//     goodput = inner goodput x P(Bin(M - 1, a) >= k - 1)
//
// What the replicas cost in tokens is a factor (limits/replica_cost.hpp). Derivation: docs/derivations.md, "Learners that fail
// apart".
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "../numeric/binomial_tail.hpp"
#include "blocking.hpp"
#include "protocol_under.hpp"
#include "rates.hpp"
#include "weights_by_row.hpp"

namespace scaling_limits::strategies {

template <class P = double, class Inner = Blocking<>>
struct Independent {
  P learners = P(NaN);
  P quorum = P(1);
  P shared_storage = P(0);
  Inner inner{};  // what protects each learner

  static constexpr std::string_view name() { return "independent"; }
  static constexpr std::string_view text =
      "learners that train copies of the model and fail apart, each protected by a strategy of its own";
  std::vector<std::string_view> all_terms() const { return with_quorum(terms_of(inner)); }
  std::vector<std::string_view> all_shares() const { return with_quorum(shares_of(inner)); }
  std::vector<std::string_view> all_terms_under() const { return with_quorum(terms_under(inner)); }
  std::vector<std::string_view> all_shares_under() const { return with_quorum(shares_under(inner)); }
  void validate() const;
  std::string note(const TrainingRun<>& run) const {
    if (run.gpus < value_of(learners))
      return "independent: learners = " + to_text(value_of(learners)) + " must be <= gpus = " + to_text(run.gpus);
    return std::string(inner.note(learner(run)));
  }

  double least_gpus() const { return static_cast<double>(value_of(learners)) * (std::max)(1.0, least_gpus_of(inner)); }

  /// The run of one learner: its GPUs, the whole state, of shared storage its share of the writes.
  template <class S>
  TrainingRun<S> learner(TrainingRun<S> run) const {
    run.gpus = value_of(run.gpus) >= value_of(learners) ? S(run.gpus / S(learners)) : S(NaN);
    // a part below the least double: nothing is written either way
    if (const S part = run.write_bandwidth / S(learners); value_of(shared_storage) != 0 && value_of(part) > 0)
      run.write_bandwidth = part;
    return run;
  }

  template <class S>
  S interval(const TrainingRun<S>& run) const {
    const auto one = learner(validated(run, *this));
    return value_of(one.gpus) > 0 ? inner.interval(one) : S(NaN);
  }
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    return losses_in_range(validated(run, *this));
  }
  template <class S>
  Terms<S> losses_in_range(const TrainingRun<S>& run) const {
    const auto one = learner(run);
    if (!(value_of(one.gpus) > 0)) return {{"quorum", S(NaN)}};
    Terms<S> all = strategies::losses_in_range(one, inner);
    if (has_quorum()) all.add("quorum", S(-log_chance_of_quorum(up(inner.breakdown(one)))));
    return all;
  }
  /// Of each learner's time: what is done without a quorum is no useful work.
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    const auto one = learner(validated(run, *this));
    if (!(value_of(one.gpus) > 0)) return {{"useful", S(NaN)}};
    const Terms<S> parts = inner.breakdown(one);
    return has_quorum() ? with_missed(parts, log_chance_of_quorum(up(parts))) : parts;
  }
  // under a list: common rows strike every learner, all others are shared among them
  template <class S>
  S interval_under(const StoppedRun<S>& stopped) const {
    const Apart<S> one(*this, stopped);
    return one.exists() ? strategies::interval_under(one.stopped(), inner) : S(NaN);
  }
  template <class S>
  Terms<S> losses_under(const StoppedRun<S>& stopped) const {
    const Apart<S> one(*this, stopped);
    if (!one.exists()) return {{"quorum", S(NaN)}};
    Terms<S> all = strategies::losses_under(one.stopped(), inner);
    if (has_quorum()) all.add("quorum", S(-log_chance_under(one)));
    return all;
  }
  template <class S>
  Terms<S> breakdown_under(const StoppedRun<S>& stopped) const {
    const Apart<S> one(*this, stopped);
    if (!one.exists()) return {{"useful", S(NaN)}};
    const Terms<S> parts = strategies::breakdown_under(one.stopped(), inner);
    return has_quorum() ? with_missed(parts, log_chance_under(one)) : parts;
  }
  /// What protects each learner takes it of all rows alike.
  AssumedOfRows assumed_under(const StoppedRun<double>& stopped) const { return strategies::assumed_under(stopped, inner); }
  /// Those of one learner.
  void weights_under(const StoppedRun<double>& stopped, WeightsByRow& weights) const {
    const Apart<double> one(*this, stopped);
    if (one.exists()) strategies::weights_under(one.stopped(), inner, weights);
  }
  std::vector<int> pattern(const TrainingRun<>& run) const {
    const auto one = learner(validated(run, *this));
    return one.gpus > 0 ? strategies::pattern(inner, one) : std::vector<int>{};
  }
  Protocol protocol(const TrainingRun<>& run) const {
    return of_learners(strategies::protocol(inner, learner(validated(run, *this))));
  }
  /// Each learner with its rows. Common ones strike each by itself where no quorum looks at several, which is then the same.
  Protocol protocol_under(const StoppedRun<double>& stopped) const {
    const Apart<double> one(*this, stopped);
    const StoppedRun<double> by_all = one.stopped();
    Protocol p = of_learners(strategies::protocol_under(by_all, inner));
    if (!has_quorum()) return p;
    // checkpoints are those of all rows, what strikes a learner alone is its own
    const StopsAt<double> own = one.own();
    Protocol alone = strategies::protocol_under(StoppedRun<double>(one.run, own, true), inner);
    p.failure_rate = alone.failure_rate, p.severities = std::move(alone.severities);
    p.planned = std::move(alone.planned), p.late = std::move(alone.late);
    for (const auto& row : by_all.rows) {
      if (!row.common) continue;
      if (row.attended || !row.strikes())
        throw InvalidArgument(
            "independent: a common cause that is waited for by the hours, planned or silent cannot be "
            "played with a quorum",
            "cause");
      p.severities.push_back(severity_of(row, 0));
      p.severities.back().level = static_cast<int>(p.levels.size());
      p.common.push_back({row.rate, static_cast<int>(p.severities.size())});
    }
    return p;
  }
  Protocol of_learners(Protocol p) const {
    const int count = checked_integer<int>("simulate", "learners", value_of(learners)),
              least = static_cast<int>(value_of(quorum));
    if (p.quorum > 1 || (least > 1 && p.learners > 1))
      throw InvalidArgument("independent: learners of learners can be played without a quorum only", "inner");
    p.learners *= count, p.quorum = least;
    return p;
  }
  Requirements requirements(const TrainingRun<>& run) const {
    const auto one = learner(validated(run, *this));
    if (!(one.gpus > 0)) return {NaN, NaN, NaN};
    return of_all(strategies::requirements(inner, one));
  }
  Requirements requirements_under(const StoppedRun<double>& stopped) const {
    const Apart<double> one(*this, stopped);
    if (!one.exists()) return {NaN, NaN, NaN};
    return of_all(strategies::requirements_under(one.stopped(), inner));
  }
  /// Of all learners together.
  Rates rates(const TrainingRun<>& run) const {
    const auto one = learner(validated(run, *this));
    if (!(one.gpus > 0)) return {NaN, NaN, NaN, NaN, NaN};
    Rates all = strategies::rates(inner, one);
    for (const auto member : rate_members) all.*member *= value_of(learners);
    return all;
  }
  bool rises_with(double rate, double least_time) const {
    return !has_quorum() && strategies::rises_with(inner, rate, least_time);
  }
  bool slopes_may_fall() const { return strategies::slopes_may_fall(inner); }
  template <class T>
  Independent<T, Inner> over() const {
    return {T(learners), T(quorum), T(shared_storage), inner};
  }
  Independent at_best_interval() const {
    Independent best = *this;
    best.inner = strategies::at_best_interval(inner);
    return best;
  }
  std::string_view without_checkpoints() const {
    if constexpr (requires { inner.without_checkpoints(); }) return inner.without_checkpoints();
    else return {};
  }

 private:
  /// Learners of learners have it already.
  static std::vector<std::string_view> with_quorum(std::vector<std::string_view> terms) {
    if (std::find(terms.begin(), terms.end(), "quorum") == terms.end()) terms.push_back("quorum");
    return terms;
  }
  bool has_quorum() const { return value_of(quorum) > 1; }
  /// What all learners ask for, given what one does.
  Requirements of_all(const Requirements& one) const {
    const double count = value_of(learners);
    return {one.memory * count, one.bandwidth * count, one.spares * count};
  }
  template <class S>
  static S up(const Terms<S>& parts) {
    return S(1) - parts.of("restart") - parts.of("downtime");
  }
  template <class S>
  S log_chance_of_quorum(S up) const {
    if (value_of(up) < 0 || value_of(up) > 1) up = up - S(value_of(up)) + S(value_of(up) < 0 ? 0 : 1);  // by rounding
    return numeric::log_binomial_tail(S(S(learners) - S(1)), up, value_of(quorum) - 1);
  }
  /// What is done without a quorum is no useful work.
  template <class S>
  static Terms<S> with_missed(const Terms<S>& parts, const S& log_chance) {
    const S missed = -exp_minus_one(log_chance);
    Terms<S> all;
    for (const auto& term : parts) {
      const bool useful = term.name == "useful";
      all.add(term.name, useful ? S(term.amount * (S(1) - missed)) : term.amount);
    }
    all.add("quorum", S(parts.of("useful") * missed));
    return all;
  }

  /// One learner under a list.
  template <class S>
  struct Apart {
    TrainingRun<S> run;
    StopsAt<S> stops;

    Apart(const Independent& of, const StoppedRun<S>& all) : run(of.learner(all.grown)), several(value_of(of.learners) > 1) {
      const S parts(of.learners);
      stops = all.stops.of_part(parts, [](const auto& row) { return !row.common; });
      for (const auto& row : all.stops.rows)
        if (row.common) stops.rows.push_back(row);
    }
    bool exists() const { return value_of(run.gpus) > 0; }
    bool several;  // of one learner nothing is apart
    StoppedRun<S> stopped() const { return {run, stops, several}; }
    /// What stops it alone: in a common outage all are down together.
    StopsAt<S> own() const {
      return stops.of_part(S(1), [](const auto& row) { return !row.common; });
    }
  };
  /// Under a list: by its own failures. Who waits for the same morning is up together with others more often than by chance:
  /// of each part of the week by itself.
  template <class S>
  S log_chance_under(const Apart<S>& one) const {
    const StopsAt<S> own = one.own();
    const StoppedRun<S> alone(one.run, own, true);
    const Terms<S> parts = strategies::breakdown_under(alone, inner);
    S mean = up(parts);
    for (const auto& row : alone.rows)  // of a term of their own, in which saves and rework are too
      if (!row.strikes()) mean = mean - parts.of("useful") * row.rate * (row.downtime + row.restart_time);
    const auto week = own.week(alone.run.restart_time());
    if (week.empty()) return log_chance_of_quorum(mean);
    S missed(0);
    for (const auto& part : week) missed = missed - part.ran * exp_minus_one(log_chance_of_quorum(S(mean * part.running)));
    return log_one_plus(S(-missed));
  }
};

/// The rest is structure.
template <class P, class Inner>
constexpr auto fields(const Independent<P, Inner>*) {
  using I = Independent<P, Inner>;
  return std::to_array<Field<I, P>>({
      {"learners", &I::learners, "1", at_least_one, "parts of the run that train copies of the model", usually(2, 64)},
      {"quorum", &I::quorum, "1", counted(1), "learners that must be up for the work of any to count", usually(1, 8),
       Effect::cost},
      {"shared_storage", &I::shared_storage, "1", flag, "whether all learners save to the storage of the run"},
  });
}
template <class P, class Inner>
void Independent<P, Inner>::validate() const {
  scaling_limits::validate(*this, name());
  const double count = value_of(learners), least = value_of(quorum);
  if (least > count)
    throw DomainError("independent: quorum = " + to_text(least) + " must be <= learners = " + to_text(count), "quorum", least);
  inner.validate();
}
static_assert(Strategy<Independent<>>);

/// @param learners parts that fail apart; @param inner what protects each; @param quorum so many must be up for work to count
/// @param shared_storage whether all of them save to the run's own storage at once
template <class Inner = Blocking<>>
Independent<double, Inner> independent(double learners, Inner inner = {}, double quorum = 1, bool shared_storage = false) {
  return {learners, quorum, shared_storage ? 1.0 : 0.0, std::move(inner)};
}

}  // namespace scaling_limits::strategies
