// SPDX-License-Identifier: Apache-2.0
// An answer with the band that opens where one of the things that a planner may not know is otherwise than given
// (assumptions.hpp): one at a time, the least and the greatest of all answers, that as given included, and the names of the
// rows at both ends. No probability: of several things that are otherwise at once the answer may lie outside.
//
// What a size is under a row: the largest size, +inf where there is no limit, 0 where no size at all meets the criterion, which
// the status says too. Where nobody knows - a strategy or a table that ends, a search that gave up - the row has no part in the
// ends, and the note says so.
#pragma once
#include "../version.hpp"

#include "../core/result_fields.hpp"
#include "../strategies/under_causes.hpp"
#include "assumptions.hpp"
#include "max_gpus.hpp"

namespace scaling_limits::limits {

inline constexpr std::string_view as_given = "as given";

/// A number as given, and the least and the greatest that one assumption makes of it, with its name. NaN: nobody knows.
struct Ends {
  double given = NaN, low = NaN, high = NaN;
  std::string_view low_because = as_given, high_because = as_given;

  explicit Ends(double of_run = NaN) : given(of_run), low(of_run), high(of_run) {}
  void add(double other, std::string_view because) {
    if (other < low || (low != low && other == other)) low = other, low_because = because;
    if (other > high || (high != high && other == other)) high = other, high_because = because;
  }
};

/// What an assumption makes of a run.
struct BandRow {
  std::string_view name{};
  std::string text{};
  std::string_view source{};
  double goodput = NaN, interval = NaN;   // at the run's own size
  double value = NaN, useful_gpus = NaN;  // of the largest size, where that is asked for
  Status status = Status::infeasible;     // of it
  std::string note{};                     // why there is no number
};

/// The run at its own size.
struct BandAtSize {
  Ends goodput{}, interval{};
  std::vector<BandRow> rows{};
};

/// The largest size, what it is worth in ideal GPUs, and the run at its own size.
struct Band {
  Ends value{}, useful_gpus{};
  Status status{}, low_status{}, high_status{};
  double together = NaN, together_useful_gpus = NaN;  // where all that may well come together is otherwise at once
  Status together_status{};
  BandAtSize own{};
  std::string assumes{};  // what the sizes stand on that nobody said
  std::string note{};

  /// "between 16749 and 52481 GPUs if one of the things that you may not know is otherwise"; empty where no size is known.
  std::string text() const;
};

constexpr auto fields(const BandRow*) {
  using R = BandRow;
  return std::tuple(ResultField("name", &R::name, "", "of what may be otherwise; two rows of a name are its two ends"),
                    ResultField("text", &R::text, "", "what is assumed"),
                    ResultField("source", &R::source, "", "where that is from"),
                    ResultField("value", &R::value, "GPU", "the largest size; 0 where no size meets the criterion"),
                    ResultField("status", &R::status, "", "of the largest size"),
                    ResultField("useful_gpus", &R::useful_gpus, "GPU", "useful work there, in ideal GPUs"),
                    ResultField("goodput", &R::goodput, "1", "at the run's own size"),
                    ResultField("interval", &R::interval, "s", "at the run's own size"),
                    ResultField("note", &R::note, "", "why there is no size; remarks"));
}
constexpr auto fields(const Band*) {
  using B = Band;
  const auto of = [](auto ends, auto member) { return within(ends, member); };
  const auto own = [](auto ends, auto member) { return within(within(&B::own, ends), member); };
  return std::tuple(
      ResultField("value", of(&B::value, &Ends::given), "GPU",
                  "the largest size as given; 0 where no size meets the criterion"),
      ResultField("low", of(&B::value, &Ends::low), "GPU", "the least, with one thing otherwise"),
      ResultField("high", of(&B::value, &Ends::high), "GPU", "the greatest, with one thing otherwise"),
      ResultField("low_because", of(&B::value, &Ends::low_because), "", "what is otherwise at the least"),
      ResultField("high_because", of(&B::value, &Ends::high_because), "", "what is otherwise at the greatest"),
      status_field(&B::status), ResultField("low_status", &B::low_status, "", "of the least"),
      ResultField("high_status", &B::high_status, "", "of the greatest"),
      ResultField("useful_gpus", of(&B::useful_gpus, &Ends::given), "GPU", "useful work at the limit, in ideal GPUs"),
      ResultField("useful_low", of(&B::useful_gpus, &Ends::low), "GPU", "the least of it"),
      ResultField("useful_high", of(&B::useful_gpus, &Ends::high), "GPU", "the greatest of it"),
      ResultField("together", &B::together, "GPU", "the largest size with all that may well come together otherwise at once"),
      ResultField("together_useful_gpus", &B::together_useful_gpus, "GPU", "useful work there, in ideal GPUs"),
      ResultField("goodput", own(&BandAtSize::goodput, &Ends::given), "1", "at the run's own size"),
      ResultField("goodput_low", own(&BandAtSize::goodput, &Ends::low), "1", "the least there"),
      ResultField("goodput_high", own(&BandAtSize::goodput, &Ends::high), "1", "the greatest there"),
      ResultField("goodput_low_because", own(&BandAtSize::goodput, &Ends::low_because), "", "what is otherwise at the least"),
      ResultField("interval", own(&BandAtSize::interval, &Ends::given), "s", "work between two saves at the run's own size"),
      ResultField("interval_low", own(&BandAtSize::interval, &Ends::low), "s", "the least there"),
      ResultField("interval_high", own(&BandAtSize::interval, &Ends::high), "s", "the greatest there"),
      ResultField("text", &B::text, "", "the ends as a sentence"),
      ResultField("assumption", within(&B::own, &BandAtSize::rows), "", "each thing that is otherwise, by itself"),
      ResultField("assumes", &B::assumes, "", "what the sizes stand on that nobody said; empty: nothing"),
      note_field(&B::note));
}

namespace detail {

/// A run and its strategy where some things are otherwise.
template <class St>
class Otherwise {
 public:
  using Stopped = decltype(strategies::with_stops(std::declval<const St&>(), Stops<>()));

  Otherwise(const TrainingRun<>& run, const St& strategy)
      : run_(run), strategy_(strategy), stops_(strategies::stops_of(strategy)) {}
  void put(const Assumption& row) { row.put(row.amount, run_, stops_); }
  bool in_range() const { return scaling_limits::in_range(run_); }
  /// `ask` of the run and the strategy; a strategy that nothing stops but its run stays what it is.
  template <class Ask>
  auto operator()(const Ask& ask) const {
    if (!strategies::is_stopped(strategy_) && stops_.empty()) return ask(run_, strategy_);
    return ask(run_, Stopped(strategies::with_stops(strategy_, stops_)));
  }

 private:
  TrainingRun<> run_;
  const St& strategy_;
  Stops<> stops_;
};

/// A size as an end of a band: 0 where none will do, NaN where nobody knows.
inline double size_in_band(const Limit<>& limit) { return limit.nowhere ? 0 : limit.value; }
inline double worth_in_band(const Limit<>& limit) {
  if (limit.nowhere) return 0;
  return limit.status == Status::no_limit ? inf : limit.useful_gpus();
}
inline std::string end_text(double size) {
  return size == inf ? "no limit" : size > 0 ? to_text(size < 1 ? size : std::round(size), 10) + " GPUs" : "no size at all";
}
/// What is taken of a start-up of which nobody says how it grows.
inline std::string constant_start_up(const TrainingRun<>& run, const growth::PowerLaw& law, const Stops<>& stops) {
  constexpr std::string_view start_up = "initialization_time";
  if (stops.restart || law.of(start_up) != 0) return {};
  return "a restart starts up in the same time at every size (" + std::string(start_up) + " = " +
         to_text(run.initialization_time, 6) + " s): its parts, or a growth of that time, say otherwise";
}
/// One more thing to say, behind what was said.
inline void add_to(std::string& said, const std::string& more) {
  if (!more.empty()) said.append(said.empty() ? "" : "; ").append(more);
}
/// Why a run has no goodput at its own size, where it has none.
template <class St>
std::string why_not_at_own_size(double goodput, const TrainingRun<>& run, const St& strategy) {
  if (goodput == goodput) return {};
  const std::string why = strategy.note(run);
  return "no goodput at the run's own size" + (why.empty() ? why : ": " + why);
}
/// The status of the end of a band.
inline Status status_of_end(double size) { return size == inf ? Status::no_limit : size > 0 ? Status::ok : Status::infeasible; }

}  // namespace detail

inline std::string Band::text() const {
  if (value.low != value.low) return {};
  constexpr std::string_view otherwise = " if one of the things that you may not know is otherwise";
  const std::string low_text = detail::end_text(value.low), high_text = detail::end_text(value.high);
  if (low_text == high_text) return low_text + ", also" + std::string(otherwise);
  const bool both = value.low > 0 && value.high < inf;  // then one word for both
  return "between " + (both ? low_text.substr(0, low_text.find(' ')) : low_text) + " and " + high_text + std::string(otherwise);
}

/// Goodput and interval of a run at its own size, and what one assumption makes of them.
///
/// @param known names of rows, or of the fields that they are about, that are not assumed otherwise; a log of the failures
/// @throws InvalidArgument for a name that is unknown; DomainError for a parameter, or an end of a log, out of range
template <strategies::Strategy<double> St>
BandAtSize band_at_size(const TrainingRun<>& run, const St& strategy, const Known& known = {}) {
  const auto open = assumptions_of(strategies::stops_of(strategy), known);
  const double interval = strategy.interval(run);
  BandAtSize band{Ends(strategies::goodput(run, strategy)), Ends(interval), {}};
  for (const Assumption& assumption : open) {
    BandRow& row = band.rows.emplace_back(BandRow{assumption.name, assumption.words(), assumption.source});
    detail::Otherwise<St> otherwise(run, strategy);
    otherwise.put(assumption);
    if (!otherwise.in_range()) continue;
    otherwise([&](const TrainingRun<>& changed, const auto& stopped) {
      row.goodput = strategies::goodput(changed, stopped), row.interval = stopped.interval(changed);
    });
    band.goodput.add(row.goodput, row.name), band.interval.add(row.interval, row.name);
  }
  return band;
}

/// The largest size under a criterion where some things are otherwise at once.
///
/// @param rows of `assumptions`, in their order; of those of the restart (SaidBy::restart) the last counts alone
template <Criterion C, strategies::Strategy<double> St, class... F>
Limit<> max_gpus_if(const std::vector<Assumption>& rows, const TrainingRun<>& run, const C& criterion,
                    const growth::PowerLaw& law, const St& strategy, const F&... factors) {
  detail::Otherwise<St> otherwise(run, strategy);
  for (const Assumption& row : rows) otherwise.put(row);
  if (!otherwise.in_range())
    return no_answer<double>(Status::infeasible, "infeasible: a field of the run is beyond what can be counted");
  return otherwise([&](const TrainingRun<>& changed, const auto& stopped) {
    return max_gpus(changed, criterion, law, stopped, factors...);
  });
}

/// The largest size under a criterion, and what one assumption makes of it and of the run at its own size.
///
/// @param known names of rows, or of the fields that they are about, that are not assumed otherwise, and what a log leaves open
/// of gpu_mttf; the others as of max_gpus
/// @throws InvalidArgument for a name that is unknown; DomainError for a parameter, or an end of a log, out of range
template <Criterion C, strategies::Strategy<double> St = strategies::Blocking<>, class... F>
Band band(const TrainingRun<>& run, const C& criterion, const growth::PowerLaw& law = growth::fixed(), const St& strategy = {},
          const Known& known = {}, const F&... factors) {
  const auto stops = strategies::stops_of(strategy);
  const auto open = assumptions_of(stops, known);
  const Limit<> given = max_gpus(run, criterion, law, strategy, factors...);
  Band band{Ends(detail::size_in_band(given)), Ends(detail::worth_in_band(given)), given.status};
  band.own = band_at_size(run, strategy, known), band.note = given.note;
  detail::add_to(band.note, detail::why_not_at_own_size(band.own.goodput.given, run, strategy));
  band.assumes = detail::constant_start_up(run, law, stops);
  detail::add_to(band.assumes, strategies::assumed_of_rows(run, strategy));
  std::string unknown;
  std::vector<Assumption> bad;
  for (std::size_t i = 0; i < open.size(); ++i) {
    BandRow& row = band.own.rows[i];
    const Limit<> limit = max_gpus_if({open[i]}, run, criterion, law, strategy, factors...);
    row.value = detail::size_in_band(limit), row.useful_gpus = detail::worth_in_band(limit);
    row.status = limit.status, row.note = limit.note;
    band.value.add(row.value, row.name), band.useful_gpus.add(row.useful_gpus, row.name);
    if (row.value != row.value) unknown.append(unknown.empty() ? "" : ", ").append(row.name);
    if (open[i].in_bad_case) bad.push_back(open[i]);
  }
  const Limit<> together = max_gpus_if(bad, run, criterion, law, strategy, factors...);
  band.together = detail::size_in_band(together), band.together_useful_gpus = detail::worth_in_band(together);
  band.together_status = together.status;
  band.low_status = detail::status_of_end(band.value.low), band.high_status = detail::status_of_end(band.value.high);
  if (!unknown.empty()) detail::add_to(band.note, "the ends are without " + unknown + ": no answer there");
  return band;
}

}  // namespace scaling_limits::limits
