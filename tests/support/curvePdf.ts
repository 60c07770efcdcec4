import { join } from 'node:path';
import pdfmake from 'pdfmake';
import { root } from '@server/base/root';

const regular = join(root, 'node_modules/@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf');
/** 1 × 1 pixel, black. */
const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNgYGBgAAAABQABXvMqOgAAAABJRU5ErkJggg==';

/**
 * Returns a real PDF of a calibration as chromatography software prints it. Without rows only a heading; null gives a
 * scanned page.
 */
export async function curvePdf(rows: readonly (readonly string[])[] | null): Promise<Uint8Array> {
  pdfmake.setFonts({ Sans: { normal: regular, bold: regular, italics: regular, bolditalics: regular } });
  const table = {
    table: { headerRows: 1, body: [['级别', '组分', '浓度(μg/mL)', '峰面积'], ...(rows ?? []).map((row) => [...row])] },
  };
  const content =
    rows === null
      ? [{ image: dot, width: 200 }]
      : [
          { text: '校准曲线报告' },
          { text: '仪器：GC-2030  进样口温度 200 ℃' },
          table,
          { text: '相关系数 r = 0.999995' },
          { text: '第1页 共1页' },
        ];
  return new Uint8Array(await pdfmake.createPdf({ content, defaultStyle: { font: 'Sans' } }).getBuffer());
}
