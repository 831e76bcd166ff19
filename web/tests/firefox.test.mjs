// SPDX-License-Identifier: Apache-2.0
import { suite } from "./suite.mjs";

suite("firefox");
