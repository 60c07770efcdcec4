import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import type { Matter } from '@contract/features/customers/enterprise/matters';
import type { Answer } from '@contract/wire';

const told = async (coming: Promise<{ data: Answer<unknown> }>): Promise<string> => {
  const { data } = await coming;
  acceptAnswer(data);
  return data.message;
};

export const fetchProjectMatters = async (project: number, signal?: AbortSignal): Promise<readonly Matter[]> =>
  (
    await client.get<readonly Matter[]>(`api/clientMatter/of/${project}`, {
      quiet: true,
      ...(signal ? { signal } : {}),
    })
  ).data;
export const askClient = (body: object): Promise<string> =>
  told(client.post<Answer<unknown>>('api/clientMatter/add', body, { once: true }));
export const answerClient = (body: object): Promise<string> =>
  told(client.post<Answer<unknown>>('api/clientReply/add', body, { once: true }));
export const closeMatter = (id: number): Promise<string> =>
  told(client.put<Answer<unknown>>('api/clientMatter/close', { id }, { once: true }));
