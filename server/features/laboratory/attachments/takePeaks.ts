import { and, asc, eq, isNull } from 'drizzle-orm';
import { labAttachmentTexts } from '@contract/features/laboratory/attachments/attachmentTexts';
import { labPeak } from '@contract/features/laboratory/entities/labPeak';
import { labSheetRow } from '@contract/features/laboratory/entities/labSheetRow';
import {
  isNameOf,
  markOfColumn,
  matchLines,
  type PeakChoice,
  type PeakTable,
} from '@contract/features/laboratory/instruments/readPeakTables';
import { layoutOfSheet, methodOf, sheetOf } from '@contract/features/laboratory/sheets/labWork';
import { readingKeys } from '@contract/features/laboratory/sheets/rowEntity';
import { actorOf, type AuditEvent, recordAudit } from '@server/audit/auditTrail';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { labPeakTable, labSheetRowTable } from '@server/db/schema';
import { otherNamesOf } from '@server/features/library/hazards/otherNames';
import { badRequest, conflict, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { openSheet, type StoredSheet } from '../sheets/openSheet';
import { causedByReadings, recalculateSheet } from '../sheets/recalculate';
import type { StoredAttachment } from './readTable';

type StoredRow = typeof labSheetRowTable.$inferSelect;

interface TakeBody extends PeakChoice {
  readonly attachment: number;
  readonly reading: string;
}

const rowsOf = (tx: Orm, sheet: number): Promise<StoredRow[]> =>
  tx
    .select()
    .from(labSheetRowTable)
    .where(and(eq(labSheetRowTable.sheet, sheet), isNull(labSheetRowTable.deleteTime)))
    .orderBy(asc(labSheetRowTable.rowSort), asc(labSheetRowTable.id));

function assertReading(sheet: StoredSheet, reading: string): void {
  const sheetFacts = { methodKind: sheet.methodKind, layout: sheet.layout, variant: sheet.variant };
  if (!readingKeys(methodOf(sheetFacts), layoutOfSheet(sheetFacts).key).includes(reading))
    throw badRequest(labAttachmentTexts.unknownReading);
}

/** Returns the unit of a reading of a record; null for a reading without one. */
function unitOfReading({ methodKind }: StoredSheet, reading: string): string | null {
  const field = sheetOf({ methodKind }).readings[reading];
  return field?.kind === 'decimal' ? (field.unit ?? null) : null;
}

/** Writes one reading of a row. The audit trail names the file and its line. */
async function writeReading(
  tx: Orm,
  call: Call<unknown>,
  row: StoredRow,
  reading: string,
  value: string,
  source: string,
  now: Date,
): Promise<AuditEvent> {
  const before = row.readings?.[reading] ?? null;
  await tx
    .update(labSheetRowTable)
    .set({
      readings: { ...row.readings, [reading]: value },
      version: row.version + 1,
      updateBy: call.viewer.user.id,
      updateTime: now,
    })
    .where(eq(labSheetRowTable.id, row.id));
  return {
    action: 'edit',
    entity: labSheetRow,
    entityId: row.id,
    title: row.sampleNo,
    organizationId: row.organizationId,
    before: { [reading]: before },
    after: { [reading]: value },
    reason: source,
  };
}

/**
 * Returns the names that select the peak. The record's own component matches by every name of its hazard, another
 * chosen component only by its own name.
 */
async function namesOf(tx: Orm, { hazard, hazardName }: StoredSheet, { peakName }: PeakChoice): Promise<string[]> {
  const names = await otherNamesOf(tx, hazard);
  return peakName && isNameOf(peakName, [hazardName ?? '', ...names]) ? names : [];
}

function assertColumns(table: PeakTable, choice: TakeBody): void {
  const columns = [
    choice.sampleColumn,
    choice.valueColumn,
    ...(typeof choice.peakColumn === 'number' ? [choice.peakColumn] : []),
  ];
  if (columns.some((column) => column >= table.headings.length)) throw badRequest(labAttachmentTexts.unknownColumn);
  if (!choice.decimalMark && markOfColumn(table, choice.valueColumn) === null)
    throw badRequest(labAttachmentTexts.chooseMark);
}

/** Replaces the stored peaks of an attachment by the lines of its table, each with the row that receives it. */
async function storePeaks(
  tx: Orm,
  userId: number,
  now: Date,
  {
    id: attachmentId,
    sheet,
    organizationId,
  }: { readonly id: number; readonly sheet: number; readonly organizationId: number | null },
  table: PeakTable,
  lines: ReturnType<typeof matchLines>,
  reading: string,
): Promise<void> {
  await tx
    .update(labPeakTable)
    .set({ deleteTime: now, deleteBy: userId })
    .where(and(eq(labPeakTable.attachment, attachmentId), isNull(labPeakTable.deleteTime)));
  const cellsByHeading = (cells: readonly string[]) =>
    Object.fromEntries(
      cells
        .slice(0, 100)
        .flatMap((cell, column) =>
          cell === '' ? [] : [[table.headings[column] ?? `第${column + 1}列`, cell.slice(0, 500)]],
        ),
    );
  for (let from = 0; from < lines.length; from += 500) {
    await tx.insert(labPeakTable).values(
      lines.slice(from, from + 500).map((matchedLine, index) => ({
        organizationId,
        sheet,
        attachment: attachmentId,
        line: matchedLine.line,
        sampleName: matchedLine.sampleName.slice(0, 200) || null,
        peakName: matchedLine.peakName.slice(0, 200) || null,
        values: cellsByHeading(table.lines[from + index]?.cells ?? []),
        state: matchedLine.state,
        row: matchedLine.row,
        reading,
        reason: matchedLine.reason,
        createBy: userId,
        updateBy: userId,
      })),
    );
  }
}

/**
 * Reads the lines of a file into a record. Each line is stored with its outcome; a matched line becomes a reading of
 * its row. Reading the same file again replaces its earlier lines.
 * @throws Refusal 400 for an unknown column, or a file whose decimal mark is not chosen
 */
export async function takePeaks(
  { services, registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  attachment: StoredAttachment,
  table: PeakTable,
  choice: TakeBody,
): Promise<{ matched: number; parked: number }> {
  const sheet = await openSheet(tx, registry, call, attachment.sheet);
  assertReading(sheet, choice.reading);
  assertColumns(table, choice);
  const rows = await rowsOf(tx, sheet.id);
  const matchedLines = matchLines(
    table,
    rows.map(({ id, sampleNo, rowKind, readings }) => ({
      id,
      sampleNo,
      rowKind: String(rowKind),
      filterNo: readings?.['filterNo'],
    })),
    { ...choice, unit: unitOfReading(sheet, choice.reading), alsoCalled: await namesOf(tx, sheet, choice) },
  );
  const now = services.now();
  const place = { id: attachment.id, sheet: sheet.id, organizationId: sheet.organizationId };
  await storePeaks(tx, call.viewer.user.id, now, place, table, matchedLines, choice.reading);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const auditEvents: AuditEvent[] = [];
  for (const matchedLine of matchedLines) {
    const row = matchedLine.row === null ? undefined : byId.get(matchedLine.row);
    if (matchedLine.state !== 'matched' || !row || matchedLine.number === null) continue;
    const origin = `${attachment.fileName ?? ''}第${matchedLine.line}行`;
    auditEvents.push(await writeReading(tx, call, row, choice.reading, matchedLine.number, origin, now));
  }
  await recordAudit(tx, actorOf(call), auditEvents);
  await recalculateSheet(tx, sheet.id, await causedByReadings(tx, call, sheet.id));
  return { matched: auditEvents.length, parked: matchedLines.filter(({ state }) => state === 'parked').length };
}

interface SettleBody {
  readonly id: number;
  readonly row?: number | null | undefined;
  readonly value?: string | null | undefined;
  readonly reason?: string | null | undefined;
}

/**
 * Settles a waiting line: it becomes the reading of a row, or is rejected with a reason.
 * @throws Refusal 400 without a row or a number; 404; 409 for a line that is settled already
 */
export async function settlePeak(
  { services, registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  { id, row: rowId, value, reason }: SettleBody,
): Promise<void> {
  const [peak] = await tx
    .select()
    .from(labPeakTable)
    .where(and(eq(labPeakTable.id, id), isNull(labPeakTable.deleteTime)));
  // refusal: peak
  if (!peak) throw notFound();
  const sheet = await openSheet(tx, registry, call, peak.sheet);
  const [now] = await tx
    .select({ state: labPeakTable.state })
    .from(labPeakTable)
    .where(eq(labPeakTable.id, id))
    .for('update');
  if (now?.state !== 'parked') throw conflict(labAttachmentTexts.alreadySettled);
  const change = async (to: Partial<typeof labPeakTable.$inferInsert>) => {
    await tx
      .update(labPeakTable)
      .set({ ...to, version: peak.version + 1, updateBy: call.viewer.user.id, updateTime: services.now() })
      .where(eq(labPeakTable.id, id));
    await recordAudit(tx, actorOf(call), [
      {
        action: 'edit',
        entity: labPeak,
        entityId: id,
        title: peak.sampleName,
        organizationId: peak.organizationId,
        before: { state: peak.state },
        after: { ...to },
        ...(reason ? { reason } : {}),
      },
    ]);
  };
  if (typeof rowId !== 'number') {
    if (!reason?.trim()) throw badRequest(labAttachmentTexts.chooseRow);
    await change({ state: 'ignored', reason: reason.trim().slice(0, 200) });
    return;
  }
  const row = (await rowsOf(tx, sheet.id)).find((candidate) => candidate.id === rowId);
  // refusal: row
  if (!row) throw notFound();
  if (!value) throw badRequest(labAttachmentTexts.notNumber(''));
  const event = await writeReading(
    tx,
    call,
    row,
    String(peak.reading),
    value,
    `${labAttachmentTexts.settled}：第${peak.line}行`,
    services.now(),
  );
  await recordAudit(tx, actorOf(call), [event]);
  await change({ state: 'matched', row: rowId, reason: reason?.trim().slice(0, 200) ?? null });
  await recalculateSheet(tx, sheet.id, await causedByReadings(tx, call, sheet.id));
}
