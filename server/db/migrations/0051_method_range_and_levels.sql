ALTER TABLE "lab_method_item" ADD COLUMN "range_top" numeric;
--> statement-breakpoint
ALTER TABLE "lab_method_item" ADD COLUMN "uncertainty_levels" text;
