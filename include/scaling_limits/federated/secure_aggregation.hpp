// SPDX-License-Identifier: Apache-2.0
// What a client of secure aggregation sends, over what its values take: m values of b bits among n clients.
//
//   [2 n a + (5n - 4) s + m ceil(log2(n (2^b - 1) + 1))] / (m b)     a = s = 256 bits: public keys, secret shares
//
// A masked sum has room for n (2^b - 1). Source: Bonawitz et al., "Practical Secure Aggregation for Privacy-Preserving Machine
// Learning", CCS 2017: 1.73 times for 2^10 clients with 2^20 values of 16 bits, 1.98 for 2^14 with 2^24 (abstract).
#pragma once
#include "../version.hpp"

#include <bit>
#include <cstdint>

#include "../core/fields.hpp"

namespace scaling_limits::federated {

/// Bytes that a client of secure aggregation sends over the bytes of its values.
///
/// [2 n 256 + (5 n - 4) 256 + m ceil(log2(n (2^b - 1) + 1))]/(m b), n = clients, m = values, b = bits.
///
/// Source: Bonawitz et al., Practical Secure Aggregation, CCS 2017, section 7.
///
/// @param clients n, a whole number; @param values m > 0; @param bits b >= 1 of a value, a whole number
template <class N, class M, class B, Scalar S = promote_t<N, M, B>>
S secure_aggregation_expansion(const N& clients, const M& values, const B& bits) {
  constexpr double key_bits = 256;  // of a public key, of a share
  constexpr double longest = 32;    // from here on the bits of the sum are those of 2^b and of n
  const S n(clients), m(values), b(bits);
  if (!(counted(1).holds(value_of(n)) && value_of(m) > 0 && counted(1).holds(value_of(b)))) return S(NaN);
  const auto people = static_cast<std::uint64_t>(value_of(n));
  const auto digits = [](std::uint64_t x) { return static_cast<int>(std::bit_width(x)); };
  const double width = value_of(b) > longest ? value_of(b) + digits(people - 1)
                                             : digits(people * ((std::uint64_t{1} << static_cast<int>(value_of(b))) - 1));
  return S(key_bits) * (S(7) * n - S(4)) / (m * b) + S(width) / b;
}

}  // namespace scaling_limits::federated
