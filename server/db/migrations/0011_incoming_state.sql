ALTER TABLE "incoming_sample" ADD COLUMN "state" text;
--> statement-breakpoint
ALTER TABLE "incoming_sample" ADD COLUMN "state_reason" text;
--> statement-breakpoint
ALTER TABLE "incoming_sample" ADD COLUMN "received_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "incoming_sample" ADD COLUMN "received_by" integer;
--> statement-breakpoint
ALTER TABLE "nonconformity" ADD COLUMN "automatic" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "incoming_sample" ADD CONSTRAINT "incoming_sample_received_by_user_id_fk" FOREIGN KEY ("received_by") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "incoming_sample_received_by" ON "incoming_sample" USING btree ("received_by");
