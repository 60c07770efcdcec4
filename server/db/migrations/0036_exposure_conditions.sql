ALTER TABLE "site_hazard" ADD COLUMN "exposure_condition" text;
--> statement-breakpoint
ALTER TABLE "site_survey_module_row" ADD COLUMN "exposure_condition" text;
--> statement-breakpoint
ALTER TABLE "site_survey" ADD COLUMN "design_temperature" numeric;
