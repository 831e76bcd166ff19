// SPDX-License-Identifier: Apache-2.0
// The power that AI may draw [W]: all of the data centres', P0 r^t after t >= 0 years, less what others draw there,
// (P0 - A0) min(r_n, r)^t. Until they are far apart written A0 m^t + P0 m^t expm1(t ln(r/m)), m = min(r_n, r): no difference of
// large numbers is left, and it is never negative. A campus is one site, an estimate for a date that does not hold at others.
//
// Source: Epoch AI, "Can AI scaling continue through 2030?", 2024, "Power". NaN before the start, and with more for AI than in
// all.
#pragma once
#include "../version.hpp"

#include "../core/dual.hpp"
#include "../core/fields.hpp"

namespace scaling_limits::supply {

template <class S = double>
struct Power {
  S data_center_power = S(NaN);
  S ai_power = S(NaN);
  S growth = S(NaN);
  S other_growth = S(NaN);
  S campus = S(0);

  /// Power of AI over all sites [W].
  template <class Y, Scalar T = promote_t<Y, S>>
  T available(const Y& years) const {
    if (!(value_of(years) >= 0 && in_range(*this) && value_of(ai_power) <= value_of(data_center_power))) return T(NaN);
    using std::exp;
    const T r(growth), t(years), m = smaller(T(other_growth), r), all(data_center_power), ai(ai_power);
    if (!(value_of(m) < value_of(r)) && value_of(t) == inf) return value_of(ai) == 0 ? T(0) : T(ai * raised(r, t));
    const T ahead = t * log_one_plus(T((r - m) / m));                                    // t ln(r/m)
    if (value_of(ahead) > 1) return raised(r, t) * (all - (all - ai) * exp(T(-ahead)));  // nothing cancels any more
    return raised(m, t) * (ai + all * exp_minus_one(ahead));
  }

  /// Throws DomainError where a field is out of range, or AI has more than there is in all.
  void validate() const {
    scaling_limits::validate(*this, "Power");
    if (const double ai = value_of(ai_power), all = value_of(data_center_power); ai > all)
      throw DomainError("Power: ai_power = " + to_text(ai) + " must be at most data_center_power = " + to_text(all) + " [W]",
                        "ai_power", ai);
  }
};

template <class S>
constexpr auto fields(const Power<S>*) {
  using P = Power<S>;
  return std::to_array<Field<P, S>>({
      {"data_center_power", &P::data_center_power, "W", positive, "of all data centres in the start year",
       usually(3.3e10, 5e10, "Epoch 2024, United States, 10 to 90 %"), Effect::help},
      {"ai_power", &P::ai_power, "W", not_negative, "AI's part of it in the start year", usually(1e9, 1e10), Effect::help},
      {"growth", &P::growth, "1", positive, "factor per year of the power of all data centres",
       usually(1.1, 1.32, "Epoch 2024, 10 to 90 %"), Effect::help},
      {"other_growth", &P::other_growth, "1", positive, "factor per year of what others than AI draw, at most `growth`",
       usually(1.07, 1.1, "Epoch 2024, 10 to 90 %"), Effect::cost},
      {"campus", &P::campus, "W", not_negative, "of the largest single site, at the date it is an estimate for; 0: none",
       usually(.96e9, 5e9, "Epoch 2024, 2030, 10 to 90 %"), Effect::help},
  });
}
static_assert(table_is_complete<Power<>>, "Power: a member without its row, or a row without its member");

}  // namespace scaling_limits::supply
