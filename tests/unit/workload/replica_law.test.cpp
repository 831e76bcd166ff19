// SPDX-License-Identifier: Apache-2.0
// Both fits of Charles et al. against the sheet, against a bisection of equal losses, and against the table they were fitted to.
#include <Eigen/Dense>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "scaling_limits/published/replica_losses.hpp"

using namespace scaling_limits;
using namespace scaling_limits::workload;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinRel;

TEST_CASE("the joint law is the sheet's", "[workload]") {
  const auto& law = published::replica_law("charles_2025_joint");
  CHECK_THAT(law.loss(2.4e9, 1), WithinRel(2.2905413, 1e-7));
  CHECK_THAT(law.loss(2.4e9, 8), WithinRel(2.3464644, 1e-7));
  CHECK_THAT(law.batch(2.4e9, 1), WithinRel(179.744 * 2048, 1e-5));
  CHECK_THAT(law.batch(2.4e9, 8), WithinRel(364.431 * 2048, 1e-5));
  CHECK_THAT(law.batch(1e10, 2), WithinRel(910534., 1e-6));
  CHECK_THAT(law.compute_exponent(), WithinRel(0.235532995, 1e-8));
  for (const auto& [m, e] : {std::pair{2., 0.84937115}, {4., 0.72143134}, {8., 0.61276297}}) {
    CHECK_THAT(std::pow(m, -law.compute_exponent()), WithinRel(e, 1e-8));
    CHECK_THAT(1 / replica_compute(1e9, m, ReplicaFit::joint), WithinRel(e, 1e-8));
  }
}

TEST_CASE("replicas need so many more parameters for the same loss", "[workload]") {
  const auto& joint = published::replica_law("charles_2025_joint");
  const auto bisected = [](double loss, const auto& of) {
    double low = 1, high = 1e30;
    for (int i = 0; i < 200; ++i) (of(std::sqrt(low * high)) > loss ? low : high) = std::sqrt(low * high);
    return low;
  };
  for (const double n : {35e6, 1e9, 2.4e9, 1e10, 1e12})
    for (const double m : {1.0, 2.0, 4.0, 8.0}) {
      CAPTURE(n, m);
      const double more = bisected(joint.loss(n, 1), [&](double x) { return joint.loss(x, m); }) / n;
      CHECK_THAT(replica_compute(n, m, ReplicaFit::joint), WithinRel(more * more, 1e-10));
      const auto fit = [&](double of, double x) {
        for (const auto& f : separate_fits)
          if (f.replicas == of) return f.scale * std::pow(x, -f.exponent);
        return NaN;
      };
      const double apart = bisected(fit(0, n), [&](double x) { return fit(m, x); }) / n;
      CHECK_THAT(replica_compute(n, m), WithinRel(apart * apart, 1e-10));
    }
  for (const auto& [n, m, c] : {std::array{1e9, 1., 0.92485},
                                {1e9, 2., 1.03109},
                                {1e9, 4., 1.11563},
                                {1e9, 8., 1.33572},
                                {1e10, 1., 0.89007},
                                {1e10, 2., 0.95559},
                                {1e10, 4., 0.93088},
                                {1e10, 8., 0.99544}})
    CHECK_THAT(replica_compute(n, m), WithinRel(c, 1e-5));
  // where both cost the same
  for (const auto& [m, n] : {std::pair{2., 2.527e9}, {4., 4.021e9}, {8., 9.648e9}})
    CHECK_THAT(replica_compute(n, m), WithinRel(1., 1e-4));
}

TEST_CASE("the joint law is within 1.8 % of every loss that it was fitted to, 0.6 % of them together", "[workload]") {
  const auto& law = published::replica_law("charles_2025_joint");
  double squares = 0;
  for (const auto& row : published::charles_losses)
    for (std::size_t k = 1; k < row.losses.size(); ++k) {
      const double error = law.loss(row.parameters, std::exp2(static_cast<double>(k - 1))) / row.losses[k] - 1;
      CHECK(std::abs(error) < 0.018);
      squares += error * error;
    }
  CHECK(std::sqrt(squares / 28) < 0.006);
}

TEST_CASE("the constants found again from the losses are those of a solver of linear least squares", "[workload]") {
  Eigen::MatrixXd features(28, 3);
  Eigen::VectorXd logs(28);
  Eigen::Index at = 0;
  for (const auto& row : published::charles_losses)
    for (std::size_t k = 1; k < row.losses.size(); ++k, ++at) {
      features.row(at) << 1, -std::log(row.parameters), std::log(2.) * static_cast<double>(k - 1);
      logs[at] = std::log(row.losses[k]);
    }
  const Eigen::VectorXd solved = features.colPivHouseholderQr().solve(logs);
  const auto found = published::detail::fitted_losses(published::charles_losses, 1, 4);
  CHECK_THAT(found.scale, WithinRel(std::exp(solved[0]), 1e-10));
  CHECK_THAT(found.parameter_exponent, WithinRel(solved[1], 1e-10));
  CHECK_THAT(found.replica_exponent, WithinRel(solved[2], 1e-10));
}

TEST_CASE("a result outside of what was fitted says so, and what is no law has no loss", "[workload]") {
  const auto& law = published::replica_law("charles_2025_joint");
  CHECK(law.note(35e6, 8).empty());
  CHECK(law.note(2.4e9, 1).empty());
  CHECK_THAT(law.note(1e10, 2), ContainsSubstring("1e+10 parameters lie outside the fitted 3.5e+07 to 2.4e+09"));
  CHECK_THAT(law.note(1e9, 16), ContainsSubstring("16 replicas are more than the fitted 8"));
  CHECK(std::isnan(law.loss(0, 1)));
  CHECK(std::isnan(law.loss(1e9, 0.5)));
  CHECK(std::isnan(replica_compute(1e9, 3.0)));
  CHECK(std::isnan(replica_compute(-1.0, 2.0, ReplicaFit::joint)));
  ReplicaLaw<> without{.scale = 19, .parameter_exponent = 0.1, .replica_exponent = 0.01};
  CHECK(std::isnan(without.batch(1e9, 2)));
  CHECK(without.note(1e30, 1e9).empty());
  CHECK_THROWS_AS(validate(ReplicaLaw<>{.scale = -1, .parameter_exponent = 0.1, .replica_exponent = 0.01}, "ReplicaLaw"),
                  DomainError);
}
