ALTER TABLE "organization" ADD COLUMN "title_pre" text;
