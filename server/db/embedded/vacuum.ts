/**
 * Query of the tables that have changed enough since they were last vacuumed or analysed, quoted, by the thresholds of
 * PostgreSQL's autovacuum. A table without statistics counts as empty.
 */
export const tablesToVacuum = `
  select format('%I.%I', changes.schemaname, changes.relname) as name
  from pg_stat_all_tables as changes
    join pg_class as tables on tables.oid = changes.relid
  where tables.relkind in ('r', 'm')
    and changes.schemaname not in ('pg_toast', 'information_schema')
    and (
      changes.n_dead_tup > 50 + 0.2 * greatest(tables.reltuples, 0)
      or changes.n_mod_since_analyze > 50 + 0.1 * greatest(tables.reltuples, 0)
      or changes.n_ins_since_vacuum > 1000 + 0.2 * greatest(tables.reltuples, 0)
    )
  order by name`;
