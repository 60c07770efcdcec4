ALTER TABLE "run_profile" ALTER COLUMN "sample_column" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "run_profile" ADD COLUMN "sample_key" text;
--> statement-breakpoint
ALTER TABLE "run_profile" ADD COLUMN "component_names" text;
