-- The trail of a row, and a person's own signing in, are asked for by what they are about.
create index audit_log_row on audit_log (entity, entity_id, id desc);
