// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <utility>
#include <vector>

#include "scaling_limits/failures/xid.hpp"

using namespace scaling_limits;

TEST_CASE("codes of the driver stand once each, in order, with a meaning and a source") {
  double last = 0;
  for (const failures::XidRow& row : failures::xid_rows) {
    CAPTURE(row.first, row.last);
    CHECK(row.first > last);
    CHECK(row.last >= row.first);
    CHECK((row.ends_job == 0 || row.ends_job == 1));
    CHECK(!row.meaning.empty());
    CHECK(row.source.starts_with("XID Errors"));
    last = row.last;
  }
}

TEST_CASE("what ends a job and what does not is as the catalogue of the driver has it") {
  const auto ends = [](double code) {
    for (const failures::XidRow& row : failures::xid_rows)
      if (row.first <= code && code <= row.last) return row.ends_job;
    return -1.;
  };
  // every code that is known, in runs: a line of the log that ends a job, or does not
  const std::vector<std::pair<int, int>> over{
      {8, 8},     {11, 11},   {13, 13},   {25, 25},   {31, 32},   {39, 41},   {43, 43},   {46, 46},  {48, 48},
      {54, 54},   {60, 60},   {62, 62},   {64, 64},   {68, 72},   {74, 80},   {82, 86},   {88, 89},  {94, 105},
      {109, 110}, {119, 120}, {126, 136}, {139, 140}, {143, 151}, {155, 156}, {158, 158}, {167, 167}};
  const std::vector<std::pair<int, int>> on{{37, 38},   {44, 45},   {63, 63},   {66, 67},   {92, 93},   {106, 108}, {121, 121},
                                            {137, 137}, {141, 141}, {152, 154}, {157, 157}, {160, 165}, {171, 172}};
  const auto within = [](const std::vector<std::pair<int, int>>& runs, int code) {
    return std::any_of(runs.begin(), runs.end(), [&](const auto& run) { return run.first <= code && code <= run.second; });
  };
  for (int code = 0; code < 1000; ++code) {
    CAPTURE(code);
    CHECK(ends(code) == (within(over, code) ? 1 : within(on, code) ? 0 : -1));  // -1: unused, or not known: asked for
  }
}
