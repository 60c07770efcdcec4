import { pageElement, pageAddress, type PageNode } from './pageTree';

interface PagerContent {
  readonly path: string;
  /** Other query parameters of the address. */
  readonly otherParameters: Readonly<Record<string, string>>;
  /** Number of the current page, from 1. */
  readonly page: number;
  readonly pages: number;
}

/**
 * Returns the displayed page numbers: first, last and the numbers around the current one; null marks a gap.
 * @param page current page, from 1
 * @param pages number of pages
 */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const shownPages = [...new Set([1, page - 2, page - 1, page, page + 1, page + 2, pages])]
    .filter((candidate) => candidate >= 1 && candidate <= pages)
    .sort((a, b) => a - b);
  return shownPages.flatMap((candidate, index) => {
    const before = shownPages[index - 1];
    if (before === undefined || candidate === before + 1) return [candidate];
    return candidate === before + 2 ? [before + 1, candidate] : [null, candidate];
  });
}

/** Returns the page links. They are real links, so that a page can be opened in a new tab and shared. */
export function pageLinks({ path, otherParameters, page, pages }: PagerContent): PageNode | null {
  if (pages <= 1) return null;
  const address = (to: number): string => pageAddress(path, { ...otherParameters, page: to === 1 ? '' : to });
  const step = (to: number, label: string, rel: string): PageNode =>
    to < 1 || to > pages
      ? pageElement('span', { 'aria-disabled': 'true' }, label)
      : pageElement('a', { href: address(to), rel }, label);
  return pageElement(
    'nav',
    { class: 'pub-pager', 'aria-label': '分页' },
    step(page - 1, '上一页', 'prev'),
    pageElement(
      'span',
      { class: 'pub-pages' },
      pageNumbers(page, pages).map((to) =>
        to === null
          ? pageElement('span', {}, '…')
          : pageElement(
              'a',
              { href: address(to), 'aria-label': `第${to}页`, 'aria-current': to === page ? 'page' : undefined },
              to,
            ),
      ),
    ),
    pageElement('span', { class: 'pub-where' }, `第${page}页，共${pages}页`),
    step(page + 1, '下一页', 'next'),
    pages > 5 &&
      pageElement(
        'form',
        { class: 'pub-jump', method: 'get', action: path },
        Object.entries(otherParameters).map(([name, value]) => pageElement('input', { type: 'hidden', name, value })),
        pageElement(
          'label',
          {},
          '跳至',
          pageElement('input', {
            type: 'number',
            name: 'page',
            min: 1,
            max: pages,
            required: true,
            inputmode: 'numeric',
          }),
          '页',
        ),
        pageElement('button', { type: 'submit', class: 'pub-plain' }, '前往'),
      ),
  );
}
