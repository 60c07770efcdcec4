import { acceptAnswer } from '@/api/answer';
import { client } from '@/api/client';
import { download, downloadName } from '@/api/download';
import type {
  EnterpriseProject,
  EnterpriseProjectView,
  EnterpriseReport,
  EnterpriseState,
} from '@contract/features/customers/enterprise/enterpriseWire';
import type { Matter, ReportDuties } from '@contract/features/customers/enterprise/matters';
import type { UnitYears } from '@contract/features/customers/enterprise/years';
import type { PrintDocument } from '@contract/print/document';
import type { Answer, Page } from '@contract/wire';

export interface EnterpriseQuery {
  readonly page: number;
  readonly size: number;
  readonly keyword?: string;
  readonly state?: EnterpriseState;
  readonly belongInspect?: string;
}

export async function fetchEnterpriseProjects(
  query: EnterpriseQuery,
  signal?: AbortSignal,
): Promise<Page<EnterpriseProject>> {
  return (
    await client.get<Page<EnterpriseProject>>('api/enterprise/projects', {
      params: query,
      quiet: true,
      ...(signal ? { signal } : {}),
    })
  ).data;
}

export async function fetchEnterpriseProject(id: number, signal?: AbortSignal): Promise<EnterpriseProjectView> {
  return (
    await client.get<EnterpriseProjectView>(`api/enterprise/projects/${id}`, {
      quiet: true,
      ...(signal ? { signal } : {}),
    })
  ).data;
}

const pdfPath = (id: number): string => `api/enterprise/reports/${id}/pdf`;

export async function fetchReportPdf(id: number, signal?: AbortSignal): Promise<Blob> {
  return (await client.get<Blob>(pdfPath(id), { responseType: 'blob', quiet: true, ...(signal ? { signal } : {}) }))
    .data;
}

export const saveReportPdf = ({
  id,
  reportNo,
  title,
}: Pick<EnterpriseReport, 'id' | 'reportNo' | 'title'>): Promise<void> =>
  download(pdfPath(id), {}, downloadName(`${reportNo} ${title}`, 'pdf'));

const told = async (coming: Promise<{ data: Answer<unknown> }>): Promise<string> => {
  const { data } = await coming;
  acceptAnswer(data);
  return data.message;
};
const read = async <B>(path: string, signal?: AbortSignal): Promise<B> =>
  (await client.get<B>(path, { quiet: true, ...(signal ? { signal } : {}) })).data;

export const fetchMatters = (project: number, signal?: AbortSignal): Promise<readonly Matter[]> =>
  read(`api/enterprise/projects/${project}/matters`, signal);
export const askHouse = (project: number, body: object): Promise<string> =>
  told(client.post<Answer<unknown>>(`api/enterprise/projects/${project}/matters`, body, { once: true }));
export const answerHouse = (matter: number, body: object): Promise<string> =>
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
