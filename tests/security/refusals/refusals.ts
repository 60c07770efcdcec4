import { parseAst } from 'vite';
import { onOneLine } from '../asWritten.ts';

/** A statement of the server that refuses a request with 401, 403, 404 or 409. */
export interface RefusalSite {
  /** `server/…/file.ts  the statement`, and `  #2` for its second occurrence in the file, as in `refusals.txt`. */
  readonly id: string;
  /** Offsets of the statement in the text. */
  readonly from: number;
  readonly until: number;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one);
  else if (isNode(value)) {
    yield value;
    for (const [name, part] of Object.entries(value)) if (name !== 'parent') yield* nodesIn(part);
  }
}

/**
 * Faults of a request (400, 413, 415) and of the server, which are no checks of who may do what to which row in which
 * state.
 */
const others =
  /^(invalid|badRequest|tooLarge|away|refuse|fault|refusalFor|new (?!Refusal\b)\w+|new Refusal\((400|413|415|429|5\d\d)\b)/;
/** Start and commands of the server. */
const beside = /^server\/(db|seed|backup|commands)\//;
const calls = new Set(['CallExpression', 'NewExpression', 'AwaitExpression']);

const longest = 150;

/** Returns every `throw` of a call, except the others. Rethrowing refuses nothing by itself. */
export function refusalsIn(path: string, text: string): RefusalSite[] {
  if (beside.test(path)) return [];
  const found: RefusalSite[] = [];
  const times = new Map<string, number>();
  for (const { type, start, end, argument } of nodesIn(parseAst(text, { lang: 'ts' }, path).body)) {
    if (type !== 'ThrowStatement' || !isNode(argument) || !calls.has(argument.type)) continue;
    const what = onOneLine(text.slice(argument.start, argument.end));
    if (others.test(what)) continue;
    const statement = `${path}  ${what.slice(0, longest)}`;
    const time = (times.get(statement) ?? 0) + 1;
    times.set(statement, time);
    found.push({ id: time === 1 ? statement : `${statement}  #${time}`, from: start, until: end });
  }
  return found;
}

/** Returns the source in which each refusal first asks whether it is removed; then the code after it runs. */
export function withRefusalsAsking(path: string, text: string): string {
  let asking = text;
  for (const { id, from, until } of refusalsIn(path, text).toReversed()) {
    asking = `${asking.slice(0, from)}{ if (!globalThis.refusalTakenOut?.(${JSON.stringify(id)})) ${text.slice(from, until)} }${asking.slice(until)}`;
  }
  return asking;
}
