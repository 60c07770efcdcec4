import { createHash } from 'node:crypto';
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';

interface Variant {
  readonly name: string;
  readonly content: () => Uint8Array;
}

/** Yields the same numbers for the same words, below `below`. */
function* numbersOf(words: string, below: number): Generator<number> {
  for (let index = 0; ; index += 1)
    yield createHash('sha256').update(`${words} ${index}`).digest().readUInt32BE(0) % below;
}

/** Returns a copy with bytes of a range changed. */
function altered(bytes: Uint8Array, words: string, from: number, until: number, count: number): Uint8Array {
  const result = Uint8Array.from(bytes);
  const [places, values] = [numbersOf(`${words} places`, Math.max(1, until - from)), numbersOf(`${words} values`, 256)];
  for (let index = 0; index < count; index += 1)
    result[from + Number(places.next().value)] = Number(values.next().value);
  return result;
}

function isZip(bytes: Uint8Array): boolean {
  try {
    return Object.keys(unzipSync(bytes)).length > 0;
  } catch {
    return false;
  }
}

function zipWith(bytes: Uint8Array, change: (name: string, xml: string) => string | null): Uint8Array {
  const parts: Zippable = {};
  for (const [name, content] of Object.entries(unzipSync(bytes))) {
    const changed = /\.(xml|rels)$/.test(name) ? change(name, strFromU8(content)) : undefined;
    if (changed !== null) parts[name] = changed === undefined ? content : strToU8(changed);
  }
  return zipSync(parts);
}

const nested = (depth: number): string => '<r><t>'.repeat(depth) + '</t></r>'.repeat(depth);

/** Changes of an xlsx workbook: impossible rows and columns, nested texts, and a part that ends within a word. */
const ofXlsx = [
  (bytes: Uint8Array) =>
    zipWith(bytes, (name, xml) =>
      /sheet\d*\.xml$/.test(name)
        ? xml.replace(/<row /, '<row r="1048576" spans="1:16384" ').replace(/<c r="[A-Z]+/g, '<c r="XFD')
        : xml,
    ),
  (bytes: Uint8Array) =>
    zipWith(bytes, (name, xml) =>
      /sharedStrings\.xml$|sheet\d*\.xml$/.test(name)
        ? xml.replace('</si>', `${nested(2000)}</si>`).replace('</is>', `${nested(2000)}</is>`)
        : xml,
    ),
  (bytes: Uint8Array) =>
    zipWith(bytes, (name, xml) =>
      /sheet\d*\.xml$/.test(name)
        ? xml.slice(0, Math.floor(xml.length * 0.7))
        : name.endsWith('styles.xml')
          ? null
          : xml,
    ),
];

/** Changes of a compound file: the size of its sectors and the places of its tables. */
const ofXls = [
  (bytes: Uint8Array) => altered(bytes, 'sectors', 24, 76, 3),
  (bytes: Uint8Array) => altered(bytes, 'tables', 76, 512, 24),
  (bytes: Uint8Array) => altered(bytes, 'directory', 512, bytes.length, 200),
];

/** Changes of a text: half characters, an endless line, and unclosed quotes. */
const ofText = [
  (bytes: Uint8Array) => altered(bytes, 'signs', 0, bytes.length, 40),
  (bytes: Uint8Array) => Uint8Array.from([...bytes, ...strToU8('1,'.repeat(200_000))]),
  (bytes: Uint8Array) => Uint8Array.from([...bytes, ...strToU8('\n"'.repeat(20_001))]),
];

/** Changes of a picture or anything else: its header, its content, and its first half. */
const ofOther = [
  (bytes: Uint8Array) => altered(bytes, 'head', 2, Math.min(400, bytes.length), 30),
  (bytes: Uint8Array) => altered(bytes, 'body', 0, bytes.length, 400),
  (bytes: Uint8Array) => bytes.slice(0, Math.floor(bytes.length / 2)),
];

const kinds: readonly (readonly [RegExp, readonly ((bytes: Uint8Array) => Uint8Array)[]])[] = [
  [/\.xlsx$/, ofXlsx],
  [/\.xls$/, ofXls],
  [/\.(csv|txt)$/, ofText],
  [/./, ofOther],
];

/** A file with a workbook's name and other content is changed as any other file. */
function changesOf(name: string, bytes: Uint8Array): readonly ((bytes: Uint8Array) => Uint8Array)[] {
  if (/\.xlsx$/.test(name) && !isZip(bytes)) return ofOther;
  return kinds.find(([form]) => form.test(name))?.[1] ?? [];
}

/** Returns three variants of the file, each malformed in its own way; equal in each run. */
export const variantsOf = (name: string, content: () => Uint8Array): Variant[] =>
  changesOf(name, content()).map((change, index) => ({
    name: `variant-${index + 1}-${name}`,
    content: () => change(content()),
  }));
