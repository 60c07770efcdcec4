// Formatted text: what it may hold, said once for the editor, the page that shows it and the server that stores it
// (QUALITY IN3).

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

const colour = [/^#[0-9a-f]{3,8}$/i, /^rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)$/];
/** What a style attribute may say; a position or an address it may not. */
export const richTextStyles: Readonly<Record<string, RegExp[]>> = {
  color: colour,
  'background-color': colour,
  'text-align': [/^(left|right|center|justify)$/],
  'font-weight': [/^(bold|normal|[1-9]00)$/],
};

/** IN4: http, https and mailto, or a page of ours. */
export const isSafeLink = (href: string): boolean => /^(https?:\/\/|mailto:|\/(?![/\\]))[^\s\\]*$/i.test(href);

// Pictures are uploads of ours: one from elsewhere would tell its owner who reads the text and when.
const picture = /^\/api\/file\/(open\/)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\?inline=true)?$/;

/** The address of an upload as formatted text holds it. */
export const pictureAddress = (id: string): string => `/api/file/${id}?inline=true`;

/** Which upload a picture shows, and whether it needs no sign-in; null for what is no upload of ours. */
export function pictureOf(address: string): { id: string; open: boolean } | null {
  const [, open, id] = picture.exec(address) ?? [];
  return id ? { id, open: open !== undefined } : null;
}

/** The uploads that a text shows. */
export const picturesIn = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/\bsrc="([^"<>]{1,100})"/g)].flatMap(([, address = '']) => pictureOf(address)?.id ?? []),
  ),
];

const named: Readonly<Record<string, string>> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Words with their entities read. */
export const decodedText = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(nbsp|lt|gt|quot|apos|amp));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name) return named[name.toLowerCase()] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );

/**
 * The words alone, a line for each block: for lists, workbooks and comparisons. To be shown as text, never as a page.
 */
export function plainText(html: string): string {
  const lines = html
    .replace(/\s+/g, ' ')
    // An editor's cell holds a paragraph, and a row is one line.
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

/** Neither words nor a picture: an editor that was emptied still holds a paragraph. */
export const isBlankRichText = (html: string): boolean => !/<img\b/i.test(html) && plainText(html) === '';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Formatted text of plain words, a paragraph for each line. */
export const richTextOf = (text: string): string =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim())
    .map((line) => `<p>${line.trim().replace(/[&<>]/g, (sign) => escapes[sign] ?? sign)}</p>`)
    .join('');
