import { z } from 'zod';
import { yieldToEventLoop } from '@server/base/yieldToEventLoop';
import { type BodyFault, faultOf } from './plainJson';

/** Size in bytes from which a body is parsed in pieces. A smaller body takes milliseconds with any content. */
export const bigBodyBytes = 128 * 1024;
/** Number of characters parsed or written before other requests get a turn. */
const pieceLength = 256 * 1024;
/** Highest number of characters parsed at once: one value of a list, or everything outside the lists. */
const maxPieceLength = 1024 * 1024;

/**
 * Highest number of values in all split lists: four times an import. Positions of thirty million values would take
 * gigabytes.
 */
const maxValues = 200_000;
/**
 * Highest number of names, lists and objects in one list value, or outside the lists. A row has some hundred; one
 * object of a hundred thousand names takes half a second.
 */
const maxInPiece = 20_000;
/** Highest number of lists and objects in a body. A row of an import has two, and one more for each error. */
const maxOpened = 1_000_000;

const [quote, backslash, comma, colon, openList, closeList, openMap, closeMap] = [
  0x22, 0x5c, 0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d,
];

interface SplitText {
  /** The text without the contents of its lists. */
  readonly frame: string;
  /** Contents of the lists at the first level, in order, each split at its values. */
  readonly lists: (readonly [from: number, to: number])[][];
}

/** Limited, because JSON.parse turns sixty megabytes of nested lists into gigabytes and blocks all other requests. */
function parsePiece(text: string): unknown {
  if (text.length > maxPieceLength) throw new SyntaxError('too much without a list that can be cut');
  return JSON.parse(text);
}

const assertValue = (text: string, from: number, to: number): void => {
  if (!/\S/.test(text.slice(from, to))) throw new SyntaxError('a list lacks a value');
};

/** Returns a counter of names, lists and objects. Its `add` throws a SyntaxError above the limits. */
function structureCounter(): { add: (inList: boolean, opens: boolean) => void; nextValue: () => void } {
  let [inFrame, inValue, openedCount] = [0, 0, 0];
  return {
    add(inList, opens) {
      if (inList) inValue += 1;
      else inFrame += 1;
      if (opens) openedCount += 1;
      if (inFrame > maxInPiece || inValue > maxInPiece || openedCount > maxOpened)
        throw new SyntaxError('more names, lists and objects than anybody sends');
    },
    nextValue() {
      inValue = 0;
    },
  };
}

/**
 * Splits an object's text at the values of its own lists. Invalid JSON is split arbitrarily; parsing the pieces then
 * fails.
 */
async function cutJson(text: string): Promise<SplitText> {
  const lists: [number, number][][] = [];
  const prefixParts: string[] = [];
  const structure = structureCounter();
  let [depth, isQuoted, from, value, charsLeft] = [0, false, 0, 0, pieceLength];
  let list: [number, number][] | undefined;
  let values = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (index >= charsLeft) {
      charsLeft = index + pieceLength;
      await yieldToEventLoop();
    }
    const charCode = text.charCodeAt(index);
    if (isQuoted) {
      if (charCode === backslash) index += 1;
      else if (charCode === quote) isQuoted = false;
    } else if (charCode === quote) isQuoted = true;
    else if (charCode === colon) structure.add(list !== undefined, false);
    else if (charCode === openList || charCode === openMap) {
      structure.add(list !== undefined, true);
      depth += 1;
      if (depth === 2 && charCode === openList) {
        prefixParts.push(text.slice(from, index + 1));
        list = [];
        structure.nextValue();
        value = index + 1;
      }
    } else if (charCode === closeList || charCode === closeMap) {
      if (depth === 2 && charCode === closeList && list) {
        if (list.length) assertValue(text, value, index);
        if (list.length || text.slice(value, index).trim()) list.push([value, index]);
        lists.push(list);
        list = undefined;
        from = index;
      }
      depth -= 1;
    } else if (charCode === comma && depth === 2 && list) {
      assertValue(text, value, index);
      values += 1;
      if (values > maxValues) throw new SyntaxError('more values than anybody sends');
      list.push([value, index]);
      structure.nextValue();
      value = index + 1;
    }
  }
  prefixParts.push(text.slice(from));
  return { frame: prefixParts.join(''), lists };
}

/** Parses the values of a split list in pieces. */
async function valuesOf(text: string, list: readonly (readonly [from: number, to: number])[]): Promise<unknown[]> {
  const values: unknown[] = [];
  for (let from = 0, to = 0; from < list.length; from = to) {
    const [start] = list[from] as readonly [number, number];
    do to += 1;
    while (to < list.length && (list[to]?.[1] ?? 0) - start < pieceLength);
    for (const value of parsePiece(`[${text.slice(start, list[to - 1]?.[1])}]`) as unknown[]) values.push(value);
    await yieldToEventLoop();
  }
  return values;
}

/** Parses a list as the only list of an object, and any other value at once. */
async function parseOther(text: string): Promise<unknown> {
  const wrappedText = `{"list":${text}}`;
  const { frame, lists } = await cutJson(wrappedText);
  const [list] = lists;
  return list && lists.length === 1 && /^\{"list":[ \t\n\r]*\[\][ \t\n\r]*\}$/.test(frame)
    ? valuesOf(wrappedText, list)
    : parsePiece(text);
}

/**
 * Parses a large object or list in pieces, so that other requests are served in between.
 * @throws SyntaxError for text that JSON.parse would refuse, and for more names, lists and objects than the limits
 * allow
 */
export async function parseInPieces(text: string): Promise<unknown> {
  if (!text.trimStart().startsWith('{')) return parseOther(text);
  const { frame, lists } = await cutJson(text);
  const parsedFrame = parsePiece(frame) as Record<string, unknown>;
  const emptyArrays = Object.entries(parsedFrame).filter(([, value]) => Array.isArray(value) && value.length === 0);
  // Objects with duplicate or numeric names are parsed as a whole: duplicates take the last value, and numeric names
  // are reordered.
  if (
    emptyArrays.length !== lists.length ||
    Object.keys(parsedFrame).some((name) => name === '__proto__' || /^\d+$/.test(name))
  )
    return parsePiece(text);
  for (const [index, [name]] of emptyArrays.entries()) parsedFrame[name] = await valuesOf(text, lists[index] ?? []);
  return parsedFrame;
}

/**
 * Decodes a body in pieces.
 * @throws TypeError for bytes that are not UTF-8
 */
export async function decodeInPieces(bytes: Uint8Array): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parts: string[] = [];
  for (let from = 0; from < bytes.byteLength; from += pieceLength) {
    parts.push(decoder.decode(bytes.subarray(from, from + pieceLength), { stream: true }));
    await yieldToEventLoop();
  }
  parts.push(decoder.decode());
  return parts.join('');
}

/** Returns an answer whose long list is written in pieces. */
export function answerInPieces(
  head: Readonly<Record<string, unknown>>,
  name: string,
  list: readonly unknown[],
): Response {
  async function* parts(): AsyncGenerator<string> {
    const before = JSON.stringify(head);
    yield `${before.slice(0, -1)}${before === '{}' ? '' : ','}${JSON.stringify(name)}:[`;
    let [part, hasItems] = ['', false];
    for (const listItem of list) {
      part += (hasItems ? ',' : '') + (JSON.stringify(listItem) ?? 'null');
      hasItems = true;
      if (part.length < pieceLength / 4) continue;
      yield part;
      part = '';
      await yieldToEventLoop();
    }
    yield `${part}]}`;
  }
  const encoder = new TextEncoder();
  const chunks = parts();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } });
}

/** Number of values from which a list is checked in pieces. */
const longList = 200;

const isMap = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
const listsCheckedInPieces = (json: Readonly<Record<string, unknown>>): [string, unknown[]][] =>
  Object.entries(json).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > longList ? [[name, value as unknown[]]] : [],
  );
const withoutLong = (json: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, Array.isArray(value) && value.length > longList ? [] : value]),
  );

/** Like `faultOf`, with pauses for other requests. */
export async function faultInPieces(json: unknown): Promise<BodyFault | undefined> {
  if (!isMap(json)) return faultOf(json);
  const firstBodyFault = faultOf(withoutLong(json));
  if (firstBodyFault) return firstBodyFault;
  for (const [name, list] of listsCheckedInPieces(json)) {
    for (const [index, listItem] of list.entries()) {
      const fault = faultOf(listItem);
      if (fault) return { ...fault, field: [name, String(index), fault.field].filter(Boolean).join('.') };
      if (index % longList === longList - 1) await yieldToEventLoop();
    }
  }
  return undefined;
}

/** Like `schema.safeParse`, with pauses for other requests if an object contains long plain lists. */
export async function parseBodyInPieces(schema: z.ZodType, json: unknown): Promise<z.ZodSafeParseResult<unknown>> {
  // Rules between fields need the whole object at once.
  if (!(schema instanceof z.ZodObject) || schema.def.checks?.length || !isMap(json)) return schema.safeParse(json);
  const schemas = schema.shape as Readonly<Record<string, z.ZodType>>;
  const slow = listsCheckedInPieces(json).filter(([name]) => schemas[name] instanceof z.ZodArray);
  const parsedLists = new Map<string, unknown[]>();
  const issues: z.core.$ZodIssue[] = [];
  for (const [name, list] of slow) {
    const element = (schemas[name] as z.ZodArray<z.ZodType>).element;
    const values: unknown[] = [];
    for (const [index, listItem] of list.entries()) {
      const result = element.safeParse(listItem);
      if (result.success) values.push(result.data);
      else issues.push(...result.error.issues.map((issue) => ({ ...issue, path: [name, index, ...issue.path] })));
      if (index % longList === longList - 1) await yieldToEventLoop();
    }
    parsedLists.set(name, values);
  }
  if (issues.length) return { success: false, error: new z.ZodError(issues) };
  // Checks the limits of the lists and all other fields. The values of the lists were checked already.
  const frameSchema = schema.extend(
    Object.fromEntries(
      [...parsedLists.keys()].map((name) => [
        name,
        z
          .array(z.unknown())
          .check(...(((schemas[name] as z.ZodArray<z.ZodType>).def.checks ?? []) as z.core.$ZodCheck<unknown[]>[])),
      ]),
    ),
  );
  return frameSchema.safeParse({ ...json, ...Object.fromEntries(parsedLists) });
}
