import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { earlierThan, takeOverMove } from '@contract/features/projects/projectTakeOver';
import type { Answer, LoginAnswer, Page } from '@contract/wire';
import { statementEdition } from '@contract/workflow/signatureTexts';
import type { Timeline } from '@contract/workflow/workflowWire';
import { openOrganizationArchive } from '@server/backup/organization/openOrganizationArchive';
import { dataEntry, type OrganizationManifest } from '@server/backup/organization/organizationFormat';
import { pdf } from '../../support/uploads';
import { commandIn, password, type ProductServer, startIn } from './productServer';

// What people of a laboratory that has just moved in do by the product's own calls.

export interface Caller {
  readonly user: LoginAnswer['user'];
  /** Sends a body and requires success. */
  send<B>(method: 'POST' | 'PUT', path: string, body: object): Promise<B>;
  get<B>(path: string): Promise<B>;
  /** Returns the rows of a list. */
  rows(path: string): Promise<AnyRow[]>;
  /** Stores a scan; returns its id. */
  scan(): Promise<string>;
  bytes(path: string): Promise<Uint8Array>;
}

let seat = 0;

/** Signs a person in. */
export async function callerOf({ url }: ProductServer, username: string, given: string): Promise<Caller> {
  const ask = async (path: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(new URL(path, url), init);
    expect(response.status, `${path} ${response.ok ? '' : await response.clone().text()}`).toBe(200);
    return response;
  };
  // Each person signs in from a place of their own: attempts are counted by address.
  seat += 1;
  const json = { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${seat % 250}` };
  const body = JSON.stringify({ username, password: given });
  const login = (await (await ask('/auth/login', { method: 'POST', headers: json, body })).json()) as LoginAnswer;
  const authorization = { authorization: `Bearer ${login.token}` };
  const get = async (path: string) => ask(path, { headers: authorization });
  return {
    user: login.user,
    async send<B>(method: 'POST' | 'PUT', path: string, content: object) {
      const init = { method, headers: { ...json, ...authorization }, body: JSON.stringify(content) };
      return (await (await ask(path, init)).json()) as B;
    },
    get: async <B>(path: string) => (await (await get(path)).json()) as B,
    rows: async (path) => ((await (await get(path)).json()) as Page<AnyRow>).content,
    async scan() {
      const form = new FormData();
      form.append('fileClass', 'document');
      form.append('file', new File([pdf() as Uint8Array<ArrayBuffer>], '扫描件.pdf'));
      const stored = await ask('/api/file/upload', { method: 'POST', headers: authorization, body: form });
      return String(((await stored.json()) as Answer<{ id: string }>).body?.id);
    },
    bytes: async (path) => new Uint8Array(await (await ask(path, {})).arrayBuffer()),
  };
}

/** The one id of the rows with a value; for a test's own data. */
async function idOf(caller: Caller, path: string, name: string, value: string): Promise<number> {
  const found = (await caller.rows(`${path}?size=1000`)).find((row) => row[name] === value);
  expect(found, `${path} ${value}`).toBeDefined();
  return Number(found?.id);
}

/** Variables of an empty installation. */
export const empty = { CAPTCHA: 'off', DEMO: 'off', TRUST_PROXY: 'on' } as const;

/** Prepares an empty installation: the organization with its rule of report numbers, and its administrator. */
export async function setUp(product: ProductServer): Promise<Caller> {
  const admin = await callerOf(product, 'admin', password);
  await admin.send('POST', '/api/organization/add', {
    name: '杭州正和职业卫生技术服务有限公司',
    code: 'ZH',
    enabled: '1',
    reportNumberRule: '浙正检字〔{YYYY}〕第{SEQ4}号',
    projectNumberRule: 'ZH{TYPE}{YYYY}{SEQ4}',
  });
  const organizationId = await idOf(admin, '/api/organization', 'name', '杭州正和职业卫生技术服务有限公司');
  const role = await idOf(admin, '/api/role', 'name', '机构管理员');
  const first = 'Start-2026#a';
  await admin.send('POST', '/api/user/add', {
    userName: 'mover',
    nickName: '行政部',
    password: first,
    organizationId,
    roles: [role],
    enabled: '1',
    expiryDate: '2031-12-31',
  });
  await (
    await callerOf(product, 'mover', first)
  ).send('PUT', '/api/user/password', { oldPassword: first, newPassword: password });
  const mover = await callerOf(product, 'mover', password);
  await mover.send('PUT', '/api/organization/numbers', { id: organizationId, kind: 'report', type: null, used: 128 });
  return mover;
}

/** People with the roles that a report needs, by their work numbers. */
const roles: Readonly<Record<string, string>> = { '003': '质控员', '039': '报告员' };

/** Gives a person of the list a role, once; returns the person, signed in. */
async function personOf(product: ProductServer, mover: Caller, workNo: string): Promise<Caller> {
  const row = (await mover.rows('/api/user?size=1000')).find((one) => one['workNo'] === workNo);
  const role = await idOf(mover, '/api/role', 'name', roles[workNo] ?? '');
  if (!((row?.['roles'] ?? []) as number[]).includes(role))
    await mover.send('PUT', '/api/user/edit', { ...row, roles: [role] });
  const person = await callerOf(product, String(row?.['userName']), password);
  await person.send('PUT', '/api/user/signingStatement', { edition: statementEdition });
  return person;
}

const dayAgo = (days: number): string => new Date(Date.now() + (8 - 24 * days) * 3_600_000).toISOString().slice(0, 10);

/** Takes a running job of the list over at 报告编制 with its papers and a result; returns the number of its report. */
export async function reportOf(product: ProductServer, mover: Caller, code: string): Promise<string> {
  const [quality, reporter] = [await personOf(product, mover, '003'), await personOf(product, mover, '039')];
  const project = await idOf(quality, '/api/project', 'code', code);
  const scan = await quality.scan();
  for (const [at, stage] of earlierThan('reporting', false).entries())
    await quality.send('POST', '/api/broughtPaper/add', {
      project,
      stage,
      paperNo: `${code}-${at}`,
      doneOn: dayAgo(20 - at),
      people: '王平、赵艳',
      scan,
    });
  const hazard = (await quality.rows(`/api/hazard?size=20&keyword=${encodeURIComponent('甲苯')}`)).find(
    ({ name }) => name === '甲苯',
  );
  await quality.send('POST', '/api/broughtSample/add', {
    project,
    sampleNo: `${code}-S1`,
    sampleKind: 'sample',
    sampledOn: dayAgo(17),
    hazard: hazard?.id,
    workshop: '喷漆',
    place: '调漆岗',
    mode: 'area',
    period: 'short',
    minutes: '15',
    standardVolume: '1.5',
    hoursPerDay: '8',
    representedHours: '8',
    result: '1.2',
    unit: 'mg/m³',
  });
  await quality.send('PUT', '/api/project/move', { id: project, move: takeOverMove('reporting'), reason: '纸面转入' });
  const [record] = await quality.rows(`/api/labSheet?project=${project}`);
  const { asSeen } = await quality.get<Timeline>(`/api/labSheet/timeline/${record?.id}`);
  const { version } = record ?? {};
  await quality.send('PUT', '/api/labSheet/move', { id: record?.id, move: 'bringIn', version, password, asSeen });
  const started = await reporter.send<Answer<AnyRow>>('POST', '/api/report/start', { project });
  return String(started.body?.['reportNo']);
}

/** Exports all data of the organization by its administrator; returns the path of the file. */
async function exported(mover: Caller, path: string): Promise<string> {
  await mover.send('PUT', '/api/exportRun/open', { password });
  const begun = await mover.send<Answer<{ id: number }>>('POST', '/api/exportRun/organization', { papers: false });
  const state = async () =>
    (await mover.rows('/api/exportRun?size=100')).find(({ id }) => id === begun.body?.id)?.['state'];
  await expect.poll(state, { timeout: 120_000, interval: 500 }).toBe('done');
  const link = await mover.get<Answer<{ path: string }>>(`/api/exportRun/${begun.body?.id}/link`);
  await writeFile(path, await mover.bytes(link.body?.path ?? ''));
  return path;
}

/** Tables that tell of the export and the taking in themselves. */
const ownTraces = new Set(['audit_log', 'former_signature', 'announcement', 'announcement_send', 'export_run']);

/** Content of an organization: hash and rows of each table, its people but for who moved it, and its files. */
async function contentOf(path: string) {
  const archive = await openOrganizationArchive(path);
  const { tables, entries, files }: OrganizationManifest = archive.manifest;
  const people: unknown[] = [];
  for await (const row of archive.rows('user')) if (row['user_name'] !== 'mover') people.push(row);
  await archive.close();
  return {
    tables: tables
      .filter(({ name }) => !ownTraces.has(name))
      .map(({ name, rows }) => ({
        name,
        rows,
        sha256: name === 'user' ? '' : entries.find((entry) => entry.name === dataEntry(name))?.sha256,
      })),
    people,
    files,
  };
}

/** Takes the organization into a second empty installation and exports it there again. */
export async function leave(mover: Caller, folder: string) {
  const path = await exported(mover, join(folder, 'first.tar'));
  const second = join(folder, 'second');
  await mkdir(second);
  await (await startIn(second, empty)).stop();
  const taken = await commandIn(second, ['take-in', path]);
  expect(taken.code, taken.said).toBe(0);
  const other = await startIn(second, empty);
  try {
    const admin = await callerOf(other, 'admin', password);
    const row = (await admin.rows('/api/user?size=1000')).find(({ userName }) => userName === 'mover');
    const slips = await admin.send<Answer<{ slips: { password: string }[] }>>('PUT', '/api/user/slips', {
      rows: [{ id: row?.id, version: row?.version }],
    });
    const given = slips.body?.slips[0]?.password ?? '';
    await (
      await callerOf(other, 'mover', given)
    ).send('PUT', '/api/user/password', { oldPassword: given, newPassword: password });
    const again = await exported(await callerOf(other, 'mover', password), join(folder, 'again.tar'));
    return { first: await contentOf(path), again: await contentOf(again) };
  } finally {
    await other.stop();
  }
}
