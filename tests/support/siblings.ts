import type { Database } from '@server/db/openDatabase';

/**
 * Tables without people's work: sessions, counters, keys of repeated calls, and the audit trail, which gets a line of
 * every call.
 */
const bookkeeping = [
  'audit_chain',
  'audit_head',
  'audit_log',
  'audit_pending',
  'captcha',
  'idempotency_key',
  'login_failure',
  'migration',
  'number_series',
  'user_session',
];

export type Row = Readonly<Record<string, unknown>>;
/** Every row of every table with people's work, as the database writes it, by table and id. */
export type Snapshot = ReadonlyMap<string, string>;

/** Reads them in one statement. */
export async function watch(database: Database): Promise<() => Promise<Snapshot>> {
  const tables = await database.query<{ name: string; key: string }>(
    `
    select quote_ident(t.tablename) as name, case when c.column_name is null then 'md5(x::text)'
    else 'x.id::text' end as key
    from pg_tables t left join information_schema.columns c on c.table_schema = 'public' and c.table_name = t.tablename
    and c.column_name = 'id'
    where t.schemaname = 'public' and not t.tablename = any($1) order by 1`,
    [bookkeeping],
  );
  const statement = tables
    .map(
      ({ name, key }) =>
        `select '${name.replaceAll('"', '')}#' || ${key} as key, to_jsonb(x)::text as row from ${name} x`,
    )
    .join(' union all ');
  return async () =>
    new Map((await database.query<{ key: string; row: string }>(statement)).map(({ key, row }) => [key, row]));
}

export const rowsIn = (snapshot: Snapshot, table: string): Row[] =>
  [...snapshot].flatMap(([key, row]) => (key.startsWith(`${table}#`) ? [JSON.parse(row) as Row] : []));
export const idsIn = (snapshot: Snapshot, table: string, where: (row: Row) => boolean): number[] =>
  rowsIn(snapshot, table)
    .filter(where)
    .map(({ id }) => Number(id));

/** Rows that a move may change and delete, by table; and those that it may add, by their content. */
export interface Named {
  readonly changed?: Readonly<Record<string, readonly number[]>>;
  readonly gone?: Readonly<Record<string, readonly number[]>>;
  readonly added?: Readonly<Record<string, (row: Row, now: Snapshot) => boolean>>;
}

/** Table of a machine's rows, where its name differs. */
const tableOf: Readonly<Record<string, string>> = { record: 'lab_sheet', labTask: 'lab_task', handOver: 'hand_over' };

const returned = /被退回$/;

/** Returns whether a row is the message about a returned row, or its copy for a person. */
function tellsReturn(table: string, row: Row, now: Snapshot): boolean {
  if (table === 'announcement') return returned.test(String(row['titile']));
  if (table !== 'announcement_send') return false;
  const message = JSON.parse(now.get(`announcement#${Number(row['annt_id'])}`) ?? '{}') as Row;
  return returned.test(String(message['titile']));
}

/**
 * Returns what else differs from before the move: `table#id`, with the difference. Steps and signatures of named rows
 * belong to the move.
 */
export function strangers(before: Snapshot, now: Snapshot, { changed = {}, gone = {}, added = {} }: Named): string[] {
  const isNamed = (table: string, id: unknown): boolean => changed[table]?.includes(Number(id)) ?? false;
  const found: string[] = [];
  for (const key of new Set([...before.keys(), ...now.keys()])) {
    const [was, is] = [before.get(key), now.get(key)];
    if (was === is) continue;
    const table = key.slice(0, key.indexOf('#'));
    const row = JSON.parse(is ?? was ?? '{}') as Row;
    if (was !== undefined && is !== undefined && isNamed(table, row['id'])) continue;
    if (is === undefined && gone[table]?.includes(Number(row['id']))) continue;
    if (was === undefined && added[table]?.(row, now)) continue;
    if (
      was === undefined &&
      (table === 'workflow_step' || table === 'signature') &&
      isNamed(tableOf[String(row['machine'])] ?? String(row['machine']), row['row_id'])
    )
      continue;
    if (was === undefined && tellsReturn(table, row, now)) continue;
    // Frozen content of a record or a report is written and deleted with its signatures.
    if (table === 'record_content' && isNamed('lab_sheet', row['sheet_id'])) continue;
    if (table === 'report_content' && isNamed('report', row['report_id'])) continue;
    found.push(`${key}: ${was === undefined ? 'added' : is === undefined ? 'gone' : `${was} became ${is}`}`);
  }
  return found;
}

/** Returns a generator of the same numbers in every run. */
export function walker(seed: number): {
  below(limit: number): number;
  of<T>(list: readonly T[]): T;
  some<T>(list: readonly T[], most: number): T[];
} {
  let state = seed;
  const below = (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  const of = <T>(list: readonly T[]): T => {
    if (!list.length) throw new Error('nothing to choose from');
    return list[below(list.length)] as T;
  };
  return { below, of, some: (list, most) => [...new Set(Array.from({ length: 1 + below(most) }, () => of(list)))] };
}
