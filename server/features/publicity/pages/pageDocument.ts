import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { publicFrame, type PublicBrand } from '@contract/features/publicity/pages/pageFrame';
import type { PageChild } from '@contract/features/publicity/pages/pageTree';
import { browserTexts } from '@contract/features/system/browserTexts';
import { themeRules } from '@contract/features/system/consoleTheme';
import { escapedHtml, toHtml } from './htmlOfPage';

/** Metadata of a page for search engines and link previews. */
interface PageHead {
  readonly title: string;
  readonly description: string;
  readonly type: 'website' | 'article';
  /** Absolute address; null if the address of this product is not configured. */
  readonly canonical: string | null;
  /** Absolute address of a picture for link previews. */
  readonly image: string | null;
  /** Excludes the page from search engines; set for missing pages and filtered lists. */
  readonly hidden: boolean;
  /** ISO 8601; set for an article and a notice. */
  readonly publishedAt: string | null;
  /** Absolute address of the feed of the list. */
  readonly feed: string | null;
}

interface PageDocument {
  readonly head: PageHead;
  readonly brand: PublicBrand;
  readonly favicon: string | null;
  /** Theme colour, `#rrggbb`. */
  readonly theme: string;
  readonly path: string;
  readonly signedIn: boolean;
  readonly appearance: 'light' | 'dark' | undefined;
  readonly main: readonly PageChild[];
}

/** Files of the build that a public page loads. */
interface PublicFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const aheadSchema = z.object({ public: z.array(z.string()) });

/** Returns the files of the build; empty without a build, because the page is readable without them. */
export function publicFiles(webRoot: string): PublicFiles {
  const file = join(webRoot, 'ahead.json');
  if (!existsSync(file)) return { scripts: [], styles: [] };
  const names = aheadSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).public;
  return {
    scripts: names.filter((name) => name.endsWith('.js')),
    styles: names.filter((name) => name.endsWith('.css')),
  };
}

const metaElement = (name: string, content: string | null, attribute: 'name' | 'property' = 'name'): string =>
  content ? `<meta ${attribute}="${name}" content="${escapedHtml(content)}">` : '';

function headOf({ head, brand }: PageDocument): string {
  return [
    metaElement('description', head.description),
    head.hidden ? metaElement('robots', 'noindex') : '',
    head.canonical ? `<link rel="canonical" href="${escapedHtml(head.canonical)}">` : '',
    metaElement('og:title', head.title, 'property'),
    metaElement('og:description', head.description, 'property'),
    metaElement('og:type', head.type, 'property'),
    metaElement('og:site_name', brand.title, 'property'),
    metaElement('og:locale', 'zh_CN', 'property'),
    metaElement('og:url', head.canonical, 'property'),
    metaElement('og:image', head.image, 'property'),
    metaElement('article:published_time', head.publishedAt, 'property'),
    head.feed
      ? `<link rel="alternate" type="application/atom+xml" title="${escapedHtml(head.title)}" href="${escapedHtml(head.feed)}">`
      : '',
  ].join('');
}

/** Returns a whole HTML page. It is readable without scripts; the scripts of the build hydrate it. */
export function htmlDocumentOf(page: PageDocument, { scripts, styles }: PublicFiles): string {
  const { head, brand, path, signedIn, appearance, favicon, theme, main } = page;
  const [firstScript, ...others] = scripts;
  return [
    `<!doctype html><html lang="zh-CN"${appearance ? ` data-theme="${appearance}"` : ''}><head><meta charset="UTF-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="format-detection" content="telephone=no">`,
    `<title>${escapedHtml(`${head.title} - ${brand.title}`)}</title>`,
    styles.map((name) => `<link rel="stylesheet" href="/${name}">`).join(''),
    `<style>${themeRules(theme, appearance)}</style>`,
    `<link rel="icon" href="${escapedHtml(favicon ?? '/favicon.svg')}">`,
    headOf(page),
    firstScript
      ? `<script defer src="/oldBrowser.js"></script>${others.map((name) => `<link rel="modulepreload" href="/${name}">`).join('')}<script type="module" src="/${firstScript}"></script>`
      : '',
    `</head><body><p id="old-browser" hidden>${browserTexts.page}</p>`,
    toHtml(publicFrame({ brand, path, signedIn, main })),
    '</body></html>',
  ].join('');
}
