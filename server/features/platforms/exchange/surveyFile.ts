import type { SurveyBook } from '@contract/features/platforms/exchange/surveyBook';
import { displayWidth } from '@server/workbook/workbookColumns';
import { writeWorkbook } from '@server/workbook/writeWorkbook';

/** Writes the sheet of survey and plan as a workbook; numbers stay as the platform's template has them, as text. */
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
