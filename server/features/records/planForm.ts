import { desc, eq, inArray } from 'drizzle-orm';
import type { FormValues } from '@contract/features/conformity/forms/serviceForm';
import type { PlanForm } from '@contract/features/fieldwork/plan/planDocument';
import type { Orm } from '@server/db/orm';
import { inspectUnitTable, labMethodTable, serviceFormTable } from '@server/db/schema';
import { isCompletedSheet } from '@server/features/projects/completedSheets';
import type { StoredProject } from '@server/features/projects/projectStage';

interface PlanLimit {
  readonly hazard: number;
  readonly kind: string;
}

/** Returns how samples of methods are kept, by method, e.g. 冷藏，7 d. */
async function storageOf(orm: Orm, methodIds: readonly number[]): Promise<Record<number, string>> {
  const { id, storageCondition, storageDays } = labMethodTable;
  const rows = methodIds.length
    ? await orm
        .select({ id, condition: storageCondition, days: storageDays })
        .from(labMethodTable)
        .where(inArray(id, [...methodIds]))
    : [];
  return Object.fromEntries(
    rows.map(({ id: methodId, condition, days }) => [
      methodId,
      [condition, days === null ? null : `${days} d`].filter(Boolean).join('，'),
    ]),
  );
}

/** Returns the fax number of the newest signed form C.1 of a project; null without one. */
async function faxOf(orm: Orm, projectId: number): Promise<string | null> {
  const [sheet] = await orm
    .select({ values: serviceFormTable.values })
    .from(serviceFormTable)
    .where(isCompletedSheet({ kind: 'surveyEmployer', project: projectId }))
    .orderBy(desc(serviceFormTable.id))
    .limit(1);
  return ((sheet?.values ?? {}) as FormValues)['fax'] ?? null;
}

/** Returns who confirmed the plan for the employer by the newest signed sheet; null without one. */
async function confirmationOf(orm: Orm, projectId: number): Promise<PlanForm['confirmed']> {
  const sheets = await orm
    .select({ values: serviceFormTable.values })
    .from(serviceFormTable)
    .where(isCompletedSheet({ kind: 'clientConfirmation', project: projectId }))
    .orderBy(desc(serviceFormTable.id));
  const values = sheets
    .map(({ values: formValues }) => (formValues ?? {}) as FormValues)
    .find(({ what }) => /^采样方案/.test(what ?? ''));
  return values ? { person: values['person'] ?? '', on: values['on'] ?? '' } : null;
}

/** Returns what form D.1 states beside the plan of a project (GBZ 331-2024 appendix D). */
export async function planForm(
  orm: Orm,
  project: Pick<StoredProject, 'id' | 'belongInspect' | 'plannedOn' | 'dueOn'>,
  { limits, methods }: { readonly limits: readonly PlanLimit[]; readonly methods: readonly number[] },
): Promise<PlanForm> {
  const [unit] = await orm.select().from(inspectUnitTable).where(eq(inspectUnitTable.id, project.belongInspect));
  const limitKinds: Record<number, string[]> = {};
  for (const { hazard, kind } of limits) limitKinds[hazard] = [...new Set([...(limitKinds[hazard] ?? []), kind])];
  return {
    address: unit?.workAddress ?? unit?.registeredAddress ?? null,
    contact: unit?.contact ?? null,
    phone: unit?.mobile ?? unit?.landline ?? null,
    mail: unit?.email ?? null,
    fax: await faxOf(orm, project.id),
    from: project.plannedOn,
    until: project.dueOn,
    limitKinds,
    storage: await storageOf(orm, methods),
    confirmed: await confirmationOf(orm, project.id),
  };
}
