import { client } from '@/api/client';
import { downloadName, saveResponse } from '@/api/download';
import { paperLayout } from '@contract/features/library/entities/paperLayout';
import type {
  LayoutCheck,
  LayoutFields,
  LayoutInUse,
  LayoutValues,
  LayoutView,
} from '@contract/features/library/layoutWire';

const { path } = paperLayout;

/** Requests about own layouts. */
export const layoutCalls = {
  inUse: async (signal: AbortSignal): Promise<readonly LayoutInUse[]> =>
    (await client.get<readonly LayoutInUse[]>(`${path}/inUse`, { signal, quiet: true })).data,
  fields: async (id: number, signal: AbortSignal): Promise<LayoutFields> =>
    (await client.get<LayoutFields>(`${path}/fields/${id}`, { signal, quiet: true })).data,
  check: async (id: number, signal: AbortSignal): Promise<LayoutCheck> =>
    (await client.get<LayoutCheck>(`${path}/check/${id}`, { signal, quiet: true })).data,
  values: async (id: number, projectId: number, signal: AbortSignal): Promise<LayoutValues> =>
    (await client.get<LayoutValues>(`${path}/values/${id}`, { params: { project: projectId }, signal, quiet: true }))
      .data,
  view: async (id: number, projectId: number): Promise<LayoutView> =>
    (await client.get<LayoutView>(`${path}/view/${id}`, { params: { project: projectId }, quiet: true })).data,
  pdf: async (id: number, projectId: number) =>
    client.get<Blob>(`${path}/preview/${id}`, { params: { project: projectId, as: 'pdf' }, responseType: 'blob' }),
};

/** Downloads a file that the server fills: Word, Excel or PDF, as its type says. */
export async function downloadFilled(url: string, params: Record<string, unknown>, title: string): Promise<void> {
  const answer = await client.get<Blob>(url, { params, responseType: 'blob' });
  const { type } = answer.data;
  const ending = type.includes('pdf') ? 'pdf' : type.includes('spreadsheet') ? 'xlsx' : 'docx';
  saveResponse(answer, downloadName(title, ending));
}
