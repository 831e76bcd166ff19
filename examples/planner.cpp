// SPDX-License-Identifier: Apache-2.0
// A capacity planner in one file: describe the run, get the interval, where the time goes, and how large it can get; then a run
// that a file describes, with the answers of `scaling-limits limits`. `planner [FILE.toml]` prints those of the file alone.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "scaling_limits/catalog/request.hpp"
#include "scaling_limits/catalog/text.hpp"
#include "scaling_limits/scaling_limits.hpp"

using namespace scaling_limits;

namespace {

void print_terms(const char* title, const Terms<double>& terms) {
  std::printf("%s\n", title);
  for (const auto& term : terms) std::printf("  %-12s %6.2f %%\n", term.name.data(), 100 * term.amount);
}

void print_limit(const char* what, const limits::Limit<>& limit) {
  if (limit.status == limits::Status::ok)
    std::printf("  %-34s %11.0f GPUs   goodput there %5.1f %%   binds: %s\n", what, limit.value, 100 * limit.goodput,
                limit.binding.data());
  else std::printf("  %-34s %s\n", what, limit.note.c_str());
}

/// 189,237
std::string grouped(double x) {
  std::string digits = to_text(std::round(x), 17);
  for (std::ptrdiff_t i = std::ssize(digits) - 3; i > 0; i -= 3) digits.insert(static_cast<std::size_t>(i), ",");
  return digits;
}
std::string percent(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f%%", 100 * x);
  return text;
}

/// Whatever a file asks for: the request is completed with a criterion, the answer is a table's row.
void print_limits(const char* file) {
  std::ifstream stream(file);
  if (!stream) throw InvalidArgument(std::string(file) + ": cannot be read");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  const catalog::Value form = catalog::from_toml(text);
  const std::pair<const char*, catalog::Value> criteria[] = {
      {"peak_throughput", "peak_throughput"},
      {"elasticity_at_least=0.5", catalog::Map{{"elasticity_at_least", 0.5}}},
      {"efficiency_at_least=0.9", catalog::Map{{"efficiency_at_least", 0.9}}},
      {"goodput_at_least=0.9", catalog::Map{{"goodput_at_least", 0.9}}}};
  for (const auto& [name, criterion] : criteria) {
    catalog::Map request = *form.map();
    request["question"] = "limit";
    request["criterion"] = criterion;
    const catalog::Value answer = catalog::reply(request);
    const catalog::Map& columns = *answer.map()->find("columns")->map();
    const auto number = [&](const std::string& column) { return *columns.find(column)->number(); };
    if (*columns.find("status")->text() != "ok") {
      std::printf("%s %s %s\n", name, columns.find("status")->text()->c_str(), columns.find("note")->text()->c_str());
      continue;
    }
    std::printf("%s %s %s %s %s %s", name, grouped(number("value")).c_str(), grouped(number("useful_gpus")).c_str(),
                percent(number("efficiency")).c_str(), percent(number("goodput")).c_str(),
                columns.find("binding")->text()->c_str());
    for (const auto& term : *answer.map()->find("terms")->list())
      std::printf(" %s", percent(number("shares." + *term.text())).c_str());
    std::printf("\n");
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 1) {
    print_limits(arguments[1]);
    return 0;
  }
  // what you have: quantities in SI, units by multiplication
  TrainingRun<> run;
  run.gpus = 24'576;
  run.gpu_mttf = published::failure_rate("rsc1").gpu_mttf();  // 6.5 interruptions per 1000 node-days
  run.checkpoint_bytes = 1e12 * 14;                           // 1e12 parameters, 14 bytes each
  run.write_bandwidth = 1 * units::TB;
  run.read_bandwidth = 2 * units::TB;
  run.initialization_time = 4 * units::minute;
  run.downtime = 1 * units::minute;

  const auto plan = strategies::blocking();
  const double interval = plan.interval(run);
  std::printf("MTBF %.2f h, write %.0f s, restart %.0f s\n", run.mtbf() / units::hour, run.write_time(), run.restart_time());
  std::printf("save every %.1f min of work\n", interval / units::minute);
  print_terms("where the time goes", plan.breakdown(run));

  const double gpu_hours_lost = run.gpus * 24 * (1 - strategies::goodput(run, plan));
  std::printf("lost: %.0f GPU-hours a day\n", gpu_hours_lost);

  // what an hour between saves would cost against the best interval
  strategies::Blocking<> hourly;
  hourly.own_interval = units::hour;
  std::printf("with an hour between saves: %.0f GPU-hours a day\n", run.gpus * 24 * (1 - strategies::goodput(run, hourly)));

  std::printf("how large it can get, parameters growing with the square root of the compute:\n");
  const auto growth = growth::chinchilla();
  print_limit("goodput at least 0.9", limits::max_gpus(run, limits::goodput_at_least{0.9}, growth));
  print_limit("useful throughput peaks", limits::max_gpus(run, limits::peak_throughput(), growth));
  print_limit("write time = MTBF, the hard limit", limits::max_gpus(run, limits::write_time_equals_mtbf(), growth));

  std::printf("what limits.toml describes:\n");
  print_limits("limits.toml");

  // ask in anything but SI and the library says so instead of answering nonsense
  run.write_bandwidth = -1;
  try {
    limits::max_gpus(run, limits::peak_throughput());
  } catch (const DomainError& error) {
    std::printf("refused: %s\n", error.what());
    return 0;
  }
  return 1;
}
