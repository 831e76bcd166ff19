// SPDX-License-Identifier: Apache-2.0
// A scalar with only the operations that core/scalar.hpp promises to ask for: what compiles with it makes no other demand.
#pragma once
#include <scaling_limits/core/scalar.hpp>

namespace scaling_limits::testing {

class Archetype {
 public:
  Archetype() = default;
  explicit Archetype(double x) : x_(x) {}
  explicit Archetype(int x) : x_(x) {}
  explicit operator double() const { return x_; }

  friend Archetype operator+(const Archetype& a, const Archetype& b) { return Archetype(a.x_ + b.x_); }
  friend Archetype operator-(const Archetype& a, const Archetype& b) { return Archetype(a.x_ - b.x_); }
  friend Archetype operator*(const Archetype& a, const Archetype& b) { return Archetype(a.x_ * b.x_); }
  friend Archetype operator/(const Archetype& a, const Archetype& b) { return Archetype(a.x_ / b.x_); }
  friend Archetype operator-(const Archetype& a) { return Archetype(-a.x_); }
  friend bool operator==(const Archetype& a, const Archetype& b) { return a.x_ == b.x_; }
  friend bool operator<(const Archetype& a, const Archetype& b) { return a.x_ < b.x_; }

  friend Archetype exp(const Archetype& a) { return Archetype(std::exp(a.x_)); }
  friend Archetype log(const Archetype& a) { return Archetype(std::log(a.x_)); }
  friend Archetype sqrt(const Archetype& a) { return Archetype(std::sqrt(a.x_)); }
  friend Archetype sinh(const Archetype& a) { return Archetype(std::sinh(a.x_)); }
  friend Archetype atanh(const Archetype& a) { return Archetype(std::atanh(a.x_)); }

 private:
  double x_ = 0;
};

static_assert(Scalar<Archetype>);

}  // namespace scaling_limits::testing
