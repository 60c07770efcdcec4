ALTER TABLE "sample" ADD COLUMN "measured" jsonb;
