ALTER TABLE "lab_method_item" ADD COLUMN "uncertainty" numeric;
--> statement-breakpoint
ALTER TABLE "lab_method_item" ADD COLUMN "coverage" numeric;
--> statement-breakpoint
ALTER TABLE "lab_method_item" ADD COLUMN "uncertainty_low" numeric;
--> statement-breakpoint
ALTER TABLE "lab_method_item" ADD COLUMN "uncertainty_high" numeric;
--> statement-breakpoint
ALTER TABLE "lab_method_item" ADD COLUMN "uncertainty_source" text;
--> statement-breakpoint
ALTER TABLE "lab_method_item" ADD COLUMN "uncertainty_from" date;
--> statement-breakpoint
ALTER TABLE "lab_sheet" ADD COLUMN "lod_source" text;
