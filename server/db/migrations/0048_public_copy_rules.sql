ALTER TABLE "report_formula" ADD COLUMN "copy_rules" integer;
