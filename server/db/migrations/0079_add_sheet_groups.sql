ALTER TABLE "lab_run" ADD COLUMN "solution_volume" numeric;
--> statement-breakpoint
ALTER TABLE "lab_sheet" ADD COLUMN "group_no" text;
