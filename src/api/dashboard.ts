import type { Dashboard } from '@contract/features/home/dashboardWire';
import type { ExceedanceFigures, HomeFigureValues } from '@contract/features/home/figures/figureWire';
import { client } from './client';

export async function fetchDashboard(
  requestOptions: { readonly signal?: AbortSignal; readonly ahead?: true } = {},
): Promise<Dashboard> {
  return (await client.get<Dashboard>('api/dashboard', { quiet: true, ...requestOptions })).data;
}

export async function fetchFigures(signal?: AbortSignal): Promise<HomeFigureValues> {
  return (await client.get<HomeFigureValues>('api/dashboard/figures', { quiet: true, ...(signal ? { signal } : {}) }))
    .data;
}

export async function fetchExceedance(signal?: AbortSignal): Promise<ExceedanceFigures> {
  return (
    await client.get<ExceedanceFigures>('api/dashboard/exceedance', { quiet: true, ...(signal ? { signal } : {}) })
  ).data;
}
