ALTER TABLE "incoming_sample" DROP CONSTRAINT "incoming_sample_sample_sample_id_fk";

--> statement-breakpoint
DROP INDEX "incoming_sample_sample";
--> statement-breakpoint
ALTER TABLE "incoming_sample" DROP COLUMN "sample";

--> statement-breakpoint
ALTER TABLE "incoming_sample" ADD COLUMN "received_as" integer;
--> statement-breakpoint
ALTER TABLE "incoming_sample" ADD CONSTRAINT "incoming_sample_received_as_sample_id_fk" FOREIGN KEY ("received_as") REFERENCES "public"."sample"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "incoming_sample_received_as" ON "incoming_sample" USING btree ("received_as");
