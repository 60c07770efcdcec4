import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { labMethodItemTable, labSheetRowTable, projectTable, recordContentTable } from '@server/db/schema';
import { resultFactsOf } from '@server/features/reports/results/resultFacts';
import { type RecordRows, recordRowsOf } from '../support/recordRows';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let lab: RecordRows;
let project: number;
let hazard: number;
let method: number;
let sheet: number;
let item: number;

beforeAll(async () => {
  server = await testServer();
  const organizationId = await server.rows.organization();
  lab = recordRowsOf(server, organizationId);
  const analyst = await server.rows.user({ userName: 'analyst', organizationId });
  project = (await lab.project('testing')).id;
  hazard = await lab.hazard('甲苯');
  method = await lab.method('苯系物 气相色谱法', 7);
  item = await lab.item(method, hazard, {
    uncertainty: '12',
    coverage: '2',
    uncertaintyLow: '1',
    uncertaintyHigh: '100',
  });
  sheet = await lab.sheet({ project, method, hazard, analyst });
  for (const [no, result] of [
    ['S1', { reportText: '50.0', resultNum: '50.02', censored: false }],
    ['S2', { reportText: '<1.2', resultNum: '1.2', censored: true }],
    ['S3', { reportText: '101.0', resultNum: '101', censored: false }],
  ] as const) {
    const { id } = await lab.row(sheet, { project, hazard }, no);
    await server.database.orm
      .update(labSheetRowTable)
      .set({ ...result, unit: 'mg/m³' })
      .where(eq(labSheetRowTable.id, id));
  }
});
afterAll(() => server.close());

const uncertainties = async () => {
  const [projectRow] = await server.database.orm.select().from(projectTable).where(eq(projectTable.id, project));
  if (!projectRow) throw new Error('no project');
  return (
    await resultFactsOf(
      server.database.orm,
      { id: project, organizationId: projectRow.organizationId, incoming: false },
      { onlyApproved: false },
    )
  ).tests.map(({ uncertainty }) => uncertainty);
};

describe('uncertainty of a result', () => {
  it('the uncertainty of a result is the library’s at its level; an undetected result has none', async () => {
    expect(await uncertainties()).toEqual([{ percent: '12', k: '2' }, null, null]);
  });

  it('the uncertainty of a result is that of its range if the library has several', async () => {
    const { orm } = server.database;
    await orm
      .update(labMethodItemTable)
      .set({ uncertaintyLevels: '100～1000：8%（k=2）' })
      .where(eq(labMethodItemTable.id, item));
    expect(await uncertainties()).toEqual([{ percent: '12', k: '2' }, null, { percent: '8', k: '2' }]);
  });

  it('the uncertainty of a submitted result stays when the library changes later', async () => {
    const kept = { work: { item: { uncertainty: '8', coverage: null } }, parts: {} };
    await server.database.orm.insert(recordContentTable).values({ sheetId: sheet, content: kept });
    await server.database.orm
      .update(labMethodItemTable)
      .set({ uncertainty: '30' })
      .where(eq(labMethodItemTable.id, item));
    expect(await uncertainties()).toEqual([{ percent: '8', k: null }, null, { percent: '8', k: null }]);
    // Submitted before uncertainties existed: none.
    await server.database.orm
      .update(recordContentTable)
      .set({ content: { work: { item: { lod: '1' } }, parts: {} } })
      .where(eq(recordContentTable.sheetId, sheet));
    expect(await uncertainties()).toEqual([null, null, null]);
    await server.database.orm
      .update(recordContentTable)
      .set({ content: { work: { item: null }, parts: {} } })
      .where(eq(recordContentTable.sheetId, sheet));
    expect(await uncertainties()).toEqual([null, null, null]);
  });
});
