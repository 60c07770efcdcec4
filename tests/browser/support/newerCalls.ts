import { parseAst } from 'vite';

/**
 * APIs newer than the syntax level, with the first Chrome and Safari that have them (MDN browser-compat-data). Names
 * that older objects have too are left out, since they would be found everywhere.
 */
export const newerCalls: Readonly<Record<string, readonly [chrome: number, safari: number]>> = {
  replaceAll: [85, 13.1],
  any: [85, 14],
  replaceChildren: [86, 14],
  at: [92, 15.4],
  randomUUID: [92, 15.4],
  hasOwn: [93, 15.4],
  findLast: [97, 15.4],
  findLastIndex: [97, 15.4],
  structuredClone: [98, 15.4],
  throwIfAborted: [100, 15.4],
  timeout: [103, 16],
  toReversed: [110, 16],
  toSorted: [110, 16],
  toSpliced: [110, 16],
  isWellFormed: [111, 16.4],
  toWellFormed: [111, 16.4],
  groupBy: [117, 17.4],
  withResolvers: [119, 17.4],
  fromAsync: [121, 16.4],
  isSubsetOf: [122, 17],
  symmetricDifference: [122, 17],
  checkVisibility: [105, 17.4],
  showPopover: [114, 17],
  requestIdleCallback: [47, 99],
  BroadcastChannel: [54, 15.4],
  WeakRef: [84, 14.1],
  FinalizationRegistry: [84, 14.1],
  AggregateError: [85, 14],
  CompressionStream: [80, 16.4],
  DecompressionStream: [80, 16.4],
  ResizeObserver: [64, 13.1],
};

interface Node {
  readonly type: string;
  readonly [part: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const named = (value: unknown): string | undefined =>
  isNode(value) && typeof value['name'] === 'string' ? value['name'] : undefined;

/** Returns the entries of `newerCalls` that a script uses: as a called member, or as a called or constructed global. */
export function newerCallsIn(code: string): Set<string> {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!isNode(node)) return;
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const { callee } = node;
      const name =
        isNode(callee) && callee.type === 'MemberExpression' && callee['computed'] !== true
          ? named(callee['property'])
          : named(callee);
      // A short global name comes from the minifier.
      const own = isNode(callee) && callee.type === 'Identifier';
      if (name && !(own && name.length < 6) && Object.hasOwn(newerCalls, name)) found.add(name);
    }
    Object.values(node).forEach(visit);
  };
  visit(parseAst(code));
  return found;
}

/** Returns the files that a built file imports: at once, and dynamically. */
export function importsOf(code: string): { readonly atOnce: string[]; readonly later: string[] } {
  const atOnce: string[] = [];
  const later: string[] = [];
  const fileOf = (source: unknown): string[] => {
    const value = isNode(source)
      ? (source['value'] ?? (source['quasis'] as { value: { cooked: string } }[] | undefined)?.[0]?.value.cooked)
      : undefined;
    return typeof value === 'string' ? [value.replace(/^.*\//, '')] : [];
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!isNode(node)) return;
    if (
      node.type === 'ImportDeclaration' ||
      node.type === 'ExportNamedDeclaration' ||
      node.type === 'ExportAllDeclaration'
    )
      atOnce.push(...fileOf(node['source']));
    if (node.type === 'ImportExpression') later.push(...fileOf(node['source']));
    Object.values(node).forEach(visit);
  };
  visit(parseAst(code));
  return { atOnce, later };
}
