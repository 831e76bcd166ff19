// SPDX-License-Identifier: Apache-2.0
// Questions of what a log of failures says to do: one interval for an MTBF that is not known exactly, what the worst parts
// cost.
#pragma once
#include "../../version.hpp"

#include "../../analysis/hedged_interval.hpp"
#include "../../analysis/worst_parts_gain.hpp"
#include "../detail/number_list.hpp"
#include "../detail/rooms.hpp"

namespace scaling_limits::catalog {

namespace detail {

inline void put_hedged_interval(const Case& at, const With& with, Out& out) {
  const NumberList lives("hedged_interval", {"gpu_mttf", "s", "", any_number}, with);
  const auto found = analysis::hedged_interval(at.run, lives, at.strategy, with["tolerance"]);
  out << found.interval << found.shortest << found.longest << found.goodput << found.worth_knowing
      << std::string_view(found.note.empty() ? "ok" : "infeasible") << std::string_view(found.note);
}

inline void put_worst_parts_gain(const Case& at, const With& with, Out& out) {
  constexpr std::string_view owner = "worst_parts_gain";
  const NumberList events(owner, {"events", "1", "", any_number}, with),
      exposures(owner, {"exposures", "s", "", any_number}, with);
  const auto spread = failures::rate_spread(events, exposures);
  if (!(spread.mean_rate > 0)) {
    out.skip(2);
    for (int list = 0; list < 4; ++list) out << std::vector<double>();
    out << 0. << std::string_view("infeasible") << std::string_view("no part failed");
    return;
  }
  auto worst = failures::worst_parts(spread, events, exposures, with["renewed_rate"]);
  auto found = analysis::worst_parts_gain(at.run, worst, at.strategy, with["share"]);
  out << found.goodput << found.useful_throughput << std::move(worst.part) << std::move(found.removed)
      << std::move(found.removed_useful) << std::move(found.renewed) << found.worth_removing;
  out.close([&] { return at.strategy.note(at.run); });
}

}  // namespace detail

void add_log_questions(Questions& to) {
  to.push_back(
      {{"question",
        "hedged_interval",
        "the interval of most goodput in the mean over what the MTBF may be, and those that cost little more",
        {{"tolerance", "1", "goodput that an interval of the band costs at most, in the mean", closed_fraction, 0.002}},
        {looking(detail::times_look,
                 {"gpu_mttf", "what it may be, each as likely [s]; the run's own is not looked at", {}, {}, false})},
        {}},
       {"run"},
       {"strategy"},
       {{"interval", "s", "of most goodput in the mean"},
        {"band.shortest", "s", "that costs at most the tolerance"},
        {"band.longest", "s", "that costs at most the tolerance"},
        {"goodput", "1", "in the mean, at the interval"},
        {"worth_knowing", "1", "goodput lost in the mean since the MTBF is not known exactly"},
        status_column,
        note_column},
       detail::put_hedged_interval});
  to.push_back(
      {{"question",
        "worst_parts_gain",
        "what it buys in goodput to take the worst parts of a run away, or to renew them",
        {{"renewed_rate", "1/s", "of a part in the place of one taken away; not given: the mean", if_given(not_negative)},
         {"share", "1", "of the run's failures that are of parts", closed_fraction, 1}},
        {looking(detail::counts_look, {"events", "of each part", {}, {}, false}),
         looking(detail::times_look, {"exposures", "time that each was watched [s]", {}, {}, false})},
        {}},
       {"run"},
       {"strategy"},
       {{"goodput", "1", "of the run as it is"},
        {"useful_throughput", "GPU", "of the run as it is, GPUs x goodput"},
        {"part", "1", "places of the parts, the worst first", Cell::numbers},
        {"removed", "1", "goodput without those up to it", Cell::numbers},
        {"removed_useful", "GPU", "useful throughput then, with none in their place", Cell::numbers},
        {"renewed", "1", "goodput with others in their place", Cell::numbers},
        {"worth_removing", "1", "how many to take away for most useful throughput, with none in their place"},
        status_column,
        note_column},
       detail::put_worst_parts_gain});
}

}  // namespace scaling_limits::catalog
