import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { utils, write } from 'xlsx';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { actions, permissionOf, type ActionName } from '@contract/permissions';
import type { ImportPreview } from '@contract/workbook/importWire';
import { migrate } from '@server/db/migrate';
import { type Database, openDatabase } from '@server/db/openDatabase';
import { readWorkbook } from '@server/workbook/readWorkbook';
import { findPostgres, startPostgres } from '../support/postgres';
import { type TestServer, testServer } from '../support/server';
import { type Line, median, round } from './line';

const count = 20_000;
const header = ['单位名称', '联系人', '手机号码', '职工总数', '接触职业病危害人数', '成立日期', '注册地址', '备注'];

/** Returns a workbook of units that do not exist yet. */
function workbook(): Uint8Array<ArrayBuffer> {
  const rows = Array.from({ length: count }, (_, index) => [
    `量测机械制造${index}有限公司`,
    '张三丰',
    `138${String(10_000_000 + index)}`,
    200 + (index % 50),
    20,
    '2020-05-01',
    `浙江省杭州市滨江区第${index}号`,
    '备注内容',
  ]);
  return new Uint8Array(
    write(
      { SheetNames: ['受检单位'], Sheets: { 受检单位: utils.aoa_to_sheet([header, ...rows]) } },
      { type: 'array', bookType: 'xlsx' },
    ) as ArrayBuffer,
  );
}

interface Spent {
  /** s of processor time of all threads of this process; other programs do not count. */
  readonly processor: number;
  /** s of wall time */
  readonly clock: number;
}

async function spent<R>(work: () => Promise<R>): Promise<[Spent, R]> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return [{ processor: (user + system) / 1e6, clock: (performance.now() - began) / 1000 }, result];
}

/**
 * Measures the same rows and events by plain statements on the same database in one transaction: units by one
 * parameter, their contacts, the list of the import's rows and the events copied, the chain links at the end.
 */
async function byHand(database: Database): Promise<Spent> {
  const others = async (table: string): Promise<string> => {
    const columns = await database.query<{ name: string }>(
      `select quote_ident(column_name) as name from information_schema.columns
        where table_name = '${table}' and column_name <> 'id'`,
    );
    return columns.map(({ name }) => name).join(', ');
  };
  const [unit, contact, runRow, line] = [
    await others('inspect_unit'),
    await others('unit_contact'),
    await others('import_run_row'),
    await others('audit_log'),
  ];
  const [{ rows } = { rows: '' }] = await database.query<{ rows: string }>(
    `select json_agg(unit)::text as rows from (select ${unit} from inspect_unit order by id) unit`,
  );
  const json = rows.replaceAll('"量测机械', '"比照机械');
  const [took, links] = await spent(() =>
    database.transaction(async (tx) => {
      await tx.execute(
        sql`insert into inspect_unit (${sql.raw(unit)}) select ${sql.raw(unit)}
          from json_populate_recordset(null::inspect_unit, ${json}::json)`,
      );
      for (const [table, columns] of [
        ['unit_contact', contact],
        ['import_run_row', runRow],
      ])
        await tx.execute(sql.raw(`insert into ${table} (${columns}) select ${columns} from ${table}`));
      await tx.execute(
        sql.raw(
          `insert into audit_log (${line}) select ${line} from audit_log
            where action = 'import' or entity = 'unitContact'`,
        ),
      );
      await tx.execute(sql`set constraints all immediate`);
      return (await tx.execute(sql`select count(*)::int as links from audit_chain`)) as unknown as {
        rows: { links: number }[];
      };
    }),
  );
  if ((links.rows[0]?.links ?? 0) < 4 * count) throw new Error('the lines by hand have no links');
  return took;
}

interface Imported {
  readonly check: Spent;
  readonly written: Spent;
  readonly floor: Spent;
}

async function importOn(server: TestServer, bytes: Uint8Array<ArrayBuffer>): Promise<Imported> {
  const permissions = (Object.keys(actions) as ActionName[]).map((action) => permissionOf(inspectUnit, action));
  await server.rows.user({
    userName: 'worker',
    organizationId: await server.rows.organization(),
    roles: [await server.rows.role({ permissions })],
  });
  const token = await server.login('worker');
  const form = new FormData();
  form.append('file', new File([bytes], '受检单位.xlsx'));
  const [check, preview] = await spent(async () => {
    const response = await server.app.request('/api/inspectUnit/import/check', {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}` },
    });
    return (await response.json()) as ImportPreview;
  });
  const rows = preview.rows.map(({ line, cells }) => ({ line, cells }));
  const [written, answer] = await spent(() =>
    server.ask('POST', 'api/inspectUnit/import/rows', { token, body: { mode: 'add', rows } }),
  );
  if (preview.rows.length !== count || answer.status !== 200)
    throw new Error(`the import failed: ${answer.text.slice(0, 300)}`);
  return { check, written, floor: await byHand(server.database) };
}

const line = (what: string, value: number, unit: Line['unit'], more: Pick<Line, 'goal' | 'note'> = {}): Line => ({
  part: 'import',
  what,
  value: round(value, 2),
  unit,
  ...more,
});

/** The same on PostgreSQL, whose processor time is not this process's. */
async function postgresLines(bytes: Uint8Array<ArrayBuffer>): Promise<Line[]> {
  const bin = findPostgres();
  if (!bin) return [];
  const dataDir = await mkdtemp(join(tmpdir(), 'occhealth-bench-import-'));
  const postgres = await startPostgres(bin);
  try {
    const empty = await openDatabase({ databaseUrl: postgres.url });
    await migrate(empty);
    await empty.close();
    const server = await testServer({}, { dataDir, databaseUrl: postgres.url });
    try {
      const { written, floor } = await importOn(server, bytes);
      return [
        line('PostgreSQL: written with a line of the trail for each, by the clock', written.clock, 's'),
        line('PostgreSQL: written, processor of the server alone', written.processor, 's'),
        line('PostgreSQL: the same rows and lines by bare SQL, by the clock', floor.clock, 's'),
      ];
    } finally {
      await server.close();
    }
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** quality.md, "import 20k rows with checking": the whole app on PGlite, compared with the parser alone. */
export async function measure(): Promise<Line[]> {
  const server = await testServer();
  const bytes = workbook();
  const parsed = async () => (await spent(() => readWorkbook(bytes)))[0].processor;
  try {
    const parser = median([await parsed(), await parsed(), await parsed()]);
    const { check, written, floor } = await importOn(server, bytes);
    return [
      line(`${count} rows: the parser alone, processor`, parser, 's'),
      line('read and checked, processor', check.processor, 's'),
      line('read and checked, against the parser', check.processor / parser, 'x', { goal: 3 }),
      line('written with a line of the trail for each, processor', written.processor, 's', {
        note: 'one transaction, all or nothing',
      }),
      line('checked and written, against the parser', (check.processor + written.processor) / parser, 'x', { goal: 3 }),
      line('the same rows and lines by bare SQL, processor', floor.processor, 's', {
        note: 'the part of PGlite itself: indexes, references, the chain of the trail',
      }),
      line('the same by bare SQL, against the parser', floor.processor / parser, 'x'),
      line('written, against bare SQL', written.processor / floor.processor, 'x'),
      ...(await postgresLines(bytes)),
    ];
  } finally {
    await server.close();
  }
}
