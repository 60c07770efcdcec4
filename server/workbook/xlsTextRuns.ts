import { plainRunText } from './xlsxTextRuns';

// Reads the formatting runs of texts in a workbook of 1997 to 2003 (BIFF8, [MS-XLS]). Superscript and strike-through
// are stored beside the text, as font numbers.

const recordTypes = { font: 0x31, sheet: 0x85, text: 0xfd, shared: 0xfc, more: 0x3c, begin: 0x809, end: 0x0a } as const;

interface BinaryRecord {
  readonly type: number;
  readonly at: number;
  readonly body: Buffer;
}

function* recordsOf(stream: Buffer, from = 0): Generator<BinaryRecord> {
  for (let index = from; index + 4 <= stream.length;) {
    const [type, length] = [stream.readUInt16LE(index), stream.readUInt16LE(index + 2)];
    yield { type, at: index, body: stream.subarray(index + 4, index + 4 + length) };
    index += 4 + length;
  }
}

interface FontFace {
  readonly up: boolean;
  readonly struck: boolean;
}

/** Parses a font record ([MS-XLS] 2.4.122): grbit at 2, sss at 8. */
const faceOf = (body: Buffer): FontFace => ({
  struck: (body.readUInt16LE(2) & 0x08) !== 0,
  up: body.readUInt16LE(8) === 1,
});
/** Returns a font by its number. Font number 4 does not exist. */
const faceAt = (faces: readonly FontFace[], number: number): FontFace | undefined =>
  faces[number > 4 ? number - 1 : number];

/** Reader over the continuation parts of a long record. */
class RecordParts {
  #part = 0;
  #at = 0;
  constructor(private readonly parts: readonly Buffer[]) {}

  get done(): boolean {
    this.#step();
    return this.#part >= this.parts.length;
  }

  /** Moves to the next part if the current one is finished. */
  #step(): boolean {
    let hasStepped = false;
    while (this.#part < this.parts.length && this.#at >= (this.parts[this.#part]?.length ?? 0)) {
      this.#part += 1;
      this.#at = 0;
      hasStepped = true;
    }
    return hasStepped;
  }

  byte(): number {
    this.#step();
    const value = this.parts[this.#part]?.[this.#at];
    if (value === undefined) throw new Error('the record ends within a text');
    this.#at += 1;
    return value;
  }

  number(bytes: 2 | 4): number {
    let value = 0;
    for (let index = 0; index < bytes; index += 1) value += this.byte() * 256 ** index;
    return value;
  }

  skip(bytes: number): void {
    for (let bytesLeft = bytes; bytesLeft > 0;) {
      this.#step();
      const step = Math.min(bytesLeft, (this.parts[this.#part]?.length ?? 0) - this.#at);
      if (step <= 0) throw new Error('the record ends within a text');
      this.#at += step;
      bytesLeft -= step;
    }
  }

  /** Reads characters. Each further part begins with a byte that states their width. */
  text(count: number, isWide: boolean): string {
    let [isHighByte, text] = [isWide, ''];
    for (let charactersLeft = count; charactersLeft > 0; charactersLeft -= 1) {
      if (this.#step()) isHighByte = (this.byte() & 1) === 1;
      text += String.fromCharCode(isHighByte ? this.number(2) : this.byte());
    }
    return text;
  }
}

/** Returns a text with its runs marked; null if no run is superscript or struck through. */
function sharedText(recordParts: RecordParts, faces: readonly FontFace[]): string | null {
  const length = recordParts.number(2);
  const flags = recordParts.byte();
  const runCount = flags & 0x08 ? recordParts.number(2) : 0;
  const extraLength = flags & 0x04 ? recordParts.number(4) : 0;
  const text = recordParts.text(length, (flags & 1) === 1);
  const runs = Array.from({ length: runCount }, () => ({
    from: recordParts.number(2),
    face: faceAt(faces, recordParts.number(2)),
  }));
  recordParts.skip(extraLength);
  if (!runs.some(({ face }) => face?.up || face?.struck)) return null;
  return (
    text.slice(0, runs[0]?.from ?? 0) +
    runs
      .map(({ from, face }, index) =>
        plainRunText(text.slice(from, runs[index + 1]?.from ?? text.length), face ?? { up: false, struck: false }),
      )
      .join('')
  );
}

function sharedTexts(records: readonly BinaryRecord[], faces: readonly FontFace[]): Map<number, string> {
  const recordIndex = records.findIndex(({ type }) => type === recordTypes.shared);
  const textByIndex = new Map<number, string>();
  const start = records[recordIndex];
  if (!start) return textByIndex;
  let last = recordIndex + 1;
  while (records[last]?.type === recordTypes.more) last += 1;
  const recordParts = new RecordParts([
    start.body.subarray(8),
    ...records.slice(recordIndex + 1, last).map(({ body }) => body),
  ]);
  for (let index = 0; index < start.body.readUInt32LE(4) && !recordParts.done; index += 1) {
    const text = sharedText(recordParts, faces);
    if (text !== null) textByIndex.set(index, text);
  }
  return textByIndex;
}

/** Returns row and column combined in one number. */
export const cellPlace = (row: number, column: number): number => row * 65_536 + column;

/** Returns, by sheet index, the cells with partly superscript or struck text, and their marked text. */
export function xlsTextRuns(stream: Buffer): ReadonlyMap<number, ReadonlyMap<number, string>> {
  const records = [...recordsOf(stream)];
  const textByIndex = sharedTexts(
    records,
    records.flatMap(({ type, body }) => (type === recordTypes.font ? [faceOf(body)] : [])),
  );
  if (textByIndex.size === 0) return new Map();
  const sheets = records.flatMap(({ type, body }) => (type === recordTypes.sheet ? [body.readUInt32LE(0)] : []));
  return new Map(
    sheets.map((from, sheet) => {
      const cells = new Map<number, string>();
      let depth = 0;
      for (const { type, body } of recordsOf(stream, from)) {
        if (type === recordTypes.begin) depth += 1;
        if (type === recordTypes.end && (depth -= 1) <= 0) break;
        const text = type === recordTypes.text && depth === 1 ? textByIndex.get(body.readUInt32LE(6)) : undefined;
        if (text !== undefined) cells.set(cellPlace(body.readUInt16LE(0), body.readUInt16LE(2)), text);
      }
      return [sheet, cells] as const;
    }),
  );
}
