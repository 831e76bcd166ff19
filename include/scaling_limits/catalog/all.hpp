// SPDX-License-Identifier: Apache-2.0
// What the other headers of catalog/ declare, for programs that are built without CMake: one source includes this header, all
// others the declarations. Of JSON, TOML and the question `calibrate` what the parsers and Eigen that are there allow. With
// CMake nothing includes it: scaling_limits::catalog, ::text and ::calibrate compile each paragraph of it as one source.
#pragma once
#include "../version.hpp"

#include "defined/evaluate.hpp"
#include "defined/solved.hpp"

#include "defined/answer.hpp"
#include "defined/choose.hpp"
#include "defined/question.hpp"
#include "defined/value.hpp"

#include "defined/kinds_criteria.hpp"
#include "defined/kinds_factors.hpp"

#include "defined/kinds_strategies.hpp"

#include "defined/strategies_of_levels.hpp"

#include "defined/strategies_of_replicas.hpp"

#include "defined/questions_band.hpp"
#include "defined/questions_history.hpp"
#include "defined/questions_limits.hpp"
#include "defined/questions_run.hpp"
#include "defined/questions_simulation.hpp"

#include "defined/kinds_aggregates.hpp"
#include "defined/kinds_distributions.hpp"
#include "defined/kinds_laws.hpp"
#include "defined/kinds_stops.hpp"

#include "defined/questions_causes.hpp"

#include "defined/questions_analysis.hpp"
#include "defined/questions_economics.hpp"
#include "defined/questions_scenario.hpp"

#include "defined/questions_events.hpp"
#include "defined/questions_fits.hpp"
#include "defined/questions_laws.hpp"
#include "defined/questions_logs.hpp"

#include "defined/questions_federated.hpp"
#include "defined/questions_model.hpp"
#include "defined/questions_scaling_law.hpp"
#include "defined/questions_step.hpp"

#include "defined/questions_data_movement.hpp"
#include "defined/questions_lists.hpp"
#include "defined/questions_search.hpp"
#include "defined/questions_sites.hpp"
#include "defined/questions_supply.hpp"
#include "defined/questions_texts.hpp"
#include "defined/questions_uncertainty.hpp"

#include "defined/describe.hpp"
#include "defined/json_schema.hpp"
#include "defined/parts.hpp"
#include "defined/presets.hpp"
#include "defined/questions.hpp"
#include "defined/remarks.hpp"
#include "defined/reply.hpp"
#include "defined/request.hpp"
#include "defined/schema.hpp"
#include "defined/uncertain.hpp"

#if __has_include(<nlohmann/json.hpp>)
#include "defined/ask.hpp"
#include "defined/text_json.hpp"
#include "defined/text_to_toml.hpp"
#include "defined/text_written.hpp"
#endif
#if __has_include(<toml++/toml.h>)
#include "defined/text_toml.hpp"
#endif
#if __has_include(<Eigen/Core>)
#include "defined/questions_calibrate.hpp"
#endif
