// SPDX-License-Identifier: Apache-2.0
// An answer: named columns with unit and text, a cell per element of what was swept. A cell is a number, a text, or a list of
// either. No answer is NaN, with its status and its reason in columns of their own.
#pragma once
#include "../version.hpp"

#include <cstdint>
#include <span>
#include <unordered_map>

#include "../core/errors.hpp"
#include "../core/terms.hpp"
#include "value.hpp"

namespace scaling_limits::catalog {

enum class Cell : unsigned char { number, text, numbers, texts };

/// A list of numbers per element, end to end: they are written in the order of the elements.
class Lists {
 public:
  void resize(std::size_t elements);
  std::size_t size() const { return starts_.empty() ? 0 : starts_.size() - 1; }
  std::span<const double> operator[](std::size_t element) const;
  void put(std::size_t element, std::span<const double> list);

 private:
  std::vector<double> numbers_{};
  std::vector<std::size_t> starts_{};
  std::size_t written_ = 0;
};

/// The cells of one column.
struct Column {
  std::string name{};
  std::string_view unit{}, text{};  // as the question's table has them
  Cell cell = Cell::number;
  bool wanted = true;  // one that is not has no cells, and does not stay

  std::vector<double> numbers{};       // one per element
  std::vector<std::uint32_t> codes{};  // of texts: the place of each among the labels
  std::vector<std::string> labels{};   // in the order of their first use
  Lists lists{};                       // of numbers
  std::vector<std::vector<std::string>> words{};
};

class Answer {
 public:
  Answer(std::string question, std::vector<Column> columns, std::size_t size, bool scalar);
  Answer(const Answer&);
  Answer(Answer&&) noexcept;
  Answer& operator=(const Answer&);
  Answer& operator=(Answer&&) noexcept;
  ~Answer();

  const std::string& question() const { return question_; }
  const std::vector<Column>& columns() const { return columns_; }
  std::vector<Column>& columns() { return columns_; }
  std::size_t size() const { return size_; }
  bool scalar() const { return scalar_; }
  /// What its cells hold so far, each text counted wherever it stands.
  std::size_t bytes() const { return bytes_; }
  std::vector<std::string> terms{};  // that the columns by term go through

  /// Once all is written: the columns that were asked for.
  void keep_wanted();

  /// A column by name; throws InvalidArgument where there is none.
  const Column& operator[](std::string_view name) const;
  bool has(std::string_view name) const;
  double number(std::string_view name, std::size_t element = 0) const;
  const std::string& text(std::string_view name, std::size_t element = 0) const;

 private:
  friend class Out;
  std::string question_;
  std::vector<Column> columns_;
  enum class Role : unsigned char { other, status, note, status_of_part, note_of_part };
  static Role role_of(std::string_view column);
  std::vector<Role> roles_{};                                                                 // of the columns
  std::unordered_map<std::size_t, std::unordered_map<std::string, std::uint32_t>> places_{};  // of many labels, by column
  std::size_t size_, bytes_ = 0;
  bool scalar_;
};

/// Where a question writes its cells, in the order of its columns.
class Out {
 public:
  explicit Out(Answer& answer) : answer_(&answer) {}

  void start(std::size_t element) { element_ = element, next_ = 0, ok_ = true, infeasible_ = false; }
  Out& operator<<(double x) {
    if (Column& c = column(Cell::number); c.wanted) c.numbers[element_] = x, answer_->bytes_ += sizeof x;
    ok_ = ok_ && x == x;
    return *this;
  }
  /// Infeasible is never without a reason.
  Out& operator<<(std::string_view text);
  Out& operator<<(std::span<const double> list);
  Out& operator<<(std::vector<std::string> list);
  /// One column per name: its amount, 0 where it is not listed.
  template <class Names>
  Out& each(const Terms<double>& terms, const Names& names) {
    for (const auto& name : names) *this << terms.of(name);
    return *this;
  }
  /// Columns that stay without an answer.
  Out& skip(std::size_t columns);
  /// The reason why the rest has no answer.
  void fail(std::string_view note);
  /// The status where it stands before a note that is written next: no answer where one of the numbers so far is none.
  void before_note();
  /// Status and note where they were not written; no answer is for the reason that `why` gives, if it gives one. One that wrote
  /// other columns than it declares is a defect of ours, whatever was asked.
  template <class Why>
  void finish(const Why& why) {
    const bool ok = ok_, again = ok && ok_at_ + 1 == element_ && ok_from_ == next_;  // in the words of the element before
    if (ok) ok_at_ = element_, ok_from_ = next_;
    for (; next_ < answer_->columns_.size(); ++next_) {
      const Role role = answer_->roles_[next_];
      if (role != Role::status && role != Role::note) mismatch();
      if (!answer_->columns_[next_].wanted) continue;
      if (again) answer_->columns_[next_].codes[element_] = answer_->columns_[next_].codes[element_ - 1];
      else if (role == Role::status) write(next_, ok ? "ok" : "infeasible");
      else write(next_, ok ? std::string() : reason(why()));
    }
  }

 private:
  using Role = Answer::Role;
  /// What can be said where nobody knows why there is no number.
  static constexpr std::string_view unknown_reason = "outside the range in which the model has an answer";
  static std::string reason(std::string why);
  Column& column(Cell cell) {
    if (next_ >= answer_->columns_.size() || answer_->columns_[next_].cell != cell) mismatch();
    return answer_->columns_[next_++];
  }
  [[noreturn]] void mismatch() const;
  /// One text, or a list of it alone.
  void say(std::size_t k, std::string_view text);
  void write(std::size_t k, std::string_view text);

  Answer* answer_;
  std::size_t element_ = 0, next_ = 0;
  bool ok_ = true;                                                  // whether every number of the element so far is one
  bool infeasible_ = false;                                         // whether its status says so
  std::size_t ok_at_ = static_cast<std::size_t>(-2), ok_from_ = 0;  // the last element that was closed with "ok", and where
};

}  // namespace scaling_limits::catalog
