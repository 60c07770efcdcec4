import { client } from '@/api/client';
import { download, downloadName } from '@/api/download';
import type {
  EnterpriseProject,
  EnterpriseProjectView,
  EnterpriseReport,
  EnterpriseState,
} from '@contract/features/customers/enterprise/enterpriseWire';
import type { Page } from '@contract/wire';

interface EnterpriseQuery {
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
