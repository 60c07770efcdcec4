import { reportDictionaries } from '@contract/dictionaries/reports';
import { type PublicNews, publicPicture } from '../publicityWire';
import { belowPageTitle } from './headingLevels';
import { publicAddresses } from './pageFrame';
import { pageElement, pageAddress, type PageChild, type PageNode } from './pageTree';
import { pageBar } from './reportPages';
import { richTree } from './richTextTree';

function neighbourLinks({ newer, older }: PublicNews): PageNode | null {
  if (!newer && !older) return null;
  const linkItem = (label: string, to: NonNullable<PublicNews['newer']>): PageNode =>
    pageElement(
      'li',
      {},
      `${label}：`,
      pageElement('a', { href: pageAddress(publicAddresses.article, { id: to.id }) }, to.title),
    );
  return pageElement(
    'nav',
    { class: 'pub-neighbours', 'aria-label': '相邻文章' },
    pageElement('ul', {}, newer && linkItem('上一篇', newer), older && linkItem('下一篇', older)),
  );
}

/** 行业动态详情: the sanitised text as elements. */
export function articlePage(article: PublicNews): PageChild[] {
  const category = reportDictionaries.newsCategory.find(({ value }) => value === article.category)?.label;
  return [
    pageBar(publicAddresses.news, '全部文章'),
    pageElement(
      'article',
      { class: 'pub-sheet' },
      pageElement(
        'header',
        {},
        pageElement('h1', { class: 'pub-title' }, article.title),
        pageElement(
          'p',
          { class: 'pub-facts' },
          category && pageElement('span', {}, category),
          pageElement('span', {}, article.publishTime.slice(0, 16)),
          article.source && pageElement('span', {}, `来源：${article.source}`),
          article.author && pageElement('span', {}, `作者：${article.author}`),
          pageElement('span', {}, `浏览${article.viewCount + 1}次`),
        ),
      ),
      pageElement(
        'div',
        { class: 'pub-text' },
        belowPageTitle(
          richTree(article.content, (picture) => ({
            src: `/${publicPicture('news', article.id, picture, 'text')}`,
            ...article.pictures[picture],
          })),
        ),
      ),
      article.sourceUrl &&
        pageElement(
          'p',
          { class: 'pub-origin' },
          '原文链接：',
          pageElement(
            'a',
            { href: article.sourceUrl, target: '_blank', rel: 'noopener noreferrer' },
            article.sourceUrl,
          ),
        ),
      pageElement('p', { class: 'pub-hint' }, `${article.organizationName}发布`),
    ),
    neighbourLinks(article),
  ].filter((node): node is PageNode => node !== null);
}
