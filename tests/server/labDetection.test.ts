import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { labDetectionTexts } from '@contract/features/laboratory/detection/detectionTexts';
import type { LaboratoryDetermination } from '@contract/features/laboratory/detection/laboratoryDeterminations';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import type { Answer, ErrorBody } from '@contract/wire';
import { auditLogTable, labDetectionTable, labSheetRowTable, labSheetTable } from '@server/db/schema';
import { determinationOf, limitOrigin } from '@server/features/laboratory/sheets/limitOrigin';
import { detectionContext } from '@server/features/laboratory/sheets/sheetDetection';
import { methodItemOf } from '@server/features/library/methods/methodItems';
import { type RecordRows, recordRowsOf } from '../support/recordRows';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let lab: RecordRows;
let analyst: number;
let project: number;
let hazard: number;
let method: number;
let curve: number;
let sheet: number;
let row: number;
let token: string;
let colleague: string;

/** LOD-1 of DOMAIN: eleven blanks and the slope of CURVE-SPEC. */
const blanks = '0.0061 0.0055 0.0068 0.0059 0.0063 0.0057 0.0066 0.0052 0.0064 0.0060 0.0058';
const volumes = { totalVolume: '10', takenVolume: '5', airVolume: '7.5' };

beforeAll(async () => {
  server = await testServer();
  const { rows, login } = server;
  const organizationId = await rows.organization();
  lab = recordRowsOf(server, organizationId);
  const role = await rows.role({
    permissions: [
      'labSheet:list',
      'labSheet:edit',
      ...['list', 'add', 'edit', 'del'].map((action) => `labDetection:${action}`),
    ],
  });
  analyst = await rows.user({ userName: 'analyst', nickName: '李检', organizationId, roles: [role] });
  await rows.user({ userName: 'colleague', organizationId, roles: [role] });
  [token, colleague] = [await login('analyst'), await login('colleague')];
  project = (await lab.project('testing')).id;
  hazard = await lab.hazard('氨');
  method = await lab.method('氨 分光光度法', 7, { methodKind: 'spectrophotometry' });
  await lab.item(method, hazard, { lod: '0.05', lodUnit: 'μg', minConc: '0.013' });
  curve = await lab.curve(method, hazard, {
    methodKind: 'spectrophotometry',
    unit: 'μg/管',
    a: '0.006048',
    b: '0.0434729',
    low: '1',
    high: '10',
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  sheet = await lab.sheet({
    project,
    method,
    hazard,
    analyst,
    curve,
    methodKind: 'spectrophotometry',
    layout: 'main',
    lod: '0.05',
    lodUnit: 'μg',
  });
  // 0.135 μg: below the LOQ of the library's limit, 0.167; above the measured one, 0.110 (GBZ 331-2024 G.1.2.3).
  row = (await lab.row(sheet, { project, hazard }, 'S1', { response: '0.0119', totalVolume: '10', takenVolume: '5' }))
    .id;
});

const ask = <B>(verb: string, path: string, body?: unknown, who = token) =>
  server.ask<B>(verb, path, { token: who, ...(body === undefined ? {} : { body }) });
async function saved(body: object, verb: 'POST' | 'PUT' = 'POST'): Promise<AnyRow> {
  const answer = await ask<Answer<AnyRow>>(verb, `api/labDetection/${verb === 'POST' ? 'add' : 'edit'}`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.body as AnyRow;
}
const found = async () =>
  (await server.database.orm.select().from(labSheetTable).where(eq(labSheetTable.id, sheet)))[0];
const result = async () =>
  (await server.database.orm.select().from(labSheetRowTable).where(eq(labSheetRowTable.id, row)))[0];

describe('detection limit', () => {
  it('the server calculates the detection limit of worked example LOD-1 itself, whatever the request contains', async () => {
    const detection = await saved({
      sheet,
      values: { blanks, ...volumes, lod: '9' },
      lod: '9',
      computed: { lod: '9' },
    });
    expect(detection).toMatchObject({
      computed: { sd: '0.000478', lod: '0.033', loq: '0.11', minimum: '0.0088', meets: '满足' },
      problem: null,
      applied: false,
    });
    expect(String(detection.lod)).toMatch(/^0\.0329\d{6}$/);
    expect(await found()).toMatchObject({ lod: '0.05', lodUnit: 'μg' });
  });

  it.each([
    [
      'text among the numbers',
      { blanks: blanks.replace('0.0068', 'O.0068') },
      labDetectionTexts.notNumber(3, 'O.0068'),
    ],
    ['nine blanks', { blanks: blanks.split(' ').slice(0, 9).join('\n') }, '空白测定值应不少于10个，现有9个'],
    [
      'blanks without spread',
      { blanks: Array<string>(11).fill('0.006').join(',') },
      '空白测定值全部相同，标准偏差为0，无法计算检出限，请增加读数位数',
    ],
    ['a volume of nothing', { blanks, airVolume: '0' }, '采样体积应大于0'],
    ['no volume', { blanks, airVolume: '' }, '请填写采样体积'],
  ])(
    'a detection limit that cannot be calculated is stored with the reason, and not used: %s',
    async (_name, values, problem) => {
      const detection = await saved({ sheet, values: { ...volumes, ...values } });
      expect(detection).toMatchObject({ problem });
      const refused = await ask<ErrorBody>('PUT', 'api/labDetection/edit', { ...detection, applied: true });
      expect(refused).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'applied', message: labDetectionTexts.applyFaulty(problem) }] },
      });
      expect(await found()).toMatchObject({ lod: '0.05' });
    },
  );

  it('the detection limit of a deleted record is not calculated', async () => {
    await expect(detectionContext(server.database.orm, 2_000_000_000)).rejects.toMatchObject({
      status: 404,
      message: '检测记录不存在或已被删除',
    });
  });

  it('the calculation of a detection limit needs a curve with a slope', async () => {
    await server.database.orm
      .update(labSheetTable)
      .set({ curve: await lab.curve(method, hazard, { b: '0' }) })
      .where(eq(labSheetTable.id, sheet));
    const detection = await saved({ sheet, values: { blanks, ...volumes } });
    expect(detection.problem).toBe('斜率b不能为0');
    await server.database.orm.update(labSheetTable).set({ curve: null }).where(eq(labSheetTable.id, sheet));
    expect((await saved(detection, 'PUT')).problem).toBe(labDetectionTexts.noCurve);
  });

  it('a detection limit applied to a record recalculates its results; when it is withdrawn, the library’s limit is used', async () => {
    await ask('PUT', 'api/labDetection/edit', {});
    const detection = await saved({ sheet, values: { blanks, ...volumes }, applied: true });
    expect(await found()).toMatchObject({ lod: detection.lod, lodUnit: 'μg/管' });
    // 0.135 μg of half the solution in 1.5 L.
    expect(await result()).toMatchObject({ censored: false, reportText: '0.18', minimum: '0.15', normSet: '331+2026' });
    const trail = await server.database.orm
      .select()
      .from(auditLogTable)
      .where(and(eq(auditLogTable.entity, 'labSheet'), eq(auditLogTable.entityId, sheet)));
    expect(trail.map(({ action }) => action)).toContain('edit');
    // Higher scatter of blanks: the record follows its own limit.
    const coarse = await saved(
      { ...detection, values: { blanks: blanks.replace('0.0052', '0.0152'), ...volumes } },
      'PUT',
    );
    expect(await found()).toMatchObject({ lod: coarse.lod });
    expect(await result()).toMatchObject({ censored: true });
    await saved({ ...coarse, applied: false }, 'PUT');
    expect(await found()).toMatchObject({ lod: '0.05', lodUnit: 'μg' });
    expect(await result()).toMatchObject({ censored: true, reportText: '<0.23', resultNum: '0.222222222222' });
  });

  it('a detection limit typed into the record replaces the determined one, which is no longer applied', async () => {
    const detection = await saved({ sheet, values: { blanks, ...volumes }, applied: true });
    const typed = await ask<Answer<AnyRow>>('PUT', 'api/labSheet/edit', {
      id: sheet,
      version: (await found())?.version,
      lod: '0.2',
    });
    expect(typed.status, typed.text).toBe(200);
    const [own] = await server.database.orm.select().from(labDetectionTable).where(eq(labDetectionTable.sheet, sheet));
    expect([own?.applied, own?.lod, (await found())?.lod, (await found())?.version]).toEqual([
      false,
      detection.lod,
      '0.2',
      typed.body.body?.version,
    ]);
    expect(await result()).toMatchObject({ censored: true });
    // Applied again, it belongs to the record as before.
    await saved({ ...detection, version: own?.version, applied: true }, 'PUT');
    expect(await found()).toMatchObject({ lod: detection.lod });
    expect(await result()).toMatchObject({ censored: false });
  });

  it('a determined detection limit follows the record’s curve, and is dropped if it cannot be calculated with the new curve', async () => {
    const detection = await saved({ sheet, values: { blanks, ...volumes }, applied: true });
    const edit = async (changes: object) => {
      const stored = await found();
      const answer = await ask<Answer<AnyRow>>('PUT', 'api/labSheet/edit', {
        id: sheet,
        version: stored?.version,
        ...changes,
      });
      expect(answer.status, answer.text).toBe(200);
      // One save, one version: the answer equals what is stored.
      expect(answer.body.body).toMatchObject({ version: (await found())?.version, lod: (await found())?.lod });
    };
    const own = async () =>
      (await server.database.orm.select().from(labDetectionTable).where(eq(labDetectionTable.sheet, sheet)))[0];
    // Half the slope: twice the limit, and the same sample is no longer detected.
    const flatter = await lab.curve(method, hazard, {
      methodKind: 'spectrophotometry',
      unit: 'μg/管',
      a: '0.006048',
      b: '0.02173645',
      low: '1',
      high: '10',
    });
    await edit({ curve: flatter });
    expect(Number((await found())?.lod)).toBeCloseTo(2 * Number(detection.lod), 9);
    expect(await own()).toMatchObject({ applied: true, lod: (await found())?.lod, computed: { lod: '0.066' } });
    expect(await result()).toMatchObject({ minimum: '0.3' });
    await edit({ curve });
    expect(await found()).toMatchObject({ lod: detection.lod });
    await edit({ curve: null });
    expect(await found()).toMatchObject({ lod: '0.05', lodUnit: 'μg' });
    expect(await own()).toMatchObject({ applied: false, problem: labDetectionTexts.noCurve });
  });

  it('a laboratory record names the origin of its detection limit: its own determination, or an approved one of another record', async () => {
    const detection = await saved({ sheet, values: { blanks, ...volumes }, testedOn: '2026-05-03', applied: true });
    const origin = async (id: number) => {
      const [stored] = await server.database.orm.select().from(labSheetTable).where(eq(labSheetTable.id, id));
      if (!stored) throw new Error('no record');
      return [
        await limitOrigin(server.database.orm, stored),
        (await determinationOf(server.database.orm, stored))?.sheet ?? null,
      ];
    };
    const sheetNo = (await found())?.sheetNo;
    expect((await ask<LabWork>('GET', `api/labSheet/work/${sheet}`)).body.determination).toMatchObject({
      sheet,
      sheetNo,
      testedOn: '2026-05-03',
      lod: detection.lod,
    });
    expect(await origin(sheet)).toEqual(['determined', sheet]);
    const same = {
      project,
      method,
      hazard,
      analyst,
      curve,
      methodKind: 'spectrophotometry',
      layout: 'main',
      lodUnit: 'μg/管',
    };
    const [later, other, library] = [
      await lab.sheet({ ...same, lod: '0.033' }),
      await lab.sheet({ ...same, lod: '0.034' }),
      await lab.sheet({ ...same, lod: '0.05', lodUnit: 'μg' }),
    ];
    // A determination counts for others once three people have signed it.
    expect(await origin(later)).toEqual(['typed', null]);
    const own = () => ask<LaboratoryDetermination[]>('GET', `api/labDetection/of/${method}`);
    expect((await own()).body).toEqual([]);
    await server.database.orm.update(labSheetTable).set({ state: 'approved' }).where(eq(labSheetTable.id, sheet));
    expect(await origin(later)).toEqual(['determined', sheet]);
    expect(await origin(other)).toEqual(['typed', null]);
    expect(await origin(library)).toEqual(['library', null]);
    // The method's page leads to it.
    const [listed, ...others] = (await own()).body;
    expect(others).toEqual([]);
    expect(listed).toMatchObject({ testedOn: '2026-05-03', lod: detection.lod, sheet: { id: sheet, no: sheetNo } });
    expect(listed?.text).toBe('检出限0.033 μg/管，定量下限0.11 μg/管');
    expect((await ask('GET', 'api/labDetection/of/x')).status).toBe(404);
    const stranger = await server.rows.user({
      userName: 'stranger',
      organizationId: await server.rows.organization(),
      roles: [await server.rows.role({ permissions: ['labDetection:list'] })],
    });
    expect(stranger).toBeGreaterThan(0);
    const theirs = await server.login('stranger');
    expect((await ask('GET', `api/labDetection/of/${method}`, undefined, theirs)).body).toEqual([]);
  });

  it("a determined detection limit is compared with the organization's own library, never another's", async () => {
    const [theirs, mine] = [await server.rows.organization(), (await found())?.organizationId ?? null];
    const own = await lab.method('氨 另一分光光度法', 7, { methodKind: 'spectrophotometry' });
    await lab.item(own, hazard, { lod: '9', lodUnit: 'μg', organizationId: theirs });
    await lab.item(own, hazard, { lod: '0.05', lodUnit: 'μg', organizationId: null });
    const about = { method: own, hazard, organizationId: mine };
    expect((await methodItemOf(server.database.orm, about))?.lod).toBe('0.05');
    await lab.item(own, hazard, { lod: '0.04', lodUnit: 'μg', organizationId: mine });
    expect((await methodItemOf(server.database.orm, about))?.lod).toBe('0.04');
    expect((await methodItemOf(server.database.orm, { ...about, organizationId: null }))?.lod).toBe('0.05');
  });

  it('a laboratory record has one determination of its detection limit, written only by its analyst while the record is open', async () => {
    const detection = await saved({ sheet, values: {} });
    expect(detection.problem).toBe('空白测定值应不少于10个，现有0个');
    expect(await ask<ErrorBody>('POST', 'api/labDetection/add', { sheet, values: {} })).toMatchObject({
      status: 409,
      body: { message: labDetectionTexts.oneOnly },
    });
    expect(await ask<ErrorBody>('PUT', 'api/labDetection/edit', detection, colleague)).toMatchObject({
      status: 409,
      body: { message: labSheetTexts.othersSheet('李检') },
    });
    await server.database.orm.update(labSheetTable).set({ state: 'approved' }).where(eq(labSheetTable.id, sheet));
    for (const [verb, path, body] of [
      ['PUT', 'api/labDetection/edit', { ...detection, applied: true }],
      ['DELETE', 'api/labDetection/delete', [detection.id]],
    ] as const)
      expect(await ask<ErrorBody>(verb, path, body)).toMatchObject({
        status: 409,
        body: { message: labSheetTexts.locked('已审核') },
      });
    expect(
      await server.database.orm.select().from(labDetectionTable).where(eq(labDetectionTable.sheet, sheet)),
    ).toMatchObject([{ version: detection.version, deleteTime: null }]);
  });
});

describe('detection limit of other methods', () => {
  const of = async (methodKind: string, layout: string, lodUnit: string) => {
    const own = await lab.method(`${methodKind} ${layout}`, 7, { methodKind });
    sheet = await lab.sheet({ project, method: own, hazard, analyst, methodKind, layout, lodUnit });
  };

  it('the detection limit of a visual method is the first visible tube, that of weighing the balance’s least increment', async () => {
    await of('visualColorimetry', 'main', 'μg');
    expect(
      await saved({
        sheet,
        values: { tube: '0.2', totalVolume: '10', takenVolume: '5', airVolume: '7.5' },
        applied: true,
      }),
    ).toMatchObject({ lod: '0.2', computed: { minimum: '0.053' }, problem: null });
    expect(await found()).toMatchObject({ lod: '0.2', lodUnit: 'μg' });
    await of('dust', 'main', 'mg');
    expect(await saved({ sheet, values: { increment: '0.1', airVolume: '500' } })).toMatchObject({
      lod: '0.1',
      computed: { minimum: '0.2' },
      problem: null,
    });
  });

  it('the detection limit reads electrode blanks as contents, and needs no air volume for injected gas', async () => {
    await of('electrode', 'main', 'μg/mL');
    const line = await lab.curve((await found())?.method as number, hazard, {
      methodKind: 'electrode',
      fit: 'semiLog',
      a: '94.86',
      b: '-57.62',
      low: '0.1',
      high: '10',
    });
    await server.database.orm.update(labSheetTable).set({ curve: line }).where(eq(labSheetTable.id, sheet));
    const millivolts = '158.0 157.2 158.8 158.4 157.6 158.1 157.9 158.6 157.4 158.2';
    expect(
      (await saved({ sheet, values: { blanks: millivolts, solutionVolume: '50', airVolume: '75' } })).computed,
    ).toMatchObject({ mean: '0.0802', lod: '0.0049', minimum: '0.0033' });
    await of('gasChromatography', 'direct', 'μg/mL');
    await server.database.orm.update(labSheetTable).set({ curve }).where(eq(labSheetTable.id, sheet));
    expect((await saved({ sheet, values: { blanks } })).computed).toMatchObject({ lod: '0.033', minimum: '33' });
    await of('outsourced', 'main', '');
    expect((await ask<ErrorBody>('POST', 'api/labDetection/add', { sheet, values: {} })).body.message).toBe(
      labDetectionTexts.noDetection,
    );
  });
});
