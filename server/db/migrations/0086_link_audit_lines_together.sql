-- by hand
-- The links of a call are inserted by one statement: an insert for each of five thousand lines took half of the time.
create or replace function audit_chain_append(first integer) returns void language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  head audit_head;
  line record;
  last_hash text;
  ids integer[] := '{}';
  previous_hashes text[] := '{}';
  hashes text[] := '{}';
begin
  select * into head from audit_head where id = 1 for update;
  if not found then
    insert into audit_head (id, seq, hash) values (1, 0, repeat('0', 64)) on conflict do nothing;
    if found and exists (select from audit_chain) then
      raise exception '审计链的末端记录已被删除，不能继续写入审计日志，请从备份恢复 audit_head' using errcode = 'data_corrupted';
    end if;
    select * into head from audit_head where id = 1 for update;
  end if;
  last_hash := head.hash;
  for line in
    select id, audit_text(audit_log) as said from audit_log where id >= first and not exists (select from audit_chain where audit_id = audit_log.id) order by id
  loop
    ids := array_append(ids, line.id);
    previous_hashes := array_append(previous_hashes, last_hash);
    last_hash := audit_link(last_hash, line.said);
    hashes := array_append(hashes, last_hash);
  end loop;
  insert into audit_chain (seq, audit_id, previous, hash)
    select head.seq + position, link.audit_id, link.previous, link.hash
    from unnest(ids, previous_hashes, hashes) with ordinality as link (audit_id, previous, hash, position);
  update audit_head set seq = head.seq + cardinality(ids), hash = last_hash where id = 1 and cardinality(ids) > 0;
end
$$;
