import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { backupTexts } from '@contract/features/system/backupTexts';
import { jobTexts } from '@contract/features/system/jobs/jobTexts';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import { jobsOf } from '@server/app/jobList';
import { registry } from '@server/app/resources';
import { openArchive } from '@server/backup/backupArchive';
import { JobProblem } from '@server/base/jobProblem';
import { formatMoment, parseMoment } from '@server/base/zone';
import { runCommand } from '@server/commands/runCommand';
import {
  announcementSendTable,
  announcementTable,
  auditLogTable,
  captchaTable,
  idempotencyTable,
  jobRunTable,
  sessionTable,
} from '@server/db/schema';
import type { Job } from '@server/jobs/job';
import { createSchedule, nextAt, startJobs } from '@server/jobs/jobSchedule';
import { watchLoop } from '@server/jobs/jobWatch';
import { lateJobs, watchLateness } from '@server/jobs/lateJobs';
import { runJob } from '@server/jobs/runJob';
import type { Services } from '@server/services';
import { type TestServer, testServer } from '../support/server';

// 任务日志: what ran, when, and how it ended (issue 7); on both databases.

const minute = 60_000;
const day = 24 * 60 * minute;
let server: TestServer;
let admin: string;
let chief: number;
let reader: string;
let nobody: string;

beforeAll(async () => {
  server = await testServer();
  const organizationId = await server.rows.organization();
  chief = await server.rows.user({ userName: 'chief', nickName: '总管', isAdmin: true, organizationId });
  await server.rows.user({
    userName: 'reader',
    organizationId,
    roles: [await server.rows.role({ permissions: ['jobRun:list'] })],
  });
  await server.rows.user({
    userName: 'nobody',
    organizationId,
    roles: [await server.rows.role({ permissions: ['customer:list'] })],
  });
  [admin, reader, nobody] = [await server.login('chief'), await server.login('reader'), await server.login('nobody')];
});
afterAll(() => server.close());

const made = (key: string, run: Job['run'], more: Partial<Job> = {}): Job => ({
  key,
  title: `任务${key}`,
  intervalMs: 10 * minute,
  run,
  ...more,
});
const linesOf = (key: string) =>
  server.database.orm.select().from(jobRunTable).where(eq(jobRunTable.jobKey, key)).orderBy(asc(jobRunTable.id));
const messages = (title: string) =>
  server.database.orm
    .select({ text: announcementTable.msgAbstract, to: announcementSendTable.userId })
    .from(announcementTable)
    .innerJoin(announcementSendTable, eq(announcementSendTable.anntId, announcementTable.id))
    .where(eq(announcementTable.titile, jobTexts.alarmTitle(title)));

/** A promise that the test resolves. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

it('a background job that is due runs, records what it did, and waits for its next time', async () => {
  let ran = 0;
  const { services } = server;
  const schedule = createSchedule(services, [made('due', async () => `处理${(ran += 1)}条`)]);
  expect(await schedule.round()).toBeGreaterThan(0);
  await schedule.round();
  expect(ran).toBe(1);
  server.advance(11 * minute);
  await schedule.round();
  // A node that has just started reads when the job last ran.
  await createSchedule(services, [made('due', async () => `处理${(ran += 1)}条`)]).round();
  expect(await linesOf('due')).toMatchObject(
    [1, 2].map((count) => ({
      outcome: 'done',
      result: `处理${count}条`,
      ticks: 1,
      jobTrigger: 'schedule',
      startedBy: null,
      startedAt: expect.any(Date),
      endedAt: expect.any(Date),
      node: expect.stringContaining(':'),
    })),
  );
});

it('a background job with a start delay does not run before the delay has passed', async () => {
  const schedule = createSchedule(server.services, [made('later', async () => '完成', { after: 5 * minute })]);
  await schedule.round();
  expect(await linesOf('later')).toEqual([]);
  server.advance(6 * minute);
  await schedule.round();
  expect(await linesOf('later')).toHaveLength(1);
});

it('background job runs without findings are combined into one line a day', async () => {
  const schedule = createSchedule(server.services, [made('empty', async () => null, { intervalMs: day / 4 })]);
  // Four a day for three days, begun at any hour: three or four calendar days.
  for (let index = 0; index < 12; index += 1) {
    await schedule.round();
    server.advance(day / 4);
  }
  const lines = await linesOf('empty');
  expect(lines.length === 3 || lines.length === 4).toBe(true);
  expect(lines.reduce((sum, { ticks }) => sum + (ticks ?? 0), 0)).toBe(12);
  expect(new Set(lines.map(({ outcome, result }) => `${outcome} ${result}`))).toEqual(
    new Set([`idle ${jobTexts.nothing}`]),
  );
});

it('a failed background job shows its error without secrets, notifies administrators once per cause, and runs again', async () => {
  let error: Error | null = Object.assign(new Error('password=geheim host=10.0.0.1'), { code: 'ECONNREFUSED' });
  const schedule = createSchedule(server.services, [
    made('weak', async () => {
      if (error) throw error;
      return '好了';
    }),
  ]);
  const again = async (): Promise<void> => {
    await schedule.round();
    server.advance(11 * minute);
  };
  await again();
  await again();
  expect(await messages('任务weak')).toEqual([
    { text: jobTexts.alarmText('任务weak', jobTexts.systemFault('ECONNREFUSED')), to: chief },
  ]);
  error = new JobProblem('磁盘已满');
  await again();
  expect(await messages('任务weak')).toHaveLength(2);
  error = null;
  await again();
  error = new JobProblem('磁盘已满');
  await again();
  // Known for less than a day; after that it is reported again, because it succeeded in between.
  expect(await messages('任务weak')).toHaveLength(2);
  server.advance(day);
  await again();
  expect(await messages('任务weak')).toHaveLength(3);
  const lines = await linesOf('weak');
  expect(lines.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed', 'done', 'failed', 'failed']);
  expect(lines.map(({ result }) => result).join()).not.toMatch(/geheim|10\.0/);
});

it('a failed SQL statement of a background job is shown with its error code and none of its values', async () => {
  const job = made('refused', async () => {
    await server.database.orm.insert(jobRunTable).values([{ foldKey: 'secret-value' }, { foldKey: 'secret-value' }]);
    return null;
  });
  expect(await runJob(server.services, job, null)).toEqual({
    outcome: 'failed',
    result: jobTexts.databaseFault('23505'),
  });
});

it('a background job never runs twice at once; two different background jobs run in parallel', async () => {
  const [entered, leave] = [gate(), gate()];
  const slow = made('slow', async () => {
    entered.open();
    await leave.opened;
    return '完成';
  });
  const first = runJob(server.services, slow, null);
  await entered.opened;
  expect(await runJob(server.services, slow, null)).toBeNull();
  expect(
    await runJob(
      server.services,
      made('beside', async () => '完成'),
      null,
    ),
  ).toMatchObject({ outcome: 'done' });
  leave.open();
  expect(await first).toEqual({ outcome: 'done', result: '完成' });
  expect(await runJob(server.services, slow, null)).toMatchObject({ outcome: 'done' });
  expect(await linesOf('slow')).toHaveLength(2);
});

it('the run of a background job that a stopped server left unfinished is marked as interrupted', async () => {
  await server.database.orm
    .insert(jobRunTable)
    .values({ jobKey: 'left', jobName: '任务left', outcome: 'running', startedAt: server.services.now() });
  await runJob(
    server.services,
    made('left', async () => '完成'),
    null,
  );
  expect(await linesOf('left')).toMatchObject([
    { outcome: 'interrupted', result: jobTexts.interrupted, endedAt: expect.any(Date) },
    { outcome: 'done' },
  ]);
});

it('a continuous background job has a log line for each round that did something; the other rounds are counted', async () => {
  const watch = watchLoop(
    server.services,
    made('loop', async () => null),
  );
  const say = (count: number) => `发送${count}条`;
  for (const count of [0, 0, 3, 0]) await watch.round(async () => count, say);
  for (let index = 0; index < 3; index += 1)
    await expect(
      watch.round(async () => {
        throw new JobProblem('断开');
      }, say),
    ).rejects.toThrow('断开');
  await watch.close();
  const lines = await linesOf('loop');
  expect(lines.filter(({ outcome }) => outcome === 'done')).toMatchObject([{ result: '发送3条' }]);
  expect(lines.filter(({ outcome }) => outcome === 'failed')).toMatchObject([{ result: '断开' }]);
  expect(lines.filter(({ outcome }) => outcome === 'idle').reduce((sum, { ticks }) => sum + (ticks ?? 0), 0)).toBe(3);
});

it('the background jobs start with the server and end with it', async () => {
  const ran = gate();
  const jobs = startJobs(server.services, [
    made('begun', async () => {
      ran.open();
      return '完成';
    }),
  ]);
  await ran.opened;
  await jobs.stop();
  expect(await linesOf('begun')).toMatchObject([{ outcome: 'done' }]);
});

it('the background job for cleaning removes old sessions, captchas and idempotency keys, and its own lines after ninety days', async () => {
  const { orm } = server.database;
  const { services } = server;
  const old = new Date(services.now().getTime() - 5 * day);
  await orm.insert(sessionTable).values({
    tokenHash: 'old',
    userId: chief,
    ip: '192.0.2.1',
    agent: 'test',
    createTime: old,
    seenTime: old,
    expireTime: old,
  });
  await orm.insert(captchaTable).values({ uuid: crypto.randomUUID(), answer: 'x', expireTime: old });
  await orm
    .insert(idempotencyTable)
    .values({ userId: chief, key: 'old', route: 'x', requestHash: 'x', createTime: old });
  await orm.insert(jobRunTable).values({
    jobKey: 'aged',
    jobName: '旧',
    outcome: 'done',
    startedAt: new Date(services.now().getTime() - 91 * day),
  });
  await createSchedule(services, jobsOf({ services, registry })).round();
  expect(await orm.select().from(sessionTable).where(eq(sessionTable.tokenHash, 'old'))).toEqual([]);
  expect(await orm.select().from(idempotencyTable).where(eq(idempotencyTable.key, 'old'))).toEqual([]);
  expect(await linesOf('aged')).toEqual([]);
  expect((await linesOf('signIns')).at(-1)?.result).toContain('过期验证码1条');
  expect((await linesOf('answers')).at(-1)).toMatchObject({ outcome: 'done', result: '清理过期的请求标识1条' });
});

it('only an administrator can run a background job at once, with an audit line', async () => {
  [admin, reader, nobody] = [await server.login('chief'), await server.login('reader'), await server.login('nobody')];
  const run = (token: string, job: string) =>
    server.ask<Answer<{ outcome: string }> & ErrorBody>('POST', 'api/jobRun/run', { token, body: { job } });
  expect((await run(reader, 'answers')).status).toBe(403);
  expect(await run(admin, 'never')).toMatchObject({ status: 404, body: { message: jobTexts.unknown } });
  expect(await run(admin, 'answers')).toMatchObject({
    status: 200,
    body: { message: jobTexts.ran('重复提交记录清理', jobTexts.nothing), body: { outcome: 'idle' } },
  });
  const line = (await linesOf('answers')).at(-1);
  expect(line).toMatchObject({ outcome: 'idle', jobTrigger: 'hand', startedBy: expect.stringContaining('总管') });
  expect(
    await server.database.orm
      .select()
      .from(auditLogTable)
      .where(and(eq(auditLogTable.entity, 'jobRun'), eq(auditLogTable.entityId, line?.id ?? 0))),
  ).toMatchObject([{ action: 'run', title: jobTexts.ranNow('重复提交记录清理') }]);
  const { opened, open } = gate();
  const held = gate();
  const holding = server.database.runExclusively('job answers', async () => {
    held.open();
    await opened;
  });
  await held.opened;
  expect(await run(admin, 'answers')).toMatchObject({ status: 409, body: { message: jobTexts.busy } });
  open();
  await holding;
});

it('the log of background jobs is read with its permission, and changed by nobody', async () => {
  const jobRunAnswer = await server.ask<Page<AnyRow>>('GET', 'api/jobRun?jobKey=answers&page=0&size=10', {
    token: reader,
  });
  expect(jobRunAnswer.body.content.length).toBeGreaterThan(0);
  expect((await server.ask('GET', 'api/jobRun', { token: nobody })).status).toBe(403);
  for (const [method, path] of [
    ['POST', 'add'],
    ['PUT', 'edit'],
    ['DELETE', 'del'],
  ] as const) {
    expect(
      (await server.ask(method, `api/jobRun/${path}`, { token: admin, body: [jobRunAnswer.body.content[0]?.id] }))
        .status,
    ).toBe(404);
  }
});

it('the daily backup runs at its hour, keeps the configured number, and leaves other files (FT10)', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'occhealth-daily-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await writeFile(join(directory, '院长的笔记.tar'), '不要删');
  await writeFile(join(directory, 'occhealth-20260101-023000.tar.0123abcd.part'), '没写完');
  const services = { ...server.services, env: { ...server.services.env, backupDir: directory, backupKeep: 2 } };
  const schedule = createSchedule(
    services,
    jobsOf({ services, registry }).filter(({ key }) => key === 'backup'),
  );
  for (let index = 0; index < 4; index += 1) {
    // The first soon after the start, the others at 02:30.
    server.advance(
      index === 0
        ? 2 * minute
        : nextAt('02:30', services.now().getTime(), 'Asia/Shanghai') - services.now().getTime() + 1_000,
    );
    await schedule.round();
    server.advance(minute);
    await schedule.round();
  }
  const lines = await linesOf('backup');
  expect(lines).toHaveLength(4);
  for (const { outcome, result } of lines)
    expect({ outcome, result }).toEqual({
      outcome: 'done',
      result: expect.stringMatching(/^已备份到 occhealth-\d{8}-\d{6}-[0-9a-f]{8}\.tar（.+ 张表 \d+ 行，\d+ 个文件）$/),
    });
  const kept = (await readdir(directory)).sort();
  expect(kept).toEqual([
    expect.stringMatching(/-0230\d\d-[0-9a-f]{8}\.tar$/),
    expect.stringMatching(/-0230\d\d-[0-9a-f]{8}\.tar$/),
    '院长的笔记.tar',
  ]);
  const { manifest, close } = await openArchive(join(directory, kept[1] ?? ''));
  await close();
  expect(manifest.tables.length).toBeGreaterThan(60);
});

it('the daily backup is encrypted for its recipients, copied to a second place, and opens only with the key', async () => {
  const [directory, second] = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'occhealth-age-'))) as [string, string];
  onTestFinished(() => [directory, second].forEach((one) => rmSync(one, { recursive: true, force: true })));
  const key = await generateX25519Identity();
  const keyFile = join(directory, 'key.txt');
  await writeFile(keyFile, `# created\n${key}\n`);
  const env = {
    ...server.services.env,
    backupDir: directory,
    backupCopyDir: second,
    backupRecipients: [await identityToRecipient(key)],
  };
  const services = { ...server.services, env };
  const jobOf = (one: Services) =>
    jobsOf({ services: one, registry }).find(({ key: name }) => name === 'backup') as Job;
  expect(await runJob(services, jobOf(services), null)).toEqual({
    outcome: 'done',
    result: expect.stringMatching(/^已备份到 .*\.tar\.age（.*；已复制到 /),
  });
  const [name = ''] = await readdir(second);
  expect(name).toMatch(/\.tar\.age$/);
  const said: string[] = [];
  const say = { line: (text: string) => said.push(text), warning: (text: string) => said.push(text) };
  const check = (...more: string[]) => runCommand(env, 'restore', [join(second, name), '--check', ...more], say);
  expect([await check(), said.pop()]).toEqual([1, backupTexts.needsIdentity(join(second, name))]);
  expect([await check('--identity', keyFile), said.pop()]).toEqual([0, expect.stringContaining('备份文件完整')]);
  await writeFile(keyFile, await generateX25519Identity());
  expect([await check('--identity', keyFile), said.pop()]).toEqual([1, backupTexts.notDecrypted(join(second, name))]);
  expect(await readdir(second)).toEqual([name]);
  const blocked = { ...services, env: { ...env, backupCopyDir: '/dev/null/second' } };
  server.advance(minute);
  expect(await runJob(blocked, jobOf(blocked), null)).toEqual({
    outcome: 'failed',
    result: backupTexts.notCopied('/dev/null/second', 'ENOTDIR'),
  });
});

it('a failed daily backup is reported (FT10)', async () => {
  const services = { ...server.services, env: { ...server.services.env, backupDir: '/dev/null/backups' } };
  const job = jobsOf({ services, registry }).find(({ key }) => key === 'backup') as Job;
  expect(await runJob(services, job, null)).toEqual({
    outcome: 'failed',
    result: backupTexts.notWritable('/dev/null/backups', 'ENOTDIR'),
  });
  // Again an hour later, not tomorrow.
  const before = (await linesOf('backup')).length;
  server.advance(2 * minute);
  const schedule = createSchedule(services, [job]);
  for (const ms of [2 * minute, 61 * minute]) {
    server.advance(ms);
    await schedule.round();
  }
  expect((await linesOf('backup')).length).toBe(before + 1);
});

it.each([
  ['2026-03-01 02:29:59', '2026-03-01 02:30:00'],
  ['2026-03-01 02:30:00', '2026-03-02 02:30:00'],
  ['2026-12-31 23:00:00', '2027-01-01 02:30:00'],
])('the next backup at 02:30 after %s is %s', (from, next) => {
  expect(
    formatMoment(
      new Date(nextAt('02:30', parseMoment(from, 'Asia/Shanghai').getTime(), 'Asia/Shanghai')),
      'Asia/Shanghai',
    ),
  ).toBe(next);
});

it('background jobs continue when a clock that was 2 years ahead is corrected, and administrators are notified (SEC-5)', async () => {
  const { services } = server;
  let ran = 0;
  const job = made('clock', async () => `处理${(ran += 1)}条`, { intervalMs: day });
  const schedule = createSchedule(services, [job]);
  server.advance(730 * day);
  await schedule.round();
  server.advance(-730 * day);
  await schedule.round();
  expect(ran).toBe(2);
  // Another process knows only the stored runs.
  server.advance(25 * 60 * minute);
  await createSchedule(services, [job]).round();
  expect(ran).toBe(3);
  const watch = watchLateness(services, [job]);
  onTestFinished(watch.stop);
  await watch.check();
  const told = async (title: string) =>
    (
      await server.database.orm
        .select({ id: announcementTable.id })
        .from(announcementTable)
        .where(eq(announcementTable.titile, title))
    ).length;
  expect(await told(jobTexts.clockTitle)).toBeGreaterThan(0);
});

it('a background job that did not run when due is reported to administrators once, until it runs (SEC-5)', async () => {
  const { services } = server;
  const job = made('late', async () => '完成');
  const watch = watchLateness(services, [job]);
  onTestFinished(watch.stop);
  const told = async () =>
    (
      await server.database.orm
        .select({ id: announcementTable.id })
        .from(announcementTable)
        .where(eq(announcementTable.titile, jobTexts.lateTitle(job.title)))
    ).length;
  expect([await watch.check(), await told()]).toEqual([[], 0]);
  server.advance(60 * minute);
  expect([await watch.check(), await told()]).toEqual([['late'], 1]);
  expect([await watch.check(), await told(), lateJobs(services)]).toEqual([['late'], 1, ['late']]);
  await runJob(services, job, null);
  expect([await watch.check(), lateJobs(services)]).toEqual([[], []]);
  server.advance(60 * minute);
  expect([await watch.check(), await told()]).toEqual([['late'], 2]);
});
