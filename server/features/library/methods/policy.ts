import { and, eq, isNull, ne, not, or } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { labMethodItem } from '@contract/features/library/entities/labMethodItem';
import { insertRows } from '@server/crud/operations';
import type { Policy } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { hazardTable, labMethodItemTable, labMethodTable } from '@server/db/schema';
import { conflict, Refusal } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { verificationFields } from '../libraryVerification';
import { hiddenBy } from './hiddenMethods';
import { replacedByOwnItem } from './methodItems';
import { methodsByStandard } from './methodsByStandard';

const labMethodMessages = {
  sameTitle: (title: string) => `“${title}”已在公共方法库中，请直接使用、换一个名称，或先在本机构隐藏公共的方法`,
  sameHazard: (name: string) => `该方法已有适用因素“${name}”`,
  ownersMethod: '公共的适用因素只能属于公共方法和公共因素',
} as const;

/** Callback for a changed storage time of a method, in days (null: not given); it updates other subjects. */
type StorageChanged = (
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  methodId: number,
  change: { readonly before: number | null; readonly after: number | null },
) => Promise<void>;

const daysOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

async function assertOwnTitle(tx: Orm, row: AnyRow): Promise<void> {
  if (row.organizationId === null) return;
  const [duplicateRow] = await tx
    .select({ id: labMethodTable.id })
    .from(labMethodTable)
    .where(
      and(
        eq(labMethodTable.title, String(row.title)),
        isNull(labMethodTable.organizationId),
        isNull(labMethodTable.deleteTime),
        not(hiddenBy(row.organizationId)),
      ),
    )
    .limit(1);
  const message = labMethodMessages.sameTitle(String(row.title));
  if (duplicateRow) throw new Refusal(409, 'duplicate', message, { errors: [{ field: 'title', message }] });
}

/**
 * Returns the save rules of methods.
 * @param storageChanged called when the storage time of samples has changed
 */
export const labMethodPolicyWith = (storageChanged: StorageChanged): Policy => ({
  alsoCalled: methodsByStandard,
  hiddenCommonRows: { filter: 'hidden', conditionFor: hiddenBy },
  beforeSave: (draft, context) => Promise.resolve(verificationFields(draft, context)),
  async afterSave(row, { services, tx, call, before }) {
    const [previousDays, currentDays] = [daysOrNull(before?.storageDays), daysOrNull(row.storageDays)];
    if (before && previousDays !== currentDays)
      await storageChanged(services, tx, call, row.id, { before: previousDays, after: currentDays });
    await assertOwnTitle(tx, row);
  },
  async copyParts(from, { id, organizationId }, context) {
    const itemTable = labMethodItemTable;
    const owner = isNull(itemTable.organizationId);
    const items = await context.tx
      .select()
      .from(itemTable)
      .where(
        and(
          eq(itemTable.method, from),
          isNull(itemTable.deleteTime),
          organizationId === null ? owner : or(owner, eq(itemTable.organizationId, organizationId)),
          organizationId === null ? undefined : not(replacedByOwnItem(organizationId)),
        ),
      )
      .orderBy(itemTable.id);
    const names = Object.keys(labMethodItem.fields);
    const drafts = items.map((item) => ({
      ...Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name))),
      method: id,
    }));
    await insertRows(
      { ...context, resource: context.registry.named(labMethodItem.name) },
      context.tx,
      drafts,
      organizationId,
    );
  },
  // A row that replaced the deleted one meanwhile has priority.
  async afterRestore(rows, { tx }) {
    for (const row of rows) await assertOwnTitle(tx, row);
  },
});

/** Locks the method's row, which serves as the lock for its hazards. */
const lockMethod = (tx: Orm, id: number) =>
  tx.select({ title: labMethodTable.title }).from(labMethodTable).where(eq(labMethodTable.id, id)).for('update');

/**
 * Refuses a second detection limit of a method for the same hazard. With two rows it would be unclear which one a
 * record starts with.
 */
async function assertOnly(tx: Orm, row: AnyRow): Promise<void> {
  const [hazard] = await tx
    .select({ name: hazardTable.name })
    .from(hazardTable)
    .where(eq(hazardTable.id, Number(row.hazard)));
  const { method: column, hazard: hazardColumn, organizationId, deleteTime, id } = labMethodItemTable;
  const owner = row.organizationId === null ? isNull(organizationId) : eq(organizationId, row.organizationId);
  const [duplicateRow] = await tx
    .select({ id })
    .from(labMethodItemTable)
    .where(
      and(
        eq(column, Number(row.method)),
        eq(hazardColumn, Number(row.hazard)),
        isNull(deleteTime),
        ne(id, row.id),
        owner,
      ),
    )
    .limit(1);
  const message = labMethodMessages.sameHazard(hazard?.name ?? '');
  if (duplicateRow) throw new Refusal(409, 'duplicate', message, { errors: [{ field: 'hazard', message }] });
}

export const labMethodItemPolicy: Policy = {
  hiddenCommonRows: { filter: 'replaced', conditionFor: replacedByOwnItem },
  async beforeSave(draft, { tx }) {
    const [method] = await lockMethod(tx, Number(draft.method));
    const [hazard] = await tx
      .select({ name: hazardTable.name })
      .from(hazardTable)
      .where(eq(hazardTable.id, Number(draft.hazard)));
    return { itemName: `${method?.title ?? ''} ${hazard?.name ?? ''}` };
  },
  async afterSave(row, { tx }) {
    const [method] = await tx
      .select({ owner: labMethodTable.organizationId })
      .from(labMethodTable)
      .where(eq(labMethodTable.id, Number(row.method)));
    const [hazard] = await tx
      .select({ owner: hazardTable.organizationId })
      .from(hazardTable)
      .where(eq(hazardTable.id, Number(row.hazard)));
    if (row.organizationId === null && (method?.owner || hazard?.owner)) throw conflict(labMethodMessages.ownersMethod);
    await assertOnly(tx, row);
  },
  async afterRestore(rows, { tx }) {
    for (const row of rows) {
      await lockMethod(tx, Number(row.method));
      await assertOnly(tx, row);
    }
  },
};
