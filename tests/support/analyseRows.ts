import type { Entity } from '@contract/entity';
import {
  correctedRowReader,
  type AnalysedRow,
  type CellRow,
  type HeaderReport,
  reportHeaders,
  tableReader,
} from '@contract/workbook/readTableRows';
import type { Lookups, SheetTable } from '@contract/workbook/sheetCells';
import { runParts } from './runParts';

interface Analysis {
  headers: HeaderReport;
  /** Line numbers of the rows with an empty first column (SPEC §5). */
  dropped: number[];
  rows: AnalysedRow[];
}

/** Analyses a whole table. With a fatal header row no row is analysed. */
export function analyseRows(entity: Entity, table: SheetTable, lookups: Lookups): Analysis {
  const headers = reportHeaders(entity, table.header);
  const analysis: Analysis = { headers, dropped: [], rows: [] };
  if (headers.fatal) return analysis;
  const reader = tableReader(entity, table.header, lookups);
  for (const row of table.rows) {
    const read = reader.read(row);
    if (read) analysis.rows.push(read);
    else analysis.dropped.push(row.line);
  }
  runParts(reader.finish(analysis.rows));
  return analysis;
}

/** Analyses rows from the browser at once (see `correctedRowReader`). */
export function analyseAgain(entity: Entity, rows: readonly CellRow[], lookups: Lookups): AnalysedRow[] {
  const reader = correctedRowReader(entity, lookups);
  const analysed = rows.flatMap((row) => reader.read(row) ?? []);
  runParts(reader.finish(analysed));
  return analysed;
}
