import { acceptAnswer } from '@/api/acceptAnswer';
import type { Failure } from '@/api/callFailures';
import { client } from '@/api/client';
import { withShownVersions } from '@/api/crudClient';
import type { Row } from '@contract/entity';
import { equipmentUse } from '@contract/features/equipment/entities/equipmentUse';
import type { CalibrationState } from '@contract/features/equipment/equipmentRules';
import { sample } from '@contract/features/fieldwork/entities/sample';
import type { Answer } from '@contract/wire';

export type UseRow = Row<typeof equipmentUse>;

/** An instrument to take out, and the reason if the rules do not allow it. */
export interface InstrumentChoice {
  readonly id: number;
  readonly eqpNo: string;
  readonly eqpName: string;
  readonly eqpKind: string;
  readonly model: string | null;
  readonly status: string;
  readonly calibrationKind: string | null;
  readonly calibrationDue: string | null;
  readonly calibration: CalibrationState;
  readonly problem: string | null;
}

export interface AffectedSample {
  readonly id: number;
  readonly version: number;
  readonly sampleNo: string;
  readonly state: string;
}

const { path } = equipmentUse;
/** The form shows field errors, so there is no notice for them. */
const hasFieldErrors = ({ errors }: Failure): boolean => Boolean(errors?.length);

const messageOf = async (call: Promise<{ data: Answer }>): Promise<string> => {
  const { data } = await call;
  acceptAnswer(data);
  return data.message;
};

export const fetchChoices = async (useKind: string, signal?: AbortSignal): Promise<readonly InstrumentChoice[]> =>
  (await client.get<{ content: InstrumentChoice[] }>(`${path}/choices`, { params: { useKind }, signal, quiet: true }))
    .data.content;
export const fetchAffected = async (id: number, signal?: AbortSignal): Promise<readonly AffectedSample[]> =>
  (await client.get<{ content: AffectedSample[] }>(`${path}/affected/${id}`, { signal, quiet: true })).data.content;

/** Voids samples with a reason. Each is planned again under its next number. */
export const voidAgain = (rows: readonly AffectedSample[], reason: string): Promise<string> =>
  messageOf(
    client.put<Answer>(`${sample.path}/void`, { rows: withShownVersions(rows), reason, again: true }, { once: true }),
  );

export const takeOut = (body: Readonly<Record<string, unknown>>, idempotencyKey: string): Promise<string> =>
  messageOf(client.post<Answer>(`${path}/out`, body, { idempotencyKey, quiet: hasFieldErrors }));
export const takeBack = (body: Readonly<Record<string, unknown>>): Promise<string> =>
  messageOf(client.put<Answer>(`${path}/back`, body, { quiet: hasFieldErrors }));

interface FlowAnswer {
  readonly verdict: 'pass' | 'fail' | null;
  readonly message: string;
  readonly affected: readonly AffectedSample[];
}

export const saveFlow = async (body: Readonly<Record<string, unknown>>): Promise<FlowAnswer> =>
  acceptAnswer<FlowAnswer>(
    (await client.put<Answer<FlowAnswer>>(`${path}/flow`, body, { quiet: hasFieldErrors })).data,
  ) as FlowAnswer;

/** Prefix of the query keys of uses and choices. */
export const usesKey = ['list', path] as const;
