import { reportDictionaries } from '@contract/dictionaries/reports';
import { publicityTexts, publicPicture, type PublicReport, publicReportFile, type PublicWork } from '../publicityWire';
import { pictureSizes } from '../publicPictures';
import { contactSection } from './contactSection';
import { publicAddresses, publicTexts } from './pageFrame';
import { pageElement, type PageChild, type PageNode } from './pageTree';
import { withUnbrokenQuantities } from './unbrokenQuantities';

const missingMark = '–';
const { sceneActivity } = reportDictionaries;

/** Returns a name with its value, as an entry of a definition list. */
export const definitionEntry = (name: string, ...value: Parameters<typeof pageElement>[2][]): PageNode =>
  pageElement(
    'div',
    {},
    pageElement('dt', {}, name),
    pageElement(
      'dd',
      {},
      value.some((part) => part !== null && part !== undefined && part !== '' && part !== false) ? value : missingMark,
    ),
  );
const sectionNode = (title: string, ...content: Parameters<typeof pageElement>[2][]): PageNode =>
  pageElement('section', {}, pageElement('h2', {}, title), content);
/** Returns a definition list from entries of `definitionEntry`. */
export const definitionList = (...rows: Parameters<typeof pageElement>[2][]): PageNode =>
  pageElement('dl', { class: 'pub-pairs' }, rows);

/** Keeps a date on one line; otherwise a narrow cell would break it at its hyphens. */
const unbrokenDay = (text: string): PageNode => pageElement('span', { class: 'pub-unit' }, text);
const daysOf = ({ from, to }: PublicWork): PageChild[] =>
  from === null
    ? [missingMark]
    : to === null || to === from
      ? [unbrokenDay(from)]
      : [unbrokenDay(from), ' 至 ', unbrokenDay(to)];

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

function sceneSection(report: PublicReport, { pictureUrl }: SheetParts): PageNode {
  const { width, height } = pictureSizes.card;
  return pageElement(
    'ul',
    { class: 'pub-scenes' },
    report.scenes.map(({ id, activity, caption, takenOn }) => {
      const label = sceneActivity.find(({ value }) => value === activity)?.label ?? '';
      const [card, fullUrl] = [pictureUrl(id, 'card'), pictureUrl(id, 'full')];
      return pageElement(
        'li',
        {},
        pageElement(
          'figure',
          {},
          card &&
            pageElement(
              'a',
              { href: fullUrl, target: '_blank', rel: 'noopener' },
              pageElement('img', { src: card, alt: `${label}：${caption}`, loading: 'lazy', width, height }),
            ),
          pageElement('figcaption', {}, caption, takenOn && [' ', unbrokenDay(takenOn)]),
        ),
      );
    }),
  );
}

/** Returns the section about the report: its number, kind, day and agency, and the link to its copy. */
function reportSection(report: PublicReport, sheetParts: SheetParts): PageNode {
  return sectionNode(
    '报告',
    definitionList(
      definitionEntry('报告编号', pageElement('span', { class: 'pub-code' }, report.reportNo)),
      definitionEntry('报告类别', report.reportTypeName),
      definitionEntry('报告日期', report.reportDate),
      definitionEntry('出具机构', report.organizationName),
      report.qualification && definitionEntry('机构资质', report.qualification),
      report.hasReport &&
        definitionEntry(
          '报告副本',
          sheetParts.copyUrl
            ? pageElement('a', { href: sheetParts.copyUrl, target: '_blank', rel: 'noopener' }, '查看报告副本（PDF）')
            : '已附PDF副本',
        ),
    ),
  );
}

/** Returns the section about the unit: name, region, address and contact. */
function unitSection(report: PublicReport): PageNode {
  return sectionNode(
    '用人单位',
    definitionList(
      definitionEntry('单位名称', report.unitName),
      definitionEntry('所属地区', report.region?.split('/').join(' ')),
      definitionEntry('单位地址', report.address),
      definitionEntry('联系人', report.contact),
      report.contactPhone && definitionEntry('联系电话', report.contactPhone),
      report.companion && definitionEntry('陪同人', report.companion),
    ),
  );
}

/** Returns the table of survey, sampling and test with their people and days; null without any people. */
function workSection(report: PublicReport): PageNode | null {
  const workRows = (
    [
      ['现场调查', report.survey],
      ['现场采样', report.sampling],
      ['检测', report.test],
    ] as const
  ).filter(([, workRow]) => workRow.people !== null);
  if (workRows.length === 0) return null;
  return sectionNode(
    '现场与检测',
    pageElement(
      'table',
      { class: 'pub-work' },
      pageElement(
        'thead',
        {},
        pageElement(
          'tr',
          {},
          ['环节', '专业技术人员', '时间'].map((name) => pageElement('th', { scope: 'col' }, name)),
        ),
      ),
      pageElement(
        'tbody',
        {},
        workRows.map(([name, workRow]) =>
          pageElement(
            'tr',
            {},
            pageElement('th', { scope: 'row' }, name),
            pageElement('td', {}, workRow.people),
            pageElement('td', {}, daysOf(workRow)),
          ),
        ),
      ),
    ),
  );
}

/**
 * Returns the fields of DOMAIN §7.5 in the order in which people check them. The public page and the preview before
 * publication use it.
 */
export function reportSheet(report: PublicReport, sheetParts: SheetParts): PageNode {
  return pageElement(
    'article',
    { class: 'pub-sheet' },
    pageElement(
      'header',
      {},
      pageElement('h1', { class: 'pub-title' }, report.title),
      pageElement(
        'p',
        { class: 'pub-facts' },
        pageElement('span', {}, `公示日期 ${report.publishTime.slice(0, 10)}`),
        pageElement('span', {}, report.organizationName),
      ),
    ),
    unitSection(report),
    reportSection(report, sheetParts),
    sectionNode(
      '技术服务项目组',
      definitionList(definitionEntry('项目负责人', report.leader), definitionEntry('项目组人员', report.team)),
    ),
    workSection(report),
    report.conclusion &&
      sectionNode('检测结论', pageElement('p', { class: 'pub-prose' }, withUnbrokenQuantities(report.conclusion))),
    report.scenes.length > 0 && sectionNode('现场影像', sceneSection(report, sheetParts)),
    pageElement('p', { class: 'pub-hint' }, publicityTexts.maskedHint),
  );
}

/**
 * Returns the bar of a public page: a link back to its list, and a print button.
 * @param list address of the list
 * @param label text of the link
 */
export const pageBar = (list: string, label: string): PageNode =>
  pageElement(
    'div',
    { class: 'pub-bar' },
    pageElement('a', { href: list, 'data-back': 'list' }, `‹ ${label}`),
    pageElement('button', { type: 'button', class: 'pub-plain', 'data-act': 'print' }, publicTexts.print),
  );

/** Returns the page 报告公示详情. */
export const reportPage = (report: PublicReport): PageChild[] => [
  pageBar(publicAddresses.list, '全部公示'),
  reportSheet(report, publicParts(report)),
  contactSection({ agency: report.agency, supervision: report.supervision, about: { notice: report.id } }),
];
