ALTER TABLE "inspect_unit" ADD COLUMN "industry_risk" integer;
--> statement-breakpoint
ALTER TABLE "inspect_unit" ADD CONSTRAINT "inspect_unit_industry_risk_industry_risk_id_fk" FOREIGN KEY ("industry_risk") REFERENCES "public"."industry_risk"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "inspect_unit_industry_risk" ON "inspect_unit" USING btree ("industry_risk") WHERE "inspect_unit"."industry_risk" is not null;
