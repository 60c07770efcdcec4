CREATE TABLE "report_decision" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_decision_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer,
	"project_id" integer NOT NULL,
	"report_id" integer NOT NULL,
	"line_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"choice" text NOT NULL,
	"words" text NOT NULL,
	"person_id" integer NOT NULL,
	"person_name" text NOT NULL,
	"time" timestamp (3) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
ALTER TABLE "report_decision" ADD CONSTRAINT "report_decision_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "report_decision" ADD CONSTRAINT "report_decision_report_id_report_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."report"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "report_decision_project" ON "report_decision" USING btree ("project_id","id");
