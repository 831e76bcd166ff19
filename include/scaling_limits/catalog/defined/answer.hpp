// SPDX-License-Identifier: Apache-2.0
// What answer.hpp declares: how the cells of an answer are kept and written.
#pragma once
#include "../../version.hpp"

#include "../answer.hpp"

namespace scaling_limits::catalog {

void Lists::resize(std::size_t elements) { starts_.assign(elements + 1, 0); }
std::span<const double> Lists::operator[](std::size_t element) const {
  if (element >= written_) return {};
  const std::size_t end = element + 1 < written_ ? starts_[element + 1] : numbers_.size();
  return {numbers_.data() + starts_[element], end - starts_[element]};
}
void Lists::put(std::size_t element, std::span<const double> list) {
  while (written_ <= element) starts_[written_++] = numbers_.size();  // those in between have none
  numbers_.insert(numbers_.end(), list.begin(), list.end());
}

Answer::Answer(std::string question, std::vector<Column> columns, std::size_t size, bool scalar)
    : question_(std::move(question)), columns_(std::move(columns)), size_(size), scalar_(scalar) {
  for (Column& c : columns_) {
    roles_.push_back(role_of(c.name));
    if (!c.wanted) continue;
    if (c.cell == Cell::number) c.numbers.assign(size, NaN);
    else if (c.cell == Cell::numbers) c.lists.resize(size);
    else if (c.cell == Cell::texts) c.words.resize(size);
    else c.codes.assign(size, 0), c.labels.emplace_back(c.name == "status" ? "infeasible" : "");
  }
}
/// "status" and "note" are of the whole answer, "statuses.power", "best.note", "combined_status" of a part.
Answer::Role Answer::role_of(std::string_view column) {
  if (column == "status") return Role::status;
  if (column == "note") return Role::note;
  const auto is_of_part = [&](std::string_view all, std::string_view dot, std::string_view one) {
    return column.starts_with(all) || column.ends_with(dot) || column.ends_with(one);
  };
  if (is_of_part("statuses.", ".status", "_status")) return Role::status_of_part;
  return is_of_part("notes.", ".note", "_note") ? Role::note_of_part : Role::other;
}
Answer::Answer(const Answer&) = default;
Answer::Answer(Answer&&) noexcept = default;
Answer& Answer::operator=(const Answer&) = default;
Answer& Answer::operator=(Answer&&) noexcept = default;
Answer::~Answer() = default;
void Answer::keep_wanted() {
  std::erase_if(columns_, [](const Column& c) { return !c.wanted; });
  roles_.clear(), places_.clear();
}
const Column& Answer::operator[](std::string_view name) const {
  for (const Column& c : columns_)
    if (c.name == name) return c;
  throw InvalidArgument("the answer to '" + question_ + "' has no column " + in_quotes(name));
}
bool Answer::has(std::string_view name) const {
  for (const Column& c : columns_)
    if (c.name == name) return true;
  return false;
}
double Answer::number(std::string_view name, std::size_t element) const { return (*this)[name].numbers.at(element); }
const std::string& Answer::text(std::string_view name, std::size_t element) const {
  const Column& c = (*this)[name];
  return c.labels[c.codes.at(element)];
}

Out& Out::operator<<(std::string_view text) {
  const bool wanted = column(Cell::text).wanted;
  const Role role = answer_->roles_[next_ - 1];
  if (role == Role::status) infeasible_ = text == "infeasible";
  if (wanted) write(next_ - 1, role == Role::note && infeasible_ && text.empty() ? unknown_reason : text);
  return *this;
}
Out& Out::operator<<(std::span<const double> list) {
  if (Column& c = column(Cell::numbers); c.wanted) c.lists.put(element_, list), answer_->bytes_ += list.size_bytes();
  return *this;
}
Out& Out::operator<<(std::vector<std::string> list) {
  Column& c = column(Cell::texts);
  if (!c.wanted) return *this;
  for (const std::string& word : list) answer_->bytes_ += sizeof word + word.size();
  c.words[element_] = std::move(list);
  return *this;
}
Out& Out::skip(std::size_t columns) {
  for (const std::size_t end = next_ + columns; next_ < end; ++next_)
    ok_ = ok_ && answer_->columns_.at(next_).cell != Cell::number;
  return *this;
}
void Out::fail(std::string_view note) {
  for (std::size_t k = 0; k < answer_->columns_.size(); ++k) {
    Column& c = answer_->columns_[k];
    if (!c.wanted) continue;
    const Role role = answer_->roles_[k];
    if (c.cell == Cell::number) c.numbers[element_] = NaN;
    else if (role == Role::note || role == Role::note_of_part) say(k, note);
    else if (role == Role::status || role == Role::status_of_part) say(k, "infeasible");
  }
}
void Out::before_note() {
  if (next_ < answer_->columns_.size() && answer_->roles_[next_] == Role::status)
    *this << std::string_view(ok_ ? "ok" : "infeasible");
}
std::string Out::reason(std::string why) { return why.empty() ? std::string(unknown_reason) : std::move(why); }
void Out::mismatch() const {
  throw std::runtime_error("question '" + answer_->question_ + "' writes other columns than it declares, at column " +
                           std::to_string(next_));
}
void Out::say(std::size_t k, std::string_view text) {
  Column& c = answer_->columns_[k];
  if (c.cell == Cell::texts) c.words[element_] = {std::string(text)};
  else write(k, text);
}
void Out::write(std::size_t k, std::string_view text) {
  Column& c = answer_->columns_.at(k);
  answer_->bytes_ += text.size();
  constexpr std::size_t few = 8;
  const std::uint32_t before = element_ > 0 ? c.codes[element_ - 1] : 0;  // neighbours mostly say the same
  std::uint32_t& code = c.codes[element_];
  if (c.labels[before] == text) {
    code = before;
  } else if (c.labels.size() < few) {
    code = 0;
    while (code < c.labels.size() && c.labels[code] != text) ++code;
    if (code == c.labels.size()) c.labels.emplace_back(text);
  } else {
    auto& places = answer_->places_[k];
    for (std::size_t i = places.size(); i < c.labels.size(); ++i) places.emplace(c.labels[i], static_cast<std::uint32_t>(i));
    const auto [at, fresh] = places.try_emplace(std::string(text), static_cast<std::uint32_t>(c.labels.size()));
    if (fresh) c.labels.emplace_back(text);
    code = at->second;
  }
}

}  // namespace scaling_limits::catalog
