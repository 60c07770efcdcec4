ALTER TABLE "run_profile" ADD COLUMN "time_column" integer;
