// SPDX-License-Identifier: Apache-2.0
// Who keeps a run going: whether it restarts by itself, somebody is called at any hour, or somebody is there in some hours of
// the week; and what people do to it: restarts of their own, maintenance, evaluations. A row of a list of causes may say
// otherwise of itself (failures/causes.hpp).
//
//   automatic, on_call   an outage is the reaction, at any hour, and the downtime
//   attended             it is a wait, which depends on how often the run fails (failures/attended.hpp), and the downtime
//
// Stops that people make are rows like any other: "people", so many for each failure, and "maintenance". Evaluations take their
// time of the work: of useful and evaluating time the share that is useful is 1/(1 + evaluation_time/evaluation_every).
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "../failures/attended.hpp"
#include "../failures/cause_checks.hpp"

namespace scaling_limits {

template <class S = double>
struct Operation {
  failures::RestartedBy kind = failures::RestartedBy::automatic;
  failures::AttendedHours hours{};
  S reaction = S(NaN);
  S retry_chance = S(0), retry_time = S(0);
  S people = S(0), people_time = S(NaN);
  S maintenance_every = S(inf), maintenance_time = S(0);
  S evaluation_every = S(inf), evaluation_time = S(0);

  template <class T>
  Operation<T> over() const {
    Operation<T> to = converted<scaling_limits::Operation, T>(*this);
    to.kind = kind, to.hours = hours;
    return to;
  }
  /// Whether somebody brings the run back, whenever that is.
  bool by_hand() const { return kind == failures::RestartedBy::on_call || kind == failures::RestartedBy::attended; }
  /// Evaluating time per useful time.
  S evaluating() const { return value_of(evaluation_every) == inf ? S(0) : S(evaluation_time / evaluation_every); }
  /// The stops that people make, as rows.
  std::vector<failures::Cause<S>> own_causes() const {
    std::vector<failures::Cause<S>> rows;
    const auto add = [&](std::string_view name, const S& downtime) -> failures::Cause<S>& {
      auto& row = rows.emplace_back();
      row.name = name, row.planned = S(1), row.downtime = downtime;
      return row;
    };
    if (!is_zero(people)) add("people", people_time).per_failure = people;
    if (value_of(maintenance_every) < inf) add("maintenance", maintenance_time).mtbf = maintenance_every;
    return rows;
  }
};

template <class S>
constexpr auto fields(const Operation<S>*) {
  using O = Operation<S>;
  using enum Effect;
  using units::day, units::hour, units::minute;
  return std::to_array<Field<O, S>>({
      {"reaction", &O::reaction, "s", if_given(not_negative),
       "mean, until who or what brings it back acts; attended: in attended time alone; not given: 0, but on call",
       usually(0, 4 * hour), cost},
      {"retry_chance", &O::retry_chance, "1", fraction,
       "that a restart which nothing strikes fails all the same, of causes whose own chance is 0", usually(0, 0.5), cost},
      {"retry_time", &O::retry_time, "s", not_negative, "lost before the next try, unexposed", usually(0, hour), cost},
      {"people", &O::people, "1", not_negative, "restarts that people make of their own accord, for each failure",
       usually(0.1, 2, "0.2: 47 planned and 54 for software beside 365 for hardware (Llama 3, arXiv 2407.21783, table 5)"),
       cost},
      {"people_time", &O::people_time, "s", if_given(not_negative), "downtime of each of those; not given: the run's",
       usually(0, hour), cost},
      {"maintenance_every", &O::maintenance_every, "s", positive_or_inf, "work between planned stops for maintenance",
       usually(7 * day, 365 * day), help},
      {"maintenance_time", &O::maintenance_time, "s", not_negative, "downtime of each of those", usually(0, 2 * day), cost},
      {"evaluation_every", &O::evaluation_every, "s", positive_or_inf, "useful work between evaluations that stop it",
       usually(10 * minute, 7 * day), help},
      {"evaluation_time", &O::evaluation_time, "s", not_negative, "of each of those", usually(0, hour), cost},
  });
}
/// Throws InvalidArgument or DomainError naming the field: also where one is given that this kind of operation does not read.
template <class P>
void validate(const Operation<P>& operation) {
  using failures::RestartedBy;
  scaling_limits::validate(operation, "operation");
  const auto refuse = [](bool wrong, std::string_view field, std::string_view why) {
    if (wrong) throw InvalidArgument("operation: " + std::string(field) + " " + std::string(why), field);
  };
  const bool says_reaction = value_of(operation.reaction) == value_of(operation.reaction);
  refuse(operation.kind == RestartedBy::on_call && !says_reaction, "reaction", "must be given where somebody is called");
  if (operation.kind == RestartedBy::attended || !operation.hours.empty()) failures::validate(operation.hours);
  const bool says_people_time = value_of(operation.people_time) == value_of(operation.people_time);
  refuse(says_people_time && is_zero(operation.people), "people", "must be given beside people_time");
  refuse(value_of(operation.evaluation_every) < inf && is_zero(operation.evaluation_time), "evaluation_time",
         "must be given beside evaluation_every");
  refuse(value_of(operation.maintenance_time) > 0 && value_of(operation.maintenance_every) == inf, "maintenance_every",
         "must be given beside maintenance_time");
  refuse(value_of(operation.evaluation_time) > 0 && value_of(operation.evaluation_every) == inf, "evaluation_every",
         "must be given beside evaluation_time");
}

namespace detail {

/// What the rows of a list are to people who wait for them: each a kind of outage, those that are alike one.
template <class S>
struct OutagesOfRows {
  std::vector<failures::OutageKind<S>> kinds{};
  std::vector<std::size_t> kind_of{};  // of each row, with no try but the first

  /// @param times how often who waits fails, per failure of the rows
  OutagesOfRows(const failures::CauseRows<S>& rows, const S& times) {
    const std::vector<S> retries = retries_of(rows);
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
      const auto first = value_of(rows[i].downtime), second = value_of(rows[j].downtime);
      return first < second || (first == second && i < j);
    });
    kind_of.resize(rows.size());
    for (const std::size_t i : order) kind_of[i] = add_row(rows[i], retries[i], times);
  }

 private:
  /// Mean number after a failure, of each row.
  static std::vector<S> retries_of(const failures::CauseRows<S>& rows) {
    std::vector<S> retries(rows.size(), S(0));
    if (std::all_of(rows.begin(), rows.end(), [](const auto& row) { return is_zero(row.retry_chance); })) return retries;
    const failures::RestartInForce<S> rule(rows.span());
    rule.each_restart([&](std::size_t i, const S&, const S& lost) {
      if (value_of(rows[i].rate) > 0 && value_of(rows[i].retry_time) > 0)
        retries[i] = lost / (rows[i].rate * rows[i].retry_time);
    });
    return retries;
  }
  /// What retries wait follows soon after the failure: one outage, of a geometric number of them.
  std::size_t add_row(const failures::CauseRow<S>& row, const S& retries, const S& times) {
    constexpr int most_retries = 6;
    const S reaction = row.attended ? row.reaction : S(0), again = retries / (S(1) + retries);
    const auto add_one = [&](const S& share, const S& number) {
      return add({S(times * row.rate * share), S(row.downtime + number * row.retry_time), reaction, row.attended});
    };
    S left(1);
    const std::size_t first = add_one(is_zero(retries) ? S(1) : S(S(1) - again), S(0));
    for (int k = 1; !is_zero(retries) && k <= most_retries; ++k) {
      left = left * again;
      add_one(k < most_retries ? S(left * (S(1) - again)) : left, k < most_retries ? S(k) : S(S(k) + retries));
    }
    return first;
  }
  /// Outages that end within minutes of each other are of one kind, with their mean: nobody's hours tell them apart.
  std::size_t add(const failures::OutageKind<S>& one) {
    constexpr double minutes = 20 * units::minute;
    std::size_t k = 0;
    while (k < kinds.size() && !(kinds[k].attended == one.attended && is_zero(S(kinds[k].reaction - one.reaction)) &&
                                 value_of(one.downtime) - shortest_[k] < minutes && value_of(one.downtime) >= shortest_[k]))
      ++k;
    if (k == kinds.size()) {
      kinds.push_back(one), shortest_.push_back(value_of(one.downtime));
      return k;
    }
    auto& kind = kinds[k];
    const S rate = kind.rate + one.rate, more = one.downtime - kind.downtime;
    if (value_of(rate) > 0 && !is_zero(more)) kind.downtime = kind.downtime + more * (one.rate / rate);
    kind.rate = rate;
    return k;
  }
  std::vector<double> shortest_{};  // of each kind
};
template <class S>
bool any_attended(const failures::CauseRows<S>& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.attended; });
}

/// Rows of one run with the waits of those that are attended. @param times how often who waits fails, per failure of the rows
template <class S>
void put_waits(failures::CauseRows<S>& rows, const failures::AttendedHours& hours, const S& times) {
  if (!any_attended(rows)) return;
  const OutagesOfRows<S> outages(rows, times);
  const std::vector<S> waits = failures::waits_of<S>(outages.kinds, hours);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].attended) rows[i].wait = waits[outages.kind_of[i]], rows[i].downtime = rows[i].downtime + rows[i].wait;
}

}  // namespace detail

}  // namespace scaling_limits
