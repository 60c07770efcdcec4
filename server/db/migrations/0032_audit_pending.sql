CREATE TABLE "audit_pending" (
	"first" integer PRIMARY KEY NOT NULL
);

--> statement-breakpoint
-- by hand: what schema.ts can't say
-- The same text as of jsonb_build_array, without making a document of it first.
create function audit_text(line audit_log) returns text language sql stable as $$
  select json_build_array(
    line.id, line.organization_id, line.version, line.create_by, (extract(epoch from line.create_time) * 1000)::bigint, line.update_by, (extract(epoch from line.update_time) * 1000)::bigint,
    (extract(epoch from line.delete_time) * 1000)::bigint, line.delete_by, line.pinyin, line.initials, line.user_name, line.action, line.entity, line.entity_label, line.entity_id, line.title,
    line.reason, line.ip, line.request_id, line.before, line.after
  )::text
$$;
--> statement-breakpoint
create function audit_link(previous text, said text) returns text language sql immutable as $$
  select encode(sha256(convert_to(previous || E'\n' || said, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
create or replace function audit_hash(previous text, line audit_log) returns text language sql stable as $$
  select audit_link(previous, audit_text(line))
$$;
--> statement-breakpoint
-- Always by the indexes: a plan that was made while the trail was short would read all of it for each line of a long import.
create or replace function audit_chain_append(first integer) returns void language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  head audit_head;
  line record;
begin
  select * into head from audit_head where id = 1 for update;
  if not found then
    insert into audit_head (id, seq, hash) values (1, 0, repeat('0', 64)) on conflict do nothing;
    if found and exists (select from audit_chain) then
      raise exception '审计链的末端记录已被删除，不能继续写入审计日志，请从备份恢复 audit_head' using errcode = 'data_corrupted';
    end if;
    select * into head from audit_head where id = 1 for update;
  end if;
  for line in
    select id, audit_text(audit_log) as said from audit_log where id >= first and not exists (select from audit_chain where audit_id = audit_log.id) order by id
  loop
    insert into audit_chain (seq, audit_id, previous, hash) values (head.seq + 1, line.id, head.hash, audit_link(head.hash, line.said)) returning seq, hash into head.seq, head.hash;
  end loop;
  update audit_head set seq = head.seq, hash = head.hash where id = 1 and seq < head.seq;
end
$$;
--> statement-breakpoint
-- What waits for the commit is one row a statement, not one a line. Nobody else ever sees it: it goes when its lines have their links.
create function audit_log_pending() returns trigger language plpgsql as $$
begin
  insert into audit_pending (first) select min(id) from fresh having count(*) > 0;
  return null;
end
$$;
--> statement-breakpoint
-- The first statement of a transaction brings along the lines of the others, which come after it.
create function audit_pending_chain() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not exists (select from audit_chain where audit_id = new.first) then
    perform audit_chain_append(new.first);
  end if;
  delete from audit_pending where first = new.first;
  return null;
end
$$;
--> statement-breakpoint
drop trigger audit_log_chain on audit_log;
--> statement-breakpoint
drop function audit_log_chain();
--> statement-breakpoint
create trigger audit_log_pending after insert on audit_log referencing new table as fresh for each statement execute function audit_log_pending();
--> statement-breakpoint
-- At the commit: the end of the chain is held by nobody who still waits for a row, and so no two wait for each other.
create constraint trigger audit_pending_chain after insert on audit_pending deferrable initially deferred for each row execute function audit_pending_chain();
