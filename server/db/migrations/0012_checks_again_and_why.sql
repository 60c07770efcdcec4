ALTER TABLE "lab_check" ADD COLUMN "retest_of" integer;
--> statement-breakpoint
ALTER TABLE "lab_sheet" ADD COLUMN "check_remark" text;
--> statement-breakpoint
ALTER TABLE "lab_check" ADD CONSTRAINT "lab_check_retest_of_lab_check_id_fk" FOREIGN KEY ("retest_of") REFERENCES "public"."lab_check"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "lab_check_retest_of" ON "lab_check" USING btree ("retest_of");
