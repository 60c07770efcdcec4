ALTER TABLE "sample_plan" ADD COLUMN "untested" jsonb;
