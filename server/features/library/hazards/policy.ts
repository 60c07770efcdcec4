import { and, eq, isNull, ne, or } from 'drizzle-orm';
import { overlapMessage, overlapOf } from '@contract/arithmetic/limits/limitVersions';
import { fixedDictionaries } from '@contract/dictionaries';
import type { AnyRow } from '@contract/entity';
import type { Policy } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { hazardLimitTable, hazardTable } from '@server/db/schema';
import { conflict, invalid, Refusal } from '@server/http/errors';
import { verificationFields } from '../libraryVerification';
import { hazardsByOtherNames } from './otherNames';

const hazardMessages = {
  sameName: (name: string) => `“${name}”已在公共因素库中，请直接使用，或换一个名称`,
  limitMoved: '限值不能改到另一个危害因素，请在该因素下新增',
  ownersHazard: '公共限值只能属于公共因素',
} as const;

/** Refuses an organization's hazard with the name of a common one, because an import finds a hazard by name. */
async function assertNoCommonName(tx: Orm, row: AnyRow): Promise<void> {
  const publicCondition = row.organizationId === null ? undefined : isNull(hazardTable.organizationId);
  if (!publicCondition) return;
  const [duplicateRow] = await tx
    .select({ id: hazardTable.id })
    .from(hazardTable)
    .where(
      and(
        eq(hazardTable.name, String(row.name)),
        isNull(hazardTable.deleteTime),
        ne(hazardTable.id, row.id),
        publicCondition,
      ),
    )
    .limit(1);
  const message = hazardMessages.sameName(String(row.name));
  if (duplicateRow) throw new Refusal(409, 'duplicate', message, { errors: [{ field: 'name', message }] });
}

export const hazardPolicy: Policy = {
  alsoCalled: hazardsByOtherNames,
  beforeSave: (draft, context) => Promise.resolve(verificationFields(draft, context)),
  afterSave: (row, { tx }) => assertNoCommonName(tx, row),
  // A row that replaced the deleted one meanwhile has priority.
  async afterRestore(rows, { tx }) {
    for (const row of rows) await assertNoCommonName(tx, row);
  },
};

/** Save rules of 生物接触限值: store who verified it. */
export const biologicalLimitPolicy: Policy = {
  beforeSave: (draft, context) => Promise.resolve(verificationFields(draft, context)),
};

const kindLabels = new Map<string, string>(fixedDictionaries.limitKind.map(({ value, label }) => [value, label]));

/** Returns the title of a limit: hazard, kind, value and unit. */
export const limitNameOf = (
  hazardName: string,
  draft: { readonly kind?: unknown; readonly value?: unknown; readonly unit?: unknown },
): string =>
  `${hazardName} ${kindLabels.get(String(draft.kind)) ?? ''} ${String(draft.value)} ${String(draft.unit)}`.slice(
    0,
    200,
  );

/**
 * Locks the hazard's row. Of two people who add versions at once, the second waits here and then finds the first's
 * version.
 */
const lockHazard = (tx: Orm, id: number) =>
  tx.select({ name: hazardTable.name }).from(hazardTable).where(eq(hazardTable.id, id)).for('update');

/**
 * Refuses a limit whose period overlaps another version. With two valid versions the older row would be used, even if
 * the newer was meant.
 */
async function assertNoOverlap(tx: Orm, row: AnyRow): Promise<void> {
  const versions = await tx
    .select()
    .from(hazardLimitTable)
    .where(
      and(
        eq(hazardLimitTable.hazard, Number(row.hazard)),
        isNull(hazardLimitTable.deleteTime),
        row.organizationId === null
          ? isNull(hazardLimitTable.organizationId)
          : or(eq(hazardLimitTable.organizationId, row.organizationId)),
      ),
    );
  const ownVersion = versions.find(({ id }) => id === row.id);
  const overlappingVersion = ownVersion && overlapOf(ownVersion, versions);
  if (!overlappingVersion) return;
  const message = overlapMessage(overlappingVersion);
  throw new Refusal(409, 'overlap', message, { errors: [{ field: 'effectiveFrom', message }] });
}

export const hazardLimitPolicy: Policy = {
  async beforeSave(draft, context) {
    const { tx, before } = context;
    if (before && before.hazard !== draft.hazard) throw conflict(hazardMessages.limitMoved);
    if (Number(draft.value) === 0) throw invalid([{ field: 'value', message: '限值应大于0' }]);
    const [hazardRow] = await lockHazard(tx, Number(draft.hazard));
    return { limitName: limitNameOf(hazardRow?.name ?? '', draft), ...verificationFields(draft, context) };
  },
  async afterSave(row, { tx }) {
    const [hazardRow] = await tx
      .select({ organizationId: hazardTable.organizationId })
      .from(hazardTable)
      .where(eq(hazardTable.id, Number(row.hazard)));
    if (row.organizationId === null && hazardRow?.organizationId) throw conflict(hazardMessages.ownersHazard);
    await assertNoOverlap(tx, row);
  },
  async afterRestore(rows, { tx }) {
    for (const row of rows) {
      await lockHazard(tx, Number(row.hazard));
      await assertNoOverlap(tx, row);
    }
  },
};
