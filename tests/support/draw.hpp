// SPDX-License-Identifier: Apache-2.0
// Random parameters of whatever has a table, as a request would give them.
#pragma once
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <stdexcept>
#include <string_view>

#include "scaling_limits/catalog/kinds.hpp"

namespace scaling_limits::testing {

/// Chance: two bytes a draw while there are any, which a fuzzer mutates, then an ordinary generator.
class Chance {
 public:
  using result_type = std::uint64_t;
  explicit Chance(std::uint64_t seed) : rest_(seed) {}
  explicit Chance(std::span<const std::uint8_t> bytes)
      : bytes_(bytes), rest_(std::hash<std::string_view>{}({reinterpret_cast<const char*>(bytes.data()), bytes.size()})) {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type(0); }
  result_type operator()() {
    if (bytes_.size() < 2) return rest_();
    const std::uint64_t two = std::uint64_t(bytes_[0]) << 8 | bytes_[1];
    bytes_ = bytes_.subspan(2);
    return two << 48 | two * 0x9e3779b97f4a7c15u >> 16;  // high bits for real numbers, low bits for choices
  }

 private:
  std::span<const std::uint8_t> bytes_{};
  std::mt19937_64 rest_;
};

/// What no single row says: a quorum is one of the learners, the last rung of a search has a trial.
inline void quorum_of_learners(catalog::Map& fields) {
  const catalog::Value *learners = fields.find("learners"), *quorum = fields.find("quorum");
  if (learners && quorum && *quorum->number() > *learners->number()) fields["quorum"] = 1;
}
inline void enough_trials(catalog::Map& fields) {
  const catalog::Value *trials = fields.find("trials"), *reduction = fields.find("reduction"), *rungs = fields.find("rungs");
  if (trials && reduction && rungs && *trials->number() < std::pow(*reduction->number(), *rungs->number())) fields["rungs"] = 0;
}

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}
  explicit Draw(std::span<const std::uint8_t> bytes) : engine_(bytes) {}

  double uniform(double low, double high) { return std::uniform_real_distribution<>(low, high)(engine_); }
  double log_uniform(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }
  bool chance(double p) { return uniform(0, 1) < p; }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(engine_() % n); }
  std::uint64_t bits() { return engine_(); }
  template <class T>
  const T& one_of(const std::vector<T>& list) {
    return list[below(list.size())];
  }

  /// Mostly where the parameter usually lies, now and then at an end of its range, or beyond what is usual.
  double number(const catalog::Row& row) {
    const Range& range = row.range;
    if (range.boolean) return chance(0.5);
    const bool known = row.usual.known();
    double low = known ? row.usual.low : std::max(range.lower, -3.0),
           high = known ? row.usual.high : std::min(range.upper, 1e6);
    if (known && low > 0 && chance(0.1)) low /= 30, high *= 30;
    for (;;) {
      double x = low > 0 && high > 10 * low ? log_uniform(low, high) : uniform(low, high);
      if (chance(0.04)) x = range.lower;
      if (chance(0.04)) x = range.upper;
      if (range.whole && x < inf) x = std::floor(x);
      if (range.holds(x)) return x;
    }
  }
  /// All that must be given, and some of the rest.
  catalog::Map fields(const std::vector<catalog::Row>& rows, double given = 0.5) {
    catalog::Map map;
    for (const catalog::Row& row : rows)
      if (row.required() || chance(given)) {
        const double x = number(row);
        map[row.name] = row.range.boolean && chance(0.5) ? catalog::Value(x != 0) : catalog::Value(x);
      }
    return map;
  }

  /// All that a kind must be given, and some of the rest: numbers, and what it takes beside them.
  catalog::Map given(const catalog::Kind& kind) {
    catalog::Map map = fields(kind.rows);
    for (const catalog::Argument& argument : kind.arguments)
      if (!argument.optional || chance(0.5)) add(argument, map);
    const catalog::Value* levels = map.find("levels");
    if (levels && levels->list()->size() != 2 && map.find("background")) map["background"] = false;
    quorum_of_learners(map), enough_trials(map);
    return map;
  }

  /// Levels of the tiers that `tier` makes from the index; their shares sum to one.
  template <class Tier>
  catalog::List levels(std::size_t n, const Tier& tier) {
    catalog::List all;
    double left = 1;
    for (std::size_t i = 0; i < n; ++i) {
      const double share = i + 1 == n ? left : left * uniform(0.3, 0.95);
      left -= share;
      all.push_back(catalog::Map{{"tier", tier(i)}, {"share", share}});
    }
    return all;
  }
  catalog::List lives(std::size_t n) {
    catalog::List all;
    for (; n > 0; --n) all.push_back(log_uniform(1e3, 1e8));
    return all;
  }
  /// A table of efficiencies in (0, 1] at sizes that rise.
  catalog::List points(std::size_t n) {
    catalog::List all;
    double gpus = log_uniform(1, 1e4), efficiency = uniform(0.8, 1);
    for (; n > 0; --n) {
      all.push_back(catalog::List{gpus, efficiency});
      gpus *= log_uniform(1.5, 30), efficiency = std::min(1.0, efficiency * uniform(0.6, 1.02));
    }
    return all;
  }

 private:
  void add(const catalog::Argument& argument, catalog::Map& map) {
    catalog::Value& to = map[argument.name];
    if (!argument.words.empty()) to = argument.words[below(argument.words.size())];
    else if (argument.name == "name") to = one_of<std::string>({"network", "bubble", "power of the site"});
    else if (argument.name == "points") to = points(2 + below(5));
    else if (argument.name == "levels") to = some_levels();
    else if (argument.name == "pattern") to = pattern(map);
    else if (argument.name == "inner") to = argument.standard;  // a strategy by itself
    else if (argument.name == "lives") to = lives(1 + below(20));
    else throw std::logic_error("nobody has said what " + std::string(argument.name) + " may be");
  }
  /// Levels that get slower, as they do, or any.
  catalog::List some_levels() {
    const bool slower = chance(0.5);
    double latency = 0.1, bandwidth = 1e14;
    return levels(1 + below(3), [&](std::size_t i) -> catalog::Value {
      if (i > 0 && chance(0.2)) return "own";
      if (!slower) return fields(catalog::tiers().begin()->rows);
      latency *= uniform(1, 5), bandwidth *= uniform(0.05, 0.5);
      catalog::Map tier{{"write_bandwidth", bandwidth}, {"read_bandwidth", bandwidth * uniform(0.5, 2)}};
      if (chance(0.5)) tier["latency"] = latency;
      if (i == 0 && chance(0.3)) tier["per_gpu"] = true, tier["write_bandwidth"] = log_uniform(1e9, 1e11);
      return tier;
    });
  }
  /// That ends with the highest of the levels, which are two where none are given; in the background that is the only one.
  catalog::List pattern(const catalog::Map& map) {
    const catalog::Value *levels = map.find("levels"), *background = map.find("background");
    const std::size_t top = levels ? levels->list()->size() : 2, drawn = background ? std::max<std::size_t>(top, 2) - 1 : top;
    catalog::List cycle;
    for (std::size_t n = below(5); n > 0; --n) cycle.push_back(1 + below(drawn));
    cycle.push_back(top);
    return cycle;
  }

  Chance engine_;
};

}  // namespace scaling_limits::testing
