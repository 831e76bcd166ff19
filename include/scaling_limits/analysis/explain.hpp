// SPDX-License-Identifier: Apache-2.0
// A limit as a text that can be checked by hand: the equation with this run's numbers, term by term.
#pragma once
#include "../version.hpp"

#include "../limits/max_gpus.hpp"
#include "../strategies/under_causes.hpp"

namespace scaling_limits::analysis {

namespace detail {

inline std::string number(double x) { return x == x ? to_text(x, 6) : "none"; }

inline std::string with_unit(double x, std::string_view unit) {
  return unit == "1" || !(x == x) ? number(x) : number(x) + " " + std::string(unit);
}

/// What a rate or a time of a run is made of, as its rows say: fields that are times of their own, then a product.
struct Formula {
  std::string names, numbers;
};
inline Formula formula(const TrainingRun<>& run, unsigned own, unsigned product, bool inverse = false) {
  Formula sum, over, under;
  const auto append = [&](Formula& to, const auto& field, const char* between) {
    to.names.append(to.names.empty() ? "" : between).append(field.name);
    to.numbers.append(to.numbers.empty() ? "" : between).append(with_unit(run.*field.member, field.unit));
  };
  for (const auto& field : fields_of<TrainingRun<>>) {
    if (field.enters & own) append(sum, field, " + ");
    if (field.enters & product) append((field.effect == Effect::help) != inverse ? under : over, field, " x ");
  }
  if (over.names.empty()) return sum;
  sum.names += (sum.names.empty() ? "" : " + ") + over.names + " / " + under.names;
  sum.numbers += (sum.numbers.empty() ? "" : " + ") + over.numbers + " / " + under.numbers;
  return sum;
}

inline std::string padded(std::string text, std::size_t width) {
  text.resize((std::max)(text.size(), width), ' ');
  return text;
}

/// "  name                = "
inline std::string label(std::string_view name) {
  constexpr std::size_t width = 20;
  return "  " + padded(std::string(name), width) + (name.size() < width ? "= " : " = ");
}

/// A time of a run, with what it is made of unless that is itself.
inline std::string time_line(const std::string& name, double value, const Formula& of = {}) {
  const bool itself = of.names.empty() || of.names == name;
  return label(name) + (itself ? "" : of.names + " = " + of.numbers + " = ") + with_unit(value, "s") + "\n";
}

/// The fields that grow, with what they are multiplied by.
inline std::string grown_text(const TrainingRun<>& run, const TrainingRun<>& there, const growth::PowerLaw& law,
                              const Stops<>& stops) {
  std::string text;
  const auto line = [&](const growth::Named& named, const auto& field, double from, double to) {
    text += label(field.name) + with_unit(from, field.unit) + " x " + law.factor_text(named, run.gpus, there.gpus) + " = " +
            with_unit(to, field.unit) + "\n";
  };
  for (const growth::Named& named : growth::named_fields) {
    if (law.of(named) == 0) continue;
    if (!named.of_restart) {
      const auto& field = fields_of<TrainingRun<>>[named.row];
      line(named, field, run.*field.member, there.*field.member);
    } else {
      const auto& field = fields_of<RestartParts<>>[named.row];
      line(named, field, (*stops.restart).*field.member, stops.restart_at(there.gpus).*field.member);
    }
  }
  return text;
}

/// What stops a run and how it comes back: a line for each cause, then the three numbers that blocking checkpoints see of them.
inline std::string stops_text(const TrainingRun<>& run, const Stops<>& stops) {
  const auto at = stops.at(run);
  const auto rows = at.restarted(at.restarting(run).restart_time());
  std::string text;
  for (const auto& row : rows) {
    const std::string name = row.of < stops.causes.size() ? stops.causes[row.of].name : "other";
    text += label(name) + "one in " + with_unit(1 / row.rate, "s") + (row.planned ? " of work" : "") + ", downtime " +
            with_unit(row.downtime, "s") + ", restart " + with_unit(row.restart_time, "s") + "\n";
  }
  const auto mix = failures::mix_of(rows.span());
  const double mtbf = 1 / mix.failure_rate;
  return text + time_line("mtbf", mtbf, {"1 / sum of the rates of failures", "1 / " + with_unit(mix.failure_rate, "1/s")}) +
         time_line("restart_time", mix.restart_time,
                   {"-ln(restart_chance) x mtbf", "-ln(" + number(mix.restart_chance) + ") x " + with_unit(mtbf, "s")}) +
         time_line("downtime", mix.downtime);
}

}  // namespace detail

/// The equation of a limit with its numbers; for "no limit" and "infeasible" the reason, and the numbers at run.gpus.
///
/// @param limit what max_gpus answered for the other arguments
template <limits::Criterion C, class St = strategies::Blocking<>, class... F>
std::string explain(const limits::Limit<>& limit, const TrainingRun<>& run, const C& criterion,
                    const growth::PowerLaw& law = growth::fixed(), const St& strategy = {}, const F&... factors) {
  using detail::number, detail::padded, detail::with_unit;
  limits::check_arguments(run, criterion, strategy, factors...);
  const bool ok = limit.status == limits::Status::ok;
  const double gpus = ok ? limit.value : run.gpus, log_size = log_ratio(gpus, run.gpus);
  const TrainingRun<> there = law.grown(run, log_size);
  const limits::Problem problem{run, criterion, law, strategy, factors...};
  const Terms<double> terms = problem.terms(log_size);

  std::string text(criterion.name());
  text += ": " + (ok ? number(gpus) + " GPUs" : std::string(to_word(limit.status))) + "\n";
  if (!limit.note.empty()) text += "  " + limit.note + "\n";
  text += "  " + criterion.equation() + "\n";
  text += "at " + number(gpus) + (ok ? " GPUs\n" : " GPUs, the size of the run\n");
  text += detail::grown_text(run, there, law, strategies::stops_of(problem.strategy));
  using detail::formula, detail::time_line;
  const bool listed = strategies::is_stopped(strategy);
  if (!listed) text += time_line("mtbf", there.mtbf(), formula(there, 0, enters::failure_rate, true));
  text += time_line("write_time", there.write_time(), formula(there, enters::write_time, enters::write_transfer));
  if (listed) text += detail::stops_text(there, strategies::stops_of(problem.strategy));
  else if (criterion.of_strategy)
    text += time_line("restart_time", there.restart_time(),
                      formula(there, enters::read_time | enters::restart_time, enters::read_transfer)) +
            time_line("downtime", there.downtime);
  if (criterion.of_strategy) text += time_line("interval", problem.strategy.interval(there));
  text += "terms\n";
  for (const auto& [term, amount] : terms) {
    text += "  " + padded(std::string(term), 20) + padded(number(amount), 14);
    if (ok) text += number(100 * amount / terms.sum()) + " %";
    text += "\n";
  }
  text += "  " + padded("sum", 20) + padded(number(terms.sum()), 14) + "target " + number(criterion.target()) + "\n";
  if (ok)
    text += "goodput there " + number(limit.goodput) + ", useful work of " + number(limit.useful_gpus()) +
            " GPUs; binding: " + std::string(limit.binding) + "\n";
  return text;
}

}  // namespace scaling_limits::analysis
