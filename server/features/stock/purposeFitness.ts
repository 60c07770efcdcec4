import { asc, eq, inArray } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import {
  fitnessTexts,
  instrumentMisfit,
  type IntendedPurpose,
  standardMisfit,
} from '@contract/features/laboratory/purposeFit';
import type { FieldError } from '@contract/schema';
import type { Orm } from '@server/db/orm';
import { valuesById } from '@server/db/readRows';
import { equipmentTable, hazardTable, labCurveTable, standardCompositionTable, standardTable } from '@server/db/schema';
import { Refusal } from '@server/http/errors';

type StoredStandard = typeof standardTable.$inferSelect;

const purposeLabels: ReadonlyMap<string, string> = new Map(
  fixedDictionaries.instrumentPurpose.map(({ value, label }) => [value, label]),
);
/** Returns the label of an instrument's purpose. */
export const purposeLabel = (value: string): string => purposeLabels.get(value) ?? value;

/** Returns the requirements on instruments and standards for a test by a method for a hazard. */
export async function purposeOfTest(orm: Orm, methodKind: string, hazardId: number): Promise<IntendedPurpose> {
  const [hazardRow] = await orm
    .select({ name: hazardTable.name })
    .from(hazardTable)
    .where(eq(hazardTable.id, hazardId));
  return { methodKind, hazard: hazardId, hazardName: hazardRow?.name ?? '' };
}

/** Returns the hazards by standard: its own before those of its composition. */
export async function hazardsOfStandards(
  orm: Orm,
  standards: readonly Pick<StoredStandard, 'id' | 'hazard'>[],
): Promise<ReadonlyMap<number, readonly { id: number; name: string }[]>> {
  if (!standards.length) return new Map();
  const linkTable = standardCompositionTable;
  const components = await orm
    .select({ owner: linkTable.ownerId, hazard: linkTable.targetId })
    .from(linkTable)
    .where(
      inArray(
        linkTable.ownerId,
        standards.map(({ id }) => id),
      ),
    )
    .orderBy(asc(linkTable.ownerId), asc(linkTable.position), asc(linkTable.targetId));
  const hazardIdsByStandard = standards.map(
    ({ id, hazard }) =>
      [
        id,
        [
          ...new Set([
            ...(hazard === null ? [] : [hazard]),
            ...components.flatMap((part) => (part.owner === id ? [part.hazard] : [])),
          ]),
        ],
      ] as const,
  );
  const ids = hazardIdsByStandard.flatMap(([, hazardIds]) => hazardIds);
  const names = await valuesById(orm, hazardTable, hazardTable.name, ids);
  return new Map(
    hazardIdsByStandard.map(([id, hazardIds]) => [
      id,
      hazardIds.map((hazardId) => ({ id: hazardId, name: names.get(hazardId) ?? '' })),
    ]),
  );
}

async function standardFault(orm: Orm, id: number, purpose: IntendedPurpose): Promise<string | null> {
  const [standardRow] = await orm.select().from(standardTable).where(eq(standardTable.id, id));
  if (!standardRow) return null;
  return standardMisfit(
    { ...standardRow, hazards: (await hazardsOfStandards(orm, [standardRow])).get(id) ?? [] },
    purpose,
  );
}

/** Ids of instruments and standards for a purpose, with a person's reason for an instrument of another purpose. */
interface FittedItems {
  readonly instrument?: number | null | undefined;
  readonly instrumentReason?: string | null | undefined;
  readonly standard?: number | null | undefined;
  /** Curve whose standard is checked, too: it may have been approved before standards were compared. */
  readonly curve?: number | null | undefined;
}

/** Returns why instruments and standards do not fit a purpose, each at its field; empty if all fit. */
async function misfitsAmong(
  orm: Orm,
  purpose: IntendedPurpose,
  { instrument, instrumentReason, standard, curve }: FittedItems,
): Promise<FieldError[]> {
  const faults: FieldError[] = [];
  if (instrument && !instrumentReason?.trim()) {
    const [instrumentRow] = await orm.select().from(equipmentTable).where(eq(equipmentTable.id, instrument));
    const message = instrumentRow ? instrumentMisfit(instrumentRow, purpose, purposeLabel) : null;
    if (message !== null) faults.push({ field: 'instrument', message });
  }
  if (standard) {
    const message = await standardFault(orm, standard, purpose);
    if (message !== null) faults.push({ field: 'standard', message });
  }
  if (curve) {
    const [curveRow] = await orm
      .select({ no: labCurveTable.curveNo, standard: labCurveTable.standard })
      .from(labCurveTable)
      .where(eq(labCurveTable.id, curve));
    const message = curveRow?.standard ? await standardFault(orm, curveRow.standard, purpose) : null;
    if (message !== null) faults.push({ field: 'curve', message: fitnessTexts.curveOf(String(curveRow?.no), message) });
  }
  return faults;
}

/** Returns the instrument and the standard; null in place of one that does not fit the purpose. */
export async function fittingEquipment(
  orm: Orm,
  purpose: IntendedPurpose,
  { instrument, standard }: { readonly instrument: number | null; readonly standard: number | null },
): Promise<{ instrument: number | null; standard: number | null }> {
  const faults = new Set((await misfitsAmong(orm, purpose, { instrument, standard })).map(({ field }) => field));
  return {
    instrument: faults.has('instrument') ? null : instrument,
    standard: faults.has('standard') ? null : standard,
  };
}

/**
 * Refuses instruments and standards that do not fit a purpose.
 * @throws Refusal 409 `misfit` with an error at `instrument`, `standard` or `curve`
 */
export async function assertFits(orm: Orm, purpose: IntendedPurpose, fittedMeans: FittedItems): Promise<void> {
  const errors = await misfitsAmong(orm, purpose, fittedMeans);
  if (errors.length) throw new Refusal(409, 'misfit', errors.map(({ message }) => message).join('；'), { errors });
}
