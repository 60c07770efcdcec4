ALTER TABLE "service_form" ADD COLUMN "tables" jsonb;
