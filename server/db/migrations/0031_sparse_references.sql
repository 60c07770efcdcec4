DROP INDEX "approval_report";
--> statement-breakpoint
DROP INDEX "approval_submitter";
--> statement-breakpoint
DROP INDEX "companion_sampling_day";
--> statement-breakpoint
DROP INDEX "contract_review_reviewer";
--> statement-breakpoint
DROP INDEX "cyfa_module_row_method";
--> statement-breakpoint
DROP INDEX "declaration_source_project";
--> statement-breakpoint
DROP INDEX "declaration_previous";
--> statement-breakpoint
DROP INDEX "delegation_principal";
--> statement-breakpoint
DROP INDEX "delegation_ended_by";
--> statement-breakpoint
DROP INDEX "equipment_keeper";
--> statement-breakpoint
DROP INDEX "equipment_use_project";
--> statement-breakpoint
DROP INDEX "equipment_use_out_by";
--> statement-breakpoint
DROP INDEX "equipment_use_in_by";
--> statement-breakpoint
DROP INDEX "equipment_use_calibrator";
--> statement-breakpoint
DROP INDEX "hand_over_giver";
--> statement-breakpoint
DROP INDEX "hand_over_receiver";
--> statement-breakpoint
DROP INDEX "incoming_sample_method";
--> statement-breakpoint
DROP INDEX "incoming_sample_received_by";
--> statement-breakpoint
DROP INDEX "incoming_sample_received_as";
--> statement-breakpoint
DROP INDEX "inspect_unit_customer";
--> statement-breakpoint
DROP INDEX "lab_attachment_curve";
--> statement-breakpoint
DROP INDEX "lab_attachment_sample";
--> statement-breakpoint
DROP INDEX "lab_check_standard";
--> statement-breakpoint
DROP INDEX "lab_check_retest_of";
--> statement-breakpoint
DROP INDEX "lab_curve_previous";
--> statement-breakpoint
DROP INDEX "lab_curve_instrument";
--> statement-breakpoint
DROP INDEX "lab_curve_standard";
--> statement-breakpoint
DROP INDEX "lab_peak_row";
--> statement-breakpoint
DROP INDEX "lab_sheet_row_task";
--> statement-breakpoint
DROP INDEX "lab_sheet_analyst";
--> statement-breakpoint
DROP INDEX "lab_sheet_instrument";
--> statement-breakpoint
DROP INDEX "lab_sheet_standard";
--> statement-breakpoint
DROP INDEX "lab_sheet_curve";
--> statement-breakpoint
DROP INDEX "lab_sheet_previous";
--> statement-breakpoint
DROP INDEX "lab_task_sample_site_hazard_id";
--> statement-breakpoint
DROP INDEX "lab_task_method";
--> statement-breakpoint
DROP INDEX "lab_task_analyst";
--> statement-breakpoint
DROP INDEX "lab_task_distributed_by";
--> statement-breakpoint
DROP INDEX "lab_task_sheet";
--> statement-breakpoint
DROP INDEX "lab_task_retest_of";
--> statement-breakpoint
DROP INDEX "menu_pid";
--> statement-breakpoint
DROP INDEX "nonconformity_project";
--> statement-breakpoint
DROP INDEX "nonconformity_sheet";
--> statement-breakpoint
DROP INDEX "nonconformity_responsible";
--> statement-breakpoint
DROP INDEX "nonconformity_closed_by";
--> statement-breakpoint
DROP INDEX "outside_fee_task";
--> statement-breakpoint
DROP INDEX "outside_fee_project";
--> statement-breakpoint
DROP INDEX "outside_fee_settlement";
--> statement-breakpoint
DROP INDEX "outside_finding_answered_by";
--> statement-breakpoint
DROP INDEX "outside_item_task";
--> statement-breakpoint
DROP INDEX "point_entry_task";
--> statement-breakpoint
DROP INDEX "point_entry_rule";
--> statement-breakpoint
DROP INDEX "project_customer";
--> statement-breakpoint
DROP INDEX "project_leader";
--> statement-breakpoint
DROP INDEX "project_project_id_gl";
--> statement-breakpoint
DROP INDEX "project_archived_by";
--> statement-breakpoint
DROP INDEX "report_formula_project";
--> statement-breakpoint
DROP INDEX "report_template";
--> statement-breakpoint
DROP INDEX "report_previous";
--> statement-breakpoint
DROP INDEX "report_notice";
--> statement-breakpoint
DROP INDEX "sample_plan_template";
--> statement-breakpoint
DROP INDEX "sample_site_hazard_site_hazard_id";
--> statement-breakpoint
DROP INDEX "sample_site_hazard_method";
--> statement-breakpoint
DROP INDEX "sample_sample_site_hazard_id";
--> statement-breakpoint
DROP INDEX "sample_site_hazard_id";
--> statement-breakpoint
DROP INDEX "sample_sampling_day";
--> statement-breakpoint
DROP INDEX "sample_method";
--> statement-breakpoint
DROP INDEX "sample_equipment";
--> statement-breakpoint
DROP INDEX "sample_hand_over";
--> statement-breakpoint
DROP INDEX "site_media_sample";
--> statement-breakpoint
DROP INDEX "site_survey_template";
--> statement-breakpoint
DROP INDEX "site_survey_copied_from";
--> statement-breakpoint
DROP INDEX "site_weather_equipment";
--> statement-breakpoint
DROP INDEX "standard_hazard";
--> statement-breakpoint
DROP INDEX "stock_movement_standard";
--> statement-breakpoint
DROP INDEX "stock_movement_reagent";
--> statement-breakpoint
DROP INDEX "stock_movement_consumable";
--> statement-breakpoint
DROP INDEX "stock_movement_receiver";
--> statement-breakpoint
DROP INDEX "stock_movement_project";
--> statement-breakpoint
DROP INDEX "stock_movement_sheet";
--> statement-breakpoint
DROP INDEX "stock_movement_issue";
--> statement-breakpoint
DROP INDEX "stock_movement_into_standard";
--> statement-breakpoint
DROP INDEX "stock_movement_into_reagent";
--> statement-breakpoint
DROP INDEX "occupational_health_report_submitted_by";
--> statement-breakpoint
DROP INDEX "vehicle_plan_project";
--> statement-breakpoint
DROP INDEX "vehicle_keeper";
--> statement-breakpoint
CREATE INDEX "approval_report" ON "approval" USING btree ("report") WHERE "approval"."report" is not null;
--> statement-breakpoint
CREATE INDEX "approval_submitter" ON "approval" USING btree ("submitter") WHERE "approval"."submitter" is not null;
--> statement-breakpoint
CREATE INDEX "companion_sampling_day" ON "companion" USING btree ("sampling_day") WHERE "companion"."sampling_day" is not null;
--> statement-breakpoint
CREATE INDEX "contract_review_reviewer" ON "contract_review" USING btree ("reviewer") WHERE "contract_review"."reviewer" is not null;
--> statement-breakpoint
CREATE INDEX "cyfa_module_row_method" ON "cyfa_module_row" USING btree ("method") WHERE "cyfa_module_row"."method" is not null;
--> statement-breakpoint
CREATE INDEX "declaration_source_project" ON "declaration" USING btree ("source_project") WHERE "declaration"."source_project" is not null;
--> statement-breakpoint
CREATE INDEX "declaration_previous" ON "declaration" USING btree ("previous") WHERE "declaration"."previous" is not null;
--> statement-breakpoint
CREATE INDEX "delegation_principal" ON "delegation" USING btree ("principal") WHERE "delegation"."principal" is not null;
--> statement-breakpoint
CREATE INDEX "delegation_ended_by" ON "delegation" USING btree ("ended_by") WHERE "delegation"."ended_by" is not null;
--> statement-breakpoint
CREATE INDEX "equipment_keeper" ON "equipment" USING btree ("keeper") WHERE "equipment"."keeper" is not null;
--> statement-breakpoint
CREATE INDEX "equipment_use_project" ON "equipment_use" USING btree ("project") WHERE "equipment_use"."project" is not null;
--> statement-breakpoint
CREATE INDEX "equipment_use_out_by" ON "equipment_use" USING btree ("out_by") WHERE "equipment_use"."out_by" is not null;
--> statement-breakpoint
CREATE INDEX "equipment_use_in_by" ON "equipment_use" USING btree ("in_by") WHERE "equipment_use"."in_by" is not null;
--> statement-breakpoint
CREATE INDEX "equipment_use_calibrator" ON "equipment_use" USING btree ("calibrator") WHERE "equipment_use"."calibrator" is not null;
--> statement-breakpoint
CREATE INDEX "hand_over_giver" ON "hand_over" USING btree ("giver") WHERE "hand_over"."giver" is not null;
--> statement-breakpoint
CREATE INDEX "hand_over_receiver" ON "hand_over" USING btree ("receiver") WHERE "hand_over"."receiver" is not null;
--> statement-breakpoint
CREATE INDEX "incoming_sample_method" ON "incoming_sample" USING btree ("method") WHERE "incoming_sample"."method" is not null;
--> statement-breakpoint
CREATE INDEX "incoming_sample_received_by" ON "incoming_sample" USING btree ("received_by") WHERE "incoming_sample"."received_by" is not null;
--> statement-breakpoint
CREATE INDEX "incoming_sample_received_as" ON "incoming_sample" USING btree ("received_as") WHERE "incoming_sample"."received_as" is not null;
--> statement-breakpoint
CREATE INDEX "inspect_unit_customer" ON "inspect_unit" USING btree ("customer") WHERE "inspect_unit"."customer" is not null;
--> statement-breakpoint
CREATE INDEX "lab_attachment_curve" ON "lab_attachment" USING btree ("curve") WHERE "lab_attachment"."curve" is not null;
--> statement-breakpoint
CREATE INDEX "lab_attachment_sample" ON "lab_attachment" USING btree ("sample") WHERE "lab_attachment"."sample" is not null;
--> statement-breakpoint
CREATE INDEX "lab_check_standard" ON "lab_check" USING btree ("standard") WHERE "lab_check"."standard" is not null;
--> statement-breakpoint
CREATE INDEX "lab_check_retest_of" ON "lab_check" USING btree ("retest_of") WHERE "lab_check"."retest_of" is not null;
--> statement-breakpoint
CREATE INDEX "lab_curve_previous" ON "lab_curve" USING btree ("previous") WHERE "lab_curve"."previous" is not null;
--> statement-breakpoint
CREATE INDEX "lab_curve_instrument" ON "lab_curve" USING btree ("instrument") WHERE "lab_curve"."instrument" is not null;
--> statement-breakpoint
CREATE INDEX "lab_curve_standard" ON "lab_curve" USING btree ("standard") WHERE "lab_curve"."standard" is not null;
--> statement-breakpoint
CREATE INDEX "lab_peak_row" ON "lab_peak" USING btree ("row") WHERE "lab_peak"."row" is not null;
--> statement-breakpoint
CREATE INDEX "lab_sheet_row_task" ON "lab_sheet_row" USING btree ("task") WHERE "lab_sheet_row"."task" is not null;
--> statement-breakpoint
CREATE INDEX "lab_sheet_analyst" ON "lab_sheet" USING btree ("analyst") WHERE "lab_sheet"."analyst" is not null;
--> statement-breakpoint
CREATE INDEX "lab_sheet_instrument" ON "lab_sheet" USING btree ("instrument") WHERE "lab_sheet"."instrument" is not null;
--> statement-breakpoint
CREATE INDEX "lab_sheet_standard" ON "lab_sheet" USING btree ("standard") WHERE "lab_sheet"."standard" is not null;
--> statement-breakpoint
CREATE INDEX "lab_sheet_curve" ON "lab_sheet" USING btree ("curve") WHERE "lab_sheet"."curve" is not null;
--> statement-breakpoint
CREATE INDEX "lab_sheet_previous" ON "lab_sheet" USING btree ("previous") WHERE "lab_sheet"."previous" is not null;
--> statement-breakpoint
CREATE INDEX "lab_task_sample_site_hazard_id" ON "lab_task" USING btree ("sample_site_hazard_id") WHERE "lab_task"."sample_site_hazard_id" is not null;
--> statement-breakpoint
CREATE INDEX "lab_task_method" ON "lab_task" USING btree ("method") WHERE "lab_task"."method" is not null;
--> statement-breakpoint
CREATE INDEX "lab_task_analyst" ON "lab_task" USING btree ("analyst") WHERE "lab_task"."analyst" is not null;
--> statement-breakpoint
CREATE INDEX "lab_task_distributed_by" ON "lab_task" USING btree ("distributed_by") WHERE "lab_task"."distributed_by" is not null;
--> statement-breakpoint
CREATE INDEX "lab_task_sheet" ON "lab_task" USING btree ("sheet") WHERE "lab_task"."sheet" is not null;
--> statement-breakpoint
CREATE INDEX "lab_task_retest_of" ON "lab_task" USING btree ("retest_of") WHERE "lab_task"."retest_of" is not null;
--> statement-breakpoint
CREATE INDEX "menu_pid" ON "menu" USING btree ("pid") WHERE "menu"."pid" is not null;
--> statement-breakpoint
CREATE INDEX "nonconformity_project" ON "nonconformity" USING btree ("project") WHERE "nonconformity"."project" is not null;
--> statement-breakpoint
CREATE INDEX "nonconformity_sheet" ON "nonconformity" USING btree ("sheet") WHERE "nonconformity"."sheet" is not null;
--> statement-breakpoint
CREATE INDEX "nonconformity_responsible" ON "nonconformity" USING btree ("responsible") WHERE "nonconformity"."responsible" is not null;
--> statement-breakpoint
CREATE INDEX "nonconformity_closed_by" ON "nonconformity" USING btree ("closed_by") WHERE "nonconformity"."closed_by" is not null;
--> statement-breakpoint
CREATE INDEX "outside_fee_task" ON "outside_fee" USING btree ("task") WHERE "outside_fee"."task" is not null;
--> statement-breakpoint
CREATE INDEX "outside_fee_project" ON "outside_fee" USING btree ("project") WHERE "outside_fee"."project" is not null;
--> statement-breakpoint
CREATE INDEX "outside_fee_settlement" ON "outside_fee" USING btree ("settlement") WHERE "outside_fee"."settlement" is not null;
--> statement-breakpoint
CREATE INDEX "outside_finding_answered_by" ON "outside_finding" USING btree ("answered_by") WHERE "outside_finding"."answered_by" is not null;
--> statement-breakpoint
CREATE INDEX "outside_item_task" ON "outside_item" USING btree ("task") WHERE "outside_item"."task" is not null;
--> statement-breakpoint
CREATE INDEX "point_entry_task" ON "point_entry" USING btree ("task") WHERE "point_entry"."task" is not null;
--> statement-breakpoint
CREATE INDEX "point_entry_rule" ON "point_entry" USING btree ("rule") WHERE "point_entry"."rule" is not null;
--> statement-breakpoint
CREATE INDEX "project_customer" ON "project" USING btree ("customer") WHERE "project"."customer" is not null;
--> statement-breakpoint
CREATE INDEX "project_leader" ON "project" USING btree ("leader") WHERE "project"."leader" is not null;
--> statement-breakpoint
CREATE INDEX "project_project_id_gl" ON "project" USING btree ("project_id_gl") WHERE "project"."project_id_gl" is not null;
--> statement-breakpoint
CREATE INDEX "project_archived_by" ON "project" USING btree ("archived_by") WHERE "project"."archived_by" is not null;
--> statement-breakpoint
CREATE INDEX "report_formula_project" ON "report_formula" USING btree ("project") WHERE "report_formula"."project" is not null;
--> statement-breakpoint
CREATE INDEX "report_template" ON "report" USING btree ("template") WHERE "report"."template" is not null;
--> statement-breakpoint
CREATE INDEX "report_previous" ON "report" USING btree ("previous") WHERE "report"."previous" is not null;
--> statement-breakpoint
CREATE INDEX "report_notice" ON "report" USING btree ("notice") WHERE "report"."notice" is not null;
--> statement-breakpoint
CREATE INDEX "sample_plan_template" ON "sample_plan" USING btree ("template") WHERE "sample_plan"."template" is not null;
--> statement-breakpoint
CREATE INDEX "sample_site_hazard_site_hazard_id" ON "sample_site_hazard" USING btree ("site_hazard_id") WHERE "sample_site_hazard"."site_hazard_id" is not null;
--> statement-breakpoint
CREATE INDEX "sample_site_hazard_method" ON "sample_site_hazard" USING btree ("method") WHERE "sample_site_hazard"."method" is not null;
--> statement-breakpoint
CREATE INDEX "sample_sample_site_hazard_id" ON "sample" USING btree ("sample_site_hazard_id") WHERE "sample"."sample_site_hazard_id" is not null;
--> statement-breakpoint
CREATE INDEX "sample_site_hazard_id" ON "sample" USING btree ("site_hazard_id") WHERE "sample"."site_hazard_id" is not null;
--> statement-breakpoint
CREATE INDEX "sample_sampling_day" ON "sample" USING btree ("sampling_day") WHERE "sample"."sampling_day" is not null;
--> statement-breakpoint
CREATE INDEX "sample_method" ON "sample" USING btree ("method") WHERE "sample"."method" is not null;
--> statement-breakpoint
CREATE INDEX "sample_equipment" ON "sample" USING btree ("equipment") WHERE "sample"."equipment" is not null;
--> statement-breakpoint
CREATE INDEX "sample_hand_over" ON "sample" USING btree ("hand_over") WHERE "sample"."hand_over" is not null;
--> statement-breakpoint
CREATE INDEX "site_media_sample" ON "site_media" USING btree ("sample") WHERE "site_media"."sample" is not null;
--> statement-breakpoint
CREATE INDEX "site_survey_template" ON "site_survey" USING btree ("template") WHERE "site_survey"."template" is not null;
--> statement-breakpoint
CREATE INDEX "site_survey_copied_from" ON "site_survey" USING btree ("copied_from") WHERE "site_survey"."copied_from" is not null;
--> statement-breakpoint
CREATE INDEX "site_weather_equipment" ON "site_weather" USING btree ("equipment") WHERE "site_weather"."equipment" is not null;
--> statement-breakpoint
CREATE INDEX "standard_hazard" ON "standard" USING btree ("hazard") WHERE "standard"."hazard" is not null;
--> statement-breakpoint
CREATE INDEX "stock_movement_standard" ON "stock_movement" USING btree ("standard") WHERE "stock_movement"."standard" is not null;
--> statement-breakpoint
CREATE INDEX "stock_movement_reagent" ON "stock_movement" USING btree ("reagent") WHERE "stock_movement"."reagent" is not null;
--> statement-breakpoint
CREATE INDEX "stock_movement_consumable" ON "stock_movement" USING btree ("consumable") WHERE "stock_movement"."consumable" is not null;
--> statement-breakpoint
CREATE INDEX "stock_movement_receiver" ON "stock_movement" USING btree ("receiver") WHERE "stock_movement"."receiver" is not null;
--> statement-breakpoint
CREATE INDEX "stock_movement_project" ON "stock_movement" USING btree ("project") WHERE "stock_movement"."project" is not null;
--> statement-breakpoint
CREATE INDEX "stock_movement_sheet" ON "stock_movement" USING btree ("sheet") WHERE "stock_movement"."sheet" is not null;
--> statement-breakpoint
CREATE INDEX "stock_movement_issue" ON "stock_movement" USING btree ("issue") WHERE "stock_movement"."issue" is not null;
--> statement-breakpoint
CREATE INDEX "stock_movement_into_standard" ON "stock_movement" USING btree ("into_standard") WHERE "stock_movement"."into_standard" is not null;
--> statement-breakpoint
CREATE INDEX "stock_movement_into_reagent" ON "stock_movement" USING btree ("into_reagent") WHERE "stock_movement"."into_reagent" is not null;
--> statement-breakpoint
CREATE INDEX "occupational_health_report_submitted_by" ON "occupational_health_report" USING btree ("submitted_by") WHERE "occupational_health_report"."submitted_by" is not null;
--> statement-breakpoint
CREATE INDEX "vehicle_plan_project" ON "vehicle_plan" USING btree ("project") WHERE "vehicle_plan"."project" is not null;
--> statement-breakpoint
CREATE INDEX "vehicle_keeper" ON "vehicle" USING btree ("keeper") WHERE "vehicle"."keeper" is not null;
