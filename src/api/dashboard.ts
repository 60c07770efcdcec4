import type { Dashboard } from '@contract/dashboard';
import { client } from './client';

export async function fetchDashboard(signal?: AbortSignal): Promise<Dashboard> {
  return (await client.get<Dashboard>('api/dashboard', { quiet: true, ...(signal ? { signal } : {}) })).data;
}
