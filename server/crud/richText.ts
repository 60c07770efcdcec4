import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';
import { isSafeLink, pictureOf, richTextStyles, richTextTags } from '@contract/fields/richText';

// Loaded when the first text comes: no start should wait for its parsers.
const require = createRequire(import.meta.url);
const cleaned = (html: string, how: sanitizeHtml.IOptions): string =>
  (require('sanitize-html') as typeof sanitizeHtml)(html, how);

// An allow-list, so that what nobody thought of stays out (QUALITY IN3).
const options: sanitizeHtml.IOptions = {
  allowedTags: [...richTextTags],
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
    '*': ['style'],
  },
  allowedStyles: { '*': { ...richTextStyles } },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: { ...(isSafeLink(href) ? { href } : {}), target: '_blank', rel: 'noopener noreferrer' },
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && pictureOf(attribs.src ?? '') === null,
};

/**
 * The same text without anything that could run, load or leave. Plain text stays plain, its `<` and `&` written out.
 */
export const safeRichText = (html: string): string => cleaned(html, options);

/** Cleaned formatted text with its words changed, its marks and addresses as they are. */
export const withTexts = (html: string, change: (text: string) => string): string =>
  cleaned(html, { ...options, textFilter: (text) => change(text) });
