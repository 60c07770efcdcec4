import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { isNode, type SyntaxNode } from '../mutants/syntax';
import { type Source, sourcesOf } from './sources';

// Rooms whose functions others call without reading them: each says what it returns and when it throws.
const rooms = [
  'contract',
  'server/crud',
  'server/workflow',
  'server/files',
  'src/listEditor',
  'src/grid',
  'src/fields',
] as const;

const isFunction = (node: unknown): node is SyntaxNode =>
  isNode(node) && /Function(?:Expression|Declaration)$/.test(node.type);

interface ExportedFunction {
  /** `path name`. */
  readonly name: string;
  readonly node: SyntaxNode;
  /** The docstring; '' without one. */
  readonly doc: string;
}

/** Returns the docstring that ends before a place; '' if something else does. */
function docBefore(text: string, place: number): string {
  const before = text.slice(Math.max(0, place - 5_000), place).trimEnd();
  return before.endsWith('*/') ? before.slice(Math.max(0, before.lastIndexOf('/*'))) : '';
}

/** Returns the exported functions of a source. */
function exportedFunctions({ path, text }: Source): ExportedFunction[] {
  const { body } = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path);
  return (body as unknown as SyntaxNode[]).flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration') return [];
    const declaration = node['declaration'];
    if (!isNode(declaration)) return [];
    const doc = docBefore(text, node.start);
    const declared = isFunction(declaration)
      ? [{ id: declaration['id'], init: declaration }]
      : ((declaration['declarations'] ?? []) as { id: unknown; init: unknown }[]);
    return declared.flatMap(({ id, init }) =>
      isFunction(init) && isNode(id) ? [{ name: `${path} ${String(id['name'])}`, node: init, doc }] : [],
    );
  });
}

/** Returns the nodes of a function, without those of functions inside it. */
function* ownNodes(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) {
    for (const item of value) yield* ownNodes(item);
    return;
  }
  if (!isNode(value) || isFunction(value)) return;
  yield value;
  for (const [name, part] of Object.entries(value)) if (name !== 'parent') yield* ownNodes(part);
}

/** Returns whether a function throws something itself; passing on what it caught does not count. */
const throwsItself = ({ body }: SyntaxNode & { readonly body?: unknown }): boolean =>
  [...ownNodes(body)].some(
    (node) => node.type === 'ThrowStatement' && isNode(node['argument']) && node['argument'].type !== 'Identifier',
  );

/** Returns whether a function parses a number that the caller gives, which throws a CalculationProblem. */
const parsesNumber = ({ body }: SyntaxNode & { readonly body?: unknown }): boolean =>
  [...ownNodes(body)].some(
    (node) =>
      node.type === 'CallExpression' &&
      isNode(node['callee']) &&
      /^(numberOf|countOf)$/.test(String(node['callee']['name'])),
  );

const found = sourcesOf(...rooms).flatMap(exportedFunctions);

it('every exported function of the shared folders has a docstring', () => {
  expect(found.length).toBeGreaterThan(1_500);
  expect(found.filter(({ doc }) => !doc.startsWith('/**')).map(({ name }) => name)).toEqual([]);
});

it('every exported function of the documented folders that throws an error names the error under @throws', () => {
  const silent = found.filter(({ node, doc }) => throwsItself(node) && !doc.includes('@throws'));
  expect(silent.map(({ name }) => name)).toEqual([]);
});

it('every exported formula that parses a number names its CalculationProblem under @throws', () => {
  const silent = found.filter(
    ({ name, node, doc }) => name.startsWith('contract/arithmetic/') && parsesNumber(node) && !doc.includes('@throws'),
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
});

/** Returns the names under `@param` that no parameter has; `options.reason` is a part of a parameter. */
function unknownParameters({ name, node, doc }: ExportedFunction, text: string): string[] {
  const parameters = (node['params'] as SyntaxNode[]).map(({ start, end }) => text.slice(start, end)).join(' ');
  return [...doc.matchAll(/@param (?:\w+\.)?(\w+)/g)]
    .filter(([, parameter = '']) => !new RegExp(`\\b${parameter}\\b`).test(parameters))
    .map(([, parameter = '']) => `${name} ${parameter}`);
}

it('every @param of an exported function names one of its parameters', () => {
  const wrong = sourcesOf('contract', 'server', 'src')
    .filter(({ text }) => text.includes('@param'))
    .flatMap((source) => exportedFunctions(source).flatMap((exported) => unknownParameters(exported, source.text)));
  expect(wrong).toEqual([]);
});
