import { zipSync } from 'fflate';
import { withoutControls } from '@contract/fields/normalizeText';
import { layoutTexts } from '@contract/print/layoutTexts';
import { sheetLimits, type SheetLimits } from '@server/workbook/workbookLimits';
import { WorkbookRefusal } from '@server/workbook/workbookRefusal';
import { readDirectory, unpackPart } from '@server/workbook/zipDirectory';
import { LayoutRefusal } from './layoutRefusal';

// Opens an uploaded layout: the zip is checked, and only checked bytes reach the library that fills it.

export type LayoutFormat = 'docx' | 'xlsx';

/** Limits of a layout. Layouts hold a form and a few pictures. */
const layoutLimits: SheetLimits = { ...sheetLimits, unpacked: 32 * 1024 * 1024, entries: 300 };
/** Maximum size of a layout's file, bytes. */
export const layoutBytes = 5 * 1024 * 1024;

/** Parts of an office file by name. */
export type LayoutParts = Map<string, Uint8Array>;

const contentTypes = {
  docx: /wordprocessingml\.document\.main\+xml/,
  xlsx: /spreadsheetml\.sheet\.main\+xml/,
} as const;
const unsafeParts =
  /vbaProject|vbaData|(^|\/)(activeX|embeddings|ctrlProps|macrosheets|dialogsheets|externalLinks|connections|queryTables|afchunk)(\/|\.|\d)|\.(bin|exe|dll|js|vbs|html?|mht|rtf)$/i;
/** Settings of a printer, which Excel stores in nearly every file. They are left out. */
const printerSettings = /(^|\/)printerSettings\//i;
/** Fields of Word that read a file, a database or an address when the document is opened. */
const readingFields =
  /\b(DDEAUTO|DDE|INCLUDEPICTURE|INCLUDETEXT|INCLUDE|IMPORT|LINK|DATABASE|RD|AUTOTEXT|MACROBUTTON)\b/;

const isXml = (name: string): boolean => /\.(xml|rels|vml)$/i.test(name);
export const textOfPart = (bytes: Uint8Array | undefined): string =>
  bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8') : '';

/** Matches the prefix of a name in XML. The author of a file chooses it. */
const prefixPattern = String.raw`(?:[^\s<>:/"'=]+:)?`;
const relationTag = new RegExp(`<${prefixPattern}Relationship\\s(?:[^>"']|"[^"]*"|'[^']*')*>`, 'g');
const unsafeRelation = /\/(oleObject|aFChunk|control|package|vbaProject|attachedToolbars)["']/i;
const externalTarget = /TargetMode\s*=\s*["']External/i;
const fieldInstruction = new RegExp(
  `<${prefixPattern}instrText[^>]*>([^<]*)|\\s${prefixPattern}instr\\s*=\\s*("[^"]*"|'[^']*')`,
  'g',
);
const unsafeElement = new RegExp(`<${prefixPattern}(?:altChunk|object)[\\s/>]`);

/** Returns an XML text without comments, and with letters in place of their numeric references. */
function plainXml(xml: string): string {
  const [first = '', ...others] = xml.split('<!--');
  const withoutComments = first + others.map((part) => part.slice(part.indexOf('-->') + 3)).join('');
  return withoutComments.replace(/&#(?:x0*([\da-f]{2})|0*(\d{2,3}));/gi, (reference, hexadecimal, decimal) => {
    const letter = String.fromCharCode(hexadecimal ? parseInt(String(hexadecimal), 16) : Number(decimal));
    return /[a-z]/i.test(letter) ? letter : reference;
  });
}

/** @throws LayoutRefusal for a document type, for UTF-16, which could hide one, and for content from elsewhere */
function refuseXml(name: string, content: Buffer, format: LayoutFormat): void {
  const isUtf16 = content[0] === 0 || content[1] === 0 || content[0] === 0xff || content[0] === 0xfe;
  if (isUtf16 || ['<!DOCTYPE', '<!ENTITY', '<![CDATA['].some((start) => content.includes(start)))
    throw new LayoutRefusal(layoutTexts.unreadable);
  const text = plainXml(content.toString('utf8'));
  if (name.endsWith('.rels')) {
    for (const [relation] of text.matchAll(relationTag)) {
      if (unsafeRelation.test(relation)) throw new LayoutRefusal(layoutTexts.unsafePart);
      if (externalTarget.test(relation) && !/\/hyperlink["']/.test(relation))
        throw new LayoutRefusal(layoutTexts.external);
    }
    return;
  }
  if (format !== 'docx') return;
  // The name of a field may be divided between runs.
  const instructions = [...text.matchAll(fieldInstruction)].map(([, run, simple]) => run ?? simple ?? '').join('');
  const fieldMatch = readingFields.exec(instructions.toUpperCase());
  if (fieldMatch) throw new LayoutRefusal(layoutTexts.field(fieldMatch[1] ?? ''));
  if (unsafeElement.test(text)) throw new LayoutRefusal(layoutTexts.unsafePart);
}

/**
 * Returns the unpacked parts of a layout.
 * @throws LayoutRefusal with a Chinese sentence for a bomb, macros, embedded objects and content from elsewhere
 */
export async function layoutParts(bytes: Buffer, format: LayoutFormat): Promise<LayoutParts> {
  const layoutParts: LayoutParts = new Map();
  try {
    for (const zipPart of readDirectory(bytes, layoutLimits)) {
      if (printerSettings.test(zipPart.name) || zipPart.name.endsWith('/')) continue;
      if (unsafeParts.test(zipPart.name)) throw new LayoutRefusal(layoutTexts.unsafePart);
      const content = await unpackPart(bytes, zipPart);
      if (isXml(zipPart.name)) refuseXml(zipPart.name, content, format);
      layoutParts.set(zipPart.name, content);
    }
  } catch (error) {
    if (error instanceof WorkbookRefusal) throw new LayoutRefusal(error.message.replaceAll('工作簿', '版式文件'));
    throw error;
  }
  const types = textOfPart(layoutParts.get('[Content_Types].xml'));
  if (/macroEnabled/i.test(types)) throw new LayoutRefusal(layoutTexts.unsafePart);
  if (!contentTypes[format].test(types))
    throw new LayoutRefusal(format === 'docx' ? layoutTexts.notDocx : layoutTexts.notXlsx);
  return withoutPrinterSettings(layoutParts);
}

/** Removes the relations to the printer settings that were left out. */
function withoutPrinterSettings(layoutParts: LayoutParts): LayoutParts {
  for (const [name, content] of layoutParts) {
    if (!name.endsWith('.rels') || !textOfPart(content).includes('printerSettings')) continue;
    layoutParts.set(name, Buffer.from(textOfPart(content).replace(/<Relationship\s[^>]*printerSettings[^>]*\/>/g, '')));
    const sheet = name.replace('_rels/', '').replace(/\.rels$/, '');
    const xml = layoutParts.get(sheet);
    if (xml) layoutParts.set(sheet, Buffer.from(textOfPart(xml).replace(/(<pageSetup\s[^>]*?)\s+r:id="[^"]*"/g, '$1')));
  }
  return layoutParts;
}

/** Packs parts again. @param level 0 for a file that is read at once, 6 for one that is kept */
export const packParts = (layoutParts: LayoutParts, level: 0 | 6): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    zipSync(
      Object.fromEntries(
        [...layoutParts].map(([name, content]) => [name, [content, { level, mtime: new Date(1980, 0, 1) }]]),
      ),
    ),
  );

/** Removes the characters that XML has no way to write. */
export const xmlText = (text: string): string => withoutControls(text).replaceAll('\0', '');

const xmlEscapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes a text for XML. */
export const escapeXml = (text: string): string => xmlText(text).replace(/[&<>"]/g, (sign) => xmlEscapes[sign] ?? sign);
