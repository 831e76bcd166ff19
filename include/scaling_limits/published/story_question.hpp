// SPDX-License-Identifier: Apache-2.0
// The question of the stories, registered with the catalogue: from then on it may be asked like any other.
#pragma once
#include "../version.hpp"

#include "../catalog/gives.hpp"
#include "../catalog/questions.hpp"
#include "stories.hpp"

namespace scaling_limits::published {

/// Every story, and how far off what was to be expected is, by who restarted.
struct StoryReport {
  std::vector<StoryAnswer> stories{};
  std::vector<StoryErrors> errors{};

  std::string_view status() const { return "ok"; }
  std::string_view note() const { return {}; }
};
constexpr auto fields(const StoryReport*) {
  using R = StoryReport;
  return std::tuple(ResultField("story", &R::stories, "", "each story, beside what was to be expected of it"),
                    ResultField("error", &R::errors, "", "how far off that is, by who restarted"), status_field(&R::status),
                    note_field(&R::note));
}

/// Once is enough; calling it again changes nothing.
template <class = void>
void register_stories() {
  auto& all = catalog::questions();
  for (const auto& question : all)
    if (question.name == std::string_view("stories")) return;
  all.push_back(catalog::listed({.name = "stories",
                                 .text = "runs whose outcome was told, beside what was to be expected of them",
                                 .gives = catalog::gives([](const catalog::Case&) {
                                   StoryReport report{story_answers(), {}};
                                   report.errors = story_errors(report.stories);
                                   return report;
                                 })}));
}

}  // namespace scaling_limits::published
