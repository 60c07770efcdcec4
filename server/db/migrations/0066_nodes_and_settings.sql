CREATE TABLE "installation_setting" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"update_time" timestamp (3) with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "node" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"marks" jsonb NOT NULL,
	"seen_time" timestamp (3) with time zone NOT NULL
);

