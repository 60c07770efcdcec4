CREATE TABLE "audit_chain" (
	"seq" integer PRIMARY KEY NOT NULL,
	"audit_id" integer NOT NULL,
	"previous" text NOT NULL,
	"hash" text NOT NULL
);

--> statement-breakpoint
CREATE TABLE "audit_head" (
	"id" integer PRIMARY KEY NOT NULL,
	"seq" integer NOT NULL,
	"hash" text NOT NULL
);

--> statement-breakpoint
CREATE UNIQUE INDEX "audit_chain_audit" ON "audit_chain" USING btree ("audit_id");
--> statement-breakpoint
-- by hand: what schema.ts can't say
-- QUALITY AUD3. Every column of the line, by nothing that a session can set: moments as milliseconds, documents as jsonb writes them.
create function audit_hash(previous text, line audit_log) returns text language sql stable as $$
  select encode(sha256(convert_to(previous || E'\n' || jsonb_build_array(
    line.id, line.organization_id, line.version, line.create_by, (extract(epoch from line.create_time) * 1000)::bigint, line.update_by, (extract(epoch from line.update_time) * 1000)::bigint,
    (extract(epoch from line.delete_time) * 1000)::bigint, line.delete_by, line.pinyin, line.initials, line.user_name, line.action, line.entity, line.entity_label, line.entity_id, line.title,
    line.reason, line.ip, line.request_id, line.before, line.after
  )::text, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
-- Links every line from `first` on that has none. Whoever holds the end of the chain sees its own lines and committed ones, and those have their links.
create function audit_chain_append(first integer) returns void language plpgsql as $$
declare
  head audit_head;
  line audit_log;
begin
  select * into head from audit_head where id = 1 for update;
  if not found then
    insert into audit_head (id, seq, hash) values (1, 0, repeat('0', 64)) on conflict do nothing;
    if found and exists (select from audit_chain) then
      raise exception '审计链的末端记录已被删除，不能继续写入审计日志，请从备份恢复 audit_head' using errcode = 'data_corrupted';
    end if;
    select * into head from audit_head where id = 1 for update;
  end if;
  for line in select * from audit_log where id >= first and not exists (select from audit_chain where audit_id = audit_log.id) order by id loop
    insert into audit_chain (seq, audit_id, previous, hash) values (head.seq + 1, line.id, head.hash, audit_hash(head.hash, line)) returning seq, hash into head.seq, head.hash;
  end loop;
  update audit_head set seq = head.seq, hash = head.hash where id = 1 and seq < head.seq;
end
$$;
--> statement-breakpoint
select audit_chain_append(-2147483648);
--> statement-breakpoint
-- The first line of a transaction brings along the others, which come after it.
create function audit_log_chain() returns trigger language plpgsql as $$
begin
  if not exists (select from audit_chain where audit_id = new.id) then
    perform audit_chain_append(new.id);
  end if;
  return null;
end
$$;
--> statement-breakpoint
-- At the commit: the end of the chain is held by nobody who still waits for a row, and so no two wait for each other.
create constraint trigger audit_log_chain after insert on audit_log deferrable initially deferred for each row execute function audit_log_chain();
--> statement-breakpoint
create trigger audit_chain_append_only before update or delete on audit_chain for each row execute function audit_log_append_only();
--> statement-breakpoint
create trigger audit_chain_no_truncate before truncate on audit_chain for each statement execute function audit_log_append_only();
--> statement-breakpoint
-- The end moves forward, to a link that is there.
create function audit_head_forward_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.id = old.id and new.seq > old.seq and exists (select from audit_chain where seq = new.seq and hash = new.hash) then
      return new;
    end if;
  end if;
  raise exception '审计日志只能追加，不能修改或删除' using errcode = 'insufficient_privilege', hint = 'audit_head moves forward with audit_chain';
end
$$;
--> statement-breakpoint
create trigger audit_head_forward_only before update or delete on audit_head for each row execute function audit_head_forward_only();
--> statement-breakpoint
create trigger audit_head_no_truncate before truncate on audit_head for each statement execute function audit_head_forward_only();
