import { decodedText, isSafeLink, pictureOf, richTextStyles, richTextTags } from '@contract/fields/richText';
import { h, type PageChild, type PageNode, type PageValue, voidTags } from './tree';
import { withUnits } from './units';

// Formatted text as a tree. The server has already sanitised it. Elements, attributes and styles are checked against
// the same lists again, so that content from another back end or an old row can't run either (QUALITY IN3).

interface PictureFacts {
  readonly src: string;
  readonly width?: number;
  readonly height?: number;
}

const allowed: ReadonlySet<string> = new Set(richTextTags);
/** Elements whose content is not readable text. */
const silent = /<(script|style|template|title|textarea|noscript|iframe|object|svg|math|select)\b[^]*?<\/\1\s*>/gi;
const token =
  /<(\/?)([a-z][a-z0-9]*)((?:\s+[^\s=>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?)*)\s*\/?>|<!--[^]*?-->|([^<]+|<)/gi;
const attribute = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g;

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (let match = attribute.exec(text); match; match = attribute.exec(text))
    found[(match[1] ?? '').toLowerCase()] = decodedText(match[2] ?? match[3] ?? match[4] ?? '');
  return found;
}

/** Returns only those declarations that `richTextStyles` allows. */
function styleOf(written: string | undefined): string | undefined {
  const kept = (written ?? '').split(';').flatMap((declaration) => {
    const [name = '', value = ''] = declaration.split(':').map((part) => part.trim());
    return Object.keys(richTextStyles).includes(name) && richTextStyles[name]?.some((pattern) => pattern.test(value))
      ? [`${name}:${value}`]
      : [];
  });
  return kept.length ? kept.join(';') : undefined;
}

function spanOf(written: string | undefined): number | undefined {
  const span = Number(written);
  return Number.isInteger(span) && span > 1 && span <= 100 ? span : undefined;
}

interface Open {
  readonly tag: string;
  readonly attrs: Readonly<Record<string, PageValue | undefined>>;
  readonly children: PageChild[];
}

/** Elements that contain no text of their own. */
const elementsOnly: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tr', 'ul', 'ol']);

function closed({ tag, attrs, children }: Open): PageNode | PageChild[] {
  if (tag === '' || (tag === 'a' && attrs['href'] === undefined)) return children;
  const held = elementsOnly.has(tag) ? children.filter((one) => typeof one !== 'string') : children;
  const made = h(tag, attrs, held);
  return tag === 'table' ? h('div', { class: 'pub-table' }, made) : made;
}

/**
 * Converts sanitised formatted text to elements.
 * @param picture returns address and size of an upload
 */
export function richTree(html: string, picture: (id: string) => PictureFacts): PageChild[] {
  const root: Open = { tag: '', attrs: {}, children: [] };
  const open: Open[] = [root];
  const top = (): Open => open[open.length - 1] ?? root;
  const close = (): void => {
    const done = open.length > 1 ? open.pop() : undefined;
    if (done) top().children.push(...[closed(done)].flat());
  };
  const start = (tag: string, attrs: Readonly<Record<string, string>>): void => {
    if (tag === 'img') {
      const shown = pictureOf(attrs['src'] ?? '');
      if (shown) top().children.push(h('img', { ...picture(shown.id), alt: attrs['alt'] ?? '', loading: 'lazy' }));
      return;
    }
    const style = styleOf(attrs['style']);
    if (voidTags.has(tag)) return void top().children.push(h(tag));
    if (tag === 'a')
      open.push({
        tag,
        attrs: {
          href: isSafeLink(attrs['href'] ?? '') ? attrs['href'] : undefined,
          target: '_blank',
          rel: 'noopener noreferrer',
          style,
        },
        children: [],
      });
    else if (tag === 'td' || tag === 'th')
      open.push({
        tag,
        attrs: { style, colspan: spanOf(attrs['colspan']), rowspan: spanOf(attrs['rowspan']) },
        children: [],
      });
    else open.push({ tag, attrs: { style }, children: [] });
  };
  const end = (tag: string): void => {
    const at = open.map((one) => one.tag).lastIndexOf(tag);
    while (at > 0 && open.length > at) close();
  };
  token.lastIndex = 0;
  const text = html.replace(silent, '');
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [, slash, name, attrs = '', words] = match;
    if (words !== undefined) top().children.push(...withUnits(decodedText(words)));
    else if (name !== undefined && allowed.has(name.toLowerCase()))
      (slash ? end : (tag: string) => start(tag, attributesOf(attrs)))(name.toLowerCase());
  }
  while (open.length > 1) close();
  return [...h('div', {}, root.children).children];
}
