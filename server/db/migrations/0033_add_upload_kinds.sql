ALTER TABLE "consumable" ADD COLUMN "certificate" uuid;
--> statement-breakpoint
ALTER TABLE "reagent" ADD COLUMN "certificate" uuid;
--> statement-breakpoint
ALTER TABLE "site_survey" ADD COLUMN "unit" text;
--> statement-breakpoint
ALTER TABLE "vehicle_plan" ADD COLUMN "attachment" uuid;
--> statement-breakpoint
ALTER TABLE "vehicle" ADD COLUMN "papers" uuid;
--> statement-breakpoint
ALTER TABLE "consumable" ADD CONSTRAINT "consumable_certificate_stored_file_id_fk" FOREIGN KEY ("certificate") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reagent" ADD CONSTRAINT "reagent_certificate_stored_file_id_fk" FOREIGN KEY ("certificate") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vehicle_plan" ADD CONSTRAINT "vehicle_plan_attachment_stored_file_id_fk" FOREIGN KEY ("attachment") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "vehicle" ADD CONSTRAINT "vehicle_papers_stored_file_id_fk" FOREIGN KEY ("papers") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;
