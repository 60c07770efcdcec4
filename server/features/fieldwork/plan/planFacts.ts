import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { absenceOf } from '@contract/arithmetic/limits/limitVersions';
import type { FormTables } from '@contract/features/conformity/forms/formTable';
import { movingContacts } from '@contract/features/conformity/forms/surveyForms';
import type { ContactPlace } from '@contract/features/fieldwork/plan/planChecks';
import {
  daysClauseOfType,
  daysOfType,
  type LimitFact,
  type PlanRowFact,
  type SurveyFact,
} from '@contract/features/fieldwork/plan/planFacts';
import { planTotals } from '@contract/features/fieldwork/plan/planTotals';
import type { NamedTotals } from '@contract/features/fieldwork/plan/planWire';
import type { Orm } from '@server/db/orm';
import {
  contractReviewTable,
  dictDetailTable,
  dictTable,
  sampleSiteHazardAlongWithTable,
  sampleSiteHazardTable,
  serviceFormTable,
  siteHazardTable,
  surveyFileTable,
} from '@server/db/schema';
import { accreditationAnnex } from '@server/features/library/accreditation/accreditationAnnex';
import { limitsOfHazards, limitVersionsOf } from '@server/features/library/hazards/storedLimits';
import { methodsOfHazards } from '@server/features/library/methods/methodsOfHazards';
import type { StoredProject } from '@server/features/projects/projectStage';

type StoredRow = typeof sampleSiteHazardTable.$inferSelect;

/** Returns the undeleted rows of a project's plan, in order. */
export async function planRows(
  orm: Orm,
  projectId: number,
): Promise<(StoredRow & PlanRowFact & { readonly id: number })[]> {
  const table = sampleSiteHazardTable;
  const rows = await orm
    .select()
    .from(table)
    .where(and(eq(table.project, projectId), isNull(table.deleteTime)))
    .orderBy(asc(table.rowSort), asc(table.id));
  const join = sampleSiteHazardAlongWithTable;
  const alongRows = rows.length
    ? await orm
        .select()
        .from(join)
        .where(
          inArray(
            join.ownerId,
            rows.map(({ id }) => id),
          ),
        )
        .orderBy(asc(join.ownerId), asc(join.position))
    : [];
  const byRow = new Map<number, number[]>();
  for (const { ownerId, targetId } of alongRows) byRow.set(ownerId, [...(byRow.get(ownerId) ?? []), targetId]);
  return rows.map((row) => ({ ...row, alongWith: byRow.get(row.id) ?? [] }));
}

/** Returns the undeleted rows of a project's survey, in order. */
export function surveyRows(orm: Orm, projectId: number): Promise<SurveyFact[]> {
  const table = siteHazardTable;
  return orm
    .select()
    .from(table)
    .where(and(eq(table.project, projectId), isNull(table.deleteTime)))
    .orderBy(asc(table.rowSort), asc(table.id));
}

/** Returns the dictionary label of a project's type, because organizations have their own types. */
async function typeLabelOf(
  orm: Orm,
  { type, organizationId }: Pick<StoredProject, 'type' | 'organizationId'>,
): Promise<string> {
  const entries = await orm
    .select({ label: dictDetailTable.label, organizationId: dictDetailTable.organizationId })
    .from(dictDetailTable)
    .innerJoin(dictTable, eq(dictTable.id, dictDetailTable.dict))
    .where(and(eq(dictTable.name, 'projectType'), eq(dictDetailTable.value, type), isNull(dictDetailTable.deleteTime)));
  const dictEntry =
    entries.find((entry) => entry.organizationId === organizationId) ??
    entries.find((entry) => entry.organizationId === null);
  return dictEntry?.label ?? '';
}

/** Returns the minimum number of sampling days of a project. */
export const minDays = async (orm: Orm, project: Pick<StoredProject, 'type' | 'organizationId'>): Promise<number> =>
  daysOfType(await typeLabelOf(orm, project));

/**
 * Returns whether the client agreed to a named subcontractor: by the contract review, or by a 分包审批单 that was handed in
 * (GBZ 331-2024 4.3).
 */
async function isSubcontractAgreed(orm: Orm, projectId: number): Promise<boolean> {
  const [review, form] = [contractReviewTable, serviceFormTable];
  const [consentRow] = await orm
    .select({ consent: review.subcontract, whom: review.subcontractor })
    .from(review)
    .where(and(eq(review.project, projectId), isNull(review.deleteTime)));
  if (consentRow?.consent === 'yes' && consentRow.whom?.trim()) return true;
  const forms = await orm
    .select({ id: form.id })
    .from(form)
    .where(
      and(
        eq(form.project, projectId),
        eq(form.formKind, 'subcontract'),
        ne(form.state, 'drafting'),
        isNull(form.deleteTime),
      ),
    )
    .limit(1);
  return forms.length > 0;
}

/** Returns whether a drawing of the sampling points was made or uploaded (GBZ 331-2024 5.2.5.2 e). */
async function hasSketch(orm: Orm, projectId: number): Promise<boolean> {
  const file = surveyFileTable;
  const drawings = await orm
    .select({ id: file.id })
    .from(file)
    .where(and(eq(file.project, projectId), eq(file.fileKind, 'sites'), isNull(file.deleteTime)))
    .limit(1);
  return drawings.length > 0;
}

/** Returns the places of contact of the moving jobs by the tables C.9 and C.10 of the project. */
async function contactPlacesOf(orm: Orm, projectId: number): Promise<ContactPlace[]> {
  const form = serviceFormTable;
  const forms = await orm
    .select({ tables: form.tables })
    .from(form)
    .where(and(eq(form.project, projectId), eq(form.formKind, 'surveyJobs'), isNull(form.deleteTime)));
  return forms.flatMap(({ tables }) => movingContacts((tables ?? {}) as FormTables));
}

/**
 * Returns the data from which a plan is generated and by which it is checked, as valid on a day.
 * @param namedIds further hazards, which neither survey nor plan contains
 */
export async function planSources(
  orm: Orm,
  project: Pick<StoredProject, 'id' | 'type' | 'organizationId'>,
  day: string,
  namedIds: readonly number[] = [],
) {
  const [survey, rows, typeLabel] = [
    await surveyRows(orm, project.id),
    await planRows(orm, project.id),
    await typeLabelOf(orm, project),
  ];
  const [days, daysClause] = [daysOfType(typeLabel), daysClauseOfType(typeLabel)];
  const hazardIds = [
    ...new Set([
      ...namedIds,
      ...survey.map(({ hazard }) => hazard),
      ...rows.flatMap(({ hazard, alongWith }) => [hazard, ...alongWith]),
    ]),
  ];
  const { organizationId } = project;
  const library = await methodsOfHazards(orm, {
    hazards: hazardIds,
    methods: rows.flatMap(({ method }) => (method === null ? [] : [method])),
    organizationId,
  });
  const limits: LimitFact[] = await limitsOfHazards(orm, { hazards: hazardIds, day, organizationId });
  const annex = await accreditationAnnex(orm, organizationId);
  const versions = await limitVersionsOf(orm, hazardIds, organizationId);
  const limited = new Set(limits.map(({ hazard }) => hazard));
  const absences = new Map(
    [...library.hazards.values()].flatMap(({ id, category, noLimit }) => {
      const ownVersions = versions.filter(({ hazard }) => hazard === id);
      return limited.has(id) ? [] : [[id, absenceOf(ownVersions, noLimit === true, category, day)] as const];
    }),
  );
  const outsourced = new Set(
    library.methods.flatMap((method) => (method.methodKind === 'outsourced' ? [method.id] : [])),
  );
  const asksConsent = rows.some(({ method }) => method !== null && outsourced.has(method));
  const consent = !asksConsent || (await isSubcontractAgreed(orm, project.id));
  const sketch = await hasSketch(orm, project.id);
  const contactPlaces = await contactPlacesOf(orm, project.id);
  return { survey, rows, days, daysClause, day, limits, annex, absences, consent, sketch, contactPlaces, ...library };
}

/** Returns the materials and instruments of a plan, with display names. */
export function namedTotals({
  rows,
  hazards,
  methods,
}: Pick<Awaited<ReturnType<typeof planSources>>, 'rows' | 'hazards' | 'methods'>): NamedTotals {
  const byId = new Map(methods.map((method) => [method.id, method]));
  const nameOf = (hazardId: number) => hazards.get(hazardId)?.name ?? '';
  const { hazards: lines, samplers, ...totals } = planTotals(rows, hazards, byId);
  return {
    ...totals,
    hazards: lines.map((line) => {
      const method = line.method === null ? undefined : byId.get(line.method);
      return {
        ...line,
        names: line.hazards.map(nameOf),
        methodName: method?.title ?? null,
        standardNo: method?.standardNo ?? null,
      };
    }),
    samplers: samplers.map((sampler) => ({
      ...sampler,
      hazardName: sampler.hazard === null ? null : nameOf(sampler.hazard),
    })),
  };
}
