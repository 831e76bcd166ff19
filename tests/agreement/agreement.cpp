// SPDX-License-Identifier: Apache-2.0
// `agreement [sets] [loss accuracy]`: prints the table and fails where a closed form and the simulator disagree. Each strategy
// is drawn over its whole range.
#include "agreement.hpp"

#include <cstdlib>
#include <scaling_limits/checkpoint/multilevel.hpp>
#include <scaling_limits/checkpoint/renewal.hpp>
#include <scaling_limits/checkpoint/verified.hpp>
#include <scaling_limits/failures/empirical.hpp>
#include <scaling_limits/failures/exponential_law.hpp>
#include <scaling_limits/failures/gamma_law.hpp>
#include <scaling_limits/failures/lognormal.hpp>
#include <scaling_limits/failures/lomax.hpp>
#include <scaling_limits/failures/two_piece.hpp>
#include <scaling_limits/failures/weibull.hpp>

#include "support/strategies.hpp"

using namespace scaling_limits;
using scaling_limits::testing::Case;
using scaling_limits::testing::Draw;
using strategies::Protocol;

namespace {

strategies::Blocking<> own(double interval, double persist_latency = 0, double slowdown = 0) {
  strategies::Blocking<> s;
  s.own_interval = interval, s.persist_latency = persist_latency, s.slowdown = slowdown;
  return s;
}

}  // namespace

int main(int argc, char** argv) {
  testing::Table table(argc > 1 ? std::atoi(argv[1]) : 20, argc > 2 ? std::atof(argv[2]) : 5e-3);

  table.row("blocking", [](Draw& d) { return testing::case_of(d.run(), strategies::blocking()); });
  table.row("blocking, own interval", [](Draw& d) {
    const auto run = d.run();
    return testing::case_of(run, own(run.mtbf() * d.log_between(1e-3, 3)));
  });
  table.row("blocking, persist latency, slowdown", [](Draw& d) {
    const auto run = d.run();
    return testing::case_of(run, own(NaN, run.mtbf() * d.log_between(1e-4, 0.5), d.between(0, 0.5)));
  });

  table.row("asynchronous", [](Draw& d) {
    const auto run = d.run();
    return testing::case_of(run, strategies::asynchronous(run.write_bandwidth * d.log_between(3, 300), d.between(0, 0.5)));
  });
  const auto random_levels = [](Draw& d, const TrainingRun<>& run, int count) {
    std::vector<strategies::Level> tiers;
    double left = 1;
    for (int l = 1; l <= count; ++l) {
      const double share = l == count ? left : left * d.between(0.3, 0.95);
      tiers.push_back({{.write_bandwidth = run.write_bandwidth * std::pow(d.between(3, 20), count - l),
                        .read_bandwidth = run.read_bandwidth},
                       share});
      left -= share;
    }
    return tiers;
  };
  table.row("multilevel, upper level in the background", [&](Draw& d) {
    const auto run = d.run();
    auto tiers = random_levels(d, run, 2);
    tiers[1].tier.write_bandwidth = run.write_bandwidth * d.log_between(0.03, 3);
    std::vector<int> pattern;
    if (d.coin()) pattern.assign(static_cast<std::size_t>(d.whole(1, 6)), 1), pattern.back() = 2;
    return testing::case_of(run, strategies::multilevel(tiers, pattern, true));
  });
  table.row("multilevel, best pattern", [&](Draw& d) {
    const auto run = d.run();
    return testing::case_of(run, strategies::multilevel(random_levels(d, run, d.whole(1, 3))));
  });
  table.row("multilevel, own pattern", [&](Draw& d) {
    const auto run = d.run();
    const int count = d.whole(2, 4);
    std::vector<int> pattern;
    for (int i = d.whole(0, 9); i > 0; --i) pattern.push_back(d.whole(1, count));
    pattern.push_back(count);
    return testing::case_of(run, strategies::multilevel(random_levels(d, run, count), pattern));
  });
  // few machines and long restarts: losses of the last copy are frequent enough to be seen
  const auto in_memory_run = [](Draw& d, double copies, double gpus_per_machine) {
    auto run = d.run();
    const double mtbf = run.mtbf();
    run.gpus = gpus_per_machine * copies * d.whole(2, copies > 2 ? 3 : 10);
    run.gpu_mttf = mtbf * run.gpus;
    run.initialization_time = mtbf * d.log_between(copies > 2 ? 0.1 : 0.02, 0.3);
    return run;
  };
  // far out the loss is exponential in the share of failures that take the last copy, which is first order: there that share is
  // taken as it is, and what follows from it compared
  const auto in_memory_case = [](const Draw& d, const TrainingRun<>& run, const strategies::InMemory<>& s) {
    Case c = testing::case_of(run, s);
    if (d.far) c.protocol.memory_copies.machines = 0;
    return c;
  };
  for (const char* placement : {"group", "ring", "mixed"})
    table.row(
        "in memory, " + std::string(placement),
        [&](Draw& d) {
          auto s = strategies::in_memory(d.coin(0.8) ? 2 : 3, placement);
          s.gpus_per_machine = d.whole(1, 8);
          const auto run = in_memory_run(d, s.copies, s.gpus_per_machine);
          s.exchange_time = d.coin() ? 0 : run.mtbf() * d.log_between(1e-4, 1e-2);
          s.write_time = run.write_time() * d.log_between(1e-2, 0.3);
          return in_memory_case(d, run, s);
        },
        0.005);
  table.row(
      "buddy",
      [&](Draw& d) {
        const auto run = in_memory_run(d, 2, 8);
        return in_memory_case(
            d, run, strategies::buddy(run.mtbf() * d.log_between(1e-4, 1e-2), run.write_time() * d.log_between(1e-2, 0.3)));
      },
      0.005);
  table.row("just in time", [](Draw& d) {
    const auto run = d.run();
    return testing::case_of(run, strategies::just_in_time(d.coin(0.3) ? 1 : d.between(0.1, 1),
                                                          d.coin(0.2) ? 0 : run.mtbf() * d.log_between(1e-5, 1e-2)));
  });
  table.row("verified", [](Draw& d) {
    const auto run = d.run();
    return testing::case_of(run, strategies::Verified<>{.verification_time = run.write_time() * d.log_between(1e-3, 3),
                                                        .silent_share = d.between(0, 1),
                                                        .recall = d.coin() ? 1 : d.between(0.2, 1)});
  });
  for (const bool revive : {true, false})
    table.row(revive ? "replicated, revived at checkpoints" : "replicated, revived at restarts", [&](Draw& d) {
      auto run = d.run();
      const double machine = d.whole(1, 8), pairs = std::floor(d.log_between(1, 3000)), mttf = run.mtbf();
      run.gpus = 2 * machine * pairs;
      run.gpu_mttf = mttf * run.gpus;
      return testing::case_of(run, strategies::replicated(revive, machine));
    });
  table.row("elastic", [](Draw& d) {
    const auto run = d.run();
    const double stall = run.mtbf() * d.log_between(1e-4, 0.5);
    return testing::case_of(
        run, strategies::elastic(d.whole(1, 64), stall, stall + run.mtbf() * d.log_between(1e-3, d.far ? 300 : 10)));
  });
  table.row("spared", [](Draw& d) {
    auto run = d.run();
    const int spares = d.whole(0, 12), parts = d.coin() ? 1 : d.whole(1, 8);
    const double mttf = run.mtbf(), taken = d.coin() ? 1 : d.between(0.1, 1);
    run.gpus += spares;
    run.downtime = mttf * d.log_between(1e-4, 2);
    run.gpu_mttf = mttf * run.gpus;
    return testing::case_of(
        run, strategies::spared(spares, mttf * d.log_between(0.03, 1.5) * (spares + 1) / (parts * taken),
                                d.coin() ? inf : d.whole(1, 5), taken, parts, d.coin() ? NaN : mttf * d.log_between(1e-3, 1)));
  });

  table.row("spared, bursts of units that are alike", [](Draw& d) {
    auto run = d.run();
    const int units = d.whole(0, 12), takes = d.whole(1, 8), burst = d.whole(1, 4);
    const double mttf = run.mtbf(), taken = d.coin() ? 1 : d.between(0.1, 1);
    run.gpus += units * takes;
    run.downtime = mttf * d.log_between(1e-4, 2);
    run.gpu_mttf = mttf * run.gpus;
    return testing::case_of(run,
                            strategies::spared(units * takes, mttf * d.log_between(0.03, 1.5) * (units / burst + 1) / taken,
                                               d.coin() ? inf : d.whole(1, 5), taken, 1, NaN, takes, burst));
  });

  // those that no row draws, as the list has them
  testing::for_one_of_each_kind([&](const auto& strategy) {
    if (!table.has(strategy.name())) table.row(strategy.name(), [&](Draw& d) { return testing::case_of(d.run(), strategy); });
  });

  // exact kernels behind the strategies, at any pattern and any number of chunks
  table.row("chain of levels, any pattern", [](Draw& d) {
    const int count = d.whole(1, 4), segments = d.whole(1, 12);
    std::vector<checkpoint::SeverityLevel<>> levels;
    Protocol p = Protocol::single(0, 1, 0);
    p.levels.clear(), p.severities.clear(), p.pattern.clear();
    const double mtbf = d.log_between(1e3, 1e6);
    p.interval = mtbf * d.log_between(1e-3, 0.3);
    p.downtime = mtbf * d.log_between(1e-4, 0.1);
    double blocks = 0;
    for (int l = 1; l <= count; ++l) {
      levels.push_back({p.interval * d.log_between(1e-3, 0.5), mtbf * d.log_between(1e-4, 0.1), d.between(0, 1) / mtbf});
      blocks += levels.back().write_time;
      p.levels.push_back({.blocking_time = blocks});
      p.failure_rate += levels.back().failure_rate;
    }
    for (int l = 1; l <= count; ++l) {
      const auto& level = levels[static_cast<std::size_t>(l - 1)];
      p.severities.push_back({.share = level.failure_rate / p.failure_rate, .restart_time = level.restart_time, .level = l});
    }
    for (int i = 1; i < segments; ++i) p.pattern.push_back(d.whole(1, count));
    p.pattern.push_back(count);
    return Case{checkpoint::multilevel_goodput(std::span<const int>(p.pattern), p.interval,
                                               std::span<const checkpoint::SeverityLevel<>>(levels), p.downtime),
                p};
  });
  table.row("verified chunks, any recall", [](Draw& d) {
    const double mtbf = d.log_between(1e3, 1e6);
    Protocol p = Protocol::single(1 / mtbf, mtbf * d.log_between(1e-3, 0.5), mtbf * d.log_between(1e-4, 0.1),
                                  mtbf * d.log_between(1e-4, 0.2), mtbf * d.log_between(1e-4, 0.2));
    p.restart_exposed = false;
    auto& v = p.verification;
    v = {.silent_rate = d.log_between(0.01, 3) / mtbf,
         .chunks = d.whole(1, 9),
         .time = p.interval * d.log_between(1e-3, 0.1),
         .recall = d.coin() ? 1 : d.between(0.2, 1)};
    v.final_time = v.time;
    v.restart_time = p.severities[0].restart_time;
    return Case{
        p.interval / checkpoint::verified_segment_time(v.chunks, p.interval / v.chunks, v.time, p.levels[0].blocking_time,
                                                       v.silent_rate, p.failure_rate, v.restart_time, p.downtime, v.recall),
        p};
  });
  table.row("any law, renewed at each failure", [](Draw& d) {
    const double mean = d.log_between(1e3, 1e6), interval = mean * d.log_between(1e-3, 0.5);
    Protocol p = Protocol::single(0, interval, mean * d.log_between(1e-4, 0.1), mean * d.log_between(1e-4, 0.2),
                                  mean * d.log_between(1e-4, 0.2), d.coin() ? 0 : interval * d.between(0, 1));
    p.restart_exposed = false;
    failures::AnyLaw law = failures::Exponential<>{.mean_life = mean};
    if (const int kind = d.whole(0, 6); kind == 1) law = failures::Weibull<>::from_mean(mean, d.log_between(0.5, 4));
    else if (kind == 2) law = failures::Lognormal<>::from_mean(mean, d.log_between(0.3, 1.5));
    else if (kind == 3) law = failures::Lomax<>::from_mean(mean, d.log_between(2.5, 20));  // a variance that a sample shows
    else if (kind == 4) law = failures::Gamma<>::from_mean(mean, d.log_between(0.3, 20));
    else if (kind == 5)
      law = failures::TwoPiece<>{d.log_between(0.3, 3) / mean, d.log_between(0.3, 3) / mean, mean * d.log_between(0.1, 3)};
    else if (kind == 6)
      law = failures::Empirical(
          {mean * d.between(0.1, 1), mean * d.between(0.5, 2), mean * d.between(0.9, 1.1), mean * d.between(0, 5)});
    p.failure_rate = 1 / law.mean();
    return Case{checkpoint::renewal_goodput(interval, p.levels[0].blocking_time, law, p.levels[0].persist_latency,
                                            p.severities[0].restart_time, p.downtime),
                p, law};
  });
  return table.failed();
}
