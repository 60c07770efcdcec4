import { type Quantity, quantityLabels as labels, type ReadLine } from './instrumentReading';
import { type PeakTable, unitHeading } from './readPeakTables';

/**
 * Returns the keys of samples whose readings the file itself averages. Only the mean is the result of such a sample.
 */
function averagedKeys(lines: readonly ReadLine[]): ReadonlySet<string> {
  return new Set(lines.filter(({ replicate }) => replicate === 'mean').map(keyOf));
}

const keyOf = ({ sample, component, quantity, signal }: ReadLine): string =>
  [sample, component, quantity, signal].join('\u0000');

type CellText = (readLine: ReadLine) => string;

const countOf = ({ replicate }: ReadLine): string =>
  replicate === null ? '' : replicate === 'mean' ? '平均' : String(replicate);

/** Returns the columns of a table. A file without components has no component column. */
const columnsOf = (heading: string, readLines: readonly ReadLine[]): readonly (readonly [string, CellText])[] => [
  ['样品名', ({ sample }) => sample ?? ''],
  ...(readLines.some(({ component }) => component !== null)
    ? [['组分', ({ component }: ReadLine) => component ?? ''] as const]
    : []),
  [heading, ({ value, text }) => value ?? text],
  [unitHeading, ({ unit }) => unit ?? ''],
  ['读数次数', countOf],
  ['保留时间', ({ retention }) => retention ?? ''],
  ['通道', ({ signal }) => signal ?? ''],
  ['说明', ({ reason }) => reason ?? ''],
];

function tableOf(title: string, heading: string, readLines: readonly ReadLine[]): PeakTable {
  const columns = columnsOf(heading, readLines);
  return {
    title,
    headings: columns.map(([name]) => name),
    lines: readLines.map((readLine) => ({
      line: readLine.line,
      cells: columns.map(([, cell]) => cell(readLine)),
      numbers: columns.map(([name]) => (name === heading ? readLine.value : null)),
    })),
  };
}

/**
 * Returns the readings of a file as tables, one for each quantity. Where the file contains the mean of several
 * readings, the single readings form a separate table.
 */
export function tablesOfReadings(readLines: readonly ReadLine[]): PeakTable[] {
  const meanKeys = averagedKeys(readLines);
  const isSingle = (line: ReadLine): boolean => line.replicate !== 'mean' && meanKeys.has(keyOf(line));
  return (Object.keys(labels) as Quantity[]).flatMap((quantity) => {
    const quantityLines = readLines.filter((line) => line.quantity === quantity);
    const [wholeLines, singleLines] = [quantityLines.filter((line) => !isSingle(line)), quantityLines.filter(isSingle)];
    return [
      ...(wholeLines.length ? [tableOf(labels[quantity], labels[quantity], wholeLines)] : []),
      ...(singleLines.length ? [tableOf(`${labels[quantity]}（单次读数）`, labels[quantity], singleLines)] : []),
    ];
  });
}
