ALTER TABLE "survey_file" ADD COLUMN "background" uuid;
--> statement-breakpoint
ALTER TABLE "survey_file" ADD COLUMN "marks" jsonb;
--> statement-breakpoint
ALTER TABLE "survey_file" ADD CONSTRAINT "survey_file_background_stored_file_id_fk" FOREIGN KEY ("background") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;
