import { type PageChild, type PageNode, type PageValue, voidTags } from '@contract/features/publicity/pages/tree';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Words as they stand in HTML, XML and the values of attributes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

const attribute = ([name, value]: readonly [string, PageValue]): string =>
  value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`;

/** A select's value is the mark of one of its options. */
function htmlOf(node: PageNode, chosen?: string): string {
  const { tag, children } = node;
  const { value, ...rest } = node.attrs;
  const attrs = tag === 'select' ? rest : node.attrs;
  const marked =
    tag === 'option' && chosen !== undefined && String(value ?? '') === chosen
      ? { ...attrs, selected: true as const }
      : attrs;
  const open = `<${tag}${Object.entries(marked).map(attribute).join('')}>`;
  if (voidTags.has(tag)) return open;
  return `${open}${children.map((child) => toHtml(child, tag === 'select' ? String(value ?? '') : chosen)).join('')}</${tag}>`;
}

/** A page's tree as HTML: texts and values escaped, so that nothing in them is markup. */
export const toHtml = (child: PageChild, chosen?: string): string =>
  typeof child === 'string' ? escaped(child) : htmlOf(child, chosen);
