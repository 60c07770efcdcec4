import { type ListQuery, newsFilters, reportFilters } from '@contract/features/publicity/pages/listPages';
import {
  type PublicChoices,
  publicCalls,
  type PublicNews,
  type PublicNewsPage,
  type PublicReport,
  type PublicReports,
  type VerifiedReport,
} from '@contract/features/publicity/publicityWire';
import { client } from './client';
import { defineLightList, fetchLightList } from './lightList';

// Requests without a login. The pages show failures themselves.

type PublicQuery = Readonly<Record<string, string>>;

const getPublic = async <T>(path: string, params: PublicQuery | undefined, signal: AbortSignal): Promise<T> =>
  (await client.get<T>(path, { ...(params ? { params } : {}), signal, quiet: true })).data;

/** List 报告公示, filtered by its address. */
const reports = defineLightList({ url: publicCalls.reports, filters: reportFilters });
/** List 行业动态, filtered by its address. */
const news = defineLightList({ url: publicCalls.news, filters: newsFilters });

export const fetchReports = (query: ListQuery, signal: AbortSignal) =>
  fetchLightList<PublicReports>(reports, query, signal);
export const fetchReport = (id: number, signal: AbortSignal) =>
  getPublic<PublicReport>(`${publicCalls.reports}/${id}`, undefined, signal);
export const verifyReport = (code: string, signal: AbortSignal) =>
  getPublic<VerifiedReport>(publicCalls.verify, { code }, signal);
export const fetchNews = (query: ListQuery, signal: AbortSignal) => fetchLightList<PublicNewsPage>(news, query, signal);
export const fetchArticle = (id: number, signal: AbortSignal) =>
  getPublic<PublicNews>(`${publicCalls.news}/${id}`, undefined, signal);
export const fetchChoices = (subject: 'reports' | 'news', signal: AbortSignal) =>
  getPublic<PublicChoices>(publicCalls.choices, { of: subject }, signal);
