import { and, count, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limitConditions } from '@contract/arithmetic/limits/limitConditions';
import type { ImportPreview } from '@contract/workbook/importing';
import { readBrought } from '@server/builtIn/builtIns';
import {
  auditLogTable,
  builtInTable,
  hazardLimitTable,
  hazardTable,
  labMethodItemTable,
  labMethodTable,
} from '@server/db/schema';
import { limitsOfHazards } from '@server/features/library/hazards/limits';
import { bringLibrary } from '@server/seed/library/bringLibrary';
import { readHazardLibrary } from '@server/seed/library/hazards';
import { seed } from '@server/seed/seed';
import { type TestServer, testServer } from '../support/server';

// Built-in data of GBZ 2.1 and GBZ 2.2 (DOMAIN §2), in a database after its first start.

let server: TestServer;
const orm = () => server.database.orm;

beforeAll(async () => {
  server = await testServer({ demo: false, adminPassword: 'Keeper-1357-X' });
  await seed(server.services);
});
afterAll(() => server.close());

const hazardNamed = async (name: string) => {
  const [row] = await orm().select().from(hazardTable).where(eq(hazardTable.name, name));
  if (!row) throw new Error(`no hazard ${name}`);
  return row;
};
/** Returns limits such as `mac 0.5`, as valid on a day. */
async function limitsOf(name: string, day: string): Promise<string[]> {
  const { id } = await hazardNamed(name);
  return (await limitsOfHazards(orm(), { hazards: [id], day, organizationId: null }))
    .map(({ kind, value }) => `${kind} ${value}`)
    .sort();
}

describe('hazard library', () => {
  it('contains every row of both tables and the physical factors, once', async () => {
    const rows = await orm().select().from(hazardTable);
    const by = (category: string) => rows.filter((row) => row.category === category).length;
    expect([by('chemical'), by('dust'), by('physical')]).toEqual([240, 56, 11]);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    expect(rows.every(({ organizationId }) => organizationId === null)).toBe(true);
  });

  it.each([
    ['甲醛', ['mac 0.5']],
    ['甲苯', ['stel 100', 'twa 50']],
    ['铍及其化合物(按Be计)', ['stel 0.001', 'twa 0.0005']],
    ['锰及其无机化合物(按MnO2计)', ['twa 0.15']],
    ['矽尘(10%≤游离SiO2含量≤50%)', ['respirableDust 0.7', 'totalDust 1']],
    ['电焊烟尘', ['totalDust 4']],
    ['石棉纤维(石棉含量>10%)', ['fibre 0.8']],
    ['一氧化碳(高原 海拔>3000m)', ['mac 15']],
    ['手传振动', ['acceleration 5']],
    ['激光辐射', []],
  ])('gives %s its limits digit for digit', async (name, limits) => {
    expect(await limitsOf(name, '2024-06-01')).toEqual(limits);
  });

  it('judges benzene by the version of the day of sampling', async () => {
    expect(await limitsOf('苯', '2019-05-01')).toEqual(['stel 10', 'twa 6']);
    expect(await limitsOf('苯', '2021-12-31')).toEqual(['stel 10', 'twa 6']);
    expect(await limitsOf('苯', '2025-01-01')).toEqual(['stel 6', 'twa 3']);
    expect(await limitsOf('苯', '2007-10-31')).toEqual([]);
    expect(await limitsOf('乙草胺', '2025-04-30')).toEqual([]);
    expect(await limitsOf('乙草胺', '2025-05-01')).toEqual(['twa 0.12']);
  });

  it('keeps the mark of uncertain values, on the hazard and on the limit', async () => {
    const markOf = async (name: string) => {
      const row = await hazardNamed(name);
      const limits = await orm()
        .select({ dataCertainty: hazardLimitTable.dataCertainty })
        .from(hazardLimitTable)
        .where(eq(hazardLimitTable.hazard, row.id));
      return [row.dataCertainty, [...new Set(limits.map(({ dataCertainty }) => dataCertainty))]];
    };
    expect(await markOf('氨')).toEqual(['sure', ['sure']]);
    expect(await markOf('苯乙烯')).toEqual(['marks', ['sure']]);
    expect(await markOf('草甘膦')).toEqual(['check', ['check']]);
    const rows = await orm()
      .select({ dataCertainty: hazardTable.dataCertainty, n: count() })
      .from(hazardTable)
      .where(eq(hazardTable.category, 'chemical'))
      .groupBy(hazardTable.dataCertainty);
    expect(Object.fromEntries(rows.map(({ dataCertainty, n }) => [dataCertainty, n]))).toEqual({
      sure: 217,
      marks: 18,
      check: 5,
    });
  });

  it('has all sixteen WBGT limits and names each condition by a known code', async () => {
    const heat = await hazardNamed('高温');
    const rows = await orm().select().from(hazardLimitTable).where(eq(hazardLimitTable.hazard, heat.id));
    expect(rows.length).toBe(16);
    expect(rows.find(({ condition }) => condition === 'heat.50.3')).toMatchObject({
      value: '29',
      unit: '℃',
      standard: 'GBZ 2.2-2007',
    });
    const codes = new Set(limitConditions.map(({ value }) => value));
    const used = await orm().select({ condition: hazardLimitTable.condition }).from(hazardLimitTable);
    expect(used.filter(({ condition }) => condition !== null && !codes.has(condition))).toEqual([]);
    expect(new Set(used.map(({ condition }) => condition).filter(Boolean)).size).toBe(codes.size);
  });

  it('contains a method for each of the fifteen kinds, with hazards and detection limits', async () => {
    const methods = await orm().select().from(labMethodTable);
    expect(new Set(methods.map(({ methodKind }) => methodKind)).size).toBe(15);
    const [btx] = await orm()
      .select()
      .from(labMethodItemTable)
      .where(eq(labMethodItemTable.itemName, '苯系物 溶剂解吸-气相色谱法 苯'));
    expect(btx).toMatchObject({ lod: '0.9', lodUnit: 'μg/mL', minConc: '0.6', volume: '1.5', dataCertainty: 'check' });
  });
});

it.each(['hazard', 'hazardLimit', 'labMethod', 'labMethodItem'])(
  'is imported again from its own workbook unchanged: %s',
  async (name) => {
    const token = await server.login('admin');
    const file = await server.app.request(`/api/${name}/export`, { headers: { authorization: `Bearer ${token}` } });
    const form = new FormData();
    form.append('file', new File([await file.arrayBuffer()], 'own.xlsx'));
    const checked = await server.app.request(`/api/${name}/import/check`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}` },
    });
    const { rows } = (await checked.json()) as ImportPreview;
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter(({ state }) => state !== 'same')).toEqual([]);
  },
);

describe('later start', () => {
  it('writes nothing without news', async () => {
    const [before] = await orm().select({ n: count() }).from(builtInTable);
    await bringLibrary(orm(), await readBrought(orm()));
    expect((await orm().select({ n: count() }).from(builtInTable))[0]).toEqual(before);
  });

  it('adds the corrections of a new version, and keeps what people have edited or deleted', async () => {
    const [admin] = await orm().select({ id: hazardTable.id }).from(hazardTable).where(eq(hazardTable.name, '氨'));
    await orm()
      .update(hazardTable)
      .set({ remark: '本院备注', updateBy: 1, version: 2 })
      .where(eq(hazardTable.id, admin?.id ?? 0));
    const gone = await hazardNamed('乐果');
    await orm().update(hazardTable).set({ deleteTime: new Date() }).where(eq(hazardTable.id, gone.id));
    await orm().update(hazardLimitTable).set({ deleteTime: new Date() }).where(eq(hazardLimitTable.hazard, gone.id));

    const library = readHazardLibrary();
    const corrected = {
      hazards: [
        ...library.hazards.map((one) => (one.name === '甲苯' || one.name === '氨' ? { ...one, marks: '皮,敏' } : one)),
        { name: '新因素', category: 'chemical', dataCertainty: 'sure' },
      ],
      limits: library.limits.map((one) =>
        one.hazard === '甲苯' && one.kind === 'twa' ? { ...one, value: '40' } : one,
      ),
    };
    await server.database.transaction(async (tx) => bringLibrary(tx, await readBrought(tx), corrected));
    expect(await hazardNamed('甲苯')).toMatchObject({ marks: '皮,敏', version: 1 });
    expect(await hazardNamed('氨')).toMatchObject({ marks: null, remark: '本院备注' });
    expect(await hazardNamed('新因素')).toMatchObject({ organizationId: null });
    expect(await limitsOf('甲苯', '2024-06-01')).toEqual(['stel 100', 'twa 40']);
    expect((await hazardNamed('乐果')).deleteTime).not.toBeNull();
    const edits = await orm()
      .select({ title: auditLogTable.title })
      .from(auditLogTable)
      .where(and(inArray(auditLogTable.entity, ['hazard', 'hazardLimit']), eq(auditLogTable.action, 'edit')));
    expect(edits.map(({ title }) => title).sort()).toEqual(['甲苯', '甲苯 PC-TWA 40 mg/m³']);
  });
});
