import { sql } from 'drizzle-orm';
import type { AnyRow, Entity } from '@contract/entity';
import { importSteps, longTaskTexts } from '@contract/features/system/jobs/longTasks';
import type {
  ImportDone,
  ImportFixed,
  ImportHow,
  ImportPreview,
  ImportRow,
  ImportSource,
} from '@contract/workbook/importWire';
import {
  correctedRowReader,
  type AnalysedRow,
  type CellRow,
  headerName,
  reportHeaders,
  type RowReader,
  tableReader,
} from '@contract/workbook/readTableRows';
import { cellText, type SheetColumn, type SheetTable } from '@contract/workbook/sheetCells';
import { inParts, mapInPieces, visitInPieces, yieldToEventLoop } from '@server/base/yieldToEventLoop';
import { Refusal } from '@server/http/errors';
import { reportProgress } from '@server/http/longWorkProgress';
import { type OperationContext, insertRows, reportWritten, updateRow } from '../operations';
import { assertWritable, organizationForNew } from '../rowScope';
import { once } from '../runOnce';
import { withInitials } from '../storedValues';
import { assertFixed } from './fixedValues';
import { recordRun } from './importRuns';
import { importInitials, type JudgedRow, judgeRows } from './judgeRows';
import { rememberMapping } from './mapSheet';
import { withRuleFaults } from './ruleFaults';
import { sheetLookups } from './sheetLookups';

const importRowOf = ({ draft: _draft, existing: _existing, ...row }: JudgedRow): ImportRow => row;

/** Parses all rows, with pauses for the event loop; returns the lines of dropped rows. */
async function parseAllRows<R extends { readonly line: number }>(
  { label }: Entity,
  reader: RowReader<R>,
  givenRows: readonly R[],
): Promise<{ rows: AnalysedRow[]; dropped: number[] }> {
  const rows: AnalysedRow[] = [];
  const droppedLines: number[] = [];
  for (const [index, givenRow] of givenRows.entries()) {
    const analysedRow = reader.read(givenRow);
    if (analysedRow) rows.push(analysedRow);
    else droppedLines.push(givenRow.line);
    if (index % 50 === 49)
      reportProgress(index + 1, givenRows.length, longTaskTexts.importing(label), importSteps.check);
    await yieldToEventLoop();
  }
  await inParts(reader.finish(rows));
  return { rows, dropped: droppedLines };
}

/**
 * Analyses a table: the effect that importing each row would have. It writes nothing.
 * @param table cells of the sheet, already mapped
 * @param options whether rows with an existing key are refused or updated, and what an empty cell means
 * @param fixed values that the page sets for all rows
 * @param remarks what the mapping did, for the preview
 * @throws Refusal 400 for invalid fixed values
 */
export async function previewTable(
  context: OperationContext,
  table: SheetTable,
  options: ImportHow,
  fixed: ImportFixed = {},
  remarks: readonly string[] = [],
): Promise<ImportPreview> {
  const { orm } = context.services.database;
  await assertFixed(context, orm, fixed);
  // Headers and cells are normalised as in the analysis, so that the look-ups load the same titles.
  const givenHeaders = table.header.map(headerName);
  function* cellsOf({ header, field }: SheetColumn): Generator<string> {
    const index = givenHeaders.indexOf(header);
    if (index >= 0) for (const { cells } of table.rows) if (cells[index]) yield cellText(cells[index], field);
  }
  const lookups = await sheetLookups(context, orm, cellsOf, options.loose);
  const { entity } = context.resource;
  const headers = reportHeaders(entity, table.header, options.mode === 'update' && options.blanks === 'keep');
  const parsedRows = headers.fatal
    ? { rows: [], dropped: [] }
    : await parseAllRows(entity, tableReader(entity, table.header, lookups), table.rows);
  const judgedRows = await judgeRows(context, orm, parsedRows.rows, options, lookups, fixed);
  const rows = await withRuleFaults(context, judgedRows, await importInitials(context, orm), fixed);
  return {
    headers,
    dropped: parsedRows.dropped,
    mappingNotes: remarks,
    rows: await mapInPieces(rows, importRowOf),
    sheetName: table.sheetName,
    sheets: [...table.sheets],
  };
}

/** Returns a function for the texts of a column in rows from the browser. */
const textsOf = (rows: readonly CellRow[]) =>
  function* ({ header }: SheetColumn): Generator<string> {
    for (const { cells } of rows) yield cells[header] ?? '';
  };

/**
 * Analyses rows that a person corrected in the browser. It writes nothing.
 * @param rows corrected rows, all rows of the import
 * @param options whether rows with an existing key are refused or updated, and what an empty cell means
 * @param fixed values that the page sets for all rows
 */
export async function previewRows(
  context: OperationContext,
  rows: readonly CellRow[],
  options: ImportHow,
  fixed: ImportFixed = {},
): Promise<ImportRow[]> {
  const { orm } = context.services.database;
  await assertFixed(context, orm, fixed);
  const lookups = await sheetLookups(context, orm, textsOf(rows), options.loose);
  const parsedRows = await parseAllRows(
    context.resource.entity,
    correctedRowReader(context.resource.entity, lookups),
    rows,
  );
  const judgedRows = await judgeRows(context, orm, parsedRows.rows, options, lookups, fixed);
  return mapInPieces(await withRuleFaults(context, judgedRows, await importInitials(context, orm), fixed), importRowOf);
}

/**
 * Divides rows by what their import does: adds a row, or changes a stored one.
 * @throws Refusal 400 with the faulty cells, if a row is faulty
 */
async function divideRows(judgedRows: readonly JudgedRow[]) {
  const addedRows: JudgedRow[] = [];
  const changedRows: { readonly existing: AnyRow; readonly draft: JudgedRow['draft'] }[] = [];
  const faultyRows: JudgedRow[] = [];
  await visitInPieces(judgedRows, (row) => {
    if (row.state === 'error') faultyRows.push(row);
    else if (row.state === 'add') addedRows.push(row);
    else if (row.state === 'update' && row.existing) changedRows.push({ existing: row.existing, draft: row.draft });
  });
  if (!faultyRows.length) return { added: addedRows, changed: changedRows };
  throw new Refusal(400, 'importErrors', `有${faultyRows.length}行填写有误，未导入任何数据`, {
    errors: faultyRows.flatMap(({ line, errors }) =>
      errors.map(({ header, message }) => ({
        field: `${line}:${header}`,
        message: `第${line}行 ${header}：${message}`,
      })),
    ),
  });
}

/**
 * Imports all rows or none. One invalid row refuses the whole import, with line and column.
 * @param rows all rows of the import
 * @param options whether rows with an existing key are refused or updated, and what an empty cell means
 * @param fixed values that the page sets for all rows
 * @param source file and mapping, which are remembered
 * @throws Refusal 400 with the faulty cells; 409 where stored rows changed meanwhile
 */
export async function importRows(
  context: OperationContext,
  rows: readonly CellRow[],
  options: ImportHow,
  fixed: ImportFixed = {},
  source: ImportSource = { fileName: '', sheetName: '' },
): Promise<ImportDone> {
  const { resource, services, call } = context;
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      // A kept plan is made for the tables as they were before the import, which may have been almost empty.
      await tx.execute(sql`set local plan_cache_mode = force_custom_plan`);
      await assertFixed(context, tx, fixed);
      const lookups = await sheetLookups(context, tx, textsOf(rows), options.loose);
      const judgedRows = await judgeRows(
        context,
        tx,
        (await parseAllRows(resource.entity, correctedRowReader(resource.entity, lookups), rows)).rows,
        options,
        lookups,
        fixed,
        true,
      );
      const { added: newRows, changed } = await divideRows(judgedRows);
      const organizationId = organizationForNew(resource, call.viewer, undefined);
      assertWritable(resource, call.viewer, { organizationId });
      const initials = await importInitials(context, tx);
      const addedIds = await insertRows(
        context,
        tx,
        await mapInPieces(newRows, ({ draft }) => ({ ...withInitials(initials, draft), ...fixed })),
        organizationId,
      );
      for (const [index, { existing, draft }] of changed.entries()) {
        await updateRow(context, tx, existing, draft, { action: 'import' });
        reportWritten(context, newRows.length + index + 1, newRows.length + changed.length);
      }
      const counts = {
        added: newRows.length,
        updated: changed.length,
        same: judgedRows.length - newRows.length - changed.length,
      };
      const before = changed.map(({ existing }) => existing);
      await recordRun(tx, context, { done: counts, source, added: addedIds, before, organizationId });
      await rememberMapping(tx, context, source);
      return counts;
    }),
  );
}
