import { and, eq, inArray, isNull } from 'drizzle-orm';
import { z } from 'zod';
import {
  type UnfitOverride,
  itemFitnessTexts,
  type UnfitItem,
  unfitCode,
  unfitConsumable,
  unfitInstrument,
  unfitReagent,
  unfitStandard,
} from '@contract/features/stock/itemFitness';
import { permissionOf } from '@contract/permissions';
import type { FieldError } from '@contract/schema';
import type { Registry } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import { consumableTable, equipmentTable, reagentTable, standardTable } from '@server/db/schema';
import { fileNonconformity, isFiled } from '@server/features/nonconformities/fileNonconformity';
import { forbidden, invalid, Refusal } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { acceptanceCheck } from './lotAcceptance';

/**
 * Ids of the things that a record or a curve refers to. `assertReferences` checks whether the viewer may use them.
 */
export interface UsedItems {
  readonly instrument?: number | null | undefined;
  readonly standard?: number | null | undefined;
  readonly reagents?: readonly number[] | null | undefined;
  readonly consumables?: readonly number[] | null | undefined;
}

/** Part of a request body that may allow the use of something unfit. */
export const overrideBody = z
  .object({
    reason: z
      .string({ error: () => itemFitnessTexts.reasonNeeded })
      .trim()
      .min(1, itemFitnessTexts.reasonNeeded)
      .max(300, '原因不能超过300个字'),
  })
  .optional();

const fieldOf = {
  equipment: 'instrument',
  standard: 'standard',
  reagent: 'reagents',
  consumable: 'consumables',
} as const satisfies Record<UnfitItem['entity'], keyof UsedItems>;

/** Returns the things that may not be used on that day (`YYYY-MM-DD`), each with its sentence. */
async function unfitAmong(
  tx: Orm,
  { instrument, standard, reagents, consumables }: UsedItems,
  onDay: string,
): Promise<UnfitItem[]> {
  const instruments = instrument ? await tx.select().from(equipmentTable).where(eq(equipmentTable.id, instrument)) : [];
  const standards = standard ? await tx.select().from(standardTable).where(eq(standardTable.id, standard)) : [];
  const lots = reagents?.length
    ? await tx
        .select()
        .from(reagentTable)
        .where(inArray(reagentTable.id, [...reagents]))
        .orderBy(reagentTable.id)
    : [];
  const consumableRows = consumables?.length
    ? await tx
        .select()
        .from(consumableTable)
        .where(inArray(consumableTable.id, [...consumables]))
        .orderBy(consumableTable.id)
    : [];
  const acceptedAcceptanceCheck = await acceptanceCheck(
    tx,
    [...standards, ...lots, ...consumableRows].map(({ organizationId }) => organizationId),
  );
  const faults = [
    ...instruments.map((row) => unfitInstrument(row, onDay)),
    ...standards.map((row) => unfitStandard(row, onDay) ?? acceptedAcceptanceCheck('standard', row)),
    ...lots.map((row) => unfitReagent(row, onDay) ?? acceptedAcceptanceCheck('reagent', row)),
    ...consumableRows.map((row) => unfitConsumable(row, onDay) ?? acceptedAcceptanceCheck('consumable', row)),
  ];
  return faults.filter((fault): fault is UnfitItem => fault !== null);
}

/** Returns the things that still exist and may be used on that day (`YYYY-MM-DD`). */
export async function usableOf(
  tx: Orm,
  usedThings: {
    readonly instrument: number | null;
    readonly standard: number | null;
    readonly reagents: readonly number[];
  },
  onDay: string,
): Promise<{ instrument: number | null; standard: number | null; reagents: number[] }> {
  const canUse = async (usedItems: UsedItems): Promise<boolean> => !(await unfitAmong(tx, usedItems, onDay)).length;
  const existsRow = async (table: typeof equipmentTable | typeof standardTable | typeof reagentTable, id: number) =>
    (
      await tx
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.id, id), isNull(table.deleteTime)))
    ).length > 0;
  const { instrument, standard } = usedThings;
  const reagentIds: number[] = [];
  for (const id of usedThings.reagents)
    if ((await existsRow(reagentTable, id)) && (await canUse({ reagents: [id] }))) reagentIds.push(id);
  return {
    instrument:
      instrument !== null && (await existsRow(equipmentTable, instrument)) && (await canUse({ instrument }))
        ? instrument
        : null,
    standard:
      standard !== null && (await existsRow(standardTable, standard)) && (await canUse({ standard })) ? standard : null,
    reagents: reagentIds,
  };
}

const refusalOf = (unfitThings: readonly UnfitItem[]): Refusal => {
  const errors: FieldError[] = unfitThings.map(({ entity, message }) => ({ field: fieldOf[entity], message }));
  return new Refusal(409, unfitCode, unfitThings.map(({ message }) => message).join('；'), { errors });
};

/**
 * Refuses expired things (QUALITY §1, 15).
 * @throws Refusal 409 `unfit` with an error at `instrument`, `standard`, `reagents` or `consumables`
 */
export async function assertUsable(tx: Orm, usedThings: UsedItems, onDay: string): Promise<void> {
  const unfitThings = await unfitAmong(tx, usedThings, onDay);
  if (unfitThings.length) throw refusalOf(unfitThings);
}

export interface ItemUse {
  /** Name of the record or curve that uses them, for people, e.g. 检测记录HJ24-0012-GC01. */
  readonly about: string;
  readonly organizationId: number | null;
  readonly project?: number | null;
  readonly sheet?: number | null;
}

/**
 * Allows things to be used on a day, or refuses. Unfit things are allowed with `override`, which requires the
 * permission to file nonconformities. It files one for each thing in the same transaction, unless an earlier one
 * covers the same use and day. Returns the new numbers.
 * @throws Refusal 409 `unfit`, 403 without the permission
 */
export async function assertUsableOrOverridden(
  context: { readonly services: Services; readonly registry: Registry },
  tx: Orm,
  call: Call<unknown>,
  usedThings: UsedItems,
  onDay: string,
  itemUse: ItemUse,
  override?: UnfitOverride,
): Promise<string[]> {
  const openNotices: { unfit: UnfitItem; start: string }[] = [];
  for (const unfitThing of await unfitAmong(tx, usedThings, onDay)) {
    const start = `${itemUse.about}：${unfitThing.message}`;
    if (!(await isFiled(tx, itemUse.organizationId, start))) openNotices.push({ unfit: unfitThing, start });
  }
  if (!openNotices.length) return [];
  if (!override) throw refusalOf(openNotices.map(({ unfit }) => unfit));
  const { viewer } = call;
  if (!viewer.user.isAdmin && !viewer.permissions.has(permissionOf({ name: 'nonconformity' }, 'add')))
    throw forbidden(itemFitnessTexts.mayNotOverride);
  if (!override.reason.trim()) throw invalid([{ field: 'override.reason', message: itemFitnessTexts.reasonNeeded }]);
  const numbers: string[] = [];
  for (const { unfit, start } of openNotices) {
    numbers.push(
      await fileNonconformity(context, tx, call, {
        kind: unfit.finding,
        description: itemFitnessTexts.overridden(start, override.reason.trim()),
        organizationId: itemUse.organizationId,
        project: itemUse.project ?? null,
        sheet: itemUse.sheet ?? null,
      }),
    );
  }
  return numbers;
}
