// SPDX-License-Identifier: Apache-2.0
// The catalogue behind five functions: what the page, and whoever loads the module, calls. engine.js is the other side.
//
// A text lies where sl_alloc said, in UTF-8; an answer lies at the address that is given back, sl_size() bytes long, until the
// next call. The arrays that columns() names by their addresses live as long. Between elements the host is asked whether it still
// waits.
#include <scaling_limits/catalog/ask.hpp>
#include <scaling_limits/catalog/calibrate.hpp>
#include <scaling_limits/core/stop.hpp>
#include <scaling_limits/published/presets.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#define SL_EXPORT(name) extern "C" __attribute__((export_name(#name)))

/// Whether nobody waits for the answer any more.
extern "C" __attribute__((import_module("host"), import_name("stopped"))) int host_stopped();

namespace {

using namespace scaling_limits::catalog;

std::string text;                                               // of the last answer
Answer numbers("", {}, 0, true);                                // that its addresses lead to
std::vector<std::pair<std::string, std::vector<double>>> over;  // of the next request, by path
Tools tools{.breathe = [] {
  if (host_stopped() != 0) throw scaling_limits::Stopped("stopped: it takes longer than whoever asked waits");
}};

const char* give(std::string answer) {
  text = std::move(answer);
  return text.data();
}

Value address(const void* at, std::size_t size) { return Map{{"at", reinterpret_cast<std::uintptr_t>(at)}, {"size", size}}; }

/// Where the cells of a column lie: numbers, or codes of labels; lists are written out.
Value placed(const Column& c) {
  if (c.cell == Cell::number) return address(c.numbers.data(), c.numbers.size());
  if (c.cell == Cell::text) return Map{{"codes", address(c.codes.data(), c.codes.size())}, {"labels", cells(c.labels)}};
  List all;
  for (std::size_t i = 0; i < c.lists.size(); ++i) all.push_back(cells(c.lists[i]));
  for (const auto& list : c.words) all.push_back(cells(list));
  return all;
}

Value columns(Value request) {
  if (Map* map = request.map(); map && !over.empty()) {
    Value& swept = (*map)["over"];
    if (swept.is_null()) swept = Map{};
    if (swept.map())
      for (auto& [path, values] : std::exchange(over, {})) (*swept.map())[path] = cells(values);
  }
  over.clear();
  numbers = answer(request_of(request, &tools));
  Map all, units;
  for (const Column& c : numbers.columns()) {
    all[c.name] = placed(c);
    if (!c.unit.empty()) units[c.name] = Value(c.unit);
  }
  return Map{{"question", numbers.question()},
             {"columns", std::move(all)},
             {"units", std::move(units)},
             {"terms", cells(numbers.terms)}};
}

}  // namespace

SL_EXPORT(sl_alloc) void* sl_alloc(std::size_t size) { return ::operator new(size); }
SL_EXPORT(sl_free) void sl_free(void* at) { ::operator delete(at); }
SL_EXPORT(sl_size) std::size_t sl_size() { return text.size(); }

/// Everything that can be chosen and asked.
SL_EXPORT(sl_describe) const char* sl_describe() {
  return give(text_or_error([] { return to_json(describe()); }));
}
/// The answer to a request.
SL_EXPORT(sl_ask) const char* sl_ask(const char* request, std::size_t size) { return give(ask({request, size}, &tools)); }
/// Room for so many numbers, which the next request to sl_columns has under `over` at this path.
SL_EXPORT(sl_over) double* sl_over(const char* path, std::size_t size, std::size_t count) {
  return over.emplace_back(std::string(path, size), std::vector<double>(count)).second.data();
}
/// The answer to a request that sweeps, its numbers by their addresses.
SL_EXPORT(sl_columns) const char* sl_columns(const char* request, std::size_t size) {
  return give(text_or_error([&] { return to_json(columns(from_json({request, size}))); }));
}

/// Called once, when the module is loaded: `most_points` of a request, `most_bytes` of an answer, or infinity.
SL_EXPORT(sl_start) void sl_start(double most_points, double most_bytes) {
  tools.most_points = most_points, tools.most_bytes = most_bytes;
  scaling_limits::published::register_presets();
  register_calibrate();
  register_written();
}
