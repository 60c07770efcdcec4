import { reportDictionaries } from '@contract/dictionaries/reports';
import { type PublicNews, publicPicture } from '../publicity';
import { publicAddresses } from './frame';
import { underTitle } from './headings';
import { bar } from './reportPages';
import { richTree } from './richTree';
import { h, pageAddress, type PageChild, type PageNode } from './tree';

function neighbours({ newer, older }: PublicNews): PageNode | null {
  if (!newer && !older) return null;
  const link = (label: string, to: NonNullable<PublicNews['newer']>): PageNode =>
    h('li', {}, `${label}：`, h('a', { href: pageAddress(publicAddresses.article, { id: to.id }) }, to.title));
  return h(
    'nav',
    { class: 'pub-neighbours', 'aria-label': '相邻文章' },
    h('ul', {}, newer && link('上一篇', newer), older && link('下一篇', older)),
  );
}

/** 行业动态详情: the sanitised text as elements. */
export function articlePage(article: PublicNews): PageChild[] {
  const category = reportDictionaries.newsCategory.find(({ value }) => value === article.category)?.label;
  return [
    bar(publicAddresses.news, '全部文章'),
    h(
      'article',
      { class: 'pub-sheet' },
      h(
        'header',
        {},
        h('h1', { class: 'pub-title' }, article.title),
        h(
          'p',
          { class: 'pub-facts' },
          category && h('span', {}, category),
          h('span', {}, article.publishTime.slice(0, 16)),
          article.source && h('span', {}, `来源：${article.source}`),
          article.author && h('span', {}, `作者：${article.author}`),
          h('span', {}, `浏览 ${article.viewCount + 1} 次`),
        ),
      ),
      h(
        'div',
        { class: 'pub-text' },
        underTitle(
          richTree(article.content, (picture) => ({
            src: `/${publicPicture('news', article.id, picture, 'text')}`,
            ...article.pictures[picture],
          })),
        ),
      ),
      article.sourceUrl &&
        h(
          'p',
          { class: 'pub-origin' },
          '原文链接：',
          h('a', { href: article.sourceUrl, target: '_blank', rel: 'noopener noreferrer' }, article.sourceUrl),
        ),
      h('p', { class: 'pub-hint' }, `${article.organizationName}发布`),
    ),
    neighbours(article),
  ].filter((one): one is PageNode => one !== null);
}
