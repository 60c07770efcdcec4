import { client } from './client';

export async function readPreference(key: string): Promise<unknown> {
  const { data } = await client.get<{ value: unknown }>(`api/preference/${encodeURIComponent(key)}`);
  return data.value;
}

export async function writePreference(key: string, value: unknown): Promise<void> {
  await client.put(`api/preference/${encodeURIComponent(key)}`, { value });
}
