import { and, eq, inArray, isNull, or, ne, type SQL } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { incomingTexts } from '@contract/features/laboratory/incoming/incomingTexts';
import { projectLists } from '@contract/features/projects/entities/projectLists';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { takeOverTexts } from '@contract/features/projects/projectTakeOver';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { type ServiceKind, serviceKindOf } from '@contract/features/projects/serviceKind';
import { formatDay } from '@server/base/zone';
import type { Policy } from '@server/crud/policy';
import { nextNumber } from '@server/crud/runningNumbers';
import type { Orm } from '@server/db/orm';
import { dictDetailTable, dictTable, inspectUnitTable, projectTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';
import { assertContactOf } from './chosenContact';
import { completeProjectNames } from './completeProjectNames';

/**
 * Adds the unit's code and the name of the type (SPEC §3, project row). An organization's own label of a type has
 * priority over the common one.
 */
async function addUnitAndType(orm: Orm, rows: readonly AnyRow[]) {
  const units = await orm
    .select({ id: inspectUnitTable.id, iuiCode: inspectUnitTable.iuiCode })
    .from(inspectUnitTable)
    .where(
      inArray(
        inspectUnitTable.id,
        rows.map((row) => Number(row.belongInspect)),
      ),
    );
  const codes = new Map(units.map(({ id, iuiCode }) => [id, iuiCode]));
  const owners = [...new Set(rows.flatMap(({ organizationId }) => organizationId ?? []))];
  const labelRows = await orm
    .select({ value: dictDetailTable.value, label: dictDetailTable.label, owner: dictDetailTable.organizationId })
    .from(dictDetailTable)
    .innerJoin(dictTable, eq(dictTable.id, dictDetailTable.dict))
    .where(
      and(
        eq(dictTable.name, 'projectType'),
        isNull(dictDetailTable.deleteTime),
        or(
          isNull(dictDetailTable.organizationId),
          inArray(dictDetailTable.organizationId, owners.length ? owners : [0]),
        ),
      ),
    );
  const labels = new Map(
    labelRows
      .sort((a, b) => Number(a.owner !== null) - Number(b.owner !== null))
      .map(({ value, label, owner }) => [`${owner ?? ''} ${value}`, label]),
  );
  return rows.map((row) => ({
    iuiCode: codes.get(Number(row.belongInspect)) ?? null,
    typeName:
      labels.get(`${row.organizationId ?? ''} ${String(row.type)}`) ?? labels.get(` ${String(row.type)}`) ?? null,
  }));
}

/**
 * Returns the kind of service of a project by the label of its type, an organization's own label first. A project from
 * before the kinds were stored keeps none, so that the rules of its time stay.
 */
async function serviceFor(
  orm: Orm,
  draft: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | null,
  organizationId: number | null,
): Promise<{ service?: ServiceKind }> {
  if (before && ((before['service'] ?? null) === null || before['type'] === draft['type'])) return {};
  const rows = await orm
    .select({ label: dictDetailTable.label, owner: dictDetailTable.organizationId })
    .from(dictDetailTable)
    .innerJoin(dictTable, eq(dictTable.id, dictDetailTable.dict))
    .where(
      and(
        eq(dictTable.name, 'projectType'),
        eq(dictDetailTable.value, String(draft['type'])),
        isNull(dictDetailTable.deleteTime),
        or(isNull(dictDetailTable.organizationId), eq(dictDetailTable.organizationId, organizationId ?? 0)),
      ),
    );
  const preferredRow = rows.find(({ owner }) => owner !== null) ?? rows[0];
  return { service: serviceKindOf(preferredRow?.label ?? null) };
}

/** Save rules of projects: edited like any row. Only workflow moves change the stage. */
export const projectPolicy: Policy = {
  lists: projectLists,
  disabledOperations: ['status'],
  ignoresDataScope: true,
  addDisplayValues: addUnitAndType,
  internal: ['remark'],
  complete: completeProjectNames,
  // Only staff may see drafts, in choices as in lists.
  enterpriseScope: (unitIds) =>
    and(inArray(projectTable.belongInspect, [...unitIds]), ne(projectTable.stage, 'draft')) as SQL,
  async beforeSave(draft, { services, tx, before, organizationId }) {
    const service = await serviceFor(tx, draft, before, organizationId ?? null);
    await assertContactOf(tx, draft.contact, draft.belongInspect ?? before?.belongInspect);
    if (before) {
      if (before.stage !== 'draft' && before.belongInspect !== draft.belongInspect)
        throw conflict(projectTexts.unitFixed);
      if (before.stage !== 'draft' && Boolean(before.incoming) !== Boolean(draft.incoming))
        throw conflict(incomingTexts.incomingFixed);
      if (before.stage !== 'draft' && (before.takenOverAt ?? null) !== (draft.takenOverAt ?? null))
        throw conflict(takeOverTexts.fixed);
      return draft.code ? service : { ...service, code: before.code };
    }
    const now = services.now();
    const today = formatDay(now, services.env.zone);
    const day = typeof draft.plannedOn === 'string' ? draft.plannedOn : today;
    const code =
      draft.code || (await nextNumber(tx, Number(organizationId), 'project', { day, type: String(draft.type) }));
    return {
      ...service,
      code,
      stage: projectMachine.initial,
      stageSince: now,
      createYear: draft.createYear ?? Number(day.slice(0, 4)),
    };
  },
};
