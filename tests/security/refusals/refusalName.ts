import type { Node } from './refusals.ts';

// A refusal is named by where it stands and by what it says: the functions around it, and the name of its sentence or
// its code. Neither changes when another refusal is added beside it or when its sentence is worded otherwise.

type Text = (node: Node) => string;

const part = (node: Node, name: string): Node | undefined => node[name] as Node | undefined;
const parts = (node: Node, name: string): readonly Node[] => (node[name] ?? []) as readonly Node[];

function keyOf(property: Node, textOf: Text): string {
  const key = part(property, 'key');
  if (!key) return '';
  return String(key['name'] ?? key['value'] ?? textOf(key));
}

/** Returns `POST api/…` for the object of a route; undefined for any other. */
function routeOf(object: Node | undefined, textOf: Text): string | undefined {
  const valueOf = (name: string): string | undefined => {
    const found = object && parts(object, 'properties').find((part) => keyOf(part, textOf) === name);
    const value = found && part(found, 'value');
    return value && textOf(value).replace(/^['"`]|['"`]$/g, '');
  };
  const [method, path] = [valueOf('method'), valueOf('path')];
  return method && path ? `${method} ${path}` : undefined;
}

/**
 * Returns the names of the functions around a statement, from the outermost to the innermost, or the route that it
 * answers.
 * @param around nodes around the statement, outermost first
 */
export function placeOf(around: readonly Node[], textOf: Text): string {
  let names: string[] = [];
  for (const [at, node] of around.entries()) {
    if (node.type === 'Property' || node.type === 'MethodDefinition') {
      const route = routeOf(
        around.slice(0, at).findLast(({ type }) => type === 'ObjectExpression'),
        textOf,
      );
      const key = keyOf(node, textOf);
      if (route && key === 'handle') names = [route];
      else names.push(key);
    } else if (node.type === 'FunctionDeclaration' || node.type === 'VariableDeclarator') {
      const name = part(node, 'id')?.['name'];
      if (typeof name === 'string') names.push(name);
    }
  }
  return names.join('.') || '(module)';
}

/** Returns the name of a sentence: `texts.gone` of `texts.gone` and of `texts.gone(no)`; undefined for other values. */
function sentenceOf(node: Node | undefined, textOf: Text): string | undefined {
  let inner = node;
  while (inner?.type === 'CallExpression') inner = part(inner, 'callee');
  return inner?.type === 'MemberExpression' && !inner['computed'] ? textOf(inner) : undefined;
}

const codeOf = (node: Node | undefined): string | undefined =>
  node?.type === 'Literal' && typeof node['value'] === 'string' && /^[\w.]+$/.test(node['value'])
    ? node['value']
    : undefined;

/**
 * Returns what a refusal says: the name of its sentence, or its code, or the name of the function that makes it.
 * @param argument what is thrown: `new Refusal(status, code, sentence)`, `conflict(sentence, code)`, `notFound()` …
 */
export function saidBy(argument: Node, textOf: Text): string {
  const made = (argument.type === 'AwaitExpression' ? part(argument, 'argument') : argument) ?? argument;
  const [first, second, third] = parts(made, 'arguments');
  const said =
    made.type === 'NewExpression'
      ? (codeOf(second) ?? sentenceOf(second, textOf) ?? sentenceOf(third, textOf))
      : (sentenceOf(first, textOf) ?? codeOf(second));
  const callee = part(made, 'callee');
  return said ?? (callee ? textOf(callee) : '');
}
