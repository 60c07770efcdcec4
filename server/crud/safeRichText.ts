import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';
import { isSafeLink, parsePictureAddress, richTextStyles, richTextTags } from '@contract/fields/richText';

// Loaded at first use, so that a start need not wait for the parsers.
const require = createRequire(import.meta.url);
const cleanHtml = (html: string, sanitizeOptions: sanitizeHtml.IOptions): string =>
  (require('sanitize-html') as typeof sanitizeHtml)(html, sanitizeOptions);

// Allow-list of elements and attributes; unknown ones are removed (QUALITY IN3).
const sanitizeOptions: sanitizeHtml.IOptions = {
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
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && parsePictureAddress(attribs.src ?? '') === null,
};

/**
 * Removes everything from a text that could run, load or link elsewhere. Plain text stays plain, with `<` and `&`
 * escaped.
 */
export const safeRichText = (html: string): string => cleanHtml(html, sanitizeOptions);

/** Sanitises formatted text and changes its words; tags and addresses stay unchanged. */
export const withChangedText = (html: string, change: (text: string) => string): string =>
  cleanHtml(html, { ...sanitizeOptions, textFilter: (text) => change(text) });
