import type { SurveyBook } from '@contract/features/platforms/exchange/surveyWorkbook';
import { displayWidth } from '@server/workbook/workbookColumns';
import { writeWorkbook } from '@server/workbook/writeWorkbook';

/** Writes the sheet of survey and plan as a workbook. Numbers are written as text, as in the platform's template. */
export async function surveyFile({
  sheet,
  heads,
  rows,
}: Pick<SurveyBook, 'sheet' | 'heads' | 'rows'>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = writeWorkbook({
    sheetName: sheet,
    columns: heads.map((header) => ({ header, width: Math.max(10, displayWidth(header) + 4), kind: 'text' })),
    rows,
  });
  return new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}
