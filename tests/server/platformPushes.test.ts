import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import type { PushAttempts, PushProjectView, PushSummary } from '@contract/features/platforms/pushWire';
import { failures } from '@contract/messages';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import { registry } from '@server/app/resources';
import { encryptSecret, decryptSecret } from '@server/base/secretEncryption';
import {
  announcementSendTable,
  announcementTable,
  connectorTable,
  inspectUnitTable,
  projectTable,
  pushTable,
  reportTable,
  signatureTable,
  siteHazardTable,
} from '@server/db/schema';
import { sealPlainKeys } from '@server/features/platforms/encryptPlainKeys';
import { isInternalAddress } from '@server/features/platforms/platformAddress';
import { payloadOf } from '@server/features/platforms/pushPayload';
import { deliverDue } from '@server/features/platforms/pushQueue';
import { frozenContent } from '@server/features/reports/movedReport';
import { completeProject } from '../support/completeProjects';
import { type PlatformServer, platformServer, type Received } from '../support/platformServer';
import { reportBench } from '../support/reportBench';
import { type TestServer, testServer } from '../support/server';

// 数据治理 on the server: pushes through the outbox to a platform that is slow, fails, answers twice, drops the
// connection and rejects fields (DOMAIN §7.8).

const secret = 'K-5f0c-very-secret';
let server: TestServer;
let platform: PlatformServer;
let bench: Awaited<ReturnType<typeof reportBench>>;
let admin: string;
let everywhere: string;
let keeper: string;
let reporter: string;
let stranger: string;
let connector: AnyRow;
/** Issued and complete projects, and one whose unit has no code. */
let elsewhere: number;
let whole: { id: number; code: string; reportNo: string }[];
let incomplete: { id: number; unit: number };

const may = [
  'push:list',
  'push:add',
  'push:retry',
  'push:cancel',
  'push:recall',
  'push:again',
  'connector:list',
  'project:list',
];

beforeAll(async () => {
  server = await testServer();
  platform = await platformServer();
  bench = await reportBench(server);
  const { rows } = server;
  await rows.user({ userName: 'chief', isAdmin: true, organizationId: bench.home });
  await rows.user({
    userName: 'orgadmin',
    organizationId: bench.home,
    roles: [await rows.role({ permissions: ['connector:list', 'connector:add', 'connector:edit'] })],
  });
  await rows.user({
    userName: 'pusher',
    nickName: '范报送',
    organizationId: bench.home,
    roles: [await rows.role({ permissions: may })],
  });
  await rows.user({ userName: 'everywhere', isAdmin: true });
  elsewhere = await rows.organization({ name: '乙检测中心' });
  await rows.user({ userName: 'stranger', organizationId: elsewhere, roles: [await rows.role({ permissions: may })] });
  [admin, everywhere, keeper, reporter, stranger] = [
    await server.login('chief'),
    await server.login('everywhere'),
    await server.login('orgadmin'),
    await server.login('pusher'),
    await server.login('stranger'),
  ];
  whole = [];
  for (let index = 0; index < 3; index += 1) {
    const { project, report } = await bench.issued();
    await completeProject(server, bench.home, project.id, bench.people.analyst.id);
    whole.push({ id: project.id, code: project.code, reportNo: String(report['reportNo']) });
  }
  const { project } = await bench.issued();
  incomplete = {
    id: project.id,
    unit: await completeProject(server, bench.home, project.id, bench.people.analyst.id, 'creditCode'),
  };
  connector = await save(admin, 'POST', 'add', {
    connectorName: '省监管平台',
    family: 'differentPlatform',
    baseUrl: platform.url,
    apiKey: secret,
    active: true,
    timeoutSeconds: 1,
    maxAttempts: 4,
    firstDelay: 10,
    mapping: { 'employer.creditCode': 'uscc', 'employer.scale=medium': '2', 'results.conclusion=conforms': '1' },
  });
});
afterAll(async () => {
  await platform.close();
  await server.close();
});
beforeEach(() => {
  platform.moods = [];
});

async function save(token: string, verb: string, action: string, body: object): Promise<AnyRow> {
  const {
    status,
    body: said,
    text,
  } = await server.ask<Answer<AnyRow>>(verb, `api/connector/${action}`, { token, body });
  expect(status, text).toBe(200);
  return said.body as AnyRow;
}
const queue = (projects: readonly number[], parts: readonly string[] = ['data'], token = reporter, to = connector.id) =>
  server.ask<Answer<{ queued: number }> & ErrorBody>('POST', 'api/push/queue', {
    token,
    body: { projects, connector: to, parts },
  });
const pushes = async (token = reporter): Promise<AnyRow[]> =>
  (await server.ask<Page<AnyRow>>('GET', 'api/push?sort=id,asc&size=100', { token })).body.content;
const ofProject = async (project: number): Promise<AnyRow> =>
  (await pushes()).findLast((one) => one['project'] === project) as AnyRow;
const move = (id: number, key: string, reason?: string, token = reporter) =>
  server.ask<ErrorBody>('PUT', 'api/push/move', { token, body: { id, move: key, ...(reason ? { reason } : {}) } });
const round = () => deliverDue({ services: server.services, registry });
const attempts = async (id: number) =>
  (await server.ask<PushAttempts>('GET', `api/push/${id}/attempts`, { token: reporter })).body.attempts;

it('a platform submission without a required field is refused, names the field and where to fill it in, and queues no report', async () => {
  const { status, body } = await queue([whole[0]?.id ?? 0, incomplete.id]);
  expect([status, body.code]).toEqual([400, 'incomplete']);
  expect(body.message).toContain('用人单位统一社会信用代码');
  expect(body.errors).toEqual([{ field: 'employer.creditCode', message: '缺少用人单位统一社会信用代码' }]);
  expect(await pushes()).toEqual([]);
  const { body: view } = await server.ask<PushProjectView>(
    'GET',
    `api/push/project/${incomplete.id}?family=differentPlatform`,
    { token: reporter },
  );
  expect(view.findings.data?.map(({ label, place }) => [label, place.title])).toEqual([
    ['用人单位统一社会信用代码', '受检单位'],
  ]);
  const { body: list } = await server.ask<Page<AnyRow>>('GET', 'api/push/projects?family=differentPlatform', {
    token: reporter,
  });
  expect(list.content.map((row) => row['missing']).sort()).toEqual([0, 0, 0, 1]);
});

it('a submitted result contains its surveyed point, also if two points are places of one work post', async () => {
  const { orm } = server.database;
  const [id] = whole.map((one) => one.id);
  const [project] = await orm
    .select()
    .from(projectTable)
    .where(eq(projectTable.id, id ?? 0));
  const [report] = await orm
    .select()
    .from(reportTable)
    .where(eq(reportTable.project, id ?? 0));
  const content = report && (await frozenContent(orm, report.id));
  const [post] = content?.results ?? [];
  if (!project || !report || !content || !post) throw new Error('not issued');
  const row = {
    project: project.id,
    organizationId: bench.home,
    workshop: post.workshop ?? '',
    post: '烘干工',
    hazard: post.hazard,
    workers: 2,
    hoursPerDay: '8',
    daysPerWeek: '5',
    worstKnown: true,
    fixedPost: true,
  };
  await orm.insert(siteHazardTable).values([
    { ...row, place: '1号线', rowSort: 901 },
    { ...row, place: '2号线', rowSort: 902 },
  ]);
  const { points, results } = await payloadOf(
    orm,
    project,
    report,
    { ...content, results: [{ ...post, place: '烘干工（2号线）' }, post] },
    [],
  );
  const at = [...new Set(results.map(({ pointIdx }) => pointIdx))].map((index) =>
    index === null ? null : [points[index]?.post, points[index]?.location],
  );
  expect(at).toEqual([
    ['烘干工', '2号线'],
    ['喷漆岗位', '喷漆岗位'],
  ]);
  await orm
    .delete(siteHazardTable)
    .where(and(eq(siteHazardTable.project, project.id), eq(siteHazardTable.post, '烘干工')));
});

it('only issued reports with valid signatures are submitted, and only to platforms of the same organization', async () => {
  const tested = await bench.tested();
  expect((await queue([tested.id])).body).toMatchObject({
    code: 'notIssued',
    message: platformTexts.notIssued(tested.code),
  });
  expect((await queue([whole[0]?.id ?? 0], ['whole'])).body.message).toBe(platformTexts.wrongPart);
  expect((await queue([whole[0]?.id ?? 0], ['data'], stranger)).status).toBe(404);
  const other = { connectorName: '他处平台', family: 'differentPlatform', baseUrl: platform.url, active: false };
  expect(
    (await server.ask<ErrorBody>('POST', 'api/connector/add', { token: everywhere, body: other })).body.message,
  ).toBe(failures.noOrganization);
  const foreign = await save(everywhere, 'POST', 'add', { ...other, organizationId: elsewhere });
  expect((await queue([whole[0]?.id ?? 0], ['data'], everywhere, foreign.id)).body.message).toBe(
    platformTexts.otherOwner('他处平台', whole[0]?.code ?? ''),
  );
  // One mapped code means that the platform has codes for the others, too; an unmapped value is named in plain words.
  const picky = await save(admin, 'POST', 'add', {
    ...other,
    connectorName: '只收不符合的平台',
    mapping: { 'results.conclusion=exceeds': '9' },
  });
  expect((await queue([whole[0]?.id ?? 0], ['data'], reporter, picky.id)).body.errors).toEqual([
    { field: 'results.conclusion', message: platformTexts.unmapped('结论', '符合') },
  ]);
  const { project, report } = await bench.issued();
  await completeProject(server, bench.home, project.id, bench.people.analyst.id);
  await server.database.execute('alter table signature disable trigger user');
  await server.database.orm
    .update(signatureTable)
    .set({ hash: '0'.repeat(64) })
    .where(and(eq(signatureTable.machine, 'report'), eq(signatureTable.rowId, report.id)));
  await server.database.execute('alter table signature enable trigger user');
  expect((await queue([project.id])).body).toMatchObject({
    code: 'notIssued',
    message: platformTexts.notSigned(String(report['reportNo'])),
  });
});

it('a report is submitted once, with the platform’s names and codes, however often it is queued and by however many nodes', async () => {
  const [first] = whole;
  expect((await queue([first?.id ?? 0])).body.body).toEqual({ queued: 1 });
  expect((await queue([first?.id ?? 0])).body.body).toEqual({ queued: 0 });
  await Promise.all([round(), round(), round()]);
  const push = await ofProject(first?.id ?? 0);
  expect(push).toMatchObject({
    state: 'succeeded',
    attempts: 1,
    answerCode: 200,
    receiptNo: 'HZ0001',
    reportNo: first?.reportNo,
  });
  expect(platform.received).toHaveLength(1);
  const [got] = platform.received as [Received];
  expect(got).toMatchObject({
    path: '/data',
    key: push['pushKey'],
    authorization: `Bearer ${secret}`,
    body: {
      reportNo: first?.reportNo,
      employer: { uscc: expect.any(String), scale: '2', areaCode: '浙江省/杭州市/余杭区' },
    },
  });
  expect(
    (got.body['results'] as { pointIdx: number; type: string; conclusion: string; value: string }[])[0],
  ).toMatchObject({ pointIdx: 0, hazard: '甲苯', type: 'TWA', value: '48.2', limit: '50', conclusion: '1' });
  expect((got.body['points'] as object[])[0]).toMatchObject({ workshop: '涂装车间', headcount: 12 });
  expect((await attempts(push.id)).map(({ outcome, answerCode, address }) => [outcome, answerCode, address])).toEqual([
    ['accepted', 200, `${platform.url}/data`],
  ]);
  const { body } = await server.ask<{ steps: { label: string; personName: string }[] }>(
    'GET',
    `api/push/timeline/${push.id}`,
    { token: reporter },
  );
  expect(body.steps.map(({ label, personName }) => [label, personName])).toEqual([
    ['开始推送', '推送服务'],
    ['推送成功', '推送服务'],
  ]);
});

it.each([
  ['fails', 'fail', '平台返回状态码500：系统繁忙'],
  ['drops the connection', 'drop', platformTexts.dropped],
  ['stops in the middle of its answer', 'cut', platformTexts.dropped],
  ['is slow', 'slow', platformTexts.timedOut(1)],
  ['answers with a page', 'html', platformTexts.unreadable],
] as const)(
  'a submission to a platform that %s is tried again later, with a doubled delay each time',
  async (_words, mood, message) => {
    const [, second] = whole;
    await queue([second?.id ?? 0]);
    const before = platform.received.length;
    platform.moods = [mood, mood];
    await round();
    const push = await ofProject(second?.id ?? 0);
    expect(push).toMatchObject({ state: 'waiting', attempts: 1, answer: message });
    expect((await attempts(push.id))[0]).toMatchObject({ outcome: 'unreachable', message });
    await round();
    expect(platform.received.length - before).toBe(1);
    server.advance(11_000);
    await round();
    expect((await ofProject(second?.id ?? 0))['attempts']).toBe(2);
    server.advance(11_000);
    await round();
    expect(platform.received.length - before).toBe(2);
    server.advance(10_000);
    await round();
    expect(await ofProject(second?.id ?? 0)).toMatchObject({ state: 'succeeded', attempts: 3 });
    platform.letGo();
    // The next reaction must find it new.
    await server.database.orm.update(pushTable).set({ deleteTime: new Date() }).where(eq(pushTable.id, push.id));
    platform.forget();
  },
);

it('a report that the platform stored although its answer was lost, or answered twice, exists there once', async () => {
  const [, second, third] = whole;
  await queue([second?.id ?? 0, third?.id ?? 0], ['survey']);
  platform.moods = ['storeAndDrop', 'twice'];
  await round();
  server.advance(11_000);
  await round();
  const [one, other] = [await ofProject(second?.id ?? 0), await ofProject(third?.id ?? 0)];
  expect([one['state'], other['state']]).toEqual(['succeeded', 'succeeded']);
  expect([...(await attempts(one.id)), ...(await attempts(other.id))].map(({ outcome }) => outcome).sort()).toEqual([
    'accepted',
    'repeated',
    'unreachable',
  ]);
  expect([platform.stored.get(String(one['pushKey'])), platform.stored.get(String(other['pushKey']))]).toEqual([1, 1]);
  expect(platform.sentAfterYes).toEqual([]);
});

it('the last failed attempt ends a submission and notifies once, and a person can continue it', async () => {
  const [, , third] = whole;
  await queue([third?.id ?? 0]);
  platform.moods = ['fail', 'busy', 'drop', 'fail'];
  for (const seconds of [0, 11, 121, 41]) {
    server.advance(seconds * 1000);
    await round();
  }
  const push = await ofProject(third?.id ?? 0);
  expect(push).toMatchObject({ state: 'failed', attempts: 4 });
  await round();
  const announcementSendRows = await server.database.orm
    .select({
      title: announcementTable.titile,
      text: announcementTable.msgAbstract,
      to: announcementSendTable.receiverName,
    })
    .from(announcementSendTable)
    .innerJoin(announcementTable, eq(announcementTable.id, announcementSendTable.anntId));
  expect(announcementSendRows).toEqual([
    {
      title: platformTexts.alarmTitle('省监管平台', 1),
      text: expect.stringContaining(String(third?.reportNo)),
      to: '范报送',
    },
  ]);
  expect((await move(push.id, 'retry')).status).toBe(200);
  await round();
  expect(await ofProject(third?.id ?? 0)).toMatchObject({ state: 'succeeded', attempts: 1 });
  const { body } = await server.ask<PushSummary>('GET', 'api/push/summary?family=differentPlatform', {
    token: reporter,
  });
  expect(body.states).toMatchObject({ succeeded: 4 });
  expect(body.attempts.unreachable).toBeGreaterThanOrEqual(5);
  // After a manual retry it was still sent more than once.
  const sent = await Promise.all(
    (await pushes()).filter(({ state }) => state === 'succeeded').map(async ({ id }) => (await attempts(id)).length),
  );
  expect(body.firstTime).toBe(sent.filter((many) => many === 1).length);
});

it('fields rejected by the platform fail at once, in the product’s words, and a retry sends the correction', async () => {
  const { orm } = server.database;
  await orm
    .update(inspectUnitTable)
    .set({ iuiCode: '91330110MA2XXXXX01' })
    .where(eq(inspectUnitTable.id, incomplete.unit));
  expect((await queue([incomplete.id])).status).toBe(200);
  platform.moods = ['reject'];
  await round();
  const push = await ofProject(incomplete.id);
  expect(push).toMatchObject({ state: 'failed', attempts: 1, answerCode: 422 });
  const said = '校验未通过；用人单位统一社会信用代码：信用代码不存在';
  // The list shows the sentence, the attempt also the literal answer.
  expect(push['answer']).toBe(said);
  expect((await attempts(push.id))[0]).toMatchObject({ message: said, answer: expect.stringContaining('"errors"') });
  await orm
    .update(inspectUnitTable)
    .set({ iuiCode: '91330110MA2YYYYY02' })
    .where(eq(inspectUnitTable.id, incomplete.unit));
  expect((await move(push.id, 'retry')).status).toBe(200);
  await round();
  expect(await ofProject(incomplete.id)).toMatchObject({ state: 'succeeded' });
  expect(platform.received.at(-1)?.body['employer']).toMatchObject({ uscc: '91330110MA2YYYYY02' });
});

it('a submission that was never sent is withdrawn locally, others are withdrawn at the platform', async () => {
  const [first] = whole;
  const sent = (await pushes()).find((push) => push['project'] === first?.id && push['part'] === 'data') as AnyRow;
  expect((await move(sent.id, 'cancel', '报告有误')).body.message).toBe(platformTexts.maybeSent);
  expect((await move(sent.id, 'recall')).status).toBe(400);
  expect((await move(sent.id, 'recall', '报告有误')).status).toBe(200);
  await round();
  expect(platform.received.at(-1)).toMatchObject({ path: '/withdraw', key: sent['pushKey'] });
  expect((await pushes()).find(({ id }) => id === sent.id)).toMatchObject({
    state: 'withdrawn',
    operation: 'withdraw',
  });
  await save(admin, 'PUT', 'edit', { ...connector, active: false, version: (await current()).version });
  await queue([first?.id ?? 0], ['survey']);
  expect(await round()).toBe(0);
  const waiting = await ofProject(first?.id ?? 0);
  expect((await move(waiting.id, 'recall', '不推了')).body).toMatchObject({ message: platformTexts.neverSent });
  expect((await move(waiting.id, 'cancel', '不推了')).status).toBe(200);
  expect((await move(waiting.id, 'retry', undefined, stranger)).status).toBe(404);
  await save(admin, 'PUT', 'edit', { ...connector, active: true, version: (await current()).version });
});

const current = async (): Promise<AnyRow> =>
  (await server.ask<AnyRow>('GET', `api/connector/${connector.id}`, { token: admin })).body;

it('a retry by hand needs an existing platform and a report that is still valid', async () => {
  const [first, second] = whole;
  const { orm } = server.database;
  const withdrawn = (await pushes()).find(
    (push) => push['project'] === first?.id && push['state'] === 'withdrawn',
  ) as AnyRow;
  const again = async () => {
    const { status, body } = await move(withdrawn.id, 'again', '平台要求重报');
    return [status, body.message];
  };
  // Deleted by one person while another queued for it.
  const connectorGone = (deleteTime: Date | null) =>
    orm.update(connectorTable).set({ deleteTime }).where(eq(connectorTable.id, connector.id));
  await connectorGone(new Date());
  expect(await again()).toEqual([409, platformTexts.connectorGone]);
  await connectorGone(null);
  const ofReport = (one: AnyRow) =>
    orm
      .update(pushTable)
      .set({ report: Number(one['report']), reportNo: String(one['reportNo']) })
      .where(eq(pushTable.id, withdrawn.id));
  await ofReport(await ofProject(second?.id ?? 0));
  expect(await again()).toEqual([409, platformTexts.replaced(String(second?.reportNo), String(first?.reportNo))]);
  await ofReport(withdrawn);
  expect((await pushes()).find(({ id }) => id === withdrawn.id)).toEqual(withdrawn);
});

it('a submission is taken over by another node if its node dies', async () => {
  const [, second] = whole;
  await queue([second?.id ?? 0], ['report']);
  const push = await ofProject(second?.id ?? 0);
  await server.database.orm
    .update(pushTable)
    .set({
      state: 'pushing',
      claim: '00000000-0000-4000-8000-000000000000',
      leaseUntil: new Date(server.services.now().getTime() + 60_000),
      attempts: 1,
      sent: true,
    })
    .where(eq(pushTable.id, push.id));
  expect(await round()).toBe(0);
  server.advance(61_000);
  await round();
  server.advance(2_000);
  await round();
  expect((await pushes()).find(({ id }) => id === push.id)).toMatchObject({ state: 'succeeded', attempts: 2 });
  const files = platform.received.at(-1)?.body['attachments'] as { sha256: string; content: string }[];
  expect(
    Buffer.from(files[0]?.content ?? '', 'base64')
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect((await attempts(push.id))[0]?.request['attachments']).toEqual([
    expect.not.objectContaining({ content: expect.anything() }),
  ]);
});

it('several submissions are withdrawn in one call: all or none', async () => {
  const two = [whole[0]?.id ?? 0, incomplete.id];
  expect((await queue(two, ['report'])).body.body).toEqual({ queued: 2 });
  const waiting = await Promise.all(two.map(ofProject));
  const ids = waiting.map(({ id }) => id);
  const many = (given: readonly number[], token = reporter) =>
    server.ask<ErrorBody>('PUT', 'api/push/moveMany', {
      token,
      body: { ids: given, move: 'cancel', reason: '不推了' },
    });
  const states = async () => (await pushes()).filter(({ id }) => ids.includes(id)).map(({ state }) => state);
  const sent = (await pushes()).find(({ state }) => state === 'succeeded') as AnyRow;
  expect([(await many([...ids, sent.id])).status, (await many(ids, stranger)).status, await states()]).toEqual([
    409,
    404,
    ['waiting', 'waiting'],
  ]);
  expect([(await many(ids)).status, await states()]).toEqual([200, ['withdrawn', 'withdrawn']]);
});

it('a submission follows no redirect and shows no key; only an administrator of platforms sets the address', async () => {
  const [, , third] = whole;
  await queue([third?.id ?? 0], ['report']);
  platform.moods = ['redirect'];
  await round();
  const push = await ofProject(third?.id ?? 0);
  expect(push).toMatchObject({ state: 'failed', answerCode: 302 });
  expect(platform.received.filter(({ path }) => path.includes('elsewhere'))).toEqual([]);
  platform.moods = ['echo'];
  await move(push.id, 'retry');
  await round();
  expect((await attempts(push.id))[0]).toMatchObject({ message: 'bad Bearer ***' });
  expect([...server.answers, ...server.logged].filter((line) => line.includes(secret))).toEqual([]);
  const [stored] = await server.database.orm.select().from(connectorTable).where(eq(connectorTable.id, connector.id));
  expect(stored?.apiKeyStored).not.toContain(secret);
  expect(decryptSecret(server.services.env, stored?.apiKeyStored ?? '')).toBe(secret);
  // A key from before encryption: the next start encrypts it.
  await server.database.orm
    .update(connectorTable)
    .set({ apiKeyStored: secret })
    .where(eq(connectorTable.id, connector.id));
  expect(await sealPlainKeys(server.database, server.services.env)).toBe(1);
  expect(await sealPlainKeys(server.database, server.services.env)).toBe(0);
  const [sealed] = await server.database.orm.select().from(connectorTable).where(eq(connectorTable.id, connector.id));
  expect(sealed?.apiKeyStored).not.toContain(secret);
  // A key encrypted with another master key has to be entered again; nothing is sent without it.
  const foreign = encryptSecret({ secretKey: 'another master key of some length', dataDir: '' }, secret);
  await server.database.orm
    .update(connectorTable)
    .set({ apiKeyStored: foreign })
    .where(eq(connectorTable.id, connector.id));
  const sent = platform.received.length;
  await move(push.id, 'retry');
  await round();
  expect(await ofProject(third?.id ?? 0)).toMatchObject({ state: 'failed', answer: platformTexts.keyUnreadable });
  expect(platform.received.length).toBe(sent);
  await server.database.orm
    .update(connectorTable)
    .set({ apiKeyStored: sealed?.apiKeyStored ?? null })
    .where(eq(connectorTable.id, connector.id));

  const draft = {
    connectorName: '另一平台',
    family: 'samePlatform',
    baseUrl: 'http://platform.example.cn/api',
    active: false,
  };
  expect((await server.ask('POST', 'api/connector/add', { token: reporter, body: draft })).status).toBe(403);
  for (const baseUrl of [
    'http://127.0.0.1:9000',
    'http://169.254.169.254/latest',
    'http://[::1]/',
    'http://localhost/x',
    'http://10.0.0.8',
    'http://2130706433/',
    'http://db:5432',
  ]) {
    expect(
      (await server.ask<ErrorBody>('POST', 'api/connector/add', { token: keeper, body: { ...draft, baseUrl } })).body
        .errors,
      baseUrl,
    ).toEqual([{ field: 'baseUrl', message: platformTexts.localAddress }]);
  }
  for (const baseUrl of [
    'file:///etc/passwd',
    'http://a:b@platform.example.cn',
    'http://platform.example.cn/?x=1',
    'platform.example.cn',
  ]) {
    expect(
      (await server.ask<ErrorBody>('POST', 'api/connector/add', { token: keeper, body: { ...draft, baseUrl } })).body
        .errors,
      baseUrl,
    ).toEqual([{ field: 'baseUrl', message: platformTexts.badAddress }]);
  }
  expect(
    (
      await server.ask<ErrorBody>('POST', 'api/connector/add', {
        token: keeper,
        body: { ...draft, mapping: { 'employer.nothing': 'x' } },
      })
    ).body.errors?.[0]?.field,
  ).toBe('mapping');
  // The key is not sent to a changed address.
  const edit = { ...(await current()), baseUrl: 'http://elsewhere.example.cn' };
  expect((await server.ask<ErrorBody>('PUT', 'api/connector/edit', { token: keeper, body: edit })).body.errors).toEqual(
    [{ field: 'apiKey', message: platformTexts.keyAgain }],
  );
  expect(
    ['::ffff:127.0.0.1', '192.168.1.1', 'fe80::1', '100.64.0.1'].every(isInternalAddress) &&
      !['223.5.5.5', '2400:3200::1'].some(isInternalAddress),
  ).toBe(true);
});

it('a report voided while its submission waited is not sent, and a message says so', async () => {
  const { project, report } = await bench.issued();
  await completeProject(server, bench.home, project.id, bench.people.analyst.id);
  const no = String(report['reportNo']);
  expect((await queue([project.id], ['data', 'survey'])).status).toBe(200);
  platform.moods = ['fail', 'fail'];
  await round();
  const before = platform.received.length;
  expect((await bench.ask('approver', 'PUT', 'api/report/void', { id: report.id, reason: '客户撤销' })).status).toBe(
    200,
  );
  server.advance(3_600_000);
  await round();
  expect(platform.received.length).toBe(before);
  const own = (await pushes()).filter((push) => push['project'] === project.id);
  expect(own.map(({ state, answer, attempts: many }) => [state, answer, many])).toEqual([
    ['failed', platformTexts.ended(no), 1],
    ['failed', platformTexts.ended(no), 1],
  ]);
  // What the platform may have is still withdrawn there.
  expect((await move(own[0]?.id ?? 0, 'recall', '报告已作废')).status).toBe(200);
  await round();
  expect([platform.received.at(-1)?.path, (await pushes()).find(({ id }) => id === own[0]?.id)?.['state']]).toEqual([
    '/withdraw',
    'withdrawn',
  ]);
});
