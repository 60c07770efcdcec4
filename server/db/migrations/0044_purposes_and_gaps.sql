CREATE TABLE "standard_composition" (
	"owner_id" integer NOT NULL,
	"target_id" integer NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "standard_composition_owner_id_target_id_pk" PRIMARY KEY("owner_id","target_id")
);

--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "purpose" text;
--> statement-breakpoint
ALTER TABLE "lab_curve" ADD COLUMN "instrument_reason" text;
--> statement-breakpoint
ALTER TABLE "lab_sheet" ADD COLUMN "instrument_reason" text;
--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "gap_reasons" jsonb;
--> statement-breakpoint
ALTER TABLE "standard_composition" ADD CONSTRAINT "standard_composition_owner_id_standard_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."standard"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "standard_composition" ADD CONSTRAINT "standard_composition_target_id_hazard_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."hazard"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "standard_composition_target" ON "standard_composition" USING btree ("target_id");
