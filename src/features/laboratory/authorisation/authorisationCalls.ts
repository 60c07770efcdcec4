import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import { type ChosenRow, crud } from '@/api/crudClient';
import type { NamedDuty } from '@contract/features/laboratory/dutiesInText';
import { dutyAuthorisation } from '@contract/features/laboratory/entities/dutyAuthorisation';
import { methodAuthorisation } from '@contract/features/laboratory/entities/methodAuthorisation';
import type { AuthorisationMatrix, DutyMatrix } from '@contract/features/laboratory/tasks/labTasks';
import type { Answer } from '@contract/wire';

const { path } = methodAuthorisation;

export const matrixKey = ['methodAuthorisation', 'matrix'] as const;

export const fetchMatrix = async (signal?: AbortSignal): Promise<AuthorisationMatrix> =>
  (await client.get<AuthorisationMatrix>(`${path}/matrix`, { signal, quiet: true })).data;

export const dutyMatrixKey = ['dutyAuthorisation', 'matrix'] as const;

export const fetchDutyMatrix = async (signal?: AbortSignal): Promise<DutyMatrix> =>
  (await client.get<DutyMatrix>(`${dutyAuthorisation.path}/matrix`, { signal, quiet: true })).data;

/** People and days of a grant. */
export interface GrantedDays {
  readonly persons: readonly number[];
  readonly validFrom: string;
  readonly validUntil: string;
  readonly certificateNo?: string;
}

async function putRequest(url: string, draft: object): Promise<string> {
  const { data } = await client.put<Answer>(url, draft);
  acceptAnswer(data);
  return data.message;
}

export const grant = (draft: GrantedDays & { readonly methods: readonly number[] }): Promise<string> =>
  putRequest(`${path}/grant`, draft);

export const grantDuties = (draft: GrantedDays & { readonly duties: readonly NamedDuty[] }): Promise<string> =>
  putRequest(`${dutyAuthorisation.path}/grant`, draft);

export const withdraw = (authorisations: readonly ChosenRow[]): Promise<string> =>
  crud(methodAuthorisation).remove(authorisations);

export const withdrawDuties = (authorisations: readonly ChosenRow[]): Promise<string> =>
  crud(dutyAuthorisation).remove(authorisations);
