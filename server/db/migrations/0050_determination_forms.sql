ALTER TABLE "lab_detection" ADD COLUMN "title" text;
--> statement-breakpoint
ALTER TABLE "lab_detection" ADD COLUMN "form" text;
--> statement-breakpoint
ALTER TABLE "lab_detection" ADD COLUMN "collector_lot" text;
--> statement-breakpoint
ALTER TABLE "lab_detection" ADD COLUMN "efficiency" text;
--> statement-breakpoint
ALTER TABLE "lab_sheet" ADD COLUMN "efficiency_source" text;
