ALTER TABLE "lab_sheet" ADD COLUMN "check_reasons" jsonb;
