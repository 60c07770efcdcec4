import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NumberKind, NumberState } from '@contract/features/projects/runningNumberRules';
import type { Answer, DictDetail, ErrorBody, Page } from '@contract/wire';
import { formatDay } from '@server/base/zone';
import { nextNumber } from '@server/crud/runningNumbers';
import {
  auditLogTable,
  dictDetailTable,
  dictTable,
  historyReportTable,
  organizationTable,
  projectTable,
} from '@server/db/schema';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let home: number;
let unit: number;
let keeper: string;
let year: string;

const add = (more: object = {}) =>
  server.ask<Answer<{ code: string }> & ErrorBody>('POST', 'api/project/add', {
    token: keeper,
    body: { projectName: '定期检测', belongInspect: unit, type: 'DJ', ...more },
  });
const setUsed = (kind: NumberKind, used: number, type?: string) =>
  server.ask<Answer<NumberState[]> & ErrorBody>('PUT', 'api/organization/numbers', {
    token: keeper,
    body: { id: home, kind, used, type },
  });
const told = async () =>
  (await server.ask<NumberState[]>('GET', `api/organization/${home}/numbers`, { token: keeper })).body.map(
    ({ kind, type, used, next }) => [kind, type, used, next],
  );

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  const { orm } = server.database;
  home = await rows.organization({
    code: 'ZH',
    projectNumberRule: 'ZH{TYPE}{YYYY}{SEQ4}',
    reportNumberRule: '浙正检字〔{YYYY}〕第{SEQ4}号',
    curveNumberRule: 'ZH-QX{YY}{SEQ3}',
  });
  unit = await rows.inspectUnit({ organizationId: home });
  const [types] = await orm.insert(dictTable).values({ name: 'projectType' }).returning({ id: dictTable.id });
  await orm.insert(dictDetailTable).values([
    { dict: types?.id ?? 0, value: 'DJ', label: '定期检测', dictSort: 1 },
    { dict: types?.id ?? 0, value: 'XZ', label: '现状评价', dictSort: 2 },
  ]);
  const role = await rows.role({
    level: 3,
    permissions: ['organization:list', 'organization:edit', 'project:list', 'project:add'],
  });
  await rows.user({ userName: 'keeper', organizationId: home, roles: [role] });
  keeper = await server.login('keeper');
  year = formatDay(server.services.now(), server.services.env.zone).slice(0, 4);
});
afterAll(() => server.close());

describe('running numbers of an organization', () => {
  it('the page of running numbers shows the next number by kind, and by type where the rule counts by type', async () => {
    expect(await told()).toEqual([
      ['project', 'DJ', 0, `ZHDJ${year}0001`],
      ['project', 'XZ', 0, `ZHXZ${year}0001`],
      ['report', null, 0, `浙正检字〔${year}〕第0001号`],
      ['sample', null, null, null],
      ['incoming', null, null, null],
      ['record', null, null, null],
      ['curve', null, 0, `ZH-QX${year.slice(2)}001`],
    ]);
  });

  it('a running number continues after the last number used before this program, separately for each type', async () => {
    expect((await setUsed('project', 309, 'DJ')).status).toBe(200);
    expect((await add()).body.body?.code).toBe(`ZHDJ${year}0310`);
    expect((await add({ type: 'XZ' })).body.body?.code).toBe(`ZHXZ${year}0001`);
    expect((await setUsed('curve', 42)).body.body?.find(({ kind }) => kind === 'curve')?.next).toBe(
      `ZH-QX${year.slice(2)}043`,
    );
    const lines = await server.database.orm
      .select({ after: auditLogTable.after })
      .from(auditLogTable)
      .where(eq(auditLogTable.entity, 'organization'));
    expect(lines.map(({ after }) => JSON.stringify(after)).join()).toContain('309');
  });

  it('a running number skips all imported numbers at once', async () => {
    await server.database.orm.insert(projectTable).values(
      Array.from({ length: 450 }, (_, index) => ({
        organizationId: home,
        belongInspect: unit,
        projectName: '带入的项目',
        type: 'DJ',
        code: `ZHDJ${year}${String(311 + index).padStart(4, '0')}`,
        jcbgFlag: false,
        incoming: false,
      })),
    );
    expect((await told())[0]).toEqual(['project', 'DJ', 310, `ZHDJ${year}0761`]);
    expect((await add()).body.body?.code).toBe(`ZHDJ${year}0761`);
    expect((await add()).body.body?.code).toBe(`ZHDJ${year}0762`);
  });

  it('a report number skips the numbers of imported old reports', async () => {
    await server.database.orm.insert(historyReportTable).values(
      [1, 2].map((count) => ({
        organizationId: home,
        reportNo: `浙正检字〔${year}〕第${String(count).padStart(4, '0')}号`,
        unit,
        issuedOn: '2023-01-05',
      })),
    );
    expect((await told()).find(([kind]) => kind === 'report')?.[3]).toBe(`浙正检字〔${year}〕第0003号`);
    await server.database.orm.delete(historyReportTable);
  });

  it('running numbers are given once and without a gap to people who ask at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => add({ type: 'XZ' })));
    const codes = answers.map(({ body }) => body.body?.code).sort();
    expect(codes).toEqual(Array.from({ length: 20 }, (_, index) => `ZHXZ${year}${String(2 + index).padStart(4, '0')}`));
  });

  it.each([
    ['report', '浙正检字〔2026〕第0001号'],
    ['record', 'ZHDJ20260310-JL01'],
    ['incoming', 'ZHDJ20260310-L01'],
    ['curve', 'ZH-QX26043'],
  ] as const)(
    'running numbers of the kind %s are unique among twenty simultaneous transactions, from %s on',
    async (kind, first) => {
      const facts = { day: '2026-11-26', type: 'DJ', project: 'ZHDJ20260310', kind: 'L' };
      if (kind === 'curve') await server.database.query(`delete from number_series where series like 'curve:%26%'`);
      if (kind === 'curve')
        await server.database.query(`insert into number_series values ($1, 'curve:ZH-QX26{SEQ3}', 42)`, [home]);
      const given = await Promise.all(
        Array.from({ length: 20 }, () => server.database.transaction((tx) => nextNumber(tx, home, kind, facts))),
      );
      expect(new Set(given).size).toBe(20);
      expect([...given].sort()[0]).toBe(first);
    },
  );

  it('a running number that each project counts by itself cannot be set, nor can another organization’s', async () => {
    expect((await setUsed('record', 5)).status).toBe(400);
    expect((await setUsed('project', 5, 'ZZ')).status).toBe(400);
    expect((await setUsed('report', -1)).status).toBe(400);
    const away = await server.rows.organization();
    const foreign = await server.ask('PUT', 'api/organization/numbers', {
      token: keeper,
      body: { id: away, kind: 'report', used: 5 },
    });
    expect(foreign.status).toBe(404);
  });

  it('the numbers of an organization say how far imported numbers go, beyond the last used one', async () => {
    const organizationId = await server.rows.organization({
      code: 'ZQ',
      projectNumberRule: 'ZQ{TYPE}-{YYYY}-{SEQ3}号',
    });
    const role = await server.rows.role({ level: 3, permissions: ['organization:list', 'organization:edit'] });
    await server.rows.user({ userName: 'mover', organizationId, roles: [role] });
    const belongInspect = await server.rows.inspectUnit({ organizationId });
    for (const code of ['309', '321', '007', 'A99', '1234567890'])
      await server.rows.project({ organizationId, belongInspect, code: `ZQDJ-${year}-${code}号` });
    await server.rows.project({ organizationId, belongInspect, code: `ZQXZ-${year}-9` });
    const token = await server.login('mover');
    const { body } = await server.ask<NumberState[]>('GET', `api/organization/${organizationId}/numbers`, { token });
    expect(
      body
        .filter(({ kind }) => kind === 'project')
        .map(({ type, used, registered, next }) => [type, used, registered, next]),
    ).toEqual([
      ['DJ', 0, 321, `ZQDJ-${year}-001号`],
      ['XZ', 0, undefined, `ZQXZ-${year}-001号`],
    ]);
  });

  it('a rule for running numbers is refused if it contains parts that its kind does not know', async () => {
    const { body } = await server.ask<Record<string, unknown>>('GET', `api/organization/${home}`, { token: keeper });
    const edit = (more: object) =>
      server.ask<ErrorBody>('PUT', 'api/organization/edit', { token: keeper, body: { ...body, ...more } });
    expect((await edit({ curveNumberRule: '{PROJECT}-{SEQ2}' })).body.errors?.[0]).toEqual({
      field: 'curveNumberRule',
      message: '编号规则不认识{PROJECT}，可用{YYYY}{YY}{MM}{ORG}{SEQ4}',
    });
    expect((await edit({ recordNumberRule: '{PROJECT}/JL{YY}{SEQ3}' })).status).toBe(400);
    expect((await edit({ sampleNumberRule: '{PROJECT}-{SEQ4}' })).body.errors?.[0]?.field).toBe('sampleNumberRule');
    expect((await edit({ recordNumberRule: '{PROJECT}-YS{SEQ3}' })).status).toBe(200);
    const [row] = await server.database.orm
      .select({ rule: organizationTable.recordNumberRule })
      .from(organizationTable)
      .where(eq(organizationTable.id, home));
    expect(row?.rule).toBe('{PROJECT}-YS{SEQ3}');
  });

  it('an organization’s own project type replaces the common type of the same name in numbers, choices and stored rows', async () => {
    const { orm } = server.database;
    const [dict] = await orm.select({ id: dictTable.id }).from(dictTable).where(eq(dictTable.name, 'projectType'));
    await orm.insert(dictDetailTable).values([
      { dict: dict?.id ?? 0, value: 'XP', label: '现状评价', dictSort: 9, organizationId: home },
      { dict: dict?.id ?? 0, value: 'YP', label: '预评价', dictSort: 9, organizationId: home },
    ]);
    const options = await server.ask<Page<DictDetail>>('GET', 'api/dictDetail?dictName=projectType&size=99', {
      token: keeper,
    });
    expect(options.body.content.map(({ value, replacedBy }) => [value, replacedBy])).toEqual([
      ['DJ', undefined],
      ['XZ', 'XP'],
      ['XP', undefined],
      ['YP', undefined],
    ]);
    const refused = await add({ type: 'XZ' });
    expect(refused.body.errors?.[0]?.message).toBe('项目类型“XZ”已由“XP”代替，请重新选择');
    expect((await add({ type: 'XP' })).body.body?.code).toBe(`ZHXP${year}0001`);
    const { body } = await server.ask<NumberState[]>('GET', `api/organization/${home}/numbers`, { token: keeper });
    const ofProjects = body.filter(({ kind }) => kind === 'project');
    expect(ofProjects.map(({ type, replaces, replacedBy }) => [type, replaces, replacedBy])).toEqual([
      ['DJ', undefined, undefined],
      // Its series has numbers of this year.
      ['XZ', undefined, 'XP'],
      ['XP', ['XZ'], undefined],
      ['YP', undefined, undefined],
    ]);
    await orm.delete(dictDetailTable).where(eq(dictDetailTable.organizationId, home));
  });
});
