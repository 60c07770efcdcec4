import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import type { AnyRow, Entity } from '@contract/entity';
import type { Answer } from '@contract/wire';

interface MadeTemplate {
  readonly id: number;
  readonly edition: number;
}

/**
 * Requests about a template: its moves, its copy and its content. Before a promise rejects, the client has shown the
 * failure; `get` is quiet, so its caller shows it.
 */
export const templateCalls = ({ path }: Pick<Entity, 'path'>) => ({
  publish: async (id: number): Promise<void> =>
    void acceptAnswer((await client.put<Answer>(`${path}/publish`, { id })).data),
  retire: async (id: number): Promise<void> =>
    void acceptAnswer((await client.put<Answer>(`${path}/retire`, { id })).data),
  revise: async (id: number): Promise<MadeTemplate | undefined> =>
    acceptAnswer<MadeTemplate>(
      (await client.post<Answer<MadeTemplate>>(`${path}/revise`, { id }, { once: true })).data,
    ),
  copy: async (id: number, name: string): Promise<MadeTemplate | undefined> =>
    acceptAnswer<MadeTemplate>(
      (await client.post<Answer<MadeTemplate>>(`${path}/copy`, { id, name }, { once: true })).data,
    ),
  get: async (id: number, signal: AbortSignal): Promise<AnyRow> =>
    (await client.get<AnyRow>(`${path}/${id}`, { signal, quiet: true })).data,
});
