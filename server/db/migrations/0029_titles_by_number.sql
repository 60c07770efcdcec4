DROP INDEX "consumable_pinyin";
--> statement-breakpoint
DROP INDEX "equipment_pinyin";
--> statement-breakpoint
DROP INDEX "project_pinyin";
--> statement-breakpoint
DROP INDEX "reagent_pinyin";
--> statement-breakpoint
DROP INDEX "report_pinyin";
--> statement-breakpoint
DROP INDEX "standard_pinyin";
--> statement-breakpoint
CREATE INDEX "consumable_title" ON "consumable" USING btree ("organization_id","consumable_no") WHERE "consumable"."delete_time" is null;
--> statement-breakpoint
CREATE INDEX "equipment_title" ON "equipment" USING btree ("organization_id","eqp_no") WHERE "equipment"."delete_time" is null;
--> statement-breakpoint
CREATE INDEX "project_title" ON "project" USING btree ("organization_id","code") WHERE "project"."delete_time" is null;
--> statement-breakpoint
CREATE INDEX "reagent_title" ON "reagent" USING btree ("organization_id","reagent_no") WHERE "reagent"."delete_time" is null;
--> statement-breakpoint
CREATE INDEX "report_title" ON "report" USING btree ("organization_id","report_no") WHERE "report"."delete_time" is null;
--> statement-breakpoint
CREATE INDEX "standard_title" ON "standard" USING btree ("organization_id","standard_no") WHERE "standard"."delete_time" is null;
