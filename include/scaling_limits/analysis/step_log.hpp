// SPDX-License-Identifier: Apache-2.0
// A log of the steps of a run: a record for each execution of a step, and maybe for what else took time.
#pragma once
#include "../version.hpp"

#include <cmath>
#include <span>
#include <string>
#include <string_view>

#include "../core/errors.hpp"
#include "../core/scalar.hpp"

namespace scaling_limits::analysis {

/// What a record is of; `other` is an evaluation, say.
enum class Record : unsigned char { step, checkpoint, startup, downtime, other, kinds };

/// A log by columns, records in any order. `kind` and `attempt` may be empty: all are steps, numbers alone tell attempts apart.
/// A record has a start or an end; what it lacks of them is settled as bookkeeping.hpp says.
struct StepLog {
  std::span<const double> step{};         ///< number; of a step finite
  std::span<const double> start{};        ///< [s]; NaN: not known
  std::span<const double> end{};          ///< [s], not before start; NaN: not known
  std::span<const unsigned char> kind{};  ///< Record
  std::span<const double> attempt{};      ///< any code; NaN: not known
  std::span<const double> length{};  ///< [s], >= 0, tells a start or an end that is not known; NaN: not known; may be empty
  double resolution = 0;             ///< of the clock [s], >= 0: beside lengths, gaps up to that are rounding
  std::span<const double> gpus{};    ///< on which the run was, > 0; NaN: not known; may be empty
};

/// Throws InvalidArgument for a log without records or with columns of different lengths, DomainError for a number that no log
/// can have; both say where.
inline void validate(const StepLog& log) {
  const std::size_t n = log.start.size();
  if (n == 0) throw InvalidArgument("bookkeeping: the log has no record", "start");
  const auto same = [&](std::string_view name, std::size_t size) {
    if (size != n)
      throw InvalidArgument(
          "bookkeeping: " + std::string(name) + " has " + std::to_string(size) + " records, start has " + std::to_string(n),
          name);
  };
  same("step", log.step.size()), same("end", log.end.size());
  if (!log.kind.empty()) same("kind", log.kind.size());
  if (!log.attempt.empty()) same("attempt", log.attempt.size());
  if (!log.length.empty()) same("length", log.length.size());
  if (!log.gpus.empty()) same("gpus", log.gpus.size());
  if (!(log.resolution >= 0 && log.resolution < inf))
    throw DomainError("bookkeeping: resolution = " + to_text(log.resolution) + " must be >= 0 and finite [s]", "resolution",
                      log.resolution);
  const auto refuse = [](std::size_t i, std::string_view name, double value, std::string_view must) {
    throw DomainError("bookkeeping: record " + std::to_string(i) + ": " + std::string(name) + " = " + to_text(value) +
                          " must be " + std::string(must),
                      name, value);
  };
  for (std::size_t i = 0; i < n; ++i) {
    if (!log.kind.empty() && log.kind[i] >= static_cast<unsigned char>(Record::kinds))
      refuse(i, "kind", log.kind[i], "a Record: 0 to 4");
    if (!(std::abs(log.start[i]) < inf) && !(log.start[i] != log.start[i] && std::abs(log.end[i]) < inf))
      refuse(i, "start", log.start[i], "finite, or not known where the end is [s]");
    if (!log.length.empty() && (log.length[i] < 0 || log.length[i] == inf))
      refuse(i, "length", log.length[i], "finite and >= 0 [s]");
    if (!log.gpus.empty() && !(log.gpus[i] != log.gpus[i] || (log.gpus[i] > 0 && log.gpus[i] < inf)))
      refuse(i, "gpus", log.gpus[i], "finite and > 0");
    if (log.end[i] < log.start[i] || log.end[i] == inf) refuse(i, "end", log.end[i], "finite and not before start [s]");
    if ((log.kind.empty() || log.kind[i] == 0) && !(std::abs(log.step[i]) < inf)) refuse(i, "step", log.step[i], "finite");
  }
}

}  // namespace scaling_limits::analysis
