CREATE TABLE "built_in" (
	"key" text PRIMARY KEY NOT NULL,
	"row_id" integer NOT NULL
);

