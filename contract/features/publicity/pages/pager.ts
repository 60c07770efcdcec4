import { h, pageAddress, type PageNode } from './tree';

interface Pager {
  readonly path: string;
  /** Other query parameters of the address. */
  readonly asked: Readonly<Record<string, string>>;
  /** Number of the current page, from 1. */
  readonly page: number;
  readonly pages: number;
}

/** Returns the displayed page numbers: first, last and the numbers around the current one; null marks a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const shown = [...new Set([1, page - 2, page - 1, page, page + 1, page + 2, pages])]
    .filter((one) => one >= 1 && one <= pages)
    .sort((a, b) => a - b);
  return shown.flatMap((one, at) => {
    const before = shown[at - 1];
    if (before === undefined || one === before + 1) return [one];
    return one === before + 2 ? [before + 1, one] : [null, one];
  });
}

/** Returns the page links. They are real links, so that a page can be opened in a new tab and shared. */
export function pager({ path, asked, page, pages }: Pager): PageNode | null {
  if (pages <= 1) return null;
  const address = (to: number): string => pageAddress(path, { ...asked, page: to === 1 ? '' : to });
  const step = (to: number, label: string, rel: string): PageNode =>
    to < 1 || to > pages ? h('span', { 'aria-disabled': 'true' }, label) : h('a', { href: address(to), rel }, label);
  return h(
    'nav',
    { class: 'pub-pager', 'aria-label': '分页' },
    step(page - 1, '上一页', 'prev'),
    h(
      'span',
      { class: 'pub-pages' },
      pageNumbers(page, pages).map((to) =>
        to === null
          ? h('span', {}, '…')
          : h(
              'a',
              { href: address(to), 'aria-label': `第${to}页`, 'aria-current': to === page ? 'page' : undefined },
              to,
            ),
      ),
    ),
    h('span', { class: 'pub-where' }, `第 ${page} 页，共 ${pages} 页`),
    step(page + 1, '下一页', 'next'),
    pages > 5 &&
      h(
        'form',
        { class: 'pub-jump', method: 'get', action: path },
        Object.entries(asked).map(([name, value]) => h('input', { type: 'hidden', name, value })),
        h(
          'label',
          {},
          '跳至',
          h('input', { type: 'number', name: 'page', min: 1, max: pages, required: true, inputmode: 'numeric' }),
          '页',
        ),
        h('button', { type: 'submit', class: 'pub-plain' }, '前往'),
      ),
  );
}
