#pragma once
#include <vector>
#include "factor.hpp"
namespace scaling_limits::limits {
struct SizeRange { double low = 0, high = inf; Name name{}; };
inline SizeRange narrower(SizeRange a, SizeRange b) { return {std::max(a.low,b.low), std::min(a.high,b.high), a.name}; }
struct Tabulated { struct Point {double gpus, efficiency;}; std::vector<Point> points; Name name = "tabulated"; static constexpr std::string_view kind="tabulated", text="t"; void validate() const {} template <class S> Terms<S> losses(const S&) const { return {{name, S(0)}}; } };
}
