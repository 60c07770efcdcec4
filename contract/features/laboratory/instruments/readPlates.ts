import { isMissing, readValue } from './cells/cellValues';
import { headingOf, isQuantity } from './cells/columnHeadings';
import type { InstrumentProfile } from './instrumentProfile';
import type { ReadLine, SourceRow, SourceSheet } from './instrumentReading';
import { instrumentTexts } from './instrumentTexts';
import type { DecimalMark } from './peakNumber';

// Microplates: one grid of names, and one grid of values for each measurement, with rows A to P and columns 1 to 24.

interface PlateGrid {
  readonly title: string;
  readonly columns: readonly (number | null)[];
  readonly rows: SourceRow[];
}

const isHeadingRow = ({ cells }: SourceRow): boolean =>
  cells.length >= 3 && /\D/.test(cells[0] ?? '') && cells[1] === '1' && cells[2] === '2';
const isWellRow = ({ cells }: SourceRow): boolean => /^[A-P]$/i.test(cells[0] ?? '');

function gridsOf(rows: readonly SourceRow[]): (PlateGrid | 'plate')[] {
  const grids: (PlateGrid | 'plate')[] = [];
  let openGrid: PlateGrid | null = null;
  for (const row of rows) {
    if (isHeadingRow(row)) {
      const columns = row.cells.map((cell) => (/^\d{1,2}$/.test(cell) ? Number(cell) : null));
      openGrid = { title: row.cells[0] ?? '', columns, rows: [] };
      grids.push(openGrid);
    } else if (openGrid && isWellRow(row)) openGrid.rows.push(row);
    else {
      openGrid = null;
      if (/^(?:plate|板)\s*\d*/i.test(row.cells[0] ?? '')) grids.push('plate');
    }
  }
  return grids;
}

/** Returns the cells of a grid by well, e.g. `A1`. */
function wellsOf(
  grid: PlateGrid,
): Map<string, { readonly cell: string; readonly row: SourceRow; readonly cellIndex: number }> {
  return new Map(
    grid.rows.flatMap((row) =>
      grid.columns.flatMap((column, index) =>
        column === null
          ? []
          : [[`${row.cells[0]?.toUpperCase()}${column}`, { cell: row.cells[index] ?? '', row, cellIndex: index }]],
      ),
    ),
  );
}

const isNames = (grid: PlateGrid | 'plate'): boolean =>
  grid !== 'plate' && ['sample', 'sampleName'].includes(headingOf(grid.title).role ?? '');

/** Puts the names of a plate before its values, where the only grid of names is the last grid of the plate. */
function namesFirst(grids: readonly (PlateGrid | 'plate')[]): (PlateGrid | 'plate')[] {
  const end = grids.indexOf('plate', 1);
  const plate = end < 0 ? grids : grids.slice(0, end);
  const last = plate.at(-1);
  const isAfter = last !== undefined && plate.findIndex(isNames) === plate.length - 1 && plate.length > 1;
  const marks = plate.filter((grid) => grid === 'plate');
  const ordered = isAfter ? [...marks, last, ...plate.slice(marks.length, -1)] : [...plate];
  return end < 0 ? ordered : [...ordered, ...namesFirst(grids.slice(end))];
}

/**
 * Reads the plates of a sheet. A grid of names applies to the grids of values below it, until the next plate.
 * @param profile names and places of the instrument's values
 * @param decimalMark decimal mark of the file; null if it is unknown
 */
export function readPlates(
  profile: InstrumentProfile,
  sheet: SourceSheet,
  decimalMark: DecimalMark | null,
): ReadLine[] {
  const replicatePattern = new RegExp(profile.counted ?? '(?!)');
  let names: ReturnType<typeof wellsOf> = new Map();
  return namesFirst(gridsOf(sheet.rows)).flatMap((grid) => {
    if (grid === 'plate') {
      names = new Map();
      return [];
    }
    const heading = headingOf(grid.title);
    if (heading.role === 'sample' || heading.role === 'sampleName') {
      names = wellsOf(grid);
      return [];
    }
    const quantity = isQuantity(heading.role) ? heading.role : (profile.quantity ?? 'result');
    return [...wellsOf(grid)].flatMap(([well, { cell, row, cellIndex }]): ReadLine[] => {
      const name = names.get(well)?.cell ?? '';
      if (cell === '' || (name === '' && isMissing(cell))) return [];
      const count = replicatePattern.exec(name);
      const sample = (count ? name.slice(0, count.index) : name).trim() || null;
      const { value, unit, reason } = readValue(cell, decimalMark, row.numbers?.[cellIndex] ?? null);
      return [
        {
          line: row.line,
          sheet: sheet.name,
          sample,
          otherNames: [],
          component: null,
          quantity,
          value,
          text: cell,
          unit: unit ?? heading.unit,
          replicate: count ? Number(count[1]) : null,
          time: null,
          vial: well,
          kind: null,
          signal: null,
          retention: null,
          reason: reason ?? (sample === null ? instrumentTexts.sampleLost : null),
        },
      ];
    });
  });
}
