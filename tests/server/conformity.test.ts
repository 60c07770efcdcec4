import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clauses } from '@contract/features/conformity/clauses';
import type { ClauseLine } from '@contract/features/conformity/conformityWire';
import type { Page } from '@contract/wire';
import {
  reportTable,
  serviceFormTable,
  siteSurveyTable,
  staffRecordTable,
  userTable,
  workLogTable,
  yearPlanTable,
} from '@server/db/schema';
import { labRowsOf } from '../support/labRows';
import { pdfPages } from '../support/pdfText';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let token: string;
let neighbour: string;
let nobody: string;

beforeAll(async () => {
  server = await testServer();
  const { rows, database } = server;
  const [home, away] = [await rows.organization({ name: '甲检测中心' }), await rows.organization()];
  const role = await rows.role({ permissions: ['conformity:list'] });
  await rows.user({ userName: 'quality', organizationId: home, roles: [role] });
  await rows.user({ userName: 'neighbour', organizationId: away, roles: [role] });
  await rows.user({ userName: 'nobody', organizationId: home });
  [token, neighbour, nobody] = (await Promise.all(
    ['quality', 'neighbour', 'nobody'].map((name) => server.login(name)),
  )) as [string, string, string];
  const project = await labRowsOf(server, home).project('issuing');
  await database.orm
    .insert(siteSurveyTable)
    .values({ organizationId: home, project: project.id, surveyedOn: '2026-03-02' });
  await database.orm.insert(reportTable).values({
    organizationId: home,
    reportNo: 'R-1',
    title: '检测报告',
    project: project.id,
    unitName: '某厂',
    kind: 'periodic',
    state: 'issued',
    issuedOn: '2026-03-20',
  });
});
afterAll(() => server.close());

const lines = async (query: string, as = token): Promise<Page<ClauseLine>> =>
  (await server.ask<Page<ClauseLine>>('GET', `api/conformity?${query}`, { token: as })).body;
const line = async (clause: string, as = token): Promise<ClauseLine> => {
  const { content } = await lines(`clause=${encodeURIComponent(clause)}&size=500`, as);
  const found = content.find((one) => one.clause === clause);
  if (!found) throw new Error(`no clause ${clause}`);
  return found;
};

const continuing = async () =>
  (await lines('clause=4.1.2&size=500')).content.find(({ demand }) => demand.includes('继续教育'));

describe('规范符合性', () => {
  it('the page 规范符合性 lists every demand of the standard, by state and by clause', async () => {
    expect((await lines('size=500')).totalElements).toBe(clauses.length);
    for (const state of ['met', 'evidenced', 'notOurs', 'open'] as const) {
      const found = await lines(`state=${state}&size=500`);
      expect(found.totalElements, state).toBe(clauses.filter((clause) => clause.state === state).length);
      expect(found.content.every((one) => one.state === state)).toBe(true);
    }
  });

  it('the page 规范符合性 counts the organization’s own rows, with the newest day and the rows’ gaps', async () => {
    expect(await line('5.2.3.1a')).toMatchObject({ evidence: '现场调查：1', gap: '调查人少于2人的调查', gaps: 1 });
    expect(await line('5.2.1.1')).toMatchObject({ rows: 0, newest: null, gap: '已开工而没有合同评审的项目', gaps: 1 });
    expect(await line('5.2.3.1a', neighbour)).toMatchObject({ evidence: '暂无现场调查', gaps: 0 });
  });

  it('the page 规范符合性 counts registers, and entries past their due date', async () => {
    const { orm } = server.database;
    const [person] = await orm
      .select({ id: userTable.id, home: userTable.organizationId })
      .from(userTable)
      .where(eq(userTable.userName, 'quality'));
    const own = { organizationId: person?.home as number, person: person?.id as number };
    const training = { ...own, recordKind: 'continuing', recordTitle: '2025年继续教育' };
    await orm.insert(staffRecordTable).values({ ...training, recordedOn: '2025-01-10', validUntil: '2025-12-31' });
    const plan = { ...own, planYear: 2026, plannedOn: '2026-03-01' };
    await orm.insert(yearPlanTable).values([
      { ...plan, planKind: 'audit', planTitle: '内部审核' },
      { ...plan, planKind: 'review', planTitle: '管理评审', doneOn: '2026-03-10' },
    ]);
    await orm.insert(workLogTable).values({
      organizationId: own.organizationId,
      logKind: 'room',
      subject: '天平室',
      startAt: new Date('2026-03-02T08:00:00+08:00'),
      temperature: '22.0',
    });
    expect(await continuing()).toMatchObject({ evidence: '继续教育：1', gaps: 1 });
    // Another kind of the same register is no evidence.
    expect(await line('4.1.2')).toMatchObject({ evidence: '暂无上岗培训与考核', gaps: 0 });
    expect(await line('8.2.5.5')).toMatchObject({
      evidence: '培训等7类：2',
      gaps: 1,
      gap: '过了计划日期没有完成的计划',
    });
    expect(await line('5.2.6.3.1c')).toMatchObject({ evidence: '房间温湿度：1', gaps: 0, pageQuery: 'logKind=room' });
    expect(await line('5.2.6.3.1d')).toMatchObject({ evidence: '暂无仪器使用', rows: 0 });
    await orm.insert(staffRecordTable).values({ ...training, recordedOn: '2026-01-10', validUntil: '2099-12-31' });
    expect(await continuing()).toMatchObject({ evidence: '继续教育：2', gaps: 0 });
  });

  it('the page 规范符合性 counts a form as evidence of its own clauses alone', async () => {
    const { orm } = server.database;
    const [own] = await orm
      .select({ project: siteSurveyTable.project, home: siteSurveyTable.organizationId })
      .from(siteSurveyTable);
    await orm.insert(serviceFormTable).values({
      organizationId: own?.home as number,
      project: own?.project as number,
      formKind: 'fieldCheck',
      formNo: 'GFB-1',
      state: 'drafting',
    });
    expect(await line('5.2.6.2.3d')).toMatchObject({
      evidence: '现场采样核查表：1',
      gaps: 1,
      pageQuery: 'formKind=fieldCheck',
    });
    expect(await line('4.3.2')).toMatchObject({ evidence: '暂无分包审批单', gaps: 0, newest: null });
  });

  it('the page 规范符合性 counts reports whose due date for submission, publication or archiving has passed', async () => {
    for (const clause of ['4.2.1', '4.2.2', '5.2.10.3']) expect((await line(clause)).gaps, clause).toBe(1);
  });

  it('the page 规范符合性 is printed for an assessor with an audit line, only for people who may see it', async () => {
    const { status, headers } = await server.ask('GET', 'api/conformity', { token: nobody });
    expect([status, headers.get('content-type')?.includes('json')]).toEqual([403, true]);
    const response = await server.app.request('/api/conformity/pdf', {
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.1' },
    });
    expect(response.status).toBe(200);
    const pages = await pdfPages(new Uint8Array(await response.arrayBuffer()));
    const text = pages.map((page) => page.text).join('');
    expect(text).toContain('规范符合性自查表');
    expect(text).toContain('5.2.10.3');
  });

  it('the page 规范符合性 asks organizations of 50 people and more for a full-time archivist', async () => {
    const { rows, database } = server;
    const large = await rows.organization({ name: '乙检测中心' });
    const role = await rows.role({ permissions: ['conformity:list'] });
    const head = await rows.user({ userName: 'large', organizationId: large, roles: [role] });
    const as = await server.login('large');
    const people = (count: number, from: number) =>
      Array.from({ length: count }, (_one, index) => ({
        userName: `archive${from + index}`,
        nickName: '人员',
        passwordHash: 'x',
        organizationId: large,
        enabled: '1',
      }));
    await database.orm.insert(userTable).values(people(48, 0));
    expect(await line('I.1.1c', as)).toMatchObject({ gaps: 0 });
    await database.orm.insert(userTable).values(people(1, 48));
    expect(await line('I.1.1c', as)).toMatchObject({ gaps: 1, gap: '50人及以上而没有专职档案管理员的机构' });
    expect(await line('I.1.1c')).toMatchObject({ gaps: 0 });
    await database.orm.insert(staffRecordTable).values({
      organizationId: large,
      person: head,
      recordKind: 'archivist',
      recordTitle: '专职档案管理员',
      recordedOn: '2026-01-05',
    });
    expect(await line('I.1.1c', as)).toMatchObject({ gaps: 0 });
  });
});
