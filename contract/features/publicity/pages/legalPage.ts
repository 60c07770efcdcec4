import { chineseNumeral, type LegalBlock, type LegalDocument } from '@contract/features/signIn/legal/legalDocument';
import { h, type PageChild, type PageNode } from './tree';

const block = (one: LegalBlock): PageNode =>
  typeof one === 'string'
    ? h('p', {}, one)
    : h(
        'ol',
        {},
        one.map((item) => h('li', {}, item)),
      );

/** Returns a legal text on a page without login. */
export const legalPage = ({ title, version, preamble, sections }: LegalDocument): PageChild[] => [
  h(
    'article',
    { class: 'pub-legal' },
    h('h1', {}, title),
    h('p', { class: 'pub-version' }, `版本日期：${version}`),
    preamble.map(block),
    sections.map((section, index) =>
      h('section', {}, h('h2', {}, `${chineseNumeral(index + 1)}、${section.title}`), section.blocks.map(block)),
    ),
  ),
];
