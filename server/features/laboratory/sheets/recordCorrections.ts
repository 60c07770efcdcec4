import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import {
  withGivenReasons,
  type GivenReason,
  oldValuesOf,
  type OldValues,
  type RecordCorrections,
  type TrailEdit,
} from '@contract/print/recordCorrections';
import { formatMoment } from '@server/base/zone';
import { describeChange } from '@server/crud/describeChange';
import type { Registry } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import {
  auditLogTable,
  labCheckTable,
  labDetectionTable,
  labSheetRowTable,
  workflowStepTable,
} from '@server/db/schema';

interface StoredEdit extends TrailEdit {
  readonly entityId: number;
}

type RowValues = Readonly<Record<string, unknown>>;

/** Returns a name without the account, which the audit trail appends in brackets. */
const nameIn = (userName: string | null): string => (userName ?? '').replace(/（[^（）]*）$/, '');

/** Returns the edits of these rows from the audit trail, oldest first. */
export async function editsOf(orm: Orm, zone: string, entity: string, ids: readonly number[]): Promise<StoredEdit[]> {
  if (!ids.length) return [];
  const log = auditLogTable;
  const rows = await orm
    .select({
      entityId: log.entityId,
      userName: log.userName,
      time: log.createTime,
      reason: log.reason,
      before: log.before,
      after: log.after,
    })
    .from(log)
    .where(and(eq(log.entity, entity), inArray(log.entityId, [...ids]), eq(log.action, 'edit')))
    .orderBy(asc(log.id));
  return rows.map(({ entityId, userName, time, reason, before, after }) => ({
    entityId: entityId ?? 0,
    person: nameIn(userName),
    at: formatMoment(time, zone),
    reason,
    before: (before ?? {}) as RowValues,
    after: (after ?? {}) as RowValues,
  }));
}

/**
 * Returns the old values of each row that has any.
 * @param savedEdits number of edits that belong to the first save of a row; these edits changed only proposed values
 */
export function oldValuesByRow(edits: readonly StoredEdit[], savedEdits: 0 | 1): Readonly<Record<number, OldValues>> {
  const byRow = new Map<number, StoredEdit[]>();
  for (const edit of edits) byRow.set(edit.entityId, [...(byRow.get(edit.entityId) ?? []), edit]);
  return Object.fromEntries(
    [...byRow].flatMap(([id, rowEdits]) => {
      const rowOldValues = oldValuesOf(rowEdits.slice(savedEdits));
      return Object.keys(rowOldValues).length > 0 ? [[id, rowOldValues]] : [];
    }),
  );
}

/** Formats the times of the audit trail in the organization's time zone. */
const inZone = (values: RowValues, momentFields: ReadonlySet<string>, zone: string): RowValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      momentFields.has(name) && typeof value === 'string' && /T.*Z$/.test(value)
        ? formatMoment(new Date(value), zone)
        : value,
    ]),
  );

/** Returns values as people read them: references by their title, times in the time zone. */
export async function readableValues(
  orm: Orm,
  registry: Registry,
  zone: string,
  entity: string,
  edits: readonly StoredEdit[],
): Promise<StoredEdit[]> {
  const { fields } = registry.named(entity).entity;
  const textFields = new Set(
    Object.entries(fields).flatMap(([name, { kind }]) =>
      kind === 'ref' || kind === 'refs' || kind === 'dict' || kind === 'file' ? [name] : [],
    ),
  );
  const momentFields = new Set(
    Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'dateTime' ? [name] : [])),
  );
  const pickWorded = (values: RowValues): RowValues =>
    Object.fromEntries(Object.entries(values).filter(([name]) => textFields.has(name)));
  return Promise.all(
    edits.map(async (givenEdit) => {
      const edit = {
        ...givenEdit,
        before: inZone(givenEdit.before, momentFields, zone),
        after: inZone(givenEdit.after, momentFields, zone),
      };
      if (![...Object.keys(edit.before), ...Object.keys(edit.after)].some((name) => textFields.has(name))) return edit;
      const differences = await describeChange(orm, registry, entity, pickWorded(edit.before), pickWorded(edit.after));
      const describedSide = (side: 'before' | 'after') =>
        Object.fromEntries(differences.map((difference) => [difference.name, difference[side]]));
      return {
        ...edit,
        before: { ...edit.before, ...describedSide('before') },
        after: { ...edit.after, ...describedSide('after') },
      };
    }),
  );
}

/**
 * Returns the reason why a record, or its earlier version, was returned or corrected. Later changes are made for that
 * reason.
 */
async function reasonsOf(
  orm: Orm,
  zone: string,
  sheet: { readonly id: number; readonly previous: unknown },
): Promise<GivenReason[]> {
  const ids = [sheet.id, ...(typeof sheet.previous === 'number' ? [sheet.previous] : [])];
  const step = workflowStepTable;
  const rows = await orm
    .select({ time: step.time, reason: step.reason })
    .from(step)
    .where(and(eq(step.machine, recordMachine.name), inArray(step.rowId, ids), isNotNull(step.reason)))
    .orderBy(asc(step.id));
  return rows.flatMap(({ time, reason }) => (reason ? [{ at: formatMoment(time, zone), reason }] : []));
}

async function partEdits(
  orm: Orm,
  zone: string,
  table: typeof labSheetRowTable | typeof labCheckTable | typeof labDetectionTable,
  entity: string,
  sheetId: number,
): Promise<StoredEdit[]> {
  const ids = await orm.select({ id: table.id }).from(table).where(eq(table.sheet, sheetId));
  return editsOf(
    orm,
    zone,
    entity,
    ids.map(({ id }) => id),
  );
}

/**
 * Returns the corrections on a record since its first save; for a version that replaced an approved one, since it was
 * begun.
 */
export async function correctionsOf(
  orm: Orm,
  registry: Registry,
  zone: string,
  sheet: { readonly id: number; readonly previous: unknown },
): Promise<RecordCorrections> {
  const savedEdits = sheet.previous === null ? 1 : 0;
  const reasons = await reasonsOf(orm, zone, sheet);
  const head = await readableValues(orm, registry, zone, 'labSheet', await editsOf(orm, zone, 'labSheet', [sheet.id]));
  const oldValuesFrom = (edits: readonly StoredEdit[], first: 0 | 1) =>
    oldValuesByRow(withGivenReasons(edits, reasons), first);
  return {
    sheet: oldValuesFrom(head, savedEdits)[sheet.id] ?? {},
    rows: oldValuesFrom(await partEdits(orm, zone, labSheetRowTable, 'labSheetRow', sheet.id), savedEdits),
    checks: oldValuesFrom(await partEdits(orm, zone, labCheckTable, 'labCheck', sheet.id), 0),
    detections: oldValuesFrom(await partEdits(orm, zone, labDetectionTable, 'labDetection', sheet.id), 0),
  };
}
