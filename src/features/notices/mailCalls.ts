import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import type { MailState } from '@contract/features/notices/mailNotices';
import type { Answer } from '@contract/wire';

/** Returns whether the server sends mail, and the person's own address. */
export const fetchMailState = async ({ signal }: { readonly signal: AbortSignal }): Promise<MailState | undefined> =>
  (await client.get<Answer<MailState>>('api/noticeMail', { signal })).data.body;

/** Sends a test letter to the person's own address; returns the message of the server. */
export async function sendTestMail(): Promise<string> {
  const { data } = await client.post<Answer>('api/noticeMail/test');
  acceptAnswer(data);
  return data.message;
}
