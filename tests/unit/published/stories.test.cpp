// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/published/stories.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <set>

#include "support/tolerance.hpp"

using namespace scaling_limits;
using namespace scaling_limits::published;
using Catch::Matchers::WithinRel;

namespace {

const StoryAnswer& of(const std::vector<StoryAnswer>& answers, std::string_view name) {
  for (const auto& one : answers)
    if (one.name == name) return one;
  throw InvalidArgument("no such story");
}

}  // namespace

TEST_CASE("stories: thirty at least, each with its source and what was known before", "[published][stories]") {
  std::set<std::string_view> names, projects;
  for (const auto& [name, story, mark, source, note] : stories) {
    CAPTURE(name);
    CHECK(names.insert(name).second);
    projects.insert(story.project);
    CHECK_FALSE(source.empty());
    CHECK(story.gpus > 0);
    CHECK((story.goodput > 0 && story.goodput <= 1) != (story.goodput != story.goodput));
    CHECK((story.goodput == story.goodput || story.interruptions > 0));
    if (story.has_failures()) CHECK(failure_rate(story.rate).gpu_mttf() > 0);
  }
  CHECK(names.size() >= 30);
  CHECK(projects.size() >= 18);
}

TEST_CASE("stories: predictions are the model's, and what is told comes back", "[published][stories]") {
  const auto answers = story_answers();
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const auto& one = answers[i];
    const Story& story = stories[i].value;
    CAPTURE(one.name);
    if (!story.has_failures() || one.goodput != one.goodput) continue;
    // the outage at which the model gives what was told, unless it gives less without any
    const double there = strategies::goodput(story.run(one.downtime), strategies::blocking());
    if (one.downtime > 0) CHECK_THAT(there, WithinRel(one.goodput, 1e-12));
    else CHECK(there <= one.goodput);
    CHECK(one.low < one.high);
    CHECK(one.high <= one.predicted);
    CHECK((one.verdict == "inside") == (one.goodput >= one.low - 0.01 && one.goodput <= one.high + 0.01));
  }
  // nobody who restarts knows of the project's own stories
  std::vector<double> others;
  for (const auto& one : answers)
    if (one.operation == "by hand" && one.project != "DLRover") others.push_back(one.downtime);
  std::sort(others.begin(), others.end());
  const double median = (others[(others.size() - 1) / 2] + others[others.size() / 2]) / 2;
  const auto& week = of(answers, "dlrover_week_before");
  CHECK_THAT(week.knowing,
             WithinRel(strategies::goodput(find(stories, "story", week.name).value.run(median), strategies::blocking()),
                       tolerance::two_routes));
}

TEST_CASE("stories: starts of MLPerf are those of the logs", "[published][stories]") {
  for (const auto& one : story_answers()) {
    const Story& story = find(stories, "story", one.name).value;
    if (story.has_failures()) continue;
    CAPTURE(one.name);
    CHECK_THAT(story.step_time / (story.step_time + story.evaluation_time + story.start_time), WithinRel(one.goodput, 0.003));
    CHECK(one.low < one.knowing);
    CHECK(one.knowing < one.high);
  }
}

TEST_CASE("stories: errors before and after, recounted", "[published][stories]") {
  const auto answers = story_answers();
  double count = 0, inside = 0, before = 0, after = 0;
  for (const auto& one : answers)
    if (one.operation == "by hand" && one.goodput == one.goodput)
      ++count, inside += one.verdict == "inside", before += std::abs(one.predicted - one.goodput),
          after += std::abs(one.knowing - one.goodput);
  const auto errors = story_errors(answers);
  CHECK(errors[0].stories == count);
  CHECK(errors[0].inside == inside);
  CHECK_THAT(errors[0].mean_error, WithinRel(before / count, tolerance::two_routes));
  CHECK_THAT(errors[0].knowing_mean_error, WithinRel(after / count, tolerance::two_routes));
  // what the docs say: it is people who are missing, and knowing of them takes out most of the bias
  CHECK(errors[0].bias > 3 * errors[1].bias);
  CHECK(std::abs(errors[0].knowing_bias) < 0.3 * errors[0].bias);
  CHECK(errors[3].stories == errors[0].stories + errors[1].stories);
}
