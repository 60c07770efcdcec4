import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import { download, downloadName } from '@/api/download';
import type { Matter, ReportDuties } from '@contract/features/customers/enterprise/matters';
import type { UnitYears } from '@contract/features/customers/enterprise/years';
import type { PrintDocument } from '@contract/print/document';
import type { Answer } from '@contract/wire';

const told = async (coming: Promise<{ data: Answer<unknown> }>): Promise<string> => {
  const { data } = await coming;
  acceptAnswer(data);
  return data.message;
};
const read = async <B>(path: string, signal?: AbortSignal): Promise<B> =>
  (await client.get<B>(path, { quiet: true, ...(signal ? { signal } : {}) })).data;

export const fetchMatters = (project: number, signal?: AbortSignal): Promise<readonly Matter[]> =>
  read(`api/enterprise/projects/${project}/matters`, signal);
export const askOrganization = (project: number, body: object): Promise<string> =>
  told(client.post<Answer<unknown>>(`api/enterprise/projects/${project}/matters`, body, { once: true }));
export const answerOrganization = (matter: number, body: object): Promise<string> =>
  told(client.post<Answer<unknown>>(`api/enterprise/matters/${matter}/reply`, body, { once: true }));
export const answerVisit = (matter: number, body: object): Promise<string> =>
  told(client.post<Answer<unknown>>(`api/enterprise/matters/${matter}/visit`, body, { once: true }));

export const fetchDuties = (report: number, signal?: AbortSignal): Promise<ReportDuties> =>
  read(`api/enterprise/reports/${report}/duties`, signal);
export const tickDuty = (report: number, body: object): Promise<string> =>
  told(client.put<Answer<unknown>>(`api/enterprise/reports/${report}/duties`, body, { once: true }));
export const fetchYears = (unit: number, signal?: AbortSignal): Promise<UnitYears> =>
  read(`api/enterprise/units/${unit}/years`, signal);
export const fetchUnitFacts = (unit: number, signal?: AbortSignal): Promise<PrintDocument> =>
  read(`api/enterprise/units/${unit}/declaration`, signal);
export const saveUnitFacts = (unit: number): Promise<void> =>
  download(`api/enterprise/units/${unit}/declaration/xlsx`, {}, downloadName('申报资料', 'xlsx'));
export const fetchReplyFile = async (reply: number): Promise<Blob> =>
  (await client.get<Blob>(`api/enterprise/replies/${reply}/file`, { responseType: 'blob', quiet: true })).data;
