import { type PageChild, type PageNode, type PageValue, voidTags } from '@contract/features/publicity/pages/pageTree';

const htmlEscapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, XML and attribute values. */
export const escapedHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => htmlEscapes[character] ?? character);

const attributeText = ([name, value]: readonly [string, PageValue]): string =>
  value === true ? ` ${name}` : ` ${name}="${escapedHtml(String(value))}"`;

/** Returns the HTML of a node. A select marks the option of its value as selected. */
function htmlOf(node: PageNode, selectedValue?: string): string {
  const { tag, children } = node;
  const { value, ...otherAttributes } = node.attrs;
  const attrs = tag === 'select' ? otherAttributes : node.attrs;
  const shownAttributes =
    tag === 'option' && selectedValue !== undefined && String(value ?? '') === selectedValue
      ? { ...attrs, selected: true as const }
      : attrs;
  const openingTag = `<${tag}${Object.entries(shownAttributes).map(attributeText).join('')}>`;
  if (voidTags.has(tag)) return openingTag;
  return `${openingTag}${children.map((child) => toHtml(child, tag === 'select' ? String(value ?? '') : selectedValue)).join('')}</${tag}>`;
}

/** Returns a page's tree as HTML. Texts and values are escaped, so that they can't contain markup. */
export const toHtml = (child: PageChild, selectedValue?: string): string =>
  typeof child === 'string' ? escapedHtml(child) : htmlOf(child, selectedValue);
