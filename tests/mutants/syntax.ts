import { parseAst } from 'vite';

/** A node of ESTree, of TypeScript as well. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';

/** What types say is no code. */
const isType = ({ type }: SyntaxNode): boolean =>
  /^TS(?!AsExpression|NonNullExpression|SatisfiesExpression)/.test(type) || type === 'ImportDeclaration';
const functions: ReadonlySet<string> = new Set([
  'ArrowFunctionExpression',
  'FunctionExpression',
  'FunctionDeclaration',
]);

export interface Visited {
  readonly node: SyntaxNode;
  readonly parent: SyntaxNode | null;
  /** Of the innermost function around it, in the order of the text; -1 outside of any. */
  readonly inside: number;
}

/** Every node of code, outer before inner, with the function that it is in. */
export function* visit(path: string, text: string): Generator<Visited> {
  let functionCount = 0;
  function* walk(value: unknown, parent: SyntaxNode | null, inside: number): Generator<Visited> {
    if (Array.isArray(value)) {
      for (const one of value) yield* walk(one, parent, inside);
      return;
    }
    if (!isNode(value) || isType(value)) return;
    yield { node: value, parent, inside };
    const within = functions.has(value.type) ? functionCount++ : inside;
    for (const [name, part] of Object.entries(value)) {
      if (
        name === 'parent' ||
        name === 'typeAnnotation' ||
        name === 'returnType' ||
        name === 'typeParameters' ||
        name === 'typeArguments'
      )
        continue;
      yield* walk(part, value, within);
    }
  }
  yield* walk(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path).body, null, -1);
}

/** A change of the text between two places. */
export interface Edit {
  readonly from: number;
  readonly until: number;
  readonly text: string;
}

/** The text with all of them; none overlaps another. */
export function edited(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const { from, until, text: written } of [...edits].sort(
    (one, other) => other.from - one.from || other.until - one.until,
  ))
    result = `${result.slice(0, from)}${written}${result.slice(until)}`;
  return result;
}

/** The source, each function of which says that it was reached: `path#number`, as `visit` counts them. */
export function withReaches(path: string, text: string): string {
  let count = 0;
  const edits: Edit[] = [];
  for (const { node } of visit(path, text)) {
    if (!functions.has(node.type)) continue;
    const said = `globalThis.functionReached?.(${JSON.stringify(`${path}#${count++}`)})`;
    const { body } = node as { body?: SyntaxNode };
    if (!body) continue;
    if (body.type === 'BlockStatement') edits.push({ from: body.start + 1, until: body.start + 1, text: ` ${said};` });
    else
      edits.push(
        { from: body.start, until: body.start, text: `(${said}, ` },
        { from: body.end, until: body.end, text: ')' },
      );
  }
  return edited(text, edits);
}
