import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { belowPageTitle } from '@contract/features/publicity/pages/headingLevels';
import { publicAddresses } from '@contract/features/publicity/pages/pageFrame';
import { pageElement, pageAddress, type PageChild, wordsOf } from '@contract/features/publicity/pages/pageTree';
import { richTree } from '@contract/features/publicity/pages/richTextTree';
import { withUnbrokenQuantities } from '@contract/features/publicity/pages/unbrokenQuantities';
import { sizedTo } from '@contract/features/publicity/publicPictures';
import { themeRules } from '@contract/features/system/consoleTheme';
import { isSafeLink, pictureAddress, richTextTags } from '@contract/fields/richText';
import { root } from '@server/base/root';
import { hostileHtml } from '../support/hostileHtml';

const picture = (id: string) => ({ src: `/picture/${id}`, width: 4, height: 3 });
const every = (children: readonly PageChild[]): Exclude<PageChild, string>[] =>
  children.flatMap((child) => (typeof child === 'string' ? [] : [child, ...every(child.children)]));

describe('formatted text as a tree', () => {
  it('formatted text on a public page keeps marks, lists, tables and links', () => {
    const id = '0a1b2c3d-0000-4000-8000-000000000000';
    const html = `<h2>标题</h2><p style="text-align:center">甲<strong>乙</strong>&amp;丙<br>丁</p><ul><li>一</li> <li>二</li></ul><table><tbody><tr><td colspan="2">格</td></tr></tbody></table><p><a href="https://example.com">链接</a><img src="${pictureAddress(id)}" alt="图"></p>`;
    expect(richTree(html, picture)).toEqual([
      pageElement('h2', {}, '标题'),
      pageElement(
        'p',
        { style: 'text-align:center' },
        '甲',
        pageElement('strong', {}, '乙'),
        '&丙',
        pageElement('br'),
        '丁',
      ),
      pageElement('ul', {}, pageElement('li', {}, '一'), pageElement('li', {}, '二')),
      pageElement(
        'div',
        { class: 'pub-table' },
        pageElement(
          'table',
          {},
          pageElement('tbody', {}, pageElement('tr', {}, pageElement('td', { colspan: 2 }, '格'))),
        ),
      ),
      pageElement(
        'p',
        {},
        pageElement('a', { href: 'https://example.com', target: '_blank', rel: 'noopener noreferrer' }, '链接'),
        pageElement('img', { src: `/picture/${id}`, width: 4, height: 3, alt: '图', loading: 'lazy' }),
      ),
    ]);
  });

  it('formatted text on a public page closes open tags and ignores a second closing tag', () => {
    expect(richTree('<p>甲<strong>乙</p>丙</strong></p>', picture)).toEqual([
      pageElement('p', {}, '甲', pageElement('strong', {}, '乙')),
      '丙',
    ]);
  });

  it('formatted text on a public page contains only allowed tags and attributes, whatever was typed (IN3)', () => {
    const tags = new Set<string>([...richTextTags, 'div']);
    const attributes = new Set([
      'href',
      'target',
      'rel',
      'style',
      'src',
      'alt',
      'width',
      'height',
      'loading',
      'colspan',
      'rowspan',
      'class',
    ]);
    const found = hostileHtml().flatMap((payload) =>
      every(richTree(payload, picture)).filter(
        ({ tag, attrs }) =>
          !tags.has(tag) ||
          Object.keys(attrs).some((name) => !attributes.has(name)) ||
          ('href' in attrs && !isSafeLink(String(attrs['href']))) ||
          ('src' in attrs && !String(attrs['src']).startsWith('/picture/')) ||
          /url|expression|:.*:/i.test(String(attrs['style'] ?? '')),
      ),
    );
    expect(found).toEqual([]);
    expect(hostileHtml().length).toBeGreaterThan(30);
  });
});

describe('quantities', () => {
  it.each<[string, string[]]>([
    ['苯0.32 mg/m³，限值6 mg/m³。', ['0.32 mg/m³', '6 mg/m³']],
    ['噪声85.3 dB(A)，8 h', ['85.3 dB(A)', '8 h']],
    ['共3个岗位，GBZ 2.1-2019', []],
    ['20℃时15min', ['20℃', '15min']],
    ['5 months', []],
  ])('quantities with their units in the text “%s” stay on one line', (text, kept) => {
    const parts = withUnbrokenQuantities(text);
    expect(parts.filter((part) => typeof part !== 'string').map(wordsOf)).toEqual(kept);
    expect(parts.map(wordsOf).join('')).toBe(text);
  });
});

it('the address of a public page leaves out empty filters', () => {
  expect(pageAddress('/orgReportFormula', { keyword: '甲 乙', page: '', area: undefined })).toBe(
    '/orgReportFormula?keyword=%E7%94%B2%20%E4%B9%99',
  );
});

it('a picture in a public text keeps its size up to the page width, a card’s picture fills the card', () => {
  expect([
    sizedTo({ width: 4000, height: 3000 }, 'text'),
    sizedTo({ width: 400, height: 300 }, 'text'),
    sizedTo({ width: 400, height: 300 }, 'card'),
  ]).toEqual([
    { width: 1200, height: 900 },
    { width: 400, height: 300 },
    { width: 480, height: 360 },
  ]);
});

it('a public page follows the device’s or the person’s colour scheme, and always prints in light', () => {
  expect(themeRules('#007873', undefined)).toMatch(
    /^:root\{color-scheme:light;.*@media screen and \(prefers-color-scheme: dark\)\{:root\{color-scheme:dark;/,
  );
  expect(themeRules('#007873', 'dark')).toMatch(/@media screen\{:root\{color-scheme:dark;/);
  expect(themeRules('#007873', 'light')).not.toContain('@media');
});

describe('headings under a page’s title', () => {
  const levels = (html: string) =>
    every(belowPageTitle(richTree(html, picture)))
      .map(({ tag }) => tag)
      .filter((tag) => /^h\d$/.test(tag));

  it('headings within a public text begin at level 2 and never skip a level', () => {
    expect(levels('<h3>一</h3><p>文</p><h4>二</h4><h3>三</h3>')).toEqual(['h2', 'h3', 'h2']);
    expect(levels('<h1>一</h1><h2>二</h2><h4>三</h4>')).toEqual(['h2', 'h3', 'h4']);
    expect(levels('<h4>一</h4><h3>二</h3><h4>三</h4>')).toEqual(['h2', 'h2', 'h3']);
    expect(levels('<blockquote><h2>一</h2></blockquote><p>文</p>')).toEqual(['h2']);
  });

  it('headings within a public text keep their words when their level changes', () => {
    expect(belowPageTitle(richTree('<h3>甲<strong>乙</strong></h3><p>丙</p>', picture))).toEqual([
      pageElement('h2', {}, '甲', pageElement('strong', {}, '乙')),
      pageElement('p', {}, '丙'),
    ]);
  });
});

describe('console without scripts', () => {
  it('the console without JavaScript says that it needs scripts, and links to the public pages that do not', () => {
    const [, words = ''] =
      /<noscript>([\s\S]*?)<\/noscript>/.exec(readFileSync(join(root, 'index.html'), 'utf8')) ?? [];
    expect(words).toContain('JavaScript');
    expect([...words.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toEqual([
      publicAddresses.list,
      publicAddresses.news,
    ]);
  });
});
