import { decodedText, isSafeLink, parsePictureAddress, richTextStyles, richTextTags } from '@contract/fields/richText';
import { pageElement, type PageChild, type PageNode, type PageValue, voidTags } from './pageTree';
import { withUnbrokenQuantities } from './unbrokenQuantities';

// Formatted text as a tree. The server has already sanitised it. Elements, attributes and styles are checked against
// the same lists again, so that content from another back end or an old row can't run either (QUALITY IN3).

interface PictureFacts {
  readonly src: string;
  readonly width?: number;
  readonly height?: number;
}

const allowedTags: ReadonlySet<string> = new Set(richTextTags);
/** Elements whose content is not readable text. */
const silentElements =
  /<(script|style|template|title|textarea|noscript|iframe|object|svg|math|select)\b[^]*?<\/\1\s*>/gi;
const tokenPattern =
  /<(\/?)([a-z][a-z0-9]*)((?:\s+[^\s=>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?)*)\s*\/?>|<!--[^]*?-->|([^<]+|<)/gi;
const attributePattern = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g;

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (let match = attributePattern.exec(text); match; match = attributePattern.exec(text))
    attributes[(match[1] ?? '').toLowerCase()] = decodedText(match[2] ?? match[3] ?? match[4] ?? '');
  return attributes;
}

/** Returns only those declarations that `richTextStyles` allows. */
function styleOf(styleText: string | undefined): string | undefined {
  const keptDeclarations = (styleText ?? '').split(';').flatMap((declaration) => {
    const [name = '', value = ''] = declaration.split(':').map((part) => part.trim());
    return Object.keys(richTextStyles).includes(name) && richTextStyles[name]?.some((pattern) => pattern.test(value))
      ? [`${name}:${value}`]
      : [];
  });
  return keptDeclarations.length ? keptDeclarations.join(';') : undefined;
}

function spanOf(spanText: string | undefined): number | undefined {
  const spanCount = Number(spanText);
  return Number.isInteger(spanCount) && spanCount > 1 && spanCount <= 100 ? spanCount : undefined;
}

interface OpenElement {
  readonly tag: string;
  readonly attrs: Readonly<Record<string, PageValue | undefined>>;
  readonly children: PageChild[];
}

/** Elements that contain no text of their own. */
const elementsOnly: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tr', 'ul', 'ol']);

function closeElement({ tag, attrs, children }: OpenElement): PageNode | PageChild[] {
  if (tag === '' || (tag === 'a' && attrs['href'] === undefined)) return children;
  const keptChildren = elementsOnly.has(tag) ? children.filter((child) => typeof child !== 'string') : children;
  const node = pageElement(tag, attrs, keptChildren);
  return tag === 'table' ? pageElement('div', { class: 'pub-table' }, node) : node;
}

/**
 * Converts sanitised formatted text to elements.
 * @param picture returns address and size of an upload
 */
export function richTree(html: string, picture: (id: string) => PictureFacts): PageChild[] {
  const root: OpenElement = { tag: '', attrs: {}, children: [] };
  const openElements: OpenElement[] = [root];
  const topElement = (): OpenElement => openElements[openElements.length - 1] ?? root;
  const closeTop = (): void => {
    const endedElement = openElements.length > 1 ? openElements.pop() : undefined;
    if (endedElement) topElement().children.push(...[closeElement(endedElement)].flat());
  };
  const start = (tag: string, attrs: Readonly<Record<string, string>>): void => {
    if (tag === 'img') {
      const storedPicture = parsePictureAddress(attrs['src'] ?? '');
      if (storedPicture)
        topElement().children.push(
          pageElement('img', { ...picture(storedPicture.id), alt: attrs['alt'] ?? '', loading: 'lazy' }),
        );
      return;
    }
    const style = styleOf(attrs['style']);
    if (voidTags.has(tag)) return void topElement().children.push(pageElement(tag));
    if (tag === 'a')
      openElements.push({
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
      openElements.push({
        tag,
        attrs: { style, colspan: spanOf(attrs['colspan']), rowspan: spanOf(attrs['rowspan']) },
        children: [],
      });
    else openElements.push({ tag, attrs: { style }, children: [] });
  };
  const end = (tag: string): void => {
    const index = openElements.map((element) => element.tag).lastIndexOf(tag);
    while (index > 0 && openElements.length > index) closeTop();
  };
  tokenPattern.lastIndex = 0;
  const text = html.replace(silentElements, '');
  for (let match = tokenPattern.exec(text); match; match = tokenPattern.exec(text)) {
    const [, slash, name, attrs = '', textRun] = match;
    if (textRun !== undefined) topElement().children.push(...withUnbrokenQuantities(decodedText(textRun)));
    else if (name !== undefined && allowedTags.has(name.toLowerCase()))
      (slash ? end : (tag: string) => start(tag, attributesOf(attrs)))(name.toLowerCase());
  }
  while (openElements.length > 1) closeTop();
  return [...pageElement('div', {}, root.children).children];
}
