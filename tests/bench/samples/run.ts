import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { getTableName } from 'drizzle-orm';
import { pino } from 'pino';
import { fixedDictionaries, isFixedDictionary } from '@contract/dictionaries';
import { sample } from '@contract/features/fieldwork/entities/sample';
import type { Field } from '@contract/field';
import { filterOf } from '@contract/field';
import { createApp } from '@server/app/createApp';
import { registry } from '@server/app/resources';
import { openSession } from '@server/auth/session';
import { parseEnv } from '@server/base/env';
import { migrate } from '@server/db/migrate';
import { type Database, openDatabase } from '@server/db/openDatabase';
import { sampleTable } from '@server/db/schema';
import { snakeCase } from '@server/db/tableOf';
import { createPush } from '@server/features/notices/browserPush';
import { directoryStore } from '@server/files/directoryStore';
import type { Services } from '@server/services';
import { rowsOf } from '../../support/rows';
import { type Line, quantile, round } from '../line';
import { besideSql, type ByHand } from '../list/besideSql';
import { onPostgres } from '../onPostgres';
import { fillSamples, sampleGround } from './seed';

/** Requests per case. */
const rounds = 5;
/** Rounds of the comparison with SQL by hand; the slowest of twenty is reported. */
const turns = 40;
/** ms (QUALITY PERF1) */
const goal = 500;

interface Ground {
  readonly services: Services;
  readonly token: string;
  readonly organizationId: number;
}

async function groundOf(database: Database, dataDir: string, count: number): Promise<Ground> {
  await migrate(database);
  const env = parseEnv({ CAPTCHA: 'off', DEMO: 'off', DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const services: Services = {
    env,
    database,
    files: directoryStore(join(dataDir, 'files')),
    push: createPush(database),
    log: pino({ level: 'silent' }),
    now: () => new Date(),
  };
  const rows = rowsOf(services);
  const own = await sampleGround(rows);
  await fillSamples(database, own, await sampleGround(rows), count);
  const token = await openSession(
    database.orm,
    { userId: own.people[0] ?? 0, ip: '127.0.0.1', agent: 'bench' },
    new Date(),
  );
  return { services, token, organizationId: own.organizationId };
}

type Row = Readonly<Record<string, unknown>>;

/** Returns a value to filter this field by, from an existing row; undefined if the row has none. */
function asked(name: string, field: Field, row: Row): string | undefined {
  const value = row[name];
  if (value === null || value === undefined || value === '') return undefined;
  const text = String(value);
  switch (filterOf[field.kind]) {
    case 'contains':
      return `${name}=${encodeURIComponent(text.length > 4 ? text.slice(1, 4) : text)}`;
    case 'range':
      return field.kind === 'dateTime'
        ? `${name}=${text.slice(0, 10)}~${text.slice(0, 10)}`
        : `${name}=${text}~${text}`;
    case 'anyOf':
    case 'is':
    case 'startsWith':
      return `${name}=${encodeURIComponent(Array.isArray(value) ? String(value[0] ?? '') : text)}`;
    default:
      return undefined;
  }
}

/** Returns all orders and filters that the list permits, and the usual pages and searches. */
function casesOf(row: Row, total: number): { kind: 'page' | 'sort' | 'filter'; query: string }[] {
  const named = Object.entries(fields);
  const sortable = [
    ...named.filter(([, { kind }]) => kind !== 'refs').map(([name]) => name),
    'id',
    'createTime',
    'updateTime',
  ];
  const last = Math.floor((total - 1) / 30);
  return [
    ...['', 'page=99', 'page=999', `page=${Math.floor(last / 2)}`, `page=${last}`].map((query) => ({
      kind: 'page' as const,
      query,
    })),
    ...sortable.flatMap((name) =>
      ['asc', 'desc'].map((way) => ({ kind: 'sort' as const, query: `sort=${name},${way}` })),
    ),
    ...named.flatMap(([name, field]) =>
      [asked(name, field, row)].flatMap((query) => (query ? [{ kind: 'filter' as const, query }] : [])),
    ),
    ...[
      'keyword=b',
      'keyword=喷漆',
      `keyword=${encodeURIComponent('没有这样的样品')}`,
      'state=testing&sort=startTime,asc',
      'sampleKind=blank&sort=sampleNo,asc',
    ].map((query) => ({ kind: 'filter' as const, query })),
  ];
}

const fields: Readonly<Record<string, Field>> = sample.fields;
const columns = [
  'id',
  'organization_id',
  'version',
  'create_by',
  'create_time',
  'update_by',
  'update_time',
  'delete_time',
  ...Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'refs' ? [] : [snakeCase(name)])),
].join(', ');
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
/** A text without letters needs no `ilike`, which converts each row to lower case. */
const contains = (column: string, text: string): string =>
  `${column} ${text.toLowerCase() === text.toUpperCase() ? 'like' : 'ilike'} ${literal(`%${text}%`)}`;

function conditionOf(name: string, value: string, zone: string): string {
  if (name === 'keyword') {
    const letters = /^[a-z]+$/i.test(value)
      ? [`initials like ${literal(`%${value.toLowerCase()}%`)}`, `pinyin like ${literal(`${value.toLowerCase()}%`)}`]
      : [];
    return `(${[...(sample.keyword ?? []).map((field) => contains(snakeCase(field), value)), ...letters].join(' or ')})`;
  }
  const [column, field] = [snakeCase(name), fields[name]];
  const [from = value, to = value] = value.split('~');
  switch (field && filterOf[field.kind]) {
    case 'contains':
      return contains(column, value);
    case 'range':
      return field?.kind === 'dateTime'
        ? `${column} >= ${literal(from)}::timestamp at time zone ${literal(zone)}
          and ${column} < (${literal(to)}::timestamp + interval '1 day') at time zone ${literal(zone)}`
        : `${column} between ${literal(from)} and ${literal(to)}`;
    case 'anyOf':
    case 'is':
      return `${column} = ${literal(value)}`;
    default:
      throw new Error(`${name}: no SQL by hand`);
  }
}

/** Returns the order's expression and the tables it joins. */
function orderOf(name: string): { readonly by: string; readonly beside: string } {
  const field = fields[name];
  if (field?.kind === 'ref') {
    const { table, entity } = registry.named(field.to);
    return {
      by: 'called',
      beside: `left join (select id as called_id, ${entity.searchedField ? snakeCase(entity.titleField) : 'pinyin'} as called from ${getTableName(table)}) named on called_id = ${snakeCase(name)}`,
    };
  }
  if (field?.kind === 'dict' && isFixedDictionary(field.dict))
    return {
      by: `array_position(array[${fixedDictionaries[field.dict].map(({ value }) => literal(value)).join(', ')}]::text[], ${snakeCase(name)})`,
      beside: '',
    };
  return { by: name === sample.titleField ? 'pinyin' : snakeCase(name), beside: '' };
}

/**
 * Returns the statement as an expert would write it: titles are ordered by pinyin, references by name, missing values
 * last.
 */
function byHand(query: string, organizationId: number, zone: string): ByHand {
  const { sort, ...asked } = Object.fromEntries(new URLSearchParams(query));
  const where = [
    'organization_id = $1',
    'delete_time is null',
    ...Object.entries(asked).flatMap(([name, value]) => (value ? [conditionOf(name, value, zone)] : [])),
  ].join(' and ');
  const [name = 'id', way = 'desc'] = sort?.split(',') ?? [];
  const { by, beside } = orderOf(name);
  const order = name === 'id' ? `id ${way}` : `${by} ${way} nulls last, id desc`;
  return {
    list: `select ${columns} from sample ${beside} where ${where} order by ${order} limit 30`,
    counting: `select count(*)::int as total from sample where ${where}`,
    params: [organizationId],
  };
}

/** ms until an idle connection has reported its statistics. */
const counted = 11_000;

/** Returns how often the table was read completely, by the database's statistics. */
async function endToEnd(database: Database): Promise<number> {
  await database.query('select pg_stat_force_next_flush()');
  await setTimeout(counted);
  const [row] = await database.query<{ scans: string }>(
    'select seq_scan as scans from pg_stat_user_tables where relname = $1',
    [getTableName(sampleTable)],
  );
  return Number(row?.scans);
}

async function measureOn(kind: string, count: number, open: (dataDir: string) => Promise<Database>): Promise<Line[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'occhealth-bench-samples-'));
  const database = await open(dataDir);
  try {
    const { services, token, organizationId } = await groundOf(database, dataDir, count);
    const app = createApp(services);
    const ask = async (query: string) => {
      const started = performance.now();
      const answer = await app.request(`/api/sample?size=30&${query}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (answer.status !== 200) throw new Error(`${query}: ${answer.status} ${await answer.text()}`);
      const body = (await answer.json()) as { content: (Row & { readonly id: number })[]; totalElements: number };
      return { taken: performance.now() - started, ...body };
    };
    const { content, totalElements } = await ask('');
    const row = content.find((one) => one['sampleKind'] === 'sample' && one['state'] !== 'planned') ?? content[0];
    if (!row) throw new Error('nothing was filled in');
    const lines: Line[] = [];
    const add = (what: string, value: number, unit: Line['unit'], most?: number, note?: string) =>
      lines.push({
        part: 'samples',
        what: `${kind}, ${totalElements.toLocaleString('en')} rows: ${what}`,
        value: round(value, 1),
        unit,
        ...(most === undefined ? {} : { goal: most }),
        ...(note ? { note } : {}),
      });
    const before = await endToEnd(database);
    for (let turn = 0; turn < rounds * 4; turn += 1) await ask('');
    add(
      'the table read from end to end',
      (await endToEnd(database)) - before,
      'count',
      0,
      `${rounds * 4} default lists with their counts, by pg_stat_user_tables`,
    );
    const taken: { kind: string; query: string; times: number[] }[] = [];
    for (const one of casesOf(row, totalElements)) {
      const times: number[] = [];
      await ask(one.query);
      for (let turn = 0; turn < rounds; turn += 1) times.push((await ask(one.query)).taken);
      taken.push({ ...one, times });
    }
    for (const [of, what] of [
      ['page', 'pages, first to last'],
      ['sort', 'any order'],
      ['filter', 'any filter'],
    ] as const) {
      const own = taken.filter((one) => one.kind === of);
      const slowest = own
        .map(({ query, times }) => ({ query, middle: quantile(times, 0.5) }))
        .sort((a, b) => b.middle - a.middle)
        .slice(0, 4);
      add(
        `${what}, p95`,
        quantile(
          own.flatMap(({ times }) => times),
          0.95,
        ),
        'ms',
        goal,
        `${own.length} cases; slowest ${slowest.map(({ query, middle }) => `${decodeURIComponent(query) || 'default'} ${round(middle)}`).join(', ')}`,
      );
    }
    const slowest = (of: 'sort' | 'filter') =>
      taken.filter((one) => one.kind === of).reduce((a, b) => (quantile(b.times, 0.5) > quantile(a.times, 0.5) ? b : a))
        .query;
    for (const [name, query] of [
      ['default list', ''],
      ['slowest order', slowest('sort')],
      ['slowest filter', slowest('filter')],
    ] as const) {
      for (const { what, ...line } of await besideSql(
        query ? `${name} (${decodeURIComponent(query)})` : name,
        database,
        () => ask(query),
        byHand(query, organizationId, services.env.zone),
        turns,
      ))
        lines.push({
          part: 'samples',
          what: `beside SQL: ${kind}, ${totalElements.toLocaleString('en')} rows: ${what}`,
          ...line,
        });
    }
    await services.push.close();
    return lines;
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * QUALITY PERF1: lists of samples by every permitted order and filter, the whole app without the network.
 * quality.md: the default list and the slowest of both compared with the same two hand-written statements.
 */
export async function measure(): Promise<Line[]> {
  const lines = await measureOn('PGlite', Number(process.env['BENCH_SAMPLES_PGLITE'] ?? 100_000), (dataDir) =>
    openDatabase({ dataDir }),
  );
  return [
    ...lines,
    ...(await onPostgres((open) => measureOn('PostgreSQL', Number(process.env['BENCH_SAMPLES'] ?? 1_000_000), open))),
  ];
}
