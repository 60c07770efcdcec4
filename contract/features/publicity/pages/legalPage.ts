import { chineseNumeral, type LegalBlock, type LegalDocument } from '@contract/features/signIn/legal/legalDocument';
import { pageElement, type PageChild, type PageNode } from './pageTree';

const legalBlockNode = (legalBlock: LegalBlock): PageNode =>
  typeof legalBlock === 'string'
    ? pageElement('p', {}, legalBlock)
    : pageElement(
        'ol',
        {},
        legalBlock.map((item) => pageElement('li', {}, item)),
      );

/** Returns a legal text on a page without login. */
export const legalPage = ({ title, version, preamble, sections }: LegalDocument): PageChild[] => [
  pageElement(
    'article',
    { class: 'pub-legal' },
    pageElement('h1', {}, title),
    pageElement('p', { class: 'pub-version' }, `版本日期：${version}`),
    preamble.map(legalBlockNode),
    sections.map((section, index) =>
      pageElement(
        'section',
        {},
        pageElement('h2', {}, `${chineseNumeral(index + 1)}、${section.title}`),
        section.blocks.map(legalBlockNode),
      ),
    ),
  ),
];
