import { strFromU8, unzipSync } from 'fflate';

export interface DocxRead {
  /** Of the running text, a paragraph each. */
  readonly paragraphs: readonly string[];
  /** Of each table its rows, of each row its cells; those of pictures too. */
  readonly tables: readonly (readonly (readonly string[])[])[];
  readonly headers: readonly string[];
  readonly footers: readonly string[];
  /** Pictures by their names in the file. */
  readonly media: ReadonlyMap<string, Uint8Array>;
  /** What the file itself says. */
  readonly xml: string;
}

const plain = (xml: string): string =>
  xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const inside = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<w:${name}(?: [^>]*)?>(.*?)</w:${name}>`, 'gs'))].map(([, found = '']) => found);
/** Fields are shown by what they ask for: `{PAGE}`. */
const textIn = (xml: string): string =>
  plain(
    [...xml.matchAll(/<w:(t|instrText)(?: [^>]*)?>(.*?)<\/w:\1>/gs)]
      .map(([, name, found = '']) => (name === 't' ? found : `{${found.trim()}}`))
      .join(''),
  );

/** What a word processor finds in a docx. */
export function readDocx(bytes: Uint8Array): DocxRead {
  const files = unzipSync(bytes);
  const named = (start: string) =>
    Object.keys(files)
      .filter((name) => name.startsWith(start) && name.endsWith('.xml'))
      .sort()
      .map((name) => textIn(strFromU8(files[name] ?? new Uint8Array())));
  const xml = strFromU8(files['word/document.xml'] ?? new Uint8Array());
  const tables = inside(xml, 'tbl').map((table) => inside(table, 'tr').map((row) => inside(row, 'tc').map(textIn)));
  const paragraphs = inside(xml.replace(/<w:tbl>.*?<\/w:tbl>/gs, ''), 'p')
    .map(textIn)
    .filter(Boolean);
  return {
    paragraphs,
    tables,
    xml,
    headers: named('word/header'),
    footers: named('word/footer'),
    media: new Map(Object.entries(files).filter(([name]) => /^word\/media\/./.test(name))),
  };
}
