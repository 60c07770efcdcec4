import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { AnyRow } from '@contract/entity';
import { trimBlanks } from '@contract/fields/normalizeText';
import { permissionOf, mayAny } from '@contract/permissions';
import { missingFieldErrors } from '@contract/schema';
import type { ImportChange, ImportFixed, ImportHow, ImportRow } from '@contract/workbook/importWire';
import { type AnalysedRow, keyOf, keyText } from '@contract/workbook/readTableRows';
import { rowToCells, sheetColumns, headersOf, type Lookups, type SheetColumn } from '@contract/workbook/sheetCells';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import { mapInPieces, visitInPieces } from '@server/base/yieldToEventLoop';
import type { Orm } from '@server/db/orm';
import type { OperationContext } from '../operations';
import { presentRows, wireColumns } from '../presentRows';
import { assertWritable, undeletedRows, organizationForNew, scopeOf } from '../rowScope';
import { initialsOf, withInitials } from '../storedValues';

// Compares the rows of an import with the stored rows, and decides what the import of each would do.

/** An analysed row with the effect of its import: its draft, and the row that it would change. */
export interface JudgedRow extends AnalysedRow {
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
  sql`case when ${column} in (select unnest(${sql.param(values)}::${sql.raw(column.getSQLType())}[])) then true
    else false end`;

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

/** Stored rows with which an import is compared. */
interface StoredMatches {
  /** By the text of the entity's key. */
  readonly byKey: ReadonlyMap<string | null, AnyRow>;
  /** By the first part of the entity's key, as JSON: rows that an update may mean where other parts are not given. */
  readonly byFirstPart: ReadonlyMap<string, readonly AnyRow[]>;
  /** By unique field, then by value. */
  readonly byUnique: ReadonlyMap<string, ReadonlyMap<unknown, AnyRow>>;
}

/** Reads the stored rows that have the key or a unique value of an imported row. */
async function storedMatches(
  context: OperationContext,
  orm: Orm,
  rows: readonly AnalysedRow[],
  { key, uniques }: Pick<Judging, 'key' | 'uniques'>,
  fixedValues: ImportFixed,
  lock: boolean,
): Promise<StoredMatches> {
  const { entity } = context.resource;
  const firstName = keyOf(entity)[0] ?? key.name;
  const keyValues = await distinctValues(rows, firstName);
  const sameFirstPart = sortOwnLast(await rowsWithValues(context, orm, firstName, keyValues, lock, fixedValues));
  const byKey = await rowsBy(sameFirstPart, (row) => keyText(entity, row));
  const byFirstPart = new Map<string, AnyRow[]>();
  await visitInPieces(sameFirstPart, (row) => {
    const part = JSON.stringify(row[firstName]);
    byFirstPart.set(part, [...(byFirstPart.get(part) ?? []), row]);
  });
  const byUnique = new Map<string, Map<unknown, AnyRow>>();
  for (const { name } of uniques) {
    const holders = await rowsWithValues(context, orm, name, await distinctValues(rows, name), false, fixedValues);
    byUnique.set(name, await rowsBy(holders, (row) => row[name]));
  }
  return { byKey, byFirstPart, byUnique };
}

/** What the judgement of a row depends on besides the row. */
interface Judging {
  readonly context: OperationContext;
  readonly how: ImportHow;
  readonly lookups: Lookups;
  readonly columns: readonly SheetColumn[];
  readonly key: SheetColumn;
  readonly uniques: readonly SheetColumn[];
  readonly initials: Readonly<Record<string, unknown>>;
  readonly mayEdit: boolean;
}

type RowErrors = AnalysedRow['errors'];

/** Returns an error for each unique value that another stored row has. */
const takenValueErrors = (
  { context, uniques }: Judging,
  { byUnique }: StoredMatches,
  row: AnalysedRow,
  existingRow: AnyRow | null,
): RowErrors =>
  uniques.flatMap(({ name, header, field }) => {
    const other = byUnique.get(name)?.get(row.draft[name]);
    return other && other.id !== existingRow?.id
      ? [
          {
            header,
            message: `${field.label}已被“${String(other[context.resource.entity.titleField])}”使用`,
            value: row.cells[header] ?? '',
          },
        ]
      : [];
  });

/** Returns an error for each required field without a value, and for each rule of the entity that the row breaks. */
function ruleErrors(
  { context, columns, key, initials }: Judging,
  row: AnalysedRow,
  existingRow: AnyRow | null,
): RowErrors {
  const { entity, policy } = context.resource;
  const writtenRow = () => (existingRow ? { ...existingRow, ...row.draft } : withInitials(initials, row.draft));
  return [
    ...missingFieldErrors(entity, writtenRow(), existingRow),
    ...(policy.faults?.(writtenRow(), existingRow) ?? []),
  ].map(({ field, message }) => {
    const header = columns.find(({ name }) => name === field)?.header ?? key.header;
    return { header, message, value: row.cells[header] ?? '' };
  });
}

/** Returns the cells that the import would change. */
function changesOf({ context, lookups }: Judging, row: AnalysedRow, existingRow: AnyRow): ImportChange[] {
  const { entity } = context.resource;
  const before = rowToCells(entity, existingRow, lookups);
  const after = rowToCells(entity, { ...existingRow, ...row.draft, ...namesOf(context, row) }, lookups);
  return headersOf(entity).flatMap((header, index) => {
    const [from, to] = [String(before[index] ?? ''), String(after[index] ?? '')];
    return from === to || !(header in row.cells) ? [] : [{ header, from, to }];
  });
}

/** Returns why a stored row that differs is not updated; null where it is. */
function updateRefusal(
  { context, how, key, mayEdit }: Judging,
  existingRow: AnyRow,
  changes: readonly ImportChange[],
  keyCell: string,
): string | null {
  const { entity } = context.resource;
  const keyNames = keyOf(entity);
  const rowTitle =
    keyNames.length > 1
      ? `${keyNames.map((name) => entity.fields[name]?.label ?? name).join('、')}相同的数据`
      : `${key.field.label}“${keyCell}”`;
  const differenceText = `${rowTitle}已存在，有${changes.length}处不同（${changes.map(({ header }) => header).join('、')}）`;
  if (how.mode === 'add') return `${differenceText}；如要更新请选择“更新已有数据”`;
  if (!isWritable(context, existingRow)) return `${differenceText}；公共数据只能由平台管理员维护`;
  if (!mayEdit) return `${differenceText}，您没有编辑权限，不能更新`;
  return null;
}

/**
 * Returns the stored rows that a row of an update means: the one with its key, else those with the parts of the key
 * that it gives. An own row takes precedence over a common one.
 */
function meantRows({ context, how }: Judging, { byKey, byFirstPart }: StoredMatches, row: AnalysedRow): AnyRow[] {
  const { entity } = context.resource;
  const rowKey = keyText(entity, row.draft);
  const sameKey = rowKey === null ? undefined : byKey.get(rowKey);
  if (sameKey) return [sameKey];
  const [firstName = '', ...otherNames] = keyOf(entity);
  const givenNames = otherNames.filter((name) => (row.draft[name] ?? null) !== null);
  if (how.mode !== 'update' || how.blanks !== 'keep' || givenNames.length === otherNames.length) return [];
  const similarRows = (byFirstPart.get(JSON.stringify(row.draft[firstName])) ?? []).filter((stored) =>
    givenNames.every((name) => JSON.stringify(stored[name]) === JSON.stringify(row.draft[name])),
  );
  const ownRows = similarRows.filter(({ organizationId }) => organizationId !== null);
  return ownRows.length ? ownRows : similarRows;
}

/** Returns an error for a row of an update that may mean several stored rows. */
function ambiguousRowErrors({ context, key }: Judging, row: AnalysedRow): RowErrors {
  const { entity } = context.resource;
  const missingLabels = keyOf(entity)
    .filter((name) => (row.draft[name] ?? null) === null)
    .map((name) => entity.fields[name]?.label ?? name);
  const value = row.cells[key.header] ?? '';
  return [{ header: key.header, message: sheetMessages.several(value, missingLabels), value }];
}

/**
 * Returns a row as its list gives it, without the values that `Policy.complete` proposes for a new one.
 * @param bareRow the row before it was completed
 */
function withoutProposals({ context, columns }: Judging, row: AnalysedRow, bareRow: AnalysedRow): AnalysedRow {
  const { completed = [] } = context.resource.entity;
  const proposedNames = completed.filter((name) => (bareRow.draft[name] ?? null) === null);
  const headers = new Set(columns.filter(({ name }) => proposedNames.includes(name)).map(({ header }) => header));
  const omit = <V>(record: Record<string, V>, isOmitted: (name: string) => boolean): Record<string, V> =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !isOmitted(name)));
  return {
    ...row,
    draft: omit(row.draft, (name) => proposedNames.includes(name)),
    cells: omit(row.cells, (header) => headers.has(header)),
  };
}

function judgeRow(
  judging: Judging,
  storedMatches: StoredMatches,
  completedRow: AnalysedRow,
  bareRow: AnalysedRow,
): JudgedRow {
  const { context, how, columns, key } = judging;
  const { entity } = context.resource;
  const meant = meantRows(judging, storedMatches, completedRow);
  const existing = meant[0] ?? null;
  const givenRow =
    existing && keyText(entity, existing) !== keyText(entity, completedRow.draft)
      ? withoutProposals(judging, completedRow, bareRow)
      : completedRow;
  if (meant.length > 1)
    return {
      ...givenRow,
      errors: [...givenRow.errors, ...ambiguousRowErrors(judging, givenRow)],
      state: 'error',
      changes: [],
      existing,
    };
  const row = existing && how.blanks === 'keep' ? withoutBlanks(columns, givenRow) : givenRow;
  const cellErrors = [...row.errors, ...takenValueErrors(judging, storedMatches, row, existing)];
  // The rules between fields are checked only if the fields' own rules pass.
  const errors = cellErrors.length ? cellErrors : ruleErrors(judging, row, existing);
  if (errors.length) return { ...row, errors, state: 'error', changes: [], existing };
  if (!existing) return { ...row, errors, state: 'add', changes: [], existing };
  const changes = changesOf(judging, row, existing);
  if (!changes.length) return { ...row, errors, state: 'same', changes, existing };
  const value = row.cells[key.header] ?? '';
  const message = updateRefusal(judging, existing, changes, value);
  return message === null
    ? { ...row, errors, state: 'update', changes, existing }
    : { ...row, errors: [{ header: key.header, message, value }], state: 'error', changes, existing };
}

/**
 * Compares each row with the stored rows: new, unchanged, changed, or in conflict with another row's unique value.
 * @param lock whether the stored rows stay locked until the transaction ends
 * @throws Error for an entity without a workbook
 */
export async function judgeRows(
  context: OperationContext,
  orm: Orm,
  analysedRows: readonly AnalysedRow[],
  how: ImportHow,
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
  const uniques = columns.filter(({ field, name }) => field.unique && name !== key.name);
  const matches = await storedMatches(context, orm, rows, { key, uniques }, fixedValues, lock);
  const judging: Judging = {
    context,
    how,
    lookups,
    columns,
    key,
    uniques,
    initials: await importInitials(context, orm),
    mayEdit: mayAny(context.call.viewer.permissions, [permissionOf(entity, 'edit')]),
  };
  return mapInPieces(rows, (row, index) => judgeRow(judging, matches, row, analysedRows[index] ?? row));
}

/** Returns the values of a new row for blank cells of this import. */
export const importInitials = async (
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
  const emptyHeaders = new Set(columns.filter(({ name }) => !filledNames.has(name)).map(({ header }) => header));
  return {
    ...row,
    draft: Object.fromEntries(Object.entries(row.draft).filter(([name]) => filledNames.has(name))),
    errors: row.errors.filter(({ header }) => !emptyHeaders.has(header)),
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
