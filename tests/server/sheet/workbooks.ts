import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync, type Zippable } from 'fflate';
import type { DictEntry } from '@contract/dictionaries';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { sheetColumns, type Lookups, type SheetTable } from '@contract/workbook/sheetCells';
import { root } from '@server/base/root';

export const gold = (name: string): Uint8Array => readFileSync(join(root, 'tests/data', name));

const office = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export const contentTypes = (workbookType = `${office}.sheet.main+xml`): string =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
  `<Override PartName="/xl/workbook.xml" ContentType="${workbookType}"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${office}.worksheet+xml"/>` +
  `<Override PartName="/xl/sharedStrings.xml" ContentType="${office}.sharedStrings+xml"/><Override PartName="/xl/styles.xml" ContentType="${office}.styles+xml"/></Types>`;

export const sheetXml = (rows: string, after = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?><worksheet ${main}><sheetData>${rows}</sheetData>${after}</worksheet>`;
export const inline = (text: string): string => `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
export const row = (...cells: string[]): string => `<row>${cells.join('')}</row>`;
export const textRow = (...texts: string[]): string => row(...texts.map(inline));

/**
 * Cell formats by their number: 0 General, 1 m/d/yy, 2 yyyy"年"m"月"d"日" (built-in 31, without a text), 3 00000, 4 0%.
 */
export const styles = strToU8(
  `<styleSheet ${main}><numFmts count="1"><numFmt numFmtId="170" formatCode="00000"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>` +
    `<cellXfs count="5">${[0, 14, 31, 170, 9].map((format) => `<xf numFmtId="${format}"/>`).join('')}</cellXfs></styleSheet>`,
);

/** Returns the parts of a small xlsx, to be damaged one by one. */
export function parts(
  rows: string,
  changes: Zippable = {},
  options: { bookPr?: string; after?: string } = {},
): Zippable {
  return {
    '[Content_Types].xml': strToU8(contentTypes()),
    '_rels/.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': strToU8(
      `<workbook ${main} xmlns:r="${relationships}">${options.bookPr ?? ''}<sheets><sheet name="表" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/>` +
        `<Relationship Id="r2" Type="${relationships}/styles" Target="styles.xml"/><Relationship Id="r3" Type="${relationships}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ),
    'xl/styles.xml': styles,
    'xl/sharedStrings.xml': strToU8(`<sst ${main}><si><t>共享</t></si></sst>`),
    'xl/worksheets/sheet1.xml': strToU8(sheetXml(rows, options.after)),
    ...changes,
  };
}

export const xlsx = (
  rows: string,
  changes: Zippable = {},
  options: { bookPr?: string; after?: string } = {},
): Uint8Array => zipSync(parts(rows, changes, options), { level: 1 });

export const collect = async (stream: ReadableStream<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Returns dictionaries as the gold workbook uses them. */
export function lookupsOf(table: SheetTable): Lookups {
  const known = new Map<string, DictEntry[]>();
  for (const { header, field } of sheetColumns(inspectUnit)) {
    if (field.kind !== 'dict') continue;
    const labels = new Set(table.rows.map(({ cells }) => cells[table.header.indexOf(header)]?.text ?? ''));
    known.set(
      field.dict,
      [...labels].map((label, index) => ({ value: `v${index}`, label })),
    );
  }
  const regions = new Set(
    table.rows.flatMap(({ cells }) =>
      [1, 2, 3].map((depth) =>
        cells
          .slice(3, 3 + depth)
          .map(({ text }) => text)
          .join('/'),
      ),
    ),
  );
  return { dict: (name) => known.get(name) ?? [], ref: () => null, region: (path) => regions.has(path) };
}
