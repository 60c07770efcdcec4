import { isElement, elementLineOf } from './cells/chemicalElements';
import { type Heading, headingOf, isAmount, isQuantity, type ColumnRole } from './cells/columnHeadings';
import { isUnit } from './cells/resultUnits';
import type { InstrumentProfile } from './instrumentProfile';

export interface Column {
  readonly index: number;
  readonly heading: string;
  readonly role: ColumnRole | null;
  readonly rank: number;
  readonly unit: string | null;
  readonly qualifier: string | null;
  /** Component to which the column belongs; null for none. */
  readonly component: string | null;
  readonly signal: string | null;
  /** The column belongs to an internal standard. */
  readonly standard?: boolean;
}

const intensityUnit = /^(?:k?cps|counts)$/i;

const levelUnit = /^dB(?:\s?\([ACZ]\))?$/i;

function roleOfWide(profile: InstrumentProfile, heading: Heading): ColumnRole | null {
  if (profile.wide === 'levels')
    return levelUnit.test(heading.unit ?? '')
      ? 'level'
      : heading.role === 'dose' && heading.unit === '%'
        ? 'dose'
        : null;
  if (heading.unit === '%') return null;
  const isLine =
    elementLineOf(heading.name) !== null ||
    (heading.unit !== null && (profile.wide === 'headings' || isElement(heading.name)));
  if (profile.wide === undefined || !isLine) return null;
  return heading.unit !== null && intensityUnit.test(heading.unit) ? 'intensity' : 'concentration';
}

/** Headings of names that some programs use for the type of a sample, beside a column with its name. */
const sampleMarkPattern = /^样品(?:标识|标记)$/;
const rowNumber = /^(?:编号|序号|no\.?|#|nr\.?)$/i;

/** Takes `样品标识` as the name of the sample where no other column than a row number names it. */
function withSampleMark(columns: readonly Column[]): Column[] {
  const names = columns.filter(
    ({ role, heading }) => (role === 'sample' || role === 'sampleName') && !sampleMarkPattern.test(heading),
  );
  const isNamed = names.some(({ heading }) => !rowNumber.test(heading.trim()));
  return columns.map((column) =>
    column.role === 'kind' && sampleMarkPattern.test(column.heading.trim()) && !isNamed
      ? { ...column, role: 'sampleName' as const }
      : column,
  );
}

/** Returns the columns of a row of headings. */
export function columnsOf(profile: InstrumentProfile, cells: readonly string[]): Column[] {
  const { headings = [], headingRoles } = profile;
  const taughtRoles = headings.every((heading, index) => heading === cells[index]) ? headingRoles : undefined;
  const columns = cells.map((cell, index) => {
    const heading = headingOf(cell);
    const profileRole =
      taughtRoles?.[index] ??
      profile.columns?.find(([name]) => new RegExp(`^(?:${name})$`, 'i').test(cell.trim()))?.[1] ??
      null;
    const isOpen =
      heading.role === null || (profile.wide === 'levels' && (heading.role === 'level' || heading.role === 'dose'));
    const wideRole = profileRole === null && isOpen ? roleOfWide(profile, heading) : null;
    return {
      index,
      heading: cell,
      role: profileRole ?? wideRole ?? heading.role,
      rank: profileRole === null ? heading.rank : -1,
      unit: heading.unit,
      qualifier: heading.qualifier,
      component: wideRole === null ? null : (elementLineOf(heading.name) ?? heading.name),
      signal: null,
    };
  });
  return taughtRoles ? columns : withSampleMark(columns);
}

const bestColumn = (columns: readonly Column[], role: ColumnRole): Column | null =>
  columns
    .filter((column) => column.role === role)
    .reduce<Column | null>(
      (lowestRanked, column) => (lowestRanked === null || column.rank < lowestRanked.rank ? column : lowestRanked),
      null,
    );

export { bestColumn };

/**
 * Returns the columns whose numbers are read: of each quantity and component the column with the best heading. In a
 * table with retention times, `mass` is m/z and therefore not a quantity.
 */
export function valueColumns(columns: readonly Column[]): readonly Column[] {
  const chromatography = columns.some(({ role }) => role === 'retention');
  const columnByKey = new Map<string, Column>();
  for (const column of columns) {
    if (!isQuantity(column.role) || (chromatography && (column.role === 'mass' || column.role === 'volume'))) continue;
    const key = `${column.role}|${column.component ?? ''}|${column.signal ?? ''}`;
    const chosenColumn = columnByKey.get(key);
    if (!chosenColumn || column.rank < chosenColumn.rank) columnByKey.set(key, column);
  }
  const keptColumns = new Set(columnByKey.values());
  return columns.filter((column) => keptColumns.has(column));
}

const isOtherAmount =
  (value: Column) =>
  ({ role }: Column): boolean =>
    role !== null && isAmount(role) && role !== value.role;

/**
 * Returns the column with the unit of a value column: the next unit column to its right, before another amount. The
 * only unit column of a table applies to all its amounts. Of several, the qualifier decides (`Units (Samp)`).
 */
export function unitColumn(columns: readonly Column[], value: Column): Column | null {
  if (value.unit !== null || value.role === null || !isAmount(value.role)) return null;
  const units = columns.filter(({ role, component }) => role === 'unit' && component === value.component);
  // The only unit column of a table is that of its results: a volume or a weight beside them has another unit.
  const isBeside = (value.role === 'volume' || value.role === 'mass') && columns.some(isOtherAmount(value));
  if (units.length === 1 && !isBeside) return units[0] ?? null;
  const qualifiedUnit = units.find(({ qualifier }) => qualifier !== null && qualifier === value.qualifier);
  if (qualifiedUnit) return qualifiedUnit;
  const nextColumn = columns
    .slice(value.index + 1)
    .find(({ role }) => role === 'unit' || (role !== null && isAmount(role)));
  return nextColumn?.role === 'unit' ? nextColumn : null;
}

/** Returns whether a row consists of units and empty cells only. */
export const isUnitRow = (cells: readonly string[]): boolean =>
  cells.some((cell) => cell !== '') && cells.every((cell) => cell === '' || isUnit(cell));

/** Returns the columns with the units of a row below the headings; a unit in a heading takes precedence. */
export const withUnits = (columns: readonly Column[], cells: readonly string[]): Column[] =>
  columns.map((column) => ({ ...column, unit: column.unit ?? (cells[column.index]?.trim() || null) }));

const unitOfQuantity = (role: ColumnRole | null, unit: string | null): ColumnRole | null =>
  role === 'concentration' && unit !== null && intensityUnit.test(unit) ? 'intensity' : role;

/**
 * Adds to the columns the components or signals in a row below the headings.
 * @param cells cells of the row below the headings
 * @param field what the row names
 */
export function withNames(
  columns: readonly Column[],
  cells: readonly string[],
  field: 'signal' | 'component',
): Column[] {
  return columns.map((column) => {
    const name = cells[column.index]?.trim() || null;
    return name === null ? column : { ...column, [field]: name, role: unitOfQuantity(column.role, column.unit) };
  });
}

/** Returns the signature `Injection Name|Area|Height|…`, by which the same table is recognised again. */
export const signatureOf = (columns: readonly Column[]): string =>
  columns.map(({ heading }) => heading.toLowerCase()).join('|');

/**
 * Adds to columns whose headings repeat the component in the row above, which stands over the first heading of each
 * repetition (`苯, , 甲苯,`). Returns null where headings repeat and the row above does not say of what.
 */
export function withComponentsAbove(columns: readonly Column[], above: readonly string[]): readonly Column[] | null {
  const values = columns.filter(({ role, component }) => isQuantity(role) && component === null);
  const isRepeated = ({ heading }: Column) =>
    values.filter((otherColumn) => otherColumn.heading === heading).length > 1;
  const firstColumn = values.find(isRepeated);
  if (!firstColumn) return columns;
  const starts = values.filter(({ heading }) => heading === firstColumn.heading).map(({ index }) => index);
  const filledIndexes = above.flatMap((cell, index) => (cell !== '' && index >= firstColumn.index ? [index] : []));
  const doNamesStandAboveRepeats =
    filledIndexes.length === starts.length && starts.every((start, at) => start === filledIndexes[at]);
  if (!doNamesStandAboveRepeats || filledIndexes.some((index) => /^[\d.,\s]+$/.test(above[index] ?? ''))) return null;
  return columns.map((column) => {
    const start = starts.findLast((index) => index <= column.index);
    return start === undefined ? column : { ...column, component: above[start] ?? null };
  });
}

/** Returns the columns of each repetition, where the headings are repeated side by side. */
export function repeatedColumnGroups(columns: readonly Column[]): readonly (readonly Column[])[] {
  const headedColumns = columns.filter(({ heading }) => heading !== '');
  for (let width = 2; width <= headedColumns.length / 2; width += 1) {
    if (headedColumns.length % width !== 0) continue;
    if (headedColumns.every(({ heading }, index) => heading === headedColumns[index % width]?.heading))
      return Array.from({ length: headedColumns.length / width }, (_, index) =>
        headedColumns.slice(index * width, (index + 1) * width),
      );
  }
  return [columns];
}
