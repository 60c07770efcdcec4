ALTER TABLE "report_module" ADD COLUMN "kind" text;
