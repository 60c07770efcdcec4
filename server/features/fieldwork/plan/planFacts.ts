import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { absenceOf } from '@contract/arithmetic/limits/limitVersions';
import { chooseMethod } from '@contract/features/fieldwork/plan/chooseMethod';
import {
  daysOfType,
  type LimitFact,
  type PlanRowFact,
  type SurveyFact,
} from '@contract/features/fieldwork/plan/planFacts';
import { planTotals } from '@contract/features/fieldwork/plan/planTotals';
import type { NamedTotals } from '@contract/features/fieldwork/plan/planWire';
import { type ProjectScope, scopeOf } from '@contract/features/library/accreditation';
import type { Orm } from '@server/db/orm';
import {
  dictDetailTable,
  dictTable,
  sampleSiteHazardAlongWithTable,
  sampleSiteHazardTable,
  siteHazardTable,
} from '@server/db/schema';
import { annexOf } from '@server/features/library/accreditation/annex';
import { limitsOfHazards, limitVersionsOf } from '@server/features/library/hazards/storedLimits';
import { methodsOf } from '@server/features/library/methods/methodsOf';
import type { StoredProject } from '@server/features/projects/stage';

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
  const along = rows.length
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
  for (const { ownerId, targetId } of along) byRow.set(ownerId, [...(byRow.get(ownerId) ?? []), targetId]);
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

/**
 * Returns the least days of sampling by the dictionary label of the project type, since organizations have their own
 * types.
 */
export async function leastDays(
  orm: Orm,
  { type, organizationId }: Pick<StoredProject, 'type' | 'organizationId'>,
): Promise<number> {
  const entries = await orm
    .select({ label: dictDetailTable.label, organizationId: dictDetailTable.organizationId })
    .from(dictDetailTable)
    .innerJoin(dictTable, eq(dictTable.id, dictDetailTable.dict))
    .where(and(eq(dictTable.name, 'projectType'), eq(dictDetailTable.value, type), isNull(dictDetailTable.deleteTime)));
  const found =
    entries.find((entry) => entry.organizationId === organizationId) ??
    entries.find((entry) => entry.organizationId === null);
  return daysOfType(found?.label ?? '');
}

/** Returns everything that a plan is generated from and checked against, as valid on a day. */
export async function planSources(
  orm: Orm,
  project: Pick<StoredProject, 'id' | 'type' | 'organizationId'>,
  day: string,
) {
  const [survey, rows, days] = [
    await surveyRows(orm, project.id),
    await planRows(orm, project.id),
    await leastDays(orm, project),
  ];
  const hazards = [
    ...new Set([
      ...survey.map(({ hazard }) => hazard),
      ...rows.flatMap(({ hazard, alongWith }) => [hazard, ...alongWith]),
    ]),
  ];
  const { organizationId } = project;
  const library = await methodsOf(orm, {
    hazards,
    methods: rows.flatMap(({ method }) => (method === null ? [] : [method])),
    organizationId,
  });
  const limits: LimitFact[] = await limitsOfHazards(orm, { hazards, day, organizationId });
  const annex = await annexOf(orm, organizationId);
  const versions = await limitVersionsOf(orm, hazards, organizationId);
  const limited = new Set(limits.map(({ hazard }) => hazard));
  const absences = new Map(
    [...library.hazards.values()].flatMap(({ id, category, noLimit }) => {
      const own = versions.filter(({ hazard }) => hazard === id);
      return limited.has(id) ? [] : [[id, absenceOf(own, noLimit === true, category, day)] as const];
    }),
  );
  return { survey, rows, days, day, limits, annex, absences, ...library };
}

/**
 * Returns the accredited scope of what a project surveys and plans: each hazard by its planned method, or by the method
 * that a plan would take.
 */
export async function scopeOfProject(
  orm: Orm,
  project: Pick<StoredProject, 'id' | 'type' | 'organizationId'>,
  day: string,
): Promise<ProjectScope> {
  const sources = await planSources(orm, project, day);
  const { annex, rows, survey, hazards, methods } = sources;
  const methodOf = new Map(methods.map((method) => [method.id, method]));
  const planned = rows.flatMap(({ hazard, alongWith, method }) =>
    [hazard, ...alongWith].map((id) => ({ id, method: method === null ? undefined : methodOf.get(method) })),
  );
  const surveyed = survey
    .filter(({ hazard }) => !planned.some(({ id }) => id === hazard))
    .map(({ hazard }) => ({
      id: hazard,
      method: chooseMethod(sources, { hazard, category: hazards.get(hazard)?.category ?? '' }),
    }));
  const lines = new Map<string, ProjectScope['lines'][number]>();
  for (const { id, method } of [...planned, ...surveyed]) {
    if (method?.methodKind === 'outsourced') continue;
    const hazard = hazards.get(id);
    const standardNo = method?.standardNo ?? '';
    const scope = scopeOf(annex, { hazard: id, category: hazard?.category ?? '', standardNo, day });
    if (scope)
      lines.set(`${id}/${method?.id ?? ''}`, {
        hazard: id,
        hazardName: hazard?.name ?? '',
        method: method?.title ?? null,
        standardNo: standardNo || null,
        state: scope.state,
        restriction: scope.by?.restriction ?? null,
        itemNo: scope.by?.itemNo ?? null,
      });
  }
  const ends = annex.flatMap(({ validUntil }) => (validUntil === null ? [] : [validUntil])).sort();
  return { annex: annex.length, until: ends[0] ?? null, lines: [...lines.values()] };
}

/** Returns the materials and instruments of a plan, with names for people. */
export function namedTotals({
  rows,
  hazards,
  methods,
}: Pick<Awaited<ReturnType<typeof planSources>>, 'rows' | 'hazards' | 'methods'>): NamedTotals {
  const byId = new Map(methods.map((method) => [method.id, method]));
  const nameOf = (hazard: number) => hazards.get(hazard)?.name ?? '';
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
    samplers: samplers.map((one) => ({ ...one, hazardName: one.hazard === null ? null : nameOf(one.hazard) })),
  };
}
