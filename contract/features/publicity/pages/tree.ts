// A public page as data. The server renders it as HTML; the console renders it with React
// (src/features/publicity/public/toReact.tsx).

export type PageValue = string | number | true;

export interface PageNode {
  /** Tag name in HTML. */
  readonly tag: string;
  /** Attributes by their HTML names; `true` means an attribute without value. */
  readonly attrs: Readonly<Record<string, PageValue>>;
  readonly children: readonly PageChild[];
}

export type PageChild = PageNode | string;

type Given = PageChild | number | false | null | undefined | readonly Given[];

/** Merges adjacent texts, as an HTML parser does. */
function flattened(given: Given, into: PageChild[]): PageChild[] {
  if (given === null || given === undefined || given === false || given === '') return into;
  if (Array.isArray(given)) {
    for (const one of given as readonly Given[]) flattened(one, into);
    return into;
  }
  const child = typeof given === 'number' ? String(given) : (given as PageChild);
  const last = into[into.length - 1];
  if (typeof child === 'string' && typeof last === 'string') into[into.length - 1] = last + child;
  else into.push(child);
  return into;
}

/**
 * Creates an element.
 * @param attrs entries that are `undefined` or `false` are dropped
 * @param children strings are text, never markup; arrays are flattened, empty children dropped
 */
export function h(
  tag: string,
  attrs: Readonly<Record<string, PageValue | false | null | undefined>> = {},
  ...children: Given[]
): PageNode {
  const kept = Object.entries(attrs).filter(
    (entry): entry is [string, PageValue] => entry[1] !== undefined && entry[1] !== false && entry[1] !== null,
  );
  return { tag, attrs: Object.fromEntries(kept), children: flattened(children, []) };
}

/** Elements without content and end tag. */
export const voidTags: ReadonlySet<string> = new Set(['img', 'input', 'br', 'hr', 'meta', 'link']);

/** Returns the text of a page, for its description and for tests. */
export const wordsOf = (child: PageChild): string =>
  typeof child === 'string'
    ? child
    : child.children.map(wordsOf).join(child.tag === 'dt' || child.tag === 'th' ? '' : ' ');

/** Builds an internal address with a query; empty values are dropped (SPEC §2). */
export function pageAddress(path: string, query: Readonly<Record<string, string | number | undefined>> = {}): string {
  const said = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return said.length ? `${path}?${said.join('&')}` : path;
}
