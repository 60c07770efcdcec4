import { zipSync, type Zippable } from 'fflate';
import { messages } from '@contract/messages';
import type { SheetChoice } from '@contract/workbook/sheetCells';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import { chooseSheet } from './chooseSheet';
import type { SheetLimits } from './workbookLimits';
import { WorkbookRefusal } from './workbookRefusal';
import { plainTextRuns } from './xlsxTextRuns';
import { readDirectory, unpackPart, type ZipPart } from './zipDirectory';

/** A checked xlsx file for the parser. */
interface CleanWorkbook {
  /** New zip of the unpacked parts. The parser reads only checked bytes and inflates nothing itself. */
  zip: Uint8Array;
  /** Index of the sheet to read. */
  sheet: number;
  /** True if the sheet has formulas. Only then formulas without stored results must be distinguished from blanks. */
  formulas: boolean;
  /** Sheets that are not empty. */
  sheets: SheetChoice[];
}

/** Matches parts that a table does not need: pictures, drawings, comments, caches. */
const unneededPart =
  /(^|\/)(media|drawings|charts|chartsheets|comments|threadedComments|persons|pivot\w*|externalLinks|customXml|printerSettings|docProps|theme|tables|queryTables|slicer\w*|ctrlProps|activeX|embeddings)(\/|\d*\.)/i;

/**
 * Opens the package, checks it and packs the parts again that the parser needs (DESIGN §4.5).
 * @param wantedSheet name of the chosen sheet; by default the first visible one that is not empty
 * @throws WorkbookRefusal for anything but a plain workbook of acceptable size
 */
export async function cleanWorkbook(bytes: Buffer, limits: SheetLimits, wantedSheet?: string): Promise<CleanWorkbook> {
  const zipParts = readDirectory(bytes, limits);
  const byName = new Map(zipParts.map((part) => [part.name, part]));
  const types = byName.get('[Content_Types].xml');
  if (!types) throw new WorkbookRefusal(messages.wrongWorkbook);
  const contentTypes = (await unpackXml(bytes, types)).toString('utf8');
  if (contentTypes.includes('Override PartName="/xl/workbook.bin"')) throw new WorkbookRefusal(messages.wrongWorkbook);
  // Only for existing parts, because some writers declare the extension .bin as macro-enabled in every file.
  if (
    /<(?:\w+:)?Override\s[^>]*macroEnabled/i.test(contentTypes) ||
    zipParts.some(({ name }) => /vbaProject\.bin$/i.test(name))
  )
    throw new WorkbookRefusal(sheetMessages.macro);
  if (!/spreadsheetml\.(sheet|template)\.main\+xml/.test(contentTypes))
    throw new WorkbookRefusal(messages.wrongWorkbook);

  const neededParts = zipParts.filter(({ name }) => /\.(xml|rels)$/i.test(name) && !unneededPart.test(name));
  const contents = new Map<string, Buffer>();
  for (const part of neededParts) contents.set(part.name, await unpackXml(bytes, part));
  const { sheet, wanted: wantedPart, sheets } = sheetsOf(contents, wantedSheet);
  const zip: Zippable = {};
  for (const [name, content] of contents) {
    // Parts that a sheet refers to (comments, drawings, persons) were left out, and so are the relations to them.
    if (name.includes('worksheets/_rels/') || (name.includes('worksheets/') && wantedPart && name !== wantedPart))
      continue;
    zip[name] = [partForParser(name, content, contents), { level: 0 }];
  }
  if (wantedPart) refuseManyRows(contents.get(wantedPart), limits);
  else for (const [name, content] of contents) if (name.includes('worksheets/')) refuseManyRows(content, limits);
  const formulas = wantedPart !== null && formulaTag.test(contents.get(wantedPart)?.toString('latin1') ?? '');
  return { zip: zipSync(zip), sheet, formulas, sheets };
}

const formulaTag = /<(?:\w+:)?f[\s/>]/;

/** Returns a part for the parser: without references to omitted parts, and with formatting runs marked in the text. */
function partForParser(name: string, content: Buffer, contents: ReadonlyMap<string, Buffer>): Buffer {
  if (name === '[Content_Types].xml') {
    return Buffer.from(
      content
        .toString('utf8')
        .replace(/<(?:\w+:)?Override\s[^>]*>/g, (tag) =>
          contents.has(attributeOf(tag, 'PartName').replace(/^\/+/, '')) ? tag : '',
        ),
    );
  }
  return name.includes('worksheets/') || /sharedStrings\.xml$/i.test(name) ? plainTextRuns(content) : content;
}

async function unpackXml(bytes: Buffer, zipPart: ZipPart): Promise<Buffer> {
  const content = await unpackPart(bytes, zipPart);
  // Entities need a document type, which no spreadsheet program writes. UTF-16 could hide a document type.
  const utf16 =
    content[0] === 0 ||
    content[1] === 0 ||
    (content[0] === 0xff && content[1] === 0xfe) ||
    (content[0] === 0xfe && content[1] === 0xff);
  if (utf16 || content.includes('<!DOCTYPE') || content.includes('<!ENTITY'))
    throw new WorkbookRefusal(sheetMessages.dangerousXml);
  return content;
}

const attributeOf = (tag: string, name: string): string =>
  new RegExp(`(?:^|[\\s:])${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

const characterByName = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as const;
const unescapeXml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: keyof typeof characterByName) => characterByName[name]);

const relationsIn = (xml: string): string[] => xml.match(/<(?:\w+:)?Relationship\s[^>]*>/g) ?? [];

/** Converts a relation's target to a part name: from the package's root, or relative to the referring part. */
function partOf(target: string, folder: string): string {
  const parts: string[] = [];
  for (const step of (target.startsWith('/') ? target : `${folder}${target}`).split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '' && step !== '.') parts.push(step);
  }
  return parts.join('/');
}

/** Returns the workbook's part by the package's relations. Online services export it as workbook22.xml. */
function bookOf(contents: ReadonlyMap<string, Buffer>): string {
  const relation = relationsIn(contents.get('_rels/.rels')?.toString('utf8') ?? '').find((tag) =>
    attributeOf(tag, 'Type').endsWith('/officeDocument'),
  );
  const part = relation ? partOf(attributeOf(relation, 'Target'), '') : '';
  return contents.has(part) ? part : 'xl/workbook.xml';
}

/**
 * Finds the part of the sheet to read by the workbook and its relations. Without them the parser takes the first
 * sheet.
 */
function sheetsOf(
  contents: ReadonlyMap<string, Buffer>,
  wantedSheet: string | undefined,
): { sheet: number; wanted: string | null; sheets: SheetChoice[] } {
  const workbookPath = bookOf(contents);
  const [folder, bookName] = [
    workbookPath.slice(0, workbookPath.lastIndexOf('/') + 1),
    workbookPath.slice(workbookPath.lastIndexOf('/') + 1),
  ];
  const relations = contents.get(`${folder}_rels/${bookName}.rels`)?.toString('utf8') ?? '';
  const targets = new Map(relationsIn(relations).map((tag) => [attributeOf(tag, 'Id'), attributeOf(tag, 'Target')]));
  const sheets = (
    contents
      .get(workbookPath)
      ?.toString('utf8')
      .match(/<(?:\w+:)?sheet\s[^>]*>/g) ?? []
  ).map((tag) => {
    const part = partOf(targets.get(attributeOf(tag, 'id')) ?? '', folder);
    const isFilled = /<(?:\w+:)?(?:v|is|f)[\s/>]/.test(contents.get(part)?.toString('latin1') ?? '');
    return {
      name: unescapeXml(attributeOf(tag, 'name')),
      part,
      hidden: /hidden/i.test(attributeOf(tag, 'state')),
      filled: isFilled,
    };
  });
  const sheet = chooseSheet(sheets, wantedSheet);
  const wantedPart = sheets[sheet]?.part ?? null;
  return {
    sheet,
    wanted: wantedPart && contents.has(wantedPart) ? wantedPart : null,
    sheets: sheets.filter(({ filled }) => filled).map(({ name, hidden }) => ({ name, hidden })),
  };
}

function refuseManyRows(content: Buffer | undefined, limits: SheetLimits): void {
  let rows = 0;
  for (let index = content?.indexOf('row ') ?? -1; content && index >= 0; index = content.indexOf('row ', index + 4)) {
    const before = content[index - 1];
    if (before === 0x3c || before === 0x3a) rows += 1;
    // One more row for the header.
    if (rows > limits.rows + 1) throw new WorkbookRefusal(sheetMessages.tooManyRows(limits.rows));
  }
}
