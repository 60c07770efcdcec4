import { and, eq, inArray, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type { CurvePdf } from '@contract/features/laboratory/curves/curvePdf';
import { curvePdfTexts, curveTexts } from '@contract/features/laboratory/curves/curveTexts';
import { labCurveMachine } from '@contract/features/laboratory/curves/labCurveMachine';
import { fitnessTexts } from '@contract/features/laboratory/purposeFit';
import { itemFitnessTexts } from '@contract/features/stock/itemFitness';
import { failures } from '@contract/messages';
import { type ActionName, actions, permissionOf } from '@contract/permissions';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import {
  auditLogTable,
  labAttachmentTable,
  labCurvePointTable,
  labCurveTable,
  labMethodItemTable,
  labSheetTable,
  nonconformityTable,
  standardCompositionTable,
  standardTable,
} from '@server/db/schema';
import { hashOf } from '@server/signing/canonicalJson';
import { contentOf } from '@server/signing/signedContent';
import { inputOf } from '../contract/vectors/proof';
import { expectClosed, lockedStates } from '../support/closedWrites';
import { curvePdf } from '../support/curvePdf';
import { dayFromNow, type FieldRows, fieldRowsOf } from '../support/fieldRows';
import { measured } from '../support/measured';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';
import { sendForm } from '../support/uploads';

let server: TestServer;
let field: FieldRows;
let organizationId: number;
let analyst: string;
let reviewer: string;
let stranger: string;
let reader: string;
let analystId: number;
let method: number;
let hazard: number;
let means: { instrument: number; standard: number };

const every = (name: string) => (Object.keys(actions) as ActionName[]).map((action) => permissionOf({ name }, action));

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  organizationId = await rows.organization({ name: '甲检测中心' });
  field = fieldRowsOf(server, organizationId);
  const own = [
    ...every('labCurve'),
    ...every('labCurvePoint'),
    ...every('labAttachment'),
    'labSheet:list',
    'labCurve:submit',
    'labCurve:retire',
    'nonconformity:add',
  ];
  const drawing = await rows.role({ permissions: own });
  const checking = await rows.role({
    permissions: ['labCurve:list', 'labCurvePoint:list', 'labCurve:approve', 'labCurve:return', 'labCurve:retire'],
  });
  analystId = await rows.user({ userName: 'analyst', nickName: '张三', organizationId, roles: [drawing, checking] });
  await rows.user({ userName: 'reviewer', nickName: '李四', organizationId, roles: [checking] });
  await rows.user({
    userName: 'reader',
    organizationId,
    roles: [await rows.role({ permissions: ['labCurve:list', 'labCurvePoint:list'] })],
  });
  await rows.user({
    userName: 'stranger',
    organizationId: await rows.organization({ name: '乙检测中心' }),
    roles: [drawing, checking],
  });
  [analyst, reviewer, stranger, reader] = (await Promise.all(
    ['analyst', 'reviewer', 'stranger', 'reader'].map((name) => server.login(name)),
  )) as [string, string, string, string];
  method = await field.method('苯系物 溶剂解吸-气相色谱法', null, {
    methodKind: 'gasChromatography',
    resultRoute: 'solvent',
    curvePoints: 5,
    curveR: '0.999',
  });
  hazard = await field.hazard('甲苯');
  const [lot] = await server.database.orm
    .insert(standardTable)
    .values({
      organizationId,
      standardNo: 'BZ-1',
      standardName: '甲苯溶液',
      lotNo: 'L1',
      hazard,
      validUntil: dayFromNow(300),
      status: '1',
    })
    .returning();
  means = {
    instrument: (await field.instrument({ eqpNo: 'GC-00', eqpName: '气相色谱仪' })).id,
    standard: lot?.id ?? 0,
  };
});
afterAll(() => server.close());

type Reply = Answer & ErrorBody & { body?: AnyRow };
const ask = <T = Reply>(verb: string, path: string, token: string, body?: object) =>
  server.ask<T>(verb, path, { token, ...(body ? { body } : {}) });

const gas = () => {
  const { x, y } = inputOf<{ x: number[]; y: number[] }>('CURVE-LIN-GC');
  return x.map((content, index) => ({ x: String(content), y1: String(y[index]) }));
};
const head = (more: object = {}) => ({
  methodKind: 'gasChromatography',
  part: 'main',
  method,
  hazard,
  fit: 'linear',
  unit: 'μg/mL',
  preparedOn: dayFromNow(-1),
  validUntil: dayFromNow(30),
  ...means,
  ...more,
});
async function drawn(more: object = {}, points: readonly object[] = gas()): Promise<AnyRow> {
  const addAnswer = await ask('POST', 'api/labCurve/add', analyst, head(more));
  expect(addAnswer.status, addAnswer.text).toBe(200);
  const curve = addAnswer.body.body as AnyRow;
  if (points.length) {
    const saved = await save(curve.id, points);
    expect(saved.status, saved.text).toBe(200);
  }
  return read(curve.id);
}
const save = (curve: number, points: readonly object[], removed: readonly object[] = [], token = analyst) =>
  ask('PUT', 'api/labCurvePoint/saveAll', token, { rows: points.map((point) => ({ curve, ...point })), removed });
const read = async (id: number, token = analyst): Promise<AnyRow> =>
  (await ask<AnyRow>('GET', `api/labCurve/${id}`, token)).body;
const pointsOf = (curve: number) =>
  server.database.orm
    .select()
    .from(labCurvePointTable)
    .where(and(eq(labCurvePointTable.curve, curve), isNull(labCurvePointTable.deleteTime)))
    .orderBy(labCurvePointTable.rowSort);
const move = (id: number, key: string, token = analyst, more: object = {}) =>
  ask('PUT', 'api/labCurve/move', token, { id, move: key, password: testPassword, ...more });
async function approved(more: object = {}): Promise<AnyRow> {
  const { id } = await drawn(more);
  for (const [key, token] of [
    ['submit', analyst],
    ['approve', reviewer],
  ] as const) {
    const answer = await move(id, key, token);
    expect(answer.status, answer.text).toBe(200);
  }
  return read(id);
}

describe('curve', () => {
  it('a calibration curve is numbered without gaps and fitted by the server from its stored points', async () => {
    const [first, second] = [await drawn(), await drawn()];
    const year = dayFromNow(0).slice(0, 4);
    expect(String(first.curveNo)).toMatch(new RegExp(`^QX-${year}-\\d{4}$`));
    expect(Number(String(second.curveNo).slice(-4))).toBe(Number(String(first.curveNo).slice(-4)) + 1);
    expect(first).toMatchObject({
      versionNo: 1,
      state: 'drafting',
      accepted: true,
      r: '0.999995',
      low: '10',
      high: '500',
      findings: null,
      zero: null,
    });
    expect([Number(first.a).toFixed(4), Number(first.b).toFixed(4), Number(first.sy).toFixed(5)]).toEqual([
      '-0.1980',
      '1.2324',
      '0.87949',
    ]);
  });

  it('a calibration curve is judged by the quantification limit and the range of its hazard, and cannot be approved beyond them', async () => {
    const own = await field.hazard('异丙醇');
    const { orm } = server.database;
    const [lot] = await orm
      .insert(standardTable)
      .values({
        organizationId,
        standardNo: 'BZ-8',
        standardName: '异丙醇溶液',
        lotNo: 'L8',
        hazard: own,
        validUntil: dayFromNow(300),
        status: '1',
      })
      .returning({ id: standardTable.id });
    const given = {
      itemName: '异丙醇',
      method,
      hazard: own,
      loq: '2',
      rangeTop: '400',
      lodUnit: 'μg/mL',
      dataCertainty: 'sure',
      organizationId,
    };
    const [item] = await orm.insert(labMethodItemTable).values(given).returning({ id: labMethodItemTable.id });
    const curve = await drawn({ hazard: own, standard: lot?.id ?? 0 });
    const beyond = '最高浓度点500超出方法的测定范围（上限400），请去掉超出范围的浓度点';
    expect(curve).toMatchObject({
      accepted: false,
      findings: `不合格：${beyond}\n提示：最低浓度点10离定量下限2较远，宜在定量下限附近增加一个浓度点`,
    });
    expect((await move(curve.id, 'submit')).body.message).toBe(curveTexts.notAccepted(String(curve.curveNo), [beyond]));
    await orm
      .update(labMethodItemTable)
      .set({ rangeTop: '500' })
      .where(eq(labMethodItemTable.id, item?.id ?? 0));
    expect((await move(curve.id, 'submit')).status).toBe(200);
  });

  it('a calibration curve accepts no coefficient and no verdict from the request', async () => {
    const curve = await drawn({ a: '1', b: '9', accepted: true, state: 'approved', curveNo: 'MY-1' }, []);
    expect(curve).toMatchObject({ a: null, b: null, accepted: false, state: 'drafting' });
    expect(curve.curveNo).not.toBe('MY-1');
  });

  it('a calibration curve is fitted again when a level changes or is removed, or the header changes', async () => {
    const curve = await drawn();
    const [first, second, ...rest] = await pointsOf(curve.id);
    await save(curve.id, [{ id: second?.id, version: second?.version, y1: '161.02' }]);
    const changed = await read(curve.id);
    expect(changed.accepted).toBe(false);
    expect(changed.findings).toMatch(/^不合格：相关系数r为0\.9\d+，低于0\.999/);
    expect(changed.version).toBeGreaterThan(curve.version);
    await save(curve.id, [], [{ id: second?.id, version: (second?.version ?? 0) + 1 }]);
    expect((await read(curve.id)).findings).toBe('不合格：标准系列除空白外应不少于5个浓度点，现有4个');
    expect([first, ...rest]).toHaveLength(4);
    await save(curve.id, [{ x: '50', y1: '61.02' }]);
    const before = await read(curve.id);
    const edited = await ask('PUT', 'api/labCurve/edit', analyst, {
      ...head({ fit: 'weightedX' }),
      id: curve.id,
      version: before.version,
    });
    expect(edited.status, edited.text).toBe(200);
    expect(Number((await read(curve.id)).a).toFixed(5)).toBe('-0.01869');
  });

  it('a refused calibration curve states why: too few levels, two of one content, no slope, r below the rule', async () => {
    const refused = async (points: readonly object[]) => {
      const curve = await drawn({}, points);
      const answer = await move(curve.id, 'submit');
      expect(answer.status).toBe(409);
      expect((await read(curve.id)).state).toBe('drafting');
      return answer.body.message;
    };
    expect(await refused([])).toContain(curveTexts.noPoints);
    // Instrument and standard.
    const bare = await drawn({ instrument: null, standard: null });
    expect((await move(bare.id, 'submit')).body).toMatchObject({
      code: 'incomplete',
      message: curveTexts.meansNeeded(String(bare.curveNo), ['检测仪器', '标准物质']),
    });
    expect(await refused(gas().slice(0, 4))).toContain('标准系列除空白外应不少于5个浓度点，现有4个');
    expect(await refused([...gas(), { x: '10', y1: '12.4' }])).toContain(
      '标准系列中有相同的含量，请合并为一个浓度点的多次响应',
    );
    expect(await refused(gas().map((point) => ({ ...point, y1: '7' })))).toContain(
      '标准曲线斜率为0，无法计算，请检查响应值',
    );
    expect(await refused(gas().map((point, index) => ({ ...point, y1: index === 1 ? '90' : point.y1 })))).toMatch(
      /相关系数r为0\.9\d+，低于0\.999/,
    );
    expect(await refused([...gas(), { x: '600' }])).toContain(curveTexts.noResponse(6));
  });

  it('a calibration curve follows the rule of its method in the library', async () => {
    const gentle = await field.method('宽松的方法', null, {
      methodKind: 'gasChromatography',
      curvePoints: 4,
      curveR: '0.99',
    });
    const bent = gas().map((point, index) => ({ ...point, y1: index === 1 ? '80' : point.y1 }));
    const curve = await drawn({ method: gentle }, bent);
    expect([curve.accepted, Number(curve.r) < 0.9999]).toEqual([true, true]);
    // Fewer than five levels besides the blank are accepted by no method (GBZ 331-2024 5.2.6.3.1 h).
    expect(await drawn({ method: gentle }, bent.slice(0, 4))).toMatchObject({
      accepted: false,
      findings: expect.stringContaining('应不少于5个浓度点，现有4个'),
    });
  });

  it('a calibration curve refuses fields that its method does not have, and text in a number, at the field', async () => {
    const refusal = async (more: object) => {
      const { status, body } = await ask('POST', 'api/labCurve/add', analyst, head(more));
      expect(status).toBe(400);
      return body.errors;
    };
    const visual = await field.method('目视比色法', null, { methodKind: 'visualColorimetry' });
    expect(await refusal({ method: visual })).toEqual([{ field: 'method', message: curveTexts.otherKind }]);
    expect(await refusal({ part: 'pcl3' })).toEqual([{ field: 'part', message: curveTexts.unknownPart }]);
    expect(await refusal({ fit: 'semiLog' })).toEqual([{ field: 'fit', message: curveTexts.fitNotAllowed('半对数') }]);
    const phosphorus = await field.method('三氯化磷 分光光度法', null, { methodKind: 'spectrophotometry' });
    expect(await refusal({ methodKind: 'spectrophotometry', part: 'pcl3', method: phosphorus })).toEqual([
      { field: 'basis', message: curveTexts.basisNeeded },
    ]);
    expect(
      (
        await drawn(
          {
            methodKind: 'spectrophotometry',
            part: 'pcl3',
            method: phosphorus,
            basis: 'P',
            unit: 'μg/管',
            instrument: null,
          },
          [],
        )
      ).basis,
    ).toBe('P');
    const { id } = await drawn({}, []);
    const wrong = await save(id, [
      { x: '十', y1: '1' },
      { x: '-5', y1: '1' },
      { x: '5', y1: '1', excluded: true },
    ]);
    expect(wrong.body.errors?.map((error) => error.field)).toEqual(['rows[0].x', 'rows[1].x']);
    const unexplained = await save(id, [{ x: '5', y1: '1', excluded: true }]);
    expect(unexplained.body.errors).toEqual([{ field: 'rows[0].excludedReason', message: curveTexts.excludedWhy }]);
    expect(await pointsOf(id)).toEqual([]);
  });

  it('a calibration curve uses a standard of its hazard, alone or among others, and an instrument for its method', async () => {
    const [ester, toluene] = [await field.hazard('乙酸乙酯'), hazard];
    const said = (no: string, is: string) => fitnessTexts.standardOther(`${no} 甲苯溶液（批号L1）`, is, '乙酸乙酯');
    const wrong = await ask('POST', 'api/labCurve/add', analyst, head({ hazard: ester }));
    expect([wrong.status, wrong.body.code, wrong.body.errors]).toEqual([
      409,
      'misfit',
      [{ field: 'standard', message: said('BZ-1', '甲苯') }],
    ]);
    const lot = async (standardNo: string, own: number | null, parts: readonly number[]) => {
      const [row] = await server.database.orm
        .insert(standardTable)
        .values({
          organizationId,
          standardNo,
          standardName: '甲苯溶液',
          lotNo: 'L1',
          hazard: own,
          validUntil: dayFromNow(300),
          status: '1',
        })
        .returning();
      if (parts.length)
        await server.database.orm
          .insert(standardCompositionTable)
          .values(parts.map((targetId, position) => ({ ownerId: row?.id ?? 0, targetId, position })));
      return row?.id ?? 0;
    };
    const bare = await ask('POST', 'api/labCurve/add', analyst, head({ standard: await lot('BZ-N', null, []) }));
    expect(bare.body.errors).toEqual([
      { field: 'standard', message: fitnessTexts.standardUnknown('BZ-N 甲苯溶液（批号L1）') },
    ]);
    const mixed = await lot('BZ-M', null, [toluene, ester]);
    expect((await ask('POST', 'api/labCurve/add', analyst, head({ hazard: ester, standard: mixed }))).status).toBe(200);
    // A curve drawn before standards were compared is not signed.
    const old = await drawn({}, gas());
    await server.database.orm
      .update(labCurveTable)
      .set({ standard: await lot('BZ-O', ester, []) })
      .where(eq(labCurveTable.id, old.id));
    expect(await move(old.id, 'submit')).toMatchObject({
      status: 409,
      body: { message: fitnessTexts.standardOther('BZ-O 甲苯溶液（批号L1）', '乙酸乙酯', '甲苯') },
    });
    const meter = (await field.instrument({ eqpNo: 'SJ-9', eqpName: '多功能声级计' })).id;
    const loud = await ask('POST', 'api/labCurve/add', analyst, head({ instrument: meter }));
    expect(loud.body.errors).toEqual([
      { field: 'instrument', message: fitnessTexts.instrumentOther('SJ-9 多功能声级计', '噪声', '甲苯') },
    ]);
    expect(
      (await ask('POST', 'api/labCurve/add', analyst, head({ instrument: meter, instrumentReason: '方法验证用' })))
        .status,
    ).toBe(200);
  });

  it('a calibration curve refuses an instrument past its calibration and an expired standard, unless a reason is given and filed', async () => {
    const tool = await field.instrument({ eqpNo: 'GC-01', eqpName: '气相色谱仪', calibrationDue: dayFromNow(-5) });
    const late = await ask('POST', 'api/labCurve/add', analyst, head({ instrument: tool.id }));
    expect([late.status, late.body.code, late.body.errors]).toEqual([
      409,
      'unfit',
      [
        {
          field: 'instrument',
          message: itemFitnessTexts.calibrationOver('GC-01 气相色谱仪', dayFromNow(-5), dayFromNow(-1)),
        },
      ],
    ]);
    const lot = async (validUntil: string) =>
      (
        await server.database.orm
          .insert(standardTable)
          .values({
            organizationId,
            standardNo: `BZ-${validUntil}`,
            standardName: '甲苯溶液',
            lotNo: 'L7',
            hazard,
            validUntil,
            status: '1',
          })
          .returning()
      )[0];
    const old = await lot(dayFromNow(-2));
    const stale = await ask('POST', 'api/labCurve/add', analyst, head({ standard: old?.id }));
    expect(stale.body.errors?.[0]).toEqual({
      field: 'standard',
      message: itemFitnessTexts.lotOver(
        '标准物质',
        `BZ-${dayFromNow(-2)} 甲苯溶液（批号L7）`,
        dayFromNow(-2),
        dayFromNow(-1),
      ),
    });
    expect((await ask('POST', 'api/labCurve/add', stranger, head({ standard: old?.id }))).status).toBe(404);
    const good = await lot(dayFromNow(-1));
    expect((await ask('POST', 'api/labCurve/add', analyst, head({ standard: good?.id }))).status).toBe(200);
    const filed = await ask(
      'POST',
      'api/labCurve/add',
      analyst,
      head({ standard: old?.id, override: { reason: '核查后浓度无变化' } }),
    );
    expect(filed.status, filed.text).toBe(200);
    const { curveNo, id } = filed.body.body as AnyRow;
    const [nonconformityRow] = await server.database.orm
      .select()
      .from(nonconformityTable)
      .where(eq(nonconformityTable.organizationId, organizationId));
    expect(nonconformityRow?.description).toBe(
      itemFitnessTexts.overridden(`标准曲线${String(curveNo)}：${stale.body.errors?.[0]?.message}`, '核查后浓度无变化'),
    );
    await save(id, gas());
    expect((await move(id, 'submit')).status).toBe(200);
  });

  it('a calibration curve keeps its method, hazard and page once created', async () => {
    const curve = await drawn();
    for (const more of [
      { hazard: await field.hazard('乙苯') },
      { method: await field.method('乙苯 气相色谱法', null, { methodKind: 'gasChromatography' }) },
    ]) {
      const refused = await ask('PUT', 'api/labCurve/edit', analyst, {
        ...head(more),
        id: curve.id,
        version: curve.version,
      });
      expect([refused.status, refused.body.message]).toEqual([409, curveTexts.fixedHead]);
    }
    expect(await read(curve.id)).toEqual(curve);
  });

  it('a calibration curve shows an excluded level with its reason and fits the others', async () => {
    const curve = await drawn({}, [...gas(), { x: '300', y1: '10', excluded: true, excludedReason: '进样针堵塞' }]);
    expect(curve).toMatchObject({
      accepted: true,
      r: '0.999995',
      findings: `提示：${curveTexts.excludedPoint(6, '300', '进样针堵塞')}`,
    });
    const [kept] = (await pointsOf(curve.id)).slice(-1);
    await save(curve.id, [{ id: kept?.id, version: kept?.version, excluded: false, excludedReason: '进样针堵塞' }]);
    expect((await pointsOf(curve.id)).at(-1)).toMatchObject({ excluded: false, excludedReason: null });
    expect((await read(curve.id)).accepted).toBe(false);
  });

  it('a visual standard series is accepted by the contents of its tubes', async () => {
    const visual = await field.method('目视比色法二', null, { methodKind: 'visualColorimetry' });
    const curve = await drawn(
      { methodKind: 'visualColorimetry', method: visual, unit: 'μg' },
      ['0', '0.2', '0.4', '0.6', '0.8'].map((x) => ({ x, standardVolume: x, absorberVolume: '5', colour: '浅蓝' })),
    );
    expect(curve).toMatchObject({ accepted: true, low: '0.2', high: '0.8', a: null, r: null });
  });
});

describe('moves of a calibration curve', () => {
  it('a calibration curve is submitted by its analyst and approved by another person, and then locked', async () => {
    const { id } = await drawn();
    expect((await move(id, 'submit', analyst, { password: '错的' })).status).toBe(400);
    expect((await move(id, 'submit')).body.message).toBe('提交审核成功');
    expect((await move(id, 'approve')).body.message).toContain('须由他人完成');
    expect((await move(id, 'approve', reviewer)).status).toBe(200);
    const curve = await read(id);
    expect(curve.state).toBe('approved');
    const locked = curveTexts.locked('已审核');
    const edit = await ask('PUT', 'api/labCurve/edit', analyst, {
      ...head({ remark: '改' }),
      id,
      version: curve.version,
    });
    expect([edit.status, edit.body.message]).toEqual([409, locked]);
    const [point] = await pointsOf(id);
    for (const answer of [
      await save(id, [{ id: point?.id, version: point?.version, y1: '1' }]),
      await save(id, [{ x: '1', y1: '1' }]),
      await save(id, [], [{ id: point?.id, version: point?.version }]),
      await ask('DELETE', 'api/labCurve/delete', analyst, [id]),
    ])
      expect([answer.status, answer.body.message]).toEqual([409, locked]);
    expect((await pointsOf(id)).map(({ y1 }) => y1)).toEqual(gas().map(({ y1 }) => y1));
    const timeline = await ask<{ steps: { label: string; personName: string; signed: boolean }[] }>(
      'GET',
      `api/labCurve/timeline/${id}`,
      analyst,
    );
    expect(timeline.body.steps.map(({ label, personName, signed }) => [label, personName, signed])).toEqual([
      ['提交审核', '张三', true],
      ['审核通过', '李四', true],
    ]);
  });

  it('a returned calibration curve, with a reason, can be changed again', async () => {
    const { id } = await drawn();
    await move(id, 'submit');
    expect((await move(id, 'return', reviewer)).status).toBe(400);
    expect((await move(id, 'return', reviewer, { reason: '第3级偏差大，请重做' })).status).toBe(200);
    expect((await save(id, [{ x: '750', y1: '924.1' }])).status).toBe(200);
  });

  it('a calibration curve is signed only in the version that the signer has seen', async () => {
    const curve = await drawn();
    await save(curve.id, [{ x: '750', y1: '924.1' }]);
    expect((await move(curve.id, 'submit', analyst, { version: curve.version })).body.code).toBe('stale');
  });

  it('a new version of a calibration curve copies header and points, and replaces the earlier version when approved', async () => {
    const first = await approved({ remark: '第一批', conditions: { 色谱柱: 'FFAP' } });
    const newVersionAnswer = await ask('POST', 'api/labCurve/newVersion', analyst, { id: first.id });
    expect(newVersionAnswer.status, newVersionAnswer.text).toBe(200);
    const second = await read((newVersionAnswer.body.body as AnyRow).id);
    expect(second).toMatchObject({
      curveNo: `${String(first.curveNo)}-V2`,
      versionNo: 2,
      previous: first.id,
      state: 'drafting',
      remark: '第一批',
      conditions: { 色谱柱: 'FFAP' },
      accepted: true,
      a: first.a,
      b: first.b,
    });
    expect((await pointsOf(second.id)).map(({ x, y1 }) => ({ x, y1 }))).toEqual(gas());
    // Each copied point has its audit line, as if typed.
    const copied = await server.database.orm
      .select({ action: auditLogTable.action })
      .from(auditLogTable)
      .where(
        and(
          eq(auditLogTable.entity, 'labCurvePoint'),
          inArray(
            auditLogTable.entityId,
            (await pointsOf(second.id)).map(({ id }) => id),
          ),
        ),
      );
    expect(copied.map(({ action }) => action)).toEqual(gas().map(() => 'copy'));
    expect((await ask('POST', 'api/labCurve/newVersion', analyst, { id: first.id })).body.message).toBe(
      curveTexts.draftExists(`${String(first.curveNo)}-V2`),
    );
    expect((await ask('POST', 'api/labCurve/newVersion', analyst, { id: second.id })).body.message).toBe(
      curveTexts.onlyChecked,
    );
    const [point] = await pointsOf(second.id);
    await save(second.id, [{ id: point?.id, version: point?.version, y1: '12.60' }]);
    expect((await read(first.id)).a).toBe(first.a);
    await move(second.id, 'submit');
    expect((await move(second.id, 'approve', reviewer)).status).toBe(200);
    expect((await read(first.id)).state).toBe('retired');
    const trail = await server.database.orm
      .select({ reason: auditLogTable.reason })
      .from(auditLogTable)
      .where(and(eq(auditLogTable.entity, 'labCurve'), eq(auditLogTable.entityId, first.id)))
      .orderBy(auditLogTable.id);
    expect(trail.at(-1)?.reason).toBe(curveTexts.replacedBy(`${String(first.curveNo)}-V2`));
    const third = await ask('POST', 'api/labCurve/newVersion', analyst, { id: second.id });
    expect((third.body.body as AnyRow).curveNo).toBe(`${String(first.curveNo)}-V3`);
  });

  it('a record offers the approved calibration curves of its method and hazard that are valid on the day', async () => {
    const other = await field.hazard('二甲苯');
    const [xylene] = await server.database.orm
      .insert(standardTable)
      .values({
        organizationId,
        standardNo: 'BZ-X',
        standardName: '二甲苯溶液',
        lotNo: 'L1',
        hazard: other,
        validUntil: dayFromNow(300),
        status: '1',
      })
      .returning();
    const [valid, over] = [
      await approved({ hazard: other, standard: xylene?.id }),
      await approved({ hazard: other, standard: xylene?.id, preparedOn: dayFromNow(-20), validUntil: dayFromNow(-10) }),
    ];
    await drawn({ hazard: other, standard: xylene?.id });
    const offered = async (more = '') =>
      (await ask<AnyRow[]>('GET', `api/labCurve/for?method=${method}&hazard=${other}${more}`, reader)).body.map(
        ({ id }) => id,
      );
    expect(await offered()).toEqual([valid.id]);
    expect(await offered(`&on=${dayFromNow(-15)}`)).toEqual([over.id]);
    expect(await offered('&unit=ng/%E7%AE%A1')).toEqual([]);
    expect(await offered('&part=pcl3')).toEqual([]);
    expect((await ask<ErrorBody>('GET', 'api/labCurve/for?method=x&hazard=1', reader)).body.message).toBe(
      '请选择检测方法',
    );
  });

  it('a calibration curve cannot be seen, written, moved or copied by another organization, nor written by readers', async () => {
    const { id } = await drawn();
    const [point] = await pointsOf(id);
    expect((await ask('GET', `api/labCurve/${id}`, stranger)).status).toBe(404);
    expect((await ask<Page<AnyRow>>('GET', `api/labCurvePoint?curve=${id}`, stranger)).body.totalElements).toBe(0);
    for (const answer of [
      await ask('PUT', 'api/labCurve/edit', stranger, { ...head(), id, version: 1 }),
      await move(id, 'submit', stranger),
      await ask('POST', 'api/labCurve/newVersion', stranger, { id }),
      await save(id, [{ id: point?.id, version: point?.version, y1: '1' }], [], stranger),
    ])
      expect(answer.status).toBe(404);
    expect((await save(id, [{ x: '1', y1: '1' }], [], stranger)).status).toBe(400);
    for (const answer of [
      await ask('POST', 'api/labCurve/add', reader, head()),
      await move(id, 'submit', reader),
      await save(id, [{ x: '1', y1: '1' }], [], reader),
    ])
      expect(answer.status).toBe(403);
    expect(await pointsOf(id)).toHaveLength(5);
  });
});

it('the points of a calibration curve cannot be moved into another draft', async () => {
  const [from, to] = [await drawn(), await drawn()];
  const [point] = await pointsOf(from.id);
  const { status, body } = await save(to.id, [{ id: point?.id, version: point?.version }]);
  expect([status, (body as unknown as ErrorBody).message]).toEqual([409, curveTexts.moved]);
  expect([(await pointsOf(from.id)).length, (await pointsOf(to.id)).length]).toEqual([5, 5]);
});

it('the points of a calibration curve cannot be written once it is deleted, or if its method no longer has the page', async () => {
  const { orm } = server.database;
  for (const changed of [{ part: '已取消的曲线页' }, { deleteTime: new Date() }]) {
    const { id } = await drawn();
    const [point] = await pointsOf(id);
    await orm.update(labCurveTable).set(changed).where(eq(labCurveTable.id, id));
    const { status, body } = await save(id, [{ id: point?.id, version: point?.version, y1: '1' }]);
    expect([status, body.message]).toEqual([404, failures.notFound]);
    expect((await pointsOf(id))[0]).toEqual(point);
  }
});

describe('signed curve', () => {
  it('a signed calibration curve accepts 0 of all write calls (409 each) in every locked state, used by a record or not (SIG5, AZ1)', async () => {
    const { orm } = server.database;
    const curve = await drawn();
    const [point] = await pointsOf(curve.id);
    const [sheet] = await orm
      .insert(labSheetTable)
      .values({
        organizationId,
        sheetNo: 'S-JL01',
        project: (await field.project('testing')).id,
        methodKind: 'gasChromatography',
        variant: 'ordinary',
        layout: 'solvent',
        method,
        hazard,
        hazardName: '甲苯',
        state: 'drafting',
        analyst: analystId,
        complete: false,
      })
      .returning({ id: labSheetTable.id });
    const changed = { id: point?.id, version: point?.version, curve: curve.id, x: point?.x, y1: '1' };
    const calls = {
      'PUT api/labCurve/edit': { ...head({ remark: '改' }), id: curve.id, version: curve.version },
      'DELETE api/labCurve/delete': [curve.id],
      'PUT api/labCurve/move': { id: curve.id, move: 'submit', password: testPassword },
      'PUT api/labCurve/moveMany': { ids: [curve.id], move: 'submit', password: testPassword },
      'POST api/labCurvePoint/add': { curve: curve.id, x: '1', y1: '1' },
      'PUT api/labCurvePoint/edit': changed,
      'DELETE api/labCurvePoint/delete': [point?.id],
      'PUT api/labCurvePoint/saveAll': { rows: [changed], removed: [] },
    };
    // Another curve, the next version of this one, and an attachment of a record.
    const elsewhere = ['POST api/labCurve/add', 'POST api/labCurve/newVersion', 'POST api/labCurve/attachPdf'];
    const hash = async () => hashOf((await contentOf(orm, 'labCurve', curve.id, 'submit'))?.parts);
    const states = lockedStates(labCurveMachine);
    let tried = 0;
    for (const pinned of [null, curve.id]) {
      await orm
        .update(labSheetTable)
        .set({ curve: pinned })
        .where(eq(labSheetTable.id, sheet?.id ?? 0));
      for (const state of states) {
        await orm.update(labCurveTable).set({ state }).where(eq(labCurveTable.id, curve.id));
        tried += await expectClosed({
          server,
          token: analyst,
          calls,
          elsewhere,
          pattern: /^api\/(labCurve|labCurvePoint)\//,
          hash,
          state,
        });
      }
    }
    // The bodies are valid: the same call on a draft succeeds.
    await orm.update(labCurveTable).set({ state: 'drafting' }).where(eq(labCurveTable.id, curve.id));
    const open = await ask('PUT', 'api/labCurvePoint/saveAll', analyst, calls['PUT api/labCurvePoint/saveAll']);
    expect([open.status, states.length], open.text).toEqual([200, 3]);
    measured(
      `标准曲线：${Object.keys(calls).length} 个写接口 × ${states.length} 个锁定状态（未引用、已引用），${tried} 次均 409，散列不变`,
    );
  });

  it('the audit trail has lines for the result of a curve’s points, and for each point deleted with a draft (AUD1)', async () => {
    const curve = await drawn();
    const linesOf = async (entity: string, ids: readonly number[]) =>
      server.database.orm
        .select()
        .from(auditLogTable)
        .where(and(eq(auditLogTable.entity, entity), inArray(auditLogTable.entityId, [...ids])))
        .orderBy(auditLogTable.id);
    const lines = await linesOf('labCurve', [curve.id]);
    expect(lines.map(({ action }) => action)).toEqual([
      'add',
      ...Array.from({ length: curve.version - 1 }, () => 'edit'),
    ]);
    expect(lines.at(-1)?.after).toMatchObject({ a: expect.any(String), b: expect.any(String), accepted: true });
    const points = (await pointsOf(curve.id)).map(({ id }) => id);
    expect((await ask('DELETE', 'api/labCurve/delete', analyst, [curve.id])).status).toBe(200);
    const gone = (await linesOf('labCurvePoint', points)).filter(({ action }) => action === 'del');
    expect(gone.map(({ entityId }) => entityId).sort()).toEqual([...points].sort());
    measured(
      `标准曲线：${curve.version} 个版本 ${lines.length} 条；随草稿删除的 ${points.length} 个浓度点 ${gone.length} 条`,
    );
  });
});

describe('PDF of an instrument', () => {
  let sheet: number;
  beforeAll(async () => {
    const project = await field.project('testing');
    const [row] = await server.database.orm
      .insert(labSheetTable)
      .values({
        organizationId,
        sheetNo: 'P-JL01',
        project: project.id,
        methodKind: 'gasChromatography',
        variant: 'ordinary',
        layout: 'solvent',
        method,
        hazard,
        hazardName: '甲苯',
        state: 'drafting',
        analyst: analystId,
        complete: false,
      })
      .returning({ id: labSheetTable.id });
    sheet = row?.id ?? 0;
  });
  const upload = async (bytes: Uint8Array, name: string): Promise<string> => {
    const answer = await sendForm<Reply>(server, 'api/file/upload', { token: analyst, name, content: bytes });
    expect(answer.status, answer.text).toBe(200);
    return String((answer.body.body as unknown as { id: string }).id);
  };
  const attach = (curve: number, file: string, token = analyst) =>
    ask<Answer<CurvePdf> & ErrorBody>('POST', 'api/labCurve/attachPdf', token, { sheet, curve, file });

  it('an instrument’s PDF of a calibration is stored with its hash, and its table of levels is proposed, not taken over', async () => {
    const { id } = await drawn({}, []);
    const file = await upload(
      await curvePdf(gas().map(({ x, y1 }, index) => [String(index + 1), '甲苯', x, y1])),
      '甲苯曲线.pdf',
    );
    const answer = await attach(id, file);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.body?.message).toBe(curvePdfTexts.found(5, 1));
    expect(answer.body.body?.table).toMatchObject({
      page: 1,
      headings: ['级别', '组分', '浓度(μg/mL)', '峰面积'],
      levels: gas().map(({ x, y1 }, index) => ({ level: String(index + 1), x, responses: [String(Number(y1))] })),
      unparsedLines: [],
    });
    expect(await pointsOf(id)).toEqual([]);
    const [labAttachmentRow] = await server.database.orm
      .select()
      .from(labAttachmentTable)
      .where(eq(labAttachmentTable.curve, id));
    expect(labAttachmentRow).toMatchObject({ sheet, attachmentKind: 'curvePdf', fileName: '甲苯曲线.pdf' });
    expect(labAttachmentRow?.sha256).toMatch(/^[0-9a-f]{64}$/);
    const again = await ask<CurvePdf>('GET', `api/labCurve/pdf/${labAttachmentRow?.id}`, analyst);
    expect(again.body.table?.levels).toHaveLength(5);
    expect((await ask('GET', `api/labCurve/pdf/${labAttachmentRow?.id}`, stranger)).status).toBe(404);
  });

  it('an instrument’s PDF of a calibration without text is reported and stays an attachment', async () => {
    const { id } = await drawn({}, []);
    expect((await attach(id, await upload(await curvePdf(null), '扫描件.pdf'))).body.body).toMatchObject({
      table: null,
      message: curvePdfTexts.scanned,
    });
    expect((await attach(id, await upload(await curvePdf([]), '空表.pdf'))).body.body).toMatchObject({
      table: null,
      message: curvePdfTexts.noTable,
    });
    expect(
      (await attach(id, await upload(new TextEncoder().encode('%PDF-1.7\n这不是PDF'), '坏的.pdf'))).body.body,
    ).toMatchObject({ table: null, message: curvePdfTexts.unreadable });
    expect(
      await server.database.orm.select().from(labAttachmentTable).where(eq(labAttachmentTable.curve, id)),
    ).toHaveLength(3);
  });

  it('an instrument’s PDF of a calibration whose content is missing is not found, and the attachment stays', async () => {
    const { id } = await drawn({}, []);
    const file = await upload(await curvePdf([]), '丢失.pdf');
    const kept = (await attach(id, file)).body.body?.attachment;
    await server.services.files.remove(file);
    expect(await ask<ErrorBody>('GET', `api/labCurve/pdf/${kept}`, analyst)).toMatchObject({
      status: 404,
      body: { message: failures.notFound },
    });
    expect((await ask('GET', `api/labAttachment/${kept}`, analyst)).status).toBe(200);
  });

  it('the attachment of a calibration curve must be a PDF, of the curve’s own method and organization', async () => {
    const { id } = await drawn({}, []);
    expect((await attach(id, await upload(new TextEncoder().encode('浓度,面积'), '曲线.csv'))).body.errors).toEqual([
      { field: 'file', message: curvePdfTexts.notPdf },
    ]);
    const file = await upload(await curvePdf([]), '甲.pdf');
    expect((await attach(id, file, stranger)).status).toBe(400);
    const other = await drawn({ hazard: await field.hazard('苯'), standard: null }, []);
    expect((await attach(other.id, file)).status).toBe(404);
    expect(await server.database.orm.select().from(labAttachmentTable).where(eq(labAttachmentTable.curve, id))).toEqual(
      [],
    );
  });
});
