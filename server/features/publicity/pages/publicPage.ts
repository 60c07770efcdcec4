import { articlePage } from '@contract/features/publicity/pages/articlePage';
import { legalPage } from '@contract/features/publicity/pages/legalPage';
import {
  requestedOf,
  type ListQuery,
  newsFilters,
  newsListPage,
  pageIn,
  reportFilters,
  reportListPage,
} from '@contract/features/publicity/pages/listPages';
import { missingPage, messagePage } from '@contract/features/publicity/pages/messagePage';
import { publicAddresses as at } from '@contract/features/publicity/pages/pageFrame';
import { pageAddress, type PageChild } from '@contract/features/publicity/pages/pageTree';
import { receiptPage } from '@contract/features/publicity/pages/receiptPage';
import { reportPage } from '@contract/features/publicity/pages/reportPages';
import { verifiedPage } from '@contract/features/publicity/pages/verifiedPage';
import { publicityTexts, publicPicture, type ReplacedNotice } from '@contract/features/publicity/publicityWire';
import { handOutTexts } from '@contract/features/reports/handOut/handOutTexts';
import { certificateAgreement } from '@contract/features/signIn/legal/certificateAgreement';
import { privacyPolicy } from '@contract/features/signIn/legal/privacyPolicy';
import { plainText } from '@contract/fields/richText';
import { receiptOf } from '@server/features/reports/handOut/handOutReceipt';
import { notFound, Refusal } from '@server/http/errors';
import type { Services } from '@server/services';
import { choicesOf } from '../public/filterChoices';
import { countNewsView, listNews, readNews } from '../public/publicNews';
import { countReportView, listReports, readReport } from '../public/publicReports';
import { publicReportVerdict } from '../public/publicReportVerdict';
import { publisherOf } from './pagePublisher';

/** One public page: its content and its metadata. */
export interface PublicPage {
  readonly status: 200 | 404 | 410;
  readonly title: string;
  readonly description: string;
  readonly main: readonly PageChild[];
  readonly type?: 'article';
  /** Path without the origin; null for a page without an address of its own. */
  readonly address: string | null;
  readonly image?: string | undefined;
  readonly publishedAt?: string;
  /** Organization that published the content; null for none. */
  readonly organizationId?: number | null;
  readonly hidden?: boolean;
  /** Address of the feed of the list. */
  readonly feed?: string;
}

const idOf = (query: ListQuery): number | undefined =>
  /^[1-9]\d{0,8}$/.test(query['id'] ?? '') ? Number(query['id']) : undefined;
const shortenText = (text: string): string => (text.length > 150 ? `${text.slice(0, 148)}……` : text);
/** Converts a displayed time to ISO 8601 without a zone. */
const toIsoMoment = (text: string): string => text.replace(' ', 'T');

async function reportList(services: Services, query: ListQuery): Promise<PublicPage> {
  const appliedFilters = requestedOf(reportFilters, query);
  const [pageOfReports, choices] = await Promise.all([
    listReports(services, { ...appliedFilters, page: String(pageIn(query) - 1) }),
    choicesOf(services, 'reports'),
  ]);
  return {
    status: 200,
    title: '报告公示',
    description: `职业卫生技术服务报告的基本信息，接受社会监督。共${pageOfReports.totalElements}条公示。`,
    main: reportListPage(query, pageOfReports, choices),
    address: pageAddress(at.list, { page: pageIn(query) === 1 ? '' : pageIn(query) }),
    hidden: Object.keys(appliedFilters).length > 0 || pageOfReports.content.length === 0,
    feed: `${at.list}/atom.xml`,
  };
}

async function publishedReportPage(services: Services, query: ListQuery): Promise<PublicPage> {
  const id = idOf(query);
  if (id === undefined) throw notFound(publicityTexts.missingReport);
  const report = await readReport(services, id);
  await countReportView(services, id);
  const [firstScene] = report.scenes;
  return {
    status: 200,
    title: report.title,
    main: reportPage(report),
    type: 'article',
    address: pageAddress(at.report, { id }),
    publishedAt: toIsoMoment(report.publishTime),
    organizationId: await publisherOf(services, { kind: 'reports', id }),
    description: [
      report.unitName,
      report.reportTypeName,
      `报告编号${report.reportNo}`,
      `报告日期${report.reportDate}`,
      `出具机构${report.organizationName}`,
    ]
      .filter(Boolean)
      .join('，'),
    ...(firstScene ? { image: publicPicture('reports', id, firstScene.id, 'share') } : {}),
  };
}

/** Returns the page where a person signs for the receipt of a report. Search engines never learn its address. */
async function receiptPageOf(services: Services, code: string): Promise<PublicPage> {
  const { organizationId, ...found } = await receiptOf(services, code);
  return {
    status: 200,
    title: handOutTexts.title,
    description: found.reportNo,
    main: receiptPage(found, code),
    address: null,
    organizationId,
    hidden: true,
  };
}

async function verificationPage(services: Services, code: string): Promise<PublicPage> {
  const verifiedReport = await publicReportVerdict(services, code);
  return {
    status: 200,
    title: `报告核验：${verifiedReport.title}`,
    description: `报告编号${verifiedReport.reportNo}，出具机构${verifiedReport.organizationName}，签发日期${verifiedReport.issuedOn}`,
    main: verifiedPage(verifiedReport, code),
    // A search engine stores the address of the notice, never the code. A report without a notice is excluded.
    address: pageAddress(at.report, verifiedReport.notice === null ? { code } : { id: verifiedReport.notice }),
    organizationId: await publisherOf(services, { kind: 'code', code }),
    hidden: verifiedReport.notice === null,
  };
}

async function newsList(services: Services, query: ListQuery): Promise<PublicPage> {
  const appliedFilters = requestedOf(newsFilters, query);
  const newsPage = await listNews(services, { ...appliedFilters, page: String(pageIn(query) - 1) });
  return {
    status: 200,
    title: '行业动态',
    description: '职业卫生领域的政策法规、标准规范与机构消息。',
    main: newsListPage(query, newsPage),
    address: pageAddress(at.news, {
      category: appliedFilters['category'],
      page: pageIn(query) === 1 ? '' : pageIn(query),
    }),
    hidden: Boolean(appliedFilters['keyword']) || newsPage.content.length === 0,
    feed: `${at.news}/atom.xml`,
  };
}

async function publishedArticlePage(services: Services, query: ListQuery): Promise<PublicPage> {
  const id = idOf(query);
  if (id === undefined) throw notFound(publicityTexts.missingNews);
  const article = await readNews(services, id);
  await countNewsView(services, id);
  return {
    status: 200,
    title: article.title,
    description: shortenText(article.summary || plainText(article.content)),
    main: articlePage(article),
    type: 'article',
    address: pageAddress(at.article, { id }),
    publishedAt: toIsoMoment(article.publishTime),
    organizationId: await publisherOf(services, { kind: 'news', id }),
    ...(article.cover ? { image: publicPicture('news', id, article.cover, 'share') } : {}),
  };
}

const legalDocumentPage = (document: typeof privacyPolicy, address: string): PublicPage => ({
  status: 200,
  title: document.title,
  description: shortenText(document.preamble.flat()[0] ?? ''),
  main: legalPage(document),
  address,
});

/**
 * Returns the page for a missing publication: 404 if it never existed, 410 if it was withdrawn (RFC 9110 §15.5.11).
 */
function absentPage(refusal: Refusal, list: string, listLabel: string): PublicPage {
  const replacement = refusal.code === 'replaced' ? (refusal.details.current as ReplacedNotice | undefined) : undefined;
  const nextSteps = replacement?.notice
    ? [{ href: pageAddress(at.report, { id: replacement.notice }), label: '查看更正报告的公示' }]
    : [{ href: list, label: listLabel }];
  const text = replacement?.notice
    ? `更正报告${replacement.reportNo}已公示。`
    : list === at.news
      ? '文章可能已经移走，请从列表中重新查找。'
      : publicityTexts.goneAdvice;
  const isGone = refusal.code === 'withdrawn' || refusal.code === 'replaced';
  return {
    status: isGone ? 410 : 404,
    title: refusal.message,
    description: text,
    main: [messagePage({ title: refusal.message, text, ways: nextSteps })],
    address: null,
    hidden: true,
  };
}

/** Returns the page for an unknown address. */
export const unknownAddressPage = (): PublicPage => ({
  status: 404,
  title: '页面不存在',
  description: '地址可能输入有误，或者页面已被移走。',
  main: [missingPage()],
  address: null,
  hidden: true,
});

type PageReader = (services: Services, query: ListQuery) => Promise<PublicPage>;

const pageReaders: Readonly<
  Record<string, { readonly read: PageReader; readonly list: string; readonly label: string }>
> = {
  [at.list]: { read: reportList, list: at.list, label: '查看全部公示' },
  [at.report]: {
    read: (services, query) =>
      query['receipt'] !== undefined
        ? receiptPageOf(services, query['receipt'])
        : query['code'] === undefined
          ? publishedReportPage(services, query)
          : verificationPage(services, query['code']),
    list: at.list,
    label: '查看全部公示',
  },
  [at.news]: { read: newsList, list: at.news, label: '查看全部文章' },
  [at.article]: { read: publishedArticlePage, list: at.news, label: '查看全部文章' },
  [at.privacy]: {
    read: async () => legalDocumentPage(privacyPolicy, at.privacy),
    list: at.list,
    label: '查看全部公示',
  },
  [at.certificate]: {
    read: async () => legalDocumentPage(certificateAgreement, at.certificate),
    list: at.list,
    label: '查看全部公示',
  },
};

/** Checks whether an address is a public page. */
export const isPublicPage = (path: string): boolean => Object.hasOwn(pageReaders, path);

/**
 * Returns the public page at an address.
 * @throws Refusal 400 for an invalid condition, 503 if the database does not answer
 */
export async function publicPage(services: Services, path: string, query: ListQuery): Promise<PublicPage> {
  const reader = pageReaders[path];
  if (!reader) return unknownAddressPage();
  try {
    return await reader.read(services, query);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return absentPage(error, reader.list, reader.label);
    throw error;
  }
}
