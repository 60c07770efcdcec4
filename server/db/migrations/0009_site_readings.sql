ALTER TABLE "companion" ALTER COLUMN "signed_at" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "companion" ADD COLUMN "recorded_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "sample" ADD COLUMN "planned_flow" numeric;
--> statement-breakpoint
ALTER TABLE "sample" ADD COLUMN "planned_minutes" integer;
