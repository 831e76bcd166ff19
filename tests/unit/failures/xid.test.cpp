// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>

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
  for (const double code : {13., 31., 43., 48., 64., 74., 79., 94., 95., 119., 120., 140., 149.}) CHECK(ends(code) == 1);
  for (const double code : {45., 63., 92., 121., 154., 160., 172.}) CHECK(ends(code) == 0);
  for (const double code : {0., 1., 42., 122., 999.}) CHECK(ends(code) == -1);  // unused, or not known: asked for
}
