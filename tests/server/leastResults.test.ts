import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import type { Answer } from '@contract/wire';
import { labSheetTable } from '@server/db/schema';
import { type RecordRows, recordRowsOf } from '../support/recordRows';
import { type TestServer, testServer } from '../support/server';

// An incoming sample tested for lead by atomic absorption: its method publishes 0.04 mg/m³, its air is 75 L.

let server: TestServer;
let lab: RecordRows;
let token: string;
let analyst: number;
let project: number;
let hazard: number;
let method: number;
let curve: number;

beforeAll(async () => {
  server = await testServer();
  const organizationId = await server.rows.organization();
  lab = recordRowsOf(server, organizationId);
  const role = await server.rows.role({
    permissions: ['labSheet:list', 'labSheet:edit', 'labSheetRow:list', 'labSheetRow:edit'],
  });
  analyst = await server.rows.user({ userName: 'analyst', organizationId, roles: [role] });
  token = await server.login('analyst');
  project = (await lab.project('testing')).id;
  hazard = await lab.hazard('铅');
  method = await lab.method('铅 原子吸收法', null, { methodKind: 'atomicAbsorption' });
  curve = await lab.curve(method, hazard, { methodKind: 'atomicAbsorption', a: '0', b: '1', low: '0.05', high: '10' });
});
afterAll(() => server.close());

/** Returns what a record reports of a tube of 0.1 μg/mL in 25 mL, which is 0.0333 mg/m³ in 75 L. */
async function told(limit: { readonly lod?: string; readonly loq?: string }, testDate = '2026-05-13') {
  const head = {
    methodKind: 'atomicAbsorption',
    variant: 'incoming',
    layout: 'main',
    publishedMinimum: '0.04',
    lodUnit: 'μg/mL',
    testDate,
    receivedOn: testDate,
  };
  const sheet = await lab.sheet({
    project,
    method,
    hazard,
    analyst,
    curve,
    ...head,
    lod: limit.lod ?? null,
    loq: limit.loq ?? null,
  });
  const { id } = await lab.row(sheet, { project, hazard }, 'L1');
  const work = async () => (await server.ask<LabWork>('GET', `api/labSheet/work/${sheet}`, { token })).body.rows[0];
  const row = {
    id,
    version: (await work())?.version,
    response1: '0.1',
    solutionVolume: '25',
    factor: '1',
    standardVolume: '75',
  };
  const saved = await server.ask<Answer<AnyRow[]>>('PUT', 'api/labSheetRow/saveAll', {
    token,
    body: { rows: [row], removed: [] },
  });
  expect(saved.status, saved.text).toBe(200);
  const { reportText, problem } = (await work()) ?? {};
  const [stored] = await server.database.orm
    .select({ complete: labSheetTable.complete })
    .from(labSheetTable)
    .where(eq(labSheetTable.id, sheet));
  return { reportText, problem, complete: stored?.complete };
}

describe('result below the published minimum of its method', () => {
  const problem = '结果低于方法最低检出浓度0.04 mg/m³，请填写检出限和定量下限后按小于最低定量浓度报出';

  it('a result below the method’s published minimum is not reported by a record without its own detection limit, under any rules', async () => {
    expect(await told({})).toEqual({ reportText: null, problem, complete: false });
    expect(await told({}, '2025-04-30')).toEqual({ reportText: null, problem, complete: false });
  });

  it('a record with its own detection limit reports a result below the method’s published minimum, as undetected or as found', async () => {
    expect(await told({ lod: '0.05', loq: '0.15' })).toMatchObject({
      reportText: '<0.05',
      problem: null,
      complete: true,
    });
    expect(await told({ lod: '0.02', loq: '0.06' })).toMatchObject({
      reportText: '0.03',
      problem: null,
      complete: true,
    });
  });
});
