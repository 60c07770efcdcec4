import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import { download, downloadName } from '@/api/download';
import type { ClientMatter, ReportObligations } from '@contract/features/customers/enterprise/clientMatters';
import type { UnitYears } from '@contract/features/customers/enterprise/resultsByYear';
import type { PrintDocument } from '@contract/print/printDocument';
import type { Answer } from '@contract/wire';

const messageOf = async (request: Promise<{ data: Answer<unknown> }>): Promise<string> => {
  const { data } = await request;
  acceptAnswer(data);
  return data.message;
};
const readBody = async <B>(path: string, signal?: AbortSignal): Promise<B> =>
  (await client.get<B>(path, { quiet: true, ...(signal ? { signal } : {}) })).data;

export const fetchMatters = (projectId: number, signal?: AbortSignal): Promise<readonly ClientMatter[]> =>
  readBody(`api/enterprise/projects/${projectId}/matters`, signal);
export const askOrganization = (projectId: number, body: object): Promise<string> =>
  messageOf(client.post<Answer<unknown>>(`api/enterprise/projects/${projectId}/matters`, body, { once: true }));
export const answerOrganization = (matter: number, body: object): Promise<string> =>
  messageOf(client.post<Answer<unknown>>(`api/enterprise/matters/${matter}/reply`, body, { once: true }));
export const answerVisit = (matter: number, body: object): Promise<string> =>
  messageOf(client.post<Answer<unknown>>(`api/enterprise/matters/${matter}/visit`, body, { once: true }));

export const fetchObligations = (reportId: number, signal?: AbortSignal): Promise<ReportObligations> =>
  readBody(`api/enterprise/reports/${reportId}/duties`, signal);
export const markObligationDone = (reportId: number, body: object): Promise<string> =>
  messageOf(client.put<Answer<unknown>>(`api/enterprise/reports/${reportId}/duties`, body, { once: true }));
export const fetchYears = (unitId: number, signal?: AbortSignal): Promise<UnitYears> =>
  readBody(`api/enterprise/units/${unitId}/years`, signal);
export const fetchUnitFacts = (unitId: number, signal?: AbortSignal): Promise<PrintDocument> =>
  readBody(`api/enterprise/units/${unitId}/declaration`, signal);
export const saveUnitFacts = (unitId: number): Promise<void> =>
  download(`api/enterprise/units/${unitId}/declaration/xlsx`, {}, downloadName('申报资料', 'xlsx'));
export const fetchReplyFile = async (reply: number): Promise<Blob> =>
  (await client.get<Blob>(`api/enterprise/replies/${reply}/file`, { responseType: 'blob', quiet: true })).data;
