import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, asc, eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { archiveTexts } from '@contract/features/archive/archiveTexts';
import { organizationArchiveTexts as texts } from '@contract/features/system/organizationArchive';
import { exportTexts } from '@contract/features/system/organizationExport';
import { machines } from '@contract/subjects';
import type { Answer } from '@contract/wire';
import { verifyAuditChain } from '@server/audit/auditHashChain';
import { makeOrganizationArchive } from '@server/backup/organization/makeOrganizationArchive';
import { openOrganizationArchive } from '@server/backup/organization/openOrganizationArchive';
import { dataEntry, type OrganizationManifest, type TextRow } from '@server/backup/organization/organizationFormat';
import { importOrganizationArchive } from '@server/commands/importOrganizationArchive';
import { workflowStepTable } from '@server/db/schema';
import { tidyExports } from '@server/features/system/exports/exportRuns';
import { seedDatabase } from '@server/seed/seedDatabase';
import { beginSealing } from '@server/signing/keyedSeal';
import { verifySignatures } from '@server/signing/verifySignatures';
import { filledDirectory } from '../support/filledDirectory';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';

// An organization leaves: one archive of all that it has, which another installation takes in.

const house = 1;
/** Differs on purpose: the line of the taking in, the houses of signatures, a template that was common before. */
const differing = new Set(['audit_log', 'former_signature', 'report_module']);

let folder: string;
let source: TestServer;
let target: TestServer;
let first: OrganizationManifest;
let again: OrganizationManifest;
const pathOf = (name: string): string => join(folder, name);

async function rowsIn(path: string, table: string): Promise<TextRow[]> {
  const archive = await openOrganizationArchive(path);
  const rows: TextRow[] = [];
  for await (const row of archive.rows(table)) rows.push(row);
  await archive.close();
  return rows;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'occhealth-house-'));
  const dataDir = await mkdtemp(join(tmpdir(), 'occhealth-house-source-'));
  await cp(await filledDirectory(), dataDir, { recursive: true });
  source = await testServer({ demo: true }, dataDir);
  first = await makeOrganizationArchive(source.services, { organizationId: house, path: pathOf('first.tar') });
  target = await testServer();
  await seedDatabase(target.services);
  // As its first start does.
  await target.database.transaction((tx) => beginSealing(target.services, tx));
  // A template that the demonstration holds for all becomes the organization's own.
  expect(await importOrganizationArchive(target.services, pathOf('first.tar'))).toMatchObject({ added: 1, dropped: 0 });
  again = await makeOrganizationArchive(target.services, { organizationId: house, path: pathOf('again.tar') });
});
afterAll(async () => {
  await source.close();
  await target.close();
  await rm(folder, { recursive: true, force: true });
});

describe('export and import of an organization', () => {
  it('an organization exported and imported into another installation has the same content', () => {
    const hashesOf = ({ tables, entries }: OrganizationManifest) =>
      tables
        .filter(({ name }) => !differing.has(name))
        .map(({ name, rows }) => [name, rows, entries.find((entry) => entry.name === dataEntry(name))?.sha256]);
    expect(hashesOf(again)).toEqual(hashesOf(first));
    expect(again.files).toEqual(first.files);
    const count = (name: string) => first.tables.find((table) => table.name === name)?.rows ?? 0;
    // What an archive without content would not hold.
    for (const name of ['project', 'sample', 'report', 'signature', 'audit_log', 'user', 'lab_sheet'])
      expect([name, count(name) > 0]).toEqual([name, true]);
    expect(first.files.length).toBeGreaterThan(0);
  });

  it('the audit trail of an imported organization is appended to the own one, names the organization, and the chain is intact', async () => {
    const plain = (rows: readonly TextRow[]) => rows.map(({ id: _id, former: _former, ...row }) => row);
    const [before, after] = [
      await rowsIn(pathOf('first.tar'), 'audit_log'),
      await rowsIn(pathOf('again.tar'), 'audit_log'),
    ];
    expect(plain(after.slice(0, before.length))).toEqual(plain(before));
    expect(new Set(after.slice(0, before.length).map(({ former }) => former))).toEqual(new Set([first.house.name]));
    expect(after.slice(before.length).map(({ reason }) => reason)).toEqual([texts.trail(first.house.name)]);
    expect((await verifyAuditChain(target.database.orm)).broken).toEqual([]);
  });

  it('an export from the embedded database gives way between slices of the audit trail, and contains the lines of its snapshot alone', async () => {
    const { database } = source;
    let transactions = 0;
    const watched = Object.create(database, {
      transaction: {
        async value(work: Parameters<typeof database.transaction>[0]) {
          const result = await database.transaction(work);
          transactions += 1;
          // Another person works between the snapshot and the trail.
          if (transactions === 1)
            await database.execute(
              `insert into audit_log (organization_id, action, entity) values (${house}, 'edit', 'customer')`,
            );
          return result;
        },
      },
    }) as typeof database;
    const manifest = await makeOrganizationArchive(
      { ...source.services, database: watched },
      { organizationId: house, path: pathOf('slices.tar') },
    );
    const rowsOf = ({ tables }: OrganizationManifest) => tables.find(({ name }) => name === 'audit_log')?.rows ?? 0;
    expect(rowsOf(manifest)).toBe(rowsOf(first));
    // The snapshot, and at least one turn for each five hundred lines.
    expect(transactions).toBeGreaterThan(1 + rowsOf(first) / 500);
    expect(manifest.tables.map(({ name }) => name)).toEqual(first.tables.map(({ name }) => name));
  });

  it('every signature of an imported organization is verified as in the former installation, and says so', async () => {
    const verdictsIn = async ({ services, database }: TestServer) => {
      const signed = await database.query<{ machine: string; row: number }>(
        `select distinct machine, row_id as row from signature where organization_id = ${house} order by 1, 2`,
      );
      const found: [string, number, number, string, string | undefined][] = [];
      for (const { machine: name, row } of signed) {
        const machine = machines.find((machine) => machine.name === name);
        if (!machine) throw new Error(name);
        const of = and(eq(workflowStepTable.machine, name), eq(workflowStepTable.rowId, row));
        const steps = await database.orm.select().from(workflowStepTable).where(of).orderBy(asc(workflowStepTable.id));
        for (const [step, { state, former }] of await verifySignatures(services, database.orm, machine, row, steps))
          found.push([name, row, step, state, former]);
      }
      return found;
    };
    const [there, here] = [await verdictsIn(source), await verdictsIn(target)];
    expect(here.map(([machine, row, step, state]) => [machine, row, step, state])).toEqual(
      there.map(([machine, row, step, state]) => [machine, row, step, state]),
    );
    expect(there.some(([, , , state]) => state === 'valid')).toBe(true);
    expect(new Set(here.map(([, , , , former]) => former))).toEqual(new Set([first.house.name]));
    expect(new Set(there.map(([, , , , former]) => former))).toEqual(new Set([undefined]));
    // Whoever changes the organization of a signature past the program makes it invalid.
    const [machine, row, step] = here.find(([, , , state]) => state === 'valid') ?? ['', 0, 0];
    await target.database.execute('alter table former_signature disable trigger user');
    await target.database.execute(
      `update former_signature set house = '别家'
        where signature_id in (select id from signature where machine = '${machine}' and row_id = ${row})`,
    );
    expect(
      (await verdictsIn(target)).find((found) => found[0] === machine && found[1] === row && found[2] === step)?.[3],
    ).toBe('invalid');
  });

  it('the export of an organization contains nothing of another organization and no secret', async () => {
    const others = await source.database.query<{ text: string }>(
      `select name as text from organization where id <> ${house} union select user_name from "user"
        where organization_id <> ${house} and char_length(user_name) > 5 union select unit_name from inspect_unit
        where organization_id <> ${house}`,
    );
    expect(others.length).toBeGreaterThan(2);
    const bytes = await readFile(pathOf('first.tar'), 'utf8');
    expect(others.filter(({ text }) => bytes.includes(text))).toEqual([]);
    const archive = await openOrganizationArchive(pathOf('first.tar'));
    const foreign: string[] = [];
    for (const { name } of first.tables)
      for await (const row of archive.rows(name))
        if ((row['organization_id'] ?? String(house)) !== String(house)) foreign.push(`${name} ${row['id'] ?? ''}`);
    await archive.close();
    expect(foreign).toEqual([]);
    const secrets = await source.database.query<{ text: string }>('select password_hash as text from "user"');
    expect(secrets.filter(({ text }) => bytes.includes(text))).toEqual([]);
  });

  it('in an imported organization the next number follows the last one, and nobody signs in with an old password', async () => {
    const [series] = await target.database.query<{ last: number }>(
      `select last from number_series where organization_id = ${house} order by last desc limit 1`,
    );
    const [was] = await source.database.query<{ last: number }>(
      `select last from number_series where organization_id = ${house} order by last desc limit 1`,
    );
    expect(series?.last).toBe(was?.last);
    const [{ top, next } = { top: 0, next: 0 }] = await target.database.query<{ top: number; next: number }>(
      `select (select max(id) from project) as top, nextval('project_id_seq')::int as next`,
    );
    expect(next).toBe(top + 1);
    const [person] = await target.database.query<{ hash: string; own: boolean }>(
      `select password_hash as hash, password_own as own from "user" where organization_id = ${house} limit 1`,
    );
    expect(person?.own).toBe(false);
  });
});

describe('refused import of an organization', () => {
  it('an organization cannot be imported into an installation that already has one', async () => {
    await expect(importOrganizationArchive(target.services, pathOf('first.tar'))).rejects.toThrow(
      texts.notEmpty(first.house.name),
    );
  });

  it('a damaged export, another file and an unknown organization are refused in one sentence when importing an organization', async () => {
    const bytes = await readFile(pathOf('first.tar'));
    const at = bytes.indexOf('"organization_id"');
    const changed = Buffer.from(bytes);
    changed.write('"organization_iD"', at);
    await writeFile(pathOf('changed.tar'), changed);
    await expect(openOrganizationArchive(pathOf('changed.tar'))).rejects.toThrow(/已损坏/);
    await writeFile(pathOf('short.tar'), bytes.subarray(0, bytes.length - 20_000));
    await expect(openOrganizationArchive(pathOf('short.tar'))).rejects.toThrow(texts.truncated(pathOf('short.tar')));
    await writeFile(pathOf('other.tar'), 'no archive');
    await expect(openOrganizationArchive(pathOf('other.tar'))).rejects.toThrow(texts.notAnArchive(pathOf('other.tar')));
    await expect(
      makeOrganizationArchive(source.services, { organizationId: 999, path: pathOf('none.tar') }),
    ).rejects.toThrow(texts.gone);
  });
});

describe('background exports', () => {
  let admin: string;
  let outsider: string;
  const people = async (role: string, organization: number) => {
    const [found] = await source.database.query<{ name: string }>(
      `select u.user_name as name from "user" u join user_roles on owner_id = u.id join role on role.id = target_id
        where role.name = $1 and u.organization_id = $2 limit 1`,
      [role, organization],
    );
    return found?.name ?? '';
  };
  const runOf = async (token: string, id: number | undefined) => {
    const { body, status, text } = await source.ask<{ content: AnyRow[] }>('GET', 'api/exportRun', { token });
    expect(status, text).toBe(200);
    return body.content.find((row) => row.id === id);
  };
  const ended = async (token: string, id: number | undefined) => {
    await expect
      .poll(async () => (await runOf(token, id))?.['state'], { timeout: 60_000, interval: 300 })
      .not.toBe('running');
    return runOf(token, id);
  };
  const fileOf = async (token: string, id: number | undefined) => {
    const { body, status } = await source.ask<Answer<{ path: string }>>('GET', `api/exportRun/${id}/link`, { token });
    if (status !== 200) return { status, bytes: Buffer.alloc(0) };
    const answer = await source.app.request(body.body?.path ?? '');
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const start = (token: string, what: string, body: unknown) =>
    source.ask<Answer<{ id: number }>>('POST', `api/exportRun/${what}`, { token, body });

  beforeAll(async () => {
    const [role] = await source.database.query<{ id: number }>(
      `select id from role where name = '机构管理员' and organization_id is null`,
    );
    await source.rows.user({ userName: 'housekeeper', organizationId: house, roles: [role?.id ?? 0] });
    admin = await source.login('housekeeper');
    outsider = await source.login(await people('质控员', house));
  });

  it('the export of all data is only for the organization’s own administrator, after the password, and downloadable by that person', async () => {
    const open = (password: string) => source.ask('PUT', 'api/exportRun/open', { token: admin, body: { password } });
    expect((await start(admin, 'organization', { papers: false })).body.message).toBe(exportTexts.askPassword);
    expect((await open('wrong')).status).toBe(400);
    expect((await start(admin, 'organization', { papers: false })).status).toBe(403);
    expect((await open(testPassword)).status).toBe(200);
    const platform = await source.login('admin');
    expect((await start(platform, 'organization', { papers: false })).body.message).toBe(exportTexts.platformAdmin);
    const begun = await start(admin, 'organization', { papers: false });
    const id = begun.body.body?.id;
    expect((await start(admin, 'organization', { papers: false })).status).toBe(409);
    const run = await ended(admin, id);
    expect(run).toMatchObject({ state: 'done', content: 'organization' });
    expect((await fileOf(outsider, id)).status).toBe(404);
    const { bytes } = await fileOf(admin, id);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(run?.['sha256']);
    await writeFile(pathOf('all.tar'), bytes);
    const archive = await openOrganizationArchive(pathOf('all.tar'));
    const lists = archive.manifest.entries.flatMap(({ name }) => (name.startsWith('列表/') ? [name] : []));
    await archive.close();
    for (const name of ['项目', '用户', '样品', '报告', '审计日志', '检测授权'])
      expect(lists).toContain(`列表/${name}.xlsx`);
    const [told] = await source.database.query<{ text: string }>(
      'select msg_abstract as text from announcement order by id desc limit 1',
    );
    expect(told?.text).toBe(exportTexts.doneText(exportTexts.title.organization));
    // After ten minutes the password is asked for again.
    source.advance(11 * 60_000);
    expect((await fileOf(admin, id)).status).toBe(403);
  });

  it('a background export contains issued reports and archives of many projects as one ZIP each', async () => {
    const reports = await source.database.query<{ id: number; sha256: string }>(
      `select report_id as id, sha256 from report_paper join report on report.id = report_id
        where organization_id = ${house} order by 1 limit 3`,
    );
    const run = await ended(
      outsider,
      (await start(outsider, 'reports', { ids: reports.map(({ id }) => id) })).body.body?.id,
    );
    expect(run).toMatchObject({ state: 'done', done: reports.length });
    const files = unzipSync(await fileOf(outsider, run?.id).then(({ bytes }) => bytes));
    expect(Object.values(files).map((bytes) => createHash('sha256').update(bytes).digest('hex'))).toEqual(
      reports.map(({ sha256 }) => sha256),
    );
    const projects = await source.database.query<{ id: number; code: string }>(
      `select id, code from project where organization_id = ${house} and archived_on is not null order by id limit 2`,
    );
    const archives = await ended(
      outsider,
      (await start(outsider, 'archives', { ids: projects.map(({ id }) => id) })).body.body?.id,
    );
    expect(archives).toMatchObject({ state: 'done' });
    const names = Object.keys(unzipSync(await fileOf(outsider, archives?.id).then(({ bytes }) => bytes)));
    for (const { code } of projects) expect(names.some((name) => name.startsWith(`${code}-项目档案/`))).toBe(true);
  });

  it('a background export without content says why, one whose process died is closed, and old export files are removed', async () => {
    const drafts = await source.database.query<{ id: number }>(
      `select id from report where organization_id = ${house} and issued_on is null and delete_time is null limit 1`,
    );
    const none = await ended(
      outsider,
      (await start(outsider, 'reports', { ids: drafts.map(({ id }) => id) })).body.body?.id,
    );
    expect(none).toMatchObject({ state: 'failed' });
    expect((await fileOf(outsider, none?.id)).status).toBe(409);
    const empty = await source.database.query<{ id: number }>(
      `insert into project (organization_id, code, project_name, belong_inspect, type, stage)
        select organization_id, 'LEER-1', '空项目', id, 'DQ', 'draft' from inspect_unit
        where organization_id = ${house} limit 1 returning id`,
    );
    const nothing = await ended(
      outsider,
      (await start(outsider, 'archives', { ids: empty.map(({ id }) => id) })).body.body?.id,
    );
    expect(nothing).toMatchObject({ state: 'failed', result: archiveTexts.nothingPacked });
    const [dead] = await source.database.query<{ id: number }>(
      `insert into export_run (organization_id, title, content, state, create_by, update_time)
        values (${house}, '中断', 'reports', 'running', 1, now() - interval '1 hour') returning id`,
    );
    source.advance(8 * 86_400_000);
    expect(await tidyExports(source.services)).toEqual({ closed: 1, removed: 3 });
    const states = await source.database.query<{ state: string }>(
      `select state from export_run where id <> ${dead?.id ?? 0}`,
    );
    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['removed', 'failed']));
    const [old] = await source.database.query<{ id: number }>(
      `select id from export_run where state = 'removed' and content = 'reports'`,
    );
    // The session of a week ago has ended.
    const later = await source.login(await people('质控员', house));
    expect((await fileOf(later, old?.id)).status).toBe(409);
  });
});

it('an imported organization uses common rows with equal content, not equal id; missing rows become its own', async () => {
  const [from, to] = [await testServer(), await testServer()];
  onTestFinished(async () => {
    await from.close();
    await to.close();
  });
  const organizationId = await from.rows.organization({ name: '搬家检测公司' });
  const hazard = async (on: TestServer, name: string, organization: number | null = null) => {
    const [row] = await on.database.query<{ id: number }>(
      `insert into hazard (name, organization_id, category, data_certainty)
        values ($1, $2, 'chemical', 'sure') returning id`,
      [name, organization],
    );
    return row?.id ?? 0;
  };
  const [known, unknown] = [await hazard(from, '甲苯'), await hazard(from, '平台自加因素')];
  const own = await hazard(from, '自有因素', organizationId);
  for (const id of [known, unknown, own])
    await from.database.query(
      `insert into standard (organization_id, hazard, standard_name, standard_no, lot_no, valid_until, status)
        values ($1, $2, $3, $3, $3, '2030-01-01', '1')`,
      [organizationId, id, `标准物质${id}`],
    );
  await makeOrganizationArchive(from.services, { organizationId, path: pathOf('small.tar') });
  // Ids 1 and 3 of the other installation mean something else here.
  for (const name of ['苯', '二甲苯', '乙苯', '甲苯']) await hazard(to, name);
  const taken = await importOrganizationArchive(to.services, pathOf('small.tar'));
  expect(taken).toMatchObject({ added: 1, dropped: 0 });
  expect(
    await to.database.query(
      `select hazard.name, hazard.organization_id as own from standard join hazard on hazard.id = standard.hazard
        order by standard.id`,
    ),
  ).toEqual([
    { name: '甲苯', own: null },
    { name: '平台自加因素', own: organizationId },
    { name: '自有因素', own: organizationId },
  ]);
});
