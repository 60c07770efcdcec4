// A public page as data, written once: the server sends it as HTML, the console draws it with React
// (src/features/publicity/public/toReact.tsx).

export type PageValue = string | number | true;

export interface PageNode {
  /** As in HTML. */
  readonly tag: string;
  /** By their names in HTML; `true` stands for one without a value. */
  readonly attrs: Readonly<Record<string, PageValue>>;
  readonly children: readonly PageChild[];
}

export type PageChild = PageNode | string;

type Given = PageChild | number | false | null | undefined | readonly Given[];

/** Neighbouring words become one text, as a browser reads them. */
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
 * One element.
 * @param attrs what is `undefined` or `false` is left out
 * @param children texts are texts, never markup; lists are laid out flat, empty ones left out
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

/** Elements that hold nothing and have no end. */
export const voidTags: ReadonlySet<string> = new Set(['img', 'input', 'br', 'hr', 'meta', 'link']);

/** The words of a page, for a description and for tests. */
export const wordsOf = (child: PageChild): string =>
  typeof child === 'string'
    ? child
    : child.children.map(wordsOf).join(child.tag === 'dt' || child.tag === 'th' ? '' : ' ');

/** An address of this product with a query; what is empty is left out (SPEC §2). */
export function pageAddress(path: string, query: Readonly<Record<string, string | number | undefined>> = {}): string {
  const said = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return said.length ? `${path}?${said.join('&')}` : path;
}
