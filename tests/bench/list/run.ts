import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '@server/app/createApp';
import { type Database, openDatabase } from '@server/db/openDatabase';
import { type Line, quantile, round } from '../line';
import { onPostgres } from '../onPostgres';
import { besideSql, type Listed, timed } from './besideSql';
import { columns, unitGround } from './ground';
import { rowCount } from './rows';

const rounds = 60;
const warmUp = 5;

/** Requests for lists, and their where clause and order for the hand-written statements. */
const cases = [
  { name: 'default list', query: '', where: '', order: 'id desc', offset: 0 },
  { name: 'filtered by industry', query: 'industry=C26', where: `and industry = 'C26'`, order: 'id desc', offset: 0 },
  {
    name: 'name contains',
    query: `unitName=${encodeURIComponent('泰隆')}`,
    where: `and unit_name like '%泰隆%'`,
    order: 'id desc',
    offset: 0,
  },
  { name: 'sorted by name', query: 'sort=unitName,asc', where: '', order: 'pinyin, id desc', offset: 0 },
  { name: 'page 100', query: 'page=99', where: '', order: 'id desc', offset: 99 * 30 },
] as const;

/** Returns the plan of opening a list, which must not read the whole table. */
async function planOf(database: Database, organizationId: number): Promise<string> {
  const plan = await database.query<{ 'QUERY PLAN': string }>(
    `explain select ${columns} from inspect_unit where organization_id = ${organizationId} and delete_time is null
      order by id desc limit 30`,
  );
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  if (/Seq Scan/.test(text)) throw new Error(`the default list reads the whole table:\n${text}`);
  return text;
}

async function measureOn(kind: string, open: (dataDir: string) => Promise<Database>): Promise<Line[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'occhealth-bench-list-'));
  const database = await open(dataDir);
  try {
    const { services, token, organizationId } = await unitGround(database, dataDir);
    const app = createApp(services);
    const lines: Line[] = [];
    const add = (what: string, value: number, unit: Line['unit'], goal?: number, note?: string) =>
      lines.push({
        part: 'list',
        what: `${kind}: ${what}`,
        value: round(value, 2),
        unit,
        ...(goal === undefined ? {} : { goal }),
        ...(note ? { note } : {}),
      });
    console.log(await planOf(database, organizationId));

    for (const { name, query, where, order, offset } of cases) {
      const list = `select ${columns} from inspect_unit where organization_id = $1 and delete_time is null ${where}
        order by ${order} limit 30 offset ${offset}`;
      const counting = `select count(*)::int as total from inspect_unit
        where organization_id = $1 and delete_time is null ${where}`;
      const ask = async () => {
        const answer = await app.request(`/api/inspectUnit?size=30&${query}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
        return (await answer.json()) as Listed;
      };
      for (const { what, ...line } of await besideSql(
        name,
        database,
        ask,
        { list, counting, params: [organizationId] },
        rounds,
      ))
        lines.push({ part: 'list', what: `${kind}: ${what}`, ...line });
    }
    for (const [name, keyword] of [
      ['by name', '泰隆'],
      ['by initials', 'hzthjx'],
      ['by number', '91330000000009'],
      ['nothing found', '没有这样的单位'],
    ] as const) {
      const taken: number[] = [];
      for (let turn = -warmUp; turn < rounds; turn += 1) {
        const { wall } = await timed(async () => {
          const answer = await app.request(`/api/search?keyword=${encodeURIComponent(keyword)}`, {
            headers: { authorization: `Bearer ${token}` },
          });
          if (answer.status !== 200) throw new Error(`search: ${answer.status}`);
        });
        if (turn >= 0) taken.push(wall);
      }
      add(`search ${name}, p95`, quantile(taken, 0.95), 'ms', 200, `median ${round(quantile(taken, 0.5), 2)}`);
    }
    await services.push.close();
    return lines;
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * quality.md, Server and files: lists of 30 with count over 100,000 rows, through the whole app without the
 * network, compared with the same two hand-written statements.
 */
export async function measure(): Promise<Line[]> {
  console.log(`${rowCount.toLocaleString('en')} rows on PGlite …`);
  const lines = await measureOn('PGlite', (dataDir) => openDatabase({ dataDir }));
  console.log('… on PostgreSQL …');
  return [...lines, ...(await onPostgres((open) => measureOn('PostgreSQL', open)))];
}
