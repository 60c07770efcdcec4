import type { Entity } from '@contract/entity';
import type { AnalysedRow } from '@contract/workbook/readTableRows';
import { errorHeader, headersOf } from '@contract/workbook/sheetCells';
import { columnsOf } from './workbookColumns';
import { writeWorkbook, type WrittenRow } from './writeWorkbook';

/**
 * Writes the uploaded rows for correction and another upload. The reasons are in the first column 错误, which the
 * importer ignores; wrong cells have a red background.
 */
export function errorWorkbook(
  entity: Entity,
  rows: readonly Pick<AnalysedRow, 'cells' | 'errors'>[],
): ReadableStream<Uint8Array> {
  const headers = headersOf(entity);
  const writeRows = function* (): Generator<WrittenRow> {
    for (const { cells, errors } of rows) {
      const reasons = errors.map(({ header, message }) => `${header}：${message}`).join('；');
      yield {
        values: [reasons, ...headers.map((header) => cells[header] ?? '')],
        marks: new Set(errors.map(({ header }) => headers.indexOf(header) + 1)),
      };
    }
  };
  return writeWorkbook({
    sheetName: `${entity.label}${errorHeader}`,
    columns: [{ header: errorHeader, width: 50, kind: 'text' }, ...columnsOf(entity)],
    rows: writeRows(),
    frozenColumns: 1,
  });
}
