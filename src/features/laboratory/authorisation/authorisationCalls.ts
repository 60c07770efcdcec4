import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import { type ChosenRow, crud } from '@/api/crudClient';
import { methodAuthorisation } from '@contract/features/laboratory/entities/methodAuthorisation';
import type { AuthorisationMatrix } from '@contract/features/laboratory/tasks/labTasks';
import type { Answer } from '@contract/wire';

const { path } = methodAuthorisation;

export const matrixKey = ['methodAuthorisation', 'matrix'] as const;

export const fetchMatrix = async (signal?: AbortSignal): Promise<AuthorisationMatrix> =>
  (await client.get<AuthorisationMatrix>(`${path}/matrix`, { signal, quiet: true })).data;

interface GrantDraft {
  readonly persons: readonly number[];
  readonly methods: readonly number[];
  readonly validFrom: string;
  readonly validUntil: string;
  readonly certificateNo?: string;
}

export async function grant(draft: GrantDraft): Promise<string> {
  const { data } = await client.put<Answer>(`${path}/grant`, draft);
  acceptAnswer(data);
  return data.message;
}

export const withdraw = (authorisations: readonly ChosenRow[]): Promise<string> =>
  crud(methodAuthorisation).remove(authorisations);
