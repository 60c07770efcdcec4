import { and, eq, isNull, or } from 'drizzle-orm';
import { chooseMethod } from '@contract/features/fieldwork/plan/chooseMethod';
import {
  accreditationTexts,
  namesByScope,
  type ProjectScope,
  scopeNames,
  scopeOf,
} from '@contract/features/library/accreditationScope';
import { formatDay } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { contractReviewTable, hazardTable } from '@server/db/schema';
import { hazardsByOtherNames } from '@server/features/library/hazards/otherNames';
import type { StoredProject } from '@server/features/projects/projectStage';
import { conflict } from '@server/http/errors';
import type { MoveContext } from '@server/workflow/moveRoutes';
import { planSources } from './planFacts';

type ScopedProject = Pick<StoredProject, 'id' | 'type' | 'organizationId' | 'workScope' | 'plannedOn'>;

/** Returns the hazards that 检测范围 of a contract names. A name that may mean several hazards is ignored. */
async function namedByContract(orm: Orm, { workScope, organizationId }: ScopedProject): Promise<number[]> {
  const names = scopeNames(workScope ?? '');
  if (!names.length) return [];
  const ownerColumn = hazardTable.organizationId;
  const namedHazards = await hazardsByOtherNames(
    orm,
    names,
    organizationId === null ? isNull(ownerColumn) : or(isNull(ownerColumn), eq(ownerColumn, organizationId)),
  );
  return names.flatMap((name) => {
    const ids = [
      ...new Set(namedHazards.flatMap((namedHazard) => (namedHazard.name === name ? [namedHazard.id] : []))),
    ];
    return ids.length === 1 ? ids : [];
  });
}

/**
 * Returns the accredited scope of the hazards of a project: each hazard by its planned method, or by the method that
 * a plan would choose. Before the survey the contract names the hazards, and the planned day counts if it is later.
 */
export async function scopeOfProject(orm: Orm, project: ScopedProject, day: string): Promise<ProjectScope> {
  const initialSources = await planSources(orm, project, day);
  const { annex, rows, survey } = initialSources;
  const isEarly = annex.length > 0 && !rows.length && !survey.length;
  const contractIds = isEarly ? await namedByContract(orm, project) : [];
  const { plannedOn } = project;
  const scopeDay = contractIds.length && plannedOn && plannedOn > day ? plannedOn : day;
  const sources = contractIds.length ? await planSources(orm, project, scopeDay, contractIds) : initialSources;
  const { hazards, methods } = sources;
  const methodOf = new Map(methods.map((method) => [method.id, method]));
  const planned = rows.flatMap(({ hazard, alongWith, method }) =>
    [hazard, ...alongWith].map((id) => ({ id, method: method === null ? undefined : methodOf.get(method) })),
  );
  const surveyedHazards = [...survey.map(({ hazard }) => hazard), ...contractIds]
    .filter((hazardId) => !planned.some(({ id }) => id === hazardId))
    .map((hazardId) => ({
      id: hazardId,
      method: chooseMethod(sources, { hazard: hazardId, category: hazards.get(hazardId)?.category ?? '' }),
    }));
  const lines = new Map<string, ProjectScope['lines'][number]>();
  for (const { id, method } of [...planned, ...surveyedHazards]) {
    if (method?.methodKind === 'outsourced') continue;
    const hazard = hazards.get(id);
    const standardNo = method?.standardNo ?? '';
    const scope = scopeOf(annex, { hazard: id, category: hazard?.category ?? '', standardNo, day: scopeDay });
    if (scope)
      lines.set(`${id}/${method?.id ?? ''}`, {
        hazard: id,
        hazardName: hazard?.name ?? '',
        method: method?.title ?? null,
        standardNo: standardNo || null,
        state: scope.state,
        restriction: scope.annexItem?.restriction ?? null,
        itemNo: scope.annexItem?.itemNo ?? null,
      });
  }
  const validityEnds = annex.flatMap(({ validUntil }) => (validUntil === null ? [] : [validUntil])).sort();
  return { annex: annex.length, until: validityEnds[0] ?? null, lines: [...lines.values()] };
}

/**
 * Requires the client's consent to a named subcontractor where the contract names hazards outside the accredited
 * scope.
 * @throws Refusal 409 with the names of the hazards
 */
export async function assertContractScope({ services, tx, row }: MoveContext): Promise<void> {
  const project = row as unknown as ScopedProject;
  const scope = namesByScope(await scopeOfProject(tx, project, formatDay(services.now(), services.env.zone)));
  if (!scope?.otherHazards.length) return;
  const [review] = await tx
    .select({ consent: contractReviewTable.subcontract, subcontractor: contractReviewTable.subcontractor })
    .from(contractReviewTable)
    .where(and(eq(contractReviewTable.project, row.id), isNull(contractReviewTable.deleteTime)));
  if (review?.consent !== 'yes' || !review.subcontractor?.trim())
    throw conflict(accreditationTexts.review(scope.otherHazards), 'outsideScope');
}
