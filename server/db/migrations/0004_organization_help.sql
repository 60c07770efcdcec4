ALTER TABLE "organization" ADD COLUMN "no_help" boolean DEFAULT false NOT NULL;
