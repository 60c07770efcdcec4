CREATE TABLE "record_content" (
	"sheet_id" integer PRIMARY KEY NOT NULL,
	"content" jsonb NOT NULL,
	"create_time" timestamp (3) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
ALTER TABLE "record_content" ADD CONSTRAINT "record_content_sheet_id_lab_sheet_id_fk" FOREIGN KEY ("sheet_id") REFERENCES "public"."lab_sheet"("id") ON DELETE no action ON UPDATE no action;
