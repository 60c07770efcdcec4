import { zipSync, type Zippable } from 'fflate';
import { messages } from '@contract/messages';
import { sheetMessages } from '@contract/sheetMessages';
import type { SheetLimits } from './limits';
import { WorkbookRefusal } from './refusal';
import { readDirectory, unpack, type ZipPart } from './zipDirectory';

/** What is left of an xlsx for the parser. */
export interface CleanWorkbook {
  /** A new zip of unpacked parts: the parser never sees a byte that was not checked here, nor inflates anything itself. */
  zip: Uint8Array;
  /** The place of the first visible sheet. */
  sheet: number;
  /** Other visible sheets that hold something. */
  otherSheets: string[];
}

/** Pictures, drawings, comments, caches: nothing that a table is read from. */
const needless = /(^|\/)(media|drawings|charts|chartsheets|comments|threadedComments|persons|pivot\w*|externalLinks|customXml|printerSettings|docProps|theme|tables|queryTables|slicer\w*|ctrlProps|activeX|embeddings)(\/|\d*\.)/i;

/**
 * Opens the package, checks it and packs anew what the parser needs (DESIGN §4.5).
 * @throws WorkbookRefusal for whatever is no plain workbook of a sensible size
 */
export async function cleanWorkbook(bytes: Buffer, limits: SheetLimits): Promise<CleanWorkbook> {
  const parts = readDirectory(bytes, limits);
  const byName = new Map(parts.map((part) => [part.name, part]));
  const types = byName.get('[Content_Types].xml');
  if (!types) throw new WorkbookRefusal(messages.wrongWorkbook);
  const declared = (await unpackXml(bytes, types)).toString('utf8');
  if (declared.includes('Override PartName="/xl/workbook.bin"')) throw new WorkbookRefusal(messages.wrongWorkbook);
  // Only of the parts that are there: some writers declare the ending .bin as macro-enabled in every file.
  if (/<(?:\w+:)?Override\s[^>]*macroEnabled/i.test(declared) || parts.some(({ name }) => /vbaProject\.bin$/i.test(name))) throw new WorkbookRefusal(sheetMessages.macro);
  if (!/spreadsheetml\.(sheet|template)\.main\+xml/.test(declared)) throw new WorkbookRefusal(messages.wrongWorkbook);

  const kept = parts.filter(({ name }) => /\.(xml|rels)$/i.test(name) && !needless.test(name));
  const contents = new Map<string, Buffer>();
  for (const part of kept) contents.set(part.name, await unpackXml(bytes, part));
  const { sheet, wanted, others } = sheetsOf(contents);
  const zip: Zippable = {};
  for (const [name, content] of contents) {
    if (!name.includes('worksheets/') || name.includes('_rels/') || !wanted || name === wanted) zip[name] = [content, { level: 0 }];
  }
  if (wanted) refuseManyRows(contents.get(wanted), limits);
  else for (const [name, content] of contents) if (name.includes('worksheets/')) refuseManyRows(content, limits);
  return { zip: zipSync(zip), sheet, otherSheets: others };
}

async function unpackXml(bytes: Buffer, part: ZipPart): Promise<Buffer> {
  const content = await unpack(bytes, part);
  // Entities can only be declared in a document type, which no spreadsheet program writes. UTF-16 would hide one.
  const utf16 = content[0] === 0 || content[1] === 0 || (content[0] === 0xff && content[1] === 0xfe) || (content[0] === 0xfe && content[1] === 0xff);
  if (utf16 || content.includes('<!DOCTYPE') || content.includes('<!ENTITY')) throw new WorkbookRefusal(sheetMessages.dangerousXml);
  return content;
}

const attribute = (tag: string, name: string): string => new RegExp(`(?:^|[\\s:])${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

const named = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as const;
const unescapeXml = (text: string): string => text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: keyof typeof named) => named[name]);

/** Finds the first visible sheet's part through the workbook and its relations; without them the parser takes the first. */
function sheetsOf(contents: ReadonlyMap<string, Buffer>): { sheet: number; wanted: string | null; others: string[] } {
  const book = contents.get('xl/workbook.xml')?.toString('utf8') ?? '';
  const relations = contents.get('xl/_rels/workbook.xml.rels')?.toString('utf8') ?? '';
  const targets = new Map((relations.match(/<(?:\w+:)?Relationship\s[^>]*>/g) ?? []).map((tag) => [attribute(tag, 'Id'), attribute(tag, 'Target')]));
  const sheets = (book.match(/<(?:\w+:)?sheet\s[^>]*>/g) ?? []).map((tag) => {
    const target = targets.get(attribute(tag, 'id')) ?? '';
    const part = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    return { name: unescapeXml(attribute(tag, 'name')), part, visible: !/hidden/i.test(attribute(tag, 'state')) };
  });
  const sheet = Math.max(0, sheets.findIndex(({ visible }) => visible));
  const wanted = sheets[sheet]?.part ?? null;
  const others = sheets.filter(({ visible, part }, index) => visible && index !== sheet && /<(?:\w+:)?(v|is)>/.test(contents.get(part)?.toString('latin1') ?? ''));
  return { sheet, wanted: wanted && contents.has(wanted) ? wanted : null, others: others.map(({ name }) => name) };
}

function refuseManyRows(content: Buffer | undefined, limits: SheetLimits): void {
  let rows = 0;
  for (let at = content?.indexOf('row ') ?? -1; content && at >= 0; at = content.indexOf('row ', at + 4)) {
    const before = content[at - 1];
    if (before === 0x3c || before === 0x3a) rows += 1;
    // One more for the header.
    if (rows > limits.rows + 1) throw new WorkbookRefusal(sheetMessages.tooManyRows(limits.rows));
  }
}
