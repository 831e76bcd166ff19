// SPDX-License-Identifier: Apache-2.0
// The largest size in closed form, where all is a power law: a run whose only loss is the load x = failure_rate x write_time,
// which grows as N^k. The criterion holds up to a load x*, hence N = gpus (x*/x)^(1/k).
//
//   k = 1 - [gpu_mttf] + [checkpoint_bytes] - [write_bandwidth]        ([field]: its growth exponent)
//   write_time_equals_mtbf   x* = 1
//   goodput_at_least(g)      x* = g - 1 - ln g
//   overhead_at_most(x)      goodput_at_least(1/(1 + x))
//   elasticity_at_least(r)   k x*/(1 - exp(-y)) = 1 - r,                    x* = y - 1 + exp(-y)
//   added_gpu_worth_at_least(v)   y - ln(1 - k x*/(1 - exp(-y))) = -ln v
//
// And a fixed run whose checkpoints and downtime cost nothing, with one more factor: N/N_R + eps(N) = 1 - r, N_R =
// gpu_mttf/restart_time.
#pragma once
#include "../version.hpp"

#include <optional>

#include "../run/growth.hpp"
#include "../strategies/strategy.hpp"
#include "criteria.hpp"
#include "limit.hpp"

namespace scaling_limits::limits {

namespace detail {

/// A sum of a few exponents as people write them is zero but for this.
inline constexpr double rounded_exponent = 1e-12;

/// A list of factors may be empty.
template <class F>
constexpr bool is_none(const F& factor) {
  if constexpr (requires {
                  { factor.empty() } -> std::same_as<bool>;
                })
    return factor.empty();
  else return false;
}

template <class S>
struct ClosedForm {
  S log_size;  // ln(N / run.gpus), where has_root
  bool has_root;
  Status status;
  std::string_view note;
};

}  // namespace detail

/// The same with one factor beside a goodput that only restarts cost: the factor knows where its eps and N/N_R reach the
/// target.
template <class S, class C, class St, class F>
std::optional<detail::ClosedForm<S>> restart_only_log_size(const TrainingRun<S>& run, const C& criterion,
                                                           const growth::PowerLaw& law, const St& strategy, const F& factor) {
  using std::log;
  const S restart_size = run.gpu_mttf / run.restart_time();
  if constexpr (requires { factor.size_with_restarts(restart_size, 1.0), strategy.loses_restarts_alone(run); }) {
    if (!of_slopes_alone(criterion) || !strategy.loses_restarts_alone(run) || !(value_of(restart_size) < inf)) return {};
    for (const double exponent : law.exponents)
      if (exponent != 0) return {};
    const S size = factor.size_with_restarts(restart_size, criterion.target());
    if (value_of(size) > 0 && value_of(size) < inf)
      return detail::ClosedForm<S>{log_ratio(S(size), S(run.gpus)), true, Status::ok, {}};
  }
  return {};
}

/// ln(N / gpus) in closed form, or nothing where the problem is not a single power law.
template <class S, Criterion C, class St, class... F>
std::optional<detail::ClosedForm<S>> closed_form_log_size(const TrainingRun<S>& run, const C& criterion,
                                                          const growth::PowerLaw& law, const St& strategy,
                                                          const F&... factors) {
  using std::log;
  validate(run);
  if (strategies::is_stopped(strategy)) return {};
  if constexpr (!requires { criterion.critical_load(1.0); }) return {};
  else {
    if constexpr (sizeof...(F) == 1)
      if (const auto exact = restart_only_log_size(run, criterion, law, strategy, factors...)) return exact;
    if constexpr (requires { criterion.of_load; })
      if (!criterion.of_load) return {};
    for (const auto& field : fields_of<TrainingRun<S>>)  // a save that is more than its transfer
      if ((field.enters & enters::write_time) && !is_zero(run.*field.member)) return {};
    if (criterion.of_strategy || criterion.of_factors) {
      if (!(true && ... && detail::is_none(factors))) return {};
      if constexpr (requires { strategy.depends_on_load_alone(run); }) {
        if (!strategy.depends_on_load_alone(run)) return {};
      } else {
        return {};
      }
    }
    const S load = run.failure_rate() * run.write_time();
    const S k = law.exponent_in<S>(enters::failure_rate) + law.exponent_in<S>(enters::write_transfer);
    if (value_of(load) == 0)
      return detail::ClosedForm<S>{S(NaN), false, Status::no_limit, "no limit: nothing is lost at any size"};
    if (std::abs(value_of(k)) < detail::rounded_exponent) {
      if (criterion.holds_for_constant_load(static_cast<double>(load)))
        return detail::ClosedForm<S>{S(NaN), false, Status::no_limit,
                                     "no limit: write_time / mtbf does not change with size, and the criterion holds"};
      return detail::ClosedForm<S>{S(NaN), false, Status::infeasible,
                                   "infeasible: write_time / mtbf does not change with size, and is too large"};
    }
    if (value_of(k) < 0) {
      if (of_slopes_alone(criterion))
        return detail::ClosedForm<S>{S(NaN), false, Status::no_limit, "no limit: write_time / mtbf falls with size"};
      if (criterion.order == 1) return {};
      return detail::ClosedForm<S>{S(log(S(criterion.critical_load(S(1)) / load)) / k), true, Status::no_limit,
                                   "no limit: write_time / mtbf falls with size"};
    }
    return detail::ClosedForm<S>{S(log(S(criterion.critical_load(k) / load)) / k), true, Status::ok, {}};
  }
}

}  // namespace scaling_limits::limits
