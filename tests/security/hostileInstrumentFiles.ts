import { strToU8, zipSync } from 'fflate';
import { parts, sheetXml, textRow, xlsx } from '../server/sheet/workbooks';
import type { StrangeFile } from './fileDoors';

const text = (name: string, content: () => string): StrangeFile => ({
  name,
  content: () => new TextEncoder().encode(content()),
});

/** Returns a PDF of one page with the texts at their places, in pt. */
function pdfOf(texts: readonly (readonly [x: number, y: number, text: string])[]): Uint8Array {
  const drawn = texts.map(([x, y, said]) => `BT /F 1 Tf 1 0 0 1 ${x} ${y} Tm (${said}) Tj ET`).join('\n');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 14000 14000]/Contents 5 0 R/Resources<</Font<</F 4 0 R>>>>>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`,
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj${object}endobj\n`;
    return place;
  });
  const table = file.length;
  file += `xref\n0 6\n0000000000 65535 f \n${places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')}`;
  return new TextEncoder().encode(`${file}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${table}\n%%EOF`);
}

/** A workbook whose many sheets are each read as a whole. */
function manySheets(): Uint8Array {
  const row = textRow('样品名', '峰面积') + textRow('1', '2').repeat(20_000);
  const plain = parts(row);
  const names = Array.from({ length: 20 }, (_, at) => at + 1);
  return zipSync({
    ...plain,
    '[Content_Types].xml': strToU8(
      `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${names.map((at) => `<Override PartName="/xl/worksheets/sheet${at}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}</Types>`,
    ),
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${names.map((at) => `<sheet name="s${at}" sheetId="${at}" r:id="rId${at}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((at) => `<Relationship Id="rId${at}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${at}.xml"/>`).join('')}</Relationships>`,
    ),
    ...Object.fromEntries(names.map((at) => [`xl/worksheets/sheet${at}.xml`, strToU8(sheetXml(row))])),
  });
}

/** Files of instruments that need much time or memory to be searched for tables. */
export const hostileInstrumentFiles: readonly StrangeFile[] = [
  text('heads without numbers.txt', () => `${'a\tb\n'.repeat(250_000)}1\t2\n`),
  text('tables of one line.csv', () => '名称,面积\n1,2\n\n'.repeat(60_000)),
  text('half a million columns.csv', () => `${'a,'.repeat(500_000)}\n${'1,'.repeat(500_000)}\n`),
  text('ruled columns.txt', () => `a b\n${'-|'.repeat(100_000)}-\n${'1 '.repeat(200_000)}\n`),
  text('wide gaps.txt', () => 'a   '.repeat(300_000)),
  text('blanks before colons.txt', () => `${' '.repeat(1_000_000)}x`),
  text('long numbers.csv', () => `样品名,峰面积\n${`A,${'9'.repeat(200_000)}\n`.repeat(5)}`),
  text('quotes.csv', () => `样品名,峰面积\n${'"a ""b,'.repeat(150_000)}`),
  text('quoted lines.csv', () => '"a,""1,2"",3"\n'.repeat(70_000)),
  text('decimal commas.csv', () => `样品名;峰面积\n${'A;1,2\n'.repeat(150_000)}`),
  { name: 'many sheets.xlsx', content: manySheets },
  {
    name: 'blank cells.xlsx',
    content: () => xlsx(textRow('样品名', '峰面积') + textRow(' '.repeat(30_000), '1').repeat(300)),
  },
  {
    name: 'heads.pdf',
    content: () =>
      pdfOf(
        Array.from({ length: 14_000 }, (_, at) => at).flatMap((at) => [
          [10, 14_000 - at, 'conc'] as const,
          [5000, 14_000 - at, 'area'] as const,
        ]),
      ),
  },
  {
    name: 'wide head.pdf',
    content: () =>
      pdfOf([
        ...Array.from({ length: 4_000 }, (_, at) => [at * 3, 13_000, 'a'] as const),
        ...Array.from(
          { length: 12_000 },
          (_, at) => [at % 2 ? 5 : 9000, 12_000 - 2 * Math.floor(at / 2), '1'] as const,
        ),
      ]),
  },
];
