ALTER TABLE "organization" ADD COLUMN "email" text;
