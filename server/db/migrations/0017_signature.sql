CREATE TABLE "signature" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signature_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer,
	"entity" text NOT NULL,
	"machine" text NOT NULL,
	"row_id" integer NOT NULL,
	"move" text NOT NULL,
	"meaning" text NOT NULL,
	"step" integer NOT NULL,
	"person_id" integer NOT NULL,
	"person_name" text NOT NULL,
	"file_id" uuid,
	"time" timestamp (3) with time zone NOT NULL,
	"hash" text NOT NULL,
	"parts" jsonb NOT NULL,
	"seal" text NOT NULL
);

--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "statement_edition" text;
--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "statement_time" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "signature" ADD CONSTRAINT "signature_step_workflow_step_id_fk" FOREIGN KEY ("step") REFERENCES "public"."workflow_step"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "signature" ADD CONSTRAINT "signature_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "signature_row" ON "signature" USING btree ("machine","row_id","id");
--> statement-breakpoint
-- by hand: what schema.ts can't say
-- What was signed before there were hashes says so by having none; a signed step without any row here has lost its signature.
insert into signature (organization_id, entity, machine, row_id, move, meaning, step, person_id, person_name, time, hash, parts, seal)
select organization_id, case machine when 'record' then 'labSheet' else machine end, machine, row_id, move, move, id, person_id, person_name, time, '', '{}', ''
from workflow_step where signed and machine in ('record', 'labCurve', 'samplePlan', 'handOver') order by id;
--> statement-breakpoint
create function signature_append_only() returns trigger language plpgsql as $$
begin
  raise exception '电子签名只能追加，不能修改或删除' using errcode = 'insufficient_privilege', hint = 'signature is append-only';
end
$$;
--> statement-breakpoint
create trigger signature_append_only before update or delete on signature for each row execute function signature_append_only();
--> statement-breakpoint
create trigger signature_no_truncate before truncate on signature for each statement execute function signature_append_only();
