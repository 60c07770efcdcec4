import { parseAst } from 'vite';
import { onOneLine } from '../asWritten.ts';
import { placeOf, saidBy } from './refusalName.ts';

/** A statement of the server that refuses a request with 401, 403, 404 or 409. */
export interface RefusalSite {
  /**
   * `server/…/file.ts  function  what it says`, as in `refusals.txt`. Where two would have one name, a comment on the
   * line above the statement, `// refusal: word`, ends the name of one by a word.
   */
  readonly id: string;
  /** Offsets of the statement in the text. */
  readonly from: number;
  readonly until: number;
}

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Yields every node; `around` then holds the nodes around it, outermost first. */
function* nodesIn(value: unknown, around: Node[]): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one, around);
  else if (isNode(value)) {
    yield value;
    around.push(value);
    for (const [name, part] of Object.entries(value)) if (name !== 'parent') yield* nodesIn(part, around);
    around.pop();
  }
}

/**
 * Faults of a request (400, 413, 415) and of the server, which are no checks of who may do what to which row in which
 * state.
 */
const others =
  /^(invalid|badRequest|tooLarge|asUnavailable|refuse|fault|refusalFor|new (?!Refusal\b)\w+|new Refusal\((400|413|415|429|5\d\d)\b)/;
/** Start and commands of the server. */
const beside = /^server\/(db|seed|backup|commands)\//;
const calls = new Set(['CallExpression', 'NewExpression', 'AwaitExpression']);

const marked = /\/\/ refusal: (\w+)\s*$/;

/** Returns the word of the comment above the statement, or above the `if` that it belongs to. */
function wordOf(text: string, start: number, around: readonly Node[]): string | undefined {
  const block = around.findLastIndex(({ type }) => type === 'BlockStatement' || type === 'SwitchCase');
  return marked.exec(text.slice(0, around[block + 1]?.start ?? start))?.[1];
}

/** Returns every `throw` of a call, except the others. Rethrowing refuses nothing by itself. */
export function refusalsIn(path: string, text: string): RefusalSite[] {
  if (beside.test(path)) return [];
  const textOf = ({ start, end }: Node): string => onOneLine(text.slice(start, end));
  const found: RefusalSite[] = [];
  const around: Node[] = [];
  for (const { type, start, end, argument } of nodesIn(parseAst(text, { lang: 'ts' }, path).body, around)) {
    if (type !== 'ThrowStatement' || !isNode(argument) || !calls.has(argument.type)) continue;
    if (others.test(textOf(argument))) continue;
    const word = wordOf(text, start, around);
    const id = [path, placeOf(around, textOf), saidBy(argument, textOf), ...(word ? [word] : [])].join('  ');
    found.push({ id, from: start, until: end });
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
