// SPDX-License-Identifier: Apache-2.0
// Random lists of causes: no row more raises goodput, goodput is continuous where rows change places, and no order of the rows
// and no parting of one changes an answer. Where a strategy's formula says otherwise, by how much at most.
#include <catch2/catch_test_macros.hpp>
#include <iomanip>
#include <optional>
#include <sstream>

#include "scaling_limits/analysis/by_cause.hpp"
#include "support/agrees.hpp"
#include "support/counts.hpp"
#include "support/struck.hpp"

using namespace scaling_limits;
using namespace scaling_limits::strategies;
using namespace scaling_limits::testing;
using failures::Cause;

namespace {

constexpr double rounding = 1e-12, beyond_double = 300;  // of a search for an interval; losses that are not looked at
constexpr double beyond_any = 600;                       // of which goodput is no number of double any more

/// Lists of every kind of row, rates said in any way, of runs that fail every three minutes to every 30 hours.
constexpr SomeCauses any_list{.most_retried = 0.95, .any_rate = true};
constexpr double least_hours = 0.05;

bool is_extra(const Cause<>& cause) { return cause.is_planned() || cause.is_silent(); }
bool has_extra(const Stops<>& stops) { return std::any_of(stops.causes.begin(), stops.causes.end(), is_extra); }
Stops<> failures_of(Stops<> stops) {
  std::erase_if(stops.causes, is_extra);
  return stops;
}
Stops<> without_silent(Stops<> stops) {
  std::erase_if(stops.causes, [](const auto& cause) { return cause.is_silent(); });
  return stops;
}
Stops<> without_planned(Stops<> stops) {
  std::erase_if(stops.causes, [](const auto& cause) { return cause.is_planned(); });
  return stops;
}

/// Beside saves at several levels, other stops add what they cost at an interval that is the best without them: it jumps where
/// the best pattern changes, and has two values where two patterns are equally good.
template <class St>
bool may_jump(const St& s, const Stops<>& stops) {
  if constexpr (requires { s.inner; }) return may_jump(s.inner, stops);
  else return LeveledStrategy<St> && has_extra(stops);
}

template <class St>
double loss_of(const TrainingRun<>& run, const Stops<>& stops, const St& s) {
  return with_stops(s, stops).losses(run).sum();
}

/// A list and the same with one row more: a rate of its own, or a share of what gpu_mttf then counts.
struct Grown {
  Struck from;
  Stops<> more;
  TrainingRun<> run_of_more;
  Cause<> added;

  Grown(Sampler& random, SomeCauses some, bool extra_row) : from(random, some, least_hours) {
    some.shares = false, some.most_rows = 1, some.extra = extra_row;
    auto row = some(random, from.run.gpus, 3600 * random.log_uniform(0.1, 100)).causes[0];
    if (random.chance(0.2)) row.restart_time = 0, row.extra_restart = 0;
    row.name = "more";
    more = from.stops, run_of_more = from.run;
    if (from.run.gpu_mttf < inf && !row.is_planned()) {
      const double own = from.run.failure_rate(),
                   rate = failures::rate_of<double>(row, {row}, {from.run.gpus, 0, 0, from.run.gpus});
      run_of_more.gpu_mttf = from.run.gpus / (own + rate);
      for (auto& cause : more.causes) cause.share *= own / (own + rate);
      Cause<> share{.name = row.name, .share = rate / (own + rate)};
      for (const auto member :
           {&Cause<>::detection, &Cause<>::downtime, &Cause<>::extra_restart, &Cause<>::restart_time, &Cause<>::retry_chance,
            &Cause<>::retry_time, &Cause<>::severity, &Cause<>::leaves_state, &Cause<>::common, &Cause<>::takes, &Cause<>::lag})
        share.*member = row.*member;
      row = share;
    }
    added = row;
    more.causes.insert(more.causes.begin() + static_cast<std::ptrdiff_t>(random.index(more.causes.size() + 1)), row);
  }
};

/// The greatest gain that a row more brings where a formula lets it, and how far it is below its bound.
struct Gain {
  double most = 0, bound = 0;
  int lists = 0, of = 0;

  void see(double before, double after, double least) {
    ++of;
    if (!(before - after > rounding * (1 + before))) return;
    ++lists;
    if (std::exp(-after) - std::exp(-before) > most)
      most = std::exp(-after) - std::exp(-before), bound = std::exp(-least) - std::exp(-before);
  }
};

/// What restarts, and what they have of retries, come to at least: of the rows of a list from which each is taken.
struct LeastRestart {
  double time = inf, retry_chance = inf, retry_time = inf, downtime = inf;

  void take(const failures::CauseRow<double>& row, double more = 0) {
    time = (std::min)(time, row.restart_time + more), downtime = (std::min)(downtime, row.downtime);
    retry_chance = (std::min)(retry_chance, row.retry_chance), retry_time = (std::min)(retry_time, row.retry_time);
  }
  void put_into(Cause<>& cause, double less = 0) const {
    cause.restart_time = (std::max)(0.0, time - less), cause.extra_restart = 0;
    cause.retry_chance = retry_chance, cause.retry_time = retry_time;
  }
};
std::vector<failures::CauseRow<double>> rows_of(const TrainingRun<>& run, const Stops<>& stops) {
  const auto at = stops.at(run);
  const StoppedRun<double> stopped(run, at);
  return {stopped.rows.begin(), stopped.rows.end()};
}

/// Failures of whatever protects a run, none of which a row more can make cheaper: by what the rows of the longer list say at
/// least of all that its formula lets a row cut short. Of a strategy that lets none: the failures themselves.
template <class St>
Stops<> eased(const Grown& at, const St& s) {
  Stops<> least = failures_of(at.from.stops);
  const Stops<> more = failures_of(at.more);
  const auto& run = at.from.run;
  if constexpr (requires { s.inner.replicas; }) {
    return least;  // common rows do not strike in outages of its own
  } else if constexpr (requires { s.inner; }) {
    // of a learner's own rows and common ones the newest is in force, and of common outages the mean is taken
    LeastRestart of_all;
    for (const auto& row : rows_of(run, more)) of_all.take(row);
    of_all.time = 0;  // a learner comes back sooner than the run
    for (auto& cause : least.causes)
      of_all.put_into(cause), (cause.detection == cause.detection ? cause.detection : cause.downtime) = of_all.downtime;
  } else if constexpr (LeveledStrategy<St>) {
    // the restart of a higher level cuts one of a lower level off, a shorter one too
    const auto there = more.at(run);
    const StoppedRun<double> stopped(run, there);
    leveled(s, [&](const auto&) {
      const auto rows = s.rows_under(stopped);
      for (auto& cause : least.causes) {
        int lowest = std::numeric_limits<int>::max();
        for (const auto& row : rows)
          if (row.of < more.causes.size() && more.causes[row.of].name == cause.name) lowest = (std::min)(lowest, row.rank);
        LeastRestart above;
        for (const auto& row : rows)
          if (row.rank >= lowest) above.take(row);
        above.put_into(cause);
      }
    });
  } else if constexpr (requires { s.step_time; }) {
    // so does that of a failure which leaves nothing to save, where a save comes before the other
    const double save = run.write_time();
    LeastRestart of_lost;
    for (const auto& row : rows_of(run, more))
      if (!row.leaves_state) of_lost.take(row);
    if (of_lost.time < save) std::erase_if(least.causes, [](const auto& cause) { return cause.leaves_state != 0; });
    const auto own = rows_of(run, least);
    for (std::size_t i = 0; i < least.causes.size(); ++i)
      if (LeastRestart its = of_lost; least.causes[i].leaves_state != 0)
        its.take(own[i], save), its.put_into(least.causes[i], save);
  } else if constexpr (requires { s.revive; }) {
    // an interruption has the mean restart of all rows, and the mean downtime of its kind
    const auto mean = [&](const Stops<>& stops, auto keep) {
      auto rows = rows_of(run, stops);
      std::erase_if(rows, [&](const auto& row) { return !keep(row); });
      return failures::mix_of<double>(std::span<const failures::CauseRow<double>>(rows));
    };
    const auto any = [](const auto&) { return true; };
    const double restart = (std::min)(mean(least, any).restart_time, mean(more, any).restart_time);
    const Stops<> before = least;
    for (auto& cause : least.causes) {
      const auto alike = [&](const auto& row) { return row.common == (cause.common != 0); };
      cause.restart_time = restart, cause.extra_restart = cause.retry_chance = cause.retry_time = 0;
      cause.downtime = (std::min)(mean(before, alike).downtime, mean(more, alike).downtime), cause.detection = NaN;
    }
  }
  return least;
}

/// The strategy of which the eased list is: an announced stop comes with a save when it would be too soon for one in the
/// background, a common one revives whoever is dead, and replicas that are absent stop no learner.
template <class St>
auto easier(const St& s) {
  auto best = at_best_interval(s);
  if constexpr (requires { best.persist_latency; }) best.persist_latency = best.slowdown = 0;
  if constexpr (requires { best.revive; }) best.revive = 1;
  if constexpr (requires { best.inner.replicas; }) best.quorum = 1;
  return best;
}

/// Whether no row of any kind may make such a list cheaper. An announced stop far beyond the best interval is a save that pays,
/// a failure takes silent errors away before they are saved; and beside other saves than blocking ones the losses of both are
/// added, which is right for few of them.
template <class St>
bool is_exact(const St& s, const Stops<>& more) {
  if (!has_extra(more))
    return !(LeveledStrategy<St> || requires { s.inner; } || requires { s.revive; } || requires { s.step_time; });
  if constexpr (requires { s.persist_latency; })
    return !s.has_own_interval() && s.persist_latency == 0 && !has_extra(without_planned(more));
  else return false;
}

/// Ten thousand lists, each with a row more.
template <class St>
void no_row_helps(const St& s, std::ostream& gains) {
  Sampler random(401);
  Worst worst, beyond;
  Gain plain, with_extra;
  for (std::uint64_t i = draws("lists of causes"); i > 0; --i) {
    SomeCauses some = any_list;
    some.extra = random.chance(0.4), some.common = random.chance(0.5), some.shares = random.chance(0.2);
    const Grown at(random, some, random.chance(some.extra ? 0.5 : 0.1));
    St one = s;
    if constexpr (requires { s.own_interval; })
      if (random.chance(0.4)) one.own_interval = random.log_uniform(60, 14'400);
    const auto& run = at.from.run;
    const double before = loss_of(run, at.from.stops, one), after = loss_of(at.run_of_more, at.more, one);
    if (!(before < beyond_double)) continue;
    if (loss_of(at.run_of_more, failures_of(at.more), Blocking<>{}) > beyond_any) continue;
    CAPTURE(std::string(s.name()), i, before, after);
    REQUIRE(after >= 0);  // goodput is no more than one
    if (is_exact(one, at.more)) {
      worst.see((before - after) / (1 + before), i, before, after);
      continue;
    }
    if (run.gpu_mttf < inf) continue;  // what is left to gpu_mttf has no restart that could be eased
    const double least = loss_of(run, eased(at, one), easier(one));
    (has_extra(at.more) ? with_extra : plain).see(before, after, least);
    beyond.see((least - after) / (1 + least), i, before, after, least);
  }
  INFO(s.name() << ": " << worst.where << "and " << beyond.where);
  CHECK(worst.distance < rounding);
  CHECK(beyond.distance < rounding);
  for (const auto& [kind, gain] : {std::pair("failures", plain), std::pair("with planned or silent rows", with_extra)})
    if (gain.lists > 0)
      gains << "\n  " << s.name() << ", " << kind << ": " << gain.lists << " of " << gain.of << ", at most " << 100 * gain.most
            << " points of goodput, bound " << 100 * gain.bound;
}

}  // namespace

TEST_CASE("no cause more raises goodput, but where a formula is no more than near", "[strategies][draws]") {
  std::ostringstream gains;
  gains << std::setprecision(3);
  for_each_strategy([&](const auto& s) { no_row_helps(s, gains); });
  no_row_helps(blocking(NaN, 120, 0.02), gains);
  WARN("a row more gains in these lists:" << gains.str());
}

namespace {

/// A cause that comes so many times as often.
Cause<> as_often(Cause<> cause, double times) {
  cause.mttf /= times, cause.mtbf /= times;
  for (const auto member : {&Cause<>::afr, &Cause<>::fit, &Cause<>::per_1000_unit_days, &Cause<>::share, &Cause<>::events})
    cause.*member *= times;
  cause.failing_share = -std::expm1(times * std::log1p(-cause.failing_share));
  return cause;
}

/// The largest step of f over a millionth of a millionth of x, looked for where it changes most.
template <class F>
double largest_jump(const F& f, double low, double high) {
  double at_low = f(low), at_high = f(high);
  while (high - low > 1e-12 * high) {
    const double middle = 0.5 * (low + high), at_middle = f(middle);
    if (std::abs(at_middle - at_low) > std::abs(at_high - at_middle)) high = middle, at_high = at_middle;
    else low = middle, at_low = at_middle;
  }
  return std::abs(at_high - at_low) / (1 + at_low);
}

/// f(list) of lists of all kinds, at the strategy's own interval or one that is given.
template <class St, class F>
void each_list(const St& s, std::uint64_t count, std::uint64_t seed, const F& f) {
  Sampler random(seed);
  for (std::uint64_t i = count; i > 0; --i) {
    SomeCauses some = any_list;
    some.shares = random.chance(0.2);
    const Struck at(random, some, least_hours);
    St one = s;
    if constexpr (requires { s.own_interval; })
      if (random.chance(0.4)) one.own_interval = random.log_uniform(60, 14'400);
    const double loss = loss_of(at.run, at.stops, one);
    if (loss < beyond_double && !may_jump(s, at.stops)) f(random, at, one, loss, i);
  }
}

}  // namespace

TEST_CASE("rows in any order, and a row in two, are the same list", "[strategies][draws]") {
  for_each_strategy([&](const auto& s) {
    Worst order, halves;
    each_list(s, draws("lists of causes"), 409, [&](auto& random, const Struck& at, const auto& one, double loss, auto i) {
      auto shuffled = at.stops;
      for (std::size_t k = shuffled.causes.size(); k > 1; --k)
        std::swap(shuffled.causes[k - 1], shuffled.causes[random.index(k)]);
      order.see(std::abs(loss_of(at.run, shuffled, one) - loss) / (1 + loss), i, loss);
      auto parted = at.stops;
      const auto k = random.index(parted.causes.size());
      if (parted.causes[k].is_silent()) return;  // errors of two such rows add their losses, which is right for few of them
      const auto half = as_often(parted.causes[k], 0.5);
      parted.causes[k] = half, parted.causes.push_back(half), parted.causes.back().name = "second half";
      halves.see(std::abs(loss_of(at.run, parted, one) - loss) / (1 + loss), i, loss);
    });
    INFO(s.name() << ": " << order.where << "and " << halves.where);
    const double rounded = s.name() == "replicated" ? 1e-11 : 1e-13;  // pairs: a sum over all of them, and a search on it
    CHECK(order.distance < rounded);
    CHECK(halves.distance < rounded);
  });
}

TEST_CASE("goodput is continuous in every restart, through each place that it takes among the others", "[strategies][draws]") {
  for_each_strategy([&](const auto& s) {
    Worst worst;
    each_list(s, draws("restarts that change places"), 419,
              [&](auto& random, const Struck& at, const auto& one, double, auto i) {
                const auto rows = rows_of(at.run, at.stops);
                const auto moved = random.index(at.stops.causes.size()), through = random.index(rows.size());
                const double other = (std::max)(1.0, rows[through].restart_time);
                auto stops = at.stops;
                stops.causes[moved].extra_restart = 0;
                // what comes beside a failure, a wait for a spare say, is as often as failures are; of two restarts as
                // long until the run is up the one may have more of them, the other more waits for retries
                if (s.name() == "spared" || s.name() == "replicated")
                  for (auto& cause : stops.causes) cause.retry_time = 0;
                const auto loss = [&](double restart) {
                  stops.causes[moved].restart_time = restart;
                  return loss_of(at.run, stops, one);
                };
                if (loss(4 * other) < beyond_double) worst.see(largest_jump(loss, other / 4, 4 * other), i, other);
              });
    INFO(s.name() << ": " << worst.where);
    CHECK(worst.distance < 1e-9);
  });
}

TEST_CASE("what causes take and what is useful are all of the time, of any list", "[strategies][draws]") {
  constexpr double some_goodput = 30;  // below it shares of time are rounding
  for_each_strategy([&](const auto& s) {
    Worst worst;
    each_list(s, draws("lists of causes"), 421, [&](auto&, const Struck& at, const auto&, double loss, auto i) {
      if (loss > some_goodput) return;
      const auto under = at.under(s);
      // an announced stop brings a save where none is due, of an interval that is given or as long as a write takes
      const bool may_pay = has_extra(without_silent(at.stops));
      double sum = under.breakdown(at.run).of("useful"), least = 0;
      for (const auto& by : analysis::by_cause(at.run, under)) {
        sum += by.time(), least = (std::min)({least, by.share, by.checkpoint, by.rework, by.restart, by.downtime});
        if (!may_pay) least = (std::min)(least, by.other);
      }
      worst.see(std::abs(sum - 1), "sum", i, loss);
      worst.see(-least, "least", i, loss);
    });
    INFO(s.name() << ": " << worst.where);
    CHECK(worst.distance < 1e-12);
  });
}
