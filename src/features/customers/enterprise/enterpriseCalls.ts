import { client } from '@/api/client';
import { download, downloadName } from '@/api/download';
import type {
  EnterpriseProject,
  EnterpriseProjectView,
  EnterpriseReport,
} from '@contract/features/customers/enterprise/enterpriseWire';
import type { Page } from '@contract/wire';

/** Returns the newest projects of the person's units. */
export async function fetchNewestProjects(size: number, signal?: AbortSignal): Promise<Page<EnterpriseProject>> {
  return (
    await client.get<Page<EnterpriseProject>>('api/enterprise/projects', {
      params: { page: 0, size },
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
