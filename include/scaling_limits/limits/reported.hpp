// SPDX-License-Identifier: Apache-2.0
// What runs that were operated like this one reported: not a model of an outage, but the outages that runs must have had for
// the model to give the goodput that they told.
//
// Of each story the rate is that of its time, a checkpoint has 14 B a parameter, storage 200 GB/s, a restart takes 300 s, saves
// are at the best interval; D is the downtime at which that gives the goodput reported. Of 21 stories, by who restarts:
//
//   by hand         median 4.1 h,   x or / 4      somebody is called, or is there
//   automatically   median 5.5 min, x or / 5      at both ends of that: no loss that a model sees, or an hour
//
// The answers are those of the run with these downtimes in place of its own. They are no point estimate, and no interval of a
// stated coverage: stories are told by who sells what came after, those by hand lean to the bad, and which class a story is in
// was decided knowing its outcome. Which stories there are, and which of them lie outside: published/stories.hpp.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <cstdio>
#include <span>
#include <vector>

#include "../core/result_fields.hpp"
#include "../failures/hours_text.hpp"
#include "../strategies/under_causes.hpp"
#include "max_gpus.hpp"

namespace scaling_limits::limits {

/// Who restarted, in the words of the stories, and the downtime of their outages.
struct ReportedOperation {
  std::string_view name{}, words{};
  double median{}, factor{};  // [s]; x or /
  bool by_hand{};

  double least() const { return median / factor; }
  double greatest() const { return median * factor; }
};
inline constexpr ReportedOperation reported_operations[] = {
    {"by_hand", "restarted by hand", 4.1 * units::hour, 4, true},
    {"automatic", "automatically", 5.5 * units::minute, 5, false},
};
inline constexpr int reporting_projects = 10;

/// A run as those that were operated in one way would have it: at the longest and at the shortest outages.
struct ReportedRow {
  std::string_view name{}, words{};
  bool own = false;                        // whether the run is operated so, as far as it says
  double downtime_low{}, downtime_high{};  // [s]
  double goodput_low = NaN, goodput_high = NaN;
  double low = NaN, high = NaN, useful_low = NaN, useful_high = NaN;  // the largest size, and what it is worth
  Status low_status{}, high_status{};
};
struct ReportedBand {
  std::vector<ReportedRow> rows{};
  double projects = reporting_projects;
  std::string operated{};  // who brings the run back, as far as it says
  std::string text{};

  std::string_view status() const { return "ok"; }
  std::string_view note() const { return {}; }
};
constexpr auto fields(const ReportedRow*) {
  using R = ReportedRow;
  return std::tuple(
      ResultField("name", &R::name, "", "who restarted: by_hand, automatic"),
      ResultField("words", &R::words, "", "the same in a sentence"),
      ResultField("own", &R::own, "1", "whether the run says that it is operated so"),
      ResultField("downtime_low", &R::downtime_low, "s", "the shortest outages of that kind"),
      ResultField("downtime_high", &R::downtime_high, "s", "the longest"),
      ResultField("goodput_low", &R::goodput_low, "1", "at the run's own size, with the longest"),
      ResultField("goodput_high", &R::goodput_high, "1", "with the shortest"),
      ResultField("low", &R::low, "GPU", "the largest size with the longest; 0 where no size meets the criterion"),
      ResultField("high", &R::high, "GPU", "with the shortest"),
      ResultField("low_status", &R::low_status, "", "of the size with the longest"),
      ResultField("high_status", &R::high_status, "", "of the size with the shortest"),
      ResultField("useful_low", &R::useful_low, "GPU", "useful work there, in ideal GPUs"),
      ResultField("useful_high", &R::useful_high, "GPU", "the same with the shortest"));
}
constexpr auto fields(const ReportedBand*) {
  using R = ReportedBand;
  return std::tuple(
      ResultField("row", &R::rows, "", "who restarted"), ResultField("projects", &R::projects, "1", "that reported, in all"),
      ResultField("operated", &R::operated, "", "who brings the run back, as far as it says"),
      ResultField("text", &R::text, "", "the goodputs as a sentence"), status_field(&R::status), note_field(&R::note));
}

namespace detail {

/// A share as a whole percent.
inline std::string whole_percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.0f", 100 * share);
  return text;
}
/// Whether a run says how it is operated, and that all its failures are met so.
inline bool operated_so(const TrainingRun<>& run, const Stops<>& stops, const ReportedOperation& one) {
  const auto by_hand = [&](const auto& row) {
    const auto* cause = row.of < stops.causes.size() ? &stops.causes[row.of] : nullptr;
    return stops.brought_back_by(cause, row.planned) != failures::RestartedBy::automatic;
  };
  const auto rows = stops.at(run).rows;
  return stops.operation && std::all_of(rows.begin(), rows.end(), [&](const auto& row) {
           return !row.strikes() || row.rate == 0 || by_hand(row) == one.by_hand;
         });
}

}  // namespace detail

/// A strategy on runs whose outages all take so long.
template <class St>
auto with_outages_of(const St& strategy, double downtime) {
  Stops<> stops = strategies::stops_of(strategy);
  stops.all_downtime = downtime;
  return strategies::with_stops(strategy, std::move(stops));
}

/// What runs operated in each way reported, at the rate, the checkpoints and the restarts of this one.
///
/// @param factors as of max_gpus. @throws as max_gpus does
template <Criterion C, strategies::Strategy<double> St = strategies::Blocking<>, class... F>
ReportedBand reported(const TrainingRun<>& run, const C& criterion, const growth::PowerLaw& law = growth::fixed(),
                      const St& strategy = {}, const F&... factors) {
  ReportedBand found;
  const Stops<> stops = strategies::stops_of(strategy);
  if (stops.operation) {
    found.operated = to_word(stops.operation->kind);
    if (!stops.operation->hours.empty()) found.operated += " " + failures::hours_text(stops.operation->hours);
  }
  for (const ReportedOperation& one : reported_operations) {
    ReportedRow& row = found.rows.emplace_back(ReportedRow{one.name, one.words, detail::operated_so(run, stops, one)});
    row.downtime_low = one.least(), row.downtime_high = one.greatest();
    const auto at = [&](double downtime, double& goodput, double& size, double& useful, Status& status) {
      const auto stopped = with_outages_of(strategy, downtime);
      goodput = std::exp(-stopped.losses(run).sum());
      const Limit<> limit = max_gpus(run, criterion, law, stopped, factors...);
      size = limit.nowhere ? 0 : limit.value, status = limit.status;
      useful = limit.nowhere ? 0 : limit.status == Status::no_limit ? inf : limit.useful_gpus();
    };
    at(one.greatest(), row.goodput_low, row.low, row.useful_low, row.low_status);
    at(one.least(), row.goodput_high, row.high, row.useful_high, row.high_status);
    found.text.append(found.text.empty() ? "" : ", ").append(one.words).append(" ");
    const bool known = row.goodput_low == row.goodput_low && row.goodput_high == row.goodput_high;
    found.text += known ? detail::whole_percent(row.goodput_low) + " to " + detail::whole_percent(row.goodput_high) + " %"
                        : "no answer at this size";
  }
  found.text += ", with outages as long as " + std::to_string(reporting_projects) + " projects had";
  return found;
}

}  // namespace scaling_limits::limits
