import { reportDictionaries } from '@contract/dictionaries/reports';
import { publicityTexts, publicPicture, type PublicReport, publicReportFile, type PublicWork } from '../publicity';
import { pictureSizes } from '../publicPictures';
import { contactSection } from './contact';
import { publicAddresses, publicTexts } from './frame';
import { h, type PageChild, type PageNode } from './tree';
import { withUnits } from './units';

const missing = '–';
const { sceneActivity } = reportDictionaries;

/** Returns a name with its value, as an entry of a definition list. */
export const pair = (name: string, ...value: Parameters<typeof h>[2][]): PageNode =>
  h(
    'div',
    {},
    h('dt', {}, name),
    h(
      'dd',
      {},
      value.some((one) => one !== null && one !== undefined && one !== '' && one !== false) ? value : missing,
    ),
  );
const section = (title: string, ...content: Parameters<typeof h>[2][]): PageNode =>
  h('section', {}, h('h2', {}, title), content);
/** Returns a definition list from entries of `pair`. */
export const pairs = (...rows: Parameters<typeof h>[2][]): PageNode => h('dl', { class: 'pub-pairs' }, rows);

/** Keeps a date on one line; otherwise a narrow cell would break it at its hyphens. */
const day = (text: string): PageNode => h('span', { class: 'pub-unit' }, text);
const daysOf = ({ from, to }: PublicWork): PageChild[] =>
  from === null ? [missing] : to === null || to === from ? [day(from)] : [day(from), ' 至 ', day(to)];

export interface SheetParts {
  /** Returns the address of a scene's picture; null where the picture is not shown. */
  readonly pictureUrl: (scene: number, size: 'card' | 'full') => string | null;
  /** Address of the report's copy; null where no copy is offered. */
  readonly copyUrl: string | null;
}

/** Returns the addresses for the public page itself. */
const publicParts = (report: Pick<PublicReport, 'id' | 'hasReport'>): SheetParts => ({
  pictureUrl: (scene, size) => `/${publicPicture('reports', report.id, scene, size)}`,
  copyUrl: report.hasReport ? `/${publicReportFile(report.id)}` : null,
});

function scenes(report: PublicReport, { pictureUrl }: SheetParts): PageNode {
  const { width, height } = pictureSizes.card;
  return h(
    'ul',
    { class: 'pub-scenes' },
    report.scenes.map(({ id, activity, caption, takenOn }) => {
      const label = sceneActivity.find(({ value }) => value === activity)?.label ?? '';
      const [card, full] = [pictureUrl(id, 'card'), pictureUrl(id, 'full')];
      return h(
        'li',
        {},
        h(
          'figure',
          {},
          card &&
            h(
              'a',
              { href: full, target: '_blank', rel: 'noopener' },
              h('img', { src: card, alt: `${label}：${caption}`, loading: 'lazy', width, height }),
            ),
          h('figcaption', {}, caption, takenOn && [' ', day(takenOn)]),
        ),
      );
    }),
  );
}

/** Returns the section about the report: its number, kind, day and agency, and the link to its copy. */
function reportSection(report: PublicReport, parts: SheetParts): PageNode {
  return section(
    '报告',
    pairs(
      pair('报告编号', h('span', { class: 'pub-code' }, report.reportNo)),
      pair('报告类别', report.reportTypeName),
      pair('报告日期', report.reportDate),
      pair('出具机构', report.organizationName),
      report.qualification && pair('机构资质', report.qualification),
      report.hasReport &&
        pair(
          '报告副本',
          parts.copyUrl
            ? h('a', { href: parts.copyUrl, target: '_blank', rel: 'noopener' }, '查看报告副本（PDF）')
            : '已附PDF副本',
        ),
    ),
  );
}

/** Returns the section about the unit: name, region, address and contact. */
function unitSection(report: PublicReport): PageNode {
  return section(
    '用人单位',
    pairs(
      pair('单位名称', report.unitName),
      pair('所属地区', report.region?.split('/').join(' ')),
      pair('单位地址', report.address),
      pair('联系人', report.contact),
      report.contactPhone && pair('联系电话', report.contactPhone),
      report.companion && pair('陪同人', report.companion),
    ),
  );
}

/**
 * Returns the fields of DOMAIN §7.5 in the order in which people check them. The public page and the preview before
 * publication use it.
 */
export function reportSheet(report: PublicReport, parts: SheetParts): PageNode {
  const works = (
    [
      ['现场调查', report.survey],
      ['现场采样', report.sampling],
      ['检测', report.test],
    ] as const
  ).filter(([, work]) => work.people !== null);
  return h(
    'article',
    { class: 'pub-sheet' },
    h(
      'header',
      {},
      h('h1', { class: 'pub-title' }, report.title),
      h(
        'p',
        { class: 'pub-facts' },
        h('span', {}, `公示日期 ${report.publishTime.slice(0, 10)}`),
        h('span', {}, report.organizationName),
      ),
    ),
    unitSection(report),
    reportSection(report, parts),
    section('技术服务项目组', pairs(pair('项目负责人', report.leader), pair('项目组人员', report.team))),
    works.length > 0 &&
      section(
        '现场与检测',
        h(
          'table',
          { class: 'pub-work' },
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              ['环节', '专业技术人员', '时间'].map((name) => h('th', { scope: 'col' }, name)),
            ),
          ),
          h(
            'tbody',
            {},
            works.map(([name, work]) =>
              h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, work.people), h('td', {}, daysOf(work))),
            ),
          ),
        ),
      ),
    report.conclusion && section('检测结论', h('p', { class: 'pub-prose' }, withUnits(report.conclusion))),
    report.scenes.length > 0 && section('现场影像', scenes(report, parts)),
    h('p', { class: 'pub-hint' }, publicityTexts.maskedHint),
  );
}

/** Returns the bar of a public page: a link back to its list, and a print button. */
export const bar = (list: string, label: string): PageNode =>
  h(
    'div',
    { class: 'pub-bar' },
    h('a', { href: list, 'data-back': 'list' }, `‹ ${label}`),
    h('button', { type: 'button', class: 'pub-plain', 'data-act': 'print' }, publicTexts.print),
  );

/** Returns the page 报告公示详情. */
export const reportPage = (report: PublicReport): PageChild[] => [
  bar(publicAddresses.list, '全部公示'),
  reportSheet(report, publicParts(report)),
  contactSection({ agency: report.agency, supervision: report.supervision, about: { notice: report.id } }),
];
