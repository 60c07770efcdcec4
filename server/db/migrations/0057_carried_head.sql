ALTER TABLE "lab_sheet" ADD COLUMN "carried_from" integer;
--> statement-breakpoint
ALTER TABLE "lab_sheet" ADD CONSTRAINT "lab_sheet_carried_from_lab_sheet_id_fk" FOREIGN KEY ("carried_from") REFERENCES "public"."lab_sheet"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "lab_sheet_carried_from" ON "lab_sheet" USING btree ("carried_from") WHERE "lab_sheet"."carried_from" is not null;
