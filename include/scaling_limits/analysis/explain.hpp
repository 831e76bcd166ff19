// SPDX-License-Identifier: Apache-2.0
// A limit as a text that can be checked by hand: the equation with this run's numbers, term by term.
#pragma once
#include "../limits/max_gpus.hpp"

namespace scaling_limits::analysis {

namespace detail {

inline std::string number(double x) { return to_text(x, 6); }

inline std::string with_unit(double x, std::string_view unit) {
  return unit == "1" ? number(x) : number(x) + " " + std::string(unit);
}

inline std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

}  // namespace detail

/// The equation of a limit with its numbers; for "no limit" and "infeasible" the reason, and the numbers at run.gpus.
///
/// @param limit what max_gpus answered for the other arguments
template <limits::Criterion C, class St = strategies::Blocking<>, class... F>
std::string explain(const limits::Limit<>& limit, const TrainingRun<>& run, const C& criterion,
                    const growth::PowerLaw& law = growth::fixed(), const St& strategy = {}, const F&... factors) {
  using detail::number, detail::padded, detail::with_unit;
  const bool ok = limit.status == limits::Status::ok;
  const double gpus = ok ? limit.value : run.gpus, log_size = std::log(gpus / run.gpus);
  const TrainingRun<> there = law.grown(run, log_size);
  const Terms<double> terms = limits::Problem{run, criterion, law, strategy, factors...}.terms(log_size);

  std::string text(criterion.name());
  text += ": " + (ok ? number(gpus) + " GPUs" : std::string(to_word(limit.status))) + "\n";
  if (!limit.note.empty()) text += "  " + limit.note + "\n";
  text += "  " + criterion.equation() + "\n";
  text += "at " + number(gpus) + (ok ? " GPUs\n" : " GPUs, the size of the run\n");
  for (std::size_t i = 1; i < law.exponents.size(); ++i) {
    const auto& field = fields_of<TrainingRun<>>[i];
    if (law.exponents[i] == 0) continue;
    text += "  " + padded(std::string(field.name), 20) + "= " + with_unit(run.*field.member, field.unit) + " x (" +
            number(gpus) + " / " + number(run.gpus) + ")^" + number(law.exponents[i]) + " = " +
            with_unit(there.*field.member, field.unit) + "\n";
  }
  const auto line = [&](std::string_view name, const std::string& formula, double value) {
    text +=
        "  " + padded(std::string(name), 20) + "= " + formula + (formula.empty() ? "" : " = ") + with_unit(value, "s") + "\n";
  };
  const auto transfer = [&](double bandwidth) {
    return number(there.storage_latency) + " s + " + number(there.checkpoint_bytes) + " B / " + number(bandwidth) + " B/s";
  };
  line("mtbf", "gpu_mttf / gpus = " + number(there.gpu_mttf) + " s / " + number(gpus), there.mtbf());
  line("write_time", "storage_latency + checkpoint_bytes / write_bandwidth = " + transfer(there.write_bandwidth),
       there.write_time());
  if constexpr (!std::same_as<C, limits::write_time_equals_mtbf>) {
    line("restart_time",
         "read_time + initialization_time = " + number(there.read_time()) + " s + " + number(there.initialization_time) + " s",
         there.restart_time());
    line("downtime", "", there.downtime);
    line("interval", "", strategy.interval(there));
  }
  text += "terms\n";
  for (const auto& [cause, amount] : terms) {
    text += "  " + padded(std::string(cause), 20) + padded(number(amount), 14);
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
