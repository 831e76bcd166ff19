// SPDX-License-Identifier: Apache-2.0
// What the headers say of the functions that are kernels: read from their comments when the extension is built
// (../kernel_texts.py), so that it stands there alone.
#pragma once
#include <string_view>
#include <vector>

namespace scaling_limits::python {

struct KernelText {
  std::string_view function, text;  // "checkpoint::goodput"
};
const std::vector<KernelText>& kernel_texts();

}  // namespace scaling_limits::python
