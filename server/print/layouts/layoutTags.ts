import { placeholderKey } from '@contract/print/layoutFields';
import { layoutTexts } from '@contract/print/layoutTexts';
import { LayoutRefusal } from './layoutRefusal';

// Placeholders of a layout: `{name}`, `{#list}…{/list}`, and options in brackets: `{二维码 [高: 20]}`.

export interface LayoutTag {
  readonly kind: 'value' | 'open' | 'close';
  /** Name as `placeholderKey` writes it. */
  readonly name: string;
  /** As it is written in the file. */
  readonly text: string;
}

/** Maximum number of placeholders; the longest forms have about a hundred. */
export const maxTags = 2000;
/** Maximum depth of `{#…}` in each other. */
const maxDepth = 8;

/** @throws LayoutRefusal where the XML has more braces than a layout can need; asked before it is parsed */
export function refuseManyBraces(xml: string): void {
  let count = 0;
  for (let at = xml.indexOf('{'); at >= 0; at = xml.indexOf('{', at + 1)) {
    count += 1;
    if (count > maxTags) throw new LayoutRefusal(layoutTexts.tooManyTags(maxTags));
  }
}

/** Reads one placeholder from the text between its braces. */
function tagOf(inner: string, text: string): LayoutTag {
  const name = inner.replace(/\[[^\]]*\]\s*$/, '').trim();
  const key = (from: number) => placeholderKey(name.slice(from));
  if (name.startsWith('#')) return { kind: 'open', name: key(1), text };
  if (name.startsWith('/')) return { kind: 'close', name: key(1), text };
  return { kind: 'value', name: key(0), text };
}

/**
 * Returns the placeholders of a text in order.
 * @throws LayoutRefusal for a brace without its partner
 */
export function tagsInText(text: string): LayoutTag[] {
  const tags: LayoutTag[] = [];
  let opened = -1;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '{') {
      if (opened >= 0) throw new LayoutRefusal(layoutTexts.unclosed(excerpt(text.slice(opened))));
      opened = at;
    } else if (text[at] === '}') {
      if (opened < 0) throw new LayoutRefusal(layoutTexts.unopened(excerpt(text.slice(0, at + 1))));
      const inner = text.slice(opened + 1, at);
      if (inner.trim() !== '') tags.push(tagOf(inner, text.slice(opened, at + 1)));
      opened = -1;
    }
  }
  if (opened >= 0) throw new LayoutRefusal(layoutTexts.unclosed(excerpt(text.slice(opened))));
  return tags;
}

const excerpt = (text: string): string => (text.length > 30 ? `${text.slice(0, 30)}…` : text);

/**
 * Checks that loops close in order.
 * @param isList whether a name is a list; lists must not be nested, because the size of the result would multiply
 * @throws LayoutRefusal
 */
export function refuseLoops(tags: readonly LayoutTag[], isList: (name: string) => boolean): void {
  const openLayoutTags: LayoutTag[] = [];
  for (const tag of tags) {
    if (tag.kind === 'value') continue;
    if (tag.kind === 'open') {
      const outer = isList(tag.name) ? openLayoutTags.find(({ name }) => isList(name)) : undefined;
      if (outer) throw new LayoutRefusal(layoutTexts.loopNested(tag.name, outer.name));
      openLayoutTags.push(tag);
      if (openLayoutTags.length > maxDepth) throw new LayoutRefusal(layoutTexts.tooDeep(maxDepth));
      continue;
    }
    const lastLayoutTag = openLayoutTags.pop();
    if (!lastLayoutTag) throw new LayoutRefusal(layoutTexts.loopUnopened(tag.name));
    // The library lets any closing tag end a loop; a name that differs is a slip that nobody sees in the result.
    if (tag.name !== '' && tag.name !== lastLayoutTag.name)
      throw new LayoutRefusal(layoutTexts.loopCrossed(lastLayoutTag.name, tag.name));
  }
  const [unclosed] = openLayoutTags;
  if (unclosed) throw new LayoutRefusal(layoutTexts.loopUnclosed(unclosed.name));
}
