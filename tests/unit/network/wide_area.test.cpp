// SPDX-License-Identifier: Apache-2.0
// Links between sites, against the sheet and by recounting what goes around.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "scaling_limits/network/ring.hpp"
#include "scaling_limits/network/site_exchange.hpp"

using namespace scaling_limits;
using namespace scaling_limits::network;
using Catch::Matchers::WithinRel;

TEST_CASE("a loop of fibre is the sheet's", "[network]") {
  // 72e12 parameters of 2 bytes, 6 Pb/s, 4,800 km
  CHECK_THAT(loop_exchange_time(144e12, 6e15 / 8, 4.8e6), WithinRel(0.216, 1e-12));
  CHECK_THAT(loop_exchange_time(144e12, 6e15 / 8, 4.8e6, 2), WithinRel(0.432, 1e-12));
  CHECK(loop_exchange_time(0, 1e9, 0) == 0);
  CHECK(loop_exchange_time(1e9, inf, 2e8) == 1);
  CHECK(bytes_in_flight(125e9, 0.03) == 3.75e9);
  CHECK_THAT(tcp_throughput(1460, 0.1, 1e-4), WithinRel(1788127.5, 1e-8));
  CHECK(std::ceil(10e9 / 8 / tcp_throughput(1460, 0.1, 1e-4)) == 700);  // streams that fill 10 Gb/s
  CHECK(std::isnan(loop_exchange_time(-1, 1e9, 0)));
  CHECK(std::isnan(loop_exchange_time(1, 0, 0)));
  CHECK(std::isnan(loop_exchange_time(1, 1e9, 0, 0)));
  CHECK(std::isnan(bytes_in_flight(-1, 0.03)));
  CHECK(std::isnan(tcp_throughput(1460, 0.1, 0)));
  CHECK(std::isnan(tcp_throughput(1460, 0.1, 1.5)));
}

TEST_CASE("the ring of linked sites is two passes of the loop", "[network]") {
  const Ring<> ring{.bandwidth = 6.4e12, .length = 1e6, .batch_tokens = 6e7, .bandwidth_growth = 1.5};
  for (const double years : {0.0, 1.5, 6.0})
    CHECK_THAT(ring.exchange_time(1e12, years),
               WithinRel(loop_exchange_time(1e12, 6.4e12 * std::pow(1.5, years), 1e6, 2), 1e-14));
}

TEST_CASE("a ring of sites passes what its links carry, hop by hop", "[network]") {
  // each of 2 (M - 1) rounds every site sends one M-th to its neighbour; in F fragments each round waits for F hops
  for (const int sites : {2, 3, 4, 8, 23})
    for (const int fragments : {1, 10}) {
      double time = 0;
      for (int f = 0; f < fragments; ++f)
        for (int round = 0; round < 2 * (sites - 1); ++round) time += 0.02 + 810e9 / fragments / sites / 125e9;
      CHECK_THAT(site_exchange_time(RingExchange{}, sites, 810e9, 125e9, 0.02, fragments), WithinRel(time, 1e-12));
      CHECK_THAT(site_exchange_time(LoopExchange{}, sites, 810e9, 125e9, 0.02, fragments),
                 WithinRel(fragments * sites * 0.02 + 810e9 / 125e9, 1e-12));
    }
  for (const auto& [word, kind] : words_of<SiteExchange>) {
    CAPTURE(word);
    CHECK(site_exchange_time(kind, 1, 810e9, 125e9, 0.02, 1) == 0);  // nobody to exchange with
    CHECK(site_exchange_time(kind, 2, 0, 125e9, 0, 1) == 0);
    CHECK(std::isnan(site_exchange_time(kind, 0.5, 810e9, 125e9, 0.02, 1)));
    CHECK(std::isnan(site_exchange_time(kind, 2, 810e9, 0, 0.02, 1)));
    CHECK(std::isnan(site_exchange_time(kind, 2, 810e9, 1e9, 0.02, 0)));
  }
}
