ALTER TABLE "organization" ADD COLUMN "accreditation_mark" uuid;
--> statement-breakpoint
ALTER TABLE "organization" ADD CONSTRAINT "organization_accreditation_mark_stored_file_id_fk" FOREIGN KEY ("accreditation_mark") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;
