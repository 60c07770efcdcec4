import { acceptAnswer } from '@/api/acceptAnswer';
import type { Failure } from '@/api/callFailures';
import { client } from '@/api/client';
import { withIdempotencyKey } from '@/api/onceKeys';
import type { AnyRow, Entity } from '@contract/entity';
import type { ProjectGap } from '@contract/features/archive/projectGaps';
import { timeFindingLine } from '@contract/features/conformity/entities/timeFindingLine';
import type { RuledFinding } from '@contract/features/conformity/timeRules/timeFindings';
import type { OwnSteps } from '@contract/features/home/dashboardWire';
import type { Answer } from '@contract/wire';
import { statementCode, statementEdition } from '@contract/workflow/signatureTexts';
import type { MoveBody, MoveManyBody, SeenRows, Timeline } from '@contract/workflow/workflowWire';

export async function fetchTimeline(entity: Pick<Entity, 'path'>, id: number, signal?: AbortSignal): Promise<Timeline> {
  return (await client.get<Timeline>(`${entity.path}/timeline/${id}`, { signal, quiet: true })).data;
}

/** Leaves a wrong password or a missing reason to the dialog, which shows it. */
const isShownInDialog = ({ errors, code }: Failure): boolean =>
  code === 'wrongPassword' || code === statementCode || Boolean(errors?.length);

/** Leaves every refusal to a dialog that keeps it. A fault of the server is also a notice, with its request id. */
export const isRefusal = ({ kind, status = 0 }: Failure): boolean => kind === 'refused' && status < 500;

/**
 * Makes a move. Returns the server's message.
 * @param quiet failures that the caller shows itself
 */
export async function makeMove(
  entity: Pick<Entity, 'path'>,
  body: MoveBody,
  idempotencyKey: string,
  quiet: (failure: Failure) => boolean = isShownInDialog,
): Promise<string> {
  const { data } = await client.put<Answer>(`${entity.path}/move`, body, { idempotencyKey, quiet });
  acceptAnswer(data);
  return data.message;
}

/** Makes the same move for several rows, all or none. */
export async function makeMoves(
  entity: Pick<Entity, 'path'>,
  body: MoveManyBody,
  idempotencyKey?: string,
  quiet: (failure: Failure) => boolean = isShownInDialog,
): Promise<string> {
  const { data } = await client.put<Answer>(`${entity.path}/moveMany`, body, {
    ...withIdempotencyKey(idempotencyKey),
    quiet,
  });
  acceptAnswer(data);
  return data.message;
}

/** Returns version and fingerprint of rows that are about to be signed together. */
export async function fetchSeen(
  entity: Pick<Entity, 'path'>,
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<SeenRows> {
  const params = { ids: ids.join(',') };
  return (await client.get<SeenRows>(`${entity.path}/seen`, { params, signal, quiet: true })).data;
}

/** Accepts 电子签名声明 for the signed-in person, once. */
export async function acceptStatement(): Promise<void> {
  await client.put('api/user/signingStatement', { edition: statementEdition });
}

export interface ProjectHolders {
  readonly people: readonly { readonly id: number; readonly nickName: string }[];
  /** Whole days since the project entered its stage. */
  readonly days: number;
  /** Roles that may take the next step, where nobody has one of them. */
  readonly roles?: readonly string[];
}

export async function fetchHolders(id: number, signal?: AbortSignal): Promise<ProjectHolders> {
  return (await client.get<ProjectHolders>(`api/project/holders/${id}`, { signal, quiet: true })).data;
}

export async function fetchOwnSteps(id: number, signal?: AbortSignal): Promise<OwnSteps> {
  return (await client.get<OwnSteps>(`api/dashboard/todos/${id}`, { signal, quiet: true })).data;
}

export async function fetchProjectGaps(id: number, signal?: AbortSignal): Promise<readonly ProjectGap[]> {
  return (await client.get<readonly ProjectGap[]>(`api/archive/lacks/${id}`, { signal, quiet: true })).data;
}

export async function fetchTimeFindings(id: number, signal?: AbortSignal): Promise<readonly RuledFinding[]> {
  return (await client.get<readonly RuledFinding[]>(`${timeFindingLine.path}/of/${id}`, { signal, quiet: true })).data;
}

export async function urgeProject(id: number): Promise<string> {
  const { data } = await client.post<Answer>('api/project/urge', { id }, { once: true });
  acceptAnswer(data);
  return data.message;
}

export async function fetchReview(id: number, signal?: AbortSignal): Promise<AnyRow | null> {
  return (await client.get<{ review: AnyRow | null }>(`api/project/review/${id}`, { signal, quiet: true })).data.review;
}
