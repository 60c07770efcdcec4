CREATE TABLE "user_signature" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_signature_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"file_id" uuid,
	"create_time" timestamp (3) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "qualification_file" uuid;
--> statement-breakpoint
ALTER TABLE "stored_file" ADD COLUMN "purge_time" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "user_signature" ADD CONSTRAINT "user_signature_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "user_signature" ADD CONSTRAINT "user_signature_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "user_signature_user" ON "user_signature" USING btree ("user_id","id" DESC NULLS LAST);
--> statement-breakpoint
ALTER TABLE "organization" ADD CONSTRAINT "organization_qualification_file_stored_file_id_fk" FOREIGN KEY ("qualification_file") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;
