import { Document, Footer, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

// Layouts as an organization writes them, for tests.

/** Makes a Word layout of paragraphs and one table. */
export async function docxLayoutOf(
  paragraphs: readonly string[],
  rows: readonly (readonly string[])[] = [],
  foot = '{页脚}',
): Promise<Uint8Array<ArrayBuffer>> {
  const table = () =>
    new Table({
      rows: rows.map(
        (cells) => new TableRow({ children: cells.map((text) => new TableCell({ children: [new Paragraph(text)] })) }),
      ),
    });
  const document = new Document({
    sections: [
      {
        footers: { default: new Footer({ children: [new Paragraph(foot)] }) },
        children: [...paragraphs.map((text) => new Paragraph(text)), ...(rows.length ? [table()] : [])],
      },
    ],
  });
  return Uint8Array.from(await Packer.toBuffer(document));
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

interface SheetExtras {
  readonly merges?: readonly string[];
  readonly names?: Readonly<Record<string, string>>;
  readonly oddFooter?: string;
  /** Raw XML of cells by their reference, in place of their text. */
  readonly raw?: Readonly<Record<string, string>>;
}

/** Parts of an Excel layout of one sheet with shared strings. */
export function xlsxParts(
  rows: readonly (readonly string[])[],
  { merges = [], names = {}, oddFooter, raw = {} }: SheetExtras = {},
): Record<string, string> {
  const strings: string[] = [];
  const cell = (text: string, ref: string): string =>
    raw[ref] ?? (text === '' ? '' : `<c r="${ref}" s="1" t="s"><v>${strings.push(text) - 1}</v></c>`);
  const data = rows
    .map(
      (row, at) =>
        `<row r="${at + 1}">${row.map((text, c) => cell(text, `${String.fromCharCode(65 + c)}${at + 1}`)).join('')}</row>`,
    )
    .join('');
  const defined = Object.entries(names).map(
    ([name, ref]) => `<definedName name="${name}" localSheetId="0">${ref}</definedName>`,
  );
  return {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="记录" sheetId="1" r:id="rId1"/></sheets>${defined.length ? `<definedNames>${defined.join('')}</definedNames>` : ''}</workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet xmlns="${main}" xmlns:r="${office}"><sheetData>${data}</sheetData>${merges.length ? `<mergeCells count="${merges.length}">${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>` : ''}<pageMargins left="0.5" right="0.5" top="0.5" bottom="0.5" header="0.3" footer="0.3"/>${oddFooter ? `<headerFooter><oddFooter>${escape(oddFooter)}</oddFooter></headerFooter>` : ''}</worksheet>`,
    'xl/sharedStrings.xml': `${head}<sst xmlns="${main}">${strings.map((text) => `<si><t>${escape(text)}</t></si>`).join('')}</sst>`,
  };
}

export const zipOf = (parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    zipSync(
      Object.fromEntries(
        Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
      ),
    ),
  );

/** Makes an Excel layout of one sheet. */
export const xlsxLayoutOf = (rows: readonly (readonly string[])[], extras?: SheetExtras): Uint8Array<ArrayBuffer> =>
  zipOf(xlsxParts(rows, extras));

/** Parts of a file as texts. */
export const partsOfFile = (bytes: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)]));
