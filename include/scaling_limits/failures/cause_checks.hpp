// SPDX-License-Identifier: Apache-2.0
// What a list of causes must be, checked row by row: every refusal names the row, the key and the way out.
#pragma once
#include "../version.hpp"

#include "causes.hpp"

namespace scaling_limits::failures {

namespace detail {

/// Of one row of a list, whose keys it names.
template <class P>
class CauseCheck {
 public:
  CauseCheck(const Cause<P>& cause, const std::vector<Cause<P>>& list, const P& downtime)
      : cause_(cause), list_(list), downtime_(downtime) {}

  void operator()() const {
    require(!cause_.name.empty(), "name", "needs a name");
    require(cause_.name != "other", "name", "is what gpu_mttf counts beyond the shares: another name is needed");
    for (const Cause<P>& other : list_)
      require(&other == &cause_ || other.name != cause_.name, "name", "is there twice: names tell rows apart");
    if (!scaling_limits::detail::all_surely_hold(cause_)) scaling_limits::validate(cause_, owner());
    one_rate();
    its_unit();
    its_times();
  }

 private:
  using C = Cause<P>;
  using Key = CauseKey<P>;
  static constexpr Key of_events[] = {{"days", &C::days}, {"running_days", &C::running_days}, {"on_gpus", &C::on_gpus}};
  static constexpr Key parts_of_downtime[] = {
      {"detection", &C::detection}, {"waiting", &C::waiting}, {"replacement", &C::replacement}};

  std::string owner() const { return "cause " + in_quotes(cause_.name); }
  void require(bool holds, std::string_view key, std::string_view what) const {
    if (!holds) throw InvalidArgument(owner() + ": " + std::string(key) + " " + std::string(what), key);
  }

  void one_rate() const {
    std::string_view first;
    for (const auto& [key, member] : rate_keys<P>) {
      if (!is_given(cause_.*member)) continue;
      if (!first.empty()) require(false, key, "is a second rate beside " + std::string(first) + ": give one");
      first = key;
    }
    if (first.empty())
      throw InvalidArgument(owner() +
                                ": needs a rate: mttf, afr, failing_share, fit or per_1000_unit_days of one unit, mtbf or "
                                "events of the job, or share of gpu_mttf's",
                            "mttf");
  }
  void its_unit() const {
    const bool share = is_given(cause_.share), unit = cause_.per == Per::node || cause_.per == Per::domain;
    require(!(is_given(cause_.mtbf) && (unit || cause_.per == Per::gpu)), "mtbf", "is of the job; of one unit say mttf");
    require(!(share && cause_.per == Per::job), "share", "is of gpu_mttf's rate, which is per GPU, not per job");
    require(cause_.per != Per::domain || cause_.is_of_job() || share || is_given(cause_.gpus_per_unit), "gpus_per_unit",
            "must be given where a rate is per domain");
    require(!is_given(cause_.gpus_per_unit) || !(cause_.is_of_job() || share || cause_.is_per_failure()), "gpus_per_unit",
            "is for rates of one unit");
    require(!is_given(cause_.exponent) || (cause_.is_of_job() && !share), "exponent",
            "is for rates of the job; those of a unit grow with the number of units");
    require(!is_given(cause_.events) || is_given(cause_.days) != is_given(cause_.running_days), "days",
            is_given(cause_.days) ? "and running_days are both given: events are counted in one of them"
                                  : "or running_days must be given where events are counted");
    for (const auto& [key, member] : of_events)
      require(!is_given(cause_.*member) || is_given(cause_.events), key, "is of events that are counted, and there are none");
    if (is_given(cause_.events) && !(value_of(exposure_of(cause_, list_, downtime_)) > 0))
      throw InvalidArgument(owner() + ": the downtimes of what was counted in these days are longer than the days", "days");
  }
  void its_times() const {
    for (const auto& [part, member] : parts_of_downtime)
      if (is_given(cause_.downtime) && is_given(cause_.*member))
        require(false, "downtime", "stands beside " + std::string(part) + ", which is a part of it");
    require(!is_given(cause_.restart_time) || value_of(cause_.extra_restart) == 0, "restart_time",
            "stands beside extra_restart: give the whole or what is beyond the run's own");
    require(!(cause_.is_planned() && cause_.is_silent()), "lag", "is of silent errors: a planned stop is none");
    require(!(cause_.is_planned() && is_given(cause_.share)), "share", "is of gpu_mttf's rate, which counts no planned stops");
    require(cause_.is_planned() || !cause_.is_per_failure(), "per_failure", "is of planned stops: say planned = true");
  }

  const Cause<P>& cause_;
  const std::vector<Cause<P>>& list_;
  P downtime_;
};

}  // namespace detail

/// Throws InvalidArgument or DomainError naming row and key. @param downtime of the run, of rows that say none
template <class P>
void validate(const std::vector<Cause<P>>& list, const P& downtime) {
  if (list.size() > most_causes)
    throw InvalidArgument(
        "causes: " + std::to_string(list.size()) + " rows, at most " + std::to_string(most_causes) + " are worked on",
        "causes");
  double shares = 0;
  for (const Cause<P>& cause : list) {
    detail::CauseCheck<P>(cause, list, downtime)();
    if (cause.is_share()) shares += value_of(cause.share);
  }
  constexpr double rounded = 1e-9;  // shares as people write them
  if (shares > 1 + rounded)
    throw InvalidArgument("causes: the shares sum to " + to_text(shares) + ", they are of gpu_mttf's rate: at most 1", "share");
}

}  // namespace scaling_limits::failures
