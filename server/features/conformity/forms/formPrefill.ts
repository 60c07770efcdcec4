import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { serviceOfType } from '@contract/features/conformity/forms/formTable';
import { prefilledForm, type StoredSurvey } from '@contract/features/conformity/forms/prefilledForm';
import type { Orm } from '@server/db/orm';
import {
  dictDetailTable,
  dictTable,
  hazardTable,
  inspectUnitTable,
  projectTable,
  siteHazardTable,
  siteSurveyTable,
} from '@server/db/schema';

/** Returns a function that gives the labels of entries in the users' dictionaries, by dictionary and value. */
export async function labelsOf(
  orm: Orm,
  names: readonly string[],
): Promise<(dict: string, value: unknown) => string | null> {
  const rows = await orm
    .select({ dict: dictTable.name, value: dictDetailTable.value, label: dictDetailTable.label })
    .from(dictDetailTable)
    .innerJoin(dictTable, eq(dictTable.id, dictDetailTable.dict))
    .where(and(inArray(dictTable.name, [...names]), isNull(dictTable.deleteTime), isNull(dictDetailTable.deleteTime)));
  const labels = new Map(rows.map(({ dict, value, label }) => [`${dict} ${value}`, label]));
  return (dict, value) =>
    value === null || value === undefined ? null : (labels.get(`${dict} ${String(value)}`) ?? String(value));
}

async function employerOf(orm: Orm, unitId: number): Promise<StoredSurvey['employer']> {
  const [unit] = await orm.select().from(inspectUnitTable).where(eq(inspectUnitTable.id, unitId));
  if (!unit) return {};
  const label = await labelsOf(orm, ['industry', 'economicType', 'unitScale']);
  return {
    name: unit.unitName,
    code: unit.iuiCode,
    registered: unit.registeredAddress,
    workAddress: unit.workAddress,
    trade: label('industry', unit.industry),
    economicType: label('economicType', unit.economicType),
    scale: label('unitScale', unit.scale),
    founded: unit.foundedOn,
    staff: unit.workerCount === null ? null : String(unit.workerCount),
    contact: unit.contact,
    phone: unit.mobile ?? unit.landline,
    mail: unit.email,
  };
}

const rowsOf = (orm: Orm, projectId: number): Promise<StoredSurvey['rows']> =>
  orm
    .select({
      workshop: siteHazardTable.workshop,
      post: siteHazardTable.post,
      place: siteHazardTable.place,
      workContent: siteHazardTable.workContent,
      hazard: hazardTable.name,
      source: siteHazardTable.source,
      workers: siteHazardTable.workers,
      fixedPost: siteHazardTable.fixedPost,
      shift: siteHazardTable.shift,
      hoursPerDay: siteHazardTable.hoursPerDay,
      daysPerWeek: siteHazardTable.daysPerWeek,
      controls: siteHazardTable.controls,
      controlsRunning: siteHazardTable.controlsRunning,
      ppe: siteHazardTable.ppe,
      ppeWorn: siteHazardTable.ppeWorn,
      contactPattern: siteHazardTable.contactPattern,
      peakTimes: siteHazardTable.peakTimes,
      peakMinutes: siteHazardTable.peakMinutes,
      peakGap: siteHazardTable.peakGap,
    })
    .from(siteHazardTable)
    .innerJoin(hazardTable, eq(hazardTable.id, siteHazardTable.hazard))
    .where(and(eq(siteHazardTable.project, projectId), isNull(siteHazardTable.deleteTime)))
    .orderBy(asc(siteHazardTable.rowSort), asc(siteHazardTable.id));

/**
 * Returns the data that a new form of a kind copies from its project: employer, kind of service, and the rows of the
 * survey (GBZ 331-2024 appendix C).
 */
export async function formPrefill(
  orm: Orm,
  kind: string,
  projectId: number,
): Promise<ReturnType<typeof prefilledForm>> {
  const [project] = await orm
    .select({ type: projectTable.type, unit: projectTable.belongInspect, contractNo: projectTable.contractNo })
    .from(projectTable)
    .where(eq(projectTable.id, projectId));
  if (!project) return { values: {}, tables: {} };
  const label = await labelsOf(orm, ['projectType']);
  const [survey] = await orm
    .select({ process: siteSurveyTable.process })
    .from(siteSurveyTable)
    .where(and(eq(siteSurveyTable.project, projectId), isNull(siteSurveyTable.deleteTime)));
  const employer = /^(surveyEmployer|contractReviewSheet)$/.test(kind) ? await employerOf(orm, project.unit) : {};
  return prefilledForm(kind, {
    service: serviceOfType(label('projectType', project.type)),
    employer,
    order: { contractNo: project.contractNo, trade: employer['trade'] ?? null },
    process: survey?.process ?? null,
    rows: await rowsOf(orm, projectId),
  });
}
