ALTER TABLE "lab_run_injection" ADD COLUMN "standard" integer;
--> statement-breakpoint
ALTER TABLE "lab_run_injection" ADD CONSTRAINT "lab_run_injection_standard_standard_id_fk" FOREIGN KEY ("standard") REFERENCES "public"."standard"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "lab_run_injection_standard" ON "lab_run_injection" USING btree ("standard") WHERE "lab_run_injection"."standard" is not null;
--> statement-breakpoint
-- Opening one record of an original record asks for the others by its number.
CREATE INDEX "lab_sheet_group" ON "lab_sheet" USING btree ("group_no","organization_id") WHERE "lab_sheet"."group_no" is not null;
