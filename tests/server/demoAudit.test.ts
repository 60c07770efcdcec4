import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, isNotNull, isNull, lt, ne, or } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ArchiveView } from '@contract/features/archive/archiveWire';
import type { MethodKey } from '@contract/features/laboratory/methods/methodCatalogue';
import type { ProjectScope } from '@contract/features/library/accreditationScope';
import { hazardsOfMaterials } from '@contract/features/library/materialHazards';
import type { ReportContent } from '@contract/features/reports/reportContent';
import type { ResultTrace } from '@contract/features/reports/resultTrace';
import { formatDay } from '@server/base/zone';
import {
  accreditedItemTable,
  announcementSendTable,
  announcementTable,
  clientMatterTable,
  equipmentTable,
  equipmentUseTable,
  hazardTable,
  inspectUnitTable,
  labMethodItemTable,
  labSheetRowTable,
  labSheetTable,
  materialTable,
  projectTable,
  reportContentTable,
  reportTable,
  sampleTable,
  siteHazardTable,
  siteSurveyTable,
  staffRecordTable,
  userTable,
  userUnitsTable,
  yearPlanTable,
} from '@server/db/schema';
import { planSources } from '@server/features/fieldwork/plan/planFacts';
import { scopeOfProject } from '@server/features/fieldwork/plan/projectScope';
import { hasChecks, summaryOfSheet } from '@server/features/laboratory/sheets/sheetChecks';
import { materialsOf } from '@server/features/library/materials/materialPolicy';
import { fieldGapsOfProject } from '@server/features/reports/fieldGaps';
import { verifyInstallation } from '@server/signing/verifyInstallation';
import { password } from '../browser/support/productServer';
import { filledDirectory } from '../support/filledDirectory';
import { type TestServer, testServer } from '../support/server';

// The demonstration is consistent: what it shows is possible, and its papers agree.

let server: TestServer;
beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'occhealth-audit-'));
  await cp(await filledDirectory(), dataDir, { recursive: true });
  server = await testServer({ demo: true }, dataDir);
});
afterAll(() => server.close());
const orm = () => server.database.orm;

it('the demonstration data pass the verification of signatures, states, seals, papers and files with 0 faults (SEC-13)', async () => {
  expect((await verifyInstallation(server.services)).broken).toEqual([]);
});

interface Turn {
  readonly who: string;
  readonly day: string;
  readonly no: string;
  readonly from: Date;
  readonly to: Date;
}

/** Returns pairs of overlapping uses of one pump, or by one person. */
function overlapping(turns: readonly Turn[]): string[] {
  const sorted = [...turns].sort((a, b) => a.who.localeCompare(b.who) || a.from.getTime() - b.from.getTime());
  return sorted.flatMap((one, index) => {
    const before = sorted[index - 1];
    return before?.who === one.who && one.from < before.to ? [`${one.who}: ${before.no} ${one.no}`] : [];
  });
}

it('in the demonstration data no pump and no person takes two samples at the same time', async () => {
  const rows = await orm()
    .select()
    .from(sampleTable)
    .where(
      and(
        isNull(sampleTable.deleteTime),
        isNotNull(sampleTable.startTime),
        isNotNull(sampleTable.endTime),
        ne(sampleTable.state, 'voided'),
      ),
    );
  const turn = (who: string, { sampleNo, startTime, endTime }: (typeof rows)[number]): Turn => ({
    who,
    day: '',
    no: sampleNo,
    from: startTime as Date,
    to: endTime as Date,
  });
  const drawn = rows.filter(({ sampleKind, flowBefore }) => sampleKind !== 'blank' && flowBefore !== null);
  expect(drawn.length).toBeGreaterThan(40);
  expect(drawn.filter(({ equipment }) => equipment === null).map(({ sampleNo }) => sampleNo)).toEqual([]);
  expect(overlapping(drawn.map((row) => turn(`pump ${row.equipment}`, row)))).toEqual([]);
  expect(
    overlapping(drawn.flatMap((row) => (row.person === null ? [] : [turn(`${row.project} ${row.person}`, row)]))),
  ).toEqual([]);
});

it('in the demonstration data each sample is drawn at its pump’s set flow, within what the pump can draw', async () => {
  const rows = await orm()
    .select({
      no: sampleTable.sampleNo,
      before: sampleTable.flowBefore,
      after: sampleTable.flowAfter,
      set: equipmentUseTable.flowSet,
      useBefore: equipmentUseTable.flowBefore,
      useAfter: equipmentUseTable.flowAfter,
      measures: equipmentTable.measures,
      kind: equipmentTable.eqpKind,
      mode: sampleTable.mode,
    })
    .from(sampleTable)
    .innerJoin(equipmentTable, eq(equipmentTable.id, sampleTable.equipment))
    .leftJoin(
      equipmentUseTable,
      and(
        eq(equipmentUseTable.project, sampleTable.project),
        eq(equipmentUseTable.equipment, sampleTable.equipment),
        isNull(equipmentUseTable.deleteTime),
      ),
    )
    .where(and(isNull(sampleTable.deleteTime), isNotNull(sampleTable.flowBefore)));
  expect(rows.length).toBeGreaterThan(40);
  const wrong = rows.filter(({ before, after, set, useBefore, useAfter, measures, kind, mode }) => {
    const [least = '0', most = '0'] = /([\d.]+)\s*～\s*([\d.]+)/.exec(measures ?? '')?.slice(1) ?? [];
    const flow = Number(before);
    return (
      flow !== Number(set) ||
      flow !== Number(useBefore) ||
      Number(after) !== Number(useAfter) ||
      flow < Number(least) ||
      flow > Number(most) ||
      (mode === 'personal' && kind !== 'personalSampler')
    );
  });
  expect(wrong).toEqual([]);
});

it('in the demonstration data each detection limit belongs to the right substance', async () => {
  const rows = await orm()
    .select({
      no: labSheetTable.sheetNo,
      hazard: labSheetTable.hazardName,
      lod: labSheetTable.lod,
      unit: labSheetTable.lodUnit,
      library: labMethodItemTable.lod,
      libraryUnit: labMethodItemTable.lodUnit,
      source: labSheetTable.lodSource,
    })
    .from(labSheetTable)
    .leftJoin(
      labMethodItemTable,
      and(
        eq(labMethodItemTable.method, labSheetTable.method),
        eq(labMethodItemTable.hazard, labSheetTable.hazard),
        isNull(labMethodItemTable.deleteTime),
      ),
    )
    .where(and(isNull(labSheetTable.deleteTime), isNotNull(labSheetTable.lod)));
  expect(
    rows.filter(({ lod, library, source }) => (library === null ? !source : Number(lod) !== Number(library))),
  ).toEqual([]);
});

it('in the demonstration data exposed people are counted once, and the measured hazards equal the declared hazards', async () => {
  const surveyed = await orm()
    .select({
      unit: inspectUnitTable.unitName,
      exposed: inspectUnitTable.exposedCount,
      declared: inspectUnitTable.hazards,
      project: siteHazardTable.project,
      workshop: siteHazardTable.workshop,
      post: siteHazardTable.post,
      workers: siteHazardTable.workers,
      hazard: hazardTable.name,
    })
    .from(siteHazardTable)
    .innerJoin(projectTable, eq(projectTable.id, siteHazardTable.project))
    .innerJoin(inspectUnitTable, eq(inspectUnitTable.id, projectTable.belongInspect))
    .innerJoin(hazardTable, eq(hazardTable.id, siteHazardTable.hazard))
    .where(isNull(siteHazardTable.deleteTime));
  expect(surveyed.length).toBeGreaterThan(20);
  for (const project of new Set(surveyed.map((row) => row.project))) {
    const own = surveyed.filter((row) => row.project === project);
    const posts = new Map<string, number>();
    for (const { workshop, post, workers } of own)
      posts.set(`${workshop} ${post}`, Math.max(posts.get(`${workshop} ${post}`) ?? 0, workers ?? 0));
    expect([own[0]?.unit, own[0]?.exposed]).toEqual([
      own[0]?.unit,
      [...posts.values()].reduce((sum, one) => sum + one, 0),
    ]);
    expect(
      own.filter(({ declared, hazard }) => !declared?.includes(hazard)).map(({ unit, hazard }) => `${unit} ${hazard}`),
    ).toEqual([]);
  }
  const reports = await orm()
    .select({ content: reportContentTable.content, exposed: inspectUnitTable.exposedCount })
    .from(reportContentTable)
    .innerJoin(reportTable, eq(reportTable.id, reportContentTable.reportId))
    .innerJoin(projectTable, eq(projectTable.id, reportTable.project))
    .innerJoin(inspectUnitTable, eq(inspectUnitTable.id, projectTable.belongInspect));
  expect(reports.length).toBeGreaterThan(1);
  expect(reports.filter(({ content, exposed }) => (content as ReportContent).unit.exposed !== exposed)).toEqual([]);
});

const reported = async (): Promise<{ readonly id: number; readonly incoming: boolean | null }[]> =>
  orm()
    .selectDistinct({ id: projectTable.id, incoming: projectTable.incoming })
    .from(projectTable)
    .innerJoin(reportTable, eq(reportTable.project, projectTable.id))
    .where(and(isNotNull(reportTable.issuedOn), isNull(reportTable.deleteTime)));
const auditor = async (): Promise<string> =>
  (await server.ask<{ token: string }>('POST', 'auth/login', { body: { username: 'auditor', password } })).body.token;

it('the demonstration data answer everything that an assessor asks about each reported result', async () => {
  const token = await auditor();
  const found: string[] = [];
  let asked = 0;
  for (const { id } of await reported()) {
    const rows = await orm()
      .select({ sheet: labSheetTable.id, no: labSheetTable.sheetNo, sample: labSheetRowTable.sample })
      .from(labSheetRowTable)
      .innerJoin(labSheetTable, eq(labSheetTable.id, labSheetRowTable.sheet))
      .where(
        and(
          eq(labSheetTable.project, id),
          eq(labSheetRowTable.rowKind, 'sample'),
          isNull(labSheetTable.deleteTime),
          isNull(labSheetRowTable.deleteTime),
        ),
      );
    for (const { sheet, no, sample } of rows) {
      const { status, body } = await server.ask<ResultTrace>('GET', `api/labSheet/trace/${sheet}?sample=${sample}`, {
        token,
      });
      expect(status).toBe(200);
      asked += 1;
      for (const { facts } of body.groups)
        found.push(...facts.filter(({ missing, value }) => missing && !value).map(({ label }) => `${no} ${label}`));
    }
  }
  expect(asked).toBeGreaterThan(8);
  expect(found).toEqual([]);
});

it('the demonstration data have complete archives without a broken signature, and no gap in the field data', async () => {
  const token = await auditor();
  const projects = await reported();
  expect(projects.length).toBeGreaterThan(1);
  for (const project of projects) {
    const { body } = await server.ask<ArchiveView>('GET', `api/archive/${project.id}`, { token });
    expect(body.documents.length).toBeGreaterThan(10);
    expect(body.blockers).toEqual([]);
    expect(body.documents.filter(({ status }) => status === 'explained')).toEqual([]);
    expect(await fieldGapsOfProject(orm(), server.services.env.zone, project)).toEqual([]);
  }
});

it('the demonstration data have no record submitted without its checks, or tested after its samples’ storage time', async () => {
  const sheets = await orm()
    .select({ id: labSheetTable.id, no: labSheetTable.sheetNo, on: labSheetTable.testDate })
    .from(labSheetTable)
    .where(and(isNull(labSheetTable.deleteTime), ne(labSheetTable.state, 'drafting')));
  expect(sheets.length).toBeGreaterThan(2);
  for (const { id, no, on } of sheets) {
    const { unexplained, faults } = await summaryOfSheet(orm(), id);
    const checked = hasChecks(
      (await orm().select({ kind: labSheetTable.methodKind }).from(labSheetTable).where(eq(labSheetTable.id, id)))[0]
        ?.kind as MethodKey,
    );
    if (checked) expect([no, unexplained, faults]).toEqual([no, [], []]);
    const late = await orm()
      .select({ no: sampleTable.sampleNo })
      .from(labSheetRowTable)
      .innerJoin(sampleTable, eq(sampleTable.id, labSheetRowTable.sample))
      .where(
        and(eq(labSheetRowTable.sheet, id), isNotNull(sampleTable.keepUntil), lt(sampleTable.keepUntil, on ?? '')),
      );
    expect(late).toEqual([]);
  }
});

it('the demonstration data send staff notices to staff only, and answer every day that an enterprise user proposed', async () => {
  const others = await orm()
    .select({ title: announcementTable.titile, who: userTable.userName })
    .from(announcementSendTable)
    .innerJoin(announcementTable, eq(announcementTable.id, announcementSendTable.anntId))
    .innerJoin(userTable, eq(userTable.id, announcementSendTable.userId))
    .where(and(eq(announcementTable.msgCategory, '1'), or(eq(userTable.isQy, true), eq(userTable.isOutside, true))));
  expect(others).toEqual([]);
  const unanswered = await orm()
    .select({ title: clientMatterTable.title, unit: userUnitsTable.targetId })
    .from(clientMatterTable)
    .innerJoin(projectTable, eq(projectTable.id, clientMatterTable.project))
    .innerJoin(userUnitsTable, eq(userUnitsTable.targetId, projectTable.belongInspect))
    .where(
      and(
        eq(clientMatterTable.state, 'open'),
        isNull(clientMatterTable.deleteTime),
        lt(clientMatterTable.visitOn, formatDay(new Date(), server.services.env.zone)),
      ),
    );
  expect(unanswered).toEqual([]);
});

it('the demonstration data break no time rule of GBZ 331-2024 that stops work, and one photograph needs an explanation', async () => {
  const token = await server.login('quality');
  const { body } = await server.ask<{ content: { level: string; rule: string }[] }>(
    'GET',
    'api/timeFinding?page=0&size=100',
    { token },
  );
  expect(body.content.map(({ level, rule }) => [level, rule.split(' ')[0]])).toEqual([['warn', 'T28']]);
});

it('in the demonstration data people have valid trainings and appointments, and no item of the yearly plans is late', async () => {
  const today = formatDay(server.services.now(), server.services.env.zone);
  const files = await orm().select().from(staffRecordTable).where(isNull(staffRecordTable.deleteTime));
  expect(new Set(files.map(({ recordKind }) => recordKind))).toEqual(
    new Set(['appointment', 'training', 'continuing', 'equipment', 'archivistBeside']),
  );
  expect(files.filter(({ validUntil }) => validUntil !== null && validUntil < today)).toEqual([]);
  const plans = await orm().select().from(yearPlanTable).where(isNull(yearPlanTable.deleteTime));
  expect(plans.length).toBeGreaterThan(4);
  expect(plans.filter(({ plannedOn, doneOn }) => doneOn === null && plannedOn < today)).toEqual([]);
});

it('in the demonstration data all that is planned is in the accredited scope by part and year, and what is subcontracted has the client’s consent', async () => {
  const projects = await orm().select().from(projectTable).where(isNull(projectTable.deleteTime));
  const day = formatDay(server.services.now(), server.services.env.zone);
  const lines: ProjectScope['lines'][number][] = [];
  const reviewed: ProjectScope['lines'][number][] = [];
  const outsourced: boolean[] = [];
  for (const project of projects) {
    const early = project.stage === 'draft' || project.stage === 'contractReview';
    (early ? reviewed : lines).push(...(await scopeOfProject(orm(), project as never, day)).lines);
    const { methods, rows, consent } = await planSources(orm(), project as never, day);
    const kinds = new Map(methods.map(({ id, methodKind }) => [id, methodKind]));
    if (rows.some(({ method }) => kinds.get(method ?? 0) === 'outsourced')) outsourced.push(consent);
  }
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter(({ state }) => state !== 'inside')).toEqual([]);
  expect(lines.some(({ restriction }) => restriction)).toBe(true);
  expect(reviewed.filter(({ state }) => state !== 'inside').map(({ hazardName }) => hazardName)).toEqual(['氢氧化钠']);
  expect(lines.filter(({ standardNo }) => !/-\d{4}/.test(standardNo ?? ''))).toEqual([]);
  const annex = await orm().select().from(accreditedItemTable).where(isNull(accreditedItemTable.deleteTime));
  // The standard of illuminance is cited without its year.
  expect(annex.filter(({ basis }) => !/-\d{4}/.test(basis ?? '')).map(({ item }) => item)).toEqual(['照度']);
  expect(outsourced).toEqual([true]);
});

it('in the demonstration data the materials of each survey bring hazards with a reason, and each material is named by a survey', async () => {
  const surveys = await orm().select().from(siteSurveyTable).where(isNull(siteSurveyTable.deleteTime));
  const written = surveys.flatMap(({ materials }) => materials ?? []);
  const [first] = await orm().select().from(materialTable).limit(1);
  const library = await materialsOf(orm(), first?.organizationId ?? null);
  expect(library.length).toBeGreaterThan(15);
  expect(written.filter((text) => !hazardsOfMaterials(text, library).length)).toEqual([]);
  const unused = library.filter((one) => !written.some((text) => hazardsOfMaterials(text, [one]).length > 0));
  expect(unused.map(({ name }) => name)).toEqual([]);
});
