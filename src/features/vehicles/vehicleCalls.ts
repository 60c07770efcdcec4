import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import type { AnyRow, Row } from '@contract/entity';
import { vehiclePlan } from '@contract/features/vehicles/entities/vehiclePlan';
import type { TripFacts } from '@contract/features/vehicles/tripConflicts';
import type { Answer } from '@contract/wire';

export type PlanRow = Row<typeof vehiclePlan> & AnyRow;

export interface Board extends TripFacts {
  readonly rows: readonly PlanRow[];
}

const { path } = vehiclePlan;

/** Query key below the prefix of the plan lists, so that a change reloads all of them. */
export const boardKey = ['list', path, 'board'] as const;

export const fetchBoard = async (from: string, to: string, signal: AbortSignal): Promise<Board> =>
  (await client.get<Board>(`${path}/board`, { params: { from, to }, signal, quiet: true })).data;

export async function tripCall(
  verb: 'depart' | 'comeBack' | 'cancel' | 'attach',
  body: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { data } = await client.put<Answer>(`${path}/${verb}`, body, {
    once: true,
    quiet: ({ errors }) => Boolean(errors?.length),
  });
  acceptAnswer(data);
  return data.message;
}
