import { client } from './client';

/** Returns a stored preference of the signed-in person; null where none is stored. */
export async function readPreference(key: string): Promise<unknown> {
  const { data } = await client.get<{ value: unknown }>(`api/preference/${encodeURIComponent(key)}`);
  return data.value;
}

const savesUnderway = new Map<string, Promise<unknown>>();

/** Stores a preference. Writes of one key wait for each other, so that an older choice never arrives last. */
export async function writePreference(key: string, value: unknown): Promise<void> {
  const send = () => client.put(`api/preference/${encodeURIComponent(key)}`, { value });
  const previousWrite = savesUnderway.get(key);
  const sending = previousWrite ? previousWrite.then(send, send) : send();
  savesUnderway.set(key, sending);
  try {
    await sending;
  } finally {
    if (savesUnderway.get(key) === sending) savesUnderway.delete(key);
  }
}
