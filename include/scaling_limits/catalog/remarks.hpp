// SPDX-License-Identifier: Apache-2.0
// What is far outside what is usual, said beside the answer: "3" for "3 h" is a number like any other.
#pragma once
#include "../version.hpp"

#include "questions.hpp"

namespace scaling_limits::catalog {

/// A line for every number of a part that lies ten times outside the usual range of its row. Zero and infinity are meant.
List remarks(const Part& part);
/// The same of everything that is asked; what is swept is meant too.
List remarks(const Request& request);

}  // namespace scaling_limits::catalog
