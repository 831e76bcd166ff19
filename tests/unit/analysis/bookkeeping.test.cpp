// SPDX-License-Identifier: Apache-2.0
// The books of a measured run: runs whose truth is known come back, any log agrees with the rules spelled out second by second,
// and a run that the simulator played has the shares of the closed form.
#include "scaling_limits/analysis/bookkeeping.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <map>
#include <random>

#include "scaling_limits/analysis/implied_inputs.hpp"
#include "scaling_limits/simulation/simulator.hpp"
#include "scaling_limits/strategies/blocking.hpp"

using namespace scaling_limits;
using analysis::Attempt;
using analysis::bookkeeping;
using analysis::Bookkeeping;
using analysis::Record;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using B = Bookkeeping;

namespace {

struct Log {
  std::vector<double> step{}, start{}, end{}, attempt{};
  std::vector<unsigned char> kind{};
  std::vector<double> length{};  // empty: none
  double resolution = 0;
  void add(Record what, double number, double from, double to, double id = NaN) {
    step.push_back(number), start.push_back(from), end.push_back(to), attempt.push_back(id);
    kind.push_back(static_cast<unsigned char>(what));
  }
  void add(double number, double from, double to, double id = NaN) { add(Record::step, number, from, to, id); }
  std::size_t size() const { return start.size(); }
  Bookkeeping books(double rise = 1, double pause = 2) const {
    return bookkeeping({step, start, end, kind, attempt, length, resolution}, rise, pause);
  }
  /// With ends alone.
  Log ends() const {
    Log other = *this;
    other.start.assign(size(), NaN);
    return other;
  }
  /// With one of start and end, and with lengths.
  Log lengths(bool with_ends) const {
    Log other = *this;
    for (std::size_t i = 0; i < size(); ++i) other.length.push_back(end[i] - start[i]);
    (with_ends ? other.start : other.end).assign(size(), NaN);
    return other;
  }
  Log in_order(const std::vector<std::size_t>& order) const {
    Log other;
    for (const std::size_t i : order) other.add(static_cast<Record>(kind[i]), step[i], start[i], end[i], attempt[i]);
    return other;
  }
};

void check_sum(const Bookkeeping& found) {
  double sum = 0;
  for (const double seconds : found.seconds) {
    CHECK(seconds >= -1e-9 * found.elapsed);
    sum += seconds;
  }
  CHECK_THAT(sum, WithinAbs(found.elapsed, 1e-12 * found.elapsed + 1e-12));
}

void check_same(const Bookkeeping& found, const Bookkeeping& want, double within) {
  for (std::size_t i = 0; i < B::buckets; ++i) {
    INFO(B::names[i]);
    CHECK_THAT(found.seconds[i], WithinAbs(want.seconds[i], within));
  }
  CHECK_THAT(found.elapsed, WithinAbs(want.elapsed, within));
  CHECK(found.failures == want.failures);
  CHECK(found.steps == want.steps);
  CHECK(found.useful_steps == want.useful_steps);
  CHECK(found.unfinished == want.unfinished);
  CHECK(found.copies == want.copies);
}

// ---- what failures cut, as the rule has it: bisection, where the library takes Newton's steps

struct Gap {
  double time, usual;  // between two attempts; of a record of the kind that was cut, NaN: nothing was
  bool exact = false;  // a downtime record tells when
  B::Bucket bucket = B::rework;
};

void cut(Bookkeeping& books, const std::vector<Gap>& gaps) {
  const double known = books.elapsed - books.seconds[B::downtime];
  const auto bisect = [](double low, double high, const auto& below) {
    for (int k = 0; k < 200; ++k) (below((low + high) / 2) ? low : high) = (low + high) / 2;
    return low;
  };
  const auto mean = [](const Gap& gap, double mtbf) { return mtbf - gap.usual / (std::exp(gap.usual / mtbf) - 1); };
  const auto pooled = [](const Gap& gap) { return gap.bucket == B::startup && !gap.exact && gap.usual > 0; };
  const auto all = [&](double mtbf) {
    std::vector<double> ran;
    double want = 0, most = 0;
    for (const Gap& gap : gaps) {
      ran.push_back(!(gap.usual > 0) ? 0 : std::min(gap.time, gap.exact ? gap.usual : mean(gap, mtbf)));
      if (pooled(gap)) want += mean(gap, mtbf), most += std::min(gap.time, gap.usual);
    }
    const auto share = [&](const Gap& gap, double factor) { return std::min({gap.time, gap.usual, factor * mean(gap, mtbf)}); };
    const double factor = bisect(1, 1e9, [&](double one) {
      double sum = 0;
      for (const Gap& gap : gaps) sum += pooled(gap) ? share(gap, one) : 0;
      return sum < std::min(want, most) * (1 - 1e-13);
    });
    for (std::size_t i = 0; i < gaps.size(); ++i)
      if (pooled(gaps[i])) ran[i] = share(gaps[i], factor);
    return ran;
  };
  const double mtbf = bisect(0, books.elapsed, [&](double one) {
    double running = known;
    for (const double ran : all(one)) running += ran;
    return running > one * books.failures;
  });
  const auto ran = all(mtbf);
  for (std::size_t i = 0; i < gaps.size(); ++i) books.seconds[gaps[i].bucket] += ran[i], books.seconds[B::downtime] -= ran[i];
}

// ---- the rules, second by second: who has each piece of time in which nothing begins or ends

struct Spelled {
  Bookkeeping books{};
  std::vector<std::size_t> order{}, of{};  // records by start; their attempts
};

/// The records, by start or as they stand, and the attempt of each, by the letter of the rules.
Spelled attempts_of(const Log& log, bool by_start = true) {
  Spelled s;
  for (std::size_t i = 0; i < log.size(); ++i) s.order.push_back(i);
  if (by_start)
    std::sort(s.order.begin(), s.order.end(),
              [&](std::size_t a, std::size_t b) { return std::pair(log.start[a], a) < std::pair(log.start[b], b); });
  std::size_t current = 0;
  for (std::size_t k = 0; k < s.order.size(); ++k) {
    const std::size_t i = s.order[k];
    bool begins = false;
    std::vector<std::size_t> steps;           // of this attempt, so far
    bool starting = false, startups = false;  // behind a start-up record of it; whether such records end
    double reached = NaN;
    for (std::size_t j = 0; j < log.size(); ++j)
      startups = startups || (log.kind[j] == static_cast<unsigned char>(Record::startup) && log.end[j] > log.start[j]);
    double known = NaN;  // the last `attempt` that a record before has
    for (std::size_t j = 0; j < k; ++j) {
      const std::size_t before = s.order[j];
      if (log.attempt[before] == log.attempt[before]) known = log.attempt[before];
      const auto what = static_cast<Record>(log.kind[before]);
      if (s.of[j] != current || what == Record::downtime) continue;
      if (what == Record::step) steps.push_back(before), starting = false;
      else if (what == Record::startup && !starting) starting = true, reached = log.end[before];
      else if (what == Record::startup)
        reached = log.end[before] == log.end[before] ? std::fmax(reached, log.end[before]) : NaN;
      else reached = std::fmax(reached, log.end[before]);
    }
    const double id = log.attempt[i];
    if (id == id && known == known && id != known) begins = true;
    if (id != id && log.kind[i] == static_cast<unsigned char>(Record::startup) &&
        (!steps.empty() || (starting && (reached == reached ? log.start[i] - reached > 1e-6 : startups))))
      begins = true;
    if (!begins && log.kind[i] == 0 && !steps.empty()) {
      const double last = log.step[steps.back()];
      bool copy = false;
      for (const std::size_t j : steps)
        copy =
            copy || (log.step[j] == last && log.step[i] == last && (log.start[i] < log.end[j] || log.start[i] == log.start[j]));
      begins = !copy && log.step[i] != last + 1;
    }
    if (begins) {
      ++current;
      for (std::size_t j = k; j-- > 0 && log.kind[s.order[j]] == static_cast<unsigned char>(Record::downtime);)
        if (s.of[j] == current - 1 && j > 0 && s.of[j - 1] == current - 1) s.of[j] = current;
    }
    s.of.push_back(current);
  }
  return s;
}

/// The log with its clock set right, where it has fewer attempts as it stands.
Log set_right(Log log) {
  const Spelled stands = attempts_of(log, false);
  if (attempts_of(log).of.back() <= stands.of.back()) return log;
  const auto same = [](double a, double b) { return a == b; };
  std::vector<double> usual;
  std::vector<std::size_t> steps;
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (log.kind[i] != 0) continue;
    if (const std::size_t b = steps.empty() ? i : steps.back(); log.step[i] == log.step[b] + 1 && log.start[i] > log.start[b])
      usual.push_back(log.start[i] - log.start[b]);
    steps.push_back(i);
  }
  std::sort(usual.begin(), usual.end());
  const auto next = [&](std::size_t k) {  // whether the number of a step is next to that of the step before it
    return k > 0 && k < steps.size() && stands.of[steps[k]] == stands.of[steps[k - 1]] &&
           !same(log.step[steps[k]], log.step[steps[k - 1]]);
  };
  const std::vector<double> begun = log.start;
  std::vector<bool> wrong(log.size(), false);
  for (std::size_t k = 1; k < steps.size(); ++k) {
    const std::size_t i = steps[k], before = steps[k - 1];
    if (!next(k) || wrong[before] || begun[i] >= begun[before]) continue;
    if (next(k + 1) && begun[steps[k + 1]] >= begun[before]) wrong[i] = true;
    else if (next(k - 1) && begun[i] >= begun[steps[k - 2]]) wrong[before] = true;
  }
  double later = 0, reached = -inf, before = NaN, before_end = NaN;
  for (std::size_t i = 0; i < log.size(); ++i) {
    double begin = begun[i] + later, end = log.end[i] + later;
    const std::size_t k = static_cast<std::size_t>(std::find(steps.begin(), steps.end(), i) - steps.begin());
    if (wrong[i]) begin = same(before_end, before_end) ? before_end : before, end = NaN;
    else if (k < steps.size()) {
      if (next(k) && begin < before) {
        double want = before_end;
        if (!same(want, want)) want = before + (usual.empty() ? 0 : usual[usual.size() / 2]);
        want = std::max(want, before);
        later += want - begin, end += want - begin, begin = want;
      }
      before = begin, before_end = end;
    }
    reached = std::max(reached, begin);
    log.start[i] = reached, log.end[i] = end < reached ? reached : end;
  }
  return log;
}

Bookkeeping spelled_out(const Log& damaged) {
  const Log log = set_right(damaged);
  const Spelled s = attempts_of(log);
  const std::size_t n = log.size(), count = s.of.back() + 1;
  const auto what = [&](std::size_t k) { return static_cast<Record>(log.kind[s.order[k]]); };
  const auto number = [&](std::size_t k) { return log.step[s.order[k]]; };
  const auto start = [&](std::size_t k) { return log.start[s.order[k]]; };
  std::vector<double> end(n);
  for (std::size_t k = 0; k < n; ++k) {
    end[k] = log.end[s.order[k]];
    if (end[k] == end[k] || k + 1 == n || s.of[k + 1] != s.of[k] || what(k + 1) == Record::downtime) continue;
    if (what(k) == Record::step && what(k + 1) == Record::step && number(k) == number(k + 1)) continue;
    end[k] = start(k + 1);
  }
  Bookkeeping found;
  std::vector<double> first(count, NaN);  // number that an attempt begins with
  for (std::size_t k = n; k-- > 0;)
    if (what(k) == Record::step) first[s.of[k]] = number(k);
  // executions: records of one attempt and number
  std::map<std::pair<std::size_t, double>, std::vector<std::size_t>> executions;
  for (std::size_t k = 0; k < n; ++k)
    if (what(k) == Record::step) executions[{s.of[k], number(k)}].push_back(k);
  std::vector<double> edges;
  for (std::size_t k = 0; k < n; ++k) {
    edges.push_back(start(k));
    if (end[k] == end[k]) edges.push_back(end[k]);
  }
  std::sort(edges.begin(), edges.end());
  std::vector<double> own(n, 0);
  std::size_t reached = 0;
  bool down = false;
  std::vector<std::pair<std::size_t, Gap>> gaps;  // the attempt before each
  for (std::size_t e = 0; e + 1 < edges.size(); ++e) {
    const double a = edges[e], b = edges[e + 1];
    if (!(a < b)) continue;
    std::size_t owner = n;
    for (const bool steps : {true, false})
      for (std::size_t k = 0; k < n && owner == n; ++k)
        if ((what(k) == Record::step) == steps && start(k) <= a && end[k] >= b) owner = k;
    if (owner < n) {
      own[owner] += b - a;
      down = what(owner) == Record::downtime;
      continue;
    }
    for (std::size_t k = 0; k < n; ++k) {
      if (start(k) <= a) reached = std::max(reached, s.of[k]);
      if (start(k) == a) down = what(k) == Record::downtime;  // it has no length
    }
    for (std::size_t k = 0; k < n; ++k)
      if (start(k) == b) {
        const bool between = s.of[k] != reached || down || what(k) == Record::downtime;
        found.seconds[between ? B::downtime : B::other] += b - a;
        if (s.of[k] != reached && !down) gaps.push_back({reached, {b - a, NaN, what(k) == Record::downtime}});
        break;
      }
  }
  found.elapsed = edges.back() - edges.front();
  found.failures = static_cast<double>(count - 1);
  std::vector<double> starting(count, 0);
  for (std::size_t k = 0; k < n; ++k) {
    if (what(k) == Record::checkpoint) found.seconds[B::checkpoint] += own[k];
    if (what(k) == Record::startup) found.seconds[B::startup] += own[k], starting[s.of[k]] += own[k];
    if (what(k) == Record::downtime) found.seconds[B::downtime] += own[k];
    if (what(k) == Record::other) found.seconds[B::other] += own[k];
  }
  std::vector<std::vector<std::pair<double, double>>> steps(count);  // number, seconds
  for (const auto& [at, records] : executions) {
    bool finished = false;
    double seconds = 0;
    for (const std::size_t k : records) finished = finished || end[k] == end[k], seconds += own[k];
    found.copies += static_cast<double>(records.size() - 1);
    if (finished) steps[at.first].push_back({at.second, seconds});
    else ++found.unfinished;
  }
  double usual = 0, many = 0;
  for (const auto& of : steps)
    for (std::size_t j = 1; j < of.size(); ++j) usual += of[j].second, ++many;
  double all = 0;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < steps[i].size(); ++j) {
      auto [at, seconds] = steps[i][j];
      bool again = false;
      for (std::size_t later = i + 1; later < count; ++later) again = again || at >= first[later];
      if (j == 0) {
        double mean = 0;
        for (std::size_t m = 1; m < steps[i].size(); ++m) mean += steps[i][m].second;
        mean = steps[i].size() > 1 ? mean / static_cast<double>(steps[i].size() - 1) : many > 0 ? usual / many : seconds;
        const double beyond = std::max(0.0, seconds - mean);
        found.seconds[B::startup] += beyond;
        seconds -= beyond;
      }
      found.seconds[again ? B::rework : B::useful] += seconds;
      ++found.steps;
      found.useful_steps += !again;
      all += seconds;
    }
  // what the failures cut
  const auto length = [&](std::size_t k) { return end[k] - start(k); };
  std::vector<std::size_t> last(count, n);
  for (std::size_t k = 0; k < n; ++k)
    if (what(k) != Record::downtime) last[s.of[k]] = k;
  const auto open = [&](std::size_t k) {
    if (what(k) != Record::step) return !(end[k] == end[k]);
    const auto& records = executions[{s.of[k], number(k)}];
    return std::none_of(records.begin(), records.end(), [&](std::size_t j) { return end[j] == end[j]; });
  };
  std::array<double, 5> shortest, sum{}, records{};
  shortest.fill(inf);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 1; j < steps[i].size(); ++j)
      if (const bool lasts = j + 1 == steps[i].size() && last[i] < n && what(last[i]) == Record::step && !open(last[i]);
          !lasts && steps[i][j].second > 0)
        shortest[0] = std::min(shortest[0], steps[i][j].second);
  for (std::size_t k = 0; k < n; ++k)
    if (const auto at = static_cast<std::size_t>(what(k)); at > 0 && end[k] == end[k]) {
      sum[at] += length(k), ++records[at];
      if (k != last[s.of[k]] && length(k) > 0) shortest[at] = std::min(shortest[at], length(k));
    }
  double ready = 0, came = 0;  // start-ups of attempts that came to a step
  for (std::size_t i = 0; i < count; ++i)
    if (first[i] == first[i] && starting[i] > 0) ready += starting[i], ++came;
  std::vector<Gap> settled;
  for (auto& [attempt, gap] : gaps) {
    const std::size_t k = last[attempt];
    const auto at = static_cast<std::size_t>(k < n ? what(k) : Record::step);
    const double step = many > 0 ? usual / many : all / found.steps;
    if (k < n && open(k) && at > 0) {
      gap.usual = at == 2 ? ready / came - starting[attempt] : sum[at] / records[at];
      gap.bucket = at == 1 ? B::checkpoint : at == 2 ? B::startup : B::other;
    } else if (k < n && (open(k) || first[attempt] == first[attempt])) {
      const auto& of = steps[attempt];
      const double time = at > 0 ? length(k) : of.size() > 1 ? of.back().second : NaN;
      if (open(k) || !(shortest[at] < inf && time < 0.9 * shortest[at])) gap.usual = step;
    }
    settled.push_back(gap);
  }
  cut(found, settled);
  return found;
}

/// What ran of a step, where one failure cut one, beside that much running time.
double ran(double step, double running) { return step / std::log1p(step / running) - running; }

/// A run and some damage: lines lost, doubled, shifted, cut, without an end, an attempt that says nothing.
Log damaged(std::mt19937_64& random) {
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
  const auto chance = [&](double p) { return uniform(0, 1) < p; };
  const double harm = chance(0.3) ? 0 : uniform(0, 0.3);
  const bool ids = chance(0.5), kinds = chance(0.7);
  Log log;
  double now = uniform(-1e3, 1e3), number = 1, saved = 1, id = 0;
  const auto put = [&](Record what, double at, double length) {
    double from = now, to = now + length;
    now = to;
    if (chance(harm / 3)) return;
    if (chance(harm / 3)) from += uniform(-20, 20), to = from + length * uniform(0, 2);
    if (chance(harm / 3)) to = NaN;
    if (chance(harm / 3)) at += std::floor(uniform(-3, 3));
    log.add(what, at, from, to, ids && !chance(harm) ? id : NaN);
    if (what == Record::step && chance(harm / 2))
      log.add(what, at, from + uniform(0, 1), chance(0.2) ? NaN : std::max(to, from + 1) + uniform(0, 1), ids ? id : NaN);
  };
  for (int k = static_cast<int>(uniform(1, 60)); k > 0; --k) {
    if (chance(0.15)) {
      put(Record::step, number, uniform(0, 3));
      if (chance(0.5) && log.size() > 0) log.end.back() = NaN;
      now += uniform(0, 30);
      if (kinds && chance(0.4)) put(Record::downtime, NaN, uniform(0, 30)), now += chance(0.5) ? uniform(0, 5) : 0;
      if (kinds && chance(0.6)) put(Record::startup, NaN, uniform(0, 30));
      while (kinds && chance(0.3)) {  // it failed, or has another part
        if (chance(0.2) && log.size() > 0) log.end.back() = NaN;
        if (chance(0.7)) now += uniform(0, 20);
        put(Record::startup, NaN, uniform(0, 30));
      }
      number = saved, ++id;
      continue;
    }
    put(Record::step, number++, uniform(5, 10));
    if (chance(0.3)) now += uniform(0, 2);
    if (chance(0.2)) saved = number, kinds ? put(Record::checkpoint, chance(0.5) ? number : NaN, uniform(0, 30)) : void();
    if (kinds && chance(0.1)) {
      const double then = now;
      put(Record::checkpoint, NaN, uniform(0, 60));
      now = then;  // in the background
    }
    if (kinds && chance(0.1)) put(Record::other, NaN, uniform(0, 20));
  }
  if (log.size() == 0) log.add(1, 0, 1);
  return log;
}

}  // namespace

TEST_CASE("a run whose truth is known comes back", "[bookkeeping]") {
  std::mt19937_64 random(5);
  const auto whole = [&](int low, int high) {
    return static_cast<double>(std::uniform_int_distribution<int>(low, high)(random));
  };
  for (int k = 0; k < 300; ++k) {
    Log log;
    Bookkeeping truth;
    const double step = whole(1, 20), save = whole(0, 30), origin = 1000 * whole(-3, 3), attempts = whole(1, 6);
    double now = origin, number = whole(0, 50), saved = number, pending = 0;  // steps since the last checkpoint
    std::vector<Gap> gaps;
    const bool ids = whole(0, 1) > 0, records = whole(0, 1) > 0;
    const auto spend = [&](auto bucket, double time) { truth.seconds[bucket] += time, now += time; };
    const auto settle = [&](auto bucket) { truth.seconds[bucket] += step * std::exchange(pending, 0.0); };
    for (double a = 0; a < attempts; ++a) {
      const double id = ids ? a : NaN, steps = whole(2, 40);
      number = saved;
      for (double j = 0; j < steps; ++j) {
        const double extra = j == 0 ? whole(0, 50) : 0;
        log.add(number++, now, now + step + extra, id);
        spend(B::startup, extra), now += step, ++pending;
        if (j + 1 < steps && whole(0, 9) == 0) {
          log.add(Record::checkpoint, NaN, now, now + save, id);
          truth.useful_steps += pending, ++truth.checkpoints;
          settle(B::useful), spend(B::checkpoint, save), saved = number;
        }
        if (j + 1 < steps && whole(0, 9) == 0) spend(B::other, 0.5);
      }
      truth.steps += steps;
      if (a + 1 == attempts) {
        truth.useful_steps += pending;
        settle(B::useful);
        break;
      }
      settle(B::rework), ++truth.failures;
      if (whole(0, 1) > 0) log.add(number, now, NaN, id), ++truth.unfinished;
      gaps.push_back({whole(1, 100), step}), spend(B::downtime, gaps.back().time);
      if (records) log.add(Record::startup, NaN, now, now + 7, ids ? a + 1 : NaN), spend(B::startup, 7);
    }
    truth.elapsed = now - origin;
    cut(truth, gaps);
    const Bookkeeping found = log.books();
    check_sum(found), check_same(found, truth, 1e-9);
    CHECK(found.checkpoints == truth.checkpoints);
    double steps = 0, lost = 0, down = 0, starting = 0;
    for (const Attempt& at : found.attempts) steps += at.steps, lost += at.rework, down += at.downtime, starting += at.startup;
    CHECK(steps == truth.steps);
    CHECK_THAT(lost, WithinAbs(truth.seconds[B::rework], 1e-9));
    CHECK_THAT(down, WithinAbs(truth.seconds[B::downtime], 1e-9));
    CHECK_THAT(starting, WithinAbs(truth.seconds[B::startup], 1e-9));
    CHECK(found.attempts.back().end == now);
    CHECK_THAT(found.step_time, WithinRel(step, 1e-12));
  }
}

TEST_CASE("any log agrees with the rules spelled out", "[bookkeeping]") {
  std::mt19937_64 random(11);
  for (int k = 0; k < 3000; ++k) {
    Log log = damaged(random);
    std::vector<std::size_t> order(log.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (k % 2) std::shuffle(order.begin(), order.end(), random), log = log.in_order(order);
    INFO("log " << k);
    const Bookkeeping found = log.books();
    check_sum(found);
    check_same(found, spelled_out(log), 1e-9 * (1 + found.elapsed));
    if (!Catch::getResultCapture().lastAssertionPassed()) break;
  }
}

TEST_CASE("a run of which the ends alone are logged comes back, and so do all of its times with lengths", "[bookkeeping]") {
  std::mt19937_64 random(17);
  const auto whole = [&](int low, int high) {
    return static_cast<double>(std::uniform_int_distribution<int>(low, high)(random));
  };
  for (int run = 0; run < 300; ++run) {
    const double step = whole(2, 20), attempts = whole(1, 6);
    const bool markers = whole(0, 1) > 0, ids = whole(0, 1) > 0;
    INFO("run " << run);
    Log log, told;  // all times; where a start-up record says when it began, of no length
    Bookkeeping truth;
    std::vector<Gap> gaps;
    double now = 1000 * whole(-3, 3), number = whole(1, 50), saved = number, pending = 0, unknown = 0;
    const double origin = now + step;  // the end of the first step, where nothing is before it
    for (double a = 0; a < attempts; ++a) {
      const double id = ids ? a : NaN, steps = whole(4, 40);
      number = saved;
      if (a > 0) {
        const double down = whole(2, 100), startup = whole(1, 50);
        truth.seconds[B::downtime] += down, now += down;
        gaps.push_back({markers ? down : down + startup, step});
        if (markers) told.add(Record::startup, NaN, NaN, now, id);
        truth.seconds[markers ? B::startup : B::downtime] += startup, now += startup, unknown += !markers;
        ++truth.failures;
      }
      for (double j = 0; j < steps; ++j, ++number) {
        log.add(number, now, now + step, id), told.add(number, NaN, now + step, id);
        now += step, pending += a > 0 || j > 0 ? step : 0, ++truth.steps;
        if (j + 2 < steps && whole(0, 9) == 0) {
          const double save = whole(1, 30), idle = whole(0, 1) * 3 * step;
          log.add(Record::checkpoint, NaN, now, now + save, id), told.add(Record::checkpoint, NaN, NaN, now + save, id);
          truth.seconds[B::useful] += std::exchange(pending, 0), saved = number + 1, truth.useful_steps = saved;
          truth.seconds[B::checkpoint] += save, now += save;
          truth.seconds[B::other] += idle, now += idle, truth.pauses += idle > 0;
        }
      }
      truth.seconds[a + 1 < attempts ? B::rework : B::useful] += std::exchange(pending, 0);
    }
    truth.elapsed = now - origin;
    truth.useful_steps = number - log.step.front();
    cut(truth, gaps);
    const Bookkeeping found = told.books();
    check_sum(found), check_same(found, truth, 1e-9);
    CHECK(found.unknown_starts == unknown);
    CHECK(found.pauses == truth.pauses);
    if (unknown > 0) {
      const double both = truth.seconds[B::downtime] / truth.failures;
      CHECK_THAT(analysis::implied_inputs(found).recovery, WithinRel(both, 1e-12));
    }
    check_same(log.lengths(true).books(), log.books(), 1e-9);
    check_same(log.lengths(false).books(), log.books(), 1e-9);
    // a clock of whole seconds beside exact lengths of another step time
    Log coarse;
    for (double j = 0; j < 200; ++j) coarse.add(j, 7.3 * j, 7.3 * (j + 1));
    coarse = coarse.lengths(true);
    for (double& end : coarse.end) end = std::floor(end);
    coarse.resolution = 1;
    CHECK(coarse.books().seconds[B::other] == 0);
    CHECK(coarse.books().overlapping == 0);
    if (!Catch::getResultCapture().lastAssertionPassed()) break;
  }
}

TEST_CASE("the buckets of any log sum to its time, whichever of its times are known", "[bookkeeping]") {
  std::mt19937_64 random(23);
  const auto chance = [&](double p) { return std::uniform_real_distribution<double>(0, 1)(random) < p; };
  for (int k = 0; k < 3000; ++k) {
    Log log = damaged(random);
    const double without = chance(0.5) ? 1 : 0.3;
    const bool lengths = chance(0.5);
    for (std::size_t i = 0; i < log.size(); ++i) {
      if (lengths) log.length.push_back(chance(0.9) ? (chance(0.9) ? 1 : 10) * std::abs(log.end[i] - log.start[i]) : NaN);
      if (log.end[i] == log.end[i] && chance(without)) log.start[i] = NaN;
      else if (chance(0.2)) log.end[i] = NaN;
    }
    if (chance(0.3)) log.resolution = 1;
    INFO("log " << k);
    double first = inf, last = -inf;
    for (std::size_t i = 0; i < log.size(); ++i) {
      first = std::fmin(first, std::fmin(log.start[i], log.end[i]));
      last = std::fmax(last, std::fmax(log.start[i], log.end[i]));
    }
    const Bookkeeping found = log.books(chance(0.5) ? NaN : 1, chance(0.2) ? inf : 2);
    check_sum(found);
    CHECK(found.useful_steps <= found.steps);
    if (!lengths && !found.as_logged) CHECK_THAT(found.elapsed, WithinAbs(last - first, 1e-9));
    if (!Catch::getResultCapture().lastAssertionPassed()) break;
  }
}

TEST_CASE("times that a log leaves open, by hand", "[bookkeeping]") {
  Log log;
  const auto ended = [&](double number, double end) { log.add(number, NaN, end); };
  SECTION("ranks that log the end of a step soon after one another") {
    for (double j = 0; j < 5; ++j)
      for (double rank = 0; rank < 4; ++rank) ended(j, 10 * j + rank / 10);
    CHECK(log.books().failures == 0);
    CHECK(log.books().copies == 15);
  }
  SECTION("a step of which no time is known lies in that of the next, which is no pause") {
    ended(1, 10), ended(2, 20), log.add(3, 20, NaN), log.add(4, 20, NaN), ended(5, 50), ended(6, 60);
    CHECK(log.books().pauses == 0);
    CHECK(log.books().seconds[B::useful] == 50);
  }
  SECTION("a checkpoint in the background does not keep a step from beginning") {
    ended(1, 10), log.add(Record::checkpoint, 1, 12, 25), ended(2, 20), ended(3, 30);
    CHECK(log.books().seconds[B::useful] == 20);
    log.add(4, 30, 40), log.add(Record::checkpoint, 4, 35, 45), ended(5, 50);
    CHECK(log.books().seconds[B::useful] == 40);
  }
  SECTION("of the same time the step that ended is before the checkpoint that began") {
    log.add(Record::checkpoint, 2, 20, 25), ended(1, 10), ended(2, 20), ended(3, 35);
    CHECK(log.books().seconds[B::checkpoint] == 5);
    CHECK(log.books().seconds[B::useful] == 20);
  }
  SECTION("a length that reaches behind the step before it does not change their order") {
    ended(1, 10), ended(2, 20), ended(3, 30), ended(4, 40);
    log.length = {10, 10, 25, 10};
    CHECK(log.books().failures == 0);
    CHECK(log.books().seconds[B::useful] == 40);
  }
  SECTION("starts of whole seconds beside exact lengths") {
    for (double j = 0; j < 200; ++j) log.add(j, std::floor(7.3 * j), NaN), log.length.push_back(7.3);
    log.resolution = 1;
    CHECK(log.books().seconds[B::other] == 0);
    CHECK(log.books().overlapping == 0);
  }
  SECTION("a first step of the usual time has no start-up, whatever the mean") {
    for (const double end : {5, 10, 15, 20, 25}) ended(end / 5, end);
    for (const double end : {105, 110, 111, 112}) ended(static_cast<double>(log.size()) - 4, end);
    CHECK(log.books().failures == 1);
    CHECK(log.books().seconds[B::startup] == 0);
    CHECK_THAT(log.books().seconds[B::downtime], WithinRel(75 - ran(27.0 / 7, 32), 1e-12));
  }
  SECTION("with lengths, too, nothing tells when an attempt began") {
    ended(1, 10), ended(2, 20), ended(2, 100), ended(3, 110);
    log.length = {10, 10, 15, 10};
    CHECK(log.books().unknown_starts == 1);
    CHECK(log.books().seconds[B::startup] == 5);
    CHECK_THAT(analysis::implied_inputs(log.books()).recovery, WithinRel(70 - ran(10, 45), 1e-12));
  }
  SECTION("numbers that rise by less than one") {
    for (int j = 0; j < 50; ++j) ended(0.1 * j, j);
    CHECK(log.books(NaN).failures == 0);
  }
  SECTION("each tenth step, from 0, its own length with noise, and a restart at once") {
    double now = 0;
    for (const auto& [from, to] : {std::pair{0, 200}, {150, 300}})
      for (int j = from; j <= to; j += 10) {
        now += j == from && from > 0 ? 12 : 30;
        ended(j, now), log.length.push_back(j % 20 == 0 ? 2.9 : 3.1);
      }
    const Bookkeeping found = log.books(NaN);
    check_sum(found);
    CHECK(found.of_one_step);
    CHECK(found.steps == 1 + 200 + 160);
    CHECK_THAT(found.seconds[B::other], WithinAbs(0, 1e-9));
    CHECK_THAT(found.seconds[B::downtime], WithinAbs(0, 1e-9));
    CHECK_THAT(found.elapsed, WithinAbs(now - 30 + 2.9, 1e-9));
    CHECK(found.overlapping == 0);
  }
}

TEST_CASE("each k-th step of a run is logged", "[bookkeeping]") {
  for (const double k : {2.0, 10.0, 50.0}) {
    INFO(k);
    // steps of 3 s, of which the first attempt does 20 k; a restart from 10 k, 500 s later
    Log rows, single;
    for (const auto& [from, to, at] : {std::tuple{1.0, 20 * k, 0.0}, {10 * k + 1, 30 * k, 60 * k + 500}})
      for (double j = from; j <= to; ++j) {
        const double end = at + 3 * (j - from + 1);
        if (std::fmod(j, k) == 0) rows.add(j, end - 3 * k, end), single.add(j, end - 3, end);
      }
    for (const auto& [log, of_one_step] : {std::pair{rows, false},
                                           {rows.lengths(true), false},
                                           {rows.lengths(false), false},
                                           {rows.ends(), false},
                                           {single, true},
                                           {single.lengths(true), true},
                                           {single.lengths(false), true}}) {
      const Bookkeeping found = log.books(NaN);
      check_sum(found);
      CHECK(found.rise == k);
      CHECK(found.failures == 1);
      CHECK(found.steps == 40 * k);
      CHECK(found.useful_steps == 30 * k);
      CHECK_THAT(found.step_time, WithinRel(3.0, 1e-12));
      const double cut = ran(3 * k, found.elapsed - 500);  // of a row
      CHECK_THAT(found.seconds[B::rework], WithinRel(30 * k + cut, 1e-12));
      CHECK_THAT(found.seconds[B::downtime], WithinRel(500 - cut, 1e-12));
      CHECK(found.of_one_step == of_one_step);
    }
  }
  SECTION("a step logged at 1, and last at the end, is of the steps since the one before it") {
    Log log;
    for (const double j : {1, 10, 20, 30, 40, 43}) log.add(j, NaN, 5 * j);
    const Bookkeeping found = log.books(NaN);
    CHECK(found.failures == 0);
    CHECK(found.steps == 43);
    CHECK(found.seconds[B::useful] == 210);
  }
  SECTION("every step at first, then each tenth, then each fiftieth") {
    Log log;
    for (double j = 1; j <= 600; j += j < 100 ? 1 : j < 300 ? 10 : 50) log.add(j, NaN, 5 * j);
    const Bookkeeping found = log.books(NaN);
    CHECK(found.rise == 50);
    CHECK(found.failures == 0);
    CHECK(found.steps == 600);
    CHECK(found.goodput() == 1);
    CHECK_THAT(found.step_time, WithinRel(5.0, 1e-12));
  }
  SECTION("what says nothing of a rise is of one") {
    Log log;
    for (const double j : {1, 5, 6, 9, 12}) log.add(j, j, j + 1);
    CHECK(log.books(NaN).rise == 1);
  }
}

TEST_CASE("a clock that is wrong is set right", "[bookkeeping]") {
  const auto run = [](auto clock) {
    Log log;
    for (double j = 0; j < 100; ++j) log.add(j, clock(j, 10 * j), clock(j, 10 * j + 10));
    return log;
  };
  SECTION("an hour back, and on") {
    const auto log = run([](double j, double t) { return j < 50 ? t : t - 3600; });
    for (const Log& one : {log, log.ends()}) {
      const Bookkeeping found = one.books();
      check_sum(found);
      CHECK(found.failures == 0);
      CHECK(found.set_back == std::vector<std::size_t>{50});
      CHECK(found.elapsed == (one.start[0] == 0 ? 1000 : 990));
      CHECK(found.goodput() == 1);
    }
  }
  SECTION("one time in 1970, one in the far future") {
    for (const double wrong : {-1e9, 1e9}) {
      const auto log = run([&](double j, double t) { return j == 50 ? t + wrong : t; });
      for (const Log& one : {log, log.ends()}) {
        const Bookkeeping found = one.books();
        check_sum(found);
        CHECK(found.failures == 0);
        CHECK(found.astray == std::vector<std::size_t>{50});
        CHECK(found.steps == 100);
        CHECK(found.goodput() == 1);
      }
    }
  }
  SECTION("two attempts that overlap are two: the first has the time until it ends") {
    Log log;
    for (double j = 0; j < 100; ++j) log.add(j, 10 * j, 10 * j + 10, 0);
    for (double j = 50; j < 150; ++j) log.add(j, 953 + 10 * (j - 50), 963 + 10 * (j - 50), 1);
    const Bookkeeping found = log.books();
    check_sum(found);
    CHECK(found.failures == 1);
    CHECK(found.elapsed == 1953);
    CHECK(found.seconds[B::rework] == 500);
    CHECK(found.seconds[B::useful] == 1453);
  }
  SECTION("lengths that count from the start of the run are not used") {
    Log log = run([](double, double t) { return t; });
    for (std::size_t i = 0; i < log.size(); ++i) log.length.push_back(log.end[i]);
    log.start.assign(log.size(), NaN);
    CHECK(log.books().counted_lengths);
    CHECK(log.books().goodput() == 1);
  }
}

TEST_CASE("18 minutes between interruptions are 44 % effective by the clock, 64 % in running time", "[bookkeeping]") {
  for (const double running : {8.0, 18.0}) {  // [min] until a stall of 10 min; 18 min of wall-clock time, or of running time
    Log log;
    double now = 0;
    for (int a = 0; a < 20; ++a, now += 10)
      for (int j = 0; j < static_cast<int>(running); ++j, ++now) {
        log.add(a * running + j + 1, 60 * now, 60 * (now + 1), a);
        if (j + 1 == static_cast<int>(running)) log.add(Record::downtime, NaN, 60 * (now + 1), 60 * (now + 11));
      }
    log.add(20 * running + 1, 60 * now, NaN, 20);  // the next attempt begins
    const Bookkeeping found = log.books();
    CHECK(found.failures == 20);
    CHECK_THAT(found.wall_clock_mtbf(), WithinRel(60 * (running + 10), 1e-14));
    CHECK_THAT(found.mtbf(), WithinRel(60 * running, 1e-14));
    CHECK_THAT(found.goodput(), WithinAbs(running > 10 ? 0.643 : 0.444, 5e-4));
  }
}

TEST_CASE("what a log leaves open is settled as stated", "[bookkeeping]") {
  SECTION("steps that the log ends before doing again are rework: their state was lost") {
    Log log;
    for (int j = 1; j <= 10; ++j) log.add(j, 10 * j, 10 * j + 10);
    for (int j = 6; j <= 7; ++j) log.add(j, 200 + 10 * (j - 6), 210 + 10 * (j - 6));
    const Bookkeeping found = log.books();
    CHECK(found.useful_steps == 7);
    const double cut = ran(10, 120);
    CHECK_THAT(cut, WithinRel(4.933304865, 1e-9));
    CHECK_THAT(found.seconds[B::rework], WithinRel(50 + cut, 1e-12));
    CHECK_THAT(found.seconds[B::downtime], WithinRel(90 - cut, 1e-12));
    CHECK_THAT(found.attempts[0].rework, WithinRel(50 + cut, 1e-12));
    CHECK(found.cut == 1);
    CHECK_THAT(found.cut_time, WithinRel(cut, 1e-12));
  }
  SECTION("a restart further back than the one before it") {
    Log log;
    double now = 0;
    for (const auto& [from, to] : {std::pair{1, 10}, {8, 9}, {4, 20}})
      for (int j = from; j <= to; ++j, now += 10) log.add(j, now, now + 10);
    const Bookkeeping found = log.books();
    CHECK(found.steps == 29);
    CHECK(found.useful_steps == 20);
    CHECK(found.failures == 2);
  }
  SECTION("a checkpoint is of the steps since the one before it, or since its attempt began; said twice it is one") {
    Log log;
    double now = 0;
    for (const auto& [from, to] : {std::pair{1, 8}, {7, 9}, {7, 15}})
      for (int j = from; j <= to; ++j) {
        log.add(j, now, now + 10), now += 10;
        if (j % 3 == 0)
          log.add(Record::checkpoint, j, now, now + 2), log.add(Record::checkpoint, j, now + 2, now + 4), now += 4;
      }
    const auto implied = analysis::implied_inputs(log.books());
    CHECK(implied.interval == 30);
    CHECK(implied.write_time == 4);
  }
  SECTION("a step without an end in the middle ended when the next began; the last of an attempt failed midway") {
    Log log;
    log.add(1, 0, 10), log.add(2, 10, NaN), log.add(3, 25, 35), log.add(4, 35, NaN), log.add(4, 100, 110);
    const Bookkeeping found = log.books();
    CHECK(found.steps == 4);
    CHECK(found.unfinished == 1);
    CHECK(found.seconds[B::useful] == 45);
    CHECK_THAT(found.seconds[B::downtime], WithinRel(65 - ran(12.5, 45), 1e-12));
  }
  SECTION("a checkpoint in the background takes only the time that no step has") {
    Log log;
    log.add(1, 0, 10), log.add(Record::checkpoint, 1, 8, 32), log.add(2, 10, 20), log.add(3, 25, 35);
    const Bookkeeping found = log.books();
    CHECK(found.seconds[B::useful] == 30);
    CHECK(found.seconds[B::checkpoint] == 5);
    CHECK(found.failures == 0);
  }
  SECTION("records of several ranks are copies, not attempts") {
    Log log;
    for (int j = 0; j < 5; ++j) log.add(j, 10 * j, 10 * j + 10), log.add(j, 10 * j + 0.5, 10 * j + 10.5);
    const Bookkeeping found = log.books();
    CHECK(found.failures == 0);
    CHECK(found.copies == 5);
    CHECK(found.elapsed == 50.5);
    CHECK(found.steps == 5);
  }
  SECTION("every second step logged: numbers rise by two") {
    Log log;
    for (int j = 0; j < 5; ++j) log.add(2 * j, 10 * j, 10 * j + 10);
    CHECK(log.books(2).failures == 0);
    CHECK(log.books(2).steps == 9);  // 0 to 8
    CHECK(log.books().failures == 4);
    CHECK(log.books().jumps == 4);
  }
  SECTION("order is that of the starts") {
    Log log;
    for (int j = 0; j < 9; ++j) log.add(j, 10 * j, 10 * j + 10);
    const Bookkeeping found = log.in_order({4, 3, 2, 1, 0, 8, 7, 6, 5}).books();
    check_same(found, log.books(), 0);
    CHECK(found.late == 7);
  }
  SECTION("an evaluation is other, a failure with its own record is downtime") {
    Log log;
    log.add(1, 0, 10), log.add(Record::other, NaN, 10, 30), log.add(2, 30, 40), log.add(Record::downtime, NaN, 41, 90);
    log.add(Record::startup, NaN, 95, 105), log.add(2, 105, 115);
    const Bookkeeping found = log.books();
    CHECK(found.seconds[B::other] == 20);
    CHECK(found.seconds[B::downtime] == 54);
    CHECK(found.seconds[B::startup] == 10);
    CHECK(found.seconds[B::rework] == 11);
    CHECK(found.attempts[1].start == 95);
    CHECK(found.attempts[1].downtime == 54);
    CHECK(found.cut == 0);
  }
  SECTION("what ran until a downtime record is known, up to a usual step") {
    Log log;
    for (int j = 0; j < 4; ++j) log.add(j, 10 * j, 10 * j + 10);
    log.add(4, 40, NaN), log.add(Record::downtime, NaN, 47, 90), log.add(2, 90, 100), log.add(3, 100, 110);
    log.add(Record::downtime, NaN, 150, 200), log.add(2, 200, 210);
    const Bookkeeping found = log.books();
    CHECK(found.attempts[0].rework == 27);
    CHECK(found.attempts[1].rework == 30);
    CHECK(found.attempts[2].downtime == 80);
  }
  SECTION("a last step that is shorter than any other was cut itself, a save that is, too") {
    Log log;
    for (int j = 0; j < 4; ++j) log.add(j, 10 * j, 10 * j + 10);
    log.add(4, 40, 46), log.add(2, 90, 100), log.add(3, 100, 110), log.add(Record::checkpoint, 3, 110, 130),
        log.add(4, 130, 140);
    log.add(Record::checkpoint, 4, 140, 155), log.add(4, 200, 210);
    const Bookkeeping found = log.books();
    CHECK(found.attempts[1].downtime == 44);
    CHECK(found.attempts[2].downtime == 45);
    CHECK(found.cut == 0);
    log.end.end()[-2] = NaN;  // nobody knows when: as expected of one of 20 s, beside 106 s
    const Bookkeeping open = log.books();
    CHECK_THAT(open.seconds[B::checkpoint], WithinAbs(20 + analysis::ran_when_cut(20, open.mtbf()), 1e-9));
    CHECK_THAT(open.mtbf(), WithinAbs((106 + analysis::ran_when_cut(20, open.mtbf())) / 2, 1e-9));
  }
  SECTION("never more than the gap") {
    Log log;
    for (int j = 0; j < 4; ++j) log.add(j, 10 * j, 10 * j + 10);
    log.add(2, 41, 51), log.add(3, 51, 61);
    CHECK(log.books().attempts[0].rework == 21);
    CHECK(log.books().seconds[B::downtime] == 0);
  }
  SECTION("start-ups that fail") {
    Log log;
    log.add(Record::startup, NaN, 0, 30), log.add(1, 30, 40), log.add(2, 40, 50);
    log.add(Record::startup, NaN, 100, 112);                                           // failed
    log.add(Record::startup, NaN, 150, 160), log.add(Record::startup, NaN, 160, 180);  // two parts of one
    log.add(2, 180, 190), log.add(3, 190, 200);
    const Bookkeeping found = log.books();
    CHECK(found.failures == 2);
    CHECK(found.failed_startups == 1);
    CHECK(found.attempts[1].startup == 12);
    CHECK(found.attempts[1].first_step != found.attempts[1].first_step);
    CHECK(found.attempts[2].downtime == 38);
    CHECK(analysis::implied_inputs(found).restart_time == 30);
    CHECK_THAT(found.mtbf(), WithinRel((30 + 20 + 12 + 30 + 20 + analysis::ran_when_cut(10, found.mtbf())) / 2, 1e-12));
    log.end[3] = NaN;  // as others end it failed; a usual one has 30 s
    const Bookkeeping open = log.books();
    CHECK(open.failures == 2);
    CHECK_THAT(open.attempts[1].startup, WithinRel(analysis::ran_when_cut(30, open.mtbf()), 1e-12));
    log.end[3] = 112;
    CHECK(log.ends().books().failures == 1);  // where none has a start nothing tells
  }
}

TEST_CASE("start-ups that a log has from begin to end are restart times, each of a size", "[bookkeeping]") {
  Log log;
  std::vector<double> gpus;
  const auto add = [&](Record what, double number, double from, double to, double attempt, double size) {
    log.add(what, number, from, to, attempt), gpus.push_back(size);
  };
  add(Record::startup, NaN, 0, 100, 0, 512);
  for (const double step : {1.0, 2.0, 3.0}) add(Record::step, step, 100 + 10 * step, 110 + 10 * step, 0, NaN);
  add(Record::downtime, NaN, 140, 200, 1, 512);  // before the attempt, still of the old size
  add(Record::startup, NaN, 200, 230, 1, 1024);  // came to no step
  add(Record::startup, NaN, 300, 450, 2, 1024);
  add(Record::step, 3, 450, 465, 2, 2048);  // the first record that says a size counts; 5 s longer than a usual one
  add(Record::step, 4, 465, 475, 2, 1024);
  add(Record::startup, NaN, 500, 620, 3, NaN);  // of no known size
  add(Record::step, 4, 620, 630, 3, NaN);
  add(Record::step, 5, 630, 640, 3, NaN);
  add(Record::startup, NaN, 700, 800, 4, 1024);
  add(Record::step, 6, 800, NaN, 4, 1024);  // its first step failed midway
  const auto books = [&] { return bookkeeping({log.step, log.start, log.end, log.kind, log.attempt, {}, 0, gpus}); };
  const auto found = books().attempts;
  const std::vector<double> sizes{512, 1024, 1024, NaN, 1024}, times{100, NaN, 155, 120, NaN};
  REQUIRE(found.size() == sizes.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(i);
    CHECK((found[i].gpus == sizes[i] || (found[i].gpus != found[i].gpus && sizes[i] != sizes[i])));
    CHECK((found[i].restart_time == times[i] || (found[i].restart_time != found[i].restart_time && times[i] != times[i])));
    CHECK((times[i] != times[i] || found[i].startup == times[i]));
  }
  for (const Attempt& at : log.books().attempts) CHECK(at.gpus != at.gpus);  // no column
  Log told_late;  // nothing tells when the second attempt began: its start-up is in downtime
  for (const double number : {1.0, 2.0, 3.0, 2.0, 3.0})
    told_late.add(number, NaN, 10 * static_cast<double>(told_late.size() + 1));
  for (const Attempt& at : told_late.books().attempts) CHECK(at.restart_time != at.restart_time);
  for (const double bad : {0.0, -1.0, inf}) {
    gpus[2] = bad;
    CHECK_THROWS_MATCHES(books(), DomainError, MessageMatches(ContainsSubstring("record 2: gpus")));
  }
  gpus.pop_back();
  CHECK_THROWS_MATCHES(books(), InvalidArgument, MessageMatches(ContainsSubstring("gpus has 13 records, start has 14")));
}

TEST_CASE("a bad log is refused, with its record", "[bookkeeping]") {
  const std::vector<double> one{1}, two{1, 2}, late{2, 1}, none{NaN, 1}, endless{2, inf}, below{-1, 1};
  const std::vector<unsigned char> kind{0, 5};
  CHECK_THROWS_MATCHES(bookkeeping({}), InvalidArgument, MessageMatches(ContainsSubstring("no record")));
  CHECK_THROWS_MATCHES(bookkeeping({one, two, two}), InvalidArgument, MessageMatches(ContainsSubstring("step has 1 records")));
  CHECK_THROWS_MATCHES(bookkeeping({two, two, late}), DomainError, MessageMatches(ContainsSubstring("record 1: end = 1")));
  CHECK_THROWS_MATCHES(bookkeeping({two, two, endless}), DomainError, MessageMatches(ContainsSubstring("end = inf")));
  CHECK_THROWS_MATCHES(bookkeeping({two, none, none}), DomainError, MessageMatches(ContainsSubstring("record 0: start = nan")));
  CHECK_THROWS_MATCHES(bookkeeping({none, two, two}), DomainError, MessageMatches(ContainsSubstring("step = nan")));
  CHECK_THROWS_MATCHES(bookkeeping({two, two, two, kind}), DomainError,
                       MessageMatches(ContainsSubstring("record 1: kind = 5")));
  CHECK_THROWS_MATCHES(bookkeeping({two, two, two}, 0), DomainError, MessageMatches(ContainsSubstring("rise = 0")));
  CHECK_THROWS_MATCHES(bookkeeping({two, two, two}, 1, 0.5), DomainError, MessageMatches(ContainsSubstring("pause = 0.5")));
  CHECK_THROWS_MATCHES(bookkeeping({.step = two, .start = two, .end = two, .length = below}), DomainError,
                       MessageMatches(ContainsSubstring("record 0: length = -1")));
  for (const double bad : {-1., inf, NaN})
    CHECK_THROWS_MATCHES(bookkeeping({.step = two, .start = two, .end = two, .resolution = bad}), DomainError,
                         MessageMatches(ContainsSubstring("resolution = " + to_text(bad) + " must be >= 0 and finite")));
  // every column is as long as `start`
  const auto refused = [](const analysis::StepLog& log, const char* why) {
    CHECK_THROWS_MATCHES(bookkeeping(log), InvalidArgument, MessageMatches(ContainsSubstring(why)));
  };
  const std::vector<unsigned char> steps{0, 0, 0};
  refused({two, two, one}, "end has 1 records, start has 2");
  refused({two, two, two, steps}, "kind has 3 records, start has 2");
  refused({.step = two, .start = two, .end = two, .attempt = one}, "attempt has 1 records, start has 2");
  refused({.step = two, .start = two, .end = two, .length = one}, "length has 1 records, start has 2");
  // an instant is a number, where it is known
  const std::vector<double> ever{1, inf}, never{-inf, 2}, unknown{NaN, NaN};
  for (const auto* bad : {&ever, &never}) {
    const double at = bad == &ever ? inf : -inf;
    CHECK_THROWS_MATCHES(bookkeeping({two, *bad, unknown}), DomainError,
                         MessageMatches(ContainsSubstring("start = " + to_text(at) + " must be finite")));
    CHECK_THROWS_AS(bookkeeping({two, unknown, *bad}), DomainError);
    CHECK_THROWS_MATCHES(bookkeeping({*bad, two, two}), DomainError, MessageMatches(ContainsSubstring("step = ")));
  }
  CHECK_THROWS_MATCHES(bookkeeping({two, two, never}), DomainError, MessageMatches(ContainsSubstring("end = -inf")));
  CHECK_THROWS_MATCHES(bookkeeping({.step = two, .start = two, .end = two, .length = ever}), DomainError,
                       MessageMatches(ContainsSubstring("record 1: length = inf")));
  // no time is a time
  CHECK(bookkeeping({two, two, two}).elapsed == 1);
  const std::vector<double> zero{0, 0};
  CHECK(bookkeeping({.step = two, .start = two, .end = unknown, .length = zero}).elapsed == 1);
}

TEST_CASE("a run that the simulator played has the shares of the closed form, and implies its inputs", "[bookkeeping]") {
  const TrainingRun<> run{.gpus = 1000,
                          .gpu_mttf = 1000 * 20'000.0,
                          .checkpoint_bytes = 1e12,
                          .write_bandwidth = 1e10,
                          .read_bandwidth = 2e10,
                          .initialization_time = 250,
                          .downtime = 500};
  const double step = 25, interval = 2000;
  const auto strategy = strategies::blocking(interval);
  simulation::Options options;
  options.events = 60'000, options.most_failures = 1e6, options.relative_accuracy = 1e-9;
  const auto played = simulation::simulate(run, strategy, options);
  REQUIRE(played.events.size() > 30'000);
  // between its failures the job does what its protocol says: steps, a save at every multiple of the interval
  Log log;
  double now = 0, work = 0, saved = 0, failed = NaN, base = 0, before = 0;
  const auto train_until = [&](double time) {
    const auto pass = [&](Record what, double length) {
      log.add(what, what == Record::step ? std::round(work / step) : NaN, now, std::min(time, now + length));
      const bool whole = now + length <= time;
      now = std::min(time, now + length);
      return whole;
    };
    while (now < time) {
      if (!pass(Record::step, step)) return;
      work += step;
      if (std::fmod(work + 1e-6, interval) > 1e-3 || now >= time) continue;
      if (!pass(Record::checkpoint, run.write_time())) return;
      saved = work;
    }
  };
  for (const auto& event : played.events) {
    if (event.what == "failure") {
      if (failed != failed) train_until(event.time);
      else if (event.time > failed + run.downtime) log.add(Record::startup, NaN, failed + run.downtime, event.time);
      failed = event.time;
    } else if (event.what == "running") {
      log.add(Record::startup, NaN, failed + run.downtime, event.time);
      if (event.work < before) base = saved - event.work;  // its count begins anew
      REQUIRE_THAT(base + event.work, WithinAbs(saved, 1e-3));
      before = event.work;
      now = event.time, work = saved, failed = NaN;
    }
  }
  const Bookkeeping found = log.books();
  check_sum(found);
  REQUIRE(found.failures > 10'000);
  const auto predicted = analysis::by_bucket(strategy.breakdown(run));
  for (const auto bucket : {B::useful, B::startup, B::downtime}) {
    INFO(B::names[bucket]);
    CHECK_THAT(found.seconds[bucket] / found.elapsed, WithinRel(predicted[bucket], 0.03));  // 5 standard errors of 1e4 failures
  }
  // a save that a failure cut is a checkpoint to the log, rework to the model
  CHECK_THAT((found.seconds[B::checkpoint] + found.seconds[B::rework]) / found.elapsed,
             WithinRel(predicted[B::checkpoint] + predicted[B::rework], 0.03));  // the same
  const auto implied = analysis::implied_inputs(found);
  CHECK_THAT(implied.downtime, WithinRel(500.0, 0.005));  // half a step, where one was cut in its last tenth
  CHECK_THAT(implied.mtbf, WithinRel(run.mtbf(), 0.03));  // 3/sqrt(1e4)
  CHECK_THAT(implied.restart_time, WithinRel(run.restart_time(), 1e-3));
  CHECK_THAT(implied.write_time, WithinRel(run.write_time(), 0.03));  // those that were cut
  CHECK_THAT(implied.interval, WithinRel(interval, 1e-3));            // steps that a failure cut are among those of the mean
}

TEST_CASE("a run with the inputs of its books, and back", "[bookkeeping]") {
  const TrainingRun<> run{.gpus = 100,
                          .gpu_mttf = 1e6,
                          .checkpoint_bytes = 1e12,
                          .write_bandwidth = 1e10,
                          .read_bandwidth = 1e10,
                          .storage_latency = 2,
                          .initialization_time = 10,
                          .downtime = 60};
  const auto same = analysis::with_inputs(run, {});
  for (const auto& field : fields_of<TrainingRun<>>) CHECK(same.*field.member == run.*field.member);
  const auto made = analysis::with_inputs(run, {.mtbf = 5000, .downtime = 90, .restart_time = 302, .write_time = 52});
  CHECK(made.mtbf() == 5000);
  CHECK(made.downtime == 90);
  CHECK_THAT(made.restart_time(), WithinRel(302.0, 1e-14));
  CHECK_THAT(made.write_time(), WithinRel(52.0, 1e-14));
  const auto faster = analysis::with_inputs(run, {.restart_time = 42});
  CHECK_THAT(faster.restart_time(), WithinRel(42.0, 1e-14));
  CHECK(faster.write_time() == run.write_time());
  CHECK(analysis::with_inputs(run, {.restart_time = 0}).restart_time() == 2);  // the latency
  CHECK(analysis::with_inputs(run, {.mtbf = inf}).mtbf() == inf);
  const auto as_one = analysis::with_inputs(run, {.mtbf = 5000, .recovery = 200});
  CHECK(as_one.restart_time() == run.restart_time());
  CHECK_THAT(as_one.downtime + as_one.restart_time(), WithinRel(200.0, 1e-14));
  CHECK_THAT(as_one.mtbf(), WithinRel(5000 + run.restart_time(), 1e-14));
  const auto quick = analysis::with_inputs(run, {.recovery = 50});
  CHECK(quick.downtime == 0);
  CHECK_THAT(quick.restart_time(), WithinRel(50.0, 1e-14));
  CHECK(quick.mtbf() == run.mtbf());
  const auto shares =
      analysis::by_bucket(Terms<double>{{"useful", 0.5}, {"restart", 0.1}, {"spare wait", 0.2}, {"redundancy", 0.2}});
  CHECK(shares == std::array<double, B::buckets>{0.5, 0, 0.1, 0, 0.2, 0.2});
}
