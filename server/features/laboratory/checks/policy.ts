import { and, eq, isNull, ne } from 'drizzle-orm';
import { labCheckTexts } from '@contract/features/laboratory/checks/checkTexts';
import type { Readings } from '@contract/features/laboratory/methods/calculation/labRecord';
import type { MethodKey } from '@contract/features/laboratory/methods/methodCatalogue';
import { type CheckKind, checkInputs, methodChecks } from '@contract/features/laboratory/methods/sheets/methodChecks';
import { sheetOf } from '@contract/features/laboratory/sheets/labWork';
import { formatDay } from '@server/base/zone';
import { perTransaction } from '@server/crud/cachePerTransaction';
import type { Policy, SaveContext } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { labCheckTable, standardTable } from '@server/db/schema';
import { assertUsableOrOverridden } from '@server/features/stock/itemFitness';
import { assertFits, purposeOfTest } from '@server/features/stock/purposeFitness';
import { conflict, invalid } from '@server/http/errors';
import { checkFields } from '../sheets/rowFields';
import { type CheckFacts, checkFacts, hasChecks, judgedRow } from '../sheets/sheetChecks';
import { sheetPartPolicy } from '../sheets/sheetPartPolicy';

const refuse = (field: string, message: string) => invalid([{ field, message }]);
const factsOf = (tx: Orm, sheet: number): Promise<CheckFacts> =>
  perTransaction(tx, `checks:${sheet}`, () => checkFacts(tx, sheet));

function kindOf({ work }: CheckFacts, kind: unknown): CheckKind {
  const isKnown = (sheetOf(work.sheet).checks as readonly string[]).includes(String(kind));
  if (!isKnown || !hasChecks(work.sheet.methodKind as MethodKey))
    throw refuse('checkKind', labCheckTexts.otherMethod(methodChecks[kind as CheckKind]?.title ?? String(kind)));
  return kind as CheckKind;
}

/** Returns the certified value and uncertainty of the chosen standard, as they were when it was chosen. */
async function ofStandard(
  { work: { sheet } }: CheckFacts,
  draft: Readonly<Record<string, unknown>>,
  { tx, call, before, services, registry }: SaveContext,
): Promise<{ values: Readings; name: string }> {
  if (typeof draft.standard !== 'number') throw refuse('standard', labCheckTexts.standardNeeded);
  const [standard] = await tx.select().from(standardTable).where(eq(standardTable.id, draft.standard));
  const name = standard ? `${standard.standardName} ${standard.lotNo}` : '';
  if (before && before.standard === draft.standard) {
    const { certified, uncertainty } = (before.values ?? {}) as Readings;
    return { values: { certified, uncertainty }, name };
  }
  if (!standard?.certified || !standard.uncertainty) throw refuse('standard', labCheckTexts.standardBare(name));
  await assertFits(tx, await purposeOfTest(tx, String(sheet.methodKind), sheet.hazard), { standard: standard.id });
  const day = sheet.testDate ?? formatDay(services.now(), services.env.zone);
  const checkGate = {
    about: labCheckTexts.gate(sheet.sheetNo ?? ''),
    organizationId: sheet.organizationId,
    project: sheet.project,
    sheet: sheet.id,
  };
  await assertUsableOrOverridden(
    { services, registry },
    tx,
    call,
    { standard: standard.id },
    day,
    checkGate,
    call.reason ? { reason: call.reason } : undefined,
  );
  return { values: { certified: standard.certified, uncertainty: standard.uncertainty }, name };
}

async function assertRetest(tx: Orm, draft: Readonly<Record<string, unknown>>, ownId: number | null): Promise<void> {
  if (typeof draft.retestOf !== 'number') return;
  const table = labCheckTable;
  const [first] = await tx
    .select()
    .from(table)
    .where(and(eq(table.id, draft.retestOf), isNull(table.deleteTime)));
  if (
    !first ||
    first.id === ownId ||
    first.sheet !== draft.sheet ||
    first.checkKind !== draft.checkKind ||
    !first.judged ||
    first.passes
  )
    throw refuse('retestOf', labCheckTexts.retestOther);
  const [otherRetest] = await tx
    .select({ id: table.id })
    .from(table)
    .where(
      and(eq(table.retestOf, first.id), isNull(table.deleteTime), ownId === null ? undefined : ne(table.id, ownId)),
    )
    .limit(1);
  if (otherRetest) throw refuse('retestOf', labCheckTexts.retestTwice);
}

/**
 * Save rules of the rows of the quality-control tabs: written while the record is open for its analyst, judged by the
 * server at each save.
 */
export const labCheckPolicy: Policy = sheetPartPolicy({
  savedTogether: true,
  disabledOperations: ['restore'],
  rowFields: checkFields,
  async beforeSave(draft, context) {
    const { tx, before } = context;
    if (before && before.checkKind !== draft.checkKind) throw conflict(labCheckTexts.kindStays);
    const sheetFacts = await factsOf(tx, Number(draft.sheet));
    const kind = kindOf(sheetFacts, draft.checkKind);
    await assertRetest(tx, draft, before?.id ?? null);
    const typedValues = (draft.values ?? {}) as Readings;
    const keptReadings: Readings = Object.fromEntries(
      checkInputs(kind).flatMap(({ key }) => (typedValues[key] ? [[key, typedValues[key]]] : [])),
    );
    const standard = kind === 'control' ? await ofStandard(sheetFacts, draft, context) : null;
    const values = { ...keptReadings, ...standard?.values };
    const sampleNo = standard ? standard.name.slice(0, 100) : ((draft.sampleNo as string | null) ?? null);
    return {
      values,
      sampleNo,
      ...(kind === 'control' ? {} : { standard: null }),
      ...judgedRow(sheetFacts, kind, sampleNo, values),
    };
  },
  async assertOpen(row, { tx }) {
    const [retest] = await tx
      .select({ id: labCheckTable.id })
      .from(labCheckTable)
      .where(and(eq(labCheckTable.retestOf, row.id), isNull(labCheckTable.deleteTime)))
      .limit(1);
    if (retest) throw conflict(labCheckTexts.retested, 'locked');
  },
});
