ALTER TABLE "inspect_unit" ADD COLUMN "landline" text;

--> statement-breakpoint
UPDATE "inspect_unit" SET "landline" = "mobile", "mobile" = NULL WHERE "mobile" IS NOT NULL AND "mobile" !~ '^1[2-9][0-9]{9}$';
