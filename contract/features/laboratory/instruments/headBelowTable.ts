import { isWordRow } from './blockContext';
import { isMissing } from './cells/cellValues';
import { headingOf } from './cells/columnHeadings';
import { type FoundTable, placesOf } from './tableLines';

/** Words of instruments for a value outside their range. */
const outOfRange =
  /^(?:over(?:[ -]?flow|[ -]?range)?|ovr|hi(?:gh)?|low?|err(?:or)?|fail(?:ed)?|invalid|sat(?:urated)?|超(?:量程|范围|出.*|限|上限)|饱和|过载|溢出|无效|失败|错误|未测|[*!↑↓]+)$/i;

const isData = (cell: string): boolean =>
  isMissing(cell) || /^[<>≤≥~≈+\s-]*[\d.,]/.test(cell.normalize('NFKC')) || outOfRange.test(cell.trim());

/**
 * Returns whether a row below the rows of a table is the head of another table: `head` where it has headings in the
 * columns of names and values, `doubtful` where it has other words without any digit there, null for a data row.
 */
export function headBelow(
  { columns, rows }: Pick<FoundTable, 'columns' | 'rows'>,
  cells: readonly string[],
): 'head' | 'doubtful' | null {
  if (rows.length === 0 || !isWordRow(cells)) return null;
  const { values, sample, sampleName, file, component } = placesOf(columns);
  const cellsAt = (places: readonly ({ readonly index: number } | null)[]): string[] =>
    places.map((place) => (place ? (cells[place.index] ?? '') : '')).filter((cell) => cell !== '');
  const [valueCells, nameCells] = [cellsAt(values), cellsAt([sample, sampleName, file, component])];
  if (valueCells.length === 0 || valueCells.some(isData)) return null;
  if ([...valueCells, ...nameCells].some((cell) => headingOf(cell).role !== null)) return 'head';
  return nameCells.length > 0 && !cells.some((cell) => /\d/.test(cell)) ? 'doubtful' : null;
}
