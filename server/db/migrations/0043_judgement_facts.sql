ALTER TABLE "hazard" ADD COLUMN "no_limit" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "hazard" ADD COLUMN "reduction_exempt" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "sample" ADD COLUMN "rest_unexposed" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "site_hazard" ADD COLUMN "contact_pattern" text;
--> statement-breakpoint
ALTER TABLE "site_hazard" ADD COLUMN "peak_times" integer;
--> statement-breakpoint
ALTER TABLE "site_hazard" ADD COLUMN "peak_minutes" integer;
--> statement-breakpoint
ALTER TABLE "site_hazard" ADD COLUMN "peak_gap" integer;
--> statement-breakpoint
ALTER TABLE "site_hazard" ADD COLUMN "work_time" text;
--> statement-breakpoint
ALTER TABLE "site_survey_module_row" ADD COLUMN "contact_pattern" text;
--> statement-breakpoint
ALTER TABLE "site_survey_module_row" ADD COLUMN "peak_times" integer;
--> statement-breakpoint
ALTER TABLE "site_survey_module_row" ADD COLUMN "peak_minutes" integer;
--> statement-breakpoint
ALTER TABLE "site_survey_module_row" ADD COLUMN "peak_gap" integer;
--> statement-breakpoint
ALTER TABLE "site_survey_module_row" ADD COLUMN "work_time" text;
