import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { AnyRow, Entity } from '@contract/entity';
import { importSteps, longTaskTexts } from '@contract/features/system/jobs/longTasks';
import { trimBlanks } from '@contract/fields/normalizeText';
import { permissionOf, mayAny } from '@contract/permissions';
import { fieldSchema, missingFieldErrors } from '@contract/schema';
import type {
  ImportChange,
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
  keyOf,
  keyText,
  reportHeaders,
  type RowReader,
  tableReader,
} from '@contract/workbook/readTableRows';
import {
  cellText,
  rowToCells,
  sheetColumns,
  headersOf,
  type Lookups,
  type SheetColumn,
  type SheetTable,
} from '@contract/workbook/sheetCells';
import { inParts, mapInPieces, visitInPieces, yieldToEventLoop } from '@server/base/yieldToEventLoop';
import type { Orm } from '@server/db/orm';
import { badRequest, invalid, Refusal } from '@server/http/errors';
import { reportProgress } from '@server/http/longTasks';
import { assertReferences } from '../checkReferences';
import { type OperationContext, insertRows, reportWritten, updateRow } from '../operations';
import { presentRows, wireColumns } from '../presentRows';
import { assertWritable, undeletedRows, organizationForNew, scopeOf } from '../rowScope';
import { once } from '../runOnce';
import { initialsOf, withInitials } from '../storedValues';
import { recordRun } from './importRuns';
import { rememberMapping } from './mapSheet';
import { withRuleFaults } from './ruleFaults';
import { sheetLookups } from './sheetLookups';

/** An analysed row with the effect of its import: its draft, and the row that it would change. */
interface JudgedRow extends AnalysedRow {
  state: ImportRow['state'];
  changes: ImportChange[];
  existing: AnyRow | null;
}

/** Maximum number of values that one statement looks up. */
const maxValuesPerStatement = 1000;

/**
 * Returns the condition that a column has one of the values, which the database tests with a hash. With `any`, or a
 * join that the planner may build from `in`, it would compare each row with each value. `case` prevents that.
 */
const isOneOf = (column: AnyPgColumn, values: readonly unknown[]): SQL =>
  sql`case when ${column} in (select unnest(${sql.param(values)}::${sql.raw(column.getSQLType())}[])) then true else false end`;

/**
 * Validates the values that the page sets for all rows; they must include the required fields without a column.
 * @throws Refusal 400; 404 for a reference that the viewer may not use
 */
async function assertFixed(context: OperationContext, orm: Orm, fixedValues: ImportFixed): Promise<void> {
  const { fields, sheet = [] } = context.resource.entity;
  for (const [name, value] of Object.entries(fixedValues)) {
    const field = Object.hasOwn(fields, name) && !sheet.includes(name) ? fields[name] : undefined;
    if (!field || field.readonly) throw badRequest('导入的固定内容不正确，请刷新页面后重试');
    const result = fieldSchema(field).safeParse(value);
    if (!result.success) throw invalid([{ field: name, message: result.error.issues[0]?.message ?? '取值不正确' }]);
  }
  const missingField = Object.entries(fields).find(
    ([name, field]) =>
      field.required &&
      !field.readonly &&
      field.initial === undefined &&
      !sheet.includes(name) &&
      !(name in fixedValues),
  );
  if (missingField) throw invalid([{ field: missingField[0], message: `请先选择${missingField[1].label}` }]);
  await assertReferences(context, orm, fixedValues, null);
}

/** Returns the condition for rows among which a key must be unique. */
const uniquenessScope = ({ resource }: OperationContext, fixedValues: ImportFixed): SQL | undefined =>
  and(
    ...Object.entries(fixedValues).flatMap(([name, value]) =>
      resource.columns[name] ? [eq(resource.columns[name], value)] : [],
    ),
  );

/**
 * Returns the condition for the organization of the import, for a viewer of all organizations. Rows of other
 * organizations neither conflict nor change.
 */
function importOwnerCondition({ resource, call: { viewer } }: OperationContext): SQL | undefined {
  if (viewer.organizationId !== null || resource.entity.scope === 'platform' || resource.policy.partOf)
    return undefined;
  const owner = organizationForNew(resource, viewer, undefined);
  return owner === null ? isNull(resource.columns.organizationId) : eq(resource.columns.organizationId, owner);
}

/** Returns undeleted rows visible to the viewer with one of the values in a field. */
async function rowsWithValues(
  context: OperationContext,
  orm: Orm,
  name: string,
  values: readonly unknown[],
  lock: boolean,
  fixedValues: ImportFixed,
): Promise<AnyRow[]> {
  const { resource, registry, call, services } = context;
  const column = resource.columns[name];
  const holderRows: AnyRow[] = [];
  if (!column) return holderRows;
  for (let from = 0; from < values.length; from += maxValuesPerStatement) {
    const select = orm
      .select(wireColumns(resource))
      .from(resource.table)
      .where(
        and(
          isOneOf(column, values.slice(from, from + maxValuesPerStatement)),
          undeletedRows(resource),
          scopeOf(resource, call.viewer),
          importOwnerCondition(context),
          uniquenessScope(context, fixedValues),
        ),
      );
    holderRows.push(
      ...(await presentRows(
        orm,
        registry,
        resource,
        lock ? await select.for('update') : await select,
        services.env.zone,
      )),
    );
  }
  return holderRows;
}

/** Sorts an organization's own row after the common one, so that it takes precedence. */
const sortOwnLast = (rows: readonly AnyRow[]): AnyRow[] =>
  [...rows].sort((a, b) => Number(a.organizationId !== null) - Number(b.organizationId !== null));

function isWritable({ resource, call }: OperationContext, row: AnyRow): boolean {
  try {
    assertWritable(resource, call.viewer, row);
    return true;
  } catch {
    return false;
  }
}

/** Returns the values that rows give to a field, each once. */
async function distinctValues(rows: readonly AnalysedRow[], name: string): Promise<unknown[]> {
  const values = new Set<unknown>();
  await visitInPieces(rows, ({ draft }) => values.add(draft[name] ?? null));
  values.delete(null);
  return [...values];
}

/** Maps rows by a key; of two with the same key the later one counts. */
async function rowsBy<K>(rows: readonly AnyRow[], key: (row: AnyRow) => K): Promise<Map<K, AnyRow>> {
  const byKey = new Map<K, AnyRow>();
  await visitInPieces(rows, (row) => byKey.set(key(row), row));
  return byKey;
}

/**
 * Compares each row with the stored rows: new, unchanged, changed, or in conflict with another row's unique value.
 */
async function judgeRows(
  context: OperationContext,
  orm: Orm,
  analysedRows: readonly AnalysedRow[],
  { mode, blanks }: ImportHow,
  lookups: Lookups,
  fixedValues: ImportFixed,
  lock = false,
): Promise<JudgedRow[]> {
  const { entity, policy } = context.resource;
  const owner = policy.complete ? organizationForNew(context.resource, context.call.viewer, undefined) : null;
  const rows = (await policy.complete?.(orm, analysedRows, owner)) ?? analysedRows;
  const columns = sheetColumns(entity);
  const key = columns[0];
  if (!key) throw new Error(`${entity.name} has no sheet`);
  const mayEdit = mayAny(context.call.viewer.permissions, [permissionOf(entity, 'edit')]);
  const keyNames = keyOf(entity);
  const firstName = keyNames[0] ?? key.name;
  const keyValues = await distinctValues(rows, firstName);
  const byKey = await rowsBy(
    sortOwnLast(await rowsWithValues(context, orm, firstName, keyValues, lock, fixedValues)),
    (row) => keyText(entity, row),
  );
  const uniques = columns.filter(({ field, name }) => field.unique && name !== key.name);
  const byUnique = new Map<string, Map<unknown, AnyRow>>();
  for (const { name } of uniques) {
    const holders = await rowsWithValues(context, orm, name, await distinctValues(rows, name), false, fixedValues);
    byUnique.set(name, await rowsBy(holders, (row) => row[name]));
  }
  const headers = headersOf(entity);
  const initials = await importInitials(context, orm);

  return mapInPieces(rows, (givenRow): JudgedRow => {
    const rowKey = keyText(entity, givenRow.draft);
    const existingRow = (rowKey === null ? undefined : byKey.get(rowKey)) ?? null;
    const row = existingRow && blanks === 'keep' ? withoutBlanks(columns, givenRow) : givenRow;
    const errors = [...row.errors];
    for (const { name, header, field } of uniques) {
      const other = byUnique.get(name)?.get(row.draft[name]);
      if (other && other.id !== existingRow?.id) {
        errors.push({
          header,
          message: `${field.label}已被“${String(other[entity.titleField])}”使用`,
          value: row.cells[header] ?? '',
        });
      }
    }
    // Unique values are checked only if the fields' own rules pass, like the rules between fields.
    const faults = errors.length
      ? []
      : [
          ...missingFieldErrors(
            entity,
            existingRow ? { ...existingRow, ...row.draft } : withInitials(initials, row.draft),
            existingRow,
          ),
          ...(context.resource.policy.faults?.(
            existingRow ? { ...existingRow, ...row.draft } : withInitials(initials, row.draft),
            existingRow,
          ) ?? []),
        ];
    for (const { field, message } of faults) {
      const header = columns.find(({ name }) => name === field)?.header ?? key.header;
      errors.push({ header, message, value: row.cells[header] ?? '' });
    }
    if (errors.length || !existingRow)
      return { ...row, errors, state: errors.length ? 'error' : 'add', changes: [], existing: existingRow };
    const before = rowToCells(entity, existingRow, lookups);
    const after = rowToCells(entity, { ...existingRow, ...row.draft, ...namesOf(context, row) }, lookups);
    const changes = headers.flatMap((header, index) => {
      const [from, to] = [String(before[index] ?? ''), String(after[index] ?? '')];
      return from === to || !(header in row.cells) ? [] : [{ header, from, to }];
    });
    if (!changes.length) return { ...row, errors, state: 'same', changes, existing: existingRow };
    const value = row.cells[key.header] ?? '';
    const rowTitle =
      keyNames.length > 1
        ? `${keyNames.map((name) => entity.fields[name]?.label ?? name).join('、')}相同的数据`
        : `${key.field.label}“${value}”`;
    const differenceText = `${rowTitle}已存在，有${changes.length}处不同（${changes.map(({ header }) => header).join('、')}）`;
    if (mode === 'add')
      errors.push({ header: key.header, message: `${differenceText}；如要更新请选择“更新已有数据”`, value });
    else if (!isWritable(context, existingRow))
      errors.push({ header: key.header, message: `${differenceText}；公共数据只能由平台管理员维护`, value });
    else if (!mayEdit)
      errors.push({ header: key.header, message: `${differenceText}，您没有编辑权限，不能更新`, value });
    return { ...row, errors, state: errors.length ? 'error' : 'update', changes, existing: existingRow };
  });
}

/** Returns the values of a new row for blank cells of this import. */
const importInitials = async (
  { resource, services, call }: OperationContext,
  orm: Orm,
): Promise<Record<string, unknown>> => ({
  ...initialsOf(resource),
  ...(await resource.policy.initialValues?.(orm, services, organizationForNew(resource, call.viewer, undefined))),
});

/** Removes the empty cells of a row, so that their fields stay unchanged and are not required. */
function withoutBlanks(columns: readonly SheetColumn[], row: AnalysedRow): AnalysedRow {
  const isBlank = ({ header }: SheetColumn): boolean => trimBlanks(row.cells[header] ?? '') === '';
  const filledNames = new Set(columns.filter((column) => !isBlank(column)).map(({ name }) => name));
  const empty = new Set(columns.filter(({ name }) => !filledNames.has(name)).map(({ header }) => header));
  return {
    ...row,
    draft: Object.fromEntries(Object.entries(row.draft).filter(([name]) => filledNames.has(name))),
    errors: row.errors.filter(({ header }) => !empty.has(header)),
  };
}

/** Returns the titles of a row's references, by which the workbook compares them. */
function namesOf({ resource }: OperationContext, row: AnalysedRow): Record<string, unknown> {
  return Object.fromEntries(
    sheetColumns(resource.entity)
      .filter(({ field, name }) => field.kind === 'ref' && name in row.draft)
      .map(({ name, header }) => [`${name}Name`, row.cells[header] ?? null]),
  );
}

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
    if (index % 50 !== 49) continue;
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
  const added: JudgedRow[] = [];
  const changed: { readonly existing: AnyRow; readonly draft: JudgedRow['draft'] }[] = [];
  const faultyRows: JudgedRow[] = [];
  await visitInPieces(judgedRows, (row) => {
    if (row.state === 'error') faultyRows.push(row);
    else if (row.state === 'add') added.push(row);
    else if (row.state === 'update' && row.existing) changed.push({ existing: row.existing, draft: row.draft });
  });
  if (!faultyRows.length) return { added, changed };
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
