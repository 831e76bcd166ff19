// SPDX-License-Identifier: Apache-2.0
// Errors of GPUs as a kernel log has them: what each means, and whether it ends the job on that GPU.
//
// Codes of NVIDIA's driver ("NVRM: Xid"): NVIDIA, "XID Errors", "Analyzing Xid Errors with the Xid Catalog" (2025). Where its
// first action is to restart the application, the GPU, the machine or a workflow that does so, the job is over; where it is to
// ignore the line, or the line only tells more of another one, it goes on. Codes that the catalog calls unused are not here:
// who meets one is asked.
#pragma once
#include "../version.hpp"

#include <array>
#include <string_view>

#include "../core/result_fields.hpp"

namespace scaling_limits::failures {

/// Codes from `first` to `last` of one meaning.
struct XidRow {
  double first = 0, last = 0;
  std::string_view meaning{};
  double ends_job = 0;  // 1: it does
  std::string_view source{};
};
constexpr auto fields(const XidRow*) {
  using X = XidRow;
  return std::tuple(ResultField("first", &X::first, "1", "code of the driver"),
                    ResultField("last", &X::last, "1", "code up to which the row is of all"),
                    ResultField("meaning", &X::meaning, "", "in a few words"),
                    ResultField("ends_job", &X::ends_job, "1", "1: a job on that GPU is over; 0: it goes on"),
                    ResultField("source", &X::source, "", "that says so"));
}

namespace detail {

inline constexpr std::string_view catalog_restart = "XID Errors, Xid Catalog: restart the application",
                                  catalog_reset = "XID Errors, Xid Catalog: reset the GPU or the machine",
                                  catalog_workflow = "XID Errors, Xid Catalog: a workflow that ends in a restart",
                                  catalog_ignore = "XID Errors, Xid Catalog: ignore",
                                  catalog_other = "XID Errors, Xid Catalog: tells of another Xid";

}  // namespace detail

/// The table, by code.
inline constexpr auto xid_rows = [] {
  using namespace detail;
  return std::to_array<XidRow>({
      {8, 8, "GPU stopped processing", 1, catalog_restart},
      {11, 11, "corrupt commands", 1, catalog_restart},
      {13, 13, "graphics engine exception, often of the program", 1, catalog_restart},
      {25, 25, "illegal commands", 1, catalog_restart},
      {31, 31, "memory page fault, often of the program", 1, catalog_restart},
      {32, 32, "corrupt commands", 1, catalog_restart},
      {37, 38, "driver firmware error", 0, catalog_ignore},
      {39, 41, "copy engine error", 1, catalog_restart},
      // the catalog says to ignore it, as the GPU stays healthy; the program must end
      {43, 43, "program fault stopped the GPU", 1, "XID Errors: logged when an application's own fault ends it"},
      {44, 44, "fault in a context switch", 0, catalog_ignore},
      {45, 45, "clean-up after another error", 0, catalog_other},
      {46, 46, "GPU stopped processing", 1, catalog_reset},
      {48, 48, "double-bit ECC error", 1, catalog_workflow},
      {54, 54, "auxiliary power not connected", 1, "XID Errors, Xid Catalog: check the cables"},
      {60, 60, "video processor exception", 1, catalog_restart},
      {62, 62, "micro-controller halted", 1, catalog_reset},
      {63, 63, "memory row remapped", 0, catalog_ignore},
      {64, 64, "memory row not remapped", 1, catalog_reset},
      {66, 67, "illegal access by the driver", 0, catalog_ignore},
      {68, 68, "video decoder error", 1, catalog_restart},
      {69, 69, "graphics engine class error", 1, catalog_restart},
      {70, 72, "copy engine error", 1, catalog_restart},
      // some jobs outlive one: the link tries again (Cui et al., arXiv 2503.11901, 2025)
      {74, 74, "NVLink error", 1, catalog_workflow},
      {75, 77, "copy engine error", 1, catalog_restart},
      {78, 78, "virtual GPU did not start", 1, "XID Errors, Xid Catalog: update the software"},
      {79, 79, "fallen off the bus", 1, catalog_reset},
      {80, 80, "corrupt data sent to the GPU", 1, catalog_restart},
      {82, 82, "image decoder error", 1, catalog_restart},
      {83, 84, "video decoder error", 1, catalog_restart},
      {85, 85, "copy engine error", 1, catalog_restart},
      {86, 86, "optical flow engine error", 1, catalog_restart},
      {88, 89, "video decoder error", 1, catalog_restart},
      {92, 92, "many single-bit ECC errors, corrected", 0, catalog_ignore},
      {93, 93, "wear limit of a memory for settings", 0, catalog_ignore},
      {94, 94, "contained memory error", 1, catalog_restart},
      {95, 95, "uncontained memory error", 1, catalog_reset},
      {96, 98, "video decoder error", 1, catalog_restart},
      {99, 105, "image decoder error", 1, catalog_restart},
      {106, 107, "test message", 0, catalog_ignore},
      {108, 108, "NVLink translation error elsewhere", 0, catalog_ignore},
      {109, 109, "context switch timed out", 1, catalog_reset},
      {110, 110, "security fault", 1, catalog_reset},
      {119, 119, "system processor (GSP) does not answer", 1, catalog_reset},
      {120, 120, "system processor (GSP) error", 1, catalog_reset},
      {121, 121, "chip-to-chip link error, corrected", 0, catalog_ignore},
      {126, 135, "copy engine error", 1, catalog_restart},
      {136, 136, "link training failed", 1, catalog_reset},
      {137, 137, "NVLink access not allowed", 0, catalog_ignore},
      {139, 139, "optical flow engine error", 1, catalog_restart},
      {140, 140, "unrecovered ECC error", 1, catalog_reset},
      {141, 141, "fast path error", 0, catalog_ignore},
      {143, 143, "GPU did not initialize", 1, catalog_reset},
      {144, 150, "NVLink error", 1, catalog_workflow},
      {151, 151, "key rotation error", 1, catalog_reset},
      {152, 153, "deep learning accelerator error", 0, catalog_ignore},
      {154, 154, "recovery action changed", 0, catalog_other},
      {155, 155, "NVLink error of software", 1, catalog_reset},
      {156, 156, "memory retired", 1, catalog_reset},
      {157, 157, "memory not retired", 0, catalog_ignore},
      {158, 158, "GPU timed out", 1, catalog_reset},
      {160, 160, "memory channel retired", 0, catalog_ignore},
      {161, 161, "memory channel not retired", 0, catalog_ignore},
      {162, 165, "power smoothing changed", 0, "XID Errors, Xid Catalog: no action"},
      {167, 167, "PCIe timed out", 1, "XID Errors, Xid Catalog: a fatal timeout of the bus"},
      {171, 172, "where the ECC error of Xid 48 was", 0, catalog_other},
  });
}();

}  // namespace scaling_limits::failures
