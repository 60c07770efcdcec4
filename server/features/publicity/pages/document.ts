import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { publicFrame, type PublicBrand } from '@contract/features/publicity/pages/frame';
import type { PageChild } from '@contract/features/publicity/pages/tree';
import { browserTexts } from '@contract/features/system/browserTexts';
import { themeRules } from '@contract/features/system/theme';
import { escaped, toHtml } from './html';

/** What a page says of itself to search engines and to whoever shows a card of its link. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  readonly type: 'website' | 'article';
  /** Absolute; null where nobody has said under which address this product is reached. */
  readonly canonical: string | null;
  /** Absolute address of a picture for the card. */
  readonly image: string | null;
  /** Not to be found by search engines: what is not there, and lists that somebody has narrowed. */
  readonly hidden: boolean;
  /** ISO 8601, of an article and of a notice. */
  readonly publishedAt: string | null;
  /** Absolute address of the feed of what is listed here. */
  readonly feed: string | null;
}

export interface PageDocument {
  readonly head: PageHead;
  readonly brand: PublicBrand;
  readonly favicon: string | null;
  /** `#rrggbb` */
  readonly theme: string;
  readonly path: string;
  readonly signedIn: boolean;
  readonly appearance: 'light' | 'dark' | undefined;
  readonly main: readonly PageChild[];
}

/** Files of the build that a public page loads. */
export interface PublicFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const aheadSchema = z.object({ public: z.array(z.string()) });

/** As the build has written them; none where nothing was built: the page is read all the same. */
export function publicFiles(webRoot: string): PublicFiles {
  const file = join(webRoot, 'ahead.json');
  if (!existsSync(file)) return { scripts: [], styles: [] };
  const names = aheadSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).public;
  return {
    scripts: names.filter((name) => name.endsWith('.js')),
    styles: names.filter((name) => name.endsWith('.css')),
  };
}

const meta = (name: string, content: string | null, by: 'name' | 'property' = 'name'): string =>
  content ? `<meta ${by}="${name}" content="${escaped(content)}">` : '';

function headOf({ head, brand }: PageDocument): string {
  return [
    meta('description', head.description),
    head.hidden ? meta('robots', 'noindex') : '',
    head.canonical ? `<link rel="canonical" href="${escaped(head.canonical)}">` : '',
    meta('og:title', head.title, 'property'),
    meta('og:description', head.description, 'property'),
    meta('og:type', head.type, 'property'),
    meta('og:site_name', brand.title, 'property'),
    meta('og:locale', 'zh_CN', 'property'),
    meta('og:url', head.canonical, 'property'),
    meta('og:image', head.image, 'property'),
    meta('article:published_time', head.publishedAt, 'property'),
    head.feed
      ? `<link rel="alternate" type="application/atom+xml" title="${escaped(head.title)}" href="${escaped(head.feed)}">`
      : '',
  ].join('');
}

/** A whole page. It needs no script to be read; the build's take it over as it stands. */
export function documentOf(page: PageDocument, { scripts, styles }: PublicFiles): string {
  const { head, brand, path, signedIn, appearance, favicon, theme, main } = page;
  const [first, ...others] = scripts;
  return [
    `<!doctype html><html lang="zh-CN"${appearance ? ` data-theme="${appearance}"` : ''}><head><meta charset="UTF-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="format-detection" content="telephone=no">`,
    `<title>${escaped(`${head.title} - ${brand.title}`)}</title>`,
    styles.map((name) => `<link rel="stylesheet" href="/${name}">`).join(''),
    `<style>${themeRules(theme, appearance)}</style>`,
    `<link rel="icon" href="${escaped(favicon ?? '/favicon.svg')}">`,
    headOf(page),
    first
      ? `<script defer src="/oldBrowser.js"></script>${others.map((name) => `<link rel="modulepreload" href="/${name}">`).join('')}<script type="module" src="/${first}"></script>`
      : '',
    `</head><body><p id="old-browser" hidden>${browserTexts.page}</p>`,
    toHtml(publicFrame({ brand, path, signedIn, main })),
    '</body></html>',
  ].join('');
}
