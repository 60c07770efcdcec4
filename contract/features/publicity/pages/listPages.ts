import { reportDictionaries } from '@contract/dictionaries/reports';
import {
  type PublicChoices,
  type PublicNewsPage,
  publicPageSizes,
  publicPicture,
  type PublicReports,
  type PublicReportBrief,
  reportOrders,
} from '../publicityWire';
import { pictureSizes } from '../publicPictures';
import { messagePage } from './messagePage';
import { publicAddresses } from './pageFrame';
import { pageLinks } from './pager';
import { pageElement, pageAddress, type PageChild, type PageNode } from './pageTree';

// The two public lists. The address contains the filters, so lists work without scripts, can be shared, and support
// Back.

export type ListQuery = Readonly<Partial<Record<string, string>>>;

/** Filters of the report list, by their names in the address. */
export const reportFilters = ['keyword', 'area', 'organization', 'year', 'kind', 'from', 'to', 'order'] as const;
export const newsFilters = ['keyword', 'category'] as const;

/** Maximum number of characters of one filter, as in the form. Each link of the page repeats the filters. */
const maxQueryLength = 100;

/** Returns the known filters of an address, each shortened to the maximum length of the form. */
export const requestedOf = (names: readonly string[], query: ListQuery): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      // Shortens by whole characters: half of a surrogate pair can't be encoded.
      const value = Array.from(query[name] ?? '')
        .slice(0, maxQueryLength)
        .join('');
      return value ? [[name, value]] : [];
    }),
  );

/** Returns the page number of an address, from 1; 1 for an invalid one. */
export const pageIn = ({ page = '' }: ListQuery): number => (/^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1);

const withSpaces = (area: string): string => area.split('/').join(' ');

function selectNode(
  name: string,
  label: string,
  value: string | undefined,
  allLabel: string,
  options: readonly PageChild[],
): PageNode {
  return pageElement(
    'label',
    {},
    label,
    pageElement('select', { name, value: value ?? '' }, pageElement('option', { value: '' }, allLabel), options),
  );
}
const optionNode = (value: string, label: string): PageNode => pageElement('option', { value }, label);

/** Returns the options of provinces, each followed by its cities. */
function areaOptions(areas: readonly string[], chosenArea: string | undefined): PageNode[] {
  const knownAreas =
    chosenArea && !areas.includes(chosenArea) && !areas.some((area) => area.startsWith(`${chosenArea}/`))
      ? [...areas, chosenArea]
      : areas;
  const provinces = [...new Set(knownAreas.map((area) => area.split('/')[0] ?? ''))];
  return provinces.flatMap((province) => [
    optionNode(province, province),
    ...knownAreas
      .filter((area) => area.startsWith(`${province}/`))
      .map((area) => optionNode(area, `　${withSpaces(area.slice(province.length + 1))}`)),
  ]);
}

/** Returns the filters besides the keyword: area, year, kind, organization, days of publication and order. */
function moreConditions(
  conditions: ListQuery,
  areas: readonly string[],
  years: readonly string[],
  kinds: readonly { readonly value: string; readonly label: string }[],
  organizations: readonly { readonly id: number; readonly name: string }[],
): PageNode {
  return pageElement(
    'div',
    { class: 'pub-fields' },
    selectNode('area', '地区', conditions['area'], '全部地区', areaOptions(areas, conditions['area'])),
    selectNode(
      'year',
      '报告年份',
      conditions['year'],
      '全部年份',
      years.map((year) => optionNode(year, `${year}年`)),
    ),
    selectNode(
      'kind',
      '报告类别',
      conditions['kind'],
      '全部类别',
      kinds.map(({ value, label }) => optionNode(value, label)),
    ),
    organizations.length > 1 &&
      selectNode(
        'organization',
        '公示机构',
        conditions['organization'],
        '全部机构',
        organizations.map(({ id, name }) => optionNode(String(id), name)),
      ),
    pageElement(
      'label',
      {},
      '公示日期起',
      pageElement('input', { type: 'date', name: 'from', value: conditions['from'] ?? '' }),
    ),
    pageElement(
      'label',
      {},
      '公示日期止',
      pageElement('input', { type: 'date', name: 'to', value: conditions['to'] ?? '' }),
    ),
    pageElement(
      'label',
      {},
      '排序',
      pageElement(
        'select',
        { name: 'order', value: conditions['order'] ?? '' },
        Object.entries(reportOrders).map(([value, label]) => optionNode(value === 'published' ? '' : value, label)),
      ),
    ),
  );
}

/** Returns the field for search words, with its label, and the button of the form. */
const keywordField = (label: string, conditions: ListQuery): readonly PageNode[] => [
  pageElement(
    'label',
    {},
    label,
    pageElement('input', {
      type: 'search',
      name: 'keyword',
      maxlength: maxQueryLength,
      enterkeyhint: 'search',
      value: conditions['keyword'] ?? '',
    }),
  ),
  pageElement('button', { type: 'submit', class: 'pub-submit' }, '查询'),
];

function reportSearch(conditions: ListQuery, choices: PublicChoices): PageNode {
  const { areas, organizations, years, kinds } = choices;
  return pageElement(
    'form',
    { class: 'pub-search', role: 'search', method: 'get', action: publicAddresses.list },
    ...keywordField('用人单位或报告编号', conditions),
    pageElement(
      'details',
      { class: 'pub-more', open: reportFilters.some((name) => name !== 'keyword' && conditions[name]) },
      pageElement('summary', {}, '更多条件'),
      moreConditions(conditions, areas, years, kinds, organizations),
    ),
  );
}

function reportItem(report: PublicReportBrief): PageNode {
  return pageElement(
    'li',
    {},
    pageElement(
      'h2',
      {},
      pageElement('a', { href: pageAddress(publicAddresses.report, { id: report.id }) }, report.unitName),
    ),
    pageElement(
      'p',
      { class: 'pub-facts' },
      pageElement('span', { class: 'pub-code' }, report.reportNo),
      report.reportTypeName && pageElement('span', {}, report.reportTypeName),
      report.region && pageElement('span', {}, withSpaces(report.region)),
      pageElement('span', {}, `报告日期 ${report.reportDate}`),
    ),
    pageElement(
      'p',
      { class: 'pub-facts' },
      pageElement('span', {}, `公示日期 ${report.publishTime.slice(0, 10)}`),
      pageElement('span', {}, report.organizationName),
    ),
  );
}

/** Returns the notice for a page number beyond the end, with a link to the last page. */
const beyondEnd = (path: string, conditions: ListQuery, page: number, pages: number): PageNode =>
  messagePage({
    title: `没有第${page}页`,
    text: `共${pages}页，已经到底了。`,
    ways: [{ href: pageAddress(path, { ...conditions, page: pages > 1 ? pages : '' }), label: '查看最后一页' }],
  });

const countLine = (text: string, isNarrowed: boolean, path: string): PageNode =>
  pageElement(
    'p',
    { class: 'pub-count', role: 'status' },
    pageElement('span', {}, text),
    isNarrowed && pageElement('a', { href: path }, '清除条件'),
  );

/**
 * Returns the page 报告公示: inspected units, organizations and dates.
 * @param query filters and page in the address
 * @param publicReports matching reports of the page
 * @param choices organizations, areas and years to choose from
 */
export function reportListPage(query: ListQuery, publicReports: PublicReports, choices: PublicChoices): PageChild[] {
  const [conditions, page] = [requestedOf(reportFilters, query), pageIn(query)];
  const isNarrowed = Object.keys(conditions).some((name) => name !== 'order');
  const pages = Math.ceil(publicReports.totalElements / publicPageSizes.reports);
  const path = publicAddresses.list;
  const resultNodes =
    publicReports.totalElements === 0
      ? [
          isNarrowed
            ? messagePage({
                title: '没有符合条件的公示',
                text: '请检查用人单位名称或报告编号，或者减少查询条件再试。',
                ways: [{ href: path, label: '查看全部公示' }],
              })
            : messagePage({ title: '还没有公示的报告', text: '报告签发并公示后，将显示在这里。' }),
        ]
      : publicReports.content.length === 0
        ? [beyondEnd(path, conditions, page, pages)]
        : [
            countLine(`共${publicReports.totalElements}条公示`, isNarrowed, path),
            pageElement('ol', { class: 'pub-list' }, publicReports.content.map(reportItem)),
            pageLinks({ path, otherParameters: conditions, page, pages }),
          ];
  return [
    pageElement('h1', { class: 'pub-title' }, '报告公示'),
    pageElement(
      'p',
      { class: 'pub-lead' },
      '依照职业卫生技术服务机构管理的有关规定，公开技术服务报告的基本信息，接受社会监督。',
    ),
    reportSearch(conditions, choices),
    ...resultNodes,
  ].filter((node): node is PageNode => node !== null);
}

const { newsCategory } = reportDictionaries;
const newsCategories = [{ value: '', label: '全部' }, ...newsCategory];

function newsItems({ content }: PublicNewsPage): PageNode {
  const { width, height } = pictureSizes.cover;
  return pageElement(
    'ol',
    { class: 'pub-list pub-news' },
    content.map((article) =>
      pageElement(
        'li',
        { class: article.cover ? 'pub-covered' : undefined },
        pageElement(
          'div',
          {},
          pageElement(
            'h2',
            {},
            article.topped && pageElement('span', { class: 'pub-tag pub-pinned' }, '置顶'),
            pageElement('a', { href: pageAddress(publicAddresses.article, { id: article.id }) }, article.title),
          ),
          pageElement('p', { class: 'pub-summary' }, article.summary),
          pageElement(
            'p',
            { class: 'pub-facts' },
            pageElement('span', {}, newsCategory.find(({ value }) => value === article.category)?.label ?? ''),
            pageElement('span', {}, article.publishTime.slice(0, 10)),
            article.source && pageElement('span', {}, `来源：${article.source}`),
          ),
        ),
        article.cover &&
          pageElement('img', {
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

/** Returns the search form; a search keeps the chosen category. */
const newsSearchForm = (conditions: Record<string, string>): PageNode =>
  pageElement(
    'form',
    { class: 'pub-search', role: 'search', method: 'get', action: publicAddresses.news },
    conditions['category'] && pageElement('input', { type: 'hidden', name: 'category', value: conditions['category'] }),
    ...keywordField('标题、摘要或来源', conditions),
  );

/** Returns the links to the categories; a link keeps the search word. */
const categoryLinks = (conditions: Record<string, string>): PageNode =>
  pageElement(
    'nav',
    { class: 'pub-categories', 'aria-label': '分类' },
    newsCategories.map(({ value, label }) =>
      pageElement(
        'a',
        {
          href: pageAddress(publicAddresses.news, { ...conditions, category: value }),
          'aria-current': (conditions['category'] ?? '') === value ? 'page' : undefined,
        },
        label,
      ),
    ),
  );

/** Returns the page 行业动态: pinned articles first, then the newest. */
export function newsListPage(query: ListQuery, publicNewsPage: PublicNewsPage): PageChild[] {
  const [conditions, page] = [requestedOf(newsFilters, query), pageIn(query)];
  const path = publicAddresses.news;
  const pages = Math.ceil(publicNewsPage.totalElements / publicPageSizes.news);
  const resultNodes =
    publicNewsPage.totalElements === 0
      ? [
          Object.keys(conditions).length > 0
            ? messagePage({
                title: '没有符合条件的文章',
                text: '请换一个关键字或分类再试。',
                ways: [{ href: path, label: '查看全部文章' }],
              })
            : messagePage({ title: '还没有发布的文章', text: '文章发布后，将显示在这里。' }),
        ]
      : publicNewsPage.content.length === 0
        ? [beyondEnd(path, conditions, page, pages)]
        : [
            countLine(`共 ${publicNewsPage.totalElements} 篇`, Object.keys(conditions).length > 0, path),
            newsItems(publicNewsPage),
            pageLinks({ path, otherParameters: conditions, page, pages }),
          ];
  return [
    pageElement('h1', { class: 'pub-title' }, '行业动态'),
    pageElement('p', { class: 'pub-lead' }, '职业卫生领域的政策法规、标准规范与机构消息。'),
    newsSearchForm(conditions),
    categoryLinks(conditions),
    ...resultNodes,
  ].filter((node): node is PageNode => node !== null);
}
