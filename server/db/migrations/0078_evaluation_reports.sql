ALTER TABLE "organization" ADD COLUMN "legal_person" text;
--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "service" text;
--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "author_part" text;
