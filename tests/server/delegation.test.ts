import { and, desc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type { Dashboard, WaitingApproval } from '@contract/features/home/dashboardWire';
import {
  delegationTexts,
  type DelegationCandidate,
  type MyDelegations,
  maxDays,
  stepLabel,
} from '@contract/features/reports/delegation/delegationRules';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import { eligibleSignerTexts } from '@contract/workflow/roundSteps';
import type { Timeline } from '@contract/workflow/workflowWire';
import {
  announcementSendTable,
  announcementTable,
  approvalTable,
  auditLogTable,
  delegationTable,
  projectTable,
  signatureTable,
  userTable,
  workflowStepTable,
} from '@server/db/schema';
import { dayFromNow } from '../support/fieldRows';
import { measured } from '../support/measured';
import { type Hand, reportBench, signingPassword } from '../support/reportBench';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let bench: Awaited<ReturnType<typeof reportBench>>;

beforeAll(async () => {
  server = await testServer();
  bench = await reportBench(server);
});
afterAll(() => server.close());

const orm = () => server.database.orm;
const person = (who: Hand) => bench.people[who].id;
const draft = (delegate: Hand, steps: readonly string[], more: object = {}) => ({
  delegate: person(delegate),
  steps,
  validFrom: dayFromNow(0),
  validUntil: dayFromNow(5),
  reason: '出差',
  ...more,
});
const add = (who: Hand, body: object) =>
  bench.ask<Answer<{ id: number }> & ErrorBody>(who, 'POST', 'api/delegation/add', body);
const end = (who: Hand, id: number, reason = '') =>
  bench.ask<Answer & ErrorBody>(who, 'PUT', 'api/delegation/end', { id, reason });
const mine = async (who: Hand) =>
  (await bench.ask<MyDelegations>(who, 'GET', 'api/delegation/mine')).body.ownDelegations;
const timeline = async (who: Hand, id: number) =>
  (await bench.ask<Timeline>(who, 'GET', `api/approval/timeline/${id}`)).body;
const given = async (who: Hand, body: object): Promise<number> => {
  const { status, body: said, text } = await add(who, body);
  expect(status, text).toBe(200);
  return said.body?.id ?? 0;
};
/** Adds another signatory besides 钱签发; returns a function that removes them. */
async function anotherSignatory(): Promise<() => Promise<void>> {
  const role = await server.rows.role({ permissions: ['approval:sign', 'approval:list'] });
  const id = await server.rows.user({
    userName: `signatory${Date.now()}`,
    nickName: '吴签发',
    organizationId: bench.home,
    roles: [role],
  });
  return async () => void (await orm().update(userTable).set({ enabled: '0' }).where(eq(userTable.id, id)));
}
async function waiting(): Promise<number> {
  const project = await bench.tested();
  return (await bench.submit('analyst', project.id, 'records')).body.body?.id ?? 0;
}

describe('delegation', () => {
  it('a delegation hands over own steps to a signer of the same chain, within days and with a reason; anything else is refused', async () => {
    const cases: [Hand, object, string][] = [
      ['reviewer', draft('reviewer', ['approval:passFirst']), delegationTexts.self],
      ['reviewer', draft('quality', ['approval:sign']), delegationTexts.notYours(stepLabel('approval:sign'))],
      ['reviewer', draft('quality', ['approval:submit']), delegationTexts.notYours('approval:submit')],
      [
        'reviewer',
        draft('analyst', ['approval:passFirst']),
        delegationTexts.notAble('李检测', stepLabel('approval:passFirst')),
      ],
      // The authorised signatory is personal.
      ['approver', draft('quality', ['approval:sign']), delegationTexts.notAble('周二审', stepLabel('approval:sign'))],
      ['reviewer', draft('quality', []), delegationTexts.noSteps],
      ['reviewer', draft('quality', ['approval:passFirst'], { validFrom: dayFromNow(-1) }), delegationTexts.past],
      [
        'reviewer',
        draft('quality', ['approval:passFirst'], { validFrom: dayFromNow(3), validUntil: dayFromNow(2) }),
        delegationTexts.order,
      ],
      [
        'reviewer',
        draft('quality', ['approval:passFirst'], { validUntil: dayFromNow(maxDays) }),
        delegationTexts.tooLong,
      ],
      ['reviewer', draft('quality', ['approval:passFirst'], { reason: ' ' }), '请填写委托原因'],
    ];
    for (const [who, body, message] of cases) expect((await add(who, body)).body.message, message).toBe(message);
    expect((await add('analyst', draft('quality', ['approval:passFirst']))).status).toBe(403);
    const stranger = await server.rows.user({
      userName: 'stranger',
      organizationId: await server.rows.organization({ name: '乙检测中心' }),
      roles: [await server.rows.role({ permissions: ['approval:passFirst', 'delegation:add', 'delegation:list'] })],
    });
    expect(
      (await add('reviewer', { ...draft('quality', ['approval:passFirst']), delegate: stranger })).body.message,
    ).toBe(delegationTexts.noDelegate);
    expect(await orm().select().from(delegationTable)).toEqual([]);
    expect(
      (
        await bench.ask<DelegationCandidate[]>('reviewer', 'GET', 'api/delegation/candidates?steps=approval:passFirst')
      ).body.map(({ id }) => id),
    ).toEqual([person('quality'), person('approver')]);
    expect(
      (await bench.ask<DelegationCandidate[]>('approver', 'GET', 'api/delegation/candidates?steps=approval:sign')).body,
    ).toEqual([]);
  });

  it('a delegate’s step shows 代 in the signature, the timeline and the audit trail, and both people are notified', async () => {
    const id = await given('reviewer', draft('quality', ['approval:passFirst']));
    expect(
      (
        await add(
          'reviewer',
          draft('approver', ['approval:passFirst'], { validFrom: dayFromNow(5), validUntil: dayFromNow(9) }),
        )
      ).body.code,
    ).toBe('overlap');
    const [message] = await orm()
      .select()
      .from(announcementTable)
      .where(eq(announcementTable.titile, delegationTexts.noticeTitle('赵一审', '周二审')));
    expect(
      (
        await orm()
          .select({ user: announcementSendTable.userId })
          .from(announcementSendTable)
          .where(eq(announcementSendTable.anntId, message?.id ?? 0))
      )
        .map(({ user }) => user)
        .sort(),
    ).toEqual([person('reviewer'), person('quality')].sort());
    expect(await mine('quality')).toMatchObject([{ id, principalName: '赵一审', steps: ['approval:passFirst'] }]);
    const approval = await waiting();
    expect((await timeline('quality', approval)).moves.find(({ key }) => key === 'passFirst')).toMatchObject({
      onlyOnBehalf: true,
      onBehalf: [{ id: person('reviewer'), name: '赵一审' }],
    });
    expect((await timeline('approver', approval)).moves.some(({ key }) => key === 'passFirst')).toBe(false);
    expect((await bench.move('quality', approval, 'passFirst')).status).toBe(403);
    expect((await bench.move('approver', approval, 'passFirst', { onBehalfOf: person('reviewer') })).body.message).toBe(
      delegationTexts.expired('赵一审'),
    );
    expect(
      (await bench.move('quality', approval, 'passFirst', { onBehalfOf: person('reviewer'), password: 'Wrong-2026#' }))
        .body.code,
    ).toBe('wrongPassword');
    const passed = await bench.move('quality', approval, 'passFirst', { onBehalfOf: person('reviewer') });
    expect(passed.status, passed.text).toBe(200);
    expect((await timeline('quality', approval)).steps.at(-1)).toMatchObject({
      personName: '周二审',
      onBehalfName: '赵一审',
      signature: { state: 'valid', meaning: '一审通过（代赵一审）' },
    });
    const [line] = await orm()
      .select()
      .from(auditLogTable)
      .where(and(eq(auditLogTable.entity, 'approval'), eq(auditLogTable.entityId, approval)))
      .orderBy(desc(auditLogTable.id))
      .limit(1);
    expect(line?.after).toMatchObject({ state: 'second', onBehalfOf: '赵一审' });
    // The principal is covered by the seal of the signature.
    await orm()
      .update(workflowStepTable)
      .set({ onBehalfName: null, onBehalfOf: null })
      .where(
        and(
          eq(workflowStepTable.machine, 'approval'),
          eq(workflowStepTable.rowId, approval),
          eq(workflowStepTable.move, 'passFirst'),
        ),
      );
    expect((await timeline('quality', approval)).steps.at(-1)?.signature?.state).toBe('invalid');
    await end('reviewer', id);
  });

  it('a delegation lets neither the delegate nor the represented person sign twice on one object (AZ8)', async () => {
    const id = await given('reviewer', draft('quality', ['approval:passFirst']));
    const first = await waiting();
    await bench.move('quality', first, 'passFirst', { onBehalfOf: person('reviewer') });
    // The delegate has signed already.
    expect((await timeline('quality', first)).moves.map(({ key }) => key)).not.toContain('passSecond');
    expect((await bench.move('quality', first, 'passSecond')).body.code).toBe('samePerson');
    await end('reviewer', id);
    // Somebody signed on behalf of the approver: the approver signs no more.
    const second = await given('approver', draft('quality', ['approval:passSecond']));
    const other = await waiting();
    await bench.move('reviewer', other, 'passFirst');
    // The only signatory: a signature on their behalf would leave nobody to sign.
    const stranding = await bench.move('quality', other, 'passSecond', { onBehalfOf: person('approver') });
    expect([stranding.status, stranding.body.code]).toEqual([409, 'strands']);
    const leave = await anotherSignatory();
    const done = await bench.move('quality', other, 'passSecond', { onBehalfOf: person('approver') });
    expect(done.status, done.text).toBe(200);
    expect((await timeline('approver', other)).awaited).toEqual([
      { key: 'sign', label: '签发', names: ['吴签发'], why: eligibleSignerTexts.shut('二审通过', '签发') },
    ]);
    expect((await bench.move('approver', other, 'sign')).body.code).toBe('samePerson');
    // Nor does anybody continue on behalf of a person what that person signed themselves.
    const third = await waiting();
    await bench.move('reviewer', third, 'passFirst');
    await orm()
      .update(workflowStepTable)
      .set({ personId: person('approver') })
      .where(
        and(
          eq(workflowStepTable.machine, 'approval'),
          eq(workflowStepTable.rowId, third),
          eq(workflowStepTable.move, 'submit'),
        ),
      );
    expect((await timeline('quality', third)).moves.find(({ key }) => key === 'passSecond')).not.toHaveProperty(
      'onBehalf',
    );
    expect((await bench.move('quality', third, 'passSecond', { onBehalfOf: person('approver') })).body.message).toBe(
      delegationTexts.principalDid('钱签发', '提交'),
    );
    const signers = await orm()
      .select({ row: signatureTable.rowId, person: signatureTable.personId })
      .from(signatureTable)
      .where(and(eq(signatureTable.machine, 'approval'), inArray(signatureTable.rowId, [first, other, third])));
    const twice = signers.length - new Set(signers.map(({ row, person: by }) => `${row} ${by}`)).size;
    expect(twice).toBe(0);
    measured(`代理后 ${signers.length} 个审批签名，同一人在同一审批签两次 ${twice} 次`);
    await end('quality', second, '我也出差');
    await leave();
  });

  it('a delegation covers only steps that may be delegated: no other workflow move is made on behalf of somebody (AZ8)', async () => {
    const id = await given('reviewer', draft('quality', ['approval:passFirst']));
    const project = await bench.tested();
    await server.rows.user({
      userName: 'surveyor',
      organizationId: bench.home,
      roles: [await server.rows.role({ permissions: ['project:list', 'project:endSurvey'] })],
    });
    const token = await server.login('surveyor');
    expect(
      (
        await server.ask('PUT', 'api/project/move', {
          token,
          body: { id: project.id, move: 'terminate', reason: '企业停产', onBehalfOf: person('reviewer') },
        })
      ).status,
    ).toBe(403);
    await end('reviewer', id);
  });

  it('a delegation for a report covers its signatures and also the returning of the report', async () => {
    const id = await given('approver', draft('quality', ['approval:passSecond']));
    const { project, report } = await bench.reporting();
    const approval = (await bench.submit('reporter', project.id, 'report')).body.body?.id ?? 0;
    await bench.pass(approval, 'first');
    const leave = await anotherSignatory();
    expect(
      (await bench.move('quality', approval, 'returnToFirst', { onBehalfOf: person('approver'), reason: '缺照片' }))
        .body.code,
    ).toBe('delegationOver');
    expect((await bench.move('quality', approval, 'passSecond', { onBehalfOf: person('approver') })).status).toBe(200);
    const { steps } = (await bench.ask<Timeline>('reporter', 'GET', `api/report/timeline/${report.id}`)).body;
    expect(steps.at(-1)).toMatchObject({
      move: 'review',
      personName: '周二审',
      onBehalfName: '钱签发',
      signature: { state: 'valid', meaning: '审核通过（代钱签发）' },
    });
    await leave();
    await end('approver', id);
  });

  it('a delegation begins on its first day, ends after its last day, and ends with the principal’s permission (AZ8)', async () => {
    const [later, approval] = [
      await given(
        'reviewer',
        draft('quality', ['approval:passFirst'], { validFrom: dayFromNow(2), validUntil: dayFromNow(3) }),
      ),
      await waiting(),
    ];
    const may = async () => (await mine('quality')).length;
    let passes = 0;
    const pass = () => {
      passes += 1;
      return bench.move('quality', approval, 'passFirst', { onBehalfOf: person('reviewer') });
    };
    expect([await may(), (await pass()).body.code]).toEqual([0, 'delegationOver']);
    let ahead = 0;
    const go = (days: number) => {
      server.advance((days - ahead) * 86_400_000);
      ahead = days;
    };
    for (const [days, held] of [
      [2, 1],
      [3, 1],
      [4, 0],
    ] as const) {
      go(days);
      for (const who of ['quality', 'reviewer'] as const) bench.people[who].token = await server.login(who);
      expect([days, await may()]).toEqual([days, held]);
    }
    expect((await pass()).body.code).toBe('delegationOver');
    expect((await end('reviewer', later)).body.message).toBe(delegationTexts.over);
    go(2);
    bench.people.quality.token = await server.login('quality');
    await orm()
      .update(userTable)
      .set({ enabled: '0' })
      .where(eq(userTable.id, person('reviewer')));
    expect([await may(), (await pass()).body.code]).toEqual([0, 'delegationOver']);
    await orm()
      .update(userTable)
      .set({ enabled: '1' })
      .where(eq(userTable.id, person('reviewer')));
    expect(await may()).toBe(1);
    for (const who of ['reviewer', 'approver'] as const) bench.people[who].token = await server.login(who);
    expect((await end('approver', later)).body.message).toBe(delegationTexts.notYoursToEnd);
    expect((await end('quality', later, '已返回')).body.message).toBe(delegationTexts.ended);
    expect([await may(), (await pass()).body.code]).toEqual([0, 'delegationOver']);
    expect(
      (
        await orm()
          .select()
          .from(signatureTable)
          .where(and(eq(signatureTable.machine, 'approval'), eq(signatureTable.rowId, approval)))
      ).map(({ move }) => move),
    ).toEqual(['submit']);
    measured(`未到期、过期、停用、已结束的代理 ${passes} 次，允许 0 次`);
    go(0);
    bench.people.reviewer.token = await server.login('reviewer');
    const { body: list } = await bench.ask<Page<AnyRow>>('reviewer', 'GET', 'api/delegation?size=50');
    expect(list.content.find((row) => row.id === later)).toMatchObject({
      principalName: '赵一审',
      delegateName: '周二审',
      endedByName: '周二审',
      endReason: '已返回',
    });
    expect(
      await orm()
        .select()
        .from(signatureTable)
        .where(
          and(
            eq(signatureTable.machine, 'approval'),
            eq(signatureTable.rowId, approval),
            eq(signatureTable.move, 'passFirst'),
          ),
        ),
    ).toEqual([]);
    expect(
      (await orm().select({ state: approvalTable.state }).from(approvalTable).where(eq(approvalTable.id, approval)))[0]
        ?.state,
    ).toBe('first');
  });
});

describe('home page', () => {
  it('the home page shows approvals with the days waited and the people represented, and reports to submit, begin, write and publish', async () => {
    const home = async (who: Hand) => (await bench.ask<Dashboard>(who, 'GET', 'api/dashboard')).body;
    const labels = async (who: Hand, project: number) =>
      (await home(who)).todos.filter((todo) => todo.project.id === project).map(({ label, at }) => [label, at]);
    for (const who of ['quality', 'reviewer', 'approver', 'reporter'] as const)
      bench.people[who].token = await server.login(who);
    const delegation = await given('reviewer', draft('quality', ['approval:passFirst']));
    const project = await bench.tested();
    expect(await labels('reporter', project.id)).toEqual([['提交记录审批', 'records']]);
    const approval = (await bench.submit('analyst', project.id, 'records')).body.body?.id ?? 0;
    expect(await labels('reporter', project.id)).toEqual([]);
    await orm()
      .update(approvalTable)
      .set({ stageSince: new Date(Date.now() - 4 * 86_400_000) })
      .where(eq(approvalTable.id, approval));
    const waits = async (who: Hand) =>
      (await home(who)).approvals
        .filter(({ id }) => id === approval)
        .map(({ label, days, onBehalf }) => [label, days, onBehalf]);
    expect([await waits('reviewer'), await waits('quality'), await waits('approver')]).toEqual([
      [['一审', 4, null]],
      [['一审', 4, '赵一审']],
      [],
    ]);
    await bench.pass(approval, 'first');
    // The reviewer has signed: it waits for others.
    expect([await waits('reviewer'), await waits('quality')]).toEqual([[], [['二审', 0, null]]]);
    await end('reviewer', delegation);
    await bench.move('quality', approval, 'passSecond');
    await bench.move('approver', approval, 'sign');
    expect(await labels('reporter', project.id)).toEqual([['新增报告', undefined]]);
    const report = (await bench.ask<Answer<AnyRow>>('reporter', 'POST', 'api/report/start', { project: project.id }))
      .body.body as AnyRow;
    expect(await labels('reporter', project.id)).toEqual([['编制报告', undefined]]);
    await bench.pass((await bench.submit('reporter', project.id, 'report')).body.body?.id ?? 0, 'sign');
    await orm().update(projectTable).set({ stage: 'archived' }).where(eq(projectTable.id, project.id));
    expect([await labels('reporter', project.id), await labels('quality', project.id)]).toEqual([
      [['公示报告', 'publish']],
      [],
    ]);
    await bench.ask('approver', 'PUT', 'api/report/void', { id: report.id, reason: '客户撤销' });
    expect(await labels('reporter', project.id)).toEqual([]);
  });

  it('the home page names who can make the next step if a project waits for an approval', async () => {
    const approval = await waiting();
    const [row] = await orm()
      .select({ project: approvalTable.project })
      .from(approvalTable)
      .where(eq(approvalTable.id, approval));
    const holders = async () =>
      (
        await bench.ask<{ people: { nickName: string }[] }>(
          'reviewer',
          'GET',
          `api/project/holders/${row?.project ?? 0}`,
        )
      ).body.people.map(({ nickName }) => nickName);
    const waits = async (who: Hand) =>
      (await bench.ask<WaitingApproval[]>(who, 'GET', 'api/approval/waiting')).body.filter(({ id }) => id === approval)
        .length;
    expect(await holders()).toEqual(['赵一审']);
    await bench.pass(approval, 'first');
    // 钱签发 is the only signatory: whoever signs 二审 can't sign the report as well.
    expect([await holders(), await waits('quality'), await waits('approver')]).toEqual([['周二审'], 1, 0]);
    const remove = await anotherSignatory();
    expect([await holders(), await waits('quality'), await waits('approver')]).toEqual([['周二审', '钱签发'], 1, 1]);
    await remove();
  });

  it('people with the same name are distinguished where one has to sign, has signed or takes a delegation', async () => {
    const role = await server.rows.role({
      permissions: ['approval:passFirst', 'approval:passSecond', 'approval:list'],
    });
    const twin = { userName: 'quality2', nickName: '周二审', organizationId: bench.home, roles: [role] };
    const id = await server.rows.user(twin);
    const both = ['周二审（quality）', '周二审（quality2）'];
    const approval = await waiting();
    await bench.pass(approval, 'first');
    const [row] = await orm().select().from(approvalTable).where(eq(approvalTable.id, approval));
    const holdersAnswer = await bench.ask<{ people: { nickName: string }[] }>(
      'reviewer',
      'GET',
      `api/project/holders/${row?.project ?? 0}`,
    );
    expect(holdersAnswer.body.people.map(({ nickName }) => nickName)).toEqual(both);
    const path = 'api/delegation/candidates?steps=approval:passFirst';
    const offered = (await bench.ask<DelegationCandidate[]>('reviewer', 'GET', path)).body;
    expect(offered.map(({ name }) => name)).toEqual(expect.arrayContaining(both));
    const steps = ['approval:passFirst'];
    const early = { validFrom: dayFromNow(20), validUntil: dayFromNow(21) };
    const given1 = await given('reviewer', { ...draft('quality', steps, early), delegate: id });
    const [delegationRow] = await orm().select().from(delegationTable).where(eq(delegationTable.id, given1));
    expect(delegationRow?.title).toBe(delegationTexts.title('赵一审', both[1] as string));
    await end('reviewer', given1);
    await orm().update(userTable).set({ deleteTime: new Date() }).where(eq(userTable.id, id));
  });

  it('the home page signs several approvals with one password, all or none', async () => {
    const ids = [await waiting(), await waiting()];
    const stored = () =>
      orm()
        .select({ id: approvalTable.id, version: approvalTable.version, state: approvalTable.state })
        .from(approvalTable)
        .where(inArray(approvalTable.id, ids))
        .orderBy(approvalTable.id);
    const together = (rows: readonly object[], password = signingPassword) =>
      bench.ask('reviewer', 'PUT', 'api/approval/moveMany', { rows, move: 'passFirst', password });
    const seen = (await stored()).map(({ id, version }) => ({ id, version }));
    expect((await together(seen, 'Wrong-2026#')).status).toBe(400);
    expect((await together(seen.map(({ id, version }, index) => ({ id, version: version - index })))).status).toBe(409);
    expect((await stored()).map(({ state }) => state)).toEqual(['first', 'first']);
    const done = await together(seen);
    expect(done.status, done.text).toBe(200);
    expect((await stored()).map(({ state }) => state)).toEqual(['second', 'second']);
  });
});
