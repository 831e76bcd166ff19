// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/interop/eigen.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>

#include "scaling_limits/checkpoint/goodput.hpp"

using namespace scaling_limits;

namespace {

const auto interval = [](const auto& c, const auto& m) { return checkpoint::optimal_interval(c, m); };
const auto goodput = [](const auto& w, const auto& c, const auto& m) { return checkpoint::goodput(w, c, m); };

}  // namespace

TEST_CASE("broadcast is the kernel on every element, arrays and scalars in any order", "[interop]") {
  const Eigen::ArrayXd write_time = Eigen::ArrayXd::LinSpaced(50, 0, 300), mtbf = Eigen::ArrayXd::LinSpaced(50, 60, 1e5);
  const auto both = broadcast(interval, write_time, mtbf), first = broadcast(interval, write_time, 3600.0),
             second = broadcast(interval, 60, mtbf);
  STATIC_REQUIRE(std::same_as<decltype(both), const Eigen::ArrayXd>);
  for (int i = 0; i < 50; ++i) {
    CHECK(both[i] == checkpoint::optimal_interval(write_time[i], mtbf[i]));
    CHECK(first[i] == checkpoint::optimal_interval(write_time[i], 3600.0));
    CHECK(second[i] == checkpoint::optimal_interval(60, mtbf[i]));
  }
  CHECK(broadcast(interval, 60, 3600.0) == checkpoint::optimal_interval(60, 3600.0));
}

TEST_CASE("broadcast keeps shape, fixed sizes, storage order and scalar", "[interop]") {
  Eigen::Array<float, 2, 3, Eigen::RowMajor> mtbf;
  mtbf << 1, 2, 3, 4, 5, 6;
  const auto fixed = broadcast(interval, 1.0f, mtbf);
  STATIC_REQUIRE(std::same_as<decltype(fixed), const Eigen::Array<float, 2, 3, Eigen::RowMajor>>);
  CHECK(fixed(1, 0) == checkpoint::optimal_interval(1.0f, 4.0f));
  CHECK(fixed(0, 2) == checkpoint::optimal_interval(1.0f, 3.0f));
  const Eigen::Array<double, 1, Eigen::Dynamic> row = Eigen::Array<double, 1, Eigen::Dynamic>::LinSpaced(4, 1, 4);
  STATIC_REQUIRE(decltype(broadcast(interval, row, 5))::RowsAtCompileTime == 1);
  CHECK(broadcast(interval, row, 5)[3] == checkpoint::optimal_interval(4.0, 5));
  const Eigen::Array<long double, Eigen::Dynamic, 1> wide = Eigen::Array<long double, Eigen::Dynamic, 1>::Constant(3, 7);
  STATIC_REQUIRE(std::same_as<decltype(broadcast(interval, wide, 5))::Scalar, long double>);
  const Eigen::Array<dual<double>, Eigen::Dynamic, 1> seeded =
      Eigen::Array<dual<double>, Eigen::Dynamic, 1>::Constant(2, dual<double>(60, 1));
  CHECK(broadcast(interval, seeded, 3600.0)[1].slope == checkpoint::optimal_interval(dual<double>(60, 1), 3600.0).slope);
  const Eigen::ArrayXXd none(0, 3);
  CHECK(broadcast(interval, none, 5).cols() == 3);
}

TEST_CASE("broadcast takes expressions, blocks and maps of memory", "[interop]") {
  const Eigen::ArrayXXd mtbf = Eigen::ArrayXXd::Random(4, 5) * 1000 + 2000;
  const auto w = broadcast(interval, 2 * mtbf / 100, mtbf.abs());
  const auto g = broadcast(goodput, w, 2 * mtbf / 100, mtbf);
  CHECK(w(3, 4) == checkpoint::optimal_interval(2 * mtbf(3, 4) / 100, mtbf(3, 4)));
  CHECK(g(2, 1) == checkpoint::goodput(w(2, 1), 2 * mtbf(2, 1) / 100, mtbf(2, 1)));
  CHECK(broadcast(interval, 1.0, mtbf.col(2))[1] == checkpoint::optimal_interval(1.0, mtbf(1, 2)));
  CHECK(broadcast(interval, 1.0, mtbf.row(2))[1] == checkpoint::optimal_interval(1.0, mtbf(2, 1)));
  const std::array<double, 3> memory{1, 2, 3};
  CHECK(broadcast(interval, Eigen::Map<const Eigen::ArrayXd>(memory.data(), 3), 10)[2] ==
        checkpoint::optimal_interval(3.0, 10));
}

TEST_CASE("arrays of different shapes are refused", "[interop]") {
  const Eigen::ArrayXd three = Eigen::ArrayXd::Ones(3), four = Eigen::ArrayXd::Ones(4);
  CHECK_THROWS_AS(broadcast(interval, three, four), InvalidArgument);
  CHECK_THROWS_WITH(broadcast(goodput, 1.0, three, four), "broadcast: arrays of 3 x 1 and 4 x 1 do not match");
  const Eigen::ArrayXXd row = Eigen::ArrayXXd::Ones(1, 3);
  CHECK_THROWS_AS(broadcast(interval, three, row), InvalidArgument);
}
