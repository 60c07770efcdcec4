ALTER TABLE "blank_relation" ADD COLUMN "reason" text;
--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "flow_control" text;
--> statement-breakpoint
ALTER TABLE "equipment_use" ADD COLUMN "flow_readings" text;
--> statement-breakpoint
ALTER TABLE "lab_sheet" ADD COLUMN "blank_remark" text;
--> statement-breakpoint
ALTER TABLE "sample" ADD COLUMN "collector_lot" text;
--> statement-breakpoint
ALTER TABLE "sample" ADD COLUMN "flow_set" numeric;
