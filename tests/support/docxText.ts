import { strFromU8, unzipSync } from 'fflate';

export interface DocxRead {
  /** Body text, an entry per paragraph. */
  readonly paragraphs: readonly string[];
  /** Tables as rows of cells, including tables with pictures. */
  readonly tables: readonly (readonly (readonly string[])[])[];
  readonly headers: readonly string[];
  readonly footers: readonly string[];
  /** Pictures by their names in the file. */
  readonly media: ReadonlyMap<string, Uint8Array>;
  /** Raw XML of the document. */
  readonly xml: string;
}

const plain = (xml: string): string =>
  xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const inside = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<w:${name}(?: [^>]*)?>(.*?)</w:${name}>`, 'gs'))].map(([, found = '']) => found);
/** Returns the text; fields are shown as their instruction: `{PAGE}`. */
const textIn = (xml: string): string =>
  plain(
    [...xml.matchAll(/<w:(t|instrText)(?: [^>]*[^/])?>(.*?)<\/w:\1>/gs)]
      .map(([, name, found = '']) => (name === 't' ? found : `{${found.trim()}}`))
      .join(''),
  );

/** Reads a docx as a word processor does. */
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
