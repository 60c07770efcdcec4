import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { migrate } from '@server/db/migrate';
import { openDatabase } from '@server/db/openDatabase';
import { labSheetRowTable } from '@server/db/schema';
import { recalculateEach } from '@server/features/laboratory/sheets/recalculate';
import { examples } from '../contract/methods/examples';
import { labRowsOf } from '../support/labRows';
import { recordOfExample } from '../support/methodRecords';
import { findPostgres, startPostgres } from '../support/postgres';
import { type TestServer, testServer } from '../support/server';
import { type Line, median, round } from './line';

/** A project of 10,000 results. */
const sheets = 20;
const results = 500;
/** s */
const goal = 1;

/** Creates copies of a gas chromatography record with 500 different samples. */
async function fill(database: Awaited<ReturnType<typeof testServer>>['database'], like: number): Promise<number[]> {
  const others = async (table: string, own: readonly string[]): Promise<string> => {
    const rows = await database.query<{ name: string }>(
      `select quote_ident(column_name) as name from information_schema.columns
        where table_name = '${table}' and column_name not in (${own.map((name) => `'${name}'`).join(', ')})`,
    );
    return rows.map(({ name }) => name).join(', ');
  };
  const [sheet, row] = [
    await others('lab_sheet', ['id', 'sheet_no', 'complete']),
    await others('lab_sheet_row', ['id', 'sheet', 'row_sort', 'readings']),
  ];
  const made = await database.query<{ id: number }>(
    `insert into lab_sheet (sheet_no, complete, ${sheet}) select 'BENCH-' || n, false, ${sheet}
      from lab_sheet, generate_series(1, ${sheets}) as n where id = ${like} returning id`,
  );
  await database.execute(`
    insert into lab_sheet_row (sheet, row_sort, readings, ${row})
    select made.id, n, jsonb_build_object('frontResponse', (20 + n * 0.4)::text, 'backResponse', '2.10', 'solutionVolume', '1.0', 'efficiency', '96.2'), ${row
      .split(', ')
      .map((name) => `lab_sheet_row.${name}`)
      .join(', ')}
    from lab_sheet_row cross join (select id from lab_sheet where sheet_no like 'BENCH-%') as made cross
    join generate_series(1, ${results}) as n where lab_sheet_row.sheet = ${like}`);
  await database.execute('analyze');
  return made.map(({ id }) => id);
}

/** Each changed result leaves an audit event. */
const why = {
  actor: { userId: null, userName: null, organizationId: null, ip: '', requestId: '', reason: null },
  cause: '采样数据改动',
};

async function measureOn(kind: string, server: TestServer): Promise<Line[]> {
  try {
    const { database, rows } = server;
    const organizationId = await rows.organization();
    const lab = labRowsOf(server, organizationId);
    const id = await rows.user({
      userName: 'analyst',
      organizationId,
      roles: [
        await rows.role({
          permissions: ['labSheet:list', 'labSheet:add', 'labSheet:edit', 'labSheetRow:list', 'labSheetRow:edit'],
        }),
      ],
    });
    const [example] = examples;
    if (!example) throw new Error('no example');
    const { sheet } = await recordOfExample(
      { server, lab, analyst: { id, token: await server.login('analyst') }, project: await lab.project('testing') },
      example,
      'ordinary',
    );
    const made = await fill(database, sheet.id);
    const again = async (): Promise<number> => {
      const started = performance.now();
      await database.transaction(async (tx) => {
        await recalculateEach(tx, made, why);
      });
      return (performance.now() - started) / 1000;
    };
    // Another efficiency changes every result.
    const changing: number[] = [];
    for (const efficiency of ['96.2', '97.1', '95.8']) {
      await database.orm
        .update(labSheetRowTable)
        .set({ readings: sql`${labSheetRowTable.readings} || ${JSON.stringify({ efficiency })}::jsonb` });
      changing.push(await again());
    }
    const [{ done = 0 } = {}] = await database.query<{ done: number }>(
      `select count(*)::int as done from lab_sheet_row
        where report_text is not null and sheet = any (array[${made.join(', ')}])`,
    );
    if (done !== sheets * results) throw new Error(`${done} of ${sheets * results} results came about`);
    const unchanged = median([await again(), await again(), await again()]);
    const line = (what: string, value: number): Line => ({
      part: 'recompute',
      what: `${kind}, ${(sheets * results).toLocaleString('en')} results: ${what}`,
      value: round(value, 2),
      unit: 's',
      goal,
    });
    return [
      line('calculated, each another one than before, and written', median(changing)),
      line('calculated, none another one', unchanged),
    ];
  } finally {
    await server.close();
  }
}

/** Starts a server on an empty database at this address. */
async function serverAt(databaseUrl: string, dataDir: string): Promise<TestServer> {
  const database = await openDatabase({ databaseUrl });
  await migrate(database);
  await database.close();
  return testServer({}, { dataDir, databaseUrl });
}

/**
 * quality.md, "recompute a project of 10,000 results on the server": after a change of a curve or of sampling data.
 */
export async function measure(): Promise<Line[]> {
  const lines = await measureOn('PGlite', await testServer());
  const bin = findPostgres();
  if (!bin) return lines;
  const dataDir = await mkdtemp(join(tmpdir(), 'occhealth-bench-recompute-'));
  const postgres = await startPostgres(bin);
  try {
    return [...lines, ...(await measureOn('PostgreSQL', await serverAt(postgres.url, dataDir)))];
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
