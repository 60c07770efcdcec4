CREATE TABLE "report_paper" (
	"report_id" integer PRIMARY KEY NOT NULL,
	"file_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"signed" boolean NOT NULL,
	"create_time" timestamp (3) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "public_url" text;
--> statement-breakpoint
ALTER TABLE "signature" ADD COLUMN "person_account" text;
--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "password_own" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "password_reset_time" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "password_own_since" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "report_paper" ADD CONSTRAINT "report_paper_report_id_report_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."report"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "report_paper" ADD CONSTRAINT "report_paper_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- by hand: what schema.ts can't say
-- What was kept before is known by the hash that it was kept with.
insert into report_paper (report_id, file_id, sha256, signed) select report.id, report.pdf, stored_file.sha256, false from report join stored_file on stored_file.id = report.pdf;
--> statement-breakpoint
insert into audit_log (organization_id, user_name, action, entity, entity_label, entity_id, title, after)
select report.organization_id, '报告文件核对（system）', 'add', 'report', '报告文件', report.id, stored_file.name, jsonb_build_object('paper', report_paper.file_id, 'sha256', report_paper.sha256)
from report_paper join report on report.id = report_paper.report_id join stored_file on stored_file.id = report_paper.file_id order by report.id;
--> statement-breakpoint
create function report_paper_append_only() returns trigger language plpgsql as $$
begin
  raise exception '签发的报告文件只能登记一次，不能修改或删除' using errcode = 'insufficient_privilege', hint = 'report_paper is append-only';
end
$$;
--> statement-breakpoint
create trigger report_paper_append_only before update or delete on report_paper for each row execute function report_paper_append_only();
--> statement-breakpoint
create trigger report_paper_no_truncate before truncate on report_paper for each statement execute function report_paper_append_only();
