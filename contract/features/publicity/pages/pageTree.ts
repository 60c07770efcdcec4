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

type ChildInput = PageChild | number | false | null | undefined | readonly ChildInput[];

/** Merges adjacent texts, as an HTML parser does. */
function addChildren(input: ChildInput, children: PageChild[]): PageChild[] {
  if (input === null || input === undefined || input === false || input === '') return children;
  if (Array.isArray(input)) {
    for (const item of input as readonly ChildInput[]) addChildren(item, children);
    return children;
  }
  const child = typeof input === 'number' ? String(input) : (input as PageChild);
  const lastPageChild = children[children.length - 1];
  if (typeof child === 'string' && typeof lastPageChild === 'string')
    children[children.length - 1] = lastPageChild + child;
  else children.push(child);
  return children;
}

/**
 * Creates an element.
 * @param attrs entries that are `undefined` or `false` are dropped
 * @param children strings are text, never markup; arrays are flattened, empty children dropped
 */
export function pageElement(
  tag: string,
  attrs: Readonly<Record<string, PageValue | false | null | undefined>> = {},
  ...children: ChildInput[]
): PageNode {
  const keptAttrs = Object.entries(attrs).filter(
    (entry): entry is [string, PageValue] => entry[1] !== undefined && entry[1] !== false && entry[1] !== null,
  );
  return { tag, attrs: Object.fromEntries(keptAttrs), children: addChildren(children, []) };
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
  const queryParts = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return queryParts.length ? `${path}?${queryParts.join('&')}` : path;
}
