-- by hand: what schema.ts can't say
-- QUALITY AUD2: the trail is appended to and nothing else, whoever asks the database.
create function audit_log_append_only() returns trigger language plpgsql as $$
begin
  raise exception '审计日志只能追加，不能修改或删除' using errcode = 'insufficient_privilege', hint = 'audit_log is append-only';
end
$$;
--> statement-breakpoint
create trigger audit_log_append_only before update or delete on audit_log for each row execute function audit_log_append_only();
--> statement-breakpoint
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function audit_log_append_only();
--> statement-breakpoint
-- Of an organisation's entries of one dictionary no two have one value, restored ones included.
create unique index dict_detail_value_key on dict_detail (coalesce(organization_id, 0), dict, value) where delete_time is null;
