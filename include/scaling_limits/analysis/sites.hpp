// SPDX-License-Identifier: Apache-2.0
// A run spread over sites on thin links: what each site exchanges and how often, what that costs in time and in tokens, and
// whether a failure stops one site or all. It is worked out by the engine of one run: the exchange is a serial time of the step
// (a half size, times the steps between two exchanges), what replicas cost in tokens is a factor, and sites that fail apart
// are a strategy around the strategy of one.
#pragma once
#include "../version.hpp"

#include "../limits/overlapped_scaling.hpp"
#include "../limits/replica_cost.hpp"
#include "../limits/strong_scaling.hpp"
#include "../network/site_exchange.hpp"
#include "../strategies/independent.hpp"

namespace scaling_limits::analysis {

template <class S = double>
struct Sites {
  S sites = S(NaN);
  S bandwidth = S(NaN);
  S bytes = S(NaN);
  S latency = S(0);
  S exchange_steps = S(100);
  S fragments = S(1);
  S overlap_exponent = S(1);
  S replica_exponent = S(0);
  S apart = S(1);
  S quorum = S(1);
  network::SiteExchange exchange{};

  /// The same run on so many sites; of fewer than the quorum all must be up.
  Sites on(double count) const {
    Sites other = *this;
    other.sites = S(count);
    if (value_of(quorum) > count) other.quorum = S(count);
    return other;
  }
  /// One exchange [s], all fragments together.
  S exchange_time() const { return network::site_exchange_time(exchange, sites, bytes, bandwidth, latency, fragments); }
  /// Size at which the exchange takes as long as compute, by the ideal GPU-seconds of one step; inf for one site.
  S half_size(const S& work) const { return limits::local_update_half_size(work, exchange_time(), exchange_steps).half_size; }
  /// What the exchange costs: a time partly hidden behind a step of its site, serial times included.
  limits::OverlappedScaling<S> link(const S& work) const {
    return {.half_size = half_size(work), .overlap_exponent = overlap_exponent, .name = "link"};
  }
  limits::ReplicaCost<S> replica_cost() const { return {.exponent = replica_exponent, .replicas = sites}; }
  /// How the whole run is protected where this protects one site. Sites that do not fail apart are one.
  template <class Inner>
  auto strategy(const Inner& inner) const {
    const bool alone = value_of(apart) == 0;
    const double learners = alone ? 1.0 : static_cast<double>(value_of(sites));
    const double least = alone ? 1.0 : static_cast<double>(value_of(quorum));
    const auto around = [&]<class One>(const One& one) {
      return strategies::Independent<double, One>{learners, least, 0.0, one};
    };
    if constexpr (requires { inner.within(around); }) return inner.within(around);
    else return around(inner);
  }
};

template <class S>
constexpr auto fields(const Sites<S>*) {
  using T = Sites<S>;
  using enum Effect;
  return std::to_array<Field<T, S>>({
      {"sites", &T::sites, "1", at_least_one, "that the run is spread over, GPUs in equal parts", usually(1, 64)},
      {"bandwidth", &T::bandwidth, "B/s", positive_or_inf, "of the whole link of a site, one way",
       usually(1e9, 1e14, "10 Gb/s to 1 Pb/s"), help},
      {"bytes", &T::bytes, "B", not_negative, "that a site sends for all parameters in one exchange",
       usually(1e9, 1e13, "half a byte to four bytes per parameter"), cost},
      {"latency", &T::latency, "s", not_negative, "of one hop between two sites, one way", usually(1e-4, 0.2), cost},
      {"exchange_steps", &T::exchange_steps, "1", at_least_one, "steps of a replica between two exchanges of one parameter",
       usually(1, 1000, "1: data parallelism; 500: DiLoCo 2023"), help},
      {"fragments", &T::fragments, "1", at_least_one, "that the parameters go in, each with the latency of an exchange",
       usually(1, 100), cost},
      {"overlap_exponent", &T::overlap_exponent, "1", Range{.lower = 1, .upper = inf},
       "1: the exchange stops training; unlimited: all of it that fits is hidden", usually(1, 10), help},
      {"replica_exponent", &T::replica_exponent, "1", exponent_below_one,
       "b of what replicas cost: sites do the work of sites^-b, in tokens",
       usually(0, 0.3, "0.2355: Charles et al. 2025, table 10"), cost},
      {"apart", &T::apart, "1", flag, "whether a failure stops its own site alone"},
      {"quorum", &T::quorum, "1", counted(1), "sites that must be up for the work of any to count", usually(1, 64), cost},
  });
}

/// What no single field says. Throws DomainError.
template <class S>
void validate(const Sites<S>& sites) {
  scaling_limits::validate(sites, "Sites");
  const double fragments = value_of(sites.fragments), steps = value_of(sites.exchange_steps), count = value_of(sites.sites);
  if (fragments > steps)
    throw DomainError("Sites: fragments = " + to_text(fragments) + " must be <= exchange_steps = " + to_text(steps),
                      "fragments", fragments);
  if (const double quorum = value_of(sites.quorum); quorum > count)
    throw DomainError("Sites: quorum = " + to_text(quorum) + " must be <= sites = " + to_text(count), "quorum", quorum);
}

}  // namespace scaling_limits::analysis
