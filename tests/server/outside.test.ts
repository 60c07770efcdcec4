import { randomUUID } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type { Dashboard } from '@contract/features/home/dashboardWire';
import { checkForms } from '@contract/features/reviewers/checkForms';
import { pointEntry } from '@contract/features/reviewers/entities/pointEntry';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import type { OutsideOutcome, OutsidePapers, PointBalance } from '@contract/features/reviewers/reviewerWire';
import { machines } from '@contract/subjects';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import { registry } from '@server/app/resources';
import {
  equipmentTable,
  equipmentUseTable,
  outsideFeeTable,
  pointBalanceTable,
  pointEntryTable,
  pointRuleTable,
  reportTable,
  siteMediaTable,
  settlementTable,
  siteSurveyTable,
  storedFileTable,
  workflowStepTable,
} from '@server/db/schema';
import { labRowsOf } from '../support/labRows';
import { type TestServer, testServer } from '../support/server';
import { uploadHash } from '../support/uploads';

type Reply = Answer<AnyRow> & ErrorBody & AnyRow;

let server: TestServer;
let home: number;
const people: Record<string, { id: number; token: string }> = {};
const projects: number[] = [];

const movesBy = (role: string) =>
  machines
    .filter(({ name }) => name === 'outsideTask' || name === 'settlement')
    .flatMap((machine) =>
      machine.moves
        .filter(({ by }) => (by as readonly string[]).includes(role))
        .map((move) => permissionOfMove(machine, move)),
    );
const every = (name: string, actions: readonly string[]) => actions.map((action) => `${name}:${action}`);
const seen = [
  'outsideTask',
  'outsideItem',
  'outsideFinding',
  'outsideFee',
  'settlement',
  'pointRule',
  'pointEntry',
].map((name) => `${name}:list`);
const labs = [
  ...seen,
  ...movesBy('quality'),
  ...every('outsideTask', ['add', 'edit', 'export']),
  ...every('outsideFee', ['add', 'edit', 'del', 'export']),
  'settlement:add',
  'pointRule:add',
  'pointRule:edit',
  'pointEntry:add',
  'project:list',
];
const outsides = [
  ...seen,
  ...movesBy('outside'),
  'outsideTask:export',
  'outsideFee:export',
  'outsideItem:edit',
  ...every('outsideFinding', ['add', 'edit', 'del']),
];

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  home = await rows.organization({ name: '甲检测中心' });
  const other = await rows.organization({ name: '乙检测中心' });
  const roles = {
    lab: await rows.role({ permissions: labs }),
    payer: await rows.role({ permissions: [...seen, ...movesBy('approver')] }),
    outside: await rows.role({ permissions: [...outsides, 'project:list', 'user:list', 'customer:list'] }),
  };
  const given: [string, number, number, boolean][] = [
    ['lab', home, roles.lab, false],
    ['payer', home, roles.payer, false],
    ['expert', home, roles.outside, true],
    ['rival', home, roles.outside, true],
    ['stranger', other, roles.lab, false],
    ['alien', other, roles.outside, true],
    // Permissions of the opposite side.
    ['insider', home, roles.outside, false],
    ['poser', home, roles.lab, true],
  ];
  for (const [userName, organizationId, role, isOutside] of given) {
    const id = await rows.user({ userName, nickName: userName, organizationId, roles: [role], isOutside });
    people[userName] = { id, token: await server.login(userName) };
  }
  const lab = labRowsOf(server, home);
  for (let index = 0; index < 3; index += 1) projects.push((await lab.project('testing')).id);
  for (const project of projects.slice(0, 2))
    await server.database.orm.insert(reportTable).values({
      project,
      title: '检测报告',
      reportNo: `JC-${project}`,
      state: 'issued',
      issuedOn: '2026-05-20',
      organizationId: home,
    } as never);
  for (const [ruleName, event, points, fee] of [
    ['完成', 'closed', 20, '600'],
    ['按期', 'onTime', 5, '0'],
    ['逾期', 'late', -5, '0'],
    ['一般问题', 'general', 3, '30.5'],
  ] as const) {
    const addAnswer = await ask('lab', 'POST', 'api/sfIntegralRule/add', {
      ruleName,
      event,
      points,
      fee,
      validFrom: '2020-01-01',
      enabled: '1',
    });
    expect(addAnswer.status, addAnswer.text).toBe(200);
  }
  // Neither a deleted rule nor another organization's gives points.
  const unused = {
    ruleName: '不适用',
    event: 'closed',
    points: 1000,
    fee: '9000',
    validFrom: '2020-01-01',
    enabled: '1',
  };
  await server.database.orm.insert(pointRuleTable).values([
    { ...unused, organizationId: home, deleteTime: new Date() },
    { ...unused, organizationId: other },
  ]);
});
afterAll(() => server.close());

const ask = <B = Reply>(who: string, verb: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  server.ask<B>(verb, path, { token: people[who]?.token ?? '', ...(body === undefined ? {} : { body }) });
const raw = async (who: string, path: string): Promise<Response> =>
  server.app.request(`/${path}`, { headers: { authorization: `Bearer ${people[who]?.token ?? ''}` } });
const move = (who: string, id: number, key: string, more: object = {}) =>
  ask(who, 'PUT', 'api/sfQualityDetail/move', { id, move: key, ...more });
const task = async (id: number) => (await ask('lab', 'GET', `api/sfQualityDetail/${id}`)).body;

async function assigned(reviewer = 'expert', dueOn = '2099-01-01'): Promise<number> {
  const addAnswer = await ask('lab', 'POST', 'api/sfQualityDetail/add', {
    project: projects[0],
    reviewer: people[reviewer]?.id,
    checkForm: 'record',
    dueOn,
  });
  expect(addAnswer.status, addAnswer.text).toBe(200);
  return addAnswer.body.body?.id ?? 0;
}

/** Judges a task completely, with so many findings. */
async function checked(id: number, findings: number, who = 'expert'): Promise<void> {
  expect((await move(who, id, 'start')).status).toBe(200);
  const items = (await ask<Page<AnyRow>>(who, 'GET', `api/sfQualityItem?task=${id}&size=200&sort=rowSort,asc`)).body
    .content;
  expect(items).toHaveLength(checkForms.record.length);
  const saved = await ask(who, 'PUT', 'api/sfQualityItem/saveAll', {
    rows: items.map((row, index) => ({
      ...row,
      ...(index < findings ? { result: 'no', remark: '缺少记录' } : { result: 'yes' }),
    })),
    removed: [],
  });
  expect(saved.status, saved.text).toBe(200);
  for (let index = 0; index < findings; index += 1)
    expect(
      (await ask(who, 'POST', 'api/sfFinding/add', { task: id, severity: 'general', description: `问题${index + 1}` }))
        .status,
    ).toBe(200);
  expect(
    (
      await ask(who, 'PUT', 'api/sfQualityDetail/conclusion', {
        id,
        version: (await task(id)).version,
        conclusion: '记录完整',
      })
    ).status,
  ).toBe(200);
}

async function closed(who = 'expert', dueOn?: string): Promise<number> {
  const id = await assigned(who, dueOn);
  await checked(id, 0, who);
  const done = await move(who, id, 'pass');
  expect(done.status, done.text).toBe(200);
  return id;
}

const findingsOf = async (id: number) =>
  (await ask<Page<AnyRow>>('lab', 'GET', `api/sfFinding?task=${id}&sort=id,asc`)).body.content;
const feeOf = (id: number) => server.database.orm.select().from(outsideFeeTable).where(eq(outsideFeeTable.task, id));

describe('external check', () => {
  it('an external check goes from assignment over findings and answers to its end; points and fees are booked with the end', async () => {
    const id = await assigned();
    const home = async (who: string) =>
      (await ask<Dashboard>(who, 'GET', 'api/dashboard')).body.checks
        .filter((check) => check.id === id)
        .map(({ label }) => label);
    expect([await home('expert'), await home('rival'), await home('lab')]).toEqual([['开始检查'], [], []]);
    expect((await move('rival', id, 'start')).status).toBe(404);
    expect((await move('expert', id, 'submit')).status).toBe(409);
    await checked(id, 2);
    expect((await move('expert', id, 'pass')).body.message).toBe(outsideTexts.hasFinding);
    expect((await move('expert', id, 'submit')).status).toBe(200);
    expect(await task(id)).toMatchObject({ state: 'awaitingAnswer', findingCount: 2, score: '75.0' });
    expect(
      (await ask('expert', 'POST', 'api/sfFinding/add', { task: id, severity: 'general', description: '又一个' })).body
        .message,
    ).toBe(outsideTexts.notChecking);
    expect([await home('expert'), await home('lab')], "the answer is the laboratory's to give").toEqual([
      [],
      ['答复检查发现'],
    ]);
    expect((await move('lab', id, 'answer')).body.message).toBe(outsideTexts.unanswered(2));
    const answer = async (one: AnyRow, words: string) =>
      ask('lab', 'PUT', 'api/sfFinding/answer', { id: one.id, version: one.version, answer: words });
    for (const one of await findingsOf(id)) expect((await answer(one, '已补充')).status).toBe(200);
    expect((await move('lab', id, 'answer')).status).toBe(200);
    expect((await move('expert', id, 'close')).body.message).toBe(outsideTexts.unreviewed(2));
    const [first, second] = (await findingsOf(id)) as [AnyRow, AnyRow];
    const judge = (one: AnyRow, verdict: string, verdictRemark?: string) =>
      ask('expert', 'PUT', 'api/sfFinding/judge', {
        id: one.id,
        version: one.version,
        verdict,
        ...(verdictRemark ? { verdictRemark } : {}),
      });
    expect((await judge(first, 'rejected')).body.errors).toEqual([
      { field: 'verdictRemark', message: outsideTexts.whyRejected },
    ]);
    expect((await judge(first, 'rejected', '没有数据')).status).toBe(200);
    expect((await judge(second, 'accepted')).status).toBe(200);
    expect((await move('expert', id, 'return', { reason: '第1项请补充数据' })).status).toBe(200);
    expect((await move('lab', id, 'answer')).body.message).toBe(outsideTexts.unanswered(1));
    expect((await answer((await findingsOf(id))[0] as AnyRow, '已补充数据')).status).toBe(200);
    expect((await move('lab', id, 'answer')).status).toBe(200);
    expect((await judge((await findingsOf(id))[0] as AnyRow, 'accepted')).status).toBe(200);
    expect(await feeOf(id)).toEqual([]);
    expect(await home('expert')).toEqual(['复核整改答复']);
    expect((await move('expert', id, 'close')).status).toBe(200);
    expect(await home('expert')).toEqual([]);
    expect(await feeOf(id)).toMatchObject([
      { amount: '661.00', reviewer: people.expert?.id, feeKind: 'task', state: 'open' },
    ]);
    const points = await server.database.orm
      .select()
      .from(pointEntryTable)
      .where(eq(pointEntryTable.task, id))
      .orderBy(asc(pointEntryTable.id));
    expect(points.map((point) => [point.points, point.balance])).toEqual([
      [20, 20],
      [5, 25],
      [6, 31],
    ]);
    expect((await move('expert', id, 'close')).status).toBe(409);
    expect(await feeOf(id)).toHaveLength(1);
  });

  it('an external check is not closed if its fee cannot be written: all of it is rolled back', async () => {
    const id = await assigned('rival');
    await checked(id, 0, 'rival');
    const { orm } = server.database;
    await orm.execute(
      sql`alter table outside_fee add constraint no_fee check (reviewer <> ${sql.raw(String(people.rival?.id))})`,
    );
    expect((await move('rival', id, 'pass')).status).toBeGreaterThanOrEqual(400);
    await orm.execute(sql`alter table outside_fee drop constraint no_fee`);
    expect(await task(id)).toMatchObject({ state: 'checking', closedOn: null });
    expect(await orm.select().from(pointEntryTable).where(eq(pointEntryTable.task, id))).toEqual([]);
    expect(
      await orm
        .select()
        .from(workflowStepTable)
        .where(
          and(
            eq(workflowStepTable.machine, 'outsideTask'),
            eq(workflowStepTable.rowId, id),
            eq(workflowStepTable.move, 'pass'),
          ),
        ),
    ).toEqual([]);
    expect((await move('rival', id, 'pass')).status).toBe(200);
  });

  it('an external check cannot be submitted with unjudged items, without a conclusion, or negative without a finding', async () => {
    const id = await assigned();
    await move('expert', id, 'start');
    expect((await move('expert', id, 'pass')).body.message).toBe(outsideTexts.unjudged(checkForms.record.length));
    const items = (await ask<Page<AnyRow>>('expert', 'GET', `api/sfQualityItem?task=${id}&size=200&sort=rowSort,asc`))
      .body.content;
    const save = (rows: readonly object[]) => ask('expert', 'PUT', 'api/sfQualityItem/saveAll', { rows, removed: [] });
    expect((await save([{ ...items[0], result: 'yes', score: '99' }])).body.message).toContain(
      outsideTexts.scoreAbove(String(items[0]?.fullScore)),
    );
    expect((await save([{ ...items[0], result: 'no' }])).body.message).toContain(outsideTexts.remarkNeeded);
    expect(
      (await save(items.map((row, index) => ({ ...row, result: index ? 'yes' : 'no', remark: index ? null : '缺少' }))))
        .status,
    ).toBe(200);
    // A line without its own score follows its result.
    const again = (await ask<Page<AnyRow>>('expert', 'GET', `api/sfQualityItem?task=${id}&size=200&sort=rowSort,asc`))
      .body.content;
    expect(again.map(({ score }) => score)).toEqual(again.map(() => null));
    expect((await move('expert', id, 'pass')).body.message).toBe(outsideTexts.findingNeeded(1));
    expect((await save(again.map((row) => ({ ...row, result: 'yes' })))).status).toBe(200);
    for (const conclusion of [undefined, '  ']) {
      if (conclusion !== undefined)
        expect(
          (
            await ask('expert', 'PUT', 'api/sfQualityDetail/conclusion', {
              id,
              version: (await task(id)).version,
              conclusion,
            })
          ).status,
        ).toBe(200);
      expect(await move('expert', id, 'pass')).toMatchObject({
        status: 409,
        body: { message: outsideTexts.conclusionNeeded },
      });
    }
    expect(await task(id)).toMatchObject({ state: 'checking', submittedOn: null, closedOn: null });
    expect((await move('lab', id, 'revoke', { reason: '改派他人' })).status).toBe(200);
    expect((await ask('expert', 'GET', `api/sfQualityDetail/papers/${id}`)).body.message).toBe(
      outsideTexts.revokedPaper,
    );
  });

  it('the findings of an external check are answered, judged and concluded only in the version last seen', async () => {
    const id = await assigned();
    await checked(id, 1);
    const finding = async () => (await findingsOf(id))[0] as AnyRow;
    const answer = async (more: object = {}) =>
      ask('lab', 'PUT', 'api/sfFinding/answer', {
        ...(({ id: one, version }) => ({ id: one, version }))(await finding()),
        answer: '已补充',
        ...more,
      });
    const judge = async (verdict = 'accepted') =>
      ask('expert', 'PUT', 'api/sfFinding/judge', {
        ...(({ id: one, version }) => ({ id: one, version }))(await finding()),
        verdict,
      });
    const turn = (code: string, message?: string) => ({ status: 409, body: { code, ...(message ? { message } : {}) } });
    const elsewhere = await assigned();
    expect((await move('expert', elsewhere, 'start')).status).toBe(200);
    expect(await ask('expert', 'PUT', 'api/sfFinding/edit', { ...(await finding()), task: elsewhere })).toMatchObject(
      turn('locked', outsideTexts.fixed),
    );
    expect((await findingsOf(elsewhere)).length).toBe(0);

    expect((await move('expert', id, 'submit')).status).toBe(200);
    expect(
      await ask('expert', 'PUT', 'api/sfQualityDetail/conclusion', {
        id,
        version: (await task(id)).version,
        conclusion: '改写的结论',
      }),
    ).toMatchObject(turn('wrongState', outsideTexts.notChecking));
    expect(await judge()).toMatchObject(turn('wrongState', outsideTexts.notReviewing));
    expect(await answer({ version: (await finding()).version + 1 })).toMatchObject({
      ...turn('stale'),
      body: { code: 'stale', current: { id: (await finding()).id, answer: null } },
    });
    expect((await answer()).status).toBe(200);
    expect((await move('lab', id, 'answer')).status).toBe(200);
    expect(await answer({ answer: '再改' })).toMatchObject(turn('wrongState', outsideTexts.notAnswering));
    expect(await move('expert', id, 'return', { reason: '请补充' })).toMatchObject({
      status: 409,
      body: { message: outsideTexts.noneRejected },
    });
    expect(await finding()).toMatchObject({ answer: '已补充', verdict: null });
    expect(await task(id)).toMatchObject({ state: 'awaitingReview', conclusion: '记录完整' });
  });

  it('the conclusion of an external check is accepted only in the version of the task that was read', async () => {
    const id = await assigned();
    await move('expert', id, 'start');
    const { version } = await task(id);
    const conclude = (conclusion: string) =>
      ask('expert', 'PUT', 'api/sfQualityDetail/conclusion', { id, version, conclusion });
    expect((await conclude('记录完整')).status).toBe(200);
    expect(await conclude('记录不完整')).toMatchObject({ status: 409, body: { code: 'stale' } });
    expect(await task(id)).toMatchObject({ conclusion: '记录完整', version: Number(version) + 1 });
  });

  it('an external check is assigned only for an issued report and a future day; otherwise it is refused with advice', async () => {
    const add = (more: object) =>
      ask('lab', 'POST', 'api/sfQualityDetail/add', {
        project: projects[0],
        reviewer: people.expert?.id,
        checkForm: 'report',
        dueOn: '2099-01-01',
        ...more,
      });
    expect((await add({ dueOn: '2020-01-01' })).body.errors).toMatchObject([
      { field: 'dueOn', message: expect.stringContaining('不能早于今天') },
    ]);
    expect((await add({ project: projects[2] })).body.errors).toEqual([
      { field: 'project', message: outsideTexts.noIssued },
    ]);
    const row = await task(await assigned());
    expect(
      (await ask('lab', 'PUT', 'api/sfQualityDetail/edit', { ...row, dueOn: '2020-01-01' })).body.errors,
    ).toMatchObject([{ field: 'dueOn' }]);
    expect(row).toMatchObject({ unitName: expect.any(String), dueOn: '2099-01-01' });
  });

  it('an external check is declined with a reason, or moved to a day that both agree on; the person who assigned it is notified', async () => {
    const declined = await assigned();
    expect((await move('rival', declined, 'decline', { reason: '不熟悉' })).status).toBe(404);
    expect((await move('insider', declined, 'decline', { reason: '代为谢绝' })).body.message).toBe(
      outsideTexts.notYours,
    );
    expect((await move('expert', declined, 'decline')).status).toBe(400);
    expect((await move('expert', declined, 'decline', { reason: '与该单位有利益关系' })).status).toBe(200);
    expect(await task(declined)).toMatchObject({ state: 'declined' });
    const unread = async (who: string) =>
      JSON.stringify(
        (
          await ask(
            who,
            'GET',
            `api/ohitAnnouncementSend/querySendInfo?userId=${people[who]?.id}&readFlag=0&sendStatus=1&pageNumber=0&pageSize=50`,
          )
        ).body,
      );
    expect(await unread('lab')).toContain('与该单位有利益关系');

    const id = await assigned();
    const askFor = async (who: string, more: object = {}) =>
      ask(who, 'PUT', 'api/sfQualityDetail/askDay', {
        id,
        version: (await task(id)).version,
        askedOn: '2099-06-01',
        askedReason: '出差',
        ...more,
      });
    const answer = async (who: string, agreed: boolean) =>
      ask(who, 'PUT', 'api/sfQualityDetail/answerDay', { id, version: (await task(id)).version, agreed });
    expect((await answer('lab', true)).body.message).toBe(outsideTexts.noDayAsked);
    expect((await askFor('insider')).body.message).toBe(outsideTexts.notYours);
    expect((await askFor('expert', { askedOn: '2020-01-01' })).body.errors).toMatchObject([{ field: 'askedOn' }]);
    expect((await askFor('expert', { askedReason: ' ' })).status).toBe(400);
    expect((await askFor('expert', { version: 0 })).status).toBe(409);
    expect((await askFor('expert')).body.message).toBe(outsideTexts.dayAsked);
    expect(await task(id)).toMatchObject({ dueOn: '2099-01-01', askedOn: '2099-06-01', askedReason: '出差' });
    expect((await answer('poser', true)).status).toBe(403);
    expect((await answer('lab', false)).body.message).toBe(outsideTexts.dayKept('2099-01-01'));
    expect((await askFor('expert')).status).toBe(200);
    expect((await answer('lab', true)).body.message).toBe(outsideTexts.dayAgreed('2099-06-01'));
    expect(await task(id)).toMatchObject({ dueOn: '2099-06-01', askedOn: null, askedReason: null });
    expect(await unread('expert')).toContain('2099-06-01');
    await checked(id, 0);
    expect((await move('expert', id, 'pass')).status).toBe(200);
    expect((await askFor('expert')).body.message).toBe(outsideTexts.dayTooLate);
  });

  it('an external check shows its expected reward before it ends, by the rules of the later payment', async () => {
    const id = await assigned();
    await checked(id, 2);
    const outcome = async () => (await ask<OutsideOutcome>('expert', 'GET', `api/sfQualityDetail/outcome/${id}`)).body;
    expect(await outcome()).toMatchObject({ expected: { points: 31, fee: '661.00' }, fees: [], points: [] });
    expect((await move('expert', id, 'submit')).status).toBe(200);
    for (const one of await findingsOf(id))
      await ask('lab', 'PUT', 'api/sfFinding/answer', { id: one.id, version: one.version, answer: '已补充' });
    await move('lab', id, 'answer');
    for (const one of await findingsOf(id))
      await ask('expert', 'PUT', 'api/sfFinding/judge', { id: one.id, version: one.version, verdict: 'accepted' });
    expect((await move('expert', id, 'close')).status).toBe(200);
    expect(await outcome()).toMatchObject({ expected: null, fees: [{ amount: '661.00' }] });
  });

  it('an external check shows its records, photographs and certificates inline, and offers them as one ZIP', async () => {
    const id = await assigned();
    const { orm } = server.database;
    const project = projects[0] as number;
    const store = async (name: string, mime: string) => {
      const file = randomUUID();
      const content = Buffer.from(`content of ${name}`);
      await server.services.files.put(file, content);
      await orm.insert(storedFileTable).values({
        id: file,
        organizationId: home,
        name,
        mime,
        size: 10,
        sha256: uploadHash(content),
        fileClass: 'document',
        createBy: people.lab?.id ?? 0,
      });
      return file;
    };
    await orm.insert(siteMediaTable).values({
      project,
      activity: 'sampling',
      place: '喷漆岗位',
      content: await store('a/b.jpg', 'image/jpeg'),
      takenAt: new Date('2026-05-10T02:00:00Z'),
      organizationId: home,
    });
    const [pump] = await orm
      .insert(equipmentTable)
      .values({
        eqpNo: 'CY-9',
        eqpName: '大气采样器',
        eqpKind: 'sampler',
        status: 'in',
        calibrationKind: 'verification',
        certificateNo: 'LZ-1',
        certificate: await store('证书.pdf', 'application/pdf'),
        organizationId: home,
      } as never)
      .returning({ id: equipmentTable.id });
    const [other] = await orm
      .insert(equipmentTable)
      .values({
        eqpNo: 'CY-8',
        eqpName: '他项目的采样器',
        eqpKind: 'sampler',
        status: 'in',
        calibrationKind: 'verification',
        certificate: await store('不相关.pdf', 'application/pdf'),
        organizationId: home,
      } as never)
      .returning({ id: equipmentTable.id });
    await orm.insert(equipmentUseTable).values({
      project,
      equipment: pump?.id ?? 0,
      useKind: 'sampling',
      outCondition: 'good',
      organizationId: home,
    } as never);
    const { papers, files } = (await ask<OutsidePapers>('expert', 'GET', `api/sfQualityDetail/papers/${id}`)).body;
    const keys = files.map(({ key }) => key);
    expect([keys.length, keys.includes(`certificate-${pump?.id}`), keys.includes(`certificate-${other?.id}`)]).toEqual([
      2,
      true,
      false,
    ]);
    for (const key of keys)
      expect((await raw('expert', `api/sfQualityDetail/file/${id}/${key}`)).status, key).toBe(200);
    for (const [who, key] of [
      ['rival', keys[0]],
      ['expert', `certificate-${other?.id}`],
      ['expert', 'constructor'],
    ] as const)
      expect((await raw(who, `api/sfQualityDetail/file/${id}/${key}`)).status, key).toBe(404);
    const [paper] = papers;
    if (paper)
      expect(
        (await ask<{ title: string }>('expert', 'GET', `api/sfQualityDetail/paper/${id}/${paper.key}`)).body.title,
      ).toBe(paper.title);
    expect([
      (await ask('expert', 'GET', `api/sfQualityDetail/paper/${id}/plan`)).status,
      (await ask('rival', 'GET', `api/sfQualityDetail/paper/${id}/survey`)).status,
    ]).toEqual([404, 404]);
    await orm.update(reportTable).set({ state: 'voided' }).where(eq(reportTable.project, project));
    const zip = await raw('expert', `api/sfQualityDetail/zip/${id}`);
    await orm.update(reportTable).set({ state: 'issued' }).where(eq(reportTable.project, project));
    const inside = unzipSync(new Uint8Array(await zip.arrayBuffer()));
    const names = Object.keys(inside);
    expect([
      zip.status,
      names.some((name) => name.startsWith('现场照片/')),
      names.some((name) => name.startsWith('仪器证书/')),
      names.filter((name) => name.split('/').length !== 2),
    ]).toEqual([200, true, true, []]);
    expect(Buffer.from(inside[names.find((name) => name.startsWith('现场照片/')) ?? ''] ?? []).toString()).toBe(
      'content of a/b.jpg',
    );
    expect((await raw('rival', `api/sfQualityDetail/zip/${id}`)).status).toBe(404);
  });

  it('an external check is assigned only to external people, and keeps its project, reviewer and form', async () => {
    const wrong = await ask('lab', 'POST', 'api/sfQualityDetail/add', {
      project: projects[0],
      reviewer: people.payer?.id,
      checkForm: 'record',
      dueOn: '2099-01-01',
    });
    expect(wrong.body.errors).toEqual([{ field: 'reviewer', message: outsideTexts.notOutside }]);
    const row = await task(await assigned());
    expect((await ask('lab', 'PUT', 'api/sfQualityDetail/edit', { ...row, project: projects[1] })).body.message).toBe(
      outsideTexts.fixed,
    );
    expect((await ask('lab', 'PUT', 'api/sfQualityDetail/edit', { ...row, dueOn: '2099-02-01' })).status).toBe(200);
    expect((await ask('expert', 'PUT', 'api/sfQualityDetail/edit', { ...row, dueOn: '2099-03-01' })).status).toBe(403);
  });
});

describe('external person', () => {
  it('an external person sees only the own tasks: lists, counts, single rows, exports, options, papers and files', async () => {
    const id = await closed('expert');
    const [fee] = await feeOf(id);
    for (const who of ['rival', 'alien', 'stranger']) {
      for (const path of [
        `api/sfQualityDetail/${id}`,
        `api/sfQualityDetail/timeline/${id}`,
        `api/sfQualityDetail/outcome/${id}`,
        `api/sfQualityDetail/papers/${id}`,
        `api/sfQualityDetail/report/${id}/1`,
        `api/sfFinanceRecord/${fee?.id}`,
      ]) {
        expect((await ask(who, 'GET', path)).status, `${who} ${path}`).toBe(404);
      }
      for (const name of ['outsideTask', 'outsideItem', 'outsideFinding', 'outsideFee', 'pointEntry']) {
        const { path } = registry.named(name).entity;
        const { content, totalElements } = (await ask<Page<AnyRow>>(who, 'GET', `${path}?size=500`)).body;
        expect(totalElements).toBe(content.length);
        expect(
          content.filter(
            (row) => row.reviewer === people.expert?.id || row.person === people.expert?.id || row.task === id,
          ),
          `${who} ${name}`,
        ).toEqual([]);
      }
    }
    await server.database.orm.insert(siteSurveyTable).values({ project: projects[0] as number, organizationId: home });
    const keys = (await ask<OutsidePapers>('expert', 'GET', `api/sfQualityDetail/papers/${id}`)).body.papers.map(
      ({ key }) => key,
    );
    expect(keys).toEqual(['survey']);
    expect(await ask('expert', 'GET', `api/sfQualityDetail/report/${id}/2000000000`)).toMatchObject({
      status: 404,
      body: { message: outsideTexts.noPaper },
    });
    const printed = (who: string, body: object) =>
      server.app.request(`/api/sfQualityDetail/papers/${id}/pdf`, {
        method: 'POST',
        headers: { authorization: `Bearer ${people[who]?.token ?? ''}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect([(await printed('rival', { keys })).status, (await printed('expert', { keys: ['plan'] })).status]).toEqual([
      404, 400,
    ]);
    expect(
      Buffer.from(await (await printed('expert', { keys })).arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const exported = await raw('rival', 'api/sfQualityDetail/export?format=txt');
    expect(await exported.text()).not.toContain(String((await task(id)).taskNo));
  });

  it('an external person sees no row of an entity without a rule for externals, whatever their roles hold', async () => {
    for (const { entity } of registry.all.filter(({ policy }) => !policy.outsideScope)) {
      const options = await ask<{ id: number }[]>('expert', 'GET', `api/options/${entity.name}`);
      if (options.status === 200) expect(options.body, entity.name).toEqual([]);
    }
    expect((await ask<Page<AnyRow>>('expert', 'GET', 'api/project')).body.totalElements).toBe(0);
    expect((await ask('expert', 'GET', `api/project/${projects[0]}`)).status).toBe(404);
    expect((await ask<Page<AnyRow>>('expert', 'GET', 'api/user')).body.totalElements).toBe(0);
  });

  it('an external person reads an upload of the organization only if it belongs to a finding of theirs', async () => {
    const id = await assigned();
    await checked(id, 1);
    const [file] = await server.database.orm
      .insert(storedFileTable)
      .values({
        id: randomUUID(),
        organizationId: home,
        name: '答复.pdf',
        mime: 'application/pdf',
        size: 4,
        sha256: 'x',
        fileClass: 'document',
        createBy: people.lab?.id ?? 0,
      })
      .returning({ id: storedFileTable.id });
    expect((await ask('expert', 'GET', `api/files/${file?.id}`)).status).toBe(404);
    const [finding] = (await findingsOf(id)) as [AnyRow];
    expect((await ask('expert', 'PUT', 'api/sfFinding/edit', { ...finding, evidence: file?.id })).status).toBe(404);
    expect((await ask('rival', 'GET', `api/sfFinding/file/${finding.id}/evidence`)).status).toBe(404);
    for (const which of ['answerFile', 'description', 'constructor'])
      expect((await ask('expert', 'GET', `api/sfFinding/file/${finding.id}/${which}`)).status, which).toBe(404);
  });
});

describe('external check: parts that permissions alone do not allow', () => {
  const notYours = { status: 403, body: { message: outsideTexts.notYours } };

  it('the reviewer’s part of an external check cannot be done by staff, whatever their permissions: check, judge, confirm', async () => {
    const id = await assigned();
    expect(await move('insider', id, 'start')).toMatchObject(notYours);
    expect((await move('expert', id, 'start')).status).toBe(200);
    const [item] = (await ask<Page<AnyRow>>('insider', 'GET', `api/sfQualityItem?task=${id}&size=1&sort=rowSort,asc`))
      .body.content;
    expect(
      await ask('insider', 'PUT', 'api/sfQualityItem/saveAll', { rows: [{ ...item, result: 'yes' }], removed: [] }),
    ).toMatchObject(notYours);
    expect(
      await ask('insider', 'POST', 'api/sfFinding/add', { task: id, severity: 'general', description: '他人的问题' }),
    ).toMatchObject(notYours);
    expect(
      await ask('insider', 'PUT', 'api/sfQualityDetail/conclusion', {
        id,
        version: (await task(id)).version,
        conclusion: '他人的结论',
      }),
    ).toMatchObject(notYours);
    expect(await move('insider', id, 'pass')).toMatchObject(notYours);
    expect((await move('expert', id, 'submit')).status).toBe(409);
    expect(await task(id)).toMatchObject({ state: 'checking', findingCount: 0 });
  });

  it('in an external check no staff close or return a task, whatever their permissions', async () => {
    const id = await assigned();
    await checked(id, 1);
    expect(await move('insider', id, 'submit')).toMatchObject(notYours);
    expect((await move('expert', id, 'submit')).status).toBe(200);
    const [asked] = (await findingsOf(id)) as [AnyRow];
    expect(
      (
        await ask('poser', 'PUT', 'api/sfFinding/answer', {
          id: asked.id,
          version: asked.version,
          answer: '外部人员的答复',
        })
      ).status,
    ).toBe(403);
    expect(
      (await ask('lab', 'PUT', 'api/sfFinding/answer', { id: asked.id, version: asked.version, answer: '已补充' }))
        .status,
    ).toBe(200);
    expect((await move('lab', id, 'answer')).status).toBe(200);
    const [answered] = (await findingsOf(id)) as [AnyRow];
    expect(
      await ask('insider', 'PUT', 'api/sfFinding/judge', {
        id: answered.id,
        version: answered.version,
        verdict: 'accepted',
      }),
    ).toMatchObject(notYours);
    expect(await move('insider', id, 'return', { reason: '他人退回' })).toMatchObject(notYours);
    expect(await move('insider', id, 'close')).toMatchObject(notYours);
    expect(await task(id)).toMatchObject({ state: 'awaitingReview' });
  });

  it('the laboratory’s part of an external check cannot be done by external people: assign, change, book points, settle', async () => {
    const id = await assigned('poser');
    const asked = { project: projects[0], reviewer: people.poser?.id, checkForm: 'record', dueOn: '2099-01-01' };
    expect((await ask('poser', 'POST', 'api/sfQualityDetail/add', asked)).status).toBe(403);
    expect(
      (await ask('poser', 'PUT', 'api/sfQualityDetail/edit', { ...(await task(id)), dueOn: '2099-02-01' })).status,
    ).toBe(403);
    expect(
      (
        await ask('poser', 'POST', 'api/sfIntegralRecord/add', {
          person: people.poser?.id,
          pointKind: 'reward',
          points: 5,
          explanation: '自己',
        })
      ).status,
    ).toBe(403);
    expect(
      (
        await ask('poser', 'POST', 'api/sfSettlement/add', {
          reviewer: people.poser?.id,
          fromOn: '2020-01-01',
          untilOn: '2099-12-31',
          remark: null,
        })
      ).status,
    ).toBe(403);
    expect(await task(id)).toMatchObject({ dueOn: '2099-01-01' });
  });

  it('an amount can be confirmed or disputed only by its recipient, whatever the permissions of others', async () => {
    expect(
      (
        await ask('lab', 'POST', 'api/sfFinanceRecord/add', {
          reviewer: people.poser?.id,
          feeKind: 'travel',
          feeOn: '2026-05-02',
          amount: '30',
          explanation: '交通费',
        })
      ).status,
    ).toBe(200);
    const { id } = (
      await ask('lab', 'POST', 'api/sfSettlement/add', {
        reviewer: people.poser?.id,
        fromOn: '2020-01-01',
        untilOn: '2099-12-31',
        remark: null,
      })
    ).body.body as AnyRow;
    for (const key of ['confirm', 'dispute'])
      expect(
        await ask('insider', 'PUT', 'api/sfSettlement/move', { id, move: key, reason: '替人确认' }),
        key,
      ).toMatchObject(notYours);
    expect((await ask('lab', 'GET', `api/sfSettlement/${id}`)).body.state).toBe('awaitingConfirm');
  });
});

describe('amount of money', () => {
  const add = (amount: unknown, who = 'lab') =>
    ask(who, 'POST', 'api/sfFinanceRecord/add', {
      reviewer: people.expert?.id,
      feeKind: 'travel',
      feeOn: '2026-05-01',
      amount,
      explanation: '交通费',
    });

  it('an amount of money has two decimals: fewer are filled up, three are refused by field, and nothing is written', async () => {
    const made = await add('12.5');
    expect(made.body.body).toMatchObject({ amount: '12.50' });
    expect((await add(7)).body.body).toMatchObject({ amount: '7.00' });
    const before = (await ask<Page<AnyRow>>('lab', 'GET', 'api/sfFinanceRecord')).body.totalElements;
    for (const wrong of ['12.345', '0', '-3', '1e3', '', 'abc']) expect((await add(wrong)).status, wrong).toBe(400);
    expect((await add('12.345')).body.errors).toEqual([{ field: 'amount', message: '金额最多2位小数' }]);
    expect(
      (
        await ask('lab', 'POST', 'api/sfIntegralRule/add', {
          ruleName: '零头',
          event: 'closed',
          points: 1,
          fee: '1.005',
          validFrom: '2026-01-01',
          enabled: '1',
        })
      ).body.errors,
    ).toEqual([{ field: 'fee', message: '费用最多2位小数' }]);
    expect((await ask<Page<AnyRow>>('lab', 'GET', 'api/sfFinanceRecord')).body.totalElements).toBe(before);
    expect((await add('5', 'expert')).status).toBe(403);
  });

  it('a fee is settled once, to 0.01 yuan, confirmed by its recipient, and paid by another person', async () => {
    const id = await closed('rival');
    const [fee] = await feeOf(id);
    expect((await ask('lab', 'PUT', 'api/sfFinanceRecord/edit', { ...fee, amount: '1.00' })).body.message).toBe(
      outsideTexts.taskFeeFixed,
    );
    const asked = { reviewer: people.rival?.id ?? 0, fromOn: '2020-01-01', untilOn: '2099-12-31', remark: null };
    const fees = await server.database.orm
      .select()
      .from(outsideFeeTable)
      .where(eq(outsideFeeTable.reviewer, asked.reviewer));
    const both = await Promise.all([0, 1].map(() => ask('lab', 'POST', 'api/sfSettlement/add', asked)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const made = both.find(({ status }) => status === 200)?.body.body as AnyRow;
    expect([made.feeCount, made.total]).toEqual(
      [fees.length, fees.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0) / 100].map(
        (value, index) => (index ? value.toFixed(2) : value),
      ),
    );
    const settled = (who: string, key: string, more: object = {}) =>
      ask(who, 'PUT', 'api/sfSettlement/move', { id: made.id, move: key, ...more });
    expect((await settled('payer', 'pay')).status).toBe(409);
    expect((await settled('expert', 'confirm')).status).toBe(404);
    expect((await settled('rival', 'dispute', { reason: '少一笔' })).status).toBe(200);
    expect((await settled('lab', 'void', { reason: '重新结算' })).status).toBe(200);
    expect((await feeOf(id))[0]).toMatchObject({ state: 'open', settlement: null });
    const again = (await ask('lab', 'POST', 'api/sfSettlement/add', asked)).body.body as AnyRow;
    for (const [who, key] of [
      ['rival', 'confirm'],
      ['payer', 'pay'],
    ] as const)
      expect((await ask(who, 'PUT', 'api/sfSettlement/move', { id: again.id, move: key })).status).toBe(200);
    expect((await feeOf(id))[0]).toMatchObject({ state: 'paid', settlement: again.id });
    expect(
      (await server.database.orm.select().from(settlementTable).where(eq(settlementTable.id, again.id)))[0]?.paidOn,
    ).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect((await ask('expert', 'GET', `api/sfSettlement/statement/${again.id}`)).status).toBe(404);
    for (const [kind, head] of [
      ['xlsx', 'PK'],
      ['pdf', '%PDF'],
    ] as const) {
      const file = await raw('rival', `api/sfSettlement/statement/${again.id}/${kind}`);
      expect([
        file.status,
        Buffer.from(await file.arrayBuffer())
          .subarray(0, head.length)
          .toString('latin1'),
      ]).toEqual([200, head]);
    }
  });
});

describe('ledger of points', () => {
  const book = (person: string, pointKind: string, points: number) =>
    ask('lab', 'POST', 'api/sfIntegralRecord/add', {
      person: people[person]?.id,
      pointKind,
      points,
      explanation: '讲评',
    });
  const stored = async (person: string) => {
    const { orm } = server.database;
    const lines = await orm
      .select()
      .from(pointEntryTable)
      .where(eq(pointEntryTable.person, people[person]?.id ?? 0))
      .orderBy(asc(pointEntryTable.id));
    const [balance] = await orm
      .select()
      .from(pointBalanceTable)
      .where(eq(pointBalanceTable.person, people[person]?.id ?? 0));
    return { lines, balance: balance?.points ?? 0, sum: lines.reduce((total, { points }) => total + points, 0) };
  };

  it('the ledger of points is append-only and the balance follows it, for any database user', async () => {
    expect((await book('expert', 'reward', 3)).status).toBe(200);
    const { orm } = server.database;
    for (const wrong of [
      sql`update point_entry set points = 999`,
      sql`delete from point_entry`,
      sql`truncate point_entry`,
      sql`update point_balance set points = 999`,
      sql`delete from point_balance`,
      sql`insert into point_balance values (1, 1, 1)`,
    ]) {
      await expect(orm.execute(wrong)).rejects.toThrow();
    }
  });

  it('the ledger of points pays out no more than the balance, and the refusal states the balance', async () => {
    const { balance } = await stored('expert');
    expect((await book('expert', 'redeem', balance + 1)).body.errors).toEqual([
      { field: 'points', message: outsideTexts.pointsShort(balance) },
    ]);
    expect((await book('expert', 'redeem', 0)).status).toBe(400);
    expect((await book('expert', 'redeem', 1.5)).status).toBe(400);
    expect((await stored('expert')).balance).toBe(balance);
  });

  it('the ledger of points is consistent under parallel writers: each balance is the previous one plus the line, and none is below zero', async () => {
    const wish = fc.record({
      person: fc.constantFrom('expert', 'rival'),
      pointKind: fc.constantFrom('reward', 'deduct', 'redeem'),
      points: fc.integer({ min: 1, max: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { minLength: 8, maxLength: 16 }), async (wishes) => {
        await Promise.all(
          [0, 1, 2, 3, 4, 5, 6, 7].map(async (writer) => {
            for (const one of wishes.filter((_, index) => index % 8 === writer))
              expect([200, 400]).toContain((await book(one.person, one.pointKind, one.points)).status);
          }),
        );
        for (const person of ['expert', 'rival']) {
          const { lines, balance, sum } = await stored(person);
          expect(balance).toBe(sum);
          expect(sum).toBeGreaterThanOrEqual(0);
          expect(lines.at(-1)?.balance ?? 0).toBe(sum);
          for (const [at, line] of lines.entries())
            expect(line.balance).toBe((lines[at - 1]?.balance ?? 0) + line.points);
        }
      }),
      { numRuns: 4 },
    );
    const shown = (await ask<PointBalance[]>('lab', 'GET', `${pointEntry.path}/balances`)).body;
    for (const one of shown)
      expect(one.balance).toBe((await stored(one.person === people.expert?.id ? 'expert' : 'rival')).sum);
    expect(
      (await ask<PointBalance[]>('rival', 'GET', `${pointEntry.path}/balances`)).body.map(({ person }) => person),
    ).toEqual([people.rival?.id]);
  });
});
