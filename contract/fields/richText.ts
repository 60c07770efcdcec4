// The allow-list of formatted text, which the editor, the displaying page and the storing server share (QUALITY IN3).

export const richTextTags = [
  'p',
  'br',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'sub',
  'sup',
  'span',
  'blockquote',
  'pre',
  'code',
  'ul',
  'ol',
  'li',
  'a',
  'img',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const;

/** Highest number of tags in a text, and of elements within each other; a table of 2,000 cells has 8,000 tags. */
const [maxRichTags, maxRichDepth] = [20_000, 200];
const voidTags: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

/**
 * Returns whether a text is simple enough to be sanitised: that takes quadratic time over elements within each other
 * and over closing tags without an opening one.
 */
export function isSanitisable(html: string): boolean {
  let [tags, depth] = [0, 0];
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z\d]*)?/gi)) {
    tags += 1;
    if (name !== '' && !voidTags.has(name.toLowerCase())) depth += slash ? -1 : 1;
    if (tags > maxRichTags || Math.abs(depth) > maxRichDepth) return false;
  }
  return true;
}

const colourPatterns = [/^#[0-9a-f]{3,8}$/i, /^rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)$/];
/** Allowed values of style properties; positions and URLs are excluded. */
export const richTextStyles: Readonly<Record<string, RegExp[]>> = {
  color: colourPatterns,
  'background-color': colourPatterns,
  'text-align': [/^(left|right|center|justify)$/],
  'font-weight': [/^(bold|normal|[1-9]00)$/],
};

/** Returns whether a link is http, https, mailto or a page of the console (QUALITY IN4). */
export const isSafeLink = (href: string): boolean => /^(https?:\/\/|mailto:|\/(?![/\\]))[^\s\\]*$/i.test(href);

// Pictures have to be uploads of this installation. An external picture would show its owner who reads the text and
// when.
const picturePattern = /^\/api\/file\/(open\/)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\?inline=true)?$/;

/** Returns the address of an upload in formatted text. */
export const pictureAddress = (id: string): string => `/api/file/${id}?inline=true`;

/**
 * Parses the address of a picture: the upload's id, and whether it is readable without a session; null for any other
 * address.
 */
export function parsePictureAddress(address: string): { id: string; open: boolean } | null {
  const [, openPrefix, id] = picturePattern.exec(address) ?? [];
  return id ? { id, open: openPrefix !== undefined } : null;
}

/** Lists the uploads that a text shows. */
export const picturesIn = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/\bsrc="([^"<>]{1,100})"/g)].flatMap(
      ([, address = '']) => parsePictureAddress(address)?.id ?? [],
    ),
  ),
];

const namedEntities: Readonly<Record<string, string>> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Decodes HTML entities. */
export const decodedText = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(nbsp|lt|gt|quot|apos|amp));/gi,
    (entity, decimal?: string, hex?: string, name?: string) => {
      if (name) return namedEntities[name.toLowerCase()] ?? entity;
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );

/**
 * Converts formatted text to plain text, one line per block, for lists, workbooks and comparisons. The result is not
 * safe HTML.
 */
export function plainText(html: string): string {
  const lines = html
    .replace(/\s+/g, ' ')
    // An editor's table cell contains a paragraph, but a table row has to become one line.
    .replace(/<\/p> ?(?=<\/t[dh]>)/gi, '')
    .replace(/<br\b[^<>]*>|<hr\b[^<>]*>|<\/(?:p|div|h[1-6]|li|blockquote|pre|tr|ul|ol|table)>/gi, '\n')
    .replace(/<\/t[dh]>/gi, ' ')
    .replace(/<[^<>]*>/g, '');
  return decodedText(lines)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}

/** Returns whether a text has neither words nor a picture. An emptied editor still contains a paragraph. */
export const isBlankRichText = (html: string): boolean => !/<img\b/i.test(html) && plainText(html) === '';

const htmlEscapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Converts plain text to formatted text, one paragraph per line. */
export const richTextOf = (text: string): string =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim())
    .map((line) => `<p>${line.trim().replace(/[&<>]/g, (sign) => htmlEscapes[sign] ?? sign)}</p>`)
    .join('');
