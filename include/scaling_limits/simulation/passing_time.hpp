// SPDX-License-Identifier: Apache-2.0
// Time passes for a simulated job, and what happens to it in that time: failures, stops of other kinds, writes that end,
// replicas that are back. Two clocks: running time, in which parts age and fail, and wall-clock time. What the job does about
// it is in job.hpp.
#pragma once
#include "../version.hpp"

#include <deque>
#include <optional>

#include "failure_clock.hpp"
#include "machine_losses.hpp"
#include "members.hpp"
#include "other_stops.hpp"
#include "repair_shop.hpp"
#include "slow_parts.hpp"
#include "timeline.hpp"

namespace scaling_limits::simulation {

class PassingTime : protected Timeline {
 protected:
  enum class Stop { finished, failed, announced, paused };

  PassingTime(const strategies::Protocol& protocol, const failures::AnyLaw* law, const std::vector<Domain>& domains,
              Random random, Random shared)
      : Timeline(protocol),
        random_(random),
        clock_(protocol.failure_rate, protocol.gpus, law, domains, random_),
        shop_(protocol.pool, random.split(1)),
        slow_(protocol.slow_parts, random.split(2)),
        planned_(protocol.planned, random_),
        late_(protocol.late, random_),
        common_(protocol, shared),
        beset_(!protocol.late.empty() || !protocol.common.empty()) {
    if (protocol.memory_copies.machines > 0) machines_.emplace(protocol.memory_copies);
    if (protocol.replication.groups > 0) members_.emplace(protocol.replication);
  }
  /// The origin of all clocks moves to now.
  void shift_clocks() {
    clock_.shift(ran_);
    slow_.shift(ran_);
    for (double& t : absent_) t -= ran_;
    late_.shift(ran_);
    common_.stand(ran_);
    shop_.shift(now_.elapsed);
    if (machines_) machines_->shift(now_.elapsed);
  }

  void note(std::string_view what, int severity = 0) {
    if (log_ && log_->size() < most_events_) log_->push_back({origin_ + now_.elapsed, what, now_.time[useful], severity});
  }
  double next_rejoin() const { return absent_.empty() ? inf : absent_.front(); }

  /// Time passes that does no work: a write, a verification, a restart.
  Stop pass(double time, Bucket bucket) {
    const double end = ran_ + time, most = events_ + most_in_a_piece_;
    const bool spoils = bucket == checkpoint;  // late errors strike work and saves
    for (bool ended = !(time > 0); !ended;) {
      if (++events_ > most) throw Endless();
      const double left = end - ran_, dt = (std::min)(left, next_change(spoils) - ran_);
      ended = dt == left;
      spend(bucket, dt);
      ran_ = ended ? end : ran_ + dt;
      if (beset_ && !spoils) late_.spared(dt);
      if (changes(spoils) && strike()) return Stop::failed;
    }
    return Stop::finished;
  }

  /// Time passes that is no running time.
  void stand(Bucket bucket, double time) {
    spend(bucket, time);
    if (beset_) late_.stand(time), common_.stand(time);
  }
  /// The same, unless a late error is found or a common failure strikes meanwhile.
  Stop outage(Bucket bucket, double time) {
    const double until = beset_ ? (std::min)(late_.due(), common_.due()) : inf, cut = (std::max)(0.0, until - ran_);
    if (!(cut < time)) {
      stand(bucket, time);
      return Stop::finished;
    }
    const bool found = late_.due() == until;
    stand(bucket, cut);
    if (found) return find();
    owed_ = bucket == downtime ? time - cut : 0;
    return strike_all();
  }

  /// From now on, by the clock: so much attended time.
  double until_somebody_comes(const strategies::Severity& of) {
    if (!of.attended) return 0;
    double left = of.reaction > 0 ? of.reaction * random_.exponential() : 0;
    const double began = std::fmod(origin_ + now_.elapsed, failures::week_length);
    for (double monday = 0;; monday += failures::week_length)
      for (const auto& [from, to] : p_->hours) {
        const double start = (std::max)(began, monday + from), end = monday + to;
        if (start >= end) continue;
        if (start + left < end) return start + left - began;
        left -= end - start;
      }
  }

  /// Running time of the next thing that happens by itself; whether late errors strike.
  double next_change(bool spoils) const {
    double next = (std::min)((std::min)(clock_.next(), next_written()), (std::min)(next_rejoin(), slow_.next()));
    if (beset_) next = (std::min)({next, late_.due(), common_.due(), spoils ? late_.next() : inf});
    return (std::max)(ran_, next);
  }

  /// Lets happen what is due; whether something is that may stop the run.
  bool changes(bool spoils) {
    finish_writes();
    while (next_rejoin() <= ran_) absent_.pop_front(), disturb();
    while (slow_.next() <= ran_) {
      const bool another = slow_.take();
      now_.slow_arrivals += another;
      disturb();
      note(another ? "slow part" : "slow part found");
    }
    if (!beset_) return clock_.next() <= ran_;
    if (spoils && late_.next() <= ran_) spoil();
    return (std::min)({clock_.next(), late_.due(), common_.due()}) <= ran_;
  }
  /// A silent error that will be found late.
  void spoil() {
    late_.strike(++order_, ran_, random_);
    first_error_ = late_.first();
    disturb();
    ++now_.silent_errors;
    note("silent error");
  }

  /// Whether what is due interrupts the run: its severity is then in struck_.
  bool strike() {
    if (beset_ && late_.due() <= ran_) return find() == Stop::failed;
    if (beset_ && common_.due() <= ran_) return strike_all() == Stop::failed;
    const Incident incident = clock_.take(random_);
    ++now_.failures;
    disturb();
    struck_ = severity_of(incident);
    if (absorbed(incident)) {
      note("absorbed", struck_ + 1);
      return false;
    }
    interrupted();
    return true;
  }
  void interrupted() {
    ++now_.interruptions;
    slow_.restarted();
    note("failure", struck_ + 1);
  }
  Stop strike_all() {
    struck_ = common_.take();
    ++now_.failures;
    broken_ += (std::max)(0, severity(struck_).takes);
    disturb();
    interrupted();
    return Stop::failed;
  }
  /// A late error is found: whatever outage is going on is cut off.
  Stop find() {
    const LateErrors::Error error = late_.found();
    discard_after(error.order);
    struck_ = error.severity;
    found_ = true, owed_ = 0;
    disturb();
    ++now_.detections;
    note("found", struck_ + 1);
    return Stop::failed;
  }

  /// Whether the run goes on without a restart: somebody is out already, or can be spared.
  bool absorbed(const Incident& incident) {
    const auto& r = p_->replicas;
    const auto& hit = severity(struck_);
    if (r.count > 0 && !hit.stops_all && random_.below(static_cast<std::uint64_t>(r.count)) < absent_.size()) return true;
    if (hit.recovery == strategies::Recovery::replica) {
      stand(restart, r.stall_time);
      absent_.push_back(ran_ + r.rejoin_time);
      return true;
    }
    broken_ += hit.takes < 0 ? taken(incident.gpus) : hit.takes;
    events_ += incident.gpus;  // each is looked at
    return members_ && !hit.stops_all && !members_->kill(incident.gpus, random_);
  }

  /// GPUs that go to repair after a failure of so many.
  std::int64_t taken(std::int64_t gpus) {
    const auto& pool = p_->pool;
    if (pool.taken_share < 1 && !random_.chance(pool.taken_share)) return 0;
    return (std::max)(gpus, units(pool) * pool.takes);
  }
  std::int64_t units(const strategies::SparePool& pool) {
    if (pool.burst == 1) return pool.parts;
    return saturated<std::int64_t>((std::min)(1 + std::log(random_.uniform()) / std::log1p(-1 / pool.burst), 1e9));
  }

  const strategies::Severity& severity(int place) const { return p_->severities[static_cast<std::size_t>(place)]; }
  int severity_of(const Incident& incident) {
    const auto& p = *p_;
    if (incident.severity > 0) return (std::min)(incident.severity, static_cast<int>(p.severities.size())) - 1;
    if (!machines_) return drawn([&](std::size_t i) { return p.severities[i].share; }, p.severities.size());
    const int drawn_losses = 1 + drawn([&](std::size_t i) { return p.memory_copies.losses[i]; }, p.memory_copies.losses.size());
    const int hit = incident.domain
                        ? saturated<int>(std::ceil(double(incident.gpus) * p.memory_copies.machines / p.gpus - 1e-9))
                        : drawn_losses;
    return machines_->survives(hit, incident.domain, now_.elapsed, random_) ? 0 : 1;
  }
  /// 0, 1, ... n - 1 with those shares.
  template <class F>
  int drawn(const F& share, std::size_t n) {
    if (n == 1) return 0;
    double at = random_.uniform();
    for (std::size_t i = 0; i + 1 < n; ++i)
      if ((at -= share(i)) < 0) return static_cast<int>(i);
    return static_cast<int>(n) - 1;
  }

  Stop reload(double time) { return p_->restart_exposed ? pass(time, restart) : outage(restart, time); }

  Random random_;
  FailureClock clock_;
  RepairShop shop_;
  SlowPartsClock slow_;
  PlannedStops planned_;
  LateErrors late_;
  CommonFailures common_;
  bool beset_;  // there are late errors or common failures: most jobs need not look for them
  std::optional<MachineLosses> machines_;
  std::optional<Members> members_;
  std::deque<double> absent_;  // replicas: when each is back, in running time, earliest first

  double events_ = 0;             // whatever took a step, since the start
  double most_in_a_piece_ = inf;  // of them, where there is no pause
  int struck_ = 0;                // severity of the last stop, from 0
  bool found_ = false;            // the last stop is a late error that was found: its restart is
  double owed_ = 0;               // of the outage that a common failure met
  std::int64_t broken_ = 0;       // GPUs to be repaired since the last recovery
  std::vector<Event>* log_ = nullptr;
  std::size_t most_events_ = 0;
};

}  // namespace scaling_limits::simulation
