import { serialOfMoment } from '@contract/fields/normalizeText';
import type { WrittenColumn } from './workbookColumns';

export type SheetValue = string | number | null | undefined;

const sheetNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationshipsNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Highest number of rows of a sheet in spreadsheet programs. */
export const maxRows = 1_048_576;
const maxTextLength = 32_767;

const xmlEntities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const escapedCharacters = new RegExp(
  `[&<>"\\u0000-\\u0008\\u000b-\\u001f\\ufffe\\uffff]|_(?=x[0-9A-Fa-f]{4}_)|${loneSurrogate.source}`,
  'g',
);
/** Matches characters that need escaping; most cells have none. */
const needsEscape = /[&<>"_\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]/;
const outerBlank = /^\s|\s$|\n/;

/**
 * Escapes a text. Characters that XML does not allow become `_xHHHH_`, and so does an underscore that would look like
 * such a code (ECMA-376 22.9.2.19).
 */
const escapeXml = (text: string): string =>
  !needsEscape.test(text)
    ? text
    : text.replace(
        escapedCharacters,
        (character) =>
          xmlEntities[character] ?? `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
      );

/** Converts a column index to its name: 0, …, 25, 26, … to A, …, Z, AA, … */
export function columnName(index: number): string {
  return (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));
}

const maxDecimals = 10;
/**
 * Cell formats in the order of `stylesXml`. Each exists twice: plain and, `marked` positions later, with a red
 * background.
 */
const styles = {
  general: 0,
  text: 1,
  header: 2,
  date: 3,
  dateTime: 4,
  number: 5,
  marked: 5 + maxDecimals + 1,
} as const;

/** Format of a whole column, for cells that people add. A code typed in a text column does not become a number. */
const columnStyle = { text: styles.text, date: styles.date, number: styles.general } as const;

function textCell(address: string, text: string, style: number): string {
  if (text.length > maxTextLength) throw new RangeError(`${address}: a cell holds at most ${maxTextLength} characters`);
  return `<c r="${address}" s="${style}" t="inlineStr"><is><t${outerBlank.test(text) ? ' xml:space="preserve"' : ''}>${escapeXml(text)}</t></is></c>`;
}

/** Matches numbers that a spreadsheet stores and shows without loss. */
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.(\d+))?$/;

function numberCell(address: string, value: string, styleOffset: number): string | null {
  const match = plainNumber.exec(value);
  const decimals = match?.[1]?.length ?? 0;
  if (
    !match ||
    decimals > maxDecimals ||
    value.replace(/\D/g, '').replace(/^0+/, '').length > 15 ||
    /^-0(\.0*)?$/.test(value)
  )
    return null;
  return `<c r="${address}" s="${styles.number + decimals + styleOffset}"><v>${value}</v></c>`;
}

/** Caches serial numbers, because the dates of a column repeat. */
const rememberedSerials = new Map<string, number | null>();

/**
 * Writes a real date, so that a spreadsheet can filter by it and the reader returns the same day. Writes text if
 * Excel's calendar is wrong for the day.
 */
function dateCell(address: string, value: string, styleOffset: number): string | null {
  let serial = rememberedSerials.get(value);
  if (serial === undefined) {
    if (rememberedSerials.size >= 5000) rememberedSerials.clear();
    rememberedSerials.set(value, (serial = serialOfMoment(value)));
  }
  if (serial === null) return null;
  return `<c r="${address}" s="${(value.length > 10 ? styles.dateTime : styles.date) + styleOffset}"><v>${serial}</v></c>`;
}

/** Writes a row of cells, never a formula: `=1+1` is text (QUALITY IN5). */
export function rowXml(
  line: number,
  columns: readonly WrittenColumn[],
  names: readonly string[],
  values: readonly SheetValue[],
  markedColumns?: ReadonlySet<number>,
): string {
  let xml = `<row r="${line}">`;
  for (let index = 0; index < columns.length; index += 1) {
    const value = values[index];
    const styleOffset = markedColumns?.has(index) ? styles.marked : 0;
    const address = `${names[index]}${line}`;
    if (value === null || value === undefined || value === '') {
      if (styleOffset) xml += `<c r="${address}" s="${styles.text + styleOffset}"/>`;
      continue;
    }
    const kind = columns[index]?.kind;
    if (typeof value === 'number')
      xml += Number.isFinite(value) ? `<c r="${address}" s="${styles.general + styleOffset}"><v>${value}</v></c>` : '';
    else
      xml +=
        (kind === 'number'
          ? numberCell(address, value, styleOffset)
          : kind === 'date'
            ? dateCell(address, value, styleOffset)
            : null) ?? textCell(address, value, styles.text + styleOffset);
  }
  return `${xml}</row>`;
}

/** Writes the sheet up to its first data row: frozen header, widths, header row. */
export function sheetHead(columns: readonly WrittenColumn[], names: readonly string[], frozenColumns: number): string {
  const corner = `${columnName(frozenColumns)}2`;
  const pane = frozenColumns
    ? `xSplit="${frozenColumns}" ySplit="1" topLeftCell="${corner}" activePane="bottomRight"`
    : `ySplit="1" topLeftCell="A2" activePane="bottomLeft"`;
  const widths = columns
    .map(
      ({ width, kind }, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${columnStyle[kind]}" customWidth="1"/>`,
    )
    .join('');
  const header = columns.map((column, index) => textCell(`${names[index]}1`, column.header, styles.header)).join('');
  return (
    `${xmlDeclaration}<worksheet xmlns="${sheetNamespace}"><sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ${pane} state="frozen"/></sheetView></sheetViews>` +
    `<cols>${widths}</cols><sheetData><row r="1">${header}</row>`
  );
}

/** Returns the end of a sheet: a filter over its cells. */
export const sheetTail = (lastColumn: string, lastLine: number): string =>
  `</sheetData><autoFilter ref="A1:${lastColumn}${lastLine}"/></worksheet>`;

/** Returns a name that a spreadsheet accepts for a sheet. */
export const safeSheetName = (name: string): string =>
  name
    .replace(/[[\]:*?/\\]/g, ' ')
    .replace(/^'+|'+$/g, '')
    .trim()
    .slice(0, 31) || 'Sheet1';

/** Returns the small parts of the file. They are written last, when the number of rows is known. */
export function otherParts(sheetName: string, lastColumn: string, lastLine: number): Record<string, string> {
  const name = escapeXml(sheetName);
  const office = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const packageTypes = 'http://schemas.openxmlformats.org/package/2006';
  return {
    '[Content_Types].xml':
      `${xmlDeclaration}<Types xmlns="${packageTypes}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${office}.sheet.main+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${office}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${office}.styles+xml"/></Types>`,
    '_rels/.rels': `${xmlDeclaration}<Relationships xmlns="${packageTypes}/relationships"><Relationship Id="rId1" Type="${relationshipsNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels':
      `${xmlDeclaration}<Relationships xmlns="${packageTypes}/relationships"><Relationship Id="rId1" Type="${relationshipsNamespace}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Id="rId2" Type="${relationshipsNamespace}/styles" Target="styles.xml"/></Relationships>`,
    'xl/workbook.xml':
      `${xmlDeclaration}<workbook xmlns="${sheetNamespace}" xmlns:r="${relationshipsNamespace}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets>` +
      `<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'${name.replace(/'/g, "''")}'!$A$1:$${lastColumn}$${lastLine}</definedName></definedNames></workbook>`,
    'xl/styles.xml': stylesXml(),
  };
}

function stylesXml(): string {
  const decimals = Array.from({ length: maxDecimals + 1 }, (_, digits) => (digits ? `0.${'0'.repeat(digits)}` : '0'));
  const formats = ['yyyy-mm-dd', 'yyyy-mm-dd hh:mm:ss', ...decimals].map(
    (code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`,
  );
  const cell = (format: number, font: number, fill: number) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`;
  // 49 is the built-in text format.
  const cells = (fill: number) => [
    cell(0, 0, fill),
    cell(49, 0, fill),
    cell(49, 1, fill),
    ...formats.map((_, index) => cell(164 + index, 0, fill)),
  ];
  const allCells = [...cells(0), ...cells(2)];
  const fillElement = (inner: string) => `<fill><patternFill ${inner}</fill>`;
  return (
    `${xmlDeclaration}<styleSheet xmlns="${sheetNamespace}"><numFmts count="${formats.length}">${formats.join('')}</numFmts>` +
    '<fonts count="2"><font><sz val="11"/><name val="等线"/></font><font><b/><sz val="11"/><name val="等线"/></font></fonts>' +
    `<fills count="3">${fillElement('patternType="none"/>')}${fillElement('patternType="gray125"/>')}${fillElement('patternType="solid"><fgColor rgb="FFFFC7CE"/><bgColor indexed="64"/></patternFill>')}</fills>` +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${allCells.length}">${allCells.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
  );
}
