// SPDX-License-Identifier: Apache-2.0
// Who adds which questions to the list: questions_<room>.hpp.
#pragma once
#include "../../version.hpp"

#include "../question.hpp"

namespace scaling_limits::catalog {

void add_run_questions(Questions& to);
void add_cause_questions(Questions& to);
void add_level_questions(Questions& to);
void add_limit_questions(Questions& to);
void add_band_questions(Questions& to);
void add_site_questions(Questions& to);
void add_analysis_questions(Questions& to);
void add_scenario_questions(Questions& to);
void add_economics_questions(Questions& to);
void add_law_questions(Questions& to);
void add_scaling_law_questions(Questions& to);
void add_data_movement_questions(Questions& to);
void add_federated_questions(Questions& to);
void add_search_questions(Questions& to);
void add_fit_questions(Questions& to);
void add_event_questions(Questions& to);
void add_log_questions(Questions& to);
void add_history_questions(Questions& to);
void add_step_questions(Questions& to);
void add_list_questions(Questions& to);
void add_model_questions(Questions& to);
void add_supply_questions(Questions& to);
void add_simulation_questions(Questions& to);
void add_uncertainty_questions(Questions& to);
void add_text_questions(Questions& to);

}  // namespace scaling_limits::catalog
