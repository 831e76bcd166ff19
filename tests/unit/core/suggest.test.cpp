// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/core/suggest.hpp>

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <vector>

namespace scaling_limits::testing {

namespace {
constexpr auto names =
    std::to_array<std::string_view>({"gpus", "gpu_mttf", "write_time", "restart_time", "downtime", "persist_latency",
                                     "checkpoint_bytes", "write_bandwidth", "read_bandwidth", "spares", "target_goodput"});
}

TEST_CASE("the closest name is the one that Python's difflib finds", "[core]") {
  struct Row {
    std::string_view given, wanted;
  };
  // difflib.get_close_matches(given, names, 1)
  for (const Row& row : {Row{"gpu", "gpus"},
                         Row{"gpus", "gpus"},
                         Row{"gpsu", "gpus"},
                         Row{"GPUS", ""},
                         Row{"mttf", "gpu_mttf"},
                         Row{"mtbf", ""},
                         Row{"gpu_mtbf", "gpu_mttf"},
                         Row{"gpu_mtf", "gpu_mttf"},
                         Row{"write", "write_time"},
                         Row{"writetime", "write_time"},
                         Row{"write_times", "write_time"},
                         Row{"restart", "restart_time"},
                         Row{"time", "downtime"},
                         Row{"bandwidth", "read_bandwidth"},
                         Row{"read_band", "read_bandwidth"},
                         Row{"bandwith", "read_bandwidth"},
                         Row{"writebandwidth", "write_bandwidth"},
                         Row{"bytes", ""},
                         Row{"latency", "persist_latency"},
                         Row{"goodput", "target_goodput"},
                         Row{"down", "downtime"},
                         Row{"spare", "spares"},
                         Row{"spare_wait", "spares"},
                         Row{"checkpoint", "checkpoint_bytes"},
                         Row{"persistence", "persist_latency"},
                         Row{"xyz", ""},
                         Row{"w", ""},
                         Row{"target_ghoodput", "target_goodput"},
                         Row{"restart_latency", "restart_time"},
                         Row{"tim3", ""}}) {
    CAPTURE(row.given);
    CHECK(closest(row.given, names) == row.wanted);
  }
  // two as close as each other: the later in the alphabet
  CHECK(closest("abcx", std::array<std::string_view, 2>{"abcd", "abce"}) == "abce");
  CHECK(closest("abcx", std::array<std::string_view, 2>{"abce", "abcd"}) == "abce");
}

TEST_CASE("a suggestion ends a sentence: the name meant, or what there is", "[core]") {
  CHECK(suggestion("gpu", names) == "; did you mean 'gpus'?");
  CHECK(suggestion("zzz", std::vector<std::string>{"gpus", "mtbf"}) == "; it has gpus, mtbf");
  CHECK(suggestion("zzz", std::vector<const char*>{}) == "");
  CHECK(suggestion("", std::vector<const char*>{"gpus"}) == "; it has gpus");
  const std::string long_name(100000, 'a');  // answered at once
  CHECK(suggestion(long_name, std::vector<std::string>{long_name + "b"}) == "; it has " + long_name + "b");
}

}  // namespace scaling_limits::testing
