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

export const fetchMatters = (project: number, signal?: AbortSignal): Promise<readonly ClientMatter[]> =>
  readBody(`api/enterprise/projects/${project}/matters`, signal);
export const askOrganization = (project: number, body: object): Promise<string> =>
  messageOf(client.post<Answer<unknown>>(`api/enterprise/projects/${project}/matters`, body, { once: true }));
export const answerOrganization = (matter: number, body: object): Promise<string> =>
  messageOf(client.post<Answer<unknown>>(`api/enterprise/matters/${matter}/reply`, body, { once: true }));
export const answerVisit = (matter: number, body: object): Promise<string> =>
  messageOf(client.post<Answer<unknown>>(`api/enterprise/matters/${matter}/visit`, body, { once: true }));

export const fetchObligations = (report: number, signal?: AbortSignal): Promise<ReportObligations> =>
  readBody(`api/enterprise/reports/${report}/duties`, signal);
export const markObligationDone = (report: number, body: object): Promise<string> =>
  messageOf(client.put<Answer<unknown>>(`api/enterprise/reports/${report}/duties`, body, { once: true }));
export const fetchYears = (unit: number, signal?: AbortSignal): Promise<UnitYears> =>
  readBody(`api/enterprise/units/${unit}/years`, signal);
export const fetchUnitFacts = (unit: number, signal?: AbortSignal): Promise<PrintDocument> =>
  readBody(`api/enterprise/units/${unit}/declaration`, signal);
export const saveUnitFacts = (unit: number): Promise<void> =>
  download(`api/enterprise/units/${unit}/declaration/xlsx`, {}, downloadName('申报资料', 'xlsx'));
export const fetchReplyFile = async (reply: number): Promise<Blob> =>
  (await client.get<Blob>(`api/enterprise/replies/${reply}/file`, { responseType: 'blob', quiet: true })).data;
