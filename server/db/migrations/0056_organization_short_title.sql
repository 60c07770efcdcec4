ALTER TABLE "organization" ADD COLUMN "short_title" text;
