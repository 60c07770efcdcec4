// Place of a signature in a PDF: an incremental update (ISO 32000-1 §7.5.6) that adds a signature dictionary with a
// gap for the CMS. It can read only files of this server's PDF writer: a classic cross-reference table, dictionaries
// outside of streams.

/** A document that waits for its signature. All bytes outside the gap are signed. */
export interface UnsignedPdf {
  readonly bytes: Buffer;
  /** Start and length of the two signed parts. */
  readonly range: readonly [number, number, number, number];
}

/** Data that the signature states besides the certificate. */
export interface SignatureTexts {
  readonly name: string;
  readonly reason: string;
  /** Time of signing as PDF date, e.g. `D:20261126100000+08'00'`. */
  readonly at: string;
}

class NoPlace extends Error {
  override readonly name = 'NoPlace';
}

/** Number of digits of each number in a byte range. The numbers are known only after the gap has its position. */
const rangeDigits = 10;

/** Writes a text as a PDF string in UTF-16, so that Chinese needs no escape. */
const hexText = (text: string): string => {
  const swapped = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return `<${swapped.toString('hex')}>`;
};

interface PdfTrailer {
  readonly size: number;
  readonly root: number;
  /** Entries of the trailer that are kept: Info, ID. */
  readonly keptEntries: string;
  readonly startxref: number;
}

function trailerOf(text: string): PdfTrailer {
  const startxref = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1] ?? Number.NaN);
  const trailer = text.slice(text.lastIndexOf('trailer'));
  const size = Number(/\/Size\s+(\d+)/.exec(trailer)?.[1] ?? Number.NaN);
  const root = Number(/\/Root\s+(\d+)\s+0\s+R/.exec(trailer)?.[1] ?? Number.NaN);
  if (![startxref, size, root].every(Number.isInteger)) throw new NoPlace('no classic trailer');
  const info = /\/Info\s+\d+\s+0\s+R/.exec(trailer)?.[0] ?? '';
  const id = /\/ID\s*\[[^\]]*\]/.exec(trailer)?.[0] ?? '';
  return { size, root, keptEntries: [info, id].filter(Boolean).join('\n'), startxref };
}

/** Returns the offset of an object by the newest table that names it. */
function offsetOf(text: string, object: number, startxref: number): number {
  for (let tableOffset: number | undefined = startxref; tableOffset !== undefined;) {
    const end = text.indexOf('trailer', tableOffset);
    const table = text.slice(tableOffset, end);
    for (const [, first = '', count = '', lines = ''] of table.matchAll(
      /(\d+) (\d+)\s*\n((?:\d{10} \d{5} [nf][ \r]?\r?\n?)*)/g,
    )) {
      const index = object - Number(first);
      if (index < 0 || index >= Number(count)) continue;
      const line = [...lines.matchAll(/(\d{10}) \d{5} n/g)].length ? lines.match(/\d{10} \d{5} [nf]/g)?.[index] : '';
      if (line?.endsWith('n')) return Number(line.slice(0, 10));
    }
    const previousTable = /\/Prev\s+(\d+)/.exec(text.slice(end, text.indexOf('startxref', end)))?.[1];
    tableOffset = previousTable === undefined ? undefined : Number(previousTable);
  }
  throw new NoPlace(`object ${object} is missing`);
}

/** Returns the dictionary of an object, from `<<` to the last `>>`. */
function dictionaryOf(text: string, object: number, startxref: number): string {
  const offset = offsetOf(text, object, startxref);
  const body = text.slice(offset, text.indexOf('endobj', offset));
  const [open, close] = [body.indexOf('<<'), body.lastIndexOf('>>')];
  if (!body.startsWith(`${object} 0 obj`) || open < 0 || close < open)
    throw new NoPlace(`object ${object} is no dictionary`);
  return body.slice(open, close + 2);
}

/** Adds a reference to an array entry of a dictionary; creates the entry if it is missing. */
function withReference(dictionary: string, key: string, reference: string): string {
  const arrayMatch = new RegExp(`/${key}\\s*\\[([^\\]]*)\\]`).exec(dictionary);
  if (arrayMatch) return dictionary.replace(arrayMatch[0], `/${key} [${(arrayMatch[1] ?? '').trim()} ${reference}]`);
  return `${dictionary.slice(0, -2)}/${key} [${reference}]\n>>`;
}

/** Returns the object of the first page. */
function firstPage(text: string, rootDictionary: string, startxref: number): number {
  let object = Number(/\/Pages\s+(\d+)\s+0\s+R/.exec(rootDictionary)?.[1] ?? Number.NaN);
  for (let depth = 0; depth < 10 && Number.isInteger(object); depth += 1) {
    const dictionary = dictionaryOf(text, object, startxref);
    if (/\/Type\s*\/Page\b/.test(dictionary)) return object;
    object = Number(/\/Kids\s*\[\s*(\d+)\s+0\s+R/.exec(dictionary)?.[1] ?? Number.NaN);
  }
  throw new NoPlace('no page');
}

const signatureDictionary = ({ name, reason, at }: SignatureTexts, signatureBytes: number): string =>
  [
    '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached',
    `/ByteRange [0 ${'*'.repeat(rangeDigits)} ${'*'.repeat(rangeDigits)} ${'*'.repeat(rangeDigits)}]`,
    `/Contents <${'0'.repeat(signatureBytes * 2)}>`,
    `/M (${at})`,
    `/Name ${hexText(name)}`,
    `/Reason ${hexText(reason)} >>`,
  ].join('\n');

/** Appends the objects of an update to a document, with their table and trailer. */
function appendObjects(
  pdf: Buffer,
  { root, keptEntries, startxref }: PdfTrailer,
  size: number,
  objects: ReadonlyMap<number, string>,
) {
  let text = '\n';
  const offsets = new Map<number, number>();
  for (const [object, dictionary] of objects) {
    offsets.set(object, pdf.length + text.length);
    text += `${object} 0 obj\n${dictionary}\nendobj\n`;
  }
  const table = pdf.length + text.length;
  const lines = [...offsets].sort(([first], [other]) => first - other);
  text += `xref\n${lines.map(([object, index]) => `${object} 1\n${String(index).padStart(10, '0')} 00000 n \n`).join('')}`;
  text += `trailer\n<<\n/Size ${size}\n/Root ${root} 0 R\n${keptEntries}\n/Prev ${startxref}\n>>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(text, 'latin1')]);
}

/** Writes the byte range around the gap of the last signature. */
function withRange(bytes: Buffer, updateStart: number, signatureBytes: number): UnsignedPdf {
  const text = bytes.toString('latin1', updateStart);
  const gapStart = updateStart + text.indexOf('/Contents <') + '/Contents '.length;
  const gapEnd = gapStart + signatureBytes * 2 + 2;
  const range = [0, gapStart, gapEnd, bytes.length - gapEnd] as const;
  const placeholder = `/ByteRange [0 ${Array.from({ length: 3 }, () => '*'.repeat(rangeDigits)).join(' ')}]`;
  const byteRange = `/ByteRange [${range.join(' ')}`;
  bytes.write(`${byteRange.padEnd(placeholder.length - 1)}]`, updateStart + text.indexOf(placeholder), 'latin1');
  return { bytes, range };
}

/**
 * Adds a place for a signature to a PDF, as an update after its bytes, so that earlier signed bytes do not change.
 * @param signatureBytes highest number of bytes of the CMS
 * @throws Error for a PDF from another writer
 */
export function withSignaturePlace(
  pdf: Uint8Array,
  signatureTexts: SignatureTexts,
  signatureBytes: number,
): UnsignedPdf {
  const original = Buffer.from(pdf);
  const text = original.toString('latin1');
  const trailer = trailerOf(text);
  const { size, root, startxref } = trailer;
  const catalog = dictionaryOf(text, root, startxref);
  const page = firstPage(text, catalog, startxref);
  const existingForm = /\/AcroForm\s+(\d+)\s+0\s+R/.exec(catalog)?.[1];
  const [signature, field] = [size, size + 1];
  const form = existingForm === undefined ? size + 2 : Number(existingForm);
  const formDictionary = existingForm === undefined ? '<< /SigFlags 3\n>>' : dictionaryOf(text, form, startxref);
  const signatureNo = (formDictionary.match(/ 0 R/g) ?? []).length + 1;
  const objects = new Map([
    [signature, signatureDictionary(signatureTexts, signatureBytes)],
    [
      field,
      `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature${signatureNo}) /F 132 /Rect [0 0 0 0] /P ${page} 0 R /V ${signature} 0 R >>`,
    ],
    [form, withReference(formDictionary, 'Fields', `${field} 0 R`)],
    [page, withReference(dictionaryOf(text, page, startxref), 'Annots', `${field} 0 R`)],
  ]);
  if (existingForm === undefined) objects.set(root, `${catalog.slice(0, -2)}/AcroForm ${form} 0 R\n/Version /1.7\n>>`);
  const objectCount = existingForm === undefined ? size + 3 : size + 2;
  return withRange(appendObjects(original, trailer, objectCount, objects), original.length, signatureBytes);
}

/** Returns the bytes that a signature covers. */
export const signedPart = (bytes: Uint8Array, [first, length, second, rest]: UnsignedPdf['range']): Buffer =>
  Buffer.concat([bytes.subarray(first, first + length), bytes.subarray(second, second + rest)]);

/**
 * Writes the CMS into its gap.
 * @throws Error if the CMS is longer than the gap
 */
export function withSignature({ bytes, range }: UnsignedPdf, cms: Uint8Array): Buffer {
  const [, gapStart, gapEnd] = range;
  const hex = Buffer.from(cms).toString('hex');
  if (hex.length > gapEnd - gapStart - 2) throw new NoPlace('the signature is longer than its place');
  const output = Buffer.from(bytes);
  output.write(hex, gapStart + 1, 'latin1');
  return output;
}
