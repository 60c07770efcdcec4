import { parseAst } from 'vite';

/** A node of ESTree, TypeScript included. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';

/** Returns whether a node is type syntax, which is no code. */
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
  /** Number of the innermost enclosing function, in text order; -1 outside functions. */
  readonly inside: number;
}

/** Visits every code node, outer before inner, with its function. */
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

/** Replacement of a range of the text. */
export interface Edit {
  readonly from: number;
  readonly until: number;
  readonly text: string;
}

/** Applies edits that do not overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const { from, until, text: written } of [...edits].sort(
    (one, other) => other.from - one.from || other.until - one.until,
  ))
    result = `${result.slice(0, from)}${written}${result.slice(until)}`;
  return result;
}

/** Returns the source in which each function records its call as `path#number`, numbered as `visit` counts. */
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
