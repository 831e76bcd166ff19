// SPDX-License-Identifier: Apache-2.0
// What of the rooms is no ufunc: functions of lists, or with several answers; what the rooms are made of.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <scaling_limits/checkpoint/multilevel_optimum.hpp>
#include <scaling_limits/failures/causes.hpp>
#include <scaling_limits/failures/compound_spares.hpp>
#include <scaling_limits/limits/fit_strong_scaling.hpp>
#include <scaling_limits/network/best_all_reduce.hpp>
#include <scaling_limits/parallelism/compression.hpp>
#include <scaling_limits/simulation/confidence_interval.hpp>
#include <scaling_limits/uncertainty/copula.hpp>
#include <scaling_limits/workload/chip.hpp>
#include <scaling_limits/workload/replica_law.hpp>

#include "rooms.hpp"

namespace scaling_limits::python {

namespace py = pybind11;
using namespace py::literals;

namespace {

using Rows = std::vector<std::array<double, 3>>;  // of a level: write time, restart time, failure rate

std::vector<checkpoint::SeverityLevel<>> levels_of(const Rows& rows) {
  std::vector<checkpoint::SeverityLevel<>> levels;
  for (const auto& [write, restart, rate] : rows) levels.push_back({write, restart, rate});
  return levels;
}

double multilevel_goodput(const std::vector<int>& pattern, double interval, const Rows& rows, double downtime) {
  const auto levels = levels_of(rows);
  return checkpoint::multilevel_goodput(std::span<const int>(pattern), interval,
                                        std::span<const checkpoint::SeverityLevel<>>(levels), downtime);
}

py::tuple multilevel_optimum(const Rows& rows, double downtime) {
  const auto best = checkpoint::multilevel_optimum(levels_of(rows), downtime);
  return py::make_tuple(best.pattern, best.interval, best.goodput, best.first_order_overhead);
}

py::dict fit_strong_scaling(const std::vector<double>& gpus, const std::vector<double>& step_times) {
  const auto fit = limits::fit_strong_scaling(gpus, step_times);
  return py::dict("half_size"_a = fit.half_size, "work"_a = fit.work, "serial_time"_a = fit.serial_time,
                  "scatter"_a = fit.scatter, "points"_a = fit.points, "work_variance"_a = fit.work_variance,
                  "covariance"_a = fit.covariance, "serial_variance"_a = fit.serial_variance);
}

py::tuple fit_interval(double half_size, double work, double serial_time, double scatter, int points, double work_variance,
                       double covariance, double serial_variance, const std::string& quantity, double confidence) {
  const limits::StrongScalingFit fit{half_size, work, serial_time, scatter, points, work_variance, covariance, serial_variance};
  const auto interval = fit.interval(quantity, confidence);
  return py::make_tuple(interval.lower, interval.upper);
}

/// The places of the inputs that are correlated, and the lower factor of their normals.
py::tuple correlation_factor(const std::vector<std::string>& names,
                             const std::vector<std::tuple<std::string, std::string, double>>& pairs) {
  std::vector<uncertainty::Correlation> correlations;
  for (const auto& [first, second, rank] : pairs) correlations.push_back({first, second, rank});
  const uncertainty::Copula copula(names, correlations);
  const auto n = static_cast<py::ssize_t>(copula.inputs().size());
  py::array_t<double> lower({n, n});
  auto to = lower.mutable_unchecked<2>();
  for (py::ssize_t i = 0; i < n; ++i)
    for (py::ssize_t j = 0; j < n; ++j) to(i, j) = copula.factor(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
  return py::make_tuple(copula.inputs(), lower);
}

py::dict guess_chip(double peak_flops, double memory_bandwidth, double memory_bytes) {
  const auto chip = workload::guess_chip(peak_flops, memory_bandwidth, memory_bytes);
  py::dict fields;
  for (const auto& field : fields_of<workload::Chip<>>) fields[py::str(std::string(field.name))] = chip.*field.member;
  return fields;
}

auto confidence_interval(double goodput, double standard_error, std::size_t stretches, double level) {
  simulation::Result r;
  r.goodput = goodput, r.standard_error = standard_error, r.stretches = stretches;
  return simulation::confidence_interval(r, level);
}

}  // namespace

void bind_functions(py::module_& core) {
  py::module_ checkpoint = core.def_submodule("checkpoint");
  checkpoint.def("multilevel_goodput", &multilevel_goodput);
  checkpoint.def("multilevel_optimum", &multilevel_optimum);
  py::module_ causes = core.def_submodule("failures");
  causes.attr("most_causes") = failures::most_causes;
  py::list rates;
  for (const auto& key : failures::rate_keys<double>) rates.append(text(key.name));
  causes.attr("rate_keys") = py::tuple(rates);
  causes.attr("beside_rate_keys") = py::tuple(py::cast(failures::beside_rate_keys));
  causes.attr("downtime_keys") = py::tuple(py::cast(failures::downtime_keys));
  causes.def(
      "spares_for_counted_bursts",
      [](double rate, double time, double quality, const std::vector<double>& counts, double takes) {
        return failures::spares_for_counted_bursts(rate, time, quality, counts, takes);
      },
      "failure_rate"_a, "repair_time"_a, "quality"_a, "counts"_a, "takes"_a);
  py::module_ limits = core.def_submodule("limits");
  limits.def("fit_strong_scaling", &fit_strong_scaling, "gpus"_a, "step_times"_a,
             "Least squares of relative errors, as a dict.");
  limits.def("fit_interval", &fit_interval, "half_size"_a, "work"_a, "serial_time"_a, "scatter"_a, "points"_a,
             "work_variance"_a, "covariance"_a, "serial_variance"_a, "quantity"_a, "confidence"_a,
             "A confidence interval of a fit's quantity.");
  core.def_submodule("network").attr("all_reduce_algorithms") = py::tuple(py::cast(network::all_reduce_algorithms));
  core.def_submodule("parallelism")
      .def("power_sgd_ratio", &parallelism::power_sgd_ratio, "matrices"_a, "rank"_a, "vectors"_a = 0.0);
  py::module_ workload = core.def_submodule("workload");
  workload.attr("replicas_fitted") =
      py::make_tuple(workload::replicas_fitted_from, workload::replicas_fitted_to, workload::most_replicas_fitted);
  workload.def("guess_chip", &guess_chip, "A chip of which only the maker's figures are known, as fields.", "peak_flops"_a,
               "memory_bandwidth"_a, "memory_bytes"_a = inf);
  core.def("confidence_interval", &confidence_interval, "goodput"_a, "standard_error"_a, "stretches"_a, "level"_a,
           "An interval that holds the true goodput with a probability.");
  core.def("correlation_factor", &correlation_factor, "names"_a, "pairs"_a,
           "The places of the correlated inputs and the lower factor of their normals; pairs: (name, name, rank).");
}

}  // namespace scaling_limits::python
