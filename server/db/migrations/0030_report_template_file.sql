ALTER TABLE "report_module" ADD COLUMN "document" uuid;
--> statement-breakpoint
ALTER TABLE "report_module" ADD CONSTRAINT "report_module_document_stored_file_id_fk" FOREIGN KEY ("document") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;
