import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import type { ClientMatter } from '@contract/features/customers/enterprise/clientMatters';
import type { Answer } from '@contract/wire';

const messageOf = async (response: Promise<{ data: Answer<unknown> }>): Promise<string> => {
  const { data } = await response;
  acceptAnswer(data);
  return data.message;
};

export const fetchProjectMatters = async (projectId: number, signal?: AbortSignal): Promise<readonly ClientMatter[]> =>
  (
    await client.get<readonly ClientMatter[]>(`api/clientMatter/of/${projectId}`, {
      quiet: true,
      ...(signal ? { signal } : {}),
    })
  ).data;
export const askClient = (body: object): Promise<string> =>
  messageOf(client.post<Answer<unknown>>('api/clientMatter/add', body, { once: true }));
export const answerClient = (body: object): Promise<string> =>
  messageOf(client.post<Answer<unknown>>('api/clientReply/add', body, { once: true }));
export const closeMatter = (id: number): Promise<string> =>
  messageOf(client.put<Answer<unknown>>('api/clientMatter/close', { id }, { once: true }));
