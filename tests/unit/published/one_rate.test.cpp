// SPDX-License-Identifier: Apache-2.0
// Four constants beside one rate: sums that must agree without any data; with ../shared/data what was fitted is fitted again
// from its rows, and errors are counted there column by column.
#include "scaling_limits/published/one_rate.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <set>

#include "support/measured_steps.hpp"

using namespace scaling_limits;
using analysis::MeasuredStep;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

using Rows = std::vector<MeasuredStep>;

struct Machine {
  std::string_view of, name, first;
  testing::MeasuredMachine nominal;
};
const Machine machines[] = {
    {"H100 80 GB", "H100-80GB", "mpt_13b_h100_80gb_bf16_s1024_g8_b40", testing::h100()},
    {"A100 80 GB", "A100-80GB", "mpt_13b_a100_80gb_bf16_s1024_g8_b40", testing::a100_80gb()},
    {"A100 40 GB", "A100-40GB", "mpt_7b_a100_40gb_bf16_s512_g8_b48", testing::a100_40gb()},
};

/// All rows of a machine, as they were run.
Rows rows_of(const Machine& machine) {
  Rows rows = testing::measured_steps();
  if (rows.empty()) SKIP("no " + testing::measured_steps_file());
  std::erase_if(rows, [&](const MeasuredStep& row) {
    return row.set != "llmfoundry" || row.machine != machine.name || row.options.precision != parallelism::Precision::bf16;
  });
  for (MeasuredStep& row : rows) row.options.overlap = 0.4, row.options.logit_bytes = 6;
  return rows;
}

/// The five: the first, and what the calibration then asks for; the others stay in `rest`.
Rows five_of(Rows& rest, const Machine& machine) {
  Rows five;
  const auto take = [&](std::size_t place) {
    five.push_back(rest[place]);
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(place));
  };
  const auto first = std::find_if(rest.begin(), rest.end(), [&](const MeasuredStep& row) { return row.id == machine.first; });
  REQUIRE(first != rest.end());
  take(static_cast<std::size_t>(first - rest.begin()));
  const auto& [peak, bandwidth, fabric] = machine.nominal;
  while (five.size() < 5) take(analysis::calibrate(five, machine.nominal.guess(), fabric).next(rest).front());
  return five;
}

double log_ratio(const MeasuredStep& row, const workload::Chip<>& chip, const Machine& machine, double overlap) {
  parallelism::StepOptions options = row.options;
  options.overlap = overlap;
  return std::log(parallelism::step(row.shape, row.layout, chip, machine.nominal.fabric, row.batch_tokens, options).time /
                  row.time);
}

workload::Chip<> at_rate(double share, const Machine& machine) {
  return {.peak_flops = machine.nominal.peak_flops, .achieved_flops = share * machine.nominal.peak_flops};
}

/// The best of ever finer grids of shares of the peak.
double best_share(const Rows& five, const Machine& machine, double overlap) {
  double best = 0.5;
  for (double reach = 0.45; reach > 1e-7; reach /= 8) {
    double least = inf;
    const double middle = best;
    for (int k = -32; k <= 32; ++k) {
      const double share = middle + reach * k / 32;
      double sum = 0;
      for (const MeasuredStep& row : five) sum += square(log_ratio(row, at_rate(share, machine), machine, overlap));
      if (sum < least) least = sum, best = share;
    }
  }
  return best;
}

const published::FamilyErrors& family(const std::vector<published::FamilyErrors>& all, std::string_view by,
                                      std::string_view name) {
  const auto at = std::find_if(all.begin(), all.end(), [&](const auto& of) { return of.by == by && of.family == name; });
  REQUIRE(at != all.end());
  return *at;
}

}  // namespace

TEST_CASE("families of one kind add up to all rows kept back", "[published]") {
  const auto all = published::errors_by_family();
  const published::FamilyErrors& whole = all.front();
  CHECK(whole.by == "all");
  CHECK(whole.rows == 26 + 24 + 33 - 3 * 5);
  std::vector<std::string> kinds;
  for (const auto& of : all)
    if (kinds.empty() || kinds.back() != of.by) kinds.emplace_back(of.by);
  CHECK(kinds == std::vector<std::string>{"all", "machine", "recompute", "sequence_length", "gpus", "parameters"});
  for (const std::string& by : kinds) {
    INFO(by);
    int rows = 0;
    published::ErrorSizes four, one;
    for (const auto& of : all) {
      if (of.by != by) continue;
      rows += of.rows;
      for (const auto& [sum, part] : {std::pair{&four, &of.four_constants}, {&one, &of.one_rate}}) {
        CHECK(part->mean <= part->worst * (1 + 1e-15));
        sum->mean += part->mean * of.rows, sum->worst = std::max(sum->worst, part->worst);
      }
    }
    CHECK(rows == whole.rows);
    CHECK_THAT(four.mean, WithinRel(whole.four_constants.mean * rows, 1e-12));
    CHECK_THAT(one.mean, WithinRel(whole.one_rate.mean * rows, 1e-12));
    CHECK(four.worst == whole.four_constants.worst);
    CHECK(one.worst == whole.one_rate.worst);
  }
}

TEST_CASE("the five of a machine are rows of its set, and its one rate is all that it has", "[published]") {
  for (const published::FittedOnFive& machine : published::fitted_on_five()) {
    INFO(machine.inputs);
    std::set<std::string_view> of_set;
    for (const published::StepBlock& block : published::measured_mpt())
      if (block.set.inputs == machine.inputs)
        for (const published::StepRow& row : block.rows) of_set.insert(row.id);
    for (const std::string_view id : machine.rows) CHECK(of_set.erase(id) == 1);
    CHECK((machine.one_rate.attention_flops == 0 && machine.one_rate.memory_bandwidth == inf));
    CHECK((machine.one_rate.operation_time == 0 && machine.one_rate.memory_bytes == inf));
  }
}

TEST_CASE("counts as people read them", "[published]") {
  using published::detail::count_text;
  CHECK((count_text(8) == "8" && count_text(512) == "512" && count_text(2048) == "2,048" && count_text(131072) == "131,072"));
  CHECK(
      (count_text(123.6e6) == "124 million" && count_text(64.8e9) == "64.8 billion" && count_text(1.311e9) == "1.31 billion"));
}

TEST_CASE("four constants and one rate are what the same five rows give", "[published]") {
  const auto noted = published::fitted_on_five();
  REQUIRE(noted.size() == std::size(machines));
  for (std::size_t k = 0; k < noted.size(); ++k) {
    const Machine& machine = machines[k];
    INFO(machine.name);
    CHECK(noted[k].machine() == machine.of);
    Rows rest = rows_of(machine);
    const Rows five = five_of(rest, machine);
    for (std::size_t i = 0; i < five.size(); ++i) {  // ids of the registry leave out what is the same everywhere
      std::string id = five[i].id;
      for (const auto& [from, to] : {std::pair{"mpt_", "mpt."}, {"_bf16", ""}, {"h100_80gb", "h100"}})
        if (const auto at = id.find(from); at != id.npos) id.replace(at, std::string_view(from).size(), to);
      CHECK(noted[k].rows[i] == id);
    }
    const auto found = analysis::calibrate(five, machine.nominal.guess(), machine.nominal.fabric);
    const auto& four = noted[k].four_constants;
    CHECK_THAT(four.achieved_flops / found.chip.achieved_flops, WithinAbs(1, 1e-5));  // half of the fifth digit
    CHECK_THAT(four.attention_flops / found.chip.attention_flops, WithinAbs(1, 3e-5));
    CHECK_THAT(four.memory_bandwidth / found.chip.memory_bandwidth, WithinAbs(1, 1e-5));
    CHECK_THAT(four.operation_time / found.chip.operation_time, WithinAbs(1, 3e-5));
    CHECK_THAT(noted[k].one_rate.achieved_flops / noted[k].one_rate.peak_flops,
               WithinAbs(best_share(five, machine, 0), 5.1e-6));
  }
}

TEST_CASE("errors by family, counted from the rows", "[published]") {
  struct Sum {
    int rows = 0;
    double four = 0, four_worst = 0, one = 0, one_worst = 0;
  };
  std::map<std::pair<std::string, std::string>, Sum> sums;
  double hidden = 0;
  std::map<std::string, double> signs;
  for (const Machine& machine : machines) {
    Rows rest = rows_of(machine);
    const Rows five = five_of(rest, machine);
    workload::Chip<> four = analysis::calibrate(five, machine.nominal.guess(), machine.nominal.fabric).chip;
    four.memory_bytes = inf;
    const workload::Chip<> one = at_rate(best_share(five, machine, 0), machine);
    const workload::Chip<> one_hidden = at_rate(best_share(five, machine, 0.4), machine);
    const std::map<std::string, std::string> parameters{{"125m", "124 million"}, {"760m", "757 million"},
                                                        {"1b", "1.31 billion"},  {"7b", "6.65 billion"},
                                                        {"13b", "12.8 billion"}, {"70b", "64.8 billion"}};
    for (const MeasuredStep& row : rest) {
      const double by_four = std::fabs(std::expm1(log_ratio(row, four, machine, 0.4)));
      const double by_one = std::fabs(std::expm1(log_ratio(row, one, machine, 0)));
      hidden += std::fabs(std::expm1(log_ratio(row, one_hidden, machine, 0.4)));
      std::string length = std::to_string(static_cast<int>(row.shape.sequence_length));
      if (length.size() > 3) length.insert(length.size() - 3, ",");
      const std::string size = row.id.substr(4, row.id.find('_', 4) - 4);
      const std::string recompute = row.options.recompute == parallelism::Recompute::full ? "full" : "none";
      for (const std::string& name : {size, length}) signs[name] += std::expm1(log_ratio(row, one, machine, 0));
      const std::pair<std::string, std::string> memberships[] = {
          {"all", "all"},
          {"machine", std::string(machine.of)},
          {"recompute", recompute},
          {"sequence_length", length},
          {"gpus", std::to_string(row.layout.data)},
          {"parameters", parameters.at(size)},
      };
      for (const auto& key : memberships) {
        Sum& sum = sums[key];
        ++sum.rows, sum.four += by_four, sum.one += by_one;
        sum.four_worst = std::max(sum.four_worst, by_four), sum.one_worst = std::max(sum.one_worst, by_one);
      }
    }
  }
  const auto all = published::errors_by_family();
  CHECK(all.size() == sums.size());
  for (const auto& [key, sum] : sums) {
    INFO(key.first << " " << key.second);
    const auto& of = family(all, key.first, key.second);
    CHECK(of.rows == sum.rows);
    // 1e-4: what half of the fifth digit of a constant moves
    CHECK_THAT(of.four_constants.mean, WithinAbs(sum.four / sum.rows, 1e-4));
    CHECK_THAT(of.four_constants.worst, WithinAbs(sum.four_worst, 1e-4));
    CHECK_THAT(of.one_rate.mean, WithinAbs(sum.one / sum.rows, 1e-4));
    CHECK_THAT(of.one_rate.worst, WithinAbs(sum.one_worst, 1e-4));
  }
  // docs/steps.md: where one rate is too slow and where too fast, and what it would be if it hid as much
  for (const auto& [name, slow] : {std::pair{"7b", true}, {"13b", true}, {"70b", true}, {"125m", false}, {"16,384", false}})
    CHECK((signs.at(name) > 0) == slow);
  CHECK_THAT(hidden / all.front().rows, WithinAbs(0.210, 0.0005));
}
