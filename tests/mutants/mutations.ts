import { createHash } from 'node:crypto';
import { type Edit, edited, isNode, type SyntaxNode, visit } from './syntax.ts';

/** A small change of the source that a test should detect. */
export interface Mutation {
  /** `path  kind  source text`, and `  #2` for its second occurrence in the file. */
  readonly id: string;
  readonly path: string;
  readonly kind: string;
  readonly line: number;
  readonly from: number;
  readonly until: number;
  /** Edits that make the source choose between original and mutant. */
  readonly edits: readonly Edit[];
  /** Number of the enclosing function, as syntax.ts counts; -1 for code that runs when the file is loaded. */
  readonly inside: number;
}

const operators: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
};
const kindOf = (operator: string): string =>
  '+-*/%'.includes(operator) ? 'arithmetic' : operator === '&&' || operator === '||' ? 'boolean' : 'comparison';
/** Methods and their counterparts, which replace them. */
const counterparts: Readonly<Record<string, readonly [name: string, kind: string]>> = {
  plus: ['minus', 'arithmetic'],
  minus: ['plus', 'arithmetic'],
  times: ['dividedBy', 'arithmetic'],
  dividedBy: ['times', 'arithmetic'],
  max: ['min', 'arithmetic'],
  min: ['max', 'arithmetic'],
  lessThan: ['lessThanOrEqualTo', 'comparison'],
  lessThanOrEqualTo: ['lessThan', 'comparison'],
  greaterThan: ['greaterThanOrEqualTo', 'comparison'],
  greaterThanOrEqualTo: ['greaterThan', 'comparison'],
  every: ['some', 'boolean'],
  some: ['every', 'boolean'],
};
/** Calls that only inform operators and developers. */
const unheard = /^(await )?(log|services\.log|call\.log|console|measured)\b/;
const longest = 110;

const isText = (node: unknown): boolean =>
  isNode(node) &&
  ((node.type === 'Literal' && typeof node.value === 'string') ||
    node.type === 'TemplateLiteral' ||
    (node.type === 'BinaryExpression' && (isText(node.left) || isText(node.right))));
const leaves = (node: unknown): boolean =>
  isNode(node) &&
  (node.type === 'ReturnStatement' ||
    node.type === 'ThrowStatement' ||
    node.type === 'ContinueStatement' ||
    (node.type === 'BlockStatement' && Array.isArray(node.body) && node.body.length > 0 && leaves(node.body.at(-1))));

interface Found {
  readonly kind: string;
  readonly edits: (asks: string) => readonly Edit[];
}

const around = ({ start, end }: SyntaxNode, before: string, after: string): Edit[] => [
  { from: start, until: start, text: before },
  { from: end, until: end, text: after },
];

/** `asks ? mutant : original`; the mutant is made from the node's text. */
const instead =
  (node: SyntaxNode, text: string, changed: string) =>
  (asks: string): Edit[] => [
    { from: node.start, until: node.end, text: `(${asks} ? (${changed}) : (${text.slice(node.start, node.end)}))` },
  ];

function ofBinary(node: SyntaxNode, text: string): Found[] {
  const { operator, left, right } = node as unknown as { operator: string; left: SyntaxNode; right: SyntaxNode };
  const other = operators[operator];
  if (!other || (operator === '+' && (isText(left) || isText(right)))) return [];
  const between = text.slice(left.end, right.start).replace(operator, () => other);
  return [
    {
      kind: kindOf(operator),
      edits: instead(node, text, text.slice(node.start, left.end) + between + text.slice(right.start, node.end)),
    },
  ];
}

function ofCall(node: SyntaxNode, text: string): Found[] {
  const { callee, arguments: given } = node as unknown as { callee: SyntaxNode; arguments: SyntaxNode[] };
  if (callee.type === 'Identifier' && callee.name === 'and' && given.length > 1) {
    return given.map((one) => ({ kind: 'condition', edits: (asks) => around(one, `...(${asks} ? [] : [`, '])') }));
  }
  const { property, computed } = callee as unknown as { property?: SyntaxNode; computed?: boolean };
  const name = callee.type === 'MemberExpression' && !computed && isNode(property) ? String(property.name) : '';
  const counterpart = Object.hasOwn(counterparts, name) ? counterparts[name] : undefined;
  if (!counterpart || !isNode(property)) return [];
  return [
    {
      kind: counterpart[1],
      edits: instead(
        node,
        text,
        `${text.slice(node.start, property.start)}${counterpart[0]}${text.slice(property.end, node.end)}`,
      ),
    },
  ];
}

function foundAt(node: SyntaxNode, parent: SyntaxNode | null, text: string): Found[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return ofBinary(node, text);
    case 'CallExpression':
      return ofCall(node, text);
    case 'UnaryExpression':
      return node.operator === '!' && isNode(node.argument)
        ? [{ kind: 'boolean', edits: instead(node, text, `!!(${text.slice(node.argument.start, node.argument.end)})`) }]
        : [];
    case 'Literal':
      return typeof node.value === 'boolean' && parent?.type !== 'TSLiteralType'
        ? [{ kind: 'boolean', edits: instead(node, text, String(!node.value)) }]
        : [];
    case 'ConditionalExpression':
      return isNode(node.test)
        ? [{ kind: 'condition', edits: instead(node.test, text, `!(${text.slice(node.test.start, node.test.end)})`) }]
        : [];
    case 'IfStatement':
      return isNode(node.test) && leaves(node.consequent)
        ? [{ kind: 'guard', edits: instead(node.test, text, 'false') }]
        : [];
    case 'ExpressionStatement': {
      const { expression } = node as unknown as { expression: SyntaxNode };
      const called = expression.type === 'AwaitExpression' ? (expression.argument as SyntaxNode) : expression;
      if (called.type !== 'CallExpression' || unheard.test(text.slice(node.start, node.end))) return [];
      // In braces: an `else` that follows belongs to another `if`.
      return [{ kind: 'call', edits: (asks) => around(node, `{ if (!${asks}) `, ' }') }];
    }
    default:
      return [];
  }
}

/** Returns every mutation of a source. */
export function mutationsIn(path: string, text: string): Mutation[] {
  const times = new Map<string, number>();
  const all: Mutation[] = [];
  for (const { node, parent, inside } of visit(path, text)) {
    for (const { kind, edits } of foundAt(node, parent, text)) {
      const places = edits('');
      const [from, until] = [
        Math.min(...places.map((place) => place.from)),
        Math.max(node.type === 'ExpressionStatement' ? node.end : 0, ...places.map((place) => place.until)),
      ];
      const said = `${path}  ${kind}  ${text.slice(from, until).replace(/\s+/g, ' ').slice(0, longest)}`;
      const time = (times.get(said) ?? 0) + 1;
      times.set(said, time);
      const id = time === 1 ? said : `${said}  #${time}`;
      all.push({
        id,
        path,
        kind,
        line: text.slice(0, from).split('\n').length,
        from,
        until,
        inside,
        edits: edits(`globalThis.mutantHolds?.(${JSON.stringify(id)})`),
      });
    }
  }
  return all;
}

const rank = (seed: string, id: string): string => createHash('sha256').update(`${seed} ${id}`).digest('hex');

/** Chooses mutations by the seed, independent of changes elsewhere. No chosen one contains another. */
export function sampled(all: readonly Mutation[], count: number, seed: string): Mutation[] {
  const chosen: Mutation[] = [];
  for (const one of [...all].sort((first, second) => rank(seed, first.id).localeCompare(rank(seed, second.id)))) {
    if (chosen.length >= count) break;
    if (!chosen.some((other) => other.path === one.path && other.from < one.until && one.from < other.until))
      chosen.push(one);
  }
  return chosen;
}

/** Returns the source in which each mutation asks whether it is active. */
export const withMutants = (text: string, mutations: readonly Mutation[]): string =>
  edited(
    text,
    mutations.flatMap(({ edits }) => edits),
  );
