// SPDX-License-Identifier: Apache-2.0
// Trials of a search as a factor whose size is workers: successive halving in step, whose last rungs leave workers idle
// (search/successive_halving.hpp, the smooth form, resumed or not). Useful work N e never falls with workers, it levels off.
#pragma once
#include "../version.hpp"

#include "../search/halving.hpp"
#include "factor.hpp"

namespace scaling_limits::limits {

template <class P = double>
struct Trials {
  P trials = P(NaN);
  P reduction = P(NaN);
  P rungs = P(NaN);
  P resume = P(0);
  Name name = "trials";
  static constexpr bool rises_with_size = true;
  static constexpr std::string_view kind = "trials";
  static constexpr std::string_view text =
      "successive halving in step on so many workers: (rungs + 1) / sum of max(1, workers reduction^k / trials) from scratch";

  void validate() const { search::check_halving(*this, "Trials"); }
  template <class S>
  Terms<S> losses(const S& workers) const {
    using std::log;
    const S e = search::smooth_halving_efficiency(workers, S(trials), S(reduction), S(rungs), value_of(resume) != 0);
    return {{name, S(-log(e))}};
  }
  template <class N, Scalar S = promote_t<N, P>>
  S efficiency(const N& workers) const {
    return limits::efficiency(*this, S(workers));
  }
};

template <class P>
constexpr auto fields(const Trials<P>*) {
  return search::halving_rows<Trials<P>, P>();
}
static_assert(factor_table_is_complete<Trials<>>, "Trials: a member without its row, or a row without its member");

}  // namespace scaling_limits::limits
