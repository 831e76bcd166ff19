// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/failures/correlated.hpp>
#include <scaling_limits/failures/exponential.hpp>
#include <scaling_limits/failures/exponential_law.hpp>
#include <scaling_limits/failures/gamma_law.hpp>
#include <scaling_limits/failures/lognormal.hpp>
#include <scaling_limits/failures/lomax.hpp>
#include <scaling_limits/failures/mixed_pool.hpp>
#include <scaling_limits/failures/mtbf_estimate.hpp>
#include <scaling_limits/failures/renewed_rate.hpp>
#include <scaling_limits/failures/replication.hpp>
#include <scaling_limits/failures/running_exposure.hpp>
#include <scaling_limits/failures/running_share.hpp>
#include <scaling_limits/failures/spares.hpp>
#include <scaling_limits/failures/two_piece.hpp>
#include <scaling_limits/failures/weibull.hpp>

#include "support/domain.hpp"
#include "support/tables.hpp"

using namespace scaling_limits;
using namespace scaling_limits::failures;
using namespace scaling_limits::testing;

TEST_CASE("kernels of failures answer up to the ends of their domains and not beyond", "[failures]") {
  constexpr Argument amount{from_zero}, rate{above_zero}, share{closed_fraction, 0.5};
  constexpr Range finite_above_zero = positive;
  CHECK_DOMAIN(gpu_mttf_from_events, amount, rate, rate);
  CHECK_DOMAIN(gpu_mttf_from_node_rate, amount, rate);
  CHECK_DOMAIN(node_rate_from_gpu_mttf, rate, rate);
  CHECK_DOMAIN(mtbf_from_gpus, rate, rate);
  CHECK_DOMAIN(gpu_mttf_from_mtbf, rate, rate);
  CHECK_DOMAIN(mtbf_from_interruptions, {Range{.lower = 0, .upper = 100, .open_below = true, .open_above = true}},
               {Range{.lower = 4, .upper = inf, .open_below = true, .open_above = true}, 200},
               {Range{.lower = 0, .upper = 100, .open_above = true}});
  constexpr Range part_of_it{.lower = 0, .upper = 1, .open_above = true};
  CHECK_DOMAIN(running_exposure, {positive, 1}, {not_negative, 0}, {not_negative, 0}, {part_of_it, 0});
  CHECK_DOMAIN(outage_dispersion, {Range{.lower = 0.5, .upper = inf, .open_above = true}, 1},
               {Range{.lower = 0, .upper = 2}, 1}, {not_negative, 1});

  for (const int which : {0, 1, 2}) {
    const auto estimate = [=](double events, double exposure, double confidence) {
      const auto found = mtbf_from_events(events, exposure, confidence);
      return which == 0 ? found.mtbf : which == 1 ? found.lower : found.upper;
    };
    check_domain("mtbf_from_events", estimate, {{not_negative}, {finite_above_zero}, {inner_fraction, 0.5}});
  }

  const auto regimes = [](double time_share, double mtbf, int which) {
    const Regime<> both[]{{0.5, 100.}, {time_share, mtbf}};
    const std::span<const Regime<>> all(both);
    return which == 0 ? mean_failure_rate(all) : which == 1 ? adaptive_overhead(1., all) : uniform_overhead(1., all);
  };
  for (const int which : {0, 1, 2})
    check_domain("regimes", [&](double x, double m) { return regimes(x, m, which); }, {{from_zero, 0.5}, {above_zero}});
  const auto adaptive = [](double write_time) {
    const Regime<> one[]{{1., 100.}};
    return adaptive_overhead(write_time, std::span<const Regime<>>(one));
  };
  CHECK_DOMAIN(adaptive, amount);
  CHECK_DOMAIN(incident_rate, amount, {from_one});
  CHECK_DOMAIN(rate_with_domains, amount, amount, amount, amount);
  CHECK_DOMAIN(hit_probability, share, amount);

  CHECK_DOMAIN(pair_failures_to_interruption, amount);
  CHECK_DOMAIN(pair_mtti, rate, rate);
  CHECK_DOMAIN(revived_pair_mtti, rate, rate, amount);
  CHECK_DOMAIN(pair_survival, amount, rate, amount);
  CHECK_DOMAIN(log_pair_survival, amount, rate, amount, {closed_fraction, 0.5});
  CHECK_DOMAIN(lone_share, rate, amount);
}

TEST_CASE("spare pools answer up to the ends of their domains and not beyond", "[failures]") {
  constexpr Argument amount{from_zero}, share{closed_fraction, 0.5}, repairers{from_one};
  constexpr Range spares = whole({.lower = 0, .upper = 0x1p53, .open_above = true}),
                  servers = whole({.lower = 0, .upper = 0x1p53});
  CHECK_DOMAIN(erlang_b, amount, {servers}, repairers);
  CHECK_DOMAIN(runnable_share, {spares}, amount, amount, repairers);
  CHECK_DOMAIN(spare_wait_loss, {spares}, amount, amount, repairers);
  CHECK_DOMAIN(mean_out, amount, amount);
  CHECK_DOMAIN(poisson_quantile, amount, share);
  CHECK_DOMAIN(spares_needed, amount, amount, share);
  CHECK_DOMAIN(spares_for_share, share, {not_negative}, {not_negative}, repairers);
  CHECK_DOMAIN(pool_survival, amount, amount, amount);
  CHECK_DOMAIN(pool_needed, amount, amount, share);
  constexpr Range parts = whole({.lower = 1, .upper = 0x1p53, .open_above = true});
  const auto one_by_one = [](double n, double rate, double repair, double down, double taken, double repairs) {
    return running_share(n, rate, repair, down, taken, 1, repairs);
  };
  CHECK_DOMAIN(one_by_one, {spares}, amount, amount, amount, share, repairers);
  CHECK_DOMAIN(running_share, {whole({.lower = 0, .upper = 1048576})}, amount, amount, amount, share, {parts}, repairers);
  constexpr Range burst{.lower = 1, .upper = most_mean_burst};
  const auto covered = [](double rate, double repair, double quality, double size) {
    return spares_needed(rate, repair, quality, size, BurstLaw::geometric);
  };
  CHECK_DOMAIN(covered, amount, amount, share, {burst, 3});
  const auto in_units = [](double rate, double repair, double quality, double size, double takes) {
    return spares_needed(rate, repair, quality, size, BurstLaw::fixed, takes);
  };
  CHECK_DOMAIN(in_units, amount, amount, share, {parts}, {parts});
  CHECK_DOMAIN(burst_from_dispersion, {from_one});
  const auto of_bursts = [](double n, double rate, double repair, double down, double taken, double size) {
    return running_share(n, rate, repair, down, taken, 1, inf, 1, size, BurstLaw::geometric);
  };
  CHECK_DOMAIN(of_bursts, {whole({.lower = 0, .upper = most_spares_of_bursts}), 40}, amount, amount, amount, share, {burst, 3});
  CHECK_DOMAIN(renewed_rate, amount, amount, share, share, amount);
  const auto mixed = [](double job, double good, double other, double a, double b, double repair, double down, double job_rate,
                        double taken, double repairs) {
    return mixed_pool(job, good, other, a, b, repair, down, job_rate, taken, repairs).running_share;
  };
  constexpr Argument finite{not_negative};
  CHECK_DOMAIN(mixed, {whole({.lower = 1, .upper = 8}), 4}, {whole({.lower = 0, .upper = 40}), 4},
               {whole({.lower = 0, .upper = 40}), 4}, finite, finite, finite, finite, finite, share, repairers);
}

TEST_CASE("the fields of laws are within the bounds that are written here", "[failures]") {
  CHECK(table_of<failures::Exponential<>>() == "mean = nan [s]: > 0 and finite, a help\n");
  CHECK(table_of<failures::Weibull<>>() ==
        "shape = nan [1]: > 0 and finite, usually 0.4 to 3\n"
        "scale = nan [s]: > 0 and finite, a help\n");
  CHECK(table_of<failures::Lognormal<>>() ==
        "mu = nan [1]: finite\n"
        "sigma = nan [1]: > 0 and finite, usually 0.3 to 2\n");
  CHECK(table_of<failures::Lomax<>>() ==
        "shape = nan [1]: > 0 and finite, usually 1.5 to 10\n"
        "scale = nan [s]: > 0 and finite, a help\n");
  CHECK(table_of<failures::Gamma<>>() ==
        "shape = nan [1]: > 0 and finite, usually 0.28 to 4.2\n"
        "scale = nan [s]: > 0 and finite, a help\n");
  CHECK(table_of<failures::TwoPiece<>>() ==
        "early_rate = nan [1/s]: >= 0 and finite, a cost\n"
        "late_rate = nan [1/s]: > 0 and finite, a cost\n"
        "change = nan [s]: > 0 and finite\n");
}

TEST_CASE("what is left out has the value that its documentation says", "[failures]") {
  CHECK(gpu_mttf_from_node_rate(6.5) == gpu_mttf_from_node_rate(6.5, 8));
  CHECK(node_rate_from_gpu_mttf(1e8) == node_rate_from_gpu_mttf(1e8, 8));
}
