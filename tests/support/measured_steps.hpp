// SPDX-License-Identifier: Apache-2.0
// The measured steps of ../shared/data, by path: never copied into the project. None where the file is not there.
#pragma once
#include <scaling_limits/analysis/calibrate.hpp>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "source_dir.hpp"

namespace scaling_limits::testing {

inline std::string measured_steps_file() {
  const char* given = std::getenv("SCALING_LIMITS_DATA");
  return (given ? std::string(given) : source_dir() + "/../shared/data") + "/steps/steps.csv";
}

inline std::vector<analysis::MeasuredStep> measured_steps() {
  std::ifstream file(measured_steps_file());
  std::vector<analysis::MeasuredStep> all;
  const auto cells = [](const std::string& line) {
    std::vector<std::string> found;
    std::stringstream text(line);
    for (std::string cell; std::getline(text, cell, ',');) found.push_back(cell);
    return found;
  };
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> names = cells(line);
  while (std::getline(file, line)) {
    const std::vector<std::string> values = cells(line);
    std::map<std::string, std::string, std::less<>> row;
    for (std::size_t i = 0; i < names.size() && i < values.size(); ++i) row[names[i]] = values[i];
    const auto number = [&](std::string_view name, double standard) {
      const auto found = row.find(name);
      return found == row.end() || found->second.empty() ? standard : std::stod(found->second);
    };
    const auto fill = [&](auto& to) {
      for (const auto& field : fields_of<std::remove_cvref_t<decltype(to)>>) {
        auto& member = to.*field.member;
        member = static_cast<std::remove_cvref_t<decltype(member)>>(number(field.name, static_cast<double>(member)));
      }
    };
    const auto set_word = [&]<class E>(E& to, std::string_view name) {
      if (!row[std::string(name)].empty()) to = from_word<E>("steps.csv", name, row[std::string(name)]);
    };
    analysis::MeasuredStep& step = all.emplace_back();
    fill(step.shape), fill(step.layout), fill(step.options);
    set_word(step.options.recompute, "recompute"), set_word(step.options.kernels, "kernels");
    set_word(step.options.precision, "precision"), set_word(step.options.context_exchange, "context_exchange");
    step.batch_tokens = number("batch_sequences", NaN) * step.shape.sequence_length;
    step.time = number("time", NaN), step.memory = number("memory", NaN);
    step.id = row["id"], step.set = row["set"], step.machine = row["machine"];
  }
  return all;
}

/// A machine of those rows: its nominal rates and its network, as the data's notes have them.
struct MeasuredMachine {
  double peak_flops = NaN, bandwidth = NaN;
  network::Fabric<> fabric{};

  workload::Chip<> guess() const { return workload::guess_chip(peak_flops, bandwidth); }
};
inline MeasuredMachine b200() { return {2.25e15, 8e12, {8, 606e9, 606e9, 8e-6, 8e-6}}; }
inline MeasuredMachine a100_80gb() { return {312e12, 2.04e12, {8, 235e9, 22e9, 5e-6, 15e-6}}; }
inline MeasuredMachine a100_40gb() { return {312e12, 1.555e12, a100_80gb().fabric}; }
inline MeasuredMachine h100() { return {989.4e12, 3.35e12, {8, 360e9, 45e9, 5e-6, 15e-6}}; }
inline MeasuredMachine gb200() { return {2.45e15, 8e12, {64, 700e9, 45e9, 8e-6, 15e-6}}; }

}  // namespace scaling_limits::testing
