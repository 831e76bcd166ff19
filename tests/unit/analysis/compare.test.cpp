// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/analysis/compare.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "scaling_limits/simulation/simulator.hpp"
#include "support/agrees.hpp"
#include "support/strategies.hpp"

using namespace scaling_limits;
using namespace scaling_limits::strategies;
using namespace scaling_limits::analysis;
using namespace scaling_limits::testing;

namespace {

/// One of each kind.
Comparison all_kinds(const std::vector<double>& sizes) {
  std::vector<Contender> contenders;
  for_one_of_each_kind([&](const auto& strategy) { contenders.push_back(contender(strategy)); });
  return compare(llama, growth::chinchilla(), sizes, contenders);
}

}  // namespace

TEST_CASE("one size is ranked, best first, and the simulator confirms every number", "[analysis]") {
  for (const double gpus : {16384.0, 1e6}) {
    const auto table = all_kinds({gpus});
    for (std::size_t i = 1; i < table.rows.size(); ++i) CHECK(table.rows[i - 1].goodput[0] >= table.rows[i].goodput[0]);
    for (const auto& row : table.rows) CHECK(row.status == "ok");
  }
}

TEST_CASE("at a break-even size the two are equal, and they change places there", "[analysis]") {
  const auto table = all_kinds({});
  REQUIRE(!table.break_even_sizes.empty());
  for (const auto& even : table.break_even_sizes) {
    const auto around = all_kinds({even.gpus * 0.999, even.gpus, even.gpus * 1.001});
    const auto row = [&](const std::string& name) {
      for (const auto& r : around.rows)
        if (r.name == name) return r;
      return ComparedRow{};
    };
    const auto a = row(even.below), b = row(even.above);
    CAPTURE(even.gpus, even.below, even.above);
    CHECK_THAT(a.goodput[1], agrees(b.goodput[1], relative(1e-7)));  // the bisection's accuracy in ln N
    CHECK(a.goodput[0] > b.goodput[0]);
    CHECK(a.goodput[2] < b.goodput[2]);
    // found as well next to the smallest and to the largest size asked for
    for (const auto& sizes :
         {std::vector{even.gpus * 0.9999, even.gpus * 30}, std::vector{even.gpus / 30, even.gpus * 1.0001}}) {
      const auto found = all_kinds(sizes).break_even_sizes;
      CHECK(std::count_if(found.begin(), found.end(), [&](const BreakEven& again) {
              return again.below == even.below && again.above == even.above && std::abs(again.gpus / even.gpus - 1) < 1e-7;
            }) == 1);
    }
  }
}

TEST_CASE("every size at which the ranking changes is found: those of a fine grid, and no others", "[analysis]") {
  std::vector<Contender> contenders{
      contender(blocking()),   contender(blocking(600)), contender(verified(20, 0.1)),  contender(just_in_time(0.9, 10)),
      contender(replicated()), contender(elastic(3000)), contender(spared(400, 86400)), contender(asynchronous(2e12, 0.05))};
  contenders[1].name = "every 10 min";
  for (const auto& law : {growth::fixed(), growth::chinchilla()}) {
    const auto table = compare(llama, law, {}, contenders);
    CHECK((table.smallest == llama.gpus / 100 && table.largest == llama.gpus * 100));
    constexpr int points = 3001;
    const auto size = [&](int g) { return table.smallest * std::pow(table.largest / table.smallest, g / (points - 1.0)); };
    std::vector<std::vector<double>> losses;
    for (const auto& one : contenders) {
      auto& row = losses.emplace_back();
      for (int g = 0; g < points; ++g) {
        const double loss = one.loss(law.at(llama, size(g)));
        row.push_back(std::exp(-loss) >= 1e-9 ? loss : inf);
      }
    }
    std::size_t changes = 0;
    for (std::size_t i = 0; i < contenders.size(); ++i)
      for (std::size_t j = 0; j < contenders.size(); ++j)
        for (int g = 1; g < points; ++g) {
          if (!(losses[i][g - 1] < losses[j][g - 1] && losses[i][g] > losses[j][g])) continue;
          ++changes;
          CAPTURE(size(g), contenders[i].name, contenders[j].name);
          CHECK(std::count_if(table.break_even_sizes.begin(), table.break_even_sizes.end(), [&](const BreakEven& even) {
                  return even.below == contenders[i].name && even.above == contenders[j].name &&
                         even.gpus >= size(g - 1) * (1 - 1e-9) && even.gpus <= size(g) * (1 + 1e-9);
                }) == 1);
        }
    CHECK(changes > 10);
    CHECK(table.break_even_sizes.size() == changes);
    // the two best there are those that no third one beats
    for (const auto& even : table.break_even_sizes) {
      const auto loss = [&](const std::string& name) {
        for (const auto& one : contenders)
          if (one.name == name) return one.loss(law.at(llama, even.gpus));
        return scaling_limits::NaN;
      };
      const double met = std::max(loss(even.below), loss(even.above));
      bool best = true;
      for (const auto& one : contenders)
        best = best && (one.name == even.below || one.name == even.above || !(loss(one.name) < met * (1 - 1e-6)));
      CAPTURE(even.gpus, even.below, even.above);
      CHECK(even.best == best);
    }
  }
}

TEST_CASE("those without an answer come last, by name", "[analysis]") {
  auto small = llama;
  small.gpus = 8;  // too few for 32 replicas, for 8 spares, for two machines
  std::vector<std::string> names;
  for (const auto& table : {compare(small, growth::chinchilla(), {8.}, spared(8, 3600), blocking(), replicated(), elastic(32)),
                            compare(small, growth::chinchilla(), {8.}, elastic(32), replicated(), blocking(), spared(8, 3600))})
    for (const auto& row : table.rows) names.push_back(row.name);
  CHECK(names == std::vector<std::string>{"blocking", "elastic", "replicated", "spared",  //
                                          "blocking", "elastic", "replicated", "spared"});
}

TEST_CASE("two that cross twice between two points of the grid", "[analysis]") {
  // losses that meet at two sizes 1 % apart, four decades being looked at
  const double first = 20000, second = 20200;
  const auto at = [](double loss) {
    return Contender{
        "", [loss](const TrainingRun<>&) { return loss; }, [loss](const TrainingRun<>&) { return Summary{loss, 1, {}}; },
        [](const TrainingRun<>&) { return std::string(); }, [](const TrainingRun<>&, double) { return std::string(); }};
  };
  auto flat = at(0.1), bent = at(0.1);
  flat.name = "flat", bent.name = "bent";
  bent.loss = [&](const TrainingRun<>& run) { return 0.1 + std::log(run.gpus / first) * std::log(run.gpus / second); };
  const auto table = compare(llama, growth::fixed(), {}, {flat, bent});
  REQUIRE(table.break_even_sizes.size() == 2);
  CHECK_THAT(table.break_even_sizes[0].gpus, agrees(first, relative(1e-9)));
  CHECK_THAT(table.break_even_sizes[1].gpus, agrees(second, relative(1e-9)));
  CHECK((table.break_even_sizes[0].below == "flat" && table.break_even_sizes[1].below == "bent"));
  // from one GPU on, up to a hundred
  auto one = llama;
  one.gpus = 1;
  bent.loss = [](const TrainingRun<>& run) { return 0.1 + 0.01 * std::log(run.gpus / 10); };
  const auto from_one = compare(one, growth::fixed(), {}, {flat, bent}).break_even_sizes;
  REQUIRE(from_one.size() == 1);
  CHECK_THAT(from_one[0].gpus, agrees(10, relative(1e-9)));
  // equal but for rounding is no crossing
  bent.loss = [&](const TrainingRun<>& run) { return 0.1 * (1 + 1e-15 * std::sin(run.gpus)); };
  CHECK(compare(llama, growth::fixed(), {}, {flat, bent}).break_even_sizes.empty());
}

TEST_CASE("a last digit ranks nobody: those that are the same share a rank, whatever their order", "[analysis]") {
  Contender flat = contender(Blocking<>());
  const auto with_loss = [&](const char* name, double loss) {
    flat.name = name;
    flat.summary = [loss](const TrainingRun<>&) { return Summary{loss, 1, {}}; };
    flat.loss = [loss](const TrainingRun<>&) { return loss; };
    return flat;
  };
  std::vector<Contender> all{with_loss("d", 0.1),
                             with_loss("a", 0.1 * (1 + 4e-16)),
                             with_loss("c", 0.1 * (1 - 4e-16)),
                             with_loss("b", 0.1 * (1 + 1e-8)),
                             with_loss("none", NaN),
                             with_loss("e", 0.05)};
  for (int turn = 0; turn < 6; ++turn, std::rotate(all.begin(), all.begin() + 1, all.end())) {
    const auto rows = compare(llama, growth::fixed(), {}, all).rows;
    std::string order;
    std::vector<double> ranks;
    for (const auto& row : rows) order += row.name, ranks.push_back(row.rank[0]);
    CHECK(order == "eacdbnone");
    CHECK(std::equal(ranks.begin(), ranks.end() - 1, std::begin({1.0, 2.0, 2.0, 2.0, 5.0})));
    CHECK(ranks.back() != ranks.back());
  }
}

TEST_CASE("strategies that meet in one point are listed in the order given, whichever a last digit puts first", "[analysis]") {
  const auto with = [](const char* name, auto loss) {
    Contender one = contender(Blocking<>());
    one.name = name;
    one.loss = loss;
    one.summary = [loss](const TrainingRun<>& run) { return Summary{loss(run), 1, {}}; };
    return one;
  };
  for (const double last_digit : {-1e-15, 0.0, 1e-15, 3e-15}) {
    const auto all =
        std::vector{with("a", [](const auto&) { return 0.1; }), with("b", [=](const auto&) { return 0.1 * (1 + last_digit); }),
                    with("c", [](const auto& run) { return 0.1 + 0.01 * std::log(run.gpus / 3000); })};
    const auto found = compare(llama, growth::fixed(), {}, all).break_even_sizes;
    REQUIRE(found.size() == 2);
    CHECK((found[0].above == "a" && found[1].above == "b"));
    CHECK_THAT(found[0].gpus, agrees(3000, relative(1e-9)));
    CHECK_THAT(found[1].gpus, agrees(3000, relative(1e-9)));
  }
}

TEST_CASE("every root of a function on a grid is bracketed once: between cells, at a point, two within a cell", "[analysis]") {
  const auto brackets = [](const std::vector<double>& roots) {
    const auto f = [&](double x) {
      double product = 1;
      for (const double root : roots) product *= x - root;
      return product;
    };
    std::vector<double> grid, at;
    std::vector<int> sign;
    for (int i = 0; i <= 20; ++i) {
      grid.push_back(i);
      at.push_back(f(i));
      sign.push_back((at.back() > 0) - (at.back() < 0));
    }
    return analysis::detail::sign_changes(f, grid, at, sign);
  };
  const std::vector<std::vector<double>> cases{
      {},         {4.5},          {4.1},          {4.9},         {0.2},        {19.8},           {7},
      {3.2, 8.9}, {5.1, 8, 12.3}, {10.45, 10.55}, {9.8, 10.3},   {10.2, 10.7}, {1, 6.48, 6.52},  {2.9, 6.1, 6.6, 15},
      {0.3, 0.5}, {19.5, 19.7},   {2.1, 17.9},    {18.7, 19.05}, {1.9, 2.4},   {5.9, 9.1, 13.2}, {4.9, 5.1}};
  for (const auto& roots : cases) {
    const auto found = brackets(roots);
    CAPTURE(roots);
    CAPTURE(found.size());
    if (roots == std::vector{0.3, 0.5} || roots == std::vector{19.5, 19.7}) {  // beside an end nothing shows a dip
      CHECK(found.empty());
      continue;
    }
    REQUIRE(found.size() == roots.size());
    for (std::size_t k = 0; k < roots.size(); ++k) {
      CHECK(found[k].first <= roots[k] + 1e-12);
      CHECK(found[k].second >= roots[k] - 1e-12);
      CHECK(found[k].second - found[k].first < 1e-11);
    }
  }
}

TEST_CASE("losses that rounding alone tells apart rank nobody", "[analysis]") {
  TrainingRun<> run{.gpus = 8, .gpu_mttf = 1.8e7, .checkpoint_bytes = 1e9, .write_bandwidth = 6.080089346998747e31};
  for (const double bandwidth : {1e12, 1e20, 1e26, 6.080089346998747e31, 1e40, inf}) {
    run.write_bandwidth = bandwidth;
    const auto table = compare(run, growth::chinchilla(), {},
                               {contender(blocking()), contender(asynchronous(2e40)), contender(just_in_time()),
                                contender(verified(0, 0.1)), contender(multilevel({{{.write_bandwidth = bandwidth}, 1}}))});
    CAPTURE(bandwidth);
    for (const auto& even : table.break_even_sizes) {
      const auto at = growth::chinchilla().at(run, even.gpus);
      CHECK(blocking().losses(at).sum() > 1e-15);
    }
  }
}

TEST_CASE("where an answer begins the ranking changes", "[analysis]") {
  const auto table = compare(llama, growth::fixed(), {1000, 30000}, blocking(), elastic(5000));
  REQUIRE(table.break_even_sizes.size() == 1);
  CHECK_THAT(table.break_even_sizes[0].gpus, agrees(5000, relative(1e-9)));
  CHECK((table.break_even_sizes[0].above == "elastic" && table.break_even_sizes[0].best));
}

TEST_CASE("an interval of 0 or inf has its reason", "[analysis]") {
  auto run = llama;
  const auto note = [&](const auto& strategy) { return compare(run, strategy).rows[0].note; };
  CHECK(note(elastic(32)).find("a replica that comes back") != std::string::npos);
  CHECK(note(just_in_time()).find("every failure is saved just in time") != std::string::npos);
  CHECK(note(blocking(inf)).find("its interval is unlimited") != std::string::npos);
  CHECK(note(blocking()).empty());
  run.gpu_mttf = inf;
  CHECK(note(elastic(32)).find("nothing fails") != std::string::npos);
  run = llama, run.checkpoint_bytes = 0, run.storage_latency = 0;
  CHECK(note(blocking()).find("a save takes no time") != std::string::npos);
}

TEST_CASE("several sizes keep the order given, infeasible ones have a reason", "[analysis]") {
  const auto table = compare(llama, growth::fixed(), {1000, 10, 16384}, blocking(), elastic(32), spared(20000, 3600));
  CHECK(table.rows[0].name == "blocking");
  CHECK(std::isnan(table.rows[1].goodput[1]));
  CHECK(table.rows[1].status == "ok");
  CHECK(table.rows[2].status == "infeasible");
  CHECK(table.rows[2].note.find("spares") != std::string::npos);
  CHECK_THROWS_AS(compare(llama, growth::fixed(), {-1}, blocking()), DomainError);
}

TEST_CASE("strategies of every kind over ten thousand sizes", "[analysis][slow]") {
  std::vector<double> sizes;
  for (int i = 0; i < 10000; ++i) sizes.push_back(1000 * std::pow(1000, i / 1e4));
  const auto table = all_kinds(sizes);
  CHECK(table.rows[0].goodput.size() == 10000);
}
