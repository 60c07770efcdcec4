import { eq } from 'drizzle-orm';
import { labSheetRowTable, labSheetTable, labTaskTable, sampleCollectorsTable } from '@server/db/schema';
import type { LabRows } from './labRows';
import type { TestServer } from './server';

interface Judged {
  readonly project: { readonly id: number; readonly code: string };
  readonly hazard: number;
  readonly hazardName: string;
  readonly method: number;
  readonly analyst: number;
  /** Result of the shift at each post. */
  readonly results: Readonly<Record<string, string>>;
  readonly testDate?: string;
  readonly state?: string;
  readonly methodKind?: string;
}

/** Creates a record of a project, approved by default, with a sample of eight hours at each post. */
export async function judgedRecord(
  server: Pick<TestServer, 'database'>,
  lab: LabRows,
  organizationId: number,
  given: Judged,
): Promise<number> {
  const { orm } = server.database;
  const {
    project,
    hazard,
    hazardName,
    method,
    analyst,
    results,
    testDate = '2026-05-13',
    state = 'approved',
    methodKind = 'gasChromatography',
  } = given;
  const [sheet] = await orm
    .insert(labSheetTable)
    .values({
      sheetNo: `${project.code}-${hazardName}-${methodKind}`,
      project: project.id,
      methodKind,
      variant: 'ordinary',
      layout: 'solvent',
      method,
      hazard,
      hazardName,
      state,
      analyst,
      testDate,
      sampleCount: 1,
      complete: true,
      organizationId,
    })
    .returning({ id: labSheetTable.id });
  const id = sheet?.id ?? 0;
  for (const [place, text] of Object.entries(results)) {
    const siteHazardId = await lab.exposure(project.id, hazard, place, '8');
    const task = await lab.task(
      { project: project.id, hazard, hazardName, method, analyst },
      { period: 'long', minutes: '480', representedHours: '8', hoursPerDay: '8', siteNo: '01', place, siteHazardId },
    );
    await orm.insert(sampleCollectorsTable).values({ ownerId: task.sample, targetId: analyst, position: 0 });
    await orm.update(labTaskTable).set({ state: 'completed', sheet: id }).where(eq(labTaskTable.id, task.id));
    await orm.insert(labSheetRowTable).values({
      sheet: id,
      task: task.id,
      sample: task.sample,
      sampleNo: task.sampleNo,
      rowKind: 'sample',
      readings: {},
      computed: {},
      reportText: text,
      resultNum: text,
      censored: false,
      unit: 'mg/m³',
      minimum: '0.1',
      organizationId,
    });
  }
  return id;
}
