import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer, LoginAnswer, Page } from '@contract/wire';
import { tablesOf } from '@server/backup/tableCatalogue';
import { openDatabase } from '@server/db/openDatabase';
import { commandIn, password, type ProductServer, startIn } from '../browser/support/productServer';
import { createPostgresDatabase, type PostgresDatabase } from '../support/database';
import { measured } from '../support/measured';
import { olderProgram } from '../support/olderProgram';
import { contentOf } from '../support/tableContent';
import { pdf } from '../support/uploads';

// QUALITY FT11 with programs: the version before the newest migration, built from the history of these sources, hands
// its data to the current one and gets them back.

const onPostgres = process.env['TEST_DATABASE'] === 'postgres';
/** Accounts of both organizations, of the console, the field, the laboratory and externals. */
const people = [
  'admin',
  'admin2',
  'sales',
  'field',
  'keeper',
  'analyst',
  'approver',
  'quality',
  'enterprise',
  'thirdparty',
] as const;
/** Lists written by sign-ins and by the jobs of a running program. */
const ofTheMoment = ['/api/auditLog', '/api/jobRun'];
/** Tables that a start writes intentionally: the version's migrations and built-in rows, and its job runs. */
const ofTheStart = ['migration', 'built_in', 'job_run'];

interface Place {
  readonly dataDir: string;
  readonly postgres: PostgresDatabase | undefined;
}

let directory: string;
const databases: PostgresDatabase[] = [];
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'occhealth-rollback-'));
});
afterAll(async () => {
  for (const database of databases) await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

/**
 * Creates a directory, and a database where that is separate: empty ones, or copies of others that nobody uses
 * meanwhile.
 */
async function place(of?: Place): Promise<Place> {
  const dataDir = mkdtempSync(join(directory, 'data-'));
  if (of) cpSync(of.dataDir, dataDir, { recursive: true });
  const postgres = onPostgres
    ? await createPostgresDatabase(of?.postgres ? { copyOf: of.postgres } : { empty: true })
    : undefined;
  if (postgres) databases.push(postgres);
  return { dataDir, postgres };
}

// A version with a longer demonstration plays the rest of it on older data, which is no upgrade.
const variablesOf = ({ postgres }: Place) => ({
  CAPTCHA: 'off',
  DEMO: 'off',
  ...(postgres ? { DATABASE_URL: postgres.url } : {}),
});
const start = (of: Place, program?: string, more: Readonly<Record<string, string>> = {}): Promise<ProductServer> =>
  startIn(of.dataDir, { ...variablesOf(of), ...more }, program);
const command = (of: Place, args: readonly string[], program?: string) =>
  commandIn(of.dataDir, args, variablesOf(of), program);

type Content = Awaited<ReturnType<typeof contentOf>>;
type Tables = Awaited<ReturnType<typeof tablesOf>>;

/** Returns the stored rows while no program runs: of all tables unless some are given. */
async function rowsIn(
  { dataDir, postgres }: Place,
  { tables: given, without }: { tables?: Tables; without?: ReadonlySet<string> } = {},
): Promise<{ tables: Tables; content: Content }> {
  const database = await openDatabase(postgres ? { databaseUrl: postgres.url } : { dataDir });
  try {
    const tables = given ?? (await tablesOf(database.orm));
    return { tables, content: await contentOf(database, tables, without) };
  } finally {
    await database.close();
  }
}

const countOf = (content: Content): number => [...content.values()].reduce((sum, rows) => sum + rows.length, 0);

/** Returns the rows of one that differ in the other, by table: removed, added, or changed. */
function differencesOf(before: Content, after: Content): string[] {
  return [...before].flatMap(([table, old]) => {
    const now = after.get(table) ?? [];
    const [was, is] = [new Set(old), new Set(now)];
    return [
      ...old.filter((row) => !is.has(row)).map((row) => `${table} - ${row}`),
      ...now.filter((row) => !was.has(row)).map((row) => `${table} + ${row}`),
    ];
  });
}

/** Returns its fields that the other has as well. */
const sharedBy = (row: object, other: object): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name in other));

async function ask<B>(url: string, method: string, path: string, token?: string, body?: unknown): Promise<B> {
  const form = body instanceof FormData;
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status}`);
  return (response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as B;
}

const signIn = async (url: string, username: string): Promise<string> =>
  (await ask<LoginAnswer>(url, 'POST', '/auth/login', undefined, { username, password })).token;

interface Described {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly get?: {
          readonly responses: Readonly<
            Record<
              string,
              {
                readonly content?: {
                  readonly 'application/json': { readonly schema: { readonly properties?: object } };
                };
              }
            >
          >;
        };
      }
    >
  >;
}

/** Returns the addresses of the lists of rows, from the OpenAPI document of the running program. */
async function listsOf(url: string): Promise<string[]> {
  const { paths } = await ask<Described>(url, 'GET', '/api/openapi', await signIn(url, 'admin'));
  return Object.entries(paths).flatMap(([path, { get }]) =>
    'totalElements' in (get?.responses['200']?.content?.['application/json'].schema.properties ?? {}) &&
    !path.includes('{') &&
    !ofTheMoment.includes(path)
      ? [path]
      : [],
  );
}

/** By person and list: a page of rows, or the refusal, since not every list is for everybody. */
type Answers = Map<string, Page<{ id: number }> | string>;

/** Returns the answer of each list for each person. */
async function answersOf(url: string, lists: readonly string[]): Promise<Answers> {
  const answers: Answers = new Map();
  for (const person of people) {
    const token = await signIn(url, person);
    for (const path of lists)
      answers.set(
        `${person} ${path}`,
        await ask<Page<{ id: number }>>(url, 'GET', `${path}?page=0&size=100&sort=id,asc`, token).catch(
          (error: Error) => error.message,
        ),
      );
  }
  return answers;
}

/** Returns what a newer version answers differently, of the earlier rows and the common fields. */
function changedIn(before: Answers, after: Answers): string[] {
  return [...before].flatMap(([what, old]) => {
    const now = after.get(what);
    if (typeof old === 'string' || typeof now !== 'object') return old === now ? [] : [what];
    const rows = new Map(now.content.map((row) => [row.id, row as object]));
    return old.content.flatMap((row) => {
      const there = rows.get(row.id);
      const same = there !== undefined && isDeepStrictEqual(sharedBy(row, there), sharedBy(there, row));
      return same ? [] : [`${what} ${row.id}`];
    });
  });
}

async function upload(url: string, token: string, name: string): Promise<string> {
  const form = new FormData();
  form.append('fileClass', 'document');
  form.append('file', new File([Buffer.from(pdf())], name));
  return (await ask<Answer<{ id: string }>>(url, 'POST', '/api/file/upload', token, form)).body?.id ?? '';
}

const addCustomer = async (url: string, token: string, customerName: string): Promise<number> =>
  (await ask<Answer<{ id: number }>>(url, 'POST', '/api/customer/add', token, { customerName, contact: '张三' })).body
    ?.id ?? 0;

/** Returns the end of the chain from the output of the verification, `seq:hash`. */
const endOf = (said: string): string => /\d+:[0-9a-f]{64}/.exec(said)?.[0] ?? '';

it('an upgrade changes 0 rows of the version before; that version refuses the new data, and answers as before with its backup restored (FT11)', async ({
  skip,
}) => {
  const older = await olderProgram(directory);
  if (!older) return skip('the history of the sources is not here, and with it no older version');
  const { program } = older;

  // The older version at work: its demonstration, and added rows.
  const origin = await place();
  const first = await start(origin, program, { DEMO: 'on' });
  const sales = await signIn(first.url, 'sales');
  const file = await upload(first.url, sales, '合同.pdf');
  const content = await ask<string>(first.url, 'GET', `/api/file/${file}`, sales);
  const customer = await addCustomer(first.url, sales, '升级以前的客户');
  const lists = await listsOf(first.url);
  const before = await answersOf(first.url, lists);
  await first.stop();
  const backup = join(directory, 'before-upgrade.tar');
  expect(await command(origin, ['backup', backup], program)).toMatchObject({ code: 0 });
  const chain = await command(origin, ['verify-audit'], program);
  expect(chain.code).toBe(0);
  const [whole, comparable] = [await rowsIn(origin, { without: new Set() }), await rowsIn(origin)];

  // The current version on a copy of it. Changes by the start alone are checked before anybody signs in.
  const upgraded = await place(origin);
  await (await start(upgraded)).stop();
  const { content: brought } = await rowsIn(upgraded, { tables: comparable.tables });
  for (const table of ofTheStart)
    for (const { content: rows } of [comparable, { content: brought }]) rows.delete(table);
  expect(differencesOf(comparable.content, brought)).toEqual([]);
  expect(await command(upgraded, ['verify-audit', endOf(chain.said)])).toMatchObject({ code: 0 });
  const today = await start(upgraded);
  expect(changedIn(before, await answersOf(today.url, lists))).toEqual([]);
  const later = await signIn(today.url, 'sales');
  expect(await ask(today.url, 'GET', `/api/file/${file}`, later)).toBe(content);
  expect(await addCustomer(today.url, later, '升级以后的客户')).toBe(customer + 1);
  await today.stop();

  // The older version on newer data.
  const newer = await rowsIn(upgraded);
  await expect(start(upgraded, program)).rejects.toThrow(/ended with 1: 数据库比程序新/);
  const newerBackup = join(directory, 'after-upgrade.tar');
  expect(await command(upgraded, ['backup', newerBackup])).toMatchObject({ code: 0 });
  const back = await place();
  expect(await command(back, ['restore', newerBackup], program)).toEqual({
    code: 1,
    said: expect.stringContaining('较新的'),
  });
  expect(await rowsIn(upgraded)).toEqual(newer);

  // Back to the older version.
  expect(await command(back, ['restore', backup], program)).toMatchObject({ code: 0 });
  expect(await rowsIn(back, { without: new Set() })).toEqual(whole);
  expect(await command(back, ['verify-audit', endOf(chain.said)], program)).toEqual(chain);
  const again = await start(back, program);
  const answers = await answersOf(again.url, lists);
  expect(answers).toEqual(before);
  const seller = await signIn(again.url, 'sales');
  expect(await ask(again.url, 'GET', `/api/file/${file}`, seller)).toBe(content);
  expect(await addCustomer(again.url, seller, '恢复以后的客户')).toBe(customer + 1);
  await again.stop();
  expect(await command(back, ['verify-audit', endOf(chain.said)], program)).toMatchObject({ code: 0 });

  const pages = [...answers.values()].filter((answer) => typeof answer !== 'string');
  expect(pages.length).toBeGreaterThan(200);
  measured(
    `${onPostgres ? 'PostgreSQL' : '内置数据库'}，运行旧版程序（源码 ${older.commit.slice(0, 12)}，第 ${older.migrations} 版数据库）：其 ${comparable.content.size} 张表 ${countOf(comparable.content)} 行由今天的程序升级，非预期改变 0 行；旧版程序拒绝较新的数据库与备份；以旧版程序恢复升级前的备份，逐行相同，${people.length} 人 ${pages.length} 个列表应答相同，审计链末端 ${endOf(chain.said).slice(0, 12)} 相同，可继续登记`,
  );
});
