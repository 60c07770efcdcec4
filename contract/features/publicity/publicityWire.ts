// Publication: types of the API calls without login, requirements for publishing a report, and texts for client and
// server.

import type { Page } from '@contract/wire';
import type { PictureSize } from './publicPictures';

/** States of report notices and articles. */
export const publicityStatus = { draft: '0', published: '1', withdrawn: '2' } as const;

export const publicityTexts = {
  published: (count: number) => (count === 1 ? '发布成功' : `发布成功，共${count}条`),
  withdrawn: '撤回成功',
  locked: '已对外发布，不能修改或删除；如需更正，请先撤回',
  alreadyPublished: (title: string) => `“${title}”已对外发布，请刷新后查看`,
  notPublished: (title: string) => `“${title}”没有对外发布，不需要撤回，请刷新后查看`,
  noReason: '请填写撤回的原因',
  incomplete: (title: string, missingLabels: readonly string[]) =>
    `“${title}”还不能公示，请先补充：${missingLabels.join('、')}`,
  /** Message for the public about withdrawn content. */
  goneReport: '该报告公示已由发布机构撤回',
  replacedReport: (no: string) => `该报告已被替换，请以更正报告${no}为准`,
  voidedReport: '该报告已由出具机构撤销，公示已撤下',
  goneNews: '该文章已由发布机构撤回',
  goneAdvice: '如需核实报告，请与出具报告的机构联系。',
  unverified: '没有找到这份报告，请核对二维码或向出具机构查询',
  missingReport: '没有找到这条报告公示',
  missingNews: '没有找到这篇文章',
  tooFast: '访问过于频繁，请一分钟后再试',
  /** Hint printed on public copies, where phone numbers are masked. */
  maskedHint: '依法公示，个人电话号码已隐去部分数位。',
} as const;

/** Fields needed to check a report for publication; an entity row contains them all. */
export interface ReportFacts {
  readonly reportType: string;
  readonly surveyors: string | null;
  readonly surveyFrom: string | null;
  readonly samplers: string | null;
  readonly samplingFrom: string | null;
  readonly testers: string | null;
  readonly testFrom: string | null;
  readonly companion: string | null;
}

/** Project type 来样检测: nobody of the organization was on site. */
const incomingSamples = 'LY';

const workOf = {
  survey: ['surveyors', 'surveyFrom', '现场调查'],
  sampling: ['samplers', 'samplingFrom', '现场采样'],
  test: ['testers', 'testFrom', '检测'],
} as const;

/**
 * Returns the requirements of DOMAIN §7.5 that a report does not meet; empty where it may be published.
 * @param scenes number of its pictures that may be shown
 */
export function gapsOf(report: ReportFacts, scenes: number): string[] {
  const missingDates = Object.values(workOf).flatMap(([personKey, dateKey, activity]) => {
    if (report[personKey] && !report[dateKey]) return [`${activity}的日期`];
    return !report[personKey] && report[dateKey] ? [`${activity}的人员`] : [];
  });
  if (!report.testers && !report.samplers && !report.surveyors) missingDates.push('现场调查、采样、检测的人员和日期');
  if (report.reportType === incomingSamples) return missingDates;
  if (!report.samplers && !report.surveyors) missingDates.push('现场调查或现场采样的人员和日期');
  if (!report.companion) missingDates.push('用人单位陪同人');
  if (scenes === 0) missingDates.push('至少一张可以公示的现场影像');
  return missingDates;
}

export const publicUrlTexts = {
  missing: '还没有设置对外网址，报告的二维码无法生成；请管理员在“机构”中填写对外网址，或在服务器上设置PUBLIC_URL',
  /** Title of the notice that no public address is configured. */
  suggestedTitle: '请设置对外网址',
  /** Button text in the organization's form. */
  takeThis: (address: string): string => `使用当前网址 ${address}`,
  suggested: (address: string): string =>
    `还没有设置对外网址（PUBLIC_URL），签发报告前须设置；例如在 .env 中写入 PUBLIC_URL=${address}，或在“机构”中填写“对外网址”。`,
} as const;

/** Verdicts of the page that a report's QR code opens: 有效 / 已被替换 / 已撤销. */
export const reportVerdicts = {
  valid: { label: '有效', text: '该报告由出具机构签发，现行有效。' },
  replaced: { label: '已被替换', text: '该报告已被更正报告替换，请以更正报告为准。' },
  withdrawn: { label: '已作废', text: '该报告已由出具机构作废，不再有效。' },
  altered: { label: '签名无效', text: '该报告的内容或文件在签发之后被改动，不能确认有效，请联系出具机构核实。' },
} as const;

/** Texts for comparing a reader's file with the issued one, on the page of a QR code. */
export const compareTexts = {
  title: '核对PDF文件',
  lead: '选择或拖入收到的PDF文件，与签发时的文件比对。文件只在您的浏览器中计算，不会上传。',
  choose: '选择PDF文件',
  busy: '正在比对…',
  unread: '无法读取文件，请重新选择',
  /** Message for pages over http, where browsers can't compute hashes. */
  plain: '浏览器只在https连接下计算文件，请用https打开本页，或请出具机构核对',
  same: '与签发文件一致',
  other: '与签发文件不一致：不是签发的原件，或者签发之后被改动过（打印后再扫描的、另存的文件也不一致）。',
  /** Addition for a matching file whose report is no longer valid. */
  but: {
    valid: '。',
    replaced: '，但该报告已被更正报告替换，请以更正报告为准。',
    withdrawn: '，但该报告已作废，不再有效。',
    altered: '，但本系统中保存的报告在签发之后被改动，请联系出具机构核实。',
  },
} as const;

/** Public contact data of the testing organization. */
export interface PublicAgency {
  readonly name: string;
  readonly address: string | null;
  readonly phone: string | null;
  readonly email: string | null;
}

/** Contacts for the reader of a notice or report. */
export interface PublicContact {
  readonly agency: PublicAgency;
  /** The authority's complaint line for the region; null where none is set. */
  readonly supervision: string | null;
}

export interface VerifiedReport extends PublicContact {
  readonly verdict: keyof typeof reportVerdicts;
  readonly reportNo: string;
  readonly title: string;
  readonly unitName: string;
  readonly organizationName: string;
  readonly issuedOn: string;
  /** Number of the report that replaces this one. */
  readonly replacedBy: string | null;
  /** Id of the public notice of the replacing report, if there is one. */
  readonly replacingNotice: number | null;
  /** Id of the report's public notice, if there is one. */
  readonly notice: number | null;
  /** SHA-256 of the issued file, hexadecimal; null for a report without a stored file. */
  readonly sha256: string | null;
}

export interface PublicReportBrief {
  readonly id: number;
  readonly title: string;
  readonly unitName: string;
  readonly reportNo: string;
  readonly reportTypeName: string | null;
  readonly region: string | null;
  readonly reportDate: string;
  readonly publishTime: string;
  readonly organizationName: string;
}

/** People who did a kind of work, with the first and the last day. */
export interface PublicWork {
  readonly people: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

export interface PublicScene {
  readonly id: number;
  readonly caption: string;
  readonly activity: string;
  readonly takenOn: string | null;
}

export interface PublicReport extends PublicReportBrief, PublicContact {
  readonly address: string;
  readonly contact: string;
  readonly contactPhone: string | null;
  readonly leader: string;
  readonly team: string;
  readonly survey: PublicWork;
  readonly sampling: PublicWork;
  readonly test: PublicWork;
  readonly companion: string | null;
  readonly conclusion: string | null;
  readonly qualification: string | null;
  readonly scenes: readonly PublicScene[];
  /** Whether a copy of the report is available (`publicReportFile`). */
  readonly hasReport: boolean;
}

export interface PublicNewsBrief {
  readonly id: number;
  readonly title: string;
  readonly category: string;
  readonly source: string | null;
  readonly author: string | null;
  readonly summary: string;
  /** Id of a picture for `publicPicture`; null where there is none. */
  readonly cover: string | null;
  readonly topped: boolean;
  readonly publishTime: string;
  readonly viewCount: number;
  readonly organizationName: string;
}

export interface PublicNews extends PublicNewsBrief {
  readonly sourceUrl: string | null;
  readonly content: string;
  /** Width and height, px, of the pictures in the text, in the size `text` of `publicPicture`. */
  readonly pictures: Readonly<Record<string, { readonly width: number; readonly height: number }>>;
  /** Next newer article in the order of the list; `older` is the next older one. */
  readonly newer: PublicNeighbour | null;
  readonly older: PublicNeighbour | null;
}

export interface PublicNeighbour {
  readonly id: number;
  readonly title: string;
}

/** Filter choices: organizations and areas with published reports. */
export interface PublicChoices {
  readonly organizations: readonly { readonly id: number; readonly name: string }[];
  /** Province and city, as 省/市. */
  readonly areas: readonly string[];
  /** Years of the reports' dates, newest first. */
  readonly years: readonly string[];
  readonly kinds: readonly { readonly value: string; readonly label: string }[];
}

/** Orders of the public report list; the first is the default. */
export const reportOrders = {
  published: '公示日期从新到旧',
  publishedFirst: '公示日期从旧到新',
  reportDate: '报告日期从新到旧',
  unit: '用人单位名称',
} as const;
export type ReportOrder = keyof typeof reportOrders;

export type PublicReports = Page<PublicReportBrief>;
export type PublicNewsPage = Page<PublicNewsBrief>;

export const publicPageSizes = { reports: 10, news: 10, most: 50 } as const;
/**
 * Maximum number of requests per address and minute (QUALITY AZ10): page views with their API calls, and files
 * (pictures and copies of reports, up to ten per view). One address is often an office, a bank or a phone network
 * with hundreds of people. The answers never contain private data.
 */
export const publicRate = { views: 300, files: 3000 } as const;

export const publicCalls = {
  reports: 'api/public/orgReportFormula',
  news: 'api/public/industryNews',
  choices: 'api/public/choices',
  verify: 'api/public/verifyReport',
} as const;

/** Returns the public address of a published report's copy. */
export const publicReportFile = (id: number): string => `${publicCalls.reports}/${id}/report`;

/** Field `current` of the refusal for a notice that was withdrawn because its report was replaced. */
export interface ReplacedNotice {
  readonly reportNo: string;
  /** Id of the notice of the replacing report; null as long as there is none. */
  readonly notice: number | null;
}

/**
 * Returns the public address of a published picture: of a scene by its number, of an article by its file.
 * @param kind whether the picture is of a report or of an article
 * @param id id of the report notice or the article
 * @param picture number of the scene, or id of the article's file
 * @param pictureSize public size; each has a longest side in px
 */
export const publicPicture = (
  kind: 'reports' | 'news',
  id: number,
  picture: number | string,
  pictureSize?: PictureSize,
): string => `${publicCalls[kind]}/${id}/picture/${picture}${pictureSize ? `?size=${pictureSize}` : ''}`;
