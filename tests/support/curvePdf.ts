import { join } from 'node:path';
import pdfmake from 'pdfmake';
import { root } from '@server/base/root';

const regular = join(root, 'node_modules/@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf');
/** 1 × 1 pixel, black. */
const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNgYGBgAAAABQABXvMqOgAAAABJRU5ErkJggg==';

async function printed(content: unknown[]): Promise<Uint8Array> {
  pdfmake.setFonts({ Sans: { normal: regular, bold: regular, italics: regular, bolditalics: regular } });
  return new Uint8Array(
    await pdfmake.createPdf({ content: content as never, defaultStyle: { font: 'Sans' } }).getBuffer(),
  );
}
/** A new content for each PDF, because pdfmake writes into it. */
const scan = () => [{ image: dot, width: 200 }];

/**
 * Returns a real PDF of a calibration as chromatography software prints it. Without rows only a heading; null gives a
 * scanned page.
 */
export const curvePdf = (rows: readonly (readonly string[])[] | null): Promise<Uint8Array> =>
  printed(
    rows === null
      ? scan()
      : [
          { text: '校准曲线报告' },
          { text: '仪器：GC-2030  进样口温度 200 ℃' },
          {
            table: { headerRows: 1, body: [['级别', '组分', '浓度(μg/mL)', '峰面积'], ...rows.map((row) => [...row])] },
          },
          { text: '相关系数 r = 0.999995' },
          { text: '第1页 共1页' },
        ],
  );

/**
 * Returns a real PDF of results as an instrument prints them, on as many pages as they need; null gives a scanned page.
 */
export const reportPdf = (
  table: { readonly head: readonly string[]; readonly lines: readonly (readonly string[])[] } | null,
): Promise<Uint8Array> =>
  printed(
    table === null
      ? scan()
      : [
          { text: '样品检测结果' },
          {
            table: {
              headerRows: 0,
              widths: table.head.map(() => 100),
              body: [[...table.head], ...table.lines.map((line) => [...line])],
            },
          },
        ],
  );
