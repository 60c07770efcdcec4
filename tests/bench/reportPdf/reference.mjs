// In a process of its own: pdfmake alone, one table of so many rows with fixed widths in the same face.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import pdfmake from 'pdfmake';
import { tell } from './tell.ts';

const rows = Number(process.argv[2]);
const { resolve } = createRequire(import.meta.url);
pdfmake.virtualfs.writeFileSync(
  'regular.ttf',
  readFileSync(resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')),
);
pdfmake.addFonts({ NotoSansSC: { normal: 'regular.ttf' } });
pdfmake.setLocalAccessPolicy((path) => path === 'regular.ttf');
const body = Array.from({ length: rows }, (_, at) => [
  `${at + 1}号涂装车间`,
  '喷漆岗位',
  '点位01',
  '甲苯',
  `2026DQ0001-${String(at + 1).padStart(4, '0')}`,
  '2026-05-12',
  '8h/d',
  'CSTE',
  `${(at * 7) % 481}mg/m³`,
  '100mg/m³',
  '符合',
]);
await tell(
  async () =>
    new Uint8Array(
      await pdfmake
        .createPdf({
          pageSize: 'A4',
          defaultStyle: { font: 'NotoSansSC', fontSize: 8 },
          content: [{ table: { headerRows: 1, widths: Array.from({ length: 11 }, () => 40), body } }],
        })
        .getBuffer(),
    ),
  () => 0,
);
