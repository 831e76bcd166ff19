// SPDX-License-Identifier: Apache-2.0
// Values of many types behind one. What is asked of them is a table of pointers to functions, which one template fills for each
// type; a hook is a row of it, with how a value of type P answers:
//
//   template <class P>
//   struct LawHooks {
//     Hook<P, double(double)> survival = [](const P& law, double t) { return law.survival(t); };
//     Hook<P, double()> hazard_jump = [](auto& law) -> decltype(law.hazard_jump()) { return law.hazard_jump(); };
//   };
//
// A generic row that says what it calls is for those that have it: the others answer nothing, which is NaN, false, an empty
// text, list or optional. LawHooks<void> is the table as it is asked, whatever the type: hooks_of<LawHooks, Weibull<>>().
#pragma once
#include "../version.hpp"

#include <bit>
#include <memory>

#include "scalar.hpp"

namespace scaling_limits {

template <class P, class Signature>
struct Hook;
template <class P, class R, class... A>
struct Hook<P, R(A...)> {
  R (*function)(const void* value, A...);

  template <class Answer>
  constexpr Hook(Answer) : function(&of<Answer>) {}
  R operator()(const void* value, A... a) const { return function(value, static_cast<A>(a)...); }

 private:
  template <class Answer>
  static R of(const void* value, A... a) {
    if constexpr (requires { Answer{}(*static_cast<const P*>(value), a...); })
      return static_cast<R>(Answer{}(*static_cast<const P*>(value), a...));
    else if constexpr (Scalar<R>) return R(NaN);
    else return R();
  }
};

/// Hooks of one name, which their arguments tell apart.
template <class... H>
struct HookSet : H... {
  template <class Answer>
  constexpr HookSet(Answer answer) : H(answer)... {}
  using H::operator()...;
};

/// The table of a type.
template <template <class> class Table, class P>
const Table<void>& hooks_of() {
  static const auto filled = std::bit_cast<Table<void>>(Table<P>{});
  return filled;
}

/// A value of a type that nobody knows any more. Copies share it, and nobody changes it.
template <template <class> class Table>
class Held {
 public:
  template <class P>
  explicit Held(P value) : value_(std::make_shared<const P>(std::move(value))), hooks_(&hooks_of<Table, P>()) {}

  template <class H, class... A>
  decltype(auto) ask(H Table<void>::* hook, A&&... a) const {
    return (hooks_->*hook)(value_.get(), std::forward<A>(a)...);
  }

 private:
  std::shared_ptr<const void> value_;
  const Table<void>* hooks_;
};

}  // namespace scaling_limits
