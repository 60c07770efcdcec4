import { reportDictionaries } from '@contract/dictionaries/reports';
import {
  type PublicChoices,
  type PublicNewsPage,
  publicPageSizes,
  publicPicture,
  type PublicReports,
  type PublicReportBrief,
  reportOrders,
} from '../publicity';
import { pictureSizes } from '../publicPictures';
import { publicAddresses } from './frame';
import { notice } from './notice';
import { pager } from './pager';
import { h, pageAddress, type PageChild, type PageNode } from './tree';

// The two public lists. The address contains the filters, so lists work without scripts, can be shared, and support
// Back.

export type ListQuery = Readonly<Partial<Record<string, string>>>;

/** Filters of the report list, by their names in the address. */
export const reportFilters = ['keyword', 'area', 'organization', 'year', 'kind', 'from', 'to', 'order'] as const;
export const newsFilters = ['keyword', 'category'] as const;

/** Maximum number of characters of one filter, as in the form. Each link of the page repeats the filters. */
const longestAsked = 100;

/** Returns the known filters of an address, each shortened to the maximum length of the form. */
export const askedOf = (names: readonly string[], query: ListQuery): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      // Shortens by whole characters: half of a surrogate pair can't be encoded.
      const value = Array.from(query[name] ?? '')
        .slice(0, longestAsked)
        .join('');
      return value ? [[name, value]] : [];
    }),
  );

/** Returns the page number of an address, from 1; 1 for an invalid one. */
export const pageIn = ({ page = '' }: ListQuery): number => (/^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1);

const spaced = (area: string): string => area.split('/').join(' ');

function select(
  name: string,
  label: string,
  value: string | undefined,
  all: string,
  options: readonly PageChild[],
): PageNode {
  return h('label', {}, label, h('select', { name, value: value ?? '' }, h('option', { value: '' }, all), options));
}
const option = (value: string, label: string): PageNode => h('option', { value }, label);

/** Returns the options of provinces, each followed by its cities. */
function areaOptions(areas: readonly string[], asked: string | undefined): PageNode[] {
  const known =
    asked && !areas.includes(asked) && !areas.some((area) => area.startsWith(`${asked}/`)) ? [...areas, asked] : areas;
  const provinces = [...new Set(known.map((area) => area.split('/')[0] ?? ''))];
  return provinces.flatMap((province) => [
    option(province, province),
    ...known
      .filter((area) => area.startsWith(`${province}/`))
      .map((area) => option(area, `　${spaced(area.slice(province.length + 1))}`)),
  ]);
}

/** Returns the filters besides the keyword: area, year, kind, organization, days of publication and order. */
function moreConditions(
  asked: ListQuery,
  areas: readonly string[],
  years: readonly string[],
  kinds: readonly { readonly value: string; readonly label: string }[],
  organizations: readonly { readonly id: number; readonly name: string }[],
): PageNode {
  return h(
    'div',
    { class: 'pub-fields' },
    select('area', '地区', asked['area'], '全部地区', areaOptions(areas, asked['area'])),
    select(
      'year',
      '报告年份',
      asked['year'],
      '全部年份',
      years.map((year) => option(year, `${year}年`)),
    ),
    select(
      'kind',
      '报告类别',
      asked['kind'],
      '全部类别',
      kinds.map(({ value, label }) => option(value, label)),
    ),
    organizations.length > 1 &&
      select(
        'organization',
        '公示机构',
        asked['organization'],
        '全部机构',
        organizations.map(({ id, name }) => option(String(id), name)),
      ),
    h('label', {}, '公示日期起', h('input', { type: 'date', name: 'from', value: asked['from'] ?? '' })),
    h('label', {}, '公示日期止', h('input', { type: 'date', name: 'to', value: asked['to'] ?? '' })),
    h(
      'label',
      {},
      '排序',
      h(
        'select',
        { name: 'order', value: asked['order'] ?? '' },
        Object.entries(reportOrders).map(([value, label]) => option(value === 'published' ? '' : value, label)),
      ),
    ),
  );
}

function reportSearch(asked: ListQuery, choices: PublicChoices): PageNode {
  const { areas, organizations, years, kinds } = choices;
  return h(
    'form',
    { class: 'pub-search', role: 'search', method: 'get', action: publicAddresses.list },
    h(
      'label',
      {},
      '用人单位或报告编号',
      h('input', {
        type: 'search',
        name: 'keyword',
        maxlength: longestAsked,
        enterkeyhint: 'search',
        value: asked['keyword'] ?? '',
      }),
    ),
    h('button', { type: 'submit', class: 'pub-submit' }, '查询'),
    h(
      'details',
      { class: 'pub-more', open: reportFilters.some((name) => name !== 'keyword' && asked[name]) },
      h('summary', {}, '更多条件'),
      moreConditions(asked, areas, years, kinds, organizations),
    ),
  );
}

function reportItem(report: PublicReportBrief): PageNode {
  return h(
    'li',
    {},
    h('h2', {}, h('a', { href: pageAddress(publicAddresses.report, { id: report.id }) }, report.unitName)),
    h(
      'p',
      { class: 'pub-facts' },
      h('span', { class: 'pub-code' }, report.reportNo),
      report.reportTypeName && h('span', {}, report.reportTypeName),
      report.region && h('span', {}, spaced(report.region)),
      h('span', {}, `报告日期 ${report.reportDate}`),
    ),
    h(
      'p',
      { class: 'pub-facts' },
      h('span', {}, `公示日期 ${report.publishTime.slice(0, 10)}`),
      h('span', {}, report.organizationName),
    ),
  );
}

/** Returns the notice for a page number beyond the end, with a link to the last page. */
const beyondEnd = (path: string, asked: ListQuery, page: number, pages: number): PageNode =>
  notice({
    title: `没有第${page}页`,
    text: `共${pages}页，已经到底了。`,
    ways: [{ href: pageAddress(path, { ...asked, page: pages > 1 ? pages : '' }), label: '查看最后一页' }],
  });

const countLine = (words: string, narrowed: boolean, path: string): PageNode =>
  h('p', { class: 'pub-count', role: 'status' }, h('span', {}, words), narrowed && h('a', { href: path }, '清除条件'));

/** Returns the page 报告公示: inspected units, organizations and dates. */
export function reportListPage(query: ListQuery, answer: PublicReports, choices: PublicChoices): PageChild[] {
  const [asked, page] = [askedOf(reportFilters, query), pageIn(query)];
  const narrowed = Object.keys(asked).some((name) => name !== 'order');
  const pages = Math.ceil(answer.totalElements / publicPageSizes.reports);
  const path = publicAddresses.list;
  const found =
    answer.totalElements === 0
      ? [
          narrowed
            ? notice({
                title: '没有符合条件的公示',
                text: '请检查用人单位名称或报告编号，或者减少查询条件再试。',
                ways: [{ href: path, label: '查看全部公示' }],
              })
            : notice({ title: '还没有公示的报告', text: '报告签发并公示后，将显示在这里。' }),
        ]
      : answer.content.length === 0
        ? [beyondEnd(path, asked, page, pages)]
        : [
            countLine(`共 ${answer.totalElements} 条公示`, narrowed, path),
            h('ol', { class: 'pub-list' }, answer.content.map(reportItem)),
            pager({ path, asked, page, pages }),
          ];
  return [
    h('h1', { class: 'pub-title' }, '报告公示'),
    h('p', { class: 'pub-lead' }, '依照职业卫生技术服务机构管理的有关规定，公开技术服务报告的基本信息，接受社会监督。'),
    reportSearch(asked, choices),
    ...found,
  ].filter((one): one is PageNode => one !== null);
}

const { newsCategory } = reportDictionaries;
const categories = [{ value: '', label: '全部' }, ...newsCategory];

function newsItems({ content }: PublicNewsPage): PageNode {
  const { width, height } = pictureSizes.cover;
  return h(
    'ol',
    { class: 'pub-list pub-news' },
    content.map((article) =>
      h(
        'li',
        { class: article.cover ? 'pub-covered' : undefined },
        h(
          'div',
          {},
          h(
            'h2',
            {},
            article.topped && h('span', { class: 'pub-tag pub-pinned' }, '置顶'),
            h('a', { href: pageAddress(publicAddresses.article, { id: article.id }) }, article.title),
          ),
          h('p', { class: 'pub-summary' }, article.summary),
          h(
            'p',
            { class: 'pub-facts' },
            h('span', {}, newsCategory.find(({ value }) => value === article.category)?.label ?? ''),
            h('span', {}, article.publishTime.slice(0, 10)),
            article.source && h('span', {}, `来源：${article.source}`),
          ),
        ),
        article.cover &&
          h('img', {
            class: 'pub-cover',
            src: `/${publicPicture('news', article.id, article.cover, 'cover')}`,
            alt: '',
            loading: 'lazy',
            width: width / 2,
            height: height / 2,
          }),
      ),
    ),
  );
}

/** Returns the page 行业动态: pinned articles first, then the newest. */
export function newsListPage(query: ListQuery, answer: PublicNewsPage): PageChild[] {
  const [asked, page] = [askedOf(newsFilters, query), pageIn(query)];
  const path = publicAddresses.news;
  const pages = Math.ceil(answer.totalElements / publicPageSizes.news);
  const found =
    answer.totalElements === 0
      ? [
          Object.keys(asked).length > 0
            ? notice({
                title: '没有符合条件的文章',
                text: '请换一个关键字或分类再试。',
                ways: [{ href: path, label: '查看全部文章' }],
              })
            : notice({ title: '还没有发布的文章', text: '文章发布后，将显示在这里。' }),
        ]
      : answer.content.length === 0
        ? [beyondEnd(path, asked, page, pages)]
        : [
            countLine(`共 ${answer.totalElements} 篇`, Object.keys(asked).length > 0, path),
            newsItems(answer),
            pager({ path, asked, page, pages }),
          ];
  return [
    h('h1', { class: 'pub-title' }, '行业动态'),
    h('p', { class: 'pub-lead' }, '职业卫生领域的政策法规、标准规范与机构消息。'),
    h(
      'form',
      { class: 'pub-search', role: 'search', method: 'get', action: path },
      asked['category'] && h('input', { type: 'hidden', name: 'category', value: asked['category'] }),
      h(
        'label',
        {},
        '标题、摘要或来源',
        h('input', {
          type: 'search',
          name: 'keyword',
          maxlength: longestAsked,
          enterkeyhint: 'search',
          value: asked['keyword'] ?? '',
        }),
      ),
      h('button', { type: 'submit', class: 'pub-submit' }, '查询'),
    ),
    h(
      'nav',
      { class: 'pub-categories', 'aria-label': '分类' },
      categories.map(({ value, label }) =>
        h(
          'a',
          {
            href: pageAddress(path, { ...asked, category: value }),
            'aria-current': (asked['category'] ?? '') === value ? 'page' : undefined,
          },
          label,
        ),
      ),
    ),
    ...found,
  ].filter((one): one is PageNode => one !== null);
}
