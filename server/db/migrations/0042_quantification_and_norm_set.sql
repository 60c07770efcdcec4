ALTER TABLE "lab_sheet_row" ADD COLUMN "norm_set" text;
--> statement-breakpoint
ALTER TABLE "lab_sheet" ADD COLUMN "loq" numeric;
